//! One run for Python: the summary as JSON and, if wanted, the trace's columns, complete or a selection. Python's lock is released
//! while the engine computes; an interrupt ends the run. Not here: many runs (`sweep.rs`).

use crate::errors::{raised, refused};
use crate::table::Table;
use crate::{Files, traces};
use arrow_array::RecordBatch;
use pyo3::prelude::*;
use sawtooth_engine::observe::Observer;
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::truth::{Truth, WithTruth};
use sawtooth_engine::units::Time;
use sawtooth_measures::execution::execute;
use sawtooth_measures::notices;
use sawtooth_measures::selection::{self, ALLOWED_INTERVAL, Refused};
use sawtooth_measures::summary::Summary;
use sawtooth_measures::trace::{Choice, Rows, Trace, Written, signals, sources};
use sawtooth_scenario::words::Words;
use sawtooth_scenario::{Json, check_with, parse};
use sawtooth_sweep::BUILD;
use sawtooth_sweep::columns::{Columns, schema};
use std::io;

/// Rows of a chunk: large enough that chunks cost nothing, small enough that none has to grow far.
const CHUNK: usize = 1 << 16;
/// Events between two looks at Python's signals: some hundredths of a second.
const LOOK: u64 = 1_000_000;
/// Bytes of a row in memory: two doubles, three numbers of words, and the bits of what is missing.
const ROW_BYTES: f64 = 8.0 + 8.0 + 3.0 * 4.0 + 0.25;
/// Events after which the number of rows is extrapolated.
const SAMPLE: u64 = 4_000_000;

/// Which rows of the trace are wanted: all unless something is chosen.
#[derive(FromPyObject)]
pub struct Wanted {
    sources: Option<Vec<String>>,
    signals: Option<Vec<String>>,
    start: Option<f64>,
    stop: Option<f64>,
    every: Option<f64>,
    max_bytes: u64,
}

/// Rows in chunks.
struct Chunks {
    columns: Columns,
    batches: Vec<RecordBatch>,
}

impl Chunks {
    fn take(&mut self) -> io::Result<()> {
        self.batches.push(self.columns.take().map_err(io::Error::other)?);
        Ok(())
    }
}

impl Rows for Chunks {
    fn begin(&mut self) -> io::Result<()> {
        Ok(())
    }
    fn row(&mut self, at: Time, source: &str, signal: &str, value: Written) -> io::Result<()> {
        // The number of rows, with which a file ends, is no value of a signal.
        if matches!(value, Written::Rows(_)) {
            return Ok(());
        }
        self.columns.add(at, source, signal, value);
        if self.columns.rows() == CHUNK { self.take() } else { Ok(()) }
    }
    fn complete(&mut self) -> io::Result<()> {
        if self.columns.rows() > 0 { self.take() } else { Ok(()) }
    }
}

/// Rows that are only counted.
#[derive(Default)]
struct Counted(u64);

