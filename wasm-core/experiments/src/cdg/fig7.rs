//! CDG paper, section 4.2, figure 7: figure 5 with 1 % of random loss.

use super::{CAPACITY_BPS, CHOICES, PAPER, RATE_BPS, fig5, like};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::results::{Results, ratio};
use crate::sweep::Sweep;

/// Figure 7.
pub static EXPERIMENT: Experiment = Experiment {
    id: "cdg_fig7",
    paper: &PAPER,
    label: "Figure 7",
    title: "Three like flows with 1 % random loss",
    words: Words {
        summary: "One packet in a hundred is lost by chance: one or two NewReno flows leave a third of the link or \
                  more idle, CDG flows go on sharing it.",
        caption: "As figure 5, with 1 % random loss: goodput of three flows of one kind in bins of 4 s; median and 20th to 80th percentile \
                  of ten runs. Dashed: what each would have if they shared the capacity evenly.",
        states: &[
            "The random losses dominate and cripple NewReno (section 4.2).",
            "CDG goes on using and sharing the capacity (section 4.2).",
        ],
        learn: "With random loss two NewReno flows do not even compete: a third of the capacity lies idle between \
                them.",
        choices: CHOICES,
        notes: &[
            "Three NewReno flows nearly fill the link, since three times 35 % is more than all of it: the paper's word is about \
             the single flow and the pair.",
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure: fig5::figure,
    claims: CLAIMS,
    view: "path,cwnd,queue,goodput",
};

/// Three like flows by algorithm and host.
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
        "Goodput of NewReno's flow 1 alone over the rate, 10 to 20 s.",
        "figure 4's 0.35 over 10 s: about 30 losses, 9 % each way; the median of ten adds 3 % to figure 4's band",
        |results| vec![Measured::new("", over(results, "newreno", "alone_bps", RATE_BPS), Band::within(0.29, 0.41))],
    ),
    Claim::new(
        "cdg.fig7.newreno_pair",
        "Goodput of two NewReno flows together over the rate, 24 to 40 s.",
        "twice figure 4's value: below the capacity they do not meet",
        |results| vec![Measured::new("", over(results, "newreno", "two_bps", RATE_BPS), Band::within(0.60, 0.76))],
    ),
    Claim::new(
        "cdg.fig7.cdg_pair",
        "Goodput of two CDG flows together over the rate, 24 to 40 s.",
        "goes on using the capacity, section 4.2; 0.85 is the mean of a single flow's sawtooth from 0.7 to 1",
        |results| vec![Measured::new("", over(results, "cdg", "two_bps", RATE_BPS), Band::at_least(0.85))],
    ),
    Claim::new(
        "cdg.fig7.cdg_three",
        "Goodput of three CDG flows together over the capacity, 44 to 60 s.",
        "the same words; packets lost before the queue never use the link",
        |results| vec![Measured::new("", over(results, "cdg", "three_bps", CAPACITY_BPS), Band::at_least(0.95))],
    ),
    Claim::new(
        "cdg.fig7.cdg_fair",
        "Jain's index of the goodputs of three CDG flows, 44 to 60 s.",
        "sharing, section 4.2",
        |results| vec![Measured::new("", over(results, "cdg", "jain_three", 1.0), Band::at_least(0.95))],
    ),
    Claim::new(
        "cdg.fig7.single_ratio",
        "Goodput of flow 1 alone, 10 to 20 s: CDG's over NewReno's.",
        "figure 4's 1.86, with 9 % of chance each in 10 s",
        |results| {
            let of = |name| over(results, name, "alone_bps", 1.0);
            vec![Measured::new("", ratio(of("cdg"), of("newreno")), Band::within(1.5, 2.4))]
        },
    ),
];
