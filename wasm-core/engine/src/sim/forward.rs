//! The forward path of packets and ACKs, station by station: sender, loss and queue, link (perhaps loss), reordering, delay. Not here:
//! the rules of each station, the far end and the reverse path (`return_path`), starts and stops (`lifecycle`).

use super::endpoints::{Endpoints, take_reply};
use super::flow::{Flow, Troubles};
use super::round_trips::Route;
use super::streams::RandomStreams;
use super::{ANSWERED, Network, Simulation, TRANSFER, emit_queue};
use crate::digest::{Digest, Record};
use crate::math::float;
use crate::observe::{Emitter, NullObserver, Observer, Signal, Source, signals};
use crate::path::Packet;
use crate::path::bottleneck::Verdict;
use crate::tcp::Transmission;
use crate::traffic::TrafficKind;
use crate::units::{HEADER_BYTES, Span, Time};
use std::ptr;

/// The flow of a packet, named by its source and its index among that source's transfers.
#[inline]
pub(super) fn flow_of(packet: &Packet) -> Option<u32> {
    match packet.source {
        Source::Flow(index) => Some(index),
        Source::Cross(_) if packet.transfer > 0 => Some((packet.transfer - 1) | TRANSFER),
        _ => None,
    }
}

/// Owner of a waiting packet in the counts; an ACK has none.
#[derive(Clone, Copy)]
struct Owner(Option<Source>);

impl Owner {
    #[inline]
    fn of(packet: &Packet) -> Owner {
        Owner((!packet.ack).then_some(packet.source))
    }
}

impl Simulation {
    /// Follows any call of a flow's sender: passes on its output, sends its packets, arms its timer.
    #[inline(never)]
    pub(super) fn after_sender<O: Observer>(&mut self, id: u32, observer: &mut O) {
        if O::LISTENS {
            emit_output(self.now, id, self.flows.at(id), &mut self.emitter, observer);
        }
        self.send_all(id, observer);
    }

    /// Sends a flow's packets, and arms its timer.
    #[inline(never)]
    pub(super) fn send_all<O: Observer>(&mut self, id: u32, observer: &mut O) {
        // By index: sending needs the whole simulation, and adds nothing to be sent.
        for number in 0..self.out.len() {
            let transmission = self.out[number];
            self.transmit(id, &transmission, observer);
        }
        self.out.clear();
        self.flows.at(id).arm(&mut self.net.events);
    }

    #[inline]
    fn transmit<O: Observer>(&mut self, id: u32, transmission: &Transmission, observer: &mut O) {
        let flow = self.flows.at(id);
        let bytes = if transmission.syn { HEADER_BYTES } else { flow.wire_bytes(transmission.sequence) };
        let packet = flow.packet(id, self.now, self.net.serial, bytes, transmission);
        self.net.serial += 1;
        self.net.load.sent += 1;
        if transmission.leaves > self.now || !flow.jitter.is_empty() {
            flow.jitter.push(&mut self.net.events, transmission.leaves, packet);
        } else {
            let side = self.leave(id, &packet, observer);
            self.arrive(side, &packet, observer);
        }
    }

    /// A data packet's send jitter is over.
    #[inline(never)]
    pub(super) fn on_packet_leaves<O: Observer>(&mut self, id: u32, observer: &mut O) {
        let mut packet = self.flows.at(id).jitter.pop(&mut self.net.events);
        (packet.arrived, packet.entered) = (self.now, self.now);
        let side = self.leave(id, &packet, observer);
        self.arrive(side, &packet, observer);
    }

    /// A data packet leaves its sender and is counted; returns its bottleneck.
    #[inline]
    fn leave<O: Observer>(&mut self, id: u32, packet: &Packet, observer: &mut O) -> usize {
        if !packet.syn {
            let segment = (packet.sequence, packet.retransmission);
            observer.emit_sent(self.now, packet.source, packet.serial, segment, packet.bytes);
        }
        let flow = self.flows.at(id);
        flow.counts.packets_sent += 1;
        if packet.retransmission {
            flow.counts.packets_retransmitted += 1;
            observer.emit(self.now, packet.source, &signals::RETRANSMIT, 1.0);
        }
        if let Source::Cross(crowd) = packet.source {
            self.cross[crowd as usize].sent += 1;
        }
        flow.side
    }

