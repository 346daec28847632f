//! The playhead: playing forward shows what a jump shows; whoever is seen to approach arrives; steps lead to the very
//! instants at which something happens, forward and back, whether the columns are exact or thinned.

use sawtooth_engine::observe::{Observer, Signal, Source};
use sawtooth_engine::params::{Choice, Value};
use sawtooth_engine::path::{loss, queue};
use sawtooth_engine::scenario::{Bottleneck, Flow, Scenario};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::drawn::{DrawnPlace, Picture};
use sawtooth_engine::telemetry::history::History;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::telemetry::steps::{Search, Step, Unit, step};
use sawtooth_engine::telemetry::watch::Playhead;
use sawtooth_engine::units::{Span, Time};
use sawtooth_engine::{cc, host};

fn scenario() -> Scenario {
    let flow = |stream, algorithm, start_s| {
        let settings = Choice::of(&host::SECTION).with("start_s", Value::Number(start_s));
        Flow::bulk(format!("flow{stream}"), stream, algorithm, settings)
    };
    Scenario {
        seed: 3,
        duration: Time::from_seconds(10.0),
        packet_bytes: 1500,
        bottleneck: Bottleneck::new(
            10e6,
            Choice::of(&queue::drop_tail::SECTION).with("limit_packets", Value::Number(50.0)),
            Choice::of(&loss::bernoulli::SECTION).with("probability", Value::Number(0.01)),
        ),
        reverse_bottleneck: None,
        flows: vec![flow(0, Choice::of(&cc::cdg::SECTION), 0.0), flow(1, Choice::of(&cc::newreno::SECTION), 2.0)],
        cross_traffic: vec![],
        interventions: vec![],
    }
}

fn history(points: usize) -> History {
    let mut history = History::with_budget(scenario(), points);
    while history.busy() {
        history.advance(10_000);
    }
    history
}

fn sorted(records: &[f64], skip: impl Fn(&[f64]) -> bool) -> Vec<Vec<f64>> {
    let mut records: Vec<Vec<f64>> = records.chunks(5).filter(|r| !skip(r)).map(<[f64]>::to_vec).collect();
    records.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
    records
}

fn same(a: &Picture, b: &Picture) {
    assert_eq!((a.t_s, a.queue_packets, a.queue_bytes, &a.cwnd), (b.t_s, b.queue_packets, b.queue_bytes, &b.cwnd));
    assert_eq!(sorted(&a.packets, |_| false), sorted(&b.packets, |_| false));
    assert_eq!(sorted(&a.losses, |_| false), sorted(&b.losses, |_| false));
    assert_eq!(a.flow_rates, b.flow_rates, "whoever came earlier counts no other stretch of time");
}

#[test]
fn playing_forward_shows_what_a_jump_shows() {
    let history = history(1 << 20);
    let second = Span::from_ms(50.0);
    let mut playing = Playhead::new(&history, Time::from_seconds(1.9), second);
    let mut seen = 0;
    for frame in 0..3000u64 {
        let t = Time::from_seconds(1.9) + Span(frame * second.0 / 60);
        playing.go(&history, t, second);
        if frame % 250 == 0 {
            let picture = playing.picture(&history);
            same(&picture, &Playhead::new(&history, t, second).picture(&history));
            seen += picture.packets.chunks(6).filter(|r| r[0] == 0.0 || r[0] == 5.0).count();
        }
    }
    assert!(seen > 0, "somebody approached");
}

