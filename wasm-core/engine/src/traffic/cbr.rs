//! Constant bit rate: equal packets at equal intervals, given as a rate on the wire or as the interval itself.

use super::TrafficKind;
use crate::params::{OneOf, Section, Value};
use crate::random::Draw;
use crate::units::{Rate, Span};

traffic_params! {
    /// Settings of constant bit rate.
    pub struct Settings {
        /// Packet size on the wire, headers included.
        packet_bytes: u32 = whole(1500.0, 41.0, 65535.0).unit("bytes").live(), "Ethernet's MTU";
        /// Rate, in bits on the wire.
        rate_bps: Option<f64> = number(1e6, 1e3, 1e12).unit("bit/s").log().live(), "choice";
        /// Time from one packet to the next.
        interval_ms: Option<f64> = number(12.0, 0.001, 1e6).unit("ms").log().live(), "choice";
    }
}

/// Settings of constant bit rate as scenario and screen know them.
pub static SECTION: Section = Section::new("cbr", "constant bit rate", Settings::PARAMS)
    .about("Packets of equal size at equal intervals.", "choice")
    .one_of(&[OneOf { fields: &["rate_bps", "interval_ms"], required: false }]);

/// Constant bit rate.
#[derive(Clone, Debug)]
pub struct Cbr {
    settings: Settings,
}

impl Cbr {
    /// With its settings.
    pub fn new(values: &[Value]) -> Cbr {
        Cbr { settings: Settings::read(values) }
    }
}

impl TrafficKind for Cbr {
    fn packet_bytes(&self, _elapsed: Span) -> u32 {
        self.settings.packet_bytes
    }
    fn wait(&self, _elapsed: Span, _luck: Draw) -> f64 {
        match (self.settings.interval_ms, self.settings.rate_bps) {
            (Some(interval_ms), _) => interval_ms * 1e6,
            (None, rate) => Rate(rate.unwrap_or(1e6)).nanoseconds_of(self.settings.packet_bytes),
        }
    }
    fn configure(&mut self, values: &[Value]) {
        self.settings = Settings::read(values);
    }
}
