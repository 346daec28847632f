//! Compound TCP adds a second window to Reno's: the delay window grows fast while the path shows no queue, and
//! shrinks as a queue builds up.
//!
//! Not here: loss recovery (`tcp/`).
//!
//! # Equations
//!
//! ```tex
//! % window: what may be in flight | INFOCOM 2006
//! \text{win} = \text{cwnd} + \text{dwnd}
//! % Reno's part, each ACK | INFOCOM 2006
//! \text{cwnd} \leftarrow \text{cwnd} + \frac{1}{\text{win}}
//! % estimate of own packets in the queue, as in Vegas; once per RTT | INFOCOM 2006
//! \text{diff} = \text{win}\,\frac{\text{RTT} - \text{baseRTT}}{\text{RTT}}
//! % the delay window, each RTT | INFOCOM 2006
//! \text{dwnd} \leftarrow \begin{cases} \text{dwnd} + \max(\alpha\,\text{win}^k - 1,\; 0) & \text{diff} < \gamma \\ \max(\text{dwnd} - \zeta\,\text{diff},\; 0) & \text{otherwise} \end{cases}
//! % loss | INFOCOM 2006
//! \text{cwnd} \leftarrow \frac{\text{cwnd}}{2}, \qquad \text{dwnd} \leftarrow \max\left(\text{win}\,(1 - \beta) - \frac{\text{cwnd}}{2},\; 0\right)
//! ```
//!
//! # States
//!
//! ```states
//! Slow start: Reno's, no delay window
//! Reno: win below the low window, no delay window
//! Growing: diff < γ, dwnd grows with win^k
//! Shrinking: diff ≥ γ, dwnd shrinks
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Reno: win reaches ssthresh
//! Reno -> Growing: win reaches the low window
//! Growing -> Shrinking: diff ≥ γ
//! Shrinking -> Growing: diff < γ
//! any -> Reno: win below the low window
//! any -> Fast recovery: loss, both windows reduced
//! Fast recovery -> Growing: all acknowledged
//! any -> Slow start: timeout, dwnd = 0
//! ```
//!
//! # Choices
//!
//! - Where the sources say nothing: RTT is the mean of the round's samples, base RTT the smallest sample so far. In
//!   slow start, and while win is below `low_window_packets`, there is only Reno's window: dwnd is 0, and what it
//!   held becomes part of cwnd. Nothing is decided after a round in recovery.
//! - Setting γ by the queue at a loss, which the draft (draft-sridharan-tcpm-ctcp-02) allows, is left out.
//!
//! # Look for
//!
//! - After a loss the window climbs in a curve while the queue is short, then stays nearly constant: the delay window
//!   shrinks by what Reno's part gains.
//! - Between the same losses its window is never smaller than Reno's, since at a delay window of 0 Reno's part is
//!   left. Its goodput can be smaller: in figure 4 of the CDG paper, as reproduced here, it is 2 to 4 % below
//!   NewReno's when 1 % or more of the packets are lost at random.
//! - On 10 Mbit/s and 40 ms the window is below `low_window_packets` until a queue builds up, and Compound TCP is
//!   Reno; this run has 100 Mbit/s.
//!
//! ```run
//! bottleneck.rate_bps = 100000000
//! bottleneck.queue.limit_packets = 100
//! ```

use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, DELAY_BACKOFF, Ended, Loss, RttSample};
use crate::math::pow;
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Section, Value};

crate::params! {
    /// Compound TCP's parameters.
    pub struct Settings {
        /// Growth factor of the delay window (α).
        alpha: f64 = number(0.125, 0.0, 10.0).live(), "INFOCOM 2006: 1/8";
        /// Exponent of the delay window's growth (k).
        k: f64 = number(0.75, 0.0, 1.0).live(), "INFOCOM 2006: 3/4";
        /// Share of the whole window that is removed at a loss (β).
        beta: f64 = number(0.5, 0.0, 1.0).live(), "INFOCOM 2006: 1/2";
        /// Estimated number of own packets in the queue from which on the delay window shrinks (γ).
        gamma_packets: f64 = number(30.0, 0.0, 1e5).unit("packets").log().live().slider(1.0, 100.0, &[1.0, 10.0, 100.0]).on_card(), "INFOCOM 2006: 30";
        /// Decrease of the delay window per packet in the queue (ζ).
        zeta: f64 = number(1.0, 0.0, 100.0).live(), "INFOCOM 2006: 1";
        /// Window below which the delay window is not used.
        low_window_packets: f64 = number(41.0, 0.0, 1e5).unit("packets").log().live(), "draft-sridharan-tcpm-ctcp-02: 41";
    }
}

/// Settings of Compound TCP as scenario and screen know them.
pub static SECTION: Section = Section::new("compound", "Compound TCP", Settings::PARAMS)
    .group(Group::DelayBased)
    .about(
        "Adds a delay window to Reno's, which grows fast while the path seems empty and shrinks as a queue builds up.",
        "K. Tan, J. Song, Q. Zhang, M. Sridharan, A Compound TCP Approach for High-Speed and Long Distance Networks, INFOCOM 2006",
    )
    .signals(&[&DWND, &DIFF, &DELAY_BACKOFF])
    .fills_queue()
    .rules(&[&GROW, &GIVE_WAY, &REDUCE, &TIMEOUT]);

