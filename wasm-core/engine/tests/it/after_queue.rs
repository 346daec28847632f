//! Random loss after the queue: the packet has used the link, and is lost when its last bit has left. Runs worked out by hand. Not
//! here: the models themselves, and random loss before the queue (`interventions`, `fading`).

use crate::common::*;
use sawtooth_engine::cc;
use sawtooth_engine::observe::{NullObserver, Source, signals};
use sawtooth_engine::params::{Choice, List, Value};
use sawtooth_engine::path::loss;
use sawtooth_engine::scenario::{Change, Scenario, Side};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::units::Time;
use sawtooth_testing::ledger::Ledger;

const CROSS: Source = Source::Cross(0);

fn every_third(position: &'static str) -> Choice {
    let gaps = Value::List(List::Fixed(&[3.0]));
    Choice::of(&loss::periodic::SECTION).with("gaps", gaps).with("position", word(position))
}

fn bernoulli(probability: f64, position: &'static str) -> Choice {
    Choice::of(&loss::bernoulli::SECTION).with("probability", number(probability)).with("position", word(position))
}

/// Packets of 1250 bytes, which take 1 ms on the link, at this interval, with random loss.
fn lossy(duration_s: f64, interval_ms: f64, loss: Choice) -> Scenario {
    let mut scenario = steady(duration_s, 1250.0, interval_ms);
    scenario.bottleneck.loss = loss;
    scenario
}

/// The n-th packet arrives at n - 1 ms and has left at n ms. Before 20.5 ms 21 have arrived and 20 have left, six of them lost.
#[test]
fn a_packet_is_lost_when_it_has_left_the_link() {
    let (simulation, log) = run(&lossy(0.0205, 1.0, every_third("after_queue")));
    let lost = log.times(CROSS, &signals::LOST_AFTER_QUEUE);
    assert_eq!(lost, [3, 6, 9, 12, 15, 18].map(|ms| Time(ms * 1_000_000)));
    assert_eq!((log.times(CROSS, &signals::DROP_RANDOM).len(), log.times(CROSS, &signals::DEPART).len()), (0, 14));
    let counters = simulation.bottleneck_counters();
    assert_eq!((counters.arrived, counters.departed, counters.lost_after_queue, counters.queued), (21, 14, 6, 1));
    assert_eq!((counters.dropped_random, counters.sent_bytes), (0, 20 * 1250), "the link has sent what is lost");
    let cross = simulation.cross_counters(0);
    assert_eq!((cross.lost, cross.lost_after_queue, cross.dropped_random), (6, 6, 0));
    // Before the queue they take none of the link's time.
    let (simulation, log) = run(&lossy(0.0205, 1.0, every_third("before_queue")));
    assert_eq!(log.times(CROSS, &signals::DROP_RANDOM), [2, 5, 8, 11, 14, 17, 20].map(|ms| Time(ms * 1_000_000)));
    assert_eq!(simulation.bottleneck_counters().sent_bytes, 14 * 1250);
}

/// Two packets a millisecond for a link of one: what the queue drops is not counted by the model.
#[test]
fn what_the_queue_drops_is_not_lost_again() {
    let mut scenario = lossy(1.0, 0.5, every_third("after_queue"));
    scenario.bottleneck.queue = scenario.bottleneck.queue.with("limit_packets", number(4.0));
    let (simulation, log) = run(&scenario);
    let counters = simulation.bottleneck_counters();
    assert!(counters.dropped_queue > 900, "{counters:?}");
    assert_eq!((counters.departed + counters.lost_after_queue, counters.lost_after_queue), (999, 333));
    let lost = log.times(CROSS, &signals::LOST_AFTER_QUEUE);
    assert!(lost.iter().zip(1..).all(|(at, n)| *at == Time(3_000_000 * n)));
}

