//! The summary of a run (contract, section 3): what the simulation has counted, and distributions gathered by listening.
//! Nothing is kept per packet. Not here: printing it as a table (crate `cli`).

use crate::distribution::Real;
use crate::measures::occupancy::Occupancy;
use sawtooth_engine::formulas;
use sawtooth_engine::observe::{Observer, QueueLevel, Signal, Source, Wants, signals};
use sawtooth_engine::random::{Draws, Purpose, Stream};
use sawtooth_engine::scenario::{self, Scenario, Side};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::tcp::host::FlowSettings;
use sawtooth_engine::units::{Span, Time};
use sawtooth_scenario::{Json, object};
use std::ptr;

/// Share of the limit above which a queue counts as nearly full.
const NEARLY_FULL: f64 = 0.75;

/// Listens to a whole run and says what came of it.
#[derive(Clone, Debug)]
pub struct Summary {
    names: Vec<String>,
    cross_names: Vec<String>,
    flows: Vec<FlowMeasure>,
    cross_delay: Vec<Real>,
    queue: Occupancy,
    /// When all flows run, if ever.
    together: Option<(Time, Time)>,
}

#[derive(Clone, Debug)]
struct FlowMeasure {
    /// Its own time, half open; empty if it never runs.
    own: (Time, Time),
    rtt: Real,
    cwnd: Real,
    /// The window now, and since when.
    level: (Time, f64),
    /// Congestion events: how many, when the second was, and the last.
    events: u64,
    second: Time,
    last: Time,
    /// Bytes delivered before all flows ran, and by the end of that time.
    before: f64,
    within: f64,
}

impl Summary {
    /// Before the run of a scenario.
    pub fn new(scenario: &Scenario) -> Summary {
        let flows: Vec<FlowMeasure> = scenario.flows.iter().map(|flow| FlowMeasure::new(flow, scenario)).collect();
        let begin = flows.iter().map(|flow| flow.own.0).max();
        let end = flows.iter().map(|flow| flow.own.1).min();
        Summary {
            names: scenario.flows.iter().map(|flow| flow.name.clone()).collect(),
            cross_names: scenario.cross_traffic.iter().map(|cross| cross.name.clone()).collect(),
            cross_delay: vec![Real::default(); scenario.cross_traffic.len()],
            together: begin.zip(end).filter(|(begin, end)| begin < end),
            flows,
            queue: Occupancy::of(scenario, Side::Forward, NEARLY_FULL, (Time::ZERO, scenario.duration)),
        }
    }

    /// Runs a scenario from its start to its end.
    pub fn of(scenario: &Scenario) -> Json {
        let mut summary = Summary::new(scenario);
        let mut simulation = Simulation::new(scenario);
        simulation.run_until(scenario.duration, &mut summary);
        summary.finish(&simulation)
    }

    /// The summary of a run that is at its end.
    pub fn finish(mut self, simulation: &Simulation) -> Json {
        self.queue.close();
        for flow in &mut self.flows {
            flow.close();
        }
        let flows: Vec<Json> = (0..self.flows.len()).map(|index| self.flow(index, simulation)).collect();
        let cross: Vec<Json> = (0..self.cross_delay.len()).map(|index| self.cross(index, simulation)).collect();
        object! {
            "schema" => 1.0,
            "digest" => simulation.digest_hex(),
            "simulated_s" => simulation.now().seconds(),
            "events" => simulation.events(),
            "flows" => flows,
            "bottleneck" => self.bottleneck(simulation),
            "reverse_bottleneck" => Json::Null,
            "cross_traffic" => cross,
            "jain_index" => self.jain_index(),
        }
    }

    fn flow(&self, index: usize, simulation: &Simulation) -> Json {
        let (measure, counters) = (&self.flows[index], simulation.flow_counters(index));
        let own = counters.started.map_or(0.0, |started| counters.stopped.since(started).seconds());
        let rate = |bytes: u64| (own > 0.0).then(|| bytes as f64 * 8.0 / own);
        let intervals = measure.events.saturating_sub(2);
        let epoch = (intervals > 0).then(|| measure.last.since(measure.second).seconds() / intervals as f64);
        object! {
            "name" => self.names[index].as_str(),
            "algorithm" => simulation.algorithm_section(index).kind,
            "goodput_bps" => rate(counters.delivered_bytes),
            "throughput_bps" => rate(counters.departed_bytes),
            "packets_sent" => counters.packets_sent,
            "packets_retransmitted" => counters.packets_retransmitted,
            "packets_delivered" => counters.packets_delivered,
            "fast_recoveries" => counters.fast_recoveries,
            "timeouts" => counters.timeouts,
            "delay_backoffs" => counters.delay_backoffs,
            "rtt_ms" => measure.rtt.json(),
            "cwnd_packets" => measure.cwnd.json(),
            "epoch_s" => object! { "count" => intervals, "mean" => epoch },
        }
    }

