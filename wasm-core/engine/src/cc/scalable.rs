//! Scalable TCP grows in proportion to its window and removes a fixed share of it at a loss, so that the time from one
//! loss to the next, in RTTs, does not depend on the rate of the path.
//!
//! Not here: recovery.
//!
//! # Equations
//!
//! ```tex
//! % each acknowledged packet | CCR 2003
//! w \leftarrow w + a
//! % loss, timeout | CCR 2003
//! \text{ssthresh} \leftarrow (1 - b)\, w
//! % RTTs from a loss back to the same window | CCR 2003
//! \frac{-\ln(1 - b)}{\ln(1 + a)} = 13.4
//! % Linux: acknowledged packets for one more packet | tcp_scalable.c
//! n = \min(w,\; 50)
//! % Linux: loss, timeout | tcp_scalable.c
//! \text{ssthresh} \leftarrow \max(w - \lfloor w / 8 \rfloor,\; 2)
//! ```
//!
//! $a$ is {gain}, $b$ is {b}.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Reno: w below the low window, one more packet per RTT
//! Scalable: a hundredth of w per RTT
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Scalable: w reaches ssthresh
//! Scalable -> Reno: w below the low window after losses
//! Reno -> Scalable: w reaches the low window
//! any -> Fast recovery: loss, 7/8 of w is left, below the low window half
//! Fast recovery -> Scalable: all acknowledged; or Reno, by w
//! any -> Slow start: timeout, w = 1
//! ```
//!
//! # Choices
//!
//! - `paper`: below `low_window_packets` it is Reno, in its growth and at a loss. Not certain: the value of 16 packets is as
//!   we remember the paper.
//! - `linux` has no low window: up to 50 packets it grows like Reno, above by a fiftieth per RTT, since with delayed
//!   ACKs there are half as many of them. It counts packets, as today's kernels do, and so grows twice as fast as the paper's.
//!   The cut is in whole packets, and an eighth at every window.
//!
//! # Look for
//!
//! - This run has 100 Mbit/s: the window climbs along an exponential curve, in cycles of equal length.
//! - In the laboratory, halve the rate and the queue limit: the time between two losses is the same; NewReno's would be half as long.
//! - The first slow start ends with a timeout: its overshoot doubles the window, and an eighth less does not end the losses.
//! - In the laboratory, replace NewReno by a second Scalable TCP flow: one that joins 20 s late stays behind for more than a minute.
//!   Both grow and shrink in proportion to what they have.
//!
//! ```run
//! bottleneck.rate_bps = 100000000
//! bottleneck.queue.limit_packets = 100
//! ```

use super::growth::{PacketCount, RenoGrowth};
use super::{Ack, CongestionControl, Context, Loss, Wants};
use crate::observe::{Inference, Outcome, Rule};
use crate::params::{Group, Section, Value, Variant as Preset};

crate::choices! {
    /// Which Scalable TCP.
    pub enum Variant {
        /// The paper's.
        Paper = "paper",
        /// Linux's.
        Linux = "linux",
    }
}

crate::params! {
    /// Scalable TCP's parameters.
    pub struct Settings {
        /// Which Scalable TCP: the paper's, in real numbers, or Linux's.
        variant: Variant = word("paper", Variant::WORDS).live(), "choice; linux on the TCP stack linux";
        /// Packets gained per acknowledged packet (a).
        gain: f64 = above(0.01, 0.0, 1.0).live().slider(0.001, 0.1, &[0.001, 0.01, 0.1]).on_card(), "CCR 2003: 0.01; Linux: 1/50";
        /// Share of the window removed at a loss (b).
        b: f64 = number(0.125, 0.001, 0.9).live(), "CCR 2003: 1/8";
        /// Window below which it is Reno.
        low_window_packets: f64 = number(16.0, 0.0, 1e5).unit("packets").log().live(), "CCR 2003: 16";
    }
}

/// Settings of Scalable TCP as scenario and screen know them.
pub static SECTION: Section = Section::new("scalable", "Scalable TCP", Settings::PARAMS)
    .group(Group::LossBased)
    .about(
        "Grows in proportion to its window, and removes an eighth of it at a loss.",
        "T. Kelly, Scalable TCP: Improving Performance in Highspeed Wide Area Networks, ACM SIGCOMM CCR 33(2), 2003",
    )
    .variants(
        "variant",
        &[
            Preset::new("paper", "real numbers; Reno below the low window"),
            Preset::new("linux", "whole packets; one more for 50 acknowledged packets, or for a window of fewer")
                .defaults(&[("gain", Value::Number(0.02))])
                .lacks(&["low_window_packets"])
                .ignores(&["whole_byte_growth"])
                .default_on("linux"),
        ],
    )
    .fills_queue()
    .rules(&[&REDUCE, &HALVE, &TIMEOUT]);

/// A loss.
pub static REDUCE: Rule = Rule {
    key: "scalable.reduce",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "b", "ssthresh"],
};
/// A loss below the low window.
pub static HALVE: Rule = Rule {
    key: "scalable.halve",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "base", "ssthresh"],
};
/// A timeout.
pub static TIMEOUT: Rule = Rule {
    key: "scalable.timeout",
    outcome: Outcome::Timeout,
    infers: Inference::Nothing,
    numbers: &["before", "ssthresh"],
};

