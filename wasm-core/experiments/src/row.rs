//! Measures of one run: named numbers, and short lists where a drawing needs them. Not here: how.

use sawtooth_scenario::{Json, object};
use std::borrow::Cow;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number; none if it could not be measured.
    Number(Option<f64>),
    /// A short list: bins, quantiles, a series at a fixed step. Never a record of packets.
    List(Vec<f64>),
}

/// One run's values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Place of its cell in the sweep.
    pub cell: usize,
    /// Which run of that cell, from 0.
    pub repetition: u32,
    /// The run's digest, by which it is known again; of the last one if it took several.
    pub digest: String,
    values: Vec<(Cow<'static, str>, Value)>,
}

impl Row {
    /// Nothing measured yet.
    pub fn new() -> Row {
        Row::default()
    }

    /// The seed of the run.
    pub fn seed(&self) -> u64 {
        u64::from(self.repetition) + 1
    }

    /// With a number; what is not finite counts as not measured.
    pub fn number(mut self, name: impl Into<Cow<'static, str>>, value: impl Into<Option<f64>>) -> Row {
        self.put(name, Value::Number(value.into().filter(|value| value.is_finite())));
        self
    }

    /// With a list.
    pub fn list(mut self, name: impl Into<Cow<'static, str>>, values: Vec<f64>) -> Row {
        self.put(name, Value::List(values));
        self
    }

    /// Adds a value under a new name.
    pub fn put(&mut self, name: impl Into<Cow<'static, str>>, value: Value) {
        let name = name.into();
        debug_assert!(self.value(&name).is_none(), "{name} twice");
        self.values.push((name, value));
    }

    /// A value.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.values.iter().find(|(n, _)| n == name).map(|(_, value)| value)
    }

    /// A number, if it was measured.
    pub fn get(&self, name: &str) -> Option<f64> {
        if let Some(Value::Number(value)) = self.value(name) { *value } else { None }
    }

    /// A list; empty if there is none.
    pub fn values(&self, name: &str) -> &[f64] {
        if let Some(Value::List(values)) = self.value(name) { values } else { &[] }
    }

    /// All of them, in order.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values.iter().map(|(name, value)| (name.as_ref(), value))
    }

    /// For files and for the page.
    pub fn json(&self) -> Json {
        let values = self.values.iter().map(|(name, value)| {
            let value = match value {
                Value::Number(number) => Json::from(*number),
                Value::List(list) => list.iter().map(|value| Json::from(*value)).collect::<Vec<Json>>().into(),
            };
            (name.to_string(), value)
        });
        object! {
            "cell" => self.cell as u64,
            "seed" => self.seed(),
            "digest" => self.digest.as_str(),
            "values" => Json::Object(values.collect()),
        }
    }

    /// From what `json` gave; `None` if it is anything else.
    pub fn read(json: &Json) -> Option<Row> {
        let whole = |name: &str| json.get(name)?.number().filter(|n| *n >= 0.0 && *n < 4e9 && n.fract() == 0.0);
        let mut row = Row {
            cell: whole("cell")? as usize,
            repetition: (whole("seed")? as u32).checked_sub(1)?,
            digest: json.get("digest")?.text()?.to_owned(),
            values: Vec::new(),
        };
        for (name, value) in json.get("values")?.fields()? {
            let value = match value {
                Json::Null => Value::Number(None),
                Json::Number(number) => Value::Number(Some(number.value)),
                Json::Array(list) => {
                    // A gap in a list is NaN here and null in files.
                    let number = |value: &Json| if *value == Json::Null { Some(f64::NAN) } else { value.number() };
                    Value::List(list.iter().map(number).collect::<Option<Vec<f64>>>()?)
                }
                _ => return None,
            };
            row.values.push((Cow::Owned(name.clone()), value));
        }
        Some(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_reads_back() {
        let mut row = Row::new().number("goodput_bps", 3.58e6).number("never_s", None).list("bins", vec![0.1, 2.0]);
        (row.cell, row.repetition, row.digest) = (7, 3, "00ff".into());
        let text = row.json().to_string();
        assert_eq!(Row::read(&sawtooth_scenario::parse(&text).unwrap()), Some(row.clone()), "{text}");
        assert_eq!((row.get("goodput_bps"), row.get("never_s"), row.get("else")), (Some(3.58e6), None, None));
        assert_eq!((row.values("bins"), row.values("goodput_bps")), (&[0.1, 2.0][..], &[][..]));
        assert_eq!(Row::read(&sawtooth_scenario::parse(r#"{"cell":-1}"#).unwrap()), None);
    }
}
