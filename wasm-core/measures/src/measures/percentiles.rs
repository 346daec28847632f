//! Percentiles over the runs of an experiment. Those of samples within one run are in `crate::distribution`.

use super::Definition;

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "percentiles",
    unit: "",
    text: "Over the repetitions' values of one point, by linear interpolation between order statistics: of ten values \
           the 20th percentile is number 2.8.",
    source: "R. Hyndman, Y. Fan, The American Statistician 50(4), 1996, definition 7; CDG paper, section 4: median, 20th \
           to 80th",
};

/// The percentile of a share from 0 to 1; `None` without values.
pub fn percentile(values: &[f64], share: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = share * (sorted.len().checked_sub(1)? as f64);
    let (below, above) = (place.floor() as usize, place.ceil() as usize);
    Some(sorted[below] + (place - below as f64) * (sorted[above] - sorted[below]))
}

/// The median.
pub fn median(values: &[f64]) -> Option<f64> {
    percentile(values, 0.5)
}

/// An interval that contains the distribution's median with a probability of at least 95 %, whatever the distribution: two
/// order statistics (W. Conover, Practical Nonparametric Statistics, 3rd edition, 3.2); `None` for fewer than six values.
pub fn median_interval(values: &[f64]) -> Option<(f64, f64)> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len();
    // Binomial weights of n fair draws relative to the largest one, from the middle outwards.
    let mut weights = vec![1.0; n + 1];
    for k in (0..n / 2).rev() {
        weights[k] = weights[k + 1] * (k + 1) as f64 / (n - k) as f64;
        weights[n - k] = weights[k];
    }
    let whole: f64 = weights.iter().sum();
    let mut below = 0.0;
    let outside = weights.iter().take_while(|weight| {
        below += **weight;
        below <= 0.025 * whole
    });
    let place = outside.count().checked_sub(1)?;
    Some((sorted[place], sorted[n - 1 - place]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test] // values number 2.8, 5.5 and 8.2 of ten
    fn between_order_statistics() {
        let values = [9.0, 1.0, 8.0, 2.0, 7.0, 3.0, 6.0, 4.0, 50.0, 5.0];
        assert!((percentile(&values, 0.2).unwrap() - 2.8).abs() < 1e-12);
        assert_eq!(median(&values), Some(5.5));
        assert!((percentile(&values, 0.8).unwrap() - 8.2).abs() < 1e-12);
        assert_eq!((percentile(&values, 0.0), percentile(&values, 1.0)), (Some(1.0), Some(50.0)));
        assert_eq!((median(&[4.0]), median(&[])), (Some(4.0), None));
    }

    /// Tables of the sign test: ranks 1 and 6 of six values, 2 and 9 of ten, 10 and 21 of thirty, 40 and 61 of a hundred.
    #[test]
    fn the_median_is_between_two_order_statistics() {
        for (n, low, high) in [(6, 1.0, 6.0), (10, 2.0, 9.0), (30, 10.0, 21.0), (100, 40.0, 61.0)] {
            let values: Vec<f64> = (1..=n).rev().map(f64::from).collect();
            assert_eq!(median_interval(&values), Some((low, high)), "{n}");
        }
        assert_eq!((median_interval(&[1.0; 5]), median_interval(&[])), (None, None));
    }
}
