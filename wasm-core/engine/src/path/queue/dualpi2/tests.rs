//! The equations of DualPI2 by vectors computed by hand, its turns, and what becomes of a packet.

use super::super::testing::{level, moment, ordinal_of, packet};
use super::*;
use crate::cc::testing::assert_close;
use crate::params::Choice;

fn dualpi2(changes: &[(&str, f64)]) -> DualPi2 {
    let with = |choice: Choice, (name, value): &(&str, f64)| choice.with(name, Value::Number(*value));
    DualPi2::new(&changes.iter().fold(Choice::of(&SECTION), with).values)
}

fn with_probability(changes: &[(&str, f64)], probability: f64) -> DualPi2 {
    let mut queue = dualpi2(changes);
    queue.controller.probability = probability;
    queue
}

/// A packet of so many bytes for L, or for C.
fn sized(low: bool, bytes: u32, at_ms: f64) -> Packet {
    Packet { ecn: low.then_some(EcnCodepoint::Ect1), ..packet(u32::from(low), bytes, at_ms) }
}

fn is_low(packet: &Packet) -> bool {
    packet.ecn == Some(EcnCodepoint::Ect1)
}

fn time(ms: f64) -> Time {
    Time::from_seconds(ms / 1e3)
}

/// A queue with this probability, in which so many packets wait that a decision is made.
fn verdict(p: f64, low: bool, ecn: bool, draw: f64) -> Verdict {
    let mut queue = with_probability(&[], p);
    (0..2).for_each(|_| queue.take_over(packet(0, 1500, 0.0)));
    queue.judge(low, ecn, draw)
}

#[test] // the facts sheet, D.3: p' 0.13, delay 17.1, then 19.4 ms
fn the_probability_follows_the_longer_delay() {
    let settings = dualpi2(&[]).settings;
    assert_close(adapted(&settings, 0.13, 0.0194, 0.0171), 0.138_064, 1e-12);
    // 0.16 (-0.015) + 3.2 (-0.05): not below 0; and from 0.9 with 0.16 (0.985) + 3.2 (1): not above 1.
    assert_eq!(adapted(&settings, 0.13, 0.0, 0.05), 0.0);
    assert_eq!(adapted(&settings, 0.9, 1.0, 0.0), 1.0);
    // RFC 9332: alpha = 0.1 Tupdate / RTT_max^2 for an RTT_max of 100 ms.
    assert_close(0.1 * settings.tupdate_ms / 1e3 / 0.01, settings.alpha, 1e-12);
    for (low, classic) in [(80.6, 99.0), (99.0, 80.6)] {
        let mut queue = with_probability(&[], 0.13);
        queue.controller = Controller { delay_s: 0.0171, update: Some(time(100.0)), ..queue.controller };
        queue.take_over(sized(true, 1500, low));
        queue.take_over(sized(false, 1500, classic));
        assert_close(level(&queue, 99.9, &PROBABILITY), 0.13, 0.0);
        assert_close(level(&queue, 100.0, &PROBABILITY), 0.138_064, 1e-12);
    }
}

#[test] // the facts sheet, D.3: p' 0.138064, p_C 0.0190617, p_CL 0.276128
fn probabilities_of_the_two_queues_are_coupled() {
    let p = 0.138_064;
    assert_eq!(verdict(p, false, false, 0.019_061), Verdict::Drop);
    assert_eq!(verdict(p, false, true, 0.019_061), Verdict::Mark);
    assert_eq!(verdict(p, false, false, 0.019_062), Verdict::Keep);
    assert_eq!(verdict(p, false, true, 0.019_062), Verdict::Keep);
    assert_eq!(verdict(p, true, true, 0.276_127), Verdict::Mark);
    assert_eq!(verdict(p, true, true, 0.276_129), Verdict::Keep);
    let mut uncoupled = with_probability(&[("coupling", 0.0)], 1.0);
    (0..2).for_each(|_| uncoupled.take_over(packet(0, 1500, 0.0)));
    assert_eq!(uncoupled.judge(true, true, 0.0), Verdict::Keep);
}

#[test] // k p' > 1: drops in both queues, whatever can be marked; at k p' = 1 all of L is marked
fn overload_drops_from_both_queues() {
    for (low, ecn) in [(true, true), (false, true), (false, false)] {
        assert_eq!(verdict(0.6, low, ecn, 0.359), Verdict::Drop);
    }
    assert_eq!(verdict(0.6, true, true, 0.361), Verdict::Mark);
    assert_eq!(verdict(0.6, false, true, 0.361), Verdict::Keep);
    assert_eq!(verdict(0.5, true, true, 0.0), Verdict::Mark);
    assert_eq!(verdict(0.5, true, true, 0.999), Verdict::Mark);
    assert_eq!(verdict(0.5, false, true, 0.249), Verdict::Mark);
}

