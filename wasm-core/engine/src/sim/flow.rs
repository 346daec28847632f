//! One TCP flow at run time: its sender and receiver, its delays and timers, its draws at the bottlenecks, its
//! counters. A transfer of a flash crowd is a flow too. Not here: the rules of sender and receiver (`tcp`), the path of
//! its packets (`forward`).

use super::delays::Delay;
use super::endpoints::{Endpoints, Reply, take_reply};
use super::lifecycle::{Lifecycle, Times, stop_time};
use super::reorder_buffer::{Exit, MaybeReorderBuffer};
use super::round_trips::Route;
use super::streams::RandomStreams;
use super::{Network, TRANSFER};
use crate::event_queue::{Event, EventQueue, Lane, Timer, order};
use crate::host::FlowSettings;
use crate::observe::Source;
use crate::params::{Choice, Section};
use crate::path::Packet;
use crate::random::Stream;
use crate::ring::Ring;
use crate::scenario::{self, halves};
use crate::tcp::Transmission;
use crate::tcp::ack_path::AckPath;
use crate::tcp::sender::SenderCounters;
use crate::units::HEADER_BYTES;
use crate::units::{Span, Time};

/// Counters of a flow outside its sender.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub packets_sent: u64,
    pub packets_retransmitted: u64,
    pub packets_delivered: u64,
    pub departed_bytes: u64,
}

/// Rare events of a flow's packets at their bottleneck. Separate from `Counts`, which every packet updates. It stays 0
/// for a transfer, whose flash crowd counts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Troubles {
    pub dropped_queue: u64,
    pub dropped_random: u64,
    pub lost_after_queue: u64,
    pub marked: u64,
    pub needless: u64,
}

impl Troubles {
    /// Packets lost in any way.
    pub fn lost(&self) -> u64 {
        self.dropped_queue + self.dropped_random + self.lost_after_queue
    }
}

/// A flow of the run.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    pub streams: RandomStreams,
    /// Both delays in one, while its packets go on round trips.
    pub route: Option<Route>,
    pub stream: u64,
    /// Its waiting data packets in the queue.
    pub queued: u64,
    /// Its packets and ACKs anywhere after its sender.
    pub under_way: u64,
    /// Its index, as named by events.
    pub id: u32,
    packet_bytes: u32,
    pub counts: Counts,
    pub lifecycle: Lifecycle,
    pub endpoints: Endpoints,
    pub sender_timer: Timer,
    /// Bottleneck of its data; its ACKs pass the other one, if it exists.
    pub side: usize,
    pub jitter: Lane<Packet>,
    /// Size of a finite transfer in bytes.
    transfer_bytes: Option<u64>,
    /// Source under which it emits: itself, or its flash crowd.
    pub source: Source,
    pub section: &'static Section,
    /// Counters of senders that were replaced.
    pub past: SenderCounters,
    /// The delay after the link, and the one on the reverse path.
    pub forward: Delay,
    pub back: Delay,
    /// ACKs at a bottleneck, by the serial number of their packet.
    pub acks: Ring<(u64, Reply)>,
    /// Its items held after a link, out of order.
    pub reorder_buffer: MaybeReorderBuffer,
    /// Both delays.
    pub base_rtt: Span,
    pub receiver_timer: Timer,
    /// Loss and thinning of its ACKs before the reverse path; none if they all enter it.
    pub ack_path: Option<Box<AckPath>>,
    payload: u64,
    pub troubles: Troubles,
    /// Whether all of a finite transfer was delivered.
    pub completed: bool,
    /// Whether another transfer may reuse its place.
    pub free: bool,
}

