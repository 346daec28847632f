//! The sender by hand: acknowledgements in, transmissions out, without a network. Windows in packets, times in ms.

mod application;
mod ecn;
mod engines;
mod handshake;
mod lossy;
mod pacing;
mod rack;
mod slow_start;
mod timer;
mod transfer;
mod undo;

use super::reassembly::Blocks;
use super::sender::Sender;
use super::{Acknowledgement, Transmission};
use crate::cc;
use crate::host::{self, FlowSettings};
use crate::observe::{Emitter, Interests, Observer, Signal, Source, signals};
use crate::params::{Choice, Value};
use crate::random::Stream;
use crate::units::{Span, Time};

/// An acknowledgement to be filled in.
const NO_ACK: Acknowledgement = Acknowledgement {
    next: 0,
    arrived: 0,
    duplicate: false,
    blocks: Blocks::NONE,
    echoed: Time::NEVER,
    ordinal: 0,
    echo: false,
    received: 0,
    marked: 0,
    label: None,
    serial: 0,
    one_way: Span::ZERO,
    entered: Time::ZERO,
};

/// A flow's settings, its host's where they say nothing.
fn with_settings(window: f64, settings: &[(&str, Value)]) -> Choice {
    let host = settings.iter().filter(|(name, _)| *name == "host");
    let others = settings.iter().filter(|(name, _)| *name != "host");
    let mut choice = Choice::of(&host::SECTION);
    for (name, value) in host {
        choice = choice.with(name, value.clone());
    }
    choice = choice
        .with("send_jitter_ms", Value::Number(0.0))
        .with("initial_window_packets", Value::Number(window))
        .with("initial_ssthresh_packets", Value::Number(2.0));
    others.fold(choice, |choice, (name, value)| choice.with(name, value.clone()))
}

impl Observer for Emitter {
    fn signal(&mut self, _: Time, _: Source, signal: &'static Signal, value: f64) {
        self.signals.push((signal, value));
    }
}

/// A sender whose segments go nowhere.
struct Hand {
    sender: Sender,
    now: Time,
    ordinal: u32,
    out: Vec<Transmission>,
    emitter: Emitter,
}

impl Hand {
    /// NewReno on a host with these settings; window and threshold as given, so that it is in congestion avoidance.
    fn new(window: f64, settings: &[(&str, Value)]) -> Hand {
        Hand::with(&with_settings(window, settings), &Choice::of(&cc::newreno::SECTION))
    }

    fn with(settings: &Choice, algorithm: &Choice) -> Hand {
        let settings = FlowSettings::read(&settings.values);
        let sender = Sender::new(1, Stream::Flow(0), algorithm, settings, 1460);
        let emitter = Emitter { interests: Interests::ALL, ..Emitter::default() };
        let mut hand = Hand { sender, now: Time::ZERO, ordinal: 0, out: Vec::new(), emitter };
        hand.sender.start(hand.now, &mut hand.out, &mut hand.emitter);
        hand.hear();
        hand
    }

    /// An acknowledgement, caused by segment `arrived`, a millisecond later; the segments that it lets leave.
    fn ack(&mut self, next: u64, arrived: u64) -> Vec<u64> {
        self.echo(next, arrived, false)
    }

    /// Likewise, with or without the echo of a mark.
    fn echo(&mut self, next: u64, arrived: u64, echo: bool) -> Vec<u64> {
        let ordinal = self.ordinal;
        self.ordinal += 1;
        self.take(Acknowledgement { next, arrived, ordinal, echo, ..NO_ACK })
    }

    /// Any acknowledgement, a millisecond later.
    fn take(&mut self, ack: Acknowledgement) -> Vec<u64> {
        self.now += Span::from_ms(1.0);
        self.out.clear();
        self.emitter.signals.clear();
        let ack = Acknowledgement { entered: self.now, ..ack };
        self.sender.on_ack(self.now, &ack, &mut self.out, &mut self.emitter);
        self.hear();
        self.out.iter().map(|transmission| transmission.sequence).collect()
    }

    /// The timer fires.
    fn timeout(&mut self) -> Vec<u64> {
        self.now = self.sender.deadline();
        self.out.clear();
        self.emitter.signals.clear();
        self.sender.on_timer(self.now, &mut self.out, &mut self.emitter);
        self.hear();
        self.out.iter().map(|transmission| transmission.sequence).collect()
    }

    /// Observes what the sender tells by itself.
    fn hear(&mut self) {
        self.sender.emit_samples(self.now, Source::Flow(0), &mut self.emitter);
        self.sender.emit_levels(self.now, Source::Flow(0), &mut self.emitter);
    }

    fn cwnd(&self) -> f64 {
        self.sender.window().cwnd
    }

