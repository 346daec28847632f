//! TFRC by hand-worked vectors, and in a closed loop against the equation that it is made to follow.

use super::super::testing::{ClosedLoop, Hand, PACKET_BYTES, assert_close};
use super::*;
use crate::observe::signals;
use crate::params::Choice;
use crate::random::{Purpose, RandomStream, Stream};
use crate::rate::{Arrival, Feedback};

/// The variant `ns2`, but with the equation's timeout of 4R, which vectors are computed with.
fn choice(changes: &[(&str, Value)]) -> Choice {
    let choice = Choice::of(&SECTION).with("measured_timeout", Value::Bool(false));
    changes.iter().fold(choice, |choice, (name, value)| choice.with(name, value.clone()))
}

fn rfc(changes: &[(&str, Value)]) -> Choice {
    let choice = Choice::of(&SECTION).with("variant", Value::Word("rfc5348"));
    changes.iter().fold(choice, |choice, (name, value)| choice.with(name, value.clone()))
}

/// A sender at `rate` packets per second with R = 100 ms, out of slow start.
fn at(rate: f64, choice: &Choice) -> (Tfrc, Hand) {
    let (mut hand, mut tfrc) = (Hand::new(), Tfrc::new(&choice.values));
    tfrc.on_start(Some((rate, Span::from_ms(100.0))), &mut hand.cx());
    (tfrc, hand)
}

/// Reports `numbers` after `ms`, with a sample of 100 ms; returns X.
fn report(tfrc: &mut Tfrc, hand: &mut Hand, ms: f64, numbers: [f64; 3]) -> f64 {
    let report = hand.wait(ms).report(0, 100.0, numbers);
    tfrc.on_report(&report, Span::from_ms(100.0), &mut hand.cx());
    tfrc.rate()
}

#[test] // p = 0.01, R = 0.1 s: 168498.4 bytes per second, 112.332 packets
fn ns2_falls_to_the_equation_at_once_and_rises_by_a_packet_per_round_trip() {
    let (mut tfrc, mut hand) = at(200.0, &choice(&[]));
    assert_close(report(&mut tfrc, &mut hand, 100.0, [0.01, 200.0, 1.0]) * 1500.0, 168_498.4, 0.05);
    // p = 0.001 allows 383.84. One RTT: 1/R more; three RTTs: two.
    assert_close(report(&mut tfrc, &mut hand, 100.0, [0.001, 200.0, 1.0]), 112.332_3 + 10.0, 1e-3);
    assert_close(report(&mut tfrc, &mut hand, 300.0, [0.001, 200.0, 1.0]), 122.332_3 + 20.0, 1e-3);
    // Never beyond the equation, nor twice what arrives, of which a packet per RTT is always allowed.
    assert_close(report(&mut tfrc, &mut hand, 100.0, [0.007, 200.0, 1.0]), tfrc.equation(0.007, 0.1), 1e-9);
    assert_close(report(&mut tfrc, &mut hand, 100.0, [0.001, 30.0, 1.0]), 60.0, 1e-9);
    assert_close(report(&mut tfrc, &mut hand, 100.0, [0.001, 2.0, 1.0]), 10.0, 1e-9);
}

#[test] // ns-default.tcl: df_ is on, tcp_tick_ 0.1; an exact clock: SRTT 100 ms, RTTVAR 50 and then 37.5 ms
fn ns2_measures_its_timeout_and_discounts_by_default() {
    let ns2 = Settings::read(&Choice::of(&SECTION).values);
    assert!(ns2.measured_timeout && ns2.history_discounting);
    assert_eq!((ns2.discounting_floor, ns2.k, ns2.rtt_smoothing, ns2.timeout_tick_ms), (0.5, 8, 0.95, 100.0));
    // 1 / (0.1 sqrt(0.02 / 3) + t_RTO * 3 sqrt(0.03 / 8) * 0.01 * (1 + 32 * 0.0001)) packets per second
    for (tick, t_rto) in [(100.0, 0.3), (0.0, 0.25)] {
        let choice = Choice::of(&SECTION).with("timeout_tick_ms", Value::Number(tick));
        let (mut tfrc, mut hand) = at(200.0, &choice);
        let expected = 1.0 / (0.008_164_965_8 + t_rto * 0.183_711_731 * 0.010_032);
        assert_close(report(&mut tfrc, &mut hand, 100.0, [0.01, 200.0, 1.0]), expected, 1e-4);
    }
    let rfc = Settings::read(&rfc(&[]).values);
    assert!(!rfc.measured_timeout && rfc.history_discounting);
}

