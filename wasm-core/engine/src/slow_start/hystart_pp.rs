//! HyStart++ (RFC 9406): a growing delay slows slow start down before it ends it, since one round's delay may be jitter.
//!
//!   conservative   the smallest RTT of the round, of 8 samples or more, is at least that of the round before + η, where η
//!                  is an eighth of the latter, from 4 to 16 ms: growth is divided by 4 (conservative slow start)
//!   resume         in it, the smallest RTT of a round, of 8 samples or more, is less than it was when it began: slow start
//!   exit           5 rounds of it, the one in which it began included: ssthresh is cwnd
//!
//! Only for the first slow start; a loss, a mark or a timeout ends it at any time. An ACK adds no more than L = 8 packets
//! before the division. Rules and constants are those of RFC 9406, sections 4.2 and 4.3, as implementations quote them; the
//! whole text was not at hand. Uncertain: the round in which it begins keeps its samples, so one smaller sample resumes slow
//! start at once, and both may occur several times in a round; some implementations count 8 samples again.
//! Departures: the TCP stack's way of counting ACKs remains, and L only bounds it; a sample is judged before the growth of its
//! ACK, the RFC judges after it. A paced sender has no L (`Growth::paced`).

use super::{ExitRule, Growth, Sample, Verdict};
use crate::observe::{Emitter, Inference, Outcome, Rule};
use crate::units::{Span, Time};

/// Packets that an ACK may add to the window at most, unless the sender paces (L); `Growth::of` applies it.
pub const LIMIT: f64 = 8.0;
/// Divisor of the growth in conservative slow start (`CSS_GROWTH_DIVISOR`).
pub const GROWTH_DIVISOR: f64 = 4.0;
/// Rounds of conservative slow start (`CSS_ROUNDS`).
const ROUNDS: u32 = 5;
/// Samples of a round before its delay counts (`N_RTT_SAMPLE`).
const SAMPLES: u32 = 8;
/// Bounds of the growth in delay that counts (`MIN_RTT_THRESH`, `MAX_RTT_THRESH`).
const LEAST_GROWTH: Span = Span(4_000_000);
const MOST_GROWTH: Span = Span(16_000_000);
/// Of the last round's RTT, the growth that counts is this part (`MIN_RTT_DIVISOR`).
const DIVISOR: u64 = 8;

/// A growing delay has slowed slow start down.
pub static CONSERVATIVE: Rule = Rule {
    key: "hystart_pp.conservative",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["rtt_ms", "last_rtt_ms", "threshold_ms", "cwnd"],
};
/// The delay has fallen again: it was no queue.
pub static RESUME: Rule = Rule {
    key: "hystart_pp.resume",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["rtt_ms", "baseline_rtt_ms", "cwnd"],
};
/// The delay has stayed, and slow start is over.
pub static EXIT: Rule = Rule {
    key: "hystart_pp.exit",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["rounds", "baseline_rtt_ms", "ssthresh"],
};

/// No RTT is known.
const NONE: Span = Span(u64::MAX);

/// Conservative slow start.
#[derive(Clone, Copy, Debug)]
struct Conservative {
    /// The smallest RTT of the round in which it began, up to then.
    baseline: Span,
    /// Its rounds that have ended.
    rounds: u32,
}

/// State: the smallest RTTs of the last and the present round.
#[derive(Clone, Debug)]
pub struct HyStartPp {
    last: Span,
    least: Span,
    samples: u32,
    conservative: Option<Conservative>,
}

impl Default for HyStartPp {
    fn default() -> HyStartPp {
        HyStartPp { last: NONE, least: NONE, samples: 0, conservative: None }
    }
}

/// Growth in delay, over the last round's smallest RTT, from which on a queue is inferred (η).
fn threshold(last: Span) -> Span {
    Span(last.0 / DIVISOR).max(LEAST_GROWTH).min(MOST_GROWTH)
}

impl ExitRule for HyStartPp {
    fn growth(&self) -> Growth {
        Growth::Limited
    }

    fn start_round(&mut self, _: Time, cwnd: f64, emitter: &mut Emitter) -> Option<Verdict> {
        (self.last, self.least, self.samples) = (self.least, NONE, 0);
        let Conservative { baseline, rounds } = self.conservative.as_mut()?;
        *rounds += 1;
        if *rounds < ROUNDS {
            return None;
        }
        emitter.decide(&EXIT, &[f64::from(*rounds), baseline.ms(), cwnd]);
        Some(Verdict::End(cwnd))
    }

