//! The playhead's own simulation, and what a picture of the path needs besides the positions of packets: recent losses,
//! rates over the last moments of the screen, and packets that are about to arrive. Playing forward costs the
//! events in between; a jump begins at a clone. Not here: positions of packets (`picture.rs` of the engine), pixels.

use std::collections::VecDeque;

use super::drawn::{DrawnPlace, Picture};
use super::history::History;
use super::listen::Listener;
use crate::observe::{Interests, Observer, Signal, Source, signals};
use crate::path::queue::Limit;
use crate::picture::{PacketAt, Place};
use crate::scenario::Side;
use crate::sim::{Phase, Simulation};
use crate::units::{Span, Time};

/// Share of a second on the screen for which a lost packet is kept: it is shown for 0.6 s and fades over 0.2 s.
const LOSS_STAYS: f64 = 0.8;
/// Share of a second on the screen over which losses are counted: rare events.
const LOSS_WINDOW: f64 = 0.5;
/// Share of a second on the screen over which bits and ACKs are counted.
const USE_WINDOW: f64 = 0.25;
/// Share of a second on the screen for which a packet is shown before it arrives.
const LEAD: f64 = 0.3;
/// Above this number of full packets per second on the screen they are drawn as fills, without approaching ones.
const BRICKS: f64 = 200.0;
/// Events simulated for one picture, besides those since the nearest clone; beyond this, that clone is used instead.
const EVENTS: u64 = 8000;
/// Events simulated in one call; more distant moments are reached by the next calls.
const AT_ONCE: u64 = 50_000;
/// Maximum number of losses.
const MOST_LOSSES: usize = 256;
/// Maximum number of packets of one place in a picture; of more, every n-th one represents n.
const MOST_PACKETS: usize = 4096;
/// Samples of the counters: over the window, and the same number again for a window that grows.
const SAMPLES: usize = 32;

/// Kinds of losses, in the order of their numbers in a picture.
static LOSSES: [&Signal; 3] = [&signals::DROP_QUEUE, &signals::DROP_RANDOM, &signals::LOST_AFTER_QUEUE];

/// A recent loss.
#[derive(Clone, Copy, Debug)]
struct Lost {
    at: Time,
    /// As the picture numbers them.
    kind: u8,
    source: Source,
    bytes: u32,
    serial: u64,
}

/// Counters of a source: bits sent on the link, ACKs, queue drops, random losses.
type Counts = [u64; 4];

/// Observer of the playhead's simulation.
#[derive(Clone, Debug)]
struct Watch {
    flows: usize,
    lost: VecDeque<Lost>,
    counts: Vec<Counts>,
    samples: VecDeque<(Time, Vec<Counts>)>,
    every: Span,
}

impl Watch {
    fn new(sim: &Simulation, every: Span) -> Watch {
        let (flows, cross) = (sim.flow_count(), sim.cross_count());
        let counts = vec![[0; 4]; flows + cross];
        let samples = VecDeque::from([(sim.now(), counts.clone())]);
        Watch { flows, lost: VecDeque::new(), counts, samples, every }
    }
    fn place(&self, source: Source) -> Option<usize> {
        match source {
            Source::Flow(n) => Some(n as usize),
            Source::Cross(n) => Some(self.flows + n as usize),
            Source::Bottleneck | Source::ReverseBottleneck => None,
        }
    }
    fn count(&mut self, at: Time, source: Source, what: usize, number: u64) {
        // By the clock of the run, not from the first sample: two playheads of equal runs show equal rates.
        let tick = |time: Time| time.0 / self.every.0.max(1);
        if self.samples.back().is_none_or(|(last, _)| tick(at) > tick(*last)) {
            let mut sample = if self.samples.len() >= SAMPLES { self.samples.pop_front() } else { None };
            let (time, counts) = sample.get_or_insert_with(|| (at, Vec::new()));
            *time = at;
            counts.clone_from(&self.counts);
            self.samples.extend(sample);
        }
        if let Some(counts) = self.place(source).and_then(|place| self.counts.get_mut(place)) {
            counts[what] += number;
        }
    }
    /// Rates per second of run time before `now`, for each source.
    fn rates(&self, now: Time, screen_second: Span) -> Vec<f64> {
        let since = |window| {
            let before = self.samples.partition_point(|(at, _)| *at <= now - share(screen_second, window));
            &self.samples[before.saturating_sub(1)]
        };
        let (used, lost) = (since(USE_WINDOW), since(LOSS_WINDOW));
        let rate = |(source, now_counts): (usize, &Counts)| {
            std::array::from_fn::<f64, 4, _>(|i| {
                let (at, before) = if i < 2 { used } else { lost };
                (now_counts[i] - before[source][i]) as f64 / now.since(*at).seconds().max(1e-9)
            })
        };
        self.counts.iter().enumerate().flat_map(rate).collect()
    }
}

