//! Marks (RFC 3168): echoed by the receiver, answered once per window of data, told of by the first new packet after.

use super::*;

const ECN: (&str, Value) = ("ecn", Value::Bool(true));

fn told_of_a_cut(hand: &Hand) -> Vec<u64> {
    hand.out.iter().filter(|transmission| transmission.cwr).map(|transmission| transmission.sequence).collect()
}

#[test]
fn a_mark_halves_the_window_once_per_window_of_data() {
    let mut hand = Hand::new(20.0, &[ECN]);
    assert!(hand.out.iter().all(|transmission| transmission.ecn.is_some() && !transmission.cwr));
    assert!(hand.echo(1, 0, true).is_empty());
    assert_eq!((hand.cwnd(), hand.sender.window().ssthresh), (10.0, 10.0));
    assert_eq!(hand.told(&signals::WINDOW_CUT), [20.0]);
    // F + 1 = 10 with the acknowledgement of 11: the first new packet tells the receiver.
    (2..11).for_each(|next| assert!(hand.echo(next, next - 1, true).is_empty()));
    assert_eq!((hand.echo(11, 10, true), told_of_a_cut(&hand)), (vec![20], vec![20]));
    for next in 12..=20 {
        assert_eq!((hand.echo(next, next - 1, true), told_of_a_cut(&hand)), (vec![next + 9], vec![]));
        assert!(hand.told(&signals::WINDOW_CUT).is_empty());
    }
    assert_eq!(hand.cwnd(), 10.0, "no growth before the receiver knows");
    hand.ack(21, 20);
    assert_eq!(hand.cwnd(), 10.0);
    hand.ack(22, 21);
    assert!(hand.cwnd() > 10.0);
    hand.echo(23, 22, true);
    assert_eq!((hand.cwnd(), hand.sender.counters().fast_recoveries), (5.0, 0), "another window's mark");
}

#[test] // Linux: state CWR, with PRR; w = F = 20, ssthresh = 10: a packet for every second acknowledgement
fn linux_answers_a_mark_within_a_round_trip() {
    let mut hand = Hand::new(20.0, &[("host", Value::Word("linux")), ECN]);
    assert_eq!((hand.echo(1, 0, true), told_of_a_cut(&hand)), (vec![20], vec![20]));
    assert_eq!((hand.cwnd(), hand.sender.window().ssthresh), (20.0, 10.0));
    let left: Vec<usize> = (2..=20).map(|next| hand.echo(next, next - 1, true).len()).collect();
    // In the end ssthresh is reached; then one for each.
    assert_eq!(left, [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1]);
    assert_eq!(hand.sender.board().in_flight(), 10);
    hand.ack(21, 20);
    assert_eq!(hand.cwnd(), 10.0);
}

#[test] // rate halving: w - 1 with every second acknowledgement, down to what the algorithm allows
fn linux_2_6_answers_a_mark_by_halving_the_rate() {
    let mut hand = Hand::new(20.0, &[("host", Value::Word("linux_2_6")), ECN]);
    let windows: Vec<f64> = (1..=8)
        .map(|next| {
            hand.echo(next, next - 1, true);
            hand.cwnd()
        })
        .collect();
    assert_eq!(windows, [20.0, 19.0, 19.0, 18.0, 18.0, 17.0, 17.0, 16.0]);
}

#[test] // RFC 3168, 6.1.2: a loss in the window that a mark has cut is repaired without a second cut
fn a_loss_after_a_mark_does_not_cut_again() {
    let mut hand = Hand::new(20.0, &[ECN, NO_LIMITED_TRANSMIT]);
    hand.echo(1, 0, true);
    (2..5).for_each(|arrived| drop(hand.echo(1, arrived, true)));
    assert!(hand.sender.in_recovery());
    assert_eq!((hand.cwnd(), hand.sender.window().ssthresh), (10.0, 10.0));
    assert_eq!(hand.told(&signals::LOSS_TOLERATED), [10.0]);
    // And a mark in a recovery is part of it.
    hand.echo(1, 5, true);
    assert_eq!(hand.sender.window().ssthresh, 10.0);
}

