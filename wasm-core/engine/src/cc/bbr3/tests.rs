//! BBR v3's test vectors: filters, bounds, phases (facts sheet, volume 2, C.2; draft-ietf-ccwg-bbr, appendix A). Not here: whole runs
//! (`engine/tests/it/bbr3.rs`).

use super::parts::Feedback;
use super::*;
use crate::cc::RateSample;
use crate::cc::testing::{Bench, assert_close, delivery};
use crate::params::Choice;
use crate::units::{Span, Time};

const LINK: f64 = 10e6 / 12_000.0;

fn bbr() -> Bbr3 {
    Bbr3::new(&Choice::of(&SECTION).values)
}

/// One with a full pipe, this estimate and minimum RTT in a state, at the bench's time.
fn at(state: State, rate: f64, min_rtt_ms: f64, bench: &Bench) -> Bbr3 {
    let mut bbr = bbr();
    (bbr.state, bbr.pipe.reached, bbr.pipe.now, bbr.pace.seen_rtt) = (state, true, true, true);
    bbr.rates.add(rate);
    (bbr.bandwidth, bbr.pace.rate) = (rate, rate);
    let rtt = Some(Span::from_ms(min_rtt_ms));
    bbr.min_rtt = MinRtt { rtt, at: bench.now, recent: rtt, recent_at: bench.now, expired: false };
    (bbr.probes.since, bbr.probes.wait, bbr.probes.rounds) = (bench.now, Span::from_ms(2500.0), 0);
    (bbr.rounds.next, bbr.losses.next) = (1, 1);
    bbr
}

/// An ACK of one packet with a rate sample, which begins a round.
fn ack(rate: f64, total: u64, in_flight: u64) -> Delivery {
    delivery(rate, (total, total), in_flight)
}

/// The same within a round.
fn within(delivery: Delivery) -> Delivery {
    let sample = delivery.sample.map(|sample| RateSample { prior_delivered: 0, ..sample });
    Delivery { sample, ..delivery }
}

fn limited(delivery: Delivery) -> Delivery {
    let sample = delivery.sample.map(|sample| RateSample { app_limited: true, ..sample });
    Delivery { sample, ..delivery }
}

fn lost(sequence: u64, delivered: u64, sent_in_flight: u64, lost_since: u64) -> LostPacket {
    LostPacket { sequence, delivered, sent_in_flight, lost_since, app_limited: false }
}

#[test] // 640 < 1.25 x 520 counts 1, 700 >= 650 begins anew, 760, 790 and 800 are 3
fn startup_ends_on_a_plateau() {
    let (mut bench, mut bbr) = (Bench::new(100.0, f64::INFINITY), bbr());
    bbr.on_start(&mut bench.cx());
    let rates = [100.0, 180.0, 310.0, 520.0, 640.0, 700.0, 760.0, 790.0, 800.0];
    for (n, rate) in rates.into_iter().enumerate() {
        assert_eq!(bbr.state, State::Startup, "round {n}");
        bbr.on_delivery(&ack(rate, n as u64 + 1, 1000), &mut bench.cx());
        assert_eq!(bbr.pipe.rounds, [0, 0, 0, 0, 1, 0, 1, 2, 3][n]);
    }
    assert_eq!((bbr.state, bbr.pipe.now, bbr.pipe.reached), (State::Drain, true, true));
    assert_close(bbr.pace.rate, 0.5 * 800.0 * 0.99, 1e-9);
}

#[test] // rounds that the application limits say nothing of the pipe
fn startup_and_probe_up_go_on_while_the_application_limits() {
    let (mut bench, mut startup) = (Bench::new(100.0, f64::INFINITY), bbr());
    startup.on_start(&mut bench.cx());
    let mut up = at(State::Up, LINK, 41.3, &bench);
    (up.pipe.now, up.pipe.baseline) = (false, LINK);
    for n in 1..50 {
        startup.on_delivery(&limited(ack(100.0, n, 30)), &mut bench.cx());
        up.on_delivery(&limited(ack(100.0, n, 30)), &mut bench.cx());
    }
    assert_eq!((startup.state, up.state), (State::Startup, State::Up));
}

