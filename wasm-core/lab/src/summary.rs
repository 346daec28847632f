//! The summary of a run (contract, section 3): what the simulation has counted, and distributions gathered by listening.
//! Nothing is kept per packet. Not here: printing it as a table (crate `cli`).

use crate::distribution::Real;
use crate::measures::occupancy::Occupancy;
use sawtooth_engine::formulas;
use sawtooth_engine::math::float;
use sawtooth_engine::observe::{Observer, QueueLevel, Signal, Source, Wants, signals};
use sawtooth_engine::random::{Draws, Purpose, Stream};
use sawtooth_engine::scenario::{self, Scenario, Side};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::tcp::host::{Direction, FlowSettings};
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
    cross: Vec<CrossMeasure>,
    /// The queue of each direction, forward first.
    queues: Vec<Occupancy>,
    /// When all flows of the forward direction run, as far as is known: the end of a finite transfer ends it. May be empty.
    together: (Time, Time),
}

#[derive(Clone, Debug)]
struct CrossMeasure {
    delay: Real,
    /// How long each transfer took, if it is a flash crowd.
    completion: Option<Real>,
}

#[derive(Clone, Debug)]
struct FlowMeasure {
    direction: Direction,
    /// It has so much to send and no more.
    finite: bool,
    /// Its own time, half open; empty if it never runs.
    own: (Time, Time),
    rtt: Real,
    cwnd: Real,
    /// The window now, and since when; 0: it has none.
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
        let forward = || flows.iter().filter(|flow| flow.direction == Direction::Forward);
        let begin = forward().map(|flow| flow.own.0).max();
        let end = forward().map(|flow| flow.own.1).min();
        let sides = [Side::Forward, Side::Reverse].into_iter().filter(|side| scenario.side(*side).is_some());
        let span = (Time::ZERO, scenario.duration);
        Summary {
            names: scenario.flows.iter().map(|flow| flow.name.clone()).collect(),
            cross_names: scenario.cross_traffic.iter().map(|cross| cross.name.clone()).collect(),
            cross: scenario.cross_traffic.iter().map(CrossMeasure::new).collect(),
            together: begin.zip(end).unwrap_or((Time::NEVER, Time::NEVER)),
            flows,
            queues: sides.map(|side| Occupancy::of(scenario, side, NEARLY_FULL, span)).collect(),
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
        self.queues.iter_mut().for_each(Occupancy::close);
        for flow in &mut self.flows {
            flow.close();
        }
        let flows: Vec<Json> = (0..self.flows.len()).map(|index| self.flow(index, simulation)).collect();
        let cross: Vec<Json> = (0..self.cross.len()).map(|index| self.cross(index, simulation)).collect();
        object! {
            "schema" => 1.0,
            "digest" => simulation.digest_hex(),
            "simulated_s" => simulation.now().seconds(),
            "events" => simulation.events(),
            "flows" => flows,
            "bottleneck" => self.bottleneck(Side::Forward, simulation),
            "reverse_bottleneck" => self.bottleneck(Side::Reverse, simulation),
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
        let algorithm = simulation.algorithm_section(index);
        let cwnd = if algorithm.rate_based { Json::Null } else { measure.cwnd.json() };
        let mut out = object! {
            "name" => self.names[index].as_str(),
            "algorithm" => algorithm.kind,
            "goodput_bps" => rate(counters.delivered_bytes),
            "throughput_bps" => rate(counters.departed_bytes),
            "packets_sent" => counters.packets_sent,
            "packets_retransmitted" => counters.packets_retransmitted,
            "packets_delivered" => counters.packets_delivered,
            "fast_recoveries" => counters.fast_recoveries,
            "timeouts" => counters.timeouts,
            "delay_backoffs" => counters.delay_backoffs,
            "rtt_ms" => measure.rtt.json(),
            "cwnd_packets" => cwnd,
            "epoch_s" => object! { "count" => intervals, "mean" => epoch },
        };
        if measure.finite {
            out.set("completed_s", counters.completed.then(|| counters.stopped.seconds()));
        }
        out
    }

    fn cross(&self, index: usize, simulation: &Simulation) -> Json {
        let (measure, counters) = (&self.cross[index], simulation.cross_counters(index));
        let mut out = object! {
            "name" => self.cross_names[index].as_str(),
            "sent" => counters.sent,
            "lost" => counters.lost,
            "one_way_delay_ms" => measure.delay.json(),
        };
        if let Some(completion) = &measure.completion {
            out.set("transfers_begun", counters.transfers_begun);
            out.set("transfers_completed", counters.transfers_completed);
            out.set("completion_s", completion.json());
        }
        out
    }

    fn bottleneck(&self, side: Side, simulation: &Simulation) -> Json {
        let Some((counters, queue)) = simulation.counters_of(side).zip(self.queues.get(side as usize)) else {
            return Json::Null;
        };
        object! {
            "utilisation" => counters.departed_bytes as f64 * 8.0 / counters.capacity_bits,
            "arrived" => counters.arrived,
            "dropped_queue" => counters.dropped_queue,
            "dropped_random" => counters.dropped_random,
            "departed" => counters.departed,
            "queued_at_end" => counters.queued,
            "queue_packets" => queue.packets().json(),
            "time_above_three_quarters" => queue.time_above(),
        }
    }

    /// Jain's index over the goodputs in the time when all flows of the forward direction run.
    fn jain_index(&self) -> Option<f64> {
        if self.together.0 >= self.together.1 {
            return None;
        }
        let forward = self.flows.iter().filter(|flow| flow.direction == Direction::Forward);
        formulas::jain_index(forward.map(|flow| flow.within - flow.before))
    }
}

impl Observer for Summary {
    const WANTS: Wants = Wants::these(&[
        &signals::RTT,
        &signals::CWND,
        &signals::RATE,
        &signals::DELIVERED,
        &signals::COMPLETED,
        &signals::WINDOW_CUT,
        &signals::ONE_WAY_DELAY,
        &signals::QUEUE_PACKETS,
    ]);
    fn in_order(&self) -> bool {
        false
    }
    #[inline(always)]
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        match source {
            Source::Flow(index) => {
                let flow = &mut self.flows[index as usize];
                let ended = flow.hear(at, signal, value, self.together);
                if ended && flow.direction == Direction::Forward {
                    self.together.1 = at.min(self.together.1);
                }
            }
            Source::Cross(index) => self.cross[index as usize].hear(signal, value),
            Source::Bottleneck | Source::ReverseBottleneck => {}
        }
    }

