//! The runs of figures 14 to 16: ten flows of one scheme share 15 Mbit/s with a constant source that is on and off for equal
//! times. Not here: what each figure claims.

use super::bed::{Bed, FAST_BPS, forward_flows, square_wave};
use super::schemes::{Family, Scheme, TCP, TFRC};
use super::square::{Wave, span_s};
use crate::figure::{Axis, Marks, Plot, Series};
use crate::results::{Results, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Point};
use sawtooth_engine::path::bottleneck::BottleneckCounters;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Ignore;
use sawtooth_engine::units::Time;

/// How long the source is on, and off, in seconds.
pub const ON_S: [f64; 10] = [0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8];
/// Senders that the paper compares.
pub const SCHEMES: [Scheme; 3] = [Scheme::tcp(8.0), TCP, TFRC];
/// The sum of its weights would be 6 with eight of them: the paper's TFRC(6) may mean either.
pub const TFRC_OF_SIX: Scheme = Scheme::tfrc(6.0);
/// Flows that share the link.
pub const FLOWS: usize = 10;
/// Peak of the source for each wave, in bit/s.
const PEAKS_BPS: [(Wave, f64); 2] = [(Wave::Square, 10e6), (Wave::Extreme, 13.5e6)];

/// The paper's name of a scheme in these figures.
pub fn name(scheme: Scheme) -> String {
    match (scheme.family, scheme.gamma) {
        (Family::Tcp, 2.0) => "TCP".into(),
        (Family::Tfrc, 8.0) => "TFRC(6)".into(),
        (Family::Tfrc, gamma) => format!("TFRC(6), k = {gamma}"),
        _ => scheme.title(),
    }
}

/// The point of a cell.
pub fn at(scheme: Scheme, on_s: f64) -> Point {
    crate::point!(scheme: scheme.word(), gamma: scheme.gamma, on_s: on_s)
}

/// All schemes, all lengths.
pub fn cells(figure: &str, wave: Wave) -> Vec<Cell> {
    let cell = |scheme: Scheme, on_s: f64| {
        let (from_s, until_s) = span_s(2.0 * on_s);
        let title = format!("Ten flows of {}, a source {on_s} s on and off: SlowCC paper, {figure}", scheme.title());
        let (_, peak_bps) = PEAKS_BPS.into_iter().find(|(one, _)| *one == wave).expect("a square wave");
        let bed = Bed::new(title, FAST_BPS, until_s).flows(FLOWS, &[scheme]).cross(square_wave(peak_bps, on_s, on_s));
        Cell::new(at(scheme, on_s), bed.document()).moment(from_s)
    };
    let mut cells: Vec<Cell> = SCHEMES.iter().flat_map(|&scheme| ON_S.map(|on_s| cell(scheme, on_s))).collect();
    cells.extend(ON_S.map(|on_s| cell(TFRC_OF_SIX, on_s).repetitions(1).beside()));
    cells
}

/// Counts up to some moment.
struct Counted {
    link: BottleneckCounters,
    departed_bytes: Vec<u64>,
    source_sent: u64,
    source_lost: u64,
}

fn counted(simulation: &Simulation, flows: usize) -> Counted {
    let source = (simulation.cross_count() > 0).then(|| simulation.cross_counters(0));
    Counted {
        link: simulation.bottleneck_counters(),
        departed_bytes: (0..flows).map(|flow| simulation.flow_counters(flow).departed_bytes).collect(),
        source_sent: source.map_or(0, |source| source.sent),
        source_lost: source.map_or(0, |source| source.lost),
    }
}

/// Measures of a run, in order.
pub const NAMES: &[&str] = &["use", "loss", "own_loss", "missing", "shares"];

