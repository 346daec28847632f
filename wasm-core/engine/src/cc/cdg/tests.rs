//! CDG's rules against vectors worked out by hand, on a bench without a network.

use super::*;
use crate::cc::Draws;
use crate::cc::testing::{Bench, assert_close};
use crate::formulas::backoff_probability;
use crate::random::Stream;
use crate::units::Span;

/// Every sign of growth is an indication, or none is.
pub(super) const CERTAIN: f64 = 1e-6;
pub(super) const NEVER: f64 = 1e6;

pub(super) fn cdg(variant: &'static str, changes: &[(&str, Value)]) -> Cdg {
    let mut values = SECTION.defaults(Some(variant));
    for (name, value) in changes {
        values[SECTION.index(name).expect("a parameter")] = value.clone();
    }
    Cdg::new(&values)
}

fn row(name: &str) -> usize {
    SECTION.index(name).expect("a parameter")
}

pub(super) fn g(ms: f64) -> (&'static str, Value) {
    ("g_ms", Value::Number(ms))
}

const FROM_ZERO: (&str, Value) = ("shadow_initial", Value::Word("zero"));

/// An interval with these extremes.
fn interval(bench: &mut Bench, cdg: &mut Cdg, min: f64, max: f64) {
    bench.sample(cdg, min, 1);
    bench.sample(cdg, max, 1);
    bench.round(cdg);
}

/// In congestion avoidance at w = 40, s = 0, after a delay backoff whose gradients had these signs.
fn after_backoff(variant: &'static str, extra: &[(&str, Value)], min: f64, max: f64) -> (Bench, Cdg) {
    let mut changes = vec![g(CERTAIN), FROM_ZERO];
    changes.extend_from_slice(extra);
    let mut cdg = cdg(variant, &changes);
    let mut bench = Bench::new(40.0, 20.0);
    cdg.on_start(&mut bench.cx());
    cdg.limited = false; // the first interval only stores its extremes
    interval(&mut bench, &mut cdg, 50.0, 70.0);
    cdg.limited = true;
    interval(&mut bench, &mut cdg, 50.0 + min, 70.0 + max);
    (bench, cdg)
}

#[test] // equation 7, then growth, then equation 8 with the queue full
fn windows_of_the_paper_with_a_full_queue() {
    for (reading, shadow) in [("halve", 20.5), ("keep", 41.0)] {
        let (mut bench, mut cdg) = after_backoff("paper", &[("shadow_at_loss", Value::Word(reading))], 1.0, -1.0);
        assert_close(cdg.shadow, 40.0, 0.0);
        assert_close(bench.window.cwnd, 28.0, 1e-12);
        assert_close(bench.window.ssthresh, 28.0, 1e-12);
        interval(&mut bench, &mut cdg, 60.0, 60.0); // left out: no gradient, hence no indication
        assert_close(bench.window.cwnd, 29.0, 1e-12);
        assert_close(cdg.shadow, 41.0, 0.0);
        assert_close(bench.lose(&mut cdg), 20.5, 0.0);
        assert_close(cdg.shadow, shadow, 0.0);
        assert_eq!(bench.decided().unwrap().0, "cdg.loss_congestion");
    }
}

#[test]
fn windows_of_the_paper_with_a_rising_queue() {
    let (mut bench, mut cdg) = after_backoff("paper", &[], 1.0, 1.0);
    interval(&mut bench, &mut cdg, 60.0, 60.0);
    assert_close(bench.lose(&mut cdg), 29.0, 1e-12);
    assert_close(cdg.shadow, 41.0, 0.0);
    assert_eq!(bench.decided().unwrap().0, "cdg.loss_tolerated");
}

#[test]
fn windows_of_freebsd() {
    let (mut bench, mut cdg) = after_backoff("freebsd", &[], 1.0, -1.0);
    assert_close(cdg.shadow, 28.0, 0.0);
    assert_close(bench.window.cwnd, 28.0, 0.0);
    // w = ssthresh is slow start on FreeBSD: the next ACK adds a packet to both.
    bench.ack(&mut cdg, 1.0);
    assert_close(bench.window.cwnd, 29.0, 0.0);
    assert_close(cdg.shadow, 29.0, 0.0);
    bench.ack(&mut cdg, 1.0);
    assert_close(bench.window.cwnd, 29.0, 0.0);
}

