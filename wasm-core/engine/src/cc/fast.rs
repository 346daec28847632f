//! FAST TCP does not probe for losses: every other RTT it updates its window by an equation whose equilibrium keeps α
//! packets of this flow in the queue, whatever the link rate and the RTT.
//!
//! Not here: recovery.
//!
//! # Equations
//!
//! ```tex
//! % every second RTT | ToN 2006
//! w \leftarrow \min\left(2w,\; (1 - \gamma)\, w + \gamma\left(\frac{\text{baseRTT}}{\text{RTT}}\, w + \alpha\right)\right)
//! % equilibrium: own packets in the queue | ToN 2006
//! w\left(1 - \frac{\text{baseRTT}}{\text{RTT}}\right) = \alpha
//! % no queue: multiplicative growth (w in place of α) | ToN 2006
//! w \leftarrow (1 + \gamma)\, w
//! ```
//!
//! RTT is a running mean in which a sample has the weight $\min(3/w, 1/4)$; baseRTT is the smallest sample so far.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Multiplicative: infers no queue, grows by the share γ
//! Equation: moves towards α packets in the queue
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Equation: infers a queue, or w reaches ssthresh
//! Multiplicative -> Equation: infers a queue
//! Equation -> Multiplicative: infers no queue
//! any -> Fast recovery: loss, ssthresh = w/2
//! Fast recovery -> Equation: all acknowledged, w = ssthresh
//! any -> Slow start: timeout, w = 1
//! ```
//!
//! # Choices
//!
//! - If `alpha` is not given, it follows the prototype's table by the rate that a round delivers: 8 packets below 10
//!   Mbit/s, 20 below 100 Mbit/s, 200 above.
//! - The paper does not say what "no queue" means. Here it means less than an eighth of α by the flow's own estimate,
//!   so that it scales with the target; with `multiplicative_increase` off only the equation is used.
//! - Slow start is NewReno's and ends with the first round in which FAST infers a queue. The prototype spreads a
//!   change over the round by pacing; here it happens at once, at the end of the round. A round that recovery touched
//!   changes nothing. Steps down are not counted as delay backoffs in the summary, since the window follows the delay
//!   both ways.
//!
//! # Look for
//!
//! - A straight line: window and queue settle, with α packets of each flow in the queue.
//! - A second FAST flow that starts later includes the first one's queue in its baseRTT. It keeps more packets in the
//!   queue than it estimates, and gets more than its share.

use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, Loss, RttSample, Wants};
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Section, Value};
use crate::slow_start::HyStartUse;
use crate::units::Time;

crate::params! {
    /// FAST's parameters.
    pub struct Settings {
        /// Number of own packets to keep in the queue; none: by the prototype's table.
        alpha: Option<f64> = above(20.0, 0.0, 1e6).unit("packets").log().live().or_none(), "prototype: 8 below 10 Mbit/s, 20 below 100 Mbit/s, 200 above";
        /// Step size: share of the difference to the equation's target that one update covers (γ).
        gamma: f64 = above(0.5, 0.0, 1.0).live().on_card(), "ToN 2006: 0.5";
        /// While FAST infers no queue, the window grows by the factor 1 + γ.
        multiplicative_increase: bool = switch(true).live(), "ToN 2006";
    }
}

/// Settings of FAST as scenario and screen know them.
pub static SECTION: Section = Section::new("fast", "FAST", Settings::PARAMS)
    .ignores(&["abe", "slow_start_at_ssthresh"])
    .group(Group::DelayBased)
    .about(
        "Updates its window by an equation whose equilibrium keeps α of its packets in the queue.",
        "D. Wei, C. Jin, S. Low, S. Hegde, FAST TCP: Motivation, Architecture, Algorithms, Performance, IEEE/ACM ToN 14(6), 2006",
    )
    .signals(&[&QUEUED, &ALPHA, &RTT, &BASE_RTT])
    .rules(&[&STEP, &MULTIPLY, &SLOW_START_EXIT, &LOSS]);