/// Two packets of 1500 bytes behind it are enough for a decision, 2999 bytes are not.
#[test]
fn a_short_queue_is_left_alone() {
    for (behind, decides) in [(1500, true), (1499, false)] {
        let mut queue = with_probability(&[], 1.0);
        [1500, 1500, behind].into_iter().for_each(|bytes| queue.take_over(sized(true, bytes, 0.0)));
        let sent = queue.dequeue(Time::ZERO, &mut Vec::new()).expect("a packet waits");
        assert_eq!((sent.marked, queue.marked()), (decides, u64::from(decides)));
    }
}

/// The delay grows with time while nothing leaves: from 0 at 1 ms to 15 ms at 16 ms and 31 ms at 32 ms. Made up for at once
/// or one by one, it is the same.
#[test]
fn updates_are_made_up_for() {
    let mut queue = dualpi2(&[]);
    assert!(queue.enqueue(&packet(0, 1500, 1.0), &moment(1.0, 0), &mut Vec::new()).is_ok());
    queue.controller.update = Some(time(16.0));
    let expected = [0.0, 3.2 * 0.015, 3.2 * 0.015 + 0.16 * 0.016 + 3.2 * 0.016];
    for (ms, expected) in [15.9, 16.0, 32.0].into_iter().zip(expected) {
        assert_close(level(&queue, ms, &PROBABILITY), expected, 1e-12);
    }
    let mut once = queue.clone();
    once.advance(time(170.0));
    [20.0, 33.0, 64.0, 65.0, 170.0].into_iter().for_each(|ms| queue.advance(time(ms)));
    assert_eq!(once.controller, queue.controller);
}

/// After a long silence p' is 0 again, and the clock's beat is kept.
#[test]
fn an_idle_queue_comes_to_rest() {
    let mut queue = with_probability(&[], 0.9);
    queue.controller.update = Some(time(16.0));
    queue.dequeue(time(1.6e9 + 5.0), &mut Vec::new());
    let rest = Controller { probability: 0.0, delay_s: 0.0, update: Some(time(1.6e9 + 16.0)) };
    assert_eq!(queue.controller, rest);
}

#[test]
fn each_queue_keeps_its_order() {
    let codepoints = [None, Some(EcnCodepoint::Ect1), Some(EcnCodepoint::Ect0), Some(EcnCodepoint::Ect1), None];
    let mut queue = dualpi2(&[]);
    for (serial, ecn) in (0..).zip(codepoints) {
        queue.take_over(Packet { serial, ecn, ..packet(0, 1500, 0.0) });
    }
    let ce = Packet { serial: 5, ecn: Some(EcnCodepoint::Ect0), marked: true, ..packet(0, 1500, 0.0) };
    queue.take_over(ce);
    queue.take_over(Packet { serial: 6, ack: true, ..packet(0, 40, 0.0) });
    let order = |half: &Half| half.fifo.iter().map(|packet| packet.serial).collect::<Vec<_>>();
    assert_eq!((order(&queue.low), order(&queue.classic)), (vec![1, 3, 5], vec![0, 2, 4, 6]));
    let leaving: Vec<u64> = std::iter::from_fn(|| queue.give_up()).map(|packet| packet.serial).collect();
    assert_eq!(leaving, [1, 3, 5, 0, 2, 4, 6]);
}

/// The credit begins at -80 packets: L sends nine, C one, and so on. Of other sizes L gets 90 % of the bytes, too.
#[test]
fn backlogged_queues_share_by_bytes() {
    let shares = |changes: &[(&str, f64)], low: u32, classic: u32| {
        let mut queue = dualpi2(changes);
        for _ in 0..3000 {
            queue.take_over(sized(true, low, 0.0));
            queue.take_over(sized(false, classic, 0.0));
        }
        let mut seen = Vec::new();
        queue.each(&mut |packet| seen.push(is_low(packet)));
        let sent: Vec<Packet> = (0..1000).filter_map(|_| queue.give_up()).collect();
        assert!(sent.iter().map(is_low).eq(seen.into_iter().take(1000)));
        sent
    };
    let of_low = |sent: &[Packet]| {
        let bytes = |low| sent.iter().filter(|p| is_low(p) == low).map(|p| f64::from(p.bytes)).sum::<f64>();
        bytes(true) / (bytes(true) + bytes(false))
    };
    let equal = shares(&[], 1500, 1500);
    let first: Vec<bool> = equal[..20].iter().map(is_low).collect();
    assert_eq!(first, [[true; 9].as_slice(), &[false], &[true; 9], &[false]].concat());
    assert_close(of_low(&equal), 0.9, 1e-12);
    assert_close(of_low(&shares(&[], 300, 1500)), 0.9, 0.01);
    assert_close(of_low(&shares(&[], 1500, 300)), 0.9, 0.01);
    assert_close(of_low(&shares(&[("classic_share_percent", 50.0)], 300, 1500)), 0.5, 0.01);
    assert_close(of_low(&shares(&[("classic_share_percent", 0.0)], 1500, 1500)), 1.0, 0.0);
    assert_close(of_low(&shares(&[("classic_share_percent", 100.0)], 1500, 1500)), 0.0, 0.0);
}

