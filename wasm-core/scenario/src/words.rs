//! Sentences of the English catalogue for the native program: `words/` is `cargo xtask generate`'s copy of the page's files, since a
//! crate carries its own files. Not here: any sentence.

use crate::error::{Code, Error, Errors};
use crate::json::Json;
use crate::parse::parse;
use sawtooth_engine::sim::Halt;
use std::collections::BTreeMap;

/// The catalogue of errors.
const ERRORS: &str = include_str!("../words/errors.json");

/// Words for what a parser finds and expects, and for types of values. The page fetches them when text is entered.
const PARSE: &str = include_str!("../words/parse.json");

/// The catalogue of notices (`sawtooth_measures::notices`).
const NOTICES: &str = include_str!("../words/notices.json");

/// Files of the page's English catalogue that the crate carries, and their content.
pub const COPIED: &[(&str, &str)] = &[("errors.json", ERRORS), ("parse.json", PARSE), ("notices.json", NOTICES)];

/// Sentences by key.
pub struct Words(BTreeMap<String, String>);

impl Words {
    /// The English sentences of errors.
    pub fn errors() -> Words {
        let mut words = Words::of(ERRORS);
        words.0.extend(Words::of(PARSE).0);
        words
    }

    /// The English sentences of notices.
    pub fn notices() -> Words {
        Words::of(NOTICES)
    }

    /// Sentences of a catalogue's text; anything else is left out.
    pub fn of(text: &str) -> Words {
        let tree = parse(text).unwrap_or(Json::Null);
        let sentence = |(key, value): &(String, Json)| Some((key.clone(), value.text()?.to_string()));
        Words(tree.fields().unwrap_or(&[]).iter().filter_map(sentence).collect())
    }

