//! A sweep that is computed run by run, in the order in which its picture fills, and grows: values are added where neighbours differ, and
//! rows stay. Its document always lists all of its values in order, so that the command makes the same table of it. Not here: who
//! computes the runs, drawing.

use crate::axes::{Axis, Track};
use crate::csv;
use crate::document::{SCHEMA, Sweep};
use crate::fit::Line;
use crate::measures::measurable;
use crate::read_table::{self, Table, quantile, refused};
use crate::scale::Scale;
use crate::span::Window;
use crate::table::{Column, Kind, MAX_KEPT, Row, Value, is_finished};
use crate::theory::{Of, Theory};
use crate::traces::stand_ins;
use sawtooth_engine::math;
use sawtooth_engine::scenario::Scenario;
use sawtooth_scenario::error::{Code, Error, Errors, found};
use sawtooth_scenario::{Json, TraceFile, check_with, object, set_all};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// A gap between neighbours is divided if their medians differ by more than this share of the largest difference.
const STEP: f64 = 0.1;

/// No gap narrower than this share of the axis is divided.
const FINEST: f64 = 1.0 / 256.0;

/// Rejects more runs than are kept.
fn too_many(runs: f64) -> Result<(), Errors> {
    if runs <= MAX_KEPT as f64 {
        return Ok(());
    }
    Err(Error::new(Code::TooMany, "runs".into(), Json::from(runs).to_string(), format!("<= {MAX_KEPT}")).into())
}

/// Number of runs that the axes and seeds of a document say; what is no number in it counts as one.
fn runs_of(raw: &Json) -> f64 {
    let number = |entry: &Json, name: &str| entry.get(name).and_then(Json::number);
    let values = |axis: &Json| {
        let track = axis.get("together").and_then(Json::elements).and_then(<[Json]>::first).unwrap_or(axis);
        let listed = track.get("values").and_then(Json::elements).map(|values| values.len() as f64);
        listed.or(number(track, "steps")).unwrap_or(1.0)
    };
    let seeds = raw.get("seeds").and_then(|seeds| Some(number(seeds, "to")? - number(seeds, "from")? + 1.0));
    let axes = raw.get("axes").and_then(Json::elements).unwrap_or_default();
    axes.iter().map(values).product::<f64>() * seeds.unwrap_or(1.0)
}

/// A sweep with the rows that there are.
pub struct Grown {
    sweep: Sweep,
    rows: Vec<Option<Row>>,
    /// The scenario of each cell, once it is asked for: checking 18,000 of them takes seconds, and a picture asks each time that it is drawn.
    cells: OnceLock<Vec<Option<Scenario>>>,
}

impl Grown {
    /// Checks a document that may name these traces. A range becomes the list of its values without those that rounding makes equal, and
    /// the numbers of an axis are put in order.
    ///
    /// # Errors
    /// All that `Sweep::check` rejects; an axis with equal values; too many runs.
    pub fn check(raw: Json, files: &[TraceFile]) -> Result<Grown, Errors> {
        // Before each value is checked, which takes its time.
        too_many(runs_of(&raw))?;
        let mut sweep = Sweep::check_with(raw, files)?;
        let (mut errors, mut axes) = (Errors::default(), Vec::new());
        let entries = sweep.raw.get("axes").and_then(Json::elements).unwrap_or_default();
        for (index, (axis, entry)) in sweep.axes.iter_mut().zip(entries).enumerate() {
            axes.push(listed(entry, axis, index, &mut errors));
        }
        if errors.count() > 0 {
            return Err(errors);
        }
        if !axes.is_empty() {
            sweep.raw.set("axes", axes);
        }
        Ok(Grown { rows: vec![None; sweep.runs()], cells: OnceLock::new(), sweep })
    }

