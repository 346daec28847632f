//! A voice call beside one flow of an algorithm: its one-way delay.

use super::{CHOICES, FROM_S, RATE_BPS, called, drop_tail, flow, group, link};
use crate::account::Number;
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_engine::math::float;
use sawtooth_engine::observe::{Interests, Observer, Signal, Source, signals};
use sawtooth_engine::units::Time;
use sawtooth_measures::distribution::Real;
use sawtooth_scenario::object;

const KINDS: [&str; 8] = ["copa", "bbr", "bbr3", "cdg", "ledbat_pp", "ledbat", "newreno", "cubic"];
const LIMIT_PACKETS: f64 = 330.0;
const CALL_BYTES: f64 = 200.0;
/// Shares of the packets of the call, with their names.
const QUANTILES: [(f64, &str); 3] = [(0.5, "median_ms"), (0.95, "p95_ms"), (0.99, "p99_ms")];

/// A voice call.
pub static EXPERIMENT: Experiment = Experiment {
    id: "today_call",
    paper: &group(
        "V. Arun, H. Balakrishnan, NSDI 2018 (Copa); N. Cardwell et al., ACM Queue 14(5), 2016 (BBR); S. Shalunov et al., RFC 6817 \
         (LEDBAT), 2012",
    ),
    label: "A voice call",
    title: "The delay of a voice call beside one flow",
    words: Words {
        summary: "A voice packet waits {copa} ms beside Copa, {bbr} ms beside BBR v1, {ledbat} ms beside LEDBAT and {cubic} ms beside \
                  CUBIC, in the median.",
        caption: "One flow and a call of 200 bytes every 20 ms at 10 Mbit/s and 40 ms, with a queue of 330 packets. 120 s, measured from \
                  20 s: queueing delay of the call's packets. Marks are medians of ten runs, bars the 20th to 80th percentile.",
        states: &[
            "Copa keeps about 2 packets in the queue (Arun and Balakrishnan 2018).",
            "BBR keeps at most two BDPs in flight, one of them in the queue (Cardwell et al. 2016).",
            "LEDBAT's target for the queueing delay is at most 100 ms (RFC 6817).",
            "A loss-based flow fills the queue to its limit, here 396 ms (derived).",
        ],
        learn: "All packets of a queue wait equally long, so a call hears the algorithm of its neighbour. LEDBAT yields to other flows, \
                but its target alone is more than a call can bear.",
        choices: CHOICES,
        notes: &[],
        numbers: &[
            Number::new("copa", 1, |results| median(results, "copa", "median_ms")),
            Number::new("bbr", 1, |results| median(results, "bbr", "median_ms")),
            Number::new("ledbat", 0, |results| median(results, "ledbat", "median_ms")),
            Number::new("cubic", 0, |results| median(results, "cubic", "median_ms")),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,queue,delay,cwnd",
};

/// By algorithm.
pub static SWEEP: Sweep = Sweep { id: "today_call", cells, repetitions: 10, quick: 1, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let one = |kind: &str| {
        let title = format!("A voice call beside {}", called(kind));
        let mut document = link(&title, 120.0, RATE_BPS, drop_tail(LIMIT_PACKETS), vec![flow(kind, kind, 40.0, 0.0)]);
        let call = object! {
            "kind" => "voip", "name" => "voip", "packet_bytes" => CALL_BYTES, "interval_ms" => 20.0, "base_rtt_ms" => 40.0,
            "start_jitter_s" => 0.02,
        };
        document.set("cross_traffic", vec![call]);
        Cell::new(point!(algorithm: kind), document).moment(FROM_S)
    };
    KINDS.map(one).to_vec()
}

/// Measures of a run, in order: quantiles of the queueing delay of the call's packets (ms), the flow's goodput
/// (bit/s), share of the call's packets that are lost.
const NAMES: &[&str] = &["median_ms", "p95_ms", "p99_ms", "goodput_bps", "lost_share"];

/// Record of the call and the flow, from a moment on.
struct Watch {
    from: Time,
    delays: Real,
    arrived: u64,
    lost: u64,
    bytes: [f64; 2],
}

impl Observer for Watch {
    const INTERESTS: Interests =
        Interests::these(&[&signals::ONE_WAY_DELAY, &signals::ARRIVE, &signals::DROP_QUEUE, &signals::DELIVERED]);
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        let is = |other: &'static Signal| std::ptr::eq(signal, other);
        match source {
            Source::Flow(_) if is(&signals::DELIVERED) => self.bytes[usize::from(at >= self.from)] = value,
            Source::Cross(_) if at >= self.from && is(&signals::ONE_WAY_DELAY) => {
                let empty_ms = 20.0 + CALL_BYTES * 8e3 / RATE_BPS;
                self.delays.add((value - empty_ms).max(0.0), 1.0);
            }
            Source::Cross(_) if at >= self.from => {
                self.arrived += u64::from(is(&signals::ARRIVE));
                self.lost += u64::from(is(&signals::DROP_QUEUE));
            }
            _ => {}
        }
    }
}

fn measure(run: &Run) -> Row {
    let mut watch =
        Watch { from: Time::from_seconds(FROM_S), delays: Real::default(), arrived: 0, lost: 0, bytes: [0.0; 2] };
    run.listen(&mut watch);
    let span_s = run.scenario.duration.seconds() - FROM_S;
    let row = QUANTILES.iter().fold(Row::new(), |row, &(share, name)| row.number(name, watch.delays.percentile(share)));
    row.number("goodput_bps", (watch.bytes[1] - watch.bytes[0]) * 8.0 / span_s)
        .number("lost_share", float(watch.lost) / float(watch.arrived))
}

fn rows<'a>(results: &Results<'a>, kind: &str) -> Rows<'a> {
    results.at(&point!(algorithm: kind))
}

