//! A link that sends aggregates, as events: it asks for the medium, puts together what waits, and what has arrived goes on. Not here:
//! how long each takes, and which packets fail (`path/wifi`).

use super::Simulation;
use super::forward::lost_signal;
use crate::observe::Observer;
use crate::path::Packet;
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
            self.await_due(side);
        }
    }

    /// The station has the medium, or its aggregate ends.
    pub(super) fn on_access<O: Observer>(&mut self, side: usize, observer: &mut O) {
        match self.bottlenecks[side].wifi().map(|wifi| wifi.phase()) {
            Some(Phase::Sends(_)) => self.aggregate_ends(side, observer),
            _ => self.send_aggregate(side, observer),
        }
        self.await_due(side);
    }

    /// Sends what failed and what waits, as far as it fits.
    fn send_aggregate<O: Observer>(&mut self, side: usize, observer: &mut O) {
        if let Some(wifi) = self.bottlenecks[side].wifi() {
            wifi.gather();
        }
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
                self.leaves_at_last(side, packet, observer);
            } else {
                self.given_up(side, packet, observer);
            }
        }
        if self.bottlenecks[side].counters(now).queued > 0 {
            self.wake(side);
        }
    }

    /// A packet is lost after its last retry.
    fn given_up<O: Observer>(&mut self, side: usize, packet: Packet, observer: &mut O) {
        self.count_lost_after_link(&packet);
        self.drop_packet(side, packet, lost_signal(&packet), observer);
    }
}
