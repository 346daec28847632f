//! RAP(b), the Rate Adaptation Protocol: AIMD of a rate instead of a window, and therefore without self-clocking. One
//! packet leaves per inter-packet gap (IPG), whatever returns meanwhile. It was made for streams that should not be
//! sent in a window's bursts.
//!
//! Not here: pacing (`sender`).
//!
//! # Equations
//!
//! ```tex
//! % each SRTT without loss: the rate grows by a packets per SRTT | INFOCOM 1999
//! \text{IPG} \leftarrow \frac{\text{IPG}\cdot\text{SRTT}}{a\,\text{IPG} + \text{SRTT}}
//! % loss event; the current SRTT restarts | INFOCOM 1999
//! \text{IPG} \leftarrow \frac{\text{IPG}}{1 - b}
//! % slowcc | SIGCOMM 2001, section 3
//! a = \frac{4\,(2b - b^2)}{3}
//! % a packet is overdue after | INFOCOM 1999
//! 1.2\,\text{SRTT} + 4\,\text{VAR}
//! ```
//!
//! # States
//!
//! ```states
//! Start: one packet in 2 s
//! Increase: each SRTT, a packets per SRTT faster
//! Reduced: losses of packets already in flight do not count
//! Start -> Increase: first report: one packet per SRTT
//! any -> Reduced: loss, reported or overdue: IPG/(1 - b)
//! Reduced -> Increase: one SRTT without loss
//! ```
//!
//! # Choices
//!
//! - `relation` says how a follows from b, as for AIMD. Each packet is reported together with the last hole in the
//!   sequence (last received, last missing, and the one received before the hole), so that a lost report does no
//!   harm. A packet counts as lost if it has not been reported although one sent three packets later has, or if it
//!   is overdue at the end of a gap. SRTT and VAR have gain 1/2. Losses among the packets in flight at a reduction
//!   cause no further one. There is no slow start, and no collapse after a timeout.
//! - Chosen here: VAR starts as half of the first sample (RFC 6298). A reduction for reported losses leaves at least
//!   one packet per SRTT, as a window would (so that b = 1 is defined); only overdue packets, when nothing comes
//!   back, halve the rate below that, down to one packet in 64 s. The rate grows only if at least half of the packets
//!   that it allowed in the last SRTT were sent, and at least one, as in ns-2, and if a report came in that SRTT:
//!   without one nothing is known about losses. A packet with an ECN mark counts as lost.
//! - The fine grain (each gap times short over long average of the RTT, gains 0.9 and 0.01) is off (`fine_grain`), as
//!   in ns-2's default and in the SlowCC paper.
//!
//! # Look for
//!
//! - AIMD's sawtooth in the rate, but nothing waits for ACKs: when the queue is full, packets arrive at the same rate
//!   for one more RTT, and many are dropped.

#[cfg(test)]
mod tests;

use crate::ring::Ring;

use super::average::RttAverage;
use super::{Arrival, Context, Feedback, LONGEST_GAP_S, RateControl, Report};
use crate::cc::aimd::Relation;
use crate::formulas::{aimd_increase_deterministic, aimd_increase_slowcc};
use crate::host::NOT_OF_RATES;
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Section, Value};
use crate::units::{Span, Time};

/// Packets reported after a missing one that make it lost.
const LOST_AFTER: u64 = 3;
/// Gain of SRTT and VAR.
const GAIN: f64 = 0.5;
/// The timer's multiples of SRTT and VAR.
const TIMER: (f64, f64) = (1.2, 4.0);
/// Gains of the fine grain's short and long averages.
const FINE_GAINS: (f64, f64) = (0.9, 0.01);
/// IPG before the first report, in seconds.
const FIRST_GAP_S: f64 = 2.0;

crate::params! {
    /// RAP's parameters.
    pub struct Settings {
        /// Share of the rate removed at a loss event (b).
        b: f64 = number(0.5, 0.001, 1.0).log().live().on_card(), "RAP, INFOCOM 1999: 1/2";
        /// How the increase a follows from b: as TCP-compatible with timeouts (slowcc), or by the sawtooth alone
        /// (deterministic).
        relation: Relation = word("slowcc", Relation::WORDS).live().needs(&[Need::Not("b", 0.5)]), "SlowCC, SIGCOMM 2001, section 3";
        /// Multiplies each inter-packet gap by the ratio of short-term to long-term average RTT.
        fine_grain: bool = switch(false).live(), "RAP, INFOCOM 1999; off in ns-2 and in the SlowCC paper";
    }
}

