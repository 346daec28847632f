//! Measures of experiments, each in a file of its own with its definition and source. A measure either observes a run
//! itself, or is a function of the counts of `tally` in equal bins; none reads recorded columns, which are thinned. All
//! spans are half open. Not here: the summary of a single run (`summary`), formulas (`sawtooth_engine::formulas`),
//! experiments.
//! with (`sawtooth_engine::formulas`), any experiment.
//!
//! SlowCC below is D. Bansal et al., "Dynamic behavior of slowly-responsive congestion control algorithms", SIGCOMM 2001.

pub mod tally;

/// Definition of a measure, for lists, axes and captions.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// Name, equal to its file's.
    pub name: &'static str,
    /// Unit; empty for a pure number.
    pub unit: &'static str,
    /// Definition in a sentence or two.
    pub text: &'static str,
    /// Source of the definition.
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
