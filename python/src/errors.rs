//! Errors as exceptions of `sawtooth_lab.errors`. Not here: sentences (the catalogue of the crate `scenario`).

use pyo3::prelude::*;
use sawtooth_scenario::words::Words;
use sawtooth_scenario::{Code, Errors, Json, object};
use sawtooth_sweep::traces::Refused;

/// Follows the sentence about a file that has not been read: documents have none here unless they are read from their own.
const READ_IT: &str = "`Scenario.read(path)` and `sweep(path)` read it beside the document; a mapping has no folder and can have the entries \
                       as `rate_trace_ms`.";

/// `ScenarioError` with every error: code, place, found, allowed, nearest and message.
pub fn refused(py: Python<'_>, errors: &Errors) -> PyErr {
    let words = Words::errors();
    let entries = errors.list.iter().map(|error| {
        let mut entry = error.json();
        let hint = if error.code == Code::NoTraceFile { format!(" {READ_IT}") } else { String::new() };
        entry.set("message", format!("{}{hint}", words.error(error)));
        entry
    });
    raised(py, "ScenarioError", (Json::Array(entries.collect()).to_string(), errors.more))
}

/// `ScenarioError` for a trace's file.
pub fn no_trace(py: Python<'_>, refused: Refused) -> PyErr {
    let entries = refused.reasons.iter().map(|reason| {
        object! {
            "code" => Code::NoTraceFile.key(), "place" => refused.place.as_str(), "found" => "", "allowed" => "", "nearest" => "",
            "message" => reason.as_str(),
        }
    });
    raised(py, "ScenarioError", (Json::Array(entries.collect()).to_string(), 0))
}

/// An exception of `sawtooth_lab.errors`, by its name and arguments.
pub fn raised<'py>(py: Python<'py>, name: &str, arguments: impl pyo3::call::PyCallArgs<'py>) -> PyErr {
    let made = py.import("sawtooth_lab.errors").and_then(|errors| errors.getattr(name)?.call1(arguments));
    made.map_or_else(|error| error, PyErr::from_value)
}
