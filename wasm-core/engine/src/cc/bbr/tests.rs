//! BBR's test vectors: filters, targets, phases, the policer (facts sheet, volume 2, C.1; Linux `tcp_bbr.c`).

use super::filters::Aggregation;
use super::policer::{Policer, Seen};
use super::*;
use crate::cc::testing::{Bench, assert_close, delivery};
use crate::params::Choice;

const LINK: f64 = 10e6 / 12_000.0;

fn bbr() -> Bbr {
    Bbr::new(&Choice::of(&SECTION).values)
}

/// One with this estimate and minimum RTT in a phase.
fn at(mode: Mode, cycle: usize, rate: f64, min_rtt_ms: f64) -> Bbr {
    let mut bbr = bbr();
    (bbr.mode, bbr.cycle, bbr.full) = (mode, cycle, true);
    bbr.rates.add(rate);
    bbr.min_rtt = Some(Span::from_ms(min_rtt_ms));
    bbr.pace.rate = rate;
    bbr
}

/// An ACK of one packet with a rate sample, the first of a round.
fn ack(rate: f64, total: u64, in_flight: u64) -> Delivery {
    delivery(rate, (total - 1, total), in_flight)
}

#[test] // 640 < 1.25 x 520 counts 1, 700 >= 650 begins anew, 760, 790 and 800 are 3
fn startup_ends_after_three_rounds_without_a_quarter_more() {
    let (mut bench, mut bbr) = (Bench::new(100.0, f64::INFINITY), bbr());
    bbr.on_start(&mut bench.cx());
    let rounds = [100.0, 180.0, 310.0, 520.0, 640.0, 700.0, 760.0, 790.0, 800.0];
    for (n, rate) in rounds.into_iter().enumerate() {
        assert_eq!(bbr.mode, Mode::Startup, "round {n}");
        bbr.on_delivery(&ack(rate, n as u64 + 1, 1000), &mut bench.cx());
        assert_eq!(bbr.full_rounds, [0, 0, 0, 0, 1, 0, 1, 2, 3][n]);
    }
    assert_eq!(bbr.mode, Mode::Drain);
    assert_close(bbr.pace.rate, 0.34375 * 800.0 * 0.99, 1e-9);
    // The bench's minimum RTT is 40 ms: 800/s x 40 ms are 32 packets, and 6 more.
    bbr.on_delivery(&ack(800.0, 10, 39), &mut bench.cx());
    assert_eq!(bbr.mode, Mode::Drain);
    bbr.on_delivery(&ack(800.0, 11, 38), &mut bench.cx());
    assert_eq!(bbr.mode, Mode::ProbeBandwidth);
}

#[test] // B 833.33, Rmin 41.3 ms, bursts of 2: 35 -> 41 -> 42, 69 -> 75 -> 76, 44 -> 50 -> 52 while probing
fn targets_are_those_of_linux() {
    let mut bench = Bench::new(10.0, f64::INFINITY);
    let (cruise, probing) = (at(Mode::ProbeBandwidth, 2, LINK, 41.3), at(Mode::ProbeBandwidth, 0, LINK, 41.3));
    assert_eq!(cruise.bdp(LINK, 1.0, &bench.cx()), 35.0);
    assert_eq!(cruise.target(1.0, &bench.cx()), 42.0);
    assert_eq!(cruise.target(2.0, &bench.cx()), 76.0);
    assert_eq!(probing.target(1.25, &bench.cx()), 52.0);
}

#[test] // 12.375, 7.425 and 9.9 Mbit/s at 10 Mbit/s
fn it_paces_one_per_cent_below_the_estimate() {
    let bench = &mut Bench::new(10.0, f64::INFINITY);
    for (cycle, mbps) in [(0, 12.375), (1, 7.425), (2, 9.9)] {
        let mut bbr = at(Mode::ProbeBandwidth, cycle, LINK, 41.3);
        bbr.pace.seen_rtt = true;
        bbr.set_pacing_rate(&bench.cx());
        assert_close(bbr.pace.rate * 12_000.0 / 1e6, mbps, 1e-9);
    }
}

