//! The engine for Python, as module `sawtooth_lab._engine`: a run with its trace as Arrow's columns, sweeps, documents and their
//! errors, registries as JSON. Python's own files (`sawtooth_lab/`) make objects of it. Not here: the simulation, what is measured
//! (`wasm-core`).

mod errors;
mod run;
mod sweep;
mod table;

use errors::refused;
use pyo3::prelude::*;
use sawtooth_experiments::registry;
use sawtooth_measures::measures::percentiles;
use sawtooth_measures::presets;
use sawtooth_scenario::{Json, check, error, generate, object, parse, schema, set_all, tables};

/// The module.
#[pymodule]
mod _engine {
    #[pymodule_export]
    use super::run::run;
    #[pymodule_export]
    use super::sweep::{Store, Sweep, TableFile, cores};
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::{
        algorithms, checked, experiments, ink, json_schema, median_interval, nearest, preset, preset_ids, sweep_schema,
        with_settings,
    };
    #[pymodule_export]
    const VERSION: &str = sawtooth_sweep::VERSION;
    #[pymodule_export]
    const BUILD: &str = sawtooth_sweep::BUILD;
    #[pymodule_export]
    const SOURCES: &str = sawtooth_sweep::SOURCES;
}

/// The JSON of a document, checked and with nothing changed.
///
/// Raises `ScenarioError` with every error at once.
#[pyfunction]
fn checked(py: Python<'_>, document: &str) -> PyResult<String> {
    let tree = parse(document).map_err(|error| refused(py, &error.into()))?;
    check(tree).map(|document| document.raw.to_string()).map_err(|errors| refused(py, &errors))
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
