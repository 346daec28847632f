//! TCP's sender and receiver for bulk data. Sequence numbers are in segments. Not here: the window's growth and
//! reduction (`cc`), the path between the two (`path`), and when things happen (`sim`).

pub mod host;
pub mod jitter;
pub mod receiver;
pub mod recovery;
pub mod rtt;
pub mod scoreboard;
pub mod sender;
#[cfg(test)]
mod tests;

use crate::units::{Span, Time};

/// An acknowledgement on its way back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acknowledgement {
    /// The next segment expected: all before it have arrived.
    pub next: u64,
    /// The segment whose arrival caused it: RFC 2018's first block holds it. No acknowledgement is ever lost or reordered,
    /// so these single segments tell the sender all that the blocks would.
    pub arrived: u64,
    /// Serial number of the data packet that caused it.
    pub serial: u64,
    /// How long that packet took from its arrival at the bottleneck to the receiver.
    pub one_way: Span,
    /// When it left the receiver.
    pub entered: Time,
}

/// A data segment as it arrives at the receiver.
#[derive(Clone, Copy, Debug, Default)]
pub struct Segment {
    /// Which.
    pub sequence: u64,
    /// Serial number of its packet.
    pub serial: u64,
    /// How long the packet took since its arrival at the bottleneck.
    pub one_way: Span,
}

/// A data segment that the sender hands to its host for sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transmission {
    /// Which segment.
    pub sequence: u64,
    /// Sent before.
    pub retransmission: bool,
    /// When it leaves, after the host's jitter.
    pub leaves: Time,
}
