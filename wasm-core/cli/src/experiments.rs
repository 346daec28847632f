//! `sawtooth experiments`: lists, runs whole experiments or a part of them, and joins parts. Nothing is written before
//! all options are accepted. Not here: what a run is, and the format of files (crate `experiments`), knife edges (`edges`).

use crate::input::input;
use crate::options::{Experiments, Places, RunExperiments};
use crate::table::{Align, Column, grid};
use crate::{Failure, drawing, files, parts, pool, print, remark, verdicts};
use sawtooth_experiments::row::Value;
use sawtooth_experiments::store::{self, Read};
use sawtooth_experiments::sweep::jobs;
use sawtooth_experiments::{Amount, Experiment, Sweep, Table, fresh, registry};
use sawtooth_scenario::Json;
use sawtooth_scenario::error::nearest;
use std::fs;
use std::path::{Path, PathBuf};

/// Endings of the files of an experiment: its store, its table, its drawing.
const ENDINGS: &[&str] = &["json", "csv", "svg"];

/// Performs one of the commands.
pub fn perform(command: &Experiments) -> Result<(), Failure> {
    match command {
        Experiments::List { json: true } => {
            print(&Json::Array(registry::all().map(Experiment::describe).collect()).pretty())
        }
        Experiments::List { json: false } => print(&list()),
        Experiments::Run(options) => run(options),
        Experiments::Merge { folders, to } => merge(folders, to),
    }
}

/// The experiment of an id.
pub fn find(id: &str) -> Result<&'static Experiment, Failure> {
    registry::find(id).ok_or_else(|| {
        let near = nearest(id, registry::all().map(|experiment| experiment.id));
        let near = near.map_or(String::new(), |near| format!(". Did you mean `{near}`?"));
        let id = id.escape_debug();
        Failure::refused(format_args!("unknown experiment `{id}`; `sawtooth experiments` lists the IDs{near}"))
    })
}

/// The experiments of some ids, or all.
pub fn chosen(ids: &[String], all: bool) -> Result<Vec<&'static Experiment>, Failure> {
    if all { Ok(registry::all().collect()) } else { ids.iter().map(|id| find(id)).collect() }
}

fn list() -> String {
    let column = |title, align| Column { title, align };
    let columns = [
        column("id", Align::Left),
        column("paper", Align::Left),
        column("", Align::Left),
        column("runs", Align::Right),
        column("claims", Align::Right),
        column("about", Align::Left),
    ];
    let rows: Vec<Vec<String>> = registry::all()
        .map(|one| {
            vec![
                one.id.into(),
                one.paper.name.into(),
                one.label.into(),
                one.jobs(Amount::Full).len().to_string(),
                one.claims.len().to_string(),
                one.title.into(),
            ]
        })
        .collect();
    grid(&columns, &rows)
}

/// The distinct sweeps of some experiments, without rows.
pub fn tables<'a>(experiments: impl IntoIterator<Item = &'a &'static Experiment>) -> Vec<Table> {
    let mut sweeps: Vec<&'static Sweep> = Vec::new();
    for sweep in experiments.into_iter().flat_map(|experiment| experiment.sweeps) {
        if !sweeps.iter().any(|other| std::ptr::eq(*other, *sweep)) {
            sweeps.push(sweep);
        }
    }
    sweeps.into_iter().map(Table::new).collect()
}

fn run(options: &RunExperiments) -> Result<(), Failure> {
    let experiments = chosen(&options.ids, options.all)?;
    match options.shard {
        None => options.to.prepare(&experiments, &[])?,
        Some(part) => {
            let names: Vec<String> = experiments.iter().map(|one| part.file(one.id)).collect();
            options.to.accept(&names, &[], &[])?;
        }
    }
    let mut tables = tables(&experiments);
    let Some(part) = options.shard else {
        let sweeps: Vec<&'static Sweep> = tables.iter().map(|table| table.sweep).collect();
        pool::perform(&jobs(&sweeps, options.amount), &mut tables, options.jobs);
        let done: Vec<_> = experiments.iter().map(|one| (*one, &tables[..], options.amount)).collect();
        return finish(&done, &options.to);
    };
    // Each experiment's part is separate, so that its parts can be joined without those of others.
    for experiment in &experiments {
        let mut own = self::tables([experiment]);
        pool::perform(&store::share(experiment, options.amount, part), &mut own, options.jobs);
        let text = store::json(experiment, &own, options.amount, Some(part));
        let text = parts::seal(&text, &parts::documents(experiment, options.amount));
        let out = options.to.out.as_deref().unwrap_or(Path::new("."));
        files::write(&out.join(part.file(experiment.id)), &text)?;
    }
    Ok(())
}

