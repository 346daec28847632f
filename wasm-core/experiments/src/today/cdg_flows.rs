//! Highly multiplexed links, which the CDG paper leaves open (section 5): 1 to 200 flows on a link that grows with them. Not here: many
//! flows on the paper's own link (`cdg/further_flows.rs`), CDG with a target delay on the paper's figures (`cdg_delay`).

use super::shares;
use super::{called, group, ink, link, medians, spread};
use crate::account::{Account, Number};
use crate::cdg::{JUDGED, cdg, flow as freebsd_flow, kind, with};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Choice, Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep, set};
use sawtooth_engine::cc::DELAY_BACKOFF;
use sawtooth_engine::cc::cdg::signals as cdg_signals;
use sawtooth_engine::formulas::jain_index;
use sawtooth_engine::observe::{Interests, Observer, Signal, Source, signals};
use sawtooth_engine::telemetry::truth::{Truth, WithTruth};
use sawtooth_engine::units::Time;
use sawtooth_measures::measures::envelope::{FULL, UNKNOWN};
use sawtooth_measures::measures::tally::{Grid, Tally};
use sawtooth_scenario::{Json, object};
use std::ptr;

/// Rate and queue of the link for each flow: the paper's for one (section 4).
const EACH_BPS: f64 = 10e6;
const EACH_PACKETS: f64 = 84.0;
const FLOWS: [u32; 5] = [1, 5, 20, 50, 200];
/// With random loss. A loss meets one flow, so the number of flows matters through the queue only.
const LOSSY: [u32; 2] = [1, 20];
/// Half CDG, half NewReno.
const HALVES: [u32; 3] = [2, 20, 200];
const LOSS: f64 = 0.01;
const END_S: f64 = 40.0;
const FROM_S: f64 = 20.0;
/// Number of flows with which single mechanisms are switched.
const SWITCHED_AT: u32 = 50;

const FREEBSD: &str = "freebsd";
const LINUX: &str = "linux";
const STACKS: [(&str, &str); 2] = [(FREEBSD, "FreeBSD"), (LINUX, "Linux")];
const SERIES: [&str; 4] = ["newreno", "cubic", "vegas", "cdg"];
const HALF: &str = "half";
/// CDG's number of averaged gradients, and its clock's tick.
const UNSMOOTHED: &str = "a_1";
const SMOOTHED: &str = "a_32";
const EXACT: &str = "tick_0";
/// Further possible causes of the noise to which CDG reacts.
const JITTERED: &str = "jitter_1";
const RTTS: &str = "rtts";
/// CDG that scales G by the queueing delay; and with all flows on the empty path at once, so that each knows its RTT.
const TARGET: &str = "cdg_delay";
const TOGETHER: &str = "cdg_delay_together";
const SWITCHED: [(&str, &str); 6] = [
    (UNSMOOTHED, "CDG, a = 1: gradients are not averaged"),
    (SMOOTHED, "CDG, a = 32"),
    (EXACT, "CDG, a clock without ticks"),
    (JITTERED, "CDG, 1 ms of send jitter"),
    (RTTS, "CDG, base RTTs from 20 to 60 ms"),
    (TOGETHER, "CDG with a target of 5 ms, started together"),
];

const OPEN: &[Choice] = &[
    Choice {
        what: "Link",
        chosen: "10 Mbit/s and 84 packets for each flow, 40 ms for all",
        why: "A flow's share is then that of the paper's one flow, whatever their number. On a link that stays the same, the smallest \
              windows fill the path: that is another figure (Further work: many flows).",
    },
    Choice {
        what: "TCP stacks",
        chosen: "FreeBSD as in the paper's figures, with CDG as in the paper; Linux with the CDG and Vegas of its kernel",
        why: "Linux ships CDG without loss tolerance, times RTTs exactly, and ends slow start by HyStart's rules.",
    },
    Choice {
        what: "Start and span",
        chosen: "starts drawn from the first 2 s; 40 s, measured from 20 s",
        why: "In figure 5 a CDG flow has 80 % of its share after 2 s, a NewReno flow after 5 s. 20 s are about 300 of CDG's RTTs and two \
              sawteeth of NewReno's; Jain's index would be higher over a longer span.",
    },
    Choice {
        what: "Vegas on FreeBSD",
        chosen: "an initial window of 4 packets, 3 for all others",
        why: "With 3 packets and delayed ACKs its window stays at 5 packets until the first loss (figure 4).",
    },
    Choice {
        what: "Repetitions",
        chosen: "seeds 1 to 10",
        why: "The same for all algorithms. A run of 200 flows has 200 samples of what a flow does, and takes as long as 200 runs of one.",
    },
];

