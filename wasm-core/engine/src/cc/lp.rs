//! TCP-LP, low priority: it watches the one-way delay for signs of other traffic, halves its window at the first sign
//! of a queue, and gives up the link if the queue stays. It is meant for transfers that can wait: backups, updates,
//! prefetching.
//!
//! Not here: loss recovery (`tcp/`).
//!
//! # Equations
//!
//! ```tex
//! % one-way delay d of each sample, smoothed | INFOCOM 2003
//! \bar d \leftarrow \tfrac{7}{8}\,\bar d + \tfrac{1}{8}\, d
//! % early indication of congestion | INFOCOM 2003
//! \bar d > d_{\min} + \delta\,(d_{\max} - d_{\min})
//! % first indication; further indication within the inference phase | INFOCOM 2003
//! w \leftarrow \frac{w}{2}, \qquad w \leftarrow 1
//! ```
//!
//! $\delta$ is the setting `threshold`, the smoothing weight is `gain`. Otherwise the window is NewReno's, except
//! that it does not grow in the inference phase of 3 RTTs; a loss leaves half.
//!
//! # States
//!
//! ```states
//! Slow start: measures the delays
//! Congestion avoidance: one more packet per RTT
//! Inference: waits whether the queue drains, no growth
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Congestion avoidance: w reaches ssthresh
//! Congestion avoidance -> Inference: early indication, w/2
//! Inference -> Congestion avoidance: 3 RTTs without another indication
//! Inference -> Inference: another indication, w = 1, 3 RTTs from now
//! any -> Fast recovery: loss, ssthresh = w/2
//! Fast recovery -> Congestion avoidance: all acknowledged, w = ssthresh
//! any -> Slow start: timeout, w = 1
//! ```
//!
//! # Choices
//!
//! - `paper`: $d_{\min}$ and $d_{\max}$ are those of the whole connection; after an early indication ssthresh is w.
//!   The first slow start, which ends with a loss, only measures the delays.
//! - `linux`: after each indication $d_{\min}$ is the smoothed delay and $d_{\max}$ twice that, so that the queue of
//!   that moment then counts as the empty path. $d_{\max}$ is protected against a single outlier (a new record only
//!   takes the place of the previous one). Windows are whole packets; ssthresh stays, so that slow start may follow.
//! - The delay is the true one from the bottleneck to the receiver, which the paper's timestamps only estimate. In
//!   `paper`, the effect of a reduction takes one RTT to show: only packets sent after it can indicate congestion
//!   again, and the smoothed delay restarts with the first of them, so that the earlier queue does not count twice.
//!   There is no reduction for delay during recovery.
//!
//! # Look for
//!
//! - Alone it uses most of the link and keeps the queue short. When NewReno joins, TCP-LP falls to one packet, and it
//!   takes the link back when NewReno stops.
//! - Two indications within one inference phase: the second takes the window down to one packet.
//!
//! ```run
//! flows.1.stop_s = 28
//! ```

use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, DELAY_BACKOFF, Loss, RttSample};
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Section, Value, Variant as Preset};
use crate::units::{Span, Time};

crate::choices! {
    /// Implementation of TCP-LP.
    pub enum Variant {
        /// The paper's.
        Paper = "paper",
        /// Linux's.
        Linux = "linux",
    }
}

crate::params! {
    /// TCP-LP's parameters.
    pub struct Settings {
        /// Which TCP-LP: that of the paper, or of Linux, which forgets old delays.
        variant: Variant = word("paper", Variant::WORDS).live(), "choice";
        /// Threshold between minimum (0) and maximum (1) one-way delay above which TCP-LP infers congestion (δ).
        threshold: f64 = number(0.15, 0.0, 1.0).live().on_card(), "INFOCOM 2003: 0.15; Linux: 15 %";
        /// Weight of a new sample in the smoothed delay.
        gain: f64 = above(0.125, 0.0, 1.0).live(), "INFOCOM 2003: 1/8";
        /// Length of the inference phase, in which the window does not grow.
        inference_rtts: f64 = number(3.0, 0.0, 1000.0).unit("RTTs").live(), "INFOCOM 2003: 3";
    }
}

