//! The far end of the path and the reverse path: receivers and their ACKs, their arrival at senders, the timers of
//! both. Not here: the forward path (`forward`), the rules of both ends (`tcp`, `rate`).

use super::delays::Delay;
use super::endpoints::{Echo, Endpoints, Reply};
use super::flow::Flow;
use super::forward::{emit_output, flow_of};
use super::round_trips::Trip;
use super::{ANSWERED, Network, Returning, Simulation, TRANSFER};
use crate::host::Handshake;
use crate::math::float;
use crate::observe::{Observer, Source, signals};
use crate::path::Packet;
use crate::rate::Arrival;
use crate::tcp::receiver::{Received, Receiver};
use crate::tcp::{Acknowledgement, SynAck};
use crate::units::HEADER_BYTES;
use crate::units::{Span, Time};

impl Simulation {
    /// A data packet arrives at its receiver.
    #[inline(never)]
    pub(super) fn on_packet_arrives<O: Observer>(&mut self, lane: u32, observer: &mut O) {
        let packet = self.net.data.pop(lane, &mut self.net.events);
        match flow_of(&packet) {
            Some(id) => self.on_segment(id, &packet, observer),
            None => {
                let Source::Cross(index) = packet.source else { unreachable!("a bottleneck sends nothing") };
                if self.cross[index as usize].running() {
                    self.cross_delivers(index, &packet, observer);
                    self.answer(index, &packet, observer);
                }
            }
        }
    }

    fn cross_delivers<O: Observer>(&mut self, index: u32, packet: &Packet, observer: &mut O) {
        self.cross[index as usize].delivered += 1;
        observer.emit_received(self.now, packet.source, self.now.since(packet.arrived).ms(), packet.serial);
    }

    /// Answers a packet of cross traffic, if it is one that is answered: the reply takes the way of ACKs.
    #[inline(never)]
    fn answer<O: Observer>(&mut self, index: u32, request: &Packet, observer: &mut O) {
        let Some(back) = self.cross[index as usize].back else { return };
        let &Packet { arrived: sent, sequence, serial, bytes, .. } = request;
        let reply = Reply::Echo(Echo { sent, sequence, serial, bytes, entered: self.now });
        self.net.load.sent += 1;
        if self.bottlenecks.len() < 2 {
            return self.net.give_back(self.now, back, index | ANSWERED, reply);
        }
        let packet = Packet {
            serial: self.net.serial,
            ack: true,
            marked: false,
            arrived: self.now,
            entered: self.now,
            ..*request
        };
        self.net.serial += 1;
        self.cross[index as usize].replies.push_back((packet.serial, reply));
        self.arrive(1, &packet, observer);
    }

    /// A reply comes back to cross traffic.
    #[cold]
    #[inline(never)]
    fn on_echo<O: Observer>(&mut self, index: u32, echo: &Echo, observer: &mut O) {
        let cross = &mut self.cross[index as usize];
        if cross.running() {
            cross.replies_received += 1;
            observer.emit(self.now, Source::Cross(index), &signals::RTT, self.now.since(echo.sent).ms());
        }
    }

    #[inline]
    fn on_segment<O: Observer>(&mut self, id: u32, packet: &Packet, observer: &mut O) {
        if let Source::Cross(crowd) = packet.source {
            self.cross_delivers(crowd, packet, observer);
        }
        let flow = self.flows.at(id);
        flow.under_way -= 1;
        if packet.syn {
            return self.on_syn(id, packet, observer);
        }
        if !flow.running() {
            // A complete transfer's receiver has this packet's bytes, too. A rate-based sender retransmits nothing.
            if flow.completed && matches!(flow.endpoints, Endpoints::Window(_)) {
                self.count_needless(id);
            }
            return self.reuse(id);
        }
        if flow.endpoints.settings().receive_offload_packets > 1 {
            self.break_burst(id, packet.sequence, observer);
        }
        let flow = self.flows.at(id);
        let (delivered, needless, back) = match &mut flow.endpoints {
            Endpoints::Window(ends) => {
                let settings = ends.sender.settings();
                let delay = settings.delayed_ack.then(|| Span::from_ms(settings.delayed_ack_ms));
                let received = match settings.receive_offload() {
                    None => ends.on_packet(self.now, packet, delay),
                    Some(offload) => ends.on_packet_offloaded(self.now, packet, delay, offload),
                };
                let back = received.acknowledge.then(|| Reply::Ack(ends.receiver.acknowledge(self.now)));
                (received.delivered, received.needless, back)
            }
            Endpoints::Rate(ends) => {
                let &Packet { sequence, serial, arrived: left, marked, .. } = packet;
                let arrival = Arrival { sequence, serial, left, srtt: ends.sender.header_rtt(sequence), marked };
                let received = ends.receiver.on_packet(self.now, &arrival, &mut self.emitter);
                (received.delivered, false, received.report.map(Reply::Report))
            }
        };
        flow.counts.packets_delivered += delivered;
        if needless {
            self.count_needless(id);
        }
        let flow = self.flows.at(id);
        if id & TRANSFER == 0 {
            emit_arrival(flow, self.now, packet, delivered, observer);
        }
        if delivered > 0 && flow.delivered_all() {
            self.after_receiver(id, back, observer);
            return self.complete(id, observer);
        }
        self.after_receiver(id, back, observer);
    }