#[test]
fn a_loss_in_the_round_of_a_backoff() {
    let (mut bench, mut cdg) = after_backoff("paper", &[], 1.0, -1.0);
    assert_close(bench.lose(&mut cdg), 20.0, 0.0);
    let (mut bench, mut cdg) = after_backoff("freebsd", &[], 1.0, -1.0);
    assert_close(bench.lose(&mut cdg), 28.0, 0.0);
    // Once all that was outstanding is acknowledged, the queue's state decides again.
    let (mut bench, mut cdg) = after_backoff("freebsd", &[], 1.0, -1.0);
    bench.ack(&mut cdg, 40.0);
    assert_close(bench.lose(&mut cdg), (29.0_f64 * 1460.0 / 2.0).floor() / 1460.0, 1e-12);
}

#[test] // 58400 bytes -> 40880; 40 packets -> floor(40 * 724 / 1024)
fn delay_backoffs_of_the_kernels() {
    let bench = &mut Bench::new(40.0, 20.0);
    let freebsd = cdg("freebsd", &[]);
    assert_close(freebsd.backed_off(40.0, &bench.cx()) * 1460.0, 40_880.0, 1e-9);
    bench.host.receive_window_packets = Some(30.0);
    assert_close(freebsd.backed_off(40.0, &bench.cx()), 21.0, 1e-9);
    assert_close(cdg("linux", &[]).backed_off(40.0, &bench.cx()), 28.0, 0.0);
    assert_close(cdg("paper", &[]).backed_off(2.1, &bench.cx()), 2.0, 0.0);
}

/// Decisions of 40 intervals while all gradients are positive, but for a fall at those numbered in `falls`.
fn decisions(cdg: &mut Cdg, falls: &[usize]) -> Vec<char> {
    let mut bench = Bench::new(400.0, 20.0);
    cdg.on_start(&mut bench.cx());
    let (mut rtt, mut said) = (50.0, Vec::new());
    for n in 0..40 {
        rtt += if falls.contains(&n) { -30.0 } else { 1.0 };
        let (backoffs, held) = (bench.count(&crate::cc::DELAY_BACKOFF), bench.count(&signals::HELD));
        interval(&mut bench, cdg, rtt, rtt);
        if bench.count(&crate::cc::DELAY_BACKOFF) > backoffs {
            said.push('b');
        }
        if bench.count(&signals::HELD) > held {
            said.push('h');
        }
    }
    said
}

#[test] // b = b' = 5
fn five_backoffs_in_vain_then_five_indications_ignored() {
    let said: String = decisions(&mut cdg("paper", &[g(CERTAIN)]), &[]).into_iter().collect();
    assert_eq!(said, "bbbbbhhhhhbbbbbhhhhh");
    let switched_off = [g(CERTAIN), ("ineffectual_detection", Value::Bool(false))];
    assert!(decisions(&mut cdg("paper", &switched_off), &[]).iter().all(|c| *c == 'b'));
}

#[test] // intervals 1, 3, 5 are indications 1 to 3; then both gradients fall by 30 at interval 7, which lasts 8 gradients
fn a_falling_delay_restarts_the_count() {
    let mut cdg = cdg("paper", &[g(CERTAIN), ("smoothing", Value::Number(1.0))]);
    let said: String = decisions(&mut cdg, &[7]).into_iter().collect();
    assert!(said.starts_with("bbbbbbbbhhhhhb"), "{said}");
}

#[test]
fn both_gradients_must_fall_if_so_chosen() {
    for (reading, count) in [("either", 1), ("both", 2)] {
        let mut cdg =
            cdg("paper", &[g(CERTAIN), ("smoothing", Value::Number(1.0)), ("ineffectual_reset", Value::Word(reading))]);
        let mut bench = Bench::new(40.0, 20.0);
        cdg.on_start(&mut bench.cx());
        for (min, max) in [(50.0, 60.0), (51.0, 61.0), (52.0, 62.0), (51.0, 63.0)] {
            interval(&mut bench, &mut cdg, min, max);
        }
        assert_eq!(cdg.count, count, "{reading}");
    }
}