#[test] // before the pipe is full the rate never falls; afterwards it follows the estimate
fn the_pacing_rate_falls_only_when_the_pipe_is_full() {
    let bench = &mut Bench::new(10.0, f64::INFINITY);
    let mut bbr = at(Mode::Startup, 0, 100.0, 40.0);
    (bbr.full, bbr.pace.seen_rtt, bbr.pace.rate) = (false, true, 500.0);
    bbr.set_pacing_rate(&bench.cx());
    assert_eq!(bbr.pace.rate, 500.0);
    bbr.full = true;
    bbr.set_pacing_rate(&bench.cx());
    assert_close(bbr.pace.rate, 100.0 * HIGH_GAIN * 0.99, 1e-9);
}

#[test] // gain 1.25: Rmin has passed and 52 packets are in flight, or a loss; 0.75: either; 1: the time alone
fn phases_end_as_in_linux() {
    let mut bench = Bench::new(60.0, f64::INFINITY);
    bench.now = Time::from_seconds(10.0);
    let ends = |cycle: usize, after_ms: f64, in_flight: u64, lost: u64, bench: &mut Bench| {
        let mut bbr = at(Mode::ProbeBandwidth, cycle, LINK, 41.3);
        bbr.cycle_since = bench.now;
        let mut cx = bench.cx();
        cx.now += Span::from_ms(after_ms);
        bbr.cycle_on(&Delivery { lost, ..ack(LINK, 9, in_flight) }, &cx);
        bbr.cycle != cycle
    };
    assert!(!ends(0, 41.3, 60, 0, &mut bench) && !ends(0, 41.4, 51, 0, &mut bench));
    assert!(ends(0, 41.4, 52, 0, &mut bench) && ends(0, 41.4, 0, 1, &mut bench));
    assert!(ends(1, 41.4, 60, 0, &mut bench) && ends(1, 1.0, 42, 0, &mut bench) && !ends(1, 1.0, 43, 0, &mut bench));
    assert!(ends(5, 41.4, 60, 0, &mut bench) && !ends(5, 41.3, 0, 9, &mut bench));
}

#[test] // every place but Probe down, each of them sometimes
fn a_cycle_begins_anywhere_but_with_probe_down() {
    let bench = &mut Bench::new(10.0, f64::INFINITY);
    let mut bbr = bbr();
    let mut begun = [0; 8];
    for _ in 0..400 {
        bbr.start_cycle(&bench.cx());
        begun[bbr.cycle] += 1;
    }
    assert_eq!(begun[1], 0);
    assert!(begun.iter().enumerate().all(|(place, count)| place == 1 || *count > 20), "{begun:?}");
}

#[test] // the present round and ten before it
fn the_rate_filter_forgets_after_ten_rounds() {
    let mut rates = MaxFilter::<RATE_ROUNDS>::default();
    rates.add(900.0);
    for _ in 0..10 {
        rates.advance();
        rates.add(500.0);
        assert_eq!(rates.max(), 900.0);
    }
    rates.advance();
    rates.add(400.0);
    assert_eq!(rates.max(), 500.0);
}

#[test] // 500 packets/s: after 10 ms 5 are expected; 9 came: 4 more; the best of 5 to 10 rounds, at most 100 ms of the rate
fn what_comes_at_once_is_added_to_the_window() {
    let mut aggregation = Aggregation::default();
    let start = Time::from_seconds(1.0);
    aggregation.start(start);
    aggregation.add(start, 6.0, 500.0, 100.0, false);
    aggregation.add(start + Span::from_ms(10.0), 3.0, 500.0, 100.0, false);
    assert_eq!(aggregation.extra(500.0), 6.0);
    assert_eq!(aggregation.extra(20.0), 2.0);
    // Behind what is expected: a new epoch.
    aggregation.add(start + Span::from_ms(100.0), 2.0, 500.0, 100.0, false);
    for round in 1..=9 {
        aggregation.add(start + Span::from_ms(100.0 + f64::from(round)), 0.5, 500.0, 100.0, true);
        assert!(aggregation.extra(500.0) >= 6.0, "round {round}");
    }
    aggregation.add(start + Span::from_ms(110.0), 0.5, 500.0, 100.0, true);
    assert!(aggregation.extra(500.0) < 6.0);
}

