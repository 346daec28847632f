//! NV (new Vegas) is meant for data centers: it computes the window that the measured rate needs on the empty path, allows ten packets
//! more, and shrinks towards that before packets are lost. Between, it grows as Reno does, or not at all.
//!
//! Not here: loss recovery (`tcp/`).
//!
//! # Equations
//!
//! ```tex
//! % each RTT sample R | Linux tcp_nv.c
//! \text{avg} \leftarrow \frac{\text{avg} + R}{2}
//! % its rate: F packets were in flight when the acknowledged one left | Linux tcp_nv.c
//! \text{rate} = \frac{F}{\text{avg}}
//! % each decision: the maximum window | Linux tcp_nv.c
//! w_{\max} = \left\lfloor R_{\min} \max \text{rate} \right\rfloor + \text{pad}
//! % w is more than 2 packets above it; or less | Linux tcp_nv.c
//! w \leftarrow w - \max\left(2,\; \left\lfloor \tfrac{38}{128} (w - w_{\max}) \right\rfloor\right),\qquad w \leftarrow w_{\max}
//! % growth off, slow start over | Linux tcp_nv.c
//! \text{ssthresh} \leftarrow w_{\max}
//! % w is two or more packets below it: growth on, k of a timeout's penalty | Linux tcp_nv.c
//! w \leftarrow w + \frac{1}{2^k w}
//! % loss | Linux tcp_nv.c
//! w \leftarrow \left\lfloor \tfrac{819}{1024} w \right\rfloor
//! ```
//!
//! $R_{\min}$ is the smallest average; every 3.75 to 6.25 s, drawn at random, that of the last such time replaces it. The pad is
//! {pad_packets}.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Growth: one more packet per RTT
//! Hold: the window stays
//! Fast recovery: resends lost packets, does not grow
//! Repair: resends after a timeout
//! Slow start -> Hold: w above the maximum window
//! Growth -> Hold: w above the maximum window
//! Hold -> Growth: w two or more packets below the maximum window
//! any -> Fast recovery: loss, 0.8 of the window is left
//! Fast recovery -> Hold: all acknowledged
//! any -> Repair: timeout, w = 1, growth is halved
//! Repair -> Hold: all acknowledged
//! ```
//!
//! # Choices
//!
//! - It follows Linux's tcp_nv.c. A decision is due at the end of a round trip: to shrink it needs two round trips and 60 samples, 30
//!   before slow start has ended; to grow, 20. More than ten round trips without enough of them turn growth off.
//! - The first replacement of the minimum RTT is due after 2 s, as in the kernel. At the start and after a repair the minimum begins
//!   at twice the first sample.
//! - After a loss, and after the repair of a timeout, growth stays off until a decision turns it on: a window of one packet stays one
//!   until 20 samples are there.
//! - The kernel lets the window grow where one ACK covers all of a small one (segmentation offload), and a program may set a base RTT.
//!   None of that is here. The kernel grows after a decision of the same ACK, this sender before it.
//! - Growth slows by half with each timeout, up to 1/256; after more than 8 decisions to grow it takes one step back.
//!
//! # Look for
//!
//! - Alone in a long queue, the window is flat, and 9 to 10 packets stay in the queue. With every second replacement of the minimum
//!   RTT, which then contains NV's own queue, window and queue grow by ten packets more. With `reset_period_s` at 1000 they do not.
//! - Four flows keep 60 packets there with that setting. When NewReno joins, it fills the queue, and their windows stay as they are:
//!   their share falls below a third. NV is not meant for mixed traffic, as its source says. With the period of 5 s their minimum RTT
//!   contains NewReno's queue, too, and they get nine tenths of the link.
//!
//! ```run
//! bottleneck.queue.limit_packets = 330
//! ```

use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, DELAY_BACKOFF, Delivery, Ended, Loss, PacketEvents, Wants};
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Section, Value};
use crate::slow_start::HyStartUse;
use crate::units::{Span, Time};

