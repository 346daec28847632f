//! One flow of an algorithm against the probability of random loss.

use super::shares::{self, NAMES};
use super::{CHOICES, FROM_S, RATE_BPS, called, capacity_bps, group, ink, medians, with_loss};
use crate::account::Number;
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows, difference, least, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_engine::math;

const KINDS: [&str; 4] = ["bbr", "bbr3", "cubic", "cdg"];
const LOSSES: [f64; 9] = [0.0, 0.001, 0.01, 0.03, 0.05, 0.1, 0.15, 0.2, 0.25];
const LIMIT_PACKETS: f64 = 84.0;

/// Random loss.
pub static EXPERIMENT: Experiment = Experiment {
    id: "today_loss",
    paper: &group(
        "N. Cardwell et al., BBR: Congestion-Based Congestion Control, ACM Queue 14(5), 2016; draft-ietf-ccwg-bbr; M. Mathis et al., \
         CCR 27(3), 1997",
    ),
    label: "Random loss",
    title: "Goodput against random loss: BBR, CUBIC, CDG",
    words: Words {
        summary: "BBR v1 hardly notices random loss until its probes no longer make up for it: {bbr_5} % of the capacity at 5 % \
                  loss, {bbr_25} % at 25 %. CUBIC has {cubic_5} % at 5 %.",
        caption: "One flow with random loss at 10 Mbit/s and 40 ms, with a queue of 84 packets. 120 s, measured from 20 s. Marks \
                  are medians of ten runs, bars the 20th to 80th percentile. Dashed: 1 - p, all that the losses leave.",
        states: &[
            "BBR's rate does not depend on loss while the delivered part of a probe still exceeds the present rate: 1.25 (1 - p) > \
             1, or p < 20 % (derived from Cardwell et al. 2016).",
            "BBR tolerates losses up to 15 % or so (quoted from its authors, second hand).",
            "CUBIC's and Reno's rates fall with 1/√p or faster (Mathis et al. 1997).",
        ],
        learn: "BBR v1 estimates its rate from what is delivered. With loss p, a probe at 1.25 times the rate delivers 1.25 (1 - p) \
                of it, so the estimate can recover up to 20 %. Beyond, each probe confirms a lower rate and the flow \
                collapses. CDG tolerates losses for which it infers no full queue, so it lies between.",
        choices: CHOICES,
        notes: &[],
        numbers: &[
            Number::new("bbr_5", 0, |results| of(results, "bbr", 0.05)).percent(),
            Number::new("bbr_25", 0, |results| of(results, "bbr", 0.25)).percent(),
            Number::new("cubic_5", 0, |results| of(results, "cubic", 0.05)).percent(),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,goodput,queue",
};

/// By algorithm and loss.
pub static SWEEP: Sweep = Sweep { id: "today_loss", cells, repetitions: 10, quick: 1, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    KINDS.iter().flat_map(|kind| LOSSES.map(|loss| with_loss(kind, loss, LIMIT_PACKETS))).collect()
}

fn measure(run: &Run) -> Row {
    shares::measure(run, 1, FROM_S)
}

fn rows<'a>(results: &Results<'a>, kind: &str, loss: f64) -> Rows<'a> {
    results.at(&point!(algorithm: kind, loss: loss))
}

/// Median goodput over the payload capacity.
fn of(results: &Results, kind: &str, loss: f64) -> Option<f64> {
    ratio(rows(results, kind, loss).of("first_bps").median(), Some(capacity_bps(RATE_BPS)))
}

