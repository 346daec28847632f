//! A trace as Arrow's columns: `time_s`, `source`, `signal`, `value` and, for words of states, `state`. Its rows are those of CSV,
//! the last one included. Not here: Parquet, which files contain them (`parquet.rs`).

use arrow_array::builder::{Float64Builder, StringDictionaryBuilder};
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use sawtooth_engine::units::Time;
use sawtooth_measures::trace::Written;
use std::sync::Arc;

/// A column with its unit in the metadata (`unit`), unless it has none.
pub(crate) fn field(name: &str, unit: &str, kind: DataType, nullable: bool) -> Field {
    let field = Field::new(name, kind, nullable);
    if unit.is_empty() { field } else { field.with_metadata([("unit", unit)]) }
}

/// The columns' names, types and units.
pub fn schema() -> SchemaRef {
    let word = || DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
    Arc::new(Schema::new(vec![
        field("time_s", "s", DataType::Float64, false),
        field("source", "", word(), false),
        field("signal", "", word(), false),
        field("value", "", DataType::Float64, true),
        field("state", "", word(), true),
    ]))
}

/// Rows of a trace that are not taken yet, by column.
pub struct Columns {
    schema: SchemaRef,
    at: Float64Builder,
    source: StringDictionaryBuilder<Int32Type>,
    signal: StringDictionaryBuilder<Int32Type>,
    value: Float64Builder,
    state: StringDictionaryBuilder<Int32Type>,
    rows: usize,
}

impl Default for Columns {
    fn default() -> Columns {
        Columns::new()
    }
}

impl Columns {
    /// No rows.
    pub fn new() -> Columns {
        Columns {
            schema: schema(),
            at: Float64Builder::new(),
            source: StringDictionaryBuilder::new(),
            signal: StringDictionaryBuilder::new(),
            value: Float64Builder::new(),
            state: StringDictionaryBuilder::new(),
            rows: 0,
        }
    }

    /// The columns' names, types and units.
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    /// Rows that are not taken yet.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Adds a row.
    pub fn add(&mut self, at: Time, source: &str, signal: &str, value: Written) {
        self.at.append_value(at.seconds());
        self.source.append_value(source);
        self.signal.append_value(signal);
        let (number, word) = match value {
            Written::Number(number) => (Some(number), None),
            Written::Rows(rows) => (Some(rows as f64), None),
            Written::Word(word) => (None, Some(word)),
        };
        self.value.append_option(number.filter(|number| number.is_finite()));
        self.state.append_option(word);
        self.rows += 1;
    }

    /// The rows so far as a batch, which are removed.
    ///
    /// # Errors
    /// None in practice: the columns have the schema's types and one length.
    pub fn take(&mut self) -> Result<RecordBatch, ArrowError> {
        self.rows = 0;
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.at.finish()),
            Arc::new(self.source.finish()),
            Arc::new(self.signal.finish()),
            Arc::new(self.value.finish()),
            Arc::new(self.state.finish()),
        ];
        RecordBatch::try_new(self.schema.clone(), columns)
    }
}
