//! SlowCC paper, section 4.1.1, figure 4: stabilisation time after a constant source returns, against slowness.

use super::schemes::{Family, GAMMAS, Scheme};
use super::transient::{FAMILIES, SWEEP, at, bare, mean, seed};
use super::{CHOICES, PAPER, TCP, TFRC};
use crate::account::{Account, Number};
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
        learn: "TCP(1/256) settles after {tcp} RTTs, RAP(1/256), with the same a and b, after {rap}: slowness alone \
                does little harm where ACKs clock the sender. TFRC's self-clocking should show the same; here that \
                is hidden by swings of the loss rate (see its claim).",
        choices: CHOICES,
        notes: &[
            "The same γ does not mean the same slowness in two families.",
            "The search for the end begins at the worst ten RTTs, because a queue needs a few RTTs to fill.",
            "A run that is not stable after 220 s is drawn at 4400 RTTs.",
        ],
        numbers: &[
            Number::new("tcp", 0, |r| time(r, Scheme::tcp(256.0))),
            Number::new("rap", 0, |r| time(r, Scheme::rap(256.0))),
        ],
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
         or less, because the link's rate is not stated.",
        |results| vec![Measured::new("", time(results, Scheme::tfrc(256.0)), Band::within(300.0, 900.0))],
    )
    .account(Account {
        says: "TFRC(256) takes hundreds of RTTs to settle, about 30 s (section 4.1.1).",
        measured: "It takes {time} RTTs on average. The three seeds give {seed_1}, {seed_2} and {seed_3} RTTs.",
        tried: "We changed the number of reverse flows, which the paper does not state. Means of three seeds, unless \
                a row says otherwise.",
        table: &[
            &["Reverse flows", "Utilisation when the source returns", "Stabilisation time, RTTs"],
            &["20, as here", "{used}", "{time}"],
            &["10 (separate runs)", "0.82", "373"],
            &["5 (separate runs)", "0.84", "433"],
            &["2 (separate runs)", "0.90", "476"],
            &["1 (separate runs)", "0.92", "569"],
            &["none, one seed", "{used_bare}", "{time_bare}"],
        ],
        explanation: "The time depends on the number of reverse flows, as shown by the table. We think that with many \
                      of them TFRC's reports wait in the reverse queue and lengthen its round trips, so that its rate \
                      grows more slowly. When the source returns, the flows then use only {used} of the link, so the \
                      source finds free capacity.",
        numbers: &[
            Number::own("time", 0, 0),
            Number::new("seed_1", 0, |r| seed(r, Scheme::tfrc(256.0), "stabilisation_rtts", 0)),
            Number::new("seed_2", 0, |r| seed(r, Scheme::tfrc(256.0), "stabilisation_rtts", 1)),
            Number::new("seed_3", 0, |r| seed(r, Scheme::tfrc(256.0), "stabilisation_rtts", 2)),
            Number::new("used", 2, |r| mean(r, Scheme::tfrc(256.0), "used_before")),
            Number::new("used_bare", 2, |r| bare(r, Scheme::tfrc(256.0), "used_before")),
            Number::new("time_bare", 0, |r| bare(r, Scheme::tfrc(256.0), "stabilisation_rtts")),
        ],
    }),
    Claim::new(
        "slowcc.fig4.tfrc256_sc_time",
        "Stabilisation time of TFRC(256) with self-clocking, divided by that without.",
        "The paper says that the improvement is apparent (section 4.1.1).",
        |results| {
            let both = ratio(time(results, Scheme::self_clocked(256.0)), time(results, Scheme::tfrc(256.0)));
            vec![Measured::new("", both, Band::at_most(0.2))]
        },
    )
    .account(Account {
        says: "Self-clocking clearly shortens the stabilisation time of TFRC(256) (section 4.1.1).",
        measured: "On average it is {ratio} of the time without self-clocking. The medians give {medians}.",
        tried: "We changed the number of reverse flows, and ran ten seeds with twenty of them (separate runs). With \
                self-clocking four of the ten take 18 to 20 RTTs. The other six take 126 to 366 RTTs.",
        table: &[
            &["Reverse flows", "With self-clocking, RTTs", "Without, RTTs"],
            &["20, seed 1", "{with_1}", "{without_1}"],
            &["20, seed 2", "{with_2}", "{without_2}"],
            &["20, seed 3", "{with_3}", "{without_3}"],
            &["5 (separate runs, means of three seeds)", "18", "433"],
            &["1 (separate runs, means of three seeds)", "18", "569"],
            &["none, one seed", "{with_bare}", "{without_bare}"],
        ],
        explanation: "Self-clocking leaves hardly any transient: the first ten RTTs lose 7 to 10 %. The loss rate over \
                      ten RTTs swings between 0 and 10 % all the time. In the slow seeds a later swing is the maximum \
                      of the 20 s that are searched, so the search for the end of the transient begins there. We think \
                      that this hides the improvement, as shown by the runs with less reverse traffic. The time \
                      without self-clocking is short as well, for the reason given in slowcc.fig4.tfrc256_time.",
        numbers: &[
            Number::own("ratio", 2, 0),
            Number::new("medians", 2, |r| {
                ratio(median(r, Scheme::self_clocked(256.0)), median(r, Scheme::tfrc(256.0)))
            }),
            Number::new("with_1", 0, |r| seed(r, Scheme::self_clocked(256.0), "stabilisation_rtts", 0)),
            Number::new("with_2", 0, |r| seed(r, Scheme::self_clocked(256.0), "stabilisation_rtts", 1)),
            Number::new("with_3", 0, |r| seed(r, Scheme::self_clocked(256.0), "stabilisation_rtts", 2)),
            Number::new("without_1", 0, |r| seed(r, Scheme::tfrc(256.0), "stabilisation_rtts", 0)),
            Number::new("without_2", 0, |r| seed(r, Scheme::tfrc(256.0), "stabilisation_rtts", 1)),
            Number::new("without_3", 0, |r| seed(r, Scheme::tfrc(256.0), "stabilisation_rtts", 2)),
            Number::new("with_bare", 0, |r| bare(r, Scheme::self_clocked(256.0), "stabilisation_rtts")),
            Number::new("without_bare", 0, |r| bare(r, Scheme::tfrc(256.0), "stabilisation_rtts")),
        ],
    }),
    Claim::new(
        "slowcc.fig4.rap256_time",
        "Stabilisation time of RAP(1/256), in RTTs.",
        "RAP(1/256) belongs to the same class as TFRC(256).",
        |results| vec![Measured::new("", time(results, Scheme::rap(256.0)), Band::at_least(300.0))],
    ),
    Claim::new(
        "slowcc.fig4.tcp256_faster",
        "Stabilisation time of TCP(1/256), divided by that of RAP(1/256).",
        "Both have the same a and b; the difference is self-clocking.",
        |results| {
            let both = ratio(time(results, Scheme::tcp(256.0)), time(results, Scheme::rap(256.0)));
            vec![Measured::new("", both, Band::at_most(0.4))]
        },
    ),
    Claim::new(
        "slowcc.fig4.deployed_fast",
        "Longest stabilisation time of TCP(1/2), TCP(1/8), RAP(1/2), SQRT(1/2) and TFRC(8), in RTTs.",
        "The paper says that only the extremes are slow.",
        |results| {
            let schemes = [TCP, Scheme::tcp(8.0), Scheme::rap(2.0), Scheme::sqrt(2.0), TFRC];
            let largest = most(schemes.map(|scheme| time(results, scheme)));
            vec![Measured::new("", largest, Band::at_most(80.0))]
        },
    )
    .account(Account {
        says: "Only extreme parameters are slow (section 4.1.1).",
        measured: "With b = 1/2 RAP takes {rap} RTTs on average, TCP {tcp}. The three other schemes take at most \
                   {others} RTTs.",
        tried: "We reduced the reverse traffic to two flows and to one (separate runs, three seeds). With two, every \
                seed of both schemes takes 15 to 17 RTTs. With one, every seed takes 17, except one of RAP with 330.",
        table: &[
            &["Stabilisation time here, RTTs", "seed 1", "seed 2", "seed 3"],
            &["RAP(1/2)", "{rap_1}", "{rap_2}", "{rap_3}"],
            &["TCP(1/2)", "{tcp_1}", "{tcp_2}", "{tcp_3}"],
        ],
        explanation: "RAP's loss rate over ten RTTs swings from 1 to 30 % all the time. TCP's swings from 0 to 15 %. \
                      If a swing as large as that at the return of the source falls into the 20 s that are searched \
                      for the maximum, the search for the end of the transient begins there. We think that this causes \
                      the long times, as shown by the runs with less reverse traffic.",
        numbers: &[
            Number::new("rap", 0, |r| time(r, Scheme::rap(2.0))),
            Number::new("tcp", 0, |r| time(r, TCP)),
            Number::new("others", 0, |r| {
                most([Scheme::tcp(8.0), Scheme::sqrt(2.0), TFRC].map(|scheme| time(r, scheme)))
            }),
            Number::new("rap_1", 0, |r| seed(r, Scheme::rap(2.0), "stabilisation_rtts", 0)),
            Number::new("rap_2", 0, |r| seed(r, Scheme::rap(2.0), "stabilisation_rtts", 1)),
            Number::new("rap_3", 0, |r| seed(r, Scheme::rap(2.0), "stabilisation_rtts", 2)),
            Number::new("tcp_1", 0, |r| seed(r, TCP, "stabilisation_rtts", 0)),
            Number::new("tcp_2", 0, |r| seed(r, TCP, "stabilisation_rtts", 1)),
            Number::new("tcp_3", 0, |r| seed(r, TCP, "stabilisation_rtts", 2)),
        ],
    }),
    Claim::new(
        "slowcc.fig4.tfrc_monotone",
        "The stabilisation time of TFRC(k) rises at each step, k = 8, 16, 32, 64, 128, 256: the smallest step, in \
         RTTs.",
        "Derived: a longer memory forgets later.",
        |results| {
            let times = GAMMAS[3..].iter().map(|gamma| time(results, Scheme::tfrc(*gamma)));
            vec![Measured::increasing("", &times.collect::<Vec<_>>())]
        },
    )
    .account(Account {
        says: "The paper does not compare neighbouring values of k; a longer memory forgets later, so the time \
               should rise with k.",
        measured: "The time rises up to k = 128, where it is {before} RTTs. At k = 256 it falls to {last} RTTs.",
        tried: "We ran both with one reverse flow instead of twenty (separate runs, three seeds).",
        table: &[
            &["k and reverse flows", "Utilisation when the source returns", "Stabilisation time, RTTs"],
            &["k = 128, twenty", "{used_before}", "{before}"],
            &["k = 256, twenty", "{used_last}", "{last}"],
            &["k = 128, one (separate runs)", "0.97", "314"],
            &["k = 256, one (separate runs)", "0.92", "569"],
        ],
        explanation: "With twenty reverse flows TFRC(256) has not refilled the link when the source returns, so less \
                      is lost. We think that this is the reason, as shown by the runs with one reverse flow, in \
                      which the time rises to the end.",
        numbers: &[
            Number::new("before", 0, |r| time(r, Scheme::tfrc(128.0))),
            Number::new("last", 0, |r| time(r, Scheme::tfrc(256.0))),
            Number::new("used_before", 2, |r| mean(r, Scheme::tfrc(128.0), "used_before")),
            Number::new("used_last", 2, |r| mean(r, Scheme::tfrc(256.0), "used_before")),
        ],
    }),
    Claim::new(
        "slowcc.fig4.droptail_sc",
        "Stabilisation time of TFRC(256) with self-clocking, divided by that without, both with drop tail.",
        "The paper says that the benefit is similar with drop tail (section 4.1.1).",
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

/// The median of its runs.
fn median(results: &Results, scheme: Scheme) -> Option<f64> {
    results.at(&at(scheme, "red", true)).of("stabilisation_rtts").median()
}
