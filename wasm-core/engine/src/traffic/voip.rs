//! A voice call: a small packet at a fixed interval, as the VoIP report's calls sent them (200 bytes each 20 ms is G.711
//! with its headers, 80 kbit/s on the wire).

use super::TrafficKind;
use crate::params::{Section, Value};
use crate::random::Draw;
use crate::units::Span;

traffic_params! {
    /// Settings of a voice call.
    pub struct Settings {
        /// Packet size on the wire, headers included.
        packet_bytes: u32 = whole(200.0, 41.0, 65535.0).unit("bytes").live(), "CAIA TR 080818A: G.711, 20 ms";
        /// Time from one packet to the next.
        interval_ms: f64 = number(20.0, 0.001, 1e6).unit("ms").log().live(), "CAIA TR 080818A: 20 ms";
    }
}

/// Settings of voice calls as scenario and screen know them.
pub static SECTION: Section = Section::new("voip", "VoIP", Settings::PARAMS)
    .about("A voice call: small packets at a fixed interval.", "CAIA technical report 080818A");

/// A voice call.
#[derive(Clone, Debug)]
pub struct Voip {
    settings: Settings,
}

impl Voip {
    /// With its settings.
    pub fn new(values: &[Value]) -> Voip {
        Voip { settings: Settings::read(values) }
    }
}

impl TrafficKind for Voip {
    fn packet_bytes(&self, _elapsed: Span) -> u32 {
        self.settings.packet_bytes
    }
    fn wait(&self, _elapsed: Span, _luck: Draw) -> f64 {
        self.settings.interval_ms * 1e6
    }
    fn configure(&mut self, values: &[Value]) {
        self.settings = Settings::read(values);
    }
}