crate::params! {
    /// Settings of NV.
    pub struct Settings {
        /// Packets that NV adds to the window which the rate needs on the empty path.
        pad_packets: f64 = whole(10.0, 0.0, 10_000.0).unit("packets").live().on_card(), "Linux: nv_pad";
        /// Mean time after which the minimum RTT is replaced by that of this time.
        reset_period_s: f64 = number(5.0, 0.1, 1000.0).unit("s").log().live().slider(1.0, 100.0, &[1.0, 10.0, 100.0]), "Linux: nv_reset_period";
    }
}

/// Settings of NV as scenario and screen know them.
pub static SECTION: Section = Section::new("nv", "NV", Settings::PARAMS)
    .group(Group::DelayBased)
    .about(
        "Holds its window at what the measured rate needs on the empty path, plus ten packets.",
        "L. Brakmo, TCP-NV: An Update to TCP-Vegas, 2015; Linux tcp_nv.c",
    )
    .signals(&[&MAX_WINDOW, &RTT, &MIN_RTT, &GROWTH, &DELAY_BACKOFF])
    .rules(&[&SHRINK, &GROW, &STOP, &FORGET, &LOSS, &TIMEOUT]);

/// The maximum window, when it is computed.
pub static MAX_WINDOW: Signal = Signal::new("nv_max_window_packets", "packets", Kind::Level);
/// Average of the RTT.
pub static RTT: Signal = Signal::new("nv_rtt_ms", "ms", Kind::Level);
/// Smallest average of the last times.
pub static MIN_RTT: Signal = Signal::new("nv_min_rtt_ms", "ms", Kind::Level);
/// Whether the window may grow.
pub static GROWTH: Signal = Signal::state("nv_growth", &["off", "on"]);

/// The window is above the maximum window.
static SHRINK: Rule = Rule {
    key: "nv.shrink",
    outcome: Outcome::Backoff,
    infers: Inference::Queue,
    numbers: &["rate", "min_rtt_ms", "pad", "max_window", "before", "after"],
};
/// It is below it, and growth begins.
static GROW: Rule = Rule {
    key: "nv.grow",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["rate", "min_rtt_ms", "pad", "max_window", "cwnd", "divisor"],
};
/// It has been above it for long, with too few samples to shrink.
static STOP: Rule = Rule {
    key: "nv.stop",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["rate", "min_rtt_ms", "pad", "max_window", "cwnd", "rounds"],
};
/// The minimum RTT is replaced.
static FORGET: Rule = Rule {
    key: "nv.forget",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["min_rtt_before_ms", "min_rtt_ms", "next_s"],
};
/// A loss or an ECN mark.
static LOSS: Rule =
    Rule { key: "nv.loss", outcome: Outcome::Cut, infers: Inference::Congestion, numbers: &["before", "ssthresh"] };
/// The timer ran out.
static TIMEOUT: Rule = Rule {
    key: "nv.timeout",
    outcome: Outcome::Timeout,
    infers: Inference::Congestion,
    numbers: &["before", "ssthresh", "divisor"],
};

/// The kernel's numbers.
const LEAST_WINDOW: f64 = 2.0;
const PAD_BUFFER: f64 = 2.0;
const LEAST_ROUNDS: u32 = 2;
const SAMPLES_TO_SHRINK: u32 = 60;
const SAMPLES_TO_LEAVE_SLOW_START: u32 = 30;
const SAMPLES_TO_GROW: u32 = 20;
const ROUNDS_TO_STOP: u32 = 10;
const DECISIONS_TO_RECOVER: u32 = 8;
const MOST_PENALTY: u32 = 8;
const FIRST_RESET_S: f64 = 2.0;
/// Added before a product of real numbers is cut to whole packets, in which a whole number may be a little less.
const ROUNDING: f64 = 1e-6;