#[test]
fn held_rounds_do_not_grow_unless_so_chosen() {
    for (grows, after) in [(false, 10.0), (true, 11.0)] {
        let mut cdg = cdg("paper", &[g(CERTAIN), ("grow_while_held", Value::Bool(grows))]);
        let mut bench = Bench::new(10.0, 2.0);
        cdg.on_start(&mut bench.cx());
        cdg.count = 5;
        interval(&mut bench, &mut cdg, 50.0, 50.0);
        bench.window.cwnd = 10.0;
        interval(&mut bench, &mut cdg, 51.0, 51.0);
        assert_eq!(bench.decided().unwrap().0, "cdg.held");
        assert_close(bench.window.cwnd, after, 0.0);
    }
}

#[test]
fn recovery_suppresses_indications_and_growth() {
    for (variant, count) in [("paper", 0), ("freebsd", 1)] {
        let mut cdg = cdg(variant, &[g(CERTAIN)]);
        let mut bench = Bench::new(40.0, 20.0);
        cdg.on_start(&mut bench.cx());
        interval(&mut bench, &mut cdg, 50.0, 50.0);
        bench.window.cwnd = 40.0;
        bench.in_recovery = true;
        interval(&mut bench, &mut cdg, 51.0, 51.0);
        assert_eq!(bench.decided().unwrap().0, "cdg.suppressed");
        assert_close(bench.window.cwnd, 40.0, 0.0);
        assert_eq!(cdg.count, count, "{variant}");
    }
}

#[test] // b = b' = 5: 12 indications in recovery, and the first one outside is still ignored, and starts the count anew
fn freebsd_counts_on_in_recovery() {
    let mut cdg = cdg("freebsd", &[g(CERTAIN), ("smoothing", Value::Number(1.0))]);
    let mut bench = Bench::new(40.0, 20.0);
    cdg.on_start(&mut bench.cx());
    bench.in_recovery = true;
    let mut rtt = 50.0;
    interval(&mut bench, &mut cdg, rtt, rtt);
    for _ in 0..12 {
        rtt += 2.0;
        interval(&mut bench, &mut cdg, rtt, rtt);
    }
    assert_eq!(cdg.count, 12);
    bench.in_recovery = false;
    interval(&mut bench, &mut cdg, rtt + 2.0, rtt + 2.0);
    assert_eq!(bench.decided().unwrap().0, "cdg.held");
    assert_eq!(cdg.count, 0);
}

#[test] // cc_cdg.c grows in rounds without an indication only; the paper's rule is about backoffs
fn a_suppressed_indication_stops_growth_on_freebsd() {
    for (variant, grown) in [("freebsd", 0.0), ("paper", 1.0)] {
        let mut cdg = cdg(variant, &[g(CERTAIN)]);
        let mut bench = Bench::new(40.0, 20.0);
        cdg.on_start(&mut bench.cx());
        interval(&mut bench, &mut cdg, 50.0, 50.0);
        cdg.backoff_left = 100.0; // data of a backoff is still outstanding
        let before = bench.window.cwnd;
        interval(&mut bench, &mut cdg, 52.0, 52.0);
        assert_eq!(bench.decided().unwrap().0, "cdg.suppressed");
        assert_close(bench.window.cwnd, before + grown, 0.0);
    }
}

#[test]
fn detection_that_is_switched_on_begins_to_count() {
    let mut cdg = cdg("paper", &[g(CERTAIN), ("ineffectual_detection", Value::Bool(false))]);
    assert!(decisions(&mut cdg, &[]).len() > 10 && cdg.count > 10);
    let mut bench = Bench::new(40.0, 20.0);
    cdg.set(row("ineffectual_detection"), &Value::Bool(true), &mut bench.cx());
    assert_eq!(cdg.count, 0);
    cdg.count = 3;
    cdg.set(row("ineffectual_detection"), &Value::Bool(true), &mut bench.cx());
    assert_eq!(cdg.count, 3, "it was on already");
}

#[test]
fn a_tolerated_recovery_grows_if_so_chosen() {
    for (grows, cwnd) in [(false, 40.0), (true, 41.0)] {
        let mut cdg = cdg("paper", &[g(NEVER), ("grow_in_recovery", Value::Bool(grows))]);
        let mut bench = Bench::new(40.0, 20.0);
        cdg.on_start(&mut bench.cx());
        cdg.queue = QueueState::Rising;
        let loss = Loss { trigger: Trigger::Loss, in_flight: 40.0, base: 40.0, label: None };
        bench.window.ssthresh = cdg.ssthresh_on_loss(&loss, &mut bench.cx());
        bench.in_recovery = true;
        interval(&mut bench, &mut cdg, 50.0, 50.0);
        assert_close(bench.window.cwnd, cwnd, 0.0);
        assert_close(bench.window.ssthresh, cwnd, 0.0);
    }
}

