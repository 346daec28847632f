//! CARD, congestion avoidance using round-trip delay: where a larger window brings a longer delay, CARD infers that
//! it is past the knee of the path, the point where the link is just busy, and reduces its window. It was among the
//! first algorithms to use delay instead of loss.
//!
//! Not here: recovery.
//!
//! # Equations
//!
//! ```tex
//! % normalised delay gradient (primed: at the last decision) | CCR 1989
//! \text{NDG} = \frac{t - t'}{t + t'} \cdot \frac{w + w'}{w - w'}
//! % every second RTT | CCR 1989
//! w \leftarrow \begin{cases} w + 1 & \text{NDG} \le 0 \;\text{or}\; w = w' \\ \tfrac{7}{8}\, w & \text{otherwise} \end{cases}
//! ```
//!
//! $t$ is the RTT, $w$ the window.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Growing: one more packet every second RTT
//! Shrinking: 7/8 of w is left
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Shrinking: NDG > 0
//! Slow start -> Growing: w reaches ssthresh
//! Growing -> Shrinking: NDG > 0
//! Shrinking -> Growing: NDG ≤ 0
//! any -> Fast recovery: loss, ssthresh = w/2
//! Fast recovery -> Growing: all acknowledged; nothing to compare with yet
//! any -> Slow start: timeout, w = 1
//! ```
//!
//! # Choices
//!
//! - `normalised_only` leaves out the windows, the form in which later papers quote CARD. The full form has a known
//!   flaw: after a decrease that does shorten the delay, both differences are negative, so NDG is positive and the
//!   window decreases again, until the delay no longer changes.
//! - The paper has neither slow start nor losses of a sliding window. We chose: t is the smallest RTT of the second
//!   round (the change takes effect in the first); a smallest RTT contains no delay of bursts, whose sign would
//!   otherwise decide on an empty path. Slow start is NewReno's and ends with the first decrease. A loss halves as
//!   the TCP stack does, and the comparison starts again.
//!
//! # Look for
//!
//! - Alone it stays near the knee: the queue is almost empty and the link nearly busy.
//! - Noise of one packet's transmission time makes its decisions random. With delayed ACKs an RTT sample is longer or
//!   shorter by that much, depending on how packets pair, and the window stays far below the knee.

use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, DELAY_BACKOFF, Loss, RttSample, Wants};
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Section, Value};
use crate::slow_start::HyStartUse;
use crate::units::Span;

crate::params! {
    /// CARD's parameters.
    pub struct Settings {
        /// Share of the window that a decrease leaves.
        beta_delay: f64 = above(0.875, 0.0, 1.0).live().on_card(), "CCR 1989: 7/8";
        /// Uses the gradient of the delay alone, without the window.
        normalised_only: bool = switch(false).live(), "CCR 1989: both; CDG paper, section 2: the delay alone";
    }
}

/// Settings of CARD as scenario and screen know them.
pub static SECTION: Section = Section::new("card", "CARD", Settings::PARAMS)
    .ignores(&["abe", "slow_start_at_ssthresh"])
    .group(Group::DelayBased)
    .about(
        "Grows while the delay does not grow with the window; otherwise reduces the window by an eighth.",
        "R. Jain, A Delay-Based Approach for Congestion Avoidance, ACM CCR 19(5), 1989",
    )
    .signals(&[&GRADIENT, &DELAY_GRADIENT, &RTT, &DELAY_BACKOFF])
    .rules(&[&FIRST, &INCREASE, &DECREASE, &LOSS]);

/// The gradient of the last decision, NDG; 0 where the window had not changed.
pub static GRADIENT: Signal = Signal::new("card_gradient", "", Kind::Level);
/// Its first factor: (t - t')/(t + t').
pub static DELAY_GRADIENT: Signal = Signal::new("card_delay_gradient", "", Kind::Level);
/// t: smallest RTT of the round that was measured.
pub static RTT: Signal = Signal::new("card_rtt_ms", "ms", Kind::Level);

/// Nothing to compare with: the first decision, or the first after a loss.
pub static FIRST: Rule = Rule {
    key: "card.first",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["rtt_ms", "cwnd", "after"],
};
/// The gradient is not positive.
pub static INCREASE: Rule = Rule {
    key: "card.increase",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["rtt_before_ms", "rtt_ms", "cwnd_before", "cwnd", "delay_gradient", "gradient", "after"],
};
/// The gradient is positive.
pub static DECREASE: Rule = Rule {
    key: "card.decrease",
    outcome: Outcome::Backoff,
    infers: Inference::Queue,
    numbers: &["rtt_before_ms", "rtt_ms", "cwnd_before", "cwnd", "delay_gradient", "gradient", "after"],
};
/// A loss or timeout.
pub static LOSS: Rule = Rule {
    key: "card.loss",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "base", "ssthresh"],
};

