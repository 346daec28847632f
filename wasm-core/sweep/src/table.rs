//! A table: typed columns with units, and rows of values. Not here: its form in a file (`csv.rs`, `parquet.rs`).

use sawtooth_scenario::{Json, parse};

/// The first columns of a table: number of the cell, and the seed.
pub const CELL: &str = "cell";
/// The seed of a run.
pub const SEED: &str = "seed";
/// The last columns of a table: digest of the run, or the reason for which it has none.
pub const DIGEST: &str = "digest";
/// The reason for which a run has no results.
pub const ERROR: &str = "error";

/// Maximum of a whole number: 2^63 - 1.
pub const MAX_WHOLE: u64 = i64::MAX as u64;

/// Maximum number of runs whose rows are kept in memory, on the page and in a search; the command has no such limit.
pub const MAX_KEPT: usize = 100_000;

/// Type of a column's values; any of them may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// Whole numbers from 0 to `MAX_WHOLE`.
    Whole,
    /// Numbers.
    Number,
    /// `true` or `false`.
    Switch,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Unique name.
    pub name: String,
    /// Unit of its values; empty for text and pure numbers.
    pub unit: String,
    /// Type of its values.
    pub kind: Kind,
}

impl Column {
    /// A column of these values.
    pub fn new(name: impl Into<String>, unit: impl Into<String>, kind: Kind) -> Column {
        Column { name: name.into(), unit: unit.into(), kind }
    }
}

/// A value in a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Missing, or not defined.
    None,
    /// Text.
    Text(String),
    /// Whole number.
    Whole(u64),
    /// Number, always finite.
    Number(f64),
    /// Switch.
    Switch(bool),
}

/// Values of a run, one for each column.
pub type Row = Vec<Value>;

impl Value {
    /// A value of JSON in a column of this kind: anything but plain values becomes JSON's text, and what does not fit is
    /// missing.
    pub fn of(json: Option<&Json>, kind: Kind) -> Value {
        match (json, kind) {
            (None | Some(Json::Null), _) => Value::None,
            (Some(Json::String(text)), Kind::Text) => Value::Text(text.clone()),
            (Some(other), Kind::Text) => Value::Text(other.to_string()),
            (Some(Json::Bool(value)), Kind::Switch) => Value::Switch(*value),
            (Some(Json::Number(number)), Kind::Whole) if number.is_whole() && number.value >= 0.0 => {
                Value::Whole(number.to_string().parse().unwrap_or(number.value as u64))
            }
            (Some(Json::Number(number)), Kind::Number) => Value::number(Some(number.value)),
            _ => Value::None,
        }
    }

    /// A value that `json` wrote for a column of this kind; none if it is anything else. Whole numbers are at most 2^63 - 1, so that every
    /// table has them with a sign and differences do not wrap.
    pub fn read(json: &Json, kind: Kind) -> Option<Value> {
        match (json, kind) {
            (Json::Null, _) => Some(Value::None),
            (Json::String(text), Kind::Text) => Some(Value::Text(text.clone())),
            (Json::Bool(value), Kind::Switch) => Some(Value::Switch(*value)),
            (Json::Number(number), Kind::Whole) => {
                let value = number.to_string().parse().ok().filter(|value| *value <= MAX_WHOLE);
                value.map(Value::Whole)
            }
            (Json::Number(number), Kind::Number) if number.value.is_finite() => Some(Value::Number(number.value)),
            _ => None,
        }
    }

    /// A value that CSV has for a column of this kind; none if it is anything else. `field`: none if it is empty and has no quotation marks.
    pub fn written(field: Option<&str>, kind: Kind) -> Option<Value> {
        match (field, kind) {
            (None, _) => Some(Value::None),
            (Some(text), Kind::Text) => Some(Value::Text(text.into())),
            (Some(text), _) => Value::read(&parse(text).ok()?, kind).filter(|value| *value != Value::None),
        }
    }

    /// The value as a number; none for texts and switches.
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Value::Whole(value) => Some(*value as f64),
            Value::Number(value) => Some(*value),
            _ => None,
        }
    }

    /// A number; missing if it is not finite.
    pub fn number(value: Option<f64>) -> Value {
        value.filter(|value| value.is_finite()).map_or(Value::None, Value::Number)
    }

    /// The value as JSON, from which `of` reads it again.
    pub fn json(&self) -> Json {
        match self {
            Value::None => Json::Null,
            Value::Text(text) => text.as_str().into(),
            Value::Whole(value) => (*value).into(),
            Value::Number(value) => (*value).into(),
            Value::Switch(value) => (*value).into(),
        }
    }
}

/// Whether the values of a row behind those of its axes are those of a finished run: results and a digest, or nothing but an error.
pub(crate) fn is_finished(values: &[Value]) -> bool {
    let Some((error, results)) = values.split_last() else { return false };
    match (results.last(), error) {
        (Some(Value::Text(digest)), Value::None) => digest.len() == 16 && is_hex(digest.as_bytes()),
        (Some(_), Value::Text(reason)) => !reason.is_empty() && results.iter().all(|value| *value == Value::None),
        _ => false,
    }
}

/// Whether bytes are hexadecimal digits in lower case.
pub(crate) fn is_hex(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_as_it_was_written() {
        for (value, kind) in [
            (Value::None, Kind::Number),
            (Value::Text("a, \"b\"\n".into()), Kind::Text),
            (Value::Whole(u64::MAX), Kind::Whole),
            (Value::Whole(9_007_199_254_740_993), Kind::Whole),
            (Value::Number(0.1 + 0.2), Kind::Number),
            (Value::Number(-5e-324), Kind::Number),
            (Value::Switch(false), Kind::Switch),
        ] {
            let text = value.json().to_string();
            assert_eq!(Value::of(Some(&parse(&text).unwrap()), kind), value, "{text}");
        }
        assert_eq!(Value::number(Some(f64::NAN)), Value::None);
        assert_eq!(Value::of(Some(&parse("-1").unwrap()), Kind::Whole), Value::None);
        assert_eq!(Value::of(Some(&parse("[1, 2]").unwrap()), Kind::Text), Value::Text("[1,2]".into()));
    }
}
