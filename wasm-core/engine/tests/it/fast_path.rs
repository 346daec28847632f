//! Shortcuts make no difference: a run with them has the same digest, signals and decisions as one without, whichever observer it has,
//! wherever it is paused, and whatever changes while packets are in flight. An observer that does not need events in order
//! receives the same signals of each source as the others.

use crate::common::*;
use sawtooth_engine::cc;
use sawtooth_engine::observe::{NullObserver, Observer, Rule, Signal, Source, signals};
use sawtooth_engine::params::{Choice, Value};
use sawtooth_engine::path::{loss, policer, queue, reordering};
use sawtooth_engine::rate;
use sawtooth_engine::scenario::{Change, Intervention, Scenario, Side};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::{HEADER_BYTES, Time};
use sawtooth_testing::cases::hold;
use sawtooth_testing::draw::Draw;
use sawtooth_testing::random;
use std::collections::BTreeMap;

/// Cases of each property where nobody says otherwise.
const CASES: u64 = 200;

/// As `Log`, but one that does not mind to hear late.
#[derive(Default)]
struct Late(Log);

impl Observer for Late {
    fn in_order(&self) -> bool {
        false
    }
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        self.0.signal(at, source, signal, value);
    }
}

/// Signals, decisions, packets sent and received, in order.
#[derive(Default, PartialEq)]
struct Everything(Vec<(Time, Source, &'static str, Vec<u64>)>);

impl Observer for Everything {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        self.0.push((at, source, signal.name, vec![value.to_bits()]));
    }
    fn sent(&mut self, at: Time, source: Source, serial: u64, (sequence, again): (u64, bool), bytes: u32) {
        self.0.push((at, source, "sent", vec![serial, sequence, u64::from(again), u64::from(bytes)]));
    }
    fn received(&mut self, at: Time, source: Source, delay_ms: f64, serial: u64) {
        self.0.push((at, source, "received", vec![delay_ms.to_bits(), serial]));
    }
    fn decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]) {
        self.0.push((at, source, rule.key, numbers.iter().map(|number| number.to_bits()).collect()));
    }
}

/// Everything that a run emits, and its end.
fn everything(mut simulation: Simulation) -> (Simulation, Everything) {
    let mut all = Everything::default();
    simulation.run_until(Time::NEVER, &mut all);
    (simulation, all)
}

/// A run with shortcuts and one without, heard and not heard.
#[track_caller]
fn assert_no_difference(scenario: &Scenario) {
    let ((fast, told), (plain, told_plainly)) =
        (everything(Simulation::new(scenario)), everything(Simulation::plain(scenario)));
    assert_same(&fast, &plain);
    assert!(told == told_plainly, "shortcuts change a signal or a decision");
    for mut silent in [Simulation::new(scenario), Simulation::plain(scenario)] {
        silent.run_until(Time::NEVER, &mut NullObserver);
        assert_same(&silent, &plain);
    }
}

/// Packets that leave their senders.
struct Leaving {
    in_order: bool,
    /// SYNs, which are packets and no segments.
    syns: u64,
    packets: Vec<(Source, [u64; 5])>,
}

impl Observer for Leaving {
    fn in_order(&self) -> bool {
        self.in_order
    }
    fn signal(&mut self, _: Time, source: Source, signal: &'static Signal, value: f64) {
        let of_flow = matches!(source, Source::Flow(_)) && std::ptr::eq(signal, &signals::ARRIVE);
        self.syns += u64::from(of_flow && value == f64::from(HEADER_BYTES));
    }
    fn sent(&mut self, at: Time, source: Source, serial: u64, (sequence, again): (u64, bool), bytes: u32) {
        self.packets.push((source, [at.0, serial, sequence, u64::from(again), u64::from(bytes)]));
    }
}

