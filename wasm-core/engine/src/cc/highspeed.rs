//! HighSpeed TCP is Reno up to 38 packets. Above, it grows by more packets per RTT and removes a smaller share of its
//! window at a loss, the larger the window is, so that a fast path needs no loss rate that no path has.
//!
//! Not here: recovery.
//!
//! # Equations
//!
//! ```tex
//! % decrease, above 38 packets | RFC 3649, section 5
//! b(w) = 0.5 - 0.4\,\frac{\ln(w / 38)}{\ln(83000 / 38)}
//! % increase, above 38 packets | RFC 3649, section 5
//! a(w) = w^2\, p(w)\,\frac{2\, b(w)}{2 - b(w)}, \qquad p(w) = \frac{0.078}{w^{1.2}}
//! % each acknowledged packet | RFC 3649, section 5
//! w \leftarrow w + \frac{a(w)}{w}
//! % loss, timeout | RFC 3649, section 5
//! \text{ssthresh} \leftarrow \max\bigl((1 - b(w))\, w,\; 2\bigr)
//! % loss, in Linux: row i of the table, md = ⌊256 b⌋ | tcp_highspeed.c
//! a = i + 1, \qquad \text{ssthresh} \leftarrow \max\left(w - \left\lfloor \frac{\text{md}_i\, w}{256} \right\rfloor,\; 2\right)
//! ```
//!
//! Up to 38 packets $a$ is 1 and $b$ is 0.5.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Reno: w up to 38 packets, one more packet per RTT
//! High speed: w above 38 packets, a(w) more packets per RTT
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Reno: w reaches ssthresh
//! Reno -> High speed: w above 38 packets
//! any -> Fast recovery: loss, (1 - b) w is left
//! Fast recovery -> High speed: all acknowledged; or Reno, by w
//! any -> Slow start: timeout, w = 1
//! ```
//!
//! # Choices
//!
//! - `rfc3649`: a and b are the RFC's formulas in real numbers; a is at least 1, b stays at 0.1 above 83000 packets.
//! - `linux`: the RFC's table (appendix B) of 72 rows, in whole packets. Each ACK adds a to a count, and a window's worth
//!   of it adds a packet. The row follows the window only while it grows: a loss that ends the first slow start still
//!   finds the first row, and halves the window.
//! - Limited Slow-Start (RFC 3742), which the RFC recommends beside it, is not part of it here.
//!
//! # Look for
//!
//! - This run has 100 Mbit/s: up to 38 packets it is Reno, and on a slow link there is little else to see.
//! - After a loss more than half of the window is left, the more the larger it was, and the window is
//!   full again sooner than NewReno's.
//! - Of two flows, the one with the larger window also grows faster. A flow that joins late gets its share more slowly than
//!   with NewReno.
//!
//! ```run
//! bottleneck.rate_bps = 100000000
//! bottleneck.queue.limit_packets = 100
//! ```

use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, Loss, Wants};
use crate::math::{clamp, ln, pow};
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Section, Value, Variant as Preset};

crate::choices! {
    /// Which HighSpeed TCP.
    pub enum Variant {
        /// The formulas of RFC 3649.
        Rfc3649 = "rfc3649",
        /// Linux's table.
        Linux = "linux",
    }
}

crate::params! {
    /// HighSpeed TCP's parameters.
    pub struct Settings {
        /// Which HighSpeed TCP: the RFC's formulas, or Linux's table.
        variant: Variant = word("rfc3649", Variant::WORDS).live(), "choice; linux on the TCP stack linux";
    }
}

/// Settings of HighSpeed TCP as scenario and screen know them.
pub static SECTION: Section = Section::new("highspeed", "HighSpeed TCP", Settings::PARAMS)
    .group(Group::LossBased)
    .about(
        "Is Reno up to 38 packets; the larger the window above, the faster it grows and the less a loss removes.",
        "S. Floyd, HighSpeed TCP for Large Congestion Windows, RFC 3649, 2003",
    )
    .variants(
        "variant",
        &[
            Preset::new("rfc3649", "a(w) and b(w) in real numbers"),
            Preset::new("linux", "a table of 72 rows, in whole packets; b in 256ths; counts acknowledgements")
                .ignores(&["whole_byte_growth"])
                .default_on("linux"),
        ],
    )
    .signals(&[&INCREASE])
    .fills_queue()
    .rules(&[&BEYOND, &REDUCE, &TIMEOUT]);

/// Packets that the window grows by per RTT.
pub static INCREASE: Signal = Signal::new("highspeed_increase_packets", "packets per RTT", Kind::Level);
/// The window has left Reno's range.
pub static BEYOND: Rule = Rule {
    key: "highspeed.beyond_reno",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["cwnd", "increase", "b"],
};
/// A loss.
pub static REDUCE: Rule = Rule {
    key: "highspeed.reduce",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "b", "ssthresh"],
};
/// A timeout.
pub static TIMEOUT: Rule = Rule {
    key: "highspeed.timeout",
    outcome: Outcome::Timeout,
    infers: Inference::Nothing,
    numbers: &["before", "b", "ssthresh"],
};

