//! Prague beside CUBIC: in DualPI2, in one queue of drop tail, in one queue of RED with marks.

use super::shares::{self, NAMES};
use super::{CHOICES, DIRECTION, FROM_S, drop_tail, flow, group, ink, link, red, spread, with_ecn};
use crate::account::Number;
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_scenario::{Json, object};

const LINK_BPS: f64 = 40e6;
const RTT_MS: f64 = 20.0;
/// Queues with their names.
const QUEUES: [(&str, &str); 3] = [("dualpi2", "DualPI2"), ("drop_tail", "drop tail"), ("red", "RED with marks")];

/// Two queues or one.
pub static EXPERIMENT: Experiment = Experiment {
    id: "today_l4s",
    paper: &group(
        "K. De Schepper, B. Briscoe, G. White, RFC 9332 (Dual-Queue Coupled AQMs), 2023; K. De Schepper et al., PI2: A \
         Linearized AQM for both Classic and Scalable TCP, CoNEXT 2016",
    ),
    label: "Two queues",
    title: "Prague beside CUBIC: one queue or two",
    words: Words {
        summary: "DualPI2 gives Prague a delay of {l_delay} ms and CUBIC its fair part. In one queue of RED that marks both, \
                  Prague takes {red} % of the link.",
        caption: "One Prague flow and one CUBIC flow with classic ECN at 40 Mbit/s and 20 ms. DualPI2 as in Linux; drop tail \
                  of 200 packets; RED with thresholds of 20 and 60 packets. 120 s, measured from 20 s. Marks are medians of \
                  ten runs, bars the 20th to 80th percentile.",
        states: &[
            "With the coupling k = 2, windows of a scalable flow in L and of a classic flow in C are about equal (RFC 9332, \
             appendix A; from memory).",
            "L has a queueing delay below about 1 ms, C one near its target of 15 ms (RFC 9332).",
            "In one queue with the same marks for both, a scalable flow starves a classic one (De Schepper et al. 2016).",
            "On drop tail, Prague is like Reno (draft-briscoe-iccrg-prague-congestion-control).",
        ],
        learn: "Prague's window is inversely proportional to the share of marks, CUBIC's roughly to its square root. In one \
                queue both see the same share, and Prague's window is many times CUBIC's. DualPI2 drops or marks CUBIC's \
                packets with the square of Prague's probability, which makes the windows equal. Prague's rate remains higher, because \
                its round trips are shorter.",
        choices: CHOICES,
        notes: &["CUBIC uses classic ECN, so that RED marks both flows."],
        numbers: &[
            Number::new("l_delay", 2, |results| median(results, "dualpi2", "first_delay_ms")),
            Number::new("red", 0, |results| median(results, "red", "share")).percent(),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,goodput,rtt,queue",
};

/// By queue.
pub static SWEEP: Sweep = Sweep { id: "today_l4s", cells, repetitions: 10, quick: 1, names: &[NAMES], measure };

fn queue(name: &str) -> Json {
    match name {
        "dualpi2" => object! { "discipline" => "dualpi2" },
        "red" => red(200.0),
        _ => drop_tail(200.0),
    }
}

fn cells() -> Vec<Cell> {
    let one = |(name, title): (&str, &str)| {
        let flows = vec![flow("prague", "prague", RTT_MS, 0.0), with_ecn(flow("cubic", "cubic", RTT_MS, 0.0))];
        let title = format!("Prague beside CUBIC, {title}");
        Cell::new(point!(queue: name), link(&title, 120.0, LINK_BPS, queue(name), flows)).moment(60.0)
    };
    QUEUES.map(one).to_vec()
}

fn measure(run: &Run) -> Row {
    shares::measure(run, 1, FROM_S)
}

fn rows<'a>(results: &Results<'a>, queue: &str) -> Rows<'a> {
    results.at(&point!(queue: queue))
}

fn median(results: &Results, queue: &str, number: &str) -> Option<f64> {
    rows(results, queue).of(number).median()
}

/// Prague's goodput over CUBIC's: median of the runs.
fn rates(results: &Results, queue: &str) -> Option<f64> {
    rows(results, queue).each(|row| ratio(row.get("first_bps"), row.get("others_bps"))).median()
}

