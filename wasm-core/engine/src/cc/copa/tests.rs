//! The vectors of Copa's equations, and its modes ACK by ACK. Not here: whole runs (`engine/tests/it/delay_based.rs`).

use super::*;
use crate::cc::RateSample;
use crate::cc::testing::{Bench, assert_close};

fn copa() -> Copa {
    Copa::new(&SECTION.defaults(None))
}

/// An ACK of one packet with this RTT; `starts`: it begins a round.
fn ack(bench: &mut Bench, copa: &mut Copa, rtt_ms: f64, starts: bool, lost: u64) {
    let total = copa.rounds.next + 1;
    let prior_delivered = if starts { copa.rounds.next } else { copa.rounds.next.saturating_sub(1) };
    let sample = RateSample {
        prior_delivered,
        delivered: 1,
        rate: None,
        interval: Span::from_ms(1.0),
        app_limited: false,
        sent_in_flight: 1,
        lost_since: 0,
    };
    let in_flight = bench.in_flight as u64;
    let delivery = Delivery {
        acked: 1,
        lost,
        total,
        total_lost: lost,
        sample: Some(sample),
        rtt: Some(Span::from_ms(rtt_ms)),
        in_flight_before: in_flight,
        in_flight: in_flight.saturating_sub(1),
    };
    copa.on_delivery(&delivery, &mut bench.cx());
}

/// Past slow start with this window, a minimum RTT of 40 ms, and an SRTT of 50 ms; rounds have begun.
fn settled(w: f64) -> (Bench, Copa) {
    let (mut bench, mut copa) = (Bench::new(w, f64::INFINITY), copa());
    copa.mode = Mode::Default;
    copa.rounds.next = 100;
    copa.least.add(bench.now, Span::from_ms(40.0), Span::from_ms(1e4));
    copa.round_window = w;
    bench.now += Span::from_ms(1.0);
    (bench, copa)
}

#[test] // w 17.3: 52.4 ms: 330.15 > 161.29, down by 1/(.5 x 17.3); 43.1 ms: 401.39 < 645.16, up
fn an_ack_moves_the_window_towards_the_target_rate() {
    for (rtt_ms, rate, target, step) in [(52.4, 330.15, 161.29, -0.115607), (43.1, 401.39, 645.16, 0.115607)] {
        let (mut bench, mut copa) = settled(17.3);
        ack(&mut bench, &mut copa, rtt_ms, false, 0);
        assert_close(bench.window.cwnd - 17.3, step, 5e-7);
        let judged = copa.judge(17.3).expect("an RTT");
        assert_close(judged.rate, rate, 5e-3);
        assert_close(judged.target, target, 5e-3);
        assert_close(copa.pacing_rate().expect("a rate"), 2.0 * bench.window.cwnd / (rtt_ms / 1000.0), 1e-9);
    }
}

#[test] // 1, 1, 2, 4, 8, 16; the first round in the other direction: 1
fn the_velocity_doubles_after_three_rounds_in_one_direction() {
    let (mut bench, mut copa) = settled(200.0);
    copa.settings.competitive = false;
    for expected in [1.0, 1.0, 2.0, 4.0, 8.0, 16.0] {
        bench.window.cwnd += 1.0;
        copa.end_round(&mut bench.cx());
        assert_eq!(copa.velocity, expected);
    }
    bench.window.cwnd -= 1.0;
    copa.end_round(&mut bench.cx());
    assert_eq!(copa.velocity, 1.0);
}

#[test] // w 10: at most δ w = 5
fn the_velocity_is_bounded_by_the_window() {
    let (mut bench, mut copa) = settled(10.0);
    copa.velocity = 16.0;
    ack(&mut bench, &mut copa, 40.0, false, 0);
    assert_close(bench.window.cwnd, 11.0, 1e-12);
}

