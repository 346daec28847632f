//! The runs of figures 3 to 5: twenty flows of one scheme share the link with a constant source of half its rate, which is off
//! from 150 s to 180 s and then returns. Not here: what each figure makes of them.

use super::bed::{self, Bed, FAST_BPS, RTT_S, WARM_UP_S};
use super::counts;
use super::schemes::{Family, GAMMAS, Scheme, TCP, TFRC};
use crate::results::{Results, Values, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Point, Sweep};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_measures::measures::loss_rate::Losses;
use sawtooth_measures::measures::stabilisation::{Stabilisation, Transient, stabilisation};
use sawtooth_measures::measures::tally::{Count, Grid, Tally, sum};

/// Flows of the scheme (section 4.1.1).
const FLOWS: usize = 20;
/// The source stops, in seconds (section 4.1.1).
const STOPS_S: f64 = 150.0;
/// It returns.
pub const RETURNS_S: f64 = 180.0;
/// Until then every run goes; one that is not stable by then, or that figure 3 draws, goes on to the end.
const FIRST_END_S: f64 = 300.0;
/// The end of the longest runs.
pub const END_S: f64 = 400.0;
/// From one point of figure 3's curve to the next, in seconds: the span over which the loss rate is averaged.
pub const CURVE_S: f64 = 0.5;
/// Where the return of the source is evaluated.
const TRANSIENT: Transient =
    Transient { onset_s: RETURNS_S, steady_s: (WARM_UP_S, STOPS_S), worst_before_s: RETURNS_S + 20.0 };

/// The families that the paper sweeps.
pub const FAMILIES: [Family; 5] = [Family::Tcp, Family::Rap, Family::Sqrt, Family::Tfrc, Family::TfrcSelfClocked];
/// Senders that figure 3 draws: the slowest of each family, and TCP.
pub const DRAWN: [Scheme; 6] = [
    TCP,
    Scheme::tcp(256.0),
    Scheme::sqrt(256.0),
    Scheme::rap(256.0),
    Scheme::tfrc(256.0),
    Scheme::self_clocked(256.0),
];

/// By scheme, γ, discipline and reverse traffic.
pub static SWEEP: Sweep = Sweep { id: "slowcc_transient", cells, repetitions: 3, quick: 1, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for family in FAMILIES {
        cells.extend(GAMMAS.map(|gamma| cell(Scheme { family, gamma }, "red", true)));
    }
    for family in FAMILIES {
        let slowest = cell(Scheme { family, gamma: 256.0 }, "drop_tail", true);
        let judged = matches!(family, Family::Tfrc | Family::TfrcSelfClocked);
        cells.push(if judged { slowest } else { slowest.beside().repetitions(1) });
    }
    cells.extend([TCP, TFRC].map(|scheme| cell(scheme, "drop_tail", true).beside().repetitions(1)));
    for family in FAMILIES {
        cells.extend([2.0, 8.0, 64.0, 256.0].map(|gamma| {
            let bare = cell(Scheme { family, gamma }, "red", false).repetitions(1);
            let quoted = gamma == 256.0 && matches!(family, Family::Tfrc | Family::TfrcSelfClocked);
            if quoted { bare.quoted() } else { bare.beside() }
        }));
    }
    cells
}

/// The point of a cell.
pub fn at(scheme: Scheme, discipline: &str, reverse: bool) -> Point {
    let traffic = if reverse { "reverse" } else { "bare" };
    point!(scheme: scheme.word(), gamma: scheme.gamma, queue: discipline, traffic: traffic)
}

fn cell(scheme: Scheme, discipline: &str, reverse: bool) -> Cell {
    let title = format!("20 flows of {} and a source that returns: SlowCC paper, figures 3 to 5", scheme.title());
    let half = FAST_BPS / 2.0;
    let mut dumbbell = Bed::new(title, FAST_BPS, END_S)
        .flows(FLOWS, &[scheme])
        .cross(bed::cbr("cbr", half, 0.0, Some(STOPS_S)))
        .cross(bed::cbr("returns", half, RETURNS_S, None));
    if discipline == "drop_tail" {
        dumbbell = dumbbell.drop_tail();
    }
    if !reverse {
        dumbbell = dumbbell.bare();
    }
    Cell::new(at(scheme, discipline, reverse), dumbbell.document()).moment(RETURNS_S)
}

/// Measures of a run, in order.
const NAMES: &[&str] = &[
    "steady_loss",
    "idle_loss",
    "peak_loss",
    "used_before",
    "stabilisation_rtts",
    "stable",
    "cost",
    "upset_dropped",
    "upset_arrived",
    "flows_loss_ratio",
    "end_loss",
    "loss",
];

