//! Inputs of congestion control: the windows, a round-trip time sample, an ACK, a loss, and the context of
//! a call. Not here: the calls themselves (`cc`), how recovery detects a loss (`tcp/recovery`).

use super::DELAY_BACKOFF;
use super::discriminators::Label;
use crate::host::{FlowSettings, HostKind};
use crate::observe::{Emitter, Rule, Signal};
use crate::random::{Purpose, RandomStream, Stream};
use crate::slow_start::Growth;
use crate::units::{HEADER_BYTES, Span, Time};

/// The two windows of a sender, in packets (real numbers, as in the equations). The sender owns it, since recovery moves it too.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// Congestion window.
    pub cwnd: f64,
    /// Slow-start threshold; infinite at first unless the TCP stack says otherwise.
    pub ssthresh: f64,
}

/// A valid round-trip time sample (Karn: never from a retransmitted packet).
#[derive(Clone, Copy, Debug)]
pub struct RttSample {
    /// When the sampled packet left (after its send jitter).
    pub sent: Time,
    /// When its ACK arrived.
    pub acked: Time,
    /// Segments that the ACK newly covers; of several the last one is timed.
    pub covers: u32,
    /// The sampled packet was acknowledged out of order, by SACK: at once, never by a receiver's delay timer.
    pub sacked: bool,
    /// True one-way delay of the sampled packet, from its arrival at the bottleneck to its arrival at the receiver: what
    /// synchronised clocks and time stamps would give.
    pub one_way: Span,
}

impl RttSample {
    /// The round-trip time: at least a nanosecond, so that it can be divided by.
    pub fn rtt(&self) -> Span {
        self.acked.since(self.sent).max(Span(1))
    }
}

/// A cumulative ACK that advances, outside recovery.
#[derive(Clone, Copy, Debug)]
pub struct Ack {
    /// Segments newly acknowledged.
    pub newly_acked: f64,
    /// The window, not the application or the receiver, limited sending (RFC 7661's sense): only then may it grow.
    pub cwnd_limited: bool,
    /// The first slow start after a timeout (RFC 3465: L = 1).
    pub after_timeout: bool,
}

/// Why the window must be reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// A lost packet, found by fast retransmit.
    Loss,
    /// An ECN mark.
    Ecn,
}

/// A disturbance that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Recovery, or another reduction: cwnd is set (to ssthresh, or burst-safe below it).
    Recovery,
    /// The repair after a timeout: what it left to be sent again has been acknowledged. The window is that of slow start by then.
    Repair,
    /// Duplicate ACKs or SACKs, too few for recovery: the data arrived in order after all.
    Disorder,
}

/// A congestion event, as recovery found it.
#[derive(Clone, Copy, Debug)]
pub struct Loss {
    /// Event that revealed it.
    pub trigger: Trigger,
    /// F: segments sent and not cumulatively acknowledged, those of limited transmit excepted.
    pub in_flight: f64,
    /// Quantity that the TCP stack halves: cwnd on every TCP stack, where RFC 5681, equation 4, has F.
    pub base: f64,
    /// The receiver's latest label, if the algorithm judges there (`Wants::labels`).
    pub label: Option<Label>,
}

/// The random streams of a flow that belong to its algorithm.
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    /// Ordinal: the round.
    round: RandomStream,
    /// Ordinal: the ACK.
    ack: RandomStream,
    /// Ordinal: 0.
    clock_phase: RandomStream,
}

impl Draws {
    /// Those of a flow.
    pub fn new(seed: u64, stream: Stream) -> Draws {
        Draws {
            round: RandomStream::new(seed, Purpose::Algorithm, stream),
            ack: RandomStream::new(seed, Purpose::AlgorithmAck, stream),
            clock_phase: RandomStream::new(seed, Purpose::ClockPhase, stream),
        }
    }
    /// The phase of the TCP stack's coarse clock, uniform in [0, 1).
    pub fn clock_phase(&self) -> f64 {
        self.clock_phase.uniform(0)
    }
}

