//! Each change that a run may suffer while it goes on does what contract 1.5 says of it, and nothing before its time.

use crate::common::*;
use sawtooth_engine::observe::{NullObserver, Source, signals};
use sawtooth_engine::params::{Choice, Section, Value};
use sawtooth_engine::path::queue::Limit;
use sawtooth_engine::path::{loss, queue};
use sawtooth_engine::picture::Place;
use sawtooth_engine::scenario::{BOTTLENECK, Change, Scenario, Side};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::{Span, Time};
use sawtooth_engine::{cc, traffic};

const FLOW: Source = Source::Flow(0);
const CROSS: Source = Source::Cross(0);

fn row(section: &Section, name: &str) -> usize {
    section.index(name).expect("a field of this section")
}

fn rate(rate_bps: f64) -> Change {
    Change::Bottleneck(Side::Forward, row(&BOTTLENECK, "rate_bps"), number(rate_bps))
}

fn limit(name: &str, value: f64) -> Change {
    Change::Queue(Side::Forward, row(&queue::drop_tail::SECTION, name), number(value))
}

/// Constant bit rate, a packet of 1500 bytes (1.2 ms of the link) each so many milliseconds.
fn cbr(duration_s: f64, interval_ms: f64) -> Scenario {
    with_cross(path(duration_s), &traffic::cbr::SECTION, &[("interval_ms", number(interval_ms))])
}

fn ms(ms: f64) -> Time {
    Time::ZERO + Span::from_ms(ms)
}

fn newreno(duration_s: f64, settings: &[(&str, Value)]) -> Scenario {
    with_flow(path(duration_s), &cc::newreno::SECTION, settings)
}

#[test]
fn a_rate_holds_from_the_next_packets_service() {
    // Packets at 0, 10, 20 ... ms. The one of 20 ms is in service until 21.2 ms when the rate falls to a tenth.
    let (simulation, log) = run(&with_change(cbr(0.06, 10.0), 0.021, rate(1e6)));
    let departed = log.times(CROSS, &signals::DEPART);
    assert_eq!(departed, [ms(1.2), ms(11.2), ms(21.2), ms(42.0), ms(54.0)]);
    let counters = simulation.bottleneck_counters();
    assert!((counters.capacity_bits - (0.021 * 10e6 + 0.039 * 1e6)).abs() < 1e-3);
    assert_eq!(counters.busy, Span::from_ms(3.6 + 30.0));
}

#[test]
fn a_loss_probability_holds_from_the_next_arrival() {
    let certain = Change::Loss(Side::Forward, row(&loss::bernoulli::SECTION, "probability"), number(1.0));
    let (_, log) = run(&with_change(cbr(0.1, 10.0), 0.05, certain));
    // The packet that arrives at 50 ms comes after the change of its instant.
    assert_eq!(log.times(CROSS, &signals::DROP_RANDOM), [50.0, 60.0, 70.0, 80.0, 90.0].map(ms));
    assert_eq!(log.times(CROSS, &signals::DEPART).len(), 5);
}

#[test]
fn a_loss_model_set_later_finds_the_luck_it_would_have_found() {
    let lossy = Choice::of(&loss::bernoulli::SECTION).with("probability", number(0.2));
    let mut before = cbr(10.0, 10.0);
    before.bottleneck.loss = Choice::of(&loss::none::SECTION);
    let (_, changed) = run(&with_change(before, 4.0, Change::LossModel(Side::Forward, lossy)));
    let (_, always) = run(&with_loss(cbr(10.0, 10.0), 0.2));
    let late = |log: &Log| -> Vec<Time> {
        log.times(CROSS, &signals::DROP_RANDOM).into_iter().filter(|&at| at >= seconds(4.0)).collect()
    };
    assert_eq!(changed.times(CROSS, &signals::DROP_RANDOM), late(&always));
    assert!(late(&changed).len() > 60);
}

