//! CDG, the CAIA Delay-Gradient congestion control, reacts to the growth of the delay rather than to its value. It
//! needs neither a delay threshold nor the base RTT.
//!
//! Not here: the kernel's form (`linux.rs`), the envelope (`envelope.rs`), the curve (`probability.rs`).
//!
//! # Equations
//!
//! ```tex
//! % gradient of the smallest RTT of consecutive intervals | 1
//! g_{\min,n} = \tau_{\min,n} - \tau_{\min,n-1}
//! % gradient of the largest RTT | 2
//! g_{\max,n} = \tau_{\max,n} - \tau_{\max,n-1}
//! % both smoothed: mean of the last a gradients | 3, 4
//! \bar g_n = \bar g_{n-1} + \frac{g_n - g_{n-a}}{a}
//! % state of the queue that CDG infers from the smoothed gradients | section 3.3
//! Q \leftarrow \begin{cases} \text{full} & \bar g_{\min} > 0,\ \bar g_{\max} \le 0 \\ \text{empty} & \bar g_{\min} \ge 0,\ \bar g_{\max} < 0 \\ \text{rising} & \bar g_{\min} > 0,\ \bar g_{\max} > 0 \\ \text{falling} & \bar g_{\min} < 0,\ \bar g_{\max} < 0 \\ Q & \text{otherwise} \end{cases}
//! % backoff probability in this interval | 5
//! P = 1 - e^{-\bar g / G}
//! % window, each interval, with a uniform random draw X | 6
//! w \leftarrow \begin{cases} \beta\, w & X < P \;\text{and}\; \bar g > 0 \\ w + 1 & \text{otherwise} \end{cases}
//! % shadow window | 7
//! s \leftarrow \begin{cases} \max(w, s) & \text{at a delay backoff} \\ 0 & Q = \text{empty} \\ s & \text{otherwise} \end{cases}
//! % loss | 8
//! w \leftarrow \begin{cases} \dfrac{\max(s, w)}{2} & Q = \text{full} \\ w & \text{otherwise} \end{cases}
//! ```
//!
//! An interval is one RTT. $Q$ starts as unknown. In (5) and (6), $\bar g$ is the smoothed gradient of the smallest
//! RTT if it is positive, otherwise that of the largest RTT; slow start uses gradients that are not smoothed. $G$ is
//! the gradient at which the backoff probability is 63 %.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Congestion avoidance: one more packet per RTT
//! Ignoring: assumes loss-based competitors: w stays
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Congestion avoidance: backoff by (6), or w reaches ssthresh
//! Congestion avoidance -> Congestion avoidance: backoff by (6), w = β w
//! Congestion avoidance -> Ignoring: b backoffs, and no negative gradient
//! Ignoring -> Congestion avoidance: b' backoffs ignored, or a negative gradient
//! any -> Fast recovery: loss, w by (8)
//! Fast recovery -> Congestion avoidance: all acknowledged
//! any -> Slow start: timeout, w = 1
//! ```
//!
//! # Choices
//!
//! - Slow start grows like NewReno's and ends with (6) on gradients that are not smoothed, or with a loss. After a
//!   backoff one gradient is left out, so that the backoff itself is not measured as a gradient.
//! - After {ineffectual_backoffs} backoffs in a row without a negative gradient (`ineffectual_backoffs`, b), CDG
//!   treats backoffs as ineffectual and ignores the next {ignored_backoffs} indications (`ignored_backoffs`, b').
//! - Where the paper can be read in more than one way, a setting chooses. By default: a loss in slow start
//!   (`slow_start_loss`), and a loss before anything is known of the queue (`unknown_is_congestion`), count as
//!   congestion; a loss halves s as well (`shadow_at_loss`); s grows with w and starts as w (`shadow_initial`); w
//!   stays in rounds whose indication is ignored (`grow_while_held`) and in recovery (`grow_in_recovery`). A timeout
//!   sets s to 1.
//! - The paper does not give the unit of G. In FreeBSD it is a tick, 1 ms at the default of 1000 ticks per second;
//!   `g_ms` is therefore {g_ms}. CDG can infer an empty queue only because RTTs are measured in ticks
//!   (`rtt_tick_ms`): the gradient of the smallest RTT has to be exactly 0.
//! - `freebsd`: gradients in 1/128 tick, a table for (5), windows in bytes; losses among the packets in flight at a
//!   backoff are tolerated, losses in slow start are treated by $Q$, s is stored after the backoff.
//! - `linux`: times in microseconds, a backoff spread over one RTT, extrapolation while few gradients are known
//!   (`window_fill`), no loss tolerance by default, indications ignored until a gradient is negative. There is no empty
//!   state; s is limited to w whenever w is not what limits sending, and to min(s/2, w) at a loss.
//! - Of our own, and off by default (`delay_target_ms` 0): gradient and queueing delay together, which the paper leaves to
//!   further work. In congestion avoidance G is then `g_ms` · T / q, where T is `delay_target_ms` and q the smallest RTT of the
//!   interval less the smallest of all. So the switch needs a base RTT. Patched TIMELY multiplies gradient and delay, too.
//! - Departure: FreeBSD lets partial ACKs grow the window in recovery; here the window stays, as the paper says.
//!
//! # Look for
//!
//! - Alone, CDG keeps the queue at a few packets: once the link is full, each additional packet makes the RTT 1.2 ms
//!   longer, and a backoff becomes likely. The price is an idle link after each backoff.
//! - Beside NewReno the queue no longer empties, whatever CDG does. CDG backs off again and again and keeps a small
//!   share of the link. The shadow window remembers the window before the backoffs, but it is used only at a loss for
//!   which CDG infers a full queue. That is rare: in figure 8 of the paper, as reproduced here, CDG tolerates nine of
//!   ten packets that the queue drops.
//! - Many CDG flows on a link that grows with them lose nothing, but with 200 of them the queue is twelve times as long as with one on FreeBSD, and six times on Linux. Some grow while others back off, so the RTT rises at random, at any length of the queue. Each
//!   window grows until the backoffs at these rises take as much as it adds.
//! - With `delay_target_ms` 5 a lone CDG flow idles less, and three flows keep a shorter queue. Beside NewReno, which keeps the queue long,
//!   it loses more than a third of its share. A flow that starts beside a queue takes it for a part of its path.
//! - Under random loss CDG ignores most losses and keeps its window (three of four in figure 8 b, beside NewReno).

