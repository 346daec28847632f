//! Reductions that are taken back, by what an ACK may show: an earlier time stamp, duplicates, an original after a timeout, a short wait; and
//! tail loss probes.

use super::*;

fn on(name: &'static str) -> (&'static str, Value) {
    (name, Value::Bool(true))
}

/// A TCP stack without any of its means; `on` turns one on.
fn bare(host: &'static str, settings: &[(&'static str, Value)]) -> Vec<(&'static str, Value)> {
    let means = host::MEANS.iter().map(|means| (means.name, Value::Bool(false)));
    [("host", Value::Word(host))].into_iter().chain(means).chain(settings.iter().cloned()).collect()
}

const NO_TIME_STAMPS: (&str, Value) = ("timestamps", Value::Bool(false));

fn ms(ms: f64) -> Time {
    Time::ZERO + Span::from_ms(ms)
}

impl Hand {
    /// An ACK at a time, caused by segment `arrived`, which echoes a time; a duplicate if that was there already.
    fn ack_echoing(&mut self, at_ms: f64, (next, arrived): (u64, u64), echoed_ms: f64) -> Vec<u64> {
        let ordinal = self.ordinal;
        self.ordinal += 1;
        self.now = ms(at_ms - 1.0);
        let duplicate = arrived < next && next <= self.sender.board().una();
        self.take(Acknowledgement { next, arrived, ordinal, duplicate, echoed: ms(echoed_ms), ..NO_ACK })
    }

    /// The numbers of a decision since it was last asked.
    fn decided(&mut self, key: &str) -> Option<Vec<f64>> {
        let mut start = 0;
        let mut found = None;
        for (rule, count) in self.emitter.decisions.drain(..) {
            if rule.key == key {
                found = Some(self.emitter.numbers[start..start + count].to_vec());
            }
            start += count;
        }
        self.emitter.numbers.clear();
        found
    }

