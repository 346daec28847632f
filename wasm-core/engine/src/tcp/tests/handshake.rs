//! The opening of a connection, by hand: when SYNs leave, and what their answer teaches. Times in ms.

use super::*;
use crate::tcp::SynAck;

const SIMULATED: (&str, Value) = ("handshake", Value::Word("simulated"));

fn opening(settings: &[(&str, Value)]) -> Hand {
    Hand::new(10.0, &[&[SIMULATED], settings].concat())
}

impl Hand {
    /// When this many SYNs leave while none is answered.
    fn syns(&mut self, number: u64) -> Vec<u64> {
        let mut times = vec![0];
        for sequence in 1..number {
            assert_eq!(self.timeout(), [sequence]);
            assert!(self.out.iter().all(|transmission| transmission.syn && transmission.retransmission));
            times.push(self.now.0 / 1_000_000);
        }
        times
    }

    /// The latest SYN is answered after `rtt_ms`; returns how many segments leave then.
    fn answer(&mut self, number: u64, rtt_ms: f64) -> usize {
        let echoed = self.now;
        self.now += Span::from_ms(rtt_ms);
        self.out.clear();
        let answer = SynAck { number, echoed, serial: 0, entered: self.now };
        self.sender.on_syn_ack(self.now, &answer, &mut self.out, &mut self.emitter);
        assert!(self.out.iter().all(|transmission| !transmission.syn));
        self.out.len()
    }
}

#[test] // Linux: tcp_syn_linear_timeouts, TCP_TIMEOUT_INIT; FreeBSD: tcp_syn_backoff; RFC 6298, 5.5
fn unanswered_syns_leave_as_in_each_system() {
    for (host, ms) in [
        ("linux", [0, 1000, 2000, 3000, 4000, 5000, 7000, 11_000]),
        ("freebsd", [0, 3000, 6200, 9400, 12_600, 15_800, 22_000, 34_200]),
        ("linux_2_6", [0, 3000, 9000, 21_000, 45_000, 93_000, 189_000, 309_000]),
        ("ns2", [0, 3000, 9000, 21_000, 45_000, 93_000, 153_000, 213_000]),
    ] {
        assert_eq!(opening(&[("host", Value::Word(host))]).syns(8), ms, "{host}");
    }
}

/// Segments in the first flight, and the RTO after it, if the n-th SYN is the first to be answered, after 100 ms.
fn after(host: &'static str, timestamps: bool, number: u64) -> (usize, f64) {
    let mut hand = opening(&[("host", Value::Word(host)), ("timestamps", Value::Bool(timestamps))]);
    hand.syns(number);
    let left = hand.answer(number - 1, 100.0);
    (left, hand.rto().ms())
}

// 100 + max(4 x 50, 200) on Linux, 100 + 4 x 50 + 200 on FreeBSD; 3000 if no sample is to be trusted
#[test] // RFC 5681, 3.1; RFC 6298, 2.2 and 5.7; Karn; Linux: tcp_init_transfer, tcp_ack_update_rtt
fn the_answer_gives_an_rtt_and_lost_syns_a_small_window() {
    for timestamps in [true, false] {
        assert_eq!(after("linux", timestamps, 1), (10, 300.0));
        assert_eq!(after("linux_2_6", timestamps, 1), (10, 300.0));
        assert_eq!(after("freebsd", timestamps, 1), (10, 500.0));
        assert_eq!(after("freebsd", timestamps, 2), (1, 3000.0));
        let rto = if timestamps { 300.0 } else { 3000.0 };
        assert_eq!(after("linux", timestamps, 2), (10, rto));
        assert_eq!(after("linux", timestamps, 3), (1, rto));
        assert_eq!(after("linux", timestamps, 7), (1, rto));
        assert_eq!(after("linux_2_6", timestamps, 3), (10, rto));
    }
}

#[test]
fn nothing_else_leaves_before_the_answer_and_a_second_answer_changes_nothing() {
    let mut hand = opening(&[("host", Value::Word("linux"))]);
    assert_eq!(hand.out.iter().map(|syn| (syn.sequence, syn.syn)).collect::<Vec<_>>(), [(0, true)]);
    hand.out.clear();
    hand.sender.refresh(hand.now, &mut hand.out);
    hand.sender.replace_application(hand.now, &hand.sender.application(), true);
    hand.sender.replace_algorithm(hand.now, &Choice::of(&cc::bbr::SECTION), true, &mut hand.emitter);
    hand.sender.refresh(hand.now, &mut hand.out);
    assert!(hand.out.is_empty() && hand.sender.board().in_flight() == 0);
    hand.sender.replace_algorithm(hand.now, &Choice::of(&cc::newreno::SECTION), true, &mut hand.emitter);
    assert_eq!((hand.answer(0, 100.0), hand.answer(0, 200.0)), (10, 0));
    assert_eq!(hand.rto().ms(), 300.0);
}