mod backoff;
pub mod envelope;
mod linux;
mod probability;
mod settings;
pub mod signals;
#[cfg(test)]
mod tests;

pub use settings::{SECTION, Settings};

use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, Ended, Loss, RttSample, Trigger, Wants};
use crate::observe::Rule;
use crate::params::Value;
use crate::slow_start::HyStartUse;
use envelope::{Clock, Envelope, QueueState};
use settings::{IneffectualReset, ShadowAtLoss, ShadowInitial, SlowStartLoss, Variant};

/// State of CDG.
#[derive(Clone, Debug)]
pub struct Cdg {
    settings: Settings,
    clock: Clock,
    envelope: Envelope,
    queue: QueueState,
    /// Shadow window s, in packets; 0 = none.
    shadow: f64,
    /// Smallest RTT of the latest interval, and of all, in units of the clock (`delay_target_ms`).
    tau_min: i64,
    base: i64,
    /// Delay backoffs in a row.
    count: u32,
    /// Packets that congestion avoidance adds per RTT, and RTTs since that changed (`alpha_increase_rtts`).
    increment: f64,
    rtts: u32,
    /// The latest ACK found the window to be what limits sending.
    limited: bool,
    /// Whether that ACK was one of slow start, until the interval's end has read it.
    slow_start_at_ack: Option<bool>,
    /// The recovery in progress is for a loss that is not taken as congestion.
    tolerated: bool,
    /// The receiver seems to delay ACKs: 0 (no) to 5.
    delaying: u32,
    /// FreeBSD: packets of a delay backoff's "congestion recovery" still to be acknowledged.
    backoff_left: f64,
    linux: linux::State,
}

/// Decision at an interval's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Grow,
    Hold,
    BackedOff,
}