/// Settings of TCP-LP as scenario and screen know them.
pub static SECTION: Section = Section::new("lp", "TCP-LP", Settings::PARAMS)
    .group(Group::DelayBased)
    .about(
        "Uses only what other flows leave: halves its window at the first sign of a queue.",
        "A. Kuzmanovic, E. W. Knightly, TCP-LP: A Distributed Algorithm for Low Priority Data Transfer, INFOCOM 2003",
    )
    .variants(
        "variant",
        &[
            Preset::new("paper", "smallest and largest delay of the whole connection; a reaction puts ssthresh at the window"),
            Preset::new(
                "linux",
                "whole windows; a reaction makes the smoothed delay the smallest and twice that the largest; ssthresh stays",
            ),
        ],
    )
    .signals(&[&SMOOTHED, &THRESHOLD, &PHASE, &DELAY_BACKOFF])
    .rules(&[&HALVE, &GIVE_UP, &LOSS]);

/// Smoothed one-way delay, sd.
pub static SMOOTHED: Signal = Signal::new("one_way_smoothed_ms", "ms", Kind::Level);
/// Smoothed delay from which on there is congestion.
pub static THRESHOLD: Signal = Signal::new("one_way_threshold_ms", "ms", Kind::Level);
/// Whether the window may grow, or waits for what its reaction brings.
pub static PHASE: Signal = Signal::state("lp_phase", &["growth", "inference"]);
/// The first indication: half.
pub static HALVE: Rule = Rule {
    key: "lp.halve",
    outcome: Outcome::Backoff,
    infers: Inference::Queue,
    numbers: &["smoothed_ms", "min_ms", "max_ms", "threshold_ms", "before", "after"],
};
/// Another one within the inference phase: all.
pub static GIVE_UP: Rule = Rule {
    key: "lp.give_up",
    outcome: Outcome::Backoff,
    infers: Inference::Queue,
    numbers: &["smoothed_ms", "min_ms", "max_ms", "threshold_ms", "before", "after"],
};
/// A loss or timeout, as NewReno.
pub static LOSS: Rule = Rule {
    key: "lp.loss",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "base", "ssthresh"],
};

/// Knowledge of the one-way delay, in ms.
#[derive(Clone, Copy, Debug)]
struct Delays {
    smoothed: f64,
    min: f64,
    max: f64,
    /// Linux: the largest sample, of which `max` is the one before.
    record: f64,
}

/// State of TCP-LP.
#[derive(Clone, Debug)]
pub struct Lp {
    settings: Settings,
    growth: RenoGrowth,
    delays: Option<Delays>,
    /// The latest reaction, while its inference phase lasts.
    reacted: Option<Time>,
    /// Paper: the first slow start is over.
    settled: bool,
    /// Paper: no sample has come yet of data sent after this reaction.
    unheard: Option<Time>,
}

impl Lp {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Lp {
        Lp {
            settings: Settings::read(values),
            growth: RenoGrowth::default(),
            delays: None,
            reacted: None,
            settled: false,
            unheard: None,
        }
    }

    fn is_linux(&self) -> bool {
        self.settings.variant == Variant::Linux
    }

    /// Takes in a sample.
    fn measure(&mut self, d: f64) -> Delays {
        let linux = self.is_linux();
        let Some(mut known) = self.delays else {
            return Delays { smoothed: d, min: d, max: d, record: d };
        };
        known.smoothed += self.settings.gain * (d - known.smoothed);
        known.min = known.min.min(d);
        if linux && d > known.record {
            (known.max, known.record) = (known.record, d);
        } else {
            known.max = known.max.max(d);
            known.record = known.record.max(known.max);
        }
        known
    }

    fn threshold(&self, known: &Delays) -> f64 {
        known.min + self.settings.threshold * (known.max - known.min)
    }

    /// Ends the inference phase when its time is over.
    fn pass_time(&mut self, cx: &mut Context) {
        let Some(reacted) = self.reacted else { return };
        let phase = Span::from_ms(self.settings.inference_rtts * cx.srtt.unwrap_or(Span::ZERO).ms());
        if cx.now >= reacted + phase {
            self.reacted = None;
            cx.signal(&PHASE, 0.0);
        }
    }

    /// An early indication.
    fn react(&mut self, known: &mut Delays, cx: &mut Context) {
        let (before, again) = (cx.window.cwnd, self.reacted.is_some());
        let half = if self.is_linux() { (before / 2.0).floor() } else { before / 2.0 };
        let after = if again { 1.0 } else { half.max(1.0) };
        let numbers = [known.smoothed, known.min, known.max, self.threshold(known), before, after];
        cx.window.cwnd = after;
        if self.is_linux() {
            let sd = known.smoothed;
            (known.min, known.max, known.record) = (sd, 2.0 * sd, 2.0 * sd);
        } else {
            cx.window.ssthresh = after.max(2.0);
            self.unheard = Some(cx.now);
        }
        self.growth.reset();
        if !again {
            cx.signal(&PHASE, 1.0);
        }
        self.reacted = Some(cx.now);
        if after < before {
            cx.delay_backoff(before);
        }
        cx.decide(if again { &GIVE_UP } else { &HALVE }, &numbers);
    }

