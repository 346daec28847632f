//! SlowCC paper, section 4.1.1, figure 5: what the return of a constant source costs, against slowness.

use super::fig4::over_gamma;
use super::schemes::{GAMMAS, Scheme};
use super::transient::{FAMILIES, SWEEP, at, bare, mean, seed};
use super::{CHOICES, PAPER, TCP, TFRC};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Figure, Panel};
use crate::results::{Results, least, most, ratio};
use crate::row::Row;

/// Figure 5.
pub static EXPERIMENT: Experiment = Experiment {
    id: "slowcc_fig5",
    paper: &PAPER,
    label: "Figure 5",
    title: "Stabilisation cost against slowness",
    words: Words {
        summary: "The cost of a sudden halving of the bandwidth in lost packets, counted in round trips' worth of \
                  packets.",
        caption: "Stabilisation time of figure 4 times the loss rate within it. A cost of 1 is one RTT's worth of \
                  packets; mean, minimum and maximum of three runs. Small: drop tail; no reverse traffic.",
        states: &[
            "At large γ some schemes are two orders of magnitude worse than the slowest TCP(1/γ) or SQRT(1/γ) \
             (section 4.1.1).",
            "For the parameters that were actually proposed the cost is acceptably low (section 4.1.1).",
            "With self-clocking TFRC(256) costs as little as TCP (section 4.1.1).",
        ],
        learn: "At γ = 256 the transient costs RAP {rap} and TFRC {tfrc} round trips' worth of packets, TCP only \
                {tcp}: TCP sends a new packet only when an ACK arrives.",
        choices: CHOICES,
        notes: &[
            "The paper defines the cost with a percentage. Its own example, in which one RTT of full loss costs 1, \
             shows that a fraction is meant.",
            "RAP(1/2) has no timeouts, so its steady loss rate is twice TCP's. This raises the line below which it \
             counts as stable, which is no merit.",
        ],
        numbers: &[
            Number::new("rap", 0, |r| cost(r, Scheme::rap(256.0))),
            Number::new("tfrc", 0, |r| cost(r, TFRC_256)),
            Number::new("tcp", 1, |r| cost(r, Scheme::tcp(256.0))),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,queue,goodput",
};

fn figure(results: &Results) -> Figure {
    let axis = || Axis::new("Stabilisation cost", "RTTs' worth of packets").log().range(0.1, 1000.0);
    let few = [2.0, 8.0, 64.0, 256.0];
    Figure::new(vec![
        Panel::plot("", over_gamma(results, "cost", axis(), "red", true, &GAMMAS)),
        Panel::plot("Drop tail", over_gamma(results, "cost", axis(), "drop_tail", true, &few)).beside(),
        Panel::plot("No reverse traffic", over_gamma(results, "cost", axis(), "red", false, &few)).beside(),
    ])
}

const TFRC_256: Scheme = Scheme::tfrc(256.0);

static CLAIMS: &[Claim] = &[
    Claim::new(
        "slowcc.fig5.worst_ratio",
        "The larger cost of RAP(1/256) and TFRC(256), divided by the smaller one of TCP(1/256) and SQRT(1/256).",
        "The paper says two orders of magnitude (section 4.1.1). Tolerance: half an order below, one above.",
        |results| {
            let worst = most([cost(results, Scheme::rap(256.0)), cost(results, TFRC_256)]);
            let best = least([cost(results, Scheme::tcp(256.0)), cost(results, Scheme::sqrt(256.0))]);
            vec![Measured::new("", ratio(worst, best), Band::within(30.0, 1000.0))]
        },
    ),
    Claim::new(
        "slowcc.fig5.tfrc256_over_tcp256",
        "Cost of TFRC(256), divided by that of TCP(1/256).",
        "A weaker reading of the paper's two orders of magnitude (section 4.1.1).",
        |results| {
            let both = ratio(cost(results, TFRC_256), cost(results, Scheme::tcp(256.0)));
            vec![Measured::new("", both, Band::at_least(10.0))]
        },
    ),
    Claim::new(
        "slowcc.fig5.tfrc256_cost",
        "Cost of TFRC(256), in RTTs' worth of packets.",
        "Derived: 300 to 900 RTTs, times a mean loss rate between the steady 6 % and one sixth.",
        |results| vec![Measured::new("", cost(results, TFRC_256), Band::within(20.0, 150.0))],
    )
    .account(Account {
        says: "At large γ some schemes are two orders of magnitude worse than TCP (section 4.1.1). From the time \
               stated for figure 4 a cost of 20 to 150 follows for TFRC(256).",
        measured: "It costs {cost} RTTs' worth of packets on average. The three seeds give {seed_1}, {seed_2} and \
                   {seed_3}.",
        tried: "We changed the number of reverse flows, which the paper does not state. Means of three seeds, unless \
                a row says otherwise.",
        table: &[
            &["Reverse flows", "Cost, RTTs' worth of packets"],
            &["20, as here", "{cost}"],
            &["10 (separate runs)", "46"],
            &["5 (separate runs)", "54"],
            &["2 (separate runs)", "62"],
            &["1 (separate runs)", "71"],
            &["none, one seed", "{bare}"],
        ],
        explanation: "The cost is low because the transient is short. We think that the reason is the one found with \
                      figure 4: the flows have not refilled the link when the source returns. This is shown by the \
                      runs with less reverse traffic.",
        numbers: &[
            Number::own("cost", 1, 0),
            Number::new("seed_1", 1, |r| seed(r, TFRC_256, "cost", 0)),
            Number::new("seed_2", 1, |r| seed(r, TFRC_256, "cost", 1)),
            Number::new("seed_3", 1, |r| seed(r, TFRC_256, "cost", 2)),
            Number::new("bare", 1, |r| bare(r, TFRC_256, "cost")),
        ],
    }),
    Claim::new(
        "slowcc.fig5.tfrc256_sc_cost",
        "Cost of TFRC(256) with self-clocking, divided by that without.",
        "The paper says small (section 4.1.1).",
        |results| {
            let both = ratio(cost(results, Scheme::self_clocked(256.0)), cost(results, TFRC_256));
            vec![Measured::new("", both, Band::at_most(0.15))]
        },
    )
    .account(Account {
        says: "With self-clocking TFRC(256) costs as little as TCP (section 4.1.1).",
        measured: "On average it costs {ratio} of what it costs without self-clocking. The medians give {medians}.",
        tried: "We changed the number of reverse flows, and ran ten seeds with twenty of them (separate runs). The \
                means of the ten are 9.7 with self-clocking and 19.5 without.",
        table: &[
            &["Reverse flows", "Cost with self-clocking", "Cost without"],
            &["20, seed 1", "{with_1}", "{without_1}"],
            &["20, seed 2", "{with_2}", "{without_2}"],
            &["20, seed 3", "{with_3}", "{without_3}"],
            &["5 (separate runs, means of three seeds)", "1.4", "54"],
            &["1 (separate runs, means of three seeds)", "1.2", "71"],
            &["none, one seed", "{with_bare}", "{without_bare}"],
        ],
        explanation: "In the third seed the search for the end begins at a late swing of the loss rate (see figure \
                      4). So its time is long, although it loses little more than usual. Six of ten seeds are like \
                      it. We think that self-clocking does make the cost small, as shown by the medians and by the \
                      runs with less reverse traffic.",
        numbers: &[
            Number::own("ratio", 2, 0),
            Number::new("medians", 2, |r| ratio(median(r, Scheme::self_clocked(256.0)), median(r, TFRC_256))),
            Number::new("with_1", 1, |r| seed(r, Scheme::self_clocked(256.0), "cost", 0)),
            Number::new("with_2", 1, |r| seed(r, Scheme::self_clocked(256.0), "cost", 1)),
            Number::new("with_3", 1, |r| seed(r, Scheme::self_clocked(256.0), "cost", 2)),
            Number::new("without_1", 1, |r| seed(r, TFRC_256, "cost", 0)),
            Number::new("without_2", 1, |r| seed(r, TFRC_256, "cost", 1)),
            Number::new("without_3", 1, |r| seed(r, TFRC_256, "cost", 2)),
            Number::new("with_bare", 1, |r| bare(r, Scheme::self_clocked(256.0), "cost")),
            Number::new("without_bare", 1, |r| bare(r, TFRC_256, "cost")),
        ],
    }),
    Claim::new(
        "slowcc.fig5.sc_like_tcp",
        "Cost of TFRC(256) with self-clocking, divided by that of TCP(1/2).",
        "The paper says as small as TCP's (section 4.1.1).",
        |results| {
            let both = ratio(cost(results, Scheme::self_clocked(256.0)), cost(results, TCP));
            vec![Measured::new("", both, Band::at_most(3.0))]
        },
    ),
    Claim::new(
        "slowcc.fig5.deployed_low",
        "Highest cost of TCP(1/2), TCP(1/8), SQRT(1/2) and TFRC(8), in RTTs' worth of packets.",
        "The paper says acceptably low (section 4.1.1). We take ten times less than the extremes.",
        |results| {
            let schemes = [TCP, Scheme::tcp(8.0), Scheme::sqrt(2.0), TFRC];
            vec![Measured::new("", most(schemes.map(|scheme| cost(results, scheme))), Band::at_most(8.0))]
        },
    )
    .account(Account {
        says: "With the parameters that were actually proposed the cost is acceptably low (section 4.1.1).",
        measured: "The highest mean cost is {cost}, that of TCP. The median of its three runs is {median}.",
        tried: "We looked at the individual runs.",
        table: &[
            &["Cost", "seed 1", "seed 2", "seed 3"],
            &["TCP(1/2)", "{tcp_1}", "{tcp_2}", "{tcp_3}"],
            &["TCP(1/8)", "{gentle_1}", "{gentle_2}", "{gentle_3}"],
            &["SQRT(1/2)", "{sqrt_1}", "{sqrt_2}", "{sqrt_3}"],
            &["TFRC(8)", "{tfrc_1}", "{tfrc_2}", "{tfrc_3}"],
        ],
        explanation: "One of TCP's runs dominates the mean. In it the search for the end of the transient begins at a \
                      late swing of the loss rate, which swings from 0 to 15 % over ten RTTs all the time (see figure \
                      4). We think that the cost of TCP is low, as shown by the median.",
        numbers: &[
            Number::own("cost", 1, 0),
            Number::new("median", 1, |r| median(r, TCP)),
            Number::new("tcp_1", 1, |r| seed(r, TCP, "cost", 0)),
            Number::new("tcp_2", 1, |r| seed(r, TCP, "cost", 1)),
            Number::new("tcp_3", 1, |r| seed(r, TCP, "cost", 2)),
            Number::new("gentle_1", 1, |r| seed(r, Scheme::tcp(8.0), "cost", 0)),
            Number::new("gentle_2", 1, |r| seed(r, Scheme::tcp(8.0), "cost", 1)),
            Number::new("gentle_3", 1, |r| seed(r, Scheme::tcp(8.0), "cost", 2)),
            Number::new("sqrt_1", 1, |r| seed(r, Scheme::sqrt(2.0), "cost", 0)),
            Number::new("sqrt_2", 1, |r| seed(r, Scheme::sqrt(2.0), "cost", 1)),
            Number::new("sqrt_3", 1, |r| seed(r, Scheme::sqrt(2.0), "cost", 2)),
            Number::new("tfrc_1", 1, |r| seed(r, TFRC, "cost", 0)),
            Number::new("tfrc_2", 1, |r| seed(r, TFRC, "cost", 1)),
            Number::new("tfrc_3", 1, |r| seed(r, TFRC, "cost", 2)),
        ],
    }),
    Claim::new(
        "slowcc.fig5.identity",
        "Cost, divided by the packets dropped within the stabilisation time in units of the mean arrivals per RTT, \
         for all schemes and γ of the main panel.",
        "By definition the two are equal.",
        |results| {
            let all = FAMILIES.into_iter().flat_map(|family| {
                let of = move |gamma| results.at(&at(Scheme { family, gamma }, "red", true)).each(identity);
                GAMMAS.into_iter().flat_map(move |gamma| of(gamma).0)
            });
            let all = crate::results::Values(all.collect());
            let band = Band::about(1.0, 0.02);
            vec![Measured::new("minimum", all.least(), band), Measured::new("maximum", all.most(), band)]
        },
    ),
];

fn cost(results: &Results, scheme: Scheme) -> Option<f64> {
    mean(results, scheme, "cost")
}

fn identity(row: &Row) -> Option<f64> {
    let arrived_per_rtt = ratio(row.get("upset_arrived"), row.get("stabilisation_rtts"));
    ratio(row.get("cost"), ratio(row.get("upset_dropped"), arrived_per_rtt))
}

/// The median of its runs.
fn median(results: &Results, scheme: Scheme) -> Option<f64> {
    results.at(&at(scheme, "red", true)).of("cost").median()
}
