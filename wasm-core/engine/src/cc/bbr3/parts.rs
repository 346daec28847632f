//! The parts of BBR v3's state, one for each question that it asks of the path. Not here: the rules that read and change several of
//! them (`cycle.rs`, `losses.rs`, `window.rs`).

use crate::cc::{LostPacket, RateSample};
use crate::units::{Span, Time};

/// Growth of the delivery rate that shows that the pipe is not full, and rounds without it after which it is (5.3.1.2).
const FULL_GROWTH: f64 = 1.25;
const FULL_ROUNDS: u32 = 3;

/// State of the state machine (5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Startup,
    Drain,
    Down,
    Cruise,
    Refill,
    Up,
    ProbeRtt,
}

impl State {
    /// Pacing gain and cwnd gain (5.6.1).
    pub fn gains(self) -> (f64, f64) {
        match self {
            State::Startup => (2.77, 2.0),
            State::Drain => (0.5, 2.0),
            State::Down => (0.9, 2.0),
            State::Cruise | State::Refill => (1.0, 2.0),
            State::Up => (1.25, 2.25),
            State::ProbeRtt => (1.0, 0.5),
        }
    }
    /// IsProbingBW.
    pub fn probes(self) -> bool {
        matches!(self, State::Startup | State::Refill | State::Up)
    }
    /// IsInAProbeBWState.
    pub fn is_probe_bw(self) -> bool {
        matches!(self, State::Down | State::Cruise | State::Refill | State::Up)
    }
}

/// Subject of the ACKs with respect to a probe for bandwidth (BBR.ack_phase).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feedback {
    Init,
    Refilling,
    Starting,
    Coming,
    Stopping,
}

/// State of the sender's loss recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repair {
    Open,
    Recovery,
    Loss,
}

/// Whether the pipe is full: the delivery rate has stopped growing.
#[derive(Clone, Debug, Default)]
pub(super) struct FullPipe {
    /// BBR.full_bw, in packets/s.
    pub baseline: f64,
    /// BBR.full_bw_count.
    pub rounds: u32,
    /// BBR.full_bw_now: since it was asked last.
    pub now: bool,
    /// BBR.full_bw_reached: ever.
    pub reached: bool,
}

impl FullPipe {
    /// Asks anew (ResetFullBW), from this rate on.
    pub fn ask(&mut self, baseline: f64) {
        (self.baseline, self.rounds, self.now) = (baseline, 0, false);
    }
    /// An ACK begins a round, with a rate that the application did not limit (CheckFullBWReached).
    pub fn look(&mut self, rate: f64) {
        if self.now {
            return;
        }
        if rate >= self.baseline * FULL_GROWTH {
            self.ask(rate);
            return;
        }
        self.rounds += 1;
        self.now = self.rounds >= FULL_ROUNDS;
        self.reached |= self.now;
    }
}

/// Deliveries and losses of a round.
#[derive(Clone, Debug, Default)]
pub(super) struct LossRound {
    /// BBR.loss_round_delivered, BBR.loss_round_start.
    pub next: u64,
    pub started: bool,
    /// BBR.is_loss_in_round.
    pub lossy: bool,
    /// BBR.bw_latest in packets/s, BBR.inflight_latest in packets.
    pub rate: f64,
    pub delivered: f64,
    /// Separate ranges of lost packets, and the last packet of them.
    pub ranges: u32,
    last: Option<u64>,
}

impl LossRound {
    /// A sample arrives (UpdateLatestDeliverySignals).
    pub fn look(&mut self, sample: &RateSample, total: u64) {
        self.rate = self.rate.max(sample.rate.unwrap_or(0.0));
        self.delivered = self.delivered.max(sample.delivered as f64);
        self.started = sample.prior_delivered >= self.next;
        if self.started {
            self.next = total;
        }
    }
    /// The ACK has been processed (AdvanceLatestDeliverySignals).
    pub fn advance(&mut self, sample: Option<&RateSample>) {
        if self.started {
            self.rate = sample.and_then(|sample| sample.rate).unwrap_or(0.0);
            self.delivered = sample.map_or(0.0, |sample| sample.delivered as f64);
            self.ranges = 0;
        }
    }
    /// A packet is lost; returns whether it is the first one of its round (NoteLoss).
    pub fn note(&mut self, delivered: u64) -> bool {
        let first = !std::mem::replace(&mut self.lossy, true);
        if first {
            self.next = delivered;
        }
        first
    }
    /// Counts ranges.
    pub fn count(&mut self, packet: &LostPacket) {
        let adjoins = self.last.is_some_and(|last| packet.sequence == last + 1);
        self.ranges += u32::from(!adjoins || self.ranges == 0);
        self.last = Some(packet.sequence);
    }
    /// A phase begins (ResetCongestionSignals).
    pub fn reset(&mut self) {
        (self.lossy, self.rate, self.delivered) = (false, 0.0, 0.0);
    }
}

