//! Westwood+ probes like Reno, but after a loss it keeps what the path was delivering: it estimates the bandwidth from
//! the rate at which ACKs report packets, and sets ssthresh to that bandwidth times the smallest RTT. A random loss on a
//! path that is not full costs it little.
//!
//! Not here: recovery.
//!
//! # Equations
//!
//! ```tex
//! % a sample each RTT: packets reported in the time Δ | CCR 2004
//! b = \frac{\text{acked}}{\Delta}
//! % smoothed, in the paper | CCR 2004
//! \hat B \leftarrow 0.9\,\hat B + 0.1\, b
//! % smoothed twice, in Linux | tcp_westwood.c
//! b_1 \leftarrow \frac{7\, b_1 + b}{8}, \qquad \hat B \leftarrow \frac{7\,\hat B + b_1}{8}
//! % loss | CCR 2004
//! \text{ssthresh} \leftarrow \max(\hat B\, R_{\min},\; 2), \qquad w \leftarrow \min(w,\, \text{ssthresh})
//! % timeout | CCR 2004
//! \text{ssthresh} \leftarrow \max(\hat B\, R_{\min},\; 2), \qquad w \leftarrow 1
//! ```
//!
//! $R_{\min}$ is the smallest RTT, so that $\hat B R_{\min}$ is an estimate of the BDP in packets. Growth is Reno's.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Congestion avoidance: one more packet per RTT
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Congestion avoidance: w reaches ssthresh
//! any -> Fast recovery: loss, ssthresh is the estimated BDP
//! Fast recovery -> Congestion avoidance: all acknowledged, w = ssthresh
//! Fast recovery -> Slow start: all acknowledged, w is below the estimated BDP
//! any -> Slow start: timeout, ssthresh is the estimated BDP, w = 1
//! ```
//!
//! # Choices
//!
//! | `variant` | filter | shortest sample | RTT | a loss |
//! | --- | --- | --- | --- | --- |
//! | `paper` | once | an RTT | latest sample | w falls to the estimated BDP at once |
//! | `linux` | twice | 50 ms | latest sample | Reno's half in the recovery, w becomes the estimated BDP at its end |
//! | `linux_first` | twice, from 0 | 50 ms | smoothed | as `linux` |
//!
//! - Not certain: the paper's filter was not read again; its single form and the factor 0.9 are as we remember them. In
//!   `linux_first` the estimate starts from 0. In the others the first sample sets it, where the paper may start from 0,
//!   too.
//! - A sample ends with the first ACK later than its length, which belongs to the next sample, as in Linux. A duplicate ACK
//!   counts as one packet, in a recovery too, and the ACK that covers its packet later does not count it again.
//! - In the paper's form, an estimated BDP above the window leaves the window, and slow start goes on up to the estimate.
//!   Linux sets the window to it.
//! - `linux` measures the smallest RTT again after a timeout, as later kernels do. After a route change to a longer path
//!   the others keep an RTT that is too short.
//!
//! # Look for
//!
//! - After a loss the window falls to the BDP, here to less than half: the queue empties, and the link stays busy.
//! - The estimate lags in slow start, so that the first loss leaves less than the BDP.
//! - In the laboratory, add a random loss of 0.1 to 3 %: alone on the path, Westwood+ has more goodput than NewReno. While the
//!   window is about the BDP, a loss hardly reduces it.

use super::growth::RenoGrowth;
use super::{Ack, BANDWIDTH, CongestionControl, Context, Ended, Loss, MIN_RTT, PacketEvents, RttSample, Wants};
use crate::observe::{Inference, Outcome, Rule};
use crate::params::{Group, Section, Value, Variant as Preset};
use crate::units::{Span, Time};

crate::choices! {
    /// Which Westwood+.
    pub enum Variant {
        /// The paper's.
        Paper = "paper",
        /// Linux's.
        Linux = "linux",
        /// The first one in Linux.
        LinuxFirst = "linux_first",
    }
}

