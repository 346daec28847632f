//! A small document, variations of it, and what becomes of them.
use sawtooth_scenario::{Code, Document, Errors, Json, parse, read};

pub const SMALL: &str = r#"{ "schema": 1, "duration_s": 10,
  "bottleneck": { "rate_bps": 10000000, "queue": { "limit_packets": 84 } }, "flows": [ {} ] }"#;

/// The small document with fields replaced: `(path, JSON)`; an empty text removes the field.
pub fn with(changes: &[(&str, &str)]) -> String {
    let mut tree = parse(SMALL).unwrap();
    for (path, value) in changes {
        let mut at = &mut tree;
        let steps: Vec<&str> = path.split('.').collect();
        for step in &steps[..steps.len() - 1] {
            at = match at {
                Json::Array(elements) => &mut elements[step.parse::<usize>().unwrap()],
                Json::Object(fields) => &mut fields.iter_mut().find(|(n, _)| n == step).unwrap().1,
                _ => panic!("{path}"),
            };
        }
        let last = steps[steps.len() - 1];
        match (value.is_empty(), at) {
            (true, Json::Object(fields)) => fields.retain(|(n, _)| n != last),
            (_, at) => at.set(last, parse(value).unwrap()),
        }
    }
    tree.to_string()
}

pub fn refused(changes: &[(&str, &str)]) -> Errors {
    read(&with(changes)).expect_err("refused")
}

pub fn accepted(changes: &[(&str, &str)]) -> Document {
    read(&with(changes)).expect("accepted")
}

/// One error: code, place, found, allowed, nearest.
pub fn one(changes: &[(&str, &str)], expected: (Code, &str, &str, &str, &str)) {
    let errors = refused(changes);
    let texts: Vec<_> = errors
        .list
        .iter()
        .map(|e| (e.code, e.place.as_str(), e.found.as_str(), e.allowed.as_str(), e.nearest.as_str()))
        .collect();
    assert_eq!(texts, [expected], "{changes:?}");
}

pub fn codes(errors: &Errors) -> Vec<(Code, &str)> {
    errors.list.iter().map(|e| (e.code, e.place.as_str())).collect()
}
