//! YeAH has two modes: it grows like Scalable TCP while the queue is short, and like Reno once it infers a queue. It drains
//! its own queue before the queue overflows, but not below the window that it estimates for a Reno rival.
//!
//! Not here: recovery.
//!
//! # Equations
//!
//! ```tex
//! % own packets in the queue, and relative delay; each round, by its smallest RTT | tcp_yeah.c
//! Q = \left\lfloor w\,\frac{\text{RTT} - \text{RTT}_{\min}}{\text{RTT}} \right\rfloor, \qquad L = \frac{\text{RTT} - \text{RTT}_{\min}}{\text{RTT}_{\min}}
//! % slow mode: otherwise fast | tcp_yeah.c
//! Q > 80 \quad\text{or}\quad L > \frac{1}{8}
//! % acknowledged packets for one more packet, fast and slow | tcp_yeah.c
//! n = \min(w,\; 100), \qquad n = w
//! % early decongestion, Q > 80 and w above Reno's window | tcp_yeah.c
//! w \leftarrow \max\bigl(w - \min(Q,\; w/2),\; w_{\text{reno}}\bigr), \qquad \text{ssthresh} \leftarrow w
//! % loss after fewer than 16 slow rounds in a row | tcp_yeah.c
//! \text{ssthresh} \leftarrow w - \max\left(\min\left(Q,\; \frac{w}{2}\right),\; \frac{w}{8}\right)
//! % loss after more of them | tcp_yeah.c
//! \text{ssthresh} \leftarrow \frac{w}{2}
//! ```
//!
//! $w_{\text{reno}}$ is 2, becomes w/2 in the first slow round, then grows by 1 in each; a loss halves it, and 50 fast
//! rounds set it to 2 again.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Fast mode: Scalable TCP's growth
//! Slow mode: Reno's growth
//! Decongestion: w falls by Q, at most by half
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Fast mode: w reaches ssthresh; or the other mode
//! Fast mode -> Slow mode: Q > 80 or L > 1/8
//! Slow mode -> Fast mode: Q ≤ 80 and L ≤ 1/8
//! Slow mode -> Decongestion: Q > 80
//! Decongestion -> Slow mode: at once
//! any -> Fast recovery: loss, by the mode
//! Fast recovery -> Fast mode: all acknowledged; or the other mode
//! any -> Slow start: timeout, w = 1
//! ```
//!
//! # Choices
//!
//! - This is the form of Linux (tcp_yeah.c), in whole packets. A round of fewer than 3 RTT samples decides nothing, and a
//!   recovery discards what the round has measured. Not certain: the paper itself was not read again.
//! - Packets are counted as today's kernels do; the first version counted ACKs.
//! - A timeout sets ssthresh as a loss does.
//!
//! # Look for
//!
//! - This run has 100 Mbit/s, 80 ms and a long queue: after the overshoot of slow start, the window turns round by itself
//!   at 80 packets of its own in the queue, without a loss.
//! - Where 80 packets take longer than an eighth of the smallest RTT (with 40 ms, or on 10 Mbit/s), slow rounds raise
//!   Reno's estimated window as fast as the window itself. Decongestion then removes next to nothing, and the queue
//!   fills as with Reno.
//! - Where the queue holds fewer than 80 packets it overflows first, and each loss removes about what was queued.
//!
//! ```run
//! bottleneck.rate_bps = 100000000
//! bottleneck.queue.limit_packets = 1000
//! flows.0.base_rtt_ms = 80
//! ```

use super::growth::{PacketCount, RenoGrowth};
use super::{Ack, CongestionControl, Context, DELAY_BACKOFF, Ended, Loss, RttSample};
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Section, Value};