/// Arrivals and random losses by serial number.
#[derive(Default)]
struct Fates(Vec<(u64, Time, bool)>);
impl Observer for Fates {
    fn signal(&mut self, _: Time, _: Source, _: &'static Signal, _: f64) {}
    fn packet(&mut self, at: Time, _: Source, signal: &'static Signal, _: u32, serial: u64) {
        match signal.name {
            "arrive" => self.0.push((serial, at, false)),
            "drop_random" => self.0.last_mut().expect("it arrived").2 = true,
            _ => {}
        }
    }
}

#[test]
fn whoever_approaches_arrives_and_whoever_is_doomed_is_lost() {
    let history = history(1 << 20);
    let mut fates = Fates::default();
    Simulation::new(&scenario()).run_until(Time::from_seconds(10.0), &mut Listener::of_decisions(&mut fates));
    let (mut approaching, mut doomed) = (0, 0);
    for frame in 0..2000u64 {
        let (t, second) = (Time(1_000_000_000 + frame * 4_000_000), Span::from_ms(100.0));
        let picture = Playhead::new(&history, t, second).picture(&history);
        for record in picture.packets.chunks(6).filter(|r| r[0] == 0.0 || r[0] == 5.0) {
            let (_, at, lost) = fates.0.iter().find(|(serial, ..)| *serial as f64 == record[4]).expect("it arrives");
            assert_eq!(*lost, record[0] == 5.0);
            assert_eq!(record[5], at.seconds());
            let lead = 0.03;
            assert!((record[3] - (1.0 - (at.seconds() - t.seconds()) / lead)).abs() < 1e-6);
            approaching += 1;
            doomed += usize::from(*lost);
        }
    }
    assert!(approaching > 1000 && doomed > 0, "{approaching} {doomed}");
}

/// Data of the other direction are in another queue, on another link, and lost elsewhere.
#[test]
fn a_picture_has_only_what_is_on_its_path() {
    let mut two_way = scenario();
    two_way.reverse_bottleneck = Some(two_way.bottleneck.clone());
    two_way.flows[1].settings = two_way.flows[1].settings.clone().with("direction", Value::Word("reverse"));
    let mut history = History::new(two_way);
    while history.busy() {
        history.advance(10_000);
    }
    let mut acks = 0;
    for tick in 40..200 {
        let picture =
            Playhead::new(&history, Time::from_seconds(f64::from(tick) / 20.0), Span::from_ms(50.0)).picture(&history);
        let queued: Vec<&[f64]> = picture.packets.chunks(6).filter(|r| r[0] == DrawnPlace::Queued.number()).collect();
        assert_eq!(queued.len() as f64, picture.queue_packets);
        assert_eq!(queued.iter().map(|r| r[2]).sum::<f64>(), picture.queue_bytes);
        // Of the other flow only its ACKs are there.
        let others = picture.packets.chunks(6).filter(|r| r[1] == 1.0);
        acks += others.inspect(|r| assert_eq!(r[2], 40.0, "{r:?}")).count();
        assert!(picture.losses.chunks(5).all(|r| r[1] == 0.0) && picture.flow_rates[4..8] == [0.0; 4]);
    }
    assert!(acks > 20, "{acks}");
}

#[test]
fn rates_are_those_of_the_last_moments_of_the_screen() {
    let history = history(1 << 20);
    let mut playhead = Playhead::new(&history, Time::from_seconds(5.0), Span::from_seconds(1.0));
    for frame in 0..60u64 {
        playhead.go(&history, Time::from_seconds(5.0) + Span(frame * 16_666_667), Span::from_seconds(1.0));
    }
    let picture = playhead.picture(&history);
    assert_eq!(picture.flow_rates.len(), 8);
    let sent = picture.flow_rates[0] + picture.flow_rates[4];
    assert!((7e6..=10.05e6).contains(&sent), "the link sends 10 Mbit/s: {sent}");
    assert!(picture.flow_rates[1] > 0.0 && picture.flow_rates[5] > 0.0, "acknowledgements");
    let jumped = Playhead::new(&history, Time::from_seconds(8.0), Span::from_seconds(1000.0)).picture(&history);
    assert!(jumped.flow_rates.iter().all(|rate| rate.is_finite()));
}

/// Times of marks, found by running through.
struct Marks(&'static [&'static str], Vec<Time>);
impl Observer for Marks {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, _: f64) {
        if self.0.contains(&signal.name) && source == Source::Flow(1) {
            self.1.push(at);
        }
    }
}

#[test]
fn steps_lead_to_the_instants_of_their_unit() {
    let units: [(Unit, &'static [&'static str]); 3] = [
        (Unit::Ack, &["ack"]),
        (Unit::Rtt, &["round"]),
        (Unit::Congestion, &["drop_queue", "delay_backoff", "recovery_start", "timeout"]),
    ];
    for points in [1 << 20, 1 << 14] {
        let history = history(points);
        for (unit, names) in units {
            let mut marks = Marks(names, vec![]);
            Simulation::new(&scenario()).run_until(Time::from_seconds(10.0), &mut Listener::of_decisions(&mut marks));
            let mut times = marks.1;
            times.dedup();
            assert!(times.len() > 5);
            for i in (1..times.len() - 1).step_by(times.len() / 5) {
                assert_eq!(step(&history, unit, Some(1), times[i], false), Step::At(times[i + 1]));
                assert_eq!(step(&history, unit, Some(1), times[i], true), Step::At(times[i - 1]));
            }
            assert_eq!(step(&history, unit, Some(1), times[0], true), Step::Nowhere);
            assert_eq!(step(&history, unit, Some(1), times[times.len() - 1], false), Step::Nowhere);
        }
    }
}

