//! Words of the English catalogue, for the native program: the very file that the page reads. Not here: any sentence.

use crate::error::{Code, Error, Errors};
use crate::json::Json;
use crate::parse::parse;
use sawtooth_engine::sim::Halt;
use std::collections::BTreeMap;

/// The catalogue of refusals.
const ERRORS: &str = include_str!("../../../web/src/words/en/errors.json");

/// What a parser finds and expects, and types of values, in words; the page fetches them when a text is written in it.
const PARSE: &str = include_str!("../../../web/src/words/en/parse.json");

/// The catalogue of notices (`sawtooth_lab::notices`).
const NOTICES: &str = include_str!("../../../web/src/words/en/notices.json");

/// Sentences by key.
pub struct Words(BTreeMap<String, String>);

impl Words {
    /// The English sentences of refusals.
    pub fn errors() -> Words {
        let mut words = Words::of(ERRORS);
        words.0.extend(Words::of(PARSE).0);
        words
    }

    /// The English sentences of notices.
    pub fn notices() -> Words {
        Words::of(NOTICES)
    }

    /// A catalogue's text; whatever is no sentence is left out.
    pub fn of(text: &str) -> Words {
        let tree = parse(text).unwrap_or(Json::Null);
        let sentence = |(key, value): &(String, Json)| Some((key.clone(), value.text()?.to_string()));
        Words(tree.fields().unwrap_or(&[]).iter().filter_map(sentence).collect())
    }

    /// The sentence of a key with its arguments filled in; a key without one says its own name.
    pub fn say(&self, key: &str, arguments: &[(&str, &str)]) -> String {
        let mut rest = self.0.get(key).map_or(key, String::as_str);
        let mut out = String::new();
        // In one pass: an argument may itself hold braces.
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

    /// One refusal as a sentence.
    pub fn error(&self, error: &Error) -> String {
        let mut key = format!("error.{}", error.code.key());
        let (mut found, mut allowed) = (error.found.clone(), error.allowed.clone());
        if error.code == Code::NotJson {
            [found, allowed] = [found, allowed].map(|sign| self.sign(sign));
        }
        // The type of value: by what its short form begins with.
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

    /// What a parser found or expected: in words where there are some, else as it is.
    fn sign(&self, sign: String) -> String {
        let key = format!("error.not_json.{sign}");
        if self.has(&key) { self.say(&key, &[]) } else { format!("`{sign}`") }
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

    /// Why a run was halted before its end.
    pub fn halt(&self, halt: Halt) -> String {
        let (most, at) = (halt.most_packets.to_string(), format!("{:.3}", halt.at.seconds()));
        self.say("error.halted", &[("most", &most), ("at", &at)])
    }

    /// All refusals, a line each.
    pub fn list(&self, errors: &Errors) -> Vec<String> {
        let mut lines: Vec<String> = errors.list.iter().map(|error| self.error(error)).collect();
        if errors.more > 0 {
            lines.push(self.say("error.more", &[("count", &errors.more.to_string())]));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("{\"a\": 1", "there is the end of the text, where a comma or a closing brace is expected"),
            ("{\"a\": 1,}", "there is `}`, where another entry, or no comma before it, is expected"),
            ("[1, ]", "there is `]`, where another entry, or no comma before it, is expected"),
            ("{'a': 1}", "there is `'`, where a name in double quotation marks is expected"),
            ("[NaN]", "there is `NaN`, where a value (a number"),
            ("[05]", "there is `5`, where a number without a zero before it is expected"),
            ("[1.]", "where a digit is expected"),
            ("[\"a\nb\"]", "there is a line break, where a quotation mark is expected"),
            ("[\"\\q\"]", "there is `q`, where one of \\\" \\\\ "),
            ("1 2", "there is `2`, where the end of the text is expected"),
            ("{\"a\" 1}", "there is `1`, where `:` is expected"),
        ] {
            let sentence = words.error(&parse(text).unwrap_err());
            assert!(sentence.contains(said), "{text}: {sentence}");
        }
    }

    #[test]
    fn a_value_of_the_wrong_type_is_told_which_one_it_should_have() {
        let words = Words::errors();
        for (allowed, said) in [
            ("0 < x <= 1", "`p` is \"5\", not a number; allowed is 0 < x <= 1, without quotation marks and unit."),
            ("[ … ]", "is \"5\", not a list; allowed is [ … ]."),
            ("{ … }", "is \"5\", not an object in braces"),
            ("\"…\"", "is \"5\", not a text in quotation marks"),
            ("true|false", "a value of the wrong type; allowed is true|false."),
        ] {
            let sentence = words.error(&Error::new(Code::WrongType, "p".into(), "\"5\"".into(), allowed.into()));
            assert!(sentence.contains(said), "{sentence}");
        }
    }

    #[test]
    fn a_halt_has_a_sentence_with_its_numbers() {
        let halt = Halt { at: sawtooth_engine::units::Time::from_seconds(0.048), most_packets: 4_000_000 };
        let text = Words::errors().halt(halt);
        assert!(text.contains("more than 4000000 packets under way at once") && text.contains("0.048 s"), "{text}");
    }

    #[test]
    fn an_argument_with_braces_is_left_alone() {
        assert_eq!(Words::of(r#"{"k": "a {x} b {y}"}"#).say("k", &[("x", "{y}"), ("y", "2")]), "a {y} b 2");
    }
}
