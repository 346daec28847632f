//! Memory of a delay in LEDBAT and LEDBAT++: the latest samples, whose minimum is the present delay, and the minima of the last
//! minutes, the smallest of which is the base delay. Not here: which delay it is (one way, or RTT), its use (`ledbat`,
//! `ledbat_pp`).

use crate::observe::{Kind, Signal};
use crate::ring::Ring;
use crate::units::Time;

/// Minimum of the latest delays, less the base delay.
pub static QUEUEING: Signal = Signal::new("ledbat_queueing_ms", "ms", Kind::Level);
/// The smallest of the minima of the last minutes.
pub static BASE: Signal = Signal::new("ledbat_base_ms", "ms", Kind::Level);

/// Length of a part of the history, in nanoseconds.
const MINUTE: u64 = 60_000_000_000;

/// Delays, in ms.
#[derive(Clone, Debug, Default)]
pub(super) struct DelayHistory {
    latest: Ring<f64>,
    minima: Ring<f64>,
    minute: u64,
}

impl DelayHistory {
    /// A delay is measured; `filter`: number of latest ones that count, `minutes`: number of minima.
    pub fn add(&mut self, now: Time, delay_ms: f64, filter: f64, minutes: f64) {
        let minute = now.0 / MINUTE;
        match self.minima.back_mut() {
            Some(least) if minute == self.minute => *least = least.min(delay_ms),
            _ => self.minima.push_back(delay_ms),
        }
        self.minute = minute;
        self.latest.push_back(delay_ms);
        for (kept, most) in [(&mut self.minima, minutes), (&mut self.latest, filter)] {
            let excess = kept.len().saturating_sub(most as usize);
            kept.drain(..excess);
        }
    }
    /// The base delay; infinite without a sample.
    pub fn base(&self) -> f64 {
        self.minima.iter().copied().fold(f64::INFINITY, f64::min)
    }
    /// The queueing delay, once there is a sample.
    pub fn queueing(&self) -> Option<f64> {
        let present = self.latest.iter().copied().fold(f64::INFINITY, f64::min);
        present.is_finite().then(|| present - self.base())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(samples: &[(f64, f64)], filter: f64, minutes: f64) -> DelayHistory {
        let mut history = DelayHistory::default();
        for (at_s, delay_ms) in samples {
            history.add(Time::from_seconds(*at_s), *delay_ms, filter, minutes);
        }
        history
    }

    #[test] // base 20; of 57, 60, 58, 59 the smallest counts, not the 30 before them
    fn the_smallest_of_the_latest_samples_counts() {
        let samples = [(1.0, 20.0), (2.0, 30.0), (3.0, 57.0), (4.0, 60.0), (5.0, 58.0), (6.0, 59.0)];
        assert_eq!(history(&samples, 4.0, 10.0).queueing(), Some(37.0));
        assert_eq!(history(&samples, 1.0, 10.0).queueing(), Some(39.0));
        assert_eq!(history(&[], 4.0, 10.0).queueing(), None);
    }

    #[test] // of three minutes two are kept: the 20 of the first is forgotten
    fn the_base_delay_is_forgotten_after_its_minutes() {
        let samples = [(59.0, 20.0), (61.0, 50.0), (119.0, 45.0), (121.0, 70.0)];
        assert_eq!(history(&samples, 1.0, 3.0).base(), 20.0);
        assert_eq!(history(&samples, 1.0, 2.0).base(), 45.0);
        assert_eq!(history(&samples, 1.0, 1.0).queueing(), Some(0.0));
    }
}
