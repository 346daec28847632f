//! LEDBAT++ is LEDBAT made fair among its own flows: smaller steps, a multiplicative decrease above the target, and regular pauses
//! in which every flow measures the empty path. Its target is 60 ms of the RTT. Like LEDBAT it leaves the link to senders that fill
//! the queue.
//!
//! Not here: loss recovery (`tcp/`), the record of delays (`delay_history`).
//!
//! # Equations
//!
//! ```tex
//! % queueing delay: smallest of the latest RTTs, less that of the last minutes | draft-irtf-iccrg-ledbat-plus-plus-01
//! q = \min_{\text{latest}} \text{RTT} - R_{\min}
//! % gain | draft-irtf-iccrg-ledbat-plus-plus-01
//! \text{gain} = \frac{1}{\min\left(16,\; \lceil 2\, \text{target} / R_{\min} \rceil\right)}
//! % slow start, each acknowledged packet | draft-irtf-iccrg-ledbat-plus-plus-01
//! w \leftarrow w + \text{gain}
//! % each RTT, below the target | draft-irtf-iccrg-ledbat-plus-plus-01
//! w \leftarrow w + \text{gain}
//! % each RTT, above it | draft-irtf-iccrg-ledbat-plus-plus-01
//! w \leftarrow w + \max\left(\text{gain} - w\left(\frac{q}{\text{target}} - 1\right),\; -\frac{w}{2}\right)
//! % slowdown: two RTTs with 2 packets, then slow start | draft-irtf-iccrg-ledbat-plus-plus-01
//! \text{ssthresh} \leftarrow w,\quad w \leftarrow 2
//! % from its end to the next | draft-irtf-iccrg-ledbat-plus-plus-01
//! 9 \times \text{its duration}
//! ```
//!
//! The target is {target_ms}. $R_{\min}$ is the smallest RTT of {base_history} minutes.
//!
//! # States
//!
//! ```states
//! Slow start: gain packets per acknowledged packet
//! Congestion avoidance: gain packets per RTT, or a decrease
//! Slowdown: 2 packets for two RTTs
//! Ramp-up: one more packet per acknowledged packet
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Congestion avoidance: the first one, q above 3/4 of the target
//! Congestion avoidance -> Slowdown: two RTTs after the first slow start, then 9 times its duration after the last
//! Slowdown -> Ramp-up: two RTTs have passed
//! Ramp-up -> Congestion avoidance: w reaches ssthresh
//! any -> Fast recovery: loss, w/2
//! Fast recovery -> Congestion avoidance: all acknowledged
//! Fast recovery -> Ramp-up: the loss was found in a slowdown or ramp-up, half of its ssthresh is the aim
//! any -> Slow start: timeout, w = 1, ssthresh = w/2
//! ```
//!
//! # Choices
//!
//! - We have its rules from two implementations of version 01 of the draft, whose text was not read for this page. RTTs are counted
//!   as measured rounds.
//! - The window moves once per RTT, at the end of a round without recovery. It begins with 2 packets, as LEDBAT's does.
//! - The draft's account of a loss during a slowdown is not known to us. Here the window stays small during the repair, and the
//!   ramp-up aims at half.
//! - The first slow start may also end with a loss; two RTTs after its repair the first slowdown begins, too.
//! - An ECN mark counts as a loss. The filters are LEDBAT's, `current_filter` and `base_history`.
//!
//! # Look for
//!
//! - Alone in a long queue, the queue stays near 60 ms, with a regular pause in which it drains. The pauses cost at most a tenth of
//!   the time.
//! - At 45 s NewReno joins and fills the queue, and LEDBAT++ backs off to two packets.
//! - In the laboratory, replace NewReno by a second LEDBAT++ flow: it does not keep the first one down. In its own slowdown, and in
//!   that of the other, each measures a shorter path, and after some slowdowns the shares are about even.
//!
//! ```run
//! bottleneck.queue.limit_packets = 400
//! flows.1.start_s = 45
//! duration_s = 75
//! ```

use super::delay_history::{BASE, DelayHistory, QUEUEING};
use super::growth::RenoGrowth;
use super::ledbat::{LEAST_WINDOW, start};
use super::{Ack, CongestionControl, Context, DELAY_BACKOFF, Ended, Loss, RttSample, Wants};
use crate::math::clamp;
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Section, Value};
use crate::slow_start::HyStartUse;
use crate::units::{Span, Time};

