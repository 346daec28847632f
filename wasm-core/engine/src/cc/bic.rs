//! BIC, binary increase congestion control, searches for the window at which the last packet was lost: it jumps by a
//! quarter of the distance while that is far, creeps where it is near, and leaves it as slowly as it came. CUBIC
//! replaced this search by one curve of time.
//!
//! Not here: recovery.
//!
//! # Equations
//!
//! ```tex
//! % distance to the last maximum, w < last | tcp_bic.c
//! d = \left\lfloor \frac{\text{last} - w}{4} \right\rfloor
//! % ACKs for one more packet, below the last maximum | tcp_bic.c
//! n = \begin{cases} \lfloor w / 16 \rfloor & d > 16 \\ \lfloor 20\,w / 4 \rfloor & d \le 1 \\ \lfloor w / d \rfloor & \text{otherwise} \end{cases}
//! % from the last maximum on | tcp_bic.c
//! n = \begin{cases} \lfloor 20\,w / 4 \rfloor & w < \text{last} + 4 \\ \lfloor 3\,w / (w - \text{last}) \rfloor & w < \text{last} + 48 \\ \lfloor w / 16 \rfloor & \text{otherwise} \end{cases}
//! % loss | tcp_bic.c
//! \text{last} \leftarrow \begin{cases} \lfloor w\,(1 + \beta) / 2 \rfloor & w < \text{last} \\ w & \text{otherwise} \end{cases} \qquad \text{ssthresh} \leftarrow \max\left(\lfloor \beta\, w \rfloor,\; 2\right)
//! ```
//!
//! $w$ is in whole packets and $\beta = 819/1024$, about 0.8. Up to 14 packets $n$ is $w$, as Reno's, and a loss leaves
//! half. Before the first loss $n$ is at most 20.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Reno: w up to the low window, one more packet per RTT
//! Linear: far from the last maximum, 16 more packets per RTT
//! Search: near it, a quarter of the distance per RTT
//! Plateau: at it, a packet in 5 RTTs
//! Probing: beyond it, faster and faster
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Linear: w reaches ssthresh; or what fits w
//! Linear -> Reno: w in the low window after a loss
//! Reno -> Linear: w above the low window; or what fits w
//! Linear -> Search: no more than 16 times the divisor below the last maximum
//! Search -> Plateau: less than twice the divisor below it
//! Plateau -> Probing: as far beyond it as the divisor
//! Probing -> Linear: 48 packets beyond it
//! any -> Fast recovery: loss, ssthresh = β w
//! Fast recovery -> Search: all acknowledged; or what fits w
//! any -> Slow start: timeout, the last maximum is forgotten
//! ```
//!
//! # Choices
//!
//! - This is the form of Linux 2.6.15 (tcp_bic.c), in whole packets. It counts ACKs, divides $n$ by a running mean of
//!   packets per ACK (not in the low window), and computes it at most once in 1/32 s unless $w$ has changed.
//! - That mean is in sixteenths and truncated, so that it stays at 31/16 where each packet is acknowledged: BIC then
//!   grows almost twice as fast as its equations say.
//! - The paper halves the distance (`divisor` 2), where the code takes a quarter. The paper's other constants were not
//!   compared, so there is no variant of its own for it.
//! - Linux 2.6.15 began with an ssthresh of 100 packets, later kernels without one. Here
//!   `initial_ssthresh_packets` applies unless the flow has an initial ssthresh of its own. On a path with a large BDP it
//!   looks like a slow start that ends too early.
//! - A timeout sets ssthresh as a loss does, then clears the last maximum and the mean of packets per ACK.
//!
//! # Look for
//!
//! - Slow start ends at {initial_ssthresh_packets}, long before the path is full.
//! - The window climbs steeply, stays almost flat around the last maximum, and takes off beyond it.
//! - Losses come in pairs: soon after a cut BIC is back near the last maximum, loses again below it, and lowers it
//!   (`fast_convergence`). The next cycle has the long plateau.
//! - Growth counts ACKs, not time, so of two flows the one with the shorter RTT grows faster. On a fast link the share of
//!   the flow with the longer RTT is much smaller than with CUBIC.
//!
//! ```run
//! bottleneck.rate_bps = 50000000
//! bottleneck.queue.limit_packets = 150
//! ```

use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, Loss, Wants};
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Section, Value};
use crate::units::{Span, Time};