crate::params! {
    /// YeAH's parameters.
    pub struct Settings {
        /// If more of its own packets than this are queued, the flow drains them.
        alpha_packets: f64 = whole(80.0, 1.0, 1e5).unit("packets").log().live().slider(1.0, 1000.0, &[1.0, 80.0, 1000.0]).on_card(), "tcp_yeah.c: TCP_YEAH_ALPHA 80";
        /// Queueing delay, as a share of the smallest RTT, above which it grows like Reno.
        delay_share: f64 = number(0.125, 0.0, 10.0).live(), "tcp_yeah.c: 1/TCP_YEAH_PHY, 1/8";
        /// Packets gained per acknowledged packet in the fast mode.
        gain: f64 = number(0.01, 0.001, 1.0).live(), "tcp_yeah.c: 1/100";
        /// Slow rounds in a row from which on a loss halves the window: others fill the queue.
        rival_rounds: u32 = whole(16.0, 0.0, 1e5).unit("RTTs").live(), "tcp_yeah.c: TCP_YEAH_RHO 16";
        /// Fast rounds after which the estimate of a Reno rival's window is reset.
        reset_rounds: u32 = whole(50.0, 1.0, 1e5).unit("RTTs").live(), "tcp_yeah.c: TCP_YEAH_ZETA 50";
    }
}

/// Settings of YeAH as scenario and screen know them.
pub static SECTION: Section = Section::new("yeah", "YeAH", Settings::PARAMS)
    .ignores(&["abe", "whole_byte_growth"])
    .group(Group::DelayBased)
    .about(
        "Grows like Scalable TCP while the queue is short, otherwise like Reno, and drains its own queue early.",
        "A. Baiocchi, A. P. Castellani, F. Vacirca, YeAH-TCP: Yet Another Highspeed TCP, PFLDnet 2007",
    )
    .signals(&[&MODE, &QUEUE, &RENO, &DELAY_BACKOFF])
    .rules(&[&FAST, &SLOW, &DECONGEST, &REDUCE, &RIVALS, &TIMEOUT]);

/// The mode of growth.
pub static MODE: Signal = Signal::state("yeah_mode", &["fast", "slow"]);
/// Q: its own packets in the queue.
pub static QUEUE: Signal = Signal::new("yeah_queued_packets", "packets", Kind::Level);
/// Estimated window of a Reno rival.
pub static RENO: Signal = Signal::new("yeah_reno_packets", "packets", Kind::Level);

const BY_DELAY: &[&str] = &["cwnd", "min_rtt_ms", "rtt_ms", "queued", "alpha"];
/// The fast mode begins.
pub static FAST: Rule =
    Rule { key: "yeah.fast", outcome: Outcome::Change, infers: Inference::Queue, numbers: BY_DELAY };
/// The slow mode begins.
pub static SLOW: Rule =
    Rule { key: "yeah.slow", outcome: Outcome::Change, infers: Inference::Queue, numbers: BY_DELAY };
/// The own queue is drained.
pub static DECONGEST: Rule = Rule {
    key: "yeah.decongest",
    outcome: Outcome::Backoff,
    infers: Inference::Queue,
    numbers: &["before", "queued", "alpha", "reno", "after"],
};
/// A loss without rivals: what was queued is removed.
pub static REDUCE: Rule = Rule {
    key: "yeah.reduce",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "queued", "ssthresh"],
};
/// A loss beside rivals that fill the queue.
pub static RIVALS: Rule = Rule {
    key: "yeah.rivals",
    outcome: Outcome::Cut,
    infers: Inference::Rivals,
    numbers: &["before", "slow_rounds", "ssthresh"],
};
/// A timeout.
pub static TIMEOUT: Rule = Rule {
    key: "yeah.timeout",
    outcome: Outcome::Timeout,
    infers: Inference::Nothing,
    numbers: &["before", "ssthresh"],
};

/// A round with fewer samples decides nothing.
const LEAST_SAMPLES: u32 = 3;
/// Estimate of a rival's window at the start.
const NO_RIVAL: f64 = 2.0;

/// State of YeAH.
#[derive(Clone, Debug)]
pub struct Yeah {
    settings: Settings,
    count: PacketCount,
    /// In ms: of the connection, and the round's with the number of samples.
    min_rtt: f64,
    least: f64,
    samples: u32,
    queued: f64,
    reno: f64,
    slow_rounds: u32,
    fast_rounds: u32,
}

impl Yeah {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Yeah {
        Yeah {
            settings: Settings::read(values),
            count: PacketCount::default(),
            min_rtt: f64::INFINITY,
            least: f64::INFINITY,
            samples: 0,
            queued: 0.0,
            reno: NO_RIVAL,
            slow_rounds: 0,
            fast_rounds: 0,
        }
    }

    fn forget_round(&mut self) {
        (self.least, self.samples) = (f64::INFINITY, 0);
    }

