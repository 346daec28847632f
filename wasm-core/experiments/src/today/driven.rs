//! NewReno that ignores the losses which a discriminator calls random, by each discriminator, alone and beside a plain NewReno; and CDG in
//! its place. Not here: how often each discriminator is right (`discriminators`), the rules themselves (the engine).

use super::shares::{self, NAMES};
use super::{CHOICES, FROM_S, called, drop_tail, flow, group, link, spread};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::Entry;
use crate::figure::{Axis, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows, difference, least, ratio};
use crate::row::{Row, Value};
use crate::run::Run;
use crate::sweep::{Cell, Sweep, set};
use sawtooth_scenario::{Json, object};

const RATE_BPS: f64 = 20e6;
/// Bandwidth-delay product, in packets.
const LIMIT_PACKETS: f64 = 67.0;
/// Transmission of a packet, in ms.
const PACKET_MS: f64 = 0.6;
/// End of the drawing's axis: the best driver has five times the goodput of plain NewReno.
const MOST: f64 = 6.0;

/// Drivers: none is plain NewReno, and CDG is an algorithm of its own.
const PLAIN: &str = "none";
const CDG: &str = "cdg";
/// Rules of the sender, then those of the receiver.
const RULES: [&str; 10] =
    ["vegas_rate", "ntg", "ndg", "veno_backlog", "cdg_queue", "biaz", "mbiaz", "spike", "zigzag", "zbs"];

const NONE: &str = "none";
const BEFORE: &str = "before_queue";
const AFTER: &str = "after_queue";
const LOSSES: [(&str, &str); 3] =
    [(NONE, "No random loss"), (BEFORE, "1 % before the queue"), (AFTER, "1 % after the queue")];
const LOSS: f64 = 0.01;

const ALONE: &str = "alone";
const BESIDE: &str = "beside";

