//! A ping: its RTT on an empty path and behind a queue, by hand; its replies on the reverse path; what a stop and a change do. Not here:
//! random scenarios (`properties`).

use crate::common::*;
use sawtooth_engine::observe::{NullObserver, Source, signals};
use sawtooth_engine::params::{Choice, Value};
use sawtooth_engine::path::{loss, queue};
use sawtooth_engine::scenario::{Bottleneck, Change, Scenario};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::traffic;
use sawtooth_engine::units::Time;

const PING: Source = Source::Cross(0);

/// A ping alone on 10 Mbit/s and 40 ms.
fn ping(duration_s: f64, settings: &[(&str, Value)]) -> Scenario {
    with_cross(path(duration_s), &traffic::ping::SECTION, settings)
}

fn back(rate_bps: f64, limit_packets: f64) -> Option<Bottleneck> {
    let queue = Choice::of(&queue::drop_tail::SECTION).with("limit_packets", number(limit_packets));
    Some(Bottleneck::new(rate_bps, queue, Choice::of(&loss::bernoulli::SECTION)))
}

/// When each reply came, and the RTT, in nanoseconds.
fn replies(scenario: &Scenario) -> Vec<(u64, u64)> {
    let replies = run(scenario).1.of(PING, &signals::RTT);
    replies.into_iter().map(|(at, ms)| (at.0, (ms * 1e6).round() as u64)).collect()
}

fn row(name: &str) -> usize {
    traffic::ping::SECTION.index(name).expect("a setting of a ping")
}

#[test]
fn the_rtt_is_the_base_rtt_and_the_transmissions() {
    // 84 bytes take 67.2 us at 10 Mbit/s; by default one a second.
    assert_eq!(replies(&ping(2.5, &[])), [0, 1, 2].map(|n| (n * 1_000_000_000 + 40_067_200, 40_067_200)));
    // 1500 bytes take 1.2 ms, and 12 ms at 1 Mbit/s on the way back.
    let mut scenario = ping(0.5, &[("packet_bytes", number(1500.0))]);
    scenario.reverse_bottleneck = back(1e6, 84.0);
    assert_eq!(replies(&scenario), [(53_200_000, 53_200_000)]);
    let counters = run(&scenario).0.cross_counters(0);
    assert_eq!((counters.sent, counters.delivered, counters.replies_received, counters.replies_lost), (1, 1, 1, 0));
}

#[test]
fn requests_wait_in_the_queue_and_replies_on_the_way_back() {
    // A packet of 1500 bytes left for the link at the same instant, before the ping.
    let mut scenario = path(0.1);
    scenario = with_cross(scenario, &traffic::cbr::SECTION, &[("interval_ms", number(1000.0))]);
    scenario = with_cross(scenario, &traffic::ping::SECTION, &[]);
    let of = |scenario: &Scenario| run(scenario).1.of(Source::Cross(1), &signals::RTT)[0].1;
    assert_eq!(of(&scenario), 41.2672);
    // At 80 kbit/s an ACK of 40 bytes takes 4 ms and a reply 8.4 ms. The ACKs of three packets that left before it are in its way: the
    // first came 4.8672 - 1.2 ms earlier than the reply, the others wait for it.
    let mut scenario =
        with_flow(path(0.2), sawtooth_engine::scenario::ALGORITHMS[0], &[("send_jitter_ms", number(0.0))]);
    scenario = with_cross(scenario, &traffic::ping::SECTION, &[]);
    scenario.reverse_bottleneck = back(8e4, 84.0);
    // Flows start before cross traffic: 3 packets of 1.2 ms, then the request; at 20 ms more the ACKs of 1.2, 2.4 and 3.6 ms, the reply at
    // 3.6672 ms; the last ACK has left at 1.2 + 12 ms, the reply at 21.6 ms.
    assert_eq!(replies(&scenario)[0].1, 20_000_000 + 21_600_000 + 20_000_000);
}

#[test]
fn a_full_queue_on_the_way_back_loses_replies() {
    let mut scenario = ping(1.0, &[("interval_ms", number(1.0))]);
    scenario.reverse_bottleneck = back(1e5, 5.0);
    let (simulation, log) = run(&scenario);
    let counters = simulation.cross_counters(0);
    // 6.72 ms each: about a seventh comes through.
    assert!((130..150).contains(&counters.replies_received), "{counters:?}");
    assert_eq!(counters.replies_lost, log.times(PING, &signals::ACK_DROP_QUEUE).len() as u64);
    assert!(counters.replies_lost > 800 && counters.lost == 0, "{counters:?}");
    let mut waiting = 0;
    simulation.packets(|packet| waiting += u64::from(packet.ack));
    assert_eq!(counters.delivered, counters.replies_received + counters.replies_lost + waiting);
}

#[test]
fn after_its_stop_no_reply_counts() {
    let scenario = ping(1.0, &[("interval_ms", number(50.0)), ("stop_s", number(0.1))]);
    let counters = run(&scenario).0.cross_counters(0);
    assert_eq!((counters.sent, counters.delivered, counters.replies_received), (2, 2, 2));
    let earlier = ping(1.0, &[("interval_ms", number(50.0)), ("stop_s", number(0.08))]);
    let counters = run(&earlier).0.cross_counters(0);
    assert_eq!((counters.sent, counters.delivered, counters.replies_received), (2, 2, 1));
}

#[test]
fn changes_act_on_both_ways_and_overtake_nothing() {
    let with = |at_s: f64, name: &str, value: f64| {
        let scenario = ping(1.0, &[("interval_ms", number(10.0))]);
        replies(&with_change(scenario, at_s, Change::Traffic(0, row(name), number(value))))
    };
    let longer = with(0.5, "base_rtt_ms", 100.0);
    assert_eq!((longer[0].1, longer.last().unwrap().1), (40_067_200, 100_067_200));
    let shorter = with(0.5, "base_rtt_ms", 10.0);
    assert_eq!((shorter[0].1, shorter.last().unwrap().1), (40_067_200, 10_067_200));
    assert!(shorter.is_sorted_by_key(|(at, rtt)| at - rtt), "requests are answered in order");
    assert_eq!(with(0.5, "packet_bytes", 1500.0).last().unwrap().1, 41_200_000);
    assert_eq!(with(0.5, "interval_ms", 100.0).len(), 50 + 4);
}

/// A clone takes the replies along, held ones too.
#[test]
fn a_clone_goes_the_same_way() {
    let mut scenario = ping(2.0, &[("interval_ms", number(3.0))]);
    scenario = with_loss(with_flow(scenario, sawtooth_engine::scenario::ALGORITHMS[0], &[]), 0.01);
    scenario.reverse_bottleneck = back(3e5, 20.0);
    scenario.reverse_bottleneck.as_mut().unwrap().reordering =
        Some(Choice::of(sawtooth_engine::path::reordering::MODELS[0]).with("probability", number(0.1)));
    let mut whole = Simulation::new(&scenario);
    whole.run_until(Time::NEVER, &mut NullObserver);
    let mut cut = Simulation::new(&scenario);
    for n in 1..40 {
        cut.run_until(seconds(0.05 * f64::from(n)), &mut NullObserver);
        let mut clone = cut.clone();
        clone.run_until(Time::NEVER, &mut NullObserver);
        assert_same(&clone, &whole);
    }
}
