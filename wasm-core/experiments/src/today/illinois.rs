//! One Illinois flow while random loss comes and goes.

use super::{CHOICES, RATE_BPS, drop_tail, flow, group, link, spread};
use crate::account::Number;
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Values, difference};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep, set};
use sawtooth_engine::observe::{Interests, Observer, Signal, Source};
use sawtooth_engine::units::Time;
use sawtooth_scenario::object;

const LOSS: f64 = 0.02;
/// When the loss comes and when it goes, in seconds.
const SPAN_S: [f64; 2] = [60.0, 120.0];
/// Spans that are measured, in seconds: before, with and after the loss; with their words.
const PARTS: [(f64, f64, &str, &str); 3] =
    [(20.0, 60.0, "before", "no loss"), (70.0, 120.0, "with", "2 % loss"), (130.0, 180.0, "after", "no loss again")];
const BIN_S: f64 = 1.0;
const BINS: usize = 180;

/// Illinois.
pub static EXPERIMENT: Experiment = Experiment {
    id: "today_illinois",
    paper: &group("S. Liu, T. Basar, R. Srikant, TCP-Illinois, Performance Evaluation 65(6-7), 2008"),
    label: "Illinois",
    title: "Illinois cuts less while the queue is low",
    words: Words {
        summary: "While 2 % of the packets are lost at random, Illinois' share of a cut β is {with} on average. Without that loss it \
                  is {before}.",
        caption: "One Illinois flow at 10 Mbit/s and 40 ms with a queue of 84 packets. Random loss of 2 % from 60 to 120 s. Means over \
                  bins of 1 s, median of ten runs.",
        states: &[
            "Illinois cuts by 1/8 while the queueing delay is low and by 1/2 while it is high (Liu et al. 2008).",
            "It grows by up to 10 packets per RTT while the queueing delay is low (Liu et al. 2008).",
        ],
        learn: "Illinois lets losses decide when to cut and the delay how much. Random losses keep the queue low, so each of them costs \
                little, and the window recovers quickly.",
        choices: CHOICES,
        notes: &[],
        numbers: &[
            Number::new("with", 2, |results| of(results, "beta_with").median()),
            Number::new("before", 2, |results| of(results, "beta_before").median()),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue,goodput",
};

/// One cell.
pub static SWEEP: Sweep = Sweep { id: "today_illinois", cells, repetitions: 10, quick: 1, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let flows = vec![flow("illinois", "illinois", 40.0, 0.0)];
    let mut document = link("Illinois while random loss comes and goes", 180.0, RATE_BPS, drop_tail(84.0), flows);
    set(&mut document, "bottleneck.loss.model", "bernoulli");
    set(&mut document, "bottleneck.loss.probability", 0.0);
    let change =
        |at_s: f64, value: f64| object! { "at_s" => at_s, "path" => "bottleneck.loss.probability", "value" => value };
    document.set("interventions", vec![change(SPAN_S[0], LOSS), change(SPAN_S[1], 0.0)]);
    vec![Cell::new(point!(algorithm: "illinois"), document).moment(SPAN_S[0])]
}

/// Measures of a run, in order: mean over time of α (packets per RTT) and of β in each span; both in each bin.
const NAMES: &[&str] =
    &["alpha_before", "alpha_with", "alpha_after", "beta_before", "beta_with", "beta_after", "alpha_bins", "beta_bins"];

/// Mean over time of a signal in each bin.
struct Means {
    name: &'static str,
    now: (f64, f64),
    bins: Vec<f64>,
}

impl Means {
    fn new(name: &'static str, begin: f64) -> Means {
        Means { name, now: (0.0, begin), bins: vec![0.0; BINS] }
    }
    /// Accounts for the present value until then.
    fn advance(&mut self, at_s: f64) {
        let (since_s, value) = self.now;
        for (bin, from_s) in self.bins.iter_mut().zip(0_u32..).skip((since_s / BIN_S) as usize) {
            let from_s = f64::from(from_s) * BIN_S;
            if from_s >= at_s {
                break;
            }
            *bin += value * (at_s.min(from_s + BIN_S) - since_s.max(from_s)) / BIN_S;
        }
        self.now.0 = at_s;
    }
    fn mean(&self, from_s: f64, until_s: f64) -> f64 {
        let part = &self.bins[(from_s / BIN_S) as usize..(until_s / BIN_S) as usize];
        part.iter().sum::<f64>() / part.len() as f64
    }
}

impl Observer for Means {
    const INTERESTS: Interests = Interests::OTHERS;
    fn signal(&mut self, at: Time, _: Source, signal: &'static Signal, value: f64) {
        if signal.name == self.name {
            self.advance(at.seconds());
            self.now.1 = value;
        }
    }
}

fn measure(run: &Run) -> Row {
    let (mut alpha, mut beta) = (Means::new("illinois_alpha", 10.0), Means::new("illinois_beta", 0.5));
    run.listen(&mut (&mut alpha, &mut beta));
    let end_s = run.scenario.duration.seconds();
    alpha.advance(end_s);
    beta.advance(end_s);
    let of = |means: &Means| PARTS.map(|(from_s, until_s, ..)| means.mean(from_s, until_s));
    let names = NAMES.iter().zip(of(&alpha).into_iter().chain(of(&beta)));
    let row = names.fold(Row::new(), |row, (name, mean)| row.number(*name, mean));
    row.list("alpha_bins", alpha.bins).list("beta_bins", beta.bins)
}

fn of(results: &Results, number: &str) -> Values {
    results.at(&point!()).of(number)
}

fn figure(results: &Results) -> Figure {
    let plot = |label: &str, unit: &'static str, list: &str, most: f64| {
        let columns = results.at(&point!()).columns(list).into_iter().zip(0_u32..);
        let points = columns.filter_map(|(values, bin)| Some([(f64::from(bin) + 0.5) * BIN_S, values.median()?]));
        let time = Axis::new("Time", "s").range(0.0, BIN_S * BINS as f64);
        Plot::new(time, Axis::new(label, unit).range(0.0, most))
            .span(SPAN_S[0], SPAN_S[1], "2 % loss", 3)
            .with(Series::new("Illinois", 5, Marks::Line(points.collect())))
    };
    let rows = results.at(&point!());
    let lines = PARTS.map(|(_, _, part, title)| {
        let mut line = vec![Entry::text(title)];
        line.extend(spread(&rows, &format!("alpha_{part}"), 1.0, 2));
        line.extend(spread(&rows, &format!("beta_{part}"), 1.0, 3));
        line
    });
    let heads = ["Span", "α: median (packets per RTT)", "lowest–highest", "β: median", "lowest–highest"];
    Figure::new(vec![
        Panel::plot("Growth", plot("α", "packets per RTT", "alpha_bins", 10.0)),
        Panel::plot("Cut", plot("β", "", "beta_bins", 0.5)),
        Panel::table("Ten runs", &heads, lines.to_vec()),
    ])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "today.illinois.shallow",
        "With 2 % random loss: mean of β.",
        "1/8 while the queue is low (Liu et al. 2008). 0.2 is ours.",
        |results| vec![Measured::new("", of(results, "beta_with").median(), Band::within(0.125, 0.2))],
    )
    .ours(),
    Claim::new(
        "today.illinois.grows",
        "With 2 % random loss: mean of α in packets per RTT.",
        "Up to 10 while the queue is low (Liu et al. 2008). Half of it is ours.",
        |results| vec![Measured::new("", of(results, "alpha_with").median(), Band::within(5.0, 10.0))],
    )
    .ours(),
    Claim::new(
        "today.illinois.deeper",
        "Without random loss, before and after it: mean of β less that with the loss.",
        "A queue that fills raises β (Liu et al. 2008).",
        |results| {
            let gap = |part: &str| difference(of(results, part).median(), of(results, "beta_with").median());
            vec![
                Measured::new("before", gap("beta_before"), Band::above(0.0)),
                Measured::new("after", gap("beta_after"), Band::above(0.0)),
            ]
        },
    ),
];