/// A flow in Startup whose recovery has lasted for a round, at the ACK that ends it: of 100 packets this number is lost, in ranges.
fn lossy_startup(losses: u64, ranges: u64, app_limited: bool) -> Bbr3 {
    let (mut bench, mut bbr) = (Bench::new(100.0, f64::INFINITY), bbr());
    bbr.on_start(&mut bench.cx());
    bbr.on_delivery(&ack(500.0, 1, 100), &mut bench.cx());
    let loss = Loss { trigger: Trigger::Loss, in_flight: 100.0, base: 100.0, label: None };
    bbr.ssthresh_on_loss(&loss, &mut bench.cx());
    for n in 0..losses {
        let sequence = n + 10 * n.min(ranges - 1);
        bbr.on_packet_lost(&lost(sequence, 2, 100, n + 1), &mut bench.cx());
    }
    bbr.on_delivery(&within(ack(500.0, 2, 100)), &mut bench.cx());
    assert_eq!(bbr.state, State::Startup, "not before a round has passed");
    let end = ack(500.0, 3, 100);
    let sample = end.sample.map(|sample| RateSample { delivered: 31, lost_since: losses, app_limited, ..sample });
    bbr.on_delivery(&Delivery { sample, ..end }, &mut bench.cx());
    bbr
}

#[test] // more than 2 % of a round in recovery, in 6 ranges; the bound is max(BDP, latest) = max(500/s x 41.3 ms, 31)
fn startup_ends_on_loss_even_if_the_application_limits() {
    for app_limited in [false, true] {
        let bbr = lossy_startup(6, 6, app_limited);
        assert_eq!((bbr.state, bbr.pipe.reached, bbr.pipe.now), (State::Drain, true, false));
        assert_close(bbr.long_term, 31.0, 1e-9);
        assert_eq!(bbr.undo.state, Some(State::Startup));
    }
    assert_eq!(lossy_startup(6, 5, false).state, State::Startup, "5 ranges");
    assert_eq!(lossy_startup(2, 2, false).state, State::Startup, "2 of 100");
}

#[test] // at most B Rmin = 34.4 packets in flight, or the fourth round since
fn drain_ends_by_flight_and_by_time() {
    let mut bench = Bench::new(70.0, f64::INFINITY);
    let mut bbr = at(State::Drain, LINK, 41.3, &bench);
    bbr.on_delivery(&within(ack(LINK, 1, 35)), &mut bench.cx());
    assert_eq!(bbr.state, State::Drain);
    bbr.on_delivery(&within(ack(LINK, 2, 34)), &mut bench.cx());
    // Through Probe down, whose conditions are the same here.
    assert_eq!((bbr.state, bbr.probes.feedback), (State::Cruise, Feedback::Stopping));
    let mut bbr = at(State::Drain, LINK, 41.3, &bench);
    for n in 1..=3 {
        bbr.on_delivery(&ack(LINK, n, 60), &mut bench.cx());
        assert_eq!(bbr.state, State::Drain, "round {n}");
    }
    bbr.on_delivery(&ack(LINK, 4, 60), &mut bench.cx());
    assert_eq!(bbr.state, State::Down);
}

#[test] // 137 in flight: 3 lost are more than 2.74, 2 are not; 136 + (2.72 - 2)/0.98 = 136.73469
fn a_probe_goes_too_high_above_two_per_cent() {
    let mut bench = Bench::new(140.0, f64::INFINITY);
    let mut bbr = at(State::Up, 118.0 / 0.0413, 41.3, &bench);
    bbr.probes.sampling = true;
    assert!(bbr.is_too_high(3, 137) && !bbr.is_too_high(2, 137));
    assert_close(bbr.inflight_at_loss(&lost(7, 9, 137, 3)), 136.73469, 1e-5);
    bbr.on_packet_lost(&lost(7, 9, 137, 2), &mut bench.cx());
    assert_eq!(bbr.state, State::Up);
    bbr.on_packet_lost(&lost(8, 9, 137, 3), &mut bench.cx());
    // 0.7 x min(118, 140) = 82.6 is less.
    assert_close(bbr.long_term, 136.73469, 1e-5);
    assert_eq!((bbr.state, bbr.probes.too_high, bbr.probes.sampling), (State::Down, true, false));
    assert_close(bbr.with_headroom(), 116.2245, 1e-4);
    // Once per probe.
    bbr.on_packet_lost(&lost(9, 9, 60, 40), &mut bench.cx());
    assert_close(bbr.long_term, 136.73469, 1e-5);
}