/// RFC 3649: Low_Window, up to which it is Reno; High_Window and High_Decrease.
const LOW_WINDOW: f64 = 38.0;
const HIGH_WINDOW: f64 = 83_000.0;
const HIGH_DECREASE: f64 = 0.1;

/// b(w) without its bounds.
fn decrease_by_formula(w: f64) -> f64 {
    0.5 - 0.4 * ln(w / LOW_WINDOW) / ln(HIGH_WINDOW / LOW_WINDOW)
}

/// b(w): the share of a window that a loss removes.
pub fn decrease(w: f64) -> f64 {
    if w <= LOW_WINDOW {
        return 0.5;
    }
    clamp(decrease_by_formula(w), HIGH_DECREASE, 0.5)
}

/// a(w): packets gained per RTT.
pub fn increase(w: f64) -> f64 {
    if w <= LOW_WINDOW {
        return 1.0;
    }
    let (b, p) = (decrease(w), 0.078 / pow(w, 1.2));
    (w * w * p * 2.0 * b / (2.0 - b)).max(1.0)
}

/// The windows of RFC 3649, appendix B, as far as Linux has them: up to the i-th one a is i + 1.
const ROWS: [f64; 72] = [
    38.0, 118.0, 221.0, 347.0, 495.0, 663.0, 851.0, 1058.0, 1284.0, 1529.0, 1793.0, 2076.0, 2378.0, 2699.0, 3039.0,
    3399.0, 3778.0, 4177.0, 4596.0, 5036.0, 5497.0, 5979.0, 6483.0, 7009.0, 7558.0, 8130.0, 8726.0, 9346.0, 9991.0,
    10661.0, 11358.0, 12082.0, 12834.0, 13614.0, 14424.0, 15265.0, 16137.0, 17042.0, 17981.0, 18955.0, 19965.0,
    21013.0, 22101.0, 23230.0, 24402.0, 25618.0, 26881.0, 28193.0, 29557.0, 30975.0, 32450.0, 33986.0, 35586.0,
    37253.0, 38992.0, 40808.0, 42707.0, 44694.0, 46776.0, 48961.0, 51258.0, 53677.0, 56230.0, 58932.0, 61799.0,
    64851.0, 68113.0, 71617.0, 75401.0, 79517.0, 84035.0, 89053.0,
];

/// The row of a window, the last one if it is larger than all.
fn row_of(w: f64) -> usize {
    ROWS.partition_point(|row| *row < w).min(ROWS.len() - 1)
}

/// Linux's decrease of a row, in 256ths.
fn md(row: usize) -> f64 {
    (256.0 * decrease_by_formula(ROWS[row])).floor()
}

/// State of HighSpeed TCP.
#[derive(Clone, Debug)]
pub struct Highspeed {
    settings: Settings,
    growth: RenoGrowth,
    /// Linux: the row, and what is counted towards the next packet.
    row: usize,
    counted: f64,
    /// Packets per RTT as last emitted.
    said: f64,
}

impl Highspeed {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Highspeed {
        Highspeed { settings: Settings::read(values), growth: RenoGrowth::default(), row: 0, counted: 0.0, said: 0.0 }
    }

    fn is_linux(&self) -> bool {
        self.settings.variant == Variant::Linux
    }

    /// Packets per RTT at this window.
    fn increase(&mut self, w: f64) -> f64 {
        if self.is_linux() {
            self.row = row_of(w.floor());
            return self.row as f64 + 1.0;
        }
        increase(w)
    }

    /// Share that a loss removes at this window.
    fn decrease(&self, w: f64) -> f64 {
        if self.is_linux() { md(self.row) / 256.0 } else { decrease(w) }
    }

    /// Window before, share and window after a loss or timeout.
    fn reduce(&mut self, cx: &Context) -> [f64; 3] {
        self.growth.reset();
        self.counted = 0.0;
        let w = cx.window.cwnd;
        let b = self.decrease(w);
        let left = if self.is_linux() { w.floor() - (b * w.floor()).floor() } else { (1.0 - b) * w };
        [w, b, left.max(2.0)]
    }
}

impl CongestionControl for Highspeed {
    fn wants(&self) -> Wants {
        Wants { rtt_samples: false, ..Wants::STANDARD }
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        if !ack.cwnd_limited {
            return;
        }
        let w = cx.window.cwnd;
        if cx.in_slow_start() {
            cx.window.cwnd += RenoGrowth::slow_start(ack, cx);
            return;
        }
        let increase = self.increase(w);
        if self.is_linux() {
            self.counted += increase;
            if self.counted >= w.floor() {
                self.counted -= w.floor();
                cx.window.cwnd += 1.0;
            }
        } else {
            cx.window.cwnd += increase * self.growth.congestion_avoidance(ack, cx);
        }
        if increase > 1.0 && self.said <= 1.0 {
            cx.decide(&BEYOND, &[w, increase, self.decrease(w)]);
            cx.signal(&INCREASE, increase);
            self.said = increase;
        }
    }