/// Its own packets in the queue, by its estimate: w (1 - baseRTT/RTT).
pub static QUEUED: Signal = Signal::new("fast_queued_packets", "packets", Kind::Level);
/// How many it aims at.
pub static ALPHA: Signal = Signal::new("fast_alpha_packets", "packets", Kind::Level);
/// The averaged RTT, when it was judged.
pub static RTT: Signal = Signal::new("fast_rtt_ms", "ms", Kind::Level);
/// The smallest RTT ever.
pub static BASE_RTT: Signal = Signal::new("fast_base_rtt_ms", "ms", Kind::Level);

/// A step of the equation.
pub static STEP: Rule = Rule {
    key: "fast.step",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["cwnd", "base_rtt_ms", "rtt_ms", "queued", "alpha", "gamma", "after"],
};
/// There is no queue: a step up by a share of the window.
pub static MULTIPLY: Rule = Rule {
    key: "fast.multiply",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["cwnd", "base_rtt_ms", "rtt_ms", "queued", "alpha", "gamma", "after"],
};
/// Slow start found a queue.
pub static SLOW_START_EXIT: Rule = Rule {
    key: "fast.slow_start_exit",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["cwnd", "base_rtt_ms", "rtt_ms", "queued", "alpha"],
};
/// A loss or timeout.
pub static LOSS: Rule = Rule {
    key: "fast.loss",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "base", "ssthresh"],
};

/// Share of alpha below which there is no queue.
const NO_QUEUE: f64 = 0.125;
/// The minimum window that a delay leaves.
const LEAST_WINDOW: f64 = 2.0;

/// The window after a step.
fn step(w: f64, base_ms: f64, rtt_ms: f64, alpha: f64, gamma: f64) -> f64 {
    ((1.0 - gamma) * w + gamma * (base_ms / rtt_ms * w + alpha)).min(2.0 * w)
}

/// The prototype's alpha for a flow that delivers so much.
fn alpha_by_rate(bps: f64) -> f64 {
    match bps {
        ..10e6 => 8.0,
        ..100e6 => 20.0,
        _ => 200.0,
    }
}

/// State of FAST.
#[derive(Clone, Debug)]
pub struct Fast {
    settings: Settings,
    growth: RenoGrowth,
    /// In ms; 0 = none yet.
    base_rtt: f64,
    rtt: f64,
    /// The present round's beginning, and the packets acknowledged in it.
    began: Time,
    acked: f64,
    /// No recovery has touched the present round.
    whole: bool,
    /// The present round is the second since the last step.
    second: bool,
    /// The latest ACK found the window to be what limits sending.
    limited: bool,
}

impl Fast {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Fast {
        Fast {
            settings: Settings::read(values),
            growth: RenoGrowth::default(),
            base_rtt: 0.0,
            rtt: 0.0,
            began: Time::ZERO,
            acked: 0.0,
            whole: false,
            second: false,
            limited: true,
        }
    }

    /// How many packets it aims at, by what the round that ended delivered if by nothing else.
    fn alpha(&self, cx: &Context) -> f64 {
        let bits = self.acked * f64::from(cx.mss) * 8.0;
        self.settings.alpha.unwrap_or_else(|| alpha_by_rate(bits / cx.now.since(self.began).seconds()))
    }

    /// A round's end: leaves slow start where there is a queue, and moves the window every other time.
    fn look(&mut self, cx: &mut Context) {
        let (w, base, rtt, gamma) = (cx.window.cwnd, self.base_rtt, self.rtt, self.settings.gamma);
        let (queued, alpha) = (w * (1.0 - base / rtt), self.alpha(cx));
        cx.signal(&RTT, rtt);
        cx.signal(&QUEUED, queued);
        cx.signal(&ALPHA, alpha);
        let empty = queued < NO_QUEUE * alpha;
        if cx.below_ssthresh() {
            if !empty {
                cx.window.ssthresh = w;
                cx.decide(&SLOW_START_EXIT, &[w, base, rtt, queued, alpha]);
            }
            self.second = false;
            return;
        }
        self.second = !self.second;
        if self.second {
            return;
        }
        let multiplies = empty && self.settings.multiplicative_increase;
        let aim = if multiplies { alpha.max(w) } else { alpha };
        let after = step(w, base, rtt, aim, gamma).max(LEAST_WINDOW);
        if after > w && !self.limited {
            return;
        }
        cx.decide(if multiplies { &MULTIPLY } else { &STEP }, &[w, base, rtt, queued, alpha, gamma, after]);
        cx.window.cwnd = after;
        cx.window.ssthresh = cx.window.ssthresh.min(after);
    }
}

