//! Packets that are held after the link, out of order, and the timer that releases them at the latest. Not here: which
//! packets are held (`path::reordering`), the delay that follows.

use super::agent::Back;
use super::{Network, Returning};
use crate::event_queue::{Event, EventQueue, Slot};
use crate::path::Packet;
use crate::path::reordering::{Held, Reordering};
use crate::random::Luck;
use crate::sim::delays::Delay;
use crate::sim::flow::Luckily;
use crate::units::{Span, Time};

/// Held items of one source: its data at its own direction's link, its ACKs at the other one.
#[derive(Clone, Debug)]
pub(super) struct Holds {
    data: Held<Packet>,
    acks: Held<Back>,
    timer: Slot,
}

/// Holds of a source; none before something is held for the first time.
pub(super) type MaybeHolds = Option<Box<Holds>>;

/// Destination of a source's items after the link, and the event for held ones.
#[derive(Clone, Copy)]
pub(super) struct Exit {
    pub delay: Delay,
    pub base_rtt: Span,
    pub event: Event,
}

impl Holds {
    fn new(events: &mut EventQueue, event: Event) -> Box<Holds> {
        Box::new(Holds { data: Held::default(), acks: Held::default(), timer: events.add(event) })
    }

    fn arm(&self, events: &mut EventQueue) {
        match self.data.deadline().min(self.acks.deadline()) {
            Time::NEVER => events.clear(self.timer),
            deadline => events.schedule(self.timer, deadline),
        }
    }

    /// Number of held items: data packets, ACKs.
    pub fn len(&self) -> (usize, usize) {
        (self.data.len(), self.acks.len())
    }
}

impl Network {
    /// A data packet has left the link with this reordering: it enters its delay, or is held. The packets that it
    /// releases follow.
    #[inline]
    pub fn data_departs(
        &mut self,
        now: Time,
        packet: Packet,
        (reordering, luck): (Option<&Reordering>, &mut Luckily),
        exit: Exit,
        holds: &mut MaybeHolds,
    ) {
        let luck = luck.departure();
        if let Some(reordering) = reordering
            && reordering.holds(luck)
        {
            let holds = holds.get_or_insert_with(|| Holds::new(&mut self.events, exit.event));
            holds.data.hold(packet, reordering.depth_packets(), now + exit.base_rtt);
            return holds.arm(&mut self.events);
        }
        self.data.push(exit.delay, now, &mut self.events, packet);
        if let Some(holds) = holds {
            holds.data.pass();
            self.let_data_go(now, exit.delay, holds);
        }
    }

    /// The same for an ACK of the flow `id`.
    pub fn ack_departs(
        &mut self,
        now: Time,
        (id, back): (u32, Back),
        (reordering, luck): (Option<&Reordering>, &mut Luckily),
        exit: Exit,
        holds: &mut MaybeHolds,
    ) {
        let luck = luck.departure();
        if let Some(reordering) = reordering
            && reordering.holds(luck)
        {
            let holds = holds.get_or_insert_with(|| Holds::new(&mut self.events, exit.event));
            holds.acks.hold(back, reordering.depth_packets(), now + exit.base_rtt);
            return holds.arm(&mut self.events);
        }
        self.acks.push(exit.delay, now, &mut self.events, Returning { flow: id, back });
        if let Some(holds) = holds {
            holds.acks.pass();
            self.let_acks_go(now, id, exit.delay, holds);
        }
    }

    /// Releases data that are due.
    pub fn let_data_go(&mut self, now: Time, delay: Delay, holds: &mut Holds) {
        while let Some(packet) = holds.data.release(now) {
            self.data.push(delay, now, &mut self.events, packet);
        }
        holds.arm(&mut self.events);
    }

    /// Releases ACKs of the flow `flow` that are due.
    pub fn let_acks_go(&mut self, now: Time, flow: u32, delay: Delay, holds: &mut Holds) {
        while let Some(back) = holds.acks.release(now) {
            self.acks.push(delay, now, &mut self.events, Returning { flow, back });
        }
        holds.arm(&mut self.events);
    }
}

impl Luckily {
    /// Draw of the next packet that leaves the link.
    fn departure(&mut self) -> Luck {
        self.departures += 1;
        Luck { draws: self.reordering, ordinal: self.departures - 1 }
    }
}
