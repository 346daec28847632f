//! Two flows of one algorithm with base RTTs of 20 and 120 ms.

use super::shares::{self, NAMES};
use super::{CHOICES, DIRECTION, FROM_S, RATE_BPS, called, drop_tail, flow, group, ink, link, spread};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};

const KINDS: [&str; 3] = ["newreno", "bbr", "bbr3"];
const LIMIT_PACKETS: f64 = 330.0;
/// Shorter queues, for BBR.
const SHORTER: [f64; 2] = [33.0, 84.0];

/// Round-trip times.
pub static EXPERIMENT: Experiment = Experiment {
    id: "today_rtts",
    paper: &group(
        "M. Hock, R. Bless, M. Zitterbart, Experimental Evaluation of BBR Congestion Control, ICNP 2017; S. Ma et al., \
         Fairness of Congestion-Based Congestion Control, 2017",
    ),
    label: "Round-trip times",
    title: "The longer RTT wins",
    words: Words {
        summary: "With NewReno, the flow with the shorter RTT has more of the link. With BBR v1 it is the longer one: 120 ms \
                  has {bbr} times the goodput of 20 ms.",
        caption: "Two flows of one algorithm, with base RTTs of 20 and 120 ms, at 10 Mbit/s and with a queue of 330 packets. \
                  120 s, measured from 20 s. Marks are medians of ten runs, bars the 20th to 80th percentile.",
        states: &[
            "Two BBR flows with different RTTs: the one with the longer RTT gets more (Hock et al. 2017, Ma et al. 2017).",
        ],
        learn: "Two flows at their cap have windows of twice the rate times the RTT, so the flow with the longer RTT has more \
                packets in the shared queue, and with them more of the link. NewReno's windows grow by a packet per round \
                trip, which favours the shorter one. Here most of the RTT is queueing delay, the same for both, so \
                NewReno's advantage is small.",
        choices: CHOICES,
        notes: &[],
        numbers: &[Number::new("bbr", 1, |results| longer(results, "bbr"))],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,goodput,queue,rtt",
};

/// By algorithm.
pub static SWEEP: Sweep = Sweep { id: "today_rtts", cells, repetitions: 10, quick: 1, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let one = |kind: &str, limit: f64| {
        let flows = vec![flow("short", kind, 20.0, 0.0), flow("long", kind, 120.0, 0.0)];
        let title = format!("Two {} flows, 20 and 120 ms, a queue of {limit} packets", called(kind));
        let document = link(&title, 120.0, RATE_BPS, drop_tail(limit), flows);
        Cell::new(point!(algorithm: kind, limit_packets: limit), document).moment(60.0)
    };
    let mut cells = KINDS.map(|kind| one(kind, LIMIT_PACKETS)).to_vec();
    for kind in ["bbr", "bbr3"] {
        cells.extend(SHORTER.map(|limit| one(kind, limit).quoted()));
    }
    cells
}

fn measure(run: &Run) -> Row {
    shares::measure(run, 1, FROM_S)
}

fn rows<'a>(results: &Results<'a>, kind: &str) -> Rows<'a> {
    results.at(&point!(algorithm: kind))
}

/// Goodput with the longer RTT over that with the shorter one: median of the runs.
fn longer(results: &Results, kind: &str) -> Option<f64> {
    longer_of(&rows(results, kind))
}

fn longer_of(rows: &Rows) -> Option<f64> {
    rows.each(|row| ratio(row.get("others_bps"), row.get("first_bps"))).median()
}

/// With a queue limit.
fn limited<'a>(results: &Results<'a>, kind: &str, limit: f64) -> Rows<'a> {
    results.all(&point!(algorithm: kind, limit_packets: limit))
}

fn longer_with(results: &Results, kind: &str, limit: f64) -> Option<f64> {
    longer_of(&limited(results, kind, limit))
}

/// Share of its packets that the queue drops.
fn drops_with(results: &Results, kind: &str, limit: f64) -> Option<f64> {
    limited(results, kind, limit).of("dropped_share").median()
}

