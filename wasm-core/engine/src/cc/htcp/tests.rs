//! H-TCP's rules against vectors worked out by hand, on a bench without a network.

use super::*;
use crate::cc::testing::{Bench, assert_close};
use crate::units::Span;

fn htcp(variant: &'static str, changes: &[(&str, bool)]) -> Htcp {
    let mut values = SECTION.defaults(Some(variant));
    for (name, value) in changes {
        values[SECTION.index(name).expect("a parameter")] = Value::Bool(*value);
    }
    Htcp::new(&values)
}

#[test]
fn growth_by_the_time_since_the_last_event() {
    for (since, raw, whole) in [
        (0.5, 1.0, 1.0),
        (1.0, 1.0, 1.0),
        (1.5, 6.0625, 6.0),
        (2.0, 11.25, 11.0),
        (2.5, 16.5625, 16.0),
        (3.0, 22.0, 22.0),
        (4.0, 33.25, 33.0),
        (10.0, 111.25, 111.0),
    ] {
        assert_close(alpha_raw(since), raw, 1e-12);
        let mut htcp = htcp("freebsd", &[]);
        let mut bench = Bench::new(100.0, 50.0);
        htcp.on_start(&mut bench.cx());
        bench.now += Span::from_seconds(since);
        bench.ack(&mut htcp, 1.0);
        assert_close(htcp.alpha, whole, 0.0);
        assert_close(bench.window.cwnd, 100.0 + whole / 100.0, 1e-12);
        let mut htcp = super::tests::htcp("linux", &[("rtt_scaling", false)]);
        htcp.last_event = bench.now - Span::from_seconds(since);
        htcp.update_alpha_as_linux(&mut bench.cx());
        assert_close(htcp.alpha, whole, 0.0);
    }
}

#[test] // at 2 s: 11.25 with beta 0.5, 4.5 with 0.8; FreeBSD truncates, with beta 204/256
fn growth_makes_up_for_the_backoff() {
    assert_close(2.0 * (1.0 - 0.5) * alpha_raw(2.0), 11.25, 1e-12);
    assert_close(2.0 * (1.0 - 0.8) * alpha_raw(2.0), 4.5, 1e-12);
    let mut htcp = htcp("freebsd", &[("adaptive_backoff", true)]);
    let mut bench = Bench::new(100.0, 50.0);
    htcp.on_start(&mut bench.cx());
    bench.now += Span::from_seconds(2.0);
    for (beta, alpha) in [(0.5, 11.0), (MOST_BETA, 4.0)] {
        htcp.beta = beta;
        htcp.update_alpha_as_freebsd(&mut bench.cx());
        assert_close(htcp.alpha, alpha, 0.0);
    }
}

#[test]
fn backoff_by_the_ratio_of_rtts() {
    for (min, max, exact, freebsd, linux) in [
        (80.0, 160.0, 0.5, 0.5, 0.5),
        (80.0, 100.0, 204.0 / 256.0, 204.0 / 256.0, 102.0 / 128.0),
        (80.0, 120.0, 0.6666667, 170.0 / 256.0, 85.0 / 128.0),
        (20.0, 100.0, 0.5, 0.5, 0.5),
        (90.0, 100.0, 204.0 / 256.0, 204.0 / 256.0, 102.0 / 128.0),
    ] {
        assert_close(beta_from(min, max, 0.0), exact, 1e-6);
        assert_close(beta_from(min, max, 256.0), freebsd, 0.0);
        assert_close(beta_from(min, max, 128.0), linux, 0.0);
    }
}

#[test] // 80 and 180 ms -> 175 ms
fn freebsd_cuts_by_half_at_first_then_by_the_rtts() {
    let mut htcp = htcp("freebsd", &[("adaptive_backoff", true)]);
    let mut bench = Bench::new(100.0, 50.0);
    htcp.on_start(&mut bench.cx());
    (htcp.rtt_min, htcp.rtt_max) = (80.0, 180.0);
    assert_close(bench.lose(&mut htcp), 50.0, 0.0);
    assert_close(htcp.rtt_max, 175.0, 1e-12);
    htcp.rtt_max = 120.0;
    bench.window.cwnd = 100.0;
    assert_close(bench.lose(&mut htcp), 170.0 / 256.0 * 100.0, 1e-12);
    htcp.settings.adaptive_backoff = false;
    bench.window.cwnd = 100.0;
    assert_close(bench.lose(&mut htcp), 50.0, 0.0);
}

