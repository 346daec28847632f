//! Finished runs of a sweep in its folder: a file to which each row is added when its run ends, so that nothing finished is
//! lost however the program ends, and the lock that keeps a second writer out. Each line has a checksum. The table is made of
//! these rows in order, whoever ran them and when. Not here: the runs, the place of the table.

use crate::document::{Sweep, hex};
use crate::table::{DIGEST, ERROR, Kind, Row, Value, is_finished, is_hex};
use crate::writer::{Form, Writer};
use crate::{MAX_PARTS, Part, VERSION};
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

/// Maximum length of the head in bytes: a document has 8 MB, and none of its bytes is written as more than six.
const LONGEST_HEAD: u64 = 1 << 26;

/// Maximum length of a row in bytes: 1000 measures and 100 errors are less.
const LONGEST_ROW: u64 = 1 << 22;

/// Names of tables, whose drafts are hidden files beside them that end with `.part`.
const TABLES: [&str; 2] = ["results.parquet", "results.csv"];

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

/// Checks whether the table of a sweep may be written to a folder: one that is there already is replaced only if the folder has
/// finished runs, which `Store::open` then checks, or by force.
///
/// # Errors
/// The folder has a table and no finished runs.
pub fn accept(folder: &Path, table: &Path, force: bool) -> Result<(), Failed> {
    let begun = fs::metadata(folder.join(FILE)).is_ok_and(|file| file.len() > 0);
    if force || begun || !table.exists() {
        Ok(())
    } else {
        Err(Failed::Refused(occupied(&table.display().to_string())))
    }
}

