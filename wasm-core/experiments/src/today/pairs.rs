//! Two algorithms beside each other, pair by pair, in four queues at 100 Mbit/s and 10 ms.

use super::shares::{self, NAMES};
use super::{CHOICES, DIRECTION, called, drop_tail, flow, group, ink, link, red, share, spread, with_ecn};
use crate::account::Number;
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_scenario::{Json, object};

const LINK_BPS: f64 = 100e6;
const RTT_MS: f64 = 10.0;
const FROM_S: f64 = 10.0;
/// The first of each pair, and the other.
const PAIRS: [(&str, &str); 5] =
    [("prague", "cubic"), ("bbr", "cubic"), ("bbr", "prague"), ("bbr3", "cubic"), ("bbr3", "prague")];
/// Queues with their names; a BDP is 83.3 packets.
const QUEUES: [(&str, &str); 4] =
    [("dualpi2", "DualPI2"), ("half_bdp", "FIFO, 0.5 BDP"), ("two_bdp", "FIFO, 2 BDP"), ("red", "RED with marks")];

/// Pairs.
pub static EXPERIMENT: Experiment = Experiment {
    id: "today_pairs",
    paper: &group(
        "RFC 9332, 2023; K. De Schepper et al., PI2, CoNEXT 2016; M. Hock, R. Bless, M. Zitterbart, Experimental Evaluation \
         of BBR Congestion Control, ICNP 2017",
    ),
    label: "Pairs",
    title: "Two algorithms on one link, queue by queue",
    words: Words {
        summary: "Which of two algorithms gets the link depends on the queue. Beside CUBIC, Prague has {prague_dual} % on \
                  DualPI2 and {prague_red} % on RED with marks; BBR v1 has {bbr_half} % with half a BDP of queue.",
        caption: "Two flows at 100 Mbit/s and 10 ms: share of the first one. FIFO is drop tail of 42 and 167 packets; RED has \
                  thresholds of 20 and 60 packets and a limit of 167. 40 s, measured from 10 s. Marks are medians of ten runs, bars the \
                  20th to 80th percentile.",
        states: &[
            "DualPI2 lets scalable and classic flows share a link about evenly (RFC 9332).",
            "One queue with the same marks for both favours the scalable flow (De Schepper et al. 2016).",
            "With shallow buffers BBR starves loss-based flows (Hock et al. 2017).",
        ],
        learn: "Each algorithm answers to a signal of its own: Prague to the share of marks, CUBIC to losses and to marks as to losses, \
                BBR v1 to neither, BBR v3 to many losses. The queue decides which signals there are. So no algorithm is fair or unfair by itself.",
        choices: CHOICES,
        notes: &["CUBIC uses classic ECN, BBR none. DualPI2 puts BBR and CUBIC together into its classic queue."],
        numbers: &[
            Number::new("prague_dual", 0, |results| share_of(results, PAIRS[0], "dualpi2")).percent(),
            Number::new("prague_red", 0, |results| share_of(results, PAIRS[0], "red")).percent(),
            Number::new("bbr_half", 0, |results| share_of(results, PAIRS[1], "half_bdp")).percent(),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,goodput,rtt,queue",
};

/// By pair and queue.
pub static SWEEP: Sweep = Sweep { id: "today_pairs", cells, repetitions: 10, quick: 1, names: &[NAMES], measure };

fn queue(name: &str) -> Json {
    match name {
        "dualpi2" => object! { "discipline" => "dualpi2" },
        "red" => red(167.0),
        "half_bdp" => drop_tail(42.0),
        _ => drop_tail(167.0),
    }
}

fn cells() -> Vec<Cell> {
    let one = |kind: &str| {
        let flow = flow(kind, kind, RTT_MS, 0.0);
        if kind == "cubic" { with_ecn(flow) } else { flow }
    };
    let cell = |(first, other): (&str, &str), (name, title): (&str, &str)| {
        let title = format!("{} beside {}, {title}", called(first), called(other));
        let document = link(&title, 40.0, LINK_BPS, queue(name), vec![one(first), one(other)]);
        Cell::new(point!(algorithm: first, other: other, queue: name), document).moment(20.0)
    };
    PAIRS.iter().flat_map(|&pair| QUEUES.map(|queue| cell(pair, queue))).collect()
}

fn measure(run: &Run) -> Row {
    shares::measure(run, 1, FROM_S)
}

fn rows<'a>(results: &Results<'a>, (first, other): (&str, &str), queue: &str) -> Rows<'a> {
    results.at(&point!(algorithm: first, other: other, queue: queue))
}