/// Driven NewReno.
pub static EXPERIMENT: Experiment = Experiment {
    id: "today_driven",
    paper: &group(
        "S. Cen, P. C. Cosman, G. M. Voelker, End-to-end differentiation of congestion and wireless losses, ToN 11(5), 2003; D. A. Hayes, \
         G. Armitage, Revisiting TCP Congestion Control using Delay Gradients, IFIP Networking 2011",
    ),
    label: "Driven senders",
    title: "NewReno driven by loss discriminators",
    words: Words {
        summary: "At 1 % random loss before the queue, NewReno alone has {plain} Mbit/s of 20, and {spike} where spike chooses the losses that \
                  it ignores. Without random loss a plain NewReno beside that flow keeps {spike_rival} % of what it has beside its like.",
        caption: "One flow of NewReno, plain or driven by a rule, or of CDG; alone, or beside a plain NewReno. 20 Mbit/s and 40 ms with a queue \
                  of 67 packets, 1 BDP. 120 s, measured from 20 s. Drawn, at 1 % random loss: goodput alone over that of plain NewReno, and what \
                  the rival has over what it has beside its like; medians of ten runs, bars the 20th to 80th percentile. Dashed: the rival \
                  loses nothing. veno_backlog, mbiaz and zbs are drawn when chosen under Series.",
        states: &[
            "Differentiation of losses lets a sender keep its rate at random losses, at the risk of ignoring congestion (Cen et al. 2003).",
            "CDG ignores losses without a full queue and keeps the queue short by its delay backoffs (Hayes and Armitage 2011).",
            "A packet lost before the queue leaves no hole between arrivals, so biaz and mbiaz call it congestion (derived).",
        ],
        learn: "A false \u{201c}congestion\u{201d} costs the flow itself, a false \u{201c}random\u{201d} costs the others. Both have a price in goodput here. The rule \
                decides only what a loss means; unlike CDG, a driven NewReno has no other way to notice a full queue.",
        choices: CHOICES,
        notes: &[
            "A loss in slow start, a timeout and an ECN mark are congestion for every rule, as in CDG.",
            "Rules of the receiver report their latest label with every ACK. No TCP has such an option.",
            "A receiver that delays its ACKs sees every packet all the same.",
        ],
        numbers: &[
            Number::new("plain", 1, |results| goodput(results, PLAIN, ALONE, BEFORE)).mbit(),
            Number::new("spike", 1, |results| goodput(results, "spike", ALONE, BEFORE)).mbit(),
            Number::new("spike_rival", 0, |results| left(results, "spike", NONE)).percent(),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,goodput,queue",
};

/// By driver, rival and place of the losses.
pub static SWEEP: Sweep =
    Sweep { id: "today_driven", cells, repetitions: 10, quick: 1, names: &[NAMES, &["ignored_share"]], measure };

/// All drivers, in the order of tables.
fn drivers() -> impl Iterator<Item = &'static str> {
    [PLAIN].into_iter().chain(RULES).chain([CDG])
}

fn named(driver: &'static str) -> &'static str {
    match driver {
        PLAIN => called("newreno"),
        CDG => called("cdg"),
        rule => rule,
    }
}

fn document(driver: &'static str, sharing: &str, loss: &str) -> Json {
    let kind = if driver == CDG { "cdg" } else { "newreno" };
    let mut first = flow("driven", kind, 40.0, 0.0);
    if RULES.contains(&driver) {
        first.set("algorithm", object! { "kind" => kind, "discriminator" => driver });
    }
    let mut flows = vec![first];
    if sharing == BESIDE {
        flows.push(flow("plain", "newreno", 40.0, 0.0));
    }
    let title =
        if driver == PLAIN || driver == CDG { named(driver).to_owned() } else { format!("NewReno by {driver}") };
    let mut document = link(&format!("{title}, {sharing}"), 120.0, RATE_BPS, drop_tail(LIMIT_PACKETS), flows);
    if loss != NONE {
        set(&mut document, "bottleneck.loss.model", "bernoulli");
        set(&mut document, "bottleneck.loss.probability", LOSS);
        set(&mut document, "bottleneck.loss.position", loss);
    }
    document
}

fn cells() -> Vec<Cell> {
    let one = |driver: &'static str, sharing: &'static str, loss: &'static str| {
        Cell::new(point!(driver: driver, sharing: sharing, loss: loss), document(driver, sharing, loss)).moment(FROM_S)
    };
    let cases = [(ALONE, BEFORE), (ALONE, AFTER), (BESIDE, NONE), (BESIDE, BEFORE), (BESIDE, AFTER)];
    cases.iter().flat_map(|&(sharing, loss)| drivers().map(move |driver| one(driver, sharing, loss))).collect()
}

fn measure(run: &Run) -> Row {
    let judges = run.cell.at.word("driver") != PLAIN;
    let ignored = judges.then(|| shares::judged_random(run, 1, FROM_S)).flatten();
    let mut row = shares::measure(run, 1, FROM_S);
    row.put("ignored_share", Value::Number(ignored));
    row
}

fn rows<'a>(results: &Results<'a>, driver: &str, sharing: &str, loss: &str) -> Rows<'a> {
    results.at(&point!(driver: driver, sharing: sharing, loss: loss))
}

/// Median goodput of the driven flow, in bit/s.
fn goodput(results: &Results, driver: &str, sharing: &str, loss: &str) -> Option<f64> {
    rows(results, driver, sharing, loss).of("first_bps").median()
}

/// The same over plain NewReno's, alone.
fn gain(results: &Results, driver: &str, loss: &str) -> Option<f64> {
    ratio(goodput(results, driver, ALONE, loss), goodput(results, PLAIN, ALONE, loss))
}

/// The rival's goodput over what it has beside its like.
fn left(results: &Results, driver: &str, loss: &str) -> Option<f64> {
    let rival = |driver: &str| rows(results, driver, BESIDE, loss).of("others_bps").median();
    ratio(rival(driver), rival(PLAIN))
}

/// Share of its losses that the first flow ignores.
fn ignored(results: &Results, driver: &str, sharing: &str, loss: &str) -> Option<f64> {
    rows(results, driver, sharing, loss).of("ignored_share").median()
}

/// Goodput of both flows together, in bit/s.
fn both(results: &Results, driver: &str) -> Option<f64> {
    let rows = rows(results, driver, BESIDE, BEFORE);
    Some(rows.of("first_bps").median()? + rows.of("others_bps").median()?)
}

/// Loss of the rival, as a share of its goodput beside its like.
fn harm(results: &Results, driver: &str) -> Option<f64> {
    left(results, driver, BEFORE).map(|left| 1.0 - left)
}

/// Mean queue alone, in ms.
fn queue_ms(results: &Results, driver: &str, loss: &str) -> Option<f64> {
    rows(results, driver, ALONE, loss).of("queue_packets").median().map(|packets| packets * PACKET_MS)
}

