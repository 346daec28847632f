//! CDG paper, section 4.4, figure 9: two flows with the same algorithm and base RTTs of 40 and 70 ms, in either order.

use super::watch::{Follow, Levels, Marks, Watch};
use super::{CAPACITY_BPS, CHOICES, HOSTS, Host, PAPER, RATE_BPS, bars_of_bins, cdg, flow, kind, test_bed, with};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Choice, Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Panel, Plot, Series, ink};
use crate::results::{Results, Rows, difference, least, mean, most, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Setting, Sweep};
use sawtooth_engine::cc::DELAY_BACKOFF;
use sawtooth_engine::math;
use sawtooth_engine::observe::{Interests, Observer, QueueLevel, Signal, Source, signals};
use sawtooth_engine::units::Time;
use sawtooth_measures::measures::goodput;
use sawtooth_measures::measures::tally::{Grid, Tally};
use sawtooth_scenario::Json;
use std::ptr;

const END_S: f64 = 80.0;
const BIN_S: f64 = 10.0;
/// When the first and the second flow run.
const SPANS_S: [(f64, f64); 2] = [(0.0, 60.0), (20.0, 80.0)];
/// Both have settled: the second half of their time together.
const SETTLED_S: (f64, f64) = (40.0, 60.0);
/// The paper's panels.
const PANELS: [(&str, &str, &str); 4] = [
    ("newreno", "short first", "NewReno, 40 ms first"),
    ("newreno", "long first", "NewReno, 70 ms first"),
    ("cdg", "short first", "CDG, 40 ms first"),
    ("cdg", "long first", "CDG, 70 ms first"),
];
const ORDERS: [&str; 2] = ["short first", "long first"];
/// The same, as a reader has them.
const ORDER_LABELS: [&str; 2] = ["40 ms first", "70 ms first"];
/// Variants of CDG that explanations compare with the evaluated one.
const VARIANTS: [&str; 5] = ["cdg_exact", "cdg_unsmoothed", "cdg_g_6", "cdg_g_10", "cdg_freebsd"];
/// Claims on medians look at as many runs as the paper has; the claim on their spread looks at more.
const RUNS: u32 = 10;
const MANY_RUNS: u32 = 30;
const JITTER_MS: f64 = 0.1;
/// One packet on the link, in ms.
const PACKET_MS: f64 = 1.2;

/// Choices where this figure is open.
const OPEN: &[Choice] = &[
    CHOICES[0],
    CHOICES[1],
    CHOICES[2],
    CHOICES[3],
    CHOICES[4],
    Choice {
        what: "What disturbed the phases in the test-bed",
        chosen: "a random delay of up to 0.1 ms for each data packet; for comparison also none",
        why: "Hosts and dummynet have ticks and interrupts. Without any such disturbance, the phase decides which NewReno flow \
              gets more.",
    },
    CHOICES[6],
];

