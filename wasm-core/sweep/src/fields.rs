//! The fields of a summary as columns of a table: names (`flows.cdg.rtt_ms.p90`), units, types; and their values
//! (`docs/measurements.md` explains each). Not here: how they are measured (`sawtooth_measures::summary`).

use crate::table::{Column, Kind, Value};
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::sim::Simulation;
use sawtooth_measures::summary::Summary;
use sawtooth_scenario::Json;

const PACKETS: &str = "packets";

/// Numbers of a distribution, in its unit.
const DISTRIBUTION: [&str; 10] = ["min", "p10", "p20", "p50", "p80", "p90", "p95", "p99", "max", "mean"];

/// Distributions with their units.
const DISTRIBUTIONS: &[(&str, &str)] = &[
    ("rtt_ms", "ms"),
    ("cwnd_packets", PACKETS),
    ("queue_packets", PACKETS),
    ("queue_ms", "ms"),
    ("one_way_delay_ms", "ms"),
    ("completion_s", "s"),
];

/// A field's name, unit and type.
type Field = (&'static str, &'static str, Kind);

/// All other fields of a summary and of its parts.
const FIELDS: &[Field] = &[
    ("version", "", Kind::Text),
    ("build", "", Kind::Text),
    ("digest", "", Kind::Text),
    ("algorithm", "", Kind::Text),
    ("simulated_s", "s", Kind::Number),
    ("events", "events", Kind::Whole),
    ("jain_index", "", Kind::Number),
    ("goodput_bps", "bit/s", Kind::Number),
    ("of_capacity", "", Kind::Number),
    ("throughput_bps", "bit/s", Kind::Number),
    ("packets_sent", PACKETS, Kind::Whole),
    ("packets_retransmitted", PACKETS, Kind::Whole),
    ("packets_delivered", "segments", Kind::Whole),
    ("needless_retransmissions", PACKETS, Kind::Whole),
    ("dropped_queue", PACKETS, Kind::Whole),
    ("dropped_random", PACKETS, Kind::Whole),
    ("lost_after_queue", PACKETS, Kind::Whole),
    ("loss_rate", "", Kind::Number),
    ("marked", PACKETS, Kind::Whole),
    ("fast_recoveries", "events", Kind::Whole),
    ("timeouts", "events", Kind::Whole),
    ("delay_backoffs", "events", Kind::Whole),
    ("window_undos", "events", Kind::Whole),
    ("loss_probes", PACKETS, Kind::Whole),
    ("acks_lost", PACKETS, Kind::Whole),
    ("acks_thinned", PACKETS, Kind::Whole),
    ("completed_s", "s", Kind::Number),
    ("duration_s", "s", Kind::Number),
    ("sent", PACKETS, Kind::Whole),
    ("delivered", PACKETS, Kind::Whole),
    ("lost", PACKETS, Kind::Whole),
    ("transfers_begun", "transfers", Kind::Whole),
    ("transfers_completed", "transfers", Kind::Whole),
    ("replies_received", PACKETS, Kind::Whole),
    ("replies_lost", PACKETS, Kind::Whole),
    ("capacity_bps", "bit/s", Kind::Number),
    ("utilisation", "", Kind::Number),
    ("queued_at_start", PACKETS, Kind::Whole),
    ("arrived", PACKETS, Kind::Whole),
    ("departed", PACKETS, Kind::Whole),
    ("queued_at_end", PACKETS, Kind::Whole),
    ("time_above_three_quarters", "", Kind::Number),
    ("congestion_losses", PACKETS, Kind::Whole),
    ("congestion_right", PACKETS, Kind::Whole),
    ("random_losses", PACKETS, Kind::Whole),
    ("random_right", PACKETS, Kind::Whole),
    ("j", "", Kind::Number),
    ("congestion_predicted", "", Kind::Number),
];

/// Fields that consist of others.
const PARTS: &[(&str, &[Field])] = &[
    ("span_s", &[("from", "s", Kind::Number), ("to", "s", Kind::Number)]),
    ("epoch_s", &[("count", "", Kind::Whole), ("mean", "s", Kind::Number)]),
    ("a_c", ACCURACY),
    ("a_w", ACCURACY),
];
const ACCURACY: &[Field] = &[("value", "", Kind::Number), ("low", "", Kind::Number), ("high", "", Kind::Number)];