#[test] // RFC 5348, 4.3: max(min(X_eq, 2 X_recv), s / t_mbi)
fn rfc_5348_follows_the_equation_both_ways() {
    let (mut tfrc, mut hand) = at(200.0, &rfc(&[]));
    assert_close(report(&mut tfrc, &mut hand, 100.0, [0.01, 200.0, 1.0]) * 1500.0, 168_498.4, 0.05);
    assert_close(report(&mut tfrc, &mut hand, 100.0, [0.001, 200.0, 1.0]) * 1500.0, 575_765.4, 0.05);
    assert_close(report(&mut tfrc, &mut hand, 100.0, [0.001, 30.0, 1.0]), 60.0, 1e-9);
    // Without the minimum in the equation: 2922.7 bytes per second at p = 0.3, 0.19595 packets per RTT with it.
    assert_close(report(&mut tfrc, &mut hand, 100.0, [0.3, 200.0, 1.0]) * 1500.0, 2922.7, 0.05);
    assert_close(at(200.0, &choice(&[])).0.equation(0.3, 0.1) * 0.1, 0.195_95, 5e-6);
    assert_close(report(&mut tfrc, &mut hand, 100.0, [1.0, 0.0, 1.0]), 1.0 / 64.0, 1e-12);
}

#[test] // SlowCC, section 4.1.1: X_eq = 100, X_recv = 60 packets per RTT
fn self_clocked_it_sends_what_arrives_for_a_round_after_a_loss_then_little_more() {
    for choice in [choice(&[("self_clocked", Value::Bool(true))]), rfc(&[("self_clocked", Value::Bool(true))])] {
        let (mut tfrc, mut hand) = at(1200.0, &choice);
        let p = Padhye { bounded: tfrc.settings.bounded_timeouts, ..Padhye::of(0.1) }.loss_event_rate(1000.0);
        assert_close(report(&mut tfrc, &mut hand, 100.0, [p, 600.0, 1.0]), 600.0, 1e-6);
        for _ in 0..7 {
            report(&mut tfrc, &mut hand, 100.0, [p, 600.0, 1.0]);
        }
        assert_close(tfrc.rate(), 660.0, 1e-6);
        tfrc.set(SECTION.index("self_clocking_factor").unwrap(), &Value::Number(1.05));
        assert_close(report(&mut tfrc, &mut hand, 100.0, [p, 600.0, 1.0]), 630.0, 1e-6);
    }
}

#[test]
fn slow_start_doubles_once_per_round_trip_up_to_twice_what_arrives() {
    let (mut tfrc, mut hand) = (Tfrc::new(&choice(&[]).values), Hand::new());
    tfrc.on_start(None, &mut hand.cx());
    assert_eq!(tfrc.rate(), 1.0);
    // The first report cannot contain a rate; then X and X_recv in packets per second.
    assert_close(report(&mut tfrc, &mut hand, 100.0, [0.0, -1.0, 0.0]), 10.0, 1e-9);
    for (ms, receive, expected) in
        [(100.0, 10.0, 20.0), (100.0, 20.0, 40.0), (50.0, 40.0, 40.0), (50.0, 40.0, 80.0), (100.0, 33.0, 66.0)]
    {
        assert_close(report(&mut tfrc, &mut hand, ms, [0.0, receive, 0.0]), expected, 1e-9);
    }
    // The first loss event ends it for good.
    let equation = tfrc.equation(0.05, 0.1);
    assert_close(report(&mut tfrc, &mut hand, 100.0, [0.05, 66.0, 1.0]), equation, 1e-9);
    assert!(!tfrc.slow_start);
}

