//! Effects of queues on traffic, against calculation: RED's average, CoDel's target, and a call's delay behind a queue.

use crate::common::*;
use sawtooth_engine::formulas::{mathis, one_way_delay_ms};
use sawtooth_engine::observe::{Observer, Signal, Source, signals};
use sawtooth_engine::params::{Choice, Section, Value};
use sawtooth_engine::path::queue::{codel, red};
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::units::Time;
use sawtooth_engine::{cc, traffic};

/// A level's mean over time, from some moment on.
struct Level {
    signal: &'static Signal,
    from: Time,
    value: f64,
    since: Time,
    sum: f64,
    weight: f64,
}

impl Level {
    fn of(signal: &'static Signal, from_s: f64) -> Level {
        let from = seconds(from_s);
        Level { signal, from, value: 0.0, since: from, sum: 0.0, weight: 0.0 }
    }

    fn mean(scenario: &Scenario, signal: &'static Signal, from_s: f64) -> (f64, Simulation) {
        let (mut simulation, mut level) = (Simulation::new(scenario), Level::of(signal, from_s));
        simulation.run_until(Time::NEVER, &mut Listener::of_decisions(&mut level));
        (level.sum / level.weight, simulation)
    }
}

impl Observer for Level {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        if source != Source::Bottleneck || !std::ptr::eq(signal, self.signal) {
            return;
        }
        let span = at.since(self.since).seconds();
        (self.sum, self.weight) = (self.sum + self.value * span, self.weight + span);
        (self.value, self.since) = (value, at.max(self.from));
    }
}

fn with_queue(mut scenario: Scenario, discipline: &'static Section, settings: &[(&str, Value)]) -> Scenario {
    scenario.bottleneck.queue = Choice::of(discipline);
    for (name, value) in settings {
        scenario.bottleneck.queue = scenario.bottleneck.queue.clone().with(name, value.clone());
    }
    scenario
}

const MIN: f64 = 20.0;
const MAX: f64 = 100.0;
const MAX_P: f64 = 0.1;

fn with_red(scenario: Scenario, wait: bool) -> Scenario {
    let settings = [
        ("limit_packets", number(300.0)),
        ("min_threshold_packets", number(MIN)),
        ("max_threshold_packets", number(MAX)),
        ("max_probability", number(MAX_P)),
        ("wait", Value::Bool(wait)),
    ];
    with_queue(scenario, &red::SECTION, &settings)
}

/// Drops lie 1 to 1/p_b arrivals apart, evenly; with `wait` 1/p_b to 2/p_b: a share of 2 p_b, or of 2/3 p_b.
fn share_dropped(average: f64, wait: bool) -> f64 {
    let p_b = MAX_P * (average - MIN) / (MAX - MIN);
    if wait { p_b / 1.5 } else { 2.0 * p_b / (1.0 + p_b) }
}

/// A source that does not react sends 5 % more than the link takes: RED must drop 1/21 of it, and its average stands where it
/// does: at 20 + 80 · 0.714 = 77.1 packets, and without `wait` at 20 + 80 · 0.244 = 39.5.
#[test]
fn reds_average_stands_where_it_drops_the_excess() {
    for (wait, expected) in [(true, 77.14), (false, 39.5)] {
        assert!((share_dropped(expected, wait) * 21.0 - 1.0).abs() < 0.01);
        let scenario = with_red(path(300.0), wait);
        let excess = [("rate_bps", number(10.5e6)), ("packet_bytes", number(1500.0))];
        let scenario = with_cross(scenario, &traffic::cbr::SECTION, &excess);
        let (average, simulation) = Level::mean(&scenario, &red::AVERAGE, 60.0);
        let counters = simulation.bottleneck_counters();
        let dropped = counters.dropped_queue as f64 / counters.arrived as f64;
        println!("wait {wait}: average {average:.2}, calculated {expected}; dropped {dropped:.4}");
        assert!((average / expected - 1.0).abs() < 0.03, "wait {wait}: {average}");
        assert!((dropped * 21.0 - 1.0).abs() < 0.02, "wait {wait}: {dropped}");
    }
}

/// Ten NewReno flows whose windows fill path and queue: 10 √(1.5 / p) = B + q packets, where RED drops a share p at an average
/// of q. On 10 Mbps and 80 ms (66.7 packets): at q = 36.8 it drops 1.40 %, and W = 10.35.
#[test]
fn reds_average_is_the_flows_fixed_point() {
    let windows = |q: f64| 10.0 * mathis(share_dropped(q, true), false) - (0.08 * 10e6 / 12e3 + q);
    // Windows fall and the queue rises with q: bisection.
    let (mut low, mut high) = (MIN + 1e-6, MAX);
    while high - low > 1e-6 {
        let middle = (low + high) / 2.0;
        *(if windows(middle) > 0.0 { &mut low } else { &mut high }) = middle;
    }
    let mut scenario = with_red(path(200.0), true);
    for n in 0..10 {
        let settings = [("base_rtt_ms", number(80.0)), ("start_s", number(0.2 * f64::from(n)))];
        scenario = with_flow(scenario, &cc::newreno::SECTION, &settings);
    }
    let (average, simulation) = Level::mean(&scenario, &red::AVERAGE, 30.0);
    let counters = simulation.bottleneck_counters();
    let dropped = counters.dropped_queue as f64 / counters.arrived as f64;
    println!(
        "average {average:.1}, calculated {low:.1}; dropped {dropped:.4}, calculated {:.4}",
        share_dropped(low, true)
    );
    assert!((average / low - 1.0).abs() < 0.15, "{average} against {low}");
    assert!((dropped / share_dropped(low, true) - 1.0).abs() < 0.25, "{dropped}");
}

