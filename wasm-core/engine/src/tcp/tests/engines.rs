//! The recovery engines that hosts bring along, each by acknowledgements worked out by hand: w = F = 20 on a path where all
//! that is not said to be lost arrives.

use super::*;

const FREEBSD_SACK: (&str, Value) = ("recovery", Value::Word("freebsd_sack"));
const PLAIN_ACKS: (&str, Value) = ("delayed_ack", Value::Bool(false));

/// Duplicates, each telling of one segment more beyond the hole: what each lets leave, and the window after it.
fn duplicates(hand: &mut Hand, arrived: impl IntoIterator<Item = u64>) -> Vec<(Vec<u64>, f64)> {
    let next = hand.sender.board().una();
    arrived.into_iter().map(|arrived| (hand.ack(next, arrived), hand.cwnd())).collect()
}

fn on(host: &'static str) -> (&'static str, Value) {
    ("host", Value::Word(host))
}

#[test] // RFC 2581, 3.2: segments 0 and 9 are lost, and each costs a recovery of its own
fn reno_ends_at_the_first_ack_of_new_data_and_halves_again() {
    let mut hand = Hand::new(20.0, &[("recovery", Value::Word("reno")), NO_LIMITED_TRANSMIT]);
    let left: Vec<u64> = (1..20).filter(|&s| s != 9).flat_map(|arrived| hand.ack(0, arrived)).collect();
    // w = 10 + 18 = 28: eight new segments.
    assert_eq!(left, [0, 20, 21, 22, 23, 24, 25, 26, 27]);
    assert_eq!((hand.ack(9, 0), hand.cwnd(), hand.sender.in_recovery()), (vec![], 10.0, false));
    assert_eq!([hand.ack(9, 20), hand.ack(9, 21), hand.ack(9, 22)], [vec![], vec![], vec![9]]);
    assert_eq!((hand.sender.window().ssthresh, hand.cwnd()), (5.0, 5.0));
    (23..28).for_each(|arrived| drop(hand.ack(9, arrived)));
    hand.ack(28, 9);
    assert_eq!((hand.sender.in_recovery(), hand.cwnd(), hand.sender.counters().fast_recoveries), (false, 5.0, 2));
}

#[test] // 4.3BSD Tahoe; ns-2, TcpAgent::dupack_action: fast retransmit, then slow start from one packet
fn tahoe_starts_over() {
    let mut hand = Hand::new(20.0, &[("recovery", Value::Word("tahoe")), NO_LIMITED_TRANSMIT]);
    assert_eq!([hand.ack(0, 1), hand.ack(0, 2), hand.ack(0, 3)], [vec![], vec![], vec![0]]);
    assert_eq!((hand.sender.window().ssthresh, hand.cwnd(), hand.told(&signals::WINDOW_CUT)), (10.0, 1.0, vec![20.0]));
    assert!((4..20).all(|arrived| hand.ack(0, arrived).is_empty()));
    assert_eq!((hand.ack(20, 0), hand.cwnd()), (vec![20, 21], 2.0));
    assert_eq!((hand.ack(21, 20), hand.ack(22, 21)), (vec![22, 23], vec![24, 25]));
    let counters = hand.sender.counters();
    assert_eq!((counters.fast_recoveries, counters.timeouts), (0, 0));
}

#[test] // two segments are lost: what has arrived meanwhile is not sent again once an ACK covers it
fn tahoe_goes_back_to_the_first_hole() {
    let mut hand = Hand::new(20.0, &[("recovery", Value::Word("tahoe")), NO_LIMITED_TRANSMIT]);
    (1..20).filter(|&s| s != 9).for_each(|arrived| drop(hand.ack(0, arrived)));
    assert_eq!((hand.ack(9, 0), hand.cwnd()), (vec![9, 10], 2.0));
    assert_eq!((hand.ack(20, 9), hand.cwnd()), (vec![20, 21, 22], 3.0));
}

#[test] // a window that nothing moves: what is lost leaves again, after a timeout the first of it; new data as it slides
fn a_fixed_window_is_never_cut() {
    let settings = with_settings(3.0, &[("host", Value::Word("linux"))]);
    let mut hand = Hand::with(&settings, &Choice::of(&cc::fixed::SECTION).with("window_packets", Value::Number(8.0)));
    assert_eq!(hand.out.len(), 8);
    let resent: Vec<u64> = (1..8).flat_map(|arrived| hand.ack(0, arrived)).filter(|&segment| segment < 8).collect();
    assert!(resent.starts_with(&[0]) && hand.cwnd() == 8.0);
    while hand.sender.counters().timeouts == 0 {
        hand.timeout();
    }
    assert_eq!((hand.cwnd(), hand.sender.window().ssthresh), (8.0, 8.0));
    assert!(hand.told(&signals::WINDOW_CUT).is_empty());
    assert_eq!(hand.sender.board().max(), 8, "the window slides");
    assert_eq!(hand.out.iter().map(|segment| segment.sequence).collect::<Vec<_>>(), [0]);
    assert_eq!(hand.ack(1, 0), [8]);
}

