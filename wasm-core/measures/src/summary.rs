//! The summary of a run, or of a span of it (contract, section 3; `docs/measurements.md` explains every field): the
//! simulation's counters, and distributions gathered by an observer. Nothing is stored per packet. Not here: printing
//! it as a table (crate `cli`).

use crate::discriminators::observer::Discriminators;
use crate::distribution::Real;
use crate::measures::occupancy::Occupancy;
use sawtooth_engine::formulas;
use sawtooth_engine::host::{Direction, FlowSettings};
use sawtooth_engine::math::float;
use sawtooth_engine::observe::{Interests, Observer, QueueLevel, Signal, Source, signals};
use sawtooth_engine::params::Section;
use sawtooth_engine::path::bottleneck::BottleneckCounters;
use sawtooth_engine::random::{Purpose, RandomStream, Stream};
use sawtooth_engine::scenario::{self, Change, Scenario, Side};
use sawtooth_engine::sim::{CrossCounters, FlowCounters, Simulation};
use sawtooth_engine::traffic::has_replies;
use sawtooth_engine::units::{Span, Time};
use sawtooth_scenario::{Json, object};
use std::ptr;

/// Share of the limit above which a queue counts as nearly full.
const NEARLY_FULL: f64 = 0.75;

/// Build of a summary where none is named.
const UNKNOWN: &str = "unknown";

/// Origin of a summary.
#[derive(Clone, Debug)]
struct Origin {
    build: String,
    document: Json,
    /// Notices of the document.
    notices: Vec<Json>,
}

/// Observer that summarises a run, or a span of it.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Span, half open.
    span: (Time, Time),
    /// Counters at the start of the span, and at its end.
    before: Counts,
    after: Option<Counts>,
    origin: Option<Origin>,
    /// Scores of the loss discriminators of each flow, if they are asked for.
    scores: Option<Vec<Vec<Json>>>,
    names: Vec<String>,
    cross_names: Vec<String>,
    flows: Vec<FlowMeasure>,
    cross: Vec<CrossMeasure>,
    /// The queue of each direction, forward first.
    queues: Vec<Occupancy>,
    /// Span in which all forward flows run, as far as known: the end of a finite transfer ends it. May be empty.
    together: (Time, Time),
    /// Rate of the forward link in bit/s, unless its capacity follows from a trace or a model; and the share of a packet that is payload.
    rate_bps: Option<f64>,
    payload: f64,
}

/// All counters of a simulation at one moment; zero at the start of a run.
#[derive(Clone, Debug, Default)]
struct Counts {
    flows: Vec<FlowCounters>,
    algorithms: Vec<&'static Section>,
    cross: Vec<CrossCounters>,
    /// Counters by direction, forward first.
    bottlenecks: Vec<BottleneckCounters>,
}

impl Counts {
    fn of(simulation: &Simulation) -> Counts {
        let flows = 0..simulation.flow_count();
        let sides = [Side::Forward, Side::Reverse];
        Counts {
            flows: flows.clone().map(|index| simulation.flow_counters(index)).collect(),
            algorithms: flows.map(|index| simulation.algorithm_section(index)).collect(),
            cross: (0..simulation.cross_count()).map(|index| simulation.cross_counters(index)).collect(),
            bottlenecks: sides.iter().filter_map(|side| simulation.counters_of(*side)).collect(),
        }
    }
}

#[derive(Clone, Debug)]
struct CrossMeasure {
    delay: Real,
    /// Durations of the transfers of a flash crowd, or of fetches.
    completion: Option<Real>,
    /// RTTs of a ping.
    rtt: Option<Real>,
}

#[derive(Clone, Debug)]
struct FlowMeasure {
    direction: Direction,
    /// Whether it is a finite transfer.
    finite: bool,
    /// Whether some of its ACKs may be lost or thinned out, at some time.
    withholds_acks: bool,
    /// Start of the span.
    from: Time,
    /// Its own time within the span, half open; empty if it does not run there.
    own: (Time, Time),
    rtt: Real,
    cwnd: Real,
    /// Present window and its start; 0 without a window.
    level: (Time, f64),
    /// Congestion events: their number so far; and of those within the span, without the run's first, their number, the
    /// first and the last.
    events: u64,
    counted: u64,
    first: Time,
    last: Time,
    /// Bytes delivered before all flows ran, and by the end of that time.
    before: f64,
    within: f64,
}

