//! A bench for the tests of loss models: arrivals made by hand.

use super::{Arrival, LinkView};
use crate::random::Draw;
use crate::random::{Purpose, RandomStream, Stream};
use crate::units::Time;

/// The n-th packet of the source in a place.
pub fn arrival(source: usize, ordinal: u64) -> Arrival {
    let draws = RandomStream::new(1, Purpose::Loss, Stream::Flow(source as u64));
    Arrival { now: Time::ZERO, source, bytes: 1500, draw: Draw { draws, ordinal }, link: link(0.0012) }
}

/// A link on which a full packet takes so many seconds.
pub fn link(packet_s: f64) -> LinkView {
    LinkView { draws: RandomStream::new(1, Purpose::LossState, Stream::Link(0)), packet_s, packet_bytes: 1500 }
}
