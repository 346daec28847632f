//! Sweeps for the page: one that grows, for the page that shows it and for the workers that run it, and the table of one. Text and
//! numbers only. Not here: any rule of a sweep (crate `sweep`), nor which worker does which run.

use crate::Meter;
use sawtooth_measures::notices;
use sawtooth_scenario::error::{Code, Error};
use sawtooth_scenario::{Errors, Json, TraceFile, check_with, object, parse};
use sawtooth_sweep::find::Find as Search;
use sawtooth_sweep::grown::row_text;
use sawtooth_sweep::measures::measurable as columns_of;
use sawtooth_sweep::read_table::Table;
use sawtooth_sweep::span::Window;
use sawtooth_sweep::theory::Of;
use sawtooth_sweep::{Column, Grown, Kind, Scale, Theory, Value};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since some moment.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// Fields of the summary of a scenario that a sweep can measure: `[{ name, unit, kind }]`, or why the scenario is rejected
/// (`Refused` of `protocol.ts`). `file`: the text of the trace's file that it names; empty if it names none.
#[wasm_bindgen]
pub fn measurable(scenario: &str, file: &[u8]) -> String {
    let document = parse(scenario).map_err(Errors::from).and_then(|tree| check_with(tree, &files(file)));
    match document {
        Ok(document) => Json::Array(columns_of(&document).iter().map(column).collect()).to_string(),
        Err(errors) => refused(&errors).to_string(),
    }
}

/// A sweep that is computed run by run and grows where its curve bends. A rejected document has a plan that says why, and no runs.
/// Runs are numbered cell by cell and within a cell seed by seed.
#[wasm_bindgen]
pub struct Sweep {
    grown: Result<Grown, Errors>,
}

#[wasm_bindgen]
impl Sweep {
    /// The sweep of a document. `file`: the text of the trace's file that it names; empty if it names none.
    #[wasm_bindgen(constructor)]
    pub fn new(document: &str, file: &[u8]) -> Sweep {
        #[cfg(target_arch = "wasm32")]
        std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
        let tree = parse(document).map_err(Errors::from);
        Sweep { grown: tree.and_then(|tree| Grown::check(tree, &files(file))) }
    }

    /// The sweep of a table (CSV) whose runs are those of this scenario, measured over this span (s); only its first run is done, to compare it. Its plan says why it is none.
    #[wasm_bindgen(js_name = ofTable)]
    pub fn of_table(scenario: &str, file: &[u8], csv: &str, from_s: Option<f64>, to_s: Option<f64>) -> Sweep {
        let tree = parse(scenario).map_err(Errors::from);
        let grown = tree.and_then(|tree| Grown::of_scenario(tree, Window { from_s, to_s }, &files(file), csv));
        Sweep { grown: grown.and_then(|grown| drawn(grown.sweep().axes.len()).map(|()| grown)) }
    }

    /// `{ ok: true, runs, cells, alone, seeds: { from, to }, columns: [{ name, unit, kind, of }], axes: [{ tracks: [{ path, unit, kind, values }] }],
    /// notices }`, or why the document is rejected. `of` is `run`, `axis` or `measure`; `notices` are those of the first and the last
    /// value of each axis that it has no effect (`Notice` of `protocol.ts`); each run takes a run more of `alone` flows for their harm.
    pub fn plan(&self) -> String {
        let grown = match &self.grown {
            Ok(grown) => grown,
            Err(errors) => return refused(errors).to_string(),
        };
        let sweep = grown.sweep();
        let columns = sweep.columns.iter().map(|own| {
            let mut json = column(own);
            let measured = sweep.measures.iter().any(|measure| measure.column.name == own.name);
            let axis = sweep.axes.iter().flat_map(|axis| &axis.tracks).any(|track| track.path == own.name);
            json.set(
                "of",
                if measured {
                    "measure"
                } else if axis {
                    "axis"
                } else {
                    "run"
                },
            );
            json
        });
        let axes = sweep.axes.iter().map(|axis| {
            let tracks = axis.tracks.iter().map(|track| {
                let values = track.values.clone();
                object! { "path" => &*track.path, "unit" => track.unit, "kind" => word(track.kind), "values" => values }
            });
            object! { "tracks" => tracks.collect::<Vec<Json>>() }
        });
        object! {
            "ok" => true,
            "runs" => sweep.runs() as u64,
            "cells" => sweep.cells() as u64,
            "alone" => sweep.alone().len() as u64,
            "seeds" => object! { "from" => sweep.seeds.0, "to" => sweep.seeds.1 },
            "columns" => columns.collect::<Vec<Json>>(),
            "axes" => axes.collect::<Vec<Json>>(),
            "notices" => without_effect(grown),
        }
        .to_string()
    }

