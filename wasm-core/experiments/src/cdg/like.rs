//! Three flows of the CDG paper that have the same algorithm and join 20 s after each other: what figures 5, 6 and 7 have in
//! common, their runs, what is measured of them, and the drawing over time. Not here: any one figure.

use super::{CAPACITY_BPS, Host, RATE_BPS, bars_of_bins, flow, test_bed};
use crate::figure::{Axis, Marks, Plot, Series};
use crate::results::Rows;
use crate::row::Row;
use crate::run::Run;
use crate::sweep::Cell;
use sawtooth_engine::observe::{Interests, Observer, QueueLevel, Signal, Source, signals};
use sawtooth_engine::units::Time;
use sawtooth_measures::distribution::Real;
use sawtooth_measures::measures::tally::{Grid, Tally};
use sawtooth_measures::measures::{fairness, goodput};
use sawtooth_scenario::Json;
use std::ptr;

/// When each flow runs, in seconds (section 4.2).
pub const SPANS_S: [(f64, f64); 3] = [(0.0, 60.0), (20.0, 80.0), (40.0, 100.0)];
/// End of the run.
const END_S: f64 = 100.0;
/// Bins of the paper's drawing.
const BIN_S: f64 = 4.0;
/// RTT of an empty path: propagation and one transmission.
pub const EMPTY_MS: f64 = 41.2;
/// A queue of so many packets counts as full: two below the limit.
const FULL_PACKETS: u64 = 82;
/// The paper draws every 20th RTT; fewer show the same.
const DRAWN: u64 = 50;

/// Three flows of one algorithm.
pub fn cell(figure: u32, name: &'static str, algorithm: &Json, loss: f64, host: Host) -> Cell {
    let flows = (1..).zip(SPANS_S).map(|(number, (from, until))| {
        flow(&format!("{}{number}", name.replace('_', "-")), algorithm.clone(), from, until, host)
    });
    let title = format!("Three {name} flows join one after the other: CDG paper, figure {figure}");
    let at = point!(algorithm: name, recovery: host.recovery, acks: host.acks());
    Cell::new(at, test_bed(&title, END_S, loss, flows.collect())).moment(30.0)
}

/// Queueing delays (RTT - 41.2 ms) of all flows' samples within a span.
struct Window {
    span: (Time, Time),
    delays: Real,
    sum: f64,
    count: u64,
}

impl Window {
    fn new(from_s: f64, until_s: f64) -> Window {
        let span = (Time::from_seconds(from_s), Time::from_seconds(until_s));
        Window { span, delays: Real::default(), sum: 0.0, count: 0 }
    }
    fn add(&mut self, at: Time, delay: f64) {
        if at >= self.span.0 && at < self.span.1 {
            self.delays.add(delay.max(0.0), 1.0);
            (self.sum, self.count) = (self.sum + delay, self.count + 1);
        }
    }
    fn percentile(&self, share: f64) -> Option<f64> {
        self.delays.percentile(share)
    }
    fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

/// Listens to round-trip times, and to the queue length.
struct Delays {
    /// Flow 1 alone; two flows; three; all but the first seconds.
    alone: Window,
    three: Window,
    all: Window,
    /// The most that the queue held in each 10 s.
    highest: [u64; 10],
    heard: [u64; 3],
    drawn: [Vec<[f64; 2]>; 3],
}

impl Delays {
    fn new() -> Delays {
        Delays {
            alone: Window::new(10.0, 20.0),
            three: Window::new(40.0, 60.0),
            all: Window::new(10.0, 100.0),
            highest: [0; 10],
            heard: [0; 3],
            drawn: Default::default(),
        }
    }
}

impl Observer for Delays {
    const INTERESTS: Interests = Interests::these(&[&signals::RTT, &signals::QUEUE_PACKETS]);
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        let Source::Flow(flow) = source else { return };
        if !ptr::eq(signal, &signals::RTT) {
            return;
        }
        for window in [&mut self.alone, &mut self.three, &mut self.all] {
            window.add(at, value - EMPTY_MS);
        }
        // Each flow is thinned by itself: thinned together, every so manyth point would follow bursts.
        let heard = &mut self.heard[flow as usize];
        *heard += 1;
        if heard.is_multiple_of(DRAWN) {
            self.drawn[flow as usize].push([at.seconds(), value]);
        }
    }
    fn queue(&mut self, at: Time, level: &QueueLevel) {
        let bin = (at.seconds() / 10.0) as usize;
        if let Some(highest) = self.highest.get_mut(bin) {
            *highest = level.packets.max(*highest);
        }
    }
}

