//! One TCP flow at run time: its sender and receiver, its lanes and timers, its luck at the bottleneck, its counters.
//! Not here: the rules of sender and receiver (`tcp`), and what its packets meet (`packets`).

use crate::event::{Agenda, Event, Lane, Slot, order};
use crate::params::{Choice, Section};
use crate::path::Packet;
use crate::random::{Draws, Purpose, Stream};
use crate::scenario::{self, HEADER_BYTES, halves};
use crate::tcp::Acknowledgement;
use crate::tcp::host::FlowSettings;
use crate::tcp::receiver::Receiver;
use crate::tcp::sender::Sender;
use crate::units::{Span, Time};

/// Where a flow or cross traffic stands in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It has not started (it may never).
    Waiting,
    /// It sends.
    Running,
    /// It has stopped.
    Stopped,
}

/// What is counted of a flow outside its sender.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub packets_sent: u64,
    pub packets_retransmitted: u64,
    pub packets_delivered: u64,
    pub departed_bytes: u64,
}

/// The luck of one source at the bottleneck; the ordinals count its data packets that arrived.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fortune {
    pub loss: Draws,
    pub queue: Draws,
    pub arrivals: u64,
}

impl Fortune {
    pub fn new(seed: u64, stream: Stream) -> Fortune {
        Fortune {
            loss: Draws::new(seed, Purpose::Loss, stream),
            queue: Draws::new(seed, Purpose::Queue, stream),
            arrivals: 0,
        }
    }
}

/// When something starts and stops: half open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Life {
    pub start: Time,
    /// `NEVER`: it goes on to the end of the run.
    pub stop: Time,
    pub phase: Phase,
}

impl Life {
    pub fn new(seed: u64, stream: Stream, start_s: f64, jitter_s: f64, stop_s: Option<f64>) -> Life {
        let draw = Draws::new(seed, Purpose::StartJitter, stream).uniform(0);
        let start = Time::from_seconds(start_s) + Span::from_seconds(draw * jitter_s);
        Life { start, stop: stop_s.map_or(Time::NEVER, Time::from_seconds), phase: Phase::Waiting }
    }

    /// The next of start and stop. A stop that is not after the start, a start in the past: it never runs.
    pub fn next(&self, now: Time) -> Option<Time> {
        match self.phase {
            Phase::Waiting if self.start < self.stop && self.start >= now => Some(self.start),
            Phase::Running if self.stop < Time::NEVER => Some(self.stop.max(now)),
            _ => None,
        }
    }
}

/// A flow of the run.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    pub index: u32,
    pub stream: u64,
    pub section: &'static Section,
    pub sender: Sender,
    pub receiver: Receiver,
    pub life: Life,
    pub span: Slot,
    pub jitter: Lane<Packet>,
    pub forward: Lane<Packet>,
    pub back: Lane<Acknowledgement>,
    pub retransmission: Slot,
    pub delayed_ack: Slot,
    pub fortune: Fortune,
    pub counts: Counts,
    /// Its packets that wait in the queue.
    pub queued: u64,
    /// The delay after the link, and the one on the way back.
    pub delays: (Span, Span),
    pub packet_bytes: u32,
}

impl Flow {
    pub fn new(index: u32, entry: &scenario::Flow, seed: u64, packet_bytes: u32, agenda: &mut Agenda) -> Flow {
        let span = agenda.add(Event::FlowSpan(index));
        let jitter = Lane::new(agenda.add(Event::PacketLeaves(index)));
        let forward = Lane::new(agenda.add(Event::SegmentArrives(index)));
        let back = Lane::new(agenda.add(Event::AckArrives(index)));
        let retransmission = agenda.add(Event::RetransmissionTimer(index));
        let delayed_ack = agenda.add(Event::DelayedAckTimer(index));
        let stream = Stream::Flow(entry.stream);
        let settings = FlowSettings::read(&entry.settings.values);
        let life = Life::new(seed, stream, settings.start_s, settings.start_jitter_s, settings.stop_s);
        Flow {
            index,
            stream: entry.stream,
            section: entry.algorithm.section,
            delays: halves(settings.base_rtt_ms),
            sender: Sender::new(seed, stream, &entry.algorithm, settings, packet_bytes - HEADER_BYTES),
            receiver: Receiver::default(),
            life,
            span,
            jitter,
            forward,
            back,
            retransmission,
            delayed_ack,
            fortune: Fortune::new(seed, stream),
            counts: Counts::default(),
            queued: 0,
            packet_bytes,
        }
    }

    /// Made anew by a changed document, before its start.
    pub fn renew(&mut self, entry: &scenario::Flow, seed: u64, now: Time, agenda: &mut Agenda) {
        let stream = Stream::Flow(entry.stream);
        let settings = FlowSettings::read(&entry.settings.values);
        self.life = Life::new(seed, stream, settings.start_s, settings.start_jitter_s, settings.stop_s);
        self.stream = entry.stream;
        self.section = entry.algorithm.section;
        self.delays = halves(settings.base_rtt_ms);
        self.sender = Sender::new(seed, stream, &entry.algorithm, settings, self.packet_bytes - HEADER_BYTES);
        self.fortune = Fortune::new(seed, stream);
        self.schedule_span(now, agenda);
    }

    /// Takes a changed document's stop. What has stopped stays so.
    pub fn set_stop(&mut self, settings: &Choice, now: Time, agenda: &mut Agenda) {
        let settings = FlowSettings::read(&settings.values);
        let stop = settings.stop_s.map_or(Time::NEVER, Time::from_seconds);
        if self.life.phase == Phase::Running {
            self.life.stop = stop.max(now);
            self.schedule_span(now, agenda);
        }
    }

    /// Puts the next of start and stop into the agenda.
    pub fn schedule_span(&self, now: Time, agenda: &mut Agenda) {
        let order = if self.running() { order::FLOW_STOP } else { order::FLOW_START };
        match self.life.next(now) {
            Some(time) => agenda.set(self.span, time, order + u64::from(self.index)),
            None => agenda.clear(self.span),
        }
    }

    /// Leaves no event behind.
    pub fn forget(mut self, agenda: &mut Agenda) {
        for slot in [self.span, self.retransmission, self.delayed_ack] {
            agenda.clear(slot);
        }
        self.jitter.clear(agenda);
        self.forward.clear(agenda);
        self.back.clear(agenda);
    }

    /// Arms the retransmission timer, lazily: an entry that comes too early is looked at and put off.
    #[inline]
    pub fn arm(&self, agenda: &mut Agenda) {
        let deadline = self.sender.deadline();
        if deadline < Time::NEVER && agenda.time_of(self.retransmission).is_none_or(|armed| deadline < armed) {
            agenda.schedule(self.retransmission, deadline);
        }
    }

    pub fn phase(&self) -> Phase {
        self.life.phase
    }

    pub fn running(&self) -> bool {
        self.life.phase == Phase::Running
    }
}
