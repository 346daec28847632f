//! Which rules of a flow fired at an instant, or at the next or last one: the run is simulated again from a clone, and its
//! decisions are heard. Not here: their words, nor what is drawn where they fired.

use super::history::History;
use super::listen::{Deaf, Listener};
use crate::observe::{Observer, Rule, Signal, Source, Wants};
use crate::sim::Simulation;
use crate::units::{Span, Time};

/// Where decisions are looked for, seen from an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toward {
    /// At the instant itself.
    Here,
    /// At the first instant after it that has one.
    After,
    /// At the last instant before it that has one.
    Before,
}

/// A rule that fired, with its numbers in the rule's order.
#[derive(Clone, Debug)]
pub struct Fired {
    /// When.
    pub at: Time,
    /// Which.
    pub rule: &'static Rule,
    /// From which it can be computed again.
    pub numbers: Vec<f64>,
}

/// What a search has come to.
#[derive(Clone, Debug)]
pub enum Found {
    /// All that fired at one instant, in order.
    These(Vec<Fired>),
    /// There is none.
    Nothing,
    /// The run is not computed that far yet.
    Later,
    /// Not found within the events that the call might take.
    Searching,
}

/// A search for a flow's decisions, in slices. It belongs to one history, up to its next change.
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
    /// Where it began: a clone.
    begin: Time,
    /// Decisions at or after `from` and before `end` count.
    from: Time,
    end: Time,
    ear: Ear,
}

impl Question {
    /// Which decisions did this flow take at `t`, or toward which side of it?
    pub fn new(flow: u32, t: Time, toward: Toward) -> Question {
        Question { flow, t, toward, scan: None }
    }

    /// It is just this question.
    pub fn is_for(&self, flow: u32, t: Time, toward: Toward) -> bool {
        (self.flow, self.t, self.toward) == (flow, t, toward)
    }

    /// Searches on, simulating so many events at most.
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
        if scan.sim.now() < scan.from && !scan.sim.advance(scan.from, most_events, &mut Listener::new(&mut Deaf)) {
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

/// Keeps what one flow decides at the last instant at which it decided anything.
#[derive(Clone, Debug)]
struct Ear {
    flow: u32,
    fired: Vec<Fired>,
}

impl Observer for Ear {
    const WANTS: Wants = Wants::DECISIONS;
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
