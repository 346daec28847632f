//! BBR v3's settings, its signals, and its rules. A rule's numbers are those from which its decision can be recomputed by hand. Not
//! here: what the settings do.

use crate::cc::delivery::{BANDWIDTH, DELIVERY_RATE, MIN_RTT, PACING_RATE};
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Section, Value};

crate::params! {
    /// Settings of BBR v3.
    pub struct Settings {
        /// Loss rate of a round trip above which a probe for bandwidth went too high.
        loss_threshold: f64 = number(0.02, 0.0, 1.0).live().slider(0.0, 0.2, &[0.0, 0.02, 0.1, 0.2]).on_card(), "draft-ietf-ccwg-bbr, 2.8: BBR.LossThresh";
        /// Of its short-term bounds, a round trip with losses leaves at least this share.
        beta: f64 = number(0.7, 0.0, 1.0).live(), "draft-ietf-ccwg-bbr, 2.8: BBR.Beta";
        /// Share of the long-term bound that stays unused between probes, for other flows.
        headroom: f64 = number(0.15, 0.0, 1.0).live(), "draft-ietf-ccwg-bbr, 2.8: BBR.Headroom";
        /// The minimum RTT is the smallest one of this time.
        min_rtt_window_s: f64 = number(10.0, 0.1, 1000.0).unit("s").log().live(), "draft-ietf-ccwg-bbr, 2.16.1: BBR.MinRTTFilterLen";
        /// After this time without a smaller RTT, BBR halves what is in flight to measure the path's delay.
        probe_rtt_interval_s: f64 = number(5.0, 0.1, 1000.0).unit("s").log().live().slider(1.0, 100.0, &[1.0, 5.0, 10.0, 100.0]), "draft-ietf-ccwg-bbr, 2.16.2: BBR.ProbeRTTInterval";
        /// Time for which BBR keeps little in flight to measure the minimum RTT.
        probe_rtt_ms: f64 = number(200.0, 0.0, 10_000.0).unit("ms").live(), "draft-ietf-ccwg-bbr, 2.16.2: BBR.ProbeRTTDuration";
    }
}

/// Settings of BBR v3 as scenario and screen know them.
pub static SECTION: Section = Section::new("bbr3", "BBR v3", Settings::PARAMS)
    .ignores(&["abe", "byte_counting", "byte_counting_limit_packets", "whole_byte_growth", "initial_ssthresh_packets", "slow_start_at_ssthresh"])
    .group(Group::ModelBased)
    .about(
        "Estimates the link's rate and the path's delay as BBR does, and learns from loss how much may be in flight.",
        "N. Cardwell, I. Swett, J. Beshay, BBR Congestion Control, draft-ietf-ccwg-bbr, editors' copy of August 3, 2026 (after -06)",
    )
    .flow_defaults(&[("pacing", Value::Bool(true))])
    .signals(&[&BANDWIDTH, &DELIVERY_RATE, &PACING_RATE, &MIN_RTT, &LONG_TERM, &SHORT_TERM, &PHASE])
    .rules(&[
        &FULL_PIPE,
        &HIGH_LOSS,
        &DRAINED,
        &DRAIN_LATE,
        &CRUISE,
        &REFILL,
        &PROBE_UP,
        &RAISE,
        &PLATEAU,
        &TOO_HIGH,
        &PRECAUTION,
        &PROBE_AGAIN,
        &SLOW_DOWN,
        &PROBE_RTT,
        &PROBE_RTT_DONE,
        &REPAIR,
        &TIMEOUT,
        &MARK,
    ]);

/// Bound of what is in flight, as probes have found it; 0: none.
pub static LONG_TERM: Signal = Signal::new("inflight_longterm_packets", "packets", Kind::Level);
/// The same between two probes, lowered by losses; 0: none.
pub static SHORT_TERM: Signal = Signal::new("inflight_shortterm_packets", "packets", Kind::Level);
/// Phase of BBR v3.
pub static PHASE: Signal =
    Signal::state("bbr3_phase", &["startup", "drain", "probe_down", "cruise", "refill", "probe_up", "probe_rtt"]);