/// Prague's window over CUBIC's: rates times round trips.
fn windows(results: &Results, queue: &str) -> Option<f64> {
    let window = |row: &Row, bps: &str, delay: &str| Some(row.get(bps)? * (row.get(delay)? + RTT_MS + 0.3));
    let one =
        |row: &Row| ratio(window(row, "first_bps", "first_delay_ms"), window(row, "others_bps", "others_delay_ms"));
    rows(results, queue).each(one).median()
}

fn figure(results: &Results) -> Figure {
    let names = || Axis::of("Queue", QUEUES.map(|(_, title)| title));
    let series = |plot: Plot, name: &str, kind: &str, number: &str, times: f64| {
        let points = QUEUES.iter().zip(0..).filter_map(|((queue, _), place)| {
            let [low, middle, high] = rows(results, queue).of(number).bar()?;
            Some([f64::from(place), low * times, middle * times, high * times])
        });
        plot.with(Series::new(name, ink(kind), Marks::Medians(points.collect())))
    };
    let goodput = Plot::new(names(), Axis::new("Goodput", "Mbit/s").range(0.0, 40.0));
    let goodput = series(goodput, "Prague", "prague", "first_bps", 1e-6);
    let goodput = series(goodput, "CUBIC", "cubic", "others_bps", 1e-6);
    let delay = Plot::new(names(), Axis::new("Median queueing delay", "ms").range(0.0, 60.0));
    let delay = series(delay, "Prague", "prague", "first_delay_ms", 1.0);
    let delay = series(delay, "CUBIC", "cubic", "others_delay_ms", 1.0);
    let lines = QUEUES.map(|(queue, title)| {
        let rows = rows(results, queue);
        let mut line = vec![Entry::text(title)];
        line.extend(spread(&rows, "share", 100.0, 1));
        line.extend(spread(&rows, "first_delay_ms", 1.0, 2));
        line.extend(spread(&rows, "others_delay_ms", 1.0, 2));
        line
    });
    let heads = [
        "Queue",
        "Prague's share: median (%)",
        "lowest–highest",
        "Prague's delay: median (ms)",
        "lowest–highest",
        "CUBIC's delay: median (ms)",
        "lowest–highest",
    ];
    Figure::new(vec![
        Panel::plot("Goodput", goodput),
        Panel::plot("Delay", delay),
        Panel::table("Ten runs", &heads, lines.to_vec()),
    ])
    .columns(2)
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "today.l4s.windows",
        "DualPI2: Prague's window divided by CUBIC's (goodput times round-trip time).",
        "The coupling k = 2 makes windows about equal (RFC 9332). Between 2/3 and 1.5 is ours.",
        |results| vec![Measured::new("", windows(results, "dualpi2"), Band::within(2.0 / 3.0, 1.5))],
    )
    .ours(),
    Claim::new(
        "today.l4s.rates",
        "DualPI2: Prague's goodput divided by CUBIC's.",
        "Shares near even (RFC 9332). Round trips of 20 and 35 ms allow a factor of 1.75, if windows are equal; 2 either way is \
         ours.",
        |results| vec![Measured::new("", rates(results, "dualpi2"), Band::within(0.5, 2.0))],
    )
    .ours(),
    Claim::new(
        "today.l4s.delays",
        "DualPI2: median queueing delay in ms of Prague's packets and of CUBIC's.",
        "Below 1 ms, the step, and near the target of 15 ms (RFC 9332). 5 ms either way for CUBIC is ours.",
        |results| {
            let median = |number| median(results, "dualpi2", number);
            vec![
                Measured::new("Prague", median("first_delay_ms"), Band::below(1.0)),
                Measured::new("CUBIC", median("others_delay_ms"), Band::about(15.0, 5.0)),
            ]
        },
    )
    .ours(),
    Claim::new(
        "today.l4s.drop_tail",
        "Drop tail: Prague's goodput divided by CUBIC's.",
        "Without marks Prague halves its window after a loss, like Reno (draft-briscoe-iccrg-prague-congestion-control). At \
         this rate and delay CUBIC grows like Reno, too. A factor of 2 either way is ours.",
        |results| vec![Measured::new("", rates(results, "drop_tail"), Band::within(0.5, 2.0))],
    )
    .ours(),
    Claim::new("today.l4s.one_red", "RED with marks: Prague's share of both goodputs.", DIRECTION, |results| {
        vec![Measured::new("", median(results, "red", "share"), Band::at_least(0.8))]
    })
    .ours(),
];
