//! SlowCC paper, section 4.2.4, figure 16: as figure 14, with a bandwidth that goes up and down 10:1.

use super::alone::{self, ON_S, SCHEMES, least_used, name, used};
use super::fig14;
use super::square::Wave;
use super::{CHOICES, PAPER, TCP, TFRC};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Figure, Panel};
use crate::results::{Results, least, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};

/// Figure 16.
pub static EXPERIMENT: Experiment = Experiment {
    id: "slowcc_fig16",
    paper: &PAPER,
    label: "Figure 16",
    title: "Use of a bandwidth that oscillates 10:1",
    words: Words {
        summary: "Ten equal flows while the available bandwidth jumps between 15 and 1.5 Mbps: nobody does well, TFRC worst.",
        caption: "Throughput over the mean available bandwidth of 8.25 Mbps (for marks: over a tenth of it) against the time \
                  for which the constant source is on, and off: lines are means of all flows and five runs, marks the flows \
                  of the first one.",
        states: &[
            "None of the three does well; at certain frequencies TFRC is particularly bad relative to TCP (section 4.2.4).",
        ],
        learn: "Extremes separate what calm weather hides.",
        choices: CHOICES,
        notes: &[
            "The paper gives the ratio only: 13.5 of 15 Mbps is taken, which leaves 15 and 1.5.",
            "At 1.5 Mbps ten flows have less than one packet per RTT each: timeouts rule, and TFRC's least rate and its timer \
             without feedback.",
            "TFRC(6) is taken as eight weights, whose sum is six; six weights are drawn on request, from one run.",
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&SWEEP, &fig14::SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,queue,goodput",
};

/// Ten flows of a scheme, by length.
pub static SWEEP: Sweep =
    Sweep { id: "slowcc_fig16", cells, repetitions: 5, quick: 1, names: &[alone::NAMES], measure };

fn cells() -> Vec<Cell> {
    alone::cells("figure 16", Wave::Extreme)
}

fn measure(run: &Run) -> Row {
    alone::measure_wave(run, Wave::Extreme)
}

fn figure(results: &Results) -> Figure {
    Figure::new(vec![Panel::plot("", alone::plot(results))])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "slowcc.fig16.none_good",
        "The least use of the mean available bandwidth, of all lengths.",
        "section 4.2.4: none does well",
        |results| {
            let one = |scheme| Measured::new(name(scheme), least_used(results, scheme), Band::at_most(0.85));
            SCHEMES.map(one).to_vec()
        },
    ),
    Claim::new(
        "slowcc.fig16.tfrc_bad",
        "TFRC's use over TCP's: the least of all lengths.",
        "section 4.2.4: particularly bad at certain frequencies",
        |results| {
            let worst = least(ON_S.map(|on_s| ratio(used(results, TFRC, on_s), used(results, TCP, on_s))));
            vec![Measured::new("", worst, Band::at_most(0.75))]
        },
    ),
    Claim::new(
        "slowcc.fig16.worse_than_3to1",
        "The least use of all lengths: at 10:1 over that at 3:1.",
        "the shape of figures 14 and 16",
        |results| {
            let milder = |scheme| {
                let used = |on_s| results.within(&fig14::SWEEP, &alone::at(scheme, on_s)).of("use").mean();
                least(ON_S.map(used))
            };
            let one = |scheme| {
                let worse = ratio(least_used(results, scheme), milder(scheme));
                Measured::new(name(scheme), worse, Band::at_most(0.95))
            };
            SCHEMES.map(one).to_vec()
        },
    ),
];
