//! DUAL is NewReno with one more rule: it reduces its window by an eighth whenever the delay is in the upper half of
//! the range it has measured. This keeps the queue around its middle instead of filling it.
//!
//! Not here: recovery.
//!
//! # Equations
//!
//! ```tex
//! % every second RTT | CCR 1992
//! w \leftarrow \tfrac{7}{8}\, w \quad\text{if}\quad t > \frac{t_{\min} + t_{\max}}{2}
//! % each acknowledged packet otherwise |
//! w \leftarrow w + \frac{1}{w}
//! ```
//!
//! $t$ is the smoothed RTT, $t_{\min}$ and $t_{\max}$ its minimum and maximum over the connection. A loss halves the
//! window as the TCP stack does; a timeout forgets both extremes.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Congestion avoidance: one more packet per RTT
//! Decrease: 7/8 of w is left
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Congestion avoidance: w reaches ssthresh
//! Congestion avoidance -> Decrease: every second RTT: t in the upper half
//! Decrease -> Congestion avoidance: at once
//! any -> Fast recovery: loss, ssthresh = w/2
//! Fast recovery -> Congestion avoidance: all acknowledged, w = ssthresh
//! any -> Slow start: timeout, w = 1, extremes forgotten
//! ```
//!
//! # Choices
//!
//! - As in the original, $t$ is the smoothed RTT; with `smoothed_rtt` off it is the last sample. `threshold` is the
//!   middle of the range, as in the paper.
//! - The paper says nothing about slow start: here DUAL looks at the delay only in congestion avoidance.
//! - The first slow start must overflow the queue, or $t_{\max}$ is not known. While both extremes are nearly equal,
//!   any noise is above their middle.
//!
//! # Look for
//!
//! - After one overflow the window swings gently around the middle of the queue, and the queue drops nothing more.
//! - When NewReno joins, the delay rises and DUAL loses most of its window.

use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, DELAY_BACKOFF, Loss, RttSample};
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Section, Value};

crate::params! {
    /// DUAL's parameters.
    pub struct Settings {
        /// Share of the window that is left when the delay is above the threshold.
        beta_delay: f64 = above(0.875, 0.0, 1.0).live(), "CCR 1992: 7/8";
        /// Threshold between minimum (0) and maximum (1) delay.
        threshold: f64 = number(0.5, 0.0, 1.0).live().on_card(), "CCR 1992: the middle";
        /// Uses the smoothed RTT instead of the latest sample.
        smoothed_rtt: bool = switch(true).live(), "CCR 1992";
    }
}

/// Settings of DUAL as scenario and screen know them.
pub static SECTION: Section = Section::new("dual", "DUAL", Settings::PARAMS)
    .ignores(&["abe", "slow_start_at_ssthresh"])
    .group(Group::DelayBased)
    .about(
        "NewReno that also reduces its window by an eighth whenever the delay is in the upper half of its measured \
         range.",
        "Z. Wang, J. Crowcroft, Eliminating Periodic Packet Losses in the 4.3-Tahoe BSD TCP, ACM CCR 22(2), 1992",
    )
    .signals(&[&DELAY, &LEAST, &GREATEST, &THRESHOLD, &DELAY_BACKOFF])
    .rules(&[&BELOW, &DECREASE, &LOSS]);

/// t, when it was judged.
pub static DELAY: Signal = Signal::new("dual_rtt_ms", "ms", Kind::Level);
/// t_min.
pub static LEAST: Signal = Signal::new("dual_rtt_min_ms", "ms", Kind::Level);
/// t_max.
pub static GREATEST: Signal = Signal::new("dual_rtt_max_ms", "ms", Kind::Level);
/// The delay above which the window shrinks.
pub static THRESHOLD: Signal = Signal::new("dual_threshold_ms", "ms", Kind::Level);