#[test]
fn losses_by_state_and_reading() {
    use QueueState::*;
    let off = ("loss_tolerance", Value::Bool(false));
    let unknown = ("unknown_is_congestion", Value::Bool(false));
    let by_queue = ("slow_start_loss", Value::Word("by_queue"));
    for (state, ssthresh, changes, expected) in [
        (Full, 20.0, vec![], 20.0),
        (Empty, 20.0, vec![], 40.0),
        (Rising, 20.0, vec![], 40.0),
        (Falling, 20.0, vec![], 40.0),
        (Unknown, 20.0, vec![], 20.0),
        (Unknown, 20.0, vec![unknown], 40.0),
        (Rising, 20.0, vec![off], 20.0),
        (Rising, 50.0, vec![], 20.0), // in slow start: as NewReno
        (Rising, 50.0, vec![by_queue], 40.0),
        (Rising, 40.0, vec![], 40.0), // w = ssthresh is not slow start in the paper's variant
        (Full, 20.0, vec![("beta_loss", Value::Number(0.6))], 24.0),
    ] {
        let mut cdg = cdg("paper", &changes);
        let mut bench = Bench::new(40.0, ssthresh);
        cdg.on_start(&mut bench.cx());
        cdg.queue = state;
        assert_close(bench.lose(&mut cdg), expected, 1e-12);
    }
}

#[test]
fn the_shadow_window_starts_as_the_window_and_ends_when_the_queue_is_empty() {
    let mut cdg = cdg("paper", &[g(NEVER)]);
    let mut bench = Bench::new(3.0, f64::INFINITY);
    cdg.on_start(&mut bench.cx());
    bench.ack(&mut cdg, 1.0);
    assert_close(bench.window.cwnd, 4.0, 0.0);
    assert_eq!(bench.said(&signals::SHADOW), Some(4.0));
    interval(&mut bench, &mut cdg, 50.0, 60.0);
    interval(&mut bench, &mut cdg, 50.0, 59.0);
    assert_eq!(bench.said(&signals::QUEUE_STATE), Some(1.0));
    assert_eq!(bench.said(&signals::SHADOW), Some(0.0));
    assert_close(bench.window.cwnd, 4.0, 0.0); // slow start grows by ACKs only
}

#[test]
fn timeouts() {
    let mut paper = cdg("paper", &[]);
    let mut bench = Bench::new(41.0, 20.0);
    paper.on_start(&mut bench.cx());
    assert_close(bench.time_out(&mut paper), 20.0, 0.0);
    assert_close(paper.shadow, 1.0, 0.0);
    let mut freebsd = cdg("freebsd", &[]);
    let mut bench = Bench::new(41.0, 20.0);
    freebsd.on_start(&mut bench.cx());
    assert_close(bench.time_out(&mut freebsd), 20.0, 0.0);
    assert_close(freebsd.shadow, 41.0, 0.0);
    let mut linux = cdg("linux", &[]);
    let mut bench = Bench::new(41.0, 20.0);
    linux.on_start(&mut bench.cx());
    assert_close(bench.time_out(&mut linux), 20.5, 0.0);
    assert_close(linux.shadow, 20.5, 0.0);
}

#[test] // the signal in slow start is not smoothed: +3 ms at once, P = 1 - 1/e
fn slow_start_judges_by_raw_gradients() {
    for (variant, min, max, gradient) in [
        ("paper", 3.0, 5.0, 3.0),
        ("paper", 0.0, 5.0, 5.0),
        ("freebsd", 3.0, 5.0, 3.0),
        ("freebsd", 0.0, 5.0, 5.0),
        ("linux", 3.0, 5.0, 3.0), // extrapolated from one gradient
    ] {
        let mut cdg = cdg(variant, &[("g_ms", Value::Number(3.0))]);
        let mut bench = Bench::new(10.0, f64::INFINITY);
        cdg.on_start(&mut bench.cx());
        for (min, max) in [(50.0, 60.0), (50.0 + min, 60.0 + max)] {
            bench.sample(&mut cdg, min, 1);
            bench.sample(&mut cdg, max, 1);
            cdg.linux.mark = 0.0; // the next ACK ends Linux's interval
            bench.ack(&mut cdg, 1.0);
            if variant != "linux" {
                bench.round(&mut cdg);
            }
        }
        assert_close(bench.said(&signals::SIGNAL_GRADIENT).expect(variant), gradient, 1e-9);
        if gradient == 3.0 {
            assert_close(bench.said(&signals::PROBABILITY).unwrap(), 0.632121, 1e-4);
        }
    }
}

