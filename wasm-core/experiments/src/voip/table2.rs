//! VoIP report, section V, table II: the parameters of dummynet, and that all eighteen paths behave as they should.

use super::bed::{LINKS, Link, five, rows};
use super::runs::ALL;
use super::{CHOICES, PAPER};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Entry, Figure, Panel};
use crate::results::{Results, Values, least, most};

/// Table II.
pub static EXPERIMENT: Experiment = Experiment {
    id: "voip_table2",
    paper: &PAPER,
    label: "Table II",
    title: "Parameters of the paths",
    words: Words {
        summary: "Three rates, three delays, two queues: eighteen paths, each with five senders.",
        caption: "All paths of the report with all its senders, two runs each: utilisation of the link, median of x \
                  (the queueing delay of the call, divided by the delay of a full queue), mean length of an epoch.",
        states: &[
            "Rates of 1, 10 and 100 Mbit/s, delays of 16, 80 and 160 ms, queues of one BDP and of a quarter of it, \
             in all combinations (section V).",
            "The factor by which H-TCP reduces its window follows the RTT, between 0.5 and 0.8 (section II-B).",
        ],
        learn: "With a queue of a quarter of a BDP NewReno leaves the link idle after each halving, while H-TCP and \
                CUBIC keep it busy. So on the larger paths H-TCP and NewReno change places: now the call waits less \
                beside NewReno. CUBIC stays last.",
        choices: CHOICES,
        notes: &[
            "A quarter of 2000 bytes is less than a packet. Counted in bytes, the queue still admits one packet, \
             because only what is already queued is compared with the limit. Counted in packets, the limit would be \
             0.",
            "With a factor of 0.8 Linux's H-TCP grows by 0.4 packets per round trip in its slow mode, FreeBSD's by \
             at least 1. This is why the two differ with a quarter of a BDP.",
            "At 1 Mbit/s and 16 ms the phase between call and TCP decides whose packets are dropped, so the call's \
             losses there are no result.",
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: ALL,
    figure,
    claims: CLAIMS,
    view: "path,queue,delay",
};

/// Sizes of the queue, in BDP.
pub const QUEUES: [f64; 2] = [1.0, 0.25];

/// The mean over the repetitions.
pub fn number(results: &Results, link: &str, bdp: f64, sender: &str, name: &str) -> Option<f64> {
    rows(results, link, bdp, sender).of(name).mean()
}

fn figure(results: &Results) -> Figure {
    let paths: Vec<(Link, f64)> = QUEUES.iter().flat_map(|bdp| LINKS.map(|link| (link, *bdp))).collect();
    let table = |title: &str, name: &'static str, digits: usize| {
        let line = |(link, bdp): &(Link, f64)| {
            let bytes = bdp * link.bdp_bytes();
            let values =
                five().map(|sender| Entry::Number(number(results, link.name, *bdp, sender.name, name), digits));
            let head = [
                Entry::text(link.title()),
                Entry::Number(Some(bytes), 0),
                Entry::Number(Some(link.delay_ms(bytes)), 0),
            ];
            head.into_iter().chain(values).collect::<Vec<Entry>>()
        };
        let mut heads = vec!["Path", "limit, bytes", "full queue, ms"];
        heads.extend(five().map(|sender| sender.title));
        Panel::table(title, &heads, paths.iter().map(line).collect())
    };
    Figure::new(vec![
        table("Utilisation of the link", "departed_share", 3),
        table("Median of x", "x_p50", 3),
        table("Mean epoch, s", "epoch_s", 2),
        table("Maximum of x", "x_most", 3),
        table("Voice packets lost per epoch", "call_drops_per_epoch", 2),
    ])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "voip.table2.queue_ms",
        "Maximum of x with NewReno on Linux, on each path whose queue holds 10⁴ bytes or more.",
        "Derived: the queue fills, and the packet in transmission can come on top. Small queues hold whole packets \
         only.",
        |results| {
            let paths = QUEUES.iter().flat_map(|bdp| LINKS.map(|link| (link, *bdp, bdp * link.bdp_bytes())));
            let one = |(link, bdp, bytes): (Link, f64, f64)| {
                let largest = rows(results, link.name, bdp, "nr_linux").of("x_most");
                let band = Band::within(0.90, 1.0 + 1700.0 / bytes);
                let value = largest.mean();
                Measured::new(format!("{}, {bdp} BDP", link.name), value, band)
            };
            paths.filter(|path| path.2 >= 1e4).map(one).collect()
        },
    ),
    Claim::new(
        "voip.table2.rate",
        "Utilisation with a queue of one BDP, on each link with a BDP of 10⁵ bytes or more, the minimum of all \
         senders.",
        "Derived: a factor of at least 0.5 leaves one of two BDPs in flight.",
        |results| {
            let one = |link: &Link| {
                let all = five().map(|sender| rows(results, link.name, 1.0, sender.name).of("departed_share").least());
                Measured::new(link.name, least(all), Band::at_least(0.985))
            };
            LINKS.iter().filter(|link| link.bdp_bytes() >= 1e5).map(one).collect()
        },
    ),
    Claim::new(
        "voip.table2.quarter",
        "Utilisation with a quarter of a BDP, 10 Mbit/s and 80 ms.",
        "Derived: NewReno restarts at 0.625 BDP; it sends 0.586 units in a time of 0.656. H-TCP and CUBIC keep 0.8 \
         of 1.25 BDP, which is one BDP.",
        |results| {
            let one =
                |of, sender, band| Measured::new(of, number(results, "10/80", 0.25, sender, "departed_share"), band);
            vec![
                one("NewReno, FreeBSD", "nr_fbsd", Band::within(0.86, 0.92)),
                one("H-TCP, FreeBSD", "htcp_fbsd", Band::at_least(0.985)),
                one("CUBIC", "cubic_linux", Band::at_least(0.985)),
            ]
        },
    ),
    Claim::new(
        "voip.table2.htcp_beta",
        "cwnd after recovery, divided by cwnd before the loss, with FreeBSD's H-TCP at 10 Mbit/s and 80 ms.",
        "The report says minimum RTT divided by maximum RTT, within 0.5 and 0.8 (section II-B).",
        |results| {
            let one = |of, bdp, band| Measured::new(of, number(results, "10/80", bdp, "htcp_fbsd", "kept"), band);
            vec![one("1 BDP", 1.0, Band::within(0.48, 0.56)), one("1/4 BDP", 0.25, Band::within(0.74, 0.81))]
        },
    ),
];

/// Largest less smallest of values of which none may be missing.
pub fn spread(values: &[Option<f64>]) -> Option<f64> {
    Some(most(values.iter().copied())? - least(values.iter().copied())?)
}

/// All values of the senders of a path.
pub fn of_five(results: &Results, link: &str, bdp: f64, name: &str) -> Values {
    Values(five().flat_map(|sender| rows(results, link, bdp, sender.name).of(name).0).collect())
}