impl Flow {
    pub fn new(id: u32, source: Source, entry: &scenario::Flow, seed: u64, stream: Stream, net: &mut Network) -> Flow {
        let events = &mut net.events;
        let span = events.add(Event::FlowSpan(id));
        let jitter = Lane::new(events.add(Event::PacketLeaves(id)));
        let sender_timer = Timer::new(events.add(Event::SenderTimer(id)));
        let receiver_timer = Timer::new(events.add(Event::ReceiverTimer(id)));
        let settings = FlowSettings::read(&entry.settings.values);
        let (there, back) = halves(settings.base_rtt_ms);
        let place = u64::from(id & !TRANSFER);
        Flow {
            id,
            source,
            stream: entry.stream,
            section: entry.algorithm.section,
            side: settings.direction as usize,
            lifecycle: Lifecycle::new(
                times(seed, stream, &settings),
                span,
                (order::FLOW_START + place, order::FLOW_STOP + place),
            ),
            forward: net.data_delay(there, settings.direction as usize),
            back: net.ack_delay(back, 1 - settings.direction as usize),
            endpoints: Endpoints::new(seed, stream, entry, net.packet_bytes),
            past: SenderCounters::default(),
            jitter,
            route: None,
            acks: Default::default(),
            reorder_buffer: None,
            base_rtt: there + back,
            sender_timer,
            receiver_timer,
            ack_path: ack_path(seed, stream, &settings),
            streams: RandomStreams::new(seed, stream),
            counts: Counts::default(),
            troubles: Troubles::default(),
            queued: 0,
            under_way: 0,
            transfer_bytes: settings.transfer_bytes.map(|bytes| bytes as u64),
            payload: u64::from(net.packet_bytes - HEADER_BYTES),
            packet_bytes: net.packet_bytes,
            completed: false,
            free: false,
        }
    }

    /// Rebuilds it before its start: from a changed document, or as the next transfer in the place of a finished one.
    pub fn renew(&mut self, entry: &scenario::Flow, seed: u64, stream: Stream, now: Time, net: &mut Network) {
        let settings = FlowSettings::read(&entry.settings.values);
        let (there, back) = halves(settings.base_rtt_ms);
        self.lifecycle.renew(times(seed, stream, &settings), now, &mut net.events);
        self.stream = entry.stream;
        self.section = entry.algorithm.section;
        self.forward = net.data_delay(there, settings.direction as usize);
        self.back = net.ack_delay(back, 1 - settings.direction as usize);
        self.transfer_bytes = settings.transfer_bytes.map(|bytes| bytes as u64);
        self.base_rtt = there + back;
        self.side = settings.direction as usize;
        self.endpoints = Endpoints::new(seed, stream, entry, net.packet_bytes);
        self.past = SenderCounters::default();
        self.ack_path = ack_path(seed, stream, &settings);
        self.streams = RandomStreams::new(seed, stream);
        self.counts = Counts::default();
        (self.completed, self.free) = (false, false);
    }

    /// Adopts a changed document's stop.
    pub fn set_stop(&mut self, settings: &Choice, now: Time, events: &mut EventQueue) {
        self.lifecycle.set_stop(stop_time(FlowSettings::read(&settings.values).stop_s), now, events);
    }

    /// Stops sending.
    pub fn halt(&mut self, events: &mut EventQueue) {
        self.endpoints.stop();
        self.under_way -= self.jitter.len() as u64;
        self.jitter.clear(events);
        self.sender_timer.clear(events);
        self.receiver_timer.clear(events);
        if let Some(path) = &mut self.ack_path {
            path.stop();
        }
    }

    /// Removes its events.
    pub fn forget(mut self, events: &mut EventQueue) {
        self.lifecycle.forget(events);
        self.halt(events);
    }

    /// A data packet that its sender transmits now.
    #[inline(always)]
    pub fn packet(&mut self, id: u32, now: Time, serial: u64, bytes: u32, transmission: &Transmission) -> Packet {
        let own = id & TRANSFER == 0;
        self.under_way += 1;
        Packet {
            source: if own { Source::Flow(id) } else { self.source },
            bytes,
            transfer: if own { 0 } else { (id & !TRANSFER) + 1 },
            sequence: transmission.sequence,
            serial,
            retransmission: transmission.retransmission,
            ack: false,
            syn: transmission.syn,
            ecn: transmission.ecn,
            marked: false,
            cwr: transmission.cwr,
            arrived: now,
            entered: now,
        }
    }

