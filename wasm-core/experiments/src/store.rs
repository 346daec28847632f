//! Results as texts: the files of a run, its parts, and how parts are joined again. The same rows give the same bytes,
//! whoever ran them. Not here: folders and disks (crate `cli`).

use crate::experiment::Experiment;
use crate::figure::{Content, Marks, Series, svg};
use crate::results::{Results, Table};
use crate::row::{Row, Value};
use crate::sweep::{Amount, Coordinate, Sweep, jobs};
use sawtooth_scenario::{Json, object, parse};

/// Version of the form of these files.
pub const FORMAT: u64 = 1;

/// Part `index` (from 1) of `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which.
    pub index: u32,
    /// Of how many.
    pub of: u32,
}

impl Part {
    /// The name of an experiment's file of it.
    pub fn file(&self, id: &str) -> String {
        format!("{id}.part-{}-of-{}.json", self.index, self.of)
    }
}

/// Tables of an experiment's sweeps from those that there are.
pub(crate) fn own<'a>(experiment: &Experiment, tables: &'a [Table]) -> Vec<&'a Table> {
    let find = |sweep: &&'static Sweep| tables.iter().find(|table| std::ptr::eq(table.sweep, *sweep));
    experiment.sweeps.iter().filter_map(find).collect()
}

/// What the file of results begins with.
fn head(experiment: &Experiment, amount: Amount, part: Option<Part>) -> Json {
    let mut out = object! {
        "format" => FORMAT,
        "experiment" => experiment.id,
        "version" => env!("CARGO_PKG_VERSION"),
        "quick" => amount == Amount::Quick,
        "repetitions" => if let Amount::Exactly(count) = amount { Json::from(u64::from(count)) } else { Json::Null },
    };
    if let Some(part) = part {
        let of = vec![Json::from(u64::from(part.index)), Json::from(u64::from(part.of))];
        out.set("part", of);
    }
    out
}

/// All rows of an experiment, a line each; with its claims, if it is whole.
pub fn json(experiment: &Experiment, tables: &[Table], amount: Amount, part: Option<Part>) -> String {
    let head = head(experiment, amount, part).to_string();
    let mut out = format!("{},\n\"sweeps\":[", head.trim_end_matches('}'));
    for (place, table) in own(experiment, tables).iter().enumerate() {
        let comma = if place > 0 { "," } else { "" };
        let cells: Vec<Json> = table.cells.iter().map(cell).collect();
        out.push_str(&format!("{comma}\n{{\"id\":{},\"cells\":[", Json::from(table.sweep.id)));
        lines(&mut out, cells.iter());
        out.push_str("],\"rows\":[");
        lines(&mut out, table.rows().map(Row::json).collect::<Vec<Json>>().iter());
        out.push_str("]}");
    }
    out.push(']');
    if part.is_none() {
        let quick = amount == Amount::Quick;
        out.push_str(",\n\"claims\":[");
        lines(&mut out, verdicts(experiment, tables, quick).iter());
        out.push(']');
    }
    out.push_str("}\n");
    out
}

fn cell(cell: &crate::sweep::Cell) -> Json {
    object! { "at" => cell.at.json(), "beside" => cell.beside }
}

fn lines<'a>(out: &mut String, items: impl Iterator<Item = &'a Json>) {
    for (place, item) in items.enumerate() {
        out.push_str(if place > 0 { ",\n" } else { "\n" });
        out.push_str(&item.to_string());
    }
}

/// Its claims as `sawtooth claims --json` has them.
pub fn verdicts(experiment: &Experiment, tables: &[Table], quick: bool) -> Vec<Json> {
    let results = Results::new(experiment, &own(experiment, tables));
    experiment.claims.iter().map(|claim| claim.judge(&results).json(experiment.id, quick)).collect()
}

/// The drawing as JSON: for the page.
pub fn figure(experiment: &Experiment, tables: &[Table]) -> Json {
    (experiment.figure)(&Results::new(experiment, &own(experiment, tables))).json()
}

