//! HyStart, as Linux has it for CUBIC: slow start ends before a loss, where the ACKs of a round say that the path
//! is full. S. Ha, I. Rhee, Taming the elephants: new TCP slow start, Computer Networks 55(9), 2011; tcp_cubic.c, 5.10.
//!
//!   train   ACKs no more than 2 ms apart since the round's beginning last longer than base RTT/2
//!   delay   the smallest RTT of the round, of 8 samples or more, exceeds base RTT + (base RTT/8, from 4 to 16 ms)
//!
//! Either sets ssthresh to cwnd, which is 16 packets at least. A gap of more than 2 ms ends the round's train.
//! Departures: a round is the sender's own; the base RTT is the smallest sample of all. Not here: HyStart++ (`hystart_pp.rs`).

use super::{ExitRule, Sample, Verdict};
use crate::observe::{Emitter, Inference, Outcome, Rule};
use crate::units::{Span, Time};

/// Minimum window at which slow start ends.
const LEAST_WINDOW: f64 = 16.0;
/// Longest gap within a train.
const GAP: Span = Span(2_000_000);
/// Samples of a round before its delay counts.
const SAMPLES: u32 = 8;
/// Bounds of the growth in delay that counts.
const LEAST_GROWTH: Span = Span(4_000_000);
const MOST_GROWTH: Span = Span(16_000_000);

/// A train of ACKs has ended slow start.
pub static TRAIN: Rule = Rule {
    key: "hystart.train",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["train_ms", "base_rtt_ms", "ssthresh"],
};
/// A growing delay has ended slow start.
pub static DELAY: Rule = Rule {
    key: "hystart.delay",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["rtt_ms", "base_rtt_ms", "ssthresh"],
};

/// State of the present round.
#[derive(Clone, Copy, Debug)]
pub struct HyStart {
    began: Time,
    /// The last ACK of the train.
    last: Time,
    least: Span,
    samples: u32,
}

impl ExitRule for HyStart {
    fn first_only(&self) -> bool {
        false
    }

    fn start_round(&mut self, now: Time, _: f64, _: &mut Emitter) -> Option<Verdict> {
        *self = HyStart { began: now, last: now, ..HyStart::default() };
        None
    }

    fn sample(&mut self, sample: &Sample, emitter: &mut Emitter) -> Option<Verdict> {
        let &Sample { now, rtt, base, cwnd, .. } = sample;
        self.least = self.least.min(rtt);
        self.samples += 1;
        if cwnd < LEAST_WINDOW {
            return None;
        }
        if now.since(self.last) <= GAP {
            self.last = now;
            let train = now.since(self.began);
            if 2 * train.0 > base.0 {
                emitter.decide(&TRAIN, &[train.ms(), base.ms(), cwnd]);
                return Some(Verdict::End(cwnd));
            }
        }
        let growth = Span(base.0 / 8).max(LEAST_GROWTH).min(MOST_GROWTH);
        if self.samples < SAMPLES || self.least <= Span(base.0 + growth.0) {
            return None;
        }
        emitter.decide(&DELAY, &[self.least.ms(), base.ms(), cwnd]);
        Some(Verdict::End(cwnd))
    }
}

impl Default for HyStart {
    fn default() -> HyStart {
        HyStart { began: Time::ZERO, last: Time::ZERO, least: Span(u64::MAX), samples: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Interests;

    /// A sample at this time; the rule that ends slow start.
    fn sample(hystart: &mut HyStart, now: Time, rtt: Span, base: Span, cwnd: f64) -> Option<&'static str> {
        let mut emitter = Emitter { interests: Interests::ALL, ..Emitter::default() };
        let sample = Sample { now, rtt, base, cwnd, initial_window: 10.0, acknowledged: 0 };
        let verdict = hystart.sample(&sample, &mut emitter)?;
        assert_eq!(verdict, Verdict::End(cwnd));
        Some(emitter.decisions[0].0.key)
    }

    /// The samples of a round, `gap_ms` apart: the place of the one that ends slow start, and by which rule.
    fn round(gap_ms: f64, rtts_ms: &[f64], base_ms: f64, cwnd: f64) -> Option<(usize, &'static str)> {
        let mut hystart = HyStart::default();
        let mut now = Time::from_seconds(5.0);
        hystart.start_round(now, cwnd, &mut Emitter::default());
        for (n, rtt) in rtts_ms.iter().enumerate() {
            now += Span::from_ms(gap_ms);
            if let Some(rule) = sample(&mut hystart, now, Span::from_ms(*rtt), Span::from_ms(base_ms), cwnd) {
                return Some((n + 1, rule));
            }
        }
        None
    }

    #[test] // base RTT 40 ms, gaps of 2 ms: 10 of them are 20 ms, the 11th is longer
    fn a_train_of_half_the_base_rtt_ends_slow_start() {
        assert_eq!(round(2.0, &[40.0; 30], 40.0, 16.0), Some((11, "hystart.train")));
        assert_eq!(round(2.1, &[40.0; 30], 40.0, 16.0), None, "gaps that are too long");
        assert_eq!(round(2.0, &[40.0; 30], 40.0, 15.9), None, "a window that is too small");
    }

    #[test] // base/8 = 5 ms at 40 ms; 4 ms at least (8 ms), 16 ms at most (400 ms)
    fn a_grown_delay_ends_slow_start_after_eight_samples() {
        for (base, limit) in [(40.0, 45.0), (8.0, 12.0), (400.0, 416.0)] {
            assert_eq!(round(3.0, &[limit; 20], base, 20.0), None);
            assert_eq!(round(3.0, &[limit + 0.01; 20], base, 20.0), Some((8, "hystart.delay")));
        }
        let mut one_small = [60.0; 20];
        one_small[7] = 44.0;
        assert_eq!(round(3.0, &one_small, 40.0, 20.0), None, "the round's smallest counts");
    }

    #[test] // a gap ends the train for the rest of the round, a new round begins another
    fn a_train_is_one_rounds() {
        let mut hystart = HyStart::default();
        let (rtt, base) = (Span::from_ms(40.0), Span::from_ms(40.0));
        hystart.start_round(Time::ZERO, 20.0, &mut Emitter::default());
        let ends =
            |hystart: &mut HyStart, ms: f64| sample(hystart, Time::ZERO + Span::from_ms(ms), rtt, base, 20.0).is_some();
        assert!(!ends(&mut hystart, 1.0) && !ends(&mut hystart, 4.0), "3 ms apart");
        assert!((5..60).all(|ms| !ends(&mut hystart, f64::from(ms))));
        hystart.start_round(Time::ZERO + Span::from_ms(60.0), 20.0, &mut Emitter::default());
        assert!((61..=80).all(|ms| !ends(&mut hystart, f64::from(ms))));
        assert!(ends(&mut hystart, 81.0));
    }
}