impl CongestionControl for Fast {
    fn wants(&self) -> Wants {
        // Its slow start ends where there is a queue.
        Wants { exit_rules: HyStartUse::Never, ..Wants::STANDARD }
    }

    fn on_rtt_sample(&mut self, sample: &RttSample, cx: &mut Context) {
        let rtt = sample.rtt().ms();
        if self.base_rtt == 0.0 || rtt < self.base_rtt {
            self.base_rtt = rtt;
            cx.signal(&BASE_RTT, rtt);
        }
        let weight = (3.0 / cx.window.cwnd).min(0.25);
        self.rtt = if self.rtt > 0.0 { self.rtt + weight * (rtt - self.rtt) } else { rtt };
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        self.limited = ack.cwnd_limited;
        self.acked += ack.newly_acked;
        if ack.cwnd_limited {
            cx.window.cwnd += self.growth.between_rounds(ack, cx);
        }
    }

    fn on_round_end(&mut self, cx: &mut Context) {
        let whole = std::mem::replace(&mut self.whole, cx.open);
        if whole && cx.open && self.rtt > 0.0 {
            self.look(cx);
        } else {
            self.second = false;
        }
        (self.began, self.acked) = (cx.now, 0.0);
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        (self.whole, self.second) = (false, false);
        self.growth.reset();
        let ssthresh = cx.halved(loss.base);
        cx.decide(&LOSS, &[cx.window.cwnd, loss.base, ssthresh]);
        ssthresh
    }

    fn set(&mut self, row: usize, value: &Value, _cx: &mut Context) {
        self.settings.set(row, value);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Bench, assert_close, set};
    use super::*;
    use crate::units::Span;

    fn fast(alpha: f64) -> Fast {
        let mut values = SECTION.defaults(None);
        values[0] = Value::Number(alpha);
        Fast::new(&values)
    }

    #[test] // w = 100, base 100 ms, alpha 20; at 120 ms it rests: 20 of 120 packets are queued
    fn the_equation() {
        assert_close(step(100.0, 100.0, 110.0, 20.0, 0.5), 105.4545, 5e-5);
        assert_close(step(100.0, 100.0, 100.0, 20.0, 0.5), 110.0, 0.0);
        assert_close(step(120.0, 100.0, 120.0, 20.0, 0.5), 120.0, 1e-12);
        assert_close(step(3.0, 100.0, 100.0, 20.0, 0.5), 6.0, 0.0); // never more than double
    }

    /// In congestion avoidance, with 100 ms as base RTT, and this mean RTT.
    fn settled(alpha: f64, w: f64, rtt_ms: f64) -> (Bench, Fast) {
        let (mut bench, mut fast) = (Bench::new(w, 2.0), fast(alpha));
        bench.sample(&mut fast, 100.0, 1);
        fast.rtt = rtt_ms;
        bench.round(&mut fast); // the round in progress at the start
        (bench, fast)
    }

    #[test]
    fn moves_every_second_round() {
        let (mut bench, mut fast) = settled(20.0, 100.0, 110.0);
        bench.round(&mut fast);
        assert_close(bench.window.cwnd, 100.0, 0.0);
        assert_close(bench.said(&QUEUED).unwrap(), 100.0 * 10.0 / 110.0, 1e-12);
        bench.round(&mut fast);
        assert_close(bench.window.cwnd, 105.4545, 5e-5);
        fast.rtt = 140.0; // w <- (w + w 100/140 + 20)/2
        bench.round(&mut fast);
        bench.round(&mut fast);
        assert_close(bench.window.cwnd, (105.454545 * (1.0 + 1.0 / 1.4) + 20.0) / 2.0, 1e-5);
    }

