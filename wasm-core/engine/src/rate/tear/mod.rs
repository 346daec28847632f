//! TEAR, TCP Emulation At Receivers: the receiver emulates TCP's window on the packets that arrive and averages its
//! rate over epochs; the sender paces at the rate that the receiver reports. **An approximation**: based on published
//! descriptions and on the choices below; we did not have the report itself.
//!
//! Not here: pacing (`sender`), the emulation (`receiver`), the average (`history`).
//!
//! # Equations
//!
//! ```tex
//! % slow start, each arriving packet |
//! w \leftarrow w + 1
//! % congestion avoidance, each arriving packet; a round is the arrival of w_round packets |
//! w \leftarrow w + \frac{1}{w_{\text{round}}}
//! % loss: 3 packets follow the gap within 2 RTTs |
//! \text{ssthresh} \leftarrow w \leftarrow \frac{w}{2}
//! % timeout: they do not |
//! \text{ssthresh} \leftarrow \frac{w}{2}, \qquad w \leftarrow 1
//! % rate of an epoch (from one reduction to the next), over its rounds |
//! X_{\text{epoch}} = \frac{\sum w}{\sum \text{RTT}}
//! % reported rate: mean of the last 8 epochs, newest first, with weights 1, 1, 1, 1, 0.8, 0.6, 0.4, 0.2 |
//! X = \frac{\sum_i v_i\, X_i}{\sum_i v_i}
//! ```
//!
//! The current epoch counts only if it raises the mean. A report leaves once per RTT, and at once if the rate is
//! lower than the last reported one.
//!
//! # States
//!
//! ```states
//! Slow start: w + 1 per packet
//! Congestion avoidance: w + 1 per round
//! Gap: a packet is missing
//! Fast recovery: one round without growth
//! Slow start -> Congestion avoidance: w reaches ssthresh
//! any -> Gap: missing packet: loss or timeout?
//! Gap -> Fast recovery: loss: 3 packets within 2 RTTs, w/2
//! Gap -> Slow start: timeout: otherwise, w = 1
//! Fast recovery -> Congestion avoidance: the round is over
//! ```
//!
//! # Choices
//!
//! - Until the first reduction the rate is w/RTT. That reduction halves w or, if that is less, what arrived in the
//!   last RTT, and closes an epoch with this rate: the mean over slow start's rounds says nothing about the path
//!   (TFRC makes up its first interval for the same reason), and without a window only the arrivals limit an
//!   overshoot.
//! - Reductions are at least one RTT apart, since rounds counted in packets are short while more packets arrive than
//!   w says. A round in progress counts by its share of packets. A packet with an ECN mark is a reduction at once. A
//!   flow whose first packet carries an RTT continues at another algorithm's rate: the window starts with the packets
//!   of its first RTT.
//! - Without a report for 4 RTTs, or two gaps, the sender halves its rate (as TFRC, RFC 5348, 4.4), since the
//!   receiver cannot report that nothing arrives. SRTT has gain 1/2, since there is one sample per RTT: with TCP's
//!   1/8 it would lag behind a filling queue.
//!
//! # Look for
//!
//! - The receiver's window is TCP's sawtooth; the rate that is sent is its mean over several epochs, and changes
//!   slowly.

mod receiver;
#[cfg(test)]
mod tests;

pub use receiver::TearReceiver;

use super::average::RttAverage;
use super::{Context, LONGEST_GAP_S, RateControl, Report};
use crate::host::NOT_OF_RATES;
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Section, Value};
use crate::units::{Span, Time};

crate::params! {
    /// TEAR's parameters.
    pub struct Settings {
        /// Number of epochs whose rates are averaged.
        epochs: u64 = whole(8.0, 1.0, 1024.0).log().live().slider(1.0, 32.0, &[1.0, 8.0, 16.0, 32.0]).on_card(), "Rhee et al. 2000: 8";
        /// Number of packets that must follow a gap within two RTTs for it to count as a loss; otherwise it counts as a
        /// timeout.
        packets_after_gap: u64 = whole(3.0, 1.0, 1000.0).unit("packets").live(), "RFC 5681: 3 duplicate ACKs";
        /// No-feedback timer: number of RTTs without a report after which the rate is halved.
        no_feedback_rtts: f64 = number(4.0, 1.0, 100.0).unit("RTTs").live(), "choice, as RFC 5348, section 4.3";
    }
}

