//! BBR's memory: the largest delivery rate of some rounds, and how much more than that rate is acknowledged at once.
//! Not here: the minimum RTT, which Probe RTT renews (`mod.rs`).

use crate::units::{Span, Time};

/// Rounds of the rate filter: the present one and 10 before it, as in Linux.
const ROUNDS: usize = 11;
/// Rounds after which the older half of the excess is forgotten.
const EXTRA_ROUNDS: u32 = 5;
/// The excess counts for at most this time of the bandwidth.
const MOST_EXTRA: Span = Span(100_000_000);
/// Packets after which an epoch of excess begins anew.
const LONGEST_EPOCH: f64 = 1_048_576.0;

/// The greatest rate of the last rounds.
#[derive(Clone, Debug, Default)]
pub(super) struct MaxRate {
    rounds: [f64; ROUNDS],
    place: usize,
    max: f64,
}

impl MaxRate {
    /// In packets/s; 0 without a sample.
    pub fn max(&self) -> f64 {
        self.max
    }
    /// A sample of the present round.
    pub fn add(&mut self, rate: f64) {
        self.rounds[self.place] = self.rounds[self.place].max(rate);
        self.max = self.max.max(rate);
    }
    /// A round begins. A filter that would be empty keeps its last value until there is a sample.
    pub fn start_round(&mut self) {
        self.place = (self.place + 1) % ROUNDS;
        self.rounds[self.place] = 0.0;
        let max = self.rounds.iter().copied().fold(0.0, f64::max);
        if max > 0.0 {
            self.max = max;
        }
    }
}

/// How much more than the bandwidth times the time was acknowledged, at most, in 5 to 10 rounds.
#[derive(Clone, Debug, Default)]
pub(super) struct Aggregation {
    since: Time,
    acked: f64,
    most: [f64; 2],
    place: usize,
    rounds: u32,
}

impl Aggregation {
    /// An epoch begins.
    pub fn start(&mut self, now: Time) {
        (self.since, self.acked) = (now, 0.0);
    }

    /// An ACK arrives, at this bandwidth in packets/s and with this window.
    pub fn add(&mut self, now: Time, acked: f64, rate: f64, cwnd: f64, round_start: bool) {
        if acked <= 0.0 {
            return;
        }
        if round_start {
            self.rounds += 1;
            if self.rounds >= EXTRA_ROUNDS {
                (self.rounds, self.place) = (0, 1 - self.place);
                self.most[self.place] = 0.0;
            }
        }
        let mut expected = rate * now.since(self.since).seconds();
        if self.acked <= expected || self.acked + acked >= LONGEST_EPOCH {
            self.start(now);
            expected = 0.0;
        }
        self.acked += acked;
        let extra = (self.acked - expected).min(cwnd);
        self.most[self.place] = self.most[self.place].max(extra);
    }

    /// Packets that are added to the window's target.
    pub fn extra(&self, rate: f64) -> f64 {
        self.most[0].max(self.most[1]).floor().min(rate * MOST_EXTRA.seconds())
    }
}
