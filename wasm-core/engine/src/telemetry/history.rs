//! The run and its past: the simulation computed ahead, its recording, and clones at thinned intervals from which any
//! moment is simulated again. Whatever needs more than the columns starts here. Not here: measurements, drawing.

use super::listen::{Ignore, Listener};
use super::past::one_past;
use super::recording::{BUDGET_POINTS, Recording, Standing};
use super::truth::{Truth, WithTruth};
use super::view::{Mode, Window, is_coarse, reduce};
use crate::observe::Source;
use crate::scenario::Scenario;
use crate::sim::{Halt, Simulation};
use crate::units::{Span, Time};

/// Maximum number of clones; beyond it, every second one is dropped.
const MOST_CLONES: usize = 64;
/// Minimum number of events between the first clones.
const FIRST_SPACING: u64 = 2048;
/// Bytes of a clone per event that must lie between two clones. Copying, and memory new to the process, takes a tenth
/// of a recorded run (with 16 it was a third, with thousands of packets in flight), and the events between two clones
/// are simulated again in a few ms.
const BYTES_PER_EVENT: usize = 4;
/// Number of events that are simulated again at once for a finer view; more are simulated in slices, and the coarse
/// view is shown meanwhile.
const AT_ONCE: u64 = 50_000;
/// Size of the recording of a stretch that is simulated again: 8 MiB.
const FINE_POINTS: usize = BUDGET_POINTS / 4;
/// Maximum number of flows whose columns, some fourteen for each flow, have room for two blocks each in such a recording.
const FEW_FLOWS: usize = 32;
/// Approximate maximum of bytes for all clones together.
const CLONES_BYTES: usize = 64 << 20;

/// A simulation with the state that the recording needs to continue.
#[derive(Clone, Debug)]
struct Moment {
    sim: Simulation,
    truth: Truth,
}

impl Moment {
    /// Processes at most this number of events, then continues to the end of the instant: documents change between
    /// instants only.
    fn advance(&mut self, most_events: u64, until: Time, recording: &mut Recording) {
        let listener = &mut Listener::recording(WithTruth { truth: &mut self.truth, listener: recording });
        if !self.sim.advance(until, most_events, listener) {
            self.sim.run_until(self.sim.now() + Span(1), listener);
        }
    }
    /// Approximate size of a clone in bytes: packets in flight, and the state of each flow.
    fn weight(&self) -> usize {
        let mut packets = 0;
        self.sim.packets(|_| packets += 1);
        4096 + 2048 * (self.sim.flow_count() + self.sim.cross_count()) + 128 * packets
    }
    fn adopt(&mut self, scenario: &Scenario) {
        self.sim.adopt(scenario);
        self.truth.adopt(scenario);
    }
}

/// A moment of the past from which the run can be simulated again.
#[derive(Clone, Debug)]
struct Kept {
    moment: Moment,
    /// Levels emitted by then that last until they are emitted again: also an algorithm's own levels and the queue's
    /// true state, which cannot be read from the simulation.
    standing: Standing,
}

impl Kept {
    fn now(&self) -> Time {
        self.moment.sim.now()
    }
    fn events(&self) -> u64 {
        self.moment.sim.events()
    }
}

/// A stretch of the past, recorded again from a clone before it.
#[derive(Clone, Debug)]
struct Fine {
    from: Time,
    to: Time,
    moment: Moment,
    recording: Recording,
}

impl Fine {
    fn new(Kept { moment, standing }: Kept, (from, to): (Time, Time)) -> Fine {
        let mut recording = Recording::with_budget(FINE_POINTS, (from, to));
        // A level that does not change within the stretch is known from before it.
        recording.stand(moment.sim.now(), &standing);
        Fine { from, to, moment, recording }
    }
    fn has(&self, (from, to): (Time, Time)) -> bool {
        self.from <= from && to <= self.to
    }
    fn is_much_longer_than(&self, (from, to): (Time, Time)) -> bool {
        self.to.since(self.from).0 / 8 > to.since(from).0
    }
    fn done(&self) -> bool {
        self.moment.sim.now() >= self.to
    }
    fn advance(&mut self, most_events: u64) {
        if self.moment.sim.now() >= self.from {
            self.moment.advance(most_events, self.to, &mut self.recording);
            return;
        }
        self.moment.advance(most_events, self.from, &mut self.recording);
        if self.moment.sim.now() >= self.from {
            let standing = self.recording.standing();
            self.recording = Recording::with_budget(FINE_POINTS, (self.from, self.to));
            self.recording.stand(self.from, &standing);
        }
    }
    /// Simulates it to its beginning, and on to its end: this number of events each at most.
    fn run(&mut self, most_events: u64) {
        for _ in 0..2 {
            if !self.done() {
                self.advance(most_events);
            }
        }
    }
}

