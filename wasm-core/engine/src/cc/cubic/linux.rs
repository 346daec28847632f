//! CUBIC as Linux has it (tcp_cubic.c): whole windows, growth by one packet after `count` acknowledged packets.
//!
//!   version 2.1, Linux 2.6.25   beta 819/1024;  counts ACKs, corrected by a running mean of packets per
//!                               ACK;  at most 16 packets per 100 ms in the convex part;
//!                               a count of 50 before the first loss
//!   version 2.3, Linux 5        beta 717/1024;  counts packets;  counts of 2 at least, of 20 at most before the first loss
//!
//! Not here: the curve itself (`mod.rs`), HyStart (`slow_start/hystart.rs`).

use super::{Cubic, REDUCE, Variant};
use crate::cc::{Ack, Context, RttSample};
use crate::units::{Span, Time};

/// Differences between the two versions.
#[derive(Debug)]
pub(super) struct Kernel {
    /// beta of 1024.
    beta: u64,
    /// ACKs are counted and their mean number of packets corrected for, instead of counting packets.
    counts_acks: bool,
    /// The convex part has a bound.
    clamps: bool,
    /// Minimum count.
    least: u64,
}

static VERSION_2_1: Kernel = Kernel { beta: 819, counts_acks: true, clamps: true, least: 1 };
static VERSION_2_3: Kernel = Kernel { beta: 717, counts_acks: false, clamps: false, least: 2 };

impl Variant {
    /// The kernel's version, if it is one.
    pub(super) fn kernel(self) -> Option<&'static Kernel> {
        match self {
            Variant::Rfc9438 => None,
            Variant::Linux2625 => Some(&VERSION_2_1),
            Variant::Linux => Some(&VERSION_2_3),
        }
    }
}

impl Kernel {
    /// Packets acknowledged for one packet of Reno's estimate: in eighths of a window, 8 (1024 + beta)/3/(1024 - beta).
    fn reno_delta(&self, w: u64) -> u64 {
        (w * (8 * (1024 + self.beta) / 3 / (1024 - self.beta))) >> 3
    }

    /// Count until a first loss is known, when the curve asks for `count`.
    fn count_at_first(&self, count: u64) -> u64 {
        if self.counts_acks { 50 } else { count.min(20) }
    }
}

/// C = 410/1024 packets/s^3.
const C: f64 = 410.0 / 1024.0;
/// Most packets that the convex part adds in 100 ms, where it has a bound.
const MAX_INCREMENT: u64 = 16;

/// State that only the kernels' variants have.
#[derive(Clone, Debug)]
pub struct State {
    base_rtt: Option<Span>,
    /// Packets per ACK, in sixteenths; a running mean.
    ack_ratio: u64,
    /// A loss is known since the start or the last timeout.
    lost: bool,
    /// ACKs (2.1) or packets (2.3) towards the next packet, and how many it takes.
    acks: u64,
    count: u64,
    /// When `count` was computed, and for which window.
    computed: Time,
    computed_for: u64,
    /// ACKs towards the next packet of Reno's estimate, and the estimate.
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

impl State {
    /// Packets that the window gains. What was counted towards a larger count is worth one packet, and then gone. Version 2.1
    /// gives a packet with the ACK after the `count`th, and does not count that one.
    fn earn(&mut self, kernel: &Kernel, counted: u64) -> u64 {
        let gained = u64::from(self.acks >= self.count);
        if gained > 0 {
            self.acks = 0;
            if kernel.counts_acks {
                return gained;
            }
        }
        self.acks += counted;
        if kernel.counts_acks {
            return 0;
        }
        let more = self.acks / self.count;
        self.acks %= self.count;
        gained + more
    }
}

/// Minimum count of the convex part: at most 16 packets per 100 ms.
fn least_count(w: u64, base_rtt: Span) -> u64 {
    (w as f64 * 100.0 / (MAX_INCREMENT as f64 * base_rtt.ms())) as u64
}

impl Cubic {
    /// The smallest RTT, without those of an epoch's first second.
    pub(super) fn sample_as_linux(&mut self, sample: &RttSample, cx: &Context) {
        if self.epoch.curve.is_some_and(|curve| cx.now.since(curve.start) < Span::from_seconds(1.0)) {
            return;
        }
        let rtt = sample.rtt();
        let base = self.linux.base_rtt.map_or(rtt, |base| base.min(rtt));
        self.linux.base_rtt = Some(base);
    }

