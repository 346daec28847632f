//! A link by a satellite in low orbit: a handover every 15 s, each with a short outage, another rate and another delay. Not here: how
//! the delay is added to a flow's (`sim`).
//!
//! Starlink assigns satellites again every 15 s, and rate and delay change then (Mohan et al., WWW 2024; Huston, APNIC 2024). How much
//! they change, and how long a handover takes, is ours.

use super::{Piece, RateModel};
use crate::params::{Section, Value};
use crate::random::{Purpose, RandomStream};
use crate::units::Span;

crate::params! {
    /// Settings of a satellite's link.
    pub struct Settings {
        /// Time between handovers.
        handover_s: f64 = number(15.0, 2.0, 1e4).unit("s"), "Mohan et al., WWW 2024: Starlink's reconfiguration interval";
        /// How long the link is silent after a handover.
        outage_ms: f64 = number(100.0, 0.0, 1000.0).unit("ms"), "choice";
        /// How far the rate between two handovers lies from the link's at most, as a share of it; each is drawn evenly.
        rate_spread: f64 = number(0.4, 0.0, 0.9), "choice";
        /// By how much the RTT between two handovers exceeds the base RTT at most; each is drawn evenly.
        delay_spread_ms: f64 = number(7.6, 0.0, 1000.0).unit("ms"), "choice: a satellite 550 km high, overhead or 25 degrees above the horizon, ground to ground and back";
    }
}

/// Settings of LEO satellite links as scenario and screen know them.
pub static SECTION: Section = Section::new("leo", "LEO satellite", Settings::PARAMS).about(
    "Even opportunities; rate and delay change at each handover, after a short outage.",
    "Mohan et al., WWW 2024; outage and spreads are ours",
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
            return Piece { length: outage, per_s: 0.0, delay: Span::ZERO };
        }
        let silent = if self.handovers == 0 { Span::ZERO } else { outage };
        let share = 1.0 + self.settings.rate_spread * (2.0 * draws.uniform(self.handovers) - 1.0);
        let delays = draws.beside(Purpose::LinkDelay);
        let delay = Span::from_ms(self.settings.delay_spread_ms * delays.uniform(self.handovers));
        self.handovers += 1;
        let length = Span(Span::from_seconds(self.settings.handover_s).0 - silent.0);
        Piece { length, per_s: per_s * share, delay }
    }
    fn is_poisson(&self) -> bool {
        false
    }
    fn changes_delay(&self) -> bool {
        self.settings.delay_spread_ms > 0.0
    }
}
