//! The JSON Schema (draft 2020-12) of a scenario, made from the engine's tables. Beside the standard keywords it has
//! `x-unit`, `x-scale`, `x-live` (an intervention may change it), `x-source`, and `x-variants` (defaults that a variant
//! or TCP stack changes, and fields it lacks). It does not contain rules that only reading can check (unique names,
//! paths of interventions).

use crate::describe::{self, default_json, scale};
use crate::json::Json;
use crate::traces::{FILE, ORIGINS};
use crate::{MAX_FLOWS, MAX_NAME, TAKEN, tables, value};
use sawtooth_engine::host;
use sawtooth_engine::params::{Domain, Param, Section, Value, Variant};
use sawtooth_engine::scenario::{BOTTLENECK, RUN};

/// The schema.
pub fn schema() -> Json {
    let mut properties = object! {
        "schema" => object! { "const" => crate::SCHEMA, "description" => "Version of this format." },
        "title" => object! { "type" => "string", "description" => "Title of the run." },
    };
    settings(&mut properties, RUN.params);
    properties.set("bottleneck", bottleneck());
    properties.set(
        "reverse_bottleneck",
        object! {
            "$ref" => "#/properties/bottleneck",
            "description" => "Bottleneck of the other direction, which flows of direction reverse need; without it ACKs \
                              are only delayed.",
        },
    );
    properties.set("flows", list(flow(), MAX_FLOWS, "TCP flows."));
    properties.set("cross_traffic", list(cross_traffic(), MAX_FLOWS, "Traffic without congestion control."));
    properties.set("interventions", interventions());
    let some = |name: &str| {
        let mut one = object! { "required" => vec![Json::from(name)] };
        let mut properties = Json::Object(Vec::new());
        properties.set(name, object! { "minItems" => 1.0 });
        one.set("properties", properties);
        one
    };
    let mut required = vec![Json::from("schema")];
    required.extend(RUN.params.iter().filter(|p| p.required).map(|p| Json::from(p.name)));
    required.push("bottleneck".into());
    object! {
        "$schema" => "https://json-schema.org/draft/2020-12/schema",
        "title" => "Sawtooth scenario",
        "description" => "Everything about one run of the simulator.",
        "type" => "object",
        "additionalProperties" => false,
        "required" => required,
        "anyOf" => vec![some("flows"), some("cross_traffic")],
        "allOf" => vec![reverse_flows_need_their_bottleneck()],
        "properties" => properties,
    }
}

fn reverse_flows_need_their_bottleneck() -> Json {
    let reverse = object! {
        "properties" => object! { "direction" => object! { "const" => "reverse" } },
        "required" => vec![Json::from("direction")],
    };
    let flows = object! { "flows" => object! { "type" => "array", "contains" => reverse } };
    object! {
        "if" => object! { "properties" => flows, "required" => vec![Json::from("flows")] },
        "then" => object! { "required" => vec![Json::from("reverse_bottleneck")] },
    }
}

/// One setting.
fn setting(param: &Param) -> Json {
    let mut out = object! { "description" => param.help.trim() };
    let kinds = |kind: &str| {
        if param.nullable { Json::Array(vec![kind.into(), "null".into()]) } else { kind.into() }
    };
    match param.domain {
        Domain::Switch => out.set("type", kinds("boolean")),
        Domain::Words(words) => {
            let mut words: Vec<Json> = words.iter().map(|w| Json::from(*w)).collect();
            words.extend(param.nullable.then_some(Json::Null));
            out.set("enum", words);
        }
        Domain::Number { min, max, above, integer } => {
            out.set("type", kinds(if integer { "integer" } else { "number" }));
            out.set(if above { "exclusiveMinimum" } else { "minimum" }, min);
            if max != f64::MAX {
                out.set("maximum", max);
            }
        }
        Domain::List(fields) => {
            out.set("type", kinds("array"));
            out.set("minItems", 1.0);
            out.set("maxItems", param.most as f64);
            out.set("items", entry(fields));
        }
    }
    if !param.required && (param.nullable || param.default != Value::Null) {
        out.set("default", value::json(param, &param.default));
    }
    if !param.unit.is_empty() {
        out.set("x-unit", param.unit);
    }
    out.set("x-scale", scale(param));
    out.set("x-live", param.live);
    out.set("x-source", param.source);
    out
}

/// An entry of a list: a bare number, or an object with all its fields.
fn entry(fields: &[Param]) -> Json {
    if let [bare] = fields
        && bare.name.is_empty()
    {
        return setting(bare);
    }
    let mut properties = Json::Object(Vec::new());
    settings(&mut properties, fields);
    object! {
        "type" => "object",
        "additionalProperties" => false,
        "required" => fields.iter().map(|f| Json::from(f.name)).collect::<Vec<Json>>(),
        "properties" => properties,
    }
}

fn settings(properties: &mut Json, params: &[Param]) {
    for param in params {
        properties.set(param.name, setting(param));
    }
}

