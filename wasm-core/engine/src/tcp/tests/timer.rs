//! When the retransmission timer is restarted while losses are repaired, by hand: acknowledgements come a millisecond
//! apart, and no segment gives an RTT sample, so that the timeout is the initial one of 3 s throughout. `docs/hosts.md`
//! says which system does what.

use super::*;

/// The initial timeout, in ms.
const RTO_MS: u64 = 3000;

fn with(recovery: &'static str, restart: Option<&'static str>, host: &'static str) -> Hand {
    let mut settings = vec![
        ("host", Value::Word(host)),
        ("recovery", Value::Word(recovery)),
        ("initial_rto_ms", Value::Number(RTO_MS as f64)),
        ("timestamps", Value::Bool(false)),
        NO_LIMITED_TRANSMIT,
    ];
    settings.extend(restart.map(|word| ("rto_restart", Value::Word(word))));
    Hand::new(20.0, &settings)
}

/// When the timer was restarted last, in ms since the flow's start.
fn restarted(hand: &Hand) -> u64 {
    hand.sender.deadline().0 / 1_000_000 - RTO_MS
}

/// Segments 0, 9 and 12 of 20 are lost, without SACK. When the timer was restarted last after: the first two duplicates, the
/// beginning of recovery at 3 ms, the other duplicates, the first partial acknowledgement at 30 ms, a duplicate at 31 ms,
/// the second partial acknowledgement at 32 ms, and the end of recovery at 40 ms.
fn without_sack(restart: Option<&'static str>, host: &'static str) -> [u64; 7] {
    let mut hand = with("newreno", restart, host);
    (1..3).for_each(|arrived| drop(hand.ack(0, arrived)));
    let before = restarted(&hand);
    assert_eq!(hand.ack(0, 3), [0]);
    let entry = restarted(&hand);
    (4..20).filter(|s| ![9, 12].contains(s)).for_each(|arrived| drop(hand.ack(0, arrived)));
    let duplicates = restarted(&hand);
    hand.now = Time::from_seconds(0.029);
    assert_eq!(hand.ack(9, 0)[0], 9, "the next hole");
    let first = restarted(&hand);
    hand.ack(9, 20);
    let between = restarted(&hand);
    assert_eq!(hand.ack(12, 9)[0], 12, "and the last one");
    let second = restarted(&hand);
    hand.now = Time::from_seconds(0.039);
    hand.ack(20, 12);
    assert!(!hand.sender.in_recovery());
    [before, entry, duplicates, first, between, second, restarted(&hand)]
}

#[test] // RFC 6298 (5.3); RFC 6582, section 3.2 step 3 and section 4; RFC 6675, section 6
fn each_rule_restarts_the_timer_where_its_source_does() {
    assert_eq!(without_sack(Some("ack"), "freebsd"), [0, 0, 0, 30, 30, 32, 40]);
    assert_eq!(without_sack(Some("first_partial"), "freebsd"), [0, 3, 3, 30, 30, 30, 40]);
    for rule in ["each_partial", "head_retransmission", "each_retransmission"] {
        assert_eq!(without_sack(Some(rule), "freebsd"), [0, 3, 3, 30, 30, 32, 40], "{rule}");
    }
}

#[test] // FreeBSD: each partial acknowledgement; Linux: each of new data; ns-2's NewReno agent: the first partial one
fn without_sack_hosts_follow_their_systems() {
    assert_eq!(without_sack(None, "freebsd"), without_sack(Some("each_partial"), "freebsd"));
    assert_eq!(without_sack(None, "linux_2_6"), without_sack(Some("head_retransmission"), "linux_2_6"));
    assert_eq!(without_sack(None, "linux"), without_sack(Some("head_retransmission"), "linux"));
    assert_eq!(without_sack(None, "ns2"), [0, 3, 3, 30, 30, 30, 40]);
}

#[test] // ns-2's Sack1 agent restarts at each partial acknowledgement
fn with_sack_ns2_restarts_at_each_partial_acknowledgement() {
    let mut hand = with("sack", None, "ns2");
    (1..20).filter(|s| ![9, 12].contains(s)).for_each(|arrived| drop(hand.ack(0, arrived)));
    assert!(hand.sender.in_recovery());
    for (at, next) in [(0.030, 9), (0.040, 12)] {
        hand.now = Time::from_seconds(at);
        hand.ack(next, 0);
        assert!(hand.sender.in_recovery());
        assert_eq!(hand.sender.deadline(), hand.now + hand.rto(), "partial acknowledgement of {next}");
    }
}

