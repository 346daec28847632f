//! Scenarios as JSON: reading with all errors at once, writing with every default, the JSON Schema. All of them use the
//! engine's tables, so that a setting is named in one place only. Not here: the effect of a setting (crate `engine`).
//!
//! Under the feature `docs` (native program and generator; off in WebAssembly) also: help texts, schema, the algorithms' pages.

#[macro_use]
pub mod json;
mod copies;
mod entries;
pub mod error;
pub mod fields;
mod interventions;
mod letters;
mod number;
pub mod parse;
mod paths;
mod read;
mod sorted;
pub mod tables;
mod trace_file;
mod traces;
mod value;
mod write;
mod written;

#[cfg(feature = "docs")]
pub mod describe;
#[cfg(feature = "docs")]
pub mod generate;
#[cfg(feature = "docs")]
pub mod pages;
#[cfg(feature = "docs")]
pub mod python;
#[cfg(feature = "docs")]
pub mod schema;
mod set;
pub mod words;

pub use copies::{MAX_NAME, TAKEN};
pub use error::{Code, Error, Errors};
pub use json::Json;
pub use parse::{parse, parse_bytes};
pub use read::{SCHEMA, check, check_with};
pub use set::set_all;
pub use tables::MAX_FLOWS;
pub use trace_file::{MAX_IN_ADDRESS, MAX_OPPORTUNITIES, TraceFile, TraceReader, is_name};
pub use value::{allowed, json as value_json};
pub use write::{document, resolved};

use entries::Entries;
use sawtooth_engine::params::Choice;
use sawtooth_engine::scenario::Scenario;

/// A document that has been checked.
#[derive(Clone, Debug)]
pub struct Document {
    /// The document as given, numbers and order included.
    pub raw: Json,
    /// The engine's scenario, with interventions resolved and in order of effect.
    pub scenario: Scenario,
    /// Its title.
    pub title: Option<String>,
    run: Choice,
    entries: Entries,
}

impl Document {
    /// The entry, as given, of a flow or of cross traffic (`list`), by its index in the scenario: copies have one entry.
    pub fn given(&self, list: &str, index: usize) -> Option<&Json> {
        self.raw.get(list)?.elements()?.get(self.entries.of(list, index))
    }
}

/// Reads and checks a text.
pub fn read(text: &str) -> Result<Document, Errors> {
    read_with(text, &[])
}

/// Reads and checks a text that may name the files of these traces.
pub fn read_with(text: &str, files: &[TraceFile]) -> Result<Document, Errors> {
    check_with(parse(text)?, files)
}
