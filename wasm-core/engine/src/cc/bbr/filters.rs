//! BBR's estimate of aggregation: how much more than the bandwidth times the time is acknowledged at once. Not here: the filter of
//! the rate and the excess of an epoch, which BBR v3 shares (`path_model`); the minimum RTT, which Probe RTT renews (`mod.rs`).

use crate::cc::path_model::Excess;
use crate::math::greater;
use crate::units::{Span, Time};

/// Rounds after which the older half of the excess is forgotten.
const EXTRA_ROUNDS: u32 = 5;
/// The excess counts for at most this time of the bandwidth.
const MOST_EXTRA: Span = Span(100_000_000);
/// Packets after which an epoch of excess begins anew.
const LONGEST_EPOCH: f64 = 1_048_576.0;

/// How much more than the bandwidth times the time was acknowledged, at most, in 5 to 10 rounds.
#[derive(Clone, Debug, Default)]
pub(super) struct Aggregation {
    excess: Excess,
    most: [f64; 2],
    place: usize,
    rounds: u32,
}

impl Aggregation {
    /// An epoch begins.
    pub fn start(&mut self, now: Time) {
        self.excess.start(now);
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
        let extra = self.excess.add(now, acked, rate, cwnd, LONGEST_EPOCH);
        self.most[self.place] = greater(extra, self.most[self.place]);
    }

    /// Packets that are added to the window's target.
    pub fn extra(&self, rate: f64) -> f64 {
        greater(self.most[0], self.most[1]).floor().min(rate * MOST_EXTRA.seconds())
    }
}
