//! The simulation: one dumbbell as plain, cloneable data, and its event loop. Observers change nothing. Not here: the
//! stations of a packet (`forward`, `return_path`, `fast_path`), a scenario's entries at run time (`flow`, `cross`), changes
//! (`interventions`), queries (`state`).

mod aggregates;
mod cross;
mod delays;
mod endpoints;
mod fast_path;
mod flow;
mod forward;
mod interventions;
mod lifecycle;
mod opportunities;
mod overload;
mod reorder_buffer;
mod return_path;
mod round_trips;
mod shared;
mod starts;
mod state;
mod streams;

use std::sync::Arc;

use crate::digest::Digest;
use crate::event_queue::{Event, EventQueue, Slot, order};
use crate::observe::{Emitter, Interests, NullObserver, Observer, QueueLevel, Source};
use crate::path::Packet;
use crate::path::bottleneck::Bottleneck;
use crate::path::queue::QueueDiscipline;
use crate::random::Stream;
use crate::scenario::{Intervention, Scenario};
use crate::tcp::Transmission;
use crate::units::{Rate, Span, Time, sort_by_time};

use cross::Cross;
use delays::{Delay, Delays};
use endpoints::Reply;
use flow::{Flow, Flows};
use overload::Load;
use round_trips::RoundTrips;

pub use crate::path::bottleneck::BottleneckCounters;
pub use lifecycle::Phase;
pub use overload::Halt;
pub use state::{BottleneckState, CrossCounters, FlowCounters, FlowState};

/// Flag in the index of a flow that is a transfer of cross traffic.
const TRANSFER: u32 = 1 << 31;

/// Flag in the index, on the reverse path, of cross traffic whose packets are answered.
const ANSWERED: u32 = 1 << 30;

/// Source under which the bottleneck of a direction emits.
#[inline(always)]
fn source_of(side: usize) -> Source {
    if side == 0 { Source::Bottleneck } else { Source::ReverseBottleneck }
}

/// An ACK on the reverse path, or another reply: of a flow, or of cross traffic (`ANSWERED`).
#[derive(Clone, Copy, Debug)]
struct Returning {
    flow: u32,
    back: Reply,
}

/// Shared state of all flows: the event queue and the delays, the number of the next packet, and the counters of what
/// was sent.
#[derive(Clone, Debug)]
struct Network {
    events: EventQueue,
    data: Delays<Packet>,
    acks: Delays<Returning>,
    trips: RoundTrips,
    /// Whether the delay after the bottleneck of a direction changes, and whether it varies from packet to packet.
    changes_delay: [bool; 2],
    varies_delay: [bool; 2],
    /// A full data packet on the wire.
    packet_bytes: u32,
    serial: u64,
    load: Load,
    digest: Digest,
}

impl Network {
    /// The path after the bottleneck of a direction, as far as delays are concerned: those of a link that adds to them are its own,
    /// all others are alike. With whether packets on it may overtake.
    fn path(&self, side: usize) -> (usize, bool) {
        let path = if self.changes_delay.get(side) == Some(&true) { 1 + side } else { 0 };
        (path, self.varies_delay.get(side) == Some(&true))
    }

    /// The delay of data after the bottleneck of a direction.
    fn data_delay(&mut self, span: Span, side: usize) -> Delay {
        self.data.of(span, self.path(side), &mut self.events)
    }

    /// The delay of ACKs after the bottleneck of a direction, or without one.
    fn ack_delay(&mut self, span: Span, side: usize) -> Delay {
        self.acks.of(span, self.path(side), &mut self.events)
    }
}

/// A run. All events strictly before `now` have happened.
#[derive(Clone, Debug)]
pub struct Simulation {
    now: Time,
    duration: Time,
    seed: u64,
    net: Network,
    /// The forward bottleneck, and the reverse one if it exists; the ends of their links' transmissions.
    bottlenecks: Vec<Bottleneck>,
    links: Vec<Slot>,
    intervention: Slot,
    flows: Flows,
    cross: Vec<Cross>,
    interventions: Arc<[Intervention]>,
    next_intervention: usize,
    events: u64,
    /// Number of opportunities of links that no packet had reached, which are no events.
    idle: u64,
    /// Whether shortcuts are taken (`fast_path`).
    fast_path: bool,
    /// Whether nothing has been emitted yet.
    silent: bool,
    emitter: Emitter,
    out: Vec<Transmission>,
    dropped: Vec<Packet>,
}