/// The delay window.
pub static DWND: Signal = Signal::new("dwnd_packets", "packets", Kind::Level);
/// Packets of the flow that queue.
pub static DIFF: Signal = Signal::new("diff_packets", "packets", Kind::Level);
/// The queue is short: the delay window grows.
pub static GROW: Rule = Rule {
    key: "compound.grow",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["diff", "gamma", "win", "alpha", "k", "dwnd_before", "dwnd"],
};
/// The queue is long: the delay window gives way.
pub static GIVE_WAY: Rule = Rule {
    key: "compound.give_way",
    outcome: Outcome::Backoff,
    infers: Inference::Queue,
    numbers: &["diff", "gamma", "win", "zeta", "dwnd_before", "dwnd"],
};
/// A loss: both windows are cut.
pub static REDUCE: Rule = Rule {
    key: "compound.reduce",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["win", "dwnd_before", "beta", "cwnd", "dwnd", "ssthresh"],
};
/// The retransmission timer fired.
pub static TIMEOUT: Rule = Rule {
    key: "compound.timeout",
    outcome: Outcome::Timeout,
    infers: Inference::Nothing,
    numbers: &["win", "base", "ssthresh"],
};

/// State of Compound TCP. The window of the context is win; Reno's part of it is what dwnd leaves.
#[derive(Clone, Debug)]
pub struct Compound {
    settings: Settings,
    growth: RenoGrowth,
    dwnd: f64,
    /// Sum in ms and number of the round's RTT samples.
    rtts: (f64, u32),
    /// The latest ACK found the window to be what limits sending.
    limited: bool,
}

impl Compound {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Compound {
        Compound {
            settings: Settings::read(values),
            growth: RenoGrowth::default(),
            dwnd: 0.0,
            rtts: (0.0, 0),
            limited: true,
        }
    }

    fn set_dwnd(&mut self, dwnd: f64, cx: &mut Context) {
        if dwnd != self.dwnd {
            self.dwnd = dwnd;
            cx.signal(&DWND, dwnd);
        }
    }

    /// Once per RTT: the delay window moves, and win with it.
    fn adjust(&mut self, diff: f64, cx: &mut Context) {
        let (win, before) = (cx.window.cwnd, self.dwnd);
        let Settings { alpha, k, gamma_packets: gamma, zeta, .. } = self.settings;
        cx.signal(&DIFF, diff);
        if win < self.settings.low_window_packets {
            return self.set_dwnd(0.0, cx);
        }
        if diff < gamma {
            if self.limited {
                self.set_dwnd(before + (alpha * pow(win, k) - 1.0).max(0.0), cx);
                cx.decide(&GROW, &[diff, gamma, win, alpha, k, before, self.dwnd]);
            }
        } else if before > 0.0 {
            self.set_dwnd((before - zeta * diff).max(0.0), cx);
            cx.delay_backoff(win);
            cx.decide(&GIVE_WAY, &[diff, gamma, win, zeta, before, self.dwnd]);
        }
        cx.window.cwnd += self.dwnd - before;
    }
}

impl CongestionControl for Compound {
    fn on_start(&mut self, cx: &mut Context) {
        cx.signal(&DWND, self.dwnd);
    }

    fn on_rtt_sample(&mut self, sample: &RttSample, _cx: &mut Context) {
        self.rtts.0 += sample.rtt().ms();
        self.rtts.1 += 1;
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        self.limited = ack.cwnd_limited;
        if !ack.cwnd_limited {
            return;
        }
        cx.window.cwnd += if cx.in_slow_start() {
            self.set_dwnd(0.0, cx);
            RenoGrowth::slow_start(ack, cx)
        } else {
            self.growth.congestion_avoidance(ack, cx)
        };
    }

    fn on_round_end(&mut self, cx: &mut Context) {
        let (sum, count) = std::mem::take(&mut self.rtts);
        if count == 0 || cx.in_recovery || cx.in_slow_start() {
            return;
        }
        if let Some(base) = cx.min_rtt {
            let rtt = sum / f64::from(count);
            self.adjust(cx.window.cwnd * ((rtt - base.ms()) / rtt).max(0.0), cx);
        }
    }

    fn ssthresh_on_loss(&mut self, _loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        let (win, before, beta) = (cx.window.cwnd, self.dwnd, self.settings.beta);
        let cwnd = (win - before) / 2.0;
        self.set_dwnd((win * (1.0 - beta) - cwnd).max(0.0), cx);
        let ssthresh = (cwnd + self.dwnd).max(2.0);
        cx.decide(&REDUCE, &[win, before, beta, cwnd, self.dwnd, ssthresh]);
        ssthresh
    }

    fn on_timeout(&mut self, _first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        self.set_dwnd(0.0, cx);
        let ssthresh = cx.halved(loss.base);
        cx.decide(&TIMEOUT, &[cx.window.cwnd, loss.base, ssthresh]);
        ssthresh
    }