impl Cdg {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Cdg {
        let settings = Settings::read(values);
        Cdg {
            clock: Clock::new(settings.rtt_tick_ms, 0.0),
            envelope: Envelope::new(settings.smoothing),
            queue: QueueState::Unknown,
            shadow: 0.0,
            tau_min: 0,
            base: i64::MAX,
            count: 0,
            increment: 1.0,
            rtts: 0,
            limited: true,
            slow_start_at_ack: None,
            tolerated: false,
            delaying: 0,
            backoff_left: 0.0,
            linux: linux::State::default(),
            settings,
        }
    }

    /// The paper's slow start is w < ssthresh on any TCP stack; the kernels' is that of their TCP stack.
    fn in_slow_start(&self, cx: &Context) -> bool {
        match self.settings.variant {
            Variant::Paper => cx.window.cwnd < cx.window.ssthresh,
            Variant::FreeBsd | Variant::Linux => cx.in_slow_start(),
        }
    }

    fn set_shadow(&mut self, shadow: f64, cx: &mut Context) {
        let shadow = if self.settings.shadow_window { shadow } else { 0.0 };
        if shadow != self.shadow {
            self.shadow = shadow;
            cx.signal(&signals::SHADOW, shadow);
        }
    }

    /// Adds to the window, and to the shadow window beside it.
    fn grow(&mut self, packets: f64, cx: &mut Context) {
        cx.window.cwnd += packets;
        if self.shadow > 0.0 {
            self.set_shadow(self.shadow + packets, cx);
        }
    }

    /// The end of an interval that has samples: emits it, and decides if there is a gradient.
    fn close_interval(&mut self, slow_start: bool, cx: &mut Context) -> Verdict {
        let Some(closed) = self.envelope.close() else { return Verdict::Grow };
        self.tau_min = closed.extremes.min;
        self.base = self.base.min(self.tau_min);
        cx.signal(&signals::TAU_MIN, self.clock.ms(closed.extremes.min as f64));
        cx.signal(&signals::TAU_MAX, self.clock.ms(closed.extremes.max as f64));
        if !closed.gradient {
            return Verdict::Grow;
        }
        let raw = self.envelope.raw();
        let (min, max) = self.envelope.smoothed(&self.settings);
        cx.signal(&signals::G_MIN, self.clock.ms(raw.min as f64));
        cx.signal(&signals::G_MAX, self.clock.ms(raw.max as f64));
        cx.signal(&signals::G_MIN_SMOOTHED, self.clock.ms(min));
        cx.signal(&signals::G_MAX_SMOOTHED, self.clock.ms(max));
        self.judge_queue(cx);
        self.restart_count();
        match self.draw(slow_start, cx) {
            None => Verdict::Grow,
            Some(judged) => self.answer(judged, slow_start, cx),
        }
    }

    /// Infers the queue's state; an empty one ends what the shadow window remembers (equation 7).
    fn judge_queue(&mut self, cx: &mut Context) {
        let before = self.queue;
        match self.settings.variant {
            Variant::Linux => self.queue = self.judge_queue_of_linux(),
            Variant::FreeBsd => {
                let average = self.envelope.average();
                self.queue = self.queue.judge(average.min, average.max);
            }
            Variant::Paper => {
                let sum = self.envelope.sum();
                self.queue = self.queue.judge(sum.min, sum.max);
            }
        }
        if self.queue != before {
            cx.signal(&signals::QUEUE_STATE, f64::from(self.queue as u8));
        }
        // An unchanged state was not emitted again by the signs; only the signs of "empty" themselves clear s.
        if self.settings.variant != Variant::Linux && self.says_empty() {
            self.set_shadow(0.0, cx);
        }
    }

    fn says_empty(&self) -> bool {
        let pair = match self.settings.variant {
            Variant::FreeBsd => self.envelope.average(),
            _ => self.envelope.sum(),
        };
        QueueState::Unknown.judge(pair.min, pair.max) == QueueState::Empty
    }