    /// A packet arrives at a bottleneck.
    #[inline(never)]
    pub(super) fn arrive<O: Observer>(&mut self, side: usize, packet: &Packet, observer: &mut O) {
        debug_assert!(packet.arrived == self.now && packet.entered == self.now);
        if packet.ack {
            observer.emit_packet(self.now, packet.source, &signals::ACK_ARRIVE, packet.bytes, packet.serial);
        } else {
            observer.emit_packet(self.now, packet.source, &signals::ARRIVE, packet.bytes, packet.serial);
        }
        let (place, streams) = self.streams_of(packet);
        let (loss, queue) = streams.of(packet).arrival(packet);
        let verdict = self.bottlenecks[side].arrive(packet, place, loss, queue, &mut self.dropped);
        let lost = match verdict {
            Verdict::Lost if packet.ack => Some(&signals::ACK_LOST),
            Verdict::Lost => Some(&signals::DROP_RANDOM),
            Verdict::Dropped => Some(drop_signal(packet)),
            Verdict::Queued | Verdict::Passes => None,
        };
        match lost {
            Some(signal) => self.drop_packet(side, *packet, signal, observer),
            None if verdict == Verdict::Passes && self.pass(side, Owner::of(packet)) => {}
            None => self.queue_changed(side, Owner::of(packet), 1, observer),
        }
        if packet.ecn.is_some() && self.bottlenecks[side].take_mark() {
            self.mark(packet, observer);
        }
        if !self.dropped.is_empty() {
            self.drop_others(side, observer);
        }
    }

    /// The place of a packet's stream among all sources, and its random streams.
    #[inline]
    fn streams_of(&mut self, packet: &Packet) -> (usize, &mut RandomStreams) {
        match flow_of(packet) {
            Some(id) => {
                let place = 3 * (id & !TRANSFER) as usize + usize::from(id & TRANSFER != 0);
                (place, &mut self.flows.at(id).streams)
            }
            None => {
                let Source::Cross(index) = packet.source else { unreachable!("a bottleneck sends nothing") };
                (3 * index as usize + 2, &mut self.cross[index as usize].streams)
            }
        }
    }

    /// A packet goes through the queue to the idle link at once: the queue length is not emitted. Returns false if it waits, since the
    /// link sends at times of its own.
    #[inline(never)]
    fn pass(&mut self, side: usize, owner: Owner) -> bool {
        if self.bottlenecks[side].sends_by_itself() {
            self.wake(side);
            return false;
        }
        self.add_queued(owner, 1);
        if let Some(service) = self.bottlenecks[side].serve(self.now, &mut self.dropped) {
            self.net.events.schedule(self.links[side], service.leaves);
            let owner = Owner::of(&service.packet);
            self.add_queued(owner, -1);
        }
        true
    }

    /// Counts and emits an ECN mark.
    #[cold]
    pub(super) fn mark<O: Observer>(&mut self, packet: &Packet, observer: &mut O) {
        let troubles = self.troubles_of(packet.source);
        troubles.marked += 1;
        let marked = float(troubles.marked);
        observer.emit_packet(self.now, packet.source, &signals::MARK, packet.bytes, packet.serial);
        observer.emit(self.now, packet.source, &signals::MARKED, marked);
    }

    /// Counters of the rare events of a source's data packets.
    pub(super) fn troubles_of(&mut self, source: Source) -> &mut Troubles {
        match source {
            Source::Flow(index) => &mut self.flows.own[index as usize].troubles,
            Source::Cross(index) => &mut self.cross[index as usize].troubles,
            _ => unreachable!("a bottleneck sends nothing"),
        }
    }

    #[cold]
    pub(super) fn drop_packet<O: Observer>(
        &mut self,
        side: usize,
        packet: Packet,
        signal: &'static Signal,
        observer: &mut O,
    ) {
        if !packet.ack {
            let troubles = self.troubles_of(packet.source);
            if ptr::eq(signal, &signals::DROP_RANDOM) {
                troubles.dropped_random += 1;
            } else if ptr::eq(signal, &signals::LOST_AFTER_QUEUE) {
                troubles.lost_after_queue += 1;
            } else {
                troubles.dropped_queue += 1;
            }
        }
        self.record(side, &packet, false);
        observer.emit_packet(self.now, packet.source, signal, packet.bytes, packet.serial);
        if let Some(id) = flow_of(&packet) {
            let flow = self.flows.at(id);
            flow.under_way -= 1;
            if packet.ack {
                flow.take_ack(packet.serial);
            }
            self.reuse(id);
        } else if packet.ack {
            self.loses_reply(&packet);
        }
    }

    /// A bottleneck has lost a reply to cross traffic.
    fn loses_reply(&mut self, packet: &Packet) {
        let Source::Cross(index) = packet.source else { unreachable!("a bottleneck sends nothing") };
        let cross = &mut self.cross[index as usize];
        take_reply(&mut cross.replies, packet.serial);
        cross.replies_lost += 1;
    }

