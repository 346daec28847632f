//! The measures of a sweep: a field of the summary, or a statistic of a signal over a span. Not here: how a signal is
//! measured (`signal.rs`).

use crate::fields;
use crate::harm;
use crate::reading::{needed, text};
use crate::span::{Outside, Window};
use crate::table::{CELL, Column, DIGEST, ERROR, Kind, SEED};
use sawtooth_engine::observe::{Kind as SignalKind, Signal, Source};
use sawtooth_engine::params::{Choice, Ordered, Section, Value};
use sawtooth_engine::scenario::Scenario;
use sawtooth_measures::trace;
use sawtooth_scenario::error::{Code, Error, found, nearest, shorten};
use sawtooth_scenario::fields::{Place, Reader};
use sawtooth_scenario::json::shortest;
use sawtooth_scenario::{Document, Json};

/// Maximum number of measures.
pub const MAX_MEASURES: usize = 1000;

sawtooth_engine::choices! {
    /// Statistic of a signal's values in a span: levels weighted by time, samples and events by number.
    #[derive(Default)]
    pub enum Statistic {
        /// The mean.
        #[default]
        Mean = "mean",
        /// The minimum.
        Min = "min",
        /// The maximum.
        Max = "max",
        /// The smallest value with at least the given share of the weight at or below it, within 0.1 %.
        Quantile = "quantile",
        /// The number of values: samples, events, changes of a level.
        Count = "count",
    }
}

sawtooth_engine::params! {
    /// Fields of a measure of a signal that are settings.
    pub struct SignalSettings {
        /// Statistic of the values: levels are weighted by time, samples and events by number.
        statistic: Statistic = word("mean", Statistic::WORDS), "choice";
        /// Share of the weight at or below the quantile, from 0 to 1.
        quantile: Option<f64> = number(0.5, 0.0, 1.0).absent(), "choice";
        /// Start of the span; that of the sweep if absent.
        from_s: Option<f64> = number(0.0, 0.0, f64::MAX).unit("s").absent(), "choice";
        /// End of the span, excluded; that of the sweep if absent.
        to_s: Option<f64> = above(0.0, 0.0, f64::MAX).unit("s").absent(), "choice";
    }
}

/// A measure of a signal.
pub static SIGNAL: Section = Section::new("signal", "Measure of a signal", SignalSettings::PARAMS)
    .about("A statistic of a signal of the trace over a span.", "choice")
    .ordered(&[Ordered { less: "from_s", more: "to_s" }]);

/// A measure of a field.
pub static FIELD: Section = Section::new("field", "Measure of the summary", &[])
    .about("A field of the summary by its path, over the span of the sweep.", "choice");

/// A measure of a run.
#[derive(Clone, Debug)]
pub struct Measure {
    /// Its column.
    pub column: Column,
    /// The quantity.
    pub what: What,
}

/// Kind of a measure.
#[derive(Clone, Debug)]
pub enum What {
    /// A field of the summary, by its path.
    Field(String),
    /// A statistic of a signal.
    Signal(Of),
}

/// A statistic of a signal.
#[derive(Clone, Debug)]
pub struct Of {
    /// Name of the signal's source in the scenario.
    pub source: String,
    /// The signal.
    pub signal: &'static Signal,
    /// The statistic.
    pub statistic: Statistic,
    /// Share of a quantile.
    pub share: f64,
    /// Span; where it is not given, the sweep's.
    pub window: Window,
}

/// Names in a list of what is allowed.
const LISTED: usize = 40;

/// Maximum length of a column's name in characters.
const MAX_NAME: usize = 200;

/// Reads the list of measures; `taken` are names of other columns.
pub(crate) fn read(reader: &mut Reader, given: Option<&Json>, base: Option<&Document>, taken: &[&str]) -> Vec<Measure> {
    let list = Place::Field(&Place::Root, "measures");
    let Some(given) = given else {
        reader.missing(&list, || "[ … ]".into());
        return Vec::new();
    };
    let known = base.map(measurable);
    let entries = reader.list(Some(given), &list, MAX_MEASURES);
    if entries.is_empty() && given.elements().is_some() {
        reader.errors.add(|| Error::new(Code::OutOfRange, list.text(), "[]".into(), "[ … ]".into()));
    }
    let mut measures: Vec<Measure> = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let place = Place::Index(&list, index);
        let Some(measure) = measure(reader, entry, &place, base, known.as_deref()) else { continue };
        let name = &measure.column.name;
        let own = [CELL, SEED, DIGEST, ERROR];
        let is = |other: &str| other == name;
        if measures.iter().any(|other| is(&other.column.name))
            || own.into_iter().any(is)
            || taken.iter().any(|other| is(other))
        {
            let at = if entry.get("name").is_some() { Place::Field(&place, "name") } else { place };
            reader.errors.add(|| {
                Error::new(Code::DuplicateName, at.text(), shorten(&format!("{name:?}")), format!("≠ {name:?}"))
            });
            continue;
        }
        measures.push(measure);
    }
    measures
}