#[test]
fn a_base_rtt_holds_for_what_leaves_afterwards_and_never_reorders() {
    for (from, to) in [(40.0, 400.0), (400.0, 40.0)] {
        let small = ("receive_window_packets", number(20.0));
        let patient = ("min_rto_ms", number(2000.0));
        let before = newreno(6.0, &[("base_rtt_ms", number(from)), small, patient]);
        let before = with_cross(before, &traffic::voip::SECTION, &[("base_rtt_ms", number(from))]);
        let voip = row(&traffic::voip::SECTION, "base_rtt_ms");
        let changed = with_change(before, 3.0, Change::Flow(0, flow_row("base_rtt_ms"), number(to)));
        let (simulation, log) = run(&with_change(changed, 3.0, Change::Traffic(0, voip, number(to))));
        for source in [FLOW, CROSS] {
            let delays = log.of(source, &signals::ONE_WAY_DELAY);
            let least = |late: bool| {
                let part = delays.iter().filter(|(at, _)| if late { *at > seconds(4.0) } else { *at < seconds(3.0) });
                part.map(|(_, delay)| *delay).fold(f64::INFINITY, f64::min)
            };
            assert!(least(false) >= from / 2.0 && least(true) >= to / 2.0, "{source:?}");
            // Arrivals in order: as they arrived at the bottleneck, so they arrive at the receiver.
            let arrived: Vec<f64> = delays.iter().map(|(at, delay)| at.seconds() * 1e3 - delay).collect();
            assert!(arrived.is_sorted_by(|a, b| *a < *b + 1e-6), "{source:?} {from} -> {to}");
            // A packet that had left the link at 3 s keeps its delay.
            let under_way = delays.iter().find(|(at, _)| *at >= seconds(3.0)).expect("arrivals after the change");
            assert!(under_way.0 <= seconds(3.0) + Span::from_ms(from.max(to)));
        }
        assert_eq!(simulation.flow_counters(0).packets_retransmitted, 0, "no reordering, hence no recovery");
        let srtt = simulation.flow_state(0).srtt.expect("samples");
        assert!(srtt >= Span::from_ms(to));
    }
}

#[test]
fn a_lowered_limit_refuses_arrivals_and_drops_nothing_that_waits() {
    // Overload by a half: the queue fills to 84, then the limit falls to 10.
    let (_, log) = run(&with_change(cbr(1.0, 0.8), 0.5, limit("limit_packets", 10.0)));
    let queue = log.of(Source::Bottleneck, &signals::QUEUE_PACKETS);
    let at = queue.partition_point(|(at, _)| *at < seconds(0.5));
    assert!(queue[..at].iter().any(|(_, packets)| *packets == 84.0));
    let after: Vec<f64> = queue[at..].iter().map(|(_, packets)| *packets).collect();
    let drained = after.iter().position(|packets| *packets == 9.0).expect("it drains");
    assert!(after[..drained].windows(2).all(|pair| pair[1] == pair[0] - 1.0), "one at a time, by the link only");
    assert!(after[drained..].iter().all(|packets| *packets <= 10.0));
}

#[test]
fn a_limit_in_the_other_unit_replaces_the_first() {
    let raised = with_change(cbr(1.0, 0.8), 0.3, limit("limit_packets", 100.0));
    let (simulation, log) = run(&with_change(raised, 0.6, limit("limit_bytes", 30_000.0)));
    assert_eq!(simulation.bottleneck_state().limit, Limit::Bytes(30_000.0));
    let queue = log.of(Source::Bottleneck, &signals::QUEUE_PACKETS);
    let most = |from: f64, to: f64| {
        let part = queue.iter().filter(|(at, _)| (seconds(from)..seconds(to)).contains(at));
        part.map(|(_, packets)| *packets).fold(0.0, f64::max)
    };
    // 20 packets are 30 000 bytes, which is not above the limit: one more is taken.
    assert_eq!((most(0.0, 0.3), most(0.3, 0.6), most(0.9, 1.0)), (84.0, 100.0, 21.0));
}

