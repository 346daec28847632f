//! VoIP report, section VII, figure 11: distribution of the call's delay, 100 Mbps and 160 ms. What it shares with
//! others of its kind stands in `cdf`.

use super::bed::Link;
use super::cdf::{self, caption, shared_claims};
use super::runs::LINK_100_160;
use super::{CHOICES, PAPER};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::Figure;
use crate::results::Results;

/// Figure 11.
pub static EXPERIMENT: Experiment = Experiment {
    id: "voip_fig11",
    paper: &PAPER,
    label: "Figure 11",
    title: "Delay of the call, 100 Mbps and 160 ms",
    words: Words {
        summary: "The largest link: NewReno takes ten minutes for one tooth, H-TCP ten seconds.",
        caption: caption!("whole epochs after the start-up, 400 s (NewReno 2400 s, the fault 1200 s)"),
        states: &[
            cdf::SHAPES,
            cdf::DRAINS,
            "Linux's H-TCP deviates, because of the fluctuation that figure 13 shows (section VII-A).",
        ],
        learn: "At this size NewReno takes ten minutes for one tooth, H-TCP ten seconds; a call feels the one as a tide, the other as a flutter.",
        choices: CHOICES,
        notes: &[
            "The report has one of 100 Mbps with 80 or with 160 ms here; the larger one is our choice.",
            "One epoch of Linux's NewReno lasts longer than the report's runs of 180 s: three typical epochs cannot have been \
             seen on this link, unless something unstated limited its window. Runs here last until whole epochs are seen.",
            cdf::WEIGHTS,
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&LINK_100_160],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue,delay",
};

fn figure(results: &Results) -> Figure {
    let link = Link::of("100/160");
    cdf::figure(results, link, link.rtt_ms * 1.05)
}

static CLAIMS: &[Claim] = shared_claims![
    "fig11",
    Claim::new(
        "voip.fig11.fault_visible",
        "Median of x of Linux's H-TCP with the fault, less that of FreeBSD's H-TCP.",
        "section VII-A: the fault shows here; 0.21 to 0.28 in an independent calculation",
        |results| vec![Measured::new(
            "",
            cdf::claims::shift(results, "htcp_linux_fault", "htcp_fbsd"),
            Band::at_least(0.10)
        )],
    ),
    Claim::new(
        "voip.fig11.clean_agrees",
        "Median of x of Linux's H-TCP without the fault, less that of FreeBSD's H-TCP.",
        "section VIII: algorithms are generally the same on both systems",
        |results| vec![Measured::new(
            "",
            cdf::claims::shift(results, "htcp_linux", "htcp_fbsd"),
            Band::within(-0.05, 0.06)
        )],
    ),
    Claim::new(
        "voip.fig11.newreno_epoch",
        "Mean epoch of Linux's NewReno, in seconds.",
        "derived: 640 and 0.6, and 6 %; makes the contradiction with runs of 180 s visible",
        |results| vec![Measured::new("", cdf::number(results, "nr_linux", "epoch_s"), Band::within(600.0, 680.0))],
    ),
];
