//! Packets that are held after the link, out of order, and the timer that releases them at the latest. Not here: which
//! packets are held (`path::reordering`), the delay that follows.

use super::endpoints::Reply;
use super::{Network, Returning};
use crate::event_queue::{Event, EventQueue, Slot};
use crate::path::Packet;
use crate::path::reordering::{Held, Reordering};
use crate::random::Draw;
use crate::sim::delays::Delay;
use crate::units::{Span, Time};

/// Held items of one source: its data at its own direction's link, its ACKs at the other one.
#[derive(Clone, Debug)]
pub(super) struct ReorderBuffer {
    data: Held<Packet>,
    acks: Held<Reply>,
    timer: Slot,
}

/// ReorderBuffer of a source; none before something is held for the first time.
pub(super) type MaybeReorderBuffer = Option<Box<ReorderBuffer>>;

/// Destination of a source's items after the link, and the event for held ones.
#[derive(Clone, Copy)]
pub(super) struct Exit {
    pub delay: Delay,
    pub base_rtt: Span,
    pub event: Event,
}

impl ReorderBuffer {
    fn new(events: &mut EventQueue, event: Event) -> Box<ReorderBuffer> {
        Box::new(ReorderBuffer { data: Held::default(), acks: Held::default(), timer: events.add(event) })
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
        (reordering, draw): (Option<&Reordering>, Draw),
        exit: Exit,
        reorder_buffer: &mut MaybeReorderBuffer,
    ) {
        if let Some(reordering) = reordering
            && reordering.holds(draw)
        {
            let reorder_buffer = reorder_buffer.get_or_insert_with(|| ReorderBuffer::new(&mut self.events, exit.event));
            reorder_buffer.data.hold(packet, reordering.depth_packets(), now + exit.base_rtt);
            return reorder_buffer.arm(&mut self.events);
        }
        self.data.push(exit.delay, now, &mut self.events, packet);
        if let Some(reorder_buffer) = reorder_buffer {
            reorder_buffer.data.pass();
            self.let_data_go(now, exit.delay, reorder_buffer);
        }
    }

    /// The same for an ACK of the flow `id`.
    #[inline]
    pub fn ack_departs(
        &mut self,
        now: Time,
        (id, back): (u32, Reply),
        (reordering, draw): (Option<&Reordering>, Draw),
        exit: Exit,
        reorder_buffer: &mut MaybeReorderBuffer,
    ) {
        if let Some(reordering) = reordering
            && reordering.holds(draw)
        {
            let reorder_buffer = reorder_buffer.get_or_insert_with(|| ReorderBuffer::new(&mut self.events, exit.event));
            reorder_buffer.acks.hold(back, reordering.depth_packets(), now + exit.base_rtt);
            return reorder_buffer.arm(&mut self.events);
        }
        self.acks.push(exit.delay, now, &mut self.events, Returning { flow: id, back });
        if let Some(reorder_buffer) = reorder_buffer {
            reorder_buffer.acks.pass();
            self.let_acks_go(now, id, exit.delay, reorder_buffer);
        }
    }

    /// Releases data that are due.
    pub fn let_data_go(&mut self, now: Time, delay: Delay, reorder_buffer: &mut ReorderBuffer) {
        while let Some(packet) = reorder_buffer.data.release(now) {
            self.data.push(delay, now, &mut self.events, packet);
        }
        reorder_buffer.arm(&mut self.events);
    }

    /// Releases ACKs of the flow `flow` that are due.
    pub fn let_acks_go(&mut self, now: Time, flow: u32, delay: Delay, reorder_buffer: &mut ReorderBuffer) {
        while let Some(back) = reorder_buffer.acks.release(now) {
            self.acks.push(delay, now, &mut self.events, Returning { flow, back });
        }
        reorder_buffer.arm(&mut self.events);
    }
}