#[test]
fn a_rate_taken_over_goes_on_by_a_packet_per_round_trip() {
    for choice in [choice(&[]), rfc(&[])] {
        let (mut tfrc, mut hand) = at(300.0, &choice);
        assert_close(report(&mut tfrc, &mut hand, 20.0, [0.0, -1.0, 0.0]), 302.0, 1e-9);
        assert_close(report(&mut tfrc, &mut hand, 100.0, [0.0, 300.0, 0.0]), 312.0, 1e-9);
    }
}

#[test] // 2R or 4R, or two packets' gaps
fn without_feedback_the_rate_halves() {
    for (choice, rtts) in [(choice(&[]), 2.0), (rfc(&[]), 4.0)] {
        let (mut tfrc, mut hand) = at(100.0, &choice);
        let first = hand.now + Span::from_ms(100.0 * rtts);
        assert_eq!(tfrc.deadline(), first);
        hand.now = first;
        let mut cx = hand.cx();
        tfrc.on_timer(&mut cx);
        assert_eq!((tfrc.rate(), cx.timeouts), (50.0, 1));
        assert_eq!(hand.told(&signals::WINDOW_CUT), [10.0]);
        // 100, 50, 25, 12.5, 6.25: two gaps of 160 ms are longer than 2R, not than 4R.
        for _ in 0..3 {
            tfrc.on_timer(&mut hand.cx());
        }
        assert_eq!(tfrc.deadline(), hand.now + Span::from_ms(400.0_f64.min(100.0 * rtts).max(320.0)));
        for _ in 0..20 {
            tfrc.on_timer(&mut hand.cx());
        }
        assert_eq!(tfrc.rate(), 1.0 / 64.0);
    }
    let (mut tfrc, mut hand) = (Tfrc::new(&choice(&[]).values), Hand::new());
    tfrc.on_start(None, &mut hand.cx());
    assert_eq!(tfrc.deadline(), hand.now + Span::from_ms(2000.0));
}

#[test] // q = 0.95 (ns-2), 0.9 (RFC 5348); damping by sqrt(R_sample) / mean of sqrt(R)
fn the_rtt_is_smoothed_once_a_report_and_damps_the_gaps() {
    for (choice, q, damped) in [(choice(&[]), 0.95, true), (rfc(&[]), 0.9, false)] {
        let (mut tfrc, mut hand) = at(100.0, &choice);
        let numbers = hand.report(0, 144.0, [0.01, 100.0, 0.0]);
        tfrc.on_report(&numbers, Span::from_ms(144.0), &mut hand.cx());
        assert_close(tfrc.srtt().unwrap().ms(), q * 100.0 + (1.0 - q) * 144.0, 1e-6);
        let root = q * 0.1_f64.sqrt() + (1.0 - q) * 0.144_f64.sqrt();
        let damping = if damped { 0.144_f64.sqrt() / root } else { 1.0 };
        assert_close(tfrc.gap() * tfrc.rate(), damping, 1e-12);
    }
}

/// A receiver whose packets carry R = 100 ms, at one arrival each `gap_ms`.
struct Ear {
    hand: Hand,
    receiver: TfrcReceiver,
    gap_ms: f64,
    /// At one instant the timer is looked at before the packet.
    timer_first: bool,
}

impl Ear {
    fn new(choice: &Choice, gap_ms: f64) -> Ear {
        Ear { hand: Hand::new(), receiver: TfrcReceiver::new(&choice.values, 0), gap_ms, timer_first: false }
    }

    /// Packets arrive, the timer fires when it is due; returns the reports with their times in ms since the start.
    fn hear(&mut self, sequences: impl IntoIterator<Item = u64>) -> Vec<(f64, [f64; 3])> {
        let mut reports = Vec::new();
        let ms = |hand: &Hand| hand.now.since(Time::from_seconds(10.0)).ms();
        for sequence in sequences {
            let next = Time::from_seconds(10.0) + Span::from_ms(self.gap_ms * sequence as f64);
            while self.receiver.deadline() < next + Span(u64::from(self.timer_first)) {
                self.hand.now = self.receiver.deadline();
                let report = self.receiver.on_timer(&mut self.hand.cx());
                reports.extend(report.map(|numbers| (ms(&self.hand), numbers)));
            }
            self.hand.now = next;
            let (left, srtt) = (next, Some(Span::from_ms(100.0)));
            let arrival = Arrival { sequence, serial: sequence, left, srtt, marked: false };
            let report = self.receiver.on_packet(&arrival, &mut self.hand.cx());
            reports.extend(report.map(|numbers| (ms(&self.hand), numbers)));
        }
        reports
    }
}

