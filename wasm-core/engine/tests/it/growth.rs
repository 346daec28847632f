//! The curves of CUBIC and H-TCP in whole runs, against their formulas: one flow on 10 Mbps and 40 ms with 84 packets of
//! drop tail, each epoch from the end of a recovery to the next loss. The window after a cut is larger than the pipe of
//! 34 packets, so the link is busy throughout and acknowledgements arrive at its rate.

use crate::common::{number, path, seconds, with_flow, word};
use sawtooth_engine::cc;
use sawtooth_engine::cc::htcp::alpha_raw;
use sawtooth_engine::observe::{Observer, Rule, Signal, Source};
use sawtooth_engine::params::{Section, Value};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::units::Time;

/// Packets that the link sends in a second.
const LINK: f64 = 10e6 / 12_000.0;
/// Longest RTT: the pipe and a full queue.
const RTT_S: f64 = 0.0412 + 84.0 / LINK;

/// Signals of which growth is made.
const TOLD: [&str; 7] =
    ["srtt_ms", "cwnd_packets", "alpha_packets", "window_cut", "recovery_end", "retransmit", "timeout"];

/// Signals and decisions heard: when, the name of a signal or the key of a rule, the value or the numbers.
#[derive(Default)]
struct Told(Vec<(f64, &'static str, Vec<f64>)>);

impl Observer for Told {
    fn signal(&mut self, at: Time, _: Source, signal: &'static Signal, value: f64) {
        if TOLD.contains(&signal.name) {
            self.0.push((at.seconds(), signal.name, vec![value]));
        }
    }
    fn decision(&mut self, at: Time, _: Source, rule: &'static Rule, numbers: &[f64]) {
        self.0.push((at.seconds(), rule.key, numbers.to_vec()));
    }
}

/// From one loss to the next, recovery left out.
struct Epoch {
    cut_s: f64,
    /// Numbers of the decision that `epochs` was asked for, and its time.
    decision: (f64, Vec<f64>),
    /// The window after each change, beginning with the end of recovery.
    windows: Vec<(f64, f64)>,
    alphas: Vec<(f64, f64)>,
}

impl Told {
    /// The epochs of the settled flow, each with its decision of this rule.
    fn epochs(&self, rule: &str) -> Vec<Epoch> {
        let cuts: Vec<f64> = self.0.iter().filter(|told| told.1 == "window_cut").map(|told| told.0).collect();
        let settled = cuts.windows(2).filter(|pair| pair[0] > 20.0);
        settled
            .map(|pair| {
                let within: Vec<_> = self.0.iter().filter(|told| told.0 >= pair[0] && told.0 < pair[1]).collect();
                let end = within.iter().position(|told| told.1 == "recovery_end").expect("recovery ends");
                let of = |name: &str, from: usize| -> Vec<(f64, f64)> {
                    within[from..].iter().filter(|told| told.1 == name).map(|told| (told.0, told.2[0])).collect()
                };
                let mut windows = vec![(within[end].0, within[end].2[0])];
                windows.extend(of("cwnd_packets", end));
                let decided = within.iter().find(|told| told.1 == rule).expect("a decision");
                let decision = (decided.0, decided.2.clone());
                Epoch { cut_s: pair[0], decision, windows, alphas: of("alpha_packets", 0) }
            })
            .collect()
    }
}

/// A run of one flow.
fn run(section: &'static Section, settings: &[(&str, Value)]) -> Told {
    run_on(section, settings, &[])
}

fn run_on(section: &'static Section, settings: &[(&str, Value)], host: &[(&str, Value)]) -> Told {
    let mut scenario = with_flow(path(90.0), section, host);
    for (name, value) in settings {
        let algorithm = scenario.flows[0].algorithm.clone();
        scenario.flows[0].algorithm = algorithm.with(name, value.clone());
    }
    let mut told = Told::default();
    Simulation::new(&scenario).run_until(seconds(90.0), &mut Listener::of_decisions(&mut told));
    told
}

/// The greatest distances of all epochs' windows from a formula, below and above it in packets: `(epoch, time) -> W`.
/// The first window is the one that recovery left; on a host where w = ssthresh is slow start one more packet follows.
fn distance(epochs: &[Epoch], formula: impl Fn(&Epoch, f64) -> f64) -> (f64, f64) {
    let (mut below, mut above) = (0.0_f64, 0.0_f64);
    for epoch in epochs {
        for (at, window) in &epoch.windows[1..] {
            let off = window - formula(epoch, *at);
            (below, above) = (below.min(off), above.max(off));
        }
    }
    (below, above)
}

/// W(t) = C (t - K)^3 + W_max, by what the epoch's beginning said of itself.
fn cubic(c: f64, epoch: &Epoch, at: f64) -> f64 {
    let (began, numbers) = &epoch.decision;
    let (w_max, k) = (numbers[1], numbers[2]);
    let x = at - began - k;
    c * x * x * x + w_max
}

fn assert_within(name: &str, epochs: &[Epoch], distance: (f64, f64), allowed: (f64, f64)) {
    println!("{name}: {} epochs, {:.3} to {:.3} packets off", epochs.len(), distance.0, distance.1);
    assert!(epochs.len() > 8, "{name}: {} epochs", epochs.len());
    assert!(distance.0 >= allowed.0 && distance.1 <= allowed.1, "{name}: {distance:?}");
}

/// The window aims at W(t + RTT) and comes nearer to it by the whole distance in an RTT: w' = (W(t + R) - w)/R, so that
/// w = W(t) + R^2 W''/2 to the second order, with W'' = 6 C (t - K) and K of 4.5 s at most within 0.11 packets.
#[test]
fn cubic_follows_its_curve() {
    let told = run(&cc::cubic::SECTION, &[("tcp_friendliness", Value::Bool(false))]);
    let epochs = told.epochs("cubic.epoch");
    let second_order = 0.5 * RTT_S * RTT_S * 6.0 * 0.4 * 4.5;
    let off = distance(&epochs, |epoch, at| cubic(0.4, epoch, at));
    assert_within("rfc9438", &epochs, off, (-second_order, second_order));
}

/// The kernels' windows, targets and counts are whole: the window is up to a packet off. Version 2.1 takes a packet an
/// acknowledgement for nearly two (its running mean of them stays at 31/16), counts half as many, and so is ahead by up
/// to half an RTT of the curve's slope of 7 packets a second besides.
#[test]
fn cubic_of_linux_follows_its_curve_in_whole_packets() {
    for (variant, ahead) in [("linux_2_6_25", 0.5 * RTT_S * 7.0), ("linux", 0.0)] {
        let told = run(&cc::cubic::SECTION, &[("variant", word(variant)), ("tcp_friendliness", Value::Bool(false))]);
        let epochs = told.epochs("cubic.epoch");
        let off = distance(&epochs, |epoch, at| cubic(410.0 / 1024.0, epoch, at));
        assert_within(variant, &epochs, off, (-1.2, 1.2 + ahead));
    }
}

/// FreeBSD: w + alpha/w at each acknowledgement, of which the full link brings LINK a second: w w' = LINK alpha, hence
/// w^2 = w_0^2 + 2 LINK (integral of alpha). alpha is the formula's whole part and never off by itself.
#[test]
fn htcp_grows_by_alpha_of_the_time() {
    let told = run(&cc::htcp::SECTION, &[]);
    let epochs = told.epochs("htcp.reduce");
    let off = distance(&epochs, |epoch, at| {
        let (began, w) = epoch.windows[1];
        let steps = 1000;
        let dt = (at - began) / f64::from(steps);
        let alpha = |i: i32| alpha_raw(began - epoch.cut_s + (f64::from(i) + 0.5) * dt).floor();
        (w * w + 2.0 * LINK * dt * (0..steps).map(alpha).sum::<f64>()).sqrt()
    });
    // The deviation comes of steps of alpha/w where the formula is smooth.
    assert_within("freebsd", &epochs, off, (-0.1, 0.1));
    for epoch in &epochs {
        assert!(epoch.alphas.len() > 5);
        for (at, alpha) in &epoch.alphas {
            assert_eq!(*alpha, alpha_raw(at - epoch.cut_s).floor());
        }
    }
}

/// Linux: a packet once alpha times the packets acknowledged since the last make a window, on the acknowledgement after:
/// ceil(w/alpha) + 1 acknowledgements, with the alpha of the last one; alpha = 2 (1 - beta) times the formula's whole
/// part, its clock begins with the end of recovery.
#[test]
fn htcp_of_linux_counts_packets_towards_alpha() {
    let told = run(&cc::htcp::SECTION, &[("variant", word("linux")), ("rtt_scaling", Value::Bool(false))]);
    let epochs = told.epochs("htcp.reduce");
    let off = distance(&epochs, |epoch, at| {
        let (began, mut t, mut w) = (epoch.windows[0].0, epoch.windows[1].0, epoch.windows[1].1);
        let beta = epoch.decision.1[3];
        while t < at - 0.5 / LINK {
            let alpha = 2.0 * (1.0 - beta) * alpha_raw(t - began).floor();
            t += ((w / alpha).ceil() + 1.0) / LINK;
            w += 1.0;
        }
        w
    });
    assert_within("linux", &epochs, off, (-1.0, 1.0));
}

/// An overflow costs H-TCP about as many packets as it gains in the two round trips until it hears of it, a dozen and
/// more. NewReno's recovery repairs one per round trip (62 ms here) and restarts the timer at the first partial
/// acknowledgement only: RFC 6582, section 4, "impatient", which is meant to end so long a recovery by a timeout. It
/// does at each overflow, one timeout after that acknowledgement; with a timer of 2 s it never does.
#[test]
fn htcp_under_newrenos_recovery_times_out_as_the_impatient_timer_says() {
    for (min_rto_ms, expected) in [(230.0, true), (2000.0, false)] {
        let impatient = ("rto_restart", word("first_partial"));
        let host = [("recovery", word("newreno")), impatient, ("min_rto_ms", number(min_rto_ms))];
        let told = run_on(&cc::htcp::SECTION, &[], &host);
        let times = |name: &str| -> Vec<f64> {
            told.0.iter().filter(|told| told.1 == name && told.0 > 20.0).map(|told| told.0).collect()
        };
        let (cuts, timeouts, retransmits) = (times("htcp.reduce"), times("timeout"), times("retransmit"));
        println!("{} overflows, {} timeouts", cuts.len(), timeouts.len());
        assert!(cuts.len() > 10);
        assert_eq!(timeouts.len(), if expected { cuts.len() } else { 0 });
        for (cut, timeout) in cuts.iter().zip(&timeouts) {
            // The first retransmission goes out with the cut, the second with the first partial acknowledgement.
            let partial = retransmits.iter().filter(|at| *at > cut).nth(1).expect("a second one");
            // FreeBSD's timer: SRTT + 4 RTTVAR and 200 ms of slop; the queue is full, and its RTT has hardly varied.
            let srtt =
                told.0.iter().rfind(|told| told.1 == "srtt_ms" && told.0 <= *partial).expect("an SRTT").2[0] / 1000.0;
            let above = timeout - partial - srtt - 0.2;
            assert!((0.0..0.03).contains(&above), "{cut} {partial} {timeout} {srtt}");
        }
    }
}
