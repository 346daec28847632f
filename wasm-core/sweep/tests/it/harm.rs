//! Harm in a sweep: a flow beside others against the same flow alone.

use sawtooth_scenario::{Json, parse};
use sawtooth_sweep::{Sweep, Value};

/// A flow on a path with random loss, and what comes beside it.
fn numbers(others: &str, more: &str, measures: &str) -> Vec<Vec<f64>> {
    let document = format!(
        r#"{{ "schema": 1, "seeds": {{ "from": 1, "to": 2 }}, "measures": {measures}, "scenario": {{ "schema": 1, "duration_s": 10,
        "bottleneck": {{ "rate_bps": 4000000, "queue": {{ "limit_packets": 20 }}, "loss": {{ "probability": 0.001 }} }},
        "flows": [{{ "name": "a", "base_rtt_ms": 30 }}{others}]{more} }} }}"#
    );
    let sweep = Sweep::check(parse(&document).unwrap()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let row = |run: usize| {
        let row = sweep.run(run, &|share| assert!((0.0..=1.0).contains(&share)));
        assert_eq!(row.last(), Some(&Value::None));
        row[2..row.len() - 2].iter().map(|value| value.as_number().unwrap()).collect()
    };
    (0..sweep.runs()).map(row).collect()
}

#[test]
fn harm_compares_with_the_run_without_the_others() {
    let fields = r#"["flows.a.goodput_bps", "flows.a.rtt_ms.mean"]"#;
    let both = r#"["flows.a.goodput_bps", "flows.a.rtt_ms.mean", "flows.a.goodput_harm", "flows.a.rtt_harm"]"#;
    let other = r#", { "name": "b", "base_rtt_ms": 30, "algorithm": { "kind": "cubic" }, "start_s": 1, "stop_s": 8 }"#;
    let change = r#", "interventions": [{ "at_s": 3, "path": "flows.b.algorithm.kind", "value": "bbr" }]"#;
    let alone = numbers("", "", fields);
    for more in ["", change] {
        for (beside, alone) in numbers(other, more, both).iter().zip(&alone) {
            let [goodput_bps, rtt_ms, of_goodput, of_rtt] = beside[..] else { panic!("{beside:?}") };
            assert!(of_goodput > 0.2 && of_rtt.abs() > 0.02, "{beside:?}");
            assert_eq!(of_goodput, (alone[0] - goodput_bps) / alone[0]);
            assert_eq!(of_rtt, (rtt_ms - alone[1]) / rtt_ms);
        }
    }
    // By itself it loses nothing.
    assert_eq!(numbers("", "", r#"["flows.a.goodput_harm", "flows.a.rtt_harm"]"#), [[0.0, 0.0], [0.0, 0.0]]);
}

#[test]
fn each_flow_whose_harm_is_measured_is_run_alone_once() {
    let document = |measures: &str| {
        let text = format!(
            r#"{{ "schema": 1, "measures": {measures}, "scenario": {{ "schema": 1, "duration_s": 1, "flows": [{{ "count": 3 }}],
            "bottleneck": {{ "rate_bps": 4000000, "queue": {{ "limit_packets": 20 }} }} }} }}"#
        );
        Sweep::check(parse(&text).unwrap()).unwrap_or_else(|errors| panic!("{errors:?}"))
    };
    let sweep = document(r#"["flows.flow1 2.rtt_harm", "flows.flow1 1.goodput_harm", "flows.flow1 2.goodput_harm"]"#);
    assert_eq!(sweep.alone(), ["flow1 2", "flow1 1"]);
    assert!(document(r#"["jain_index"]"#).alone().is_empty());
    let names: Vec<Json> = sawtooth_sweep::harm::HARMS.iter().map(|harm| harm.name.into()).collect();
    assert_eq!(Json::Array(names).to_string(), r#"["goodput_harm","rtt_harm"]"#);
}
