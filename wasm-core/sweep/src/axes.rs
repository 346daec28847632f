//! The axes of a sweep: settings by path with their values, given one by one or as a range; several settings may move
//! together. Axes cross. Not here: setting a value (`sawtooth_scenario::set_all`).

use crate::measures::{self, Measure};
use crate::reading::{needed, take};
use crate::table::Kind;
use sawtooth_engine::host;
use sawtooth_engine::math;
use sawtooth_engine::params::{Param, Section};
use sawtooth_engine::scenario::{BOTTLENECK, RUN};
use sawtooth_scenario::error::{Code, Error, found};
use sawtooth_scenario::fields::{Place, Reader};
use sawtooth_scenario::{Document, Json, TraceFile, check_with, set_all, tables};

/// Maximum number of axes, those that move together included.
pub const MAX_AXES: usize = 16;

/// Maximum number of values of an axis.
pub const MAX_VALUES: usize = 100_000;

sawtooth_engine::choices! {
    /// Spacing of a range.
    pub enum Scale {
        /// Equal differences.
        Linear = "linear",
        /// Equal ratios.
        Logarithmic = "logarithmic",
    }
}

sawtooth_engine::params! {
    /// Fields of a range.
    pub struct RangeSettings {
        /// First value, in the setting's unit.
        from: f64 = number(0.0, f64::MIN, f64::MAX).absent(), "choice";
        /// Last value, in the setting's unit.
        to: f64 = number(0.0, f64::MIN, f64::MAX).absent(), "choice";
        /// Number of values, both ends included.
        steps: u32 = whole(2.0, 2.0, 100_000.0).absent(), "choice";
        /// Spacing of the values: with equal differences, or with equal ratios between positive ends.
        scale: Scale = word("linear", Scale::WORDS), "choice";
        /// Rounds each value to a whole number.
        whole: bool = switch(false), "choice";
    }
}

/// A range of an axis.
pub static RANGE: Section = Section::new("axis", "Axis", RangeSettings::PARAMS).about(
    "A setting of the scenario by its path, with its values or with a range; or several settings that move together.",
    "choice",
);

/// Fields that a range needs.
const NEEDED: [&str; 3] = ["from", "to", "steps"];

/// An axis: settings that move together.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The settings, each with the same number of values.
    pub tracks: Vec<Track>,
}

/// One setting of an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// Its path in the scenario.
    pub path: String,
    /// Its values, in order.
    pub values: Vec<Json>,
    /// Type of its column.
    pub kind: Kind,
    /// Unit of its column.
    pub unit: &'static str,
}

impl Track {
    /// Whether its values may rename, add or remove what a measure is of.
    fn may_rename(&self) -> bool {
        let is_named_by = |end: &str| self.path.ends_with(end);
        matches!(self.path.as_str(), "flows" | "cross_traffic" | "reverse_bottleneck")
            || is_named_by(".name")
            || is_named_by(".count")
    }
}

impl Axis {
    /// Number of its values.
    pub fn len(&self) -> usize {
        self.tracks.first().map_or(0, |track| track.values.len())
    }

    /// Whether it has no values, which is rejected.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its settings at one of its values.
    pub fn at(&self, place: usize) -> impl Iterator<Item = (&str, &Json)> + Clone {
        self.tracks.iter().map(move |track| (track.path.as_str(), &track.values[place]))
    }
}

/// Reads the list of axes and checks each of their values in the scenario, the other axes left out.
pub(crate) fn read(
    reader: &mut Reader,
    given: Option<&Json>,
    base: Option<&Document>,
    files: &[TraceFile],
) -> Vec<Axis> {
    let list = Place::Field(&Place::Root, "axes");
    let mut seen: Vec<(String, String)> = Vec::new();
    let mut axes = Vec::new();
    for (index, entry) in reader.list(given, &list, MAX_AXES).iter().enumerate() {
        let place = Place::Index(&list, index);
        let before = reader.errors.count();
        let Some(axis) = axis(reader, entry, &place, &mut seen) else { continue };
        if let Some(base) = base.filter(|_| reader.errors.count() == before) {
            check(reader, &axis, entry, (base, files), &place);
        }
        axes.push(axis);
    }
    axes
}

