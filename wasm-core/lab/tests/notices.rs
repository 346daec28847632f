//! Every notice: it comes where its condition holds, and not just beside it; what it names; none of the presets has one that
//! is not listed here.

use sawtooth_lab::{notices, presets};
use sawtooth_scenario::words::Words;
use sawtooth_scenario::{Document, Json, check, parse};

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

/// The place is the entry's in the document, whose order is free.
#[test]
fn a_change_at_or_after_the_end_is_said() {
    let changes = r#"[{"at_s": 20, "path": "bottleneck.rate_bps", "value": 1e6},
        {"at_s": 19.999999999, "path": "bottleneck.rate_bps", "value": 2e6},
        {"at_s": 3, "path": "bottleneck.rate_bps", "value": 3e6}, {"at_s": 21, "path": "bottleneck.rate_bps", "value": 1e6}]"#;
    let late = [("changes_after_end", "interventions[0].at_s"), ("changes_after_end", "interventions[3].at_s")];
    assert_found(&[("flows", "[{}]"), ("interventions", changes)], &late);
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
            "late never runs: it would start at 30 s, and the run ends at 20 s.",
            "late never runs: it stops at 2.5 s, which is not after its start at 30 s.",
            "The change of flows.late.base_rtt_ms at 40 s never takes effect: the run ends at 20 s.",
        ]
    );
}

/// What the presets have: they are shown as they are, so each notice is meant.
const OF_PRESETS: &[(&str, &str, &str)] = &[];

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
