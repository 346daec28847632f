//! `sawtooth experiments edges`: the runs of experiments again, with each setting that the paper leaves open moved by its smallest step,
//! and a table of the values that depend on it. A figure's file is written as soon as it is known, and one that belongs to the kept
//! results is not computed again, so an interrupted command goes on. Not here: the steps and the judgement (crate `experiments`).

use crate::clock::now;
use crate::options::Edges;
use crate::{Failure, experiments, files, input, pool, remark};
use sawtooth_experiments::edges::{self, Moved, Step};
use sawtooth_experiments::{Experiment, Table, fresh};
use sawtooth_scenario::{Json, parse};
use std::path::Path;

/// Maximum size of a file of the page's results in bytes.
const MOST_BYTES: usize = 100_000_000;

/// An experiment with its kept results.
struct Kept {
    experiment: &'static Experiment,
    text: String,
    results: Json,
}

/// Computes the edges of some experiments.
pub fn perform(options: &Edges) -> Result<(), Failure> {
    let experiments = experiments::chosen(&options.ids, options.all)?;
    let kept: Vec<Kept> = experiments.into_iter().map(|one| read(one, &options.page)).collect::<Result<_, _>>()?;
    let file = |one: &Kept| options.out.join(format!("{}.json", one.experiment.id));
    let (known, wanted): (Vec<Kept>, Vec<Kept>) =
        kept.into_iter().partition(|one| !options.force && is_known(one, &file(one)));
    for one in known {
        remark(format_args!("{}: its edges are those of the kept results", one.experiment.id));
    }
    let paths: Vec<_> = wanted.iter().map(file).collect();
    let written: Vec<(&str, &Path)> = paths.iter().map(|path| ("--out", path.as_path())).collect();
    files::accept(&[], &written, true)?;
    std::fs::create_dir_all(&options.out).map_err(|error| files::broken(&options.out, &error))?;
    // Experiments share sweeps: what a step has made of one serves the next experiment.
    let mut made: Vec<(&'static Step, Vec<Table>)> = edges::STEPS.iter().map(|step| (step, Vec::new())).collect();
    for (one, path) in wanted.iter().zip(&paths) {
        let begun = now();
        let steps = edges::steps(one.experiment);
        let of = |step: &&'static Step| steps.iter().any(|one| one.id == step.id);
        let moved: Vec<Moved> = made
            .iter_mut()
            .filter(|(step, _)| of(step))
            .map(|(step, tables)| {
                run(one.experiment, step, tables, options.jobs);
                Moved::of(step, one.experiment, tables)
            })
            .collect();
        files::write(path, &edges::file(one.experiment, &one.text, &one.results, &moved))?;
        remark(format_args!("{}: {:.0} s", one.experiment.id, begun.elapsed().as_secs_f64()));
    }
    Ok(())
}

/// The kept results of an experiment, which must be this program's.
fn read(experiment: &'static Experiment, page: &Path) -> Result<Kept, Failure> {
    let path = page.join(format!("{}.json", experiment.id));
    let refuse = |reason: &str| Failure::refused(format_args!("{}: {reason}", path.display()));
    let text = String::from_utf8(input::input(&path, MOST_BYTES)?).map_err(|error| refuse(&error.to_string()))?;
    let results = parse(&text).map_err(|_| refuse("is not valid JSON"))?;
    if results.get("fingerprint").and_then(Json::text) != Some(&fresh::fingerprint(experiment)) {
        return Err(refuse(
            "has results of another program; `sawtooth experiments run ID --page DIR --force` renews it",
        ));
    }
    Ok(Kept { experiment, text, results })
}

/// Whether the file of edges is there and belongs to the kept results.
fn is_known(kept: &Kept, path: &Path) -> bool {
    let there = std::fs::read_to_string(path).ok().and_then(|text| parse(&text).ok());
    there.is_some_and(|there| edges::belongs(&there, kept.experiment, &kept.text))
}

/// Runs what an experiment has after a step, unless an earlier experiment has had it done.
fn run(experiment: &Experiment, step: &'static Step, tables: &mut Vec<Table>, threads: usize) {
    let mut missing = Vec::new();
    for &sweep in experiment.sweeps {
        if !tables.iter().any(|table| std::ptr::eq(table.sweep, sweep)) {
            tables.push(edges::moved(sweep, step).unwrap_or_else(|| Table::new(sweep)));
            missing.push(sweep);
        }
    }
    pool::perform(&edges::runs(&missing), tables, threads);
}