/// An object with a section's settings and other fields; the first of `others` may be the one that selects it.
pub fn object(section: &Section, others: Json, mut required: Vec<Json>) -> Json {
    let mut properties = others;
    settings(&mut properties, section.params);
    required.extend(section.params.iter().filter(|p| p.required).map(|p| Json::from(p.name)));
    let mut out = object! { "title" => section.title };
    if !section.about.is_empty() {
        out.set("description", section.about.trim());
        out.set("x-source", section.source);
    }
    out.set("type", "object");
    out.set("additionalProperties", false);
    if !required.is_empty() {
        out.set("required", required);
    }
    let mut rules: Vec<Json> =
        section.variants.iter().enumerate().filter_map(|(i, v)| lacks(section, v, i == 0)).collect();
    for group in section.one_of {
        rules.push(one_of(group.fields, group.required));
    }
    without_default(&mut properties, section);
    out.set("properties", properties);
    if !rules.is_empty() {
        out.set("allOf", rules);
    }
    // A rule that JSON Schema cannot express: the first of each pair is at most the second.
    if !section.ordered.is_empty() {
        out.set("x-ordered", describe::ordered(section));
    }
    if !section.variants.is_empty() {
        out.set("x-variants", variants(section));
    }
    out
}

fn variants(section: &Section) -> Json {
    let mut variants = Json::Object(Vec::new());
    for variant in section.variants {
        let mut defaults = Json::Object(Vec::new());
        for (name, default) in variant.defaults {
            defaults.set(name, default_json(section, name, default));
        }
        let lacks: Vec<Json> = variant.lacks.iter().map(|n| Json::from(*n)).collect();
        let mut words = object! { "about" => variant.about, "defaults" => defaults, "lacks" => lacks };
        if let Some(host) = variant.default_on {
            words.set("default_on", host);
        }
        variants.set(variant.name, words);
    }
    variants
}

/// Only the first of several alternatives has a default, and none if one of them is required.
fn without_default(properties: &mut Json, section: &Section) {
    let Json::Object(properties) = properties else { return };
    for group in section.one_of {
        let kept = usize::from(!group.required);
        for (_, property) in properties.iter_mut().filter(|(name, _)| group.fields[kept..].contains(&name.as_str())) {
            if let Json::Object(words) = property {
                words.retain(|(word, _)| word != "default");
            }
        }
    }
}

/// Fields that are not allowed with this variant. The default variant also applies where none is named.
fn lacks(section: &Section, variant: &Variant, default: bool) -> Option<Json> {
    if variant.lacks.is_empty() {
        return None;
    }
    let mut chosen = Json::Object(Vec::new());
    chosen.set(section.selector, object! { "const" => variant.name });
    let mut condition = object! { "properties" => chosen };
    if !default {
        condition.set("required", vec![Json::from(section.selector)]);
    }
    let mut none = Json::Object(Vec::new());
    for name in variant.lacks {
        none.set(name, false);
    }
    Some(object! { "if" => condition, "then" => object! { "properties" => none } })
}

/// Exactly one of the fields, or at most one.
fn one_of(fields: &[&str], required: bool) -> Json {
    let given = |name: &str| object! { "required" => vec![Json::from(name)] };
    let mut choices: Vec<Json> = fields.iter().map(|f| given(f)).collect();
    if !required {
        let any: Vec<Json> = fields.iter().map(|f| given(f)).collect();
        choices.push(object! { "not" => object! { "anyOf" => any } });
    }
    object! { "oneOf" => choices }
}

/// One of several sections, selected by a field; the default one need not be named.
fn chosen(field: &str, sections: &[&Section], default: Option<&Section>, others: impl Fn(&Section) -> Json) -> Json {
    let each = sections.iter().map(|section| {
        let is_default = default.is_some_and(|d| d.kind == section.kind);
        let mut own = object! { field => object! { "const" => section.kind } };
        if is_default {
            own.set(field, object! { "const" => section.kind, "default" => section.kind });
        }
        for (name, other) in others(section).fields().unwrap_or(&[]) {
            own.set(name, other.clone());
        }
        object(section, own, if is_default { Vec::new() } else { vec![field.into()] })
    });
    object! { "oneOf" => each.collect::<Vec<Json>>() }
}