/// One that hears late, too, and a flow without jitter: only then are packets sent by the shortcuts.
#[test]
fn whoever_listens_hears_of_every_packet_that_is_sent() {
    let check = |scenario: &Scenario| {
        let [one, other] = [true, false].map(|in_order| {
            let (mut simulation, mut leaving) =
                (Simulation::new(scenario), Leaving { in_order, syns: 0, packets: Vec::new() });
            simulation.run_until(Time::NEVER, &mut leaving);
            let sent: u64 = (0..scenario.flows.len()).map(|flow| simulation.flow_counters(flow).packets_sent).sum();
            let ours = leaving.packets.iter().filter(|packet| matches!(packet.0, Source::Flow(_)));
            assert_eq!(ours.count() as u64 + leaving.syns, sent);
            leaving.packets
        });
        assert!(one == other, "who hears late hears of other packets");
    };
    check(&with_flow(path(5.0), &cc::newreno::SECTION, &[("send_jitter_ms", number(0.0))]));
    hold(CASES, random::scenario, |scenario, _| check(scenario));
}

/// Values of each signal of each source, in order.
fn heard(log: Log) -> BTreeMap<(Source, &'static str), Vec<(Time, u64)>> {
    let mut all: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (at, source, signal, value) in log.0 {
        all.entry((source, signal.name)).or_default().push((at, value.to_bits()));
    }
    all
}

/// Runs a scenario in every way: heard in order, heard late, not heard, in slices with pauses between two events of an
/// instant, step by step, and from a clone of `cut`.
#[track_caller]
fn assert_one_run(scenario: &Scenario, cut: Time, slice: u64) {
    let run = |observer: &mut Log| {
        let mut simulation = Simulation::new(scenario);
        simulation.run_until(Time::NEVER, observer);
        simulation
    };
    let mut in_order = Log::default();
    let whole = run(&mut in_order);
    let in_order = heard(in_order);

    let (mut late, mut simulation) = (Late::default(), Simulation::new(scenario));
    simulation.run_until(Time::NEVER, &mut late);
    assert_same(&simulation, &whole);
    assert!(heard(late.0) == in_order, "who hears late hears something else");

    let mut silent = Simulation::new(scenario);
    silent.run_until(cut, &mut NullObserver);
    let clone = silent.clone();
    silent.run_until(Time::NEVER, &mut NullObserver);
    assert_same(&silent, &whole);

    // A clone that is heard, and one that is not but in slices; both begin with packets under way.
    let (mut listened, mut sliced) = (clone.clone(), clone);
    listened.run_until(Time::NEVER, &mut Log::default());
    assert_same(&listened, &whole);
    while !sliced.advance(Time::NEVER, slice, &mut NullObserver) {}
    assert_same(&sliced, &whole);

    // Now heard in order, now late, now by steps.
    let (mut mixed, mut log) = (Simulation::new(scenario), Late::default());
    while !mixed.finished() {
        mixed.advance(Time::NEVER, slice, &mut log);
        mixed.advance(Time::NEVER, slice / 2 + 1, &mut log.0);
        (0..3).for_each(|_| _ = mixed.step(&mut log));
    }
    assert_same(&mixed, &whole);
    assert!(heard(log.0) == in_order, "who hears now so, now so, hears something else");

    assert_no_difference(scenario);
}

/// A random scenario in which most flows go on round trips at first and many packets join a drop-tail queue directly, with changes while it runs.
fn round(draw: &mut Draw) -> Scenario {
    let mut scenario = random::still(draw);
    scenario.reverse_bottleneck = None;
    scenario.bottleneck.reordering = None;
    let without_jitter = draw.chance(0.6);
    if draw.chance(0.6) {
        let step = if draw.chance(0.4) { number(draw.below(20) as f64) } else { Value::Null };
        scenario.bottleneck.queue = Choice::of(&queue::drop_tail::SECTION).with("step_mark_packets", step);
    }
    let forward = |choice: &mut Choice| *choice = choice.clone().with("direction", word("forward"));
    for flow in &mut scenario.flows {
        forward(&mut flow.settings);
        if draw.chance(0.8) {
            let settings = flow.settings.clone();
            flow.settings = settings.with("delayed_ack", Value::Bool(false)).with("transfer_bytes", Value::Null);
            if without_jitter {
                flow.settings = flow.settings.clone().with("send_jitter_ms", number(0.0));
            }
        }
    }
    scenario
        .cross_traffic
        .iter_mut()
        .filter_map(|cross| cross.transfers.as_mut())
        .for_each(|t| forward(&mut t.settings));
    let mut moments: Vec<Time> = (0..draw.below(5)).map(|_| random::moment(draw, scenario.duration)).collect();
    moments.sort_unstable();
    let mut stand = scenario.clone();
    for at in moments {
        if let Some(change) = random::change(draw, &stand) {
            stand.apply(&change);
            scenario.interventions.push(Intervention { at, change });
        }
    }
    scenario
}

