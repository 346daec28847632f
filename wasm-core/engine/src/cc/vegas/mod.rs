//! TCP Vegas compares its actual rate with the rate that its window would give on an empty path. The difference times
//! the smallest RTT estimates how many of its own packets are in the queue; Vegas tries to keep a few there.
//!
//! Not here: recovery, timeouts; parameters and signals (`settings.rs`).
//!
//! # Equations
//!
//! ```tex
//! % expected rate on an empty path, and actual rate | JSAC 1995, section III
//! \text{Expected} = \frac{w}{\text{baseRTT}}, \qquad \text{Actual} = \frac{n}{\text{RTT}}
//! % own packets in the queue | JSAC 1995, section III
//! \text{Diff} = (\text{Expected} - \text{Actual})\;\text{baseRTT} = w - n\,\frac{\text{baseRTT}}{\text{RTT}}
//! % each RTT | JSAC 1995, section III
//! w \leftarrow \begin{cases} w + 1 & \text{Diff} < \alpha \\ \max(w - 1,\, 2) & \text{Diff} > \beta \\ w & \text{otherwise} \end{cases}
//! ```
//!
//! $n$ is the number of packets sent in the round; baseRTT is the smallest RTT measured so far. Slow start doubles
//! the window every other RTT and keeps it constant in between, to measure; it ends when Diff exceeds $\gamma$.
//!
//! # States
//!
//! ```states
//! Slow start, growing: doubles in this round
//! Slow start, measuring: keeps w for one round
//! Growing: Diff < α, one more packet per RTT
//! Steady: α ≤ Diff ≤ β
//! Shrinking: Diff > β, one packet fewer per RTT
//! Fast recovery: resends lost packets, does not grow
//! Slow start, growing -> Slow start, measuring: a round ends
//! Slow start, measuring -> Slow start, growing: Diff ≤ γ
//! Slow start, measuring -> Growing: Diff > γ
//! Growing -> Steady: Diff ≥ α
//! Growing -> Shrinking: Diff > β
//! Steady -> Growing: Diff < α
//! Steady -> Shrinking: Diff > β
//! Shrinking -> Steady: Diff ≤ β
//! Shrinking -> Growing: Diff < α
//! any -> Fast recovery: loss
//! Fast recovery -> Growing: all acknowledged, w = ssthresh
//! any -> Slow start, growing: timeout
//! ```
//!
//! # Choices
//!
//! The drawing is the paper's. The variants differ:
//!
//! | `variant` | α, β, γ | RTT of the round | a loss leaves | slow start: its rounds, and its end |
//! | --- | --- | --- | --- | --- |
//! | `freebsd` | 1, 3, none | one timed packet | half, as the TCP stack counts | doubles every other round while Diff < α; Diff > β: w - 1 |
//! | `linux` | 2, 4, 1 | smallest, of 3 or more | half, as the TCP stack counts | doubles each round; at most w baseRTT/RTT + 1 |
//! | `ns2` | 1, 3, 1 | mean | three quarters | doubles every other round, judged when w was kept; w - w/8 |
//! | `paper` | 2, 4, 1 | one timed packet | three quarters | doubles every other round, judged when w was kept; w stays |
//!
//! - FreeBSD and Linux truncate Diff to whole packets; Linux uses w (RTT - baseRTT)/baseRTT. ns-2 uses F + 1 instead
//!   of w, one more than what is in flight when the round's last ACK has arrived, and rounds: int(F + 1 - n
//!   baseRTT/RTT + 1/2). It spreads the packet of an increase over the round's ACKs, sets ssthresh to 2 when slow
//!   start or a recovery ends, and takes the RTT of a round of one packet as baseRTT, even if it is longer. Linux
//!   grows like Reno after a round of fewer than three samples.
//! - No variant decides after a round that recovery touched; after a timeout the lost packets are resent in NewReno's
//!   slow start.
//! - Departures: RTTs are exact (FreeBSD's are in ticks of 1 ms). The paper's fine-grained timer at the first
//!   duplicate ACK and its window of 2 after a timeout belong to loss recovery and are left out. So are two details
//!   of ns-2: it also decides after rounds that recovery touched, and counts the RTT of a round's last ACK in the
//!   next round. On a TCP stack that treats w = ssthresh as slow start, Linux and the paper set ssthresh to w - 1
//!   (Linux before 2015 did).
//! - With delayed ACKs and an odd window, one packet waits at the receiver, so FreeBSD's round counts one packet
//!   fewer than w: Diff is 1, and the window stays. (FreeBSD's h_ertt subtracts the first of two segments that are
//!   acknowledged together from n, so there the same happens with an even window.)
//!
//! # Look for
//!
//! - Alone it settles: the window no longer changes, and the queue holds a few packets.
//! - Beside NewReno it loses almost its whole share: Vegas attributes the delay that NewReno's packets cause to its
//!   own packets.
//! - A Vegas flow that starts while the queue never empties measures a baseRTT that is too long. It then
//!   underestimates its packets in the queue.

