//! One flow of YeAH on a fast path with a long queue and on a slow one with a short queue.

use super::shares::{self, NAMES};
use super::{CHOICES, FROM_S, capacity_bps, drop_tail, flow, group, link, spread};
use crate::account::Number;
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows, ratio};
use crate::row::{Row, Value};
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_engine::observe::{Interests, Observer, QueueLevel, Signal, Source, signals};
use sawtooth_engine::units::Time;

/// Coordinate, rate (bit/s), base RTT (ms), queue limit (packets), words.
const PATHS: [(&str, f64, f64, f64, &str); 2] = [
    ("fast", 100e6, 80.0, 1000.0, "100 Mbit/s, 80 ms, 1000 packets"),
    ("slow", 10e6, 40.0, 33.0, "10 Mbit/s, 40 ms, 33 packets"),
];
/// Width of the bins of the drawing, in seconds, and their number.
const BIN_S: f64 = 0.25;
const BINS: usize = 160;

/// YeAH.
pub static EXPERIMENT: Experiment = Experiment {
    id: "today_yeah",
    paper: &group("A. Baiocchi, A. Castellani, F. Vacirca, YeAH-TCP, PFLDnet 2007; tcp_yeah.c in Linux"),
    label: "YeAH",
    title: "YeAH turns before the loss where the queue is long enough",
    words: Words {
        summary: "On a fast path with a long queue YeAH's queue peaks at {peak} packets and it loses nothing. On a slow path with a short queue \
                  it loses {slow} % of its packets.",
        caption: "One YeAH flow, 120 s, measured from 20 s. Largest queue in bins of 0.25 s from 20 s on, in the first run.",
        states: &[
            "YeAH drains its own queue once that exceeds 80 packets (Baiocchi et al. 2007).",
            "A queue of 33 packets overflows before that (derived).",
        ],
        learn: "YeAH grows like Scalable TCP while its queue is short, and leaves some of the queue by itself before it overflows. The bound is \
                a number of packets, so on a slow path with a short queue losses come first.",
        choices: CHOICES,
        notes: &[],
        numbers: &[
            Number::new("peak", 0, |results| median(results, "fast", "peak_packets")),
            Number::new("slow", 2, |results| median(results, "slow", "dropped_share")).percent(),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,queue,cwnd,goodput",
};

/// By path.
pub static SWEEP: Sweep = Sweep {
    id: "today_yeah",
    cells,
    repetitions: 10,
    quick: 1,
    names: &[NAMES, &["peak_packets", "bins_packets"]],
    measure,
};

fn cells() -> Vec<Cell> {
    let one = |(path, rate_bps, rtt_ms, limit, title): (&str, f64, f64, f64, &str)| {
        let flows = vec![flow("yeah", "yeah", rtt_ms, 0.0)];
        let document = link(&format!("YeAH: {title}"), 120.0, rate_bps, drop_tail(limit), flows);
        Cell::new(point!(path: path), document).moment(FROM_S)
    };
    PATHS.map(one).to_vec()
}

/// The largest queue in each bin and in all, in packets.
struct Peaks {
    peak: f64,
    bins: Vec<f64>,
}

impl Observer for Peaks {
    const INTERESTS: Interests = Interests::these(&[&signals::QUEUE_PACKETS]);
    fn signal(&mut self, _: Time, _: Source, _: &'static Signal, _: f64) {}
    fn queue(&mut self, at: Time, level: &QueueLevel) {
        let after_s = at.seconds() - FROM_S;
        if level.bottleneck != Source::Bottleneck || after_s < 0.0 {
            return;
        }
        let packets = f64::from(level.packets as u32);
        self.peak = self.peak.max(packets);
        if let Some(bin) = self.bins.get_mut((after_s / BIN_S) as usize) {
            *bin = bin.max(packets);
        }
    }
}

fn measure(run: &Run) -> Row {
    let mut peaks = Peaks { peak: 0.0, bins: vec![0.0; BINS] };
    let mut row = shares::measure_with(run, 1, FROM_S, &mut peaks);
    row.put("peak_packets", Value::Number(Some(peaks.peak)));
    row.list("bins_packets", peaks.bins)
}

fn rows<'a>(results: &Results<'a>, path: &str) -> Rows<'a> {
    results.at(&point!(path: path))
}

fn median(results: &Results, path: &str, number: &str) -> Option<f64> {
    rows(results, path).of(number).median()
}

fn figure(results: &Results) -> Figure {
    let mut panels = Vec::new();
    for (path, _, _, limit, title) in PATHS {
        let until_s = FROM_S + BIN_S * BINS as f64;
        let values = rows(results, path).one().map_or(&[][..], |row| row.values("bins_packets"));
        let points = values.iter().zip(0_u32..).map(|(value, bin)| [FROM_S + f64::from(bin) * BIN_S, *value]);
        let most = if path == "fast" { 160.0 } else { limit };
        let plot = Plot::new(
            Axis::new("Time", "s").range(FROM_S, until_s),
            Axis::new("Largest queue", "packets").range(0.0, most),
        );
        panels.push(Panel::plot(title, plot.with(Series::new("YeAH", 5, Marks::Steps(points.collect())))));
    }
    let lines = PATHS.map(|(path, rate_bps, .., title)| {
        let rows = rows(results, path);
        let mut line = vec![Entry::text(title)];
        line.extend(spread(&rows, "first_bps", 100.0 / capacity_bps(rate_bps), 1));
        line.extend(spread(&rows, "peak_packets", 1.0, 0));
        line.push(Entry::Number(rows.of("queue_packets").median(), 1));
        line.push(Entry::Number(rows.of("dropped_share").median().map(|share| share * 100.0), 2));
        line
    });
    let heads = [
        "Path",
        "Goodput of the capacity: median (%)",
        "lowest–highest",
        "Largest queue: median (packets)",
        "lowest–highest",
        "Mean queue (packets)",
        "Dropped (%)",
    ];
    panels.push(Panel::table("Ten runs", &heads, lines.to_vec()));
    Figure::new(panels)
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "today.yeah.turns",
        "Fast path: largest queue in packets.",
        "It turns at 80 packets (Baiocchi et al. 2007). A round's growth of 1 % and more adds to it; 60 to 120 is ours.",
        |results| vec![Measured::new("", median(results, "fast", "peak_packets"), Band::within(60.0, 120.0))],
    )
    .ours(),
    Claim::new(
        "today.yeah.no_loss",
        "Fast path: share of packets that the queue drops.",
        "It turns long before the limit of 1000 packets (derived).",
        |results| vec![Measured::new("", rows(results, "fast").of("dropped_share").most(), Band::exactly(0.0))],
    ),
    Claim::new(
        "today.yeah.full",
        "Fast path: goodput of the payload capacity.",
        "It drains its own queue only, not the link (derived). 0.95 is ours.",
        |results| {
            let of = ratio(median(results, "fast", "first_bps"), Some(capacity_bps(PATHS[0].1)));
            vec![Measured::new("", of, Band::at_least(0.95))]
        },
    )
    .ours(),
    Claim::new(
        "today.yeah.loses",
        "Slow path: share of packets that the queue drops, the least of all runs.",
        "33 packets are fewer than 80 (derived).",
        |results| vec![Measured::new("", rows(results, "slow").of("dropped_share").least(), Band::above(0.0))],
    ),
];