/// A series requested by a view.
#[derive(Clone, Debug)]
pub struct Series {
    /// Source.
    pub source: Source,
    /// Name of the signal.
    pub signal: String,
    /// How it is reduced.
    pub mode: Mode,
}

/// Reply to a view.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Whether the columns have less than the pixels need; ask again when `busy` is over.
    pub coarse: bool,
    /// Numbers of each series in `values`.
    pub counts: Vec<usize>,
    /// Times in seconds and values alternate, one series after the other.
    pub values: Vec<f64>,
}

impl Frame {
    /// Names of the numbers that a frame begins with.
    pub const HEAD: &[&str] = &["computed_s", "coarse"];

    /// All of it as numbers: how far the run is computed and whether the frame is coarse, the length of each series, the series.
    pub fn numbers(&self, computed: Time) -> Vec<f64> {
        let mut out = Vec::with_capacity(Frame::HEAD.len() + self.counts.len() + self.values.len());
        out.extend([computed.seconds(), f64::from(u8::from(self.coarse))]);
        out.extend(self.counts.iter().map(|count| *count as f64));
        out.extend(&self.values);
        out
    }
}

/// A run computed ahead, with its past.
#[derive(Clone, Debug)]
pub struct History {
    scenario: Scenario,
    head: Moment,
    recording: Recording,
    /// Clones in order of time; the first is the start of the run and always stays.
    clones: Vec<Kept>,
    spacing: u64,
    /// Number of events at which the next clone is considered.
    next_clone: u64,
    /// A stretch with its surroundings, and a short one that was thinned there.
    fine: [Option<Fine>; 2],
}

impl History {
    /// A run that has not started.
    pub fn new(scenario: Scenario) -> History {
        History::with_budget(scenario, BUDGET_POINTS)
    }

    /// The same with a recording of about this number of points.
    pub fn with_budget(scenario: Scenario, points: usize) -> History {
        let head = Moment { sim: Simulation::new(&scenario), truth: Truth::new(&scenario) };
        History {
            clones: vec![Kept { moment: head.clone(), standing: Standing::default() }],
            head,
            recording: Recording::with_budget(points, (Time::ZERO, scenario.duration)),
            scenario,
            spacing: FIRST_SPACING,
            next_clone: FIRST_SPACING,
            fine: [None, None],
        }
    }

    /// The document of the run.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }
    /// The columns.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }
    /// Number of clones.
    pub fn clones(&self) -> usize {
        self.clones.len()
    }
    /// Everything before this instant is computed.
    pub fn computed(&self) -> Time {
        self.head.sim.now()
    }
    /// Events processed so far.
    pub fn events(&self) -> u64 {
        self.head.sim.events()
    }
    /// Start of a flow's own time (`None` before it), and its end if it is a transfer that is complete.
    pub fn own_time(&self, flow: usize) -> (Option<Time>, Option<Time>) {
        let counters = self.head.sim.flow_counters(flow);
        (counters.started, counters.completed.then_some(counters.stopped))
    }
    /// Whether it is computed to its end.
    pub fn complete(&self) -> bool {
        self.head.sim.now() >= self.scenario.duration
    }
    /// Reason for a halt before its end, if any.
    pub fn halted(&self) -> Option<Halt> {
        self.head.sim.halted()
    }
    /// Whether `advance` has work to do.
    pub fn busy(&self) -> bool {
        !self.complete() || self.fine.iter().flatten().any(|fine| !fine.done())
    }
    /// The digest, once the run is complete.
    pub fn digest(&self) -> Option<u64> {
        self.complete().then(|| self.head.sim.digest())
    }

    /// Computes about this number of events: of a stretch that a view waits for, else of the run ahead.
    pub fn advance(&mut self, most_events: u64) {
        if let Some(fine) = self.fine.iter_mut().flatten().find(|fine| !fine.done()) {
            fine.advance(most_events);
            return;
        }
        let until = self.head.sim.events() + most_events;
        while !self.complete() && self.head.sim.events() < until {
            let next = self.next_clone.min(until).max(self.head.sim.events() + 1);
            let part = next - self.head.sim.events();
            self.head.advance(part, self.scenario.duration, &mut self.recording);
            if self.head.sim.events() >= self.next_clone {
                self.look_for_clone();
            }
        }
    }

