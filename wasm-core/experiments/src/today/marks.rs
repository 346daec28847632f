//! Two DCTCP flows with a step threshold, alone and beside a NewReno flow with and without classic ECN.

use super::shares::{self, NAMES};
use super::{CHOICES, DIRECTION, RATE_BPS, flow, group, ink, link, spread, with_ecn};
use crate::account::Number;
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series, ink as own_ink};
use crate::results::{Results, Rows, ratio};
use crate::row::{Row, Value};
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_engine::observe::{Interests, Observer, Signal, Source};
use sawtooth_engine::units::Time;
use sawtooth_scenario::object;

const THRESHOLDS: [f64; 2] = [5.0, 40.0];
/// Rivals with their names.
const RIVALS: [(&str, &str); 3] =
    [("none", "alone"), ("drops", "beside NewReno without ECN"), ("marks", "beside NewReno with classic ECN")];
/// The rival has been there for 40 s.
const FROM_S: f64 = 60.0;

/// Step marking.
pub static EXPERIMENT: Experiment = Experiment {
    id: "today_marks",
    paper: &group(
        "M. Alizadeh et al., Data Center TCP (DCTCP), SIGCOMM 2010; S. Bensley et al., RFC 8257 (Data Center TCP), 2017",
    ),
    label: "Step marking",
    title: "DCTCP holds the queue at its threshold, among its like",
    words: Words {
        summary: "Two DCTCP flows hold the queue at the marking threshold. Beside a NewReno flow without ECN they have {dropped} % \
                  of the link; beside one with classic ECN, {marked} %.",
        caption: "Two DCTCP flows at 10 Mbit/s and 40 ms; packets are marked while more than K wait. A NewReno flow joins at 20 s. \
                  The limit is 330 packets. 120 s, measured from 60 s. Marks are medians of ten runs, bars the 20th to \
                  80th percentile.",
        states: &[
            "DCTCP keeps the queue near the threshold K, and loses nothing (Alizadeh et al. 2010).",
            "DCTCP must not share a queue with flows that do not answer to the same marks (RFC 8257, section 5).",
        ],
        learn: "A flow without ECN is stopped by the limit of the queue alone. It fills the queue above K, all packets of \
                DCTCP are marked, and DCTCP shrinks to its smallest window. A flow that halves its window at each mark is in the \
                opposite place: DCTCP reduces its window by little and takes nearly all.",
        choices: CHOICES,
        notes: &[],
        numbers: &[
            Number::new("dropped", 1, |results| median(results, 40.0, "drops", "share")).percent(),
            Number::new("marked", 0, |results| median(results, 40.0, "marks", "share")).percent(),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue,goodput",
};

/// By threshold and rival.
pub static SWEEP: Sweep =
    Sweep { id: "today_marks", cells, repetitions: 10, quick: 1, names: &[NAMES, &["alpha"]], measure };

fn cells() -> Vec<Cell> {
    let one = |threshold: f64, (rival, title): (&str, &str)| {
        let mut flows = vec![flow("dctcp1", "dctcp", 40.0, 0.0), flow("dctcp2", "dctcp", 40.0, 0.0)];
        let newreno = || flow("newreno", "newreno", 40.0, 20.0);
        match rival {
            "drops" => flows.push(newreno()),
            "marks" => flows.push(with_ecn(newreno())),
            _ => {}
        }
        let queue = object! {
            "discipline" => "drop_tail", "limit_packets" => 330.0, "step_mark_packets" => threshold,
        };
        let title = format!("Two DCTCP flows {title}, marks above {threshold} packets");
        Cell::new(point!(threshold: threshold, rival: rival), link(&title, 120.0, RATE_BPS, queue, flows)).moment(30.0)
    };
    THRESHOLDS.iter().flat_map(|&threshold| RIVALS.map(|rival| one(threshold, rival))).collect()
}

/// Mean over time of the first flow's estimate of the marked share, from a moment on.
struct Alpha {
    from: Time,
    now: (Time, f64),
    sum_s: f64,
}

impl Observer for Alpha {
    const INTERESTS: Interests = Interests::OTHERS;
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        if signal.name == "marked_share" && source == Source::Flow(0) {
            self.advance(at);
            self.now.1 = value;
        }
    }
}

impl Alpha {
    fn advance(&mut self, at: Time) {
        if at > self.from {
            self.sum_s += self.now.1 * at.since(self.now.0.max(self.from)).seconds();
        }
        self.now.0 = at;
    }
}

fn measure(run: &Run) -> Row {
    let mut alpha = Alpha { from: Time::from_seconds(FROM_S), now: (Time::ZERO, 1.0), sum_s: 0.0 };
    let mut row = shares::measure_with(run, 2, FROM_S, &mut alpha);
    let end = run.scenario.duration;
    alpha.advance(end);
    row.put("alpha", Value::Number(Some(alpha.sum_s / (end.seconds() - FROM_S))));
    row
}

fn rows<'a>(results: &Results<'a>, threshold: f64, rival: &str) -> Rows<'a> {
    results.at(&point!(threshold: threshold, rival: rival))
}

