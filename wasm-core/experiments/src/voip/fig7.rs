//! VoIP report, section VII, figure 7: one-way delay and queue with H-TCP. What it shares with figure 8 is in `pairs`.

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
        summary: "The call's delay follows the queue: one curve on two scales.",
        caption: "One-way delay of the voice packets and queue, with H-TCP on Linux, 10 Mbit/s, 80 ms, a queue of \
                  one BDP: three congestion epochs from the middle of a run of 180 s. Below: the delay of each voice \
                  packet against the queue on its arrival.",
        states: &["Delay and queue length are directly proportional and have the same frequency (section VII)."],
        learn: "The upper two curves have the same shape, and in the lower plot all voice packets lie on one line: \
                each 1000 bytes of queue add 0.8 ms.",
        choices: CHOICES,
        notes: &[
            "The text does not say on which system H-TCP ran here. Figure 8 is Linux, so we assume Linux.",
            "The queue is measured in bytes when a voice packet arrives. Counted in packets it would not be \
             proportional to the delay, because voice packets are short. Measured at the departure it would be late \
             by the delay itself.",
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
        "Delay per 1000 bytes of queue, in ms.",
        "Derived: 8 bits per byte at 10 Mbit/s, so 0.8 ms.",
        |results| one(results, "slope_ms", Band::within(0.79, 0.81)),
    ),
    Claim::new(
        "voip.fig7.intercept",
        "Delay with an empty queue, in ms.",
        "Derived: 40.16 ms, plus up to 1.2 ms for a packet in transmission.",
        |results| one(results, "intercept_ms", Band::within(40.1, 41.4)),
    ),
    Claim::new(
        "voip.fig7.r2",
        "r² of the straight line of delay against queue.",
        "The report says proportional (section VII). Derived: the packet in transmission adds 0 to 1.2 ms, on a \
         range of 80 ms.",
        |results| one(results, "r2", Band::at_least(0.998)),
    ),
    Claim::new(
        "voip.fig7.same_period",
        "Time between neighbouring maxima of the delay, divided by the mean epoch.",
        "The report says the same frequency (section VII).",
        |results| {
            let number = |name| pairs::number(results, "htcp_linux", name);
            vec![Measured::new("", ratio(number("period_s"), number("epoch_s")), Band::within(0.98, 1.02))]
        },
    ),
];
