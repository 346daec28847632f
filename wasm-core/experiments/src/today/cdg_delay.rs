//! The CDG paper's proposals for further work (section 5) on its figures 4 to 9, one switch at a time: G that shrinks with the queueing delay,
//! growth in recovery, growth that accelerates. Not here: the figures as published (`cdg`), many flows (`cdg_flows`).

use super::shares::{self, NAMES};
use super::{group, medians};
use crate::account::{Account, Number};
use crate::cdg::{CAPACITY_BPS, JUDGED, cdg, flow, kind, test_bed, with};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Choice, Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows, difference, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_scenario::Json;

const PLAIN: &str = "plain";
const TARGET_5: &str = "target_5";
const TARGET_20: &str = "target_20";
const RECOVERY: &str = "recovery";
const GROWTH: &str = "growth";
const LARGER_G: &str = "g_6";
/// Name, title, ink, field and value.
const VARIANTS: [(&str, &str, u8, &str, Value); 6] = [
    (PLAIN, "CDG as published", 1, "delay_target_ms", Value::Number(0.0)),
    (TARGET_5, "T = 5 ms", 4, "delay_target_ms", Value::Number(5.0)),
    (TARGET_20, "T = 20 ms", 2, "delay_target_ms", Value::Number(20.0)),
    (RECOVERY, "grows in recovery", 5, "grow_in_recovery", Value::Yes),
    (GROWTH, "grows faster after 5 RTTs", 6, "alpha_increase_rtts", Value::Number(5.0)),
    (LARGER_G, "G = 6 ms at any delay", 3, "g_ms", Value::Number(6.0)),
];

/// The same for an axis.
const SHORT: [&str; 6] = ["as is", "T = 5", "T = 20", "recovery", "growth", "G = 6"];

/// Settings of a variant.
#[derive(Clone, Copy)]
enum Value {
    Number(f64),
    Yes,
}

const LOSSES: [f64; 5] = [0.0, 0.005, 0.01, 0.02, 0.05];
/// Figure, flows with their base RTTs and starts, span that is measured. The measured flows come first.
const ONE: &str = "4";
const THREE: &str = "5, 6";
const THREE_LOSSY: &str = "7";
const BESIDE: &str = "8 (a)";
const BESIDE_LOSSY: &str = "8 (b)";
const SHORT_FIRST: &str = "9, 40 ms first";
const LONG_FIRST: &str = "9, 70 ms first";

const OPEN: &[Choice] = &[
    Choice {
        what: "The rule",
        chosen: "G = g_ms · T / q, where q is the smallest RTT of the round less the smallest of all; not in slow start",
        why: "The paper names a combination of gradient and queueing delay and gives none. This one has one number, T, keeps the rule that \
              nothing happens while the delay falls, and is CDG itself at q = T. Patched TIMELY multiplies gradient and delay, too (Zhu et al. 2016).",
    },
    Choice {
        what: "Rules that we tried, three seeds each",
        chosen: "not taken: the gradient plus (q - T) / a, and no backoff below T",
        why: "The sum takes more from CDG beside NewReno, and with T = 20 ms 16 flows drift apart. No backoff below T leaves the queue of eight flows as it \
              is.",
    },
    Choice {
        what: "Runs",
        chosen: "those of figures 4 to 9 on the evaluated TCP stack, to the end of the span that is measured",
        why: "Figure 4: 0 to 60 s. Figures 5 to 7: three flows, 44 to 60 s. Figure 8: the first CDG flow, 20 to 40 s beside the first NewReno \
              flow. Figure 9: the 70 ms flow, 40 to 60 s.",
    },
];

