//! VoIP report, section VII, figure 10, other reading: distribution of the call's delay, 100 Mbit/s and 80 ms. What it shares with
//! others of its kind is in `cdf`.

use super::bed::Link;
use super::cdf::{self, caption, shared_claims};
use super::runs::LINK_100_80;
use super::{CHOICES, PAPER};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::Figure;
use crate::results::Results;

/// Figure 10, other reading.
pub static EXPERIMENT: Experiment = Experiment {
    id: "voip_fig10b",
    paper: &PAPER,
    label: "Figure 10, other reading",
    title: "Delay of the call, 100 Mbit/s and 80 ms",
    words: Words {
        summary: "The other reading of figure 10: at ten times the rate the shapes are the same, and the bug of \
                  Linux's H-TCP becomes visible.",
        caption: caption!("whole epochs after the start-up, 1200 s"),
        states: &[cdf::SHAPES, cdf::DRAINS, "On this link Linux's H-TCP jumps between its modes (section VII-A)."],
        learn: "As a fraction of a full queue's delay, the distributions hardly change with the rate. The exceptions \
                are FreeBSD's NewReno, because it adds whole bytes, and Linux's H-TCP with its bug.",
        choices: CHOICES,
        notes: &[
            "The report does not name this figure's link. We chose its own example, 10 Mbit/s and 80 ms; \
             `voip_fig10b` has the other reading, 100 Mbit/s and 80 ms.",
            cdf::WEIGHTS,
            "Three epochs of FreeBSD's NewReno take more than 330 s on this link, longer than the report's runs of \
             180 s. So runs last 1200 s here.",
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&LINK_100_80],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue,delay",
};

fn figure(results: &Results) -> Figure {
    let link = Link::of("100/80");
    cdf::figure(results, link, link.rtt_ms * 1.05)
}

static CLAIMS: &[Claim] = shared_claims![
    "fig10b",
    Claim::new(
        "voip.fig10b.fault_visible",
        "Median of x with Linux's H-TCP with the bug, minus that with FreeBSD's H-TCP.",
        "The report sees the effect here (section VII-A). An independent calculation gives 0.21 to 0.25.",
        |results| vec![Measured::new(
            "",
            cdf::claims::shift(results, "htcp_linux_fault", "htcp_fbsd"),
            Band::at_least(0.10)
        )],
    ),
];