#[test]
fn congestion_avoidance_judges_by_smoothed_gradients() {
    let mut cdg = cdg("paper", &[]);
    let mut bench = Bench::new(10.0, 5.0);
    cdg.on_start(&mut bench.cx());
    interval(&mut bench, &mut cdg, 50.0, 60.0);
    interval(&mut bench, &mut cdg, 52.4, 62.4);
    // 2.4 ms is 2 or 3 ticks, by the clock's phase: an eighth of that.
    let gradient = bench.said(&signals::SIGNAL_GRADIENT).unwrap();
    assert!(gradient == 0.25 || gradient == 0.375, "{gradient}");
    assert_eq!(bench.said(&signals::G_MIN_SMOOTHED), Some(gradient));
    assert_eq!(bench.said(&signals::G_MAX), Some(8.0 * gradient));
    assert_eq!(bench.said(&signals::PROBABILITY), Some(backoff_probability(gradient, 3.0)));
}

#[test]
fn a_delayed_acknowledgement_gives_no_sample() {
    let mut cdg = cdg("paper", &[]);
    let mut bench = Bench::new(10.0, 5.0);
    cdg.on_start(&mut bench.cx());
    bench.sample(&mut cdg, 50.0, 2);
    bench.sample(&mut cdg, 150.0, 1); // the timer's
    bench.sample(&mut cdg, 60.0, 1); // the receiver seems to have stopped delaying
    bench.round(&mut cdg);
    assert_close(bench.said(&signals::TAU_MAX).unwrap(), 61.0, 0.0);
    assert_close(bench.said(&signals::TAU_MIN).unwrap(), 51.0, 0.0);
    // SACK comes at once, delayed ACKs or not.
    bench.sample(&mut cdg, 50.0, 2);
    let sample = RttSample {
        sent: bench.now - Span::from_ms(70.0),
        acked: bench.now,
        covers: 1,
        sacked: true,
        one_way: Span::ZERO,
    };
    cdg.on_rtt_sample(&sample, &mut bench.cx());
    bench.round(&mut cdg);
    assert_close(bench.said(&signals::TAU_MAX).unwrap(), 71.0, 0.0);
}

#[test]
fn a_window_that_does_not_limit_does_not_grow() {
    let mut cdg = cdg("paper", &[]);
    let mut bench = Bench::new(10.0, 5.0);
    cdg.on_start(&mut bench.cx());
    cdg.on_ack(&Ack { newly_acked: 1.0, cwnd_limited: false, after_timeout: false }, &mut bench.cx());
    interval(&mut bench, &mut cdg, 50.0, 50.0);
    assert_close(bench.window.cwnd, 10.0, 0.0);
}

#[test] // +1 twice, then +2 twice, then +3
fn growth_accelerates_if_so_chosen() {
    let mut cdg = cdg("paper", &[g(NEVER), ("alpha_increase_rtts", Value::Number(2.0))]);
    let mut bench = Bench::new(10.0, 5.0);
    cdg.on_start(&mut bench.cx());
    let mut windows = Vec::new();
    for _ in 0..5 {
        interval(&mut bench, &mut cdg, 50.0, 50.0);
        windows.push(bench.window.cwnd);
    }
    assert_eq!(windows, [11.0, 12.0, 14.0, 16.0, 19.0]);
    cdg.queue = QueueState::Full;
    bench.lose(&mut cdg);
    assert_close(cdg.increment, 1.0, 0.0);
}

