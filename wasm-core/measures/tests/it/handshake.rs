//! Effects of a handshake: documents that people reported, where a sender that knew nothing of the path did wrong. Not here: the
//! sample itself (`engine/src/tcp/rtt.rs`), the first window of a paced flow (`engine/src/tcp/tests/pacing.rs`).

use sawtooth_measures::summary::Summary;
use sawtooth_scenario::{Json, check, parse};

/// A case with this handshake for all of its flows.
fn summary(text: &str, handshake: &str) -> Json {
    let mut document = parse(text).unwrap();
    let mut flows = document.get("flows").unwrap().elements().unwrap().to_vec();
    for flow in &mut flows {
        flow.set("handshake", Json::String(handshake.into()));
    }
    document.set("flows", Json::Array(flows));
    Summary::of(&check(document).unwrap().scenario)
}

fn numbers(summary: &Json, name: &str) -> Vec<f64> {
    let flows = summary.get("flows").unwrap().elements().unwrap();
    flows.iter().map(|flow| flow.get(name).and_then(Json::number).unwrap()).collect()
}

// Course CS244: 20 flows answer at once. Those whose first window is lost whole wait for the RTO of the path, 201 ms, not for 1 s; a kernel
// over 100 Mbit/s has 0.25 to 0.26 s
#[test]
fn answers_at_once_wait_for_the_timeout_of_their_path() {
    let text = include_str!("../../../testing/cases/l13_incast20.json");
    let last = |handshake| numbers(&summary(text, handshake), "completed_s").into_iter().fold(0.0, f64::max);
    assert!((0.2..0.3).contains(&last("assumed")), "{}", last("assumed"));
    assert!(last("none") > 1.0);
}

// picoquic PR 1959, L4STeam/linux 17: ten packets at one instant were marked after 1.1 ms, and Prague left slow start in its first round
// trip: 64 Mbit/s instead of 80 in the first seconds
#[test]
fn prague_leaves_slow_start_when_the_link_is_full() {
    let text = include_str!("../../../testing/cases/prague_first_window.json");
    let goodput = |handshake| numbers(&summary(text, handshake), "goodput_bps")[0] / 1e6;
    assert!(goodput("assumed") > 78.0 && goodput("none") < 66.0, "{} {}", goodput("assumed"), goodput("none"));
}

// The probe of a lost tail comes back within the least RTT of data, whose ACKs were delayed; the handshake's was less, so that RACK
// believes it: a recovery, and no timeout
#[test]
fn the_handshake_has_the_least_rtt() {
    let text = r#"{"schema": 1, "duration_s": 3, "flows": [{"host": "linux", "algorithm": {"kind": "newreno"}, "base_rtt_ms": 40, "transfer_bytes": 87600}],
        "bottleneck": {"rate_bps": 1e7, "queue": {"discipline": "drop_tail", "limit_packets": 84}, "loss": {"model": "periodic", "gaps": [58, 1, 1, 1000000]}}}"#;
    let counts = |handshake| {
        let summary = summary(text, handshake);
        ["fast_recoveries", "timeouts", "loss_probes"].map(|name| numbers(&summary, name)[0])
    };
    assert_eq!(counts("assumed"), [1.0, 0.0, 1.0]);
    assert_eq!(counts("none")[1], 1.0);
}
