//! Send jitter, by which the TCP stack delays each data packet (contract 1.2). Window-based and rate-based senders
//! share it, and a flow that changes from one to the other keeps its ordinals (contract 1.4: its n-th sent).

use crate::math::{greater, nearest};
use crate::random::{Purpose, RandomStream, Stream};
use crate::units::{Span, Time};

/// The send jitter of one flow.
#[derive(Clone, Copy, Debug)]
pub struct SendJitter {
    draws: RandomStream,
    /// Number of transmissions so far: the ordinal of the next draw.
    sent: u64,
    last: Time,
}

impl SendJitter {
    /// Jitter of a flow before its first transmission.
    pub fn new(seed: u64, stream: Stream) -> SendJitter {
        SendJitter { draws: RandomStream::new(seed, Purpose::SendJitter, stream), sent: 0, last: Time::ZERO }
    }

    /// Departure time of the next transmission: up to `jitter_ms` later, in order.
    #[inline(always)]
    pub fn leaves(&mut self, now: Time, jitter_ms: f64) -> Time {
        let ordinal = self.sent;
        self.sent += 1;
        if jitter_ms > 0.0 || self.last > now { self.leaves_later(ordinal, now, jitter_ms) } else { now }
    }

    fn leaves_later(&mut self, ordinal: u64, now: Time, jitter_ms: f64) -> Time {
        let jitter = Span(nearest(1e6 * (self.draws.uniform(ordinal) * greater(jitter_ms, 0.0))));
        self.last = self.last.max(now + jitter);
        self.last
    }
}
