//! Data that an application has written at a rate, to the last bit. The n-th packet is written once n packets' bits have gone by, so the
//! first one is at the start, as with cross traffic. Not here: when the application writes.

use super::Moment;
use crate::units::{Span, Time};

/// Units per bit: what a rate of 1 bit/s adds in a second of nanoseconds.
const PER_BIT: u128 = 1_000_000_000;

/// Bits written since the first packet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written {
    first: u64,
    units: u128,
    /// They are counted up to here.
    counted: Time,
}

impl Written {
    /// Nothing so far.
    pub fn new(at: &Moment) -> Written {
        Written { first: at.sent, units: 0, counted: at.now }
    }

    /// Adds what is written up to `now` at this rate.
    pub fn add(&mut self, now: Time, rate_bps: u64) {
        self.units += u128::from(rate_bps) * u128::from(now.since(self.counted).0);
        self.counted = self.counted.max(now);
    }

    /// Adds what a number of whole periods write, each with `length` of writing, which last `whole` together.
    pub fn add_periods(&mut self, (number, length): (u64, Span), whole: Span, rate_bps: u64) {
        self.units += u128::from(rate_bps) * u128::from(number) * u128::from(length.0);
        self.counted += whole;
    }

    /// Nothing is written up to `now`.
    pub fn skip(&mut self, now: Time) {
        self.counted = self.counted.max(now);
    }

    /// The packet after the last one whose time has come.
    pub fn end(&self, mss: u32) -> u64 {
        self.first + (self.units / units_of(mss)) as u64 + 1
    }

    /// The same just before `counted`, where writing stops.
    pub fn end_before(&self, mss: u32) -> u64 {
        self.first + self.units.div_ceil(units_of(mss)) as u64
    }

    /// How long the next packet takes at this rate.
    pub fn wait(&self, mss: u32, rate_bps: u64) -> Span {
        let missing = units_of(mss) - self.units % units_of(mss);
        Span(missing.div_ceil(u128::from(rate_bps)) as u64)
    }
}

fn units_of(bytes: u32) -> u128 {
    u128::from(bytes) * 8 * PER_BIT
}
