//! `sawtooth algorithms`: every algorithm with its parameters, as text. Not here: the same as JSON (`generate::algorithms`).

use crate::table::{Align, Column, grid};
use sawtooth_engine::params::{Param, Section, Value};
use sawtooth_scenario::words::Words;
use sawtooth_scenario::{describe, tables};

/// The whole list.
pub fn text() -> String {
    let words = Words::errors();
    tables::algorithms().iter().map(|section| one(section, &words)).collect::<Vec<_>>().join("\n")
}

fn one(section: &Section, catalogue: &Words) -> String {
    let mut out =
        format!("{} ({})\n  {}\n  Source: {}\n", section.title, section.kind, section.about.trim(), section.source);
    for variant in section.variants {
        let words = |(name, value): &(&str, Value)| format!("{name} {}", word(section, name, value));
        let mut parts: Vec<String> = vec![variant.about.into()];
        if !variant.defaults.is_empty() {
            parts.push(format!("defaults: {}", variant.defaults.iter().map(words).collect::<Vec<_>>().join(", ")));
        }
        if !variant.lacks.is_empty() {
            parts.push(format!("without {}", variant.lacks.join(", ")));
        }
        out.push_str(&format!("  {} {}: {}\n", section.selector, variant.name, parts.join("; ")));
    }
    for group in section.one_of {
        let most = if group.required { "exactly" } else { "at most" };
        out.push_str(&format!("  {most} one of {}\n", group.fields.join(", ")));
    }
    for pair in section.ordered {
        out.push_str(&format!("  {} must be at most {}\n", pair.less, pair.more));
    }
    if section.params.is_empty() {
        out.push_str("  no parameters\n");
        return out;
    }
    let rows: Vec<Vec<String>> = section.params.iter().map(|param| row(section, param, catalogue)).collect();
    let column = |title, align| Column { title, align };
    let columns = [
        column("  parameter", Align::Left),
        column("default", Align::Right),
        column("unit", Align::Left),
        column("allowed", Align::Left),
        column("live", Align::Left),
        column("source", Align::Left),
    ];
    out.push_str(&grid(&columns, &rows));
    out
}

fn row(section: &Section, param: &Param, catalogue: &Words) -> Vec<String> {
    vec![
        format!("  {}", param.name),
        word(section, param.name, &param.default),
        param.unit.into(),
        catalogue.allowed(&describe::allowed(param)),
        if param.live { "yes" } else { "no" }.into(),
        param.source.into(),
    ]
}

fn word(section: &Section, name: &str, value: &Value) -> String {
    match value {
        Value::Null => "none".into(),
        Value::Word(word) => (*word).into(),
        value => describe::default_json(section, name, value).to_string(),
    }
}