/// Figure 9.
pub static EXPERIMENT: Experiment = Experiment {
    id: "cdg_fig9",
    paper: &PAPER,
    label: "Figure 9",
    title: "Two flows with base RTTs of 40 and 70 ms",
    words: Words {
        summary: "The flow with the longer RTT gets the smaller share, with NewReno and with CDG. CDG settles sooner.",
        caption: "Goodput of two flows with the same algorithm and base RTTs of 40 and 70 ms, in bins of 10 s drawn at their \
                  middles. Marks are medians, bars the 20th to 80th percentile; there is no random loss. Small panels: without \
                  the random send delay of 0.1 ms, in which phase effects show, and other recovery engines. Below: the 70 ms \
                  flow's share of both flows' goodput.",
        states: &[
            "In both orders and with both algorithms the 70 ms flow ends with roughly 30 % (section 4.4).",
            "The main difference is how soon the shares settle: CDG is faster (section 4.4).",
            "Phase effects change NewReno's result and widen its bars. CDG suffers less from them, since it backs off at \
             random (section 4.4).",
        ],
        learn: "Both algorithms favour the shorter RTT: the 70 ms flow settles at {newreno} with NewReno and at {cdg} with CDG \
                (40 ms flow first). CDG settles sooner, within one point of the plot. Its backoffs turn out not to be \
                independent of the RTT here: the 70 ms flow makes only {backoffs} for each one of the 40 ms flow.",
        choices: OPEN,
        notes: &[
            "If rates were proportional to 1/RTT², the 70 ms flow would have 24.6 % with an empty queue and 39.4 % with a queue of 85 ms. Equal windows \
             over a queue of 30 ms would give 41 %.",
            "The claim about the width of the bars uses thirty runs; all others use ten.",
        ],
        numbers: &[
            Number::new("newreno", 2, |results| settled(results, "newreno", ORDERS[0])),
            Number::new("cdg", 2, |results| settled(results, "cdg", ORDERS[0])),
            Number::new("backoffs", 2, |results| backoffs(results, "cdg", 0)),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,rtt,goodput",
};

/// Two flows by algorithm, order, noise and engine.
pub static SWEEP: Sweep = Sweep { id: "cdg_fig9", cells, repetitions: MANY_RUNS, quick: 2, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for (name, order, _) in PANELS {
        cells.push(cell(name, order, JITTER_MS, HOSTS[0]));
        let silent = cell(name, order, 0.0, HOSTS[0]).stated(&[Setting::SendJitter]);
        cells.push(if name == "newreno" { silent.quoted() } else { silent.beside() });
        cells.extend(HOSTS[1..].iter().map(|host| {
            let cell = cell(name, order, JITTER_MS, *host).repetitions(RUNS);
            if name == "newreno" { cell.quoted() } else { cell.beside() }
        }));
    }
    for order in ORDERS {
        cells.extend(VARIANTS.map(|name| cell(name, order, JITTER_MS, HOSTS[0]).quoted().repetitions(RUNS)));
    }
    cells
}

fn algorithm(name: &str) -> Json {
    match name {
        "cdg_exact" => with(cdg(), "rtt_tick_ms", 0.0),
        "cdg_unsmoothed" => with(cdg(), "smoothing", 1.0),
        "cdg_g_6" => with(cdg(), "g_ms", 6.0),
        "cdg_g_10" => with(cdg(), "g_ms", 10.0),
        "cdg_freebsd" => with(cdg(), "variant", "freebsd"),
        "cdg" => cdg(),
        name => kind(name),
    }
}

fn cell(name: &str, order: &str, jitter_ms: f64, host: Host) -> Cell {
    let rtts_ms = if order == ORDERS[0] { [40.0, 70.0] } else { [70.0, 40.0] };
    let flows = SPANS_S.iter().zip(rtts_ms).map(|((from, until), base_rtt_ms)| {
        let mut flow = flow(&format!("{name}-{base_rtt_ms}"), algorithm(name), *from, *until, host);
        flow.set("base_rtt_ms", base_rtt_ms);
        flow.set("send_jitter_ms", jitter_ms);
        flow
    });
    let at = point!(algorithm: name, order: order, jitter_ms: jitter_ms, recovery: host.recovery);
    let title = format!("Two {name} flows with base RTTs of 40 and 70 ms: CDG paper, figure 9");
    Cell::new(at, test_bed(&title, END_S, 0.0, flows.collect())).moment(30.0)
}

/// Counts delay backoffs of both flows while they are settled.
#[derive(Default)]
struct Backoffs([u32; 2]);

impl Observer for Backoffs {
    const INTERESTS: Interests = Interests::OTHERS;
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, _: f64) {
        if let Source::Flow(flow) = source
            && ptr::eq(signal, &DELAY_BACKOFF)
            && (SETTLED_S.0..SETTLED_S.1).contains(&at.seconds())
        {
            self.0[flow as usize] += 1;
        }
    }
}

/// The queue while both flows are settled: its mean, and which flows lose a packet whenever it overflows.
#[derive(Default)]
struct Queue {
    packets: f64,
    since_s: f64,
    /// Packets times seconds.
    area: f64,
    last_drop_s: f64,
    /// Which flows each overflow met.
    overflows: Vec<[bool; 2]>,
}

/// Drops that lie further apart than this belong to two overflows.
const APART_S: f64 = 0.5;

impl Queue {
    fn until(&mut self, at_s: f64) {
        let [from_s, until_s] = [self.since_s, at_s].map(|at_s| math::clamp(at_s, SETTLED_S.0, SETTLED_S.1));
        self.area += self.packets * (until_s - from_s);
        self.since_s = at_s;
    }
    fn mean_ms(mut self) -> f64 {
        self.until(END_S);
        self.area / (SETTLED_S.1 - SETTLED_S.0) * PACKET_MS
    }
    fn met(&self, wanted: impl Fn(&[bool; 2]) -> bool) -> f64 {
        self.overflows.iter().filter(|flows| wanted(flows)).count() as f64
    }
}

impl Observer for Queue {
    const INTERESTS: Interests = Interests::these(&[&signals::QUEUE_PACKETS, &signals::DROP_QUEUE]);
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, _: f64) {
        let (Source::Flow(flow), at_s) = (source, at.seconds()) else { return };
        if ptr::eq(signal, &signals::DROP_QUEUE) && (SETTLED_S.0..SETTLED_S.1).contains(&at_s) {
            if self.overflows.is_empty() || at_s - self.last_drop_s > APART_S {
                self.overflows.push([false; 2]);
            }
            if let Some(last) = self.overflows.last_mut() {
                last[flow as usize] = true;
            }
            self.last_drop_s = at_s;
        }
    }
    fn queue(&mut self, at: Time, level: &QueueLevel) {
        self.until(at.seconds());
        self.packets = level.packets as f64;
    }
}