    fn set_reno(&mut self, reno: f64, cx: &mut Context) {
        if reno != self.reno {
            self.reno = reno;
            cx.signal(&RENO, reno);
        }
    }

    fn slow_round(&mut self, rtt: f64, cx: &mut Context) {
        let (w, alpha) = (cx.window.cwnd.floor(), self.settings.alpha_packets);
        if self.slow_rounds == 0 {
            cx.signal(&MODE, 1.0);
            cx.decide(&SLOW, &[cx.window.cwnd, self.min_rtt, rtt, self.queued, alpha]);
        }
        if self.queued > alpha && w > self.reno {
            let after = (w - self.queued.min((w / 2.0).floor())).max(self.reno);
            cx.delay_backoff(cx.window.cwnd);
            cx.decide(&DECONGEST, &[cx.window.cwnd, self.queued, alpha, self.reno, after]);
            (cx.window.cwnd, cx.window.ssthresh) = (after, after);
        }
        let half = (cx.window.cwnd / 2.0).floor().max(NO_RIVAL);
        self.set_reno(if self.reno <= NO_RIVAL { half } else { self.reno + 1.0 }, cx);
        self.slow_rounds = self.slow_rounds.saturating_add(1);
    }

    fn fast_round(&mut self, rtt: f64, cx: &mut Context) {
        self.fast_rounds += 1;
        if self.fast_rounds > self.settings.reset_rounds {
            self.fast_rounds = 0;
            self.set_reno(NO_RIVAL, cx);
        }
        if std::mem::take(&mut self.slow_rounds) > 0 {
            cx.signal(&MODE, 0.0);
            cx.decide(&FAST, &[cx.window.cwnd, self.min_rtt, rtt, self.queued, self.settings.alpha_packets]);
        }
    }

    /// Window after a loss, and whether it was judged to be beside rivals.
    fn reduced(&mut self, cx: &mut Context) -> (f64, bool) {
        self.count.reset();
        let w = cx.window.cwnd.floor();
        let half = (w / 2.0).floor().max(2.0);
        let rivals = self.slow_rounds >= self.settings.rival_rounds;
        let less = if rivals { half } else { self.queued.min(half).max((w / 8.0).floor()) };
        self.fast_rounds = 0;
        self.set_reno((self.reno / 2.0).floor().max(NO_RIVAL), cx);
        ((w - less).max(2.0), rivals)
    }
}

impl CongestionControl for Yeah {
    fn on_start(&mut self, cx: &mut Context) {
        cx.signal(&MODE, 0.0);
        cx.signal(&RENO, self.reno);
    }

    fn on_rtt_sample(&mut self, sample: &RttSample, _cx: &mut Context) {
        let rtt = sample.rtt().ms();
        (self.min_rtt, self.least) = (self.min_rtt.min(rtt), self.least.min(rtt));
        self.samples += 1;
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        if !ack.cwnd_limited {
            return;
        }
        let w = cx.window.cwnd.floor();
        cx.window.cwnd += if cx.in_slow_start() {
            RenoGrowth::slow_start(ack, cx)
        } else {
            let fast = w.min((1.0 / self.settings.gain).floor());
            self.count.earn(ack.newly_acked, if self.slow_rounds == 0 { fast } else { w })
        };
    }

    fn on_round_end(&mut self, cx: &mut Context) {
        if cx.in_recovery {
            return;
        }
        if self.samples >= LEAST_SAMPLES {
            let rtt = self.least;
            let delay = rtt - self.min_rtt;
            self.queued = (cx.window.cwnd.floor() * delay / rtt).floor();
            cx.signal(&QUEUE, self.queued);
            let slow = self.queued > self.settings.alpha_packets || delay > self.settings.delay_share * self.min_rtt;
            if slow { self.slow_round(rtt, cx) } else { self.fast_round(rtt, cx) }
        }
        self.forget_round();
    }

    fn ssthresh_on_loss(&mut self, _loss: &Loss, cx: &mut Context) -> f64 {
        let (ssthresh, rivals) = self.reduced(cx);
        if rivals {
            cx.decide(&RIVALS, &[cx.window.cwnd, f64::from(self.slow_rounds), ssthresh]);
        } else {
            cx.decide(&REDUCE, &[cx.window.cwnd, self.queued, ssthresh]);
        }
        ssthresh
    }

