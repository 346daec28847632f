//! The parts of the path beyond the forward link: acknowledgements that cross a bottleneck of their own, packets held out of
//! order, links that serve in ticks, transfers that end, flash crowds.

use crate::common::*;
use sawtooth_engine::observe::{NullObserver, Source, signals};
use sawtooth_engine::params::Choice;
use sawtooth_engine::path::{loss, policer, queue, reordering};
use sawtooth_engine::scenario::{Bottleneck, Change, Scenario, Side};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_engine::{cc, traffic};

fn link(rate_bps: f64, limit_packets: f64) -> Bottleneck {
    let queue = Choice::of(&queue::drop_tail::SECTION).with("limit_packets", number(limit_packets));
    Bottleneck::new(rate_bps, queue, Choice::of(&loss::bernoulli::SECTION))
}

/// No random draws: no jitter.
fn with_steady_flow(scenario: Scenario, settings: &[(&str, sawtooth_engine::params::Value)]) -> Scenario {
    let mut all = vec![("send_jitter_ms", number(0.0))];
    all.extend_from_slice(settings);
    with_flow(scenario, &cc::newreno::SECTION, &all)
}

const FLOW: Source = Source::Flow(0);

fn with_policer(mut scenario: Scenario, rate_bps: f64, burst_bytes: f64) -> Scenario {
    let choice = Choice::of(&policer::SECTION).with("rate_bps", number(rate_bps));
    scenario.bottleneck.policer = Some(choice.with("burst_bytes", number(burst_bytes)));
    scenario
}

/// A steady source of 8 Mbit/s in packets of 1000 bytes, one each ms, against 3 Mbit/s: besides a burst of 10 packets, 3 of 8
/// pass. Nothing waits on a link of 10 Mbit/s.
#[test] // the facts sheet, F.5: loss 1 - rate of the policer / rate of the source
fn a_policer_drops_what_exceeds_its_rate() {
    let settings = [("packet_bytes", number(1000.0)), ("rate_bps", number(8e6))];
    let scenario = with_policer(with_cross(path(20.0), &traffic::cbr::SECTION, &settings), 3e6, 10_000.0);
    let (simulation, log) = run(&scenario);
    let counters = simulation.bottleneck_counters();
    let passed = 10 + 20_000 * 3 / 8;
    assert!(counters.arrived == 20_000 && (passed - 1..=passed).contains(&(counters.arrived - counters.dropped_queue)));
    assert_eq!(counters.arrived, counters.dropped_queue + counters.departed + counters.queued);
    assert_eq!((counters.dropped_random, counters.marked), (0, 0));
    assert_eq!(log.times(Source::Cross(0), &signals::DROP_QUEUE).len() as u64, counters.dropped_queue);
    assert!(log.of(Source::Bottleneck, &signals::QUEUE_PACKETS).iter().all(|(_, packets)| *packets == 0.0));
    let unlimited = with_policer(with_cross(path(20.0), &traffic::cbr::SECTION, &settings), 8e6, 1000.0);
    assert_eq!(run(&unlimited).0.bottleneck_counters().dropped_queue, 0);
}

/// A policer that is added at 10 s drops nothing before, and 5 of 8 from then on, but for the 10 packets of its burst.
#[test] // contract 1.5
fn a_policer_acts_from_its_intervention_on() {
    let settings = [("packet_bytes", number(1000.0)), ("rate_bps", number(8e6))];
    let steady = with_cross(path(20.0), &traffic::cbr::SECTION, &settings);
    let added = with_policer(steady.clone(), 3e6, 10_000.0).bottleneck.policer.expect("it has one");
    let (simulation, log) = run(&with_change(steady, 10.0, Change::NewPolicer(Side::Forward, added)));
    let drops = log.times(Source::Cross(0), &signals::DROP_QUEUE);
    assert!(drops[0] >= seconds(10.0));
    assert_eq!(drops.len() as u64, simulation.bottleneck_counters().dropped_queue);
    assert!((6239..=6241).contains(&drops.len()), "{}", drops.len());
}

/// A flow behind a policer gets about its rate; its ACKs, which pass one of the other direction, are not policed.
#[test]
fn a_policer_limits_a_flow_and_no_acknowledgements() {
    let goodput = |scenario: &Scenario| {
        let (simulation, log) = run(scenario);
        assert_eq!(log.times(FLOW, &signals::ACK_DROP_QUEUE).len(), 0);
        let counters = simulation.flow_counters(0);
        assert_eq!(log.times(FLOW, &signals::DROP_QUEUE).len() as u64, counters.dropped_queue);
        (counters.delivered_bytes as f64 * 8.0 / 60.0, counters.dropped_queue)
    };
    let mut scenario = with_steady_flow(path(60.0), &[]);
    scenario.reverse_bottleneck = Some(link(1e7, 100.0));
    let (free, _) = goodput(&scenario);
    let policed = with_policer(scenario.clone(), 2e6, 30_000.0);
    let (limited, dropped) = goodput(&policed);
    assert!(free > 9e6 && (1.2e6..2e6).contains(&limited) && dropped > 50, "{free} {limited} {dropped}");
    // 833 ACKs of 40 bytes a second are 267 kbit/s.
    scenario.reverse_bottleneck = Some(with_policer(scenario.clone(), 1e5, 1000.0).bottleneck);
    assert_eq!(goodput(&scenario).0, free);
}

