//! SlowCC paper, section 2, figure 1: which schemes are TCP-equivalent, which only compatible, which slow to respond; and where
//! each falls when it is measured.

use super::bed::WARM_UP_S;
use super::halving;
use super::lossy;
use super::schemes::{Family, Scheme, TCP, TFRC};
use super::{CHOICES, PAPER};
use crate::account::Number;
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_scenario::object;

/// Probability of random loss.
const LOSS: f64 = 0.01;
/// Length of a run under chance, and of one whose losses are placed, in seconds.
const LONG_S: f64 = 420.0;
const SHORT_S: f64 = 60.0;

const SQRT: Scheme = Scheme::sqrt(2.0);
const RAP: Scheme = Scheme::rap(2.0);
const TCP_8: Scheme = Scheme::tcp(8.0);
const DETERMINISTIC: Scheme = Scheme { family: Family::TcpDeterministic, gamma: 8.0 };
const IIAD: Scheme = Scheme { family: Family::Iiad, gamma: 1.0 };
const TEAR: Scheme = Scheme { family: Family::Tear, gamma: 1.0 };

/// Each with its class in the paper's diagram.
const SCHEMES: [(Scheme, &str); 8] = [
    (TCP, "TCP"),
    (RAP, "TCP-equivalent"),
    (TCP_8, "TCP-compatible, slowly responsive"),
    (DETERMINISTIC, "TCP-compatible, slowly responsive"),
    (SQRT, "TCP-compatible, slowly responsive"),
    (IIAD, "TCP-compatible, slowly responsive"),
    (TFRC, "TCP-compatible, slowly responsive"),
    (TEAR, "TCP-compatible, slowly responsive"),
];

