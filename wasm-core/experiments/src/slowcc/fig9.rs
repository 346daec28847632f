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
    title: "TCP beside SQRT(1/2), bandwidth as a square wave",
    words: Words {
        summary: "Figure 7 with SQRT in place of TFRC: another rule, and again TCP gets more at periods of a few \
                  seconds.",
        caption: "Throughput relative to the fair share of 1 Mbit/s, against the period of the square wave: a dot \
                  for each flow of the first seed, lines for the means of all five seeds. Small: 10:1.",
        states: &[
            "Similar to figure 7: under heavy congestion slow schemes reduce their rate promptly enough, but they \
             are visibly slower to use new bandwidth (section 4.2.1).",
            "For competing algorithms in general the difference is significantly larger at 10:1 (section 4.2.1).",
        ],
        learn: "A flow that reduces its window less at a loss must also grow more slowly to have TCP's rate in \
                steady state. So it takes new bandwidth later.",
        choices: CHOICES,
        notes: &["SQRT grows by α / w^1.5 per ACK. An α larger by a fifth would raise its rate by a tenth."],
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
        "Throughput of a TCP flow, divided by that of a SQRT flow, at a period of 1.6 s.",
        "The paper says similar to figure 7 (section 4.2.1).",
        |results| vec![Measured::new("", q(results, Wave::Square, 1.6), Band::within(1.05, 2.0))],
    ),
    Claim::new(
        "slowcc.fig9.never_wins",
        "Throughput of a TCP flow, divided by that of a SQRT flow: the minimum over all periods.",
        "The paper knows no pattern with which TCP is behind (section 4.2.1). Tolerance: 5 % for the spread of five \
         seeds.",
        |results| {
            let all = least(PERIODS_S.map(|period_s| q(results, Wave::Square, period_s)));
            vec![Measured::new("", all, Band::at_least(0.95))]
        },
    ),
    Claim::new(
        "slowcc.fig9.extreme",
        "Throughput of a TCP flow, divided by that of a SQRT flow: this ratio at 10:1, divided by that at 3:1, mean \
         of the periods of 1.6, 3.2 and 6.4 s.",
        "The paper says that the difference is significantly larger (section 4.2.1).",
        |results| {
            let all = results::mean(EXTREMES_S.map(|period_s| q_extreme(results, period_s)));
            vec![Measured::new("", all, Band::at_least(1.05))]
        },
    ),
    Claim::new(
        "slowcc.fig9.static",
        "Throughput of a TCP flow, divided by that of a SQRT flow, without a square wave.",
        "Derived: both have the same rate in steady state.",
        |results| vec![Measured::new("", q_still(results), Band::within(0.85, 1.15))],
    ),
];