/// Fields that are no measurements: the document and constants.
const NOT_MEASURED: &[&str] = &["schema", "name", "notices", "scenario"];

/// Columns for all fields of a summary; a list's entries are named. A distribution without samples has its columns, too.
pub fn columns(summary: &Json) -> Vec<Column> {
    let mut columns = Vec::new();
    add(&mut columns, "", summary);
    columns
}

/// The same for the summary of a scenario, which is not run.
pub fn of_scenario(scenario: &Scenario) -> Vec<Column> {
    columns(&Summary::new(scenario).finish(&Simulation::new(scenario)))
}

fn add(columns: &mut Vec<Column>, place: &str, part: &Json) {
    let fields = part.fields().unwrap_or_default().iter();
    for (name, value) in fields.filter(|(name, _)| !NOT_MEASURED.contains(&name.as_str())) {
        let path = format!("{place}{name}");
        if let Some((_, unit)) = DISTRIBUTIONS.iter().find(|(other, _)| other == name) {
            columns.extend(DISTRIBUTION.iter().map(|of| Column::new(format!("{path}.{of}"), *unit, Kind::Number)));
        } else if let Some((_, parts)) = PARTS.iter().find(|(other, _)| other == name) {
            columns.extend(parts.iter().map(|(of, unit, kind)| Column::new(format!("{path}.{of}"), *unit, *kind)));
        } else if let Some((_, unit, kind)) = FIELDS.iter().find(|(other, ..)| other == name) {
            columns.push(Column::new(path, *unit, *kind));
        } else if let Some(entries) = value.elements() {
            for entry in entries {
                if let Some(own) = entry.get("name").and_then(Json::text) {
                    add(columns, &format!("{path}.{own}."), entry);
                }
            }
        } else {
            add(columns, &format!("{path}."), value);
        }
    }
}

/// A flow's share of the goodput of all flows, which is derived from their fields (contract, section 3).
pub const SHARE: &str = "share_of_flows";

/// Columns of the derived fields of a scenario's flows, which measures may name beside those of its summary.
pub fn derived(scenario: &Scenario) -> impl Iterator<Item = Column> {
    scenario.flows.iter().map(|flow| Column::new(format!("flows.{}.{SHARE}", flow.name), "", Kind::Number))
}

/// The share of the flow that has this path; missing if it has no goodput or all flows together have none.
fn share(summary: &Json, flow: &str) -> Value {
    let own = value(summary, &format!("{flow}.goodput_bps"), Kind::Number).as_number();
    let flows = summary.get("flows").and_then(Json::elements).unwrap_or_default();
    let all: f64 = flows.iter().filter_map(|flow| flow.get("goodput_bps")?.number()).sum();
    Value::number(own.map(|own| own / all))
}

