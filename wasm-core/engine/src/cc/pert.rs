//! PERT, probabilistic early response: the sender does what RED does in a router. The longer the queueing delay that
//! it estimates, the more likely an ACK makes it back off.
//!
//! Not here: loss recovery (`tcp/`).
//!
//! # Equations
//!
//! ```tex
//! % each RTT sample | SIGCOMM 2007
//! s \leftarrow 0.99\, s + 0.01\,\text{RTT}
//! % estimated queueing delay | SIGCOMM 2007
//! q = s - \text{RTT}_{\min}
//! % probability, one random draw per ACK: the curve of gentle RED | SIGCOMM 2007
//! p = \begin{cases} 0 & q \le 5\,\text{ms} \\ p_{\max}\,\dfrac{q - 5}{10 - 5} & q \le 10\,\text{ms} \\ p_{\max} + (1 - p_{\max})\,\dfrac{q - 10}{20 - 10} & q \le 20\,\text{ms} \\ 1 & \text{above} \end{cases}
//! % the response, at most one per RTT | SIGCOMM 2007
//! w \leftarrow 0.65\, w
//! % adaptive: what the response leaves |
//! w \leftarrow \left(1 - \frac{q}{q + q_{\max}}\right) w
//! % adaptive: growth α per RTT, updated every 5 RTTs |
//! \alpha \leftarrow \begin{cases} \min(\alpha + 0.5,\; 32) & q \le 5\,\text{ms} \\ \min\left(\alpha + 0.1,\; 1 + \dfrac{p_{\text{early}}}{p_{\text{loss}}}\right) & q \ge q_{\max}/2 \\ \max(0.9\,\alpha,\; 1) & \text{in between} \end{cases}
//! ```
//!
//! $q_{\max}$ is the largest RTT minus the smallest. The rates of early responses and of losses come from the last 8
//! intervals, with TFRC's weights. A loss leaves half of the window; otherwise the window is NewReno's.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Congestion avoidance: α more packets per RTT
//! Responded: one RTT without another response
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Congestion avoidance: w reaches ssthresh
//! Slow start -> Responded: draw below p, 0.65 w
//! Congestion avoidance -> Responded: draw below p, 0.65 w
//! Responded -> Congestion avoidance: one RTT is over
//! any -> Fast recovery: loss, ssthresh = w/2
//! Fast recovery -> Congestion avoidance: all acknowledged, w = ssthresh
//! any -> Slow start: timeout, w = 1
//! ```
//!
//! # Choices
//!
//! - `adaptive` is the later version, which the CDG paper describes: its curve reaches 1 at the larger of 20 ms and
//!   0.65 q_max.
//! - Where the sources say nothing: an α above 1 + p_early/p_loss falls to it as in the middle case; without any loss
//!   yet the bound is 1; an interval counts the packets acknowledged from one event to the next, and the open
//!   interval counts as TFRC's does (RFC 5348, section 5.4). At a window of 2 packets or fewer PERT does not respond
//!   but grows.
//!
//! # Look for
//!
//! - Alone, after slow start, it keeps the queueing delay below 20 ms, where the curve reaches 1, and the queue drops
//!   nothing.
//! - Beside NewReno the delay is beyond the curve most of the time: PERT backs off once per RTT and gets almost
//!   nothing. `adaptive` is meant to compete by growing faster; on this path that changes little.

use super::cdg::signals::{DRAW, PROBABILITY};
use super::growth::RenoGrowth;
use super::hd::{LEAST_WINDOW, QUEUEING_DELAY};
use super::htcp::ALPHA;
use super::{Ack, CongestionControl, Context, DELAY_BACKOFF, Loss, RttSample};
use crate::observe::{Inference, Outcome, Rule};
use crate::params::{Group, Ordered, Section, Value};

