//! SlowCC paper, section 4.2.2, figure 12: how long two TFRC(k) flows take to share fairly, against k.

use super::bed::SLOW_BPS;
use super::pair::{self, AT_LEAST_S, at};
use super::schemes::{Family, GAMMAS, Scheme};
use super::{CHOICES, PAPER, fig10};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Choice, Experiment, Words};
use crate::figure::{Axis, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows, ratio};
use crate::sweep::{Cell, Sweep};
use sawtooth_engine::math;
use sawtooth_measures::measures::trend::Trend;

/// Those between which the slope is taken: k from 4 to 256.
fn sloped() -> &'static [f64] {
    &GAMMAS[2..]
}
/// A run goes on for so many seconds for each k, unless the flows are fair before.
const LONGEST_PER_K_S: f64 = 4.0;

/// Figure 12.
pub static EXPERIMENT: Experiment = Experiment {
    id: "slowcc_fig12",
    paper: &PAPER,
    label: "Figure 12",
    title: "Time to fairness of two TFRC(k) flows",
    words: Words {
        summary: "As figure 10, with TFRC: it forgets a loss after k loss intervals, so slowness costs less fairness \
                  than with TCP(b).",
        caption: "Seconds until the second flow has 45 % of the throughput of the last second, mean and 20th to 80th \
                  percentile of twenty runs, 10 Mbit/s, 50 ms, with reverse traffic; without it on request (five \
                  runs). Dashed: TCP(1/k) of figure 10.",
        states: &[
            "The time rises less steeply with slowness than TCP's, since TFRC forgets after a fixed number of loss \
             intervals (section 4.2.2).",
        ],
        learn: "TFRC forgets old losses completely, TCP(b) never does: with k = 256 the flows are fair after {tfrc} s \
                on average, with TCP(1/256) after {tcp} s.",
        choices: CHOICES_HERE,
        notes: &[
            "The axis is k, the number of loss intervals; the paper's caption says b.",
            "The second flow's slow start overshoots, and the first flow remembers the resulting losses for k loss \
             intervals.",
        ],
        numbers: &[Number::new("tfrc", 0, |r| time_s(r, 256.0)), Number::new("tcp", 0, |r| time_of_tcp_s(r, 256.0))],
    }
    .kept(),
    sweeps: &[&SWEEP, &fig10::SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue,goodput",
};

const CHOICES_HERE: &[Choice] = &[
    Choice {
        what: "The unequal start",
        chosen: "the second flow begins after 60 s, in TFRC's slow start at one packet per RTT",
        why: "TFRC has no threshold. The alternative would be a loss history that starts with the loss rate of one \
              packet per RTT.",
    },
    Choice { what: "Interval of the share", chosen: "the last second, which is 20 RTTs", why: "As in figure 10." },
    CHOICES[0],
    CHOICES[1],
    CHOICES[2],
];

/// By k and reverse traffic.
pub static SWEEP: Sweep =
    Sweep { id: "slowcc_fig12", cells, repetitions: 20, quick: 2, names: &[pair::NAMES], measure: pair::measure };

fn cells() -> Vec<Cell> {
    let cell = |gamma: f64, reverse| {
        let longest_s = (LONGEST_PER_K_S * gamma).max(AT_LEAST_S);
        pair::cell("figure 12", Scheme::tfrc(gamma), SLOW_BPS, reverse, longest_s, |_| ())
    };
    let judged = GAMMAS.map(|gamma| cell(gamma, true));
    judged.into_iter().chain(GAMMAS.map(|gamma| cell(gamma, false).repetitions(5).beside())).collect()
}

/// Mean time to fairness, in seconds.
fn time_s(results: &Results, gamma: f64) -> Option<f64> {
    results.at(&at(Scheme::tfrc(gamma), SLOW_BPS, true)).of("fair_s").mean()
}

/// The median.
fn median_s(results: &Results, gamma: f64) -> Option<f64> {
    results.at(&at(Scheme::tfrc(gamma), SLOW_BPS, true)).of("fair_s").median()
}

/// Runs of TCP(1/γ) in figure 10.
fn of_tcp<'a>(results: &Results<'a>, gamma: f64) -> Rows<'a> {
    results.within(&fig10::SWEEP, &at(Scheme::tcp(gamma), SLOW_BPS, true))
}

/// Their mean time to fairness, in seconds.
fn time_of_tcp_s(results: &Results, gamma: f64) -> Option<f64> {
    of_tcp(results, gamma).of("fair_s").mean()
}