    /// The sentence of a key with its arguments filled in; the key itself where there is no sentence.
    pub fn say(&self, key: &str, arguments: &[(&str, &str)]) -> String {
        let mut rest = self.0.get(key).map_or(key, String::as_str);
        let mut out = String::new();
        // One pass only: an argument may itself contain braces.
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let Some((name, after)) = after.split_once('}') else { break };
            match arguments.iter().find(|(n, _)| *n == name) {
                Some((_, argument)) => out.push_str(argument),
                None => out.push_str(name),
            }
            rest = after;
        }
        out.push_str(rest);
        out
    }

    /// Whether the catalogue has a key.
    pub fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// The keys, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// One error as a sentence.
    pub fn error(&self, error: &Error) -> String {
        let mut key = format!("error.{}", error.code.key());
        let (mut found, mut allowed) = (error.found.clone(), error.allowed.clone());
        match error.code {
            Code::NotJson => [found, allowed] = [found, allowed].map(|sign| self.sign(sign)),
            Code::PathTooLong | Code::BadSchemaVersion => {}
            _ => allowed = self.allowed(&allowed),
        }
        // The type of the value follows from how its short form begins.
        let first = error.allowed.chars().next().map_or(' ', |c| if c.is_ascii_digit() { '0' } else { c });
        let typed = format!("{key}.{first}");
        if error.code == Code::WrongType && self.has(&typed) {
            key = typed;
        }
        let arguments = [("place", &*error.place), ("found", &*found), ("allowed", &*allowed)];
        let mut text = self.say(&key, &arguments);
        if !error.nearest.is_empty() {
            text.push(' ');
            text.push_str(&self.say("error.nearest", &[("nearest", &error.nearest)]));
        }
        text
    }

    /// Sign that a parser found or expected: in words where the catalogue has some, else as it is.
    fn sign(&self, sign: String) -> String {
        let key = format!("error.not_json.{sign}");
        if self.has(&key) { self.say(&key, &[]) } else { format!("`{sign}`") }
    }

    /// Short form of what is allowed (`0 < x <= 5, whole`, `a|b`) in words; a form without any stays as it is.
    pub fn allowed(&self, form: &str) -> String {
        let word = |key: &str, arguments: &[(&str, &str)]| self.say(&format!("error.allowed.{key}"), arguments);
        if let Some(rest) = form.strip_prefix("[ 1 … ")
            && let Some((most, entry)) = rest.split_once(" ]: ")
        {
            return word("entries", &[("most", most), ("entry", &self.allowed(entry))]);
        }
        if let Some(fields) = form.strip_prefix("{ ").and_then(|rest| rest.strip_suffix(" }"))
            && fields.contains(": ")
        {
            let each = fields.split("; ").filter_map(|field| field.split_once(": "));
            let each = each.map(|(name, form)| word("field", &[("name", name), ("allowed", &self.allowed(form))]));
            return word("fields", &[("fields", &each.collect::<Vec<_>>().join(", "))]);
        }
        if form.contains('|') && !form.contains(" ≠ ") {
            let mut parts: Vec<String> = form.split('|').map(|part| self.allowed(part)).collect();
            let last = parts.pop().unwrap_or_default();
            return word("or", &[("some", &parts.join(", ")), ("last", &last)]);
        }
        if let Some(range) = form.strip_suffix(", whole") {
            return word("whole", &[("allowed", &self.allowed(range))]);
        }
        match form.split(' ').collect::<Vec<&str>>()[..] {
            ["x"] => word("number", &[]),
            ["\"…\""] => word("text", &[]),
            ["[", "…", "]"] => word("list", &[]),
            ["{", "…", "}"] => word("object", &[]),
            [least, "<=", "x" | "…", "<=", most] => word("range", &[("least", least), ("most", most)]),
            [least, "<", "x" | "…", "<=", most] => word("above", &[("least", least), ("most", most)]),
            [least, "<=", "x"] => word("at_least", &[("least", least)]),
            [least, "<", "x"] => word("more_than", &[("least", least)]),
            ["x", "<=", most, other] => word("at_most_of", &[("most", most), ("other", bare(other))]),
            ["x", ">=", least, other] => word("at_least_of", &[("least", least), ("other", bare(other))]),
            ["<=", most] => word("at_most", &[("most", most)]),
            ["<=", most, unit] => word("at_most", &[("most", &format!("{most} {unit}"))]),
            [name, "≠", value] => word("other_than", &[("name", name), ("value", value)]),
            _ => form.into(),
        }
    }

    /// One notice as a sentence: the key is `notice.<code>`, each argument a number or a name.
    pub fn notice(&self, code: &str, arguments: &[(&str, Json)]) -> String {
        let texts: Vec<(&str, String)> = arguments
            .iter()
            .map(|(name, value)| (*name, value.text().map_or_else(|| value.to_string(), String::from)))
            .collect();
        let texts: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
        self.say(&format!("notice.{code}"), &texts)
    }

    /// Reason why a run was halted before its end.
    pub fn halt(&self, halt: Halt) -> String {
        let (most, at) = (halt.most_packets.to_string(), format!("{:.3}", halt.at.seconds()));
        self.say("error.halted", &[("most", &most), ("at", &at)])
    }

    /// All errors, one per line.
    pub fn list(&self, errors: &Errors) -> Vec<String> {
        let mut lines: Vec<String> = errors.list.iter().map(|error| self.error(error)).collect();
        if errors.more > 0 {
            lines.push(self.say("error.more", &[("count", &errors.more.to_string())]));
        }
        lines
    }
}

