//! SlowCC paper, section 4.3, figure 19: IIAD and SQRT under the pattern of figure 17.

use super::fig17::{CHOICES_HERE, GAPS, TABLE, bursts, table_row};
use super::lossy::{self, of_cuts};
use super::schemes::{Family, Scheme};
use super::{PAPER, bed};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_scenario::{Json, object};

/// How long a run is, in seconds.
const DURATION_S: f64 = 140.0;
/// IIAD's α besides the evaluated 1: the paper does not state it.
const ALPHAS: [f64; 5] = [0.5, 0.6, 0.7, 0.8, 0.9];
const IIAD: Scheme = Scheme { family: Family::Iiad, gamma: 2.0 };
const SQRT: Scheme = Scheme::sqrt(2.0);

/// Figure 19.
pub static EXPERIMENT: Experiment = Experiment {
    id: "slowcc_fig19",
    paper: &PAPER,
    label: "Figure 19",
    title: "IIAD and SQRT under mildly bursty loss",
    words: Words {
        summary: "Two binomial algorithms under the same bursts of loss: IIAD subtracts a constant at each loss, so \
                  its rate varies less.",
        caption: "What one flow of IIAD (α = 1, β = 2/3) or SQRT(1/2) (α = 0.75) sends under the loss pattern of \
                  figure 17; means over 0.2 s and over 1 s, a mark for each loss. Small: IIAD with a smaller α, \
                  divided by SQRT.",
        states: &["IIAD is smoother than SQRT, and pays with throughput (section 4.3)."],
        learn: "IIAD reduces its window by two thirds of a packet at each loss, however large the window is. Single \
                losses hardly matter; after many losses in a row IIAD takes long to grow again.",
        choices: CHOICES_HERE,
        notes: &[
            "With α = 1.5 β both laws have the same rate in steady state, so a difference comes from the bursts or \
             from other constants.",
            "After a large reduction IIAD grows slowly: from 5 to 17 packets it takes 132 RTTs.",
            "There is one run of each scheme, because nothing in it is random.",
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,goodput",
};

/// One flow by scheme; IIAD by α, too.
pub static SWEEP: Sweep =
    Sweep { id: "slowcc_fig19", cells, repetitions: 1, quick: 1, names: &[lossy::NAMES], measure };

fn cells() -> Vec<Cell> {
    let judged = |scheme: Scheme| {
        bursts(scheme.word(), scheme.gamma, "bursts", scheme.title(), |title, loss| {
            lossy::document(title, DURATION_S, loss, scheme)
        })
    };
    let gentler = |alpha: f64| {
        let title = format!("IIAD with α = {alpha}");
        let mut cell = bursts("iiad", IIAD.gamma, "bursts", title, |title, loss| gentle(title, loss, alpha));
        cell.at.0.push(("alpha", alpha.into()));
        cell.quoted()
    };
    [IIAD, SQRT].map(judged).into_iter().chain(ALPHAS.map(gentler)).collect()
}

fn gentle(title: &str, loss: Json, alpha: f64) -> Json {
    let mut flow = bed::flow("flow", IIAD, 0.0);
    flow.set("algorithm", object! { "kind" => "iiad", "beta" => 2.0 / 3.0, "alpha" => alpha });
    lossy::with_flow(title, DURATION_S, loss, flow)
}

fn measure(run: &Run) -> Row {
    lossy::measure(run, GAPS.len())
}

fn row<'a>(results: &Results<'a>, scheme: Scheme) -> Option<&'a Row> {
    results.at(&point!(scheme: scheme.word())).one()
}

fn number(results: &Results, scheme: Scheme, name: &str) -> Option<f64> {
    row(results, scheme)?.get(name)
}

/// A number of IIAD over SQRT's.
fn against(results: &Results, name: &str) -> Option<f64> {
    ratio(number(results, IIAD, name), number(results, SQRT, name))
}