fn axis(reader: &mut Reader, entry: &Json, place: &Place, seen: &mut Vec<(String, String)>) -> Option<Axis> {
    let fields = reader.object(entry, place)?;
    let Some(together) = entry.get("together") else {
        return track(reader, entry, place, seen).map(|track| Axis { tracks: vec![track] });
    };
    reader.section(fields, &TOGETHER, place, &["together"]);
    let list = Place::Field(place, "together");
    let mut tracks: Vec<Track> = Vec::new();
    let entries = reader.list(Some(together), &list, MAX_AXES);
    for (index, entry) in entries.iter().enumerate() {
        let place = Place::Index(&list, index);
        let Some(track) = reader.object(entry, &place).and_then(|_| track(reader, entry, &place, seen)) else {
            continue;
        };
        if let Some(first) = tracks.first()
            && first.values.len() != track.values.len()
        {
            let [found, allowed] = [&track, first].map(|track| match track.values.len() {
                1 => "1 value".into(),
                count => format!("{count} values"),
            });
            let at = Place::Field(&place, if entry.get("values").is_some() { "values" } else { "steps" });
            reader.errors.add(|| Error::new(Code::OutOfRange, at.text(), found, allowed));
        }
        tracks.push(track);
    }
    if entries.is_empty() && together.elements().is_some() {
        reader.errors.add(|| Error::new(Code::OutOfRange, list.text(), "[]".into(), "[ … ]".into()));
    }
    (!tracks.is_empty()).then_some(Axis { tracks })
}

/// An axis of several settings, which has no other fields.
static TOGETHER: Section = Section::new("together", "Axis of several settings", &[]);

fn track(reader: &mut Reader, entry: &Json, place: &Place, seen: &mut Vec<(String, String)>) -> Option<Track> {
    let fields = entry.fields()?;
    let path = needed(reader, fields, "path", place);
    let before = reader.errors.count();
    reader.section(fields, &RANGE, place, &["path", "values", "together"]);
    let values = match entry.get("values") {
        Some(values) => given(reader, values, entry, place),
        None if reader.errors.count() == before => range(reader, entry, place),
        None => None,
    };
    let path = path?;
    let at = Place::Field(place, "path");
    if path == "seed" {
        let error = || Error::new(Code::UnknownName, at.text(), "\"seed\"".into(), "path ≠ seed".into());
        reader.errors.add(|| error().nearest(Some("seeds")));
        return None;
    }
    if let Some((_, other)) = seen.iter().find(|(other, _)| *other == path) {
        let found = format!("{path:?} = {other}");
        reader.errors.add(|| Error::new(Code::DuplicateName, at.text(), found, format!("≠ {path:?}")));
        return None;
    }
    seen.push((path.clone(), place.text()));
    let values = values?;
    let all = |is: fn(&Json) -> bool| values.iter().all(|value| is(value) || *value == Json::Null);
    let kind = match () {
        () if all(|value| value.number().is_some()) => Kind::Number,
        () if all(|value| matches!(value, Json::Bool(_))) => Kind::Switch,
        () => Kind::Text,
    };
    Some(Track { unit: unit(&path), path, values, kind })
}

/// Values that are listed, without a range beside them.
fn given(reader: &mut Reader, values: &Json, entry: &Json, place: &Place) -> Option<Vec<Json>> {
    let also: Vec<&str> =
        RANGE.params.iter().map(|param| param.name).filter(|name| entry.get(name).is_some()).collect();
    if !also.is_empty() {
        let found = format!("values, {}", also.join(", "));
        reader.errors.add(|| Error::new(Code::OneOfBoth, place.text(), found, "values|steps".into()));
        return None;
    }
    let at = Place::Field(place, "values");
    let listed = reader.list(Some(values), &at, MAX_VALUES).to_vec();
    if listed.is_empty() && values.elements().is_some() {
        reader.errors.add(|| Error::new(Code::OutOfRange, at.text(), "[]".into(), "[ … ]".into()));
    }
    (!listed.is_empty()).then_some(listed)
}

/// The values of a range.
fn range(reader: &mut Reader, entry: &Json, place: &Place) -> Option<Vec<Json>> {
    let named: Vec<&str> = NEEDED.into_iter().filter(|name| entry.get(name).is_some()).collect();
    if named.is_empty() {
        reader.errors.add(|| Error::new(Code::OneOfNeither, place.text(), String::new(), "values|steps".into()));
        return None;
    }
    for name in NEEDED.into_iter().filter(|name| entry.get(name).is_none()) {
        let param = &RANGE.params[RANGE.index(name).unwrap_or(0)];
        reader.missing(&Place::Field(place, name), || sawtooth_scenario::allowed(param));
    }
    let number = |name: &str| entry.get(name).and_then(Json::number);
    let (from, to, steps) = (number("from")?, number("to")?, number("steps")? as usize);
    let logarithmic = entry.get("scale").and_then(Json::text) == Some("logarithmic");
    let mut fits = true;
    for (name, value) in [("from", from), ("to", to)] {
        if logarithmic && value <= 0.0 {
            let at = Place::Field(place, name);
            let given = entry.get(name).map(found).unwrap_or_default();
            reader.errors.add(|| Error::new(Code::OutOfRange, at.text(), given, "0 < x".into()));
            fits = false;
        }
    }
    let whole = entry.get("whole") == Some(&Json::Bool(true));
    fits.then(|| {
        points(from, to, steps, logarithmic)
            .map(|value| Json::from(if whole { value.round() } else { value }))
            .collect()
    })
}

