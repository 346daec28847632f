//! One BBR flow against 1, 4 and 16 NewReno flows in a deep queue.

use super::shares::{self, NAMES};
use super::{CHOICES, DIRECTION, FROM_S, RATE_BPS, drop_tail, flow, group, ink, link, medians, share};
use crate::account::Number;
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};

const RIVALS: [u32; 5] = [1, 2, 4, 8, 16];

/// Rivals.
pub static EXPERIMENT: Experiment = Experiment {
    id: "today_rivals",
    paper: &group(
        "R. Ware, M. K. Mukerjee, S. Seshan, J. Sherry, Modeling BBR's Interactions with Loss-Based Congestion Control, \
         IMC 2019",
    ),
    label: "Rivals",
    title: "One BBR v1 flow against many NewReno flows",
    words: Words {
        summary: "One BBR flow keeps about the same share of a link with a deep queue, whether it has one rival or 16: {one} % \
                  and {sixteen} %.",
        caption: "One BBR v1 flow and 1 to 16 NewReno flows at 10 Mbit/s and 40 ms, with a queue of 330 packets (10 BDP). \
                  200 s, measured from 20 s. Marks are medians of ten runs, bars the 20th to 80th percentile.",
        states: &[
            "In a deep queue with loss-based flows, BBR is limited by its window of two BDPs, not by its rate \
             (Ware et al. 2019).",
            "Its share does not depend on the number of loss-based rivals (Ware et al. 2019). A share of about 40 % is \
             reported; we have this number from memory of the paper.",
        ],
        learn: "NewReno's flows share what is left, so with 16 rivals each has about a fortieth of the link. BBR measures its \
                smallest RTT while the others' packets are in the queue. Its two BDPs are therefore much more than two \
                BDPs of the empty path.",
        choices: CHOICES,
        notes: &[],
        numbers: &[
            Number::new("one", 0, |results| median(results, 1, "share")).percent(),
            Number::new("sixteen", 0, |results| median(results, 16, "share")).percent(),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,goodput,queue,rtt",
};

/// By number of rivals.
pub static SWEEP: Sweep = Sweep { id: "today_rivals", cells, repetitions: 10, quick: 1, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let one = |rivals: u32| {
        let others = (1..=rivals).map(|n| flow(&format!("newreno{n}"), "newreno", 40.0, f64::from(n - 1)));
        let flows = std::iter::once(flow("bbr", "bbr", 40.0, 0.0)).chain(others).collect();
        let title = format!("BBR and {rivals} NewReno flows in a deep queue");
        Cell::new(point!(rivals: rivals), link(&title, 200.0, RATE_BPS, drop_tail(330.0), flows)).moment(60.0)
    };
    RIVALS.map(one).to_vec()
}

fn measure(run: &Run) -> Row {
    shares::measure(run, 1, FROM_S)
}

fn rows<'a>(results: &Results<'a>, rivals: u32) -> Rows<'a> {
    results.at(&point!(rivals: rivals))
}

fn median(results: &Results, rivals: u32, number: &str) -> Option<f64> {
    rows(results, rivals).of(number).median()
}

fn figure(results: &Results) -> Figure {
    let rivals = || Axis::new("NewReno rivals", "").range(0.9, 18.0).log();
    let at = |n: f64| rows(results, n as u32);
    let fair = (0..=40).map(|n| 1.0 + 15.0 * f64::from(n) / 40.0).map(|n| [n, 1.0 / (n + 1.0)]);
    let shares = Plot::new(rivals(), share("Share of all goodput"))
        .with(Series::new("BBR v1", ink("bbr"), medians(RIVALS.map(f64::from), at, "share", 1.0)))
        .with(Series::new("fair share", 7, Marks::Line(fair.collect())).stated());
    let queue = Plot::new(rivals(), Axis::new("Mean queue", "packets").range(0.0, 330.0)).with(Series::new(
        "all flows",
        6,
        medians(RIVALS.map(f64::from), at, "queue_packets", 1.0),
    ));
    Figure::new(vec![Panel::plot("BBR's share", shares), Panel::plot("Queue", queue)]).columns(2)
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "today.rivals.share",
        "BBR's share of all goodput, beside 1, 4 and 16 NewReno flows.",
        "About 40 % is reported (Ware et al. 2019, from memory). A tenth of the link either way is ours.",
        |results| {
            let one = |n| Measured::new(format!("beside {n}"), median(results, n, "share"), Band::within(0.3, 0.5));
            [1, 4, 16].map(one).to_vec()
        },
    )
    .ours(),
    Claim::new(
        "today.rivals.hardly_depends",
        "BBR's share beside 16 rivals, divided by its share beside one.",
        "The share does not depend on the number of rivals (Ware et al. 2019); a fair share would fall to 0.12 of it. A \
         loss of a third is ours.",
        |results| {
            let share = |n| median(results, n, "share");
            vec![Measured::new("", ratio(share(16), share(1)), Band::within(0.67, 1.33))]
        },
    )
    .ours(),
    Claim::new("today.rivals.unfair", "BBR's share beside 16 rivals, in fair shares of a seventeenth.", DIRECTION, |results| {
        let fair = median(results, 16, "share").map(|share| share * 17.0);
        vec![Measured::new("", fair, Band::at_least(4.0))]
    })
    .ours(),
];