    /// The sweep of a document with the rows of its table. No trace is needed, since nothing is run.
    ///
    /// # Errors
    /// As `check` and `read`.
    pub fn of_table(raw: Json, table: &str) -> Result<Grown, Errors> {
        let files = stand_ins(&raw);
        let mut grown = Grown::check(raw, &files)?;
        grown.read(table)?;
        Ok(grown)
    }

    /// The sweep of a table whose document is not at hand, if its runs are those of this scenario, measured over this span: its columns are
    /// settings and fields of the scenario, and its first row is that of the same run here, which is run for it.
    ///
    /// # Errors
    /// As `check` and `read`; the first column of the first row that has another value here.
    pub fn of_scenario(scenario: Json, span: Window, files: &[TraceFile], text: &str) -> Result<Grown, Errors> {
        let base = check_with(scenario.clone(), files)?;
        let table = Table::read(text)?;
        let fields = measurable(&base);
        let own = &table.columns[2..table.columns.len() - 2];
        let is_setting = |column: &&Column| fields.iter().all(|field| field.name != column.name);
        for (place, column) in own.iter().enumerate().filter(|(_, column)| is_setting(column)) {
            let setting = (&*column.name, &Json::Null);
            if let Err(mut error) = set_all(&mut scenario.clone(), [setting].into_iter()) {
                error.place = format!("column {}: {}", place + 3, column.name);
                return Err(error.into());
            }
        }
        let settings = own.iter().take_while(is_setting).count();
        let measures: Vec<Json> = own[settings..].iter().map(|column| (*column.name).into()).collect();
        let mut raw = object! {
            "schema" => SCHEMA as u64,
            "scenario" => scenario,
            "seeds" => object! { "from" => table.seeds.0, "to" => table.seeds.1 },
            "axes" => table.tracks(2 + settings),
            "measures" => measures,
        };
        for (name, end) in [("from_s", span.from_s), ("to_s", span.to_s)] {
            if let Some(end) = end {
                raw.set(name, end);
            }
        }
        let mut grown = Grown::check(raw, files)?;
        grown.read(text)?;
        let first = grown.rows.iter().position(Option::is_some).unwrap_or(0);
        let (here, given) = (grown.sweep.run(first, &|_| ()), grown.rows[first].clone().unwrap_or_default());
        let other = grown.sweep.columns.iter().zip(given.iter().zip(&here)).find(|(_, (given, here))| given != here);
        if let Some((column, (given, here))) = other {
            let shown = |value: &Value| value.json().to_string();
            let (cell, seed) = grown.sweep.place(first);
            let place = format!("cell {cell}, seed {seed}: {}", column.name);
            return Err(refused(Code::OtherRun, place, &shown(given), shown(here)));
        }
        Ok(grown)
    }

    /// The sweep as it is now.
    pub fn sweep(&self) -> &Sweep {
        &self.sweep
    }

    /// Takes the row of a run in, by the values of its axes and its seed: it may have had another number when it was run. False if it
    /// is of no run of this sweep.
    pub fn add(&mut self, mut row: Row) -> bool {
        let known = self.sweep.known_columns();
        if row.len() != self.sweep.columns.len() || !is_finished(&row[known..]) {
            return false;
        }
        let Some(run) = self.run_of(&row) else { return false };
        row[0] = Value::Whole(self.sweep.place(run).0 as u64);
        self.rows[run] = Some(row);
        true
    }

    /// Takes a row in that `row_text` made.
    pub fn add_text(&mut self, text: &str) -> bool {
        let Ok(row) = sawtooth_scenario::parse(text) else { return false };
        let fields = row.elements().unwrap_or_default();
        if fields.len() != self.sweep.columns.len() {
            return false;
        }
        let values = fields.iter().zip(&self.sweep.columns).map(|(field, column)| Value::read(field, column.kind));
        values.collect::<Option<Row>>().is_some_and(|row| self.add(row))
    }