    /// Handles packets that the discipline dropped from the queue itself.
    #[cold]
    pub(super) fn drop_others<O: Observer>(&mut self, side: usize, observer: &mut O) {
        let mut dropped = std::mem::take(&mut self.dropped);
        for packet in dropped.drain(..) {
            self.queue_changed(side, Owner::of(&packet), -1, observer);
            self.drop_packet(side, packet, drop_signal(&packet), observer);
        }
        self.dropped = dropped;
    }

    /// A link has sent a packet, which continues on its path; the next one is taken from the queue.
    #[inline(always)]
    pub(super) fn on_link_free<O: Observer>(&mut self, side: usize, observer: &mut O) {
        if !self.link_free_fast(side, observer) {
            self.leave_link(side, observer);
            self.serve(side, observer);
        }
    }

    /// The link has sent its packet.
    #[inline(always)]
    fn leave_link<O: Observer>(&mut self, side: usize, observer: &mut O) {
        let packet = *self.bottlenecks[side].sent(self.now);
        self.leaves(side, packet, observer);
    }

    /// The same for a packet of a link that sends at times of its own, where it may cost a call.
    #[inline(never)]
    pub(super) fn leaves_at_last<O: Observer>(&mut self, side: usize, packet: Packet, observer: &mut O) {
        self.leaves(side, packet, observer);
    }

    /// A packet that has been sent is lost after the link, or goes on its way.
    #[inline(always)]
    fn leaves<O: Observer>(&mut self, side: usize, packet: Packet, observer: &mut O) {
        if self.bottlenecks[side].loses_after() && self.lost_after_link(side, &packet) {
            self.drop_packet(side, packet, lost_signal(&packet), observer);
        } else {
            self.depart(side, packet, observer);
        }
    }

    /// Whether random loss takes a packet that has left a link. Its draw is that of the stream's n-th data packet to leave; one
    /// that is lost is the n-th, too.
    fn lost_after_link(&mut self, side: usize, packet: &Packet) -> bool {
        if packet.ack && !packet.syn {
            return false;
        }
        let (place, streams) = self.streams_of(packet);
        let draw = streams.of(packet).loss_after_link(packet);
        let lost = self.bottlenecks[side].loses(self.now, place, packet, draw);
        if lost {
            self.count_lost_after_link(packet);
        }
        lost
    }

    /// Counts a data packet that the link has sent and that is lost then as one that has left the link. No ACK is counted, nor the answer to a SYN.
    pub(super) fn count_lost_after_link(&mut self, packet: &Packet) {
        if packet.ack {
            return;
        }
        self.streams_of(packet).1.of(packet).departure(packet);
        if let Source::Flow(index) = packet.source
            && self.flows.own[index as usize].running()
        {
            self.flows.own[index as usize].counts.departed_bytes += u64::from(packet.bytes);
        }
    }

    /// A link that has sent its packet takes the next one.
    #[inline(never)]
    fn serve<O: Observer>(&mut self, side: usize, observer: &mut O) {
        match self.bottlenecks[side].serve(self.now, &mut self.dropped) {
            Some(service) => {
                self.net.events.schedule(self.links[side], service.leaves);
                let packet = service.packet;
                self.left_queue(side, &packet, observer);
            }
            None => self.net.events.clear(self.links[side]),
        }
        let bottleneck = &mut self.bottlenecks[side];
        if bottleneck.take_mark()
            && let Some(packet) = bottleneck.service().map(|service| service.packet)
        {
            self.mark(&packet, observer);
        }
        if !self.dropped.is_empty() {
            self.drop_others(side, observer);
        }
    }

    /// A packet has left the queue for the link.
    #[inline(never)]
    pub(super) fn left_queue<O: Observer>(&mut self, side: usize, packet: &Packet, observer: &mut O) {
        self.queue_changed(side, Owner::of(packet), -1, observer);
    }