crate::params! {
    /// BIC's parameters.
    pub struct Settings {
        /// Most packets that the window gains per RTT (S_max).
        max_increment_packets: f64 = whole(16.0, 1.0, 1e5).unit("packets").log().live().slider(1.0, 64.0, &[1.0, 16.0, 64.0]).on_card(), "tcp_bic.c: max_increment 16";
        /// Divisor of the distance to the last maximum: 4 covers a quarter of it per RTT, 2 is a binary search.
        divisor: f64 = whole(4.0, 2.0, 64.0).live(), "tcp_bic.c: BICTCP_B 4; paper: 2";
        /// RTTs that the window takes per packet at the last maximum, times the divisor.
        smooth_part: f64 = whole(20.0, 1.0, 1000.0).live(), "tcp_bic.c: smooth_part 20";
        /// Window up to which it is Reno.
        low_window_packets: f64 = whole(14.0, 0.0, 1e5).unit("packets").log().live(), "tcp_bic.c: low_window 14";
        /// Share of the window that a loss leaves (β).
        beta: f64 = number(819.0 / 1024.0, 0.1, 0.99).live(), "tcp_bic.c: 819/1024";
        /// After a loss below the last maximum BIC assumes that another flow has joined, and lowers it.
        fast_convergence: bool = switch(true).live(), "tcp_bic.c: on";
        /// ssthresh of the first slow start, unless the flow has its own.
        initial_ssthresh_packets: f64 = whole(100.0, 2.0, 1e7).unit("packets").log(), "tcp_bic.c of 2.6.15: 100; later: unlimited";
    }
}

/// Settings of BIC as scenario and screen know them.
pub static SECTION: Section = Section::new("bic", "BIC", Settings::PARAMS)
    .ignores(&["abe", "whole_byte_growth"])
    .group(Group::LossBased)
    .about(
        "Searches for the window of the last loss: fast while far from it, slowly around it.",
        "L. Xu, K. Harfoush, I. Rhee, Binary Increase Congestion Control for Fast, Long Distance Networks, INFOCOM 2004",
    )
    .signals(&[&REGION, &LAST_MAX])
    .fills_queue()
    .rules(&[&LINEAR, &SEARCH, &PLATEAU, &PROBING, &REDUCE, &TIMEOUT]);

/// Where the window is, compared with the last maximum.
pub static REGION: Signal = Signal::state("bic_region", &["reno", "linear", "search", "plateau", "probing"]);
/// The last maximum; 0: none is known.
pub static LAST_MAX: Signal = Signal::new("bic_last_max_packets", "packets", Kind::Level);

/// Numbers of a region: the window, the last maximum, the ACKs that one more packet takes.
const GROWTH: &[&str] = &["cwnd", "last_max", "acks"];
/// The last maximum is far, or unknown.
pub static LINEAR: Rule =
    Rule { key: "bic.linear", outcome: Outcome::Change, infers: Inference::Nothing, numbers: GROWTH };
/// It is near.
pub static SEARCH: Rule =
    Rule { key: "bic.search", outcome: Outcome::Change, infers: Inference::Nothing, numbers: GROWTH };
/// The window is there.
pub static PLATEAU: Rule =
    Rule { key: "bic.plateau", outcome: Outcome::Change, infers: Inference::Nothing, numbers: GROWTH };
/// The window has passed it.
pub static PROBING: Rule =
    Rule { key: "bic.probing", outcome: Outcome::Change, infers: Inference::Nothing, numbers: GROWTH };
/// A loss.
pub static REDUCE: Rule = Rule {
    key: "bic.reduce",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "beta", "last_max_before", "last_max", "ssthresh"],
};
/// A timeout: all memory is cleared.
pub static TIMEOUT: Rule = Rule {
    key: "bic.timeout",
    outcome: Outcome::Timeout,
    infers: Inference::Nothing,
    numbers: &["before", "beta", "ssthresh"],
};

/// ACKs per packet before the first loss, at most.
const MOST_BEFORE_LOSS: f64 = 20.0;
/// Packets per ACK, in sixteenths, before any is measured.
const ACK_RATIO: f64 = 32.0;

/// Where the window is: an index of the signal's words.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Region {
    Reno,
    Linear,
    Search,
    Plateau,
    Probing,
}

impl Region {
    fn rule(self) -> Option<&'static Rule> {
        match self {
            Region::Reno => None,
            Region::Linear => Some(&LINEAR),
            Region::Search => Some(&SEARCH),
            Region::Plateau => Some(&PLATEAU),
            Region::Probing => Some(&PROBING),
        }
    }
}

/// State of BIC.
#[derive(Clone, Debug)]
pub struct Bic {
    settings: Settings,
    /// 0: none.
    last_max: f64,
    lost: bool,
    region: Option<Region>,
    /// ACKs towards the next packet, and how many it takes.
    acks: f64,
    count: f64,
    /// When `count` was computed, and for which window.
    computed: Time,
    computed_for: f64,
    /// Running mean of packets per ACK, in sixteenths.
    ack_ratio: f64,
}

