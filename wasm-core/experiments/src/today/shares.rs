//! Shares of flows on one link: goodput and queueing delay of the first flows and of the others, the queue,
//! drops. Not here: which flows, the claims about them.

use crate::row::Row;
use crate::run::Run;
use sawtooth_engine::math::float;
use sawtooth_engine::observe::{Inference, Interests, NullObserver, Observer, Rule, Signal, Source, signals};
use sawtooth_engine::scenario::Side;
use sawtooth_engine::units::Time;
use sawtooth_measures::distribution::Real;
use sawtooth_measures::measures::occupancy::Occupancy;
use sawtooth_measures::measures::tally::{Grid, Tally};
use sawtooth_scenario::Json;

/// Measures, in order: goodput of each of the two groups (bit/s) and the first one's share of both, median queueing
/// delay of their packets (ms), mean length of the queue (packets), shares of the arrived packets that the queue drops or
/// marks.
pub const NAMES: &[&str] = &[
    "first_bps",
    "others_bps",
    "share",
    "first_delay_ms",
    "others_delay_ms",
    "queue_packets",
    "dropped_share",
    "marked_share",
];

/// Queueing delays of two groups of flows, from a moment on.
struct Delays {
    from: Time,
    first: usize,
    /// One-way delay of each flow on the empty path, in ms.
    empty_ms: Vec<f64>,
    groups: [Real; 2],
}

impl Observer for Delays {
    const INTERESTS: Interests = Interests::these(&[&signals::ONE_WAY_DELAY]);
    fn signal(&mut self, at: Time, source: Source, _: &'static Signal, value: f64) {
        if let Source::Flow(flow) = source
            && at >= self.from
        {
            let flow = flow as usize;
            let queued = (value - self.empty_ms[flow]).max(0.0);
            self.groups[usize::from(flow >= self.first)].add(queued, 1.0);
        }
    }
}

/// Counts marks from a moment on.
struct Marks(Time, u64);

impl Observer for Marks {
    const INTERESTS: Interests = Interests::these(&[&signals::MARK]);
    fn signal(&mut self, at: Time, source: Source, _: &'static Signal, _: f64) {
        self.1 += u64::from(at >= self.0 && matches!(source, Source::Flow(_)));
    }
}

/// Half of each flow's base RTT and a packet's transmission, in ms.
fn empty_ms(document: &Json, rate_bps: f64) -> Vec<f64> {
    let flows = document.get("flows").and_then(Json::elements).unwrap_or(&[]);
    let rtt = |flow: &Json| flow.get("base_rtt_ms").and_then(Json::number).unwrap_or(40.0);
    flows.iter().map(|flow| rtt(flow) / 2.0 + 1500.0 * 8e3 / rate_bps).collect()
}

/// Flows' verdicts on their losses.
struct Judged {
    from: Time,
    flows: u32,
    random: u64,
    congestion: u64,
}

impl Observer for Judged {
    const INTERESTS: Interests = Interests::DECISIONS;
    fn signal(&mut self, _: Time, _: Source, _: &'static Signal, _: f64) {}
    fn decision(&mut self, at: Time, source: Source, rule: &'static Rule, _: &[f64]) {
        if at >= self.from && matches!(source, Source::Flow(flow) if flow < self.flows) {
            self.random += u64::from(rule.infers == Inference::RandomLoss);
            self.congestion += u64::from(rule.infers == Inference::Congestion);
        }
    }
}

/// Share of the losses that the first flows' algorithms take for random, of those that they judge, from a moment on.
pub fn judged_random(run: &Run, flows: u32, from_s: f64) -> Option<f64> {
    let mut judged = Judged { from: Time::from_seconds(from_s), flows, random: 0, congestion: 0 };
    run.closely(&mut judged);
    let share = float(judged.random) / float(judged.random + judged.congestion);
    Some(share).filter(|share| share.is_finite())
}

/// A run from a moment to its end, with its first flows as one group and the others as the other.
pub fn measure(run: &Run, first: usize, from_s: f64) -> Row {
    measure_with(run, first, from_s, &mut NullObserver)
}

/// The same, with another observer.
pub fn measure_with<O: Observer>(run: &Run, first: usize, from_s: f64, other: &mut O) -> Row {
    let (until, flows) = (run.scenario.duration, run.scenario.flows.len());
    let (from, until_s) = (Time::from_seconds(from_s), until.seconds());
    let mut tally = Tally::of_each(Grid::new(from_s, until_s, until_s - from_s), &run.scenario);
    let mut queue = Occupancy::of(&run.scenario, Side::Forward, 0.75, (from, until));
    let empty_ms = empty_ms(&run.cell.document, run.scenario.bottleneck.rate_bps());
    let mut delays = Delays { from, first, empty_ms, groups: [Real::default(), Real::default()] };
    let mut marks = Marks(from, 0);
    let mut counts = (&mut tally, &mut marks);
    let mut levels = (&mut queue, &mut delays);
    let mut own = (&mut counts, &mut levels);
    run.listen(&mut (&mut own, other));
    queue.close();
    let of: Vec<_> = (0..flows).map(|flow| tally.between(flow, from_s, until_s)).collect();
    let sum =
        |part: &[sawtooth_measures::measures::tally::Count]| part.iter().map(|one| one.delivered_bytes).sum::<u64>();
    let [ours, theirs] = [sum(&of[..first]), sum(&of[first..])].map(|bytes| float(bytes) * 8.0 / (until_s - from_s));
    let arrived: u64 = of.iter().map(|one| one.arrived).sum();
    let dropped: u64 = of.iter().map(|one| one.dropped_queue).sum();
    let [first_delay, others_delay] = delays.groups.each_ref().map(|group| group.percentile(0.5));
    Row::new()
        .number("first_bps", ours)
        .number("others_bps", theirs)
        .number("share", ours / (ours + theirs))
        .number("first_delay_ms", first_delay)
        .number("others_delay_ms", others_delay)
        .number("queue_packets", queue.packets().json().get("mean").and_then(Json::number))
        .number("dropped_share", float(dropped) / float(arrived))
        .number("marked_share", float(marks.1) / float(arrived))
}
