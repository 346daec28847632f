//! CDG paper, section 4.2, figure 6: round-trip times of the runs of figure 5; and what the text says of CUBIC's and
//! Compound's delays in such runs.

use super::fig5::{SERIES, SWEEP as LIKE};
use super::{CHOICES, HOSTS, JUDGED, PAPER, kind, like, with};
use crate::account::Number;
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Entry, Figure, Panel};
use crate::results::{Results, Rows, difference, ratio};
use crate::row::Row;
use crate::sweep::{Cell, Sweep};

/// Those of which the paper has words only.
const TEXT_ONLY: [(&str, &str); 3] =
    [("cubic", "CUBIC"), ("cubic_linux_2_6_25", "CUBIC, Linux 2.6.25"), ("compound", "Compound")];

/// Figure 6.
pub static EXPERIMENT: Experiment = Experiment {
    id: "cdg_fig6",
    paper: &PAPER,
    label: "Figure 6",
    title: "RTTs of three flows with the same algorithm",
    words: Words {
        summary: "NewReno fills the queue again and again. CDG keeps the queue short with nearly the same goodput.",
        caption: "RTTs of the three flows of figure 5, first run, every 50th sample of each flow. Small panels: other \
                  TCP stacks, and CUBIC and Compound in the same set-up. Below: medians over ten runs.",
        states: &[
            "NewReno drives the RTT up to 140 ms again and again: 40 ms and a full queue (section 4.2).",
            "NewReno's RTT is far higher than CDG's and varies more (section 4.2).",
            "In such runs CUBIC's mean delay is similar to NewReno's or higher. Compound's is not lower (section 4.2, \
             no data).",
        ],
        learn: "Three CDG flows carry {goodput} % of NewReno's goodput with a far shorter queue. The median queueing \
                delay is {nr_median} ms with NewReno and {cdg_median} ms with CDG. The means after the first 10 s are \
                {nr_mean} and {cdg_mean} ms.",
        choices: CHOICES,
        notes: &[
            "The RTTs here are exact, not the clock ticks that CDG itself sees. Retransmitted packets give no sample \
             (Karn).",
            "With delayed ACKs, the ACK of a single packet waits up to 100 ms at the receiver, so single samples \
             beyond 142 ms are real.",
            "The paper does not say whether it plots one run or all ten.",
        ],
        numbers: &[
            Number::new("goodput", 0, |results| {
                ratio(median(results, "cdg", "three_bps"), median(results, "newreno", "three_bps"))
            })
            .percent(),
            Number::new("nr_median", 0, |results| median(results, "newreno", "three_delay_p50_ms")),
            Number::new("cdg_median", 0, |results| median(results, "cdg", "three_delay_p50_ms")),
            Number::new("nr_mean", 0, |results| median(results, "newreno", "delay_mean_ms")),
            Number::new("cdg_mean", 0, |results| median(results, "cdg", "delay_mean_ms")),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP, &LIKE],
    figure,
    claims: CLAIMS,
    view: "path,rtt,queue",
};

/// Three flows of those that the paper mentions only.
pub static SWEEP: Sweep =
    Sweep { id: "cdg_fig6", cells, repetitions: 10, quick: 2, names: &[like::NAMES], measure: like::measure };

fn cells() -> Vec<Cell> {
    let cubic = |variant: &str| with(kind("cubic"), "variant", variant);
    vec![
        like::cell(6, "cubic", &cubic("rfc9438"), 0.0, JUDGED),
        like::cell(6, "compound", &kind("compound"), 0.0, JUDGED),
        like::cell(6, "cubic_linux_2_6_25", &cubic("linux_2_6_25"), 0.0, JUDGED).beside(),
    ]
}

fn figure(results: &Results) -> Figure {
    let (mut panels, mut table) = (Vec::new(), Vec::new());
    for (place, host) in HOSTS.into_iter().enumerate() {
        for (name, title) in SERIES {
            let rows = results.all_within(&LIKE, &point!(algorithm: name, recovery: host.recovery));
            let row = if place == 0 { String::new() } else { host.title() };
            let panel = Panel::cell(&row, title, like::rtts(&rows));
            table.push(line(&panel.title, &rows));
            panels.push(if place == 0 { panel } else { panel.beside() });
        }
    }
    for (name, title) in TEXT_ONLY {
        let rows = results.all(&point!(algorithm: name));
        table.push(line(title, &rows));
        panels.push(Panel::plot(title, like::rtts(&rows)).beside());
    }
    let heads = [
        "Three flows",
        "Median queueing delay, one flow (ms)",
        "Median, three flows (ms)",
        "p10 to p90, three flows (ms)",
        "Mean, 10 to 100 s (ms)",
        "p95 of the RTT (ms)",
        "Dropped by the queue",
    ];
    panels.push(Panel::table("Queueing delays: RTT less 41.2 ms", &heads, table));
    Figure::new(panels).columns(2)
}

fn line(title: &str, rows: &Rows) -> Vec<Entry> {
    let number = |name: &str| Entry::Number(rows.of(name).median(), 1);
    vec![
        Entry::text(title),
        number("alone_delay_p50_ms"),
        number("three_delay_p50_ms"),
        Entry::Number(rows.each(spread).median(), 1),
        number("delay_mean_ms"),
        Entry::Number(rows.of("delay_p95_ms").median().map(|delay| delay + like::EMPTY_MS), 1),
        Entry::Number(rows.of("dropped_queue").median(), 0),
    ]
}

fn spread(row: &Row) -> Option<f64> {
    difference(row.get("three_delay_p90_ms"), row.get("three_delay_p10_ms"))
}

fn of<'a>(results: &Results<'a>, name: &str) -> Rows<'a> {
    results.within(&LIKE, &point!(algorithm: name))
}