    fn on_end(&mut self, ended: Ended, cx: &mut Context) {
        if ended == Ended::Recovery {
            // A burst-safe exit leaves less than ssthresh, and Reno's part of it is at least a packet.
            self.set_dwnd(self.dwnd.min(cx.window.cwnd - 1.0), cx);
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
    use crate::units::Span;

    fn compound(dwnd: f64) -> Compound {
        Compound { dwnd, ..Compound::new(&SECTION.defaults(None)) }
    }

    /// A round of congestion avoidance with this RTT ends; the base RTT is 68 ms.
    fn round(bench: &mut Bench, compound: &mut Compound, rtt_ms: f64) {
        bench.min_rtt = Some(Span::from_ms(68.0));
        bench.sample(compound, rtt_ms, 1);
        bench.round(compound);
    }

    #[test] // no queue: alpha win^k - 1
    fn the_delay_window_grows_on_an_empty_path() {
        for (win, gain) in [(100.0, 2.9528), (50.0, 1.3504), (1000.0, 21.2285)] {
            let (mut bench, mut compound) = (Bench::new(win, 2.0), compound(0.0));
            round(&mut bench, &mut compound, 68.0);
            assert_close(bench.said(&DWND).unwrap(), gain, 5e-5);
            assert_close(bench.window.cwnd, win + gain, 5e-5);
            assert_eq!(bench.decided().unwrap().0, "compound.grow");
        }
    }

    #[test] // 32 of 100 packets queue at an RTT of 100 ms, more than gamma = 30 and all of dwnd = 20
    fn the_delay_window_gives_way_to_a_queue() {
        let (mut bench, mut compound) = (Bench::new(100.0, 2.0), compound(20.0));
        round(&mut bench, &mut compound, 100.0);
        assert_close(bench.said(&DIFF).unwrap(), 32.0, 1e-9);
        assert_eq!(bench.said(&DWND), Some(0.0));
        assert_close(bench.window.cwnd, 80.0, 1e-9);
        assert_eq!((bench.count(&DELAY_BACKOFF), bench.emitter.delay_backoffs), (1, 1));
        // Half of it with zeta = 1/2 and dwnd = 32.
        let mut compound = Compound { dwnd: 32.0, ..compound };
        compound.settings.zeta = 0.5;
        bench.window.cwnd = 100.0;
        round(&mut bench, &mut compound, 100.0);
        assert_close(compound.dwnd, 16.0, 1e-9);
    }

    #[test] // cwnd 60, dwnd 40: 30 and 20
    fn a_loss_cuts_both_windows() {
        let (mut bench, mut compound) = (Bench::new(100.0, 2.0), compound(40.0));
        assert_close(bench.lose(&mut compound), 50.0, 1e-12);
        assert_eq!(bench.decided().unwrap().1, [100.0, 40.0, 0.5, 30.0, 20.0, 50.0]);
        assert_eq!(bench.said(&DWND), Some(20.0));
        // 90 of 100 given up: Reno's half of 80 stays, and no delay window.
        let mut compound = Compound { dwnd: 20.0, ..compound };
        compound.settings.beta = 0.9;
        bench.window.cwnd = 100.0;
        assert_close(bench.lose(&mut compound), 40.0, 1e-12);
        assert_eq!(bench.said(&DWND), Some(0.0));
    }

    #[test] // the window stays what it is, but all of it is Reno's
    fn a_small_window_is_renos() {
        let (mut bench, mut compound) = (Bench::new(40.9, 2.0), compound(20.0));
        round(&mut bench, &mut compound, 68.0);
        assert_eq!(bench.said(&DWND), Some(0.0));
        assert_close(bench.window.cwnd, 40.9, 0.0);
    }

    #[test]
    fn growth_between_rounds_is_renos_share_of_the_whole() {
        let (mut bench, mut compound) = (Bench::new(100.0, 2.0), compound(40.0));
        bench.ack(&mut compound, 1.0);
        assert_close(bench.window.cwnd, 100.01, 1e-12);
        bench.window = crate::cc::Window { cwnd: 10.0, ssthresh: 50.0 };
        bench.ack(&mut compound, 1.0);
        assert_eq!((bench.window.cwnd, bench.said(&DWND)), (11.0, Some(0.0)));
    }

    #[test]
    fn a_timeout_ends_the_delay_window() {
        let (mut bench, mut compound) = (Bench::new(100.0, 2.0), compound(40.0));
        assert_close(bench.time_out(&mut compound), 50.0, 0.0);
        assert_eq!(bench.said(&DWND), Some(0.0));
    }

    #[test] // recovery ends with 15 packets of an ssthresh of 50: 14 of them may be dwnd's
    fn a_careful_exit_from_recovery_bounds_the_delay_window() {
        let (mut bench, mut compound) = (Bench::new(15.0, 50.0), compound(20.0));
        compound.on_end(Ended::Recovery, &mut bench.cx());
        assert_eq!(bench.said(&DWND), Some(14.0));
    }
}
