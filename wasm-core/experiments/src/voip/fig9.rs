//! VoIP report, section VII, figure 9: distribution of the call's delay, 100 Mbps and 16 ms. What it shares with
//! others of its kind stands in `cdf`.

use super::bed::Link;
use super::cdf::{self, caption, shared_claims};
use super::runs::{LINK_10_80, LINK_100_16, LINK_100_80, LINK_100_160};
use super::{CHOICES, PAPER};
use crate::claim::Claim;
use crate::experiment::{Experiment, Words};
use crate::figure::Figure;
use crate::results::Results;

/// Figure 9.
pub static EXPERIMENT: Experiment = Experiment {
    id: "voip_fig9",
    paper: &PAPER,
    label: "Figure 9",
    title: "Delay of the call, 100 Mbps and 16 ms",
    words: Words {
        summary: "Three signatures of delay: NewReno a diagonal, H-TCP low, CUBIC hugging a full queue.",
        caption: caption!("whole epochs after the start-up, 180 s"),
        states: &[
            cdf::SHAPES,
            cdf::DRAINS,
            "Linux's H-TCP resembles NewReno on this link (section VII-A).",
            "The shapes are about the same on all three links but for Linux's H-TCP (section VII).",
        ],
        learn: "Each algorithm has a signature: the diagonal, the bulge to the upper left, the line that hugs the right edge.",
        choices: CHOICES,
        notes: &[
            cdf::WEIGHTS,
            "Linux's H-TCP is drawn twice: with the fault of that kernel set off by rare reordering, as the report measured it \
             (figures 13 and 14), and clean.",
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&LINK_100_16, &LINK_10_80, &LINK_100_80, &LINK_100_160],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue,delay",
};

fn figure(results: &Results) -> Figure {
    let link = Link::of("100/16");
    cdf::figure(results, link, link.rtt_ms * 1.05)
}

static CLAIMS: &[Claim] = shared_claims![
    "fig9",
    Claim::new(
        "voip.fig9.same_shape",
        "Spread of the median of x over the four links.",
        "section VII: approximately consistent; derived spreads",
        cdf::claims::same_shape,
    ),
    Claim::new(
        "voip.fig9.fault_like_newreno",
        "Largest distance of the distribution of Linux's H-TCP from that of Linux's NewReno.",
        "section VII-A: here it resembles NewReno; 0.10 to 0.12 and 0.31 in an independent calculation",
        cdf::claims::fault_like_newreno,
    ),
];
