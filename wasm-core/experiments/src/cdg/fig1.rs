//! CDG paper, section 3.3, figure 1: the envelope of round-trip times and its smoothed gradients while a queue fills, stays
//! full and empties. The paper's figure is a sketch; here a real run shows it.

use super::{CHOICES, JUDGED, PAPER, cdg, flow, test_bed};
use crate::account::Number;
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Values, difference, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Point, Sweep};
use sawtooth_engine::cc::cdg::envelope::Envelope as Ring;
use sawtooth_engine::cc::cdg::{SECTION, Settings};
use sawtooth_engine::observe::{Interests, Observer, QueueLevel, Signal, Source, signals};
use sawtooth_engine::telemetry::truth::{Truth, WithTruth};
use sawtooth_engine::units::Time;
use sawtooth_measures::measures::envelope::{EMPTY, Envelope, FALLING, FULL, Interval, RISING};
use sawtooth_scenario::object;

/// When the cross traffic fills the queue, holds it, drains it, in seconds.
const FILLS_S: f64 = 2.0;
const HOLDS_S: f64 = 3.75;
const DRAINS_S: f64 = 6.5;
const END_S: f64 = 12.0;
/// A series is on its plateau within one tick up, one down and one packet.
const NEAR_MS: f64 = 3.0;
/// Intervals that both plateaus surely have, so that random inference has equal time on both.
const FIRST: usize = 16;
/// The first seeds keep what a drawing needs.
const DRAWN: u64 = 5;
/// From one value of the known queue to the next, in seconds.
const STEP_S: f64 = 0.025;

