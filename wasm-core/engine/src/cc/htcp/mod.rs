//! H-TCP: the longer ago the last loss, the faster the window grows. For one second after a loss it grows like Reno;
//! on long fast paths it does not take minutes to fill them. Optionally (`adaptive_backoff`; always in the Linux
//! variants), a loss multiplies the window by smallest over largest RTT instead of halving it, which just
//! empties the queue.
//!
//! Not here: Linux's form (`linux.rs`).
//!
//! # Equations
//!
//! ```tex
//! % growth, Δ seconds after the last congestion event | draft-leith-tcp-htcp-06
//! \alpha(\Delta) = \begin{cases} 1 & \Delta \le 1\,\text{s} \\ 1 + 10\,(\Delta - 1) + \left(\dfrac{\Delta - 1}{2}\right)^2 & \Delta > 1\,\text{s} \end{cases}
//! % adaptive backoff | draft-leith-tcp-htcp-06
//! \beta = \min\left(\max\left(\frac{\text{RTT}_{\min}}{\text{RTT}_{\max}},\; 0.5\right),\; 0.8\right)
//! % growth corrected for that backoff | draft-leith-tcp-htcp-06
//! \alpha \leftarrow \max\bigl(1,\; 2\,(1 - \beta)\,\alpha\bigr)
//! % RTT scaling, the ratio limited to 0.1 to 2 | draft-leith-tcp-htcp-06
//! \alpha \leftarrow \alpha\,\frac{\text{RTT}}{100\,\text{ms}}
//! % each acknowledged packet |
//! w \leftarrow w + \frac{\alpha}{w}
//! % loss |
//! \text{ssthresh} \leftarrow \beta\, w, \qquad \text{RTT}_{\max} \leftarrow \text{RTT}_{\min} + 0.95\,(\text{RTT}_{\max} - \text{RTT}_{\min})
//! ```
//!
//! $\beta$ is 0.5 without `adaptive_backoff`. With `adaptive_reset`, $\beta$ is also 0.5 when the throughput of the
//! epoch differs from that of the previous one by more than 20 %.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Low speed: Δ up to 1 s, one more packet per RTT
//! High speed: Δ above 1 s, α grows with Δ
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Low speed: w reaches ssthresh
//! Low speed -> High speed: 1 s without a congestion event
//! any -> Fast recovery: loss, ssthresh = β w
//! Fast recovery -> Low speed: all acknowledged, w = ssthresh
//! any -> Slow start: timeout, w = 1
//! ```
//!
//! # Choices
//!
//! - `freebsd`: adaptive backoff and RTT scaling are off by default, α is in whole packets, RTTs are smoothed, there
//!   is no adaptive reset.
//! - `linux`: the adaptive backoff is always on, windows are whole packets, packets are counted whatever the ACKs;
//!   the clock Δ restarts at the end of recovery, too. `linux_2_6_25` is the same here.
//! - `linux_2_6_25_disorder_bug`: the clock also restarts whenever a little reordering is over, a bug that commit
//!   8f65b5354b1a of 2008 fixed. Figures 13 and 14 of the VoIP report show it.
//! - Departure: Linux's α is a real number here, after the same truncations of its parts.
//!
//! # Look for
//!
//! - The knee: for one second after a loss the window grows like NewReno's, then faster and faster.
//! - With `adaptive_backoff` and a queue limit of half a BDP, a loss leaves more than half of the window, and the
//!   link stays busy.

mod linux;
#[cfg(test)]
mod tests;

use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, Ended, Loss, RttSample};
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Section, Value, Variant as Preset};
use crate::units::Time;

crate::choices! {
    /// Which H-TCP: that of FreeBSD or of Linux.
    pub enum Variant {
        /// FreeBSD's.
        FreeBsd = "freebsd",
        /// Linux's.
        Linux = "linux",
        /// That of Linux 2.6.25, without its fault.
        Linux2625 = "linux_2_6_25",
        /// That of Linux 2.6.25 as it was.
        DisorderBug = "linux_2_6_25_disorder_bug",
    }
}