    /// The document as it is now: its ranges as lists, added values among them.
    pub fn document(&self) -> String {
        self.with(|grown| grown.sweep().raw.pretty())
    }

    /// Number of runs.
    pub fn runs(&self) -> usize {
        self.with(|grown| grown.sweep().runs())
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.with(|grown| grown.sweep().cells())
    }

    /// Number of seeds.
    pub fn seeds(&self) -> usize {
        self.with(|grown| grown.sweep().seed_count())
    }

    /// Runs without a row, in the order in which a picture fills evenly.
    pub fn left(&self) -> Vec<u32> {
        self.with(|grown| grown.left().into_iter().map(|run| run as u32).collect())
    }

    /// The scenario of a run, seed included; `null` if there is none.
    pub fn scenario(&self, run: usize) -> String {
        let document = self.run_of(run).and_then(|grown| grown.sweep().document(run).ok());
        document.map_or("null".into(), |document| document.to_string())
    }

    /// Seconds that a run takes here, estimated from at most this many seconds of it.
    pub fn cost(&self, run: usize, most_s: f64) -> f64 {
        self.run_of(run).map_or(0.0, |grown| grown.sweep().cost(run, most_s, &|| now() / 1e3))
    }

    /// Does a run; its row as a JSON array in the order of the columns, for `add` of this sweep or of one that has grown from it.
    pub fn run(&self, run: usize, meter: &Meter) -> String {
        self.row(run, &|share| meter.tell(share))
    }

    /// Takes a row in, by the values of its axes and its seed. False if it is of no run of this sweep.
    pub fn add(&mut self, row: &str) -> bool {
        self.grown.as_mut().is_ok_and(|grown| grown.add_text(row))
    }

    /// A column on a scale, an entry for each run; not a number where there is none, or no row yet. Empty for an unknown column or scale.
    pub fn numbers(&self, column: &str, scale: &str) -> Vec<f64> {
        self.scaled(scale, |grown, scale| grown.numbers(column, scale))
    }

    /// A quantile of a column on a scale over the seeds that there are, an entry for each cell.
    pub fn quantiles(&self, column: &str, scale: &str, share: f64) -> Vec<f64> {
        self.scaled(scale, |grown, scale| grown.quantiles(column, scale, share))
    }

    /// Adds values to the only axis where neighbours differ, at most up to this number of values in all, and returns how many. None
    /// before every run has its row.
    pub fn refine(&mut self, logarithmic: bool, most: usize) -> usize {
        self.grown.as_mut().map_or(0, |grown| grown.refine(logarithmic, most))
    }

    /// The table of the rows that there are as CSV.
    pub fn csv(&self) -> String {
        self.with(Grown::csv)
    }

    /// The straight line through two columns, each on its scale, a point for each run: `{ n, slope, intercept, r, low, high }` or `null`.
    pub fn fit(&self, x: &str, x_scale: &str, y: &str, y_scale: &str) -> String {
        let scales = Scale::named(x_scale).zip(Scale::named(y_scale));
        let line = self.grown.as_ref().ok().zip(scales).and_then(|(grown, (xs, ys))| grown.fit((x, xs), (y, ys)));
        line.map_or("null".into(), |line| line.json().to_string())
    }