fn bottleneck() -> Json {
    let choice = |field: &str, sections, default| chosen(field, sections, Some(default), |_| Json::Object(Vec::new()));
    let queue = choice("discipline", tables::disciplines(), tables::default_discipline());
    let mut loss = choice("model", tables::models(), tables::default_model());
    loss.set("default", object! { "model" => tables::default_model().kind });
    let policer = object(tables::policer(), Json::Object(Vec::new()), Vec::new());
    let reordering = choice("model", tables::reorderings(), tables::default_reordering());
    let delay_variation = object(tables::delay_variation(), Json::Object(Vec::new()), Vec::new());
    let rate_model = chosen("model", tables::rate_models(), None, |_| Json::Object(Vec::new()));
    let mut others = object! { "queue" => queue, "loss" => loss, "policer" => policer, "reordering" => reordering };
    others.set("delay_variation", delay_variation);
    others.set("rate_model", rate_model);
    others.set(FILE, trace_file());
    let mut out = object(&BOTTLENECK, others, vec!["queue".into()]);
    let both = |a: &'static str, b: &'static str| object! { "required" => vec![Json::from(a), Json::from(b)] };
    let after = |place: usize| ORIGINS[place + 1..].iter().map(move |other| both(ORIGINS[place], other));
    out.set("not", object! { "anyOf" => (0..ORIGINS.len()).flat_map(after).collect::<Vec<Json>>() });
    out.set("description", "Random loss, a policer, then the queue, the link, reordering, and a delay that varies.");
    out
}

fn trace_file() -> Json {
    let name = object! {
        "type" => "string",
        "minLength" => 1.0,
        "maxLength" => 255.0,
        "pattern" => r"^[^/\\]*$",
        "description" => "Name of the file, in the document's folder: one whole number of milliseconds a line, as in rate_trace_ms.",
    };
    let digest = object! {
        "type" => "string",
        "pattern" => "^[0-9a-f]{16}$",
        "description" => "FNV-1a hash of its entries as 64-bit little-endian integers: another file is rejected.",
    };
    object(&tables::TRACE_FILE, object! { "name" => name, "digest" => digest }, vec!["name".into()])
}

fn named(default: &str) -> Json {
    let not: Vec<Json> = TAKEN.iter().map(|name| Json::from(*name)).collect();
    object! {
        "type" => "string",
        "minLength" => 1.0,
        "maxLength" => MAX_NAME as f64,
        // Letters and digits of any script, space, _ and -. Validators write Unicode classes differently, so the
        // pattern rejects all other characters up to U+00FF and among general punctuation.
        "pattern" => concat!(
            r"^[^\x00-\x1f!-,./:-@\[-\^`{-\xa9\xab-\xb1\xb4\xb6-\xb8\xbb\xbf\xd7\xf7",
            r"\u2000-\u206f]+$"
        ),
        "not" => object! { "enum" => not },
        "description" => format!("Unique name; {default} if absent."),
    }
}

fn flow() -> Json {
    let default = tables::default_algorithm();
    let mut algorithm = chosen("kind", tables::algorithms(), Some(default), |_| Json::Object(Vec::new()));
    algorithm.set("default", object! { "kind" => default.kind });
    let mut others = object! { "name" => named("flow and its number") };
    settings(&mut others, tables::EntrySettings::PARAMS);
    others.set("algorithm", algorithm);
    let default = tables::default_application();
    let mut application = chosen("kind", tables::applications(), Some(default), |_| Json::Object(Vec::new()));
    application.set("default", object! { "kind" => default.kind });
    others.set("application", application);
    object(&host::SECTION, others, Vec::new())
}

fn cross_traffic() -> Json {
    let mut all = chosen("kind", tables::traffic(), None, |section| {
        let mut others = object! { "name" => named("kind and number") };
        settings(&mut others, tables::EntrySettings::PARAMS);
        if tables::has_transfers(section) {
            others.set("algorithm", object! { "$ref" => "#/properties/flows/items/properties/algorithm" });
            tables::transfer_options().for_each(|param| others.set(param.name, setting(param)));
        }
        others
    });
    if let Json::Object(words) = &mut all
        && let Some((_, Json::Array(kinds))) = words.first_mut()
    {
        for (kind, section) in kinds.iter_mut().zip(tables::traffic()) {
            if tables::has_transfers(section) {
                kind.set("x-variants", variants(&host::SECTION));
            }
        }
    }
    all
}

/// A list of at most this number of entries.
pub fn list(items: Json, most: usize, about: &str) -> Json {
    object! { "type" => "array", "maxItems" => most as f64, "description" => about, "items" => items }
}

fn interventions() -> Json {
    let types = ["number", "boolean", "string", "null"].map(Json::from).to_vec();
    let mut properties = Json::Object(Vec::new());
    settings(&mut properties, tables::InterventionSettings::PARAMS);
    properties.set(
        "path",
        object! {
            "type" => "string",
            "pattern" => r"^(bottleneck|reverse_bottleneck|flows|cross_traffic)\.",
            "description" => "Path of a setting that can change during the run; flows and cross traffic by name.",
        },
    );
    properties.set("value", object! { "type" => types, "description" => "Its new value." });
    object! {
        "type" => "array",
        "description" => "Changes during the run, in any order; changes of one instant take effect in the order of the list.",
        "items" => object! {
            "type" => "object",
            "additionalProperties" => false,
            "required" => ["at_s", "path", "value"].map(Json::from).to_vec(),
            "properties" => properties,
        },
    }
}