crate::params! {
    /// Settings of LEDBAT++.
    pub struct Settings {
        /// Queueing delay at which LEDBAT++ holds the queue.
        target_ms: f64 = number(60.0, 1.0, 1000.0).unit("ms").log().live().slider(10.0, 1000.0, &[10.0, 100.0, 1000.0]).on_card(), "draft-irtf-iccrg-ledbat-plus-plus-01: 60 ms";
        /// How many of the latest RTT samples the minimum is taken over.
        current_filter: f64 = whole(4.0, 1.0, 1000.0).live(), "as LEDBAT";
        /// Number of minutes whose smallest RTT counts as that of the empty path.
        base_history: f64 = whole(10.0, 1.0, 1000.0).live(), "as LEDBAT";
        /// Regular slowdowns, in which the flow measures the empty path.
        slowdowns: bool = switch(true).live(), "draft-irtf-iccrg-ledbat-plus-plus-01";
    }
}

/// Settings of LEDBAT++ as scenario and screen know them.
pub static SECTION: Section = Section::new("ledbat_pp", "LEDBAT++", Settings::PARAMS)
    .ignores(&["abe", "slow_start_at_ssthresh", "whole_byte_growth"])
    .group(Group::DelayBased)
    .about(
        "LEDBAT with regular pauses in which it measures the empty path, so that its flows share fairly.",
        "P. Balasubramanian, O. Ertugay, D. Havey, LEDBAT++: Congestion Control for Background Traffic, draft-irtf-iccrg-ledbat-plus-plus-01, 2020",
    )
    .signals(&[&QUEUEING, &BASE, &GAIN, &PHASE, &DELAY_BACKOFF])
    .rules(&[&SLOW_START_EXIT, &GROW, &DECREASE, &SLOWDOWN, &RESUMED, &LOSS]);

/// The gain, in packets per RTT.
pub static GAIN: Signal = Signal::new("ledbat_pp_gain_packets", "packets", Kind::Level);
/// Phase of LEDBAT++.
pub static PHASE: Signal =
    Signal::state("ledbat_pp_phase", &["slow_start", "congestion_avoidance", "slowdown", "ramp_up"]);

/// The first slow start ends where there is a queue.
static SLOW_START_EXIT: Rule = Rule {
    key: "ledbat_pp.slow_start_exit",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["queueing_ms", "base_ms", "target_ms", "cwnd"],
};
/// The queue is below the target, or hardly above it.
static GROW: Rule = Rule {
    key: "ledbat_pp.grow",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["queueing_ms", "base_ms", "target_ms", "gain", "cwnd", "after"],
};
/// The queue is above it.
static DECREASE: Rule = Rule {
    key: "ledbat_pp.decrease",
    outcome: Outcome::Backoff,
    infers: Inference::Queue,
    numbers: &["queueing_ms", "base_ms", "target_ms", "gain", "before", "after"],
};
/// It is time to measure the empty path.
static SLOWDOWN: Rule = Rule {
    key: "ledbat_pp.slowdown",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["base_ms", "cwnd", "after"],
};
/// The window of before the slowdown is reached again.
static RESUMED: Rule = Rule {
    key: "ledbat_pp.resumed",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["base_ms", "duration_s", "pause_s"],
};
/// A loss, an ECN mark or a timeout.
static LOSS: Rule = Rule {
    key: "ledbat_pp.loss",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "base", "ssthresh"],
};

/// Part of the target above which the first slow start ends.
const EXIT_SHARE: f64 = 0.75;
/// Rounds from the first slow start to the first slowdown, and of a slowdown.
const ROUNDS: u32 = 2;
/// From a slowdown's end to the next, in durations of the first of them.
const PAUSE: u64 = 9;
/// The gain is not below 1/16.
const LEAST_GAIN_DIVISOR: f64 = 16.0;

/// The gain with this target and smallest RTT.
fn gain(target_ms: f64, base_ms: f64) -> f64 {
    1.0 / clamp((2.0 * target_ms / base_ms).ceil(), 1.0, LEAST_GAIN_DIVISOR)
}

/// Change of the window by a round.
fn step(w: f64, queueing_ms: f64, target_ms: f64, gain: f64) -> f64 {
    if queueing_ms <= target_ms { gain } else { (gain - w * (queueing_ms / target_ms - 1.0)).max(-w / 2.0) }
}