    /// The run with the axes' values and the seed of a row.
    fn run_of(&self, row: &[Value]) -> Option<usize> {
        let Value::Whole(seed) = row[1] else { return None };
        let seed = seed.checked_sub(self.sweep.seeds.0)? as usize;
        let (mut cell, mut column) = (0, 2);
        for axis in &self.sweep.axes {
            let own = &row[column..column + axis.tracks.len()];
            let is_at = |place: &usize| {
                axis.tracks
                    .iter()
                    .zip(own)
                    .all(|(track, value)| Value::of(Some(&track.values[*place]), track.kind) == *value)
            };
            cell = cell * axis.len() + (0..axis.len()).find(is_at)?;
            column += axis.tracks.len();
        }
        (seed < self.sweep.seed_count()).then(|| cell * self.sweep.seed_count() + seed)
    }

    /// Whether a run has a row.
    pub fn has(&self, run: usize) -> bool {
        self.rows[run].is_some()
    }

    /// Runs without a row, in the order in which a picture fills evenly: with the first seed, from the ends of each axis by halves, then
    /// with the next seed.
    pub fn left(&self) -> Vec<usize> {
        let seeds = self.sweep.seed_count();
        let levels: Vec<Vec<u32>> = self.sweep.axes.iter().map(|axis| levels(axis.len())).collect();
        let level = |cell: usize| {
            let places = self.sweep.values(cell).into_iter().zip(&levels);
            places.map(|(place, levels)| levels[place]).max().unwrap_or(0)
        };
        let levels: Vec<u32> = (0..self.sweep.cells()).map(level).collect();
        let mut left: Vec<usize> = (0..self.rows.len()).filter(|run| self.rows[*run].is_none()).collect();
        left.sort_by_key(|run| (run % seeds, levels[run / seeds], *run));
        left
    }

    /// The table of the rows that there are, as CSV: of all rows the bytes that `sawtooth sweep --csv` writes of this sweep's document.
    pub fn csv(&self) -> String {
        let write = || {
            let mut writer = csv::Writer::new(Vec::new(), &self.sweep.columns)?;
            self.rows.iter().flatten().try_for_each(|row| writer.row(row))?;
            writer.finish()
        };
        // Memory rejects nothing.
        String::from_utf8(write().unwrap_or_default()).unwrap_or_default()
    }

    /// Takes in the rows of a table of this sweep, or of one with fewer of its values. Returns their number.
    ///
    /// # Errors
    /// The table of another document: the first column or line that this sweep does not have. No row of it is taken in.
    pub fn read(&mut self, text: &str) -> Result<usize, Errors> {
        let table = read_table::records(text)?;
        for place in 0..self.sweep.columns.len().max(table.names.len()) {
            let (own, other) = (self.sweep.columns.get(place), table.names.get(place));
            if own.map(|column| &column.name) != other {
                let found = other.map_or(String::new(), |name| format!("{name:?}"));
                let allowed = own.map_or("∅".into(), |column| column.name.clone());
                return Err(refused(Code::UnknownName, format!("column {}", place + 1), &found, allowed));
            }
        }
        let mut rows = Vec::new();
        for record in table.records {
            rows.push(self.row_of(&record)?);
        }
        let count = rows.len();
        rows.into_iter().for_each(|row| {
            self.add(row);
        });
        Ok(count)
    }

