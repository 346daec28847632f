//! Steps of the playhead: the next or the previous instant of an event of some kind. Found in exact columns, else by
//! simulating from a clone. Not here: what the playhead shows there (`watch.rs`).

use super::history::History;
use super::listen::{Ignore, Listener};
use super::recording::recorded;
use crate::observe::{Interests, Observer, Signal, Source, signals};
use crate::sim::Simulation;
use crate::units::{Span, Time};

crate::choices! {
    /// Unit of a step.
    pub enum Unit {
        /// Any event of the simulator.
        Event = "event",
        /// An ACK at its sender.
        Ack = "ack",
        /// The end of a measured RTT interval.
        Rtt = "rtt",
        /// A queue drop, a delay backoff, a recovery or a timeout.
        Congestion = "congestion",
    }
}

/// Target of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To this instant.
    At(Time),
    /// There is none.
    Nowhere,
    /// The run is not yet computed that far.
    Later,
    /// Not found within the events allowed for the call; the search continues with the next one.
    Searching,
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

/// Whether an event counts: one flow's do, or everybody's.
fn concerns(flow: Option<u32>, source: Source) -> bool {
    flow.is_none_or(|flow| source == Source::Flow(flow))
}

/// Search for a step, in slices. It belongs to one history, up to its next change.
#[derive(Clone, Debug)]
pub struct Search {
    unit: Unit,
    flow: Option<u32>,
    t: Time,
    back: bool,
    scan: Option<Scan>,
}

/// A stretch that is simulated again.
#[derive(Clone, Debug)]
struct Scan {
    sim: Simulation,
    /// Its start: a clone.
    begin: Time,
    /// For a step back: its end.
    end: Time,
    finder: Finder,
}

impl Search {
    /// A search for the first instant after `t` (the last one before it, if `back`) of the unit, for a flow or for any.
    pub fn new(unit: Unit, flow: Option<u32>, t: Time, back: bool) -> Search {
        Search { unit, flow, t, back, scan: None }
    }

    /// Whether it is a search for exactly this.
    pub fn is_for(&self, unit: Unit, flow: Option<u32>, t: Time, back: bool) -> bool {
        (self.unit, self.flow, self.t, self.back) == (unit, flow, t, back)
    }

    /// Continues the search, simulating at most this number of events.
    pub fn go_on(&mut self, history: &History, most_events: u64) -> Step {
        let mut end = history.computed();
        if self.unit != Unit::Event {
            let (nearest, exact) = in_columns(history, self.unit, self.flow, self.t, self.back);
            match nearest {
                Some(at) if exact => return Step::At(at),
                None if exact => return self.nothing(history),
                Some(at) if !self.back => end = end.min(at + Span(1)),
                _ => {}
            }
        }
        if self.back { self.last(history, most_events) } else { self.next(history, end, most_events) }
    }

    fn nothing(&self, history: &History) -> Step {
        if self.back || history.complete() { Step::Nowhere } else { Step::Later }
    }

    fn scan(&self, sim: Simulation, end: Time) -> Scan {
        Scan { begin: sim.now(), sim, end, finder: Finder { unit: self.unit, flow: self.flow, found: None } }
    }

    fn next(&mut self, history: &History, end: Time, most_events: u64) -> Step {
        let after = self.t + Span(1);
        if self.t >= end {
            return self.nothing(history);
        }
        let mut scan = self.scan.take().unwrap_or_else(|| self.scan(history.before(after), end));
        let last = scan.sim.events().saturating_add(most_events);
        let mut there =
            scan.sim.now() >= after || scan.sim.advance(after, most_events, &mut Listener::new(&mut Ignore));
        while there && scan.finder.found.is_none() && scan.sim.next_event().is_some_and(|at| at < end) {
            there = scan.sim.events() < last;
            if there {
                scan.finder.step(&mut scan.sim);
            }
        }
        let found = scan.finder.found;
        self.scan = Some(scan);
        match found {
            Some(at) => Step::At(at),
            None if there => self.nothing(history),
            None => Step::Searching,
        }
    }

    fn last(&mut self, history: &History, most_events: u64) -> Step {
        let mut left = most_events;
        loop {
            let mut scan = match self.scan.take() {
                Some(scan) => scan,
                None => {
                    let t = self.t.min(history.computed());
                    self.scan(history.before(t - Span(1)), t)
                }
            };
            while scan.sim.next_event().is_some_and(|at| at < scan.end) {
                if left == 0 {
                    self.scan = Some(scan);
                    return Step::Searching;
                }
                left -= 1;
                scan.finder.step(&mut scan.sim);
            }
            if let Some(at) = scan.finder.found {
                return Step::At(at);
            }
            if scan.begin == Time::ZERO {
                return Step::Nowhere;
            }
            self.scan = Some(self.scan(history.before(scan.begin - Span(1)), scan.begin));
        }
    }
}

/// Target of a step, however much must be simulated for it.
pub fn step(history: &History, unit: Unit, flow: Option<u32>, t: Time, back: bool) -> Step {
    Search::new(unit, flow, t, back).go_on(history, u64::MAX)
}

/// The nearest event in the columns, and whether they are exact up to there.
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

/// Processes events until one of the unit occurs.
#[derive(Clone, Debug)]
struct Finder {
    unit: Unit,
    flow: Option<u32>,
    found: Option<Time>,
}

impl Finder {
    fn step(&mut self, sim: &mut Simulation) {
        if self.unit == Unit::Event {
            self.found = sim.step(&mut Listener::new(&mut Ignore));
        } else {
            sim.step(&mut Listener::new(self));
        }
    }
}

impl Observer for Finder {
    fn interests(&self) -> Interests {
        match self.unit {
            Unit::Event => Interests::NOTHING,
            Unit::Ack => Interests::these(&[&signals::ACK]),
            Unit::Rtt => Interests::these(&[&signals::ROUND]),
            // Delay backoffs are emitted by the algorithms.
            Unit::Congestion => Interests::these(&[&signals::DROP_QUEUE, &signals::RECOVERY_START, &signals::TIMEOUT])
                .and(Interests::OTHERS),
        }
    }
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, _: f64) {
        if concerns(self.flow, source) && self.unit.signals().contains(&signal.name) {
            self.found = Some(at);
        }
    }
}
