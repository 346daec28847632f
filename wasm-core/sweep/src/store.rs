//! Finished runs of a sweep in its folder: a file to which each row is added when its run ends, so that nothing finished is
//! lost however the program ends, and the lock that keeps a second writer out. Each line has a checksum. The table is made of
//! these rows in order, whoever ran them and when. Not here: the runs, the place of the table.

use crate::document::{Sweep, hex};
use crate::table::{DIGEST, ERROR, Row, Value};
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
    part: Part,
    /// First line of the file, without its checksum.
    head: String,
    /// Place of each run's line in the file; `NONE` for a run that is not finished.
    lines: Vec<u64>,
    finished: usize,
    /// Number of finished runs that have an error.
    failed: usize,
    /// Length of the file.
    end: u64,
}

const NONE: u64 = u64::MAX;

impl Drop for Store {
    /// Processes that were forked meanwhile have the file open as well, and would keep the lock.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

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
        let head = head(sweep, part, made_by);
        let mut store = Store::locked(path.clone(), options.map_err(broken)?, sweep.runs(), part, head)?;
        let mut lines = Lines::of(&store.file, &path).map_err(broken)?;
        if lines.head(&store.head)? {
            store.load(&mut lines, sweep)?;
        } else {
            store.file.set_len(0).map_err(broken)?;
            store.append(&store.head.clone()).map_err(broken)?;
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
        let mut store = Store::locked(path.clone(), file, 0, Part::WHOLE, String::new())?;
        let mut lines = Lines::of(&store.file, &path).map_err(broken)?;
        let first = lines.next()?.map_or(Err(String::new()), |line| line.text);
        let wrong = |found: &str| refused(&lines.name, 1, found, HEAD);
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
        (store.lines, store.part, store.head) = (vec![NONE; sweep.runs()], part, first);
        store.load(&mut lines, &sweep)?;
        Ok((sweep, part, made_by, store))
    }

    fn locked(path: PathBuf, file: File, runs: usize, part: Part, head: String) -> Result<Store, Failed> {
        match file.try_lock() {
            Ok(()) => Ok(Store { path, file, part, head, lines: vec![NONE; runs], finished: 0, failed: 0, end: 0 }),
            Err(TryLockError::WouldBlock) => Err(Failed::Refused(format!(
                "{}: found in use by another program. Allowed: one at a time; wait for it, or choose another folder.",
                path.parent().unwrap_or(&path).display()
            ))),
            Err(TryLockError::Error(error)) => Err(Failed::Broken(path, error)),
        }
    }

    /// Reads the rows behind the head. What was cut off at the end is removed; anything else that is wrong is an error.
    fn load(&mut self, lines: &mut Lines<impl BufRead>, sweep: &Sweep) -> Result<(), Failed> {
        self.end = lines.place;
        while let Some(found) = lines.row(sweep, self.part)? {
            if self.has(found.run) {
                return Err(lines.refused(&format!("run {} again", found.run), "each run once; remove the line"));
            }
            self.note(found.run, found.place, found.failed);
            self.end = lines.place;
        }
        self.file.set_len(self.end).map_err(|error| self.broken(error))
    }

    /// The head of this store, with which texts for `join` begin.
    pub fn head(&self) -> String {
        line(&self.head)
    }

    /// Adds rows that another store of this sweep, part and program had, from a text that begins with its head. `name` is the
    /// text's place. A last line that was cut off is left out.
    ///
    /// # Errors
    /// The text is damaged or of something else; the disk failed.
    pub fn join(&mut self, sweep: &Sweep, text: &[u8], name: &str) -> Result<usize, Failed> {
        let mut lines = Lines::new(text, name.into());
        if lines.head(&self.head)? { self.merge(sweep, lines) } else { Ok(0) }
    }

    /// Adds rows, as `row_line` makes them, and returns their number. `name` is their place.
    ///
    /// # Errors
    /// They are damaged or not of this sweep; the disk failed.
    pub fn take(&mut self, sweep: &Sweep, text: &[u8], name: &str) -> Result<usize, Failed> {
        self.merge(sweep, Lines::new(text, name.into()))
    }

    /// Rows that are there already must be the same.
    fn merge(&mut self, sweep: &Sweep, mut lines: Lines<impl BufRead>) -> Result<usize, Failed> {
        let mut rows = 0;
        while let Some(found) = lines.row(sweep, self.part)? {
            rows += 1;
            if !self.has(found.run) {
                let place = self.end;
                self.append(&found.text).map_err(|error| self.broken(error))?;
                self.note(found.run, place, found.failed);
            } else if self.text(found.run).map_err(|error| self.broken(error))? != found.text {
                let reason = format!("run {} again, with other values", found.run);
                return Err(lines.refused(&reason, "the same values; remove one of the two"));
            }
        }
        Ok(rows)
    }

