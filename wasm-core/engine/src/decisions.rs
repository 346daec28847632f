//! Decisions of every sender, whatever its algorithm: reductions that are taken back, and loss probes. Not here: when they are made
//! (`tcp/sender`), decisions of algorithms (`cc`), the ends of slow start (`slow_start`).

use crate::observe::{Inference, Outcome, Rule};

/// An ACK that echoes an earlier time than that of the first retransmission takes a reduction back.
pub static EIFEL: Rule = Rule {
    key: "undo.eifel",
    outcome: Outcome::Undo,
    infers: Inference::Nothing,
    numbers: &["echoed_s", "resent_s", "reduced", "restored"],
};
/// Every retransmission was reported twice.
pub static DSACK: Rule = Rule {
    key: "undo.dsack",
    outcome: Outcome::Undo,
    infers: Inference::Nothing,
    numbers: &["resent", "reduced", "restored"],
};
/// A segment that was not sent again after the timeout has arrived.
pub static F_RTO: Rule =
    Rule { key: "undo.f_rto", outcome: Outcome::Undo, infers: Inference::Nothing, numbers: &["reduced", "restored"] };
/// The same, where the reduction stays but takes a round trip.
pub static F_RTO_HALVES: Rule = Rule {
    key: "undo.f_rto_halves",
    outcome: Outcome::Undo,
    infers: Inference::Nothing,
    numbers: &["from", "ssthresh"],
};
/// An ACK came too early after a first timeout to be one of the retransmission.
pub static BAD_RETRANSMIT: Rule = Rule {
    key: "undo.bad_retransmit",
    outcome: Outcome::Undo,
    infers: Inference::Nothing,
    numbers: &["waited_ms", "half_srtt_ms", "reduced", "restored"],
};
/// A probe leaves.
pub static PROBE: Rule = Rule {
    key: "probe.sent",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["srtt_ms", "in_flight"],
};

/// All of them.
pub const RULES: [&Rule; 6] = [&EIFEL, &DSACK, &F_RTO, &F_RTO_HALVES, &BAD_RETRANSMIT, &PROBE];
