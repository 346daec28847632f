//! One listener type for all of this folder. The simulation is compiled once for each type that listens; in WebAssembly each
//! copy would weigh tens of kilobytes, so recordings, playheads and finders listen through this one. Not here: what they hear.

use crate::observe::{Observer, QueueLevel, Rule, Signal, Source, Value, Wants};
use crate::units::Time;

/// An observer whose type is not known; every observer is one.
pub trait Hears {
    /// See `Observer::signal`.
    fn hear_signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64);
    /// See `Observer::signals`.
    fn hear_signals(&mut self, at: Time, source: Source, signals: &[Value]);
    /// See `Observer::packet`.
    fn hear_packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64);
    /// See `Observer::queue`.
    fn hear_queue(&mut self, at: Time, level: &QueueLevel);
    /// See `Observer::decision`.
    fn hear_decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]);
}

impl<O: Observer> Hears for O {
    fn hear_signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        self.signal(at, source, signal, value);
    }
    fn hear_signals(&mut self, at: Time, source: Source, signals: &[Value]) {
        self.signals(at, source, signals);
    }
    fn hear_packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64) {
        self.packet(at, source, signal, bytes, serial);
    }
    fn hear_queue(&mut self, at: Time, level: &QueueLevel) {
        self.queue(at, level);
    }
    fn hear_decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]) {
        self.decision(at, source, rule, numbers);
    }
}

/// Hears nothing. Where it matters little how long a run takes, it saves the copy of the simulation that `Silence` would need.
pub struct Deaf;

impl Observer for Deaf {
    const WANTS: Wants = Wants::NOTHING;
    fn signal(&mut self, _: Time, _: Source, _: &'static Signal, _: f64) {}
}

/// Listens for somebody.
pub struct Listener<'a> {
    hears: &'a mut dyn Hears,
    wants: Wants,
}

impl Listener<'_> {
    /// For this one, without decisions: they are not kept where nobody asks why.
    pub fn new<O: Observer>(observer: &mut O) -> Listener<'_> {
        Listener { wants: observer.wants().without(Wants::DECISIONS), hears: observer }
    }
    /// For one that hears decisions.
    pub fn of_decisions<O: Observer>(observer: &mut O) -> Listener<'_> {
        Listener { wants: observer.wants(), hears: observer }
    }
}

impl Observer for Listener<'_> {
    const ONE_BY_ONE: bool = false;
    #[inline(always)]
    fn wants(&self) -> Wants {
        self.wants
    }
    #[inline]
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        self.hears.hear_signal(at, source, signal, value);
    }
    #[inline]
    fn signals(&mut self, at: Time, source: Source, signals: &[Value]) {
        self.hears.hear_signals(at, source, signals);
    }
    #[inline]
    fn packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64) {
        self.hears.hear_packet(at, source, signal, bytes, serial);
    }
    #[inline]
    fn queue(&mut self, at: Time, level: &QueueLevel) {
        self.hears.hear_queue(at, level);
    }
    fn decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]) {
        self.hears.hear_decision(at, source, rule, numbers);
    }
}
