//! CDG paper, section 4, figure 3: the test-bed. The paper draws it; here its numbers are measured.

use super::{CHOICES, HOSTS, Host, PAPER, RATE_BPS, flow, kind, test_bed};
use crate::account::Number;
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Choice, Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_engine::observe::{Interests, Observer, Signal, Source, signals};
use sawtooth_engine::units::Time;
use sawtooth_measures::measures::goodput;
use sawtooth_measures::measures::tally::{Grid, Tally};
use sawtooth_measures::summary::Summary;
use sawtooth_scenario::Json;

const END_S: f64 = 60.0;
/// The drawing has the smallest and the largest RTT of each such step.
const STEP_S: f64 = 0.25;
/// Base RTT, in ms, and probability of random loss.
const CASES: [(f64, f64); 3] = [(40.0, 0.0), (70.0, 0.0), (40.0, 0.01)];
/// Base RTT, one transmission, a full queue before it, in ms (section 4; 84 packets of 1500 bytes at 10 Mbit/s).
const PARTS: [(&str, f64); 4] = [
    ("To the receiver", 20.0),
    ("Back to the sender", 20.0),
    ("Its own transmission", 1.2),
    ("84 packets before it", 100.8),
];

/// Choices where this figure is open.
const OPEN: &[Choice] = &[
    CHOICES[1],
    CHOICES[2],
    CHOICES[3],
    CHOICES[5],
    Choice { what: "Delayed ACKs", chosen: "off in this figure", why: "So that no RTT contains the receiver's timer." },
    Choice {
        what: "Whether the packet in transmission counts among the 84",
        chosen: "it does not",
        why: "This is dummynet's rule. It changes RTTs by 1.2 ms.",
    },
    Choice { what: "Reverse path", chosen: "a delay only", why: "ACKs of 40 bytes at 10 Mbit/s would add 0.03 ms." },
];