fn figure(results: &Results) -> Figure {
    let plot = |scheme: Scheme| {
        Panel::cell(&scheme.title(), "", lossy::plot(row(results, scheme), scheme.family.ink(), 600.0))
    };
    let over = |name: &str| {
        let gentler = ALPHAS.iter().map(|&alpha| (alpha, results.all(&point!(scheme: "iiad", alpha: alpha)).one()));
        let all = gentler.chain([(1.0, row(results, IIAD))]);
        let points = all.filter_map(|(alpha, row)| {
            Some([alpha, ratio(row.and_then(|row| row.get(name)), number(results, SQRT, name))?])
        });
        Marks::Line(points.collect())
    };
    let gentler = Plot::new(Axis::new("α of IIAD", ""), Axis::new("IIAD divided by SQRT", "").range(0.0, 1.2))
        .with(Series::new("rate", 4, over("packets_per_rtt")))
        .with(Series::new("variation, 0.2 s", 3, over("variation_short")));
    let rows = [IIAD, SQRT].map(|scheme| table_row(scheme.title(), row(results, scheme)));
    Figure::new(vec![
        plot(IIAD),
        plot(SQRT),
        Panel::table("Over 120 s", TABLE, rows.to_vec()),
        Panel::plot("Other constants", gentler).beside(),
    ])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "slowcc.fig19.iiad_smoother",
        "Coefficient of variation of the rate in bins of 0.2 s: IIAD's, divided by SQRT's.",
        "The paper says that IIAD is smoother (section 4.3).",
        |results| vec![Measured::new("", against(results, "variation_short"), Band::at_most(0.7))],
    ),
    Claim::new(
        "slowcc.fig19.iiad_throughput",
        "Mean rate of IIAD, divided by SQRT's.",
        "The paper says that IIAD pays with throughput (section 4.3).",
        |results| vec![Measured::new("", against(results, "packets_per_rtt"), Band::at_most(1.0))],
    )
    .account(Account {
        says: "IIAD is smoother than SQRT and pays for it with throughput (section 4.3).",
        measured: "IIAD has {ratio} times the throughput of SQRT.",
        tried: "We lowered IIAD's α, which the paper does not state. SQRT sends {sqrt} packets per RTT.",
        table: &[
            &["α of IIAD", "IIAD's packets per RTT"],
            &["1, as here", "{iiad}"],
            &["0.9", "{a_9}"],
            &["0.8", "{a_8}"],
            &["0.7", "{a_7}"],
            &["0.6", "{a_6}"],
            &["0.5", "{a_5}"],
        ],
        explanation: "With α = 1.5 β both laws aim at the same rate for evenly spaced losses. The bursts cost SQRT, \
                      which reduces its window more, slightly more. We think that the paper used other constants: \
                      with a smaller α IIAD sends less than SQRT, as shown by the table, and stays smoother.",
        numbers: &[
            Number::own("ratio", 2, 0),
            Number::new("sqrt", 1, |r| number(r, SQRT, "packets_per_rtt")),
            Number::new("iiad", 1, |r| number(r, IIAD, "packets_per_rtt")),
            Number::new("a_9", 1, |r| gentler(r, 0.9)),
            Number::new("a_8", 1, |r| gentler(r, 0.8)),
            Number::new("a_7", 1, |r| gentler(r, 0.7)),
            Number::new("a_6", 1, |r| gentler(r, 0.6)),
            Number::new("a_5", 1, |r| gentler(r, 0.5)),
        ],
    }),
    Claim::new(
        "slowcc.fig19.sqrt_rate",
        "Mean rate of SQRT in packets per RTT.",
        "Derived: √(1.5/p) = 18.4 for evenly spaced losses, less for bursts.",
        |results| vec![Measured::new("", number(results, SQRT, "packets_per_rtt"), Band::within(15.5, 18.5))],
    ),
    Claim::new(
        "slowcc.fig19.cut",
        "Reduction of the window w at a loss, divided by what the law gives: 2/3 for IIAD, √w / 2 for SQRT; minimum \
         and maximum of all losses.",
        "The laws are those of Bansal and Balakrishnan, INFOCOM 2001.",
        |results| {
            let cuts = |name: &str, scheme, law: fn(f64) -> f64| {
                let share = |before: f64, after: f64| (before - after) / law(before);
                let [least, most] = of_cuts(row(results, scheme), share);
                let band = Band::about(1.0, 0.01);
                [
                    Measured::new(format!("{name}, minimum"), least, band),
                    Measured::new(format!("{name}, maximum"), most, band),
                ]
            };
            let iiad = cuts("IIAD", IIAD, |_| 2.0 / 3.0);
            iiad.into_iter().chain(cuts("SQRT", SQRT, |w| 0.5 * w.sqrt())).collect()
        },
    ),
];

/// Packets per RTT of IIAD with a smaller α.
fn gentler(results: &Results, alpha: f64) -> Option<f64> {
    results.all(&point!(scheme: "iiad", alpha: alpha)).of("packets_per_rtt").mean()
}
