//! The engine's loss discriminators, scored: how a run is observed for them (`observer`) and how often they are right (`scores`).
//! Not here: the rules (`sawtooth_engine::cc::discriminators`).

pub mod observer;
pub mod scores;
mod track;

pub use sawtooth_engine::cc::discriminators::DEFINITIONS;
