//! SlowCC paper, section 3, figure 2: what a square wave leaves of a link, the available bandwidth that later figures use.

use super::bed::{Bed, FAST_BPS, square_wave};
use super::counts;
use super::{CHOICES, PAPER};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_measures::measures::tally::Grid;

/// On, and off again, each so long, in seconds.
const HALF_S: f64 = 1.0;
/// Length of the run.
const END_S: f64 = 60.0;
/// Bins of the drawing.
const BIN_S: f64 = 0.05;
/// The drawing's length.
const DRAWN_S: f64 = 10.0;
/// The wave's forms: what is left at most over what is left at least, and the source's rate in bit/s.
const FORMS: [(&str, f64); 2] = [("3:1", 10e6), ("10:1", 13.5e6)];

/// Figure 2.
pub static EXPERIMENT: Experiment = Experiment {
    id: "slowcc_fig2",
    paper: &PAPER,
    label: "Figure 2",
    title: "Available bandwidth as a square wave",
    words: Words {
        summary: "The test of figures 7 to 9 and 14 to 16: a constant source that is on and off for equal times.",
        caption: "The link's 15 Mbit/s minus what the source sends, in bins of 50 ms. There is no other flow.",
        states: &[
            "Two levels, with equal times on and off (section 3).",
            "3:1 means 15 and 5 Mbit/s (section 4.2.1); there is also a 10:1 form (sections 4.2.1, 4.2.4). Other \
             runs had a sawtooth and a reversed sawtooth.",
        ],
        learn: "The available bandwidth changes at once. No sender can know this before its next loss or RTT sample, \
                however long it has measured the path.",
        choices: CHOICES,
        notes: &[
            "In figures 7 to 9 the period is the sum of the on and the off time; in figures 14 to 16 it is one of \
             them.",
            "The source does not react to loss: it goes on sending at its rate.",
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,queue",
};

/// By form; chance has no part in it.
pub static SWEEP: Sweep = Sweep { id: "slowcc_fig2", cells, repetitions: 1, quick: 1, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let cell = |(form, rate_bps): (&str, f64)| {
        let title = format!("A square wave, {form}: SlowCC paper, figure 2");
        let bed = Bed::new(title, FAST_BPS, END_S).bare().cross(square_wave(rate_bps, HALF_S, HALF_S));
        Cell::new(crate::point!(form: form), bed.document())
    };
    FORMS.map(cell).to_vec()
}

/// Measures of a run, in order.
const NAMES: &[&str] = &["on_bps", "off_bps", "mean_bps", "duty", "available_bps"];

fn measure(run: &Run) -> Row {
    let mut tally = counts::by_flow(Grid::new(0.0, END_S, BIN_S), &run.scenario);
    run.listen(&mut tally);
    let packet_bits = 8.0 * f64::from(run.scenario.packet_bytes);
    let sent_bps = tally.bins(0).iter().map(|bin| bin.arrived as f64 * packet_bits / BIN_S);
    let left: Vec<f64> = sent_bps.map(|sent| FAST_BPS - sent).collect();
    let half = (HALF_S / BIN_S).round() as usize;
    let phases = |first: usize| {
        let halves = left.chunks_exact(half).skip(first).step_by(2);
        let bins: Vec<f64> = halves.flatten().copied().collect();
        bins.iter().sum::<f64>() / bins.len() as f64
    };
    let on = left.iter().filter(|left| **left < FAST_BPS).count();
    Row::new()
        .number("on_bps", phases(0))
        .number("off_bps", phases(1))
        .number("mean_bps", left.iter().sum::<f64>() / left.len() as f64)
        .number("duty", on as f64 / left.len() as f64)
        .list("available_bps", left[..(DRAWN_S / BIN_S).round() as usize].to_vec())
}

fn figure(results: &Results) -> Figure {
    let panel = |(form, _): (&str, f64)| {
        let row = results.at(&crate::point!(form: form)).one();
        let bins = row.map_or(&[][..], |row| row.values("available_bps")).iter().enumerate();
        let points = bins.map(|(bin, left)| [bin as f64 * BIN_S, left / 1e6]).collect();
        let axes = Plot::new(
            Axis::new("Time", "s").range(0.0, DRAWN_S),
            Axis::new("Available bandwidth", "Mbit/s").range(0.0, 16.0),
        );
        Panel::cell(form, "", axes.with(Series::new("available", 0, Marks::Steps(points))))
    };
    Figure::new(FORMS.map(panel).to_vec())
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "slowcc.fig2.levels",
        "Mean available bandwidth while the source is off, divided by that while it is on.",
        "The paper says 3:1 and 10:1 (sections 3 and 4.2.1).",
        |results| {
            let levels = |form: &str| ratio(one(results, form, "off_bps"), one(results, form, "on_bps"));
            vec![
                Measured::new("3:1", levels("3:1"), Band::about(3.0, 0.03)),
                Measured::new("10:1", levels("10:1"), Band::about(10.0, 0.1)),
            ]
        },
    ),
    Claim::new(
        "slowcc.fig2.mean",
        "Mean available bandwidth, in bit/s.",
        "Derived: 15 - 10 / 2 and 15 - 13.5 / 2 Mbit/s. Tolerance: 1 %.",
        |results| {
            let mean = |form: &str| one(results, form, "mean_bps");
            vec![
                Measured::new("3:1", mean("3:1"), Band::about(10e6, 0.1e6)),
                Measured::new("10:1", mean("10:1"), Band::about(8.25e6, 0.0825e6)),
            ]
        },
    ),
    Claim::new(
        "slowcc.fig2.duty",
        "Fraction of the time in which the source is on.",
        "The paper says equal times (section 3).",
        |results| {
            let duty = |form: &str| Measured::new(form, one(results, form, "duty"), Band::about(0.5, 0.001));
            vec![duty("3:1"), duty("10:1")]
        },
    ),
];

fn one(results: &Results, form: &str, name: &str) -> Option<f64> {
    results.at(&crate::point!(form: form)).of(name).mean()
}
