//! SlowCC paper, section 4.1.2, figure 6: a flash crowd of short TCP transfers meets three backgrounds.

use super::bed::{Bed, FAST_BPS, RTT_S, WARM_UP_S};
use super::counts;
use super::schemes::{Scheme, TCP};
use super::{CHOICES, PAPER};
use crate::account::Number;
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Values, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_engine::observe::{Interests, Observer, Signal, Source, signals};
use sawtooth_engine::units::Time;
use sawtooth_measures::measures::tally::Grid;
use sawtooth_scenario::object;

/// Flows of the background.
const FLOWS: usize = 20;
/// Packets of a transfer (section 4.1.2).
const TRANSFER_PACKETS: f64 = 10.0;
/// The crowd comes between these, in seconds.
const CROWD_S: (f64, f64) = (25.0, 30.0);
/// Where its share is evaluated: from a second after it has begun.
const JUDGED_S: (f64, f64) = (26.0, 30.0);
const END_S: f64 = 60.0;
/// Bins of the drawing.
const BIN_S: f64 = 0.5;
/// The paper's three backgrounds.
const BACKGROUNDS: [Scheme; 3] = [TCP, NOT_CLOCKED, CLOCKED];
const NOT_CLOCKED: Scheme = Scheme::tfrc(256.0);
const CLOCKED: Scheme = Scheme::self_clocked(256.0);