const fn rule(key: &'static str, outcome: Outcome, infers: Inference, numbers: &'static [&'static str]) -> Rule {
    Rule { key, outcome, infers, numbers }
}

/// The delivery rate no longer grows: Startup ends.
pub static FULL_PIPE: Rule =
    rule("bbr3.full_pipe", Outcome::Change, Inference::Queue, &["delivery_mbps", "baseline_mbps", "rounds"]);
/// Much loss for a round of recovery: Startup ends.
pub static HIGH_LOSS: Rule = rule(
    "bbr3.high_loss",
    Outcome::Cut,
    Inference::Congestion,
    &["lost", "sent_in_flight", "ranges", "inflight_longterm"],
);
/// The queue of Startup is empty: Drain ends.
pub static DRAINED: Rule = rule("bbr3.drained", Outcome::Change, Inference::Nothing, &["packets_in_flight", "target"]);
/// It is not, but Drain ends all the same.
pub static DRAIN_LATE: Rule =
    rule("bbr3.drain_late", Outcome::Change, Inference::Nothing, &["packets_in_flight", "target", "rounds"]);
/// The queue of a probe is empty, and there is headroom.
pub static CRUISE: Rule = rule("bbr3.cruise", Outcome::Change, Inference::Nothing, &["packets_in_flight", "target"]);
/// It is time to probe for bandwidth.
pub static REFILL: Rule =
    rule("bbr3.refill", Outcome::Change, Inference::Nothing, &["waited_s", "wait_s", "rounds", "round_limit"]);
/// The pipe is filled: it sends faster.
pub static PROBE_UP: Rule =
    rule("bbr3.probe_up", Outcome::Change, Inference::Nothing, &["bandwidth_mbps", "min_rtt_ms"]);
/// A round without excess loss at the long-term bound: it is raised faster.
pub static RAISE: Rule = rule("bbr3.raise", Outcome::Change, Inference::Nothing, &["packets", "inflight_longterm"]);
/// A faster rate did not deliver more: the probe ends.
pub static PLATEAU: Rule =
    rule("bbr3.plateau", Outcome::Backoff, Inference::Queue, &["delivery_mbps", "baseline_mbps", "rounds"]);
/// Too much of what a probe sent is lost.
pub static TOO_HIGH: Rule =
    rule("bbr3.too_high", Outcome::Cut, Inference::Congestion, &["lost", "sent_in_flight", "inflight_longterm"]);
/// The first probe after that ends at the bound.
pub static PRECAUTION: Rule =
    rule("bbr3.precaution", Outcome::Change, Inference::Nothing, &["packets_in_flight", "inflight_longterm"]);
/// It lost little: the next one follows at once.
pub static PROBE_AGAIN: Rule = rule("bbr3.probe_again", Outcome::Change, Inference::Nothing, &["inflight_longterm"]);
/// A round with losses, between probes.
pub static SLOW_DOWN: Rule = rule(
    "bbr3.slow_down",
    Outcome::Cut,
    Inference::Congestion,
    &["delivery_mbps", "delivered", "bandwidth_mbps", "inflight_shortterm"],
);
/// The minimum RTT is old: half of the BDP is in flight.
pub static PROBE_RTT: Rule =
    rule("bbr3.probe_rtt", Outcome::Change, Inference::Nothing, &["min_rtt_ms", "age_s", "before", "target"]);
/// It was measured.
pub static PROBE_RTT_DONE: Rule =
    rule("bbr3.probe_rtt_done", Outcome::Change, Inference::Nothing, &["min_rtt_ms", "restored"]);
/// A loss is repaired.
pub static REPAIR: Rule = rule("bbr3.repair", Outcome::Kept, Inference::Nothing, &["before", "bandwidth_mbps"]);
/// The timer ran out.
pub static TIMEOUT: Rule = rule("bbr3.timeout", Outcome::Timeout, Inference::Nothing, &["before", "restored"]);
/// A packet was marked.
pub static MARK: Rule = rule("bbr3.mark", Outcome::Cut, Inference::Congestion, &["packets_in_flight"]);
