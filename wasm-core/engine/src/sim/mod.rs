//! The simulation: one dumbbell as plain, cloneable data, and the loop that lets its events happen one after the other.
//! Who listens changes nothing. Not here: what happens at a packet's stations (`packets`), what a scenario's entries look
//! like at run time (`flow`, `cross`), changes while it runs (`change`), what can be asked of it (`state`).

mod change;
mod cross;
mod flow;
mod halt;
mod packets;
mod state;

use std::sync::Arc;

use crate::digest::Digest;
use crate::event::{Agenda, Event, Slot, order};
use crate::observe::{Observer, QueueLevel, Source, Tell};
use crate::path::Packet;
use crate::path::bottleneck::Bottleneck;
use crate::scenario::{Intervention, Scenario};
use crate::tcp::Transmission;
use crate::units::Time;

use cross::Cross;
use flow::Flow;
use halt::Load;

pub use crate::path::bottleneck::BottleneckCounters;
pub use flow::Phase;
pub use halt::Halt;
pub use state::{BottleneckState, CrossCounters, FlowCounters, FlowState};

/// A run. Everything that falls strictly before `now` has happened.
#[derive(Clone, Debug)]
pub struct Simulation {
    now: Time,
    duration: Time,
    seed: u64,
    packet_bytes: u32,
    agenda: Agenda,
    link: Slot,
    intervention: Slot,
    bottleneck: Bottleneck,
    flows: Vec<Flow>,
    cross: Vec<Cross>,
    interventions: Arc<[Intervention]>,
    next_intervention: usize,
    digest: Digest,
    events: u64,
    serial: u64,
    load: Load,
    /// Nothing has been told yet.
    silent: bool,
    tell: Tell,
    out: Vec<Transmission>,
    dropped: Vec<Packet>,
}

impl Simulation {
    /// A scenario's run, at time 0. The scenario is one that the schema accepts.
    pub fn new(scenario: &Scenario) -> Simulation {
        let mut agenda = Agenda::default();
        let (link, intervention) = (agenda.add(Event::LinkFree), agenda.add(Event::Intervention));
        let mut simulation = Simulation {
            now: Time::ZERO,
            duration: scenario.duration,
            seed: scenario.seed,
            packet_bytes: scenario.packet_bytes,
            agenda,
            link,
            intervention,
            bottleneck: Bottleneck::new(&scenario.bottleneck),
            flows: Vec::with_capacity(scenario.flows.len()),
            cross: Vec::with_capacity(scenario.cross_traffic.len()),
            interventions: Arc::new([]),
            next_intervention: 0,
            digest: Digest::default(),
            events: 0,
            serial: 0,
            load: Load::default(),
            silent: true,
            tell: Tell::default(),
            out: Vec::new(),
            dropped: Vec::new(),
        };
        simulation.take_document(scenario);
        simulation
    }

    /// Goes on under another document, which differs from the present one only in what takes effect at or after now:
    /// interventions from now on, flows and cross traffic that have not started, stops, the duration. To be called
    /// between instants (after `run_until` or `new`): the run then goes on as the new document's own run does.
    pub fn adopt(&mut self, scenario: &Scenario) {
        self.duration = scenario.duration;
        self.take_document(scenario);
    }

    /// Takes from the document what has not happened yet.
    fn take_document(&mut self, scenario: &Scenario) {
        let mut interventions = scenario.interventions.clone();
        interventions.sort_by_key(|intervention| intervention.at);
        self.next_intervention = interventions.partition_point(|intervention| intervention.at < self.now);
        self.interventions = interventions.into();
        self.take_flows(scenario);
        self.take_cross(scenario);
        // What was changed before its start belongs to an entry that was made anew.
        let interventions = Arc::clone(&self.interventions);
        for intervention in &interventions[..self.next_intervention] {
            self.change_waiting(&intervention.change);
        }
        self.schedule_intervention();
    }

    fn take_flows(&mut self, scenario: &Scenario) {
        let waits = |flow: &Flow| flow.phase() == Phase::Waiting;
        while self.flows.len() > scenario.flows.len() && self.flows.last().is_some_and(waits) {
            let flow = self.flows.pop().expect("a flow");
            flow.forget(&mut self.agenda);
        }
        for (index, entry) in scenario.flows.iter().enumerate() {
            match self.flows.get_mut(index) {
                Some(flow) if flow.phase() != Phase::Waiting => {
                    flow.set_stop(&entry.settings, self.now, &mut self.agenda)
                }
                Some(flow) => flow.renew(entry, self.seed, self.now, &mut self.agenda),
                None => {
                    let flow = Flow::new(index as u32, entry, self.seed, self.packet_bytes, &mut self.agenda);
                    flow.schedule_span(self.now, &mut self.agenda);
                    self.flows.push(flow);
                }
            }
        }
    }

