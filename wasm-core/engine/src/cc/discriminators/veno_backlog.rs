//! Veno's backlog: fewer than three packets in the queue, and a loss is random.

use super::{Definition, Discriminator, Label, Sample};

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "veno_backlog",
    text: "Random if W (R - Rmin)/R, the flow's packets in the queue by the last RTT sample, is below 3.",
    source: "C. P. Fu, S. C. Liew, JSAC 21(2), 2003",
};

/// Packets in the queue from which a loss is congestion.
const THRESHOLD: f64 = 3.0;
/// Samples without which Veno is Reno.
const SAMPLES: u64 = 3;

/// The discriminator.
#[derive(Clone)]
pub struct VenoBacklog {
    samples: u64,
    backlog: f64,
}

/// Before a run.
pub const fn new() -> VenoBacklog {
    VenoBacklog { samples: 0, backlog: 0.0 }
}

impl Discriminator for VenoBacklog {
    fn sample(&mut self, sample: &Sample) {
        self.samples += 1;
        self.backlog = sample.cwnd * (sample.rtt_ms - sample.min_rtt_ms) / sample.rtt_ms;
    }
    fn loss(&self) -> Option<Label> {
        Some(Label::random_if(self.samples >= SAMPLES && self.backlog < THRESHOLD))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::sample;
    use super::*;

    #[test] // 26 (43.9 - 40)/43.9 = 2.310, 26 (44.7 - 40)/44.7 = 2.734, 26 (46.1 - 40)/46.1 = 3.440
    fn three_packets_in_the_queue_are_congestion() {
        let mut veno = new();
        for rtt_ms in [43.9, 43.9] {
            veno.sample(&sample(26.0, rtt_ms));
            assert_eq!(veno.loss(), Some(Label::Congestion), "too few samples");
        }
        for (rtt_ms, backlog, label) in
            [(43.9, 2.310, Label::Random), (44.7, 2.734, Label::Random), (46.1, 3.440, Label::Congestion)]
        {
            veno.sample(&sample(26.0, rtt_ms));
            assert!((veno.backlog - backlog).abs() < 5e-4);
            assert_eq!(veno.loss(), Some(label));
        }
    }
}