/// Sum and number of the gradients of a flow's draws while both flows are settled.
#[derive(Default)]
struct Gradients(f64, f64);

impl Follow for Gradients {
    fn instant(&mut self, at_s: f64, _: &Levels, _: &Levels, marks: &Marks, _: bool) {
        if let Some(draw) = marks.draw
            && (SETTLED_S.0..SETTLED_S.1).contains(&at_s)
        {
            self.0 += draw.gradient_ms;
            self.1 += 1.0;
        }
    }
}

/// Measures of a run, in order.
const NAMES: &[&str] = &[
    "long_part",
    "away_at_first",
    "long_bps",
    "backoffs_long",
    "backoffs_short",
    "overflows",
    "overflows_of_one",
    "queue_ms",
    "gradient_long_ms",
    "gradient_short_ms",
    "flow1_bps",
    "flow2_bps",
];

fn measure(run: &Run) -> Row {
    let mut tally = Tally::of_each(Grid::new(0.0, END_S, BIN_S), &run.scenario);
    let (mut backoffs, mut queue) = (Backoffs::default(), Queue::default());
    let (mut first, mut second) = (Watch::new(0, Gradients::default()), Watch::new(1, Gradients::default()));
    run.listen(&mut (&mut (&mut tally, &mut backoffs), &mut (&mut queue, &mut (&mut first, &mut second))));
    let gradients = [first.finish(), second.finish()].map(|Gradients(sum, count)| ratio(Some(sum), Some(count)));
    let (long, short) = if run.cell.at.word("order") == ORDERS[0] { (1, 0) } else { (0, 1) };
    let part = |from_s: f64, until_s: f64| {
        let of = |flow| goodput::between(&tally, flow, from_s, until_s);
        ratio(Some(of(long)), Some(of(long) + of(short)))
    };
    let settled = part(SETTLED_S.0, SETTLED_S.1);
    Row::new()
        .number("long_part", settled)
        .number("away_at_first", difference(part(20.0, 30.0), settled).map(f64::abs))
        .number("long_bps", goodput::between(&tally, long, SETTLED_S.0, SETTLED_S.1))
        .number("backoffs_long", f64::from(backoffs.0[long]))
        .number("backoffs_short", f64::from(backoffs.0[short]))
        .number("overflows", queue.met(|_| true))
        .number("overflows_of_one", queue.met(|flows| flows[0] != flows[1]))
        .number("queue_ms", queue.mean_ms())
        .number("gradient_long_ms", gradients[long])
        .number("gradient_short_ms", gradients[short])
        .list("flow1_bps", goodput::per_bin(&tally, 0))
        .list("flow2_bps", goodput::per_bin(&tally, 1))
}