impl Simulation {
    /// The run of a scenario at time 0. The scenario must satisfy the schema.
    pub fn new(scenario: &Scenario) -> Simulation {
        Simulation::with(scenario, true)
    }

    /// The same run, but each packet goes the general way: for tests of the shortcuts.
    pub fn plain(scenario: &Scenario) -> Simulation {
        Simulation::with(scenario, false)
    }

    fn with(scenario: &Scenario, fast_path: bool) -> Simulation {
        let mut events = EventQueue::default();
        let intervention = events.add(Event::Intervention);
        let sides = || std::iter::once(&scenario.bottleneck).chain(&scenario.reverse_bottleneck);
        let event = |(number, side): (u32, &crate::scenario::Bottleneck)| match side.sends_by_itself() {
            true if side.sends_aggregates() => Event::Access(number),
            true => Event::Opportunity(number),
            false => Event::LinkFree(number),
        };
        let links = (0..).zip(sides()).map(|side| events.add_frequent(event(side))).collect();
        let bottleneck = |(number, side): (u64, &crate::scenario::Bottleneck)| {
            let rate = Rate(side.rate_bps());
            Bottleneck::new(rate, side.tick(), side.models(), number, scenario.seed, scenario.packet_bytes)
        };
        let bottlenecks: Vec<Bottleneck> = (0..).zip(sides()).map(bottleneck).collect();
        let changes_delay = [0, 1].map(|side| bottlenecks.get(side).is_some_and(Bottleneck::changes_delay));
        let varies =
            |side: usize| bottlenecks.get(side).is_some_and(|bottleneck| bottleneck.delay_variation().is_some());
        let varies_delay = [0, 1].map(varies);
        let mut simulation = Simulation {
            now: Time::ZERO,
            duration: scenario.duration,
            seed: scenario.seed,
            net: Network {
                events,
                data: Delays::new(Event::PacketArrives),
                acks: Delays::new(Event::AckArrives),
                trips: RoundTrips::default(),
                changes_delay,
                varies_delay,
                packet_bytes: scenario.packet_bytes,
                serial: 0,
                load: Load::default(),
                digest: Digest::default(),
            },
            bottlenecks,
            links,
            intervention,
            flows: Flows::default(),
            cross: Vec::with_capacity(scenario.cross_traffic.len()),
            interventions: Arc::new([]),
            next_intervention: 0,
            events: 0,
            idle: 0,
            fast_path,
            silent: true,
            emitter: Emitter::default(),
            out: Vec::new(),
            dropped: Vec::new(),
        };
        (0..simulation.bottlenecks.len()).for_each(|side| simulation.await_due(side));
        simulation.take_document(scenario);
        simulation
    }

    /// Continues with another document, which differs from the present one only in what takes effect at or after now:
    /// interventions, flows and cross traffic that have not started, stops, the duration. To be called between instants
    /// (after `run_until` or `new`); the run then continues as the new document's own run does.
    pub fn adopt(&mut self, scenario: &Scenario) {
        self.duration = scenario.duration;
        self.take_document(scenario);
    }

    /// Adopts from the document what has not happened yet.
    fn take_document(&mut self, scenario: &Scenario) {
        let mut interventions = scenario.interventions.clone();
        sort_by_time(&mut interventions, |intervention| Some(intervention.at));
        self.next_intervention = interventions.partition_point(|intervention| intervention.at < self.now);
        self.interventions = interventions.into();
        self.take_flows(scenario);
        self.take_cross(scenario);
        // Changes before its start belong to an entry that was rebuilt.
        let interventions = Arc::clone(&self.interventions);
        for intervention in &interventions[..self.next_intervention] {
            self.change_waiting(&intervention.change);
        }
        self.schedule_intervention();
    }