#[test] // the bound falls to 0.7 of the target at most; what the application limits leaves it, but ends the probe
fn a_probe_that_went_too_high_costs_at_most_three_tenths() {
    let mut bench = Bench::new(140.0, f64::INFINITY);
    let mut bbr = at(State::Up, 118.0 / 0.0413, 41.3, &bench);
    (bbr.probes.sampling, bbr.long_term) = (true, 130.0);
    bbr.on_packet_lost(&lost(7, 9, 60, 30), &mut bench.cx());
    assert_close(bbr.long_term, 82.6, 1e-9);
    let mut bbr = at(State::Up, 118.0 / 0.0413, 41.3, &bench);
    (bbr.probes.sampling, bbr.long_term) = (true, 130.0);
    bbr.on_packet_lost(&LostPacket { app_limited: true, ..lost(7, 9, 60, 30) }, &mut bench.cx());
    assert_eq!((bbr.long_term, bbr.state), (130.0, State::Down));
}

#[test] // B_max 812, latest 431: 568.4 (0.7 x 812), next round, latest 455: 455 (0.7 x 568.4 = 397.9)
fn losses_between_probes_lower_the_short_term_bounds() {
    let mut bench = Bench::new(90.0, f64::INFINITY);
    let mut bbr = at(State::Cruise, 812.0, 41.3, &bench);
    bbr.on_packet_lost(&lost(7, 1, 60, 1), &mut bench.cx());
    assert!(bbr.short_term.rate.is_infinite(), "not before the round ends");
    bbr.losses.delivered = 71.0;
    bbr.on_delivery(&ack(431.0, 2, 40), &mut bench.cx());
    assert_close(bbr.short_term.rate, 568.4, 1e-9);
    assert_close(bbr.short_term.in_flight, 71.0, 1e-9); // 0.7 x 90 = 63
    assert_close(bbr.bandwidth, 568.4, 1e-9);
    // A round without a loss changes nothing.
    bbr.on_delivery(&ack(455.0, 3, 40), &mut bench.cx());
    assert_close(bbr.short_term.rate, 568.4, 1e-9);
    bbr.on_packet_lost(&lost(9, 3, 40, 1), &mut bench.cx());
    bbr.on_delivery(&ack(455.0, 4, 40), &mut bench.cx());
    assert_close(bbr.short_term.rate, 455.0, 1e-9);
}

#[test] // probing, a loss is no reason to slow down
fn losses_while_probing_leave_the_short_term_bounds() {
    let mut bench = Bench::new(90.0, f64::INFINITY);
    for state in [State::Startup, State::Refill, State::Up] {
        let mut bbr = at(state, 812.0, 41.3, &bench);
        (bbr.pipe.reached, bbr.pipe.now) = (state != State::Startup, false);
        bbr.on_packet_lost(&lost(7, 1, 60, 1), &mut bench.cx());
        bbr.on_delivery(&ack(431.0, 2, 40), &mut bench.cx());
        assert!(bbr.short_term.rate.is_infinite(), "{state:?}");
    }
}

#[test] // w 93: ACKs per +1 are 93, 46.5, 23.25, 11.625
fn the_long_term_bound_grows_by_1_2_4_packets_per_round() {
    let mut bbr = bbr();
    for acks in [93.0, 46.5, 23.25, 11.625] {
        bbr.probes.grow_faster(93.0);
        assert_close(bbr.probes.acked_per_packet, acks, 1e-12);
    }
    assert_eq!([bbr.probes.growth(11.0), bbr.probes.growth(1.0), bbr.probes.growth(24.0)], [0.0, 1.0, 2.0]);
    (0..40).for_each(|_| {
        bbr.probes.grow_faster(93.0);
    });
    assert_close(bbr.probes.acked_per_packet, 1.0, 1e-12);
}

#[test] // only while the window is full at the bound; the full-pipe estimator begins anew meanwhile
fn probe_up_raises_the_bound_that_limits_it() {
    let mut bench = Bench::new(60.0, f64::INFINITY);
    let mut bbr = at(State::Up, LINK, 41.3, &bench);
    (bbr.pipe.now, bbr.pipe.baseline, bbr.long_term) = (false, LINK, 60.0);
    bbr.probes.grow_faster(60.0);
    bbr.on_delivery(&Delivery { acked: 30, ..within(ack(LINK, 30, 59)) }, &mut bench.cx());
    assert_eq!((bbr.long_term, bbr.probes.acked), (60.0, 0.0), "the window was not full");
    let sent = SentPacket { now: bench.now, idle: false, app_limited: false, fills_window: true };
    bbr.on_packet_sent(&sent);
    bench.window.cwnd = 60.0;
    bbr.on_delivery(&Delivery { acked: 60, ..within(ack(LINK, 90, 59)) }, &mut bench.cx());
    assert_eq!((bbr.long_term, bbr.pipe.rounds), (61.0, 0));
    // A packet that left with more in flight, and arrived without excess loss, raises it at once.
    bbr.on_delivery(&within(ack(LINK, 91, 64)), &mut bench.cx());
    assert_eq!(bbr.long_term, 64.0);
}

