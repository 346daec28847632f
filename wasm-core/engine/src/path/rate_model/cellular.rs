//! A cellular link: deliveries at random, at a rate that wanders, with outages. Sprout's model of such a link, used as a generator
//! (Winstein, Sivaraman and Balakrishnan, NSDI 2013; constants of its receiver). Not here: loss, which a cellular link hides.

use super::{Piece, RateModel, beside, normal};
use crate::math::{clamp, exp, greater};
use crate::params::{Section, Value};
use crate::random::RandomStream;
use crate::units::Span;

/// The rate is constant for so long.
const STEP: Span = Span(20_000_000);

crate::params! {
    /// Settings of a cellular link.
    pub struct Settings {
        /// Brownian motion of the rate: its standard deviation after one second.
        sigma_packets: f64 = number(200.0, 0.0, 1e4).unit("packets/s"), "Winstein et al., NSDI 2013: 200";
        /// Maximum rate.
        max_packets: f64 = number(1000.0, 1.0, 1e6).unit("packets/s"), "Winstein et al., NSDI 2013: 1000";
        /// Rate at which an outage would end, which begins when the rate reaches 0.
        outage_escape: f64 = number(1.0, 0.01, 100.0).unit("1/s").needs(&[Need::Above("sigma_packets", 0.0)]), "Winstein et al., NSDI 2013: 1";
    }
}

/// Settings of cellular links as scenario and screen know them.
pub static SECTION: Section = Section::new("cellular", "cellular", Settings::PARAMS).about(
    "Opportunities at random, at a rate that begins with the link's and wanders, with outages.",
    "Winstein et al., NSDI 2013",
);

/// A cellular link.
#[derive(Clone, Debug)]
pub struct Cellular {
    settings: Settings,
    /// Packets per second as a share of the link's rate at the start, which may change; none before the first piece.
    per_s: Option<f64>,
    steps: u64,
}

impl Cellular {
    /// With its settings.
    pub fn new(values: &[Value]) -> Cellular {
        Cellular { settings: Settings::read(values), per_s: None, steps: 0 }
    }
}

impl RateModel for Cellular {
    fn next_piece(&mut self, per_s: f64, draws: &RandomStream) -> Piece {
        let Settings { sigma_packets, max_packets, outage_escape } = self.settings;
        let step_s = STEP.seconds();
        let next = match self.per_s {
            None => per_s,
            // An outage lasts an exponential time; the step that ends it goes upwards.
            Some(0.0) if draws.uniform(beside(self.steps)) < exp(-outage_escape * step_s) => 0.0,
            Some(before) => {
                let step = sigma_packets * step_s.sqrt() * normal(draws, self.steps);
                if before > 0.0 { before + step } else { greater(step, -step) }
            }
        };
        let next = clamp(next, 0.0, max_packets);
        self.per_s = Some(next);
        self.steps += 1;
        Piece { length: STEP, per_s: next, delay: Span::ZERO }
    }
    fn is_poisson(&self) -> bool {
        true
    }
    fn changes_delay(&self) -> bool {
        false
    }
}