/// Feeds an interval of so many rounds: 61 delivered of which 14 are lost at its end, in the time that gives this rate.
fn interval(policer: &mut Policer, now: &mut Time, rounds: u32, lost: u64, delivered: u64, rate: f64) {
    let (before, lost_before) = policer.seen();
    *now += Span::from_seconds(delivered as f64 / rate);
    for round in 0..rounds {
        let last = round + 1 == rounds;
        let seen = Seen {
            now: *now,
            round_start: true,
            probing: true,
            app_limited: false,
            lost: if last { lost } else { 0 },
            delivered: before + delivered,
            total_lost: lost_before + if last { lost } else { 0 },
        };
        policer.look(&seen, 1.0);
    }
}

#[test] // 14 lost of 61 delivered are 23 %, more than 50/256; 455 is within 1/8 of 412: 433.5, for 48 rounds
fn two_intervals_of_one_rate_reveal_a_policer() {
    let mut policer = Policer::default();
    let mut now = Time::from_seconds(1.0);
    policer.start(now);
    policer.look(
        &Seen { now, round_start: true, probing: true, app_limited: false, lost: 1, delivered: 0, total_lost: 1 },
        1.0,
    );
    interval(&mut policer, &mut now, 3, 14, 61, 412.0);
    assert_eq!(policer.rate(), None);
    interval(&mut policer, &mut now, 4, 14, 61, 455.0);
    assert_close(policer.rate().expect("a policer"), 433.5, 1e-6);
    for round in 1..=48 {
        assert!(policer.rate().is_some(), "round {round}");
        policer.look(
            &Seen {
                now,
                round_start: true,
                probing: true,
                app_limited: false,
                lost: 0,
                delivered: 200,
                total_lost: 30,
            },
            1.0,
        );
    }
    assert_eq!(policer.rate(), None);
}

#[test] // 11 of 61 are 18 %; 412 and 470 differ by 14 %
fn little_loss_or_two_rates_reveal_none() {
    for (lost, second) in [(11, 412.0), (14, 470.0)] {
        let mut policer = Policer::default();
        let mut now = Time::from_seconds(1.0);
        policer.start(now);
        policer.look(
            &Seen { now, round_start: true, probing: true, app_limited: false, lost: 1, delivered: 0, total_lost: 1 },
            1.0,
        );
        interval(&mut policer, &mut now, 3, lost, 61, 412.0);
        interval(&mut policer, &mut now, 4, lost, 61, second);
        assert_eq!(policer.rate(), None, "{lost} lost, {second}/s");
    }
}

#[test] // 13 lost of 61 delivered are 21 %; a timer marked 12 of them, an ACK reported one
fn losses_that_no_ack_reports_count_against_a_policer() {
    let mut policer = Policer::default();
    let mut now = Time::from_seconds(1.0);
    policer.start(now);
    let seen = Seen { now, round_start: true, probing: true, app_limited: false, lost: 1, delivered: 0, total_lost: 1 };
    policer.look(&seen, 1.0);
    for n in 1..=2 {
        now += Span::from_seconds(61.0 / 412.0);
        for round in 0..4 {
            let lost = u64::from(round == 3);
            policer.look(&Seen { now, lost, delivered: 61 * n, total_lost: 1 + 13 * n, ..seen }, 1.0);
        }
    }
    assert_close(policer.rate().expect("a policer"), 412.0, 1e-3);
}