/// Throughput of each flow and of all over what is available, loss rates; from `from_s` to the end.
pub fn measure(run: &Run, from_s: f64, available_bps: f64) -> Row {
    let flows = forward_flows(&run.scenario);
    let mut simulation = Simulation::new(&run.scenario);
    run.advance(&mut simulation, Time::from_seconds(from_s), &mut Ignore);
    let before = counted(&simulation, flows);
    run.advance(&mut simulation, run.scenario.duration, &mut Ignore);
    let after = counted(&simulation, flows);
    let span_s = run.scenario.duration.seconds() - from_s;
    let each = before.departed_bytes.iter().zip(&after.departed_bytes);
    let fair_bps = available_bps / flows as f64;
    let shares: Vec<f64> = each.map(|(from, to)| (to - from) as f64 * 8.0 / (span_s * fair_bps)).collect();
    let grown = |of: fn(&Counted) -> u64| (of(&after) - of(&before)) as f64;
    let (arrived, dropped) = (grown(|at| at.link.arrived), grown(|at| at.link.dropped_queue));
    let (sent, lost) = (grown(|at| at.source_sent), grown(|at| at.source_lost));
    let end = after.link;
    let accounted = end.dropped_queue + end.dropped_random + end.departed + end.queued;
    Row::new()
        .number("use", shares.iter().sum::<f64>() / flows as f64)
        .number("loss", ratio(Some(dropped), Some(arrived)))
        .number("own_loss", ratio(Some(dropped - lost), Some(arrived - sent)))
        .number("missing", end.arrived as f64 - accounted as f64)
        .list("shares", shares)
}

/// As `measure`, of a cell of `cells`.
pub fn measure_wave(run: &Run, wave: Wave) -> Row {
    let (from_s, _) = span_s(2.0 * run.cell.at.number("on_s"));
    measure(run, from_s, wave.available_bps())
}

/// A number of the runs of a scheme: their mean.
pub fn mean(results: &Results, scheme: Scheme, on_s: f64, name: &str) -> Option<f64> {
    results.all(&at(scheme, on_s)).of(name).mean()
}

/// U: use of the mean available bandwidth.
pub fn used(results: &Results, scheme: Scheme, on_s: f64) -> Option<f64> {
    mean(results, scheme, on_s, "use")
}

/// The least U of all lengths.
pub fn least_used(results: &Results, scheme: Scheme) -> Option<f64> {
    crate::results::least(ON_S.map(|on_s| used(results, scheme, on_s)))
}

/// Axes of a plot against the length.
pub fn axes(y: Axis) -> Plot {
    Plot::new(Axis::new("Length of each on and off phase", "s").log().range(ON_S[0], ON_S[ON_S.len() - 1]), y)
}

/// A number of a scheme against the length.
pub fn line(results: &Results, scheme: Scheme, number: &str) -> Series {
    let points = ON_S.iter().filter_map(|&on_s| Some([on_s, mean(results, scheme, on_s, number)?]));
    Series::new(name(scheme), ink(scheme), Marks::Line(points.collect()))
}

/// Their inks: three of two families.
fn ink(scheme: Scheme) -> u8 {
    match (scheme.family, scheme.gamma) {
        (Family::Tcp, 8.0) => 4,
        (Family::Tfrc, 6.0) => 5,
        _ => scheme.family.ink(),
    }
}

/// The paper's panel: a line of means for each scheme, a mark for each flow of the first seed.
pub fn plot(results: &Results) -> Plot {
    let mut plot = axes(Axis::new("Throughput relative to the mean available bandwidth", "").range(0.0, 1.4));
    for scheme in SCHEMES {
        plot = plot.with(line(results, scheme, "use"));
        let marks = ON_S.iter().flat_map(|&on_s| {
            let shares = results.at(&at(scheme, on_s)).one().map_or(&[][..], |row| row.values("shares"));
            shares.iter().map(move |share| [on_s, *share]).collect::<Vec<_>>()
        });
        plot =
            plot.with(Series::new(format!("{}, each flow", name(scheme)), ink(scheme), Marks::Dots(marks.collect())));
    }
    plot.with(line(results, TFRC_OF_SIX, "use").hidden())
}