#[test] // min of 5 SRTT 48 ms, max 90 ms: 48 > 40 + 5; then 2, 3, 4, 5; a loss: 2.5; 44 ms: 44 < 45, default
fn a_queue_that_does_not_empty_means_competition() {
    let (mut bench, mut copa) = settled(50.0);
    for rtt_ms in [90.0, 48.0] {
        copa.recent_least.add(bench.now, Span::from_ms(rtt_ms), Span::from_ms(200.0));
        copa.recent_most.add(bench.now, Span::from_ms(rtt_ms), Span::from_ms(200.0));
    }
    // Not known before 5 SRTT have passed.
    copa.settled = bench.now - Span::from_ms(249.0);
    copa.end_round(&mut bench.cx());
    assert_eq!(copa.mode, Mode::Default);
    copa.settled = bench.now - Span::from_ms(250.0);
    for inverse_delta in [2.0, 3.0, 4.0, 5.0] {
        copa.end_round(&mut bench.cx());
        assert_eq!(copa.mode, Mode::Competitive(inverse_delta));
    }
    let loss = Loss { trigger: Trigger::Loss, in_flight: 50.0, base: 50.0, label: None };
    copa.ssthresh_on_loss(&loss, &mut bench.cx());
    assert_eq!(copa.mode, Mode::Competitive(2.5));
    copa.ssthresh_on_loss(&loss, &mut bench.cx());
    assert_eq!(copa.mode, Mode::Competitive(2.0));
    copa.recent_least.add(bench.now, Span::from_ms(44.0), Span::from_ms(200.0));
    copa.end_round(&mut bench.cx());
    assert_eq!(copa.mode, Mode::Default);
    assert_eq!(bench.window.cwnd, 50.0);
}

#[test] // 10 packets and 41 ms: 244 < 2000; 42.5 ms: dq .0025, 800; 60 packets: 1412 > 800
fn slow_start_ends_where_the_rate_exceeds_the_target() {
    for (w, rtt_ms, mode, after) in
        [(10.0, 41.0, Mode::SlowStart, 11.0), (60.0, 42.5, Mode::Default, 60.0 - 2.0 / 60.0)]
    {
        let (mut bench, mut copa) = settled(w);
        copa.mode = Mode::SlowStart;
        ack(&mut bench, &mut copa, rtt_ms, false, 0);
        assert_eq!(copa.mode, mode);
        assert_close(bench.window.cwnd, after, 1e-12);
    }
}

#[test] // 9 of 30 are 30 %, 10 of 31 are more
fn many_losses_cut_the_window() {
    for (lost, delivered, after) in [(9, 20, 50.0), (10, 20, 35.0), (6, 13, 50.0)] {
        let (mut bench, mut copa) = settled(50.0);
        copa.settings.delta = 10.0;
        copa.counted = [Counted { delivered, lost: 0 }, Counted { delivered: 0, lost }];
        ack(&mut bench, &mut copa, 40.0, false, 0);
        assert_close(bench.window.cwnd, after, 0.02);
    }
}

#[test]
fn an_idle_sender_does_not_grow_and_a_timeout_leaves_two() {
    let (mut bench, mut copa) = settled(50.0);
    bench.in_flight = 24.0;
    ack(&mut bench, &mut copa, 40.0, false, 0);
    assert_close(bench.window.cwnd, 50.0, 0.0);
    copa.velocity = 8.0;
    bench.time_out(&mut copa);
    ack(&mut bench, &mut copa, 40.0, false, 0);
    assert_eq!(copa.velocity, 1.0);
    assert_close(bench.window.cwnd, 2.0 + 1.0, 0.0);
}

#[test] // up at v = 4, then 52.4 ms, above the target: down by 1/(.5 w) where a step resets v, by 4/(.5 w) where an RTT does
fn a_step_back_may_return_the_velocity_to_one() {
    for (reset, steps) in [(VelocityReset::Step, 1.0), (VelocityReset::Rtt, 4.0)] {
        let (mut bench, mut copa) = settled(17.3);
        copa.settings.velocity_reset = reset;
        (copa.velocity, copa.upwards, copa.steady) = (4.0, true, 4);
        ack(&mut bench, &mut copa, 52.4, false, 0);
        assert_close(bench.window.cwnd - 17.3, -steps * 0.115607, 5e-6);
    }
}