    fn on_timeout(&mut self, _first: bool, _loss: &Loss, cx: &mut Context) -> f64 {
        let (ssthresh, _) = self.reduced(cx);
        cx.decide(&TIMEOUT, &[cx.window.cwnd, ssthresh]);
        ssthresh
    }

    fn on_end(&mut self, ended: Ended, _cx: &mut Context) {
        if ended != Ended::Disorder {
            self.forget_round();
        }
    }

    /// Half of ssthresh, as for Reno (`tcp_reno_min_cwnd`).
    fn recovery_floor(&self, ssthresh: f64) -> f64 {
        ssthresh / 2.0
    }

    fn set(&mut self, row: usize, value: &Value, _cx: &mut Context) {
        self.settings.set(row, value);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Bench, assert_close};
    use super::*;

    fn yeah() -> Yeah {
        Yeah { min_rtt: 40.0, ..Yeah::new(&SECTION.defaults(None)) }
    }

    /// A round of three samples, the smallest of which is this, over 40 ms.
    fn round(bench: &mut Bench, yeah: &mut Yeah, rtt_ms: f64) {
        [0.0, 1.0, 2.0].iter().for_each(|more| bench.sample(yeah, rtt_ms + more, 1));
        bench.round(yeah);
    }

    #[test] // 14.25 packets and 0.105; 17.55 and 0.1325
    fn the_mode_by_the_delay() {
        for (rtt, queued, slow) in [(44.2, 14.0, false), (45.3, 17.0, true)] {
            let (mut bench, mut yeah) = (Bench::new(150.0, 2.0), yeah());
            round(&mut bench, &mut yeah, rtt);
            assert_eq!((yeah.queued, yeah.slow_rounds > 0), (queued, slow));
            assert_close(bench.window.cwnd, 150.0, 0.0);
            (0..100).for_each(|_| bench.ack(&mut yeah, 1.0));
            assert_close(bench.window.cwnd, if slow { 150.0 } else { 151.0 }, 0.0);
            assert_eq!(yeah.reno, if slow { 75.0 } else { 2.0 });
        }
    }

    #[test] // 96 of 420 packets queue; 324 with 74 of them: 250
    fn decongestion_and_a_loss() {
        let (mut bench, mut yeah) = (Bench::new(420.0, 2.0), yeah());
        round(&mut bench, &mut yeah, 52.0);
        assert_eq!((bench.window.cwnd, bench.window.ssthresh, yeah.reno), (324.0, 324.0, 162.0));
        assert_eq!(bench.count(&DELAY_BACKOFF), 1);
        yeah.queued = 74.0;
        assert_close(bench.lose(&mut yeah), 250.0, 0.0);
        assert_eq!(yeah.reno, 81.0);
        // Not below Reno's window.
        bench.window.cwnd = 420.0;
        yeah.reno = 400.0;
        round(&mut bench, &mut yeah, 52.0);
        assert_close(bench.window.cwnd, 400.0, 0.0);
        assert_eq!(yeah.reno, 401.0);
    }

    #[test] // an eighth at least; half after 16 slow rounds
    fn a_loss_by_the_slow_rounds() {
        for (slow_rounds, queued, ssthresh) in [(0, 3.0, 175.0), (15, 150.0, 100.0), (16, 3.0, 100.0)] {
            let mut yeah = Yeah { slow_rounds, queued, ..yeah() };
            assert_close(Bench::new(200.0, 2.0).lose(&mut yeah), ssthresh, 0.0);
        }
        assert_close(Bench::new(200.0, 2.0).time_out(&mut yeah()), 175.0, 0.0);
    }

    #[test]
    fn fifty_fast_rounds_reset_the_rival_and_few_samples_decide_nothing() {
        let (mut bench, mut yeah) = (Bench::new(150.0, 2.0), yeah());
        yeah.reno = 60.0;
        (0..50).for_each(|_| round(&mut bench, &mut yeah, 40.0));
        assert_eq!(yeah.reno, 60.0);
        round(&mut bench, &mut yeah, 40.0);
        assert_eq!(yeah.reno, 2.0);
        bench.sample(&mut yeah, 60.0, 1);
        bench.sample(&mut yeah, 60.0, 1);
        bench.round(&mut yeah);
        assert_eq!((yeah.slow_rounds, yeah.samples), (0, 0));
    }
}
