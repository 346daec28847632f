//! The VoIP report's test-bed as scenarios: nine links, two queue sizes, the senders that are compared. Not here: what is
//! measured of a run, any one figure.

use crate::results::{Results, Rows};
use sawtooth_scenario::{Json, object, parse};

/// A path of table II: rate and base RTT.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// `10/80`: Mbit/s and ms, as a coordinate.
    pub name: &'static str,
    /// Rate of the bottleneck, in bit/s.
    pub rate_bps: f64,
    /// Round trip without any queue, in ms.
    pub rtt_ms: f64,
}

const fn link(name: &'static str, rate_mbps: f64, rtt_ms: f64) -> Link {
    Link { name, rate_bps: rate_mbps * 1e6, rtt_ms }
}

/// All of table II, by their bandwidth-delay product.
pub const LINKS: [Link; 9] = [
    link("1/16", 1.0, 16.0),
    link("1/80", 1.0, 80.0),
    link("1/160", 1.0, 160.0),
    link("10/16", 10.0, 16.0),
    link("10/80", 10.0, 80.0),
    link("10/160", 10.0, 160.0),
    link("100/16", 100.0, 16.0),
    link("100/80", 100.0, 80.0),
    link("100/160", 100.0, 160.0),
];

/// The path of figures 2 to 8 (caption of figure 8).
pub const MAIN: Link = LINKS[4];

/// Bytes of a voice packet, headers included (section IV-A).
pub const VOIP_BYTES: f64 = 200.0;

impl Link {
    /// By its name.
    ///
    /// # Panics
    /// If there is none: a bug of the experiment.
    pub fn of(name: &str) -> Link {
        *LINKS.iter().find(|link| link.name == name).unwrap_or_else(|| panic!("no link {name}"))
    }
    /// Bandwidth-delay product, in bytes.
    pub fn bdp_bytes(&self) -> f64 {
        self.rate_bps * self.rtt_ms / 8000.0
    }
    /// Queueing delay of this many bytes at the bottleneck, in ms.
    pub fn delay_ms(&self, bytes: f64) -> f64 {
        bytes * 8000.0 / self.rate_bps
    }
    /// One-way delay of a voice packet that finds an empty queue, in ms.
    pub fn unloaded_ms(&self) -> f64 {
        self.rtt_ms / 2.0 + self.delay_ms(VOIP_BYTES)
    }
    /// For titles.
    pub fn title(&self) -> String {
        format!("{} Mbit/s, {} ms", self.rate_bps / 1e6, self.rtt_ms)
    }
}

/// A sender of the report, or one of ours for comparison.
#[derive(Clone, Copy, Debug)]
pub struct Sender {
    /// As a coordinate: `nr_fbsd`.
    pub name: &'static str,
    /// For legends.
    pub title: &'static str,
    /// Its ink in every figure: its algorithm's, or a shade of it.
    pub ink: u8,
}

const fn sender(name: &'static str, title: &'static str, ink: u8) -> Sender {
    Sender { name, title, ink }
}

/// The report's five, then ours: the bug that the report measured without knowing it, and FreeBSD's own recovery engine.
pub const SENDERS: [Sender; 8] = [
    sender("nr_fbsd", "NewReno, FreeBSD", 0),
    sender("nr_linux", "NewReno, Linux", 7),
    sender("htcp_fbsd", "H-TCP, FreeBSD", 4),
    sender("htcp_linux", "H-TCP, Linux", 6),
    sender("cubic_linux", "CUBIC, Linux", 3),
    sender("htcp_linux_fault", "H-TCP, Linux, with the bug", 5),
    sender("nr_fbsd_own", "NewReno, FreeBSD's own recovery", 2),
    sender("htcp_fbsd_own", "H-TCP, FreeBSD's own recovery", 2),
];

/// A sender by its name.
///
/// # Panics
/// If there is none: a bug of the experiment.
pub fn sender_of(name: &str) -> Sender {
    *SENDERS.iter().find(|sender| sender.name == name).unwrap_or_else(|| panic!("no sender {name}"))
}

/// The report's five senders.
pub fn five() -> impl Iterator<Item = Sender> {
    SENDERS.into_iter().take(5)
}

/// Rare reordering of neighbouring packets: our assumption of what triggered the bug of Linux's H-TCP (figures 13 and 14).
pub fn reordering() -> Json {
    object! { "model" => "bernoulli", "probability" => 1e-4, "depth_packets" => 1.0 }
}