impl Observer for Watch {
    const INTERESTS: Interests = Interests::these(&[&signals::ACK, &signals::DEPART]).and(Interests::these(&LOSSES));
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, _: f64) {
        if std::ptr::eq(signal, &signals::ACK) {
            self.count(at, source, 1, 1);
        }
    }
    fn packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64) {
        if std::ptr::eq(signal, &signals::DEPART) {
            self.count(at, source, 0, 8 * u64::from(bytes));
        } else if let Some(kind) = LOSSES.iter().position(|loss| std::ptr::eq(signal, *loss)) {
            self.count(at, source, if kind == 0 { 2 } else { 3 }, 1);
            if self.lost.len() == MOST_LOSSES {
                self.lost.pop_front();
            }
            self.lost.push_back(Lost { at, kind: kind as u8, source, bytes, serial });
        }
    }
}

/// A packet that is about to arrive at the bottleneck.
#[derive(Clone, Copy, Debug)]
struct Coming {
    at: Time,
    source: Source,
    bytes: u32,
    serial: u64,
    doomed: bool,
}

/// A simulation a little ahead of the playhead, and the packets that arrive in it.
#[derive(Clone, Debug)]
struct Ahead {
    sim: Simulation,
    coming: VecDeque<Coming>,
}

/// Observer of arrivals.
struct Arrivals<'a>(&'a mut VecDeque<Coming>);
impl Observer for Arrivals<'_> {
    const INTERESTS: Interests = Interests::these(&[&signals::ARRIVE, &signals::DROP_RANDOM]);
    fn signal(&mut self, _: Time, _: Source, _: &'static Signal, _: f64) {}
    fn packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64) {
        if std::ptr::eq(signal, &signals::ARRIVE) {
            self.0.push_back(Coming { at, source, bytes, serial, doomed: false });
        } else if std::ptr::eq(signal, &signals::DROP_RANDOM)
            && let Some(last) = self.0.back_mut().filter(|last| last.serial == serial)
        {
            last.doomed = true;
        }
    }
}

/// The run at the playhead.
#[derive(Clone, Debug)]
pub struct Playhead {
    /// The moment shown: everything up to and including it has happened in `sim`.
    t: Time,
    sim: Simulation,
    watch: Watch,
    ahead: Option<Ahead>,
    /// Run time that passes in a second on the screen.
    screen_second: Span,
    /// Whether `sim` has reached `t`.
    arrived: bool,
}

fn share(span: Span, of: f64) -> Span {
    Span((span.0 as f64 * of) as u64)
}

impl Playhead {
    /// A playhead at `t`, with what happened shortly before; or on its way there, if much lies between a clone and `t`.
    pub fn new(history: &History, t: Time, screen_second: Span) -> Playhead {
        let t = t.min(history.computed());
        // The time for which a loss is shown, or less if too much happened meanwhile.
        let sim = history.shortly_before(t - share(screen_second, LOSS_STAYS), t, EVENTS);
        let watch = Watch::new(&sim, share(screen_second, LOSS_WINDOW / 16.0));
        let mut playhead = Playhead { t, sim, watch, ahead: None, screen_second, arrived: false };
        playhead.run(history);
        playhead
    }

    /// Moves to `t`: forward by simulating, otherwise from a clone.
    pub fn go(&mut self, history: &History, t: Time, screen_second: Span) {
        let t = t.min(history.computed());
        let passed = t + Span(1) < self.sim.now();
        if passed || history.events_before(t) > self.sim.events() + EVENTS {
            *self = Playhead::new(history, t, screen_second);
            return;
        }
        self.t = t;
        self.screen_second = screen_second;
        self.watch.every = share(screen_second, LOSS_WINDOW / 16.0);
        self.run(history);
    }

    fn run(&mut self, history: &History) {
        self.arrived = self.sim.advance(self.t + Span(1), AT_ONCE, &mut Listener::new(&mut self.watch));
        if self.arrived {
            self.look_ahead(history);
        }
    }

    /// Whether it has arrived at its target; if not, send it there again, and it gets closer.
    pub fn arrived(&self) -> bool {
        self.arrived
    }

    fn lead(&self) -> Span {
        share(self.screen_second, LEAD)
    }

    fn look_ahead(&mut self, history: &History) {
        let packets = self.sim.bottleneck_state().rate.0 * self.screen_second.seconds()
            / (8.0 * f64::from(history.scenario().packet_bytes));
        if packets > BRICKS {
            self.ahead = None;
            return;
        }
        let until = self.t + self.lead();
        let ahead = self.ahead.get_or_insert_with(|| Ahead { sim: self.sim.clone(), coming: VecDeque::new() });
        ahead.sim.advance(until, EVENTS, &mut Listener::new(&mut Arrivals(&mut ahead.coming)));
        while ahead.coming.front().is_some_and(|first| first.at <= self.t) {
            ahead.coming.pop_front();
        }
    }

