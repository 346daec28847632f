//! CUBIC as in Linux 2.6.25 (tcp_cubic.c, version 2.1): whole windows, growth by one packet after `count`
//! acknowledgements, beta 819/1024, at most 16 packets per 100 ms in the convex part, a correction for delayed
//! acknowledgements. Not here: the curve itself (`mod.rs`).

use super::{Cubic, REDUCE};
use crate::cc::{Ack, Context, Loss, RttSample};
use crate::units::{Span, Time};

/// beta of 1024.
const BETA: u64 = 819;
/// C = 410/1024 packets/s^3.
const C: f64 = 410.0 / 1024.0;
/// 8 (1024 + beta)/3/(1024 - beta), in whole steps: Reno's growth at this beta.
const FRIENDLINESS: u64 = 8 * (1024 + BETA) / 3 / (1024 - BETA);
/// Most packets that the convex part adds in 100 ms.
const MAX_INCREMENT: u64 = 16;
/// Count until a first loss is known.
const COUNT_AT_FIRST: u64 = 50;

/// State that only this variant has.
#[derive(Clone, Debug)]
pub struct State {
    base_rtt: Option<Span>,
    /// Packets per acknowledgement, in sixteenths; a running mean.
    ack_ratio: u64,
    /// A loss is known since the start or the last timeout.
    lost: bool,
    /// Acknowledgements towards the next packet, and how many it takes.
    acks: u64,
    count: u64,
    /// When `count` was computed, and for which window.
    computed: Time,
    computed_for: u64,
    /// Acknowledgements towards the next packet of Reno's estimate, and the estimate.
    reno_acks: u64,
    reno: u64,
}

impl Default for State {
    fn default() -> State {
        State {
            base_rtt: None,
            ack_ratio: 2 * 16,
            lost: false,
            acks: 0,
            count: 1,
            computed: Time::ZERO,
            computed_for: 0,
            reno_acks: 0,
            reno: 0,
        }
    }
}

/// Acknowledgements for one packet of Reno's estimate.
fn reno_delta(w: u64) -> u64 {
    (w * FRIENDLINESS) >> 3
}

/// Least count of the convex part: at most 16 packets per 100 ms.
fn least_count(w: u64, base_rtt: Span) -> u64 {
    (w as f64 * 100.0 / (MAX_INCREMENT as f64 * base_rtt.ms())) as u64
}

impl Cubic {
    /// The smallest RTT, without those of an epoch's first second.
    pub(super) fn sample_as_linux(&mut self, sample: &RttSample, cx: &Context) {
        if self.curve.is_some_and(|curve| cx.now.since(curve.start) < Span::from_seconds(1.0)) {
            return;
        }
        let rtt = sample.rtt();
        let base = self.linux.base_rtt.map_or(rtt, |base| base.min(rtt));
        self.linux.base_rtt = Some(base);
    }

    /// The running mean of packets per acknowledgement.
    pub(super) fn count_acks_as_linux(&mut self, ack: &Ack) {
        let ratio = self.linux.ack_ratio;
        self.linux.ack_ratio = ratio + ack.newly_acked as u64 - (ratio >> 4);
    }

    /// Congestion avoidance: one packet after `count` acknowledgements.
    pub(super) fn follow_curve_as_linux(&mut self, cx: &mut Context) {
        if self.curve.is_none() {
            self.curve = Some(self.begin(C, cx));
            self.linux.reno = cx.window.cwnd as u64;
            (self.linux.reno_acks, self.linux.computed_for) = (0, 0);
        }
        self.update_count(cx);
        self.linux.acks += 1;
        if self.linux.acks >= self.linux.count {
            self.linux.acks = 0;
            cx.window.cwnd += 1.0;
        }
    }

    fn update_count(&mut self, cx: &Context) {
        let Some(curve) = self.curve else { return };
        let state = &mut self.linux;
        let w = cx.window.cwnd as u64;
        state.reno_acks += 1;
        if w == state.computed_for && cx.now.since(state.computed) <= Span::from_seconds(1.0 / 32.0) {
            return;
        }
        (state.computed, state.computed_for) = (cx.now, w);
        let base_rtt = state.base_rtt.unwrap_or(Span::ZERO);
        let t = cx.now.since(curve.start).seconds() + base_rtt.seconds();
        let x = t - curve.k;
        // The kernel truncates the distance from the origin to whole packets, on either side.
        let target = (curve.w_max.floor() + (C * x * x * x).trunc()).max(0.0) as u64;
        let mut count = if target > w { w / (target - w) } else { 100 * w };
        if x >= 0.0 && base_rtt > Span::ZERO {
            count = count.max(least_count(w, base_rtt));
        }
        if !state.lost {
            count = COUNT_AT_FIRST;
        }
        if self.settings.tcp_friendliness {
            let delta = reno_delta(w).max(1);
            state.reno += state.reno_acks / delta;
            state.reno_acks %= delta;
            if state.reno > w {
                count = count.min(w / (state.reno - w));
            }
        }
        state.count = ((count << 4) / state.ack_ratio.max(1)).max(1);
    }

