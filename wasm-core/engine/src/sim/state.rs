//! Queries of a simulation at any moment: counters, states, the digest. Nothing here changes it.

use super::endpoints::Endpoints;
use super::lifecycle::Phase;
use super::round_trips::Trip;
use super::{ANSWERED, Simulation, TRANSFER};
use crate::cc::{Algorithm, Window};
use crate::observe::Source;
use crate::params::Section;
use crate::path::Packet;
use crate::path::bottleneck::{Bottleneck, BottleneckCounters};
use crate::path::queue::{Limit, QueueDiscipline};
use crate::scenario::Side;
use crate::tcp::Acknowledgement;
use crate::units::{HEADER_BYTES, Rate, Span, Time};

/// Counters of a flow up to now (contract, section 3).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FlowCounters {
    /// Transmissions that left the sender, retransmissions included.
    pub packets_sent: u64,
    /// Retransmissions among them.
    pub packets_retransmitted: u64,
    /// Segments delivered in order, each once.
    pub packets_delivered: u64,
    /// Their payload.
    pub delivered_bytes: u64,
    /// Number of fast recoveries.
    pub fast_recoveries: u64,
    /// Number of retransmission timeouts.
    pub timeouts: u64,
    /// Window reductions caused by delay alone.
    pub delay_backoffs: u64,
    /// Reductions that were taken back, because what seemed lost was only late.
    pub window_undos: u64,
    /// Tail loss probes.
    pub loss_probes: u64,
    /// Its data packets that the queue dropped.
    pub dropped_queue: u64,
    /// Its data packets that were lost at random before the queue.
    pub dropped_random: u64,
    /// Its data packets that were lost at random after the link had sent them.
    pub lost_after_queue: u64,
    /// Its data packets that the queue ECN-marked (RFC 3168: CE).
    pub marked: u64,
    /// Its data packets whose bytes the receiver already had, as a DSACK reports them (RFC 2883). Always 0 for a
    /// rate-based flow, which retransmits nothing.
    pub needless_retransmissions: u64,
    /// ACKs of its data that were lost by `ack_loss`.
    pub acks_lost: u64,
    /// ACKs of its data that `ack_thinning` did not pass on, since a later one says the same.
    pub acks_thinned: u64,
    /// Wire bytes of its data that the link sent in its own time, those of packets lost after it included.
    pub departed_bytes: u64,
    /// Start time; `None` if it has not started (or never does).
    pub started: Option<Time>,
    /// Time of its stop or completion; now, while it runs.
    pub stopped: Time,
    /// Whether it is a finite transfer that is complete (by `stopped`).
    pub completed: bool,
}

/// Counters of cross traffic up to now. sent = lost + delivered + in flight.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CrossCounters {
    /// Packets sent.
    pub sent: u64,
    /// Dropped by the queue or lost at random.
    pub lost: u64,
    /// Dropped by the queue.
    pub dropped_queue: u64,
    /// Lost at random before the queue.
    pub dropped_random: u64,
    /// Lost at random after the link had sent them.
    pub lost_after_queue: u64,
    /// ECN-marked by the queue (RFC 3168: CE).
    pub marked: u64,
    /// Needless retransmissions of all transfers of a flash crowd, as for a flow.
    pub needless_retransmissions: u64,
    /// Arrived at the receiver in its own time; for a flash crowd: at the receivers of its transfers, at any time.
    pub delivered: u64,
    /// Replies that came back to a ping in its own time.
    pub replies_received: u64,
    /// Replies to a ping that were lost on the reverse path.
    pub replies_lost: u64,
    /// Transfers that a flash crowd or a client that fetches began.
    pub transfers_begun: u64,
    /// Transfers of a flash crowd that are complete.
    pub transfers_completed: u64,
    /// Start time; `None` if it has not started (or never does).
    pub started: Option<Time>,
    /// Time of its stop; now, while it runs.
    pub stopped: Time,
}

/// A flow at this moment, for pictures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlowState {
    /// Phase.
    pub phase: Phase,
    /// Congestion window in packets; for a rate-based flow: packets that its rate sends per round trip.
    pub cwnd: f64,
    /// Slow-start threshold in packets; may be infinite.
    pub ssthresh: f64,
    /// The rate of a rate-based flow, in wire bits.
    pub rate: Option<Rate>,
    /// FlightSize in packets.
    pub in_flight: u64,
    /// Smoothed RTT, once there is a sample.
    pub srtt: Option<Span>,
    /// Whether it is in fast recovery.
    pub in_recovery: bool,
    /// Number of the present round.
    pub round: u64,
    /// Its waiting packets in the queue.
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
    /// Whether it comes after the link.
    pub loses_after: bool,
    /// Waiting packets, without the one in transmission.
    pub queue_packets: u64,
    /// Bytes waiting, likewise.
    pub queue_bytes: u64,
}

