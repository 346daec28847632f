//! The call's delay against the queue that each of its packets finds: what figures 7 and 8 of the VoIP report have in common.
//! Not here: what is claimed of H-TCP (`fig7`) and CUBIC (`fig8`).

use super::bed::{MAIN, document, sender_of};
use super::runs::{CYCLE, SETTLED_S, at_once, counted, of_epochs};
use super::teeth::{line_of, thinned, three, with_line};
use crate::figure::{Axis, Figure, Marks, Panel, Plot, Series};
use crate::results::Results;
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_engine::observe::{Interests, Observer, QueueLevel, Signal, Source, signals};
use sawtooth_engine::units::Time;
use sawtooth_measures::measures::epochs::{Bounds, Epochs};
use sawtooth_measures::measures::trend::Trend;
use std::collections::VecDeque;
use std::ptr;

/// One run for each figure.
pub static PAIRS: Sweep = Sweep { id: "voip_pairs", cells, repetitions: 2, quick: 1, names: &[CYCLE, NAMES], measure };
/// Length of a run, in seconds.
const DURATION_S: f64 = 180.0;
/// A maximum of the delay is one after which it falls by a fifth of a full queue's delay.
const FALL_MS: f64 = 16.0;
/// Every so many-th packet is drawn as a dot.
const DRAWN: usize = 29;

fn cells() -> Vec<Cell> {
    let one =
        |sender| Cell::new(point!(sender: sender), document(MAIN, 1.0, Some(sender), true, DURATION_S)).moment(60.0);
    ["htcp_linux", "cubic_linux"].map(one).to_vec()
}

/// The voice packets, each with the queue on its arrival; and the queue as it changes.
struct Pairs {
    bounds: Bounds,
    bytes: u64,
    found: VecDeque<u64>,
    /// Seconds, bytes found, delay in ms, of packets that arrive within whole epochs.
    packets: Vec<(f64, u64, f64)>,
    kbytes: Vec<[f64; 2]>,
}

impl Observer for Pairs {
    const INTERESTS: Interests = Interests::these(&[
        &signals::WINDOW_CUT,
        &signals::ARRIVE,
        &signals::DROP_QUEUE,
        &signals::ONE_WAY_DELAY,
        &signals::QUEUE_PACKETS,
    ]);

    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        self.bounds.record(at, source, signal);
        if source == Source::Cross(0)
            && ptr::eq(signal, &signals::ONE_WAY_DELAY)
            && let Some(bytes) = self.found.pop_front()
            && self.bounds.begun()
        {
            self.packets.push((at.seconds(), bytes, value));
        }
    }
    fn packet(&mut self, _: Time, source: Source, signal: &'static Signal, _: u32, _: u64) {
        if source == Source::Cross(0) {
            if ptr::eq(signal, &signals::ARRIVE) {
                self.found.push_back(self.bytes);
            } else {
                self.found.pop_back(); // dropped at its arrival
            }
        }
    }
    fn queue(&mut self, at: Time, level: &QueueLevel) {
        self.bytes = level.bytes;
        self.kbytes.push([at.seconds(), level.bytes as f64 / 1000.0]);
    }
}

/// Measures of a run besides its cycle, in order.
const NAMES: &[&str] = &[
    "slope_ms",
    "intercept_ms",
    "r2",
    "period_s",
    "owd_least_ms",
    "owd_most_ms",
    "dot_kbytes",
    "dot_ms",
    "delay_at_s",
    "delay",
    "queue_at_s",
    "queue",
];

