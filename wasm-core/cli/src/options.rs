//! Options of the command line. An unknown one is rejected with the nearest known name. Not here: what a command does.

pub mod find;
pub mod sweep;

use crate::{Failure, pool};
use lexopt::{Arg, Parser};
use sawtooth_experiments::Amount;
use sawtooth_experiments::store::Part;
use sawtooth_measures::presets;
use sawtooth_scenario::Json;
use sawtooth_scenario::error::nearest;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Text of `sawtooth --help`.
pub const HELP: &str = include_str!("help.txt");

const COMMANDS: &[&str] =
    &["run", "sweep", "merge", "find", "fit", "presets", "experiments", "claims", "schema", "algorithms"];
const RUN_OPTIONS: &[&str] = &[
    "preset",
    "set",
    "seed",
    "seeds",
    "jobs",
    "duration",
    "rate-trace",
    "reverse-rate-trace",
    "from",
    "to",
    "summary",
    "discriminators",
    "out",
    "trace",
    "wide",
    "sources",
    "signals",
    "every",
    "force",
    "large-trace",
    "limit-events",
    "limit-seconds",
    "progress",
];
const EXPERIMENTS: &[&str] = &["run", "merge", "edges"];
const RUN_EXPERIMENTS_OPTIONS: &[&str] = &["all", "out", "page", "force", "repetitions", "quick", "jobs", "shard"];
const EDGES_OPTIONS: &[&str] = &["all", "page", "out", "force", "jobs"];
const CLAIMS_OPTIONS: &[&str] = &["experiment", "json", "quick", "jobs"];
const SUMMARIES: &[&str] = &["json", "table"];

/// A command with its options.
pub enum Command {
    /// Print the help.
    Help,
    /// Print the version.
    Version,
    /// Print the JSON Schema of a scenario.
    Schema,
    /// Print the JSON Schema of a sweep.
    SweepSchema,
    /// Print the JSON Schema of a search.
    FindSchema,
    /// Search for a value.
    Find(find::Find),
    /// Fit a straight line.
    Fit(find::Fit),
    /// Run a sweep.
    Sweep(sweep::Options),
    /// Join the parts of a sweep.
    Merge(sweep::Merge),
    /// List the algorithms.
    Algorithms {
        /// As JSON.
        json: bool,
    },
    /// Run a scenario.
    Run(Box<RunOptions>),
    /// List the presets.
    Presets {
        /// As JSON.
        json: bool,
    },
    /// List, run or join experiments.
    Experiments(Experiments),
    /// Find knife edges of experiments.
    Edges(Edges),
    /// Evaluate claims.
    Claims(Claims),
}

/// Subcommands of `sawtooth experiments`.
pub enum Experiments {
    /// List them.
    List {
        /// As JSON.
        json: bool,
    },
    /// Run some of them.
    Run(RunExperiments),
    /// Join parts.
    Merge {
        /// Folders of the parts.
        folders: Vec<PathBuf>,
        /// Destinations of the joined files.
        to: Places,
    },
}

/// Destinations of files; without any, results are only printed.
#[derive(Default)]
pub struct Places {
    /// Whether files that exist are replaced.
    pub force: bool,
    /// Folder for CSV, JSON and SVG of each experiment.
    pub out: Option<PathBuf>,
    /// Folder for the page's precomputed results.
    pub page: Option<PathBuf>,
}

/// Options of `sawtooth experiments run`.
pub struct RunExperiments {
    /// Ids of the experiments.
    pub ids: Vec<String>,
    /// Whether all experiments run.
    pub all: bool,
    /// Destinations of files.
    pub to: Places,
    /// Runs per configuration.
    pub amount: Amount,
    /// Number of threads.
    pub jobs: usize,
    /// The only part to compute, if given.
    pub shard: Option<Part>,
}

/// Options of `sawtooth experiments edges`.
pub struct Edges {
    /// Ids of the experiments.
    pub ids: Vec<String>,
    /// Whether all experiments run.
    pub all: bool,
    /// Folder of the page's precomputed results, which are compared.
    pub page: PathBuf,
    /// Folder for the tables.
    pub out: PathBuf,
    /// Whether tables that belong to the results are computed again.
    pub force: bool,
    /// Number of threads.
    pub jobs: usize,
}

