//! SlowCC paper, appendix A, figure 20: what throughput equations say with and without timeouts, and what TCP does.

use super::bed::{WARM_UP_S, flow};
use super::lossy::{self, packets_per_rtt, periodic};
use super::{CHOICES, PAPER, TCP};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Choice, Experiment, Words};
use crate::figure::{Axis, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_engine::formulas;
use sawtooth_scenario::{Json, object};

/// Probabilities at which TCP runs.
const LOSSES: [f64; 8] = [0.001, 0.01, 0.02, 0.05, 0.1, 0.2, 1.0 / 3.0, 0.5];
/// Packets lost after each that passes, for the pattern of the middle line.
const IN_A_ROW: [u32; 4] = [1, 2, 3, 4];
/// How long a run is, in seconds.
const DURATION_S: f64 = 600.0;
/// Points of the table of each line: p, and packets per RTT, worked out elsewhere to five digits.
const PURE: [(f64, f64); 7] = [
    (0.001, 38.730),
    (0.01, 12.247),
    (0.02, 8.6603),
    (0.05, 5.4772),
    (0.1, 3.8730),
    (0.2, 2.7386),
    (1.0 / 3.0, 2.1213),
];
const WITH_TIMEOUTS: [(f64, f64); 4] = [(0.5, 0.66667), (2.0 / 3.0, 0.42857), (0.75, 0.26667), (0.8, 0.16129)];
const RENO: [(f64, f64); 11] = [
    (0.001, 38.384),
    (0.01, 11.233),
    (0.02, 7.3249),
    (0.05, 3.6859),
    (0.1, 1.7701),
    (0.2, 0.53656),
    (1.0 / 3.0, 0.15278),
    (0.5, 0.053829),
    (2.0 / 3.0, 0.024237),
    (0.75, 0.017329),
    (0.8, 0.014395),
];

/// Figure 20.
pub static EXPERIMENT: Experiment = Experiment {
    id: "slowcc_fig20",
    paper: &PAPER,
    label: "Figure 20",
    title: "Throughput equations with and without timeouts",
    words: Words {
        summary: "Exponential backoff continues AIMD below one packet per round trip. This gives an upper bound for \
                  TCP; Reno's equation is a lower bound.",
        caption: "Sending rate in packets per RTT against the loss rate. Lines: pure AIMD, AIMD with timeouts, and \
                  Reno's equation. Marks: TCP with SACK under random loss (mean, minimum and maximum of five runs of \
                  600 s). Dots: TCP under the loss pattern that the middle line assumes.",
        states: &[
            "The model without timeouts is valid up to p = 1/3, the one with timeouts from 1/2 on, where two packets \
             leave in three RTTs (appendix A).",
            "AIMD with timeouts is an upper bound for TCP, Reno's equation a lower one; SACK, limited transmit and \
             ECN lie in between (appendix A).",
        ],
        learn: "Doubling the timeout after each loss halves the rate: it is the multiplicative decrease of AIMD, \
                continued below one packet per RTT.",
        choices: CHOICES_HERE,
        notes: &[
            "The middle line assumes a strict pattern: n losses after each packet that passes. Under independent \
             losses with p = 1/2 the mean wait has no limit.",
            "The rates count packets sent, not packets delivered.",
            "TCP under the middle line's pattern has a timeout of at least four RTTs, while the sender of that line \
             has one RTT. With two or more losses in a row no packet gets through at its first try, so no RTT can be \
             measured. The timeout then stays backed off, and TCP sends a few packets per minute.",
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,goodput",
};

const CHOICES_HERE: &[Choice] = &[
    Choice {
        what: "Timeout in Reno's equation, and TCP's minimum RTO",
        chosen: "four RTTs: 200 ms",
        why: "It is not stated; this is the usual reading of the equation. Another timeout would move the lower \
              line.",
    },
    Choice {
        what: "Path",
        chosen: "50 ms, 100 Mbit/s, too fast to limit a flow; 600 s, of which the first 20 s are left out",
        why: "The paper has only the analysis.",
    },
    CHOICES[0],
    CHOICES[3],
];

/// One TCP flow by recovery and loss.
pub static SWEEP: Sweep = Sweep { id: "slowcc_fig20", cells, repetitions: 5, quick: 1, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let random = |recovery: &str, p: f64| {
        let loss = object! { "model" => "bernoulli", "probability" => p };
        cell(recovery, "random", p, loss)
    };
    let judged = |p: &f64| (0.01..0.25).contains(p);
    let sack =
        LOSSES.iter().map(|p| (*p, random("sack", *p))).map(|(p, cell)| if judged(&p) { cell } else { cell.beside() });
    let newreno = LOSSES.iter().map(|&p| {
        let cell = random("newreno", p);
        if p == 0.05 { cell } else { cell.beside() }
    });
    let rows = IN_A_ROW.map(|n| {
        let gaps: Vec<f64> = (0..n).map(|at| if at == 0 { 2.0 } else { 1.0 }).collect();
        cell("sack", "in_a_row", share(n), periodic(&gaps)).repetitions(1).beside()
    });
    sack.chain(newreno).chain(rows).collect()
}

fn cell(recovery: &str, pattern: &str, p: f64, loss: Json) -> Cell {
    let mut flow = flow("flow", TCP, 0.0);
    flow.set("recovery", recovery);
    let title = format!("TCP with {recovery} at a loss rate of {p:.3}: SlowCC paper, figure 20");
    let document = lossy::with_flow(&title, DURATION_S, loss, flow);
    super::bed::cell(point!(recovery: recovery, pattern: pattern, loss: p), document)
}

/// p of n losses after each packet that passes.
fn share(n: u32) -> f64 {
    f64::from(n) / f64::from(n + 1)
}

/// Measures of a run, in order.
const NAMES: &[&str] = &["packets_per_rtt"];

fn measure(run: &Run) -> Row {
    let mut tally = lossy::tally(DURATION_S - WARM_UP_S, &run.scenario);
    run.listen(&mut tally);
    Row::new().number("packets_per_rtt", packets_per_rtt(&tally))
}

/// Mean rate under random loss, in packets per RTT.
fn rate(results: &Results, recovery: &str, p: f64) -> Option<f64> {
    results.at(&point!(recovery: recovery, pattern: "random", loss: p)).of("packets_per_rtt").mean()
}

/// The appendix's sender under n losses after each packet that passes: it waits one RTT before the next packet, twice as long
/// after each that is lost, one again after one that passed. Packets over RTTs of some whole patterns.
fn staged(n: u32) -> f64 {
    let (mut wait, mut packets, mut rtts) = (1_u64, 0_u64, 0_u64);
    for packet in 0..10 * (n + 1) {
        rtts += wait;
        packets += 1;
        wait = if packet % (n + 1) == n { 1 } else { 2 * wait };
    }
    packets as f64 / rtts as f64
}

fn figure(results: &Results) -> Figure {
    let line = |from: f64, until: f64, rate: fn(f64) -> f64| {
        let p = |n: u32| from * sawtooth_engine::math::pow(until / from, f64::from(n) / 80.0);
        Marks::Line((0..=80).map(|n| [p(n), rate(p(n))]).collect())
    };
    let runs = |recovery: &str| {
        let points = LOSSES.iter().filter_map(|&p| {
            let rows = results.all(&point!(recovery: recovery, pattern: "random", loss: p));
            let rates = rows.of("packets_per_rtt");
            Some([p, rates.least()?, rates.mean()?, rates.most()?])
        });
        Marks::Medians(points.collect())
    };
    let rows = IN_A_ROW.iter().filter_map(|&n| {
        let rows = results.all(&point!(pattern: "in_a_row", loss: share(n)));
        Some([share(n), rows.of("packets_per_rtt").mean()?])
    });
    let x = Axis::new("Loss rate", "").log().range(0.001, 0.9);
    let plot = Plot::new(x, Axis::new("Sending rate", "packets/RTT").log().range(0.001, 50.0))
        .with(Series::new("pure AIMD", 0, line(0.001, 1.0 / 3.0, |p| formulas::mathis(p, false))).stated())
        .with(Series::new("AIMD with timeouts", 3, line(0.5, 0.85, formulas::aimd_with_timeouts)).stated())
        .with(Series::new("Reno TCP", 6, line(0.001, 0.85, formulas::reno)).stated())
        .with(Series::new("TCP with SACK, random loss", 0, runs("sack")))
        .with(Series::new("TCP with NewReno's recovery, random loss", 2, runs("newreno")).hidden())
        .with(Series::new("TCP with SACK, n losses in a row", 1, Marks::Dots(rows.collect())));
    Figure::new(vec![Panel::plot("", plot)])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "slowcc.fig20.formulas",
        "The three lines, divided by values calculated independently.",
        "The paper states 2/3 packet per RTT at p = 1/2 (appendix A).",
        |_| {
            let line = |name: &'static str, points: &'static [(f64, f64)], rate: fn(f64) -> f64| {
                points.iter().map(move |(p, value)| {
                    Measured::new(format!("{name}, p = {p:.3}"), Some(rate(*p) / value), Band::about(1.0, 0.001))
                })
            };
            let pure = line("pure", &PURE, |p| formulas::mathis(p, false));
            let timeouts = line("with timeouts", &WITH_TIMEOUTS, formulas::aimd_with_timeouts);
            pure.chain(timeouts).chain(line("Reno", &RENO, formulas::reno)).collect()
        },
    ),
    Claim::new(
        "slowcc.fig20.staged_sender",
        "Rate of a sender that doubles its timeout after each loss, with n losses after each packet that passes, \
         divided by the middle line.",
        "The paper says n + 1 packets in 2^(n + 1) - 1 RTTs (appendix A).",
        |_| {
            // Exact but for the last bit of p = n / (n + 1).
            let one = |n: u32| {
                let over = staged(n) / formulas::aimd_with_timeouts(share(n));
                Measured::new(format!("n = {n}"), Some(over), Band::about(1.0, 1e-12))
            };
            IN_A_ROW.map(one).to_vec()
        },
    ),
    Claim::new(
        "slowcc.fig20.between",
        "Rate of TCP with SACK, divided by Reno's line and by the pure line.",
        "The paper says in between (appendix A). Tolerance: a tenth and a twentieth for the spread of the runs.",
        |results| {
            let at = |p: f64| {
                let rate = rate(results, "sack", p);
                let above = Measured::new(
                    format!("divided by Reno, p = {p}"),
                    ratio(rate, Some(formulas::reno(p))),
                    Band::above(0.9),
                );
                let below = Measured::new(
                    format!("divided by pure, p = {p}"),
                    ratio(rate, Some(formulas::mathis(p, false))),
                    Band::below(1.05),
                );
                [above, below]
            };
            [0.02, 0.05, 0.1, 0.2].into_iter().flat_map(at).collect()
        },
    ),
    Claim::new(
        "slowcc.fig20.sack_over_newreno",
        "Rate of TCP with SACK, divided by that with NewReno's recovery, at p = 0.05.",
        "Derived: SACK repairs several losses of a window in one RTT.",
        |results| {
            let over = ratio(rate(results, "sack", 0.05), rate(results, "newreno", 0.05));
            vec![Measured::new("", over, Band::within(0.97, 1.6))]
        },
    ),
    Claim::new(
        "slowcc.fig20.low_p",
        "Rate of TCP with SACK, divided by the pure line, at p = 0.01.",
        "Derived: random losses and timeouts take 5 to 15 %.",
        |results| {
            let over = ratio(rate(results, "sack", 0.01), Some(formulas::mathis(0.01, false)));
            vec![Measured::new("", over, Band::within(0.8, 1.0))]
        },
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test] // two packets in three RTTs, three in seven
    fn the_staged_sender_waits_twice_as_long_after_each_loss() {
        assert_eq!((staged(1), staged(2)), (2.0 / 3.0, 3.0 / 7.0));
    }
}
