//! Checks of one value against one row of a table: type, range, words. Not here: the place of the value.

use crate::error::{Code, Error, found, nearest};
use crate::json::{Json, shortest};
use sawtooth_engine::params::{Bound, Choice, Domain, Param, Value};

/// Allowed values of a row, in a short form without sentences.
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
        Domain::List(fields) => format!("[ 1 … {} ]: {}", param.most, entry(fields)),
    };
    if param.nullable {
        text.push_str("|null");
    }
    text
}

/// Allowed form of a list's entry.
fn entry(fields: &[Param]) -> String {
    match fields {
        [bare] if bare.name.is_empty() => allowed(bare),
        fields => {
            let each: Vec<String> = fields.iter().map(|f| format!("{}: {}", f.name, allowed(f))).collect();
            format!("{{ {} }}", each.join("; "))
        }
    }
}

/// The value, if the row allows it.
pub fn check(param: &Param, given: &Json, place: impl FnOnce() -> String) -> Result<Value, Error> {
    let refuse = |code, word: Option<(&String, &[&'static str])>| {
        let near = word.and_then(|(text, words)| nearest(text, words.iter().copied()));
        Error::new(code, place(), found(given), allowed(param)).nearest(near)
    };
    match (param.domain, given) {
        (_, Json::Null) if param.nullable => Ok(Value::Null),
        (Domain::Switch, Json::Bool(value)) => Ok(Value::Bool(*value)),
        (Domain::Words(words), Json::String(text)) => match words.iter().find(|w| **w == text) {
            Some(word) => Ok(Value::Word(word)),
            None => Err(refuse(Code::UnknownName, Some((text, words)))),
        },
        (Domain::Number { min, max, above, integer }, Json::Number(number)) => {
            // Adding zero turns -0 into 0, so that the sign of zero cannot reach a run.
            let value = number.value + 0.0;
            if !(min..=max).contains(&value) || (above && value == min) {
                Err(refuse(Code::OutOfRange, None))
            } else if integer && !number.is_whole() {
                Err(refuse(Code::NotWhole, None))
            } else {
                Ok(Value::Number(value))
            }
        }
        _ => Err(refuse(Code::WrongType, None)),
    }
}

/// A value as JSON.
pub fn json(param: &Param, value: &Value) -> Json {
    match (value, param.domain) {
        (Value::Null, _) => Json::Null,
        (Value::Bool(value), _) => (*value).into(),
        (Value::Number(value), _) => (*value).into(),
        (Value::Word(word), _) => (*word).into(),
        (Value::List(numbers), Domain::List(fields)) => {
            let entries = numbers.chunks(fields.len().max(1)).map(|entry| match fields {
                [bare] if bare.name.is_empty() => Json::from(entry[0]),
                fields => {
                    let mut object = Json::Object(Vec::new());
                    for (field, number) in fields.iter().zip(entry) {
                        object.set(field.name, *number);
                    }
                    object
                }
            });
            Json::Array(entries.collect())
        }
        (Value::List(_), _) => unreachable!("only a list's row holds a list"),
    }
}

/// Allowed values of a field that is in the wrong order with another one.
pub fn bounded(choice: &Choice, field: &str) -> Option<String> {
    let Bound { other, value, greatest } = choice.misplaced(field)?;
    let side = if greatest { "<=" } else { ">=" };
    Some(format!("x {side} {} ({other})", shortest(value)))
}

/// The variant of a choice, if it lacks this field.
pub fn lacking(choice: &Choice, field: &str) -> Option<&'static str> {
    let Value::Word(name) = choice.get(choice.section.selector) else { return None };
    let variant = choice.section.variant(Some(name))?;
    variant.lacks.contains(&field).then_some(name)
}
