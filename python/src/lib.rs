//! The engine for Python, as module `sawtooth_lab._engine`: a run with its trace as Arrow's columns, sweeps, documents and their
//! errors, registries as JSON. Python's own files (`sawtooth_lab/`) make objects of it. Not here: the simulation, what is measured
//! (`wasm-core`).

mod errors;
mod find;
mod run;
mod sweep;
mod table;

use errors::refused;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sawtooth_experiments::registry;
use sawtooth_measures::measures::percentiles;
use sawtooth_measures::presets;
use sawtooth_scenario::{Json, TraceFile, check_with, error, generate, object, parse, schema, set_all, tables};
use sawtooth_sweep::traces::traces_of_scenario;
use std::path::PathBuf;

/// The module.
#[pymodule]
mod _engine {
    #[pymodule_export]
    use super::find::find;
    #[pymodule_export]
    use super::run::run;
    #[pymodule_export]
    use super::sweep::{Store, Sweep, TableFile, cores, occupied};
    #[pymodule_export]
    use super::table::{Table, table_of};
    #[pymodule_export]
    use super::{
        algorithms, beside, checked, experiments, ink, json_schema, median_interval, nearest, preset, preset_ids,
        sweep_schema, with_settings,
    };
    #[pymodule_export]
    const VERSION: &str = sawtooth_sweep::VERSION;
    #[pymodule_export]
    const BUILD: &str = sawtooth_sweep::BUILD;
    #[pymodule_export]
    const SOURCES: &str = sawtooth_sweep::SOURCES;
}

/// Traces that a document names: name and text of each file.
pub type Files = Vec<(String, Vec<u8>)>;

/// The traces of these files.
pub fn traces(py: Python<'_>, files: &Files) -> PyResult<Vec<TraceFile>> {
    let read = |(name, text): &(String, Vec<u8>)| TraceFile::read(name, text).map_err(|errors| refused(py, &errors));
    files.iter().map(read).collect()
}

/// The texts of traces.
pub fn texts(traces: &[TraceFile]) -> Files {
    let text = |trace: &TraceFile| trace.times_ms.iter().map(|ms| format!("{ms}\n")).collect::<String>().into_bytes();
    traces.iter().map(|trace| (trace.name.clone(), text(trace))).collect()
}

/// The traces that a document in a folder names, and the document with the number of entries and the digest of each.
///
/// Raises `ScenarioError` for a file that is missing or not as the document says.
#[pyfunction]
fn beside<'py>(
    py: Python<'py>,
    document: &str,
    folder: PathBuf,
) -> PyResult<(String, Vec<(String, Bound<'py, PyBytes>)>)> {
    let mut tree = parse(document).map_err(|error| refused(py, &error.into()))?;
    let found = traces_of_scenario(&mut tree, &folder).map_err(|refused| errors::no_trace(py, refused))?;
    let files = texts(&found).into_iter().map(|(name, text)| (name, PyBytes::new(py, &text)));
    Ok((tree.to_string(), files.collect()))
}

/// The JSON of a document, checked and with nothing changed. `files` are the traces that it names.
///
/// Raises `ScenarioError` with every error at once.
#[pyfunction]
fn checked(py: Python<'_>, document: &str, files: Files) -> PyResult<String> {
    let tree = parse(document).map_err(|error| refused(py, &error.into()))?;
    check_with(tree, &traces(py, &files)?)
        .map(|document| document.raw.to_string())
        .map_err(|errors| refused(py, &errors))
}

/// A document with fields set by their paths, as JSON: `settings` is an object of paths and values. The document is not checked.
///
/// Raises `ScenarioError` for a path that leads nowhere.
#[pyfunction]
fn with_settings(py: Python<'_>, document: &str, settings: &str) -> PyResult<String> {
    let parsed = |text| parse(text).map_err(|error| refused(py, &error.into()));
    let (mut tree, settings) = (parsed(document)?, parsed(settings)?);
    let pairs = settings.fields().unwrap_or_default().iter().map(|(path, value)| (path.as_str(), value));
    set_all(&mut tree, pairs).map_err(|error| refused(py, &error.into()))?;
    Ok(tree.to_string())
}

/// The name that a given one may be a misspelling of, by the rule of the schema's errors; None if none is near.
#[pyfunction]
fn nearest(given: &str, names: Vec<String>) -> Option<String> {
    error::nearest(given, names.iter().map(String::as_str)).map(str::to_string)
}

/// An interval that contains the distribution's median with a probability of at least 95 %; None for fewer than six values.
#[pyfunction]
fn median_interval(values: Vec<f64>) -> Option<(f64, f64)> {
    percentiles::median_interval(&values)
}

/// Ids of the presets.
#[pyfunction]
fn preset_ids() -> Vec<&'static str> {
    presets::ids().collect()
}

/// The scenario of a preset as JSON; None if there is no such preset.
#[pyfunction]
fn preset(id: &str) -> Option<String> {
    presets::scenario(id).map(|scenario| scenario.to_string())
}

/// Every algorithm with its settings, as `sawtooth algorithms --json` prints them.
#[pyfunction]
fn algorithms() -> String {
    generate::algorithms().to_string()
}

/// The ink of an algorithm, which every drawing makes the same colour of; None if it has none of its own.
#[pyfunction]
fn ink(kind: &str) -> Option<u8> {
    tables::ink(kind)
}

/// Every experiment: `[{ "id", "title" }]`.
#[pyfunction]
fn experiments() -> String {
    let entries = registry::all().map(|one| object! { "id" => one.id, "title" => one.title });
    Json::Array(entries.collect()).to_string()
}

/// The JSON Schema of a scenario.
#[pyfunction]
fn json_schema() -> String {
    schema::schema().to_string()
}

/// The JSON Schema of a sweep's document.
#[pyfunction]
fn sweep_schema() -> String {
    sawtooth_sweep::schema::schema().to_string()
}
