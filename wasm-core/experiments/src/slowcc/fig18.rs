//! SlowCC paper, section 4.3, figure 18: TFRC and TCP(1/8) under a loss pattern made against TFRC's memory.

use super::bed::{Bed, FAST_BPS, forward_flows, square_wave};
use super::fig17::{CHOICES_HERE, TABLE, table_row};
use super::lossy::{self, events_s, per_phase};
use super::schemes::{Family, Scheme};
use super::square::{self, Wave};
use super::{PAPER, TCP, TFRC, bed, counts, fig7, fig17};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, most, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_measures::measures::tally::Grid;
use sawtooth_scenario::{Json, object};

/// How long a run is, in seconds.
const DURATION_S: f64 = 160.0;
/// The light phase, in which each 200th packet is lost, and the heavy one, in which each fourth is, in seconds.
const LIGHT_S: f64 = 6.0;
const HEAVY_S: f64 = 1.0;
const CYCLE_S: f64 = LIGHT_S + HEAVY_S;
/// Sender that the paper draws below TFRC.
const TCP8: Scheme = Scheme::tcp(8.0);
const TCP8_DETERMINISTIC: Scheme = Scheme { family: Family::TcpDeterministic, gamma: 8.0 };
/// How long the constant source is on, of 7 s, in seconds: the first and the last are evaluated.
const ON_S: [f64; 7] = [1.0, 0.5, 1.5, 2.0, 2.5, 3.0, 3.5];
const SHORT_S: f64 = 1.0;
const EQUAL_S: f64 = 3.5;

