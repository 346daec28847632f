//! A scenario as JSON with every default written out: a checked document at some moment, or a complete scenario that
//! can be read again. Not here: the document as given (`Document::raw`), which links and files contain; paths of
//! changes (`written.rs`).

use crate::json::Json;
use crate::traces::{FILE, TRACE};
use crate::written::written;
use crate::{Document, tables, value};
use sawtooth_engine::params::{Choice, Value};
use sawtooth_engine::scenario::{Bottleneck, RUN, Scenario, row};
use sawtooth_engine::units::Time;

/// The document with every default written out. With a moment: as it is then, changes of that instant included;
/// without: as it is before the first change. `interventions` is left as given.
pub fn resolved(document: &Document, at: Option<Time>) -> Json {
    let mut stand = document.scenario.clone();
    for intervention in &document.scenario.interventions {
        if at.is_some_and(|at| intervention.at <= at) {
            stand.apply(&intervention.change);
        }
    }
    // A missing stop means the end of the run.
    let end = Some(stand.duration.seconds());
    let mut out = parts(document.title.as_deref(), &document.run, &stand, end, &document.raw);
    out.set("interventions", document.raw.get("interventions").cloned().unwrap_or(Json::Array(Vec::new())));
    out
}

/// A scenario as a document, from which the same scenario can be read. Every change must be expressible by a path: to a
/// kind or variant at its defaults, or to a value of a setting that can change.
pub fn document(scenario: &Scenario) -> Json {
    let mut run = Choice::of(&RUN);
    for (name, value) in [
        ("seed", scenario.seed as f64),
        ("duration_s", scenario.duration.seconds()),
        ("packet_bytes", f64::from(scenario.packet_bytes)),
    ] {
        run.set(row(RUN.params, name), Value::Number(value));
    }
    let mut out = parts(None, &run, scenario, None, &Json::Null);
    let mut stand = scenario.clone();
    let interventions = scenario.interventions.iter().map(|intervention| {
        let (path, value) = written(&stand, &intervention.change);
        stand.apply(&intervention.change);
        crate::object! { "at_s" => intervention.at.seconds(), "path" => path, "value" => value }
    });
    out.set("interventions", interventions.collect::<Vec<Json>>());
    out
}

/// Everything except the interventions. `end`: the value of a missing stop, if it is to be written. `raw`: the document, which may
/// name the files of its traces.
fn parts(title: Option<&str>, run: &Choice, stand: &Scenario, end: Option<f64>, raw: &Json) -> Json {
    let mut out = crate::object! { "schema" => crate::read::SCHEMA };
    if let Some(title) = title {
        out.set("title", title);
    }
    write(&mut out, run, end);
    let file = |side: &str| raw.get(side).and_then(|raw| raw.get(FILE));
    out.set("bottleneck", bottleneck(&stand.bottleneck, end, file("bottleneck")));
    if let Some(reverse) = &stand.reverse_bottleneck {
        out.set("reverse_bottleneck", bottleneck(reverse, end, file("reverse_bottleneck")));
    }
    let flows = stand.flows.iter().map(|flow| {
        let algorithm = chosen("kind", &flow.algorithm, end);
        let mut entry =
            crate::object! { "name" => flow.name.as_str(), "stream" => flow.stream, "algorithm" => algorithm };
        write(&mut entry, &flow.settings, end);
        // Bulk data, which has no settings, goes without saying.
        if !std::ptr::eq(flow.application.section, tables::default_application()) {
            entry.set("application", chosen("kind", &flow.application, end));
        }
        entry
    });
    out.set("flows", flows.collect::<Vec<Json>>());
    let cross_traffic = stand.cross_traffic.iter().map(|cross| {
        let kind = cross.traffic.section.kind;
        let mut entry = crate::object! { "kind" => kind, "name" => cross.name.as_str(), "stream" => cross.stream };
        write(&mut entry, &cross.traffic, end);
        if let Some(transfers) = &cross.transfers {
            entry.set("algorithm", chosen("kind", &transfers.algorithm, end));
            write_some(&mut entry, &transfers.settings, end, &tables::is_transfer_option);
        }
        entry
    });
    out.set("cross_traffic", cross_traffic.collect::<Vec<Json>>());
    out
}

fn bottleneck(bottleneck: &Bottleneck, end: Option<f64>, file: Option<&Json>) -> Json {
    let mut out = Json::Object(Vec::new());
    // A trace is written as its file, where it has one.
    write_some(&mut out, &bottleneck.settings, end, &|name| file.is_none() || name != TRACE);
    if let Some(file) = file {
        out.set(FILE, file.clone());
    }
    out.set("queue", chosen("discipline", &bottleneck.queue, end));
    out.set("loss", chosen("model", &bottleneck.loss, end));
    for (name, part) in [("policer", &bottleneck.policer), ("delay_variation", &bottleneck.delay_variation)] {
        if let Some(part) = part {
            let mut own = Json::Object(Vec::new());
            write(&mut own, part, end);
            out.set(name, own);
        }
    }
    for (name, model) in [("reordering", &bottleneck.reordering), ("rate_model", &bottleneck.rate_model)] {
        if let Some(model) = model {
            out.set(name, chosen("model", model, end));
        }
    }
    out
}

/// A choice as an object: its kind, then its settings.
fn chosen(field: &str, choice: &Choice, end: Option<f64>) -> Json {
    let mut out = crate::object! { field => choice.section.kind };
    write(&mut out, choice, end);
    out
}

/// Every setting that has a value; absent, lacking and alternative settings have none.
fn write(out: &mut Json, choice: &Choice, end: Option<f64>) {
    write_some(out, choice, end, &|_| true);
}

/// Settings with these names.
fn write_some(out: &mut Json, choice: &Choice, end: Option<f64>, wanted: &dyn Fn(&str) -> bool) {
    for (param, given) in choice.section.params.iter().zip(&choice.values).filter(|(param, _)| wanted(param.name)) {
        if *given != Value::Null || (param.nullable && value::lacking(choice, param.name).is_none()) {
            out.set(param.name, value::json(param, given));
        } else if let Some(end) = end.filter(|_| param.name == "stop_s") {
            out.set(param.name, end);
        }
    }
}
