//! FQ-CoDel, flow queueing with CoDel: each flow has a queue of its own, with a CoDel of its own, and the queues are
//! served in turn. A flow that fills its queue delays mainly itself, and a flow that sends little goes first.
//!
//! Not here: the turns (`rounds.rs`), CoDel (`codel.rs`).
//!
//! # Equations
//!
//! ```tex
//! % a queue whose turn it is but whose deficit is used up | RFC 8290, section 4.1
//! \text{deficit} \leftarrow \text{deficit} + \text{quantum}
//! % a packet leaves | RFC 8290, section 4.1
//! \text{deficit} \leftarrow \text{deficit} - \text{bytes}
//! % above the limit: packets dropped from the head of the longest queue | RFC 8290, section 4.1
//! n = \min\left(64,\; \text{half of its bytes}\right)
//! ```
//!
//! Within each queue CoDel decides which packets are dropped.
//!
//! # States
//!
//! ```states
//! Idle: this flow has no queue
//! New: goes before all old queues
//! Old: waits for its turn
//! Idle -> New: a packet arrives
//! New -> Old: quantum used up, or empty
//! Old -> Old: its turn is over, one more quantum
//! Old -> Idle: empty when its turn comes
//! ```
//!
//! # Choices
//!
//! - Queues take turns by deficit round robin: each may send `quantum_bytes` per round, and a queue that has had
//!   nothing to send for a while goes first. CoDel compares the bytes in the flow's own queue with one packet of the
//!   largest size. When an arriving packet makes the total larger than the limit, packets are dropped from the head
//!   of the queue with the most bytes (of equal ones the oldest); the arriving packet may be among them. An idle link
//!   accepts its packet whatever the limit.
//! - A flow is what would have its own addresses and ports: each source, each transfer of a flash crowd (a later one
//!   may take the queue of one that is over), and the ACKs of each apart from its data. Each has a queue to itself
//!   unless `queues` gives their number: then a hash of the flow with `perturbation` chooses among them, and flows
//!   may share one (the RFC's number is 1024).
//! - The limit includes the arriving packet, as in the RFC. In Linux drops at the limit change CoDel's state; in the
//!   RFC and here they do not.
//!
//! # Look for
//!
//! - Two backlogged flows get nearly equal shares, whatever their algorithms. A flow with a long RTT may leave part
//!   of its share unused.
//! - Add a call: its packets wait for at most a packet or two of the others.

use super::codel::{Control, Law};
use super::fifo::Fifo;
use super::rounds::Rounds;
use super::{LIMITS, Limit, MOST_BYTES, Moment, QueueDiscipline, Refused};
use crate::observe::{Kind, Signal, Source};
use crate::params::{Need, OneOf, Section, Value};
use crate::path::Packet;
use crate::random::{Purpose, RandomStream, Stream};
use crate::units::Time;

/// Not all flows share a queue.
const SEVERAL_QUEUES: Need = Need::Any(&[Need::Unset("queues"), Need::Above("queues", 1.0)]);

crate::params! {
    /// Settings of FQ-CoDel.
    pub struct Settings {
        /// Maximum number of packets in all queues together, without the one in transmission.
        limit_packets: Option<f64> = whole(10240.0, 1.0, 1e7).unit("packets").log().live(), "RFC 8290, section 5.2.3";
        /// Maximum number of bytes in all queues together, without the packet in transmission.
        limit_bytes: Option<f64> = whole(1e7, 1.0, MOST_BYTES).unit("bytes").log().live(), "choice; RFC 8290: 32 MB";
        /// Maximum size of the queue, as the time that its link takes to send it at its rate at the start. It becomes `limit_bytes`.
        limit_ms: Option<f64> = above(100.0, 0.0, 1e7).unit("ms").log(), "choice";
        /// Maximum size of the queue, in bandwidth-delay products of the link's rate and the largest base RTT of a flow at the start. It
        /// becomes `limit_bytes`.
        limit_bdp: Option<f64> = above(1.0, 0.0, 1e6).log(), "Villamizar and Song, CCR 24(5), 1994: 1 BDP";
        /// Acceptable queueing delay (TARGET).
        target_ms: f64 = number(5.0, 0.001, 1e5).unit("ms").log().live(), "RFC 8290, section 5.2.2: 5 ms";
        /// Packets of a flow must have waited longer than the target for this long before one is dropped.
        interval_ms: f64 = number(100.0, 0.001, 1e6).unit("ms").log().live(), "RFC 8290, section 5.2.1: 100 ms";
        /// Number of bytes that each queue may send per round.
        quantum_bytes: u32 = whole(1514.0, 256.0, 1e6).unit("bytes").log().live().needs(&[SEVERAL_QUEUES, Need::SeveralFlows]), "RFC 8290, section 5.2.4: Ethernet";
        /// Number of hash buckets. If unset, each flow has its own queue.
        queues: Option<u64> = whole(1024.0, 1.0, 65536.0).or_none().log().live().needs(&[Need::SeveralFlows]), "choice; RFC 8290, section 5.2.5: 1024";
        /// Changes which flows share a queue.
        perturbation: u64 = whole(0.0, 0.0, 9_007_199_254_740_991.0).live().needs(&[Need::Above("queues", 1.0), Need::SeveralFlows]), "RFC 8290, section 4.1";
        /// Marks ECN-capable packets instead of dropping them.
        ecn: bool = switch(false).live().needs(&[Need::EcnData]), "RFC 8290, section 5.2.6";
    }
}