fn figure(results: &Results) -> Figure {
    let mut plot =
        Plot::new(Axis::of("Base RTT", ["20 ms", "120 ms"]), Axis::new("Goodput", "Mbit/s").range(0.0, 10.0));
    for kind in KINDS {
        let points = ["first_bps", "others_bps"].into_iter().zip([0.0, 1.0]).filter_map(|(number, x)| {
            let [low, middle, high] = rows(results, kind).of(number).bar()?;
            Some([x, low / 1e6, middle / 1e6, high / 1e6])
        });
        plot = plot.with(Series::new(called(kind), ink(kind), Marks::Medians(points.collect())));
    }
    let lines = KINDS.map(|kind| {
        let rows = rows(results, kind);
        let mut line = vec![Entry::text(called(kind))];
        line.extend(spread(&rows, "first_bps", 1e-6, 2));
        line.extend(spread(&rows, "others_bps", 1e-6, 2));
        line.push(Entry::Number(rows.of("queue_packets").median(), 0));
        line
    });
    let heads = [
        "Algorithm",
        "20 ms: median (Mbit/s)",
        "lowest–highest",
        "120 ms: median (Mbit/s)",
        "lowest–highest",
        "Mean queue (packets)",
    ];
    Figure::new(vec![Panel::plot("", plot), Panel::table("Ten runs", &heads, lines.to_vec())])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "today.rtts.bbr",
        "BBR v1: goodput of the flow with 120 ms divided by that of the flow with 20 ms.",
        DIRECTION,
        |results| vec![Measured::new("", longer(results, "bbr"), Band::at_least(2.0))],
    )
    .ours(),
    Claim::new(
        "today.rtts.newreno",
        "NewReno: goodput of the flow with 120 ms divided by that of the flow with 20 ms.",
        "Growth of a packet per round trip favours the shorter RTT: below 1.",
        |results| vec![Measured::new("", longer(results, "newreno"), Band::below(1.0))],
    ),
    Claim::new(
        "today.rtts.bbr3_milder",
        "The advantage of the longer RTT with BBR v1, divided by that with BBR v3.",
        "BBR v3 keeps headroom and lowers its bounds after losses (draft-ietf-ccwg-bbr). That this makes it milder is our \
         expectation: above 1.",
        |results| {
            let milder = ratio(longer(results, "bbr"), longer(results, "bbr3"));
            vec![Measured::new("", milder, Band::above(1.0))]
        },
    )
    .ours()
    .account(Account {
        says: "BBR v3 learns from losses how much may be in flight (draft-ietf-ccwg-bbr). We expected less advantage for the longer \
               RTT than with BBR v1.",
        measured: "With a queue of 330 packets the advantage with v1 is only {milder} times that with v3, so v3 is not milder.",
        tried: "We made the queue shorter, ten seeds each: goodput with 120 ms divided by goodput with 20 ms, and drops with BBR v3.",
        table: &[
            &["Queue limit (packets)", "BBR v1", "BBR v3", "dropped with BBR v3 (%)"],
            &["33", "{v1_33}", "{v3_33}", "{drop_33}"],
            &["84", "{v1_84}", "{v3_84}", "{drop_84}"],
            &["330, as evaluated", "{v1_330}", "{v3_330}", "{drop_330}"],
        ],
        explanation: "With 330 packets nothing is lost, so none of the bounds of BBR v3 acts, and it is limited by twice its BDP like v1. \
                      This is shown by the shorter queues: with 33 packets the bounds act, and v3 is milder. Why v3 is even less \
                      even than v1 in the deep queue, we do not know. We think that its ProbeRTT, which keeps half of a BDP in flight \
                      instead of 4 packets, leaves a part of the queue standing.",
        numbers: &[
            Number::own("milder", 2, 0),
            Number::new("v1_33", 2, |results| longer_with(results, "bbr", 33.0)),
            Number::new("v1_84", 2, |results| longer_with(results, "bbr", 84.0)),
            Number::new("v1_330", 2, |results| longer_with(results, "bbr", 330.0)),
            Number::new("v3_33", 2, |results| longer_with(results, "bbr3", 33.0)),
            Number::new("v3_84", 2, |results| longer_with(results, "bbr3", 84.0)),
            Number::new("v3_330", 2, |results| longer_with(results, "bbr3", 330.0)),
            Number::new("drop_33", 2, |results| drops_with(results, "bbr3", 33.0)).percent(),
            Number::new("drop_84", 2, |results| drops_with(results, "bbr3", 84.0)).percent(),
            Number::new("drop_330", 2, |results| drops_with(results, "bbr3", 330.0)).percent(),
        ],
    }),
];
