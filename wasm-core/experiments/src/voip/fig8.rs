//! VoIP report, section VII, figure 8: one-way delay and queue with CUBIC. What it shares with figure 7 stands in `pairs`.

use super::bed::MAIN;
use super::pairs::{self, PAIRS};
use super::{CHOICES, PAPER};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::results::Results;

/// Figure 8.
pub static EXPERIMENT: Experiment = Experiment {
    id: "voip_fig8",
    paper: &PAPER,
    label: "Figure 8",
    title: "Delay of the call and the queue, CUBIC",
    words: Words {
        summary: "CUBIC keeps the queue more than half full: the call pays 50 to 80 ms all the time.",
        caption: "One-way delay of the call's packets and queue with CUBIC on Linux, 10 Mbps, 80 ms, a queue of 100000 bytes, \
                  three epochs from the middle of a run of 180 s; below, one against the other.",
        states: &[
            "One CUBIC flow and one of UDP, 10 Mbps, 80 ms, a queue of 100000 bytes (caption).",
            "Delay and occupancy are proportional; CUBIC rarely empties the queue (section VII).",
        ],
        learn: "The call pays 50 to 80 ms all the time, and never sees an empty queue.",
        choices: CHOICES,
        notes: &["K is 1000 on the axis: the limit is given as 100000 bytes."],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&PAIRS],
    figure: |results| pairs::figure(results, "cubic_linux"),
    claims: CLAIMS,
    view: "path,queue,delay",
};

fn number(results: &Results, name: &str) -> Option<f64> {
    pairs::number(results, "cubic_linux", name)
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "voip.fig8.slope",
        "Delay for each 1000 bytes of queue, in ms.",
        "derived, as for figure 7",
        |results| vec![Measured::new("", number(results, "slope_ms"), Band::within(0.79, 0.81))],
    ),
    Claim::new(
        "voip.fig8.r2",
        "r² of the line of delay over queue.",
        "section VII; the range is 0.4 of the queue only, so the same rest weighs more",
        |results| vec![Measured::new("", number(results, "r2"), Band::at_least(0.99))],
    ),
    Claim::new(
        "voip.fig8.never_empty",
        "Smallest delay after the start-up over that of a full queue, propagation and transmission taken off.",
        "section VII: rarely; derived: 0.8 of twice the BDP leaves 0.6",
        |results| {
            let x = number(results, "owd_least_ms").map(|ms| (ms - MAIN.unloaded_ms()) / MAIN.rtt_ms);
            vec![Measured::new("", x, Band::at_least(0.5))]
        },
    ),
    Claim::new(
        "voip.fig8.owd_range",
        "Smallest and largest one-way delay after the start-up, in ms.",
        "derived: 40.16 + 0.6 x 80 = 88.2, less what a recovery undershoots; ceiling as in figure 1",
        |results| {
            vec![
                Measured::new("smallest", number(results, "owd_least_ms"), Band::within(82.0, 92.0)),
                Measured::new("largest", number(results, "owd_most_ms"), Band::within(118.5, 121.5)),
            ]
        },
    ),
];