mod settings;
#[cfg(test)]
mod tests;

pub use settings::*;

use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, Ended, Loss, RttSample, Wants, Window};
use crate::params::Value;
use crate::slow_start::HyStartUse;
use crate::units::Span;

/// Linux judges by no fewer samples.
const LEAST_SAMPLES: u32 = 3;
/// The paper's backoff at a loss.
const KEPT_AT_LOSS: f64 = 0.75;
/// The minimum window that a delay leaves.
const LEAST_WINDOW: f64 = 2.0;

/// Diff: packets in the queue by a window of `w` of which `n` were sent in the round.
fn diff(w: f64, n: f64, base_ms: f64, rtt_ms: f64) -> f64 {
    w - n * (base_ms / rtt_ms)
}

/// Linux's Diff, larger by RTT/baseRTT.
fn diff_of_linux(w: f64, base_ms: f64, rtt_ms: f64) -> f64 {
    w * (rtt_ms - base_ms) / base_ms
}

/// ns-2's window after a loss: a whole one without a whole quarter, and 2 where it was 3 at most.
fn kept_by_ns2(w: f64) -> f64 {
    let w = w.floor();
    if w <= 3.0 { 2.0 } else { w - (w / 4.0).floor() }
}

/// How the window moves on the ACKs of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Growth {
    /// Not at all.
    Still,
    /// As Reno's, by ssthresh.
    Reno,
    /// By so much on each (ns-2's congestion avoidance).
    Share(f64),
}

/// Samples that a round has gathered.
#[derive(Clone, Copy, Debug, Default)]
struct Round {
    /// RTT of the packet that was timed last: at the round's end that is its first one, whose ACK ends it.
    timed: Option<Span>,
    least: Option<Span>,
    sum_ms: f64,
    samples: u32,
    acked: f64,
    /// F at its beginning.
    in_flight: f64,
    /// No recovery has touched it.
    whole: bool,
}

/// Findings of the latest ACK, before it grew the window.
#[derive(Clone, Copy, Debug, Default)]
struct Latest {
    cwnd: f64,
    slow_start: bool,
    limited: bool,
}

/// A round's figures.
#[derive(Clone, Copy, Debug)]
struct Measured {
    w: f64,
    /// Packets in flight, which ns-2 takes instead of w; infinite in the other variants.
    in_flight: f64,
    sent: f64,
    base_ms: f64,
    rtt_ms: f64,
    diff: f64,
}

impl Measured {
    fn numbers(&self, a: f64, b: f64) -> [f64; 8] {
        [self.w, self.in_flight, self.sent, self.base_ms, self.rtt_ms, self.diff, a, b]
    }
}

/// State of Vegas.
#[derive(Clone, Debug)]
pub struct Vegas {
    settings: Settings,
    growth: RenoGrowth,
    base_rtt: Option<Span>,
    round: Round,
    latest: Latest,
    mode: Growth,
}

impl Vegas {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Vegas {
        let settings = Settings::read(values);
        // ns-2's first ACK adds nothing; it begins the round without growth.
        let mode = if settings.variant == Variant::Ns2 { Growth::Share(0.0) } else { Growth::Reno };
        Vegas {
            settings,
            growth: RenoGrowth::default(),
            base_rtt: None,
            round: Round::default(),
            latest: Latest::default(),
            mode,
        }
    }

    /// RTT of a round in ms, as the variant takes it.
    fn rtt_of(&self, round: &Round) -> Option<f64> {
        match self.settings.variant {
            Variant::FreeBsd | Variant::Paper => round.timed.map(Span::ms),
            Variant::Linux => round.least.map(Span::ms),
            Variant::Ns2 => (round.samples > 0).then(|| round.sum_ms / f64::from(round.samples)),
        }
    }