impl Summary {
    /// Summary of a whole run, before the run.
    pub fn new(scenario: &Scenario) -> Summary {
        Summary::over(scenario, (Time::ZERO, scenario.duration))
    }

    /// Summary of a span of a run, before the run. The span is half open, not empty and within the run. The caller
    /// pauses the run at both ends of the span and calls `stand` there.
    pub fn over(scenario: &Scenario, span: (Time, Time)) -> Summary {
        let flows: Vec<FlowMeasure> =
            scenario.flows.iter().map(|flow| FlowMeasure::new(flow, scenario, span)).collect();
        let forward = || flows.iter().filter(|flow| flow.direction == Direction::Forward);
        let begin = forward().map(|flow| flow.own.0).max();
        let end = forward().map(|flow| flow.own.1).min();
        let sides = [Side::Forward, Side::Reverse].into_iter().filter(|side| scenario.side(*side).is_some());
        Summary {
            span,
            before: Counts::default(),
            after: None,
            origin: None,
            scores: None,
            names: scenario.flows.iter().map(|flow| flow.name.clone()).collect(),
            cross_names: scenario.cross_traffic.iter().map(|cross| cross.name.clone()).collect(),
            cross: scenario.cross_traffic.iter().map(CrossMeasure::new).collect(),
            together: begin.zip(end).unwrap_or((Time::NEVER, Time::NEVER)),
            rate_bps: (!scenario.bottleneck.sends_by_itself()).then(|| scenario.bottleneck.rate_bps()),
            payload: f64::from(scenario.payload_bytes()) / f64::from(scenario.packet_bytes),
            flows,
            queues: sides.map(|side| Occupancy::of(scenario, side, NEARLY_FULL, span)).collect(),
        }
    }

    /// Runs a scenario from its start to its end.
    pub fn of(scenario: &Scenario) -> Json {
        Summary::of_span(scenario, (Time::ZERO, scenario.duration))
    }

    /// The same for a span, as in `over`.
    pub fn of_span(scenario: &Scenario, span: (Time, Time)) -> Json {
        let mut summary = Summary::over(scenario, span);
        let mut simulation = Simulation::new(scenario);
        for stop in [span.0, span.1, scenario.duration] {
            simulation.run_until(stop, &mut summary);
            summary.stand(&simulation);
        }
        summary.finish(&simulation)
    }

    /// The same with the build that made it, the document as it was run (overrides applied), and the notices of that
    /// document.
    pub fn of_document(self, build: &str, document: &Json, notices: Vec<Json>) -> Summary {
        Summary { origin: Some(Origin { build: build.into(), document: document.clone(), notices }), ..self }
    }

    /// The same with the scores of loss discriminators that observed the run, at its end.
    pub fn with_scores(self, discriminators: &Discriminators) -> Summary {
        let scores = (0..self.flows.len()).map(|flow| discriminators.json(flow)).collect();
        Summary { scores: Some(scores), ..self }
    }

    /// Called when the run pauses: keeps the counters at the start and the end of the span.
    pub fn stand(&mut self, simulation: &Simulation) {
        if simulation.now() == self.span.0 {
            self.before = Counts::of(simulation);
        } else if simulation.now() == self.span.1 {
            self.after = Some(Counts::of(simulation));
        }
    }

