//! Vegas' estimate of the flow's packets in the queue, as a predictor of congestion.

use super::{Definition, Discriminator, Label, Sample};

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "vegas_rate",
    text: "Congestion if W (1 - Rmin/R), the flow's packets in the queue, was above 2 at the end of the last round.",
    source: "S. Biaz, N. H. Vaidya, IC3N 1998, after TCP Vegas; sampling is a choice",
};

/// Middle between Vegas' thresholds of 1 and 3, in packets.
const THRESHOLD: f64 = 2.0;

/// The discriminator.
#[derive(Clone)]
pub struct VegasRate {
    queued: Option<f64>,
}

/// Before a run.
pub const fn new() -> VegasRate {
    VegasRate { queued: None }
}

impl Discriminator for VegasRate {
    fn round(&mut self, sample: &Sample) {
        self.queued = Some(sample.cwnd * (1.0 - sample.min_rtt_ms / sample.rtt_ms));
    }
    fn loss(&self) -> Option<Label> {
        Some(Label::random_if(self.queued.is_some_and(|queued| queued <= THRESHOLD)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::sample;
    use super::*;

    #[test] // 24 (1 - 40/43.7) = 2.0320, 24 (1 - 40/43.5) = 1.9310
    fn more_than_two_packets_in_the_queue_are_congestion() {
        let mut vegas = new();
        assert_eq!(vegas.loss(), Some(Label::Congestion), "nothing is known yet");
        for (rtt_ms, queued, label) in [(43.7, 2.0320, Label::Congestion), (43.5, 1.9310, Label::Random)] {
            vegas.round(&sample(24.0, rtt_ms));
            assert!((vegas.queued.unwrap() - queued).abs() < 5e-5);
            assert_eq!(vegas.loss(), Some(label));
        }
    }
}