    /// Makes a clone if one is due; if the state has grown, it is due later.
    fn look_for_clone(&mut self) {
        let weight = self.head.weight();
        let last = self.clones.last().expect("the first clone stays").events();
        let due = last + self.spacing.max((weight / BYTES_PER_EVENT) as u64);
        if self.head.sim.events() < due {
            self.next_clone = due;
            return;
        }
        self.keep_clone(weight);
        self.next_clone = self.head.sim.events() + self.spacing;
    }

    fn keep_clone(&mut self, weight: usize) {
        let most = (CLONES_BYTES / weight).clamp(2, MOST_CLONES);
        if self.clones.len() >= most {
            let mut place = 0;
            self.clones.retain(|_| {
                place += 1;
                place % 2 == 1
            });
            self.spacing *= 2;
        }
        self.clones.push(Kept { moment: self.head.clone(), standing: self.recording.standing() });
    }

    /// The last clone before any event at or after `t`.
    fn nearest(&self, t: Time) -> &Kept {
        let place = self.clones.partition_point(|clone| clone.now() <= t);
        &self.clones[place.saturating_sub(1)]
    }

    /// The simulation after everything before `t` has happened.
    pub fn at(&self, t: Time) -> Simulation {
        let mut sim = if self.head.sim.now() < t { self.head.sim.clone() } else { self.nearest(t).moment.sim.clone() };
        sim.run_until(t, &mut Listener::new(&mut Ignore));
        sim
    }

    /// The simulation some time before `t`: the nearest clone, without running it.
    pub fn before(&self, t: Time) -> Simulation {
        self.nearest(t).moment.sim.clone()
    }

    /// The same, with the tracker of its queues' true states.
    pub fn before_with_truth(&self, t: Time) -> (Simulation, Truth) {
        let Moment { sim, truth } = self.nearest(t).moment.clone();
        (sim, truth)
    }

    /// Events at the nearest clone before `t`, where a jump to `t` begins.
    pub fn events_before(&self, t: Time) -> u64 {
        self.nearest(t).moment.sim.events()
    }

    /// The simulation some time before `from`, or later if more than about this number of events are between there and
    /// `t`.
    pub fn shortly_before(&self, from: Time, t: Time, most_events: u64) -> Simulation {
        let earliest = self.events_before(t).saturating_sub(most_events);
        let place = self.clones.partition_point(|clone| clone.events() < earliest);
        let near = &self.clones[place.min(self.clones.len() - 1)];
        let wished = self.nearest(from);
        if wished.events() < earliest { near.moment.sim.clone() } else { wished.moment.sim.clone() }
    }

    /// Continues with another document from `t`, and discards what was computed from there on. If the documents differ
    /// in anything that acts before `t`, the run starts again; the result is always the new document's run.
    pub fn change(&mut self, scenario: Scenario, t: Time) {
        if !one_past(&self.scenario, &scenario, t) {
            *self = History::with_budget(scenario, self.recording.budget());
            return;
        }
        self.fine = [None, None];
        let back = self.head.sim.now() > t;
        if back {
            // Back to a clone and recorded again from there, because thinned columns do not have the levels at `t`.
            let kept = self.clones.partition_point(|clone| clone.now() <= t).max(1);
            self.clones.truncate(kept);
            let from = &self.clones[kept - 1];
            self.next_clone = from.events() + self.spacing;
            self.head = from.moment.clone();
            self.recording.truncate(from.now());
            self.recording.stand(from.now(), &from.standing);
        }
        self.head.adopt(&scenario);
        for clone in &mut self.clones {
            clone.moment.adopt(&scenario);
        }
        // Everything before the change is unchanged, so it stays on the screen unless much lies between.
        if back && self.head.sim.now() < t {
            self.head.advance(AT_ONCE, t, &mut self.recording);
        }
        self.scenario = scenario;
    }

