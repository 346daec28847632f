//! SlowCC paper, section 4.2.2, figure 10: how long two TCP(b) flows take to share fairly, against b.

use super::bed::SLOW_BPS;
use super::pair::{self, AT_LEAST_S, at};
use super::schemes::{Family, GAMMAS, Scheme};
use super::{CHOICES, PAPER};
use crate::account::Number;
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Choice, Experiment, Words};
use crate::figure::{Axis, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, ratio};
use crate::sweep::{Cell, Setting, Sweep};
use sawtooth_engine::{formulas, math};
use sawtooth_measures::measures::convergence::DELTA;
use sawtooth_measures::measures::trend::Trend;

/// γ from 2: b = 1/2 to 1/256.
fn gammas() -> &'static [f64] {
    &GAMMAS[1..]
}
/// Those on which the model is evaluated: b = 1/2 to 1/32.
fn modelled() -> &'static [f64] {
    &GAMMAS[1..6]
}
/// Half the bandwidth, for TCP(1/8).
const HALF_BPS: f64 = SLOW_BPS / 2.0;
/// The loss rate with which the length of a run is planned; the model's time is evaluated with the run's own.
const PLANNED_LOSS: f64 = 0.001;

/// Figure 10.
pub static EXPERIMENT: Experiment = Experiment {
    id: "slowcc_fig10",
    paper: &PAPER,
    label: "Figure 10",
    title: "Time to fairness of two TCP(b) flows",
    words: Words {
        summary: "A second flow starts with a window of one packet beside a flow that has the whole link: how long \
                  until it has 45 %, for b from 1/2 to 1/256.",
        caption: "Seconds until the second flow has 45 % of the throughput of the last second, mean of twenty runs, \
                  10 Mbit/s, 50 ms; with reverse traffic, as in the paper, and without, where the model is tested. \
                  Dashed: the model's ln δ / ln(1 - bp) ACKs at 1250 per second, with the loss rate of the runs \
                  without reverse traffic.",
        states: &[
            "Two TCP(b) flows at 10 Mbit/s, 50 ms, from (B, 0) to about (0.55 B, 0.45 B), averaged (section 4.2.2).",
            "With less bandwidth the time would be shorter (section 4.2.2).",
            "A very small b is unacceptably slow (section 4.2.2).",
        ],
        learn: "Each loss removes a share b of the difference between the two windows. The smaller b is, the more \
                losses it takes until the windows are equal: with 1/256 the second flow waits {slow} times as long as \
                with 1/2.",
        choices: PAIR,
        notes: &[
            "ns-2 halves the window at a flow's first loss, whatever b is. The second flow still has this before it, \
             the first one does not.",
            "A run ends once the flows are fair, but not before 100 s.",
        ],
        numbers: &[Number::new("slow", 0, |r| ratio(mean(r, 256.0, true, "fair_s"), mean(r, 2.0, true, "fair_s")))],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue,goodput",
};

/// Choices that this figure adds to the paper's common ones.
const PAIR: &[Choice] = &[
    Choice {
        what: "The unequal start",
        chosen: "the second flow begins after 60 s with a window of one packet and a slow-start threshold of two",
        why: "Two is TCP's minimum threshold. So there is no slow start, and the flow grows by its scheme from the \
              start.",
    },
    Choice {
        what: "Interval of the share",
        chosen: "the last second, which is 20 RTTs",
        why: "The paper does not say.",
    },
    CHOICES[0],
    CHOICES[1],
    CHOICES[2],
    CHOICES[3],
];

/// By b and reverse traffic; half the bandwidth at 1/8.
pub static SWEEP: Sweep =
    Sweep { id: "slowcc_fig10", cells, repetitions: 20, quick: 2, names: &[pair::NAMES], measure: pair::measure };

fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for reverse in [true, false] {
        cells.extend(gammas().iter().map(|gamma| cell(*gamma, SLOW_BPS, reverse)));
    }
    cells.push(cell(8.0, HALF_BPS, false));
    cells
}

fn cell(gamma: f64, rate_bps: f64, reverse: bool) -> Cell {
    let longest_s = (4.0 * model_s(gamma, PLANNED_LOSS, rate_bps)).max(AT_LEAST_S).ceil();
    pair::cell("figure 10", Scheme::tcp(gamma), rate_bps, reverse, longest_s, |second| {
        second.set("initial_window_packets", 1.0);
        second.set("initial_ssthresh_packets", 2.0);
    })
    .stated(&[Setting::InitialWindow])
}