/// Queues in which a packet waits.
pub static ACTIVE: Signal = Signal::new("fq_codel_active_queues", "", Kind::Level);

/// Settings of FQ-CoDel as scenario and screen know them.
pub static SECTION: Section = Section::new("fq_codel", "FQ-CoDel", Settings::PARAMS)
    .about(
        "Gives each flow a queue of its own, with CoDel in each, and serves the queues in turn.",
        "T. Høiland-Jørgensen et al., RFC 8290",
    )
    .one_of(&[OneOf { fields: LIMITS, required: false }])
    .signals(&[&ACTIVE]);

/// Most packets that one arrival over the limit drops (RFC 8290, section 4.1).
const MOST_DROPPED: usize = 64;

/// One flow's queue.
#[derive(Clone, Debug, Default)]
struct Queue {
    /// Which: the flow, or the hash.
    number: u64,
    fifo: Fifo,
    control: Control,
}

/// All queues.
#[derive(Clone, Debug)]
pub struct FqCodel {
    settings: Settings,
    limit: Limit,
    law: Law,
    /// The queue of each flow that has been seen, plus one.
    places: Vec<u32>,
    queues: Vec<Queue>,
    rounds: Rounds,
    largest: u64,
    packets: u64,
    bytes: u64,
    active: u64,
    /// CE marks that its queues have set.
    marked: u64,
}

/// The flow that a packet belongs to, as a small number.
fn flow_of(packet: &Packet) -> usize {
    let (kind, place) = match (packet.source, packet.transfer) {
        (Source::Flow(place), _) => (0, place),
        (Source::Cross(place), 0) => (1, place),
        (Source::Cross(_), transfer) => (2, transfer - 1),
        (Source::Bottleneck | Source::ReverseBottleneck, _) => unreachable!("a bottleneck sends nothing"),
    };
    2 * (3 * place as usize + kind) + usize::from(packet.ack)
}

impl FqCodel {
    /// Without queues at first.
    pub fn new(values: &[Value]) -> FqCodel {
        let settings = Settings::read(values);
        FqCodel {
            limit: Limit::of(settings.limit_packets, settings.limit_bytes),
            law: Law::new(settings.target_ms, settings.interval_ms, settings.ecn),
            settings,
            places: Vec::new(),
            queues: Vec::new(),
            rounds: Rounds::default(),
            largest: 0,
            packets: 0,
            bytes: 0,
            active: 0,
            marked: 0,
        }
    }

    fn quantum(&self) -> i64 {
        i64::from(self.settings.quantum_bytes)
    }

    /// The queue of a packet's flow; a new one for a flow that is seen for the first time.
    fn place_of(&mut self, packet: &Packet) -> u32 {
        let flow = flow_of(packet);
        if flow >= self.places.len() {
            self.places.resize(flow + 1, 0);
        }
        if self.places[flow] == 0 {
            let (number, found) = match self.settings.queues {
                None => (flow as u64, None),
                Some(queues) => {
                    let draws =
                        RandomStream::new(self.settings.perturbation, Purpose::FlowHash, Stream::Flow(flow as u64));
                    let number = draws.bits(0) % queues;
                    (number, self.queues.iter().position(|queue| queue.number == number))
                }
            };
            let place = found.unwrap_or(self.queues.len());
            if found.is_none() {
                self.queues.push(Queue { number, ..Queue::default() });
            }
            self.places[flow] = place as u32 + 1;
        }
        self.places[flow] - 1
    }

