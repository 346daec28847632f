//! ZigZag: the more packets are missing, the higher the one-way delay at which they count as lost at random.

use super::{Arrival, Definition, Discriminator, Label};

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "zigzag",
    text: "Random if the one-way delay is below a threshold by the number of missing packets: m - d for one, m - d/2 for two, m \
           for three, m - d/2 for more, with m its mean and d its mean deviation.",
    source: "S. Cen, P. C. Cosman, G. M. Voelker, ToN 11(5), 2003; above three packets a choice",
};

/// Threshold for more than three packets, of which two published implementations differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AboveThree {
    /// m - d/2.
    MinusHalf,
    /// m + d/2.
    PlusHalf,
}

/// The discriminator.
#[derive(Clone)]
pub struct ZigZag {
    above_three: AboveThree,
    /// Mean and mean deviation of the one-way delay, in ms, once there was an arrival.
    known: Option<(f64, f64)>,
}

/// Before a run.
pub const fn new() -> ZigZag {
    ZigZag::with(AboveThree::MinusHalf)
}

impl ZigZag {
    /// With this threshold above three packets.
    pub const fn with(above_three: AboveThree) -> ZigZag {
        ZigZag { above_three, known: None }
    }

    fn threshold(&self, missing: u64) -> Option<f64> {
        let (mean, deviation) = self.known?;
        Some(match (missing, self.above_three) {
            (1, _) => mean - deviation,
            (2, _) | (4.., AboveThree::MinusHalf) => mean - deviation / 2.0,
            (4.., AboveThree::PlusHalf) => mean + deviation / 2.0,
            _ => mean,
        })
    }
}

impl Discriminator for ZigZag {
    /// A gap is judged by the mean before the packet that follows it. The first packet is the mean, without deviation (a choice).
    // Once, for `zbs`, too.
    #[inline(never)]
    fn arrival(&mut self, arrival: &Arrival) -> Option<Label> {
        let delay = arrival.delay_ms;
        let threshold = self.threshold(arrival.missing);
        self.known = Some(self.known.map_or((delay, 0.0), |(mean, deviation)| {
            let mean = mean + (delay - mean) / 32.0;
            (mean, deviation * (15.0 / 16.0) + (delay - mean).abs() / 16.0)
        }));
        (arrival.missing > 0).then(|| Label::random_if(threshold.is_some_and(|threshold| delay < threshold)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::delayed;
    use super::*;

    fn known(above_three: AboveThree) -> ZigZag {
        ZigZag { above_three, known: Some((41.7, 8.3)) }
    }

    #[test] // m 41.7, d 8.3
    fn thresholds_zigzag_with_the_number_of_missing_packets() {
        let thresholds = |above_three| [1, 2, 3, 4, 9].map(|missing| known(above_three).threshold(missing).unwrap());
        let close = |found: [f64; 5], expected: [f64; 5]| found.iter().zip(expected).all(|(f, e)| (f - e).abs() < 1e-9);
        assert!(close(thresholds(AboveThree::MinusHalf), [33.4, 37.55, 41.7, 37.55, 37.55]));
        assert!(close(thresholds(AboveThree::PlusHalf), [33.4, 37.55, 41.7, 45.85, 45.85]));
        for (delay, missing, label) in [
            (33.1, 1, Label::Random),
            (34.0, 1, Label::Congestion),
            (34.0, 2, Label::Random),
            (41.7, 3, Label::Congestion),
        ] {
            let label_of = known(AboveThree::MinusHalf).arrival(&delayed(delay, missing));
            assert_eq!(label_of, Some(label), "{delay} ms, {missing} missing");
        }
        assert_eq!(new().arrival(&delayed(20.0, 1)), Some(Label::Congestion), "nothing is known yet");
    }

    #[test] // 41.7 + 2.4/32 = 41.775; 8.3 * 15/16 + 2.325/16 = 7.92656
    fn mean_and_deviation_follow_every_arrival() {
        let mut zigzag = known(AboveThree::MinusHalf);
        assert_eq!(zigzag.arrival(&delayed(44.1, 0)), None);
        let (mean, deviation) = zigzag.known.unwrap();
        assert!((mean - 41.775).abs() < 1e-9 && (deviation - 7.92656).abs() < 5e-6, "{mean} {deviation}");
    }
}