    /// A packet has left a link: it begins its round trip, is held, or enters its delay.
    #[inline(never)]
    fn depart<O: Observer>(&mut self, side: usize, packet: Packet, observer: &mut O) {
        if let Source::Flow(index) = packet.source
            && !packet.ack
        {
            let flow = &mut self.flows.own[index as usize];
            data_departs(side, &packet, flow, &mut self.net.digest, observer);
            return match flow.route {
                Some(route) => begin_trip(route, &packet, flow, &mut self.net),
                None => self.enter_delay(side, index, packet),
            };
        }
        self.record(side, &packet, true);
        if packet.ack {
            observer.emit_packet(self.now, packet.source, &signals::ACK_DEPART, packet.bytes, packet.serial);
        } else {
            observer.emit_packet(self.now, packet.source, &signals::DEPART, packet.bytes, packet.serial);
        }
        let (now, net, bottleneck) = (self.now, &mut self.net, &self.bottlenecks[side]);
        let Some(id) = flow_of(&packet) else {
            let Source::Cross(index) = packet.source else { unreachable!("a bottleneck sends nothing") };
            let cross = &mut self.cross[index as usize];
            if packet.ack {
                return self.reply_departs(side, index, &packet);
            }
            let (draw, delay) = cross.streams.data.leaves(bottleneck, cross.forward, now, &packet);
            let (exit, how) = (cross.exit(index, delay), (bottleneck.reordering(), draw));
            return net.data_departs(now, packet, how, exit, &mut cross.reorder_buffer);
        };
        let flow = self.flows.at(id);
        if packet.ack {
            let back = flow.take_ack(packet.serial);
            let (draw, delay) = flow.streams.acks.leaves(bottleneck, flow.back, now, &packet);
            let (exit, how) = (flow.exit(delay), (bottleneck.reordering(), draw));
            return net.ack_departs(now, (id, back), how, exit, &mut flow.reorder_buffer);
        }
        if flow.running() {
            flow.counts.departed_bytes += u64::from(packet.bytes);
        }
        self.enter_delay(side, id, packet);
    }

    /// A reply to cross traffic is held after the link, or enters its delay.
    #[cold]
    #[inline(never)]
    fn reply_departs(&mut self, side: usize, index: u32, packet: &Packet) {
        let (cross, bottleneck) = (&mut self.cross[index as usize], &self.bottlenecks[side]);
        let Some(back) = cross.back else { unreachable!("only what is answered has replies") };
        let reply = (index | ANSWERED, take_reply(&mut cross.replies, packet.serial));
        let (draw, delay) = cross.streams.acks.leaves(bottleneck, back, self.now, packet);
        let (exit, how) = (cross.exit(index, delay), (bottleneck.reordering(), draw));
        self.net.ack_departs(self.now, reply, how, exit, &mut cross.reorder_buffer);
    }

    /// A flow's data packet is held after the link, or enters its delay.
    #[inline(never)]
    fn enter_delay(&mut self, side: usize, id: u32, packet: Packet) {
        let flow = self.flows.at(id);
        let bottleneck = &self.bottlenecks[side];
        let (draw, delay) = flow.streams.data.leaves(bottleneck, flow.forward, self.now, &packet);
        let (exit, how) = (flow.exit(delay), (bottleneck.reordering(), draw));
        self.net.data_departs(self.now, packet, how, exit, &mut flow.reorder_buffer);
    }

    /// A flow's held packets are due.
    pub(super) fn on_flow_hold_ends(&mut self, id: u32) {
        let flow = self.flows.at(id);
        if let Some(reorder_buffer) = &mut flow.reorder_buffer {
            let more = |side: usize| self.bottlenecks.get(side).map_or(Span::ZERO, |bottleneck| bottleneck.delay());
            let (forward, back) = (flow.forward.longer(more(flow.side)), flow.back.longer(more(1 - flow.side)));
            self.net.let_data_go(self.now, forward, reorder_buffer);
            self.net.let_acks_go(self.now, id, back, reorder_buffer);
        }
    }

    /// Held packets of cross traffic are due.
    pub(super) fn on_cross_hold_ends(&mut self, index: u32) {
        let cross = &mut self.cross[index as usize];
        if let Some(reorder_buffer) = &mut cross.reorder_buffer {
            self.net.let_data_go(self.now, cross.forward.longer(self.bottlenecks[0].delay()), reorder_buffer);
            if let Some(back) = cross.back {
                let more = self.bottlenecks.get(1).map_or(Span::ZERO, |bottleneck| bottleneck.delay());
                self.net.let_acks_go(self.now, index | ANSWERED, back.longer(more), reorder_buffer);
            }
        }
    }

    /// Adds a drop or departure to the digest.
    #[inline(always)]
    fn record(&mut self, side: usize, packet: &Packet, departed: bool) {
        let (at, digest) = (self.now, &mut self.net.digest);
        match packet.source {
            Source::Flow(index) => record(at, side, packet, departed, &self.flows.own[index as usize], digest),
            Source::Cross(index) => {
                let Packet { ack, sequence, .. } = *packet;
                let (bottleneck, stream) = (side as u8, self.cross[index as usize].stream);
                digest.add(&Record { at, bottleneck, ack, cross: true, departed, stream, sequence, cwnd: 0.0 });
            }
            _ => unreachable!("a bottleneck sends nothing"),
        }
    }