crate::params! {
    /// PERT's parameters.
    pub struct Settings {
        /// Adapts growth, decrease and the end of the probability curve to the measured delays and losses.
        adaptive: bool = switch(false).live(), "the later version, as the CDG paper describes it";
        /// Weight of a new sample in the smoothed RTT.
        weight: f64 = above(0.01, 0.0, 1.0).log().live(), "SIGCOMM 2007: weight 0.99 of the old value";
        /// Queueing delay above which early responses are possible.
        min_threshold_ms: f64 = number(5.0, 0.0, 1e5).unit("ms").log().live().needs(&[Need::Above("max_probability", 0.0)]), "SIGCOMM 2007: 5 ms";
        /// Queueing delay at which the response probability is `max_probability`; at twice that it is 1.
        max_threshold_ms: f64 = number(10.0, 0.0, 1e5).unit("ms").log().live().slider(1.0, 200.0, &[1.0, 10.0, 100.0, 200.0]).on_card(), "SIGCOMM 2007: 10 ms";
        /// Response probability per ACK at the upper threshold (p_max).
        max_probability: f64 = number(0.05, 0.0, 1.0).log().live(), "SIGCOMM 2007: 0.05";
        /// Share of the window that an early response removes (unless `adaptive`).
        decrease: f64 = number(0.35, 0.0, 1.0).live().needs(&[Need::Off("adaptive")]), "SIGCOMM 2007: 35 %";
    }
}

/// Settings of PERT as scenario and screen know them.
pub static SECTION: Section = Section::new("pert", "PERT", Settings::PARAMS)
    .group(Group::DelayBased)
    .about(
        "Backs off early at random, more likely the longer the queueing delay, as if the router ran RED.",
        "S. Bhandarkar, A. L. N. Reddy, Y. Zhang, D. Loguinov, Emulating AQM from End Hosts, SIGCOMM 2007",
    )
    .ordered(&[Ordered { less: "min_threshold_ms", more: "max_threshold_ms" }])
    .signals(&[&QUEUEING_DELAY, &PROBABILITY, &DRAW, &ALPHA, &DELAY_BACKOFF])
    .rules(&[&RESPOND, &ADAPT, &LOSS]);

/// The draw fell under p: an early response.
pub static RESPOND: Rule = Rule {
    key: "pert.respond",
    outcome: Outcome::Backoff,
    infers: Inference::Queue,
    numbers: &["delay_ms", "max_delay_ms", "probability", "draw", "decrease", "before", "after"],
};
/// Growth follows the delay (`adaptive`); the rates are per packet, 0 = no such event yet.
pub static ADAPT: Rule = Rule {
    key: "pert.adapt",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["delay_ms", "max_delay_ms", "early_rate", "loss_rate", "alpha_before", "alpha"],
};
/// A loss or timeout, as NewReno.
pub static LOSS: Rule = Rule {
    key: "pert.loss",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "base", "ssthresh"],
};

/// Rounds from one change of alpha to the next.
const ADAPT_RTTS: u32 = 5;
const MOST_ALPHA: f64 = 32.0;
/// Share of q_max at which the adaptive curve reaches 1.
const KNEE: f64 = 0.65;
/// TFRC's weights of intervals, newest first.
const WEIGHTS: [f64; 8] = [1.0, 1.0, 1.0, 1.0, 0.8, 0.6, 0.4, 0.2];

/// Packets between events of one kind, as TFRC averages them.
#[derive(Clone, Copy, Debug, Default)]
struct Intervals {
    open: f64,
    /// The newest first.
    closed: [f64; 8],
    count: usize,
}

impl Intervals {
    fn event(&mut self) {
        self.closed.rotate_right(1);
        self.closed[0] = self.open;
        self.count = (self.count + 1).min(self.closed.len());
        self.open = 0.0;
    }

    /// Events per packet; 0 before the first.
    fn rate(&self) -> f64 {
        let closed = &self.closed[..self.count];
        let (mut past, mut present, mut weights) = (0.0, self.open, 0.0);
        for (i, length) in closed.iter().enumerate() {
            past += WEIGHTS[i] * length;
            weights += WEIGHTS[i];
            if i + 1 < closed.len() {
                present += WEIGHTS[i + 1] * length;
            }
        }
        if past == 0.0 { 0.0 } else { weights / past.max(present) }
    }
}