/// Many flows.
pub static EXPERIMENT: Experiment = Experiment {
    id: "today_cdg_flows",
    paper: &group(
        "D. A. Hayes, G. Armitage, Revisiting TCP Congestion Control using Delay Gradients, IFIP Networking 2011, section 5; Y. Zhu, M. Ghobadi, \
         V. Misra, J. Padhye, ECN or Delay: Lessons Learnt from Analysis of DCQCN and TIMELY, CoNEXT 2016",
    ),
    label: "CDG: many flows",
    title: "1 to 200 CDG flows on a link that grows with them",
    words: Words {
        summary: "CDG stays free of drops with 200 flows, but its queue grows from {one} to {many} ms: among many flows, the rises of the RTT \
 that CDG reacts to no longer depend on the queue's length.",
        caption: "1 to 200 flows of one algorithm at 10 Mbit/s and 84 packets of queue for each, 40 ms, on FreeBSD as in the paper and on Linux. Marks are medians of ten runs, bars the 20th to 80th percentile. Below: goodput with 1 % random loss, half CDG and half NewReno, \
                  and single mechanisms of CDG with 50 flows.",
        states: &[
            "How CDG behaves in highly multiplexed environments is left to further work (Hayes and Armitage 2011, section 5).",
            "A sender that goes by the delay gradient alone has no single operating point: the queue can stay at any length (Zhu et al. 2016, on \
             TIMELY).",
            "CDG in the background of home networks adds only tens of milliseconds, whatever the buffer's size (G. Armitage, N. Khademi, \
             LCN 2013).",
        ],
        learn: "One flow's window beyond the BDP lengthens its RTT, so its backoffs follow the queue. Of many flows some grow while others back off: the RTT \
 rises and falls at random, at any length of the queue. A flow that backs off with probability P per round grows until 0.3 w P is what the \
 other rounds add: with 200 flows it backs off {rate_many} times per second, alone {rate_one} times. Its window is {w_many} packets instead of {w_one}. \
 Without \
 averaging (a = 1) P is larger, and 50 flows leave {raw} ms in the queue instead of {smooth} ms.",
        choices: OPEN,
        notes: &[
            "The true state is full in a round in which the queue was at its limit, empty where nobody waited, else rising or falling as the \
             mean changed. Dashed, a guess that is always the same: the most frequent true state's share of the rounds.",
            "Linux's CDG infers no state, since its loss tolerance is off by default.",
            "Vegas flows that start while others queue take part of the queue for their path: their shares differ, and the queue grows with \
             each. CDG needs no base RTT.",
        ],
        numbers: &[
            Number::new("one", 1, |results| median(results, FREEBSD, "cdg", 1, "queue_ms")),
            Number::new("many", 1, |results| median(results, FREEBSD, "cdg", 200, "queue_ms")),
            Number::new("rate_one", 2, |results| median(results, FREEBSD, "cdg", 1, "backoffs_per_s")),
            Number::new("rate_many", 2, |results| median(results, FREEBSD, "cdg", 200, "backoffs_per_s")),
            Number::new("w_one", 0, |results| median(results, FREEBSD, "cdg", 1, "cwnd_packets")),
            Number::new("w_many", 0, |results| median(results, FREEBSD, "cdg", 200, "cwnd_packets")),
            Number::new("raw", 1, |results| median(results, FREEBSD, UNSMOOTHED, SWITCHED_AT, "queue_ms")),
            Number::new("smooth", 1, |results| median(results, FREEBSD, "cdg", SWITCHED_AT, "queue_ms")),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,queue,cwnd,gradient",
};

/// Flows by TCP stack, algorithm, number and loss.
pub static SWEEP: Sweep = Sweep { id: "today_cdg_flows", cells, repetitions: 10, quick: 1, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for (stack, _) in STACKS {
        for name in SERIES {
            cells.extend(FLOWS.map(|count| cell(stack, name, count, 0.0)));
            cells.extend(LOSSY.map(|count| cell(stack, name, count, LOSS)));
        }
        cells.extend(HALVES.map(|count| cell(stack, HALF, count, 0.0)));
    }
    cells.extend(FLOWS.map(|count| cell(FREEBSD, TARGET, count, 0.0)));
    cells.extend(SWITCHED.map(|(name, _)| cell(FREEBSD, name, SWITCHED_AT, 0.0)));
    cells
}

fn cell(stack: &str, name: &str, count: u32, loss: f64) -> Cell {
    let flows = (0..count).map(|place| {
        // CDG first: `shares` has the first half as one group.
        let own = if name != HALF {
            name
        } else if place < count / 2 {
            "cdg"
        } else {
            "newreno"
        };
        let mut flow = flow(stack, own, &format!("f{}", place + 1));
        flow.set("start_jitter_s", if name == TOGETHER { 0.1 } else { 2.0 });
        if name == JITTERED {
            flow.set("send_jitter_ms", 1.0);
        }
        if name == RTTS {
            flow.set("base_rtt_ms", 20.0 + 40.0 * f64::from(place) / f64::from(count - 1));
        }
        flow
    });
    let title = format!("{count} flows of {name} at {count} times 10 Mbit/s");
    let flows = flows.collect();
    let queue = object! { "discipline" => "drop_tail", "limit_packets" => EACH_PACKETS * f64::from(count) };
    let mut document = link(&title, END_S, EACH_BPS * f64::from(count), queue, flows);
    if loss > 0.0 {
        set(&mut document, "bottleneck.loss.model", "bernoulli");
        set(&mut document, "bottleneck.loss.probability", loss);
    }
    Cell::new(point!(stack: stack, algorithm: name, flows: count, loss: loss), document).moment(FROM_S)
}

fn flow(stack: &str, name: &str, title: &str) -> Json {
    if stack == LINUX {
        let mut flow = super::flow(title, name, 40.0, 0.0);
        if name == "cdg" || name == "vegas" {
            flow.set("algorithm", with(kind(name), "variant", "linux"));
        }
        return flow;
    }
    let algorithm = match name {
        "cdg" | JITTERED | RTTS => cdg(),
        UNSMOOTHED => with(cdg(), "smoothing", 1.0),
        SMOOTHED => with(cdg(), "smoothing", 32.0),
        EXACT => with(cdg(), "rtt_tick_ms", 0.0),
        TARGET | TOGETHER => with(cdg(), "delay_target_ms", 5.0),
        name => kind(name),
    };
    let mut flow = freebsd_flow(title, algorithm, 0.0, END_S, JUDGED);
    if name == "vegas" {
        flow.set("initial_window_packets", 4.0);
    }
    flow
}

/// Measures of a run, in order: goodput of all over the capacity, the first half's share, the mean queueing delay, drops, Jain's index,
/// delay backoffs and fast recoveries of a flow per second, timeouts, the window in the middle of all rounds, rounds whose state CDG infers
/// rightly, those of the most frequent true state, and
/// those that it takes for full and that are not.
const NAMES: &[&str] = &[
    "of_capacity",
    "share",
    "queue_ms",
    "dropped_share",
    "jain",
    "backoffs_per_s",
    "recoveries_per_s",
    "timeouts",
    "cwnd_packets",
    "backoffs_per_round",
    "right",
    "most_frequent",
    "falsely_full",
];

/// Events in rounds, from a moment on.
struct Rounds {
    from: Time,
    /// Each flow's window, and the state that it infers: unknown where it infers none.
    flows: Vec<(f64, usize)>,
    backoffs: f64,
    recoveries: f64,
    timeouts: f64,
    rounds: f64,
    windows: f64,
    judged: f64,
    right: f64,
    /// Inferred to be full, and not.
    falsely_full: f64,
    /// Rounds by their true state.
    states: [f64; 5],
}

impl Observer for Rounds {
    const INTERESTS: Interests = Interests::these(&[
        &signals::ROUND,
        &signals::CWND,
        &signals::RECOVERY_START,
        &signals::TIMEOUT,
        &signals::TRUE_STATE,
    ])
    .and(Interests::OTHERS);
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        let Source::Flow(flow) = source else { return };
        let is = |known: &'static Signal| ptr::eq(signal, known);
        let (window, state) = &mut self.flows[flow as usize];
        if is(&signals::CWND) {
            *window = value;
        } else if is(&cdg_signals::QUEUE_STATE) {
            *state = value as usize;
        } else if at < self.from {
        } else if is(&signals::ROUND) {
            self.rounds += 1.0;
            self.windows += *window;
        } else if is(&DELAY_BACKOFF) {
            self.backoffs += 1.0;
        } else if is(&signals::RECOVERY_START) {
            self.recoveries += 1.0;
        } else if is(&signals::TIMEOUT) {
            self.timeouts += 1.0;
        } else if is(&signals::TRUE_STATE) && *state < UNKNOWN {
            self.judged += 1.0;
            let right = *state == value as usize;
            self.right += f64::from(u8::from(right));
            self.falsely_full += f64::from(u8::from(*state == FULL && !right));
            self.states[value as usize] += 1.0;
        }
    }
}

fn measure(run: &Run) -> Row {
    let count = run.scenario.flows.len();
    let from = Time::from_seconds(FROM_S);
    let mut rounds = Rounds {
        from,
        flows: vec![(0.0, UNKNOWN); count],
        backoffs: 0.0,
        recoveries: 0.0,
        timeouts: 0.0,
        rounds: 0.0,
        windows: 0.0,
        judged: 0.0,
        right: 0.0,
        falsely_full: 0.0,
        states: [0.0; 5],
    };
    let mut truth = Truth::new(&run.scenario);
    let mut tally = Tally::of_each(Grid::new(FROM_S, END_S, END_S - FROM_S), &run.scenario);
    let mut known = WithTruth { truth: &mut truth, listener: &mut rounds };
    let first = if run.cell.at.word("algorithm") == HALF { count / 2 } else { count };
    let shared = shares::measure_with(run, first, FROM_S, &mut (&mut known, &mut tally));
    let bytes = (0..count).map(|flow| tally.between(flow, FROM_S, END_S).delivered_bytes as f64);
    let flows = run.cell.at.number("flows");
    let capacity_bps = super::capacity_bps(EACH_BPS) * flows;
    let all = shared.get("first_bps").zip(shared.get("others_bps")).map(|(first, others)| first + others);
    let per_s = |events: f64| events / flows / (END_S - FROM_S);
    let of_judged = |rounds_of: f64| (rounds.judged > 0.0).then(|| rounds_of / rounds.judged);
    let frequent = rounds.states.iter().copied().fold(0.0, f64::max);
    Row::new()
        .number("of_capacity", ratio(all, Some(capacity_bps)))
        .number("share", shared.get("share").filter(|_| first < count))
        .number("queue_ms", shared.get("queue_packets").map(|packets| packets * 1500.0 * 8e3 / (EACH_BPS * flows)))
        .number("dropped_share", shared.get("dropped_share"))
        .number("jain", jain_index(bytes))
        .number("backoffs_per_s", per_s(rounds.backoffs))
        .number("recoveries_per_s", per_s(rounds.recoveries))
        .number("timeouts", rounds.timeouts)
        .number("cwnd_packets", rounds.windows / rounds.rounds)
        .number("backoffs_per_round", rounds.backoffs / rounds.rounds)
        .number("right", of_judged(rounds.right))
        .number("most_frequent", of_judged(frequent))
        .number("falsely_full", of_judged(rounds.falsely_full))
}

fn rows<'a>(results: &Results<'a>, stack: &str, name: &str, count: u32, loss: f64) -> Rows<'a> {
    results.at(&point!(stack: stack, algorithm: name, flows: count, loss: loss))
}

