//! TCP-Africa, adaptive and fair rapid increase: it grows like HighSpeed TCP while it infers an empty queue, and like
//! Reno otherwise. So it fills a path with a large BDP fast and shares it gently.
//!
//! Not here: recovery.
//!
//! # Equations
//!
//! ```tex
//! % own packets in the queue, by the smoothed RTT; once per RTT | INFOCOM 2005
//! \Delta = w\,\frac{\text{RTT} - \text{baseRTT}}{\text{RTT}}
//! % fast mode, Δ < α: each RTT, and at a loss | INFOCOM 2005
//! w \leftarrow w + a(w), \qquad w \leftarrow \bigl(1 - b(w)\bigr)\, w
//! % slow mode: each RTT, and at a loss | INFOCOM 2005
//! w \leftarrow w + 1, \qquad w \leftarrow \frac{w}{2}
//! % HighSpeed TCP's decrease, above 38 packets | RFC 3649, section 5
//! b(w) = 0.5 - 0.4\,\frac{\ln(w / 38)}{\ln(83000 / 38)}
//! % and its increase | RFC 3649, section 5
//! a(w) = w^2\, p(w)\,\frac{2\, b(w)}{2 - b(w)}, \qquad p(w) = \frac{0.078}{w^{1.2}}
//! ```
//!
//! Up to 38 packets $a$ is 1 and $b$ is 0.5.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Fast mode: HighSpeed TCP's growth, a(w) per RTT
//! Slow mode: Reno's growth, one packet per RTT
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Fast mode: w reaches ssthresh; or the other mode, by Δ
//! Fast mode -> Slow mode: Δ ≥ α
//! Slow mode -> Fast mode: Δ < α
//! any -> Fast recovery: loss, by the last mode: (1 - b) w or w/2 is left
//! Fast recovery -> Fast mode: all acknowledged; or the other mode, by the last Δ
//! any -> Slow start: timeout, w = 1
//! ```
//!
//! # Choices
//!
//! - The smoothed RTT is the mean over the round that ended, since an SRTT depends mostly on the last eight ACKs and
//!   would show the end of a burst. Even so, a(w) packets that join a window sent in one train wait behind it, a(w)/2
//!   on average, and the flow takes them for a queue: on 100 Mbit/s and 100 ms it leaves the fast mode every other
//!   round from about 560 packets on, long before the path's 834 are reached. With `smoothed_rtt` off it uses the
//!   smallest RTT of the round, which detects only a queue that persists.
//! - Where the sources say nothing: the mode of the last decision determines what a loss leaves; slow start and its
//!   end by a loss are NewReno's; above 83000 packets b stays at 0.1; a is at least 1. Rounds in recovery leave the
//!   mode unchanged.
//! - Departure: RFC 3649 tabulates a and b in whole packets and hundredths; here they are real numbers.
//!
//! # Look for
//!
//! - This run has 100 Mbit/s: up to 38 packets TCP-Africa is Reno, and on a slow link there is nothing else to see.
//! - While TCP-Africa infers an empty queue the window climbs steeply; otherwise it grows by one packet per RTT.
//!
//! ```run
//! bottleneck.rate_bps = 100000000
//! bottleneck.queue.limit_packets = 100
//! ```

use super::growth::RenoGrowth;
use super::highspeed;
use super::{Ack, CongestionControl, Context, Loss, RttSample};
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Section, Value};

crate::params! {
    /// TCP-Africa's parameters.
    pub struct Settings {
        /// Estimated number of own packets in the queue from which on it grows like Reno.
        alpha: f64 = number(1.641, 0.0, 1e6).unit("packets").log().live().slider(0.5, 50.0, &[0.5, 10.0, 50.0]).on_card(), "INFOCOM 2005: a constant above 1; 1.641 used";
        /// Estimates the queue from the mean RTT of a round instead of its minimum.
        smoothed_rtt: bool = switch(true).live(), "INFOCOM 2005";
    }
}

