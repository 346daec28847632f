//! Known traits of the algorithms that listen to delay, in whole runs: how many packets of their own wait in the
//! queue once they have settled. One flow on the test-bed's path: 10 Mbps, 40 ms, 84 packets of drop tail.

use crate::common::{Log, number, path, seconds, with_flow};
use sawtooth_engine::cc;
use sawtooth_engine::observe::{Signal, Source, signals};
use sawtooth_engine::params::{Section, Value};
use sawtooth_engine::sim::Simulation;

const FLOW: Source = Source::Flow(0);

/// A run of one flow, alone, for so long.
fn alone(section: &'static Section, settings: &[(&str, Value)], duration_s: f64) -> (Simulation, Log) {
    let mut scenario = with_flow(path(duration_s), section, &[]);
    for (name, value) in settings {
        let algorithm = scenario.flows[0].algorithm.clone();
        scenario.flows[0].algorithm = algorithm.with(name, value.clone());
    }
    let (mut simulation, mut log) = (Simulation::new(&scenario), Log::default());
    simulation.run_until(seconds(duration_s), &mut log);
    (simulation, log)
}

/// Mean of a level from `from_s` to `to_s`.
fn mean(log: &Log, source: Source, signal: &'static Signal, from_s: f64, to_s: f64) -> f64 {
    let (mut area, mut since, mut level) = (0.0, from_s, f64::NAN);
    for (at, value) in log.of(source, signal) {
        if at.seconds() > from_s {
            area += level * (at.seconds() - since);
            since = at.seconds();
        }
        level = value;
    }
    (area + level * (to_s - since)) / (to_s - from_s)
}

fn mean_queue(log: &Log, from_s: f64, to_s: f64) -> f64 {
    mean(log, Source::Bottleneck, &signals::QUEUE_PACKETS, from_s, to_s)
}

/// Goodput over the run, as a share of the capacity.
fn share(simulation: &Simulation) -> f64 {
    let bytes = simulation.flow_counters(0).delivered_bytes as f64;
    bytes * 8.0 / (10e6 * 1460.0 / 1500.0 * simulation.now().seconds())
}

/// Vegas keeps from alpha to beta packets queued, on a full link; up to beta + 1 where Diff is truncated to whole packets, half a
/// packet less and more where it is rounded.
#[test]
fn vegas_keeps_alpha_to_beta_packets_in_the_queue() {
    for (variant, alpha, most) in [("freebsd", 1.0, 4.0), ("linux", 2.0, 5.0), ("ns2", 0.5, 3.5), ("paper", 2.0, 4.0)] {
        let (simulation, log) = alone(&cc::vegas::SECTION, &[("variant", Value::Word(variant))], 30.0);
        let queue = mean_queue(&log, 10.0, 30.0);
        println!("{variant}: {queue:.2} packets, {:.3} of the capacity", share(&simulation));
        assert!((alpha - 0.1..=most + 0.1).contains(&queue), "{variant}: {queue}");
        assert!(share(&simulation) > 0.97, "{variant}: {}", share(&simulation));
        assert_eq!(simulation.bottleneck_counters().dropped_queue, 0, "{variant}");
    }
    let settings = [("alpha", number(20.0)), ("beta", number(22.0))];
    let (_, log) = alone(&cc::vegas::SECTION, &settings, 30.0);
    let queue = mean_queue(&log, 10.0, 30.0);
    assert!((19.9..=23.1).contains(&queue), "{queue}");
}

/// CARD finds the knee: the link just full, no queue. Its oddity: the decrease that emptied the queue made window and
/// delay fall together, a positive gradient, and so brings another; judged by the delay alone it does not.
#[test]
fn card_keeps_the_queue_empty_and_decreases_twice() {
    for (normalised_only, twice, least_share) in [(false, 1.0, 0.86), (true, 0.0, 0.92)] {
        let settings = [("normalised_only", Value::Bool(normalised_only))];
        let (simulation, log) = alone(&cc::card::SECTION, &settings, 40.0);
        let backoffs: Vec<f64> = log.times(FLOW, &cc::DELAY_BACKOFF).iter().map(|at| at.seconds()).collect();
        // A decision each second round, of 41.2 ms at least: 0.1 s separates two decisions in a row from any others.
        let settled: Vec<f64> = backoffs.into_iter().filter(|at| *at > 10.0).collect();
        let pairs = settled.windows(2).filter(|pair| pair[1] - pair[0] < 0.1).count();
        let share_of_pairs = 2.0 * pairs as f64 / settled.len() as f64;
        println!("{} backoffs, {pairs} pairs, {:.3} of the capacity", settled.len(), share(&simulation));
        assert!(settled.len() > 40, "{}", settled.len());
        assert!((share_of_pairs - twice).abs() < 0.05, "{share_of_pairs}");
        assert!(mean_queue(&log, 10.0, 40.0) < 1.0);
        assert!(share(&simulation) > least_share, "{}", share(&simulation));
    }
}