    /// Expected, Actual and Diff of a round.
    fn measure(&mut self, round: &Round, cx: &mut Context) -> Option<Measured> {
        let variant = self.settings.variant;
        let rtt_ms = self.rtt_of(round)?;
        let sent = cx.in_flight - round.in_flight + round.acked;
        if variant == Variant::Ns2 && sent <= 1.0 {
            self.base_rtt = Some(Span::from_ms(rtt_ms));
            cx.signal(&BASE_RTT, rtt_ms);
        }
        let base_ms = self.base_rtt?.ms();
        if base_ms <= 0.0 {
            return None; // a path too short for the clock
        }
        let w = self.latest.cwnd;
        // Quantity that counts as the window.
        let expected = if variant == Variant::Ns2 { cx.in_flight + 1.0 } else { w };
        let (sent, real) = match variant {
            Variant::Linux => (w, diff_of_linux(w, base_ms, rtt_ms)),
            _ => (sent, diff(expected, sent, base_ms, rtt_ms)),
        };
        let bits_per_ms = f64::from(cx.mss) * 8.0 * 1000.0;
        cx.signal(&RTT, rtt_ms);
        cx.signal(&EXPECTED, expected * bits_per_ms / base_ms);
        cx.signal(&ACTUAL, sent * bits_per_ms / rtt_ms);
        cx.signal(&DIFF, real);
        let diff = match variant {
            Variant::FreeBsd | Variant::Linux => real.trunc(),
            Variant::Ns2 => (real + 0.5).trunc(),
            Variant::Paper => real,
        };
        // Linux judges by the window alone: what was sent is no part of its Diff, nor of what Why? shows of it.
        let sent = if variant == Variant::Linux { f64::INFINITY } else { sent };
        let in_flight = if variant == Variant::Ns2 { cx.in_flight } else { f64::INFINITY };
        Some(Measured { w, in_flight, sent, base_ms, rtt_ms, diff })
    }

    /// Congestion avoidance at a round's end.
    fn avoid(&mut self, m: &Measured, cx: &mut Context) {
        let (alpha, beta) = (self.settings.alpha, self.settings.beta);
        if m.diff < alpha {
            if !self.latest.limited {
                return;
            }
            if self.settings.variant == Variant::Ns2 {
                self.mode = Growth::Share(1.0 / m.w);
            } else {
                self.mode = Growth::Still;
                cx.window.cwnd = m.w + 1.0;
            }
            cx.decide(&INCREASE, &m.numbers(alpha, m.w + 1.0));
        } else if m.diff > beta {
            self.decrease(m, cx);
            cx.decide(&DECREASE, &m.numbers(beta, cx.window.cwnd));
        } else {
            if self.settings.variant != Variant::FreeBsd {
                self.mode = Growth::Still;
            }
            cx.decide(&HOLD, &m.numbers(alpha, beta));
        }
    }

    /// One packet less.
    fn decrease(&mut self, m: &Measured, cx: &mut Context) {
        self.mode = Growth::Still;
        cx.window.cwnd = (m.w - 1.0).max(LEAST_WINDOW);
        self.keep_from_slow_start(cx);
        cx.delay_backoff(m.w);
    }

    /// A window that delay has limited is in congestion avoidance: ssthresh comes down with it. In FreeBSD to w itself,
    /// which its test w <= ssthresh counts as slow start once more; elsewhere below what the TCP stack counts so.
    fn keep_from_slow_start(&self, cx: &mut Context) {
        let below = match self.settings.variant {
            Variant::Linux | Variant::Paper if cx.host.slow_start_at_ssthresh => cx.window.cwnd - 1.0,
            _ => cx.window.cwnd,
        };
        cx.window.ssthresh = cx.window.ssthresh.min(below.max(2.0));
    }

    /// Slow start at a round's end: whether it ends, and whether the next round grows.
    fn slow_start(&mut self, m: &Measured, cx: &mut Context) {
        let variant = self.settings.variant;
        let limit = if variant == Variant::FreeBsd { self.settings.beta } else { self.settings.gamma };
        // The paper and ns-2 compare rates only when the window stood still.
        let judged = !matches!(variant, Variant::Paper | Variant::Ns2) || self.mode == Growth::Still;
        if judged && m.diff > limit {
            self.leave_slow_start(m, cx);
            let [w, in_flight, sent, base, rtt, diff, ..] = m.numbers(0.0, 0.0);
            let Window { cwnd, ssthresh } = *cx.window;
            cx.decide(&SLOW_START_EXIT, &[w, in_flight, sent, base, rtt, diff, limit, cwnd, ssthresh]);
            return;
        }
        // FreeBSD goes on as it went while Diff lies between alpha and beta.
        let toggles = variant != Variant::Linux && (variant != Variant::FreeBsd || m.diff < self.settings.alpha);
        if toggles {
            self.mode = if self.mode == Growth::Still { Growth::Reno } else { Growth::Still };
        }
        let grows = variant == Variant::Linux || self.mode == Growth::Reno;
        cx.decide(&SLOW_START, &m.numbers(limit, f64::from(u8::from(grows))));
    }

    fn leave_slow_start(&mut self, m: &Measured, cx: &mut Context) {
        match self.settings.variant {
            Variant::FreeBsd => return self.decrease(m, cx),
            Variant::Linux => {
                let target = (m.w * m.base_ms / m.rtt_ms).floor();
                cx.window.cwnd = m.w.min(target + 1.0);
                self.keep_from_slow_start(cx);
            }
            Variant::Ns2 => {
                cx.window.cwnd = (m.w - m.w / 8.0).max(LEAST_WINDOW);
                cx.window.ssthresh = 2.0;
            }
            Variant::Paper => self.keep_from_slow_start(cx),
        }
        self.mode = Growth::Still;
        if cx.window.cwnd < m.w {
            cx.delay_backoff(m.w);
        }
    }