static WINDOW: Signal = Signal::new("tear_window_packets", "packets", Kind::Level);
static EPOCH: Signal = Signal::new("tear_epoch_rate_bps", "bit/s", Kind::Level);
static STATE: Signal = Signal::state("tear_state", &["slow_start", "congestion_avoidance", "gap", "fast_recovery"]);

const NUMBERS: &[&str] = &["before", "after", "ssthresh", "epoch_rate_bps", "rate_bps"];
static HALVE: Rule = Rule { key: "tear.halve", outcome: Outcome::Cut, infers: Inference::Nothing, numbers: NUMBERS };
static TIMEOUT: Rule =
    Rule { key: "tear.timeout", outcome: Outcome::Timeout, infers: Inference::Nothing, numbers: NUMBERS };
static NO_FEEDBACK: Rule = Rule {
    key: "tear.no_feedback",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["waited_ms", "before_bps", "after_bps"],
};

/// Settings of TEAR as scenario and screen know them.
pub static SECTION: Section = Section::new("tear", "TEAR", Settings::PARAMS)
    .about(
        "The receiver emulates TCP's window; the sender sends at its mean rate over the last epochs (an approximation).",
        "I. Rhee, V. Ozdemir, Y. Yi, TEAR: TCP Emulation at Receivers, technical report, NCSU, 2000",
    )
    .rate_based()
    .ignores(NOT_OF_RATES)
    .signals(&[&WINDOW, &EPOCH, &STATE])
    .fills_queue()
    .rules(&[&HALVE, &TIMEOUT, &NO_FEEDBACK]);

/// Share of a sample in the smoothed RTT: of one a round trip, where TCP takes an eighth of one a packet.
const RTT_GAIN: f64 = 0.5;
/// Rate before the first report, in packets per second.
const FIRST_RATE: f64 = 1.0;

/// State of TEAR's sender.
#[derive(Clone, Debug)]
pub struct Tear {
    settings: Settings,
    /// In packets per second.
    rate: f64,
    rtt: RttAverage,
    /// When a report came last, and when one is missed.
    last_feedback: Time,
    silence: Time,
}

impl Tear {
    /// With its settings.
    pub fn new(values: &[Value]) -> Tear {
        let (settings, rtt) = (Settings::read(values), RttAverage::new(RTT_GAIN, RTT_GAIN));
        Tear { settings, rate: FIRST_RATE, rtt, last_feedback: Time::ZERO, silence: Time::NEVER }
    }

    fn listen(&mut self, now: Time) {
        let rtts = self.rtt.mean().map_or(0.0, |rtt| self.settings.no_feedback_rtts * rtt);
        self.silence = now + Span::from_seconds(rtts.max(2.0 / self.rate));
    }
}

impl RateControl for Tear {
    fn on_start(&mut self, takeover: Option<(f64, Span)>, cx: &mut Context) {
        if let Some((rate, srtt)) = takeover {
            self.rate = rate;
            self.rtt.sample(srtt);
        }
        self.last_feedback = cx.now;
        self.listen(cx.now);
    }

    fn on_report(&mut self, report: &Report, sample: Span, cx: &mut Context) {
        let [rate, ..] = report.numbers;
        let first = self.rtt.mean().is_none();
        let rtt = self.rtt.sample(sample);
        if rate > 0.0 {
            self.rate = rate.max(1.0 / LONGEST_GAP_S);
        } else if first {
            self.rate = 1.0 / rtt;
        }
        self.last_feedback = cx.now;
        self.listen(cx.now);
    }

    fn on_timer(&mut self, cx: &mut Context) {
        let before = self.rate;
        self.rate = (before / 2.0).max(1.0 / LONGEST_GAP_S);
        self.listen(cx.now);
        cx.no_feedback();
        let waited = cx.now.since(self.last_feedback).ms();
        cx.decide(&NO_FEEDBACK, &[waited, before * cx.packet_bits, self.rate * cx.packet_bits]);
        if self.rate < before {
            cx.cut(before * self.rtt.mean().unwrap_or(1.0 / before));
        }
    }

    fn deadline(&self) -> Time {
        self.silence
    }

    fn rate(&self) -> f64 {
        self.rate
    }

    fn srtt(&self) -> Option<Span> {
        self.rtt.span()
    }

    fn set(&mut self, row: usize, value: &Value) {
        self.settings.set(row, value);
    }
}