#[test]
fn mechanisms_can_be_switched_off() {
    let mut cdg = cdg("paper", &[g(CERTAIN), ("delay_backoff", Value::Bool(false))]);
    let mut bench = Bench::new(10.0, 5.0);
    cdg.on_start(&mut bench.cx());
    for rtt in [50.0, 60.0, 70.0] {
        interval(&mut bench, &mut cdg, rtt, rtt);
    }
    assert_close(bench.window.cwnd, 13.0, 0.0);
    assert_eq!(bench.said(&signals::DRAW), None);

    cdg.set(row("shadow_window"), &Value::Bool(false), &mut bench.cx());
    assert_eq!(bench.said(&signals::SHADOW), Some(0.0));
    cdg.set(row("delay_backoff"), &Value::Bool(true), &mut bench.cx());
    interval(&mut bench, &mut cdg, 80.0, 80.0);
    assert_eq!(bench.count(&crate::cc::DELAY_BACKOFF), 1);
    assert_close(cdg.shadow, 0.0, 0.0);
    let (rule, numbers) = bench.decided().unwrap();
    assert_eq!((rule, numbers[4]), ("cdg.delay_backoff", 13.0));
    assert_close(numbers[5], 9.1, 1e-12);

    cdg.set(row("smoothing"), &Value::Number(4.0), &mut bench.cx());
    cdg.set(row("rtt_tick_ms"), &Value::Number(10.0), &mut bench.cx());
    interval(&mut bench, &mut cdg, 80.0, 80.0);
    assert_eq!(bench.said(&signals::TAU_MIN), Some(90.0));
    cdg.set(row("variant"), &Value::Word("freebsd"), &mut bench.cx());
    assert_eq!(cdg.settings.variant, Variant::FreeBsd);
    assert_eq!(cdg.queue, QueueState::Unknown);
}

#[test]
fn phases_of_clocks_differ_by_flow_and_are_drawn_once() {
    let mut values = Vec::new();
    for seed in 0..20 {
        let mut cdg = cdg("paper", &[]);
        let mut bench = Bench::new(10.0, 5.0);
        bench.draws = Draws::new(seed, Stream::Flow(0));
        cdg.on_start(&mut bench.cx());
        interval(&mut bench, &mut cdg, 50.5, 50.5);
        values.push(bench.said(&signals::TAU_MIN).unwrap());
    }
    assert!(values.contains(&51.0) && values.contains(&52.0));
}

#[test] // the smallest RTT rises from 50 to 58 ms: a mean gradient of 1 ms and q = 8 ms, so G = 3 · 5 / 8 = 1.875 ms
fn a_long_queue_lowers_g_if_so_chosen() {
    let run = |variant, target: f64, ssthresh: f64, min: f64| {
        let mut cdg =
            cdg(variant, &[g(3.0), ("delay_target_ms", Value::Number(target)), ("rtt_tick_ms", Value::Number(1.0))]);
        let mut bench = Bench::new(40.0, ssthresh);
        cdg.on_start(&mut bench.cx());
        for (min, max) in [(50.0, 70.0), (min, 78.0)] {
            bench.sample(&mut cdg, min, 1);
            bench.sample(&mut cdg, max, 1);
            cdg.linux.mark = 0.0; // the next ACK ends Linux's interval
            bench.ack(&mut cdg, 1.0);
            if variant != "linux" {
                bench.round(&mut cdg);
            }
        }
        let g_of_rule = bench.decided().map(|(_, numbers)| numbers[1]);
        (bench.said(&signals::PROBABILITY), g_of_rule)
    };
    let ours = 1.0 - crate::math::exp(-1.0 / 1.875);
    for (variant, target, probability, g_ms) in [
        ("paper", 0.0, 0.283469, 3.0),
        ("paper", 5.0, ours, 1.875),
        ("paper", 8.0, 0.283469, 3.0),
        ("freebsd", 5.0, ours, 1.875),
        ("linux", 40.0, 1.0 - crate::math::exp(-8.0 / 15.0), 15.0), // extrapolated: a gradient of 8 ms
    ] {
        let (said, of_rule) = run(variant, target, 20.0, 58.0);
        assert_close(said.expect(variant), probability, 2e-3);
        assert_close(of_rule.expect(variant), g_ms, 1e-9);
    }
    // With no queue there is no reason to back off, and no draw; slow start goes by the gradient alone.
    assert_eq!(run("paper", 5.0, 20.0, 50.0), (None, None));
    assert_close(run("paper", 0.0, 20.0, 50.0).0.unwrap(), 0.283469, 1e-6);
    assert_close(run("paper", 5.0, f64::INFINITY, 58.0).0.unwrap(), backoff_probability(8.0, 3.0), 1e-9);
}
