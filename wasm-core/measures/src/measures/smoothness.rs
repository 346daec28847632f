//! Smoothness of a rate, and how soon it responds. Rates are values of equal bins: packets sent, or bits.

use super::Definition;

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "smoothness",
    unit: "",
    text: "The largest quotient of the rates in neighbouring bins, the larger divided by the smaller; and their \
           coefficient of variation. Responsiveness: RTTs of one loss each until the rate has halved.",
    source: "SlowCC, section 3 and 4.3",
};

/// The largest quotient of neighbouring values; infinite where one of them is 0; `None` for fewer than two.
pub fn largest_ratio(rates: &[f64]) -> Option<f64> {
    let ratio = |pair: &[f64]| if pair[0] == pair[1] { 1.0 } else { pair[0].max(pair[1]) / pair[0].min(pair[1]) };
    rates.windows(2).map(ratio).reduce(f64::max)
}

/// Coefficient of variation: standard deviation over mean; `None` where the mean is 0 or nothing is given.
pub fn variation(rates: &[f64]) -> Option<f64> {
    let count = rates.len() as f64;
    let mean = rates.iter().sum::<f64>() / count;
    let variance = rates.iter().map(|rate| (rate - mean) * (rate - mean)).sum::<f64>() / count;
    (mean > 0.0).then(|| variance.sqrt() / mean)
}

/// Number of the loss, counted from 1, that halves the rate: of the rates after each of a series of losses, one per
/// RTT, the first that is at most half of `before`.
pub fn responsiveness(before: f64, after_each: &[f64]) -> Option<usize> {
    after_each.iter().position(|rate| *rate <= before / 2.0).map(|place| place + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_looks_both_ways() {
        assert_eq!(largest_ratio(&[7.0, 8.0, 7.0]), Some(8.0 / 7.0));
        assert_eq!(largest_ratio(&[8.0, 4.0, 5.0]), Some(2.0));
        assert_eq!(largest_ratio(&[0.0, 0.0]), Some(1.0));
        assert_eq!(largest_ratio(&[3.0, 0.0]), Some(f64::INFINITY));
        assert_eq!(largest_ratio(&[3.0]), None);
    }

    #[test] // mean 5, deviations 3, 1, -1, -3: √5
    fn variation_is_deviation_over_mean() {
        assert!((variation(&[8.0, 6.0, 4.0, 2.0]).unwrap() - 5.0_f64.sqrt() / 5.0).abs() < 1e-12);
        assert_eq!(variation(&[4.0, 4.0]), Some(0.0));
        assert_eq!((variation(&[]), variation(&[0.0, 0.0])), (None, None));
    }

    #[test] // TCP(1/8) from 20: 20 (7/8)^5 = 10.26, 20 (7/8)^6 = 8.98
    fn tcp_with_an_eighth_halves_at_the_sixth_loss() {
        let mut rate = 20.0;
        let after: Vec<f64> = (0..8)
            .map(|_| {
                rate *= 0.875;
                rate
            })
            .collect();
        assert_eq!(responsiveness(20.0, &after), Some(6));
        assert_eq!(responsiveness(20.0, &[10.0]), Some(1));
        assert_eq!(responsiveness(20.0, &after[..5]), None);
    }
}
