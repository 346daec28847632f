//! The bottleneck of one direction: random loss, a policer, then the queue, then the link, which sends one packet at a time;
//! or random loss after the link. The link has a rate, or it sends at opportunities only (`opportunities`), or aggregates (`wifi`).
//! Not here: how the link sends (`link`), which events are emitted for it, and the delay that follows.

use crate::params::{Choice, Value};
use crate::path::Packet;
use crate::path::delay_variation::DelayVariation;
use crate::path::link::{Link, Service};
use crate::path::loss::{Arrival, LinkView, Loss, LossModel, Position};
use crate::path::opportunities::{Opportunities, Origin};
use crate::path::policer::Policer;
use crate::path::queue::{Discipline, Limit, Moment, QueueDiscipline, Refused};
use crate::path::rate_model::Generator;
use crate::path::reordering::Reordering;
use crate::path::wifi::{self, Wifi};
use crate::random::{Draw, Purpose, RandomStream, Stream};
use crate::units::{Rate, Span, Time};

/// Counts at a bottleneck. Always: arrived = dropped by the queue + lost at random + lost after the queue +
/// departed + queued.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BottleneckCounters {
    /// Data packets that arrived.
    pub arrived: u64,
    /// Dropped by the queue, or by the policer before it.
    pub dropped_queue: u64,
    /// Lost at random before the queue.
    pub dropped_random: u64,
    /// Lost at random after the link had sent them, or on a Wi-Fi link after the last retry.
    pub lost_after_queue: u64,
    /// Marked by the queue instead of being dropped (RFC 3168: CE); they depart, so that they are no term of the balance.
    pub marked: u64,
    /// Sent by the link, to the last bit, and not lost after it.
    pub departed: u64,
    /// Bytes that the link has sent, those of packets lost after it included.
    pub sent_bytes: u64,
    /// Waiting now, the packets in transmission included.
    pub queued: u64,
    /// How long the link was sending; zero of one that serves in opportunities or aggregates.
    pub busy: Span,
    /// Bits that the link could have sent up to now: the integral of its rate, those of its opportunities, or the integral of what
    /// full aggregates carry (`Wifi::capacity`).
    pub capacity_bits: f64,
}

/// Fate of an arriving packet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Lost at random.
    Lost,
    /// Refused by the policer or the queue.
    Dropped,
    /// It waits.
    Queued,
    /// The link was idle: it goes through the queue at once, unless the link sends at times of its own.
    Passes,
}

/// Loss, queue and link of one direction.
#[derive(Clone, Debug)]
pub struct Bottleneck {
    link: Link,
    queue_choice: Choice,
    queue: Discipline,
    loss_choice: Choice,
    loss: Loss,
    /// The link as the loss model knows it, with the length of a full data packet.
    view: LinkView,
    packet_bytes: u32,
    policer: Option<Policer>,
    /// Every packet reaches the queue: there is no random loss before it, and no policer.
    open: bool,
    /// Random loss is on, and it comes after the link.
    loses_after: bool,
    reordering: Option<Reordering>,
    delay_variation: Option<Box<DelayVariation>>,
    /// When the link may send, if it serves in opportunities; it then has no time of service.
    opportunities: Option<Box<Opportunities>>,
    /// The station, if it sends aggregates; the link is then always idle, and knows the rate.
    wifi: Option<Box<Wifi>>,
    /// CE marks of the queue that have been counted.
    marks: u64,
    /// Without what follows from the rest.
    counters: BottleneckCounters,
    rate_since: Time,
}

/// The models of a bottleneck, with their values.
#[derive(Clone, Debug)]
pub struct Models<'a> {
    /// Queue discipline.
    pub queue: &'a Choice,
    /// Random loss.
    pub loss: &'a Choice,
    /// The policer; without one, all packets that are not lost reach the queue.
    pub policer: Option<&'a Choice>,
    /// Reordering; without one, order is kept.
    pub reordering: Option<&'a Choice>,
    /// A delay after the link that varies; without one it is the flow's.
    pub delay_variation: Option<&'a Choice>,
    /// When the link may send.
    pub trace: Option<Origin>,
    /// A model that says when it may; with neither it serves at its rate.
    pub rate_model: Option<&'a Choice>,
}