/// The window after a decision to shrink, in whole packets.
fn shrunk(w: f64, max_window: f64) -> f64 {
    let excess = w - max_window;
    let after = if excess > 2.0 { w - (excess * 38.0 / 128.0).floor().max(2.0) } else { max_window };
    after.max(LEAST_WINDOW)
}

/// Window after a loss, in whole packets.
fn after_loss(w: f64) -> f64 {
    (w.floor() * 819.0 / 1024.0).floor().max(LEAST_WINDOW)
}

/// State of NV.
#[derive(Clone, Debug)]
pub struct Nv {
    settings: Settings,
    growth: RenoGrowth,
    /// Averages in seconds: the last one, 0 if there is none; the smallest; the smallest since the last reset.
    average: f64,
    least: f64,
    newest_least: f64,
    reset_at: Time,
    resets: u64,
    /// Largest rate since the last decision, in packets/s, and samples and rounds since then.
    rate: f64,
    samples: u32,
    rounds: u32,
    /// A round ended with the present ACK.
    round_ended: bool,
    grows: bool,
    /// A recovery or repair is in progress.
    repairs: bool,
    /// Growth is divided by 2 to this power; decisions to grow since it changed.
    penalty: u32,
    uncongested: u32,
}

impl Nv {
    /// With its settings.
    pub fn new(values: &[Value]) -> Nv {
        Nv {
            settings: Settings::read(values),
            growth: RenoGrowth::default(),
            average: 0.0,
            least: f64::INFINITY,
            newest_least: f64::INFINITY,
            reset_at: Time::NEVER,
            resets: 0,
            rate: 0.0,
            samples: 0,
            rounds: 0,
            round_ended: false,
            grows: true,
            repairs: false,
            penalty: 0,
            uncongested: 0,
        }
    }

    fn divisor(&self) -> f64 {
        f64::from(1_u32 << self.penalty)
    }

    fn set_growth(&mut self, grows: bool, cx: &mut Context) {
        self.grows = grows;
        cx.signal(&GROWTH, f64::from(u8::from(grows)));
    }

    /// An RTT sample, in seconds, of a packet that left with this number in flight.
    fn measure(&mut self, rtt: f64, in_flight: f64, cx: &mut Context) {
        if self.average > 0.0 {
            self.average = (self.average + rtt) / 2.0;
        } else {
            self.average = rtt;
            self.least = 2.0 * rtt;
        }
        self.rate = self.rate.max(in_flight / self.average);
        self.samples += 1;
        self.least = self.least.min(self.average);
        self.newest_least = self.newest_least.min(self.average);
        if cx.now >= self.reset_at {
            self.forget(cx);
        }
        cx.signal(&RTT, 1000.0 * self.average);
        cx.signal(&MIN_RTT, 1000.0 * self.least);
    }

    /// Replaces the minimum RTT.
    fn forget(&mut self, cx: &mut Context) {
        let before = self.least;
        self.least = std::mem::replace(&mut self.newest_least, f64::INFINITY);
        // 3/4 to 5/4 of the period, in 512ths.
        let draw = (cx.draw_of_interval(self.resets) * 256.0).floor();
        let next_s = self.settings.reset_period_s * (384.0 + draw) / 512.0;
        self.resets += 1;
        self.reset_at = cx.now + Span::from_seconds(next_s);
        cx.decide(&FORGET, &[1000.0 * before, 1000.0 * self.least, next_s]);
    }

