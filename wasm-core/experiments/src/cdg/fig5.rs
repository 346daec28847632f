//! CDG paper, section 4.2, figure 5: goodput of three like flows over time, NewReno and CDG, without random loss.

use super::{CAPACITY_BPS, CHOICES, HOSTS, PAPER, cdg, kind, like};
use crate::account::Number;
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Figure, Panel};
use crate::results::{Results, Rows, difference, ratio};
use crate::sweep::{Cell, Sweep};
use sawtooth_scenario::Json;

/// The paper's panels.
pub const SERIES: [(&str, &str); 2] = [("newreno", "NewReno"), ("cdg", "CDG")];

/// Figure 5.
pub static EXPERIMENT: Experiment = Experiment {
    id: "cdg_fig5",
    paper: &PAPER,
    label: "Figure 5",
    title: "Three flows with the same algorithm share the link",
    words: Words {
        summary: "Three flows join 20 s apart. With both algorithms the shares end up fair; with CDG, the joining \
                  flows get there sooner.",
        caption: "Goodput of three flows with the same algorithm in bins of 4 s, drawn at their middles. Marks are \
                  medians of ten runs, bars the 20th to 80th percentile. 10 Mbit/s, 40 ms, 84 packets, no random loss. \
                  Dashed: equal shares of the capacity.",
        states: &[
            "Three flows share the link quite fairly with either algorithm (section 4.2).",
            "Each NewReno flow takes longer to reach its share than the CDG flow in its place (section 4.2).",
            "One CDG flow alone, from 10 to 20 s, never quite matches NewReno, since the link is idle at times \
             (section 4.2).",
        ],
        learn: "With both algorithms the shares end up fair, with CDG sooner: its second flow reaches 80 % of its fair \
                share after {cdg_joins} s, NewReno's after {nr_joins} s. NewReno's queue slows the process, because \
                each RTT is {nr_rtt} ms long instead of {cdg_rtt} ms. A NewReno flow also reduces its window only \
                after a loss.",
        choices: CHOICES,
        notes: &[
            "A joining flow's overshoot in slow start can fill one second and end its time to a share before it has \
             settled. So look at the bins, too.",
            "A CDG flow alone often backs off twice in succession: the gradient after a backoff is skipped, so the \
             average keeps its older, positive gradients. This is the algorithm as published.",
            "Times to a share count from the nominal start. The actual start is drawn from the 0.1 s after it.",
        ],
        numbers: &[
            Number::new("cdg_joins", 0, |results| median(results, "cdg", "second_joins_s")),
            Number::new("nr_joins", 0, |results| median(results, "newreno", "second_joins_s")),
            Number::new("nr_rtt", 0, |results| {
                median(results, "newreno", "three_delay_p50_ms").map(|ms| ms + like::EMPTY_MS)
            }),
            Number::new("cdg_rtt", 0, |results| {
                median(results, "cdg", "three_delay_p50_ms").map(|ms| ms + like::EMPTY_MS)
            }),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue,goodput",
};

/// Three flows with the same algorithm by algorithm and TCP stack; figure 6 draws the same runs.
pub static SWEEP: Sweep = Sweep {
    id: "cdg_fig5",
    cells: || cells(5, 0.0),
    repetitions: 10,
    quick: 2,
    names: &[like::NAMES],
    measure: like::measure,
};

/// Both kinds on the evaluated TCP stack, then on the others.
pub fn cells(figure: u32, loss: f64) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (place, host) in HOSTS.into_iter().enumerate() {
        for (name, _) in SERIES {
            let cell = like::cell(figure, name, &algorithm(name), loss, host);
            cells.push(if place == 0 { cell } else { cell.beside() });
        }
    }
    cells
}

fn algorithm(name: &str) -> Json {
    if name == "cdg" { cdg() } else { kind(name) }
}

/// The paper's two panels, and the same on other hosts.
pub fn figure(results: &Results) -> Figure {
    let mut panels = Vec::new();
    for (place, host) in HOSTS.into_iter().enumerate() {
        for (name, title) in SERIES {
            let rows = results.all(&point!(algorithm: name, recovery: host.recovery));
            let row = if place == 0 { String::new() } else { host.title() };
            let panel = Panel::cell(&row, title, like::goodputs(&rows));
            panels.push(if place == 0 { panel } else { panel.beside() });
        }
    }
    Figure::new(panels).columns(2)
}

fn rows<'a>(results: &Results<'a>, name: &str) -> Rows<'a> {
    results.at(&point!(algorithm: name))
}