#[test] // FreeBSD 7 to 9: cwnd is 1, and from half a window of duplicates on one more with each
fn freebsd_sack_dives_to_one_and_climbs_to_ssthresh() {
    let mut hand = Hand::new(20.0, &[FREEBSD_SACK, NO_LIMITED_TRANSMIT]);
    let steps = duplicates(&mut hand, 1..20);
    assert_eq!(steps[2], (vec![0], 1.0));
    assert_eq!(hand.sender.window().ssthresh, 10.0);
    // (20 - 12) + 1 < 10 with the SACK of segment 11: from there on one new segment for each.
    assert!(steps[3..10].iter().all(|step| *step == (vec![], 1.0)));
    for (n, step) in steps[10..].iter().enumerate() {
        assert_eq!(*step, (vec![20 + n as u64], 2.0 + n as f64));
    }
    assert_eq!(hand.cwnd(), 10.0);
    assert_eq!(hand.ack(20, 0), [29], "F = 9: w = min(10, 9 + 1)");
    assert!(!hand.sender.in_recovery());
    assert_eq!(hand.cwnd(), 10.0);
}

#[test] // segments 0 and 9 are lost: the second hole goes first, when anything may; a partial ACK counts what is in flight
fn freebsd_sack_repairs_a_second_hole_before_new_data() {
    let mut hand = Hand::new(20.0, &[FREEBSD_SACK, NO_LIMITED_TRANSMIT]);
    let steps = duplicates(&mut hand, (1..20).filter(|&s| s != 9));
    assert_eq!(steps[9], (vec![9], 2.0));
    // Two are retransmitted now, which the estimate counts: (20 - 13) + 2 < 10.
    assert_eq!(steps[10], (vec![20], 3.0));
    assert_eq!(steps[17], (vec![27], 10.0));
    // Segment 9 and eight new ones are in flight; more than two acknowledged allow for two more, but ssthresh is 10.
    assert_eq!((hand.ack(9, 0), hand.cwnd()), (vec![28], 10.0));
    hand.ack(20, 9);
    assert!(!hand.sender.in_recovery());
    assert_eq!(hand.cwnd(), 10.0);
}

#[test] // Linux 2.6.25: w falls by one with every second ACK, so every second ACK lets a segment leave
fn rate_halving_sends_through_the_recovery() {
    let mut hand = Hand::new(20.0, &[on("linux_2_6"), PLAIN_ACKS]);
    let steps = duplicates(&mut hand, 1..20);
    // Limited transmit sends two; then 22 are in flight, three SACKed, one lost: w = min(20, 18 + 1).
    assert_eq!(steps[..4], [(vec![20], 20.0), (vec![21], 20.0), (vec![0], 19.0), (vec![], 18.0)]);
    assert_eq!(steps[4..8], [(vec![22], 18.0), (vec![], 17.0), (vec![23], 17.0), (vec![], 16.0)]);
    assert_eq!(steps[18], (vec![29], 11.0));
    assert_eq!(hand.sender.window().ssthresh, 10.0);
    // It goes on below ssthresh: Reno's floor is half of it.
    assert_eq!(duplicates(&mut hand, 20..30).last(), Some(&(vec![34], 6.0)));
    hand.ack(22, 0);
    assert!(!hand.sender.in_recovery());
    assert_eq!(hand.cwnd(), 6.0, "min(w, ssthresh, 5 in flight + 3); slow start leads back to ssthresh");
}

#[test] // FACK: one SACK far above the hole is enough, and what lies between counts as lost
fn rate_halving_finds_a_burst_of_losses_at_once() {
    let mut hand = Hand::new(20.0, &[on("linux_2_6"), PLAIN_ACKS]);
    // Segments 0 to 5 are lost: with 6 SACKed 0 to 3 are, and pipe is 20 - 1 - 4 = 15.
    assert_eq!(hand.ack(0, 6), [0]);
    assert!(hand.sender.in_recovery());
    assert_eq!((hand.sender.board().pipe(), hand.cwnd()), (16, 16.0));
    // SACK of 7: 4 is lost too; pipe is 14, and w = min(16 - 1, 14 + 1).
    assert_eq!((hand.ack(0, 7), hand.cwnd()), (vec![1], 15.0));
}

#[test] // tcp_mark_lost_retrans: a segment that left for the first time after a retransmission arrives, and the retransmission has not
fn rate_halving_sends_a_lost_retransmission_again() {
    let mut hand = Hand::new(20.0, &[on("linux_2_6"), PLAIN_ACKS]);
    duplicates(&mut hand, 1..20);
    // Limited transmit sent 20 and 21 before the retransmission of 0, so they say nothing of it; 22 is the first that left after it.
    assert_eq!(duplicates(&mut hand, 20..22), [(vec![], 10.0), (vec![30], 10.0)]);
    assert_eq!(hand.ack(0, 22), [0], "0 again, and at once");
    assert!(hand.sender.in_recovery());
    assert_eq!(hand.sender.window().ssthresh, 10.0, "it reduces nothing");
    assert_eq!(hand.ack(31, 0), [31, 32, 33]);
    assert!(!hand.sender.in_recovery());
}

