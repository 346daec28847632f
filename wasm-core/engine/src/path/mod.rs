//! A packet's way: random loss, a policer, a queue, a link. Not here: delays (lanes of `event_queue`), senders and
//! receivers (`tcp`, `traffic`), and when things happen (`sim`).

pub mod bottleneck;
pub mod delay_variation;
pub mod link;
pub mod loss;
pub mod opportunities;
pub mod policer;
pub mod queue;
pub mod rate_model;
pub mod rate_steps;
pub mod reordering;
pub mod wifi;

use crate::ecn::EcnCodepoint;
use crate::observe::Source;
use crate::units::Time;

/// A data packet on its way. Plain and small: it is copied from place to place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Packet {
    /// Whose.
    pub source: Source,
    /// Size on the wire.
    pub bytes: u32,
    /// Which of its source's connections: the place of a flash crowd's transfer; otherwise 0.
    pub transfer: u32,
    /// In segments; of cross traffic, its n-th packet (from 0).
    pub sequence: u64,
    /// Number of this transmission among all of the run: tells packets apart over time.
    pub serial: u64,
    /// Sent before.
    pub retransmission: bool,
    /// An ACK, not data.
    pub ack: bool,
    /// Of a handshake: a SYN, or the SYN-ACK that answers it. Its `sequence` is its number among the flow's.
    pub syn: bool,
    /// Its sender understands ECN: a discipline may mark it instead of dropping it (RFC 3168: ECT).
    pub ecn: Option<EcnCodepoint>,
    /// Marked by a discipline (RFC 3168: CE).
    pub marked: bool,
    /// Tells the receiver that its sender has reduced its window for a mark (RFC 3168: CWR).
    pub cwr: bool,
    /// When it arrived at the bottleneck.
    pub arrived: Time,
    /// When it entered the place where it is now.
    pub entered: Time,
}

impl Packet {
    /// A data packet of this size: the first one of the first flow, at the start of a run.
    pub fn first(bytes: u32) -> Packet {
        Packet {
            source: Source::Flow(0),
            bytes,
            transfer: 0,
            sequence: 0,
            serial: 0,
            retransmission: false,
            ack: false,
            syn: false,
            ecn: None,
            marked: false,
            cwr: false,
            arrived: Time::ZERO,
            entered: Time::ZERO,
        }
    }
}
