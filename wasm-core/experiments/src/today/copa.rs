//! Two Copa flows, one of which has jitter or none.

use super::shares::{self, NAMES};
use super::{CHOICES, FROM_S, RATE_BPS, drop_tail, flow, group, link, medians, spread};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Panel, Plot, Series};
use crate::results::{Results, Rows, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Setting, Sweep, set};

const JITTERS_MS: [f64; 4] = [0.1, 2.0, 5.0, 10.0];
/// With the competitive mode, which is the default, and without it.
const MODES: [(&str, bool, u8); 2] = [("competitive mode", true, 2), ("default mode only", false, 4)];

/// Copa with jitter.
pub static EXPERIMENT: Experiment = Experiment {
    id: "today_copa",
    paper: &group("V. Arun, H. Balakrishnan, Copa: Practical Delay-Based Congestion Control for the Internet, NSDI 2018"),
    label: "Copa",
    title: "Two Copa flows, one with jitter",
    words: Words {
        summary: "Two Copa flows keep a queue of {even} packets, and {jitter} where one of them has a jitter of 10 ms. The jittered flow has \
                  {share} % of the goodput.",
        caption: "Two Copa flows at 10 Mbit/s and 40 ms with a queue of 330 packets. The first one's packets leave up to 0.1, 2, 5 or 10 ms \
                  late. 120 s, measured from 20 s. Marks are medians of ten runs, bars the 20th to 80th percentile.",
        states: &[
            "Copa takes a queue that does not empty within 5 RTTs for that of a buffer-filling rival (Arun and Balakrishnan 2018).",
            "That jitter of one flow makes the queue look full to it is derived.",
        ],
        learn: "Copa distinguishes rivals from its like by whether the queue empties now and then. Where something else keeps it from looking empty, Copa \
                competes with a rival that is not there.",
        choices: CHOICES,
        notes: &[],
        numbers: &[
            Number::new("even", 0, |results| median(results, true, 0.1, "queue_packets")),
            Number::new("jitter", 0, |results| median(results, true, 10.0, "queue_packets")),
            Number::new("share", 0, |results| median(results, true, 10.0, "share")).percent(),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue,goodput",
};

/// By mode and jitter.
pub static SWEEP: Sweep = Sweep { id: "today_copa", cells, repetitions: 10, quick: 1, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let one = |mode: &str, competitive: bool, jitter_ms: f64| {
        let mut flows = vec![flow("jitter", "copa", 40.0, 0.0), flow("even", "copa", 40.0, 0.0)];
        flows[0].set("send_jitter_ms", jitter_ms);
        if !competitive {
            flows.iter_mut().for_each(|flow| set(flow, "algorithm.competitive", false));
        }
        let title = format!("Two Copa flows, one with {jitter_ms} ms of jitter, {mode}");
        let document = link(&title, 120.0, RATE_BPS, drop_tail(330.0), flows);
        let cell =
            Cell::new(point!(mode: mode, jitter_ms: jitter_ms), document).moment(FROM_S).stated(&[Setting::SendJitter]);
        if competitive { cell } else { cell.quoted() }
    };
    MODES
        .iter()
        .flat_map(|&(mode, competitive, _)| JITTERS_MS.map(|jitter_ms| one(mode, competitive, jitter_ms)))
        .collect()
}

fn measure(run: &Run) -> Row {
    shares::measure(run, 1, FROM_S)
}

fn rows<'a>(results: &Results<'a>, competitive: bool, jitter_ms: f64) -> Rows<'a> {
    results.all(&point!(mode: MODES[usize::from(!competitive)].0, jitter_ms: jitter_ms))
}

fn median(results: &Results, competitive: bool, jitter_ms: f64, number: &str) -> Option<f64> {
    rows(results, competitive, jitter_ms).of(number).median()
}