    /// Theories that say something of a column: `[{ name, column, of }]`; `of` is `measure` or `axis`.
    pub fn theories(&self) -> String {
        self.with(theories)
    }

    /// A theory's values for a column, on a scale, an entry for each cell; not a number where it says nothing.
    pub fn theory(&self, name: &str, column: &str, scale: &str) -> Vec<f64> {
        self.scaled(scale, |grown, scale| theory(grown, name, column, scale))
    }
}

/// Theories that say something of a column.
fn theories(grown: &Grown) -> String {
    let one = |(theory, column, of): (Theory, &str, Of)| {
        let of = if of == Of::Measure { "measure" } else { "axis" };
        object! { "name" => theory.name(), "column" => column, "of" => of }
    };
    Json::Array(grown.theories().into_iter().map(one).collect()).to_string()
}

/// The values of a theory by its name.
fn theory(grown: &Grown, name: &str, column: &str, scale: Scale) -> Vec<f64> {
    Theory::named(name).map_or(Vec::new(), |theory| grown.theory(theory, column, scale))
}

impl Sweep {
    fn with<T: Default>(&self, what: impl FnOnce(&Grown) -> T) -> T {
        self.grown.as_ref().map_or_else(|_| T::default(), what)
    }

    fn scaled(&self, scale: &str, what: impl FnOnce(&Grown, Scale) -> Vec<f64>) -> Vec<f64> {
        self.with(|grown| Scale::named(scale).map_or(Vec::new(), |scale| what(grown, scale)))
    }

    fn run_of(&self, run: usize) -> Option<&Grown> {
        self.grown.as_ref().ok().filter(|grown| run < grown.sweep().runs())
    }

    fn row(&self, run: usize, tell: &dyn Fn(f64)) -> String {
        self.run_of(run).map_or("null".into(), |grown| row_text(&grown.sweep().run(run, tell)))
    }
}

/// A search for the smallest or the largest value of a setting for which a measure keeps a bound. A rejected document has a plan that says
/// why, and no runs.
#[wasm_bindgen]
pub struct Find {
    find: Result<Search, Errors>,
}

#[wasm_bindgen]
impl Find {
    /// The search of a document. `file`: the text of the trace's file that it names; empty if it names none.
    #[wasm_bindgen(constructor)]
    pub fn new(document: &str, file: &[u8]) -> Find {
        #[cfg(target_arch = "wasm32")]
        std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
        let tree = parse(document).map_err(Errors::from);
        Find { find: tree.and_then(|tree| Search::check(&tree, &files(file))) }
    }

    /// `{ ok: true, text, most_runs, alone, seeds, column, unit, path, values }`, or why the document is rejected. `text` is what is looked for in
    /// short, `column` the measure's, `values` those of the setting.
    pub fn plan(&self) -> String {
        let find = match &self.find {
            Ok(find) => find,
            Err(errors) => return refused(errors).to_string(),
        };
        let sweep = find.grown().sweep();
        let track = &sweep.axes[0].tracks[0];
        object! {
            "ok" => true,
            "text" => find.text(),
            "most_runs" => find.most_runs() as u64,
            "alone" => sweep.alone().len() as u64,
            "seeds" => object! { "from" => sweep.seeds.0, "to" => sweep.seeds.1 },
            "column" => find.measure(),
            "unit" => &*sweep.measures[0].column.unit,
            "path" => &*track.path,
            "values" => track.values.clone(),
        }
        .to_string()
    }

    /// Runs that are to be done next; none when the search has ended. Ask again whenever a row was added; those that are being run are among them.
    pub fn left(&self) -> Vec<u32> {
        self.find.as_ref().map_or(Vec::new(), |find| find.left().into_iter().map(|run| run as u32).collect())
    }

    /// The scenario of a run, seed included; `null` if there is none.
    pub fn scenario(&self, run: usize) -> String {
        let document = self.run_of(run).and_then(|find| find.grown().sweep().document(run).ok());
        document.map_or("null".into(), |document| document.to_string())
    }