crate::params! {
    /// H-TCP's parameters.
    pub struct Settings {
        /// Which H-TCP: that of FreeBSD or of Linux.
        variant: Variant = word("freebsd", Variant::WORDS).live(), "choice";
        /// A loss leaves the ratio of the smallest to the largest RTT (0.5 to 0.8) of the window, instead of half.
        adaptive_backoff: bool = switch(false).live(), "FreeBSD: off; Linux: always";
        /// A loss leaves half of the window if the throughput has changed by more than 20 % since the previous loss.
        adaptive_reset: bool = switch(true).live(), "Linux: use_bandwidth_switch; FreeBSD has none";
        /// Scales growth by the RTT, so that it does not depend on the RTT when measured per second.
        rtt_scaling: bool = switch(false).live(), "FreeBSD: off; Linux: on";
    }
}

/// Linux's defaults.
const LINUX: &[(&str, Value)] = &[("rtt_scaling", Value::Bool(true))];
/// Linux's adaptive backoff cannot be turned off.
const LINUX_LACKS: &[&str] = &["adaptive_backoff"];

/// Settings of H-TCP as scenario and screen know them.
pub static SECTION: Section = Section::new("htcp", "H-TCP", Settings::PARAMS)
    .group(Group::LossBased)
    .about(
        "Grows faster the longer it has gone without a loss; optionally adapts its backoff to the RTT range.",
        "D. Leith, R. Shorten, H-TCP: TCP Congestion Control for High Bandwidth-Delay Product Paths, draft-leith-tcp-htcp-06, 2008",
    )
    .variants(
        "variant",
        &[
            Preset::new(
                "freebsd",
                "grows by whole packets per RTT, faster from 1 s after a loss; a loss leaves 0.5 of the window, with \
                 adaptive_backoff 0.5 to 102/128 (0.8); smoothed RTTs, from the 8th sample on",
            )
            .lacks(&["adaptive_reset"]),
            Preset::new(
                "linux",
                "whole windows; a loss always leaves 0.5 to 102/128 (0.8), of RTTs above 10 ms; the largest RTT rises by at \
                 most 20 ms a sample; the clock that controls growth restarts at the end of recovery, too",
            )
            .ignores(&["whole_byte_growth"])
            .defaults(LINUX)
            .lacks(LINUX_LACKS),
            Preset::new("linux_2_6_25", "as linux")
                .ignores(&["whole_byte_growth"])
                .defaults(LINUX)
                .lacks(LINUX_LACKS),
            Preset::new(
                "linux_2_6_25_disorder_bug",
                "as linux, with the bug of 2008: the clock that controls growth also restarts whenever a short \
                 reordering has ended",
            )
            .ignores(&["whole_byte_growth"])
            .defaults(LINUX)
            .lacks(LINUX_LACKS),
        ],
    )
    .signals(&[&ALPHA])
    .fills_queue()
    .rules(&[&REDUCE, &RESET, &CLOCK, &HIGH_SPEED, &TIMEOUT]);

/// Packets that the window grows by per RTT.
pub static ALPHA: Signal = Signal::new("alpha_packets", "packets per RTT", Kind::Level);
/// A loss: the window is cut by the ratio of the RTTs, or by half.
pub static REDUCE: Rule = Rule {
    key: "htcp.reduce",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "rtt_min_ms", "rtt_max_ms", "beta", "ssthresh"],
};
/// The throughput changed, hence the cut by half: packets per second of this epoch and of the one before.
pub static RESET: Rule = Rule {
    key: "htcp.reset",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["throughput_before", "throughput"],
};
/// The fault of 2.6.25: the clock of growth restarts without any loss.
pub static CLOCK: Rule =
    Rule { key: "htcp.clock_restarts", outcome: Outcome::Change, infers: Inference::Nothing, numbers: &["elapsed_s"] };
