//! CDG paper, section 4.1, figure 4: goodput of one flow against the probability of random loss, NewReno, Vegas and CDG.

use super::{CHOICES, HOSTS, Host, JUDGED, PAPER, RATE_BPS, cdg, flow, kind, test_bed, with};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Figure, Marks, Panel, Plot, Series, ink};
use crate::results::{Results, Rows, least, mean, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_engine::{formulas, math};
use sawtooth_measures::measures::{goodput, trend::Trend};
use sawtooth_scenario::Json;

/// Probabilities of random loss; the paper's axis runs from 0 to 0.05, its very points are not known.
const LOSSES: [f64; 9] = [0.0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.04, 0.05];
/// Those at which the paper's words on every rate of the plot are checked.
const HIGH: [f64; 5] = [0.01, 0.02, 0.03, 0.04, 0.05];
/// Those at which variants of Vegas are compared.
const QUOTED: [f64; 2] = [0.01, 0.02];
/// The paper's series.
const SERIES: [(&str, &str); 3] = [("newreno", "NewReno"), ("vegas", "Vegas"), ("cdg", "CDG")];

/// Figure 4.
pub static EXPERIMENT: Experiment = Experiment {
    id: "cdg_fig4",
    paper: &PAPER,
    label: "Figure 4",
    title: "Goodput against random loss",
    words: Words {
        summary: "One flow with random loss. NewReno falls with 1/√p, to {nr_1} % of the link at 1 % loss. CDG falls \
                  less: it keeps {cdg_1} %.",
        caption: "Goodput of one flow over 60 s, slow start included, at 10 Mbit/s and 40 ms. Marks are medians of ten \
                  runs, bars the 20th to 80th percentile. Dashed: 1/√p with C = √(3/2). Small panels: other TCP \
                  stacks.",
        states: &[
            "At 1 % loss one CDG flow gets 65 % of the capacity and one NewReno flow 35 %. That is 86 % more \
             (abstract, section 6).",
            "NewReno and Vegas fall markedly, along 1/√p. CDG is clearly better. It falls too, since it retransmits \
             more and does not grow during recovery (section 4.1).",
            "Compound is worse than NewReno at these loss rates. CUBIC recovers faster than NewReno (section 4.1, no \
             data).",
            "With CDG alone, the link is briefly idle at times (section 4.2).",
        ],
        learn: "NewReno treats each loss as congestion and falls with 1/√p: at 1 % loss, two thirds of the link stay \
                idle. CDG ignores losses for which it infers no full queue, and keeps {cdg_1} % of the link. Vegas \
                does not follow 1/√p here: without loss it has only {vegas_0} Mbit/s, because with delayed ACKs its \
                window hardly grows until the first loss. That depends on the initial window of 3 packets: with 2 or \
                4 packets, Vegas fills the link. At 0.1 % loss it has {vegas_01} Mbit/s.",
        choices: CHOICES,
        notes: &[
            "The formula uses whole packets of 1500 bytes and an RTT of 40 ms. Goodput counts 1460 bytes of each \
             packet, and no RTT is below 41.2 ms.",
            "The loss rates are ours. The paper shows only the axis, not the loss rates it used.",
        ],
        numbers: &[
            Number::new("nr_1", 0, |results| of_rate(results, "newreno", 0.01)).percent(),
            Number::new("cdg_1", 0, |results| of_rate(results, "cdg", 0.01)).percent(),
            Number::new("vegas_0", 1, |results| median(results, "vegas", 0.0)).mbit(),
            Number::new("vegas_01", 1, |results| median(results, "vegas", 0.001)).mbit(),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue,goodput",
};

/// One flow by algorithm, loss and TCP stack.
pub static SWEEP: Sweep = Sweep { id: "cdg_fig4", cells, repetitions: 10, quick: 2, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for (name, _) in SERIES {
        cells.extend(LOSSES.map(|loss| cell(name, loss, JUDGED)));
    }
    for name in ["cubic", "compound"] {
        cells.extend(HIGH.map(|loss| cell(name, loss, JUDGED)));
    }
    cells.extend([0.002, 0.005].map(|loss| cell("compound", loss, JUDGED).beside()));
    cells.extend(HIGH.map(|loss| cell("cubic_linux_2_6_25", loss, JUDGED).beside()));
    cells.extend(LOSSES.map(|loss| cell("cdg_intolerant", loss, JUDGED).beside()));
    for host in others() {
        for (name, _) in SERIES {
            cells.extend(LOSSES.map(|loss| {
                let quoted = name == "vegas" && host == JUDGED.plain() && QUOTED.contains(&loss);
                let cell = cell(name, loss, host);
                if quoted { cell.quoted() } else { cell.beside() }
            }));
        }
    }
    for name in ["vegas_alpha_1.5", "vegas_linux", "vegas_ns2", "vegas_paper"] {
        cells.extend(QUOTED.map(|loss| cell(name, loss, JUDGED).quoted()));
    }
    cells
}

/// The TCP stacks that are compared: other engines, each engine without delayed ACKs and byte counting.
fn others() -> impl Iterator<Item = Host> {
    HOSTS.into_iter().chain(HOSTS.map(Host::plain)).skip(1)
}

/// One flow of an algorithm of the figure.
pub fn cell(name: &str, loss: f64, host: Host) -> Cell {
    let flow = flow("tcp", algorithm(name), 0.0, 60.0, host);
    let title = format!("One flow and {} % random loss: CDG paper, figure 4", loss * 100.0);
    let at = point!(algorithm: name, loss: loss, recovery: host.recovery, acks: host.acks());
    Cell::new(at, test_bed(&title, 60.0, loss, vec![flow])).moment(20.0)
}

fn algorithm(name: &str) -> Json {
    match name {
        "cdg" => cdg(),
        "cdg_intolerant" => with(cdg(), "loss_tolerance", false),
        "cubic" => with(kind("cubic"), "variant", "rfc9438"),
        "cubic_linux_2_6_25" => with(kind("cubic"), "variant", "linux_2_6_25"),
        "vegas_alpha_1.5" => with(kind("vegas"), "alpha", 1.5),
        "vegas_linux" => with(kind("vegas"), "variant", "linux"),
        "vegas_ns2" => with(kind("vegas"), "variant", "ns2"),
        "vegas_paper" => with(kind("vegas"), "variant", "paper"),
        name => kind(name),
    }
}

/// Measures of a run, in order.
const NAMES: &[&str] = &["goodput_bps"];

fn measure(run: &Run) -> Row {
    Row::new().number("goodput_bps", goodput::of_flow(&run.silent(), 0))
}

fn figure(results: &Results) -> Figure {
    let mut main = axes();
    for (name, title) in SERIES {
        main = main.with(Series::new(title, ink(name), medians(results, name, JUDGED)));
    }
    for (name, title, colour) in [
        ("cubic", "CUBIC", ink("cubic")),
        ("compound", "Compound", ink("compound")),
        ("cubic_linux_2_6_25", "CUBIC, Linux 2.6.25", 4),
        ("cdg_intolerant", "CDG without loss tolerance", 6),
    ] {
        main = main.with(Series::new(title, colour, medians(results, name, JUDGED)).hidden());
    }
    let stated = Marks::Dots(vec![[0.01, 6.5], [0.01, 3.5]]);
    let main = main.with(law()).with(Series::new("stated: 65 % and 35 %", 7, stated).stated());
    let mut panels = vec![Panel::plot("", main)];
    for host in others() {
        let small = SERIES.iter().fold(axes(), |plot, (name, title)| {
            plot.with(Series::new(*title, ink(name), medians(results, name, host)))
        });
        let row = if host.delayed { "Every second packet acknowledged" } else { "Every packet acknowledged" };
        panels.push(Panel::plot(host.title(), small).at(row, host.engine_title()).beside());
    }
    Figure::new(panels)
}

fn axes() -> Plot {
    Plot::new(
        Axis::new("Probability of random loss", "").range(0.0, 0.05),
        Axis::new("Goodput", "Mbit/s").range(0.0, 10.0),
    )
}

/// B = (C packet / RTT) / √p in bit/s, with the paper's 1500 bytes and 40 ms (section 4.1).
fn law_bps(p: f64) -> f64 {
    formulas::bits_per_second(formulas::mathis(p, false), 1500.0, 0.040)
}

/// The law as a line, from where it comes down to the link's rate.
fn law() -> Series {
    let first = 0.00135;
    let points = (0..=60).map(|n| {
        let p = first + (0.05 - first) * f64::from(n * n) / 3600.0;
        [p, law_bps(p) / 1e6]
    });
    Series::new("1/√p", 7, Marks::Line(points.collect())).stated()
}

fn medians(results: &Results, name: &str, host: Host) -> Marks {
    let points = LOSSES.iter().filter_map(|&loss| {
        let rows = results.all(&point!(algorithm: name, loss: loss, recovery: host.recovery, acks: host.acks()));
        let [low, middle, high] = rows.of("goodput_bps").bar()?;
        Some([loss, low / 1e6, middle / 1e6, high / 1e6])
    });
    Marks::Medians(points.collect())
}

fn rows<'a>(results: &Results<'a>, name: &str, loss: f64) -> Rows<'a> {
    results.at(&point!(algorithm: name, loss: loss))
}

/// Median goodput in bit/s.
fn median(results: &Results, name: &str, loss: f64) -> Option<f64> {
    rows(results, name, loss).of("goodput_bps").median()
}

fn of_rate(results: &Results, name: &str, loss: f64) -> Option<f64> {
    ratio(median(results, name, loss), Some(RATE_BPS))
}

/// Median goodput over 1/√p.
fn of_law(results: &Results, name: &str, loss: f64, host: Host) -> Option<f64> {
    let at = point!(algorithm: name, loss: loss, recovery: host.recovery, acks: host.acks());
    ratio(results.all(&at).of("goodput_bps").median(), Some(law_bps(loss)))
}

/// Ratio of the medians of two algorithms.
fn against(results: &Results, name: &str, other: &str, loss: f64) -> Option<f64> {
    ratio(median(results, name, loss), median(results, other, loss))
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "cdg.fig4.newreno_1pct",
        "NewReno's goodput divided by the link rate, at 1 % random loss.",
        "The paper says 0.35 (section 6). Tolerance: 0.005 for rounding, 0.01 less if \"capacity\" means payload, 0.01 \
         for a median of ten, and 0.015 for the unknown TCP stack.",
        |results| vec![Measured::new("", of_rate(results, "newreno", 0.01), Band::within(0.31, 0.38))],
    ),
    Claim::new(
        "cdg.fig4.cdg_1pct",
        "CDG's goodput divided by the link rate, at 1 % random loss.",
        "The paper says 0.65 (section 6). Tolerance: 0.005 for rounding, 0.0175 less if \"capacity\" means payload, \
         0.01 for a median of ten, and 0.035 for the unknown TCP stack.",
        |results| vec![Measured::new("", of_rate(results, "cdg", 0.01), Band::within(0.58, 0.70))],
    ),
    Claim::new(
        "cdg.fig4.ratio_1pct",
        "CDG's median goodput divided by NewReno's, at 1 % random loss.",
        "The paper says 1.86. Tolerance: 0.04 for rounding, 0.04 for sampling, and 0.13 for the unknown TCP stack.",
        |results| vec![Measured::new("", against(results, "cdg", "newreno", 0.01), Band::within(1.70, 2.07))],
    ),
    Claim::new(
        "cdg.fig4.newreno_slope",
        "Slope of the logarithm of NewReno's goodput against that of the loss probability, from 0.005 to 0.02.",
        "The goodput follows 1/√p (section 4.1), a slope of -0.5. Timeouts and lost recovery rounds make the slope \
         steeper.",
        |results| vec![Measured::new("", slope(results), Band::within(-0.62, -0.46))],
    ),
    Claim::new(
        "cdg.fig4.vegas_tracks",
        "Vegas's median goodput divided by 1/√p, at losses of 0.01 and 0.02.",
        "Vegas follows 1/√p, too (section 4.1).",
        |results| {
            let one = |p| Measured::new(format!("p = {p}"), of_law(results, "vegas", p, JUDGED), Band::within(0.75, 1.10));
            [0.01, 0.02].map(one).to_vec()
        },
    )
    .account(Account {
        says: "Vegas follows 1/√p, as NewReno does (section 4.1).",
        measured: "Vegas's median goodput is below the tolerance at both loss rates. It is {at_1} of 1/√p at 1 % loss. At 2 % it is {at_2}.",
        tried: "We changed Vegas or the receiver, one thing at a time, and ran ten seeds of each.",
        table: &[
            &["Variant", "at 1 % loss", "at 2 % loss"],
            &["FreeBSD's Vegas, as evaluated", "{at_1}", "{at_2}"],
            &["the receiver ACKs every packet", "{acked_1}", "{acked_2}"],
            &["α = 1.5 instead of 1", "{alpha_1}", "{alpha_2}"],
            &["Linux's Vegas", "{linux_1}", "{linux_2}"],
            &["ns-2's Vegas", "{ns2_1}", "{ns2_2}"],
            &["the authors' Vegas, which keeps 3/4 after a loss", "{paper_1}", "{paper_2}"],
        ],
        explanation: "FreeBSD's Vegas counts Diff in whole packets and grows only while Diff is below α = 1. With \
                      delayed ACKs, one packet of an odd window waits at the receiver for the next. Such a round sends \
                      one packet less than the window, so Diff is 1 although the queue is empty, and the window stays \
                      the same until the next loss. Without loss, goodput stays at {alone} Mbit/s. This is shown by \
                      the first two changes: each removes the effect and brings both ratios into the tolerance. The \
                      goodput without loss depends on the initial window, too: with 2 or 4 packets instead of 3, Vegas \
                      fills the link. We think that the paper's Vegas module or its receivers counted the round \
                      differently.",
        numbers: &[
            Number::own("at_1", 2, 0),
            Number::own("at_2", 2, 1),
            Number::new("acked_1", 2, |results| of_law(results, "vegas", 0.01, JUDGED.plain())),
            Number::new("acked_2", 2, |results| of_law(results, "vegas", 0.02, JUDGED.plain())),
            Number::new("alpha_1", 2, |results| of_law(results, "vegas_alpha_1.5", 0.01, JUDGED)),
            Number::new("alpha_2", 2, |results| of_law(results, "vegas_alpha_1.5", 0.02, JUDGED)),
            Number::new("linux_1", 2, |results| of_law(results, "vegas_linux", 0.01, JUDGED)),
            Number::new("linux_2", 2, |results| of_law(results, "vegas_linux", 0.02, JUDGED)),
            Number::new("ns2_1", 2, |results| of_law(results, "vegas_ns2", 0.01, JUDGED)),
            Number::new("ns2_2", 2, |results| of_law(results, "vegas_ns2", 0.02, JUDGED)),
            Number::new("paper_1", 2, |results| of_law(results, "vegas_paper", 0.01, JUDGED)),
            Number::new("paper_2", 2, |results| of_law(results, "vegas_paper", 0.02, JUDGED)),
            Number::new("alone", 1, |results| median(results, "vegas", 0.0)).mbit(),
        ],
    }),
    Claim::new(
        "cdg.fig4.cdg_falls",
        "CDG's median goodput falls with each higher loss: 0, 0.005, 0.01, 0.02, 0.03, 0.04, 0.05. The value is the \
         smallest step, in bit/s.",
        "Section 4.1.",
        |results| {
            let losses = [0.0, 0.005, 0.01, 0.02, 0.03, 0.04, 0.05];
            vec![Measured::decreasing("", &losses.map(|p| median(results, "cdg", p)))]
        },
    ),
    Claim::new(
        "cdg.fig4.cdg_better",
        "CDG's median goodput divided by that of the others: the minimum over losses from 0.01 to 0.05.",
        "The paper says noticeably better at all rates (section 4.1). 1.6 is the ratio at 1 % minus its tolerance and \
         sampling.",
        |results| {
            let over = |other| least(HIGH.map(|p| against(results, "cdg", other, p)));
            let one = |of, other| Measured::new(of, over(other), Band::at_least(1.6));
            vec![one("over NewReno", "newreno"), one("over Vegas", "vegas")]
        },
    ),
    Claim::new(
        "cdg.fig4.compound_worse",
        "Compound's median goodput divided by NewReno's, at each loss from 0.01 to 0.05.",
        "The paper says worse than NewReno at these levels (section 4.1, text only).",
        |results| {
            let one =
                |p| Measured::new(format!("p = {p}"), against(results, "compound", "newreno", p), Band::below(1.0));
            HIGH.map(one).to_vec()
        },
    ),
    Claim::new(
        "cdg.fig4.cubic_recovers",
        "CUBIC's median goodput divided by NewReno's, mean over losses from 0.01 to 0.05.",
        "The paper says that such variants can recover from loss faster (section 4.1). This is the weakest reading of \
         it.",
        |results| {
            let all = HIGH.map(|p| against(results, "cubic", "newreno", p));
            vec![Measured::new("", mean(all), Band::above(1.0))]
        },
    ),
    Claim::new(
        "cdg.fig4.cdg_alone_idles",
        "CDG's median goodput divided by NewReno's, without random loss.",
        "The paper says never quite NewReno's (section 4.2). 0.745 is the mean of a triangle between 0.49 and 1 BDP.",
        |results| vec![Measured::new("", against(results, "cdg", "newreno", 0.0), Band::within(0.75, 0.98))],
    ),
];

fn slope(results: &Results) -> Option<f64> {
    let mut trend = Trend::default();
    for p in [0.005, 0.01, 0.02] {
        trend.add(math::ln(p), math::ln(median(results, "newreno", p)?));
    }
    Some(trend.line()?.slope)
}
