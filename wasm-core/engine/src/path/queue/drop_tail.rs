//! Drop tail: first in, first out; a packet that arrives at a full queue is dropped. Its main setting is the limit,
//! which determines the largest delay: the time that the link takes to send a full queue.
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
//! % with step marking at K packets: an ECN-capable packet is marked if it arrives at | RFC 8257
//! \text{packets} > K
//! ```
//!
//! # Choices
//!
//! - dummynet, which the test-beds of the CDG and VoIP papers used, does not count the arriving packet's own size: a
//!   limit in bytes then admits a packet of any size until the queue exceeds the limit. ns-2 counts it. `counting`
//!   chooses between the two.
//! - The packet in transmission is not counted, and an idle link always accepts a packet.
//! - `step_mark_packets` (K) is the threshold of a DCTCP switch. It is compared with the queue length itself, not an average,
//!   and the arriving packet is not counted. Packets without an ECN codepoint are never marked, and a full queue drops any
//!   packet.
//!
//! # Look for
//!
//! - Loss-based flows fill it again and again: a full queue of 84 packets of 1500 bytes at 10 Mbit/s delays every
//!   flow by 100.8 ms.
//! - In slow start drops come in groups: the full queue drops every packet that arrives before the next one leaves.

use super::fifo::Fifo;
use super::{LIMITS, Limit, MOST_BYTES, Moment, QueueDiscipline, Refused};
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
        limit_bytes: Option<f64> = whole(126000.0, 1.0, MOST_BYTES).unit("bytes").log().live(), "CDG paper, section 4, in bytes";
        /// Maximum size of the queue, as the time that its link takes to send it at its rate at the start. It becomes `limit_bytes`.
        limit_ms: Option<f64> = above(100.0, 0.0, 1e7).unit("ms").log(), "choice";
        /// Maximum size of the queue, in bandwidth-delay products of the link's rate and the largest base RTT of a flow at the start. It
        /// becomes `limit_bytes`.
        limit_bdp: Option<f64> = above(1.0, 0.0, 1e6).log(), "Villamizar and Song, CCR 24(5), 1994: 1 BDP";
        /// Whether the arriving packet itself counts towards the limit: not in dummynet, but in ns-2.
        counting: Counting = word("dummynet", Counting::WORDS).live(), "FreeBSD, ip_dn_io.c; ns-2, drop-tail.cc";
        /// Marks an ECN-capable packet that finds more packets in the queue than this (K). If unset, none is marked.
        step_mark_packets: Option<u64> = whole(20.0, 0.0, 1e7).or_none().unit("packets").log().live().needs(&[Need::EcnData]), "choice; RFC 8257: K";
    }
}

/// Settings of drop tail as scenario and screen know them.
pub static SECTION: Section = Section::new("drop_tail", "drop tail", Settings::PARAMS)
    .about("First in, first out; a packet that arrives at a full queue is dropped.", "FreeBSD's dummynet")
    .one_of(&[OneOf { fields: LIMITS, required: true }]);

/// A drop-tail queue.
#[derive(Clone, Debug)]
pub struct DropTail {
    limit: Limit,
    counting: Counting,
    /// With so many packets a limit in packets is reached.
    full: u64,
    /// With more packets than this an ECN-capable arrival is marked.
    step: u64,
    /// With fewer packets than this an arrival is kept as it is, unless a limit in bytes is reached.
    clear: u64,
    fifo: Fifo,
    /// CE marks that it has set.
    marked: u64,
}

impl DropTail {
    /// An empty queue.
    pub fn new(values: &[Value]) -> DropTail {
        let (limit, fifo) = (Limit::Packets(1.0), Fifo::default());
        let mut queue =
            DropTail { limit, counting: Counting::Dummynet, full: 1, step: u64::MAX, clear: 1, fifo, marked: 0 };
        queue.configure(values);
        queue
    }

    /// A packet of so many bytes would be neither dropped nor marked.
    #[inline(always)]
    pub fn has_room(&self, bytes: u32) -> bool {
        match self.limit {
            Limit::Packets(_) => self.fifo.packets() < self.clear,
            Limit::Bytes(_) => self.fifo.packets() < self.clear && !self.refuses(bytes),
        }
    }

    /// Takes an arriving packet, whether there is room or not.
    #[inline(always)]
    pub fn keep(&mut self, packet: &Packet) {
        self.fifo.push(packet);
    }

