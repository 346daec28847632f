//! `sawtooth sweep` and `sawtooth merge`: runs a sweep or a part of it, goes on with one that was interrupted, estimates its
//! time, and joins parts. Not here: the document, the runs, the stored rows and the table (crate `sweep`).

use crate::clock::{duration, now};
use crate::files::{self, Draft};
use crate::options::sweep::{Merge, Options};
use crate::pool::{self, Work};
use crate::{Failure, SOURCES, input, print, remark};
use sawtooth_scenario::parse::MAX_BYTES;
use sawtooth_scenario::words::Words;
use sawtooth_scenario::{Errors, parse_bytes};
use sawtooth_sweep::store::{self, Failed, Store};
use sawtooth_sweep::traces::traces_of_sweep;
use sawtooth_sweep::{Form, PARQUET, Part, Sweep, table};
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Runs a sweep, or estimates it.
pub fn perform(options: &Options) -> Result<(), Failure> {
    let refuse = |errors: Errors| Failure::Refused(Words::errors().list(&errors));
    let text = input::input(&options.file, MAX_BYTES)?;
    let mut tree = parse_bytes(&text).map_err(|error| refuse(error.into()))?;
    // Beside the document; in the current folder, if it comes from standard input.
    let folder = options.file.parent().unwrap_or(Path::new(""));
    let files = traces_of_sweep(&mut tree, folder).map_err(|refused| Failure::Refused(refused.reasons))?;
    let sweep = Sweep::check_with(tree, &files).map_err(refuse)?;
    let mut read = vec![options.file.clone()];
    read.extend(files.iter().map(|file| folder.join(&file.name)));
    match &options.out {
        None => print(&estimate(&sweep, options.part, options.jobs)),
        Some(out) => execute(&sweep, options, &read, out),
    }
}

/// Runs what is left, and writes the table. `read` are the files that were read for it.
fn execute(sweep: &Sweep, options: &Options, read: &[PathBuf], folder: &Path) -> Result<(), Failure> {
    let part = options.part;
    let (rows, table) = (folder.join(store::FILE), table_of(folder, options.csv));
    let read: Vec<&Path> = read.iter().map(PathBuf::as_path).collect();
    files::accept(&read, &[("--out", &rows), ("--out", &table)], true)?;
    if part == Part::WHOLE {
        store::accept(folder, &table, options.force).map_err(failure)?;
    }
    let mut store = Store::open(folder, sweep, part, SOURCES).map_err(failure)?;
    let all = (0..sweep.runs()).filter(|run| part.has(*run)).count();
    let left: Vec<usize> = (0..sweep.runs()).filter(|run| part.has(*run) && !store.has(*run)).collect();
    if !left.is_empty() && store.finished() > 0 {
        remark(format_args!("{} of {all} runs are finished already", store.finished()));
    }
    files::on_signal(format!("interrupted; finished runs are in {}: the same command goes on", folder.display()));
    let work = Work {
        runs: left.len(),
        before: store.finished(),
        cost: &|_| 1.0,
        name: &|index| sweep.name(left[index]),
        make: &|index, progress| sweep.run(left[index], progress),
    };
    pool::each(options.jobs, &work, |index, row: table::Row| store.add(sweep, left[index], &row).map_err(failure))?;
    if part == Part::WHOLE {
        finish(sweep, &[(part, &store)], folder, options.csv, store.failed())
    } else {
        remark(format_args!(
            "part {} of {} is finished: {all} runs; sawtooth merge joins the parts",
            part.index, part.of
        ));
        verdict(store.failed(), all)
    }
}

/// Writes the table of all runs.
fn finish(sweep: &Sweep, parts: &[(Part, &Store)], folder: &Path, csv: bool, failed: usize) -> Result<(), Failure> {
    let path = table_of(folder, csv);
    let broken = |error| files::broken(&path, &error);
    let form = form(csv);
    let out = BufWriter::with_capacity(1 << 16, Draft::new(&path).map_err(broken)?);
    let mut out = store::write(sweep, parts, form, out).map_err(broken)?;
    out.flush().map_err(broken)?;
    out.into_inner().map_err(|error| error.into_error()).and_then(Draft::keep).map_err(broken)?;
    remark(format_args!("{} written: {} rows", path.display(), sweep.runs()));
    if !PARQUET && !csv {
        remark(
            "This program was built without Parquet, so the table is CSV. `cargo build --release -p sawtooth --features \
             parquet` builds it with Parquet, and the same command then writes the finished runs as Parquet.",
        );
    }
    verdict(failed, sweep.runs())
}

/// Form of the table: Parquet if the program writes it, unless CSV is asked for.
fn form(csv: bool) -> Form {
    if PARQUET && !csv { Form::Parquet } else { Form::Csv }
}

fn table_of(folder: &Path, csv: bool) -> PathBuf {
    folder.join(if form(csv) == Form::Parquet { "results.parquet" } else { "results.csv" })
}

/// Exit code 3 if a run has no results.
fn verdict(failed: usize, all: usize) -> Result<(), Failure> {
    match failed {
        0 => Ok(()),
        failed => {
            Err(Failure::Broken(format!("{failed} of {all} runs failed; the column `error` contains the reasons")))
        }
    }
}

fn failure(failed: Failed) -> Failure {
    match failed {
        Failed::Refused(reason) => Failure::refused(reason),
        Failed::Broken(path, error) => files::broken(&path, &error),
    }
}

