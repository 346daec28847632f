//! A link by a satellite in low orbit: a handover every 15 s, each with a short outage and another rate. Not here: the delay, which
//! changes with the satellite, too; interventions on `base_rtt_ms` can do that.

use super::{Piece, RateModel};
use crate::params::{Section, Value};
use crate::random::RandomStream;
use crate::units::Span;

crate::params! {
    /// Settings of a satellite's link.
    pub struct Settings {
        /// Time between handovers.
        handover_s: f64 = number(15.0, 2.0, 1e4).unit("s"), "Mohan et al., WWW 2024: Starlink's interval";
        /// How long the link is silent after a handover.
        outage_ms: f64 = number(100.0, 0.0, 1000.0).unit("ms"), "choice";
        /// How far the rate between two handovers lies from the link's at most, as a share of it; each is drawn evenly.
        rate_spread: f64 = number(0.4, 0.0, 0.9), "choice";
    }
}

/// What a scenario and the screen know of it.
pub static SECTION: Section = Section::new("leo", "LEO satellite", Settings::PARAMS).about(
    "Even opportunities at a rate that changes at each handover, after a short outage.",
    "Mohan et al., WWW 2024; outage and spread are ours",
);

/// A satellite's link.
#[derive(Clone, Debug)]
pub struct Leo {
    settings: Settings,
    /// Handovers so far, and whether the outage of the last one is over.
    handovers: u64,
    outage_over: bool,
}

impl Leo {
    /// With its settings. The run begins between two handovers.
    pub fn new(values: &[Value]) -> Leo {
        Leo { settings: Settings::read(values), handovers: 0, outage_over: true }
    }
}

impl RateModel for Leo {
    fn next_piece(&mut self, per_s: f64, draws: &RandomStream) -> Piece {
        let outage = Span::from_ms(self.settings.outage_ms);
        self.outage_over = !self.outage_over || self.handovers == 0;
        if !self.outage_over {
            return Piece { length: outage, per_s: 0.0 };
        }
        let silent = if self.handovers == 0 { Span::ZERO } else { outage };
        let share = 1.0 + self.settings.rate_spread * (2.0 * draws.uniform(self.handovers) - 1.0);
        self.handovers += 1;
        Piece { length: Span(Span::from_seconds(self.settings.handover_s).0 - silent.0), per_s: per_s * share }
    }
    fn is_poisson(&self) -> bool {
        false
    }
}