/// State of PERT. Times in ms.
#[derive(Clone, Debug)]
pub struct Pert {
    settings: Settings,
    growth: RenoGrowth,
    smoothed: Option<f64>,
    greatest: f64,
    /// Packets still to be acknowledged of those in flight at the latest response.
    unheard: f64,
    alpha: f64,
    rounds: u32,
    early: Intervals,
    losses: Intervals,
}

impl Pert {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Pert {
        Pert {
            settings: Settings::read(values),
            growth: RenoGrowth::default(),
            smoothed: None,
            greatest: 0.0,
            unheard: 0.0,
            alpha: 1.0,
            rounds: 0,
            early: Intervals::default(),
            losses: Intervals::default(),
        }
    }

    /// q and q_max.
    fn delays(&self, cx: &Context) -> Option<(f64, f64)> {
        let (smoothed, min) = (self.smoothed?, cx.min_rtt?.ms());
        Some((smoothed - min, self.greatest - min))
    }

    /// Probability of a response at an ACK.
    fn probability(&self, q: f64, q_max: f64) -> f64 {
        let Settings { min_threshold_ms: min, max_threshold_ms: max, max_probability: p, .. } = self.settings;
        let end = if self.settings.adaptive { (2.0 * max).max(KNEE * q_max) } else { 2.0 * max };
        if q < min {
            0.0
        } else if q < max {
            p * (q - min) / (max - min)
        } else if q < end {
            p + (1.0 - p) * (q - max) / (end - max)
        } else {
            1.0
        }
    }

    /// A draw, and the response if it falls under p.
    fn responds(&mut self, cx: &mut Context) -> bool {
        let Some((q, q_max)) = self.delays(cx) else { return false };
        cx.signal(&QUEUEING_DELAY, q);
        let probability = self.probability(q, q_max);
        if probability <= 0.0 || self.unheard > 0.0 || cx.window.cwnd <= LEAST_WINDOW {
            return false;
        }
        let draw = cx.draw_of_ack();
        cx.signal(&PROBABILITY, probability);
        cx.signal(&DRAW, draw);
        if draw >= probability {
            return false;
        }
        let before = cx.window.cwnd;
        let share = if self.settings.adaptive { q / (q + q_max) } else { self.settings.decrease };
        let after = ((1.0 - share) * before).max(LEAST_WINDOW);
        cx.window.cwnd = after;
        cx.window.ssthresh = after;
        self.growth.reset();
        self.unheard = cx.in_flight;
        self.early.event();
        cx.delay_backoff(before);
        cx.decide(&RESPOND, &[q, q_max, probability, draw, share, before, after]);
        true
    }

    /// Growth for the next rounds (`adaptive`).
    fn adapt(&mut self, cx: &mut Context) {
        let Some((q, q_max)) = self.delays(cx) else { return };
        let (before, early, losses) = (self.alpha, self.early.rate(), self.losses.rate());
        let falling = 0.9 * before;
        self.alpha = if q <= self.settings.min_threshold_ms {
            (before + 0.5).min(MOST_ALPHA)
        } else if q >= q_max / 2.0 {
            let bound = if losses > 0.0 { 1.0 + early / losses } else { 1.0 };
            if before < bound { (before + 0.1).min(bound) } else { falling.max(bound) }
        } else {
            falling.max(1.0)
        };
        cx.signal(&ALPHA, self.alpha);
        cx.decide(&ADAPT, &[q, q_max, early, losses, before, self.alpha]);
    }

    fn reduce(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        self.losses.event();
        self.unheard = 0.0;
        let ssthresh = cx.halved(loss.base);
        cx.decide(&LOSS, &[cx.window.cwnd, loss.base, ssthresh]);
        ssthresh
    }
}

impl CongestionControl for Pert {
    fn on_start(&mut self, cx: &mut Context) {
        cx.signal(&ALPHA, self.alpha);
    }

