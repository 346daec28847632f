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
}
