//! RAP by hand-worked vectors, and its sawtooth in a closed loop.

use super::super::testing::{ClosedLoop, Hand, assert_close};
use super::*;
use crate::formulas::mathis;
use crate::observe::signals;
use crate::params::Choice;

fn choice(changes: &[(&str, Value)]) -> Choice {
    changes.iter().fold(Choice::of(&SECTION), |choice, (name, value)| choice.with(name, value.clone()))
}

/// A sender with SRTT = 100 ms and so many packets per second, of which so many were just sent, and with some report in
/// this SRTT.
fn at(rate: f64, sent: u64, changes: &[(&str, Value)]) -> (Rap, Hand) {
    let (mut hand, mut rap) = (Hand::new(), Rap::new(&choice(changes).values));
    rap.on_start(Some((rate, Span::from_ms(100.0))), &mut hand.cx());
    (0..sent).for_each(|sequence| rap.on_sent(sequence, hand.now));
    rap.had_feedback = true;
    (rap, hand)
}

/// A report that packet `received` arrived, and that those after `before` up to `missing` had not.
fn report(rap: &mut Rap, hand: &mut Hand, received: u64, missing: f64, before: f64) -> f64 {
    let report = hand.report(received, 100.0, [received as f64, missing, before]);
    rap.on_report(&report, Span::from_ms(100.0), &mut hand.cx());
    rap.ipg * 1e3
}

#[test] // IPG = 20 ms, SRTT = 100 ms, a = 1: 16.667 ms, then a loss: 33.333 ms
fn six_packets_per_rtt_follow_five_and_three_a_loss() {
    let (mut rap, mut hand) = at(50.0, 10, &[]);
    assert_eq!(rap.deadline(), hand.now + Span::from_ms(100.0));
    hand.wait(100.0);
    rap.on_timer(&mut hand.cx());
    assert_close(rap.ipg * 1e3, 16.666_667, 1e-6);
    hand.wait(40.0);
    assert_close(report(&mut rap, &mut hand, 3, 0.0, -1.0), 33.333_333, 1e-6);
    assert_eq!(hand.told(&signals::WINDOW_CUT).len(), 1);
    assert_eq!(rap.deadline(), hand.now + Span::from_ms(100.0), "the SRTT begins anew");
}

#[test] // a = 4 (1/4 - 1/64) / 3 = 0.3125; a = 0.375 / 1.875 = 0.2
fn rap_of_an_eighth_gains_and_gives_up_less() {
    for (relation, a) in [("slowcc", 0.3125), ("deterministic", 0.2)] {
        let (mut rap, mut hand) = at(50.0, 10, &[("b", Value::Number(0.125)), ("relation", Value::Word(relation))]);
        rap.on_timer(&mut hand.cx());
        assert_close(0.1 / rap.ipg, 5.0 + a, 1e-9);
        report(&mut rap, &mut hand, 3, 0.0, -1.0);
        assert_close(0.1 / rap.ipg, 0.875 * (5.0 + a), 1e-9);
    }
}

#[test]
fn a_packet_is_lost_when_one_three_later_was_reported_and_a_flight_is_cut_once() {
    let (mut rap, mut hand) = at(100.0, 10, &[]);
    // 1 and 4 are missing. Neither the first nor the second packet after 1 condemns it.
    report(&mut rap, &mut hand, 0, -1.0, -1.0);
    for received in [2, 3] {
        assert_close(report(&mut rap, &mut hand, received, 1.0, 0.0), 10.0, 1e-9);
    }
    assert_close(report(&mut rap, &mut hand, 5, 4.0, 3.0), 20.0, 1e-9);
    for received in [6, 7, 8, 9] {
        assert_close(report(&mut rap, &mut hand, received, 4.0, 3.0), 20.0, 1e-9);
    }
    // One sent after the cut counts again.
    (10..15).for_each(|sequence| rap.on_sent(sequence, hand.now));
    assert_close(report(&mut rap, &mut hand, 13, 10.0, 9.0), 40.0, 1e-9);
}

#[test]
fn one_that_comes_late_was_not_lost_and_a_mark_counts_as_a_loss() {
    let (mut rap, mut hand) = at(100.0, 10, &[]);
    report(&mut rap, &mut hand, 0, -1.0, -1.0);
    report(&mut rap, &mut hand, 2, 1.0, 0.0);
    let late = hand.report(1, 100.0, [2.0, 1.0, 0.0]);
    rap.on_report(&late, Span::from_ms(100.0), &mut hand.cx());
    assert_close(report(&mut rap, &mut hand, 5, 1.0, 0.0), 10.0, 1e-9);
    let marked = Report { marked: true, ..hand.report(6, 100.0, [6.0, 1.0, 0.0]) };
    rap.on_report(&marked, Span::from_ms(100.0), &mut hand.cx());
    assert_close(rap.ipg * 1e3, 20.0, 1e-9);
}

