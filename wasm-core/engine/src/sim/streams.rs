//! Random streams of a source at the bottlenecks, with the ordinals of its draws. A packet of a handshake has draws of its own beside
//! them, by its number: it is none of the n packets. Not here: what is drawn (`path`).

use super::delays::Delay;
use crate::path::Packet;
use crate::path::bottleneck::Bottleneck;
use crate::path::delay_variation::{DelayVariation, Past};
use crate::random::{Draw, Purpose, RandomStream, Stream};
use crate::units::{Span, Time};

/// Random draws of one source at the bottlenecks. The ordinals count its data packets that arrived, and those that
/// left, at the bottleneck of its direction; and its ACKs at the other one.
#[derive(Clone, Debug)]
pub(super) struct RandomStreams {
    pub acks: PathStreams,
    pub data: PathStreams,
}

/// Draws and ordinals at one bottleneck.
#[derive(Clone, Debug)]
pub(super) struct PathStreams {
    pub loss: RandomStream,
    pub queue: RandomStream,
    pub reordering: RandomStream,
    pub arrivals: u64,
    pub departures: u64,
    /// Of the delay that varies; none before the first packet that has one.
    past: Option<Box<Past>>,
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
            past: None,
        };
        RandomStreams { data: of(Loss, Queue, Reordering), acks: of(AckLoss, AckQueue, AckReordering) }
    }

    /// Those at the bottleneck of a packet's direction.
    #[inline]
    pub fn of(&mut self, packet: &Packet) -> &mut PathStreams {
        if packet.ack { &mut self.acks } else { &mut self.data }
    }
}

impl PathStreams {
    /// Draws of a packet that arrives: of random loss, and of the queue.
    #[inline]
    pub fn arrival(&mut self, packet: &Packet) -> (Draw, Draw) {
        if packet.syn {
            return (of_handshake(self.loss, packet), of_handshake(self.queue, packet));
        }
        let ordinal = self.arrivals;
        self.arrivals += 1;
        (Draw { draws: self.loss, ordinal }, Draw { draws: self.queue, ordinal })
    }

    /// Draw of random loss of a packet that has left the link.
    pub fn loss_after_link(&self, packet: &Packet) -> Draw {
        if packet.syn { of_handshake(self.loss, packet) } else { Draw { draws: self.loss, ordinal: self.departures } }
    }

    /// Draw of reordering of a packet that leaves the link.
    #[inline]
    pub fn departure(&mut self, packet: &Packet) -> Draw {
        if packet.syn {
            return of_handshake(self.reordering, packet);
        }
        self.departures += 1;
        Draw { draws: self.reordering, ordinal: self.departures - 1 }
    }

    /// Draw of reordering of a packet that leaves the link now, and its delay, which the bottleneck may make longer and vary.
    #[inline(always)]
    pub fn leaves(&mut self, bottleneck: &Bottleneck, delay: Delay, now: Time, packet: &Packet) -> (Draw, Delay) {
        let draw = self.departure(packet);
        let length = delay.span() + bottleneck.delay();
        let length = match bottleneck.delay_variation() {
            None => length,
            Some(variation) => self.varied(variation, length, now, packet.syn, draw),
        };
        (draw, delay.of_length(length))
    }

    #[cold]
    #[inline(never)]
    fn varied(&mut self, variation: &DelayVariation, length: Span, now: Time, syn: bool, draw: Draw) -> Span {
        let past = (!syn).then(|| &mut **self.past.get_or_insert_default());
        variation.delay(now, length, draw, past)
    }
}

/// Draw of a packet of a handshake, beside those of data or ACKs.
#[cold]
fn of_handshake(draws: RandomStream, packet: &Packet) -> Draw {
    Draw { draws: draws.beside(Purpose::Handshake), ordinal: packet.sequence }
}
