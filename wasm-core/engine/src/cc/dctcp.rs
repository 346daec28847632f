//! DCTCP reduces its window in proportion to how much of the traffic is marked: where every packet of a round trip was marked it halves
//! the window, where one in ten was it gives up a twentieth. It needs a queue that marks early, by a threshold K, and a receiver that
//! counts marks.
//!
//! # Equations
//!
//! ```tex
//! % share of marked packets, each round trip | RFC 8257, section 3.3
//! \alpha \leftarrow (1 - g)\,\alpha + g\,\frac{\text{marked}}{\text{acked}}
//! % mark, at most once per round trip | RFC 8257, section 3.3
//! w \leftarrow w\left(1 - \frac{\alpha}{2}\right)
//! % slow start and congestion avoidance, each acknowledged packet | RFC 5681, section 3.1
//! w \leftarrow w + 1,\quad w \leftarrow w + \frac{1}{w}
//! % loss, timeout | RFC 8257, section 3.5; RFC 5681
//! \text{ssthresh} \leftarrow \max\left(\frac{w}{2},\; 2\right)
//! ```
//!
//! $w$ is the congestion window in packets; $g$ is 1/16, and $\alpha$ begins at 1.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Congestion avoidance: one more packet per RTT
//! Reduction: w falls to ssthresh, does not grow
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Congestion avoidance: w reaches ssthresh
//! Slow start -> Reduction: mark, ssthresh = w (1 - α/2)
//! Congestion avoidance -> Reduction: mark, ssthresh = w (1 - α/2)
//! Reduction -> Congestion avoidance: a round trip has passed
//! Slow start -> Fast recovery: loss, ssthresh = w/2
//! Congestion avoidance -> Fast recovery: loss, ssthresh = w/2
//! Reduction -> Fast recovery: loss, without another cut
//! Fast recovery -> Congestion avoidance: all acknowledged, w = ssthresh
//! any -> Slow start: timeout, ssthresh = w/2, w = 1
//! ```
//!
//! # Choices
//!
//! - Its flows use ECN with accurate feedback unless they state otherwise; without ECN it is NewReno.
//! - `rfc8257` calculates with real numbers; `linux` with the kernel's integers, α in 1024ths, where an α below 16/1024 falls to 0. On
//!   the TCP stack `linux` the default is `linux`.
//! - The receiver reports counts, so that no mark is missed; a data center's receivers change their ACKs with the marks instead
//!   (RFC 8257, section 3.2).
//! - α is updated at the end of a round trip, after the window of the same ACK.
//!
//! # Look for
//!
//! - With a step at K packets (a step threshold of drop tail), the queue stays near K, and the window hardly moves.
//! - Beside NewReno without ECN in one queue, NewReno fills the queue far above K: every packet of DCTCP is marked, and it gets almost
//!   nothing.
//! - Beside NewReno with classic ECN it is the other way round: NewReno halves for a mark, and DCTCP gets nine tenths of the link.
//!
//! ```run
//! bottleneck.queue.step_mark_packets = 5
//! ```

use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, Loss, MarkedPackets, PacketEvents, Trigger, Wants};
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Section, Value, Variant as Preset};

crate::choices! {
    /// Arithmetic of DCTCP.
    pub enum Variant {
        /// Real numbers.
        Rfc8257 = "rfc8257",
        /// The kernel's integers.
        Linux = "linux",
    }
}

crate::params! {
    /// Settings of DCTCP.
    pub struct Settings {
        /// Arithmetic: real numbers, or Linux's integers.
        variant: Variant = word("rfc8257", Variant::WORDS).live(), "RFC 8257";
        /// Weight of the last round trip in the share of marked packets (g).
        gain: f64 = number(0.0625, 0.001, 1.0).log().live().slider(0.01, 1.0, &[0.01, 0.1, 1.0]).on_card(), "RFC 8257, section 4.1: 1/16";
        /// Share of marked packets that it assumes at the start (α).
        initial_alpha: f64 = number(1.0, 0.0, 1.0), "RFC 8257, section 3.3; Linux: 1";
    }
}

impl Settings {
    /// The weight as Linux has it: 2^-shift.
    fn shift(&self) -> u32 {
        ((1.0 / self.gain).round() as u32).max(1).ilog2().min(10)
    }
}

