//! What happens to packets and acknowledgements, station by station: sender, loss and queue, link, delay, receiver, the
//! way back. Not here: the rules of each station.

use super::Simulation;
use super::flow::Phase;
use crate::digest::Record;
use crate::observe::{Observer, Signal, Source, signals};
use crate::path::bottleneck::Fate;
use crate::path::{Luck, Packet};
use crate::tcp::{Segment, Transmission};
use crate::traffic::TrafficKind;
use crate::units::{Span, Time};

impl Simulation {
    /// A flow starts or stops.
    pub(super) fn on_flow_span<O: Observer>(&mut self, index: u32, observer: &mut O) {
        let flow = &mut self.flows[index as usize];
        if flow.life.phase == Phase::Waiting {
            flow.life.phase = Phase::Running;
            flow.schedule_span(self.now, &mut self.agenda);
            flow.sender.start(self.now, &mut self.out, &mut self.tell);
            self.tell.signal(&signals::DELIVERED, 0.0);
            return self.after_sender(index, observer);
        }
        flow.life.phase = Phase::Stopped;
        flow.schedule_span(self.now, &mut self.agenda);
        flow.sender.stop();
        flow.receiver.settle();
        flow.jitter.clear(&mut self.agenda);
        flow.back.clear(&mut self.agenda);
        self.agenda.clear(flow.retransmission);
        self.agenda.clear(flow.delayed_ack);
    }

    /// After any call of a flow's sender: hands on what it said, sends what it wants sent, arms its timer.
    pub(super) fn after_sender<O: Observer>(&mut self, index: u32, observer: &mut O) {
        if O::LISTENS {
            self.tell.flush(self.now, Source::Flow(index), observer);
        }
        let mut out = std::mem::take(&mut self.out);
        for transmission in out.drain(..) {
            self.transmit(index, transmission, observer);
        }
        self.out = out;
        self.flows[index as usize].arm(&mut self.agenda);
    }

    fn transmit<O: Observer>(&mut self, index: u32, transmission: Transmission, observer: &mut O) {
        let flow = &mut self.flows[index as usize];
        let packet = Packet {
            source: Source::Flow(index),
            bytes: flow.packet_bytes,
            sequence: transmission.sequence,
            serial: self.serial,
            retransmission: transmission.retransmission,
            ack: false,
            ecn_capable: false,
            marked: false,
            arrived: self.now,
            entered: self.now,
        };
        self.serial += 1;
        self.load.sent += 1;
        if transmission.leaves > self.now || !flow.jitter.is_empty() {
            flow.jitter.push(&mut self.agenda, transmission.leaves, packet);
        } else {
            self.leave(index, packet, observer);
        }
    }

    /// A data packet's send jitter is over.
    pub(super) fn on_packet_leaves<O: Observer>(&mut self, index: u32, observer: &mut O) {
        let packet = self.flows[index as usize].jitter.pop(&mut self.agenda);
        self.leave(index, packet, observer);
    }

    fn leave<O: Observer>(&mut self, index: u32, packet: Packet, observer: &mut O) {
        let flow = &mut self.flows[index as usize];
        flow.counts.packets_sent += 1;
        if packet.retransmission {
            flow.counts.packets_retransmitted += 1;
            observer.tell(self.now, packet.source, &signals::RETRANSMIT, 1.0);
        }
        self.arrive(packet, observer);
    }

    /// A packet arrives at the bottleneck.
    pub(super) fn arrive<O: Observer>(&mut self, mut packet: Packet, observer: &mut O) {
        packet.arrived = self.now;
        packet.entered = self.now;
        observer.tell_packet(self.now, packet.source, &signals::ARRIVE, packet.bytes, packet.serial);
        let (fortune, place) = match packet.source {
            Source::Flow(i) => (&mut self.flows[i as usize].fortune, 2 * i as usize),
            Source::Cross(i) => (&mut self.cross[i as usize].fortune, 2 * i as usize + 1),
            Source::Bottleneck | Source::ReverseBottleneck => unreachable!("a bottleneck sends nothing"),
        };
        let ordinal = fortune.arrivals;
        fortune.arrivals += 1;
        let (loss, queue) = (Luck { draws: fortune.loss, ordinal }, Luck { draws: fortune.queue, ordinal });
        match self.bottleneck.arrive(packet, place, loss, queue, &mut self.dropped) {
            Fate::Lost => self.drop_packet(&packet, &signals::DROP_RANDOM, observer),
            Fate::Dropped => self.drop_packet(&packet, &signals::DROP_QUEUE, observer),
            Fate::Queued => {
                self.queue_changed(packet.source, 1, observer);
                self.drop_refused(observer);
            }
            Fate::Passes => {
                // Through the queue within the instant: its length is not told.
                self.add_queued(packet.source, 1);
                if let Some(service) = self.bottleneck.serve(self.now, &mut self.dropped) {
                    self.add_queued(service.packet.source, -1);
                    self.agenda.schedule(self.link, service.ends);
                }
                self.drop_refused(observer);
            }
        }
    }