/// Options of `sawtooth claims`.
pub struct Claims {
    /// Ids of the experiments; empty means all.
    pub ids: Vec<String>,
    /// Whether to print JSON.
    pub json: bool,
    /// Whether to use fewer runs, for a quick look.
    pub quick: bool,
    /// Number of threads.
    pub jobs: usize,
}

/// Source of a scenario.
pub enum Origin {
    /// A file; `-` is standard input.
    File(PathBuf),
    /// The scenario of a preset.
    Preset(Json),
}

/// Options of `sawtooth run`.
pub struct RunOptions {
    /// The scenario.
    pub source: Origin,
    /// Paths of fields with their new values as text, checked with the document.
    pub set: Vec<(String, String)>,
    /// Another seed as text, checked with the document.
    pub seed: Option<String>,
    /// First and last seed of several runs.
    pub seeds: Option<(u64, u64)>,
    /// Number of threads for several runs.
    pub jobs: usize,
    /// Another duration as text, checked with the document.
    pub duration: Option<String>,
    /// File of the forward link's opportunities, or of its rate over time.
    pub rate_trace: Option<PathBuf>,
    /// The same of the reverse link.
    pub reverse_rate_trace: Option<PathBuf>,
    /// Start of the span of summary and trace in seconds, as text; checked once the run's length is known.
    pub from: Option<String>,
    /// End of the span, likewise.
    pub to: Option<String>,
    /// Whether the summary is JSON instead of a table.
    pub json: bool,
    /// Whether the summary has the scores of the loss discriminators.
    pub discriminators: bool,
    /// File of the summaries; its form is that of its name.
    pub out: Option<PathBuf>,
    /// Path of the trace; with `-`, standard output, no summary is printed.
    pub trace: Option<PathBuf>,
    /// Whether the trace has a column for each series.
    pub wide: bool,
    /// Names of the sources in the trace; empty means all.
    pub sources: Vec<String>,
    /// Names of the signals in the trace; empty means all.
    pub signals: Vec<String>,
    /// Interval of levels in seconds, as text.
    pub every: Option<String>,
    /// Whether files that exist are replaced.
    pub force: bool,
    /// Whether the trace may be larger than 1 GB.
    pub large_trace: bool,
    /// Maximum number of events.
    pub limit_events: Option<u64>,
    /// Maximum number of seconds of computing time.
    pub limit_seconds: Option<f64>,
    /// Whether to print progress.
    pub progress: bool,
}

/// Reads the arguments after the program's name.
pub fn read(arguments: impl Iterator<Item = OsString>) -> Result<Command, Failure> {
    let mut parser = Parser::from_args(arguments);
    match parser.next().map_err(Failure::refused)? {
        None => Err(Failure::refused(format_args!(
            "a command is missing; give one of {}, or see sawtooth --help",
            either(COMMANDS)
        ))),
        Some(Arg::Short('h') | Arg::Long("help")) => Ok(Command::Help),
        Some(Arg::Short('V') | Arg::Long("version")) => Ok(Command::Version),
        Some(Arg::Value(word)) => match word.to_str() {
            Some("run") => run(parser),
            Some("experiments") => experiments(parser),
            Some("claims") => claims(parser),
            Some("presets") => plain(parser, &["json"], |json| Command::Presets { json }),
            Some("sweep") => sweep::sweep(parser),
            Some("merge") => sweep::merge(parser),
            Some("find") => find::find(parser),
            Some("fit") => find::fit(parser),
            Some("schema") => schema(parser),
            Some("algorithms") => plain(parser, &["json"], |json| Command::Algorithms { json }),
            Some("help") => Ok(Command::Help),
            _ => Err(unknown("command", &word.to_string_lossy(), "", COMMANDS)),
        },
        Some(other) => Err(unknown_argument(&other, &["help", "version"])),
    }
}

/// `schema`, of a scenario or of what is named.
fn schema(mut parser: Parser) -> Result<Command, Failure> {
    let mut command = Command::Schema;
    while let Some(argument) = parser.next().map_err(Failure::refused)? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help),
            Arg::Value(word) if word == "scenario" => command = Command::Schema,
            Arg::Value(word) if word == "sweep" => command = Command::SweepSchema,
            Arg::Value(word) if word == "find" => command = Command::FindSchema,
            Arg::Value(word) => {
                return Err(unknown("schema", &word.to_string_lossy(), "", &["scenario", "sweep", "find"]));
            }
            other => return Err(unknown_argument(&other, &[])),
        }
    }
    Ok(command)
}

