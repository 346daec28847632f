//! `sawtooth find` and `sawtooth fit`: a search, and the straight line through two columns of a sweep's table. Not here: both (crate `sweep`).

use crate::options::find::{Column, Find as FindOptions, Fit as FitOptions};
use crate::pool::{self, Work};
use crate::{Failure, input, print, remark};
use sawtooth_scenario::json::shortest;
use sawtooth_scenario::parse::MAX_BYTES;
use sawtooth_scenario::words::Words;
use sawtooth_scenario::{Errors, Json, TraceFile, parse_bytes};
use sawtooth_sweep::find::{Answer, End, Find, Outcome};
use sawtooth_sweep::table::Row;
use sawtooth_sweep::traces::traces_of_sweep;
use sawtooth_sweep::{Grown, Scale};
use std::path::Path;

/// Maximum size of a table in bytes: as many rows as are kept in memory have less.
const MAX_TABLE: usize = 1 << 28;

/// A document and the traces that it names, which lie beside it.
fn document(file: &Path) -> Result<(Json, Vec<TraceFile>), Failure> {
    let text = input::input(file, MAX_BYTES)?;
    let mut tree = parse_bytes(&text).map_err(|error| refuse(error.into()))?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let files = traces_of_sweep(&mut tree, folder).map_err(|refused| Failure::Refused(refused.reasons))?;
    Ok((tree, files))
}

fn refuse(errors: Errors) -> Failure {
    Failure::Refused(Words::errors().list(&errors))
}

/// Searches, and prints the answer.
pub fn find(options: &FindOptions) -> Result<(), Failure> {
    let (tree, files) = document(&options.file)?;
    let mut find = Find::check(&tree, &files).map_err(refuse)?;
    loop {
        let left = find.left();
        if left.is_empty() {
            break;
        }
        let mut rows: Vec<Row> = Vec::with_capacity(left.len());
        let sweep = find.grown().sweep();
        let work = Work {
            runs: left.len(),
            before: 0,
            cost: &|_| 1.0,
            name: &|index| sweep.name(left[index]),
            make: &|index, progress| sweep.run(left[index], progress),
        };
        pool::each(options.jobs, &work, |_, row| {
            rows.push(row);
            Ok(())
        })?;
        for row in rows {
            find.add(row);
        }
    }
    let answer = find.answer();
    if answer.undefined > 0 {
        remark(format_args!(
            "{} of {} runs have no such number; they count as out of bounds",
            answer.undefined, answer.runs
        ));
    }
    print(&if options.json { answer.json().pretty() } else { text(&find, &answer) })
}

/// The answer in words.
fn text(find: &Find, answer: &Answer) -> String {
    let sweep = find.grown().sweep();
    let track = &sweep.axes[0].tracks[0];
    let unit = if track.unit.is_empty() { String::new() } else { format!(" {}", track.unit) };
    let seeds = answer.seeds.len();
    let ends = [track.values.first(), track.values.last()].map(|value| value.map_or(String::new(), Json::to_string));
    let mut text = format!("{}: ", find.text());
    match answer.value {
        Some(value) => text += &format!("{}{unit}\n", shortest(value)),
        None => text += &format!("none from {} to {}{unit}\n", ends[0], ends[1]),
    }
    if let Some((low, high)) = answer.interval {
        // Seeds without an answer have theirs beyond the last value that is tried.
        let beyond = if find.end() == End::Smallest { "above the range" } else { "below the range" };
        let end = |end: Option<f64>| end.map_or(beyond.into(), shortest);
        text += &format!("95 % interval {} to {}, ", end(low), end(high));
    }
    text += &format!("{seeds} {}, {} runs\n", if seeds == 1 { "seed" } else { "seeds" }, answer.runs);
    if answer.outcome == Outcome::First {
        text += "This is the first value of the range already: others may lie beyond it.\n";
    }
    if answer.not_monotone > 0 {
        text += &format!(
            "Not monotone with {} of {seeds} seeds: values behind it are out of bounds again.\n",
            answer.not_monotone
        );
    }
    text
}

/// Prints the straight line through two columns of the table of a document.
pub fn fit(options: &FitOptions) -> Result<(), Failure> {
    let (tree, files) = document(&options.file)?;
    let mut grown = Grown::check(tree, &files).map_err(refuse)?;
    let table = String::from_utf8(input::input(&options.table, MAX_TABLE)?);
    let table = table.map_err(|_| {
        Failure::refused(format_args!("{}: found bytes that are no text. Allowed: UTF-8.", options.table.display()))
    })?;
    grown.read(&table).map_err(|errors| {
        let lines = Words::errors().list(&errors);
        Failure::Refused(lines.iter().map(|line| format!("{}: {line}", options.table.display())).collect())
    })?;
    let names = || grown.sweep().columns.iter().map(|column| column.name.as_str());
    for Column { name, .. } in [&options.x, &options.y] {
        if !names().any(|own| own == name) {
            return Err(crate::options::unknown("column", name, "", &names().collect::<Vec<_>>()));
        }
    }
    let of = |column: &Column| format!("{} ({})", column.name, Scale::WORDS[column.scale as usize]);
    let line = grown.fit((&options.x.name, options.x.scale), (&options.y.name, options.y.scale));
    let Some(line) = line else {
        let reason = "fit: found fewer than three points with different x. Allowed: columns of numbers that are defined on their scales.";
        return Err(Failure::refused(reason));
    };
    if options.json {
        return print(&line.json().pretty());
    }
    print(&format!(
        "{} over {}, {} runs\nslope {} (95 % interval {} to {}), intercept {}, r {}\n",
        of(&options.y),
        of(&options.x),
        line.n,
        digits(line.slope),
        digits(line.interval.0),
        digits(line.interval.1),
        digits(line.intercept),
        line.r.map_or("not defined".into(), |r| format!("{r:.5}"))
    ))
}

/// A number with six significant digits.
fn digits(value: f64) -> String {
    format!("{value:.5e}").parse().map_or(String::new(), shortest)
}
