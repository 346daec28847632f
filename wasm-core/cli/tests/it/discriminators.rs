//! The command's scores of loss discriminators: there when asked for, in both forms of the summary, and without effect on the run. Not
//! here: the scores themselves (crate `measures`).

use crate::common::place;
use sawtooth_scenario::{Json, parse};
use std::io::Write;
use std::process::{Command, Output, Stdio};

const DOCUMENT: &[u8] = br#"{ "schema": 1, "duration_s": 10,
    "bottleneck": { "rate_bps": 10000000, "queue": { "limit_packets": 84 }, "loss": { "probability": 0.01 } },
    "flows": [{ "name": "a" }, { "name": "late", "start_s": 50 }] }"#;

fn run(options: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sawtooth"))
        .args([&["run", "-"], options].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let _ = child.stdin.take().expect("its input").write_all(DOCUMENT);
    child.wait_with_output().expect("the program ends")
}

fn json(options: &[&str]) -> Json {
    let output = run(&[&["--summary", "json"], options].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    parse(&String::from_utf8(output.stdout).expect("UTF-8")).expect("JSON")
}

/// Without a flow's scores.
fn without_scores(mut summary: Json) -> (Json, Vec<Json>) {
    let mut scores = Vec::new();
    let Json::Object(fields) = &mut summary else { panic!("an object") };
    let flows = &mut fields.iter_mut().find(|(name, _)| name == "flows").expect("flows").1;
    let Json::Array(flows) = flows else { panic!("a list") };
    for flow in flows {
        let Json::Object(fields) = flow else { panic!("an object") };
        let place = fields.iter().position(|(name, _)| name == "discriminators").expect("scores");
        scores.push(fields.remove(place).1);
    }
    (summary, scores)
}

#[test]
fn the_summary_has_scores_when_asked_and_is_the_same_otherwise() {
    let plain = json(&[]);
    let (summary, scores) = without_scores(json(&["--discriminators"]));
    assert_eq!(summary, plain);
    let trace = place("discriminators.csv");
    let traced = json(&["--discriminators", "--trace", trace.to_str().expect("UTF-8")]);
    assert_eq!(without_scores(traced), (summary, scores.clone()));
    let of = |flow: usize| scores[flow].elements().expect("a list");
    assert_eq!(of(0).len(), 11);
    let spike = &of(0)[5];
    assert_eq!(spike.get("name").and_then(Json::text), Some("spike"));
    let lost = spike.get("random_losses").and_then(Json::number).expect("a number");
    let right = spike.get("random_right").and_then(Json::number).expect("a number");
    let share = spike.get("a_w").and_then(|share| share.get("value")).and_then(Json::number);
    assert!(lost > 10.0 && share == Some(right / lost), "{spike}");
    // A flow that never ran has nothing to count.
    assert!(of(1).iter().all(|score| score.get("a_w") == Some(&Json::Null) && score.get("j") == Some(&Json::Null)));
}

#[test]
fn the_table_has_a_row_for_each() {
    let text = |options: &[&str]| String::from_utf8(run(options).stdout).expect("UTF-8");
    let rows = text(&["--discriminators"]);
    assert!(rows.contains("discriminator") && rows.contains("A_c") && !text(&[]).contains("discriminator"));
    assert_eq!(rows.lines().filter(|line| line.starts_with("a ") && line.contains(" to ")).count(), 10, "{rows}");
    assert!(
        rows.lines().any(|line| line.starts_with("late") && line.contains("spike") && line.ends_with('-')),
        "{rows}"
    );
}

#[test]
fn a_trace_to_standard_output_leaves_no_place_for_them() {
    let output = run(&["--discriminators", "--trace", "-"]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--discriminators"));
}