    /// The row of a record, if it is one of this sweep.
    fn row_of(&self, record: &csv::Record) -> Result<Row, Errors> {
        let columns = &self.sweep.columns;
        let row = read_table::row(record, columns)?;
        let line = |what: &str| format!("line {}: {what}", record.line);
        let known = self.sweep.known_columns();
        if !is_finished(&row[known..]) {
            let allowed = "digest|error".into();
            return Err(refused(Code::OneOfNeither, line("digest"), "", allowed));
        }
        if self.run_of(&row).is_some() {
            return Ok(row);
        }
        // Values that the sweep does not have, by name.
        for (column, track) in (2..).zip(self.sweep.axes.iter().flat_map(|axis| &axis.tracks)) {
            let values: Vec<Value> = track.values.iter().map(|value| Value::of(Some(value), track.kind)).collect();
            if !values.contains(&row[column]) {
                let shown = |value: &Value| value.json().to_string();
                let listed: Vec<String> = values.iter().map(shown).collect();
                return Err(refused(Code::UnknownName, line(&track.path), &shown(&row[column]), listed.join("|")));
            }
        }
        let (from, to) = self.sweep.seeds;
        Err(refused(Code::OutOfRange, line("seed"), &row[1].json().to_string(), format!("{from} <= x <= {to}, whole")))
    }

    /// Adds values to the only axis where neighbours differ, at most up to this number of values in all; rows stay. Returns how many it
    /// has added: none before every run has its row, and none to an axis of words or of several settings.
    ///
    /// The rule: two neighbours differ if the medians of one measure, over the seeds, differ by more than a tenth of the largest difference
    /// between medians of that measure, and their spans from the 20th to the 80th percentile are apart; or if one of them is not defined. The value between them is added (`logarithmic`: the geometric mean; a whole number where only those are
    /// allowed), unless the gap is narrower than 1/256 of the axis. Gaps with the largest differences come first, smaller values before larger ones.
    pub fn refine(&mut self, logarithmic: bool, most: usize) -> usize {
        let [axis] = &self.sweep.axes[..] else { return 0 };
        let [track] = &axis.tracks[..] else { return 0 };
        let numbers: Vec<f64> = track.values.iter().filter_map(Json::number).collect();
        let enough = numbers.len() == track.values.len() && numbers.len() >= 2;
        if !enough || self.rows.iter().any(Option::is_none) || (logarithmic && numbers[0] <= 0.0) {
            return 0;
        }
        let place = |value: f64| if logarithmic { math::ln(value) } else { value };
        let whole = place(numbers[numbers.len() - 1]) - place(numbers[0]);
        let mut gaps: Vec<(f64, usize)> = self.steps().into_iter().zip(0..).filter(|(step, _)| *step > STEP).collect();
        gaps.retain(|(_, gap)| place(numbers[gap + 1]) - place(numbers[*gap]) > FINEST * whole);
        gaps.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let mut added: Vec<f64> = Vec::new();
        for (_, gap) in gaps {
            if numbers.len() + added.len() >= most {
                break;
            }
            added.extend(self.between(numbers[gap], numbers[gap + 1], logarithmic));
        }
        let mut values = numbers;
        values.extend(&added);
        values.sort_by(f64::total_cmp);
        if added.is_empty() || !self.with_values(values) { 0 } else { added.len() }
    }

    /// The largest difference of each pair of neighbours on the only axis, as a share of the largest difference of that measure.
    fn steps(&self) -> Vec<f64> {
        let cells = self.sweep.cells();
        let mut steps = vec![0.0; cells - 1];
        for measure in &self.sweep.measures {
            let column = &measure.column;
            if !matches!(column.kind, Kind::Number | Kind::Whole) {
                continue;
            }
            let share = |share: f64| self.quantiles(&column.name, Scale::AsIs, share);
            let (low, medians, high) = (share(0.2), share(0.5), share(0.8));
            let defined = || medians.iter().copied().filter(|median| median.is_finite());
            let most = defined().fold(f64::NEG_INFINITY, f64::max) - defined().fold(f64::INFINITY, f64::min);
            for (gap, step) in steps.iter_mut().enumerate() {
                let apart = (medians[gap + 1] - medians[gap]).abs();
                let are_apart = high[gap] < low[gap + 1] || high[gap + 1] < low[gap];
                let own = match (medians[gap].is_finite(), medians[gap + 1].is_finite()) {
                    (true, true) if are_apart => apart / most,
                    (one, other) if one != other => 1.0,
                    _ => 0.0,
                };
                *step = math::greater(*step, own);
            }
        }
        steps
    }

