//! Linux's own parts of CDG (tcp_cdg.c, v4): sums in microseconds, growth per acknowledged packet, a delay backoff
//! that takes one RTT (state CWR, `Context::reduce_gradually`), and a way out of slow start like HyStart's.
//! Not here: what it shares with the other variants (`mod.rs`), and the reduction itself, which is the sender's.

use super::backoff::DelaySignal;
use super::{Cdg, Verdict, probability, signals};
use crate::cc::cdg::envelope::QueueState;
use crate::cc::growth::RenoGrowth;
use crate::cc::{Ack, Context};
use crate::units::{Span, Time};

/// State that only this variant has.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Number of the present interval: this variant's intervals are not the sender's rounds, and each has its own draw.
    interval: u64,
    /// Packets still to be acknowledged until an interval ends; beyond them it does.
    pub(super) mark: f64,
    train: Option<Train>,
    /// ACKs seen in this interval, counted up to 8.
    samples: u32,
}

/// ACKs that come close together.
#[derive(Clone, Copy, Debug)]
struct Train {
    first: Time,
    last: Time,
}

const TRAIN_GAP: Span = Span(3_000_000);
const ALLOWANCE_MS: f64 = 0.125;
const SAMPLES: u32 = 8;

impl State {
    /// The first interval begins. Its number lies beyond all whose draws this flow has used.
    pub fn start(&mut self, cx: &Context) {
        self.interval = self.interval.max(cx.round);
        self.start_round(cx);
    }

    /// Another variant takes over, or this one anew: intervals are counted on from those of `before`.
    pub fn count_on(&mut self, before: &State) {
        self.interval = before.interval + 1;
    }

    /// The draw of the present interval, uniform in [0, 1) (contract 1.4).
    pub fn draw(&self, cx: &Context) -> f64 {
        cx.draw_of_interval(self.interval)
    }

    /// The next interval begins.
    fn next_round(&mut self, cx: &Context) {
        self.interval += 1;
        self.start_round(cx);
    }

    /// An interval ends with the first ACK of data sent from now on.
    fn start_round(&mut self, cx: &Context) {
        self.mark = cx.in_flight;
        self.train = None;
        self.samples = 0;
    }
}

impl Cdg {
    /// Microseconds of the sum of gradients.
    fn sums_us(&self) -> (f64, f64) {
        let sum = self.envelope.sum();
        (self.clock.ms(sum.min as f64) * 1000.0, self.clock.ms(sum.max as f64) * 1000.0)
    }

    /// The state from the sums, each to the nearest multiple of 64 us; the kernel knows full and not full only, and
    /// asks only if it tolerates losses.
    pub(super) fn judge_queue_of_linux(&self) -> QueueState {
        if !self.settings.loss_tolerance {
            return QueueState::Unknown;
        }
        let round = |sum: f64| (sum / 64.0).round() as i64; // the half away from zero, as the kernel's division
        let (min, max) = self.sums_us();
        self.queue.judge(round(min), round(max))
    }

    /// Which of the two falls by more than the kernel's rounding.
    pub(super) fn falling_of_linux(&self) -> (bool, bool) {
        let (min, max) = self.sums_us();
        (min <= -32.0, max <= -32.0)
    }

    /// The signal, as the mean gradient in ms, and its probability; smoothed in slow start too.
    pub(super) fn signal_of_linux(&self, g_ms: f64) -> DelaySignal {
        let (min, max) = self.sums_us();
        let (times, over) = self.envelope.extrapolation(self.settings.window_fill);
        let a = self.envelope.smoothing() as f64;
        let of_max = min <= 0.0;
        let sum = if of_max { max } else { min } * times as f64 / over as f64;
        let probability = probability::linux(sum, 1000.0 / (g_ms * a));
        DelaySignal { gradient_ms: sum / a / 1000.0, of_max, g_ms, probability }
    }

    /// A delay backoff or recovery is complete: nothing is known of the queue, and an interval begins.
    pub(super) fn end_reduction(&mut self, cx: &mut Context) {
        if self.queue != QueueState::Unknown {
            self.queue = QueueState::Unknown;
            cx.signal(&signals::QUEUE_STATE, f64::from(self.queue as u8));
        }
        self.envelope.restart();
        self.linux.next_round(cx);
    }

