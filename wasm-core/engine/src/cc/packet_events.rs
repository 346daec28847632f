//! Services that an algorithm may request beyond the calls of `CongestionControl`: the constant that requests them, and the calls for
//! single packets, on which path models are built. Not here: what the calls report (`delivery`), how it is measured (`tcp/delivery`).

use super::{Context, Delivery, Label, LostPacket, MarkedPackets, SentPacket};
use crate::slow_start::HyStartUse;
use crate::units::{Span, Time};

/// Services of a sender beyond the calls of `CongestionControl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wants {
    /// RTT samples; an algorithm without `on_rtt_sample` saves a call per ACK.
    pub rtt_samples: bool,
    /// How its slow start goes together with an exit rule (HyStart and others).
    pub exit_rules: HyStartUse,
    /// `on_arrivals`, for each ACK.
    pub arrivals: bool,
    /// `on_delivery`, whether or not it models the path.
    pub deliveries: bool,
    /// It models the path: it gets every loss and transmission, too, and sets cwnd itself, in a recovery and after a timeout as well,
    /// where the engine only chooses what is sent again.
    pub path_model: bool,
    /// Not even a timeout moves its window, which slides: what SACK reports makes no room for new data.
    pub keeps_window: bool,
    /// It judges losses at the receiver: `on_arrival` there, and each ACK reports the latest label (`Loss::label`).
    pub labels: bool,
    /// Marks are its own business: no mark reduces the window as a loss does (`ssthresh_on_loss`).
    pub own_marks: bool,
    /// Its flow is paced from its first pacing rate on, unless the flow's setting says otherwise.
    pub begins_pacing: bool,
}

impl Wants {
    /// An algorithm that measures RTTs and uses TCP's slow start.
    pub const STANDARD: Wants = Wants {
        rtt_samples: true,
        exit_rules: HyStartUse::OnRequest,
        arrivals: false,
        deliveries: false,
        path_model: false,
        keeps_window: false,
        labels: false,
        own_marks: false,
        begins_pacing: false,
    };
    /// A path model, whose start has its own end.
    pub const PATH_MODEL: Wants = Wants {
        rtt_samples: false,
        exit_rules: HyStartUse::Never,
        deliveries: true,
        path_model: true,
        ..Wants::STANDARD
    };
}

/// Calls for single packets, of algorithms that model the path, count arrivals, read marks or judge at the receiver.
pub trait PacketEvents {
    /// A packet leaves (`Wants::path_model`).
    fn on_packet_sent(&mut self, packet: &SentPacket) {
        let _ = packet;
    }
    /// A packet is marked as lost (`Wants::path_model`): one call for each, before `on_delivery` of the same ACK.
    fn on_packet_lost(&mut self, packet: &LostPacket, cx: &mut Context) {
        let _ = (packet, cx);
    }
    /// An ACK delivered packets or revealed losses (`Wants::deliveries`): after every other call for it, before anything is sent.
    fn on_delivery(&mut self, delivery: &Delivery, cx: &mut Context) {
        let _ = (delivery, cx);
    }
    /// It keeps the rate low on purpose: rate samples count as limited by the application meanwhile.
    fn limits_samples(&self) -> bool {
        false
    }
    /// An ACK reports packets as arrived (`Wants::arrivals`), in a recovery or not, each packet once: cumulatively, by SACK or,
    /// without SACK, one by each duplicate. Before a loss that the ACK reveals.
    fn on_arrivals(&mut self, packets: f64, cx: &mut Context) {
        let _ = (packets, cx);
    }
    /// Accurate ECN feedback arrives, on every ACK: before everything else that the ACK brings about.
    fn on_ecn_feedback(&mut self, feedback: &MarkedPackets, cx: &mut Context) {
        let _ = (feedback, cx);
    }
    /// A segment arrives at the receiver (`Wants::labels`): labels those missing before it.
    fn on_arrival(&mut self, at: Time, sequence: u64, one_way: Span) -> Option<Label> {
        let _ = (at, sequence, one_way);
        None
    }
    /// The application has data again after it had none and nothing was in flight. Not of a path model.
    fn on_idle_end(&mut self, now: Time) {
        let _ = now;
    }
}
