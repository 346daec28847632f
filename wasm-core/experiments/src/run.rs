//! One run: a cell with a seed, simulated from its start to its end while somebody listens. A measure may simulate more
//! than once (a fork, a variant). Not here: what is measured.

use crate::row::Row;
use crate::sweep::{Cell, Job};
use sawtooth_engine::observe::{NullObserver, Observer};
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::units::Time;
use sawtooth_scenario::{Json, check};
use std::cell::RefCell;

/// Events between two reports of progress.
const REPORT: u64 = 200_000;

/// What a measure is given.
pub struct Run<'a> {
    /// The point of the sweep.
    pub cell: &'a Cell,
    /// The seed.
    pub seed: u64,
    /// The scenario, seed included.
    pub scenario: Scenario,
    progress: &'a dyn Fn(f64),
    digest: RefCell<String>,
}

impl Run<'_> {
    /// The run with nobody listening: for what the simulation counts by itself. The fastest.
    pub fn silent(&self) -> Simulation {
        self.closely(&mut NullObserver)
    }

    /// The run, listened to. Rules that fire (`Observer::decision`) are not handed on.
    pub fn listen<O: Observer>(&self, observer: &mut O) -> Simulation {
        let mut simulation = Simulation::new(&self.scenario);
        self.advance(&mut simulation, self.scenario.duration, observer);
        simulation
    }

    /// The run, listened to by a listener with a copy of the simulation of its own: hears rules, too, and is quicker, but
    /// each type costs time to compile and bytes in WebAssembly.
    pub fn closely<O: Observer>(&self, observer: &mut O) -> Simulation {
        let mut simulation = Simulation::new(&self.scenario);
        self.go(&mut simulation, self.scenario.duration, observer);
        simulation
    }

    /// Lets a simulation go on, listened to: for runs in parts, forks, other documents.
    pub fn advance<O: Observer>(&self, simulation: &mut Simulation, until: Time, observer: &mut O) {
        self.go(simulation, until, &mut Listener::new(observer));
    }

    fn go<O: Observer>(&self, simulation: &mut Simulation, until: Time, observer: &mut O) {
        while !simulation.advance(until, REPORT, observer) {
            (self.progress)(simulation.now().seconds() / simulation.duration().seconds());
        }
        *self.digest.borrow_mut() = simulation.digest_hex();
    }

    /// The cell's scenario changed in place, seed included: for a second run beside the first.
    ///
    /// # Panics
    /// If the changed document is refused: a bug of the experiment.
    pub fn variant(&self, change: impl FnOnce(&mut Json)) -> Scenario {
        let mut document = self.cell.seeded(self.seed);
        change(&mut document);
        checked(document, self.cell)
    }
}

fn checked(document: Json, cell: &Cell) -> Scenario {
    match check(document) {
        Ok(document) => document.scenario,
        Err(errors) => panic!("{}: {:?}", cell.at.json(), errors.list),
    }
}

/// Does one run of a cell and measures it; `progress` hears how far it is, from 0 to 1.
///
/// # Panics
/// If the cell's document is refused, or (in debug builds) something is measured that the sweep does not name: a bug of the
/// experiment, which a test finds.
pub fn run(job: &Job, cell: &Cell, progress: &dyn Fn(f64)) -> Row {
    let seed = u64::from(job.repetition) + 1;
    let scenario = checked(cell.seeded(seed), cell);
    let run = Run { cell, seed, scenario, progress, digest: RefCell::default() };
    let mut row = (job.sweep.measure)(&run);
    debug_assert_eq!(job.sweep.foreign(&row), None, "{}: names of a row are the sweep's, in its order", job.sweep.id);
    (row.cell, row.repetition, row.digest) = (job.cell, job.repetition, run.digest.take());
    row
}
