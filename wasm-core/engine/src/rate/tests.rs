//! Sender and receiver as carriers, whatever the algorithm: exact gaps, jitter, headers, takeovers.

use super::receiver::{EachRtt, Receiver};
use super::sender::Sender;
use super::testing::{ClosedLoop, Hand, PACKET_BYTES, assert_close, sender};
use super::*;
use crate::observe::signals;
use crate::params::{Choice, Section};
use crate::tcp::Transmission;

const PACKET_BITS: f64 = 12_000.0;

fn takeover(packets_per_s: f64, srtt_ms: f64) -> Option<Takeover> {
    Some(Takeover { rate: Rate(packets_per_s * PACKET_BITS), srtt: Span::from_ms(srtt_ms) })
}

/// A sender of RAP at a rate that stays for 100 s: its RTT is too long for anything to grow or to be overdue.
fn steady(packets_per_s: f64, changes: &[(&str, Value)]) -> (Sender, Hand, Vec<Transmission>) {
    let (mut hand, mut out) = (Hand::new(), Vec::new());
    let mut sender = sender(&Choice::of(&rap::SECTION), changes);
    sender.start(hand.now, takeover(packets_per_s, 1e5), 7, &mut out, &mut hand.emitter);
    (sender, hand, out)
}

/// Fires the timer at each of its deadlines until so many packets have left.
fn send(sender: &mut Sender, out: &mut Vec<Transmission>, emitter: &mut Emitter, packets: usize) {
    while out.len() < packets {
        sender.on_timer(sender.deadline(), out, emitter);
    }
}

#[test] // three gaps of 33.3 ms are 100 ms to the nanosecond; gaps of 6.4 ns round to 6 or 7 and do not drift
fn gaps_are_exact_at_any_rate() {
    for (rate, rtt_ms) in [(30.0, 1e5), (700.0, 1e4), (2.3e7, 1.0), (1e9 / 6.4, 0.1)] {
        let (mut hand, mut out) = (Hand::new(), Vec::new());
        let mut sender = sender(&Choice::of(&rap::SECTION), &[]);
        sender.start(hand.now, takeover(rate, rtt_ms), 7, &mut out, &mut hand.emitter);
        send(&mut sender, &mut out, &mut hand.emitter, 1001);
        let sequences: Vec<u64> = out[..1001].iter().map(|sent| sent.sequence).collect();
        assert_eq!(sequences, (7..1008).collect::<Vec<_>>());
        for (n, sent) in out[..1001].iter().enumerate() {
            let exact = 1e9 * n as f64 / rate;
            assert_close(sent.leaves.since(Time::from_seconds(10.0)).0 as f64, exact, 0.500_001);
        }
    }
}

#[test]
fn the_rate_keeps_within_its_bounds() {
    // A packet in 64 s at least; TCP's largest window in a round trip at most, here 2^30 bytes in 100 s.
    let gap = |rate: f64| {
        let (sender, hand, _) = steady(rate, &[]);
        (sender.deadline().since(hand.now).seconds(), sender.rate().0 / PACKET_BITS)
    };
    let (longest, least) = gap(1e-9);
    assert_close(longest, 64.0, 1e-9);
    assert_close(least, 1.0 / 64.0, 1e-12);
    let most = f64::from(1 << 30) / f64::from(PACKET_BYTES) / 100.0;
    let (shortest, greatest) = gap(1e8);
    assert_close(shortest, 1.0 / most, 1e-9);
    assert_close(greatest, most, 1e-6);
}

#[test]
fn jitter_delays_each_packet_in_order_and_does_not_add_up() {
    let (mut sender, mut hand, mut out) = steady(1000.0, &[("send_jitter_ms", Value::Number(3.0))]);
    send(&mut sender, &mut out, &mut hand.emitter, 1000);
    let late: Vec<f64> = out.iter().enumerate().map(|(n, sent)| sent.leaves.since(hand.now).ms() - n as f64).collect();
    assert!(late.iter().all(|ms| (-1e-6..=3.0).contains(ms)));
    assert!(late.iter().any(|ms| *ms > 2.5) && late.iter().any(|ms| *ms < 0.5));
    assert!(out.windows(2).all(|pair| pair[0].leaves <= pair[1].leaves));
}

