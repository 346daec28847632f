//! Words of explicit congestion notification (RFC 3168, RFC 9331, RFC 9768) that sender, receiver, packet and queue share. Not
//! here: when a queue marks (`path/queue`), what a sender does about a mark (`tcp/sender/congestion`, `cc`).

crate::choices! {
    /// How a packet says that it may be marked instead of dropped. A packet without one is Not-ECT; a mark (CE) is kept beside it.
    pub enum EcnCodepoint {
        /// ECT(0): its sender treats a mark as a loss (RFC 3168).
        Ect0 = "ect0",
        /// ECT(1): its sender expects frequent marks and responds to their share (RFC 9331: L4S).
        Ect1 = "ect1",
    }
}