impl Bic {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Bic {
        Bic::of(Settings::read(values))
    }

    /// Without any memory.
    fn of(settings: Settings) -> Bic {
        Bic {
            settings,
            last_max: 0.0,
            lost: false,
            region: None,
            acks: 0.0,
            count: 0.0,
            computed: Time::ZERO,
            computed_for: 0.0,
            ack_ratio: ACK_RATIO,
        }
    }

    /// The region of a window of `w` whole packets, and the packets whose acknowledgement gives one more there.
    fn growth(&self, w: f64) -> (Region, f64) {
        let Settings { max_increment_packets: most, divisor, smooth_part: smooth, .. } = self.settings;
        if w <= self.settings.low_window_packets {
            return (Region::Reno, w);
        }
        let linear = (Region::Linear, (w / most).floor());
        let plateau = (Region::Plateau, (w * smooth / divisor).floor());
        if w < self.last_max {
            let distance = ((self.last_max - w) / divisor).floor();
            return match distance {
                _ if distance > most => linear,
                _ if distance <= 1.0 => plateau,
                _ => (Region::Search, (w / distance).floor()),
            };
        }
        let beyond = w - self.last_max;
        match beyond {
            _ if beyond < divisor => plateau,
            _ if beyond < most * (divisor - 1.0) => (Region::Probing, (w * (divisor - 1.0) / beyond).floor()),
            _ => linear,
        }
    }

    fn update_count(&mut self, cx: &mut Context) {
        let w = cx.window.cwnd.floor();
        if w == self.computed_for && cx.now.since(self.computed) <= Span::from_seconds(1.0 / 32.0) {
            return;
        }
        (self.computed, self.computed_for) = (cx.now, w);
        let (region, mut count) = self.growth(w);
        if region != Region::Reno {
            if !self.lost {
                count = count.min(MOST_BEFORE_LOSS);
            }
            count = (16.0 * count / self.ack_ratio).floor().max(1.0);
        }
        self.count = count;
        if self.region.replace(region) != Some(region) {
            cx.signal(&REGION, f64::from(region as u8));
            if let Some(rule) = region.rule() {
                cx.decide(rule, &[w, self.last_max, count]);
            }
        }
    }

    fn set_last_max(&mut self, last_max: f64, cx: &mut Context) {
        self.last_max = last_max;
        cx.signal(&LAST_MAX, last_max);
    }

    /// Share that a loss leaves of a window.
    fn beta(&self, w: f64) -> f64 {
        if w <= self.settings.low_window_packets { 0.5 } else { self.settings.beta }
    }
}

impl CongestionControl for Bic {
    fn wants(&self) -> Wants {
        Wants { rtt_samples: false, ..Wants::STANDARD }
    }

    fn on_start(&mut self, cx: &mut Context) {
        if cx.window.ssthresh.is_infinite() {
            cx.window.ssthresh = self.settings.initial_ssthresh_packets;
        }
        cx.signal(&LAST_MAX, self.last_max);
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        if cx.open {
            self.ack_ratio += ack.newly_acked - (self.ack_ratio / 16.0).floor();
        }
        if !ack.cwnd_limited {
            return;
        }
        if cx.in_slow_start() {
            cx.window.cwnd += RenoGrowth::slow_start(ack, cx);
            return;
        }
        self.update_count(cx);
        if self.acks >= self.count {
            cx.window.cwnd += 1.0;
            self.acks = 0.0; // the kernel does not count the ACK that gives the packet
        } else {
            self.acks += 1.0;
        }
    }

    fn ssthresh_on_loss(&mut self, _loss: &Loss, cx: &mut Context) -> f64 {
        let (w, last_max) = (cx.window.cwnd.floor(), self.last_max);
        let beta = self.beta(w);
        let lower = (w * (1.0 + self.settings.beta) / 2.0).floor();
        self.set_last_max(if w < last_max && self.settings.fast_convergence { lower } else { w }, cx);
        (self.lost, self.acks) = (true, 0.0);
        let ssthresh = (beta * w).floor().max(2.0);
        cx.decide(&REDUCE, &[w, beta, last_max, self.last_max, ssthresh]);
        ssthresh
    }

    fn on_timeout(&mut self, _first: bool, _loss: &Loss, cx: &mut Context) -> f64 {
        let w = cx.window.cwnd.floor();
        let beta = self.beta(w);
        let ssthresh = (beta * w).floor().max(2.0);
        *self = Bic { region: self.region, ..Bic::of(self.settings.clone()) };
        cx.signal(&LAST_MAX, self.last_max);
        cx.decide(&TIMEOUT, &[w, beta, ssthresh]);
        ssthresh
    }