/// Probes for bandwidth: when they are due, and what is known of the last one.
#[derive(Clone, Debug)]
pub(super) struct Probes {
    pub feedback: Feedback,
    /// BBR.is_bw_probe_sample: packets of a probe are being acknowledged or lost.
    pub sampling: bool,
    /// BBR.prev_probe_too_high, BBR.prev_probe_precautionary.
    pub too_high: bool,
    pub precautionary: bool,
    /// BBR.bw_probe_up_acked, BBR.probe_up_acked_per_inc, BBR.bw_probe_up_rounds.
    pub acked: f64,
    pub acked_per_packet: f64,
    pub rounds_up: u32,
    /// BBR.rounds_since_probe_up.
    pub rounds: u64,
    /// BBR.cycle_stamp, BBR.bw_probe_wait.
    pub since: Time,
    pub wait: Span,
    /// Number of waits drawn.
    pub waits: u64,
}

impl Default for Probes {
    fn default() -> Probes {
        Probes {
            feedback: Feedback::Init,
            sampling: false,
            too_high: false,
            precautionary: false,
            acked: 0.0,
            acked_per_packet: f64::INFINITY,
            rounds_up: 0,
            rounds: 0,
            since: Time::ZERO,
            wait: Span::ZERO,
            waits: 0,
        }
    }
}

impl Probes {
    /// The bound grows faster: by 1, 2, 4 ... packets per round (RaiseInflightLongtermSlope). Returns by how many.
    pub fn grow_faster(&mut self, cwnd: f64) -> f64 {
        let packets = f64::from(1u32 << self.rounds_up);
        self.rounds_up = (self.rounds_up + 1).min(30);
        self.acked_per_packet = (cwnd / packets).max(1.0);
        packets
    }
    /// More packets are acknowledged: returns by how many the bound grows.
    pub fn growth(&mut self, acked: f64) -> f64 {
        self.acked += acked;
        let packets = (self.acked / self.acked_per_packet).floor();
        self.acked -= packets * self.acked_per_packet;
        packets
    }
}

/// Bounds between two probes; infinite without losses.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShortTerm {
    /// BBR.bw_shortterm, in packets/s.
    pub rate: f64,
    /// BBR.inflight_shortterm, in packets.
    pub in_flight: f64,
}

impl ShortTerm {
    pub const NONE: ShortTerm = ShortTerm { rate: f64::INFINITY, in_flight: f64::INFINITY };
}

/// Whether the window was full in this round or the one before (C.is_cwnd_limited).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FullWindow {
    present: bool,
    previous: bool,
}

impl FullWindow {
    pub fn note(&mut self, full: bool) {
        self.present |= full;
    }
    pub fn start_round(&mut self) {
        (self.previous, self.present) = (self.present, false);
    }
    pub fn lately(&self) -> bool {
        self.present || self.previous
    }
}

/// The minimum RTT, and the one that decides when it must be measured again.
#[derive(Clone, Debug, Default)]
pub(super) struct MinRtt {
    /// BBR.min_rtt, BBR.min_rtt_stamp.
    pub rtt: Option<Span>,
    pub at: Time,
    /// BBR.probe_rtt_min_delay, BBR.probe_rtt_min_stamp.
    pub recent: Option<Span>,
    pub recent_at: Time,
    /// BBR.probe_rtt_expired.
    pub expired: bool,
}

impl MinRtt {
    /// An ACK arrives (UpdateMinRTT).
    pub fn look(&mut self, rtt: Option<Span>, now: Time, window: Span, interval: Span) {
        self.expired = now > self.recent_at + interval;
        if let Some(rtt) = rtt
            && (self.expired || self.recent.is_none_or(|least| rtt < least))
        {
            (self.recent, self.recent_at) = (Some(rtt), now);
        }
        let smaller = self.recent.is_some_and(|recent| self.rtt.is_none_or(|least| recent < least));
        if smaller || now > self.at + window {
            (self.rtt, self.at) = (self.recent, self.recent_at);
        }
    }
}

/// State that a needless recovery gives back.
#[derive(Clone, Debug)]
pub(super) struct Undo {
    /// BBR.undo_state: the state that the recovery ended.
    pub state: Option<State>,
    pub short: ShortTerm,
    /// BBR.undo_inflight_longterm.
    pub long: f64,
}
