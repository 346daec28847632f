//! Results as texts: the files of a run, its parts, and how parts are joined again. The same rows give the same bytes,
//! whoever ran them. Not here: folders and disks (crate `cli`).

use crate::experiment::Experiment;
use crate::figure::{Content, Marks, Series};
use crate::results::Table;
use crate::row::{Row, Value};
use crate::sweep::{Amount, Coordinate, Job, Sweep};
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

/// Head of the file of results.
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
    let results = experiment.results(&own(experiment, tables));
    experiment.claims.iter().map(|claim| claim.judge(&results).json(experiment.id, quick)).collect()
}

/// Values of the numbers that its texts have; none if they have none.
pub fn numbers(experiment: &Experiment, tables: &[Table]) -> Option<Json> {
    experiment.numbers(&experiment.results(&own(experiment, tables))).json()
}

/// The drawing as data, for the page and for the command's drawing.
pub fn figure(experiment: &Experiment, tables: &[Table]) -> Json {
    (experiment.figure)(&experiment.results(&own(experiment, tables))).json()
}

/// Title of its drawing in a file.
pub fn title(experiment: &Experiment) -> String {
    format!("{}, {}: {}", experiment.paper.name, experiment.label, experiment.title)
}

/// The line below its drawing in a file: what it is made of.
pub fn caption(experiment: &Experiment, tables: &[Table]) -> String {
    let runs: usize = own(experiment, tables).iter().map(|table| table.rows().count()).sum();
    let runs = if runs == 1 { "1 run".to_owned() } else { format!("{runs} runs") };
    format!("{}; {runs}; Sawtooth {}", experiment.id, env!("CARGO_PKG_VERSION"))
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
    for panel in (experiment.figure)(&experiment.results(&[])).panels {
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

const NO_PART: &str = "`part` is not I of N, 1 <= I <= N";

/// Reads what `json` gave.
///
/// # Errors
/// Words that say what is wrong: no such file of ours, another version, an unknown experiment, rows that do not fit, values that
/// are not measured.
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
            let (index, of) =
                whole(index).zip(whole(of)).filter(|(index, of)| 1.0 <= *index && index <= of).ok_or(NO_PART)?;
            Some(Part { index: index as u32, of: of as u32 })
        }
        Some(_) => return Err(NO_PART.into()),
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
            if let Some(name) = table.sweep.foreign(&row) {
                return Err(format!("{words}: `{name}` is not measured there"));
            }
            if !table.add(row) {
                return Err(format!("{words} is there twice, or no cell of it"));
            }
        }
    }
    Ok(Read { experiment, amount, part, tables })
}

/// The runs of a part.
pub fn share(experiment: &Experiment, amount: Amount, part: Part) -> Vec<Job> {
    experiment.jobs(amount).into_iter().skip(part.index as usize - 1).step_by(part.of as usize).collect()
}

/// Joins the parts of one experiment, in any order; each with the name of its file.
///
/// # Errors
/// Words that say what is wrong, and in which file: parts of something else, one twice, one missing, rows that are missing or
/// another part's.
pub fn join(parts: Vec<(String, Read)>) -> Result<Read, String> {
    let mut seen: Vec<(Part, String)> = Vec::new();
    let mut all: Option<Read> = None;
    for (file, read) in parts {
        let (id, amount) = (read.experiment.id, read.amount);
        let Some(part) = read.part else { return Err(format!("{file}: no part, but whole")) };
        if let (Some((first, other)), Some(all)) = (seen.first(), &all)
            && (part.of != first.of || amount != all.amount)
        {
            return Err(format!(
                "{file}: of another run than {other} (number of parts, repetitions or --quick): parts of different runs"
            ));
        }
        if let Some((_, other)) = seen.iter().find(|(other, _)| *other == part) {
            return Err(format!("{file}: part {} of {} of {id} is there twice: {other}", part.index, part.of));
        }
        let wanted = share(read.experiment, amount, part);
        let there: usize = read.tables.iter().map(|table| table.rows().count()).sum();
        let own = |job: &Job| {
            let table = read.tables.iter().find(|table| std::ptr::eq(table.sweep, job.sweep));
            table.is_some_and(|table| table.has(job))
        };
        if there != wanted.len() || !wanted.iter().all(own) {
            return Err(format!("{file}: {there} runs are there, {} others belong to it", wanted.len()));
        }
        seen.push((part, file));
        match &mut all {
            None => all = Some(Read { part: None, ..read }),
            Some(all) => {
                for (table, more) in all.tables.iter_mut().zip(read.tables) {
                    more.rows().for_each(|row| assert!(table.add(row.clone()), "two parts share no run"));
                }
            }
        }
    }
    let (Some(all), Some((first, _))) = (all, seen.first()) else { return Err("no parts".into()) };
    let id = all.experiment.id;
    let absent = (1..=first.of).filter(|index| !seen.iter().any(|(part, _)| part.index == *index));
    let absent: Vec<String> = absent.map(|index| Part { index, of: first.of }.file(id)).collect();
    if !absent.is_empty() {
        return Err(format!("{id}: missing of {} parts: {}", first.of, absent.join(", ")));
    }
    Ok(all)
}
