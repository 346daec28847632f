//! A link that sends aggregates, as events: it asks for the medium, puts together what waits, and what has arrived goes on. Not here:
//! how long each takes, and which packets fail (`path/wifi`).

use super::Simulation;
use crate::event_queue::order;
use crate::observe::{Observer, signals};
use crate::path::Packet;
use crate::path::queue::QueueDiscipline;
use crate::path::wifi::Phase;

impl Simulation {
    /// A packet has joined the queue: a station at rest asks for the medium.
    #[inline(never)]
    pub(super) fn wake(&mut self, side: usize) {
        let now = self.now;
        if let Some(wifi) = self.bottlenecks[side].wifi()
            && let Phase::Rests(free) = wifi.phase()
        {
            wifi.wait(now.max(free));
            self.await_access(side);
        }
    }

    /// Schedules what the station does next.
    fn await_access(&mut self, side: usize) {
        match self.bottlenecks[side].wifi().map(|wifi| wifi.phase()) {
            Some(Phase::Waits(at) | Phase::Sends(at)) => {
                self.net.events.set(self.links[side], at, order::OPPORTUNITY + side as u64);
            }
            _ => self.net.events.clear(self.links[side]),
        }
    }

    /// The station has the medium, or its aggregate ends.
    pub(super) fn on_access<O: Observer>(&mut self, side: usize, observer: &mut O) {
        match self.bottlenecks[side].wifi().map(|wifi| wifi.phase()) {
            Some(Phase::Sends(_)) => self.aggregate_ends(side, observer),
            _ => self.send_aggregate(side, observer),
        }
        self.await_access(side);
    }

    /// Sends what failed and what waits, as far as it fits.
    fn send_aggregate<O: Observer>(&mut self, side: usize, observer: &mut O) {
        let gather = self.bottlenecks[side].wifi().map(|wifi| wifi.gather());
        debug_assert!(gather.is_some(), "only a station has accesses");
        while self.bottlenecks[side].wifi().is_some_and(|wifi| wifi.has_room()) && self.begins(side, observer) {}
        let now = self.now;
        if let Some(wifi) = self.bottlenecks[side].wifi() {
            wifi.send(now);
        }
    }

    /// Packets that have arrived in order go on their way; with more to send the station asks for the medium again.
    fn aggregate_ends<O: Observer>(&mut self, side: usize, observer: &mut O) {
        let now = self.now;
        if let Some(wifi) = self.bottlenecks[side].wifi() {
            wifi.end(now);
        }
        while let Some((packet, arrived)) = self.bottlenecks[side].next_to_leave(now) {
            if arrived {
                self.leaves(side, packet, observer);
            } else {
                self.given_up(side, packet, observer);
            }
        }
        let waits = self.bottlenecks[side].queue().packets() > 0;
        if let Some(wifi) = self.bottlenecks[side].wifi()
            && let Phase::Rests(free) = wifi.phase()
            && (waits || wifi.packets() > 0)
        {
            wifi.wait(free);
        }
    }

    /// A packet is lost after its last retry.
    fn given_up<O: Observer>(&mut self, side: usize, packet: Packet, observer: &mut O) {
        if packet.ack {
            return self.drop_packet(side, packet, &signals::ACK_LOST, observer);
        }
        self.count_lost_after_link(&packet);
        self.drop_packet(side, packet, &signals::LOST_AFTER_QUEUE, observer);
    }
}