/// Settings of TCP-Africa as scenario and screen know them.
pub static SECTION: Section = Section::new("africa", "TCP-Africa", Settings::PARAMS)
    .group(Group::DelayBased)
    .about(
        "Grows like HighSpeed TCP while it infers an empty queue, otherwise like Reno.",
        "R. King, R. Baraniuk, R. Riedi, TCP-Africa: An Adaptive and Fair Rapid Increase Rule for Scalable TCP, INFOCOM 2005",
    )
    .signals(&[&MODE, &DIFF, &INCREASE, &BASE_RTT])
    .fills_queue()
    .rules(&[&FAST, &SLOW, &LOSS_FAST, &LOSS_SLOW, &TIMEOUT]);

/// The mode of growth.
pub static MODE: Signal = Signal::state("africa_mode", &["fast", "slow"]);
/// D: its own packets in the queue.
pub static DIFF: Signal = Signal::new("africa_diff_packets", "packets", Kind::Level);
/// Packets that the window grows by per RTT.
pub static INCREASE: Signal = Signal::new("africa_increase_packets", "packets per RTT", Kind::Level);
/// The smallest RTT ever.
pub static BASE_RTT: Signal = Signal::new("africa_base_rtt_ms", "ms", Kind::Level);

/// D < alpha.
pub static FAST: Rule = Rule {
    key: "africa.fast",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["cwnd", "base_rtt_ms", "rtt_ms", "diff_packets", "alpha", "increase"],
};
/// D >= alpha.
pub static SLOW: Rule = Rule {
    key: "africa.slow",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["cwnd", "base_rtt_ms", "rtt_ms", "diff_packets", "alpha", "increase"],
};
/// A loss in fast mode: b of the window is given up.
pub static LOSS_FAST: Rule = Rule {
    key: "africa.loss_fast",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "b", "ssthresh"],
};
/// A loss in slow mode: half of it.
pub static LOSS_SLOW: Rule = Rule {
    key: "africa.loss_slow",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "base", "ssthresh"],
};
/// A timeout.
pub static TIMEOUT: Rule = Rule {
    key: "africa.timeout",
    outcome: Outcome::Timeout,
    infers: Inference::Nothing,
    numbers: &["before", "base", "ssthresh"],
};

/// D: packets in the queue by a window of `w`.
fn diff(w: f64, base_ms: f64, rtt_ms: f64) -> f64 {
    w * (rtt_ms - base_ms) / rtt_ms
}

/// State of TCP-Africa.
#[derive(Clone, Debug)]
pub struct Africa {
    settings: Settings,
    growth: RenoGrowth,
    /// In ms; 0 = none yet.
    base_rtt: f64,
    /// The present round's smallest RTT, the sum of all, in ms, and how many.
    least: f64,
    sum: f64,
    samples: u32,
    fast: bool,
}

impl Africa {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Africa {
        Africa {
            settings: Settings::read(values),
            growth: RenoGrowth::default(),
            base_rtt: 0.0,
            least: 0.0,
            sum: 0.0,
            samples: 0,
            fast: true,
        }
    }

    fn increase(&self, w: f64) -> f64 {
        if self.fast { highspeed::increase(w) } else { 1.0 }
    }

    fn emit_mode(&self, cx: &mut Context) {
        cx.signal(&MODE, if self.fast { 0.0 } else { 1.0 });
    }
}

impl CongestionControl for Africa {
    fn on_start(&mut self, cx: &mut Context) {
        self.emit_mode(cx);
    }

    fn on_rtt_sample(&mut self, sample: &RttSample, cx: &mut Context) {
        let rtt = sample.rtt().ms();
        self.least = if self.samples > 0 { self.least.min(rtt) } else { rtt };
        (self.sum, self.samples) = (self.sum + rtt, self.samples + 1);
        if self.base_rtt == 0.0 || rtt < self.base_rtt {
            self.base_rtt = rtt;
            cx.signal(&BASE_RTT, rtt);
        }
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        if !ack.cwnd_limited {
            return;
        }
        cx.window.cwnd += if cx.in_slow_start() {
            RenoGrowth::slow_start(ack, cx)
        } else {
            self.increase(cx.window.cwnd) * self.growth.congestion_avoidance(ack, cx)
        };
    }