fn median(results: &Results, name: &str, number: &str) -> Option<f64> {
    of(results, name).of(number).median()
}

/// Mean queueing delay of one that the paper mentions, over NewReno's.
fn mean_delay(results: &Results, name: &str) -> Option<f64> {
    let own = results.at(&point!(algorithm: name)).of("delay_mean_ms").median();
    ratio(own, median(results, "newreno", "delay_mean_ms"))
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "cdg.fig6.newreno_peak",
        "95th percentile of NewReno's RTT, 10 to 100 s, in ms.",
        "The paper says 140 ms. 142 ms is the physical maximum, and a window that fills the queue keeps over 5 % of \
         its packets near it.",
        |results| {
            let peak = median(results, "newreno", "delay_p95_ms").map(|delay| delay + like::EMPTY_MS);
            vec![Measured::new("", peak, Band::within(135.0, 143.0))]
        },
    ),
    Claim::new(
        "cdg.fig6.newreno_again",
        "Share of the 10 s intervals, from 10 to 100 s, in which NewReno's queue reaches 82 packets.",
        "The paper says again and again (section 4.2). A congestion epoch of one flow lasts 6.6 s, that of several \
         flows less.",
        |results| vec![Measured::new("", median(results, "newreno", "windows_full"), Band::at_least(0.8))],
    ),
    Claim::new(
        "cdg.fig6.median_ratio",
        "Median queueing delay of three flows, 40 to 60 s: NewReno's divided by CDG's.",
        "The paper says far higher (section 4.2). Less than twice would not be called so.",
        |results| {
            let times =
                ratio(median(results, "newreno", "three_delay_p50_ms"), median(results, "cdg", "three_delay_p50_ms"));
            vec![Measured::new("", times, Band::at_least(2.0))]
        },
    ),
    Claim::new(
        "cdg.fig6.spread_ratio",
        "Distance from the 10th to the 90th percentile of the RTT of three flows, 40 to 60 s: NewReno's divided by \
         CDG's.",
        "The paper says that it varies more (section 4.2).",
        |results| {
            let width = |name| of(results, name).each(spread).median();
            vec![Measured::new("", ratio(width("newreno"), width("cdg")), Band::at_least(2.0))]
        },
    ),
    Claim::new(
        "cdg.fig6.cdg_never_full",
        "Packets dropped by the queue: CDG's run divided by NewReno's.",
        "CDG reacts to an RTT that grows by 1.2 to 3.6 ms per round trip with a probability of 0.33 to 0.70. That 80 \
         packets queue without a backoff is next to impossible.",
        |results| {
            let share = ratio(median(results, "cdg", "dropped_queue"), median(results, "newreno", "dropped_queue"));
            vec![Measured::new("", share, Band::at_most(0.05))]
        },
    ),
    Claim::new(
        "cdg.fig6.cubic_delay",
        "Mean queueing delay, 10 to 100 s: CUBIC's divided by NewReno's.",
        "The paper says similar or higher (section 4.2). Similar means within a tenth.",
        |results| vec![Measured::new("", mean_delay(results, "cubic"), Band::at_least(0.9))],
    ),
    Claim::new(
        "cdg.fig6.compound_delay",
        "Mean queueing delay, 10 to 100 s: Compound's divided by NewReno's.",
        "The paper says not lower (section 4.2). The sampling error of a mean over 15 to 30 epochs is 0.05.",
        |results| vec![Measured::new("", mean_delay(results, "compound"), Band::at_least(0.95))],
    ),
    Claim::new(
        "cdg.fig6.cdg_single_queue",
        "Median queueing delay of one CDG flow, 10 to 20 s, in ms.",
        "The median queue at the first backoff is 5 packets, and that is the peak of CDG's sawtooth.",
        |results| vec![Measured::new("", median(results, "cdg", "alone_delay_p50_ms"), Band::at_most(6.0))],
    ),
];
