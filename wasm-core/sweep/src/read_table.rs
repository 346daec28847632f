//! The table of a sweep as CSV, read without its document: which of its columns are axes follows from its rows. Not here: the text's
//! fields (`csv`), the table of a document that is at hand (`grown`).

use crate::csv::{self, Record};
use crate::fit::Line;
use crate::scale::Scale;
use crate::table::{CELL, Column, DIGEST, ERROR, Kind, Row, SEED, Value};
use sawtooth_measures::measures::percentiles::percentile;
use sawtooth_scenario::error::{Code, Error, Errors, shorten};

/// The records of a table behind its header.
pub(crate) struct Records {
    /// Names of the columns.
    pub names: Vec<String>,
    /// The rows.
    pub records: Vec<Record>,
}

/// One error.
pub(crate) fn refused(code: Code, place: String, found: &str, allowed: String) -> Errors {
    Error::new(code, place, shorten(found), allowed).into()
}

/// The records of a text that is the table of some sweep.
pub(crate) fn records(text: &str) -> Result<Records, Errors> {
    let wrong = |line: usize| refused(Code::OutOfRange, format!("line {line}"), "\"", "RFC 4180".into());
    let mut records = csv::read(text).map_err(wrong)?;
    if records.is_empty() {
        return Err(refused(Code::UnknownName, "column 1".into(), "", CELL.into()));
    }
    let header = records.remove(0);
    let names: Vec<String> = header.fields.into_iter().map(Option::unwrap_or_default).collect();
    let own = [(0, CELL), (1, SEED), (names.len().max(4) - 2, DIGEST), (names.len().max(4) - 1, ERROR)];
    for (place, name) in own {
        let found = names.get(place).map_or("", String::as_str);
        if found != name {
            return Err(refused(
                Code::UnknownName,
                format!("column {}", place + 1),
                &format!("{found:?}"),
                name.into(),
            ));
        }
    }
    Ok(Records { names, records })
}

/// The values of a record, each of its column's type.
pub(crate) fn row(record: &Record, columns: &[Column]) -> Result<Row, Errors> {
    let line = record.line;
    if record.fields.len() != columns.len() {
        let (found, allowed) = (record.fields.len().to_string(), columns.len().to_string());
        return Err(refused(Code::TooMany, format!("line {line}"), &found, allowed));
    }
    let value = |(field, column): (&Option<String>, &Column)| {
        Value::written(field.as_deref(), column.kind).ok_or_else(|| {
            let allowed = match column.kind {
                Kind::Whole => "0 <= x, whole",
                Kind::Switch => "true|false",
                Kind::Number | Kind::Text => "x",
            };
            let found = format!("{:?}", field.as_deref().unwrap_or_default());
            refused(Code::WrongType, format!("line {line}: {}", column.name), &found, allowed.into())
        })
    };
    record.fields.iter().zip(columns).map(value).collect()
}

/// A table without its document.
pub struct Table {
    /// Its columns; units are not part of CSV.
    pub columns: Vec<Column>,
    /// Number of axes, those that move together aside: the columns behind cell and seed that it takes to tell the cells apart.
    pub axes: usize,
    /// Its rows, sorted by cell and seed.
    pub rows: Vec<Row>,
}

impl Table {
    /// Reads the table of a sweep.
    ///
    /// # Errors
    /// The first column or line that no such table has.
    pub fn read(text: &str) -> Result<Table, Errors> {
        let Records { names, records } = records(text)?;
        let kind = |place: usize| match place {
            0 | 1 => Kind::Whole,
            place if place + 2 >= names.len() => Kind::Text,
            place => {
                let mut there = records.iter().filter_map(|record| record.fields.get(place)?.as_deref()).peekable();
                let is = |kind: Kind| move |text: &str| Value::written(Some(text), kind).is_some();
                let any = there.peek().is_some();
                match () {
                    () if any && there.clone().all(is(Kind::Switch)) => Kind::Switch,
                    () if there.all(is(Kind::Number)) => Kind::Number,
                    () => Kind::Text,
                }
            }
        };
        let columns: Vec<Column> = (0..names.len()).map(|place| Column::new(&names[place], "", kind(place))).collect();
        let mut rows: Vec<Row> = records.iter().map(|record| row(record, &columns)).collect::<Result<_, _>>()?;
        let number = |row: &Row, place: usize| if let Value::Whole(whole) = row[place] { whole } else { 0 };
        rows.sort_by_key(|row| (number(row, 0), number(row, 1)));
        Ok(Table { axes: axes(&rows, columns.len()), columns, rows })
    }

    /// Number of cells that have rows.
    pub fn cells(&self) -> usize {
        self.rows.chunk_by(|one, other| one[0] == other[0]).count()
    }

    /// A column on a scale, an entry for each row; not a number where there is none. Empty for an unknown column.
    pub fn numbers(&self, name: &str, scale: Scale) -> Vec<f64> {
        let Some(place) = self.columns.iter().position(|column| column.name == name) else { return Vec::new() };
        let number = |row: &Row| scale.of(row[place].as_number()?, &self.columns[place], name, None);
        self.rows.iter().map(|row| number(row).unwrap_or(f64::NAN)).collect()
    }