    fn set(&mut self, row: usize, value: &Value, _cx: &mut Context) {
        self.settings.set(row, value);
        self.computed_for = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Bench, assert_close};
    use super::*;

    fn bic(last_max: f64) -> Bic {
        Bic { last_max, lost: true, ack_ratio: 16.0, ..Bic::new(&SECTION.defaults(None)) }
    }

    #[test] // the last maximum is 400
    fn acks_for_one_more_packet() {
        for (w, region, count) in [
            (13.0, Region::Reno, 13.0),
            (211.0, Region::Linear, 13.0),
            (385.0, Region::Search, 128.0),
            (398.0, Region::Plateau, 1990.0),
            (401.0, Region::Plateau, 2005.0),
            (412.0, Region::Probing, 103.0),
            (460.0, Region::Linear, 28.0),
        ] {
            let (mut bench, mut bic) = (Bench::new(w, 2.0), bic(400.0));
            assert_eq!(bic.growth(w), (region, count));
            bench.ack(&mut bic, 1.0);
            assert_eq!((bic.count, bench.said(&REGION)), (count, Some(f64::from(region as u8))));
        }
    }

    #[test] // 400, then 371: 333 = floor(371 x 1843 / 2048)
    fn a_loss_below_the_last_maximum_lowers_it() {
        for (fast_convergence, last_max) in [(true, 333.0), (false, 371.0)] {
            let (mut bench, mut bic) = (Bench::new(400.0, 2.0), bic(0.0));
            bic.settings.fast_convergence = fast_convergence;
            assert_close(bench.lose(&mut bic), 319.0, 0.0);
            assert_eq!(bench.said(&LAST_MAX), Some(400.0));
            bench.window.cwnd = 371.0;
            assert_close(bench.lose(&mut bic), 296.0, 0.0);
            assert_eq!(bench.said(&LAST_MAX), Some(last_max));
        }
        // 13 packets are in the low window.
        assert_close(Bench::new(13.0, 2.0).lose(&mut bic(0.0)), 6.0, 0.0);
    }

    #[test]
    fn the_packet_comes_with_the_ack_after_the_count() {
        let (mut bench, mut bic) = (Bench::new(211.0, 2.0), bic(400.0));
        (0..13).for_each(|_| bench.ack(&mut bic, 1.0));
        assert_close(bench.window.cwnd, 211.0, 0.0);
        bench.ack(&mut bic, 1.0);
        assert_close(bench.window.cwnd, 212.0, 0.0);
    }

    #[test] // 460/16 = 28, but 20 before the first loss; at the initial mean of two packets per ACK, 10
    fn before_the_first_loss_and_with_delayed_acks() {
        let (mut bench, mut bic) = (Bench::new(460.0, 2.0), bic(0.0));
        bic.lost = false;
        bench.ack(&mut bic, 1.0);
        assert_close(bic.count, 20.0, 0.0);
        let mut bic = Bic::new(&SECTION.defaults(None));
        bench.ack(&mut bic, 2.0);
        assert_close(bic.ack_ratio, 32.0, 0.0);
        assert_close(bic.count, 10.0, 0.0);
    }

    #[test]
    fn the_count_is_kept_for_a_thirty_second_of_a_second() {
        let (mut bench, mut bic) = (Bench::new(211.0, 2.0), bic(400.0));
        bench.ack(&mut bic, 1.0);
        bic.last_max = 0.0;
        bench.ack(&mut bic, 1.0);
        assert_eq!(bic.region, Some(Region::Linear));
        bic.last_max = 212.0;
        bench.now += Span::from_ms(31.0);
        bench.ack(&mut bic, 1.0);
        assert_eq!(bic.region, Some(Region::Linear));
        bench.now += Span::from_ms(1.0);
        bench.ack(&mut bic, 1.0);
        assert_eq!(bic.region, Some(Region::Plateau));
    }

    #[test]
    fn a_timeout_clears_the_memory() {
        let (mut bench, mut bic) = (Bench::new(400.0, 2.0), bic(420.0));
        assert_close(bench.time_out(&mut bic), 319.0, 0.0);
        assert_eq!((bench.said(&LAST_MAX), bic.lost, bic.ack_ratio), (Some(0.0), false, 32.0));
    }

    #[test]
    fn the_first_ssthresh_unless_the_flow_has_one() {
        for (given, ssthresh) in [(f64::INFINITY, 100.0), (33.0, 33.0)] {
            let mut bench = Bench::new(10.0, given);
            Bic::new(&SECTION.defaults(None)).on_start(&mut bench.cx());
            assert_close(bench.window.ssthresh, ssthresh, 0.0);
        }
    }
}
