//! What experiments measure of runs, each in a file of its own with its definition and source. A measure either listens to a
//! run itself, or is a function of what `tally` has counted in equal bins while it listened; none reads recorded columns,
//! which are thinned. All spans are half open. Not here: the summary of a single run (`summary`), formulas to compare
//! with (`sawtooth_engine::formulas`), any experiment.
//!
//! SlowCC below is D. Bansal et al., "Dynamic behavior of slowly-responsive congestion control algorithms", SIGCOMM 2001.

pub mod tally;

/// What a measure is: for lists, axes and captions.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// Its name, equal to its file's.
    pub name: &'static str,
    /// Unit of its value; empty for a pure number.
    pub unit: &'static str,
    /// What it is, in a sentence or two.
    pub text: &'static str,
    /// Who defined it so.
    pub source: &'static str,
}

/// Declares the measures: modules, and the list of their definitions. A file has `pub static DEFINITION: Definition`.
macro_rules! measures {
    ($($(#[$doc:meta])* $module:ident),+ $(,)?) => {
        $($(#[$doc])* pub mod $module;)+

        /// Every measure's definition.
        pub static DEFINITIONS: &[&Definition] = &[$(&$module::DEFINITION),+];
    };
}

measures! {
    goodput,
    utilisation,
    loss_rate,
    stabilisation,
    convergence,
    use_after_doubling,
    smoothness,
    fairness,
    epochs,
    delay,
    occupancy,
    percentiles,
    trend,
    envelope,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measure_says_what_it_is_and_who_says_so() {
        let mut names: Vec<&str> = DEFINITIONS.iter().map(|definition| definition.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), DEFINITIONS.len());
        for definition in DEFINITIONS {
            assert!(definition.text.ends_with('.') && !definition.source.is_empty(), "{definition:?}");
        }
    }
}