/// Without random loss.
fn median(results: &Results, stack: &str, name: &str, count: u32, number: &str) -> Option<f64> {
    rows(results, stack, name, count, 0.0).of(number).median()
}

fn title(name: &str) -> &'static str {
    match name {
        TARGET => "CDG with a target of 5 ms",
        HALF => "CDG and NewReno, half each",
        name => SWITCHED.iter().find(|switched| switched.0 == name).map_or_else(|| called(name), |switched| switched.1),
    }
}

fn flows_axis() -> Axis {
    Axis::new("Flows", "").range(0.9, 220.0).log()
}

fn line(results: &Results, stack: &str, name: &str, number: &str, times: f64) -> Marks {
    medians(FLOWS.map(f64::from), |count| rows(results, stack, name, count as u32, 0.0), number, times)
}

fn plot(results: &Results, stack: &str, number: &str, times: f64, y: Axis) -> Plot {
    let mut plot = Plot::new(flows_axis(), y);
    for name in SERIES {
        plot = plot.with(Series::new(called(name), ink(name), line(results, stack, name, number, times)));
    }
    if stack == FREEBSD {
        plot = plot.with(Series::new(title(TARGET), 6, line(results, stack, TARGET, number, times)));
    }
    plot
}

/// The balance of a CDG flow: what its backoffs take in a round over what the other rounds add.
fn balance(results: &Results, count: u32) -> Option<f64> {
    rows(results, FREEBSD, "cdg", count, 0.0)
        .each(|row| {
            let (backoffs, window) = row.get("backoffs_per_round").zip(row.get("cwnd_packets"))?;
            Some(0.3 * window * backoffs / (1.0 - backoffs))
        })
        .median()
}