/// State of Scalable TCP.
#[derive(Clone, Debug)]
pub struct Scalable {
    settings: Settings,
    growth: RenoGrowth,
    count: PacketCount,
}

impl Scalable {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Scalable {
        Scalable { settings: Settings::read(values), growth: RenoGrowth::default(), count: PacketCount::default() }
    }

    fn is_linux(&self) -> bool {
        self.settings.variant == Variant::Linux
    }

    /// Packets that congestion avoidance adds for this ACK.
    fn growth(&mut self, ack: &Ack, cx: &Context) -> f64 {
        let w = cx.window.cwnd;
        if self.is_linux() {
            return self.count.earn(ack.newly_acked, w.floor().min((1.0 / self.settings.gain).floor()));
        }
        if w < self.settings.low_window_packets {
            return self.growth.congestion_avoidance(ack, cx);
        }
        self.settings.gain * ack.newly_acked
    }

    /// Window after a loss, and whether that is half, as Reno's.
    fn reduced(&mut self, loss: &Loss, cx: &Context) -> (f64, bool) {
        self.growth.reset();
        self.count.reset();
        let (w, b) = (cx.window.cwnd, self.settings.b);
        if self.is_linux() {
            return ((w.floor() - (w.floor() * b).floor()).max(2.0), false);
        }
        if w < self.settings.low_window_packets {
            return (cx.halved(loss.base), true);
        }
        (((1.0 - b) * w).max(2.0), false)
    }
}

impl CongestionControl for Scalable {
    fn wants(&self) -> Wants {
        Wants { rtt_samples: false, ..Wants::STANDARD }
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        if ack.cwnd_limited {
            cx.window.cwnd += if cx.in_slow_start() { RenoGrowth::slow_start(ack, cx) } else { self.growth(ack, cx) };
        }
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        let w = cx.window.cwnd;
        let (ssthresh, half) = self.reduced(loss, cx);
        if half {
            cx.decide(&HALVE, &[w, loss.base, ssthresh]);
        } else {
            cx.decide(&REDUCE, &[w, self.settings.b, ssthresh]);
        }
        ssthresh
    }

    fn on_timeout(&mut self, _first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        let (ssthresh, _) = self.reduced(loss, cx);
        cx.decide(&TIMEOUT, &[cx.window.cwnd, ssthresh]);
        ssthresh
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

    fn scalable(variant: &'static str) -> Scalable {
        Scalable::new(&SECTION.defaults(Some(variant)))
    }

    #[test] // at 131 packets: 1.31 more per RTT; 7/8 of it, or without floor(131/8)
    fn a_round_and_a_loss() {
        let (mut bench, mut paper) = (Bench::new(131.0, 2.0), scalable("paper"));
        bench.ack(&mut paper, 131.0);
        assert_close(bench.window.cwnd, 132.31, 1e-9);
        bench.window.cwnd = 131.0;
        assert_close(bench.lose(&mut paper), 114.625, 1e-9);
        let (mut bench, mut linux) = (Bench::new(131.0, 2.0), scalable("linux"));
        (0..131).for_each(|_| bench.ack(&mut linux, 1.0));
        assert_close(bench.window.cwnd, 133.0, 0.0);
        bench.window.cwnd = 131.0;
        assert_close(bench.lose(&mut linux), 115.0, 0.0);
    }

    #[test] // ln(1/0.875)/ln 1.01 = 13.42 rounds; Linux's fiftieth: 6.74
    fn rounds_of_a_recovery() {
        for (w, variant, rounds) in [(131.0, "paper", 13.42), (4000.0, "paper", 13.42), (4000.0, "linux", 6.74)] {
            let (mut bench, mut scalable) = (Bench::new(w, 2.0), scalable(variant));
            bench.lose(&mut scalable);
            bench.window.ssthresh = 2.0;
            let mut round = 0.0;
            while bench.window.cwnd < w {
                let share = (w - bench.window.cwnd) / (bench.window.cwnd * scalable.settings.gain);
                let acked = bench.window.cwnd.floor();
                (0..acked as u64).for_each(|_| bench.ack(&mut scalable, 1.0));
                round += share.min(1.0);
            }
            assert_close(round, rounds, 0.1);
        }
    }

    #[test]
    fn reno_in_small_windows() {
        let (mut bench, mut paper) = (Bench::new(13.0, 2.0), scalable("paper"));
        bench.ack(&mut paper, 1.0);
        assert_close(bench.window.cwnd, 13.0 + 1.0 / 13.0, 1e-12);
        assert_close(bench.lose(&mut paper), 6.0, 0.0);
        let (mut bench, mut linux) = (Bench::new(13.0, 2.0), scalable("linux"));
        (0..13).for_each(|_| bench.ack(&mut linux, 1.0));
        assert_close(bench.window.cwnd, 14.0, 0.0);
        assert_close(bench.time_out(&mut linux), 13.0, 0.0);
    }
}