/// A command with at most one switch, which `make` receives. `--help` works everywhere.
fn plain(mut parser: Parser, switches: &[&str], make: impl FnOnce(bool) -> Command) -> Result<Command, Failure> {
    let mut given = false;
    while let Some(argument) = parser.next().map_err(Failure::refused)? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help),
            Arg::Long(name) if switches.contains(&name) => given = true,
            other => return Err(unknown_argument(&other, switches)),
        }
    }
    Ok(make(given))
}

fn run(mut parser: Parser) -> Result<Command, Failure> {
    let (mut source, mut summary) = (None, false);
    let (mut seed, mut duration, mut json, mut trace, mut progress) = (None, None, false, None, false);
    let (mut from, mut to, mut sources, mut signals, mut every) = (None, None, Vec::new(), Vec::new(), None);
    let (mut force, mut limit_events, mut limit_seconds, mut discriminators) = (false, None, None, false);
    let (mut large_trace, mut wide) = (false, false);
    let mut reverse_rate_trace = None;
    let (mut rate_trace, mut set, mut seeds, mut jobs, mut out) = (None, Vec::new(), None, None, None);
    while let Some(argument) = parser.next().map_err(Failure::refused)? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help),
            Arg::Long("preset") if source.is_none() => source = Some(Origin::Preset(preset(&text(&mut parser)?)?)),
            Arg::Long("preset") => {
                return Err(Failure::refused(
                    "--preset: a scenario is already given; give either one FILE or one --preset ID",
                ));
            }
            Arg::Long("set") => set.push(setting(&text(&mut parser)?)?),
            Arg::Long("seed") => seed = Some(text(&mut parser)?),
            Arg::Long("seeds") => seeds = Some(range(&text(&mut parser)?)?),
            Arg::Long("jobs") => jobs = Some(count(&mut parser, "jobs", 1024u32)? as usize),
            Arg::Long("out") => out = Some(path(&mut parser, "out")?),
            Arg::Long("duration") => duration = Some(text(&mut parser)?),
            Arg::Long("rate-trace") => rate_trace = Some(path(&mut parser, "rate-trace")?),
            Arg::Long("reverse-rate-trace") => reverse_rate_trace = Some(path(&mut parser, "reverse-rate-trace")?),
            Arg::Long("from") => from = Some(text(&mut parser)?),
            Arg::Long("to") => to = Some(text(&mut parser)?),
            Arg::Long("trace") => trace = Some(path(&mut parser, "trace")?),
            Arg::Long("sources") => sources.extend(list(&mut parser)?),
            Arg::Long("signals") => signals.extend(list(&mut parser)?),
            Arg::Long("every") => every = Some(text(&mut parser)?),
            Arg::Long("force") => force = true,
            Arg::Long("large-trace") => large_trace = true,
            Arg::Long("wide") => wide = true,
            Arg::Long("discriminators") => discriminators = true,
            Arg::Long("limit-events") => limit_events = Some(count(&mut parser, "limit-events", u64::MAX)?),
            Arg::Long("limit-seconds") => limit_seconds = Some(seconds(&mut parser, "limit-seconds")?),
            Arg::Long("progress") => progress = true,
            Arg::Long("summary") => {
                let form = text(&mut parser)?;
                if !SUMMARIES.contains(&form.as_str()) {
                    return Err(unknown("summary", &form, "", SUMMARIES));
                }
                (json, summary) = (form == "json", true);
            }
            Arg::Value(path) if source.is_none() => source = Some(Origin::File(PathBuf::from(path))),
            other => return Err(unknown_argument(&other, RUN_OPTIONS)),
        }
    }
    let missing = "run: give a FILE (- = standard input) or --preset ID; `sawtooth presets` lists the IDs";
    let source = source.ok_or_else(|| Failure::refused(missing))?;
    if summary && trace.as_deref() == Some(Path::new("-")) {
        return Err(Failure::refused("--trace - and --summary both write to standard output; give --trace a file"));
    }
    if discriminators && trace.as_deref() == Some(Path::new("-")) {
        return Err(Failure::refused(
            "--discriminators is for the summary, which --trace - omits; give --trace a file",
        ));
    }
    let chosen = [("sources", !sources.is_empty()), ("signals", !signals.is_empty()), ("every", every.is_some())];
    if trace.is_none()
        && let Some((name, _)) = chosen.iter().find(|(_, given)| *given)
    {
        return Err(Failure::refused(format_args!("--{name} needs --trace: it selects what the trace contains")));
    }
    if force && trace.is_none() && out.is_none() {
        return Err(Failure::refused("--force needs --trace or --out: it replaces files that exist"));
    }
    if wide && trace.is_none() {
        return Err(Failure::refused("--wide needs --trace: it is a form of the trace"));
    }
    if large_trace && trace.is_none() {
        return Err(Failure::refused("--large-trace needs --trace: it is about the size of the trace"));
    }
    let refused = [
        ("--seed", seeds.is_some() && seed.is_some(), "--seeds already names the seeds"),
        ("--trace", seeds.is_some() && trace.is_some(), "a trace is of one run; give --seed instead of --seeds"),
        ("--jobs", seeds.is_none() && jobs.is_some(), "it needs --seeds: one run is computed by one thread"),
    ];
    if let Some((name, _, reason)) = refused.iter().find(|(_, given, _)| *given) {
        return Err(Failure::refused(format_args!("{name}: {reason}")));
    }
    Ok(Command::Run(Box::new(RunOptions {
        source,
        set,
        seed,
        seeds,
        jobs: jobs.unwrap_or_else(pool::cores),
        duration,
        rate_trace,
        reverse_rate_trace,
        from,
        to,
        json,
        discriminators,
        out,
        trace,
        wide,
        sources,
        signals,
        every,
        force,
        large_trace,
        limit_events,
        limit_seconds,
        progress,
    })))
}

