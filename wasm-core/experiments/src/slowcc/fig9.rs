//! SlowCC paper, section 4.2.1, figure 9: TCP beside SQRT(1/2) while the available bandwidth goes up and down.

use super::schemes::Scheme;
use super::square::{self, EXTREMES_S, PERIODS_S, Wave, q, q_extreme, q_still};
use super::{CHOICES, PAPER};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Figure, Panel};
use crate::results::{self, Results, least};
use crate::sweep::{Cell, Sweep};

const SQRT: Scheme = Scheme::sqrt(2.0);

/// Figure 9.
pub static EXPERIMENT: Experiment = Experiment {
    id: "slowcc_fig9",
    paper: &PAPER,
    label: "Figure 9",
    title: "TCP beside SQRT(1/2), bandwidth in a square wave",
    words: Words {
        summary: "Figure 7 with SQRT in TFRC's place: another rule, the same price.",
        caption: "Throughput over the fair share of 1 Mbps, against the period of the square wave: a mark for each flow of the \
                  first seed, lines for the means of all five. Small: 10:1.",
        states: &[
            "Similar to figure 7: slow schemes cut promptly enough under extreme congestion, but are observably slower to use \
             new bandwidth (section 4.2.1).",
            "For the competing algorithms in general the difference is significantly larger at 10:1 (section 4.2.1).",
        ],
        learn: "Whatever the rule, who gives up less must grow more slowly to be fair in calm, and so is late in storms.",
        choices: CHOICES,
        notes: &["SQRT grows by α / w^1.5 per acknowledgement. An α larger by a fifth would raise its rate by a tenth."],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,queue,goodput",
};

/// By period and wave.
pub static SWEEP: Sweep =
    Sweep { id: "slowcc_fig9", cells, repetitions: 5, quick: 1, names: &[square::NAMES], measure: square::measure };

fn cells() -> Vec<Cell> {
    square::cells("figure 9", SQRT)
}

fn figure(results: &Results) -> Figure {
    Figure::new(vec![
        Panel::plot("", square::plot(results, SQRT, Wave::Square, &PERIODS_S)),
        Panel::plot("10:1", square::plot(results, SQRT, Wave::Extreme, &EXTREMES_S)).beside(),
    ])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "slowcc.fig9.tcp_ahead",
        "What a TCP flow gets over what a SQRT flow gets, at a period of 1.6 s.",
        "section 4.2.1: similar to figure 7",
        |results| vec![Measured::new("", q(results, Wave::Square, 1.6), Band::within(1.05, 2.0))],
    ),
    Claim::new(
        "slowcc.fig9.never_wins",
        "What a TCP flow gets over what a SQRT flow gets: the least of all periods.",
        "section 4.2.1; 5 % for the noise of five seeds",
        |results| {
            let all = least(PERIODS_S.map(|period_s| q(results, Wave::Square, period_s)));
            vec![Measured::new("", all, Band::at_least(0.95))]
        },
    ),
    Claim::new(
        "slowcc.fig9.extreme",
        "What a TCP flow gets over what a SQRT flow gets: at 10:1 over at 3:1, mean of the periods of 1.6, 3.2 and 6.4 s.",
        "section 4.2.1: the difference is significantly larger",
        |results| {
            let all = results::mean(EXTREMES_S.map(|period_s| q_extreme(results, period_s)));
            vec![Measured::new("", all, Band::at_least(1.05))]
        },
    ),
    Claim::new(
        "slowcc.fig9.static",
        "What a TCP flow gets over what a SQRT flow gets, without any wave.",
        "both have the same rate in steady state",
        |results| vec![Measured::new("", q_still(results), Band::within(0.85, 1.15))],
    ),
];
