//! Jain's index of the goodputs of some groups. The formula is `sawtooth_engine::formulas::jain_index`.

use super::Definition;
use super::tally::Tally;
use sawtooth_engine::formulas::jain_index;

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "fairness",
    unit: "",
    text: "Jain's index of the groups' goodputs over the same span: (Σx)² / (n Σx²), from 1/n to 1.",
    source: "R. Jain et al., DEC TR-301, 1984",
};

/// Index over a span in seconds, whose ends are on bins' edges; `None` if nothing was delivered.
#[track_caller]
pub fn between(tally: &Tally, groups: &[usize], from_s: f64, until_s: f64) -> Option<f64> {
    jain_index(groups.iter().map(|group| tally.between(*group, from_s, until_s).delivered_bytes as f64))
}

#[cfg(test)]
mod tests {
    use super::super::tally::{Count, testing::tally};
    use super::*;

    #[test] // (30 + 10)² / (2 · (900 + 100)) = 0.8
    fn of_goodputs_in_the_span_only() {
        let of = |delivered_bytes| Count { delivered_bytes, ..Count::default() };
        let tally = tally(&[&[of(999), of(10), of(20)], &[of(0), of(5), of(5)], &[of(0), of(0), of(0)]]);
        assert_eq!(between(&tally, &[0, 1], 1.0, 3.0), Some(0.8));
        assert_eq!(between(&tally, &[2], 0.0, 3.0), None);
    }
}
