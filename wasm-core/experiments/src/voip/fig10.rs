//! VoIP report, section VII, figure 10: distribution of the call's delay, 10 Mbit/s and 80 ms. What it shares with
//! others of its kind is in `cdf`.

use super::bed::Link;
use super::cdf::{self, caption, shared_claims};
use super::runs::LINK_10_80;
use super::{CHOICES, PAPER};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::Figure;
use crate::results::Results;

/// Figure 10.
pub static EXPERIMENT: Experiment = Experiment {
    id: "voip_fig10",
    paper: &PAPER,
    label: "Figure 10",
    title: "Delay of the call, 10 Mbit/s and 80 ms",
    words: Words {
        summary: "The same three shapes on a link of 10 Mbit/s: half of the call's packets are faster beside H-TCP \
                  than any is beside CUBIC.",
        caption: caption!("whole epochs after the start-up, 180 s"),
        states: &[cdf::SHAPES, cdf::DRAINS],
        learn: "The median delay beside H-TCP is lower than the minimum delay beside CUBIC.",
        choices: CHOICES,
        notes: &[
            "The report does not name this figure's link. We chose its own example, 10 Mbit/s and 80 ms; \
             `voip_fig10b` has the other reading, 100 Mbit/s and 80 ms.",
            cdf::WEIGHTS,
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&LINK_10_80],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue,delay",
};

fn figure(results: &Results) -> Figure {
    let link = Link::of("10/80");
    cdf::figure(results, link, link.rtt_ms * 1.05)
}

static CLAIMS: &[Claim] = shared_claims![
    "fig10",
    Claim::new(
        "voip.fig10.newreno_p90_ms",
        "90th percentile of the one-way delay with Linux's NewReno, in ms.",
        "Derived: 40.16 + 0.924 × 80 = 114.1. Tolerance: 0.035 × 80.",
        |results| vec![Measured::new("", owd_ms(results, "nr_linux", "x_p90"), Band::within(111.0, 117.0))],
    ),
    Claim::new(
        "voip.fig10.cubic_p10_ms",
        "10th percentile of the one-way delay with CUBIC, in ms.",
        "Derived: x = 0.70 is 96.2 ms. Short epochs that end early lower it.",
        |results| vec![Measured::new("", owd_ms(results, "cubic_linux", "x_p10"), Band::within(88.0, 98.0))],
    ),
    Claim::new(
        "voip.fig10.htcp_p50_ms",
        "Median of the one-way delay with FreeBSD's H-TCP, in ms.",
        "Derived: growth alone gives x = 0.18 (54.6 ms). An independent calculation gives 61 ms.",
        |results| vec![Measured::new("", owd_ms(results, "htcp_fbsd", "x_p50"), Band::within(54.0, 66.0))],
    ),
    Claim::new(
        "voip.fig10.no_fault",
        "Median of x with Linux's H-TCP with the bug, minus that without it.",
        "The report does not see the effect at smaller BDPs (section VII-A).",
        |results| vec![Measured::new(
            "",
            cdf::claims::shift(results, "htcp_linux_fault", "htcp_linux"),
            Band::within(-0.02, 0.06)
        )],
    ),
];

/// A percentile of the one-way delay, in ms.
fn owd_ms(results: &Results, sender: &str, x: &str) -> Option<f64> {
    let link = Link::of("10/80");
    Some(link.unloaded_ms() + cdf::number(results, sender, x)? * link.rtt_ms)
}