    #[inline(always)]
    fn add_queued(&mut self, owner: Owner, change: i64) -> u64 {
        let queued = match owner.0 {
            None => return 0,
            Some(Source::Flow(index)) => &mut self.flows.own[index as usize].queued,
            Some(Source::Cross(index)) => &mut self.cross[index as usize].queued,
            _ => unreachable!("a bottleneck sends nothing"),
        };
        *queued = queued.wrapping_add_signed(change);
        *queued
    }

    #[inline(always)]
    fn queue_changed<O: Observer>(&mut self, side: usize, owner: Owner, change: i64, observer: &mut O) {
        let queued = self.add_queued(owner, change);
        let owner = owner.0.map(|source| (source, queued));
        emit_queue(self.now, side, &mut self.bottlenecks[side], owner, observer);
    }

    /// Cross traffic sends a packet, requests a transfer, or begins one.
    pub(super) fn on_cross_sends<O: Observer>(&mut self, index: u32, observer: &mut O) {
        let (now, serial) = (self.now, self.net.serial);
        let cross = &mut self.cross[index as usize];
        let requested = cross.request_arrives(&mut self.net.events);
        if requested.is_none() {
            cross.turn(now, &mut self.net.events);
        }
        let sequence = cross.turns - 1;
        if cross.transfers.is_some() {
            if cross.requested.is_none() {
                self.begin_transfer(index, sequence, requested.unwrap_or(now), observer);
            }
            return;
        }
        let packet = Packet {
            source: Source::Cross(index),
            bytes: cross.traffic.packet_bytes(cross.elapsed(now)),
            transfer: 0,
            sequence,
            serial,
            retransmission: false,
            ack: false,
            syn: false,
            ecn: None,
            marked: false,
            cwr: false,
            arrived: now,
            entered: now,
        };
        cross.sent += 1;
        self.net.serial += 1;
        self.net.load.sent += 1;
        self.arrive(0, &packet, observer);
    }
}

// The code that every packet runs is functions of just the parts they need (see `fast_path`).

/// Passes on the output of a flow's ends. Levels of a flash crowd's transfers would mix under its one name, so they are
/// omitted.
#[inline(always)]
pub(super) fn emit_output<O: Observer>(now: Time, id: u32, flow: &mut Flow, emitter: &mut Emitter, observer: &mut O) {
    let source = Source::Flow(id);
    if id & TRANSFER != 0 {
        return emitter.flush(now, source, &mut NullObserver);
    }
    let Endpoints::Window(ends) = &mut flow.endpoints else {
        return emitter.flush(now, source, observer);
    };
    ends.sender.emit_samples(now, source, observer);
    emitter.flush(now, source, observer);
    ends.sender.emit_levels(now, source, observer);
}

/// A data packet of one of the scenario's flows has left a link.
#[inline(always)]
pub(super) fn data_departs<O: Observer>(
    side: usize,
    packet: &Packet,
    flow: &mut Flow,
    digest: &mut Digest,
    observer: &mut O,
) {
    record(packet.entered, side, packet, true, flow, digest);
    observer.emit_packet(packet.entered, packet.source, &signals::DEPART, packet.bytes, packet.serial);
    if flow.running() {
        flow.counts.departed_bytes += u64::from(packet.bytes);
    }
}

/// It begins its round trip. Its ACK is already counted: counters must not depend on when its receiver is called.
#[inline(always)]
pub(super) fn begin_trip(route: Route, packet: &Packet, flow: &mut Flow, net: &mut Network) {
    net.load.sent += 1;
    flow.streams.data.departures += 1;
    net.trips.begin(route, &mut net.events, packet);
}

/// Adds a drop or departure of a flow's packet to the digest.
#[inline(always)]
fn record(at: Time, side: usize, packet: &Packet, departed: bool, flow: &Flow, digest: &mut Digest) {
    digest.add(&Record {
        at,
        bottleneck: side as u8,
        ack: packet.ack,
        cross: false,
        departed,
        stream: flow.stream,
        sequence: packet.sequence,
        cwnd: flow.endpoints.level(),
    });
}

/// Signal of a packet that is lost on its link, or after it.
pub(super) fn lost_signal(packet: &Packet) -> &'static Signal {
    if packet.ack { &signals::ACK_LOST } else { &signals::LOST_AFTER_QUEUE }
}

fn drop_signal(packet: &Packet) -> &'static Signal {
    if packet.ack { &signals::ACK_DROP_QUEUE } else { &signals::DROP_QUEUE }
}