#[test] // three rounds without a quarter more end it
fn probe_up_ends_on_a_plateau() {
    let mut bench = Bench::new(60.0, f64::INFINITY);
    let mut bbr = at(State::Refill, LINK, 41.3, &bench);
    bbr.on_delivery(&ack(LINK, 1, 34), &mut bench.cx());
    assert_eq!((bbr.state, bbr.probes.sampling, bbr.pipe.baseline), (State::Up, true, LINK));
    for n in 2..=3 {
        bbr.on_delivery(&ack(1.1 * LINK, n, 40), &mut bench.cx());
        assert_eq!(bbr.state, State::Up, "round {n}");
    }
    bbr.on_delivery(&ack(1.1 * LINK, 4, 40), &mut bench.cx());
    assert_eq!((bbr.state, bbr.probes.too_high), (State::Down, false));
}

#[test] // after a probe that went too high, the next one ends at the bound of 40.7; without loss another follows at once
fn a_precaution_comes_before_a_long_probe() {
    let mut bench = Bench::new(40.7, f64::INFINITY);
    let mut bbr = at(State::Up, LINK, 41.3, &bench);
    (bbr.pipe.now, bbr.probes.too_high, bbr.long_term) = (false, true, 40.7);
    bbr.on_delivery(&within(ack(LINK, 1, 39)), &mut bench.cx());
    assert_eq!(bbr.state, State::Up);
    bbr.on_delivery(&within(ack(LINK, 2, 40)), &mut bench.cx());
    assert_eq!((bbr.state, bbr.probes.precautionary, bbr.probes.too_high), (State::Down, true, false));
    bbr.on_delivery(&ack(LINK, 3, 38), &mut bench.cx());
    assert_eq!((bbr.state, bbr.probes.precautionary), (State::Refill, false));
}

#[test] // in flight at most B Rmin = 34.4 and at most 0.85 of the bound
fn probe_down_ends_with_headroom() {
    let mut bench = Bench::new(60.0, f64::INFINITY);
    for (bound, stays, leaves) in [(f64::INFINITY, 35, 34), (36.0, 31, 30), (45.0, 35, 34)] {
        let mut bbr = at(State::Down, LINK, 41.3, &bench);
        bbr.long_term = bound;
        bbr.on_delivery(&within(ack(LINK, 1, stays)), &mut bench.cx());
        assert_eq!(bbr.state, State::Down, "{stays} in flight, bound {bound}");
        assert_close(bbr.pace.rate, 0.9 * LINK * 0.99, 1e-9);
        bbr.on_delivery(&within(ack(LINK, 2, leaves)), &mut bench.cx());
        assert_eq!(bbr.state, State::Cruise, "{leaves} in flight, bound {bound}");
    }
}

#[test] // the wait, or min(B Rmin, w, 63) rounds; from Probe down, too, past Cruise
fn a_probe_is_due_after_a_time_or_rounds() {
    let mut bench = Bench::new(60.0, f64::INFINITY);
    for (state, wait_ms, rounds, due) in [
        (State::Down, 2500.0, 30, false),
        (State::Down, 2500.1, 30, true),
        (State::Cruise, 100.0, 34, false),
        (State::Cruise, 100.0, 35, true), // 34.4 packets
    ] {
        let mut bbr = at(state, LINK, 41.3, &bench);
        (bbr.probes.rounds, bbr.short_term.in_flight) = (rounds, 50.0);
        let mut cx = bench.cx();
        cx.now += Span::from_ms(wait_ms);
        bbr.on_delivery(&within(ack(LINK, 1, 60)), &mut cx);
        assert_eq!(bbr.state == State::Refill, due, "{state:?}, {wait_ms} ms, {rounds} rounds");
        assert_eq!(bbr.short_term.in_flight.is_infinite(), due);
    }
}