crate::params! {
    /// Westwood+'s parameters.
    pub struct Settings {
        /// Which Westwood+: the paper's, Linux's, or the first one in Linux.
        variant: Variant = word("paper", Variant::WORDS).live(), "choice; linux on the TCP stack linux";
        /// Shortest time for which a sample of the bandwidth is measured; at least an RTT.
        min_interval_ms: f64 = number(0.0, 0.0, 1e4).unit("ms").live(), "Linux: 50 ms";
    }
}

/// Linux's defaults.
const LINUX: &[(&str, Value)] = &[("min_interval_ms", Value::Number(50.0))];

/// Settings of Westwood+ as scenario and screen know them.
pub static SECTION: Section = Section::new("westwood", "Westwood+", Settings::PARAMS)
    .group(Group::LossBased)
    .about(
        "Grows like Reno; a loss leaves what the path was delivering, its bandwidth times its smallest RTT.",
        "L. A. Grieco, S. Mascolo, Performance Evaluation and Comparison of Westwood+, New Reno, and Vegas TCP Congestion Control, ACM SIGCOMM CCR 34(2), 2004",
    )
    .variants(
        "variant",
        &[
            Preset::new("paper", "one filter, 0.9 of the old estimate; the window falls to the estimated BDP at a loss"),
            Preset::new(
                "linux",
                "two filters, 7/8 each; samples of at least 50 ms; Reno's half during a recovery, the estimated BDP at its \
                 end, in whole packets; the smallest RTT is measured again after a timeout",
            )
            .defaults(LINUX)
            .default_on("linux"),
            Preset::new(
                "linux_first",
                "as linux, by the smoothed RTT; the filters start from 0; the smallest RTT is kept after a timeout",
            )
            .defaults(LINUX),
        ],
    )
    .signals(&[&BANDWIDTH, &MIN_RTT])
    .fills_queue()
    .rules(&[&REDUCE, &HALVE, &RESTORE, &TIMEOUT]);

/// A loss leaves the estimated BDP, or the window if that is less.
pub static REDUCE: Rule = Rule {
    key: "westwood.reduce",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "packets_per_s", "min_rtt_ms", "bdp", "ssthresh"],
};
/// Linux: half for the recovery.
pub static HALVE: Rule = Rule {
    key: "westwood.halve",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "base", "ssthresh"],
};
/// The end of a recovery: the estimated BDP becomes ssthresh, in Linux the window, too.
pub static RESTORE: Rule = Rule {
    key: "westwood.restore",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["packets_per_s", "min_rtt_ms", "ssthresh"],
};
/// A timeout.
pub static TIMEOUT: Rule = Rule {
    key: "westwood.timeout",
    outcome: Outcome::Timeout,
    infers: Inference::Nothing,
    numbers: &["before", "packets_per_s", "min_rtt_ms", "ssthresh"],
};

/// Smallest RTT before there is a sample, in s (tcp_westwood.c).
const NO_RTT_S: f64 = 20.0;
/// Share of the old estimate that the paper's filter keeps.
const KEPT: f64 = 0.9;

/// State of Westwood+.
#[derive(Clone, Debug)]
pub struct Westwood {
    settings: Settings,
    growth: RenoGrowth,
    /// Bandwidth in packets/s, smoothed once and twice; 0: no sample yet.
    once: f64,
    estimate: f64,
    /// The present sample: packets, and when it began.
    acked: f64,
    start: Time,
    rtt: Option<Span>,
    min_rtt: Option<Span>,
    /// The window at a loss was below the estimated BDP.
    below: bool,
}

impl Westwood {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Westwood {
        Westwood {
            settings: Settings::read(values),
            growth: RenoGrowth::default(),
            once: 0.0,
            estimate: 0.0,
            acked: 0.0,
            start: Time::ZERO,
            rtt: None,
            min_rtt: None,
            below: false,
        }
    }

    fn is_linux(&self) -> bool {
        self.settings.variant != Variant::Paper
    }

    /// A sample of the bandwidth, in packets/s.
    fn filter(&mut self, sample: f64) {
        if self.estimate == 0.0 && self.settings.variant != Variant::LinuxFirst {
            (self.once, self.estimate) = (sample, sample);
        } else if self.is_linux() {
            self.once = (7.0 * self.once + sample) / 8.0;
            self.estimate = (7.0 * self.estimate + self.once) / 8.0;
        } else {
            self.estimate = KEPT * self.estimate + (1.0 - KEPT) * sample;
        }
    }