    fn sample(&mut self, sample: &Sample, emitter: &mut Emitter) -> Option<Verdict> {
        self.least = self.least.min(sample.rtt);
        self.samples += 1;
        if self.samples < SAMPLES {
            return None;
        }
        let (least, cwnd) = (self.least, sample.cwnd);
        if let Some(Conservative { baseline, .. }) = self.conservative {
            if least >= baseline {
                return None;
            }
            self.conservative = None;
            emitter.decide(&RESUME, &[least.ms(), baseline.ms(), cwnd]);
            return Some(Verdict::Grow(Growth::Limited));
        }
        if self.last == NONE {
            return None;
        }
        let threshold = threshold(self.last);
        if least < self.last + threshold {
            return None;
        }
        self.conservative = Some(Conservative { baseline: least, rounds: 0 });
        emitter.decide(&CONSERVATIVE, &[least.ms(), self.last.ms(), threshold.ms(), cwnd]);
        Some(Verdict::Grow(Growth::Conservative))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The verdicts of a round of samples with these RTTs, that of its beginning first.
    fn round(rule: &mut HyStartPp, rtts_ms: &[f64]) -> Vec<Verdict> {
        let mut emitter = Emitter::default();
        let mut verdicts: Vec<_> = rule.start_round(Time::ZERO, 30.0, &mut emitter).into_iter().collect();
        for rtt in rtts_ms {
            let rtt = Span::from_ms(*rtt);
            let sample = Sample { now: Time::ZERO, rtt, base: rtt, cwnd: 30.0, initial_window: 10.0, acknowledged: 0 };
            verdicts.extend(rule.sample(&sample, &mut emitter));
        }
        verdicts
    }

    const SLOWER: Verdict = Verdict::Grow(Growth::Conservative);
    const FASTER: Verdict = Verdict::Grow(Growth::Limited);

    #[test] // last 41.3: η = 5.1625; 23: 4; 200: 16
    fn a_delay_that_grows_by_an_eighth_slows_slow_start_down() {
        for (last, growth, limit) in [(41.3, 5.1625, 46.4625), (23.0, 4.0, 27.0), (200.0, 16.0, 216.0)] {
            assert_eq!(threshold(Span::from_ms(last)), Span::from_ms(growth));
            let mut rule = HyStartPp::default();
            assert_eq!(round(&mut rule, &[last; 8]), [], "there is no earlier round");
            assert_eq!(round(&mut rule.clone(), &[limit - 0.0001; 20]), []);
            assert_eq!(round(&mut rule.clone(), &[limit; 7]), [], "8 samples");
            assert_eq!(round(&mut rule, &[limit; 8]), [SLOWER]);
        }
    }

    #[test] // each round is compared with the one before it, not with the smallest RTT of all
    fn a_delay_that_grows_slowly_is_no_queue() {
        let mut rule = HyStartPp::default();
        for ms in [40.0, 44.0, 48.0, 53.0] {
            assert_eq!(round(&mut rule, &[ms; 10]), []);
        }
        assert_eq!(round(&mut rule, &[60.0; 10]), [SLOWER], "53/8 = 6.625");
    }

    #[test]
    fn a_round_without_samples_is_no_measure() {
        let mut rule = HyStartPp::default();
        round(&mut rule, &[40.0; 10]);
        assert_eq!(round(&mut rule, &[]), []);
        assert_eq!(round(&mut rule, &[90.0; 10]), []);
    }

    #[test] // the round in which it begins counts as the first
    fn five_rounds_of_conservative_slow_start_end_it() {
        let mut rule = HyStartPp::default();
        round(&mut rule, &[40.0; 10]);
        assert_eq!(round(&mut rule, &[50.0; 10]), [SLOWER]);
        for _ in 2..=5 {
            assert_eq!(round(&mut rule, &[50.0; 10]), [], "no less than at its beginning");
        }
        assert_eq!(round(&mut rule, &[]), [Verdict::End(30.0)]);
    }

    #[test]
    fn a_delay_that_falls_again_resumes_slow_start() {
        let mut rule = HyStartPp::default();
        round(&mut rule, &[40.0; 10]);
        assert_eq!(round(&mut rule, &[50.0; 10]), [SLOWER]);
        round(&mut rule, &[50.0; 10]);
        assert_eq!(round(&mut rule, &[49.9; 7]), [], "8 samples");
        assert_eq!(round(&mut rule, &[49.9; 8]), [FASTER]);
        // It may slow down again, with five rounds more.
        assert_eq!(round(&mut rule, &[60.0; 10]), [SLOWER]);
        for _ in 2..=5 {
            assert_eq!(round(&mut rule, &[60.0; 10]), []);
        }
        assert_eq!(round(&mut rule, &[]), [Verdict::End(30.0)]);
    }

    #[test]
    fn a_smaller_sample_of_the_same_round_resumes_slow_start_at_once() {
        let mut rule = HyStartPp::default();
        round(&mut rule, &[40.0; 10]);
        let mut falling = [50.0; 12];
        falling[10] = 41.0;
        assert_eq!(round(&mut rule, &falling), [SLOWER, FASTER]);
    }
}