    /// A legal value of the only axis between two others; none where there is none.
    fn between(&self, below: f64, above: f64, logarithmic: bool) -> Option<f64> {
        let middle = if logarithmic { (below * above).sqrt() } else { below + (above - below) / 2.0 };
        let short = format!("{middle:.11e}").parse().unwrap_or(middle);
        let path = &self.sweep.axes[0].tracks[0].path;
        let is_legal = |value: &f64| {
            let (mut document, value) = (self.sweep.base.raw.clone(), Json::from(*value));
            let set = set_all(&mut document, [(path.as_str(), &value)].into_iter());
            set.is_ok() && check_with(document, &self.sweep.files).is_ok()
        };
        [short, middle.round()].into_iter().filter(|value| below < *value && *value < above).find(is_legal)
    }

    /// Gives the only axis other values and keeps the rows of those that remain. False if the document is then rejected.
    fn with_values(&mut self, values: Vec<f64>) -> bool {
        let path = self.sweep.axes[0].tracks[0].path.as_str();
        // A value that is there already stays as it was written.
        let old = &self.sweep.axes[0].tracks[0].values;
        let value = |value: f64| old.iter().find(|old| old.number() == Some(value)).cloned().unwrap_or(value.into());
        let values: Vec<Json> = values.into_iter().map(value).collect();
        let mut raw = self.sweep.raw.clone();
        raw.set("axes", vec![object! { "path" => path, "values" => values }]);
        let Ok(sweep) = Sweep::check_with(raw, &self.sweep.files) else { return false };
        if sweep.runs() > MAX_KEPT {
            return false;
        }
        let rows = std::mem::replace(&mut self.rows, vec![None; sweep.runs()]);
        self.sweep = sweep;
        self.cells = OnceLock::new();
        for row in rows.into_iter().flatten() {
            self.add(row);
        }
        true
    }

    /// The scenario of each cell, without its seeds; none where its values are rejected together.
    pub fn cells(&self) -> &[Option<Scenario>] {
        let scenario = |cell: usize| self.sweep.scenario(cell * self.sweep.seed_count()).ok();
        self.cells.get_or_init(|| (0..self.sweep.cells()).map(scenario).collect())
    }

    /// A column on a scale, an entry for each run; not a number where there is none, or no row yet. Empty for an unknown column.
    pub fn numbers(&self, name: &str, scale: Scale) -> Vec<f64> {
        let Some((place, column)) = self.column(name) else { return Vec::new() };
        let path = self.sweep.path_of(name).map_or(name, |(path, _)| path);
        let cells = if scale.needs_path() { self.cells() } else { &[] };
        let known = self.sweep.known_columns();
        let number = |run: usize| {
            let value = match &self.rows[run] {
                Some(row) => row[place].as_number()?,
                None if place < known => self.sweep.known(run)[place].as_number()?,
                None => return None,
            };
            let cell = cells.get(run / self.sweep.seed_count()).and_then(Option::as_ref);
            scale.of(value, column, path, cell)
        };
        (0..self.rows.len()).map(|run| number(run).unwrap_or(f64::NAN)).collect()
    }

    /// A quantile of a column over the seeds that there are, an entry for each cell (`percentiles` in the crate `measures`).
    pub fn quantiles(&self, name: &str, scale: Scale, share: f64) -> Vec<f64> {
        let numbers = self.numbers(name, scale);
        numbers.chunks(self.sweep.seed_count()).map(|cell| quantile(cell, share)).collect()
    }

    /// The straight line through two columns, a point for each run.
    pub fn fit(&self, x: (&str, Scale), y: (&str, Scale)) -> Option<Line> {
        Line::through(self.numbers(x.0, x.1).into_iter().zip(self.numbers(y.0, y.1)))
    }

