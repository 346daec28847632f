//! A table in one of its forms, by the ending of a file's name. Not here: the forms (`csv.rs`, `parquet.rs`).

use crate::csv;
#[cfg(feature = "parquet")]
use crate::parquet;
use crate::table::{Column, Value};
use std::io::{self, Write};
use std::path::Path;

/// Whether this program was built with Parquet.
pub const PARQUET: bool = cfg!(feature = "parquet");

/// Form of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Comma-separated text.
    Csv,
    /// Parquet, under the feature `parquet`.
    Parquet,
}

impl Form {
    /// The form that a file's name ends in.
    pub fn of(path: &Path) -> Option<Form> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" => Some(Form::Csv),
            "parquet" => Some(Form::Parquet),
            _ => None,
        }
    }
}

/// Writer of a table.
pub enum Writer<W: Write + Send> {
    /// As CSV.
    Csv(csv::Writer<W>),
    /// As Parquet.
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::Writer<W>>),
}

impl<W: Write + Send> Writer<W> {
    /// A table of these columns; CSV has no place for the metadata.
    ///
    /// # Errors
    /// The disk rejects it, as in the other calls; the program was built without the form.
    pub fn new(out: W, form: Form, columns: &[Column], metadata: &[(&str, &str)]) -> io::Result<Writer<W>> {
        match form {
            Form::Csv => csv::Writer::new(out, columns).map(Writer::Csv),
            #[cfg(feature = "parquet")]
            Form::Parquet => Ok(Writer::Parquet(Box::new(parquet::Writer::new(out, columns, metadata)?))),
            #[cfg(not(feature = "parquet"))]
            Form::Parquet => {
                let _ = metadata;
                Err(io::ErrorKind::Unsupported.into())
            }
        }
    }

    /// Writes a row.
    pub fn row(&mut self, row: &[Value]) -> io::Result<()> {
        match self {
            Writer::Csv(writer) => writer.row(row),
            #[cfg(feature = "parquet")]
            Writer::Parquet(writer) => writer.row(row),
        }
    }

    /// Ends the table; `more` are further entries of the metadata.
    pub fn finish(self, more: &[(&str, &str)]) -> io::Result<W> {
        match self {
            Writer::Csv(writer) => {
                let _ = more;
                writer.finish()
            }
            #[cfg(feature = "parquet")]
            Writer::Parquet(writer) => writer.finish(more),
        }
    }
}
