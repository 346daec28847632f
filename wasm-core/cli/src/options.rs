//! The words of the command line. Unknown ones are refused with the nearest known one. Not here: what a command does.

use crate::Failure;
use lexopt::{Arg, Parser};
use sawtooth_scenario::error::nearest;
use std::ffi::OsString;
use std::path::PathBuf;

/// What `sawtooth --help` says.
pub const HELP: &str = "\
Sawtooth: a TCP congestion-control laboratory.

  sawtooth run FILE          run a scenario (- = standard input)
      --seed N               with another seed
      --duration S           with another length, in seconds
      --summary json|table   what to print at the end (table)
      --trace FILE           write every sample and event as CSV
      --progress             tell on standard error how far the run is
  sawtooth schema            the JSON Schema of a scenario
  sawtooth algorithms        every algorithm with its parameters
      --json                 as JSON
  sawtooth --help, --version

Exit codes: 0 done; 2 refused (document, option, unreadable file); 3 anything else.
";

const COMMANDS: &[&str] = &["run", "schema", "algorithms"];
const RUN_OPTIONS: &[&str] = &["seed", "duration", "summary", "trace", "progress"];
const SUMMARIES: &[&str] = &["json", "table"];

/// A command with its options.
pub enum Command {
    /// How to use the program.
    Help,
    /// Its version.
    Version,
    /// Prints the JSON Schema.
    Schema,
    /// Lists the algorithms.
    Algorithms {
        /// As JSON.
        json: bool,
    },
    /// Runs a scenario.
    Run(RunOptions),
}

/// Options of `sawtooth run`.
#[derive(Default)]
pub struct RunOptions {
    /// The scenario's file; `-` is standard input.
    pub file: PathBuf,
    /// Another seed, as it was written: checked with the document.
    pub seed: Option<String>,
    /// Another duration, likewise.
    pub duration: Option<String>,
    /// The summary as JSON instead of a table.
    pub json: bool,
    /// Where the trace goes.
    pub trace: Option<PathBuf>,
    /// Tells how far the run is.
    pub progress: bool,
}

/// Reads the arguments behind the program's name.
pub fn read(arguments: impl Iterator<Item = OsString>) -> Result<Command, Failure> {
    let mut parser = Parser::from_args(arguments);
    match parser.next().map_err(Failure::refused)? {
        None => {
            Err(Failure::refused(format_args!("a command is missing: {}; see sawtooth --help", COMMANDS.join("|"))))
        }
        Some(Arg::Short('h') | Arg::Long("help")) => Ok(Command::Help),
        Some(Arg::Short('V') | Arg::Long("version")) => Ok(Command::Version),
        Some(Arg::Value(word)) => match word.to_str() {
            Some("run") => run(parser),
            Some("schema") => plain(parser, &[], |_| Command::Schema),
            Some("algorithms") => plain(parser, &["json"], |json| Command::Algorithms { json }),
            Some("help") => Ok(Command::Help),
            _ => Err(unknown("command", &word.to_string_lossy(), "", COMMANDS)),
        },
        Some(other) => Err(unknown_argument(&other, &["help", "version"])),
    }
}

/// A command with at most one switch, made of whether that was given. `--help` works everywhere.
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
    let mut options = RunOptions::default();
    let mut file = None;
    while let Some(argument) = parser.next().map_err(Failure::refused)? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help),
            Arg::Long("seed") => options.seed = Some(text(&mut parser)?),
            Arg::Long("duration") => options.duration = Some(text(&mut parser)?),
            Arg::Long("trace") => options.trace = Some(parser.value().map_err(Failure::refused)?.into()),
            Arg::Long("progress") => options.progress = true,
            Arg::Long("summary") => {
                let form = text(&mut parser)?;
                if !SUMMARIES.contains(&form.as_str()) {
                    return Err(unknown("summary", &form, "", SUMMARIES));
                }
                options.json = form == "json";
            }
            Arg::Value(path) if file.is_none() => file = Some(PathBuf::from(path)),
            other => return Err(unknown_argument(&other, RUN_OPTIONS)),
        }
    }
    options.file = file.ok_or_else(|| Failure::refused("run: a FILE is missing (- = standard input)"))?;
    Ok(Command::Run(options))
}

/// An option's value. A negative number is a value, too: what it may be is the document's matter.
fn text(parser: &mut Parser) -> Result<String, Failure> {
    let value = parser.value().map_err(Failure::refused)?;
    Ok(value.to_string_lossy().into_owned())
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

fn unknown(what: &str, given: &str, dashes: &str, known: &[&str]) -> Failure {
    let near = nearest(given.trim_start_matches('-'), known.iter().copied());
    let near = near.map_or(String::new(), |name| format!(". Did you mean `{dashes}{name}`?"));
    let allowed: Vec<String> = known.iter().map(|name| format!("{dashes}{name}")).collect();
    let allowed = if allowed.is_empty() { "none".into() } else { allowed.join("|") };
    Failure::refused(format_args!("unknown {what} `{}`; allowed is {allowed}{near}", given.escape_debug()))
}
