//! A link that serves in opportunities (Mahimahi's traces): runs worked out by hand, and laws of random ones. Not here: when
//! opportunities come (`path/opportunities`), and how a trace is read (crate `scenario`).

mod common;

use common::*;
use sawtooth_engine::cc;
use sawtooth_engine::observe::{NullObserver, Source, signals};
use sawtooth_engine::params::{List, Value};
use sawtooth_engine::path::queue;
use sawtooth_engine::scenario::{Scenario, Side};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_testing::ledger::Ledger;

const CROSS: Source = Source::Cross(0);

fn with_trace(mut scenario: Scenario, times_ms: &[f64], repeat: bool) -> Scenario {
    let times = Value::List(List::Given(times_ms.into()));
    let settings = scenario.bottleneck.settings.with("rate_trace_ms", times);
    scenario.bottleneck.settings = settings.with("rate_trace_repeat", Value::Bool(repeat));
    scenario
}

fn departures_ms(log: &Log) -> Vec<u64> {
    log.times(CROSS, &signals::DEPART).iter().map(|at| at.0 / 1_000_000).collect()
}

#[test] // the facts sheet, F.1: 200-byte packets, one opportunity: 7 whole and 100 bytes of the eighth
fn an_opportunity_sends_several_small_packets_and_a_part() {
    let (simulation, log) = run(&with_trace(steady(0.029, 200.0, 1.0), &[20.0, 25.0], false));
    // At 20 ms packets of 0 to 19 ms wait; at 25 ms the rest of the eighth, seven more, and the first 0 bytes of the next.
    assert_eq!(departures_ms(&log), [20, 20, 20, 20, 20, 20, 20, 25, 25, 25, 25, 25, 25, 25, 25]);
    let counters = simulation.bottleneck_counters();
    assert_eq!((counters.arrived, counters.departed, counters.queued), (29, 15, 14));
    assert_eq!((counters.capacity_bits, counters.sent_bytes), (24_000.0, 3000));
}

#[test] // Mahimahi, link_queue.cc: the packet in transit is outside the queue and its limit
fn the_packet_in_transit_takes_no_room() {
    let mut scenario = with_trace(steady(0.009, 1000.0, 1.0), &[5.0], false);
    scenario.bottleneck.queue = scenario.bottleneck.queue.with("limit_packets", number(3.0));
    let (simulation, log) = run(&scenario);
    // Three of 0 to 2 ms wait; those of 3 and 4 ms are dropped. At 5 ms one goes and 500 bytes of the second: two have left the
    // queue, so that those of 5 and 6 ms find room.
    let dropped: Vec<u64> = log.times(CROSS, &signals::DROP_QUEUE).iter().map(|at| at.0 / 1_000_000).collect();
    assert_eq!((dropped, departures_ms(&log)), (vec![3, 4, 7, 8], vec![5]));
    assert_eq!(simulation.bottleneck_counters().queued, 4);
}

#[test] // the facts sheet, F.1: an arrival never uses an opportunity of its own millisecond or earlier
fn an_arrival_waits_for_a_later_opportunity() {
    // A packet at 0, 2, 4, ... ms, an opportunity at 0, 2, 4, ...: each finds the one before.
    let (simulation, log) = run(&with_trace(steady(0.0095, 1500.0, 2.0), &[0.0, 2.0], true));
    // The list repeats from 2 ms on with two opportunities at each instant.
    assert_eq!(departures_ms(&log), [2, 4, 6, 8]);
    assert_eq!(simulation.bottleneck_counters().capacity_bits, 9.0 * 12_000.0);
    // What no bytes wait for is lost: six opportunities at 1 ms are of no use to the packets of 2 ms and later.
    let (_, log) = run(&with_trace(steady(0.0095, 1500.0, 2.0), &[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 9.0], true));
    assert_eq!(departures_ms(&log), [1, 9]);
}

#[test] // a trace with one opportunity per 1.2 ms of a 10 Mbit/s link, in whole ms
fn a_saturated_flow_gets_what_the_trace_gives() {
    let times: Vec<f64> = (1..=1000).map(|n| (f64::from(n) * 1.2).floor()).collect();
    let scenario = with_trace(with_flow(path(12.0), cc::ALGORITHMS[0], &[]), &times, true);
    let (simulation, _) = run(&scenario);
    let counters = simulation.bottleneck_counters();
    let utilisation = counters.sent_bytes as f64 * 8.0 / counters.capacity_bits;
    assert!(utilisation > 0.97, "{utilisation}");
    assert!((counters.capacity_bits / 12.0 / 10e6 - 1.0).abs() < 1e-3, "{counters:?}");
}

/// With every discipline: packets balance, shortcuts and clones change nothing.
#[test]
fn packets_balance_and_clones_agree() {
    let times: Vec<f64> = (1..=400).map(|n| (f64::from(n * n % 97) / 24.0 + f64::from(n)).floor()).collect();
    let mut times = times;
    times.sort_by(f64::total_cmp);
    for discipline in queue::DISCIPLINES {
        let mut scenario = with_trace(steady(3.0, 300.0, 7.0), &times, true);
        scenario.bottleneck.queue = sawtooth_engine::params::Choice::of(discipline);
        for _ in 0..2 {
            scenario = with_flow(scenario, cc::ALGORITHMS[0], &[]);
        }
        let mut whole = Simulation::new(&scenario);
        let mut ledger = Ledger::default();
        for step in 1..30 {
            whole.run_until(seconds(f64::from(step) * 0.1), &mut ledger);
            ledger.balances(&whole);
        }
        let mut half = Simulation::plain(&scenario);
        half.run_until(seconds(1.2345), &mut NullObserver);
        let mut clone = half.clone();
        for other in [&mut half, &mut clone, &mut whole] {
            other.run_until(Time::NEVER, &mut NullObserver);
        }
        assert_eq!((half.digest(), clone.digest()), (whole.digest(), whole.digest()), "{}", discipline.kind);
        assert!(whole.counters_of(Side::Forward).is_some_and(|counters| counters.departed > 1000));
    }
}