/// The delay is not above the threshold.
pub static BELOW: Rule = Rule {
    key: "dual.below",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["rtt_ms", "rtt_min_ms", "rtt_max_ms", "threshold_ms", "cwnd"],
};
/// The delay is above the threshold.
pub static DECREASE: Rule = Rule {
    key: "dual.decrease",
    outcome: Outcome::Backoff,
    infers: Inference::Queue,
    numbers: &["rtt_ms", "rtt_min_ms", "rtt_max_ms", "threshold_ms", "before", "after"],
};
/// A loss or timeout.
pub static LOSS: Rule = Rule {
    key: "dual.loss",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "base", "ssthresh"],
};

/// The minimum window that a delay leaves.
const LEAST_WINDOW: f64 = 2.0;

/// State of DUAL.
#[derive(Clone, Debug)]
pub struct Dual {
    settings: Settings,
    growth: RenoGrowth,
    /// t, t_min and t_max in ms; 0 = none yet.
    delay: f64,
    least: f64,
    greatest: f64,
    /// The present round is the second since the last look.
    second: bool,
}

impl Dual {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Dual {
        Dual {
            settings: Settings::read(values),
            growth: RenoGrowth::default(),
            delay: 0.0,
            least: 0.0,
            greatest: 0.0,
            second: false,
        }
    }

    /// Forgets the extremes.
    fn forget(&mut self) {
        (self.delay, self.least, self.greatest) = (0.0, 0.0, 0.0);
    }

    fn threshold(&self) -> f64 {
        self.least + self.settings.threshold * (self.greatest - self.least)
    }

    /// The look at the delay, every second RTT.
    fn judge(&mut self, cx: &mut Context) {
        let (delay, least, greatest, threshold) = (self.delay, self.least, self.greatest, self.threshold());
        cx.signal(&DELAY, delay);
        cx.signal(&THRESHOLD, threshold);
        let before = cx.window.cwnd;
        if delay <= threshold {
            cx.decide(&BELOW, &[delay, least, greatest, threshold, before]);
            return;
        }
        let after = (self.settings.beta_delay * before).max(LEAST_WINDOW);
        cx.decide(&DECREASE, &[delay, least, greatest, threshold, before, after]);
        cx.window.cwnd = after;
        cx.window.ssthresh = cx.window.ssthresh.min(after);
        self.growth.reset();
        cx.delay_backoff(before);
    }

    fn reduce(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        self.second = false;
        let ssthresh = cx.halved(loss.base);
        cx.decide(&LOSS, &[cx.window.cwnd, loss.base, ssthresh]);
        ssthresh
    }
}

impl CongestionControl for Dual {
    fn on_rtt_sample(&mut self, sample: &RttSample, cx: &mut Context) {
        let latest = sample.rtt().ms();
        self.delay = if self.settings.smoothed_rtt { cx.srtt.map_or(latest, |srtt| srtt.ms()) } else { latest };
        if self.least == 0.0 || self.delay < self.least {
            self.least = self.delay;
            cx.signal(&LEAST, self.delay);
        }
        if self.delay > self.greatest {
            self.greatest = self.delay;
            cx.signal(&GREATEST, self.delay);
        }
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        if !ack.cwnd_limited {
            return;
        }
        cx.window.cwnd += if cx.below_ssthresh() {
            RenoGrowth::slow_start(ack, cx)
        } else {
            self.growth.congestion_avoidance(ack, cx)
        };
    }

    fn on_round_end(&mut self, cx: &mut Context) {
        if !cx.open || cx.below_ssthresh() || self.delay == 0.0 {
            self.second = false;
            return;
        }
        self.second = !self.second;
        if !self.second {
            self.judge(cx);
        }
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        self.reduce(loss, cx)
    }

    fn on_timeout(&mut self, _first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        self.forget();
        self.reduce(loss, cx)
    }

