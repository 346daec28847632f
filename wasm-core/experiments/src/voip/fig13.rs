//! VoIP report, section VII-A, figure 13: Linux's H-TCP jumps between its modes within an epoch.

use super::modes;
use super::runs::CYCLE;
use super::teeth::line_of;
use super::{CHOICES, PAPER};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series, ink};
use crate::results::{Results, Rows, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};

/// Figure 13.
pub static EXPERIMENT: Experiment = Experiment {
    id: "voip_fig13",
    paper: &PAPER,
    label: "Figure 13",
    title: "Linux's H-TCP jumps between its modes",
    words: Words {
        summary: "A kernel bug of one line turns the few seconds of an H-TCP epoch into about a minute.",
        caption: "cwnd of H-TCP on Linux, 100 Mbit/s, 160 ms, a queue of one BDP, 100 s of a run. Above: with the \
                  bug of the kernel, triggered by neighbouring packets that change places once in 10000 packets. \
                  Below: with neither.",
        states: &[
            "Slow and fast growth alternate within one epoch, in every run, but only at 100 Mbit/s with 80 and with \
             160 ms. Epochs last tens of seconds. The report does not know the cause (section VII-A).",
            "The distribution of the delay changes with it (figure 11).",
        ],
        learn: "Each restart of H-TCP's clock sends it back to one packet per round trip, so a single reordered \
                packet costs the fast growth of a whole second.",
        choices: CHOICES,
        notes: &[
            "The mechanism is known: up to Linux 2.6.27 the clock of H-TCP restarted on every return to the open \
             state, even after a single duplicate ACK without any loss. This was fixed in November 2008.",
            "What triggered the bug in the test-bed is our assumption: a packet is overtaken by its successor with \
             probability 0.0001, which is 0.83 times per second at 100 Mbit/s. At 2.4 times that probability only 6 \
             % of the epochs of figure 14 are fast.",
            "Without reordering the bug has no effect. Random loss in its place would make H-TCP reduce its window, \
             which looks different.",
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue",
};

/// Three links, with and without the bug; and the fixed variant with the same reordering.
pub static SWEEP: Sweep =
    Sweep { id: "voip_fig13", cells, repetitions: 2, quick: 1, names: &[CYCLE, modes::NAMES], measure };

fn cells() -> Vec<Cell> {
    let pairs = ["100/160", "100/80", "10/80"].into_iter().flat_map(|link| ["fault", "clean"].map(|kind| (link, kind)));
    pairs.chain([("100/160", "fixed")]).map(|(link, kind)| modes::cell(link, kind)).collect()
}

fn measure(run: &Run) -> Row {
    modes::measure(run, |epochs| {
        let first = epochs.iter().find(|epoch| epoch.begin.seconds() >= 100.0)?.begin.seconds();
        Some((first, first + 100.0))
    })
}

fn rows<'a>(results: &Results<'a>, link: &str, kind: &str) -> Rows<'a> {
    results.at(&point!(link: link, kind: kind))
}

fn number(results: &Results, link: &str, kind: &str, name: &str) -> Option<f64> {
    rows(results, link, kind).of(name).mean()
}

/// Mean epoch of one kind over that of the clean one.
fn over_clean(results: &Results, link: &str, kind: &str) -> Option<f64> {
    ratio(number(results, link, kind, "epoch_s"), number(results, link, "clean", "epoch_s"))
}

/// A kind of run for readers.
fn title_of(kind: &str) -> &'static str {
    match kind {
        "fault" => "bug and reordering",
        "fixed" => "reordering, bug fixed",
        _ => "neither",
    }
}

fn figure(results: &Results) -> Figure {
    let panel = |kind: &str, title: &str| {
        let line = Marks::Line(line_of(rows(results, "100/160", kind).one(), "cwnd"));
        let plot = Plot::new(Axis::new("Time", "s"), Axis::new("cwnd", "packets"));
        Panel::cell(title, "", plot.with(Series::new("cwnd", ink("htcp"), line)))
    };
    let table = cells().into_iter().map(|cell| {
        let (link, kind) = (cell.at.word("link").to_owned(), cell.at.word("kind").to_owned());
        let value = |name, digits| Entry::Number(number(results, &link, &kind, name), digits);
        vec![
            Entry::text(link.as_str()),
            Entry::text(title_of(&kind)),
            value("epoch_s", 2),
            value("epochs", 0),
            value("fallbacks", 2),
            value("x_p50", 3),
        ]
    });
    let heads = ["Mbit/s / ms", "variant", "epoch, s", "epochs", "fall-backs per epoch", "x p50"];
    Figure::new(vec![
        panel("fault", "With the bug and with reordering"),
        panel("clean", "With neither"),
        Panel::table("", &heads, table.collect()),
    ])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "voip.fig13.fallbacks",
        "Falls per epoch from more than 3 to at most 1.5 packets per round trip, without a retransmission nearby.",
        "The report says that the modes alternate within one epoch (section VII-A).",
        |results| {
            vec![
                Measured::new("with the bug", number(results, "100/160", "fault", "fallbacks"), Band::at_least(2.0)),
                Measured::new("without", number(results, "100/160", "clean", "fallbacks"), Band::exactly(0.0)),
            ]
        },
    ),
    Claim::new(
        "voip.fig13.epoch",
        "Mean epoch with the bug, in seconds.",
        "The report says tens of seconds (section VII-A).",
        |results| vec![Measured::new("", number(results, "100/160", "fault", "epoch_s"), Band::within(15.0, 100.0))],
    ),
    Claim::new(
        "voip.fig13.epoch_clean",
        "Mean epoch without the bug, in seconds.",
        "Derived: growth takes 8.45 s. Detection and recovery add 0.5 to 1 s.",
        |results| vec![Measured::new("", number(results, "100/160", "clean", "epoch_s"), Band::within(8.5, 10.5))],
    ),
    Claim::new(
        "voip.fig13.second_link",
        "Mean epoch with the bug, divided by that without it, at 100 Mbit/s and 80 ms.",
        "The report sees the effect here (section VII-A). An independent calculation gives 17.8/5.3.",
        |results| vec![Measured::new("", over_clean(results, "100/80", "fault"), Band::at_least(2.0))],
    ),
    Claim::new(
        "voip.fig13.not_at_10",
        "The same ratio at 10 Mbit/s and 80 ms, with the same probability of reordering.",
        "The report does not see the effect at lower BDPs (section VII-A). Derived: with a tenth of the packets the \
         epochs are shorter than the gap between reordering events.",
        |results| vec![Measured::new("", over_clean(results, "10/80", "fault"), Band::within(1.0, 1.12))],
    ),
    Claim::new(
        "voip.fig13.fixed",
        "Mean epoch of the variant without the bug, with reordering divided by without.",
        "The kernel was fixed in November 2008.",
        |results| vec![Measured::new("", over_clean(results, "100/160", "fixed"), Band::within(0.95, 1.05))],
    ),
];