/// The drawing.
pub fn drawing(experiment: &Experiment, tables: &[Table]) -> String {
    let tables = own(experiment, tables);
    let figure = (experiment.figure)(&Results::new(experiment, &tables));
    let runs: usize = tables.iter().map(|table| table.rows().count()).sum();
    let title = format!("{}, {}: {}", experiment.paper.name, experiment.label, experiment.title);
    let runs = if runs == 1 { "1 run".to_owned() } else { format!("{runs} runs") };
    svg::svg(&figure, &title, &format!("{}; {runs}; Sawtooth {}", experiment.id, env!("CARGO_PKG_VERSION")))
}

/// One table for spreadsheets: a row each for every number (`place` empty) and every value of a list. A figure of no runs has
/// the points of its curves: the series is the quantity, x the place.
pub fn csv(experiment: &Experiment, tables: &[Table]) -> String {
    if experiment.sweeps.is_empty() {
        return points(experiment);
    }
    let tables = own(experiment, tables);
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in tables.iter().flat_map(|table| &table.cells).flat_map(|cell| &cell.at.0) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    let mut out = String::from("sweep,");
    names.iter().for_each(|name| out.push_str(&format!("{name},")));
    out.push_str("seed,quantity,place,value\n");
    for table in tables {
        for row in table.rows() {
            let at = &table.cells[row.cell].at;
            let mut begin = format!("{},", table.sweep.id);
            for name in &names {
                let word = match at.get(name) {
                    Some(Coordinate::Word(word)) => quoted(word),
                    Some(Coordinate::Number(number)) => sawtooth_scenario::json::shortest(*number),
                    None => String::new(),
                };
                begin.push_str(&format!("{word},"));
            }
            for (name, value) in row.all() {
                let begin = format!("{begin}{},{},", row.seed(), quoted(name));
                match value {
                    Value::Number(number) => {
                        let number = number.map_or(String::new(), sawtooth_scenario::json::shortest);
                        out.push_str(&format!("{begin},{number}\n"));
                    }
                    Value::List(list) => {
                        for (place, value) in list.iter().enumerate() {
                            let value = if value.is_finite() {
                                sawtooth_scenario::json::shortest(*value)
                            } else {
                                String::new()
                            };
                            out.push_str(&format!("{begin}{place},{value}\n"));
                        }
                    }
                }
            }
        }
    }
    out
}