/// Switches on the paper's figures.
pub static EXPERIMENT: Experiment = Experiment {
    id: "today_cdg_delay",
    paper: &group(
        "D. A. Hayes, G. Armitage, Revisiting TCP Congestion Control using Delay Gradients, IFIP Networking 2011, section 5; R. Mittal et al., \
         TIMELY, SIGCOMM 2015; Y. Zhu, M. Ghobadi, V. Misra, J. Padhye, ECN or Delay, CoNEXT 2016",
    ),
    label: "CDG: gradient and delay",
    title: "CDG's further work on its own figures",
    words: Words {
        summary: "With G scaled by the queueing delay (T = 5 ms), CDG alone has {alone_5} % of the link instead of {alone} %, and three flows \
                  leave {three_5} ms in the queue instead of {three}. Beside NewReno it keeps {beside_5} % instead of {beside} %.",
        caption: "CDG as published, and with one switch each: G inversely proportional to the queueing delay, with targets T of 5 and 20 ms; growth \
                  in recovery; growth that rises by a packet per RTT after 5 RTTs without a backoff. Runs, TCP stack and spans are those of \
                  figures 4 to 9. Marks are medians of ten runs, bars the 20th to 80th percentile.",
        states: &[
            "The window could grow in recovery where the loss is not congestion, or grow faster; gradient and queueing delay could be combined \
             (Hayes and Armitage 2011, section 5).",
            "TIMELY goes by the gradient between two delay thresholds, and by the delay outside (Mittal et al. 2015).",
            "Only a sender that also goes by the delay has a single operating point (Zhu et al. 2016).",
        ],
        learn: "With an empty queue a rise of the RTT is no reason to back off; with a long one a small rise is. So the link idles less, and \
                with T = 5 ms several flows keep a shorter queue (with T = 20 ms a longer one). NewReno keeps the queue long whatever CDG does: \
                there the rule costs CDG a part of its share. \
                Growth in recovery changes little, faster growth pays with delay.",
        choices: OPEN,
        notes: &["The rule needs the base RTT, which CDG as published does not: a flow that starts beside a queue takes it for its path."],
        numbers: &[
            Number::new("alone", 0, |results| one(results, PLAIN, 0.0, "first_bps").map(|bps| bps / CAPACITY_BPS)).percent(),
            Number::new("alone_5", 0, |results| one(results, TARGET_5, 0.0, "first_bps").map(|bps| bps / CAPACITY_BPS)).percent(),
            Number::new("three", 1, |results| queue_ms(results, PLAIN, THREE)),
            Number::new("three_5", 1, |results| queue_ms(results, TARGET_5, THREE)),
            Number::new("beside", 0, |results| of(results, PLAIN, BESIDE, "share")).percent(),
            Number::new("beside_5", 0, |results| of(results, TARGET_5, BESIDE, "share")).percent(),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue,gradient",
};

/// By variant, figure and loss.
pub static SWEEP: Sweep = Sweep { id: "today_cdg_delay", cells, repetitions: 10, quick: 2, names: &[NAMES], measure };

fn algorithm(variant: (&str, &str, u8, &str, Value)) -> Json {
    match variant.4 {
        Value::Number(number) => with(cdg(), variant.3, number),
        Value::Yes => with(cdg(), variant.3, true),
    }
}

/// When measuring begins and the run ends, and how many flows are measured.
fn span_of(figure: &str) -> (f64, f64, usize) {
    match figure {
        ONE => (0.0, 60.0, 1),
        THREE | THREE_LOSSY => (44.0, 60.0, 3),
        BESIDE | BESIDE_LOSSY => (20.0, 40.0, 1),
        _ => (40.0, 60.0, 1),
    }
}

fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for variant in VARIANTS {
        cells.extend(LOSSES.map(|loss| cell(variant, ONE, loss)));
        for (figure, loss) in [
            (THREE, 0.0),
            (THREE_LOSSY, 0.01),
            (BESIDE, 0.0),
            (BESIDE_LOSSY, 0.01),
            (SHORT_FIRST, 0.0),
            (LONG_FIRST, 0.0),
        ] {
            cells.push(cell(variant, figure, loss));
        }
    }
    cells
}

fn cell(variant: (&'static str, &str, u8, &str, Value), figure: &'static str, loss: f64) -> Cell {
    let (from_s, end_s, _) = span_of(figure);
    let algorithm = algorithm(variant);
    let own = |name: &str, from_s: f64, rtt_ms: f64| {
        with(flow(name, algorithm.clone(), from_s, end_s, JUDGED), "base_rtt_ms", rtt_ms)
    };
    let flows = match figure {
        ONE => vec![own("cdg", 0.0, 40.0)],
        THREE | THREE_LOSSY => vec![own("cdg1", 0.0, 40.0), own("cdg2", 20.0, 40.0), own("cdg3", 40.0, 40.0)],
        BESIDE | BESIDE_LOSSY => vec![own("cdg1", 0.0, 40.0), flow("newreno1", kind("newreno"), 20.0, end_s, JUDGED)],
        SHORT_FIRST => vec![own("long", 20.0, 70.0), own("short", 0.0, 40.0)],
        _ => vec![own("long", 0.0, 70.0), own("short", 20.0, 40.0)],
    };
    let title = format!("{}: CDG paper, figure {figure}", variant.1);
    Cell::new(point!(variant: variant.0, figure: figure, loss: loss), test_bed(&title, end_s, loss, flows))
        .moment(from_s)
}

fn measure(run: &Run) -> Row {
    let (from_s, _, first) = span_of(run.cell.at.word("figure"));
    shares::measure(run, first, from_s)
}

fn rows<'a>(results: &Results<'a>, variant: &str, figure: &str) -> Rows<'a> {
    results.at(&point!(variant: variant, figure: figure))
}

