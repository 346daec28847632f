//! Known traits of the algorithms for fast and for wireless paths, in whole runs of one flow. Not here: their rules
//! (`src/cc`), algorithms that keep the queue short (`delay_based.rs`).

use crate::common::{Log, number, path, with_flow, with_loss};
use sawtooth_engine::cc;
use sawtooth_engine::observe::{Signal, Source, signals};
use sawtooth_engine::params::{Choice, Section, Value};
use sawtooth_engine::scenario::{Bottleneck, Scenario};
use sawtooth_engine::sim::Simulation;

const FLOW: Source = Source::Flow(0);

/// One flow on the usual path, with this share of packets lost at random.
fn lossy(section: &'static Section, variant: Option<&'static str>, probability: f64, duration_s: f64) -> Scenario {
    let mut scenario = with_flow(path(duration_s), section, &[]);
    if let Some(variant) = variant {
        scenario.flows[0].algorithm = Choice::of(section).with("variant", Value::Word(variant));
    }
    with_loss(scenario, probability)
}

fn run(scenario: &Scenario) -> (Simulation, Log) {
    let (mut simulation, mut log) = (Simulation::new(scenario), Log::default());
    simulation.run_until(scenario.duration, &mut log);
    (simulation, log)
}

/// Mean of a level from `from_s` on.
fn mean(log: &Log, signal: &'static Signal, from_s: f64, to_s: f64) -> f64 {
    let (mut area, mut since, mut level) = (0.0, from_s, f64::NAN);
    for (at, value) in log.of(FLOW, signal) {
        if at.seconds() > from_s {
            area += level * (at.seconds() - since);
            since = at.seconds();
        }
        level = value;
    }
    (area + level * (to_s - since)) / (to_s - from_s)
}

/// Bits per second on the wire that arrived.
fn throughput(simulation: &Simulation) -> f64 {
    simulation.flow_counters(0).delivered_bytes as f64 * 8.0 * 1500.0 / 1460.0 / simulation.now().seconds()
}

/// Westwood+'s estimate is what arrives, whether losses are repaired with SACK or without: each packet counts once, in a
/// recovery too.
#[test]
fn westwood_estimates_what_arrives() {
    for recovery in ["newreno", "sack"] {
        for variant in ["paper", "linux"] {
            let mut scenario = lossy(&cc::westwood::SECTION, Some(variant), 0.01, 60.0);
            scenario.flows[0].settings = scenario.flows[0].settings.clone().with("recovery", Value::Word(recovery));
            let (simulation, log) = run(&scenario);
            let ratio = mean(&log, &cc::BANDWIDTH, 1.0, 60.0) / throughput(&simulation);
            println!("{recovery} {variant}: {ratio:.4}");
            assert!((0.98..=1.02).contains(&ratio), "{recovery} {variant}: {ratio}");
        }
    }
}

/// A random loss costs Westwood+ less than NewReno.
#[test]
fn westwood_keeps_its_goodput_under_random_loss() {
    for probability in [0.001, 0.01, 0.03] {
        let of = |section| throughput(&run(&lossy(section, None, probability, 60.0)).0);
        let (westwood, newreno) = (of(&cc::westwood::SECTION), of(&cc::newreno::SECTION));
        println!("{probability}: {:.2} and {:.2} Mbit/s", westwood / 1e6, newreno / 1e6);
        assert!(westwood > 1.03 * newreno, "{probability}: {westwood} {newreno}");
    }
}

/// With few packets in the queue Veno and Illinois cut less at a random loss than NewReno does.
#[test]
fn delay_makes_cuts_at_random_losses_shallow() {
    let of = |section| throughput(&run(&lossy(section, None, 0.01, 60.0)).0);
    let newreno = of(&cc::newreno::SECTION);
    for section in [&cc::veno::SECTION, &cc::illinois::SECTION] {
        println!("{}: {:.2} and {:.2} Mbit/s", section.kind, of(section) / 1e6, newreno / 1e6);
        assert!(of(section) > 1.5 * newreno, "{}", section.kind);
    }
}

/// At 100 Mbit/s and 80 ms YeAH turns at 80 packets of its own in the queue and loses nothing once slow start is over; with half
/// of the RTT Reno's estimated window follows its own, and the queue fills.
#[test]
fn yeah_drains_its_queue_where_80_packets_take_an_eighth_of_the_rtt() {
    for (base_rtt_ms, most) in [(80.0, 100.0), (40.0, 1000.0)] {
        let mut scenario = with_flow(path(100.0), &cc::yeah::SECTION, &[("base_rtt_ms", number(base_rtt_ms))]);
        let queue = scenario.bottleneck.queue.clone().with("limit_packets", number(1000.0));
        scenario.bottleneck = Bottleneck::new(100e6, queue, scenario.bottleneck.loss.clone());
        let (_, log) = run(&scenario);
        let queued = log.of(Source::Bottleneck, &signals::QUEUE_PACKETS);
        let largest =
            queued.iter().filter(|(at, _)| at.seconds() > 10.0).fold(0.0, |most: f64, (_, now)| most.max(*now));
        println!("{base_rtt_ms} ms: at most {largest} packets");
        assert!(if most < 1000.0 { largest <= most } else { largest > 500.0 }, "{base_rtt_ms} ms: {largest}");
        let cuts = log.times(FLOW, &signals::WINDOW_CUT);
        assert!(cuts.iter().all(|at| at.seconds() < 10.0), "{base_rtt_ms} ms: {cuts:?}");
    }
}
