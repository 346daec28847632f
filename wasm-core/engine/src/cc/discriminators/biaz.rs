//! Inter-arrival times: a packet lost on the last and slowest link leaves a gap of just its transmission time.

use super::{Arrival, Definition, Discriminator, Label};

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "biaz",
    text: "Random if the time T around a gap of n packets is what they would have taken: (n + 1) Tmin <= T < (n + 2) Tmin, with \
           Tmin the smallest time between consecutive packets.",
    source: "S. Biaz, N. H. Vaidya, ASSET 1999",
};

/// The discriminator.
#[derive(Clone)]
pub struct InterArrival {
    /// The upper bound is (n + this) Tmin.
    reach: f64,
    /// Smallest time between two consecutive full packets, in ms.
    pub(super) least_ms: f64,
}

/// Before a run.
pub const fn new() -> InterArrival {
    InterArrival::with(2.0)
}

impl InterArrival {
    /// With this upper bound.
    pub(super) const fn with(reach: f64) -> InterArrival {
        InterArrival { reach, least_ms: f64::INFINITY }
    }
}

impl Discriminator for InterArrival {
    // Once, for `zbs`, too.
    #[inline(never)]
    fn arrival(&mut self, arrival: &Arrival) -> Option<Label> {
        let Arrival { between_ms, missing, full, .. } = *arrival;
        if missing == 0 {
            // A short packet takes less time on the link. With reordering times may be equal, or the wrong way round.
            if full && between_ms > 0.0 {
                self.least_ms = self.least_ms.min(between_ms);
            }
            return None;
        }
        let (from, to) = ((missing as f64 + 1.0) * self.least_ms, (missing as f64 + self.reach) * self.least_ms);
        Some(Label::random_if(from <= between_ms && between_ms < to))
    }
}

#[cfg(test)]
mod tests {
    use super::super::mbiaz;
    use super::*;

    /// Labels by both of a gap of n packets, with Tmin 1.2 ms.
    fn labels(missing: u64, between_ms: f64) -> [Label; 2] {
        [new(), mbiaz::new()].map(|mut rule| {
            let arrival = |between_ms, missing| Arrival { delay_ms: 20.0, between_ms, missing, full: true };
            for between_ms in [f64::INFINITY, 4.0, 1.2, 2.0] {
                assert_eq!(rule.arrival(&arrival(between_ms, 0)), None);
            }
            rule.arrival(&Arrival { full: false, ..arrival(0.4, 0) });
            rule.arrival(&arrival(0.9, 1));
            rule.arrival(&arrival(between_ms, missing)).unwrap()
        })
    }

    #[test] // n = 2: [3.6, 4.8) and [3.6, 3.9); n = 1: [2.4, 3.6) and [2.4, 2.7)
    fn a_gap_of_just_its_transmission_time_is_random() {
        use Label::{Congestion, Random};
        for (missing, between_ms, expected) in [
            (2, 3.55, [Congestion, Congestion]),
            (2, 3.71, [Random, Random]),
            (2, 4.31, [Random, Congestion]),
            (2, 4.80, [Congestion, Congestion]),
            (1, 2.39, [Congestion, Congestion]),
            (1, 2.4, [Random, Random]),
            (1, 2.69, [Random, Random]),
            (1, 2.7, [Random, Congestion]),
            (1, 3.59, [Random, Congestion]),
            (1, 3.6, [Congestion, Congestion]),
        ] {
            assert_eq!(labels(missing, between_ms), expected, "{missing} missing in {between_ms} ms");
        }
    }

    #[test]
    fn before_two_packets_in_a_row_a_loss_is_congestion() {
        let arrival = Arrival { delay_ms: 20.0, between_ms: 2.4, missing: 1, full: true };
        assert_eq!(new().arrival(&arrival), Some(Label::Congestion));
    }
}
