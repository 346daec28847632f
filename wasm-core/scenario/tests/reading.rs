//! What `read` accepts, refuses and says, document by document.

use proptest::prelude::*;
use sawtooth_engine::params::Value;
use sawtooth_engine::scenario::Change;
use sawtooth_engine::units::Time;
use sawtooth_scenario::{Code, Document, Errors, Json, parse, read, resolved};

const SMALL: &str = r#"{ "schema": 1, "duration_s": 10,
  "bottleneck": { "rate_bps": 10000000, "queue": { "limit_packets": 84 } }, "flows": [ {} ] }"#;

/// The small document with fields replaced: `(path, JSON)`; an empty text removes the field.
fn with(changes: &[(&str, &str)]) -> String {
    let mut tree = parse(SMALL).unwrap();
    for (path, value) in changes {
        let mut at = &mut tree;
        let steps: Vec<&str> = path.split('.').collect();
        for step in &steps[..steps.len() - 1] {
            at = match at {
                Json::Array(elements) => &mut elements[step.parse::<usize>().unwrap()],
                Json::Object(fields) => &mut fields.iter_mut().find(|(n, _)| n == step).unwrap().1,
                _ => panic!("{path}"),
            };
        }
        let last = steps[steps.len() - 1];
        match (value.is_empty(), at) {
            (true, Json::Object(fields)) => fields.retain(|(n, _)| n != last),
            (_, at) => at.set(last, parse(value).unwrap()),
        }
    }
    tree.to_string()
}

fn refused(changes: &[(&str, &str)]) -> Errors {
    read(&with(changes)).expect_err("refused")
}

fn accepted(changes: &[(&str, &str)]) -> Document {
    read(&with(changes)).expect("accepted")
}

/// One error: code, place, found, allowed, nearest.
fn one(changes: &[(&str, &str)], expected: (Code, &str, &str, &str, &str)) {
    let errors = refused(changes);
    let texts: Vec<_> = errors
        .list
        .iter()
        .map(|e| (e.code, e.place.as_str(), e.found.as_str(), e.allowed.as_str(), e.nearest.as_str()))
        .collect();
    assert_eq!(texts, [expected], "{changes:?}");
}

#[test]
fn the_smallest_document_has_every_default() {
    let document = accepted(&[]);
    let scenario = &document.scenario;
    assert_eq!((scenario.seed, scenario.packet_bytes), (1, 1500));
    assert_eq!(scenario.duration, Time::from_seconds(10.0));
    assert_eq!(scenario.flows[0].name, "flow1");
    assert_eq!(scenario.flows[0].algorithm.section.kind, "newreno");
    assert_eq!(scenario.flows[0].settings.get("base_rtt_ms"), Value::Number(40.0));
    assert_eq!(scenario.bottleneck.queue.section.kind, "drop_tail");
    assert_eq!(scenario.bottleneck.loss.section.kind, "bernoulli");
    assert_eq!(scenario.bottleneck.loss.get("probability"), Value::Number(0.0));
}

