//! Veno asks Vegas' estimate of its own packets in the queue where a loss came from: while that backlog is small, it takes
//! the loss for random and removes a fifth of its window; otherwise it halves. A large backlog also halves its growth.
//!
//! Not here: recovery.
//!
//! # Equations
//!
//! ```tex
//! % backlog: own packets in the queue, each ACK | JSAC 2003
//! N = w\,\frac{\text{RTT} - \text{RTT}_{\min}}{\text{RTT}}
//! % each acknowledged packet | JSAC 2003
//! w \leftarrow \begin{cases} w + 1/w & N < \beta \\ w + 1/(2w) & \text{otherwise} \end{cases}
//! % loss | JSAC 2003
//! \text{ssthresh} \leftarrow \begin{cases} 0.8\, w & N < \beta \\ w/2 & \text{otherwise} \end{cases}
//! % Linux: N < 3 in whole half packets | tcp_veno.c
//! 2w - \left\lfloor 2w\,\frac{\text{RTT}_{\min}}{\text{RTT}} \right\rfloor < 6
//! ```
//!
//! $\beta$ is 3 packets. A timeout halves, as Reno's.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Small backlog: N < β, one more packet per RTT
//! Large backlog: N ≥ β, one more packet every other RTT
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Small backlog: w reaches ssthresh; or the other one, by N
//! Small backlog -> Large backlog: N ≥ β
//! Large backlog -> Small backlog: N < β
//! any -> Fast recovery: loss, 0.8 w or w/2 is left, by N
//! Fast recovery -> Small backlog: all acknowledged; or the other one, by N
//! any -> Slow start: timeout, w = 1
//! ```
//!
//! # Choices
//!
//! - RTT is that of the newest sample. The kernel means the smallest of a round, but clears that at every ACK. Not certain:
//!   which RTT the paper means.
//! - `paper`: real numbers. `linux`: whole packets, N in half packets, rounded up by the kernel's truncation, so that some
//!   losses with N just below 3 halve the window; growth skips every second window's worth of ACKs.
//! - Up to two RTT samples it is Reno, and so it is while duplicates are counted and until a timeout is repaired.
//!
//! # Look for
//!
//! - The window climbs at half the slope from the moment when 3 of its packets queue.
//! - In the laboratory, remove NewReno and add random loss: cuts are shallow while the queue is empty. Losses from a full queue
//!   halve.
//! - The threshold counts the flow's own packets. In the laboratory, choose 12 Veno flows and a queue limit of 30 packets: each has
//!   fewer than 3 in the queue, and Veno takes most of the losses from the full queue for random.

use super::growth::{PacketCount, RenoGrowth};
use super::{Ack, CongestionControl, Context, Loss, RttSample};
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Section, Value, Variant as Preset};

crate::choices! {
    /// Which Veno.
    pub enum Variant {
        /// The paper's.
        Paper = "paper",
        /// Linux's.
        Linux = "linux",
    }
}

crate::params! {
    /// Veno's parameters.
    pub struct Settings {
        /// Which Veno: the paper's, in real numbers, or Linux's, in whole ones.
        variant: Variant = word("paper", Variant::WORDS).live(), "choice; linux on the TCP stack linux";
        /// Backlog below which a loss counts as random, and from which on growth is halved (β).
        beta_packets: f64 = number(3.0, 0.0, 1e4).unit("packets").log().live().slider(1.0, 50.0, &[1.0, 3.0, 50.0]).on_card(), "JSAC 2003: 3";
        /// Share of the window that a loss leaves that counts as random.
        random_share: f64 = number(0.8, 0.1, 1.0).live().needs(&[Need::Above("beta_packets", 0.0)]), "JSAC 2003: 4/5";
    }
}

/// Settings of Veno as scenario and screen know them.
pub static SECTION: Section = Section::new("veno", "Veno", Settings::PARAMS)
    .group(Group::DelayBased)
    .about(
        "Removes only a fifth of its window at a loss while few of its own packets seem to queue.",
        "C. P. Fu, S. C. Liew, TCP Veno: TCP Enhancement for Transmission over Wireless Access Networks, IEEE JSAC 21(2), 2003",
    )
    .variants(
        "variant",
        &[
            Preset::new("paper", "real numbers"),
            Preset::new("linux", "whole packets, the backlog in half packets; one more packet after every second window")
                .ignores(&["whole_byte_growth"])
                .default_on("linux"),
        ],
    )
    .signals(&[&BACKLOG])
    .fills_queue()
    .rules(&[&SMALL, &LARGE, &RANDOM, &HALVE, &TIMEOUT]);

