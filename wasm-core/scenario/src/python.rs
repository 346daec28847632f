//! Python's types of a scenario document, for the package `sawtooth-lab`: a `TypedDict` for each section, written from the engine's
//! tables. Not here: TypeScript's (`generate.rs`), reading (`read.rs`), the rest of the package (`python/`).

use crate::generate::capital;
use crate::tables;
use sawtooth_engine::host;
use sawtooth_engine::params::{Domain, Param, Section};
use sawtooth_engine::scenario::{BOTTLENECK, RUN};
use std::fmt::Write;

const HEAD: &str = r#""""Types of a scenario document. Written by `npm run generate` from the engine's tables; never by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import Required
"#;

/// The module `sawtooth_lab._scenario`.
pub fn types() -> String {
    let mut out = HEAD.to_string();
    let sections: [(&str, &str, &[&Section], &str); 6] = [
        ("Queue", "discipline", tables::disciplines(), tables::default_discipline().kind),
        ("Loss", "model", tables::models(), tables::default_model().kind),
        ("Reordering", "model", tables::reorderings(), tables::default_reordering().kind),
        ("RateModel", "model", tables::rate_models(), ""),
        ("Algorithm", "kind", tables::algorithms(), tables::default_algorithm().kind),
        ("Application", "kind", tables::applications(), tables::default_application().kind),
    ];
    for (name, selector, sections, default) in sections {
        union(&mut out, name, selector, sections, default, |_| String::new());
    }
    let entry = format!("    name: str\n{}", fields(tables::EntrySettings::PARAMS));
    let transfers = format!("    algorithm: Algorithm\n{}", fields(tables::transfer_options()));
    union(&mut out, "CrossTraffic", "kind", tables::traffic(), "", |section| {
        if tables::has_transfers(section) { format!("{entry}{transfers}") } else { entry.clone() }
    });
    class(&mut out, "Policer", "A token bucket before the queue.", &fields(tables::policer().params));
    let variation = fields(tables::delay_variation().params);
    class(&mut out, "DelayVariation", "A delay after the link that varies.", &variation);
    let bottleneck = format!(
        "{}    queue: Required[Queue]\n    loss: Loss\n    policer: Policer\n    reordering: Reordering\n    \
         delay_variation: DelayVariation\n    rate_model: RateModel\n",
        fields(BOTTLENECK.params)
    );
    class(&mut out, "Bottleneck", "Random loss, policer, queue, link and reordering.", &bottleneck);
    let flow =
        format!("{entry}    algorithm: Algorithm\n    application: Application\n{}", fields(host::SECTION.params));
    class(&mut out, "Flow", "One TCP flow.", &flow);
    let change = format!(
        "{}    path: Required[str]\n    value: Required[Union[float, bool, str, None]]\n",
        fields(tables::InterventionSettings::PARAMS)
    );
    class(&mut out, "Intervention", "A change during the run.", &change);
    let scenario = format!(
        "    schema: Required[Literal[1]]\n    title: str\n{}    bottleneck: Required[Bottleneck]\n    reverse_bottleneck: Bottleneck\n    \
         flows: list[Flow]\n    cross_traffic: list[CrossTraffic]\n    interventions: list[Intervention]\n",
        fields(RUN.params)
    );
    class(&mut out, "ScenarioDocument", "Everything about a run.", &scenario);
    out
}

/// A class for each section and their union.
fn union(
    out: &mut String,
    name: &str,
    selector: &str,
    sections: &[&Section],
    default: &str,
    others: impl Fn(&Section) -> String,
) {
    let mut names = Vec::new();
    for section in sections {
        let own: String = section.kind.split('_').map(capital).collect();
        let kind = format!("Literal[{:?}]", section.kind);
        let kind = if section.kind == default { kind } else { format!("Required[{kind}]") };
        let rows = format!("    {selector}: {kind}\n{}{}", others(section), fields(section.params));
        class(out, &format!("{name}{own}"), &format!("{}.", section.title), &rows);
        names.push(format!("{name}{own}"));
    }
    let _ = write!(out, "\n\n{name} = Union[\n    {},\n]\n", names.join(",\n    "));
}

fn class(out: &mut String, name: &str, about: &str, rows: &str) {
    let _ = write!(out, "\n\nclass {name}(TypedDict, total=False):\n    \"\"\"{about}\"\"\"\n\n{rows}");
}

fn fields<'a>(params: impl IntoIterator<Item = &'a Param>) -> String {
    params.into_iter().fold(String::new(), |mut out, param| {
        let kind = match param.domain {
            Domain::Switch => "bool".into(),
            Domain::Number { integer: true, .. } => "int".into(),
            Domain::Number { .. } => "float".into(),
            Domain::Words(words) => literal(words),
            Domain::List([bare]) if bare.name.is_empty() => "list[float]".into(),
            Domain::List(_) => "list[dict[str, float]]".into(),
        };
        let kind = if param.nullable { format!("Union[{kind}, None]") } else { kind };
        let kind = if param.required { format!("Required[{kind}]") } else { kind };
        let unit = if param.unit.is_empty() { String::new() } else { format!(" [{}]", param.unit) };
        let help = format!("{}{unit}", param.help.trim()).replace('\\', "\\\\").replace('"', "\\\"");
        let _ = write!(out, "    {}: {kind}\n    \"\"\"{help}\"\"\"\n", param.name);
        out
    })
}

fn literal(words: &[&str]) -> String {
    format!("Literal[{}]", words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(", "))
}
