//! VoIP report, section VII, figure 11: distribution of the call's delay, 100 Mbit/s and 160 ms. What it shares with
//! others of its kind is in `cdf`.

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
    title: "Delay of the call, 100 Mbit/s and 160 ms",
    words: Words {
        summary: "On the largest link an epoch of Linux's NewReno lasts more than ten minutes, one of H-TCP without \
                  the bug about ten seconds.",
        caption: caption!("whole epochs after the start-up, 400 s (NewReno 2400 s, H-TCP with the bug 1200 s)"),
        states: &[
            cdf::SHAPES,
            cdf::DRAINS,
            "Linux's H-TCP deviates, because of the fluctuation that figure 13 shows (section VII-A).",
        ],
        learn: "The epochs are much longer than on the other links and differ more from algorithm to algorithm, yet \
                the distributions keep their shapes: what counts is how an epoch is shaped, not how long it is.",
        choices: CHOICES,
        notes: &[
            "The report shows a link of 100 Mbit/s here, with 80 or 160 ms; we chose the larger one.",
            "One epoch of Linux's NewReno lasts longer than the report's runs of 180 s. So the report cannot have \
             seen three typical epochs on this link, unless something that it does not mention limited the window. \
             Our runs last until whole epochs are seen.",
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
        "Median of x with Linux's H-TCP with the bug, minus that with FreeBSD's H-TCP.",
        "The report sees the effect here (section VII-A). An independent calculation gives 0.21 to 0.28.",
        |results| vec![Measured::new(
            "",
            cdf::claims::shift(results, "htcp_linux_fault", "htcp_fbsd"),
            Band::at_least(0.10)
        )],
    ),
    Claim::new(
        "voip.fig11.clean_agrees",
        "Median of x with Linux's H-TCP without the bug, minus that with FreeBSD's H-TCP.",
        "The report says that algorithms generally behave the same on both systems (section VIII).",
        |results| vec![Measured::new(
            "",
            cdf::claims::shift(results, "htcp_linux", "htcp_fbsd"),
            Band::within(-0.05, 0.06)
        )],
    ),
    Claim::new(
        "voip.fig11.newreno_epoch",
        "Mean epoch of Linux's NewReno, in seconds.",
        "Derived: 640 s of growth and 0.6 s of recovery. Tolerance: 6 %. It contradicts runs of 180 s.",
        |results| vec![Measured::new("", cdf::number(results, "nr_linux", "epoch_s"), Band::within(600.0, 680.0))],
    ),
];
