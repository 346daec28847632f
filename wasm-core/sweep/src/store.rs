//! Finished runs of a sweep in its folder: a file to which each row is added when its run ends, so that nothing finished is
//! lost however the program ends, and the lock that keeps a second writer out. Each line has a checksum. The table is made of
//! these rows in order, whoever ran them and when. Not here: the runs, the place of the table.

use crate::document::{DIGEST, ERROR, Sweep, hex};
use crate::table::{Row, Value};
use crate::writer::{Form, Writer};
use crate::{Part, VERSION};
use sawtooth_scenario::error::shorten;
use sawtooth_scenario::{Json, object, parse};
use sha2::{Digest, Sha256};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Name of the file in the sweep's folder.
pub const FILE: &str = "finished.jsonl";

/// Version of the file's format.
const FORMAT: u64 = 1;

/// Hexadecimal digits of a line's checksum.
const SUM: usize = 16;

/// Reason why a folder cannot be used.
#[derive(Debug)]
pub enum Failed {
    /// Something in it is not as it must be: the place, what was found, what is allowed.
    Refused(String),
    /// The disk failed.
    Broken(PathBuf, io::Error),
}

/// The finished runs of a sweep or of a part of it, locked while this exists.
pub struct Store {
    path: PathBuf,
    file: File,
    /// Place of each run's line in the file; `NONE` for a run that is not finished.
    lines: Vec<u64>,
    finished: usize,
    /// Number of finished runs that have an error.
    failed: usize,
    /// Length of the file.
    end: u64,
}

const NONE: u64 = u64::MAX;

impl Store {
    /// Opens the folder of a sweep, or of a part of it, to go on; creates what is missing. `made_by` identifies the program:
    /// other programs may give other results.
    ///
    /// # Errors
    /// The folder is in use, of another sweep, part or program, or damaged; the disk failed.
    pub fn open(folder: &Path, sweep: &Sweep, part: Part, made_by: &str) -> Result<Store, Failed> {
        let path = folder.join(FILE);
        let broken = |error| Failed::Broken(path.clone(), error);
        fs::create_dir_all(folder).map_err(|error| Failed::Broken(folder.into(), error))?;
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut store = Store::locked(path.clone(), options.map_err(broken)?, sweep.runs())?;
        let head = head(sweep, part, made_by);
        let mut lines = Lines::new(&store.file).map_err(broken)?;
        match lines.next().map_err(broken)? {
            Some(Line { text: Ok(first), .. }) if first == head => store.load(&mut lines, sweep, part)?,
            Some(Line { text: Ok(first), .. }) => {
                return Err(Failed::Refused(differs(&path, &first, sweep, part, made_by)));
            }
            Some(Line { text: Err(found), whole, .. }) if whole || !line(&head).starts_with(&found) => {
                return Err(refused(&path, 1, &found, "the head of a sweep's finished runs, with its checksum"));
            }
            // Nothing, or a head that was never complete.
            _ => {
                store.file.set_len(0).map_err(broken)?;
                store.append(&head).map_err(broken)?;
            }
        }
        Ok(store)
    }

    /// Opens the folder of a part that is to be joined, and returns its document, its part, its program and its rows.
    ///
    /// # Errors
    /// No such file, in use, damaged.
    pub fn read(folder: &Path) -> Result<(Sweep, Part, String, Store), Failed> {
        let path = folder.join(FILE);
        let broken = |error| Failed::Broken(path.clone(), error);
        let file = OpenOptions::new().read(true).write(true).open(&path);
        let missing = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
        let file = file.map_err(|error| match missing(&error) {
            true => Failed::Refused(format!("{}: found no {FILE}. Allowed: the folder of a sweep.", folder.display())),
            false => broken(error),
        })?;
        let mut store = Store::locked(path.clone(), file, 0)?;
        let mut lines = Lines::new(&store.file).map_err(broken)?;
        let first = lines.next().map_err(broken)?.map_or(Err(String::new()), |line| line.text);
        let wrong = |found: &str| refused(&path, 1, found, "the head of a sweep's finished runs, with its checksum");
        let first = first.map_err(|found| wrong(&found))?;
        let head = parse(&first).map_err(|_| wrong(&first))?;
        let get = |name: &str| head.get(name);
        if get("format").and_then(Json::number) != Some(FORMAT as f64) {
            return Err(wrong(&first));
        }
        let number = |place: usize| get("part").and_then(Json::elements).and_then(|part| part.get(place)?.number());
        let part = number(0).zip(number(1)).map(|(index, of)| Part { index: index as u32, of: of as u32 });
        let made_by = get("made_by").and_then(Json::text).unwrap_or_default().to_owned();
        let sweep = get("sweep").cloned().and_then(|document| Sweep::check(document).ok());
        let (Some(sweep), Some(part)) = (sweep, part) else { return Err(wrong(&first)) };
        store.lines = vec![NONE; sweep.runs()];
        store.load(&mut lines, &sweep, part)?;
        Ok((sweep, part, made_by, store))
    }