fn median(results: &Results, name: &str, number: &str) -> Option<f64> {
    rows(results, name).of(number).median()
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "cdg.fig5.cdg_fair",
        "Jain's index of the goodputs of three CDG flows, 44 to 60 s.",
        "The paper says quite fairly (section 4.2). Shares of 43, 33 and 24 % give an index of 0.95.",
        |results| vec![Measured::new("", median(results, "cdg", "jain_three"), Band::at_least(0.95))],
    ),
    Claim::new(
        "cdg.fig5.newreno_fair",
        "Jain's index of the goodputs of three NewReno flows, 44 to 60 s.",
        "The paper says the same of NewReno (section 4.2). NewReno has only two or three congestion epochs in that \
         time, so its mean is coarser.",
        |results| vec![Measured::new("", median(results, "newreno", "jain_three"), Band::at_least(0.93))],
    ),
    Claim::new(
        "cdg.fig5.converges_sooner",
        "Time that a joining flow takes to reach 80 % of its fair share: NewReno's minus CDG's, in s.",
        "The paper says that each takes longer (section 4.2). One bin of 1 s is the smallest difference that can be \
         seen.",
        |results| {
            let later = |of, number| {
                let later = difference(median(results, "newreno", number), median(results, "cdg", number));
                Measured::new(of, later, Band::at_least(1.0))
            };
            vec![later("flow 2", "second_joins_s"), later("flow 3", "third_joins_s")]
        },
    ),
    Claim::new(
        "cdg.fig5.cdg_t80",
        "Time that CDG's joining flows take to reach 80 % of their fair share, in s.",
        "Two or three backoffs to 0.7 halve a window, and they are at least two RTTs apart. 8 s are two points of the \
         paper's plot.",
        |results| {
            let one = |of, number| Measured::new(of, median(results, "cdg", number), Band::at_most(8.0));
            vec![one("flow 2", "second_joins_s"), one("flow 3", "third_joins_s")]
        },
    ),
    Claim::new(
        "cdg.fig5.single_order",
        "Goodput of flow 1 alone, 10 to 20 s: CDG's divided by NewReno's.",
        "Section 4.2, and the derivation for figure 4.",
        |results| {
            let share = ratio(median(results, "cdg", "alone_bps"), median(results, "newreno", "alone_bps"));
            vec![Measured::new("", share, Band::within(0.75, 0.98))]
        },
    ),
    Claim::new(
        "cdg.fig5.newreno_full",
        "Goodput of NewReno's flow 1 alone, 10 to 20 s, in Mbit/s.",
        "The payload capacity is 9.733 Mbit/s. Tolerance: 1 % for what is left of the first overshoot.",
        |results| {
            let mbps = median(results, "newreno", "alone_bps").map(|bps| bps / 1e6);
            vec![Measured::new("", mbps, Band::within(9.64, 9.74))]
        },
    ),
    Claim::new(
        "cdg.fig5.total_two",
        "Goodput of two CDG flows together, 24 to 40 s, minus that of one alone, 10 to 20 s; both divided by the \
         payload capacity.",
        "The flows back off independently, so each fills the gaps of the other.",
        |results| {
            let more = |row: &crate::row::Row| difference(row.get("two_bps"), row.get("alone_bps"));
            let more = rows(results, "cdg").each(more).median().map(|bps| bps / CAPACITY_BPS);
            vec![Measured::new("", more, Band::above(0.0))]
        },
    ),
];
