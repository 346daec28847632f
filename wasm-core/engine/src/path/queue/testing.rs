//! A bench for the tests of disciplines: packets and moments made by hand, without a link or a run.

use super::{Moment, QueueDiscipline};
use crate::observe::{Signal, Source};
use crate::path::Packet;
use crate::random::Draw;
use crate::random::{Purpose, RandomStream, Stream};
use crate::units::{Rate, Time};

/// A packet of a flow that arrives at so many milliseconds.
pub fn packet(flow: u32, bytes: u32, at_ms: f64) -> Packet {
    let now = Time::from_seconds(at_ms / 1e3);
    Packet { source: Source::Flow(flow), arrived: now, entered: now, ..Packet::first(bytes) }
}

/// A busy link of 10 Mbit/s at so many milliseconds; the random draw is that of an ordinal.
pub fn moment(at_ms: f64, ordinal: u64) -> Moment {
    let draws = RandomStream::new(1, Purpose::Queue, Stream::Flow(0));
    let now = Time::from_seconds(at_ms / 1e3);
    Moment { now, link_idle: false, rate: Rate(10e6), draw: Draw { draws, ordinal } }
}

/// The first ordinal whose draw lies between two bounds.
pub fn ordinal_of(least: f64, below: f64) -> u64 {
    (0..).find(|n| (least..below).contains(&moment(0.0, *n).draw.uniform())).expect("a draw of any size")
}

/// The level of a signal as the discipline emits it.
pub fn level(queue: &impl QueueDiscipline, at_ms: f64, signal: &'static Signal) -> f64 {
    let mut found = f64::NAN;
    queue.levels(Time::from_seconds(at_ms / 1e3), &mut |told, value| {
        if std::ptr::eq(told, signal) {
            found = value;
        }
    });
    found
}
