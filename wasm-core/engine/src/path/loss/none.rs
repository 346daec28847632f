//! No random loss at all. The ordinals of packets count all the same, so that a model set later finds the luck it would
//! have found.
//!
//! # Equations
//!
//! ```tex
//! % each packet |
//! p = 0
//! ```
//!
//! # Choices
//!
//! - A path that names no model has Bernoulli loss of probability 0, which can be raised while the run goes on; this
//!   one has nothing to raise.
//!
//! # Look for
//!
//! - Every loss is the queue's.

use super::{Arrival, LossModel};
use crate::params::{Section, Value};

crate::params! {
    /// There is nothing to set.
    pub struct Settings {}
}

/// What a scenario and the screen know of it.
pub static SECTION: Section =
    Section::new("none", "none", Settings::PARAMS).about("No packet is lost by chance.", "choice");

/// No loss.
#[derive(Clone, Debug)]
pub struct None;

impl None {
    /// With its (empty) settings.
    pub fn new(_values: &[Value]) -> None {
        None
    }
}

impl LossModel for None {
    fn loses(&mut self, _arrival: &Arrival) -> bool {
        false
    }
    fn configure(&mut self, _values: &[Value]) {}
    fn probability(&self) -> f64 {
        0.0
    }
}