/// Figure 1.
pub static EXPERIMENT: Experiment = Experiment {
    id: "cdg_fig1",
    paper: &PAPER,
    label: "Figure 1",
    title: "A full and an empty queue in the RTT's envelope",
    words: Words {
        summary: "A queue fills, stays full and empties. At each change, the minimum and the maximum RTT separate for \
                  a short time.",
        caption: "One flow of four packets that never reacts to delay, beside constant traffic that fills the queue, \
                  holds it just under its limit and drains it. Top: its RTTs, their minimum and maximum in each RTT \
                  interval, and the RTT that follows from the true queue. Middle: the smoothed gradients, shifted \
                  apart by 0.5 ms. Bottom: the state that CDG infers, and the true state. The plot shows the first \
                  seed in which CDG infers the full queue; the claims use 100 seeds.",
        states: &[
            "While a queue fills, the maximum RTT stops rising before the minimum does. While it empties, the minimum \
             settles first (section 3.3).",
            "The moving average over a samples reaches 0 exactly a samples after the gradient does. An exponential \
             average would only approach 0 (section 3.2).",
        ],
        learn: "The minimum and the maximum RTT separate when a queue reaches its limit or becomes empty. This gap is \
                all that CDG has to tell one loss from another. Smoothing delays it: CDG infers the full queue {lag} \
                RTT intervals late (median), and in {seen} % of the runs only.",
        choices: CHOICES,
        notes: &[
            "The paper's figure is a sketch without units. The whole scenario is ours.",
            "The queue is held just under its limit on purpose. If the observed flow lost a packet, recovery would \
             stall one of its RTT intervals and spoil the picture.",
            "When NewReno fills the queue, it halves its window at once, so the queue is full for one RTT only. The \
             average over eight RTTs does not show that, and CDG tolerates the loss. This is the algorithm as \
             published.",
        ],
        numbers: &[
            Number::new("lag", 0, |results| results.at(&Point::default()).of("full_lag").median()),
            Number::new("seen", 0, |results| part(results, "full_at_top")).percent(),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,queue,rtt,gradient",
};

/// The observer and its three sources of traffic.
pub static SWEEP: Sweep = Sweep { id: "cdg_fig1", cells, repetitions: 100, quick: 10, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let mut algorithm = cdg();
    algorithm.set("delay_backoff", false);
    let mut observer = flow("observer", algorithm, 0.0, END_S, JUDGED);
    for (name, value) in [("receive_window_packets", 4.0), ("initial_ssthresh_packets", 4.0)] {
        observer.set(name, value);
    }
    observer.set("delayed_ack", false);
    let mut document = test_bed("A queue fills, stays full, empties: CDG paper, figure 1", END_S, 0.0, vec![observer]);
    let source = |name: &str, interval_ms: f64, start_s: f64, stop_s: f64| {
        object! {
            "kind" => "cbr", "name" => name, "packet_bytes" => 1500.0, "interval_ms" => interval_ms,
            "base_rtt_ms" => 40.0, "start_s" => start_s, "stop_s" => stop_s,
        }
    };
    let traffic = vec![
        source("fills", 1.2, FILLS_S, HOLDS_S),
        source("holds", 1.2435, HOLDS_S, DRAINS_S),
        source("drains", 1.7143, DRAINS_S, END_S),
    ];
    document.set("cross_traffic", traffic);
    vec![Cell::new(Point::default(), document).moment(FILLS_S)]
}

/// Data for the drawing only: the observer's samples, and the queue at fixed steps.
#[derive(Default)]
struct Samples {
    rtt_ms: Vec<[f64; 2]>,
    queue: Vec<f64>,
    packets: f64,
}

impl Observer for Samples {
    const INTERESTS: Interests = Interests::these(&[&signals::RTT, &signals::QUEUE_PACKETS]);
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        if source == Source::Flow(0) && std::ptr::eq(signal, &signals::RTT) {
            self.rtt_ms.push([at.seconds(), value]);
        }
    }
    fn queue(&mut self, at: Time, level: &QueueLevel) {
        while (self.queue.len() as f64) * STEP_S < at.seconds() {
            self.queue.push(self.packets);
        }
        self.packets = level.packets as f64;
    }
}

/// Measures of a run, in order.
const NAMES: &[&str] = &[
    "full_order",
    "empty_order",
    "filling",
    "filling_rising",
    "falls",
    "full_at_top",
    "full_at_bottom",
    "empty_at_top",
    "empty_at_bottom",
    "full_lag",
    "end_s",
    "tau_min_ms",
    "tau_max_ms",
    "g_min_ms",
    "g_max_ms",
    "g_min_smoothed_ms",
    "g_max_smoothed_ms",
    "queue_state",
    "true_state",
    "rtt_at_s",
    "rtt_ms",
    "queue_packets",
];

fn measure(run: &Run) -> Row {
    let mut envelope = Envelope::new(0);
    if run.seed > DRAWN {
        run.listen(&mut envelope);
        return numbers(envelope.intervals());
    }
    let (mut samples, mut truth) = (Samples::default(), Truth::new(&run.scenario));
    let mut listener = WithTruth { truth: &mut truth, listener: &mut envelope };
    run.listen(&mut (&mut listener, &mut samples));
    let intervals = envelope.intervals();
    let each = |value: fn(&Interval) -> f64| intervals.iter().map(value).collect::<Vec<f64>>();
    numbers(intervals)
        .list("end_s", each(|one| one.end_s))
        .list("tau_min_ms", each(|one| one.tau_min_ms))
        .list("tau_max_ms", each(|one| one.tau_max_ms))
        .list("g_min_ms", each(|one| one.raw_ms[0]))
        .list("g_max_ms", each(|one| one.raw_ms[1]))
        .list("g_min_smoothed_ms", each(|one| one.smoothed_ms[0]))
        .list("g_max_smoothed_ms", each(|one| one.smoothed_ms[1]))
        .list("queue_state", each(|one| one.state as f64))
        .list("true_state", each(|one| one.truth as f64))
        .list("rtt_at_s", samples.rtt_ms.iter().map(|sample| sample[0]).collect())
        .list("rtt_ms", samples.rtt_ms.iter().map(|sample| sample[1]).collect())
        .list("queue_packets", samples.queue)
}

/// Where a series comes onto its plateau: the first of three intervals after `from_s` within `NEAR_MS` of the plateau's mean.
fn settles(intervals: &[Interval], value: fn(&Interval) -> f64, from_s: f64, plateau_s: (f64, f64)) -> Option<usize> {
    let on = |one: &&Interval| one.end_s >= plateau_s.0 && one.end_s < plateau_s.1;
    let mean = Values(intervals.iter().filter(on).map(value).collect()).mean()?;
    let near = |one: &Interval| (value(one) - mean).abs() <= NEAR_MS;
    let first = intervals.iter().position(|one| one.end_s >= from_s)?;
    (first..intervals.len()).find(|&at| intervals[at..].len() >= 3 && intervals[at..at + 3].iter().all(near))
}

fn numbers(intervals: &[Interval]) -> Row {
    let smallest = |one: &Interval| one.tau_min_ms;
    let largest = |one: &Interval| one.tau_max_ms;
    let (top, bottom) = ((5.0, 6.4), (9.0, 11.0));
    let top_min = settles(intervals, smallest, FILLS_S, top);
    let top_max = settles(intervals, largest, FILLS_S, top);
    let bottom_min = settles(intervals, smallest, DRAINS_S, bottom);
    let bottom_max = settles(intervals, largest, DRAINS_S, bottom);
    let after = |a: Option<usize>, b: Option<usize>| a.zip(b).map(|(a, b)| a as f64 - b as f64);
    let filling: Vec<&Interval> =
        intervals.iter().filter(|one| one.end_s >= FILLS_S && one.end_s < HOLDS_S).skip(3).collect();
    let rising = filling.iter().filter(|one| one.state == RISING).count();
    let falls = intervals.iter().filter(|one| one.end_s >= DRAINS_S).take(4).any(|one| one.state == FALLING);
    let seen = |start: Option<usize>, state: usize| {
        let start = start?;
        let first = &intervals[start..intervals.len().min(start + FIRST)];
        Some(f64::from(u8::from(first.iter().any(|one| one.state == state))))
    };
    let lag = top_max.and_then(|start| {
        let plateau = intervals[start..].iter().take_while(|one| one.end_s < DRAINS_S);
        plateau.enumerate().find(|(_, one)| one.state == FULL).map(|(place, _)| place as f64)
    });
    Row::new()
        .number("full_order", after(top_min, top_max))
        .number("empty_order", after(bottom_max, bottom_min))
        .number("filling", filling.len() as f64)
        .number("filling_rising", rising as f64)
        .number("falls", f64::from(u8::from(falls)))
        .number("full_at_top", seen(top_max, FULL))
        .number("full_at_bottom", seen(bottom_min, FULL))
        .number("empty_at_top", seen(top_max, EMPTY))
        .number("empty_at_bottom", seen(bottom_min, EMPTY))
        .number("full_lag", lag)
}

fn figure(results: &Results) -> Figure {
    let row = drawn(results);
    let list = |name: &str| row.map_or(&[][..], |row| row.values(name));
    let over = |times: &[f64], values: &[f64], shift: f64| -> Vec<[f64; 2]> {
        times.iter().zip(values).map(|(at, value)| [*at, value + shift]).collect()
    };
    let series = |name: &str, shift: f64| over(list("end_s"), list(name), shift);
    let time = || Axis::new("Time", "s").range(1.5, 9.0);
    let queue: Vec<f64> = list("queue_packets").iter().map(|packets| 41.2 + 1.2 * packets).collect();
    let steps: Vec<f64> = (0..queue.len()).map(|step| step as f64 * STEP_S).collect();
    let rtt = Plot::new(time(), Axis::new("RTT", "ms").range(30.0, 150.0))
        .with(Series::new("samples", 6, Marks::Dots(over(list("rtt_at_s"), list("rtt_ms"), 0.0))))
        .with(Series::new("largest", 0, Marks::Steps(series("tau_max_ms", 0.0))))
        .with(Series::new("smallest", 1, Marks::Steps(series("tau_min_ms", 0.0))))
        .with(Series::new("41.2 ms and the queue", 7, Marks::Line(over(&steps, &queue, 0.0))).stated());
    let gradient = Plot::new(time(), Axis::new("Smoothed gradient", "ms per RTT"))
        .with(Series::new("of the largest, + 0.5 ms", 0, Marks::Steps(series("g_max_smoothed_ms", 0.5))))
        .with(Series::new("of the smallest", 1, Marks::Steps(series("g_min_smoothed_ms", 0.0))))
        .with(Series::new("raw, of the largest", 3, Marks::Steps(series("g_max_ms", 0.0))).hidden())
        .with(Series::new("raw, of the smallest", 5, Marks::Steps(series("g_min_ms", 0.0))).hidden());
    let state = |name: &str| Marks::Steps(over(list("end_s"), list(name), 0.0));
    let states = Plot::new(time(), Axis::of("Queue", signals::QUEUE_STATES.iter().copied()))
        .with(Series::new("true", 6, state("true_state")))
        .with(Series::new("inferred", 1, state("queue_state")));
    let title = row.map_or("RTT".into(), |row| format!("RTT (seed {})", row.seed()));
    Figure::new(vec![
        Panel::plot(title, shaded(rtt, row)),
        Panel::plot("Gradient", shaded(gradient, row)),
        Panel::plot("State of the queue", states).low(),
    ])
}

/// The first of the runs that kept enough in which a full queue is seen as such; else the first.
fn drawn<'a>(results: &Results<'a>) -> Option<&'a Row> {
    let rows = results.at(&Point::default());
    let mut kept = rows.0.iter().filter(|row| row.seed() <= DRAWN);
    kept.find(|row| row.get("full_at_top") == Some(1.0)).copied().or(rows.one())
}

