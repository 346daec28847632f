//! Exit rules of slow start at a sender: what they change, and that congestion ends those of the first slow start. Not here: the
//! rules (`slow_start/`), whole paths (`engine/tests/it/slow_start.rs`).

use super::*;

/// A sender in its first slow start, with an initial window of 20 packets.
fn hand(settings: &[(&str, Value)]) -> Hand {
    let mut all = vec![("host", Value::Word("linux")), ("initial_ssthresh_packets", Value::Null)];
    all.extend(["f_rto", "tail_loss_probe"].map(|name| (name, Value::Bool(false)))); // a timeout that is repaired at once
    all.extend_from_slice(settings);
    Hand::new(20.0, &all)
}

fn hystart_pp(more: &[(&str, Value)]) -> Hand {
    let mut settings = vec![("slow_start", Value::Word("hystart_pp"))];
    settings.extend_from_slice(more);
    hand(&settings)
}

/// Acknowledges segments one by one; a pause before the first makes each RTT longer.
fn acknowledge(hand: &mut Hand, segments: std::ops::Range<u64>, pause_ms: f64) {
    hand.now += Span::from_ms(pause_ms);
    segments.for_each(|segment| drop(hand.ack(segment + 1, segment)));
}

/// Up to conservative slow start: the second round's RTTs are longer. Returns the next segment.
fn slowed_down(hand: &mut Hand) -> u64 {
    acknowledge(hand, 0..21, 0.0);
    assert_eq!(hand.cwnd(), 41.0);
    acknowledge(hand, 21..35, 100.0);
    35
}

#[test] // 21 packets, 8 of the second round, and a quarter of the others
fn conservative_slow_start_grows_by_a_quarter() {
    let mut hand = hystart_pp(&[]);
    let next = slowed_down(&mut hand);
    assert_eq!(hand.cwnd(), 41.0 + 7.0 + 7.0 / 4.0);
    assert_eq!(hand.sender.window().ssthresh, f64::INFINITY, "until it ends");
    let before = hand.cwnd();
    hand.now += Span::from_ms(50.0);
    hand.ack(next + 20, next + 19);
    assert_eq!(hand.cwnd(), before + 8.0 / 4.0, "an ACK counts 8 at most");
}

#[test]
fn an_ack_counts_eight_packets_at_most() {
    let mut hand = hystart_pp(&[]);
    hand.ack(20, 19);
    assert_eq!(hand.cwnd(), 28.0);
    let mut standard = self::hand(&[]);
    standard.ack(20, 19);
    assert_eq!(standard.cwnd(), 40.0);
}

/// Growth of the window with an ACK for one packet in a later slow start, after a timeout and the repair of what it left.
fn after_a_timeout(mut hand: Hand) -> f64 {
    let max = hand.sender.board().max();
    hand.timeout();
    assert!(hand.cwnd() < hand.sender.window().ssthresh);
    hand.ack(max, max - 1);
    let (una, before) = (hand.sender.board().una(), hand.cwnd());
    assert!(before < hand.sender.window().ssthresh);
    hand.ack(una + 1, una);
    hand.cwnd() - before
}

#[test]
fn a_timeout_ends_conservative_slow_start() {
    let mut hand = hystart_pp(&[]);
    slowed_down(&mut hand);
    assert_eq!(after_a_timeout(hand), 1.0);
}

#[test]
fn a_loss_ends_conservative_slow_start() {
    let mut hand = hystart_pp(&[]);
    let next = slowed_down(&mut hand);
    (1..=5).for_each(|n| drop(hand.ack(next, next + n)));
    assert!(hand.sender.in_recovery());
    assert_eq!(after_a_timeout(hand), 1.0);
}

#[test]
fn a_mark_ends_conservative_slow_start() {
    let mut hand = hystart_pp(&[("ecn", Value::Bool(true))]);
    let next = slowed_down(&mut hand);
    hand.echo(next + 1, next, true);
    assert!(hand.sender.window().ssthresh < f64::INFINITY);
    assert_eq!(after_a_timeout(hand), 1.0);
}

#[test] // RTTs that grow from round to round decide something in the first slow start only
fn a_later_algorithm_has_no_rule_for_the_first_slow_start() {
    let decides = |timeout: bool| {
        let mut hand = hystart_pp(&[("initial_window_packets", Value::Number(200.0))]);
        if timeout {
            hand.timeout();
        }
        hand.sender.replace_algorithm(hand.now, &Choice::of(&cc::newreno::SECTION), true, &mut hand.emitter);
        hand.ack(200, 199);
        for round in 1..=5 {
            let (una, max) = (hand.sender.board().una(), hand.sender.board().max());
            acknowledge(&mut hand, una..max, 100.0 * f64::from(round));
        }
        assert!(hand.cwnd() < hand.sender.window().ssthresh);
        hand.emitter.decisions.iter().any(|(rule, _)| rule.key == "hystart_pp.conservative")
    };
    assert!(decides(false) && !decides(true));
}