#[test] // the exit's guard: no burst of more than three
fn rate_halving_ends_with_three_above_what_is_in_flight() {
    let mut hand = Hand::new(20.0, &[on("linux_2_6"), PLAIN_ACKS, ("transfer_bytes", Value::Number(20.0 * 1460.0))]);
    duplicates(&mut hand, 1..20);
    hand.ack(20, 0);
    assert!(!hand.sender.in_recovery());
    assert_eq!(hand.cwnd(), 2.0, "pipe was 1 before the last: w = 1 + 1, and now nothing is in flight");
}

#[test] // RFC 6937: RecoverFS = 20, ssthresh = 10: after k delivered ceil(k/2) sent while pipe exceeds ssthresh
fn prr_sends_in_proportion() {
    let mut hand = Hand::new(20.0, &[on("linux"), PLAIN_ACKS, NO_LIMITED_TRANSMIT]);
    let steps = duplicates(&mut hand, 1..20);
    let sent: Vec<usize> = steps[2..]
        .iter()
        .scan(0, |sum, step| {
            *sum += step.0.len();
            Some(*sum)
        })
        .collect();
    // With the 13th, 10 are in the network, as many as ssthresh: from there one for each holds it there.
    assert_eq!(sent, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 7, 8, 9, 10]);
    assert_eq!(steps[2], (vec![0], 17.0), "three SACKed, one lost: 16 in the network, and one may leave");
    hand.ack(20, 0);
    assert!(!hand.sender.in_recovery());
    assert_eq!((hand.cwnd(), hand.sender.window().ssthresh), (10.0, 10.0));
}

#[test] // RFC 6937, slow-start reduction bound: 13 of 20 are lost, far more than the cut; tcp_cwnd_reduction: when one more leaves
fn prr_comes_back_as_in_slow_start_after_heavy_loss() {
    let mut hand = Hand::new(20.0, &[on("linux"), PLAIN_ACKS, NO_LIMITED_TRANSMIT]);
    let steps = duplicates(&mut hand, 13..20);
    // Pipe is 20 - 3 - 13 = 4 < 10: one for each that only SACKs, so that pipe stays.
    let each = [(vec![0], 5.0), (vec![1], 5.0), (vec![2], 5.0), (vec![3], 5.0), (vec![4], 5.0)];
    assert_eq!(steps[2..], each);
    assert_eq!((hand.ack(1, 0), hand.cwnd()), (vec![5, 6], 6.0), "two for each that advances");
    assert_eq!((hand.ack(2, 1), hand.cwnd()), (vec![7, 8], 7.0));
}

#[test] // RFC 6582, on every host alike
fn newreno_inflates_by_three() {
    for host in ["freebsd", "ns2"] {
        let mut hand = Hand::new(20.0, &[on(host), NEWRENO]);
        let steps = duplicates(&mut hand, 1..20);
        // F = 22 with the two of limited transmit: 23 <= 10 + inflation.
        let sends = steps.iter().skip(3).position(|step| !step.0.is_empty()).unwrap() + 4;
        assert_eq!(sends, 13, "{host}");
        let mut hand = Hand::new(4.0, &[on(host), NEWRENO, NO_LIMITED_TRANSMIT]);
        duplicates(&mut hand, 1..4);
        let all = hand.sender.board().max();
        hand.ack(all, 0);
        assert_eq!(hand.told(&signals::RECOVERY_END), [2.0], "{host}: nothing is in flight");
    }
}

#[test] // RFC 5681, equation (4): F above w is no reason to raise the window
fn no_loss_raises_the_window() {
    for host in ["freebsd", "linux_2_6", "linux", "ns2"] {
        let mut hand = Hand::new(1.5, &[on(host), PLAIN_ACKS, NEWRENO]);
        // Limited transmit puts two beyond the window of one, which brings the third duplicate.
        (0..3).for_each(|n| drop(hand.ack(0, 1 + n)));
        assert!(hand.sender.in_recovery());
        assert_eq!(hand.told(&signals::RECOVERY_START), [1.5]);
        assert_eq!((hand.cwnd(), hand.sender.window().ssthresh), (1.5, 2.0), "{host}");
    }
}

#[test] // tcp_cong_control: the state is Open again when the acknowledgement that ends a recovery is looked at
fn on_linux_the_acknowledgement_that_ends_a_recovery_grows_the_window() {
    for (host, grown) in [("linux", 1.0 / 10.0), ("linux_2_6", 0.0), ("freebsd", 0.0), ("ns2", 0.0)] {
        let each = ("byte_counting", Value::Bool(false));
        let settings = [("host", Value::Word(host)), ("recovery", Value::Word("prr")), each, NO_LIMITED_TRANSMIT];
        let mut hand = Hand::new(20.0, &settings);
        (1..20).for_each(|arrived| drop(hand.ack(0, arrived)));
        assert!(hand.sender.in_recovery());
        // It tells of segment 0 alone: all others were SACKed.
        hand.ack(20, 0);
        assert!(!hand.sender.in_recovery());
        assert_eq!((hand.cwnd(), hand.sender.window().ssthresh), (10.0 + grown, 10.0), "{host}");
    }
}