impl Simulation {
    /// Number of flows, in the document's order.
    pub fn flow_count(&self) -> usize {
        self.flows.own.len()
    }

    /// Number of sources of cross traffic, in the document's order.
    pub fn cross_count(&self) -> usize {
        self.cross.len()
    }

    /// Counters of a flow.
    pub fn flow_counters(&self, index: usize) -> FlowCounters {
        let flow = &self.flows.own[index];
        let sender = flow.endpoints.counters().and(flow.past);
        FlowCounters {
            packets_sent: flow.counts.packets_sent,
            packets_retransmitted: flow.counts.packets_retransmitted,
            packets_delivered: flow.counts.packets_delivered,
            delivered_bytes: flow.delivered_bytes(),
            fast_recoveries: sender.fast_recoveries,
            timeouts: sender.timeouts,
            delay_backoffs: sender.delay_backoffs,
            window_undos: sender.window_undos,
            loss_probes: sender.loss_probes,
            dropped_queue: flow.troubles.dropped_queue,
            dropped_random: flow.troubles.dropped_random,
            lost_after_queue: flow.troubles.lost_after_queue,
            marked: flow.troubles.marked,
            needless_retransmissions: flow.troubles.needless,
            acks_lost: flow.ack_path.as_ref().map_or(0, |path| path.lost),
            acks_thinned: flow.ack_path.as_ref().map_or(0, |path| path.thinned),
            departed_bytes: flow.counts.departed_bytes,
            started: flow.lifecycle.started(),
            stopped: flow.lifecycle.stopped(self.now),
            completed: flow.completed,
        }
    }

    /// Counters of cross traffic.
    pub fn cross_counters(&self, index: usize) -> CrossCounters {
        let cross = &self.cross[index];
        CrossCounters {
            sent: cross.sent,
            lost: cross.troubles.lost(),
            dropped_queue: cross.troubles.dropped_queue,
            dropped_random: cross.troubles.dropped_random,
            lost_after_queue: cross.troubles.lost_after_queue,
            marked: cross.troubles.marked,
            needless_retransmissions: cross.troubles.needless,
            delivered: cross.delivered,
            replies_received: cross.replies_received,
            replies_lost: cross.replies_lost,
            transfers_begun: if cross.transfers.is_some() { cross.turns } else { 0 },
            transfers_completed: cross.completed,
            started: cross.lifecycle.started(),
            stopped: cross.lifecycle.stopped(self.now),
        }
    }

    /// Packets of a source that are held after the link, out of order: data, ACKs.
    pub fn held(&self, source: Source) -> (usize, usize) {
        let flows = self.flows.all().filter(|flow| flow.source == source).map(|flow| &flow.reorder_buffer);
        let cross = match source {
            Source::Cross(index) => Some(&self.cross[index as usize].reorder_buffer),
            _ => None,
        };
        let lengths = flows.chain(cross).flatten().map(|reorder_buffer| reorder_buffer.len());
        lengths.fold((0, 0), |(data, acks), (more, other)| (data + more, acks + other))
    }

    /// Counters of the bottleneck of a direction; `None` if there is none.
    pub fn counters_of(&self, side: Side) -> Option<BottleneckCounters> {
        self.bottlenecks.get(side as usize).map(|bottleneck| bottleneck.counters(self.now))
    }

    /// Counters of the forward bottleneck.
    pub fn bottleneck_counters(&self) -> BottleneckCounters {
        self.bottlenecks[0].counters(self.now)
    }

    /// A flow at this moment.
    pub fn flow_state(&self, index: usize) -> FlowState {
        let flow = &self.flows.own[index];
        let (phase, srtt, queued) = (flow.lifecycle.phase, flow.endpoints.srtt(), flow.queued);
        match &flow.endpoints {
            Endpoints::Window(ends) => {
                let (sender, Window { cwnd, ssthresh }) = (&ends.sender, ends.sender.window());
                let (in_flight, in_recovery, round) =
                    (sender.board().in_flight(), sender.in_recovery(), sender.round());
                FlowState { phase, cwnd, ssthresh, rate: None, in_flight, srtt, in_recovery, round, queued }
            }
            Endpoints::Rate(ends) => {
                let (rate, round) = (ends.sender.rate(), ends.sender.round());
                let packets_per_s = rate.0 / (8.0 * f64::from(self.net.packet_bytes));
                FlowState {
                    phase,
                    cwnd: srtt.map_or(0.0, |srtt| packets_per_s * srtt.seconds()),
                    ssthresh: f64::INFINITY,
                    rate: Some(rate),
                    in_flight: 0,
                    srtt,
                    in_recovery: false,
                    round,
                    queued,
                }
            }
        }
    }

