//! The link of a bottleneck, which sends one packet at a time: when each has been sent, and when it goes on its way.
//! Not here: which packet comes next (`queue`), and the delay that follows.

use crate::path::Packet;
use crate::units::{Carry, Rate, Span, Time};

/// A packet that is being sent.
#[derive(Clone, Copy, Debug)]
pub struct Service {
    /// The packet; it entered the link at `entered`.
    pub packet: Packet,
    /// When its last bit has left.
    pub ends: Time,
    /// When it goes on its way: then, or at the tick that follows.
    pub leaves: Time,
}

/// A link.
#[derive(Clone, Debug)]
pub struct Link {
    rate: Rate,
    /// It lets packets go at multiples of this only, as dummynet's clock does; 0 = at once.
    tick: Span,
    /// The last packet's size and how many nanoseconds it takes: most packets are alike.
    span: (u32, f64),
    /// The same span, if it is a whole number; otherwise zero.
    whole: Span,
    /// The rounding of those in a row while the link is busy, so that its rate holds at any speed.
    carry: Carry,
    service: Option<Service>,
    /// When it ended its last service; packets that wait follow without a pause.
    free: Time,
    /// How long it was sending, the present service as if it were over.
    busy: Span,
}

impl Link {
    /// Idle.
    pub fn new(rate: Rate, tick: Span) -> Link {
        Link {
            rate,
            tick,
            span: (0, 0.0),
            whole: Span::ZERO,
            carry: Carry::default(),
            service: None,
            free: Time::ZERO,
            busy: Span::ZERO,
        }
    }

    /// It takes a packet.
    #[inline(always)]
    pub fn send(&mut self, now: Time, packet: &Packet) {
        // With ticks a packet goes on its way later than its last bit was sent; the next one was begun by then.
        let entered = if self.free == Time::ZERO { now } else { self.free };
        if self.span.0 != packet.bytes {
            self.measure(packet.bytes);
        }
        // Without a fraction there is nothing to round, and no rest.
        let usual = self.whole != Span::ZERO && self.carry.is_none();
        let span = if usual { self.whole } else { self.carry.next(self.span.1) };
        self.busy = self.busy + span;
        let ends = entered + span;
        let leaves = self.at_tick(ends).max(now);
        let service = self.service.insert(Service { packet: *packet, ends, leaves });
        service.packet.entered = entered;
    }

    /// Computes what is kept ready of a packet's size.
    #[inline(never)]
    fn measure(&mut self, bytes: u32) {
        let nanoseconds = self.rate.nanoseconds_of(bytes);
        self.span = (bytes, nanoseconds);
        let mut carry = Carry::default();
        let span = carry.next(nanoseconds);
        self.whole = if carry.is_none() { span } else { Span::ZERO };
    }

    /// The first tick that is not before `at`.
    #[inline]
    fn at_tick(&self, at: Time) -> Time {
        if self.tick == Span::ZERO { at } else { Time(at.0.div_ceil(self.tick.0).saturating_mul(self.tick.0)) }
    }

    /// The packet in transmission has been sent, and goes on its way now; then comes `send` or `rest`.
    #[inline(always)]
    pub fn sent(&mut self, now: Time) -> &Packet {
        let service = self.service.as_mut().expect("a packet in transmission");
        self.free = service.ends;
        service.packet.entered = now;
        &service.packet
    }

    /// A packet of which opportunities send parts: it goes on its way at one of them, `next` at the earliest.
    pub fn hold(&mut self, now: Time, packet: &Packet, next: Time) {
        let service = self.service.insert(Service { packet: *packet, ends: next, leaves: next });
        service.packet.entered = now;
    }

    /// The next opportunity for the packet that is held.
    pub fn delay(&mut self, next: Time) {
        if let Some(service) = &mut self.service {
            (service.ends, service.leaves) = (next, next);
        }
    }

    /// There is nothing to send.
    #[inline]
    pub fn rest(&mut self) {
        (self.service, self.carry, self.free) = (None, Carry::default(), Time::ZERO);
    }

    /// The packet in transmission.
    #[inline(always)]
    pub fn service(&self) -> Option<&Service> {
        self.service.as_ref()
    }

    /// Nothing is in transmission.
    #[inline(always)]
    pub fn idle(&self) -> bool {
        self.service.is_none()
    }

    /// How long it has been sending by now; one that serves in opportunities sends in no time.
    pub fn busy(&self, now: Time) -> Span {
        let rest = self.service.as_ref().map_or(Span::ZERO, |service| service.ends.since(now));
        Span(self.busy.0.saturating_sub(rest.0))
    }

    /// Its rate.
    #[inline(always)]
    pub fn rate(&self) -> Rate {
        self.rate
    }

    /// Another rate, from the next packet on.
    pub fn set_rate(&mut self, rate: Rate) {
        self.rate = rate;
        self.span = (0, 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::queue::testing::packet;

    #[test] // at 10 Mbit/s any size takes whole nanoseconds, at 3 Gbit/s 1500 bytes do and 100 bytes do not
    fn spans_kept_ready_are_those_that_rounding_gives() {
        let sizes = [1500, 1500, 100, 1500, 100, 100, 100, 1500, 1500, 100];
        for rate in [10e6, 3e9] {
            let mut link = Link::new(Rate(rate), Span::ZERO);
            let (mut carry, mut ends) = (Carry::default(), Time(1));
            for bytes in sizes {
                link.send(Time(1), &packet(0, bytes, 0.0));
                ends += carry.next(Rate(rate).nanoseconds_of(bytes));
                assert_eq!(link.service().map(|service| service.ends), Some(ends));
                link.sent(ends);
            }
            assert_eq!(link.busy(ends), ends.since(Time(1)));
        }
    }
}