impl Bottleneck {
    /// An empty bottleneck with a link of this rate and tick. `number` 0 is the forward one; `packet_bytes` is the length of a full
    /// data packet.
    pub fn new(rate: Rate, tick: Span, models: Models, number: u64, seed: u64, packet_bytes: u32) -> Bottleneck {
        let Models { queue, loss: loss_choice, policer, reordering, delay_variation, trace, rate_model } = models;
        let draws = RandomStream::new(seed, Purpose::LossState, Stream::Link(number));
        let view = LinkView { draws, packet_s: packet_s(rate, packet_bytes), packet_bytes };
        let mut loss = Loss::new(loss_choice.section, &loss_choice.values);
        loss.follow(Time::ZERO, &view);
        let rates = RandomStream::new(seed, Purpose::LinkRate, Stream::Link(number));
        let model = |choice| Origin::Model(Box::new(Generator::new(choice, rate, rates)));
        let (aggregates, draws_rate) = match rate_model {
            Some(choice) if choice.section.kind == wifi::SECTION.kind => (Some(choice), None),
            other => (None, other),
        };
        let origin = trace.or(draws_rate.map(model));
        let mut bottleneck = Bottleneck {
            link: Link::new(rate, tick),
            queue_choice: queue.clone(),
            queue: Discipline::new(queue.section, &queue.values),
            loss_choice: loss_choice.clone(),
            loss,
            view,
            packet_bytes,
            policer: policer.map(|choice| Policer::new(choice, Time::ZERO)),
            open: false,
            loses_after: false,
            reordering: reordering.map(Reordering::new),
            delay_variation: delay_variation.map(|choice| Box::new(DelayVariation::new(choice))),
            opportunities: origin.map(|origin| Box::new(Opportunities::new(origin))),
            wifi: aggregates.map(|choice| Box::new(Wifi::new(&choice.values, rate, rates))),
            marks: 0,
            counters: BottleneckCounters::default(),
            rate_since: Time::ZERO,
        };
        if let Some(opportunities) = &bottleneck.opportunities {
            bottleneck.link.set_rate(opportunities.rate());
        }
        if let Some(wifi) = &bottleneck.wifi {
            bottleneck.link.set_rate(wifi.capacity());
        }
        bottleneck.look();
        bottleneck
    }

    /// Looks where random loss comes, and whether every packet reaches the queue.
    fn look(&mut self) {
        let on = !self.loss.is_off();
        self.loses_after = on && Position::of(&self.loss_choice) == Position::AfterQueue;
        self.open = (!on || self.loses_after) && self.policer.is_none();
    }

    /// A packet arrives. `source` is its place among all sources; its random draw is that of its ordinal. Waiting packets that
    /// the queue drops in its favour go to `dropped`.
    #[inline]
    pub fn arrive(
        &mut self,
        packet: &Packet,
        source: usize,
        loss: Draw,
        queue: Draw,
        dropped: &mut Vec<Packet>,
    ) -> Verdict {
        let now = packet.arrived;
        self.counters.arrived += 1;
        if !self.open
            && (!packet.ack || packet.syn)
            && let Some(verdict) = self.stops(packet, source, loss)
        {
            return verdict;
        }
        let nothing_sent = self.link.idle();
        let link_idle = nothing_sent && !self.sends_by_itself();
        match self.enqueue(packet, Moment { now, link_idle, rate: self.link.rate(), draw: queue }, dropped) {
            Err(_) => {
                self.counters.dropped_queue += 1;
                Verdict::Dropped
            }
            Ok(()) if nothing_sent => Verdict::Passes,
            Ok(()) => Verdict::Queued,
        }
    }

    /// Stops a packet other than an ACK of data before the queue: random loss, then the policer.
    fn stops(&mut self, packet: &Packet, source: usize, loss: Draw) -> Option<Verdict> {
        let now = packet.arrived;
        if !self.loss.is_off() && !self.loses_after && self.draws_loss(now, source, packet, loss) {
            self.counters.dropped_random += 1;
            return Some(Verdict::Lost);
        }
        if self.policer.as_mut().is_some_and(|policer| !policer.passes(now, packet.bytes)) {
            self.counters.dropped_queue += 1;
            return Some(Verdict::Dropped);
        }
        None
    }

    /// Whether a packet that arrives now is kept for no other reason than that there is room for it: no loss comes before the
    /// queue, there is no policer, the queue is drop tail and would not mark the packet, and the link is busy.
    #[inline(always)]
    pub fn has_room(&self, bytes: u32) -> bool {
        matches!(&self.queue, Discipline::DropTail(drop_tail) if drop_tail.has_room(bytes))
            && self.open
            && !self.link.idle()
    }

