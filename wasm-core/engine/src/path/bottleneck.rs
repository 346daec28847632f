//! The bottleneck of one direction: random loss, then the queue, then the link, which sends one packet at a time.
//! Not here: what the run is told of it, and the delay that follows.

use crate::params::{Choice, Value};
use crate::path::Packet;
use crate::path::loss::{Arrival, Loss, LossModel};
use crate::path::queue::{Discipline, Limit, Moment, QueueDiscipline, Refused};
use crate::path::reordering::Reordering;
use crate::random::Luck;
use crate::scenario;
use crate::units::{Carry, Rate, Span, Time};

/// What is counted at a bottleneck. Always: arrived = dropped by the queue + lost by chance + departed + queued.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BottleneckCounters {
    /// Data packets that arrived.
    pub arrived: u64,
    /// Dropped by the queue.
    pub dropped_queue: u64,
    /// Lost by chance.
    pub dropped_random: u64,
    /// Sent by the link, to the last bit.
    pub departed: u64,
    /// Bytes of those.
    pub departed_bytes: u64,
    /// Waiting now, the packet in transmission included.
    pub queued: u64,
    /// How long the link was sending.
    pub busy: Span,
    /// Bits that the link could have sent up to now: the integral of its rate.
    pub capacity_bits: f64,
}

/// What becomes of an arriving packet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fate {
    /// Lost by chance.
    Lost,
    /// Refused by the queue.
    Dropped,
    /// It waits.
    Queued,
    /// The link was idle: it goes through the queue at once.
    Passes,
}

/// A packet that is being sent.
#[derive(Clone, Copy, Debug)]
pub struct Service {
    /// The packet; it entered the link at `entered`.
    pub packet: Packet,
    /// When its last bit has left.
    pub ends: Time,
    /// When it goes on its way: then, or at the tick that follows.
    pub leaves: Time,
}

/// Loss, queue and link of one direction.
#[derive(Clone, Debug)]
pub struct Bottleneck {
    rate: Rate,
    /// The link lets packets go at multiples of this only, as dummynet's clock does; 0 = at once.
    tick: Span,
    /// The last packet's size and how many nanoseconds it takes: most packets are alike.
    span: (u32, f64),
    /// The rounding of those in a row while the link is busy, so that its rate holds at any speed.
    carry: Carry,
    queue_choice: Choice,
    queue: Discipline,
    loss_choice: Choice,
    loss: Loss,
    /// The loss model loses nothing, and does not mind not to be asked.
    lossless: bool,
    reordering: Option<Reordering>,
    service: Option<Service>,
    /// When the link ended its last service; packets that wait follow without a pause.
    free: Time,
    /// Without what follows from the rest; `busy` has the present service as if it were over.
    counters: BottleneckCounters,
    rate_since: Time,
}

impl Bottleneck {
    /// Empty, as a scenario has it.
    pub fn new(scenario: &scenario::Bottleneck) -> Bottleneck {
        let (queue, loss_choice) = (&scenario.queue, &scenario.loss);
        let loss = Loss::new(loss_choice.section, &loss_choice.values);
        Bottleneck {
            rate: Rate(scenario.rate_bps()),
            tick: scenario.tick(),
            span: (0, 0.0),
            carry: Carry::default(),
            queue_choice: queue.clone(),
            queue: Discipline::new(queue.section, &queue.values),
            loss_choice: loss_choice.clone(),
            lossless: loss.is_off(),
            loss,
            reordering: scenario.reordering.as_ref().map(Reordering::new),
            service: None,
            free: Time::ZERO,
            counters: BottleneckCounters::default(),
            rate_since: Time::ZERO,
        }
    }

    /// A packet arrives. `source` is its place among all sources; its luck is that of its ordinal. Waiting packets that
    /// the queue drops in its favour go to `dropped`.
    #[inline(always)]
    pub fn arrive(
        &mut self,
        packet: &Packet,
        source: usize,
        loss: Luck,
        queue: Luck,
        dropped: &mut Vec<Packet>,
    ) -> Fate {
        let now = packet.arrived;
        self.counters.arrived += 1;
        if !self.lossless && !packet.ack && self.loss.loses(&Arrival { now, source, luck: loss }) {
            self.counters.dropped_random += 1;
            return Fate::Lost;
        }
        let link_idle = self.service.is_none();
        // The usual one is asked directly.
        let kept = match &mut self.queue {
            Discipline::DropTail(drop_tail) => drop_tail.take(packet, link_idle),
            _ => self.enqueue(*packet, Moment { now, link_idle, rate: self.rate, luck: queue }, dropped),
        };
        match kept {
            Err(_) => {
                self.counters.dropped_queue += 1;
                Fate::Dropped
            }
            Ok(()) if link_idle => Fate::Passes,
            Ok(()) => Fate::Queued,
        }
    }

    /// A packet arrives at the queue.
    #[inline(never)]
    fn enqueue(&mut self, packet: Packet, moment: Moment, dropped: &mut Vec<Packet>) -> Result<(), Refused> {
        let kept = self.queue.enqueue(&packet, &moment, dropped);
        self.counters.dropped_queue += dropped.len() as u64;
        kept
    }

    /// The next packet of the queue.
    #[inline(never)]
    fn dequeue(&mut self, now: Time, dropped: &mut Vec<Packet>) -> Option<Packet> {
        let before = dropped.len();
        let packet = self.queue.dequeue(now, dropped);
        self.counters.dropped_queue += (dropped.len() - before) as u64;
        packet
    }

