//! Losses found by time (RFC 8985, RACK), by hand. Every segment of the first window leaves at 0 ms.

use super::*;

const LINUX: (&str, Value) = ("host", Value::Word("linux"));
const NO_RACK: (&str, Value) = ("rack", Value::Bool(false));

fn ms(ms: f64) -> Time {
    Time::from_seconds(ms / 1000.0)
}

impl Hand {
    /// An acknowledgement at an instant.
    fn ack_at(&mut self, at_ms: f64, next: u64, arrived: u64) -> Vec<u64> {
        self.now = ms(at_ms - 1.0);
        self.ack(next, arrived)
    }
}

/// Ten segments; 0 is lost, and again when it is sent a second time at 102 ms. What leaves when the first segment that was sent
/// after that is SACKed, and the sender then.
fn lost_twice(settings: &[(&str, Value)]) -> (Vec<u64>, Hand) {
    let mut hand = Hand::new(10.0, settings);
    assert!(hand.ack_at(100.0, 0, 1).is_empty() && hand.ack_at(101.0, 0, 2).is_empty());
    assert_eq!(hand.ack_at(102.0, 0, 3), [0]);
    let new: Vec<u64> = (4..10).flat_map(|arrived| hand.ack(0, arrived)).collect();
    assert_eq!(new[0], 10, "and new data in the round trip after it");
    let sent = hand.ack_at(210.0, 0, 10);
    (sent, hand)
}

#[test] // RFC 8985, section 3.2 and 6.2: a segment that left after the retransmission came back, the retransmission did not
fn a_lost_retransmission_is_sent_again_a_round_trip_later() {
    for recovery in ["prr", "sack", "rate_halving", "freebsd_sack"] {
        let settings = [LINUX, ("recovery", Value::Word(recovery)), ("rack", Value::Bool(true)), NO_LIMITED_TRANSMIT];
        let (sent, mut hand) = lost_twice(&settings);
        assert_eq!(sent[0], 0, "{recovery}: before new data");
        assert!(hand.sender.in_recovery());
        let (fast_recoveries, ssthresh) = (hand.sender.counters().fast_recoveries, hand.sender.window().ssthresh);
        assert_eq!((fast_recoveries, ssthresh), (1, 5.0), "{recovery}: no second cut");
        // Segments that left before it arrive, too.
        let max = hand.sender.board().max() - (sent.len() as u64 - 1);
        (11..max).for_each(|arrived| drop(hand.ack(0, arrived)));
        hand.ack_at(310.0, max, 0);
        assert!(!hand.sender.in_recovery());
        assert_eq!(hand.sender.counters().timeouts, 0);
    }
}

#[test] // RFC 6675 cannot find it
fn without_rack_a_lost_retransmission_costs_a_timeout() {
    for settings in [
        &[LINUX, NO_RACK, NO_LIMITED_TRANSMIT][..],
        &[LINUX, NO_RACK, ("recovery", Value::Word("sack")), NO_LIMITED_TRANSMIT],
        &[("host", Value::Word("freebsd")), NO_LIMITED_TRANSMIT],
    ] {
        let (sent, mut hand) = lost_twice(settings);
        assert!(!sent.contains(&0));
        let new = hand.sender.board().max();
        (11..new).for_each(|arrived| assert!(!hand.ack(0, arrived).contains(&0)));
        assert_eq!(hand.timeout(), [0]);
        assert_eq!(hand.sender.counters().timeouts, 1);
    }
}

#[test] // section 6.2, step 5: the window is a quarter of the least RTT of 100 ms; the last segment delivered took 104 ms
fn with_two_segments_sacked_recovery_waits_for_the_reordering_timer() {
    let mut hand = Hand::new(3.0, &[LINUX, NO_LIMITED_TRANSMIT]);
    hand.ack_at(100.0, 0, 1);
    assert_eq!(hand.sender.deadline(), ms(125.0));
    hand.ack_at(104.0, 0, 2);
    assert!(!hand.sender.in_recovery());
    assert_eq!(hand.sender.deadline(), ms(129.0));
    assert_eq!(hand.timeout(), [0]);
    assert!(hand.sender.in_recovery());
    assert_eq!((hand.sender.counters().fast_recoveries, hand.sender.counters().timeouts), (1, 0));
    assert_eq!(hand.sender.deadline(), ms(129.0) + hand.rto(), "the head left: the retransmission timer starts anew");
    let mut hand = Hand::new(3.0, &[LINUX, NO_RACK, NO_LIMITED_TRANSMIT]);
    hand.ack_at(100.0, 0, 1);
    hand.ack_at(104.0, 0, 2);
    assert_eq!(hand.timeout(), [0]);
    assert_eq!((hand.sender.counters().fast_recoveries, hand.sender.counters().timeouts), (0, 1));
}

#[test]
fn the_reordering_timer_does_nothing_when_the_segment_has_come() {
    let mut hand = Hand::new(3.0, &[LINUX, NO_LIMITED_TRANSMIT]);
    hand.ack_at(100.0, 0, 1);
    hand.ack_at(110.0, 2, 0);
    assert!(hand.sender.deadline() > ms(150.0), "only the retransmission timer runs");
    assert!(!hand.sender.in_recovery());
}