    /// The summary at the end of the run.
    pub fn finish(mut self, simulation: &Simulation) -> Json {
        self.queues.iter_mut().for_each(Occupancy::close);
        for flow in &mut self.flows {
            flow.close();
        }
        let after = self.after.take().unwrap_or_else(|| Counts::of(simulation));
        let flows: Vec<Json> =
            (0..self.flows.len()).map(|index| self.flow(index, &after, &simulation.flow_counters(index))).collect();
        let cross: Vec<Json> = (0..self.cross.len()).map(|index| self.cross(index, &after)).collect();
        let origin = self.origin.take();
        let mut out = object! {
            "schema" => 1.0,
            "version" => env!("CARGO_PKG_VERSION"),
            "build" => origin.as_ref().map_or(UNKNOWN, |origin| &origin.build),
            "digest" => simulation.digest_hex(),
            "simulated_s" => simulation.now().seconds(),
            "events" => simulation.events(),
            "span_s" => vec![Json::from(self.span.0.seconds()), Json::from(self.span.1.seconds())],
            "flows" => flows,
            "bottleneck" => self.bottleneck(Side::Forward, &after),
            "reverse_bottleneck" => self.bottleneck(Side::Reverse, &after),
            "cross_traffic" => cross,
            "jain_index" => self.jain_index(),
        };
        if let Some(Origin { document, notices, .. }) = origin {
            out.set("notices", notices);
            out.set("scenario", document);
        }
        out
    }

    /// A flow; `whole`: its counters at the end of the run.
    fn flow(&self, index: usize, after: &Counts, whole: &FlowCounters) -> Json {
        let (measure, counters) = (&self.flows[index], &after.flows[index]);
        let before = self.before.flows.get(index).copied().unwrap_or_default();
        let count = |of: fn(&FlowCounters) -> u64| of(counters) - of(&before);
        let started = counters.started.map(|started| started.max(self.span.0));
        let own = started.map_or(0.0, |started| counters.stopped.since(started).seconds());
        let rate = |bytes: u64| (own > 0.0).then(|| bytes as f64 * 8.0 / own);
        let goodput = rate(count(|c| c.delivered_bytes));
        let sent = count(|c| c.packets_sent);
        let lost = count(|c| c.dropped_queue + c.dropped_random + c.lost_after_queue);
        let intervals = measure.counted.saturating_sub(1);
        let epoch = (intervals > 0).then(|| measure.last.since(measure.first).seconds() / intervals as f64);
        let algorithm = after.algorithms[index];
        let cwnd = if algorithm.rate_based { Json::Null } else { measure.cwnd.json() };
        let mut out = object! {
            "name" => self.names[index].as_str(),
            "algorithm" => algorithm.kind,
            "goodput_bps" => goodput,
            "of_capacity" => goodput.map(|goodput| goodput / (self.capacity_bps(after) * self.payload)),
            "throughput_bps" => rate(count(|c| c.departed_bytes)),
            "packets_sent" => sent,
            "packets_retransmitted" => count(|c| c.packets_retransmitted),
            "packets_delivered" => count(|c| c.packets_delivered),
            "needless_retransmissions" => count(|c| c.needless_retransmissions),
            "dropped_queue" => count(|c| c.dropped_queue),
            "dropped_random" => count(|c| c.dropped_random),
            "lost_after_queue" => count(|c| c.lost_after_queue),
            "loss_rate" => (sent > 0).then(|| lost as f64 / sent as f64),
            "marked" => count(|c| c.marked),
            "fast_recoveries" => count(|c| c.fast_recoveries),
            "timeouts" => count(|c| c.timeouts),
            "delay_backoffs" => count(|c| c.delay_backoffs),
            "window_undos" => count(|c| c.window_undos),
            "loss_probes" => count(|c| c.loss_probes),
            "rtt_ms" => measure.rtt.json(),
            "cwnd_packets" => cwnd,
            "epoch_s" => object! { "count" => intervals, "mean" => epoch },
        };
        if measure.withholds_acks {
            out.set("acks_lost", count(|c| c.acks_lost));
            out.set("acks_thinned", count(|c| c.acks_thinned));
        }
        if measure.finite {
            let completed = whole.completed.then_some(whole.stopped);
            out.set("completed_s", completed.map(Time::seconds));
            out.set("duration_s", completed.zip(whole.started).map(|(end, start)| end.since(start).seconds()));
        }
        if let Some(scores) = &self.scores {
            out.set("discriminators", scores[index].clone());
        }
        out
    }

