//! Options of `sawtooth sweep` and `sawtooth merge`. Not here: what they do.

use super::{Command, count, part, path, text, unknown_argument};
use crate::{Failure, pool};
use lexopt::{Arg, Parser};
use sawtooth_sweep::Part;
use std::path::PathBuf;

const SWEEP_OPTIONS: &[&str] = &["out", "force", "csv", "dry-run", "shard", "jobs"];

/// Options of `sawtooth sweep`.
pub struct Options {
    /// The document; `-` is standard input.
    pub file: PathBuf,
    /// Folder of the finished runs and of the table; none for a dry run.
    pub out: Option<PathBuf>,
    /// Whether a table that exists is replaced, whatever it is of.
    pub force: bool,
    /// Whether the table is CSV, even if the program writes Parquet.
    pub csv: bool,
    /// The runs that are computed.
    pub part: Part,
    /// Number of threads.
    pub jobs: usize,
}

/// Options of `sawtooth merge`.
pub struct Merge {
    /// Folders of the parts.
    pub folders: Vec<PathBuf>,
    /// Folder of the table.
    pub out: PathBuf,
    /// Whether a table that exists is replaced.
    pub force: bool,
    /// Whether the table is CSV, even if the program writes Parquet.
    pub csv: bool,
}

/// Reads the arguments after `sweep`.
pub fn sweep(mut parser: Parser) -> Result<Command, Failure> {
    let (mut file, mut out, mut dry, mut force, mut csv) = (None, None, false, false, false);
    let (mut whole, mut jobs) = (Part::WHOLE, pool::cores());
    while let Some(argument) = parser.next().map_err(Failure::refused)? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help),
            Arg::Long("out") => out = Some(path(&mut parser, "out")?),
            Arg::Long("force") => force = true,
            Arg::Long("csv") => csv = true,
            Arg::Long("dry-run") => dry = true,
            Arg::Long("shard") => {
                let part = part(&text(&mut parser)?)?;
                whole = Part { index: part.index, of: part.of };
            }
            Arg::Long("jobs") => jobs = count(&mut parser, "jobs", 1024u32)? as usize,
            Arg::Value(path) if file.is_none() => file = Some(PathBuf::from(path)),
            other => return Err(unknown_argument(&other, SWEEP_OPTIONS)),
        }
    }
    let file = file.ok_or_else(|| Failure::refused("sweep: give a FILE (- = standard input)"))?;
    if out.is_none() && !dry {
        return Err(Failure::refused("sweep: give --out, a folder for the results, or --dry-run"));
    }
    Ok(Command::Sweep(Options { file, out: out.filter(|_| !dry), force, csv, part: whole, jobs }))
}

/// Reads the arguments after `merge`.
pub fn merge(mut parser: Parser) -> Result<Command, Failure> {
    let (mut folders, mut out, mut force, mut csv) = (Vec::new(), None, false, false);
    while let Some(argument) = parser.next().map_err(Failure::refused)? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help),
            Arg::Long("out") => out = Some(path(&mut parser, "out")?),
            Arg::Long("force") => force = true,
            Arg::Long("csv") => csv = true,
            Arg::Value(folder) => folders.push(PathBuf::from(folder)),
            other => return Err(unknown_argument(&other, &["out", "force", "csv"])),
        }
    }
    if folders.is_empty() {
        return Err(Failure::refused("merge: give the folders of a sweep's parts"));
    }
    let out = out.ok_or_else(|| Failure::refused("merge: give --out, a folder for the results"))?;
    Ok(Command::Merge(Merge { folders, out, force, csv }))
}