/// The scenario of a preset.
fn preset(id: &str) -> Result<Json, Failure> {
    presets::scenario(id).ok_or_else(|| unknown("preset", id, "", &presets::ids().collect::<Vec<_>>()))
}

fn experiments(mut parser: Parser) -> Result<Command, Failure> {
    let mut json = false;
    loop {
        match parser.next().map_err(Failure::refused)? {
            None => return Ok(Command::Experiments(Experiments::List { json })),
            Some(Arg::Short('h') | Arg::Long("help")) => return Ok(Command::Help),
            Some(Arg::Long("json")) => json = true,
            Some(Arg::Value(word)) if !json => {
                return match word.to_str() {
                    Some("run") => run_experiments(parser),
                    Some("merge") => merge(parser),
                    Some("edges") => edges(parser),
                    _ => Err(unknown("command", &word.to_string_lossy(), "", EXPERIMENTS)),
                };
            }
            Some(other) => return Err(unknown_argument(&other, &["json"])),
        }
    }
}

fn run_experiments(mut parser: Parser) -> Result<Command, Failure> {
    let (mut repetitions, mut quick) = (None, false);
    let mut options = RunExperiments {
        ids: Vec::new(),
        all: false,
        to: Places::default(),
        amount: Amount::Full,
        jobs: pool::cores(),
        shard: None,
    };
    while let Some(argument) = parser.next().map_err(Failure::refused)? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help),
            Arg::Long("all") => options.all = true,
            Arg::Long("out") => options.to.out = Some(path(&mut parser, "out")?),
            Arg::Long("page") => options.to.page = Some(path(&mut parser, "page")?),
            Arg::Long("force") => options.to.force = true,
            Arg::Long("repetitions") => repetitions = Some(count(&mut parser, "repetitions", 10_000u32)?),
            Arg::Long("quick") => quick = true,
            Arg::Long("jobs") => options.jobs = count(&mut parser, "jobs", 1024u32)? as usize,
            Arg::Long("shard") => options.shard = Some(part(&text(&mut parser)?)?),
            Arg::Value(id) => options.ids.push(id.to_string_lossy().into_owned()),
            other => return Err(unknown_argument(&other, RUN_EXPERIMENTS_OPTIONS)),
        }
    }
    options.amount = match (repetitions, quick) {
        (Some(_), true) => return Err(Failure::refused("--repetitions and --quick: use only one of them")),
        (Some(count), false) => Amount::Exactly(count),
        (None, true) => Amount::Quick,
        (None, false) => Amount::Full,
    };
    either_ids("run", &options.ids, options.all)?;
    if options.shard.is_some() && options.to.page.is_some() {
        return Err(Failure::refused(
            "--page and --shard: the page needs all parts; join them and give --page to merge",
        ));
    }
    if options.to.page.is_some() && options.amount != Amount::Full {
        return Err(Failure::refused(
            "--page: the page needs the paper's number of runs; remove --repetitions and --quick",
        ));
    }
    if options.shard.is_some() && options.to.out.is_none() {
        return Err(Failure::refused("--shard needs --out, the folder for the part"));
    }
    Ok(Command::Experiments(Experiments::Run(options)))
}

