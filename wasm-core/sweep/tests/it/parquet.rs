//! Parquet, read back by Arrow's reader: values, units, metadata, row groups; and a trace beside its CSV.

// Not `required-features` in the manifest: a source distribution leaves tests out, and their targets with them.
#![cfg(feature = "parquet")]

use arrow_array::{Array, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_array::{BooleanArray, DictionaryArray, types::Int32Type};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::Compression;
use sawtooth_engine::observe::Source;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::truth::{Truth, WithTruth};
use sawtooth_measures::trace;
use sawtooth_sweep::parquet::{CREATED_BY, ROW_GROUP, Trace};
use sawtooth_sweep::table::MAX_WHOLE;
use sawtooth_sweep::{Column, Form, Kind, Value, Writer};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

fn place(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn batches(path: &Path) -> Vec<RecordBatch> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
    reader.with_batch_size(1 << 20).build().unwrap().map(Result::unwrap).collect()
}

/// A difference of two counters may be negative, so their columns have a sign; what does not fit is an error, not another number.
#[test]
fn counters_have_a_sign() {
    let columns = [Column::new("count", "packets", Kind::Whole)];
    let written = |value: u64| {
        let mut writer = Writer::new(Vec::new(), Form::Parquet, &columns, &[]).unwrap();
        writer.row(&[Value::Whole(value)]).and_then(|()| writer.finish(&[]))
    };
    let path = place("signed.parquet");
    fs::write(&path, written(9).unwrap()).unwrap();
    assert_eq!(batches(&path)[0].schema().field(0).data_type(), &arrow_schema::DataType::Int64);
    assert!(written(MAX_WHOLE).is_ok() && written(MAX_WHOLE + 1).is_err());
}

#[test]
fn a_table_is_read_as_it_was_written() {
    let path = place("table.parquet");
    let columns = [
        Column::new("name", "", Kind::Text),
        Column::new("count", "packets", Kind::Whole),
        Column::new("delay_ms", "ms", Kind::Number),
        Column::new("on", "", Kind::Switch),
    ];
    let row = |n: u64| {
        let missing = n.is_multiple_of(7);
        let or = |value| if missing { Value::None } else { value };
        [
            or(Value::Text(format!("run {n}"))),
            Value::Whole(MAX_WHOLE - n),
            or(Value::Number(0.1 * n as f64)),
            or(Value::Switch(n.is_multiple_of(2))),
        ]
    };
    let rows = ROW_GROUP as u64 + 10;
    let write = || {
        let mut writer = Writer::new(Vec::new(), Form::Parquet, &columns, &[("a", "b")]).unwrap();
        (0..rows).for_each(|n| writer.row(&row(n)).unwrap());
        writer.finish(&[("late", "c")]).unwrap()
    };
    let bytes = write();
    assert!(bytes == write(), "the same rows, the same bytes");
    fs::write(&path, bytes).unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&path).unwrap()).unwrap();
    let metadata = reader.metadata().clone();
    assert_eq!(metadata.file_metadata().created_by(), Some(CREATED_BY));
    let entries = metadata.file_metadata().key_value_metadata().unwrap();
    let entry = |key: &str| entries.iter().find(|entry| entry.key == key).and_then(|entry| entry.value.clone());
    assert_eq!((entry("a").as_deref(), entry("late").as_deref()), (Some("b"), Some("c")));
    let groups: Vec<i64> = metadata.row_groups().iter().map(|group| group.num_rows()).collect();
    assert_eq!(groups, [ROW_GROUP as i64, 10]);
    let compressed = metadata.row_groups().iter().flat_map(|group| group.columns());
    assert!(compressed.map(|column| column.compression()).all(|codec| codec == Compression::SNAPPY));
    let units: Vec<Option<&str>> =
        reader.schema().fields().iter().map(|field| field.metadata().get("unit").map(String::as_str)).collect();
    assert_eq!(units, [None, Some("packets"), Some("ms"), None]);
    let mut n = 0;
    for batch in batches(&path) {
        let text: &StringArray = batch.column(0).as_any().downcast_ref().unwrap();
        let whole: &Int64Array = batch.column(1).as_any().downcast_ref().unwrap();
        let number: &Float64Array = batch.column(2).as_any().downcast_ref().unwrap();
        let switch: &BooleanArray = batch.column(3).as_any().downcast_ref().unwrap();
        for place in 0..batch.num_rows() {
            let read = [
                if text.is_null(place) { Value::None } else { Value::Text(text.value(place).into()) },
                Value::Whole(whole.value(place) as u64),
                if number.is_null(place) { Value::None } else { Value::Number(number.value(place)) },
                if switch.is_null(place) { Value::None } else { Value::Switch(switch.value(place)) },
            ];
            assert_eq!(read, row(n));
            n += 1;
        }
    }
    assert_eq!(n, rows);
}

/// Each row of the CSV is in the Parquet, the last one included, with the same numbers and words.
#[test]
fn a_trace_has_the_rows_of_its_csv() {
    let document = sawtooth_scenario::read(
        r#"{ "schema": 1, "duration_s": 20, "bottleneck": { "rate_bps": 4e6, "queue": { "limit_packets": 20 },
            "loss": { "probability": 0.01 } }, "flows": [{ "name": "a", "algorithm": { "kind": "cdg" } }, { "name": "b 2" }] }"#,
    )
    .unwrap();
    let scenario = &document.scenario;
    fn run<R: trace::Rows>(scenario: &sawtooth_engine::scenario::Scenario, out: R) -> R {
        let (mut simulation, mut truth) = (Simulation::new(scenario), Truth::new(scenario));
        let choice = trace::Choice {
            from: sawtooth_engine::units::Time::ZERO,
            to: scenario.duration,
            sources: vec![Source::Flow(0), Source::Flow(1), Source::Bottleneck],
            signals: Vec::new(),
            every: None,
        };
        let mut listener = trace::Trace::new(out, scenario).choose(&choice);
        simulation.run_until(scenario.duration, &mut WithTruth { truth: &mut truth, listener: &mut listener });
        listener.finish().unwrap()
    }
    let csv = String::from_utf8(run(scenario, Vec::new())).unwrap();
    let bytes = run(scenario, Trace::new(Vec::new(), &[]).unwrap()).into_inner().unwrap();
    let path = place("trace.parquet");
    fs::write(&path, &bytes).unwrap();
    let mut lines = csv.lines().skip(1);
    for batch in batches(&path) {
        let at: &Float64Array = batch.column(0).as_any().downcast_ref().unwrap();
        let value: &Float64Array = batch.column(3).as_any().downcast_ref().unwrap();
        let word = |column: usize, place: usize| {
            let column: &DictionaryArray<Int32Type> = batch.column(column).as_any().downcast_ref().unwrap();
            let words: &StringArray = column.values().as_any().downcast_ref().unwrap();
            column.is_valid(place).then(|| words.value(column.keys().value(place) as usize).to_owned())
        };
        for place in 0..batch.num_rows() {
            let fields: Vec<&str> = lines.next().unwrap().split(',').collect();
            assert_eq!(at.value(place), fields[0].parse::<f64>().unwrap());
            assert_eq!((word(1, place).as_deref(), word(2, place).as_deref()), (Some(fields[1]), Some(fields[2])));
            match word(4, place) {
                Some(state) => assert!(state == fields[3] && value.is_null(place)),
                None => assert_eq!(value.value(place), fields[3].parse::<f64>().unwrap()),
            }
        }
    }
    assert_eq!(lines.next(), None);
    assert!(csv.lines().count() > ROW_GROUP, "more than one row group");
}
