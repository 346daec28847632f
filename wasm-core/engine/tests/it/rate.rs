//! Runs of the rate-based algorithms whose outcome is known by calculation, or in its direction, and their place beside
//! windows: conservation, changes of kind, marks. Not here: their rules and vectors (beside the code).

use crate::common::*;
use sawtooth_engine::formulas::{Padhye, mathis};
use sawtooth_engine::observe::{NullObserver, Source, signals};
use sawtooth_engine::params::{Choice, List, Section, Value};
use sawtooth_engine::path::{loss, queue, reordering};
use sawtooth_engine::rate::{RATES, rap, tear, tfrc};
use sawtooth_engine::scenario::{Change, Scenario, Side};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_engine::{cc, traffic};

/// Packets on the wire are 1500 bytes.
const PACKET_BITS: f64 = 12_000.0;

/// With one more flow, and parameters of its algorithm.
fn with(scenario: Scenario, kind: &'static Section, algorithm: &[(&str, Value)], flow: &[(&str, Value)]) -> Scenario {
    let mut scenario = with_flow(scenario, kind, flow);
    let flow = scenario.flows.last_mut().expect("the flow just added");
    for (name, value) in algorithm {
        flow.algorithm = flow.algorithm.clone().with(name, value.clone());
    }
    scenario
}

/// Each n-th packet is lost.
fn every(mut scenario: Scenario, n: f64) -> Scenario {
    let gaps = Value::List(List::Given([n].into()));
    scenario.bottleneck.loss = Choice::of(&loss::periodic::SECTION).with("gaps", gaps);
    scenario
}

/// Packets per RTT that a flow alone sends from 50 s to 350 s on a path that never limits it: 1 Gbps, 50 ms.
fn packets_per_rtt(scenario: Scenario, kind: &'static Section, algorithm: &[(&str, Value)]) -> f64 {
    let mut scenario = scenario;
    scenario.bottleneck.settings = scenario.bottleneck.settings.with("rate_bps", number(1e9));
    let scenario = with(scenario, kind, algorithm, &[("base_rtt_ms", number(50.0))]);
    let mut simulation = Simulation::new(&scenario);
    simulation.run_until(seconds(50.0), &mut NullObserver);
    let before = simulation.flow_counters(0).packets_sent;
    simulation.run_until(seconds(350.0), &mut NullObserver);
    (simulation.flow_counters(0).packets_sent - before) as f64 * 0.05 / 300.0
}

/// At constant loss TFRC's rate is the throughput equation's. Evenly spaced losses a round trip apart
/// make the loss event rate exact. By chance some share an event, which the equation does not know: more so where there are
/// many in a round trip, and more so if X follows the equation upwards at once (RFC 5348) than packet by packet (ns-2).
#[test]
fn tfrc_sends_at_the_rate_of_padhyes_equation() {
    // ns-2's timeout is three ticks of 100 ms, 6 of these round trips of 50 ms; RFC 5348's is 4 of them.
    for (variant, bounded, rto_s, most) in [("ns2", true, 6.0, 1.08), ("rfc5348", false, 4.0, 1.2)] {
        let of = |scenario, p| {
            let rate = packets_per_rtt(scenario, &tfrc::SECTION, &[("variant", word(variant))]);
            let ratio = rate / Padhye { bounded, rto_s, ..Padhye::of(1.0) }.rate(p);
            println!("{variant}, p {p}: {rate} packets per RTT, {ratio} of the equation");
            ratio
        };
        for n in [10.0, 50.0, 100.0, 400.0] {
            let ratio = of(every(path(350.0), n), 1.0 / n);
            assert!((0.99..1.01).contains(&ratio), "{variant}, every {n}-th: {ratio}");
        }
        for p in [0.002, 0.01, 0.05, 0.1] {
            let ratio = of(with_loss(path(350.0), p), p);
            assert!((0.97..most).contains(&ratio), "{variant}, p {p}: {ratio}");
        }
    }
}