/// Figure 18.
pub static EXPERIMENT: Experiment = Experiment {
    id: "slowcc_fig18",
    paper: &PAPER,
    label: "Figure 18",
    title: "TFRC and TCP(1/8) under more bursty loss",
    words: Words {
        summary: "A second of heavy loss is long enough to fill TFRC's memory, and six seconds of light loss are too \
                  short to empty it.",
        caption: "What one flow sends when every 200th packet is lost for 6 s, then every fourth for 1 s, \
                  repeatedly; means over 0.2 s and over 1 s, a mark for each loss. There is no queue and no other \
                  traffic; the RTT is 50 ms. The table has all schemes over 140 s. Small: TCP beside TFRC in the \
                  scenario of figure 7, with the source on for a part of each 7 s.",
        states: &[
            "The heavy phase is just long enough for six loss intervals; the light phase holds three or four \
             (section 4.3).",
            "TFRC is considerably worse than TCP(1/8), and worse than TCP(1/2), in smoothness and throughput. \
             Compared with TCP it is worse than in figure 7; the authors explain that figure's periods of 4 to 8 s \
             by this.",
            "TCP and TFRC would differ most beside a source that is on for a short time and off for a longer one. \
             Every equation-based scheme would have such a pattern.",
        ],
        learn: "A loss pattern that fits the length of TFRC's memory makes it both slower and less smooth than TCP: \
                here it sends {rate} % of what TCP(1/2) sends.",
        choices: CHOICES_HERE,
        notes: &[
            "The count to the next loss restarts with each phase; the paper does not say.",
            "Losses within one RTT after the first are one loss event, so there may be fewer loss intervals than \
             drops.",
            "There is one run of each pattern, because nothing in it is random, and five of each source.",
        ],
        numbers: &[Number::new("rate", 0, |r| against(r, TCP, "packets_per_rtt")).percent()],
    }
    .kept(),
    sweeps: &[&SWEEP, &SHORT, &fig17::SWEEP, &fig7::SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,goodput",
};

/// One flow by scheme.
pub static SWEEP: Sweep = Sweep {
    id: "slowcc_fig18",
    cells,
    repetitions: 1,
    quick: 1,
    names: &[lossy::NAMES, &["light_losses", "heavy_events"]],
    measure,
};

/// Five TCP and five TFRC flows beside a source with short and long times of 7 s.
pub static SHORT: Sweep = Sweep {
    id: "slowcc_fig18_source",
    cells: short_cells,
    repetitions: 5,
    quick: 1,
    names: &[&["q"]],
    measure: measure_short,
};

fn cells() -> Vec<Cell> {
    let cell = |scheme: Scheme| {
        let phase = |duration_s: f64, every: f64| object! { "duration_s" => duration_s, "every" => every };
        let phases: Vec<Json> = vec![phase(LIGHT_S, 200.0), phase(HEAVY_S, 4.0)];
        let title = format!("{} under light and heavy loss: SlowCC paper, figure 18", scheme.title());
        let loss = object! { "model" => "schedule", "phases" => phases };
        let document = lossy::document(&title, DURATION_S, loss, scheme);
        bed::cell(point!(scheme: scheme.word(), gamma: scheme.gamma), document)
    };
    let beside = [cell(TCP8_DETERMINISTIC).beside(), cell(Scheme::tfrc(6.0)).quoted()];
    [TFRC, TCP8, TCP].map(cell).into_iter().chain(beside).collect()
}

/// As figures 17 and 19, and how much falls into each phase.
fn measure(run: &Run) -> Row {
    let row = lossy::measure(run, 1);
    let lost_s = row.values("lost_s").to_vec();
    let phases = |of: &[f64], from_s, length_s| per_phase(of, DURATION_S, CYCLE_S, from_s, length_s);
    let light = phases(&lost_s, 0.0, LIGHT_S);
    let heavy = phases(&events_s(&lost_s), LIGHT_S, HEAVY_S);
    row.number("light_losses", light).number("heavy_events", heavy)
}

fn short_cells() -> Vec<Cell> {
    let cell = |on_s: f64| {
        let (from_s, until_s) = square::span_s(CYCLE_S);
        let title = format!("TCP beside TFRC, {on_s} of 7 s on: SlowCC paper, section 4.3");
        let source = square_wave(10e6, on_s, CYCLE_S - on_s);
        let document = Bed::new(title, FAST_BPS, until_s).flows(10, &[TCP, TFRC]).cross(source).document();
        let cell = Cell::new(point!(on_s: on_s), document).moment(from_s);
        if on_s == SHORT_S || on_s == EQUAL_S { cell } else { cell.repetitions(2).quoted() }
    };
    ON_S.map(cell).to_vec()
}

fn measure_short(run: &Run) -> Row {
    let (from_s, until_s) = square::span_s(CYCLE_S);
    let tally = counts_of(run, from_s, until_s);
    let flows = forward_flows(&run.scenario);
    let of = |first: usize| (first..flows).step_by(2).map(|flow| tally[flow]).sum::<f64>();
    Row::new().number("q", ratio(Some(of(0)), Some(of(1))))
}

fn counts_of(run: &Run, from_s: f64, until_s: f64) -> Vec<f64> {
    let mut tally = counts::by_flow(Grid::new(from_s, until_s, until_s - from_s), &run.scenario);
    run.listen(&mut tally);
    let throughput = |flow| counts::throughput_bps(&tally, flow, from_s, until_s);
    (0..forward_flows(&run.scenario)).map(throughput).collect()
}

fn row<'a>(results: &Results<'a>, scheme: Scheme) -> Option<&'a Row> {
    results.all(&point!(scheme: scheme.word(), gamma: scheme.gamma)).one()
}

fn number(results: &Results, scheme: Scheme, name: &str) -> Option<f64> {
    row(results, scheme)?.get(name)
}

/// A number of TFRC over the same of another scheme.
fn against(results: &Results, other: Scheme, name: &str) -> Option<f64> {
    ratio(number(results, TFRC, name), number(results, other, name))
}

/// Q of figure 7's scenario with the source on for so long of 7 s.
fn q(results: &Results, on_s: f64) -> Option<f64> {
    results.all_within(&SHORT, &point!(on_s: on_s)).of("q").mean()
}