/// High-speed mode begins: more than a second has passed since the last congestion event.
pub static HIGH_SPEED: Rule = Rule {
    key: "htcp.high_speed",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["elapsed_s", "beta", "alpha"],
};
/// FreeBSD: the retransmission timer fired.
pub static TIMEOUT: Rule = Rule {
    key: "htcp.timeout",
    outcome: Outcome::Timeout,
    infers: Inference::Nothing,
    numbers: &["before", "base", "ssthresh"],
};

const LEAST_BETA: f64 = 0.5;
/// FreeBSD and Linux: 204/256 = 102/128.
const MOST_BETA: f64 = 102.0 / 128.0;
/// SRTT samples before FreeBSD takes its smallest and largest.
const SAMPLES: u32 = 8;
/// Share of the largest RTT's excess that a loss leaves.
const FADE: f64 = 0.95;

/// Packets per RTT, `since` seconds after the last congestion event.
pub fn alpha_raw(since: f64) -> f64 {
    let d = since - 1.0;
    if d <= 0.0 { 1.0 } else { 1.0 + 10.0 * d + d * d / 4.0 }
}

/// The backoff from the smallest and largest RTT, in parts of `unit` as the kernels round it (0: exactly).
fn beta_from(min: f64, max: f64, unit: f64) -> f64 {
    if max <= 0.0 {
        return LEAST_BETA;
    }
    let ratio = if unit > 0.0 { (min * unit / max).floor() / unit } else { min / max };
    crate::math::clamp(ratio, LEAST_BETA, MOST_BETA)
}

/// State of H-TCP.
#[derive(Clone, Debug)]
pub struct Htcp {
    settings: Settings,
    growth: RenoGrowth,
    alpha: f64,
    beta: f64,
    /// High-speed mode: over a second since the last congestion event.
    fast: bool,
    /// The last congestion event, or the start.
    last_event: Time,
    /// Linux: the one before, and whether the last one was taken back.
    event_before: Time,
    taken_back: bool,
    /// A loss is known since the start.
    lost: bool,
    /// RTTs in milliseconds; 0 = none yet.
    rtt_min: f64,
    rtt_max: f64,
    samples: u32,
    linux: linux::State,
}

impl Htcp {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Htcp {
        let mut settings = Settings::read(values);
        if settings.variant != Variant::FreeBsd {
            settings.adaptive_backoff = true;
        }
        Htcp {
            settings,
            growth: RenoGrowth::default(),
            alpha: 1.0,
            beta: LEAST_BETA,
            fast: false,
            last_event: Time::ZERO,
            event_before: Time::ZERO,
            taken_back: false,
            lost: false,
            rtt_min: 0.0,
            rtt_max: 0.0,
            samples: 0,
            linux: linux::State::default(),
        }
    }

    fn is_linux(&self) -> bool {
        self.settings.variant != Variant::FreeBsd
    }

    fn set_alpha(&mut self, alpha: f64, cx: &mut Context) {
        let elapsed = cx.now.since(self.last_event).seconds();
        if elapsed > 1.0 && !self.fast {
            cx.decide(&HIGH_SPEED, &[elapsed, self.beta, alpha]);
        }
        self.fast = elapsed > 1.0;
        if alpha != self.alpha {
            self.alpha = alpha;
            cx.signal(&ALPHA, alpha);
        }
    }

    /// FreeBSD: each step in whole packets, at least one.
    fn update_alpha_as_freebsd(&mut self, cx: &mut Context) {
        let mut alpha = alpha_raw(cx.now.since(self.last_event).seconds()).floor();
        if self.settings.adaptive_backoff {
            alpha = (2.0 * (1.0 - self.beta) * alpha).floor().max(1.0);
        }
        if let (true, Some(srtt)) = (self.settings.rtt_scaling, cx.srtt) {
            alpha = (crate::math::clamp(srtt.ms() / 100.0, 0.1, 2.0) * alpha).floor().max(1.0);
        }
        self.set_alpha(alpha, cx);
    }

    /// FreeBSD: smallest and largest SRTT.
    fn sample_as_freebsd(&mut self, cx: &Context) {
        let Some(srtt) = cx.srtt else { return };
        self.samples = (self.samples + 1).min(SAMPLES);
        if self.samples < SAMPLES {
            return;
        }
        let srtt = srtt.ms();
        self.rtt_min = if self.rtt_min > 0.0 { self.rtt_min.min(srtt) } else { srtt };
        self.rtt_max = self.rtt_max.max(srtt);
    }