impl Rows for Counted {
    fn begin(&mut self) -> io::Result<()> {
        Ok(())
    }
    fn row(&mut self, _: Time, _: &str, _: &str, _: Written) -> io::Result<()> {
        self.0 += 1;
        Ok(())
    }
    fn complete(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs a scenario, with the traces that it names: the summary as JSON, and the trace if it is wanted.
///
/// Raises `ScenarioError` for a document that is rejected, `SelectionError` for a selection that is, `TooLargeError` for a trace of
/// more than `max_bytes`, before it is made, and `HaltedError` if the run is halted.
#[pyfunction]
#[pyo3(signature = (document, files, trace=None))]
pub fn run(py: Python<'_>, document: &str, files: Files, trace: Option<Wanted>) -> PyResult<(String, Option<Table>)> {
    let tree = parse(document).map_err(|error| refused(py, &error.into()))?;
    let document = check_with(tree, &traces(py, &files)?).map_err(|errors| refused(py, &errors))?;
    let scenario = &document.scenario;
    let words = Words::notices();
    let notices: Vec<Json> = notices::of(&document)
        .iter()
        .map(|notice| notice.worded(&words.notice(notice.code, &notice.arguments)))
        .collect();
    let span = match &trace {
        Some(wanted) => span(py, wanted, scenario.duration)?,
        None => (Time::ZERO, scenario.duration),
    };
    let mut simulation = Simulation::new(scenario);
    let mut summary = Summary::over(scenario, span).of_document(BUILD, &document.raw, notices);
    let Some(wanted) = trace else {
        go(py, &mut simulation, span, &mut summary, Summary::stand)?;
        return Ok((summary.finish(&simulation).to_string(), None));
    };
    let choice = choice(py, &wanted, scenario, span)?;
    fits(py, scenario, &choice, wanted.max_bytes)?;
    let chunks = Chunks { columns: Columns::new(), batches: Vec::new() };
    let mut rows = Trace::new(chunks, scenario).choose(&choice);
    let mut truth = Truth::new(scenario);
    let mut listener = (&mut summary, &mut rows);
    let mut both = WithTruth { truth: &mut truth, listener: &mut listener };
    go(py, &mut simulation, span, &mut both, |both, simulation| both.listener.0.stand(simulation))?;
    let failed = |error: io::Error| raised(py, "SawtoothError", (error.to_string(),));
    let chunks = rows.finish().map_err(failed)?;
    Ok((summary.finish(&simulation).to_string(), Some(Table::new(schema(), chunks.batches))))
}

/// Executes a run without Python's lock; an interrupt ends it. `stand` is called at the ends of the span.
fn go<O: Observer + Send>(
    py: Python<'_>,
    simulation: &mut Simulation,
    span: (Time, Time),
    observer: &mut O,
    stand: impl Fn(&mut O, &Simulation) + Send,
) -> PyResult<()> {
    let signals = |_: &Simulation| Python::attach(|py| py.check_signals());
    let executed = py.detach(|| execute(simulation, observer, span, stand, LOOK, signals))?;
    executed.map_err(|halt| raised(py, "HaltedError", (Words::errors().halt(halt),)))
}

/// Refuses a trace that takes more memory than allowed.
fn fits(py: Python<'_>, scenario: &Scenario, choice: &Choice, max_bytes: u64) -> PyResult<()> {
    let rows = |counted: &Counted| counted.0;
    let rows = selection::estimate(scenario, choice, SAMPLE, rows, &mut |simulation, until, events, listener| {
        loop {
            let most = events.saturating_sub(simulation.events()).min(LOOK);
            let reached = py.detach(|| simulation.advance(until, most, listener));
            py.check_signals()?;
            if reached || simulation.events() >= events || simulation.halted().is_some() {
                return PyResult::Ok(reached);
            }
        }
    })?;
    let bytes = rows * ROW_BYTES;
    if bytes > max_bytes as f64 {
        return Err(raised(py, "TooLargeError", (bytes, max_bytes)));
    }
    Ok(())
}

/// Start and end of the selection.
fn span(py: Python<'_>, wanted: &Wanted, duration: Time) -> PyResult<(Time, Time)> {
    selection::span(wanted.start, wanted.stop, duration).map_err(|refused| {
        let (name, given, allowed) = match refused {
            Refused::From(allowed) => ("start", wanted.start, allowed),
            Refused::To(allowed) => ("stop", wanted.stop, allowed),
        };
        raised(py, "SelectionError", (name, given, allowed))
    })
}

/// The rows that are wanted.
fn choice(py: Python<'_>, wanted: &Wanted, scenario: &Scenario, (from, to): (Time, Time)) -> PyResult<Choice> {
    let unknown =
        |what: &str, given: &str, names: Vec<&str>| raised(py, "SelectionError", (what, given, names.join(", ")));
    let known = sources(scenario);
    let find = |name: &String| {
        let found = known.iter().find(|(other, _)| other == name).map(|(_, source)| *source);
        found.ok_or_else(|| unknown("sources", name, known.iter().map(|(name, _)| *name).collect()))
    };
    let of_run: Vec<&str> = signals().iter().map(|signal| signal.name).collect();
    let wanted_signals = wanted.signals.clone().unwrap_or_default();
    if let Some(name) = wanted_signals.iter().find(|name| !of_run.contains(&name.as_str())) {
        return Err(unknown("signals", name, of_run));
    }
    let every = wanted.every.map(|every| {
        selection::interval(every).ok_or_else(|| raised(py, "SelectionError", ("every", every, ALLOWED_INTERVAL)))
    });
    Ok(Choice {
        from,
        to,
        sources: wanted.sources.iter().flatten().map(find).collect::<PyResult<_>>()?,
        signals: wanted_signals,
        every: every.transpose()?,
    })
}
