//! Tables and traces as Parquet, by Arrow's own crates. The same rows give the same bytes: row groups of one fixed size, one
//! compression (Snappy), a fixed `created_by`, no time stamps. Units are in the columns' metadata (`unit`). Not here: the
//! file, where the rows come from.

use crate::columns::{Columns, field};
use crate::table::{Column, Kind, Row, Value};
use arrow_array::builder::{BooleanBuilder, Float64Builder, Int64Builder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::{Compression, Encoding};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
use sawtooth_engine::units::Time;
use sawtooth_measures::trace::{Rows, Written};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// Rows of a row group.
pub const ROW_GROUP: usize = 1 << 16;

/// Name of the program in a file: the same for every version, whose number is in the metadata.
pub const CREATED_BY: &str = "sawtooth";

/// Entries of a file's metadata, by name.
pub type Metadata<'a> = &'a [(&'a str, &'a str)];

fn properties(metadata: Metadata) -> WriterProperties {
    let entries = metadata.iter().map(|(name, value)| KeyValue::new((*name).into(), Some((*value).into())));
    // Every property that decides bytes, so that another version's default changes nothing.
    WriterProperties::builder()
        .set_created_by(CREATED_BY.into())
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_compression(Compression::SNAPPY)
        .set_encoding(Encoding::PLAIN)
        .set_dictionary_enabled(true)
        .set_dictionary_page_size_limit(1 << 20)
        .set_data_page_size_limit(1 << 20)
        .set_data_page_row_count_limit(20_000)
        .set_write_batch_size(1024)
        .set_max_row_group_row_count(Some(ROW_GROUP))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_bloom_filter_enabled(false)
        .set_key_value_metadata(Some(entries.collect()))
        .build()
}

fn broken(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}

/// Values of a column that are not written yet.
enum Builder {
    Text(StringBuilder),
    Whole(Int64Builder),
    Number(Float64Builder),
    Switch(BooleanBuilder),
}

impl Builder {
    fn new(kind: Kind) -> Builder {
        match kind {
            Kind::Text => Builder::Text(StringBuilder::new()),
            Kind::Whole => Builder::Whole(Int64Builder::new()),
            Kind::Number => Builder::Number(Float64Builder::new()),
            Kind::Switch => Builder::Switch(BooleanBuilder::new()),
        }
    }

    /// A value of another kind is missing; a whole number that is too large is an error.
    fn add(&mut self, value: &Value) -> io::Result<()> {
        match self {
            Builder::Text(column) => {
                column.append_option(if let Value::Text(text) = value { Some(text) } else { None })
            }
            Builder::Whole(column) => column.append_option(match value {
                Value::Whole(n) => Some(i64::try_from(*n).map_err(io::Error::other)?),
                _ => None,
            }),
            Builder::Number(column) => column.append_option(if let Value::Number(n) = value { Some(*n) } else { None }),
            Builder::Switch(column) => column.append_option(if let Value::Switch(b) = value { Some(*b) } else { None }),
        }
        Ok(())
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Builder::Text(column) => Arc::new(column.finish()),
            Builder::Whole(column) => Arc::new(column.finish()),
            Builder::Number(column) => Arc::new(column.finish()),
            Builder::Switch(column) => Arc::new(column.finish()),
        }
    }
}

/// Writer of a table.
pub struct Writer<W: Write + Send> {
    out: ArrowWriter<W>,
    schema: SchemaRef,
    columns: Vec<Builder>,
    /// Rows that are not written yet.
    waiting: usize,
}

impl<W: Write + Send> Writer<W> {
    /// A table of these columns.
    ///
    /// # Errors
    /// The disk rejects it, as in the other calls.
    pub fn new(out: W, columns: &[Column], metadata: Metadata) -> io::Result<Writer<W>> {
        let fields = columns.iter().map(|column| {
            let kind = match column.kind {
                Kind::Text => DataType::Utf8,
                // Signed, so that differences of counters do not wrap.
                Kind::Whole => DataType::Int64,
                Kind::Number => DataType::Float64,
                Kind::Switch => DataType::Boolean,
            };
            field(&column.name, &column.unit, kind, true)
        });
        let schema = Arc::new(Schema::new(fields.collect::<Vec<Field>>()));
        let out = ArrowWriter::try_new(out, schema.clone(), Some(properties(metadata))).map_err(broken)?;
        let columns = columns.iter().map(|column| Builder::new(column.kind)).collect();
        Ok(Writer { out, schema, columns, waiting: 0 })
    }