    fn min_rtt_s(&self) -> f64 {
        self.min_rtt.map_or(NO_RTT_S, Span::seconds)
    }

    /// The estimated BDP in packets, 2 at least; Linux in whole ones.
    fn bdp(&self) -> f64 {
        let bdp = self.estimate * self.min_rtt_s();
        (if self.is_linux() { bdp.floor() } else { bdp }).max(2.0)
    }
}

impl CongestionControl for Westwood {
    fn wants(&self) -> Wants {
        Wants { arrivals: true, ..Wants::STANDARD }
    }

    fn on_start(&mut self, cx: &mut Context) {
        self.start = cx.now;
    }

    fn on_rtt_sample(&mut self, sample: &RttSample, cx: &mut Context) {
        let latest = sample.rtt();
        let rtt = if self.settings.variant == Variant::LinuxFirst { cx.srtt.unwrap_or(latest) } else { latest };
        self.rtt = Some(rtt);
        if self.min_rtt.is_none_or(|least| rtt < least) {
            self.min_rtt = Some(rtt);
            cx.signal(&MIN_RTT, rtt.ms());
        }
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        if ack.cwnd_limited {
            cx.window.cwnd += self.growth.of(ack, cx);
        }
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        let w = cx.window.cwnd;
        if self.is_linux() {
            let ssthresh = cx.halved(loss.base);
            cx.decide(&HALVE, &[w, loss.base, ssthresh]);
            return ssthresh;
        }
        let bdp = self.bdp();
        self.below = bdp > w;
        let ssthresh = bdp.min(w);
        cx.decide(&REDUCE, &[w, self.estimate, 1e3 * self.min_rtt_s(), bdp, ssthresh.max(2.0)]);
        ssthresh
    }

    fn on_end(&mut self, ended: Ended, cx: &mut Context) {
        if ended != Ended::Recovery {
            return;
        }
        let below = std::mem::take(&mut self.below);
        if !self.is_linux() && !below {
            return;
        }
        cx.window.ssthresh = self.bdp();
        if self.is_linux() {
            cx.window.cwnd = cx.window.ssthresh;
        }
        cx.decide(&RESTORE, &[self.estimate, 1e3 * self.min_rtt_s(), cx.window.ssthresh]);
    }

    fn on_timeout(&mut self, first: bool, _loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        let ssthresh = if first { self.bdp() } else { 2.0 }; // the TCP stack's, whatever is estimated
        cx.decide(&TIMEOUT, &[cx.window.cwnd, self.estimate, 1e3 * self.min_rtt_s(), ssthresh]);
        if self.settings.variant == Variant::Linux {
            self.min_rtt = None;
        }
        ssthresh
    }

    /// The estimated BDP (`tcp_westwood_bw_rttmin`), which may lie above the window: then nothing is taken off it.
    fn recovery_floor(&self, ssthresh: f64) -> f64 {
        if self.is_linux() { self.bdp() } else { ssthresh }
    }

    fn packet_events(&mut self) -> Option<&mut dyn PacketEvents> {
        Some(self)
    }

    fn set(&mut self, row: usize, value: &Value, _cx: &mut Context) {
        self.settings.set(row, value);
    }
}

impl PacketEvents for Westwood {
    fn on_arrivals(&mut self, packets: f64, cx: &mut Context) {
        let length = cx.now.since(self.start);
        if self.rtt.is_some_and(|rtt| length > rtt.max(Span::from_ms(self.settings.min_interval_ms))) {
            self.filter(self.acked / length.seconds());
            (self.acked, self.start) = (0.0, cx.now);
            cx.signal(&BANDWIDTH, self.estimate * cx.packet_bits());
        }
        self.acked += packets;
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Bench, assert_close};
    use super::*;

    fn westwood(variant: &'static str) -> Westwood {
        Westwood::new(&SECTION.defaults(Some(variant)))
    }