/// RFC 8289, 4.2: what stands in the queue for longer than an interval is held to the target. The least delay in each interval
/// of 100 ms is near 5 ms or below, while the link stays busy; drop tail's 84 packets would keep it at 50 to 100 ms.
#[test]
fn codel_holds_the_standing_queue_to_its_target() {
    #[derive(Default)]
    struct Least(Vec<f64>, f64);
    impl Observer for Least {
        fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
            if source == Source::Bottleneck && std::ptr::eq(signal, &signals::QUEUE_DELAY) {
                let interval = (at.0 / 100_000_000) as usize;
                // An interval begins with what stood at its start.
                self.0.resize(self.0.len().max(interval + 1), self.1);
                self.0[interval] = self.0[interval].min(value);
                self.1 = value;
            }
        }
    }
    for flows in [2, 4] {
        let mut scenario = with_queue(path(60.0), &codel::SECTION, &[("limit_packets", number(1000.0))]);
        for n in 0..flows {
            let start = [("start_s", number(0.2 * f64::from(n)))];
            scenario = with_flow(scenario, &cc::newreno::SECTION, &start);
        }
        let (mut simulation, mut least) = (Simulation::new(&scenario), Least::default());
        simulation.run_until(Time::NEVER, &mut Listener::of_decisions(&mut least));
        let mut settled = least.0[100..].to_vec();
        settled.sort_by(f64::total_cmp);
        let (median, p90) = (settled[settled.len() / 2], settled[settled.len() * 9 / 10]);
        let counters = simulation.bottleneck_counters();
        let utilisation = counters.sent_bytes as f64 * 8.0 / counters.capacity_bits;
        println!(
            "{flows} flows: least delay an interval, median {median:.1} ms, p90 {p90:.1} ms, use {utilisation:.3}"
        );
        // Target, and a packet or two of 1.2 ms: the clock of drops looks at packets only.
        assert!(median <= 5.0 + 2.4, "{flows} flows: {median} ms");
        assert!(p90 <= 10.0, "{flows} flows: {p90} ms");
        assert!(utilisation > 0.85, "{flows} flows: {utilisation}");
    }
}

/// Each packet of a call takes as long as the bytes before it at the link's rate, its own transmission and the propagation;
/// on top at most what is left of the packet in transmission.
#[test]
fn a_calls_delay_is_the_queue_over_the_rate_and_propagation() {
    /// Bytes queued at each arrival of the call's packets that was not dropped; their delays.
    #[derive(Default)]
    struct Pairs {
        queued: f64,
        found: Vec<f64>,
        delays: Vec<f64>,
    }
    impl Observer for Pairs {
        fn signal(&mut self, _: Time, source: Source, signal: &'static Signal, value: f64) {
            let is = |other: &'static Signal| std::ptr::eq(signal, other);
            match source {
                Source::Bottleneck if is(&signals::QUEUE_BYTES) => self.queued = value,
                Source::Cross(0) if is(&signals::ARRIVE) => self.found.push(self.queued),
                Source::Cross(0) if is(&signals::DROP_QUEUE) => drop(self.found.pop()),
                Source::Cross(0) if is(&signals::ONE_WAY_DELAY) => self.delays.push(value),
                _ => {}
            }
        }
    }
    for (base_rtt_ms, bytes) in [(80.0, 100e3), (16.0, 20e3)] {
        let rtt = [("base_rtt_ms", number(base_rtt_ms))];
        let scenario = with_flow(path(60.0), &cc::newreno::SECTION, &rtt);
        let mut scenario = with_cross(scenario, &traffic::voip::SECTION, &rtt);
        scenario.bottleneck.queue = scenario.bottleneck.queue.with("limit_bytes", number(bytes));
        let (mut simulation, mut pairs) = (Simulation::new(&scenario), Pairs::default());
        simulation.run_until(Time::NEVER, &mut Listener::of_decisions(&mut pairs));
        assert!(pairs.delays.len() > 2500, "{}", pairs.delays.len());
        let rest = |(found, delay): (&f64, &f64)| delay - one_way_delay_ms(*found, 200.0, 10e6, base_rtt_ms);
        let rests: Vec<f64> = pairs.found.iter().zip(&pairs.delays).map(rest).collect();
        assert!(rests.iter().all(|rest| (-1e-6..=1.2 + 1e-6).contains(rest)), "{rests:?}");
        // The queue was full at times, and all but empty.
        let most = pairs.found.iter().fold(0.0_f64, |most, found| most.max(*found));
        assert!(most > 0.95 * bytes && pairs.found.iter().any(|found| *found < 0.1 * bytes), "{most}");
    }
}
