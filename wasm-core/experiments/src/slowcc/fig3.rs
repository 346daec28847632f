//! SlowCC paper, section 4.1.1, figure 3: the loss rate over time when a constant source returns after a rest.

use super::schemes::Scheme;
use super::transient::{CURVE_S, DRAWN, END_S, RETURNS_S, SWEEP, at, mean};
use super::{CHOICES, PAPER, TCP, TFRC};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, ratio};

/// Figure 3.
pub static EXPERIMENT: Experiment = Experiment {
    id: "slowcc_fig3",
    paper: &PAPER,
    label: "Figure 3",
    title: "Loss rate after a constant source returns",
    words: Words {
        summary: "Twenty very slow flows fill a link while a constant source is off: what they lose when it returns.",
        caption: "Packets dropped, divided by packets that arrived, in each half second, at 15 Mbit/s with RED and \
                  reverse traffic. A constant source takes half of the link, is off from 150 s to 180 s and returns. \
                  Below: the same around its return. The plot shows the first seed.",
        states: &[
            "Twenty long-lived flows and a constant source of half the link's rate, which is off from 150 s to 180 s \
             (section 4.1.1).",
            "Loss is negligible while the source is off. When it returns, loss is about 40 % for at least one RTT, \
             then falls gradually to its level before (section 4.1.1).",
            "All connections see similar loss rates (section 4.1.1).",
        ],
        learn: "In the worst RTT after the source returns, {rap} % of the packets are lost with the slowest RAP, \
                {tcp} % with the slowest TCP, which has the same a and b. A window stops a sender whose ACKs stop; a \
                rate does not.",
        choices: CHOICES,
        notes: &[
            "The paper does not state the link's rate for section 4.1. We take 15 Mbit/s, as in its other runs with \
             such a source. The rate matters: twenty slow flows do not fill a much faster link while the source is \
             off, so nothing would happen.",
            "Losses of the constant source count, too.",
        ],
        numbers: &[
            Number::new("rap", 0, |r| mean(r, Scheme::rap(256.0), "peak_loss")).percent(),
            Number::new("tcp", 0, |r| mean(r, Scheme::tcp(256.0), "peak_loss")).percent(),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,queue,goodput",
};

fn figure(results: &Results) -> Figure {
    let curve = |scheme: Scheme, from_s: f64, until_s: f64| {
        let row = results.at(&at(scheme, "red", true)).one();
        let points = row.map_or(&[][..], |row| row.values("loss")).iter().enumerate();
        let points = points.map(|(bin, rate)| [(bin as f64 + 1.0) * CURVE_S, 100.0 * rate]);
        Marks::Steps(points.filter(|[t, rate]| *t >= from_s && *t <= until_s && rate.is_finite()).collect())
    };
    let plot = |from_s: f64, until_s: f64| {
        let plot =
            Plot::new(Axis::new("Time", "s").range(from_s, until_s), Axis::new("Loss rate", "%").range(0.0, 50.0));
        DRAWN.iter().enumerate().fold(plot, |plot, (place, scheme)| {
            let series = Series::new(scheme.title(), INKS[place], curve(*scheme, from_s, until_s));
            plot.with(series)
        })
    };
    let whole = plot(0.0, END_S).span(150.0, RETURNS_S, "source off", 7);
    let heads =
        ["Scheme", "Loss, 20 to 150 s", "160 to 180 s", "350 to 400 s", "Worst RTT", "Utilisation, 170 to 180 s"];
    let rows = DRAWN.iter().map(|scheme| {
        let percent = |name| Entry::Number(mean(results, *scheme, name).map(|rate| 100.0 * rate), 2);
        let names = ["steady_loss", "idle_loss", "end_loss", "peak_loss", "used_before"];
        std::iter::once(Entry::text(scheme.title())).chain(names.map(percent)).collect()
    });
    Figure::new(vec![
        Panel::plot("", whole),
        Panel::plot("Around the return", plot(RETURNS_S - 5.0, RETURNS_S + 55.0).level(40.0, "stated, for an RTT")),
        Panel::table("In %, mean of all seeds", &heads, rows.collect()),
    ])
}

/// Two schemes are TCP's: the slow one has an ink of its own.
const INKS: [u8; 6] = [0, 4, 3, 2, 1, 5];

static CLAIMS: &[Claim] = &[
    Claim::new(
        "slowcc.fig3.peak_tfrc256",
        "Loss rate in the worst RTT of the ten seconds after the source returns, TFRC(256).",
        "The paper says about 40 % (section 4.1.1). Derived: senders that do not react offer 1.5 times the link's \
         rate, so one third is lost.",
        |results| {
            let peak = mean(results, Scheme::tfrc(256.0), "peak_loss");
            vec![Measured::new("", peak, Band::within(0.30, 0.55))]
        },
    ),
    Claim::new(
        "slowcc.fig3.peak_rap256",
        "Loss rate in the worst RTT of the ten seconds after the source returns, RAP(1/256).",
        "The paper says about 40 % (section 4.1.1).",
        |results| {
            let peak = mean(results, Scheme::rap(256.0), "peak_loss");
            vec![Measured::new("", peak, Band::within(0.30, 0.55))]
        },
    ),
    Claim::new(
        "slowcc.fig3.idle_negligible",
        "Loss rate from 160 to 180 s, divided by that from 20 to 150 s, TFRC(256).",
        "The paper says negligible (section 4.1.1).",
        |results| vec![Measured::new("", to_steady(results, Scheme::tfrc(256.0), "idle_loss"), Band::at_most(0.25))],
    ),
    Claim::new(
        "slowcc.fig3.returns",
        "Loss rate from 350 to 400 s, divided by that from 20 to 150 s, for every scheme.",
        "The paper says that it returns to its level before (section 4.1.1).",
        |results| {
            let one = |scheme: &Scheme| {
                let back = to_steady(results, *scheme, "end_loss");
                Measured::new(scheme.title(), back, Band::within(0.75, 1.33))
            };
            DRAWN.iter().map(one).collect()
        },
    )
    .account(Account {
        says: "After the source has returned, the loss rate falls to its level before (section 4.1.1).",
        measured: "Five of the six schemes do so. With the slowest SQRT the last 50 s have {ratio} times the loss \
                   rate of the first phase.",
        tried: "We kept the source on, reduced the reverse traffic to one flow, and let the runs go on (three seeds \
                each, separate runs). In runs until 1000 s the loss rate from 400 s on is 1.07 times that of the \
                first phase, so it does return.",
        table: &[
            &["Ratio of the loss rates", "seed 1", "seed 2", "seed 3"],
            &["as here", "{seed_1}", "{seed_2}", "{seed_3}"],
            &["source on all the time", "1.18", "0.57", "1.27"],
            &["one reverse flow", "1.16", "0.98", "0.77"],
        ],
        explanation: "The slowest SQRT loses little, {steady} % in the first phase. Its loss rate over 50 s swings \
                      between 0.2 and 1.1 %. We think that 50 s are too short to judge by, as shown by the runs in \
                      which the source never pauses: they swing as much.",
        numbers: &[
            Number::own("ratio", 2, 2),
            Number::new("seed_1", 2, |r| back(r, 0)),
            Number::new("seed_2", 2, |r| back(r, 1)),
            Number::new("seed_3", 2, |r| back(r, 2)),
            Number::new("steady", 2, |r| mean(r, Scheme::sqrt(256.0), "steady_loss")).percent(),
        ],
    }),
    Claim::new(
        "slowcc.fig3.same_loss",
        "Largest loss rate of the twenty flows, divided by the smallest, from 20 to 150 s, TCP(1/2).",
        "The paper says similar (section 4.1.1).",
        |results| vec![Measured::new("", mean(results, TCP, "flows_loss_ratio"), Band::at_most(1.5))],
    ),
    Claim::new(
        "slowcc.fig3.compatible_load",
        "Loss rate from 20 to 150 s with TFRC(8), divided by that with TCP(1/2).",
        "Both are TCP-compatible, so their loss rates should be similar.",
        |results| {
            let both = ratio(mean(results, TFRC, "steady_loss"), mean(results, TCP, "steady_loss"));
            vec![Measured::new("", both, Band::within(0.7, 1.4))]
        },
    ),
];

/// The mean over seeds of a loss rate over the steady one of the same run.
fn to_steady(results: &Results, scheme: Scheme, name: &str) -> Option<f64> {
    results.at(&at(scheme, "red", true)).each(|row| ratio(row.get(name), row.get("steady_loss"))).mean()
}

/// Ratio that `to_steady` averages, for SQRT(1/256) and one seed.
fn back(results: &Results, seed: usize) -> Option<f64> {
    let of = |name| super::transient::seed(results, Scheme::sqrt(256.0), name, seed);
    ratio(of("end_loss"), of("steady_loss"))
}