    fn cross(&self, index: usize, after: &Counts) -> Json {
        let (measure, counters) = (&self.cross[index], &after.cross[index]);
        let before = self.before.cross.get(index).copied().unwrap_or_default();
        let count = |of: fn(&CrossCounters) -> u64| of(counters) - of(&before);
        let mut out = object! {
            "name" => self.cross_names[index].as_str(),
            "sent" => count(|c| c.sent),
            "delivered" => count(|c| c.delivered),
            "lost" => count(|c| c.lost),
            "dropped_queue" => count(|c| c.dropped_queue),
            "dropped_random" => count(|c| c.dropped_random),
            "lost_after_queue" => count(|c| c.lost_after_queue),
            "marked" => count(|c| c.marked),
            "one_way_delay_ms" => measure.delay.json(),
        };
        if let Some(completion) = &measure.completion {
            out.set("needless_retransmissions", count(|c| c.needless_retransmissions));
            out.set("transfers_begun", count(|c| c.transfers_begun));
            out.set("transfers_completed", count(|c| c.transfers_completed));
            out.set("completion_s", completion.json());
        }
        if let Some(rtt) = &measure.rtt {
            out.set("replies_received", count(|c| c.replies_received));
            out.set("replies_lost", count(|c| c.replies_lost));
            out.set("rtt_ms", rtt.json());
        }
        out
    }

    /// Rate with which flows' shares are compared: that of the forward link as the run begins, or what a trace or a model offered over the span.
    fn capacity_bps(&self, after: &Counts) -> f64 {
        self.rate_bps.unwrap_or_else(|| self.offered_bps(Side::Forward, after))
    }

    /// Mean rate at which a link could have sent over the span.
    fn offered_bps(&self, side: Side, after: &Counts) -> f64 {
        let bits = |counts: &Counts| counts.bottlenecks.get(side as usize).map_or(0.0, |part| part.capacity_bits);
        (bits(after) - bits(&self.before)) / self.span.1.since(self.span.0).seconds()
    }

    fn bottleneck(&self, side: Side, after: &Counts) -> Json {
        let Some((counters, queue)) = after.bottlenecks.get(side as usize).zip(self.queues.get(side as usize)) else {
            return Json::Null;
        };
        let before = self.before.bottlenecks.get(side as usize).copied().unwrap_or_default();
        let count = |of: fn(&BottleneckCounters) -> u64| of(counters) - of(&before);
        let capacity_bits = counters.capacity_bits - before.capacity_bits;
        object! {
            "utilisation" => count(|c| c.sent_bytes) as f64 * 8.0 / capacity_bits,
            "capacity_bps" => self.offered_bps(side, after),
            "queued_at_start" => before.queued,
            "arrived" => count(|c| c.arrived),
            "dropped_queue" => count(|c| c.dropped_queue),
            "dropped_random" => count(|c| c.dropped_random),
            "lost_after_queue" => count(|c| c.lost_after_queue),
            "departed" => count(|c| c.departed),
            "queued_at_end" => counters.queued,
            "marked" => count(|c| c.marked),
            "queue_packets" => queue.packets().json(),
            "queue_ms" => queue.waits().json(),
            "time_above_three_quarters" => queue.time_above(),
        }
    }

    /// Jain's index of the goodputs in the part of the span in which all forward flows run.
    fn jain_index(&self) -> Option<f64> {
        if self.together.0 >= self.together.1 {
            return None;
        }
        let forward = self.flows.iter().filter(|flow| flow.direction == Direction::Forward);
        formulas::jain_index(forward.map(|flow| flow.within - flow.before))
    }
}

impl Observer for Summary {
    const INTERESTS: Interests = Interests::these(&[
        &signals::RTT,
        &signals::CWND,
        &signals::RATE,
        &signals::DELIVERED,
        &signals::COMPLETED,
        &signals::WINDOW_CUT,
        &signals::ONE_WAY_DELAY,
        &signals::QUEUE_PACKETS,
    ]);
    /// Where a transfer may end the time together, what arrives after that end must not be received before it.
    fn in_order(&self) -> bool {
        self.flows.iter().any(|flow| flow.finite && flow.direction == Direction::Forward)
    }
    #[inline(always)]
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        match source {
            Source::Flow(index) => {
                let flow = &mut self.flows[index as usize];
                let ended = flow.record(at, signal, value, self.together);
                if ended && flow.direction == Direction::Forward {
                    self.together.1 = at.min(self.together.1);
                }
            }
            Source::Cross(index) if self.span.0 <= at && at < self.span.1 => {
                self.cross[index as usize].record(signal, value);
            }
            Source::Cross(_) => {}
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
        queue.change(at, level);
    }
}

