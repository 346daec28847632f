//! A Wi-Fi link, which sends aggregates: runs worked out by hand, and laws of random ones. Not here: the vectors of one exchange
//! (`path/wifi`), and links that serve in opportunities (`opportunities.rs`).

use crate::common::*;
use sawtooth_engine::cc;
use sawtooth_engine::observe::{NullObserver, Observer, Signal, Source, signals};
use sawtooth_engine::params::Choice;
use sawtooth_engine::path::{queue, wifi};
use sawtooth_engine::scenario::{BOTTLENECK, Bottleneck, Change, Scenario, Side, row};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::units::Time;
use sawtooth_testing::cases;
use sawtooth_testing::draw::Draw;
use sawtooth_testing::ledger::Ledger;
use std::collections::BTreeMap;

const CROSS: Source = Source::Cross(0);

/// A Wi-Fi link of 65 Mbit/s with this probability of error.
fn with_wifi(mut scenario: Scenario, error_probability: f64) -> Scenario {
    scenario.bottleneck.set_rate(65e6);
    scenario.bottleneck.rate_model =
        Some(Choice::of(&wifi::SECTION).with("error_probability", number(error_probability)));
    scenario
}

fn us(times: &[Time]) -> Vec<f64> {
    times.iter().map(|at| at.0 as f64 / 1e3).collect()
}

/// A packet of 1500 bytes takes 189.54 us, the preamble 40 us, DIFS 34 us, the backoff 0 to 15 slots of 9 us.
#[test]
fn a_packet_alone_waits_for_the_medium_and_is_an_aggregate() {
    let (simulation, log) = run(&with_wifi(steady(1.0, 1500.0, 10.0), 0.0));
    let (arrivals, departures) = (log.times(CROSS, &signals::ARRIVE), log.times(CROSS, &signals::DEPART));
    let (arrivals, departures) = (us(&arrivals), us(&departures));
    assert_eq!((arrivals.len(), departures.len()), (100, 100));
    let mut slots = Vec::new();
    for (arrived, left) in arrivals.iter().zip(&departures) {
        let backoff = (left - arrived - 34.0 - 40.0 - 189.538) / 9.0;
        assert!((backoff - backoff.round()).abs() < 1e-3 && (-0.1..15.1).contains(&backoff), "{backoff}");
        slots.push(backoff.round());
    }
    let mean = slots.iter().sum::<f64>() / 100.0;
    assert!((mean - 7.5).abs() < 1.9, "{mean}"); // 4 sigma = 1.84
    let counters = simulation.bottleneck_counters();
    assert_eq!((counters.departed, counters.queued, counters.sent_bytes), (100, 0, 150_000));
    // Full aggregates of 28.7 packets, once in 5.63 ms.
    assert!((counters.capacity_bits / 1.0 - 61.2e6).abs() < 0.1e6, "{}", counters.capacity_bits);
}

/// Arrivals during an exchange leave together, at the end of the next one; the queue's limit is for waiting ones.
#[test]
fn what_waits_goes_together_and_takes_no_room_in_the_queue() {
    let mut scenario = with_wifi(steady(0.4, 1500.0, 0.1), 0.0);
    scenario.bottleneck.queue = scenario.bottleneck.queue.with("limit_packets", number(20.0));
    let mut simulation = Simulation::new(&scenario);
    let mut ledger = Ledger::default();
    let mut most = 0;
    for step in 1..4000 {
        simulation.run_until(Time(step * 100_000), &mut Listener::of_decisions(&mut ledger));
        let state = simulation.bottleneck_state();
        assert!(state.queue_packets <= 20, "{state:?}");
        most = most.max(simulation.bottleneck_counters().queued);
    }
    ledger.balances(&simulation);
    // 120 Mbit/s are offered: all that waits, 20 packets, goes on the air, while 20 others wait.
    assert_eq!(most, 40);
    let counters = simulation.bottleneck_counters();
    // 20 packets in 40 + 20 x 189.5 + 48 + 34 + 67.5 us: 60.3 Mbit/s.
    let rate = counters.sent_bytes as f64 * 8.0 / 0.4 / 1e6;
    assert!((rate - 60.3).abs() < 0.6, "{rate}");
    assert!(counters.dropped_queue > 1000 && counters.lost_after_queue == 0, "{counters:?}");
}

/// With every packet failing, each is sent eight times and lost; then the balance has it after the queue.
#[test]
fn after_the_last_retry_a_packet_is_lost_after_the_queue() {
    let (simulation, log) = run(&with_wifi(steady(1.0, 1500.0, 10.0), 1.0));
    let counters = simulation.bottleneck_counters();
    assert_eq!((counters.lost_after_queue, counters.departed), (100, 0));
    assert_eq!(simulation.cross_counters(0).lost_after_queue, 100);
    let (arrivals, losses) = (log.times(CROSS, &signals::ARRIVE), log.times(CROSS, &signals::LOST_AFTER_QUEUE));
    for (arrived, lost) in us(&arrivals).iter().zip(us(&losses)) {
        let backoffs = (lost - arrived - 8.0 * (34.0 + 40.0 + 189.538) - 7.0 * 48.0) / 9.0;
        assert!((backoffs - backoffs.round()).abs() < 1e-3 && (0.0..120.1).contains(&backoffs), "{backoffs}");
    }
}

