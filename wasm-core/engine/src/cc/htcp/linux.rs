//! H-TCP as in Linux (tcp_htcp.c): what differs from FreeBSD's in measuring RTTs and throughput, in growth and in the
//! choice of the backoff. Not here: the equations (`mod.rs`).

use super::{Htcp, LEAST_BETA, REDUCE, RESET, alpha_raw, beta_from};
use crate::cc::{Ack, Context, RttSample};
use crate::units::Time;

/// State that only Linux's variants have.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Packets acknowledged towards the next packet of the window.
    acked: f64,
    /// Packets acknowledged in the present measurement of throughput, and its start.
    delivered: f64,
    measured: Time,
    /// Throughput in packets per second: smoothed, its largest in this epoch, and that of the epoch before.
    throughput: f64,
    best: f64,
    best_before: f64,
    /// The backoff may follow the RTTs.
    confirmed: bool,
}

/// Most by which a sample may raise the largest RTT, in ms.
const MOST_RISE: f64 = 20.0;
/// RTTs this short are not worth an adaptive backoff, in ms.
const LEAST_RTT: f64 = 10.0;
/// Epochs count from the fourth RTT after their beginning.
const SETTLED_RTTS: f64 = 3.0;

impl Htcp {
    /// Smallest and largest sample; the largest in the state Open only, and not by a leap.
    pub(super) fn sample_as_linux(&mut self, sample: &RttSample, cx: &Context) {
        let rtt = sample.rtt().ms();
        self.rtt_min = if self.rtt_min > 0.0 { self.rtt_min.min(rtt) } else { rtt };
        if cx.open {
            self.rtt_max = self.rtt_max.max(self.rtt_min);
            if rtt > self.rtt_max && rtt <= self.rtt_max + MOST_RISE {
                self.rtt_max = rtt;
            }
        }
    }

    /// Throughput over at least an RTT and a window, smoothed with weight 1/4.
    pub(super) fn measure_throughput(&mut self, ack: &Ack, cx: &Context) {
        let (state, now) = (&mut self.linux, cx.now);
        state.delivered += ack.newly_acked;
        let elapsed = now.since(state.measured).seconds();
        let rtt = self.rtt_min / 1000.0;
        if rtt <= 0.0 || elapsed < rtt || state.delivered < cx.window.cwnd - self.alpha.max(1.0) {
            return;
        }
        let present = state.delivered / elapsed;
        if now.since(self.last_event).seconds() <= SETTLED_RTTS * rtt {
            (state.throughput, state.best) = (present, present);
        } else {
            state.throughput = (3.0 * state.throughput + present) / 4.0;
            state.best = state.best.max(state.throughput);
        }
        (state.delivered, state.measured) = (0.0, now);
    }

    pub(super) fn update_alpha_as_linux(&mut self, cx: &mut Context) {
        let mut factor = alpha_raw(cx.now.since(self.last_event).seconds()).floor();
        if self.settings.rtt_scaling && self.rtt_min > 0.0 {
            factor = (factor / crate::math::clamp(100.0 / self.rtt_min, 0.5, 10.0)).floor().max(1.0);
        }
        let alpha = 2.0 * factor * (1.0 - self.beta);
        self.set_alpha(alpha, cx);
    }

    /// One packet when alpha times what was acknowledged since the last one makes a window.
    pub(super) fn grow_as_linux(&mut self, ack: &Ack, cx: &mut Context) {
        if self.linux.acked * self.alpha >= cx.window.cwnd.floor() {
            cx.window.cwnd += 1.0;
            self.linux.acked = 0.0;
            self.update_alpha_as_linux(cx);
        } else {
            self.linux.acked += ack.newly_acked;
        }
    }

    /// Half if the throughput changed by over 20 %, and once more until the RTTs have been confirmed.
    fn update_beta_as_linux(&mut self, cx: &mut Context) {
        if self.settings.adaptive_reset {
            let (before, best) = (self.linux.best_before, self.linux.best);
            self.linux.best_before = best;
            if best < 0.8 * before || best > 1.2 * before {
                self.beta = LEAST_BETA;
                self.linux.confirmed = false;
                cx.decide(&RESET, &[before, best]);
                return;
            }
        }
        if self.linux.confirmed && self.rtt_min > LEAST_RTT && self.rtt_max > 0.0 {
            self.beta = beta_from(self.rtt_min, self.rtt_max, 128.0);
        } else {
            self.beta = LEAST_BETA;
            self.linux.confirmed = true;
        }
    }

    /// The cut, in whole packets, at losses and timeouts alike.
    pub(super) fn reduce_as_linux(&mut self, cx: &mut Context) -> f64 {
        let before = cx.window.cwnd.floor();
        let (min, max) = (self.rtt_min, self.rtt_max);
        self.update_beta_as_linux(cx);
        // The kernel computes alpha anew, by the time before; the mode does not change at a cut.
        self.fast = true;
        self.update_alpha_as_linux(cx);
        if self.rtt_min > 0.0 && self.rtt_max > 0.0 {
            self.fade();
        }
        (self.event_before, self.last_event, self.taken_back) = (self.last_event, cx.now, false);
        let ssthresh = (before * self.beta).floor().max(2.0);
        cx.decide(&REDUCE, &[before, min, max, self.beta, ssthresh]);
        ssthresh
    }

    /// As after an epoch of this throughput (tests).
    #[cfg(test)]
    pub(super) fn with_throughput(&mut self, before: f64, best: f64) {
        (self.linux.best_before, self.linux.best, self.linux.confirmed) = (before, best, true);
    }
}
