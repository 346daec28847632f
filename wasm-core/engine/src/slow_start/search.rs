//! SEARCH (Slow start Exit At Right CHokepoint), version 3.0 of draft-chung-ccwg-search, 2024: slow start ends when what is
//! delivered no longer doubles per RTT. With R₀ the first RTT and a window of 3.5 R₀ in 10 bins of 0.35 R₀, at the end of
//! each bin:
//!
//!   exit   curr = deliveries of the last window, prev = those of the window one present RTT earlier;
//!          (2 prev - curr)/(2 prev) >= 0.35
//!
//! The capacity was reached about two RTTs earlier, so cwnd loses the deliveries of the last 2 R₀; ssthresh is cwnd.
//! Deliveries are cumulative acknowledgements, as in the draft. Only for the first slow start. Whatever else stops the doubling,
//! a receive window for example, looks like a full path.
//!
//! Version: 3.0, read in the draft's source of June 2024 and in its authors' module for Linux. It is complete in itself; in -09
//! the comparison is with data *sent* one RTT earlier (0.26 of it), and a gradual drain of the window takes the place of
//! the cut. Of that only an implementation was read, which leaves the drain out and reverses the draft's interpolation.
//! From implementations, not from the draft: cwnd falls to the initial window at most (the module for Linux, which cuts only
//! on request), and more than 10 bins without an ACK restart it (-09). Departures: the last 2 R₀ are interpolated
//! between bins, where the module takes whole ones; prev may reach back 15 bins and a part, which 25 bins cannot hold.

use super::{ExitRule, Sample, Verdict};
use crate::math::float;
use crate::observe::{Emitter, Inference, Outcome, Rule};
use crate::units::{Span, Time};

/// Bins of a window (W).
const WINDOW: u64 = 10;
/// How many bins the earlier window may end before the present one (`EXTRA_BINS`).
const EXTRA: u64 = 15;
/// Bounds of bins that are kept: both windows, and one more to interpolate.
const KEPT: usize = (WINDOW + EXTRA + 2) as usize;
/// Share missing of twice the earlier deliveries when the path is full (`THRESH`).
const THRESHOLD: f64 = 0.35;

/// Deliveries have stopped doubling.
pub static EXIT: Rule = Rule {
    key: "search.exit",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["delivered", "delivered_before", "shortfall", "overshoot", "before", "ssthresh"],
};

/// Part of the expected deliveries that is missing.
fn shortfall(expected: f64, delivered: f64) -> f64 {
    (expected - delivered) / expected
}

/// Duration of a bin (0.35 R₀).
fn bin_duration(first_rtt: Span) -> Span {
    Span(first_rtt.0 * 7 / 20).max(Span(1))
}

/// Deliveries by the end of each bin.
#[derive(Clone, Debug)]
struct Bins {
    first_rtt: Span,
    duration: Span,
    /// When the present bin ends.
    end: Time,
    /// Number of bins that have ended.
    ended: u64,
    /// Segments acknowledged when bin n ended, at n modulo `KEPT`; bin 0 ends with the first sample.
    acknowledged: Box<[u64; KEPT]>,
}

impl Bins {
    /// The first RTT sample starts them.
    fn new(sample: &Sample) -> Bins {
        let duration = bin_duration(sample.rtt);
        let acknowledged = Box::new([sample.acknowledged; KEPT]);
        Bins { first_rtt: sample.rtt, duration, end: sample.now + duration, ended: 0, acknowledged }
    }

    /// Bins that end with an ACK at this time.
    fn passed(&self, now: Time) -> u64 {
        if now > self.end { now.since(self.end).0 / self.duration.0 + 1 } else { 0 }
    }

    /// Ends bins, the last of them with this many segments acknowledged.
    fn pass(&mut self, passed: u64, acknowledged: u64) {
        let before = self.at(self.ended);
        for bin in self.ended + 1..self.ended + passed {
            self.acknowledged[bin as usize % KEPT] = before;
        }
        self.ended += passed;
        self.end += Span(self.duration.0 * passed);
        self.acknowledged[self.ended as usize % KEPT] = acknowledged;
    }

    /// Segments acknowledged when a bin ended.
    fn at(&self, bin: u64) -> u64 {
        self.acknowledged[bin as usize % KEPT]
    }