    /// An ACK outside recovery.
    pub(super) fn on_ack_of_linux(&mut self, ack: &Ack, cx: &mut Context) {
        if cx.window.cwnd < cx.window.ssthresh {
            self.leave_slow_start(ack, cx);
        }
        self.linux.mark -= ack.newly_acked;
        if self.linux.mark < 0.0 && self.envelope.minimum().is_some() {
            let slow_start = self.in_slow_start(cx);
            let verdict = self.close_interval(slow_start, cx);
            self.linux.next_round(cx);
            if verdict == Verdict::BackedOff {
                return;
            }
        }
        if !ack.cwnd_limited {
            let shadow = self.shadow.min(cx.window.cwnd);
            return self.set_shadow(shadow, cx);
        }
        let packets =
            if self.in_slow_start(cx) { RenoGrowth::slow_start(ack, cx) } else { ack.newly_acked / cx.window.cwnd };
        self.grow(packets, cx);
    }

    /// Ends slow start, as HyStart does, when ACKs come in a train as long as the path, or the RTT grows.
    fn leave_slow_start(&mut self, ack: &Ack, cx: &mut Context) {
        let Some(base) = cx.min_rtt else { return };
        let (base_ms, now) = (base.ms(), cx.now);
        match self.linux.train {
            Some(train) if ack.cwnd_limited => {
                if now.since(train.last) < TRAIN_GAP {
                    self.linux.train = Some(Train { last: now, ..train });
                    let train_ms = now.since(train.first).ms();
                    if train_ms > (base_ms / 2.0).max(ALLOWANCE_MS) {
                        return self.end_slow_start(&[train_ms, base_ms, cx.window.cwnd], true, cx);
                    }
                }
            }
            _ => self.linux.train = Some(Train { first: now, last: now }),
        }
        if self.linux.samples < SAMPLES {
            self.linux.samples += 1;
        } else if let Some(minimum) = self.envelope.minimum() {
            let minimum_ms = self.clock.ms(minimum as f64);
            if minimum_ms > base_ms + (base_ms / 8.0).max(ALLOWANCE_MS) {
                self.end_slow_start(&[minimum_ms, base_ms, cx.window.cwnd], false, cx);
            }
        }
    }

