//! TFRC(k), TCP-Friendly Rate Control: it sends at the rate that TCP's throughput equation gives for the measured
//! loss event rate. The receiver measures, the sender computes. The rate changes only as fast as an average of k loss
//! intervals.
//!
//! Not here: pacing (`sender`), the average (`history`), what is a loss (`losses`, `receiver`).
//!
//! # Equations
//!
//! ```tex
//! % rate in packets per second; R is the smoothed RTT | RFC 5348, section 3.1
//! X_{\text{eq}} = \frac{1}{R\sqrt{\dfrac{2p}{3}} + t_{\text{RTO}}\,\min\left(1,\; 3\sqrt{\dfrac{3p}{8}}\right) p\,(1 + 32 p^2)}
//! % loss event rate: mean of the last k loss intervals | RFC 5348, section 5.4
//! p = \frac{\sum w_i}{\sum w_i\, I_i}
//! % one RTT sample per report | RFC 5348, section 4.3
//! R \leftarrow q\, R + (1 - q)\, R_{\text{sample}}
//! % slow start, once per R, at least 1/R | RFC 5348, section 4.3
//! X \leftarrow \min(2X,\; 2X_{\text{recv}})
//! % rfc5348 | RFC 5348, section 4.3
//! X \leftarrow \max\left(\min(X_{\text{eq}},\; 2X_{\text{recv}}),\; \tfrac{1}{64\,\text{s}}\right)
//! % ns2 |
//! X \leftarrow \begin{cases} X_{\text{eq}} & X_{\text{eq}} < X \\ \min\left(X + \dfrac{\min(\Delta t / R,\, 2)}{R},\; X_{\text{eq}}\right) & \text{otherwise} \end{cases} \quad\text{at most}\; \max\left(2X_{\text{recv}},\; \tfrac{1}{R}\right)
//! % the no-feedback timer fires |
//! X \leftarrow \frac{X}{2}
//! ```
//!
//! The weights are 1 for the newer half of the $k$ intervals and fall from there on. $t_{\text{RTO}}$ is SRTT + 4
//! RTTVAR in ticks of 100 ms (`ns2`), or $4R$ (`rfc5348`).
//!
//! # States
//!
//! ```states
//! Slow start: no loss event yet, doubles per RTT
//! Equation: follows the rate that the equation gives
//! No feedback: halves, again and again
//! any -> Equation: report of a loss
//! Equation -> No feedback: timeout without feedback
//! Slow start -> No feedback: timeout without feedback
//! No feedback -> No feedback: another timeout
//! No feedback -> Equation: a report, after an earlier loss
//! No feedback -> Slow start: a report, no loss so far
//! ```
//!
//! # Choices
//!
//! - Variants are sets of defaults: `ns2` (default; those of ns-2.35, which the SlowCC paper used with
//!   `history_discounting` off) and `rfc5348`. They differ in q (`rtt_smoothing`), in the number of later packets
//!   after which one counts as lost (`lost_after_packets`), in the equation's minimum (`bounded_timeouts`) and
//!   timeout (`measured_timeout`: estimated as TCP does, by a clock with a tick of 100 ms (`timeout_tick_ms`), which
//!   gives 300 ms on paths of less than 150 ms; or 4R), in the way X follows the equation (`gradual_increase`), in
//!   the no-feedback timer (`no_feedback_rtts`), in damping (`damping`) and in the discounting floor
//!   (`discounting_floor`).
//! - `self_clocked` is the "conservative" option of the SlowCC paper (section 4.1.1): at most X_recv instead of 2
//!   X_recv for one RTT after a report of a new loss event, otherwise `self_clocking_factor` times X_recv; not in
//!   slow start.
//! - The first interval is the one for which the equation gives X_recv at the first loss.
//! - Chosen here: in slow start X rises at once, where ns-2 spreads the rise over one RTT. A flow that takes over a
//!   rate from a window skips slow start: without a loss event X grows by 1/R per R. A packet with an ECN mark counts
//!   as lost (RFC 5348, 5.1). X is at least one packet in 64 s in both variants.
//!
//! # Look for
//!
//! - A rate almost without a sawtooth, beside that of NewReno.
//! - The price of smoothness: when the path changes, TFRC takes several loss intervals to follow. With a larger `k`
//!   it takes longer.

mod losses;
mod receiver;
#[cfg(test)]
mod tests;

pub use receiver::TfrcReceiver;

use super::average::RttAverage;
use super::{Context, LONGEST_GAP_S, RateControl, Report};
use crate::formulas::Padhye;
use crate::host::NOT_OF_RATES;
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Section, Value, Variant};
use crate::tcp::coarse_rtt::CoarseRtt;
use crate::units::{Span, Time};