    /// The line of a finished run, without its checksum.
    fn text(&self, run: usize) -> io::Result<String> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(self.lines[run]))?;
        let mut text = String::new();
        BufReader::new(file).read_line(&mut text)?;
        Ok(text.trim_end().get(SUM + 1..).unwrap_or_default().to_owned())
    }

    fn broken(&self, error: io::Error) -> Failed {
        Failed::Broken(self.path.clone(), error)
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
        let place = self.end;
        self.append(&cells(sweep, run, row)).map_err(|error| self.broken(error))?;
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

/// What the first line must be, in words.
const HEAD: &str = "the head of a sweep's finished runs, with its checksum";

/// Error for a head that differs from the expected one.
fn differs(name: &str, first: &str, head: &str) -> Failed {
    let (there, ours) = (parse(first).unwrap_or(Json::Null), parse(head).unwrap_or(Json::Null));
    let names = ["format", "version", "made_by", "part", "sweep_sha256"];
    let shown = |json: &Json, name: &str| json.get(name).map_or("nothing".into(), Json::to_string);
    let other = names.into_iter().find(|name| there.get(name) != ours.get(name)).unwrap_or("sweep");
    Failed::Refused(format!(
        "{name}, line 1: found {other} {}. Allowed: {}. There are runs of another sweep, part or program; choose another \
         folder.",
        shorten(&shown(&there, other)),
        shorten(&shown(&ours, other))
    ))
}

fn refused(name: &str, line: u64, found: &str, allowed: &str) -> Failed {
    Failed::Refused(format!("{name}, line {line}: found {}. Allowed: {allowed}.", shorten(&format!("{found:?}"))))
}

/// Number and values of a run as JSON: those that its number does not determine.
fn cells(sweep: &Sweep, run: usize, row: &[Value]) -> String {
    let mut cells = vec![Json::from(run as u64)];
    cells.extend(row[sweep.known_columns()..].iter().map(Value::json));
    Json::Array(cells).to_string()
}

/// The row of a finished run as a line for `Store::take`.
pub fn row_line(sweep: &Sweep, run: usize, row: &[Value]) -> String {
    line(&cells(sweep, run, row))
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
struct Lines<R> {
    reader: R,
    /// Name of the file.
    name: String,
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

/// A row that was read.
struct Found {
    run: usize,
    /// Place of its line.
    place: u64,
    text: String,
    /// Whether the run has an error.
    failed: bool,
}

impl Lines<BufReader<File>> {
    /// The lines of a file from its start.
    fn of(file: &File, path: &Path) -> io::Result<Self> {
        let mut file = file.try_clone()?;
        file.seek(SeekFrom::Start(0))?;
        Ok(Lines::new(BufReader::with_capacity(1 << 16, file), path.display().to_string()))
    }
}

impl<R: BufRead> Lines<R> {
    fn new(reader: R, name: String) -> Self {
        Lines { reader, name, place: 0, number: 0 }
    }

    /// Error about the last line.
    fn refused(&self, found: &str, allowed: &str) -> Failed {
        refused(&self.name, self.number, found, allowed)
    }

    /// Reads the head; `false` if there is nothing, or a head that was never complete.
    fn head(&mut self, expected: &str) -> Result<bool, Failed> {
        match self.next()? {
            Some(Line { text: Ok(first), .. }) if first == expected => Ok(true),
            Some(Line { text: Ok(first), .. }) => Err(differs(&self.name, &first, expected)),
            Some(Line { text: Err(found), whole, .. }) if whole || !line(expected).starts_with(&found) => {
                Err(self.refused(&found, HEAD))
            }
            _ => Ok(false),
        }
    }

    /// The next row of this part; `None` at the end.
    fn row(&mut self, sweep: &Sweep, part: Part) -> Result<Option<Found>, Failed> {
        let Some(line) = self.next()? else { return Ok(None) };
        let text = match line.text {
            Ok(text) => text,
            // A line without an end is the last one, of a program that ended while it wrote it.
            Err(_) if !line.whole => return Ok(None),
            Err(found) => return Err(self.refused(&found, "a row with its checksum; remove the line to run it again")),
        };
        let row = parse(&text).ok();
        let cells = row.as_ref().and_then(Json::elements).unwrap_or_default();
        let run = cells.first().and_then(Json::number).map(|run| run as usize).filter(|run| part.has(*run));
        let width = sweep.columns.len() - sweep.known_columns();
        let Some(run) = run.filter(|run| *run < sweep.runs() && cells.len() == width + 1) else {
            return Err(self.refused(&text, "a row of this part of the sweep"));
        };
        let failed = cells.last().is_some_and(|error| *error != Json::Null);
        Ok(Some(Found { run, place: line.place, text, failed }))
    }

    fn next(&mut self) -> Result<Option<Line>, Failed> {
        let mut bytes = Vec::new();
        let place = self.place;
        let read = self.reader.by_ref().take(1 << 26).read_until(b'\n', &mut bytes);
        self.place += read.map_err(|error| Failed::Broken(self.name.clone().into(), error))? as u64;
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