    /// A quantile of a column over the seeds, an entry for each cell.
    pub fn quantiles(&self, name: &str, scale: Scale, share: f64) -> Vec<f64> {
        let numbers = self.numbers(name, scale);
        let mut rest = numbers.as_slice();
        let cells = self.rows.chunk_by(|one, other| one[0] == other[0]).take_while(|_| !numbers.is_empty());
        cells.map(|cell| quantile(rest.split_off(..cell.len()).unwrap_or_default(), share)).collect()
    }

    /// The straight line through two columns, a point for each row.
    pub fn fit(&self, x: (&str, Scale), y: (&str, Scale)) -> Option<Line> {
        Line::through(self.numbers(x.0, x.1).into_iter().zip(self.numbers(y.0, y.1)))
    }
}

/// A quantile of those of some values that are numbers (`percentiles` in the crate `measures`); not a number without any.
pub(crate) fn quantile(group: &[f64], share: f64) -> f64 {
    let there: Vec<f64> = group.iter().copied().filter(|number| number.is_finite()).collect();
    percentile(&there, share).unwrap_or(f64::NAN)
}

/// The fewest columns behind cell and seed, each equal within a cell, that tell the cells apart.
fn axes(rows: &[Row], columns: usize) -> usize {
    let last = columns - 4;
    let cells: Vec<&[Row]> = rows.chunk_by(|one, other| one[0] == other[0]).collect();
    let is_even = |place: usize| cells.iter().all(|cell| cell.iter().all(|row| row[place] == cell[0][place]));
    let even = (0..last).take_while(|axis| is_even(axis + 2)).count();
    let apart = |axes: &usize| {
        let mut firsts: Vec<String> =
            cells.iter().map(|cell| cell[0][2..2 + axes].iter().map(|value| format!("{value:?},")).collect()).collect();
        firsts.sort();
        firsts.windows(2).all(|pair| pair[0] != pair[1])
    };
    (0..=even).find(apart).unwrap_or(even)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "cell,seed,p,kind,sent,rate,timeouts,digest,error\n\
        0,1,0.1,cubic,9,5,,0123456789abcdef,\n0,2,0.1,cubic,9,6,,0123456789abcdef,\n1,1,0.1,bbr,9,7.5,3,0123456789abcdef,\n\
        1,2,0.1,bbr,9,9,4,0123456789abcdef,\n2,1,0.2,cubic,9,2,,0123456789abcdef,\n2,2,0.2,cubic,9,1,,0123456789abcdef,\n\
        3,1,0.2,bbr,9,8,1,0123456789abcdef,\n3,2,0.2,bbr,9,,,,\"not run, \"\"really\"\"\"\n";

    #[test]
    fn axes_and_types_follow_from_the_rows() {
        let table = Table::read(TABLE).unwrap();
        let kinds: Vec<Kind> = table.columns.iter().map(|column| column.kind).collect();
        use Kind::{Number, Text, Whole};
        assert_eq!(kinds, [Whole, Whole, Number, Text, Number, Number, Number, Text, Text]);
        assert_eq!((table.axes, table.cells(), table.rows.len()), (2, 4, 8));
        assert_eq!(table.quantiles("rate", Scale::AsIs, 0.5), [5.5, 8.25, 1.5, 8.0]);
        assert_eq!(table.numbers("p", Scale::Inverse)[5..], [5.0, 5.0, 5.0]);
        assert!(table.numbers("kind", Scale::AsIs).iter().all(|number| number.is_nan()));
        assert!(table.numbers("rate", Scale::OfRtt).iter().all(|number| number.is_nan()));
        assert_eq!(table.fit(("p", Scale::AsIs), ("rate", Scale::AsIs)).unwrap().n, 7);
        assert_eq!((table.numbers("x", Scale::AsIs).len(), table.quantiles("x", Scale::AsIs, 0.5).len()), (0, 0));
        // Lines in another order are the same table.
        let mut lines: Vec<&str> = TABLE.lines().collect();
        lines[1..].reverse();
        assert_eq!(Table::read(&lines.join("\r\n")).unwrap().rows, table.rows);
    }

    #[test]
    fn what_is_no_table_of_a_sweep_is_refused_by_column_or_line() {
        for (text, place, found, allowed) in [
            ("", "column 1", "", "cell"),
            ("time_s,source,signal,value\n0,a,b,1\n", "column 1", "\"time_s\"", "cell"),
            ("cell,seed\n", "column 3", "\"\"", "digest"),
            (&TABLE.replace("digest", "name"), "column 8", "\"name\"", "digest"),
            (&TABLE.replace("2,1,", "two,1,"), "line 6: cell", "\"two\"", "0 <= x, whole"),
            (&TABLE.replace(",5,,", ",5,"), "line 2", "8", "9"),
            (&TABLE.replace("really\"\"\"", "really"), "line 9", "\"", "RFC 4180"),
        ] {
            let errors = Table::read(text).err().unwrap();
            let error = &errors.list[0];
            assert_eq!((&*error.place, &*error.found, &*error.allowed), (place, found, allowed), "{text}");
        }
    }
}
