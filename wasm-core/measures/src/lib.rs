//! Measurements of a run: its summary, its trace, and the measures of experiments; and the presets. Everything here
//! observes a simulation or reads it; nothing changes one. Not here: the simulation (crate `engine`), JSON (crate
//! `scenario`).

pub mod alone;
pub mod binned_series;
pub mod discriminators;
pub mod distribution;
pub mod execution;
pub mod measures;
pub mod notices;
pub mod presets;
pub mod selection;
pub mod summary;
pub mod trace;