    fn locked(path: PathBuf, file: File, runs: usize) -> Result<Store, Failed> {
        match file.try_lock() {
            Ok(()) => Ok(Store { path, file, lines: vec![NONE; runs], finished: 0, failed: 0, end: 0 }),
            Err(TryLockError::WouldBlock) => Err(Failed::Refused(format!(
                "{}: found in use by another program. Allowed: one at a time; wait for it, or choose another folder.",
                path.parent().unwrap_or(&path).display()
            ))),
            Err(TryLockError::Error(error)) => Err(Failed::Broken(path, error)),
        }
    }

    /// Reads the rows behind the head. What was cut off at the end is removed; anything else that is wrong is an error.
    fn load(&mut self, lines: &mut Lines, sweep: &Sweep, part: Part) -> Result<(), Failed> {
        let path = self.path.clone();
        let broken = |error| Failed::Broken(path.clone(), error);
        let width = sweep.columns.len() - sweep.known_columns();
        self.end = lines.place;
        while let Some(line) = lines.next().map_err(broken)? {
            let number = lines.number;
            let text = match line.text {
                Ok(text) => text,
                // A line without an end is the last one, of a program that ended while it wrote it.
                Err(_) if !line.whole => break,
                Err(found) => {
                    let allowed = "a row with its checksum; remove the line to run it again";
                    return Err(refused(&path, number, &found, allowed));
                }
            };
            let row = parse(&text).ok();
            let cells = row.as_ref().and_then(Json::elements).unwrap_or_default();
            let run = cells.first().and_then(Json::number).map(|run| run as usize).filter(|run| part.has(*run));
            let Some(run) = run.filter(|run| *run < self.lines.len() && cells.len() == width + 1) else {
                return Err(refused(&path, number, &text, "a row of this part of the sweep"));
            };
            if self.lines[run] != NONE {
                return Err(refused(&path, number, &format!("run {run} again"), "each run once; remove the line"));
            }
            self.note(run, line.place, cells.last().is_some_and(|error| *error != Json::Null));
            self.end = lines.place;
        }
        self.file.set_len(self.end).map_err(broken)
    }

    fn note(&mut self, run: usize, place: u64, failed: bool) {
        self.lines[run] = place;
        self.finished += 1;
        self.failed += usize::from(failed);
    }

    fn append(&mut self, text: &str) -> io::Result<()> {
        let line = line(text);
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(line.as_bytes())?;
        self.end += line.len() as u64;
        Ok(())
    }

    /// Adds the row of a finished run.
    ///
    /// # Errors
    /// The disk failed; all earlier rows are kept.
    pub fn add(&mut self, sweep: &Sweep, run: usize, row: &[Value]) -> Result<(), Failed> {
        let mut cells = vec![Json::from(run as u64)];
        cells.extend(row[sweep.known_columns()..].iter().map(Value::json));
        let place = self.end;
        self.append(&Json::Array(cells).to_string()).map_err(|error| Failed::Broken(self.path.clone(), error))?;
        self.note(run, place, row.last().is_some_and(|error| *error != Value::None));
        Ok(())
    }

    /// Whether a run is finished.
    pub fn has(&self, run: usize) -> bool {
        self.lines[run] != NONE
    }

    /// Number of finished runs.
    pub fn finished(&self) -> usize {
        self.finished
    }

    /// Number of finished runs that have an error.
    pub fn failed(&self) -> usize {
        self.failed
    }

    /// The row of a finished run.
    fn row(&self, sweep: &Sweep, run: usize, reader: &mut BufReader<&File>) -> io::Result<Row> {
        let place = self.lines[run];
        let now = reader.stream_position()?;
        reader.seek_relative(place as i64 - now as i64)?;
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let cells = line.get(SUM + 1..).and_then(|text| parse(text.trim_end()).ok());
        let mut row = sweep.known(run);
        let columns = &sweep.columns[row.len()..];
        let cells = cells.as_ref().and_then(Json::elements).unwrap_or_default();
        row.extend(columns.iter().enumerate().map(|(place, column)| Value::of(cells.get(place + 1), column.kind)));
        Ok(row)
    }
}