#[test]
fn a_discipline_takes_over_what_waits_and_the_limit() {
    let lowered = with_change(cbr(1.0, 0.8), 0.2, limit("limit_bytes", 90_000.0));
    let ns2 = Choice::of(&queue::drop_tail::SECTION).with("counting", Value::Word("ns2"));
    let scenario = with_change(lowered, 0.5, Change::Discipline(Side::Forward, ns2));
    let mut simulation = Simulation::new(&scenario);
    simulation.run_until(seconds(0.5), &mut NullObserver);
    let queued = |simulation: &Simulation| {
        let mut serials = Vec::new();
        simulation.packets(|packet| {
            if let Place::Queued { packets_before, .. } = packet.place {
                assert_eq!(packets_before, serials.len() as u64);
                serials.push(packet.serial);
            }
        });
        serials
    };
    let before = queued(&simulation);
    assert_eq!((before.len(), simulation.step(&mut NullObserver)), (61, Some(seconds(0.5))));
    assert_eq!(queued(&simulation), before);
    assert_eq!(simulation.bottleneck_state().limit, Limit::Bytes(90_000.0));
    simulation.run_until(Time::NEVER, &mut NullObserver);
    // ns-2's counting: 58 + 1 packets are 88 500 bytes, one more would reach the limit.
    assert!(simulation.bottleneck_state().queue_packets <= 59);
    let counters = simulation.bottleneck_counters();
    assert_eq!(counters.arrived, counters.dropped_queue + counters.departed + counters.queued);
}

#[test]
fn a_parameter_of_the_algorithm_changes_in_place() {
    let flow = with_flow(path(20.0), &cc::cdg::SECTION, &[]);
    let insensitive = Change::Algorithm(0, row(&cc::cdg::SECTION, "g_ms"), number(1e3));
    let (changed, heard) = run(&with_change(flow.clone(), 10.0, insensitive));
    let (plain, other) = run(&flow);
    let early = |log: &Log| -> Vec<(Time, f64)> {
        log.of(FLOW, &signals::CWND).into_iter().filter(|(at, _)| *at < seconds(10.0)).collect()
    };
    assert_eq!(early(&heard), early(&other));
    // With G = 1000 ms nearly no gradient makes it back off: cwnd grows into the queue.
    assert!(changed.flow_counters(0).delay_backoffs < plain.flow_counters(0).delay_backoffs);
    let most = |log: &Log| log.of(FLOW, &signals::CWND).iter().map(|(_, cwnd)| *cwnd).fold(0.0, f64::max);
    assert!(most(&heard) > 1.5 * most(&other), "{} {}", most(&heard), most(&other));
}

#[test]
fn another_algorithm_keeps_the_window() {
    let scenario = with_change(newreno(20.0, &[]), 10.0, Change::Kind(0, Choice::of(&cc::cdg::SECTION)));
    let mut simulation = Simulation::new(&scenario);
    simulation.run_until(seconds(10.0), &mut NullObserver);
    let before = simulation.flow_state(0);
    assert_eq!(simulation.step(&mut NullObserver), Some(seconds(10.0)));
    let after = simulation.flow_state(0);
    assert_eq!((after.cwnd, after.ssthresh), (before.cwnd, before.ssthresh));
    assert_eq!(simulation.algorithm_section(0).kind, "cdg");
    simulation.run_until(Time::NEVER, &mut NullObserver);
    assert!(simulation.flow_counters(0).delay_backoffs > 0);
}

#[test]
fn cross_traffic_changes_its_pace_from_its_last_packet_on() {
    let section = &traffic::cbr::SECTION;
    let faster = with_change(cbr(0.1, 40.0), 0.042, Change::Traffic(0, row(section, "interval_ms"), number(5.0)));
    let slower = with_change(faster, 0.056, Change::Traffic(0, row(section, "rate_bps"), number(1e6)));
    let smaller = with_change(slower, 0.080, Change::Traffic(0, row(section, "packet_bytes"), number(500.0)));
    let (_, log) = run(&smaller);
    // 5 ms after the one at 40 ms; at 1 Mbps 12 ms after the one at 55 ms; 500 bytes from 80 ms on, 4 ms each, but
    // not before the change itself.
    let sent = log.of(CROSS, &signals::ARRIVE);
    let times: Vec<Time> = sent.iter().map(|(at, _)| *at).collect();
    assert_eq!(times, [0.0, 40.0, 45.0, 50.0, 55.0, 67.0, 79.0, 83.0, 87.0, 91.0, 95.0, 99.0].map(ms));
    assert!(sent.iter().all(|(at, bytes)| *bytes == if *at < ms(80.0) { 1500.0 } else { 500.0 }));
    let voip = with_cross(path(0.1), &traffic::voip::SECTION, &[]);
    let late = Change::Traffic(0, row(&traffic::voip::SECTION, "interval_ms"), number(5.0));
    let (_, log) = self::run(&with_change(voip, 0.058, late));
    let times = log.times(CROSS, &signals::ARRIVE);
    assert_eq!(times[..4], [0.0, 20.0, 40.0, 58.0].map(ms), "45 ms is past: it leaves at once");
}

