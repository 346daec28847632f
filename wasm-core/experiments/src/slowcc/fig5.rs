//! SlowCC paper, section 4.1.1, figure 5: what the return of a constant source costs, against slowness.

use super::fig4::over_gamma;
use super::schemes::{GAMMAS, Scheme};
use super::transient::{FAMILIES, SWEEP, at, mean};
use super::{CHOICES, PAPER, TCP, TFRC};
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
        summary: "What a sudden halving of the bandwidth costs in lost packets, counted in round trips' worth of \
                  packets.",
        caption: "Stabilisation time of figure 4 times the loss rate within it. A cost of 1 is one RTT's worth of \
                  packets; mean, minimum and maximum of three runs. Small: drop tail; no reverse traffic.",
        states: &[
            "At large γ some schemes are two orders of magnitude worse than the slowest TCP(1/γ) or SQRT(1/γ) \
             (section 4.1.1).",
            "For the parameters that were actually proposed the cost is acceptably low (section 4.1.1).",
            "With self-clocking TFRC(256) costs as little as TCP (section 4.1.1).",
        ],
        learn: "The price of a transient, in round trips of lost packets: on a logarithmic axis the families part company \
                where a memory is long and nothing counts packets out against packets in.",
        choices: CHOICES,
        notes: &[
            "The paper defines the cost with a percentage. Its own example, in which one RTT of full loss costs 1, \
             shows that a fraction is meant.",
            "RAP(1/2) has no timeouts, so its steady loss rate is twice TCP's. This raises the line below which it \
             counts as stable, which is no merit.",
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
        "The paper says two orders of magnitude (section 4.1.1). Tolerance: half an order below, one above",
        |results| {
            let worst = most([cost(results, Scheme::rap(256.0)), cost(results, TFRC_256)]);
            let best = least([cost(results, Scheme::tcp(256.0)), cost(results, Scheme::sqrt(256.0))]);
            vec![Measured::new("", ratio(worst, best), Band::within(30.0, 1000.0))]
        },
    ),
    Claim::new(
        "slowcc.fig5.tfrc256_over_tcp256",
        "Cost of TFRC(256), divided by that of TCP(1/256).",
        "A weaker reading of the paper's two orders of magnitude (section 4.1.1)",
        |results| {
            let both = ratio(cost(results, TFRC_256), cost(results, Scheme::tcp(256.0)));
            vec![Measured::new("", both, Band::at_least(10.0))]
        },
    ),
    Claim::new(
        "slowcc.fig5.tfrc256_cost",
        "Cost of TFRC(256), in RTTs' worth of packets.",
        "Derived: 300 to 900 RTTs, times a mean loss rate between the steady 6 % and one sixth",
        |results| vec![Measured::new("", cost(results, TFRC_256), Band::within(20.0, 150.0))],
    )
    .finding(
        "Three seeds give 19.1, 12.1 and 21.9. The cost is low because the transient is short, for the reason found \
         with figure 4: twenty flows have not refilled the link when the source returns. With 10, 5, 2, 1 reverse \
         flows it is 46, 54, 62, 71, without any 57 (means of three seeds).",
    ),
    Claim::new(
        "slowcc.fig5.tfrc256_sc_cost",
        "Cost of TFRC(256) with self-clocking, divided by that without.",
        "The paper says small (section 4.1.1)",
        |results| {
            let both = ratio(cost(results, Scheme::self_clocked(256.0)), cost(results, TFRC_256));
            vec![Measured::new("", both, Band::at_most(0.15))]
        },
    )
    .finding(
        "Self-clocked 1.3, 1.3 and 16.9, without 19.1, 12.1 and 21.9; medians 1.3 over 19.1 are 0.07. The third \
         seed's time is 290 RTTs at little more than the steady loss, for the reason told with the time in figure 4, \
         and six of ten seeds are like it: their means are 9.7 over 19.5, 0.50. With one reverse flow it is 1.2 over \
         71: 0.016; without any 1.2 over 57: 0.020; with five 1.4 over 54: 0.026.",
    ),
    Claim::new(
        "slowcc.fig5.sc_like_tcp",
        "Cost of TFRC(256) with self-clocking, divided by that of TCP(1/2).",
        "The paper says as small as TCP's (section 4.1.1)",
        |results| {
            let both = ratio(cost(results, Scheme::self_clocked(256.0)), cost(results, TCP));
            vec![Measured::new("", both, Band::at_most(3.0))]
        },
    ),
    Claim::new(
        "slowcc.fig5.deployed_low",
        "Highest cost of TCP(1/2), TCP(1/8), SQRT(1/2) and TFRC(8), in RTTs' worth of packets.",
        "The paper says acceptably low (section 4.1.1). We take ten times less than the extremes",
        |results| {
            let schemes = [TCP, Scheme::tcp(8.0), Scheme::sqrt(2.0), TFRC];
            vec![Measured::new("", most(schemes.map(|scheme| cost(results, scheme))), Band::at_most(8.0))]
        },
    )
    .finding(
        "8.5, by one run of three. TCP(1/2) costs 1.7, 19.2 and 4.7 with seeds 1 to 3, since it takes 16, 316 and 75 \
         RTTs: its loss rate over ten RTTs swings from 0 to 15 % all the time, and the search begins at the largest \
         swing (see figure 4). The median of the three is 4.7; the other schemes' means are 2.1, 1.8 and 4.1.",
    ),
    Claim::new(
        "slowcc.fig5.identity",
        "Cost, divided by the packets dropped within the stabilisation time in units of the mean arrivals per RTT, \
         for all schemes and γ of the main panel.",
        "By definition the two are equal",
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
