//! VoIP report, section IV-A, figure 1: the topology of the test-bed, checked by the call alone, the bulk flow alone, and
//! both.

use super::bed::{MAIN, document};
use super::{CHOICES, PAPER};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Entry, Figure, Panel};
use crate::results::{Results, Values};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_measures::summary::Summary;
use sawtooth_scenario::Json;

/// Figure 1.
pub static EXPERIMENT: Experiment = Experiment {
    id: "voip_fig1",
    paper: &PAPER,
    label: "Figure 1",
    title: "Topology of the test-bed",
    words: Words {
        summary: "A bulk TCP flow and a voice call share one queue: TCP fills it, and the call waits in it.",
        caption: "The parts of the report's drawing and what represents them here. Below: what a run of 180 s at 10 \
                  Mbit/s and 80 ms counts with the call alone, with TCP alone and with both. The drawing itself is \
                  the laboratory's picture of the path.",
        states: &[
            "Hosts A and C exchange a TCP flow. Host B sends a call to the sink D: a packet of 200 bytes every 20 ms \
             (section IV-A).",
            "The router has two pipes in each direction: the first has the rate and the queue, the second the delay. \
             All traffic is mirrored to a capture card with timestamps of microseconds (section IV-A).",
        ],
        learn: "The call alone has the same delay for every packet. With TCP beside it, the delay of a voice packet \
                is that of the queue it finds.",
        choices: CHOICES,
        notes: &[
            "The access links of 1 Gbit/s are left out, because they never hold anything back (table I). ACKs never \
             queue, so the reverse path is only a delay.",
            "One-way delay is counted from the arrival at the bottleneck, where the report's first tap is.",
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,queue,delay",
};

/// The call alone, the bulk flow alone, both.
pub static SWEEP: Sweep = Sweep { id: "voip_fig1", cells, repetitions: 2, quick: 1, names: &[NAMES], measure };

/// The runs, as coordinates and for readers.
const USERS: [(&str, &str); 3] = [("call", "the call alone"), ("tcp", "NewReno alone"), ("both", "both")];

fn cells() -> Vec<Cell> {
    let one = |users: &str| {
        let sender = (users != "call").then_some("nr_fbsd");
        Cell::new(point!(users: users), document(MAIN, 1.0, sender, users != "tcp", 180.0)).moment(60.0)
    };
    USERS.map(|(users, _)| one(users)).to_vec()
}

/// Measures of a run, in order.
const NAMES: &[&str] =
    &["owd_least_ms", "owd_most_ms", "sent", "lost", "rtt_least_ms", "utilisation", "dropped", "ledger"];

fn measure(run: &Run) -> Row {
    let mut summary = Summary::new(&run.scenario);
    let simulation = run.listen(&mut summary);
    let summary = summary.finish(&simulation);
    let at = |path: &[&str]| {
        let mut place = Some(&summary);
        for part in path {
            place = place.and_then(|json| match json {
                Json::Array(list) => list.first(),
                _ => Some(json),
            });
            place = place.and_then(|json| json.get(part));
        }
        place.and_then(Json::number)
    };
    let bottleneck = |name| at(&["bottleneck", name]);
    let ledger = [
        ("arrived", 1.0),
        ("dropped_queue", -1.0),
        ("dropped_random", -1.0),
        ("departed", -1.0),
        ("queued_at_end", -1.0),
    ]
    .map(|(name, sign)| bottleneck(name).map(|count| sign * count));
    Row::new()
        .number("owd_least_ms", at(&["cross_traffic", "one_way_delay_ms", "min"]))
        .number("owd_most_ms", at(&["cross_traffic", "one_way_delay_ms", "max"]))
        .number("sent", at(&["cross_traffic", "sent"]))
        .number("lost", at(&["cross_traffic", "lost"]))
        .number("rtt_least_ms", at(&["flows", "rtt_ms", "min"]))
        .number("utilisation", bottleneck("utilisation"))
        .number("dropped", bottleneck("dropped_queue"))
        .number("ledger", ledger.into_iter().sum::<Option<f64>>())
}

fn values(results: &Results, users: &str, name: &str) -> Values {
    results.at(&point!(users: users)).of(name)
}

fn figure(results: &Results) -> Figure {
    let parts = [
        ("hosts A and C", "the flow `tcp` with the options of its TCP stack"),
        ("host B", "the cross traffic `voip`: 200 bytes every 20 ms"),
        ("sink D", "the receiver at the end of the path; it sends nothing back"),
        ("first pipe of the router", "the bottleneck: rate, and drop tail in bytes"),
        ("second pipe", "half of the base RTT after the link, half on the reverse path"),
        ("pipes of the reverse path", "left out: an ACK takes 32 µs there and never queues"),
        ("capture card and its taps", "exact one-way delay of each packet"),
    ];
    let parts = parts.map(|(report, ours)| vec![Entry::text(report), Entry::text(ours)]);
    let counts = USERS.map(|(users, title)| {
        let value = |name, digits| Entry::Number(values(results, users, name).mean(), digits);
        vec![
            Entry::text(title),
            value("sent", 0),
            value("lost", 0),
            value("owd_least_ms", 3),
            value("owd_most_ms", 3),
            value("rtt_least_ms", 3),
            value("dropped", 0),
            value("utilisation", 4),
        ]
    });
    let heads = [
        "Users",
        "call: sent",
        "call: lost",
        "minimum delay, ms",
        "maximum delay, ms",
        "TCP's minimum RTT, ms",
        "dropped",
        "utilisation",
    ];
    Figure::new(vec![
        Panel::table("The report's parts in the laboratory", &["In the report", "Here"], parts.to_vec()),
        Panel::table("10 Mbit/s, 80 ms, 100000 bytes, 180 s", &heads, counts.to_vec()),
    ])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "voip.fig1.owd_idle",
        "One-way delay of the call alone, in ms.",
        "Derived: propagation takes 40 ms, and 200 bytes at 10 Mbit/s take 0.16 ms.",
        |results| {
            let one = |of, value| Measured::new(of, value, Band::within(40.14, 40.18));
            vec![
                one("minimum", values(results, "call", "owd_least_ms").least()),
                one("maximum", values(results, "call", "owd_most_ms").most()),
            ]
        },
    ),
    Claim::new(
        "voip.fig1.voip_rate",
        "Packets that the call alone sends in 180 s, the minimum and the maximum of all runs.",
        "The report says one packet every 20 ms (section IV-A).",
        |results| {
            let sent = values(results, "call", "sent");
            let one = |of, value| Measured::new(of, value, Band::within(9000.0, 9001.0));
            vec![one("minimum", sent.least()), one("maximum", sent.most())]
        },
    ),
    Claim::new(
        "voip.fig1.voip_loss_idle",
        "Packets that the call alone loses.",
        "Derived: the call alone never \
                                                                                  fills the queue.",
        |results| vec![Measured::new("", values(results, "call", "lost").most(), Band::exactly(0.0))],
    ),
    Claim::new(
        "voip.fig1.base_rtt",
        "Minimum RTT of TCP alone, in ms.",
        "Derived: propagation takes 80 ms, the data packet 1.2 ms, the ACK 0.03 ms. Access links add up to 0.1 ms.",
        |results| vec![Measured::new("", values(results, "tcp", "rtt_least_ms").least(), Band::within(81.2, 81.4))],
    ),
    Claim::new(
        "voip.fig1.owd_ceiling",
        "Maximum one-way delay of the call beside TCP, in ms.",
        "Derived: 40.16 ms, plus 100000 bytes at 10 Mbit/s, plus up to 1.2 ms for the packet in transmission.",
        |results| vec![Measured::new("", values(results, "both", "owd_most_ms").most(), Band::within(118.5, 121.5))],
    ),
    Claim::new(
        "voip.fig1.ledger",
        "Packets that arrived, minus those dropped, those that departed and those queued at the end.",
        "Derived: no packet is lost from the counts of a run's summary.",
        |results| {
            let ledger = values(results, "both", "ledger");
            vec![
                Measured::new("minimum", ledger.least(), Band::exactly(0.0)),
                Measured::new("maximum", ledger.most(), Band::exactly(0.0)),
            ]
        },
    ),
];
