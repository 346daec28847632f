//! VoIP report, section VII, figure 10: distribution of the call's delay, 10 Mbps and 80 ms. What it shares with
//! others of its kind stands in `cdf`.

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
    title: "Delay of the call, 10 Mbps and 80 ms",
    words: Words {
        summary: "The same three signatures on a link of 10 Mbps: the median of an H-TCP call is where CUBIC never gets.",
        caption: caption!("whole epochs after the start-up, 180 s"),
        states: &[
            cdf::SHAPES,
            cdf::DRAINS,
        ],
        learn: "The median of H-TCP's call is where CUBIC's never gets.",
        choices: CHOICES,
        notes: &[
            "The report does not name this figure's link. 10 Mbps and 80 ms is our choice, its own example; `voip_fig10b` has the \
             other reading, 100 Mbps and 80 ms.",
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
        "derived: 40.16 + 0.924 x 80 = 114.1, and 0.035 x 80",
        |results| vec![Measured::new("", owd_ms(results, "nr_linux", "x_p90"), Band::within(111.0, 117.0))],
    ),
    Claim::new(
        "voip.fig10.cubic_p10_ms",
        "10th percentile of the one-way delay with CUBIC, in ms.",
        "derived: x = 0.70 is 96.2; short epochs that end early lower it",
        |results| vec![Measured::new("", owd_ms(results, "cubic_linux", "x_p10"), Band::within(88.0, 98.0))],
    ),
    Claim::new(
        "voip.fig10.htcp_p50_ms",
        "Median of the one-way delay with FreeBSD's H-TCP, in ms.",
        "derived: growth alone x = 0.18 (54.6); 61 in an independent calculation",
        |results| vec![Measured::new("", owd_ms(results, "htcp_fbsd", "x_p50"), Band::within(54.0, 66.0))],
    ),
    Claim::new(
        "voip.fig10.no_fault",
        "Median of x of Linux's H-TCP with the fault, less that without it.",
        "section VII-A: the fault is not seen on smaller BDPs",
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
