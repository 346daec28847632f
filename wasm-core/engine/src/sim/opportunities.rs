//! A link that serves in opportunities, as events: what it sends at each. Not here: when they come, and what a packet still lacks
//! (`path/opportunities`).

use super::{Simulation, emit_queue};
use crate::event_queue::order;
use crate::observe::Observer;

impl Simulation {
    /// Schedules what a link does next that sends at times of its own. An opportunity comes whether anything waits for it or not: so
    /// their times do not depend on the traffic.
    #[inline(never)]
    pub(super) fn await_due(&mut self, side: usize) {
        match self.bottlenecks[side].due() {
            Some(due) => self.net.events.set(self.links[side], due, order::OPPORTUNITY + side as u64),
            None => self.net.events.clear(self.links[side]),
        }
    }

    /// All opportunities of this instant together: nothing arrives between them. Bytes without a packet to send are lost. They
    /// are no events as long as no packet has arrived at the link: one that nobody uses changes nothing.
    pub(super) fn on_opportunity<O: Observer>(&mut self, side: usize, observer: &mut O) {
        let (mut bytes, shows_delay) = self.bottlenecks[side].take_opportunities(self.now);
        let idle = u64::from(self.bottlenecks[side].is_unused());
        self.events -= idle;
        self.idle += idle;
        while bytes > 0 && self.begun(side, observer) {
            let Some(left) = self.bottlenecks[side].spend(bytes) else { break };
            bytes = left;
            let packet = *self.bottlenecks[side].sent(self.now);
            self.leaves_at_last(side, packet, observer);
            self.bottlenecks[side].end();
        }
        if shows_delay {
            emit_queue(self.now, side, &mut self.bottlenecks[side], None, observer);
        }
        self.await_due(side);
    }

    /// Whether a packet has been begun, or is begun now.
    fn begun<O: Observer>(&mut self, side: usize, observer: &mut O) -> bool {
        self.bottlenecks[side].service().is_some() || self.begins(side, observer)
    }

    /// Begins the next packet of the queue; returns whether there was one.
    pub(super) fn begins<O: Observer>(&mut self, side: usize, observer: &mut O) -> bool {
        let packet = self.bottlenecks[side].begin(self.now, &mut self.dropped);
        if let Some(packet) = &packet {
            self.left_queue(side, packet, observer);
            if self.bottlenecks[side].take_mark() {
                self.mark(packet, observer);
            }
        }
        if !self.dropped.is_empty() {
            self.drop_others(side, observer);
        }
        packet.is_some()
    }
}
