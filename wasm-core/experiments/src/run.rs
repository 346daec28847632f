//! One run: a cell with a seed, simulated from its start to its end while somebody listens. A measure may simulate more
//! than once (a fork, a variant). Not here: what is measured.

use crate::cell::Cell;
use sawtooth_engine::observe::{NullObserver, Observer};
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::units::Time;
use sawtooth_scenario::{Json, check};
use std::cell::RefCell;

/// Events between two reports of progress.
const REPORT: u64 = 200_000;

/// Input of a measure.
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

impl<'a> Run<'a> {
    /// Of a cell with a seed.
    ///
    /// # Panics
    /// If the cell's document is refused: a bug of the experiment.
    pub(crate) fn new(cell: &'a Cell, seed: u64, progress: &'a dyn Fn(f64)) -> Run<'a> {
        Run { cell, seed, scenario: checked(cell.seeded(seed), cell), progress, digest: RefCell::default() }
    }

    /// Digest of the simulation that went on last.
    pub(crate) fn digest(self) -> String {
        self.digest.take()
    }

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

/// The scenario of a document of a cell.
///
/// # Panics
/// If it is rejected: a bug of the experiment.
pub(crate) fn checked(document: Json, cell: &Cell) -> Scenario {
    match check(document) {
        Ok(document) => document.scenario,
        Err(errors) => panic!("{}: {:?}", cell.at.json(), errors.list),
    }
}
