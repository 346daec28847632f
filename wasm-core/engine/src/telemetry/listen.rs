//! One observer type for this folder. The simulation is compiled once for each observer type, and in WebAssembly each
//! copy would be tens of kilobytes, so recordings, playheads and finders use this one. Not here: what they observe.

use super::recording::Recording;
use super::truth::WithTruth;
use crate::observe::{Interests, Observer, QueueLevel, Rule, Signal, Source, Value, signals};
use crate::units::Time;

/// A recording with the true states of its queues.
pub type Recorder<'a> = WithTruth<'a, Recording>;

/// An observer of unknown type; every observer is one.
pub trait AnyObserver {
    /// See `Observer::signal`.
    fn on_signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64);
    /// See `Observer::signals`.
    fn on_signals(&mut self, at: Time, source: Source, signals: &[Value]);
    /// See `Observer::packet`.
    fn on_packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64);
    /// See `Observer::received`.
    fn on_received(&mut self, at: Time, source: Source, delay_ms: f64, serial: u64);
    /// See `Observer::sent`.
    fn on_sent(&mut self, at: Time, source: Source, serial: u64, segment: (u64, bool), bytes: u32);
    /// See `Observer::queue`.
    fn on_queue(&mut self, at: Time, level: &QueueLevel);
    /// See `Observer::decision`.
    fn on_decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]);
}

impl<O: Observer> AnyObserver for O {
    fn on_signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        self.signal(at, source, signal, value);
    }
    fn on_signals(&mut self, at: Time, source: Source, signals: &[Value]) {
        self.signals(at, source, signals);
    }
    fn on_packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64) {
        self.packet(at, source, signal, bytes, serial);
    }
    fn on_received(&mut self, at: Time, source: Source, delay_ms: f64, serial: u64) {
        self.received(at, source, delay_ms, serial);
    }
    fn on_sent(&mut self, at: Time, source: Source, serial: u64, segment: (u64, bool), bytes: u32) {
        self.sent(at, source, serial, segment, bytes);
    }
    fn on_queue(&mut self, at: Time, level: &QueueLevel) {
        self.queue(at, level);
    }
    fn on_decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]) {
        self.decision(at, source, rule, numbers);
    }
}

/// Observer that wants nothing. Where speed does not matter, it saves the copy of the simulation that `NullObserver` would
/// need.
pub struct Ignore;

impl Observer for Ignore {
    const INTERESTS: Interests = Interests::NOTHING;
    fn signal(&mut self, _: Time, _: Source, _: &'static Signal, _: f64) {}
}

/// Target of the observer: the recorder by its own type, because it receives every packet; any other through a table.
enum Target<'a> {
    Recorder(Recorder<'a>),
    Other(&'a mut dyn AnyObserver),
}

/// Observer for another one.
pub struct Listener<'a> {
    target: Target<'a>,
    interests: Interests,
    in_order: bool,
}

impl<'a> Listener<'a> {
    /// For this observer, without decisions, which are not kept unless asked for.
    pub fn new<O: Observer>(observer: &'a mut O) -> Listener<'a> {
        let (interests, in_order) = (observer.interests().without(Interests::DECISIONS), observer.in_order());
        Listener { target: Target::Other(observer), interests, in_order }
    }
    /// For an observer of decisions.
    pub fn of_decisions<O: Observer>(observer: &'a mut O) -> Listener<'a> {
        Listener { interests: observer.interests(), in_order: observer.in_order(), target: Target::Other(observer) }
    }
    /// For a recording.
    pub fn recording(recorder: Recorder<'a>) -> Listener<'a> {
        Listener { interests: recorder.interests(), in_order: recorder.in_order(), target: Target::Recorder(recorder) }
    }
}

impl Observer for Listener<'_> {
    #[inline(always)]
    fn interests(&self) -> Interests {
        self.interests
    }
    #[inline(always)]
    fn in_order(&self) -> bool {
        self.in_order
    }
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        self.emit(at, source, signal, value);
    }
    #[inline]
    fn signals(&mut self, at: Time, source: Source, signals: &[Value]) {
        match &mut self.target {
            Target::Recorder(recorder) => recorder.signals(at, source, signals),
            Target::Other(other) => other.on_signals(at, source, signals),
        }
    }
    // The recorder's wishes are known at compile time; those of others are read.
    #[inline(always)]
    fn emit(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        match &mut self.target {
            Target::Recorder(recorder) => recorder.emit(at, source, signal, value),
            Target::Other(other) if self.interests.has(signal) => other.on_signal(at, source, signal, value),
            Target::Other(_) => (),
        }
    }
    #[inline(always)]
    fn emit_packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64) {
        match &mut self.target {
            Target::Recorder(recorder) => recorder.emit_packet(at, source, signal, bytes, serial),
            Target::Other(other) if self.interests.has(signal) => other.on_packet(at, source, signal, bytes, serial),
            Target::Other(_) => (),
        }
    }
    #[inline(always)]
    fn emit_received(&mut self, at: Time, source: Source, delay_ms: f64, serial: u64) {
        match &mut self.target {
            Target::Recorder(recorder) => recorder.emit_received(at, source, delay_ms, serial),
            Target::Other(other) if self.interests.has(&signals::ONE_WAY_DELAY) => {
                other.on_received(at, source, delay_ms, serial)
            }
            Target::Other(_) => (),
        }
    }
    #[inline(always)]
    fn emit_sent(&mut self, at: Time, source: Source, serial: u64, segment: (u64, bool), bytes: u32) {
        match &mut self.target {
            Target::Recorder(recorder) => recorder.emit_sent(at, source, serial, segment, bytes),
            Target::Other(other) if self.interests.any(Interests::SENT) => {
                other.on_sent(at, source, serial, segment, bytes)
            }
            Target::Other(_) => (),
        }
    }
    #[inline(always)]
    fn emit_queue(&mut self, at: Time, level: &QueueLevel) {
        match &mut self.target {
            Target::Recorder(recorder) => recorder.emit_queue(at, level),
            Target::Other(other) if self.interests.any(QueueLevel::SIGNALS) => other.on_queue(at, level),
            Target::Other(_) => (),
        }
    }
    fn decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]) {
        match &mut self.target {
            Target::Recorder(recorder) => recorder.decision(at, source, rule, numbers),
            Target::Other(other) => other.on_decision(at, source, rule, numbers),
        }
    }
}