    fn drop_packet<O: Observer>(&mut self, packet: &Packet, signal: &'static Signal, observer: &mut O) {
        if let Source::Cross(i) = packet.source {
            self.cross[i as usize].lost += 1;
        }
        self.record(packet, false);
        observer.tell_packet(self.now, packet.source, signal, packet.bytes, packet.serial);
    }

    /// What the discipline dropped from the queue itself.
    fn drop_refused<O: Observer>(&mut self, observer: &mut O) {
        let mut dropped = std::mem::take(&mut self.dropped);
        for packet in dropped.drain(..) {
            self.queue_changed(packet.source, -1, observer);
            self.drop_packet(&packet, &signals::DROP_QUEUE, observer);
        }
        self.dropped = dropped;
    }

    /// The link has sent a packet: it goes on its way, and the next one is taken from the queue.
    pub(super) fn on_link_free<O: Observer>(&mut self, observer: &mut O) {
        let mut packet = self.bottleneck.sent();
        packet.entered = self.now;
        self.record(&packet, true);
        observer.tell_packet(self.now, packet.source, &signals::DEPART, packet.bytes, packet.serial);
        match packet.source {
            Source::Flow(i) => {
                let flow = &mut self.flows[i as usize];
                if flow.life.phase == Phase::Running {
                    flow.counts.departed_bytes += u64::from(packet.bytes);
                }
                flow.forward.push(&mut self.agenda, self.now + flow.delays.0, packet);
            }
            Source::Cross(i) => {
                let cross = &mut self.cross[i as usize];
                cross.forward.push(&mut self.agenda, self.now + cross.delay, packet);
            }
            Source::Bottleneck | Source::ReverseBottleneck => unreachable!("a bottleneck sends nothing"),
        }
        match self.bottleneck.serve(self.now, &mut self.dropped) {
            Some(service) => {
                self.agenda.schedule(self.link, service.ends);
                self.queue_changed(service.packet.source, -1, observer);
            }
            None => self.agenda.clear(self.link),
        }
        self.drop_refused(observer);
    }

    /// Adds a drop or departure to the digest.
    #[inline]
    fn record(&mut self, packet: &Packet, departed: bool) {
        let (cross, stream, cwnd) = match packet.source {
            Source::Flow(i) => {
                let flow = &self.flows[i as usize];
                (false, flow.stream, flow.sender.window().cwnd)
            }
            Source::Cross(i) => (true, self.cross[i as usize].stream, 0.0),
            Source::Bottleneck | Source::ReverseBottleneck => unreachable!("a bottleneck sends nothing"),
        };
        let sequence = packet.sequence;
        let record = Record { at: self.now, bottleneck: 0, ack: false, cross, departed, stream, sequence, cwnd };
        self.digest.add(&record);
    }

    #[inline]
    fn add_queued(&mut self, source: Source, change: i64) -> u64 {
        let queued = match source {
            Source::Flow(i) => &mut self.flows[i as usize].queued,
            Source::Cross(i) => &mut self.cross[i as usize].queued,
            Source::Bottleneck | Source::ReverseBottleneck => unreachable!("a bottleneck sends nothing"),
        };
        *queued = queued.wrapping_add_signed(change);
        *queued
    }

    #[inline]
    fn queue_changed<O: Observer>(&mut self, source: Source, change: i64, observer: &mut O) {
        let queued = self.add_queued(source, change);
        self.tell_queue(Some((source, queued)), observer);
    }