/// RAP(1/2) and TEAR beside sqrt(1.5/p), TCP's rate without timeouts. RAP is above it (it has no timeouts, and sends on
/// until it learns of a loss), TEAR below (its window does not grow in a gap, nor in the round after it).
#[test]
fn rap_and_tear_run_near_tcps_rate_without_timeouts() {
    for (kind, band) in [(&rap::SECTION, 1.0..1.2), (&tear::SECTION, 0.8..0.95)] {
        for p in [0.002, 0.01, 0.05] {
            let ratio = packets_per_rtt(with_loss(path(350.0), p), kind, &[]) / mathis(p, false);
            println!("{}, p {p}: {ratio}", kind.kind);
            assert!(band.contains(&ratio), "{}, p {p}: {ratio}", kind.kind);
        }
    }
}

/// Bits per second that each flow gets from 20 s to 200 s, and the share of its packets that the queue drops meanwhile.
fn shares(scenario: &Scenario) -> (Vec<f64>, f64) {
    let mut simulation = Simulation::new(scenario);
    let look = |simulation: &Simulation| {
        let delivered: Vec<u64> =
            (0..simulation.flow_count()).map(|flow| simulation.flow_counters(flow).packets_delivered).collect();
        (delivered, simulation.bottleneck_counters())
    };
    simulation.run_until(seconds(20.0), &mut NullObserver);
    let (before, at) = look(&simulation);
    simulation.run_until(seconds(200.0), &mut NullObserver);
    let (after, end) = look(&simulation);
    let rates = before.iter().zip(&after).map(|(before, after)| (after - before) as f64 * PACKET_BITS / 180.0);
    (rates.collect(), (end.dropped_queue - at.dropped_queue) as f64 / (end.arrived - at.arrived) as f64)
}

/// Two of a kind share 10 Mbps evenly and leave little of it; one beside NewReno neither starves nor is starved. RAP has no
/// self-clocking: while it does not know that the queue overflows it goes on at the rate that has filled it, and so loses
/// one packet in twenty, where TFRC and TEAR lose one in hundreds.
#[test]
fn they_share_a_link_with_each_other_and_with_newreno() {
    for (kind, most_dropped) in [(&tfrc::SECTION, 0.005), (&rap::SECTION, 0.1), (&tear::SECTION, 0.005)] {
        let late = [("start_s", number(0.3))];
        let (alike, dropped) = shares(&with_flow(with_flow(path(200.0), kind, &[]), kind, &late));
        let (mixed, _) = shares(&with_flow(with_flow(path(200.0), kind, &[]), &cc::newreno::SECTION, &late));
        println!("{}: {alike:?}, {dropped} dropped; beside NewReno {mixed:?}", kind.kind);
        for (rates, least) in [(alike, 4e6), (mixed, 2.5e6)] {
            assert!(rates.iter().sum::<f64>() > 9.5e6, "{}: {rates:?}", kind.kind);
            assert!(rates.iter().all(|rate| *rate > least), "{}: {rates:?}", kind.kind);
        }
        assert!(dropped < most_dropped, "{}: {dropped}", kind.kind);
    }
}

/// SlowCC, figure 4, in small: four TFRC(256) flows alone on the link; then another source takes half of it. Not
/// self-clocked they go on as if nothing had happened; self-clocked they send what arrives.
#[test]
fn self_clocking_makes_slow_tfrc_give_way() {
    let drops = |self_clocked: bool| {
        let undiscounted = ("history_discounting", Value::Bool(false));
        let settings = [("k", number(256.0)), undiscounted, ("self_clocked", Value::Bool(self_clocked))];
        let flows = (0..4).fold(path(80.0), |scenario, n| {
            with(scenario, &tfrc::SECTION, &settings, &[("start_s", number(0.2 * f64::from(n)))])
        });
        let cbr = [("rate_bps", number(5e6)), ("start_s", number(60.0))];
        let mut simulation = Simulation::new(&with_cross(flows, &traffic::cbr::SECTION, &cbr));
        simulation.run_until(seconds(61.0), &mut NullObserver);
        let before = simulation.bottleneck_counters().dropped_queue;
        simulation.run_until(seconds(66.0), &mut NullObserver);
        simulation.bottleneck_counters().dropped_queue - before
    };
    let (without, with) = (drops(false), drops(true));
    println!("{without} drops without, {with} with self-clocking");
    assert!(with * 4 < without, "{without} drops without, {with} with self-clocking");
}

