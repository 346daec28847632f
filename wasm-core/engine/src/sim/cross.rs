//! One source of cross traffic at run time. Not here: what its kind sends and when (`traffic`).

use super::flow::{Fortune, Life, Phase};
use crate::event::{Agenda, Event, Lane, Slot, order};
use crate::params::{Choice, Value};
use crate::path::Packet;
use crate::random::Stream;
use crate::scenario::{self, halves};
use crate::traffic::{Common, Traffic, TrafficKind};
use crate::units::{Carry, Span, Time};

/// Cross traffic of the run.
#[derive(Clone, Debug)]
pub(super) struct Cross {
    pub index: u32,
    pub stream: u64,
    pub choice: Choice,
    pub traffic: Traffic,
    pub life: Life,
    pub span: Slot,
    pub sends: Slot,
    pub forward: Lane<Packet>,
    pub fortune: Fortune,
    /// The delay after the link.
    pub delay: Span,
    pub last_sent: Time,
    /// The rounding of `last_sent`, and that of the packet to come.
    carry: Carry,
    next_carry: Carry,
    pub sent: u64,
    pub lost: u64,
    pub delivered: u64,
    /// Its packets that wait in the queue.
    pub queued: u64,
}

impl Cross {
    pub fn new(index: u32, entry: &scenario::CrossTraffic, seed: u64, agenda: &mut Agenda) -> Cross {
        let span = agenda.add(Event::CrossSpan(index));
        let sends = agenda.add(Event::CrossSends(index));
        let forward = Lane::new(agenda.add(Event::CrossArrives(index)));
        Cross::with_slots(index, entry, seed, (span, sends, forward))
    }

    fn with_slots(
        index: u32,
        entry: &scenario::CrossTraffic,
        seed: u64,
        (span, sends, forward): (Slot, Slot, Lane<Packet>),
    ) -> Cross {
        let stream = Stream::Cross(entry.stream);
        let common = Common::of(&entry.traffic);
        let life = Life::new(seed, stream, common.start_s, common.start_jitter_s, common.stop_s);
        Cross {
            index,
            stream: entry.stream,
            traffic: Traffic::new(entry.traffic.section, &entry.traffic.values),
            choice: entry.traffic.clone(),
            life,
            span,
            sends,
            forward,
            fortune: Fortune::new(seed, stream),
            delay: halves(common.base_rtt_ms).0,
            last_sent: Time::ZERO,
            carry: Carry::default(),
            next_carry: Carry::default(),
            sent: 0,
            lost: 0,
            delivered: 0,
            queued: 0,
        }
    }

    /// Made anew by a changed document, before its start.
    pub fn renew(&mut self, entry: &scenario::CrossTraffic, seed: u64, now: Time, agenda: &mut Agenda) {
        let slots = (self.span, self.sends, self.forward.clone());
        *self = Cross::with_slots(self.index, entry, seed, slots);
        self.schedule_span(now, agenda);
    }

    /// Takes a changed document's stop. What has stopped stays so.
    pub fn set_stop(&mut self, traffic: &Choice, now: Time, agenda: &mut Agenda) {
        if self.life.phase == Phase::Running {
            self.life.stop = Common::of(traffic).stop_s.map_or(Time::NEVER, Time::from_seconds).max(now);
            self.schedule_span(now, agenda);
        }
    }

    /// Puts the next of start and stop into the agenda.
    pub fn schedule_span(&self, now: Time, agenda: &mut Agenda) {
        let order = if self.running() { order::CROSS_STOP } else { order::CROSS_START };
        match self.life.next(now) {
            Some(time) => agenda.set(self.span, time, order + u64::from(self.index)),
            None => agenda.clear(self.span),
        }
    }

    /// Leaves no event behind.
    pub fn forget(mut self, agenda: &mut Agenda) {
        agenda.clear(self.span);
        agenda.clear(self.sends);
        self.forward.clear(agenda);
    }

    /// Since the start.
    pub fn elapsed(&self, now: Time) -> Span {
        now.since(self.life.start)
    }

    /// A packet leaves now.
    pub fn sends(&mut self, now: Time) {
        self.sent += 1;
        self.last_sent = now;
        self.carry = self.next_carry;
    }

    /// Puts the next packet into the agenda: a wait after the last one, but not before now.
    pub fn schedule_next(&mut self, now: Time, agenda: &mut Agenda) {
        self.next_carry = self.carry;
        let next = self.last_sent + self.next_carry.next(self.traffic.wait(self.elapsed(self.last_sent)));
        agenda.schedule(self.sends, next.max(now));
    }

    /// A setting changes.
    pub fn set(&mut self, row: usize, value: Value) {
        self.choice.set(row, value);
        self.traffic.configure(&self.choice.values);
        self.delay = halves(Common::of(&self.choice).base_rtt_ms).0;
    }

    pub fn phase(&self) -> Phase {
        self.life.phase
    }

    pub fn running(&self) -> bool {
        self.life.phase == Phase::Running
    }
}