/// The bulk flow of a sender (sections II, IV-B, IV-C).
pub fn flow(sender: &str) -> Json {
    let linux = r#""host": "linux_2_6", "byte_counting": false, "recovery": "rate_halving""#;
    let freebsd = |recovery: &str| {
        format!(
            r#""host": "freebsd", "whole_byte_growth": true, "delayed_ack": false, "byte_counting": false,
               "recovery": "{recovery}""#
        )
    };
    let newreno = r#"{ "kind": "newreno" }"#;
    let htcp_freebsd = r#"{ "kind": "htcp", "variant": "freebsd", "adaptive_backoff": true, "rtt_scaling": false }"#;
    let htcp_linux = |variant: &str| {
        format!(r#"{{ "kind": "htcp", "variant": "{variant}", "adaptive_reset": false, "rtt_scaling": false }}"#)
    };
    let (algorithm, host) = match sender {
        "nr_fbsd" => (newreno.to_owned(), freebsd("sack")),
        "nr_fbsd_own" => (newreno.to_owned(), freebsd("freebsd_sack")),
        "nr_linux" => (newreno.to_owned(), linux.to_owned()),
        "htcp_fbsd" => (htcp_freebsd.to_owned(), freebsd("sack")),
        "htcp_fbsd_own" => (htcp_freebsd.to_owned(), freebsd("freebsd_sack")),
        "htcp_linux" => (htcp_linux("linux_2_6_25"), linux.to_owned()),
        "htcp_linux_fault" => (htcp_linux("linux_2_6_25_disorder_bug"), linux.to_owned()),
        "cubic_linux" => (r#"{ "kind": "cubic", "variant": "linux_2_6_25" }"#.to_owned(), linux.to_owned()),
        _ => panic!("no sender {sender}"),
    };
    json(&format!(r#"{{ "name": "tcp", "algorithm": {algorithm}, {host}, "send_jitter_ms": 0, "start_s": 0 }}"#))
}

/// Our own text as JSON.
fn json(text: &str) -> Json {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// A path with a queue of this many BDPs, a bulk flow (if any) and the call (if wanted).
pub fn document(link: Link, bdp: f64, sender: Option<&str>, call: bool, duration_s: f64) -> Json {
    let senders = sender.map_or("the call alone", |sender| sender_of(sender).title);
    let mut document = object! {
        "schema" => 1.0, "title" => format!("{senders}: VoIP report, {}, {bdp} BDP", link.title()),
        "duration_s" => duration_s, "packet_bytes" => 1500.0,
        "bottleneck" => object! {
            "rate_bps" => link.rate_bps,
            "queue" => object! { "discipline" => "drop_tail", "limit_bytes" => bdp * link.bdp_bytes() },
            "loss" => object! { "model" => "none" },
        },
    };
    if let Some(sender) = sender {
        let mut flow = flow(sender);
        flow.set("base_rtt_ms", link.rtt_ms);
        flow.set("stop_s", duration_s);
        document.set("flows", vec![flow]);
        if sender == "htcp_linux_fault" {
            set(&mut document, "bottleneck", "reordering", reordering());
        }
    }
    if call {
        let call = object! {
            "kind" => "voip", "name" => "voip", "packet_bytes" => VOIP_BYTES, "interval_ms" => 20.0,
            "base_rtt_ms" => link.rtt_ms, "start_s" => 0.0, "start_jitter_s" => 0.02, "stop_s" => duration_s,
        };
        document.set("cross_traffic", vec![call]);
    }
    document
}

/// Sets a field of a part of a document.
pub fn set(document: &mut Json, part: &str, field: &str, value: impl Into<Json>) {
    let mut changed = document.get(part).cloned().unwrap_or_else(|| object! {});
    changed.set(field, value);
    document.set(part, changed);
}

/// Changes a document's bulk flow.
pub fn change_flow(document: &mut Json, change: impl FnOnce(&mut Json)) {
    if let Some(Json::Array(flows)) = document.get("flows") {
        let mut flows = flows.clone();
        if let Some(flow) = flows.first_mut() {
            change(flow);
        }
        document.set("flows", flows);
    }
}

/// Rows of a path and a sender, from whichever of the experiment's sweeps has them.
pub fn rows<'a>(results: &Results<'a>, link: &str, bdp: f64, sender: &str) -> Rows<'a> {
    let point = point!(link: link, bdp: bdp, sender: sender);
    Rows(results.sweeps.iter().flat_map(|sweep| results.all_within(sweep, &point).0).collect())
}
