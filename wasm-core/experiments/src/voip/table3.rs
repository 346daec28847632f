//! VoIP report, section V, table III: the variables of the tests, and where the algorithms begin to differ.

use super::bed::{LINKS, five};
use super::runs::ALL;
use super::table2::{number, of_five, spread};
use super::{CHOICES, PAPER};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, ratio};

/// Table III.
pub static EXPERIMENT: Experiment = Experiment {
    id: "voip_table3",
    paper: &PAPER,
    label: "Table III",
    title: "Variables of the tests",
    words: Words {
        summary: "On the smallest path the windows of all senders are nearly the same, though their delays are not; \
                  on large paths both differ.",
        caption: "Median of x against the bandwidth-delay product, with a queue of one BDP; two products occur \
                  twice. x is the queueing delay of the call, divided by the delay of a full queue.",
        states: &[
            "Linux 2.6.25 and FreeBSD 7.0; NewReno, H-TCP, and CUBIC (on Linux only); seven BDPs from 2·10³ to 2·10⁶ \
             bytes (section V).",
            "At the lowest BDP the report sees no difference between the algorithms; differences begin once cwnd can \
             exceed 25 packets (section VI). In epochs shorter than one second H-TCP equals NewReno (section II-B).",
        ],
        learn: "On small paths H-TCP grows like NewReno, because its epochs last less than a second. CUBIC differs \
                on small paths, too: at any size it keeps 0.8 of its window.",
        choices: CHOICES,
        notes: &[
            "At 10 Mbit/s with 16 ms and at 1 Mbit/s with 160 ms the delay beside CUBIC already differs, since its \
             factor of 0.8 acts at any size. That the report sees no difference concerns plots of cwnd on the \
             smallest path.",
            "At 1 Mbit/s and 16 ms the phase between call and TCP decides whose packets are dropped, so the call's \
             losses there are no result.",
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: ALL,
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue",
};

/// The report's seven products, in bytes.
const BDPS: [f64; 7] = [2e3, 1e4, 2e4, 1e5, 2e5, 1e6, 2e6];
/// The smallest path.
const SMALLEST: &str = "1/16";

fn figure(results: &Results) -> Figure {
    let axes =
        Plot::new(Axis::new("Bandwidth-delay product", "bytes").log(), Axis::new("Median of x", "").range(0.0, 1.1));
    let plot = five().fold(axes, |plot, sender| {
        let dots = LINKS
            .iter()
            .filter_map(|link| Some([link.bdp_bytes(), number(results, link.name, 1.0, sender.name, "x_p50")?]));
        plot.with(Series::new(sender.title, sender.ink, Marks::Dots(dots.collect())))
    });
    let variables = [
        ("Systems", "Linux 2.6.25, FreeBSD 7.0-RELEASE", "`host` linux_2_6, freebsd (with whole_byte_growth)"),
        ("Algorithms", "NewReno, H-TCP, CUBIC (Linux only)", "newreno, htcp, cubic, each in the variant of its system"),
        ("BDPs, bytes", "2·10³, 10⁴, 2·10⁴, 10⁵, 2·10⁵, 10⁶, 2·10⁶", "nine links; two products occur twice"),
    ];
    let variables =
        variables.map(|(what, report, ours)| vec![Entry::text(what), Entry::text(report), Entry::text(ours)]);
    let windows = LINKS.iter().map(|link| {
        let values = five().map(|sender| Entry::Number(number(results, link.name, 1.0, sender.name, "w_max"), 1));
        [Entry::text(link.title())].into_iter().chain(values).collect::<Vec<Entry>>()
    });
    let mut heads = vec!["Path"];
    heads.extend(five().map(|sender| sender.title));
    Figure::new(vec![
        Panel::plot("", plot),
        Panel::table("", &["Variable", "In the report", "Here"], variables.to_vec()),
        Panel::table("Mean cwnd at congestion events, packets, a queue of one BDP", &heads, windows.collect()),
    ])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "voip.table3.bdps",
        "The products of rate and RTT of all links are exactly the seven of the report.",
        "The report lists them (section V).",
        |_| {
            let found = |bytes: &f64| LINKS.iter().any(|link| link.bdp_bytes() == *bytes);
            let known = LINKS.iter().all(|link| BDPS.contains(&link.bdp_bytes()));
            vec![Measured::yes("", Some(known && BDPS.iter().all(found)))]
        },
    ),
    Claim::new(
        "voip.table3.lowest_same",
        "Range over the five senders at 1 Mbit/s and 16 ms, of the mean cwnd at congestion events and of the median \
         queueing delay.",
        "The report sees no difference (section VI). Tolerance for the delay: half of the 12 ms that one packet \
         takes.",
        |results| {
            let all = |name, scale: f64| -> Vec<Option<f64>> {
                five().map(|s| number(results, SMALLEST, 1.0, s.name, name).map(|value| scale * value)).collect()
            };
            vec![
                Measured::new("cwnd, packets", spread(&all("w_max", 1.0)), Band::at_most(2.0)),
                Measured::new("delay, ms", spread(&all("x_p50", 16.0)), Band::at_most(6.0)),
            ]
        },
    )
    .account(Account {
        says: "At the lowest BDP there is no visible difference between the algorithms (section VI).",
        measured: "The mean windows differ by at most {cwnd} packets. The median queueing delays differ by up to \
                   {delay} ms.",
        tried: "We removed single causes and looked at the range of the medians over the five senders. Each row but \
                the first is a separate run.",
        table: &[
            &["Change", "Range of the medians"],
            &["none", "{delay} ms"],
            &["H-TCP on FreeBSD without adaptive backoff", "6.4 ms"],
            &["queue limit smaller by the packet in transmission", "9.4 ms"],
            &["send jitter of 1 ms", "10.4 ms"],
            &["send jitter of 0.1 ms", "11.8 ms"],
            &["other phases of the call", "11.5 ms"],
            &["a router's clock of 0.5 ms", "11.8 ms"],
            &["FreeBSD's own recovery, or recovery without SACK", "12.5 ms"],
        ],
        explanation: "We think that there are two causes. First, FreeBSD's H-TCP takes its factor from smoothed RTTs. \
                      The queue is never empty for long here, so the minimum RTT is nearly 0.8 of the maximum, and \
                      H-TCP keeps {kept} of its window. Without adaptive backoff the range is half as wide. Second, \
                      Linux delays ACKs and so takes longer to put one more packet into the queue. One packet takes 12 \
                      ms here, so the whole range is about one packet of queue. The report saw no difference in plots \
                      of cwnd, and here the windows hardly differ either.",
        numbers: &[
            Number::own("cwnd", 2, 0),
            Number::own("delay", 1, 1),
            Number::new("kept", 2, |r| number(r, "1/16", 1.0, "htcp_fbsd", "kept")),
        ],
    }),
    Claim::new(
        "voip.table3.lowest_cwnd",
        "Maximum of cwnd after the start-up at 1 Mbit/s and 16 ms, in packets.",
        "Derived: 4000 bytes, plus 2 to 4 packets.",
        |results| {
            let largest = of_five(results, SMALLEST, 1.0, "w_largest").most();
            vec![Measured::new("", largest, Band::at_most(8.0))]
        },
    ),
    Claim::new(
        "voip.table3.htcp_is_newreno",
        "Mean epoch of H-TCP, divided by NewReno's, on FreeBSD at 10 Mbit/s and 16 ms.",
        "The report says that H-TCP equals NewReno below one second (section II-B).",
        |results| {
            let epoch = |sender| number(results, "10/16", 1.0, sender, "epoch_s");
            vec![Measured::new("", ratio(epoch("htcp_fbsd"), epoch("nr_fbsd")), Band::within(0.85, 1.10))]
        },
    ),
    Claim::new(
        "voip.table3.above_25",
        "Mean cwnd at congestion events with a queue of one BDP, NewReno on FreeBSD: above 25 packets from a BDP of \
         2·10⁴ bytes on, and only there.",
        "The report says that differences begin above 25 packets (section VI). Derived: 26.7 packets at 2·10⁴ bytes, \
         13.3 below.",
        |results| {
            let one = |link: &super::bed::Link| {
                let band = if link.bdp_bytes() >= 2e4 { Band::above(25.0) } else { Band::at_most(25.0) };
                Measured::new(link.name, number(results, link.name, 1.0, "nr_fbsd", "w_max"), band)
            };
            LINKS.iter().map(one).collect()
        },
    ),
    Claim::new(
        "voip.table3.differ_above",
        "Range of the median of x over the five senders, 10 Mbit/s and 80 ms, a queue of one BDP.",
        "The report says that the algorithms differ (sections VI and VII).",
        |results| {
            let all: Vec<Option<f64>> = five().map(|s| number(results, "10/80", 1.0, s.name, "x_p50")).collect();
            vec![Measured::new("", spread(&all), Band::at_least(0.4))]
        },
    ),
];