    fn on_round_end(&mut self, cx: &mut Context) {
        if cx.in_recovery || cx.in_slow_start() {
            return;
        }
        let increase = self.increase(cx.window.cwnd);
        if increase != self.said {
            cx.signal(&INCREASE, increase);
            self.said = increase;
        }
    }

    fn ssthresh_on_loss(&mut self, _loss: &Loss, cx: &mut Context) -> f64 {
        let numbers = self.reduce(cx);
        cx.decide(&REDUCE, &numbers);
        numbers[2]
    }

    fn on_timeout(&mut self, _first: bool, _loss: &Loss, cx: &mut Context) -> f64 {
        let numbers = self.reduce(cx);
        cx.decide(&TIMEOUT, &numbers);
        numbers[2]
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

    #[test] // RFC 3649 rounds: 118 packets give 2 and 0.44
    fn by_the_window() {
        for (w, a, b) in [
            (38.0, 1.0, 0.5),
            (118.0, 2.006, 0.4411),
            (300.0, 3.6520, 0.39251),
            (1000.0, 7.740, 0.3299),
            (10_000.0, 29.02, 0.2101),
            (83_000.0, 70.73, 0.1),
        ] {
            assert_close(increase(w) / a, 1.0, 5e-4);
            assert_close(decrease(w), b, 5e-5);
        }
        assert_close(increase(39.0), 1.0, 0.0); // 0.97 by the formula
        assert_close(decrease(1e6), 0.1, 0.0);
    }

    #[test] // as the kernel has them: of 256
    fn decreases_of_the_table() {
        let all = [128.0, 112.0, 104.0, 98.0, 93.0, 89.0, 86.0, 83.0, 81.0, 78.0];
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(md), all);
        assert_eq!([md(29), md(70), md(71)], [52.0, 25.0, 24.0]);
        assert_eq!([38.0, 39.0, 118.0, 119.0, 1e6].map(row_of), [0, 1, 1, 2, 71]);
    }

    fn highspeed(variant: &'static str) -> Highspeed {
        Highspeed::new(&SECTION.defaults(Some(variant)))
    }

    #[test]
    fn a_round_and_a_loss() {
        // By the formula: 300 ACKs add 3.65; 300 (1 - 0.39251).
        let (mut bench, mut rfc) = (Bench::new(300.0, 2.0), highspeed("rfc3649"));
        bench.ack(&mut rfc, 1.0);
        assert_close(bench.window.cwnd, 300.0 + 3.6520 / 300.0, 1e-6);
        bench.window.cwnd = 300.0;
        assert_close(bench.lose(&mut rfc), 182.247, 2e-3);
        // Linux: 4 per ACK, a packet for 300; 300 - floor(300 x 98 / 256).
        let (mut bench, mut linux) = (Bench::new(300.0, 2.0), highspeed("linux"));
        (0..74).for_each(|_| bench.ack(&mut linux, 1.0));
        assert_close(bench.window.cwnd, 300.0, 0.0);
        bench.ack(&mut linux, 1.0);
        assert_close(bench.window.cwnd, 301.0, 0.0);
        bench.window.cwnd = 300.0;
        assert_close(bench.lose(&mut linux), 186.0, 0.0);
        let (mut bench, mut linux) = (Bench::new(1000.0, 2.0), highspeed("linux"));
        bench.ack(&mut linux, 1.0);
        assert_close(linux.counted, 8.0, 0.0);
        assert_close(bench.lose(&mut linux), 676.0, 0.0);
    }

    #[test]
    fn reno_up_to_38_packets_and_half_after_linuxs_first_slow_start() {
        for variant in ["rfc3649", "linux"] {
            let (mut bench, mut highspeed) = (Bench::new(30.0, 2.0), highspeed(variant));
            (0..30).for_each(|_| bench.ack(&mut highspeed, 1.0));
            assert_close(bench.window.cwnd, 31.0, 0.02);
            bench.window.cwnd = 30.0;
            assert_close(bench.time_out(&mut highspeed), 15.0, 0.0);
        }
        assert_close(Bench::new(300.0, 1e9).lose(&mut highspeed("linux")), 150.0, 0.0);
    }

    #[test]
    fn leaving_renos_range_is_said_once() {
        let (mut bench, mut highspeed) = (Bench::new(60.0, 2.0), highspeed("rfc3649"));
        (0..9).for_each(|_| bench.ack(&mut highspeed, 1.0));
        assert_eq!((bench.decided().unwrap().0, bench.count(&INCREASE)), ("highspeed.beyond_reno", 1));
        bench.window.cwnd = 30.0;
        bench.round(&mut highspeed);
        assert_eq!(bench.said(&INCREASE), Some(1.0));
    }
}