fn merge(mut parser: Parser) -> Result<Command, Failure> {
    let (mut folders, mut to) = (Vec::new(), Places::default());
    while let Some(argument) = parser.next().map_err(Failure::refused)? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help),
            Arg::Long("out") => to.out = Some(path(&mut parser, "out")?),
            Arg::Long("page") => to.page = Some(path(&mut parser, "page")?),
            Arg::Long("force") => to.force = true,
            Arg::Value(folder) => folders.push(PathBuf::from(folder)),
            other => return Err(unknown_argument(&other, &["out", "page", "force"])),
        }
    }
    if folders.is_empty() {
        return Err(Failure::refused("experiments merge: give at least one folder of parts"));
    }
    Ok(Command::Experiments(Experiments::Merge { folders, to }))
}

fn edges(mut parser: Parser) -> Result<Command, Failure> {
    let (mut ids, mut all, mut force, mut jobs) = (Vec::new(), false, false, pool::cores());
    let (mut page, mut out) = (None, None);
    while let Some(argument) = parser.next().map_err(Failure::refused)? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help),
            Arg::Long("all") => all = true,
            Arg::Long("page") => page = Some(path(&mut parser, "page")?),
            Arg::Long("out") => out = Some(path(&mut parser, "out")?),
            Arg::Long("force") => force = true,
            Arg::Long("jobs") => jobs = count(&mut parser, "jobs", 1024u32)? as usize,
            Arg::Value(id) => ids.push(id.to_string_lossy().into_owned()),
            other => return Err(unknown_argument(&other, EDGES_OPTIONS)),
        }
    }
    either_ids("edges", &ids, all)?;
    let (Some(page), Some(out)) = (page, out) else {
        return Err(Failure::refused(
            "experiments edges: give --page, the folder of the results that are compared, and --out, the folder for the tables",
        ));
    };
    Ok(Command::Edges(Edges { ids, all, page, out, force, jobs }))
}

/// Accepts ids or `--all`, not both and not neither.
fn either_ids(command: &str, ids: &[String], all: bool) -> Result<(), Failure> {
    if all == ids.is_empty() {
        return Ok(());
    }
    Err(Failure::refused(format_args!(
        "experiments {command}: give either IDs or --all; `sawtooth experiments` lists the IDs"
    )))
}

fn claims(mut parser: Parser) -> Result<Command, Failure> {
    let mut options = Claims { ids: Vec::new(), json: false, quick: false, jobs: pool::cores() };
    while let Some(argument) = parser.next().map_err(Failure::refused)? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help),
            Arg::Long("experiment") => options.ids.push(text(&mut parser)?),
            Arg::Long("json") => options.json = true,
            Arg::Long("quick") => options.quick = true,
            Arg::Long("jobs") => options.jobs = count(&mut parser, "jobs", 1024u32)? as usize,
            other => return Err(unknown_argument(&other, CLAIMS_OPTIONS)),
        }
    }
    Ok(Command::Claims(options))
}

/// A whole number of at least 1.
fn count<N: TryFrom<u64> + Into<u64>>(parser: &mut Parser, name: &str, most: N) -> Result<N, Failure> {
    let (given, most) = (text(parser)?, most.into());
    let count = given.parse::<u64>().ok().filter(|count| (1..=most).contains(count));
    count.and_then(|count| N::try_from(count).ok()).ok_or_else(|| {
        Failure::refused(format_args!("--{name} is `{}`. Allowed: 1 to {most}, a whole number.", given.escape_debug()))
    })
}

/// Most runs of one scenario at once; their summaries are in memory.
const MOST_SEEDS: u64 = 10_000;

