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
        summary: "The plain sawtooth: one packet more each round trip, half at each loss, and the queue does the same.",
        caption: "cwnd and queue of NewReno on FreeBSD, 10 Mbps, 80 ms, a queue of one BDP, three epochs from the middle of \
                  a run of 180 s. Right: with FreeBSD's own recovery engine.",
        states: &[
            "NewReno adds one segment each round trip and halves at congestion (section II-A).",
            "Growth is linear, epochs are nearly identical (section VI).",
            "The queue reaches its limit and drains completely; it has the shape of cwnd (section VII).",
        ],
        learn: "The sawtooth fills the queue tooth by tooth; the delay is the window.",
        choices: CHOICES,
        notes: &[
            "That figures 2 and 3 are NewReno, 4 and 5 H-TCP, FreeBSD before Linux, follows from the order of the text.",
            "66.7 rounds of a mean RTT are the growth alone; detection and recovery come on top of it.",
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
        "Mean epoch, in seconds.",
        "derived: growth 8.06, detection 0.16, recovery 0.15; whole-byte growth 8.7",
        |results| one(results, "epoch_s", Band::within(8.2, 9.2)),
    ),
    Claim::new(
        "voip.fig2.regular",
        "Standard deviation of the epochs over their mean.",
        "section VI: approximately identical",
        |results| one(results, "epoch_spread", Band::at_most(0.05)),
    ),
    Claim::new(
        "voip.fig2.w_max",
        "Mean cwnd at the congestion events, in packets.",
        "derived: 66.7, 67 held, one to two round trips of growth before detection",
        |results| one(results, "w_max", Band::within(132.0, 138.0)),
    ),
    Claim::new(
        "voip.fig2.beta",
        "cwnd after recovery over cwnd before.",
        "section II-A: 0.5; a packet of rounding on each side",
        |results| one(results, "kept", Band::within(0.48, 0.52)),
    ),
    Claim::new(
        "voip.fig2.slope",
        "Slope of the square of cwnd against time, in packets² a second.",
        "derived: 2 / 1.2 ms x 0.992 = 1653; whole bytes 3 to 8 % less",
        |results| one(results, "slope", Band::within(1480.0, 1680.0)),
    ),
    Claim::new(
        "voip.fig2.full_and_empty",
        "Largest and smallest delay of the call over that of a full queue.",
        "section VII: the limit is reached, the queue drains",
        |results| {
            let value = |name| teeth::of(results, "nr_fbsd").of(name);
            vec![
                Measured::new("largest", value("x_most").least(), Band::at_least(0.97)),
                Measured::new("smallest", value("x_least").most(), Band::at_most(0.05)),
            ]
        },
    ),
    Claim::new(
        "voip.fig2.mirrors",
        "Correlation of the queue with cwnd, each 10 ms, where the queue is over 2 packets and half a second after an event.",
        "section VII: the queue copies the shape of cwnd",
        |results| one(results, "mirror", Band::at_least(0.99)),
    ),
];