    fn end_slow_start(&mut self, numbers: &[f64; 3], by_train: bool, cx: &mut Context) {
        cx.window.ssthresh = cx.window.cwnd;
        cx.decide(if by_train { &signals::TRAIN_EXIT } else { &signals::DELAY_EXIT }, numbers);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{CERTAIN, NEVER, cdg, g};
    use super::*;
    use crate::cc::testing::{Bench, assert_close};
    use crate::cc::{CongestionControl, DELAY_BACKOFF, Ended};
    use crate::params::Value;

    #[test] // w = 40: ssthresh is 28 at once, and the sender leads the window there
    fn linux_asks_for_a_gradual_reduction() {
        let mut cdg = cdg("linux", &[g(CERTAIN)]);
        let mut bench = Bench::new(40.0, 20.0);
        cdg.on_start(&mut bench.cx());
        for rtt in [50.0, 60.0] {
            bench.sample(&mut cdg, rtt, 1);
            cdg.linux.mark = 0.0;
            bench.ack(&mut cdg, 1.0);
        }
        assert_eq!(bench.count(&DELAY_BACKOFF), 1);
        assert!(bench.gradual);
        assert_close(bench.window.ssthresh, 28.0, 0.0);
        assert_close(cdg.shadow, bench.window.cwnd, 0.0);
        cdg.on_end(Ended::Recovery, &mut bench.cx());
        assert_eq!(cdg.queue, QueueState::Unknown);
    }

    #[test] // contract 1.4: one draw for each interval, however many fall into one round of the sender
    fn linux_draws_once_for_each_interval() {
        let mut cdg = cdg("linux", &[g(NEVER)]);
        let mut bench = Bench::new(40.0, 20.0);
        cdg.on_start(&mut bench.cx());
        let mut draws = Vec::new();
        for n in 0..12 {
            if n == 6 {
                let row = super::super::SECTION.index("variant").expect("a parameter");
                cdg.set(row, &Value::Word("linux"), &mut bench.cx());
            }
            bench.sample(&mut cdg, 50.0 + f64::from(n), 1);
            cdg.linux.mark = 0.0;
            let before = bench.count(&signals::DRAW);
            bench.ack(&mut cdg, 1.0);
            if bench.count(&signals::DRAW) > before {
                draws.extend(bench.said(&signals::DRAW));
            }
        }
        assert_eq!(draws.len(), 10, "the first interval after a start has no gradient");
        let mut sorted = draws.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.dedup();
        assert_eq!(sorted.len(), draws.len(), "{draws:?}");
    }

    #[test]
    fn linux_judges_losses_by_state_only_if_it_tolerates_them() {
        for (tolerance, expected) in [(false, 20.0), (true, 40.0)] {
            let mut cdg = cdg("linux", &[g(NEVER), ("loss_tolerance", Value::Bool(tolerance))]);
            let mut bench = Bench::new(40.0, 20.0);
            cdg.on_start(&mut bench.cx());
            for rtt in [50.0, 50.3] {
                bench.sample(&mut cdg, rtt, 1);
                cdg.linux.mark = 0.0;
                cdg.on_ack(&Ack { newly_acked: 1.0, cwnd_limited: false, after_timeout: false }, &mut bench.cx());
            }
            assert_eq!(cdg.queue, if tolerance { QueueState::Rising } else { QueueState::Unknown });
            assert_close(bench.lose(&mut cdg), expected, 0.0);
        }
    }

    #[test] // sums of +-31 us count as 0, of -32 us as a fall
    fn linux_rounds_its_sums() {
        let mut cdg = cdg("linux", &[g(NEVER), ("loss_tolerance", Value::Bool(true))]);
        let mut bench = Bench::new(40.0, 20.0);
        cdg.on_start(&mut bench.cx());
        let mut rtt = 50.0;
        for (step, state, falling) in [
            (0.0, QueueState::Unknown, false),
            (-0.031, QueueState::Unknown, false),
            (-0.001, QueueState::Falling, true),
        ] {
            rtt += step;
            bench.sample(&mut cdg, rtt, 1);
            cdg.linux.mark = 0.0;
            bench.ack(&mut cdg, 1.0);
            assert_eq!(cdg.queue, state);
            assert_eq!(cdg.falling_of_linux(), (falling, falling));
        }
    }

    #[test] // base 40 ms: a train of 20 ms and more, in gaps under 3 ms
    fn linux_leaves_slow_start_by_a_train() {
        for (gap, leaves) in [(2.0, true), (4.0, false)] {
            let mut cdg = cdg("linux", &[g(NEVER)]);
            let mut bench = Bench::new(10.0, f64::INFINITY);
            cdg.on_start(&mut bench.cx());
            cdg.linux.mark = 1000.0;
            for _ in 0..12 {
                bench.sample(&mut cdg, 40.0, 1);
                bench.ack(&mut cdg, 1.0);
                bench.now += Span::from_ms(gap);
            }
            assert_eq!(bench.window.ssthresh.is_finite(), leaves);
            if leaves {
                assert_eq!(bench.decided().unwrap().0, "cdg.slow_start_exit_by_train");
            }
        }
    }

    #[test] // base 40 ms: 45 ms is the threshold, after 8 samples
    fn linux_leaves_slow_start_by_delay() {
        for (rtt, leaves) in [(44.9, false), (45.1, true)] {
            let mut cdg = cdg("linux", &[g(NEVER)]);
            let mut bench = Bench::new(10.0, f64::INFINITY);
            cdg.on_start(&mut bench.cx());
            cdg.linux.mark = 1000.0;
            for n in 1..=9 {
                bench.sample(&mut cdg, rtt, 1);
                bench.ack(&mut cdg, 1.0);
                bench.now += Span::from_ms(5.0);
                assert_eq!(bench.window.ssthresh.is_finite(), leaves && n == 9);
            }
        }
    }
}
