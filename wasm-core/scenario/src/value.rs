//! One value against one row of a table: its type, its range, its words. Not here: where the value stands.

use crate::error::{Code, Error, found, nearest};
use crate::json::{Json, shortest};
use sawtooth_engine::params::{Choice, Domain, Param, Value};

/// What a row allows, in a short form without sentences.
pub fn allowed(param: &Param) -> String {
    let mut text = match param.domain {
        Domain::Switch => "true|false".into(),
        Domain::Words(words) => words.join("|"),
        Domain::Number { min, max, above, integer } => {
            let least = if above { "<" } else { "<=" };
            let whole = if integer { ", whole" } else { "" };
            if max == f64::MAX {
                format!("{} {least} x{whole}", shortest(min))
            } else {
                format!("{} {least} x <= {}{whole}", shortest(min), shortest(max))
            }
        }
    };
    if param.nullable {
        text.push_str("|null");
    }
    text
}

/// The value, if the row allows it.
pub fn check(param: &Param, given: &Json, place: impl FnOnce() -> String) -> Result<Value, Error> {
    let refuse = |code| Error::new(code, place(), found(given), allowed(param));
    match (param.domain, given) {
        (_, Json::Null) if param.nullable => Ok(Value::Null),
        (Domain::Switch, Json::Bool(value)) => Ok(Value::Bool(*value)),
        (Domain::Words(words), Json::String(text)) => match words.iter().find(|w| **w == text) {
            Some(word) => Ok(Value::Word(word)),
            None => Err(refuse(Code::UnknownName).nearest(nearest(text, words.iter().copied()))),
        },
        (Domain::Number { min, max, above, integer }, Json::Number(number)) => {
            // Adding zero turns -0 into 0, so that the sign of nothing cannot reach a run.
            let value = number.value + 0.0;
            if !(min..=max).contains(&value) || (above && value == min) {
                Err(refuse(Code::OutOfRange))
            } else if integer && !number.is_whole() {
                Err(refuse(Code::NotWhole))
            } else {
                Ok(Value::Number(value))
            }
        }
        _ => Err(refuse(Code::WrongType)),
    }
}

/// A value as JSON.
pub fn json(value: Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(value) => value.into(),
        Value::Number(value) => value.into(),
        Value::Word(word) => word.into(),
    }
}

/// The variant of a choice, if it lacks this field.
pub fn lacking(choice: &Choice, field: &str) -> Option<&'static str> {
    let Value::Word(name) = choice.get(choice.section.selector) else { return None };
    let variant = choice.section.variant(Some(name))?;
    variant.lacks.contains(&field).then_some(name)
}
