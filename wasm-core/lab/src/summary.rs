//! The summary of a run (contract, section 3): what the simulation has counted, and distributions gathered by listening.
//! Nothing is kept per packet. Not here: printing it as a table (crate `cli`).

use crate::distribution::{Real, Whole};
use sawtooth_engine::formulas;
use sawtooth_engine::observe::{Observer, Signal, Source, signals};
use sawtooth_engine::path::queue::Limit;
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
    queue: QueueMeasure,
    /// When all flows run, if ever.
    together: Option<(Time, Time)>,
    duration: Time,
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

#[derive(Clone, Debug)]
struct QueueMeasure {
    limits: Vec<(Time, Limit)>,
    next: usize,
    limit: Limit,
    since: Time,
    packets: f64,
    bytes: f64,
    occupancy: Whole,
    nearly_full: Span,
}

impl Summary {
    /// Before the run of a scenario.
    pub fn new(scenario: &Scenario) -> Summary {
        let flows: Vec<FlowMeasure> = scenario.flows.iter().map(|flow| FlowMeasure::new(flow, scenario)).collect();
        let begin = flows.iter().map(|flow| flow.own.0).max();
        let end = flows.iter().map(|flow| flow.own.1).min();
        let limits = scenario.limits(Side::Forward);
        let queue = QueueMeasure {
            limit: limits[0].1,
            limits,
            next: 1,
            since: Time::ZERO,
            packets: 0.0,
            bytes: 0.0,
            occupancy: Whole::default(),
            nearly_full: Span::ZERO,
        };
        Summary {
            names: scenario.flows.iter().map(|flow| flow.name.clone()).collect(),
            cross_names: scenario.cross_traffic.iter().map(|cross| cross.name.clone()).collect(),
            cross_delay: vec![Real::default(); scenario.cross_traffic.len()],
            together: begin.zip(end).filter(|(begin, end)| begin < end),
            flows,
            queue,
            duration: scenario.duration,
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
        self.queue.advance(self.duration);
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
        let whole = self.duration.seconds();
        object! {
            "utilisation" => counters.departed_bytes as f64 * 8.0 / counters.capacity_bits,
            "arrived" => counters.arrived,
            "dropped_queue" => counters.dropped_queue,
            "dropped_random" => counters.dropped_random,
            "departed" => counters.departed,
            "queued_at_end" => counters.queued,
            "queue_packets" => self.queue.occupancy.json(),
            "time_above_three_quarters" => self.queue.nearly_full.seconds() / whole,
        }
    }

    /// Jain's index over the goodputs in the time when all flows run.
    fn jain_index(&self) -> Option<f64> {
        self.together?;
        formulas::jain_index(self.flows.iter().map(|flow| flow.within - flow.before))
    }

    fn hear_flow(&mut self, at: Time, index: usize, signal: &'static Signal, value: f64) {
        let flow = &mut self.flows[index];
        if at >= flow.own.1 {
            return;
        }
        if ptr::eq(signal, &signals::CWND) {
            flow.weigh(at);
            flow.level = (at, value);
        } else if ptr::eq(signal, &signals::RTT) {
            flow.rtt.add(value, 1.0);
        } else if ptr::eq(signal, &signals::DELIVERED) {
            let (begin, end) = self.together.unwrap_or((Time::NEVER, Time::NEVER));
            if at < begin {
                flow.before = value;
            }
            if at < end {
                flow.within = value;
            }
        } else if ptr::eq(signal, &signals::WINDOW_CUT) {
            flow.events += 1;
            flow.last = at;
            if flow.events == 2 {
                flow.second = at;
            }
        }
    }
}

impl Observer for Summary {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        match source {
            Source::Flow(index) => self.hear_flow(at, index as usize, signal, value),
            Source::Cross(index) => {
                if ptr::eq(signal, &signals::ONE_WAY_DELAY) {
                    self.cross_delay[index as usize].add(value, 1.0);
                }
            }
            Source::Bottleneck => {
                if ptr::eq(signal, &signals::QUEUE_PACKETS) {
                    self.queue.advance(at);
                    self.queue.packets = value;
                } else if ptr::eq(signal, &signals::QUEUE_BYTES) {
                    self.queue.advance(at);
                    self.queue.bytes = value;
                }
            }
            Source::ReverseBottleneck => {}
        }
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

    /// The window has stood at its level until now.
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

impl QueueMeasure {
    /// The queue has stood as it is until now, whatever its limit was meanwhile.
    fn advance(&mut self, at: Time) {
        while let Some((from, limit)) = self.limits.get(self.next).copied().filter(|(from, _)| *from <= at) {
            self.stand(from);
            self.limit = limit;
            self.next += 1;
        }
        self.stand(at);
    }

    fn stand(&mut self, until: Time) {
        let span = until.since(self.since);
        self.occupancy.add(self.packets as u64, span.0 as f64);
        let above = match self.limit {
            Limit::Packets(limit) => self.packets > NEARLY_FULL * limit,
            Limit::Bytes(limit) => self.bytes > NEARLY_FULL * limit,
        };
        if above {
            self.nearly_full = self.nearly_full + span;
        }
        self.since = self.since.max(until);
    }
}
