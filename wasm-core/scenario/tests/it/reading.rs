//! Behaviour of `read`: it accepts, refuses and explains, document by document. Not here: interventions (`paths.rs`).

use crate::common::*;
use sawtooth_engine::host;
use sawtooth_engine::host::MEANS;
use sawtooth_engine::params::{Choice, Domain, List, Value};
use sawtooth_engine::scenario::{BOTTLENECK, Change, RUN, Side};
use sawtooth_engine::units::Time;
use sawtooth_scenario::{Code, parse, read, resolved, tables};

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

#[test] // contract 1.1: a link that serves in opportunities
fn opportunities_are_read_and_refused() {
    use Code::*;
    let trace = |json: &'static str| [("bottleneck.rate_trace_ms", json)];
    let scenario = accepted(&trace("[3, 3, 7, 10]")).scenario;
    assert!(scenario.bottleneck.sends_by_itself() && scenario.bottleneck.trace().is_some());
    let place = |index: usize| format!("bottleneck.rate_trace_ms[{index}]");
    one(&trace("[3, 7, 5]"), (WrongOrder, &place(2), "5", "x >= 7", ""));
    one(&trace("[0, 0]"), (OutOfRange, &place(1), "0", "0 < x", ""));
    one(&trace("[3, 3.5]"), (NotWhole, &place(1), "3.5", "0 <= x <= 10000000000, whole", ""));
    one(
        &trace("[]"),
        (OutOfRange, "bottleneck.rate_trace_ms", "[]", "[ 1 … 10000000 ]: 0 <= x <= 10000000000, whole", ""),
    );
    let long = [("packet_bytes", "9000"), ("bottleneck.rate_trace_ms", "[1]")];
    one(&long, (WrongOrder, "packet_bytes", "9000", "x <= 1500 (rate_trace_ms)", ""));
    let model = r#"{"model": "leo", "outage_ms": 50}"#;
    let scenario = accepted(&[("bottleneck.rate_model", model)]).scenario;
    assert_eq!(scenario.bottleneck.rate_model.map(|choice| choice.get("outage_ms")), Some(Value::Number(50.0)));
    let both = [("bottleneck.rate_model", model), ("bottleneck.rate_trace_ms", "[1]")];
    one(&both, (OneOfBoth, "bottleneck", "rate_trace_ms, rate_model", "rate_trace_ms|rate_model", ""));
    let change = r#"[{"at_s": 1, "path": "bottleneck.rate_model.outage_ms", "value": 1}]"#;
    one(
        &[("bottleneck.rate_model", model), ("interventions", change)],
        (
            NotLive,
            "interventions[0]: bottleneck.rate_model.outage_ms",
            "1",
            "rate_bps|queue|loss|policer|reordering",
            "",
        ),
    );
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
    one(
        &[("bottleneck.queue", "{}")],
        (OneOfNeither, "bottleneck.queue", "", "limit_packets|limit_bytes|limit_ms|limit_bdp", ""),
    );
    one(
        &[("bottleneck.queue.limit_bytes", "9000")],
        (
            OneOfBoth,
            "bottleneck.queue",
            "limit_packets, limit_bytes",
            "limit_packets|limit_bytes|limit_ms|limit_bdp",
            "",
        ),
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

/// A rule's assumption is checked against all values, defaults and variants' defaults included, and reported once.
#[test]
fn thresholds_the_wrong_way_round_are_refused() {
    use Code::*;
    let red = |settings: &str| format!(r#"{{ "discipline": "red", {settings} }}"#);
    let (min, max) = ("bottleneck.queue.min_threshold_packets", "bottleneck.queue.max_threshold_packets");
    for (settings, place, found, allowed) in [
        (r#""min_threshold_packets": 30, "max_threshold_packets": 20"#, min, "30", "x <= 20 (max_threshold_packets)"),
        (r#""min_threshold_packets": 15.5"#, min, "15.5", "x <= 15 (max_threshold_packets)"),
        (r#""max_threshold_packets": 4"#, max, "4", "x >= 5 (min_threshold_packets)"),
    ] {
        one(&[("bottleneck.queue", &red(settings))], (WrongOrder, place, found, allowed, ""));
    }
    accepted(&[("bottleneck.queue", &red(r#""min_threshold_packets": 15"#))]);
    // A value that is itself refused orders nothing.
    let settings = red(r#""min_threshold_packets": 30, "max_threshold_packets": -1"#);
    one(&[("bottleneck.queue", &settings)], (OutOfRange, max, "-1", "0 <= x <= 10000000", ""));
    for (algorithm, field, found, allowed) in [
        (r#"{"kind": "vegas", "alpha": 3.5}"#, "alpha", "3.5", "x <= 3 (beta)"),
        (r#"{"kind": "vegas", "variant": "paper", "beta": 1}"#, "beta", "1", "x >= 2 (alpha)"),
        (r#"{"kind": "pert", "min_threshold_ms": 11}"#, "min_threshold_ms", "11", "x <= 10 (max_threshold_ms)"),
        (r#"{"kind": "hd", "q_threshold_ms": 1}"#, "q_threshold_ms", "1", "x >= 5 (q_min_ms)"),
        (r#"{"kind": "chd", "q_min_ms": 21}"#, "q_min_ms", "21", "x <= 20 (q_threshold_ms)"),
    ] {
        let place = format!("flows[0].algorithm.{field}");
        one(&[("flows.0.algorithm", algorithm)], (WrongOrder, &place, found, allowed, ""));
    }
    accepted(&[("flows.0.algorithm", r#"{"kind": "vegas", "variant": "paper", "alpha": 3.5}"#)]);
}

fn kinds() -> String {
    tables::traffic().iter().map(|s| s.kind).collect::<Vec<_>>().join("|")
}

const REVERSE: &str = r#"{ "rate_bps": 2000000, "queue": { "limit_packets": 20 } }"#;

#[test] // contract 1.1
fn the_reverse_bottleneck_has_the_form_of_the_other() {
    use Code::*;
    let document = accepted(&[("reverse_bottleneck", REVERSE), ("flows", r#"[{}, {"direction": "reverse"}]"#)]);
    let reverse = document.scenario.side(Side::Reverse).unwrap();
    assert_eq!((reverse.rate_bps(), reverse.queue.get("limit_packets")), (2e6, Value::Number(20.0)));
    assert_eq!((reverse.loss.section.kind, reverse.reordering.is_none()), ("bernoulli", true));
    assert!(accepted(&[]).scenario.side(Side::Reverse).is_none());
    one(&[("reverse_bottleneck", "null")], (WrongType, "reverse_bottleneck", "null", "{ … }", ""));
    let text = r#"{ "rate_bps": 1, "queue": {}, "los": {} }"#;
    let errors = refused(&[("reverse_bottleneck", text)]);
    let expected = [
        (OutOfRange, "reverse_bottleneck.rate_bps"),
        (UnknownField, "reverse_bottleneck.los"),
        (OneOfNeither, "reverse_bottleneck.queue"),
    ];
    assert_eq!((codes(&errors), errors.list[1].nearest.as_str()), (expected.to_vec(), "loss"));
    let errors = refused(&[("reverse_bottleneck", "{}")]);
    let expected = [(MissingField, "reverse_bottleneck.rate_bps"), (MissingField, "reverse_bottleneck.queue")];
    assert_eq!(codes(&errors), expected);
}

#[test] // contract 1.2
fn a_flow_of_the_other_direction_needs_a_bottleneck_there() {
    let reverse = [("flows.0.direction", "\"reverse\"")];
    one(&reverse, (Code::NoReverse, "flows[0].direction", "\"reverse\"", "forward", ""));
    // A bottleneck in error is a bottleneck.
    let errors = refused(&[("flows.0.direction", "\"reverse\""), ("reverse_bottleneck", "3")]);
    assert_eq!(codes(&errors), [(Code::WrongType, "reverse_bottleneck")]);
    one(
        &[("flows.0.direction", "\"back\"")],
        (Code::UnknownName, "flows[0].direction", "\"back\"", "forward|reverse", ""),
    );
}

#[test] // contract 1.1
fn a_policer_is_read() {
    use Code::*;
    let policer = |json: &str| accepted(&[("bottleneck.policer", json)]).scenario.bottleneck.policer.unwrap();
    let given = policer(r#"{"rate_bps": 2e6, "burst_bytes": 3000}"#);
    assert_eq!((given.get("rate_bps"), given.get("burst_bytes")), (Value::Number(2e6), Value::Number(3000.0)));
    assert_eq!(policer(r#"{"rate_bps": 2e6}"#).get("burst_bytes"), Value::Number(150_000.0));
    assert!(accepted(&[]).scenario.bottleneck.policer.is_none());
    let one_in = |json: &str, (code, field, found, allowed): (Code, &str, &str, &str), nearest: &str| {
        let place = format!("bottleneck.policer{field}");
        one(&[("bottleneck.policer", json)], (code, &place, found, allowed, nearest));
    };
    let rate = "1000 <= x <= 1000000000000, whole";
    one_in("{}", (MissingField, ".rate_bps", "", rate), "");
    one_in(r#"{"rate_bps": 1500.5}"#, (NotWhole, ".rate_bps", "1500.5", rate), "");
    let burst = "1 <= x <= 1000000000, whole";
    one_in(r#"{"rate_bps": 2e6, "burst_bytes": 0}"#, (OutOfRange, ".burst_bytes", "0", burst), "");
    let unknown = r#"{"rate_bps": 2e6, "burst_byte": 3000}"#;
    one_in(unknown, (UnknownField, ".burst_byte", "burst_byte", "rate_bps|burst_bytes"), "burst_bytes");
    one_in("null", (WrongType, "", "null", "{ … }"), "");
}

#[test] // contract 1.1: the limit of DualPI2 is in packets only
fn some_settings_belong_to_one_discipline() {
    let known = "discipline|limit_packets|target_ms|tupdate_ms|alpha|beta|coupling|step_ms|classic_share_percent";
    let queue = r#"{"discipline": "dualpi2", "limit_bytes": 9000}"#;
    let place = "bottleneck.queue.limit_bytes";
    one(&[("bottleneck.queue", queue)], (Code::UnknownField, place, "limit_bytes", known, ""));
    let queue = |json: &str| accepted(&[("bottleneck.queue", json)]).scenario.bottleneck.queue;
    assert_eq!(queue(r#"{"discipline": "dualpi2"}"#).get("limit_packets"), Value::Number(10_000.0));
    assert_eq!(queue(r#"{"limit_packets": 9}"#).get("step_mark_packets"), Value::Null);
    assert_eq!(queue(r#"{"limit_packets": 9, "step_mark_packets": null}"#).get("step_mark_packets"), Value::Null);
    let marks = queue(r#"{"limit_packets": 9, "step_mark_packets": 5}"#);
    assert_eq!(marks.get("step_mark_packets"), Value::Number(5.0));
    let place = "bottleneck.queue.step_mark_packets";
    let allowed = "0 <= x <= 10000000, whole|null";
    let queue = r#"{"limit_packets": 9, "step_mark_packets": -1}"#;
    one(&[("bottleneck.queue", queue)], (Code::OutOfRange, place, "-1", allowed, ""));
}

#[test] // contract 1.2
fn an_application_is_read() {
    use Code::*;
    let application = |json: &str| accepted(&[("flows.0.application", json)]).scenario.flows.remove(0).application;
    assert_eq!(accepted(&[]).scenario.flows[0].application.section.kind, "bulk");
    assert_eq!(application("{}").section.kind, "bulk");
    let given = application(r#"{"kind": "segments", "segment_bytes": 5e5, "period_s": 2}"#);
    let values = ["segment_bytes", "period_s", "buffer_segments"].map(|name| given.get(name));
    assert_eq!(values, [Value::Number(5e5), Value::Number(2.0), Value::Number(5.0)]);
    assert_eq!(application(r#"{"kind": "on_off"}"#).get("rate_bps"), Value::Null);
    let one_in = |json: &str, (code, field, found, allowed): (Code, &str, &str, &str), nearest: &str| {
        let place = format!("flows[0].application{field}");
        one(&[("flows.0.application", json)], (code, &place, found, allowed, nearest));
    };
    let period = "0.001 <= x <= 1000000";
    for field in ["on_s", "off_s"] {
        let zero = format!(r#"{{"kind": "on_off", "{field}": 0}}"#);
        one_in(&zero, (OutOfRange, &format!(".{field}"), "0", period), "");
    }
    let player = r#"{"kind": "segments", "period_s": -1, "buffer_segments": 2.5}"#;
    let errors = refused(&[("flows.0.application", player)]);
    assert_eq!(
        codes(&errors),
        [(OutOfRange, "flows[0].application.period_s"), (NotWhole, "flows[0].application.buffer_segments")]
    );
    let rate = "1000 <= x <= 1000000000000, whole";
    one_in(r#"{"kind": "rate", "rate_bps": 1}"#, (OutOfRange, ".rate_bps", "1", rate), "");
    one_in(r#"{"kind": "rate", "on_s": 1}"#, (UnknownField, ".on_s", "on_s", "kind|rate_bps"), "");
    one_in(r#"{"rate_bps": 1e6}"#, (UnknownField, ".rate_bps", "rate_bps", "kind"), "");
    one_in(r#"{"kind": "segment"}"#, (UnknownName, ".kind", "\"segment\"", "bulk|rate|on_off|segments"), "segments");
    one_in("null", (WrongType, "", "null", "{ … }"), "");
    one_in("\"bulk\"", (WrongType, "", "\"bulk\"", "{ … }"), "");
    let crowd = r#"[{"kind": "flash_crowd", "application": {"kind": "rate"}}]"#;
    assert_eq!(codes(&refused(&[("cross_traffic", crowd)])), [(UnknownField, "cross_traffic[0].application")]);
}

#[test] // RFC 9768: feedback about marks, of which a flow without ECN has none
fn accurate_feedback_needs_ecn() {
    let flow = |fields: &str| format!(r#"[{{"ecn_feedback": "accurate"{fields}}}]"#);
    let expected = (Code::NoEcn, "flows[0].ecn_feedback", "\"accurate\"", "classic", "");
    for fields in ["", r#", "ecn": false"#, r#", "algorithm": {"kind": "dctcp"}, "ecn": false"#] {
        one(&[("flows", &flow(fields))], expected);
    }
    for fields in [r#", "ecn": true"#, r#", "algorithm": {"kind": "dctcp"}"#, r#", "algorithm": {"kind": "prague"}"#] {
        accepted(&[("flows", &flow(fields))]);
    }
    accepted(&[("flows", r#"[{"algorithm": {"kind": "dctcp"}, "ecn": false}, {"ecn_feedback": "classic"}]"#)]);
    // Where the algorithm is unknown, so is whether it uses ECN.
    let errors = refused(&[("flows", &flow(r#", "algorithm": {"kind": "dctpc"}"#))]);
    assert_eq!(codes(&errors), [(Code::UnknownName, "flows[0].algorithm.kind")]);
    let crowd = r#"[{"kind": "flash_crowd", "ecn_feedback": "accurate"}]"#;
    assert_eq!(codes(&refused(&[("cross_traffic", crowd)])), [(Code::NoEcn, "cross_traffic[0].ecn_feedback")]);
}

#[test] // what a stack has not, or cannot use, may not be turned on; a default without its signal says nothing
fn means_need_their_stack_and_their_signal() {
    use Code::*;
    let refused = |fields: &str, code, name: &str, allowed: &str| {
        let at = format!("flows[0].{name}");
        one(&[("flows", &format!(r#"[{{{fields}, "{name}": true}}]"#))], (code, &at, "true", allowed, ""));
        accepted(&[("flows", &format!(r#"[{{{fields}, "{name}": false}}]"#))]);
        accepted(&[("flows", &format!("[{{{fields}}}]"))]);
    };
    for means in &MEANS {
        for host in ["freebsd", "linux_2_6", "linux", "ns2"] {
            let fields = format!(r#""host": "{host}", "timestamps": true"#);
            if means.hosts.contains(&host) {
                accepted(&[("flows", &format!(r#"[{{{fields}, "{}": true}}]"#, means.name))]);
            } else {
                refused(&fields, LacksField, means.name, &format!("host: {}", means.hosts.join("|")));
            }
        }
    }
    for name in ["dsack", "tail_loss_probe"] {
        refused(r#""host": "linux", "recovery": "newreno""#, NoSignal, name, "recovery: ≠ newreno");
    }
    refused(r#""host": "linux_2_6", "timestamps": false"#, NoSignal, "eifel", "timestamps: true");
    let crowd = r#"[{"kind": "flash_crowd", "eifel": true}]"#;
    let errors = self::refused(&[("cross_traffic", crowd)]);
    assert_eq!(codes(&errors), [(LacksField, "cross_traffic[0].eifel")]);
}

#[test] // contract 1.1
fn reordering_and_ticks_are_read() {
    use Code::*;
    let reordering = |json: &str| accepted(&[("bottleneck.reordering", json)]).scenario.bottleneck.reordering.unwrap();
    let given = reordering(r#"{"model": "bernoulli", "probability": 0.0001, "depth_packets": 1}"#);
    assert_eq!((given.get("probability"), given.get("depth_packets")), (Value::Number(1e-4), Value::Number(1.0)));
    assert_eq!(reordering("{}").get("probability"), Value::Number(0.0));
    let ticks = accepted(&[("bottleneck.tick_ms", "1")]).scenario.bottleneck.settings;
    assert_eq!(ticks.get("tick_ms"), Value::Number(1.0));
    assert_eq!(accepted(&[]).scenario.bottleneck.settings.get("tick_ms"), Value::Number(0.0));
    let one_in = |json: &str, code, place: &str, found: &str, allowed: &str, nearest: &str| {
        one(&[("bottleneck.reordering", json)], (code, place, found, allowed, nearest));
    };
    let model = "bottleneck.reordering.model";
    one_in(r#"{"model": "bernouli"}"#, UnknownName, model, "\"bernouli\"", "bernoulli", "bernoulli");
    one_in(
        r#"{"depth_packets": 0}"#,
        OutOfRange,
        "bottleneck.reordering.depth_packets",
        "0",
        "1 <= x <= 1000000, whole",
        "",
    );
    one_in("null", WrongType, "bottleneck.reordering", "null", "{ … }", "");
}

#[test] // contract 1.1
fn lists_tell_each_entry_that_is_wrong() {
    use Code::*;
    let gaps = |json: &str| [("bottleneck.loss", format!(r#"{{"model": "periodic", "gaps": {json}}}"#))];
    let of = |change: &[(&'static str, String); 1]| [(change[0].0, change[0].1.clone())];
    let read = |change: [(&'static str, String); 1]| {
        let [(path, json)] = of(&change);
        accepted(&[(path, &json)]).scenario.bottleneck.loss
    };
    assert_eq!(read(gaps("[3, 1e2]")).get("gaps"), Value::List(List::Fixed(&[3.0, 100.0])));
    let refuse = |change: [(&'static str, String); 1], expected: &[(Code, &str, &str, &str, &str)]| {
        let [(path, json)] = of(&change);
        let errors = refused(&[(path, &json)]);
        let told = errors
            .list
            .iter()
            .map(|e| (e.code, e.place.as_str(), e.found.as_str(), e.allowed.as_str(), e.nearest.as_str()));
        assert_eq!(told.collect::<Vec<_>>(), expected, "{json}");
    };
    let (place, gap) = ("bottleneck.loss.gaps", "1 <= x <= 1000000000, whole");
    let list = &*format!("[ 1 … 1000 ]: {gap}");
    refuse(gaps("3"), &[(WrongType, place, "3", list, "")]);
    refuse(gaps("null"), &[(WrongType, place, "null", list, "")]);
    refuse(gaps("[]"), &[(OutOfRange, place, "[]", list, "")]);
    refuse(gaps(&format!("[{}]", vec!["1"; 1001].join(","))), &[(TooMany, place, "1001", "<= 1000", "")]);
    refuse(
        gaps(r#"[0, 5, 2.5, "x", null]"#),
        &[
            (OutOfRange, "bottleneck.loss.gaps[0]", "0", gap, ""),
            (NotWhole, "bottleneck.loss.gaps[2]", "2.5", gap, ""),
            (WrongType, "bottleneck.loss.gaps[3]", "\"x\"", gap, ""),
            (WrongType, "bottleneck.loss.gaps[4]", "null", gap, ""),
        ],
    );
    let phases = |json: &str| [("bottleneck.loss", format!(r#"{{"model": "schedule", "phases": {json}}}"#))];
    let schedule = read(phases(r#"[{"duration_s": 6, "every": 200}, {"every": 4, "duration_s": 1}]"#));
    assert_eq!(schedule.get("phases"), Value::List(List::Fixed(&[6.0, 200.0, 1.0, 4.0])));
    let (duration, every) = ("1e-6 <= x <= 10000000", "0 <= x <= 1000000000, whole");
    refuse(
        phases(r#"[{"duration_s": 0, "evry": 4}, 7]"#),
        &[
            (UnknownField, "bottleneck.loss.phases[0].evry", "evry", "duration_s|every", "every"),
            (OutOfRange, "bottleneck.loss.phases[0].duration_s", "0", duration, ""),
            (MissingField, "bottleneck.loss.phases[0].every", "", every, ""),
            (WrongType, "bottleneck.loss.phases[1]", "7", "{ … }", ""),
        ],
    );
}

#[test] // contract 1.3
fn a_flash_crowd_has_an_algorithm_and_its_hosts_options() {
    use Code::*;
    let crowd = |json: &str| {
        let text = format!(r#"[{{"kind": "flash_crowd", {json}}}]"#);
        accepted(&[("cross_traffic", &text)]).scenario.cross_traffic.remove(0)
    };
    let given = crowd(
        r#""transfer_packets": 12, "arrivals_per_s": 9.5, "base_rtt_ms": 80, "host": "linux", "initial_window_packets": 4,
           "algorithm": {"kind": "cdg", "g_ms": 5}"#,
    );
    let transfers = given.transfers.as_ref().unwrap();
    assert_eq!(given.traffic.get("transfer_packets"), Value::Number(12.0));
    assert_eq!(transfers.algorithm.get("g_ms"), Value::Number(5.0));
    assert_eq!(transfers.settings.get("initial_window_packets"), Value::Number(4.0));
    assert_eq!(transfers.settings.get("delayed_ack"), Value::Bool(true));
    let plain = crowd(r#""stream": 4"#).transfers.unwrap();
    assert_eq!((plain.algorithm.section.kind, plain.settings.get("host")), ("newreno", Value::Word("freebsd")));
    let voip = accepted(&[("cross_traffic", r#"[{"kind": "voip"}]"#)]).scenario.cross_traffic.remove(0);
    assert!(voip.transfers.is_none());

    let errors = refused(&[(
        "cross_traffic",
        r#"[{"kind": "flash_crowd", "send_jitter_ms": 1, "transfer_bytes": 3, "direction": "reverse", "hst": "ns2",
             "recovery": "sck", "algorithm": {"kind": "cdgg", "g_ms": 0}},
            {"kind": "voip", "algorithm": {"kind": "cdg"}, "host": "ns2"}]"#,
    )]);
    assert_eq!(
        codes(&errors),
        [
            (UnknownName, "cross_traffic[0].recovery"),
            (UnknownName, "cross_traffic[0].algorithm.kind"),
            (UnknownField, "cross_traffic[0].send_jitter_ms"),
            (UnknownField, "cross_traffic[0].transfer_bytes"),
            (UnknownField, "cross_traffic[0].direction"),
            (UnknownField, "cross_traffic[0].hst"),
            (UnknownField, "cross_traffic[1].algorithm"),
            (UnknownField, "cross_traffic[1].host"),
        ]
    );
    let nearest: Vec<&str> = errors.list.iter().map(|e| e.nearest.as_str()).collect();
    assert_eq!(nearest, ["sack", "cdg", "", "transfer_packets", "", "host", "", ""]);
}

/// Every kind of everything may be named alone and has its defaults, which are legal themselves.
#[test]
fn every_kind_is_read_by_its_name_alone() {
    let read = |path: &str, text: String| {
        let document = accepted(&[(path, &text)]);
        let written = resolved(&document, None);
        let again = sawtooth_scenario::read(&written.to_string()).expect("what is written is read");
        assert_eq!(resolved(&again, None), written, "{text}");
    };
    for section in tables::algorithms() {
        read("flows.0.algorithm", format!(r#"{{"kind": "{}"}}"#, section.kind));
        for variant in section.variants {
            let (kind, selector, name) = (section.kind, section.selector, variant.name);
            read("flows.0.algorithm", format!(r#"{{"kind": "{kind}", "{selector}": "{name}"}}"#));
        }
    }
    for variant in host::SECTION.variants {
        read("flows.0.host", format!("{:?}", variant.name));
    }
    for section in tables::traffic() {
        read("cross_traffic", format!(r#"[{{"kind": "{}"}}]"#, section.kind));
    }
    for section in tables::models() {
        read("bottleneck.loss", format!(r#"{{"model": "{}"}}"#, section.kind));
    }
    for section in tables::reorderings() {
        read("bottleneck.reordering", format!(r#"{{"model": "{}"}}"#, section.kind));
    }
    for section in tables::applications() {
        read("flows.0.application", format!(r#"{{"kind": "{}"}}"#, section.kind));
    }
    for section in tables::disciplines() {
        // Each takes a limit in either unit, one at a time, except DualPI2 (contract 1.1).
        let kind = section.kind;
        read("bottleneck.queue", format!(r#"{{"discipline": "{kind}", "limit_packets": 7}}"#));
        if section.index("limit_bytes").is_none() {
            continue;
        }
        read("bottleneck.queue", format!(r#"{{"discipline": "{kind}", "limit_bytes": 9000}}"#));
        let both = format!(r#"{{"discipline": "{kind}", "limit_bytes": 9000, "limit_packets": 7}}"#);
        assert_eq!(refused(&[("bottleneck.queue", &both)]).list[0].code, Code::OneOfBoth);
        if kind != "drop_tail" {
            read("bottleneck.queue", format!(r#"{{"discipline": "{kind}"}}"#));
        }
    }
}

/// A path ends at one scalar, so that no list may be live.
#[test]
fn no_list_is_live() {
    let lists =
        [tables::algorithms(), tables::disciplines(), tables::models(), tables::reorderings(), tables::traffic()];
    let sections = lists.iter().flat_map(|list| list.iter().copied()).chain([&RUN, &BOTTLENECK, &host::SECTION]);
    let rows: Vec<_> = sections.flat_map(|section| section.params).collect();
    assert!(rows.iter().any(|row| matches!(row.domain, Domain::List(_))));
    assert!(rows.iter().all(|row| !(row.live && matches!(row.domain, Domain::List(_)))));
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
fn a_textbook_s_algorithm_is_answered_with_its_setting() {
    for (given, setting) in [("reno", "\"recovery\": \"reno\""), ("TcpTahoe", "\"recovery\": \"tahoe\"")] {
        let error = &refused(&[("flows.0.algorithm", &format!("{{\"kind\": \"{given}\"}}"))]).list[0];
        assert_eq!(
            (error.code, error.nearest.as_str(), error.allowed.as_str()),
            (Code::IsRecovery, "newreno", setting)
        );
    }
    accepted(&[("flows.0.recovery", "\"tahoe\"")]);
}

#[test]
fn errors_beyond_a_hundred_are_counted() {
    let flows: Vec<String> = (0..300).map(|i| format!("{{\"junk\": {i}}}")).collect();
    let errors = refused(&[("flows", &format!("[{}]", flows.join(",")))]);
    assert_eq!((errors.list.len(), errors.more), (100, 200));
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
    // With a value that rounds to zero, a timer would fire at the same instant again and again.
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
fn writing_out_and_reading_again_changes_nothing() {
    let list = r#"[{"at_s": 1, "path": "bottleneck.loss.probability", "value": 0.01}]"#;
    let document = accepted(&[("interventions", list), ("cross_traffic", r#"[{"kind": "voip"}]"#)]);
    let once = resolved(&document, None);
    let again = read(&once.to_string()).unwrap();
    assert_eq!(resolved(&again, None), once);
    assert_eq!(document.raw.to_string(), parse(&document.raw.to_string()).unwrap().to_string());
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
fn the_contracts_example_is_read() {
    let document = read(include_str!("../../../cli/tests/contract.json")).unwrap();
    assert_eq!(document.title.as_deref(), Some("CDG against NewReno, 1 % random loss"));
    let names: Vec<&str> = document.scenario.flows.iter().map(|flow| flow.name.as_str()).collect();
    assert_eq!(names, ["cdg", "newreno"]);
    assert_eq!(document.scenario.interventions.len(), 2);
    assert!(matches!(document.scenario.interventions[1].change, Change::Algorithm(0, _, Value::Number(6.0))));
}

#[test] // contract 1.2: cubic is `linux` on the host `linux` and `rfc9438` on the others; an explicit variant wins
fn a_host_brings_the_default_variant_of_cubic() {
    let variant = |choice: &Choice| choice.get("variant");
    let cubic = "{ \"kind\": \"cubic\" }";
    for (host, expected) in [("freebsd", "rfc9438"), ("linux_2_6", "rfc9438"), ("linux", "linux"), ("ns2", "rfc9438")] {
        let host = format!("{host:?}");
        let flow = accepted(&[("flows.0.host", &host), ("flows.0.algorithm", cubic)]).scenario.flows.remove(0);
        assert_eq!(variant(&flow.algorithm), Value::Word(expected), "{host}");
        let explicit = "{ \"kind\": \"cubic\", \"variant\": \"rfc9438\" }";
        let flow = accepted(&[("flows.0.host", &host), ("flows.0.algorithm", explicit)]).scenario.flows.remove(0);
        assert_eq!(variant(&flow.algorithm), Value::Word("rfc9438"));
        // The same where an intervention switches to CUBIC, and for the transfers of a flash crowd.
        let change = "[{ \"at_s\": 1, \"path\": \"flows.flow1.algorithm.kind\", \"value\": \"cubic\" }]";
        let scenario = accepted(&[("flows.0.host", &host), ("interventions", change)]).scenario;
        let Change::Kind(0, choice) = &scenario.interventions[0].change else { panic!("a kind is switched") };
        assert_eq!(variant(choice), Value::Word(expected), "{host}");
        let crowd = format!("[{{ \"kind\": \"flash_crowd\", \"host\": {host}, \"algorithm\": {cubic} }}]");
        let scenario = accepted(&[("cross_traffic", &crowd)]).scenario;
        let transfers = scenario.cross_traffic[0].transfers.as_ref().expect("a crowd has transfers");
        assert_eq!(variant(&transfers.algorithm), Value::Word(expected), "{host}");
    }
}

#[test]
fn a_readers_own_algorithm_is_unknown_without_a_host_program() {
    use sawtooth_engine::cc::own::{Answer, set_host};
    let own: &[(&str, &str)] = &[("flows.0.algorithm", r#"{ "kind": "own" }"#)];
    assert_eq!(codes(&refused(own)), [(Code::UnknownName, "flows[0].algorithm.kind")]);
    assert!(tables::algorithms().iter().all(|section| section.kind != "own"));
    // The handler is this thread's.
    set_host(|_, _| Answer::Absent);
    assert_eq!(accepted(own).scenario.flows[0].algorithm.section.kind, "own");
    assert!(
        std::thread::spawn(|| read(&with(&[("flows.0.algorithm", r#"{ "kind": "own" }"#)])).is_err()).join().unwrap()
    );
}
