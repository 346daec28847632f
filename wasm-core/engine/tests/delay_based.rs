//! What the algorithms that listen to delay are known for, in whole runs: how many packets of their own wait in the
//! queue once they have settled. One flow on the test-bed's path: 10 Mbps, 40 ms, 84 packets of drop tail.

mod common;

use common::{Log, number, path, seconds, with_flow};
use sawtooth_engine::cc;
use sawtooth_engine::observe::{Signal, Source, signals};
use sawtooth_engine::params::{Section, Value};
use sawtooth_engine::sim::Simulation;

/// A run of one flow, alone, for so long.
fn alone(section: &'static Section, settings: &[(&str, Value)], duration_s: f64) -> (Simulation, Log) {
    let mut scenario = with_flow(path(duration_s), section, &[]);
    for (name, value) in settings {
        let algorithm = scenario.flows[0].algorithm.clone();
        scenario.flows[0].algorithm = algorithm.with(name, value.clone());
    }
    let (mut simulation, mut log) = (Simulation::new(&scenario), Log::default());
    simulation.run_until(seconds(duration_s), &mut log);
    (simulation, log)
}

/// Mean of a level from `from_s` to `to_s`.
fn mean(log: &Log, source: Source, signal: &'static Signal, from_s: f64, to_s: f64) -> f64 {
    let (mut area, mut since, mut level) = (0.0, from_s, f64::NAN);
    for (at, value) in log.of(source, signal) {
        if at.seconds() > from_s {
            area += level * (at.seconds() - since);
            since = at.seconds();
        }
        level = value;
    }
    (area + level * (to_s - since)) / (to_s - from_s)
}

fn mean_queue(log: &Log, from_s: f64, to_s: f64) -> f64 {
    mean(log, Source::Bottleneck, &signals::QUEUE_PACKETS, from_s, to_s)
}

/// Goodput over the run, as a share of the capacity.
fn share(simulation: &Simulation) -> f64 {
    let bytes = simulation.flow_counters(0).delivered_bytes as f64;
    bytes * 8.0 / (10e6 * 1460.0 / 1500.0 * simulation.now().seconds())
}

/// Vegas keeps from alpha to beta packets queued (up to beta + 1 where Diff is counted in whole packets), on a full link.
#[test]
fn vegas_keeps_alpha_to_beta_packets_in_the_queue() {
    for (variant, alpha, most) in [("freebsd", 1.0, 4.0), ("linux", 2.0, 5.0), ("ns2", 1.0, 3.0), ("paper", 2.0, 4.0)] {
        let (simulation, log) = alone(&cc::vegas::SECTION, &[("variant", Value::Word(variant))], 30.0);
        let queue = mean_queue(&log, 10.0, 30.0);
        println!("{variant}: {queue:.2} packets, {:.3} of the capacity", share(&simulation));
        assert!((alpha - 0.1..=most + 0.1).contains(&queue), "{variant}: {queue}");
        assert!(share(&simulation) > 0.97, "{variant}: {}", share(&simulation));
        assert_eq!(simulation.bottleneck_counters().dropped_queue, 0, "{variant}");
    }
    let settings = [("alpha", number(20.0)), ("beta", number(22.0))];
    let (_, log) = alone(&cc::vegas::SECTION, &settings, 30.0);
    let queue = mean_queue(&log, 10.0, 30.0);
    assert!((19.9..=23.1).contains(&queue), "{queue}");
}
