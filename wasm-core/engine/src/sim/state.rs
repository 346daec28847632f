//! What can be asked of a simulation at any moment: counters, states, the digest. Nothing here changes it.

use super::Simulation;
use super::flow::Phase;
use crate::cc::Algorithm;
use crate::observe::Source;
use crate::params::Section;
use crate::path::Packet;
use crate::path::bottleneck::BottleneckCounters;
use crate::path::queue::{Limit, QueueDiscipline};
use crate::tcp::Acknowledgement;
use crate::units::{Rate, Span, Time};

/// What is counted of a flow up to now (contract, section 3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlowCounters {
    /// Transmissions that left the sender, retransmissions included.
    pub packets_sent: u64,
    /// Retransmissions among them.
    pub packets_retransmitted: u64,
    /// Segments delivered in order, each once.
    pub packets_delivered: u64,
    /// Their payload.
    pub delivered_bytes: u64,
    /// Times that fast recovery began.
    pub fast_recoveries: u64,
    /// Times that the retransmission timer fired.
    pub timeouts: u64,
    /// Reductions that delay alone caused.
    pub delay_backoffs: u64,
    /// Wire bytes of its data that left the bottleneck in its own time.
    pub departed_bytes: u64,
    /// When it started; `None` if it has not (or never does).
    pub started: Option<Time>,
    /// When it stopped; now, while it runs.
    pub stopped: Time,
}

/// What is counted of cross traffic up to now. sent = lost + delivered + under way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrossCounters {
    /// Packets sent.
    pub sent: u64,
    /// Dropped by the queue or lost by chance.
    pub lost: u64,
    /// Arrived at the receiver in its own time.
    pub delivered: u64,
    /// When it started; `None` if it has not (or never does).
    pub started: Option<Time>,
    /// When it stopped; now, while it runs.
    pub stopped: Time,
}

/// A flow at this moment, for pictures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlowState {
    /// Where it stands in its life.
    pub phase: Phase,
    /// Congestion window in packets.
    pub cwnd: f64,
    /// Slow-start threshold in packets; may be infinite.
    pub ssthresh: f64,
    /// FlightSize in packets.
    pub in_flight: u64,
    /// Smoothed RTT, once there is a sample.
    pub srtt: Option<Span>,
    /// In fast recovery.
    pub in_recovery: bool,
    /// Number of the present round.
    pub round: u64,
    /// Its packets that wait in the queue.
    pub queued: u64,
}

/// The bottleneck at this moment, for pictures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BottleneckState {
    /// Rate of the link.
    pub rate: Rate,
    /// The queue's limit.
    pub limit: Limit,
    /// Probability of random loss.
    pub loss_probability: f64,
    /// Packets waiting, the one in transmission not counted.
    pub queue_packets: u64,
    /// Bytes waiting, likewise.
    pub queue_bytes: u64,
}

impl Simulation {
    /// How many flows it has, in the document's order.
    pub fn flow_count(&self) -> usize {
        self.flows.len()
    }

    /// How many sources of cross traffic it has, in the document's order.
    pub fn cross_count(&self) -> usize {
        self.cross.len()
    }

    /// What is counted of a flow.
    pub fn flow_counters(&self, index: usize) -> FlowCounters {
        let flow = &self.flows[index];
        let sender = flow.sender.counters();
        let payload = u64::from(flow.packet_bytes - crate::scenario::HEADER_BYTES);
        FlowCounters {
            packets_sent: flow.counts.packets_sent,
            packets_retransmitted: flow.counts.packets_retransmitted,
            packets_delivered: flow.counts.packets_delivered,
            delivered_bytes: flow.counts.packets_delivered * payload,
            fast_recoveries: sender.fast_recoveries,
            timeouts: sender.timeouts,
            delay_backoffs: sender.delay_backoffs,
            departed_bytes: flow.counts.departed_bytes,
            started: (flow.life.phase != Phase::Waiting).then_some(flow.life.start),
            stopped: if flow.life.phase == Phase::Stopped { flow.life.stop } else { self.now },
        }
    }

    /// What is counted of cross traffic.
    pub fn cross_counters(&self, index: usize) -> CrossCounters {
        let cross = &self.cross[index];
        CrossCounters {
            sent: cross.sent,
            lost: cross.lost,
            delivered: cross.delivered,
            started: (cross.life.phase != Phase::Waiting).then_some(cross.life.start),
            stopped: if cross.life.phase == Phase::Stopped { cross.life.stop } else { self.now },
        }
    }

    /// What is counted at the forward bottleneck.
    pub fn bottleneck_counters(&self) -> BottleneckCounters {
        self.bottleneck.counters(self.now)
    }

    /// A flow at this moment.
    pub fn flow_state(&self, index: usize) -> FlowState {
        let flow = &self.flows[index];
        let window = flow.sender.window();
        FlowState {
            phase: flow.life.phase,
            cwnd: window.cwnd,
            ssthresh: window.ssthresh,
            in_flight: flow.sender.board().in_flight(),
            srtt: flow.sender.srtt(),
            in_recovery: flow.sender.in_recovery(),
            round: flow.sender.round(),
            queued: flow.queued,
        }
    }

    /// The bottleneck at this moment.
    pub fn bottleneck_state(&self) -> BottleneckState {
        let queue = self.bottleneck.queue();
        BottleneckState {
            rate: self.bottleneck.rate(),
            limit: self.bottleneck.limit(),
            loss_probability: self.bottleneck.loss_probability(),
            queue_packets: queue.packets(),
            queue_bytes: queue.bytes(),
        }
    }

    /// A flow's congestion control as it is named now.
    pub fn algorithm_section(&self, index: usize) -> &'static Section {
        self.flows[index].section
    }

    /// A flow's congestion control itself, to be looked at.
    pub fn algorithm(&self, index: usize) -> &Algorithm {
        self.flows[index].sender.algorithm()
    }

    /// Events that have happened.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// The fingerprint of all drops and departures up to now.
    pub fn digest(&self) -> u64 {
        self.digest.value()
    }

    /// `digest` as 16 lower-case hexadecimal digits.
    pub fn digest_hex(&self) -> String {
        format!("{:016x}", self.digest())
    }
}

/// What the picture walks over.
impl Simulation {
    pub(crate) fn bottleneck(&self) -> &crate::path::bottleneck::Bottleneck {
        &self.bottleneck
    }

    pub(crate) fn each_leaving(&self, mut look: impl FnMut(&Packet, Time)) {
        for flow in &self.flows {
            flow.jitter.iter().for_each(|(leaves, packet)| look(packet, leaves));
        }
    }

    pub(crate) fn each_on_link(&self, mut look: impl FnMut(&Packet, Time)) {
        for lane in self.flows.iter().map(|flow| &flow.forward).chain(self.cross.iter().map(|cross| &cross.forward)) {
            lane.iter().for_each(|(arrives, packet)| look(packet, arrives));
        }
    }

    pub(crate) fn each_ack(&self, mut look: impl FnMut(Source, &Acknowledgement, Time)) {
        for (index, flow) in self.flows.iter().enumerate() {
            flow.back.iter().for_each(|(arrives, ack)| look(Source::Flow(index as u32), ack, arrives));
        }
    }
}