    /// Takes an arriving packet where it may have to be dropped or marked.
    #[inline(never)]
    fn take(&mut self, packet: &Packet, moment: &Moment) -> Result<(), Refused> {
        if !moment.link_idle && self.refuses(packet.bytes) {
            return Err(Refused);
        }
        let mut packet = *packet;
        if packet.ecn.is_some() && !packet.marked && self.fifo.packets() > self.step {
            packet.marked = true;
            self.marked += 1;
        }
        self.keep(&packet);
        Ok(())
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
        if !self.has_room(packet.bytes) {
            return self.take(packet, moment);
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
        self.step = settings.step_mark_packets.unwrap_or(u64::MAX);
        self.clear = self.step.saturating_add(1);
        if let Limit::Packets(limit) = self.limit {
            let arriving = if self.counting == Counting::Ns2 { 1.0 } else { 0.0 };
            self.full = (limit - arriving).ceil() as u64;
            self.clear = self.clear.min(self.full);
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

    #[inline(always)]
    fn marked(&self) -> u64 {
        self.marked
    }

    fn each(&self, look: &mut dyn FnMut(&Packet)) {
        self.fifo.iter().for_each(look);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{moment, packet};
    use super::*;
    use crate::ecn::EcnCodepoint;
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

    fn marking_values(changes: &[(&str, Value)]) -> Vec<Value> {
        let with = |choice: Choice, (name, value): &(&str, Value)| choice.with(name, value.clone());
        changes.iter().fold(Choice::of(&SECTION), with).values
    }

    fn marking(changes: &[(&str, Value)]) -> DropTail {
        DropTail::new(&marking_values(changes))
    }

    /// Whether an arrival is marked, none if it is dropped.
    fn arrives(queue: &mut DropTail, ecn: Option<EcnCodepoint>) -> Option<bool> {
        let before = (queue.marked(), queue.packets());
        let arrival = Packet { ecn, ..packet(0, 1500, 0.0) };
        let plain = queue.has_room(1500);
        let kept = queue.enqueue(&arrival, &moment(0.0, 0), &mut Vec::new()).is_ok();
        assert_eq!(queue.packets(), before.1 + u64::from(kept));
        let marked = kept.then(|| queue.fifo.get(before.1 as usize).is_some_and(|last| last.marked));
        assert_eq!(queue.marked() - before.0, u64::from(marked == Some(true)));
        assert!(!plain || marked == Some(false), "what has room is kept as it is");
        marked
    }

    #[test] // the facts sheet, C.5; RFC 8257: the queue at the arrival is longer than K
    fn an_arrival_above_the_step_is_marked() {
        let number = Value::Number;
        let ect = [EcnCodepoint::Ect0, EcnCodepoint::Ect1];
        for limit in [("limit_packets", number(9.0)), ("limit_bytes", number(12_000.0))] {
            let mut queue = marking(&[limit.clone(), ("step_mark_packets", number(5.0))]);
            let seen: Vec<_> = (0..10).map(|n| arrives(&mut queue, Some(ect[n % 2]))).collect();
            let expected = [[Some(false); 6].as_slice(), &[Some(true); 3], &[None]].concat();
            assert_eq!(seen, expected, "the seventh finds six");
            queue.give_up();
            assert_eq!(arrives(&mut queue, None), Some(false), "not ECN-capable");
            (0..4).for_each(|_| _ = queue.give_up());
            assert_eq!((queue.packets(), arrives(&mut queue, Some(ect[0]))), (5, Some(false)));
            assert_eq!(arrives(&mut queue, Some(ect[0])), Some(true));
            let unset = Choice::of(&SECTION).with(limit.0, limit.1);
            queue.configure(&unset.values);
            assert_eq!(arrives(&mut queue, Some(ect[0])), Some(false), "unset while it runs");
        }
        let mut always = marking(&[("step_mark_packets", number(0.0))]);
        assert_eq!([0; 3].map(|_| arrives(&mut always, Some(ect[0]))), [Some(false), Some(true), Some(true)]);
        let mut ns2 = always.clone();
        let one =
            [("limit_packets", number(1.0)), ("counting", Value::Word("ns2")), ("step_mark_packets", number(0.0))];
        ns2.configure(&marking_values(&one));
        while ns2.give_up().is_some() {}
        let idle = Moment { link_idle: true, ..moment(0.0, 0) };
        let arrival = Packet { ecn: Some(ect[0]), ..packet(0, 1500, 0.0) };
        assert!(
            ns2.enqueue(&arrival, &idle, &mut Vec::new()).is_ok() && !ns2.fifo.get(0).is_some_and(|first| first.marked)
        );
        let mut never = marking(&[("limit_packets", number(3.0)), ("step_mark_packets", number(3.0))]);
        assert_eq!([0; 4].map(|_| arrives(&mut never, Some(ect[0]))), [Some(false), Some(false), Some(false), None]);
    }
}