/// Segments 0 and 5 of 10 are lost, and the receiver's window allows no new data: the sender repairs 0 when recovery begins
/// at 3 ms, 5 when it is known to be lost, and then, with nothing else to send, its last hole once more (RFC 6675, rule 4).
fn later_retransmissions(restart: &'static str) -> Vec<(u64, Vec<u64>, bool)> {
    let settings =
        [("receive_window_packets", Value::Number(10.0)), ("rto_restart", Value::Word(restart)), NO_LIMITED_TRANSMIT];
    let mut hand = Hand::new(10.0, &settings);
    let mut seen = Vec::new();
    for arrived in [1, 2, 3, 4, 6, 7, 8, 9] {
        let before = hand.sender.deadline();
        let sent = hand.ack(0, arrived);
        let restarts = hand.sender.deadline() == hand.now + hand.rto() && hand.sender.deadline() != before;
        seen.push((arrived, sent, restarts));
    }
    seen
}

#[test] // RFC 6675, section 6: "may" at each retransmission; RFC 6298 (5.3): at none; Linux: at the head's
fn later_retransmissions_restart_the_timer_only_where_the_rule_says_so() {
    let of = |rule| -> Vec<u64> {
        let seen = later_retransmissions(rule);
        seen.iter().filter(|(.., restarts)| *restarts).map(|(arrived, ..)| *arrived).collect()
    };
    let sent: Vec<_> = later_retransmissions("ack").into_iter().filter(|(_, sent, _)| !sent.is_empty()).collect();
    let sent: Vec<_> = sent.into_iter().map(|(arrived, sent, _)| (arrived, sent)).collect();
    assert_eq!(sent, [(3, vec![0]), (7, vec![5]), (8, vec![9])]);
    assert_eq!(of("ack"), [0; 0]);
    for rule in ["first_partial", "each_partial", "head_retransmission"] {
        assert_eq!(of(rule), [3], "{rule}");
    }
    assert_eq!(of("each_retransmission"), [3, 7, 8]);
}

#[test] // RFC 6675, section 4, rule (4), says so itself: it may retransmit what was not lost
fn a_loss_near_the_end_of_a_transfer_costs_one_needless_retransmission() {
    let bytes = ("transfer_bytes", Value::Number(10.0 * 1460.0));
    let mut hand = Hand::new(10.0, &[bytes, NO_LIMITED_TRANSMIT]);
    let sent: Vec<u64> = (1..10).flat_map(|arrived| hand.ack(0, arrived)).collect();
    assert_eq!(sent, [0, 9], "9 is on its way, and the only hole that was not retransmitted");
}

#[test] // Limited transmit sends new data: the timer goes on (RFC 3042 says nothing of it, no system restarts it)
fn limited_transmit_does_not_restart_the_timer() {
    for host in ["freebsd", "linux_2_6", "linux", "ns2"] {
        let rto = ("initial_rto_ms", Value::Number(RTO_MS as f64));
        let mut hand = Hand::new(20.0, &[NEWRENO, ("host", Value::Word(host)), rto]);
        assert_eq!((hand.ack(0, 1), hand.ack(0, 2)), (vec![20], vec![21]));
        assert_eq!(restarted(&hand), 0, "{host}");
    }
}

#[test] // RFC 6298, 5.4 to 5.6: a timeout inside a recovery ends it, and restarts the timer with twice the timeout
fn a_timeout_inside_a_recovery_restarts_the_timer_with_twice_the_timeout() {
    // FreeBSD's slop of 200 ms comes on top.
    for (host, doubled) in [("freebsd", 6.2), ("linux_2_6", 6.0), ("linux", 6.0), ("ns2", 6.0)] {
        let mut hand = with("newreno", None, host);
        (1..4).for_each(|arrived| drop(hand.ack(0, arrived)));
        assert_eq!(hand.timeout(), [0]);
        assert_eq!(hand.now, Time::from_seconds(3.003), "{host}: one timeout after recovery began");
        assert!(!hand.sender.in_recovery());
        assert_eq!(hand.sender.deadline(), Time::from_seconds(3.003 + doubled), "{host}");
    }
}

/// Segment 0 of 10 times out. The timeout that stands after its retransmission is acknowledged 50 ms later, and after the
/// first segment beyond all that the timeout sent again is, in ms.
fn backoff(host: &'static str, timestamps: bool) -> [f64; 2] {
    let settings = [("host", Value::Word(host)), ("timestamps", Value::Bool(timestamps)), NO_LIMITED_TRANSMIT];
    let mut hand = Hand::new(10.0, &settings);
    assert_eq!(hand.timeout(), [0]);
    hand.now += Span::from_ms(49.0);
    hand.ack(10, 0);
    let first = hand.rto().ms();
    hand.now += Span::from_ms(49.0);
    hand.ack(11, 10);
    [first, hand.rto().ms()]
}

