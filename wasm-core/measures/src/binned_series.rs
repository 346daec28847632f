//! A run in equal bins of time: sums of what each source did in each bin, so that any span of many runs of one scenario
//! can be compared. Not here: percentiles over runs (the page), distributions of one run (`summary`).

use crate::summary::own_time;
use sawtooth_engine::observe::{Interests, Kind, Observer, QueueLevel, Signal, Source, signals};
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::units::{Span, Time};
use std::ptr;

/// Quantities of each flow, then of each source of cross traffic, in this order.
pub const OF_SOURCE: &[&str] =
    &["delivered_bytes", "window_packets_s", "window_s", "delay_ms", "delays", "arrived", "lost", "own_s"];
/// Quantities of the forward queue.
pub const OF_QUEUE: &[&str] = &["queue_packets_s", "queue_delay_ms_s", "queue_bytes_s"];

const DELIVERED: usize = 0;
const WINDOW: usize = 1;
const HELD: usize = 2;
const DELAY: usize = 3;
const DELAYS: usize = 4;
const ARRIVED: usize = 5;
const LOST: usize = 6;
/// Seconds of a flow's own time; 0 of cross traffic.
const OWN: usize = 7;

/// Events between two reports of progress.
const REPORT: u64 = 100_000;

/// A value that lasts until the next one.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    value: f64,
    since: Option<Time>,
}

/// Observer that sums up a run in bins.
#[derive(Clone, Debug)]
pub struct BinnedSeries {
    bins: usize,
    width: Span,
    flows: usize,
    /// Sums by quantity, then by bin: those of each source, then those of the queue.
    sums: Vec<f64>,
    /// Of each flow: its window or the equivalent of its rate, its bytes so far, its own time.
    windows: Vec<Level>,
    delivered: Vec<f64>,
    own: Vec<(Time, Time)>,
    /// Queue length in packets, queueing delay, queue length in bytes.
    queue: [Level; OF_QUEUE.len()],
    end: Time,
}

impl BinnedSeries {
    /// Sums for a run of this scenario in this number of bins (at least one).
    pub fn new(scenario: &Scenario, bins: usize) -> BinnedSeries {
        let (flows, cross, bins) = (scenario.flows.len(), scenario.cross_traffic.len(), bins.max(1));
        let end = scenario.duration;
        let own = scenario.flows.iter().map(|flow| own_time(flow, scenario.seed, end)).collect();
        let begun = Level { value: 0.0, since: Some(Time::ZERO) };
        BinnedSeries {
            bins,
            // Rounded up, so that the last bin contains the end.
            width: Span(end.0.div_ceil(bins as u64).max(1)),
            flows,
            sums: vec![0.0; ((flows + cross) * OF_SOURCE.len() + OF_QUEUE.len()) * bins],
            windows: vec![Level::default(); flows],
            delivered: vec![0.0; flows],
            own,
            queue: [begun; OF_QUEUE.len()],
            end,
        }
    }

    /// Runs the scenario; `tell` receives the progress, from 0 to 1. Returns the sums, by quantity, then by bin.
    pub fn run(scenario: &Scenario, bins: usize, tell: &dyn Fn(f64)) -> Vec<f64> {
        let mut series = BinnedSeries::new(scenario, bins);
        let mut simulation = Simulation::new(scenario);
        while !simulation.advance(scenario.duration, REPORT, &mut Listener::new(&mut series)) {
            tell(simulation.now().seconds() / scenario.duration.seconds());
        }
        series.finish()
    }

    /// Completes the sums at the end of the run. Returns them by quantity, then by bin.
    pub fn finish(mut self) -> Vec<f64> {
        for flow in 0..self.flows {
            self.window(flow, self.end, 0.0);
            let (start, stop) = self.own[flow];
            self.hold(flow * OF_SOURCE.len() + OWN, 1.0, start, stop);
        }
        self.queue_is(self.end, [0.0; OF_QUEUE.len()]);
        self.sums
    }

    fn bin(&self, at: Time) -> usize {
        ((at.0 / self.width.0) as usize).min(self.bins - 1)
    }

    fn add(&mut self, place: usize, at: Time, value: f64) {
        let bin = self.bin(at);
        self.sums[place * self.bins + bin] += value;
    }

