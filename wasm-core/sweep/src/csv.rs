//! A table as CSV (RFC 4180, lines end with a line feed): numbers are the shortest that read back exactly, missing values
//! are empty. Not here: the file.

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
    }
}