    /// The timeout that a restart of the timer would take now.
    fn rto(&self) -> Span {
        self.sender.rto()
    }

    fn told(&self, signal: &'static Signal) -> Vec<f64> {
        self.emitter.signals.iter().filter(|(s, _)| std::ptr::eq(*s, signal)).map(|(_, value)| *value).collect()
    }
}

const NEWRENO: (&str, Value) = ("recovery", Value::Word("newreno"));
const NO_LIMITED_TRANSMIT: (&str, Value) = ("limited_transmit", Value::Bool(false));

#[test] // RFC 6582: w = F = 20, the first packet dropped
fn newreno_repairs_one_loss_as_rfc_6582() {
    let mut hand = Hand::new(20.0, &[NEWRENO, NO_LIMITED_TRANSMIT]);
    assert_eq!(hand.sender.board().max(), 20);
    assert!(hand.ack(0, 1).is_empty() && hand.ack(0, 2).is_empty());
    assert_eq!(hand.ack(0, 3), [0]);
    assert_eq!((hand.sender.window().ssthresh, hand.cwnd()), (10.0, 10.0));
    let left: Vec<u64> = (4..20).flat_map(|arrived| hand.ack(0, arrived)).collect();
    assert_eq!(left, (20..29).collect::<Vec<_>>(), "inflation lets 29 - 20 new segments leave");
    assert_eq!(hand.cwnd(), 10.0, "inflation stays apart from cwnd");
    // Nine in flight after the full acknowledgement: min(ssthresh, 9 + 1) = 10, and one more may leave.
    assert_eq!(hand.ack(20, 0), [29]);
    assert!(!hand.sender.in_recovery());
    assert_eq!(hand.cwnd(), 10.0);
}

#[test] // RFC 6582, 3.2: w = 20, the 1st and the 10th packet dropped
fn a_partial_acknowledgement_repairs_the_next_hole() {
    let mut hand = Hand::new(20.0, &[NEWRENO, NO_LIMITED_TRANSMIT]);
    for arrived in (1..20).filter(|&s| s != 9) {
        hand.ack(0, arrived);
    }
    // w = 10 + 3 + 15 = 28: segments 20 to 27 have left. The partial acknowledgement takes 9 off and adds one.
    assert_eq!(hand.sender.board().max(), 28);
    assert_eq!(hand.ack(9, 0), [9, 28]);
    assert!(hand.sender.in_recovery());
    hand.ack(10, 9);
    assert!(hand.sender.in_recovery(), "10 is below the recovery point 20");
    hand.ack(29, 10);
    assert!(!hand.sender.in_recovery());
    // Burst-safe: nothing was in flight, so w = min(10, max(0, 1) + 1).
    assert_eq!(hand.cwnd(), 2.0);
}

#[test] // RFC 3042, and RFC 5681 3.2: its segments are no part of F
fn limited_transmit_sends_two_and_stays_out_of_f() {
    let mut hand = Hand::new(20.0, &[NEWRENO]);
    assert_eq!((hand.ack(0, 1), hand.ack(0, 2)), (vec![20], vec![21]));
    assert_eq!(hand.ack(0, 3), [0]);
    assert_eq!(hand.sender.window().ssthresh, 10.0);
}

#[test] // The segment right after the recovery point may be repaired at once: una == recover is no obstacle
fn the_next_packet_after_a_recovery_is_repaired_too() {
    for recovery in ["newreno", "sack"] {
        let mut hand = Hand::new(10.0, &[("recovery", Value::Word(recovery)), NO_LIMITED_TRANSMIT]);
        (1..10).for_each(|arrived| drop(hand.ack(0, arrived)));
        assert!(hand.sender.in_recovery());
        let sent = hand.sender.board().max();
        hand.ack(10, 0);
        assert!(!hand.sender.in_recovery() && sent > 13);
        (11..14).for_each(|arrived| drop(hand.ack(10, arrived)));
        assert!(hand.sender.in_recovery(), "{recovery}");
        assert_eq!(hand.sender.counters().timeouts, 0);
    }
}

#[test] // RFC 6675, section 5
fn sack_keeps_the_window_full_by_pipe_and_repairs_all_holes_in_one_round() {
    let mut hand = Hand::new(20.0, &[]);
    let mut left = Vec::new();
    for arrived in (1..20).filter(|s| ![5, 6].contains(s)) {
        left.extend(hand.ack(0, arrived));
    }
    // Limited transmit sent 20 and 21; then w = 10. The three holes go before new data, and pipe stays at w.
    assert_eq!(left, [20, 21, 0, 5, 6, 22, 23, 24, 25, 26]);
    assert_eq!(hand.sender.board().pipe(), 10);
    assert_eq!(hand.cwnd(), 10.0);
    hand.ack(5, 0);
    assert!(hand.sender.in_recovery());
    hand.ack(22, 6);
    assert!(!hand.sender.in_recovery());
    assert_eq!(hand.cwnd(), 10.0, "cwnd is ssthresh already");
}