/// Reason for which a table is not replaced.
pub fn occupied(table: &str) -> String {
    format!(
        "{table}: found a table that is not of this sweep, which has no finished runs here. Allowed: a place without a table; \
         choose another one, or replace the table by force."
    )
}

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
        regular(&path)?;
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let head = head(sweep, part, made_by);
        let file = options.map_err(broken)?;
        let locked = file.try_lock();
        let mut store = Store::locked(path.clone(), file, locked, head)?;
        store.part = part;
        store.lines = vec![NONE; sweep.runs()];
        let mut lines = Lines::of(&store.file, &path).map_err(broken)?;
        if lines.head(&store.head)? {
            store.load(&mut lines, sweep)?;
            // The part that was cut off at the end.
            store.file.set_len(store.end).map_err(broken)?;
        } else {
            store.file.set_len(0).map_err(broken)?;
            store.append(&store.head.clone()).map_err(broken)?;
        }
        remove_drafts(folder);
        Ok(store)
    }

    /// Opens the folder of a part that is to be joined, and returns its document, its part, its program and its rows. Nothing is
    /// changed, so a folder that may only be read is enough.
    ///
    /// # Errors
    /// No such file, in use, damaged.
    pub fn read(folder: &Path) -> Result<(Sweep, Part, String, Store), Failed> {
        let path = folder.join(FILE);
        let broken = |error| Failed::Broken(path.clone(), error);
        let missing = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
        regular(&path)?;
        let file = File::open(&path).map_err(|error| match missing(&error) {
            true => Failed::Refused(format!("{}: found no {FILE}. Allowed: the folder of a sweep.", folder.display())),
            false => broken(error),
        })?;
        let locked = file.try_lock_shared();
        let mut store = Store::locked(path.clone(), file, locked, String::new())?;
        let mut lines = Lines::of(&store.file, &path).map_err(broken)?;
        let first = lines.next(LONGEST_HEAD)?.map_or(Err(String::new()), |line| line.text);
        let first = first.map_err(|found| lines.refused(&found, HEAD))?;
        let Origin { sweep, part, made_by } =
            origin(&first).map_err(|(found, allowed)| lines.refused(&found, &allowed))?;
        (store.lines, store.part, store.head) = (vec![NONE; sweep.runs()], part, first);
        store.load(&mut lines, &sweep)?;
        Ok((sweep, part, made_by, store))
    }

    /// A store without rows, of a file that was locked, or not.
    fn locked(path: PathBuf, file: File, locked: Result<(), TryLockError>, head: String) -> Result<Store, Failed> {
        match locked {
            Ok(()) => {
                Ok(Store { path, file, part: Part::WHOLE, head, lines: Vec::new(), finished: 0, failed: 0, end: 0 })
            }
            Err(TryLockError::WouldBlock) => Err(Failed::Refused(format!(
                "{}: found in use by another program. Allowed: one at a time; wait for it, or choose another folder.",
                path.parent().unwrap_or(&path).display()
            ))),
            Err(TryLockError::Error(error)) => Err(Failed::Broken(path, error)),
        }
    }

    /// Reads the rows behind the head. What was cut off at the end is left out; anything else that is wrong is an error.
    fn load(&mut self, lines: &mut Lines<impl BufRead>, sweep: &Sweep) -> Result<(), Failed> {
        self.end = lines.place;
        while let Some(found) = lines.row(sweep, self.part)? {
            if self.has(found.run) {
                return Err(lines.refused(&format!("run {} again", found.run), "each run once; remove the line"));
            }
            self.note(found.run, found.place, found.failed);
            self.end = lines.place;
        }
        Ok(())
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

    /// Adds rows, as `row_line` makes them: those of these runs, in order. `name` is their place.
    ///
    /// # Errors
    /// They are damaged or of other runs, and none is added; the disk failed.
    pub fn take(
        &mut self,
        sweep: &Sweep,
        runs: impl Iterator<Item = usize>,
        text: &[u8],
        name: &str,
    ) -> Result<(), Failed> {
        let mut lines = Lines::new(text, name.into());
        for run in runs {
            let found = lines.row(sweep, self.part)?;
            match found.map(|found| found.run) {
                Some(other) if other == run => {}
                Some(other) => return Err(lines.refused(&format!("run {other}"), &format!("run {run}, as asked for"))),
                None => return Err(lines.refused("the end", &format!("run {run}, as asked for"))),
            }
        }
        if let Some(more) = lines.row(sweep, self.part)? {
            return Err(lines.refused(&format!("run {}", more.run), "the end"));
        }
        self.merge(sweep, Lines::new(text, name.into())).map(|_| ())
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
        let text = line.get(SUM + 1..).unwrap_or_default();
        let (own, results) = results(sweep, text.trim_end()).ok_or(io::ErrorKind::InvalidData)?;
        if own != run {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut row = sweep.known(run);
        row.extend(results);
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

/// A row's run, and its values behind the columns that follow from the run's number; none unless each of them is one of its column:
/// results and a digest, or nothing but an error.
fn results(sweep: &Sweep, text: &str) -> Option<(usize, Row)> {
    let row = parse(text).ok()?;
    let (run, cells) = row.elements()?.split_first()?;
    let columns = &sweep.columns[sweep.known_columns()..];
    if cells.len() != columns.len() {
        return None;
    }
    let Some(Value::Whole(run)) = Value::read(run, Kind::Whole) else { return None };
    let values: Row =
        cells.iter().zip(columns).map(|(cell, column)| Value::read(cell, column.kind)).collect::<Option<_>>()?;
    is_finished(&values).then_some((usize::try_from(run).ok()?, values))
}

/// Rejects a pipe or a device, which would be waited for, and a folder.
fn regular(path: &Path) -> Result<(), Failed> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => Err(Failed::Refused(format!(
            "{}: found no regular file. Allowed: the finished runs of a sweep.",
            path.display()
        ))),
        _ => Ok(()),
    }
}

/// Removes drafts of the table that killed programs have left. Whoever writes one has the folder's lock, which this program has now; a
/// draft of a program that only shares the name is locked itself.
fn remove_drafts(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str().and_then(|name| name.strip_prefix('.')?.strip_suffix(".part")) else { continue };
        if !TABLES.iter().any(|table| name.strip_prefix(table).is_some_and(|rest| rest.starts_with('.'))) {
            continue;
        }
        if File::open(entry.path())
            .is_ok_and(|file| file.metadata().is_ok_and(|at| at.is_file()) && file.try_lock().is_ok())
        {
            // One that cannot be removed harms nobody.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Head of a store.
struct Origin {
    sweep: Sweep,
    part: Part,
    made_by: String,
}

/// Reads a head; what was found and what is allowed, if anything of it is not as a program writes it.
fn origin(text: &str) -> Result<Origin, (String, String)> {
    let wrong = || (text.to_owned(), HEAD.to_owned());
    let head = parse(text).map_err(|_| wrong())?;
    let field = |name: &str| head.get(name).and_then(Json::text).ok_or_else(wrong);
    if head.get("format").map(Json::to_string) != Some(FORMAT.to_string()) {
        return Err(wrong());
    }
    let given = head.get("part").ok_or_else(wrong)?;
    let part = match given.elements().unwrap_or_default() {
        [index, of] => [index, of].map(|number| number.to_string().parse().ok()),
        _ => [None, None],
    };
    let [Some(index), Some(of)] = part else { return Err(wrong()) };
    let allowed = || format!("I and N of N parts, with I from 1 to N and N up to {MAX_PARTS}");
    let part = Part::new(index, of).ok_or_else(|| (format!("part {given}"), allowed()))?;
    let sweep = Sweep::joined(head.get("sweep").ok_or_else(wrong)?.clone()).map_err(|_| wrong())?;
    let digest = field("sweep_sha256")?;
    if digest != sweep.digest() {
        return Err((format!("sweep_sha256 {digest}"), format!("{}, that of the sweep in this line", sweep.digest())));
    }
    let made_by = field("made_by")?.to_owned();
    if head_of(&sweep, part, &made_by, field("version")?) != text {
        return Err(wrong());
    }
    Ok(Origin { sweep, part, made_by })
}

fn head(sweep: &Sweep, part: Part, made_by: &str) -> String {
    head_of(sweep, part, made_by, VERSION)
}

fn head_of(sweep: &Sweep, part: Part, made_by: &str, version: &str) -> String {
    object! {
        "format" => FORMAT,
        "version" => version,
        "made_by" => made_by,
        "part" => vec![Json::from(u64::from(part.index)), Json::from(u64::from(part.of))],
        "sweep_sha256" => sweep.digest(),
        "sweep" => sweep.raw.clone(),
    }
    .to_string()
}

/// The required first line, in words.
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
    /// Whether it has none and can be the beginning of a row's line.
    begun: bool,
}

/// Whether bytes can be the beginning of a row's line.
fn is_begun(bytes: &[u8]) -> bool {
    let (sum, rest) = bytes.split_at(bytes.len().min(SUM));
    // The last character may be cut.
    let is_text = str::from_utf8(rest).map_or_else(|error| error.error_len().is_none(), |_| true);
    let begun = rest.len() < 2 && b" ".starts_with(rest) || rest.starts_with(b" [");
    is_text && begun && rest.iter().all(|byte| *byte >= b' ') && is_hex(sum)
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
        match self.next(LONGEST_HEAD)? {
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
        let Some(line) = self.next(LONGEST_ROW)? else { return Ok(None) };
        let text = match line.text {
            Ok(text) => text,
            // A line without an end is the last one, of a program that ended while it wrote it.
            Err(_) if line.begun => return Ok(None),
            Err(found) => return Err(self.refused(&found, "a row with its checksum; remove the line to run it again")),
        };
        match results(sweep, &text) {
            Some((run, values)) if run < sweep.runs() && part.has(run) => {
                let failed = values.last().is_some_and(|error| *error != Value::None);
                Ok(Some(Found { run, place: line.place, text, failed }))
            }
            _ => Err(self.refused(&text, "a row of this part of the sweep, each value of its column's type")),
        }
    }

    /// The next line; one of more than `longest` bytes is an error.
    fn next(&mut self, longest: u64) -> Result<Option<Line>, Failed> {
        let mut bytes = Vec::new();
        let place = self.place;
        let read = self.reader.by_ref().take(longest + 1).read_until(b'\n', &mut bytes);
        self.place += read.map_err(|error| Failed::Broken(self.name.clone().into(), error))? as u64;
        self.number += 1;
        if bytes.is_empty() {
            return Ok(None);
        }
        if bytes.len() as u64 > longest {
            let found = String::from_utf8_lossy(&bytes[..80]);
            return Err(self.refused(&found, &format!("a line of at most {longest} bytes; remove the line")));
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
        Ok(Some(Line { place, text, whole, begun: !whole && is_begun(&bytes) }))
    }
}
