//! VoIP report, section IV-A, table I: the PCs of the test-bed. Real hardware is not simulated; what represents it is named,
//! and that no host holds anything back is checked.

use super::bed::rows;
use super::runs::{LINK_10_80, LINK_10_160, LINK_100_16, LINK_100_80, LINK_100_160};
use super::{CHOICES, PAPER};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Entry, Figure, Panel};
use crate::results::Results;

/// Table I.
pub static EXPERIMENT: Experiment = Experiment {
    id: "voip_table1",
    paper: &PAPER,
    label: "Table I",
    title: "PCs of the test-bed",
    words: Words {
        summary: "The four computers of the test-bed and what represents each of them here.",
        caption: "The report's hardware and what represents it here. Below: how busy NewReno on Linux keeps the \
                  bottleneck with a queue of one BDP.",
        states: &["The computers, the router and the capture machine, with their processors, memory and network \
                   cards (section IV-A)."],
        learn: "The bottleneck limits the rate, not a computer. So the model needs no processors or network cards.",
        choices: CHOICES,
        notes: &["We model no limit of a processor or a network card: the report removed such limits by its \
                  settings."],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&LINK_10_80, &LINK_10_160, &LINK_100_16, &LINK_100_80, &LINK_100_160],
    figure,
    claims: CLAIMS,
    view: "path,queue",
};

/// Paths of 10⁵ bytes and more.
const LARGE: [&str; 5] = ["10/80", "10/160", "100/16", "100/80", "100/160"];

fn figure(results: &Results) -> Figure {
    let hardware = [
        (
            "Hosts A, C: Intel DG965WH, Core2 Duo E6320 1.86 GHz, 1 GB DDR2-667, 82566DC and PRO/1000 GT",
            "a flow with the options of its TCP stack; sends as soon as it may",
        ),
        (
            "Router: Celeron 2.80 GHz, FreeBSD 7.0, dummynet",
            "the bottleneck: rate and drop tail in bytes, then a delay",
        ),
        ("Capture: dual Pentium III 1266 MHz, DAG 3.7GF", "exact times of every packet"),
        ("Host B: SmartBits 2000", "cross traffic `voip`, exactly 20 ms apart"),
    ];
    let parts = hardware.map(|(report, ours)| vec![Entry::text(report), Entry::text(ours)]);
    let use_ = LARGE.map(|link| {
        let rows = rows(results, link, 1.0, "nr_linux");
        vec![
            Entry::text(link),
            Entry::Number(rows.of("departed_share").least(), 4),
            Entry::Number(rows.of("peak_bps").most().map(|bps| bps / 1e6), 0),
        ]
    });
    let heads = ["Mbit/s / ms", "utilisation", "maximum arriving within 1 ms, Mbit/s"];
    Figure::new(vec![
        Panel::table("", &["In the report", "In the laboratory"], parts.to_vec()),
        Panel::table("NewReno on Linux and the call, a queue of one BDP", &heads, use_.to_vec()),
    ])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "voip.table1.no_host_limit",
        "Utilisation of the link by NewReno on Linux and the call together, the minimum of the runs of each link.",
        "Derived: with a queue of one BDP NewReno keeps the link busy, so the bottleneck is the limit.",
        |results| {
            let least = |link: &str| rows(results, link, 1.0, "nr_linux").of("departed_share").least();
            LARGE.map(|link| Measured::new(link, least(link), Band::at_least(0.95))).to_vec()
        },
    ),
    Claim::new(
        "voip.table1.access_idle",
        "Maximum that arrives at the router within a millisecond, as a rate in Gbit/s, in the same runs.",
        "Derived: the access links have 1 Gbit/s (section IV-A).",
        |results| {
            let most = |link: &str| rows(results, link, 1.0, "nr_linux").of("peak_bps").most().map(|bps| bps / 1e9);
            LARGE.map(|link| Measured::new(link, most(link), Band::at_most(1.0))).to_vec()
        },
    ),
];
