//! The document of a sweep: a scenario, axes, seeds and measures, read with all errors at once. Not here: points of an axis
//! (`axes.rs`), what is measured (`measures.rs`), its JSON Schema (`schema.rs`), the runs (`run.rs`).

use crate::axes::{self, Axis};
use crate::measures::{self, Measure};
use crate::reading::{take, text};
use crate::span::{Outside, Window};
use crate::table::{CELL, Column, DIGEST, ERROR, Kind, SEED};
use crate::traces;
use sawtooth_engine::params::{Ordered, Param, Section};
use sawtooth_scenario::error::{Code, Error, Errors, found};
use sawtooth_scenario::fields::{Place, Reader};
use sawtooth_scenario::{Document, Json, TraceFile, check_with, parse_bytes};
use sha2::{Digest, Sha256};

/// Version of the document's format.
pub const SCHEMA: f64 = 1.0;
/// Maximum number of runs.
pub const MAX_RUNS: u64 = 10_000_000;

sawtooth_engine::params! {
    /// Fields of a span.
    pub struct SpanSettings {
        /// Start of the span; the run's start if absent.
        from_s: Option<f64> = number(0.0, 0.0, f64::MAX).unit("s").absent(), "choice";
        /// End of the span, excluded; the run's end if absent.
        to_s: Option<f64> = above(0.0, 0.0, f64::MAX).unit("s").absent(), "choice";
    }
}

const SPAN_ORDER: &[Ordered] = &[Ordered { less: "from_s", more: "to_s" }];

/// Fields of the document that are settings: the span of all measures.
pub static SWEEP: Section = Section::new("sweep", "Sawtooth sweep", SpanSettings::PARAMS)
    .about(
        "Many runs of one scenario, which differ in some settings and in the seed, and what is measured of them.",
        "choice",
    )
    .ordered(SPAN_ORDER);

sawtooth_engine::params! {
    /// Fields of `seeds`.
    pub struct SeedSettings {
        /// First seed.
        from: u64 = whole(1.0, 0.0, 9_007_199_254_740_991.0).required(), "choice";
        /// Last seed.
        to: u64 = whole(1.0, 0.0, 9_007_199_254_740_991.0).required(), "choice";
    }
}

/// The seeds of each cell; without them, the scenario's own.
pub static SEEDS: Section = Section::new("seeds", "Seeds", SeedSettings::PARAMS)
    .about("Seeds with which each cell is run, both ends included.", "choice")
    .ordered(&[Ordered { less: "from", more: "to" }]);

/// Fields that are no settings of a section.
const OWN: &[&str] = &["schema", "title", "scenario", "axes", "seeds", "measures"];

/// A sweep that has been checked.
pub struct Sweep {
    /// The document as given.
    pub raw: Json,
    /// Its title.
    pub title: Option<String>,
    /// The scenario of all runs, before settings of axes.
    pub base: Document,
    /// The axes; the last one changes fastest.
    pub axes: Vec<Axis>,
    /// First and last seed.
    pub seeds: (u64, u64),
    /// Span of measures that have none of their own.
    pub window: Window,
    /// The measures.
    pub measures: Vec<Measure>,
    /// Columns of its table.
    pub columns: Vec<Column>,
    /// Traces that its scenarios name.
    pub files: Vec<TraceFile>,
}

impl Sweep {
    /// Reads and checks a text.
    ///
    /// # Errors
    /// All that is wrong, each with its place.
    pub fn read(text: &[u8]) -> Result<Sweep, Errors> {
        Sweep::check(parse_bytes(text)?)
    }

    /// Checks a document.
    ///
    /// # Errors
    /// All that is wrong, each with its place.
    pub fn check(raw: Json) -> Result<Sweep, Errors> {
        Sweep::check_with(raw, &[])
    }

    /// Checks a document that may name these traces (`traces_of_sweep`).
    ///
    /// # Errors
    /// All that is wrong, each with its place.
    pub fn check_with(raw: Json, files: &[TraceFile]) -> Result<Sweep, Errors> {
        let mut reader = Reader::default();
        match sweep(&mut reader, &raw, files) {
            Some(sweep) if reader.errors.count() == 0 => Ok(sweep),
            _ => Err(reader.errors),
        }
    }

    /// A document whose runs are to be joined, for which no trace is needed.
    pub(crate) fn joined(raw: Json) -> Result<Sweep, Errors> {
        let files = traces::stand_ins(&raw);
        Sweep::check_with(raw, &files)
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.axes.iter().map(Axis::len).product()
    }

    /// Number of seeds.
    pub fn seed_count(&self) -> usize {
        (self.seeds.1 - self.seeds.0 + 1) as usize
    }