crate::choices! {
    /// Sets of defaults.
    pub enum Kin {
        /// ns-2 as the SlowCC paper used it.
        Ns2 = "ns2",
        /// RFC 5348.
        Rfc5348 = "rfc5348",
    }
}

crate::params! {
    /// TFRC's parameters.
    pub struct Settings {
        /// Which set of defaults is used.
        variant: Kin = word("ns2", Kin::WORDS), "as the SlowCC paper used it, except that history_discounting was off there";
        /// Number of loss intervals that are averaged (k). The default of 8 is the SlowCC paper's TFRC(6), named after
        /// the sum of the weights.
        k: u64 = whole(8.0, 1.0, 1024.0).log().live().slider(1.0, 32.0, &[1.0, 8.0, 16.0, 32.0]).on_card(), "RFC 5348, section 5.4: 8";
        /// Limits the sending rate to the receive rate in the round after a reported loss, and to C times that in other
        /// rounds.
        self_clocked: bool = switch(false).live(), "SlowCC, SIGCOMM 2001, section 4.1.1: an option";
        /// With self-clocking: how many times the receive rate may be sent in rounds without a reported loss (C).
        self_clocking_factor: f64 = number(1.1, 1.0, 10.0).live().needs(&[Need::On("self_clocked")]), "SlowCC, SIGCOMM 2001, section 4.1.1: 1.1; ns-2: 1.5";
        /// Gives old loss intervals less weight while a long interval without loss lasts.
        history_discounting: bool = switch(true).live(), "ns-2; RFC 5348, section 5.5; SlowCC, SIGCOMM 2001: off";
        /// Minimum discount factor of old loss intervals.
        discounting_floor: f64 = number(0.5, 0.0, 1.0).live().needs(&[Need::On("history_discounting")]), "ns-2: 0.5; RFC 5348, section 5.5: 0.25";
        /// Weight of the old value in the smoothed RTT, at each report (q).
        rtt_smoothing: f64 = number(0.95, 0.0, 0.999).live(), "ns-2: 0.95; RFC 5348, section 4.3: 0.9";
        /// Number of later packets that must arrive before a missing packet counts as lost.
        lost_after_packets: u64 = whole(1.0, 1.0, 1000.0).unit("packets").live(), "ns-2: 1; RFC 5348, section 5.1: 3";
        /// The rate rises towards the equation's by one packet per RTT in each RTT, instead of at once.
        gradual_increase: bool = switch(true).live(), "ns-2; RFC 5348, section 4.3: at once";
        /// Limits the timeout factor of the throughput equation to 1.
        bounded_timeouts: bool = switch(true).live(), "ns-2, and Padhye et al. 1998; RFC 5348, section 3.1, leaves it out";
        /// Uses SRTT + 4 RTTVAR, as TCP measures it, as the equation's timeout, instead of 4 RTTs.
        measured_timeout: bool = switch(true).live(), "ns-2; RFC 5348, section 3.1: 4 RTTs";
        /// Tick of the clock that measures the equation's timeout in whole ticks; 0: exact.
        timeout_tick_ms: f64 = number(100.0, 0.0, 1e4).unit("ms").needs(&[Need::On("measured_timeout")]), "ns-2's default (tcp_tick_): the timeout is 300 ms on every path of less than 150 ms";
        /// Multiplies each gap between packets by the square root of the latest RTT over its average, to damp
        /// oscillations.
        damping: bool = switch(true).live().needs(&[Need::Above("rtt_smoothing", 0.0)]), "ns-2: on; RFC 5348, section 4.5: optional";
        /// No-feedback timer: number of RTTs without feedback after which the rate is halved.
        no_feedback_rtts: f64 = number(2.0, 1.0, 100.0).unit("RTTs").live(), "ns-2: 2; RFC 5348, section 4.3: 4";
    }
}

impl Settings {
    /// Intervals that are averaged.
    fn intervals(&self) -> usize {
        self.k as usize
    }
    /// The floor of discounting, if it is on.
    fn discounting(&self) -> Option<f64> {
        self.history_discounting.then_some(self.discounting_floor)
    }
}

const RFC5348: &[(&str, Value)] = &[
    ("measured_timeout", Value::Bool(false)),
    ("discounting_floor", Value::Number(0.25)),
    ("rtt_smoothing", Value::Number(0.9)),
    ("lost_after_packets", Value::Number(3.0)),
    ("gradual_increase", Value::Bool(false)),
    ("bounded_timeouts", Value::Bool(false)),
    ("damping", Value::Bool(false)),
    ("no_feedback_rtts", Value::Number(4.0)),
];