    /// A falling delay shows that the backoffs had an effect.
    fn restart_count(&mut self) {
        let (min, max) = match self.settings.variant {
            Variant::FreeBsd => (self.envelope.average().min < 0, self.envelope.average().max < 0),
            Variant::Paper => (self.envelope.sum().min < 0, self.envelope.sum().max < 0),
            Variant::Linux => self.falling_of_linux(),
        };
        let falling = match self.settings.ineffectual_reset {
            IneffectualReset::Either => min || max,
            IneffectualReset::Both => min && max,
        };
        if falling {
            self.count = 0;
        }
    }

    /// Congestion avoidance: one packet (or `increment`) at an interval's end.
    fn grow_by_round(&mut self, cx: &mut Context) {
        let packets = self.increment;
        self.rtts += 1;
        if self.settings.alpha_increase_rtts > 0 && self.rtts >= self.settings.alpha_increase_rtts {
            self.rtts = 0;
            self.increment += 1.0;
        }
        self.grow(packets, cx);
    }

    /// Whether a loss is taken as congestion (equation 8), and by which rule.
    fn congestion(&self, trigger: Trigger, slow_start: bool) -> Option<&'static Rule> {
        if trigger == Trigger::Loss && slow_start && self.settings.slow_start_loss == SlowStartLoss::NewReno {
            return Some(&signals::LOSS_SLOW_START);
        }
        let congestion = match self.queue {
            QueueState::Full => true,
            QueueState::Unknown => self.settings.unknown_is_congestion,
            _ => false,
        };
        let congestion = congestion || !self.settings.loss_tolerance || trigger == Trigger::Ecn;
        congestion.then_some(&signals::LOSS_CONGESTION)
    }

    /// The new ssthresh of equation 8 where the loss is congestion; the shadow window is redeemed, and halved with it.
    fn reduce(&mut self, cx: &mut Context) -> f64 {
        let (cwnd, shadow, beta) = (cx.window.cwnd, self.shadow, self.settings.beta_loss);
        let (from_window, shadow_after) = match self.settings.variant {
            Variant::Paper => (beta * cwnd, beta * shadow),
            Variant::FreeBsd => (freebsd_decrease(cwnd, beta, cx), shadow / 2.0),
            Variant::Linux => ((cwnd.floor() * beta).floor(), (shadow / 2.0).min(cwnd)),
        };
        if self.settings.shadow_at_loss == ShadowAtLoss::Halve && shadow > 0.0 {
            self.set_shadow(shadow_after, cx);
        }
        (self.increment, self.rtts) = (1.0, 0);
        from_window.max(shadow_after).max(2.0)
    }
}

/// FreeBSD: a percentage of the window in whole bytes, no more of it than the receiver's window.
fn freebsd_decrease(cwnd: f64, beta: f64, cx: &Context) -> f64 {
    let mss = f64::from(cx.mss);
    let window = cx.host.receive_window_packets.map_or(cwnd, |limit| cwnd.min(limit));
    ((window * mss).floor() * (beta * 1e4).round() / 1e4).floor() / mss
}

impl CongestionControl for Cdg {
    fn wants(&self) -> Wants {
        // Linux's variant has rules like HyStart's.
        let linux = self.settings.variant == Variant::Linux;
        Wants { exit_rules: if linux { HyStartUse::Never } else { HyStartUse::OnRequest }, ..Wants::STANDARD }
    }

    fn on_start(&mut self, cx: &mut Context) {
        self.clock = Clock::new(self.settings.rtt_tick_ms, cx.clock_phase());
        self.linux.start(cx);
        cx.signal(&signals::QUEUE_STATE, f64::from(self.queue as u8));
        if self.settings.shadow_initial == ShadowInitial::Window {
            self.set_shadow(cx.window.cwnd, cx);
        }
    }

