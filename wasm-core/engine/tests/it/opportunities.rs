//! A link that serves in opportunities (Mahimahi's traces, models): runs worked out by hand, and laws of random ones. Not here: when
//! opportunities come (`path/opportunities`, `path/rate_model`), and how a trace is read (crate `scenario`).

use crate::common::*;
use sawtooth_engine::cc;
use sawtooth_engine::observe::{NullObserver, Source, signals};
use sawtooth_engine::params::{Choice, List, Value};
use sawtooth_engine::path::queue;
use sawtooth_engine::path::rate_model::{cellular, leo};
use sawtooth_engine::scenario::{BOTTLENECK, Change, Scenario, Side};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
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
    // An opportunity without bytes is lost: six opportunities at 1 ms are of no use to the packets of 2 ms and later.
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
        scenario.bottleneck.queue = Choice::of(discipline);
        for _ in 0..2 {
            scenario = with_flow(scenario, cc::ALGORITHMS[0], &[]);
        }
        let mut whole = Simulation::new(&scenario);
        let mut ledger = Ledger::default();
        for step in 1..30 {
            whole.run_until(seconds(f64::from(step) * 0.1), &mut Listener::of_decisions(&mut ledger));
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

/// Of every packet that a queue keeps, the delay that the queue then has is what the packet waits.
#[test] // the facts sheet, F.1: queueing delay = departure - arrival
fn the_queues_delay_is_what_an_arriving_packet_waits() {
    let base = || {
        let mut scenario = steady(20.0, 1500.0, 3.0);
        scenario.bottleneck.queue = scenario.bottleneck.queue.with("limit_packets", number(10_000.0));
        scenario
    };
    let mut cellular = base();
    // Slow enough for long queues and outages.
    cellular.bottleneck.set_rate(4e6);
    cellular.bottleneck.rate_model = Some(Choice::of(&cellular::SECTION));
    let mut changed = cellular.clone();
    let rate = Change::Bottleneck(Side::Forward, BOTTLENECK.index("rate_bps").expect("a rate"), number(2e6));
    changed = with_change(changed, 7.0, rate);
    for (name, scenario, since_s) in [
        ("trace", with_trace(base(), &[1.0, 2.0, 3.0, 500.0, 500.0, 501.0], true), 0.0),
        ("satellite", with_satellite(base(), 700.0, 0.0), 0.0),
        ("cellular", cellular, 0.0),
        // A packet that arrived before the change was promised the old rate.
        ("cellular, changed", changed, 7.0),
    ] {
        let (_, log) = run(&scenario);
        let levels = log.of(Source::Bottleneck, &signals::QUEUE_DELAY);
        let leaves = log.times(CROSS, &signals::DEPART);
        let mut longest = 0f64;
        for (place, (arrival, departure)) in log.times(CROSS, &signals::ARRIVE).iter().zip(leaves).enumerate() {
            // The last level of that instant: opportunities come before arrivals.
            let (_, delay_ms) = levels.iter().rev().find(|(at, _)| at == arrival).expect("a level");
            let waited_ms = departure.since(*arrival).seconds() * 1e3;
            if arrival.seconds() >= since_s {
                assert!((delay_ms - waited_ms).abs() < 0.01, "{name}, packet {place}: {delay_ms}, {waited_ms} ms");
                longest = longest.max(waited_ms);
            }
        }
        assert!(longest > 400.0, "{name}: {longest} ms");
    }
}

/// A full queue to which nothing can be added: its delay is renewed every 200 ms, so that it falls through an outage.
#[test]
fn the_queues_delay_falls_through_an_outage() {
    let mut scenario = with_trace(steady(1.5, 1500.0, 3.0), &[2000.0, 2000.0, 2000.0, 2000.0], false);
    scenario.bottleneck.queue = scenario.bottleneck.queue.with("limit_packets", number(3.0));
    let (_, log) = run(&scenario);
    let levels = log.of(Source::Bottleneck, &signals::QUEUE_DELAY).into_iter();
    let later: Vec<(u64, f64)> =
        levels.map(|(at, ms)| (at.0 / 1_000_000, ms.round())).filter(|(ms, _)| *ms >= 10).collect();
    assert_eq!(later, (1..=7).map(|n| (200 * n, 2000.0 - 200.0 * n as f64)).collect::<Vec<_>>());
}

/// 12 Mbit/s without spread of the rate: an opportunity each ms, for a packet each 10 ms. Handovers every 2 s with this outage.
fn with_satellite(mut scenario: Scenario, outage_ms: f64, delay_spread_ms: f64) -> Scenario {
    let satellite = Choice::of(&leo::SECTION).with("handover_s", number(2.0)).with("rate_spread", number(0.0));
    let satellite = satellite.with("outage_ms", number(outage_ms)).with("delay_spread_ms", number(delay_spread_ms));
    scenario.bottleneck.set_rate(12e6);
    scenario.bottleneck.rate_model = Some(satellite);
    scenario
}

/// Delays of the packets of cross traffic, by the interval between two handovers in which they were sent.
fn delays_ms(scenario: &Scenario) -> Vec<Vec<f64>> {
    let (_, log) = run(scenario);
    let mut delays = vec![Vec::new(); 20];
    for (at, delay_ms) in log.of(CROSS, &signals::ONE_WAY_DELAY) {
        let sent_s = at.seconds() - delay_ms / 1e3;
        delays[((sent_s + 1e-6) / 2.0) as usize].push(delay_ms);
    }
    delays
}

#[test]
fn a_satellites_delay_changes_at_its_handovers() {
    let delays = delays_ms(&with_satellite(steady(40.0, 1500.0, 10.0), 100.0, 30.0));
    let mut firsts = Vec::new();
    for delays in &delays {
        // Half of the base RTT and up to 30 ms more; an outage of 100 ms, and 11 packets that go in the 11 ms after it.
        let settled = &delays[12..];
        let least = settled.iter().copied().fold(f64::INFINITY, f64::min);
        assert!((20.0..51.0).contains(&least), "{delays:?}");
        assert!(settled.iter().all(|delay| delay - least <= 1.0), "{delays:?}");
        firsts.push(least);
    }
    let mean = firsts.iter().sum::<f64>() / 20.0;
    assert!((mean - 35.5).abs() < 7.8, "{mean}"); // 4 sigma of 20 draws
    assert!(firsts.windows(2).filter(|pair| (pair[0] - pair[1]).abs() > 2.0).count() > 10, "{firsts:?}");
    let still = delays_ms(&with_satellite(steady(40.0, 1500.0, 10.0), 0.0, 0.0));
    assert!(still.iter().flatten().all(|delay| (20.0..=21.0).contains(delay)), "{still:?}");
}

/// Without an outage a shorter delay would let packets overtake: they arrive with the last one before the handover.
#[test]
fn no_packet_overtakes_at_a_handover() {
    let scenario = with_satellite(steady(40.0, 1500.0, 2.0), 0.0, 30.0);
    let (_, log) = run(&scenario);
    let at = log.times(CROSS, &signals::ONE_WAY_DELAY);
    let together = at.windows(2).filter(|pair| pair[0] == pair[1]).count();
    assert!(at.is_sorted() && together > 20, "{together}");
    let mut ledger = Ledger::default();
    let mut simulation = Simulation::new(&with_flow(scenario, cc::ALGORITHMS[0], &[]));
    for step in 1..400 {
        simulation.run_until(seconds(f64::from(step) * 0.1), &mut Listener::of_decisions(&mut ledger));
        ledger.balances(&simulation);
    }
}

/// Data of the other direction pass no satellite, and their ACKs do: one packet in flight has a delay of 20 + 1.2 ms, and an RTT that
/// changes.
#[test]
fn a_satellites_delay_is_that_of_its_direction() {
    let mut scenario = with_satellite(steady(40.0, 1500.0, 10.0), 0.0, 30.0);
    scenario.reverse_bottleneck = Some(path(1.0).bottleneck);
    let one =
        [("direction", word("reverse")), ("receive_window_packets", number(1.0)), ("send_jitter_ms", number(0.0))];
    let (_, log) = run(&with_flow(scenario, cc::ALGORITHMS[0], &one));
    let of = |signal| log.of(Source::Flow(0), signal).into_iter().map(|(_, value)| value);
    assert!(of(&signals::ONE_WAY_DELAY).all(|delay| (delay - 21.2).abs() < 1e-6));
    let (least, most) = of(&signals::RTT).fold((f64::INFINITY, 0.0_f64), |(a, b), rtt| (a.min(rtt), b.max(rtt)));
    assert!(least < 50.0 && most > 65.0, "{least} {most}");
}
