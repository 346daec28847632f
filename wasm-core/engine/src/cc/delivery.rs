//! Single packets as a sender reports them to its algorithm: sent, delivered, lost, marked. Not here: the calls that report them
//! (`packet_events`), how it is measured (`tcp/delivery`).

use crate::observe::{Kind, Signal};
use crate::units::{Span, Time};

/// Estimate of the bottleneck's bandwidth for this flow.
pub static BANDWIDTH: Signal = Signal::new("bandwidth_estimate_bps", "bit/s", Kind::Level);
/// Delivery-rate sample of an ACK.
pub static DELIVERY_RATE: Signal = Signal::new("delivery_rate_bps", "bit/s", Kind::Sample);
/// Rate at which packets are paced.
pub static PACING_RATE: Signal = Signal::new("pacing_rate_bps", "bit/s", Kind::Level);
/// Estimate of the empty path's RTT.
pub static MIN_RTT: Signal = Signal::new("min_rtt_estimate_ms", "ms", Kind::Level);

/// A packet leaves.
#[derive(Clone, Copy, Debug)]
pub struct SentPacket {
    /// When it is sent.
    pub now: Time,
    /// Nothing was in flight before it.
    pub idle: bool,
    /// The application, not the window, limited sending before it.
    pub app_limited: bool,
    /// With it the window is full: not one more packet may be in flight.
    pub fills_window: bool,
}

/// A packet is marked as lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LostPacket {
    /// Its segment.
    pub sequence: u64,
    /// Packets delivered so far (C.delivered).
    pub delivered: u64,
    /// Packets that were in flight when it left last, itself included (tx_in_flight).
    pub sent_in_flight: u64,
    /// Packets marked as lost since then, itself included.
    pub lost_since: u64,
    /// The application, not the window, limited sending when it left.
    pub app_limited: bool,
}

/// Packets that one ACK reports as delivered and lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Delivery {
    /// Packets newly reported as delivered, cumulatively or by SACK.
    pub acked: u64,
    /// Packets newly marked as lost.
    pub lost: u64,
    /// Packets delivered so far (C.delivered).
    pub total: u64,
    /// Packets marked as lost so far (C.lost), also by a timeout or the reordering timer, which no ACK reports.
    pub total_lost: u64,
    /// The rate sample; none if nothing was delivered.
    pub sample: Option<RateSample>,
    /// The RTT sample of the ACK, if it has one.
    pub rtt: Option<Span>,
    /// Packets in flight before the ACK: neither delivered nor marked as lost.
    pub in_flight_before: u64,
    /// The same after it.
    pub in_flight: u64,
}

impl Delivery {
    /// That of a timeout, which reports one loss and no delivery. `total_lost`: without those that it marks.
    pub fn of_timeout(total: u64, total_lost: u64) -> Delivery {
        Delivery { acked: 0, lost: 1, total, total_lost, sample: None, rtt: None, in_flight_before: 0, in_flight: 0 }
    }
}

/// A delivery-rate sample: of the packet among those newly delivered that left last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateSample {
    /// Packets delivered when it left (P.delivered): a round of packets ends when this reaches the `total` of its beginning.
    pub prior_delivered: u64,
    /// Packets delivered since then (RS.delivered).
    pub delivered: u64,
    /// The rate in packets/s; none if the interval is shorter than the smallest RTT.
    pub rate: Option<f64>,
    /// The longer of the times between sendings and between ACKs.
    pub interval: Span,
    /// The application, not the window, limited sending when it left.
    pub app_limited: bool,
    /// Packets that were in flight when it left, itself included (RS.tx_in_flight).
    pub sent_in_flight: u64,
    /// Packets marked as lost since it left (RS.lost).
    pub lost_since: u64,
}

/// Packets that an ACK with accurate ECN feedback newly reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkedPackets {
    /// Packets that have arrived.
    pub arrived: u32,
    /// Those of them that were marked.
    pub marked: u32,
}
