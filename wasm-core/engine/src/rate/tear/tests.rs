//! TEAR's emulated window by hand, and its smoothness in a closed loop.

use super::super::testing::{ClosedLoop, Hand, assert_close};
use super::*;
use crate::formulas::mathis;
use crate::observe::signals;
use crate::params::Choice;
use crate::rate::{Arrival, Feedback};

fn choice(changes: &[(&str, Value)]) -> Choice {
    changes.iter().fold(Choice::of(&SECTION), |choice, (name, value)| choice.with(name, value.clone()))
}

/// A receiver with R = 100 ms whose flow began anew.
struct Ear {
    hand: Hand,
    receiver: TearReceiver,
    next: u64,
}

impl Ear {
    fn new() -> Ear {
        let mut ear = Ear { hand: Hand::new(), receiver: TearReceiver::new(&choice(&[]).values, 0), next: 0 };
        assert_eq!(ear.hear(None, false), Some([0.0; 3]), "no header has told an RTT");
        ear.packets(1);
        ear
    }

    fn hear(&mut self, srtt: Option<Span>, marked: bool) -> Option<[f64; 3]> {
        let arrival = Arrival { sequence: self.next, serial: self.next, left: self.hand.now, srtt, marked };
        self.next += 1;
        self.receiver.on_packet(&arrival, &mut self.hand.cx())
    }

    /// So many packets arrive, 1 ms apart; the last report among what they caused.
    fn packets(&mut self, n: usize) -> Option<[f64; 3]> {
        let mut last = None;
        for _ in 0..n {
            self.hand.wait(1.0);
            if self.receiver.deadline() <= self.hand.now {
                last = self.receiver.on_timer(&mut self.hand.cx()).or(last);
            }
            last = self.hear(Some(Span::from_ms(100.0)), false).or(last);
        }
        last
    }

    fn lose(&mut self, n: u64) -> &mut Ear {
        self.next += n;
        self
    }
}

#[test]
fn the_window_grows_as_tcps_does() {
    let mut ear = Ear::new();
    assert_eq!(ear.receiver.window(), 1.0);
    ear.packets(9);
    assert_eq!(ear.receiver.window(), 10.0);
    assert_close(ear.receiver.rate(), 100.0, 1e-9);
    // A gap: nothing grows; with the third packet after it w = 5, for a round of the old window (10 packets from the lost
    // one) and a round trip.
    ear.lose(1).packets(2);
    assert_eq!(ear.receiver.window(), 10.0);
    ear.packets(1);
    assert_eq!(ear.receiver.window(), 5.0);
    assert_eq!(ear.hand.emitter.signals.iter().filter(|(signal, _)| std::ptr::eq(*signal, &STATE)).count(), 3);
    assert_eq!(ear.hand.told(&signals::WINDOW_CUT), [10.0]);
    ear.lose(2).packets(20);
    assert_eq!(ear.receiver.window(), 5.0);
    ear.hand.wait(80.0);
    ear.packets(1);
    assert_eq!(ear.receiver.window(), 5.2);
    // Then 1/5 for each of 5 packets, 1/6 for each of 6: rounds go by the packets that arrive.
    ear.packets(29);
    assert!((9.0..10.0).contains(&ear.receiver.window()), "{}", ear.receiver.window());
}

#[test]
fn few_packets_after_a_gap_are_a_timeout() {
    let mut ear = Ear::new();
    ear.packets(19);
    ear.lose(8).packets(2);
    let until = ear.hand.now - Span::from_ms(1.0) + Span::from_ms(200.0);
    while ear.receiver.deadline() < until {
        ear.hand.now = ear.receiver.deadline();
        ear.receiver.on_timer(&mut ear.hand.cx());
    }
    assert_eq!((ear.receiver.deadline(), ear.receiver.window()), (until, 20.0));
    ear.hand.now = until;
    ear.receiver.on_timer(&mut ear.hand.cx());
    assert_eq!(ear.receiver.window(), 1.0);
    // A round trip later slow start up to half of 20, then by 1/w.
    ear.packets(30);
    assert_eq!(ear.receiver.window(), 1.0);
    ear.hand.wait(100.0);
    ear.packets(9);
    assert_eq!(ear.receiver.window(), 10.0);
    ear.packets(1);
    assert!(ear.receiver.window() < 10.5);
}

