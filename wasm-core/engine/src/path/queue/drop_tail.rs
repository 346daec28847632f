//! Drop tail: first in, first out; a packet that arrives at a full queue is dropped. Its only setting is the limit,
//! and the limit determines the largest delay: the time that the link takes to send a full queue.
//!
//! Not here: packets in their order (`fifo.rs`).
//!
//! # Equations
//!
//! ```tex
//! % dummynet: an arriving packet is dropped if | FreeBSD's dummynet
//! \text{packets} \ge \text{limit} \quad\text{or}\quad \text{bytes} > \text{limit}
//! % ns2: an arriving packet is dropped if | ns-2's DropTail
//! \text{packets} + 1 \ge \text{limit} \quad\text{or}\quad \text{bytes} + \text{arrival} \ge \text{limit}
//! % queueing delay behind n packets of L bits at rate C |
//! d = \frac{n\, L}{C}
//! ```
//!
//! # Choices
//!
//! - dummynet, which the test-beds of the CDG and VoIP papers used, does not count the arriving packet's own size: a
//!   limit in bytes then admits a packet of any size until the queue exceeds the limit. ns-2 counts it. `counting`
//!   chooses between the two.
//! - The packet in transmission is not counted, and an idle link always accepts a packet.
//!
//! # Look for
//!
//! - Loss-based flows fill it again and again: a full queue of 84 packets of 1500 bytes at 10 Mbit/s delays every
//!   flow by 100.8 ms.
//! - In slow start drops come in groups: the full queue drops every packet that arrives before the next one leaves.

use super::fifo::Fifo;
use super::{Limit, Moment, QueueDiscipline, Refused};
use crate::math::float;
use crate::params::{OneOf, Section, Value};
use crate::path::Packet;
use crate::units::Time;

crate::choices! {
    /// How the limit is counted.
    pub enum Counting {
        /// As dummynet does.
        Dummynet = "dummynet",
        /// As ns-2 does.
        Ns2 = "ns2",
    }
}

crate::params! {
    /// Settings of drop tail.
    pub struct Settings {
        /// Maximum number of packets in the queue, without the one in transmission.
        limit_packets: Option<f64> = whole(84.0, 1.0, 1e7).unit("packets").log().live(), "CDG paper, section 4: 84 packets";
        /// Maximum number of bytes in the queue, without the packet in transmission.
        limit_bytes: Option<f64> = whole(126000.0, 1.0, 1e7).unit("bytes").log().live(), "CDG paper, section 4, in bytes";
        /// Whether the arriving packet itself counts towards the limit: not in dummynet, but in ns-2.
        counting: Counting = word("dummynet", Counting::WORDS).live(), "FreeBSD, ip_dn_io.c; ns-2, drop-tail.cc";
    }
}

/// What a scenario and the screen know of drop tail.
pub static SECTION: Section = Section::new("drop_tail", "drop tail", Settings::PARAMS)
    .about("First in, first out; a packet that arrives at a full queue is dropped.", "FreeBSD's dummynet")
    .one_of(&[OneOf { fields: &["limit_packets", "limit_bytes"], required: true }]);

/// A drop-tail queue.
#[derive(Clone, Debug)]
pub struct DropTail {
    limit: Limit,
    counting: Counting,
    /// With so many packets a limit in packets is reached.
    full: u64,
    fifo: Fifo,
}

impl DropTail {
    /// An empty queue.
    pub fn new(values: &[Value]) -> DropTail {
        let fifo = Fifo::default();
        let mut queue = DropTail { limit: Limit::Packets(1.0), counting: Counting::Dummynet, full: 1, fifo };
        queue.configure(values);
        queue
    }

    /// A packet of so many bytes would not be dropped.
    #[inline(always)]
    pub fn has_room(&self, bytes: u32) -> bool {
        !self.refuses(bytes)
    }

    /// Takes an arriving packet, whether there is room or not.
    #[inline(always)]
    pub fn keep(&mut self, packet: &Packet) {
        self.fifo.push(packet);
    }