/// Writes the table of a sweep from the rows of its parts, in the order of the runs, and returns the destination.
///
/// # Errors
/// The disk failed.
///
/// # Panics
/// If a run is not finished.
pub fn write<W: Write + Send>(sweep: &Sweep, parts: &[(Part, &Store)], form: Form, out: W) -> io::Result<W> {
    let (document, digest) = (sweep.text(), sweep.digest());
    let metadata = [
        ("sawtooth.version", VERSION),
        ("sawtooth.sweep", document.as_str()),
        ("sawtooth.sweep_sha256", digest.as_str()),
    ];
    let mut writer = Writer::new(out, form, &sweep.columns, &metadata)?;
    let mut readers: Vec<BufReader<&File>> =
        parts.iter().map(|(_, store)| BufReader::with_capacity(1 << 16, &store.file)).collect();
    for reader in &mut readers {
        reader.seek(SeekFrom::Start(0))?;
    }
    // The digest of all runs: of the digest or the error of each, in order.
    let mut all = Sha256::new();
    let found = |name: &str| sweep.columns.iter().position(|column| column.name == name).expect("its own column");
    let (digest, error) = (found(DIGEST), found(ERROR));
    for run in 0..sweep.runs() {
        let place = parts.iter().position(|(part, _)| part.has(run)).expect("each run is in a part");
        let row = parts[place].1.row(sweep, run, &mut readers[place])?;
        for cell in [digest, error] {
            if let Value::Text(text) = &row[cell] {
                all.update(text);
            }
        }
        all.update("\n");
        writer.row(&row)?;
    }
    writer.finish(&[("sawtooth.digest", &hex(&all.finalize()))])
}

fn head(sweep: &Sweep, part: Part, made_by: &str) -> String {
    object! {
        "format" => FORMAT,
        "version" => VERSION,
        "made_by" => made_by,
        "part" => vec![Json::from(u64::from(part.index)), Json::from(u64::from(part.of))],
        "sweep_sha256" => sweep.digest(),
        "sweep" => sweep.raw.clone(),
    }
    .to_string()
}

/// Error for a file's head that differs from the expected one.
fn differs(path: &Path, first: &str, sweep: &Sweep, part: Part, made_by: &str) -> String {
    let there = parse(first).unwrap_or(Json::Null);
    let ours = parse(&head(sweep, part, made_by)).unwrap_or(Json::Null);
    let names = ["format", "version", "made_by", "part", "sweep_sha256"];
    let shown = |json: &Json, name: &str| json.get(name).map_or("nothing".into(), Json::to_string);
    let other = names.into_iter().find(|name| there.get(name) != ours.get(name)).unwrap_or("sweep");
    format!(
        "{}, line 1: found {other} {}. Allowed: {}. The folder contains runs of another sweep, part or program; choose \
         another one.",
        path.display(),
        shorten(&shown(&there, other)),
        shorten(&shown(&ours, other))
    )
}

fn refused(path: &Path, line: u64, found: &str, allowed: &str) -> Failed {
    Failed::Refused(format!(
        "{}, line {line}: found {}. Allowed: {allowed}.",
        path.display(),
        shorten(&format!("{found:?}"))
    ))
}

/// A text as a line, with its checksum.
fn line(text: &str) -> String {
    format!("{} {text}\n", checksum(text))
}

fn checksum(text: &str) -> String {
    let mut sum = hex(&Sha256::digest(text));
    sum.truncate(SUM);
    sum
}

/// Reader of lines with their checksums.
struct Lines {
    reader: BufReader<File>,
    /// Place behind the last line.
    place: u64,
    /// Number of the last line, from 1.
    number: u64,
}

struct Line {
    /// Place of the line.
    place: u64,
    /// Text without its checksum; what was found instead, if that does not match or the line has no end.
    text: Result<String, String>,
    /// Whether it has an end.
    whole: bool,
}

impl Lines {
    fn new(file: &File) -> io::Result<Lines> {
        let mut file = file.try_clone()?;
        file.seek(SeekFrom::Start(0))?;
        Ok(Lines { reader: BufReader::with_capacity(1 << 16, file), place: 0, number: 0 })
    }

    fn next(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let place = self.place;
        self.place += self.reader.by_ref().take(1 << 26).read_until(b'\n', &mut bytes)? as u64;
        self.number += 1;
        if bytes.is_empty() {
            return Ok(None);
        }
        let whole = bytes.ends_with(b"\n");
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end_matches('\n');
        let text = match line.split_at_checked(SUM) {
            Some((sum, text)) if whole && text.starts_with(' ') && checksum(&text[1..]) == sum => {
                Ok(text[1..].to_owned())
            }
            _ => Err(line.to_owned()),
        };
        Ok(Some(Line { place, text, whole }))
    }
}