/// Figure 3.
pub static EXPERIMENT: Experiment = Experiment {
    id: "cdg_fig3",
    paper: &PAPER,
    label: "Figure 3",
    title: "The test-bed",
    words: Words {
        summary: "One bottleneck of 10 Mbit/s with a queue of 84 packets and a base RTT of 40 or 70 ms: where each \
                  millisecond of an RTT comes from.",
        caption: "One NewReno flow without random loss: minimum and maximum RTT in each quarter of a second, first \
                  run. Below: the parts of the RTT, and what ten runs of 60 s measure.",
        states: &[
            "The link has 10 Mbit/s, the base RTT is 40 or 70 ms, and the queue holds 84 packets, or about 100 ms \
             (section 4).",
            "Random loss hits data packets only; ACKs are never lost (section 4).",
            "The RTT reaches 140 ms when the queue is full (section 4.2).",
        ],
        learn: "An RTT is propagation delay, one transmission time and queueing delay. With a full queue, the queueing \
                delay is more than twice the propagation delay of 40 ms: the RTT reaches {full} ms.",
        choices: OPEN,
        notes: &[],
        numbers: &[Number::new("full", 1, |results| judged(results, 40.0, 0.0).of("rtt_max_ms").median())],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,rtt,queue",
};

/// One NewReno flow by base RTT, loss and engine.
pub static SWEEP: Sweep = Sweep { id: "cdg_fig3", cells, repetitions: 10, quick: 2, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for (place, host) in HOSTS.map(Host::plain).into_iter().enumerate() {
        for (base_rtt_ms, loss) in CASES {
            let mut flow = flow("newreno", kind("newreno"), 0.0, END_S, host);
            flow.set("base_rtt_ms", base_rtt_ms);
            let at = point!(base_rtt_ms: base_rtt_ms, loss: loss, recovery: host.recovery);
            let cell =
                Cell::new(at, test_bed("The test-bed: CDG paper, figure 3", END_S, loss, vec![flow])).moment(20.0);
            cells.push(if place == 0 { cell } else { cell.beside() });
        }
    }
    cells
}

/// Smallest and largest RTT of each step.
#[derive(Default)]
struct Extremes(Vec<[f64; 2]>);

impl Observer for Extremes {
    const INTERESTS: Interests = Interests::these(&[&signals::RTT]);
    fn signal(&mut self, at: Time, _: Source, _: &'static Signal, value: f64) {
        let step = (at.seconds() / STEP_S) as usize;
        while self.0.len() <= step {
            self.0.push([f64::INFINITY, 0.0]);
        }
        let [low, high] = &mut self.0[step];
        (*low, *high) = (low.min(value), high.max(value));
    }
}

/// Measures of a run, in order.
const NAMES: &[&str] = &[
    "rtt_min_ms",
    "rtt_max_ms",
    "epoch_s",
    "queue_max_packets",
    "goodput_bps",
    "arrived",
    "dropped_random",
    "dropped_queue",
    "low_ms",
    "high_ms",
];

fn measure(run: &Run) -> Row {
    let mut summary = Summary::new(&run.scenario);
    let mut tally = Tally::of_each(Grid::new(10.0, END_S, END_S - 10.0), &run.scenario);
    let mut extremes = Extremes::default();
    let simulation = run.listen(&mut (&mut (&mut summary, &mut tally), &mut extremes));
    let summary = summary.finish(&simulation);
    let flow = summary.get("flows").and_then(|flows| flows.elements()?.first());
    let number = |of: Option<&Json>, part: &str, name: &str| of?.get(part)?.get(name)?.number();
    let counters = simulation.bottleneck_counters();
    let row = Row::new()
        .number("rtt_min_ms", number(flow, "rtt_ms", "min"))
        .number("rtt_max_ms", number(flow, "rtt_ms", "max"))
        .number("epoch_s", number(flow, "epoch_s", "mean"))
        .number("queue_max_packets", number(summary.get("bottleneck"), "queue_packets", "max"))
        .number("goodput_bps", goodput::between(&tally, 0, 10.0, END_S))
        .number("arrived", counters.arrived as f64)
        .number("dropped_random", counters.dropped_random as f64)
        .number("dropped_queue", counters.dropped_queue as f64);
    if run.seed > 1 {
        return row;
    }
    let known = |value: f64| if value > 0.0 && value.is_finite() { value } else { f64::NAN };
    row.list("low_ms", extremes.0.iter().map(|step| known(step[0])).collect())
        .list("high_ms", extremes.0.iter().map(|step| known(step[1])).collect())
}

fn figure(results: &Results) -> Figure {
    let host = HOSTS[0];
    let time = || Axis::new("Time", "s").range(0.0, END_S);
    let mut panels: Vec<Panel> = CASES[..2]
        .iter()
        .map(|&(base_rtt_ms, loss)| {
            let row = of(results, base_rtt_ms, loss, host).one();
            let (low, high) = row.map_or((&[][..], &[][..]), |row| (row.values("low_ms"), row.values("high_ms")));
            let steps = low.iter().zip(high).enumerate().filter(|(_, (low, _))| low.is_finite());
            let ribbon = steps.map(|(step, (low, high))| [(step as f64 + 0.5) * STEP_S, *low, *high]).collect();
            let plot = Plot::new(time(), Axis::new("RTT", "ms").range(0.0, 180.0))
                .with(Series::new("minimum to maximum", 0, Marks::Ribbon(ribbon)))
                .level(base_rtt_ms, "propagation")
                .level(base_rtt_ms + 102.0, "with a full queue");
            Panel::cell("", &format!("Base RTT {base_rtt_ms} ms"), plot)
        })
        .collect();
    let parts = PARTS.map(|(part, ms)| vec![Entry::text(part), Entry::Number(Some(ms), 1)]).to_vec();
    panels.push(Panel::table("Where 142 ms come from", &["Part of the RTT", "ms"], parts));
    let heads = [
        "Case",
        "Minimum RTT (ms)",
        "Maximum RTT (ms)",
        "Maximum queue (packets)",
        "Goodput, 10 to 60 s (Mbit/s)",
        "Epoch (s)",
        "Random loss (%)",
    ];
    let mut table = Vec::new();
    for host in HOSTS.map(Host::plain) {
        for (base_rtt_ms, loss) in CASES {
            let rows = of(results, base_rtt_ms, loss, host);
            let median = |name: &str| rows.of(name).median();
            table.push(vec![
                Entry::text(format!("{base_rtt_ms} ms, loss {loss}, {}", host.recovery)),
                Entry::Number(median("rtt_min_ms"), 2),
                Entry::Number(median("rtt_max_ms"), 2),
                Entry::Number(median("queue_max_packets"), 0),
                Entry::Number(median("goodput_bps").map(|bps| bps / 1e6), 3),
                Entry::Number(median("epoch_s"), 2),
                Entry::Number(lost(&rows).map(|share| share * 100.0), 3),
            ]);
        }
    }
    panels.push(Panel::table("Measured, medians of ten runs", &heads, table));
    Figure::new(panels).columns(2)
}

fn of<'a>(results: &Results<'a>, base_rtt_ms: f64, loss: f64, host: Host) -> Rows<'a> {
    results.all(&point!(base_rtt_ms: base_rtt_ms, loss: loss, recovery: host.recovery))
}

