//! One listener type for all of this folder. The simulation is compiled once for each type that listens; in WebAssembly each
//! copy would weigh tens of kilobytes, so recordings, playheads and finders listen through this one. Not here: what they hear.

use crate::observe::{Observer, Signal, Source};
use crate::units::Time;

/// An observer whose type is not known; every observer is one. Decisions are not handed on.
pub trait Hears {
    /// See `Observer::signal`.
    fn hear_signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64);
    /// See `Observer::packet`.
    fn hear_packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64);
}

impl<O: Observer> Hears for O {
    fn hear_signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        self.signal(at, source, signal, value);
    }
    fn hear_packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64) {
        self.packet(at, source, signal, bytes, serial);
    }
}

/// Hears nothing. Where it matters little how long a run takes, it saves the copy of the simulation that `Silence` would need.
pub struct Deaf;

impl Observer for Deaf {
    fn signal(&mut self, _: Time, _: Source, _: &'static Signal, _: f64) {}
}

/// Listens for somebody.
pub struct Listener<'a>(pub &'a mut dyn Hears);

impl Observer for Listener<'_> {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        self.0.hear_signal(at, source, signal, value);
    }
    fn packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64) {
        self.0.hear_packet(at, source, signal, bytes, serial);
    }
}