    /// The running mean of packets per ACK.
    pub(super) fn count_acks_as_linux(&mut self, ack: &Ack) {
        let ratio = self.linux.ack_ratio;
        self.linux.ack_ratio = ratio + ack.newly_acked as u64 - (ratio >> 4);
    }

    /// Congestion avoidance: one packet after `count`, on an ACK of `n` packets.
    pub(super) fn follow_curve_as_linux(&mut self, kernel: &Kernel, n: u64, cx: &mut Context) {
        if self.epoch.curve.is_none() {
            self.epoch.curve = Some(self.begin(C, cx));
            self.linux.reno = cx.window.cwnd as u64;
            (self.linux.reno_acks, self.linux.computed_for) = (0, 0);
        }
        let counted = if kernel.counts_acks { 1 } else { n };
        self.update_count(kernel, counted, cx);
        cx.window.cwnd += self.linux.earn(kernel, counted) as f64;
    }

    fn update_count(&mut self, kernel: &Kernel, counted: u64, cx: &mut Context) {
        let Some(curve) = self.epoch.curve else { return };
        let state = &mut self.linux;
        let w = cx.window.cwnd as u64;
        state.reno_acks += counted;
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
        if kernel.clamps && x >= 0.0 && base_rtt > Span::ZERO {
            count = count.max(least_count(w, base_rtt));
        }
        if !state.lost {
            count = kernel.count_at_first(count);
        }
        let mut friendly = false;
        if self.settings.tcp_friendliness {
            let delta = kernel.reno_delta(w).max(1);
            // Only what exceeds a whole number of deltas counts.
            let steps = state.reno_acks.saturating_sub(1) / delta;
            state.reno += steps;
            state.reno_acks -= steps * delta;
            if state.reno > w {
                friendly = w / (state.reno - w) < count;
                count = count.min(w / (state.reno - w));
            }
        }
        if kernel.counts_acks {
            count = (count << 4) / state.ack_ratio.max(1);
        }
        state.count = count.max(kernel.least);
        let estimate = if self.settings.tcp_friendliness { state.reno as f64 } else { 0.0 };
        self.emit_region(friendly, &curve, target as f64, estimate, cx);
    }

    /// The cut, in whole packets.
    pub(super) fn reduce_as_linux(&mut self, kernel: &Kernel, cx: &mut Context) -> f64 {
        let (w, before, beta) = (cx.window.cwnd as u64, self.epoch.w_max, kernel.beta);
        let converges = self.settings.fast_convergence && (w as f64) < before;
        self.epoch.w_max = if converges { (w * (1024 + beta) / 2048) as f64 } else { w as f64 };
        self.epoch.curve = None;
        (self.linux.lost, self.linux.acks) = (true, 0);
        let ssthresh = ((w * beta / 1024) as f64).max(2.0);
        // The kernel takes the window where RFC 9438 takes what is in flight.
        cx.decide(&REDUCE, &[w as f64, w as f64, beta as f64 / 1024.0, before, self.epoch.w_max, ssthresh]);
        ssthresh
    }
}

#[cfg(test)]
mod tests {
    use super::super::SECTION;
    use super::*;
    use crate::cc::testing::{Bench, assert_close};

    fn cubic() -> Cubic {
        of("linux_2_6_25")
    }

    fn of(variant: &'static str) -> Cubic {
        Cubic::new(&SECTION.defaults(Some(variant)))
    }

    #[test] // losses at 100, 95 and 85
    fn cuts_in_whole_packets() {
        for (variant, cuts) in [
            ("linux_2_6_25", [(100.0, 100.0, 79.0), (95.0, 85.0, 75.0), (85.0, 85.0, 67.0)]),
            ("linux", [(100.0, 100.0, 70.0), (95.0, 80.0, 66.0), (85.0, 85.0, 59.0)]),
        ] {
            let mut cubic = of(variant);
            let mut bench = Bench::new(100.0, 2.0);
            for (w, w_max, ssthresh) in cuts {
                bench.window.cwnd = w;
                assert_close(bench.lose(&mut cubic), ssthresh, 0.0);
                assert_close(cubic.epoch.w_max, w_max, 0.0);
            }
            bench.time_out(&mut cubic);
            assert_close(cubic.epoch.w_max, 0.0, 0.0);
            assert!(!cubic.linux.lost);
        }
    }

    #[test] // w = 100: 23 and 15 eighths of it; 16 packets per 100 ms at 80 ms
    fn estimate_of_reno_and_clamp() {
        assert_eq!(VERSION_2_1.reno_delta(100), 287);
        assert_eq!(VERSION_2_3.reno_delta(100), 187);
        assert_eq!(least_count(100, Span::from_ms(80.0)), 7);
    }