    /// Number of runs.
    pub fn runs(&self) -> usize {
        self.cells() * self.seed_count()
    }

    /// The document on one line, without spaces.
    pub fn text(&self) -> String {
        self.raw.to_string()
    }

    /// SHA-256 of `text`, in hexadecimal digits.
    pub fn digest(&self) -> String {
        hex(&Sha256::digest(self.text()))
    }

    /// Number of columns that follow from a run's number: cell, seed and the settings of the axes.
    pub fn known_columns(&self) -> usize {
        2 + self.axes.iter().map(|axis| axis.tracks.len()).sum::<usize>()
    }
}

/// Bytes in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn sweep(reader: &mut Reader, raw: &Json, files: &[TraceFile]) -> Option<Sweep> {
    let root = Place::Root;
    let Some(fields) = raw.fields() else {
        reader.errors.add(|| Error::new(Code::WrongType, "document".into(), found(raw), "{ … }".into()));
        return None;
    };
    reader.schema(raw);
    let window = Window::of(&reader.section(fields, &SWEEP, &root, OWN));
    let title = text(reader, fields, "title", &root);
    let base = scenario(reader, raw.get("scenario"), files);
    let axes = axes::read(reader, raw.get("axes"), base.as_ref(), files);
    let seeds = seeds(reader, raw.get("seeds"), base.as_ref());
    let taken: Vec<&str> = axes.iter().flat_map(|axis| &axis.tracks).map(|track| track.path.as_str()).collect();
    let measures = measures::read(reader, raw.get("measures"), base.as_ref(), &taken);
    if let Some(base) = &base {
        axes::check_measures(reader, &axes, base, files, &measures);
    }
    let cells = axes.iter().try_fold(1u64, |cells, axis| cells.checked_mul(axis.len() as u64));
    let runs = cells.and_then(|cells| cells.checked_mul((seeds.1 - seeds.0).saturating_add(1)));
    if runs.is_none_or(|runs| runs > MAX_RUNS) {
        let found = runs.map_or("> 2^64".into(), |runs| runs.to_string());
        reader.errors.add(|| Error::new(Code::TooMany, "runs".into(), found, format!("<= {MAX_RUNS}")));
    }
    let base = base?;
    if let Err(Outside { field, allowed, .. }) = window.within(base.scenario.duration.seconds())
        && let Some(given) = raw.get(field)
    {
        reader.errors.add(|| Error::new(Code::OutOfRange, field.into(), found(given), allowed));
    }
    let columns = columns(&axes, &measures);
    let (raw, files) = (raw.clone(), files.to_vec());
    Some(Sweep { raw, title, base, axes, seeds, window, measures, columns, files })
}

fn columns(axes: &[Axis], measures: &[Measure]) -> Vec<Column> {
    let tracks = axes.iter().flat_map(|axis| &axis.tracks);
    let mut columns = vec![Column::new(CELL, "", Kind::Whole), Column::new(SEED, "", Kind::Whole)];
    columns.extend(tracks.map(|track| Column::new(&track.path, track.unit, track.kind)));
    columns.extend(measures.iter().map(|measure| measure.column.clone()));
    columns.extend([Column::new(DIGEST, "", Kind::Text), Column::new(ERROR, "", Kind::Text)]);
    columns
}

/// The scenario, whose errors are within `scenario`.
fn scenario(reader: &mut Reader, given: Option<&Json>, files: &[TraceFile]) -> Option<Document> {
    let Some(given) = given else {
        reader.missing(&Place::Field(&Place::Root, "scenario"), || "{ … }".into());
        return None;
    };
    match check_with(given.clone(), files) {
        Ok(document) => Some(document),
        Err(errors) => {
            take(reader, errors, "scenario.");
            None
        }
    }
}

fn seeds(reader: &mut Reader, given: Option<&Json>, base: Option<&Document>) -> (u64, u64) {
    let own = base.map_or(1, |document| document.scenario.seed);
    let place = Place::Field(&Place::Root, "seeds");
    let Some(given) = given else { return (own, own) };
    let Some(fields) = given.fields() else {
        let each = |param: &Param| format!("{}: {}", param.name, sawtooth_scenario::allowed(param));
        let form = || format!("{{ {} }}", SEEDS.params.iter().map(each).collect::<Vec<_>>().join("; "));
        reader.wrong_type(given, &place, form);
        return (own, own);
    };
    let choice = reader.section(fields, &SEEDS, &place, &[]);
    let seeds = SeedSettings::read(&choice.values);
    (seeds.from.min(seeds.to), seeds.to)
}
