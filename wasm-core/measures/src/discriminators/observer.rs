//! Observer that asks every discriminator about every loss of every flow and keeps their scores. It changes nothing: a run with it has
//! the digest of one without. Not here: the rules, which never receive what is only known to the simulator.

use super::scores::Score;
use super::track::{Passed, Track};
use sawtooth_engine::cc::cdg;
use sawtooth_engine::cc::cdg::envelope::QueueState;
use sawtooth_engine::cc::discriminators::{Arrival, DEFINITIONS, Discriminator, Label, Sample, Sized, all};
use sawtooth_engine::host::{Direction, FlowSettings};
use sawtooth_engine::observe::{Interests, Observer, Signal, Source, signals};
use sawtooth_engine::scenario::{Change, Scenario, Side};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::units::Time;
use sawtooth_scenario::Json;
use std::collections::BTreeMap;
use std::ptr;

/// Later arrivals after which a packet counts as missing where packets are reordered.
const PATIENCE: usize = 3;

/// Share of the flow's packet size below which packets of cross traffic are small.
const SMALL: f64 = 0.5;

/// Events between two reports of progress.
const REPORT: u64 = 100_000;

/// A flow with its discriminators.
struct Flow {
    /// Its data share the forward bottleneck with cross traffic.
    forward: bool,
    judges: Vec<Box<dyn Discriminator>>,
    scores: Vec<Score>,
    track: Track,
    cwnd: f64,
    sample: Option<Sample>,
    /// Labels of the sender's rules when it last detected a loss.
    labels: Vec<Option<Label>>,
    /// Packets that are lost and that the sender has not repaired, by sequence number; and numbers of those in flight.
    lost: BTreeMap<u64, Label>,
    sequences: BTreeMap<u64, u64>,
}

impl Flow {
    fn new(forward: bool, patience: usize) -> Flow {
        let judges = all();
        Flow {
            forward,
            scores: vec![Score::default(); judges.len()],
            labels: vec![None; judges.len()],
            judges,
            track: Track::new(patience),
            cwnd: 0.0,
            sample: None,
            lost: BTreeMap::new(),
            sequences: BTreeMap::new(),
        }
    }

    fn count(&mut self, judge: usize, truth: Label, label: Option<Label>) {
        if let Some(label) = label {
            self.scores[judge].count(truth, label);
        }
    }

    /// A packet passes at the receiver, which judges those missing before it.
    fn passes(&mut self, passed: &Passed, full_bytes: u32, counts: bool) {
        let arrival = Arrival {
            delay_ms: passed.delay_ms,
            between_ms: passed.between_ms,
            missing: passed.missing.len() as u64,
            full: passed.bytes == full_bytes && passed.bytes_before == full_bytes,
        };
        for judge in 0..self.judges.len() {
            let label = self.judges[judge].arrival(&arrival);
            // One label for the gap; the truth is that of each packet.
            for truth in passed.missing.iter().flatten().filter(|_| counts) {
                self.count(judge, *truth, label);
            }
        }
        self.mixes(&Sized { large: true, bytes: passed.bytes, missing: arrival.missing });
    }

    fn mixes(&mut self, sized: &Sized) {
        self.judges.iter_mut().for_each(|judge| judge.sized(sized));
    }

    /// The sender repairs a packet, and judges it as it did when it detected the loss.
    fn repairs(&mut self, sequence: u64, counts: bool) {
        if let Some(truth) = self.lost.remove(&sequence)
            && counts
        {
            for judge in 0..self.judges.len() {
                self.count(judge, truth, self.labels[judge]);
            }
        }
    }

    fn samples(&mut self, at: Time, rtt_ms: f64) {
        let min_rtt_ms = self.sample.map_or(rtt_ms, |before| before.min_rtt_ms.min(rtt_ms));
        let sample = Sample { at, cwnd: self.cwnd, rtt_ms, min_rtt_ms };
        self.sample = Some(sample);
        self.judges.iter_mut().for_each(|judge| judge.sample(&sample));
    }

    fn signal(&mut self, at: Time, signal: &'static Signal, value: f64) {
        let is = |other: &'static Signal| ptr::eq(signal, other);
        if is(&signals::CWND) {
            self.cwnd = value;
        } else if is(&signals::RTT) {
            self.samples(at, value);
        } else if is(&signals::ROUND) {
            if let Some(sample) = self.sample {
                self.judges.iter_mut().for_each(|judge| judge.round(&sample));
            }
        } else if is(&signals::RECOVERY_START) || is(&signals::TIMEOUT) {
            for (label, judge) in self.labels.iter_mut().zip(&self.judges) {
                *label = judge.loss();
            }
        } else if is(&cdg::signals::QUEUE_STATE) {
            let state = state(value);
            self.judges.iter_mut().for_each(|judge| judge.own_state(state));
        }
    }
}

/// The state that CDG's signal numbers so.
fn state(value: f64) -> QueueState {
    use QueueState::{Empty, Falling, Full, Rising, Unknown};
    let states = [Full, Empty, Rising, Falling];
    states.into_iter().find(|state| *state as u8 as f64 == value).unwrap_or(Unknown)
}

/// The observer.
pub struct Discriminators {
    /// Losses judged in this span count, half open.
    span: (Time, Time),
    full_bytes: u32,
    flows: Vec<Flow>,
    cross: Vec<Option<Track>>,
}