    /// Adds a value times the seconds for which it lasted, in each bin.
    fn hold(&mut self, place: usize, value: f64, from: Time, until: Time) {
        let mut from = from;
        while from < until {
            let bin = self.bin(from);
            let edge = if bin + 1 == self.bins { until } else { Time(self.width.0 * (bin as u64 + 1)).min(until) };
            self.sums[place * self.bins + bin] += value * edge.since(from).seconds();
            from = edge;
        }
    }

    fn window(&mut self, flow: usize, at: Time, value: f64) {
        let at = at.min(self.own[flow].1);
        let level = std::mem::replace(&mut self.windows[flow], Level { value, since: Some(at) });
        if let Some(since) = level.since {
            let place = flow * OF_SOURCE.len();
            self.hold(place + WINDOW, level.value, since, at);
            self.hold(place + HELD, 1.0, since, at);
        }
    }

    fn queue_is(&mut self, at: Time, values: [f64; OF_QUEUE.len()]) {
        let first = self.sums.len() / self.bins - OF_QUEUE.len();
        for (place, value) in values.into_iter().enumerate() {
            let level = std::mem::replace(&mut self.queue[place], Level { value, since: Some(at) });
            if let Some(since) = level.since {
                self.hold(first + place, level.value, since, at);
            }
        }
    }
}