    /// Theories of this sweep, each with its column.
    pub fn theories(&self) -> Vec<(Theory, &str, Of)> {
        self.sweep.theories(self.cells())
    }

    /// A theory's values for a column, on a scale, an entry for each cell.
    pub fn theory(&self, theory: Theory, name: &str, scale: Scale) -> Vec<f64> {
        let (Some((_, column)), Some((path, _))) = (self.column(name), self.sweep.path_of(name)) else {
            return Vec::new();
        };
        let value = |cell: &Option<Scenario>| {
            let scenario = cell.as_ref()?;
            scale.of(theory.value(path, scenario)?, column, path, Some(scenario))
        };
        self.cells().iter().map(|cell| value(cell).unwrap_or(f64::NAN)).collect()
    }

    fn column(&self, name: &str) -> Option<(usize, &Column)> {
        self.sweep.columns.iter().enumerate().find(|(_, column)| column.name == name)
    }
}

/// In how many halvings each place of an axis is reached: 0 at the ends.
fn levels(places: usize) -> Vec<u32> {
    let mut levels = vec![0; places];
    let mut spans = vec![(0, places.saturating_sub(1), 1)];
    while let Some((first, last, level)) = spans.pop() {
        if last - first >= 2 {
            let middle = first.midpoint(last);
            levels[middle] = level;
            spans.extend([(first, middle, level + 1), (middle, last, level + 1)]);
        }
    }
    levels
}

/// Lists the values of an axis, in order if they are numbers, and no two alike. Returns its entry in the document.
fn listed(entry: &Json, axis: &mut Axis, index: usize, errors: &mut Errors) -> Json {
    let together = entry.get("together").and_then(Json::elements);
    let is_range = together.unwrap_or(std::slice::from_ref(entry)).iter().any(|track| track.get("values").is_none());
    let field = |name: &str| format!("axes[{index}].{}{name}", if together.is_some() { "together[0]." } else { "" });
    // A number written in two ways is one value.
    let key = |value: &Json| value.number().map_or_else(|| value.to_string(), |n| (n + 0.0).to_bits().to_string());
    let (mut seen, mut kept) = (BTreeSet::new(), Vec::new());
    for place in 0..axis.len() {
        if seen.insert(axis.at(place).map(|(_, value)| key(value)).collect::<Vec<_>>()) {
            kept.push(place);
        } else if !is_range {
            let at = field(&format!("values[{place}]"));
            errors.add(|| Error::new(Code::EqualValues, at, found(&axis.tracks[0].values[place]), String::new()));
        }
    }
    if is_range && kept.len() < 2 {
        let shown = found(&axis.tracks[0].values[0]);
        errors.add(|| Error::new(Code::EqualValues, field("to"), shown, String::new()));
    }
    if let [track] = &axis.tracks[..]
        && kept.iter().all(|place| track.values[*place].number().is_some())
    {
        let number = |place: usize| track.values[place].number().unwrap_or(0.0);
        kept.sort_by(|one, other| number(*one).total_cmp(&number(*other)));
    }
    let written = |track: &mut Track| {
        track.values = kept.iter().map(|place| track.values[*place].clone()).collect();
        object! { "path" => &*track.path, "values" => track.values.clone() }
    };
    let mut tracks: Vec<Json> = axis.tracks.iter_mut().map(written).collect();
    if together.is_some() {
        object! { "together" => tracks }
    } else {
        tracks.remove(0)
    }
}

/// A row as text, from which `Grown::add_text` reads it again.
pub fn row_text(row: &[Value]) -> String {
    Json::Array(row.iter().map(Value::json).collect()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_reached_by_halves() {
        assert_eq!(levels(9), [0, 3, 2, 3, 1, 3, 2, 3, 0]);
        assert_eq!((levels(1), levels(2), levels(0)), (vec![0], vec![0, 0], vec![]));
        assert_eq!(levels(6), [0, 2, 1, 2, 3, 0]);
    }
}
