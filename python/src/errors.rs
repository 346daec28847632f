//! Errors as exceptions of `sawtooth_lab.errors`. Not here: sentences (the catalogue of the crate `scenario`).

use pyo3::prelude::*;
use sawtooth_scenario::words::Words;
use sawtooth_scenario::{Errors, Json};

/// `ScenarioError` with every error: code, place, found, allowed, nearest and message.
pub fn refused(py: Python<'_>, errors: &Errors) -> PyErr {
    let words = Words::errors();
    let entries = errors.list.iter().map(|error| {
        let mut entry = error.json();
        entry.set("message", words.error(error).as_str());
        entry
    });
    raised(py, "ScenarioError", (Json::Array(entries.collect()).to_string(), errors.more))
}

/// An exception of `sawtooth_lab.errors`, by its name and arguments.
pub fn raised<'py>(py: Python<'py>, name: &str, arguments: impl pyo3::call::PyCallArgs<'py>) -> PyErr {
    let made = py.import("sawtooth_lab.errors").and_then(|errors| errors.getattr(name)?.call1(arguments));
    made.map_or_else(|error| error, PyErr::from_value)
}
