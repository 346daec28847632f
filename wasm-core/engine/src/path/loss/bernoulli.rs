//! Bernoulli loss: each packet is lost by chance, independently of all others, as dummynet's `plr` does.
//! Source: FreeBSD's dummynet; CDG paper, section 4.

use super::{Arrival, LossModel};
use crate::params::{Section, Value};

crate::params! {
    /// Settings of Bernoulli loss.
    pub struct Settings {
        /// Chance that a packet is lost.
        probability: f64 = number(0.0, 0.0, 1.0).log().live(), "CDG paper, section 4: 0 to 5 %";
    }
}

/// What a scenario and the screen know of Bernoulli loss.
pub static SECTION: Section = Section::new("bernoulli", "Bernoulli", Settings::PARAMS)
    .about("Each packet is lost by chance, independently of all others.", "FreeBSD's dummynet");

/// Bernoulli loss.
#[derive(Clone, Debug)]
pub struct Bernoulli {
    settings: Settings,
}

impl Bernoulli {
    /// With its settings.
    pub fn new(values: &[Value]) -> Bernoulli {
        Bernoulli { settings: Settings::read(values) }
    }

    /// It loses nothing.
    #[inline(always)]
    pub fn is_off(&self) -> bool {
        self.settings.probability <= 0.0
    }
}

impl LossModel for Bernoulli {
    #[inline]
    fn loses(&mut self, arrival: &Arrival) -> bool {
        self.settings.probability > 0.0 && arrival.luck.uniform() < self.settings.probability
    }
    fn configure(&mut self, values: &[Value]) {
        self.settings = Settings::read(values);
    }
    fn probability(&self) -> f64 {
        self.settings.probability
    }
}