/// Where it is between two slowdowns.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// The first slow start.
    SlowStart,
    /// Until a slowdown begins after this number of rounds.
    Waiting(u32),
    /// Until a slowdown begins at this time.
    Until(Time),
    /// In a slowdown since this time, for this number of rounds more.
    Slowdown(Time, u32),
    /// In the ramp-up of a slowdown that began at this time.
    RampUp(Time),
}

/// State of LEDBAT++.
#[derive(Clone, Debug)]
pub struct LedbatPp {
    settings: Settings,
    delays: DelayHistory,
    phase: Phase,
    /// The latest ACK found the window to be what limits sending.
    limited: bool,
    /// A loss interrupted a slowdown or its ramp-up, which is to aim at this ssthresh.
    interrupted: Option<f64>,
}

impl LedbatPp {
    /// With its settings.
    pub fn new(values: &[Value]) -> LedbatPp {
        LedbatPp {
            settings: Settings::read(values),
            delays: DelayHistory::default(),
            phase: Phase::SlowStart,
            limited: true,
            interrupted: None,
        }
    }

    fn gain(&self) -> f64 {
        gain(self.settings.target_ms, self.delays.base())
    }

    fn emit_phase(&self, cx: &mut Context) {
        let phase = match self.phase {
            Phase::Slowdown(..) => 2.0,
            Phase::RampUp(_) => 3.0,
            _ if cx.below_ssthresh() => 0.0,
            _ => 1.0,
        };
        cx.signal(&PHASE, phase);
    }

    /// A round in congestion avoidance.
    fn move_window(&self, queueing_ms: f64, cx: &mut Context) {
        let (w, target_ms, gain) = (cx.window.cwnd, self.settings.target_ms, self.gain());
        let after = (w + step(w, queueing_ms, target_ms, gain)).max(LEAST_WINDOW);
        if after > w && !self.limited || after == w {
            return;
        }
        if after < w {
            cx.delay_backoff(w);
        }
        cx.decide(
            if after < w { &DECREASE } else { &GROW },
            &[queueing_ms, self.delays.base(), target_ms, gain, w, after],
        );
        cx.window.cwnd = after;
        cx.window.ssthresh = cx.window.ssthresh.min(after);
    }

    fn slow_down(&mut self, cx: &mut Context) {
        let w = cx.window.cwnd;
        self.phase = Phase::Slowdown(cx.now, ROUNDS);
        (cx.window.ssthresh, cx.window.cwnd) = (w.max(LEAST_WINDOW), LEAST_WINDOW);
        cx.decide(&SLOWDOWN, &[self.delays.base(), w, LEAST_WINDOW]);
    }

    /// Ends the ramp-up where it has reached its aim.
    fn resume(&mut self, began: Time, cx: &mut Context) {
        if cx.below_ssthresh() {
            return;
        }
        let duration = cx.now.since(began);
        let pause = Span(PAUSE * duration.0);
        self.phase = Phase::Until(cx.now + pause);
        cx.decide(&RESUMED, &[self.delays.base(), duration.seconds(), pause.seconds()]);
    }
}

impl CongestionControl for LedbatPp {
    fn wants(&self) -> Wants {
        // Its slow start has its own end.
        Wants { exit_rules: HyStartUse::Never, ..Wants::STANDARD }
    }

    fn on_start(&mut self, cx: &mut Context) {
        start(cx);
        if !cx.below_ssthresh() {
            self.phase = Phase::Waiting(ROUNDS);
        }
        self.emit_phase(cx);
    }

    fn on_rtt_sample(&mut self, sample: &RttSample, cx: &mut Context) {
        let Settings { current_filter, base_history, .. } = self.settings;
        self.delays.add(cx.now, sample.rtt().ms(), current_filter, base_history);
        cx.signal(&BASE, self.delays.base());
        cx.signal(&QUEUEING, self.delays.queueing().unwrap_or(0.0));
        cx.signal(&GAIN, self.gain());
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        self.limited = ack.cwnd_limited;
        let slowed = matches!(self.phase, Phase::Slowdown(..));
        if !cx.below_ssthresh() || slowed {
            return;
        }
        let Settings { target_ms, .. } = self.settings;
        let queueing_ms = self.delays.queueing().unwrap_or(0.0);
        if self.phase == Phase::SlowStart && queueing_ms > EXIT_SHARE * target_ms {
            self.phase = Phase::Waiting(ROUNDS);
            cx.window.ssthresh = cx.window.cwnd;
            cx.decide(&SLOW_START_EXIT, &[queueing_ms, self.delays.base(), target_ms, cx.window.cwnd]);
            return self.emit_phase(cx);
        }
        if !ack.cwnd_limited {
            return;
        }
        let gain = if matches!(self.phase, Phase::RampUp(_)) { 1.0 } else { self.gain() };
        let grown = cx.window.cwnd + gain * RenoGrowth::slow_start(ack, cx);
        cx.window.cwnd = grown.min(cx.window.ssthresh);
        if let Phase::RampUp(began) = self.phase {
            self.resume(began, cx);
        }
        self.emit_phase(cx);
    }