#[test] // 2 s and a part of a second; rounds from 0 or 1
fn waits_are_drawn_anew() {
    let bench = &mut Bench::new(60.0, f64::INFINITY);
    let mut bbr = at(State::Up, LINK, 41.3, bench);
    let (mut ones, mut sum) = (0, 0.0);
    for _ in 0..400 {
        bbr.start_down(&bench.cx());
        assert!((2.0..3.0).contains(&bbr.probes.wait.seconds()) && bbr.probes.rounds < 2);
        ones += bbr.probes.rounds;
        sum += bbr.probes.wait.seconds();
    }
    assert!((150..250).contains(&ones), "{ones}");
    assert_close(sum / 400.0, 2.5, 0.05);
}

#[test] // this cycle and the one before
fn the_rate_filter_has_two_cycles() {
    let mut rates = MaxFilter::<CYCLES>::default();
    rates.add(900.0);
    rates.advance();
    rates.add(500.0);
    assert_eq!(rates.max(), 900.0);
    rates.advance();
    rates.add(400.0);
    assert_eq!(rates.max(), 500.0);
}

#[test] // B Rmin 34.4: 17.2; 6.6: 4
fn probe_rtt_keeps_half_of_the_bdp_or_four_packets() {
    let mut bench = Bench::new(60.0, f64::INFINITY);
    for (bdp, window) in [(34.4, 17.2), (6.6, 4.0)] {
        let bbr = at(State::ProbeRtt, bdp / 0.0413, 41.3, &bench);
        assert_close(bbr.probe_rtt_window(&bench.cx()), window, 1e-9);
    }
}

/// A flow that finds no smaller RTT, 5 s after the last one, until it leaves Probe RTT.
fn probe_rtt(bbr: &mut Bbr3, bench: &mut Bench, window: f64) {
    let mut total = 100;
    let mut step = |bbr: &mut Bbr3, bench: &mut Bench, ms: f64, in_flight: u64| {
        bench.now += Span::from_ms(ms);
        total += 1;
        let slow = limited(Delivery { rtt: Some(Span::from_ms(55.0)), ..ack(LINK, total, in_flight) });
        bbr.on_delivery(&slow, &mut bench.cx());
    };
    (bbr.probes.since, bbr.probes.wait) = (bench.now, Span::from_seconds(20.0));
    step(bbr, bench, 5_000.0, 50);
    assert_ne!(bbr.state, State::ProbeRtt);
    step(bbr, bench, 1.0, 50);
    assert_eq!((bbr.state, bbr.limits_samples()), (State::ProbeRtt, true));
    assert_close(bench.window.cwnd, window, 1e-3);
    // The minimum RTT is remembered for 10 s.
    assert_eq!(bbr.min_rtt.rtt, Some(Span::from_ms(41.3)));
    step(bbr, bench, 40.0, 17);
    step(bbr, bench, 200.0, 17);
    assert_eq!(bbr.state, State::ProbeRtt);
    step(bbr, bench, 1.0, 17);
}

#[test] // from a full pipe to Cruise, otherwise back to Startup
fn probe_rtt_comes_every_five_seconds() {
    let mut bench = Bench::new(60.0, f64::INFINITY);
    let mut bbr = at(State::Cruise, LINK, 41.3, &bench);
    bbr.short_term = ShortTerm { rate: 0.99 * LINK, in_flight: 70.0 };
    bbr.probes.rounds = 0;
    probe_rtt(&mut bbr, &mut bench, 0.99 * 17.2083);
    assert_eq!((bbr.state, bbr.short_term.rate), (State::Cruise, f64::INFINITY));
    assert!(bench.window.cwnd >= 60.0, "restored");
    let mut bench = Bench::new(60.0, f64::INFINITY);
    let mut bbr = at(State::Startup, LINK, 41.3, &bench);
    (bbr.pipe.reached, bbr.pipe.now) = (false, false);
    probe_rtt(&mut bbr, &mut bench, 17.2083);
    assert_eq!(bbr.state, State::Startup);
}