static LOSS_RATE: Signal = Signal::new("tfrc_loss_event_rate", "", Kind::Level);
static INTERVAL: Signal = Signal::new("tfrc_loss_interval_packets", "packets", Kind::Level);
static RECEIVE: Signal = Signal::new("tfrc_receive_rate_bps", "bit/s", Kind::Level);
static EQUATION: Signal = Signal::new("tfrc_equation_rate_bps", "bit/s", Kind::Level);

static LOSS_EVENT: Rule = Rule {
    key: "tfrc.loss_event",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["sequence", "interval_packets", "mean_interval_packets"],
};
static FIRST_LOSS: Rule = Rule {
    key: "tfrc.first_loss",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["receive_rate_bps", "rtt_ms", "interval_packets"],
};
static REDUCE: Rule = Rule {
    key: "tfrc.reduce",
    outcome: Outcome::Cut,
    infers: Inference::Nothing,
    numbers: &["loss_event_rate", "rtt_ms", "equation_rate_bps", "most_bps", "before_bps", "after_bps"],
};
static NO_FEEDBACK: Rule = Rule {
    key: "tfrc.no_feedback",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["waited_ms", "before_bps", "after_bps"],
};

/// Settings of TFRC as scenario and screen know them.
pub static SECTION: Section = Section::new("tfrc", "TFRC", Settings::PARAMS)
    .about("Sends at the rate that TCP's throughput equation gives for the measured loss event rate.", "S. Floyd, M. Handley, J. Padhye, J. Widmer, Equation-Based Congestion Control for Unicast Applications, ACM SIGCOMM 2000; RFC 5348")
    .variants(
        "variant",
        &[
            Variant::new("ns2", "ns-2.35's defaults; the SlowCC paper ran them without history discounting"),
            Variant::new("rfc5348", "the standard").defaults(RFC5348),
        ],
    )
    .rate_based()
    .ignores(NOT_OF_RATES)
    .signals(&[&LOSS_RATE, &INTERVAL, &RECEIVE, &EQUATION])
    .fills_queue()
    .rules(&[&LOSS_EVENT, &FIRST_LOSS, &REDUCE, &NO_FEEDBACK]);

/// Rate before the first report, in packets per second (RFC 5348, 4.2).
const FIRST_RATE: f64 = 1.0;
/// Patience before the first report (RFC 5348, 4.2).
const FIRST_PATIENCE: Span = Span(2_000_000_000);
/// In slow start the rate doubles once per RTT. Reports come once per RTT, give or take what the RTT varies.
const DOUBLING_RTTS: f64 = 0.75;

/// State of TFRC's sender.
#[derive(Clone, Debug)]
pub struct Tfrc {
    settings: Settings,
    /// X, in packets per second.
    rate: f64,
    /// R, the mean of its roots and the last sample, in seconds.
    rtt: Option<f64>,
    root: f64,
    sample: f64,
    /// R as TCP would measure it, and its timeout by a coarse clock.
    as_tcp: RttAverage,
    coarse: CoarseRtt,
    slow_start: bool,
    /// Loss events that the receiver has reported.
    events: f64,
    changed: Time,
    /// When feedback came last, and when it is missed.
    last_feedback: Time,
    silence: Time,
}

impl Tfrc {
    /// With its settings.
    pub fn new(values: &[Value]) -> Tfrc {
        let settings = Settings::read(values);
        Tfrc {
            rate: FIRST_RATE,
            rtt: None,
            root: 0.0,
            sample: 0.0,
            as_tcp: RttAverage::of_tcp(),
            coarse: CoarseRtt::new(Span::from_ms(settings.timeout_tick_ms)),
            slow_start: true,
            events: 0.0,
            changed: Time::ZERO,
            last_feedback: Time::ZERO,
            silence: Time::NEVER,
            settings,
        }
    }

    /// Takes a sample into R; returns R in seconds.
    fn smooth(&mut self, sample: Span) -> f64 {
        let (new, q) = (sample.seconds(), self.settings.rtt_smoothing);
        self.as_tcp.sample(sample);
        let tick = self.coarse.tick().0;
        self.coarse.sample((sample.0 + tick / 2) / tick);
        self.root = self.rtt.map_or(new.sqrt(), |_| q * self.root + (1.0 - q) * new.sqrt());
        let rtt = self.rtt.map_or(new, |rtt| q * rtt + (1.0 - q) * new);
        (self.rtt, self.sample) = (Some(rtt), new);
        rtt
    }

    /// X_eq for a loss event rate, in packets per second.
    fn equation(&self, p: f64, rtt: f64) -> f64 {
        let rto_s = match self.coarse.timeout() {
            _ if !self.settings.measured_timeout => 4.0 * rtt,
            Some(timeout) if self.settings.timeout_tick_ms > 0.0 => timeout.seconds(),
            _ => self.as_tcp.mean().unwrap_or(rtt) + 4.0 * self.as_tcp.variation(),
        };
        Padhye { rto_s, bounded: self.settings.bounded_timeouts, ..Padhye::of(rtt) }.rate(p)
    }

