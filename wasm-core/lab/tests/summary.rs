//! The summary of runs: every field of the contract present and right, the rules of `null`, the same with and without a
//! trace; and the trace against the summary.

use sawtooth_engine::observe::Silence;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::truth::{Truth, WithTruth};
use sawtooth_lab::summary::Summary;
use sawtooth_lab::trace::Trace;
use sawtooth_scenario::{Document, Json, check, parse, read};
use std::collections::BTreeMap;

const CONTRACT: &str = include_str!("../../cli/tests/contract.json");

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
    let distribution = ["min", "p10", "p20", "p50", "p80", "p90", "max", "mean"];
    for path in
        ["flows.0.rtt_ms", "flows.1.cwnd_packets", "bottleneck.queue_packets", "cross_traffic.0.one_way_delay_ms"]
    {
        let values: Vec<f64> = distribution.iter().map(|name| number(&summary, &format!("{path}.{name}"))).collect();
        assert!(values[..7].is_sorted(), "{path}: {values:?}");
        assert!(values[0] <= values[7] && values[7] <= values[6], "{path}: {values:?}");
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
        "flows.0.delay_backoffs",
        "flows.0.epoch_s.count",
        "flows.0.epoch_s.mean",
        "bottleneck.utilisation",
        "bottleneck.time_above_three_quarters",
        "cross_traffic.0.sent",
        "cross_traffic.0.lost",
    ] {
        assert!(number(&summary, path) >= 0.0, "{path}");
    }
    let digest = at(&summary, "digest").text().unwrap();
    assert!(digest.len() == 16 && digest.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f')), "{digest}");
    assert_eq!(at(&summary, "flows.1.algorithm").text(), Some("newreno"));
    assert_eq!(at(&summary, "reverse_bottleneck"), &Json::Null);
    assert!(number(&summary, "flows.0.delay_backoffs") > 0.0 && number(&summary, "flows.1.delay_backoffs") == 0.0);
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
    // A run without luck has one digest for all seeds.
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
    // What arrives besides are acknowledgements, at most one for each packet that came through.
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
    assert_eq!(at(&summary, "flows.3.completed_s"), &Json::Null, "it is not over");
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

#[test]
fn a_trace_tells_acknowledgements_apart_at_the_other_bottleneck() {
    let document = document(&[
        ("reverse_bottleneck", r#"{ "rate_bps": 300000, "queue": { "limit_packets": 5 } }"#),
        ("flows", r#"[{"name": "there"}, {"name": "back", "direction": "reverse", "start_s": 5}]"#),
    ]);
    let (scenario, mut csv) = (&document.scenario, Vec::new());
    let (mut simulation, mut summary) = (Simulation::new(scenario), Summary::new(scenario));
    let mut trace = Trace::new(&mut csv, scenario);
    simulation.run_until(scenario.duration, &mut (&mut summary, &mut trace));
    trace.finish().unwrap();
    let summary = summary.finish(&simulation);
    let csv = String::from_utf8(csv).unwrap();
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
    alone.run_until(scenario.duration, &mut Silence);
    let mut simulation = Simulation::new(scenario);
    let (mut summary, mut truth, mut csv) = (Summary::new(scenario), Truth::new(scenario), Vec::new());
    let mut trace = Trace::new(&mut csv, scenario);
    let mut both = (&mut summary, &mut WithTruth { truth: &mut truth, listener: &mut trace });
    simulation.run_until(scenario.duration, &mut both);
    trace.finish().unwrap();
    assert_eq!(simulation.digest(), alone.digest());
    let summary = summary.finish(&simulation);
    let csv = String::from_utf8(csv).unwrap();
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
        ] {
            assert_eq!(told(source, signal), number(&summary, &format!("{flow}.{counted}")), "{source} {signal}");
        }
    }
    let losses = ["cdg", "newreno", "voip"].map(|source| told(source, "drop_random"));
    assert_eq!(losses.iter().sum::<f64>(), number(&summary, "bottleneck.dropped_random"));
    assert_eq!(told("voip", "drop_queue") + told("voip", "drop_random"), number(&summary, "cross_traffic.0.lost"));
}