/// The minimum window that a delay leaves.
const LEAST_WINDOW: f64 = 2.0;

/// A delay in ms with the window that brought it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    rtt_ms: f64,
    w: f64,
}

/// (t - t')/(t + t').
fn delay_gradient(before: Point, now: Point) -> f64 {
    (now.rtt_ms - before.rtt_ms) / (now.rtt_ms + before.rtt_ms)
}

/// NDG; none where the window did not change.
fn gradient(before: Point, now: Point) -> Option<f64> {
    (now.w != before.w).then(|| delay_gradient(before, now) * (now.w + before.w) / (now.w - before.w))
}

/// State of CARD.
#[derive(Clone, Debug)]
pub struct Card {
    settings: Settings,
    growth: RenoGrowth,
    /// The last decision's point.
    before: Option<Point>,
    /// Smallest RTT of the present round.
    least: Option<Span>,
    /// No recovery has touched the present round.
    whole: bool,
    /// The present round is the second since the last decision: it is measured.
    second: bool,
    /// The latest ACK found the window to be what limits sending.
    limited: bool,
}

impl Card {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Card {
        Card {
            settings: Settings::read(values),
            growth: RenoGrowth::default(),
            before: None,
            least: None,
            whole: false,
            second: false,
            limited: true,
        }
    }

    /// Forgets what is compared.
    fn begin_anew(&mut self) {
        (self.before, self.whole, self.second) = (None, false, false);
    }

    fn decide(&mut self, now: Point, cx: &mut Context) {
        cx.signal(&RTT, now.rtt_ms);
        let Some(before) = self.before.replace(now) else {
            let after = self.increased(cx);
            cx.decide(&FIRST, &[now.rtt_ms, now.w, after]);
            cx.window.cwnd = after;
            return;
        };
        let delay = delay_gradient(before, now);
        let judged = if self.settings.normalised_only { Some(delay) } else { gradient(before, now) };
        let judged = judged.unwrap_or(0.0) + 0.0; // no negative zero in traces
        cx.signal(&DELAY_GRADIENT, delay);
        cx.signal(&GRADIENT, judged);
        let decreases = judged > 0.0;
        let after = if decreases { (self.settings.beta_delay * now.w).max(LEAST_WINDOW) } else { self.increased(cx) };
        let rule = if decreases { &DECREASE } else { &INCREASE };
        cx.decide(rule, &[before.rtt_ms, now.rtt_ms, before.w, now.w, delay, judged, after]);
        cx.window.cwnd = after;
        if decreases {
            cx.window.ssthresh = cx.window.ssthresh.min(after);
            cx.delay_backoff(now.w);
        }
    }

    /// The window after an increase; in slow start it grows by itself.
    fn increased(&self, cx: &Context) -> f64 {
        let w = cx.window.cwnd;
        if self.limited && !cx.below_ssthresh() { w + 1.0 } else { w }
    }
}

impl CongestionControl for Card {
    fn wants(&self) -> Wants {
        // Its slow start ends with a decrease.
        Wants { exit_rules: HyStartUse::Never, ..Wants::STANDARD }
    }

    fn on_rtt_sample(&mut self, sample: &RttSample, _cx: &mut Context) {
        let rtt = sample.rtt();
        self.least = Some(self.least.map_or(rtt, |least| least.min(rtt)));
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        self.limited = ack.cwnd_limited;
        if ack.cwnd_limited {
            cx.window.cwnd += self.growth.between_rounds(ack, cx);
        }
    }