#[test] // RFC 6675, NextSeg (3) and (4): a receiver's window that allows no new data
fn without_new_data_sack_looks_further() {
    let mut hand = Hand::new(10.0, &[("receive_window_packets", Value::Number(10.0))]);
    let left: Vec<Vec<u64>> = [1, 2, 3, 4, 5, 6, 8].iter().map(|&arrived| hand.ack(0, arrived)).collect();
    // With 6 SACKed pipe falls below w = 5: the last hole is rescued, once. With 8 there is a hole below it, not lost.
    assert_eq!(left[2..], [vec![0], vec![], vec![], vec![9], vec![7]]);
}

#[test] // Karn's algorithm, and no sample from what fills a hole: it covers packets that arrived a round trip earlier
fn only_packets_sent_once_and_acknowledged_at_once_are_timed() {
    let mut hand = Hand::new(10.0, &[]);
    hand.ack(1, 0);
    assert_eq!(hand.told(&signals::RTT), [1.0]);
    hand.ack(1, 2);
    assert_eq!(hand.told(&signals::RTT), [2.0], "under SACK the newly SACKed packet is timed");
    (3..6).for_each(|arrived| drop(hand.ack(1, arrived)));
    assert!(hand.sender.in_recovery());
    hand.ack(6, 1);
    assert!(hand.told(&signals::RTT).is_empty());
    let mut hand = Hand::new(10.0, &[NEWRENO]);
    hand.ack(0, 1);
    assert!(hand.told(&signals::RTT).is_empty(), "a duplicate tells nothing without SACK");
}

#[test] // RFC 5681 (5), 6298 5.4 to 5.7, 6582 section 4: timeout, going back, and no fast retransmit until its end
fn a_timeout_goes_back_and_skips_what_is_sacked() {
    let mut hand = Hand::new(10.0, &[NO_LIMITED_TRANSMIT]);
    assert_eq!(hand.sender.deadline(), Time::from_seconds(3.0));
    hand.ack(0, 1);
    hand.ack(0, 3);
    assert_eq!(hand.timeout(), [0]);
    assert_eq!((hand.cwnd(), hand.sender.window().ssthresh), (1.0, 5.0));
    assert_eq!(hand.told(&signals::WINDOW_CUT), [10.0]);
    assert_eq!(hand.ack(2, 0), [2, 4], "slow start again, one more for the acknowledgement; 3 is SACKed");
    assert_eq!(hand.ack(4, 2), [5, 6], "4, 5, 6 are in flight");
    for arrived in [7, 8, 9] {
        hand.ack(4, arrived);
    }
    assert!(!hand.sender.in_recovery(), "duplicates are the timeout's own until its repair ends");
    let before = hand.sender.window().ssthresh;
    hand.timeout();
    assert_eq!(hand.sender.window().ssthresh, 2.0, "another segment: ssthresh falls again");
    assert_eq!(before, 5.0);
    let doubled = |hand: &Hand| hand.sender.deadline().since(hand.now).0 - Span::from_ms(200.0).0;
    let once = doubled(&hand);
    hand.timeout();
    assert_eq!(hand.sender.window().ssthresh, 2.0);
    assert_eq!(doubled(&hand), 2 * once, "the timer backs off, but for FreeBSD's slop");
}

#[test] // RFC 6675, section 2: news in SACK makes a duplicate, whether or not the acknowledgement advances
fn an_acknowledgement_that_advances_and_sacks_is_a_duplicate_too() {
    let mut hand = Hand::new(10.0, &[]);
    assert_eq!(hand.ack(1, 2), [10, 11], "one by the window, one by limited transmit");
    assert_eq!(hand.told(&signals::RTT), [1.0, 1.0], "both segments are timed");
    assert_eq!(hand.ack(1, 3), [12]);
    assert_eq!(hand.ack(1, 4), [1]);
    assert!(hand.sender.in_recovery());
    assert_eq!(hand.sender.window().ssthresh, 5.0);
}

