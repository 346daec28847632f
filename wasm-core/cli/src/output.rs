//! Files of summaries and traces: their forms by their names, and summaries as tables. Not here: how a file appears only
//! when it is complete (`files.rs`), the forms (crate `sweep`).

use crate::files::{self, Draft};
use crate::options::RunOptions;
use crate::{Failure, VERSION, remark};
use sawtooth_scenario::{Document, Json, object};
use sawtooth_sweep::{Column, Form, Kind, PARQUET, Value, Writer, fields};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Advice of a program without Parquet, after the name of the file.
const WITHOUT: &str = "this program was built without Parquet. Build it with `cargo build --release -p sawtooth --features \
                       parquet`, or choose a name that ends in .csv";

/// Form of a file of summaries.
#[derive(Clone, Copy, PartialEq)]
pub enum Summaries {
    /// One JSON document.
    Json,
    /// A table, one row for each run.
    Table(Form),
}

/// Form of the file of summaries, by its name; none if there is to be no file.
///
/// # Errors
/// A name with another ending.
pub fn summaries(options: &RunOptions) -> Result<Option<Summaries>, Failure> {
    let Some(path) = options.out.as_deref() else { return Ok(None) };
    let json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    let form = match Form::of(path) {
        _ if json => Summaries::Json,
        Some(form) => Summaries::Table(available("--out", path, form)?),
        None => return Err(ending("--out", path, ".json, .csv or .parquet")),
    };
    Ok(Some(form))
}

/// Form of a trace, by its name. Without an ending, and on standard output, it is CSV.
///
/// # Errors
/// A name with another ending.
pub fn trace(path: &Path) -> Result<Form, Failure> {
    match Form::of(path) {
        Some(form) => available("--trace", path, form),
        None if path.extension().is_none() => Ok(Form::Csv),
        None => Err(ending("--trace", path, ".csv or .parquet")),
    }
}

fn ending(option: &str, path: &Path, allowed: &str) -> Failure {
    let given = path.display().to_string();
    Failure::refused(format_args!("{option} is `{}`. Allowed: a name that ends in {allowed}.", given.escape_debug()))
}

fn available(option: &str, path: &Path, form: Form) -> Result<Form, Failure> {
    if form == Form::Parquet && !PARQUET {
        return Err(Failure::refused(format_args!("{option}: {}: {WITHOUT}", path.display())));
    }
    Ok(form)
}

/// A file of summaries. It is begun before the runs, so that no result is lost to a place that takes no file.
pub struct Out<'a> {
    path: &'a Path,
    form: Summaries,
    draft: Draft,
}

impl<'a> Out<'a> {
    /// Begins the file at `path`.
    ///
    /// # Errors
    /// The place takes no file.
    pub fn begin(path: &'a Path, form: Summaries) -> Result<Self, Failure> {
        Ok(Out { path, form, draft: Draft::new(path).map_err(|error| files::broken(path, &error))? })
    }

    /// Writes the summaries of some runs of one scenario, with their seeds.
    pub fn write(mut self, document: &Document, runs: &[(u64, Json)]) -> Result<(), Failure> {
        let text = match (self.form, runs) {
            (Summaries::Table(form), _) => return table(self.path, form, self.draft, document, runs),
            (Summaries::Json, [(_, summary)]) => summary.pretty(),
            (Summaries::Json, runs) => several(runs).pretty(),
        };
        let written = self.draft.write_all(text.as_bytes()).and_then(|()| self.draft.keep());
        kept(self.path, written)
    }
}

/// Several summaries as one JSON document.
pub fn several(runs: &[(u64, Json)]) -> Json {
    object! {
        "schema" => 1.0,
        "seeds" => runs.iter().map(|(seed, _)| Json::from(*seed)).collect::<Vec<Json>>(),
        "runs" => runs.iter().map(|(_, summary)| summary.clone()).collect::<Vec<Json>>(),
    }
}

fn table(path: &Path, form: Form, draft: Draft, document: &Document, runs: &[(u64, Json)]) -> Result<(), Failure> {
    let mut columns = vec![Column::new("seed", "", Kind::Whole)];
    columns.extend(runs.first().map(|(_, summary)| fields::columns(summary)).unwrap_or_default());
    let metadata = [("sawtooth.version", VERSION), ("sawtooth.scenario", &document.raw.to_string())];
    let written = || {
        let mut writer = Writer::new(BufWriter::new(draft), form, &columns, &metadata)?;
        for (seed, summary) in runs {
            let values = columns[1..].iter().map(|column| fields::value(summary, &column.name, column.kind));
            writer.row(&[Value::Whole(*seed)].into_iter().chain(values).collect::<Vec<Value>>())?;
        }
        let mut out = writer.finish(&[])?;
        out.flush()?;
        out.into_inner().map_err(|error| error.into_error())?.keep()
    };
    kept(path, written())
}

/// Reports a file that was kept.
fn kept(path: &Path, written: io::Result<()>) -> Result<(), Failure> {
    written.map_err(|error| files::broken(path, &error))?;
    remark(format_args!("{} written", path.display()));
    Ok(())
}