    #[test] // the estimate is at 100 after 287 ACKs, at 101 after 288: then count <= 100/(101 - 100)
    fn reno_takes_over_where_it_is_faster() {
        let mut cubic = cubic();
        let mut bench = Bench::new(100.0, 2.0);
        cubic.linux = State { lost: true, base_rtt: Some(Span::from_ms(40.0)), ack_ratio: 16, ..State::default() };
        cubic.epoch.w_max = 100.0;
        for n in 1..=289 {
            bench.window.cwnd = 100.0;
            cubic.linux.computed_for = 0;
            bench.ack(&mut cubic, 1.0);
            assert_eq!(cubic.linux.reno, if n < 288 { 100 } else { 101 });
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
        assert_close(cubic.epoch.curve.unwrap().k, 3.743, 5e-4);
        bench.now += Span::from_seconds(1.0);
        bench.ack(&mut cubic, 1.0);
        assert_eq!(cubic.linux.count, 79 / (93 - 79));
        // Two packets per ACK take half as many.
        cubic.linux.ack_ratio = 32;
        cubic.linux.computed_for = 0;
        cubic.update_count(&VERSION_2_1, 1, &mut bench.cx());
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

    /// A flow of version 2.3 or 2.1, cut at 100 and 20 s past its curve's origin, where the curve is far above.
    fn long_ago(variant: &'static str) -> (Bench, Cubic) {
        let mut cubic = of(variant);
        let mut bench = Bench::new(100.0, 2.0);
        bench.sample(&mut cubic, 80.0, 1);
        bench.lose(&mut cubic);
        bench.window = crate::cc::Window { cwnd: 100.0, ssthresh: 60.0 };
        cubic.linux.ack_ratio = 16;
        bench.ack(&mut cubic, 1.0);
        bench.now += Span::from_seconds(20.0);
        cubic.linux.acks = 0;
        (bench, cubic)
    }

    #[test] // 2.1: at most 100/7 packets per RTT of 80 ms; 2.3: 100/2
    fn the_convex_part_has_a_bound() {
        for (variant, count) in [("linux_2_6_25", 7), ("linux", 2)] {
            let (mut bench, mut cubic) = long_ago(variant);
            bench.ack(&mut cubic, 1.0);
            assert_eq!(cubic.linux.count, count);
        }
    }

    #[test] // tcp_cubic.c of 2.6.25: the ACK after the count-th gives the packet, and is not counted
    fn version_2_1_gives_a_packet_with_every_acknowledgement_after_the_count() {
        let mut state = State { count: 7, ..State::default() };
        let gained: Vec<u64> = (1..=24).filter(|_| state.earn(&VERSION_2_1, 1) > 0).collect();
        assert_eq!(gained, [8, 16, 24]);
    }

    #[test] // tcp_cong_avoid_ai: credit of a larger count gives one packet and is gone; tcp_init_cwnd_reduction: and at a cut
    fn version_2_3_forgets_its_credit() {
        let mut state = State { count: 7, acks: 50, ..State::default() };
        assert_eq!((state.earn(&VERSION_2_3, 3), state.acks), (1, 3));
        assert_eq!((state.earn(&VERSION_2_3, 12), state.acks), (2, 1));
        let mut cubic = of("linux");
        cubic.linux.acks = 5;
        Bench::new(100.0, 2.0).lose(&mut cubic);
        assert_eq!(cubic.linux.acks, 0);
    }

    #[test]
    fn version_2_3_counts_packets() {
        let (mut bench, mut cubic) = long_ago("linux");
        bench.ack(&mut cubic, 5.0);
        assert_close(bench.window.cwnd, 102.0, 0.0);
        bench.ack(&mut cubic, 1.0); // the odd one counts
        assert_close(bench.window.cwnd, 103.0, 0.0);
        cubic.linux.acks = 50; // towards a larger count
        bench.ack(&mut cubic, 1.0);
        assert_close(bench.window.cwnd, 104.0, 0.0);
    }

    #[test] // version 2.3, before a first loss: no slower than a packet per 20; no bound on what is faster
    fn version_2_3_before_a_first_loss() {
        let mut cubic = of("linux");
        let mut bench = Bench::new(50.0, 2.0);
        bench.ack(&mut cubic, 1.0);
        assert_eq!(cubic.linux.count, 20);
        bench.now += Span::from_seconds(3.0); // 50 + trunc(0.4004 x 27) = 60
        bench.ack(&mut cubic, 1.0);
        assert_eq!(cubic.linux.count, 50 / 10);
    }
}