    /// A loss or timeout leaves this much.
    fn reduce(&mut self, ssthresh: f64, loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        self.round.whole = false;
        cx.decide(&LOSS, &[cx.window.cwnd, loss.base, ssthresh]);
        ssthresh
    }
}

impl CongestionControl for Vegas {
    fn wants(&self) -> Wants {
        // Its slow start ends by Diff.
        Wants { exit_rules: HyStartUse::Never, ..Wants::STANDARD }
    }

    fn on_start(&mut self, cx: &mut Context) {
        // Taken over in the midst of a round, that one cannot be judged.
        self.round = Round { in_flight: cx.in_flight, whole: cx.in_flight == 0.0, ..Round::default() };
    }

    fn on_rtt_sample(&mut self, sample: &RttSample, cx: &mut Context) {
        let rtt = sample.rtt();
        let round = &mut self.round;
        (round.timed, round.least) = (Some(rtt), Some(round.least.map_or(rtt, |least| least.min(rtt))));
        (round.sum_ms, round.samples) = (round.sum_ms + rtt.ms(), round.samples + 1);
        if self.base_rtt.is_none_or(|base| rtt < base) {
            self.base_rtt = Some(rtt);
            cx.signal(&BASE_RTT, rtt.ms());
        }
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        let slow_start = cx.in_slow_start();
        self.latest = Latest { cwnd: cx.window.cwnd, slow_start, limited: ack.cwnd_limited };
        self.round.acked += ack.newly_acked;
        if !ack.cwnd_limited {
            return;
        }
        let mode = match self.settings.variant {
            _ if !cx.open => Growth::Reno,
            Variant::Linux if slow_start => Growth::Reno,
            Variant::Linux => Growth::Still,
            _ => self.mode,
        };
        cx.window.cwnd += match mode {
            Growth::Still => 0.0,
            Growth::Share(share) => share,
            Growth::Reno if slow_start => RenoGrowth::slow_start(ack, cx),
            Growth::Reno => self.growth.congestion_avoidance(ack, cx),
        };
    }

    fn on_round_end(&mut self, cx: &mut Context) {
        let next = Round { in_flight: cx.in_flight, whole: cx.open, ..Round::default() };
        let round = std::mem::replace(&mut self.round, next);
        if !round.whole || !cx.open {
            return;
        }
        if self.settings.variant == Variant::Linux && round.samples < LEAST_SAMPLES {
            cx.decide(&TOO_FEW, &[f64::from(round.samples), cx.window.cwnd]);
            if !self.latest.slow_start && self.latest.limited {
                let ack = Ack { newly_acked: 1.0, cwnd_limited: true, after_timeout: false };
                cx.window.cwnd += self.growth.congestion_avoidance(&ack, cx);
            }
            return;
        }
        let Some(measured) = self.measure(&round, cx) else { return };
        if self.latest.slow_start { self.slow_start(&measured, cx) } else { self.avoid(&measured, cx) }
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        self.mode = Growth::Still;
        let ssthresh = match self.settings.variant {
            Variant::FreeBsd | Variant::Linux => cx.halved(loss.base),
            Variant::Ns2 => kept_by_ns2(cx.window.cwnd),
            Variant::Paper => (KEPT_AT_LOSS * cx.window.cwnd).max(2.0),
        };
        self.reduce(ssthresh, loss, cx)
    }

    fn on_timeout(&mut self, _first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        self.mode = Growth::Reno;
        self.reduce(cx.halved(loss.base), loss, cx)
    }

    fn on_end(&mut self, ended: Ended, cx: &mut Context) {
        match (ended, self.settings.variant) {
            (Ended::Recovery, Variant::Ns2) => cx.window.ssthresh = 2.0,
            // Linux measures anew whenever it returns to the state Open.
            (Ended::Disorder, Variant::Linux) => self.round.whole = false,
            _ => {}
        }
    }

    /// Half of ssthresh, as for Reno (`tcp_reno_min_cwnd`).
    fn recovery_floor(&self, ssthresh: f64) -> f64 {
        ssthresh / 2.0
    }

    fn set(&mut self, row: usize, value: &Value, cx: &mut Context) {
        if let ("variant", Value::Word(variant)) = (SECTION.params[row].name, value) {
            // The smallest RTT is the path's, not the variant's.
            let base_rtt = self.base_rtt;
            *self = Vegas { base_rtt, ..Vegas::new(&SECTION.defaults(Some(variant))) };
            return self.on_start(cx);
        }
        self.settings.set(row, value);
    }
}