    /// Size of a packet on the wire: full, except for the last one of a finite transfer.
    #[inline]
    pub fn wire_bytes(&self, sequence: u64) -> u32 {
        let Some(bytes) = self.transfer_bytes else { return self.packet_bytes };
        // A rate-based flow continues until enough has arrived; packets beyond the end are full.
        match bytes.saturating_sub(sequence * self.payload) {
            left if left == 0 || left >= self.payload => self.packet_bytes,
            left => HEADER_BYTES + left as u32,
        }
    }

    /// Payload delivered so far.
    pub fn delivered_bytes(&self) -> u64 {
        (self.counts.packets_delivered * self.payload).min(self.transfer_bytes.unwrap_or(u64::MAX))
    }

    /// Whether it is a finite transfer that is completely delivered.
    pub fn delivered_all(&self) -> bool {
        self.transfer_bytes.is_some_and(|bytes| self.counts.packets_delivered * self.payload >= bytes)
    }

    /// Destination after a link of a packet with this delay.
    #[inline]
    pub fn exit(&self, delay: Delay) -> Exit {
        Exit { delay, base_rtt: self.base_rtt, event: Event::FlowHoldEnds(self.id) }
    }

    /// Sets the base RTT of its path.
    pub fn is_at(&self, base_rtt_ms: f64) -> bool {
        halves(base_rtt_ms) == (self.forward.span(), self.back.span())
    }

    /// Changes the base RTT for what leaves a link or the receiver from now on (contract 1.5).
    pub fn set_base_rtt(&mut self, base_rtt_ms: f64, net: &mut Network) {
        let (there, back) = halves(base_rtt_ms);
        let (id, source) = (self.id, self.source);
        self.base_rtt = there + back;
        self.forward = net.data.change(self.forward, there, &mut net.events, &|packet| packet.source == source);
        self.back = net.acks.change(self.back, back, &mut net.events, &|returning| returning.flow == id);
    }

    /// Arms the sender's timer.
    #[inline(always)]
    pub fn arm(&mut self, events: &mut EventQueue) {
        self.sender_timer.arm(events, self.endpoints.deadline());
    }

    /// Arms the receiver's timer.
    #[inline(always)]
    pub fn arm_receiver(&mut self, events: &mut EventQueue) {
        let withheld = self.ack_path.as_ref().map_or(Time::NEVER, |path| path.deadline());
        self.receiver_timer.arm(events, self.endpoints.receiver_deadline().min(withheld));
    }

    /// Its settings have changed: what its ACKs meet from now on.
    pub fn renew_ack_path(&mut self, seed: u64) {
        let settings = self.endpoints.settings();
        match &mut self.ack_path {
            Some(path) => path.configure(settings),
            None => self.ack_path = ack_path(seed, Stream::Flow(self.stream), settings),
        }
    }

    /// Removes the ACK of the packet with this serial number from those at a bottleneck.
    pub fn take_ack(&mut self, serial: u64) -> Reply {
        take_reply(&mut self.acks, serial)
    }

    pub fn running(&self) -> bool {
        self.lifecycle.running()
    }
}

fn ack_path(seed: u64, stream: Stream, settings: &FlowSettings) -> Option<Box<AckPath>> {
    settings.withholds_acks().then(|| Box::new(AckPath::new(seed, stream, settings)))
}

fn times(seed: u64, stream: Stream, settings: &FlowSettings) -> Times {
    Times::new(seed, stream, settings.start_s, settings.start_jitter_s, settings.stop_s)
}

/// Flows of a run: those of the scenario, and the transfers of flash crowds, whose places are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Flows {
    pub own: Vec<Flow>,
    pub transfers: Vec<Flow>,
    pub free: Vec<u32>,
}

impl Flows {
    /// The flow that an event or a packet names.
    #[inline(always)]
    pub fn at(&mut self, id: u32) -> &mut Flow {
        if id & TRANSFER == 0 { &mut self.own[id as usize] } else { &mut self.transfers[(id & !TRANSFER) as usize] }
    }

    pub fn get(&self, id: u32) -> &Flow {
        if id & TRANSFER == 0 { &self.own[id as usize] } else { &self.transfers[(id & !TRANSFER) as usize] }
    }

    /// All flows, those of the scenario first.
    pub fn all(&self) -> impl Iterator<Item = &Flow> {
        self.own.iter().chain(&self.transfers)
    }
}
