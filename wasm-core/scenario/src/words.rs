//! Words of the English catalogue, for the native program: the very file that the page reads. Not here: any sentence.

use crate::error::{Error, Errors};
use crate::json::Json;
use crate::parse::parse;
use sawtooth_engine::sim::Halt;
use std::collections::BTreeMap;

/// The catalogue of refusals.
const ERRORS: &str = include_str!("../../../web/src/words/en/errors.json");

/// Sentences by key.
pub struct Words(BTreeMap<String, String>);

impl Words {
    /// The English sentences of refusals.
    pub fn errors() -> Words {
        Words::of(ERRORS)
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
        let arguments = [("place", &*error.place), ("found", &*error.found), ("allowed", &*error.allowed)];
        let mut text = self.say(&format!("error.{}", error.code.key()), &arguments);
        if !error.nearest.is_empty() {
            text.push(' ');
            text.push_str(&self.say("error.nearest", &[("nearest", &error.nearest)]));
        }
        text
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
    use crate::error::Code;

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
