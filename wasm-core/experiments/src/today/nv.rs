//! Four NV flows alone, and the same with a NewReno flow that joins.

use super::shares::{self, NAMES};
use super::{CHOICES, RATE_BPS, drop_tail, flow, group, link, spread};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep, set};

/// Time after which NV replaces its smallest RTT: Linux's, and one that never comes.
const RESETS_S: [f64; 2] = [5.0, 1000.0];
const RIVALS: [&str; 2] = ["none", "newreno"];
const COUNT: usize = 4;
const LIMIT_PACKETS: f64 = 330.0;
const JOINS_S: f64 = 60.0;
const DURATION_S: f64 = 160.0;
/// From when on, without the rival and with it, in seconds.
const ALONE_FROM_S: f64 = 20.0;
const BESIDE_FROM_S: f64 = 80.0;

/// NV.
pub static EXPERIMENT: Experiment = Experiment {
    id: "today_nv",
    paper: &group("L. Brakmo, tcp_nv.c in Linux 4.8, 2016"),
    label: "NV",
    title: "Four NV flows, then NewReno",
    words: Words {
        summary: "Four NV flows keep a queue of {alone} packets, {alone_kept} where the smallest RTT is not forgotten. When one NewReno \
                  flow joins, all four together have {share} % of the link.",
        caption: "Four NV flows at 10 Mbit/s and 40 ms with a queue of 330 packets, 160 s. Alone: measured from 20 s. A NewReno flow \
                  joins at 60 s: measured from 80 s. Marks are medians of ten runs, bars the 20th to 80th percentile.",
        states: &[
            "NV allows each flow about 10 packets above what its rate needs on the empty path (tcp_nv.c).",
            "NV is for data centres and not for use beside other algorithms (tcp_nv.c).",
        ],
        learn: "NV stops at 10 packets above what its rate needs at the smallest RTT. It replaces that RTT every few seconds, so a queue that \
                never empties becomes part of it, and NV climbs with the queue of the others.",
        choices: CHOICES,
        notes: &[],
        numbers: &[
            Number::new("alone", 0, |results| median(results, "none", "queue_packets")),
            Number::new("alone_kept", 0, |results| kept(results, "none", "queue_packets")),
            Number::new("share", 0, |results| median(results, "newreno", "share")).percent(),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue,goodput",
};

/// By rival and time of reset.
pub static SWEEP: Sweep = Sweep { id: "today_nv", cells, repetitions: 10, quick: 1, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let one = |rival: &str, reset_s: f64| {
        let mut flows: Vec<_> = (1..=COUNT).map(|place| flow(&format!("nv {place}"), "nv", 40.0, 0.0)).collect();
        if reset_s != RESETS_S[0] {
            flows.iter_mut().for_each(|flow| set(flow, "algorithm.reset_period_s", reset_s));
        }
        let (title, moment_s) = if rival == "none" {
            ("Four NV flows", ALONE_FROM_S)
        } else {
            flows.push(flow("newreno", "newreno", 40.0, JOINS_S));
            ("Four NV flows, then NewReno", JOINS_S)
        };
        let document = link(title, DURATION_S, RATE_BPS, drop_tail(LIMIT_PACKETS), flows);
        let cell = Cell::new(point!(rival: rival, reset_s: reset_s), document).moment(moment_s);
        if reset_s == RESETS_S[0] { cell } else { cell.quoted() }
    };
    RESETS_S.iter().flat_map(|&reset_s| RIVALS.map(|rival| one(rival, reset_s))).collect()
}

fn measure(run: &Run) -> Row {
    let alone = run.cell.at.word("rival") == "none";
    shares::measure(run, COUNT, if alone { ALONE_FROM_S } else { BESIDE_FROM_S })
}

fn rows<'a>(results: &Results<'a>, rival: &str, reset_s: f64) -> Rows<'a> {
    results.all(&point!(rival: rival, reset_s: reset_s))
}

fn median(results: &Results, rival: &str, number: &str) -> Option<f64> {
    rows(results, rival, RESETS_S[0]).of(number).median()
}

/// The same where the smallest RTT is not forgotten.
fn kept(results: &Results, rival: &str, number: &str) -> Option<f64> {
    rows(results, rival, RESETS_S[1]).of(number).median()
}