#[test]
fn a_step_by_event_goes_to_the_next_one_and_back() {
    let history = history(1 << 20);
    let Step::At(a) = step(&history, Unit::Event, None, Time::from_seconds(4.0), false) else { panic!("an event") };
    let Step::At(b) = step(&history, Unit::Event, None, a, false) else { panic!("another") };
    assert!(a < b && b < Time::from_seconds(4.1));
    assert_eq!(step(&history, Unit::Event, None, b, true), Step::At(a));
}

#[test]
fn a_step_beyond_what_is_computed_waits() {
    let mut history = History::new(scenario());
    history.advance(100);
    assert_eq!(step(&history, Unit::Congestion, None, history.computed(), false), Step::Later);
}

/// Instants of a flow's rounds, found by running through.
struct Rounds(Source, Vec<Time>);
impl Observer for Rounds {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, _: f64) {
        if signal.name == "round" && source == self.0 {
            self.1.push(at);
        }
    }
}

#[test]
fn steps_find_the_marks_of_flows_that_are_not_recorded() {
    let mut crowd = scenario();
    crowd.duration = Time::from_seconds(4.0);
    crowd.bottleneck.set_rate(200e6);
    crowd.bottleneck.queue = crowd.bottleneck.queue.with("limit_packets", Value::Number(500.0));
    let template = crowd.flows[1].clone();
    for stream in 2..45 {
        let settings = template.settings.clone().with("start_s", Value::Number(0.5));
        crowd.flows.push(Flow { name: format!("flow{stream}"), stream, settings, ..template.clone() });
    }
    let mut history = History::new(crowd.clone());
    while history.busy() {
        history.advance(10_000);
    }
    for flow in [1, 31, 32, 44] {
        let mut rounds = Rounds(Source::Flow(flow), vec![]);
        Simulation::new(&crowd).run_until(crowd.duration, &mut Listener::of_decisions(&mut rounds));
        let times = rounds.1;
        assert!(times.len() > 2, "{flow}: {}", times.len());
        assert_eq!(step(&history, Unit::Rtt, Some(flow), times[0], false), Step::At(times[1]), "{flow}");
        assert_eq!(step(&history, Unit::Rtt, Some(flow), times[1], true), Step::At(times[0]), "{flow}");
    }
}

/// Gigabits over a second of path: clones are so heavy that few are kept, and a jump has far to go.
fn heavy() -> History {
    let mut far = scenario();
    far.duration = Time::from_seconds(3.0);
    far.bottleneck.set_rate(1e9);
    far.bottleneck.loss = Choice::of(&loss::none::SECTION);
    far.bottleneck.queue = far.bottleneck.queue.with("limit_packets", Value::Number(50_000.0));
    far.flows.truncate(1);
    far.flows[0].algorithm = Choice::of(&cc::newreno::SECTION);
    let settings = far.flows[0].settings.clone().with("base_rtt_ms", Value::Number(1000.0));
    far.flows[0].settings = settings.with("initial_window_packets", Value::Number(80_000.0));
    let mut history = History::with_budget(far, 1 << 14);
    while history.busy() {
        history.advance(50_000);
    }
    history
}

#[test]
fn a_jump_far_from_a_clone_comes_in_slices() {
    let history = heavy();
    // Just before a clone, as far from the one before it as can be.
    let instants: Vec<_> = (0..300).map(|i| Time(10_000_000 * i)).collect();
    let gap = |pair: &&[Time]| history.events_before(pair[1]) - history.events_before(pair[0]);
    let t = instants.windows(2).max_by_key(gap).expect("an instant")[0];
    let way = history.at(t).events() - history.events_before(t);
    let second = Span::from_ms(1.0);
    let mut playhead = Playhead::new(&history, t, second);
    let mut calls = 1;
    while !playhead.arrived() {
        playhead.go(&history, t, second);
        calls += 1;
    }
    assert!(calls > 1 && calls >= way / 50_000, "{way} events in {calls} calls");
    assert_eq!(playhead.picture(&history).queue_packets, history.at(t).bottleneck_state().queue_packets as f64);
}