/// The stretches in which the flow takes the queue for full or for empty.
fn shaded(mut plot: Plot, row: Option<&Row>) -> Plot {
    let Some(row) = row else { return plot };
    let (ends, states) = (row.values("end_s"), row.values("queue_state"));
    let mut begin = 0;
    for place in 1..=states.len() {
        if place < states.len() && states[place] == states[begin] {
            continue;
        }
        let until = ends.get(place).or(ends.last()).copied().unwrap_or(END_S);
        if states[begin] == FULL as f64 {
            plot = plot.span(ends[begin], until, "", 0);
        } else if states[begin] == EMPTY as f64 {
            plot = plot.span(ends[begin], until, "", 2);
        }
        begin = place;
    }
    plot
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "cdg.fig1.full_order",
        "When the queue becomes full, the maximum RTT settles first: number of intervals by which the minimum is \
         later.",
        "The paper states this order (section 3.3). By construction the difference is at most one interval, and none \
         if the change falls near the edge of an interval.",
        |results| order(results, "full_order"),
    ),
    Claim::new(
        "cdg.fig1.empty_order",
        "When the queue becomes empty, the minimum RTT settles first: number of intervals by which the maximum is \
         later.",
        "Section 3.3, mirrored.",
        |results| order(results, "empty_order"),
    ),
    Claim::new(
        "cdg.fig1.rising",
        "Share of the intervals in which CDG infers \"rising\", from the fourth interval after the queue begins to \
         fill until it is full.",
        "Section 3.3. Both gradients are 4 to 5 ms per interval, far above a clock tick.",
        |results| {
            let rows = results.at(&Point::default());
            let share = ratio(rows.of("filling_rising").sum(), rows.of("filling").sum());
            vec![Measured::new("", share, Band::at_least(0.95))]
        },
    ),
    Claim::new(
        "cdg.fig1.falling",
        "Share of the runs in which CDG infers \"falling\" within four intervals after the queue starts to drain.",
        "Section 3.3. The minimum RTT falls at once, the maximum one interval later.",
        |results| vec![Measured::new("", part(results, "falls"), Band::at_least(0.9))],
    ),
    Claim::new(
        "cdg.fig1.full_seen",
        "Share of the runs in which CDG infers a full queue in the first 16 intervals of the full queue; and by how \
         much it exceeds the same share for the empty queue.",
        "Section 3.3: CDG recognises a full queue. Both thresholds are more than two standard errors above what random \
         inference would give.",
        |results| seen(part(results, "full_at_top"), part(results, "full_at_bottom")),
    ),
    Claim::new(
        "cdg.fig1.empty_seen",
        "Share of the runs in which CDG infers an empty queue in the first 16 intervals of the empty queue; and by how \
         much it exceeds the same share for the full queue.",
        "Section 3.3, the mirror image.",
        |results| seen(part(results, "empty_at_bottom"), part(results, "empty_at_top")),
    ),
    Claim::new(
        "cdg.fig1.settles_in_a",
        "Intervals of equal RTTs after which the smoothed gradient is exactly 0 (the estimator alone, a = 8).",
        "Section 3.2.",
        |_| vec![Measured::new("", settles_in(), Band::exactly(8.0))],
    ),
    Claim::new(
        "cdg.fig1.full_lag",
        "Intervals from the moment when the queue is full to the first in which CDG infers a full queue, median over \
         the runs that have one.",
        "The maximum RTT stops rising at once, and its gradients leave the average after a = 8 intervals. The rest is \
         for the edge of an interval and one tick of noise.",
        |results| {
            let lag = results.at(&Point::default()).of("full_lag").median();
            vec![Measured::new("", lag, Band::within(7.0, 11.0))]
        },
    ),
];