fn figure(results: &Results) -> Figure {
    let (mut panels, mut table) = (Vec::new(), Vec::new());
    let beside = HOSTS[1..].iter().map(|host| (JITTER_MS, *host));
    let columns: Vec<(f64, Host)> = [(JITTER_MS, HOSTS[0]), (0.0, HOSTS[0])].into_iter().chain(beside).collect();
    for (place, (jitter_ms, host)) in columns.into_iter().enumerate() {
        for (name, order, title) in PANELS {
            let point = point!(algorithm: name, order: order, jitter_ms: jitter_ms, recovery: host.recovery);
            let rows = results.all(&point);
            let row = match place {
                0 => String::new(),
                1 => "No random send delay".to_owned(),
                _ => host.title(),
            };
            let panel = Panel::cell(&row, title, plot(&rows.first(RUNS), name, order));
            let long = rows.first(RUNS).of("long_part").bar();
            table.push(vec![
                Entry::text(panel.title.as_str()),
                Entry::Number(long.map(|bar| bar[0]), 3),
                Entry::Number(long.map(|bar| bar[1]), 3),
                Entry::Number(long.map(|bar| bar[2]), 3),
                Entry::Number(ratio(rows.first(RUNS).of("long_bps").median(), Some(CAPACITY_BPS)), 3),
                Entry::Number(rows.first(RUNS).of("away_at_first").median(), 3),
            ]);
            panels.push(if place == 0 { panel } else { panel.beside() });
        }
    }
    let heads =
        ["Case", "Share of the 70 ms flow, p20", "median", "p80", "Of the capacity", "Distance from it in 20 to 30 s"];
    panels.push(Panel::table("The 70 ms flow, 40 to 60 s", &heads, table));
    Figure::new(panels).columns(2)
}

fn plot(rows: &Rows, name: &str, order: &str) -> Plot {
    let names = if order == ORDERS[0] { ["40 ms", "70 ms"] } else { ["70 ms", "40 ms"] };
    let inks = [ink(name), 6];
    let mut plot =
        Plot::new(Axis::new("Time", "s").range(0.0, END_S), Axis::new("Goodput", "Mbit/s").range(0.0, RATE_BPS / 1e6));
    for flow in 0..2 {
        // The short flow looks the same in both orders.
        let ink = if names[flow] == "40 ms" { inks[0] } else { inks[1] };
        let marks = bars_of_bins(rows, ["flow1_bps", "flow2_bps"][flow], BIN_S, SPANS_S[flow]);
        plot = plot.with(Series::new(names[flow], ink, marks));
    }
    plot.level(0.3 * CAPACITY_BPS / 1e6, "stated: 30 % for 70 ms")
}

fn rows<'a>(results: &Results<'a>, name: &str, order: &str) -> Rows<'a> {
    results.at(&point!(algorithm: name, order: order)).first(RUNS)
}

fn settled(results: &Results, name: &str, order: &str) -> Option<f64> {
    rows(results, name, order).of("long_part").median()
}

/// The settled part of the long flow, each order.
fn parts(results: &Results, name: &str, band: Band) -> Vec<Measured> {
    [0, 1].map(|order| Measured::new(ORDER_LABELS[order], settled(results, name, ORDERS[order]), band)).to_vec()
}

/// How far the long flow's part is from its settled value in the first bin, mean of both orders.
fn away(results: &Results, name: &str) -> Option<f64> {
    mean(ORDERS.map(|order| rows(results, name, order).of("away_at_first").median()))
}

