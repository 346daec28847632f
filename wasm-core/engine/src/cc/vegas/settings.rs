//! Vegas' parameters with units, ranges and sources, what the variants make of them, and what Vegas emits: its signals,
//! and its rules with the numbers that let a decision be recomputed by hand. Not here: what the parameters do.

use crate::cc::DELAY_BACKOFF;
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Ordered, Section, Value, Variant as Preset};

crate::choices! {
    /// Which Vegas: that of FreeBSD, Linux, ns-2 or the paper.
    pub enum Variant {
        /// FreeBSD's cc_vegas.
        FreeBsd = "freebsd",
        /// Linux's tcp_vegas.
        Linux = "linux",
        /// That of ns-2.
        Ns2 = "ns2",
        /// The paper's.
        Paper = "paper",
    }
}

crate::params! {
    /// Vegas' parameters.
    pub struct Settings {
        /// Which Vegas: that of FreeBSD, Linux, ns-2 or the paper.
        variant: Variant = word("freebsd", Variant::WORDS).live(), "CDG paper, section 4: FreeBSD's";
        /// The window grows while Vegas estimates fewer own packets in the queue than this (α).
        alpha: f64 = number(1.0, 0.0, 1e6).unit("packets").log().live().slider(0.5, 50.0, &[0.5, 10.0, 50.0]).on_card(), "FreeBSD, ns-2: 1; paper, Linux: 2";
        /// The window shrinks while Vegas estimates more own packets in the queue than this (β).
        beta: f64 = number(3.0, 0.0, 1e6).unit("packets").log().live().slider(0.5, 50.0, &[0.5, 10.0, 50.0]).on_card(), "FreeBSD, ns-2: 3; paper, Linux: 4";
        /// Slow start ends when Vegas estimates more own packets in the queue than this (γ).
        gamma: f64 = number(1.0, 0.0, 1e6).unit("packets").log().live(), "paper, Linux, ns-2; FreeBSD uses beta";
    }
}

/// The larger pair of the paper and of Linux.
const TWO_TO_FOUR: &[(&str, Value)] = &[("alpha", Value::Number(2.0)), ("beta", Value::Number(4.0))];

/// Settings of Vegas as scenario and screen know them.
pub static SECTION: Section = Section::new("vegas", "Vegas", Settings::PARAMS)
    .group(Group::DelayBased)
    .about(
        "Tries to keep a few of its packets in the queue, by comparing its rate with that on an empty path.",
        "L. Brakmo, L. Peterson, TCP Vegas: End to End Congestion Avoidance on a Global Internet, IEEE JSAC 13(8), 1995",
    )
    .variants(
        "variant",
        &[
            Preset::new(
                "freebsd",
                "Diff in whole packets, of one timed packet a round; a loss leaves half; slow start doubles every \
                 other round while Diff < alpha, and ends above beta with a packet less",
            )
            .lacks(&["gamma"]),
            Preset::new(
                "linux",
                "Diff in whole packets, of the smallest of 3 or more RTTs a round, else it grows like Reno; a loss leaves half; slow start doubles each round, and ends above gamma with at most w baseRTT/RTT + 1",
            )
            .defaults(TWO_TO_FOUR),
            Preset::new(
                "ns2",
                "Diff of what is in flight, rounded, of the round's mean RTT; a loss leaves 3/4; slow start doubles every other \
                 round, and ends above gamma with 7/8",
            ),
            Preset::new(
                "paper",
                "one timed packet a round; a loss leaves 3/4; slow start doubles every other round, and ends above gamma with \
                 the window that it has",
            )
            .defaults(TWO_TO_FOUR),
        ],
    )
    .ordered(&[Ordered { less: "alpha", more: "beta" }])
    .signals(&[&DIFF, &BASE_RTT, &RTT, &EXPECTED, &ACTUAL, &DELAY_BACKOFF])
    .rules(&[&INCREASE, &DECREASE, &HOLD, &SLOW_START, &SLOW_START_EXIT, &TOO_FEW, &LOSS]);

/// Diff of the round that ended: its own packets in the queue.
pub static DIFF: Signal = Signal::new("vegas_diff_packets", "packets", Kind::Level);
/// The smallest RTT ever.
pub static BASE_RTT: Signal = Signal::new("vegas_base_rtt_ms", "ms", Kind::Level);
/// RTT of the round that ended, as the variant takes it.
pub static RTT: Signal = Signal::new("vegas_rtt_ms", "ms", Kind::Level);
/// Expected: payload per second, were the path empty.
pub static EXPECTED: Signal = Signal::new("vegas_expected_bps", "bit/s", Kind::Level);
/// Actual: payload per second of the round that ended.
pub static ACTUAL: Signal = Signal::new("vegas_actual_bps", "bit/s", Kind::Level);

/// Diff < alpha: room in the queue.
pub static INCREASE: Rule = Rule {
    key: "vegas.increase",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["cwnd", "in_flight", "sent", "base_rtt_ms", "rtt_ms", "diff_packets", "alpha", "after"],
};
/// Diff > beta: too many in the queue.
pub static DECREASE: Rule = Rule {
    key: "vegas.decrease",
    outcome: Outcome::Backoff,
    infers: Inference::Queue,
    numbers: &["cwnd", "in_flight", "sent", "base_rtt_ms", "rtt_ms", "diff_packets", "beta", "after"],
};
/// Between alpha and beta.
pub static HOLD: Rule = Rule {
    key: "vegas.hold",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["cwnd", "in_flight", "sent", "base_rtt_ms", "rtt_ms", "diff_packets", "alpha", "beta"],
};
/// Slow start goes on: the next round doubles the window (`grows` 1), or stays constant to measure (0).
pub static SLOW_START: Rule = Rule {
    key: "vegas.slow_start",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["cwnd", "in_flight", "sent", "base_rtt_ms", "rtt_ms", "diff_packets", "limit", "grows"],
};
/// Slow start ends: Diff is above gamma (FreeBSD: beta).
pub static SLOW_START_EXIT: Rule = Rule {
    key: "vegas.slow_start_exit",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["cwnd", "in_flight", "sent", "base_rtt_ms", "rtt_ms", "diff_packets", "limit", "after", "ssthresh"],
};
/// Linux: too few samples in the round to judge by; Reno's growth instead.
pub static TOO_FEW: Rule = Rule {
    key: "vegas.too_few_samples",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["samples", "cwnd"],
};
/// A loss or timeout.
pub static LOSS: Rule = Rule {
    key: "vegas.loss",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "base", "ssthresh"],
};
