//! VoIP report, section VII, figure 7: one-way delay and queue with H-TCP. What it shares with figure 8 stands in `pairs`.

use super::pairs::{self, PAIRS};
use super::{CHOICES, PAPER};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::results::{Results, ratio};

/// Figure 7.
pub static EXPERIMENT: Experiment = Experiment {
    id: "voip_fig7",
    paper: &PAPER,
    label: "Figure 7",
    title: "Delay of the call and the queue, H-TCP",
    words: Words {
        summary: "Two curves that are one curve with two scales: the call's delay is the queue.",
        caption: "One-way delay of the call's packets and queue with H-TCP on Linux, 10 Mbps, 80 ms, a queue of one BDP, three \
                  epochs from the middle of a run of 180 s; below, one against the other.",
        states: &["Delay and occupancy are directly proportional, and of the same frequency (section VII)."],
        learn: "Two curves that are one curve with two scales.",
        choices: CHOICES,
        notes: &[
            "The text does not say on which system H-TCP ran here; figure 8 is Linux, so this is.",
            "The queue is what a packet of the call finds at its arrival. In packets it would not be proportional, for those \
             of the call are short; at the departure it would be late by the delay itself.",
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&PAIRS],
    figure: |results| pairs::figure(results, "htcp_linux"),
    claims: CLAIMS,
    view: "path,queue,delay",
};

fn one(results: &Results, name: &str, band: Band) -> Vec<Measured> {
    vec![Measured::new("", pairs::number(results, "htcp_linux", name), band)]
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "voip.fig7.slope",
        "Delay for each 1000 bytes of queue, in ms.",
        "derived: 8 bits over 10 Mbps, 0.8 ms",
        |results| one(results, "slope_ms", Band::within(0.79, 0.81)),
    ),
    Claim::new(
        "voip.fig7.intercept",
        "Delay at an empty queue, in ms.",
        "derived: 40.16, and up to 1.2 for a packet in service",
        |results| one(results, "intercept_ms", Band::within(40.1, 41.4)),
    ),
    Claim::new(
        "voip.fig7.r2",
        "r² of the line of delay over queue.",
        "section VII: proportional; a rest of 0 to 1.2 ms on a range of 80",
        |results| one(results, "r2", Band::at_least(0.998)),
    ),
    Claim::new(
        "voip.fig7.same_period",
        "Time between neighbouring maxima of the delay over the mean epoch.",
        "section VII: the same frequency",
        |results| {
            let number = |name| pairs::number(results, "htcp_linux", name);
            vec![Measured::new("", ratio(number("period_s"), number("epoch_s")), Band::within(0.98, 1.02))]
        },
    ),
];