    /// The end of a round: a decision, if it may be made.
    fn decide(&mut self, cx: &mut Context) {
        self.rounds += 1;
        let (pad, cwnd) = (self.settings.pad_packets, cx.window.cwnd);
        let (w, max_window) = (cwnd.floor(), (self.rate * self.least + ROUNDING).floor() + pad);
        cx.signal(&MAX_WINDOW, max_window);
        let seen = [self.rate, 1000.0 * self.least, pad, max_window];
        if w > max_window {
            let first = cx.window.ssthresh.is_infinite();
            let wanted = if first { SAMPLES_TO_LEAVE_SLOW_START } else { SAMPLES_TO_SHRINK };
            if self.rounds < LEAST_ROUNDS {
                return;
            }
            if self.samples < wanted {
                if !first && self.grows && self.rounds > ROUNDS_TO_STOP {
                    self.set_growth(false, cx);
                    let [rate, min_rtt, pad, max_window] = seen;
                    cx.decide(&STOP, &[rate, min_rtt, pad, max_window, cwnd, f64::from(self.rounds)]);
                }
                return;
            }
            self.shrink(w, seen, cx);
        } else if w <= max_window - PAD_BUFFER {
            if self.samples < SAMPLES_TO_GROW {
                return;
            }
            self.grow(seen, cx);
        } else {
            return;
        }
        (self.samples, self.rounds, self.rate) = (0, 0, 0.0);
    }

    fn shrink(&mut self, w: f64, seen: [f64; 4], cx: &mut Context) {
        let [rate, min_rtt, pad, max_window] = seen;
        let (before, after) = (cx.window.cwnd, shrunk(w, max_window));
        self.set_growth(false, cx);
        self.uncongested = 0;
        cx.window.ssthresh = max_window.max(LEAST_WINDOW);
        cx.window.cwnd = after;
        if after < before {
            cx.delay_backoff(before);
        }
        cx.decide(&SHRINK, &[rate, min_rtt, pad, max_window, before, after]);
    }

    fn grow(&mut self, seen: [f64; 4], cx: &mut Context) {
        let [rate, min_rtt, pad, max_window] = seen;
        self.uncongested += 1;
        if self.penalty > 0 && self.uncongested > DECISIONS_TO_RECOVER {
            (self.penalty, self.uncongested) = (self.penalty - 1, 0);
        }
        if !self.grows {
            self.set_growth(true, cx);
            cx.decide(&GROW, &[rate, min_rtt, pad, max_window, cx.window.cwnd, self.divisor()]);
        }
    }

    fn repair(&mut self, cx: &mut Context) {
        self.repairs = true;
        self.growth.reset();
        self.set_growth(false, cx);
    }

    /// A recovery or repair is over: it measures anew.
    fn restart(&mut self) {
        self.repairs = false;
        (self.average, self.rate, self.samples, self.rounds, self.uncongested) = (0.0, 0.0, 0, 0, 0);
    }
}

impl CongestionControl for Nv {
    fn wants(&self) -> Wants {
        // Its slow start has its own end.
        Wants { rtt_samples: false, deliveries: true, exit_rules: HyStartUse::Never, ..Wants::STANDARD }
    }

    fn on_start(&mut self, cx: &mut Context) {
        self.reset_at = cx.now + Span::from_seconds(FIRST_RESET_S);
        self.set_growth(true, cx);
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        if !ack.cwnd_limited || !self.grows {
            return;
        }
        cx.window.cwnd += if cx.in_slow_start() {
            RenoGrowth::slow_start(ack, cx)
        } else {
            self.growth.congestion_avoidance(ack, cx) / self.divisor()
        };
    }

    fn on_round_end(&mut self, _cx: &mut Context) {
        self.round_ended = true;
    }

    fn ssthresh_on_loss(&mut self, _loss: &Loss, cx: &mut Context) -> f64 {
        self.repair(cx);
        let (before, ssthresh) = (cx.window.cwnd, after_loss(cx.window.cwnd));
        cx.decide(&LOSS, &[before, ssthresh]);
        ssthresh
    }

    fn on_timeout(&mut self, _first: bool, _loss: &Loss, cx: &mut Context) -> f64 {
        self.repair(cx);
        self.penalty = (self.penalty + 1).min(MOST_PENALTY);
        let (before, ssthresh) = (cx.window.cwnd, after_loss(cx.window.cwnd));
        cx.decide(&TIMEOUT, &[before, ssthresh, self.divisor()]);
        ssthresh
    }

