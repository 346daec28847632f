//! A flash crowd: many short TCP transfers whose starts are a Poisson process. Each is a finite flow; all of them count under
//! one name. Not here: the flows (`tcp`), and what they have in common (`scenario::Transfers`).

use super::TrafficKind;
use crate::math;
use crate::params::{Section, Value};
use crate::random::Draw;
use crate::units::{NANOS_PER_SECOND, Span};

traffic_params! {
    /// Settings of a flash crowd.
    pub struct Settings {
        /// Length of each transfer.
        transfer_packets: u64 = whole(10.0, 1.0, 1e7).unit("packets").log().live(), "SlowCC 2001, section 4.1.2: 10 packets";
        /// Mean number of transfers that start per second; they start at random, independently of each other.
        arrivals_per_s: f64 = above(200.0, 0.0, 1e6).unit("1/s").log().live(), "SlowCC 2001, section 4.1.2: 200 a second";
    }
}

/// Settings of flash crowds as scenario and screen know them.
pub static SECTION: Section = Section::new("flash_crowd", "flash crowd", Settings::PARAMS)
    .about("Many short TCP transfers that start at random times.", "SlowCC 2001, section 4.1.2");

/// A flash crowd.
#[derive(Clone, Debug)]
pub struct FlashCrowd {
    settings: Settings,
}

impl FlashCrowd {
    /// With its settings.
    pub fn new(values: &[Value]) -> FlashCrowd {
        FlashCrowd { settings: Settings::read(values) }
    }
}

impl TrafficKind for FlashCrowd {
    fn packet_bytes(&self, _elapsed: Span) -> u32 {
        0
    }
    /// The gaps of a Poisson process are exponential: -ln(1 - u) / rate.
    fn wait(&self, _elapsed: Span, draw: Draw) -> f64 {
        -math::ln(1.0 - draw.uniform()) / self.settings.arrivals_per_s * NANOS_PER_SECOND as f64
    }
    fn configure(&mut self, values: &[Value]) {
        self.settings = Settings::read(values);
    }
}