    fn on_round_end(&mut self, cx: &mut Context) {
        let (least, whole) = (self.least.take(), std::mem::replace(&mut self.whole, cx.open));
        let measured = whole && cx.open && self.second;
        self.second = whole && cx.open && !self.second;
        // On a path too short for the clock there is no delay to compare.
        if let (true, Some(least)) = (measured, least.filter(|least| *least > Span::ZERO)) {
            self.decide(Point { rtt_ms: least.ms(), w: cx.window.cwnd }, cx);
        }
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        self.begin_anew();
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
    use super::super::testing::{Bench, assert_close};
    use super::*;

    fn card(normalised_only: bool) -> Card {
        let mut values = SECTION.defaults(None);
        values[1] = Value::Bool(normalised_only);
        Card::new(&values)
    }

    fn point(w: f64, rtt_ms: f64) -> Point {
        Point { rtt_ms, w }
    }

    /// The decision that follows a measurement at this window and RTT.
    fn next(bench: &mut Bench, card: &mut Card, w: f64, rtt_ms: f64) -> f64 {
        bench.window.cwnd = w;
        for _ in 0..2 {
            bench.sample(card, rtt_ms, 1);
            bench.ack(card, 1.0);
            bench.round(card);
        }
        bench.window.cwnd
    }

    fn begun(normalised_only: bool, w: f64, rtt_ms: f64) -> (Bench, Card) {
        let (mut bench, mut card) = (Bench::new(w, 2.0), card(normalised_only));
        bench.round(&mut card); // the round in progress at the start is not measured
        next(&mut bench, &mut card, w, rtt_ms);
        (bench, card)
    }

    #[test] // w 20 to 21, RTT 40 to 45 ms; w 21 to 18.375, RTT 45 to 42 ms
    fn gradients() {
        assert_close(delay_gradient(point(20.0, 40.0), point(21.0, 45.0)), 0.0588, 5e-5);
        assert_close(gradient(point(20.0, 40.0), point(21.0, 45.0)).unwrap(), 0.0588235 * 41.0, 1e-5);
        assert_close(delay_gradient(point(21.0, 45.0), point(18.375, 42.0)), -0.0345, 5e-5);
        assert_close(gradient(point(21.0, 45.0), point(18.375, 42.0)).unwrap(), 0.0344828 * 15.0, 1e-5);
        assert_eq!(gradient(point(20.0, 40.0), point(20.0, 45.0)), None);
    }

    #[test]
    fn decreases_where_the_delay_grows_with_the_window_and_once_more_where_both_fall() {
        let (mut bench, mut card) = begun(false, 20.0, 40.0);
        assert_close(bench.window.cwnd, 21.0, 0.0);
        assert_close(next(&mut bench, &mut card, 21.0, 45.0), 18.375, 0.0);
        assert_close(next(&mut bench, &mut card, 18.375, 42.0), 18.375 * 0.875, 0.0); // the oddity
        assert_eq!(bench.emitter.delay_backoffs, 2);
        let w = bench.window.cwnd;
        assert_close(next(&mut bench, &mut card, w, 42.0), w + 1.0, 0.0);
    }

    #[test]
    fn the_delay_alone() {
        let (mut bench, mut card) = begun(true, 20.0, 40.0);
        assert_close(next(&mut bench, &mut card, 21.0, 45.0), 18.375, 0.0);
        assert_close(next(&mut bench, &mut card, 18.375, 42.0), 19.375, 0.0);
        assert_close(next(&mut bench, &mut card, 19.375, 42.0), 20.375, 0.0);
    }

    #[test]
    fn an_unchanged_window_grows() {
        let (mut bench, mut card) = begun(false, 20.0, 40.0);
        assert_close(next(&mut bench, &mut card, 20.0, 45.0), 21.0, 0.0);
        assert_close(bench.said(&GRADIENT).unwrap(), 0.0, 0.0);
    }

    #[test]
    fn measures_the_second_round() {
        let (mut bench, mut card) = begun(false, 20.0, 40.0);
        bench.sample(&mut card, 10.0, 1); // the change has not taken effect
        bench.round(&mut card);
        bench.sample(&mut card, 47.0, 1);
        bench.sample(&mut card, 45.0, 1);
        bench.round(&mut card);
        assert_close(bench.said(&RTT).unwrap(), 45.0, 0.0);
    }

    #[test]
    fn slow_start_ends_with_a_decrease() {
        let (mut bench, mut card) = (Bench::new(8.0, f64::INFINITY), card(false));
        bench.round(&mut card);
        assert_close(next(&mut bench, &mut card, 8.0, 40.0), 10.0, 0.0); // two ACKs
        assert_close(next(&mut bench, &mut card, 16.0, 50.0), 0.875 * 18.0, 0.0);
        assert_close(bench.window.ssthresh, 0.875 * 18.0, 0.0);
        bench.ack(&mut card, 1.0);
        assert_close(bench.window.cwnd, 0.875 * 18.0, 0.0);
    }

    #[test]
    fn a_loss_halves_and_decisions_begin_anew() {
        let (mut bench, mut card) = begun(false, 40.0, 40.0);
        bench.window.cwnd = 40.0;
        assert_close(bench.lose(&mut card), 20.0, 0.0);
        bench.round(&mut card); // recovery touched it
        assert_close(next(&mut bench, &mut card, 20.0, 90.0), 21.0, 0.0);
        assert_eq!(bench.decided().unwrap().0, "card.first");
        // A timeout's repair grows as NewReno does.
        bench.time_out(&mut card);
        bench.open = false;
        bench.window.ssthresh = 2.0;
        for w in [2.0, 2.5] {
            bench.ack(&mut card, 1.0);
            assert_close(bench.window.cwnd, w, 0.0);
        }
    }
}