/// A report halves RAP's rate of 10 packets per second to one each 200 ms, 250 ms after the last packet: the next one
/// leaves 400 ms after that, not 450; and when the rate grows, what has waited for longer than the new gap leaves at once.
#[test]
fn a_changed_rate_moves_the_packet_that_waits() {
    let (mut hand, mut out) = (Hand::new(), Vec::new());
    let mut sender = sender(&Choice::of(&rap::SECTION), &[]);
    sender.start(hand.now, takeover(10.0, 1000.0), 0, &mut out, &mut hand.emitter);
    send(&mut sender, &mut out, &mut hand.emitter, 6);
    let last = out[5].leaves;
    assert_eq!(sender.deadline(), last + Span::from_ms(100.0));
    hand.now = last + Span::from_ms(40.0);
    let report = hand.report(4, 100.0, [4.0, 0.0, -1.0]);
    sender.on_report(hand.now, &report, &mut out, &mut hand.emitter);
    assert_eq!(sender.deadline(), last + Span::from_ms(200.0));
    assert_eq!(out.len(), 6);
    // At the first report ever IPG falls from 2 s to the RTT of 40 ms.
    let mut sender = super::testing::sender(&Choice::of(&rap::SECTION), &[]);
    out.clear();
    sender.start(hand.now, None, 0, &mut out, &mut hand.emitter);
    assert_eq!(sender.deadline(), hand.now + Span::from_ms(2000.0));
    hand.wait(50.0);
    let report = hand.report(0, 40.0, [0.0, -1.0, -1.0]);
    sender.on_report(hand.now, &report, &mut out, &mut hand.emitter);
    assert_eq!((out.len(), out[1].leaves, sender.deadline()), (2, hand.now, hand.now + Span::from_ms(40.0)));
}

#[test]
fn a_packet_carries_the_rtt_that_its_sender_knew() {
    let (mut hand, mut out) = (Hand::new(), Vec::new());
    let mut sender = sender(&Choice::of(&tfrc::SECTION), &[]);
    sender.start(hand.now, None, 0, &mut out, &mut hand.emitter);
    let mut hear = |sender: &mut Sender, sequence: u64, rtt_ms: f64, packets: usize| {
        hand.now = sender.deadline().max(hand.now) - Span(1);
        let report = hand.report(sequence, rtt_ms, [0.0, 1e3, 0.0]);
        sender.on_report(hand.now, &report, &mut out, &mut hand.emitter);
        send(sender, &mut out, &mut hand.emitter, packets);
    };
    hear(&mut sender, 0, 100.0, 3);
    hear(&mut sender, 1, 140.0, 9);
    // Packet 0 left before the first sample; 3 was sent before the second report came.
    let first_with_second = 3;
    assert_eq!(sender.header_rtt(0), None);
    assert_eq!(sender.header_rtt(first_with_second - 1), Some(Span::from_ms(100.0)));
    assert_eq!(sender.header_rtt(first_with_second), Some(Span::from_ms(102.0)));
}

#[test]
fn what_belongs_to_another_sender_is_ignored() {
    let (mut sender, mut hand, mut out) = steady(100.0, &[]);
    let (rate, sent) = (sender.rate(), out.len());
    let stale = hand.report(6, 40.0, [6.0, 3.0, 2.0]);
    sender.on_report(hand.now, &stale, &mut out, &mut hand.emitter);
    assert_eq!((sender.rate(), sender.srtt(), out.len()), (rate, Some(Span::from_ms(1e5)), sent));
    let mut receiver = Receiver::new(&Choice::of(&rap::SECTION), PACKET_BYTES, 7);
    let arrival = |sequence| Arrival { sequence, serial: 0, left: hand.now, srtt: None, marked: false };
    let old = receiver.on_packet(hand.now, &arrival(6), &mut hand.emitter);
    assert_eq!((old.delivered, old.report), (0, None));
    let own = receiver.on_packet(hand.now, &arrival(7), &mut hand.emitter);
    assert_eq!((own.delivered, own.report.map(|report| report.numbers)), (1, Some([7.0, -1.0, -1.0])));
}