#[test]
fn freebsd_takes_rtts_after_eight_samples() {
    let mut htcp = htcp("freebsd", &[]);
    let mut bench = Bench::new(100.0, 50.0);
    for (n, srtt) in [90.0; 7].into_iter().chain([60.0, 50.0, 70.0]).enumerate() {
        bench.srtt = Some(Span::from_ms(srtt));
        bench.sample(&mut htcp, 10.0, 1);
        assert_eq!(htcp.rtt_min > 0.0, n >= 7);
    }
    assert_eq!((htcp.rtt_min, htcp.rtt_max), (50.0, 70.0));
}

#[test] // SRTT 40 ms: 0.4 of 11 = 4.4; 400 ms: at most twice
fn growth_scaled_by_the_rtt() {
    for (rtt, whole) in [(40.0, 4.0), (100.0, 11.0), (400.0, 22.0), (1.0, 1.0)] {
        let mut htcp = htcp("freebsd", &[("rtt_scaling", true)]);
        let mut bench = Bench::new(100.0, 50.0);
        htcp.on_start(&mut bench.cx());
        bench.srtt = Some(Span::from_ms(rtt));
        bench.now += Span::from_seconds(2.0);
        bench.ack(&mut htcp, 1.0);
        assert_close(htcp.alpha, whole, 0.0);
        // Linux: by the smallest RTT.
        let mut htcp = super::tests::htcp("linux", &[]);
        (htcp.rtt_min, htcp.last_event) = (rtt, bench.now - Span::from_seconds(2.0));
        htcp.update_alpha_as_linux(&mut bench.cx());
        assert_close(htcp.alpha, whole, 0.0);
    }
}

#[test]
fn freebsd_restarts_its_clock_from_the_second_timeout() {
    let mut htcp = htcp("freebsd", &[]);
    let mut bench = Bench::new(40.0, 20.0);
    htcp.on_start(&mut bench.cx());
    let start = htcp.last_event;
    bench.now += Span::from_seconds(3.0);
    bench.in_flight = 30.0;
    assert_close(bench.time_out(&mut htcp), 15.0, 0.0);
    assert_eq!(htcp.last_event, start);
    let loss = Loss { trigger: super::super::Trigger::Loss, in_flight: 30.0, base: 1.0, label: None };
    htcp.on_timeout(false, &loss, &mut bench.cx());
    assert_eq!(htcp.last_event, bench.now);
}

#[test] // 100, then 125: a ratio of 1.25 resets; 118 does not
fn linux_resets_after_a_change_of_throughput() {
    for (best, ssthresh) in [(125.0, 50.0), (118.0, 66.0), (79.0, 50.0), (81.0, 66.0)] {
        let mut htcp = htcp("linux", &[]);
        let mut bench = Bench::new(100.0, 50.0);
        (htcp.rtt_min, htcp.rtt_max) = (80.0, 120.0);
        htcp.with_throughput(100.0, best);
        assert_close(bench.lose(&mut htcp), ssthresh, 0.0);
        // Without it the throughput does not matter.
        let mut htcp = super::tests::htcp("linux", &[("adaptive_reset", false)]);
        (htcp.rtt_min, htcp.rtt_max) = (80.0, 120.0);
        htcp.with_throughput(100.0, best);
        bench.window.cwnd = 100.0;
        assert_close(bench.lose(&mut htcp), 66.0, 0.0);
    }
}

#[test]
fn linux_cuts_by_half_at_first_and_on_short_paths() {
    let mut htcp = htcp("linux", &[("adaptive_reset", false)]);
    let mut bench = Bench::new(100.0, 50.0);
    (htcp.rtt_min, htcp.rtt_max) = (80.0, 120.0);
    assert_close(bench.lose(&mut htcp), 50.0, 0.0);
    bench.window.cwnd = 100.0;
    assert_close(bench.lose(&mut htcp), (100.0_f64 * (80.0_f64 * 128.0 / 118.0).floor() / 128.0).floor(), 0.0);
    (htcp.rtt_min, htcp.rtt_max) = (10.0, 12.0);
    bench.window.cwnd = 100.0;
    assert_close(bench.lose(&mut htcp), 50.0, 0.0);
}

#[test] // alpha 1, w = 3: a packet when 3 are acknowledged, on the ACK after
fn linux_counts_packets() {
    let mut htcp = htcp("linux", &[("rtt_scaling", false)]);
    let mut bench = Bench::new(3.0, 2.0);
    htcp.on_start(&mut bench.cx());
    let mut windows = Vec::new();
    for _ in 0..4 {
        bench.ack(&mut htcp, 1.0);
        windows.push(bench.window.cwnd);
    }
    assert_eq!(windows, [3.0, 3.0, 3.0, 4.0]);
    bench.ack(&mut htcp, 2.0);
    bench.ack(&mut htcp, 2.0);
    bench.ack(&mut htcp, 2.0);
    assert_eq!(bench.window.cwnd, 5.0);
}