fn figure(results: &Results) -> Figure {
    let plot = |axis: Axis, number: &str, times: f64| {
        let plot = Plot::new(Axis::of("", ["alone", "beside NewReno"]), axis);
        let names = ["Reset every 5 s", "No reset"];
        RESETS_S.into_iter().zip(names).zip([5, 4]).fold(plot, |plot, ((reset_s, name), ink)| {
            let points = RIVALS.iter().zip(0..).filter_map(|(rival, place)| {
                let [low, middle, high] = rows(results, rival, reset_s).of(number).bar()?;
                Some([f64::from(place), low * times, middle * times, high * times])
            });
            plot.with(Series::new(name, ink, Marks::Medians(points.collect())))
        })
    };
    let queue = plot(Axis::new("Mean queue", "packets").range(0.0, LIMIT_PACKETS), "queue_packets", 1.0);
    let goodput = plot(Axis::new("Goodput of four NV flows", "Mbit/s").range(0.0, 10.0), "first_bps", 1e-6);
    let mut lines = Vec::new();
    for rival in RIVALS {
        for reset_s in RESETS_S {
            let rows = rows(results, rival, reset_s);
            let shown = if rival == "none" { "alone" } else { "beside NewReno" };
            let mut line = vec![Entry::text(shown), Entry::Number(Some(reset_s), 0)];
            line.extend(spread(&rows, "first_bps", 1e-6, 2));
            line.push(Entry::Number(rows.of("others_bps").median().map(|bps| bps / 1e6), 2));
            line.extend(spread(&rows, "queue_packets", 1.0, 0));
            lines.push(line);
        }
    }
    let heads = [
        "Four NV flows",
        "Reset (s)",
        "Their goodput: median (Mbit/s)",
        "lowest–highest",
        "NewReno's: median (Mbit/s)",
        "Mean queue: median (packets)",
        "lowest–highest",
    ];
    Figure::new(vec![
        Panel::plot("Queue", queue),
        Panel::plot("Goodput", goodput),
        Panel::table("Ten runs", &heads, lines),
    ])
    .columns(2)
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "today.nv.ten_each",
        "Four NV flows alone: mean queue in packets.",
        "Ten packets for each flow (tcp_nv.c). A quarter either way is ours.",
        |results| vec![Measured::new("", median(results, "none", "queue_packets"), Band::within(30.0, 50.0))],
    )
    .ours()
    .account(Account {
        says: "NV lets each flow keep about 10 packets in the queue, so four keep about 40 (tcp_nv.c).",
        measured: "The mean queue is {queue} packets.",
        tried: "We set `reset_period_s` so high that the smallest RTT is never replaced, ten seeds.",
        table: &[
            &["Smallest RTT", "mean queue (packets)", "goodput of the four (Mbit/s)"],
            &["replaced every 5 s, as evaluated", "{queue}", "{goodput}"],
            &["kept", "{queue_kept}", "{goodput_kept}"],
        ],
        explanation: "NV replaces its smallest RTT with that of the last few seconds. The queue of the four never empties, so this RTT \
                      contains it, and each flow adds ten packets to it again. This is shown by the run that keeps the smallest RTT.",
        numbers: &[
            Number::own("queue", 0, 0),
            Number::new("goodput", 2, |results| median(results, "none", "first_bps")).mbit(),
            Number::new("queue_kept", 0, |results| kept(results, "none", "queue_packets")),
            Number::new("goodput_kept", 2, |results| kept(results, "none", "first_bps")).mbit(),
        ],
    }),
    Claim::new(
        "today.nv.starved",
        "Beside NewReno: share of the four NV flows together.",
        "Each is held near 10 packets of a queue of 330 (derived). A quarter, where four of five would be fair, is ours.",
        |results| vec![Measured::new("", median(results, "newreno", "share"), Band::at_most(0.25))],
    )
    .ours()
    .account(Account {
        says: "NV is not for use beside other algorithms (tcp_nv.c). Held near 10 packets of a queue of 330, it should starve (derived).",
        measured: "The four NV flows have {share} % of the goodput.",
        tried: "We set `reset_period_s` so high that the smallest RTT is never replaced, ten seeds.",
        table: &[
            &["Smallest RTT", "share of the four (%)", "mean queue (packets)"],
            &["replaced every 5 s, as evaluated", "{share}", "{queue}"],
            &["kept", "{share_kept}", "{queue_kept}"],
        ],
        explanation: "The queue, NewReno's part included, becomes part of NV's smallest RTT, and NV climbs with it. This is shown by the \
                      run that keeps the smallest RTT: there the four have far less than a fair share of 80 %.",
        numbers: &[
            Number::own("share", 0, 0).percent(),
            Number::new("queue", 0, |results| median(results, "newreno", "queue_packets")),
            Number::new("share_kept", 0, |results| kept(results, "newreno", "share")).percent(),
            Number::new("queue_kept", 0, |results| kept(results, "newreno", "queue_packets")),
        ],
    }),
];
