//! Explicit congestion notification (RFC 3168, RFC 9331, RFC 9768): the words that sender, receiver, packet and queue share.
//! Not here: when a queue marks (`path/queue`), what a sender does about a mark (`tcp/sender/congestion`, `cc`), which of them a
//! flow uses (`FlowSettings::ecn_use`).

crate::choices! {
    /// How a packet says that it may be marked instead of dropped. A packet without one is Not-ECT; a mark (CE) is kept beside it.
    pub enum EcnCodepoint {
        /// ECT(0): its sender treats a mark as a loss (RFC 3168).
        Ect0 = "ect0",
        /// ECT(1): its sender expects frequent marks and responds to their share (RFC 9331: L4S).
        Ect1 = "ect1",
    }
}

crate::choices! {
    /// How a receiver reports marks.
    pub enum EcnFeedback {
        /// One bit, on every ACK from a mark until the sender says that it has reduced its window (RFC 3168: ECE, CWR).
        Classic = "classic",
        /// How many packets have arrived and how many of them were marked (RFC 9768, AccECN).
        Accurate = "accurate",
    }
}

/// A flow's use of ECN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ecn {
    /// That of its data packets; none without ECN.
    pub codepoint: Option<EcnCodepoint>,
    /// Feedback of its receiver; without meaning where there is no ECN.
    pub feedback: EcnFeedback,
}

impl Ecn {
    /// Whether its receiver counts marks for it.
    pub fn is_accurate(self) -> bool {
        self.codepoint.is_some() && self.feedback == EcnFeedback::Accurate
    }
}