    /// The same this long before a bin ended; linear within a bin.
    fn before(&self, bin: u64, earlier: Span) -> f64 {
        let bin = bin - earlier.0 / self.duration.0;
        let rest = earlier.0 % self.duration.0;
        let at = float(self.at(bin));
        if rest == 0 {
            return at;
        }
        at - (at - float(self.at(bin - 1))) * float(rest) / float(self.duration.0)
    }

    /// Deliveries of the last window, and of the window that ended one RTT earlier, if both are known.
    fn windows(&self, rtt: Span) -> Option<(f64, f64)> {
        let back = rtt.0 / self.duration.0;
        if back > EXTRA || self.ended < back + WINDOW + 1 {
            return None;
        }
        let delivered = |earlier| self.before(self.ended, earlier) - self.before(self.ended - WINDOW, earlier);
        Some((delivered(Span::ZERO), delivered(rtt)))
    }

    /// Deliveries of the last two first RTTs.
    fn overshoot(&self) -> f64 {
        float(self.at(self.ended)) - self.before(self.ended, Span(2 * self.first_rtt.0))
    }
}

/// State: the bins, once there is an RTT.
#[derive(Clone, Debug, Default)]
pub struct Search {
    bins: Option<Bins>,
}

impl ExitRule for Search {
    fn sample(&mut self, sample: &Sample, emitter: &mut Emitter) -> Option<Verdict> {
        let bins = self.bins.get_or_insert_with(|| Bins::new(sample));
        let passed = bins.passed(sample.now);
        if passed == 0 {
            return None;
        }
        if passed > WINDOW {
            *bins = Bins::new(sample);
            return None;
        }
        bins.pass(passed, sample.acknowledged);
        let (delivered, earlier) = bins.windows(sample.rtt)?;
        let shortfall = shortfall(2.0 * earlier, delivered);
        if earlier == 0.0 || shortfall < THRESHOLD {
            return None;
        }
        let (before, overshoot) = (sample.cwnd, bins.overshoot());
        let cwnd = (before - overshoot).max(sample.initial_window).min(before);
        emitter.decide(&EXIT, &[delivered, earlier, shortfall, overshoot, before, cwnd]);
        Some(Verdict::End(cwnd))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test] // deliveries 1, 2, 4, 8, 16, 16 per RTT, windows of 4 RTTs; -09: bytes sent and delivered, threshold 0.26
    fn deliveries_that_do_not_double_fall_short() {
        let close = |found: f64, expected: f64| (found - expected).abs() < 5e-6;
        assert_eq!(shortfall(2.0 * 15.0, 30.0), 0.0);
        assert!(close(shortfall(2.0 * 30.0, 44.0), 0.26667));
        assert_eq!(shortfall(2.0 * 64.0, 64.0), 0.5);
        assert!(close(shortfall(174_000.0, 131_000.0), 0.24713));
        assert!(close(shortfall(174_000.0, 126_000.0), 0.27586));
    }

    #[test]
    fn a_bin_is_0_35_of_the_first_rtt() {
        assert_eq!(bin_duration(Span::from_ms(41.3)), Span::from_ms(14.455));
    }

    /// Ten samples per first RTT, each with this RTT; `acknowledged` at each time, in first RTTs. The time of the exit, the
    /// verdict and its numbers.
    fn run(rtt: impl Fn(f64) -> f64, cwnd: f64, acknowledged: impl Fn(f64) -> f64) -> Option<(f64, Verdict, Vec<f64>)> {
        let (mut rule, mut emitter) = (Search::default(), Emitter::default());
        emitter.interests = crate::observe::Interests::ALL;
        (0..400).find_map(|n| {
            let t = f64::from(n) / 10.0;
            let rtt = Span::from_ms(100.0 * rtt(t));
            let acknowledged = acknowledged(t) as u64;
            let now = Time::from_seconds(1.0 + t / 10.0);
            let sample = Sample { now, rtt, base: rtt, cwnd, initial_window: 10.0, acknowledged };
            rule.sample(&sample, &mut emitter).map(|verdict| (t, verdict, emitter.numbers.clone()))
        })
    }

