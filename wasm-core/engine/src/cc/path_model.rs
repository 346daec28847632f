//! Common parts of the versions of BBR: filters, packet-timed rounds, the pacing rate's rule, the time that Probe RTT lasts and
//! the window kept meanwhile. Not here: what an algorithm does with them (`bbr`, `bbr3`), how deliveries are measured
//! (`tcp/delivery`).

use super::Context;
use crate::math::greater;
use crate::units::{Span, Time};

/// The largest value of the last slots (rounds, or cycles), the present one included.
#[derive(Clone, Debug)]
pub(super) struct MaxFilter<const SLOTS: usize> {
    slots: [f64; SLOTS],
    place: usize,
    max: f64,
}

impl<const SLOTS: usize> Default for MaxFilter<SLOTS> {
    fn default() -> Self {
        MaxFilter { slots: [0.0; SLOTS], place: 0, max: 0.0 }
    }
}

impl<const SLOTS: usize> MaxFilter<SLOTS> {
    /// 0 without a value.
    pub fn max(&self) -> f64 {
        self.max
    }
    /// The largest value of the present slot.
    pub fn present(&self) -> f64 {
        self.slots[self.place]
    }
    /// A value in the present slot.
    pub fn add(&mut self, value: f64) {
        self.slots[self.place] = greater(value, self.slots[self.place]);
        self.max = greater(value, self.max);
    }
    /// A slot begins. A filter that would be empty keeps its last value until there is a new one.
    pub fn advance(&mut self) {
        self.place = (self.place + 1) % SLOTS;
        self.slots[self.place] = 0.0;
        let max = self.slots.iter().copied().fold(0.0, f64::max);
        if max > 0.0 {
            self.max = max;
        }
    }
}

/// How much more than the bandwidth times the time is acknowledged at once: the sign of aggregation.
#[derive(Clone, Debug, Default)]
pub(super) struct Excess {
    since: Time,
    acked: f64,
}

impl Excess {
    /// An epoch begins.
    pub fn start(&mut self, now: Time) {
        (self.since, self.acked) = (now, 0.0);
    }
    /// An ACK of this number of packets, at this bandwidth in packets/s: the excess of the epoch, at most the window. An epoch
    /// ends when no more than expected has come, or before `longest` packets.
    pub fn add(&mut self, now: Time, acked: f64, rate: f64, cwnd: f64, longest: f64) -> f64 {
        let mut expected = rate * now.since(self.since).seconds();
        if self.acked <= expected || self.acked + acked >= longest {
            self.start(now);
            expected = 0.0;
        }
        self.acked += acked;
        (self.acked - expected).min(cwnd)
    }
}

/// Packet-timed rounds: one ends with the delivery of a packet that left after the previous one had ended.
#[derive(Clone, Debug, Default)]
pub(super) struct Rounds {
    /// Packets delivered when the present round began.
    pub next: u64,
    /// The present ACK begins a round.
    pub started: bool,
    /// Rounds so far.
    pub count: u64,
}

impl Rounds {
    /// A packet is delivered that left when `prior` were delivered; now it is `total`.
    pub fn look(&mut self, prior: u64, total: u64) {
        self.started = prior >= self.next;
        if self.started {
            self.next = total;
            self.count += 1;
        }
    }
}

/// The pacing rate.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    /// In packets/s; 0 before the start.
    pub rate: f64,
    /// It was derived from an RTT.
    pub seen_rtt: bool,
}

impl Pace {
    /// Before the first rate sample: a multiple of the window per RTT, or per millisecond where no RTT is known.
    pub fn of_window(&mut self, gain: f64, cx: &Context) -> f64 {
        self.seen_rtt = cx.srtt.is_some();
        let rtt = cx.srtt.unwrap_or(Span::from_ms(1.0)).max(Span(1));
        gain * cx.window.cwnd / rtt.seconds()
    }
    /// Follows the model's rate; before the pipe is full it never falls.
    pub fn follow(&mut self, rate: f64, full: bool) {
        if full || rate > self.rate {
            self.rate = rate;
        }
    }
}

/// How long Probe RTT lasts: a time and a round, from when little enough is in flight.
#[derive(Clone, Debug, Default)]
pub(super) struct Dwell {
    end: Option<Time>,
    round: bool,
}

impl Dwell {
    /// An ACK in Probe RTT; `rounds` already knows of it. Returns whether Probe RTT is over.
    pub fn look(&mut self, now: Time, little: bool, lasts: Span, rounds: &mut Rounds, total: u64) -> bool {
        match self.end {
            None if little => {
                (self.end, self.round) = (Some(now + lasts), false);
                rounds.next = total;
                false
            }
            None => false,
            Some(end) => {
                self.round |= rounds.started;
                self.round && now > end
            }
        }
    }
    /// The path was empty: a round need not pass.
    pub fn excuse_round(&mut self) {
        self.round = true;
    }
}

/// The window before a recovery or Probe RTT.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptWindow(pub f64);

impl KeptWindow {
    /// Keeps this one; `undisturbed`: neither a recovery nor Probe RTT has reduced it.
    pub fn save(&mut self, cwnd: f64, undisturbed: bool) {
        self.0 = if undisturbed { cwnd } else { greater(self.0, cwnd) };
    }
    /// The window afterwards.
    pub fn restored(&self, cwnd: f64) -> f64 {
        greater(cwnd, self.0)
    }
}