    fn on_round_end(&mut self, cx: &mut Context) {
        let (sum, samples) = (std::mem::take(&mut self.sum), std::mem::take(&mut self.samples));
        if !cx.open || samples == 0 || sum == 0.0 {
            return;
        }
        let rtt = if self.settings.smoothed_rtt { sum / f64::from(samples) } else { self.least };
        let (w, alpha) = (cx.window.cwnd, self.settings.alpha);
        let diff = diff(w, self.base_rtt, rtt);
        let before = std::mem::replace(&mut self.fast, diff < alpha);
        if self.fast != before {
            self.emit_mode(cx);
        }
        let increase = self.increase(w);
        cx.signal(&DIFF, diff);
        cx.signal(&INCREASE, increase);
        cx.decide(if self.fast { &FAST } else { &SLOW }, &[w, self.base_rtt, rtt, diff, alpha, increase]);
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        let before = cx.window.cwnd;
        if self.fast {
            let b = highspeed::decrease(before);
            let ssthresh = ((1.0 - b) * before).max(2.0);
            cx.decide(&LOSS_FAST, &[before, b, ssthresh]);
            return ssthresh;
        }
        let ssthresh = cx.halved(loss.base);
        cx.decide(&LOSS_SLOW, &[before, loss.base, ssthresh]);
        ssthresh
    }

    fn on_timeout(&mut self, _first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        let ssthresh = cx.halved(loss.base);
        cx.decide(&TIMEOUT, &[cx.window.cwnd, loss.base, ssthresh]);
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

    /// A round's end at this window and mean RTT, over a base of 100 ms.
    fn at(w: f64, rtt_ms: f64) -> (Bench, Africa) {
        let (mut bench, mut africa) = (Bench::new(w, 2.0), Africa::new(&SECTION.defaults(None)));
        bench.sample(&mut africa, 100.0, 1);
        bench.round(&mut africa);
        bench.sample(&mut africa, rtt_ms, 1);
        bench.round(&mut africa);
        (bench, africa)
    }

    #[test] // w = 100, base 100 ms: at 101 ms 0.990 packets are queued, at 102 ms 1.96
    fn fast_while_the_queue_is_empty() {
        for (rtt, queued, fast) in [(101.0, 0.990, true), (102.0, 1.961, false)] {
            let (mut bench, mut africa) = at(100.0, rtt);
            assert_close(bench.said(&DIFF).unwrap(), queued, 5e-4);
            assert_eq!(africa.fast, fast);
            let gain = if fast { highspeed::increase(100.0) } else { 1.0 };
            assert_close(bench.said(&INCREASE).unwrap(), gain, 0.0);
            bench.ack(&mut africa, 1.0);
            assert_close(bench.window.cwnd, 100.0 + gain / 100.0, 1e-12);
        }
    }

    #[test] // 100 and 104 ms: 1.96 packets by the mean, none by the smallest
    fn the_rtt_of_a_round() {
        for (smoothed, queued) in [(true, 1.961), (false, 0.0)] {
            let (mut bench, mut africa) = at(100.0, 110.0);
            set(&mut bench, &mut africa, 1, Value::Bool(smoothed));
            bench.sample(&mut africa, 100.0, 1);
            bench.sample(&mut africa, 104.0, 1);
            bench.round(&mut africa);
            assert_close(bench.said(&DIFF).unwrap(), queued, 5e-4);
        }
    }

    #[test] // at 1000 packets: 33 % in fast mode, half in slow mode
    fn a_loss_by_the_mode() {
        let (mut bench, mut africa) = at(1000.0, 100.1);
        assert_close(bench.lose(&mut africa), 670.1, 0.05);
        let (mut bench, mut africa) = at(1000.0, 110.0);
        assert_close(bench.lose(&mut africa), 500.0, 0.0);
        let (mut bench, mut africa) = at(1000.0, 100.1);
        assert_close(bench.time_out(&mut africa), 500.0, 0.0);
    }

    #[test]
    fn slow_start_is_newrenos_and_recovery_leaves_the_mode() {
        let (mut bench, mut africa) = at(100.0, 110.0);
        bench.window.ssthresh = 200.0;
        bench.ack(&mut africa, 1.0);
        assert_close(bench.window.cwnd, 101.0, 0.0);
        bench.in_recovery = true;
        bench.sample(&mut africa, 100.0, 1);
        bench.round(&mut africa);
        assert!(!africa.fast);
    }
}
