//! SlowCC paper, section 4.2.4, figure 15: the loss rate of the runs of figure 14.

use super::alone::{self, FLOWS, ON_S, SCHEMES, axes, line, mean, name};
use super::bed::{self, Bed, SLOW_BPS, WARM_UP_S};
use super::fig14;
use super::{CHOICES, PAPER, TCP};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Figure, Panel, Plot};
use crate::results::{Results, most, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Point, Sweep};

/// How long the flows by themselves are run, in seconds.
const STILL_S: f64 = 220.0;

/// Figure 15.
pub static EXPERIMENT: Experiment = Experiment {
    id: "slowcc_fig15",
    paper: &PAPER,
    label: "Figure 15",
    title: "Loss rate while the bandwidth oscillates 3:1",
    words: Words {
        summary: "How many packets are lost in the runs of figure 14, for phases of different lengths.",
        caption: "Packets dropped, divided by packets that arrived at the queue, those of the constant source \
                  included, against the time for which that source is on, and then off; means of five runs. Small: \
                  the flows' own packets only.",
        states: &["The figure shows the loss rate of the three schemes against the length of a phase (section \
                   4.2.4)."],
        learn: "Loss is highest at phases of about a second. There, or close to it, utilisation is lowest, too \
                (figure 14).",
        choices: CHOICES,
        notes: &[
            "The loss rate depends on which packets count: with or without those of the constant source it differs \
             by up to a third, because the source loses many of its own.",
            "The queue averages over short phases, so the loss rate there is that of the flows alone on the mean \
             bandwidth.",
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&fig14::SWEEP, &STILL],
    figure,
    claims: CLAIMS,
    view: "path,queue,goodput",
};

/// Ten TCP flows alone on the mean bandwidth.
pub static STILL: Sweep =
    Sweep { id: "slowcc_fig15", cells, repetitions: 5, quick: 1, names: &[alone::NAMES], measure };

fn cells() -> Vec<Cell> {
    let still = Bed::new("Ten TCP flows at 10 Mbit/s: SlowCC paper, figure 15", SLOW_BPS, STILL_S).flows(FLOWS, &[TCP]);
    vec![bed::cell(Point::default(), still.document())]
}

fn measure(run: &Run) -> Row {
    alone::measure(run, WARM_UP_S, SLOW_BPS)
}

fn figure(results: &Results) -> Figure {
    let lines = |name: &str, label: &str| {
        let plot: Plot = axes(Axis::new(label, "").range(0.0, 0.12));
        SCHEMES.iter().fold(plot, |plot, &scheme| plot.with(line(results, scheme, name)))
    };
    let mut main = lines("loss", "Loss rate");
    if let Some(still) = results.all_within(&STILL, &Point::default()).of("loss").mean() {
        main = main.level(still, "TCP alone at 10 Mbit/s");
    }
    Figure::new(vec![
        Panel::plot("", main),
        Panel::plot("Of the flows' own packets", lines("own_loss", "Loss rate")).beside(),
    ])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "slowcc.fig15.short_like_static",
        "Loss rate with TCP at 0.05 s, divided by that of ten TCP flows alone at 10 Mbit/s.",
        "Derived: the queue averages over short phases, so only the mean bandwidth counts.",
        |results| {
            let still = results.within(&STILL, &Point::default()).of("loss").mean();
            vec![Measured::new("", ratio(mean(results, TCP, 0.05, "loss"), still), Band::within(0.75, 1.35))]
        },
    ),
    Claim::new(
        "slowcc.fig15.peak",
        "Maximum loss rate over all lengths, divided by that at 0.05 s.",
        "The figure shows such a peak.",
        |results| {
            let peak = |scheme| {
                let all = most(ON_S.map(|on_s| mean(results, scheme, on_s, "loss")));
                ratio(all, mean(results, scheme, 0.05, "loss"))
            };
            SCHEMES.map(|scheme| Measured::new(name(scheme), peak(scheme), Band::at_least(1.8))).to_vec()
        },
    ),
    Claim::new(
        "slowcc.fig15.mass",
        "Packets that arrived, minus those dropped, departed and queued: minimum and maximum of all runs.",
        "Derived: packets are conserved.",
        |results| {
            let missing = results.at(&Point::default()).of("missing");
            vec![
                Measured::new("minimum", missing.least(), Band::exactly(0.0)),
                Measured::new("maximum", missing.most(), Band::exactly(0.0)),
            ]
        },
    ),
];