/// A name without its parentheses.
fn bare(name: &str) -> &str {
    name.trim_matches(['(', ')'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_allowed_is_said_without_grammar() {
        let words = Words::errors();
        for (form, said) in [
            ("0 < x <= 100000", "more than 0, up to 100000"),
            ("0 <= x <= 64, whole", "0 to 64, a whole number"),
            ("0 <= x", "0 or more"),
            ("0 < x|null", "more than 0 or null"),
            ("newreno|cdg|cubic", "newreno, cdg or cubic"),
            ("x <= 5 (max_packets)", "at most 5, the value of `max_packets`"),
            ("<= 8000000 bytes", "at most 8000000 bytes"),
            ("variant ≠ paper", "another `variant` than `paper`"),
            ("[ … ]", "a list in brackets"),
            (
                "[ 1 … 64 ]: { at_s: 0 <= x; gap: 1 <= x, whole }",
                "a list of 1 to 64 entries, each an object with `at_s` (0 or more), `gap` (1 or more, a whole number)",
            ),
            ("x|\"…\"|true|false|null", "a number, text in double quotation marks, true, false or null"),
            ("UTF-8", "UTF-8"),
        ] {
            assert_eq!(words.allowed(form), said);
        }
    }

    #[test]
    fn every_code_has_a_sentence_that_says_where() {
        let words = Words::errors();
        for code in Code::ALL {
            let error = Error::new(*code, "<place>".into(), "<found>".into(), "<allowed>".into());
            let text = words.error(&error.nearest(Some("<nearest>")));
            assert!(!text.contains("error."), "{text}");
            assert!(text.contains("<place>") || *code == Code::TooLarge, "{text}");
            assert!(text.ends_with("Did you mean `<nearest>`?"), "{text}");
        }
    }

    #[test]
    fn every_sign_that_a_parser_expects_has_words() {
        let words = Words::errors();
        for (text, said) in [
            ("{\"a\": 1", "found the end of the text, expected a comma or a closing brace."),
            ("{\"a\": 1,}", "found `}`, expected another entry, or no comma before it."),
            ("[1, ]", "found `]`, expected another entry, or no comma before it."),
            ("{'a': 1}", "found `'`, expected a name in double quotation marks."),
            ("[NaN]", "found `NaN`, expected a value (a number"),
            ("[05]", "found `5`, expected a number without a zero before it."),
            ("[1.]", "expected a digit."),
            ("[\"a\nb\"]", "found a line break, expected a quotation mark."),
            ("[\"\\q\"]", "found `q`, expected one of \\\" \\\\ "),
            ("1 2", "found `2`, expected the end of the text."),
            ("{\"a\" 1}", "found `1`, expected `:`."),
        ] {
            let sentence = words.error(&parse(text).unwrap_err());
            assert!(sentence.contains(said), "{text}: {sentence}");
        }
    }

    #[test]
    fn a_value_of_the_wrong_type_names_the_right_one() {
        let words = Words::errors();
        for (allowed, said) in [
            (
                "0 < x <= 1",
                "`p` is \"5\", which is not a number. Allowed: more than 0, up to 1, without quotation marks or unit.",
            ),
            ("[ … ]", "is \"5\", which is not a list. Allowed: a list in brackets."),
            ("{ … }", "is \"5\", which is not an object. Allowed: an object in braces."),
            ("\"…\"", "is \"5\", which is not text. Allowed: text in double quotation marks."),
            ("true|false", "which has the wrong type. Allowed: true or false."),
        ] {
            let sentence = words.error(&Error::new(Code::WrongType, "p".into(), "\"5\"".into(), allowed.into()));
            assert!(sentence.contains(said), "{sentence}");
        }
    }

    #[test]
    fn a_halt_has_a_sentence_with_its_numbers() {
        let halt = Halt { at: sawtooth_engine::units::Time::from_seconds(0.048), most_packets: 4_000_000 };
        let text = Words::errors().halt(halt);
        assert!(text.contains("Stopped at 0.048 s: more than 4000000 packets would be in flight"), "{text}");
    }

    #[test]
    fn an_argument_with_braces_is_left_alone() {
        assert_eq!(Words::of(r#"{"k": "a {x} b {y}"}"#).say("k", &[("x", "{y}"), ("y", "2")]), "a {y} b 2");
    }
}