    /// Seconds that a run takes here, estimated from at most this many seconds of it.
    pub fn cost(&self, run: usize, most_s: f64) -> f64 {
        self.run_of(run).map_or(0.0, |find| find.grown().sweep().cost(run, most_s, &|| now() / 1e3))
    }

    /// Does a run; its row, for `add` of this search or of one of the same document.
    pub fn run(&self, run: usize, meter: &Meter) -> String {
        self.run_of(run)
            .map_or("null".into(), |find| row_text(&find.grown().sweep().run(run, &|share| meter.tell(share))))
    }

    /// Takes a row in. False if it is of no run of this search.
    pub fn add(&mut self, row: &str) -> bool {
        self.find.as_mut().is_ok_and(|find| find.add_text(row))
    }

    /// A column on a scale, an entry for each run of each value: those that were run have numbers.
    pub fn numbers(&self, column: &str, scale: &str) -> Vec<f64> {
        let scaled = |find: &Search| Scale::named(scale).map(|scale| find.grown().numbers(column, scale));
        self.find.as_ref().ok().and_then(scaled).unwrap_or_default()
    }

    /// Theories, as those of `Sweep`.
    pub fn theories(&self) -> String {
        self.find.as_ref().map_or("[]".into(), |find| theories(find.grown()))
    }

    /// A theory's values for a column, an entry for each value.
    pub fn theory(&self, name: &str, column: &str, scale: &str) -> Vec<f64> {
        let scaled = |find: &Search| Scale::named(scale).map(|scale| theory(find.grown(), name, column, scale));
        self.find.as_ref().ok().and_then(scaled).unwrap_or_default()
    }

    /// The answer: `{ outcome, value, interval: { low, high } | null, seeds, not_monotone, runs, undefined }`; `outcome` is `found`, `first` (the
    /// first value already) or `nothing`. `null` for a rejected document.
    pub fn answer(&self) -> String {
        self.find.as_ref().map_or("null".into(), |find| find.answer().json().to_string())
    }
}

impl Find {
    fn run_of(&self, run: usize) -> Option<&Search> {
        self.find.as_ref().ok().filter(|find| run < find.grown().sweep().runs())
    }
}

/// The table of a sweep of which neither document nor scenario is at hand: it is drawn, and nothing of it can be run. A text that is none has a
/// plan that says why, and no rows. Its methods are those of `Sweep` that need no scenario.
#[wasm_bindgen]
pub struct SweepTable {
    table: Result<Table, Errors>,
}

#[wasm_bindgen]
impl SweepTable {
    /// The table of a text.
    #[wasm_bindgen(constructor)]
    pub fn new(csv: &str) -> SweepTable {
        SweepTable { table: Table::read(csv).and_then(|table| drawn(table.axes.len()).map(|()| table)) }
    }

    /// As that of `Sweep`, without notices; `runs` are those of all values, of which the table may lack some.
    pub fn plan(&self) -> String {
        let table = match &self.table {
            Ok(table) => table,
            Err(errors) => return refused(errors).to_string(),
        };
        let own = &table.columns[2 + table.axes.len()..table.columns.len() - 2];
        let columns = own.iter().map(|own| {
            let mut json = column(own);
            json.set("of", "measure");
            json
        });
        let axes = table.axes.iter().zip(&table.columns[2..]).map(|(values, column)| {
            let values: Vec<Json> = values.iter().map(Value::json).collect();
            let track =
                object! { "path" => &*column.name, "unit" => "", "kind" => word(column.kind), "values" => values };
            object! { "tracks" => vec![track] }
        });
        object! {
            "ok" => true,
            "runs" => table.rows.len() as u64,
            "cells" => self.cells() as u64,
            "alone" => 0_u64,
            "seeds" => object! { "from" => table.seeds.0, "to" => table.seeds.1 },
            "columns" => columns.collect::<Vec<Json>>(),
            "axes" => axes.collect::<Vec<Json>>(),
            "notices" => Vec::<Json>::new(),
        }
        .to_string()
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.table.as_ref().map_or(0, |table| table.rows.len() / table.seed_count())
    }

