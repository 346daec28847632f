//! SlowCC paper, section 4.2.2, figure 11: how many acknowledgements bring two AIMD(b) flows near to each other, by the
//! paper's own expectation and with random marks.

use super::PAPER;
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Choice, Experiment, Words};
use crate::figure::{Axis, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, least, most, ratio};
use sawtooth_engine::formulas;
use sawtooth_engine::random::{Purpose, RandomStream, Stream};

/// Probability of a mark, and the difference that is left, in the figure.
const P: f64 = 0.1;
const DELTA: f64 = 0.1;
/// 1/b and the number of acknowledgements, worked out by hand.
const TABLE: [(f64, f64); 10] = [
    (2.0, 44.9),
    (4.0, 90.9),
    (5.0, 114.0),
    (8.0, 183.1),
    (10.0, 229.1),
    (16.0, 367.3),
    (32.0, 735.7),
    (64.0, 1472.5),
    (128.0, 2946.2),
    (256.0, 5893.5),
];
/// Random runs of the model, and its windows at the start, in packets.
const RUNS: u64 = 2000;
const START: [f64; 2] = [100.0, 1.0];

/// Figure 11.
pub static EXPERIMENT: Experiment = Experiment {
    id: "slowcc_fig11",
    paper: &PAPER,
    label: "Figure 11",
    title: "ACKs until two AIMD(b) flows are fair: the model",
    words: Words {
        summary: "Each marked ACK removes a share b of one window, and so shrinks the difference of two windows: the \
                  smaller b is, the longer they stay unequal.",
        caption: "ACKs after which the expected difference of two AIMD(b) windows is a tenth of its first value, \
                  when each ACK is marked with p = 0.1. Dots: 2000 random runs of the two windows, starting at 100 \
                  and 1 packets.",
        states: &[
            "With a drop rate of 10 % convergence is fairly fast for b above about 0.1 or 0.2 (the digit is lost), \
             and takes ever longer below (section 4.2.2).",
            "Other values of p give nearly the same shape; the model is for low to moderate p.",
        ],
        learn: "It takes about 2.3/b marks until the difference of the two windows has shrunk to a tenth. How many \
                seconds that is depends on how often marks come.",
        choices: &[Choice {
            what: "Windows of the random runs",
            chosen: "100 and 1 packets, never below 1",
            why: "The expectation depends neither on them nor on a, as long as no window is at its minimum.",
        }],
        notes: &[
            "The next ACK belongs to either flow in proportion to its window. A marked ACK (probability p) takes b \
             times the window away; any other adds a divided by the window. So the expected difference shrinks by \
             the factor 1 - b p each time, whatever a is.",
            "The model describes expected windows. It does not give the mean of the times at which single runs \
             become fair.",
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: &[],
    figure,
    claims: CLAIMS,
    view: "path,cwnd",
};

/// n: acknowledgements for AIMD(1/γ).
fn acks(gamma: f64, p: f64) -> f64 {
    formulas::fair_after_acks(DELTA, 1.0 / gamma, p)
}

/// Mean difference of the windows after each of some numbers of acknowledgements over the first, of many runs.
fn by_chance(b: f64, a: f64, after: &[u64]) -> Vec<f64> {
    let mut sums = vec![0.0; after.len()];
    for run in 0..RUNS {
        let draws = RandomStream::new(1, Purpose::Algorithm, Stream::Flow(run));
        let mut windows = START;
        let mut place = 0;
        for ack in 0.. {
            while after.get(place) == Some(&ack) {
                sums[place] += windows[0] - windows[1];
                place += 1;
            }
            if place == after.len() {
                break;
            }
            let first = draws.uniform(2 * ack) * (windows[0] + windows[1]) < windows[0];
            let window = &mut windows[usize::from(!first)];
            *window =
                if draws.uniform(2 * ack + 1) < P { (*window * (1.0 - b)).max(1.0) } else { *window + a / *window };
        }
    }
    sums.iter().map(|sum| sum / RUNS as f64 / (START[0] - START[1])).collect()
}

fn figure(_: &Results) -> Figure {
    let line = |p: f64| {
        let points = (2..=256).map(|gamma| [1.0 / f64::from(gamma), acks(f64::from(gamma), p)]);
        Marks::Line(points.collect())
    };
    let x = || Axis::new("b", "").log().range(1.0 / 256.0, 0.5);
    let main = Plot::new(x(), Axis::new("ACKs to 0.1-fairness", "").range(0.0, 6000.0)).with(Series::new(
        "p = 0.1",
        0,
        line(P),
    ));
    let other = Plot::new(x(), Axis::new("ACKs to 0.1-fairness", "").log())
        .with(Series::new("p = 0.1", 0, line(P)))
        .with(Series::new("p = 0.03", 1, line(0.03)))
        .with(Series::new("p = 0.01", 2, line(0.01)));
    let b = 0.125;
    let steps: Vec<u64> = (0..=15).map(|step| step * 20).collect();
    let dots = |a: f64| {
        let left = by_chance(b, a, &steps);
        Marks::Dots(steps.iter().zip(left).map(|(ack, left)| [*ack as f64, left]).collect())
    };
    let expected = (0..=300).map(|ack| [f64::from(ack), sawtooth_engine::math::pow(1.0 - b * P, f64::from(ack))]);
    let chance = Plot::new(Axis::new("ACKs", ""), Axis::new("Difference left, b = 1/8", "").range(0.0, 1.0))
        .with(Series::new("a = 0.3125, random", 0, dots(formulas::aimd_increase_slowcc(b))))
        .with(Series::new("a = 0.2, random", 6, dots(formulas::aimd_increase_deterministic(b))))
        .with(Series::new("expected", 3, Marks::Line(expected.collect())).stated())
        .level(DELTA, "");
    Figure::new(vec![
        Panel::plot("", main),
        Panel::plot("Other probabilities", other).beside(),
        Panel::plot("Two windows with random marks", chance).beside(),
    ])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "slowcc.fig11.formula",
        "ln δ / ln(1 - b p) at p = δ = 0.1.",
        "The model of section 4.2.2, calculated by hand.",
        |_| {
            let one = |(gamma, n)| Measured::new(format!("b = 1/{gamma}"), Some(acks(gamma, P)), Band::about(n, 0.1));
            TABLE.map(one).to_vec()
        },
    ),
    Claim::new(
        "slowcc.fig11.shape_p",
        "ACKs times b p, for p from 0.01 to 0.1 and b up to 1/2: maximum divided by minimum.",
        "The paper says nearly the same shape (section 4.2.2). Derived: 2.303 for b p near 0, 2.245 at 0.05.",
        |_| {
            let all = || {
                let each =
                    |(gamma, _)| (1..=10).map(move |n| f64::from(n) / 100.0).map(move |p| acks(gamma, p) * p / gamma);
                TABLE.into_iter().flat_map(each).map(Some)
            };
            vec![Measured::new("", ratio(most(all()), least(all())), Band::at_most(1.03))]
        },
    ),
    Claim::new(
        "slowcc.fig11.monte_carlo",
        "Mean difference of two windows after the number of ACKs that the model gives, divided by the first \
         difference, b = 1/8, for both values of a.",
        "The model of section 4.2.2, which does not depend on a.",
        |_| {
            let b = 0.125;
            let n = acks(8.0, P).round() as u64;
            let left = |a| by_chance(b, a, &[n]).first().copied();
            let band = Band::about(0.1, 0.005);
            vec![
                Measured::new("a = 0.3125", left(formulas::aimd_increase_slowcc(b)), band),
                Measured::new("a = 0.2", left(formulas::aimd_increase_deterministic(b)), band),
            ]
        },
    ),
];
