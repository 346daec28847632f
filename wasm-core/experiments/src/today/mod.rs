//! Today's algorithms: experiments of our own on behaviour that the literature describes on other paths. The list of them, the
//! path and TCP stack that they share, and what their claims have in common. Not here: any one of them, what is measured of
//! flows that share a link (`shares`).
//!
//! The sources used other links, so a claim is about directions and orders; its bounds are mostly ours (`Claim::ours`).

use crate::experiment::{Choice, Paper};
use crate::figure::{self, Axis, Entry, Marks};
use crate::results::Rows;
use crate::sweep::{Cell, set};
use sawtooth_engine::scenario::ALGORITHMS;
use sawtooth_scenario::{Json, object};

pub mod shares;

crate::experiments! {
    queue,
    rivals,
    rtts,
    l4s,
    pairs,
    marks,
    slower,
    starts,
    loss,
    ledbat,
    highspeed,
    wireless,
    nv,
    call,
    yeah,
    illinois,
    copa,
    discriminators,
    driven,
    cdg_flows,
    cdg_delay,
}

/// The group, with the sources of one experiment.
pub const fn group(citation: &'static str) -> Paper {
    Paper { id: "today", name: "Today's algorithms", citation }
}

/// Rate of the bottleneck where none is stated, in bit/s.
pub const RATE_BPS: f64 = 10e6;
/// Bandwidth-delay product at that rate and 40 ms, in packets.
pub const BDP_PACKETS: f64 = 100.0 / 3.0;
/// Everything is measured from here on, where nothing else is stated.
pub const FROM_S: f64 = 20.0;

/// Part of a rate that payload can reach: 1460 of 1500 bytes.
pub fn capacity_bps(rate_bps: f64) -> f64 {
    rate_bps * 1460.0 / 1500.0
}

/// A flow to the run's end on Linux's TCP stack.
pub fn flow(name: &str, kind: &str, base_rtt_ms: f64, start_s: f64) -> Json {
    object! {
        "name" => name, "algorithm" => object! { "kind" => kind }, "base_rtt_ms" => base_rtt_ms, "start_s" => start_s,
        "host" => "linux", "start_jitter_s" => 0.1, "send_jitter_ms" => 0.1,
    }
}

/// The same with classic ECN, where that is not the algorithm's default.
pub fn with_ecn(mut flow: Json) -> Json {
    flow.set("ecn", true);
    flow
}

/// One link with a queue.
pub fn link(title: &str, duration_s: f64, rate_bps: f64, queue: Json, flows: Vec<Json>) -> Json {
    object! {
        "schema" => 1.0, "title" => title, "duration_s" => duration_s, "packet_bytes" => 1500.0,
        "bottleneck" => object! { "rate_bps" => rate_bps, "queue" => queue },
        "flows" => flows,
    }
}

/// Drop tail with a limit.
pub fn drop_tail(limit_packets: f64) -> Json {
    object! { "discipline" => "drop_tail", "limit_packets" => limit_packets }
}

/// RED that marks, for one queue: thresholds in packets.
pub fn red(limit_packets: f64) -> Json {
    object! {
        "discipline" => "red", "ecn" => true, "min_threshold_packets" => 20.0, "max_threshold_packets" => 60.0,
        "limit_packets" => limit_packets,
    }
}

/// One flow, 120 s, with random loss: the cell of this algorithm and loss.
pub fn with_loss(kind: &str, loss: f64, limit_packets: f64) -> Cell {
    let title = format!("{} and {} % random loss", called(kind), loss * 100.0);
    let mut document = link(&title, 120.0, RATE_BPS, drop_tail(limit_packets), vec![flow(kind, kind, 40.0, 0.0)]);
    if loss > 0.0 {
        set(&mut document, "bottleneck.loss.model", "bernoulli");
        set(&mut document, "bottleneck.loss.probability", loss);
    }
    Cell::new(crate::point!(algorithm: kind, loss: loss), document).moment(FROM_S)
}

/// An algorithm's title. Beside version 3 BBR has its number, too.
pub fn called(kind: &str) -> &'static str {
    let section = ALGORITHMS.iter().find(|section| section.kind == kind).expect("an algorithm");
    if kind == "bbr" { "BBR v1" } else { section.title }
}

/// The ink of an algorithm here: those of `figure::ink`, and one for each algorithm that no paper compares.
pub fn ink(kind: &str) -> u8 {
    match kind {
        "bbr" => 2,
        "dctcp" | "prague" => 5,
        kind => figure::ink(kind),
    }
}

/// Medians with bars of a number at each of some places; `times` turns its unit into the axis's.
pub fn medians<'a>(
    places: impl IntoIterator<Item = f64>,
    rows: impl Fn(f64) -> Rows<'a>,
    number: &str,
    times: f64,
) -> Marks {
    let points = places.into_iter().filter_map(|x| {
        let [low, middle, high] = rows(x).of(number).bar()?;
        Some([x, low * times, middle * times, high * times])
    });
    Marks::Medians(points.collect())
}

/// An entry with a number's median, and one with its least and greatest value.
pub fn spread(rows: &Rows, number: &str, times: f64, digits: usize) -> [Entry; 2] {
    let values = rows.of(number);
    let shown = |value: f64| format!("{:.*}", digits, value * times);
    let ends = values.least().zip(values.most()).map(|(low, high)| format!("{}–{}", shown(low), shown(high)));
    let middle = values.median().map(|value| value * times);
    [Entry::Number(middle, digits), Entry::Text(ends.unwrap_or_else(|| "–".into()))]
}

/// A share of something, from 0 to 1.
pub fn share(label: &str) -> Axis {
    Axis::new(label, "").range(0.0, 1.0)
}

/// Choices where the sources are open, common to all of these experiments.
pub const CHOICES: &[Choice] = &[
    Choice {
        what: "Path",
        chosen: "10 Mbit/s and 40 ms where nothing else is stated",
        why: "The sources used other links, some of them much faster. Directions and orders should survive the change, \
              figures should not.",
    },
    Choice {
        what: "TCP stack",
        chosen: "Linux: SACK with PRR, delayed ACKs, initial window 10, minimum RTO 200 ms",
        why: "The algorithms were published for Linux or measured on it.",
    },
    Choice {
        what: "Random delays of hosts",
        chosen: "start times drawn from 0.1 s; each data packet up to 0.1 ms later",
        why: "Without them, flows on an ideal path can stay in step.",
    },
    Choice {
        what: "Repetitions and span",
        chosen: "seeds 1 to 10; measured from 20 s to the end where nothing else is stated",
        why: "The first slow start is over by then. BBR draws the phase in which it begins to probe, so its runs differ.",
    },
];

/// Where a bound comes from that no source states.
pub const DIRECTION: &str = "The source states the direction only, on other links. The bound is ours, chosen after a look at single \
                             runs.";
