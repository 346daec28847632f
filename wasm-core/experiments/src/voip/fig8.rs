//! VoIP report, section VII, figure 8: one-way delay and queue with CUBIC. What it shares with figure 7 is in `pairs`.

use super::bed::MAIN;
use super::pairs::{self, PAIRS};
use super::{CHOICES, PAPER};
use crate::account::Number;
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
        summary: "CUBIC keeps the queue more than half full, so each voice packet waits at least half as long as a \
                  full queue would make it wait.",
        caption: "One-way delay of the voice packets and queue, with CUBIC on Linux, 10 Mbit/s, 80 ms, a queue of \
                  100000 bytes: three congestion epochs from the middle of a run of 180 s. Below: the delay of each \
                  voice packet against the queue on its arrival.",
        states: &[
            "One CUBIC flow and one UDP flow, 10 Mbit/s, 80 ms, a queue of 100000 bytes (caption).",
            "Delay and queue length are proportional; CUBIC rarely empties the queue (section VII).",
        ],
        learn: "After the start-up no voice packet finds an empty queue: the smallest queueing delay is {least} of \
                that of a full queue, because CUBIC keeps 0.8 of its window at a loss.",
        choices: CHOICES,
        notes: &["K on the report's axis means 1000: the limit is given as 100000 bytes."],
        numbers: &[Number::new("least", 2, least_wait)],
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
    Claim::new("voip.fig8.slope", "Delay per 1000 bytes of queue, in ms.", "Derived as for figure 7.", |results| {
        vec![Measured::new("", number(results, "slope_ms"), Band::within(0.79, 0.81))]
    }),
    Claim::new(
        "voip.fig8.r2",
        "r² of the straight line of delay against queue.",
        "The report says proportional (section VII). The queue varies by 0.4 of its limit only, so the same scatter \
         weighs more than in figure 7.",
        |results| vec![Measured::new("", number(results, "r2"), Band::at_least(0.99))],
    ),
    Claim::new(
        "voip.fig8.never_empty",
        "Minimum queueing delay after the start-up, divided by the delay of a full queue.",
        "The report says that CUBIC rarely empties the queue (section VII). Derived: 0.8 of two BDPs leaves 0.6 of \
         the queue.",
        |results| vec![Measured::new("", least_wait(results), Band::at_least(0.5))],
    ),
    Claim::new(
        "voip.fig8.owd_range",
        "Minimum and maximum one-way delay after the start-up, in ms.",
        "Derived: 40.16 + 0.6 × 80 = 88.2, minus what a recovery undershoots. The maximum is as in figure 1.",
        |results| {
            vec![
                Measured::new("minimum", number(results, "owd_least_ms"), Band::within(82.0, 92.0)),
                Measured::new("maximum", number(results, "owd_most_ms"), Band::within(118.5, 121.5)),
            ]
        },
    ),
];

/// The shortest queueing delay over that of a full queue.
fn least_wait(results: &Results) -> Option<f64> {
    number(results, "owd_least_ms").map(|ms| (ms - MAIN.unloaded_ms()) / MAIN.rtt_ms)
}
