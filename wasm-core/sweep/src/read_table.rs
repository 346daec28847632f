//! The table of a sweep as CSV, read without its document: which of its columns are axes follows from its rows. Not here: the text's
//! fields (`csv`), the table of a document that is at hand (`grown`).

use crate::csv::{self, Record};
use crate::fit::Line;
use crate::scale::Scale;
use crate::table::{CELL, Column, DIGEST, ERROR, Kind, MAX_KEPT, Row, SEED, Value};
use sawtooth_measures::measures::percentiles::percentile;
use sawtooth_scenario::error::{Code, Error, Errors, shorten};
use sawtooth_scenario::{Json, object};

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
    /// Values of each axis, numbers in order, others as they come. Axes are the fewest columns behind cell and seed that tell the cells apart: of
    /// settings that move together the first.
    pub axes: Vec<Vec<Value>>,
    /// First and last seed.
    pub seeds: (u64, u64),
    /// The row of each run, cell by cell, the last axis changing fastest, and within a cell seed by seed; none where the table has none.
    pub rows: Vec<Option<Row>>,
}

impl Table {
    /// Reads the table of a sweep.
    ///
    /// # Errors
    /// The first column or line that no such table has; no rows; too many runs.
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
        if rows.is_empty() {
            return Err(refused(Code::TooMany, "line 2".into(), "0", names.len().to_string()));
        }
        let number = |row: &Row, place: usize| if let Value::Whole(whole) = row[place] { whole } else { 0 };
        rows.sort_by_key(|row| (number(row, 0), number(row, 1)));
        let last = 2 + axes(&rows, columns.len());
        let axes: Vec<Vec<Value>> = (2..last).map(|place| values(&rows, place)).collect();
        let seeds = rows.iter().map(|row| number(row, 1));
        let seeds = (seeds.clone().min().unwrap_or(0), seeds.max().unwrap_or(0));
        let cells = axes.iter().try_fold(1_usize, |cells, values| cells.checked_mul(values.len()));
        let runs = cells.and_then(|cells| cells.checked_mul(usize::try_from(seeds.1 - seeds.0).ok()?.checked_add(1)?));
        let Some(runs) = runs.filter(|runs| *runs <= MAX_KEPT) else {
            let found = runs.map_or("> 2^64".into(), |runs| runs.to_string());
            return Err(refused(Code::TooMany, "runs".into(), &found, format!("<= {MAX_KEPT}")));
        };
        let mut table = Table { columns, axes, seeds, rows: vec![None; runs] };
        for row in rows {
            let cell = table.axes.iter().zip(&row[2..]).fold(0, |cell, (values, own)| {
                cell * values.len() + values.iter().position(|value| value == own).unwrap_or(0)
            });
            let run = cell * table.seed_count() + (number(&row, 1) - seeds.0) as usize;
            table.rows[run] = Some(row);
        }
        Ok(table)
    }

    /// Number of seeds.
    pub fn seed_count(&self) -> usize {
        (self.seeds.1 - self.seeds.0 + 1) as usize
    }

    /// A column on a scale, an entry for each run; not a number where there is none. Empty for an unknown column.
    pub fn numbers(&self, name: &str, scale: Scale) -> Vec<f64> {
        let Some(place) = self.columns.iter().position(|column| column.name == name) else { return Vec::new() };
        let number = |row: &Row| scale.of(row[place].as_number()?, &self.columns[place], name, None);
        self.rows.iter().map(|row| row.as_ref().and_then(number).unwrap_or(f64::NAN)).collect()
    }

    /// A quantile of a column over the seeds, an entry for each cell.
    pub fn quantiles(&self, name: &str, scale: Scale, share: f64) -> Vec<f64> {
        self.numbers(name, scale).chunks(self.seed_count()).map(|cell| quantile(cell, share)).collect()
    }

    /// The straight line through two columns, a point for each run.
    pub fn fit(&self, x: (&str, Scale), y: (&str, Scale)) -> Option<Line> {
        Line::through(self.numbers(x.0, x.1).into_iter().zip(self.numbers(y.0, y.1)))
    }

    /// The axes that a document has for the columns from the second to this place, all of them settings: neighbours whose values
    /// go in pairs move together.
    pub(crate) fn tracks(&self, last: usize) -> Vec<Json> {
        let rows: Vec<&Row> = self.rows.iter().flatten().collect();
        let (mut axes, mut place) = (Vec::new(), 2);
        while place < last {
            let mut all = vec![values(&rows, place)];
            let mut pairs = all[0].iter().map(|value| vec![value.clone()]).collect::<Vec<_>>();
            while place + all.len() < last {
                let next = place + all.len();
                let of = |row: &&Row| row[place..=next].to_vec();
                let (own, joined) = (values(&rows, next), distinct(rows.iter().map(of)));
                if joined.len() != pairs.len() || own.len() != pairs.len() {
                    break;
                }
                (pairs, all) = (joined, [all, vec![own]].concat());
            }
            let track = |index: usize| {
                let values: Vec<Json> = pairs.iter().map(|pair| pair[index].json()).collect();
                object! { "path" => &*self.columns[place + index].name, "values" => values }
            };
            axes.push(match all.len() {
                1 => track(0),
                more => object! { "together" => (0..more).map(track).collect::<Vec<Json>>() },
            });
            place += all.len();
        }
        axes
    }
}