    /// The forward bottleneck at this moment.
    pub fn bottleneck_state(&self) -> BottleneckState {
        state_of(&self.bottlenecks[0])
    }

    /// The bottleneck of a direction at this moment; `None` if there is none.
    pub fn state_of(&self, side: Side) -> Option<BottleneckState> {
        self.bottlenecks.get(side as usize).map(state_of)
    }

    /// Present name of a flow's congestion control.
    pub fn algorithm_section(&self, index: usize) -> &'static Section {
        self.flows.own[index].section
    }

    /// A flow's congestion control, for reading; `None` for a rate-based flow.
    pub fn algorithm(&self, index: usize) -> Option<&Algorithm> {
        match &self.flows.own[index].endpoints {
            Endpoints::Window(ends) => Some(ends.sender.algorithm()),
            Endpoints::Rate(_) => None,
        }
    }

    /// Events that have happened.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Steps that have been taken: the events, and opportunities of links that no packet had reached, which are none. Bounds of work
    /// count these.
    pub fn steps(&self) -> u64 {
        self.events + self.idle
    }

    /// The fingerprint of all drops and departures up to now.
    pub fn digest(&self) -> u64 {
        self.net.digest.value()
    }

    /// `digest` as 16 lower-case hexadecimal digits.
    pub fn digest_hex(&self) -> String {
        format!("{:016x}", self.digest())
    }
}

fn state_of(bottleneck: &Bottleneck) -> BottleneckState {
    let queue = bottleneck.queue();
    BottleneckState {
        rate: bottleneck.rate(),
        limit: bottleneck.limit(),
        loss_probability: bottleneck.loss_probability(),
        loses_after: bottleneck.loses_after(),
        queue_packets: queue.packets(),
        queue_bytes: queue.bytes(),
    }
}

/// Parts of the simulation that the picture reads.
impl Simulation {
    pub(crate) fn bottlenecks(&self) -> &[Bottleneck] {
        &self.bottlenecks
    }

    pub(crate) fn each_leaving(&self, mut look: impl FnMut(&Packet, Time)) {
        for flow in self.flows.all() {
            flow.jitter.iter().for_each(|(leaves, packet)| look(packet, leaves));
        }
    }

    pub(crate) fn each_on_link(&self, mut look: impl FnMut(&Packet, Time)) {
        self.net.data.iter().for_each(|(arrives, packet)| look(packet, arrives));
        self.net.trips.each(|packet, arrives| look(packet, arrives), |_, _, _| ());
    }

    #[inline(always)]
    pub(crate) fn direction(&self, packet: &Packet) -> Side {
        if (self.side_of(packet.source) == Side::Reverse) == packet.ack { Side::Forward } else { Side::Reverse }
    }

    /// Direction of a source's data.
    #[inline(always)]
    pub(crate) fn side_of(&self, source: Source) -> Side {
        match source {
            Source::Flow(index) if self.flows.own[index as usize].side == 1 => Side::Reverse,
            _ => Side::Forward,
        }
    }

    /// ACKs and other replies on the reverse path: source and size, direction, when they left and because of which packet, when they
    /// arrive.
    pub(crate) fn each_ack(&self, mut look: impl FnMut((Source, u32), Side, (Time, u64), Time)) {
        let back = |trip: &Trip, ack: &Acknowledgement, ends| {
            if self.flows.own[trip.flow() as usize].running() {
                look((trip.packet.source, HEADER_BYTES), Side::Reverse, (ack.entered, ack.serial), ends);
            }
        };
        self.net.trips.each(|_, _| (), back);
        for (arrives, returning) in self.net.acks.iter() {
            let (back, bytes) = (returning.back.origin(), returning.back.bytes());
            if returning.flow & ANSWERED != 0 && returning.flow & TRANSFER == 0 {
                let index = returning.flow & !ANSWERED;
                if self.cross[index as usize].running() {
                    look((Source::Cross(index), bytes), Side::Reverse, back, arrives);
                }
                continue;
            }
            let flow = self.flows.get(returning.flow);
            if flow.running() {
                let side = if flow.side == 0 { Side::Reverse } else { Side::Forward };
                look((flow.source, bytes), side, back, arrives);
            }
        }
    }
}