/// A change of the rate holds from the next aggregate on.
#[test]
fn the_rate_is_that_of_the_physical_layer() {
    let change = Change::Bottleneck(Side::Forward, row(BOTTLENECK.params, "rate_bps"), number(6.5e6));
    let (simulation, log) = run(&with_change(with_wifi(steady(1.0, 1500.0, 10.0), 0.0), 0.5, change));
    let (arrivals, departures) = (log.times(CROSS, &signals::ARRIVE), log.times(CROSS, &signals::DEPART));
    let waits = |(arrived, left): (&Time, &Time)| left.since(*arrived).seconds() * 1e6;
    let waits: Vec<f64> = arrivals.iter().zip(&departures).map(waits).collect();
    assert!(waits[..50].iter().all(|wait| (263.5..398.6).contains(wait)), "{waits:?}");
    assert!(waits[50..].iter().all(|wait| (1969.3..2104.5).contains(wait)), "{waits:?}");
    // Full aggregates carry 61.2 and 6.12 Mbit/s.
    let capacity = simulation.bottleneck_counters().capacity_bits;
    assert!((capacity - 0.5 * 61.2e6 - 0.5 * 6.12e6).abs() < 0.06e6, "{capacity}");
}

const HALF_SECOND: u64 = 500_000_000;

/// The last packet of each source that left, and the bytes that left within each half second.
#[derive(Default)]
struct Departures {
    last: BTreeMap<Source, u64>,
    bytes: BTreeMap<u64, f64>,
}

impl Observer for Departures {
    fn signal(&mut self, _at: Time, _source: Source, _signal: &'static Signal, _value: f64) {}
    fn packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64) {
        if std::ptr::eq(signal, &signals::DEPART) {
            let before = self.last.insert(source, serial);
            assert!(before.is_none_or(|before| before < serial), "{source:?}: {serial} after {before:?}");
            *self.bytes.entry(at.0 / HALF_SECOND).or_default() += f64::from(bytes);
        }
    }
}

/// Any load, size, rate and error: packets leave in order and balance; no more leaves than the physical layer could send; shortcuts,
/// clones and observers change nothing.
#[test]
fn laws_of_random_links() {
    let make = |draw: &mut Draw| {
        let mut scenario = with_wifi(path(3.0), draw.one_of(&[0.0, 0.05, 0.3, 0.9]));
        scenario.bottleneck.set_rate(draw.by_logarithm(1e6, 600e6).round());
        scenario.bottleneck.queue = Choice::of(draw.one_of(queue::DISCIPLINES));
        scenario.seed = draw.below(1000) as u64;
        for _ in 0..draw.below(3) + 1 {
            scenario = with_flow(scenario, draw.one_of(cc::ALGORITHMS), &[]);
        }
        scenario
    };
    cases::hold(40, make, |scenario, draw| {
        let rate_bps = scenario.bottleneck.rate_bps();
        let (mut whole, mut ledger) = (Simulation::new(scenario), Ledger::default());
        for step in 1..10 {
            whole.run_until(seconds(f64::from(step) * 0.31), &mut Listener::of_decisions(&mut ledger));
            ledger.balances(&whole);
        }
        let mut plain = Simulation::plain(scenario);
        plain.run_until(seconds(draw.between(0.1, 2.0)), &mut NullObserver);
        let mut clone = plain.clone();
        let (mut seen, mut departures) = (Simulation::new(scenario), Departures::default());
        seen.run_until(Time::NEVER, &mut Listener::of_decisions(&mut departures));
        for other in [&mut plain, &mut clone, &mut whole] {
            other.run_until(Time::NEVER, &mut NullObserver);
            assert_same(&seen, other);
        }
        // An aggregate leaves as a whole at its end, and packets wait for those before them.
        let most = 0.5 * rate_bps / 8.0 + 2.0 * 64.0 * 1500.0;
        assert!(departures.bytes.values().all(|bytes| *bytes <= most), "{:?}", departures.bytes);
    });
}

/// ACKs share the reverse link's aggregates and fail like data.
#[test]
fn acknowledgements_pass_a_reverse_link() {
    let mut scenario = with_flow(path(10.0), &cc::newreno::SECTION, &[]);
    let reverse = with_wifi(path(1.0), 0.4).bottleneck;
    let choice = reverse.rate_model.clone().map(|choice| choice.with("retries", number(1.0)));
    scenario.reverse_bottleneck = Some(Bottleneck { rate_model: choice, ..reverse });
    let (mut simulation, mut ledger) = (Simulation::new(&scenario), Ledger::default());
    simulation.run_until(Time::NEVER, &mut Listener::of_decisions(&mut ledger));
    ledger.balances(&simulation);
    let counters = simulation.counters_of(Side::Reverse).expect("a reverse bottleneck");
    // 0.4 x 0.4 of them are lost.
    let lost = counters.lost_after_queue as f64 / counters.arrived as f64;
    assert!((lost - 0.16).abs() < 0.02, "{lost} of {}", counters.arrived);
    assert_eq!(simulation.flow_counters(0).lost_after_queue, 0);
}
