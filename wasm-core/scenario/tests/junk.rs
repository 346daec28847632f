//! No text and no tree makes reading panic, and what is read can be written.

mod common;

use common::*;
use proptest::prelude::*;
use sawtooth_engine::units::Time;
use sawtooth_scenario::{parse, read, resolved};

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
        "arrivals_per_s",
        "reverse_bottleneck.loss.probability",
        "cross_traffic.flash_crowd1.algorithm.kind",
        "bottleneck.reordering.model",
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
            "bottleneck.queue.limit_packets", "bottleneck.loss", "bottleneck.reordering", "reverse_bottleneck", "flows", "flows.0", "flows.0.algorithm", "cross_traffic",
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