#[test] // RFC 3465: L = 1 in the slow start after a timeout, up to its last acknowledgement at w = ssthresh
fn byte_counting_is_held_back_in_the_whole_slow_start_after_a_timeout() {
    let mut hand = Hand::new(10.0, &[("byte_counting", Value::Bool(true))]);
    assert_eq!(hand.timeout(), [0]);
    for (next, cwnd) in [(10, 2.0), (12, 3.0), (14, 4.0), (16, 5.0), (18, 6.0)] {
        hand.ack(next, next - 1);
        assert_eq!((hand.cwnd(), hand.sender.window().ssthresh), (cwnd, 5.0));
    }
    // It ends with fast recovery too: what follows at w = ssthresh counts two again.
    let mut hand = Hand::new(10.0, &[("byte_counting", Value::Bool(true)), NO_LIMITED_TRANSMIT]);
    hand.timeout();
    [10, 12, 14].iter().for_each(|&next| drop(hand.ack(next, next - 1)));
    (15..18).for_each(|arrived| drop(hand.ack(14, arrived)));
    assert!(hand.sender.in_recovery());
    let sent = hand.sender.board().max();
    hand.ack(sent, 14);
    assert!(!hand.sender.in_recovery());
    assert_eq!((hand.cwnd(), hand.sender.window().ssthresh), (2.0, 2.0));
    hand.ack(sent + 2, sent + 1);
    assert_eq!(hand.cwnd(), 4.0);
}

#[test] // Linux H-TCP: its clock restarts when what a timeout left behind is repaired
fn the_end_of_a_timeouts_repair_is_told() {
    let settings = Choice::of(&host::SECTION)
        .with("send_jitter_ms", Value::Number(0.0))
        .with("initial_window_packets", Value::Number(10.0));
    let mut hand = Hand::with(&settings, &Choice::of(&cc::htcp::SECTION).with("variant", Value::Word("linux")));
    hand.timeout();
    hand.now += Span::from_seconds(5.0);
    hand.ack(10, 0);
    // From here alpha is 1 for a second: at 0.5 s after the repair 2 * 1 * (1 - 0.5) = 1.
    for n in 0..200 {
        hand.now += Span::from_ms(1.0);
        let next = hand.sender.board().una() + 1;
        hand.ack(next, next - 1);
        assert!(hand.told(&cc::htcp::ALPHA).iter().all(|alpha| *alpha <= 1.0), "at acknowledgement {n}");
    }
    assert!(hand.cwnd() > 10.0, "it grew in congestion avoidance");
}

#[test] // A round ends with the acknowledgement of the first new segment sent after the last one ended
fn rounds_are_marked_by_the_next_new_segment() {
    let mut hand = Hand::new(4.0, &[NEWRENO, NO_LIMITED_TRANSMIT]);
    let mut ended = Vec::new();
    for next in 1..=14 {
        hand.ack(next, next - 1);
        ended.extend(hand.told(&signals::ROUND).iter().map(|number| (next, *number)));
    }
    // Segment 4 is the first that leaves after the round of segment 0 ended, then 8, then 13: w grows from 4 to 5.
    assert_eq!(ended, [(1, 0.0), (5, 1.0), (9, 2.0), (14, 3.0)]);
}

#[test] // RFC 3465: ACKs of two segments at w = 10 add one packet with the 5th; without byte counting w is 10.49 by then
fn byte_counting_grows_by_what_is_acknowledged() {
    for (byte_counting, expected) in [(true, 11.0), (false, 10.49)] {
        let mut hand = Hand::new(10.0, &[("byte_counting", Value::Bool(byte_counting))]);
        (1..=5).for_each(|n| drop(hand.ack(2 * n, 2 * n - 1)));
        assert!((hand.cwnd() - expected).abs() < 0.005, "{}", hand.cwnd());
    }
}

#[test] // Linux counts acknowledged packets, however many there are
fn linux_grows_by_all_that_is_acknowledged() {
    let unlimited = ("initial_ssthresh_packets", Value::Null);
    for (host, expected) in [("linux", 15.0), ("linux_2_6", 11.0)] {
        let mut hand = Hand::new(10.0, &[("host", Value::Word(host)), unlimited.clone()]);
        hand.ack(5, 4);
        assert_eq!(hand.cwnd(), expected, "{host}");
    }
}

#[test] // RFC 3390: the default of 3 is that of 1460-byte segments: min(4 S, max(2 S, 4380 bytes))
fn the_initial_window_is_rfc_3390s() {
    let iw = |s: u32| (4 * s).min((2 * s).max(4380));
    assert_eq!([1460, 536, 2190].map(iw), [4380, 2144, 4380]);
    let FlowSettings { initial_window_packets, .. } = FlowSettings::read(&Choice::of(&host::SECTION).values);
    assert_eq!(initial_window_packets, f64::from(iw(1460) / 1460));
}

#[test] // Growth only where cwnd is the limit
fn a_receivers_window_stops_sending_and_growth() {
    let mut hand = Hand::new(10.0, &[("receive_window_packets", Value::Number(6.0))]);
    assert_eq!(hand.sender.board().max(), 6);
    (1..=20).for_each(|next| assert_eq!(hand.ack(next, next - 1), [next + 5]));
    assert_eq!(hand.cwnd(), 10.0);
}