/// Settings of DCTCP as scenario and screen know them.
pub static SECTION: Section = Section::new("dctcp", "DCTCP", Settings::PARAMS)
    .group(Group::MarkBased)
    .about(
        "Reduces its window in proportion to the share of marked packets.",
        "M. Alizadeh and others, Data Center TCP (DCTCP), SIGCOMM 2010; RFC 8257",
    )
    .variants(
        "variant",
        &[
            Preset::new("rfc8257", "real numbers"),
            Preset::new("linux", "α in 1024ths, rounded as in the kernel; an α below 16/1024 falls to 0")
                .default_on("linux"),
        ],
    )
    .flow_defaults(&[("ecn", Value::Bool(true)), ("ecn_feedback", Value::Word("accurate"))])
    .signals(&[&ALPHA])
    .rules(&[&MARK, &HALVE]);

/// α: the share of marked packets, averaged.
pub static ALPHA: Signal = Signal::new("marked_share", "", Kind::Level);

/// A mark takes the share of marked packets, halved.
static MARK: Rule = Rule {
    key: "dctcp.mark",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["alpha", "before", "ssthresh"],
};
/// A loss takes half.
static HALVE: Rule = Rule {
    key: "dctcp.halve",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "base", "ssthresh"],
};

/// Packets of a round trip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counted {
    arrived: u32,
    marked: u32,
}

/// The share of marked packets, averaged over round trips; Prague has the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct MarkedShare {
    alpha: f64,
    counted: Counted,
}

impl MarkedShare {
    pub fn new(alpha: f64) -> MarkedShare {
        MarkedShare { alpha, counted: Counted::default() }
    }
    /// α.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }
    /// Counts the packets of an ACK.
    pub fn count(&mut self, feedback: &MarkedPackets) {
        self.counted.arrived += feedback.arrived;
        self.counted.marked += feedback.marked;
    }
    /// A round trip has passed: updates α with this weight, in real numbers.
    pub fn update(&mut self, gain: f64) {
        let Counted { arrived, marked } = std::mem::take(&mut self.counted);
        if arrived > 0 {
            self.alpha += gain * (f64::from(marked) / f64::from(arrived) - self.alpha);
        }
    }
    /// The same in Linux's integers, 1024 = 1, with a weight of 2^-shift (`dctcp_update_alpha`).
    fn update_as_linux(&mut self, shift: u32) {
        let Counted { arrived, marked } = std::mem::take(&mut self.counted);
        let mut alpha = (self.alpha * 1024.0).round() as u32;
        let less = alpha >> shift;
        alpha -= if less == 0 { alpha } else { less };
        if marked > 0 {
            alpha = (alpha + (marked << (10 - shift)) / arrived.max(1)).min(1024);
        }
        self.alpha = f64::from(alpha) / 1024.0;
    }
}

/// State of DCTCP.
#[derive(Clone, Debug)]
pub struct Dctcp {
    settings: Settings,
    growth: RenoGrowth,
    share: MarkedShare,
}

impl Dctcp {
    /// With its settings.
    pub fn new(values: &[Value]) -> Dctcp {
        let settings = Settings::read(values);
        Dctcp { share: MarkedShare::new(settings.initial_alpha), settings, growth: RenoGrowth::default() }
    }

    /// The window that a mark leaves.
    fn reduced(&self, cwnd: f64) -> f64 {
        match self.settings.variant {
            Variant::Rfc8257 => cwnd * (1.0 - self.share.alpha / 2.0),
            Variant::Linux => {
                let (window, alpha) = (cwnd.floor() as u64, (self.share.alpha * 1024.0).round() as u64);
                (window - ((window * alpha) >> 11)) as f64
            }
        }
    }
}

impl CongestionControl for Dctcp {
    fn wants(&self) -> Wants {
        Wants { rtt_samples: false, ..Wants::STANDARD }
    }

    fn on_start(&mut self, cx: &mut Context) {
        cx.signal(&ALPHA, self.share.alpha);
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        if !ack.cwnd_limited {
            return;
        }
        cx.window.cwnd += self.growth.of(ack, cx);
    }

