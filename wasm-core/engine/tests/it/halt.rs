//! A legal scenario that would use up any machine's memory is halted, with its reason, and the same however it is computed.

use crate::common::*;
use sawtooth_engine::observe::NullObserver;
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::history::History;
use sawtooth_engine::traffic;
use sawtooth_engine::units::{Span, Time};

/// 83 million packets a second into a delay of 50 s.
fn flood() -> Scenario {
    let settings = [("rate_bps", number(1e12)), ("base_rtt_ms", number(1e5))];
    let mut scenario = with_cross(path(1000.0), &traffic::cbr::SECTION, &settings);
    scenario.bottleneck.set_rate(1e12);
    scenario
}

#[test]
fn more_packets_than_any_memory_halt_the_run() {
    let mut simulation = Simulation::new(&flood());
    simulation.run_until(Time::NEVER, &mut NullObserver);
    let halt = simulation.halted().expect("halted");
    assert!(simulation.finished() && simulation.next_event().is_none());
    assert!(simulation.under_way() > halt.most_packets && simulation.under_way() <= halt.most_packets + 4096);
    assert!(halt.at > seconds(0.047) && halt.at < seconds(0.049), "{halt:?}");
    let events = simulation.events();
    assert_eq!(simulation.step(&mut NullObserver), None);
    assert_eq!(simulation.events(), events, "nothing happens any more");

    let mut sliced = Simulation::new(&flood());
    while !sliced.finished() {
        if !sliced.advance(Time::NEVER, 77_777, &mut NullObserver) {
            sliced.run_until(sliced.now() + Span(1), &mut NullObserver);
        }
    }
    assert_eq!((sliced.halted(), sliced.digest()), (Some(halt), simulation.digest()));
}

#[test]
fn a_history_ends_where_its_run_is_halted() {
    let mut history = History::new(flood());
    while history.busy() {
        history.advance(1 << 20);
    }
    assert!(history.halted().is_some() && history.complete());
}

#[test] // The legal limit is no load by itself: what counts is what waits
fn a_long_queue_is_legal() {
    let mut scenario = with_cross(path(5.0), &traffic::cbr::SECTION, &[("rate_bps", number(1e9))]);
    scenario.bottleneck.queue = scenario.bottleneck.queue.with("limit_packets", number(1e7));
    let mut simulation = Simulation::new(&scenario);
    simulation.run_until(Time::NEVER, &mut NullObserver);
    assert_eq!(simulation.halted(), None);
    assert!(simulation.bottleneck_state().queue_packets > 400_000);
}
