//! CDG paper, section 5, further work: many flows on one link. The paper has no result of it, so there is no claim.

use super::like::EMPTY_MS;
use super::{CAPACITY_BPS, CHOICES, JUDGED, PAPER, cdg, flow, kind, test_bed};
use crate::account::Number;
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series, ink};
use crate::results::{Results, Rows, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_engine::formulas::jain_index;
use sawtooth_engine::math;
use sawtooth_engine::observe::{Interests, Observer, Signal, Source, signals};
use sawtooth_engine::units::Time;
use sawtooth_measures::distribution::Real;
use sawtooth_measures::measures::tally::{Grid, Tally};

const FLOWS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];
const SERIES: [(&str, &str); 2] = [("newreno", "NewReno"), ("cdg", "CDG")];
const END_S: f64 = 60.0;
/// All have started and settled.
const FROM_S: f64 = 20.0;

/// Many flows.
pub static EXPERIMENT: Experiment = Experiment {
    id: "cdg_further_flows",
    paper: &PAPER,
    label: "Further work: many flows",
    title: "Up to 64 flows on one link",
    words: Words {
        summary: "CDG's window has a smallest stable size, so the delay stays low only with few flows.",
        caption: "1 to 64 flows with the same algorithm on the paper's path, started within two seconds and measured \
                  from 20 to 60 s. Marks are medians of ten runs, bars the 20th to 80th percentile. The dotted line is \
                  the queueing delay of n windows of 3.3 packets.",
        states: &["How CDG behaves with many flows is left to further work (section 5)."],
        learn: "CDG reduces its window to 0.7 of its value at most every second RTT and adds one packet in the others, \
                so the window does not stay below about 3.3 packets. Ten such windows fill a path of 33 packets, and \
                more flows keep a standing queue whatever G is. With 16 flows, CDG's queueing delay is {times} times \
                NewReno's.",
        choices: CHOICES,
        notes: &["The paper names this as further work and has no results, so there is no claim."],
        numbers: &[Number::new("times", 2, |results| times(results, 16))],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: &[],
    view: "path,queue,rtt,goodput",
};

/// Like flows by algorithm and number.
pub static SWEEP: Sweep = Sweep { id: "cdg_further_flows", cells, repetitions: 10, quick: 1, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for (name, _) in SERIES {
        cells.extend(FLOWS.map(|count| {
            let flows = (1..=count).map(|number| {
                let algorithm = if name == "cdg" { cdg() } else { kind(name) };
                let mut flow = flow(&format!("{name}{number}"), algorithm, 0.0, END_S, JUDGED);
                flow.set("start_jitter_s", 2.0);
                flow
            });
            let title = format!("{count} flows of {name}: CDG paper, section 5");
            Cell::new(point!(algorithm: name, flows: count), test_bed(&title, END_S, 0.0, flows.collect()))
                .moment(FROM_S)
        }));
    }
    cells
}

/// Queueing delays of all flows from `FROM_S` on.
#[derive(Default)]
struct Delays(Real);

impl Observer for Delays {
    const INTERESTS: Interests = Interests::these(&[&signals::RTT]);
    fn in_order(&self) -> bool {
        false
    }
    fn signal(&mut self, at: Time, _: Source, _: &'static Signal, value: f64) {
        if at.seconds() >= FROM_S {
            self.0.add((value - EMPTY_MS).max(0.0), 1.0);
        }
    }
}

/// Measures of a run, in order.
const NAMES: &[&str] = &["delay_p50_ms", "of_capacity", "jain", "dropped", "timeouts", "least_in_fair_shares"];

fn measure(run: &Run) -> Row {
    let mut tally = Tally::of_each(Grid::new(FROM_S, END_S, END_S - FROM_S), &run.scenario);
    let mut delays = Delays::default();
    let simulation = run.listen(&mut (&mut tally, &mut delays));
    let count = run.scenario.flows.len();
    let of: Vec<_> = (0..count).map(|flow| tally.between(flow, FROM_S, END_S)).collect();
    let bytes: Vec<f64> = of.iter().map(|one| one.delivered_bytes as f64).collect();
    let all: f64 = bytes.iter().sum();
    let least = bytes.iter().copied().fold(f64::INFINITY, f64::min);
    let arrived: u64 = of.iter().map(|one| one.arrived).sum();
    let dropped: u64 = of.iter().map(|one| one.dropped_queue).sum();
    let timeouts: u64 = (0..count).map(|flow| simulation.flow_counters(flow).timeouts).sum();
    Row::new()
        .number("delay_p50_ms", delays.0.percentile(0.5))
        .number("of_capacity", all * 8.0 / (END_S - FROM_S) / CAPACITY_BPS)
        .number("jain", jain_index(bytes.iter().copied()))
        .number("dropped", dropped as f64 / arrived as f64)
        .number("timeouts", timeouts as f64)
        .number("least_in_fair_shares", least / all * count as f64)
}

fn of<'a>(results: &Results<'a>, name: &str, flows: u32) -> Rows<'a> {
    results.at(&point!(algorithm: name, flows: flows))
}

