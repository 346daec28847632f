//! Times and events at which flows, cross traffic and the transfers of flash crowds start and stop. Not here: what happens then
//! (`starts`).

use crate::event_queue::{EventQueue, Slot};
use crate::random::{Purpose, RandomStream, Stream};
use crate::units::{Span, Time};

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

    /// Runs from now on, without an event of its own, until it is ended. Its own time began at `start`.
    pub fn begin(&mut self, start: Time) {
        self.times = Times { start, stop: Time::NEVER };
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
