//! LEDBAT: a flow that joins another one of its kind, and a NewReno flow that joins LEDBAT, at two queue limits.

use super::shares::{self, NAMES};
use super::{CHOICES, DIRECTION, RATE_BPS, called, drop_tail, flow, group, link, spread};
use crate::account::Number;
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows, difference};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};

/// Coordinate, first algorithm, second one, queue limit in packets, when the second one starts (s), words.
type Case = (&'static str, &'static str, &'static str, f64, f64, &'static str);
const CASES: [Case; 4] = [
    ("late", "ledbat", "ledbat", 400.0, 30.0, "LEDBAT, then LEDBAT"),
    ("late_pp", "ledbat_pp", "ledbat_pp", 400.0, 30.0, "LEDBAT++, then LEDBAT++"),
    ("short", "ledbat", "newreno", 42.0, 40.0, "LEDBAT, then NewReno, 42 packets"),
    ("long", "ledbat", "newreno", 250.0, 40.0, "LEDBAT, then NewReno, 250 packets"),
];
const DURATION_S: f64 = 240.0;
const MEASURED_FROM_S: f64 = 60.0;

/// LEDBAT among its like and beside NewReno.
pub static EXPERIMENT: Experiment = Experiment {
    id: "today_ledbat",
    paper: &group(
        "G. Carofiglio et al., GLOBECOM 2010; S. Shalunov et al., RFC 6817 (LEDBAT), 2012; draft-irtf-iccrg-ledbat-plus-plus",
    ),
    label: "LEDBAT",
    title: "LEDBAT's late-comer, and LEDBAT beside NewReno",
    words: Words {
        summary: "A second LEDBAT flow takes {late} % from the first; of two LEDBAT++ flows the second has {late_pp} %. Beside \
                  NewReno, LEDBAT has {short} % with a short queue and {long} % with a long one.",
        caption: "Two flows at 10 Mbit/s and 40 ms. The second starts at 30 s with a queue of 400 packets, or at 40 s where it is \
                  NewReno. 240 s, measured from 60 s. Marks are medians of ten runs, bars the 20th to 80th percentile.",
        states: &[
            "A late LEDBAT flow takes the queue of the first for the empty path and pushes it aside (Carofiglio et al. 2010).",
            "LEDBAT yields to loss-based flows once the queueing delay exceeds its target of 100 ms (RFC 6817).",
            "Where the queue holds less than the target, LEDBAT grows like Reno (derived).",
            "The slowdowns of LEDBAT++ let each flow measure the empty path \
             (draft-irtf-iccrg-ledbat-plus-plus).",
        ],
        learn: "LEDBAT measures the queue against the smallest delay that it has seen. A flow that starts beside a standing queue \
                has never seen the path empty, so it aims at its target on top of that queue.",
        choices: CHOICES,
        notes: &[],
        numbers: &[
            Number::new("late", 0, |results| second(results, "late")).percent(),
            Number::new("late_pp", 0, |results| second(results, "late_pp")).percent(),
            Number::new("short", 0, |results| median(results, "short", "share")).percent(),
            Number::new("long", 1, |results| median(results, "long", "share")).percent(),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,queue,cwnd,goodput",
};

/// By case.
pub static SWEEP: Sweep = Sweep { id: "today_ledbat", cells, repetitions: 10, quick: 1, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let one = |(case, first, second, limit, at_s, title): Case| {
        let names = if first == second { ["first", "late"] } else { [first, second] };
        let flows = vec![flow(names[0], first, 40.0, 0.0), flow(names[1], second, 40.0, at_s)];
        let document = link(title, DURATION_S, RATE_BPS, drop_tail(limit), flows);
        Cell::new(point!(case: case, limit_packets: limit), document).moment(at_s)
    };
    CASES.map(one).to_vec()
}

fn measure(run: &Run) -> Row {
    shares::measure(run, 1, MEASURED_FROM_S)
}

fn rows<'a>(results: &Results<'a>, case: &str) -> Rows<'a> {
    results.at(&point!(case: case))
}

fn median(results: &Results, case: &str, number: &str) -> Option<f64> {
    rows(results, case).of(number).median()
}

/// The second flow's share.
fn second(results: &Results, case: &str) -> Option<f64> {
    difference(Some(1.0), median(results, case, "share"))
}