fn measure(
    reader: &mut Reader,
    entry: &Json,
    place: &Place,
    base: Option<&Document>,
    known: Option<&[Column]>,
) -> Option<Measure> {
    if let Some(path) = entry.text() {
        return field(reader, path, None, place, known);
    }
    let Some(fields) = entry.fields() else {
        reader.wrong_type(entry, place, || "\"…\"|{ … }".into());
        return None;
    };
    let before = reader.errors.count();
    let name = name(reader, entry, place);
    if entry.get("signal").is_none() {
        reader.section(fields, &FIELD, place, &["field", "name"]);
        let path = needed(reader, fields, "field", place)?;
        return field(reader, &path, name, &Place::Field(place, "field"), known);
    }
    let choice = reader.section(fields, &SIGNAL, place, &["signal", "source", "name"]);
    let signal = text(reader, fields, "signal", place).and_then(|name| signal(reader, &name, place));
    let source = needed(reader, fields, "source", place);
    let source = source.filter(|source| base.is_none_or(|base| has(reader, base, source, place)));
    let of = statistic(reader, entry, &choice, place, base);
    let (signal, source, (statistic, share, window)) = (signal?, source?, of?);
    if reader.errors.count() > before {
        return None;
    }
    let name = name.unwrap_or_else(|| named(&source, signal, statistic, share, window));
    let column = match statistic {
        Statistic::Count => Column::new(name, "", Kind::Whole),
        _ => Column::new(name, signal.unit, Kind::Number),
    };
    Some(Measure { column, what: What::Signal(Of { source, signal, statistic, share, window }) })
}

/// Name of a column that has none: source, signal, statistic, and the span if it has its own.
fn named(source: &str, signal: &Signal, statistic: Statistic, share: f64, window: Window) -> String {
    let of = match statistic {
        Statistic::Quantile => format!("q{}", shortest(share)),
        other => Statistic::WORDS[other as usize].into(),
    };
    let span = match (window.from_s, window.to_s) {
        (None, None) => String::new(),
        (from, to) => format!(".{}-{}", from.map_or(String::new(), shortest), to.map_or(String::new(), shortest)),
    };
    format!("{source}.{}.{of}{span}", signal.name)
}

fn name(reader: &mut Reader, entry: &Json, place: &Place) -> Option<String> {
    let name = text(reader, entry.fields()?, "name", place)?;
    let length = name.chars().count();
    if !(1..=MAX_NAME).contains(&length) || name.chars().any(char::is_control) {
        let at = Place::Field(place, "name");
        let found = shorten(&format!("{name:?}"));
        reader.errors.add(|| Error::new(Code::OutOfRange, at.text(), found, format!("1 <= … <= {MAX_NAME}")));
    }
    Some(name)
}

fn field(
    reader: &mut Reader,
    path: &str,
    name: Option<String>,
    place: &Place,
    known: Option<&[Column]>,
) -> Option<Measure> {
    let known = known?;
    let Some(column) = known.iter().find(|column| column.name == path) else {
        unknown(reader, path, place, &known.iter().map(|column| column.name.as_str()).collect::<Vec<_>>());
        return None;
    };
    let column = Column { name: name.unwrap_or_else(|| path.into()), ..column.clone() };
    Some(Measure { column, what: What::Field(path.into()) })
}

fn unknown(reader: &mut Reader, given: &str, place: &Place, known: &[&str]) {
    let allowed = listed(known);
    reader.errors.add(|| {
        let found = shorten(&format!("{given:?}"));
        Error::new(Code::UnknownName, place.text(), found, allowed).nearest(nearest(given, known.iter().copied()))
    });
}