#[test] // silence is enough of a pause for the queue
fn a_restart_after_silence_skips_probe_rtt() {
    let mut bench = Bench::new(60.0, f64::INFINITY);
    let mut bbr = at(State::Cruise, LINK, 41.3, &bench);
    bbr.probes.wait = Span::from_seconds(20.0);
    bench.now += Span::from_seconds(6.0);
    let sent = SentPacket { now: bench.now, idle: true, app_limited: true, fills_window: false };
    bbr.on_packet_sent(&sent);
    assert!(bbr.idle_restart);
    assert_close(bbr.pace.rate, 0.99 * LINK, 1e-9);
    bench.now += Span::from_ms(41.3);
    bbr.on_delivery(&limited(within(ack(LINK, 1, 10))), &mut bench.cx());
    assert_eq!((bbr.state, bbr.idle_restart), (State::Cruise, false));
}

#[test] // a rate that the application limits counts only if it is higher
fn low_rates_of_a_limited_application_are_ignored() {
    let mut bench = Bench::new(60.0, f64::INFINITY);
    let mut bbr = at(State::Refill, LINK, 41.3, &bench);
    bbr.rates.advance();
    bbr.on_delivery(&limited(ack(100.0, 1, 5)), &mut bench.cx());
    assert_eq!((bbr.state, bbr.rates.present()), (State::Up, 0.0));
    bbr.on_delivery(&limited(within(ack(2.0 * LINK, 2, 5))), &mut bench.cx());
    assert_close(bbr.rates.max(), 2.0 * LINK, 1e-9);
}

#[test] // B Rmin 34.4 packets: 68.8 in Cruise, 77.4 + 2 in Probe up, plus what came at once
fn the_window_follows_the_model() {
    for (state, extra, window) in
        [(State::Cruise, 0.0, 68.833), (State::Up, 0.0, 79.4375), (State::Cruise, 9.0, 77.833)]
    {
        let mut bench = Bench::new(200.0, f64::INFINITY);
        let mut bbr = at(state, LINK, 41.3, &bench);
        bbr.extra.add(extra);
        bbr.set_window(&ack(LINK, 100, 50), &mut bench.cx());
        assert_close(bench.window.cwnd, window, 1e-3);
    }
}

#[test] // of a BDP of 0.2 packets: three bursts of 2 packets; the cap of a bound is never below 4
fn tiny_paths_keep_a_few_packets() {
    let mut bench = Bench::new(50.0, f64::INFINITY);
    let mut bbr = at(State::Cruise, 5.0, 40.0, &bench);
    bbr.set_window(&ack(5.0, 100, 4), &mut bench.cx());
    assert_eq!(bench.window.cwnd, 6.0);
    bbr.short_term.in_flight = 1.0;
    bbr.set_window(&ack(5.0, 101, 4), &mut bench.cx());
    assert_eq!(bench.window.cwnd, 4.0);
}

#[test] // by table, Drain is bounded by both bounds; Probe up by the long-term one, Cruise by 0.85 of it
fn bounds_are_those_of_the_table() {
    let bench = Bench::new(50.0, f64::INFINITY);
    for (state, bound) in [
        (State::Startup, f64::INFINITY),
        (State::Drain, 100.0),
        (State::Down, 100.0),
        (State::Refill, 100.0),
        (State::Up, 100.0),
        (State::Cruise, 85.0),
        (State::ProbeRtt, 85.0),
    ] {
        let mut bbr = at(state, LINK, 41.3, &bench);
        bbr.long_term = 100.0;
        assert_close(bbr.bound().min(1e9), bound.min(1e9), 1e-9);
        bbr.short_term.in_flight = 50.0;
        assert_eq!(bbr.bound(), 50.0);
    }
}

#[test] // a window that a recovery or a timeout reduced is as before afterwards, within the bounds
fn the_window_is_restored_after_a_repair() {
    let mut bench = Bench::new(60.0, f64::INFINITY);
    let mut bbr = at(State::Cruise, LINK, 41.3, &bench);
    let loss = Loss { trigger: Trigger::Loss, in_flight: 60.0, base: 60.0, label: None };
    assert_eq!(bbr.on_timeout(true, &loss, &mut bench.cx()), f64::INFINITY);
    bench.window.cwnd = 1.0;
    bbr.on_delivery(&within(ack(LINK, 1, 1)), &mut bench.cx());
    assert_eq!(bench.window.cwnd, 4.0);
    bbr.on_end(Ended::Repair, &mut bench.cx());
    assert_eq!((bench.window.cwnd, bbr.repair), (60.0, Repair::Open));
    bbr.short_term.in_flight = 42.0;
    bbr.on_delivery(&within(ack(LINK, 2, 1)), &mut bench.cx());
    assert_eq!(bench.window.cwnd, 42.0);
}

