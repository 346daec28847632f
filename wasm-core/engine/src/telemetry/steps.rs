//! Steps of the playhead: the next or the last instant at which something of a kind happens. Found in the columns where they
//! are exact, else by simulating from a clone. Not here: what the playhead shows there (`watch.rs`).

use super::history::History;
use super::listen::{Deaf, Listener};
use super::recording::recorded;
use crate::observe::{Observer, Signal, Source};
use crate::sim::Simulation;
use crate::units::{Span, Time};

/// What a step goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Any event of the simulator.
    Event,
    /// An acknowledgement at its sender.
    Ack,
    /// The end of a measured RTT interval.
    Rtt,
    /// A queue drop, a delay backoff, a recovery or a timeout.
    Congestion,
}

/// Where a step leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To this instant.
    At(Time),
    /// There is none.
    Nowhere,
    /// The run is not computed that far yet.
    Later,
}

impl Unit {
    fn signals(self) -> &'static [&'static str] {
        match self {
            Unit::Event => &[],
            Unit::Ack => &["ack"],
            Unit::Rtt => &["round"],
            Unit::Congestion => &["drop_queue", "delay_backoff", "recovery_start", "timeout"],
        }
    }
}

/// Whose marks count: one flow's, or everybody's.
fn concerns(flow: Option<u32>, source: Source) -> bool {
    flow.is_none_or(|flow| source == Source::Flow(flow))
}

/// The first instant after `t` (the last one before it, if `back`) of the unit, for a flow or for any.
pub fn step(history: &History, unit: Unit, flow: Option<u32>, t: Time, back: bool) -> Step {
    let found = if back { last(history, unit, flow, t) } else { next(history, unit, flow, t) };
    match found {
        Some(at) => Step::At(at),
        None if back || history.complete() => Step::Nowhere,
        None => Step::Later,
    }
}

/// The nearest mark in the columns, and whether they are exact on the way there.
fn in_columns(history: &History, unit: Unit, flow: Option<u32>, t: Time, back: bool) -> (Option<Time>, bool) {
    let columns = || {
        let all = history.recording().columns().filter(|(source, ..)| concerns(flow, *source));
        all.filter(|(_, signal, _)| unit.signals().contains(&signal.name)).map(|(.., column)| column)
    };
    let after = t + Span(1);
    let nearest = if back {
        columns().filter_map(|column| column.before(t)).map(|point| point.at).max()
    } else {
        columns().filter_map(|column| column.range(after, Time::NEVER).next()).map(|point| point.at).min()
    };
    let (from, to) = if back { (nearest.unwrap_or(Time::ZERO), t) } else { (t, nearest.unwrap_or(Time::NEVER)) };
    let sources = match flow {
        Some(flow) => flow,
        None => history.scenario().flows.len().max(history.scenario().cross_traffic.len()).saturating_sub(1) as u32,
    };
    let all = unit.signals().iter().all(|signal| recorded(Source::Flow(sources), signal));
    (nearest, all && columns().all(|column| !column.density(from, to).1))
}

fn next(history: &History, unit: Unit, flow: Option<u32>, t: Time) -> Option<Time> {
    let mut end = history.computed();
    if unit != Unit::Event {
        let (nearest, exact) = in_columns(history, unit, flow, t, false);
        if exact {
            return nearest;
        }
        end = end.min(nearest.map_or(end, |at| at + Span(1)));
    }
    if t >= end {
        return None;
    }
    let mut sim = history.at(t + Span(1));
    let mut finder = Finder::new(unit, flow);
    while finder.found.is_none() && sim.next_event().is_some_and(|at| at < end) {
        finder.step(&mut sim);
    }
    finder.found
}

fn last(history: &History, unit: Unit, flow: Option<u32>, t: Time) -> Option<Time> {
    let t = t.min(history.computed());
    if unit != Unit::Event {
        let (nearest, exact) = in_columns(history, unit, flow, t, true);
        if exact {
            return nearest;
        }
    }
    let mut end = t;
    while end > Time::ZERO {
        let mut sim = history.before(end - Span(1));
        let begin = sim.now();
        let mut finder = Finder::new(unit, flow);
        while sim.next_event().is_some_and(|at| at < end) {
            finder.step(&mut sim);
        }
        if finder.found.is_some() {
            return finder.found;
        }
        end = begin;
    }
    None
}

/// Lets events happen until one of the unit has.
struct Finder {
    unit: Unit,
    flow: Option<u32>,
    found: Option<Time>,
}

impl Finder {
    fn new(unit: Unit, flow: Option<u32>) -> Finder {
        Finder { unit, flow, found: None }
    }
    fn step(&mut self, sim: &mut Simulation) {
        if self.unit == Unit::Event {
            self.found = sim.step(&mut Listener(&mut Deaf));
        } else {
            sim.step(&mut Listener(self));
        }
    }
}

impl Observer for Finder {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, _: f64) {
        if concerns(self.flow, source) && self.unit.signals().contains(&signal.name) {
            self.found = Some(at);
        }
    }
}