#[test] // RFC 3168, 6.1.2 and 6.1.5: losses are told of too; what is sent again can be marked by nobody
fn retransmissions_are_not_ecn_capable() {
    let mut hand = Hand::new(10.0, &[ECN, NO_LIMITED_TRANSMIT]);
    (1..4).for_each(|arrived| drop(hand.ack(0, arrived)));
    assert!(hand.out.iter().all(|sent| sent.retransmission && sent.ecn.is_none() && !sent.cwr));
    let told: Vec<u64> = (4..10)
        .flat_map(|arrived| {
            hand.ack(0, arrived);
            told_of_a_cut(&hand)
        })
        .collect();
    assert_eq!(told, [10], "the first new packet");
    hand.timeout();
    assert!(hand.out.iter().all(|sent| sent.ecn.is_none() && !sent.cwr));
}

#[test]
fn a_flow_without_ecn_hears_no_mark() {
    let mut hand = Hand::new(20.0, &[]);
    assert!(hand.out.iter().all(|transmission| transmission.ecn.is_none()));
    hand.echo(1, 0, true);
    assert!(hand.cwnd() > 20.0);
}

const ACCURATE: (&str, Value) = ("ecn_feedback", Value::Word("accurate"));

/// An ACK of one more segment with the receiver's counts.
fn counted(hand: &mut Hand, next: u64, marked: u32) {
    hand.ordinal += 1;
    let ack =
        Acknowledgement { next, arrived: next - 1, ordinal: hand.ordinal - 1, received: next as u32, marked, ..NO_ACK };
    hand.take(ack);
}

#[test] // RFC 9768: counts instead of one bit; NewReno still halves once per window of data, and sends no CWR
fn counted_marks_halve_the_window_once_per_window_of_data() {
    let mut hand = Hand::new(20.0, &[ECN, ACCURATE]);
    counted(&mut hand, 1, 1);
    assert_eq!(hand.told(&signals::WINDOW_CUT), [20.0]);
    for next in 2..=20 {
        counted(&mut hand, next, next as u32);
        assert!(hand.told(&signals::WINDOW_CUT).is_empty() && told_of_a_cut(&hand).is_empty());
    }
    assert_eq!(hand.cwnd(), 10.0);
    (21..=22).for_each(|next| counted(&mut hand, next, 20));
    assert!(hand.cwnd() > 10.0, "no new mark");
    counted(&mut hand, 23, 21);
    assert_eq!(hand.cwnd(), 5.0, "another window's mark");
}

#[test] // an older count is no mark
fn counts_of_an_overtaken_ack_are_no_news() {
    let mut hand = Hand::new(20.0, &[ECN, ACCURATE]);
    counted(&mut hand, 1, 1);
    (2..=22).for_each(|next| counted(&mut hand, next, 1));
    let window = hand.cwnd();
    hand.take(Acknowledgement { next: 1, arrived: 0, ordinal: 0, received: 1, marked: 0, ..NO_ACK });
    assert!(hand.told(&signals::WINDOW_CUT).is_empty() && hand.cwnd() == window);
}

#[test] // Linux: with accurate feedback every packet can be marked
fn with_accurate_feedback_retransmissions_can_be_marked() {
    let mut hand = Hand::new(10.0, &[ECN, ACCURATE, NO_LIMITED_TRANSMIT]);
    (1..4).for_each(|arrived| drop(hand.ack(0, arrived)));
    assert!(hand.out.iter().all(|sent| sent.retransmission && sent.ecn.is_some()));
}

#[test] // RFC 8511: 80 % are left, in whole packets; a loss still halves
fn a_mark_takes_less_with_abe() {
    let mut hand = Hand::new(21.0, &[ECN, ("abe", Value::Bool(true)), NO_LIMITED_TRANSMIT]);
    hand.echo(1, 0, true);
    assert_eq!(hand.cwnd(), 16.0);
    let mut hand = Hand::new(21.0, &[ECN, ("abe", Value::Bool(true)), NO_LIMITED_TRANSMIT]);
    (1..4).for_each(|arrived| drop(hand.ack(0, arrived)));
    assert_eq!(hand.sender.window().ssthresh, 10.0);
}
