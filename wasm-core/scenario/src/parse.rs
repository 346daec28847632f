//! Parser of JSON text (RFC 8259) into `Json`. Common parsers drop what a scenario needs: a name given twice in one
//! object with its place, and numbers beyond a double. Not here: any knowledge of scenarios.

use crate::error::{Code, Error, shorten};
use crate::json::{Json, Number};
use crate::letters::is_alphanumeric;
use std::collections::BTreeSet;

/// Maximum size of a document in bytes (contract 1.6).
pub const MAX_BYTES: usize = 8_000_000;
/// Maximum nesting of arrays and objects.
pub const MAX_DEPTH: usize = 64;

/// Reads a text; the place of an error is its line and column.
pub fn parse(text: &str) -> Result<Json, Error> {
    if text.len() > MAX_BYTES {
        return Err(too_large(format!("{} bytes", text.len()), MAX_BYTES));
    }
    let mut parser = Parser { text: text.strip_prefix('\u{feff}').unwrap_or(text), at: 0, depth: 0 };
    let value = parser.value()?;
    parser.space();
    if parser.at < parser.text.len() {
        return Err(parser.expected("nothing more"));
    }
    Ok(value)
}

/// The error for a text of this size, with the limit in bytes.
pub fn too_large(size: String, most: usize) -> Error {
    Error::new(Code::TooLarge, size.clone(), size, format!("<= {most} bytes"))
}

/// Reads bytes, which must be UTF-8.
pub fn parse_bytes(bytes: &[u8]) -> Result<Json, Error> {
    if bytes.len() > MAX_BYTES {
        return Err(too_large(format!("{} bytes", bytes.len()), MAX_BYTES));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => parse(text),
        Err(wrong) => {
            let valid = String::from_utf8_lossy(&bytes[..wrong.valid_up_to()]);
            let found = format!("byte {:#04x}", bytes[wrong.valid_up_to()]);
            Err(Error::new(Code::NotJson, place(&valid, valid.len()), found, "UTF-8".into()))
        }
    }
}