// RFC 7323: with timestamps the acknowledgement of a retransmission is a sample of 50 ms, which ends the backoff: SRTT 50 and
// 4 RTTVAR 100 ms, then 50 and 75. Without them the first segment that was sent once is (Karn), and the timeout is twice the
// initial one until then. ns-2 counts ticks of 10 ms, whose phase is drawn: 5 or 6 in 50 ms; its minimum is 200 ms.
#[test]
fn timestamps_end_the_backoff_with_the_first_acknowledgement_of_new_data() {
    assert_eq!(backoff("freebsd", true), [350.0, 325.0]);
    assert_eq!(backoff("linux_2_6", true), [250.0, 250.0]);
    assert_eq!(backoff("linux", true), [250.0, 250.0]);
    assert_eq!(backoff("freebsd", false), [6200.0, 350.0]);
    assert_eq!(backoff("linux", false), [2000.0, 250.0]);
    assert_eq!(backoff("ns2", true), [200.0, 200.0]);
    assert_eq!(backoff("ns2", false), [6000.0, 200.0]);
}

#[test] // tcp.cc: rtt_active_ is one segment, sent for the first time; a fast retransmit or a timeout gives it up
fn ns2_times_one_segment_at_a_time_and_none_across_a_recovery() {
    let settings = [("host", Value::Word("ns2")), ("min_rto_ms", Value::Number(1e-6)), NEWRENO, NO_LIMITED_TRANSMIT];
    let mut hand = Hand::new(10.0, &settings);
    // Segment 0 is timed: its acknowledgement is a first sample of 1 ms, one tick of 10 ms at the least.
    hand.ack(1, 0);
    let first = hand.rto();
    assert_eq!(first, Span::from_ms(30.0), "SRTT 1 and RTTVAR 1/2 ticks");
    // Then segment 10 is, which leaves now: what comes before it is no sample.
    (2..=9).for_each(|next| drop(hand.ack(next, next - 1)));
    assert_eq!(hand.rto(), first);
    // A recovery gives it up, so that 10 is no sample either; the first segment sent in the recovery is the next one.
    let sent = hand.sender.board().max();
    (10..13).for_each(|arrived| drop(hand.ack(9, arrived)));
    assert!(hand.sender.in_recovery());
    let during: Vec<u64> = (13..sent).flat_map(|arrived| hand.ack(9, arrived)).collect();
    hand.now += Span::from_ms(50.0);
    hand.ack(sent, 9);
    assert!(!hand.sender.in_recovery());
    assert_eq!((hand.rto(), during[0]), (first, sent), "not yet");
    hand.ack(sent + 1, sent);
    assert!(hand.rto() > first, "its wait behind the hole counts");
}

/// ssthresh after a loss in a window of 40 packets, after a timeout inside that recovery, and after another one.
fn thresholds(host: &'static str) -> [f64; 3] {
    let mut hand =
        Hand::new(40.0, &[("host", Value::Word(host)), ("recovery", Value::Word("sack")), NO_LIMITED_TRANSMIT]);
    (1..4).for_each(|arrived| drop(hand.ack(0, arrived)));
    let after = |hand: &Hand| hand.sender.window().ssthresh;
    let loss = after(&hand);
    hand.timeout();
    let timeout = after(&hand);
    hand.timeout();
    [loss, timeout, after(&hand)]
}

#[test] // tcp_enter_loss (Linux): not in Recovery or CWR, nor again; cc_cong_signal (FreeBSD), slowdown (ns-2): at each timeout
fn a_timeout_in_a_recovery_takes_ssthresh_down_on_some_hosts() {
    for host in ["linux_2_6", "linux"] {
        assert_eq!(thresholds(host), [20.0, 20.0, 20.0], "{host}");
    }
    for host in ["freebsd", "ns2"] {
        assert_eq!(thresholds(host), [20.0, 10.0, 2.0], "{host}");
    }
}

#[test] // snd_cwnd >> 1 (Linux), cwnd / 2 / maxseg (FreeBSD); ns-2 keeps the half of a packet
fn an_odd_window_is_halved_in_whole_packets_by_kernels() {
    for (host, half) in [("freebsd", 7.0), ("linux_2_6", 7.0), ("linux", 7.0), ("ns2", 7.5)] {
        let mut hand = Hand::new(15.0, &[("host", Value::Word(host)), ("recovery", Value::Word("sack"))]);
        (1..4).for_each(|arrived| drop(hand.ack(0, arrived)));
        assert_eq!(hand.sender.window().ssthresh, half, "{host}");
    }
}