impl CrossMeasure {
    fn new(cross: &scenario::CrossTraffic) -> CrossMeasure {
        CrossMeasure {
            delay: Real::default(),
            completion: cross.transfers.as_ref().map(|_| Real::default()),
            rtt: has_replies(cross.traffic.section).then(Real::default),
        }
    }

    #[inline]
    fn record(&mut self, signal: &'static Signal, value: f64) {
        if ptr::eq(signal, &signals::ONE_WAY_DELAY) {
            self.delay.add(value, 1.0);
        } else if ptr::eq(signal, &signals::COMPLETED)
            && let Some(completion) = &mut self.completion
        {
            completion.add(value, 1.0);
        } else if ptr::eq(signal, &signals::RTT)
            && let Some(rtt) = &mut self.rtt
        {
            rtt.add(value, 1.0);
        }
    }
}

/// Start of a flow, start jitter included, and its stop, `end` at the latest: its own time, unless it is a transfer that is complete before.
pub fn own_time(flow: &scenario::Flow, seed: u64, end: Time) -> (Time, Time) {
    let settings = FlowSettings::read(&flow.settings.values);
    let draw = RandomStream::new(seed, Purpose::StartJitter, Stream::Flow(flow.stream)).uniform(0);
    let start = Time::from_seconds(settings.start_s) + Span::from_seconds(draw * settings.start_jitter_s);
    (start, settings.stop_s.map_or(end, Time::from_seconds).min(end))
}

/// Whether a change during the run is about the ACKs that a flow's receiver sends.
fn changes_ack_path(flow: &scenario::Flow, scenario: &Scenario) -> bool {
    scenario.interventions.iter().any(|intervention| match &intervention.change {
        Change::Flow(index, row, _) => {
            scenario.flows[*index].name == flow.name
                && ["ack_loss", "ack_thinning"].contains(&flow.settings.section.params[*row].name)
        }
        _ => false,
    })
}

impl FlowMeasure {
    fn new(flow: &scenario::Flow, scenario: &Scenario, span: (Time, Time)) -> FlowMeasure {
        let settings = FlowSettings::read(&flow.settings.values);
        let (start, stop) = own_time(flow, scenario.seed, span.1);
        FlowMeasure {
            from: span.0,
            direction: settings.direction,
            finite: settings.transfer_bytes.is_some(),
            withholds_acks: settings.withholds_acks() || changes_ack_path(flow, scenario),
            own: (start.max(span.0), stop),
            rtt: Real::default(),
            cwnd: Real::default(),
            level: (start, 0.0),
            events: 0,
            counted: 0,
            first: Time::ZERO,
            last: Time::ZERO,
            before: 0.0,
            within: 0.0,
        }
    }

    /// Receives a signal; true if it ends the flow's own time.
    #[inline(always)]
    fn record(&mut self, at: Time, signal: &'static Signal, value: f64, together: (Time, Time)) -> bool {
        if at >= self.own.1 {
            return false;
        }
        if ptr::eq(signal, &signals::RTT) {
            if at >= self.from {
                self.rtt.add(value, 1.0);
            }
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
            if self.events > 1 && at >= self.from {
                if self.counted == 0 {
                    self.first = at;
                }
                self.counted += 1;
                self.last = at;
            }
        } else if ptr::eq(signal, &signals::COMPLETED) {
            self.own.1 = at;
            return true;
        }
        false
    }

    /// Adds the time for which the window has been at its present level.
    #[inline(always)]
    fn weigh(&mut self, at: Time) {
        let (since, cwnd) = self.level;
        if cwnd > 0.0 {
            self.cwnd.add(cwnd, float(at.since(since.max(self.from)).0));
        }
    }

    fn close(&mut self) {
        self.weigh(self.own.1);
    }
}
