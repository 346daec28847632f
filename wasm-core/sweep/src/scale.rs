//! Scales of axes: functions of a column's values, some of which depend on the path of the cell. A line through scaled points is
//! another law: over `inverse_root` of the loss rate that of the inverse root, over logarithms a power. Not here: the line (`fit`).

use crate::table::{Column, Kind};
use sawtooth_engine::host::FlowSettings;
use sawtooth_engine::math;
use sawtooth_engine::scenario::{Flow, Scenario};
use sawtooth_scenario::Json;

sawtooth_engine::choices! {
    /// Scale of a column.
    pub enum Scale {
        /// The value.
        AsIs = "as_is",
        /// Its logarithm to base 10.
        Logarithm = "logarithm",
        /// Its reciprocal.
        Inverse = "inverse",
        /// The reciprocal of its square root.
        InverseRoot = "inverse_root",
        /// A number of packets or bytes over the cell's BDP.
        OfBdp = "of_bdp",
        /// A time over the cell's base RTT; a rate of a flow times that RTT, in packets.
        OfRtt = "of_rtt",
    }
}

impl Scale {
    /// Whether it depends on the cell's path.
    pub fn needs_path(self) -> bool {
        matches!(self, Scale::OfBdp | Scale::OfRtt)
    }

    /// A value of this column on the scale, in a cell of this scenario; none where it is not defined. `path`: what the column is of, its name
    /// unless it has another.
    pub fn of(self, value: f64, column: &Column, path: &str, scenario: Option<&Scenario>) -> Option<f64> {
        let scaled = match self {
            Scale::AsIs => value,
            Scale::Logarithm => math::ln(value) / std::f64::consts::LN_10,
            Scale::Inverse => 1.0 / value,
            Scale::InverseRoot => 1.0 / value.sqrt(),
            Scale::OfBdp => {
                let scenario = scenario?;
                match &*column.unit {
                    "packets" => value / bdp_packets(scenario),
                    "bytes" => value / bdp_packets(scenario) / f64::from(scenario.packet_bytes),
                    _ => return None,
                }
            }
            Scale::OfRtt => {
                let (scenario, flow) = (scenario?, flow(path, scenario?));
                let rtt_s = flow.map_or(scenario.largest_base_rtt_ms(), base_rtt_ms) / 1e3;
                match &*column.unit {
                    "s" => value / rtt_s,
                    "ms" => value / 1e3 / rtt_s,
                    "bit/s" => value * rtt_s / (8.0 * bytes(path, scenario).filter(|_| flow.is_some())?),
                    _ => return None,
                }
            }
        };
        scaled.is_finite().then_some(scaled)
    }
}

/// Values on each scale that does not depend on a path, for the page's test of its own (`scales.json`): by the scale's name pairs of a
/// value and its place, `null` where it has none.
pub fn generated() -> String {
    let column = Column::new("", "", Kind::Number);
    let of = |scale: Scale| {
        let pair = |value: f64| {
            let place = scale.of(value, &column, "", None).map_or(Json::Null, Json::from);
            Json::Array(vec![Json::from(value), place])
        };
        Json::Array([0.0, 0.0025, 0.3, 1.0, 16.0, 1e7].map(pair).to_vec())
    };
    let named = Scale::WORDS.iter().filter_map(|name| Scale::named(name).map(|scale| (name, scale)));
    let mut all = Json::Object(Vec::new());
    for (name, scale) in named.filter(|(_, scale)| !scale.needs_path()) {
        all.set(name, of(scale));
    }
    all.pretty()
}

/// The flow that a path names.
pub fn flow<'a>(path: &str, scenario: &'a Scenario) -> Option<&'a Flow> {
    let (name, _) = path.strip_prefix("flows.")?.split_once('.')?;
    scenario.flows.iter().find(|flow| flow.name == name)
}

/// A flow's base RTT, in ms.
pub fn base_rtt_ms(flow: &Flow) -> f64 {
    FlowSettings::read(&flow.settings.values).base_rtt_ms
}

/// BDP of the forward link in packets: of its rate at the start and the largest base RTT of a flow.
pub fn bdp_packets(scenario: &Scenario) -> f64 {
    scenario.bottleneck.rate_bps() * scenario.largest_base_rtt_ms() / 8e3 / f64::from(scenario.packet_bytes)
}

/// Bytes of a packet that a rate of a flow counts.
pub fn bytes(path: &str, scenario: &Scenario) -> Option<f64> {
    match path.rsplit('.').next()? {
        "goodput_bps" => Some(f64::from(scenario.payload_bytes())),
        "throughput_bps" => Some(f64::from(scenario.packet_bytes)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_has_its_place_on_each_scale() {
        // 10 Mbit/s, 40 ms and 80 ms, packets of 1000 bytes: a BDP of 100 packets.
        let text = r#"{ "schema": 1, "duration_s": 1, "packet_bytes": 1000, "bottleneck": { "rate_bps": 10000000, "queue": { "limit_packets": 9 } },
            "flows": [{ "name": "a", "base_rtt_ms": 40 }, { "name": "b", "base_rtt_ms": 80 }] }"#;
        let scenario = sawtooth_scenario::read(text).unwrap().scenario;
        let of = |scale: Scale, value: f64, path: &str, unit: &str| {
            let column = Column::new("another name", unit, Kind::Number);
            let found = scale.of(value, &column, path, Some(&scenario));
            assert_eq!(scale.of(value, &column, path, None), found.filter(|_| !scale.needs_path()));
            found.map(|value| (value * 1e9).round() / 1e9)
        };
        assert_eq!(of(Scale::AsIs, 7.0, "x", ""), Some(7.0));
        assert_eq!(of(Scale::Logarithm, 1000.0, "x", ""), Some(3.0));
        assert_eq!(of(Scale::Inverse, 8.0, "x", ""), Some(0.125));
        assert_eq!(of(Scale::InverseRoot, 0.0025, "x", ""), Some(20.0));
        for scale in [Scale::Logarithm, Scale::Inverse, Scale::InverseRoot] {
            assert_eq!(of(scale, 0.0, "x", ""), None);
        }
        assert_eq!(of(Scale::OfBdp, 25.0, "bottleneck.queue.limit_packets", "packets"), Some(0.25));
        assert_eq!(of(Scale::OfBdp, 50_000.0, "bottleneck.queue.limit_bytes", "bytes"), Some(0.5));
        assert_eq!(of(Scale::OfBdp, 50.0, "flows.a.rtt_ms.p50", "ms"), None);
        // A flow's own RTT, else the largest one.
        assert_eq!(of(Scale::OfRtt, 60.0, "flows.a.rtt_ms.p50", "ms"), Some(1.5));
        assert_eq!(of(Scale::OfRtt, 60.0, "bottleneck.queue_ms.p50", "ms"), Some(0.75));
        assert_eq!(of(Scale::OfRtt, 2.0, "duration_s", "s"), Some(25.0));
        assert_eq!(of(Scale::OfRtt, 1.92e6, "flows.a.goodput_bps", "bit/s"), Some(10.0));
        assert_eq!(of(Scale::OfRtt, 2e6, "flows.a.throughput_bps", "bit/s"), Some(10.0));
        assert_eq!(of(Scale::OfRtt, 1e6, "bottleneck.rate_bps", "bit/s"), None);
    }
}