/// DUAL saws about the middle of the delays that it has seen: from an empty queue to a full one of 84 packets, 42.
#[test]
fn dual_oscillates_about_the_middle() {
    let (simulation, log) = alone(&cc::dual::SECTION, &[], 60.0);
    let queue = mean_queue(&log, 20.0, 60.0);
    let rtts: Vec<f64> = log.of(FLOW, &cc::dual::DELAY).iter().filter(|e| e.0 > seconds(20.0)).map(|e| e.1).collect();
    let threshold = log.of(FLOW, &cc::dual::THRESHOLD).last().expect("a threshold").1;
    println!("{queue:.1} packets, threshold {threshold:.1} ms, {:.3} of the capacity", share(&simulation));
    // The largest smoothed RTT stays a little below that of the full queue, 41.2 + 84 x 1.2 ms.
    assert!((85.0..=91.6).contains(&threshold), "{threshold}");
    assert!((queue - (threshold - 41.2) / 1.2).abs() < 3.0, "{queue}");
    let above = rtts.iter().filter(|rtt| **rtt > threshold).count() as f64 / rtts.len() as f64;
    assert!((0.05..=0.5).contains(&above), "{above} of {}", rtts.len());
    // An eighth of the window is given up, no more: the delay stays within an eighth of that of the threshold.
    assert!(rtts.iter().all(|rtt| (0.86..=1.05).contains(&(rtt / threshold))), "{rtts:?}");
    assert!(share(&simulation) > 0.98);
}

/// FAST rests with alpha of its packets in the queue; by the prototype's table 8 on a link of 10 Mbps, whose payload is
/// a little less than that.
#[test]
fn fast_rests_with_alpha_packets_in_the_queue() {
    for (settings, alpha) in [(vec![], 8.0), (vec![("alpha", number(3.0))], 3.0), (vec![("alpha", number(40.0))], 40.0)]
    {
        let (simulation, log) = alone(&cc::fast::SECTION, &settings, 30.0);
        let queue = mean_queue(&log, 15.0, 30.0);
        println!("alpha {alpha}: {queue:.2} packets, {:.3} of the capacity", share(&simulation));
        // The window is cut to whole packets when it comes to sending: up to one less.
        assert!((alpha - 1.0..=alpha + 0.2).contains(&queue), "{queue}");
        assert!(share(&simulation) > 0.99);
        assert_eq!(simulation.bottleneck_counters().dropped_queue, 0);
    }
}

/// TCP-Africa on 100 Mbps and 100 ms, from 400 packets: a(w) a round until a pipe of 834.3 packets is full and alpha =
/// 1.641 more wait, one a round from there. So it is by the smallest RTT of a round; by the mean it also takes its own
/// bursts for a queue, of a(w)/2 packets, and is slow every other round or two where these are more than alpha.
#[test]
fn africa_fills_the_pipe_fast_and_the_queue_slowly() {
    for smoothed in [false, true] {
        let settings = [("base_rtt_ms", number(100.0)), ("initial_ssthresh_packets", number(400.0))];
        let mut scenario = with_flow(path(30.0), &cc::africa::SECTION, &settings);
        scenario.bottleneck.set_rate(100e6);
        // Room for the bursts of slow start.
        scenario.bottleneck.queue = scenario.bottleneck.queue.with("limit_packets", number(400.0));
        scenario.flows[0].algorithm = scenario.flows[0].algorithm.clone().with("smoothed_rtt", Value::Bool(smoothed));
        let mut log = Log::default();
        Simulation::new(&scenario).run_until(seconds(30.0), &mut log);
        let (rounds, windows) = (log.times(FLOW, &signals::ROUND), log.of(FLOW, &signals::CWND));
        let round_at = |w: f64| {
            let at = windows.iter().find(|entry| entry.1 >= w).expect("a window").0;
            rounds.iter().take_while(|round| **round < at).count() as f64
        };
        // The rounds of the fast part are the integral of dw/a(w).
        let (dw, steps) = (0.039, 10_000);
        let gain = |i: i32| cc::highspeed::increase(410.0 + dw * (f64::from(i) + 0.5));
        let expected = (0..steps).map(|i| dw / gain(i)).sum::<f64>();
        let fast = round_at(800.0) - round_at(410.0);
        println!("{fast} rounds from 410 to 800 packets, {expected:.1} in fast mode, 390 in slow mode");
        let range = if smoothed { 1.3..=2.0 } else { 0.98..=1.02 };
        assert!(range.contains(&(fast / expected)), "{fast} rounds instead of {expected}");
        let slow = round_at(890.0) - round_at(860.0);
        assert!((29.0..=31.0).contains(&slow), "{slow} rounds for 30 packets");
        let turn = log.of(FLOW, &cc::africa::MODE).last().expect("slow mode").0;
        let at_turn = windows.iter().take_while(|entry| entry.0 <= turn).last().expect("a window").1;
        println!("slow for good from {at_turn:.1} packets");
        // Acknowledgements are as old as their round's packets: the window has gained twice a(834) = 7.1 packets
        // since it stood at 836 or, that being between two gains, up to one more.
        let at_turn_range = if smoothed { 820.0..=850.2 } else { 850.2..=857.3 };
        assert!(at_turn_range.contains(&at_turn), "{at_turn}");
    }
}