/// 50 packets per second over a smoothed RTT of 400 ms are 20 packets. At first nothing has come back, and nothing is emitted; one
/// report after 40 ms, at RAP's first rate of a packet each round trip: 1 packet.
#[test]
fn what_a_rate_amounts_to_in_a_round_trip_is_told() {
    let (mut hand, mut out) = (Hand::new(), Vec::new());
    let mut taken = sender(&Choice::of(&rap::SECTION), &[]);
    taken.start(hand.now, takeover(50.0, 400.0), 7, &mut out, &mut hand.emitter);
    let told = hand.told(&signals::RATE_PACKETS);
    assert_eq!(told.len(), 1);
    assert_close(told[0], 20.0, 1e-9);
    let mut new = sender(&Choice::of(&rap::SECTION), &[]);
    new.start(hand.now, None, 0, &mut out, &mut hand.emitter);
    assert!(hand.told(&signals::RATE_PACKETS).is_empty());
    hand.wait(50.0);
    let report = hand.report(0, 40.0, [0.0, -1.0, -1.0]);
    new.on_report(hand.now, &report, &mut out, &mut hand.emitter);
    let told = hand.told(&signals::RATE_PACKETS);
    assert_eq!(told.len(), 1);
    assert_close(told[0], 1.0, 1e-9);
}

#[test]
fn a_stopped_sender_is_silent() {
    let (mut sender, mut hand, mut out) = steady(100.0, &[]);
    sender.stop();
    assert_eq!(sender.deadline(), Time::NEVER);
    out.clear();
    sender.on_timer(Time::from_seconds(1e6), &mut out, &mut hand.emitter);
    let report = hand.report(7, 40.0, [7.0, -1.0, -1.0]);
    sender.on_report(hand.now, &report, &mut out, &mut hand.emitter);
    assert!(out.is_empty());
}

#[test]
fn reports_once_per_rtt_wait_for_a_packet() {
    let mut reports = EachRtt::new();
    assert!(reports.on_packet());
    reports.reported(Time(100), None);
    assert!(reports.on_packet(), "the RTT is not known");
    reports.reported(Time(100), Some(Span(50)));
    assert_eq!(reports.due(), Time(150));
    assert!(!reports.on_packet());
    assert!(reports.on_timer());
    reports.reported(Time(150), Some(Span(50)));
    assert!(!reports.on_timer(), "nothing has come");
    assert_eq!(reports.due(), Time::NEVER);
    assert!(reports.on_packet());
}

#[test] // contract 1.5: the rate is kept, and every algorithm goes on from there
fn any_algorithm_takes_over_any_other() {
    let choices: Vec<Choice> = RATES.iter().map(|section: &&'static Section| Choice::of(section)).collect();
    for from in &choices {
        for to in &choices {
            let mut run = ClosedLoop::new(from, 50.0, |sequence| sequence % 200 == 99);
            run.run_until(20.0);
            let (rate, next) = (run.sender.rate().0, run.sender.next_sequence());
            run.replace(to);
            assert_close(run.sender.rate().0 / rate, 1.0, 1e-9);
            run.run_until(20.2);
            let ratio = run.sender.rate().0 / rate;
            assert!((0.4..1.6).contains(&ratio), "{} to {}: {ratio}", from.section.kind, to.section.kind);
            run.run_until(40.0);
            assert!(run.sender.next_sequence() > next + 1000 && run.delivered > 2000);
        }
    }
}

#[test]
fn every_algorithm_survives_silence_floods_and_single_packets() {
    for section in RATES {
        // Everything lost from the start; from 5 s on; all but each third; a path of 1 ns; a path of 100 s.
        for (rtt_ms, rule) in [
            (40.0, (|_| true) as fn(u64) -> bool),
            (40.0, |sequence| sequence > 500),
            (40.0, |sequence| sequence % 3 > 0),
            (1e-6, |sequence| sequence % 100 == 0),
            (1e5, |sequence| sequence % 100 == 0),
        ] {
            let mut run = ClosedLoop::new(&Choice::of(section), rtt_ms, rule).with_link(1e6, 20);
            run.run_until(400.0);
            let rate = run.sender.rate().0 / PACKET_BITS;
            assert!((1.0 / 64.0..=1e9).contains(&rate), "{}: {rate}", section.kind);
            assert!(run.sent < 400_000, "{}: {} packets", section.kind, run.sent);
        }
    }
}
