//! VoIP report, section VII, figure 10, other reading: distribution of the call's delay, 100 Mbps and 80 ms. What it shares with
//! others of its kind stands in `cdf`.

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
    title: "Delay of the call, 100 Mbps and 80 ms",
    words: Words {
        summary: "The other reading of figure 10: ten times the rate, the same shapes, and the fault of Linux's H-TCP in sight.",
        caption: caption!("whole epochs after the start-up, 1200 s"),
        states: &[
            cdf::SHAPES,
            cdf::DRAINS,
            "On this link Linux's H-TCP jumps between its modes (section VII-A).",
        ],
        learn: "In units of the queue's own delay, nothing changes with the rate but FreeBSD's arithmetic and Linux's fault.",
        choices: CHOICES,
        notes: &[
            "The report does not name this figure's link. 10 Mbps and 80 ms is our choice, its own example; `voip_fig10b` has the \
             other reading, 100 Mbps and 80 ms.",
            cdf::WEIGHTS,
            "Three epochs of NewReno take 330 s and more on this link, longer than the report's runs of 180 s: runs here last \
             1200 s.",
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
        "Median of x of Linux's H-TCP with the fault, less that of FreeBSD's H-TCP.",
        "section VII-A: the fault shows here; 0.21 to 0.25 in an independent calculation",
        |results| vec![Measured::new(
            "",
            cdf::claims::shift(results, "htcp_linux_fault", "htcp_fbsd"),
            Band::at_least(0.10)
        )],
    ),
];