/// Figure 1.
pub static EXPERIMENT: Experiment = Experiment {
    id: "slowcc_fig1",
    paper: &PAPER,
    label: "Figure 1",
    title: "Kinds of end-to-end congestion control",
    words: Words {
        summary: "TCP-equivalent, TCP-compatible, slowly responsive: the paper's classes, and where each scheme \
                  falls when it is measured.",
        caption: "One flow, an RTT of 50 ms, on a link too fast to limit it. Rate: divided by TCP's, with 1 % of the \
                  packets lost at random, 400 s, mean of five runs. Responsiveness: round trips with one loss each \
                  until the rate is at most half, starting from 20 packets per round trip.",
        states: &[
            "Schemes with TCP's constants are TCP-equivalent; RAP is one. TFRC, other AIMD pairs, binomial schemes \
             with k + l = 1 and l at most 1, and TEAR are TCP-compatible and slowly responsive (section 2).",
            "TCP's responsiveness is 1 RTT; that of TFRC as proposed is 4 to 6 RTTs (section 3).",
            "RAP(b) is TCP-equivalent only for b = 1/2 (section 3).",
        ],
        learn: "At 1 % random loss the rates are close to TCP's. The reactions are not: TCP halves its rate after \
                one loss, TFRC(8) after {tfrc}, TCP(1/8) after {gentle}.",
        choices: CHOICES,
        notes: &[
            "Where nothing times out, TCP(1/8) with the paper's a has a quarter more than TCP's rate. With a = 3b / \
             (2 - b) it has the same rate.",
            "Each loss that tests the responsiveness is the first new packet sent after the reaction to the loss \
             before. These losses are found one by one, so the scenario that you can open holds only the start.",
            "With a receiver window, or a link that limits the flow, every scheme would look TCP-compatible.",
        ],
        numbers: &[
            Number::new("tfrc", 0, |r| responsiveness(r, TFRC)),
            Number::new("gentle", 0, |r| responsiveness(r, Scheme::tcp(8.0))),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,goodput",
};

/// By scheme: under chance, and with losses that are placed.
pub static SWEEP: Sweep = Sweep {
    id: "slowcc_fig1",
    cells,
    repetitions: 5,
    quick: 1,
    names: &[&["throughput_bps", "packets_per_rtt"], halving::NAMES],
    measure,
};

fn cells() -> Vec<Cell> {
    let chance = SCHEMES.map(|(scheme, _)| {
        let title = format!("{} under random loss: SlowCC paper, figure 1", scheme.title());
        let loss = object! { "model" => "bernoulli", "probability" => LOSS };
        Cell::new(at(scheme, "chance"), lossy::document(&title, LONG_S, loss, scheme)).moment(WARM_UP_S)
    });
    let placed = SCHEMES.iter().filter(|(scheme, _)| scheme.family != Family::Tear).map(|(scheme, _)| {
        let title = format!("{} and one loss per round trip: SlowCC paper, figure 1", scheme.title());
        let loss = lossy::periodic(&halving::ended(halving::start(*scheme)));
        let document = lossy::document(&title, SHORT_S, loss, *scheme);
        let cell = Cell::new(at(*scheme, "placed"), document).repetitions(1);
        if [TCP, TCP_8, TFRC].contains(scheme) { cell } else { cell.beside() }
    });
    chance.into_iter().chain(placed).collect()
}

fn at(scheme: Scheme, losses: &str) -> crate::Point {
    crate::point!(scheme: scheme.word(), gamma: scheme.gamma, losses: losses)
}

fn measure(run: &Run) -> Row {
    if run.cell.at.word("losses") == "placed" {
        let all = SCHEMES.iter().map(|(scheme, _)| *scheme);
        let scheme = all.into_iter().find(|scheme| at(*scheme, "placed") == run.cell.at);
        return scheme.map_or_else(Row::new, |scheme| halving::measure(run, scheme));
    }
    let mut tally = lossy::tally(LONG_S - WARM_UP_S, &run.scenario);
    run.listen(&mut tally);
    let bits = tally.between(0, WARM_UP_S, LONG_S).departed_bytes as f64 * 8.0;
    Row::new()
        .number("throughput_bps", bits / (LONG_S - WARM_UP_S))
        .number("packets_per_rtt", lossy::packets_per_rtt(&tally))
}

fn figure(results: &Results) -> Figure {
    // Short enough to fit side by side.
    let name = |scheme: &Scheme| if *scheme == DETERMINISTIC { "a = 0.2".into() } else { scheme.title() };
    let names = SCHEMES.iter().map(|(scheme, _)| name(scheme));
    let rates = SCHEMES.iter().enumerate().flat_map(|(place, (scheme, _))| {
        let tcp = mean(results, TCP);
        let of = rows(results, *scheme, "chance").each(|row| ratio(row.get("throughput_bps"), tcp));
        of.0.into_iter().map(move |rate| [place as f64, rate])
    });
    let static_rate = Plot::new(Axis::of("", names), Axis::new("Rate divided by TCP's", "").range(0.0, 1.6))
        .with(Series::new("each run at 1 % loss", 0, Marks::Dots(rates.collect())))
        .level(1.0, "TCP");
    let fall = SCHEMES.iter().filter_map(|(scheme, _)| {
        let row = rows(results, *scheme, "placed").one()?;
        let before = row.get("before_packets")?;
        let after = row.values("after_packets").iter().enumerate();
        let line = std::iter::once([0.0, 1.0]).chain(after.map(|(loss, level)| [loss as f64 + 1.0, level / before]));
        let ink = if *scheme == TCP_8 { 4 } else { scheme.family.ink() };
        let series = Series::new(scheme.title(), ink, Marks::Line(line.collect()));
        Some(if [DETERMINISTIC, IIAD].contains(scheme) { series.hidden() } else { series })
    });
    let axes = Plot::new(
        Axis::new("Losses, one per round trip", "").range(0.0, 10.0),
        Axis::new("Rate divided by the rate before", "").range(0.0, 1.1),
    );
    let falls = fall.fold(axes.level(0.5, "half"), Plot::with);
    let table = SCHEMES.iter().map(|(scheme, class)| {
        let rtts = rows(results, *scheme, "placed").of("responsiveness_rtts").mean();
        vec![
            Entry::text(scheme.title()),
            Entry::text(*class),
            Entry::Number(ratio(mean(results, *scheme), mean(results, TCP)), 2),
            Entry::Number(rtts, 0),
        ]
    });
    let heads = ["Scheme", "In the paper", "Rate divided by TCP's", "Round trips to half the rate"];
    Figure::new(vec![
        Panel::table("The classes", &heads, table.collect()),
        Panel::plot("Static rate", static_rate),
        Panel::plot("Response to losses", falls),
    ])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "slowcc.fig1.static_sqrt",
        "Throughput of SQRT(1/2), divided by that of TCP(1/2), at a loss probability of 0.01.",
        "The paper says roughly the same (section 2). Derived: √(α / (βp)) = √(1.5 / p).",
        |results| vec![Measured::new("", over_tcp(results, SQRT), Band::within(0.85, 1.25))],
    ),
    Claim::new(
        "slowcc.fig1.static_iiad",
        "Throughput of IIAD, divided by that of TCP(1/2), at a loss probability of 0.01.",
        "The paper says roughly the same (section 2). The formula is the one of SQRT.",
        |results| vec![Measured::new("", over_tcp(results, IIAD), Band::within(0.85, 1.25))],
    ),
    Claim::new(
        "slowcc.fig1.static_tfrc",
        "Throughput of TFRC, divided by that of TCP(1/2), at a loss probability of 0.01.",
        "The paper says roughly the same (section 2). Derived: with ns-2's timeout of 0.3 s the equation gives 10.8 \
         packets per RTT.",
        |results| vec![Measured::new("", over_tcp(results, TFRC), Band::within(0.85, 1.25))],
    ),
    Claim::new(
        "slowcc.fig1.static_tcp8",
        "Throughput of TCP(1/8), divided by that of TCP(1/2), at a loss probability of 0.01, with both relations of \
         a and b.",
        "Derived: √(a (2 - b) / 2b) / √1.5 is 1.25 with a = 0.3125, and 1 with a = 0.2. Tolerance: 15 %.",
        |results| {
            vec![
                Measured::new("a = 0.3125", over_tcp(results, TCP_8), Band::within(1.06, 1.44)),
                Measured::new("a = 0.2", over_tcp(results, DETERMINISTIC), Band::within(0.85, 1.15)),
            ]
        },
    ),
    Claim::new(
        "slowcc.fig1.static_rap",
        "Throughput of RAP(1/2), divided by that of TCP(1/2), at a loss probability of 0.01.",
        "The paper says TCP-equivalent (section 2). RAP has no timeouts, so its rate is somewhat higher.",
        |results| vec![Measured::new("", over_tcp(results, RAP), Band::within(0.9, 1.4))],
    ),
    Claim::new(
        "slowcc.fig1.responsiveness_tcp",
        "Responsiveness of TCP(1/2), in RTTs.",
        "The paper says 1 (section \
                                                                                          3).",
        |results| vec![Measured::new("", responsiveness(results, TCP), Band::exactly(1.0))],
    ),
    Claim::new(
        "slowcc.fig1.responsiveness_tfrc8",
        "Responsiveness of TFRC(8), in RTTs.",
        "The paper says 4 to 6 (section 3). The rate halves when the mean loss interval falls to a quarter.",
        |results| vec![Measured::new("", responsiveness(results, TFRC), Band::within(4.0, 6.0))],
    ),
    Claim::new(
        "slowcc.fig1.responsiveness_tcp8",
        "Responsiveness of TCP(1/8), in RTTs.",
        "Derived: 20 (7/8)^6 = 8.98 if the window does not grow between losses. With full growth the seventh loss \
         halves it.",
        |results| vec![Measured::new("", responsiveness(results, TCP_8), Band::within(6.0, 7.0))],
    ),
];

fn rows<'a>(results: &Results<'a>, scheme: Scheme, losses: &str) -> Rows<'a> {
    results.all(&at(scheme, losses))
}

fn mean(results: &Results, scheme: Scheme) -> Option<f64> {
    rows(results, scheme, "chance").of("throughput_bps").mean()
}

fn over_tcp(results: &Results, scheme: Scheme) -> Option<f64> {
    ratio(mean(results, scheme), mean(results, TCP))
}

fn responsiveness(results: &Results, scheme: Scheme) -> Option<f64> {
    rows(results, scheme, "placed").of("responsiveness_rtts").mean()
}