/// Figure 6.
pub static EXPERIMENT: Experiment = Experiment {
    id: "slowcc_fig6",
    paper: &PAPER,
    label: "Figure 6",
    title: "A flash crowd of short TCP transfers",
    words: Words {
        summary: "A thousand short transfers begin within five seconds: how quickly they push aside TCP, TFRC(256), \
                  and TFRC(256) with self-clocking.",
        caption: "Throughput of the background and of the flash crowd in bins of half a second, at 15 Mbit/s with \
                  RED and reverse traffic; the mean of five runs.",
        states: &[
            "Transfers of ten packets, 200 per second for five seconds, from 25 s on (section 4.1.2).",
            "Self-clocking clearly helps TFRC(256) to respond (section 4.1.2).",
            "The flash crowd takes bandwidth quickly, about equally from TCP(1/2) and from TFRC(256) with \
             self-clocking (section 4.1.2).",
        ],
        learn: "From 26 to 30 s the flash crowd has {tcp} % of the throughput beside TCP. With self-clocking \
                TFRC(256) reduces its rate almost as far; without it, TFRC(256) keeps {kept} times as much.",
        choices: CHOICES,
        notes: &[
            "We take twenty background flows at 15 Mbit/s, as in figure 3, arrivals as a Poisson process, and for \
             the flash crowd the TCP stack of the flows. The paper states none of these. The flash crowd offers 107 \
             % of the link.",
            "A transfer whose first packet is lost waits three seconds. Transfers still running at 30 s continue.",
        ],
        numbers: &[
            Number::new("tcp", 0, |r| part(r, TCP)).percent(),
            Number::new("kept", 1, |r| {
                ratio(mean(r, NOT_CLOCKED, "background_bps"), mean(r, CLOCKED, "background_bps"))
            }),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,queue,goodput",
};

/// By background.
pub static SWEEP: Sweep = Sweep { id: "slowcc_fig6", cells, repetitions: 5, quick: 2, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let cell = |scheme: Scheme| {
        let crowd = object! {
            "kind" => "flash_crowd", "name" => "crowd", "transfer_packets" => TRANSFER_PACKETS, "arrivals_per_s" => 200.0,
            "start_s" => CROWD_S.0, "stop_s" => CROWD_S.1, "base_rtt_ms" => 1000.0 * RTT_S, "host" => "ns2",
            "algorithm" => TCP.algorithm(),
        };
        let title = format!("A flash crowd meets {}: SlowCC paper, figure 6", scheme.title());
        let bed = Bed::new(title, FAST_BPS, END_S).flows(FLOWS, &[scheme]).cross(crowd);
        Cell::new(at(scheme), bed.document()).moment(WARM_UP_S)
    };
    BACKGROUNDS.map(cell).to_vec()
}

fn at(scheme: Scheme) -> crate::Point {
    crate::point!(scheme: scheme.word(), gamma: scheme.gamma)
}

/// How long each transfer took, in seconds.
#[derive(Default)]
struct Completions(Vec<f64>);

impl Observer for Completions {
    const INTERESTS: Interests = Interests::these(&[&signals::COMPLETED]);

    fn signal(&mut self, _: Time, source: Source, _: &'static Signal, value: f64) {
        if let Source::Cross(_) = source {
            self.0.push(value);
        }
    }
}

/// Measures of a run, in order.
const NAMES: &[&str] = &[
    "offered_bps",
    "crowd_bps",
    "background_bps",
    "completed",
    "completion_median_s",
    "completion_p95_s",
    "crowd_bins_bps",
    "background_bins_bps",
];

fn measure(run: &Run) -> Row {
    let mut tally = counts::by_flow(Grid::new(0.0, END_S, BIN_S), &run.scenario);
    let mut completions = Completions::default();
    let simulation = run.listen(&mut (&mut tally, &mut completions));
    let begun = simulation.cross_counters(0).transfers_begun as f64;
    let packet_bits = 8.0 * f64::from(run.scenario.packet_bytes);
    let bps = |groups: std::ops::Range<usize>, from_s: f64, until_s: f64| {
        counts::between(&tally, groups, from_s, until_s).departed_bytes as f64 * 8.0 / (until_s - from_s)
    };
    let bins = |groups: std::ops::Range<usize>| -> Vec<f64> {
        let bin = |bin: usize| groups.clone().map(|group| tally.bins(group)[bin].departed_bytes).sum::<u64>();
        (0..tally.grid().bins).map(|place| bin(place) as f64 * 8.0 / BIN_S).collect()
    };
    let took = Values(completions.0);
    Row::new()
        .number("offered_bps", begun * TRANSFER_PACKETS * packet_bits / (CROWD_S.1 - CROWD_S.0))
        .number("crowd_bps", bps(FLOWS..FLOWS + 1, JUDGED_S.0, JUDGED_S.1))
        .number("background_bps", bps(0..FLOWS, JUDGED_S.0, JUDGED_S.1))
        .number("completed", ratio(Some(took.count() as f64), Some(begun)))
        .number("completion_median_s", took.median())
        .number("completion_p95_s", took.percentile(0.95))
        .list("crowd_bins_bps", bins(FLOWS..FLOWS + 1))
        .list("background_bins_bps", bins(0..FLOWS))
}

fn figure(results: &Results) -> Figure {
    let panel = |scheme: Scheme| {
        let rows = results.at(&at(scheme));
        let line = |name: &str| {
            let bins = rows.columns(name).into_iter().enumerate();
            let points = bins.filter_map(|(bin, values)| Some([(bin as f64 + 0.5) * BIN_S, values.mean()? / 1e6]));
            Marks::Line(points.collect())
        };
        let axes =
            Plot::new(Axis::new("Time", "s").range(15.0, 50.0), Axis::new("Throughput", "Mbit/s").range(0.0, 16.0));
        let plot = axes
            .with(Series::new("background", scheme.family.ink(), line("background_bins_bps")))
            .with(Series::new("flash crowd", 4, line("crowd_bins_bps")))
            .span(CROWD_S.0, CROWD_S.1, "transfers begin", 7);
        Panel::cell(&scheme.title(), "", plot)
    };
    let mut panels = BACKGROUNDS.map(panel).to_vec();
    let heads = ["Background", "Completed, %", "Median completion, s", "95th percentile, s"];
    let rows = BACKGROUNDS.map(|scheme| {
        let mean = |name: &str| results.at(&at(scheme)).of(name).mean();
        vec![
            Entry::text(scheme.title()),
            Entry::Number(mean("completed").map(|share| 100.0 * share), 1),
            Entry::Number(mean("completion_median_s"), 2),
            Entry::Number(mean("completion_p95_s"), 2),
        ]
    });
    panels.push(Panel::table("Transfers", &heads, rows.to_vec()));
    Figure::new(panels)
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "slowcc.fig6.offered",
        "Load offered by the transfers that begin within the five seconds, in bit/s.",
        "The paper says 1000 transfers of ten packets, which is 16 Mbit/s. Tolerance: two standard deviations of a \
         Poisson count.",
        |results| {
            let all = results.at(&crate::Point::default()).of("offered_bps").mean();
            vec![Measured::new("", all, Band::about(16e6, 0.07 * 16e6))]
        },
    ),
    Claim::new(
        "slowcc.fig6.rapid",
        "The flash crowd's share of the throughput from 26 to 30 s.",
        "The paper says that it takes bandwidth quickly (section 4.1.2).",
        |results| {
            let one = |scheme: Scheme| Measured::new(scheme.title(), part(results, scheme), Band::at_least(0.75));
            vec![one(TCP), one(CLOCKED)]
        },
    ),
    Claim::new(
        "slowcc.fig6.regardless",
        "The flash crowd's throughput from 26 to 30 s beside TFRC(256) with self-clocking, divided by that beside \
         TCP(1/2).",
        "The paper says about equally (section 4.1.2).",
        |results| {
            let both = ratio(mean(results, CLOCKED, "crowd_bps"), mean(results, TCP, "crowd_bps"));
            vec![Measured::new("", both, Band::within(0.85, 1.15))]
        },
    ),
    Claim::new(
        "slowcc.fig6.no_sc_hurts_crowd",
        "The flash crowd's throughput from 26 to 30 s beside TFRC(256), divided by that beside TFRC(256) with \
         self-clocking.",
        "The paper says that self-clocking clearly helps (section 4.1.2).",
        |results| {
            let both = ratio(mean(results, NOT_CLOCKED, "crowd_bps"), mean(results, CLOCKED, "crowd_bps"));
            vec![Measured::new("", both, Band::at_most(0.93))]
        },
    ),
    Claim::new(
        "slowcc.fig6.background_yields",
        "Throughput of the background from 26 to 30 s: TFRC(256), divided by TFRC(256) with self-clocking.",
        "The paper says that the difference is clear (section 4.1.2).",
        |results| {
            let both = ratio(mean(results, NOT_CLOCKED, "background_bps"), mean(results, CLOCKED, "background_bps"));
            vec![Measured::new("", both, Band::at_least(2.0))]
        },
    ),
];

fn mean(results: &Results, scheme: Scheme, name: &str) -> Option<f64> {
    results.at(&at(scheme)).of(name).mean()
}

/// The crowd's part of the throughput.
fn part(results: &Results, scheme: Scheme) -> Option<f64> {
    let part = results.at(&at(scheme)).each(|row| {
        let (crowd, background) = (row.get("crowd_bps")?, row.get("background_bps")?);
        Some(crowd / (crowd + background))
    });
    part.mean()
}
