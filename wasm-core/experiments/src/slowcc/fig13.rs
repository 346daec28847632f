//! SlowCC paper, section 4.2.3, figure 13: what slow schemes make of a bandwidth that doubles.

use super::doubling::{self, FEW, MANY, growing, model};
use super::schemes::{Family, GAMMAS, Scheme};
use super::{CHOICES, PAPER, TCP, TFRC};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Choice, Experiment, Words};
use crate::figure::{Axis, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, difference, least, most};
use crate::sweep::{Cell, Sweep};

/// Families that the paper draws.
const FAMILIES: [Family; 3] = [Family::Tcp, Family::Sqrt, Family::Tfrc];
/// γ of TCP for which the paper's model is a lower bound.
const BRACKETED: [f64; 3] = [8.0, 32.0, 256.0];
/// Runs of cells that no claim needs.
const FEWER: u32 = 2;

/// Figure 13.
pub static EXPERIMENT: Experiment = Experiment {
    id: "slowcc_fig13",
    paper: &PAPER,
    label: "Figure 13",
    title: "Utilisation of the link after the bandwidth doubles",
    words: Words {
        summary: "Five of ten flows stop: how much of the link the others use in the next 20 and 200 RTTs, from the \
                  fastest to the slowest of each family.",
        caption: "f(20) and f(200): throughput of the five remaining flows, divided by 10 Mbit/s, in the first \
                  second and the first ten seconds after the others stop; means of ten runs (two where no claim \
                  needs more). Dashed: the paper's model of TCP(1/γ), with its upper limit. Small: f(20) of TCP(1/γ) \
                  between two models: the paper's ignores the queue, the other starts from the measured windows and \
                  ignores losses.",
        states: &[
            "f(20): TCP about 86 %, TCP(1/8) 75 %, TFRC(8) 65 %, TCP(1/256) and TFRC(256) 60 % (section 4.2.3).",
            "f(200) of TCP(1/256) and TFRC(256): 65 to 70 %.",
            "In an RTT without loss TFRC(8) gains 0.14 packets per RTT, 0.28 with history discounting; TCP(a, b) \
             gains a.",
        ],
        learn: "In the first second after half of the link becomes free, TCP uses {tcp} % of the whole link, TFRC(8) \
                {tfrc} %, TFRC(256) {slow} %: the slower the scheme, the longer the new bandwidth stays idle.",
        choices: CHOICES_HERE,
        notes: &[
            "When the other flows stop, the queue drains and the RTT falls, so an unchanged window then gives more \
             than half of the link.",
            "The packets that the stopped flows leave in the queue do not count. With the ACKs of the reverse data \
             the whole link is used by 0.04 to 0.06 more.",
        ],
        numbers: &[
            Number::new("tcp", 0, |r| mean(r, TCP, "f20")).percent(),
            Number::new("tfrc", 0, |r| mean(r, TFRC, "f20")).percent(),
            Number::new("slow", 0, |r| mean(r, Scheme::tfrc(256.0), "f20")).percent(),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP, &GROWTH],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue,goodput",
};

const CHOICES_HERE: &[Choice] = &[
    Choice {
        what: "Which packets count",
        chosen: "those of the five flows that remain",
        why: "Section 3 asks what the mechanism achieves. The last packets of the other flows would add at most \
              0.015 to f(20) (without reverse traffic).",
    },
    Choice {
        what: "TFRC's growth",
        chosen: "the maximum over ten RTTs of a lone flow after 40 losses, one every 225 packets",
        why: "The paper does not say how it was measured. A rate in whole packets per RTT is too coarse over a \
              single RTT.",
    },
    CHOICES[0],
    CHOICES[1],
    CHOICES[2],
    CHOICES[3],
    CHOICES[5],
];

/// Ten flows by scheme.
pub static SWEEP: Sweep = Sweep {
    id: "slowcc_fig13",
    cells,
    repetitions: 10,
    quick: 1,
    names: &[doubling::NAMES],
    measure: doubling::measure,
};

/// One TFRC flow without losses, with discounting or not.
pub static GROWTH: Sweep = Sweep {
    id: "slowcc_fig13_growth",
    cells: || [false, true].map(doubling::growth).to_vec(),
    repetitions: 1,
    quick: 1,
    names: &[&["growth"]],
    measure: doubling::measure_growth,
};

fn cells() -> Vec<Cell> {
    let cell = |family: Family, gamma: f64| {
        let judged = match family {
            Family::Tcp => gamma > 1.0,
            Family::Tfrc => gamma == 8.0 || gamma == 256.0,
            _ => false,
        };
        let cell = doubling::cell(Scheme { family, gamma });
        if judged { cell } else { cell.repetitions(FEWER).beside() }
    };
    FAMILIES.iter().flat_map(|&family| GAMMAS.map(|gamma| cell(family, gamma))).collect()
}

/// A number of a scheme's runs: their mean.
fn mean(results: &Results, scheme: Scheme, name: &str) -> Option<f64> {
    results.all(&doubling::at(scheme)).of(name).mean()
}

fn figure(results: &Results) -> Figure {
    let x = || Axis::new("γ", "").log().range(1.0, 256.0);
    let line = |name: &str, family: Family| {
        let points = GAMMAS.iter().filter_map(|&gamma| Some([gamma, mean(results, Scheme { family, gamma }, name)?]));
        Marks::Line(points.collect())
    };
    let modelled = |k: usize| Marks::Line(GAMMAS.map(|gamma| [gamma, model(k, gamma)]).to_vec());
    let panel = |title: &str, name: &str, k: usize, stated: Vec<[f64; 2]>| {
        let plot = Plot::new(x(), Axis::new("Utilisation of the link", "").range(0.4, 1.0));
        let plot = FAMILIES
            .iter()
            .fold(plot, |plot, &family| plot.with(Series::new(family.title(), family.ink(), line(name, family))));
        let plot = plot.with(Series::new("model of TCP(1/γ)", 7, modelled(k)).stated());
        Panel::plot(title, plot.with(Series::new("stated", 7, Marks::Dots(stated)).stated()))
    };
    let few = vec![[2.0, 0.86], [8.0, 0.75], [8.0, 0.65], [256.0, 0.6]];
    let between = Plot::new(x(), Axis::new("f(20) of TCP(1/γ)", "").range(0.4, 1.0))
        .with(Series::new("f(20)", Family::Tcp.ink(), line("f20", Family::Tcp)))
        .with(Series::new("whole link", 2, line("link_20", Family::Tcp)))
        .with(Series::new("from measured windows", 6, line("corrected_20", Family::Tcp)).stated())
        .with(Series::new("model of TCP(1/γ)", 7, modelled(FEW)).stated());
    Figure::new(vec![
        panel("f(20)", "f20", FEW, few),
        panel("f(200)", "f200", MANY, vec![[256.0, 0.65], [256.0, 0.7]]),
        Panel::plot("Between two models", between).beside(),
    ])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "slowcc.fig13.tcp_f20",
        "f(20) of TCP(1/2).",
        "The paper says 0.86 (section 4.2.3). Tolerance: 0.07, for five random windows and because the model gives \
         0.92.",
        |results| vec![Measured::new("", mean(results, TCP, "f20"), Band::within(0.79, 0.93))],
    )
    .account(Account {
        says: "f(20) of TCP is about 0.86 (section 4.2.3).",
        measured: "It is {tcp}.",
        tried: "We changed the reverse traffic, also for the other schemes. The last three rows are separate runs of \
                five seeds.",
        table: &[
            &["f(20)", "TCP(1/2)", "TCP(1/8)", "TCP(1/256)", "TFRC(8)", "TFRC(256)"],
            &["the paper", "0.86", "0.75", "0.60", "0.65", "0.60"],
            &["ten reverse flows, as here", "{tcp}", "{tcp_8}", "{tcp_256}", "{tfrc_8}", "{tfrc_256}"],
            &["no reverse traffic", "0.94", "0.90", "0.73", "0.65", "0.63"],
            &["two reverse flows", "0.71", "0.59", "0.52", "0.50", "0.54"],
            &[
                "ten, with a short reverse queue (RED thresholds of 2 and 6 packets)",
                "0.85",
                "0.75",
                "0.58",
                "0.55",
                "0.54",
            ],
        ],
        explanation: "ACKs of the forward flows wait about 20 ms behind reverse data. So after the stop a round trip \
                      takes 70 ms and not 50 ms, and the first second holds 14 round trips of growth. The same window \
                      also gives a lower rate, and the ACKs arrive in clusters, so that RED drops more packets of the \
                      bursts that follow. For TCP the result depends on the length of the reverse queue and not on the \
                      number of reverse flows, as shown by the last two rows. We think that in the paper ACKs hardly \
                      ever waited long; the paper states neither the queue nor the number.",
        numbers: &[
            Number::own("tcp", 2, 0),
            Number::new("tcp_8", 2, |r| mean(r, Scheme::tcp(8.0), "f20")),
            Number::new("tcp_256", 2, |r| mean(r, Scheme::tcp(256.0), "f20")),
            Number::new("tfrc_8", 2, |r| mean(r, TFRC, "f20")),
            Number::new("tfrc_256", 2, |r| mean(r, Scheme::tfrc(256.0), "f20")),
        ],
    }),
    Claim::new(
        "slowcc.fig13.tcp8_f20",
        "f(20) of TCP(1/8).",
        "The paper says 0.75 (section 4.2.3), and so does its model. The falling RTT adds to it.",
        |results| vec![Measured::new("", mean(results, Scheme::tcp(8.0), "f20"), Band::within(0.68, 0.84))],
    )
    .account(Account {
        says: "f(20) of TCP(1/8) is 0.75 (section 4.2.3).",
        measured: "It is {f}.",
        tried: "We changed the reverse traffic.",
        table: &[
            &["Reverse flows", "f(20)"],
            &["ten, as here", "{f}"],
            &["none (separate runs, five seeds)", "0.90"],
            &[
                "ten, with a short reverse queue (RED thresholds of 2 and 6 packets) (separate runs, five seeds)",
                "0.75",
            ],
        ],
        explanation: "We think that ACKs wait behind reverse data, as explained with slowcc.fig13.tcp_f20. With a \
                      short reverse queue the paper's value appears, as shown by the last row.",
        numbers: &[Number::own("f", 2, 0)],
    }),
    Claim::new(
        "slowcc.fig13.tfrc8_f20",
        "f(20) of TFRC(8).",
        "The paper says 0.65 (section 4.2.3). Derived: 0.61 with a growth of 0.14.",
        |results| vec![Measured::new("", mean(results, TFRC, "f20"), Band::within(0.55, 0.75))],
    )
    .account(Account {
        says: "f(20) of TFRC(8) is 0.65 (section 4.2.3).",
        measured: "It is {f}.",
        tried: "We changed the reverse traffic.",
        table: &[
            &["Reverse flows", "f(20)"],
            &["ten, as here", "{f}"],
            &["none (separate runs, five seeds)", "0.65"],
            &[
                "ten, with a short reverse queue (RED thresholds of 2 and 6 packets) (separate runs, five seeds)",
                "0.55",
            ],
            &["the same, with a no-feedback timer of 20 RTTs", "0.58"],
        ],
        explanation: "TFRC's rate is a function of the RTT, which stays at about 70 ms (see slowcc.fig13.tcp_f20). \
                      We think that this is the reason, as shown by the runs without reverse traffic. A short \
                      reverse queue drops some of TFRC's reports, and TFRC halves its rate after two RTTs without \
                      one.",
        numbers: &[Number::own("f", 2, 0)],
    }),
    Claim::new(
        "slowcc.fig13.tcp256_f20",
        "f(20) of TCP(1/256).",
        "The paper says 0.60 (section 4.2.3). Derived: at \
                                                                   least 0.508.",
        |results| vec![Measured::new("", mean(results, Scheme::tcp(256.0), "f20"), Band::within(0.51, 0.68))],
    ),
    Claim::new("slowcc.fig13.tfrc256_f20", "f(20) of TFRC(256).", "The paper says 0.60 (section 4.2.3).", |results| {
        vec![Measured::new("", mean(results, Scheme::tfrc(256.0), "f20"), Band::within(0.51, 0.68))]
    })
    .account(Account {
        says: "f(20) of TFRC(256) is 0.60 (section 4.2.3).",
        measured: "It is {f}.",
        tried: "We changed the reverse traffic.",
        table: &[
            &["Reverse flows", "f(20)"],
            &["ten, as here", "{f}"],
            &["none (separate runs, five seeds)", "0.63"],
            &[
                "ten, with a short reverse queue (RED thresholds of 2 and 6 packets) (separate runs, five seeds)",
                "0.54",
            ],
        ],
        explanation: "We think that the reason is the one found for TFRC(8): the RTT stays at about 70 ms, as shown by \
                      the runs without reverse traffic.",
        numbers: &[Number::own("f", 3, 0)],
    }),
    Claim::new(
        "slowcc.fig13.slow_f200",
        "f(200) of TCP(1/256) and TFRC(256).",
        "The paper says 0.65 to 0.70 (section 4.2.3). Derived: at least 0.583.",
        |results| {
            let one =
                |scheme: Scheme| Measured::new(scheme.title(), mean(results, scheme, "f200"), Band::within(0.58, 0.76));
            vec![one(Scheme::tcp(256.0)), one(Scheme::tfrc(256.0))]
        },
    )
    .account(Account {
        says: "The slowest TCP and TFRC use 0.65 to 0.70 of the link over 200 RTTs (section 4.2.3).",
        measured: "TCP uses {tcp}, TFRC {tfrc}.",
        tried: "We changed the reverse traffic.",
        table: &[
            &["Reverse flows", "TCP(1/256)", "TFRC(256)"],
            &["ten, as here", "{tcp}", "{tfrc}"],
            &["none (separate runs, five seeds)", "0.79", "0.71"],
            &[
                "ten, with a short reverse queue (RED thresholds of 2 and 6 packets) (separate runs, five seeds)",
                "0.62",
                "0.59",
            ],
        ],
        explanation: "We think that both start lower because ACKs wait behind reverse data (see \
                      slowcc.fig13.tcp_f20). Round trips of 70 ms also leave only 143 of the 200 round trips to grow \
                      in. It is shown by the runs without reverse traffic.",
        numbers: &[Number::own("tcp", 2, 0), Number::own("tfrc", 2, 1)],
    }),
    Claim::new(
        "slowcc.fig13.order",
        "f(20) falls from TCP to TCP(1/8) to TFRC(8) to TFRC(256): the smallest step.",
        "The paper gives this order (section 4.2.3).",
        |results| {
            let schemes = [TCP, Scheme::tcp(8.0), TFRC, Scheme::tfrc(256.0)];
            vec![Measured::decreasing("", &schemes.map(|scheme| mean(results, scheme, "f20")))]
        },
    ),
    Claim::new(
        "slowcc.fig13.bracket",
        "f(20) of TCP(1/γ) minus the paper's model, and the model from the measured windows minus f(20).",
        "Derived: the first model ignores the queue; the second ignores losses and the time that the queue takes to \
         drain.",
        |results| {
            let both = |gamma: f64| {
                let f = mean(results, Scheme::tcp(gamma), "f20");
                let above = difference(f, Some(model(FEW, gamma)));
                let below = difference(mean(results, Scheme::tcp(gamma), "corrected_20"), f);
                [
                    Measured::new(format!("γ = {gamma}, above the paper's model"), above, Band::at_least(0.0)),
                    Measured::new(format!("γ = {gamma}, below the other model"), below, Band::at_least(0.0)),
                ]
            };
            BRACKETED.into_iter().flat_map(both).collect()
        },
    )
    .account(Account {
        says: "The paper compares TCP(1/γ) with a model that ignores the queue (section 4.2.3). We add one that \
               ignores losses; the truth should lie between the two.",
        measured: "The values of γ are 8, 32 and 256. Utilisation is below the paper's model by {gap_8} at the \
                   smallest and by {gap_32} at the middle one. At the largest it is above the model by {gap_256}.",
        tried: "We compared what the models assume with what the runs have after the stop.",
        table: &[],
        explanation: "Both models assume round trips of 50 ms after the stop and start from the whole link. The runs \
                      have about 70 ms and start from nine tenths of the link. We think that this is the reason (see \
                      slowcc.fig13.tcp_f20).",
        numbers: &[
            Number::own("gap_8", 2, 0).times(-1.0),
            Number::own("gap_32", 2, 2).times(-1.0),
            Number::own("gap_256", 2, 4),
        ],
    }),
    Claim::new(
        "slowcc.fig13.corrected_gap",
        "The model from the measured windows minus f(20), TCP(1/γ).",
        "Derived: what losses and the draining of the queue take.",
        |results| {
            let one =
                |gamma: f64| Measured::new(format!("γ = {gamma}"), gap(results, gamma, 1.0), Band::within(0.0, 0.14));
            GAMMAS[1..].iter().map(|gamma| one(*gamma)).collect()
        },
    )
    .account(Account {
        says: "The paper does not state this. The model from the measured windows should exceed the runs only by \
               what losses and the draining of the queue take.",
        measured: "It exceeds them by {least} to {most}.",
        tried: "We corrected the model at γ = 8 for the longer round trips. This leaves a gap of {left}.",
        table: &[],
        explanation: "The model turns windows into rates with round trips of 50 ms, while those of the runs take \
                      about 70 ms (see slowcc.fig13.tcp_f20). We think that this makes most of the gap, as shown by \
                      the corrected value.",
        numbers: &[
            Number::new("least", 2, |r| least(GAMMAS[1..].iter().map(|gamma| gap(r, *gamma, 1.0)))),
            Number::new("most", 2, |r| most(GAMMAS[1..].iter().map(|gamma| gap(r, *gamma, 1.0)))),
            Number::new("left", 2, |r| gap(r, 8.0, 50.0 / 70.0)),
        ],
    }),
    Claim::new(
        "slowcc.fig13.aggressiveness_tfrc8",
        "Maximum growth of a TFRC(8) flow without loss, in packets per RTT in each RTT, without and with history \
         discounting.",
        "The paper says 0.14 and 0.28 (section 4.2.3). Derived: √(1.5 I), with I growing by a sixth of what is sent, \
         gives 0.125.",
        |results| {
            let growth = |discounting| results.within(&GROWTH, &growing(discounting)).of("growth").mean();
            vec![
                Measured::new("without", growth(false), Band::within(0.1, 0.18)),
                Measured::new("with", growth(true), Band::within(0.2, 0.36)),
            ]
        },
    ),
];

/// The model from the measured windows, times a factor, less f(20).
fn gap(results: &Results, gamma: f64, factor: f64) -> Option<f64> {
    let scheme = Scheme::tcp(gamma);
    difference(mean(results, scheme, "corrected_20").map(|model| factor * model), mean(results, scheme, "f20"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The capped model at γ = 1, 2, 4, 8, 16, 256, worked out by hand.
    #[test]
    fn the_model_is_capped_where_the_link_is_full() {
        for (gamma, f20, f200) in
            [(1.0, 0.941, 0.994), (2.0, 0.922, 0.992), (4.0, 0.866, 0.987), (8.0, 0.75, 0.975), (256.0, 0.508, 0.583)]
        {
            assert!((model(FEW, gamma) - f20).abs() < 6e-4, "{gamma}: {}", model(FEW, gamma));
            assert!((model(MANY, gamma) - f200).abs() < 6e-4, "{gamma}: {}", model(MANY, gamma));
        }
    }
}
