//! A queue's limit in time or in BDPs: what it becomes, and what is refused.

use sawtooth_engine::observe::NullObserver;
use sawtooth_engine::params::Value;
use sawtooth_engine::sim::Simulation;
use sawtooth_scenario::{Document, read, resolved};

fn text(link: &str, queue: &str, more: &str) -> String {
    format!(
        r#"{{"schema": 1, "duration_s": 5, "bottleneck": {{{link}, "queue": {{{queue}}}}},
        "flows": [{{"name": "a"}}, {{"name": "b", "base_rtt_ms": 70}}]{more}}}"#
    )
}

fn document(link: &str, queue: &str) -> Document {
    read(&text(link, queue, "")).unwrap_or_else(|errors| panic!("{link} {queue}: {errors:?}"))
}

fn bytes(link: &str, queue: &str) -> f64 {
    let Value::Number(bytes) = document(link, queue).scenario.bottleneck.queue.get("limit_bytes") else {
        panic!("no limit in bytes")
    };
    bytes
}

#[test]
fn a_limit_in_time_or_bdps_becomes_bytes() {
    let rate = r#""rate_bps": 1e7"#;
    // 10 Mbit/s for 100 ms; one and a half times 10 Mbit/s and 70 ms.
    assert_eq!(bytes(rate, r#""limit_ms": 100"#), 125_000.0);
    assert_eq!(bytes(rate, r#""discipline": "red", "limit_bdp": 1.5"#), 131_250.0);
    // 1 Gbit/s and 70 ms are more than what other limits may be.
    assert_eq!(bytes(r#""rate_bps": 1e9"#, r#""discipline": "fq_codel", "limit_bdp": 2"#), 17_500_000.0);
    // A trace of three opportunities in 9 ms: 4 Mbit/s, whatever the rate.
    assert_eq!(bytes(r#""rate_bps": 1e7, "rate_trace_ms": [2, 5, 9]"#, r#""limit_ms": 100"#), 50_000.0);
    // A Wi-Fi link: what full aggregates carry, 61.2 Mbit/s.
    let wifi = bytes(r#""rate_bps": 65e6, "rate_model": {"model": "wifi"}"#, r#""limit_ms": 100"#);
    assert!((760_000.0..770_000.0).contains(&wifi), "{wifi}");
}

#[test]
fn the_run_is_that_of_the_limit_in_bytes() {
    let digest = |queue: &str| {
        let scenario = document(r#""rate_bps": 1e7"#, queue).scenario;
        let mut simulation = Simulation::new(&scenario);
        simulation.run_until(scenario.duration, &mut NullObserver);
        simulation.digest_hex()
    };
    assert_eq!(digest(r#""limit_ms": 100"#), digest(r#""limit_bytes": 125000"#));
    assert_eq!(digest(r#""limit_bdp": 1"#), digest(r#""limit_bytes": 87500"#));
    assert_ne!(digest(r#""limit_bdp": 1"#), digest(r#""limit_bytes": 125000"#));
}

#[test]
fn the_resolved_document_has_the_bytes_and_the_given_one_what_was_given() {
    let given = document(r#""rate_bps": 1e7"#, r#""limit_ms": 100"#);
    let queue = |json: &sawtooth_scenario::Json| json.get("bottleneck").unwrap().get("queue").unwrap().clone();
    let known = queue(&resolved(&given, None));
    assert_eq!(known.get("limit_bytes").unwrap().number(), Some(125_000.0));
    assert!(known.get("limit_ms").is_none() && known.get("limit_packets").is_none());
    assert_eq!(queue(&given.raw).to_string(), r#"{"limit_ms":100}"#);
    // A change of discipline keeps it.
    let change = r#", "interventions": [{"at_s": 1, "path": "bottleneck.queue.discipline", "value": "codel"}]"#;
    let changed = read(&text(r#""rate_bps": 1e7"#, r#""limit_ms": 100"#, change)).unwrap();
    let after = queue(&resolved(&changed, Some(sawtooth_engine::units::Time::from_seconds(2.0))));
    assert_eq!(after.get("limit_bytes").unwrap().number(), Some(125_000.0));
}

#[test]
fn what_is_no_limit_is_refused_with_its_place() {
    let refused = |queue: &str, more: &str| {
        let errors = read(&text(r#""rate_bps": 1e7"#, queue, more)).err().unwrap_or_else(|| panic!("{queue}"));
        let first = &errors.list[0];
        (first.place.clone(), first.found.clone(), first.allowed.clone())
    };
    let one = "limit_packets|limit_bytes|limit_ms|limit_bdp";
    let both = refused(r#""limit_ms": 5, "limit_packets": 9"#, "");
    assert_eq!(both, ("bottleneck.queue".into(), "limit_packets, limit_ms".into(), one.into()));
    assert_eq!(refused(r#""counting": "ns2""#, "").2, one);
    assert_eq!(
        refused(r#""limit_ms": 0"#, ""),
        ("bottleneck.queue.limit_ms".into(), "0".into(), "0 < x <= 10000000".into())
    );
    let little = refused(r#""limit_ms": 1e-5"#, "");
    assert_eq!(
        little,
        ("bottleneck.queue.limit_ms".into(), "1e-5 = 0 bytes".into(), "1 <= x <= 10000000000 (limit_bytes)".into())
    );
    let live = r#", "interventions": [{"at_s": 1, "path": "bottleneck.queue.limit_ms", "value": 50}]"#;
    let (place, _, allowed) = refused(r#""limit_ms": 100"#, live);
    assert!(place.starts_with("interventions[0]: bottleneck.queue.limit_ms") && allowed.contains("limit_bytes"));
    for (field, value, allowed) in [
        ("mean_ms", "-1", "0 <= x <= 100000"),
        ("deviation_ms", "-5", "0 <= x <= 100000"),
        ("correlation", "1", "0 <= x <= 0.9999"),
    ] {
        let link = format!(r#""rate_bps": 1e7, "delay_variation": {{"{field}": {value}}}"#);
        let error = read(&text(&link, r#""limit_ms": 5"#, "")).unwrap_err().list.remove(0);
        let place = format!("bottleneck.delay_variation.{field}");
        assert_eq!((error.place, error.found, error.allowed), (place, value.into(), allowed.into()));
    }
    for (steps, place, found, allowed) in [
        (
            r#"[{"at_s": 0, "rate_bps": 1e6}, {"at_s": 2.5, "rate_bps": 1e6}, {"at_s": 2, "rate_bps": 0}]"#,
            "[2].at_s",
            "2",
            "x >= 2.5",
        ),
        (r#"[{"at_s": 0, "rate_bps": 0}]"#, "[0].rate_bps", "0", "0 < x"),
        (r#"[{"at_s": -1, "rate_bps": 5}]"#, "[0].at_s", "-1", "0 <= x <= 10000000"),
    ] {
        let link = format!(r#""rate_bps": 1e7, "rate_steps": {steps}"#);
        let error = read(&text(&link, r#""limit_packets": 5"#, "")).unwrap_err().list.remove(0);
        let place = format!("bottleneck.rate_steps{place}");
        assert_eq!((error.place, &*error.found, &*error.allowed), (place, found, allowed));
    }
    let link = r#""rate_bps": 1e7, "rate_trace_ms": [3], "rate_steps": [{"at_s": 0, "rate_bps": 5e6}]"#;
    let error = read(&text(link, r#""limit_packets": 5"#, "")).unwrap_err().list.remove(0);
    assert_eq!((&*error.place, &*error.found), ("bottleneck", "rate_trace_ms, rate_steps"));
    let flows = text(r#""rate_bps": 1e7"#, r#""limit_ms": 5"#, "").replace(r#""name": "a""#, r#""ack_thinning": 0"#);
    let error = read(&flows).unwrap_err().list.remove(0);
    assert_eq!(
        (&*error.place, &*error.found, &*error.allowed),
        ("flows[0].ack_thinning", "0", "1 <= x <= 1000, whole")
    );
    let absent = r#", "interventions": [{"at_s": 1, "path": "bottleneck.delay_variation.mean_ms", "value": 50}]"#;
    let (place, _, allowed) = refused(r#""limit_ms": 100"#, absent);
    assert!(place.contains("delay_variation") && !allowed.contains("delay_variation"), "{place}: {allowed}");
}
