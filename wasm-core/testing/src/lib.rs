//! Random scenarios, drawn by walking the engine's registries and tables so that whatever is registered is tried; and what
//! must hold in every run of one. For tests and fuzz targets only. Not here: the tests themselves, nor any scenario by hand.

pub mod cases;
pub mod diff;
pub mod draw;
pub mod golden;
pub mod ledger;
pub mod plot;
pub mod random;
pub mod targets;