fn measure(run: &Run) -> Row {
    let settled = Time::from_seconds(SETTLED_S);
    let mut epochs = Epochs::new(0, settled);
    let bounds = Bounds::new(0, settled);
    let mut pairs = Pairs { bounds, bytes: 0, found: VecDeque::new(), packets: Vec::new(), kbytes: Vec::new() };
    run.listen(&mut (&mut epochs, &mut pairs));
    let whole = counted(epochs.whole(), at_once(run.cell.at.word("sender")));
    let line = pairs.packets.iter().map(|(_, bytes, ms)| (*bytes as f64 / 1000.0, *ms)).collect::<Trend>().line();
    let delays: Vec<[f64; 2]> = pairs.packets.iter().map(|(at_s, _, ms)| [*at_s, *ms]).collect();
    let extreme = |sign: f64| delays.iter().map(|one| sign * one[1]).reduce(f64::max).map(|value| sign * value);
    let (from, until) = three(whole, DURATION_S).unwrap_or((0.0, 0.0));
    let row = of_epochs(whole)
        .number("slope_ms", line.map(|line| line.slope))
        .number("intercept_ms", line.map(|line| line.intercept))
        .number("r2", line.map(|line| line.r2))
        .number("period_s", period_s(&delays))
        .number("owd_least_ms", extreme(-1.0))
        .number("owd_most_ms", extreme(1.0))
        .list("dot_kbytes", pairs.packets.iter().step_by(DRAWN).map(|one| one.1 as f64 / 1000.0).collect())
        .list("dot_ms", pairs.packets.iter().step_by(DRAWN).map(|one| one.2).collect());
    let row = with_line(row, "delay", &thinned(&delays, from, until));
    with_line(row, "queue", &thinned(&pairs.kbytes, from, until))
}

/// Mean time between neighbouring maxima of the delay, in seconds.
fn period_s(delays: &[[f64; 2]]) -> Option<f64> {
    let (mut top, mut bottom, mut rising) = (*delays.first()?, *delays.first()?, true);
    let mut maxima: Vec<f64> = Vec::new();
    for &now in delays {
        top = if now[1] > top[1] { now } else { top };
        bottom = if now[1] < bottom[1] { now } else { bottom };
        if rising && now[1] < top[1] - FALL_MS {
            maxima.push(top[0]);
            (rising, bottom) = (false, now);
        } else if !rising && now[1] > bottom[1] + FALL_MS {
            (rising, top) = (true, now);
        }
    }
    let (first, last) = (maxima.first()?, maxima.last()?);
    (maxima.len() > 1).then(|| (last - first) / (maxima.len() - 1) as f64)
}

/// A number of a sender's run, the mean of its repetitions.
pub fn number(results: &Results, sender: &str, name: &str) -> Option<f64> {
    results.at(&point!(sender: sender)).of(name).mean()
}

/// Delay and queue over time, one under the other, and one against the other.
pub fn figure(results: &Results, sender: &str) -> Figure {
    let row = results.at(&point!(sender: sender)).one();
    let ink = sender_of(sender).ink;
    let plot = |name: &str, axis: Axis| {
        Plot::new(Axis::new("Time", "s"), axis).with(Series::new(name, ink, Marks::Line(line_of(row, name))))
    };
    let list = |name: &str| row.map_or(&[][..], |row| row.values(name));
    let dots = list("dot_kbytes").iter().zip(list("dot_ms")).map(|(kbytes, ms)| [*kbytes, *ms]).collect();
    let empty_ms = MAIN.unloaded_ms();
    let formula = vec![[0.0, empty_ms], [100.0, empty_ms + MAIN.rtt_ms]];
    let both =
        Plot::new(Axis::new("Queue on arrival", "1000 bytes").range(0.0, 105.0), Axis::new("One-way delay", "ms"))
            .with(Series::new("voice packets", ink, Marks::Dots(dots)))
            .with(Series::new("40.16 ms plus 0.8 ms per 1000 bytes", 7, Marks::Line(formula)).stated());
    Figure::new(vec![
        Panel::plot("Delay of the voice packets", plot("delay", Axis::new("One-way delay", "ms").range(30.0, 130.0))),
        Panel::plot("Queue", plot("queue", Axis::new("Queue", "1000 bytes").range(0.0, 110.0))),
        Panel::plot("Delay against queue", both),
    ])
}