#[test] // SRTT = 100 ms, VAR = 50 ms: 1.2 SRTT + 4 VAR = 320 ms
fn what_is_overdue_at_the_end_of_a_gap_is_lost() {
    let (mut rap, mut hand) = at(50.0, 1, &[]);
    for ms in [0.0, 320.0] {
        hand.wait(ms);
        rap.before_sending(&mut hand.cx());
        assert_close(rap.ipg * 1e3, 20.0, 1e-9);
    }
    hand.wait(0.001);
    rap.before_sending(&mut hand.cx());
    assert_close(rap.ipg * 1e3, 40.0, 1e-9);
    // Below a packet per SRTT by halves, whatever b is, and never less than one in 64 s.
    for (b, expected) in [(0.5, [80.0, 100.0, 200.0, 400.0]), (1.0, [100.0, 200.0, 400.0, 800.0])] {
        rap.set(0, &Value::Number(b));
        rap.ipg = 0.04;
        for ms in expected {
            rap.on_sent(rap.base, hand.now);
            hand.wait(1000.0);
            rap.before_sending(&mut hand.cx());
            assert_close(rap.ipg * 1e3, ms, 1e-9);
        }
    }
    for _ in 0..10 {
        rap.on_sent(rap.base, hand.now);
        hand.wait(1000.0);
        rap.before_sending(&mut hand.cx());
    }
    assert_eq!(rap.ipg, 64.0);
}

#[test] // SlowCC's extreme: a loss takes all but a packet per round trip
fn b_of_one_leaves_a_packet_per_round_trip() {
    let (mut rap, mut hand) = at(200.0, 10, &[("b", Value::Number(1.0))]);
    assert_close(report(&mut rap, &mut hand, 3, 0.0, -1.0), 100.0, 1e-9);
}

#[test]
fn the_rate_grows_only_if_half_of_it_was_used_and_something_was_heard() {
    for (sent, heard, expected) in [(2, true, 20.0), (3, true, 16.666_667), (3, false, 20.0)] {
        let (mut rap, mut hand) = at(50.0, sent, &[]);
        rap.had_feedback = heard;
        rap.on_timer(&mut hand.cx());
        assert_close(rap.ipg * 1e3, expected, 1e-6);
    }
}

/// Gains 0.9 and 0.01; 100 ms, then 150: the short average is 145, the long one 100.5.
#[test]
fn the_fine_grain_stretches_gaps_while_the_queue_grows() {
    for (on, stretch) in [(false, 1.0), (true, 145.0 / 100.5)] {
        let (mut rap, mut hand) = at(50.0, 1, &[("fine_grain", Value::Bool(on))]);
        let report = hand.report(0, 150.0, [0.0, -1.0, -1.0]);
        rap.on_report(&report, Span::from_ms(150.0), &mut hand.cx());
        assert_close(rap.gap(), 0.02 * stretch, 1e-9);
        assert_close(rap.rate(), 50.0, 1e-9);
    }
}

#[test]
fn the_receiver_tells_the_last_hole_with_each_packet() {
    let (mut hand, mut receiver) = (Hand::new(), RapReceiver::new(&[], 0));
    let mut hear = |sequence| {
        let arrival = Arrival { sequence, serial: sequence, left: Time::ZERO, srtt: None, marked: false };
        receiver.on_packet(&arrival, &mut hand.cx()).expect("each is reported")
    };
    assert_eq!(hear(0), [0.0, -1.0, -1.0]);
    assert_eq!(hear(3), [3.0, 2.0, 0.0]);
    assert_eq!(hear(4), [4.0, 2.0, 0.0]);
    assert_eq!(hear(1), [4.0, 2.0, 0.0]);
    assert_eq!(hear(6), [6.0, 5.0, 4.0]);
}

/// Every n-th packet lost, the sawtooth runs between W/2 and W packets per round trip, with 3/8 W^2 = n and the mean 3/4 W:
/// sqrt(1.5 n). It is above by what it sends until it learns of the loss.
#[test]
fn rap_runs_as_a_sawtooth() {
    for n in [100, 400, 1000] {
        let mut run = ClosedLoop::new(&choice(&[]), 100.0, move |sequence| sequence % n == n - 1);
        run.run_until(300.0);
        let mean = run.mean_rate(100.0, 300.0) * 0.1 / mathis(1.0 / n as f64, false);
        assert!((0.95..1.15).contains(&mean), "every {n}-th: {mean}");
        let cuts: Vec<(f64, f64)> =
            run.values(&signals::WINDOW_CUT).into_iter().filter(|(at, _)| *at > 100.0).collect();
        let rates = run.values(&signals::RATE);
        for (at, before) in &cuts {
            let after = rates.iter().find(|(time, _)| time == at).expect("told at once").1 * 0.1 / 12_000.0;
            assert_close(after / before, 0.5, 1e-9);
        }
        // Each epoch's packets hold one loss.
        let per_epoch = run.mean_rate(100.0, 300.0) * 200.0 / cuts.len() as f64;
        assert!((per_epoch / n as f64 - 1.0).abs() < 0.1, "{per_epoch} packets an epoch");
    }
}
