//! One flow of an algorithm whose link becomes five times slower: how long the queue then takes to empty.

use super::{CHOICES, DIRECTION, RATE_BPS, called, drop_tail, flow, group, ink, link, spread};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep, set};
use sawtooth_engine::observe::{Interests, Observer, QueueLevel, Signal, Source, signals};
use sawtooth_engine::units::Time;
use sawtooth_scenario::object;

const KINDS: [&str; 4] = ["bbr", "bbr3", "cubic", "cdg"];
const SLOWER_BPS: f64 = 2e6;
/// When the rate falls, in seconds; and other moments, for CUBIC.
const AT_S: f64 = 40.0;
const OTHERS_S: [f64; 4] = [36.0, 44.0, 50.0, 56.0];
/// Time between two phases of ProbeRTT of BBR v3, in seconds: the draft's, and others.
const INTERVAL_S: f64 = 5.0;
const INTERVALS_S: [f64; 2] = [10.0, 30.0];
/// The run goes on for so long afterwards; from when on the late mean is, in seconds after the change.
const AFTER_S: f64 = 80.0;
const LATE_S: f64 = 20.0;
/// Delay below which the queue counts as empty, in ms: a packet takes 6 ms.
const LOW_MS: f64 = 10.0;
/// Width of the bins of the drawing, and when they begin after the change, in seconds.
const BIN_S: f64 = 0.5;
const DRAWN_FROM_S: f64 = -5.0;
const BINS: usize = 50;