/// 1.2 ms for the data on a link of 10 Mbps, 40 ms of delay, 0.32 ms for 40 bytes on the reverse link of 1 Mbps.
#[test]
fn an_acknowledgement_crosses_the_reverse_link() {
    let mut scenario = with_steady_flow(path(1.0), &[("receive_window_packets", number(1.0))]);
    assert_eq!(run(&scenario).1.of(FLOW, &signals::RTT)[0].1, 41.2);
    scenario.reverse_bottleneck = Some(link(1e6, 10.0));
    let (simulation, log) = run(&scenario);
    assert!(log.of(FLOW, &signals::RTT).iter().all(|(_, rtt)| (rtt - 41.52).abs() < 1e-9));
    let counters = simulation.counters_of(Side::Reverse).expect("a reverse bottleneck");
    assert_eq!(counters.arrived as usize, log.times(FLOW, &signals::ACK_ARRIVE).len());
    assert_eq!(counters.arrived, counters.departed + counters.queued + counters.dropped_queue);
    assert_eq!(counters.sent_bytes, 40 * counters.departed);
}

/// 2 Mbps of data bring 83.3 acknowledgements of 40 bytes a second; a link of 10 kbit/s takes 31.25 of them.
#[test]
fn acknowledgements_are_lost_where_the_way_back_is_full() {
    let mut scenario = with_steady_flow(path(60.0), &[]);
    scenario.bottleneck.set_rate(2e6);
    scenario.reverse_bottleneck = Some(link(1e4, 5.0));
    let (simulation, log) = run(&scenario);
    assert!(log.times(FLOW, &signals::ACK_DROP_QUEUE).len() > 100);
    let counters = simulation.flow_counters(0);
    // One acknowledgement says what the lost ones said: the data goes on, and what is delivered was sent once or is a repair.
    assert!(counters.delivered_bytes as f64 * 8.0 / 60.0 > 0.5e6, "{counters:?}");
    assert!(counters.packets_delivered <= counters.packets_sent);
}

#[test]
fn a_reverse_flow_is_the_mirror_image() {
    let mut forward = with_steady_flow(path(20.0), &[]);
    forward.reverse_bottleneck = Some(link(3e6, 20.0));
    let mut reverse = with_steady_flow(path(20.0), &[("direction", word("reverse"))]);
    reverse.reverse_bottleneck = Some(forward.bottleneck.clone());
    reverse.bottleneck = link(3e6, 20.0);
    let (there, back) = (run(&forward).0, run(&reverse).0);
    assert_eq!(there.flow_counters(0), back.flow_counters(0));
    assert_eq!(there.counters_of(Side::Forward), back.counters_of(Side::Reverse));
    assert_eq!(there.counters_of(Side::Reverse), back.counters_of(Side::Forward));
    assert_ne!(there.digest(), back.digest(), "the digest says which bottleneck");
}

/// Data of the reverse flow and acknowledgements of the forward one share a queue, and the other way round.
#[test]
fn acknowledgements_share_the_queue_with_the_other_direction() {
    let alone = |scenario: Scenario| {
        let mut scenario = scenario;
        scenario.reverse_bottleneck = Some(link(10e6, 84.0));
        let (_, log) = run(&scenario);
        let rtts = log.of(FLOW, &signals::RTT);
        rtts.iter().map(|(_, rtt)| rtt).sum::<f64>() / rtts.len() as f64
    };
    let thin = [("receive_window_packets", number(2.0))];
    let one = alone(with_steady_flow(path(30.0), &thin));
    let both = alone(with_steady_flow(with_steady_flow(path(30.0), &thin), &[("direction", word("reverse"))]));
    assert!(one < 43.0 && both > one + 20.0, "{one} ms, {both} ms");
}

fn reordered(probability: f64, depth: f64) -> Scenario {
    let mut scenario = with_steady_flow(path(20.0), &[("receive_window_packets", number(20.0))]);
    let choice = Choice::of(&reordering::bernoulli::SECTION);
    let choice = choice.with("probability", number(probability)).with("depth_packets", number(depth));
    scenario.bottleneck.reordering = Some(choice);
    scenario
}

/// Two duplicates are too few for a retransmission, three are enough; nothing is lost either way.
#[test]
fn packets_held_out_of_order_bring_duplicates() {
    let (shallow, deep) = (run(&reordered(0.01, 2.0)).0, run(&reordered(0.01, 3.0)).0);
    assert_eq!(shallow.flow_counters(0).packets_retransmitted, 0);
    assert!(deep.flow_counters(0).packets_retransmitted > 20);
    assert_eq!(deep.bottleneck_counters().dropped_queue, 0);
}

