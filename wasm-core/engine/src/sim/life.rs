//! When a flow or cross traffic starts and stops, and its place in the agenda for that. Not here: what happens then.

use crate::event::{Agenda, Slot};
use crate::random::{Draws, Purpose, Stream};
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

/// When something starts and stops (`start_s`, `start_jitter_s`, `stop_s`): half open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    pub start: Time,
    /// `NEVER`: it goes on to the end of the run.
    pub stop: Time,
}

impl Times {
    pub fn new(seed: u64, stream: Stream, start_s: f64, jitter_s: f64, stop_s: Option<f64>) -> Times {
        let draw = Draws::new(seed, Purpose::StartJitter, stream).uniform(0);
        let start = Time::from_seconds(start_s) + Span::from_seconds(draw * jitter_s);
        Times { start, stop: stop_time(stop_s) }
    }
}

/// The instant of a `stop_s`.
pub(super) fn stop_time(stop_s: Option<f64>) -> Time {
    stop_s.map_or(Time::NEVER, Time::from_seconds)
}

/// A life and its event: the next of start and stop.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Life {
    pub phase: Phase,
    slot: Slot,
    pub times: Times,
    /// Orders of its start and its stop within an instant.
    orders: (u64, u64),
}

impl Life {
    pub fn new(times: Times, slot: Slot, orders: (u64, u64)) -> Life {
        Life { times, phase: Phase::Waiting, slot, orders }
    }

    /// Other times, before the start.
    pub fn renew(&mut self, times: Times, now: Time, agenda: &mut Agenda) {
        self.times = times;
        self.phase = Phase::Waiting;
        self.schedule(now, agenda);
    }

    /// Another stop, while it runs. What has stopped stays so.
    pub fn set_stop(&mut self, stop: Time, now: Time, agenda: &mut Agenda) {
        if self.running() {
            self.times.stop = stop.max(now);
            self.schedule(now, agenda);
        }
    }

    /// It starts now, without an event of its own, and goes on until it is ended.
    pub fn begin(&mut self, now: Time) {
        self.times = Times { start: now, stop: Time::NEVER };
        self.phase = Phase::Running;
    }

    /// It starts or stops now.
    pub fn go_on(&mut self, now: Time, agenda: &mut Agenda) {
        self.phase = if self.waiting() { Phase::Running } else { Phase::Stopped };
        self.schedule(now, agenda);
    }

    /// It ends now, before its stop.
    pub fn end(&mut self, now: Time, agenda: &mut Agenda) {
        self.times.stop = now;
        self.phase = Phase::Stopped;
        self.schedule(now, agenda);
    }

    /// Puts the next of start and stop into the agenda. A stop that is not after the start, a start in the past: it never runs.
    pub fn schedule(&self, now: Time, agenda: &mut Agenda) {
        let Times { start, stop } = self.times;
        match self.phase {
            Phase::Waiting if start < stop && start >= now => agenda.set(self.slot, start, self.orders.0),
            Phase::Running if stop < Time::NEVER => agenda.set(self.slot, stop.max(now), self.orders.1),
            _ => agenda.clear(self.slot),
        }
    }

    /// When it started; `None` if it has not (or never does).
    pub fn started(&self) -> Option<Time> {
        (!self.waiting()).then_some(self.times.start)
    }

    /// When it stopped; `now` while it has not.
    pub fn stopped(&self, now: Time) -> Time {
        if self.phase == Phase::Stopped { self.times.stop } else { now }
    }

    pub fn waiting(&self) -> bool {
        self.phase == Phase::Waiting
    }

    pub fn running(&self) -> bool {
        self.phase == Phase::Running
    }

    /// Leaves no event behind.
    pub fn forget(&self, agenda: &mut Agenda) {
        agenda.clear(self.slot);
    }
}