/// N: its own packets in the queue.
pub static BACKLOG: Signal = Signal::new("veno_backlog_packets", "packets", Kind::Level);

const BY_BACKLOG: &[&str] = &["cwnd", "min_rtt_ms", "rtt_ms", "backlog", "threshold"];
/// N falls below beta: growth as Reno's.
pub static SMALL: Rule =
    Rule { key: "veno.small_backlog", outcome: Outcome::Change, infers: Inference::Queue, numbers: BY_BACKLOG };
/// N reaches beta: half of Reno's growth.
pub static LARGE: Rule =
    Rule { key: "veno.large_backlog", outcome: Outcome::Change, infers: Inference::Queue, numbers: BY_BACKLOG };
/// A loss with a small backlog counts as random.
pub static RANDOM: Rule = Rule {
    key: "veno.random_loss",
    outcome: Outcome::Cut,
    infers: Inference::RandomLoss,
    numbers: &["before", "backlog", "threshold", "beta", "ssthresh"],
};
/// A loss with a large one as congestion.
pub static HALVE: Rule = Rule {
    key: "veno.congestion_loss",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "backlog", "threshold", "ssthresh"],
};
/// A timeout.
pub static TIMEOUT: Rule = Rule {
    key: "veno.timeout",
    outcome: Outcome::Timeout,
    infers: Inference::Nothing,
    numbers: &["before", "base", "ssthresh"],
};

/// Up to this number of RTT samples it is Reno.
const FEW_SAMPLES: u32 = 2;

/// State of Veno.
#[derive(Clone, Debug)]
pub struct Veno {
    settings: Settings,
    growth: RenoGrowth,
    count: PacketCount,
    /// Smallest and newest RTT in ms, and how many there were.
    min_rtt: f64,
    rtt: f64,
    samples: u32,
    /// N of the last ACK.
    backlog: f64,
    large: bool,
    /// Linux, with a large backlog: the next window's worth of ACKs gives a packet.
    grows: bool,
}

impl Veno {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Veno {
        Veno {
            settings: Settings::read(values),
            growth: RenoGrowth::default(),
            count: PacketCount::default(),
            min_rtt: f64::INFINITY,
            rtt: 0.0,
            samples: 0,
            backlog: 0.0,
            large: false,
            grows: true,
        }
    }

    fn is_linux(&self) -> bool {
        self.settings.variant == Variant::Linux
    }

    /// N for a window of `w`.
    fn backlog(&self, w: f64) -> f64 {
        if self.is_linux() {
            let doubled = 2.0 * w.floor();
            return (doubled - (doubled * self.min_rtt / self.rtt).floor()) / 2.0;
        }
        w * (self.rtt - self.min_rtt) / self.rtt
    }

    /// Judges the backlog anew.
    fn judge(&mut self, cx: &mut Context) {
        let (w, threshold) = (cx.window.cwnd, self.settings.beta_packets);
        let backlog = self.backlog(w);
        if backlog != self.backlog {
            cx.signal(&BACKLOG, backlog);
        }
        self.backlog = backlog;
        let large = backlog >= threshold;
        if large != std::mem::replace(&mut self.large, large) && !cx.in_slow_start() {
            cx.decide(if large { &LARGE } else { &SMALL }, &[w, self.min_rtt, self.rtt, backlog, threshold]);
        }
    }

    /// Linux with a large backlog: a packet for every second window's worth of ACKs.
    fn earn_every_other(&mut self, ack: &Ack, w: f64) -> f64 {
        let (windows, mut gained) = (self.count.earn(ack.newly_acked, w.floor()) as u32, 0.0);
        for _ in 0..windows {
            gained += f64::from(u8::from(self.grows));
            self.grows = !self.grows;
        }
        gained
    }
}

impl CongestionControl for Veno {
    fn on_rtt_sample(&mut self, sample: &RttSample, _cx: &mut Context) {
        self.rtt = sample.rtt().ms();
        self.min_rtt = self.min_rtt.min(self.rtt);
        self.samples = self.samples.saturating_add(1);
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        if !ack.cwnd_limited {
            return;
        }
        let judges = cx.open && self.samples > FEW_SAMPLES;
        if judges {
            self.judge(cx);
        }
        let w = cx.window.cwnd;
        cx.window.cwnd += match judges && self.large {
            _ if cx.in_slow_start() => RenoGrowth::slow_start(ack, cx),
            true if self.is_linux() => self.earn_every_other(ack, w),
            true => 0.5 * self.growth.congestion_avoidance(ack, cx),
            false if self.is_linux() => self.count.earn(ack.newly_acked, w.floor()),
            false => self.growth.congestion_avoidance(ack, cx),
        };
    }