/// Mean width of the second flow's bars, 20 to 60 s, both orders; over all repetitions.
fn width(results: &Results, name: &str) -> Option<f64> {
    let widths = ORDERS.iter().flat_map(|order| {
        let columns = results.at(&point!(algorithm: name, order: *order)).columns("flow2_bps");
        (2..6).map(move |bin| columns.get(bin).and_then(|values| values.bar()).map(|[low, _, high]| high - low))
    });
    mean(widths)
}

/// Runs that an explanation compares: with the noise, on a TCP stack.
fn compared<'a>(results: &Results<'a>, name: &str, order: &str, host: Host) -> Rows<'a> {
    let at = point!(algorithm: name, order: order, jitter_ms: JITTER_MS, recovery: host.recovery);
    results.all(&at).first(RUNS)
}

fn share(results: &Results, name: &str, order: usize, host: Host) -> Option<f64> {
    compared(results, name, ORDERS[order], host).of("long_part").median()
}

fn silent_share(results: &Results, order: usize) -> Option<f64> {
    let at = point!(algorithm: "newreno", order: ORDERS[order], jitter_ms: 0.0);
    results.all(&at).first(RUNS).of("long_part").median()
}

/// Delay backoffs of the 70 ms flow over those of the 40 ms flow, pooled.
fn backoffs(results: &Results, name: &str, order: usize) -> Option<f64> {
    let rows = compared(results, name, ORDERS[order], HOSTS[0]);
    ratio(rows.of("backoffs_long").sum(), rows.of("backoffs_short").sum())
}

/// A number of both orders together.
fn both(results: &Results, name: &str, number: &str) -> Option<f64> {
    mean(ORDERS.map(|order| compared(results, name, order, HOSTS[0]).of(number).mean()))
}

/// Share of the overflows that met one flow only.
fn of_one(results: &Results) -> Option<f64> {
    ratio(both(results, "newreno", "overflows_of_one"), both(results, "newreno", "overflows"))
}

/// The 70 ms flow's share where goodput goes as 1/RTT to this power, over the measured mean queue.
fn law(results: &Results, name: &str, power: i32) -> Option<f64> {
    let queue_ms = both(results, name, "queue_ms")?;
    let [short, long] = [40.0, 70.0].map(|base| 1.0 / (base + PACKET_MS + queue_ms));
    let [short, long] = if power == 2 { [short * short, long * long] } else { [short, long] };
    Some(long / (short + long))
}

