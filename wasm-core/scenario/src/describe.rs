//! The engine's tables as JSON: every setting with its range, default, unit, scale, source and help. `sawtooth
//! algorithms --json` prints it, and the page's tables are generated from it. Not here: the JSON Schema.

use crate::json::Json;
use crate::value;
pub use crate::value::allowed;
use sawtooth_engine::host;
use sawtooth_engine::params::{Domain, Ordered, Param, Scale, Section, Value, Variant};

/// A section with its table.
pub fn section(section: &Section) -> Json {
    let mut out = object! {
        "kind" => section.kind,
        "title" => section.title,
        "about" => section.about.trim(),
        "source" => section.source,
        "rate_based" => section.rate_based,
        "selector" => section.selector,
    };
    out.set("variants", section.variants.iter().map(|v| variant(section, v)).collect::<Vec<Json>>());
    let groups = section.one_of.iter().map(|group| {
        let fields: Vec<Json> = group.fields.iter().map(|f| Json::from(*f)).collect();
        object! { "fields" => fields, "required" => group.required }
    });
    out.set("one_of", groups.collect::<Vec<Json>>());
    out.set("ordered", ordered(section));
    if !section.flow_defaults.is_empty() {
        out.set("flow_defaults", flow_defaults(section));
    }
    out.set("parameters", section.params.iter().map(param).collect::<Vec<Json>>());
    out
}

/// Pairs of fields; the first must be at most the second.
pub fn ordered(section: &Section) -> Json {
    let pair = |pair: &Ordered| Json::Array(vec![pair.less.into(), pair.more.into()]);
    Json::Array(section.ordered.iter().map(pair).collect())
}

/// Defaults of a flow's own settings that an algorithm brings along.
pub fn flow_defaults(section: &Section) -> Json {
    let mut out = Json::Object(Vec::new());
    for (name, default) in section.flow_defaults {
        out.set(name, default_json(&host::SECTION, name, default));
    }
    out
}

fn variant(section: &Section, variant: &Variant) -> Json {
    let mut out = differences(section, variant);
    out.set("about", variant.about);
    out
}

/// A variant by its defaults, without words.
pub fn differences(section: &Section, variant: &Variant) -> Json {
    let mut defaults = Json::Object(Vec::new());
    for (name, default) in variant.defaults {
        defaults.set(name, default_json(section, name, default));
    }
    let lacks: Vec<Json> = variant.lacks.iter().map(|name| Json::from(*name)).collect();
    let mut out = object! { "name" => variant.name, "defaults" => defaults, "lacks" => lacks };
    if let Some(host) = variant.default_on {
        out.set("default_on", host);
    }
    out
}

/// A default of one of a section's fields as JSON.
pub fn default_json(section: &Section, name: &str, default: &Value) -> Json {
    let row = section.index(name).expect("a field of this section");
    value::json(&section.params[row], default)
}

/// One setting.
pub fn param(param: &Param) -> Json {
    let mut out = object! { "name" => param.name };
    match param.domain {
        Domain::Switch => out.set("type", "switch"),
        Domain::Words(words) => {
            out.set("type", "word");
            out.set("words", words.iter().map(|w| Json::from(*w)).collect::<Vec<Json>>());
        }
        Domain::Number { min, max, above, integer } => {
            out.set("type", "number");
            out.set("min", min);
            out.set("max", max);
            out.set("above", above);
            out.set("integer", integer);
        }
        Domain::List(fields) => {
            out.set("type", "list");
            out.set("most", param.most as f64);
            out.set("fields", fields.iter().map(self::param).collect::<Vec<Json>>());
        }
    }
    out.set("default", value::json(param, &param.default));
    out.set("nullable", param.nullable);
    out.set("required", param.required);
    out.set("unit", param.unit);
    out.set("scale", scale(param));
    out.set("live", param.live);
    out.set("help", param.help.trim());
    out.set("source", param.source);
    out
}

/// The scale's name.
pub fn scale(param: &Param) -> &'static str {
    match param.scale {
        Scale::Linear => "linear",
        Scale::Log => "log",
    }
}