/// Writes the files of experiments, then prints their content, so that closing standard output early loses no file.
fn finish(done: &[(&'static Experiment, &[Table], Amount)], to: &Places) -> Result<(), Failure> {
    for (experiment, tables, amount) in done {
        if let Some(page) = &to.page {
            files::write(&page.join(format!("{}.json", experiment.id)), &fresh::page(experiment, tables))?;
        }
        if let Some(out) = &to.out {
            let texts = [
                store::json(experiment, tables, *amount, None),
                store::csv(experiment, tables),
                drawing::svg(experiment, tables)?,
            ];
            for (ending, text) in ENDINGS.iter().zip(texts) {
                files::write(&out.join(format!("{}.{ending}", experiment.id)), &text)?;
            }
        }
    }
    let texts: Vec<String> = done.iter().map(|(experiment, tables, _)| text(experiment, tables)).collect();
    print(&texts.join("\n"))?;
    if done.iter().any(|(_, _, amount)| *amount != Amount::Full) {
        remark("Not the paper's number of runs (--quick, --repetitions): the results of the claims are not a verdict.");
    }
    Ok(())
}

/// Maximum size of a part in bytes; those of the largest experiments have a hundredth of it.
const MOST_BYTES: usize = 100_000_000;

fn merge(folders: &[PathBuf], to: &Places) -> Result<(), Failure> {
    let mut parts: Vec<(String, Read)> = Vec::new();
    let mut read: Vec<PathBuf> = Vec::new();
    for folder in folders {
        let refuse = |error: std::io::Error| Failure::refused(format_args!("{}: {error}", folder.display()));
        let mut files: Vec<PathBuf> = fs::read_dir(folder)
            .map_err(refuse)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()
            .map_err(refuse)?;
        files.retain(|file| file.file_name().is_some_and(|name| is_part(&name.to_string_lossy())));
        files.sort();
        if files.is_empty() {
            return Err(Failure::refused(format_args!("{}: this folder contains no parts", folder.display())));
        }
        for file in files {
            let refuse = |reason: String| Failure::refused(format_args!("{}: {reason}", file.display()));
            // Others would be waited for.
            if !file.is_file() {
                return Err(refuse("is not a regular file".into()));
            }
            let text = String::from_utf8(input(&file, MOST_BYTES)?).map_err(|error| refuse(error.to_string()))?;
            parts.push((file.display().to_string(), sealed(&text).map_err(refuse)?));
            read.push(file);
        }
    }
    let mut whole: Vec<Read> = Vec::new();
    for experiment in registry::all() {
        let (own, others) = parts.into_iter().partition(|(_, part)| std::ptr::eq(part.experiment, experiment));
        let own: Vec<(String, Read)> = own;
        parts = others;
        if !own.is_empty() {
            whole.push(store::join(own).map_err(Failure::refused)?);
        }
    }
    if to.page.is_some()
        && let Some(one) = whole.iter().find(|one| one.amount != Amount::Full)
    {
        let id = one.experiment.id;
        return Err(Failure::refused(format_args!(
            "{id}: the page needs the paper's number of runs, and these parts have another"
        )));
    }
    let experiments: Vec<_> = whole.iter().map(|one| one.experiment).collect();
    to.prepare(&experiments, &read)?;
    let done: Vec<_> = whole.iter().map(|one| (one.experiment, &one.tables[..], one.amount)).collect();
    finish(&done, to)
}

/// Whether this is the name of a part; names of drafts are hidden.
fn is_part(name: &str) -> bool {
    name.contains(".part-") && name.ends_with(".json") && !name.starts_with('.')
}

/// A part that is undamaged and made by this program from this program's scenarios.
fn sealed(text: &str) -> Result<Read, String> {
    let documents = parts::check(text)?;
    let read = store::read(text)?;
    if documents != parts::documents(read.experiment, read.amount) {
        return Err(format!("made from other scenarios than this program has for {}", read.experiment.id));
    }
    Ok(read)
}

impl Places {
    /// Accepts the files of these experiments and creates missing folders, before anything is computed. `read` are files that the
    /// command has read.
    fn prepare(&self, experiments: &[&'static Experiment], read: &[PathBuf]) -> Result<(), Failure> {
        let named = |endings: &[&str]| -> Vec<String> {
            experiments.iter().flat_map(|one| endings.iter().map(|ending| format!("{}.{ending}", one.id))).collect()
        };
        self.accept(&named(ENDINGS), &named(&["json"]), read)
    }

    /// Accepts files of these names in the two folders and creates missing folders, once all of them can be created.
    fn accept(&self, out: &[String], page: &[String], read: &[PathBuf]) -> Result<(), Failure> {
        let folders = || [&self.out, &self.page].into_iter().flatten();
        if let Some(path) = folders().find(|path| path.exists() && !path.is_dir()) {
            return Err(Failure::refused(format_args!("{}: this is not a folder", path.display())));
        }
        let places = [("--out", &self.out, out), ("--page", &self.page, page)];
        let written: Vec<(&str, PathBuf)> = places
            .into_iter()
            .filter_map(|(option, folder, names)| Some((option, folder.as_ref()?, names)))
            .flat_map(|(option, folder, names)| names.iter().map(move |name| (option, folder.join(name))))
            .collect();
        let written: Vec<(&str, &Path)> = written.iter().map(|(option, path)| (*option, path.as_path())).collect();
        let read: Vec<&Path> = read.iter().map(PathBuf::as_path).collect();
        files::accept(&read, &written, self.force)?;
        folders().try_for_each(|path| {
            fs::create_dir_all(path).map_err(|error| Failure::Broken(format!("{}: {error}", path.display())))
        })
    }
}

/// Results of an experiment as text: one row per configuration with the median of each number, then its claims.
fn text(experiment: &'static Experiment, tables: &[Table]) -> String {
    let mut out = format!("{}  {}, {}: {}\n", experiment.id, experiment.paper.name, experiment.label, experiment.title);
    for table in tables.iter().filter(|table| experiment.sweeps.iter().any(|sweep| std::ptr::eq(*sweep, table.sweep))) {
        out.push_str(&format!("\n{}, medians over runs\n{}", table.sweep.id, medians(table)));
    }
    let verdicts = verdicts::judge(experiment, tables);
    if !verdicts.is_empty() {
        out.push('\n');
        out.push_str(&verdicts::text(&verdicts));
    }
    out
}

fn medians(table: &Table) -> String {
    let mut coordinates: Vec<&str> = Vec::new();
    for (name, _) in table.cells.iter().flat_map(|cell| &cell.at.0) {
        if !coordinates.contains(name) {
            coordinates.push(name);
        }
    }
    let mut numbers: Vec<&str> = Vec::new();
    for row in table.rows() {
        for (name, value) in row.all() {
            if matches!(value, Value::Number(_)) && !numbers.contains(&name) {
                numbers.push(name);
            }
        }
    }
    let column = |title, align| Column { title, align };
    let mut columns: Vec<Column> = coordinates.iter().map(|name| column(*name, Align::Left)).collect();
    columns.push(column("runs", Align::Right));
    columns.extend(numbers.iter().map(|name| column(*name, Align::Right)));
    let mut rows = Vec::new();
    for (place, cell) in table.cells.iter().enumerate() {
        let own = table.of_cell(place);
        if own.0.is_empty() {
            continue;
        }
        let words = coordinates.iter().map(|name| match cell.at.get(name) {
            Some(value) => Json::from(value.clone()).to_string().trim_matches('"').to_owned(),
            None => String::new(),
        });
        let mut row: Vec<String> = words.collect();
        row.push(own.0.len().to_string());
        row.extend(numbers.iter().map(|name| verdicts::number(own.of(name).median())));
        rows.push(row);
    }
    grid(&columns, &rows)
}