    fn cross(&self, index: usize, simulation: &Simulation) -> Json {
        let counters = simulation.cross_counters(index);
        object! {
            "name" => self.cross_names[index].as_str(),
            "sent" => counters.sent,
            "lost" => counters.lost,
            "one_way_delay_ms" => self.cross_delay[index].json(),
        }
    }

    fn bottleneck(&self, simulation: &Simulation) -> Json {
        let counters = simulation.bottleneck_counters();
        object! {
            "utilisation" => counters.departed_bytes as f64 * 8.0 / counters.capacity_bits,
            "arrived" => counters.arrived,
            "dropped_queue" => counters.dropped_queue,
            "dropped_random" => counters.dropped_random,
            "departed" => counters.departed,
            "queued_at_end" => counters.queued,
            "queue_packets" => self.queue.packets().json(),
            "time_above_three_quarters" => self.queue.time_above(),
        }
    }

    /// Jain's index over the goodputs in the time when all flows run.
    fn jain_index(&self) -> Option<f64> {
        self.together?;
        formulas::jain_index(self.flows.iter().map(|flow| flow.within - flow.before))
    }
}

impl Observer for Summary {
    const WANTS: Wants = Wants::these(&[
        &signals::RTT,
        &signals::CWND,
        &signals::DELIVERED,
        &signals::WINDOW_CUT,
        &signals::ONE_WAY_DELAY,
        &signals::QUEUE_PACKETS,
    ]);

    #[inline]
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        match source {
            Source::Flow(index) => self.flows[index as usize].hear(at, signal, value, self.together),
            Source::Cross(index) => {
                if ptr::eq(signal, &signals::ONE_WAY_DELAY) {
                    self.cross_delay[index as usize].add(value, 1.0);
                }
            }
            Source::Bottleneck | Source::ReverseBottleneck => {}
        }
    }

    #[inline]
    fn queue(&mut self, at: Time, level: &QueueLevel) {
        self.queue.queue(at, level);
    }
}

impl FlowMeasure {
    fn new(flow: &scenario::Flow, scenario: &Scenario) -> FlowMeasure {
        let settings = FlowSettings::read(&flow.settings.values);
        let draw = Draws::new(scenario.seed, Purpose::StartJitter, Stream::Flow(flow.stream)).uniform(0);
        let start = Time::from_seconds(settings.start_s) + Span::from_seconds(draw * settings.start_jitter_s);
        let stop = settings.stop_s.map_or(scenario.duration, Time::from_seconds).min(scenario.duration);
        FlowMeasure {
            own: (start, stop),
            rtt: Real::default(),
            cwnd: Real::default(),
            level: (start, 0.0),
            events: 0,
            second: Time::ZERO,
            last: Time::ZERO,
            before: 0.0,
            within: 0.0,
        }
    }

    #[inline]
    fn hear(&mut self, at: Time, signal: &'static Signal, value: f64, together: Option<(Time, Time)>) {
        if at >= self.own.1 {
            return;
        }
        if ptr::eq(signal, &signals::RTT) {
            self.rtt.add(value, 1.0);
        } else if ptr::eq(signal, &signals::CWND) {
            self.weigh(at);
            self.level = (at, value);
        } else if ptr::eq(signal, &signals::DELIVERED) {
            let (begin, end) = together.unwrap_or((Time::NEVER, Time::NEVER));
            if at < begin {
                self.before = value;
            }
            if at < end {
                self.within = value;
            }
        } else if ptr::eq(signal, &signals::WINDOW_CUT) {
            self.events += 1;
            self.last = at;
            if self.events == 2 {
                self.second = at;
            }
        }
    }

    /// The window has stood at its level until now.
    #[inline]
    fn weigh(&mut self, at: Time) {
        let (since, cwnd) = self.level;
        if cwnd > 0.0 {
            self.cwnd.add(cwnd, at.since(since).0 as f64);
        }
    }

    fn close(&mut self) {
        self.weigh(self.own.1);
    }
}
