//! The normalised throughput gradient (Tri-S), as a predictor of congestion.

use super::{Definition, Discriminator, Label, Sample};

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "ntg",
    text: "Congestion if throughput W/R grew, per packet of the last change of W from round to round, by less than half of 1/Rmin.",
    source: "Z. Wang, J. Crowcroft, CCR 21(1), 1991 (Tri-S), through S. Biaz, N. H. Vaidya, IC3N 1998; sampling is a choice",
};

/// Gradient below which a loss is congestion.
const THRESHOLD: f64 = 0.5;

/// The discriminator.
#[derive(Clone)]
pub struct Ntg {
    before: Option<Sample>,
    gradient: Option<f64>,
}

/// Before a run.
pub const fn new() -> Ntg {
    Ntg { before: None, gradient: None }
}

impl Discriminator for Ntg {
    fn round(&mut self, now: &Sample) {
        // With the same window the gradient is not defined, and the last one stays.
        if let Some(before) = self.before.replace(*now)
            && now.cwnd != before.cwnd
        {
            let gradient = (now.cwnd / now.rtt_ms - before.cwnd / before.rtt_ms) / (now.cwnd - before.cwnd);
            self.gradient = Some(gradient * now.min_rtt_ms);
        }
    }
    fn loss(&self) -> Option<Label> {
        Some(Label::random_if(self.gradient.is_some_and(|gradient| gradient >= THRESHOLD)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::sample;
    use super::*;

    #[test] // (24/46.2 - 23/45.1) / 1 * 40 = 0.38011; with the same RTT: 40/43 = 0.93
    fn throughput_that_hardly_grows_with_the_window_is_congestion() {
        let mut ntg = new();
        ntg.round(&sample(23.0, 45.1));
        assert_eq!((ntg.gradient, ntg.loss()), (None, Some(Label::Congestion)));
        ntg.round(&sample(24.0, 46.2));
        assert!((ntg.gradient.unwrap() - 0.38011).abs() < 5e-6);
        assert_eq!(ntg.loss(), Some(Label::Congestion));
        ntg.round(&sample(24.0, 43.0));
        assert_eq!(ntg.loss(), Some(Label::Congestion), "the window is the same: the last value stays");
        ntg.round(&sample(25.0, 43.0));
        assert_eq!(ntg.loss(), Some(Label::Random));
    }
}