    /// Series for a span of the screen. Where the columns were thinned and the pixels need more, the stretch is
    /// simulated again: at once if it is short, else by the next calls of `advance`.
    pub fn view(&mut self, from: Time, to: Time, columns: u32, series: &[Series]) -> Frame {
        let mut frame = Frame::default();
        let windows: Vec<Window> = series.iter().map(|s| self.window(from, to, columns, s.source)).collect();
        let coarse = |recording: &Recording| {
            series.iter().zip(&windows).any(|(s, window)| {
                let curve = recording.curve(s.source, &s.signal);
                curve.is_some_and(|curve| is_coarse(&curve, s.mode, window))
            })
        };
        let before = series.iter().filter_map(|s| if let Mode::Rate(over) = s.mode { Some(over) } else { None });
        let before = before.max_by_key(|over| over.0).unwrap_or(Span::ZERO);
        let stretch = (from - before, to.min(self.computed()));
        let mut recording = &self.recording;
        if coarse(recording) {
            self.record_again(0, stretch, self.surroundings(stretch));
            let thinned = |fine: &Fine| fine.is_much_longer_than(stretch) && fine.done() && coarse(&fine.recording);
            let alone = self.fine[0].as_ref().is_some_and(thinned);
            if alone {
                // Of many columns each has room for few points: nothing before and after it is recorded.
                self.record_again(1, stretch, stretch);
            }
            let fine = self.fine[usize::from(alone)].as_ref();
            frame.coarse = fine.is_some_and(|fine| !fine.done());
            recording = fine.filter(|fine| fine.done()).map_or(&self.recording, |fine| &fine.recording);
        }
        for (s, window) in series.iter().zip(&windows) {
            let before = frame.values.len();
            if let Some(curve) = recording.curve(s.source, &s.signal) {
                reduce(&curve, s.mode, window, &mut frame.values);
            }
            frame.counts.push(frame.values.len() - before);
        }
        frame
    }

    fn window(&self, from: Time, to: Time, columns: u32, source: Source) -> Window {
        let stop = match source {
            Source::Flow(n) => self.scenario.flows.get(n as usize).map(|flow| flow.settings.get("stop_s")),
            Source::Cross(n) => self.scenario.cross_traffic.get(n as usize).map(|cross| cross.traffic.get("stop_s")),
            Source::Bottleneck | Source::ReverseBottleneck => None,
        };
        let known = match stop {
            // Packets of a stopped source in the queue still change; only its own values end.
            Some(crate::params::Value::Number(stop)) => self.computed().min(Time::from_seconds(stop)),
            _ => self.computed(),
        };
        let completed = match source {
            // A request may name no flow of this run.
            Source::Flow(n) if (n as usize) < self.head.sim.flow_count() => self.own_time(n as usize).1,
            _ => None,
        };
        let known = completed.map_or(known, |completed| known.min(completed));
        Window { from, to, columns, known }
    }

    /// A stretch with a margin on either side because readers move: from the clone before it, where simulation starts anyway, to the
    /// next one if that is near.
    fn surroundings(&self, (from, to): (Time, Time)) -> (Time, Time) {
        let margin = Span(to.since(from).0 / 2);
        let near = self.clones.iter().map(Kept::now).find(|now| *now >= to).unwrap_or(self.computed());
        let on = if self.cost(from, near) <= AT_ONCE { near } else { to };
        (self.nearest(from - margin).now(), (to + margin).max(on).min(self.computed()))
    }

    /// Ensures that a stretch is recorded again: `with` its surroundings, or alone where these would be thinned more than the run; not at
    /// all where it would be, too. A short one is simulated at once.
    fn record_again(&mut self, place: usize, stretch: (Time, Time), with: (Time, Time)) {
        if !self.fine[place].as_ref().is_some_and(|fine| fine.has(stretch)) {
            let denser = [with, stretch].into_iter().find(|stretch| self.is_denser(*stretch));
            self.fine[place] = denser.map(|stretch| Fine::new(self.nearest(stretch.0).clone(), stretch));
        }
        let short = self.cost(stretch.0, stretch.1) <= AT_ONCE;
        if let Some(fine) = self.fine[place].as_mut().filter(|_| short) {
            fine.run(4 * AT_ONCE);
        }
    }

    /// Whether a stretch recorded by itself is thinned less than it is by the run: of many flows, if it is short.
    fn is_denser(&self, (from, to): (Time, Time)) -> bool {
        self.scenario.flows.len() <= FEW_FLOWS
            || to.since(from).seconds() * (self.recording.budget() as f64)
                < self.computed().seconds() * FINE_POINTS as f64
    }

    /// Approximate number of events to simulate for a stretch: as many as between the clones on either side.
    fn cost(&self, from: Time, to: Time) -> u64 {
        let after = self.clones.iter().find(|clone| clone.now() >= to).map_or(self.head.sim.events(), Kept::events);
        after.saturating_sub(self.nearest(from).events())
    }
}
