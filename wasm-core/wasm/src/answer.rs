//! Replies to a document: what was loaded, or its errors, as `Loaded` of `protocol.ts`. Not here: reading it.

use sawtooth_engine::params::List;
use sawtooth_engine::path::rate_steps::Steps;
use sawtooth_engine::telemetry::why::Fired;
use sawtooth_engine::units::Time;
use sawtooth_scenario::{Document, Errors, Json, TraceFile, object, resolved};

/// Reply to an accepted document.
pub fn loaded(document: &Document) -> String {
    let scenario = &document.scenario;
    let names = |names: Vec<&str>| names.into_iter().map(Json::from).collect::<Vec<Json>>();
    object! {
        "ok" => true,
        "document" => standing(document, None),
        "duration_s" => scenario.duration.seconds(),
        "flows" => names(scenario.flows.iter().map(|flow| flow.name.as_str()).collect()),
        "cross_traffic" => names(scenario.cross_traffic.iter().map(|cross| cross.name.as_str()).collect()),
    }
    .to_string()
}

/// The document with every default, as it is at an instant, without what changes it later: of that there may be megabytes, and
/// the page has it.
pub fn standing(document: &Document, at: Option<Time>) -> Json {
    let mut standing = resolved(document, at);
    standing.set("interventions", Vec::<Json>::new());
    standing
}

/// Reply to a rejected document.
pub fn refused(errors: &Errors) -> String {
    object! {
        "ok" => false,
        "errors" => errors.list.iter().map(sawtooth_scenario::Error::json).collect::<Vec<Json>>(),
        "more" => errors.more as u64,
    }
    .to_string()
}

/// `TraceFileRead` of a file of two columns: its steps, and their mean rate as a document may have it.
pub fn read_steps(steps: Json) -> String {
    let rows = steps.elements().unwrap_or_default();
    let number = |row: &Json, name: &str| row.get(name).and_then(Json::number).unwrap_or(0.0);
    let numbers: Vec<f64> = rows.iter().flat_map(|row| [number(row, "at_s"), number(row, "rate_bps")]).collect();
    let mean = Steps::new(List::Given(numbers.into()), false).mean().0;
    let entries = rows.len() as u64;
    object! { "ok" => true, "entries" => entries, "rate_bps" => mean.round().max(1e3), "rate_steps" => steps }
        .to_string()
}

/// Reply to the last piece of a trace's file.
pub fn read_whole(file: &TraceFile) -> String {
    let (entries, digest, rate_bps) = (file.times_ms.len(), &file.digest, file.mean_bps());
    format!(r#"{{"ok":true,"entries":{entries},"digest":"{digest}","rate_bps":{rate_bps}}}"#)
}

/// Rules that fired at one instant: `{ t_s, rules: [{ rule, outcome, infers, numbers: { name: value } }] }`.
pub fn fired(fired: &[Fired]) -> String {
    let rule = |fired: &Fired| {
        let mut numbers = Json::Object(Vec::new());
        for (name, value) in fired.rule.numbers.iter().zip(&fired.numbers) {
            numbers.set(name, Json::from(*value));
        }
        object! { "rule" => fired.rule.key, "outcome" => fired.rule.outcome.name(), "infers" => fired.rule.infers.name(), "numbers" => numbers }
    };
    object! {
        "t_s" => fired.first().map_or(0.0, |first| first.at.seconds()),
        "rules" => fired.iter().map(rule).collect::<Vec<Json>>(),
    }
    .to_string()
}