    /// Keeps a packet that arrives, for which there is room.
    #[inline(always)]
    pub fn keep(&mut self, packet: &Packet) {
        if let Discipline::DropTail(drop_tail) = &mut self.queue {
            self.counters.arrived += 1;
            drop_tail.keep(packet);
        }
    }

    /// A packet arrives at the queue.
    #[inline]
    fn enqueue(&mut self, packet: &Packet, moment: Moment, dropped: &mut Vec<Packet>) -> Result<(), Refused> {
        let kept = self.queue.enqueue(packet, &moment, dropped);
        self.counters.dropped_queue += dropped.len() as u64;
        kept
    }

    /// The next packet of the queue.
    #[inline]
    fn dequeue(&mut self, now: Time, dropped: &mut Vec<Packet>) -> Option<Packet> {
        let before = dropped.len();
        let packet = self.queue.dequeue(now, dropped);
        self.counters.dropped_queue += (dropped.len() - before) as u64;
        packet
    }

    /// The link has sent its packet, which goes on its way now; then comes `serve`.
    #[inline(always)]
    pub fn sent(&mut self, now: Time) -> &Packet {
        let packet = self.link.sent(now);
        self.counters.sent_bytes += u64::from(packet.bytes);
        packet
    }

    /// Random loss may take a packet that the link has sent.
    #[inline(always)]
    pub fn loses_after(&self) -> bool {
        self.loses_after
    }

    /// Whether random loss takes a packet.
    fn draws_loss(&mut self, now: Time, source: usize, packet: &Packet, draw: Draw) -> bool {
        let arrival = Arrival { now, source, bytes: packet.bytes, draw, link: self.view };
        if packet.syn { self.loss.loses_handshake(&arrival) } else { self.loss.loses(&arrival) }
    }

    /// Whether a packet that the link has sent now is lost, on a link that `loses_after`. `source` is its place among all
    /// sources, its random draw that of its ordinal.
    pub fn loses(&mut self, now: Time, source: usize, packet: &Packet, draw: Draw) -> bool {
        let lost = self.draws_loss(now, source, packet, draw);
        self.counters.lost_after_queue += u64::from(lost);
        lost
    }

    /// The link, which is idle or has sent its packet, takes the next one, if there is one. What the queue drops instead goes
    /// to `dropped`.
    pub fn serve(&mut self, now: Time, dropped: &mut Vec<Packet>) -> Option<&Service> {
        match self.dequeue(now, dropped) {
            Some(packet) => self.link.send(now, &packet),
            None => self.link.rest(),
        }
        self.link.service()
    }

    /// Whether a packet waits that `serve_ready` can take: the queue is drop tail.
    #[inline(always)]
    pub fn next_is_ready(&self) -> bool {
        matches!(&self.queue, Discipline::DropTail(drop_tail) if drop_tail.packets() > 0)
    }

    /// Shortcut for `serve` where `next_is_ready`.
    #[inline(always)]
    pub fn serve_ready(&mut self, now: Time) -> Option<&Service> {
        let Discipline::DropTail(drop_tail) = &mut self.queue else { return None };
        self.link.send(now, &drop_tail.give_up()?);
        self.link.service()
    }

    /// The link sends at times of its own: at opportunities, or when it has the medium.
    pub fn sends_by_itself(&self) -> bool {
        self.opportunities.is_some() || self.wifi.is_some()
    }

    /// The station, if the link sends aggregates.
    pub fn wifi(&mut self) -> Option<&mut Wifi> {
        self.wifi.as_deref_mut()
    }

    /// The next packet that leaves the station, and whether it has arrived; one that has not is counted as lost.
    #[inline(never)]
    pub fn next_to_leave(&mut self, now: Time) -> Option<(Packet, bool)> {
        let (packet, arrived) = self.wifi.as_mut()?.next_to_leave()?;
        self.counters.sent_bytes += u64::from(packet.bytes);
        self.counters.lost_after_queue += u64::from(!arrived);
        Some((Packet { entered: now, ..packet }, arrived))
    }

    /// By how much the delay after the link is longer than the flow's, without what varies from packet to packet.
    #[inline]
    pub fn delay(&self) -> Span {
        let of_link = self.opportunities.as_ref().map_or(Span::ZERO, |opportunities| opportunities.delay());
        self.delay_variation.as_ref().map_or(of_link, |variation| of_link + variation.mean())
    }