#[test] // the state before, its bounds and window
fn a_needless_recovery_is_undone() {
    let mut bench = Bench::new(140.0, f64::INFINITY);
    let mut bbr = at(State::Up, 118.0 / 0.0413, 41.3, &bench);
    (bbr.probes.sampling, bbr.long_term) = (true, 150.0);
    let loss = Loss { trigger: Trigger::Loss, in_flight: 140.0, base: 140.0, label: None };
    bbr.ssthresh_on_loss(&loss, &mut bench.cx());
    (1..=4).for_each(|n| bbr.on_packet_lost(&lost(n, 9, 137, n), &mut bench.cx()));
    assert!(bbr.state == State::Down && bbr.long_term < 140.0);
    (bench.window.cwnd, bbr.short_term) = (80.0, ShortTerm { rate: 100.0, in_flight: 70.0 });
    bbr.on_spurious_recovery(&mut bench.cx());
    assert_eq!((bbr.state, bench.window.cwnd, bbr.long_term), (State::Refill, 140.0, 150.0));
    assert!(bbr.short_term.rate.is_infinite() && !bbr.losses.lossy);
    // Out of Startup, too.
    let (mut bench, mut bbr) = (Bench::new(100.0, f64::INFINITY), lossy_startup(6, 6, false));
    bbr.on_spurious_recovery(&mut bench.cx());
    assert_eq!((bbr.state, bbr.pipe.reached), (State::Startup, false));
    assert!(bbr.long_term.is_infinite());
}

#[test] // a mark is a loss in its round, ends Startup, and a probe
fn a_mark_is_congestion() {
    let mark = Loss { trigger: Trigger::Ecn, in_flight: 60.0, base: 60.0, label: None };
    let mut bench = Bench::new(60.0, f64::INFINITY);
    let mut bbr = at(State::Cruise, LINK, 41.3, &bench);
    bbr.ssthresh_on_loss(&mark, &mut bench.cx());
    assert!(bbr.losses.lossy && bbr.repair == Repair::Open);
    let mut bbr = at(State::Up, LINK, 41.3, &bench);
    bbr.probes.sampling = true;
    bbr.ssthresh_on_loss(&mark, &mut bench.cx());
    assert_eq!((bbr.state, bbr.long_term), (State::Down, 60.0));
    let mut bbr = at(State::Startup, LINK, 41.3, &bench);
    (bbr.pipe.reached, bbr.pipe.now) = (false, false);
    bbr.ssthresh_on_loss(&mark, &mut bench.cx());
    bbr.on_delivery(&within(ack(LINK, 1, 60)), &mut bench.cx());
    assert_eq!(bbr.state, State::Drain);
}

#[test] // the first RTT replaces the millisecond: 2.77 x 10 packets in 50 ms
fn pacing_begins_with_the_window() {
    let (mut bench, mut bbr) = (Bench::new(10.0, f64::INFINITY), bbr());
    let srtt = bench.srtt.take();
    bbr.on_start(&mut bench.cx());
    assert_close(bbr.pace.rate, 2.77 * 10.0 / 0.001, 1e-6);
    bench.srtt = srtt;
    bbr.on_delivery(&ack(100.0, 1, 9), &mut bench.cx());
    assert_close(bbr.pace.rate, 2.77 * 10.0 / 0.05, 1e-6);
}

#[test] // the smallest RTT of 10 s; a new one is due after 5 s
fn the_minimum_rtt_has_two_windows() {
    let [window, interval] = [10.0, 5.0].map(Span::from_seconds);
    let ms = |ms: f64| Some(Span::from_ms(ms));
    let mut least = MinRtt::default();
    let mut look = |at_s: f64, rtt: f64| {
        least.look(ms(rtt), Time::from_seconds(at_s), window, interval);
        (least.rtt, least.recent, least.expired)
    };
    assert_eq!(look(1.0, 41.0), (ms(41.0), ms(41.0), false));
    assert_eq!(look(3.0, 44.0), (ms(41.0), ms(41.0), false));
    assert_eq!(look(6.5, 48.0), (ms(41.0), ms(48.0), true));
    assert_eq!(look(7.0, 45.0), (ms(41.0), ms(45.0), false));
    assert_eq!(look(11.5, 47.0), (ms(45.0), ms(45.0), false));
}