#[test] // a packet each 10 ms: 100 packets per second
fn reports_leave_once_per_round_trip_and_at_once_with_a_loss_event() {
    let mut ear = Ear::new(&choice(&[]), 10.0);
    let reports = ear.hear((0..25).chain(26..40));
    let times: Vec<f64> = reports.iter().map(|(ms, _)| *ms).collect();
    assert_eq!(times, [0.0, 100.0, 200.0, 260.0, 360.0]);
    assert_eq!(reports[0].1, [0.0, -1.0, 0.0]);
    assert_eq!(reports[2].1, [0.0, 100.0, 0.0]);
    // One packet of the last ten is missing. The interval that the equation gives for 90 packets per second.
    let p = Padhye::of(0.1).loss_event_rate(90.0);
    assert_close(reports[3].1[0], p, 1e-12);
    assert_eq!(reports[3].1[1..], [90.0, 1.0]);
    assert_eq!(reports[4].1[1..], [100.0, 1.0]);
}

/// Two packets a round trip, each second one at the very instant of the timer: both count, whichever is looked at first. Else
/// slow start, which allows twice what arrives, would stay at two packets for ever.
#[test]
fn packets_in_step_with_the_timer_count_in_full() {
    for timer_first in [false, true] {
        let mut ear = Ear { timer_first, ..Ear::new(&choice(&[]), 50.0) };
        let reports = ear.hear(0..20);
        assert!(reports.len() > 8 && reports[2..].iter().all(|(_, numbers)| numbers[1] == 20.0), "{reports:?}");
    }
}

#[test] // RFC 5348, 6.2: nothing is reported while nothing arrives
fn a_round_trip_without_packets_is_reported_with_the_next_one() {
    let mut ear = Ear::new(&choice(&[]), 250.0);
    let times: Vec<f64> = ear.hear([0, 1, 2]).iter().map(|(ms, _)| *ms).collect();
    assert_eq!(times, [0.0, 250.0, 500.0]);
}

/// Losses at 50, 55 (within one RTT of 50: the same event), 90 and 100 (10 packets, one RTT after 90: the same), 101 (a new
/// one).
#[test]
fn loss_events_begin_more_than_a_round_trip_after_the_last() {
    let mut ear = Ear::new(&choice(&[]), 10.0);
    let lost = [50, 55, 90, 100, 101];
    let reports = ear.hear((0..120).filter(|sequence| !lost.contains(sequence)));
    let events: Vec<f64> = reports.iter().map(|(_, numbers)| numbers[2]).collect();
    assert_eq!(*events.last().unwrap(), 3.0);
    // Intervals 40 and 11, and the first one: closed are 11, 40, first; open are packets 101 to 119.
    let first = 1.0 / Padhye::of(0.1).loss_event_rate(90.0);
    let expected = ((19.0 + 11.0 + 40.0) / 3.0_f64).max((11.0 + 40.0 + first) / 3.0);
    assert_close(ear.receiver.mean(), expected, 1e-9);
}

#[test]
fn a_mark_begins_a_loss_event_too() {
    let mut ear = Ear::new(&choice(&[]), 10.0);
    ear.hear(0..30);
    let arrival = Arrival { sequence: 30, serial: 30, left: ear.hand.now, srtt: None, marked: true };
    ear.hand.wait(10.0);
    let report = ear.receiver.on_packet(&arrival, &mut ear.hand.cx()).expect("at once");
    assert_eq!(report[2], 1.0);
    assert_close(report[0], Padhye::of(0.1).loss_event_rate(100.0), 1e-12);
}

/// The mean rate of a lone flow, R = 100 ms, from 50 s to 250 s, over that of the equation.
fn against_padhye(choice: &Choice, p: f64, lose: impl FnMut(u64) -> bool + 'static) -> f64 {
    let mut run = ClosedLoop::new(choice, 100.0, lose);
    run.run_until(250.0);
    let equation = Padhye { bounded: choice.get("bounded_timeouts") == Value::Bool(true), ..Padhye::of(0.1) };
    run.mean_rate(50.0, 250.0) / equation.rate(p)
}

