//! ZBS, the hybrid of ZigZag, mBiaz and Spike: which of them judges depends on how many flows seem to share the narrowest link.

use super::biaz::InterArrival;
use super::spike::Spike;
use super::zigzag::ZigZag;
use super::{Arrival, Definition, Discriminator, Label, mbiaz, spike, zigzag};

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "zbs",
    text: "By the mean inter-arrival time per packet over Tmin: `spike` if the delay is less than 0.05 Tmin above its minimum, \
           else `zigzag` below 0.875, `mbiaz` below 1.5, `zigzag` below 2, `spike` from there on.",
    source: "S. Cen, P. C. Cosman, G. M. Voelker, ToN 11(5), 2003; the mean per packet is a reading of it",
};

/// Which rule judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chosen {
    Spike,
    ZigZag,
    MBiaz,
}

/// The discriminator.
#[derive(Clone)]
pub struct Zbs {
    spike: Spike,
    zigzag: ZigZag,
    mbiaz: InterArrival,
    /// Mean inter-arrival time per packet, in ms.
    mean_ms: Option<f64>,
}

/// Before a run.
pub const fn new() -> Zbs {
    Zbs { spike: spike::new(), zigzag: zigzag::new(), mbiaz: mbiaz::new(), mean_ms: None }
}

impl Zbs {
    fn chosen(&self, delay_ms: f64) -> Chosen {
        let least_ms = self.mbiaz.least_ms;
        // Without two packets in a row nothing is known of the others; then the delay alone is judged.
        let Some(mean_ms) = self.mean_ms.filter(|_| least_ms.is_finite()) else { return Chosen::Spike };
        if delay_ms < self.spike.lo + 0.05 * least_ms {
            return Chosen::Spike;
        }
        match mean_ms / least_ms {
            flows if flows < 0.875 => Chosen::ZigZag,
            flows if flows < 1.5 => Chosen::MBiaz,
            flows if flows < 2.0 => Chosen::ZigZag,
            _ => Chosen::Spike,
        }
    }

    fn follow(&mut self, between_ms: f64, missing: u64) {
        if between_ms.is_finite() {
            let each_ms = between_ms / (missing as f64 + 1.0);
            self.mean_ms = Some(self.mean_ms.map_or(each_ms, |mean_ms| mean_ms * 0.875 + each_ms * 0.125));
        }
    }
}

impl Discriminator for Zbs {
    fn arrival(&mut self, arrival: &Arrival) -> Option<Label> {
        let chosen = self.chosen(arrival.delay_ms);
        let labels = [self.spike.arrival(arrival), self.zigzag.arrival(arrival), self.mbiaz.arrival(arrival)];
        self.follow(arrival.between_ms, arrival.missing);
        labels[chosen as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::delayed;
    use super::*;

    /// Tmin 1.2, smallest delay 20.
    fn known(mean_ms: f64) -> Zbs {
        let mut zbs = new();
        zbs.arrival(&delayed(20.0, 0));
        zbs.mean_ms = Some(mean_ms);
        zbs
    }

    #[test]
    fn the_number_of_flows_chooses_the_rule() {
        assert_eq!(known(1.61).chosen(20.05), Chosen::Spike, "below 20.06");
        assert_eq!(known(1.61).chosen(20.07), Chosen::MBiaz);
        // 0.867, 1.342, 1.708, 3.083
        let found = [1.04, 1.61, 2.05, 3.7].map(|mean_ms| known(mean_ms).chosen(44.0));
        assert_eq!(found, [Chosen::ZigZag, Chosen::MBiaz, Chosen::ZigZag, Chosen::Spike]);
    }

    #[test] // 7/8 * 1.61 + 1/8 * 4.31/3 = 1.58833
    fn the_mean_is_that_of_each_packet() {
        let mut zbs = known(1.61);
        zbs.arrival(&Arrival { delay_ms: 44.0, between_ms: 4.31, missing: 2, full: true });
        assert!((zbs.mean_ms.unwrap() - 1.58833).abs() < 5e-6);
    }

    #[test]
    fn the_chosen_rule_judges() {
        // mBiaz: 3 packets of 1.2 ms in 3.71 ms, whatever the delay.
        let gap = Arrival { delay_ms: 44.0, between_ms: 3.71, missing: 2, full: true };
        assert_eq!(known(1.61).arrival(&gap), Some(Label::Random));
        // ZigZag: 44 is above the mean of 20. Spike: 44 is the largest so far.
        assert_eq!([2.05, 3.7].map(|mean_ms| known(mean_ms).arrival(&gap)), [Some(Label::Congestion); 2]);
    }
}