#[test] // no smaller RTT for 10 s: at most 4 packets, for 200 ms and a round; then the window is as it was
fn probe_rtt_empties_the_path_and_restores_the_window() {
    let mut bench = Bench::new(76.0, f64::INFINITY);
    let mut bbr = at(Mode::ProbeBandwidth, 3, LINK, 41.3);
    bbr.min_rtt_at = bench.now;
    let mut total = 100;
    let mut step = |bbr: &mut Bbr, bench: &mut Bench, ms: f64, in_flight: u64| {
        bench.now += Span::from_ms(ms);
        total += 1;
        let slow = Delivery { rtt: Some(Span::from_ms(55.0)), ..ack(LINK, total, in_flight) };
        bbr.on_delivery(&slow, &mut bench.cx());
    };
    step(&mut bbr, &mut bench, 10_000.0, 70);
    assert_eq!(bbr.mode, Mode::ProbeBandwidth);
    step(&mut bbr, &mut bench, 1.0, 70);
    assert_eq!((bbr.mode, bench.window.cwnd, bbr.limits_samples()), (Mode::ProbeRtt, 4.0, true));
    assert_eq!(bbr.min_rtt, Some(Span::from_ms(55.0)));
    step(&mut bbr, &mut bench, 40.0, 4);
    step(&mut bbr, &mut bench, 200.0, 4);
    assert_eq!(bbr.mode, Mode::ProbeRtt);
    step(&mut bbr, &mut bench, 1.0, 4);
    // Restored, and this ACK's packet more.
    assert_eq!((bbr.mode, bench.window.cwnd), (Mode::ProbeBandwidth, 77.0));
}

#[test] // entering recovery sends as much as arrives for a round; afterwards the window is restored
fn a_loss_costs_a_round_and_nothing_more() {
    let mut bench = Bench::new(76.0, f64::INFINITY);
    let mut bbr = at(Mode::ProbeBandwidth, 3, LINK, 41.3);
    bbr.min_rtt_at = bench.now;
    let loss = Loss { trigger: Trigger::Loss, in_flight: 76.0, base: 76.0, label: None };
    assert_eq!(bbr.ssthresh_on_loss(&loss, &mut bench.cx()), f64::INFINITY);
    let within = |total: u64, lost: u64, in_flight: u64| {
        let ack = ack(LINK, total, in_flight);
        let sample = ack.sample.map(|sample| RateSample { prior_delivered: 450, ..sample });
        Delivery { lost, sample, ..ack }
    };
    bbr.on_delivery(&within(500, 3, 60), &mut bench.cx());
    assert_eq!(bench.window.cwnd, 61.0, "in flight and what was delivered");
    bbr.on_delivery(&within(501, 2, 58), &mut bench.cx());
    assert_eq!(bench.window.cwnd, 59.0, "less what was lost");
    bbr.on_end(Ended::Recovery, &mut bench.cx());
    bbr.on_delivery(&within(502, 0, 58), &mut bench.cx());
    assert!(bench.window.cwnd >= 76.0, "restored");
}

#[test] // a mark is nothing to it
fn marks_are_ignored() {
    let mut bench = Bench::new(76.0, f64::INFINITY);
    let mut bbr = at(Mode::ProbeBandwidth, 3, LINK, 41.3);
    let mark = Loss { trigger: Trigger::Ecn, in_flight: 76.0, base: 76.0, label: None };
    bbr.ssthresh_on_loss(&mark, &mut bench.cx());
    assert!(bbr.wants().own_marks && bbr.repair == Repair::Open);
}

#[test] // bbr_undo_cwnd: whether the pipe is full is measured again
fn a_needless_recovery_lets_the_pipe_be_measured_again() {
    let mut bbr = Bbr::new(&SECTION.defaults(None));
    let mut bench = Bench::new(10.0, f64::INFINITY);
    (bbr.full_rate, bbr.full_rounds) = (100.0, 2);
    bench.lose(&mut bbr);
    bbr.on_spurious_recovery(&mut bench.cx());
    assert_eq!((bbr.full_rate, bbr.full_rounds), (0.0, 0));
}