fn of(results: &Results, variant: &str, figure: &str, number: &str) -> Option<f64> {
    rows(results, variant, figure).of(number).median()
}

/// Figure 4 at a loss.
fn one(results: &Results, variant: &str, loss: f64, number: &str) -> Option<f64> {
    results.at(&point!(variant: variant, figure: ONE, loss: loss)).of(number).median()
}

/// Goodput of one flow that grows in recovery, over that of one that does not.
fn regrown(results: &Results, loss: f64) -> Option<f64> {
    ratio(one(results, RECOVERY, loss, "first_bps"), one(results, PLAIN, loss, "first_bps"))
}

/// Distance of the 20th to the 80th percentile of the published CDG's goodput, over its median.
fn spread_of(results: &Results, loss: f64) -> Option<f64> {
    let [low, middle, high] = results.at(&point!(variant: PLAIN, figure: ONE, loss: loss)).of("first_bps").bar()?;
    Some((high - low) / middle)
}

/// Mean queueing delay: 1.2 ms for each packet.
fn queue_ms(results: &Results, variant: &str, figure: &str) -> Option<f64> {
    of(results, variant, figure, "queue_packets").map(|packets| packets * 1.2)
}

/// One mark for each variant.
fn by_variant(
    results: &Results,
    label: &'static str,
    figures: &[(&'static str, &'static str)],
    number: &str,
    times: f64,
    y: Axis,
) -> Panel {
    let mut plot = Plot::new(Axis::of("", SHORT), y);
    for (place, (figure, title)) in figures.iter().enumerate() {
        let points = VARIANTS.iter().enumerate().filter_map(|(place, variant)| {
            let [low, middle, high] = rows(results, variant.0, figure).of(number).bar()?;
            Some([place as f64, low * times, middle * times, high * times])
        });
        plot = plot.with(Series::new(*title, place as u8, Marks::Medians(points.collect())));
    }
    Panel::plot(label, plot)
}

