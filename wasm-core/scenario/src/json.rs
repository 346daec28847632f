//! A JSON value that keeps the order of fields and each number as it was written. Printing is here, reading in
//! `parse.rs`. Not here: any knowledge of scenarios.

use std::fmt::{self, Display, Formatter, Write};

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object, in the given order, without repeated names.
    Object(Vec<(String, Json)>),
}

/// A number and its text (`1e999` has the value infinity and is reported as it was written).
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// Its value; infinite if the text exceeds a double.
    pub value: f64,
    text: Box<str>,
}

impl Number {
    pub(crate) fn given(value: f64, text: &str) -> Number {
        Number { value, text: text.into() }
    }

    /// Whether it is a whole number as written; near 2^53 a double no longer shows a fraction.
    pub fn is_whole(&self) -> bool {
        let (mantissa, exponent) = self.text.split_once(['e', 'E']).unwrap_or((&self.text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let fraction = fraction.trim_end_matches('0');
        let whole = whole.trim_start_matches('-').trim_start_matches('0');
        if whole.is_empty() && fraction.is_empty() {
            return true;
        }
        // An exponent beyond 64 bits: the number is huge or almost zero.
        let shift = exponent.parse().unwrap_or(if exponent.starts_with('-') { i64::MIN } else { i64::MAX });
        let zeros = if fraction.is_empty() { whole.len() - whole.trim_end_matches('0').len() } else { 0 };
        shift >= fraction.len() as i64 - zeros as i64
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The shortest text that reads back as exactly this number; JSON cannot express numbers that are not finite.
pub fn shortest(value: f64) -> String {
    if !value.is_finite() {
        return "null".into();
    }
    crate::number::to_text(value)
}

impl From<f64> for Json {
    /// A number; `null` where it is not finite.
    fn from(value: f64) -> Json {
        if value.is_finite() { Json::Number(Number { value, text: shortest(value).into() }) } else { Json::Null }
    }
}
impl From<u64> for Json {
    fn from(value: u64) -> Json {
        Json::Number(Number { value: value as f64, text: value.to_string().into() })
    }
}
impl From<bool> for Json {
    fn from(value: bool) -> Json {
        Json::Bool(value)
    }
}
impl From<&str> for Json {
    fn from(value: &str) -> Json {
        Json::String(value.into())
    }
}
impl From<String> for Json {
    fn from(value: String) -> Json {
        Json::String(value)
    }
}
impl From<Vec<Json>> for Json {
    fn from(values: Vec<Json>) -> Json {
        Json::Array(values)
    }
}
impl<T: Into<Json>> From<Option<T>> for Json {
    /// `null` for none.
    fn from(value: Option<T>) -> Json {
        value.map_or(Json::Null, Into::into)
    }
}

/// An object from its fields, in order.
#[macro_export]
macro_rules! object {
    ($($name:expr => $value:expr),* $(,)?) => {
        $crate::json::Json::Object(vec![$(($name.to_string(), $crate::json::Json::from($value))),*])
    };
}

impl Json {
    /// The field of an object.
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.fields()?.iter().find(|(n, _)| n == name).map(|(_, v)| v)
    }
    /// The fields of an object, in order.
    pub fn fields(&self) -> Option<&[(String, Json)]> {
        if let Json::Object(fields) = self { Some(fields) } else { None }
    }
    /// The elements of an array.
    pub fn elements(&self) -> Option<&[Json]> {
        if let Json::Array(elements) = self { Some(elements) } else { None }
    }
    /// The text of a string.
    pub fn text(&self) -> Option<&str> {
        if let Json::String(text) = self { Some(text) } else { None }
    }
    /// The value of a number.
    pub fn number(&self) -> Option<f64> {
        if let Json::Number(number) = self { Some(number.value) } else { None }
    }
    /// Sets a field of an object, in its old place or at the end. Other values are unchanged.
    pub fn set(&mut self, name: &str, value: impl Into<Json>) {
        if let Json::Object(fields) = self {
            match fields.iter_mut().find(|(n, _)| n == name) {
                Some((_, old)) => *old = value.into(),
                None => fields.push((name.into(), value.into())),
            }
        }
    }

    /// Text with two spaces of indentation per level and short arrays of plain values on one line, as in stored files.
    pub fn pretty(&self) -> String {
        let mut text = String::new();
        self.write_pretty(&mut text, 0);
        text.push('\n');
        text
    }

    fn is_plain(&self) -> bool {
        !matches!(self, Json::Array(_) | Json::Object(_))
    }

    fn write_pretty(&self, out: &mut String, depth: usize) {
        let line = |out: &mut String, depth: usize| {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', 2 * depth));
        };
        match self {
            Json::Array(elements) if !elements.is_empty() => {
                // A comma within a string belongs to the string.
                let row = || elements.iter().map(Json::to_string).collect::<Vec<_>>().join(", ");
                if elements.iter().all(Json::is_plain) && self.to_string().len() <= 100 {
                    let _ = write!(out, "[{}]", row());
                    return;
                }
                out.push('[');
                for (i, element) in elements.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    line(out, depth + 1);
                    element.write_pretty(out, depth + 1);
                }
                line(out, depth);
                out.push(']');
            }
            Json::Object(fields) if !fields.is_empty() => {
                out.push('{');
                for (i, (name, value)) in fields.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    line(out, depth + 1);
                    let _ = quote(name, out);
                    out.push_str(": ");
                    value.write_pretty(out, depth + 1);
                }
                line(out, depth);
                out.push('}');
            }
            plain => {
                let _ = write!(out, "{plain}");
            }
        }
    }
}

/// Without spaces or line breaks.
impl Display for Json {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Number(number) => write!(f, "{number}"),
            Json::String(text) => quote(text, f),
            Json::Array(elements) => {
                f.write_char('[')?;
                for (i, element) in elements.iter().enumerate() {
                    if i > 0 {
                        f.write_char(',')?;
                    }
                    write!(f, "{element}")?;
                }
                f.write_char(']')
            }
            Json::Object(fields) => {
                f.write_char('{')?;
                for (i, (name, value)) in fields.iter().enumerate() {
                    if i > 0 {
                        f.write_char(',')?;
                    }
                    quote(name, f)?;
                    write!(f, ":{value}")?;
                }
                f.write_char('}')
            }
        }
    }
}

