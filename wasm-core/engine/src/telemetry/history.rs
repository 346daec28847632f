//! The run and its past: the simulation computed ahead, its recording, and clones at thinned intervals from which any moment
//! is simulated again. Whatever needs more than the columns hold starts here. Not here: what is measured or drawn of it.

use super::listen::{Deaf, Listener};
use super::past::one_past;
use super::recording::{BUDGET_POINTS, Recording, Standing};
use super::truth::{Truth, WithTruth};
use super::view::{Mode, Window, is_coarse, reduce};
use crate::observe::Source;
use crate::scenario::Scenario;
use crate::sim::{Halt, Simulation};
use crate::units::{Span, Time};

/// Most clones; when there would be more, every second one is dropped.
const MOST_CLONES: usize = 64;
/// Events between the first clones, at least.
const FIRST_SPACING: u64 = 2048;
/// Bytes of a clone for each event that must lie between two: copying, and the memory that is new to the process, takes a tenth of a
/// recorded run (at 16 it was a third, with thousands of packets under way), and what lies between two clones is simulated again in some ms.
const BYTES_PER_EVENT: usize = 4;
/// What is simulated again at once for a finer view; more of it goes in slices, and the coarse view stands meanwhile.
const AT_ONCE: u64 = 50_000;
/// The recording of a stretch that is simulated again: 8 MiB.
const FINE_POINTS: usize = BUDGET_POINTS / 4;
/// Bytes that all clones together may take, about.
const CLONES_BYTES: usize = 64 << 20;

/// A simulation with what the recording must know to go on from it.
#[derive(Clone, Debug)]
struct Moment {
    sim: Simulation,
    truth: Truth,
}

impl Moment {
    /// At most so many events, then on to the end of the instant: documents are changed between instants only.
    fn advance(&mut self, most_events: u64, until: Time, recording: &mut Recording) {
        let listener = &mut Listener::recording(WithTruth { truth: &mut self.truth, listener: recording });
        if !self.sim.advance(until, most_events, listener) {
            self.sim.run_until(self.sim.now() + Span(1), listener);
        }
    }
    /// Bytes of a clone, about: packets under way, and what each flow keeps.
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

/// A moment of the past from which the run is simulated again.
#[derive(Clone, Debug)]
struct Kept {
    moment: Moment,
    /// What the run had told by then and what holds until it is told anew: an algorithm's own levels and the queue's true
    /// state too, which cannot be read off the simulation.
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

/// A stretch of the past, recorded again without thinning.
#[derive(Clone, Debug)]
struct Fine {
    from: Time,
    to: Time,
    moment: Moment,
    recording: Recording,
}

impl Fine {
    fn done(&self) -> bool {
        self.moment.sim.now() >= self.to
    }
    fn advance(&mut self, most_events: u64) {
        self.moment.advance(most_events, self.to, &mut self.recording);
    }
}

/// One series wanted of a view.
#[derive(Clone, Debug)]
pub struct Series {
    /// Whose.
    pub source: Source,
    /// Name of the signal.
    pub signal: String,
    /// How it is reduced.
    pub mode: Mode,
}

/// What a view answers.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The columns held less than the pixels ask for; ask again once `busy` is over.
    pub coarse: bool,
    /// Numbers of each series in `values`.
    pub counts: Vec<usize>,
    /// Times in seconds and values alternate, one series after the other.
    pub values: Vec<f64>,
}

/// A run computed ahead, with its past.
#[derive(Clone, Debug)]
pub struct History {
    scenario: Scenario,
    head: Moment,
    recording: Recording,
    /// In order of time; the first one is the start of the run and always stays.
    clones: Vec<Kept>,
    spacing: u64,
    /// Events of the run at which a clone is looked for next.
    next_clone: u64,
    fine: Option<Fine>,
}

impl History {
    /// A run that has not begun.
    pub fn new(scenario: Scenario) -> History {
        History::with_budget(scenario, BUDGET_POINTS)
    }

    /// The same with a recording of about so many points.
    pub fn with_budget(scenario: Scenario, points: usize) -> History {
        let head = Moment { sim: Simulation::new(&scenario), truth: Truth::new(&scenario) };
        History {
            clones: vec![Kept { moment: head.clone(), standing: Standing::default() }],
            head,
            recording: Recording::with_budget(points, (Time::ZERO, scenario.duration)),
            scenario,
            spacing: FIRST_SPACING,
            next_clone: FIRST_SPACING,
            fine: None,
        }
    }

    /// What runs.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }
    /// The columns.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }
    /// How many clones are kept.
    pub fn clones(&self) -> usize {
        self.clones.len()
    }
    /// Everything before this instant is computed.
    pub fn computed(&self) -> Time {
        self.head.sim.now()
    }
    /// Events that the run has taken.
    pub fn events(&self) -> u64 {
        self.head.sim.events()
    }
    /// Computed to its end.
    pub fn complete(&self) -> bool {
        self.head.sim.now() >= self.scenario.duration
    }
    /// Why the run was halted before its end, if it was.
    pub fn halted(&self) -> Option<Halt> {
        self.head.sim.halted()
    }
    /// `advance` has something to do.
    pub fn busy(&self) -> bool {
        !self.complete() || self.fine.as_ref().is_some_and(|fine| !fine.done())
    }
    /// The digest, once the run is complete.
    pub fn digest(&self) -> Option<u64> {
        self.complete().then(|| self.head.sim.digest())
    }