fn figure(results: &Results) -> Figure {
    let axis = Axis::new("Probability of random loss", "").range(0.0, 0.25);
    let mut plot = Plot::new(axis, Axis::new("Goodput of the capacity", "").range(0.0, 1.05));
    for kind in KINDS {
        let marks = medians(LOSSES, |loss| rows(results, kind, loss), "first_bps", 1.0 / capacity_bps(RATE_BPS));
        plot = plot.with(Series::new(called(kind), ink(kind), marks));
    }
    let plot = plot.with(Series::new("1 - p", 7, Marks::Line(vec![[0.0, 1.0], [0.25, 0.75]])).stated());
    let lines = LOSSES.map(|loss| {
        let mut line = vec![Entry::Number(Some(loss * 100.0), 1)];
        line.extend(KINDS.map(|kind| Entry::Number(of(results, kind, loss).map(|share| share * 100.0), 1)));
        line
    });
    let mut heads = vec!["Loss (%)"];
    heads.extend(KINDS.map(called));
    Figure::new(vec![
        Panel::plot("", plot),
        Panel::table("Goodput, medians (% of the capacity)", &heads, lines.to_vec()),
    ])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "today.loss.bbr_holds",
        "BBR v1: goodput of the payload capacity divided by 1 - p.",
        "The rate does not depend on loss (Cardwell et al. 2016), so 1 - p is left. A tenth for PROBE_RTT and for sent-again \
         packets is ours.",
        |results| {
            let one = |p: f64| {
                let of = of(results, "bbr", p).map(|share| share / (1.0 - p));
                Measured::new(format!("p = {p}"), of, Band::within(0.9, 1.0))
            };
            [0.001, 0.01, 0.03, 0.05].map(one).to_vec()
        },
    )
    .ours(),
    Claim::new(
        "today.loss.bbr_turns",
        "BBR v1: goodput of the payload capacity at 15 % loss and at 25 %.",
        "The turn is at 1 - 1/1.25 = 20 % (derived from the pacing gain). That half is left before it, and a fifth at most behind \
         it, is ours.",
        |results| {
            vec![
                Measured::new("p = 0.15", of(results, "bbr", 0.15), Band::at_least(0.5)),
                Measured::new("p = 0.25", of(results, "bbr", 0.25), Band::at_most(0.2)),
            ]
        },
    )
    .ours(),
    Claim::new(
        "today.loss.bbr3_falls",
        "BBR v3: the smallest step down of its goodput from 1 over 3 and 5 to 15 % loss; and the smallest of BBR v1's \
         goodput less BBR v3's at 3 to 15 %, both divided by the capacity.",
        "Losses of more than 2 % in a probe lower the bounds of BBR v3 (draft-ietf-ccwg-bbr), not those of v1.",
        |results| {
            let v3 = |p: f64| of(results, "bbr3", p);
            let gap = least([0.03, 0.05, 0.15].map(|p| difference(of(results, "bbr", p), v3(p))));
            vec![
                Measured::decreasing("step down", &[0.01, 0.03, 0.05, 0.15].map(v3)),
                Measured::new("BBR v1 less BBR v3", gap, Band::above(0.0)),
            ]
        },
    ),
    Claim::new(
        "today.loss.bbr3_holds",
        "BBR v3: goodput of the payload capacity divided by 1 - p, at 0.1 and 1 % loss.",
        "Losses of less than 2 % lower no bound (draft-ietf-ccwg-bbr). A fifth for its headroom and for single rounds with \
         more losses is ours.",
        |results| {
            let one = |p: f64| {
                let of = of(results, "bbr3", p).map(|share| share / (1.0 - p));
                Measured::new(format!("p = {p}"), of, Band::within(0.8, 1.0))
            };
            [0.001, 0.01].map(one).to_vec()
        },
    )
    .ours(),
    Claim::new(
        "today.loss.cubic_slope",
        "CUBIC: slope of the logarithm of goodput against that of the loss, from 1 to 25 %.",
        "1/√p or steeper (Mathis et al. 1997): -0.5 at most.",
        |results| {
            let [a, b] = [0.01, 0.25].map(|p| of(results, "cubic", p).map(math::ln));
            let slope = difference(b, a).map(|fall| fall / math::ln(25.0));
            vec![Measured::new("", slope, Band::at_most(-0.5))]
        },
    ),
    Claim::new(
        "today.loss.cdg_between",
        "CDG lies between: the smallest of BBR v1's goodput less CDG's, and the smallest of CDG's less CUBIC's, at 1 to 15 % loss.",
        "BBR ignores losses, CUBIC answers each, CDG tolerates those without a full queue (Hayes and Armitage 2011).",
        |results| {
            let gap = |a: &'static str, b: &'static str| {
                least([0.01, 0.03, 0.05, 0.15].map(|p| difference(of(results, a, p), of(results, b, p))))
            };
            vec![
                Measured::new("BBR v1 less CDG", gap("bbr", "cdg"), Band::above(0.0)),
                Measured::new("CDG less CUBIC", gap("cdg", "cubic"), Band::above(0.0)),
            ]
        },
    ),
];