    fn on_end(&mut self, ended: Ended, _cx: &mut Context) {
        if ended != Ended::Disorder {
            self.restart();
        }
    }

    fn packet_events(&mut self) -> Option<&mut dyn PacketEvents> {
        Some(self)
    }

    fn set(&mut self, row: usize, value: &Value, _cx: &mut Context) {
        self.settings.set(row, value);
    }
}

impl PacketEvents for Nv {
    fn on_delivery(&mut self, delivery: &Delivery, cx: &mut Context) {
        let ended = std::mem::take(&mut self.round_ended);
        let (Some(rtt), Some(sample)) = (delivery.rtt, delivery.sample) else { return };
        if self.repairs {
            return;
        }
        self.measure(rtt.seconds(), sample.sent_in_flight as f64, cx);
        if ended {
            self.decide(cx);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::RateSample;
    use crate::cc::testing::{Bench, assert_close};

    fn nv() -> Nv {
        Nv { reset_at: Time::NEVER, ..Nv::new(&SECTION.defaults(None)) }
    }

    /// An ACK of a packet that left with this number in flight, and was out for this time.
    fn sample(bench: &mut Bench, nv: &mut Nv, in_flight: u64, rtt_ms: f64) {
        let interval = Span::from_ms(rtt_ms);
        let sample = RateSample {
            prior_delivered: 0,
            delivered: 1,
            rate: None,
            interval,
            app_limited: false,
            sent_in_flight: in_flight,
            lost_since: 0,
        };
        let delivery = Delivery {
            acked: 1,
            lost: 0,
            total: 1,
            total_lost: 0,
            sample: Some(sample),
            rtt: Some(interval),
            in_flight_before: in_flight,
            in_flight,
        };
        nv.on_delivery(&delivery, &mut bench.cx());
    }

    /// A round ends, with this largest rate and minimum RTT so far.
    fn decided(w: f64, ssthresh: f64, samples: u32) -> (Bench, Nv) {
        let (mut bench, mut nv) = (Bench::new(w, ssthresh), nv());
        (nv.rate, nv.least, nv.samples, nv.rounds) = (812.0, 0.041, samples, 1);
        nv.decide(&mut bench.cx());
        (bench, nv)
    }

    #[test] // 812/s x 41 ms = 33, + 10: 43; 57 -> 53, 44 -> 43, 42 stays, 41 grows
    fn the_window_follows_the_maximum_window() {
        for (w, after, rule) in [
            (57.0, 53.0, Some("nv.shrink")),
            (44.0, 43.0, Some("nv.shrink")),
            (43.0, 43.0, None),
            (42.0, 42.0, None),
            (41.0, 41.0, None),
        ] {
            let (bench, nv) = decided(w, 20.0, 60);
            assert_close(bench.window.cwnd, after, 0.0);
            assert_eq!(bench.decided().map(|(rule, _)| rule), rule, "{w}");
            assert_eq!(bench.said(&MAX_WINDOW), Some(43.0));
            assert_eq!(nv.grows, w < 44.0);
            // Only a decision begins a new measurement.
            assert_eq!(nv.samples, if (42.0..=43.0).contains(&w) { 60 } else { 0 }, "{w}");
        }
    }

    #[test]
    fn a_decision_needs_samples_and_rounds() {
        for (samples, ssthresh, after) in
            [(59, 20.0, 57.0), (60, 20.0, 53.0), (29, f64::INFINITY, 57.0), (30, f64::INFINITY, 53.0)]
        {
            assert_close(decided(57.0, ssthresh, samples).0.window.cwnd, after, 0.0);
        }
        let (mut bench, mut nv) = (Bench::new(57.0, 20.0), nv());
        (nv.rate, nv.least, nv.samples) = (812.0, 0.041, 60);
        nv.decide(&mut bench.cx());
        assert_close(bench.window.cwnd, 57.0, 0.0);
        // 19 samples do not turn growth on, 20 do.
        for (samples, grows) in [(19, false), (20, true)] {
            let (mut bench, mut nv) = (Bench::new(41.0, 20.0), self::nv());
            (nv.rate, nv.least, nv.samples, nv.grows) = (812.0, 0.041, samples, false);
            nv.decide(&mut bench.cx());
            assert_eq!(nv.grows, grows);
        }
    }

    #[test] // the 11th round with too few samples
    fn long_excess_with_few_samples_stops_growth() {
        let (mut bench, mut nv) = (Bench::new(57.0, 20.0), nv());
        (nv.rate, nv.least, nv.rounds) = (812.0, 0.041, 9);
        nv.decide(&mut bench.cx());
        assert!(nv.grows);
        nv.decide(&mut bench.cx());
        assert!(!nv.grows);
        assert_eq!(bench.decided().expect("a decision").0, "nv.stop");
        assert_close(bench.window.cwnd, 57.0, 0.0);
    }

    #[test] // 40 ms, then 50: average 45; 33 packets of 40 ms are 825/s, 36 of 45 ms 800/s
    fn the_largest_rate_of_averaged_rtts_counts() {
        let (mut bench, mut nv) = (Bench::new(30.0, 20.0), nv());
        sample(&mut bench, &mut nv, 33, 40.0);
        sample(&mut bench, &mut nv, 36, 50.0);
        assert_close(nv.average, 0.045, 1e-12);
        assert_close(nv.least, 0.040, 1e-12);
        assert_close(nv.rate, 825.0, 1e-9);
    }

    #[test] // the smallest average since the last reset, 3.75 to 6.25 s later
    fn the_minimum_rtt_is_replaced() {
        let (mut bench, mut nv) = (Bench::new(30.0, 20.0), nv());
        nv.on_start(&mut bench.cx());
        sample(&mut bench, &mut nv, 30, 40.0);
        nv.newest_least = 0.06;
        bench.now += Span::from_ms(2000.0);
        sample(&mut bench, &mut nv, 30, 80.0);
        assert_close(nv.least, 0.06, 0.0);
        let next = nv.reset_at.since(bench.now).seconds();
        assert!((3.75..6.25).contains(&next), "{next}");
        assert_eq!(nv.newest_least, f64::INFINITY);
    }

    #[test] // 50 x 819/1024 = 39; growth off until a decision
    fn a_loss_leaves_four_fifths_and_stops_growth() {
        let (mut bench, mut nv) = (Bench::new(50.0, 20.0), nv());
        sample(&mut bench, &mut nv, 30, 40.0);
        assert_close(bench.lose(&mut nv), 39.0, 0.0);
        assert!(!nv.grows && !nv.repairs && nv.average == 0.0);
        bench.ack(&mut nv, 1.0);
        assert_close(bench.window.cwnd, 39.0, 0.0);
    }

    #[test] // halved once per timeout, eight times at most; one step back after more than 8 decisions to grow
    fn a_timeout_slows_growth() {
        let (mut bench, mut nv) = (Bench::new(50.0, 20.0), nv());
        for divisor in [2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 256.0] {
            bench.time_out(&mut nv);
            assert_close(nv.divisor(), divisor, 0.0);
        }
        nv.on_end(Ended::Repair, &mut bench.cx());
        bench.window.cwnd = 20.0;
        for decision in 1..=9 {
            (nv.rate, nv.least, nv.samples) = (812.0, 0.041, 20);
            nv.decide(&mut bench.cx());
            assert_close(nv.divisor(), if decision <= 8 { 256.0 } else { 128.0 }, 0.0);
        }
        bench.window.ssthresh = 10.0;
        bench.ack(&mut nv, 1.0);
        assert_close(bench.window.cwnd, 20.0 + 1.0 / 20.0 / 128.0, 1e-12);
    }
}
