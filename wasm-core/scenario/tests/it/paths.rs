//! Interventions: which paths and values are taken, what is said of the others, how the document stands afterwards.

use crate::common::*;
use sawtooth_engine::params::Value;
use sawtooth_engine::scenario::{Change, Side};
use sawtooth_engine::units::Time;
use sawtooth_scenario::{Code, Json, read, resolved};

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
    assert_eq!(loss(&at(1.9)), r#"{"model":"bernoulli","probability":0,"position":"before_queue"}"#);
    assert_eq!(loss(&at(2.0)), r#"{"model":"none"}"#);
    assert_eq!(loss(&at(5.0)), r#"{"model":"bernoulli","probability":0.02,"position":"before_queue"}"#);
    let queue = at(7.0).get("bottleneck").unwrap().get("queue").unwrap().clone();
    assert_eq!((queue.get("limit_packets"), queue.get("limit_bytes").and_then(Json::number)), (None, Some(30000.0)));
    assert_eq!(
        at(7.0).get("flows").unwrap().elements().unwrap()[0].get("base_rtt_ms").and_then(Json::number),
        Some(40.0)
    );
}

/// Both thresholds rise if the upper one goes first: a change is checked against the document as it stands at that moment.
#[test]
fn a_threshold_does_not_pass_the_other_while_a_run_goes_on() {
    let red = ("bottleneck.queue", r#"{"discipline": "red"}"#);
    let change = |at: u32, which: &str, value: u32| {
        format!(r#"{{"at_s": {at}, "path": "bottleneck.queue.{which}_threshold_packets", "value": {value}}}"#)
    };
    let list = |changes: [String; 2]| format!("[{}]", changes.join(","));
    accepted(&[red, ("interventions", &list([change(2, "min", 20), change(1, "max", 40)]))]);
    let place = "interventions[0]: bottleneck.queue.min_threshold_packets";
    let expected = (Code::WrongOrder, place, "20", "x <= 15 (max_threshold_packets)", "");
    one(&[red, ("interventions", &list([change(1, "min", 20), change(2, "max", 40)]))], expected);
    // A discipline comes with its own.
    let switch = r#"{"at_s": 1, "path": "bottleneck.queue.discipline", "value": "red"}"#;
    let place = "interventions[1]: bottleneck.queue.max_threshold_packets";
    let expected = (Code::WrongOrder, place, "4", "x >= 5 (min_threshold_packets)", "");
    one(&[("interventions", &list([switch.into(), change(2, "max", 4)]))], expected);
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
        (
            NoSuchPath,
            "interventions[0]: bottleneck.loss.probabilty",
            "probabilty",
            "probability|position|model",
            "probability",
        ),
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
        ("bottleneck", "\"bottleneck\"", "rate_bps|queue|loss|policer|reordering"),
        ("bottleneck.loss", "\"bottleneck.loss\"", "probability|position|model"),
        ("bottleneck.loss.", "\"bottleneck.loss.\"", "probability|position|model"),
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
    let rows = sawtooth_engine::host::SECTION.params.iter().filter(|p| p.live).map(|p| p.name);
    rows.chain(["algorithm", "application"]).collect::<Vec<_>>().join("|")
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

/// Changes of a list, and the document after them.
fn changes(others: &[(&str, &str)], list: &[(&str, &str)]) -> (Vec<Change>, Json) {
    let entry =
        |(i, (path, value)): (usize, &(&str, &str))| format!(r#"{{"at_s": {i}, "path": "{path}", "value": {value}}}"#);
    let entries: Vec<String> = list.iter().enumerate().map(entry).collect();
    let text = format!("[{}]", entries.join(","));
    let mut all = others.to_vec();
    all.push(("interventions", &text));
    let document = accepted(&all);
    let changes = document.scenario.interventions.iter().map(|i| i.change.clone()).collect();
    (changes, resolved(&document, Some(Time::NEVER)))
}

/// The JSON at a place of a document.
fn at<'a>(tree: &'a Json, path: &str) -> &'a Json {
    path.split('.').fold(tree, |tree, step| match step.parse::<usize>() {
        Ok(index) => &tree.elements().unwrap()[index],
        Err(_) => tree.get(step).unwrap_or_else(|| panic!("{path}")),
    })
}

#[test] // contract 1.5
fn the_reverse_bottleneck_changes_like_the_other() {
    let reverse = r#"{"rate_bps": 2000000, "queue": {"limit_packets": 20}, "loss": {"model": "none"}}"#;
    let (changes, then) = changes(
        &[("reverse_bottleneck", reverse)],
        &[
            ("reverse_bottleneck.rate_bps", "3e6"),
            ("reverse_bottleneck.queue.discipline", "\"codel\""),
            ("reverse_bottleneck.queue.target_ms", "7"),
            ("reverse_bottleneck.loss.probability", "0.02"),
            ("reverse_bottleneck.loss.probability", "0.03"),
        ],
    );
    assert!(matches!(changes[0], Change::Bottleneck(Side::Reverse, ..)));
    assert!(
        matches!(&changes[1], Change::Discipline(Side::Reverse, c) if c.get("limit_packets") == Value::Number(20.0))
    );
    assert!(matches!(changes[2], Change::Queue(Side::Reverse, _, Value::Number(7.0))));
    assert!(matches!(&changes[3], Change::LossModel(Side::Reverse, c) if c.section.kind == "bernoulli"));
    assert!(matches!(changes[4], Change::Loss(Side::Reverse, _, Value::Number(0.03))));
    assert_eq!(at(&then, "reverse_bottleneck.rate_bps").number(), Some(3e6));
    assert_eq!(at(&then, "reverse_bottleneck.queue.discipline").text(), Some("codel"));
    assert_eq!(at(&then, "reverse_bottleneck.loss.probability").number(), Some(0.03));
    assert_eq!(at(&then, "bottleneck.loss.probability").number(), Some(0.0));
    // Refused where it does not exist, and what can change is named with it where it does.
    let list = r#"[{"at_s": 1, "path": "reverse.rate_bps", "value": 1}]"#;
    let allowed = "bottleneck|reverse_bottleneck|flows|cross_traffic";
    let place = "interventions[0]: reverse.rate_bps";
    one(&[("reverse_bottleneck", reverse), ("interventions", list)], (Code::NoSuchPath, place, "reverse", allowed, ""));
    let list = r#"[{"at_s": 1, "path": "reverse_bottleneck.tick_ms", "value": 1}]"#;
    one(
        &[("reverse_bottleneck", reverse), ("interventions", list)],
        (
            Code::NotLive,
            "interventions[0]: reverse_bottleneck.tick_ms",
            "1",
            "rate_bps|queue|loss|policer|reordering",
            "",
        ),
    );
}

#[test]
fn a_policer_changes_live_also_where_there_was_none() {
    let rate = ("bottleneck.policer.rate_bps", "2000000");
    let burst = ("bottleneck.policer.burst_bytes", "3000");
    let (changes, then) = changes(&[], &[rate, burst]);
    assert!(matches!(&changes[0], Change::NewPolicer(Side::Forward, c) if c.get("rate_bps") == Value::Number(2e6)));
    assert!(matches!(changes[1], Change::Policer(Side::Forward, 1, Value::Number(3000.0))));
    assert_eq!(at(&then, "bottleneck.policer").to_string(), r#"{"rate_bps":2000000,"burst_bytes":3000}"#);
    let (_, then) = self::changes(&[], &[burst]);
    assert_eq!(at(&then, "bottleneck.policer.rate_bps").number(), Some(1e7));
    for (field, code, found, allowed, nearest) in [
        ("burst_byte", Code::NoSuchPath, "burst_byte", "rate_bps|burst_bytes", "burst_bytes"),
        ("burst_bytes", Code::OutOfRange, "0", "1 <= x <= 1000000000, whole", ""),
    ] {
        let list = format!(r#"[{{"at_s": 1, "path": "bottleneck.policer.{field}", "value": 0}}]"#);
        let place = format!("interventions[0]: bottleneck.policer.{field}");
        one(&[("interventions", &list)], (code, &place, found, allowed, nearest));
    }
}

#[test]
fn an_application_changes_live() {
    let kind = ("flows.flow1.application.kind", "\"on_off\"");
    let rate = ("flows.flow1.application.rate_bps", "2000000");
    let (changes, then) = changes(&[], &[kind, rate]);
    assert!(matches!(&changes[0], Change::ApplicationKind(0, choice) if choice.section.kind == "on_off"));
    assert!(matches!(changes[1], Change::Application(0, 2, Value::Number(2e6))));
    let expected = r#"{"kind":"on_off","on_s":1,"off_s":1,"rate_bps":2000000}"#;
    assert_eq!(at(&then, "flows.0.application").to_string(), expected);
    let (_, then) = self::changes(&[], &[kind, rate, ("flows.flow1.application.rate_bps", "null")]);
    assert_eq!(at(&then, "flows.0.application.rate_bps").to_string(), "null");
    let kinds = "bulk|rate|on_off|segments";
    for (path, value, code, found, allowed, nearest) in [
        ("application.kind", "\"onoff\"", Code::UnknownName, "\"onoff\"", kinds, "on_off"),
        ("application.rate_bps", "5", Code::NoSuchPath, "rate_bps", "kind", ""),
        ("application", "5", Code::PathGoesOn, "\"flows.flow1.application\"", "kind", ""),
    ] {
        let list = format!(r#"[{{"at_s": 1, "path": "flows.flow1.{path}", "value": {value}}}]"#);
        let place = if code == Code::UnknownName {
            "interventions[0]: flows.flow1.application.kind (flows[0].application.kind)".into()
        } else {
            format!("interventions[0]: flows.flow1.{path}")
        };
        one(&[("interventions", &list)], (code, &place, found, allowed, nearest));
    }
    let player = ("flows.0.application", r#"{"kind": "segments"}"#);
    let list = r#"[{"at_s": 1, "path": "flows.flow1.application.period_s", "value": 0}]"#;
    let place = "interventions[0]: flows.flow1.application.period_s (flows[0].application.period_s)";
    one(&[player, ("interventions", list)], (Code::OutOfRange, place, "0", "0.001 <= x <= 1000000", ""));
}

#[test]
fn reordering_changes_live_also_where_there_was_none() {
    let list = [
        ("bottleneck.reordering.depth_packets", "1"),
        ("bottleneck.reordering.probability", "0.01"),
        ("bottleneck.reordering.model", "\"bernoulli\""),
    ];
    let (changes, then) = changes(&[], &list[..2]);
    assert!(
        matches!(&changes[0], Change::ReorderingModel(Side::Forward, c) if c.get("depth_packets") == Value::Number(1.0))
    );
    assert!(matches!(changes[1], Change::Reordering(Side::Forward, _, Value::Number(0.01))));
    let text = r#"{"model":"bernoulli","probability":0.01,"depth_packets":1}"#;
    assert_eq!(at(&then, "bottleneck.reordering").to_string(), text);
    // The model anew: its defaults.
    let (_, then) = self::changes(&[], &list);
    assert_eq!(at(&then, "bottleneck.reordering.probability").number(), Some(0.0));
    one(
        &[("interventions", r#"[{"at_s": 1, "path": "bottleneck.reordering.probabilty", "value": 1}]"#)],
        (
            Code::NoSuchPath,
            "interventions[0]: bottleneck.reordering.probabilty",
            "probabilty",
            "probability|depth_packets|model",
            "probability",
        ),
    );
}

#[test] // contract 1.3, 1.5
fn a_flash_crowd_changes_with_its_transfers() {
    let crowd = ("cross_traffic", r#"[{"kind": "flash_crowd", "name": "crowd"}, {"kind": "voip"}]"#);
    let (changes, then) = changes(
        &[crowd],
        &[
            ("cross_traffic.crowd.arrivals_per_s", "50"),
            ("cross_traffic.crowd.receive_window_packets", "8"),
            ("cross_traffic.crowd.algorithm.kind", "\"cdg\""),
            ("cross_traffic.crowd.algorithm.g_ms", "4"),
        ],
    );
    assert!(matches!(changes[0], Change::Traffic(0, _, Value::Number(50.0))));
    assert!(matches!(changes[1], Change::Transfers(0, _, Value::Number(8.0))));
    assert!(matches!(&changes[2], Change::TransfersKind(0, c) if c.section.kind == "cdg"));
    assert!(matches!(changes[3], Change::TransfersAlgorithm(0, _, Value::Number(4.0))));
    assert_eq!(at(&then, "cross_traffic.0.receive_window_packets").number(), Some(8.0));
    assert_eq!(at(&then, "cross_traffic.0.algorithm.g_ms").number(), Some(4.0));
    let refuse = |path: &str, expected: (Code, &str, &str, &str, &str)| {
        let list = format!(r#"[{{"at_s": 1, "path": "{path}", "value": 1}}]"#);
        one(&[crowd, ("interventions", &list)], expected);
    };
    let live = "transfer_packets|arrivals_per_s|base_rtt_ms|receive_window_packets|ack_loss|ack_thinning|ack_thinning_ms|receive_offload_packets|receive_offload_ms|algorithm";
    let place = "interventions[0]: cross_traffic.crowd.delayed_ack (cross_traffic[0].delayed_ack)";
    refuse("cross_traffic.crowd.delayed_ack", (Code::NotLive, place, "1", live, ""));
    refuse(
        "cross_traffic.crowd.send_jitter_ms",
        (Code::NoSuchPath, "interventions[0]: cross_traffic.crowd.send_jitter_ms", "send_jitter_ms", live, ""),
    );
    refuse(
        "cross_traffic.voip2.algorithm.kind",
        (
            Code::NoSuchPath,
            "interventions[0]: cross_traffic.voip2.algorithm.kind",
            "algorithm",
            "packet_bytes|interval_ms|base_rtt_ms",
            "",
        ),
    );
}

#[test]
fn a_list_never_changes_while_a_run_goes_on() {
    let list = r#"[{"at_s": 1, "path": "bottleneck.loss.gaps", "value": [4]}]"#;
    let place = "interventions[0]: bottleneck.loss.gaps";
    let loss = ("bottleneck.loss", r#"{"model": "periodic"}"#);
    one(&[loss, ("interventions", list)], (Code::NotLive, place, "[4]", "position|model", ""));
}

#[test]
fn a_path_into_a_reverse_bottleneck_in_error_is_no_second_error() {
    let list = r#"[{"at_s": 1, "path": "reverse_bottleneck.queue.target_ms", "value": 4},
        {"at_s": 2, "path": "reverse_bottleneck.reordering.deepth", "value": 4}]"#;
    for reverse in ["3", r#"{"rate_bps": 1e6, "queue": {"discipline": "cdel"}, "reordering": 4}"#] {
        let errors = refused(&[("interventions", list), ("reverse_bottleneck", reverse)]);
        assert!(errors.list.iter().all(|e| !e.place.starts_with("interventions")), "{errors:?}");
    }
}
