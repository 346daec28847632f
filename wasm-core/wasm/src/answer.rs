//! Answers to a document: what was loaded, or why it is refused, as `Loaded` of `protocol.ts`. Not here: reading it.

use sawtooth_scenario::{Document, Errors, Json, object, resolved};

/// The document was taken.
pub fn loaded(document: &Document) -> String {
    let scenario = &document.scenario;
    let names = |names: Vec<&str>| names.into_iter().map(Json::from).collect::<Vec<Json>>();
    object! {
        "ok" => true,
        "document" => resolved(document, None),
        "duration_s" => scenario.duration.seconds(),
        "flows" => names(scenario.flows.iter().map(|flow| flow.name.as_str()).collect()),
        "cross_traffic" => names(scenario.cross_traffic.iter().map(|cross| cross.name.as_str()).collect()),
    }
    .to_string()
}

/// The document is refused.
pub fn refused(errors: &Errors) -> String {
    object! {
        "ok" => false,
        "errors" => errors.list.iter().map(sawtooth_scenario::Error::json).collect::<Vec<Json>>(),
        "more" => errors.more as u64,
    }
    .to_string()
}
