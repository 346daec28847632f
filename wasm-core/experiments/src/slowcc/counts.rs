//! Counts for the paper's figures: data of the forward direction, by flow, and all cross traffic together; reverse data and
//! acknowledgements are left out. Not here: a figure's use of them.

use super::bed::forward_flows;
use sawtooth_engine::observe::{Interests, Observer, Signal, Source, signals};
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::units::Time;
use sawtooth_measures::measures::loss_rate::Losses;
use sawtooth_measures::measures::tally::{Count, Grid, Tally};
use std::ops::Range;

/// Each forward flow as a group of its own, by its place; then all cross traffic.
pub fn by_flow(grid: Grid, scenario: &Scenario) -> Tally {
    let forward = forward_flows(scenario);
    tally(grid, scenario, move |flow| Some(flow).filter(|flow| *flow < forward), forward)
}

/// Everything of the forward direction as group 0, cross traffic included: what the loss rate counts.
pub fn together(grid: Grid, scenario: &Scenario) -> Tally {
    let forward = forward_flows(scenario);
    tally(grid, scenario, move |flow| (flow < forward).then_some(0), 0)
}

fn tally(grid: Grid, scenario: &Scenario, group: impl Fn(usize) -> Option<usize>, cross: usize) -> Tally {
    let (flows, sources) = (scenario.flows.len(), scenario.cross_traffic.len());
    Tally::new(grid, flows, sources, |source| match source {
        Source::Flow(flow) => group(flow as usize),
        Source::Cross(_) => Some(cross),
        _ => None,
    })
}

/// All groups of a range over a span in seconds, on bins' edges.
#[track_caller]
pub fn between(tally: &Tally, groups: Range<usize>, from_s: f64, until_s: f64) -> Count {
    let mut all = Count::default();
    groups.for_each(|group| all += tally.between(group, from_s, until_s));
    all
}

/// L: drops of the queue over arrivals, in all groups of a range.
#[track_caller]
pub fn loss_rate(tally: &Tally, groups: Range<usize>, from_s: f64, until_s: f64) -> Option<f64> {
    between(tally, groups, from_s, until_s).loss_rate(Losses::Queue)
}

/// T: wire bits of a group that left the bottleneck, per second.
#[track_caller]
pub fn throughput_bps(tally: &Tally, group: usize, from_s: f64, until_s: f64) -> f64 {
    tally.between(group, from_s, until_s).departed_bytes as f64 * 8.0 / (until_s - from_s)
}

/// Mean window of all flows over a span, weighted by time.
#[derive(Clone, Debug)]
pub struct MeanWindow {
    span: (Time, Time),
    /// Of each flow: its window, and since when.
    now: Vec<(f64, Time)>,
    packet_seconds: f64,
}

impl MeanWindow {
    /// Of all flows of a run, which start before the span does.
    pub fn new(scenario: &Scenario, from_s: f64, until_s: f64) -> MeanWindow {
        let span = (Time::from_seconds(from_s), Time::from_seconds(until_s));
        MeanWindow { span, now: vec![(0.0, span.0); scenario.flows.len()], packet_seconds: 0.0 }
    }

    /// Of one flow on average, in packets.
    pub fn packets(mut self) -> f64 {
        for flow in 0..self.now.len() {
            self.set(self.span.1, flow, 0.0);
        }
        self.packet_seconds / (self.span.1.since(self.span.0).seconds() * self.now.len() as f64)
    }

    fn set(&mut self, at: Time, flow: usize, packets: f64) {
        let at = at.max(self.span.0).min(self.span.1);
        let (before, since) = std::mem::replace(&mut self.now[flow], (packets, at));
        self.packet_seconds += before * at.since(since).seconds();
    }
}

impl Observer for MeanWindow {
    const INTERESTS: Interests = Interests::these(&[&signals::CWND]);

    fn signal(&mut self, at: Time, source: Source, _: &'static Signal, value: f64) {
        if let Source::Flow(flow) = source {
            self.set(at, flow as usize, value);
        }
    }
}