static IPG: Signal = Signal::new("rap_ipg_ms", "ms", Kind::Level);
static GIVE_UP: Rule = Rule {
    key: "rap.give_up",
    outcome: Outcome::Cut,
    infers: Inference::Nothing,
    numbers: &["b", "before_ms", "after_ms"],
};
static OVERDUE: Rule = Rule {
    key: "rap.overdue",
    outcome: Outcome::Cut,
    infers: Inference::Nothing,
    numbers: &["waited_ms", "timeout_ms", "before_ms", "after_ms"],
};

/// Settings of RAP as scenario and screen know them.
pub static SECTION: Section = Section::new("rap", "RAP", Settings::PARAMS)
    .about(
        "Paces packets at a rate that grows and shrinks as TCP's window does, without self-clocking.",
        "R. Rejaie, M. Handley, D. Estrin, RAP: An End-to-End Rate-Based Congestion Control Mechanism, IEEE INFOCOM 1999",
    )
    .rate_based()
    .ignores(NOT_OF_RATES)
    .signals(&[&IPG])
    .fills_queue()
    .rules(&[&GIVE_UP, &OVERDUE]);

/// A packet that was sent.
#[derive(Clone, Copy, Debug)]
struct Sent {
    leaves: Time,
    /// Its loss would be news: no reaction since it left.
    counts: bool,
    /// Reported received, or already found lost.
    settled: bool,
}

/// State of RAP's sender.
#[derive(Clone, Debug)]
pub struct Rap {
    settings: Settings,
    /// In seconds.
    ipg: f64,
    rtt: RttAverage,
    /// The fine grain's averages.
    short: f64,
    long: f64,
    /// The packets sent from `base` on, until settled.
    history: Ring<Sent>,
    base: u64,
    /// When the present SRTT ends, and the packets sent in it.
    step: Time,
    sent: u64,
    /// A report has come in it.
    had_feedback: bool,
}

impl Rap {
    /// With its settings.
    pub fn new(values: &[Value]) -> Rap {
        let settings = Settings::read(values);
        let history = Ring::default();
        let (ipg, step) = (FIRST_GAP_S, Time::NEVER);
        let rtt = RttAverage::new(GAIN, GAIN);
        Rap { settings, ipg, rtt, short: 0.0, long: 0.0, history, base: 0, step, sent: 0, had_feedback: false }
    }

    /// a: packets per SRTT gained in each SRTT.
    fn gain(&self) -> f64 {
        match self.settings.relation {
            Relation::SlowCc => aimd_increase_slowcc(self.settings.b),
            Relation::Deterministic => aimd_increase_deterministic(self.settings.b),
        }
    }

    /// Takes a sample; returns SRTT in seconds.
    fn sample(&mut self, rtt: Span) -> f64 {
        let seconds = rtt.seconds();
        if self.rtt.mean().is_none() {
            (self.short, self.long) = (seconds, seconds);
        }
        self.short += FINE_GAINS.0 * (seconds - self.short);
        self.long += FINE_GAINS.1 * (seconds - self.long);
        self.rtt.sample(rtt)
    }

    /// Settles what a report reveals; true if it reveals a loss that is news.
    fn settle(&mut self, report: &Report) -> bool {
        let [received, missing, before] = report.numbers;
        let mut news = false;
        for (index, sent) in self.history.iter_mut().enumerate() {
            let sequence = (self.base + index as u64) as f64;
            if sequence > received {
                break;
            }
            let arrived = sequence > missing || sequence == before || sequence == report.sequence as f64;
            let lost = received - sequence >= LOST_AFTER as f64;
            if (arrived || lost) && !sent.settled {
                sent.settled = true;
                let marked = report.marked && sequence == report.sequence as f64;
                news |= (marked || !arrived) && sent.counts;
            }
        }
        self.forget();
        news
    }

    fn forget(&mut self) {
        while self.history.front().is_some_and(|sent| sent.settled) {
            self.history.pop_front();
            self.base += 1;
        }
    }

    /// A loss event: the gap widens, and what is in flight does not count again.
    fn give_up(&mut self, after: f64, cx: &mut Context) {
        if after > self.ipg {
            cx.cut(self.rtt.mean().unwrap_or(self.ipg) / self.ipg);
        }
        self.ipg = after.min(LONGEST_GAP_S);
        self.history.iter_mut().for_each(|sent| sent.counts = false);
        self.begin_step(cx);
        cx.signal(&IPG, self.ipg * 1e3);
    }

    fn begin_step(&mut self, cx: &Context) {
        self.step = self.rtt.span().map_or(Time::NEVER, |srtt| cx.now + srtt);
        (self.sent, self.had_feedback) = (0, false);
    }
}