    /// Whether that changes, or varies from packet to packet.
    pub fn changes_delay(&self) -> bool {
        self.delay_variation.is_some()
            || self.opportunities.as_ref().is_some_and(|opportunities| opportunities.changes_delay())
    }

    /// How the delay after the link varies from packet to packet; `None`: it does not.
    #[inline]
    pub fn delay_variation(&self) -> Option<&DelayVariation> {
        self.delay_variation.as_deref()
    }

    /// A parameter of the delay that varies, from the next packet to leave the link.
    pub fn set_delay_variation(&mut self, row: usize, value: &Value) {
        if let Some(variation) = &mut self.delay_variation {
            variation.set(row, value);
        }
    }

    /// Packets that have left the queue and not the link.
    pub fn in_transmission(&self) -> u64 {
        u64::from(!self.link.idle()) + self.wifi.as_ref().map_or(0, |wifi| wifi.packets() as u64)
    }

    /// Each of them, and when its transmission ends.
    #[inline(never)]
    pub fn each_in_transmission(&self, look: &mut dyn FnMut(&Packet, Time)) {
        if let Some(service) = self.link.service() {
            look(&service.packet, service.ends);
        }
        if let Some(wifi) = &self.wifi {
            wifi.each(look);
        }
    }

    /// Nothing has arrived yet.
    pub fn is_unused(&self) -> bool {
        self.counters.arrived == 0
    }

    /// When the link acts next by itself, if it sends at times of its own.
    pub fn due(&self) -> Option<Time> {
        match &self.opportunities {
            Some(opportunities) => Some(opportunities.due()),
            None => self.wifi.as_ref().and_then(|wifi| wifi.due()),
        }
    }

    /// Takes the opportunities of this instant; returns their bytes, and whether the queue's delay is to be shown again: another rate
    /// is shown, or a window has ended in which packets waited on, whose delay is shorter now.
    pub fn take_opportunities(&mut self, now: Time) -> (u64, bool) {
        let Some(opportunities) = &mut self.opportunities else { return (0, false) };
        let bytes = opportunities.take(now);
        let changed = opportunities.rate() != self.link.rate();
        if changed {
            self.link.set_rate(opportunities.rate());
        }
        (bytes, changed || bytes == 0 && self.queue.packets() > 0)
    }

    /// Begins the next packet, if there is one: an opportunity finds none begun, or an aggregate has room. What the queue drops instead
    /// goes to `dropped`.
    #[inline(never)]
    pub fn begin(&mut self, now: Time, dropped: &mut Vec<Packet>) -> Option<Packet> {
        let packet = self.dequeue(now, dropped)?;
        if let Some(opportunities) = &mut self.opportunities {
            opportunities.left = packet.bytes;
            self.link.hold(now, &packet, opportunities.next());
        } else if let Some(wifi) = &mut self.wifi {
            wifi.hold(now, &packet);
        }
        Some(packet)
    }

    /// Spends `bytes` on the packet that has been begun; returns what is left of them if it has been sent whole. Then come `sent`
    /// and `end`.
    pub fn spend(&mut self, bytes: u64) -> Option<u64> {
        let opportunities = self.opportunities.as_mut()?;
        let whole = u64::from(opportunities.left) <= bytes;
        let spent = if whole { opportunities.left } else { bytes as u32 };
        opportunities.left -= spent;
        if !whole {
            self.link.delay(opportunities.next());
        }
        whole.then(|| bytes - u64::from(spent))
    }

    /// The packet that has been sent has gone; the next one is begun by an opportunity.
    pub fn end(&mut self) {
        self.link.rest();
    }

    /// The counters as they are at `now`.
    pub fn counters(&self, now: Time) -> BottleneckCounters {
        let mut counters = self.counters;
        counters.queued = self.queue.packets() + self.in_transmission();
        let lost = counters.dropped_queue + counters.dropped_random + counters.lost_after_queue;
        counters.departed = counters.arrived - lost - counters.queued;
        counters.busy = self.link.busy(now);
        match &self.opportunities {
            Some(opportunities) => counters.capacity_bits = opportunities.capacity_bits(),
            None => counters.capacity_bits += self.link.rate().0 * now.since(self.rate_since).seconds(),
        }
        counters
    }