fn median(results: &Results, kind: &str, number: &str) -> Option<f64> {
    rows(results, kind).of(number).median()
}

fn figure(results: &Results) -> Figure {
    let names = Axis::of("", KINDS.map(called));
    let mut plot = Plot::new(names, Axis::new("Queueing delay of the call", "ms").range(0.1, 1000.0).log());
    for ((_, number), (name, ink)) in
        QUANTILES.iter().zip([("median", 0), ("95th percentile", 1), ("99th percentile", 3)])
    {
        let points = KINDS.iter().zip(0..).filter_map(|(kind, place)| {
            let [low, middle, high] = rows(results, kind).of(number).bar()?;
            Some([f64::from(place), low.max(0.1), middle.max(0.1), high.max(0.1)])
        });
        plot = plot.with(Series::new(name, ink, Marks::Medians(points.collect())));
    }
    let lines = KINDS.map(|kind| {
        let mut line = vec![Entry::text(called(kind))];
        line.extend(QUANTILES.map(|(_, number)| Entry::Number(median(results, kind, number), 1)));
        line.push(Entry::Number(median(results, kind, "lost_share").map(|share| share * 100.0), 2));
        line.push(Entry::Number(median(results, kind, "goodput_bps").map(|bps| bps / 1e6), 2));
        line
    });
    let heads = [
        "Algorithm",
        "Median (ms)",
        "95th percentile (ms)",
        "99th percentile (ms)",
        "Lost packets of the call (%)",
        "Goodput of the flow (Mbit/s)",
    ];
    Figure::new(vec![
        Panel::plot("", plot),
        Panel::table("Queueing delay of the call, medians", &heads, lines.to_vec()),
    ])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "today.call.copa",
        "Beside Copa: median queueing delay of the call, in ms.",
        "Copa keeps 2 packets, 2.4 ms, in the queue (Arun and Balakrishnan 2018). Twice that is ours.",
        |results| vec![Measured::new("", median(results, "copa", "median_ms"), Band::at_most(4.8))],
    )
    .ours(),
    Claim::new(
        "today.call.bbr",
        "Beside BBR v1: 95th percentile of the queueing delay of the call, in ms.",
        "At most one BDP, 40 ms, is in the queue (Cardwell et al. 2016).",
        |results| vec![Measured::new("", median(results, "bbr", "p95_ms"), Band::at_most(40.0))],
    ),
    Claim::new(
        "today.call.ledbat",
        "Beside LEDBAT: median queueing delay of the call, in ms.",
        "The target is 100 ms (RFC 6817). A quarter either way is ours.",
        |results| vec![Measured::new("", median(results, "ledbat", "median_ms"), Band::within(75.0, 125.0))],
    )
    .ours(),
    Claim::new(
        "today.call.cubic",
        "Beside CUBIC: median queueing delay of the call, in ms.",
        "A full queue is 396 ms (derived). After a loss CUBIC keeps 0.7 of 363 packets, so the queue never holds less than 220 \
         packets, 264 ms.",
        |results| vec![Measured::new("", median(results, "cubic", "median_ms"), Band::within(264.0, 396.0))],
    ),
    Claim::new(
        "today.call.order",
        "The smallest step down of the median queueing delay from CUBIC over LEDBAT, LEDBAT++ and BBR v1 to Copa, in ms.",
        "By what each keeps in the queue: all of it, 100 ms, 60 ms, less than a BDP, 2 packets (derived).",
        |results| {
            let medians =
                ["cubic", "ledbat", "ledbat_pp", "bbr", "copa"].map(|kind| median(results, kind, "median_ms"));
            vec![Measured::decreasing("", &medians)]
        },
    ),
];