    fn forget_phase(&mut self, cx: &mut Context) {
        self.unheard = None;
        if self.reacted.take().is_some() {
            cx.signal(&PHASE, 0.0);
        }
    }
}

impl CongestionControl for Lp {
    fn on_start(&mut self, cx: &mut Context) {
        cx.signal(&PHASE, 0.0);
    }

    fn on_rtt_sample(&mut self, sample: &RttSample, cx: &mut Context) {
        self.pass_time(cx);
        let mut known = self.measure(sample.one_way.ms());
        self.settled |= !cx.in_slow_start();
        if self.unheard.is_some_and(|reaction| sample.sent > reaction) {
            self.unheard = None;
            known.smoothed = sample.one_way.ms();
        }
        let heard = self.is_linux() || self.settled && self.unheard.is_none();
        if known.smoothed > self.threshold(&known) && heard && !cx.in_recovery {
            self.react(&mut known, cx);
        }
        self.delays = Some(known);
        cx.signal(&SMOOTHED, known.smoothed);
        cx.signal(&THRESHOLD, self.threshold(&known));
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        self.pass_time(cx);
        if !ack.cwnd_limited || self.reacted.is_some() {
            return;
        }
        cx.window.cwnd += self.growth.of(ack, cx);
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        (self.settled, self.unheard) = (true, None);
        let ssthresh = cx.halved(loss.base);
        cx.decide(&LOSS, &[cx.window.cwnd, loss.base, ssthresh]);
        ssthresh
    }

    fn on_timeout(&mut self, _first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        self.forget_phase(cx);
        self.ssthresh_on_loss(loss, cx)
    }

    /// Half of ssthresh, as for Reno (`tcp_reno_min_cwnd`).
    fn recovery_floor(&self, ssthresh: f64) -> f64 {
        ssthresh / 2.0
    }

