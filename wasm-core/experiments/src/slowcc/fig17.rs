//! SlowCC paper, section 4.3, figure 17: TFRC and TCP(1/8) under a loss pattern that suits TFRC's memory.

use super::lossy::{self, of_cuts, periodic};
use super::schemes::{Family, Scheme, TCP, TFRC};
use super::{CHOICES, PAPER};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Choice, Experiment, Words};
use crate::figure::{Entry, Figure, Panel};
use crate::results::{Results, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_scenario::Json;

/// The paper's pattern: three losses of 50 packets each, then three of 400.
pub const GAPS: [f64; 6] = [50.0, 50.0, 50.0, 400.0, 400.0, 400.0];
/// Its mean gap.
const MEAN_GAP: f64 = 225.0;
/// How long a run is, in seconds.
const DURATION_S: f64 = 140.0;
/// Sender that the paper draws below TFRC.
const TCP8: Scheme = Scheme::tcp(8.0);
const TCP8_DETERMINISTIC: Scheme = Scheme { family: Family::TcpDeterministic, gamma: 8.0 };

/// Figure 17.
pub static EXPERIMENT: Experiment = Experiment {
    id: "slowcc_fig17",
    paper: &PAPER,
    label: "Figure 17",
    title: "TFRC and TCP(1/8) under mildly bursty loss",
    words: Words {
        summary: "Losses come in bursts that TFRC's memory averages out: its rate varies much less than that of \
                  TCP(1/8).",
        caption: "What one flow sends when the 50th packet after each of three losses is lost, then the 400th after \
                  each of three, and so on; means over 0.2 s and over 1 s, a mark for each loss. There is no queue \
                  and no other traffic; the RTT is 50 ms. The table has all schemes over 120 s.",
        states: &[
            "The pattern is chosen to suit TFRC, whose memory is about six loss intervals (section 4.3).",
            "TFRC is considerably smoother than TCP(1/8), and has a slightly higher throughput.",
            "Under periodic loss TFRC's rate is constant; that of TCP(b) changes by the factor 1 / (1 - b).",
        ],
        learn: "TFRC averages over about six loss intervals. As long as a burst of losses is shorter than that, its \
                rate hardly changes; TCP(1/8) reduces its window at every loss.",
        choices: CHOICES_HERE,
        notes: &[
            "The flow is TFRC with eight weights whose sum is six; k = 6 is in the table for comparison.",
            "The pattern counts every packet that arrives, retransmissions included.",
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

/// Further choices of figures 17 to 19.
pub const CHOICES_HERE: &[Choice] = &[
    Choice {
        what: "RTT and link",
        chosen: "50 ms; 100 Mbit/s, too fast to limit a flow",
        why: "As in all other figures. The pattern counts packets, so the rate in packets per RTT is the same at any RTT.",
    },
    Choice {
        what: "Duration, start, jitter",
        chosen: "140 s, of which the first 20 s are left out; no jitter of the sender",
        why: "ns-2 halves the window at the first loss, whatever b is; this must be over. Without jitter the counts \
              of packets are exact.",
    },
    CHOICES[0],
    CHOICES[3],
    CHOICES[5],
];

/// One flow by scheme and pattern.
pub static SWEEP: Sweep =
    Sweep { id: "slowcc_fig17", cells, repetitions: 1, quick: 1, names: &[lossy::NAMES], measure };

fn cells() -> Vec<Cell> {
    let mut cells: Vec<Cell> = [TFRC, TCP8, TCP].map(|scheme| cell(scheme, "bursts")).to_vec();
    cells.extend([TFRC, TCP8, TCP].map(|scheme| cell(scheme, "even")));
    cells.push(cell(TCP8_DETERMINISTIC, "bursts").quoted());
    cells.push(cell(Scheme::tfrc(6.0), "bursts").beside());
    cells
}

fn cell(scheme: Scheme, pattern: &str) -> Cell {
    bursts(scheme.word(), scheme.gamma, pattern, scheme.title(), |title, loss| {
        lossy::document(title, DURATION_S, loss, scheme)
    })
}

/// A cell under this figure's pattern (`bursts`), or under evenly spaced losses (`even`).
pub fn bursts(word: &str, gamma: f64, pattern: &str, scheme: String, document: impl Fn(&str, Json) -> Json) -> Cell {
    let gaps: &[f64] = if pattern == "bursts" { &GAPS } else { &[MEAN_GAP] };
    let title = format!("{scheme} under {pattern} of losses: SlowCC paper, section 4.3");
    super::bed::cell(point!(scheme: word, gamma: gamma, pattern: pattern), document(&title, periodic(gaps)))
}

fn measure(run: &Run) -> Row {
    lossy::measure(run, GAPS.len())
}

fn row<'a>(results: &Results<'a>, scheme: Scheme, pattern: &str) -> Option<&'a Row> {
    results.all(&point!(scheme: scheme.word(), gamma: scheme.gamma, pattern: pattern)).one()
}

fn number(results: &Results, scheme: Scheme, name: &str) -> Option<f64> {
    row(results, scheme, "bursts")?.get(name)
}

/// A number of TFRC over the same of another scheme.
fn against(results: &Results, other: Scheme, name: &str) -> Option<f64> {
    ratio(number(results, TFRC, name), number(results, other, name))
}

fn figure(results: &Results) -> Figure {
    let plot = |scheme: Scheme| {
        let title = if scheme == TFRC { "TFRC".into() } else { scheme.title() };
        Panel::cell(&title, "", lossy::plot(row(results, scheme, "bursts"), scheme.family.ink(), 600.0))
    };
    let all = [(TFRC, "TFRC"), (TCP8, ""), (TCP, ""), (TCP8_DETERMINISTIC, ""), (Scheme::tfrc(6.0), "TFRC, k = 6")];
    let rows = all.map(|(scheme, name)| {
        let name = if name.is_empty() { scheme.title() } else { name.into() };
        table_row(name, row(results, scheme, "bursts"))
    });
    Figure::new(vec![plot(TFRC), plot(TCP8), Panel::table("Over 120 s", TABLE, rows.to_vec())])
}

/// Heads of the table of all schemes.
pub const TABLE: &[&str] = &["", "packets per RTT", "variation, 0.2 s", "variation, 1 s", "largest step, 0.2 s"];

/// One of its rows.
pub fn table_row(name: String, row: Option<&Row>) -> Vec<Entry> {
    let number = |of: &str, digits| Entry::Number(row.and_then(|row| row.get(of)), digits);
    vec![
        Entry::text(name),
        number("packets_per_rtt", 2),
        number("variation_short", 3),
        number("variation_long", 3),
        number("ratio_short", 2),
    ]
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "slowcc.fig17.pattern",
        "Mean gap between losses in packets, and losses divided by packets, in whole patterns of each flow.",
        "The paper says three gaps of 50 packets and three of 400 (section 4.3). The mean is 225, and 6 of 1350 \
         packets are lost.",
        |results| {
            let each = [(TFRC, "TFRC"), (TCP8, "TCP(1/8)")];
            let gap = |(scheme, name)| {
                let gap = number(results, scheme, "loss_interval");
                Measured::new(format!("{name}, gap"), gap, Band::exactly(MEAN_GAP))
            };
            let rate = |(scheme, name)| {
                let rate = number(results, scheme, "loss_rate");
                Measured::new(format!("{name}, rate"), rate, Band::exactly(6.0 / 1350.0))
            };
            each.into_iter().map(gap).chain(each.into_iter().map(rate)).collect()
        },
    ),
    Claim::new(
        "slowcc.fig17.tfrc_rate",
        "TFRC's mean rate in packets per RTT.",
        "Derived from the throughput equation with timeouts of 4 RTTs: mean intervals of 190 to 260 packets give \
         16.12 to 19.09. The runs have ns-2's timeout of 0.3 s, 6 RTTs here, which gives 15.76 to 18.77. At 225 \
         packets the two give 17.66 and 17.33. At 0.4 % loss the term hardly matters.",
        |results| vec![Measured::new("", number(results, TFRC, "packets_per_rtt"), Band::within(16.1, 19.1))],
    ),
    Claim::new(
        "slowcc.fig17.tfrc_memory",
        "TFRC's largest mean loss interval over the pattern, divided by its smallest.",
        "Derived: closed intervals alone give 190 to 260, a ratio of 1.37. The open interval can only raise the \
         smallest.",
        |results| vec![Measured::new("", number(results, TFRC, "memory"), Band::within(1.2, 1.42))],
    ),
    Claim::new(
        "slowcc.fig17.smoother",
        "Coefficient of variation of the rate in bins of 0.2 s: TFRC's, divided by that of TCP(1/8).",
        "The paper says considerably smoother (section 4.3).",
        |results| vec![Measured::new("", against(results, TCP8, "variation_short"), Band::at_most(0.65))],
    ),
    Claim::new(
        "slowcc.fig17.throughput",
        "Mean rate of TFRC, divided by that of TCP(1/8).",
        "The paper says slightly higher (section 4.3).",
        |results| vec![Measured::new("", against(results, TCP8, "packets_per_rtt"), Band::within(1.0, 1.25))],
    )
    .account(Account {
        says: "TFRC has a slightly higher throughput than TCP(1/8) (section 4.3).",
        measured: "TFRC has {ratio} of the throughput of TCP(1/8).",
        tried: "We changed the relation of a and b, and the timeout in TFRC's equation.",
        table: &[
            &["Run", "Packets per RTT"],
            &["TFRC, timeout of 0.3 s as in ns-2, as here", "{tfrc}"],
            &["TFRC, timeout of 4 RTTs (separate run)", "17.3"],
            &["TCP(1/8), printed a = 0.3125, as here", "{tcp}"],
            &["TCP(1/8), a = 3b / (2 - b) = 0.2", "{other}"],
        ],
        explanation: "The printed relation matches rates by an equation with timeouts. At 0.4 % loss there are none, \
                      and then a = 0.3125 gives TCP(1/8) a quarter more than TCP. We think that the paper's figure \
                      was made with another a: with the relation of the sawtooth TFRC is slightly ahead, as shown by \
                      the table.",
        numbers: &[
            Number::own("ratio", 2, 0),
            Number::new("tfrc", 1, |r| number(r, TFRC, "packets_per_rtt")),
            Number::new("tcp", 1, |r| number(r, TCP8, "packets_per_rtt")),
            Number::new("other", 1, |r| number(r, TCP8_DETERMINISTIC, "packets_per_rtt")),
        ],
    }),
    Claim::new(
        "slowcc.fig17.periodic_tfrc",
        "TFRC with every 225th packet lost: the largest ratio of neighbouring bins of 0.2 s.",
        "The paper says constant (section 4.3). Tolerance: bins hold whole packets.",
        |results| {
            let step = row(results, TFRC, "even").and_then(|row| row.get("ratio_short"));
            vec![Measured::new("", step, Band::at_most(1.05))]
        },
    ),
    Claim::new(
        "slowcc.fig17.periodic_tcp",
        "TCP with every 225th packet lost: window before a loss divided by the window after it, minimum and maximum.",
        "The paper says 1 / (1 - b) (section 4.3).",
        |results| {
            let cuts = |name: &str, scheme, band| {
                let [least, most] = of_cuts(row(results, scheme, "even"), |before, after| before / after);
                [
                    Measured::new(format!("{name}, minimum"), least, band),
                    Measured::new(format!("{name}, maximum"), most, band),
                ]
            };
            let eighth = cuts("b = 1/8", TCP8, Band::about(1.143, 0.01));
            eighth.into_iter().chain(cuts("b = 1/2", TCP, Band::about(2.0, 0.02))).collect()
        },
    ),
];
