//! Copa's settings, its signals, and its rules, with the numbers from which a reader can recompute a decision. Not here: what the
//! settings do.

use crate::cc::delivery::{MIN_RTT, PACING_RATE};
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Section, Value};

crate::choices! {
    /// When the velocity returns to 1.
    pub enum VelocityReset {
        /// When the window of an RTT has moved the other way.
        Rtt = "rtt",
        /// With the first step the other way.
        Step = "step",
    }
}

crate::params! {
    /// Settings of Copa.
    pub struct Settings {
        /// Weight of delay against throughput (δ): alone, a flow keeps 1/δ packets in the queue.
        delta: f64 = number(0.5, 0.004, 10.0).log().live().slider(0.01, 1.0, &[0.01, 0.1, 1.0]).on_card(), "NSDI 2018: 0.5";
        /// The competitive mode, in which δ adapts to senders that fill the queue.
        competitive: bool = switch(true).live(), "NSDI 2018";
        /// Time within which the queue must empty in the default mode, in SRTTs.
        empties_within_rtts: f64 = number(5.0, 1.0, 1000.0).unit("RTTs").live().needs(&[Need::On("competitive")]), "NSDI 2018: 5 RTTs; authors' code: 4 SRTT";
        /// When a change of direction returns the velocity to 1: after an RTT in the other direction, or with the first step in it.
        velocity_reset: VelocityReset = word("step", VelocityReset::WORDS).live(), "mvfst: step; NSDI 2018: rtt";
        /// After this time without a smaller RTT, Copa forgets its minimum RTT.
        min_rtt_window_s: f64 = number(10.0, 0.1, 1000.0).unit("s").log().live().slider(1.0, 100.0, &[1.0, 10.0, 100.0]), "NSDI 2018: 10 s";
    }
}

/// Settings of Copa as scenario and screen know them.
pub static SECTION: Section = Section::new("copa", "Copa", Settings::PARAMS)
    .ignores(&["abe", "byte_counting", "byte_counting_limit_packets", "whole_byte_growth", "slow_start_at_ssthresh"])
    .group(Group::DelayBased)
    .about(
        "Moves its window towards a target rate that falls with the queueing delay, and keeps a few packets in the queue.",
        "V. Arun, H. Balakrishnan, Copa: Practical Delay-Based Congestion Control for the Internet, NSDI 2018",
    )
    .flow_defaults(&[("pacing", Value::Bool(true))])
    .signals(&[&STANDING_RTT, &MIN_RTT, &VELOCITY, &INVERSE_DELTA, &PACING_RATE, &MODE])
    .rules(&[&SLOW_START_EXIT, &UP, &DOWN, &COMPETE, &RELAX, &HALVE, &KEEP, &HEAVY_LOSS, &TIMEOUT]);

/// Smallest RTT of the last half SRTT.
pub static STANDING_RTT: Signal = Signal::new("copa_standing_rtt_ms", "ms", Kind::Level);
/// v: how fast the window moves.
pub static VELOCITY: Signal = Signal::new("copa_velocity", "", Kind::Level);
/// 1/δ: how many of its packets it wants in the queue.
pub static INVERSE_DELTA: Signal = Signal::new("copa_inverse_delta_packets", "packets", Kind::Level);
/// Mode of Copa.
pub static MODE: Signal = Signal::state("copa_mode", &["slow_start", "default", "competitive"]);

const STEP_NUMBERS: &[&str] =
    &["standing_rtt_ms", "min_rtt_ms", "inverse_delta", "velocity", "acked", "cwnd", "rate", "target", "step"];

/// The rate exceeds the target for the first time.
pub static SLOW_START_EXIT: Rule = Rule {
    key: "copa.slow_start_exit",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["standing_rtt_ms", "min_rtt_ms", "inverse_delta", "cwnd", "rate", "target"],
};
/// The rate is at most the target: numbers of the ACK that ended a round.
pub static UP: Rule =
    Rule { key: "copa.up", outcome: Outcome::Change, infers: Inference::Queue, numbers: STEP_NUMBERS };
/// It is above it.
pub static DOWN: Rule =
    Rule { key: "copa.down", outcome: Outcome::Change, infers: Inference::Queue, numbers: STEP_NUMBERS };
/// The queue did not empty.
pub static COMPETE: Rule = Rule {
    key: "copa.compete",
    outcome: Outcome::Change,
    infers: Inference::Rivals,
    numbers: &["least_rtt_ms", "most_rtt_ms", "min_rtt_ms", "threshold_ms"],
};
/// It emptied.
pub static RELAX: Rule = Rule {
    key: "copa.relax",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["least_rtt_ms", "most_rtt_ms", "min_rtt_ms", "threshold_ms", "inverse_delta"],
};
/// A loss in the competitive mode.
pub static HALVE: Rule = Rule {
    key: "copa.halve",
    outcome: Outcome::Kept,
    infers: Inference::Congestion,
    numbers: &["cwnd", "inverse_delta_before", "inverse_delta"],
};
/// A loss in another mode.
pub static KEEP: Rule =
    Rule { key: "copa.keep", outcome: Outcome::Kept, infers: Inference::RandomLoss, numbers: &["cwnd"] };
/// A large share of packets was lost.
pub static HEAVY_LOSS: Rule = Rule {
    key: "copa.heavy_loss",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["lost", "delivered", "before", "after"],
};
/// The timer ran out.
pub static TIMEOUT: Rule =
    Rule { key: "copa.timeout", outcome: Outcome::Timeout, infers: Inference::Congestion, numbers: &["before"] };
