//! One flow of Westwood+, Veno, NewReno or CDG under random loss; and what Veno takes its losses for, alone and among its like.

use super::shares::{self, NAMES};
use super::{
    CHOICES, DIRECTION, FROM_S, RATE_BPS, called, capacity_bps, drop_tail, flow, group, link, medians, with_loss,
};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Panel, Plot, Series};
use crate::results::{Results, Rows, difference, least, ratio};
use crate::row::{Row, Value};
use crate::run::Run;
use crate::sweep::{Cell, Sweep};

/// Algorithms with their ink.
const KINDS: [(&str, u8); 4] = [("westwood", 4), ("veno", 5), ("newreno", 0), ("cdg", 1)];
const LOSSES: [f64; 4] = [0.0, 0.001, 0.01, 0.03];
const LIMIT_PACKETS: f64 = 84.0;
/// Veno among its like: queue limit in packets, and numbers of flows.
const CROWD_PACKETS: f64 = 30.0;
const CROWDS: [u32; 3] = [1, 12, 24];

/// Losses that are not the queue's.
pub static EXPERIMENT: Experiment = Experiment {
    id: "today_wireless",
    paper: &group(
        "L. A. Grieco, S. Mascolo, CCR 34(2), 2004 (Westwood+); C. P. Fu, S. C. Liew, IEEE JSAC 21(2), 2003 (Veno); D. A. Hayes, \
         G. Armitage, IFIP Networking 2011 (CDG)",
    ),
    label: "Wireless losses",
    title: "Westwood+, Veno and CDG under random loss",
    words: Words {
        summary: "At 1 % random loss Westwood+ has {westwood} % of the capacity, Veno {veno} %, CDG {cdg} % and NewReno {newreno} %. Twelve \
                  Veno flows take {crowd} % of their losses in a full queue for random.",
        caption: "One flow with random loss at 10 Mbit/s and 40 ms, with a queue of 84 packets. 120 s, measured from 20 s. Marks \
                  are medians of ten runs, bars the 20th to 80th percentile. The table of Veno has 1, 12 or 24 flows without random \
                  loss and a queue of 30 packets, too.",
        states: &[
            "After a loss Westwood+ sets its window to what was delivered in a smallest RTT, so random loss costs it little (Grieco and \
             Mascolo 2004).",
            "Veno reduces its window to 0.8 where it estimates fewer than 3 of its packets in the queue (Fu and Liew 2003).",
            "CDG ignores losses without a full queue, and keeps the queue short (Hayes and Armitage 2011).",
            "That many Veno flows take the queue's drops for random is derived: each has few packets in a short queue.",
        ],
        learn: "Each of the three looks at something besides the loss: the rate of delivery, the own share of the queue, the gradient of \
                the RTT. None of them sees where a packet was lost. Veno counts its own packets in the queue, so a queue full of others \
                looks empty.",
        choices: CHOICES,
        notes: &[],
        numbers: &[
            Number::new("westwood", 0, |results| of(results, "westwood", 0.01)).percent(),
            Number::new("veno", 0, |results| of(results, "veno", 0.01)).percent(),
            Number::new("cdg", 0, |results| of(results, "cdg", 0.01)).percent(),
            Number::new("newreno", 0, |results| of(results, "newreno", 0.01)).percent(),
            Number::new("crowd", 0, |results| judged(results, 12)).percent(),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,goodput,queue",
};

/// By algorithm and loss; of Veno by number of flows.
pub static SWEEP: Sweep =
    Sweep { id: "today_wireless", cells, repetitions: 10, quick: 1, names: &[NAMES, &["judged_random"]], measure };

fn cells() -> Vec<Cell> {
    let crowd = |count: u32| {
        let flows = (1..=count).map(|place| flow(&format!("veno {place}"), "veno", 40.0, 0.0)).collect();
        let document = link(&format!("Veno, {count} of it"), 120.0, RATE_BPS, drop_tail(CROWD_PACKETS), flows);
        Cell::new(point!(crowd: count), document).moment(FROM_S)
    };
    let mut cells: Vec<Cell> =
        KINDS.iter().flat_map(|(kind, _)| LOSSES.map(|loss| with_loss(kind, loss, LIMIT_PACKETS))).collect();
    cells.extend(CROWDS.map(crowd));
    cells
}

fn measure(run: &Run) -> Row {
    let mut row = shares::measure(run, 1, FROM_S);
    let at = &run.cell.at;
    let judges = at.word("algorithm") == "veno" || at.number("crowd") > 0.0;
    let share = judges.then(|| shares::judged_random(run, u32::MAX, FROM_S)).flatten();
    row.put("judged_random", Value::Number(share));
    row
}

fn rows<'a>(results: &Results<'a>, kind: &str, loss: f64) -> Rows<'a> {
    results.at(&point!(algorithm: kind, loss: loss))
}

/// Median goodput over the payload capacity.
fn of(results: &Results, kind: &str, loss: f64) -> Option<f64> {
    ratio(rows(results, kind, loss).of("first_bps").median(), Some(capacity_bps(RATE_BPS)))
}

/// Share of the goodput without loss that is left at 3 % loss.
fn left(results: &Results, kind: &str) -> Option<f64> {
    ratio(of(results, kind, 0.03), of(results, kind, 0.0))
}

/// Share of the losses that a number of Veno flows take for random, without random loss.
fn judged(results: &Results, count: u32) -> Option<f64> {
    results.at(&point!(crowd: count)).of("judged_random").median()
}

