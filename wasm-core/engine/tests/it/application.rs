//! Applications of TCP flows over a path, against counts computed by hand.

use crate::common::{Log, assert_same, flow_row, number, path, run, seconds, with_change, with_flow, word};
use sawtooth_engine::cc;
use sawtooth_engine::observe::{NullObserver, Source, signals};
use sawtooth_engine::params::{Choice, Section, Value};
use sawtooth_engine::rate::tfrc;
use sawtooth_engine::scenario::{Change, Scenario};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::tcp::application::{bulk, on_off, rate, segments};
use sawtooth_engine::units::Time;

const FLOW: Source = Source::Flow(0);

fn application(kind: &'static Section, changes: &[(&str, f64)]) -> Choice {
    changes.iter().fold(Choice::of(kind), |choice, (name, n)| choice.with(name, number(*n)))
}

/// One flow of this algorithm and application on 10 Mbit/s and 40 ms, without send jitter.
fn one(algorithm: &'static Section, settings: &[(&str, Value)], application: Choice, duration_s: f64) -> Scenario {
    let mut all = vec![("send_jitter_ms", number(0.0))];
    all.extend_from_slice(settings);
    let mut scenario = with_flow(path(duration_s), algorithm, &all);
    scenario.flows[0].application = application;
    scenario
}

/// Packets that arrive at the bottleneck from one instant to another.
fn arrivals(log: &Log, from_s: f64, to_s: f64) -> usize {
    log.times(FLOW, &signals::ARRIVE).iter().filter(|at| **at >= seconds(from_s) && **at < seconds(to_s)).count()
}

/// 1460 bytes at 1 Mbit/s: packet n leaves at n x 11.68 ms, is on the link for 1.2 ms and arrives 20 ms later. In 10 s: those with
/// n x 11.68 + 21.2 < 10 000, which are 855 packets, 998.64 kbit/s. Any window does, and no second of it has more or less.
#[test]
fn a_rate_is_delivered_to_the_byte() {
    for (algorithm, host) in [(&cc::newreno::SECTION, "freebsd"), (&cc::cubic::SECTION, "linux")] {
        let scenario = one(algorithm, &[("host", word(host))], application(&rate::SECTION, &[]), 10.0);
        let (simulation, log) = run(&scenario);
        let counters = simulation.flow_counters(0);
        assert_eq!((counters.delivered_bytes, counters.packets_sent), (855 * 1460, 857), "{host}");
        for second in 1..9 {
            let packets = arrivals(&log, f64::from(second), f64::from(second + 1));
            assert!((85..=86).contains(&packets), "{host}: {packets} in second {second}");
        }
        assert_eq!(simulation.flow_state(0).cwnd, final_window(host));
    }
}

/// Linux's initial window of 10 is never full. FreeBSD's of 3 is when the first ACK arrives, at 41.2 ms, and makes it 4. The fourth packet,
/// which has waited 6 ms for that, arrives so much later that it fills the window twice more: with the fifth at 46.72 ms, which
/// the ACK at 52.88 ms makes 5, and with the eighth at 81.76 ms, which its own ACK makes 6. No later packet waits.
fn final_window(host: &str) -> f64 {
    if host == "linux" { 10.0 } else { 6.0 }
}

/// On for 1 s, off for 1 s, and a receive window of 20 packets, so that nothing is lost: within a pause nothing leaves.
#[test]
fn nothing_leaves_in_a_pause() {
    let settings = [("receive_window_packets", number(20.0))];
    let (simulation, log) = run(&one(&cc::newreno::SECTION, &settings, application(&on_off::SECTION, &[]), 6.0));
    for period in 0..3 {
        let start = 2.0 * f64::from(period);
        // 20 packets per RTT of 41.2 ms for most of a second.
        assert!((380..=500).contains(&arrivals(&log, start, start + 1.0)), "{}", arrivals(&log, start, start + 1.0));
        assert_eq!(arrivals(&log, start + 1.0 + 1e-9, start + 2.0), 0);
    }
    assert_eq!(simulation.flow_counters(0).packets_retransmitted, 0);
    let first = log.times(FLOW, &signals::ARRIVE).into_iter().find(|at| *at >= seconds(1.5));
    assert_eq!(first, Some(seconds(2.0)));
}

/// Segments of 100 packets and 1 s, of which two are buffered: the player has three after the first second, and one more per second.
#[test]
fn a_player_fills_its_buffer_and_then_fetches_one_segment_per_period() {
    let player = [("segment_bytes", 146_000.0), ("period_s", 1.0), ("buffer_segments", 2.0)];
    let settings = [("receive_window_packets", number(30.0))];
    for s in 2..8 {
        let scenario = one(&cc::newreno::SECTION, &settings, application(&segments::SECTION, &player), f64::from(s));
        let delivered = run(&scenario).0.flow_counters(0).packets_delivered;
        assert_eq!(delivered, 100 * (s as u64 + 2), "after {s} s");
    }
}