#[test]
fn a_receivers_window_closes_and_opens() {
    let window = |packets| Change::Flow(0, flow_row("receive_window_packets"), packets);
    let closed = with_change(newreno(12.0, &[]), 4.0, window(number(5.0)));
    let mut simulation = Simulation::new(&with_change(closed, 8.0, window(Value::Null)));
    simulation.run_until(seconds(4.0), &mut NullObserver);
    assert!(simulation.flow_state(0).in_flight > 30);
    simulation.run_until(seconds(5.0), &mut NullObserver);
    assert_eq!(simulation.flow_state(0).in_flight, 5);
    simulation.run_until(seconds(8.0), &mut NullObserver);
    assert_eq!(simulation.flow_state(0).in_flight, 5);
    // The change itself lets packets leave.
    assert_eq!(simulation.step(&mut NullObserver), Some(seconds(8.0)));
    assert!(simulation.flow_state(0).in_flight > 30);
}

#[test]
fn send_jitter_changes_for_what_is_sent_afterwards() {
    let jitter = Change::Flow(0, flow_row("send_jitter_ms"), number(5.0));
    let scenario = newreno(4.0, &[("send_jitter_ms", number(0.0)), ("receive_window_packets", number(8.0))]);
    let mut simulation = Simulation::new(&with_change(scenario, 2.0, jitter));
    let mut waiting = [0, 0];
    for n in 0..4000 {
        simulation.run_until(seconds(f64::from(n) * 1e-3), &mut NullObserver);
        simulation
            .packets(|packet| waiting[n as usize / 2000] += u64::from(matches!(packet.place, Place::Leaving { .. })));
    }
    assert!(waiting[0] == 0 && waiting[1] > 500, "{waiting:?}");
    assert_eq!(simulation.flow_counters(0).packets_retransmitted, 0, "order is kept");
}

#[test]
fn those_of_one_instant_come_before_all_else_and_in_the_order_of_the_list() {
    // At 0 s: the rate is set twice, and both before the first packet of the instant.
    let scenario = with_change(with_change(cbr(0.1, 10.0), 0.0, rate(1e5)), 0.0, rate(5e6));
    let mut scenario = with_change(scenario, 0.03, rate(2e6));
    scenario.interventions.rotate_right(1); // the list need not be sorted
    let (_, log) = run(&scenario);
    let departed = log.times(CROSS, &signals::DEPART);
    assert_eq!(departed[..4], [ms(2.4), ms(12.4), ms(22.4), ms(36.0)]);
}

#[test]
fn a_stop_ends_sending_and_delivery() {
    let settings = [("stop_s", number(3.0)), ("start_s", number(1.0))];
    let scenario = with_cross(newreno(5.0, &settings), &traffic::voip::SECTION, &settings);
    let (simulation, log) = run(&scenario);
    for (source, signal) in [(FLOW, &signals::ARRIVE), (CROSS, &signals::ARRIVE), (FLOW, &signals::DELIVERED)] {
        let times = log.times(source, signal);
        assert_eq!(times.first().map(|at| *at >= seconds(1.0)), Some(true));
        assert!(times.iter().all(|at| *at < seconds(3.0)), "{source:?}");
    }
    let counters = simulation.flow_counters(0);
    assert_eq!((counters.started, counters.stopped), (Some(seconds(1.0)), seconds(3.0)));
    assert_eq!(simulation.cross_counters(0).sent, 100);
    let never = newreno(5.0, &[("start_s", number(2.0)), ("stop_s", number(2.0))]);
    let (simulation, log) = self::run(&never);
    assert_eq!((simulation.flow_counters(0).started, simulation.flow_counters(0).packets_sent), (None, 0));
    assert!(log.of(FLOW, &signals::CWND).is_empty());
}
