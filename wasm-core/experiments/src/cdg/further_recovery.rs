//! CDG paper, section 5, further work: let w grow during recovery where the loss is not taken for congestion. The paper has no
//! result of it, so there is no claim.

use super::{CAPACITY_BPS, CHOICES, JUDGED, PAPER, RATE_BPS, cdg, flow, mixed, test_bed, with};
use crate::account::Number;
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows, least, most, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_measures::measures::goodput;
use sawtooth_measures::measures::tally::{Grid, Tally};

const LOSSES: [f64; 6] = [0.005, 0.01, 0.02, 0.03, 0.04, 0.05];
/// As published, and as section 5 proposes.
const SERIES: [(&str, &str, u8); 2] = [("no", "As published", 1), ("yes", "Grows in recovery", 4)];

/// Growth during recovery.
pub static EXPERIMENT: Experiment = Experiment {
    id: "cdg_further_recovery",
    paper: &PAPER,
    label: "Further work: recovery",
    title: "CDG that grows during recovery",
    words: Words {
        summary: "CDG keeps its window while a loss is repaired. What if the window kept growing when CDG treats the \
                  loss as random?",
        caption: "Goodput of one flow against random loss, as in figure 4, as published and with growth during \
                  recovery. Marks are medians of ten runs, bars the 20th to 80th percentile. Below: the same in \
                  numbers, and figure 8 (b) with both.",
        states: &["The window could grow during recovery where the loss is deemed not to be congestion, for higher loss rates (section 5)."],
        learn: "That the window does not grow during recovery costs CDG little: with growth it has {low} to {high} \
                times the goodput at losses from 0.5 to 5 %. The ratio shows no trend.",
        choices: CHOICES,
        notes: &["The paper names this as further work and has no results, so there is no claim. Both sides use the \
                  same seeds."],
        numbers: &[Number::new("low", 2, |results| least(LOSSES.map(|loss| gain(results, loss)))),
Number::new("high", 2, |results| most(LOSSES.map(|loss| gain(results, loss))))],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: &[],
    view: "path,cwnd,queue,goodput",
};

/// One flow by loss, and figure 8 (b), with and without.
pub static SWEEP: Sweep =
    Sweep { id: "cdg_further_recovery", cells, repetitions: 10, quick: 2, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for (grows, _, _) in SERIES {
        let algorithm = with(cdg(), "grow_in_recovery", grows == "yes");
        cells.extend(LOSSES.map(|loss| {
            let flow = flow("cdg", algorithm.clone(), 0.0, 60.0, JUDGED);
            let document = test_bed("Growth in recovery: CDG paper, section 5", 60.0, loss, vec![flow]);
            Cell::new(point!(grows: grows, flows: "one", loss: loss), document).moment(20.0)
        }));
        let at = point!(grows: grows, flows: "mixed", loss: 0.01);
        cells.push(mixed::cell(
            at,
            "Growth in recovery beside NewReno: CDG paper, section 5",
            &algorithm,
            0.01,
            JUDGED,
        ));
    }
    cells
}

/// Measures of a run, in order.
const NAMES: &[&str] = &["cdg1_bps", "newreno1_bps", "goodput_bps", "recoveries", "timeouts"];

fn measure(run: &Run) -> Row {
    if run.cell.at.word("flows") == "one" {
        let simulation = run.silent();
        let counters = simulation.flow_counters(0);
        return Row::new()
            .number("goodput_bps", goodput::of_flow(&simulation, 0))
            .number("recoveries", counters.fast_recoveries as f64)
            .number("timeouts", counters.timeouts as f64);
    }
    let mut tally = Tally::of_each(Grid::new(20.0, 40.0, 20.0), &run.scenario);
    run.listen(&mut tally);
    Row::new()
        .number("cdg1_bps", goodput::between(&tally, 0, 20.0, 40.0))
        .number("newreno1_bps", goodput::between(&tally, 1, 20.0, 40.0))
}

fn of<'a>(results: &Results<'a>, grows: &str, loss: f64) -> Rows<'a> {
    results.at(&point!(grows: grows, flows: "one", loss: loss))
}

/// Goodput with growth during recovery over that without.
fn gain(results: &Results, loss: f64) -> Option<f64> {
    let [no, yes] = ["no", "yes"].map(|grows| of(results, grows, loss).of("goodput_bps").median());
    ratio(yes, no)
}

fn figure(results: &Results) -> Figure {
    let mut plot = Plot::new(
        Axis::new("Probability of random loss", "").range(0.0, 0.055),
        Axis::new("Goodput", "Mbit/s").range(0.0, CAPACITY_BPS / 1e6),
    );
    for (grows, title, ink) in SERIES {
        let points = LOSSES.iter().filter_map(|&loss| {
            let [low, middle, high] = of(results, grows, loss).of("goodput_bps").bar()?;
            Some([loss, low / 1e6, middle / 1e6, high / 1e6])
        });
        plot = plot.with(Series::new(title, ink, Marks::Medians(points.collect())));
    }
    let table = LOSSES.map(|loss| {
        let [no, yes] = SERIES.map(|(grows, _, _)| of(results, grows, loss));
        let median = |rows: &Rows, name: &str| rows.of(name).median();
        let goodputs = [median(&no, "goodput_bps"), median(&yes, "goodput_bps")];
        vec![
            Entry::text(format!("{} %", loss * 100.0)),
            Entry::Number(ratio(goodputs[0], Some(RATE_BPS)), 3),
            Entry::Number(ratio(goodputs[1], Some(RATE_BPS)), 3),
            Entry::Number(ratio(goodputs[1], goodputs[0]), 3),
            Entry::Number(median(&no, "timeouts"), 1),
            Entry::Number(median(&yes, "timeouts"), 1),
        ]
    });
    let heads = [
        "Loss",
        "As published, of the rate",
        "Growing, of the rate",
        "Ratio",
        "Timeouts, as published",
        "Timeouts, growing",
    ];
    let beside = SERIES.map(|(grows, title, _)| {
        let rows = results.at(&point!(grows: grows, flows: "mixed"));
        let of_rate = |name: &str| Entry::Number(ratio(rows.of(name).median(), Some(RATE_BPS)), 3);
        vec![Entry::text(title), of_rate("cdg1_bps"), of_rate("newreno1_bps")]
    });
    Figure::new(vec![
        Panel::plot("One flow", plot),
        Panel::table("One flow, medians", &heads, table.to_vec()),
        Panel::table(
            "Figure 8 (b), 20 to 40 s, of the rate",
            &["CDG", "First CDG flow", "First NewReno flow"],
            beside.to_vec(),
        ),
    ])
}