#[test]
fn a_search_far_back_comes_in_slices_and_ends_where_one_at_once_does() {
    let history = heavy();
    let t = history.computed();
    for (unit, back, from) in
        [(Unit::Congestion, true, t), (Unit::Ack, true, t), (Unit::Ack, false, Time::from_seconds(1.9))]
    {
        let (mut search, mut calls) = (Search::new(unit, None, from, back), 1);
        let found = loop {
            match search.go_on(&history, 10_000) {
                Step::Searching => calls += 1,
                found => break found,
            }
        };
        assert_eq!(found, step(&history, unit, None, from, back), "{unit:?}");
        assert!(unit == Unit::Congestion || calls > 1, "{unit:?} {calls}");
    }
}

#[test]
fn a_jump_knows_the_rates_of_the_moments_before_it() {
    let history = history(1 << 20);
    for (t_s, speed) in [(5.3, 1.0), (8.05, 1.0), (6.0, 0.1), (3.0, 3.0)] {
        let (t, second) = (Time::from_seconds(t_s), Span::from_seconds(speed));
        let picture = Playhead::new(&history, t, second).picture(&history);
        let mut sent = Sent(t - Span(second.0 / 4), [0.0; 2]);
        Simulation::new(&scenario()).run_until(t + Span(1), &mut Listener::of_decisions(&mut sent));
        for (flow, bits) in sent.1.into_iter().enumerate() {
            let (told, truth) = (picture.flow_rates[4 * flow], bits / (0.25 * speed));
            // The window begins with a sample: it is up to an eighth longer.
            let slack = 0.15 * truth + 2.0 * 12_000.0 / (0.25 * speed);
            assert!((told - truth).abs() <= slack, "{t_s} s: flow {flow}: {told} {truth}");
        }
    }
}

/// Bits that two flows have sent since an instant.
struct Sent(Time, [f64; 2]);
impl Observer for Sent {
    fn signal(&mut self, _: Time, _: Source, _: &'static Signal, _: f64) {}
    fn packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, _: u64) {
        if let (Source::Flow(n), "depart", true) = (source, signal.name, at >= self.0) {
            self.1[n as usize] += 8.0 * f64::from(bytes);
        }
    }
}

#[test]
fn a_busy_link_is_in_use_all_of_the_time() {
    let history = history(1 << 20);
    let mut busy = 0;
    for step in 0..400 {
        let t = Time::from_seconds(2.5 + 0.01 * f64::from(step));
        let queued = |t| history.at(t).bottleneck_state().queue_packets > 2;
        // Never empty: packets leave every 1.2 ms.
        if !(0..150).all(|n| queued(t - Span(n * 2_000_000))) {
            continue;
        }
        let picture = Playhead::new(&history, t, Span::from_seconds(1.0)).picture(&history);
        let share = (picture.flow_rates[0] + picture.flow_rates[4]) / picture.rate_bps;
        assert!((0.9999..1.006).contains(&share), "{t:?}: {share}");
        busy += 1;
    }
    assert!(busy > 0);
}

#[test]
fn a_picture_says_since_when_a_packet_is_where_it_is() {
    let history = history(1 << 20);
    let (t, second) = (Time::from_seconds(8.0), Span::from_ms(50.0));
    let before = Playhead::new(&history, t - Span(3_000_000), second).picture(&history);
    let picture = Playhead::new(&history, t, second).picture(&history);
    let mut moved = 0;
    for record in picture.packets.chunks(6).filter(|record| record[0] != 0.0 && record[0] != 5.0) {
        assert!(record[5] <= picture.t_s, "{record:?}");
        let Some(old) = before.packets.chunks(6).find(|old| old[4] == record[4]) else { continue };
        if old[0] == record[0] {
            assert_eq!(old[5], record[5], "{record:?}");
        } else if old[0] != 0.0 {
            moved += 1;
            assert!(record[5] > before.t_s, "{old:?} {record:?}");
        }
    }
    assert!(moved > 0);
}
