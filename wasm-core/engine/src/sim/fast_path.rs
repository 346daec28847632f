//! Every shortcut of the simulation. They change nothing but the time, and a run can do without (`Simulation::plain`):
//!
//! - A packet on a round trip has no event of its own when it arrives. Its receiver processes it when the trip ends or the
//!   run pauses, in each case as of the arrival. Observers that need events in order still receive it at once.
//! - A link whose packet begins a round trip takes the next one from a drop-tail queue.
//! - An ACK that covers segments in order takes a shorter way through the sender (`Sender::on_ack_in_order`).
//! - The new packets that it releases join a drop-tail queue behind a busy link without the other stations.
//!
//! Whatever a shortcut cannot do is left to the general code (`forward`, `return_path`). The functions take just the parts they need
//! instead of the whole simulation: so the compiler knows that these do not overlap, and keeps values in registers.

use super::endpoints::Endpoints;
use super::flow::Flow;
use super::forward::{begin_trip, data_departs, emit_output};
use super::return_path::receive;
use super::round_trips::Trip;
use super::{Network, Simulation, TRANSFER, emit_level, emit_queue};
use crate::observe::{Emitter, Observer, Source, signals};
use crate::path::Packet;
use crate::path::bottleneck::Bottleneck;
use crate::tcp::{Acknowledgement, Transmission};
use crate::units::Time;

impl Simulation {
    /// A link has sent a packet that begins a round trip, and takes the next one. Returns false if anything is different, and
    /// nothing was done.
    #[inline(always)]
    pub(super) fn link_free_fast<O: Observer>(&mut self, side: usize, observer: &mut O) -> bool {
        let (now, net, bottleneck) = (self.now, &mut self.net, &mut self.bottlenecks[side]);
        let Some(Source::Flow(index)) = bottleneck.service().map(|service| service.packet.source) else { return false };
        let flow = &mut self.flows.own[index as usize];
        let ready = self.fast_path && bottleneck.next_is_ready() && !bottleneck.loses_after();
        let Some(route) = flow.route.filter(|_| ready) else { return false };
        let packet = bottleneck.sent(now);
        data_departs(side, packet, flow, &mut net.digest, observer);
        begin_trip(route, packet, flow, net);
        let next = bottleneck.serve_ready(now).expect("a packet that waits");
        let order = net.events.next_order();
        net.events.set_inline(self.links[side], next.leaves, order);
        let owner = next.packet.source;
        if owner == Source::Flow(index) && !next.packet.ack {
            flow.queued -= 1;
            emit_level(now, side, bottleneck, bottleneck.rate(), Some((owner, flow.queued)), observer);
        } else {
            let packet = next.packet;
            self.left_queue(side, &packet, observer);
        }
        true
    }

    /// A round trip ends whose packet had no event when it arrived: its receiver, then its sender.
    #[inline(always)]
    pub(super) fn deferred_trip_ends<O: Observer>(&mut self, trip: &Trip, arrived: Time, observer: &mut O) {
        self.events += 1; // the arrival
        let (now, id) = (self.now, trip.flow());
        let flow = &mut self.flows.own[id as usize];
        let Some(receiver) = receive(flow, trip, arrived, observer) else { return };
        // Without a gap the compiler knows that the ACK has no SACK blocks.
        if receiver.has_gap() {
            let ack = receiver.acknowledge(arrived);
            return self.on_ack_delivered(id, &ack, observer);
        }
        let ack = receiver.acknowledge(arrived);
        let (out, emitter, net) = (&mut self.out, &mut self.emitter, &mut self.net);
        let bottleneck = &mut self.bottlenecks[flow.side];
        if !answer(now, &ack, flow, bottleneck, net, out, emitter, observer) {
            self.on_ack_delivered(id, &ack, observer);
        } else if !self.out.is_empty() {
            self.send_all(id, observer);
        }
    }

    /// Passes all deferred arrivals before now to their receivers.
    #[inline(always)]
    pub(super) fn deliver_deferred<O: Observer>(&mut self, observer: &mut O) {
        let until = self.net.load.halt.map_or(self.now, |halt| halt.at);
        while let Some(lane) = self.net.trips.due(until) {
            self.events += 1;
            self.on_trip_arrives(lane, observer);
        }
    }
}

/// A sender processes an ACK in order, and as many of the packets that it releases are queued as there is room for; what is
/// left in `out` takes the general way. Returns false for any other ACK, and nothing was done.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "apart, they are known not to overlap")]
fn answer<O: Observer>(
    now: Time,
    ack: &Acknowledgement,
    flow: &mut Flow,
    bottleneck: &mut Bottleneck,
    net: &mut Network,
    out: &mut Vec<Transmission>,
    emitter: &mut Emitter,
    observer: &mut O,
) -> bool {
    let Endpoints::Window(ends) = &mut flow.endpoints else { return false };
    if !ends.sender.on_ack_in_order(now, ack, out, emitter) {
        return false;
    }
    flow.under_way -= 1;
    observer.emit(now, flow.source, &signals::ACK, 1.0);
    if O::LISTENS {
        emit_output(now, flow.id & !TRANSFER, flow, emitter, observer);
    }
    let mut sent = 0;
    while let Some(transmission) = out.get(sent)
        && transmission.leaves <= now
        && !transmission.retransmission
        && bottleneck.has_room(net.packet_bytes)
        && flow.jitter.is_empty()
    {
        send(now, transmission, flow, bottleneck, net, observer);
        sent += 1;
    }
    if sent == out.len() {
        out.clear();
        flow.arm(&mut net.events);
    } else if sent > 0 {
        out.drain(..sent);
    }
    true
}

/// A new packet of a flow leaves and is queued.
#[inline(always)]
fn send<O: Observer>(
    now: Time,
    transmission: &Transmission,
    flow: &mut Flow,
    bottleneck: &mut Bottleneck,
    net: &mut Network,
    observer: &mut O,
) {
    debug_assert_eq!(flow.wire_bytes(transmission.sequence), net.packet_bytes, "round trips are for endless flows");
    let packet: Packet = flow.packet(flow.id & !TRANSFER, now, net.serial, net.packet_bytes, transmission);
    net.serial += 1;
    net.load.sent += 1;
    flow.counts.packets_sent += 1;
    flow.streams.data.arrivals += 1;
    observer.emit_sent(now, packet.source, packet.serial, (packet.sequence, false), packet.bytes);
    observer.emit_packet(now, packet.source, &signals::ARRIVE, packet.bytes, packet.serial);
    bottleneck.keep(&packet);
    flow.queued += 1;
    emit_queue(now, flow.side, bottleneck, Some((packet.source, flow.queued)), observer);
}
