//! The trace as a wide table (`--wide`): a row for each time, a column for each series. Its header names all columns, so the run is
//! computed twice: first to know them and the size, then to write. Not here: the rows of a trace (crate `measures`), its file (`run`).

use sawtooth_engine::observe::Signal;
use sawtooth_engine::units::Time;
use sawtooth_measures::trace::{Rows, Written, seconds, signals};
use sawtooth_scenario::json::shortest;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// A column: a signal of a source.
struct Column {
    source: String,
    signal: &'static str,
    /// Whether a value lasts until the next one.
    holds: bool,
    /// Its value in the present row; empty without one.
    value: String,
}

/// The columns of a table, in the order in which they begin, with their values in the present row.
struct Columns {
    all: Vec<Column>,
    known: Vec<&'static Signal>,
    places: BTreeMap<String, BTreeMap<&'static str, usize>>,
    /// Columns whose values are of the present row alone.
    brief: BTreeSet<usize>,
    /// Bytes of the values in the present row.
    bytes: u64,
}

impl Columns {
    fn new() -> Columns {
        Columns { all: Vec::new(), known: signals(), places: BTreeMap::new(), brief: BTreeSet::new(), bytes: 0 }
    }

    fn place(&mut self, source: &str, signal: &str) -> usize {
        if let Some(place) = self.places.get(source).and_then(|of| of.get(signal)) {
            return *place;
        }
        let known = self.known.iter().find(|known| known.name == signal);
        let (signal, holds) = known.map_or(("", false), |known| (known.name, known.kind.holds()));
        let place = self.all.len();
        self.all.push(Column { source: source.into(), signal, holds, value: String::new() });
        self.places.entry(source.into()).or_default().insert(signal, place);
        place
    }

    /// Sets a value of the present row. Of two values of one instant the later one counts.
    fn set(&mut self, place: usize, value: String) {
        let column = &mut self.all[place];
        self.bytes = self.bytes + value.len() as u64 - column.value.len() as u64;
        column.value = value;
        if !column.holds {
            self.brief.insert(place);
        }
    }

    /// Begins the next row: levels last, samples and events do not.
    fn next(&mut self) {
        for place in std::mem::take(&mut self.brief) {
            self.bytes -= self.all[place].value.len() as u64;
            self.all[place].value.clear();
        }
    }

    /// The first row. Columns are named by their sources where all have one signal.
    fn header(&self) -> String {
        let one = self.all.iter().all(|column| column.signal == self.all[0].signal);
        let names = self.all.iter().map(|Column { source, signal, .. }| match one {
            true => format!(",{source}"),
            false => format!(",{source} {signal}"),
        });
        format!("time_s{}\n", names.collect::<String>())
    }
}

/// The first pass: the columns and the size of the table.
pub struct Looked {
    columns: Columns,
    /// Time of the present row; empty before the first one.
    at: String,
    rows: u64,
    /// Bytes of the finished rows, without the commas.
    bytes: u64,
}

impl Looked {
    /// Before the first row.
    pub fn new() -> Looked {
        Looked { columns: Columns::new(), at: String::new(), rows: 0, bytes: 0 }
    }

    /// Size of the table in bytes.
    pub fn size(&self) -> u64 {
        self.columns.header().len() as u64 + self.bytes + self.rows * self.columns.all.len() as u64
    }

    /// The second pass, with these columns.
    pub fn writer<W: Write>(self, out: W) -> Wide<W> {
        let mut columns = self.columns;
        columns.all.iter_mut().for_each(|column| column.value.clear());
        columns.brief.clear();
        columns.bytes = 0;
        Wide { out, columns, at: String::new() }
    }

    /// Counts the present row.
    fn count(&mut self) {
        if !self.at.is_empty() {
            self.bytes += self.at.len() as u64 + self.columns.bytes + 1;
            self.rows += 1;
        }
        self.columns.next();
    }
}

/// A value as a field of the table; none of the last row of a trace, which is about the trace.
fn field(value: Written) -> Option<String> {
    match value {
        Written::Number(value) => Some(shortest(value).to_string()),
        Written::Word(word) => Some(word.into()),
        Written::Rows(_) => None,
    }
}

impl Rows for Looked {
    fn begin(&mut self) -> io::Result<()> {
        Ok(())
    }
    fn row(&mut self, at: Time, source: &str, signal: &str, value: Written) -> io::Result<()> {
        let Some(value) = field(value) else { return Ok(()) };
        let at = seconds(at);
        if at != self.at {
            self.count();
            self.at = at;
        }
        let place = self.columns.place(source, signal);
        self.columns.set(place, value);
        Ok(())
    }
    fn complete(&mut self) -> io::Result<()> {
        self.count();
        self.at.clear();
        Ok(())
    }
}

/// The second pass: the table itself.
pub struct Wide<W> {
    out: W,
    columns: Columns,
    /// Time of the present row; empty before the first one.
    at: String,
}

impl<W: Write> Wide<W> {
    /// The writer.
    pub fn into_inner(self) -> W {
        self.out
    }

    /// Writes the present row.
    fn write(&mut self) -> io::Result<()> {
        if !self.at.is_empty() {
            self.out.write_all(self.at.as_bytes())?;
            for column in &self.columns.all {
                self.out.write_all(b",")?;
                self.out.write_all(column.value.as_bytes())?;
            }
            self.out.write_all(b"\n")?;
        }
        self.columns.next();
        Ok(())
    }
}

impl<W: Write> Rows for Wide<W> {
    fn begin(&mut self) -> io::Result<()> {
        self.out.write_all(self.columns.header().as_bytes())
    }
    fn row(&mut self, at: Time, source: &str, signal: &str, value: Written) -> io::Result<()> {
        let Some(value) = field(value) else { return Ok(()) };
        let at = seconds(at);
        if at != self.at {
            self.write()?;
            self.at = at;
        }
        let place = self.columns.place(source, signal);
        self.columns.set(place, value);
        Ok(())
    }
    fn complete(&mut self) -> io::Result<()> {
        self.write()?;
        self.out.flush()
    }
}