    #[test] // 29 packets in 44 ms, then 43 in 52 ms
    fn two_samples() {
        for (variant, once, estimate) in [
            ("linux", 680.070, 661.713),
            ("paper", 29.0 / 0.044, 675.874),
            ("linux_first", (7.0 * 29.0 / 0.044 / 8.0 + 43.0 / 0.052) / 8.0, 0.0),
        ] {
            let mut westwood = westwood(variant);
            westwood.filter(29.0 / 0.044);
            westwood.filter(43.0 / 0.052);
            assert_close(westwood.once, once, 5e-4);
            if variant == "linux_first" {
                assert!(westwood.estimate < 40.0, "far too low at first");
                continue;
            }
            assert_close(westwood.estimate, estimate, 1e-3);
        }
    }

    /// Its estimate is 661.713 packets/s at a smallest RTT of 41 ms.
    fn estimating(variant: &'static str, w: f64) -> (Bench, Westwood) {
        let (mut bench, mut westwood) = (Bench::new(w, 2.0), westwood(variant));
        bench.sample(&mut westwood, 41.0, 1);
        westwood.estimate = 661.713;
        (bench, westwood)
    }

    #[test] // 661.713 x 0.041 = 27.13
    fn a_loss_leaves_the_estimated_bdp() {
        let (mut bench, mut westwood) = estimating("paper", 60.0);
        assert_close(bench.lose(&mut westwood), 27.13, 5e-3);
        assert_close(bench.window.ssthresh, 27.13, 5e-3);
        let (mut bench, mut westwood) = estimating("linux", 60.0);
        assert_close(bench.lose(&mut westwood), 30.0, 0.0); // Reno's half meanwhile
        assert_eq!((bench.window.cwnd, bench.window.ssthresh), (27.0, 27.0));
        assert_eq!(bench.decided().unwrap().0, "westwood.restore");
    }

    #[test]
    fn a_window_below_the_estimated_bdp() {
        let (mut bench, mut westwood) = estimating("paper", 19.0);
        assert_close(bench.lose(&mut westwood), 19.0, 0.0);
        assert_close(bench.window.ssthresh, 27.13, 5e-3); // slow start goes on
        let (mut bench, mut westwood) = estimating("linux", 19.0);
        assert_close(bench.lose(&mut westwood), 9.0, 0.0);
        assert_close(bench.window.cwnd, 27.0, 0.0);
    }

    #[test]
    fn a_timeout_and_the_smallest_rtt() {
        for (variant, ssthresh, kept) in [("paper", 27.13, true), ("linux", 27.0, false), ("linux_first", 27.0, true)] {
            let (mut bench, mut westwood) = estimating(variant, 60.0);
            bench.srtt = Some(Span::from_ms(41.0));
            westwood.min_rtt = Some(Span::from_ms(41.0));
            assert_close(bench.time_out(&mut westwood), ssthresh, 5e-3);
            assert_eq!(westwood.min_rtt.is_some(), kept);
        }
        // Nothing is known yet: 2 packets.
        assert_close(Bench::new(10.0, 20.0).time_out(&mut westwood("paper")), 2.0, 0.0);
    }

    #[test] // the ACK after 52 ms ends the sample of 43 packets and begins the next one
    fn a_sample_is_longer_than_the_rtt_and_its_minimum() {
        for (variant, rtt, ends) in [("paper", 51.9, true), ("paper", 52.1, false), ("linux", 41.0, true)] {
            let (mut bench, mut westwood) = (Bench::new(60.0, 2.0), westwood(variant));
            westwood.on_start(&mut bench.cx());
            bench.sample(&mut westwood, rtt, 1);
            westwood.on_arrivals(43.0, &mut bench.cx());
            bench.now += Span::from_ms(49.9);
            if variant == "linux" {
                westwood.on_arrivals(0.0, &mut bench.cx());
                assert_close(westwood.estimate, 0.0, 0.0);
            }
            bench.now += Span::from_ms(2.1);
            westwood.on_arrivals(2.0, &mut bench.cx());
            assert_close(westwood.estimate, if ends { 43.0 / 0.052 } else { 0.0 }, 1e-9);
            assert_close(westwood.acked, if ends { 2.0 } else { 45.0 }, 0.0);
        }
    }
}