    /// Doubling per RTT up to a rate, in segments per RTT, that is reached after six RTTs.
    fn up_to_capacity(t: f64) -> f64 {
        let doubled = |t: f64| 1000.0 * libm::exp2(t) / core::f64::consts::LN_2;
        if t < 6.0 { doubled(t) - doubled(0.0) } else { doubled(6.0) - doubled(0.0) + 64_000.0 * (t - 6.0) }
    }

    #[test]
    fn it_ends_two_rtts_after_the_rate_stops_doubling() {
        let (t, verdict, numbers) = run(|_| 1.0, 200_000.0, up_to_capacity).expect("an exit");
        assert!((8.1..8.7).contains(&t), "2.2 RTTs, and up to a bin: {t}");
        let [delivered, earlier, shortfall, overshoot, before, ssthresh] = numbers[..] else { panic!("{numbers:?}") };
        assert!(shortfall >= 0.35 && shortfall == (2.0 * earlier - delivered) / (2.0 * earlier));
        assert_eq!((before, verdict), (200_000.0, Verdict::End(ssthresh)));
        assert_eq!(ssthresh, before - overshoot);
        assert!((overshoot - 128_000.0).abs() < 2000.0, "two RTTs at the capacity: {overshoot}");
    }

    #[test]
    fn doubling_goes_on_with_any_jitter_of_the_rtt() {
        let steady = |t: f64| 1000.0 * libm::exp2(t);
        assert_eq!(run(|_| 1.0, 1e6, |t| steady(t.min(30.0))).map(|(t, ..)| t > 30.0), Some(true));
        let jumps = |t: f64| if ((t * 10.0) as u64).is_multiple_of(3) { 1.3 } else { 1.0 };
        assert_eq!(run(jumps, 1e6, |t| steady(t.min(30.0))).map(|(t, ..)| t > 30.0), Some(true));
    }

    #[test]
    fn the_window_falls_to_the_initial_one_at_most() {
        for (cwnd, left) in [(100.0, 10.0), (5.0, 5.0)] {
            assert_eq!(run(|_| 1.0, cwnd, up_to_capacity).expect("an exit").1, Verdict::End(left));
        }
    }

    #[test] // (windows are known from the 14th bin on, at an RTT of 1 R₀) an RTT that is too long to look back on is no reason
    fn both_windows_must_be_known() {
        let constant = |t: f64| 1000.0 * t;
        let (t, ..) = run(|_| 1.0, 1e6, constant).expect("an exit");
        assert!((13.0 * 0.35..14.5 * 0.35).contains(&t), "{t}");
        assert!(run(|t| if t > 0.0 { 5.5 } else { 1.0 }, 1e6, constant).is_some(), "15 bins and a part");
        assert!(run(|t| if t > 0.0 { 5.6 } else { 1.0 }, 1e6, constant).is_none(), "16 bins");
    }

    #[test]
    fn bins_without_an_ack_have_no_deliveries() {
        let rtt = Span::from_ms(100.0);
        let (now, acknowledged) = (Time::from_seconds(1.0), 7);
        let mut bins = Bins::new(&Sample { now, rtt, base: rtt, cwnd: 10.0, initial_window: 10.0, acknowledged });
        let passed = [35.0, 35.1, 105.1].map(|ms| bins.passed(now + Span::from_ms(ms)));
        assert_eq!(passed, [0, 1, 3]);
        bins.pass(2, 9);
        bins.pass(3, 50);
        assert_eq!([0, 1, 2, 3, 4, 5].map(|bin| bins.at(bin)), [7, 7, 9, 9, 9, 50]);
        assert_eq!(bins.before(5, Span::from_ms(7.0)), 50.0 - 41.0 * 0.2, "linear within a bin");
    }

    #[test] // the sample after it shows no deliveries at all
    fn a_long_silence_restarts_it() {
        let (mut rule, mut emitter) = (Search::default(), Emitter::default());
        let mut sample = |t: f64| {
            let (now, rtt) = (Time::from_seconds(t / 10.0), Span::from_ms(100.0));
            let acknowledged = up_to_capacity(t.min(6.0)) as u64;
            rule.sample(&Sample { now, rtt, base: rtt, cwnd: 1e6, initial_window: 10.0, acknowledged }, &mut emitter)
        };
        assert!((0..60).all(|n| sample(f64::from(n) / 10.0).is_none()));
        assert_eq!(sample(10.0), None, "12 bins later");
        assert_eq!(sample(10.4), None);
    }
}
