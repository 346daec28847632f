//! VoIP report, section VII, figure 12: median of the delay that each algorithm adds, on the links of figures 9 to 11.

use super::bed::{Link, Sender, rows};
use super::cdf::drawn;
use super::runs::{LINK_10_80, LINK_100_16, LINK_100_80, LINK_100_160};
use super::{CHOICES, PAPER};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, difference, least, ratio};

/// Figure 12.
pub static EXPERIMENT: Experiment = Experiment {
    id: "voip_fig12",
    paper: &PAPER,
    label: "Figure 12",
    title: "Median queueing delay with a queue of one BDP",
    words: Words {
        summary: "With a queue of one BDP the call waits longest beside CUBIC and shortest beside H-TCP, on each of \
                  these four links.",
        caption: "Median of the queueing delay of the voice packets, with a queue of one BDP; the runs of figures 9 \
                  to 11. Short lines: NewReno in closed form, 0.581 of a full queue's delay.",
        states: &[
            "At each BDP H-TCP has the lowest median and CUBIC the highest (section VII).",
            "CUBIC causes the highest average delay, H-TCP the lowest (abstract, section VIII).",
        ],
        learn: "The shape of growth decides, not its speed. CUBIC starts from a queue more than half full and stays \
                near the limit; NewReno rises evenly; H-TCP refills the queue soonest, yet its queue is short for \
                most of that time.",
        choices: CHOICES,
        notes: &[
            "Propagation delay is left out, since the figure shows the delay that TCP causes. With it the order is \
             the same.",
            "With a queue of a quarter of a BDP the order is another one: H-TCP keeps 0.8 of its window there, while \
             after each halving NewReno leaves the queue empty for a while. Table II has those paths; this is our \
             own finding.",
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&LINK_100_16, &LINK_10_80, &LINK_100_80, &LINK_100_160],
    figure,
    claims: CLAIMS,
    view: "path,queue,delay",
};

/// The links of figures 9, 10 (both readings) and 11.
const LINKS: [&str; 4] = ["100/16", "10/80", "100/80", "100/160"];

/// A quantile or the mean of the induced delay, in ms: x times the delay of a full queue.
fn induced_ms(results: &Results, link: &str, sender: &str, name: &str) -> Option<f64> {
    Some(rows(results, link, 1.0, sender).of(name).mean()? * Link::of(link).rtt_ms)
}

fn median_ms(results: &Results, link: &str, sender: &str) -> Option<f64> {
    induced_ms(results, link, sender, "x_p50")
}

fn figure(results: &Results) -> Figure {
    let width = 0.8 / drawn().len() as f64;
    let titles = LINKS.map(|link| Link::of(link).title());
    let mut plot = Plot::new(Axis::of("", titles), Axis::new("Median queueing delay", "ms"));
    for (place, sender) in drawn().iter().enumerate() {
        let bars = LINKS.iter().enumerate().filter_map(|(at, link)| {
            let from = at as f64 - 0.4 + width * place as f64;
            Some([from, from + width, median_ms(results, link, sender.name)?])
        });
        plot = plot.with(Series::new(sender.title, sender.ink, Marks::Bars(bars.collect())));
    }
    let closed = LINKS.iter().enumerate().map(|(at, link)| [at as f64, 0.581 * Link::of(link).rtt_ms]);
    let plot = plot.with(Series::new("NewReno in closed form", 7, Marks::Dots(closed.collect())).stated());
    let mut heads = vec!["Sender"];
    heads.extend(LINKS);
    let line = |sender: Sender, name: &str| -> Vec<Entry> {
        let values = LINKS.map(|link| Entry::Number(induced_ms(results, link, sender.name, name), 1));
        [Entry::text(sender.title)].into_iter().chain(values).collect()
    };
    let table =
        |title: &str, name: &str| Panel::table(title, &heads, drawn().map(|sender| line(sender, name)).to_vec());
    Figure::new(vec![
        Panel::plot("", plot),
        table("Median, ms (Mbit/s / ms)", "x_p50"),
        table("Mean, ms (Mbit/s / ms)", "x_mean"),
    ])
}

/// By how much the first is below the least of the others, on each link, in ms.
fn below(results: &Results, sender: &str, others: &[&str], name: &str) -> Vec<Measured> {
    let one = |link: &str| {
        let least = least(others.iter().map(|other| induced_ms(results, link, other, name)));
        Measured::new(link, difference(least, induced_ms(results, link, sender, name)), Band::above(0.0))
    };
    LINKS.map(one).to_vec()
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "voip.fig12.htcp_lowest",
        "How many ms the median with FreeBSD's H-TCP is below those with NewReno and CUBIC, on each link: the \
         minimum.",
        "The report says that H-TCP has the lowest median and CUBIC the highest (section VII).",
        |results| below(results, "htcp_fbsd", &["nr_fbsd", "nr_linux", "cubic_linux"], "x_p50"),
    ),
    Claim::new(
        "voip.fig12.cubic_highest",
        "How many ms the median with CUBIC is above every other, on each link: the minimum.",
        "The report says that H-TCP has the lowest median and CUBIC the highest (section VII).",
        |results| {
            let others = drawn().map(|sender| sender.name).into_iter().filter(|name| *name != "cubic_linux");
            let others: Vec<&str> = others.collect();
            let one = |link: &str| {
                let most = crate::results::most(others.iter().map(|other| median_ms(results, link, other)));
                Measured::new(link, difference(median_ms(results, link, "cubic_linux"), most), Band::above(0.0))
            };
            LINKS.map(one).to_vec()
        },
    ),
    Claim::new(
        "voip.fig12.htcp_linux_lower",
        "How many ms the median with Linux's H-TCP, with the bug, is below that with Linux's NewReno, on each link.",
        "The report says H-TCP without exception (section VII); the bug brings it near NewReno.",
        |results| below(results, "htcp_linux_fault", &["nr_linux"], "x_p50"),
    ),
    Claim::new(
        "voip.fig12.mean_order",
        "Means rise from FreeBSD's H-TCP to Linux's NewReno to CUBIC, on each link: the smaller step, in ms.",
        "The report gives this order (abstract, section VIII). Derived means: 0.38, 0.556 and 0.81 of a full queue.",
        |results| {
            let one = |link: &str| {
                let mean = |sender| induced_ms(results, link, sender, "x_mean");
                Measured::increasing(link, &[mean("htcp_fbsd"), mean("nr_linux"), mean("cubic_linux")])
            };
            LINKS.map(one).to_vec()
        },
    ),
    Claim::new(
        "voip.fig12.newreno_ms",
        "Median with Linux's NewReno at 10 Mbit/s and 80 ms, in ms.",
        "Derived: 0.581 × 80 = 46.5. Tolerance: 0.035 × 80.",
        |results| vec![Measured::new("", median_ms(results, "10/80", "nr_linux"), Band::within(44.0, 49.5))],
    ),
    Claim::new(
        "voip.fig12.cubic_over_htcp",
        "Median with CUBIC, divided by that with FreeBSD's H-TCP, on each link.",
        "Derived: between 0.90/0.35 = 2.6 and 0.80/0.22 = 3.7.",
        |results| {
            let one = |link: &str| {
                let value = ratio(median_ms(results, link, "cubic_linux"), median_ms(results, link, "htcp_fbsd"));
                Measured::new(link, value, Band::within(2.2, 4.5))
            };
            LINKS.map(one).to_vec()
        },
    ),
    Claim::new(
        "voip.fig12.scales",
        "Median with Linux's NewReno at 100 Mbit/s and 160 ms, divided by that at 10 Mbit/s and 80 ms.",
        "Derived: the delays of the full queues have the ratio 2.",
        |results| {
            let value = ratio(median_ms(results, "100/160", "nr_linux"), median_ms(results, "10/80", "nr_linux"));
            vec![Measured::new("", value, Band::within(1.9, 2.1))]
        },
    ),
];
