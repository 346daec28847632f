//! Rules of a flow that fired at an instant, or at the next or previous one: the run is simulated again from a clone,
//! and its decisions are observed. Not here: their words, their drawing.

use super::history::History;
use super::listen::{Ignore, Listener};
use crate::observe::{Interests, Observer, Rule, Signal, Source};
use crate::sim::Simulation;
use crate::units::{Span, Time};

/// Direction of a search for decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toward {
    /// At the instant itself.
    Here,
    /// At the first later instant with a decision.
    After,
    /// At the last earlier instant with a decision.
    Before,
}

/// A rule that fired, with its numbers in the rule's order.
#[derive(Clone, Debug)]
pub struct Fired {
    /// Time.
    pub at: Time,
    /// Rule.
    pub rule: &'static Rule,
    /// Numbers from which it can be recomputed.
    pub numbers: Vec<f64>,
}

/// Result of a search.
#[derive(Clone, Debug)]
pub enum Found {
    /// Decisions of one instant, in order.
    These(Vec<Fired>),
    /// There is none.
    Nothing,
    /// The run is not yet computed that far.
    Later,
    /// Not found within the events allowed for the call.
    Searching,
}

/// Search for a flow's decisions, in slices. It belongs to one history, up to its next change.
#[derive(Clone, Debug)]
pub struct Question {
    flow: u32,
    t: Time,
    toward: Toward,
    scan: Option<Scan>,
}

#[derive(Clone, Debug)]
struct Scan {
    sim: Simulation,
    /// Its start: a clone.
    begin: Time,
    /// Decisions from `from` (included) to `end` (excluded) count.
    from: Time,
    end: Time,
    ear: Ear,
}

impl Question {
    /// A search for this flow's decisions at `t`, or on one side of it.
    pub fn new(flow: u32, t: Time, toward: Toward) -> Question {
        Question { flow, t, toward, scan: None }
    }

    /// Whether it is exactly this question.
    pub fn is_for(&self, flow: u32, t: Time, toward: Toward) -> bool {
        (self.flow, self.t, self.toward) == (flow, t, toward)
    }

    /// Continues the search, simulating at most this number of events.
    pub fn go_on(&mut self, history: &History, most_events: u64) -> Found {
        let (t, after) = (self.t, self.t + Span(1));
        if history.computed() < after && !history.complete() {
            return Found::Later;
        }
        match self.toward {
            Toward::Here => self.first(history, t, after, most_events),
            Toward::After => self.first(history, after, history.computed(), most_events),
            Toward::Before => self.last(history, most_events),
        }
    }

    fn scan(&self, sim: Simulation, from: Time, end: Time) -> Scan {
        Scan { begin: sim.now(), sim, from, end, ear: Ear { flow: self.flow, fired: Vec::new() } }
    }

    /// The first instant from `from` on, before `end`.
    fn first(&mut self, history: &History, from: Time, end: Time, most_events: u64) -> Found {
        let mut scan = self.scan.take().unwrap_or_else(|| self.scan(history.before(from), from, end));
        if scan.sim.now() < scan.from && !scan.sim.advance(scan.from, most_events, &mut Listener::new(&mut Ignore)) {
            self.scan = Some(scan);
            return Found::Searching;
        }
        for _ in 0..most_events {
            let next = scan.sim.next_event().filter(|at| *at < scan.end);
            let over = scan.ear.fired.first().is_some_and(|first| next.is_none_or(|at| at > first.at));
            if over {
                return Found::These(scan.ear.fired);
            }
            if next.is_none() {
                let open = self.toward == Toward::After && !history.complete();
                return if open { Found::Later } else { Found::Nothing };
            }
            scan.step();
        }
        self.scan = Some(scan);
        Found::Searching
    }

    /// The last instant before `t`: stretch by stretch back, from clone to clone.
    fn last(&mut self, history: &History, most_events: u64) -> Found {
        let mut left = most_events;
        loop {
            let mut scan = self.scan.take().unwrap_or_else(|| {
                let end = self.t.min(history.computed());
                self.scan(history.before(end - Span(1)), Time::ZERO, end)
            });
            while scan.sim.next_event().is_some_and(|at| at < scan.end) {
                if left == 0 {
                    self.scan = Some(scan);
                    return Found::Searching;
                }
                left -= 1;
                scan.step();
            }
            if !scan.ear.fired.is_empty() {
                return Found::These(scan.ear.fired);
            }
            if scan.begin == Time::ZERO {
                return Found::Nothing;
            }
            self.scan = Some(self.scan(history.before(scan.begin - Span(1)), Time::ZERO, scan.begin));
        }
    }
}

impl Scan {
    fn step(&mut self) {
        self.sim.step(&mut Listener::of_decisions(&mut self.ear));
    }
}

/// Keeps the decisions of one flow at the last instant at which it made any.
#[derive(Clone, Debug)]
struct Ear {
    flow: u32,
    fired: Vec<Fired>,
}

impl Observer for Ear {
    const INTERESTS: Interests = Interests::DECISIONS;
    fn signal(&mut self, _: Time, _: Source, _: &'static Signal, _: f64) {}
    fn decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]) {
        if source != Source::Flow(self.flow) {
            return;
        }
        if self.fired.first().is_some_and(|first| first.at != at) {
            self.fired.clear();
        }
        self.fired.push(Fired { at, rule, numbers: numbers.to_vec() });
    }
}
