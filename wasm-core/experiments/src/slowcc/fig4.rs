//! SlowCC paper, section 4.1.1, figure 4: stabilisation time after a constant source returns, against slowness.

use super::schemes::{Family, GAMMAS, Scheme};
use super::transient::{FAMILIES, SWEEP, at, mean};
use super::{CHOICES, PAPER, TCP, TFRC};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, most, ratio};

/// Figure 4.
pub static EXPERIMENT: Experiment = Experiment {
    id: "slowcc_fig4",
    paper: &PAPER,
    label: "Figure 4",
    title: "Stabilisation time against slowness",
    words: Words {
        summary: "How many round trips of high loss follow a sudden halving of the bandwidth, from the fastest to \
                  the slowest of each family of schemes.",
        caption: "RTTs of 50 ms from the return of the source until the loss rate over ten RTTs, after its maximum, \
                  is at most 1.5 times its level before; mean, minimum and maximum of three runs. Small: drop tail; \
                  no reverse traffic.",
        states: &[
            "Stabilisation time is the number of RTTs until the loss rate, averaged over ten RTTs, is at most 1.5 \
             times its steady value (section 4.1.1).",
            "TFRC(256) without self-clocking takes hundreds of RTTs, about half a minute; it is an extreme case \
             (section 4.1.1).",
            "Self-clocking clearly improves this, and does so with drop tail, too (section 4.1.1).",
        ],
        learn: "Slowness alone is not the danger; slowness without self-clocking is.",
        choices: CHOICES,
        notes: &[
            "The same γ does not mean the same slowness in two families.",
            "The search for the end begins at the worst ten RTTs, because a queue needs a few RTTs to fill.",
            "A run that is not stable after 220 s is drawn at 4400 RTTs.",
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,queue,goodput",
};

fn figure(results: &Results) -> Figure {
    let main =
        over_gamma(results, "stabilisation_rtts", rtts(), "red", true, &GAMMAS).level(600.0, "stated: half a minute");
    let few = [2.0, 8.0, 64.0, 256.0];
    Figure::new(vec![
        Panel::plot("", main),
        Panel::plot("Drop tail", over_gamma(results, "stabilisation_rtts", rtts(), "drop_tail", true, &few)).beside(),
        Panel::plot("No reverse traffic", over_gamma(results, "stabilisation_rtts", rtts(), "red", false, &few))
            .beside(),
    ])
}

fn rtts() -> Axis {
    Axis::new("Stabilisation time", "RTTs").log().range(10.0, 5000.0)
}

/// A number of all families against γ: mean, least and greatest.
pub fn over_gamma(results: &Results, name: &str, y: Axis, discipline: &str, reverse: bool, gammas: &[f64]) -> Plot {
    FAMILIES.into_iter().fold(Plot::new(Axis::new("γ", "").log().range(1.0, 256.0), y), |plot, family| {
        let points = gammas.iter().filter_map(|&gamma| {
            let values = results.all_within(&SWEEP, &at(Scheme { family, gamma }, discipline, reverse)).of(name);
            Some([gamma, values.least()?, values.mean()?, values.most()?])
        });
        plot.with(Series::new(family.title(), family.ink(), Marks::Medians(points.collect())))
    })
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "slowcc.fig4.tfrc256_time",
        "Stabilisation time of TFRC(256), in RTTs.",
        "The paper says hundreds of RTTs, about 30 s (section 4.1.1). That is 600 RTTs. Tolerance: half as many more \
         or less, because the link's rate is not stated",
        |results| vec![Measured::new("", time(results, Scheme::tfrc(256.0)), Band::within(300.0, 900.0))],
    )
    .finding(
        "Three seeds give 162, 97 and 186 RTTs. The number of reverse flows decides it, which the paper does not \
         state. With twenty of them the reverse queue makes TFRC's round trips longer, its rate grows with the square \
         of that more slowly, and the flows use only 0.74 of the link when the source returns: there is room for it. \
         Tried, means of three seeds: use 0.82, 0.84, 0.90, 0.92 and stabilisation after 373, 433, 476, 569 RTTs with \
         10, 5, 2, 1 reverse flows; use 1.00 and 710 RTTs without any.",
    ),
    Claim::new(
        "slowcc.fig4.tfrc256_sc_time",
        "Stabilisation time of TFRC(256) with self-clocking, divided by that without.",
        "The paper says that the improvement is apparent (section 4.1.1)",
        |results| {
            let both = ratio(time(results, Scheme::self_clocked(256.0)), time(results, Scheme::tfrc(256.0)));
            vec![Measured::new("", both, Band::at_most(0.2))]
        },
    )
    .finding(
        "Self-clocked 19, 20 and 290 RTTs, without 162, 97 and 186; medians 20 over 162. Ten seeds: four of 18 to \
         20, six of 126 to 366. Self-clocking leaves hardly a transient: the first ten RTTs lose 7 to 10 %, and the \
         loss rate over ten RTTs swings between 0 and 10 % all the time, 4.3 % in the mean. In those six seeds a \
         later swing within the 20 s is the largest, and the search begins there. The other time is short for the \
         reason found with the time of TFRC(256). With one reverse flow it is 19, 19, 17 over 595, 609, 502: 0.032; \
         without any 0.029; with five 17, 18, 18 over 447, 401, 451: 0.041.",
    ),
    Claim::new(
        "slowcc.fig4.rap256_time",
        "Stabilisation time of RAP(1/256), in RTTs.",
        "RAP(1/256) belongs to the same class as TFRC(256)",
        |results| vec![Measured::new("", time(results, Scheme::rap(256.0)), Band::at_least(300.0))],
    ),
    Claim::new(
        "slowcc.fig4.tcp256_faster",
        "Stabilisation time of TCP(1/256), divided by that of RAP(1/256).",
        "Both have the same a and b; the difference is self-clocking",
        |results| {
            let both = ratio(time(results, Scheme::tcp(256.0)), time(results, Scheme::rap(256.0)));
            vec![Measured::new("", both, Band::at_most(0.4))]
        },
    ),
    Claim::new(
        "slowcc.fig4.deployed_fast",
        "Longest stabilisation time of TCP(1/2), TCP(1/8), RAP(1/2), SQRT(1/2) and TFRC(8), in RTTs.",
        "The paper says that only the extremes are slow",
        |results| {
            let schemes = [TCP, Scheme::tcp(8.0), Scheme::rap(2.0), Scheme::sqrt(2.0), TFRC];
            let largest = most(schemes.map(|scheme| time(results, scheme)));
            vec![Measured::new("", largest, Band::at_most(80.0))]
        },
    )
    .finding(
        "RAP(1/2) takes 45, 322 and 199 RTTs in three seeds, TCP(1/2) 16, 316 and 75. Their loss rates over ten RTTs \
         swing all the time, RAP's from 1 to 30 % about a mean of 12 %, TCP's from 0 to 15 % about 5.8 %: a swing as \
         large as the one at the source's return, or larger, comes within the 20 s in which the worst is looked for, \
         and the search begins there. TCP(1/8), SQRT(1/2) and TFRC(8) take 17 to 28 RTTs. With two reverse flows all \
         seeds of RAP(1/2) and TCP(1/2) take 15 to 17, with one 17 but for a seed of RAP (330).",
    ),
    Claim::new(
        "slowcc.fig4.tfrc_monotone",
        "The stabilisation time of TFRC(k) rises at each step, k = 8, 16, 32, 64, 128, 256: the smallest step, in \
         RTTs.",
        "Derived: a longer memory forgets later",
        |results| {
            let times = GAMMAS[3..].iter().map(|gamma| time(results, Scheme::tfrc(*gamma)));
            vec![Measured::increasing("", &times.collect::<Vec<_>>())]
        },
    )
    .finding(
        "It rises up to TFRC(128), with 328 RTTs, and falls to 148 at TFRC(256), which has not refilled the link when \
         the source returns. See the time of TFRC(256): with one reverse flow they use 0.97 and 0.92 of the link and \
         take 314 and 569 RTTs.",
    ),
    Claim::new(
        "slowcc.fig4.droptail_sc",
        "Stabilisation time of TFRC(256) with self-clocking, divided by that without, both with drop tail.",
        "The paper says that the benefit is similar with drop tail (section 4.1.1)",
        |results| {
            let time = |family| {
                let scheme = Scheme { family, gamma: 256.0 };
                results.at(&at(scheme, "drop_tail", true)).of("stabilisation_rtts").mean()
            };
            let both = ratio(time(Family::TfrcSelfClocked), time(Family::Tfrc));
            vec![Measured::new("", both, Band::at_most(0.3))]
        },
    ),
];

fn time(results: &Results, scheme: Scheme) -> Option<f64> {
    mean(results, scheme, "stabilisation_rtts")
}