    fn set(&mut self, row: usize, value: &Value, _cx: &mut Context) {
        self.settings.set(row, value);
        if SECTION.params[row].name == "smoothed_rtt" {
            // The extremes were another delay's.
            self.forget();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Bench, assert_close, set};
    use super::*;
    use crate::units::Span;

    /// A flow that has seen 40 and 140 ms, in congestion avoidance.
    fn seen(w: f64) -> (Bench, Dual) {
        let (mut bench, mut dual) = (Bench::new(w, 2.0), Dual::new(&SECTION.defaults(None)));
        for srtt in [40.0, 140.0] {
            smooth(&mut bench, &mut dual, srtt);
        }
        (bench, dual)
    }

    fn smooth(bench: &mut Bench, dual: &mut Dual, srtt_ms: f64) {
        bench.srtt = Some(Span::from_ms(srtt_ms));
        bench.sample(dual, 1000.0, 1);
    }

    #[test] // 40 and 140 ms: 91 ms is above the middle, 90 is not
    fn gives_up_an_eighth_above_the_middle() {
        for (rtt, after) in [(91.0, 35.0), (90.0, 40.0)] {
            let (mut bench, mut dual) = seen(40.0);
            smooth(&mut bench, &mut dual, rtt);
            bench.round(&mut dual);
            assert_close(bench.window.cwnd, 40.0, 0.0); // every second round only
            bench.round(&mut dual);
            assert_close(bench.window.cwnd, after, 0.0);
            assert_close(bench.said(&THRESHOLD).unwrap(), 90.0, 0.0);
            assert_eq!(bench.emitter.delay_backoffs, u64::from(after < 40.0));
        }
    }

    #[test] // a quarter of the way from 40 to 140 ms, and the whole window but a tenth
    fn parameters() {
        let (mut bench, mut dual) = seen(40.0);
        set(&mut bench, &mut dual, 0, Value::Number(0.9));
        set(&mut bench, &mut dual, 1, Value::Number(0.25));
        smooth(&mut bench, &mut dual, 66.0);
        bench.round(&mut dual);
        bench.round(&mut dual);
        assert_close(bench.window.cwnd, 36.0, 1e-12);
        assert_close(bench.said(&THRESHOLD).unwrap(), 65.0, 0.0);
    }

    #[test]
    fn the_latest_sample_instead_of_the_smoothed_rtt() {
        let (mut bench, mut dual) = seen(40.0);
        set(&mut bench, &mut dual, 2, Value::Bool(false));
        for rtt in [40.0, 140.0, 91.0] {
            bench.sample(&mut dual, rtt, 1);
        }
        assert_eq!((dual.delay, dual.least, dual.greatest), (91.0, 40.0, 140.0));
        bench.round(&mut dual);
        bench.round(&mut dual);
        assert_close(bench.window.cwnd, 35.0, 0.0);
    }

    #[test]
    fn grows_as_newreno_and_judges_in_congestion_avoidance_only() {
        let (mut bench, mut dual) = seen(40.0);
        bench.ack(&mut dual, 1.0);
        assert_close(bench.window.cwnd, 40.0 + 1.0 / 40.0, 1e-12);
        let (mut bench, mut dual) = seen(40.0);
        bench.window.ssthresh = 100.0;
        for _ in 0..4 {
            bench.round(&mut dual);
        }
        bench.ack(&mut dual, 1.0);
        assert_close(bench.window.cwnd, 41.0, 0.0);
    }

    #[test]
    fn a_loss_keeps_the_extremes_and_a_timeout_forgets_them() {
        let (mut bench, mut dual) = seen(40.0);
        assert_close(bench.lose(&mut dual), 20.0, 0.0);
        assert_eq!((dual.least, dual.greatest), (40.0, 140.0));
        bench.window.cwnd = 40.0;
        assert_close(bench.time_out(&mut dual), 20.0, 0.0);
        smooth(&mut bench, &mut dual, 60.0);
        assert_eq!((dual.least, dual.greatest), (60.0, 60.0));
    }
}
