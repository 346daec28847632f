//! Starts and stops of flows, cross traffic and the transfers of flash crowds: their times and events, and what happens then.
//! Not here: the path of the packets that are sent.

use super::flow::Flow;
use super::{Simulation, TRANSFER};
use crate::event_queue::{EventQueue, Slot};
use crate::observe::{Observer, Source, signals};
use crate::random::{Purpose, RandomStream, Stream};
use crate::units::{HEADER_BYTES, Span, Time};

/// Phase of a flow or cross traffic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It has not started (it may never).
    Waiting,
    /// It sends.
    Running,
    /// It has stopped.
    Stopped,
}

/// Start and stop (`start_s`, `start_jitter_s`, `stop_s`), half open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    pub start: Time,
    /// `NEVER`: to the end of the run.
    pub stop: Time,
}

impl Times {
    pub fn new(seed: u64, stream: Stream, start_s: f64, jitter_s: f64, stop_s: Option<f64>) -> Times {
        let draw = RandomStream::new(seed, Purpose::StartJitter, stream).uniform(0);
        let start = Time::from_seconds(start_s) + Span::from_seconds(draw * jitter_s);
        Times { start, stop: stop_time(stop_s) }
    }
}

/// Instant of a `stop_s`.
pub(super) fn stop_time(stop_s: Option<f64>) -> Time {
    stop_s.map_or(Time::NEVER, Time::from_seconds)
}

/// Phase with its event: the next of start and stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lifecycle {
    pub phase: Phase,
    slot: Slot,
    pub times: Times,
    /// Orders of its start and its stop within an instant.
    orders: (u64, u64),
}

impl Lifecycle {
    pub fn new(times: Times, slot: Slot, orders: (u64, u64)) -> Lifecycle {
        Lifecycle { times, phase: Phase::Waiting, slot, orders }
    }

    /// Sets other times, before the start.
    pub fn renew(&mut self, times: Times, now: Time, events: &mut EventQueue) {
        self.times = times;
        self.phase = Phase::Waiting;
        self.schedule(now, events);
    }

    /// Sets another stop during its run. A stopped one stays stopped.
    pub fn set_stop(&mut self, stop: Time, now: Time, events: &mut EventQueue) {
        if self.running() {
            self.times.stop = stop.max(now);
            self.schedule(now, events);
        }
    }

    /// Starts now, without an event of its own, until it is ended.
    pub fn begin(&mut self, now: Time) {
        self.times = Times { start: now, stop: Time::NEVER };
        self.phase = Phase::Running;
    }

    /// Starts or stops now.
    pub fn advance(&mut self, now: Time, events: &mut EventQueue) {
        self.phase = if self.waiting() { Phase::Running } else { Phase::Stopped };
        self.schedule(now, events);
    }

    /// Ends now, before its stop.
    pub fn end(&mut self, now: Time, events: &mut EventQueue) {
        self.times.stop = now;
        self.phase = Phase::Stopped;
        self.schedule(now, events);
    }

    /// Schedules the next of start and stop. With a stop that is not after the start, or a start in the past, it never
    /// runs.
    pub fn schedule(&self, now: Time, events: &mut EventQueue) {
        let Times { start, stop } = self.times;
        match self.phase {
            Phase::Waiting if start < stop && start >= now => events.set(self.slot, start, self.orders.0),
            Phase::Running if stop < Time::NEVER => events.set(self.slot, stop.max(now), self.orders.1),
            _ => events.clear(self.slot),
        }
    }

    /// Time of its start; `None` if it has not started (or never does).
    pub fn started(&self) -> Option<Time> {
        (!self.waiting()).then_some(self.times.start)
    }

    /// Time of its stop; `now` while it runs.
    pub fn stopped(&self, now: Time) -> Time {
        if self.phase == Phase::Stopped { self.times.stop } else { now }
    }

    pub fn waiting(&self) -> bool {
        self.phase == Phase::Waiting
    }

    pub fn running(&self) -> bool {
        self.phase == Phase::Running
    }

    /// Removes its event.
    pub fn forget(&self, events: &mut EventQueue) {
        events.clear(self.slot);
    }
}

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
        flow.endpoints.start(self.now, &mut self.out, &mut self.emitter);
        self.emitter.signal(&signals::DELIVERED, 0.0);
        self.after_sender(id, observer);
    }

    /// Cross traffic starts or stops. Transfers that a flash crowd has begun continue.
    pub(super) fn on_cross_span<O: Observer>(&mut self, index: u32, observer: &mut O) {
        let cross = &mut self.cross[index as usize];
        cross.lifecycle.advance(self.now, &mut self.net.events);
        if cross.running() {
            self.on_cross_sends(index, observer);
        } else {
            cross.halt(&mut self.net.events);
        }
    }

    /// A flash crowd begins its transfer number `number`.
    pub(super) fn begin_transfer<O: Observer>(&mut self, index: u32, number: u64, observer: &mut O) {
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
        self.flows.transfers[place as usize].lifecycle.begin(self.now);
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
            self.cross[index as usize].completed += 1;
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
