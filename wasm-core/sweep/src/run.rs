//! The runs of a sweep, numbered cell by cell and within a cell seed by seed: their scenarios, and their rows. A run is a
//! pure function of its number. Not here: in which order and by whom they are run.

use crate::document::Sweep;
use crate::fields;
use crate::harm::{self, Harm};
use crate::measures::{self, What};
use crate::signal::Gauges;
use crate::span::Outside;
use crate::table::{Row, Value};
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_measures::execution::execute;
use sawtooth_measures::summary::Summary;
use sawtooth_scenario::error::{Code, Error, Errors};
use sawtooth_scenario::json::shortest;
use sawtooth_scenario::words::Words;
use sawtooth_scenario::{Json, check_with, set_all};
use std::convert::Infallible;

/// Events between two reports of progress.
const REPORT: u64 = 200_000;

/// Events between two looks at the clock.
const LOOK: u64 = 20_000;

impl Sweep {
    /// Cell and seed of a run.
    pub fn place(&self, run: usize) -> (usize, u64) {
        (run / self.seed_count(), self.seeds.0 + (run % self.seed_count()) as u64)
    }

    /// Values of the axes in a cell, by their places; the last axis changes fastest.
    pub fn values(&self, cell: usize) -> Vec<usize> {
        let mut rest = cell;
        let mut places: Vec<usize> = self
            .axes
            .iter()
            .rev()
            .map(|axis| {
                let place = rest % axis.len();
                rest /= axis.len();
                place
            })
            .collect();
        places.reverse();
        places
    }

    /// Settings of a cell, by path.
    pub fn settings(&self, cell: usize) -> Vec<(&str, &Json)> {
        self.axes.iter().zip(self.values(cell)).flat_map(|(axis, place)| axis.at(place)).collect()
    }

    /// Flows whose harm is measured, by their names: each row takes a run more of each of them alone.
    pub fn alone(&self) -> Vec<&str> {
        let mut alone = Vec::new();
        for measure in &self.measures {
            if let What::Field(path) = &measure.what
                && let Some((flow, _)) = Harm::named(path)
                && !alone.contains(&flow)
            {
                alone.push(flow);
            }
        }
        alone
    }

    /// Description of a run for people.
    pub fn name(&self, run: usize) -> String {
        let (cell, seed) = self.place(run);
        let settings = self.settings(cell).into_iter().map(|(path, value)| format!("{path} = {value}, "));
        format!("{}seed {seed}", settings.collect::<String>())
    }

    /// The document of a run, for a single run of it.
    ///
    /// # Errors
    /// A path of an axis that leads nowhere in this cell.
    pub fn document(&self, run: usize) -> Result<Json, Error> {
        let (cell, seed) = self.place(run);
        let mut document = self.base.raw.clone();
        set_all(&mut document, self.settings(cell).iter().copied())?;
        document.set("seed", seed);
        Ok(document)
    }

    /// Runs one of the runs and returns its row; `progress` hears how far it is, from 0 to 1.
    pub fn run(&self, run: usize, progress: &dyn Fn(f64)) -> Row {
        let Ok(row) = self.run_unless::<Infallible>(run, &mut |share| {
            progress(share);
            Ok(())
        });
        row
    }

    /// The same, unless `between` stops the run; it hears how far it is, from 0 to 1.
    ///
    /// # Errors
    /// That of `between`.
    pub fn run_unless<E>(&self, run: usize, between: &mut dyn FnMut(f64) -> Result<(), E>) -> Result<Row, E> {
        let results = match self.scenario(run) {
            Ok(scenario) => self.measured(&scenario, between)?,
            Err(reasons) => Err(reasons),
        };
        Ok(self.row(run, results))
    }

    /// Seconds that a run takes: measured to its end if it is short, else after `most_s` seconds in proportion to what is simulated. `now`
    /// is a clock of the caller's, in seconds.
    pub fn cost(&self, run: usize, most_s: f64, now: &dyn Fn() -> f64) -> f64 {
        let Ok(scenario) = self.scenario(run) else { return 0.0 };
        let begun = now();
        let mut simulation = Simulation::new(&scenario);
        let mut summary = Summary::new(&scenario);
        // A flow alone fills the same path.
        let parts = (1 + self.alone().len()) as f64;
        while !simulation.advance(scenario.duration, LOOK, &mut summary) {
            let took = now() - begun;
            if took > most_s {
                return parts * took * scenario.duration.seconds() / simulation.now().seconds().max(1e-9);
            }
        }
        let begun = now();
        self.run(run, &|_| ());
        now() - begun
    }

    /// The scenario of a run.
    ///
    /// # Errors
    /// The cell's values are rejected together: the reasons.
    pub fn scenario(&self, run: usize) -> Result<Scenario, String> {
        let document = self.document(run).map_err(Errors::from).and_then(|document| check_with(document, &self.files));
        document.map(|document| document.scenario).map_err(|errors| Words::errors().list(&errors).join(" "))
    }