    /// The idle link takes the next packet, if there is one. What the queue drops instead goes to `dropped`.
    #[inline(always)]
    pub fn serve(&mut self, now: Time, dropped: &mut Vec<Packet>) -> Option<&Service> {
        if let Discipline::DropTail(drop_tail) = &mut self.queue {
            if let Some(packet) = drop_tail.give_up() {
                return Some(self.send(now, packet));
            }
        } else if let Some(packet) = self.dequeue(now, dropped) {
            return Some(self.send(now, packet));
        }
        self.carry = Carry::default();
        self.free = Time::ZERO;
        None
    }

    /// The link takes a packet.
    #[inline(always)]
    fn send(&mut self, now: Time, mut packet: Packet) -> &Service {
        // With ticks a packet goes on its way later than its last bit was sent; the next one was begun by then.
        packet.entered = if self.free == Time::ZERO { now } else { self.free };
        if self.span.0 != packet.bytes {
            self.span = (packet.bytes, self.rate.nanoseconds_of(packet.bytes));
        }
        let span = self.carry.next(self.span.1);
        self.counters.busy = self.counters.busy + span;
        let ends = packet.entered + span;
        let leaves = self.at_tick(ends).max(now);
        self.service.insert(Service { packet, ends, leaves })
    }

    /// The first tick that is not before `at`.
    #[inline]
    fn at_tick(&self, at: Time) -> Time {
        if self.tick == Span::ZERO { at } else { Time(at.0.div_ceil(self.tick.0).saturating_mul(self.tick.0)) }
    }

    /// The packet in transmission has been sent.
    #[inline(always)]
    pub fn sent(&mut self) -> Packet {
        let service = self.service.take().expect("a packet in transmission");
        self.free = service.ends;
        self.counters.departed_bytes += u64::from(service.packet.bytes);
        service.packet
    }

    /// The counters as they stand at `now`.
    pub fn counters(&self, now: Time) -> BottleneckCounters {
        let mut counters = self.counters;
        counters.queued = self.queue.packets() + u64::from(self.service.is_some());
        counters.departed = counters.arrived - counters.dropped_queue - counters.dropped_random - counters.queued;
        if let Some(service) = &self.service {
            counters.busy = Span(counters.busy.0 - service.ends.since(now).0);
        }
        counters.capacity_bits += self.rate.0 * now.since(self.rate_since).seconds();
        counters
    }

    /// The packet in transmission.
    pub fn service(&self) -> Option<&Service> {
        self.service.as_ref()
    }

    /// The waiting packets.
    pub fn queue(&self) -> &Discipline {
        &self.queue
    }

    /// Rate of the link.
    pub fn rate(&self) -> Rate {
        self.rate
    }

    /// The queue's limit.
    pub fn limit(&self) -> Limit {
        self.queue.limit()
    }

    /// The probability of random loss.
    pub fn loss_probability(&self) -> f64 {
        self.loss.probability()
    }

    /// What an arriving packet would wait for those queued, the one in transmission not counted.
    pub fn queue_delay(&self) -> Span {
        Span::from_seconds(self.queue.bytes() as f64 * 8.0 / self.rate.0)
    }

    /// Another rate, from the next packet's service.
    pub fn set_rate(&mut self, rate: Rate, now: Time) {
        self.counters.capacity_bits += self.rate.0 * now.since(self.rate_since).seconds();
        self.rate_since = now;
        self.rate = rate;
        self.span = (0, 0.0);
    }

    /// A parameter of the queue discipline.
    pub fn set_queue(&mut self, row: usize, value: Value) {
        self.queue_choice.set(row, value);
        self.queue.configure(&self.queue_choice.values);
    }

    /// Another discipline: it takes over the waiting packets in order, and the limit in its unit.
    pub fn set_discipline(&mut self, mut choice: Choice) {
        let (name, limit) = match self.queue.limit() {
            Limit::Packets(limit) => ("limit_packets", limit),
            Limit::Bytes(limit) => ("limit_bytes", limit),
        };
        if let Some(row) = choice.section.index(name) {
            choice.set(row, Value::Number(limit));
        }
        let mut queue = Discipline::new(choice.section, &choice.values);
        while let Some(packet) = self.queue.give_up() {
            queue.take_over(packet);
        }
        self.queue = queue;
        self.queue_choice = choice;
    }

    /// A parameter of the loss model, from the next arrival.
    pub fn set_loss(&mut self, row: usize, value: Value) {
        self.loss_choice.set(row, value);
        self.loss.configure(&self.loss_choice.values);
        self.lossless = self.loss.is_off();
    }

    /// Another loss model with a new state, from the next arrival.
    pub fn set_loss_model(&mut self, choice: Choice) {
        self.loss = Loss::new(choice.section, &choice.values);
        self.lossless = self.loss.is_off();
        self.loss_choice = choice;
    }

    /// What happens to the order of packets after the link; `None`: it is kept.
    pub fn reordering(&self) -> Option<&Reordering> {
        self.reordering.as_ref()
    }

    /// A parameter of reordering, from the next packet to leave the link.
    pub fn set_reordering(&mut self, row: usize, value: Value) {
        if let Some(reordering) = &mut self.reordering {
            reordering.set(row, value);
        }
    }

    /// Another model of reordering, from the next packet to leave the link.
    pub fn set_reordering_model(&mut self, choice: &Choice) {
        self.reordering = Some(Reordering::new(choice));
    }
}
