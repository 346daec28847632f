//! Random streams of a source at the bottlenecks, with the ordinals of its draws. Not here: what is drawn (`path`).

use crate::random::{Draw, Purpose, RandomStream, Stream};

/// Random draws of one source at the bottlenecks. The ordinals count its data packets that arrived, and those that
/// left, at the bottleneck of its direction; and its ACKs at the other one.
#[derive(Clone, Copy, Debug)]
pub(super) struct RandomStreams {
    pub acks: PathStreams,
    pub data: PathStreams,
}

/// Draws and ordinals at one bottleneck.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathStreams {
    pub loss: RandomStream,
    pub queue: RandomStream,
    pub reordering: RandomStream,
    pub arrivals: u64,
    pub departures: u64,
}

impl RandomStreams {
    pub fn new(seed: u64, stream: Stream) -> RandomStreams {
        use Purpose::{AckLoss, AckQueue, AckReordering, Loss, Queue, Reordering};
        let of = |loss, queue, reordering| PathStreams {
            loss: RandomStream::new(seed, loss, stream),
            queue: RandomStream::new(seed, queue, stream),
            reordering: RandomStream::new(seed, reordering, stream),
            arrivals: 0,
            departures: 0,
        };
        RandomStreams { data: of(Loss, Queue, Reordering), acks: of(AckLoss, AckQueue, AckReordering) }
    }
}

impl PathStreams {
    /// Draw of the next packet that leaves the link.
    pub fn departure(&mut self) -> Draw {
        self.departures += 1;
        Draw { draws: self.reordering, ordinal: self.departures - 1 }
    }
}