    fn take_flows(&mut self, scenario: &Scenario) {
        let (now, seed, flows) = (self.now, self.seed, &mut self.flows.own);
        while flows.len() > scenario.flows.len() && flows.last().is_some_and(|flow| flow.lifecycle.waiting()) {
            let flow = flows.pop().expect("a flow");
            flow.forget(&mut self.net.events);
        }
        for (index, entry) in scenario.flows.iter().enumerate() {
            let stream = Stream::Flow(entry.stream);
            match flows.get_mut(index) {
                Some(flow) if !flow.lifecycle.waiting() => flow.set_stop(&entry.settings, now, &mut self.net.events),
                Some(flow) => flow.renew(entry, seed, stream, now, &mut self.net),
                None => {
                    let id = index as u32;
                    let flow = Flow::new(id, Source::Flow(id), entry, seed, stream, &mut self.net);
                    flow.lifecycle.schedule(now, &mut self.net.events);
                    flows.push(flow);
                }
            }
        }
    }

    fn take_cross(&mut self, scenario: &Scenario) {
        let (now, seed, all) = (self.now, self.seed, &mut self.cross);
        while all.len() > scenario.cross_traffic.len() && all.last().is_some_and(|cross| cross.lifecycle.waiting()) {
            let cross = all.pop().expect("cross traffic");
            cross.forget(&mut self.net.events);
        }
        for (index, entry) in scenario.cross_traffic.iter().enumerate() {
            match all.get_mut(index) {
                Some(cross) if !cross.lifecycle.waiting() => cross.set_stop(&entry.traffic, now, &mut self.net.events),
                Some(cross) => cross.renew(entry, seed, now, &mut self.net),
                None => {
                    let cross = Cross::new(index as u32, entry, seed, &mut self.net);
                    cross.lifecycle.schedule(now, &mut self.net.events);
                    all.push(cross);
                }
            }
        }
    }

    fn schedule_intervention(&mut self) {
        match self.interventions.get(self.next_intervention) {
            Some(next) => self.net.events.set(self.intervention, next.at, order::INTERVENTION),
            None => self.net.events.clear(self.intervention),
        }
    }

    /// The present: all events before it have happened.
    pub fn now(&self) -> Time {
        self.now
    }

    /// The end of the run; events at it do not happen.
    pub fn duration(&self) -> Time {
        self.duration
    }

    /// Whether the run is at its end or halted.
    pub fn finished(&self) -> bool {
        self.now >= self.duration || self.halted().is_some()
    }

    /// Reason why nothing happens any more, if the run was halted before its end.
    pub fn halted(&self) -> Option<Halt> {
        self.net.load.halt
    }

    /// Time of the next event, if there is one before the end.
    pub fn next_event(&self) -> Option<Time> {
        let arrival = self.net.trips.next_arrival().filter(|_| self.net.load.halt.is_none());
        let due = self.due().map(|(time, _)| time);
        due.into_iter().chain(arrival).min().filter(|&time| time < self.duration)
    }

    /// The first event of the event queue; a halted run has none, although its time advances.
    #[inline(always)]
    fn due(&self) -> Option<(Time, Event)> {
        if self.net.load.halt.is_some() { None } else { self.net.events.peek() }
    }

    /// Processes everything strictly before `until` (half open); the present is then `until`, or the end of the run.
    pub fn run_until<O: Observer>(&mut self, until: Time, observer: &mut O) {
        self.advance(until, u64::MAX, observer);
    }

    /// As `run_until`, with nobody listening: for what the simulation counts by itself. It is compiled with this crate, so that
    /// tests of the others run it optimised and need no copy of their own.
    pub fn run_silently(&mut self, until: Time) {
        self.run_until(until, &mut NullObserver);
    }

    /// As `run_until`, but at most this number of events; `true` when `until` (or the end of the run) is reached.
    pub fn advance<O: Observer>(&mut self, until: Time, max_events: u64, observer: &mut O) -> bool {
        self.open(observer.in_order(), observer);
        let until = until.min(self.duration);
        let reached = self.go(until, max_events, observer);
        if reached {
            self.now = self.now.max(until);
        }
        self.deliver_deferred(observer);
        reached
    }

    /// Processes everything before `until`, but at most this number of events; returns whether nothing is left.
    #[inline(never)]
    fn go<O: Observer>(&mut self, until: Time, max_events: u64, observer: &mut O) -> bool {
        let mut left = max_events;
        if self.halted().is_some() {
            return true;
        }
        while let Some((time, event)) = self.net.events.peek() {
            if time >= until {
                break;
            }
            if left == 0 {
                return false;
            }
            left -= 1;
            self.dispatch(time, event, observer);
            if self.check_limits() {
                break;
            }
        }
        true
    }

