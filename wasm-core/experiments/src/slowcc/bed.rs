//! The paper's dumbbell as a scenario: one RED bottleneck in each direction, forward flows, a TCP(1/2) flow the other way for
//! each of them, constant and square-wave traffic. Not here: which flows a figure has.

use super::schemes::{Scheme, TCP};
use crate::sweep::Cell;
use sawtooth_engine::scenario::Scenario;
use sawtooth_scenario::{Json, object};

/// One RTT in everything that counts RTTs, whatever the queue (figure 4's caption), in seconds.
pub const RTT_S: f64 = 0.05;
/// Bytes of a packet on the wire.
pub const PACKET_BYTES: f64 = 1000.0;
/// Rate of the bottleneck in sections 4.1, 4.2.1 and 4.2.4, in bit/s.
pub const FAST_BPS: f64 = 15e6;
/// Rate of the bottleneck in sections 4.2.2 and 4.2.3, in bit/s.
pub const SLOW_BPS: f64 = 10e6;
/// Left out at the start of a run, unless it has a warm-up of its own, in seconds.
pub const WARM_UP_S: f64 = 20.0;
/// Beginning of every forward flow's name.
const FORWARD: &str = "fwd";

/// Packets that a path of so many bit/s and one RTT holds.
pub fn bdp_packets(rate_bps: f64) -> f64 {
    rate_bps * RTT_S / (8.0 * PACKET_BYTES)
}

/// How much later each data packet leaves at most, in ms: written out, whatever the default is.
const SEND_JITTER_MS: f64 = 0.1;

/// A flow of a scheme on the paper's path and hosts, from a moment on.
pub fn flow(name: &str, scheme: Scheme, start_s: f64) -> Json {
    object! {
        "name" => name, "algorithm" => scheme.algorithm(), "host" => "ns2", "base_rtt_ms" => 1000.0 * RTT_S,
        "send_jitter_ms" => SEND_JITTER_MS, "start_s" => start_s,
    }
}

/// Constant traffic between two moments, the second open if none.
pub fn cbr(name: &str, rate_bps: f64, start_s: f64, stop_s: Option<f64>) -> Json {
    let mut cbr = object! {
        "kind" => "cbr", "name" => name, "rate_bps" => rate_bps, "packet_bytes" => PACKET_BYTES,
        "base_rtt_ms" => 1000.0 * RTT_S, "start_s" => start_s,
    };
    if let Some(stop_s) = stop_s {
        cbr.set("stop_s", stop_s);
    }
    cbr
}

/// The square wave: on, then off, from the start.
pub fn square_wave(rate_bps: f64, on_s: f64, off_s: f64) -> Json {
    object! {
        "kind" => "on_off", "name" => "cbr", "rate_bps" => rate_bps, "packet_bytes" => PACKET_BYTES, "on_s" => on_s,
        "off_s" => off_s, "base_rtt_ms" => 1000.0 * RTT_S, "start_s" => 0.0,
    }
}

/// A dumbbell under construction.
#[derive(Clone, Debug)]
pub struct Bed {
    title: String,
    rate_bps: f64,
    duration_s: f64,
    queue: Json,
    reverse: bool,
    flows: Vec<Json>,
    cross: Vec<Json>,
}

impl Bed {
    /// RED, reverse traffic, no flow yet.
    pub fn new(title: impl Into<String>, rate_bps: f64, duration_s: f64) -> Bed {
        let bdp = bdp_packets(rate_bps);
        // Two digits, as the set-up writes them.
        let hundredths = |packets: f64| (packets * 100.0).round() / 100.0;
        let queue = object! {
            "discipline" => "red", "limit_packets" => (2.5 * bdp).floor(),
            "min_threshold_packets" => hundredths(0.25 * bdp), "max_threshold_packets" => hundredths(1.25 * bdp),
            "max_probability" => 0.1, "weight" => 0.002, "gentle" => true, "wait" => true,
        };
        let (flows, cross) = (Vec::new(), Vec::new());
        Bed { title: title.into(), rate_bps, duration_s, queue, reverse: true, flows, cross }
    }

    /// Neither reverse flows nor a queue in the reverse direction.
    pub fn bare(mut self) -> Bed {
        self.reverse = false;
        self
    }

    /// Drop tail of the same limit, in both directions.
    pub fn drop_tail(mut self) -> Bed {
        let limit = self.queue.get("limit_packets").and_then(Json::number).unwrap_or_default();
        self.queue = object! { "discipline" => "drop_tail", "limit_packets" => limit };
        self
    }

    /// With a parameter of the queues changed.
    pub fn queue(mut self, field: &str, value: impl Into<Json>) -> Bed {
        self.queue.set(field, value);
        self
    }

    /// One more forward flow, which starts 0.2 s after the one before.
    pub fn flow(self, scheme: Scheme) -> Bed {
        let at = self.flows.len();
        self.flow_with(flow(&format!("{FORWARD}{at}"), scheme, at as f64 / 5.0))
    }

    /// One more forward flow, made by `flow` and changed: it keeps its name.
    pub fn flow_with(mut self, flow: Json) -> Bed {
        self.flows.push(flow);
        self
    }

    /// So many more forward flows, the schemes in turn.
    pub fn flows(self, count: usize, schemes: &[Scheme]) -> Bed {
        (0..count).fold(self, |bed, at| bed.flow(schemes[at % schemes.len()]))
    }

    /// One more source of cross traffic.
    pub fn cross(mut self, traffic: Json) -> Bed {
        self.cross.push(traffic);
        self
    }

    /// The scenario: forward flows, then a reverse one for each, from the same moment and to the end.
    pub fn document(self) -> Json {
        let bottleneck = object! {
            "rate_bps" => self.rate_bps, "queue" => self.queue, "loss" => object! { "model" => "none" },
        };
        let mut document = object! {
            "schema" => 1.0, "title" => self.title, "duration_s" => self.duration_s, "packet_bytes" => PACKET_BYTES,
            "bottleneck" => bottleneck.clone(),
        };
        let mut flows = self.flows;
        if self.reverse {
            document.set("reverse_bottleneck", bottleneck);
            let reverse = flows.iter().enumerate().map(|(at, forward)| {
                let start_s = forward.get("start_s").and_then(Json::number).unwrap_or_default();
                let mut reverse = flow(&format!("rev{at}"), TCP, start_s);
                reverse.set("direction", "reverse");
                reverse
            });
            let reverse: Vec<Json> = reverse.collect();
            flows.extend(reverse);
        }
        if !flows.is_empty() {
            document.set("flows", flows);
        }
        if !self.cross.is_empty() {
            document.set("cross_traffic", self.cross);
        }
        document
    }
}

/// How many forward flows a scenario of `Bed` has; they come first.
pub fn forward_flows(scenario: &Scenario) -> usize {
    scenario.flows.iter().take_while(|flow| flow.name.starts_with(FORWARD)).count()
}

/// A cell of the paper, looked at once the start is over.
pub fn cell(at: crate::Point, document: Json) -> Cell {
    Cell::new(at, document).moment(WARM_UP_S)
}