/// State that an algorithm may see and move during a call.
pub struct Context<'a> {
    /// The present.
    pub now: Time,
    /// Its window. After the call the sender applies the floor (1 packet; ssthresh 2).
    pub window: &'a mut Window,
    /// F, in packets.
    pub in_flight: f64,
    /// Smoothed RTT, once there is a sample.
    pub srtt: Option<Span>,
    /// Smallest RTT sample so far.
    pub min_rtt: Option<Span>,
    /// Inside fast recovery, or another reduction that takes a round trip (for an ECN mark, `reduce_gradually`); the
    /// ACK that ends it is already outside.
    pub in_recovery: bool,
    /// Linux's state Open, as the ACK found it: no duplicates are counted, no recovery, reduction or timeout's
    /// repair is in progress.
    pub open: bool,
    /// The present round ("measured RTT interval") of the flow, counted from 0: the ordinal of `draw`.
    pub round: u64,
    /// The ACK in progress, counted from 1: the ordinal of `draw_of_ack`.
    pub ack: u64,
    /// Payload of a full packet, in bytes.
    pub mss: u32,
    /// The flow's and its TCP stack's settings.
    pub host: &'a FlowSettings,
    /// The flow's random streams for its algorithm; use `draw` (or `draw_of_interval`), `draw_of_ack` and `clock_phase`.
    pub draws: &'a Draws,
    /// How slow start grows at present (`RenoGrowth::slow_start`).
    pub growth: Growth,
    /// The sender is to reduce the window gradually; use `reduce_gradually`.
    pub gradual: &'a mut bool,
    /// Where signals and decisions are emitted.
    pub emitter: &'a mut Emitter,
}

impl Context<'_> {
    /// Whether the TCP stack counts this as slow start: cwnd <= ssthresh or < (`slow_start_at_ssthresh`).
    #[inline]
    pub fn in_slow_start(&self) -> bool {
        if self.host.slow_start_at_ssthresh {
            self.window.cwnd <= self.window.ssthresh
        } else {
            self.window.cwnd < self.window.ssthresh
        }
    }
    /// Slow start of an algorithm that reduces its window to ssthresh by itself: there it is in none, on any TCP stack.
    pub fn below_ssthresh(&self) -> bool {
        self.window.cwnd < self.window.ssthresh
    }
    /// The draw of the present round, uniform in [0, 1): the same whether or not earlier rounds drew (contract 1.4).
    pub fn draw(&self) -> f64 {
        self.draws.round.uniform(self.round)
    }
    /// The same of an interval that the algorithm counts by itself, in place of `draw`: not of both.
    pub fn draw_of_interval(&self, interval: u64) -> f64 {
        self.draws.round.uniform(interval)
    }
    /// The draw of the present ACK, uniform in [0, 1), whether or not earlier ones drew. Not for calls that no
    /// ACK brings about.
    pub fn draw_of_ack(&self) -> f64 {
        self.draws.ack.uniform(self.ack)
    }
    /// The phase of the TCP stack's coarse clock, uniform in [0, 1): the same throughout a run.
    pub fn clock_phase(&self) -> f64 {
        self.draws.clock_phase()
    }
    /// Half of the TCP stack's base, as TCP halves: FreeBSD and Linux in whole packets. At least 2.
    pub fn halved(&self, base: f64) -> f64 {
        self.reduced(base, 0.5)
    }
    /// This share of the TCP stack's base, rounded as `halved`.
    pub fn reduced(&self, base: f64, share: f64) -> f64 {
        let less = base * share;
        let less = if self.host.host == HostKind::Ns2 { less } else { less.floor() };
        less.max(2.0)
    }
    /// The flow reduces its window less for this event than for a loss: it is an ECN mark, and the flow has `abe` (RFC 8511).
    pub fn is_alternative_backoff(&self, loss: &Loss) -> bool {
        loss.trigger == Trigger::Ecn && self.host.abe
    }
    /// Lowers ssthresh at once and cwnd to it within a round trip, as Linux's state CWR does; growth stops until then, and
    /// `Ended::Recovery` reports the end. Losses found meanwhile are repaired without a further cut.
    pub fn reduce_gradually(&mut self, ssthresh: f64) {
        self.window.ssthresh = ssthresh;
        *self.gradual = true;
    }
    /// A full packet on the wire, in bits.
    pub fn packet_bits(&self) -> f64 {
        f64::from(self.mss + HEADER_BYTES) * 8.0
    }
    /// Says a signal's new value.
    pub fn signal(&mut self, signal: &'static Signal, value: f64) {
        self.emitter.signal(signal, value);
    }
    /// A reduction of the window, which was `before`, that delay alone caused: marked, and counted (the summary's
    /// `delay_backoffs`), heard or not. The algorithm's section lists `DELAY_BACKOFF` among its signals.
    pub fn delay_backoff(&mut self, before: f64) {
        self.emitter.delay_backoffs += 1;
        self.signal(&DELAY_BACKOFF, before);
    }
    /// Says which rule fired, with its numbers.
    pub fn decide(&mut self, rule: &'static Rule, numbers: &[f64]) {
        self.emitter.decide(rule, numbers);
    }
}
