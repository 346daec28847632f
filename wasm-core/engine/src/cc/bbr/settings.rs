//! BBR's settings, and what it emits: its signals, and its rules with the numbers that let a decision be recomputed by hand. Not
//! here: what the settings do.

use crate::cc::delivery::{BANDWIDTH, DELIVERY_RATE, MIN_RTT, PACING_RATE};
use crate::observe::{Inference, Outcome, Rule, Signal};
use crate::params::{Group, Section, Value};

crate::params! {
    /// Settings of BBR.
    pub struct Settings {
        /// After this time without a smaller RTT, BBR empties the path to measure its delay again.
        min_rtt_window_s: f64 = number(10.0, 0.1, 1000.0).unit("s").log().live().slider(1.0, 100.0, &[1.0, 10.0, 100.0]).on_card(), "Linux: bbr_min_rtt_win_sec";
        /// Time for which BBR keeps at most 4 packets in flight to measure the minimum RTT.
        probe_rtt_ms: f64 = number(200.0, 0.0, 10_000.0).unit("ms").live(), "Linux: bbr_probe_rtt_mode_ms";
    }
}

/// Settings of BBR as scenario and screen know them.
pub static SECTION: Section = Section::new("bbr", "BBR", Settings::PARAMS)
    .ignores(&["abe", "byte_counting", "byte_counting_limit_packets", "whole_byte_growth", "initial_ssthresh_packets", "slow_start_at_ssthresh"])
    .group(Group::ModelBased)
    .about(
        "Estimates the link's rate and the path's delay, and paces at that rate; loss does not slow it down.",
        "N. Cardwell, Y. Cheng, C. S. Gunn, S. H. Yeganeh, V. Jacobson, BBR: Congestion-Based Congestion Control, ACM Queue 14(5), 2016; Linux tcp_bbr.c",
    )
    .flow_defaults(&[("pacing", Value::Bool(true))])
    .signals(&[&BANDWIDTH, &DELIVERY_RATE, &PACING_RATE, &MIN_RTT, &PHASE])
    .rules(&[&FULL_PIPE, &DRAINED, &PROBE_RTT, &PROBE_RTT_DONE, &KEEP_AFTER_LOSS, &TIMEOUT, &POLICED, &UNPOLICED]);

/// Phase of BBR.
pub static PHASE: Signal =
    Signal::state("bbr_phase", &["startup", "drain", "probe_up", "probe_down", "cruise", "probe_rtt"]);

/// The rate no longer grows: Startup ends.
pub static FULL_PIPE: Rule = Rule {
    key: "bbr.full_pipe",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["bandwidth_mbps", "baseline_mbps", "rounds"],
};
/// The queue of Startup is empty: Drain ends.
pub static DRAINED: Rule = Rule {
    key: "bbr.drained",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["packets_in_flight", "target"],
};
/// The minimum RTT is old: almost nothing is sent.
pub static PROBE_RTT: Rule = Rule {
    key: "bbr.probe_rtt",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["min_rtt_ms", "age_s", "before"],
};
/// It was measured.
pub static PROBE_RTT_DONE: Rule = Rule {
    key: "bbr.probe_rtt_done",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["min_rtt_ms", "restored"],
};
/// A loss is repaired, without a slower rate.
pub static KEEP_AFTER_LOSS: Rule = Rule {
    key: "bbr.keep_after_loss",
    outcome: Outcome::Kept,
    infers: Inference::RandomLoss,
    numbers: &["before", "bandwidth_mbps"],
};
/// The timer ran out.
pub static TIMEOUT: Rule = Rule {
    key: "bbr.timeout",
    outcome: Outcome::Timeout,
    infers: Inference::Nothing,
    numbers: &["before", "restored"],
};
/// Two intervals with much loss had the same rate.
pub static POLICED: Rule = Rule {
    key: "bbr.policed",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["policed_mbps", "bandwidth_mbps"],
};
/// It tries more again.
pub static UNPOLICED: Rule =
    Rule { key: "bbr.unpoliced", outcome: Outcome::Change, infers: Inference::Nothing, numbers: &["policed_mbps"] };
