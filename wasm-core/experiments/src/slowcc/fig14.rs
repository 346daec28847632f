//! SlowCC paper, section 4.2.4, figure 14: what ten flows of one scheme make of a bandwidth that goes up and down 3:1.

use super::alone::{self, SCHEMES, least_used, name, used};
use super::square::Wave;
use super::{CHOICES, PAPER, TCP, TFRC};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Figure, Panel};
use crate::results::{Results, least, most, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};

/// Lengths among which the dip is looked for, in seconds.
const INTERIOR_S: [f64; 6] = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2];
const TCP8: super::schemes::Scheme = SCHEMES[0];

/// Figure 14.
pub static EXPERIMENT: Experiment = Experiment {
    id: "slowcc_fig14",
    paper: &PAPER,
    label: "Figure 14",
    title: "Utilisation of a bandwidth that oscillates 3:1",
    words: Words {
        summary: "Ten flows of one scheme while the available bandwidth jumps between 15 and 5 Mbit/s: how much of \
                  it they use, for phases of different lengths.",
        caption: "Throughput relative to the mean available bandwidth of 10 Mbit/s (dots: relative to a tenth of it) \
                  against the time for which the constant source is on, and then off. Lines are means of all flows \
                  and five runs, dots are the flows of the first run.",
        states: &[
            "With 50 ms the throughput is high for all three; with 200 ms, which is four RTTs, it is below 80 % \
             (section 4.2.4).",
            "The period has a significant effect; slowly responsive schemes do somewhat worse (section 4.2.4, \
             abstract).",
        ],
        learn: "Short phases are evened out by the queue, and every scheme can follow long ones. In between, at \
                phases of 0.2 to 1.6 s, no scheme uses more than {most} % of the bandwidth.",
        choices: CHOICES,
        notes: &[
            "The axis shows the length of one phase. A whole period is twice that; figures 7 to 9 show periods.",
            "We take TFRC(6) as eight weights whose sum is six. A variant with six weights is drawn on request, from \
             one run.",
            "A buffer of 2.5 BDP holds 125 ms of traffic at the full rate. Whether phases of 200 ms do harm depends \
             on RED's maximum probability and on what else is queued.",
        ],
        numbers: &[Number::new("most", 0, most_used_between).percent()],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,queue,goodput",
};

/// Ten flows of a scheme, by length.
pub static SWEEP: Sweep =
    Sweep { id: "slowcc_fig14", cells, repetitions: 5, quick: 1, names: &[alone::NAMES], measure };

fn cells() -> Vec<Cell> {
    alone::cells("figure 14", Wave::Square)
}

fn measure(run: &Run) -> Row {
    alone::measure_wave(run, Wave::Square)
}

fn figure(results: &Results) -> Figure {
    let plot = alone::plot(results).level(0.8, "stated: below 80 % at 200 ms").place(0.2, "");
    Figure::new(vec![Panel::plot("", plot)])
}

fn each(measure: impl Fn(super::schemes::Scheme) -> Option<f64>, band: Band) -> Vec<Measured> {
    SCHEMES.map(|scheme| Measured::new(name(scheme), measure(scheme), band)).to_vec()
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "slowcc.fig14.short_high",
        "Utilisation of the mean available bandwidth at 0.05 s.",
        "The paper says high (section 4.2.4).",
        |results| each(|scheme| used(results, scheme, 0.05), Band::at_least(0.9)),
    )
    .account(Account {
        says: "At 50 ms the throughput is high for all three schemes (section 4.2.4).",
        measured: "TCP uses {tcp} of the mean available bandwidth. The two other schemes use at least {others}.",
        tried: "We removed the square wave and changed the reverse traffic (separate runs, two seeds).",
        table: &[
            &["Run", "TCP's utilisation"],
            &["ten reverse flows, as here", "{tcp}"],
            &["the same, alone at 10 Mbit/s", "0.89"],
            &["five reverse flows", "0.90"],
            &["two reverse flows", "0.91"],
            &["ten, with a short reverse queue (RED thresholds of 2 and 6 packets)", "0.96"],
            &["no reverse traffic", "1.01"],
        ],
        explanation: "The short phases are not the reason, as shown by the run without them. ACKs of the reverse data \
                      use 4 % of the link. We think that the rest is lost because ACKs of the forward flows wait \
                      behind reverse data and come in clusters. The paper does not state its reverse traffic.",
        numbers: &[
            Number::new("tcp", 2, |r| used(r, TCP, 0.05)),
            Number::new("others", 2, |r| least([TCP8, TFRC].map(|scheme| used(r, scheme, 0.05)))),
        ],
    }),
    Claim::new(
        "slowcc.fig14.at_200ms",
        "Utilisation of the mean available bandwidth at 0.2 s, TCP and TFRC.",
        "The paper says below 0.8 (section 4.2.4). Tolerance: 0.02 for the spread of the runs.",
        |results| {
            let one = |scheme| Measured::new(name(scheme), used(results, scheme, 0.2), Band::within(0.6, 0.82));
            vec![one(TCP), one(TFRC)]
        },
    ),
    Claim::new(
        "slowcc.fig14.at_200ms_tcp8",
        "Utilisation of the mean available bandwidth at 0.2 s, TCP(1/8).",
        "The paper says below 0.8 (section 4.2.4). Tolerance: 0.02 for the spread of the runs.",
        |results| vec![Measured::new("", used(results, TCP8, 0.2), Band::within(0.6, 0.82))],
    ),
    Claim::new(
        "slowcc.fig14.interior_dip",
        "Minimum utilisation from 0.1 to 3.2 s, divided by the higher of those at 0.05 and 12.8 s.",
        "The paper says that the period has a significant effect (section 4.2.4).",
        |results| {
            let dip = |scheme| {
                let inside = least(INTERIOR_S.map(|on_s| used(results, scheme, on_s)));
                ratio(inside, most([0.05, 12.8].map(|on_s| used(results, scheme, on_s))))
            };
            each(dip, Band::at_most(0.85))
        },
    ),
    Claim::new(
        "slowcc.fig14.tfrc_not_better",
        "Minimum utilisation over all lengths: TFRC's, divided by TCP's.",
        "The paper says somewhat lower (section 4.2.4 and abstract).",
        |results| {
            let worse = ratio(least_used(results, TFRC), least_used(results, TCP));
            vec![Measured::new("", worse, Band::at_most(1.0))]
        },
    ),
    Claim::new(
        "slowcc.fig14.long_recovers",
        "TCP's utilisation at 12.8 s.",
        "Derived for 256 RTTs per phase: the growth of figure 13 costs 1 to 2 %, the ACKs of the reverse data 4 to 6 \
         %.",
        |results| vec![Measured::new("", used(results, TCP, 12.8), Band::at_least(0.92))],
    )
    .account(Account {
        says: "The paper does not state a value here. A phase of 256 RTTs should be long enough, since the growth of \
               figure 13 costs only 1 to 2 % of it.",
        measured: "TCP uses {tcp} of the mean available bandwidth.",
        tried: "We removed the square wave and changed the reverse traffic (separate runs, two seeds).",
        table: &[
            &["Run", "TCP's utilisation"],
            &["ten reverse flows, as here", "{tcp}"],
            &["the same, alone at 10 Mbit/s", "0.89"],
            &["five reverse flows, or two", "0.90"],
            &["ten, with a short reverse queue (RED thresholds of 2 and 6 packets)", "0.97"],
            &["no reverse traffic", "1.01"],
        ],
        explanation: "The square wave does not lower the throughput, as shown by the run without it. We think that the \
                      reason is the reverse traffic, as at short phases (slowcc.fig14.short_high).",
        numbers: &[Number::own("tcp", 2, 0)],
    }),
];

/// The highest use of any scheme at lengths from 0.2 to 1.6 s.
fn most_used_between(results: &Results) -> Option<f64> {
    let all = [0.2, 0.4, 0.8, 1.6].into_iter().flat_map(|on_s| SCHEMES.map(|scheme| used(results, scheme, on_s)));
    most(all)
}