impl Observer for BinnedSeries {
    const INTERESTS: Interests = Interests::these(&[
        &signals::CWND,
        &signals::RATE_PACKETS,
        &signals::DELIVERED,
        &signals::RTT,
        &signals::ONE_WAY_DELAY,
        &signals::COMPLETED,
        &signals::ARRIVE,
        &signals::DROP_QUEUE,
        &signals::DROP_RANDOM,
        &signals::LOST_AFTER_QUEUE,
    ])
    .and(QueueLevel::SIGNALS);
    fn in_order(&self) -> bool {
        false
    }
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        let place = match source {
            Source::Flow(flow) => flow as usize,
            Source::Cross(cross) => self.flows + cross as usize,
            _ => return,
        };
        let first = place * OF_SOURCE.len();
        let is = |other: &'static Signal| ptr::eq(signal, other);
        let of_flow = place < self.flows;
        if of_flow && (is(&signals::CWND) || is(&signals::RATE_PACKETS)) {
            self.window(place, at, value);
        } else if of_flow && is(&signals::DELIVERED) {
            let before = std::mem::replace(&mut self.delivered[place], value);
            self.add(first + DELIVERED, at, value - before);
        } else if is(if of_flow { &signals::RTT } else { &signals::ONE_WAY_DELAY }) {
            self.add(first + DELAY, at, value);
            self.add(first + DELAYS, at, 1.0);
        } else if is(&signals::COMPLETED) {
            if of_flow {
                self.own[place].1 = at;
            }
        } else if is(&signals::ARRIVE) {
            self.add(first + ARRIVED, at, 1.0);
        } else if signal.kind == Kind::Mark {
            self.add(first + LOST, at, 1.0);
        }
    }

    fn queue(&mut self, at: Time, level: &QueueLevel) {
        if level.bottleneck == Source::Bottleneck {
            self.queue_is(at, [level.packets as f64, level.delay_ms(), level.bytes as f64]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sawtooth_engine::telemetry::listen::Ignore;
    use sawtooth_scenario::read;

    const SCENARIO: &str = r#"{ "schema": 1, "duration_s": 20, "seed": 3,
        "bottleneck": { "rate_bps": 1e7, "queue": { "discipline": "drop_tail", "limit_packets": 84 },
            "loss": { "model": "bernoulli", "probability": 0.01 } },
        "flows": [{ "name": "a" }, { "name": "b", "algorithm": { "kind": "tfrc" }, "start_s": 4, "stop_s": 15 }],
        "cross_traffic": [{ "kind": "voip", "start_s": 10 }] }"#;

    fn sums(of: &[f64], bins: usize, place: usize) -> f64 {
        of[place * bins..(place + 1) * bins].iter().sum()
    }

    /// Whatever the bins, their sums are the run's own counts, each source at its place.
    #[test]
    fn bins_together_are_the_run() {
        let scenario = read(SCENARIO).unwrap().scenario;
        let mut simulation = Simulation::new(&scenario);
        assert!(simulation.advance(scenario.duration, u64::MAX, &mut Ignore));
        let counters = simulation.bottleneck_counters();
        for bins in [1, 7, 400] {
            let all = BinnedSeries::run(&scenario, bins, &|_| ());
            assert_eq!(all.len(), bins * (3 * OF_SOURCE.len() + OF_QUEUE.len()));
            let of = |source: usize, quantity: usize| sums(&all, bins, source * OF_SOURCE.len() + quantity);
            let arrived: f64 = (0..3).map(|source| of(source, ARRIVED)).sum();
            let lost: f64 = (0..3).map(|source| of(source, LOST)).sum();
            assert_eq!(arrived, counters.arrived as f64);
            assert_eq!(lost, (counters.dropped_queue + counters.dropped_random) as f64);
            for flow in 0..2 {
                let bytes = simulation.flow_counters(flow).delivered_bytes;
                assert_eq!(of(flow, DELIVERED), bytes as f64, "flow {flow}");
                assert!(of(flow, DELAY) / of(flow, DELAYS) > 40.0);
            }
            // A window is known while the flow runs, a rate from the first round trip on.
            assert!((of(0, HELD) - 20.0).abs() < 1e-6 && of(1, HELD) < 11.0 && of(1, HELD) > 10.5, "{}", of(1, HELD));
            assert_eq!(of(2, DELIVERED) + of(2, HELD), 0.0);
            assert!(of(2, DELAY) / of(2, DELAYS) > 20.0);
            // A packet that waits is 1.2 ms at 10 Mbps; a call's are shorter.
            let [packets, delay, bytes] = [0, 1, 2].map(|place| sums(&all, bins, 3 * OF_SOURCE.len() + place));
            assert!((delay - bytes * 8e-4).abs() < 1e-6, "{bytes}");
            assert!(delay > 1.0 * packets && delay <= 1.2 * packets + 1e-9, "{packets} {delay}");
        }
    }

    /// A transfer's own time begins at its start, jitter included, and ends when it is complete; its window is of that time only.
    #[test]
    fn a_finished_transfer_has_only_its_own_time() {
        let flows = r#""flows": [{ "name": "a", "start_s": 2, "start_jitter_s": 1, "transfer_bytes": 200000 },"#;
        let scenario = read(&SCENARIO.replace(r#""flows": [{ "name": "a" },"#, flows)).unwrap().scenario;
        let mut simulation = Simulation::new(&scenario);
        assert!(simulation.advance(scenario.duration, u64::MAX, &mut Ignore));
        let counters = simulation.flow_counters(0);
        let own_s = counters.stopped.since(counters.started.unwrap()).seconds();
        assert!(counters.completed && own_s < 2.0, "{own_s}");
        for bins in [1, 400] {
            let all = BinnedSeries::run(&scenario, bins, &|_| ());
            let of = |quantity: usize| sums(&all, bins, quantity);
            assert!((of(OWN) - own_s).abs() < 1e-9 && (of(HELD) - own_s).abs() < 1e-9, "{} {own_s}", of(OWN));
            assert!((sums(&all, bins, OF_SOURCE.len() + OWN) - 11.0).abs() < 1e-9);
            assert_eq!(sums(&all, bins, 2 * OF_SOURCE.len() + OWN), 0.0);
        }
    }

    /// A level of 10 from 1 s to 3.5 s, then of 2 until the flow's end at 5 s, in bins of 2 s.
    #[test]
    fn what_holds_is_weighed_by_time_in_each_bin() {
        let text = r#"{ "schema": 1, "duration_s": 8, "bottleneck": { "rate_bps": 1e6, "queue": { "limit_packets": 9 } },
            "flows": [{ "stop_s": 5 }] }"#;
        let mut series = BinnedSeries::new(&read(text).unwrap().scenario, 4);
        for (t_s, value) in [(1.0, 10.0), (3.5, 2.0)] {
            series.emit(Time::from_seconds(t_s), Source::Flow(0), &signals::CWND, value);
        }
        let all = series.finish();
        assert_eq!(&all[WINDOW * 4..WINDOW * 4 + 4], [10.0, 16.0, 2.0, 0.0]);
        assert_eq!(&all[HELD * 4..HELD * 4 + 4], [1.0, 2.0, 1.0, 0.0]);
    }
}