/// Line and column (in characters) of a byte offset, both from 1.
fn place(text: &str, at: usize) -> String {
    let before = text.get(..at).unwrap_or("");
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    format!("line {line}, column {column}")
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The text that is not read yet.
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn expected(&self, allowed: &str) -> Error {
        let rest = self.rest();
        let letters = |rest: &str| shorten(rest.split(|c: char| !is_alphanumeric(c)).next().unwrap_or(""));
        let found = match rest.chars().next() {
            None => "end of text".into(),
            Some(c) if is_alphanumeric(c) => letters(rest),
            Some(c @ ('"' | '\\')) => c.into(),
            // As within a string, but for the quotes around it.
            Some(c) => shorten(Json::from(c.to_string()).to_string().trim_matches('"')),
        };
        Error::new(Code::NotJson, place(self.text, self.at), found, allowed.into())
    }

    fn value(&mut self) -> Result<Json, Error> {
        self.space();
        match self.peek() {
            Some(b'{') => self.nested(Parser::object),
            Some(b'[') => self.nested(Parser::array),
            Some(b'"') => Ok(Json::String(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => {
                for (word, value) in [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))] {
                    if let Some(rest) = self.rest().strip_prefix(word)
                        && !rest.starts_with(is_alphanumeric)
                    {
                        self.at += word.len();
                        return Ok(value);
                    }
                }
                Err(self.expected("value"))
            }
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Json, Error>) -> Result<Json, Error> {
        if self.depth == MAX_DEPTH {
            let found = format!("{} levels", MAX_DEPTH + 1);
            let allowed = format!("<= {MAX_DEPTH} levels");
            return Err(Error::new(Code::TooDeep, place(self.text, self.at), found, allowed));
        }
        self.depth += 1;
        self.at += 1;
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn object(&mut self) -> Result<Json, Error> {
        let mut fields: Vec<(String, Json)> = Vec::new();
        let mut names = BTreeSet::new();
        self.space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Json::Object(fields));
        }
        loop {
            self.space();
            let start = self.at;
            if self.peek() != Some(b'"') {
                return Err(self.expected("\"name\""));
            }
            let name = self.string()?;
            if !names.insert(name.clone()) {
                let found = shorten(&name);
                let allowed = format!("≠ {found}");
                return Err(Error::new(Code::DuplicateKey, place(self.text, start), found, allowed));
            }
            self.space();
            if self.peek() != Some(b':') {
                return Err(self.expected(":"));
            }
            self.at += 1;
            fields.push((name, self.value()?));
            if self.end_of_element(b'}', ", or }")? {
                return Ok(Json::Object(fields));
            }
        }
    }

    fn array(&mut self) -> Result<Json, Error> {
        let mut elements = Vec::new();
        self.space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Json::Array(elements));
        }
        loop {
            elements.push(self.value()?);
            if self.end_of_element(b']', ", or ]")? {
                return Ok(Json::Array(elements));
            }
        }
    }

    fn end_of_element(&mut self, close: u8, allowed: &str) -> Result<bool, Error> {
        self.space();
        match self.peek() {
            Some(c) if c == close => {
                self.at += 1;
                Ok(true)
            }
            Some(b',') => {
                self.at += 1;
                self.space();
                // The commonest mistake has its own message.
                if self.peek() == Some(close) { Err(self.expected("no comma before")) } else { Ok(false) }
            }
            _ => Err(self.expected(allowed)),
        }
    }

    fn digits(&mut self) -> Result<(), Error> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.expected("digit"));
        }
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<Json, Error> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
            if matches!(self.peek(), Some(b'0'..=b'9')) {
                return Err(self.expected("no leading zero"));
            }
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        let text = self.text.get(start..self.at).unwrap_or("");
        let value = crate::number::from_text(text).ok_or_else(|| self.expected("number"))?;
        Ok(Json::Number(Number::given(value, text)))
    }

    fn string(&mut self) -> Result<String, Error> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let rest = self.rest();
            let plain = rest.find(|c: char| c == '"' || c == '\\' || c < ' ').unwrap_or(rest.len());
            out.push_str(rest.get(..plain).unwrap_or(""));
            self.at += plain;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => {
                    self.at += 1;
                    out.push(self.escape()?);
                }
                _ => return Err(self.expected("\"")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Error> {
        let plain = match self.peek() {
            Some(c @ (b'"' | b'\\' | b'/')) => c as char,
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.code_point();
            }
            _ => return Err(self.expected("escape")),
        };
        self.at += 1;
        Ok(plain)
    }

    /// After `\u`: one code unit, or a pair of surrogates.
    fn code_point(&mut self) -> Result<char, Error> {
        let first = self.hex4()?;
        let code = if (0xD800..0xDC00).contains(&first) {
            if !self.rest().starts_with("\\u") {
                return Err(self.expected("low surrogate"));
            }
            self.at += 2;
            let second = self.hex4()?;
            if !(0xDC00..0xE000).contains(&second) {
                return Err(self.expected("low surrogate"));
            }
            0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)
        } else {
            first
        };
        char::from_u32(code).ok_or_else(|| self.expected("high surrogate"))
    }

    fn hex4(&mut self) -> Result<u32, Error> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|c| (c as char).to_digit(16)).ok_or_else(|| self.expected("hex digit"))?;
            code = code * 16 + digit;
            self.at += 1;
        }
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_line_and_column() {
        for (text, code, place, found) in [
            ("", Code::NotJson, "line 1, column 1", "end of text"),
            ("{\n  \"a\": 1,\n  \"é\" 2\n}", Code::NotJson, "line 3, column 7", "2"),
            ("{\"a\": 1, \"a\": 2}", Code::DuplicateKey, "line 1, column 10", "a"),
            ("[1, 2] x", Code::NotJson, "line 1, column 8", "x"),
            ("[01]", Code::NotJson, "line 1, column 3", "1"),
            ("{\"a\": nan}", Code::NotJson, "line 1, column 7", "nan"),
            ("\"\\ud800\"", Code::NotJson, "line 1, column 8", "\""),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!((error.code, error.place.as_str(), error.found.as_str()), (code, place, found), "{text}");
        }
        assert_eq!(parse_bytes(b"{\n\xff").unwrap_err().place, "line 2, column 1");
    }

    #[test]
    fn depth_and_size_are_bounded() {
        assert!(parse(&format!("{}1{}", "[".repeat(64), "]".repeat(64))).is_ok());
        let deep = parse(&"[".repeat(1_000_000)).unwrap_err();
        assert_eq!((deep.code, deep.place.as_str()), (Code::TooDeep, "line 1, column 65"));
        let large = parse(&"x".repeat(10_000_000)).unwrap_err();
        assert_eq!((large.code, large.place.as_str()), (Code::TooLarge, "10000000 bytes"));
    }

    #[test]
    fn numbers_stay_as_written() {
        let tree = parse("[1.50, 1e999, -0]").unwrap();
        assert_eq!(tree.to_string(), "[1.50,1e999,-0]");
        assert_eq!(tree.elements().unwrap()[1].number(), Some(f64::INFINITY));
    }
}