fn points(experiment: &Experiment) -> String {
    let number = |value: f64| if value.is_finite() { sawtooth_scenario::json::shortest(value) } else { String::new() };
    let mut out = String::from("sweep,seed,quantity,place,value\n");
    for panel in (experiment.figure)(&Results::new(experiment, &[])).panels {
        let Content::Plot(plot) = panel.content else { continue };
        for Series { name, marks, .. } in plot.series {
            let (Marks::Line(points) | Marks::Steps(points) | Marks::Dots(points)) = marks else { continue };
            let quantity = quoted(&format!("{}: {name}", plot.y.label));
            for [x, y] in points {
                out.push_str(&format!(",,{quantity},{},{}\n", number(x), number(y)));
            }
        }
    }
    out
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

/// A file of results, read again.
#[derive(Debug)]
pub struct Read {
    /// Whose.
    pub experiment: &'static Experiment,
    /// How many runs of each cell there should be.
    pub amount: Amount,
    /// Which part it is, if it is one.
    pub part: Option<Part>,
    /// Its rows.
    pub tables: Vec<Table>,
}

/// Reads what `json` gave.
///
/// # Errors
/// Words that say what is wrong: no such file of ours, another version, an unknown experiment, rows that do not fit.
pub fn read(text: &str) -> Result<Read, String> {
    let tree = parse(text).map_err(|error| format!("no JSON ({} at {})", error.code.key(), error.place))?;
    let whole = |json: &Json| json.number().filter(|n| n.fract() == 0.0 && *n >= 0.0 && *n < 1e6);
    let get = |name: &str| tree.get(name).ok_or_else(|| format!("no file of results: `{name}` is missing"));
    if get("format")?.number() != Some(FORMAT as f64) {
        return Err(format!("form {}; this program reads form {FORMAT}", get("format")?));
    }
    let version = get("version")?.text().unwrap_or("");
    if version != env!("CARGO_PKG_VERSION") {
        return Err(format!("made by version {version}; this program is {}", env!("CARGO_PKG_VERSION")));
    }
    let id = get("experiment")?.text().unwrap_or("");
    let experiment = crate::registry::find(id).ok_or_else(|| format!("unknown experiment `{id}`"))?;
    let amount = match (get("quick")?, get("repetitions")?) {
        (Json::Bool(true), _) => Amount::Quick,
        (_, Json::Null) => Amount::Full,
        (_, count) => Amount::Exactly(whole(count).ok_or("`repetitions` is no count")? as u32),
    };
    let part = match tree.get("part").and_then(Json::elements) {
        None => None,
        Some([index, of]) => {
            let (index, of) = whole(index).zip(whole(of)).ok_or("`part` is no pair of numbers")?;
            Some(Part { index: index as u32, of: of as u32 })
        }
        Some(_) => return Err("`part` is no pair of numbers".into()),
    };
    let mut tables: Vec<Table> = experiment.sweeps.iter().map(|sweep| Table::new(sweep)).collect();
    let sweeps = get("sweeps")?.elements().unwrap_or_default();
    if sweeps.len() != tables.len() {
        return Err(format!("{} sweeps; {id} has {}", sweeps.len(), tables.len()));
    }
    for (table, json) in tables.iter_mut().zip(sweeps) {
        let cells: Vec<Json> = table.cells.iter().map(cell).collect();
        if json.get("id").and_then(Json::text) != Some(table.sweep.id)
            || json.get("cells").map(Json::to_string) != Some(Json::Array(cells).to_string())
        {
            return Err(format!("the cells of {} are others than this program's", table.sweep.id));
        }
        for row in json.get("rows").and_then(Json::elements).unwrap_or_default() {
            let row = Row::read(row).ok_or_else(|| format!("{}: a row cannot be read", table.sweep.id))?;
            let words = format!("{}: cell {}, seed {}", table.sweep.id, row.cell, row.seed());
            if !table.add(row) {
                return Err(format!("{words} is there twice, or no cell of it"));
            }
        }
    }
    Ok(Read { experiment, amount, part, tables })
}

/// Joins the parts of one experiment, in any order.
///
/// # Errors
/// Words that say what is wrong: parts of something else, one twice, one missing, rows missing.
pub fn join(parts: Vec<Read>) -> Result<Read, String> {
    let mut parts = parts.into_iter();
    let Some(mut all) = parts.next() else { return Err("no parts".into()) };
    let id = all.experiment.id;
    let Some(first) = all.part.take() else { return Err(format!("{id}: no part, but whole")) };
    let mut seen = vec![first];
    for other in parts {
        let Some(part) = other.part else { return Err(format!("{id}: one is no part, but whole")) };
        if part.of != first.of || other.amount != all.amount {
            return Err(format!("{id}: parts of different runs (number of parts, repetitions or --quick)"));
        }
        if seen.contains(&part) {
            return Err(format!("{id}: part {} of {} is there twice", part.index, part.of));
        }
        seen.push(part);
        for (table, more) in all.tables.iter_mut().zip(other.tables) {
            for row in more.rows() {
                if !table.add(row.clone()) {
                    return Err(format!("{id}: cell {}, seed {} is there twice", row.cell, row.seed()));
                }
            }
        }
    }
    let absent: Vec<String> =
        (1..=first.of).filter(|index| !seen.iter().any(|part| part.index == *index)).map(|n| n.to_string()).collect();
    if !absent.is_empty() {
        return Err(format!("{id}: missing of {} parts: {}", first.of, absent.join(", ")));
    }
    let amount = all.amount;
    let missing: usize = all.tables.iter().map(|table| table.missing(amount).len()).sum();
    let there: usize = all.tables.iter().map(|table| table.rows().count()).sum();
    let wanted = jobs(all.experiment.sweeps, amount).len();
    if missing > 0 || there != wanted {
        return Err(format!("{id}: {there} runs are there, {wanted} belong to it"));
    }
    Ok(all)
}