    /// The most that X_recv allows outside slow start. `news`: the report reveals a new loss event.
    fn most(&self, receive: f64, rtt: f64, news: bool) -> f64 {
        if receive < 0.0 {
            return f64::INFINITY;
        }
        let factor = match (self.settings.self_clocked, news) {
            (false, _) => 2.0,
            (true, true) => 1.0,
            (true, false) => self.settings.self_clocking_factor,
        };
        let least = if self.settings.gradual_increase { 1.0 / rtt } else { 1.0 / LONGEST_GAP_S };
        (factor * receive).max(least)
    }

    /// X in slow start: doubled, once per R.
    fn double(&self, receive: f64, rtt: f64, now: Time) -> f64 {
        if now.since(self.changed).seconds() < DOUBLING_RTTS * rtt {
            return self.rate;
        }
        let double = if receive < 0.0 { 0.0 } else { 2.0 * self.rate.min(receive) };
        double.max(1.0 / rtt)
    }

    /// X outside slow start: towards the equation's, but no more than `most`.
    fn follow(&self, equation: f64, most: f64, rtt: f64, now: Time) -> f64 {
        let step = (now.since(self.changed).seconds() / rtt).min(2.0) / rtt;
        let gradual = self.settings.gradual_increase || equation.is_infinite();
        let wanted = if gradual { equation.min(self.rate + step) } else { equation };
        wanted.min(most)
    }

    fn listen(&mut self, now: Time) {
        let wait = self.rtt.map_or(0.0, |rtt| self.settings.no_feedback_rtts * rtt).max(2.0 / self.rate);
        self.silence = now + Span::from_seconds(wait);
    }
}

impl RateControl for Tfrc {
    fn on_start(&mut self, takeover: Option<(f64, Span)>, cx: &mut Context) {
        (self.last_feedback, self.silence) = (cx.now, cx.now + FIRST_PATIENCE);
        if let Some((rate, srtt)) = takeover {
            self.smooth(srtt);
            (self.rate, self.slow_start, self.changed) = (rate, false, cx.now);
            self.listen(cx.now);
        }
    }

    fn on_report(&mut self, report: &Report, sample: Span, cx: &mut Context) {
        let [p, receive, events] = report.numbers;
        let (before, rtt) = (self.rate, self.smooth(sample));
        let news = events > self.events;
        self.events = self.events.max(events);
        self.slow_start &= p == 0.0;
        if self.slow_start {
            self.rate = self.double(receive, rtt, cx.now);
        } else {
            let equation = if p > 0.0 { self.equation(p, rtt) } else { f64::INFINITY };
            let most = self.most(receive, rtt, news);
            self.rate = self.follow(equation, most, rtt, cx.now).max(1.0 / LONGEST_GAP_S);
            if equation.is_finite() {
                cx.signal_rate(&EQUATION, equation);
            }
            if self.rate < before {
                let [equation, most, from, to] = [equation, most, before, self.rate].map(|x| x * cx.packet_bits);
                cx.decide(&REDUCE, &[p, rtt * 1e3, equation, most, from, to]);
            }
        }
        if !self.slow_start || self.rate != before {
            self.changed = cx.now;
        }
        self.last_feedback = cx.now;
        self.listen(cx.now);
        cx.signal(&LOSS_RATE, p);
        if receive >= 0.0 {
            cx.signal_rate(&RECEIVE, receive);
        }
        if news && self.rate < before {
            cx.cut(before * rtt);
        }
    }

    fn on_timer(&mut self, cx: &mut Context) {
        let before = self.rate;
        self.rate = (before / 2.0).max(1.0 / LONGEST_GAP_S);
        self.changed = cx.now;
        self.listen(cx.now);
        cx.no_feedback();
        let waited = cx.now.since(self.last_feedback).ms();
        cx.decide(&NO_FEEDBACK, &[waited, before * cx.packet_bits, self.rate * cx.packet_bits]);
        if self.rate < before {
            cx.cut(before * self.rtt.unwrap_or(1.0 / before));
        }
    }

    fn deadline(&self) -> Time {
        self.silence
    }

    fn rate(&self) -> f64 {
        self.rate
    }

    fn gap(&self) -> f64 {
        let damping = if self.settings.damping && self.root > 0.0 { self.sample.sqrt() / self.root } else { 1.0 };
        damping / self.rate
    }

    fn srtt(&self) -> Option<Span> {
        self.rtt.map(Span::from_seconds)
    }

    fn set(&mut self, row: usize, value: &Value) {
        self.settings.set(row, value);
    }
}
