//! Eight BBR flows that start one after the other: when they share the link evenly.

use super::{CHOICES, DIRECTION, RATE_BPS, drop_tail, flow, group, ink, link};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, difference};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_engine::formulas::jain_index;
use sawtooth_engine::observe::{Interests, Observer, Signal, Source, signals};
use sawtooth_engine::units::Time;
use sawtooth_measures::measures::tally::{Grid, Tally};

const FLOWS: usize = 8;
/// Between two starts, and the last one, in seconds.
const APART_S: f64 = 5.0;
const LAST_S: f64 = 35.0;
const END_S: f64 = 200.0;
/// Width of a bin, in seconds.
const BIN_S: f64 = 5.0;
/// The window in PROBE_RTT, in packets.
const LEAST: f64 = 4.0;

/// Late starters.
pub static EXPERIMENT: Experiment = Experiment {
    id: "today_starts",
    paper: &group("N. Cardwell et al., BBR: Congestion-Based Congestion Control, ACM Queue 14(5), 2016"),
    label: "Late starters",
    title: "Eight BBR v1 flows find their smallest RTT together",
    words: Words {
        summary: "Eight BBR v1 flows that start one after the other do not share evenly at first: Jain's index is {early}. After \
                  their common phases of PROBE_RTT it is {late}.",
        caption: "Eight BBR v1 flows, started 5 s apart, at 10 Mbit/s and 40 ms with a queue of 330 packets, 200 s. Above: Jain's \
                  index of all flows in bins of 5 s. Below: the largest number of flows that have a window of 4 packets at the \
                  same time. Medians of ten runs, bars the 20th to 80th percentile.",
        states: &[
            "A flow that sees no smaller RTT for 10 s reduces its window to 4 packets for at least 200 ms. When a large flow \
             does so, the queue shrinks, others see a new smallest RTT at the same moment, and all enter PROBE_RTT together from then on. \
             This is what makes shares even (Cardwell et al. 2016).",
        ],
        learn: "A flow that starts beside others takes their queue for a part of its base RTT, and so has too large a window. One \
                flow in PROBE_RTT is not enough to show the empty path; all eight together are. The flows meet every ten \
                seconds because their clocks restart at the same smallest RTT.",
        choices: CHOICES,
        notes: &["Before 40 s not all flows have run for a whole bin, so Jain's index is drawn from there."],
        numbers: &[
            Number::new("early", 2, early),
            Number::new("late", 2, late),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,goodput,queue",
};

/// One cell.
pub static SWEEP: Sweep = Sweep { id: "today_starts", cells, repetitions: 10, quick: 1, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let flows = (0..FLOWS).map(|n| flow(&format!("bbr{}", n + 1), "bbr", 40.0, APART_S * n as f64));
    let document = link("Eight BBR flows, 5 s apart", END_S, RATE_BPS, drop_tail(330.0), flows.collect());
    vec![Cell::new(point!(algorithm: "bbr"), document).moment(40.0)]
}

/// Measures of a run, in order: Jain's index from the last start on, in bins; number of flows in PROBE_RTT at the
/// same time, the largest in each bin; when all are so first (s), and mean time between such moments (s); the smallest
/// window from 20 s and from 60 s on (packets); timeouts.
const NAMES: &[&str] =
    &["jain", "together", "common_s", "between_s", "least_packets", "late_least_packets", "timeouts"];

/// Windows of all flows.
struct Windows {
    at_least: [bool; FLOWS],
    together: Vec<usize>,
    /// Begins of the times in which all flows have the smallest window.
    common: Vec<f64>,
    /// From 20 s and from 60 s on.
    least: [f64; 2],
}

impl Observer for Windows {
    const INTERESTS: Interests = Interests::these(&[&signals::CWND]);
    fn signal(&mut self, at: Time, source: Source, _: &'static Signal, value: f64) {
        let Source::Flow(flow) = source else { return };
        let before = self.count();
        self.at_least[flow as usize] = value <= LEAST;
        let now = self.count();
        let bin = (at.seconds() / BIN_S) as usize;
        if let Some(together) = self.together.get_mut(bin) {
            *together = (*together).max(now);
        }
        if now == FLOWS && before < FLOWS {
            self.common.push(at.seconds());
        }
        for (least, from_s) in self.least.iter_mut().zip([20.0, 60.0]) {
            if at.seconds() > from_s {
                *least = least.min(value);
            }
        }
    }
}

impl Windows {
    fn count(&self) -> usize {
        self.at_least.iter().filter(|low| **low).count()
    }
}

fn measure(run: &Run) -> Row {
    let bins = (END_S / BIN_S) as usize;
    let mut tally = Tally::of_each(Grid::new(0.0, END_S, BIN_S), &run.scenario);
    let mut windows =
        Windows { at_least: [false; FLOWS], together: vec![0; bins], common: Vec::new(), least: [f64::INFINITY; 2] };
    let simulation = run.listen(&mut (&mut tally, &mut windows));
    let timeouts: u64 = (0..FLOWS).map(|flow| simulation.flow_counters(flow).timeouts).sum();
    let jain = |bin: usize| jain_index((0..FLOWS).map(|flow| tally.bins(flow)[bin].delivered_bytes as f64));
    let first = ((LAST_S + APART_S) / BIN_S) as usize;
    // Moments of the same phase lie closer together than a round of PROBE_RTT.
    let mut common = windows.common.clone();
    common.dedup_by(|later, earlier| *later - *earlier < 1.0);
    let between = common.len().checked_sub(1).filter(|steps| *steps > 0);
    let between = between.map(|steps| (common[steps] - common[0]) / steps as f64);
    Row::new()
        .list("jain", (first..bins).map(|bin| jain(bin).unwrap_or(f64::NAN)).collect())
        .list("together", windows.together.iter().map(|count| *count as f64).collect())
        .number("common_s", common.first().copied())
        .number("between_s", between)
        .number("least_packets", windows.least[0])
        .number("late_least_packets", windows.least[1])
        .number("timeouts", timeouts as f64)
}

/// Median of Jain's index in a bin, counted from the last start.
fn jain(results: &Results, bin: usize) -> Option<f64> {
    results.at(&point!()).columns("jain").get(bin)?.median()
}

fn median(results: &Results, number: &str) -> Option<f64> {
    results.at(&point!()).of(number).median()
}

/// In the first 5 s in which all flows run.
fn early(results: &Results) -> Option<f64> {
    jain(results, 0)
}

/// In the last minute, the least of its bins.
fn late(results: &Results) -> Option<f64> {
    let bins = ((END_S - LAST_S - APART_S) / BIN_S) as usize;
    crate::results::least((bins - 12..bins).map(|bin| jain(results, bin)))
}

fn bars(results: &Results, list: &str, from_s: f64) -> Marks {
    let points = results.at(&point!()).columns(list).into_iter().zip(0..).filter_map(|(values, bin)| {
        let [low, middle, high] = values.bar()?;
        Some([from_s + BIN_S * (f64::from(bin) + 0.5), low, middle, high])
    });
    Marks::Medians(points.collect())
}

fn figure(results: &Results) -> Figure {
    let time = || Axis::new("Time", "s").range(0.0, END_S);
    let fair = Plot::new(time(), Axis::new("Jain's index", "").range(0.0, 1.05)).with(Series::new(
        "eight BBR v1 flows",
        ink("bbr"),
        bars(results, "jain", LAST_S + APART_S),
    ));
    let together = Plot::new(time(), Axis::new("Flows with 4 packets", "").range(0.0, 8.5)).with(Series::new(
        "at the same time",
        ink("bbr"),
        bars(results, "together", 0.0),
    ));
    Figure::new(vec![Panel::plot("Fairness", fair), Panel::plot("PROBE_RTT", together).low()])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "today.starts.rises",
        "Jain's index: the lowest of the last minute, less that of the first 5 s in which all flows run.",
        DIRECTION,
        |results| vec![Measured::new("", difference(late(results), early(results)), Band::at_least(0.1))],
    )
    .ours(),
    Claim::new(
        "today.starts.even",
        "Jain's index in the last minute, the lowest of its bins.",
        "Even shares after some common PROBE_RTT phases (Cardwell et al. 2016). 0.95 is ours.",
        |results| vec![Measured::new("", late(results), Band::at_least(0.95))],
    )
    .ours(),
    Claim::new(
        "today.starts.grid",
        "Mean time in seconds between moments at which all eight flows have a window of 4 packets.",
        "10 s without a smaller RTT, then a phase of at least 200 ms and a round (Cardwell et al. 2016). 1 s for rounds and \
         queues is ours.",
        |results| vec![Measured::new("", median(results, "between_s"), Band::within(10.0, 11.2))],
    )
    .ours(),
    Claim::new(
        "today.starts.least",
        "Smallest window of any flow from 20 s on, in packets.",
        "4 packets (Cardwell et al. 2016).",
        |results| vec![Measured::new("", median(results, "least_packets"), Band::exactly(4.0))],
    )
    .account(Account {
        says: "BBR's window is never below 4 packets (Cardwell et al. 2016).",
        measured: "The smallest window is {least} packet, the median of ten runs.",
        tried: "We measured the smallest window from 60 s on, and the timeouts of each run.",
        table: &[
            &["Quantity", "median of ten runs"],
            &["smallest window from 20 s on (packets)", "{least}"],
            &["smallest window from 60 s on (packets)", "{late_least}"],
            &["timeouts of all flows", "{timeouts}"],
        ],
        explanation: "4 packets is the smallest window of BBR's rules. While the last flows are in STARTUP the queue overflows, and TCP's \
                      own rules apply: 1 packet after a timeout, and one packet less for each loss. This is shown by the second \
                      row: once all flows have started, 4 packets is the smallest window.",
        numbers: &[
            Number::own("least", 0, 0),
            Number::new("late_least", 0, |results| median(results, "late_least_packets")),
            Number::new("timeouts", 0, |results| median(results, "timeouts")),
        ],
    }),
];

/// The runs are of eight flows.
const _: () = assert!(FLOWS as f64 * APART_S == LAST_S + APART_S);
