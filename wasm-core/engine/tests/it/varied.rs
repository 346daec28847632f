//! A delay after the link that varies, and ACKs that do not all reach their sender: what arrives when, in what order, how many, and that
//! neither changes a run that does not use it. Not here: the draws themselves (`path/delay_variation`), which ACK is passed on
//! (`tcp/ack_path`), when a burst ends (`tcp/receiver`).

use crate::common::*;
use sawtooth_engine::cc;
use sawtooth_engine::observe::{Observer, Signal, Source, signals};
use sawtooth_engine::params::{Choice, Value};
use sawtooth_engine::path::{delay_variation, loss, queue};
use sawtooth_engine::scenario::{Bottleneck, Change, Scenario, Side};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::traffic;
use sawtooth_engine::units::Time;

const FLOW: Source = Source::Flow(0);

/// Serial numbers and delays in ms of what arrives at receivers, in order of arrival.
#[derive(Default)]
struct Arrivals(Vec<(Source, u64, f64)>);

impl Observer for Arrivals {
    fn signal(&mut self, _: Time, _: Source, _: &'static Signal, _: f64) {}
    fn received(&mut self, _: Time, source: Source, delay_ms: f64, serial: u64) {
        self.0.push((source, serial, delay_ms));
    }
}

fn arrivals(scenario: &Scenario) -> Vec<(Source, u64, f64)> {
    let mut all = Arrivals::default();
    Simulation::new(scenario).run_until(Time::NEVER, &mut all);
    all.0
}

fn variation(settings: &[(&str, Value)]) -> Option<Choice> {
    let all = Choice::of(&delay_variation::SECTION);
    Some(settings.iter().fold(all, |all, (name, value)| all.with(name, value.clone())))
}

fn with_variation(mut scenario: Scenario, settings: &[(&str, Value)]) -> Scenario {
    scenario.bottleneck.delay_variation = variation(settings);
    scenario
}

fn reverse() -> Bottleneck {
    let queue = Choice::of(&queue::drop_tail::SECTION).with("limit_packets", number(100.0));
    Bottleneck::new(10e6, queue, Choice::of(&loss::bernoulli::SECTION))
}

fn mean_and_deviation(x: &[f64]) -> (f64, f64) {
    let mean = x.iter().sum::<f64>() / x.len() as f64;
    (mean, (x.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / x.len() as f64).sqrt())
}

/// Packets of 1250 bytes each 2 ms: 1 ms on the link, half of 40 ms, and 7 ms more.
#[test]
fn one_way_delays_have_the_stated_mean_and_deviation() {
    let settings = [("mean_ms", number(7.0)), ("deviation_ms", number(4.0))];
    let delays: Vec<f64> =
        arrivals(&with_variation(steady(60.0, 1250.0, 2.0), &settings)).iter().map(|a| a.2).collect();
    let (mean, deviation) = mean_and_deviation(&delays);
    // Four standard errors: 0.09 and 0.07.
    assert!((mean - 28.0).abs() < 0.1 && (deviation - 4.0).abs() < 0.07, "{mean} {deviation}");
    assert!(delays.len() > 29_900);
}

#[test]
fn packets_overtake_unless_order_is_kept() {
    for keep in [false, true] {
        let settings = [("deviation_ms", number(4.0)), ("keep_order", Value::Bool(keep))];
        let scenario = with_variation(with_flow(steady(5.0, 200.0, 2.0), &cc::newreno::SECTION, &[]), &settings);
        let all = arrivals(&scenario);
        for source in [FLOW, Source::Cross(0)] {
            let serials: Vec<u64> = all.iter().filter(|a| a.0 == source).map(|a| a.1).collect();
            assert!(serials.len() > 500, "{source:?}");
            assert_eq!(serials.is_sorted(), keep, "{source:?}");
        }
        // One flow's packets overtake those of others in either case.
        assert!(!all.iter().map(|a| a.1).collect::<Vec<_>>().is_sorted());
    }
}

/// The data of the forward direction and the ACKs that cross the other one each have the delay of their own bottleneck.
#[test]
fn acks_have_the_delay_of_the_bottleneck_that_they_cross() {
    let flow = || with_flow(path(20.0), &cc::newreno::SECTION, &[("receive_window_packets", number(10.0))]);
    let rtts = |scenario: &Scenario| {
        let (_, log) = run(scenario);
        mean_and_deviation(&log.of(FLOW, &signals::RTT).iter().map(|(_, ms)| *ms).collect::<Vec<_>>())
    };
    let settings = [("mean_ms", number(5.0)), ("deviation_ms", number(2.0)), ("keep_order", Value::Bool(true))];
    let still = flow();
    let mut acks = flow();
    acks.reverse_bottleneck = Some(Bottleneck { delay_variation: variation(&settings), ..reverse() });
    let mut both = with_variation(acks.clone(), &settings);
    let (none, one, two) = (rtts(&still), rtts(&acks), rtts(&both));
    assert!(none.1 < 2.0, "{none:?}");
    assert!(one.0 > none.0 + 4.9 && two.0 > one.0 + 4.9, "{none:?} {one:?} {two:?}");
    // Without a bottleneck ACKs have no delay but their own.
    both.reverse_bottleneck = None;
    let data = rtts(&both);
    assert!(data.0 > none.0 + 4.9 && data.0 < two.0 - 4.9, "{data:?} {two:?}");
}

/// Two links take 67.2 us each for 84 bytes.
#[test]
fn replies_have_the_delay_of_the_bottleneck_that_they_cross() {
    let settings = [("mean_ms", number(5.0)), ("deviation_ms", number(2.0))];
    let mut scenario = with_cross(path(100.0), &traffic::ping::SECTION, &[("interval_ms", number(20.0))]);
    scenario.reverse_bottleneck = Some(Bottleneck { delay_variation: variation(&settings), ..reverse() });
    let rtts = run(&scenario).1.of(Source::Cross(0), &signals::RTT);
    let (mean, deviation) = mean_and_deviation(&rtts.iter().map(|(_, ms)| *ms).collect::<Vec<_>>());
    // Four standard errors of 5000: 0.11 and 0.08.
    assert!((mean - 45.1344).abs() < 0.12 && (deviation - 2.0).abs() < 0.08, "{mean} {deviation}");
}

#[test]
fn no_deviation_is_the_same_run() {
    let mixture = mixture(6.0);
    let still = with_variation(mixture.clone(), &[("deviation_ms", number(0.0))]);
    assert_eq!(run(&still).0.digest_hex(), run(&mixture).0.digest_hex());
    let varies = with_variation(mixture.clone(), &[("deviation_ms", number(1.0))]);
    assert_ne!(run(&varies).0.digest_hex(), run(&mixture).0.digest_hex());
}

#[test]
fn a_changed_deviation_acts_from_its_instant_on() {
    let row = delay_variation::SECTION.index("deviation_ms").expect("a setting");
    let still = with_variation(steady(10.0, 1250.0, 2.0), &[("deviation_ms", number(0.0))]);
    let delays = arrivals(&with_change(still, 5.0, Change::DelayVariation(Side::Forward, row, number(3.0))));
    let varied = |delays: &[(Source, u64, f64)]| delays.iter().any(|a| (a.2 - 21.0).abs() > 1e-6);
    assert!(!varied(&delays[..2480]) && varied(&delays[2500..2600]));
}

/// ACKs that reached the sender; arrivals at the receiver; lost and thinned ones.
fn acks(scenario: &Scenario) -> (u64, u64, u64, u64) {
    let (simulation, log) = run(scenario);
    let counters = simulation.flow_counters(0);
    let of = |signal| log.times(FLOW, signal).len() as u64;
    (of(&signals::ACK), of(&signals::ONE_WAY_DELAY), counters.acks_lost, counters.acks_thinned)
}

/// Every arrival has an ACK, which reaches the sender, is lost or thinned, or is on its way at the end of the run, with and without a
/// bottleneck of the ACKs.
#[test]
fn acks_are_conserved() {
    for reverse_bottleneck in [None, Some(reverse())] {
        for (loss, thinning) in [(0.0, 4.0), (0.2, 1.0), (0.2, 4.0)] {
            let settings = [("ack_loss", number(loss)), ("ack_thinning", number(thinning))];
            let flow = with_flow(with_loss(path(20.0), 0.002), &cc::cubic::SECTION, &settings);
            let scenario = Scenario { reverse_bottleneck: reverse_bottleneck.clone(), ..flow };
            let (reached, arrived, lost, thinned) = acks(&scenario);
            let window = 400;
            let gone = reached + lost + thinned;
            assert!(gone <= arrived && arrived <= gone + window, "{reached} {arrived} {lost} {thinned}");
            assert_eq!((loss > 0.0, thinning > 1.0), (lost > 100, thinned > 100));
            if loss > 0.0 {
                let share = lost as f64 / (arrived - thinned) as f64;
                assert!((share - 0.2).abs() < 0.02, "{share}");
            }
        }
    }
}

/// Without losses three of four ACKs are saved, and the flow goes on to its last packet: none waits for good.
#[test]
fn thinning_saves_acks_and_stops_nothing() {
    let transfer = ("transfer_bytes", number(1_460_000.0));
    for host in ["freebsd", "linux"] {
        let settings = [("host", word(host)), ("ack_thinning", number(4.0)), transfer.clone()];
        let mut scenario = with_flow(path(20.0), &cc::newreno::SECTION, &settings);
        scenario.bottleneck.queue = scenario.bottleneck.queue.with("limit_packets", number(1000.0));
        let (simulation, log) = run(&scenario);
        let counters = simulation.flow_counters(0);
        assert!(counters.completed && counters.timeouts == 0, "{host}: {counters:?}");
        let acks = log.times(FLOW, &signals::ACK).len() as u64;
        let sent = acks + counters.acks_thinned;
        assert!(acks * 4 < sent + 400 && acks * 4 >= sent - 8, "{host}: {acks} of {sent}");
    }
    // A sender that sends one packet and waits for its ACK has it after the wait: a round trip of 41.2 and 5 ms.
    let one = [("receive_window_packets", number(1.0)), ("ack_thinning", number(4.0)), ("send_jitter_ms", number(0.0))];
    let (_, log) = run(&with_flow(path(2.0), &cc::newreno::SECTION, &one));
    let rtts = log.of(FLOW, &signals::RTT);
    assert!(rtts.len() > 40 && rtts.iter().all(|(_, ms)| (ms - 46.2).abs() < 1e-6), "{:?}", rtts.first());
}

/// A window of 16 that leaves as a burst into a fast link: two bursts of 8 are merged, one ACK for each.
#[test]
fn a_receiver_with_offload_acknowledges_bursts() {
    let settings = [
        ("receive_window_packets", number(16.0)),
        ("initial_window_packets", number(16.0)),
        ("send_jitter_ms", number(0.0)),
        ("receive_offload_packets", number(8.0)),
        ("receive_offload_ms", number(1.0)),
    ];
    let mut scenario = with_flow(path(2.0), &cc::newreno::SECTION, &settings);
    scenario.bottleneck.set_rate(1e9);
    let (reached, arrived, lost, thinned) = acks(&scenario);
    // The ACKs of the last window are on their way at the end.
    assert_eq!((reached * 8 + 16, lost, thinned), (arrived / 16 * 16, 0, 0), "{arrived}");
    // 49 round trips of 40 ms and 16 packets of 12 us.
    assert!((48..=50).contains(&(arrived / 16)), "{arrived}");
}

/// Losses are found and repaired as before: thinning and offload take no duplicate away.
#[test]
fn losses_are_recovered_without_timeouts() {
    for recovery in ["newreno", "sack"] {
        for more in [("ack_thinning", 8.0), ("receive_offload_packets", 8.0), ("ack_thinning", 1.0)] {
            let settings = [("recovery", word(recovery)), (more.0, number(more.1))];
            let scenario = with_flow(with_loss(path(30.0), 0.001), &cc::newreno::SECTION, &settings);
            let counters = run(&scenario).0.flow_counters(0);
            assert!(counters.fast_recoveries >= 8, "{recovery} {more:?}: {counters:?}");
            assert!(counters.timeouts <= 1, "{recovery} {more:?}: {counters:?}");
        }
    }
}