/// The median.
fn median_of_tcp_s(results: &Results, gamma: f64) -> Option<f64> {
    of_tcp(results, gamma).of("fair_s").median()
}

fn figure(results: &Results) -> Figure {
    let series = |name: &str, ink: u8, reverse: bool| {
        let points = GAMMAS.iter().filter_map(|&gamma| {
            let times = results.all(&at(Scheme::tfrc(gamma), SLOW_BPS, reverse)).of("fair_s");
            Some([gamma, times.percentile(0.2)?, times.mean()?, times.percentile(0.8)?])
        });
        Series::new(name, ink, Marks::Medians(points.collect()))
    };
    let tcp = GAMMAS.iter().filter_map(|&gamma| Some([gamma, time_of_tcp_s(results, gamma)?]));
    let plot = Plot::new(
        Axis::new("k; for TCP 1/b", "").log().range(1.0, 256.0),
        Axis::new("Time to 0.1-fairness", "s").log().range(1.0, 2000.0),
    )
    .with(series("TFRC(k)", Family::Tfrc.ink(), true))
    .with(series("without reverse traffic", 6, false).hidden())
    .with(Series::new("TCP(1/k), figure 10", 7, Marks::Line(tcp.collect())).stated());
    Figure::new(vec![Panel::plot("", plot)])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "slowcc.fig12.flatter",
        "Time to fairness of TFRC(256) divided by that of TFRC(8); this ratio, divided by the same ratio of \
         TCP(1/256) and TCP(1/8).",
        "The paper says that it rises less steeply (section 4.2.2).",
        |results| {
            let tfrc = ratio(time_s(results, 256.0), time_s(results, 8.0));
            let tcp = ratio(time_of_tcp_s(results, 256.0), time_of_tcp_s(results, 8.0));
            vec![Measured::new("", ratio(tfrc, tcp), Band::at_most(0.7))]
        },
    )
    .account(Account {
        says: "The time to fairness rises less steeply with slowness than TCP's (section 4.2.2).",
        measured: "We compare a slowness of 256 with one of 8. The mean time rises by the factor {tfrc} for TFRC and \
                   {tcp} for TCP, so the ratio is {ratio}. By medians the ratio is {medians}.",
        tried: "We changed the timeout in TFRC's equation.",
        table: &[
            &["Timeout", "Ratio of the means"],
            &["in ticks of 100 ms, as in ns-2.35 and here", "{ratio}"],
            &["measured exactly (separate runs)", "0.91"],
            &["4 RTTs (separate runs)", "1.06"],
        ],
        explanation: "A few long runs of TCP dominate its means, and {missing} of its twenty runs with b = 1/8 do not \
                      become fair within their duration, so no mean includes them. We think that TFRC's time does rise \
                      less steeply, as shown by the medians.",
        numbers: &[
            Number::new("tfrc", 1, |r| ratio(time_s(r, 256.0), time_s(r, 8.0))),
            Number::new("tcp", 1, |r| ratio(time_of_tcp_s(r, 256.0), time_of_tcp_s(r, 8.0))),
            Number::own("ratio", 2, 0),
            Number::new("medians", 2, |r| {
                ratio(
                    ratio(median_s(r, 256.0), median_s(r, 8.0)),
                    ratio(median_of_tcp_s(r, 256.0), median_of_tcp_s(r, 8.0)),
                )
            }),
            Number::new("missing", 0, |r| {
                let rows = of_tcp(r, 8.0);
                let all = rows.0.len();
                (all > 0).then(|| (all - rows.of("fair_s").count()) as f64)
            }),
        ],
    }),
    Claim::new(
        "slowcc.fig12.slope",
        "Slope of the logarithm of the time against the logarithm of k, for k from 4 to 256.",
        "Derived: at most in proportion to the memory.",
        |results| {
            let times: Option<Vec<f64>> = sloped().iter().map(|gamma| time_s(results, *gamma)).collect();
            let slope = times.and_then(|times| {
                let mut trend = Trend::default();
                sloped().iter().zip(times).for_each(|(gamma, time)| trend.add(math::ln(*gamma), math::ln(time)));
                trend.line()
            });
            vec![Measured::new("", slope.map(|line| line.slope), Band::within(0.3, 0.85))]
        },
    ),
    Claim::new(
        "slowcc.fig12.increasing",
        "Time to fairness of TFRC(256), divided by that of TFRC(8).",
        "The figure shows this shape.",
        |results| {
            let longer = ratio(time_s(results, 256.0), time_s(results, 8.0));
            vec![Measured::new("", longer, Band::at_least(3.0))]
        },
    ),
];
