//! No random loss at all. Packets are numbered all the same, so that a model set later uses the random numbers that
//! it would have used.
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
//! - A path without a model has Bernoulli loss of probability 0, which can be raised during the run; this model has
//!   nothing to raise.
//!
//! # Look for
//!
//! - All losses are queue drops.

use super::{Arrival, LossModel};
use crate::params::{Section, Value};

crate::params! {
    /// There is nothing to set.
    pub struct Settings {}
}

/// Settings of the link without random loss as scenario and screen know them.
pub static SECTION: Section =
    Section::new("none", "none", Settings::PARAMS).about("No packet is lost at random.", "choice");

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
    fn loses_handshake(&mut self, _arrival: &Arrival) -> bool {
        false
    }
    fn configure(&mut self, _values: &[Value]) {}
    fn probability(&self) -> f64 {
        0.0
    }
}
