//! Spikes of the one-way delay: while it is high, losses are congestion.

use super::{Arrival, Definition, Discriminator, Label};

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "spike",
    text: "Congestion during a spike of the one-way delay, which begins above the middle between its smallest and largest value \
           so far and ends below a third of the way between them.",
    source: "Y. Tobe et al., 2000, through S. Cen, P. C. Cosman, G. M. Voelker, ToN 11(5), 2003",
};

/// The discriminator.
#[derive(Clone)]
pub struct Spike {
    /// Smallest and largest one-way delay, in ms.
    pub(super) lo: f64,
    hi: f64,
    inside: bool,
}

/// Before a run.
pub const fn new() -> Spike {
    Spike { lo: f64::INFINITY, hi: f64::NEG_INFINITY, inside: false }
}

impl Discriminator for Spike {
    /// The packet after the gap counts: it is the first that may have met the queue that dropped the others.
    // Once, for `zbs`, too.
    #[inline(never)]
    fn arrival(&mut self, arrival: &Arrival) -> Option<Label> {
        let delay = arrival.delay_ms;
        (self.lo, self.hi) = (self.lo.min(delay), self.hi.max(delay));
        if delay > self.lo + (self.hi - self.lo) / 2.0 {
            self.inside = true;
        } else if delay < self.lo + (self.hi - self.lo) / 3.0 {
            self.inside = false;
        }
        (arrival.missing > 0).then(|| Label::random_if(!self.inside))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::delayed;
    use super::*;

    #[test] // between 20 and 104 ms a spike begins above 62 and ends below 48
    fn losses_within_a_spike_are_congestion() {
        let mut spike = new();
        for delay in [20.0, 104.0, 20.0] {
            assert_eq!(spike.arrival(&delayed(delay, 0)), None);
        }
        for (delay, label) in [
            (61.9, Label::Random),
            (62.3, Label::Congestion),
            (50.0, Label::Congestion),
            (47.9, Label::Random),
            (61.9, Label::Random),
        ] {
            assert_eq!(spike.arrival(&delayed(delay, 2)), Some(label), "{delay} ms");
        }
    }
}