    #[inline(always)]
    fn refuses(&self, arriving_bytes: u32) -> bool {
        match self.limit {
            Limit::Packets(_) => self.fifo.packets() >= self.full,
            Limit::Bytes(limit) if self.counting == Counting::Ns2 => {
                float(self.fifo.bytes()) + f64::from(arriving_bytes) >= limit
            }
            limit => limit.reached(self.fifo.packets(), self.fifo.bytes()),
        }
    }
}

impl QueueDiscipline for DropTail {
    fn enqueue(&mut self, packet: &Packet, moment: &Moment, _dropped: &mut Vec<Packet>) -> Result<(), Refused> {
        if !moment.link_idle && self.refuses(packet.bytes) {
            return Err(Refused);
        }
        self.keep(packet);
        Ok(())
    }

    fn dequeue(&mut self, _now: Time, _dropped: &mut Vec<Packet>) -> Option<Packet> {
        self.give_up()
    }

    fn take_over(&mut self, packet: Packet) {
        self.fifo.push(&packet);
    }

    #[inline(always)]
    fn give_up(&mut self) -> Option<Packet> {
        self.fifo.pop()
    }

    fn configure(&mut self, values: &[Value]) {
        let settings = Settings::read(values);
        self.limit = Limit::of(settings.limit_packets, settings.limit_bytes);
        self.counting = settings.counting;
        if let Limit::Packets(limit) = self.limit {
            let arriving = if self.counting == Counting::Ns2 { 1.0 } else { 0.0 };
            self.full = (limit - arriving).ceil() as u64;
        }
    }

    fn packets(&self) -> u64 {
        self.fifo.packets()
    }

    fn bytes(&self) -> u64 {
        self.fifo.bytes()
    }

    fn limit(&self) -> Limit {
        self.limit
    }

    fn each(&self, look: &mut dyn FnMut(&Packet)) {
        self.fifo.iter().for_each(look);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{moment, packet};
    use super::*;
    use crate::params::Choice;

    /// Fills a queue behind a busy link; how many packets it takes.
    fn taken(field: &str, limit: f64, counting: &'static str, bytes: u32) -> u64 {
        let choice = Choice::of(&SECTION).with(field, Value::Number(limit)).with("counting", Value::Word(counting));
        let mut queue = DropTail::new(&choice.values);
        while queue.enqueue(&packet(0, bytes, 0.0), &moment(0.0, 0), &mut Vec::new()).is_ok() {}
        queue.packets()
    }

    #[test] // contract 1.1: counting
    fn limits_are_counted_as_dummynet_and_ns2_do() {
        assert_eq!(taken("limit_packets", 84.0, "dummynet", 1500), 84);
        assert_eq!(taken("limit_packets", 84.0, "ns2", 1500), 83);
        // dummynet takes one more while queued bytes are not above the limit: 67 * 1500 = 100 500 > 100 000.
        assert_eq!(taken("limit_bytes", 100_000.0, "dummynet", 1500), 67);
        assert_eq!(taken("limit_bytes", 100_500.0, "dummynet", 1500), 68);
        assert_eq!(taken("limit_bytes", 100_000.0, "ns2", 1500), 66);
        assert_eq!(taken("limit_bytes", 99_000.0, "ns2", 1500), 65);
    }

    #[test] // contract 1.1: an idle link always takes a packet; ns-2's limit of one holds none that waits
    fn an_idle_link_takes_a_packet_whatever_the_limit() {
        let choice = Choice::of(&SECTION).with("limit_packets", Value::Number(1.0));
        let mut queue = DropTail::new(&choice.with("counting", Value::Word("ns2")).values);
        let idle = Moment { link_idle: true, ..moment(0.0, 0) };
        assert!(queue.enqueue(&packet(0, 1500, 0.0), &moment(0.0, 0), &mut Vec::new()).is_err());
        assert!(queue.enqueue(&packet(0, 1500, 0.0), &idle, &mut Vec::new()).is_ok());
    }
}