    /// The cut, in whole packets.
    pub(super) fn reduce_as_linux(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        let (w, before) = (cx.window.cwnd as u64, self.w_max);
        let converges = self.settings.fast_convergence && (w as f64) < before;
        self.w_max = if converges { (w * (1024 + BETA) / 2048) as f64 } else { w as f64 };
        self.curve = None;
        self.linux.lost = true;
        let ssthresh = ((w * BETA / 1024) as f64).max(2.0);
        cx.decide(&REDUCE, &[w as f64, loss.in_flight, BETA as f64 / 1024.0, before, self.w_max, ssthresh]);
        ssthresh
    }
}

#[cfg(test)]
mod tests {
    use super::super::SECTION;
    use super::*;
    use crate::cc::testing::{Bench, assert_close};

    fn cubic() -> Cubic {
        Cubic::new(&SECTION.defaults(Some("linux_2_6_25")))
    }

    #[test] // losses at 100, 95 and 85
    fn cuts_in_whole_packets() {
        let mut cubic = cubic();
        let mut bench = Bench::new(100.0, 2.0);
        for (w, w_max, ssthresh) in [(100.0, 100.0, 79.0), (95.0, 85.0, 75.0), (85.0, 85.0, 67.0)] {
            bench.window.cwnd = w;
            assert_close(bench.lose(&mut cubic), ssthresh, 0.0);
            assert_close(cubic.w_max, w_max, 0.0);
        }
        bench.time_out(&mut cubic);
        assert_close(cubic.w_max, 0.0, 0.0);
        assert!(!cubic.linux.lost);
    }

    #[test]
    fn estimate_of_reno_and_clamp() {
        assert_eq!(FRIENDLINESS, 23);
        assert_eq!(reno_delta(100), 287);
        assert_eq!(least_count(100, Span::from_ms(80.0)), 7);
    }

    #[test] // the estimate stands at 100 after 286 acknowledgements, at 101 after 287: then count <= 100/(101 - 100)
    fn reno_takes_over_where_it_is_faster() {
        let mut cubic = cubic();
        let mut bench = Bench::new(100.0, 2.0);
        cubic.linux = State { lost: true, base_rtt: Some(Span::from_ms(40.0)), ack_ratio: 16, ..State::default() };
        cubic.w_max = 100.0;
        for n in 1..=288 {
            bench.window.cwnd = 100.0;
            cubic.linux.computed_for = 0;
            bench.ack(&mut cubic, 1.0);
            assert_eq!(cubic.linux.reno, if n < 287 { 100 } else { 101 });
        }
        assert_eq!(cubic.linux.count, 100);
    }

    #[test] // W_max 100, w 79: after 1 s and 40 ms of base RTT the target is 100 + trunc(0.4004 (1.04 - 3.7432)^3) = 93
    fn acknowledgements_for_one_packet() {
        let mut cubic = cubic();
        cubic.settings.tcp_friendliness = false;
        let mut bench = Bench::new(100.0, 2.0);
        bench.sample(&mut cubic, 40.0, 1);
        bench.lose(&mut cubic);
        bench.window.ssthresh = 60.0;
        cubic.linux.ack_ratio = 16;
        bench.ack(&mut cubic, 1.0);
        assert_close(cubic.curve.unwrap().k, 3.743, 5e-4);
        bench.now += Span::from_seconds(1.0);
        bench.ack(&mut cubic, 1.0);
        assert_eq!(cubic.linux.count, 79 / (93 - 79));
        // Two packets per acknowledgement take half as many.
        cubic.linux.ack_ratio = 32;
        cubic.linux.computed_for = 0;
        cubic.update_count(&bench.cx());
        assert_eq!(cubic.linux.count, (5 << 4) / 32);
    }

    #[test]
    fn before_a_first_loss_and_in_an_epochs_first_second() {
        let mut cubic = cubic();
        let mut bench = Bench::new(20.0, 2.0);
        cubic.linux.ack_ratio = 16;
        bench.ack(&mut cubic, 1.0);
        assert_eq!(cubic.linux.count, 50);
        bench.sample(&mut cubic, 30.0, 1);
        assert_eq!(cubic.linux.base_rtt, None);
        bench.now += Span::from_seconds(1.0);
        bench.sample(&mut cubic, 40.0, 1);
        assert_eq!(cubic.linux.base_rtt, Some(Span::from_ms(40.0)));
    }

    #[test] // from 32 sixteenths towards 16: 32 + 1 - 2, 31 + 1 - 1
    fn packets_per_acknowledgement() {
        let mut cubic = cubic();
        let ack = Ack { newly_acked: 1.0, cwnd_limited: true, after_timeout: false };
        cubic.count_acks_as_linux(&ack);
        assert_eq!(cubic.linux.ack_ratio, 31);
        cubic.count_acks_as_linux(&ack);
        assert_eq!(cubic.linux.ack_ratio, 31);
    }
}