    /// A segment that is none of the burst before it ends that, at a receiver with offload: its ACK goes first.
    #[inline(never)]
    fn break_burst<O: Observer>(&mut self, id: u32, sequence: u64, observer: &mut O) {
        if let Endpoints::Window(ends) = &mut self.flows.at(id).endpoints
            && ends.receiver.breaks_burst(sequence)
        {
            let back = Reply::Ack(ends.receiver.acknowledge(self.now));
            self.acknowledge(id, back, observer);
        }
    }

    /// A SYN arrives: it is answered, every time.
    #[cold]
    fn on_syn<O: Observer>(&mut self, id: u32, packet: &Packet, observer: &mut O) {
        if !self.flows.at(id).running() {
            return self.reuse(id);
        }
        let &Packet { sequence: number, arrived: echoed, serial, .. } = packet;
        if id & TRANSFER == 0 {
            observer.emit_received(self.now, packet.source, self.now.since(echoed).ms(), serial);
        }
        self.acknowledge(id, Reply::SynAck(SynAck { number, echoed, serial, entered: self.now }), observer);
    }

    /// Counts a packet whose bytes the receiver already had.
    #[cold]
    fn count_needless(&mut self, id: u32) {
        let source = self.flows.at(id).source;
        self.troubles_of(source).needless += 1;
    }

    /// Follows any call of a flow's receiver: passes on its output, sends its ACK, arms its timer.
    #[inline]
    fn after_receiver<O: Observer>(&mut self, id: u32, back: Option<Reply>, observer: &mut O) {
        let flow = self.flows.at(id);
        flow.arm_receiver(&mut self.net.events);
        if O::LISTENS {
            emit_output(self.now, id, self.flows.at(id), &mut self.emitter, observer);
        }
        if let Some(back) = back {
            self.acknowledge(id, back, observer);
        }
    }

    /// Checks a receiver's timer, which is armed lazily, like the sender's.
    #[inline(never)]
    pub(super) fn on_receiver_timer<O: Observer>(&mut self, id: u32, observer: &mut O) {
        let flow = self.flows.at(id);
        flow.receiver_timer.clear(&mut self.net.events);
        if let Some(ack) = flow.ack_path.as_mut().and_then(|path| path.expire(self.now)) {
            self.send_back(id, &Reply::Ack(ack), observer);
        }
        let flow = self.flows.at(id);
        let back = match &mut flow.endpoints {
            Endpoints::Window(ends) => {
                let delays = ends.sender.settings().delayed_ack;
                ends.receiver.on_timer(self.now, delays).then(|| Reply::Ack(ends.receiver.acknowledge(self.now)))
            }
            Endpoints::Rate(ends) => ends.receiver.on_timer(self.now, &mut self.emitter).map(Reply::Report),
        };
        self.after_receiver(id, back, observer);
    }

    /// Sends an ACK from the receiver, if nothing withholds it.
    #[inline]
    fn acknowledge<O: Observer>(&mut self, id: u32, back: Reply, observer: &mut O) {
        if self.flows.at(id).ack_path.is_some() {
            return self.thin(id, &back, observer);
        }
        self.send_back(id, &back, observer);
    }