/// A finite transfer ends any application's data.
#[test]
fn a_transfer_ends_with_its_last_byte() {
    let settings = [("transfer_bytes", number(146_100.0))];
    let (simulation, log) = run(&one(&cc::newreno::SECTION, &settings, application(&rate::SECTION, &[]), 10.0));
    let counters = simulation.flow_counters(0);
    assert_eq!((counters.delivered_bytes, counters.packets_sent, counters.completed), (146_100, 101, true));
    let left = log.times(FLOW, &signals::ARRIVE);
    assert_eq!(left.last(), Some(&seconds(1.168)), "the last packet is written when 100 have been");
}

/// BBR at 1 Mbit/s on 10 Mbit/s: rate samples that its application limits do not end Startup, and none of them
/// makes the link look slow, so it is full at once when the application changes.
#[test] // the sheet, section 2: app-limited samples count only if they raise the filter
fn bbr_does_not_take_a_limited_application_for_a_slow_path() {
    let scenario = one(&cc::bbr::SECTION, &[], application(&rate::SECTION, &[]), 14.0);
    let scenario = with_change(scenario, 10.0, Change::ApplicationKind(0, Choice::of(&bulk::SECTION)));
    let (simulation, log) = run(&scenario);
    let phase = cc::bbr::SECTION.signals.iter().find(|signal| signal.name == "bbr_phase").expect("a signal");
    let phases = log.of(FLOW, phase);
    let before: Vec<f64> = phases.iter().filter(|(at, _)| *at < seconds(10.0)).map(|(_, phase)| *phase).collect();
    assert!(before.iter().all(|phase| *phase == 0.0 || *phase == 5.0), "startup, or the RTT is measured: {before:?}");
    let last: u64 = arrivals(&log, 11.0, 14.0) as u64;
    assert!(last > 2400, "{last} of 2500 packets in 3 s");
    assert!(simulation.flow_counters(0).delivered_bytes > 0);
}

#[test]
fn settings_change_while_it_runs() {
    let scenario = one(&cc::newreno::SECTION, &[], application(&rate::SECTION, &[]), 6.0);
    let rate_row = rate::SECTION.index("rate_bps").expect("a setting");
    let scenario = with_change(scenario, 2.0, Change::Application(0, rate_row, number(2e6)));
    let scenario = with_change(scenario, 4.0, Change::ApplicationKind(0, Choice::of(&bulk::SECTION)));
    let (_, log) = run(&scenario);
    for (from_s, packets) in [(0.0, 172), (2.0, 343)] {
        let seen = arrivals(&log, from_s, from_s + 2.0) as i64;
        assert!((seen - packets).abs() <= 1, "{seen} for {packets} from {from_s} s");
    }
    assert!(arrivals(&log, 5.0, 6.0) > 700);
}

/// While the algorithm is rate-based the flow always has data; its application starts anew when a window follows.
#[test]
fn a_rate_based_sender_has_no_application() {
    let scenario = one(&tfrc::SECTION, &[], application(&rate::SECTION, &[]), 20.0);
    let scenario = with_change(scenario, 10.0, Change::Kind(0, Choice::of(&cc::newreno::SECTION)));
    let (_, log) = run(&scenario);
    assert!(arrivals(&log, 5.0, 10.0) > 2000);
    let seen = arrivals(&log, 15.0, 20.0) as i64;
    assert!((seen - 428).abs() <= 1, "{seen}");
    let back = with_change(scenario, 15.0, Change::Kind(0, Choice::of(&tfrc::SECTION)));
    let changed = with_change(back, 16.0, Change::Application(0, 0, number(2e6)));
    let changed = with_change(changed, 17.0, Change::Kind(0, Choice::of(&cc::newreno::SECTION)));
    let seen = arrivals(&run(&changed).1, 19.0, 20.0) as i64;
    assert!((seen - 171).abs() <= 1, "{seen}");
}

/// A fork in a pause, and the general way of each packet: nothing else happens.
#[test]
fn a_clone_and_the_general_way_are_the_same() {
    for kind in [&rate::SECTION, &on_off::SECTION, &segments::SECTION] {
        let mut scenario = one(&cc::newreno::SECTION, &[], Choice::of(kind), 5.0);
        scenario = with_change(scenario, 2.0, Change::Flow(0, flow_row("base_rtt_ms"), number(80.0)));
        let (straight, _) = run(&scenario);
        let mut plain = Simulation::plain(&scenario);
        plain.run_until(Time::NEVER, &mut NullObserver);
        assert_same(&straight, &plain);
        let mut first = Simulation::new(&scenario);
        first.run_until(seconds(1.5), &mut NullObserver);
        let mut fork = first.clone();
        fork.run_until(Time::NEVER, &mut NullObserver);
        assert_same(&straight, &fork);
    }
}
