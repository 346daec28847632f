//! The machine's clock and the estimated time left, for people and limits; no run sees it. Not here: messages about
//! them.

use std::collections::VecDeque;
use std::time::Instant;

/// The present moment of the machine's clock.
#[expect(clippy::disallowed_methods, reason = "for people and for limits; no run sees it")]
pub fn now() -> Instant {
    Instant::now()
}

/// A duration in seconds, rounded for reading.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 90.0 * 60.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

/// Estimate of the time left from the recent speed of the work: later work may be slower or faster than earlier work.
pub struct Left {
    /// Elapsed times in seconds, each with the share of the work done by then.
    marks: VecDeque<(f64, f64)>,
}

impl Left {
    /// Seconds without an estimate at the start: a speed measured over less time means nothing.
    const SILENT_S: f64 = 2.0;
    /// Seconds that count as recent.
    const LATELY_S: f64 = 20.0;

    /// An estimate at the start.
    pub fn new() -> Left {
        Left { marks: VecDeque::from([(0.0, 0.0)]) }
    }

    /// Seconds left after `elapsed_s` with this share (0 to 1) done; `None` without a basis for an estimate.
    pub fn at(&mut self, elapsed_s: f64, share: f64) -> Option<f64> {
        self.marks.push_back((elapsed_s, share));
        // One older mark stays, so that the speed is measured over the whole period.
        while self.marks.get(1).is_some_and(|(at_s, _)| *at_s <= elapsed_s - Self::LATELY_S) {
            self.marks.pop_front();
        }
        let (from_s, before) = self.marks[0];
        let (took_s, done) = (elapsed_s - from_s, share - before);
        (elapsed_s >= Self::SILENT_S && took_s > 0.0 && done > 0.0 && share < 1.0)
            .then(|| (1.0 - share) * took_s / done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_run_has_its_time_left_and_none_at_first() {
        let mut left = Left::new();
        for tenth in 1..1000 {
            let elapsed_s = f64::from(tenth) / 10.0;
            let told = left.at(elapsed_s, elapsed_s / 100.0);
            assert_eq!(told.is_some(), elapsed_s >= 2.0, "{elapsed_s}");
            assert!(told.is_none_or(|left_s| (left_s - (100.0 - elapsed_s)).abs() < 1e-6), "{elapsed_s} {told:?}");
        }
        assert_eq!(left.at(100.0, 1.0), None);
        // Work that stands still ends never, which is no number.
        assert_eq!(Left::new().at(5.0, 0.0), None);
    }

    #[test]
    fn a_run_that_slows_down_is_judged_by_how_it_goes_now() {
        let mut left = Left::new();
        // Half of it in a second, then a thousandth a second.
        let share = |elapsed_s: f64| if elapsed_s <= 1.0 { elapsed_s / 2.0 } else { 0.5 + (elapsed_s - 1.0) / 1000.0 };
        let told: Vec<Option<f64>> = (1..=60).map(|s| left.at(f64::from(s), share(f64::from(s)))).collect();
        let at = |s: usize| told[s - 1].unwrap();
        assert!((at(30) - 471.0).abs() < 1.0 && (at(60) - 441.0).abs() < 1.0, "{told:?}");
    }

    #[test]
    fn durations_are_rounded_as_one_says_them() {
        assert_eq!([3.2, 89.0, 150.0, 7200.0].map(duration), ["3 s", "89 s", "2 min", "2.0 h"]);
    }
}
