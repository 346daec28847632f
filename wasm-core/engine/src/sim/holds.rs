//! Packets that are held after the link, out of order, and the timer that lets them go at the latest. Not here: which are held
//! (`path::reordering`), and the delay that follows.

use super::agent::Back;
use super::{Network, Returning};
use crate::event::{Agenda, Event, Slot};
use crate::path::Packet;
use crate::path::reordering::{Held, Reordering};
use crate::random::Luck;
use crate::sim::delays::Delay;
use crate::sim::flow::Luckily;
use crate::units::{Span, Time};

/// What is held of one source: its data at its own direction's link, its acknowledgements at the other one.
#[derive(Clone, Debug)]
pub(super) struct Holds {
    data: Held<Packet>,
    acks: Held<Back>,
    timer: Slot,
}

/// A source's holds: none before something is held for the first time.
pub(super) type MaybeHolds = Option<Box<Holds>>;

/// Where a source's things go after the link, and which event looks after those that are held.
#[derive(Clone, Copy)]
pub(super) struct Exit {
    pub delay: Delay,
    pub base_rtt: Span,
    pub event: Event,
}

impl Holds {
    fn new(agenda: &mut Agenda, event: Event) -> Box<Holds> {
        Box::new(Holds { data: Held::default(), acks: Held::default(), timer: agenda.add(event) })
    }

    fn arm(&self, agenda: &mut Agenda) {
        match self.data.deadline().min(self.acks.deadline()) {
            Time::NEVER => agenda.clear(self.timer),
            deadline => agenda.schedule(self.timer, deadline),
        }
    }

    /// How many are held: data packets, acknowledgements.
    pub fn len(&self) -> (usize, usize) {
        (self.data.len(), self.acks.len())
    }
}

impl Network {
    /// A data packet has left the link with this reordering: it enters its delay, or is held. Those that it lets go follow.
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
            let holds = holds.get_or_insert_with(|| Holds::new(&mut self.agenda, exit.event));
            holds.data.hold(packet, reordering.depth_packets(), now + exit.base_rtt);
            return holds.arm(&mut self.agenda);
        }
        self.data.push(exit.delay, now, &mut self.agenda, packet);
        if let Some(holds) = holds {
            holds.data.pass();
            self.let_data_go(now, exit.delay, holds);
        }
    }

    /// The same for an acknowledgement of the flow `id`.
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
            let holds = holds.get_or_insert_with(|| Holds::new(&mut self.agenda, exit.event));
            holds.acks.hold(back, reordering.depth_packets(), now + exit.base_rtt);
            return holds.arm(&mut self.agenda);
        }
        self.acks.push(exit.delay, now, &mut self.agenda, Returning { flow: id, back });
        if let Some(holds) = holds {
            holds.acks.pass();
            self.let_acks_go(now, id, exit.delay, holds);
        }
    }

    /// Lets go data whose time has come.
    pub fn let_data_go(&mut self, now: Time, delay: Delay, holds: &mut Holds) {
        while let Some(packet) = holds.data.release(now) {
            self.data.push(delay, now, &mut self.agenda, packet);
        }
        holds.arm(&mut self.agenda);
    }

    /// Lets go acknowledgements of the flow `flow` whose time has come.
    pub fn let_acks_go(&mut self, now: Time, flow: u32, delay: Delay, holds: &mut Holds) {
        while let Some(back) = holds.acks.release(now) {
            self.acks.push(delay, now, &mut self.agenda, Returning { flow, back });
        }
        holds.arm(&mut self.agenda);
    }
}

impl Luckily {
    /// The luck of the next packet to leave the link.
    fn departure(&mut self) -> Luck {
        self.departures += 1;
        Luck { draws: self.reordering, ordinal: self.departures - 1 }
    }
}