/// Every packet that is sent arrives at the bottleneck, is dropped there or departs, and is delivered within half a round
/// trip, or one more where it is held: once, since none is sent again. Reports that get lost or overtake each other change
/// nothing of that.
#[test]
fn packets_are_conserved() {
    for section in RATES {
        let mut scenario = with_loss(path(60.0), 0.02);
        let reordering = Choice::of(&reordering::bernoulli::SECTION).with("probability", number(0.02));
        scenario.bottleneck.reordering = Some(reordering);
        scenario.reverse_bottleneck = Some(scenario.bottleneck.clone());
        let scenario = with_flow(scenario, section, &[]);
        let scenario = with_flow(scenario, section, &[("direction", word("reverse")), ("start_s", number(1.0))]);
        let (mut simulation, mut log) = (Simulation::new(&scenario), Log::default());
        for second in 1..=60 {
            simulation.run_until(seconds(f64::from(second)), &mut log);
        }
        for flow in [0, 1] {
            let source = Source::Flow(flow);
            let count = |signal| log.times(source, signal).len() as u64;
            let counters = simulation.flow_counters(flow as usize);
            let dropped = count(&signals::DROP_QUEUE) + count(&signals::DROP_RANDOM);
            let departed = log.times(source, &signals::DEPART);
            assert_eq!(counters.packets_sent, count(&signals::ARRIVE));
            let at_bottleneck = counters.packets_sent - dropped - departed.len() as u64;
            assert!(at_bottleneck <= 85 && dropped > 20, "{}: {at_bottleneck}", section.kind);
            let old = departed.iter().filter(|at| **at < seconds(60.0 - 0.06)).count() as u64;
            assert!((old..=departed.len() as u64).contains(&counters.packets_delivered), "{}", section.kind);
            assert_eq!(counters.packets_retransmitted, 0);
            assert!(counters.packets_delivered > 3000, "{}: {}", section.kind, counters.packets_delivered);
        }
    }
}

/// Contract 1.5: rate = cwnd x packet / SRTT from a window to a rate, cwnd = rate x SRTT / packet back. The link stays busy
/// meanwhile, and a run with such changes is a function of its scenario as any other.
#[test]
fn a_flow_changes_from_a_window_to_a_rate_and_back() {
    for section in RATES {
        let kind = |at, to| (at, Change::Kind(0, Choice::of(to)));
        let changes =
            [kind(20.0, *section), kind(40.0, &cc::newreno::SECTION), kind(50.0, &rap::SECTION), kind(55.0, section)];
        let start = with_flow(with_loss(path(60.0), 0.002), &cc::newreno::SECTION, &[]);
        let scenario = changes.into_iter().fold(start, |scenario, (at, change)| with_change(scenario, at, change));
        let (mut simulation, mut log) = (Simulation::new(&scenario), Log::default());
        simulation.run_until(Time::NEVER, &mut log);
        let source = Source::Flow(0);
        let last = |signal, at: f64| {
            let told = log.of(source, signal).into_iter().rev();
            told.into_iter().find(|(time, _)| *time < seconds(at)).expect("told before").1
        };
        let first = |signal, at: f64| {
            log.of(source, signal).into_iter().find(|(time, _)| *time >= seconds(at)).expect("told after").1
        };
        // To the rate: told at once. Back: the first window that is told, before an acknowledgement has come.
        let expected = last(&signals::CWND, 20.0) * PACKET_BITS / (last(&signals::SRTT, 20.0) / 1e3);
        assert!((first(&signals::RATE, 20.0) / expected - 1.0).abs() < 1e-6, "{}", section.kind);
        let expected = last(&signals::RATE, 40.0) * (last(&signals::SRTT, 40.0) / 1e3) / PACKET_BITS;
        assert!((first(&signals::CWND, 40.0) / expected - 1.0).abs() < 1e-6, "{}", section.kind);
        assert!((first(&signals::RATE, 55.0) / last(&signals::RATE, 55.0) - 1.0).abs() < 1e-6, "{}", section.kind);
        let departed = log.times(source, &signals::DEPART);
        for (from, to) in [(15.0, 20.0), (20.0, 25.0), (35.0, 40.0), (40.0, 45.0), (50.0, 55.0), (55.0, 60.0)] {
            let packets = departed.iter().filter(|at| (seconds(from)..seconds(to)).contains(at)).count();
            let used = packets as f64 * PACKET_BITS / (to - from) / 10e6;
            println!("{}: {used} from {from} s to {to} s", section.kind);
            assert!(used > 0.4, "{}: {used} from {from} s to {to} s", section.kind);
        }
        let mut quiet = Simulation::new(&scenario);
        quiet.run_until(Time::NEVER, &mut NullObserver);
        assert_eq!(quiet.digest_hex(), simulation.digest_hex());
    }
}

