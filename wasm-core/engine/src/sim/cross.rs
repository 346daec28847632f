//! One source of cross traffic at run time: packets by the rule of its kind, or, for a flash crowd and a client that fetches, one
//! transfer after another. Not here: what its kind sends and when (`traffic`), the transfers themselves (`flow`).

use super::delays::Delay;
use super::endpoints::Reply;
use super::flow::Troubles;
use super::lifecycle::{Lifecycle, Times, stop_time};
use super::reorder_buffer::{Exit, MaybeReorderBuffer};
use super::streams::RandomStreams;
use super::{ANSWERED, Network};
use crate::event_queue::{Event, EventQueue, Slot, order};
use crate::params::{Choice, Value};
use crate::random::Draw;
use crate::random::{Purpose, RandomStream, Stream};
use crate::ring::Ring;
use crate::scenario::{self, halves};
use crate::traffic::{Common, Traffic, TrafficKind, has_replies};
use crate::units::{Carry, Span, Time};

/// Cross traffic of the run.
#[derive(Clone, Debug)]
pub(super) struct Cross {
    pub stream: u64,
    pub choice: Choice,
    pub traffic: Traffic,
    pub lifecycle: Lifecycle,
    sends: Slot,
    /// Delay after the link.
    pub forward: Delay,
    /// Packets held after the link, out of order.
    pub reorder_buffer: MaybeReorderBuffer,
    base_rtt: Span,
    pub streams: RandomStreams,
    arrival: RandomStream,
    last_sent: Time,
    /// Rounding of `last_sent`, and that of the next packet.
    carry: Carry,
    next_carry: Carry,
    /// Packets sent, or transfers begun.
    pub turns: u64,
    /// When the request left that is on its way to the server, of a client that fetches.
    pub requested: Option<Time>,
    /// Properties of the transfers of a flash crowd, or of a client that fetches.
    pub transfers: Option<scenario::Transfers>,
    pub completed: u64,
    pub sent: u64,
    pub troubles: Troubles,
    pub delivered: u64,
    /// Delay of replies on the reverse path, where its packets are answered.
    pub back: Option<Delay>,
    /// Replies at a bottleneck, by their serial number.
    pub replies: Ring<(u64, Reply)>,
    /// Replies that came back in its own time, and those that a bottleneck lost.
    pub replies_received: u64,
    pub replies_lost: u64,
    /// Its waiting packets in the queue.
    pub queued: u64,
}

impl Cross {
    pub fn new(index: u32, entry: &scenario::CrossTraffic, seed: u64, net: &mut Network) -> Cross {
        let span = net.events.add(Event::CrossSpan(index));
        let sends = net.events.add(Event::CrossSends(index));
        let place = u64::from(index);
        let lifecycle =
            Lifecycle::new(times(seed, entry), span, (order::CROSS_START + place, order::CROSS_STOP + place));
        Cross::with(lifecycle, sends, entry, seed, net)
    }

    fn with(lifecycle: Lifecycle, sends: Slot, entry: &scenario::CrossTraffic, seed: u64, net: &mut Network) -> Cross {
        let stream = Stream::Cross(entry.stream);
        let (there, back) = halves(Common::of(&entry.traffic).base_rtt_ms);
        Cross {
            stream: entry.stream,
            traffic: Traffic::new(entry.traffic.section, &entry.traffic.values),
            choice: entry.traffic.clone(),
            lifecycle,
            sends,
            forward: net.data_delay(there, 0),
            reorder_buffer: None,
            base_rtt: there + back,
            streams: RandomStreams::new(seed, stream),
            arrival: RandomStream::new(seed, Purpose::Arrival, stream),
            last_sent: Time::ZERO,
            carry: Carry::default(),
            next_carry: Carry::default(),
            turns: 0,
            requested: None,
            transfers: entry.transfers.clone(),
            completed: 0,
            sent: 0,
            troubles: Troubles::default(),
            delivered: 0,
            back: has_replies(entry.traffic.section).then(|| net.ack_delay(back, 1)),
            replies: Ring::default(),
            replies_received: 0,
            replies_lost: 0,
            queued: 0,
        }
    }