    /// Ten segments, of which the first is late: after three SACKs at 100 to 102 ms a recovery halves a window of ten.
    fn late(settings: &[(&'static str, Value)]) -> Hand {
        let mut hand = Hand::new(10.0, &bare("linux", &[&[NO_LIMITED_TRANSMIT], settings].concat()));
        for n in 1..=3 {
            hand.ack_echoing(99.0 + n as f64, (0, n), 0.0);
        }
        assert!(hand.sender.in_recovery());
        assert_eq!((hand.sender.window().ssthresh, hand.sender.counters().window_undos), (5.0, 0));
        hand
    }
}

/// cwnd and ssthresh.
fn windows(hand: &Hand) -> (f64, f64) {
    (hand.cwnd(), hand.sender.window().ssthresh)
}

// RFC 4015; tcp_try_undo_partial: the original of 0 comes before its retransmission of 102 ms. The window of ten is back, and the ACK grows
// it; ssthresh is three quarters of it, since it lay below before (tcp_current_ssthresh)
#[test]
fn an_earlier_echo_takes_a_recovery_back() {
    let mut hand = Hand::late(&[on("eifel")]);
    hand.ack_echoing(110.0, (4, 0), 0.0);
    assert!(!hand.sender.in_recovery());
    let (cwnd, ssthresh) = windows(&hand);
    assert!((10.0..10.2).contains(&cwnd) && ssthresh == 7.0, "{cwnd}, {ssthresh}");
    assert_eq!((hand.sender.counters().window_undos, hand.sender.board().lost()), (1, 0));
    assert_eq!(hand.told(&signals::WINDOW_UNDO), [10.0]);
    let numbers = hand.decided("undo.eifel").unwrap();
    assert_eq!((numbers[0], numbers[1], numbers[3]), (0.0, 0.102, 10.0));
}

#[test] // the echo is of the retransmission, or of the same tick, or there are no time stamps, or the option is off
fn without_an_earlier_echo_it_stays() {
    let cases: [(f64, &[(&'static str, Value)]); 4] =
        [(102.0, &[on("eifel")]), (102.9, &[on("eifel")]), (0.0, &[on("eifel"), NO_TIME_STAMPS]), (0.0, &[])];
    for (echoed, settings) in cases {
        let mut hand = Hand::late(settings);
        hand.ack_echoing(110.0, (4, 0), echoed);
        assert!(hand.sender.in_recovery(), "{echoed}, {settings:?}");
        assert_eq!(hand.sender.counters().window_undos, 0);
    }
}

// tcp_try_undo_partial: while a retransmission is on its way only new segments leave
#[test]
fn a_recovery_with_retransmissions_on_their_way_waits() {
    let mut hand = Hand::late(&[on("eifel")]);
    // 4 is missing, too: it is lost by time, and leaves again.
    let mut sent = Vec::new();
    for n in 5..10 {
        sent.extend(hand.ack_echoing(150.0 + n as f64, (0, n), 0.0));
    }
    assert!(sent.contains(&4) && hand.sender.board().resent() == 2, "{sent:?}");
    hand.ack_echoing(170.0, (4, 0), 0.0);
    assert!(hand.sender.in_recovery() && hand.sender.board().resent() == 1);
    hand.ack_echoing(171.0, (10, 4), 0.0);
    assert!(!hand.sender.in_recovery());
    assert_eq!((hand.sender.counters().window_undos, windows(&hand).1), (1, 7.0));
}

// tcp_rack_detect_loss: what counted as lost and was not sent again has left the list of what may be lost; only the timer repairs it
#[test]
fn after_an_undo_no_segment_counts_as_lost_a_second_time() {
    let mut hand = Hand::new(10.0, &bare("linux", &[NO_LIMITED_TRANSMIT, on("eifel")]));
    let sent: Vec<u64> = (2..5).flat_map(|n| hand.ack_echoing(98.0 + n as f64, (0, n), 0.0)).collect();
    assert_eq!((sent, hand.sender.board().lost()), (vec![0], 2));
    hand.ack_echoing(110.0, (1, 0), 0.0);
    assert_eq!((hand.sender.in_recovery(), hand.sender.board().lost()), (false, 0));
    for n in 5..10 {
        hand.ack_echoing(200.0 + n as f64, (1, n), 0.0);
        assert!(!hand.sender.in_recovery());
    }
    // Packets that leave from now on may be lost.
    hand.ack_echoing(300.0, (10, 1), 0.0);
    hand.ack_echoing(400.0, (10, 11), 300.0);
    assert_eq!((hand.sender.in_recovery(), hand.sender.board().lost()), (true, 1));
}

#[test] // tcp_sacktag_one: the original of 1 was late; its retransmission shows that, though 0 is still missing
fn a_report_of_a_segment_that_is_sacked_shows_reordering() {
    let mut hand = Hand::new(10.0, &bare("linux", &[NO_LIMITED_TRANSMIT, NO_TIME_STAMPS, on("dsack")]));
    let sent: Vec<u64> = (2..7).flat_map(|n| hand.ack_echoing(98.0 + n as f64, (0, n), 0.0)).collect();
    assert_eq!(sent, [0, 1]);
    hand.ack_echoing(110.0, (0, 1), 0.0);
    assert!(!hand.sender.board().reordering_seen(), "it was sent twice");
    hand.take(Acknowledgement { arrived: 1, ordinal: 6, duplicate: true, ..NO_ACK });
    assert!(hand.sender.board().reordering_seen());
}

// RFC 3708; tcp_try_undo_dsack: no time stamps, so the recovery ends with the reduced window, until the retransmission is reported to
// have come twice
#[test]
fn reports_of_all_retransmissions_take_a_reduction_back() {
    let mut hand = Hand::late(&[on("dsack"), NO_TIME_STAMPS]);
    hand.ack_echoing(110.0, (10, 0), 0.0);
    assert_eq!((hand.sender.in_recovery(), windows(&hand).1), (false, 5.0));
    let una = hand.sender.board().una();
    hand.ack_echoing(210.0, (una, 0), 0.0);
    let (cwnd, ssthresh) = windows(&hand);
    assert_eq!((cwnd, ssthresh, hand.sender.counters().window_undos), (10.0, 7.0, 1));
    assert_eq!(hand.decided("undo.dsack").unwrap(), [1.0, 6.0, 10.0]);
}

#[test] // one of two retransmissions was needed: the reduction stays. And one that was reported before is of another recovery
fn a_report_of_some_retransmissions_takes_nothing_back() {
    let mut hand = Hand::late(&[on("dsack"), NO_TIME_STAMPS]);
    (5..10).for_each(|n| drop(hand.ack_echoing(150.0 + n as f64, (0, n), 0.0)));
    hand.ack_echoing(210.0, (10, 4), 0.0);
    let una = hand.sender.board().una();
    hand.ack_echoing(220.0, (una, 0), 0.0);
    assert_eq!((hand.sender.counters().window_undos, windows(&hand).1), (0, 5.0));
    hand.ack_echoing(221.0, (una, 4), 0.0);
    assert_eq!((hand.sender.counters().window_undos, windows(&hand).1), (1, 7.0));
    hand.ack_echoing(222.0, (una, 4), 0.0);
    assert_eq!(hand.sender.counters().window_undos, 1);
}

/// A window of ten whose ACKs are late: the timer has resent 0 at 1000 ms.
fn stalled(settings: &[(&'static str, Value)]) -> Hand {
    let mut hand = Hand::new(10.0, &bare("linux", settings));
    assert_eq!(hand.timeout(), [0]);
    assert_eq!((hand.now, windows(&hand)), (ms(1000.0), (1.0, 5.0)));
    hand
}

#[test] // tcp_try_undo_loss: the first ACK echoes a time before the timeout. Nothing leaves again
fn an_earlier_echo_takes_a_timeout_back() {
    let mut hand = stalled(&[on("eifel")]);
    let sent = hand.ack_echoing(1100.0, (1, 0), 0.0);
    let (cwnd, ssthresh) = windows(&hand);
    assert!((10.0..10.2).contains(&cwnd) && ssthresh == 7.0, "{cwnd}");
    assert_eq!((sent, hand.sender.board().lost(), hand.sender.counters().window_undos), (vec![10], 0, 1));
    assert_eq!(hand.ack_echoing(1101.0, (3, 2), 0.0), [11, 12]);
}

// RFC 5682, section 3.1: step 2b, two new segments; the next ACK is of a segment that left once: spurious
#[test]
fn f_rto_sends_new_segments_and_takes_a_spurious_timeout_back() {
    let mut hand = stalled(&[on("f_rto"), NO_TIME_STAMPS]);
    assert_eq!(hand.ack_echoing(1100.0, (1, 0), 0.0), [10, 11]);
    assert_eq!(hand.cwnd(), 2.0);
    let sent = hand.ack_echoing(1101.0, (2, 1), 0.0);
    let (cwnd, ssthresh) = windows(&hand);
    assert!((10.0..10.2).contains(&cwnd) && ssthresh == 7.0, "{cwnd}");
    assert_eq!((sent, hand.sender.counters().window_undos), (vec![], 1), "2 to 11 are in flight");
    assert_eq!(hand.decided("undo.f_rto").unwrap(), [2.0, 10.0]);
    assert_eq!(hand.ack_echoing(1102.0, (12, 11), 0.0).len(), 11, "and one packet of growth");
}

// Step 3a: a SACK of what is new says that the loss is real, and all is sent again but the new segments
#[test]
fn f_rto_goes_on_with_the_repair_of_a_real_loss() {
    let mut hand = stalled(&[on("f_rto"), on("eifel")]);
    assert_eq!(hand.ack_echoing(1100.0, (1, 0), 1000.0), [10, 11]);
    let mut sent = hand.ack_echoing(1200.0, (1, 10), 1100.0);
    sent.extend(hand.ack_echoing(1201.0, (1, 11), 1100.0));
    for n in 1..10 {
        let next = if n == 9 { 12 } else { n + 1 };
        sent.extend(hand.ack_echoing(1300.0 + n as f64, (next, n), 1200.0));
    }
    assert_eq!(sent[..9], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(sent[9], 12, "what was new is not sent again");
    assert_eq!((hand.sender.counters().window_undos, hand.sender.board().una()), (0, 12));
}

#[test] // step 2b without new data: the repair goes on at once
fn f_rto_needs_something_to_send() {
    let mut hand = stalled(&[on("f_rto"), ("transfer_bytes", Value::Number(14600.0))]);
    assert_eq!(hand.ack_echoing(1100.0, (1, 0), 1000.0), [1, 2]);
}

#[test] // RFC 5682, section 2.1, without SACK: two ACKs that advance; a duplicate says that the loss is real
fn f_rto_works_without_sack() {
    let mut hand = stalled(&[on("f_rto"), NO_TIME_STAMPS, NEWRENO]);
    assert_eq!(hand.ack_echoing(1100.0, (1, 0), 0.0), [10, 11]);
    let mut real = hand.sender.clone();
    hand.ack_echoing(1101.0, (2, 1), 0.0);
    assert_eq!(hand.sender.counters().window_undos, 1);
    let mut out = Vec::new();
    let ack = Acknowledgement { next: 1, arrived: 10, ordinal: 1, ..NO_ACK };
    real.on_ack(ms(1101.0), &ack, &mut out, &mut Emitter::default());
    assert_eq!(out.first().map(|transmission| transmission.sequence), Some(1));
    assert_eq!(real.counters().window_undos, 0);
}

// tcp_input.c, t_badrxtwin: SRTT is 100 ms, the timer expires 300 ms after the ACK of 100 ms; an ACK 49 ms later restores exactly what was
#[test]
fn freebsd_takes_a_timeout_back_within_half_an_srtt() {
    for (wait, undos) in [(49.0, 1), (51.0, 0)] {
        let mut hand = Hand::new(10.0, &bare("freebsd", &[on("bad_retransmit")]));
        hand.ack_echoing(100.0, (1, 0), 0.0);
        let before = windows(&hand);
        assert_eq!(hand.timeout()[0], 1);
        let at = hand.now.seconds() * 1e3;
        hand.ack_echoing(at + wait, (2, 1), 0.0);
        assert_eq!(hand.sender.counters().window_undos, undos);
        if undos == 1 {
            let (cwnd, ssthresh) = windows(&hand);
            assert!(cwnd >= before.0 && cwnd < before.0 + 0.2 && ssthresh == before.1);
            assert_eq!(hand.decided("undo.bad_retransmit").unwrap()[..2], [49.0, 50.0]);
        }
    }
}

#[test] // t_rxtshift == 1: not after the second timeout in a row
fn freebsd_trusts_only_a_first_timeout() {
    let mut hand = Hand::new(10.0, &bare("freebsd", &[on("bad_retransmit")]));
    hand.ack_echoing(100.0, (1, 0), 0.0);
    (0..2).for_each(|_| drop(hand.timeout()));
    let at = hand.now.seconds() * 1e3;
    hand.ack_echoing(at + 10.0, (2, 1), 0.0);
    assert_eq!(hand.sender.counters().window_undos, 0);
}

// tcp_ratehalving_spur_to_response: the reduction stays, but takes a round trip
#[test]
fn linux_2_6_halves_after_a_spurious_timeout_without_a_pause() {
    let mut hand = Hand::new(10.0, &bare("linux_2_6", &[on("f_rto"), on("eifel")]));
    hand.timeout();
    assert_eq!(hand.ack_echoing(3100.0, (1, 0), 0.0), [10, 11]);
    hand.ack_echoing(3101.0, (2, 1), 0.0);
    assert_eq!((hand.sender.counters().window_undos, windows(&hand).1), (1, 5.0));
    assert!(hand.cwnd() > 9.0);
    (3..12).for_each(|n| drop(hand.ack_echoing(3101.0 + n as f64, (n, n - 1), 0.0)));
    assert!((5.0..7.0).contains(&hand.cwnd()), "{}", hand.cwnd());
}

// tcp_update_reordering: 1 arrives after 2 to 6, which begins a recovery; from then on six SACKed ones above it mean a loss
#[test]
fn the_older_threshold_follows_reordering() {
    let recoveries = |settings: &[(&'static str, Value)]| {
        let mut hand = Hand::new(20.0, &bare("linux_2_6", &[&[NO_LIMITED_TRANSMIT], settings].concat()));
        hand.ack_echoing(100.0, (0, 1), 0.0);
        hand.ack_echoing(101.0, (0, 2), 0.0);
        hand.ack_echoing(102.0, (3, 0), 0.0); // late by two
        let threshold = hand.sender.board().threshold();
        (4..=8).for_each(|n| drop(hand.ack_echoing(100.0 + n as f64, (3, n), 0.0)));
        (threshold, hand.sender.counters().fast_recoveries, hand)
    };
    let (threshold, _, _) = recoveries(&[]);
    assert_eq!(threshold, 3);
    let (_, before, mut hand) = recoveries(&[on("adaptive_reordering"), on("eifel")]);
    assert_eq!(before, 1);
    // 3 is late by six: 4 to 8 and itself. The recovery is taken back.
    hand.ack_echoing(110.0, (9, 3), 0.0);
    assert_eq!((hand.sender.board().threshold(), hand.sender.counters().window_undos), (6, 1));
    (10..=14).for_each(|n| drop(hand.ack_echoing(110.0 + n as f64, (9, n), 0.0)));
    assert_eq!(hand.sender.counters().fast_recoveries, 1, "five are too few now");
    hand.ack_echoing(130.0, (9, 15), 0.0);
    assert_eq!(hand.sender.counters().fast_recoveries, 2);
}

/// An SRTT of 100 ms and a window of ten, all acknowledged; then `segments` leave at 200 ms.
fn tail(segments: f64) -> Hand {
    let bytes = Value::Number((10.0 + segments) * 1460.0);
    let mut hand = Hand::new(10.0, &bare("linux", &[on("tail_loss_probe"), on("dsack"), ("transfer_bytes", bytes)]));
    hand.ack_echoing(100.0, (10, 9), 0.0);
    assert_eq!(hand.sender.srtt(), Some(Span::from_ms(100.0)));
    hand
}

// RFC 8985, 7.2: 2 SRTT and a margin after the last transmission; alone in flight it may be an ACK that is delayed, so the RTO comes first
#[test]
fn a_probe_is_due_two_smoothed_round_trips_after_the_last_transmission() {
    for (segments, due) in [(2.0, 100.0 + 202.0), (1.0, 100.0 + 300.0)] {
        let hand = tail(segments);
        assert_eq!(hand.sender.board().in_flight(), segments as u64);
        assert_eq!(hand.sender.deadline(), ms(due));
    }
}

// 7.3: the last segment again, as there is no other; then an RTO from the probe on
#[test]
fn the_last_segment_is_sent_again_and_reveals_a_loss() {
    let mut hand = tail(3.0);
    assert_eq!(hand.timeout(), [12]);
    assert_eq!((hand.sender.counters().loss_probes, hand.sender.counters().timeouts), (1, 0));
    assert_eq!((hand.told(&signals::LOSS_PROBE), hand.decided("probe.sent")), (vec![1.0], Some(vec![100.0, 3.0])));
    assert_eq!(hand.sender.deadline(), hand.now + hand.rto());
    // Its SACK reveals that 10 and 11 are lost.
    hand.ack_echoing(402.0, (10, 12), 302.0);
    let sent = if hand.sender.in_recovery() { vec![] } else { hand.timeout() };
    assert!(hand.sender.in_recovery() && hand.sender.counters().timeouts == 0, "{sent:?}");
}

// 7.4.2: only an ACK beyond the probe shows that it has repaired a loss; a D-SACK shows that it was needless
#[test]
fn a_probe_that_has_repaired_a_loss_costs_a_reduction() {
    for (duplicate, cuts) in [(false, 1), (true, 0)] {
        let limit = ("receive_window_packets", Value::Number(10.0));
        let mut hand = Hand::new(10.0, &bare("linux", &[on("tail_loss_probe"), on("dsack"), limit]));
        hand.ack_echoing(100.0, (9, 8), 0.0);
        (10..12).for_each(|n| drop(hand.ack_echoing(100.0 + n as f64, (n, n - 1), 0.0)));
        let end = hand.sender.board().max();
        assert_eq!(hand.timeout(), [end - 1], "the receiver's window has no room for a new one");
        hand.ack_echoing(400.0, (end, end - 1), 0.0);
        assert_eq!(hand.told(&signals::WINDOW_CUT), []);
        if duplicate {
            hand.ack_echoing(401.0, (end, end - 1), 0.0);
        }
        hand.ack_echoing(500.0, (end + 1, end), 400.0);
        assert_eq!(hand.told(&signals::WINDOW_CUT).len(), cuts);
    }
}

// RFC 7323, 4.3: a segment that began at or before the last ACK sets TS.Recent; an ACK of what lies beyond a gap echoes an older time
#[test]
fn the_receiver_echoes_the_time_of_what_it_waited_for() {
    use crate::tcp::Segment;
    use crate::tcp::receiver::Receiver;
    let mut receiver = Receiver::default();
    receiver.set_stamps(true);
    let mut echo = |sequence, left: f64, arrives: f64| {
        let one_way = ms(arrives).since(ms(left));
        receiver.on_segment(ms(arrives), &Segment { sequence, one_way, ..Segment::default() }, None);
        receiver.acknowledge(ms(arrives)).echoed
    };
    assert_eq!(echo(0, 1.0, 51.0), ms(1.0));
    assert_eq!(echo(2, 3.0, 53.0), ms(1.0), "1 is missing");
    assert_eq!(echo(1, 2.0, 60.0), ms(2.0), "late");
    assert_eq!(echo(1, 55.0, 105.0), ms(2.0), "again: it lies before the window");
    assert_eq!(echo(2, 56.0, 106.0), ms(56.0), "again: it reaches the window, which is enough for Linux");
}

// RFC 7323, 5.3 (PAWS): 1 is late, and comes after its retransmission; 3, late too, has left before that, and is discarded; so is 6, beyond a gap
#[test]
fn the_receiver_discards_what_left_before_the_time_that_it_echoes() {
    use crate::tcp::Segment;
    use crate::tcp::receiver::Receiver;
    let mut receiver = Receiver::default();
    receiver.set_stamps(true);
    let mut next = |sequence, left: f64, arrives: f64| {
        let one_way = ms(arrives).since(ms(left));
        let received = receiver.on_segment(ms(arrives), &Segment { sequence, one_way, ..Segment::default() }, None);
        let ack = receiver.acknowledge(ms(arrives));
        assert_eq!(received.needless, ack.duplicate);
        assert!(received.acknowledge);
        (ack.next, ack.arrived, ack.duplicate)
    };
    assert_eq!(next(0, 1.0, 51.0), (1, 0, false));
    assert_eq!(next(2, 3.0, 53.0), (1, 2, false));
    assert_eq!(next(4, 5.0, 55.0), (1, 4, false));
    assert_eq!(next(1, 54.0, 104.0), (3, 1, false));
    assert_eq!(next(1, 2.0, 105.0), (3, 1, true), "a duplicate is reported, however old");
    assert_eq!(next(3, 4.0, 106.0), (3, 1, false), "the last ACK again");
    assert_eq!(next(6, 6.0, 107.0), (3, 1, false));
    assert_eq!(next(6, 54.0, 108.0), (3, 6, false), "the same time is not older");
    assert_eq!(next(3, 110.0, 160.0), (5, 3, false));
}
