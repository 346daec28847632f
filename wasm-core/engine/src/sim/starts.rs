//! Starts and stops of flows, cross traffic and their transfers. Not here: when they are due (`lifecycle`), the path of the
//! packets that are sent (`forward`).

use super::flow::Flow;
use super::lifecycle::Phase;
use super::{Simulation, TRANSFER};
use crate::observe::{Observer, Source, signals};
use crate::random::Stream;
use crate::units::{HEADER_BYTES, Span, Time};

impl Simulation {
    /// A flow starts or stops.
    pub(super) fn on_flow_span<O: Observer>(&mut self, id: u32, observer: &mut O) {
        self.deliver_deferred(observer);
        let flow = self.flows.at(id);
        flow.lifecycle.advance(self.now, &mut self.net.events);
        if flow.running() {
            self.start_flow(id, observer);
        } else {
            flow.halt(&mut self.net.events);
        }
    }

    fn start_flow<O: Observer>(&mut self, id: u32, observer: &mut O) {
        let round = self.takes_round_trips(id);
        let flow = self.flows.at(id);
        flow.route = round.then(|| {
            let there = flow.forward.span();
            self.net.trips.of((there, flow.back.span()), &mut self.net.events)
        });
        if let Some(sender) = flow.endpoints.after_handshake() {
            // A SYN and its answer, of 40 bytes each, on the empty path.
            let sent = self.bottlenecks.iter().map(|bottleneck| bottleneck.rate().nanoseconds_of(HEADER_BYTES));
            sender.shake_hands(flow.base_rtt + Span((sent.sum::<f64>() + 0.5) as u64));
        }
        flow.endpoints.start(self.now, &mut self.out, &mut self.emitter);
        self.emitter.signal(&signals::DELIVERED, 0.0);
        self.after_sender(id, observer);
    }

    /// Cross traffic starts or stops. Transfers that it has begun continue.
    pub(super) fn on_cross_span<O: Observer>(&mut self, index: u32, observer: &mut O) {
        let cross = &mut self.cross[index as usize];
        cross.lifecycle.advance(self.now, &mut self.net.events);
        if cross.running() {
            self.on_cross_sends(index, observer);
        } else {
            cross.halt(&mut self.net.events);
        }
    }

    /// Cross traffic begins its transfer number `number`, which lasts from `start` on.
    pub(super) fn begin_transfer<O: Observer>(&mut self, index: u32, number: u64, start: Time, observer: &mut O) {
        let cross = &self.cross[index as usize];
        let Some(transfers) = &cross.transfers else { return };
        let entry = transfers.flow(cross.stream, &cross.choice, self.net.packet_bytes - HEADER_BYTES);
        let stream = Stream::Transfer(cross.stream, number);
        let place = match self.flows.free.pop() {
            Some(place) => {
                let flow = &mut self.flows.transfers[place as usize];
                flow.source = Source::Cross(index);
                flow.renew(&entry, self.seed, stream, self.now, &mut self.net);
                place
            }
            None => {
                let place = self.flows.transfers.len() as u32;
                let id = place | TRANSFER;
                let flow = Flow::new(id, Source::Cross(index), &entry, self.seed, stream, &mut self.net);
                self.flows.transfers.push(flow);
                place
            }
        };
        self.flows.transfers[place as usize].lifecycle.begin(start);
        self.start_flow(place | TRANSFER, observer);
    }

    /// A finite transfer is complete: its own time ends.
    pub(super) fn complete<O: Observer>(&mut self, id: u32, observer: &mut O) {
        let flow = self.flows.at(id);
        let took = self.now.since(flow.lifecycle.times.start);
        flow.lifecycle.end(self.now, &mut self.net.events);
        flow.completed = true;
        flow.halt(&mut self.net.events);
        let source = flow.source;
        if let Source::Cross(index) = source {
            self.cross[index as usize].completes(self.now, &mut self.net.events);
        }
        observer.emit(self.now, source, &signals::COMPLETED, took.seconds());
        self.reuse(id);
    }

    /// Frees the place of a finished transfer once none of its packets is in flight.
    #[inline]
    pub(super) fn reuse(&mut self, id: u32) {
        if id & TRANSFER == 0 {
            return;
        }
        let flow = self.flows.at(id);
        if flow.lifecycle.phase == Phase::Stopped && flow.under_way == 0 && !flow.free {
            flow.free = true;
            self.flows.free.push(id & !TRANSFER);
        }
    }
}