/// Extremes of the NewReno shares of the other engines.
fn other_engines(results: &Results) -> [Option<f64>; 2] {
    let all = || HOSTS[1..].iter().flat_map(|host| [0, 1].map(|order| share(results, "newreno", order, *host)));
    [least(all()), most(all())]
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "cdg.fig9.newreno_share",
        "The 70 ms flow's share of the goodput of both NewReno flows, 40 to 60 s.",
        "The paper says roughly 30 % (section 4.4). Tolerance: a fifth either way.",
        |results| parts(results, "newreno", Band::within(0.24, 0.36)),
    )
    .account(Account {
        says: "The 70 ms flow ends with roughly 30 % in both orders (section 4.4).",
        measured: "The 70 ms flow has {short} of both flows' goodput when the 40 ms flow starts first. When the 70 ms flow \
                   starts first, it has {long}.",
        tried: "We changed the recovery engine, and we removed the random send delay of 0.1 ms.",
        table: &[
            &["Variant", "40 ms first", "70 ms first"],
            &["as evaluated", "{short}", "{long}"],
            &["recovery freebsd_sack", "{fbsd_short}", "{fbsd_long}"],
            &["recovery newreno", "{nr_short}", "{nr_long}"],
            &["no random send delay", "{silent_short}", "{silent_long}"],
        ],
        explanation: "The mean queueing delay of both flows is {queue} ms. With that queue, a law of 1/RTT² gives a share of \
                      {square}, if every overflow hits both flows. Here {one} % of the overflows hit only one flow, and \
                      equal windows would give {equal}. Without the random send delay, the phase of the packets decides who \
                      is hit. We think that the paper's test-bed had a shorter queue or smaller windows, for either lowers \
                      the share. The paper mentions neither.",
        numbers: &[
            Number::own("short", 2, 0),
            Number::own("long", 2, 1),
            Number::new("fbsd_short", 2, |results| share(results, "newreno", 0, HOSTS[1])),
            Number::new("fbsd_long", 2, |results| share(results, "newreno", 1, HOSTS[1])),
            Number::new("nr_short", 2, |results| share(results, "newreno", 0, HOSTS[2])),
            Number::new("nr_long", 2, |results| share(results, "newreno", 1, HOSTS[2])),
            Number::new("silent_short", 2, |results| silent_share(results, 0)),
            Number::new("silent_long", 2, |results| silent_share(results, 1)),
            Number::new("queue", 0, |results| both(results, "newreno", "queue_ms")),
            Number::new("square", 2, |results| law(results, "newreno", 2)),
            Number::new("equal", 2, |results| law(results, "newreno", 1)),
            Number::new("one", 0, of_one).percent(),
        ],
    }),
    Claim::new(
        "cdg.fig9.cdg_share",
        "The 70 ms flow's share of the goodput of both CDG flows, 40 to 60 s.",
        "The paper says roughly 30 % (section 4.4). Tolerance: a fifth either way.",
        |results| parts(results, "cdg", Band::within(0.24, 0.36)),
    )
    .account(Account {
        says: "The 70 ms flow ends with roughly 30 % in both orders (section 4.4).",
        measured: "The 70 ms flow has {short} of both flows' goodput when the 40 ms flow starts first. When the 70 ms flow \
                   starts first, it has {long}.",
        tried: "We changed one setting of CDG at a time and ran ten seeds of each.",
        table: &[
            &["CDG", "40 ms first", "70 ms first"],
            &["as evaluated", "{short}", "{long}"],
            &["exact RTTs instead of a clock tick of 1 ms", "{exact_short}", "{exact_long}"],
            &["no smoothing of the gradients", "{plain_short}", "{plain_long}"],
            &["G = 6 ms instead of 3 ms", "{g_short}", "{g_long}"],
            &["FreeBSD's variant", "{fbsd_short}", "{fbsd_long}"],
        ],
        explanation: "Both flows keep about equal windows. At the measured queueing delay of {queue} ms, equal windows give a \
                      share of {equal}, and 1/RTT² would give {square}. Each flow adds one packet per RTT, and both back off \
                      equally often per RTT (cdg.fig9.rtt_independent). We think that the paper's 30 %, which lies between \
                      the two laws, needs more backoffs per RTT of the 70 ms flow than equation 5 makes here.",
        numbers: &[
            Number::own("short", 2, 0),
            Number::own("long", 2, 1),
            Number::new("exact_short", 2, |results| share(results, "cdg_exact", 0, HOSTS[0])),
            Number::new("exact_long", 2, |results| share(results, "cdg_exact", 1, HOSTS[0])),
            Number::new("plain_short", 2, |results| share(results, "cdg_unsmoothed", 0, HOSTS[0])),
            Number::new("plain_long", 2, |results| share(results, "cdg_unsmoothed", 1, HOSTS[0])),
            Number::new("g_short", 2, |results| share(results, "cdg_g_6", 0, HOSTS[0])),
            Number::new("g_long", 2, |results| share(results, "cdg_g_6", 1, HOSTS[0])),
            Number::new("fbsd_short", 2, |results| share(results, "cdg_freebsd", 0, HOSTS[0])),
            Number::new("fbsd_long", 2, |results| share(results, "cdg_freebsd", 1, HOSTS[0])),
            Number::new("queue", 1, |results| both(results, "cdg", "queue_ms")),
            Number::new("equal", 2, |results| law(results, "cdg", 1)),
            Number::new("square", 2, |results| law(results, "cdg", 2)),
        ],
    }),
    Claim::new(
        "cdg.fig9.newreno_limits",
        "The same share for NewReno, between the two laws that bound it.",
        "The law of 1/RTT² gives 0.246 with an empty queue and 0.394 with one of 85 ms. The lower bound is 0.045 less, for \
         phase effects.",
        |results| parts(results, "newreno", Band::within(0.20, 0.40)),
    )
    .account(Account {
        says: "The paper has no such bound. We derived it from its set-up: 1/RTT² over a mean queue of 85 ms at most.",
        measured: "The 70 ms flow's share is {short} when the 40 ms flow starts first. It is {long} in the other \
                   order. Both are just above the tolerance.",
        tried: "We changed the recovery engine. The share is then between {engine_low} and {engine_high}.",
        table: &[],
        explanation: "The upper bound assumes that every overflow hits both flows. Here {one} % of them hit only one flow, as \
                      counted in these runs. We think that this moves the share from {square}, which 1/RTT² gives at the \
                      measured queue of {queue} ms, towards the {equal} of equal windows.",
        numbers: &[
            Number::own("short", 2, 0),
            Number::own("long", 2, 1),
            Number::new("engine_low", 2, |results| other_engines(results)[0]),
            Number::new("engine_high", 2, |results| other_engines(results)[1]),
            Number::new("one", 0, of_one).percent(),
            Number::new("square", 2, |results| law(results, "newreno", 2)),
            Number::new("queue", 0, |results| both(results, "newreno", "queue_ms")),
            Number::new("equal", 2, |results| law(results, "newreno", 1)),
        ],
    }),
    Claim::new(
        "cdg.fig9.cdg_limits",
        "The same share for CDG, between the two laws that bound it.",
        "Equal windows over a queue of 30 ms give 0.412. The law of 1/RTT² over an empty queue gives 0.246.",
        |results| parts(results, "cdg", Band::within(0.24, 0.41)),
    ),
    Claim::new(
        "cdg.fig9.rtt_independent",
        "Delay backoffs of the 70 ms flow divided by those of the 40 ms flow, 40 to 60 s, ten runs pooled.",
        "By equation 5, the probability of a backoff per second does not depend on the RTT. If both flows add one packet per \
         RTT over a queue of 20 ms, the ratio is 0.79 to 0.87. It would be 0.667 if the probability did not depend on the \
         gradient.",
        |results| [0, 1].map(|order| Measured::new(ORDER_LABELS[order], backoffs(results, "cdg", order), Band::within(0.72, 1.2))).to_vec(),
    )
    .account(Account {
        says: "The probability of a backoff per second does not depend on the RTT (equation 5).",
        measured: "The 70 ms flow makes {short} backoffs for each one of the other flow when the 40 ms flow starts \
                   first. In the other order it makes {long}.",
        tried: "We changed one setting of CDG at a time and ran ten seeds of each. The last columns are the mean gradients of \
                both flows, in ms per RTT, over all draws.",
        table: &[
            &["CDG", "40 ms first", "70 ms first", "gradient, 40 ms flow", "gradient, 70 ms flow"],
            &["as evaluated", "{short}", "{long}", "{grad_40}", "{grad_70}"],
            &["exact RTTs instead of a clock tick of 1 ms", "{exact_short}", "{exact_long}", "{exact_40}", "{exact_70}"],
            &["no smoothing of the gradients", "{plain_short}", "{plain_long}", "{plain_40}", "{plain_70}"],
            &["G = 10 ms instead of 3 ms", "{g_short}", "{g_long}", "{g_40}", "{g_70}"],
        ],
        explanation: "The tolerance assumes a standing queue of 20 ms, which grows more within a longer RTT. Here two \
                      flows keep only {queue} ms, and the queue is empty at times. We think that bursts of one or two \
                      packets then cause most of the gradient, and such bursts do not depend on the RTT: the two \
                      gradients are nearly equal. So both flows back off about equally often per RTT. This is \
                      supported by G = 10 ms, which keeps {g_queue} ms of queue and brings both ratios into the \
                      tolerance. The draws themselves follow equation 5, as shown by cdg.fig8a.draws_calibrated.",
        numbers: &[
            Number::own("short", 2, 0),
            Number::own("long", 2, 1),
            Number::new("grad_40", 2, |results| both(results, "cdg", "gradient_short_ms")),
            Number::new("grad_70", 2, |results| both(results, "cdg", "gradient_long_ms")),
            Number::new("exact_short", 2, |results| backoffs(results, "cdg_exact", 0)),
            Number::new("exact_long", 2, |results| backoffs(results, "cdg_exact", 1)),
            Number::new("exact_40", 2, |results| both(results, "cdg_exact", "gradient_short_ms")),
            Number::new("exact_70", 2, |results| both(results, "cdg_exact", "gradient_long_ms")),
            Number::new("plain_short", 2, |results| backoffs(results, "cdg_unsmoothed", 0)),
            Number::new("plain_long", 2, |results| backoffs(results, "cdg_unsmoothed", 1)),
            Number::new("plain_40", 2, |results| both(results, "cdg_unsmoothed", "gradient_short_ms")),
            Number::new("plain_70", 2, |results| both(results, "cdg_unsmoothed", "gradient_long_ms")),
            Number::new("g_short", 2, |results| backoffs(results, "cdg_g_10", 0)),
            Number::new("g_long", 2, |results| backoffs(results, "cdg_g_10", 1)),
            Number::new("g_40", 2, |results| both(results, "cdg_g_10", "gradient_short_ms")),
            Number::new("g_70", 2, |results| both(results, "cdg_g_10", "gradient_long_ms")),
            Number::new("queue", 1, |results| both(results, "cdg", "queue_ms")),
            Number::new("g_queue", 0, |results| both(results, "cdg_g_10", "queue_ms")),
        ],
    }),
    Claim::new(
        "cdg.fig9.order_free",
        "The 70 ms flow's share when the 40 ms flow starts first, minus its share in the other order; CDG.",
        "The paper says roughly 30 % in both cases (section 4.4). Tolerance: about two standard errors.",
        |results| {
            let less = difference(settled(results, "cdg", ORDERS[0]), settled(results, "cdg", ORDERS[1]));
            vec![Measured::new("", less, Band::within(-0.06, 0.06))]
        },
    ),
    Claim::new(
        "cdg.fig9.long_less",
        "The 70 ms flow's share is below one half in all four cases.",
        "Section 4.4.",
        |results| {
            let one = |(name, order, title)| Measured::new(title, settled(results, name, order), Band::below(0.5));
            PANELS.map(one).to_vec()
        },
    ),
    Claim::new(
        "cdg.fig9.settles_sooner",
        "Distance of the 70 ms flow's share in 20 to 30 s from its settled value, mean of both orders: NewReno's minus CDG's.",
        "The paper says that CDG settles sooner (section 4.4). The sampling error of such a mean is 0.02.",
        |results| {
            let sooner = difference(away(results, "newreno"), away(results, "cdg"));
            vec![Measured::new("", sooner, Band::above(0.02))]
        },
    ),
    Claim::new(
        "cdg.fig9.cdg_first_bin",
        "The same distance for CDG alone.",
        "CDG reaches 80 % of its share within 8 s (figure 5). The distance is then at most 0.2 of 0.4, and the sampling error \
         is 0.02.",
        |results| vec![Measured::new("", away(results, "cdg"), Band::at_most(0.10))],
    ),
    Claim::new(
        "cdg.fig9.spread",
        "Width from the 20th to the 80th percentile of the second flow's goodput, mean over 20 to 60 s and both orders, thirty runs: \
         NewReno's divided by CDG's.",
        "The paper has larger bars for NewReno (section 4.4). The result is fragile: it depends on what disturbs the phases.",
        |results| {
            let times = ratio(width(results, "newreno"), width(results, "cdg"));
            vec![Measured::new("", times, Band::above(1.0))]
        },
    ),
];