/// Each n-th packet is lost. Where that is more than a round trip apart, the loss event rate is 1/n exactly.
#[test]
fn at_periodic_loss_the_rate_is_that_of_the_equation() {
    for choice in
        [choice(&[]), rfc(&[]), choice(&[("k", Value::Number(2.0))]), choice(&[("damping", Value::Bool(false))])]
    {
        for n in [16, 50, 100, 400] {
            let ratio = against_padhye(&choice, 1.0 / n as f64, move |sequence| sequence % n == n - 1);
            assert!((0.98..1.03).contains(&ratio), "every {n}-th: {ratio}");
        }
    }
}

/// At random: some losses share an event, and the rate is a convex function of the mean interval.
#[test]
fn at_random_loss_the_rate_is_near_that_of_the_equation() {
    for choice in [choice(&[]), rfc(&[])] {
        for p in [0.002, 0.01, 0.05] {
            let draws = RandomStream::new(3, Purpose::Loss, Stream::Flow(0));
            let ratio = against_padhye(&choice, p, move |sequence| draws.uniform(sequence) < p);
            assert!((0.85..1.2).contains(&ratio), "p = {p}: {ratio}");
        }
    }
}

/// SlowCC, section 3: TFRC halves its rate after 4 to 6 RTTs of one loss per RTT. From 20 packets per RTT, each loss the first
/// packet that leaves after the reaction to the one before.
#[test]
fn the_rate_halves_after_four_to_six_losses_in_a_row() {
    for choice in [choice(&[]), rfc(&[])] {
        let n = (1..1000_u32).find(|n| Padhye::of(1.0).rate(1.0 / f64::from(*n)) >= 20.0).expect("some interval");
        let n = u64::from(n);
        let mut run = ClosedLoop::new(&choice, 100.0, move |sequence| sequence % n == n - 1);
        run.run_until(200.0);
        let (mut now, mut losses) = (200.0, 0);
        let first = run.sender.rate().0;
        assert_close(first * 0.1 / 12_000.0, 20.0, 0.3);
        while run.sender.rate().0 > first / 2.0 {
            let next = run.sender.next_sequence();
            run.lose(move |sequence| sequence == next);
            losses += 1;
            let reports = run.values(&LOSS_RATE).len();
            let events = run.values(&INTERVAL).len();
            while run.values(&INTERVAL).len() == events || run.values(&LOSS_RATE).len() == reports {
                now += 0.001;
                run.run_until(now);
            }
            now += 0.110;
            run.run_until(now);
        }
        assert!((4..=6).contains(&losses), "{losses}");
    }
}

/// The first loss of a flow alone on a link of 1000 packets per second finds p for the rate that arrives, so that it does
/// not fall far: without that, p would be one over the packets so far.
#[test]
fn the_first_interval_keeps_the_rate_that_arrived() {
    let mut run = ClosedLoop::new(&choice(&[]), 100.0, |_| false).with_link(1000.0 * 8.0 * f64::from(PACKET_BYTES), 50);
    run.run_until(6.0);
    let (cut, _) = run.values(&signals::WINDOW_CUT)[0];
    let after = run.values(&signals::RATE).into_iter().find(|(at, _)| *at >= cut).unwrap().1 / 12_000.0;
    assert!((700.0..1000.0).contains(&after), "{after} packets per second after the first cut at {cut} s");
}

#[test]
fn silence_halves_and_the_rate_comes_back() {
    let mut run = ClosedLoop::new(&choice(&[]), 100.0, |sequence| sequence % 100 == 99);
    run.run_until(30.0);
    run.lose(|_| true);
    run.run_until(40.0);
    let timeouts = run.sender.counters().timeouts;
    assert!(timeouts > 5 && run.sender.rate().0 < 12_000.0, "{timeouts} timeouts, {:?}", run.sender.rate());
    run.lose(|_| false);
    // Packets lost in the silence, a round trip apart and more, are an event each: p is near 1 when the path is back.
    run.run_until(100.0);
    assert!(run.sender.rate().0 > 100.0 * 12_000.0);
}