#[test]
fn linux_measures_rtts_while_all_is_in_order_and_without_leaps() {
    let mut htcp = htcp("linux", &[]);
    let mut bench = Bench::new(100.0, 50.0);
    for (rtt, in_recovery, open, max) in [
        (40.0, false, true, 40.0),
        (55.0, false, true, 55.0),
        (80.0, false, true, 55.0), // a leap
        (60.0, true, false, 55.0),
        (60.0, false, false, 55.0), // disorder, or a timeout's repair
    ] {
        (bench.in_recovery, bench.open) = (in_recovery, open);
        bench.sample(&mut htcp, rtt, 1);
        assert_close(htcp.rtt_max, max, 0.0);
    }
    assert_close(htcp.rtt_min, 40.0, 0.0);
}

#[test] // 100 packets in 50 ms, then 200 in the next: 2000 to 4000 packets a second, smoothed by a quarter
fn linux_measures_throughput() {
    let mut htcp = htcp("linux", &[]);
    let mut bench = Bench::new(100.0, 50.0);
    htcp.on_start(&mut bench.cx());
    htcp.rtt_min = 40.0;
    let ack = |n| Ack { newly_acked: n, cwnd_limited: false, after_timeout: false };
    htcp.on_ack(&ack(100.0), &mut bench.cx()); // begins a measurement
    bench.now += Span::from_ms(50.0);
    htcp.on_ack(&ack(100.0), &mut bench.cx());
    bench.now += Span::from_ms(100.0);
    htcp.on_ack(&ack(400.0), &mut bench.cx());
    bench.window.cwnd = 100.0;
    bench.lose(&mut htcp);
    let (rule, numbers) = {
        let reset = bench.emitter.decisions.iter().position(|(rule, _)| rule.key == "htcp.reset").unwrap();
        let before: usize = bench.emitter.decisions[..reset].iter().map(|(_, count)| count).sum();
        (bench.emitter.decisions[reset].0, &bench.emitter.numbers[before..before + 2])
    };
    assert_eq!(rule.key, "htcp.reset");
    assert_close(numbers[1], (3.0 * 2000.0 + 4000.0) / 4.0, 1e-9);
}

#[test]
fn the_clock_restarts_after_recovery_and_with_the_fault_after_disorder() {
    for (variant, after_recovery, after_disorder) in [
        ("freebsd", false, false),
        ("linux", true, false),
        ("linux_2_6_25", true, false),
        ("linux_2_6_25_disorder_bug", true, true),
    ] {
        let mut htcp = htcp(variant, &[]);
        let mut bench = Bench::new(100.0, 50.0);
        htcp.on_start(&mut bench.cx());
        bench.now += Span::from_seconds(3.0);
        htcp.on_end(Ended::Disorder, &mut bench.cx());
        assert_eq!(htcp.last_event == bench.now, after_disorder, "{variant}");
        bench.now += Span::from_seconds(3.0);
        htcp.on_end(Ended::Recovery, &mut bench.cx());
        assert_eq!(htcp.last_event == bench.now, after_recovery, "{variant}");
        bench.now += Span::from_seconds(3.0);
        htcp.on_end(Ended::Repair, &mut bench.cx());
        assert_eq!(htcp.last_event == bench.now, after_recovery, "{variant}, after a timeout's repair");
    }
}

#[test] // htcp_cwnd_undo: the event at 10 s never was; without that the recovery's end at 11 s would be the last one
fn a_needless_reduction_does_not_restart_linuxs_clock() {
    for (undone, last) in [(true, 4.0), (false, 11.0)] {
        let mut htcp = Htcp::new(&SECTION.defaults(Some("linux")));
        let mut bench = Bench::new(100.0, 50.0);
        htcp.last_event = Time::from_seconds(4.0);
        bench.now = Time::from_seconds(10.0);
        bench.lose(&mut htcp);
        assert_eq!(htcp.last_event, Time::from_seconds(10.0));
        bench.now = Time::from_seconds(11.0);
        if undone {
            htcp.on_spurious_recovery(&mut bench.cx());
        }
        htcp.on_end(Ended::Recovery, &mut bench.cx());
        assert_eq!(htcp.last_event, Time::from_seconds(last));
    }
}
