//! The contract of a queue discipline, and the list of all of them. A discipline holds the waiting packets, may refuse an
//! arrival and may drop at either end. Not here: the link that empties it, and random loss before it.

pub mod fifo;
pub mod rounds;
#[cfg(test)]
pub mod testing;
#[cfg(test)]
mod tests;

use crate::math::float;
use crate::observe::Signal;
use crate::params::{Choice, Value};
use crate::path::Packet;
use crate::random::{Draw, Purpose, RandomStream, Stream};
use crate::units::{Rate, Time};
use ambassador::delegatable_trait;

/// Fields of a limit, of which a document has one. An engine knows the first two: the others become bytes (`Scenario::settle_limits`).
pub const LIMITS: &[&str] = &["limit_packets", "limit_bytes", "limit_ms", "limit_bdp"];
/// Largest limit in bytes.
pub const MOST_BYTES: f64 = 1e10;

/// How much a queue may hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// So many packets.
    Packets(f64),
    /// So many bytes.
    Bytes(f64),
}

impl Limit {
    /// From the two alternatives of a table, of which one is given.
    pub fn of(packets: Option<f64>, bytes: Option<f64>) -> Limit {
        match (packets, bytes) {
            (None, Some(bytes)) => Limit::Bytes(bytes),
            (packets, _) => Limit::Packets(packets.unwrap_or(1.0)),
        }
    }

    /// A queue that holds so much takes no more, by dummynet's counting: the arrival's own size is not counted.
    pub fn reached(self, packets: u64, bytes: u64) -> bool {
        match self {
            Limit::Packets(limit) => float(packets) >= limit,
            Limit::Bytes(limit) => float(bytes) > limit,
        }
    }
}

/// The present as far as a discipline may know it.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Now.
    pub now: Time,
    /// The link has nothing to send: it takes the packet at once.
    pub link_idle: bool,
    /// Rate of the link.
    pub rate: Rate,
    /// The arriving packet's random stream.
    pub draw: Draw,
}

/// An arriving packet is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// A queue discipline.
#[delegatable_trait]
pub trait QueueDiscipline {
    /// A packet arrives: kept (and perhaps marked), or given back if it is dropped. Waiting packets that the discipline
    /// drops in its favour go to `dropped`.
    fn enqueue(&mut self, packet: &Packet, moment: &Moment, dropped: &mut Vec<Packet>) -> Result<(), Refused>;
    /// The link is free: the packet to be sent next. What the discipline drops on the way goes to `dropped`.
    fn dequeue(&mut self, now: Time, dropped: &mut Vec<Packet>) -> Option<Packet>;
    /// Takes a packet over from another discipline, without any test.
    fn take_over(&mut self, packet: Packet);
    /// Gives the first packet up to another discipline, without any test.
    fn give_up(&mut self) -> Option<Packet>;
    /// Settings change while a run goes on: all values of the section's table. Nothing that waits is dropped.
    fn configure(&mut self, values: &[Value]);
    /// Packets waiting.
    fn packets(&self) -> u64;
    /// Bytes waiting.
    fn bytes(&self) -> u64;
    /// How much it may hold.
    fn limit(&self) -> Limit;
    /// CE marks that it has set so far (RFC 3168), on arrivals or on packets that it gave to the link.
    fn marked(&self) -> u64 {
        0
    }
    /// Every waiting packet, in the order in which they would leave.
    fn each(&self, look: &mut dyn FnMut(&Packet));
    /// Levels of its own as they are at `now` (its section names their signals), for whoever draws them.
    fn levels(&self, now: Time, emit: &mut dyn FnMut(&'static Signal, f64)) {
        let _ = (now, emit);
    }
}

impl Discipline {
    /// How many packets wait, and their bytes.
    #[inline(always)]
    pub fn length(&self) -> (u64, u64) {
        match self {
            Discipline::DropTail(usual) => (usual.packets(), usual.bytes()),
            _ => self.length_of_any(),
        }
    }

    /// It may have levels of its own. The usual one has none, and is asked at every packet.
    #[inline(always)]
    pub fn has_levels(&self) -> bool {
        !matches!(self, Discipline::DropTail(_))
    }

    /// CE marks that it has set so far. The usual one sets few, and is asked at every packet.
    #[inline(always)]
    pub fn marks(&self) -> u64 {
        match self {
            Discipline::DropTail(usual) => usual.marked(),
            _ => self.marked(),
        }
    }

    #[inline(never)]
    fn length_of_any(&self) -> (u64, u64) {
        (self.packets(), self.bytes())
    }
}

/// Number of packets of this size, at most `most`, that an empty queue lets wait behind a busy link.
#[cold]
pub fn holds(queue: &Choice, bytes: u32, most: u64) -> u64 {
    let mut discipline = Discipline::new(queue.section, &queue.values);
    let (packet, mut dropped) = (Packet::first(bytes), Vec::new());
    let draw = Draw { draws: RandomStream::new(0, Purpose::Queue, Stream::Flow(0)), ordinal: 0 };
    let moment = Moment { now: Time::ZERO, link_idle: false, rate: Rate(1e6), draw };
    for _ in 0..most {
        // A refused packet does not wait.
        let _ = discipline.enqueue(&packet, &moment, &mut dropped);
    }
    discipline.packets()
}

registry! {
    /// A queue discipline.
    #[delegate(QueueDiscipline)]
    pub enum Discipline in DISCIPLINES {
        drop_tail => DropTail,
        red => Red,
        codel => CoDel,
        pie => Pie,
        fq_codel => FqCodel,
        dualpi2 => DualPi2,
    }
}
