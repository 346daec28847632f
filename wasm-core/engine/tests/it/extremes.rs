//! The far ends of what a scenario may ask for: the fastest links, whose packets take a nanosecond and a bit, and the longest
//! paths, whose round trip is longer than a usual host's greatest timeout.

use crate::common::*;
use sawtooth_engine::observe::NullObserver;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_engine::{cc, traffic};

#[test] // 180 bytes at 1 Tbit/s take 1.44 ns: rounded one by one the link would send 1.44 times its rate
fn no_link_exceeds_its_rate() {
    for (rate_bps, bytes) in [(1e12_f64, 180.0), (1e12, 1.0), (1e12, 312.0), (7e11, 65535.0), (3e10, 100.0)] {
        // Twice as much arrives as the link can send.
        let settings = [("rate_bps", number((2.0 * rate_bps).min(1e12))), ("packet_bytes", number(bytes))];
        let scenario = with_cross(path(20e-6), &traffic::cbr::SECTION, &settings);
        let mut scenario = with_cross(scenario, &traffic::cbr::SECTION, &settings);
        scenario.bottleneck.set_rate(rate_bps);
        let mut simulation = Simulation::new(&scenario);
        simulation.run_until(Time::NEVER, &mut NullObserver);
        let counters = simulation.bottleneck_counters();
        let utilisation = counters.sent_bytes as f64 * 8.0 / counters.capacity_bits;
        // A packet and the rounding of an instant at either end.
        let slack = (2.0 * bytes * 8.0 + 2e-9 * rate_bps) / counters.capacity_bits;
        assert!((utilisation - 1.0).abs() <= slack, "{rate_bps} {bytes}: {utilisation}");
    }
}

#[test]
fn constant_bit_rates_are_exact_at_any_speed() {
    for (rate_bps, bytes) in [(1e12, 180.0), (1e12, 1.0), (9e11, 1500.0)] {
        let settings = [("rate_bps", number(rate_bps)), ("packet_bytes", number(bytes))];
        let mut simulation = Simulation::new(&with_cross(path(20e-6), &traffic::cbr::SECTION, &settings));
        simulation.run_until(Time::NEVER, &mut NullObserver);
        let expected = 20e-6 * rate_bps / (8.0 * bytes);
        let sent = simulation.cross_counters(0).sent as f64;
        let slack = 1.0 + 1e-9 * rate_bps / (8.0 * bytes);
        assert!((sent - expected).abs() <= slack, "{rate_bps} {bytes}: {sent} is not {expected}");
    }
}

#[test] // RFC 6298, 2.5, and Karn: without a timeout beyond the round trip there would never be a sample
fn a_path_of_ninety_seconds_delivers() {
    let scenario = with_flow(path(3600.0), &cc::newreno::SECTION, &[("base_rtt_ms", number(9e4))]);
    let mut simulation = Simulation::new(&scenario);
    simulation.run_until(seconds(1800.0), &mut NullObserver);
    let srtt = simulation.flow_state(0).srtt.expect("a sample");
    assert!((srtt.seconds() - 90.0).abs() < 1.0, "{srtt:?}");
    let half = simulation.flow_counters(0);
    simulation.run_until(Time::NEVER, &mut NullObserver);
    let whole = simulation.flow_counters(0);
    assert_eq!(whole.timeouts, half.timeouts, "timeouts are over");
    let delivered = (half.packets_delivered, whole.packets_delivered);
    assert!(delivered.0 > 100 && delivered.1 > 2 * delivered.0, "{delivered:?}");
}