/// Everything is lost from 20 s to 25 s. Whoever waits for feedback counts it as timeouts; all slow down to almost nothing,
/// mark the ends of epochs, and come back.
#[test]
fn a_silence_is_survived() {
    let lost = |probability| {
        let row = loss::bernoulli::SECTION.index("probability").expect("a parameter");
        Change::Loss(Side::Forward, row, number(probability))
    };
    for section in RATES {
        let scenario = with_flow(with_loss(path(120.0), 0.002), section, &[]);
        let scenario = with_change(with_change(scenario, 20.0, lost(1.0)), 25.0, lost(0.002));
        let (mut simulation, mut log) = (Simulation::new(&scenario), Log::default());
        simulation.run_until(seconds(25.0), &mut log);
        let timeouts = simulation.flow_counters(0).timeouts;
        let rate = log.of(Source::Flow(0), &signals::RATE).last().expect("told").1;
        println!("{}: {timeouts} timeouts, {rate} bit/s after 5 s without anything", section.kind);
        assert_eq!(timeouts, log.times(Source::Flow(0), &signals::TIMEOUT).len() as u64);
        assert_eq!(timeouts > 3, section.kind != "rap", "{}: {timeouts}", section.kind);
        assert!(rate < 50e3, "{}: {rate}", section.kind);
        let cuts = log.times(Source::Flow(0), &signals::WINDOW_CUT);
        assert!(cuts.iter().filter(|at| **at >= seconds(20.0)).count() > 3, "{}", section.kind);
        simulation.run_until(seconds(120.0), &mut log);
        let rate = log.of(Source::Flow(0), &signals::RATE).last().expect("told").1;
        println!("{}: {rate} bit/s in the end", section.kind);
        assert!(rate > 1e6, "{}: {rate}", section.kind);
    }
}

/// A queue that marks instead of dropping is answered like losses: the link is used, nothing is dropped.
#[test]
fn marks_are_answered_as_losses_are() {
    for section in RATES {
        let mut scenario = with_flow(path(150.0), section, &[("ecn", Value::Bool(true))]);
        scenario.bottleneck.queue = Choice::of(&queue::codel::SECTION).with("ecn", Value::Bool(true));
        let (mut simulation, mut log) = (Simulation::new(&scenario), Log::default());
        simulation.run_until(Time::NEVER, &mut log);
        let cuts = log.times(Source::Flow(0), &signals::WINDOW_CUT);
        let late = |at: &&Time| **at >= seconds(20.0);
        let departed = simulation.bottleneck_counters().departed;
        println!("{}: {} cuts, {departed} departed", section.kind, cuts.iter().filter(late).count());
        assert!(cuts.iter().filter(late).count() > 3, "{}", section.kind);
        assert_eq!(log.times(Source::Flow(0), &signals::DROP_QUEUE).iter().filter(late).count(), 0, "{}", section.kind);
        assert!(departed > 60_000, "{}", section.kind);
    }
}