fn order(results: &Results, name: &str) -> Vec<Measured> {
    let values = results.at(&Point::default()).of(name);
    vec![
        Measured::new("minimum of all runs", values.least(), Band::within(0.0, 2.0)),
        Measured::new("maximum of all runs", values.most(), Band::within(0.0, 2.0)),
        Measured::new("mean", values.mean(), Band::at_least(0.3)),
    ]
}

fn part(results: &Results, name: &str) -> Option<f64> {
    results.at(&Point::default()).of(name).mean()
}

fn seen(here: Option<f64>, there: Option<f64>) -> Vec<Measured> {
    vec![
        Measured::new("share of the runs", here, Band::at_least(0.45)),
        Measured::new("above the other state of the queue", difference(here, there), Band::at_least(0.15)),
    ]
}

/// A step of one tick, then constant RTTs: how many until the average is 0 again.
fn settles_in() -> Option<f64> {
    let settings = Settings::read(&SECTION.defaults(Some("paper")));
    let mut ring = Ring::new(8);
    for rtt in [40, 41] {
        ring.sample(rtt);
        ring.close();
    }
    for count in 1..=20 {
        ring.sample(41);
        ring.close();
        if ring.smoothed(&settings) == (0.0, 0.0) {
            return Some(f64::from(count));
        }
    }
    None
}