/// 220 packets arrive in 220 ms, 100 in each round trip, and slow start's window is 221: a reduction leaves half of what
/// arrives, and that is the first epoch's rate.
#[test]
fn the_first_reduction_leaves_half_of_what_arrives() {
    let mut ear = Ear::new();
    let last = ear.packets(220).expect("a report each round trip");
    assert!(last[0] > 1900.0 && ear.receiver.window() == 221.0, "{last:?}");
    assert_eq!(ear.lose(1).packets(2), None);
    let lower = ear.packets(1).expect("at once, since it is lower");
    assert_close(lower[0], 500.0, 6.0);
    assert_close(ear.receiver.window(), 50.0, 0.6);
}

#[test]
fn a_gap_that_fills_was_reordering_and_a_mark_is_a_reduction() {
    let mut ear = Ear::new();
    ear.packets(9);
    ear.lose(1).packets(1);
    let late = Arrival { sequence: 11, serial: 0, left: ear.hand.now, srtt: None, marked: false };
    ear.receiver.on_packet(&late, &mut ear.hand.cx());
    ear.packets(5);
    assert_eq!(ear.receiver.window(), 15.0);
    ear.hear(None, true);
    assert_eq!(ear.receiver.window(), 7.5);
}

#[test]
fn a_flow_that_goes_on_begins_with_the_window_of_its_first_round_trip() {
    let mut ear = Ear { hand: Hand::new(), receiver: TearReceiver::new(&choice(&[]).values, 7), next: 7 };
    for n in 0..=10 {
        let report = ear.hear(Some(Span::from_ms(100.0)), false);
        assert_eq!(report.map(|numbers| numbers[0]), (n == 0).then_some(0.0));
        ear.hand.wait(10.0);
    }
    // Packets at 0, 10, ... 90 ms; with that of 100 ms it is known. It grows by one packet per round.
    assert_eq!(ear.receiver.window(), 10.0);
    assert_close(ear.receiver.rate(), 100.0, 1e-9);
    ear.packets(10);
    assert_close(ear.receiver.window(), 11.0, 1e-9);
}

#[test]
fn the_sender_paces_at_what_is_reported_and_halves_in_silence() {
    let (mut hand, mut tear) = (Hand::new(), Tear::new(&choice(&[]).values));
    tear.on_start(None, &mut hand.cx());
    let mut report = |tear: &mut Tear, rate| {
        let report = hand.report(0, 100.0, [rate, 0.0, 0.0]);
        tear.on_report(&report, Span::from_ms(100.0), &mut hand.cx());
        tear.rate()
    };
    assert_eq!(report(&mut tear, 0.0), 10.0);
    assert_eq!(report(&mut tear, 80.0), 80.0);
    assert_eq!(report(&mut tear, 0.0), 80.0, "it goes on while nothing is known");
    assert_eq!(report(&mut tear, 30.0), 30.0);
    assert_eq!(tear.deadline(), hand.now + Span::from_ms(400.0));
    tear.on_timer(&mut hand.cx());
    assert_eq!(tear.rate(), 15.0);
    assert_eq!(hand.told(&signals::TIMEOUT), [1.0]);
}

/// Each n-th packet lost: nearly TCP's mean rate (the window does not grow in a gap nor in the round after it), and it
/// hardly moves, where TCP's own is halved at each loss.
#[test]
fn tear_is_as_fast_as_tcp_and_smooth() {
    for n in [100, 400] {
        let mut run = ClosedLoop::new(&choice(&[]), 100.0, move |sequence| sequence % n == n - 1);
        run.run_until(400.0);
        let mean = run.mean_rate(200.0, 400.0) * 0.1 / mathis(1.0 / n as f64, false);
        let rates = run.values(&signals::RATE).into_iter().filter(|(at, _)| *at > 200.0).map(|(_, bps)| bps);
        let last = run.sender.rate().0;
        let (least, most) = rates.fold((last, last), |(least, most), bps| (least.min(bps), most.max(bps)));
        assert!((0.8..1.05).contains(&mean), "every {n}-th: {mean}");
        assert!(most / least < 1.2, "every {n}-th: {}", most / least);
    }
}