#[test]
fn single_errors_tell_place_found_and_allowed() {
    use Code::*;
    one(&[("duration_s", "0")], (OutOfRange, "duration_s", "0", "0 < x <= 10000000", ""));
    one(&[("duration_s", "\"long\"")], (WrongType, "duration_s", "\"long\"", "0 < x <= 10000000", ""));
    one(&[("duration_s", "")], (MissingField, "duration_s", "", "0 < x <= 10000000", ""));
    one(&[("seed", "1.5")], (NotWhole, "seed", "1.5", "0 <= x <= 9007199254740991, whole", ""));
    one(&[("bottleneck.rate_bps", "-1")], (OutOfRange, "bottleneck.rate_bps", "-1", "1000 <= x <= 1000000000000", ""));
    one(&[("flows.0.base_rtt_ms", "1e300")], (OutOfRange, "flows[0].base_rtt_ms", "1e300", "0 < x <= 100000", ""));
    one(&[("flows.0.base_rtt_ms", "1e999")], (OutOfRange, "flows[0].base_rtt_ms", "1e999", "0 < x <= 100000", ""));
    one(&[("flows.0.base_rtt_ms", "null")], (WrongType, "flows[0].base_rtt_ms", "null", "0 < x <= 100000", ""));
    one(&[("flows.0.stop_s", "null")], (WrongType, "flows[0].stop_s", "null", "0 <= x", ""));
    one(&[("schema", "2")], (BadSchemaVersion, "schema", "2", "1", ""));
    one(&[("flows", "[]")], (NoTraffic, "flows", "0", "flows|cross_traffic", ""));
    one(&[("flows", "")], (NoTraffic, "flows", "0", "flows|cross_traffic", ""));
    one(&[("bottleneck.queue", "")], (MissingField, "bottleneck.queue", "", "{ … }", ""));
    one(&[("bottleneck.queue", "{}")], (OneOfNeither, "bottleneck.queue", "", "limit_packets|limit_bytes", ""));
    one(
        &[("bottleneck.queue.limit_bytes", "9000")],
        (OneOfBoth, "bottleneck.queue", "limit_packets, limit_bytes", "limit_packets|limit_bytes", ""),
    );
    one(
        &[("flows.0.name", "\"bottleneck\"")],
        (
            BadName,
            "flows[0].name",
            "\"bottleneck\"",
            r"1 <= n <= 64: \p{L} \p{N} ␠ _ -; ≠ bottleneck, reverse_bottleneck",
            "",
        ),
    );
    one(
        &[("flows", r#"[{"name": "a"}, {"name": "a"}]"#)],
        (DuplicateName, "flows[1].name", "\"a\" = flows[0]", "≠ \"a\"", ""),
    );
    one(&[("flows", r#"[{"stream": 1}, {}]"#)], (DuplicateStream, "flows[1].stream", "1 = [0]", "≠ 1", ""));
    one(&[("cross_traffic", r#"[{"kind": 3}]"#)], (WrongType, "cross_traffic[0].kind", "3", &kinds(), ""));
}

fn kinds() -> String {
    sawtooth_scenario::tables::traffic().iter().map(|s| s.kind).collect::<Vec<_>>().join("|")
}

#[test]
fn unknown_names_come_with_the_nearest() {
    let errors = refused(&[("flows.0.algorithm", r#"{"kind": "newrneo"}"#), ("flows.0.base_rtt", "4"), ("sede", "3")]);
    let nearest: Vec<_> = errors.list.iter().map(|e| (e.code, e.place.as_str(), e.nearest.as_str())).collect();
    assert_eq!(
        nearest,
        [
            (Code::UnknownField, "sede", "seed"),
            (Code::UnknownField, "flows[0].base_rtt", "base_rtt_ms"),
            (Code::UnknownName, "flows[0].algorithm.kind", "newreno"),
        ]
    );
}

#[test]
fn errors_beyond_a_hundred_are_counted() {
    let flows: Vec<String> = (0..300).map(|i| format!("{{\"junk\": {i}}}")).collect();
    let errors = refused(&[("flows", &format!("[{}]", flows.join(",")))]);
    assert_eq!((errors.list.len(), errors.more), (100, 200));
}

#[test]
fn interventions_are_checked_in_order_of_effect() {
    let list = r#"[
        {"at_s": 5, "path": "bottleneck.loss.probability", "value": 0.02},
        {"at_s": 2, "path": "bottleneck.loss.model", "value": "none"},
        {"at_s": 7, "path": "bottleneck.queue.limit_bytes", "value": 30000},
        {"at_s": 99, "path": "flows.flow1.base_rtt_ms", "value": 80}]"#;
    let document = accepted(&[("interventions", list)]);
    let changes = &document.scenario.interventions;
    assert!(matches!(&changes[0].change, Change::LossModel(_, c) if c.section.kind == "none"));
    // The probability of a path without a model makes it Bernoulli.
    assert!(matches!(&changes[1].change,
        Change::LossModel(_, c) if c.section.kind == "bernoulli" && c.get("probability") == Value::Number(0.02)));
    assert_eq!(changes[2].at, Time::from_seconds(7.0));

    let at = |t| resolved(&document, Some(Time::from_seconds(t)));
    let loss = |tree: &Json| tree.get("bottleneck").unwrap().get("loss").unwrap().to_string();
    assert_eq!(loss(&at(1.9)), r#"{"model":"bernoulli","probability":0}"#);
    assert_eq!(loss(&at(2.0)), r#"{"model":"none"}"#);
    assert_eq!(loss(&at(5.0)), r#"{"model":"bernoulli","probability":0.02}"#);
    let queue = at(7.0).get("bottleneck").unwrap().get("queue").unwrap().clone();
    assert_eq!((queue.get("limit_packets"), queue.get("limit_bytes").and_then(Json::number)), (None, Some(30000.0)));
    assert_eq!(
        at(7.0).get("flows").unwrap().elements().unwrap()[0].get("base_rtt_ms").and_then(Json::number),
        Some(40.0)
    );
}

#[test] // contract 1.5
fn a_base_rtt_changes_live_on_flows_and_cross_traffic_alike() {
    let cross = r#"[{"name": "call", "kind": "voip"}, {"name": "stream", "kind": "cbr"}]"#;
    let list = r#"[
        {"at_s": 1, "path": "flows.flow1.base_rtt_ms", "value": 80},
        {"at_s": 2, "path": "cross_traffic.call.base_rtt_ms", "value": 80},
        {"at_s": 3, "path": "cross_traffic.stream.base_rtt_ms", "value": 80}]"#;
    let document = accepted(&[("cross_traffic", cross), ("interventions", list)]);
    assert!(matches!(document.scenario.interventions[2].change, Change::Traffic(1, ..)));
}

#[test]
fn interventions_that_lead_nowhere_are_refused() {
    use Code::*;
    fn refuse(path: &str, value: &str, expected: (Code, &str, &str, &str, &str)) {
        one(&[("interventions", &format!(r#"[{{"at_s": 1, "path": "{path}", "value": {value}}}]"#))], expected);
    }
    refuse(
        "flows.nobody.base_rtt_ms",
        "4",
        (NoSuchPath, "interventions[0]: flows.nobody.base_rtt_ms", "nobody", "flow1", ""),
    );
    refuse(
        "bottleneck.loss.probabilty",
        "4",
        (NoSuchPath, "interventions[0]: bottleneck.loss.probabilty", "probabilty", "probability|model", "probability"),
    );
    refuse(
        "bottleneck.loss.probability",
        "4",
        (OutOfRange, "interventions[0]: bottleneck.loss.probability", "4", "0 <= x <= 1", ""),
    );
    refuse(
        "flows.flow1.start_s",
        "4",
        (NotLive, "interventions[0]: flows.flow1.start_s (flows[0].start_s)", "4", &live_of_a_flow(), ""),
    );
    refuse("duration_s", "4", (NotLive, "interventions[0]: duration_s", "4", "bottleneck|flows|cross_traffic", ""));
    for (path, found, allowed) in [
        ("bottleneck", "\"bottleneck\"", "rate_bps|queue|loss|reordering"),
        ("bottleneck.loss", "\"bottleneck.loss\"", "probability|model"),
        ("bottleneck.loss.", "\"bottleneck.loss.\"", "probability|model"),
        ("flows", "\"flows\"", "flow1"),
        ("flows.flow1", "\"flows.flow1\"", &live_of_a_flow()),
        ("", "\"\"", "bottleneck|flows|cross_traffic"),
    ] {
        refuse(path, "4", (PathGoesOn, &format!("interventions[0]: {path}"), found, allowed, ""));
    }
    refuse(
        "bottleneck.rate_bps.x",
        "4",
        (PathTooLong, "interventions[0]: bottleneck.rate_bps.x", "x", "bottleneck.rate_bps", ""),
    );
    refuse(
        "reverse_bottleneck.rate_bps",
        "4",
        (
            NoSuchPath,
            "interventions[0]: reverse_bottleneck.rate_bps",
            "reverse_bottleneck",
            "bottleneck|flows|cross_traffic",
            "",
        ),
    );
    refuse(
        "flows.flow1.algorithm.kind",
        "\"newrneo\"",
        (
            UnknownName,
            "interventions[0]: flows.flow1.algorithm.kind (flows[0].algorithm.kind)",
            "\"newrneo\"",
            &sawtooth_scenario::tables::algorithms().iter().map(|s| s.kind).collect::<Vec<_>>().join("|"),
            "newreno",
        ),
    );
    let errors = refused(&[("interventions", r#"[{"at_s": 1, "path": "seed"}]"#)]);
    assert_eq!(codes(&errors), [(MissingField, "interventions[0].value"), (NotLive, "interventions[0]: seed")]);
    one(
        &[("interventions", r#"[{"at_s": 1, "path": "bottleneck.loss.probability"}]"#)],
        (MissingField, "interventions[0].value", "", "0 <= x <= 1", ""),
    );
}

fn live_of_a_flow() -> String {
    let rows = sawtooth_engine::tcp::host::SECTION.params.iter().filter(|p| p.live).map(|p| p.name);
    rows.chain(["algorithm"]).collect::<Vec<_>>().join("|")
}

fn codes(errors: &Errors) -> Vec<(Code, &str)> {
    errors.list.iter().map(|e| (e.code, e.place.as_str())).collect()
}

#[test]
fn an_entry_tells_all_that_is_wrong_with_it() {
    use Code::*;
    let errors = refused(&[("interventions", r#"[{"at_s": -1, "path": "nope.x", "value": 1}]"#)]);
    assert_eq!(codes(&errors), [(OutOfRange, "interventions[0].at_s"), (NoSuchPath, "interventions[0]: nope.x")]);
    let errors = refused(&[("cross_traffic", r#"[{"kind": "vip", "base_rtt_ms": -1, "start_s": "x"}]"#)]);
    assert_eq!(
        codes(&errors),
        [
            (UnknownName, "cross_traffic[0].kind"),
            (OutOfRange, "cross_traffic[0].base_rtt_ms"),
            (WrongType, "cross_traffic[0].start_s"),
        ]
    );
}

#[test]
fn what_follows_a_refused_change_of_kind_is_no_further_error() {
    let list = |first: &str| {
        format!(
            r#"[{{{first}, "path": "flows.flow1.algorithm.kind"}},
                {{"at_s": 2, "path": "flows.flow1.algorithm.g_ms", "value": 4}}]"#
        )
    };
    for first in [r#""at_s": 1, "value": "cgd""#, r#""at_s": 1"#, r#""at_s": -1, "value": "cdg""#] {
        let errors = refused(&[("interventions", &list(first))]);
        assert_eq!(errors.list.len(), 1, "{first}: {errors:?}");
    }
    // A good one makes the part known again.
    let then = r#", {"at_s": 3, "path": "flows.flow1.algorithm.kind", "value": "newreno"},
        {"at_s": 4, "path": "flows.flow1.algorithm.g_ms", "value": 4}]"#;
    let list = list(r#""at_s": 1, "value": "cgd""#);
    let errors = refused(&[("interventions", &format!("{}{then}", &list[..list.len() - 1]))]);
    assert_eq!(errors.list.len(), 2, "{errors:?}");
}

#[test]
fn numbers_at_the_edge_of_their_range() {
    for (path, value) in [("duration_s", "1e-12"), ("flows.0.start_s", "1e300"), ("flows.0.base_rtt_ms", "1e-12")] {
        accepted(&[(path, value)]);
    }
    assert!(accepted(&[("duration_s", "1e-12")]).scenario.duration > Time::ZERO);
    accepted(&[("interventions", r#"[{"at_s": 1e300, "path": "bottleneck.rate_bps", "value": 5000}]"#)]);
    let code = |path: &str, value: &str| refused(&[(path, value)]).list[0].code;
    assert_eq!(code("seed", "9007199254740991.3"), Code::NotWhole);
    // What rounds to no time at all would let a timer fire for ever.
    assert_eq!(code("flows.0.initial_rto_ms", "1e-7"), Code::OutOfRange);
    assert_eq!(code("flows.0.min_rto_ms", "0"), Code::OutOfRange);
    assert_eq!(code("flows.0.delayed_ack_ms", "1e-7"), Code::OutOfRange);
    assert_eq!(code("cross_traffic", r#"[{"kind": "cbr", "packet_bytes": 40}]"#), Code::OutOfRange);
}

#[test]
fn what_cannot_be_seen_is_escaped() {
    let errors = refused(&[("interventions", r#"[{"at_s": 1, "path": "a\u001b[2J", "value": 1, "\u0007": 2}]"#)]);
    let all = format!("{:?}", errors.list.iter().map(|e| e.json().to_string()).collect::<Vec<_>>());
    assert!(errors.list.iter().all(|e| !format!("{}{}", e.place, e.found).contains(char::is_control)), "{all}");
}

#[test]
fn a_great_deal_of_junk_is_refused_without_looking_through_all_names_for_each() {
    let names: Vec<String> = (0..10_000).map(|i| format!("{{\"name\": \"{:x<59}{i}\"}}", "")).collect();
    let path = format!("{:x<58}yz", "");
    let entry = format!(r#"{{"at_s":1,"path":"flows.{path}","value":1}}"#);
    let errors = refused(&[
        ("flows", &format!("[{}]", names.join(","))),
        ("interventions", &format!("[{}]", vec![entry; 70_000].join(","))),
    ]);
    assert_eq!((errors.list.len(), errors.more), (100, 69_900));
}

#[test]
fn a_path_into_a_part_in_error_is_no_second_error() {
    let list = r#"[{"at_s": 1, "path": "flows.flow1.algorithm.g_ms", "value": 4}]"#;
    let errors = refused(&[("interventions", list), ("flows.0.algorithm", r#"{"kind": "cgd"}"#)]);
    assert_eq!(errors.list.len(), 1, "{errors:?}");
}

#[test]
fn writing_out_and_reading_again_changes_nothing() {
    let list = r#"[{"at_s": 1, "path": "bottleneck.loss.probability", "value": 0.01}]"#;
    let document = accepted(&[("interventions", list), ("cross_traffic", r#"[{"kind": "voip"}]"#)]);
    let once = resolved(&document, None);
    let again = read(&once.to_string()).unwrap();
    assert_eq!(resolved(&again, None), once);
    assert_eq!(document.raw.to_string(), parse(&document.raw.to_string()).unwrap().to_string());
}

/// Any JSON tree out of the words that documents use.
fn tree() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "schema",
        "seed",
        "duration_s",
        "bottleneck",
        "rate_bps",
        "queue",
        "limit_packets",
        "limit_bytes",
        "loss",
        "model",
        "bernoulli",
        "probability",
        "flows",
        "name",
        "algorithm",
        "kind",
        "cdg",
        "newreno",
        "g_ms",
        "variant",
        "linux",
        "base_rtt_ms",
        "host",
        "stream",
        "cross_traffic",
        "voip",
        "interventions",
        "at_s",
        "path",
        "value",
        "flows.cdg.name",
        "bottleneck.queue.discipline",
        "flow1",
    ]);
    let leaf = prop_oneof![
        word.clone().prop_map(|w| format!("{w:?}")),
        prop::sample::select(vec!["0", "1", "-1", "0.5", "40", "1e300", "1e999", "-0", "null", "true", "[]", "{}"])
            .prop_map(String::from),
    ];
    leaf.prop_recursive(5, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|v| format!("[{}]", v.join(","))),
            prop::collection::btree_map(word.clone(), inner, 0..6).prop_map(|m| {
                let fields: Vec<String> = m.into_iter().map(|(n, v)| format!("{n:?}:{v}")).collect();
                format!("{{{}}}", fields.join(","))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>()) {
        let _ = read(&text);
    }

    #[test]
    fn no_tree_panics(text in tree()) {
        let _ = read(&text);
    }

    #[test]
    fn no_replaced_field_panics(
        field in prop::sample::select(vec![
            "schema", "seed", "duration_s", "packet_bytes", "bottleneck", "bottleneck.rate_bps", "bottleneck.queue",
            "bottleneck.queue.limit_packets", "bottleneck.loss", "flows", "flows.0", "flows.0.algorithm", "cross_traffic",
            "interventions", "title",
        ]),
        value in tree(),
    ) {
        if let Ok(document) = read(&with(&[(field, &value)])) {
            let written = resolved(&document, Some(Time::NEVER)).to_string();
            prop_assert!(parse(&written).is_ok());
        }
    }
}

#[test]
fn a_variant_brings_its_defaults_and_explicit_fields_win() {
    let algorithm = |json: &str| accepted(&[("flows.0.algorithm", json)]).scenario.flows[0].algorithm.clone();
    assert_eq!(algorithm(r#"{"kind": "cdg"}"#).get("rtt_tick_ms"), Value::Number(1.0));
    let linux = algorithm(r#"{"kind": "cdg", "variant": "linux", "g_ms": 6}"#);
    assert_eq!((linux.get("rtt_tick_ms"), linux.get("g_ms")), (Value::Number(0.0), Value::Number(6.0)));
    assert_eq!(linux.get("loss_tolerance"), Value::Bool(false));
    one(
        &[("flows.0.algorithm", r#"{"kind": "cdg", "ignored_backoffs": 4, "variant": "linux"}"#)],
        (Code::LacksField, "flows[0].algorithm.ignored_backoffs", "4", "variant ≠ linux", ""),
    );
}

#[test]
fn a_switch_takes_the_defaults_of_what_it_switches_to() {
    let entry =
        |path: &str, value: &str| format!(r#"{{"at_s": 1, "path": "flows.flow1.algorithm.{path}", "value": {value}}}"#);
    let run = |entries: &[String]| {
        let list = format!("[{}]", entries.join(","));
        read(&with(&[("flows.0.algorithm", r#"{"kind": "cdg", "g_ms": 6}"#), ("interventions", &list)]))
    };
    // The variant changes: what was set before is forgotten, what it lacks cannot be set.
    let document = run(&[entry("variant", "\"linux\""), entry("smoothing", "4")]).unwrap();
    let then = resolved(&document, Some(Time::NEVER));
    let algorithm = then.get("flows").unwrap().elements().unwrap()[0].get("algorithm").unwrap().clone();
    assert_eq!(algorithm.get("rtt_tick_ms").and_then(Json::number), Some(0.0));
    assert_eq!(algorithm.get("smoothing").and_then(Json::number), Some(4.0));
    assert_eq!(algorithm.get("ignored_backoffs"), None);
    assert!(algorithm.get("g_ms").and_then(Json::number).unwrap() < 3.0);
    let lacking = run(&[entry("variant", "\"linux\""), entry("ignored_backoffs", "4")]).unwrap_err();
    assert_eq!(lacking.list[0].code, Code::LacksField);
    // Another kind: the fields of the old one are gone, unless it comes back.
    let gone = run(&[entry("kind", "\"newreno\""), entry("g_ms", "4")]).unwrap_err();
    assert_eq!((gone.list[0].code, gone.list[0].found.as_str()), (Code::NoSuchPath, "g_ms"));
    assert!(run(&[entry("kind", "\"newreno\""), entry("kind", "\"cdg\""), entry("g_ms", "4")]).is_ok());
}

#[test]
fn a_limit_in_the_other_unit_replaces_the_first() {
    let list = r#"[{"at_s": 1, "path": "bottleneck.queue.limit_bytes", "value": 30000},
        {"at_s": 2, "path": "bottleneck.queue.discipline", "value": "drop_tail"}]"#;
    let document = accepted(&[("interventions", list)]);
    let queue = resolved(&document, Some(Time::NEVER)).get("bottleneck").unwrap().get("queue").unwrap().clone();
    // A new discipline keeps the limit in its unit.
    assert_eq!((queue.get("limit_packets"), queue.get("limit_bytes").and_then(Json::number)), (None, Some(30000.0)));
}

#[test]
fn the_contracts_example_is_read() {
    let document = read(include_str!("../../cli/tests/contract.json")).unwrap();
    assert_eq!(document.title.as_deref(), Some("CDG against NewReno, 1 % random loss"));
    let names: Vec<&str> = document.scenario.flows.iter().map(|flow| flow.name.as_str()).collect();
    assert_eq!(names, ["cdg", "newreno"]);
    assert_eq!(document.scenario.interventions.len(), 2);
    assert!(matches!(document.scenario.interventions[1].change, Change::Algorithm(0, _, Value::Number(6.0))));
}