/// CDG's median queueing delay over NewReno's.
fn times(results: &Results, flows: u32) -> Option<f64> {
    let [newreno, cdg] = SERIES.map(|(name, _)| of(results, name, flows).of("delay_p50_ms").median());
    ratio(cdg, newreno)
}

fn plot(results: &Results, number: &str, axis: Axis) -> Plot {
    let mut plot = Plot::new(Axis::new("Flows", "").range(1.0, 64.0).log(), axis);
    for (name, title) in SERIES {
        let points = FLOWS.iter().filter_map(|&flows| {
            let [low, middle, high] = of(results, name, flows).of(number).bar()?;
            Some([f64::from(flows), low, middle, high])
        });
        plot = plot.with(Series::new(title, ink(name), Marks::Medians(points.collect())));
    }
    plot
}

fn figure(results: &Results) -> Figure {
    // n windows of 3.3 packets, less what the path holds without a queue, at 1.2 ms each.
    let standing = FLOWS.map(f64::from).map(|n| [n, math::clamp((3.3 * n - EMPTY_MS / 1.2) * 1.2, 0.0, 100.8)]);
    let delay = plot(results, "delay_p50_ms", Axis::new("Median queueing delay", "ms").range(0.0, 110.0))
        .with(Series::new("n windows of 3.3 packets", 7, Marks::Line(standing.to_vec())).stated());
    let table = FLOWS.map(|flows| {
        let [newreno, cdg] = SERIES.map(|(name, _)| of(results, name, flows));
        let median = |rows: &Rows, number: &str| rows.of(number).median();
        let both = |number: &str, digits: usize| {
            [Entry::Number(median(&newreno, number), digits), Entry::Number(median(&cdg, number), digits)]
        };
        let mut line = vec![Entry::Number(Some(f64::from(flows)), 0), Entry::Number(times(results, flows), 2)];
        for (number, digits) in
            [("of_capacity", 3), ("jain", 3), ("dropped", 4), ("timeouts", 0), ("least_in_fair_shares", 2)]
        {
            line.extend(both(number, digits));
        }
        line
    });
    let heads = [
        "Flows",
        "CDG's delay over NewReno's",
        "Of the capacity: NewReno",
        "CDG",
        "Jain's index: NewReno",
        "CDG",
        "Dropped: NewReno",
        "CDG",
        "Timeouts: NewReno",
        "CDG",
        "Smallest flow, in fair shares: NewReno",
        "CDG",
    ];
    Figure::new(vec![
        Panel::plot("Delay", delay),
        Panel::plot("Goodput of all", plot(results, "of_capacity", Axis::new("Of the capacity", "").range(0.0, 1.05))),
        Panel::plot("Fairness", plot(results, "jain", Axis::new("Jain's index", "").range(0.0, 1.05))),
        Panel::plot("Drops", plot(results, "dropped", Axis::new("Dropped of all packets", ""))),
        Panel::table("Medians", &heads, table.to_vec()),
    ])
    .columns(2)
}