impl RateControl for Rap {
    fn on_start(&mut self, takeover: Option<(f64, Span)>, cx: &mut Context) {
        if let Some((rate, srtt)) = takeover {
            self.ipg = (1.0 / rate).min(LONGEST_GAP_S);
            self.sample(srtt);
            self.begin_step(cx);
        }
        cx.signal(&IPG, self.ipg * 1e3);
    }

    fn on_report(&mut self, report: &Report, rtt: Span, cx: &mut Context) {
        let first = self.rtt.mean().is_none();
        let srtt = self.sample(rtt);
        self.had_feedback = true;
        if first {
            self.ipg = srtt;
            self.begin_step(cx);
            cx.signal(&IPG, self.ipg * 1e3);
        }
        if self.settle(report) {
            let (before, b) = (self.ipg, self.settings.b);
            // Not below a packet per SRTT, and never faster than before; b = 1 divides by nothing.
            let after = (before / (1.0 - b)).min(srtt).max(before);
            cx.decide(&GIVE_UP, &[b, before * 1e3, after * 1e3]);
            self.give_up(after, cx);
        }
    }

    fn before_sending(&mut self, cx: &mut Context) {
        let Some(srtt) = self.rtt.mean() else { return };
        let timeout = Span::from_seconds(TIMER.0 * srtt + TIMER.1 * self.rtt.variation());
        let (mut news, mut waited) = (false, Span::ZERO);
        for sent in self.history.iter_mut() {
            if sent.leaves + timeout >= cx.now {
                break;
            }
            news |= sent.counts && !sent.settled;
            waited = waited.max(cx.now.since(sent.leaves));
            sent.settled = true;
        }
        self.forget();
        if news {
            let (before, kept) = (self.ipg, 1.0 - self.settings.b);
            let after = if before < srtt { (before / kept).min(srtt) } else { 2.0 * before }.min(LONGEST_GAP_S);
            cx.decide(&OVERDUE, &[waited.ms(), timeout.ms(), before * 1e3, after * 1e3]);
            self.give_up(after, cx);
        }
    }

    fn on_sent(&mut self, sequence: u64, leaves: Time) {
        if self.rtt.mean().is_none() {
            return; // nothing is lost before there is a rate to cut
        }
        if self.history.is_empty() {
            self.base = sequence;
        }
        self.history.push_back(Sent { leaves, counts: true, settled: false });
        self.sent += 1;
    }

    fn on_timer(&mut self, cx: &mut Context) {
        let srtt = self.rtt.mean().unwrap_or(self.ipg);
        let allowed = srtt / self.ipg;
        let used = allowed < 1.0 || self.sent as f64 >= 0.5 * allowed;
        if self.had_feedback && used {
            self.ipg = self.ipg * srtt / (self.gain() * self.ipg + srtt);
            cx.signal(&IPG, self.ipg * 1e3);
        }
        self.begin_step(cx);
    }

    fn deadline(&self) -> Time {
        self.step
    }

    fn rate(&self) -> f64 {
        1.0 / self.ipg
    }

    fn gap(&self) -> f64 {
        if self.settings.fine_grain && self.long > 0.0 { self.ipg * self.short / self.long } else { self.ipg }
    }

    fn srtt(&self) -> Option<Span> {
        self.rtt.span()
    }

    fn header_has_rtt(&self) -> bool {
        false
    }

    fn set(&mut self, row: usize, value: &Value) {
        self.settings.set(row, value);
    }
}

/// RAP's receiver: reports each packet with the last hole before it. The numbers of its reports: last received, last
/// missing, the one received before the hole; -1 where there is none.
#[derive(Clone, Debug)]
pub struct RapReceiver {
    received: f64,
    missing: f64,
    before: f64,
}

impl RapReceiver {
    /// Before the first packet.
    pub fn new(_values: &[Value], first: u64) -> RapReceiver {
        RapReceiver { received: first as f64 - 1.0, missing: -1.0, before: -1.0 }
    }
}

impl Feedback for RapReceiver {
    fn on_packet(&mut self, arrival: &Arrival, _cx: &mut Context) -> Option<[f64; 3]> {
        let sequence = arrival.sequence as f64;
        if sequence > self.received + 1.0 {
            (self.missing, self.before) = (sequence - 1.0, self.received);
        }
        // One that comes late is reported by the report's own sequence number.
        self.received = self.received.max(sequence);
        Some([self.received, self.missing, self.before])
    }

    fn on_timer(&mut self, _cx: &mut Context) -> Option<[f64; 3]> {
        None
    }

    fn deadline(&self) -> Time {
        Time::NEVER
    }

    fn set(&mut self, _row: usize, _value: &Value) {}
}