/// Contract 1.4: the draw is that of the stream's n-th packet to leave. Where the queue drops nothing that is the n-th to arrive.
#[test]
fn the_nth_packet_to_leave_meets_the_nth_draw() {
    let lost = |position| {
        let (_, log) = run(&lossy(20.0, 1.0, bernoulli(0.1, position)));
        let (before, after) = (log.times(CROSS, &signals::DROP_RANDOM), log.times(CROSS, &signals::LOST_AFTER_QUEUE));
        if position == "after_queue" { after } else { before }
    };
    let before: Vec<Time> = lost("before_queue").iter().map(|at| Time(at.0 + 1_000_000)).collect();
    assert!(before.len() > 1800);
    assert_eq!(lost("after_queue"), before[..before.len() - usize::from(before[before.len() - 1] >= seconds(20.0))]);
}

/// Acknowledgements are never lost at random, wherever that strikes.
#[test]
fn acknowledgements_are_spared() {
    let mut scenario = with_flow(path(5.0), &cc::newreno::SECTION, &[]);
    scenario.reverse_bottleneck = Some(scenario.bottleneck.clone());
    let spared = run(&scenario).0.digest();
    scenario.reverse_bottleneck.as_mut().expect("one").loss = bernoulli(1.0, "after_queue");
    let (simulation, _) = run(&scenario);
    assert_eq!(simulation.digest(), spared);
    assert_eq!(simulation.counters_of(Side::Reverse).map(|counters| counters.lost_after_queue), Some(0));
}

/// A loss of probability 0 is the same run at either place; a change of the place acts at its instant, on what arrives and on what leaves.
#[test]
fn the_place_may_change_while_a_run_goes_on() {
    let none = with_flow(path(5.0), &cc::newreno::SECTION, &[]);
    let mut after = none.clone();
    after.bottleneck.loss = bernoulli(0.0, "after_queue");
    assert_eq!(run(&after).0.digest(), run(&none).0.digest());
    let row = loss::bernoulli::SECTION.index("position").expect("a field");
    let change = Change::Loss(Side::Forward, row, word("after_queue"));
    let (simulation, log) = run(&with_change(lossy(20.0, 1.0, bernoulli(0.1, "before_queue")), 10.0, change));
    let (before, after) = (log.times(CROSS, &signals::DROP_RANDOM), log.times(CROSS, &signals::LOST_AFTER_QUEUE));
    assert!(before.iter().all(|at| *at < seconds(10.0)) && after.iter().all(|at| *at >= seconds(10.0)));
    assert!(before.len() > 850 && after.len() > 850, "{} {}", before.len(), after.len());
    assert_eq!(simulation.cross_counters(0).lost as usize, before.len() + after.len());
}

/// A flow's losses are repaired, its books balance at any moment, and shortcuts make no difference.
#[test]
fn a_flow_recovers_from_losses_after_the_queue() {
    let mut scenario = with_flow(path(20.0), &cc::newreno::SECTION, &[]);
    scenario = with_flow(scenario, &cc::cdg::SECTION, &[("start_s", number(5.0)), ("stop_s", number(15.0))]);
    scenario.bottleneck.loss = bernoulli(0.01, "after_queue");
    let (mut simulation, mut ledger) = (Simulation::new(&scenario), Ledger::default());
    for at in [3.0, 7.1, 12.0, 20.0] {
        simulation.run_until(seconds(at), &mut Listener::of_decisions(&mut ledger));
        ledger.balances(&simulation);
    }
    let counters = simulation.flow_counters(0);
    assert!(counters.lost_after_queue > 20 && counters.dropped_random == 0, "{counters:?}");
    assert!(counters.fast_recoveries > 10 && counters.delivered_bytes > 5_000_000, "{counters:?}");
    let mut plain = Simulation::plain(&scenario);
    plain.run_until(Time::NEVER, &mut NullObserver);
    assert_eq!((plain.digest(), plain.events()), (simulation.digest(), simulation.events()));
}
