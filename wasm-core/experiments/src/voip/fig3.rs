//! VoIP report, sections VI and VI-A, figure 3: NewReno on Linux, half as fast, for its receiver acknowledges every second
//! packet.

use super::bed::rows;
use super::runs::{LINK_10_80, LINK_10_160, LINK_100_16};
use super::teeth::{self, TEETH};
use super::{CHOICES, PAPER};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Entry, Figure, Panel};
use crate::results::{Results, difference, mean, ratio};

/// Figure 3.
pub static EXPERIMENT: Experiment = Experiment {
    id: "voip_fig3",
    paper: &PAPER,
    label: "Figure 3",
    title: "NewReno on Linux: cwnd and queue",
    words: Words {
        summary: "The same algorithm on another system: with delayed ACKs an epoch is nearly twice as long.",
        caption: "cwnd and queue of NewReno on Linux, 10 Mbit/s, 80 ms, a queue of one BDP: three congestion epochs \
                  from the middle of a run of 180 s. The table has the epochs of both systems on three links, and \
                  what they would be with byte counting or with an ACK for every packet.",
        states: &[
            "The epoch is about 1.85 times as long as FreeBSD's; the authors suspect delayed ACKs (section VI-A).",
            "Linux recovers by rate halving (section VI-B).",
        ],
        learn: "A receiver that acknowledges every second packet halves the growth of a sender that counts ACKs: its \
                window rises half as steeply, and its epoch is almost twice as long.",
        choices: CHOICES,
        notes: &[
            "The ratio is less than 2 because FreeBSD 7 adds whole bytes only, which makes its own epoch longer. At \
             cwnd 67 it adds 21 of 21.6 bytes. At cwnd 134 it adds 10 of 10.8 bytes. With exact growth the ratio is \
             1.98 to 2.00.",
            "The report gives one ratio and does not name its link; the mean over several links is our construction.",
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
    let mut figure = teeth::figure(results, &["nr_linux"]);
    let number = Entry::Number;
    let mut table: Vec<Vec<Entry>> = LINKS
        .iter()
        .map(|link| {
            let [linux, freebsd] = ["nr_linux", "nr_fbsd"].map(|sender| epoch_s(results, link, sender));
            vec![Entry::text(*link), number(linux, 2), number(freebsd, 2), number(ratio(linux, freebsd), 2)]
        })
        .collect();
    let freebsd = teeth::number(results, "nr_fbsd", "epoch_s");
    for (acks, title) in [("byte_counting", "10/80, byte counting on"), ("each", "10/80, an ACK for every packet")] {
        let linux = changed(results, acks);
        table.push(vec![Entry::text(title), number(linux, 2), number(freebsd, 2), number(ratio(linux, freebsd), 2)]);
    }
    let heads = ["Mbit/s / ms", "Linux, s", "FreeBSD, s", "ratio"];
    figure.panels.push(Panel::table("Epochs", &heads, table));
    figure
}

/// The links over which ratios are averaged.
const LINKS: [&str; 3] = ["10/80", "100/16", "10/160"];

fn epoch_s(results: &Results, link: &str, sender: &str) -> Option<f64> {
    rows(results, link, 1.0, sender).of("epoch_s").mean()
}

/// Mean epoch of Linux's NewReno with other acknowledgements.
fn changed(results: &Results, acks: &str) -> Option<f64> {
    results.at(&point!(sender: "nr_linux", acks: acks)).of("epoch_s").mean()
}

/// A number of Linux's NewReno over FreeBSD's.
fn over(results: &Results, name: &str) -> Option<f64> {
    ratio(teeth::number(results, "nr_linux", name), teeth::number(results, "nr_fbsd", name))
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "voip.fig3.epoch_ratio",
        "Mean epoch of NewReno on Linux, divided by that on FreeBSD.",
        "The report says about 1.85 (section VI-A). Tolerance: 5 %.",
        |results| vec![Measured::new("", over(results, "epoch_s"), Band::within(1.76, 1.94))],
    ),
    Claim::new(
        "voip.fig3.epoch_ratio_links",
        "Mean of that ratio over three links: 10 Mbit/s and 80 ms, 100 Mbit/s and 16 ms, 10 Mbit/s and 160 ms.",
        "Our construction: the report's 1.85, with the tolerance of 5 %, asked of a mean over three links.",
        |results| {
            let ratios = LINKS.map(|link| ratio(epoch_s(results, link, "nr_linux"), epoch_s(results, link, "nr_fbsd")));
            vec![Measured::new("", mean(ratios), Band::within(1.76, 1.94))]
        },
    ),
    Claim::new(
        "voip.fig3.epoch",
        "Mean length of a congestion epoch, in seconds.",
        "Derived: growth takes 16.1 s, detection and recovery 0.35 s. It is 16.9 s if the packet in transmission \
         does not count.",
        |results| vec![Measured::new("", teeth::number(results, "nr_linux", "epoch_s"), Band::within(15.9, 17.3))],
    ),
    Claim::new(
        "voip.fig3.slope_ratio",
        "Slope of the square of cwnd on Linux, divided by that on FreeBSD.",
        "Derived: half an increment per round trip. Compared with growth in whole bytes the ratio is 0.52.",
        |results| vec![Measured::new("", over(results, "slope"), Band::within(0.48, 0.56))],
    ),
    Claim::new(
        "voip.fig3.byte_counting",
        "The ratio of the epochs if Linux counted bytes.",
        "Derived: with byte counting delayed ACKs would make no difference, so it was off.",
        |results| {
            let value = ratio(changed(results, "byte_counting"), teeth::number(results, "nr_fbsd", "epoch_s"));
            vec![Measured::new("", value, Band::within(0.90, 1.08))]
        },
    ),
    Claim::new(
        "voip.fig3.w_max",
        "Mean cwnd at congestion events on Linux, minus that on FreeBSD, in packets.",
        "Derived: the queue is the same.",
        |results| {
            let [linux, freebsd] = ["nr_linux", "nr_fbsd"].map(|sender| teeth::number(results, sender, "w_max"));
            vec![Measured::new("", difference(linux, freebsd), Band::within(-3.0, 2.0))]
        },
    ),
];