/// `PATH=VALUE`.
fn setting(given: &str) -> Result<(String, String), Failure> {
    let both = given.split_once('=').map(|(path, value)| (path.trim().to_owned(), value.trim().to_owned()));
    both.filter(|(path, _)| !path.is_empty()).ok_or_else(|| {
        Failure::refused(format_args!(
            "--set is `{}`. Allowed: PATH=VALUE, for example bottleneck.loss.probability=0.01.",
            given.escape_debug()
        ))
    })
}

/// `A-B`.
fn range(given: &str) -> Result<(u64, u64), Failure> {
    let whole = |text: &str| text.parse::<u64>().ok().filter(|seed| *seed < 1 << 53);
    let both = given.split_once('-').and_then(|(first, last)| whole(first).zip(whole(last)));
    both.filter(|(first, last)| first <= last && last - first < MOST_SEEDS).ok_or_else(|| {
        Failure::refused(format_args!(
            "--seeds is `{}`. Allowed: A-B with A at most B, at most {MOST_SEEDS} seeds, for example 1-30.",
            given.escape_debug()
        ))
    })
}

/// A number of seconds above 0.
fn seconds(parser: &mut Parser, name: &str) -> Result<f64, Failure> {
    let given = text(parser)?;
    given.parse().ok().filter(|s: &f64| s.is_finite() && *s > 0.0).ok_or_else(|| {
        Failure::refused(format_args!("--{name} is `{}`. Allowed: more than 0, in seconds.", given.escape_debug()))
    })
}

/// `I/N`.
fn part(given: &str) -> Result<Part, Failure> {
    let whole = |text: &str| text.parse::<u32>().ok();
    let both = given.split_once('/').and_then(|(index, of)| whole(index).zip(whole(of)));
    both.filter(|(index, of)| sawtooth_sweep::Part::new(*index, *of).is_some())
        .map(|(index, of)| Part { index, of })
        .ok_or_else(|| {
            Failure::refused(format_args!(
                "--shard is `{}`. Allowed: I/N with I from 1 to N, for example 2/8.",
                given.escape_debug()
            ))
        })
}

/// An option's value as text. Negative numbers are accepted here; the document's rules check them.
fn text(parser: &mut Parser) -> Result<String, Failure> {
    let value = parser.value().map_err(Failure::refused)?;
    Ok(value.to_string_lossy().into_owned())
}

/// A path, which is not empty.
fn path(parser: &mut Parser, name: &str) -> Result<PathBuf, Failure> {
    let value = parser.value().map_err(Failure::refused)?;
    match value.is_empty() {
        true => Err(Failure::refused(format_args!("--{name} is ``. Allowed: a path."))),
        false => Ok(value.into()),
    }
}

/// Names separated by commas.
fn list(parser: &mut Parser) -> Result<Vec<String>, Failure> {
    Ok(text(parser)?.split(',').map(str::to_owned).collect())
}

fn unknown_argument(argument: &Arg, known: &[&str]) -> Failure {
    match argument {
        Arg::Long(name) => unknown("option", &format!("--{name}"), "--", known),
        Arg::Short(letter) => unknown("option", &format!("-{letter}"), "--", known),
        Arg::Value(value) => {
            Failure::refused(format_args!("unexpected argument `{}`", value.to_string_lossy().escape_debug()))
        }
    }
}

/// Error for an unknown name, with the known ones and the nearest of them.
pub fn unknown(what: &str, given: &str, dashes: &str, known: &[&str]) -> Failure {
    let near = nearest(given.trim_start_matches('-'), known.iter().copied());
    let near = near.map_or(String::new(), |name| format!(" Did you mean `{dashes}{name}`?"));
    let allowed: Vec<String> = known.iter().map(|name| format!("{dashes}{name}")).collect();
    let allowed = if allowed.is_empty() { "none".into() } else { either(&allowed) };
    Failure::refused(format_args!("unknown {what} `{}`. Allowed: {allowed}.{near}", given.escape_debug()))
}

/// Names as a list in a sentence: `a, b or c`.
fn either<T: AsRef<str>>(names: &[T]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.split_last() {
        Some((last, some)) if !some.is_empty() => format!("{} or {last}", some.join(", ")),
        _ => names.concat(),
    }
}