/// 0 and 1 of ten segments are lost, or late; both are sent again, 0 at 102 and 1 at 104 ms. What leaves when 1 is SACKed then.
fn second_comes_back(at_ms: f64) -> Vec<u64> {
    let mut hand = Hand::new(10.0, &[LINUX, NO_LIMITED_TRANSMIT]);
    let mut sent = Vec::new();
    for (arrived, at_ms) in (2..7).zip([100.0, 101.0, 102.0, 103.0, 104.0]) {
        sent.extend(hand.ack_at(at_ms, 0, arrived));
    }
    assert_eq!(sent, [0, 1]);
    hand.ack_at(at_ms, 0, 1)
}

#[test] // section 6.2, step 2: sooner than the least RTT it was the original that came
fn a_retransmission_that_comes_back_too_soon_shows_nothing() {
    assert!(!second_comes_back(120.0).contains(&0));
    assert!(!second_comes_back(203.9).contains(&0));
    assert!(second_comes_back(204.0).contains(&0), "100 ms after it left");
}

#[test] // section 6.2, steps 3 and 4: once reordering was seen three SACKed segments are no reason to hurry
fn after_reordering_the_window_is_waited_for() {
    let mut hand = Hand::new(10.0, &[LINUX]);
    hand.ack_at(100.0, 0, 1);
    hand.ack_at(101.0, 2, 0);
    assert!(hand.sender.board().reordering_seen());
    let sent: Vec<usize> = (3..7).map(|arrived| hand.ack(2, arrived).len()).collect();
    assert_eq!(sent, [1, 1, 1, 1], "one for each that is SACKed, as in the kernel");
    assert!(!hand.sender.in_recovery());
    // 6, the last one delivered, took 105 ms; and the least RTT is 100 ms.
    assert_eq!(hand.sender.deadline(), ms(130.0));
    assert_eq!(hand.timeout()[0], 2);
    assert_eq!((hand.sender.counters().fast_recoveries, hand.sender.counters().timeouts), (1, 0));
}

#[test] // tcp_fastretrans_alert: FLAG_LOST_RETRANS leads from Loss to Recovery
fn a_retransmission_lost_after_a_timeout_begins_a_recovery() {
    let mut hand = Hand::new(10.0, &[LINUX, ("f_rto", Value::Bool(false))]);
    assert_eq!(hand.timeout(), [0]);
    assert_eq!(hand.now, ms(1000.0));
    assert_eq!(hand.ack_at(1100.0, 1, 0), [1, 2]);
    // 1 is lost again, 2 is not; 3 to 9 have yet to be sent again.
    let sent = hand.ack_at(1200.0, 1, 2);
    assert_eq!(sent[0], 1);
    assert!(hand.sender.in_recovery());
    assert_eq!(hand.sender.board().pipe(), sent.len() as u64, "the rest is lost");
    let mut again = sent;
    for n in 1..=6 {
        let next = hand.sender.board().una() + 1;
        again.extend(hand.ack_at(1200.0 + 100.0 * f64::from(n), if next == 2 { 3 } else { next }, next - 1));
    }
    assert_eq!(again[..6], [1, 3, 4, 5, 6, 7], "each once");
    assert_eq!(hand.sender.counters().timeouts, 1);
}

#[test] // without SACK there is nothing to find
fn newreno_does_not_use_it() {
    let run = |rack| {
        let mut hand = Hand::new(10.0, &[LINUX, NEWRENO, ("rack", Value::Bool(rack)), NO_LIMITED_TRANSMIT]);
        let sent: Vec<u64> = (1..10).flat_map(|arrived| hand.ack(0, arrived)).collect();
        (sent, hand.sender.deadline(), hand.cwnd(), hand.sender.board().finds_by_time())
    };
    assert_eq!(run(true), run(false));
}

/// When the reordering timer is due, in ms after the SACK of 2 that it follows: of three new segments the first is late. The least
/// RTT is 100 ms, and reordering was seen.
fn waits(hand: &mut Hand, at_ms: f64) -> f64 {
    let first = hand.sender.board().una();
    hand.ack_at(at_ms, first, first + 1);
    let due = hand.sender.deadline();
    hand.ack_at(at_ms + 1.0, first + 2, first);
    (due.since(ms(at_ms)).ms() * 1000.0).round() / 1000.0
}

#[test] // section 6.2, step 4: a quarter of the minimum RTT, one more in each round trip with a duplicate, at most SRTT
fn each_round_trip_with_a_duplicate_widens_the_reordering_window() {
    let mut hand = Hand::new(40.0, &[LINUX, ("dsack", Value::Bool(true)), NO_LIMITED_TRANSMIT]);
    assert_eq!(waits(&mut hand, 100.0), 25.0);
    let mut now = 100.0;
    let mut windows = Vec::new();
    for _ in 0..5 {
        let twice = hand.sender.board().una() - 1;
        for _ in 0..2 {
            let (next, ordinal) = (hand.sender.board().una(), hand.ordinal);
            hand.ordinal += 1;
            hand.take(Acknowledgement { next, arrived: twice, duplicate: true, ordinal, ..NO_ACK });
        }
        // All that was in flight then is acknowledged, and what leaves then is acknowledged 100 ms later.
        now += 101.0;
        let all = hand.sender.board().max();
        hand.ack_at(now, all, all - 1);
        now += 100.0;
        windows.push(waits(&mut hand, now));
    }
    assert_eq!(windows[..3], [50.0, 75.0, 100.0]);
    let srtt = hand.sender.srtt().map_or(0.0, Span::ms);
    assert!(windows[3] < 102.0 && (windows[4] - srtt).abs() < 0.1, "not above SRTT: {windows:?}, {srtt}");
}
