//! The summary of runs: every field of the contract present and right, the rules of `null`, the same with and without a
//! trace; and the trace against the summary.

use sawtooth_engine::observe::{NullObserver, Source, signals};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::telemetry::truth::{Truth, WithTruth};
use sawtooth_engine::units::{Span, Time};
use sawtooth_measures::summary::Summary;
use sawtooth_measures::trace::{Choice, Trace};
use sawtooth_scenario::{Document, Json, check, parse, read};
use std::collections::{BTreeMap, BTreeSet};

const CONTRACT: &str = include_str!("../../../cli/tests/contract.json");

/// A small scenario with a few more fields.
fn document(fields: &[(&str, &str)]) -> Document {
    let mut tree = parse(
        r#"{ "schema": 1, "duration_s": 20, "bottleneck": { "rate_bps": 10000000, "queue": { "limit_packets": 84 } } }"#,
    )
    .unwrap();
    for (name, value) in fields {
        tree.set(name, parse(value).unwrap());
    }
    check(tree).unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn summary(fields: &[(&str, &str)]) -> Json {
    Summary::of(&document(fields).scenario)
}

/// The same of a span, in seconds.
fn span(fields: &[(&str, &str)], from_s: f64, to_s: f64) -> Json {
    Summary::of_span(&document(fields).scenario, (Time::from_seconds(from_s), Time::from_seconds(to_s)))
}

fn at<'a>(mut json: &'a Json, path: &str) -> &'a Json {
    for step in path.split('.') {
        json = match json {
            Json::Array(elements) => &elements[step.parse::<usize>().unwrap()],
            json => json.get(step).unwrap_or_else(|| panic!("no {step} in {path}")),
        };
    }
    json
}

fn number(json: &Json, path: &str) -> f64 {
    at(json, path).number().unwrap_or_else(|| panic!("{path} is {}", at(json, path)))
}

