//! SlowCC paper, section 4.2.4, figure 16: as figure 14, with a bandwidth that goes up and down 10:1.

use super::alone::{self, ON_S, SCHEMES, least_used, name, used};
use super::fig14;
use super::square::Wave;
use super::{CHOICES, PAPER, TCP, TFRC};
use crate::account::Number;
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
    title: "Utilisation of a bandwidth that oscillates 10:1",
    words: Words {
        summary: "Ten flows of one scheme while the available bandwidth jumps between 15 and 1.5 Mbit/s: at some \
                  lengths of the phases no scheme does well, and TFRC does worst.",
        caption: "Throughput relative to the mean available bandwidth of 8.25 Mbit/s (dots: relative to a tenth of \
                  it) against the time for which the constant source is on, and then off. Lines are means of all \
                  flows and five runs, dots are the flows of the first run.",
        states: &[
            "None of the three does well; at certain frequencies TFRC is particularly bad compared with TCP (section \
             4.2.4).",
        ],
        learn: "The larger change makes differences visible that 3:1 hides: at the length where the two differ most, \
                TFRC uses {worst} % of what TCP uses.",
        choices: CHOICES,
        notes: &[
            "The paper gives only the ratio. We take 13.5 of 15 Mbit/s for the source, which leaves 15 and 1.5 \
             Mbit/s.",
            "At 1.5 Mbit/s each of the ten flows has less than one packet per RTT. Timeouts dominate there, and with \
             TFRC its minimum rate and its no-feedback timer.",
            "We take TFRC(6) as eight weights whose sum is six. A variant with six weights is drawn on request, from \
             one run.",
        ],
        numbers: &[Number::new("worst", 0, worst_of_tfrc).percent()],
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
        "Minimum utilisation of the mean available bandwidth, over all lengths.",
        "The paper says that none does well (section 4.2.4).",
        |results| {
            let one = |scheme| Measured::new(name(scheme), least_used(results, scheme), Band::at_most(0.85));
            SCHEMES.map(one).to_vec()
        },
    ),
    Claim::new(
        "slowcc.fig16.tfrc_bad",
        "TFRC's utilisation, divided by TCP's: the minimum over all lengths.",
        "The paper says particularly bad at certain frequencies (section 4.2.4).",
        |results| vec![Measured::new("", worst_of_tfrc(results), Band::at_most(0.75))],
    ),
    Claim::new(
        "slowcc.fig16.worse_than_3to1",
        "Minimum utilisation over all lengths: at 10:1, divided by that at 3:1.",
        "Figures 14 and 16 show these shapes.",
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

/// TFRC's use over TCP's: the least of all lengths.
fn worst_of_tfrc(results: &Results) -> Option<f64> {
    least(ON_S.map(|on_s| ratio(used(results, TFRC, on_s), used(results, TCP, on_s))))
}