/// Each of some values once, in their order.
fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut found: Vec<T> = Vec::new();
    for value in all {
        // Most are equal to the one before.
        if found.last() != Some(&value) && !found.contains(&value) {
            found.push(value);
        }
    }
    found
}

/// The values of a column: numbers in order, others as they come.
fn values<R: std::borrow::Borrow<Row>>(rows: &[R], place: usize) -> Vec<Value> {
    let mut found = distinct(rows.iter().map(|row| row.borrow()[place].clone()));
    let numbers: Vec<f64> = found.iter().filter_map(Value::as_number).collect();
    if numbers.len() == found.len() {
        found.sort_by(|one, other| one.as_number().unwrap_or(0.0).total_cmp(&other.as_number().unwrap_or(0.0)));
    }
    found
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
        let words = |words: [&str; 2]| words.map(|word| Value::Text(word.into())).to_vec();
        assert_eq!(table.axes, [vec![Value::Number(0.1), Value::Number(0.2)], words(["cubic", "bbr"])]);
        assert_eq!((table.seeds, table.rows.len()), ((1, 2), 8));
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
        // Runs that it lacks have no row.
        let part = Table::read(&[&lines[..1], &lines[3..]].concat().join("\n")).unwrap();
        assert_eq!(
            part.rows.iter().map(Option::is_some).collect::<Vec<_>>(),
            [[true; 6].as_slice(), &[false; 2]].concat()
        );
        assert_eq!(part.quantiles("rate", Scale::AsIs, 0.5)[..3], [5.5, 8.25, 1.5]);
    }

    #[test]
    fn settings_whose_values_go_in_pairs_move_together() {
        let text =
            "cell,seed,p,kind,sent,rate,digest,error\n0,1,1,a,5,9,x,\n1,1,1,b,6,9,x,\n2,1,2,a,5,9,x,\n3,1,2,b,6,9,x,\n";
        let axes = |last: usize| Json::Array(Table::read(text).unwrap().tracks(last)).to_string();
        assert_eq!(axes(4), r#"[{"path":"p","values":[1,2]},{"path":"kind","values":["a","b"]}]"#);
        assert_eq!(
            axes(5),
            r#"[{"path":"p","values":[1,2]},{"together":[{"path":"kind","values":["a","b"]},{"path":"sent","values":[5,6]}]}]"#
        );
    }

    #[test]
    fn what_is_no_table_of_a_sweep_is_refused_by_column_or_line() {
        for (text, place, found, allowed) in [
            ("", "column 1", "", "cell"),
            ("time_s,source,signal,value\n0,a,b,1\n", "column 1", "\"time_s\"", "cell"),
            ("cell,seed\n", "column 3", "\"\"", "digest"),
            ("cell,seed,p,digest,error\n", "line 2", "0", "5"),
            (&TABLE.replace("3,2,", "3,200000,"), "runs", "800000", "<= 100000"),
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