/// A slower link.
pub static EXPERIMENT: Experiment = Experiment {
    id: "today_slower",
    paper: &group("N. Cardwell et al., BBR: Congestion-Based Congestion Control, ACM Queue 14(5), 2016; draft-ietf-ccwg-bbr; D. A. Hayes, G. Armitage, IFIP Networking 2011 (CDG)"),
    label: "A slower link",
    title: "The link becomes five times slower",
    words: Words {
        summary: "When the rate falls from 10 to 2 Mbit/s, BBR v1 has emptied the queue after {bbr} s and CDG after {cdg} s. CUBIC \
                  keeps a queue of {cubic} s.",
        caption: "One flow with a base RTT of 40 ms and a queue of 330 packets. At 40 s the rate falls from 10 to 2 Mbit/s. \
                  Queueing delay in bins of 0.5 s, the largest in each: median of ten runs.",
        states: &[
            "A bandwidth filter of ten round trips bounds how long BBR v1 can overestimate its rate (Cardwell et al. 2016). BBR v3's \
             filter keeps two probing cycles (draft-ietf-ccwg-bbr).",
            "CDG reduces its window while the RTT grows (Hayes and Armitage 2011).",
            "That CUBIC never empties such a queue is derived: after a loss it keeps 0.7 of a window of ten BDPs.",
        ],
        learn: "At the moment of the change, a BDP of the fast link is in flight, five of the slow one. An algorithm with a model of \
                the path reduces its flight to the new BDP, one that waits for losses fills 330 packets, which take two \
                seconds to leave. BBR v3 does so only where its filter of the bandwidth moves on.",
        choices: CHOICES,
        notes: &["The queue counts as empty when the delay of an arriving packet falls below 10 ms, that is, with at most one \
                  packet in the queue."],
        numbers: &[
            Number::new("bbr", 1, |results| drained(results, "bbr")),
            Number::new("cdg", 1, |results| drained(results, "cdg")),
            Number::new("cubic", 1, |results| rows(results, "cubic").of("late_ms").median()).times(0.001),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,queue,rtt,cwnd",
};

/// By algorithm.
pub static SWEEP: Sweep = Sweep { id: "today_slower", cells, repetitions: 10, quick: 1, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let one = |kind: &str, at_s: f64, interval_s: f64| {
        let title = format!("{} when the rate falls from 10 to 2 Mbit/s", called(kind));
        let mut flow = flow(kind, kind, 40.0, 0.0);
        if interval_s != INTERVAL_S {
            set(&mut flow, "algorithm.probe_rtt_interval_s", interval_s);
            set(&mut flow, "algorithm.min_rtt_window_s", interval_s);
        }
        let flows = vec![flow];
        let mut document = link(&title, at_s + AFTER_S, RATE_BPS, drop_tail(330.0), flows);
        let change = object! { "at_s" => at_s, "path" => "bottleneck.rate_bps", "value" => SLOWER_BPS };
        document.set("interventions", vec![change]);
        Cell::new(point!(algorithm: kind, at_s: at_s, interval_s: interval_s), document).moment(at_s)
    };
    let mut cells = KINDS.map(|kind| one(kind, AT_S, INTERVAL_S)).to_vec();
    cells.extend(OTHERS_S.map(|at_s| one("cubic", at_s, INTERVAL_S).quoted()));
    cells.extend(INTERVALS_S.map(|interval_s| one("bbr3", AT_S, interval_s).quoted()));
    cells
}

/// Measures of a run, in order: time from the change until the queue is empty (s), largest delay after the change,
/// mean delay from `LATE_S` on (ms); timeouts; BBR's estimate of the bandwidth at `LATE_S` (bit/s); largest delay in each bin
/// (ms).
const NAMES: &[&str] = &["drained_s", "peak_ms", "late_ms", "timeouts", "estimate_bps", "bins_ms"];

/// The queue's delay around the change.
#[derive(Default)]
struct Delay {
    /// When the rate falls, in seconds.
    at_s: f64,
    now: (Time, f64),
    drained_s: Option<f64>,
    peak_ms: f64,
    late: f64,
    bins: Vec<f64>,
}

impl Delay {
    /// Accounts for the present delay until now.
    fn advance(&mut self, at: Time) {
        let (since, ms) = self.now;
        let late = Time::from_seconds(self.at_s + LATE_S);
        if at > late {
            self.late += ms * at.since(since.max(late)).seconds();
        }
        let from_s = self.at_s + DRAWN_FROM_S;
        let bin = |time: Time| ((time.seconds() - from_s) / BIN_S).max(0.0) as usize;
        if at.seconds() >= from_s {
            for value in self.bins.iter_mut().take(bin(at) + 1).skip(bin(since)) {
                *value = value.max(ms);
            }
        }
        self.now.0 = at;
    }
}

impl Observer for Delay {
    const INTERESTS: Interests = Interests::these(&[&signals::QUEUE_PACKETS]);
    fn signal(&mut self, _: Time, _: Source, _: &'static Signal, _: f64) {}
    fn queue(&mut self, at: Time, level: &QueueLevel) {
        if level.bottleneck != Source::Bottleneck {
            return;
        }
        self.advance(at);
        self.now.1 = level.delay_ms();
        let after_s = at.seconds() - self.at_s;
        if after_s > 0.0 {
            self.peak_ms = self.peak_ms.max(self.now.1);
            if self.peak_ms > 2.0 * LOW_MS && self.now.1 < LOW_MS && self.drained_s.is_none() {
                self.drained_s = Some(after_s);
            }
        }
    }
}

/// The last estimate of the bandwidth before a moment.
struct Estimate(Time, Option<f64>);

impl Observer for Estimate {
    const INTERESTS: Interests = Interests::OTHERS;
    fn signal(&mut self, at: Time, _: Source, signal: &'static Signal, value: f64) {
        if signal.name == "bandwidth_estimate_bps" && at < self.0 {
            self.1 = Some(value);
        }
    }
}

fn measure(run: &Run) -> Row {
    let at_s = run.cell.at.number("at_s");
    let mut delay = Delay { at_s, bins: vec![0.0; BINS], ..Delay::default() };
    let mut estimate = Estimate(Time::from_seconds(at_s + LATE_S), None);
    let simulation = run.listen(&mut (&mut delay, &mut estimate));
    delay.advance(run.scenario.duration);
    Row::new()
        .number("drained_s", delay.drained_s)
        .number("peak_ms", delay.peak_ms)
        .number("late_ms", delay.late / (AFTER_S - LATE_S))
        .number("timeouts", simulation.flow_counters(0).timeouts as f64)
        .number("estimate_bps", estimate.1)
        .list("bins_ms", delay.bins)
}

fn rows<'a>(results: &Results<'a>, kind: &str) -> Rows<'a> {
    results.at(&point!(algorithm: kind))
}

/// Median time until the queue is empty, of the runs in which it ever is.
fn drained(results: &Results, kind: &str) -> Option<f64> {
    rows(results, kind).of("drained_s").median()
}

/// In how many runs the queue is empty at some time.
fn emptied(rows: &Rows) -> Option<f64> {
    rows.one().map(|_| rows.of("drained_s").count() as f64)
}

/// Whether the queue is empty in none of the runs.
fn never(results: &Results, kind: &str) -> Option<bool> {
    emptied(&rows(results, kind)).map(|count| count == 0.0)
}

/// BBR v3's runs with another time between phases of ProbeRTT.
fn bbr3_with<'a>(results: &Results<'a>, interval_s: f64) -> Rows<'a> {
    results.all(&point!(algorithm: "bbr3", interval_s: interval_s))
}

