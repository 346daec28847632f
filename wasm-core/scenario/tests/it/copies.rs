//! Copies of an entry (`count`): the same scenario as with all entries written out, and what is rejected.

use crate::common::{accepted, codes, one, refused, with};
use sawtooth_scenario::{Code, parse, read, resolved};

/// Two documents give one scenario, changes included.
fn same(short: &[(&str, &str)], long: &[(&str, &str)]) {
    let (short, long) = (accepted(short), accepted(long));
    assert_eq!(short.scenario, long.scenario);
    assert_eq!(resolved(&short, None), resolved(&long, None));
}

#[test] // contract 1.2
fn copies_are_entries_written_out() {
    same(
        &[
            (
                "flows",
                r#"[{"name": "a", "count": 3, "algorithm": {"kind": "cdg", "g_ms": 5}, "base_rtt_ms": 7}, {}, {"name": "b", "stream": 40, "count": 2}]"#,
            ),
            (
                "cross_traffic",
                r#"[{"kind": "voip", "count": 2, "interval_ms": 10}, {"kind": "flash_crowd", "count": 1}]"#,
            ),
            (
                "interventions",
                r#"[{"at_s": 2, "path": "flows.a 3.algorithm.kind", "value": "cubic"}, {"at_s": 1, "path": "flows.flow4.base_rtt_ms", "value": 9},
                    {"at_s": 3, "path": "cross_traffic.voip1 2.interval_ms", "value": 5}]"#,
            ),
        ],
        &[
            (
                "flows",
                r#"[{"name": "a 1", "algorithm": {"kind": "cdg", "g_ms": 5}, "base_rtt_ms": 7},
                    {"name": "a 2", "algorithm": {"kind": "cdg", "g_ms": 5}, "base_rtt_ms": 7},
                    {"name": "a 3", "algorithm": {"kind": "cdg", "g_ms": 5}, "base_rtt_ms": 7}, {},
                    {"name": "b 1", "stream": 40}, {"name": "b 2", "stream": 41}]"#,
            ),
            (
                "cross_traffic",
                r#"[{"kind": "voip", "name": "voip1 1", "interval_ms": 10}, {"kind": "voip", "name": "voip1 2", "interval_ms": 10},
                    {"kind": "flash_crowd", "name": "flash_crowd3"}]"#,
            ),
            (
                "interventions",
                r#"[{"at_s": 2, "path": "flows.a 3.algorithm.kind", "value": "cubic"}, {"at_s": 1, "path": "flows.flow4.base_rtt_ms", "value": 9},
                    {"at_s": 3, "path": "cross_traffic.voip1 2.interval_ms", "value": 5}]"#,
            ),
        ],
    );
    let one = accepted(&[("flows", r#"[{"name": "a", "count": 1}]"#)]);
    assert_eq!(one.scenario.flows[0].name, "a");
}

#[test]
fn an_entry_is_found_from_each_of_its_copies() {
    let document = accepted(&[("flows", r#"[{"name": "a", "count": 3}, {"name": "b"}]"#)]);
    let name = |index| document.given("flows", index).and_then(|entry| entry.get("name")?.text());
    assert_eq!([0, 2, 3, 4].map(name), [Some("a"), Some("a"), Some("b"), None]);
    assert!(document.given("cross_traffic", 0).is_none());
}

#[test] // the place is that of the document's entry
fn wrong_counts_are_rejected() {
    use Code::*;
    let allowed = "1 <= x <= 10000, whole";
    let flows = |count: &str| format!(r#"[{{"count": {count}}}]"#);
    one(&[("flows", &flows("10001"))], (OutOfRange, "flows[0].count", "10001", allowed, ""));
    one(&[("flows", &flows("0"))], (OutOfRange, "flows[0].count", "0", allowed, ""));
    one(&[("flows", &flows("2.5"))], (NotWhole, "flows[0].count", "2.5", allowed, ""));
    one(&[("flows", &flows("\"2\""))], (WrongType, "flows[0].count", "\"2\"", allowed, ""));
    // Entries and copies count together.
    let many = r#"[{"name": "a", "count": 6000}, {"name": "b", "count": 4000}, {}]"#;
    one(&[("flows", many)], (TooMany, "flows", "10001", "<= 10000", ""));
    assert_eq!(accepted(&[("flows", &flows("10000"))]).scenario.flows.len(), 10_000);
    let mad = format!("[{}]", vec![r#"{"count": 10000}"#; 10_000].join(","));
    assert_eq!(codes(&refused(&[("flows", &mad)]))[0], (TooMany, "flows"));
}

#[test]
fn names_and_streams_of_copies_are_their_own() {
    use Code::*;
    let flows = |list: &'static str| [("flows", list)];
    one(
        &flows(r#"[{"name": "a", "count": 3}, {"name": "a 2"}]"#),
        (DuplicateName, "flows[1].name", "\"a 2\" = flows[0]", "≠ \"a 2\"", ""),
    );
    one(
        &flows(r#"[{"name": "a 2"}, {"name": "a", "count": 3}]"#),
        (DuplicateName, "flows[1].name", "\"a 2\" = flows[0]", "≠ \"a 2\"", ""),
    );
    // The entry's own name leads to its copies (`--set`).
    one(
        &flows(r#"[{"name": "a", "count": 3}, {"name": "a"}]"#),
        (DuplicateName, "flows[1].name", "\"a\" = flows[0]", "≠ \"a\"", ""),
    );
    one(
        &flows(r#"[{"stream": 5, "count": 3}, {"stream": 7}]"#),
        (DuplicateStream, "flows[1].stream", "7 = [0]", "≠ 7", ""),
    );
    one(
        &flows(r#"[{"stream": 9007199254740991, "count": 2}]"#),
        (OutOfRange, "flows[0].stream", "9007199254740991", "0 <= x <= 9007199254740990, whole", ""),
    );
    let name = "x".repeat(63);
    let long = format!(r#"[{{"name": "{name}", "count": 9}}]"#);
    let errors = refused(&[("flows", &long)]);
    assert_eq!(codes(&errors), [(BadName, "flows[0].name")]);
    assert!(read(&with(&[("flows", &long.replace("xx", "x"))])).is_ok());
}

#[test] // contract 1.5
fn a_change_is_of_one_copy() {
    use Code::*;
    let flows = ("flows", r#"[{"name": "b"}, {"name": "a", "count": 2, "algorithm": {"kind": "cubic"}}]"#);
    let change = |path: &str| format!(r#"[{{"at_s": 1, "path": "{path}", "value": 9}}]"#);
    one(
        &[flows, ("interventions", &change("flows.a.base_rtt_ms"))],
        (NoSuchPath, "interventions[0]: flows.a.base_rtt_ms", "a", "a 1|a 2|b", ""),
    );
    one(
        &[flows, ("interventions", &change("flows.a 2.count"))],
        (
            NotLive,
            "interventions[0]: flows.a 2.count (flows[1].count)",
            "9",
            "base_rtt_ms|send_jitter_ms|receive_window_packets|ack_loss|ack_thinning|ack_thinning_ms|receive_offload_packets|receive_offload_ms|algorithm|application",
            "",
        ),
    );
    // Errors of the entry excuse paths of its copies.
    let wrong = ("flows", r#"[{"name": "b"}, {"name": "a", "count": 2, "algorithm": {"kind": "cubik"}}]"#);
    // A change that switches the algorithm of a copy makes it known again.
    let changes = r#"[{"at_s": 1, "path": "flows.a 2.algorithm.kind", "value": "cdg"},
        {"at_s": 2, "path": "flows.a 2.algorithm.g_ms", "value": -1}]"#;
    let errors = refused(&[wrong, ("interventions", changes)]);
    assert_eq!(errors.list.len(), 2, "{errors:?}");
    let errors = refused(&[wrong, ("interventions", &change("flows.a 2.algorithm.g_ms"))]);
    assert_eq!(codes(&errors), [(UnknownName, "flows[1].algorithm.kind")]);
    let errors =
        refused(&[("flows", r#"[{"name": "a", "count": 0}]"#), ("interventions", &change("flows.a 2.base_rtt_ms"))]);
    assert_eq!(codes(&errors), [(OutOfRange, "flows[0].count")]);
}

/// Written text is read back as it was meant.
#[test]
fn a_document_keeps_its_short_form() {
    let text = with(&[("flows", r#"[{"name": "a", "count": 3}]"#)]);
    assert_eq!(read(&text).unwrap().raw, parse(&text).unwrap());
}