/// The value of a summary's field, or of one derived from it, of this kind; missing if there is none.
pub fn value(summary: &Json, path: &str, kind: Kind) -> Value {
    if let Some(flow) = path.strip_suffix(SHARE).and_then(|flow| flow.strip_suffix('.')) {
        return share(summary, flow);
    }
    let mut at = Some(summary);
    for step in path.split('.') {
        at = match at {
            // Ends of a span are numbers; a flow may be called `to`.
            Some(Json::Array(entries)) => match (step, entries.first()) {
                ("from", Some(Json::Number(_))) => entries.first(),
                ("to", Some(Json::Number(_))) => entries.get(1),
                (name, _) => entries.iter().find(|entry| entry.get("name").and_then(Json::text) == Some(name)),
            },
            Some(part) => part.get(step),
            None => None,
        };
    }
    Value::of(at, kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sawtooth_scenario::object;

    const RICH: &str = r#"{ "schema": 1, "duration_s": 4, "bottleneck": { "rate_bps": 4e6, "queue": { "limit_packets": 20 },
        "loss": { "probability": 0.01 } }, "reverse_bottleneck": { "rate_bps": 1e6, "queue": { "limit_packets": 20 } },
        "flows": [{ "name": "to" }, { "name": "b", "transfer_bytes": 7300 }, { "algorithm": { "kind": "tfrc" } },
        { "name": "back", "direction": "reverse", "ack_loss": 0.1 }], "cross_traffic": [{ "kind": "voip" }, { "kind": "flash_crowd" },
        { "kind": "ping", "interval_ms": 100 }] }"#;

    fn leaves(place: &str, json: &Json, out: &mut Vec<String>) {
        let own = |name: &str| if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
        match json {
            Json::Object(fields) => {
                fields.iter().filter(|(name, _)| !NOT_MEASURED.contains(&name.as_str())).for_each(|(name, value)| {
                    let name = own(name);
                    if name == "span_s" {
                        out.extend([format!("{name}.from"), format!("{name}.to")]);
                    } else {
                        leaves(&name, value, out);
                    }
                })
            }
            Json::Array(entries) => {
                entries.iter().for_each(|entry| leaves(&own(entry.get("name").unwrap().text().unwrap()), entry, out));
            }
            _ => out.push(place.into()),
        }
    }

    /// Each number and word of a summary is in a column, in its order, before and after the run alike.
    #[test]
    fn every_field_of_a_summary_is_a_column() {
        let scenario = sawtooth_scenario::read(RICH).unwrap().scenario;
        let summary = Summary::of(&scenario);
        let columns = columns(&summary);
        assert_eq!(of_scenario(&scenario), columns, "before the run");
        let mut known = Vec::new();
        leaves("", &summary, &mut known);
        // The window of a rate-based flow is null, and so has no leaves.
        known.retain(|name| name != "flows.flow3.cwnd_packets");
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(names.iter().copied().filter(|name| !name.contains("flow3.cwnd")).collect::<Vec<_>>(), known);
        assert_eq!(names.iter().filter(|name| name.contains("flow3.cwnd")).count(), DISTRIBUTION.len());
        for column in &columns {
            let missing = ["flows.flow3.cwnd", "epoch_s.mean", ".epoch"].iter().any(|name| column.name.contains(name));
            let value = value(&summary, &column.name, column.kind);
            assert!(value != Value::None || missing, "{column:?}");
        }
        assert_eq!(value(&summary, "span_s.to", Kind::Number), Value::Number(4.0));
        assert_eq!(value(&summary, "flows.nobody.goodput_bps", Kind::Number), Value::None);
    }

    #[test]
    fn the_share_of_a_flow_is_that_of_all_goodput() {
        let scenario = sawtooth_scenario::read(RICH).unwrap().scenario;
        let summary = Summary::of(&scenario);
        let number = |path: &str| value(&summary, path, Kind::Number).as_number().unwrap();
        let names: Vec<String> = derived(&scenario).map(|column| column.name).collect();
        assert_eq!(names[0], "flows.to.share_of_flows");
        let all: f64 = names.iter().map(|name| number(&name.replace(SHARE, "goodput_bps"))).sum();
        assert!(all > 0.0);
        for name in &names {
            assert_eq!(number(name), number(&name.replace(SHARE, "goodput_bps")) / all);
        }
        let nothing = object! { "flows" => vec![object! { "name" => "a", "goodput_bps" => 0.0 }] };
        assert_eq!(value(&nothing, "flows.a.share_of_flows", Kind::Number), Value::None);
        assert_eq!(value(&nothing, "flows.b.share_of_flows", Kind::Number), Value::None);
    }

    /// `docs/measurements.md`: a name ends with its unit, unless it counts something or has none.
    #[test]
    fn a_name_ends_with_its_unit() {
        for (name, unit, _) in FIELDS {
            let ending = [("_bps", "bit/s"), ("_ms", "ms"), ("_s", "s")].iter().find(|(end, _)| name.ends_with(end));
            let counted = ["", PACKETS, "segments", "events", "transfers"];
            assert!(ending.map_or(counted.contains(unit), |(_, of_name)| of_name == unit), "{name}: {unit}");
        }
    }
}