fn figure(results: &Results) -> Figure {
    let plot = |label: &str, unit: &'static str, parts: &[(&str, u8, &str, f64)]| {
        let axes = Plot::new(Axis::of("", CASES.map(|case| case.5)), Axis::new(label, unit));
        parts.iter().fold(axes, |plot, &(name, ink, number, times)| {
            let points = CASES.iter().zip(0..).filter_map(|(case, place)| {
                let [low, middle, high] = rows(results, case.0).of(number).bar()?;
                Some([f64::from(place), low * times, middle * times, high * times])
            });
            plot.with(Series::new(name, ink, Marks::Medians(points.collect())))
        })
    };
    let goodput =
        plot("Goodput", "Mbit/s", &[("first flow", 2, "first_bps", 1e-6), ("second flow", 0, "others_bps", 1e-6)]);
    let delay = plot("Median queueing delay", "ms", &[("second flow's packets", 0, "others_delay_ms", 1.0)]);
    let lines = CASES.map(|(case, first, second, limit, ..)| {
        let rows = rows(results, case);
        let mut line = vec![Entry::text(called(first)), Entry::text(called(second)), Entry::Number(Some(limit), 0)];
        line.extend(spread(&rows, "first_bps", 1e-6, 2));
        line.extend(spread(&rows, "others_bps", 1e-6, 2));
        line.extend(spread(&rows, "others_delay_ms", 1.0, 0));
        line
    });
    let heads = [
        "First flow",
        "Second flow",
        "Queue limit",
        "First: median (Mbit/s)",
        "lowest–highest",
        "Second: median (Mbit/s)",
        "lowest–highest",
        "Queueing delay: median (ms)",
        "lowest–highest",
    ];
    Figure::new(vec![
        Panel::plot("Goodput", goodput),
        Panel::plot("Queueing delay", delay),
        Panel::table("Ten runs", &heads, lines.to_vec()),
    ])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "today.ledbat.late_takes",
        "Share of the LEDBAT flow that starts later.",
        "The late-comer takes nearly all (Carofiglio et al. 2010). Nine tenths are ours.",
        |results| vec![Measured::new("", second(results, "late"), Band::at_least(0.9))],
    )
    .ours(),
    Claim::new(
        "today.ledbat.two_targets",
        "Two LEDBAT flows: median queueing delay of the second one's packets, in ms.",
        "The second flow aims at its target of 100 ms on top of the first one's 100 ms (derived). A quarter either way is ours.",
        |results| vec![Measured::new("", median(results, "late", "others_delay_ms"), Band::within(150.0, 250.0))],
    )
    .ours(),
    Claim::new(
        "today.ledbat.slowdowns_even",
        "Share of the LEDBAT++ flow that starts later.",
        "Its slowdowns make the flows even (draft-irtf-iccrg-ledbat-plus-plus). A third to two thirds is ours.",
        |results| vec![Measured::new("", second(results, "late_pp"), Band::within(0.3333, 0.6667))],
    )
    .ours(),
    Claim::new(
        "today.ledbat.slowdowns_low",
        "Two LEDBAT++ flows: median queueing delay of the second one's packets, in ms.",
        "The target is 60 ms (draft-irtf-iccrg-ledbat-plus-plus).",
        |results| vec![Measured::new("", median(results, "late_pp", "others_delay_ms"), Band::below(60.0))],
    ),
    Claim::new(
        "today.ledbat.short_queue",
        "Beside NewReno with a queue of 42 packets, 50 ms: LEDBAT's share.",
        "The delay never reaches the target, so LEDBAT grows like Reno (derived). A quarter is ours.",
        |results| vec![Measured::new("", median(results, "short", "share"), Band::at_least(0.25))],
    )
    .ours(),
    Claim::new(
        "today.ledbat.yields",
        "Beside NewReno: LEDBAT's share with a queue of 250 packets, and its share with 42 packets less that.",
        DIRECTION,
        |results| {
            let [long, short] = ["long", "short"].map(|case| median(results, case, "share"));
            vec![
                Measured::new("250 packets", long, Band::at_most(0.1)),
                Measured::new("42 less 250 packets", difference(short, long), Band::above(0.0)),
            ]
        },
    )
    .ours(),
];
