//! SlowCC paper, section 4.2.1, figure 8: TCP beside TCP(1/8) while the available bandwidth goes up and down.

use super::schemes::{Family, Scheme};
use super::square::{self, EXTREMES_S, PERIODS_S, Wave, mean, q, q_extreme, q_still};
use super::{CHOICES, PAPER};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Figure, Marks, Panel, Plot, Series};
use crate::results::{self, Results, least, ratio};
use crate::sweep::{Cell, Sweep};

const TCP_8: Scheme = Scheme::tcp(8.0);
/// With the other relation of a and b.
const DETERMINISTIC: Scheme = Scheme { family: Family::TcpDeterministic, gamma: 8.0 };

/// Figure 8.
pub static EXPERIMENT: Experiment = Experiment {
    id: "slowcc_fig8",
    paper: &PAPER,
    label: "Figure 8",
    title: "TCP beside TCP(1/8), bandwidth as a square wave",
    words: Words {
        summary: "Figure 7 with TCP(1/8) in place of TFRC: an AIMD with a smaller decrease falls behind at periods \
                  of a few seconds.",
        caption: "Throughput relative to the fair share of 1 Mbit/s, against the period of the square wave: a dot \
                  for each flow of the first seed, lines for the means of all five seeds. Small: 10:1; and the \
                  throughput of TCP divided by that of TCP(1/8), with both relations of a and b.",
        states: &[
            "Similar to figure 7: under heavy congestion slow schemes reduce their rate promptly enough, but they \
             are visibly slower to use new bandwidth (section 4.2.1).",
            "For competing algorithms in general the difference is significantly larger at 10:1 (section 4.2.1).",
        ],
        learn: "When the bandwidth changes every second or so, the flow that grows faster gets the new bandwidth: \
                TCP. At very short and very long periods TCP(1/8) gets more, but only because the printed a gives it \
                a higher rate; with a = 3b / (2 - b) TCP is never behind up to 6.4 s.",
        choices: CHOICES,
        notes: &[
            "The paper prints a = 4 (2b - b²) / 3, which gives TCP(1/8) 1.25 times TCP's rate where nothing times \
             out. With a = 3b / (2 - b) both have the same rate. The claims use the printed relation.",
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,queue,goodput",
};

/// By period and wave, and with the other relation.
pub static SWEEP: Sweep =
    Sweep { id: "slowcc_fig8", cells, repetitions: 5, quick: 1, names: &[square::NAMES], measure: square::measure };

fn cells() -> Vec<Cell> {
    let mut cells = square::cells("figure 8", TCP_8);
    let periods =
        PERIODS_S[..11].iter().map(|period_s| square::cell("figure 8", DETERMINISTIC, Wave::Square, *period_s));
    cells.extend(periods.map(|cell| cell.quoted().repetitions(2)));
    cells
}

fn figure(results: &Results) -> Figure {
    let lead = |other: Scheme| {
        let points = PERIODS_S.iter().filter_map(|&period_s| {
            let q = results.all(&square::at(other, Wave::Square, period_s)).of("q");
            Some([period_s, q.least()?, q.mean()?, q.most()?])
        });
        Series::new(
            other.title(),
            if other == TCP_8 { 4 } else { other.family.ink() },
            Marks::Medians(points.collect()),
        )
    };
    let both = Plot::new(Axis::new("Period (on plus off)", "s").log(), Axis::new("TCP divided by TCP(1/8)", ""))
        .with(lead(TCP_8))
        .with(lead(DETERMINISTIC))
        .level(1.0, "equal");
    Figure::new(vec![
        Panel::plot("", square::plot(results, TCP_8, Wave::Square, &PERIODS_S)),
        Panel::plot("10:1", square::plot(results, TCP_8, Wave::Extreme, &EXTREMES_S)).beside(),
        Panel::plot("Both relations of a and b", both).beside(),
    ])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "slowcc.fig8.tcp_ahead",
        "Throughput of a TCP flow, divided by that of a TCP(1/8) flow, at a period of 1.6 s.",
        "The paper says similar to figure 7 (section 4.2.1).",
        |results| vec![Measured::new("", q(results, Wave::Square, 1.6), Band::within(1.0, 2.0))],
    ),
    Claim::new(
        "slowcc.fig8.dynamic_penalty",
        "The same ratio, divided by its value without a square wave.",
        "The paper's statement, without the advantage that a = 4 (2b - b²) / 3 gives TCP(1/8) on a path that does \
         not change.",
        |results| {
            let both = ratio(q(results, Wave::Square, 1.6), q_still(results));
            vec![Measured::new("", both, Band::at_least(1.25))]
        },
    ),
    Claim::new(
        "slowcc.fig8.never_wins",
        "Throughput of a TCP flow, divided by that of a TCP(1/8) flow: the minimum over all periods.",
        "The paper knows no pattern with which TCP is behind (section 4.2.1). Tolerance: 5 % for the spread of five \
         seeds.",
        |results| {
            let all = least(PERIODS_S.map(|period_s| q(results, Wave::Square, period_s)));
            vec![Measured::new("", all, Band::at_least(0.95))]
        },
    )
    .account(Account {
        says: "No pattern was found in which a slow scheme gets more than TCP in the long run (section 4.2.1).",
        measured: "Over all periods the minimum of TCP's throughput divided by that of TCP(1/8) is {least}. Without \
                   a square wave the ratio is {still}.",
        tried: "We ran the other relation of a and b.",
        table: &[
            &["Relation", "Minimum of TCP divided by TCP(1/8)"],
            &["a = 4 (2b - b²) / 3, as printed", "{least}"],
            &["a = 3b / (2 - b), periods up to 6.4 s, two seeds", "{other}"],
        ],
        explanation: "The printed a gives TCP(1/8) a higher rate than TCP on a path that does not change, 1.25 times \
                      as high where nothing times out. At short periods the queue evens out the changes, so the path \
                      looks unchanged. We think that this is the reason, as shown by the other relation, with which \
                      TCP is never behind.",
        numbers: &[
            Number::own("least", 2, 0),
            Number::new("still", 2, q_still),
            Number::new("other", 2, |r| {
                least(
                    PERIODS_S[..11]
                        .iter()
                        .map(|period_s| r.all(&square::at(DETERMINISTIC, Wave::Square, *period_s)).of("q").mean()),
                )
            }),
        ],
    }),
    Claim::new(
        "slowcc.fig8.extreme",
        "Throughput of a TCP flow, divided by that of a TCP(1/8) flow: this ratio at 10:1, divided by that at 3:1, \
         mean of the periods of 1.6, 3.2 and 6.4 s.",
        "The paper says that the difference is significantly larger (section 4.2.1).",
        |results| {
            let all = results::mean(EXTREMES_S.map(|period_s| q_extreme(results, period_s)));
            vec![Measured::new("", all, Band::at_least(1.05))]
        },
    ),
    Claim::new(
        "slowcc.fig8.util_short",
        "Utilisation of the mean available bandwidth at a period of 0.05 s.",
        "The paper says high (section 4.2.1).",
        |results| vec![Measured::new("", mean(results, Wave::Square, 0.05, "use"), Band::at_least(0.9))],
    ),
];