/// Values of a range: its ends are exact, the others have twelve significant digits, so that 20 is not 20.000000000000004.
pub fn points(from: f64, to: f64, steps: usize, logarithmic: bool) -> impl Iterator<Item = f64> {
    (0..steps).map(move |step| match step {
        0 => from,
        last if last + 1 == steps => to,
        step => {
            let share = step as f64 / (steps - 1) as f64;
            let value =
                if logarithmic { from * math::exp(math::ln(to / from) * share) } else { from + (to - from) * share };
            format!("{value:.11e}").parse().unwrap_or(value)
        }
    })
}

/// Checks the scenario with each value of an axis.
fn check(reader: &mut Reader, axis: &Axis, entry: &Json, (base, files): (&Document, &[TraceFile]), place: &Place) {
    for index in 0..axis.len() {
        if reader.errors.more > 0 {
            return; // enough for anybody
        }
        let mut document = base.raw.clone();
        let inner = |field: &str| match (entry.get("together"), entry.get(field)) {
            (None, Some(_)) => format!("{}.{field}", place.text()),
            _ => place.text(),
        };
        if let Err(mut error) = set_all(&mut document, axis.at(index)) {
            error.place = format!("{}: {}", inner("path"), error.place);
            reader.errors.add(|| error);
            return;
        }
        if let Err(errors) = check_with(document, files) {
            let listed = entry.get("values").is_some();
            let before = if listed { format!("{}[{index}]", inner("values")) } else { place.text() };
            take(reader, errors, &format!("{before}: "));
        }
    }
}

/// Rejects each value that alone leaves a measure without its flow or bottleneck: none of its cells could have that measure. Where
/// only values of several axes do so together, the rows of their cells have the error.
pub(crate) fn check_measures(
    reader: &mut Reader,
    axes: &[Axis],
    base: &Document,
    files: &[TraceFile],
    measures: &[Measure],
) {
    for (place, axis) in axes.iter().enumerate().filter(|(_, axis)| axis.tracks.iter().any(Track::may_rename)) {
        for index in 0..axis.len() {
            let mut document = base.raw.clone();
            // A value that is rejected by itself is an error already.
            if reader.errors.more > 0 || set_all(&mut document, axis.at(index)).is_err() {
                break;
            }
            let Ok(document) = check_with(document, files) else { continue };
            for mut error in measures::missing(measures, &document.scenario) {
                error.place = format!("axes[{place}], value {}: {}", index + 1, error.place);
                reader.errors.add(|| error);
            }
        }
    }
}

/// Unit of the setting at a path, by its name; empty if it has none.
fn unit(path: &str) -> &'static str {
    let name = path.rsplit('.').next().unwrap_or(path);
    let lists = [
        tables::algorithms(),
        tables::disciplines(),
        tables::models(),
        tables::reorderings(),
        tables::rate_models(),
        tables::applications(),
        tables::traffic(),
    ];
    let single = [&RUN, &BOTTLENECK, &host::SECTION, tables::policer(), tables::delay_variation()];
    let sections = single.into_iter().chain(lists.into_iter().flatten().copied());
    let find = |params: &'static [Param]| params.iter().find(|param| param.name == name);
    sections.map(|section| section.params).find_map(find).map_or("", |param| param.unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_its_ends_and_equal_steps_between() {
        let equal = |from, to, steps, logarithmic, expected: &[f64]| {
            let got: Vec<f64> = points(from, to, steps, logarithmic).collect();
            assert_eq!(got, expected);
        };
        equal(10.0, 70.0, 4, false, &[10.0, 30.0, 50.0, 70.0]);
        equal(0.3, 0.1, 3, false, &[0.3, 0.2, 0.1]);
        equal(1e-4, 0.1, 4, true, &[1e-4, 1e-3, 1e-2, 0.1]);
        equal(160.0, 10.0, 5, true, &[160.0, 80.0, 40.0, 20.0, 10.0]);
        equal(7.0, 9.0, 2, true, &[7.0, 9.0]);
        equal(1.0, 2.0, 4, false, &[1.0, 1.33333333333, 1.66666666667, 2.0]);
    }

    #[test]
    fn a_setting_has_its_unit() {
        for (path, unit_) in [
            ("bottleneck.rate_bps", "bit/s"),
            ("flows.a.base_rtt_ms", "ms"),
            ("bottleneck.queue.limit_packets", "packets"),
            ("duration_s", "s"),
            ("bottleneck.loss.probability", ""),
            ("flows.a.algorithm.kind", ""),
        ] {
            assert_eq!(unit(path), unit_, "{path}");
        }
    }
}