/// All are held, so that none passes: each waits for one base RTT, and order is kept.
#[test]
fn what_nobody_passes_waits_for_one_base_rtt() {
    let (simulation, log) = run(&reordered(1.0, 3.0));
    assert_eq!(simulation.flow_counters(0).packets_retransmitted, 0);
    assert!((log.of(FLOW, &signals::ONE_WAY_DELAY)[0].1 - (1.2 + 40.0 + 20.0)).abs() < 1e-9);
}

/// At 10 Mbps a packet takes 1.2 ms: with ticks of 1 ms one leaves in most ticks, the rate holds, and none between.
#[test]
fn a_link_that_serves_in_ticks_keeps_its_rate() {
    let mut scenario = with_steady_flow(path(20.0), &[]);
    scenario.bottleneck.settings = scenario.bottleneck.settings.clone().with("tick_ms", number(1.0));
    let (simulation, log) = run(&scenario);
    let departures = log.times(FLOW, &signals::DEPART);
    assert!(departures.iter().all(|at| at.0.is_multiple_of(1_000_000)));
    let busy: Vec<_> = departures.iter().filter(|at| (5.0..6.2).contains(&at.seconds())).collect();
    assert_eq!(busy.len(), 1000, "1.2 s of a busy link");
    let counters = simulation.bottleneck_counters();
    assert!(counters.busy <= Time::from_seconds(20.0).since(Time::ZERO));
}

/// 3, then 6, then 1 segment: 3 leave at 0, each acknowledgement (the first at 41.2 ms) lets two more leave, the tenth leaves at
/// 82.4 ms and arrives 21.2 ms later.
#[test]
fn a_transfer_ends_when_its_last_byte_arrives() {
    let bytes = 9.0 * 1460.0 + 1.0;
    let (simulation, log) = run(&with_steady_flow(path(5.0), &[("transfer_bytes", number(bytes))]));
    let counters = simulation.flow_counters(0);
    assert_eq!((counters.delivered_bytes, counters.packets_sent, counters.completed), (bytes as u64, 10, true));
    let departed = 9 * 1500 + 41;
    assert_eq!(simulation.bottleneck_counters().sent_bytes, departed, "the last packet has one byte");
    // The tenth is short: 41 bytes take 0.0328 ms instead of 1.2 ms.
    let expected = 0.0824 + 0.000_032_8 + 0.02;
    assert!((counters.stopped.seconds() - expected).abs() < 1e-9, "{:?}", counters.stopped);
    assert_eq!(log.of(FLOW, &signals::COMPLETED), [(counters.stopped, counters.stopped.seconds())]);
}

fn crowd(duration_s: f64) -> Scenario {
    let settings = [("arrivals_per_s", number(50.0)), ("stop_s", number(10.0)), ("start_s", number(1.0))];
    with_cross(path(duration_s), &traffic::flash_crowd::SECTION, &settings)
}

/// 9 s of 50 a second: 450 expected, 21 their standard deviation. After the stop the begun ones go on to their end.
#[test]
fn a_flash_crowd_begins_and_completes_transfers() {
    let (simulation, log) = run(&crowd(60.0));
    let counters = simulation.cross_counters(0);
    assert!((counters.transfers_begun as f64 - 450.0).abs() < 64.0, "{counters:?}");
    assert_eq!(counters.transfers_completed, counters.transfers_begun);
    let completions = log.of(Source::Cross(0), &signals::COMPLETED);
    assert_eq!(completions.len() as u64, counters.transfers_completed);
    // 10 packets on an idle path take 0.1036 s; on a busy one longer, never shorter.
    assert!(completions.iter().all(|(_, took)| *took >= 0.1036 - 1e-9));
    assert_eq!(counters.sent, counters.lost + counters.delivered, "all has arrived");
    assert!(counters.sent >= 10 * counters.transfers_begun);
}

/// Each transfer has random draws of its own: another flow beside them changes when they end, not when they begin.
#[test]
fn transfers_begin_when_their_own_luck_says() {
    let alone = run(&crowd(20.0)).0.cross_counters(0);
    let beside = run(&with_steady_flow(crowd(20.0), &[])).0.cross_counters(0);
    assert_eq!(alone.transfers_begun, beside.transfers_begun);
}

/// The same in the middle of a crowd: a clone goes the same way.
#[test]
fn a_clone_takes_its_transfers_along() {
    let mut scenario = with_loss(with_steady_flow(crowd(12.0), &[("direction", word("reverse"))]), 0.01);
    scenario.reverse_bottleneck = Some(link(5e6, 30.0));
    scenario.bottleneck.reordering = reordered(0.02, 4.0).bottleneck.reordering;
    let mut whole = Simulation::new(&scenario);
    whole.run_until(Time::NEVER, &mut NullObserver);
    let mut cut = Simulation::new(&scenario);
    for n in 1..24 {
        cut.run_until(seconds(0.5 * f64::from(n)), &mut NullObserver);
        let mut clone = cut.clone();
        clone.run_until(Time::NEVER, &mut NullObserver);
        assert_eq!((clone.digest_hex(), clone.events()), (whole.digest_hex(), whole.events()));
    }
}