    /// Rebuilds it from a changed document, before its start.
    pub fn renew(&mut self, entry: &scenario::CrossTraffic, seed: u64, now: Time, net: &mut Network) {
        self.lifecycle.renew(times(seed, entry), now, &mut net.events);
        *self = Cross::with(self.lifecycle, self.sends, entry, seed, net);
    }

    /// Adopts a changed document's stop.
    pub fn set_stop(&mut self, traffic: &Choice, now: Time, events: &mut EventQueue) {
        self.lifecycle.set_stop(stop_time(Common::of(traffic).stop_s), now, events);
    }

    /// Stops sending. A fetch that has been requested begins.
    pub fn halt(&mut self, events: &mut EventQueue) {
        if self.requested.is_none() {
            events.clear(self.sends);
        }
    }

    /// Removes its events.
    pub fn forget(mut self, events: &mut EventQueue) {
        self.lifecycle.forget(events);
        self.halt(events);
    }

    /// Time since the start.
    pub fn elapsed(&self, now: Time) -> Span {
        now.since(self.lifecycle.times.start)
    }

    /// Sends a packet now, or begins a transfer, and schedules the next one; or requests a transfer, which begins when the request has
    /// taken the half of the base RTT that is on the reverse path.
    pub fn turn(&mut self, now: Time, events: &mut EventQueue) {
        self.turns += 1;
        self.last_sent = now;
        self.carry = self.next_carry;
        if self.traffic.one_by_one() {
            self.requested = Some(now);
            events.schedule(self.sends, now + Span(self.base_rtt.0 - self.forward.span().0));
        } else {
            self.schedule_next(now, events);
        }
    }

    /// A request reaches the server, if one is on its way: when it left.
    pub fn request_arrives(&mut self, events: &mut EventQueue) -> Option<Time> {
        let left = self.requested.take()?;
        events.clear(self.sends);
        Some(left)
    }

    /// A transfer is complete, which the next one may have waited for.
    pub fn completes(&mut self, now: Time, events: &mut EventQueue) {
        self.completed += 1;
        if self.running() && self.traffic.one_by_one() {
            self.schedule_next(now, events);
        }
    }

    /// Whether a change of its interval moves what it sends next: it has begun, and waits for no transfer.
    pub fn awaits_its_turn(&self) -> bool {
        self.running() && self.turns > 0 && !(self.traffic.one_by_one() && self.completed < self.turns)
    }

    /// Schedules the next packet or transfer: an interval after the last one, but not before now.
    pub fn schedule_next(&mut self, now: Time, events: &mut EventQueue) {
        let draw = Draw { draws: self.arrival, ordinal: self.turns };
        self.next_carry = self.carry;
        let next = self.last_sent + self.next_carry.next(self.traffic.wait(self.elapsed(self.last_sent), draw));
        events.schedule(self.sends, next.max(now));
    }

    /// Destination after the link of a packet with this delay.
    pub fn exit(&self, index: u32, delay: Delay) -> Exit {
        Exit { delay, base_rtt: self.base_rtt, event: Event::CrossHoldEnds(index) }
    }

    /// Changes a setting.
    pub fn set(&mut self, row: usize, value: &Value, index: u32, net: &mut Network) {
        self.choice.set(row, value.clone());
        self.traffic.configure(&self.choice.values);
        let (there, back) = halves(Common::of(&self.choice).base_rtt_ms);
        self.base_rtt = there + back;
        let ours = |packet: &crate::path::Packet| packet.source == crate::observe::Source::Cross(index);
        self.forward = net.data.change(self.forward, there, &mut net.events, &ours);
        if let Some(delay) = &mut self.back {
            *delay = net.acks.change(*delay, back, &mut net.events, &|returning| returning.flow == index | ANSWERED);
        }
    }

    pub fn running(&self) -> bool {
        self.lifecycle.running()
    }
}

fn times(seed: u64, entry: &scenario::CrossTraffic) -> Times {
    let common = Common::of(&entry.traffic);
    let stream = Stream::Cross(entry.stream);
    Times::new(seed, stream, common.start_s, common.start_jitter_s, common.stop_s)
}