#[test] // the step: sojourn > 1 ms, in L only, also of the only packet that waits
fn a_long_wait_in_the_low_latency_queue_is_marked() {
    for (low, nanoseconds, marks) in [(true, 1_000_000, false), (true, 1_000_001, true), (false, 9_000_000, false)] {
        let mut queue = dualpi2(&[]);
        queue.take_over(sized(low, 1500, 0.0));
        let sent = queue.dequeue(Time(nanoseconds), &mut Vec::new()).expect("a packet waits");
        assert_eq!((sent.marked, queue.marked()), (marks, u64::from(marks)));
    }
    // By the probability and by the step, and marked already: one mark, and none.
    for (marked, marks) in [(false, 1), (true, 0)] {
        let mut queue = with_probability(&[], 0.5);
        (0..3).for_each(|_| queue.put(&Packet { marked, ..sized(true, 1500, 0.0) }, 0.0));
        assert!(queue.dequeue(time(2.0), &mut Vec::new()).is_some_and(|sent| sent.marked));
        assert_eq!(queue.marked(), marks);
    }
}

/// A draw belongs to its packet, wherever it waits: of ten packets of C those whose draw is below p'^2 are dropped.
#[test]
fn a_dropped_packet_makes_way_for_the_next() {
    let (low, high) = (ordinal_of(0.0, 0.1), ordinal_of(0.5, 1.0));
    let mut queue = with_probability(&[], 0.4);
    for serial in 0..10 {
        let draw = if serial % 3 == 0 { low } else { high };
        let arrival = Packet { serial, ..packet(0, 1500, 0.0) };
        assert!(queue.enqueue(&arrival, &moment(0.0, draw), &mut Vec::new()).is_ok());
        assert!(queue.enqueue(&sized(true, 1500, 0.0), &moment(0.0, high), &mut Vec::new()).is_ok());
    }
    let mut dropped = Vec::new();
    let sent: Vec<Packet> = (0..18).filter_map(|_| queue.dequeue(Time::ZERO, &mut dropped)).collect();
    assert_eq!(dropped.iter().map(|packet| packet.serial).collect::<Vec<_>>(), [0, 3, 6]);
    // Nine of L, one of C that was not the first, the last of L; then C alone.
    assert_eq!(sent.iter().take(11).map(is_low).collect::<Vec<_>>(), [[true; 9].as_slice(), &[false, true]].concat());
    assert_eq!(sent.iter().filter(|sent| !is_low(sent)).map(|p| p.serial).collect::<Vec<_>>(), [1, 2, 4, 5, 7, 8, 9]);
    assert_eq!(queue.marked(), 0);
}

#[test] // the limit is that of both queues together; an idle link takes its packet
fn a_full_queue_drops_the_arrival() {
    let mut queue = dualpi2(&[("limit_packets", 3.0)]);
    let arrives = |queue: &mut DualPi2, low: bool, link_idle: bool| {
        let now = Moment { link_idle, ..moment(0.0, 0) };
        queue.enqueue(&sized(low, 1500, 0.0), &now, &mut Vec::new()).is_ok()
    };
    assert!(arrives(&mut queue, true, false) && arrives(&mut queue, false, false) && arrives(&mut queue, true, false));
    assert!(!arrives(&mut queue, true, false) && !arrives(&mut queue, false, false));
    assert!(arrives(&mut queue, true, true));
    assert_eq!((queue.packets(), queue.low.fifo.packets(), queue.limit()), (4, 3, Limit::Packets(3.0)));
}

#[test]
fn the_delays_of_both_queues_are_levels() {
    let mut queue = dualpi2(&[]);
    queue.take_over(sized(true, 1500, 5.5));
    assert_eq!(level(&queue, 6.0, &CLASSIC_DELAY), 0.0);
    queue.take_over(sized(false, 1500, 2.0));
    queue.take_over(sized(false, 1500, 4.0));
    assert_close(level(&queue, 6.0, &LOW_LATENCY_DELAY), 0.5, 1e-12);
    assert_close(level(&queue, 6.0, &CLASSIC_DELAY), 4.0, 1e-12);
}