    /// Runs without a row.
    pub fn left(&self) -> Vec<u32> {
        let rows = self.table.as_ref().map_or([].as_slice(), |table| &table.rows);
        (0..).zip(rows).filter(|(_, row)| row.is_none()).map(|(run, _)| run).collect()
    }

    /// A column on a scale, an entry for each run.
    pub fn numbers(&self, column: &str, scale: &str) -> Vec<f64> {
        let scaled = |table: &Table| Scale::named(scale).map(|scale| table.numbers(column, scale));
        self.table.as_ref().ok().and_then(scaled).unwrap_or_default()
    }

    /// A quantile of a column on a scale over the seeds, an entry for each cell.
    pub fn quantiles(&self, column: &str, scale: &str, share: f64) -> Vec<f64> {
        let scaled = |table: &Table| Scale::named(scale).map(|scale| table.quantiles(column, scale, share));
        self.table.as_ref().ok().and_then(scaled).unwrap_or_default()
    }

    /// The straight line through two columns, as `Sweep.fit`.
    pub fn fit(&self, x: &str, x_scale: &str, y: &str, y_scale: &str) -> String {
        let scales = Scale::named(x_scale).zip(Scale::named(y_scale));
        let line = self.table.as_ref().ok().zip(scales).and_then(|(table, (xs, ys))| table.fit((x, xs), (y, ys)));
        line.map_or("null".into(), |line| line.json().to_string())
    }

    /// Theory needs a scenario: there is none.
    pub fn theories(&self) -> String {
        "[]".into()
    }
}

/// Whether the page draws a table with this number of axes: as a curve or as a map.
fn drawn(axes: usize) -> Result<(), Errors> {
    if (1..=2).contains(&axes) {
        return Ok(());
    }
    Err(Error::new(Code::TooMany, "axes".into(), axes.to_string(), "1 <= x <= 2, whole".into()).into())
}

/// The traces of a file's text; none of an empty one.
fn files(file: &[u8]) -> Vec<TraceFile> {
    TraceFile::read("", file).into_iter().collect()
}

fn refused(errors: &Errors) -> Json {
    object! {
        "ok" => false,
        "errors" => errors.list.iter().map(sawtooth_scenario::Error::json).collect::<Vec<Json>>(),
        "more" => errors.more as u64,
    }
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "text",
        Kind::Whole => "whole",
        Kind::Number => "number",
        Kind::Switch => "switch",
    }
}

fn column(column: &Column) -> Json {
    object! { "name" => &*column.name, "unit" => &*column.unit, "kind" => word(column.kind) }
}