/// Joins the parts of a sweep.
pub fn merge(options: &Merge) -> Result<(), Failure> {
    let mut parts: Vec<(&Path, Part, Store)> = Vec::new();
    let mut whole: Option<Sweep> = None;
    for (index, folder) in options.folders.iter().enumerate() {
        let place = folder.join(store::FILE);
        if options.folders[..index].iter().any(|other| files::same(other, folder)) {
            let reason = format!("{}: found this folder twice. Allowed: each part once.", folder.display());
            return Err(Failure::refused(reason));
        }
        let refuse = |found: String, allowed: String| {
            Failure::refused(format_args!("{}, line 1: found {found}. Allowed: {allowed}.", place.display()))
        };
        let (sweep, part, made_by, store) = Store::read(folder).map_err(failure)?;
        if made_by != SOURCES {
            return Err(refuse(format!("made_by {made_by}"), format!("{SOURCES}, which is this program")));
        }
        if let Some(first) = &whole
            && first.digest() != sweep.digest()
        {
            return Err(refuse(
                format!("sweep {}", sweep.digest()),
                format!("{}, as in the first folder", first.digest()),
            ));
        }
        if let Some((other, first, _)) = parts.first()
            && first.of != part.of
        {
            let allowed = format!("a part of {}, as in {}", first.of, other.display());
            return Err(refuse(format!("part {} of {}", part.index, part.of), allowed));
        }
        if let Some((other, ..)) = parts.iter().find(|(_, known, _)| *known == part) {
            let allowed = format!("each part once; it is also in {}", other.display());
            return Err(refuse(format!("part {} of {}", part.index, part.of), allowed));
        }
        parts.push((folder, part, store));
        whole = whole.or(Some(sweep));
    }
    let (Some(sweep), Some((_, Part { of, .. }, _))) = (whole, parts.first()) else { return Ok(()) };
    complete(&sweep, &parts, *of)?;
    let path = table_of(&options.out, options.csv);
    let read: Vec<PathBuf> = options.folders.iter().map(|folder| folder.join(store::FILE)).collect();
    let read: Vec<&Path> = read.iter().map(PathBuf::as_path).collect();
    files::accept(&read, &[("--out", &path)], options.force)?;
    fs::create_dir_all(&options.out).map_err(|error| files::broken(&options.out, &error))?;
    let failed = parts.iter().map(|(_, _, store)| store.failed()).sum();
    let stores: Vec<(Part, &Store)> = parts.iter().map(|(_, part, store)| (*part, store)).collect();
    finish(&sweep, &stores, &options.out, options.csv, failed)
}

/// Missing parts that are listed.
const LISTED: usize = 20;

/// Rejects parts of which one is missing or not finished.
fn complete(sweep: &Sweep, parts: &[(&Path, Part, Store)], of: u32) -> Result<(), Failure> {
    let missing = (1..=of).filter(|index| !parts.iter().any(|(_, part, _)| part.index == *index));
    let mut missing: Vec<String> = missing.map(|index| index.to_string()).collect();
    if !missing.is_empty() {
        let more = missing.len().saturating_sub(LISTED);
        missing.truncate(LISTED);
        if more > 0 {
            missing.push(format!("and {more} more"));
        }
        return Err(Failure::refused(format_args!(
            "merge: found {} of {of} parts. Allowed: all of them; missing: {}.",
            parts.len(),
            missing.join(", ")
        )));
    }
    for (folder, part, store) in parts {
        let all = (0..sweep.runs()).filter(|run| part.has(*run)).count();
        if store.finished() < all {
            return Err(Failure::refused(format_args!(
                "{}: found {} finished runs. Allowed: {all}; sawtooth sweep with --shard {}/{of} goes on with them.",
                folder.display(),
                store.finished(),
                part.index
            )));
        }
    }
    Ok(())
}

/// Runs that a calibration measures at most, and seconds for all of them and for one.
const SAMPLES: usize = 60;
const CALIBRATION_S: f64 = 3.0;
const SAMPLE_S: f64 = 0.25;

/// Number of runs and their time, from a few of them that are measured.
fn estimate(sweep: &Sweep, part: Part, jobs: usize) -> String {
    let runs: Vec<usize> = (0..sweep.runs()).filter(|run| part.has(*run)).collect();
    let begun = now();
    let mut seconds: Vec<f64> = Vec::new();
    let samples = SAMPLES.min(runs.len());
    for sample in 0..samples {
        // Spread over the whole part, whatever the axes.
        let run = runs[(2 * sample + 1) * runs.len() / (2 * samples)];
        seconds.push(sweep.cost(run, SAMPLE_S, &|| (now() - begun).as_secs_f64()));
        if (now() - begun).as_secs_f64() > CALIBRATION_S {
            break;
        }
    }
    let threads = jobs.min(pool::cores()).min(runs.len()).max(1);
    let mean = seconds.iter().sum::<f64>() / seconds.len().max(1) as f64;
    let whole = mean * runs.len() as f64 / threads as f64;
    let alone = match sweep.alone().len() {
        0 => String::new(),
        1 => ", each with one more of a flow alone".into(),
        flows => format!(", each with {flows} more of a flow alone"),
    };
    let of = if part == Part::WHOLE { String::new() } else { format!(" in part {} of {}", part.index, part.of) };
    format!(
        "{} runs{of}: {} cells with {} seeds{alone}\nabout {} on {threads} {}, from {} runs that were measured in {:.1} s\n",
        runs.len(),
        sweep.cells(),
        sweep.seed_count(),
        duration(whole),
        if threads == 1 { "thread" } else { "threads" },
        seconds.len(),
        (now() - begun).as_secs_f64()
    )
}
