//! VoIP report, section VII, figure 9: distribution of the call's delay, 100 Mbit/s and 16 ms. What it shares with
//! others of its kind is in `cdf`.

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
    title: "Delay of the call, 100 Mbit/s and 16 ms",
    words: Words {
        summary: "NewReno spreads the call's delay almost evenly, H-TCP keeps it mostly low, CUBIC keeps it near \
                  that of a full queue.",
        caption: caption!("whole epochs after the start-up, 180 s"),
        states: &[
            cdf::SHAPES,
            cdf::DRAINS,
            "Linux's H-TCP resembles NewReno on this link (section VII-A).",
            "The shapes are about the same on all three links, except for Linux's H-TCP (section VII).",
        ],
        learn: "The shape of growth shows in the distribution. NewReno's is close to a straight line; H-TCP's rises \
                early, since its queue is short for most of an epoch; CUBIC's begins only where the queue is more \
                than half full.",
        choices: CHOICES,
        notes: &[
            cdf::WEIGHTS,
            "Linux's H-TCP is drawn twice: with the bug of that kernel, triggered by rare reordering, as we think \
             the report measured it (figures 13 and 14), and without both.",
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
        "Range of the median of x over the four links.",
        "The report says approximately consistent (section VII). The tolerances are derived ranges.",
        cdf::claims::same_shape,
    ),
    Claim::new(
        "voip.fig9.fault_like_newreno",
        "Maximum distance of the distribution with Linux's H-TCP from that with Linux's NewReno.",
        "The report says that here it resembles NewReno (section VII-A). An independent calculation gives 0.10 to \
         0.12 with the bug and 0.31 without.",
        cdf::claims::fault_like_newreno,
    ),
];