    /// The row of a run with its results: its measures and its digest, or the reason for which it has none.
    fn row(&self, run: usize, results: Result<Vec<Value>, String>) -> Row {
        let mut row = self.known(run);
        match results {
            Ok(values) => row.extend(values.into_iter().chain([Value::None])),
            Err(reason) => {
                row.resize(self.columns.len() - 1, Value::None);
                row.push(Value::Text(reason));
            }
        }
        row
    }

    /// Values of the columns that follow from a run's number.
    pub fn known(&self, run: usize) -> Row {
        let (cell, seed) = self.place(run);
        let mut row = vec![Value::Whole(cell as u64), Value::Whole(seed)];
        let settings = self.settings(cell).into_iter().zip(&self.columns[2..]);
        row.extend(settings.map(|((_, value), column)| Value::of(Some(value), column.kind)));
        row
    }

    /// Measures and digest of a run, or the reason for which it has none.
    fn measured<E>(
        &self,
        scenario: &Scenario,
        between: &mut dyn FnMut(f64) -> Result<(), E>,
    ) -> Result<Result<Vec<Value>, String>, E> {
        let lacking = measures::missing(&self.measures, scenario);
        if !lacking.is_empty() {
            let words = Words::errors();
            let lacking: Vec<String> = lacking.iter().map(|error| words.error(error)).collect();
            return Ok(Err(lacking.join(" ")));
        }
        let (span, mut gauges) = match self.spans(scenario) {
            Ok(spans) => spans,
            Err(Outside { field, found, allowed }) => {
                let error = Error::new(Code::OutOfRange, field.into(), shortest(found), allowed);
                return Ok(Err(Words::errors().error(&error)));
            }
        };
        let mut summary = Summary::over(scenario, span);
        let mut simulation = Simulation::new(scenario);
        let (flows, mut part) = (self.alone(), 0.0);
        let parts = (1 + flows.len()) as f64;
        let mut between = |part: f64, simulation: &Simulation| {
            between((part + simulation.now().seconds() / simulation.duration().seconds()) / parts)
        };
        let first = |simulation: &Simulation| between(part, simulation);
        let executed = match &mut gauges {
            Some(gauges) => {
                let mut both = (&mut summary, gauges);
                execute(&mut simulation, &mut both, span, |both, now| both.0.stand(now), REPORT, first)?
            }
            None => execute(&mut simulation, &mut summary, span, Summary::stand, REPORT, first)?,
        };
        if let Err(halt) = executed {
            return Ok(Err(Words::errors().halt(halt)));
        }
        let summary = summary.finish(&simulation);
        let mut alone: Vec<(&str, Json)> = Vec::new();
        for flow in flows {
            part += 1.0;
            let scenario = harm::alone(scenario, flow);
            let (mut summary, mut simulation) = (Summary::over(&scenario, span), Simulation::new(&scenario));
            let next = |simulation: &Simulation| between(part, simulation);
            if let Err(halt) = execute(&mut simulation, &mut summary, span, Summary::stand, REPORT, next)? {
                return Ok(Err(Words::errors().halt(halt)));
            }
            alone.push((flow, summary.finish(&simulation)));
        }
        let mut gauged = gauges.map_or(Vec::new(), Gauges::finish).into_iter();
        let mut values: Vec<Value> = Vec::with_capacity(self.measures.len() + 1);
        for measure in &self.measures {
            values.push(match &measure.what {
                What::Field(path) => match Harm::named(path) {
                    Some((flow, harm)) => alone
                        .iter()
                        .find(|(name, _)| *name == flow)
                        .map_or(Value::None, |(_, alone)| harm.value(flow, &summary, alone)),
                    None => fields::value(&summary, path, measure.column.kind),
                },
                What::Signal(_) => gauged.next().unwrap_or(Value::None),
            });
        }
        values.push(Value::Text(simulation.digest_hex()));
        Ok(Ok(values))
    }

    /// The span of the summary in a run, and what measures its signals if any are measured.
    fn spans(&self, scenario: &Scenario) -> Result<((Time, Time), Option<Gauges>), Outside> {
        let (from_s, to_s) = self.window.within(scenario.duration.seconds())?;
        let span = (Time::from_seconds(from_s), Time::from_seconds(to_s).min(scenario.duration));
        let signals = self.measures.iter().filter_map(|measure| match &measure.what {
            What::Signal(of) => Some(of),
            What::Field(_) => None,
        });
        let any = signals.clone().next().is_some();
        let gauges = any.then(|| Gauges::new(signals, self.window, scenario)).transpose()?;
        Ok((span, gauges))
    }
}