    /// Computes so many events, about: of a stretch that a view waits for, else of the run ahead.
    pub fn advance(&mut self, most_events: u64) {
        if let Some(fine) = self.fine.as_mut().filter(|fine| !fine.done()) {
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

    /// A clone is due, unless what it holds has grown: then it is due later.
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

    /// The last clone that has done nothing at or after `t`.
    fn nearest(&self, t: Time) -> &Kept {
        let place = self.clones.partition_point(|clone| clone.now() <= t);
        &self.clones[place.saturating_sub(1)]
    }

    /// The simulation as it is when everything before `t` has happened.
    pub fn at(&self, t: Time) -> Simulation {
        let mut sim = if self.head.sim.now() < t { self.head.sim.clone() } else { self.nearest(t).moment.sim.clone() };
        sim.run_until(t, &mut Listener::new(&mut Deaf));
        sim
    }

    /// The simulation some way before `t`: the nearest clone, without running it.
    pub fn before(&self, t: Time) -> Simulation {
        self.nearest(t).moment.sim.clone()
    }

    /// The same, with what follows the true state of its queues.
    pub fn before_with_truth(&self, t: Time) -> (Simulation, Truth) {
        let Moment { sim, truth } = self.nearest(t).moment.clone();
        (sim, truth)
    }

    /// Events that had happened at the nearest clone before `t`: from there a jump to `t` begins.
    pub fn events_before(&self, t: Time) -> u64 {
        self.nearest(t).moment.sim.events()
    }

    /// The simulation some way before `from`, or later where more than about so many events lie between there and `t`.
    pub fn shortly_before(&self, from: Time, t: Time, most_events: u64) -> Simulation {
        let earliest = self.events_before(t).saturating_sub(most_events);
        let place = self.clones.partition_point(|clone| clone.events() < earliest);
        let near = &self.clones[place.min(self.clones.len() - 1)];
        let wished = self.nearest(from);
        if wished.events() < earliest { near.moment.sim.clone() } else { wished.moment.sim.clone() }
    }

    /// Goes on under a changed document from `t`: what was computed from there on is discarded. If the documents differ in
    /// what acts before `t`, the run begins anew; it is always the new document's run.
    pub fn change(&mut self, scenario: Scenario, t: Time) {
        if !one_past(&self.scenario, &scenario, t) {
            *self = History::with_budget(scenario, self.recording.budget());
            return;
        }
        self.fine = None;
        let back = self.head.sim.now() > t;
        if back {
            // Back to a clone: from there it is recorded anew, since thinned columns do not say what held at `t`.
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
        // Up to the change all is as before: what stands on the screen does not go, unless much lies between.
        if back && self.head.sim.now() < t {
            self.head.advance(AT_ONCE, t, &mut self.recording);
        }
        self.scenario = scenario;
    }

    /// Series for a span of the screen. Where the columns were thinned and the pixels ask for more, the stretch is simulated
    /// again: at once if that is short, else with the next calls of `advance`.
    pub fn view(&mut self, from: Time, to: Time, columns: u32, series: &[Series]) -> Frame {
        let mut frame = Frame::default();
        let coarse = series.iter().any(|s| {
            let curve = self.recording.curve(s.source, &s.signal);
            curve.is_some_and(|curve| is_coarse(&curve, s.mode, &self.window(from, to, columns, s.source)))
        });
        if coarse {
            let before = series.iter().filter_map(|s| if let Mode::Rate(over) = s.mode { Some(over) } else { None });
            let before = before.max_by_key(|over| over.0).unwrap_or(Span::ZERO);
            self.refine(from - before, to);
        }
        let fine = self.fine.as_ref().filter(|fine| coarse && fine.done());
        frame.coarse = coarse && fine.is_none();
        let recording = fine.map_or(&self.recording, |fine| &fine.recording);
        for s in series {
            let before = frame.values.len();
            if let Some(curve) = recording.curve(s.source, &s.signal) {
                reduce(&curve, s.mode, &self.window(from, to, columns, s.source), &mut frame.values);
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
            // What a stopped source has in the queue still changes; only its own values end.
            Some(crate::params::Value::Number(stop)) => self.computed().min(Time::from_seconds(stop)),
            _ => self.computed(),
        };
        Window { from, to, columns, known }
    }

    /// Sees to it that the stretch is recorded finely, and more to either side, since the reader moves about: from the clone
    /// before it, where simulating begins anyway, and on to the next one if that is not far.
    fn refine(&mut self, from: Time, to: Time) {
        let to = to.min(self.computed());
        let stands = self.fine.as_ref().is_some_and(|fine| fine.from <= from && to <= fine.to);
        if !stands {
            let margin = Span(to.since(from).0 / 2);
            let near = self.clones.iter().map(Kept::now).find(|now| *now >= to).unwrap_or(self.computed());
            let on = if self.cost(from, near) <= AT_ONCE { near } else { to };
            let to = (to + margin).max(on).min(self.computed());
            let Kept { moment, standing } = self.nearest(from - margin).clone();
            let from = moment.sim.now();
            let mut recording = Recording::with_budget(FINE_POINTS, (from, to));
            // What does not change within the stretch holds from before it.
            recording.stand(from, &standing);
            self.fine = Some(Fine { from, to, moment, recording });
        }
        let cost = self.cost(from, to);
        if let Some(fine) = self.fine.as_mut().filter(|fine| cost <= AT_ONCE && !fine.done()) {
            fine.advance(4 * AT_ONCE);
        }
    }

    /// Events to simulate for a stretch, about: as many as between the clones on either side.
    fn cost(&self, from: Time, to: Time) -> u64 {
        let after = self.clones.iter().find(|clone| clone.now() >= to).map_or(self.head.sim.events(), Kept::events);
        after.saturating_sub(self.nearest(from).events())
    }
}