/// Its estimate of the bandwidth 20 s after the change.
fn estimate(results: &Results, interval_s: f64) -> Option<f64> {
    bbr3_with(results, interval_s).of("estimate_bps").median()
}

/// CUBIC's runs with the change at another moment.
fn cubic_at<'a>(results: &Results<'a>, at_s: f64) -> Rows<'a> {
    results.all(&point!(algorithm: "cubic", at_s: at_s))
}

fn figure(results: &Results) -> Figure {
    let mut plot = Plot::new(
        Axis::new("Time after the change", "s").range(DRAWN_FROM_S, DRAWN_FROM_S + BIN_S * BINS as f64),
        Axis::new("Queueing delay", "ms").range(1.0, 3000.0).log(),
    );
    for kind in KINDS {
        let points = rows(results, kind).columns("bins_ms").into_iter().zip(0..).filter_map(|(values, bin)| {
            let middle = values.median()?.max(1.0);
            Some([DRAWN_FROM_S + BIN_S * f64::from(bin), middle])
        });
        plot = plot.with(Series::new(called(kind), ink(kind), Marks::Steps(points.collect())));
    }
    let plot = plot.place(0.0, "2 Mbit/s").level(LOW_MS, "empty");
    let lines = KINDS.map(|kind| {
        let rows = rows(results, kind);
        let mut line = vec![Entry::text(called(kind))];
        line.push(Entry::Number(emptied(&rows), 0));
        line.extend(spread(&rows, "drained_s", 1.0, 2));
        line.extend(spread(&rows, "peak_ms", 1.0, 0));
        line.extend(spread(&rows, "late_ms", 1.0, 0));
        line
    });
    let heads = [
        "Algorithm",
        "Runs with an empty queue",
        "Until empty: median (s)",
        "lowest–highest",
        "Largest delay: median (ms)",
        "lowest–highest",
        "Mean delay from 20 s: median (ms)",
        "lowest–highest",
    ];
    Figure::new(vec![Panel::plot("", plot), Panel::table("Ten runs", &heads, lines.to_vec())])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "today.slower.models",
        "Time in seconds from the change until the queue is empty.",
        "Short, by the model of the path and by the delay gradient (derived). 5 s is ours: half of BBR's window for the \
         smallest RTT.",
        |results| {
            let one = |kind: &'static str| Measured::new(called(kind), drained(results, kind), Band::at_most(5.0));
            ["bbr", "cdg"].map(one).to_vec()
        },
    )
    .ours(),
    Claim::new(
        "today.slower.bbr3",
        "BBR v3: number of runs, of ten, in which the queue is empty within 10 s of the change.",
        "Short (derived): the bandwidth filter keeps two cycles of 2 to 3 s (draft-ietf-ccwg-bbr). 10 s is ours.",
        |results| {
            let rows = rows(results, "bbr3");
            let soon = |row: &Row| row.get("drained_s").filter(|after_s| *after_s <= 10.0);
            let count = rows.one().map(|_| rows.each(soon).count() as f64);
            vec![Measured::new("", count, Band::exactly(10.0))]
        },
    )
    .ours()
    .account(Account {
        says: "The bandwidth filter keeps the present probing cycle and the one before (draft-ietf-ccwg-bbr). So the old rate should \
               be forgotten within some seconds (derived).",
        measured: "The queue is empty within 10 s in {soon} of ten runs. 20 s after the change BBR v3 still takes the link for one of \
                   {estimate_5} Mbit/s. Its mean delay from then on is {late} ms.",
        tried: "We let ProbeRTT come less often, and kept the smallest RTT as long as that. Ten seeds each.",
        table: &[
            &["Time between phases of ProbeRTT", "runs with an empty queue", "time until then, median (s)", "estimate after 20 s (Mbit/s)"],
            &["5 s, the draft's, as evaluated", "{empty_5}", "{after_5}", "{estimate_5}"],
            &["10 s", "{empty_10}", "{after_10}", "{estimate_10}"],
            &["30 s", "{empty_30}", "{after_30}", "{estimate_30}"],
        ],
        explanation: "By the draft's rules the filter moves on only if the first round after a probe begins within ProbeBW. With a full \
                      queue of the slow link a round takes half a second and more, and a phase of ProbeRTT comes first. The two stay in \
                      step, so the filter keeps the old rate, the window grows with the measured smallest RTT, and the queue \
                      fills. This is shown by the estimate, and by the longer times, with which the filter moves on. We do not know whether an \
                      implementation has this, too.",
        numbers: &[
            Number::own("soon", 0, 0),
            Number::new("late", 0, |results| rows(results, "bbr3").of("late_ms").median()),
            Number::new("empty_5", 0, |results| emptied(&bbr3_with(results, 5.0))),
            Number::new("empty_10", 0, |results| emptied(&bbr3_with(results, 10.0))),
            Number::new("empty_30", 0, |results| emptied(&bbr3_with(results, 30.0))),
            Number::new("after_5", 1, |results| bbr3_with(results, 5.0).of("drained_s").median()),
            Number::new("after_10", 1, |results| bbr3_with(results, 10.0).of("drained_s").median()),
            Number::new("after_30", 1, |results| bbr3_with(results, 30.0).of("drained_s").median()),
            Number::new("estimate_5", 1, |results| estimate(results, 5.0)).mbit(),
            Number::new("estimate_10", 1, |results| estimate(results, 10.0)).mbit(),
            Number::new("estimate_30", 1, |results| estimate(results, 30.0)).mbit(),
        ],
    }),
    Claim::new(
        "today.slower.cubic",
        "CUBIC never empties the queue within the 80 s after the change.",
        "Derived: after a loss it keeps 0.7 of 337 packets, far more than the BDP of 6.7 packets.",
        |results| vec![Measured::yes("", never(results, "cubic"))],
    )
    .account(Account {
        says: "CUBIC keeps 0.7 of its window after a loss, which is many BDPs of the slow link. So it never empties the queue \
               (derived).",
        measured: "In {empty_40} of ten runs the queue is empty once, after {drained} s. Its mean delay from 20 s on is {late} ms \
                   all the same.",
        tried: "We changed the moment at which the rate falls, ten seeds each.",
        table: &[
            &["The rate falls at", "runs with an empty queue", "timeouts in a run, mean"],
            &["36 s", "{empty_36}", "{timeouts_36}"],
            &["40 s, as evaluated", "{empty_40}", "{timeouts_40}"],
            &["44 s", "{empty_44}", "{timeouts_44}"],
            &["50 s", "{empty_50}", "{timeouts_50}"],
            &["56 s", "{empty_56}", "{timeouts_56}"],
        ],
        explanation: "At 40 s the queue has just reached its limit, and CUBIC repairs a loss. The packet that is sent again then waits \
                      two seconds in the slow queue, longer than the retransmission timer. A timeout sets the window to 1 packet, \
                      and the queue empties once. This is shown by the other moments, which have no timeout.",
        numbers: &[
            Number::new("drained", 1, |results| drained(results, "cubic")),
            Number::new("late", 0, |results| rows(results, "cubic").of("late_ms").median()),
            Number::new("empty_36", 0, |results| emptied(&cubic_at(results, 36.0))),
            Number::new("empty_40", 0, |results| emptied(&cubic_at(results, 40.0))),
            Number::new("empty_44", 0, |results| emptied(&cubic_at(results, 44.0))),
            Number::new("empty_50", 0, |results| emptied(&cubic_at(results, 50.0))),
            Number::new("empty_56", 0, |results| emptied(&cubic_at(results, 56.0))),
            Number::new("timeouts_36", 1, |results| cubic_at(results, 36.0).of("timeouts").mean()),
            Number::new("timeouts_40", 1, |results| cubic_at(results, 40.0).of("timeouts").mean()),
            Number::new("timeouts_44", 1, |results| cubic_at(results, 44.0).of("timeouts").mean()),
            Number::new("timeouts_50", 1, |results| cubic_at(results, 50.0).of("timeouts").mean()),
            Number::new("timeouts_56", 1, |results| cubic_at(results, 56.0).of("timeouts").mean()),
        ],
    }),
    Claim::new(
        "today.slower.late",
        "Mean queueing delay from 20 s after the change on: CUBIC's divided by that of the others.",
        DIRECTION,
        |results| {
            let late = |kind: &str| rows(results, kind).of("late_ms").median();
            let one = |kind: &'static str| {
                Measured::new(called(kind), crate::results::ratio(late("cubic"), late(kind)), Band::at_least(5.0))
            };
            ["bbr", "cdg"].map(one).to_vec()
        },
    )
    .ours(),
];