/// Two flows of an algorithm with these settings, the second 15 s later, for so long; with the window of each at the end.
fn late_comer(section: &'static Section, settings: &[(&str, Value)], duration_s: f64) -> (Simulation, [f64; 2]) {
    let start = [("start_s", number(15.0))];
    let mut scenario = with_flow(with_flow(path(duration_s), section, &[]), section, &start);
    for flow in &mut scenario.flows {
        for (name, value) in settings {
            flow.algorithm = flow.algorithm.clone().with(name, value.clone());
        }
    }
    let (mut simulation, mut log) = (Simulation::new(&scenario), Log::default());
    simulation.run_until(seconds(duration_s), &mut log);
    let window = |flow| mean(&log, Source::Flow(flow), &signals::CWND, duration_s - 20.0, duration_s);
    (simulation, [window(0), window(1)])
}

/// LEDBAT holds 50 ms, 41.7 packets. A second flow takes the first one's queue for the empty path, and the first shrinks to 2 packets.
#[test]
fn ledbat_holds_its_target_and_loses_to_a_late_comer() {
    let (simulation, log) = alone(&cc::ledbat::SECTION, &[("target_ms", number(50.0))], 60.0);
    let queue = mean_queue(&log, 30.0, 60.0);
    println!("{queue:.2} packets, {:.3} of the capacity", share(&simulation));
    assert!((40.7..=42.2).contains(&queue), "{queue}");
    assert_eq!(simulation.bottleneck_counters().dropped_queue, 0);
    let (_, windows) = late_comer(&cc::ledbat::SECTION, &[("target_ms", number(30.0))], 100.0);
    assert!(windows[0] < 2.1 && windows[1] > 75.0, "{windows:?}");
}

/// LEDBAT++ holds 40 ms, 33.3 packets, but for its slowdowns, a tenth of the time at most; a second flow is its equal.
#[test]
fn ledbat_pp_holds_its_target_and_shares_with_a_late_comer() {
    let (simulation, log) = alone(&cc::ledbat_pp::SECTION, &[("target_ms", number(40.0))], 60.0);
    let queue = mean_queue(&log, 20.0, 60.0);
    println!("{queue:.2} packets, {:.3} of the capacity", share(&simulation));
    assert!((28.0..=33.4).contains(&queue), "{queue}");
    assert!(share(&simulation) > 0.9);
    let slowed = mean(&log, FLOW, &cc::ledbat_pp::PHASE, 20.0, 60.0) - 1.0;
    assert!(slowed < 0.2, "{slowed}"); // slowdown 2 and ramp-up 3, where congestion avoidance is 1
    let (_, windows) = late_comer(&cc::ledbat_pp::SECTION, &[("target_ms", number(40.0))], 80.0);
    assert!((0.8..=1.25).contains(&(windows[0] / windows[1])), "{windows:?}");
}

/// Copa's queue is a wave between 0 and 2.5/δ packets where the velocity returns to 1 with the first step back, larger otherwise.
#[test]
fn copa_keeps_a_few_packets_in_the_queue() {
    for (reset, delta, range) in [("step", 0.5, 1.5..=3.5), ("rtt", 0.5, 2.0..=8.0), ("step", 0.25, 3.0..=7.0)] {
        let settings =
            [("velocity_reset", Value::Word(reset)), ("competitive", Value::Bool(false)), ("delta", number(delta))];
        let (simulation, log) = alone(&cc::copa::SECTION, &settings, 30.0);
        let queue = mean_queue(&log, 10.0, 30.0);
        println!("{reset}, {delta}: {queue:.2} packets, {:.3} of the capacity", share(&simulation));
        assert!(range.contains(&queue), "{reset}, {delta}: {queue}");
        assert!(reset == "rtt" || share(&simulation) > 0.97);
    }
}

/// NV keeps its pad of 10 packets in the queue until it replaces its minimum RTT, in which its own queue is then: each time but the
/// first adds the pad once more.
#[test]
fn nv_adds_its_pad_with_each_new_minimum_rtt() {
    let (_, log) = alone(&cc::nv::SECTION, &[("reset_period_s", number(1000.0))], 30.0);
    let queue = mean_queue(&log, 10.0, 30.0);
    assert!((8.7..=10.0).contains(&queue), "{queue}");
    let [first, later] = [(3.0, 5.0), (25.0, 30.0)].map(|(from_s, to_s)| {
        let (_, log) = alone(&cc::nv::SECTION, &[], to_s);
        mean_queue(&log, from_s, to_s)
    });
    println!("{queue:.2}, {first:.2}, {later:.2} packets");
    assert!((8.7..=10.0).contains(&first) && later > 25.0, "{first}, {later}");
}