    /// Sends on what loss and thinning leave of an ACK of data.
    #[inline(never)]
    fn thin<O: Observer>(&mut self, id: u32, back: &Reply, observer: &mut O) {
        let flow = self.flows.at(id);
        let (Some(path), Reply::Ack(ack)) = (&mut flow.ack_path, *back) else {
            return self.send_back(id, back, observer);
        };
        let passed = path.take(self.now, ack);
        flow.arm_receiver(&mut self.net.events);
        for ack in passed.into_iter().flatten() {
            self.send_back(id, &Reply::Ack(ack), observer);
        }
    }

    /// Sends an ACK through the other direction's bottleneck, if it exists, and the delay.
    #[inline]
    fn send_back<O: Observer>(&mut self, id: u32, back: &Reply, observer: &mut O) {
        self.net.load.sent += 1;
        let flow = self.flows.at(id);
        flow.under_way += 1;
        let side = 1 - flow.side;
        if side >= self.bottlenecks.len() {
            return self.net.give_back(self.now, flow.back, id, *back);
        }
        let packet = Packet {
            source: flow.source,
            bytes: HEADER_BYTES,
            transfer: if id & TRANSFER == 0 { 0 } else { (id & !TRANSFER) + 1 },
            sequence: back.sequence(),
            serial: self.net.serial,
            retransmission: false,
            ack: true,
            syn: matches!(back, Reply::SynAck(_)),
            ecn: None,
            marked: false,
            cwr: false,
            arrived: self.now,
            entered: self.now,
        };
        self.net.serial += 1;
        flow.acks.push_back((packet.serial, *back));
        self.arrive(side, &packet, observer);
    }

    /// An ACK or report that travelled separately arrives at its sender.
    #[inline(never)]
    pub(super) fn on_ack_arrives<O: Observer>(&mut self, lane: u32, observer: &mut O) {
        let Returning { flow: id, back } = self.net.acks.pop(lane, &mut self.net.events);
        match &back {
            Reply::Ack(ack) => self.on_ack_delivered(id, ack, observer),
            Reply::SynAck(_) | Reply::Report(_) => self.on_reply(id, &back, observer),
            Reply::Echo(echo) => self.on_echo(id & !ANSWERED, echo, observer),
        }
    }

    /// A reply that is no ACK of data arrives at its sender.
    fn on_reply<O: Observer>(&mut self, id: u32, back: &Reply, observer: &mut O) {
        let flow = self.flows.at(id);
        flow.under_way -= 1;
        if !flow.running() {
            return self.reuse(id);
        }
        observer.emit(self.now, flow.source, &signals::ACK, 1.0);
        let (now, out, emitter) = (self.now, &mut self.out, &mut self.emitter);
        match back {
            Reply::Report(report) => flow.endpoints.on_report(now, report, out, emitter),
            Reply::SynAck(answer) => flow.endpoints.on_syn_ack(now, answer, out, emitter),
            Reply::Ack(_) | Reply::Echo(_) => unreachable!("an ACK of data and a reply have their own ways"),
        }
        self.after_sender(id, observer);
    }

    /// A round trip ends: the ACK arrives at its sender.
    #[inline(always)]
    pub(super) fn on_trip_ends<O: Observer>(&mut self, lane: u32, observer: &mut O) {
        let (trip, arrived, said) = self.net.trips.end(lane, &mut self.net.events);
        match said {
            None => self.deferred_trip_ends(&trip, arrived, observer),
            Some(Some(ack)) => self.on_ack_delivered(trip.flow(), &ack, observer),
            Some(None) => {}
        }
    }

    /// An ACK arrives at its sender.
    #[inline(never)]
    pub(super) fn on_ack_delivered<O: Observer>(&mut self, id: u32, ack: &Acknowledgement, observer: &mut O) {
        let flow = self.flows.at(id);
        flow.under_way -= 1;
        if !flow.running() {
            return self.reuse(id);
        }
        observer.emit(self.now, flow.source, &signals::ACK, 1.0);
        // One caused by packets of another kind of sender is ignored.
        if let Endpoints::Window(ends) = &mut flow.endpoints {
            let (now, out, emitter) = (self.now, &mut self.out, &mut self.emitter);
            if !(self.fast_path && ends.sender.on_ack_in_order(now, ack, out, emitter)) {
                ends.sender.on_ack(now, ack, out, emitter);
            }
        }
        self.after_sender(id, observer);
    }