impl Discriminators {
    /// Before a run; losses that are judged in the span count.
    pub fn new(scenario: &Scenario, span: (Time, Time)) -> Discriminators {
        let reorders = |side: Side| {
            let later = |change: &Change| matches!(change, Change::ReorderingModel(at, _) if *at == side);
            scenario.side(side).is_some_and(|bottleneck| bottleneck.reordering.is_some())
                || scenario.interventions.iter().any(|intervention| later(&intervention.change))
        };
        let patience = |side| if reorders(side) { PATIENCE } else { 1 };
        let flow = |flow: &sawtooth_engine::scenario::Flow| {
            let forward = FlowSettings::read(&flow.settings.values).direction == Direction::Forward;
            Flow::new(forward, patience(if forward { Side::Forward } else { Side::Reverse }))
        };
        // The transfers of a flash crowd are many sources under one name.
        let cross = scenario.cross_traffic.iter();
        Discriminators {
            span,
            full_bytes: scenario.packet_bytes,
            flows: scenario.flows.iter().map(flow).collect(),
            cross: cross.map(|one| one.transfers.is_none().then(|| Track::new(patience(Side::Forward)))).collect(),
        }
    }

    /// Runs the scenario to the end of a span in seconds; `tell` receives the progress, from 0 to 1.
    pub fn run(scenario: &Scenario, (from_s, to_s): (f64, f64), tell: &dyn Fn(f64)) -> Discriminators {
        let span = (Time::from_seconds(from_s), Time::from_seconds(to_s));
        let mut judged = Discriminators::new(scenario, span);
        let mut simulation = Simulation::new(scenario);
        let end = span.1.min(scenario.duration);
        while !simulation.advance(end, REPORT, &mut Listener::new(&mut judged)) {
            tell(simulation.now().seconds() / end.seconds());
        }
        judged
    }

    /// Scores of each flow, in the order of the scenario.
    pub fn flows(&self) -> impl Iterator<Item = &[Score]> {
        self.flows.iter().map(|flow| flow.scores.as_slice())
    }

    /// Scores of a flow, in the order of `DEFINITIONS`.
    pub fn scores(&self, flow: usize) -> &[Score] {
        &self.flows[flow].scores
    }

    /// Scores of a flow, for the summary.
    pub fn json(&self, flow: usize) -> Vec<Json> {
        DEFINITIONS.iter().zip(self.scores(flow)).map(|(definition, score)| score.json(definition.name)).collect()
    }

    fn counts(&self, at: Time) -> bool {
        self.span.0 <= at && at < self.span.1
    }

    /// A packet of a flow is lost.
    fn lost(&mut self, index: u32, serial: u64, cause: Label) {
        let flow = &mut self.flows[index as usize];
        if flow.track.lose(serial, cause)
            && let Some(sequence) = flow.sequences.remove(&serial)
        {
            flow.lost.insert(sequence, cause);
        }
    }

    fn cross_received(&mut self, at: Time, index: u32, delay_ms: f64, serial: u64) {
        let Some(track) = &mut self.cross[index as usize] else { return };
        track.arrive(at, serial, delay_ms);
        while let Some(passed) = track.pass() {
            if f64::from(passed.bytes) < SMALL * f64::from(self.full_bytes) {
                let sized = Sized { large: false, bytes: passed.bytes, missing: passed.missing.len() as u64 };
                self.flows.iter_mut().filter(|flow| flow.forward).for_each(|flow| flow.mixes(&sized));
            }
        }
    }
}

impl Observer for Discriminators {
    const INTERESTS: Interests = Interests::these(&[
        &signals::CWND,
        &signals::RTT,
        &signals::ROUND,
        &signals::RECOVERY_START,
        &signals::TIMEOUT,
        &signals::ONE_WAY_DELAY,
        &signals::ARRIVE,
        &signals::DROP_QUEUE,
        &signals::DROP_RANDOM,
        &signals::LOST_AFTER_QUEUE,
    ])
    .and(Interests::OTHERS)
    .and(Interests::SENT);

    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        if let Source::Flow(index) = source {
            self.flows[index as usize].signal(at, signal, value);
        }
    }

    fn packet(&mut self, _: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64) {
        let cause = Label::random_if(!ptr::eq(signal, &signals::DROP_QUEUE));
        match (source, ptr::eq(signal, &signals::ARRIVE)) {
            (Source::Flow(index), false) => self.lost(index, serial, cause),
            (Source::Cross(index), arrives) => {
                if let Some(track) = &mut self.cross[index as usize] {
                    if arrives {
                        track.send(serial, bytes);
                    } else {
                        track.lose(serial, cause);
                    }
                }
            }
            _ => {}
        }
    }

    fn sent(&mut self, at: Time, source: Source, serial: u64, (sequence, again): (u64, bool), bytes: u32) {
        let Source::Flow(index) = source else { return };
        let counts = self.counts(at);
        let flow = &mut self.flows[index as usize];
        if again {
            return flow.repairs(sequence, counts);
        }
        flow.track.send(serial, bytes);
        flow.sequences.insert(serial, sequence);
    }

    fn received(&mut self, at: Time, source: Source, delay_ms: f64, serial: u64) {
        let (counts, full_bytes) = (self.counts(at), self.full_bytes);
        match source {
            Source::Flow(index) => {
                let flow = &mut self.flows[index as usize];
                flow.sequences.remove(&serial);
                flow.track.arrive(at, serial, delay_ms);
                while let Some(passed) = flow.track.pass() {
                    flow.passes(&passed, full_bytes, counts);
                }
            }
            Source::Cross(index) => self.cross_received(at, index, delay_ms, serial),
            _ => {}
        }
    }
}