fn figure(results: &Results) -> Figure {
    let plot = |label: &str, unit: &'static str, number: &str, most: f64| {
        let axis = Axis::new("Jitter of the first flow", "ms").range(0.0, 10.0);
        MODES.iter().fold(
            Plot::new(axis, Axis::new(label, unit).range(0.0, most)),
            |plot, &(name, competitive, ink)| {
                let marks = medians(JITTERS_MS, |jitter_ms| rows(results, competitive, jitter_ms), number, 1.0);
                plot.with(Series::new(name, ink, marks))
            },
        )
    };
    let lines = MODES.iter().flat_map(|&(mode, competitive, _)| {
        JITTERS_MS.map(|jitter_ms| {
            let rows = rows(results, competitive, jitter_ms);
            let mut line = vec![Entry::text(mode), Entry::Number(Some(jitter_ms), 1)];
            line.extend(spread(&rows, "share", 100.0, 1));
            line.extend(spread(&rows, "queue_packets", 1.0, 1));
            line
        })
    });
    let heads = [
        "Copa",
        "Jitter (ms)",
        "Share of the first: median (%)",
        "lowest–highest",
        "Mean queue: median (packets)",
        "lowest–highest",
    ];
    Figure::new(vec![
        Panel::plot("Queue", plot("Mean queue", "packets", "queue_packets", 330.0)),
        Panel::plot("Share of the first", plot("Share of the first", "", "share", 1.0)),
        Panel::table("Ten runs", &heads, lines.collect()),
    ])
    .columns(2)
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "today.copa.short",
        "Both flows with 0.1 ms of jitter: mean queue in packets.",
        "2 packets of each flow (Arun and Balakrishnan 2018). Twice that is ours.",
        |results| vec![Measured::new("", median(results, true, 0.1, "queue_packets"), Band::at_most(8.0))],
    )
    .ours()
    .account(Account {
        says: "In equilibrium each flow has 2 packets in the queue on average (Arun and Balakrishnan 2018).",
        measured: "The mean queue is {queue} packets.",
        tried: "We turned the competitive mode off, ten seeds.",
        table: &[
            &["Copa", "mean queue (packets)"],
            &["competitive mode, as evaluated", "{queue}"],
            &["default mode only", "{queue_default}"],
        ],
        explanation: "Each flow takes the other one for a rival that fills the queue, which is shown by the runs without the competitive mode. \
                      We do not know whether the paper's implementation does so, too.",
        numbers: &[
            Number::own("queue", 0, 0),
            Number::new("queue_default", 0, |results| median(results, false, 0.1, "queue_packets")),
        ],
    }),
    Claim::new(
        "today.copa.rises",
        "Mean queue where one flow has 10 ms of jitter divided by that with 0.1 ms.",
        "The jittered flow turns to the competitive mode (derived). Twice is ours.",
        |results| {
            let [jitter, even] = [10.0, 0.1].map(|jitter_ms| median(results, true, jitter_ms, "queue_packets"));
            vec![Measured::new("", ratio(jitter, even), Band::at_least(2.0))]
        },
    )
    .ours()
    .account(Account {
        says: "To the jittered flow the queue never looks empty, so it competes, and the queue rises (derived).",
        measured: "The queue with jitter is {ratio} times that without.",
        tried: "We turned the competitive mode off, ten seeds each.",
        table: &[
            &["Copa", "mean queue with 0.1 ms (packets)", "with 10 ms (packets)"],
            &["competitive mode, as evaluated", "{queue}", "{jitter}"],
            &["default mode only", "{queue_default}", "{jitter_default}"],
        ],
        explanation: "Without jitter the flows compete already, so jitter has nothing to add. This is shown by the long queue of \
                      the evaluated runs at 0.1 ms.",
        numbers: &[
            Number::own("ratio", 2, 0),
            Number::new("queue", 0, |results| median(results, true, 0.1, "queue_packets")),
            Number::new("jitter", 0, |results| median(results, true, 10.0, "queue_packets")),
            Number::new("queue_default", 1, |results| median(results, false, 0.1, "queue_packets")),
            Number::new("jitter_default", 1, |results| median(results, false, 10.0, "queue_packets")),
        ],
    }),
    Claim::new(
        "today.copa.uneven",
        "With 10 ms of jitter: share of the jittered flow.",
        "The flow that competes takes more than the one that does not (derived). 0.6 is ours.",
        |results| vec![Measured::new("", median(results, true, 10.0, "share"), Band::at_least(0.6))],
    )
    .ours()
    .account(Account {
        says: "Only the jittered flow competes, so it takes more than half of the link (derived).",
        measured: "It has {share} % of the goodput.",
        tried: "We took the jitter away, and turned the competitive mode off, ten seeds each.",
        table: &[
            &["Copa", "share with 0.1 ms (%)", "with 10 ms (%)"],
            &["competitive mode, as evaluated", "{even}", "{share}"],
            &["default mode only", "{even_default}", "{share_default}"],
        ],
        explanation: "Both flows compete, not only the jittered one. We think that this is why their shares stay close to even.",
        numbers: &[
            Number::own("share", 0, 0).percent(),
            Number::new("even", 0, |results| median(results, true, 0.1, "share")).percent(),
            Number::new("even_default", 0, |results| median(results, false, 0.1, "share")).percent(),
            Number::new("share_default", 0, |results| median(results, false, 10.0, "share")).percent(),
        ],
    }),
];