    fn ssthresh_on_loss(&mut self, _loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        self.count.reset();
        let (before, threshold) = (cx.window.cwnd, self.settings.beta_packets);
        let share = if self.large { 0.5 } else { self.settings.random_share };
        let kept = if self.is_linux() { (share * before.floor()).floor() } else { share * before };
        let ssthresh = kept.max(2.0);
        if self.large {
            cx.decide(&HALVE, &[before, self.backlog, threshold, ssthresh]);
        } else {
            cx.decide(&RANDOM, &[before, self.backlog, threshold, share, ssthresh]);
        }
        ssthresh
    }

    fn on_timeout(&mut self, _first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        self.count.reset();
        let ssthresh = cx.halved(loss.base);
        cx.decide(&TIMEOUT, &[cx.window.cwnd, loss.base, ssthresh]);
        ssthresh
    }

    fn set(&mut self, row: usize, value: &Value, _cx: &mut Context) {
        self.settings.set(row, value);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Bench, assert_close};
    use super::*;

    /// At a window of 26 and a smallest RTT of 40 ms, after an ACK with this RTT.
    fn at(variant: &'static str, rtt_ms: f64) -> (Bench, Veno) {
        let (mut bench, mut veno) = (Bench::new(26.0, 2.0), Veno::new(&SECTION.defaults(Some(variant))));
        (0..3).for_each(|_| bench.sample(&mut veno, 40.0, 1));
        bench.sample(&mut veno, rtt_ms, 1);
        bench.ack(&mut veno, 1.0);
        (bench, veno)
    }

    #[test] // at 44.7 ms the kernel's integers say 6 half packets
    fn a_loss_by_the_backlog() {
        for (rtt, backlog, paper, linux) in
            [(43.9, 2.310, 20.8, 20.0), (44.7, 2.734, 20.8, 13.0), (46.1, 3.440, 13.0, 13.0)]
        {
            let (mut bench, mut veno) = at("paper", rtt);
            assert_close(veno.backlog, backlog, 5e-4);
            bench.window.cwnd = 26.0;
            assert_close(bench.lose(&mut veno), paper, 1e-9);
            let (mut bench, mut veno) = at("linux", rtt);
            bench.window.cwnd = 26.0;
            assert_close(bench.lose(&mut veno), linux, 0.0);
        }
        assert_close(at("linux", 44.7).1.backlog, 3.0, 0.0);
    }

    #[test]
    fn a_large_backlog_halves_growth() {
        for (rtt, gain) in [(43.9, 1.0), (46.1, 0.5)] {
            let (bench, _) = at("paper", rtt);
            assert_close(bench.window.cwnd, 26.0 + gain / 26.0, 1e-12);
            let (mut bench, mut veno) = at("linux", rtt);
            (0..26 + 27 - 1).for_each(|_| bench.ack(&mut veno, 1.0));
            assert_close(bench.window.cwnd, 26.0 + 2.0 * gain, 0.0);
        }
    }

    #[test]
    fn reno_after_few_samples_and_out_of_order() {
        let (mut bench, mut veno) = (Bench::new(26.0, 2.0), Veno::new(&SECTION.defaults(None)));
        bench.sample(&mut veno, 40.0, 1);
        bench.sample(&mut veno, 60.0, 1);
        bench.ack(&mut veno, 1.0);
        assert_close(bench.window.cwnd, 26.0 + 1.0 / 26.0, 1e-12);
        bench.sample(&mut veno, 60.0, 1);
        bench.open = false;
        bench.window.cwnd = 26.0;
        bench.ack(&mut veno, 1.0);
        assert_close(bench.window.cwnd, 26.0 + 1.0 / 26.0, 1e-12);
        assert!(bench.decided().is_none());
        bench.open = true;
        bench.ack(&mut veno, 1.0);
        assert_eq!(bench.decided().unwrap().0, "veno.large_backlog");
        bench.window.cwnd = 26.0;
        assert_close(bench.time_out(&mut veno), 13.0, 0.0);
    }
}