fn median(results: &Results, threshold: f64, rival: &str, number: &str) -> Option<f64> {
    rows(results, threshold, rival).of(number).median()
}

/// A value of both thresholds.
fn both(results: &Results, rival: &str, number: &str, band: impl Fn(f64) -> Band) -> Vec<Measured> {
    let one = |k: f64| Measured::new(format!("K = {k}"), median(results, k, rival, number), band(k));
    THRESHOLDS.map(one).to_vec()
}

fn figure(results: &Results) -> Figure {
    let names = || Axis::of("", RIVALS.map(|(_, title)| title));
    let series = |plot: Plot, number: &str, times: f64| {
        THRESHOLDS.into_iter().zip([ink("dctcp"), own_ink("htcp")]).fold(plot, |plot, (k, ink)| {
            let points = RIVALS.iter().zip(0..).filter_map(|((rival, _), place)| {
                let [low, middle, high] = rows(results, k, rival).of(number).bar()?;
                Some([f64::from(place), low * times, middle * times, high * times])
            });
            plot.with(Series::new(format!("K = {k}"), ink, Marks::Medians(points.collect())))
        })
    };
    let goodput = Plot::new(names(), Axis::new("Goodput of both DCTCP flows", "Mbit/s").range(0.0, 10.0));
    let queue = Plot::new(names(), Axis::new("Mean queue", "packets").range(0.0, 330.0));
    let mut lines = Vec::new();
    for k in THRESHOLDS {
        for (rival, title) in RIVALS {
            let rows = rows(results, k, rival);
            let mut line = vec![Entry::Number(Some(k), 0), Entry::text(title)];
            line.extend(spread(&rows, "first_bps", 1e-6, 2));
            line.push(Entry::Number(rows.of("others_bps").median().map(|bps| bps / 1e6), 2));
            line.extend(spread(&rows, "queue_packets", 1.0, 1));
            line.push(Entry::Number(rows.of("alpha").median(), 2));
            lines.push(line);
        }
    }
    let heads = [
        "K",
        "Two DCTCP flows",
        "Their goodput: median (Mbit/s)",
        "lowest–highest",
        "NewReno's: median (Mbit/s)",
        "Mean queue: median (packets)",
        "lowest–highest",
        "Marked share (α)",
    ];
    Figure::new(vec![
        Panel::plot("Goodput", series(goodput, "first_bps", 1e-6)),
        Panel::plot("Queue", series(queue, "queue_packets", 1.0)),
        Panel::table("Ten runs", &heads, lines),
    ])
    .columns(2)
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "today.marks.at_the_threshold",
        "Alone: mean queue divided by the threshold K.",
        "DCTCP keeps the queue near K (Alizadeh et al. 2010). A quarter of K either way is ours.",
        |results| {
            let of = |k: f64| ratio(median(results, k, "none", "queue_packets"), Some(k));
            THRESHOLDS.map(|k| Measured::new(format!("K = {k}"), of(k), Band::within(0.75, 1.25))).to_vec()
        },
    )
    .ours(),
    Claim::new(
        "today.marks.no_drops",
        "Alone: share of packets that the queue drops.",
        "Marks come long before the limit of 330 packets (Alizadeh et al. 2010).",
        |results| both(results, "none", "dropped_share", |_| Band::exactly(0.0)),
    ),
    Claim::new(
        "today.marks.above",
        "Beside NewReno without ECN: mean queue in packets.",
        "The rival fills the queue to its limit, far above K (derived). Half of the limit is ours.",
        |results| both(results, "drops", "queue_packets", |_| Band::at_least(165.0)),
    )
    .ours(),
    Claim::new(
        "today.marks.floor",
        "Beside NewReno without ECN: DCTCP's estimate of the marked share, and the share of both DCTCP flows in all goodput.",
        "Nearly all of its packets are marked, so α goes to 1 and the window to its minimum of 2 packets (derived from RFC 8257). \
         Two flows of 2 packets have 4 of 363. The bounds are ours.",
        |results| {
            let of = |number| median(results, 40.0, "drops", number);
            vec![
                Measured::new("α, K = 40", of("alpha"), Band::at_least(0.9)),
                Measured::new("share, K = 40", of("share"), Band::at_most(0.05)),
            ]
        },
    )
    .ours(),
    Claim::new(
        "today.marks.reverse",
        "Beside NewReno with classic ECN: share of both DCTCP flows in all goodput, and mean queue divided by K.",
        DIRECTION,
        |results| {
            let queue = |k: f64| ratio(median(results, k, "marks", "queue_packets"), Some(k));
            let mut values = both(results, "marks", "share", |_| Band::at_least(0.8));
            values.extend(
                THRESHOLDS.map(|k| Measured::new(format!("queue, K = {k}"), queue(k), Band::within(0.75, 1.25))),
            );
            values
        },
    )
    .ours(),
];
