//! VoIP report, section VI, figure 2: NewReno on FreeBSD, cwnd and queue over three epochs.

use super::teeth::{self, TEETH};
use super::{CHOICES, PAPER};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::results::Results;

/// Figure 2.
pub static EXPERIMENT: Experiment = Experiment {
    id: "voip_fig2",
    paper: &PAPER,
    label: "Figure 2",
    title: "NewReno on FreeBSD: cwnd and queue",
    words: Words {
        summary: "The plain sawtooth: the window grows by one packet per round trip and is halved at each loss, and \
                  the queue has the same shape.",
        caption: "cwnd and queue of NewReno on FreeBSD, 10 Mbit/s, 80 ms, a queue of one BDP: three congestion \
                  epochs from the middle of a run of 180 s. Right: with FreeBSD's own recovery engine.",
        states: &[
            "NewReno adds one packet per round trip and halves its window at congestion (section II-A).",
            "Growth is linear, and congestion epochs are nearly identical (section VI).",
            "The queue reaches its limit, drains completely and has the shape of cwnd (section VII).",
        ],
        learn: "Each sawtooth cycle of the window fills the queue once and empties it once. The packets that exceed \
                what the path holds wait in the queue.",
        choices: CHOICES,
        notes: &[
            "The order of the report's text shows which figure is which: figures 2 and 3 are NewReno, 4 and 5 are \
             H-TCP, each time FreeBSD before Linux.",
            "Growth alone takes 66.7 rounds of the mean RTT. Detection and recovery come on top of it.",
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&TEETH],
    figure: |results| teeth::figure(results, &["nr_fbsd", "nr_fbsd_own"]),
    claims: CLAIMS,
    view: "path,cwnd,queue",
};

fn one(results: &Results, name: &str, band: Band) -> Vec<Measured> {
    vec![Measured::new("", teeth::number(results, "nr_fbsd", name), band)]
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "voip.fig2.epoch",
        "Mean length of a congestion epoch, in seconds.",
        "Derived: growth takes 8.06 s, detection 0.16 s, recovery 0.15 s. With growth in whole bytes the sum is 8.7 \
         s.",
        |results| one(results, "epoch_s", Band::within(8.2, 9.2)),
    ),
    Claim::new(
        "voip.fig2.regular",
        "Standard deviation of the lengths of the epochs, divided by their mean.",
        "The report says that epochs are approximately identical (section VI).",
        |results| one(results, "epoch_spread", Band::at_most(0.05)),
    ),
    Claim::new(
        "voip.fig2.w_max",
        "Mean cwnd at congestion events, in packets.",
        "Derived: the path holds 66.7 packets and the queue 67. Growth goes on for one to two round trips before the \
         loss is detected.",
        |results| one(results, "w_max", Band::within(132.0, 138.0)),
    ),
    Claim::new(
        "voip.fig2.beta",
        "cwnd after recovery, divided by cwnd before the loss.",
        "The report says 0.5 (section II-A). Tolerance: one packet of rounding on each side.",
        |results| one(results, "kept", Band::within(0.48, 0.52)),
    ),
    Claim::new(
        "voip.fig2.slope",
        "Slope of the square of cwnd against time, in packets² per second.",
        "Derived: 2 / 1.2 ms × 0.992 = 1653. Growth in whole bytes makes it 3 to 8 % less.",
        |results| one(results, "slope", Band::within(1480.0, 1680.0)),
    ),
    Claim::new(
        "voip.fig2.full_and_empty",
        "Maximum and minimum queueing delay of the call, divided by the delay of a full queue.",
        "The report says that the queue reaches its limit and drains (section VII).",
        |results| {
            let value = |name| teeth::of(results, "nr_fbsd").of(name);
            vec![
                Measured::new("maximum", value("x_most").least(), Band::at_least(0.97)),
                Measured::new("minimum", value("x_least").most(), Band::at_most(0.05)),
            ]
        },
    ),
    Claim::new(
        "voip.fig2.mirrors",
        "Correlation of the queue with cwnd, sampled every 10 ms while more than 2 packets are queued, from half a \
         second after each congestion event.",
        "The report says that the queue copies the shape of cwnd (section VII).",
        |results| one(results, "mirror", Band::at_least(0.99)),
    ),
];