    /// Writes a row.
    pub fn row(&mut self, row: &[Value]) -> io::Result<()> {
        for (place, column) in self.columns.iter_mut().enumerate() {
            column.add(row.get(place).unwrap_or(&Value::None))?;
        }
        self.waiting += 1;
        if self.waiting == ROW_GROUP { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> io::Result<()> {
        self.waiting = 0;
        let columns = self.columns.iter_mut().map(Builder::finish).collect();
        group(&mut self.out, &self.schema, columns)
    }

    /// Ends the table; `more` are further entries of the metadata, known only now.
    pub fn finish(mut self, more: Metadata) -> io::Result<W> {
        if self.waiting > 0 {
            self.write()?;
        }
        for (name, value) in more {
            self.out.append_key_value_metadata(KeyValue::new((*name).into(), Some((*value).into())));
        }
        self.out.into_inner().map_err(broken)
    }
}

/// A table in a file, to be read again: its schema, its metadata, and its rows in batches.
///
/// # Errors
/// The file cannot be read or is not Parquet.
pub fn read(path: &Path) -> io::Result<ParquetRecordBatchReaderBuilder<File>> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path)?).map_err(broken)?;
    Ok(reader.with_batch_size(ROW_GROUP))
}

/// The columns of a table that `Writer` has written.
pub fn columns(schema: &Schema) -> Vec<Column> {
    let kind = |kind: &DataType| match kind {
        DataType::Int64 => Kind::Whole,
        DataType::Float64 => Kind::Number,
        DataType::Boolean => Kind::Switch,
        _ => Kind::Text,
    };
    let unit = |field: &Field| field.metadata().get("unit").cloned().unwrap_or_default();
    schema.fields().iter().map(|field| Column::new(field.name(), unit(field), kind(field.data_type()))).collect()
}

/// The rows of a batch of a table that `Writer` has written.
pub fn rows(batch: &RecordBatch) -> Vec<Row> {
    let value = |column: &ArrayRef, row: usize| match column.data_type() {
        _ if column.is_null(row) => Value::None,
        DataType::Int64 => Value::Whole(column.as_primitive::<Int64Type>().value(row) as u64),
        DataType::Float64 => Value::Number(column.as_primitive::<Float64Type>().value(row)),
        DataType::Boolean => Value::Switch(column.as_boolean().value(row)),
        _ => Value::Text(column.as_string::<i32>().value(row).into()),
    };
    (0..batch.num_rows()).map(|row| batch.columns().iter().map(|column| value(column, row)).collect()).collect()
}

/// Writes columns as one row group.
fn group<W: Write + Send>(out: &mut ArrowWriter<W>, schema: &SchemaRef, columns: Vec<ArrayRef>) -> io::Result<()> {
    let batch = RecordBatch::try_new(schema.clone(), columns).map_err(io::Error::other)?;
    out.write(&batch).and_then(|()| out.flush()).map_err(broken)
}

/// Writer of a trace (`columns`).
pub struct Trace<W: Write + Send> {
    /// None once it is complete.
    out: Option<ArrowWriter<W>>,
    done: Option<W>,
    columns: Columns,
}

impl<W: Write + Send> Trace<W> {
    /// A trace with this metadata.
    ///
    /// # Errors
    /// The disk rejects it.
    pub fn new(out: W, metadata: Metadata) -> io::Result<Trace<W>> {
        let columns = Columns::new();
        let out = ArrowWriter::try_new(out, columns.schema(), Some(properties(metadata))).map_err(broken)?;
        Ok(Trace { out: Some(out), done: None, columns })
    }

    /// The destination, once the trace is complete.
    pub fn into_inner(self) -> Option<W> {
        self.done
    }

    fn write(&mut self) -> io::Result<()> {
        let batch = self.columns.take().map_err(io::Error::other)?;
        match &mut self.out {
            Some(out) => out.write(&batch).and_then(|()| out.flush()).map_err(broken),
            None => Ok(()),
        }
    }
}

impl<W: Write + Send> Rows for Trace<W> {
    fn begin(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn row(&mut self, at: Time, source: &str, signal: &str, value: Written) -> io::Result<()> {
        self.columns.add(at, source, signal, value);
        if self.columns.rows() == ROW_GROUP { self.write() } else { Ok(()) }
    }

    fn complete(&mut self) -> io::Result<()> {
        if self.columns.rows() > 0 {
            self.write()?;
        }
        if let Some(out) = self.out.take() {
            self.done = Some(out.into_inner().map_err(broken)?);
        }
        Ok(())
    }
}
