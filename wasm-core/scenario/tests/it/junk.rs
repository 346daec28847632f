//! No text and no tree makes reading panic, what is read can be written, and our parser reads what another one reads.

use crate::common::*;
use sawtooth_engine::units::Time;
use sawtooth_scenario::{Code, parse, read, resolved};
use sawtooth_testing::cases::hold;
use sawtooth_testing::draw::Draw;
use std::collections::BTreeMap;

/// Cases of each property where nobody says otherwise.
const CASES: u64 = 10_000;

/// Words that documents use.
const WORDS: &[&str] = &[
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
    "reverse_bottleneck",
    "reordering",
    "direction",
    "reverse",
    "periodic",
    "schedule",
    "gaps",
    "phases",
    "every",
    "flash_crowd",
    "fetch",
    "ping",
    "count",
    "arrivals_per_s",
    "reverse_bottleneck.loss.probability",
    "cross_traffic.flash_crowd1.algorithm.kind",
    "bottleneck.reordering.model",
    "policer",
    "application",
    "on_off",
    "segments",
    "flows.flow1.application.kind",
    "burst_bytes",
    "dualpi2",
    "step_mark_packets",
];
/// Other ends of a tree.
const LEAVES: &[&str] = &["0", "1", "-1", "0.5", "40", "1e300", "1e999", "-0", "null", "true", "[]", "{}"];
/// Fields replaced in the small document.
const FIELDS: &[&str] = &[
    "schema",
    "seed",
    "duration_s",
    "packet_bytes",
    "bottleneck",
    "bottleneck.rate_bps",
    "bottleneck.queue",
    "bottleneck.queue.limit_packets",
    "bottleneck.loss",
    "bottleneck.policer",
    "flows.0.application",
    "bottleneck.reordering",
    "reverse_bottleneck",
    "flows",
    "flows.0",
    "flows.0.algorithm",
    "cross_traffic",
    "interventions",
    "title",
];

/// A random JSON tree of these values, at most `levels` deep.
fn tree(draw: &mut Draw, levels: usize) -> String {
    let word = |draw: &mut Draw| format!("{:?}", draw.one_of(WORDS));
    match draw.below(if levels == 0 { 2 } else { 4 }) {
        0 => word(draw),
        1 => draw.one_of(LEAVES).into(),
        2 => {
            let elements: Vec<String> = (0..draw.below(4)).map(|_| tree(draw, levels - 1)).collect();
            format!("[{}]", elements.join(","))
        }
        _ => {
            let fields: BTreeMap<String, String> =
                (0..draw.below(6)).map(|_| (word(draw), tree(draw, levels - 1))).collect();
            let fields: Vec<String> = fields.into_iter().map(|(name, value)| format!("{name}:{value}")).collect();
            format!("{{{}}}", fields.join(","))
        }
    }
}

#[test]
fn no_text_panics() {
    let letter = |draw: &mut Draw| {
        let most = draw.one_of(&[0x80, 0x800, 0x11_0000]);
        char::from_u32(draw.below(most) as u32).unwrap_or('\u{fffd}')
    };
    let text = |draw: &mut Draw| (0..draw.below(60)).map(|_| letter(draw)).collect::<String>();
    hold(CASES, text, |text, _| drop(read(text)));
}

#[test]
fn no_tree_panics() {
    hold(CASES, |draw| tree(draw, 5), |text, _| drop(read(text)));
}

#[test]
fn no_replaced_field_panics() {
    let replaced = |value: &String, draw: &mut Draw| {
        // A tree that is made smaller need not be one.
        if parse(value).is_err() {
            return;
        }
        if let Ok(document) = read(&with(&[(draw.one_of(FIELDS), value)])) {
            let written = resolved(&document, Some(Time::NEVER)).to_string();
            assert!(parse(&written).is_ok(), "{written}");
        }
    };
    hold(CASES, |draw| tree(draw, 5), replaced);
}

/// JSON, or nearly: a tree of which a few letters are changed, left out or added.
fn nearly(draw: &mut Draw) -> String {
    let mut letters: Vec<char> = tree(draw, 2).chars().collect();
    for _ in 0..draw.below(4) {
        let at = draw.below(letters.len());
        let gone = draw.below(2).min(letters.len() - at);
        let new = r#"[]{},:"\abnu0012.eE+- "#.chars().nth(draw.below(26));
        letters.splice(at..at + gone, new);
    }
    letters.into_iter().collect()
}

#[test]
fn it_agrees_with_serde_json() {
    let theirs = |text: &str| serde_json::from_str::<serde_json::Value>(text);
    hold(CASES, nearly, |text, _| match (parse(text), theirs(text)) {
        // The same value, read back by the other parser.
        (Ok(tree), Ok(value)) => assert_eq!(theirs(&tree.to_string()).expect("it is written as JSON"), value),
        (Err(error), Ok(_)) => assert_eq!(error.code, Code::DuplicateKey),
        (ours, Err(error)) => assert!(ours.is_err() || error.to_string().contains("number out of range"), "{error}"),
    });
}