/// Ink, and whether it is drawn from the start: of rules that share an ink, the first.
fn drawn(driver: &str) -> (u8, bool) {
    match driver {
        "vegas_rate" => (0, true),
        "ntg" => (1, true),
        "ndg" => (2, true),
        "biaz" => (3, true),
        "spike" => (4, true),
        "zigzag" => (5, true),
        "cdg_queue" => (6, true),
        "veno_backlog" => (0, false),
        "mbiaz" => (3, false),
        "zbs" => (5, false),
        _ => (7, true),
    }
}

fn panel(results: &Results, (loss, title): (&str, &str)) -> Panel {
    let unchanged = Series::new("nothing lost", 7, Marks::Line(vec![[0.0, 1.0], [MOST, 1.0]])).stated();
    let x = Axis::new("Goodput alone over plain NewReno's", "").range(0.0, MOST);
    let mut plot =
        Plot::new(x, Axis::new("Rival's goodput over that beside its like", "").range(0.0, 1.5)).with(unchanged);
    let beside = rows(results, PLAIN, BESIDE, loss).of("others_bps").median();
    for driver in RULES.into_iter().chain([CDG]) {
        let bar = rows(results, driver, BESIDE, loss).of("others_bps").bar();
        let point = gain(results, driver, loss).zip(bar).zip(beside);
        let point = point.map(|((x, [low, middle, high]), beside)| [x, low / beside, middle / beside, high / beside]);
        let (ink, shown) = drawn(driver);
        let series = Series::new(named(driver), ink, Marks::Medians(point.into_iter().collect()));
        plot = plot.with(if shown { series } else { series.hidden() });
    }
    Panel::plot(title, plot)
}

/// In whole percent; no -0.
fn percent(share: Option<f64>) -> Entry {
    Entry::Number(share.map(|share| (share * 100.0).round() + 0.0), 0)
}

/// Alone: goodput and queue. A row for each driver.
fn alone(results: &Results, (loss, title): (&str, &str)) -> Panel {
    let line = |driver: &'static str| {
        let rows = rows(results, driver, ALONE, loss);
        let mut line = vec![Entry::text(named(driver))];
        line.extend(spread(&rows, "first_bps", 1e-6, 2));
        line.push(Entry::Number(gain(results, driver, loss), 2));
        line.extend(spread(&rows, "queue_packets", PACKET_MS, 2));
        line.push(percent(ignored(results, driver, ALONE, loss)));
        line
    };
    let heads = ["Driver", "Goodput (Mbit/s)", "runs", "over plain", "Mean queue (ms)", "runs", "Losses ignored (%)"];
    Panel::table(format!("Alone, {}", title.to_lowercase()), &heads, drivers().map(line).collect())
}

/// Beside a plain NewReno: goodput of both, harm and queue.
fn beside(results: &Results, (loss, title): (&str, &str)) -> Panel {
    let line = |driver: &'static str| {
        let rows = rows(results, driver, BESIDE, loss);
        let mut line = vec![Entry::text(named(driver))];
        line.extend(spread(&rows, "first_bps", 1e-6, 2));
        line.extend(spread(&rows, "others_bps", 1e-6, 2));
        line.push(percent(left(results, driver, loss).map(|left| 1.0 - left)));
        line.push(Entry::Number(rows.of("queue_packets").median().map(|packets| packets * PACKET_MS), 2));
        line.push(percent(ignored(results, driver, BESIDE, loss)));
        line
    };
    let heads = [
        "Driver",
        "Goodput (Mbit/s)",
        "runs",
        "Rival (Mbit/s)",
        "runs",
        "Harm (%)",
        "Mean queue (ms)",
        "Losses ignored (%)",
    ];
    Panel::table(format!("Beside NewReno, {}", title.to_lowercase()), &heads, drivers().map(line).collect())
}

fn figure(results: &Results) -> Figure {
    let [_, before, after] = LOSSES;
    let mut panels = vec![panel(results, before), panel(results, after)];
    panels.extend([before, after].map(|loss| alone(results, loss)));
    panels.extend(LOSSES.map(|loss| beside(results, loss)));
    Figure::new(panels).columns(2)
}