    #[inline(always)]
    fn queue(&mut self, at: Time, level: &QueueLevel) {
        let queue = match self.queues.as_mut_slice() {
            [only] => only,
            both if level.bottleneck == Source::Bottleneck => &mut both[Side::Forward as usize],
            both => &mut both[Side::Reverse as usize],
        };
        queue.change(at, level.packets, level.bytes);
    }
}

impl CrossMeasure {
    fn new(cross: &scenario::CrossTraffic) -> CrossMeasure {
        CrossMeasure { delay: Real::default(), completion: cross.transfers.as_ref().map(|_| Real::default()) }
    }

    #[inline]
    fn hear(&mut self, signal: &'static Signal, value: f64) {
        if ptr::eq(signal, &signals::ONE_WAY_DELAY) {
            self.delay.add(value, 1.0);
        } else if ptr::eq(signal, &signals::COMPLETED)
            && let Some(completion) = &mut self.completion
        {
            completion.add(value, 1.0);
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
            direction: settings.direction,
            finite: settings.transfer_bytes.is_some(),
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

    /// Hears a signal; true if it ends the flow's own time.
    #[inline(always)]
    fn hear(&mut self, at: Time, signal: &'static Signal, value: f64, together: (Time, Time)) -> bool {
        if at >= self.own.1 {
            return false;
        }
        if ptr::eq(signal, &signals::RTT) {
            self.rtt.add(value, 1.0);
        } else if ptr::eq(signal, &signals::CWND) {
            self.weigh(at);
            self.level = (at, value);
        } else if ptr::eq(signal, &signals::RATE) {
            self.weigh(at);
            self.level = (at, 0.0);
        } else if ptr::eq(signal, &signals::DELIVERED) {
            let (begin, end) = together;
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
        } else if ptr::eq(signal, &signals::COMPLETED) {
            self.own.1 = at;
            return true;
        }
        false
    }

    /// The window has stood at its level until now.
    #[inline(always)]
    fn weigh(&mut self, at: Time) {
        let (since, cwnd) = self.level;
        if cwnd > 0.0 {
            self.cwnd.add(cwnd, float(at.since(since).0));
        }
    }

    fn close(&mut self) {
        self.weigh(self.own.1);
    }
}