fn figure(results: &Results) -> Figure {
    let plot = |scheme: Scheme| {
        let title = if scheme == TFRC { "TFRC".into() } else { scheme.title() };
        Panel::cell(&title, "", lossy::plot(row(results, scheme), scheme.family.ink(), 900.0))
    };
    let all = [(TFRC, "TFRC"), (TCP8, ""), (TCP, ""), (TCP8_DETERMINISTIC, ""), (Scheme::tfrc(6.0), "TFRC, k = 6")];
    let rows = all.map(|(scheme, name)| {
        let name = if name.is_empty() { scheme.title() } else { name.into() };
        table_row(name, row(results, scheme))
    });
    let mut lengths = ON_S;
    lengths.sort_by(f64::total_cmp);
    let ahead = lengths.iter().filter_map(|&on_s| Some([on_s, q(results, on_s)?]));
    let short = Plot::new(Axis::new("Source on, of 7 s", "s"), Axis::new("TCP divided by TFRC", ""))
        .with(Series::new("TCP divided by TFRC", TFRC.family.ink(), Marks::Line(ahead.collect())))
        .level(1.0, "equal");
    Figure::new(vec![
        plot(TFRC),
        plot(TCP8),
        Panel::table("Over 140 s", TABLE, rows.to_vec()),
        Panel::plot("Beside a source of 10 Mbit/s", short).beside(),
    ])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "slowcc.fig18.throughput_tcp8",
        "Mean rate of TFRC, divided by that of TCP(1/8).",
        "The paper says considerably worse (section 4.3).",
        |results| vec![Measured::new("", against(results, TCP8, "packets_per_rtt"), Band::at_most(0.7))],
    ),
    Claim::new(
        "slowcc.fig18.throughput_tcp",
        "Mean rate of TFRC, divided by that of TCP(1/2).",
        "The paper says worse (section 4.3).",
        |results| vec![Measured::new("", against(results, TCP, "packets_per_rtt"), Band::at_most(0.85))],
    ),
    Claim::new(
        "slowcc.fig18.worse_than_fig7",
        "Mean rate of TFRC divided by that of TCP(1/2), times the throughput of a TCP flow divided by that of a TFRC \
         flow in figure 7: the maximum of the periods of 3.2, 6.4 and 12.8 s.",
        "The paper says worse compared with TCP than in figure 7, at periods of 4 to 8 s (section 4.3). Neighbouring \
         periods are included.",
        |results| {
            let q = |period_s| results.within(&fig7::SWEEP, &square::at(TFRC, Wave::Square, period_s)).of("q").mean();
            let here = against(results, TCP, "packets_per_rtt");
            let both = here.zip(most([3.2, 6.4, 12.8].map(q))).map(|(here, there)| here * there);
            vec![Measured::new("", both, Band::at_most(1.0))]
        },
    ),
    Claim::new(
        "slowcc.fig18.short_on",
        "In the scenario of figure 7, the throughput of a TCP flow divided by that of a TFRC flow: this ratio with \
         the source on for 1 of 7 s, divided by that with 3.5 of 7 s.",
        "The paper suggests that they differ most when the source is on for a short time and off for a longer one \
         (section 4.3).",
        |results| vec![Measured::new("", ratio(q(results, SHORT_S), q(results, EQUAL_S)), Band::at_least(1.0))],
    )
    .account(Account {
        says: "TCP and TFRC should differ most beside a source that is on for a short time and off for a longer one \
               (section 4.3).",
        measured: "With the source on for 1 of 7 s, the ratio of TCP to TFRC is {ratio} times that with equal times.",
        tried: "We changed the time for which the source is on (five seeds at 1 and 3.5 s, two at the others).",
        table: &[
            &["Source on, of 7 s", "TCP divided by TFRC"],
            &["0.5 s", "{q_0_5}"],
            &["1 s", "{q_1}"],
            &["1.5 s", "{q_1_5}"],
            &["2 s", "{q_2}"],
            &["2.5 s", "{q_2_5}"],
            &["3 s", "{q_3}"],
            &["3.5 s", "{q_3_5}"],
        ],
        explanation: "TFRC does lose most when the source is on for a shorter time than it is off, as shown by the \
                      table, but not at the shortest times. We think that in 1 s too few loss intervals fall into the \
                      heavy phase, because ten flows share the queue. So the scenario determines the worst length, and \
                      the conjecture itself may be correct.",
        numbers: &[
            Number::own("ratio", 2, 0),
            Number::new("q_0_5", 2, |r| q(r, 0.5)),
            Number::new("q_1", 2, |r| q(r, 1.0)),
            Number::new("q_1_5", 2, |r| q(r, 1.5)),
            Number::new("q_2", 2, |r| q(r, 2.0)),
            Number::new("q_2_5", 2, |r| q(r, 2.5)),
            Number::new("q_3", 2, |r| q(r, 3.0)),
            Number::new("q_3_5", 2, |r| q(r, 3.5)),
        ],
    }),
    Claim::new(
        "slowcc.fig18.less_smooth",
        "Coefficient of variation of the rate in bins of 1 s: TFRC's, divided by TCP's.",
        "The paper says worse (section 4.3).",
        |results| {
            let one = |name, other| Measured::new(name, against(results, other, "variation_long"), Band::at_least(1.1));
            vec![one("divided by TCP(1/8)", TCP8), one("divided by TCP(1/2)", TCP)]
        },
    ),
    Claim::new(
        "slowcc.fig18.light_losses",
        "TFRC's losses per light phase, on average.",
        "The paper says three or four (section 4.3). That is a rate of 100 to 133 packets per second.",
        |results| vec![Measured::new("", number(results, TFRC, "light_losses"), Band::within(2.5, 4.5))],
    )
    .account(Account {
        says: "A light phase holds three or four losses (section 4.3).",
        measured: "It holds {losses} on average.",
        tried: "We changed the timeout in TFRC's equation, k, and TFRC's rules.",
        table: &[
            &["Variant", "Losses per light phase"],
            &["timeout of 0.3 s as in ns-2, as here", "{losses}"],
            &["timeout of 4 RTTs as in RFC 5348 (separate run)", "2.47"],
            &["timeout measured exactly, `timeout_tick_ms` 0 (separate run)", "4"],
            &["k = 6", "{six}"],
            &["k = 6, timeout of 4 RTTs (separate run)", "3"],
            &["all rules of RFC 5348 (separate run)", "2"],
        ],
        explanation: "How soon TFRC recovers from the heavy phase depends on the timeout in its equation. In the \
                      first 0.4 s of a light phase it sends 14 packets per second with ns-2's timeout. With 4 RTTs \
                      it sends 17, and with an exact timeout 25. We think that the paper's clock, which it does not \
                      state, was finer than ns-2's: with an exact timeout each light phase has four losses, as shown \
                      by the table. Damping makes no difference.",
        numbers: &[
            Number::own("losses", 2, 0),
            Number::new("six", 2, |r| number(r, Scheme::tfrc(6.0), "light_losses")),
        ],
    }),
    Claim::new(
        "slowcc.fig18.heavy_losses",
        "TFRC's loss intervals per heavy phase, on average.",
        "The paper says six (section 4.3).",
        |results| vec![Measured::new("", number(results, TFRC, "heavy_events"), Band::at_least(5.0))],
    ),
    Claim::new(
        "slowcc.fig18.reversal",
        "Coefficient of variation in bins of 1 s, TFRC's divided by that of TCP(1/8): this ratio here, divided by \
         that in figure 17.",
        "Both statements of section 4.3 together.",
        |results| {
            let there = |scheme: Scheme| {
                let point = point!(scheme: scheme.word(), gamma: scheme.gamma, pattern: "bursts");
                results.within(&fig17::SWEEP, &point).of("variation_long").mean()
            };
            let grown = |scheme| ratio(number(results, scheme, "variation_long"), there(scheme));
            vec![Measured::new("", ratio(grown(TFRC), grown(TCP8)), Band::at_least(2.0))]
        },
    ),
];
