//! Every notice: it comes where its condition holds, and not just beside it; what it names; none of the presets has one that
//! is not listed here.

use sawtooth_engine::observe::NullObserver;
use sawtooth_engine::sim::Simulation;
use sawtooth_measures::{notices, presets};
use sawtooth_scenario::words::Words;
use sawtooth_scenario::{Document, Json, check, parse, set_all};
use sawtooth_testing::{cases, random};

/// A small scenario with a few more fields.
fn document(fields: &[(&str, &str)]) -> Document {
    let mut tree = parse(
        r#"{ "schema": 1, "duration_s": 20, "bottleneck": { "rate_bps": 10000000, "queue": { "limit_packets": 84 } } }"#,
    )
    .unwrap();
    for (name, value) in fields {
        tree.set(name, parse(value).unwrap_or_else(|error| panic!("{value}: {error:?}")));
    }
    check(tree).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Codes and places.
fn found(fields: &[(&str, &str)]) -> Vec<(&'static str, String)> {
    notices::of(&document(fields)).into_iter().map(|notice| (notice.code, notice.place)).collect()
}

#[track_caller]
fn assert_found(fields: &[(&str, &str)], expected: &[(&str, &str)]) {
    let found = found(fields);
    let found: Vec<(&str, &str)> = found.iter().map(|(code, place)| (*code, place.as_str())).collect();
    assert_eq!(found, expected, "{fields:?}");
}

/// A run of 20 s: a start at 20 s is too late, one a nanosecond before is not; also by its jitter.
#[test]
fn a_start_at_or_after_the_end_is_said() {
    assert_found(&[("flows", r#"[{"start_s": 20}]"#)], &[("starts_after_end", "flows[0].start_s")]);
    assert_found(&[("flows", r#"[{}, {"start_s": 1e7}]"#)], &[("starts_after_end", "flows[1].start_s")]);
    assert_found(&[("flows", r#"[{"start_s": 19.999999999}]"#)], &[]);
    let jitter = r#"[{"start_s": 19, "start_jitter_s": 1000}]"#;
    assert_found(&[("flows", jitter)], &[("starts_after_end", "flows[0].start_s")]);
    for kind in [r#""kind": "voip""#, r#""kind": "flash_crowd", "transfer_packets": 5, "arrivals_per_s": 1"#] {
        let late = format!("[{{{kind}, \"start_s\": 25}}]");
        assert_found(&[("cross_traffic", &late)], &[("starts_after_end", "cross_traffic[0].start_s")]);
        assert_found(&[("cross_traffic", &late.replace("25", "15"))], &[]);
    }
}

/// A link with a trace or a model, in each direction; not one with a rate.
#[test]
fn a_rate_that_is_nominal_is_said() {
    let queue = r#""rate_bps": 10000000, "queue": { "limit_packets": 84 }"#;
    for own in
        [r#""rate_model": { "model": "wifi" }"#, r#""rate_model": { "model": "leo" }"#, r#""rate_trace_ms": [1]"#]
    {
        let link = format!("{{ {queue}, {own} }}");
        for side in ["bottleneck", "reverse_bottleneck"] {
            let place = format!("{side}.rate_bps");
            assert_found(&[(side, &link), ("flows", "[{}]")], &[("nominal_rate", &place)]);
        }
    }
    assert_found(&[("reverse_bottleneck", &format!("{{ {queue} }}")), ("flows", "[{}]")], &[]);
}

/// A limit in time or BDPs stays what it was at the start.
#[test]
fn a_limit_that_a_change_does_not_move_is_said() {
    let path = |queue: &str| format!(r#"{{ "rate_bps": 1e7, "queue": {{ {queue} }} }}"#);
    let change = |path: &str| {
        format!(
            r#"[{{"at_s": 9, "path": "bottleneck.loss.probability", "value": 0.1}}, {{"at_s": 5, "path": "{path}", "value": 5e6}}]"#
        )
    };
    let rtt = r#"[{"at_s": 5, "path": "flows.flow1.base_rtt_ms", "value": 60}]"#.to_string();
    let (rate, flows) = (change("bottleneck.rate_bps"), "[{}]");
    let of = |queue: &str, change: &str, expected: &[(&str, &str)]| {
        assert_found(&[("bottleneck", &path(queue)), ("flows", flows), ("interventions", change)], expected);
    };
    of(r#""limit_ms": 100"#, &rate, &[("limit_stays", "interventions[1].path")]);
    of(r#""limit_bdp": 2"#, &rate, &[("limit_stays", "interventions[1].path")]);
    of(r#""limit_bdp": 2"#, &rtt, &[("limit_stays", "interventions[0].path")]);
    of(r#""limit_ms": 100"#, &rtt, &[]);
    of(r#""limit_bytes": 125000"#, &rate, &[]);
}

/// A stop that is not after the start; one that lies after the end of the run is as good as none.
#[test]
fn a_stop_at_or_before_the_start_is_said() {
    let stop = ("stops_before_start", "flows[0].stop_s");
    assert_found(&[("flows", r#"[{"start_s": 7, "stop_s": 7}]"#)], &[stop]);
    assert_found(&[("flows", r#"[{"start_s": 7, "stop_s": 2}]"#)], &[stop]);
    assert_found(&[("flows", r#"[{"stop_s": 0}]"#)], &[stop]);
    assert_found(&[("flows", r#"[{"start_s": 7, "stop_s": 7.000000001}]"#)], &[]);
    assert_found(&[("flows", r#"[{"stop_s": 20}, {"stop_s": 500}]"#)], &[]);
    let both = r#"[{"start_s": 30, "stop_s": 25}]"#;
    assert_found(&[("flows", both)], &[("starts_after_end", "flows[0].start_s"), stop]);
    let call = r#"[{"kind": "voip", "start_s": 5, "stop_s": 5}]"#;
    assert_found(&[("cross_traffic", call)], &[("stops_before_start", "cross_traffic[0].stop_s")]);
}

/// An algorithm that responds to marks, without ECN or behind a queue that never marks.
#[test]
fn a_flow_that_waits_for_marks_in_vain_is_noticed() {
    let queue = |queue: &str| format!(r#"{{ "rate_bps": 1e7, "queue": {{ {queue} }} }}"#);
    let flows = |ecn: &str| {
        format!(r#"[{{ "algorithm": {{ "kind": "prague" }}{ecn} }}, {{ "algorithm": {{ "kind": "newreno" }} }}]"#)
    };
    let drop_tail = queue(r#""limit_packets": 84"#);
    assert_found(&[("bottleneck", &drop_tail), ("flows", &flows(""))], &[("no_marks", "flows[0].algorithm.kind")]);
    let marking = [
        r#""discipline": "dualpi2""#,
        r#""discipline": "red", "ecn": true"#,
        r#""limit_packets": 84, "step_mark_packets": 5"#,
    ];
    for marking in marking.map(queue) {
        assert_found(&[("bottleneck", &marking), ("flows", &flows(""))], &[]);
        let without =
            flows(r#", "ecn": false"#).replace(r#"{ "kind": "newreno" }"#, r#"{ "kind": "newreno" }, "ecn": true"#);
        assert_found(&[("bottleneck", &marking), ("flows", &without)], &[("no_marks", "flows[0].ecn")]);
    }
    let later = r#"[{"at_s": 5, "path": "bottleneck.queue.step_mark_packets", "value": 5}]"#;
    assert_found(&[("bottleneck", &drop_tail), ("flows", &flows("")), ("interventions", later)], &[]);
}

/// Settings that an algorithm does not use, where the document gives them.
#[test]
fn a_setting_without_effect_is_said() {
    let flows = |kind: &str, given: &str| format!(r#"[{{}}, {{ "algorithm": {{ {kind} }}, {given} }}]"#);
    for kind in ["bbr", "vegas", "copa", "tfrc", "rap"].map(|kind| format!(r#""kind": "{kind}""#)) {
        let place = ("slow_start_unused", "flows[1].slow_start");
        assert_found(&[("flows", &flows(&kind, r#""slow_start": "hystart_pp""#))], &[place]);
        assert_found(&[("flows", &flows(&kind, r#""slow_start": "standard""#))], &[]);
        let host: &[_] = if kind.contains("tfrc") || kind.contains("rap") {
            &[("no_effect_algorithm", "flows[1].host")]
        } else {
            &[]
        };
        assert_found(&[("flows", &flows(&kind, r#""host": "linux""#))], host);
    }
    let linux = r#""kind": "cdg", "variant": "linux""#;
    let place = ("slow_start_unused", "flows[1].slow_start");
    assert_found(&[("flows", &flows(linux, r#""slow_start": "search""#))], &[place]);
    for kind in ["newreno", "cubic", "cdg"].map(|kind| format!(r#""kind": "{kind}""#)) {
        assert_found(&[("flows", &flows(&kind, r#""slow_start": "hystart", "pacing": true"#))], &[]);
    }
    let tfrc = r#""kind": "tfrc""#;
    assert_found(&[("flows", &flows(tfrc, r#""pacing": true"#))], &[("pacing_unused", "flows[1].pacing")]);
    assert_found(&[("flows", &flows(tfrc, r#""pacing": false"#))], &[]);
}

/// Prague with the codepoint of classic ECN, behind DualPI2 only.
#[test]
fn an_l4s_flow_in_the_classic_queue_is_said() {
    let dualpi2 = r#"{ "rate_bps": 1e7, "queue": { "discipline": "dualpi2" } }"#;
    let red = r#"{ "rate_bps": 1e7, "queue": { "discipline": "red", "ecn": true } }"#;
    let flows = |kind: &str, codepoint: &str| {
        format!(r#"[{{ "algorithm": {{ "kind": "{kind}" }}, "ecn": true, "ecn_codepoint": "{codepoint}" }}]"#)
    };
    let place = ("classic_codepoint", "flows[0].ecn_codepoint");
    assert_found(&[("bottleneck", dualpi2), ("flows", &flows("prague", "ect0"))], &[place]);
    assert_found(&[("bottleneck", dualpi2), ("flows", &flows("prague", "ect1"))], &[]);
    assert_found(&[("bottleneck", dualpi2), ("flows", &flows("dctcp", "ect0"))], &[]);
    let one_queue = [("no_effect_one_queue", "flows[0].ecn_codepoint")];
    assert_found(&[("bottleneck", red), ("flows", &flows("prague", "ect0"))], &one_queue);
}

/// A full packet has 1500 bytes, or as many as the scenario says; either direction.
#[test]
fn a_burst_smaller_than_a_packet_is_said() {
    let bottleneck = |burst: u32| {
        let policer = format!(r#"{{ "rate_bps": 1e6, "burst_bytes": {burst} }}"#);
        format!(r#"{{ "rate_bps": 1e7, "queue": {{ "limit_packets": 84 }}, "policer": {policer} }}"#)
    };
    let place = |root: &str| format!("{root}.policer.burst_bytes");
    let both = r#"[{}, { "direction": "reverse" }]"#;
    for (root, flows) in [("bottleneck", "[{}]"), ("reverse_bottleneck", both)] {
        let flows = ("flows", flows);
        assert_found(&[(root, &bottleneck(1499)), flows], &[("small_burst", &place(root))]);
        assert_found(&[(root, &bottleneck(1500)), flows], &[]);
        assert_found(&[(root, &bottleneck(1500)), flows, ("packet_bytes", "1501")], &[("small_burst", &place(root))]);
    }
}

/// A limit with which at most one full packet waits, in every discipline and unit; a sender that spaces its packets has no bursts.
#[test]
fn a_queue_for_one_packet_is_said() {
    let link = |queue: &str| format!(r#"{{ "rate_bps": 1e7, "queue": {{ {queue} }} }}"#);
    let flow = "[{}]";
    let found = |queue: &str, flows: &str, field: &str| {
        let place = format!("bottleneck.queue.{field}");
        let expected: &[(&str, &str)] = if field.is_empty() { &[] } else { &[("no_queue", &place)] };
        assert_found(&[("bottleneck", &link(queue)), ("flows", flows)], expected);
    };
    for discipline in ["drop_tail", "red", "codel", "pie", "fq_codel", "dualpi2"] {
        let queue = |limit: &str| format!(r#""discipline": "{discipline}", {limit}"#);
        found(&queue(r#""limit_packets": 1"#), flow, "limit_packets");
        found(&queue(r#""limit_packets": 2"#), flow, "");
        if discipline != "dualpi2" {
            // FQ-CoDel counts the arrival, the others do not.
            let least = if discipline == "fq_codel" { 3000 } else { 1500 };
            found(&queue(&format!(r#""limit_bytes": {}"#, least - 1)), flow, "limit_bytes");
            found(&queue(&format!(r#""limit_bytes": {least}"#)), flow, "");
        }
    }
    for (limit, field) in [
        (r#""limit_packets": 1"#, "limit_packets"),
        (r#""limit_packets": 2"#, "limit_packets"),
        (r#""limit_packets": 3"#, ""),
        (r#""limit_bytes": 3000"#, "limit_bytes"),
        (r#""limit_bytes": 3001"#, ""),
    ] {
        found(&format!(r#""counting": "ns2", {limit}"#), flow, field);
    }
    let one = r#""limit_packets": 1"#;
    for spaced in [r#""pacing": true"#, r#""algorithm": { "kind": "bbr" }"#, r#""algorithm": { "kind": "tfrc" }"#] {
        found(one, &format!("[{{ {spaced} }}]"), "");
        found(one, &format!("[{{ {spaced} }}, {{}}]"), "limit_packets");
    }
    found(one, r#"[{ "start_s": 0, "stop_s": 5, "pacing": true, "algorithm": { "kind": "bbr" } }]"#, "");
    // The other direction has its own queue: of 40 ms at 10 Mbit/s, 34 packets.
    let reverse = [("reverse_bottleneck", link(one)), ("flows", String::from(r#"[{}, { "direction": "reverse" }]"#))];
    let fields: Vec<(&str, &str)> = reverse.iter().map(|(name, value)| (*name, value.as_str())).collect();
    assert_found(&fields, &[("no_queue", "reverse_bottleneck.queue.limit_packets")]);
    let remedy = &notices::of(&document(&fields))[0].remedy;
    assert_eq!(*remedy, [(String::from("reverse_bottleneck.queue.limit_packets"), Json::from(34.0))]);
}

/// Each remedy: the document with it no longer has the notice.
#[test]
fn a_remedy_ends_its_notice() {
    let queue = |queue: &str| format!(r#"{{ "rate_bps": 1e7, "queue": {{ {queue} }} }}"#);
    let [drop_tail, one, codel, red, red_ecn, dualpi2] = [
        r#""limit_packets": 84"#,
        r#""limit_bytes": 1000, "counting": "ns2""#,
        r#""discipline": "codel", "ecn": true"#,
        r#""discipline": "red""#,
        r#""discipline": "red", "ecn": true"#,
        r#""discipline": "dualpi2""#,
    ]
    .map(queue);
    let policer = drop_tail.replace("} }", r#"}, "policer": { "rate_bps": 1e6, "burst_bytes": 100 } }"#);
    let many = format!("[{}{{}}]", r#"{ "ecn": true }, "#.repeat(20));
    for (code, bottleneck, flows, changes) in [
        ("stops_before_start", &drop_tail, r#"[{ "name": "a b", "start_s": 9, "stop_s": 7 }]"#, 1),
        (
            "phase_effects",
            &drop_tail,
            r#"[{ "base_rtt_ms": 20 }, {}, { "send_jitter_ms": 2 }, { "algorithm": { "kind": "cubic" } }]"#,
            3,
        ),
        ("no_queue", &one, "[{}]", 1),
        ("unmarkable", &codel, many.as_str(), 1),
        ("small_burst", &policer, "[{}]", 1),
        ("no_marks", &red_ecn, r#"[{ "algorithm": { "kind": "dctcp" }, "ecn": false }, { "ecn": true }]"#, 1),
        ("no_marks", &red, r#"[{ "algorithm": { "kind": "dctcp" } }]"#, 1),
        ("no_marks", &red, r#"[{ "algorithm": { "kind": "dctcp" }, "ecn": false }]"#, 2),
        ("classic_codepoint", &dualpi2, r#"[{ "algorithm": { "kind": "prague" }, "ecn_codepoint": "ect0" }]"#, 1),
        ("no_effect_beside", &drop_tail, r#"[{ "delayed_ack_ms": 40 }]"#, 1),
        (
            "no_effect_beside",
            &drop_tail,
            r#"[{ "algorithm": { "kind": "cdg", "delay_backoff": false, "g_ms": 5 } }]"#,
            1,
        ),
        ("no_effect_unmarked", &red, r#"[{ "ecn": true }]"#, 1),
        ("no_effect_not_ecn", &red, r#"[{ "abe": true }]"#, 2),
        ("no_effect_not_ecn", &red_ecn, r#"[{ "abe": true }, { "ecn": true }]"#, 1),
    ] {
        let document = document(&[("bottleneck", bottleneck), ("flows", flows)]);
        let found = notices::of(&document);
        let notice = found.iter().find(|notice| notice.code == code).unwrap_or_else(|| panic!("{code}: {found:?}"));
        assert_eq!(notice.remedy.len(), changes, "{code}: {:?}", notice.remedy);
        let mut tree = document.raw.clone();
        let settings = notice.remedy.iter().map(|(path, value)| (path.as_str(), value));
        set_all(&mut tree, settings).unwrap_or_else(|error| panic!("{code}: {error:?}"));
        let after = notices::of(&check(tree).unwrap_or_else(|errors| panic!("{code}: {errors:?}")));
        assert!(!after.iter().any(|other| other.place == notice.place), "{code}: {after:?}");
    }
    // Where there is more than one way, there is no remedy.
    for (bottleneck, flows) in [
        (&drop_tail, r#"[{ "start_s": 30 }]"#),
        (&drop_tail, r#"[{ "start_s": 30, "stop_s": 20 }]"#),
        (&drop_tail, r#"[{ "ecn": true }]"#),
        (&drop_tail, r#"[{ "algorithm": { "kind": "tfrc" }, "application": { "kind": "rate" } }]"#),
    ] {
        let found = notices::of(&document(&[("bottleneck", bottleneck), ("flows", flows)]));
        assert!(!found.is_empty() && found.iter().all(|notice| notice.remedy.is_empty()), "{found:?}");
    }
}

/// A setting that acts later in the run is not named; a change that has no effect is, at its place in the document.
#[test]
fn interventions_decide_whether_a_setting_has_an_effect() {
    let flows =
        ("flows", r#"[{ "name": "a", "algorithm": { "kind": "tfrc" }, "delayed_ack": true, "delayed_ack_ms": 40 }]"#);
    let idle = [("no_effect_algorithm", "flows[0].delayed_ack"), ("no_effect_algorithm", "flows[0].delayed_ack_ms")];
    assert_found(&[flows], &idle);
    let later = r#"[{ "at_s": 5, "path": "flows.a.algorithm.kind", "value": "newreno" }]"#;
    assert_found(&[flows, ("interventions", later)], &[]);
    let reverse = ("reverse_bottleneck", r#"{ "rate_bps": 1e6, "queue": { "discipline": "red" } }"#);
    let changes = r#"[{ "at_s": 9, "path": "reverse_bottleneck.queue.ecn", "value": true },
        { "at_s": 20, "path": "reverse_bottleneck.loss.probability", "value": 0.1 },
        { "at_s": 4, "path": "reverse_bottleneck.loss.probability", "value": 0.1 }]"#;
    let expected = [
        ("changes_after_end", "interventions[1].at_s"),
        ("no_effect_acks", "interventions[2].path"),
        ("no_effect_ecn_data", "interventions[0].path"),
    ];
    assert_found(&[reverse, ("flows", "[{}]"), ("interventions", changes)], &expected);
    // A setting that its table loses with another kind has had no effect.
    let other = r#"[{ "at_s": 9, "path": "bottleneck.queue.discipline", "value": "drop_tail" }]"#;
    let red = r#"{ "rate_bps": 1e7, "queue": { "discipline": "red", "ecn": true } }"#;
    let ecn = [("no_effect_ecn_data", "bottleneck.queue.ecn")];
    assert_found(&[("bottleneck", red), ("flows", "[{}]"), ("interventions", other)], &ecn);
    // Nothing crosses it: one notice for all of it.
    let call = ("cross_traffic", r#"[{ "kind": "voip" }]"#);
    let lossy = r#"{ "rate_bps": 1e6, "tick_ms": 1, "queue": { "limit_packets": 9, "step_mark_packets": 3 }, "loss": { "probability": 0.1 } }"#;
    assert_found(&[call, ("reverse_bottleneck", lossy)], &[("no_effect_no_packets", "reverse_bottleneck")]);
}

/// In random scenarios: who is said to have no time to run, and nobody else, never starts.
#[test]
fn who_never_runs_is_said_and_nobody_else() {
    cases::hold(150, random::scenario, |scenario, _| {
        let document = check(sawtooth_scenario::document(scenario)).expect("what is written can be read");
        let notices = notices::of(&document);
        let idle = |place: String| {
            let of_span = |code| ["starts_after_end", "stops_before_start"].contains(&code);
            notices.iter().any(|notice| of_span(notice.code) && notice.place.starts_with(&place))
        };
        let mut simulation = Simulation::new(scenario);
        simulation.run_until(scenario.duration, &mut NullObserver);
        for index in 0..scenario.flows.len() {
            let started = simulation.flow_counters(index).started.is_some();
            assert_eq!(idle(format!("flows[{index}].")), !started, "flow {index}");
        }
    });
}

/// The place is the entry's in the document, whose order is free.
#[test]
fn a_change_at_or_after_the_end_is_said() {
    let changes = r#"[{"at_s": 20, "path": "bottleneck.rate_bps", "value": 1e6},
        {"at_s": 19.999999999, "path": "bottleneck.rate_bps", "value": 2e6},
        {"at_s": 3, "path": "bottleneck.rate_bps", "value": 3e6}, {"at_s": 21, "path": "bottleneck.rate_bps", "value": 1e6}]"#;
    let late = [("changes_after_end", "interventions[0].at_s"), ("changes_after_end", "interventions[3].at_s")];
    assert_found(&[("flows", "[{}]"), ("interventions", changes)], &late);
}

/// Two NewReno flows of 20 and 100 ms on drop tail, 10 Mbit/s, a packet's time 1.2 ms: as the default jitter has them. Just
/// beside: jitter from 0.8 of a packet's time on, base RTTs within half of it, other disciplines, losses by chance, one
/// that listens to delay or sets a rate, flows that never meet.
#[test]
fn phase_effects_are_said_where_they_were_measured() {
    let two = |first: &str, second: &str| format!("[{{ \"base_rtt_ms\": 20, {first} }}, {{ {second} }}]");
    let far = r#""base_rtt_ms": 100"#;
    let jitter = |ms: &str| format!(r#""send_jitter_ms": {ms}"#);
    let at = |place| [("phase_effects", place)];
    let [first, second] = ["flows[0].send_jitter_ms", "flows[1].send_jitter_ms"];
    let plain = two(r#""start_s": 0"#, far);
    assert_found(&[("flows", &plain)], &at(first));
    let [little, enough] = [jitter("0.959"), jitter("0.96")];
    assert_found(&[("flows", &two(&little, &format!("{far}, {little}")))], &at(first));
    assert_found(&[("flows", &two(&enough, &format!("{far}, {little}")))], &at(second));
    assert_found(&[("flows", &two(&enough, &format!("{far}, {enough}")))], &[]);
    let [near, apart] = [r#""base_rtt_ms": 20.599"#, r#""base_rtt_ms": 20.6"#];
    assert_found(&[("flows", &two(r#""start_s": 0"#, near))], &[]);
    assert_found(&[("flows", &two(r#""start_s": 0"#, apart))], &at(first));
    for kind in ["cubic", "htcp", "africa", "compound", "aimd", "sqrt"] {
        let kind = format!(r#"{far}, "algorithm": {{ "kind": "{kind}" }}"#);
        assert_found(&[("flows", &two(r#""start_s": 0"#, &kind))], &at(first));
    }
    for kind in ["vegas", "fast", "cdg", "hd", "chd", "pert", "lp", "tfrc", "rap", "tear"] {
        let kind = format!(r#"{far}, "algorithm": {{ "kind": "{kind}" }}"#);
        assert_found(&[("flows", &two(r#""start_s": 0"#, &kind))], &[]);
    }
    assert_found(&[("flows", &two(r#""stop_s": 10"#, &format!(r#"{far}, "start_s": 9.9"#)))], &at(first));
    assert_found(&[("flows", &two(r#""stop_s": 10"#, &format!(r#"{far}, "start_s": 10"#)))], &[]);
    let link = |more: &str| format!(r#"{{ "rate_bps": 1e7, "queue": {{ "limit_packets": 84 }}, {more} }}"#);
    for (more, expected) in [
        (r#""loss": { "model": "none" }"#, &at(first)[..]),
        (r#""loss": { "probability": 0.00099 }"#, &at(first)),
        (r#""loss": { "probability": 0.001 }"#, &[]),
        (r#""loss": { "model": "gilbert_elliott" }"#, &[]),
    ] {
        assert_found(&[("bottleneck", &link(more)), ("flows", &plain)], expected);
    }
    for discipline in ["red", "codel", "pie", "fq_codel"] {
        let queue = format!(r#"{{ "rate_bps": 1e7, "queue": {{ "discipline": "{discipline}" }} }}"#);
        assert_found(&[("bottleneck", &queue), ("flows", &plain)], &[]);
    }
    // On a faster link a packet takes less: 0.12 ms.
    let fast = r#"{ "rate_bps": 1e8, "queue": { "limit_packets": 840 } }"#;
    assert_found(&[("bottleneck", fast), ("flows", &plain)], &[]);
    // The other way has its own flows and link.
    let slow = [
        ("reverse_bottleneck", r#"{ "rate_bps": 1e6, "queue": { "limit_packets": 20 } }"#),
        ("bottleneck", fast),
        ("flows", r#"[{"base_rtt_ms": 20}, {"base_rtt_ms": 90, "direction": "reverse"}, {"direction": "reverse"}]"#),
    ];
    assert_found(&slow, &at(second));
}

/// CoDel that marks, 10 Mbit/s, 40 ms and a target of 5 ms: windows of two packets of 18 flows fill 0.96 of the link, those of
/// 19 fill 1.01. A call or a flow without ECN among them is said; not with FQ-CoDel or RED, without marks, or apart in time.
#[test]
fn what_cannot_be_marked_is_said_where_marks_do_not_help() {
    let flows = |count: usize, more: &str, rest: &str| {
        let one = format!(r#"{{ "ecn": true{more} }}"#);
        format!("[{}{rest}]", vec![one; count].join(", "))
    };
    let queue = |discipline: &str, more: &str| {
        format!(r#"{{ "rate_bps": 1e7, "queue": {{ "discipline": "{discipline}"{more} }} }}"#)
    };
    let codel = queue("codel", r#", "ecn": true"#);
    let call = ("cross_traffic", r#"[{ "kind": "voip" }]"#);
    let said = [("unmarkable", "cross_traffic[0].kind")];
    let found = |link: &str, flows: &str, expected: &[(&str, &str)]| {
        assert_found(&[("bottleneck", link), ("flows", flows), call], expected);
    };
    found(&codel, &flows(18, "", ""), &[]);
    found(&codel, &flows(19, "", ""), &said);
    found(&codel, &flows(19, "", ", {}"), &[("unmarkable", "flows[19].ecn"), said[0]]);
    for other in [queue("fq_codel", r#", "ecn": true"#), queue("red", r#", "ecn": true"#)] {
        found(&other, &flows(50, "", ""), &[]);
    }
    found(
        &queue("codel", ""),
        &flows(2, "", ""),
        &[("no_effect_unmarked", "flows[0].ecn"), ("no_effect_unmarked", "flows[1].ecn")],
    );
    // 6 flows of 10 ms fill 0.96, 7 fill 1.12; a longer target gives room.
    found(&codel, &flows(6, r#", "base_rtt_ms": 10"#, ""), &[]);
    found(&codel, &flows(7, r#", "base_rtt_ms": 10"#, ""), &said);
    found(&queue("codel", r#", "ecn": true, "target_ms": 20"#), &flows(24, "", ""), &[]);
    // Rate-based senders may go lower; those without ECN are dropped, and give way.
    found(&codel, &flows(30, r#", "algorithm": { "kind": "tfrc" }"#, ""), &[]);
    // The call is over before the twenty begin; or ten go before ten come.
    let late = [("bottleneck", codel.as_str()), ("flows", &flows(20, r#", "start_s": 10"#, ""))];
    let early = ("cross_traffic", r#"[{ "kind": "voip", "stop_s": 10 }]"#);
    assert_found(&[late[0], late[1], early], &[]);
    assert_found(&[late[0], late[1], call], &said);
    let others = [r#"{ "ecn": true, "start_s": 10 }"#; 10].join(", ");
    found(&codel, &flows(10, r#", "stop_s": 10"#, &format!(", {others}")), &[]);
    // A crowd's transfers, which have ECN or not.
    let crowd =
        |more: &str| format!(r#"[{{ "kind": "flash_crowd", "transfer_packets": 9, "arrivals_per_s": 1{more} }}]"#);
    let many = flows(20, "", "");
    let with = |crowd: &str, expected: &[(&str, &str)]| {
        assert_found(&[("bottleneck", &codel), ("flows", &many), ("cross_traffic", crowd)], expected);
    };
    with(&crowd(""), &[("unmarkable", "cross_traffic[0].ecn")]);
    with(&crowd(r#", "ecn": true"#), &[]);
}

/// A sender of a rate asks no application; one of a window does.
#[test]
fn an_application_of_a_rate_based_flow_is_said() {
    let flow = |kind: &str, application: &str| {
        format!(r#"[{{"algorithm": {{"kind": "{kind}"}}, "application": {{"kind": "{application}"}}}}]"#)
    };
    for application in ["rate", "on_off", "segments"] {
        let found = [("always_sends", "flows[0].application")];
        assert_found(&[("flows", &flow("tfrc", application))], &found);
        assert_found(&[("flows", &flow("newreno", application))], &[]);
    }
    assert_found(&[("flows", &flow("tfrc", "bulk"))], &[]);
}

/// Every code has a sentence with all of its arguments, and what it says names them.
#[test]
fn every_notice_has_words() {
    let flows = r#"[{"name": "late", "start_s": 30, "stop_s": 2.5}]"#;
    let changes = r#"[{"at_s": 40, "path": "flows.late.base_rtt_ms", "value": 10}]"#;
    let words = Words::notices();
    let texts: Vec<String> = notices::of(&document(&[("flows", flows), ("interventions", changes)]))
        .iter()
        .map(|notice| words.notice(notice.code, &notice.arguments))
        .collect();
    assert_eq!(
        texts,
        [
            "late never runs: it would start at 30 s, and the run ends at 20 s. Start it earlier, or lengthen the run.",
            "late never runs: it stops at 2.5 s, which is not after its start at 30 s. Set a later stop.",
            "The change of flows.late.base_rtt_ms at 40 s never takes effect: the run ends at 20 s. Move it earlier, or lengthen the run.",
        ]
    );
    let flows = r#"[{"name": "near", "base_rtt_ms": 20}, {"name": "far"}]"#;
    let notices = notices::of(&document(&[("flows", flows)]));
    let text = words.notice(notices[0].code, &notices[0].arguments);
    for part in ["near and far", "of 0.1 ms", "the 1.2 ms", "jitter of 1.2 ms"] {
        assert!(text.contains(part), "{text}");
    }
    for code in [
        "starts_after_end",
        "stops_before_start",
        "changes_after_end",
        "phase_effects",
        "unmarkable",
        "small_burst",
        "no_marks",
        "always_sends",
        "no_queue",
        "slow_start_unused",
        "pacing_unused",
        "no_effect_algorithm",
        "no_effect_beside",
        "no_effect_equal",
        "no_effect_not_ecn",
        "no_effect_unmarked",
        "no_effect_one_queue",
        "no_effect_no_packets",
        "no_effect_acks",
        "no_effect_ecn_data",
        "no_effect_l4s_data",
        "no_effect_l4s_only",
        "no_effect_one_flow",
        "no_effect_link",
    ] {
        assert!(words.has(&format!("notice.{code}")), "{code}");
    }
}

/// Notices of the presets: these are shown as they are, so each notice is meant.
const OF_PRESETS: &[(&str, &str, &str)] =
    &[("cellular", "nominal_rate", "bottleneck.rate_bps"), ("satellite", "nominal_rate", "bottleneck.rate_bps")];

#[test]
fn the_presets_have_the_notices_that_are_listed() {
    let mut all = Vec::new();
    for id in presets::ids() {
        let document = check(presets::scenario(id).unwrap_or(Json::Null)).expect("a preset is legal");
        all.extend(notices::of(&document).into_iter().map(|notice| (id, notice.code, notice.place)));
    }
    let all: Vec<(&str, &str, &str)> = all.iter().map(|(id, code, place)| (*id, *code, place.as_str())).collect();
    assert_eq!(all, OF_PRESETS);
}
