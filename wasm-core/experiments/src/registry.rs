//! The list of all experiments: paper by paper, each in the order of its figures and tables, then our own. Not here: the lists of each
//! paper (`cdg/mod.rs`, `slowcc/mod.rs`, `voip/mod.rs`) and of today's algorithms (`today/mod.rs`).

use crate::experiment::Experiment;
use crate::{cdg, slowcc, today, voip};
use sawtooth_scenario::Json;

/// Declares a paper's experiments: modules, each with `pub static EXPERIMENT: Experiment`, and their list.
#[macro_export]
macro_rules! experiments {
    ($($module:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// The paper's experiments.
        pub static EXPERIMENTS: &[&$crate::experiment::Experiment] = &[$(&$module::EXPERIMENT),*];
    };
}

/// By paper.
pub static EXPERIMENTS: &[&[&Experiment]] =
    &[cdg::EXPERIMENTS, voip::EXPERIMENTS, slowcc::EXPERIMENTS, today::EXPERIMENTS];

/// All of them.
pub fn all() -> impl Iterator<Item = &'static Experiment> {
    EXPERIMENTS.iter().flat_map(|list| list.iter().copied())
}

/// The one of an id.
pub fn find(id: &str) -> Option<&'static Experiment> {
    all().find(|experiment| experiment.id == id)
}

/// All experiments as one file of the page.
pub fn generated() -> String {
    Json::Array(all().map(Experiment::describe).collect()).pretty()
}