fn figure(results: &Results) -> Figure {
    let mut panels = Vec::new();
    for (label, number, times, axis) in [
        ("Queue", "queue_ms", 1.0, Axis::new("Mean queueing delay", "ms").range(0.0, 105.0)),
        ("Jain's index", "jain", 1.0, Axis::new("Jain's index", "").range(0.0, 1.05)),
        ("Drops", "dropped_share", 100.0, Axis::new("Dropped by the queue", "%").range(0.0, 0.2)),
    ] {
        for (stack, name) in STACKS {
            let plot = plot(results, stack, number, times, axis.clone());
            panels.push(Panel::plot(format!("{label}, {name}"), plot).at(label, name));
        }
    }
    let mut states = Plot::new(flows_axis(), Axis::new("Of CDG's rounds", "").range(0.0, 1.0));
    for (number, title, ink) in
        [("right", "the state is inferred rightly", 1), ("most_frequent", "always the same state", 7)]
    {
        states = states.with(Series::new(title, ink, line(results, FREEBSD, "cdg", number, 1.0)));
    }
    panels.push(Panel::plot("Inferred state of the queue, FreeBSD", states));
    let mut table = Vec::new();
    for (stack, stack_title) in STACKS {
        for name in SERIES.into_iter().chain([HALF, TARGET]).chain(SWITCHED.map(|switched| switched.0)) {
            for loss in [0.0, LOSS] {
                for count in 1..=200 {
                    let rows = rows(results, stack, name, count, loss);
                    if rows.0.is_empty() {
                        continue;
                    }
                    let case = if loss > 0.0 { format!("{}, 1 % loss", title(name)) } else { title(name).to_owned() };
                    let mut line =
                        vec![Entry::text(format!("{stack_title}: {case}")), Entry::Number(Some(f64::from(count)), 0)];
                    let [middle, ends] = spread(&rows, "queue_ms", 1.0, 1);
                    line.extend([middle, ends]);
                    for (number, times, digits) in [
                        ("of_capacity", 100.0, 1),
                        ("share", 100.0, 1),
                        ("dropped_share", 100.0, 3),
                        ("jain", 1.0, 3),
                        ("backoffs_per_s", 1.0, 2),
                        ("recoveries_per_s", 1.0, 3),
                        ("cwnd_packets", 1.0, 1),
                        ("right", 100.0, 0),
                        ("most_frequent", 100.0, 0),
                        ("falsely_full", 100.0, 0),
                    ] {
                        line.push(Entry::Number(rows.of(number).median().map(|value| value * times), digits));
                    }
                    table.push(line);
                }
            }
        }
    }
    let heads = [
        "Algorithm",
        "Flows",
        "Queue: median (ms)",
        "lowest–highest",
        "Goodput, of the capacity (%)",
        "CDG's share (%)",
        "Dropped (%)",
        "Jain's index",
        "Delay backoffs per second and flow",
        "Fast recoveries per second and flow",
        "Window (packets)",
        "State right (%)",
        "Most frequent state (%)",
        "Taken for full, not full (%)",
    ];
    panels.push(Panel::table("All runs", &heads, table));
    Figure::new(panels).columns(2)
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "today.cdg_flows.queue_grows",
        "CDG's mean queueing delay with 200 flows, divided by that of one flow, on each TCP stack.",
        "With the gradient alone a queue can stay at any length (Zhu et al. 2016). The factor of 2 is ours.",
        |results| {
            let one = |(stack, title): (&'static str, &'static str)| {
                let [many, one] = [200, 1].map(|count| median(results, stack, "cdg", count, "queue_ms"));
                Measured::new(title, ratio(many, one), Band::at_least(2.0))
            };
            STACKS.map(one).to_vec()
        },
    )
    .ours(),
    Claim::new(
        "today.cdg_flows.below_newreno",
        "CDG's mean queueing delay divided by NewReno's, with each number of flows on FreeBSD.",
        "CDG's low delay is claimed for lightly multiplexed links (Hayes and Armitage 2011, section 5). Half of NewReno's as the bound is ours.",
        |results| {
            let one = |count: u32| {
                let [cdg, newreno] = ["cdg", "newreno"].map(|name| median(results, FREEBSD, name, count, "queue_ms"));
                Measured::new(format!("{count} flows"), ratio(cdg, newreno), Band::at_most(0.5))
            };
            FLOWS.map(one).to_vec()
        },
    )
    .ours(),
    Claim::new(
        "today.cdg_flows.no_drops",
        "Share of packets that the queue drops, CDG alone without random loss, with each number of flows on FreeBSD.",
        "A queue at half its length drops nothing unless flows start together. At most 0.01 % is ours.",
        |results| {
            let one = |count: u32| {
                let dropped = median(results, FREEBSD, "cdg", count, "dropped_share");
                Measured::new(format!("{count} flows"), dropped, Band::at_most(0.0001))
            };
            FLOWS.map(one).to_vec()
        },
    )
    .ours(),
    Claim::new(
        "today.cdg_flows.balance",
        "What a flow's backoffs take in a round, 0.3 times its mean window, divided by what the other rounds add, one packet each.",
        "In a steady state the two are equal (derived from equation 6). 25 % either way for the mean in place of the window at a backoff is ours.",
        |results| {
            FLOWS.map(|count| Measured::new(format!("{count} flows"), balance(results, count), Band::about(1.0, 0.25))).to_vec()
        },
    )
    .ours(),
    Claim::new(
        "today.cdg_flows.smoothing",
        "Mean queueing delay of 50 CDG flows without averaging (a = 1), divided by that with a = 8; and that with a = 8 divided by that with a = 32.",
        "The mean of a gradients is the change of the RTT over a rounds, divided by a: the larger a, the smaller (derived). The bounds are ours, chosen after a look at single runs.",
        |results| {
            let queue = |name| median(results, FREEBSD, name, SWITCHED_AT, "queue_ms");
            vec![
                Measured::new("a = 1 over a = 8", ratio(queue(UNSMOOTHED), queue("cdg")), Band::at_most(0.25)),
                Measured::new("a = 8 over a = 32", ratio(queue("cdg"), queue(SMOOTHED)), Band::at_most(0.6)),
            ]
        },
    )
    .ours(),
    Claim::new(
        "today.cdg_flows.state",
        "Rounds whose state CDG infers rightly less rounds of the most frequent true state, with one flow and with 200, on FreeBSD.",
        "That a sender knows more than a guess that is always the same is our expectation.",
        |results| {
            let one = |count: u32| {
                let [right, frequent] = ["right", "most_frequent"].map(|number| median(results, FREEBSD, "cdg", count, number));
                let more = right.zip(frequent).map(|(right, frequent)| right - frequent);
                Measured::new(format!("{count} flows"), more, Band::above(0.0))
            };
            [1, 200].map(one).to_vec()
        },
    )
    .ours()
    .account(Account {
        says: "While a queue fills or empties the minimum and the maximum RTT move together, and they separate where it is full or empty (Hayes and \
               Armitage 2011, section 3.3).",
        measured: "CDG infers the state rightly in fewer rounds than a guess that is always the same would. With one flow the difference is {one}, with \
                   200 it is {many}.",
        tried: "We counted the states with other numbers of flows and with other averages, in % of the rounds.",
        table: &[
            &["Flows", "right", "most frequent state", "taken for full, not full"],
            &["1", "{right_1}", "{most_1}", "{full_1}"],
            &["20", "{right_20}", "{most_20}", "{full_20}"],
            &["50", "{right_50}", "{most_50}", "{full_50}"],
            &["50, a = 1", "{right_raw}", "{most_raw}", "{full_raw}"],
            &["half NewReno, 20", "{right_half}", "{most_half}", "{full_half}"],
        ],
        explanation: "The average looks back over eight rounds. One flow empties the queue with each backoff, and the average still has the rise \
                      before: CDG takes an empty queue for a full one (last column). Many flows let the queue rise and fall in \
                      about as many rounds as the average covers, so we think that CDG sees the opposite half of that cycle. NewReno's rise takes \
                      a hundred rounds; there CDG is mostly right. The state matters at a loss only.",
        numbers: &[
            Number::own("one", 2, 0),
            Number::own("many", 2, 1),
            Number::new("right_1", 0, |results| median(results, FREEBSD, "cdg", 1, "right")).percent(),
            Number::new("most_1", 0, |results| median(results, FREEBSD, "cdg", 1, "most_frequent")).percent(),
            Number::new("full_1", 0, |results| median(results, FREEBSD, "cdg", 1, "falsely_full")).percent(),
            Number::new("right_20", 0, |results| median(results, FREEBSD, "cdg", 20, "right")).percent(),
            Number::new("most_20", 0, |results| median(results, FREEBSD, "cdg", 20, "most_frequent")).percent(),
            Number::new("full_20", 0, |results| median(results, FREEBSD, "cdg", 20, "falsely_full")).percent(),
            Number::new("right_50", 0, |results| median(results, FREEBSD, "cdg", 50, "right")).percent(),
            Number::new("most_50", 0, |results| median(results, FREEBSD, "cdg", 50, "most_frequent")).percent(),
            Number::new("full_50", 0, |results| median(results, FREEBSD, "cdg", 50, "falsely_full")).percent(),
            Number::new("right_raw", 0, |results| median(results, FREEBSD, UNSMOOTHED, 50, "right")).percent(),
            Number::new("most_raw", 0, |results| median(results, FREEBSD, UNSMOOTHED, 50, "most_frequent")).percent(),
            Number::new("full_raw", 0, |results| median(results, FREEBSD, UNSMOOTHED, 50, "falsely_full")).percent(),
            Number::new("right_half", 0, |results| median(results, FREEBSD, HALF, 20, "right")).percent(),
            Number::new("most_half", 0, |results| median(results, FREEBSD, HALF, 20, "most_frequent")).percent(),
            Number::new("full_half", 0, |results| median(results, FREEBSD, HALF, 20, "falsely_full")).percent(),
        ],
    }),
    Claim::new(
        "today.cdg_flows.loss",
        "CDG's goodput divided by NewReno's at 1 % random loss, with 1 and 20 flows.",
        "CDG tolerates losses without a full queue (Hayes and Armitage 2011), at any number of flows; Linux's does not by default. 1.4 and 1.2 as the \
         bounds are ours.",
        |results| {
            let over = |stack, count| {
                let goodput = |name| rows(results, stack, name, count, LOSS).of("of_capacity").median();
                ratio(goodput("cdg"), goodput("newreno"))
            };
            let mut all = LOSSY
                .map(|count| Measured::new(format!("FreeBSD, {count} flows"), over(FREEBSD, count), Band::at_least(1.4)))
                .to_vec();
            all.extend(LOSSY.map(|count| Measured::new(format!("Linux, {count} flows"), over(LINUX, count), Band::at_most(1.2))));
            all
        },
    )
    .ours(),
    Claim::new(
        "today.cdg_flows.half",
        "The CDG flows' share of all goodput, half CDG and half NewReno, with 2, 20 and 200 flows on FreeBSD.",
        "The first CDG flow keeps about 24 % beside one NewReno flow (Hayes and Armitage 2011, section 4.3). From 0.05 to 0.25 with any number is ours.",
        |results| {
            let one = |count: u32| {
                let share = median(results, FREEBSD, HALF, count, "share");
                Measured::new(format!("{count} flows"), share, Band::within(0.05, 0.25))
            };
            HALVES.map(one).to_vec()
        },
    )
    .ours(),
];
