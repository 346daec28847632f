//! VoIP report, sections VI, VI-A and VI-B, figure 5: H-TCP on Linux, cwnd and queue.

use super::bed::rows;
use super::runs::{LINK_10_80, LINK_10_160, LINK_100_16};
use super::teeth::{self, TEETH};
use super::{CHOICES, PAPER};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Entry, Figure, Panel};
use crate::results::{Results, mean, ratio};

/// Figure 5.
pub static EXPERIMENT: Experiment = Experiment {
    id: "voip_fig5",
    paper: &PAPER,
    label: "Figure 5",
    title: "H-TCP on Linux: cwnd and queue",
    words: Words {
        summary: "Delayed acknowledgements, which double NewReno's epoch, hardly touch H-TCP: its growth is a function of time.",
        caption: "cwnd and queue of H-TCP on Linux, without any reordering, 10 Mbps, 80 ms, a queue of one BDP, three epochs \
                  from the middle of a run of 180 s. The table has the epochs of both systems.",
        states: &[
            "The epoch is about 1.14 times FreeBSD's; growth is a function of time, so delayed acknowledgements matter \
             little (section VI-A).",
            "Linux recovers by rate halving, FreeBSD by RFC 2581; both avoid a burst by small quick steps up to the value \
             kept (section VI-B).",
        ],
        learn: "Growth that time drives hardly notices delayed acknowledgements.",
        choices: CHOICES,
        notes: &[
            "Delayed acknowledgements add 2.6 % only, since Linux's H-TCP counts packets. The rest is the clock that \
             restarts again at the end of recovery, and the counter that starts from 0 after each increment.",
            "At 100 Mbps and 16 ms the ratio is 1.00: it is not universal, and not claimed there.",
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&TEETH, &LINK_10_80, &LINK_10_160, &LINK_100_16],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue",
};

fn figure(results: &Results) -> Figure {
    let mut figure = teeth::figure(results, &["htcp_linux"]);
    let number = Entry::Number;
    let table = ["10/80", "10/160", "100/16"].map(|link| {
        let [linux, freebsd] = ["htcp_linux", "htcp_fbsd"].map(|sender| epoch_s(results, link, sender));
        vec![Entry::text(link), number(linux, 2), number(freebsd, 2), number(ratio(linux, freebsd), 2)]
    });
    figure.panels.push(Panel::table("Epochs", &["Mbps/ms", "Linux, s", "FreeBSD, s", "ratio"], table.to_vec()));
    figure
}

fn epoch_s(results: &Results, link: &str, sender: &str) -> Option<f64> {
    rows(results, link, 1.0, sender).of("epoch_s").mean()
}

/// Mean epoch of an algorithm on Linux over that on FreeBSD.
fn systems(results: &Results, linux: &str, freebsd: &str) -> Option<f64> {
    ratio(teeth::number(results, linux, "epoch_s"), teeth::number(results, freebsd, "epoch_s"))
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "voip.fig5.epoch_ratio",
        "Mean epoch of H-TCP on Linux over that on FreeBSD.",
        "section VI-A: 1.14 stated as approximate, and 7 %",
        |results| vec![Measured::new("", systems(results, "htcp_linux", "htcp_fbsd"), Band::within(1.06, 1.22))],
    ),
    Claim::new(
        "voip.fig5.ratio_links",
        "Mean of that ratio over 10 Mbps with 80 and with 160 ms.",
        "1.14 and 7 %",
        |results| {
            let one = |link| ratio(epoch_s(results, link, "htcp_linux"), epoch_s(results, link, "htcp_fbsd"));
            vec![Measured::new("", mean(["10/80", "10/160"].map(one)), Band::within(1.07, 1.22))]
        },
    ),
    Claim::new(
        "voip.fig5.less_than_newreno",
        "By how much H-TCP's ratio is above 1, over by how much NewReno's is.",
        "section VI-A: 0.14 / 0.85 = 0.16; twice that for our bands",
        |results| {
            let more = |linux, freebsd| systems(results, linux, freebsd).map(|ratio| ratio - 1.0);
            let value = ratio(more("htcp_linux", "htcp_fbsd"), more("nr_linux", "nr_fbsd"));
            vec![Measured::new("", value, Band::at_most(0.4))]
        },
    ),
    Claim::new(
        "voip.fig5.epoch",
        "Mean epoch, in seconds.",
        "derived: growth 2.08 to 2.2, detection 0.16, the clock's second restart 0.15 to 0.3",
        |results| vec![Measured::new("", teeth::number(results, "htcp_linux", "epoch_s"), Band::within(2.35, 3.0))],
    ),
    Claim::new(
        "voip.fig5.rate_halving",
        "Seconds from the congestion event until cwnd is at most 0.6 of what it was.",
        "section VI-B: rate halving on Linux; derived: one round trip of a full queue; FreeBSD's engines cut at once",
        |results| {
            let one = |of, sender, band| Measured::new(of, teeth::number(results, sender, "cut_s"), band);
            vec![
                one("Linux", "htcp_linux", Band::within(0.08, 0.22)),
                one("FreeBSD", "htcp_fbsd", Band::at_most(0.02)),
                one("FreeBSD's own engine", "htcp_fbsd_own", Band::at_most(0.02)),
            ]
        },
    ),
    Claim::new(
        "voip.fig5.no_burst",
        "Most data packets sent within 1.2 ms, from the end of recovery to two round trips later.",
        "section VI-B: both systems avoid a burst; derived: in flight and 3, one growth for each acknowledgement",
        |results| {
            let most = |sender| teeth::of(results, sender).of("burst").most();
            let one = |of, sender| Measured::new(of, most(sender), Band::at_most(6.0));
            vec![one("Linux", "htcp_linux"), one("FreeBSD", "htcp_fbsd"), one("FreeBSD's own engine", "htcp_fbsd_own")]
        },
    ),
];
