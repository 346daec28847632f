//! TCP's sender and receiver, and the application above the sender. Sequence numbers are in segments. Not here: the window's growth and
//! reduction (`cc`), the path between the two (`path`), and when things happen (`sim`).

pub mod ack_path;
pub mod application;
pub mod coarse_rtt;
pub mod delivery;
pub mod jitter;
pub mod pacing;
pub mod reassembly;
pub mod receiver;
pub mod recovery;
pub mod rtt;
pub mod scoreboard;
pub mod sender;
#[cfg(test)]
mod tests;
pub mod window_limit;

use crate::cc::Label;
use crate::ecn::EcnCodepoint;
use crate::units::{Span, Time};
use reassembly::Blocks;

/// An acknowledgement on its way back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acknowledgement {
    /// The next segment expected: all before it have arrived.
    pub next: u64,
    /// The segment whose arrival caused it: if it lies beyond a gap, the first block holds it (RFC 2018). A sender that has
    /// missed no acknowledgement learns from these single segments all that the blocks say.
    pub arrived: u64,
    /// That segment was already here (RFC 2883: a D-SACK block names it).
    pub duplicate: bool,
    /// The ranges that arrived beyond a gap.
    pub blocks: Blocks,
    /// The time stamp that it echoes: when the segment left that the receiver's TS.Recent is of (RFC 7323, 4.3).
    pub echoed: Time,
    /// Its number among its receiver's, counted around: shows a sender that it missed one.
    pub ordinal: u32,
    /// A mark is echoed until the sender says that it has reduced its window (RFC 3168: ECE).
    pub echo: bool,
    /// Data packets that have arrived so far, counted around, needless ones included (RFC 9768 counts their bytes).
    pub received: u32,
    /// Those of them that were marked.
    pub marked: u32,
    /// The receiver's latest label of what was missing, if it judges.
    pub label: Option<Label>,
    /// Serial number of the data packet that caused it.
    pub serial: u64,
    /// How long that packet took from its arrival at the bottleneck to the receiver.
    pub one_way: Span,
    /// When it left the receiver.
    pub entered: Time,
}

/// Unit of time stamps, which kernels count in milliseconds (RFC 7323, 5.4), in ns.
const TIME_STAMP_TICK: u64 = 1_000_000;

impl Time {
    /// Whether a time stamp is earlier than another one: within one of their units two look alike.
    fn is_before(self, other: Time) -> bool {
        self.0 / TIME_STAMP_TICK < other.0 / TIME_STAMP_TICK
    }
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
    /// The packet was marked on its way (RFC 3168: CE).
    pub marked: bool,
    /// Its sender has reduced the window (RFC 3168: CWR).
    pub cwr: bool,
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
    /// How it says that it may be marked instead of dropped: new data of a flow with `ecn` (RFC 3168, 6.1.5: no retransmission).
    pub ecn: Option<EcnCodepoint>,
    /// It tells the receiver that the window was reduced (RFC 3168: CWR).
    pub cwr: bool,
    /// A SYN: `sequence` is its number.
    pub syn: bool,
}

/// The answer to a SYN on its way back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SynAck {
    /// Number of the SYN.
    pub number: u64,
    /// When that had left: the time stamp that it echoes.
    pub echoed: Time,
    /// Serial number of the SYN's packet.
    pub serial: u64,
    /// When it left the receiver.
    pub entered: Time,
}
