//! NewReno adds one packet to its window per RTT and halves the window at a loss. Its only signal is packet loss, so
//! it fills any queue before it reduces its window. The window law is Reno's; strictly, NewReno is the name of a loss
//! recovery (RFC 6582). We follow FreeBSD, whose module of this law is called newreno; which recovery a flow uses is
//! the setting `recovery`.
//!
//! Not here: fast recovery (`tcp/recovery/newreno.rs`), which gave the algorithm its name.
//!
//! # Equations
//!
//! ```tex
//! % slow start, each acknowledged packet | RFC 5681, section 3.1
//! w \leftarrow w + 1
//! % congestion avoidance, each acknowledged packet | RFC 5681, section 3.1
//! w \leftarrow w + \frac{1}{w}
//! % loss, timeout | RFC 5681, equation 4, with w for F
//! \text{ssthresh} \leftarrow \max\left(\frac{w}{2},\; 2\right)
//! % ECN mark, with abe | RFC 8511, section 3.1
//! \text{ssthresh} \leftarrow \max(0.8\, w,\; 2)
//! ```
//!
//! $w$ is the congestion window in packets; F is what is in flight.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Congestion avoidance: one more packet per RTT
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Congestion avoidance: w reaches ssthresh
//! Slow start -> Fast recovery: loss, ssthresh = w/2
//! Congestion avoidance -> Fast recovery: loss, ssthresh = w/2
//! Fast recovery -> Congestion avoidance: all acknowledged, w = ssthresh
//! any -> Slow start: timeout, ssthresh = w/2, w = 1
//! ```
//!
//! # Choices
//!
//! - All TCP stacks here halve $w$, as the systems do, where the RFC halves what is in flight; FreeBSD and Linux
//!   halve in whole packets. FreeBSD and ns-2 halve at each timeout, so that a second one leaves ssthresh at 2, where
//!   the RFC keeps it.
//! - While Linux 2.6 halves its rate during recovery (`rate_halving`), the window may go down to half of ssthresh.
//! - How ACKs are counted depends on the TCP stack as well (`byte_counting`): with `delayed_ack` and without byte
//!   counting, growth takes twice as long.
//!
//! # Look for
//!
//! - The sawtooth: the window grows by one packet per RTT until the queue drops a packet; then it is halved. The
//!   growth slows down, because a filling queue makes each RTT longer.
//! - With a queue limit of one BDP, half of a full window still fills the link: goodput does not fall after a loss.
//! - NewReno cannot tell a random loss from a full queue: raise the random loss, and the window stays small.

use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, Loss};
use crate::observe::{Inference, Outcome, Rule};
use crate::params::{Group, Section, Value};

crate::params! {
    /// NewReno has no settings of its own.
    pub struct Settings {}
}

/// What a scenario and the screen know of NewReno.
pub static SECTION: Section = Section::new("newreno", "NewReno", Settings::PARAMS)
    .group(Group::LossBased)
    .about("Adds one packet per RTT and halves its window at a loss.", "RFC 5681, RFC 6582")
    .fills_queue()
    .rules(&[&HALVE, &ABE]);

/// Half is left.
pub(super) static HALVE: Rule = Rule {
    key: "newreno.halve",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "base", "ssthresh"],
};

/// Share of the window that is left after a mark with ABE (RFC 8511, section 3.1; FreeBSD: `beta_ecn`).
const ABE_SHARE: f64 = 0.8;

/// An ECN mark takes less than a loss does.
pub(super) static ABE: Rule = Rule {
    key: "newreno.abe",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "base", "share", "ssthresh"],
};

/// State of NewReno.
#[derive(Clone, Debug)]
pub struct NewReno {
    growth: RenoGrowth,
}

impl NewReno {
    /// With its (empty) settings.
    pub fn new(_values: &[Value]) -> NewReno {
        NewReno { growth: RenoGrowth::default() }
    }
}

impl CongestionControl for NewReno {
    fn samples_rtt(&self) -> bool {
        false
    }

    #[inline(always)]
    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        if !ack.cwnd_limited {
            return;
        }
        cx.window.cwnd += self.growth.of(ack, cx);
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        if cx.is_alternative_backoff(loss) {
            let ssthresh = cx.reduced(loss.base, ABE_SHARE);
            cx.decide(&ABE, &[cx.window.cwnd, loss.base, ABE_SHARE, ssthresh]);
            return ssthresh;
        }
        let ssthresh = cx.halved(loss.base);
        cx.decide(&HALVE, &[cx.window.cwnd, loss.base, ssthresh]);
        ssthresh
    }

    fn on_timeout(&mut self, _first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        self.ssthresh_on_loss(loss, cx)
    }

    fn recovery_floor(&self, ssthresh: f64) -> f64 {
        ssthresh / 2.0
    }

    fn set(&mut self, _row: usize, _value: Value, _cx: &mut Context) {}
}