/// One value for each rule.
fn each(rules: &[&'static str], band: Band, of: impl Fn(&str) -> Option<f64>) -> Vec<Measured> {
    rules.iter().map(|rule| Measured::new(*rule, of(rule), band)).collect()
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "today.driven.alone",
        "Alone at 1 % loss after the queue: goodput of NewReno driven by each rule, over that of plain NewReno.",
        "A sender that ignores random losses keeps its rate (Cen et al. 2003). 1.5 for that is ours.",
        |results| each(&RULES, Band::at_least(1.5), |rule| gain(results, rule, AFTER)),
    )
    .ours()
    .account(Account {
        says: "A sender that ignores random losses keeps its rate (Cen et al. 2003).",
        measured: "ndg has {ndg} times the goodput of plain NewReno, zigzag {zigzag}. The least of the others is {others}.",
        tried: "We counted the losses that each ignores.",
        table: &[
            &["", "ndg", "zigzag", "spike"],
            &["losses ignored (%)", "{ndg_ignored}", "{zigzag_ignored}", "{spike_ignored}"],
        ],
        explanation: "ndg asks whether the RTT rose with the window. We think that on an empty queue its sign is that of the hosts' random \
                      delays, as good as a coin. zigzag calls a lone loss random only if the delay is below its mean by more than \
                      its mean deviation. Delays that vary at random about their mean are rarely that low.",
        numbers: &[
            Number::own("ndg", 2, 2),
            Number::own("zigzag", 2, 8),
            Number::new("others", 2, |results| {
                least(RULES.iter().filter(|rule| !["ndg", "zigzag"].contains(rule)).map(|rule| gain(results, rule, AFTER)))
            }),
            Number::new("ndg_ignored", 0, |results| ignored(results, "ndg", ALONE, AFTER)).percent(),
            Number::new("zigzag_ignored", 0, |results| ignored(results, "zigzag", ALONE, AFTER)).percent(),
            Number::new("spike_ignored", 0, |results| ignored(results, "spike", ALONE, AFTER)).percent(),
        ],
    }),
    Claim::new(
        "today.driven.biaz_before",
        "The same at 1 % loss before the queue, of biaz and mbiaz.",
        "A packet lost before the queue leaves no hole between arrivals while packets queue, so the two call it congestion (derived). A \
         tenth either way is ours.",
        |results| each(&["biaz", "mbiaz"], Band::about(1.0, 0.1), |rule| gain(results, rule, BEFORE)),
    )
    .ours()
    .account(Account {
        says: "A packet lost before the queue leaves no hole between arrivals while packets queue (derived).",
        measured: "biaz has {biaz} times the goodput of plain NewReno, mbiaz {mbiaz}.",
        tried: "We counted the losses that each ignores, and looked at the queue.",
        table: &[
            &["", "biaz", "mbiaz"],
            &["losses ignored (%)", "{biaz_ignored}", "{mbiaz_ignored}"],
            &["mean queue (ms)", "{biaz_queue}", "{mbiaz_queue}"],
        ],
        explanation: "At this loss the link is idle most of the time, and hardly a packet queues. We think that packets then arrive in the \
                      rhythm in which they were sent, and that a hole now and then happens to be as long as a lost packet's transmission.",
        numbers: &[
            Number::own("biaz", 2, 0),
            Number::own("mbiaz", 2, 1),
            Number::new("biaz_ignored", 0, |results| ignored(results, "biaz", ALONE, BEFORE)).percent(),
            Number::new("mbiaz_ignored", 0, |results| ignored(results, "mbiaz", ALONE, BEFORE)).percent(),
            Number::new("biaz_queue", 2, |results| queue_ms(results, "biaz", BEFORE)),
            Number::new("mbiaz_queue", 2, |results| queue_ms(results, "mbiaz", BEFORE)),
        ],
    }),
    Claim::new(
        "today.driven.no_harm",
        "Without random loss: goodput of a plain NewReno beside each driven one, over that beside its like.",
        "Each such loss is congestion, and a rule that is right about it changes nothing (derived). A tenth is ours.",
        |results| each(&RULES, Band::at_least(0.9), |rule| left(results, rule, NONE)),
    )
    .ours()
    .account(Account {
        says: "A rule that is right about congestion changes nothing (derived).",
        measured: "Beside cdg_queue the rival keeps {cdg_queue} % of its goodput, beside ntg {ntg} % and beside ndg {ndg} %.",
        tried: "We counted the losses that each ignores; the queue dropped all of them.",
        table: &[
            &["", "cdg_queue", "ntg", "ndg", "spike"],
            &["losses ignored (%)", "{cdg_queue_ignored}", "{ntg_ignored}", "{ndg_ignored}", "{spike_ignored}"],
        ],
        explanation: "These three judge by changes of the RTT, not by its height. Between two losses the queue of two flows stays nearly full, \
                      so we think that the sign of a change says little there. CDG is wrong in the same way, but it backs off by delay as \
                      well: beside it the rival has {cdg} % of its goodput.",
        numbers: &[
            Number::own("cdg_queue", 0, 4).percent(),
            Number::own("ntg", 0, 1).percent(),
            Number::own("ndg", 0, 2).percent(),
            Number::new("cdg_queue_ignored", 0, |results| ignored(results, "cdg_queue", BESIDE, NONE)).percent(),
            Number::new("ntg_ignored", 0, |results| ignored(results, "ntg", BESIDE, NONE)).percent(),
            Number::new("ndg_ignored", 0, |results| ignored(results, "ndg", BESIDE, NONE)).percent(),
            Number::new("spike_ignored", 0, |results| ignored(results, "spike", BESIDE, NONE)).percent(),
            Number::new("cdg", 0, |results| left(results, CDG, NONE)).percent(),
        ],
    }),
    Claim::new(
        "today.driven.cdg_milder",
        "Goodput of a plain NewReno beside CDG less that beside a NewReno driven by cdg_queue, over that beside its like: without random \
         loss and with 1 %.",
        "CDG has the same state of the queue, and its delay backoffs besides (Hayes and Armitage 2011).",
        |results| {
            let milder = |loss: &str| difference(left(results, CDG, loss), left(results, "cdg_queue", loss));
            LOSSES.iter().map(|(loss, title)| Measured::new(title.to_lowercase(), milder(loss), Band::above(0.0))).collect()
        },
    ),
    Claim::new(
        "today.driven.cdg_queue",
        "Alone at 1 % loss: mean queue of NewReno driven by cdg_queue less that of CDG, in ms.",
        "Without CDG's delay backoffs nothing keeps the queue short (derived).",
        |results| {
            let longer = |loss: &str| difference(queue_ms(results, "cdg_queue", loss), queue_ms(results, CDG, loss));
            [BEFORE, AFTER].iter().map(|loss| Measured::new(loss.replace('_', " the "), longer(loss), Band::above(0.0))).collect()
        },
    ),
    Claim::new(
        "today.driven.trade",
        "At 1 % loss before the queue: the smallest harm to the rival of all rules that at least double the goodput alone.",
        "A flow that ignores random losses ignores the queue's as well, and the rival pays (derived). A twentieth for that is ours.",
        |results| {
            let doubling = RULES.iter().filter(|rule| gain(results, rule, BEFORE).is_some_and(|gain| gain >= 2.0));
            vec![Measured::new("", least(doubling.map(|rule| harm(results, rule))), Band::at_least(0.05))]
        },
    )
    .ours()
    .account(Account {
        says: "A flow that ignores random losses ignores the queue's as well, and the rival pays (derived).",
        measured: "The smallest harm of a rule that doubles the goodput is {own} %.",
        tried: "We looked at what both flows have together.",
        table: &[
            &["", "zbs", "vegas_rate", "spike"],
            &["goodput of both (Mbit/s)", "{zbs_both}", "{vegas_both}", "{spike_both}"],
            &["harm (%)", "{zbs_harm}", "{vegas_harm}", "{spike_harm}"],
        ],
        explanation: "The rival's own random losses leave it a sixth of the link, so there is room for what the other flow gains. Beside most \
                      rules the two do not fill the link. Where they do, beside spike, the rival pays, as is shown by the table.",
        numbers: &[
            Number::own("own", 1, 0).percent(),
            Number::new("zbs_both", 1, |results| both(results, "zbs")).mbit(),
            Number::new("vegas_both", 1, |results| both(results, "vegas_rate")).mbit(),
            Number::new("spike_both", 1, |results| both(results, "spike")).mbit(),
            Number::new("zbs_harm", 1, |results| harm(results, "zbs")).percent(),
            Number::new("vegas_harm", 1, |results| harm(results, "vegas_rate")).percent(),
            Number::new("spike_harm", 1, |results| harm(results, "spike")).percent(),
        ],
    }),
];