fn figure(results: &Results) -> Figure {
    let plot = |label: &str, unit: &'static str, number: &str, times: f64| {
        let axis = Axis::new("Probability of random loss", "").range(0.0, 0.03);
        KINDS.iter().fold(Plot::new(axis, Axis::new(label, unit)), |plot, &(kind, ink)| {
            let marks = medians(LOSSES, |loss| rows(results, kind, loss), number, times);
            plot.with(Series::new(called(kind), ink, marks))
        })
    };
    let goodput = plot("Goodput of the capacity", "", "first_bps", 1.0 / capacity_bps(RATE_BPS));
    let queue = plot("Mean queue", "packets", "queue_packets", 1.0);
    let lines = LOSSES.map(|loss| {
        let mut line = vec![Entry::Number(Some(loss * 100.0), 1)];
        line.extend(KINDS.map(|(kind, _)| Entry::Number(of(results, kind, loss).map(|share| share * 100.0), 1)));
        line
    });
    let mut heads = vec!["Loss (%)"];
    heads.extend(KINDS.map(|(kind, _)| called(kind)));
    let share = |rows: Rows| Entry::Number(rows.of("judged_random").median().map(|share| share * 100.0), 0);
    let mut veno = CROWDS
        .map(|count| {
            vec![
                Entry::text(format!("{count} with 30 packets, no random loss")),
                share(results.at(&point!(crowd: count))),
            ]
        })
        .to_vec();
    veno.extend([0.001, 0.01, 0.03].map(|loss| {
        vec![
            Entry::text(format!("1 with 84 packets, {} % random loss", loss * 100.0)),
            share(rows(results, "veno", loss)),
        ]
    }));
    Figure::new(vec![
        Panel::plot("Goodput", goodput),
        Panel::plot("Queue", queue),
        Panel::table("Goodput, medians (% of the capacity)", &heads, lines.to_vec()),
        Panel::table("Losses that Veno takes for random", &["Veno flows", "Median (%)"], veno),
    ])
    .columns(2)
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "today.wireless.least",
        "What is left at 3 % loss of the goodput without loss: Westwood+'s and CDG's, each less NewReno's.",
        "Westwood+ and CDG lose less than NewReno to random loss (Grieco and Mascolo 2004, Hayes and Armitage 2011).",
        |results| {
            let gap = |kind: &'static str| difference(left(results, kind), left(results, "newreno"));
            ["westwood", "cdg"].map(|kind| Measured::new(called(kind), gap(kind), Band::above(0.0))).to_vec()
        },
    ),
    Claim::new(
        "today.wireless.order",
        "At 1 % loss: goodput of the capacity, Westwood+'s less Veno's, Veno's less NewReno's.",
        "Westwood+ keeps a BDP after a loss, Veno 0.8 of its window, NewReno half of it (derived).",
        |results| {
            let gap = |a: &'static str, b: &'static str| difference(of(results, a, 0.01), of(results, b, 0.01));
            vec![
                Measured::new("Westwood+ less Veno", gap("westwood", "veno"), Band::above(0.0)),
                Measured::new("Veno less NewReno", gap("veno", "newreno"), Band::above(0.0)),
            ]
        },
    ),
    Claim::new(
        "today.wireless.cdg_queue",
        "Mean queue without random loss: the smallest of the others' divided by CDG's.",
        DIRECTION,
        |results| {
            let queue = |kind: &str| rows(results, kind, 0.0).of("queue_packets").median();
            let others = least(["westwood", "veno", "newreno"].map(queue));
            vec![Measured::new("", ratio(others, queue("cdg")), Band::at_least(2.0))]
        },
    )
    .ours(),
    Claim::new(
        "today.wireless.veno_alone",
        "One Veno flow at 1 % random loss: share of its losses that it takes for random.",
        "Without a rival the window rarely reaches the queue at this loss (derived). Half is ours.",
        |results| {
            let share = rows(results, "veno", 0.01).of("judged_random").median();
            vec![Measured::new("", share, Band::at_least(0.5))]
        },
    )
    .ours(),
    Claim::new(
        "today.wireless.veno_crowd",
        "Without random loss, queue of 30 packets: share of losses taken for random, of twelve Veno flows; and that less the share of one.",
        "Twelve flows have 2.5 packets each in the full queue, fewer than Veno's 3 (derived). Half is ours.",
        |results| {
            vec![
                Measured::new("12 flows", judged(results, 12), Band::at_least(0.5)),
                Measured::new("12 less 1", difference(judged(results, 12), judged(results, 1)), Band::above(0.0)),
            ]
        },
    )
    .ours()
    .account(Account {
        says: "Twelve flows have 2.5 packets each in the full queue, fewer than Veno's 3 (derived). Half of their losses taken for random is ours.",
        measured: "Twelve flows take {own} % of their losses for random.",
        tried: "We ran twice as many flows.",
        table: &[&["flows", "1", "12", "24"], &["losses taken for random (%)", "{one}", "{own}", "{many}"]],
        explanation: "2.5 packets are the mean. The flow that loses is one of those with more packets in the queue than others, so about half of the \
                      losses meet a flow with 3 or more. With twice as many flows it is fewer, as is shown by the table.",
        numbers: &[
            Number::own("own", 1, 0).percent(),
            Number::new("one", 1, |results| judged(results, 1)).percent(),
            Number::new("many", 1, |results| judged(results, 24)).percent(),
        ],
    }),
];