    fn take_cross(&mut self, scenario: &Scenario) {
        let waits = |cross: &Cross| cross.phase() == Phase::Waiting;
        while self.cross.len() > scenario.cross_traffic.len() && self.cross.last().is_some_and(waits) {
            let cross = self.cross.pop().expect("cross traffic");
            cross.forget(&mut self.agenda);
        }
        for (index, entry) in scenario.cross_traffic.iter().enumerate() {
            match self.cross.get_mut(index) {
                Some(cross) if cross.phase() != Phase::Waiting => {
                    cross.set_stop(&entry.traffic, self.now, &mut self.agenda);
                }
                Some(cross) => cross.renew(entry, self.seed, self.now, &mut self.agenda),
                None => {
                    let cross = Cross::new(index as u32, entry, self.seed, &mut self.agenda);
                    cross.schedule_span(self.now, &mut self.agenda);
                    self.cross.push(cross);
                }
            }
        }
    }

    fn schedule_intervention(&mut self) {
        match self.interventions.get(self.next_intervention) {
            Some(next) => self.agenda.set(self.intervention, next.at, order::INTERVENTION),
            None => self.agenda.clear(self.intervention),
        }
    }

    /// The present: all that falls before it has happened.
    pub fn now(&self) -> Time {
        self.now
    }

    /// The end of the run; nothing that falls on it happens.
    pub fn duration(&self) -> Time {
        self.duration
    }

    /// The run is at its end, or nothing more will happen in it.
    pub fn finished(&self) -> bool {
        self.now >= self.duration || self.halted().is_some()
    }

    /// Why nothing happens any more, if the run was halted before its end.
    pub fn halted(&self) -> Option<Halt> {
        self.load.halt
    }

    /// When the next event falls, if one is left before the end.
    pub fn next_event(&self) -> Option<Time> {
        self.due().map(|(time, _)| time).filter(|&time| time < self.duration)
    }

    /// The first event of the agenda; a halted run has none, though time goes on in it.
    #[inline]
    fn due(&self) -> Option<(Time, Event)> {
        if self.load.halt.is_some() { None } else { self.agenda.peek() }
    }

    /// Lets everything strictly before `until` happen (half open); then it is `until`, or the end of the run.
    pub fn run_until<O: Observer>(&mut self, until: Time, observer: &mut O) {
        self.advance(until, u64::MAX, observer);
    }

    /// As `run_until`, but at most so many events; `true` when `until` (or the end of the run) is reached.
    pub fn advance<O: Observer>(&mut self, until: Time, max_events: u64, observer: &mut O) -> bool {
        self.open(observer);
        let until = until.min(self.duration);
        let mut left = max_events;
        while let Some((time, event)) = self.due() {
            if time >= until {
                break;
            }
            if left == 0 {
                return false;
            }
            left -= 1;
            self.happen(time, event, observer);
        }
        self.now = self.now.max(until);
        true
    }

    /// Lets exactly one event happen, and gives its time; `None` at the end of the run.
    pub fn step<O: Observer>(&mut self, observer: &mut O) -> Option<Time> {
        self.open(observer);
        match self.due() {
            Some((time, event)) if time < self.duration => {
                self.happen(time, event, observer);
                Some(time)
            }
            _ => {
                self.now = self.now.max(self.duration);
                None
            }
        }
    }

    /// Tells the first levels of the queue, once.
    fn open<O: Observer>(&mut self, observer: &mut O) {
        self.tell.wants = observer.wants();
        if O::LISTENS && std::mem::take(&mut self.silent) && self.now == Time::ZERO {
            self.tell_queue(None, observer);
        }
    }

    fn happen<O: Observer>(&mut self, time: Time, event: Event, observer: &mut O) {
        debug_assert!(time >= self.now, "time never goes back");
        self.now = time;
        self.events += 1;
        match event {
            Event::Intervention => self.on_intervention(observer),
            Event::LinkFree => self.on_link_free(observer),
            Event::FlowSpan(flow) => self.on_flow_span(flow, observer),
            Event::PacketLeaves(flow) => self.on_packet_leaves(flow, observer),
            Event::SegmentArrives(flow) => self.on_segment_arrives(flow, observer),
            Event::AckArrives(flow) => self.on_ack_arrives(flow, observer),
            Event::RetransmissionTimer(flow) => self.on_retransmission_timer(flow, observer),
            Event::DelayedAckTimer(flow) => self.on_delayed_ack_timer(flow, observer),
            Event::CrossSpan(cross) => self.on_cross_span(cross, observer),
            Event::CrossSends(cross) => self.on_cross_sends(cross, observer),
            Event::CrossArrives(cross) => self.on_cross_arrives(cross, observer),
        }
        self.weigh();
    }

    /// Tells how the queue stands, after a packet of `owner` came or went.
    #[inline]
    fn tell_queue<O: Observer>(&self, owner: Option<(Source, u64)>, observer: &mut O) {
        use crate::path::queue::QueueDiscipline;
        let queue = self.bottleneck.queue();
        let level = QueueLevel {
            bottleneck: Source::Bottleneck,
            owner,
            packets: queue.packets(),
            bytes: queue.bytes(),
            rate: self.bottleneck.rate(),
        };
        observer.tell_queue(self.now, &level);
    }
}
