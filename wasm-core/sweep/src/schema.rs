//! The JSON Schemas (draft 2020-12) of the documents of a sweep and of a search, from the same tables as their reading. It does not contain rules that only
//! reading can check (paths, names of fields and signals, numbers of runs). Not here: a scenario's schema.

use crate::axes::{MAX_AXES, MAX_VALUES, RANGE};
use crate::document::{SCHEMA, SEEDS, SWEEP};
use crate::find::FIND;
use crate::measures::{FIELD, MAX_MEASURES, SIGNAL};
use sawtooth_scenario::schema::{list, object as section, schema as scenario};
use sawtooth_scenario::{Json, object};

fn text(about: &str) -> Json {
    object! { "type" => "string", "description" => about }
}

fn required(names: &[&str]) -> Vec<Json> {
    names.iter().map(|name| Json::from(*name)).collect()
}

/// The schema.
pub fn schema() -> Json {
    let mut base = scenario();
    // References within it are to itself.
    base.set("$id", "sawtooth-scenario");
    let others = object! {
        "schema" => object! { "const" => SCHEMA, "description" => "Version of this format." },
        "title" => text("Title of the sweep."),
        "scenario" => base,
        "axes" => list(axis(), MAX_AXES, "Axes, which cross; the last one changes fastest."),
        "seeds" => section(&SEEDS, Json::Object(Vec::new()), Vec::new()),
        "measures" => measures(),
    };
    let mut out = object! { "$schema" => "https://json-schema.org/draft/2020-12/schema" };
    for (name, value) in
        section(&SWEEP, others, required(&["schema", "scenario", "measures"])).fields().unwrap_or_default()
    {
        out.set(name, value.clone());
    }
    out
}

/// The schema of a search.
pub fn find() -> Json {
    let sweep = schema();
    let of = |name: &str| sweep.get("properties").and_then(|all| all.get(name)).cloned().unwrap_or(Json::Null);
    let others = object! {
        "schema" => of("schema"),
        "title" => text("Title of the search."),
        "scenario" => of("scenario"),
        "axis" => axis(),
        "measure" => measure(),
        "seeds" => of("seeds"),
        "from_s" => of("from_s"),
        "to_s" => of("to_s"),
    };
    let mut out = object! { "$schema" => "https://json-schema.org/draft/2020-12/schema" };
    let required = required(&["schema", "scenario", "find", "axis", "measure"]);
    for (name, value) in section(&FIND, others, required).fields().unwrap_or_default() {
        out.set(name, value.clone());
    }
    out
}

/// A setting with its values or its range, or several of them.
fn axis() -> Json {
    let path = || text("Path of a setting in the scenario; flows and cross traffic by name.");
    let mut values = list(Json::Bool(true), MAX_VALUES, "Values, of any type that the setting allows.");
    values.set("minItems", 1.0);
    let listed = object! {
        "type" => "object",
        "additionalProperties" => false,
        "required" => required(&["path", "values"]),
        "properties" => object! { "path" => path(), "values" => values },
    };
    let range = section(&RANGE, object! { "path" => path() }, required(&["path", "from", "to", "steps"]));
    let one = object! { "oneOf" => vec![listed, range] };
    let mut tracks = list(one.clone(), MAX_AXES, "Settings that move together; each has the same number of values.");
    tracks.set("minItems", 1.0);
    let together = object! {
        "type" => "object",
        "additionalProperties" => false,
        "required" => required(&["together"]),
        "properties" => object! { "together" => tracks },
    };
    object! { "oneOf" => vec![one, together] }
}

fn measures() -> Json {
    let mut all = list(measure(), MAX_MEASURES, "Measures, one column each.");
    all.set("minItems", 1.0);
    all
}

/// A field of the summary or a statistic of a signal.
fn measure() -> Json {
    let name = || text("Name of the column.");
    let field = text("Path of a field of the summary, for example flows.cdg.rtt_ms.p90.");
    let signal = object! {
        "signal" => text("Name of a signal of the trace that is a number."),
        "source" => text("Name of a flow, of cross traffic, or of a bottleneck."),
        "name" => name(),
    };
    object! { "oneOf" => vec![
        field.clone(),
        section(&FIELD, object! { "field" => field, "name" => name() }, required(&["field"])),
        section(&SIGNAL, signal, required(&["signal", "source"])),
    ] }
}
