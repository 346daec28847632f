//! The normalised delay gradient (CARD), as a predictor of congestion.

use super::{Definition, Discriminator, Label, Sample};

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "ndg",
    text: "Congestion if RTT and window last changed in the same direction from round to round: (dR / sum R) (sum W / dW) is \
           above 0.",
    source: "R. Jain, CCR 19(5), 1989 (CARD), through S. Biaz, N. H. Vaidya, IC3N 1998; sampling is a choice",
};

/// The discriminator.
#[derive(Clone)]
pub struct Ndg {
    before: Option<Sample>,
    gradient: Option<f64>,
}

/// Before a run.
pub const fn new() -> Ndg {
    Ndg { before: None, gradient: None }
}

impl Discriminator for Ndg {
    fn round(&mut self, now: &Sample) {
        // With the same window the gradient is not defined, and the last one stays.
        if let Some(before) = self.before.replace(*now)
            && now.cwnd != before.cwnd
        {
            let delay = (now.rtt_ms - before.rtt_ms) / (now.rtt_ms + before.rtt_ms);
            self.gradient = Some(delay * (now.cwnd + before.cwnd) / (now.cwnd - before.cwnd));
        }
    }
    fn loss(&self) -> Option<Label> {
        Some(Label::random_if(self.gradient.is_some_and(|gradient| gradient <= 0.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::sample;
    use super::*;

    #[test] // 1.1/91.3 * 47/1 = 0.56627; 1.1/91.3 * 44.5/-1.5 = -0.35743
    fn a_delay_that_grows_with_the_window_is_congestion() {
        for (cwnd, gradient, label) in [(24.0, 0.56627, Label::Congestion), (21.5, -0.35743, Label::Random)] {
            let mut ndg = new();
            ndg.round(&sample(23.0, 45.1));
            assert_eq!(ndg.loss(), Some(Label::Congestion), "nothing is known yet");
            ndg.round(&sample(cwnd, 46.2));
            assert!((ndg.gradient.unwrap() - gradient).abs() < 5e-6, "{:?}", ndg.gradient);
            assert_eq!(ndg.loss(), Some(label));
        }
    }
}