#[test]
fn every_field_of_the_contract_is_there() {
    let summary = Summary::of(&read(CONTRACT).unwrap().scenario);
    let distribution = ["min", "p10", "p20", "p50", "p80", "p90", "p95", "p99", "max", "mean"];
    for path in [
        "flows.0.rtt_ms",
        "flows.1.cwnd_packets",
        "bottleneck.queue_packets",
        "bottleneck.queue_ms",
        "cross_traffic.0.one_way_delay_ms",
    ] {
        let values: Vec<f64> = distribution.iter().map(|name| number(&summary, &format!("{path}.{name}"))).collect();
        assert!(values[..9].is_sorted(), "{path}: {values:?}");
        assert!(values[0] <= values[9] && values[9] <= values[8], "{path}: {values:?}");
    }
    for path in [
        "schema",
        "simulated_s",
        "events",
        "jain_index",
        "flows.0.goodput_bps",
        "flows.0.throughput_bps",
        "flows.0.packets_sent",
        "flows.0.packets_retransmitted",
        "flows.0.packets_delivered",
        "flows.0.fast_recoveries",
        "flows.0.timeouts",
        "flows.0.needless_retransmissions",
        "flows.0.dropped_queue",
        "flows.0.dropped_random",
        "flows.0.lost_after_queue",
        "flows.0.marked",
        "flows.0.delay_backoffs",
        "flows.0.epoch_s.count",
        "flows.0.epoch_s.mean",
        "bottleneck.utilisation",
        "bottleneck.queued_at_start",
        "bottleneck.marked",
        "bottleneck.time_above_three_quarters",
        "cross_traffic.0.sent",
        "cross_traffic.0.delivered",
        "cross_traffic.0.lost",
        "cross_traffic.0.dropped_queue",
        "cross_traffic.0.dropped_random",
        "cross_traffic.0.lost_after_queue",
        "bottleneck.lost_after_queue",
        "cross_traffic.0.marked",
        "span_s.0",
        "span_s.1",
    ] {
        assert!(number(&summary, path) >= 0.0, "{path}");
    }
    let digest = at(&summary, "digest").text().unwrap();
    assert!(digest.len() == 16 && digest.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f')), "{digest}");
    assert_eq!(at(&summary, "version").text(), Some(env!("CARGO_PKG_VERSION")));
    assert_eq!(at(&summary, "build").text(), Some("unknown"), "nobody has named it");
    assert_eq!(summary.get("scenario"), None, "nobody has given the document");
    assert_eq!(at(&summary, "flows.1.algorithm").text(), Some("newreno"));
    assert_eq!(at(&summary, "reverse_bottleneck"), &Json::Null);
    assert!(number(&summary, "flows.0.delay_backoffs") > 0.0 && number(&summary, "flows.1.delay_backoffs") == 0.0);
}

#[test]
fn a_summary_carries_its_build_and_its_document_at_the_end() {
    let document = read(CONTRACT).unwrap();
    let mut simulation = Simulation::new(&document.scenario);
    let mut summary = Summary::new(&document.scenario).of_document("0123456789ab-dirty", &document.raw, Vec::new());
    simulation.run_until(document.scenario.duration, &mut summary);
    let summary = summary.finish(&simulation);
    assert_eq!(at(&summary, "build").text(), Some("0123456789ab-dirty"));
    let last = summary.fields().and_then(|fields| fields.last()).unwrap();
    assert_eq!((last.0.as_str(), &last.1), ("scenario", &document.raw));
}

/// The names of all fields of a summary, those of the document left out.
fn fields(json: &Json, names: &mut BTreeSet<String>) {
    for (name, value) in json.fields().unwrap_or_default().iter().filter(|(name, _)| name != "scenario") {
        names.insert(name.clone());
        fields(value, names);
    }
    json.elements().unwrap_or_default().iter().for_each(|element| fields(element, names));
}

#[test]
fn the_page_of_measurements_names_every_field_and_signal() {
    let page = include_str!("../../../../docs/measurements.md");
    let mut names = BTreeSet::from(["scenario".to_string()]);
    fields(&two_way(), &mut names);
    assert!(names.len() > 50, "{names:?}");
    names.extend(signals::ALL.iter().map(|signal| signal.name.to_string()));
    let missing: Vec<&String> = names.iter().filter(|name| !page.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/measurements.md does not name {missing:?}");
}

#[test]
fn packets_are_conserved_and_the_seed_decides() {
    let mut digests = Vec::new();
    for seed in ["1", "2"] {
        let mut tree = parse(CONTRACT).unwrap();
        tree.set("seed", parse(seed).unwrap());
        let summary = Summary::of(&check(tree).unwrap().scenario);
        let of = |name: &str| number(&summary, &format!("bottleneck.{name}"));
        assert_eq!(of("arrived"), of("dropped_queue") + of("dropped_random") + of("departed") + of("queued_at_end"));
        let sent: f64 = ["flows.0.packets_sent", "flows.1.packets_sent", "cross_traffic.0.sent"]
            .iter()
            .map(|path| number(&summary, path))
            .sum();
        assert_eq!(sent, of("arrived"));
        digests.push(at(&summary, "digest").text().unwrap().to_string());
    }
    assert_ne!(digests[0], digests[1]);
    // A run without random draws has one digest for all seeds.
    let still = |seed| summary(&[("seed", seed), ("flows", r#"[{"send_jitter_ms": 0}]"#)]);
    assert_eq!(at(&still("1"), "digest"), at(&still("2"), "digest"));
}

#[test]
fn rates_are_over_the_own_time() {
    let flows = r#"[{"start_s": 5, "stop_s": 15, "send_jitter_ms": 0}, {"start_s": 7, "stop_s": 7}, {"start_s": 30}]"#;
    let summary = summary(&[("flows", flows)]);
    let delivered = number(&summary, "flows.0.packets_delivered");
    assert_eq!(number(&summary, "flows.0.goodput_bps"), delivered * 1460.0 * 8.0 / 10.0);
    assert!(number(&summary, "bottleneck.utilisation") < 0.51, "half of the run is silent");
    for never in ["flows.1", "flows.2"] {
        for name in ["goodput_bps", "throughput_bps", "rtt_ms", "cwnd_packets", "epoch_s.mean"] {
            assert_eq!(at(&summary, &format!("{never}.{name}")), &Json::Null, "{name}");
        }
        assert_eq!(number(&summary, &format!("{never}.packets_sent")), 0.0);
        assert_eq!(number(&summary, &format!("{never}.epoch_s.count")), 0.0);
    }
    assert_eq!(at(&summary, "jain_index"), &Json::Null, "there is no time when all flows run");
    assert_eq!(at(&summary, "cross_traffic"), &Json::Array(Vec::new()));
}

#[test]
fn jain_is_one_for_one_flow_and_less_for_unequal_ones() {
    assert_eq!(number(&summary(&[("flows", "[{}]")]), "jain_index"), 1.0);
    let flows = r#"[{"base_rtt_ms": 20}, {"base_rtt_ms": 200, "start_s": 5}]"#;
    let jain = number(&summary(&[("flows", flows)]), "jain_index");
    assert!((0.5..0.95).contains(&jain), "{jain}");
}

/// A scenario of two directions, a finite transfer, a flash crowd and a rate-based flow.
fn two_way() -> Json {
    summary(&[
        ("reverse_bottleneck", r#"{ "rate_bps": 2000000, "queue": { "limit_packets": 30 } }"#),
        (
            "flows",
            r#"[{"name": "tfrc", "algorithm": {"kind": "tfrc"}}, {"name": "short", "start_s": 1, "transfer_bytes": 2000000},
                {"name": "back", "direction": "reverse"}, {"name": "long", "start_s": 2, "transfer_bytes": 1e12}]"#,
        ),
        ("cross_traffic", r#"[{"kind": "flash_crowd", "arrivals_per_s": 20, "start_s": 5, "stop_s": 10}]"#),
    ])
}

#[test]
fn both_bottlenecks_conserve_data_and_acknowledgements() {
    let summary = two_way();
    let of = |side: &str, name: &str| number(&summary, &format!("{side}.{name}"));
    for side in ["bottleneck", "reverse_bottleneck"] {
        let gone = ["dropped_queue", "dropped_random", "departed", "queued_at_end"].map(|name| of(side, name));
        assert_eq!(of(side, "arrived"), gone.iter().sum::<f64>(), "{side}");
        assert!((0.0..=1.0).contains(&of(side, "utilisation")) && of(side, "queue_packets.max") > 0.0, "{side}");
        assert!((0.0..=1.0).contains(&of(side, "time_above_three_quarters")), "{side}");
    }
    let sent = |path: &str| number(&summary, path);
    let forward = sent("flows.0.packets_sent")
        + sent("flows.1.packets_sent")
        + sent("flows.3.packets_sent")
        + sent("cross_traffic.0.sent");
    let back = sent("flows.2.packets_sent");
    // The other arrivals are acknowledgements, at most one for each packet that came through.
    let acks = of("bottleneck", "arrived") - forward;
    assert!((1.0..=back).contains(&acks), "{acks}");
    let acks = of("reverse_bottleneck", "arrived") - back;
    assert!((1.0..=of("bottleneck", "departed")).contains(&acks), "{acks}");
    // Nor do they count as anyone's data.
    let throughput = sent("flows.2.throughput_bps") / 2e6;
    assert!(throughput <= of("reverse_bottleneck", "utilisation"), "{throughput}");
}

#[test]
fn a_finite_transfer_ends_its_own_time() {
    let summary = two_way();
    let completed = number(&summary, "flows.1.completed_s");
    assert_eq!(number(&summary, "flows.1.packets_delivered"), f64::ceil(2e6 / 1460.0));
    let goodput = number(&summary, "flows.1.goodput_bps");
    assert!((goodput * (completed - 1.0) / 16e6 - 1.0).abs() < 1e-9, "{goodput} {completed}");
    assert!((number(&summary, "flows.1.duration_s") - (completed - 1.0)).abs() < 1e-9, "it started at 1 s");
    for name in ["completed_s", "duration_s"] {
        assert_eq!(at(&summary, &format!("flows.3.{name}")), &Json::Null, "it is not over");
    }
    assert_eq!(at(&summary, "flows.0").get("completed_s"), None, "it is no transfer");
    // Ten packets in one flight: 1.2 ms each on the link, then half of the base RTT.
    let alone = self::summary(&[(
        "flows",
        r#"[{"transfer_bytes": 14600, "send_jitter_ms": 0, "initial_window_packets": 10}]"#,
    )]);
    assert!((number(&alone, "flows.0.completed_s") - 0.032).abs() < 1e-9, "20 ms and 12 ms");
    assert_eq!(number(&alone, "flows.0.packets_sent"), 10.0);
}

#[test]
fn a_flash_crowd_counts_its_transfers() {
    let summary = two_way();
    let of = |name: &str| number(&summary, &format!("cross_traffic.0.{name}"));
    // 100 expected; six standard deviations.
    assert!((40.0..160.0).contains(&of("transfers_begun")), "{}", of("transfers_begun"));
    assert_eq!(of("transfers_completed"), of("transfers_begun"), "ten seconds are enough for all");
    assert!(of("sent") >= 10.0 * of("transfers_begun") && of("lost") <= of("sent"));
    // Ten packets from a window of 3: three round trips of 40 ms at least, the last half of one only.
    assert!(of("completion_s.min") > 0.1 && of("completion_s.min") <= of("completion_s.p50"));
    let voip = self::summary(&[("cross_traffic", r#"[{"kind": "voip"}]"#)]);
    assert_eq!(at(&voip, "cross_traffic.0").get("transfers_begun"), None);
    let never = r#"[{"kind": "flash_crowd", "start_s": 5, "stop_s": 5}]"#;
    let never = self::summary(&[("cross_traffic", never)]);
    assert_eq!(number(&never, "cross_traffic.0.transfers_begun"), 0.0);
    assert_eq!(at(&never, "cross_traffic.0.completion_s"), &Json::Null);
}

#[test]
fn a_rate_based_sender_has_no_window() {
    let summary = two_way();
    assert_eq!(at(&summary, "flows.0.cwnd_packets"), &Json::Null);
    assert!(number(&summary, "flows.0.rtt_ms.min") > 40.0);
    let run = |from: &str, to: &str| {
        let flows = format!(r#"[{{"name": "f", "algorithm": {{"kind": "{from}"}}}}]"#);
        let list = format!(r#"[{{"at_s": 10, "path": "flows.f.algorithm.kind", "value": "{to}"}}]"#);
        self::summary(&[("flows", &flows), ("interventions", &list)])
    };
    // By the kind at the end; the time without a window does not count.
    let (to_rate, to_window) = (run("newreno", "rap"), run("rap", "newreno"));
    assert_eq!(at(&to_rate, "flows.0.algorithm").text(), Some("rap"));
    assert_eq!(at(&to_rate, "flows.0.cwnd_packets"), &Json::Null);
    assert!(number(&to_window, "flows.0.cwnd_packets.min") >= 1.0);
}

#[test]
fn jain_counts_the_forward_direction_while_all_of_it_runs() {
    let reverse = ("reverse_bottleneck", r#"{ "rate_bps": 100000, "queue": { "limit_packets": 30 } }"#);
    let flows = ("flows", r#"[{}, {"direction": "reverse"}]"#);
    assert_eq!(number(&summary(&[reverse, flows]), "jain_index"), 1.0, "one flow goes forward");
    let flows = ("flows", r#"[{"direction": "reverse"}]"#);
    assert_eq!(at(&summary(&[reverse, flows]), "jain_index"), &Json::Null);
    // A transfer that is over before the other begins.
    let flows = |start: &str| format!(r#"[{{"transfer_bytes": 500000}}, {{"start_s": {start}}}]"#);
    assert_eq!(at(&summary(&[("flows", &flows("10"))]), "jain_index"), &Json::Null);
    let jain = number(&summary(&[("flows", &flows("0"))]), "jain_index");
    assert!((0.5..=1.0).contains(&jain), "{jain}");
}

#[test]
fn what_arrives_after_a_transfer_has_ended_does_not_count_for_jain() {
    // Within one tick of the link packets of both flows leave it together.
    let bottleneck = r#"{ "rate_bps": 10000000, "tick_ms": 10, "queue": { "limit_packets": 84 } }"#;
    let fields = [("bottleneck", bottleneck), ("flows", r#"[{}, {"transfer_bytes": 3000}]"#), ("duration_s", "10")];
    let scenario = document(&fields).scenario;
    let [fast, plain] = [Simulation::new(&scenario), Simulation::plain(&scenario)].map(|mut simulation| {
        let mut summary = Summary::new(&scenario);
        simulation.run_until(scenario.duration, &mut summary);
        number(&summary.finish(&simulation), "jain_index")
    });
    assert_eq!(fast, plain);
}

#[test]
fn a_queue_near_its_limit_is_seen_in_the_limits_unit() {
    // Twice the rate fills the queue at once and keeps it full.
    let traffic = r#"[{"kind": "cbr", "rate_bps": 20000000}]"#;
    let mut full = summary(&[("cross_traffic", traffic)]);
    assert!(number(&full, "bottleneck.time_above_three_quarters") > 0.98);
    assert_eq!(number(&full, "bottleneck.queue_packets.max"), 84.0);
    let bytes = r#"{ "rate_bps": 10000000, "queue": { "limit_bytes": 30000 } }"#;
    full = summary(&[("cross_traffic", traffic), ("bottleneck", bytes)]);
    assert!(number(&full, "bottleneck.time_above_three_quarters") > 0.98);
    // Half of the run with ten times the limit: it is not near until it has filled again.
    let change = r#"[{"at_s": 0, "path": "bottleneck.queue.limit_packets", "value": 10000000}]"#;
    full = summary(&[("cross_traffic", traffic), ("interventions", change)]);
    assert_eq!(number(&full, "bottleneck.time_above_three_quarters"), 0.0);
}

#[test]
fn epochs_are_the_intervals_from_the_second_event_on() {
    let lossless = summary(&[("duration_s", "60"), ("flows", r#"[{"send_jitter_ms": 0}]"#)]);
    let (count, mean) = (number(&lossless, "flows.0.epoch_s.count"), number(&lossless, "flows.0.epoch_s.mean"));
    // CDG paper's test-bed without delayed acknowledgements: 6.58 s within 4 % (59.2 rounds of 106.5 ms and two more).
    assert!((mean / 6.58 - 1.0).abs() < 0.04, "{mean}");
    assert_eq!(count, number(&lossless, "flows.0.fast_recoveries") + number(&lossless, "flows.0.timeouts") - 2.0);
}

/// The trace of a small scenario.
fn trace(fields: &[(&str, &str)]) -> String {
    chosen(fields, &ALL)
}

/// Everything.
const ALL: Choice = Choice { from: Time::ZERO, to: Time::NEVER, sources: Vec::new(), signals: Vec::new(), every: None };

/// Rows chosen from that trace, the last row left out.
fn chosen(fields: &[(&str, &str)], choice: &Choice) -> String {
    let document = document(fields);
    let (scenario, mut csv) = (&document.scenario, Vec::new());
    let mut trace = Trace::new(&mut csv, scenario).choose(choice);
    Simulation::new(scenario).run_until(scenario.duration, &mut Listener::of_decisions(&mut trace));
    trace.finish().unwrap();
    whole(&String::from_utf8(csv).unwrap(), scenario.duration).to_owned()
}

/// A trace without its last row, which says that it is whole.
fn whole(csv: &str, duration: Time) -> &str {
    let (rows, last) = csv.trim_end_matches('\n').rsplit_once('\n').unwrap();
    let count = rows.lines().count() - 1;
    assert_eq!(last, format!("{},bottleneck,end,{count}", duration.seconds()));
    &csv[..rows.len() + 1]
}

/// Times and values of a source's signal.
fn rows<'a>(csv: &'a str, source: &str, signal: &str) -> Vec<(&'a str, &'a str)> {
    let rows = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    rows.filter(|row| row[1..3] == [source, signal]).map(|row| (row[0], row[3])).collect()
}

/// Ten packets at once: the first goes to the link, the k-th is taken out 1.2 k ms later. CoDel's target and interval are
/// 1 us: the second that waits is the first that has waited longer for an interval, and all after it are marked until one
/// packet is left, which CoDel never touches: those taken out at 2.4 to 8.4 ms, of 3000 bytes left at least.
#[test]
fn marks_are_counted_where_codel_sets_them() {
    for discipline in ["codel", "fq_codel"] {
        let queue = format!(
            r#"{{ "rate_bps": 10000000, "queue":
                {{ "discipline": "{discipline}", "target_ms": 0.001, "interval_ms": 0.001, "ecn": true }} }}"#
        );
        let flow = r#"[{ "name": "f", "transfer_bytes": 14600, "send_jitter_ms": 0, "initial_window_packets": 10,
            "ecn": true }]"#;
        let fields = [("bottleneck", queue.as_str()), ("flows", flow)];
        let summary = summary(&fields);
        for path in ["flows.0.marked", "bottleneck.marked"] {
            assert_eq!(number(&summary, path), 6.0, "{discipline}: {path}");
        }
        assert_eq!(number(&summary, "bottleneck.departed"), 10.0, "a marked packet departs");
        assert_eq!(number(&summary, "flows.0.dropped_queue"), 0.0);
        let times = ["0.0024", "0.0036", "0.0048", "0.006", "0.0072", "0.0084"];
        assert_eq!(rows(&trace(&fields), "f", "mark"), times.map(|time| (time, "1500")), "{discipline}");
        // Of a sender that cannot hear of marks the same packets are dropped.
        let deaf = flow.replace("true", "false");
        let deaf = self::summary(&[("bottleneck", &queue), ("flows", &deaf)]);
        assert_eq!(number(&deaf, "bottleneck.marked"), 0.0);
        assert!(number(&deaf, "flows.0.dropped_queue") > 0.0);
    }
}

#[test]
fn marks_are_told_and_counted_by_all_that_set_them() {
    let flows = r#"[{ "name": "a", "ecn": true }, { "name": "b", "ecn": true, "start_s": 1, "algorithm": { "kind": "tfrc" } },
        { "name": "c" }]"#;
    let crowd = r#"[{ "kind": "flash_crowd", "name": "d", "arrivals_per_s": 10, "ecn": true }, { "kind": "voip", "name": "e" }]"#;
    for (discipline, at_arrival) in [("red", true), ("pie", true), ("codel", false), ("fq_codel", false)] {
        let queue = format!(r#"{{ "rate_bps": 10000000, "queue": {{ "discipline": "{discipline}", "ecn": true }} }}"#);
        let fields = [("duration_s", "5"), ("bottleneck", queue.as_str()), ("flows", flows), ("cross_traffic", crowd)];
        let (summary, csv) = (summary(&fields), trace(&fields));
        let times = |sources: &[&str], signal: &str| -> BTreeSet<&str> {
            sources.iter().flat_map(|source| rows(&csv, source, signal)).map(|row| row.0).collect()
        };
        let mut sum = 0.0;
        for (source, path) in [("a", "flows.0"), ("b", "flows.1"), ("c", "flows.2"), ("d", "cross_traffic.0")] {
            let counted = number(&summary, &format!("{path}.marked"));
            let told = rows(&csv, source, "mark");
            assert_eq!(counted, told.len() as f64, "{discipline}: {source}");
            sum += counted;
            // RED and PIE mark what arrives; CoDel what the link takes, as soon as another packet has departed.
            let moments =
                if at_arrival { times(&[source], "arrive") } else { times(&["a", "b", "c", "d", "e"], "depart") };
            for (time, _) in told {
                assert!(moments.contains(time), "{discipline}: {source} is marked at {time}");
            }
        }
        assert_eq!(number(&summary, "bottleneck.marked"), sum, "{discipline}");
        assert!(number(&summary, "flows.0.marked") > 0.0, "{discipline}");
        assert_eq!(number(&summary, "flows.2.marked") + number(&summary, "cross_traffic.1.marked"), 0.0);
    }
}

/// Marks that RED has set stay counted, and are not counted again, when CoDel takes the queue over.
#[test]
fn marks_stay_counted_when_the_discipline_changes() {
    let queue = r#"{ "rate_bps": 10000000, "queue": { "discipline": "red", "ecn": true } }"#;
    let changes = r#"[{ "at_s": 10.0, "path": "bottleneck.queue.discipline", "value": "codel" },
        { "at_s": 10.0, "path": "bottleneck.queue.ecn", "value": true }]"#;
    let flows = r#"[{ "name": "a", "ecn": true }, { "name": "b", "ecn": true }]"#;
    let fields = [("bottleneck", queue), ("flows", flows), ("interventions", changes)];
    let (summary, csv) = (summary(&fields), trace(&fields));
    let told = ["a", "b"].map(|source| rows(&csv, source, "mark").len() as f64);
    assert_eq!(number(&summary, "bottleneck.marked"), told[0] + told[1]);
    assert_eq!(["flows.0.marked", "flows.1.marked"].map(|path| number(&summary, path)), told);
    let late = rows(&csv, "a", "mark").iter().filter(|row| row.0.parse::<f64>().unwrap() >= 10.0).count();
    assert!(late > 0 && (late as f64) < told[0], "{late} of {told:?}");
}

/// Ten packets at once into a queue of four: one is on the link, four wait, five are dropped, and all of these come again.
#[test]
fn losses_are_counted_by_flow_and_cause() {
    let bottleneck = r#"{ "rate_bps": 10000000, "queue": { "limit_packets": 4 } }"#;
    let flows = r#"[{ "transfer_bytes": 14600, "send_jitter_ms": 0, "initial_window_packets": 10 }]"#;
    let full = summary(&[("bottleneck", bottleneck), ("flows", flows)]);
    let of = |json: &Json, name: &str| number(json, &format!("flows.0.{name}"));
    assert_eq!(["dropped_queue", "dropped_random", "marked"].map(|name| of(&full, name)), [5.0, 0.0, 0.0]);
    assert_eq!(["packets_retransmitted", "needless_retransmissions"].map(|name| of(&full, name)), [5.0, 0.0]);
    // Every third packet is lost, whoever's it is.
    let bottleneck = r#"{ "rate_bps": 10000000, "queue": { "limit_packets": 84 },
        "loss": { "model": "periodic", "gaps": [3] } }"#;
    let voip = r#"[{ "kind": "voip", "start_s": 10 }]"#;
    let lossy = summary(&[("bottleneck", bottleneck), ("flows", "[{}]"), ("cross_traffic", voip)]);
    let [flow, cross] = ["flows.0.dropped_random", "cross_traffic.0.dropped_random"].map(|path| number(&lossy, path));
    assert_eq!(flow + cross, f64::floor(number(&lossy, "bottleneck.arrived") / 3.0));
    assert_eq!(flow + cross, number(&lossy, "bottleneck.dropped_random"));
    assert!(flow > 0.0 && cross > 0.0 && cross == number(&lossy, "cross_traffic.0.lost"));
    // Every third packet that the link has sent.
    let after = bottleneck.replace("[3]", r#"[3], "position": "after_queue""#);
    let after = summary(&[("bottleneck", &after), ("flows", "[{}]"), ("cross_traffic", voip)]);
    let of = |name: &str| number(&after, &format!("bottleneck.{name}"));
    assert_eq!(of("lost_after_queue"), f64::floor((of("lost_after_queue") + of("departed")) / 3.0));
    let sources = ["flows.0.lost_after_queue", "cross_traffic.0.lost_after_queue"].map(|path| number(&after, path));
    assert!(sources[0] > 0.0 && sources[1] == number(&after, "cross_traffic.0.lost"));
    assert_eq!((sources[0] + sources[1], of("dropped_random")), (of("lost_after_queue"), 0.0));
    let gone = ["dropped_queue", "lost_after_queue", "departed", "queued_at_end"].map(of);
    assert_eq!(of("arrived"), gone.iter().sum::<f64>());
    // The link has spent its time on them: 12000 bits each, 1600 of a voice packet.
    let duration_s = number(&after, "simulated_s");
    let wire = number(&after, "flows.0.throughput_bps") * duration_s;
    let voice = 1600.0 * (number(&after, "cross_traffic.0.delivered") + sources[1]);
    let sent = of("utilisation") * 10e6 * duration_s;
    assert!((sent - wire - voice).abs() < 1600.0 * 1.5, "{sent} {wire} {voice}: one may be on its way");
}

/// One packet, whose acknowledgement takes a second, under a timer of 0.3 s: it is sent at 0, 0.3 and 0.9 s, and is there
/// half a second later each time. By 0.95 s the second one has arrived, by 1.45 s the third.
#[test]
fn a_packet_that_was_there_already_is_needless() {
    let run = |more: &str| {
        let flows = format!(
            r#"[{{ "host": "ns2", "base_rtt_ms": 1000, "initial_rto_ms": 300, "initial_window_packets": 1, "send_jitter_ms": 0, {more} }}]"#
        );
        let summary = summary(&[("flows", &flows)]);
        ["packets_sent", "packets_retransmitted", "packets_delivered", "needless_retransmissions"]
            .map(|name| number(&summary, &format!("flows.0.{name}")))
    };
    // On a round trip, and each way by itself.
    for more in [r#""delayed_ack": false"#, r#""delayed_ack": true"#] {
        assert_eq!(run(&format!(r#"{more}, "stop_s": 0.8"#)), [2.0, 1.0, 1.0, 0.0], "{more}");
        assert_eq!(run(&format!(r#"{more}, "stop_s": 0.95"#)), [3.0, 2.0, 1.0, 1.0], "{more}");
        assert_eq!(run(&format!(r#"{more}, "stop_s": 1.45"#))[3], 2.0, "{more}");
    }
    // A transfer of that packet is over when it arrives; the second one finds it there all the same.
    assert_eq!(run(r#""transfer_bytes": 1460"#), [2.0, 1.0, 1.0, 1.0]);
    // A rate-based sender sends nothing again, whatever it sends beyond the end of a transfer.
    let flows = r#"[{ "algorithm": { "kind": "rap" }, "transfer_bytes": 146000 }]"#;
    let rap = summary(&[("flows", flows)]);
    assert!(number(&rap, "flows.0.packets_sent") > 100.0);
    assert_eq!(number(&rap, "flows.0.needless_retransmissions"), 0.0);
    // Packets of a rate-based sender that come after a window has taken its place were never here.
    let list = r#"[{ "at_s": 10, "path": "flows.f.algorithm.kind", "value": "newreno" }]"#;
    let flows = r#"[{ "name": "f", "algorithm": { "kind": "rap" } }]"#;
    let bottleneck = r#"{ "rate_bps": 10000000, "queue": { "limit_packets": 8400 } }"#;
    let taken = summary(&[("bottleneck", bottleneck), ("flows", flows), ("interventions", list)]);
    assert_eq!(number(&taken, "flows.0.needless_retransmissions"), 0.0);
}

/// A call's packets every 20 ms, under way for 20.16 ms: of those of one second the last is still under way.
#[test]
fn cross_traffic_says_what_was_delivered() {
    let voip = summary(&[("duration_s", "1"), ("cross_traffic", r#"[{ "kind": "voip" }]"#)]);
    let of = |name: &str| number(&voip, &format!("cross_traffic.0.{name}"));
    assert_eq!(["sent", "delivered", "lost"].map(of), [50.0, 49.0, 0.0]);
    // All transfers are over long before the end: what was not lost was delivered.
    let crowd = two_way();
    let of = |name: &str| number(&crowd, &format!("cross_traffic.0.{name}"));
    assert_eq!(of("sent"), of("delivered") + of("lost"));
    assert_eq!(of("lost"), of("dropped_queue") + of("dropped_random") + of("lost_after_queue"));
    assert!(of("delivered") >= 10.0 * of("transfers_begun"));
}

/// Twice the rate keeps 84 packets of 1500 bytes waiting: 100.8 ms at 10 Mbit/s, twice that at 5 Mbit/s. Packets of 750 bytes
/// wait half as long.
#[test]
fn the_wait_follows_bytes_and_rate() {
    let cbr = |bytes: u32| format!(r#"[{{ "kind": "cbr", "rate_bps": 20000000, "packet_bytes": {bytes} }}]"#);
    let slower = r#"[{ "at_s": 10, "path": "bottleneck.rate_bps", "value": 5000000 }]"#;
    for (bytes, full_ms) in [(1500, 100.8), (750, 50.4)] {
        let summary = summary(&[("cross_traffic", &cbr(bytes)), ("interventions", slower)]);
        let of = |name: &str| number(&summary, &format!("bottleneck.queue_ms.{name}"));
        assert!((of("max") / (2.0 * full_ms) - 1.0).abs() < 1e-9, "{}", of("max"));
        assert!((of("p20") / full_ms - 1.0).abs() < 0.02 && of("p90") > 1.97 * full_ms, "{} {}", of("p20"), of("p90"));
        assert_eq!(of("min"), 0.0);
        assert!((of("mean") / (1.5 * full_ms) - 1.0).abs() < 0.02, "{}", of("mean"));
    }
}

/// Everything that is counted in the two parts of a run is counted in the whole of it.
#[test]
fn the_counters_of_spans_add_up() {
    let fields = [
        (
            "bottleneck",
            r#"{ "rate_bps": 10000000, "queue": { "discipline": "red", "ecn": true, "limit_packets": 30 },
                "loss": { "model": "bernoulli", "probability": 0.01 } }"#,
        ),
        ("reverse_bottleneck", r#"{ "rate_bps": 2000000, "queue": { "limit_packets": 10 } }"#),
        (
            "flows",
            r#"[{ "ecn": true }, { "ecn": true, "algorithm": { "kind": "cdg" } }, { "name": "back", "direction": "reverse" },
                { "start_s": 3, "stop_s": 12, "algorithm": { "kind": "tfrc" } }, { "start_s": 1, "transfer_bytes": 1000000 }]"#,
        ),
        ("cross_traffic", r#"[{ "kind": "flash_crowd", "arrivals_per_s": 20, "stop_s": 10 }, { "kind": "voip" }]"#),
    ];
    let whole = summary(&fields);
    const OF_FLOW: &[&str] = &[
        "packets_sent",
        "packets_retransmitted",
        "packets_delivered",
        "needless_retransmissions",
        "dropped_queue",
        "dropped_random",
        "marked",
        "fast_recoveries",
        "timeouts",
        "delay_backoffs",
        "window_undos",
        "loss_probes",
    ];
    const OF_CROSS: &[&str] = &["sent", "delivered", "lost", "dropped_queue", "dropped_random", "marked"];
    const OF_CROWD: &[&str] = &["transfers_begun", "transfers_completed", "needless_retransmissions"];
    const OF_BOTTLENECK: &[&str] = &["arrived", "dropped_queue", "dropped_random", "departed", "marked"];
    let mut counters: Vec<(String, &[&str])> = (0..5).map(|i| (format!("flows.{i}"), OF_FLOW)).collect();
    counters.extend((0..2).map(|i| (format!("cross_traffic.{i}"), OF_CROSS)));
    counters.push(("cross_traffic.0".into(), OF_CROWD));
    counters.extend(["bottleneck", "reverse_bottleneck"].map(|side| (side.into(), OF_BOTTLENECK)));
    for cut_s in [0.0012345, 3.0, 7.7, 19.999] {
        let (first, second) = (span(&fields, 0.0, cut_s), span(&fields, cut_s, 20.0));
        for (part, names) in &counters {
            for name in *names {
                let of = |json| number(json, &format!("{part}.{name}"));
                assert_eq!(of(&first) + of(&second), of(&whole), "{part}.{name}, cut at {cut_s} s");
            }
        }
        for side in ["bottleneck", "reverse_bottleneck"] {
            let of = |json: &Json, name: &str| number(json, &format!("{side}.{name}"));
            for json in [&first, &second, &whole] {
                let gone = ["dropped_queue", "dropped_random", "departed", "queued_at_end"].map(|name| of(json, name));
                assert_eq!(of(json, "queued_at_start") + of(json, "arrived"), gone.iter().sum::<f64>(), "{side}");
            }
            assert_eq!(of(&first, "queued_at_start"), 0.0);
            assert_eq!(of(&first, "queued_at_end"), of(&second, "queued_at_start"));
            assert_eq!(of(&second, "queued_at_end"), of(&whole, "queued_at_end"));
            // A share of the time or a mean over it is the parts' mean, weighted by their lengths.
            for name in
                ["utilisation", "capacity_bps", "time_above_three_quarters", "queue_packets.mean", "queue_ms.mean"]
            {
                let parts = of(&first, name) * cut_s + of(&second, name) * (20.0 - cut_s);
                assert!((parts / 20.0 - of(&whole, name)).abs() < 1e-9 * parts.max(1.0), "{side}.{name}, {cut_s} s");
            }
        }
        for json in [&first, &second] {
            for name in ["digest", "events", "simulated_s", "flows.4.completed_s"] {
                assert_eq!(at(json, name), at(&whole, name), "{name} is the run's");
            }
        }
        assert_eq!([number(&second, "span_s.0"), number(&second, "span_s.1")], [cut_s, 20.0]);
    }
    assert!(number(&whole, "flows.0.marked") > 0.0 && number(&whole, "flows.0.needless_retransmissions") >= 0.0);
}

/// Of a link of 10 Mbit/s 97.3 % is payload; what is lost is compared with what was sent, within the span.
#[test]
fn shares_are_of_the_links_payload_and_of_the_packets_sent() {
    let lossy = (
        "bottleneck",
        r#"{ "rate_bps": 1e7, "queue": { "limit_packets": 20 }, "loss": { "model": "bernoulli", "probability": 0.002 } }"#,
    );
    let fields = [lossy, ("flows", r#"[{ "algorithm": { "kind": "cubic" } }, { "start_s": 12 }]"#)];
    let half = span(&fields, 2.0, 10.0);
    let of = |name: &str| number(&half, &format!("flows.0.{name}"));
    assert!((of("of_capacity") - of("goodput_bps") * 1500.0 / 1460.0 / 1e7).abs() < 1e-12);
    assert!((0.5..1.0).contains(&of("of_capacity")));
    let lost = of("dropped_queue") + of("dropped_random") + of("lost_after_queue");
    assert!(lost > 3.0 && of("loss_rate") > 0.0005 && of("loss_rate") < 0.01, "{lost}");
    assert_eq!(of("loss_rate"), lost / of("packets_sent"));
    for name in ["of_capacity", "loss_rate"] {
        assert_eq!(at(&half, &format!("flows.1.{name}")), &Json::Null, "it has not begun");
    }
}

/// A flow from 5 to 15 s: within 10 to 20 s its own time is 5 s, within 15 to 20 s it has none.
#[test]
fn rates_of_a_span_are_over_the_own_time_within_it() {
    let fields =
        [("flows", r#"[{ "start_s": 5, "stop_s": 15, "send_jitter_ms": 0 }, { "start_s": 12, "send_jitter_ms": 0 }]"#)];
    let half = span(&fields, 10.0, 20.0);
    let goodput = number(&half, "flows.0.packets_delivered") * 1460.0 * 8.0 / 5.0;
    assert_eq!(number(&half, "flows.0.goodput_bps"), goodput);
    assert!(number(&half, "flows.0.packets_delivered") > 0.0);
    // Both run from 12 to 15 s; samples and windows are those of the span.
    assert!((0.5..1.0).contains(&number(&half, "jain_index")));
    assert!(number(&half, "flows.0.cwnd_packets.min") > number(&span(&fields, 0.0, 10.0), "flows.0.cwnd_packets.min"));
    let late = span(&fields, 15.0, 20.0);
    for name in ["goodput_bps", "throughput_bps", "rtt_ms", "cwnd_packets", "epoch_s.mean"] {
        assert_eq!(at(&late, &format!("flows.0.{name}")), &Json::Null, "{name}");
    }
    assert_eq!(number(&late, "flows.0.packets_sent"), 0.0);
    assert_eq!(at(&late, "jain_index"), &Json::Null);
    // A second of silence has no rate of a flow, and a queue that is empty.
    let early = span(&fields, 1.0, 2.0);
    assert_eq!(at(&early, "flows.0.goodput_bps"), &Json::Null);
    assert_eq!(number(&early, "bottleneck.utilisation") + number(&early, "bottleneck.queue_ms.max"), 0.0);
}

/// Capacity of a link: its rate, also a changed one; opportunities; full aggregates of Wi-Fi.
#[test]
fn the_capacity_is_what_the_link_offered() {
    let change = r#"[{ "at_s": 2.5, "path": "bottleneck.rate_bps", "value": 2000000 }]"#;
    let of = |field: &str, changes: &str| {
        let link = format!(r#"{{ "rate_bps": 10000000, "queue": {{ "limit_packets": 84 }}{field} }}"#);
        let fields = [("bottleneck", link.as_str()), ("interventions", changes), ("flows", "[{}]")];
        number(&summary(&fields), "bottleneck.capacity_bps")
    };
    assert_eq!(of("", "[]"), 10e6);
    assert!((of("", change) - 3e6).abs() < 1e-3);
    // One packet in 6 ms; full aggregates at 10 Mbit/s are on the air for 5444 of 5633.5 us, 40 of 1540 bytes being headers.
    assert!((of(r#", "rate_trace_ms": [6]"#, "[]") - 2e6).abs() < 2e3);
    let wifi = 5444.0 / 5633.5 * 1500.0 / 1540.0 * 10e6;
    assert!((of(r#", "rate_model": { "model": "wifi" }"#, "[]") - wifi).abs() < 1.0, "{wifi}");
}

/// The intervals between a run's events, but for the first one, are those of a span that both events lie in.
#[test]
fn epochs_of_a_span_lie_within_it() {
    let fields = [("duration_s", "60"), ("flows", r#"[{ "name": "f", "send_jitter_ms": 0 }]"#)];
    let csv = trace(&fields);
    let cuts: Vec<f64> = rows(&csv, "f", "window_cut").iter().map(|row| row.0.parse().unwrap()).collect();
    assert!(cuts.len() > 6, "{cuts:?}");
    let of = |from_s: f64, to_s: f64| {
        let json = span(&fields, from_s, to_s);
        (number(&json, "flows.0.epoch_s.count"), at(&json, "flows.0.epoch_s.mean").number())
    };
    let (count, mean) = of(0.0, 60.0);
    assert_eq!(count as usize, cuts.len() - 2);
    assert!((mean.unwrap() - (cuts.last().unwrap() - cuts[1]) / count).abs() < 1e-9);
    // Half open: the event on which a span ends is not in it, that on which it begins is.
    assert_eq!(of(0.0, cuts[3]).0, 1.0);
    let (count, mean) = of(cuts[2], cuts[5]);
    assert_eq!(count, 2.0);
    assert!((mean.unwrap() - (cuts[4] - cuts[2]) / 2.0).abs() < 1e-9);
    assert_eq!(of(cuts[2] + 1e-6, cuts[3] + 1e-6), (0.0, None));
}

/// A small run of many kinds of signals: two windows of which one stops, one that becomes rate-based, a transfer, a call.
const VARIED: &[(&str, &str)] = &[
    ("bottleneck", r#"{ "rate_bps": 10000000, "queue": { "discipline": "codel", "ecn": true } }"#),
    (
        "flows",
        r#"[{ "name": "one", "algorithm": { "kind": "cdg" }, "ecn": true }, { "name": "brief", "stop_s": 6 },
            { "name": "other" }, { "name": "short", "transfer_bytes": 1000000 }]"#,
    ),
    ("cross_traffic", r#"[{ "kind": "voip", "name": "call" }]"#),
    ("interventions", r#"[{ "at_s": 9, "path": "flows.other.algorithm.kind", "value": "rap" }]"#),
];

fn is_level(signal: &str) -> bool {
    let known = sawtooth_scenario::tables::algorithms().iter().chain(sawtooth_scenario::tables::disciplines());
    let mut all = known.flat_map(|section| section.signals).chain(signals::ALL);
    all.find(|known| known.name == signal).unwrap_or_else(|| panic!("{signal}")).kind.holds()
}

/// The row of each level that was told last, up to a time; those told on it count if `on`. Told of none who has stopped.
fn in_force<'a>(whole: &'a str, at_s: f64, on: bool, stopped: &[&str]) -> BTreeMap<(&'a str, &'a str), &'a str> {
    let mut levels = BTreeMap::new();
    for row in whole.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>()) {
        let time: f64 = row[0].parse().unwrap();
        if (time < at_s || on && time == at_s) && is_level(row[2]) && !stopped.contains(&row[1]) {
            levels.insert((row[1], row[2]), row[3]);
        }
    }
    levels
}

#[test]
fn a_traces_span_begins_with_the_levels_that_hold() {
    let whole = trace(VARIED);
    let part = chosen(VARIED, &Choice { from: Time::from_seconds(7.0), to: Time::from_seconds(8.0), ..ALL });
    let expected: Vec<&str> = whole
        .lines()
        .skip(1)
        .filter(|line| (7.0..8.0).contains(&line.split(',').next().unwrap().parse().unwrap()))
        .collect();
    let lines: Vec<&str> = part.lines().collect();
    assert_eq!(lines[0], "time_s,source,signal,value");
    let first = lines.len() - expected.len();
    assert_eq!(&lines[first..], expected, "then all that falls in the span");
    let rows = lines[1..first].iter().map(|line| line.split(',').collect::<Vec<_>>());
    let begin: BTreeMap<(&str, &str), &str> = rows.map(|row| ((row[1], row[2]), row[3])).collect();
    assert_eq!(begin.len(), first - 1, "each once");
    assert!(lines[1..first].iter().all(|line| line.starts_with("7,")), "at the begin");
    assert_eq!(begin, in_force(&whole, 7.0, false, &["brief", "short"]));
    assert!(begin.contains_key(&("bottleneck", "queue_packets")) && begin.contains_key(&("one", "queue_state")));
    // From its start a run tells all by itself.
    assert_eq!(chosen(VARIED, &Choice { to: Time::from_seconds(20.0), ..ALL }), whole);
}

#[test]
fn a_trace_samples_levels_and_keeps_events() {
    let whole = trace(VARIED);
    let every = Some(Span::from_ms(250.0));
    let part = chosen(VARIED, &Choice { from: Time::from_seconds(5.0), every, ..ALL });
    let of = |csv: &str, level: bool, from_s: f64| -> Vec<String> {
        let rows = csv.lines().skip(1).filter(|line| {
            let row: Vec<&str> = line.split(',').collect();
            is_level(row[2]) == level && row[0].parse::<f64>().unwrap() >= from_s
        });
        rows.map(str::to_owned).collect()
    };
    assert_eq!(of(&part, false, 5.0), of(&whole, false, 5.0), "samples and events as they come");
    let times: Vec<f64> = part.lines().skip(1).map(|line| line.split(',').next().unwrap().parse().unwrap()).collect();
    assert!(times.is_sorted(), "in order of time");
    let mut samples = BTreeMap::<u64, BTreeMap<(&str, &str), &str>>::new();
    for row in part.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>()).filter(|row| is_level(row[2])) {
        let quarters = row[0].parse::<f64>().unwrap() * 4.0;
        assert_eq!(quarters.fract(), 0.0, "{row:?}");
        let before = samples.entry(quarters as u64).or_default().insert((row[1], row[2]), row[3]);
        assert_eq!(before, None, "{row:?}");
    }
    assert_eq!(
        samples.keys().copied().collect::<Vec<_>>(),
        (20..80).collect::<Vec<_>>(),
        "each moment, but for the end"
    );
    for at_s in [5.0, 5.75, 8.0, 19.75] {
        let stopped: &[&str] = if at_s < 6.0 { &["short"] } else { &["brief", "short"] };
        let mut expected = in_force(&whole, at_s, true, stopped);
        if at_s > 9.0 {
            // A rate has taken the window's place.
            for gone in ["cwnd_packets", "ssthresh_packets", "in_flight_packets"] {
                expected.remove(&("other", gone));
            }
            assert!(expected.contains_key(&("other", "rate_bps")));
        }
        assert_eq!(samples[&((at_s * 4.0) as u64)], expected, "{at_s} s");
    }
}

#[test]
fn a_trace_holds_the_chosen_sources_and_signals() {
    let whole = trace(VARIED);
    let signals = ["cwnd_packets", "queue_packets", "mark"].map(String::from).to_vec();
    let sources = vec![Source::Flow(0), Source::Bottleneck, Source::Cross(0)];
    let both = chosen(VARIED, &Choice { sources: sources.clone(), signals: signals.clone(), ..ALL });
    let pick = |by_source: bool, by_signal: bool| -> String {
        let lines = whole.lines().filter(|line| {
            let row: Vec<&str> = line.split(',').collect();
            row[0] == "time_s"
                || (!by_source || ["one", "bottleneck", "call"].contains(&row[1]))
                    && (!by_signal || signals.iter().any(|name| name == row[2]))
        });
        lines.flat_map(|line| [line, "\n"]).collect()
    };
    assert_eq!(both, pick(true, true));
    for (source, signal) in [("one", "mark"), ("one", "cwnd_packets"), ("bottleneck", "queue_packets")] {
        assert!(!rows(&both, source, signal).is_empty(), "{source} {signal}");
    }
    assert_eq!(chosen(VARIED, &Choice { sources, ..ALL }), pick(true, false));
    assert_eq!(chosen(VARIED, &Choice { signals: signals.clone(), ..ALL }), pick(false, true));
}

#[test]
fn a_trace_tells_acknowledgements_apart_at_the_other_bottleneck() {
    let document = document(&[
        ("reverse_bottleneck", r#"{ "rate_bps": 300000, "queue": { "limit_packets": 5 } }"#),
        ("flows", r#"[{"name": "there"}, {"name": "back", "direction": "reverse", "start_s": 5}]"#),
    ]);
    let (scenario, mut csv) = (&document.scenario, Vec::new());
    let (mut simulation, mut summary) = (Simulation::new(scenario), Summary::new(scenario));
    let mut trace = Trace::new(&mut csv, scenario);
    simulation.run_until(scenario.duration, &mut Listener::of_decisions(&mut (&mut summary, &mut trace)));
    trace.finish().unwrap();
    let summary = summary.finish(&simulation);
    let csv = String::from_utf8(csv).unwrap();
    let csv = whole(&csv, scenario.duration);
    let told =
        |source: &str, signal: &str| csv.lines().filter(|l| l.contains(&format!(",{source},{signal},"))).count() as f64;
    for (side, data, acks) in [("bottleneck", "there", "back"), ("reverse_bottleneck", "back", "there")] {
        for (signal, counted) in [("arrive", "arrived"), ("drop_queue", "dropped_queue"), ("depart", "departed")] {
            let sum = told(data, signal) + told(acks, &format!("ack_{signal}"));
            assert_eq!(sum, number(&summary, &format!("{side}.{counted}")), "{side} {signal}");
        }
    }
    assert!(told("there", "ack_drop_queue") > 0.0 && told("reverse_bottleneck", "queue_packets") > 0.0);
    assert!(csv.lines().filter(|l| l.contains(",there,ack_arrive,")).all(|l| l.ends_with(",40")));
}

#[test]
fn a_trace_tells_what_the_summary_says_and_changes_nothing() {
    let document = read(CONTRACT).unwrap();
    let scenario = &document.scenario;
    let mut alone = Simulation::new(scenario);
    alone.run_until(scenario.duration, &mut NullObserver);
    let mut simulation = Simulation::new(scenario);
    let (mut summary, mut truth, mut csv) = (Summary::new(scenario), Truth::new(scenario), Vec::new());
    let mut trace = Trace::new(&mut csv, scenario);
    let mut both = (&mut summary, &mut WithTruth { truth: &mut truth, listener: &mut trace });
    simulation.run_until(scenario.duration, &mut Listener::of_decisions(&mut both));
    trace.finish().unwrap();
    assert_eq!(simulation.digest(), alone.digest());
    let summary = summary.finish(&simulation);
    let csv = String::from_utf8(csv).unwrap();
    let csv = whole(&csv, scenario.duration);
    let mut count: BTreeMap<(&str, &str), f64> = BTreeMap::new();
    let mut time = 0.0;
    for line in csv.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [at, source, signal, value] = fields[..] else { panic!("{line}") };
        let at: f64 = at.parse().unwrap();
        assert!(at >= time, "time never goes back: {line}");
        time = at;
        if signal.ends_with("_state") {
            assert!(["full", "empty", "rising", "falling", "unknown"].contains(&value), "{line}");
            assert_eq!(source, "cdg", "{line}");
        } else {
            assert!(value.parse::<f64>().unwrap().is_finite(), "{line}");
        }
        *count.entry((source, signal)).or_default() += 1.0;
    }
    let told = |source, signal| count.get(&(source, signal)).copied().unwrap_or(0.0);
    for (source, flow) in [("cdg", "flows.0"), ("newreno", "flows.1")] {
        for (signal, counted) in [
            ("arrive", "packets_sent"),
            ("retransmit", "packets_retransmitted"),
            ("recovery_start", "fast_recoveries"),
            ("timeout", "timeouts"),
            ("delay_backoff", "delay_backoffs"),
            ("window_undo", "window_undos"),
            ("loss_probe", "loss_probes"),
        ] {
            assert_eq!(told(source, signal), number(&summary, &format!("{flow}.{counted}")), "{source} {signal}");
        }
    }
    let losses = ["cdg", "newreno", "voip"].map(|source| told(source, "drop_random"));
    assert_eq!(losses.iter().sum::<f64>(), number(&summary, "bottleneck.dropped_random"));
    assert_eq!(told("voip", "drop_queue") + told("voip", "drop_random"), number(&summary, "cross_traffic.0.lost"));
}