    /// Processes exactly one event, and returns its time; `None` at the end of the run.
    pub fn step<O: Observer>(&mut self, observer: &mut O) -> Option<Time> {
        self.open(true, observer);
        match self.due() {
            Some((time, _)) if time < self.duration => {
                self.go(self.duration, 1, observer);
                Some(time)
            }
            _ => {
                self.now = self.now.max(self.duration);
                None
            }
        }
    }

    /// Adopts the observer's wishes, and emits the first levels of the queue, once.
    fn open<O: Observer>(&mut self, in_order: bool, observer: &mut O) {
        self.emitter.interests = observer.interests();
        self.net.trips.set_in_order(in_order || !self.fast_path, &mut self.net.events);
        if O::LISTENS && std::mem::take(&mut self.silent) && self.now == Time::ZERO {
            for (side, bottleneck) in self.bottlenecks.iter_mut().enumerate() {
                emit_queue(self.now, side, bottleneck, None, observer);
            }
        }
    }

    #[inline(always)]
    fn dispatch<O: Observer>(&mut self, time: Time, event: Event, observer: &mut O) {
        debug_assert!(time >= self.now, "time never goes back");
        self.now = time;
        self.events += 1;
        match event {
            Event::LinkFree(side) => self.on_link_free(side as usize, observer),
            Event::TripEnds(lane) => self.on_trip_ends(lane, observer),
            _ => self.dispatch_rare(event, observer),
        }
    }

    /// Events that do not occur with every packet, or take so long that one more call does not matter.
    #[inline(never)]
    fn dispatch_rare<O: Observer>(&mut self, event: Event, observer: &mut O) {
        match event {
            Event::Opportunity(side) => self.on_opportunity(side as usize, observer),
            Event::Access(side) => self.on_access(side as usize, observer),
            Event::PacketArrives(lane) => self.on_packet_arrives(lane, observer),
            Event::AckArrives(lane) => self.on_ack_arrives(lane, observer),
            Event::TripArrives(lane) => self.on_trip_arrives(lane, observer),
            Event::Intervention => self.on_intervention(observer),
            Event::LinkFree(_) | Event::TripEnds(_) => unreachable!("they come with every packet"),
            Event::FlowSpan(flow) => self.on_flow_span(flow, observer),
            Event::PacketLeaves(flow) => self.on_packet_leaves(flow, observer),
            Event::SenderTimer(flow) => self.on_sender_timer(flow, observer),
            Event::ReceiverTimer(flow) => self.on_receiver_timer(flow, observer),
            Event::CrossSpan(cross) => self.on_cross_span(cross, observer),
            Event::FlowHoldEnds(flow) => self.on_flow_hold_ends(flow),
            Event::CrossHoldEnds(cross) => self.on_cross_hold_ends(cross),
            Event::CrossSends(cross) => self.on_cross_sends(cross, observer),
        }
    }
}

/// Emits the state of a direction's queue after a change by a packet of `owner`, which has this many in it now.
#[inline(always)]
fn emit_queue<O: Observer>(
    now: Time,
    side: usize,
    bottleneck: &mut Bottleneck,
    owner: Option<(Source, u64)>,
    observer: &mut O,
) {
    if O::LISTENS {
        let rate = bottleneck.drain_rate(now);
        emit_level(now, side, bottleneck, rate, owner, observer);
    }
}

/// The same where the rate at which the queue drains is known.
#[inline(always)]
fn emit_level<O: Observer>(
    now: Time,
    side: usize,
    bottleneck: &Bottleneck,
    rate: Rate,
    owner: Option<(Source, u64)>,
    observer: &mut O,
) {
    let queue = bottleneck.queue();
    let (packets, bytes) = queue.length();
    observer.emit_queue(now, &QueueLevel { bottleneck: source_of(side), owner, packets, bytes, rate });
    if O::INTERESTS.any(Interests::OTHERS) && queue.has_levels() {
        queue.levels(now, &mut |signal, value| observer.emit(now, source_of(side), signal, value));
    }
}
