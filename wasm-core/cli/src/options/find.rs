//! Options of `sawtooth find` and `sawtooth fit`. Not here: what they do.

use super::{Command, count, text, unknown, unknown_argument};
use crate::{Failure, pool};
use lexopt::{Arg, Parser};
use sawtooth_sweep::Scale;
use std::path::PathBuf;

/// Options of `sawtooth find`.
pub struct Find {
    /// The document; `-` is standard input.
    pub file: PathBuf,
    /// Whether the answer is printed as JSON.
    pub json: bool,
    /// Number of threads.
    pub jobs: usize,
}

/// A column on a scale.
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its scale.
    pub scale: Scale,
}

/// Options of `sawtooth fit`.
pub struct Fit {
    /// The document of the sweep; `-` is standard input.
    pub file: PathBuf,
    /// Its table as CSV.
    pub table: PathBuf,
    /// The column of x.
    pub x: Column,
    /// The column of y.
    pub y: Column,
    /// Whether the line is printed as JSON.
    pub json: bool,
}

/// Reads the arguments after `find`.
pub fn find(mut parser: Parser) -> Result<Command, Failure> {
    let (mut file, mut json, mut jobs) = (None, false, pool::cores());
    while let Some(argument) = parser.next().map_err(Failure::refused)? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help),
            Arg::Long("json") => json = true,
            Arg::Long("jobs") => jobs = count(&mut parser, "jobs", 1024u32)? as usize,
            Arg::Value(path) if file.is_none() => file = Some(PathBuf::from(path)),
            other => return Err(unknown_argument(&other, &["json", "jobs"])),
        }
    }
    let file = file.ok_or_else(|| Failure::refused("find: give a FILE (- = standard input)"))?;
    Ok(Command::Find(Find { file, json, jobs }))
}

/// Reads the arguments after `fit`.
pub fn fit(mut parser: Parser) -> Result<Command, Failure> {
    let (mut files, mut x, mut y, mut json) = (Vec::new(), None, None, false);
    while let Some(argument) = parser.next().map_err(Failure::refused)? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help),
            Arg::Long("x") => x = Some(column(&text(&mut parser)?)?),
            Arg::Long("y") => y = Some(column(&text(&mut parser)?)?),
            Arg::Long("json") => json = true,
            Arg::Value(path) if files.len() < 2 => files.push(PathBuf::from(path)),
            other => return Err(unknown_argument(&other, &["x", "y", "json"])),
        }
    }
    let Ok([file, table]) = <[PathBuf; 2]>::try_from(files) else {
        return Err(Failure::refused("fit: give the document of a sweep and its table as CSV"));
    };
    let (Some(x), Some(y)) = (x, y) else {
        return Err(Failure::refused("fit: give --x and --y, each a column of the table"));
    };
    Ok(Command::Fit(Fit { file, table, x, y, json }))
}

/// `COLUMN` or `COLUMN:SCALE`.
fn column(given: &str) -> Result<Column, Failure> {
    let Some((name, word)) = given.rsplit_once(':') else {
        return Ok(Column { name: given.into(), scale: Scale::AsIs });
    };
    let scale = Scale::named(word).ok_or_else(|| unknown("scale", word, "", Scale::WORDS))?;
    Ok(Column { name: name.into(), scale })
}