#[test]
fn a_random_run_is_the_same_without_shortcuts() {
    hold(CASES, random::scenario, |scenario, _| assert_no_difference(scenario));
}

#[test]
fn random_runs_go_one_way() {
    hold(CASES, round, |scenario, draw| {
        let cut = random::moment(draw, scenario.duration);
        assert_one_run(scenario, cut, 1 + draw.below(2000) as u64);
    });
}

/// Two flows whose packets go round by different delays, one of which starts and stops while the other sends.
fn pair() -> Scenario {
    let still = ("send_jitter_ms", number(0.0));
    let scenario = with_flow(path(3.0), &cc::newreno::SECTION, std::slice::from_ref(&still));
    let spans = [("start_s", number(0.7)), ("stop_s", number(2.1)), ("base_rtt_ms", number(67.0)), still];
    with_flow(scenario, &cc::cubic::SECTION, &spans)
}

/// A change at a moment when packets, and acknowledgements, are under way; and again, the other way round, before the first
/// of them have arrived.
#[track_caller]
fn assert_change(changes: &[Change]) {
    for at_s in [0.0, 0.013, 0.9, 1.0001] {
        let mut scenario = pair();
        for (n, change) in changes.iter().enumerate() {
            scenario = with_change(scenario, at_s + 0.011 * n as f64, change.clone());
        }
        for cut in [at_s, at_s + 0.005, at_s + 0.0111, 2.1001] {
            assert_one_run(&scenario, seconds(cut), 37);
        }
    }
}

#[test]
fn starts_and_stops() {
    assert_change(&[]);
}

#[test]
fn another_base_rtt() {
    let base = |flow, ms| Change::Flow(flow, flow_row("base_rtt_ms"), number(ms));
    assert_change(&[base(0, 25.0), base(0, 90.0)]);
    assert_change(&[base(1, 67.0), base(0, 67.0), base(1, 40.0)]);
}

#[test]
fn acknowledgements_that_wait_and_do_not() {
    let delayed = |flow, on| Change::Flow(flow, flow_row("delayed_ack"), Value::Bool(on));
    assert_change(&[delayed(0, true), delayed(0, false)]);
    assert_change(&[delayed(1, true), delayed(0, true)]);
}

#[test]
fn a_window_becomes_a_rate_and_a_window_again() {
    let kind = |flow, section| Change::Kind(flow, Choice::of(section));
    assert_change(&[kind(0, &rate::tfrc::SECTION), kind(0, &cc::newreno::SECTION)]);
    assert_change(&[kind(1, &cc::vegas::SECTION), kind(1, &rate::rap::SECTION)]);
}

#[test]
fn losses_that_begin() {
    let lose = |probability| {
        let row = loss::bernoulli::SECTION.index("probability").expect("a parameter");
        Change::Loss(Side::Forward, row, number(probability))
    };
    assert_change(&[lose(0.05), lose(0.01)]);
}

#[test]
fn marks_above_a_step_that_begin_and_end() {
    let row = queue::drop_tail::SECTION.index("step_mark_packets").expect("a setting");
    let ecn = |flow| Change::Flow(flow, flow_row("ecn"), Value::Bool(true));
    let step = |value| Change::Queue(Side::Forward, row, value);
    assert_change(&[ecn(0), step(number(3.0)), ecn(1), step(Value::Null)]);
    assert_change(&[step(number(0.0)), ecn(0)]);
}

#[test]
fn a_policer_that_is_added() {
    let added = Choice::of(&policer::SECTION).with("rate_bps", number(4e6));
    let burst = Change::Policer(Side::Forward, 1, number(4000.0));
    assert_change(&[Change::NewPolicer(Side::Forward, added), burst]);
}

#[test]
fn packets_that_are_held() {
    let model = |section| Change::ReorderingModel(Side::Forward, Choice::of(section));
    let probability = reordering::bernoulli::SECTION.index("probability").expect("a parameter");
    let more = Change::Reordering(Side::Forward, probability, number(0.2));
    assert_change(&[model(&reordering::bernoulli::SECTION), more]);
}