    fn on_round_end(&mut self, cx: &mut Context) {
        let Some(queueing_ms) = self.delays.queueing().filter(|_| cx.open) else { return };
        match self.phase {
            Phase::SlowStart if cx.below_ssthresh() => {}
            // It ended with ssthresh.
            Phase::SlowStart => self.phase = Phase::Waiting(ROUNDS),
            Phase::Waiting(0 | 1) if self.settings.slowdowns => self.slow_down(cx),
            Phase::Until(then) if cx.now >= then && self.settings.slowdowns => self.slow_down(cx),
            Phase::Waiting(rounds) => {
                self.phase = Phase::Waiting(rounds.saturating_sub(1));
                if !cx.below_ssthresh() {
                    self.move_window(queueing_ms, cx);
                }
            }
            Phase::Slowdown(began, 0 | 1) => {
                self.phase = Phase::RampUp(began);
                self.resume(began, cx);
            }
            Phase::Slowdown(began, rounds) => self.phase = Phase::Slowdown(began, rounds - 1),
            Phase::Until(_) if !cx.below_ssthresh() => self.move_window(queueing_ms, cx),
            Phase::Until(_) | Phase::RampUp(_) => {}
        }
        self.emit_phase(cx);
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        match self.phase {
            Phase::SlowStart => self.phase = Phase::Waiting(ROUNDS),
            Phase::Slowdown(..) | Phase::RampUp(_) => self.interrupted = Some(cx.halved(cx.window.ssthresh)),
            _ => {}
        }
        let ssthresh = cx.halved(loss.base);
        cx.decide(&LOSS, &[cx.window.cwnd, loss.base, ssthresh]);
        ssthresh
    }

    fn on_timeout(&mut self, _first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        if let Phase::Slowdown(began, _) | Phase::RampUp(began) = self.phase {
            self.phase = Phase::Until(cx.now + Span(PAUSE * cx.now.since(began).0));
        }
        let ssthresh = self.ssthresh_on_loss(loss, cx);
        self.interrupted = None;
        ssthresh
    }

    fn on_end(&mut self, ended: Ended, cx: &mut Context) {
        if ended != Ended::Recovery {
            return;
        }
        let Some(aim) = self.interrupted.take() else { return };
        if let Phase::Slowdown(began, _) | Phase::RampUp(began) = self.phase {
            cx.window.ssthresh = aim.max(cx.window.cwnd);
            self.phase = Phase::RampUp(began);
            self.resume(began, cx);
        }
        self.emit_phase(cx);
    }