/// Packets lost at random over packets that arrived, all runs pooled.
fn lost(rows: &Rows) -> Option<f64> {
    ratio(rows.of("dropped_random").sum(), rows.of("arrived").sum())
}

fn judged<'a>(results: &Results<'a>, base_rtt_ms: f64, loss: f64) -> Rows<'a> {
    results.at(&point!(base_rtt_ms: base_rtt_ms, loss: loss))
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "cdg.fig3.min_rtt",
        "Minimum RTT minus the base RTT, in ms.",
        "One transmission of 1500 bytes, and at most that of an ACK.",
        |results| {
            let more = |of, base_rtt_ms: f64| {
                let least = judged(results, base_rtt_ms, 0.0).of("rtt_min_ms").median();
                Measured::new(of, least.map(|least| least - base_rtt_ms), Band::within(1.2, 1.3))
            };
            vec![more("40 ms", 40.0), more("70 ms", 70.0)]
        },
    ),
    Claim::new(
        "cdg.fig3.full_queue_rtt",
        "Maximum RTT at a base RTT of 40 ms, in ms.",
        "The paper says 140 ms. The parts, 40 ms, 1.2 ms and at most 100.8 ms, add up to no more than 142 ms.",
        |results| {
            let most = judged(results, 40.0, 0.0).of("rtt_max_ms").median();
            vec![Measured::new("", most, Band::within(140.0, 142.1))]
        },
    ),
    Claim::new(
        "cdg.fig3.limit",
        "Maximum number of packets in the queue with one NewReno flow without random loss.",
        "Section 4.",
        |results| {
            let most = judged(results, 40.0, 0.0).of("queue_max_packets").median();
            vec![Measured::new("", most, Band::exactly(84.0))]
        },
    ),
    Claim::new(
        "cdg.fig3.ceiling",
        "Goodput of one NewReno flow without random loss, 10 to 60 s, in Mbit/s.",
        "Payload is 1460 of 1500 bytes at 10 Mbit/s. The queue never becomes empty, since half of 118 packets is more \
         than the path holds.",
        |results| {
            let goodput = judged(results, 40.0, 0.0).of("goodput_bps").median();
            vec![Measured::new("", goodput.map(|bps| bps / 1e6), Band::within(9.68, 9.74))]
        },
    ),
    Claim::new(
        "cdg.fig3.epoch",
        "Mean time between the congestion events of that flow, in s.",
        "From half of 118.3 packets, the window grows for 59.2 RTTs of 106.5 ms. Two RTTs pass until the loss is \
         detected and repaired. This makes 6.58 s; tolerance: 4 % either way.",
        |results| {
            let epoch = judged(results, 40.0, 0.0).of("epoch_s").median();
            vec![Measured::new("", epoch, Band::about(6.58, 0.04 * 6.58))]
        },
    ),
    Claim::new(
        "cdg.fig3.random_loss",
        "Packets lost at random divided by packets that arrived, ten runs pooled.",
        "The loss happens before the queue. Tolerance: four standard errors of 180,000 packets.",
        |results| vec![Measured::new("", lost(&judged(results, 40.0, 0.01)), Band::about(0.01, 0.001))],
    ),
];

const _: () = assert!(RATE_BPS == 10e6, "the parts of the RTT above are of this rate");