    fn set(&mut self, row: usize, value: &Value, cx: &mut Context) {
        if let ("variant", Value::Word(_)) = (SECTION.params[row].name, value) {
            self.forget_phase(cx);
            self.delays = None;
        }
        self.settings.set(row, value);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Window;
    use super::super::testing::{Bench, assert_close};
    use super::*;
    use crate::params::Choice;

    fn lp(variant: &'static str) -> Lp {
        Lp::new(&Choice::of(&SECTION).with("variant", Value::Word(variant)).values)
    }

    /// That knows delays from 20 to 120 ms, with a smoothed one of 36 ms.
    fn informed(variant: &'static str) -> Lp {
        let delays = Some(Delays { smoothed: 36.0, min: 20.0, max: 120.0, record: 120.0 });
        Lp { delays, settled: true, ..lp(variant) }
    }

    /// The delay stays at 36 ms, `rtts` of 50 ms later.
    fn again(bench: &mut Bench, lp: &mut Lp, rtts: f64) -> f64 {
        bench.now += Span::from_ms(50.0 * rtts);
        lp.unheard = None;
        bench.window = Window { cwnd: 40.0, ssthresh: 20.0 };
        bench.sample_one_way(lp, 70.0, 36.0, 1);
        bench.window.cwnd
    }

    #[test] // delays from 20 to 120 ms: threshold 35 ms; smoothed 36 ms halves 40, after 2 RTTs leaves 1, after 4 halves again
    fn the_first_indication_halves_and_another_soon_leaves_one_packet() {
        for (rtts, after) in [(2.0, 1.0), (4.0, 20.0)] {
            let (mut bench, mut lp) = (Bench::new(40.0, 20.0), informed("paper"));
            assert_close(again(&mut bench, &mut lp, 0.0), 20.0, 0.0);
            assert_close(bench.said(&THRESHOLD).unwrap(), 35.0, 1e-9);
            assert_close(again(&mut bench, &mut lp, rtts), after, 0.0);
            let (rule, numbers) = bench.decided().unwrap();
            assert_eq!(rule, if after == 1.0 { "lp.give_up" } else { "lp.halve" });
            assert_eq!(numbers, [36.0, 20.0, 120.0, 35.0, 40.0, after]);
            assert_eq!(bench.emitter.delay_backoffs, 2);
        }
    }

    #[test] // d_min = 36 and d_max = 72 ms after the first: 36 is no indication any more, above 41.4 is
    fn linux_takes_what_queued_for_the_empty_path() {
        let (mut bench, mut lp) = (Bench::new(41.0, 60.0), informed("linux"));
        bench.sample_one_way(&mut lp, 70.0, 36.0, 1);
        assert_eq!((bench.window.cwnd, bench.window.ssthresh), (20.0, 60.0));
        assert_close(bench.said(&THRESHOLD).unwrap(), 36.0 + 0.15 * 36.0, 1e-9);
        assert_close(again(&mut bench, &mut lp, 2.0), 40.0, 0.0);
        lp.delays.as_mut().unwrap().smoothed = 42.0;
        bench.sample_one_way(&mut lp, 70.0, 42.0, 1);
        assert_close(bench.window.cwnd, 1.0, 0.0);
    }

    #[test] // RTT 70 ms: what left before the reaction says nothing new; what left after it begins the average anew
    fn one_reaction_until_its_effect_is_heard() {
        let (mut bench, mut lp) = (Bench::new(40.0, 20.0), informed("paper"));
        for (later_ms, delay, smoothed, window) in
            [(0.0, 36.0, 36.0, 20.0), (70.0, 68.0, 40.0, 20.0), (1.0, 24.0, 24.0, 20.0), (1.0, 116.0, 35.5, 1.0)]
        {
            bench.now += Span::from_ms(later_ms);
            bench.sample_one_way(&mut lp, 70.0, delay, 1);
            assert_close(bench.said(&SMOOTHED).unwrap(), smoothed, 1e-12);
            assert_close(bench.window.cwnd, window, 0.0);
        }
    }

    #[test] // 3 RTTs of 50 ms
    fn no_growth_in_the_inference_phase() {
        let (mut bench, mut lp) = (Bench::new(40.0, 20.0), informed("paper"));
        bench.sample_one_way(&mut lp, 70.0, 36.0, 1);
        for (ms, growth) in [(149.0, 0.0), (1.0, 1.0)] {
            bench.now += Span::from_ms(ms);
            bench.window = Window { cwnd: 20.0, ssthresh: 40.0 };
            bench.ack(&mut lp, 1.0);
            assert_close(bench.window.cwnd, 20.0 + growth, 0.0);
        }
        assert_eq!(bench.said(&PHASE), Some(0.0));
    }

    #[test] // 20 ms, then 28 ms: 20 + 8/8
    fn the_delay_is_smoothed() {
        let (mut bench, mut lp) = (Bench::new(10.0, 5.0), lp("paper"));
        bench.sample_one_way(&mut lp, 70.0, 20.0, 1);
        bench.sample_one_way(&mut lp, 70.0, 28.0, 1);
        assert_close(bench.said(&SMOOTHED).unwrap(), 21.0, 1e-12);
        assert_close(bench.said(&THRESHOLD).unwrap(), 21.2, 1e-12);
    }

    #[test] // 90 is a record: the one before it counts, until 85 is second to it
    fn linux_distrusts_a_single_outlier() {
        for (variant, after_90, after_85) in [("paper", 90.0, 90.0), ("linux", 50.0, 85.0)] {
            let mut lp = lp(variant);
            for (d, max) in
                [(20.0, 20.0), (50.0, if variant == "linux" { 20.0 } else { 50.0 }), (90.0, after_90), (85.0, after_85)]
            {
                let known = lp.measure(d);
                assert_close(known.max, max, 0.0);
                lp.delays = Some(known);
            }
        }
    }

    #[test]
    fn the_papers_first_slow_start_only_measures() {
        let (mut bench, mut lp) = (Bench::new(40.0, f64::INFINITY), informed("paper"));
        lp.settled = false;
        bench.sample_one_way(&mut lp, 70.0, 36.0, 1);
        assert_close(bench.window.cwnd, 40.0, 0.0);
        assert_close(bench.lose(&mut lp), 20.0, 0.0);
        bench.sample_one_way(&mut lp, 70.0, 36.0, 1);
        assert_close(bench.window.cwnd, 10.0, 0.0);
    }

    #[test]
    fn recovery_is_not_disturbed_and_a_loss_halves() {
        let (mut bench, mut lp) = (Bench::new(40.0, 20.0), informed("paper"));
        bench.in_recovery = true;
        bench.sample_one_way(&mut lp, 70.0, 36.0, 1);
        assert_close(bench.window.cwnd, 40.0, 0.0);
        assert_close(bench.time_out(&mut lp), 20.0, 0.0);
    }
}