    /// The picture, once it has arrived.
    pub fn picture(&self, history: &History) -> Picture {
        let state = self.sim.bottleneck_state();
        let (limit_packets, limit_bytes) = match state.limit {
            Limit::Packets(limit) => (limit, 0.0),
            Limit::Bytes(limit) => (0.0, limit),
        };
        let cwnd = |flow| {
            let state = self.sim.flow_state(flow);
            if state.phase == Phase::Waiting { 0.0 } else { state.cwnd }
        };
        Picture {
            t_s: self.t.seconds(),
            rate_bps: state.rate.0,
            limit_packets,
            limit_bytes,
            loss_probability: state.loss_probability,
            loss_after_queue: f64::from(u8::from(state.loses_after)),
            packet_bytes: f64::from(history.scenario().packet_bytes),
            queue_packets: state.queue_packets as f64,
            queue_bytes: state.queue_bytes as f64,
            packets: self.packets(),
            losses: self.losses(),
            flow_rates: self.rates(),
            cwnd: (0..self.sim.flow_count()).map(cwnd).collect(),
        }
    }

    /// Rates of each source on the path that is drawn.
    fn rates(&self) -> Vec<f64> {
        let mut rates = self.watch.rates(self.t, self.screen_second);
        for (flow, rates) in rates.chunks_exact_mut(4).take(self.watch.flows).enumerate() {
            if self.sim.side_of(Source::Flow(flow as u32)) == Side::Reverse {
                rates.fill(0.0);
            }
        }
        rates
    }

    fn number(&self, source: Source) -> f64 {
        self.watch.place(source).unwrap_or_default() as f64
    }

    fn packets(&self) -> Vec<f64> {
        let fraction = |from: Time, to: Time| {
            let whole = to.since(from).0;
            if whole == 0 { 1.0 } else { (self.t.since(from).0 as f64 / whole as f64).min(1.0) }
        };
        // The path that is drawn: its queue and link, and the reverse path of its ACKs.
        let drawn = |packet: &PacketAt| (packet.side == Side::Forward) != matches!(packet.place, Place::Ack { .. });
        let mut counts = [0usize; 5];
        self.sim.packets(|packet| counts[kind(&packet.place)] += usize::from(drawn(&packet)));
        let strides = counts.map(|count| count.div_ceil(MOST_PACKETS).max(1));
        let mut seen = [0usize; 5];
        let mut out = Vec::with_capacity(6 * counts.iter().sum::<usize>().min(4 * MOST_PACKETS));
        self.sim.packets(|packet| {
            if !drawn(&packet) {
                return;
            }
            let kind = kind(&packet.place);
            seen[kind] += 1;
            if (seen[kind] - 1) % strides[kind] != 0 {
                return;
            }
            let (place, fraction, since) = match packet.place {
                // Taken from the simulation ahead, where random losses are known.
                Place::Leaving { .. } => return,
                Place::Queued { entered, bytes_before, .. } => (DrawnPlace::Queued, bytes_before as f64, entered),
                Place::InService { entered, ends } => (DrawnPlace::InService, fraction(entered, ends), entered),
                Place::Link { entered, arrives } => (DrawnPlace::Link, fraction(entered, arrives), entered),
                Place::Ack { entered, arrives } => (DrawnPlace::Ack, fraction(entered, arrives), entered),
            };
            let bytes = f64::from(packet.bytes) * strides[kind] as f64;
            let serial = packet.serial as f64;
            out.extend([place.number(), self.number(packet.source), bytes, fraction, serial, since.seconds()]);
        });
        let lead = self.lead().0.max(1) as f64;
        let coming = self.ahead.iter().flat_map(|ahead| &ahead.coming);
        for coming in coming.filter(|coming| self.sim.side_of(coming.source) == Side::Forward) {
            let left = coming.at.since(self.t).0 as f64 / lead;
            if left < 1.0 {
                let place = if coming.doomed { DrawnPlace::Doomed } else { DrawnPlace::Approaching };
                let record = [
                    place.number(),
                    self.number(coming.source),
                    f64::from(coming.bytes),
                    1.0 - left,
                    coming.serial as f64,
                    coming.at.seconds(),
                ];
                out.extend(record);
            }
        }
        out
    }

    fn losses(&self) -> Vec<f64> {
        let oldest = self.t - share(self.screen_second, LOSS_STAYS);
        let lost = self.watch.lost.iter().filter(|lost| self.sim.side_of(lost.source) == Side::Forward);
        let recent = lost.filter(|lost| lost.at >= oldest);
        let record = |lost: &Lost| {
            let age = self.t.since(lost.at).seconds();
            [f64::from(lost.kind), self.number(lost.source), f64::from(lost.bytes), age, lost.serial as f64]
        };
        recent.flat_map(record).collect()
    }
}

fn kind(place: &Place) -> usize {
    match place {
        Place::Leaving { .. } => 0,
        Place::Queued { .. } => 1,
        Place::InService { .. } => 2,
        Place::Link { .. } => 3,
        Place::Ack { .. } => 4,
    }
}