fn measure(run: &Run) -> Row {
    let drawn = DRAWN.iter().any(|scheme| at(*scheme, "red", true) == run.cell.at);
    let mut all = counts::together(Grid::new(0.0, END_S, RTT_S), &run.scenario);
    // Flows by themselves, in bins of ten seconds.
    let mut each = counts::by_flow(Grid::new(0.0, END_S, 10.0), &run.scenario);
    let mut simulation = Simulation::new(&run.scenario);
    run.advance(&mut simulation, Time::from_seconds(FIRST_END_S), &mut (&mut all, &mut each));
    if drawn || !stable_by(&all, FIRST_END_S) {
        run.advance(&mut simulation, Time::from_seconds(END_S), &mut (&mut all, &mut each));
    }
    let row = row(&all).number("flows_loss_ratio", unlike(&each));
    if !drawn {
        return row;
    }
    let curve = all.bins(0).chunks_exact((CURVE_S / RTT_S).round() as usize).map(|bins| rate(&sum(bins)));
    row.number("end_loss", rate(&all.between(0, 350.0, END_S))).list("loss", curve.collect())
}

fn rate(count: &Count) -> f64 {
    count.loss_rate(Losses::Queue).unwrap_or(f64::NAN)
}

/// Stable again by a moment up to which something was counted.
fn stable_by(all: &Tally, until_s: f64) -> bool {
    let within = all.grid().bins(RETURNS_S, until_s).len();
    matches!(stabilisation(all, 0, &TRANSIENT), Some(Stabilisation::After { rtts, .. }) if rtts <= within)
}

/// The largest loss rate of a flow over the smallest.
fn unlike(each: &Tally) -> Option<f64> {
    let rates = (0..FLOWS).map(|flow| each.between(flow, WARM_UP_S, STOPS_S).loss_rate(Losses::Queue));
    let rates: Vec<f64> = rates.collect::<Option<Vec<f64>>>()?;
    ratio(Values(rates.clone()).most(), Values(rates).least())
}

fn row(all: &Tally) -> Row {
    let grid = all.grid();
    let loss = |from_s, until_s| all.between(0, from_s, until_s).loss_rate(Losses::Queue);
    let found = stabilisation(all, 0, &TRANSIENT);
    let stable = matches!(found, Some(Stabilisation::After { .. }));
    let rtts = found.map(|found| match found {
        Stabilisation::After { rtts, .. } | Stabilisation::MoreThan(rtts) => rtts,
    });
    let onset = grid.bins(RETURNS_S, RETURNS_S).start;
    let upset = rtts.map(|rtts| sum(&all.bins(0)[onset..onset + rtts]));
    let first = grid.bins(RETURNS_S, RETURNS_S + 10.0);
    let peak = all.bins(0)[first].iter().filter_map(|bin| bin.loss_rate(Losses::Queue)).fold(0.0, f64::max);
    // Nothing but the flows sends in these ten seconds.
    let used = all.between(0, RETURNS_S - 10.0, RETURNS_S).departed_bytes as f64 * 8.0 / (10.0 * FAST_BPS);
    Row::new()
        .number("steady_loss", loss(WARM_UP_S, STOPS_S))
        .number("idle_loss", loss(STOPS_S + 10.0, RETURNS_S))
        .number("peak_loss", peak)
        .number("used_before", used)
        .number("stabilisation_rtts", rtts.map(|rtts| rtts as f64))
        .number("stable", f64::from(u8::from(stable)))
        .number("cost", rtts.zip(upset).map(|(rtts, upset)| rtts as f64 * rate(&upset)))
        .number("upset_dropped", upset.map(|upset| upset.dropped_queue as f64))
        .number("upset_arrived", upset.map(|upset| upset.arrived as f64))
}

/// A number of a scheme's evaluated runs with RED: their mean.
pub fn mean(results: &Results, scheme: Scheme, name: &str) -> Option<f64> {
    results.within(&SWEEP, &at(scheme, "red", true)).of(name).mean()
}

/// A number of a scheme's evaluated run with RED and this seed, from 0.
pub fn seed(results: &Results, scheme: Scheme, name: &str, seed: usize) -> Option<f64> {
    results.within(&SWEEP, &at(scheme, "red", true)).of(name).0.get(seed).copied()
}

/// A number of a scheme without reverse traffic: its mean.
pub fn bare(results: &Results, scheme: Scheme, name: &str) -> Option<f64> {
    results.all_within(&SWEEP, &at(scheme, "red", false)).of(name).mean()
}