    /// Takes the next packet in turn; `take` takes it from the queue.
    fn next(&mut self, mut take: impl FnMut(&mut Queue) -> Option<Packet>) -> Option<Packet> {
        let quantum = self.quantum();
        let FqCodel { rounds, queues, packets, bytes, active, .. } = self;
        rounds.next(quantum, |place| {
            let queue = &mut queues[place as usize];
            let before = (queue.fifo.packets(), queue.fifo.bytes());
            let packet = take(queue);
            *packets -= before.0 - queue.fifo.packets();
            *bytes -= before.1 - queue.fifo.bytes();
            *active -= u64::from(before.0 > 0 && queue.fifo.packets() == 0);
            packet.map(|packet| (packet.bytes, packet))
        })
    }

    fn over(&self) -> bool {
        match self.limit {
            Limit::Packets(limit) => self.packets as f64 > limit,
            Limit::Bytes(limit) => self.bytes as f64 > limit,
        }
    }

    /// Makes room at the cost of the queue with most bytes.
    fn shorten(&mut self, dropped: &mut Vec<Packet>) {
        let longest = self.queues.iter_mut().rev().max_by_key(|queue| queue.fifo.bytes());
        let fifo = &mut longest.expect("an arrival has a queue").fifo;
        let half = fifo.bytes().div_ceil(2);
        let mut gone = 0;
        for _ in 0..MOST_DROPPED {
            let Some(packet) = fifo.pop() else { break };
            gone += u64::from(packet.bytes);
            self.packets -= 1;
            dropped.push(packet);
            if gone >= half {
                break;
            }
        }
        self.bytes -= gone;
        self.active -= u64::from(fifo.packets() == 0);
    }
}

impl QueueDiscipline for FqCodel {
    fn enqueue(&mut self, packet: &Packet, moment: &Moment, dropped: &mut Vec<Packet>) -> Result<(), Refused> {
        self.take_over(*packet);
        if !moment.link_idle && self.over() {
            self.shorten(dropped);
        }
        Ok(())
    }

    fn dequeue(&mut self, now: Time, dropped: &mut Vec<Packet>) -> Option<Packet> {
        let (law, largest, mut marked) = (self.law, self.largest, self.marked);
        let packet = self.next(|queue| {
            let before = queue.control.marked();
            let packet = queue.control.dequeue(&mut queue.fifo, &law, largest, now, dropped);
            marked += queue.control.marked() - before;
            packet
        });
        self.marked = marked;
        packet
    }

    fn take_over(&mut self, packet: Packet) {
        let place = self.place_of(&packet);
        self.rounds.wake(place, self.quantum());
        let fifo = &mut self.queues[place as usize].fifo;
        self.active += u64::from(fifo.packets() == 0);
        self.packets += 1;
        self.bytes += u64::from(packet.bytes);
        self.largest = self.largest.max(u64::from(packet.bytes));
        fifo.push(&packet);
    }

    fn give_up(&mut self) -> Option<Packet> {
        self.next(|queue| queue.fifo.pop())
    }

    fn configure(&mut self, values: &[Value]) {
        let before = (self.settings.queues, self.settings.perturbation);
        self.settings = Settings::read(values);
        self.limit = Limit::of(self.settings.limit_packets, self.settings.limit_bytes);
        self.law = Law::new(self.settings.target_ms, self.settings.interval_ms, self.settings.ecn);
        if (self.settings.queues, self.settings.perturbation) != before {
            // Other flows share queues from now on: all begin anew.
            let mut other = FqCodel::new(values);
            while let Some(packet) = self.give_up() {
                other.take_over(packet);
            }
            other.marked = self.marked;
            *self = other;
        }
    }