    /// FreeBSD: half at the first loss ever, then by the RTTs.
    fn update_beta_as_freebsd(&mut self) {
        let by_rtts = self.settings.adaptive_backoff && self.lost && self.rtt_min > 0.0 && self.rtt_min != self.rtt_max;
        self.beta = if by_rtts { beta_from(self.rtt_min, self.rtt_max, 256.0) } else { LEAST_BETA };
    }

    /// The largest RTT is forgotten little by little.
    fn fade(&mut self) {
        self.rtt_max = self.rtt_min + FADE * (self.rtt_max - self.rtt_min);
    }
}

impl CongestionControl for Htcp {
    fn on_start(&mut self, cx: &mut Context) {
        self.last_event = cx.now;
        cx.signal(&ALPHA, self.alpha);
    }

    fn on_rtt_sample(&mut self, sample: &RttSample, cx: &mut Context) {
        if self.is_linux() { self.sample_as_linux(sample, cx) } else { self.sample_as_freebsd(cx) }
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        if self.is_linux() {
            self.measure_throughput(ack, cx);
        } else {
            self.update_alpha_as_freebsd(cx);
        }
        if !ack.cwnd_limited {
            return;
        }
        if cx.in_slow_start() {
            cx.window.cwnd += RenoGrowth::slow_start(ack, cx);
        } else if self.is_linux() {
            self.grow_as_linux(ack, cx);
        } else {
            cx.window.cwnd += self.alpha * self.growth.congestion_avoidance(ack, cx);
        }
    }

    fn ssthresh_on_loss(&mut self, _loss: &Loss, cx: &mut Context) -> f64 {
        let before = cx.window.cwnd;
        if self.is_linux() {
            return self.reduce_as_linux(cx);
        }
        self.update_beta_as_freebsd();
        let (min, max) = (self.rtt_min, self.rtt_max);
        self.fade();
        self.lost = true;
        self.last_event = cx.now;
        self.growth.reset();
        let ssthresh = (self.beta * before).max(2.0);
        cx.decide(&REDUCE, &[before, min, max, self.beta, ssthresh]);
        ssthresh
    }

    fn on_timeout(&mut self, first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        if self.is_linux() {
            return if first { self.reduce_as_linux(cx) } else { cx.window.ssthresh };
        }
        // FreeBSD: the first timeout may be a false alarm, and does not restart the clock.
        if !first {
            self.last_event = cx.now;
        }
        // It halves the pipe, which is more neither than F nor than the window.
        let base = loss.in_flight.min(loss.base);
        let ssthresh = cx.halved(base);
        cx.decide(&TIMEOUT, &[cx.window.cwnd, base, ssthresh]);
        ssthresh
    }

    /// Linux (`htcp_cwnd_undo`): the clock of the event before goes on.
    fn on_spurious_recovery(&mut self, _cx: &mut Context) {
        if self.is_linux() {
            (self.last_event, self.taken_back) = (self.event_before, true);
        }
    }

    fn on_end(&mut self, ended: Ended, cx: &mut Context) {
        match ended {
            // Linux: any return to the state Open, from recovery or from a timeout's repair, unless that was taken back.
            Ended::Recovery | Ended::Repair if self.is_linux() && !self.taken_back => self.last_event = cx.now,
            Ended::Disorder if self.settings.variant == Variant::DisorderBug => {
                cx.decide(&CLOCK, &[cx.now.since(self.last_event).seconds()]);
                self.last_event = cx.now;
            }
            _ => {}
        }
    }

    fn set(&mut self, row: usize, value: &Value, cx: &mut Context) {
        if let ("variant", Value::Word(variant)) = (SECTION.params[row].name, value) {
            *self = Htcp::new(&SECTION.defaults(Some(variant)));
            return self.on_start(cx);
        }
        self.settings.set(row, value);
    }
}