fn share_of(results: &Results, pair: (&str, &str), queue: &str) -> Option<f64> {
    rows(results, pair, queue).of("share").median()
}

/// A pair's name.
fn pair_name((first, other): (&str, &str)) -> String {
    format!("{} beside {}", called(first), called(other))
}

fn figure(results: &Results) -> Figure {
    let mut plot = Plot::new(Axis::of("Queue", QUEUES.map(|(_, title)| title)), share("Share of the first"));
    for (pair, ink) in PAIRS.into_iter().zip([ink("prague"), ink("bbr"), 0, ink("bbr3"), 1]) {
        let points = QUEUES.iter().zip(0..).filter_map(|((queue, _), place)| {
            let [low, middle, high] = rows(results, pair, queue).of("share").bar()?;
            Some([f64::from(place), low, middle, high])
        });
        plot = plot.with(Series::new(pair_name(pair), ink, Marks::Medians(points.collect())));
    }
    let plot = plot.level(0.5, "even");
    let mut lines = Vec::new();
    for pair in PAIRS {
        for (queue, title) in QUEUES {
            let rows = rows(results, pair, queue);
            let mut line = vec![Entry::text(pair_name(pair)), Entry::text(title)];
            for (number, times, digits) in [
                ("share", 100.0, 1),
                ("first_delay_ms", 1.0, 2),
                ("others_delay_ms", 1.0, 2),
                ("dropped_share", 100.0, 2),
            ] {
                line.extend(spread(&rows, number, times, digits));
            }
            lines.push(line);
        }
    }
    let heads = [
        "Pair",
        "Queue",
        "Share of the first: median (%)",
        "lowest–highest",
        "Its delay: median (ms)",
        "lowest–highest",
        "The other's delay: median (ms)",
        "lowest–highest",
        "Dropped: median (%)",
        "lowest–highest",
    ];
    Figure::new(vec![Panel::plot("", plot), Panel::table("Ten runs", &heads, lines)])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "today.pairs.dualpi2",
        "Prague's share beside CUBIC on DualPI2.",
        "About even (RFC 9332). Round trips of 10 and 25 ms would give 0.71 with equal windows; 0.25 either way is ours.",
        |results| vec![Measured::new("", share_of(results, PAIRS[0], "dualpi2"), Band::about(0.5, 0.25))],
    )
    .ours(),
    Claim::new(
        "today.pairs.one_queue",
        "Prague's share beside CUBIC on RED with marks, less its share on DualPI2.",
        DIRECTION,
        |results| {
            let share = |queue| share_of(results, PAIRS[0], queue);
            let more = share("red").zip(share("dualpi2")).map(|(red, dual)| red - dual);
            vec![Measured::new("", more, Band::at_least(0.2))]
        },
    )
    .ours(),
    Claim::new(
        "today.pairs.shallow",
        "BBR v1's share beside CUBIC and beside Prague, on a FIFO of half a BDP.",
        DIRECTION,
        |results| {
            let one = |pair: (&'static str, &'static str)| {
                Measured::new(called(pair.1), share_of(results, pair, "half_bdp"), Band::at_least(0.8))
            };
            [PAIRS[1], PAIRS[2]].map(one).to_vec()
        },
    )
    .ours(),
    Claim::new(
        "today.pairs.deeper",
        "BBR v1's share beside CUBIC and beside Prague falls from a FIFO of half a BDP to one of two BDPs: by how much.",
        "Loss-based flows keep packets in a deeper queue, and BBR is limited to two BDPs (Hock et al. 2017, Ware et al. \
         2019).",
        |results| {
            let one = |pair: (&'static str, &'static str)| {
                let of = ["half_bdp", "two_bdp"].map(|queue| share_of(results, pair, queue));
                Measured::decreasing(called(pair.1), &of)
            };
            [PAIRS[1], PAIRS[2]].map(one).to_vec()
        },
    ),
    Claim::new(
        "today.pairs.bbr3_milder",
        "On a FIFO of half a BDP, beside CUBIC and beside Prague: BBR v1's share less BBR v3's.",
        "BBR v3 lowers its bounds when more than 2 % are lost (draft-ietf-ccwg-bbr), BBR v1 does not answer.",
        |results| {
            let one = |v1: (&'static str, &'static str), v3: (&'static str, &'static str)| {
                let shares = [v1, v3].map(|pair| share_of(results, pair, "half_bdp"));
                Measured::decreasing(called(v1.1), &shares)
            };
            vec![one(PAIRS[1], PAIRS[3]), one(PAIRS[2], PAIRS[4])]
        },
    ),
];