    /// A packet on a round trip arrives at its receiver.
    #[inline(never)]
    pub(super) fn on_trip_arrives<O: Observer>(&mut self, lane: u32, observer: &mut O) {
        let (trip, at) = self.net.trips.arriving(lane);
        let receiver = receive(&mut self.flows.own[trip.flow() as usize], &trip, at, observer);
        let said = receiver.map(|receiver| receiver.acknowledge(at));
        self.net.trips.received(lane, &mut self.net.events, said);
    }

    /// Whether a flow's packets go on round trips: its receiver acknowledges each of them at once, no delivery ends it,
    /// and its ACKs pass no bottleneck.
    pub(super) fn takes_round_trips(&self, id: u32) -> bool {
        let flow = self.flows.get(id);
        let settings = flow.endpoints.settings();
        let at_once = matches!(flow.endpoints, Endpoints::Window(_))
            && settings.handshake != Handshake::Simulated
            && !settings.delayed_ack
            && !settings.spares_acks()
            && settings.transfer_bytes.is_none();
        let alone = self.bottlenecks.len() == 1
            && self.bottlenecks[0].reordering().is_none()
            && !self.bottlenecks[0].changes_delay();
        id & TRANSFER == 0 && at_once && alone
    }

    /// Ends a flow's round trips before a change that concerns its packets or ACKs in flight: from now on each
    /// direction is separate, also for those in flight.
    pub(super) fn end_round_trips(&mut self, index: usize) {
        let flow = &mut self.flows.own[index];
        if let Some(route) = flow.route.take() {
            let (source, net) = (flow.source, &mut self.net);
            let (packets, last) = net.trips.withdraw(route, &mut net.events, |packet| packet.source == source);
            flow.forward = net.data.own(flow.forward, Time::ZERO, &mut net.events);
            flow.back = net.acks.own(flow.back, last, &mut net.events);
            for (arrives, packet) in packets {
                net.data.push_until(flow.forward, arrives, &mut net.events, packet);
            }
        }
    }

    /// Checks a sender's timer.
    #[inline(never)]
    pub(super) fn on_sender_timer<O: Observer>(&mut self, id: u32, observer: &mut O) {
        let flow = self.flows.at(id);
        let deadline = flow.endpoints.deadline();
        if deadline > self.now && deadline < Time::NEVER {
            // Whatever changed it since has already emitted and sent everything.
            flow.sender_timer.put_off(&mut self.net.events, deadline);
            return;
        }
        flow.sender_timer.clear(&mut self.net.events);
        if flow.endpoints.deadline() < Time::NEVER {
            flow.endpoints.on_timer(self.now, &mut self.out, &mut self.emitter);
            self.after_sender(id, observer);
        }
    }
}

impl Network {
    #[inline]
    fn give_back(&mut self, now: Time, delay: Delay, flow: u32, back: Reply) {
        self.acks.push(delay, now, &mut self.events, Returning { flow, back });
    }
}

/// A receiver processes a packet of a round trip as of its arrival, and acknowledges it. Nothing if its flow has
/// stopped.
#[inline(always)]
pub(super) fn receive<'a, O: Observer>(
    flow: &'a mut Flow,
    trip: &Trip,
    at: Time,
    observer: &mut O,
) -> Option<&'a mut Receiver> {
    let packet = &trip.packet;
    let Endpoints::Window(ends) = &mut flow.endpoints else {
        unreachable!("only a window's packets go on round trips")
    };
    if !flow.lifecycle.running() {
        flow.under_way -= 1;
        return None;
    }
    let Received { delivered, needless, .. } = ends.on_packet(at, packet, None);
    flow.counts.packets_delivered += delivered;
    flow.troubles.needless += u64::from(needless);
    emit_arrival(flow, at, packet, delivered, observer);
    match &mut flow.endpoints {
        Endpoints::Window(ends) => Some(&mut ends.receiver),
        Endpoints::Rate(_) => None,
    }
}

/// Emits the arrival of a flow's packet, and the delivered total if it has grown.
#[inline(always)]
fn emit_arrival<O: Observer>(flow: &Flow, at: Time, packet: &Packet, delivered: u64, observer: &mut O) {
    observer.emit_received(at, packet.source, at.since(packet.arrived).ms(), packet.serial);
    if delivered > 0 {
        observer.emit(at, packet.source, &signals::DELIVERED, float(flow.delivered_bytes()));
    }
}