fn figure(results: &Results) -> Figure {
    let mut loss = Plot::new(
        Axis::new("Probability of random loss", "").range(0.0, 0.055),
        Axis::new("Goodput", "Mbit/s").range(0.0, 10.0),
    );
    for (variant, title, ink, ..) in VARIANTS {
        let at = |loss: f64| results.at(&point!(variant: variant, figure: ONE, loss: loss));
        loss = loss.with(Series::new(title, ink, medians(LOSSES, at, "first_bps", 1e-6)));
    }
    let percent = |label: &str| Axis::new(label, "%").range(0.0, 100.0);
    let mut panels = vec![
        Panel::plot("Figure 4: one flow", loss),
        by_variant(
            results,
            "Figures 5 to 7: three flows",
            &[(THREE, "no random loss"), (THREE_LOSSY, "1 % random loss")],
            "queue_packets",
            1.2,
            Axis::new("Mean queueing delay", "ms").range(0.0, 40.0),
        ),
        by_variant(
            results,
            "Figure 8: beside one NewReno flow",
            &[(BESIDE, "(a) no random loss"), (BESIDE_LOSSY, "(b) 1 % random loss")],
            "share",
            100.0,
            percent("CDG's share of both"),
        ),
        by_variant(
            results,
            "Figure 9: 40 and 70 ms",
            &[(SHORT_FIRST, "40 ms first"), (LONG_FIRST, "70 ms first")],
            "share",
            100.0,
            percent("Share of the 70 ms flow"),
        ),
    ];
    let mut table = Vec::new();
    for (variant, title, ..) in VARIANTS {
        let rate = |bps: Option<f64>| Entry::Number(bps.map(|bps| bps / 1e6), 2);
        let percent = |share: Option<f64>| Entry::Number(share.map(|share| share * 100.0), 1);
        let mut line = vec![Entry::text(title)];
        line.extend([0.0, 0.01, 0.05].map(|loss| rate(one(results, variant, loss, "first_bps"))));
        line.push(Entry::Number(one(results, variant, 0.0, "queue_packets").map(|packets| packets * 1.2), 1));
        line.extend([THREE, THREE_LOSSY].map(|figure| Entry::Number(queue_ms(results, variant, figure), 1)));
        line.push(rate(of(results, variant, THREE, "first_bps")));
        line.extend([BESIDE, BESIDE_LOSSY].map(|figure| percent(of(results, variant, figure, "share"))));
        line.push(rate(of(results, variant, BESIDE_LOSSY, "others_bps")));
        line.extend([SHORT_FIRST, LONG_FIRST].map(|figure| percent(of(results, variant, figure, "share"))));
        table.push(line);
    }
    let heads = [
        "CDG",
        "4: no loss (Mbit/s)",
        "4: 1 %",
        "4: 5 %",
        "4: queue, no loss (ms)",
        "5, 6: queue (ms)",
        "7: queue (ms)",
        "5: goodput of all (Mbit/s)",
        "8 (a): share (%)",
        "8 (b): share (%)",
        "8 (b): NewReno (Mbit/s)",
        "9: 70 ms flow, 40 ms first (%)",
        "9: 70 ms first (%)",
    ];
    panels.push(Panel::table("Medians of ten runs", &heads, table));
    Figure::new(panels).columns(2)
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "today.cdg_delay.fills",
        "Goodput of one flow with T = 5 ms divided by that of CDG as published, without random loss and at 1 %.",
        "An empty queue is no reason to back off (the rule). At least 1.05 and 1 are ours, chosen after a look at single runs.",
        |results| {
            let over = |loss| ratio(one(results, TARGET_5, loss, "first_bps"), one(results, PLAIN, loss, "first_bps"));
            vec![
                Measured::new("no loss", over(0.0), Band::at_least(1.05)),
                Measured::new("1 % loss", over(0.01), Band::at_least(1.0)),
            ]
        },
    )
    .ours(),
    Claim::new(
        "today.cdg_delay.shorter",
        "Mean queueing delay of three flows with T = 5 ms, divided by that of CDG as published.",
        "Above T the same gradient counts for more (the rule). At most 0.8 is ours, chosen after a look at single runs.",
        |results| {
            let over = ratio(queue_ms(results, TARGET_5, THREE), queue_ms(results, PLAIN, THREE));
            vec![Measured::new("", over, Band::at_most(0.8))]
        },
    )
    .ours(),
    Claim::new(
        "today.cdg_delay.yields",
        "CDG's share beside one NewReno flow without random loss: as published less that with T = 5 ms, and less that with T = 20 ms.",
        "NewReno keeps the queue above both targets, so CDG backs off more often (the rule). That it costs anything is our expectation.",
        |results| {
            let share = |variant| of(results, variant, BESIDE, "share");
            [(TARGET_5, "T = 5 ms"), (TARGET_20, "T = 20 ms")]
                .map(|(variant, title)| Measured::new(title, difference(share(PLAIN), share(variant)), Band::above(0.0)))
                .to_vec()
        },
    )
    .ours(),
    Claim::new(
        "today.cdg_delay.spares",
        "NewReno's goodput beside CDG with T = 5 ms at 1 % random loss, divided by that beside CDG as published.",
        "The queue is short here, and CDG's gain is capacity that nobody had. At least 0.9 is ours.",
        |results| {
            let rate = |variant| of(results, variant, BESIDE_LOSSY, "others_bps");
            vec![Measured::new("", ratio(rate(TARGET_5), rate(PLAIN)), Band::at_least(0.9))]
        },
    )
    .ours(),
    Claim::new(
        "today.cdg_delay.long_share",
        "Share of the 70 ms flow, as published less that with T = 5 ms, in both orders.",
        "The flow with the longer RTT has the same queue in each of fewer rounds per second. That its share is the same within 0.1 is our expectation.",
        |results| {
            let less = |figure| difference(of(results, PLAIN, figure, "share"), of(results, TARGET_5, figure, "share"));
            [(SHORT_FIRST, "40 ms first"), (LONG_FIRST, "70 ms first")]
                .map(|(figure, title)| Measured::new(title, less(figure), Band::about(0.0, 0.1)))
                .to_vec()
        },
    )
    .ours(),
    Claim::new(
        "today.cdg_delay.recovery",
        "Goodput of one flow that grows in recovery divided by that of CDG as published, at 1 % and 5 % random loss.",
        "The paper expects a gain at higher loss rates (section 5). At least 1 is ours: no harm.",
        |results| {
            let one = |loss: f64| Measured::new(format!("{} % loss", loss * 100.0), regrown(results, loss), Band::at_least(1.0));
            [0.01, 0.05].map(one).to_vec()
        },
    )
    .ours()
    .account(Account {
        says: "The window could grow in recovery where the loss is not congestion, for higher loss rates (Hayes and Armitage 2011, section 5).",
        measured: "CDG that grows in recovery has {at_1} times the goodput of CDG as published at 1 % random loss. At 5 % it is {at_5}.",
        tried: "We ran two more loss rates, with the same ten seeds on both sides.",
        table: &[
            &["Random loss", "goodput, growing over published", "published: 20th to 80th percentile over the median"],
            &["0.5 %", "{at_05}", "{spread_05}"],
            &["1 %", "{at_1}", "{spread_1}"],
            &["2 %", "{at_2}", "{spread_2}"],
            &["5 %", "{at_5}", "{spread_5}"],
        ],
        explanation: "The differences have no trend and are about as large as the spread of ten runs, so we see neither a gain nor a loss. We \
                      think that it is because a recovery lasts a round or two and adds a packet or two, and that the next backoff takes 0.3 of the window.",
        numbers: &[
            Number::new("at_05", 3, |results| regrown(results, 0.005)),
            Number::own("at_1", 3, 0),
            Number::new("at_2", 3, |results| regrown(results, 0.02)),
            Number::own("at_5", 3, 1),
            Number::new("spread_05", 3, |results| spread_of(results, 0.005)),
            Number::new("spread_1", 3, |results| spread_of(results, 0.01)),
            Number::new("spread_2", 3, |results| spread_of(results, 0.02)),
            Number::new("spread_5", 3, |results| spread_of(results, 0.05)),
        ],
    }),
    Claim::new(
        "today.cdg_delay.growth",
        "Mean queueing delay of one flow that grows faster after 5 RTTs, divided by that of CDG as published.",
        "Faster growth is a steeper rise of the queue. That the delay rises is our expectation.",
        |results| {
            let queue = |variant| one(results, variant, 0.0, "queue_packets");
            vec![Measured::new("", ratio(queue(GROWTH), queue(PLAIN)), Band::above(1.0))]
        },
    )
    .ours(),
];