/// A signal with numbers.
fn signal(reader: &mut Reader, given: &str, place: &Place) -> Option<&'static Signal> {
    let all = trace::signals().into_iter().filter(|signal| signal.kind != SignalKind::State);
    let all: Vec<&'static Signal> = all.collect();
    let found = all.iter().find(|signal| signal.name == given).copied();
    if found.is_none() {
        let names: Vec<&str> = all.iter().map(|signal| signal.name).collect();
        unknown(reader, given, &Place::Field(place, "signal"), &names);
    }
    found
}

/// An error for each measure whose flow, cross traffic or bottleneck a scenario does not have.
pub(crate) fn missing(measures: &[Measure], scenario: &Scenario) -> Vec<Error> {
    let sources = trace::sources(scenario);
    let has = |measure: &Measure| match &measure.what {
        What::Signal(of) => sources.iter().any(|(name, _)| *name == of.source),
        What::Field(path) => {
            let mut steps = path.split('.');
            let (part, name) = (steps.next(), steps.next());
            let named = |(other, _): &&(&str, Source)| Some(*other) == name;
            match part {
                Some("flows") => sources.iter().filter(named).any(|(_, source)| matches!(source, Source::Flow(_))),
                Some("cross_traffic") => {
                    sources.iter().filter(named).any(|(_, source)| matches!(source, Source::Cross(_)))
                }
                Some("reverse_bottleneck") => scenario.reverse_bottleneck.is_some(),
                _ => true,
            }
        }
    };
    let lacking = measures.iter().enumerate().filter(|(_, measure)| !has(measure));
    let error = |(index, measure): (usize, &Measure)| {
        let names: Vec<&str> = sources.iter().map(|(name, _)| *name).collect();
        let found = shorten(&format!("{:?}", measure.column.name));
        Error::new(Code::UnknownName, format!("measures[{index}]"), found, listed(&names))
    };
    lacking.map(error).collect()
}

/// Names in the form of what is allowed, not too many.
fn listed(names: &[&str]) -> String {
    let more = if names.len() > LISTED { "|…" } else { "" };
    format!("{}{more}", names[..names.len().min(LISTED)].join("|"))
}

/// Whether the scenario has this source.
fn has(reader: &mut Reader, base: &Document, given: &str, place: &Place) -> bool {
    let sources = trace::sources(&base.scenario);
    let found = sources.iter().any(|(name, _)| *name == given);
    if !found {
        let names: Vec<&str> = sources.iter().map(|(name, _)| *name).collect();
        unknown(reader, given, &Place::Field(place, "source"), &names);
    }
    found
}

/// Statistic, share and span, which fit each other and the run's length.
fn statistic(
    reader: &mut Reader,
    entry: &Json,
    choice: &Choice,
    place: &Place,
    base: Option<&Document>,
) -> Option<(Statistic, f64, Window)> {
    let settings = SignalSettings::read(&choice.values);
    let window = Window::of(choice);
    let at = Place::Field(place, "quantile");
    let share = match (settings.statistic, choice.get("quantile")) {
        (Statistic::Quantile, Value::Number(share)) => share,
        (Statistic::Quantile, _) if entry.get("quantile").is_none() => {
            reader.missing(&at, || "0 <= x <= 1".into());
            return None;
        }
        (Statistic::Quantile, _) => return None, // out of range, as reported
        (_, Value::Number(_)) => {
            let found = entry.get("quantile").map(found).unwrap_or_default();
            let word = Statistic::WORDS[settings.statistic as usize];
            reader.errors.add(|| Error::new(Code::LacksField, at.text(), found, format!("statistic ≠ {word}")));
            return None;
        }
        _ => 0.0,
    };
    let duration_s = base.map(|base| base.scenario.duration.seconds());
    if let Some(Err(Outside { field, allowed, .. })) = duration_s.map(|duration_s| window.within(duration_s))
        && let Some(given) = entry.get(field)
    {
        let at = Place::Field(place, field);
        reader.errors.add(|| Error::new(Code::OutOfRange, at.text(), found(given), allowed));
        return None;
    }
    Some((settings.statistic, share, window))
}

/// Columns that a measure of a summary's field may have.
pub fn measurable(base: &Document) -> Vec<Column> {
    // The build differs between programs that must write the same bytes; the digest has a column of its own.
    let mut columns = fields::of_scenario(&base.scenario);
    columns.retain(|column| !["version", "build", "digest"].contains(&column.name.as_str()));
    columns.extend(fields::derived(&base.scenario));
    columns.extend(harm::columns(&base.scenario));
    columns
}