/// The model's time: acknowledgements to 0.1-fairness at the link's rate, in seconds.
fn model_s(gamma: f64, loss: f64, rate_bps: f64) -> f64 {
    let per_s = rate_bps / (8.0 * super::bed::PACKET_BYTES);
    formulas::fair_after_acks(DELTA, 1.0 / gamma, loss) / per_s
}

fn figure(results: &Results) -> Figure {
    let b = |gamma: f64| 1.0 / gamma;
    let series = |name: &str, ink: u8, reverse: bool| {
        let points = gammas().iter().filter_map(|&gamma| {
            let times = results.at(&at(Scheme::tcp(gamma), SLOW_BPS, reverse)).of("fair_s");
            let [low, high] = [times.percentile(0.2)?, times.percentile(0.8)?];
            Some([b(gamma), low, times.mean()?, high])
        });
        Series::new(name, ink, Marks::Medians(points.collect()))
    };
    let model = gammas()
        .iter()
        .filter_map(|&gamma| Some([b(gamma), model_s(gamma, mean(results, gamma, false, "loss")?, SLOW_BPS)]));
    let plot = Plot::new(
        Axis::new("b", "").log().range(1.0 / 256.0, 0.5),
        Axis::new("Time to 0.1-fairness", "s").log().range(1.0, 2000.0),
    )
    .with(series("with reverse traffic", Family::Tcp.ink(), true))
    .with(series("without", 6, false))
    .with(Series::new("model", 7, Marks::Line(model.collect())).stated());
    Figure::new(vec![Panel::plot("", plot)])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "slowcc.fig10.model",
        "Time to fairness, divided by the model's with the loss rate of the runs, without reverse traffic.",
        "The paper's analysis for figure 11 (section 4.2.2). The averaging over one second and whole losses add to \
         it.",
        |results| {
            let one = |gamma: &f64| {
                let model = mean(results, *gamma, false, "loss").map(|loss| model_s(*gamma, loss, SLOW_BPS));
                let both = ratio(mean(results, *gamma, false, "fair_s"), model);
                Measured::new(format!("b = 1/{gamma}"), both, Band::within(0.8, 1.6))
            };
            modelled().iter().map(one).collect()
        },
    ),
    Claim::new(
        "slowcc.fig10.slope",
        "Slope of the logarithm of that time against the logarithm of 1/b, for b from 1/2 to 1/32, without reverse \
         traffic.",
        "Derived: 1, minus the growth of the loss rate with 1/b.",
        |results| {
            let mut trend = Trend::default();
            let mut known = true;
            for gamma in modelled() {
                match mean(results, *gamma, false, "fair_s") {
                    Some(time) => trend.add(math::ln(*gamma), math::ln(time)),
                    None => known = false,
                }
            }
            let slope = trend.line().filter(|_| known).map(|line| line.slope);
            vec![Measured::new("", slope, Band::within(0.75, 1.1))]
        },
    ),
    Claim::new(
        "slowcc.fig10.monotone",
        "The time to fairness rises at each step of 1/b from 2 to 256, with reverse traffic: the smallest step, in \
         seconds.",
        "The figure shows this shape.",
        |results| {
            let times = gammas().iter().map(|gamma| mean(results, *gamma, true, "fair_s"));
            vec![Measured::increasing("", &times.collect::<Vec<_>>())]
        },
    ),
    Claim::new(
        "slowcc.fig10.bandwidth",
        "Time to fairness at 5 Mbit/s, divided by that at 10 Mbit/s, b = 1/8, without reverse traffic.",
        "The paper says shorter (section 4.2.2). Derived: 0.5 where the queue grows with the path.",
        |results| {
            let slow = results.at(&at(Scheme::tcp(8.0), HALF_BPS, false)).of("fair_s").mean();
            vec![Measured::new("", ratio(slow, mean(results, 8.0, false, "fair_s")), Band::within(0.35, 0.8))]
        },
    ),
];

fn mean(results: &Results, gamma: f64, reverse: bool, name: &str) -> Option<f64> {
    results.at(&at(Scheme::tcp(gamma), SLOW_BPS, reverse)).of(name).mean()
}