    fn on_round_end(&mut self, cx: &mut Context) {
        match self.settings.variant {
            Variant::Rfc8257 => self.share.update(self.settings.gain),
            Variant::Linux => self.share.update_as_linux(self.settings.shift()),
        }
        cx.signal(&ALPHA, self.share.alpha);
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        let before = cx.window.cwnd;
        if loss.trigger == Trigger::Ecn {
            let ssthresh = self.reduced(before).max(2.0);
            cx.decide(&MARK, &[self.share.alpha, before, ssthresh]);
            return ssthresh;
        }
        let ssthresh = cx.halved(loss.base);
        cx.decide(&HALVE, &[before, loss.base, ssthresh]);
        ssthresh
    }

    fn packet_events(&mut self) -> Option<&mut dyn PacketEvents> {
        Some(self)
    }

    fn set(&mut self, row: usize, value: &Value, _cx: &mut Context) {
        self.settings.set(row, value);
    }
}

impl PacketEvents for Dctcp {
    fn on_ecn_feedback(&mut self, feedback: &MarkedPackets, _cx: &mut Context) {
        self.share.count(feedback);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::testing::{Bench, assert_close};
    use crate::params::Choice;

    fn dctcp(variant: &'static str, alpha: f64) -> Dctcp {
        let choice =
            Choice::of(&SECTION).with("variant", Value::Word(variant)).with("initial_alpha", Value::Number(alpha));
        Dctcp::new(&choice.values)
    }

    fn mark() -> Loss {
        Loss { trigger: Trigger::Ecn, in_flight: 43.0, base: 43.0, label: None }
    }

    #[test] // .37 + (11/43 - .37)/16 = .362863; 43 packets x (1 - .362863/2) = 35.198
    fn real_numbers_are_those_of_rfc_8257() {
        let mut bench = Bench::new(43.0, 20.0);
        let mut dctcp = dctcp("rfc8257", 0.37);
        dctcp.on_ecn_feedback(&MarkedPackets { arrived: 30, marked: 11 }, &mut bench.cx());
        dctcp.on_ecn_feedback(&MarkedPackets { arrived: 13, marked: 0 }, &mut bench.cx());
        dctcp.on_round_end(&mut bench.cx());
        assert_close(dctcp.share.alpha, 0.362863, 5e-7);
        assert_close(dctcp.ssthresh_on_loss(&mark(), &mut bench.cx()), 35.198, 5e-4);
    }

    #[test] // 379/1024: 379 - 23 = 356, + (11 << 6)/43 = 16: 372; 43 - (43 x 372 >> 11) = 36
    fn integers_are_those_of_linux() {
        let mut bench = Bench::new(43.0, 20.0);
        let mut dctcp = dctcp("linux", 379.0 / 1024.0);
        dctcp.on_ecn_feedback(&MarkedPackets { arrived: 43, marked: 11 }, &mut bench.cx());
        dctcp.on_round_end(&mut bench.cx());
        assert_eq!(dctcp.share.alpha * 1024.0, 372.0);
        assert_eq!(dctcp.ssthresh_on_loss(&mark(), &mut bench.cx()), 36.0);
    }

    #[test] // 17/1024 loses 1, 15/1024 all of it
    fn a_small_share_falls_to_zero_in_integers() {
        let mut bench = Bench::new(43.0, 20.0);
        for (before, after) in [(17.0, 16.0), (15.0, 0.0)] {
            let mut dctcp = dctcp("linux", before / 1024.0);
            dctcp.on_ecn_feedback(&MarkedPackets { arrived: 43, marked: 0 }, &mut bench.cx());
            dctcp.on_round_end(&mut bench.cx());
            assert_eq!(dctcp.share.alpha * 1024.0, after);
        }
    }

    #[test] // α = 1: the first mark halves; a loss halves whatever α is
    fn the_first_mark_and_every_loss_halve_the_window() {
        let mut bench = Bench::new(43.0, 20.0);
        assert_eq!(dctcp("rfc8257", 1.0).ssthresh_on_loss(&mark(), &mut bench.cx()), 21.5);
        let loss = Loss { trigger: Trigger::Loss, ..mark() };
        assert_eq!(dctcp("rfc8257", 0.1).ssthresh_on_loss(&loss, &mut bench.cx()), 21.0);
    }
}