    fn set(&mut self, row: usize, value: &Value, _cx: &mut Context) {
        self.settings.set(row, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::testing::{Bench, assert_close};

    fn ledbat_pp() -> LedbatPp {
        LedbatPp::new(&SECTION.defaults(None))
    }

    /// With a smallest RTT of 41 ms and this queueing delay.
    fn measured(bench: &mut Bench, ledbat_pp: &mut LedbatPp, queueing_ms: f64) {
        bench.sample(ledbat_pp, 41.0, 1);
        for _ in 0..4 {
            bench.sample(ledbat_pp, 41.0 + queueing_ms, 1);
        }
    }

    #[test] // 120/41 = 2.9: 1/3; 120/7 = 17.1: 1/16; 120/130 < 1: 1
    fn the_gain_follows_the_smallest_rtt() {
        for (base_ms, divisor) in [(41.0, 3.0), (7.0, 16.0), (130.0, 1.0)] {
            assert_close(gain(60.0, base_ms), 1.0 / divisor, 1e-12);
        }
    }

    #[test] // gain 1/3, w 31.4: 73 ms: 1/3 - 31.4 x 13/60 = -6.47; 150 ms: at most half
    fn a_round_above_the_target_decreases_in_proportion() {
        for (queueing_ms, after, rule) in [
            (73.0, 31.4 - 6.47, "ledbat_pp.decrease"),
            (150.0, 15.7, "ledbat_pp.decrease"),
            (59.0, 31.4 + 1.0 / 3.0, "ledbat_pp.grow"),
        ] {
            let (mut bench, mut ledbat_pp) = (Bench::new(31.4, 10.0), ledbat_pp());
            ledbat_pp.phase = Phase::Until(Time::NEVER);
            measured(&mut bench, &mut ledbat_pp, queueing_ms);
            bench.round(&mut ledbat_pp);
            assert_close(bench.window.cwnd, after, 5e-5);
            assert_eq!(bench.decided().expect("a decision").0, rule);
            assert_eq!(bench.emitter.delay_backoffs, u64::from(after < 31.4));
        }
    }

    #[test] // at 45 ms it grows by a third per packet, above it ends
    fn the_first_slow_start_ends_at_three_quarters_of_the_target() {
        let (mut bench, mut ledbat_pp) = (Bench::new(20.0, f64::INFINITY), ledbat_pp());
        measured(&mut bench, &mut ledbat_pp, 45.0);
        bench.ack(&mut ledbat_pp, 1.0);
        assert_close(bench.window.cwnd, 20.0 + 1.0 / 3.0, 1e-12);
        measured(&mut bench, &mut ledbat_pp, 45.1);
        bench.ack(&mut ledbat_pp, 1.0);
        assert_close(bench.window.ssthresh, 20.0 + 1.0 / 3.0, 1e-12);
        assert_eq!(ledbat_pp.phase, Phase::Waiting(2));
    }

    /// In the first slowdown, from 40 packets.
    fn slowed() -> (Bench, LedbatPp) {
        let (mut bench, mut ledbat_pp) = (Bench::new(40.0, 40.0), ledbat_pp());
        measured(&mut bench, &mut ledbat_pp, 59.0);
        ledbat_pp.phase = Phase::Waiting(2);
        bench.round(&mut ledbat_pp);
        assert_close(bench.window.cwnd, 40.0 + 1.0 / 3.0, 1e-12);
        bench.round(&mut ledbat_pp);
        assert_close(bench.window.cwnd, 2.0, 0.0);
        (bench, ledbat_pp)
    }

    #[test] // 0.5 s from its beginning to the old window: the next one 4.5 s later
    fn a_slowdown_lasts_two_rounds_and_returns_by_slow_start() {
        let (mut bench, mut ledbat_pp) = slowed();
        bench.round(&mut ledbat_pp);
        bench.ack(&mut ledbat_pp, 1.0);
        assert_close(bench.window.cwnd, 2.0, 0.0);
        bench.round(&mut ledbat_pp);
        for _ in 0..38 {
            bench.ack(&mut ledbat_pp, 1.0);
        }
        assert_close(bench.window.cwnd, 40.0, 0.0);
        bench.now += Span::from_ms(500.0);
        bench.ack(&mut ledbat_pp, 1.0);
        assert_close(bench.window.cwnd, 40.0 + 1.0 / 3.0, 1e-12);
        assert_eq!(ledbat_pp.phase, Phase::Until(bench.now + Span::from_ms(4500.0)));
        bench.now += Span::from_ms(4499.0);
        bench.round(&mut ledbat_pp);
        assert_close(bench.window.cwnd, 40.0 + 2.0 / 3.0, 1e-12);
        bench.now += Span::from_ms(1.0);
        bench.round(&mut ledbat_pp);
        assert_close(bench.window.cwnd, 2.0, 0.0);
    }

    #[test]
    fn a_loss_in_a_slowdown_halves_what_it_returns_to() {
        let (mut bench, mut ledbat_pp) = slowed();
        assert_close(bench.lose(&mut ledbat_pp), 2.0, 0.0);
        assert_close(bench.window.ssthresh, 20.0, 0.0);
        bench.ack(&mut ledbat_pp, 1.0);
        assert_close(bench.window.cwnd, 3.0, 0.0);
    }

    #[test]
    fn without_slowdowns_the_window_goes_on() {
        let (mut bench, mut ledbat_pp) = (Bench::new(40.0, 40.0), ledbat_pp());
        ledbat_pp.settings.slowdowns = false;
        measured(&mut bench, &mut ledbat_pp, 59.0);
        ledbat_pp.phase = Phase::Waiting(2);
        for round in 1..=4 {
            bench.round(&mut ledbat_pp);
            assert_close(bench.window.cwnd, 40.0 + f64::from(round) / 3.0, 1e-12);
        }
    }
}
