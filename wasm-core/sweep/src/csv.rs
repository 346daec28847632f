//! A table as CSV (RFC 4180, lines end with a line feed): numbers are the shortest that read back exactly, missing values
//! are empty; and the fields of such a text. The crate `csv` does not say whether an empty field has quotation marks, which is what a
//! missing value differs by from an empty text. Not here: the file, what fields mean (`grown`, `read_table`).

use crate::table::{Column, Value};
use sawtooth_scenario::json::shortest;
use std::io::{self, Write};

/// Writer of a table.
pub struct Writer<W: Write> {
    out: W,
}

impl<W: Write> Writer<W> {
    /// Starts with the header: names of columns, which contain the unit where there is one.
    ///
    /// # Errors
    /// The disk rejects it, as in the other calls.
    pub fn new(mut out: W, columns: &[Column]) -> io::Result<Writer<W>> {
        let names: Vec<String> = columns.iter().map(|column| quoted(&column.name)).collect();
        writeln!(out, "{}", names.join(","))?;
        Ok(Writer { out })
    }

    /// Writes a row.
    pub fn row(&mut self, row: &[Value]) -> io::Result<()> {
        for (place, value) in row.iter().enumerate() {
            let comma = if place > 0 { "," } else { "" };
            match value {
                Value::None => write!(self.out, "{comma}")?,
                Value::Text(text) => write!(self.out, "{comma}{}", quoted(text))?,
                Value::Whole(value) => write!(self.out, "{comma}{value}")?,
                Value::Number(value) => write!(self.out, "{comma}{}", shortest(*value))?,
                Value::Switch(value) => write!(self.out, "{comma}{value}")?,
            }
        }
        writeln!(self.out)
    }

    /// Ends the table.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

/// A record of CSV.
#[derive(Debug, PartialEq)]
pub struct Record {
    /// Its first line, from 1.
    pub line: usize,
    /// Its fields; none where there is nothing, not even quotation marks.
    pub fields: Vec<Option<String>>,
}

/// The records of a text; lines may also end with a carriage return and a line feed, as other programs save them.
///
/// # Errors
/// The line with quotation marks that do not enclose a whole field.
pub fn read(text: &str) -> Result<Vec<Record>, usize> {
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut records, mut fields, mut line, mut first) = (Vec::new(), Vec::new(), 1, 1);
    while !rest.is_empty() || !fields.is_empty() {
        let field;
        (field, rest) = match rest.strip_prefix('"') {
            Some(inner) => {
                let (text, after) = enclosed(inner).ok_or(line)?;
                line += text.matches('\n').count();
                (Some(text), after)
            }
            None => {
                let (text, after) = rest.split_at(rest.find([',', '\n', '"']).unwrap_or(rest.len()));
                let text = if after.starts_with('\n') { text.trim_end_matches('\r') } else { text };
                ((!text.is_empty()).then(|| text.into()), after)
            }
        };
        fields.push(field);
        if let Some(after) = rest.strip_prefix(',') {
            rest = after;
            if !after.is_empty() {
                continue;
            }
            fields.push(None);
        } else if let Some(after) = rest.strip_prefix('\n').or_else(|| rest.strip_prefix("\r\n")) {
            rest = after;
        } else if !rest.is_empty() {
            return Err(line);
        }
        line += 1;
        records.push(Record { line: first, fields: std::mem::take(&mut fields) });
        first = line;
    }
    Ok(records)
}

/// A text up to its closing quotation mark, and what follows; none if there is no such mark.
fn enclosed(mut rest: &str) -> Option<(String, &str)> {
    let mut text = String::new();
    loop {
        let (part, after) = rest.split_once('"')?;
        text.push_str(part);
        match after.strip_prefix('"') {
            Some(more) => {
                text.push('"');
                rest = more;
            }
            None => return Some((text, after)),
        }
    }
}

/// A text as a field; an empty one is in quotation marks, unlike a missing value.
fn quoted(text: &str) -> String {
    if text.is_empty() || text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Kind;

    #[test]
    fn rows_are_lines_and_what_is_missing_is_empty() {
        let columns = [("a", Kind::Text), ("b_ms", Kind::Number), ("c", Kind::Whole), ("d", Kind::Switch)];
        let columns: Vec<Column> = columns.map(|(name, kind)| Column::new(name, "", kind)).into();
        let mut writer = Writer::new(Vec::new(), &columns).unwrap();
        writer
            .row(&[Value::Text("x, \"y\"\nz".into()), Value::Number(0.1), Value::Whole(u64::MAX), Value::Switch(true)])
            .unwrap();
        writer.row(&[Value::Text(String::new()), Value::None, Value::None, Value::None]).unwrap();
        let text = String::from_utf8(writer.finish().unwrap()).unwrap();
        assert_eq!(text, "a,b_ms,c,d\n\"x, \"\"y\"\"\nz\",0.1,18446744073709551615,true\n\"\",,,\n");
        let some = |text: &str| Some(String::from(text));
        let records = read(&text).unwrap();
        assert_eq!(records.iter().map(|record| record.line).collect::<Vec<_>>(), [1, 2, 4]);
        assert_eq!(records[1].fields, [some("x, \"y\"\nz"), some("0.1"), some("18446744073709551615"), some("true")]);
        assert_eq!(records[2].fields, [some(""), None, None, None]);
        // As other programs save it: a mark at the start, other ends of lines, no end of the last one.
        let saved = format!("\u{feff}{}", text.trim_end().replace(",,,", ",,,\"\"").replace("\n\"\"", "\r\n\"\""));
        let again = read(&saved).unwrap();
        assert_eq!(again[0], records[0]);
        assert_eq!((&again[1], again[2].fields.len(), again[2].fields[3].as_deref()), (&records[1], 4, Some("")));
        assert_eq!(read("a,\n").unwrap()[0].fields, [some("a"), None]);
        assert_eq!((read("a,").unwrap()[0].fields.len(), read("").unwrap().len()), (2, 0));
        for (wrong, line) in [("a\n\"b", 2), ("a\n\"b\"c\n", 2), ("a\nb\"c\"\n", 2), ("\"a\nb\"\n\"", 3)] {
            assert_eq!(read(wrong), Err(line), "{wrong:?}");
        }
    }
}
