//! CDG paper, section 4.2, figure 7: figure 5 with 1 % of random loss.

use super::{CAPACITY_BPS, CHOICES, PAPER, RATE_BPS, fig5, like};
use crate::account::Number;
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::results::{Results, ratio};
use crate::sweep::Sweep;

/// Figure 7.
pub static EXPERIMENT: Experiment = Experiment {
    id: "cdg_fig7",
    paper: &PAPER,
    label: "Figure 7",
    title: "Three flows with the same algorithm and 1 % random loss",
    words: Words {
        summary: "With 1 % random loss, one or two NewReno flows leave a third to two thirds of the link idle. Two or \
                  three CDG flows fill most of it.",
        caption: "As figure 5, with 1 % random loss: goodput of three flows with the same algorithm in bins of 4 s. \
                  Marks are medians of ten runs, bars the 20th to 80th percentile. Dashed: equal shares of the \
                  capacity.",
        states: &[
            "The random losses dominate and cripple NewReno (section 4.2).",
            "CDG keeps using and sharing the capacity (section 4.2).",
        ],
        learn: "One NewReno flow uses {nr_one} % of the link and two use {nr_two} %: they do not compete, and the rest \
                is idle. Three fill {nr_three} % of what payload can reach, because three times 35 % exceeds 100 %. \
                Two CDG flows already use {cdg_two} % of the link.",
        choices: CHOICES,
        notes: &[
            "What the paper says of NewReno is about the single flow and the pair: three NewReno flows nearly fill the \
             link.",
        ],
        numbers: &[
            Number::new("nr_one", 0, |results| over(results, "newreno", "alone_bps", RATE_BPS)).percent(),
            Number::new("nr_two", 0, |results| over(results, "newreno", "two_bps", RATE_BPS)).percent(),
            Number::new("nr_three", 0, |results| over(results, "newreno", "three_bps", CAPACITY_BPS)).percent(),
            Number::new("cdg_two", 0, |results| over(results, "cdg", "two_bps", RATE_BPS)).percent(),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure: fig5::figure,
    claims: CLAIMS,
    view: "path,cwnd,queue,goodput",
};

/// Three flows with the same algorithm by algorithm and TCP stack.
pub static SWEEP: Sweep = Sweep {
    id: "cdg_fig7",
    cells: || fig5::cells(7, 0.01),
    repetitions: 10,
    quick: 2,
    names: &[like::NAMES],
    measure: like::measure,
};

/// Median of a number, over so much.
fn over(results: &Results, name: &str, number: &str, whole: f64) -> Option<f64> {
    ratio(results.at(&point!(algorithm: name)).of(number).median(), Some(whole))
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "cdg.fig7.newreno_single",
        "Goodput of NewReno's flow 1 alone divided by the link rate, 10 to 20 s.",
        "Figure 4 has 0.35. In 10 s there are about 30 losses, which gives 9 % either way. The median of ten adds 3 % \
         to the tolerance of figure 4.",
        |results| vec![Measured::new("", over(results, "newreno", "alone_bps", RATE_BPS), Band::within(0.29, 0.41))],
    ),
    Claim::new(
        "cdg.fig7.newreno_pair",
        "Goodput of two NewReno flows together divided by the link rate, 24 to 40 s.",
        "Twice the value of figure 4: below the capacity the two flows do not affect each other.",
        |results| vec![Measured::new("", over(results, "newreno", "two_bps", RATE_BPS), Band::within(0.60, 0.76))],
    ),
    Claim::new(
        "cdg.fig7.cdg_pair",
        "Goodput of two CDG flows together divided by the link rate, 24 to 40 s.",
        "The paper says that CDG keeps using the capacity (section 4.2). 0.85 is the mean of a single flow's sawtooth \
         from 0.7 to 1.",
        |results| vec![Measured::new("", over(results, "cdg", "two_bps", RATE_BPS), Band::at_least(0.85))],
    ),
    Claim::new(
        "cdg.fig7.cdg_three",
        "Goodput of three CDG flows together divided by the payload capacity, 44 to 60 s.",
        "The paper says the same (section 4.2). Packets lost before the queue never use the link.",
        |results| vec![Measured::new("", over(results, "cdg", "three_bps", CAPACITY_BPS), Band::at_least(0.95))],
    ),
    Claim::new(
        "cdg.fig7.cdg_fair",
        "Jain's index of the goodputs of three CDG flows, 44 to 60 s.",
        "The paper says that CDG keeps sharing the capacity (section 4.2).",
        |results| vec![Measured::new("", over(results, "cdg", "jain_three", 1.0), Band::at_least(0.95))],
    ),
    Claim::new(
        "cdg.fig7.single_ratio",
        "Goodput of flow 1 alone, 10 to 20 s: CDG's divided by NewReno's.",
        "Figure 4 has 1.86. Random variation adds 9 % for each flow in 10 s.",
        |results| {
            let of = |name| over(results, name, "alone_bps", 1.0);
            vec![Measured::new("", ratio(of("cdg"), of("newreno")), Band::within(1.5, 2.4))]
        },
    ),
];