fn quote(text: &str, out: &mut impl Write) -> fmt::Result {
    out.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            '\t' => out.write_str("\\t")?,
            c if c < ' ' || c == '\u{7f}' => write!(out, "\\u{:04x}", c as u32)?,
            c => out.write_char(c)?,
        }
    }
    out.write_char('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_shortest_that_read_back() {
        for (value, text) in [
            (80.0, "80"),
            (0.1, "0.1"),
            (1e300, "1e300"),
            (-2.5e-9, "-2.5e-9"),
            (9_007_199_254_740_991.0, "9007199254740991"),
        ] {
            assert_eq!(shortest(value), text);
            assert_eq!(text.parse::<f64>().unwrap(), value);
        }
        assert_eq!(Json::from(f64::INFINITY), Json::Null);
    }

    #[test]
    fn a_number_is_whole_as_it_is_written() {
        let whole = |text: &str| Number::given(text.parse().unwrap(), text).is_whole();
        for text in ["0", "-0.0", "7", "1e3", "1.50e1", "1500e-2", "9007199254740991.0", "1e999", "0e-5"] {
            assert!(whole(text), "{text}");
        }
        for text in ["0.5", "9007199254740991.3", "15e-2", "1.55e1", "1e-400", "1e-99999999999999999999"] {
            assert!(!whole(text), "{text}");
        }
    }

    #[test]
    fn a_field_is_replaced_at_its_place() {
        let mut object = object! { "a" => 1.0, "b" => Json::Null };
        object.set("a", "x\n\u{1}");
        object.set("c", vec![Json::from(true)]);
        assert_eq!(object.to_string(), r#"{"a":"x\n\u0001","b":null,"c":[true]}"#);
    }
}