    /// A data packet of a flow arrives at its receiver.
    pub(super) fn on_segment_arrives<O: Observer>(&mut self, index: u32, observer: &mut O) {
        let flow = &mut self.flows[index as usize];
        let packet = flow.forward.pop(&mut self.agenda);
        if !flow.running() {
            return;
        }
        if O::LISTENS {
            let delay = self.now.since(packet.arrived).ms();
            observer.tell(self.now, packet.source, &signals::ONE_WAY_DELAY, delay);
        }
        let settings = flow.sender.settings();
        let delay = settings.delayed_ack.then(|| Span::from_ms(settings.delayed_ack_ms));
        let one_way = self.now.since(packet.arrived);
        let Packet { sequence, serial, marked, .. } = packet;
        let segment = Segment { sequence, serial, one_way, marked, cwr: false };
        let received = flow.receiver.on_segment(self.now, &segment, delay);
        if received.delivered > 0 {
            flow.counts.packets_delivered += received.delivered;
            if O::LISTENS {
                let bytes =
                    flow.counts.packets_delivered * u64::from(flow.packet_bytes - crate::scenario::HEADER_BYTES);
                observer.tell(self.now, packet.source, &signals::DELIVERED, bytes as f64);
            }
        }
        if received.acknowledge {
            self.acknowledge(index);
        } else if let (Some(deadline), None) = (flow.receiver.deadline(), self.agenda.time_of(flow.delayed_ack)) {
            self.agenda.schedule(flow.delayed_ack, deadline);
        }
    }

    /// A delayed acknowledgement's timer is looked at: it is armed lazily, like the retransmission timer.
    pub(super) fn on_delayed_ack_timer<O: Observer>(&mut self, index: u32, _observer: &mut O) {
        let flow = &mut self.flows[index as usize];
        match flow.receiver.deadline() {
            None => self.agenda.clear(flow.delayed_ack),
            Some(deadline) if deadline > self.now => self.agenda.schedule(flow.delayed_ack, deadline),
            Some(_) => {
                self.agenda.clear(flow.delayed_ack);
                self.acknowledge(index);
            }
        }
    }

    /// An acknowledgement leaves the receiver.
    fn acknowledge(&mut self, index: u32) {
        self.load.sent += 1;
        let flow = &mut self.flows[index as usize];
        let ack = flow.receiver.acknowledge(self.now);
        flow.back.push(&mut self.agenda, self.now + flow.delays.1, ack);
    }

    /// An acknowledgement arrives at its sender.
    pub(super) fn on_ack_arrives<O: Observer>(&mut self, index: u32, observer: &mut O) {
        let flow = &mut self.flows[index as usize];
        let ack = flow.back.pop(&mut self.agenda);
        observer.tell(self.now, Source::Flow(index), &signals::ACK, 1.0);
        flow.sender.on_ack(self.now, &ack, &mut self.out, &mut self.tell);
        self.after_sender(index, observer);
    }

    /// A retransmission timer is looked at.
    pub(super) fn on_retransmission_timer<O: Observer>(&mut self, index: u32, observer: &mut O) {
        let flow = &mut self.flows[index as usize];
        self.agenda.clear(flow.retransmission);
        if flow.sender.deadline() < Time::NEVER {
            flow.sender.on_timer(self.now, &mut self.out, &mut self.tell);
            self.after_sender(index, observer);
        }
    }

    /// Cross traffic starts or stops.
    pub(super) fn on_cross_span<O: Observer>(&mut self, index: u32, observer: &mut O) {
        let cross = &mut self.cross[index as usize];
        let starts = cross.life.phase == Phase::Waiting;
        cross.life.phase = if starts { Phase::Running } else { Phase::Stopped };
        cross.schedule_span(self.now, &mut self.agenda);
        if starts {
            self.on_cross_sends(index, observer);
        } else {
            self.agenda.clear(cross.sends);
        }
    }

    /// Cross traffic sends a packet.
    pub(super) fn on_cross_sends<O: Observer>(&mut self, index: u32, observer: &mut O) {
        let (now, serial) = (self.now, self.serial);
        self.serial += 1;
        self.load.sent += 1;
        let cross = &mut self.cross[index as usize];
        let packet = Packet {
            source: Source::Cross(index),
            bytes: cross.traffic.packet_bytes(cross.elapsed(now)),
            sequence: cross.sent,
            serial,
            retransmission: false,
            ack: false,
            ecn_capable: false,
            marked: false,
            arrived: now,
            entered: now,
        };
        cross.sends(now);
        cross.schedule_next(now, &mut self.agenda);
        self.arrive(packet, observer);
    }

    /// A packet of cross traffic arrives.
    pub(super) fn on_cross_arrives<O: Observer>(&mut self, index: u32, observer: &mut O) {
        let cross = &mut self.cross[index as usize];
        let packet = cross.forward.pop(&mut self.agenda);
        if cross.running() {
            cross.delivered += 1;
            if O::LISTENS {
                let delay = self.now.since(packet.arrived).ms();
                observer.tell(self.now, packet.source, &signals::ONE_WAY_DELAY, delay);
            }
        }
    }
}