    /// Whether the queue has marked a packet since this was last asked: the one that has arrived, or the one that the link has
    /// taken. Counts it.
    #[inline(always)]
    pub fn take_mark(&mut self) -> bool {
        let marked = self.queue.marks();
        let before = std::mem::replace(&mut self.marks, marked);
        self.counters.marked += marked - before;
        marked > before
    }

    /// The packet in transmission.
    pub fn service(&self) -> Option<&Service> {
        self.link.service()
    }

    /// The waiting packets.
    pub fn queue(&self) -> &Discipline {
        &self.queue
    }

    /// Rate of the link; of one that serves in opportunities the mean over a window, of one that sends aggregates what full ones carry.
    pub fn rate(&self) -> Rate {
        self.link.rate()
    }

    /// The queue's limit.
    pub fn limit(&self) -> Limit {
        self.queue.limit()
    }

    /// The probability of random loss.
    pub fn loss_probability(&self) -> f64 {
        self.loss.probability()
    }

    /// The rate at which what is queued will be sent: the link's; of one that serves in opportunities their mean until all of it has
    /// been sent.
    #[inline(always)]
    pub fn drain_rate(&mut self, now: Time) -> Rate {
        if self.opportunities.is_some() { self.rate_ahead(now) } else { self.link.rate() }
    }

    #[cold]
    #[inline(never)]
    fn rate_ahead(&mut self, now: Time) -> Rate {
        let bytes = self.queue.bytes();
        self.opportunities.as_mut().map_or(self.link.rate(), |opportunities| opportunities.drain_rate(bytes, now))
    }

    /// Another rate, from the next packet's service.
    pub fn set_rate(&mut self, rate: Rate, now: Time) {
        self.counters.capacity_bits += self.link.rate().0 * now.since(self.rate_since).seconds();
        self.rate_since = now;
        match (&mut self.opportunities, &mut self.wifi) {
            (Some(opportunities), _) => opportunities.set_rate(rate),
            (None, Some(wifi)) => {
                wifi.set_rate(rate);
                self.link.set_rate(wifi.capacity());
            }
            (None, None) => self.link.set_rate(rate),
        }
        self.loss.follow(now, &self.view);
        self.view.packet_s = packet_s(rate, self.packet_bytes);
    }

    /// A parameter of the queue discipline.
    pub fn set_queue(&mut self, row: usize, value: &Value) {
        self.queue_choice.set(row, value.clone());
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
        (self.queue, self.marks) = (queue, 0);
        self.queue_choice = choice;
    }

    /// A parameter of the loss model, from the next arrival.
    pub fn set_loss(&mut self, row: usize, value: &Value, now: Time) {
        self.loss_choice.set(row, value.clone());
        self.loss.follow(now, &self.view);
        self.loss.configure(&self.loss_choice.values);
        self.loss.follow(now, &self.view);
        self.look();
    }

    /// Another loss model with a new state, from the next arrival.
    pub fn set_loss_model(&mut self, choice: Choice, now: Time) {
        self.loss = Loss::new(choice.section, &choice.values);
        self.loss.follow(now, &self.view);
        self.loss_choice = choice;
        self.look();
    }

    /// A parameter of the policer, from the next arrival.
    pub fn set_policer(&mut self, row: usize, value: &Value, now: Time) {
        if let Some(policer) = &mut self.policer {
            policer.set(row, value, now);
        }
    }

    /// A policer with a full bucket, from the next arrival.
    pub fn add_policer(&mut self, choice: &Choice, now: Time) {
        self.policer = Some(Policer::new(choice, now));
        self.look();
    }

    /// Reordering of packets after the link; `None`: their order is kept.
    pub fn reordering(&self) -> Option<&Reordering> {
        self.reordering.as_ref()
    }

    /// A parameter of reordering, from the next packet to leave the link.
    pub fn set_reordering(&mut self, row: usize, value: &Value) {
        if let Some(reordering) = &mut self.reordering {
            reordering.set(row, value);
        }
    }

    /// Another model of reordering, from the next packet to leave the link.
    pub fn set_reordering_model(&mut self, choice: &Choice) {
        self.reordering = Some(Reordering::new(choice));
    }
}

/// Time of a full data packet on the link, in seconds.
fn packet_s(rate: Rate, packet_bytes: u32) -> f64 {
    f64::from(packet_bytes) * 8.0 / rate.0
}
