//! A client that fetches: how long fetches last on an empty path, by hand; when the next one begins; what a stop and a change do. Not here:
//! transfers in general (`paths`).

use crate::common::*;
use sawtooth_engine::observe::{NullObserver, Source, signals};
use sawtooth_engine::params::Value;
use sawtooth_engine::scenario::{Change, Scenario};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::traffic;
use sawtooth_engine::units::Time;

const CLIENT: Source = Source::Cross(0);

/// A client alone on 10 Mbit/s and 40 ms.
fn client(duration_s: f64, bytes: f64, settings: &[(&str, Value)]) -> Scenario {
    let mut all = vec![("transfer_bytes", number(bytes))];
    all.extend_from_slice(settings);
    with_cross(path(duration_s), &traffic::fetch::SECTION, &all)
}

/// When each fetch was complete, and how long it had lasted, in nanoseconds.
fn fetches(scenario: &Scenario) -> Vec<(u64, u64)> {
    let completed = run(scenario).1.of(CLIENT, &signals::COMPLETED);
    completed.into_iter().map(|(at, took)| (at.0, (took * 1e9).round() as u64)).collect()
}

fn row(name: &str) -> usize {
    traffic::fetch::SECTION.index(name).expect("a setting of a client")
}

/// 10 Mbit/s: a packet takes 1.2 ms, the SYN's answer 0.032 ms. The way there and the way back take 20 ms each.
#[test]
fn a_fetch_on_an_empty_path_lasts_as_computed_by_hand() {
    let duration = |bytes: f64, handshake: &'static str| {
        let mut scenario = client(1.0, bytes, &[]);
        let transfers = scenario.cross_traffic[0].transfers.as_mut().unwrap();
        transfers.settings = transfers.settings.clone().with("handshake", word(handshake));
        fetches(&scenario)[0].1
    };
    // The request, three packets at once, the last one on its way.
    for handshake in ["none", "assumed"] {
        assert_eq!(duration(4380.0, handshake), 20_000_000 + 3 * 1_200_000 + 20_000_000);
    }
    // The SYN, its answer over the bottleneck, the request, the same three packets.
    assert_eq!(duration(4380.0, "simulated"), 20_000_000 + 20_032_000 + 20_000_000 + 23_600_000);
    // Seven packets: the ACK of the second comes at 62.4 ms and releases the last two of them, which the link sends from 63.6 ms on.
    assert_eq!(duration(7.0 * 1460.0, "assumed"), 63_600_000 + 2 * 1_200_000 + 20_000_000);
    // A byte: 41 bytes on the wire.
    assert_eq!(duration(1.0, "assumed"), 40_032_800);
}

#[test]
fn the_next_fetch_begins_an_interval_after_the_last_or_when_that_is_complete() {
    let begun = |interval_s: f64| -> Vec<u64> {
        fetches(&client(0.5, 4380.0, &[("interval_s", number(interval_s))]))
            .iter()
            .map(|(at, took)| at - took)
            .collect()
    };
    assert_eq!(begun(0.1), [0, 100_000_000, 200_000_000, 300_000_000, 400_000_000]);
    assert_eq!(begun(0.03)[..4], [0, 43_600_000, 2 * 43_600_000, 3 * 43_600_000]);
}

#[test]
fn a_stop_ends_no_fetch_and_begins_none() {
    // At 60 ms the second request is on its way; the third would follow at 100 ms.
    let scenario = client(1.0, 4380.0, &[("interval_s", number(0.05)), ("stop_s", number(0.06))]);
    assert_eq!(fetches(&scenario), [(43_600_000, 43_600_000), (93_600_000, 43_600_000)]);
    let counters = run(&scenario).0.cross_counters(0);
    assert_eq!((counters.transfers_begun, counters.transfers_completed, counters.sent), (2, 2, 6));
    assert_eq!(counters.stopped, seconds(0.06));
}

#[test]
fn a_change_moves_the_next_fetch() {
    let with = |at_s: f64, name: &str, value: f64| {
        let scenario = client(0.5, 4380.0, &[("interval_s", number(0.2))]);
        let changed = with_change(scenario, at_s, Change::Traffic(0, row(name), number(value)));
        fetches(&changed).iter().map(|(at, took)| (at - took, *took)).collect::<Vec<_>>()
    };
    // While a fetch is not complete, and while the next one waits.
    for at_s in [0.02, 0.06] {
        assert_eq!(with(at_s, "interval_s", 0.1)[1].0, 100_000_000);
    }
    // The interval is over: at once.
    assert_eq!(with(0.15, "interval_s", 0.1)[1].0, 150_000_000);
    // Another size, and another base RTT, for what is fetched from then on.
    assert_eq!(with(0.01, "transfer_bytes", 1460.0)[0].1, 41_200_000);
    assert_eq!(
        with(0.06, "transfer_bytes", 1460.0).iter().map(|fetch| fetch.1).collect::<Vec<_>>(),
        [43_600_000, 41_200_000, 41_200_000]
    );
    assert_eq!(with(0.06, "base_rtt_ms", 100.0)[1].1, 103_600_000);
}

/// A clone, also with a request on its way, goes the same way.
#[test]
fn a_clone_takes_the_request_along() {
    let mut scenario = client(4.0, 20_000.0, &[("interval_s", number(0.07))]);
    scenario = with_loss(with_steady(scenario), 0.02);
    let mut whole = Simulation::new(&scenario);
    whole.run_until(Time::NEVER, &mut NullObserver);
    let mut cut = Simulation::new(&scenario);
    for n in 1..200 {
        cut.run_until(seconds(0.0201 * f64::from(n)), &mut NullObserver);
        let mut clone = cut.clone();
        clone.run_until(Time::NEVER, &mut NullObserver);
        assert_eq!((clone.digest_hex(), clone.events()), (whole.digest_hex(), whole.events()));
    }
}

fn with_steady(scenario: Scenario) -> Scenario {
    with_cross(scenario, &traffic::cbr::SECTION, &[("rate_bps", number(4e6))])
}
