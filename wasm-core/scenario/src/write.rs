//! A checked document with every default written out, as it stands at some moment. Not here: the document as it was
//! given (`Document::raw`), which is what links and files carry.

use crate::json::Json;
use crate::{Document, tables, value};
use sawtooth_engine::params::{Choice, Value};
use sawtooth_engine::scenario::Bottleneck;
use sawtooth_engine::units::Time;

/// The document with every default written out. With a moment: as it stands then, changes of that very instant
/// included; without: as it stands before the first one. `interventions` stays as it was given.
pub fn resolved(document: &Document, at: Option<Time>) -> Json {
    let mut stand = document.scenario.clone();
    for intervention in &document.scenario.interventions {
        if at.is_some_and(|at| intervention.at <= at) {
            stand.apply(&intervention.change);
        }
    }
    let mut out = Json::Object(Vec::new());
    out.set("schema", crate::read::SCHEMA);
    if let Some(title) = &document.title {
        out.set("title", title.as_str());
    }
    let end = document.scenario.duration.seconds();
    write(&mut out, &document.run, end);
    out.set("bottleneck", bottleneck(&stand.bottleneck, end));
    if let Some(reverse) = &stand.reverse_bottleneck {
        out.set("reverse_bottleneck", bottleneck(reverse, end));
    }
    let flows = stand.flows.iter().map(|flow| {
        let algorithm = chosen("kind", &flow.algorithm, end);
        let mut entry =
            crate::object! { "name" => flow.name.as_str(), "stream" => flow.stream, "algorithm" => algorithm };
        write(&mut entry, &flow.settings, end);
        entry
    });
    out.set("flows", flows.collect::<Vec<Json>>());
    let cross_traffic = stand.cross_traffic.iter().map(|cross| {
        let kind = cross.traffic.section.kind;
        let mut entry = crate::object! { "kind" => kind, "name" => cross.name.as_str(), "stream" => cross.stream };
        write(&mut entry, &cross.traffic, end);
        if let Some(transfers) = &cross.transfers {
            entry.set("algorithm", chosen("kind", &transfers.algorithm, end));
            write_some(&mut entry, &transfers.settings, end, tables::is_transfer_option);
        }
        entry
    });
    out.set("cross_traffic", cross_traffic.collect::<Vec<Json>>());
    out.set("interventions", document.raw.get("interventions").cloned().unwrap_or(Json::Array(Vec::new())));
    out
}

fn bottleneck(bottleneck: &Bottleneck, end: f64) -> Json {
    let mut out = Json::Object(Vec::new());
    write(&mut out, &bottleneck.settings, end);
    out.set("queue", chosen("discipline", &bottleneck.queue, end));
    out.set("loss", chosen("model", &bottleneck.loss, end));
    if let Some(reordering) = &bottleneck.reordering {
        out.set("reordering", chosen("model", reordering, end));
    }
    out
}

/// A choice as an object: its kind, then its settings.
fn chosen(field: &str, choice: &Choice, end: f64) -> Json {
    let mut out = crate::object! { field => choice.section.kind };
    write(&mut out, choice, end);
    out
}

/// Every setting that has a value: what is absent, lacking or the other of two alternatives has none. A stop that is not
/// said is the end of the run.
fn write(out: &mut Json, choice: &Choice, end: f64) {
    write_some(out, choice, end, |_| true);
}

/// Those of some names.
fn write_some(out: &mut Json, choice: &Choice, end: f64, wanted: impl Fn(&str) -> bool) {
    for (param, given) in choice.section.params.iter().zip(&choice.values).filter(|(param, _)| wanted(param.name)) {
        if *given != Value::Null || (param.nullable && value::lacking(choice, param.name).is_none()) {
            out.set(param.name, value::json(param, given));
        } else if param.name == "stop_s" {
            out.set(param.name, end);
        }
    }
}