/// Notices that a setting of an axis has no effect, of its first and its last value beside the first values of the others.
fn without_effect(grown: &Grown) -> Vec<Json> {
    let (sweep, mut found) = (grown.sweep(), Vec::new());
    let mut each = sweep.cells();
    for axis in &sweep.axes {
        each /= axis.len();
        for place in [0, axis.len() - 1] {
            let run = place * each * sweep.seed_count();
            let document = sweep.document(run).map_err(Errors::from);
            let Ok(document) = document.and_then(|document| check_with(document, &sweep.files)) else { continue };
            for track in &axis.tracks {
                let name = track.path.rsplit('.').next().unwrap_or_default();
                let is_of = |notice: &&notices::Notice| {
                    notice.code.starts_with("no_effect_") && notice.place.rsplit('.').next() == Some(name)
                };
                found.extend(notices::of(&document).iter().filter(is_of).map(notices::Notice::json));
            }
        }
    }
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = r#"{ "schema": 1, "scenario": { "schema": 1, "duration_s": 4, "flows": [{ "name": "a" }],
        "bottleneck": { "rate_bps": 4000000, "queue": { "limit_packets": 20 } } },
        "seeds": { "from": 1, "to": 3 },
        "axes": [{ "path": "bottleneck.loss.probability", "from": 0.001, "to": 0.1, "steps": 3, "scale": "logarithmic" }], "measures": ["flows.a.goodput_bps", "flows.a.timeouts"] }"#;

    fn field(text: &str, name: &str) -> Json {
        parse(text).unwrap().get(name).cloned().unwrap_or(Json::Null)
    }

    #[test]
    fn rows_of_workers_make_a_table_that_is_read_again() {
        let mut sweep = Sweep::new(DOCUMENT, b"");
        let plan = sweep.plan();
        assert_eq!(field(&plan, "runs").to_string(), "9");
        assert!(
            plan.contains(r#"{"name":"flows.a.goodput_bps","unit":"bit/s","kind":"number","of":"measure"}"#),
            "{plan}"
        );
        assert!(plan.contains(r#""values":[0.001,0.01,0.1]"#) && plan.contains(r#""notices":[]"#), "{plan}");
        assert_eq!(sweep.left(), [0, 6, 3, 1, 7, 4, 2, 8, 5]);
        let worker = Sweep::new(&sweep.document(), b"");
        for run in sweep.left() {
            assert!(sweep.add(&worker.row(run as usize, &|_| ())));
        }
        assert!(sweep.left().is_empty() && !sweep.add("[1]") && !sweep.add("null"));
        let csv = sweep.csv();
        assert!(csv.starts_with(
            "cell,seed,bottleneck.loss.probability,flows.a.goodput_bps,flows.a.timeouts,digest,error\n0,1,0.001,"
        ));
        let scenario = field(DOCUMENT, "scenario");
        let again = Sweep::of_table(&scenario.to_string(), b"", &csv, None, None);
        assert_eq!((again.document(), again.csv()), (sweep.document(), csv.clone()));
        assert_eq!(again.numbers("flows.a.goodput_bps", "as_is"), sweep.numbers("flows.a.goodput_bps", "as_is"));
        let fit = again.fit("bottleneck.loss.probability", "inverse_root", "flows.a.goodput_bps", "of_rtt");
        assert_eq!(field(&fit, "n").to_string(), "9");
        // Beside another run it is drawn all the same.
        let other = Sweep::of_table(&scenario.to_string().replace("4000000", "5000000"), b"", &csv, None, None);
        assert!(other.plan().starts_with(r#"{"ok":false,"errors":[{"code":"other_run""#), "{}", other.plan());
        let table = SweepTable::new(&csv);
        for name in ["runs", "cells", "seeds"] {
            assert_eq!(field(&table.plan(), name), field(&plan, name));
        }
        let axes = r#"[{"tracks":[{"path":"bottleneck.loss.probability","unit":"","kind":"number","values":[0.001,0.01,0.1]}]}]"#;
        assert_eq!(field(&table.plan(), "axes").to_string(), axes);
        assert!(table.left().is_empty());
        let lines: Vec<&str> = csv.lines().collect();
        let part = SweepTable::new(&[&lines[..5], &lines[6..]].concat().join("\n"));
        assert_eq!(part.left(), [4]);
        let single = SweepTable::new(&lines[..2].join("\n"));
        assert!(single.plan().contains(r#""place":"axes","found":"0""#), "{}", single.plan());
        assert_eq!(
            table.quantiles("flows.a.timeouts", "as_is", 0.5),
            sweep.quantiles("flows.a.timeouts", "as_is", 0.5)
        );
        assert!(sweep.theories().starts_with(r#"[{"name":"mathis","column":"flows.a.goodput_bps","of":"measure"}"#));
        assert!(sweep.theory("mathis", "flows.a.goodput_bps", "as_is").iter().all(|rate| *rate > 1e5));
        assert!(field(&sweep.scenario(4), "seed").to_string() == "2" && sweep.scenario(9) == "null");
    }

    #[test]
    fn a_search_is_done_by_its_runs() {
        let document = r#"{ "schema": 1, "find": "smallest", "measure": "bottleneck.utilisation", "at_least": 0.9,
            "scenario": { "schema": 1, "duration_s": 10, "flows": [{ "name": "a", "base_rtt_ms": 60 }],
            "bottleneck": { "rate_bps": 4000000, "queue": { "limit_packets": 20 } } }, "seeds": { "from": 1, "to": 2 },
            "axis": { "path": "bottleneck.queue.limit_packets", "from": 1, "to": 64, "steps": 64, "whole": true } }"#;
        let mut find = Find::new(document, b"");
        let plan = find.plan();
        let text = "smallest bottleneck.queue.limit_packets with bottleneck.utilisation >= 0.9";
        assert_eq!(field(&plan, "text").text(), Some(text));
        assert_eq!(find.theories(), r#"[{"name":"bdp","column":"bottleneck.queue.limit_packets","of":"axis"}]"#);
        // 4 Mbit/s over 60 ms in packets of 1500 bytes.
        assert_eq!(find.theory("bdp", "bottleneck.queue.limit_packets", "as_is")[0], 20.0);
        let most = field(&plan, "most_runs").number().unwrap();
        for _ in 0..most as usize {
            let Some(run) = find.left().first().copied() else { break };
            let row = row_text(&find.find.as_ref().unwrap().grown().sweep().run(run as usize, &|_| ()));
            assert!(find.add(&row));
        }
        assert!(find.left().is_empty());
        let answer = find.answer();
        assert_eq!(field(&answer, "outcome").text(), Some("found"), "{answer}");
        assert!(field(&answer, "runs").number().unwrap() <= most);
        let value = field(&answer, "value").number().unwrap() as usize;
        let kept = find.numbers("bottleneck.utilisation", "as_is");
        // The seed whose answer it is; the other one has its own.
        assert!(kept[2 * (value - 1)] >= 0.9 || kept[2 * (value - 1) + 1] >= 0.9, "{answer}");
        let wrong = Find::new(&document.replace("limit_packets", "limit"), b"");
        assert!(wrong.plan().starts_with(r#"{"ok":false"#) && wrong.left().is_empty() && wrong.answer() == "null");
    }

    #[test]
    fn what_cannot_vary_is_said_before_anything_runs() {
        let refused = |from: &str, to: &str| {
            let plan = Sweep::new(&DOCUMENT.replace(from, to), b"").plan();
            let errors = field(&plan, "errors");
            let first = errors.elements().and_then(<[Json]>::first).unwrap_or_else(|| panic!("{plan}")).clone();
            ["code", "place", "found", "allowed"].map(|name| first.get(name).unwrap().text().unwrap().to_owned())
        };
        let range = r#""from": 0.001, "to": 0.1, "steps": 3, "scale": "logarithmic""#;
        assert_eq!(
            refused("loss.probability", "colour")[..3],
            ["unknown_field", "axes[0]: bottleneck.colour", "colour"]
        );
        assert_eq!(refused("bottleneck.loss.probability", "seed")[..3], ["unknown_name", "axes[0].path", "\"seed\""]);
        assert_eq!(refused(range, r#""values": [0.1, 0.2, 1e-1]"#), ["equal_values", "axes[0].values[2]", "1e-1", ""]);
        assert_eq!(refused("\"to\": 0.1", "\"to\": 0.001"), ["equal_values", "axes[0].to", "0.001", ""]);
        assert_eq!(refused("\"to\": 3", "\"to\": 10000000"), ["too_many", "runs", "30000000", "<= 100000"]);
        assert_eq!(refused("\"to\": 3", "\"to\": 40000"), ["too_many", "runs", "120000", "<= 100000"]);
        assert_eq!(refused("{ \"schema\": 1, \"scenario\"", "")[0], "not_json");
        // A setting that no value would make act here.
        let range = format!("\"bottleneck.loss.probability\", {range}");
        let plan =
            Sweep::new(&DOCUMENT.replace(&range, r#""bottleneck.queue.step_mark_packets", "values": [5, 9]"#), b"")
                .plan();
        assert!(plan.contains(r#""notices":[{"code":"no_effect_"#) && plan.contains("step_mark_packets"), "{plan}");
    }
}