    #[test] // 2.4 of 20 packets queued are none, 2.6 are a queue
    fn multiplies_where_there_is_no_queue() {
        for (queued, multiplicative, after) in [(2.4, true, 148.8), (2.4, false, 108.8), (2.6, true, 108.7)] {
            let (mut bench, mut fast) = settled(20.0, 100.0, 100.0 / (1.0 - queued / 100.0));
            set(&mut bench, &mut fast, 2, Value::Bool(multiplicative));
            bench.round(&mut fast);
            bench.round(&mut fast);
            assert_close(bench.window.cwnd, after, 1e-9);
        }
    }

    #[test] // w = 100: 3/100 of a sample; w = 4: a quarter
    fn averages_the_rtt() {
        for (w, mean) in [(100.0, 100.3), (4.0, 102.5)] {
            let (mut bench, mut fast) = settled(20.0, w, 100.0);
            bench.sample(&mut fast, 110.0, 1);
            assert_close(fast.rtt, mean, 1e-9);
        }
    }

    #[test]
    fn alpha_by_the_prototypes_table() {
        for (bps, alpha) in [(9.9e6, 8.0), (10e6, 20.0), (99e6, 20.0), (100e6, 200.0), (1e9, 200.0)] {
            assert_close(alpha_by_rate(bps), alpha, 0.0);
        }
        // 85 packets of 1460 bytes in 100 ms are 9.928 Mbit/s, 86 are 10.045 Mbit/s.
        for (packets, alpha) in [(85.0, 8.0), (86.0, 20.0)] {
            let (mut bench, mut fast) = settled(1.0, 100.0, 100.0);
            set(&mut bench, &mut fast, 0, Value::Null);
            bench.ack(&mut fast, packets);
            bench.now += Span::from_ms(100.0);
            bench.round(&mut fast);
            assert_close(bench.said(&ALPHA).unwrap(), alpha, 0.0);
        }
    }

    #[test]
    fn slow_start_ends_where_a_queue_is_found() {
        let (mut bench, mut fast) = settled(20.0, 100.0, 101.0);
        bench.window.ssthresh = f64::INFINITY;
        bench.round(&mut fast); // 1 packet of 20
        bench.ack(&mut fast, 1.0);
        assert_close(bench.window.cwnd, 101.0, 0.0);
        fast.rtt = 110.0;
        bench.round(&mut fast);
        bench.ack(&mut fast, 1.0);
        assert_close(bench.window.cwnd, 101.0, 0.0);
        assert_close(bench.window.ssthresh, 101.0, 0.0);
    }

    #[test]
    fn a_loss_halves_and_its_round_moves_nothing() {
        let (mut bench, mut fast) = settled(20.0, 100.0, 110.0);
        bench.round(&mut fast);
        assert_close(bench.lose(&mut fast), 50.0, 0.0);
        bench.round(&mut fast);
        bench.round(&mut fast);
        assert_close(bench.window.cwnd, 50.0, 0.0);
        bench.round(&mut fast);
        assert_close(bench.window.cwnd, step(50.0, 100.0, 110.0, 20.0, 0.5), 0.0);
        // A timeout's repair grows as NewReno does.
        bench.time_out(&mut fast);
        bench.open = false;
        bench.ack(&mut fast, 1.0);
        assert_close(bench.window.cwnd, 2.0, 0.0);
    }

    #[test]
    fn grows_only_where_the_window_limits() {
        let (mut bench, mut fast) = settled(20.0, 100.0, 110.0);
        fast.on_ack(&Ack { newly_acked: 1.0, cwnd_limited: false, after_timeout: false }, &mut bench.cx());
        bench.round(&mut fast);
        bench.round(&mut fast);
        assert_close(bench.window.cwnd, 100.0, 0.0);
    }
}