    fn on_rtt_sample(&mut self, sample: &RttSample, _cx: &mut Context) {
        let rtt = sample.rtt().ms();
        self.smoothed = Some(self.smoothed.map_or(rtt, |s| s + self.settings.weight * (rtt - s)));
        self.greatest = self.greatest.max(rtt);
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        self.unheard -= ack.newly_acked;
        self.early.open += ack.newly_acked;
        self.losses.open += ack.newly_acked;
        if self.responds(cx) || !ack.cwnd_limited {
            return;
        }
        cx.window.cwnd += if cx.in_slow_start() {
            RenoGrowth::slow_start(ack, cx)
        } else {
            self.alpha * self.growth.congestion_avoidance(ack, cx)
        };
    }

    fn on_round_end(&mut self, cx: &mut Context) {
        self.rounds += 1;
        if self.settings.adaptive && self.rounds >= ADAPT_RTTS {
            self.rounds = 0;
            self.adapt(cx);
        }
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        self.reduce(loss, cx)
    }

    fn on_timeout(&mut self, _first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        self.reduce(loss, cx)
    }

    fn set(&mut self, row: usize, value: &Value, cx: &mut Context) {
        self.settings.set(row, value);
        if !self.settings.adaptive && self.alpha != 1.0 {
            self.alpha = 1.0;
            cx.signal(&ALPHA, 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Bench, assert_close};
    use super::*;
    use crate::params::Choice;

    fn pert(adaptive: bool) -> Pert {
        Pert::new(&Choice::of(&SECTION).with("adaptive", Value::Bool(adaptive)).values)
    }

    /// At these queueing delays, in ms (base RTT 40 ms).
    fn at(q: f64, q_max: f64, adaptive: bool) -> Pert {
        Pert { smoothed: Some(40.0 + q), greatest: 40.0 + q_max, ..pert(adaptive) }
    }

    #[test]
    fn the_curve_of_gentle_red() {
        for (q, p) in [(4.9, 0.0), (5.0, 0.0), (7.5, 0.025), (10.0, 0.05), (15.0, 0.525), (20.0, 1.0), (99.0, 1.0)] {
            assert_close(pert(false).probability(q, 100.0), p, 1e-12);
        }
        // The adaptive one ends at 65 % of the largest delay: half-way from 10 to 65 ms.
        assert_close(pert(true).probability(37.5, 100.0), 0.525, 1e-12);
        assert_close(pert(true).probability(15.0, 25.0), 0.525, 1e-12);
    }

    #[test] // 100 ms, then 120: 0.99 of the one and 0.01 of the other
    fn the_rtt_is_smoothed() {
        let (mut bench, mut pert) = (Bench::new(40.0, 20.0), pert(false));
        bench.sample(&mut pert, 100.0, 1);
        bench.sample(&mut pert, 120.0, 1);
        assert_close(pert.smoothed.unwrap(), 100.2, 1e-12);
        assert_close(pert.greatest, 120.0, 0.0);
    }

    #[test] // q = 20 ms is certain: 40 -> 26; adaptive, Q = 60: a quarter, 30
    fn a_response_in_a_round_trip() {
        for (adaptive, q, q_max, after) in [(false, 20.0, 60.0, 26.0), (true, 20.0, 60.0, 30.0)] {
            let (mut bench, mut pert) = (Bench::new(40.0, 20.0), at(q, q_max, adaptive));
            pert.settings.max_probability = 1.0;
            bench.ack(&mut pert, 1.0);
            assert_eq!((bench.window.cwnd, bench.window.ssthresh), (after, after));
            assert_eq!((bench.emitter.delay_backoffs, bench.said(&QUEUEING_DELAY)), (1, Some(20.0)));
            bench.ack(&mut pert, 39.0); // of the 40 in flight then
            assert_eq!(bench.emitter.delay_backoffs, 1);
            bench.ack(&mut pert, 1.0);
            assert_eq!(bench.emitter.delay_backoffs, 2);
        }
    }

    #[test]
    fn the_least_window_grows() {
        let (mut bench, mut pert) = (Bench::new(2.0, 1.0), at(20.0, 60.0, false));
        bench.ack(&mut pert, 1.0);
        assert_eq!((bench.window.cwnd, bench.emitter.delay_backoffs), (2.5, 0));
    }

    #[test] // q = 15: 525 of 1000
    fn draws_at_each_acknowledgement() {
        let (mut bench, mut responses) = (Bench::new(40.0, 20.0), 0);
        for _ in 0..1000 {
            let mut pert = at(15.0, 60.0, false);
            bench.window.cwnd = 40.0;
            bench.ack(&mut pert, 1.0);
            responses += u32::from(pert.unheard > 0.0);
        }
        assert!((475..575).contains(&responses), "{responses}");
    }

    #[test] // I_0 = 20, I_1 to I_4 = 100, I_5 to I_8 = 50: 500/6; with I_0 = 300 740/6
    fn intervals_are_averaged_as_tfrc_does() {
        let mut intervals = Intervals::default();
        assert_close(intervals.rate(), 0.0, 0.0);
        for length in [9.0, 50.0, 50.0, 50.0, 50.0, 100.0, 100.0, 100.0, 100.0] {
            intervals.open = length;
            intervals.event();
        }
        intervals.open = 20.0;
        assert_close(intervals.rate(), 0.012, 1e-12);
        intervals.open = 300.0;
        assert_close(intervals.rate(), 6.0 / 740.0, 1e-12);
    }

    /// alpha after five rounds.
    fn adapted(mut pert: Pert, alpha: f64) -> f64 {
        let mut bench = Bench::new(40.0, 20.0);
        pert.alpha = alpha;
        for _ in 0..4 {
            bench.round(&mut pert);
        }
        assert_close(pert.alpha, alpha, 0.0);
        bench.round(&mut pert);
        pert.alpha
    }

    #[test] // Q = 100 ms
    fn growth_adapts_to_the_delay() {
        assert_close(adapted(at(5.0, 100.0, true), 1.0), 1.5, 1e-12);
        assert_close(adapted(at(5.0, 100.0, true), 31.8), 32.0, 0.0);
        assert_close(adapted(at(20.0, 100.0, true), 2.0), 1.8, 1e-12);
        assert_close(adapted(at(20.0, 100.0, true), 1.05), 1.0, 0.0);
        // p_early = 1/50 and p_loss = 1/100: up to 1 + 2.
        let mut matching = at(50.0, 100.0, true);
        (matching.early.open, matching.losses.open) = (50.0, 100.0);
        assert_close(adapted(matching.clone(), 2.0), 1.8, 1e-12); // no loss yet: nobody to match
        matching.early.event();
        matching.losses.event();
        for (alpha, after) in [(1.0, 1.1), (2.95, 3.0), (3.2, 3.0), (10.0, 9.0)] {
            assert_close(adapted(matching.clone(), alpha), after, 1e-12);
        }
    }

    #[test] // 2 packets per RTT
    fn the_window_grows_by_alpha() {
        let (mut bench, mut pert) = (Bench::new(40.0, 20.0), at(1.0, 60.0, true));
        pert.alpha = 2.0;
        bench.ack(&mut pert, 1.0);
        assert_close(bench.window.cwnd, 40.05, 1e-12);
        pert.set(0, &Value::Bool(false), &mut bench.cx());
        assert_eq!(bench.said(&ALPHA), Some(1.0));
    }

    #[test]
    fn a_loss_halves() {
        let (mut bench, mut pert) = (Bench::new(40.0, 20.0), pert(true));
        bench.ack(&mut pert, 100.0);
        assert_close(bench.lose(&mut pert), 20.0, 0.0);
        assert_close(pert.losses.rate(), 0.01, 1e-12);
        bench.window.cwnd = 40.0;
        assert_close(bench.time_out(&mut pert), 20.0, 0.0);
    }
}
