//! How BBR finds out that a policer limits it: two intervals in a row with much loss and the same delivery rate. It then keeps to that
//! rate for a while (Linux: `lt_bw`, the long-term bandwidth). Not here: the policer itself.

use crate::units::Time;

/// Rounds of an interval.
const LEAST_ROUNDS: u32 = 4;
const MOST_ROUNDS: u32 = 16;
/// Lost packets per delivered one that are much: 50/256.
const MUCH_LOSS: f64 = 50.0 / 256.0;
/// Relative difference of two rates that are the same.
const SAME: f64 = 1.0 / 8.0;
/// Rounds for which the rate is kept.
const KEPT_ROUNDS: u32 = 48;

/// One ACK as this rule sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub now: Time,
    pub round_start: bool,
    /// BBR probes for bandwidth.
    pub probing: bool,
    pub app_limited: bool,
    /// Packets newly lost.
    pub lost: u64,
    /// Packets delivered so far.
    pub delivered: u64,
    /// Packets lost so far, also those that a timer marked.
    pub total_lost: u64,
}

/// State of the rule.
#[derive(Clone, Debug, Default)]
pub(super) struct Policer {
    /// Rate of the last interval, 0 without one, and whether it is used.
    rate: f64,
    used: bool,
    sampling: bool,
    /// Start of the interval: when, with how many delivered and lost.
    since: Time,
    since_delivered: u64,
    since_lost: u64,
    rounds: u32,
    delivered: u64,
    lost: u64,
}

impl Policer {
    /// Nothing is known yet.
    pub fn start(&mut self, now: Time) {
        *self = Policer { since: now, delivered: self.delivered, lost: self.lost, ..Policer::default() };
        (self.since_delivered, self.since_lost) = (self.delivered, self.lost);
    }

    /// The rate to be kept, in packets/s.
    pub fn rate(&self) -> Option<f64> {
        self.used.then_some(self.rate)
    }

    /// Packets delivered and lost, as far as this rule has seen.
    pub fn seen(&self) -> (u64, u64) {
        (self.delivered, self.lost)
    }

    /// Looks at an ACK. `least_difference`: rates that differ by no more, in packets/s, are the same.
    pub fn look(&mut self, seen: &Seen, least_difference: f64) {
        (self.delivered, self.lost) = (seen.delivered, seen.total_lost);
        if self.used {
            if seen.probing && seen.round_start {
                self.rounds += 1;
                if self.rounds >= KEPT_ROUNDS {
                    self.start(seen.now);
                }
            }
            return;
        }
        if !self.sampling {
            if seen.lost == 0 {
                return;
            }
            self.start_interval(seen.now);
            self.sampling = true;
        }
        if seen.app_limited {
            return self.start(seen.now);
        }
        self.rounds += u32::from(seen.round_start);
        if self.rounds < LEAST_ROUNDS {
            return;
        }
        if self.rounds > MOST_ROUNDS {
            return self.start(seen.now);
        }
        let (lost, delivered) = (self.lost - self.since_lost, self.delivered - self.since_delivered);
        let time = seen.now.since(self.since).seconds();
        if seen.lost == 0 || delivered == 0 || (lost as f64) < MUCH_LOSS * delivered as f64 || time < 0.001 {
            return;
        }
        self.end_interval(seen.now, delivered as f64 / time, least_difference);
    }

    fn start_interval(&mut self, now: Time) {
        (self.since, self.since_delivered, self.since_lost, self.rounds) = (now, self.delivered, self.lost, 0);
    }

    fn end_interval(&mut self, now: Time, rate: f64, least_difference: f64) {
        let difference = (rate - self.rate).abs();
        if self.rate > 0.0 && (difference <= SAME * self.rate || difference <= least_difference) {
            self.rate = (rate + self.rate) / 2.0;
            (self.used, self.rounds) = (true, 0);
            return;
        }
        self.rate = rate;
        self.start_interval(now);
    }
}