    fn on_rtt_sample(&mut self, sample: &RttSample, _cx: &mut Context) {
        let rtt = self.clock.rtt(sample);
        let delayed = !sample.sacked && sample.covers == 1 && self.delaying > 0;
        if !sample.sacked {
            // A receiver that delays ACKs covers two segments with one; a single one then waited for its timer.
            self.delaying =
                if sample.covers > 1 { (self.delaying + 1).min(5) } else { self.delaying.saturating_sub(1) };
        }
        if !delayed {
            self.envelope.sample(rtt);
        } else if self.settings.variant == Variant::Linux {
            self.envelope.sample_minimum(rtt);
        }
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        self.limited = ack.cwnd_limited;
        if self.settings.variant == Variant::Linux {
            return self.on_ack_of_linux(ack, cx);
        }
        self.backoff_left -= ack.newly_acked;
        let slow_start = self.in_slow_start(cx);
        self.slow_start_at_ack = Some(slow_start);
        if slow_start && ack.cwnd_limited {
            self.grow(RenoGrowth::slow_start(ack, cx), cx);
        }
    }

    fn on_round_end(&mut self, cx: &mut Context) {
        if self.settings.variant == Variant::Linux {
            return;
        }
        let slow_start = self.slow_start_at_ack.take().unwrap_or_else(|| self.in_slow_start(cx));
        if self.close_interval(slow_start, cx) != Verdict::Grow || !self.limited {
            return;
        }
        if cx.in_recovery {
            if self.settings.grow_in_recovery && self.tolerated {
                cx.window.ssthresh += self.increment;
                self.grow_by_round(cx);
            }
        } else if !slow_start {
            self.grow_by_round(cx);
        }
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        let (state, cwnd, shadow) = (f64::from(self.queue as u8), cx.window.cwnd, self.shadow);
        self.slow_start_at_ack = None;
        if self.backoff_left > 0.0 {
            self.tolerated = true;
            cx.decide(&signals::LOSS_IN_BACKOFF, &[state, cwnd, cwnd]);
            return cwnd;
        }
        let rule = self.congestion(loss.trigger, self.in_slow_start(cx));
        self.tolerated = rule.is_none();
        let Some(rule) = rule else {
            cx.decide(&signals::LOSS_TOLERATED, &[state, cwnd, cwnd]);
            return cwnd;
        };
        let ssthresh = self.reduce(cx);
        cx.decide(rule, &[state, cwnd, shadow, self.settings.beta_loss, ssthresh, self.shadow]);
        ssthresh
    }

    fn on_timeout(&mut self, first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        let cwnd = cx.window.cwnd;
        self.slow_start_at_ack = None;
        self.backoff_left = 0.0;
        self.tolerated = false;
        let ssthresh = match self.settings.variant {
            // s is the window that NewReno would have: 1 after a timeout, and grows with w from there.
            Variant::Paper => {
                self.set_shadow(1.0, cx);
                cx.halved(loss.base)
            }
            Variant::FreeBsd => cx.halved(loss.base),
            Variant::Linux if !first => cx.window.ssthresh,
            Variant::Linux if self.congestion(loss.trigger, false).is_none() => cwnd,
            Variant::Linux => self.reduce(cx),
        };
        cx.decide(&signals::TIMEOUT, &[cwnd, loss.base, ssthresh, self.shadow]);
        ssthresh
    }

    fn on_end(&mut self, ended: Ended, cx: &mut Context) {
        if ended != Ended::Recovery {
            return;
        }
        self.tolerated = false;
        self.backoff_left = 0.0;
        if self.settings.variant == Variant::Linux {
            self.end_reduction(cx);
        }
    }

    fn set(&mut self, row: usize, value: &Value, cx: &mut Context) {
        let name = SECTION.params[row].name;
        if let ("variant", Value::Word(variant)) = (name, value) {
            let before = std::mem::take(&mut self.linux);
            *self = Cdg::new(&SECTION.defaults(Some(variant)));
            self.linux.count_on(&before);
            return self.on_start(cx);
        }
        let detected = self.settings.ineffectual_detection;
        self.settings.set(row, value);
        match name {
            // A count from before is no series of ineffectual backoffs.
            "ineffectual_detection" if !detected => self.count = 0,
            "smoothing" => self.envelope.resize(self.settings.smoothing),
            "rtt_tick_ms" => {
                self.clock = Clock::new(self.settings.rtt_tick_ms, cx.clock_phase());
                self.envelope = Envelope::new(self.settings.smoothing);
                self.base = i64::MAX;
            }
            "shadow_window" => self.set_shadow(cx.window.cwnd, cx),
            _ => {}
        }
    }
}