/// Measures of a run, in order.
pub const NAMES: &[&str] = &[
    "alone_bps",
    "two_bps",
    "three_bps",
    "jain_three",
    "second_joins_s",
    "third_joins_s",
    "dropped_queue",
    "windows_full",
    "alone_delay_p50_ms",
    "three_delay_p50_ms",
    "three_delay_p10_ms",
    "three_delay_p90_ms",
    "delay_p95_ms",
    "delay_mean_ms",
    "flow1_bps",
    "flow2_bps",
    "flow3_bps",
    "rtt1_at_s",
    "rtt1_ms",
    "rtt2_at_s",
    "rtt2_ms",
    "rtt3_at_s",
    "rtt3_ms",
];

/// Measures that figures 5 to 7 show and check.
pub fn measure(run: &Run) -> Row {
    let mut tally = Tally::of_each(Grid::new(0.0, END_S, 1.0), &run.scenario);
    let mut delays = Delays::new();
    let simulation = run.listen(&mut (&mut tally, &mut delays));
    let sum = |flows: usize, from_s: f64, until_s: f64| -> f64 {
        (0..flows).map(|flow| goodput::between(&tally, flow, from_s, until_s)).sum()
    };
    let joins = |flow: usize| {
        let active = flow as f64 + 1.0;
        goodput::reaches(&tally, flow, SPANS_S[flow].0, 0.8 * CAPACITY_BPS / active)
    };
    let full = delays.highest[1..].iter().filter(|packets| **packets >= FULL_PACKETS).count();
    let dropped = simulation.bottleneck_counters().dropped_queue;
    let mut row = Row::new()
        .number("alone_bps", sum(1, 10.0, 20.0))
        .number("two_bps", sum(2, 24.0, 40.0))
        .number("three_bps", sum(3, 44.0, 60.0))
        .number("jain_three", fairness::between(&tally, &[0, 1, 2], 44.0, 60.0))
        .number("second_joins_s", joins(1))
        .number("third_joins_s", joins(2))
        .number("dropped_queue", dropped as f64)
        .number("windows_full", full as f64 / 9.0)
        .number("alone_delay_p50_ms", delays.alone.percentile(0.5))
        .number("three_delay_p50_ms", delays.three.percentile(0.5))
        .number("three_delay_p10_ms", delays.three.percentile(0.1))
        .number("three_delay_p90_ms", delays.three.percentile(0.9))
        .number("delay_p95_ms", delays.all.percentile(0.95))
        .number("delay_mean_ms", delays.all.mean());
    for (flow, list) in LISTS.iter().enumerate() {
        let bins = (0..(END_S / BIN_S) as usize).map(|bin| {
            let from_s = bin as f64 * BIN_S;
            goodput::between(&tally, flow, from_s, from_s + BIN_S)
        });
        row = row.list(*list, bins.collect());
    }
    if run.seed == 1 {
        for (flow, points) in delays.drawn.iter().enumerate() {
            row = row
                .list(RTT_TIMES[flow], points.iter().map(|point| point[0]).collect())
                .list(RTTS[flow], points.iter().map(|point| point[1]).collect());
        }
    }
    row
}

const LISTS: [&str; 3] = ["flow1_bps", "flow2_bps", "flow3_bps"];
const RTT_TIMES: [&str; 3] = ["rtt1_at_s", "rtt2_at_s", "rtt3_at_s"];
const RTTS: [&str; 3] = ["rtt1_ms", "rtt2_ms", "rtt3_ms"];

/// Goodput of the three flows in bins of 4 s, over time.
pub fn goodputs(rows: &Rows) -> Plot {
    let mut plot =
        Plot::new(Axis::new("Time", "s").range(0.0, END_S), Axis::new("Goodput", "Mbit/s").range(0.0, RATE_BPS / 1e6));
    for (flow, list) in LISTS.iter().enumerate() {
        let marks = bars_of_bins(rows, list, BIN_S, SPANS_S[flow]);
        plot = plot.with(Series::new(format!("flow {}", flow + 1), flow as u8, marks));
    }
    let shares = [(0.0, 1.0), (20.0, 2.0), (40.0, 3.0), (60.0, 2.0), (80.0, 1.0), (END_S, 1.0)];
    let fair = shares.map(|(at, flows)| [at, CAPACITY_BPS / flows / 1e6]).to_vec();
    plot.with(Series::new("fair share", 7, Marks::Steps(fair)).stated())
}

/// Round-trip times of the three flows over time, of the first repetition.
pub fn rtts(rows: &Rows) -> Plot {
    let mut plot = Plot::new(Axis::new("Time", "s").range(0.0, END_S), Axis::new("RTT", "ms").range(30.0, 160.0));
    for flow in 0..3 {
        let lists = rows.one().map_or((&[][..], &[][..]), |row| (row.values(RTT_TIMES[flow]), row.values(RTTS[flow])));
        let points = lists.0.iter().zip(lists.1).map(|(at, rtt)| [*at, *rtt]).collect();
        plot = plot.with(Series::new(format!("flow {}", flow + 1), flow as u8, Marks::Dots(points)));
    }
    plot.level(40.0, "40 ms: no queue").level(140.0, "140 ms: a full queue")
}
