//! The runs of figures 10 and 12: a flow that has the link for itself, and a second one of the same scheme that begins with
//! next to nothing a minute later. Not here: which schemes, and what is claimed.

use super::bed::{Bed, RTT_S, WARM_UP_S, flow};
use super::counts;
use super::schemes::Scheme;
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Point};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_measures::measures::convergence::{DELTA, fair_after};
use sawtooth_measures::measures::tally::Grid;
use sawtooth_scenario::Json;

/// The second flow begins, in seconds.
pub const BEGINS_S: f64 = 60.0;
/// A run goes on for so long after that in any case, for its loss rate, in seconds.
pub const AT_LEAST_S: f64 = 100.0;
/// It is looked at so often, in seconds.
const LOOK_S: f64 = 20.0;
/// The share is that of a trailing second, in bins of an RTT.
const WINDOW: usize = 20;

/// The point of a cell.
pub fn at(scheme: Scheme, rate_bps: f64, reverse: bool) -> Point {
    let traffic = if reverse { "reverse" } else { "bare" };
    crate::point!(scheme: scheme.word(), gamma: scheme.gamma, rate_bps: rate_bps, traffic: traffic)
}

/// A pair; `longest_s` is given to it at most, once the second flow has begun. `start` makes the second flow begin with next
/// to nothing.
pub fn cell(
    figure: &str,
    scheme: Scheme,
    rate_bps: f64,
    reverse: bool,
    longest_s: f64,
    start: impl FnOnce(&mut Json),
) -> Cell {
    let title = format!("Two flows of {}, the second a minute later: SlowCC paper, {figure}", scheme.title());
    let mut second = flow("fwd1", scheme, BEGINS_S);
    start(&mut second);
    let bed = Bed::new(title, rate_bps, BEGINS_S + longest_s).flow(scheme).flow_with(second);
    let bed = if reverse { bed } else { bed.bare() };
    Cell::new(at(scheme, rate_bps, reverse), bed.document()).moment(BEGINS_S)
}

/// Measures of a run, in order.
pub const NAMES: &[&str] = &["fair_s", "loss", "alone_loss", "use"];

/// Seconds to 0.1-fairness, and the loss rate from the second flow's start to the end of what was simulated: until the flows
/// are fair and `AT_LEAST_S` are over.
pub fn measure(run: &Run) -> Row {
    let end_s = run.scenario.duration.seconds();
    let mut tally = counts::by_flow(Grid::new(0.0, end_s, RTT_S), &run.scenario);
    let mut simulation = Simulation::new(&run.scenario);
    let mut until_s = BEGINS_S + AT_LEAST_S;
    let fair_s = loop {
        until_s = until_s.min(end_s);
        run.advance(&mut simulation, Time::from_seconds(until_s), &mut tally);
        // A span that was not simulated has no packets, and is not fair.
        let fair_s = fair_after(&tally, 0, 1, BEGINS_S, WINDOW, DELTA).filter(|fair_s| BEGINS_S + fair_s <= until_s);
        if fair_s.is_some() || until_s >= end_s {
            break fair_s;
        }
        until_s += LOOK_S;
    };
    Row::new()
        .number("fair_s", fair_s)
        .number("loss", counts::loss_rate(&tally, 0..2, BEGINS_S, until_s))
        .number("alone_loss", counts::loss_rate(&tally, 0..1, WARM_UP_S, BEGINS_S))
        .number(
            "use",
            counts::between(&tally, 0..2, BEGINS_S, until_s).departed_bytes as f64 * 8.0 / (until_s - BEGINS_S),
        )
}