    fn packets(&self) -> u64 {
        self.packets
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn limit(&self) -> Limit {
        self.limit
    }

    fn marked(&self) -> u64 {
        self.marked
    }

    fn each(&self, look: &mut dyn FnMut(&Packet)) {
        let mut rounds = self.rounds.clone();
        let mut taken = vec![0; self.queues.len()];
        while let Some(packet) = rounds.next(self.quantum(), |place| {
            let place = place as usize;
            let packet = self.queues[place].fifo.get(taken[place])?;
            taken[place] += 1;
            Some((packet.bytes, packet))
        }) {
            look(packet);
        }
    }

    fn levels(&self, _now: Time, emit: &mut dyn FnMut(&'static Signal, f64)) {
        emit(&ACTIVE, self.active as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{level, moment, packet};
    use super::*;
    use crate::params::Choice;

    fn fq(changes: &[(&str, Value)]) -> FqCodel {
        let choice =
            changes.iter().fold(Choice::of(&SECTION), |choice, (name, value)| choice.with(name, value.clone()));
        FqCodel::new(&choice.values)
    }

    fn flow(packet: &Packet) -> u32 {
        let Source::Flow(flow) = packet.source else { unreachable!("packets of flows only") };
        flow
    }

    fn arrives(queue: &mut FqCodel, arrival: Packet) -> Vec<u32> {
        let mut dropped = Vec::new();
        let now = arrival.arrived.seconds() * 1e3;
        queue.enqueue(&arrival, &moment(now, 0), &mut dropped).unwrap();
        dropped.iter().map(flow).collect()
    }

    fn leaving(queue: &mut FqCodel) -> Vec<u32> {
        std::iter::from_fn(|| queue.give_up()).map(|packet| flow(&packet)).collect()
    }

    fn seen(queue: &FqCodel) -> Vec<u32> {
        let mut seen = Vec::new();
        queue.each(&mut |packet| seen.push(flow(packet)));
        seen
    }

    /// Quantum 1514: two packets of 1500 for flow 0 (deficit 14, then -1486), one of 300 for flow 1; flow 1 has 1214 left and
    /// goes on with three more. Then round by round: flow 0 is at -1486 and gets 1514, is at 28 and sends one.
    #[test]
    fn takes_turns_by_deficit_new_flows_first() {
        let mut queue = fq(&[]);
        (0..5).for_each(|_| queue.take_over(packet(0, 1500, 0.0)));
        (0..9).for_each(|_| queue.take_over(packet(1, 300, 0.0)));
        let order = [0, 0, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0, 0];
        assert_eq!(seen(&queue), order);
        assert_eq!(level(&queue, 0.0, &ACTIVE), 2.0);
        assert_eq!(leaving(&mut queue), order);
        assert_eq!((queue.packets(), queue.bytes(), queue.active), (0, 0, 0));
    }

    /// A flow of which nothing has been heard for a round goes first. Once served, it is among the old ones until its
    /// turn there: a second packet waits for the bulk flow, which has 928 bytes left (four packets of 300).
    #[test]
    fn a_sparse_flow_goes_first_but_not_twice_in_a_round() {
        let mut queue = fq(&[]);
        let mut next = |sparse: bool| {
            if sparse {
                queue.take_over(packet(1, 200, 0.0));
            }
            (0..2).for_each(|_| queue.take_over(packet(0, 300, 0.0)));
            queue.give_up().map(|packet| flow(&packet))
        };
        (0..6).for_each(|_| assert_eq!(next(false), Some(0)));
        assert_eq!(next(true), Some(1));
        assert_eq!(next(false), Some(0));
        let order: Vec<_> = (0..5).map(|n| next(n == 0)).collect();
        assert_eq!(order, [Some(0), Some(0), Some(0), Some(0), Some(1)]);
    }

    /// For a second a bulk flow offers 15 Mbit/s to a link of 10 Mbit/s, a call sends 200 bytes each 20 ms, and a second bulk
    /// flow offers 2 Mbit/s: the thin ones get all that they ask for and wait for a packet or two, the bulk flow the rest.
    #[test]
    fn shares_between_bulk_and_thin_flows() {
        let mut queue = fq(&[]);
        let sources = [(1500, 0.8), (1500, 6.0), (200, 20.0)]; // bytes, every so many ms
        let (mut next, mut sent, mut longest, mut free) = ([0.0; 3], [0u64; 3], [0.0_f64; 3], 0.0);
        while free < 1000.0 {
            for (i, (bytes, every)) in sources.into_iter().enumerate() {
                while next[i] <= free {
                    assert!(arrives(&mut queue, packet(i as u32, bytes, next[i])).is_empty());
                    next[i] += every;
                }
            }
            let packet = queue.dequeue(Time::from_seconds(free / 1e3), &mut Vec::new()).unwrap();
            let i = flow(&packet) as usize;
            sent[i] += u64::from(packet.bytes) * 8;
            longest[i] = longest[i].max(free - packet.arrived.seconds() * 1e3);
            free += f64::from(packet.bytes) * 8.0 / 10e3;
        }
        let near = |bits: u64, wanted: f64| assert!((bits as f64 / wanted - 1.0).abs() < 0.02, "{sent:?}");
        near(sent[1], 2e6);
        near(sent[2], 80e3);
        near(sent[0], 10e6 - 2.08e6);
        assert!(longest[1] < 4.0 && longest[2] < 4.0 && longest[0] > 100.0, "{longest:?}");
    }

    /// Over the limit the longest queue in bytes loses half of itself from the head, at most 64 packets.
    #[test]
    fn makes_room_at_the_cost_of_the_longest_queue() {
        let mut queue = fq(&[("limit_packets", Value::Number(12.0))]);
        (0..8).for_each(|_| assert!(arrives(&mut queue, packet(1, 100, 0.0)).is_empty()));
        (0..4).for_each(|_| assert!(arrives(&mut queue, packet(0, 1500, 0.0)).is_empty()));
        assert_eq!(arrives(&mut queue, packet(1, 100, 0.0)), [0, 0]);
        assert_eq!((queue.packets(), queue.bytes()), (11, 3900));
        let mut many = fq(&[("limit_packets", Value::Number(500.0))]);
        let dropped: usize = (0..501).map(|_| arrives(&mut many, packet(0, 1500, 0.0)).len()).sum();
        assert_eq!((dropped, many.packets()), (64, 437));
        let mut bytes = fq(&[("limit_bytes", Value::Number(1000.0))]);
        assert_eq!(arrives(&mut bytes, packet(0, 1500, 0.0)), [0], "the arrival itself, alone in its queue");
        assert_eq!((bytes.packets(), bytes.bytes(), bytes.active), (0, 0, 0));
        let idle = Moment { link_idle: true, ..moment(0.0, 0) };
        assert!(bytes.enqueue(&packet(0, 1500, 0.0), &idle, &mut Vec::new()).is_ok() && bytes.packets() == 1);
    }

    #[test] // CoDel within: the bulk flow's queue is dropped from, the other one is left alone
    fn each_queue_has_its_own_codel() {
        let mut queue = fq(&[]);
        (0..400).for_each(|_| queue.take_over(packet(0, 1500, 0.0)));
        let mut dropped = Vec::new();
        for ms in 0..220 {
            if ms % 10 == 0 {
                queue.take_over(packet(1, 200, f64::from(ms)));
            }
            queue.dequeue(Time::from_seconds(f64::from(ms) / 1e3), &mut dropped).unwrap();
        }
        assert_eq!(dropped.iter().map(flow).collect::<Vec<_>>(), [0, 0]);
        assert_eq!(queue.bytes(), queue.queues.iter().map(|queue| queue.fifo.bytes()).sum::<u64>());
    }

    #[test]
    fn acknowledgements_cross_traffic_and_transfers_are_flows_of_their_own() {
        let mut queue = fq(&[]);
        queue.take_over(packet(0, 1500, 0.0));
        queue.take_over(Packet { ack: true, ..packet(0, 40, 0.0) });
        queue.take_over(Packet { source: Source::Cross(0), ..packet(0, 200, 0.0) });
        for transfer in [1, 2] {
            queue.take_over(Packet { source: Source::Cross(0), transfer, ..packet(0, 1500, 0.0) });
        }
        queue.take_over(packet(0, 1500, 0.0));
        assert_eq!(queue.queues.len(), 5);
    }

    #[test]
    fn hashing_shares_queues_and_the_perturbation_changes_who_does() {
        let spread = |perturbation: f64| {
            let mut queue = fq(&[("queues", Value::Number(8.0)), ("perturbation", Value::Number(perturbation))]);
            (0..100).for_each(|flow| queue.take_over(packet(flow, 1500, 0.0)));
            (queue.queues.iter().map(|queue| queue.fifo.packets()).collect::<Vec<_>>(), queue.places)
        };
        let (lengths, places) = spread(0.0);
        assert_eq!((lengths.len(), lengths.iter().sum::<u64>()), (8, 100));
        assert!(lengths.iter().all(|length| (4..=25).contains(length)), "{lengths:?}");
        assert_ne!(places, spread(1.0).1);
    }

    #[test] // contract 1.5: nothing that waits is dropped, whatever is set
    fn hashing_anew_keeps_every_packet() {
        let mut queue = fq(&[]);
        (0..30).for_each(|n| queue.take_over(packet(n % 10, 1500, f64::from(n))));
        queue.configure(&Choice::of(&SECTION).with("queues", Value::Number(2.0)).values);
        assert_eq!((queue.packets(), queue.queues.len(), queue.active), (30, 2, 2));
        queue.configure(&Choice::of(&SECTION).values);
        assert_eq!((queue.packets(), queue.queues.len(), leaving(&mut queue).len()), (30, 10, 30));
    }
}
