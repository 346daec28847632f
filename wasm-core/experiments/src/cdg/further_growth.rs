//! CDG paper, section 5, further work: let w grow faster in congestion avoidance, since congestion shows before packets are
//! lost. The paper has no result of it, so there is no claim.

use super::like::EMPTY_MS;
use super::{CHOICES, JUDGED, PAPER, cdg, flow, mixed, test_bed, with};
use crate::account::Number;
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows, most, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_engine::observe::{Interests, Observer, Signal, Source, signals};
use sawtooth_engine::units::Time;
use sawtooth_measures::distribution::Real;
use sawtooth_measures::measures::goodput;
use sawtooth_measures::measures::tally::{Grid, Tally};
use sawtooth_scenario::object;

/// Rounds after which growth per round rises by one packet; 0: never.
const RTTS: [f64; 4] = [0.0, 20.0, 5.0, 1.0];
/// Paths: name, rate in bit/s, queue in packets, losses.
const PATHS: [(&str, f64, f64, [f64; 2]); 2] =
    [("10 Mbit/s", 10e6, 84.0, [0.0, 0.01]), ("100 Mbit/s", 100e6, 840.0, [0.0, 0.001])];
/// A run at 100 Mbit/s is ten times as long in packets.
const RUNS_WIDE: u32 = 5;

/// Faster growth.
pub static EXPERIMENT: Experiment = Experiment {
    id: "cdg_further_growth",
    paper: &PAPER,
    label: "Further work: growth",
    title: "CDG with accelerating growth",
    words: Words {
        summary: "Growth of one packet per RTT is slow on a fast path. What if the growth increased after every few \
                  rounds without a backoff?",
        caption: "Goodput and queueing delay of one CDG flow over 60 s. Its growth per round increases by one packet \
                  after N rounds without a backoff; the plots show it against N. The paths are the paper's and one ten \
                  times as fast. Marks are medians, bars the 20th to 80th percentile. Below: the same in numbers, and \
                  figure 8 (a), 20 to 40 s.",
        states: &["The window could grow faster in congestion avoidance, since congestion shows before packets are lost (section 5)."],
        learn: "Faster growth makes the RTT rise faster, so CDG backs off more often. Without random loss it brings no \
                more goodput, even where a path holds hundreds of packets. With 1 % random loss it brings up to {more} \
                % more, at {times} times the queueing delay.",
        choices: CHOICES,
        notes: &[
            "The paper names this as further work and has no results, so there is no claim. All variants use the same \
             seeds.",
            "There are ten runs on the paper's path and five on the fast one.",
        ],
        numbers: &[Number::new("more", 0, |results| most(RTTS.map(|rtts| more(results, rtts, "of_rate"))).map(|times| times - 1.0)).percent(),
Number::new("times", 0, |results| more(results, 1.0, "delay_p50_ms"))],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: &[],
    view: "path,cwnd,queue,goodput",
};

/// One flow by growth, path and loss; and figure 8 (a) by growth.
pub static SWEEP: Sweep =
    Sweep { id: "cdg_further_growth", cells, repetitions: 10, quick: 1, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for rtts in RTTS {
        let algorithm = with(cdg(), "alpha_increase_rtts", rtts);
        for (path, rate_bps, limit, losses) in PATHS {
            for loss in losses {
                let flow = with(flow("cdg", algorithm.clone(), 0.0, 60.0, JUDGED), "receive_window_packets", 2000.0);
                let mut document = test_bed("Faster growth: CDG paper, section 5", 60.0, loss, vec![flow]);
                let model = document.get("bottleneck").and_then(|part| part.get("loss")).cloned().unwrap_or(object! {});
                let queue = object! { "discipline" => "drop_tail", "limit_packets" => limit };
                document.set("bottleneck", object! { "rate_bps" => rate_bps, "queue" => queue, "loss" => model });
                let at = point!(path: path, rtts: rtts, loss: loss);
                let cell = Cell::new(at, document).moment(20.0);
                cells.push(if rate_bps > 10e6 { cell.repetitions(RUNS_WIDE) } else { cell });
            }
        }
        let at = point!(path: "mixed", rtts: rtts, loss: 0.0);
        cells.push(mixed::cell(at, "Faster growth beside NewReno: CDG paper, section 5", &algorithm, 0.0, JUDGED));
    }
    cells
}

/// Queueing delays of one flow: RTT less that of an empty path.
#[derive(Default)]
struct Delays {
    empty_ms: f64,
    delays: Real,
}

impl Observer for Delays {
    const INTERESTS: Interests = Interests::these(&[&signals::RTT]);
    fn in_order(&self) -> bool {
        false
    }
    fn signal(&mut self, _: Time, _: Source, _: &'static Signal, value: f64) {
        self.delays.add((value - self.empty_ms).max(0.0), 1.0);
    }
}

/// Measures of a run, in order.
const NAMES: &[&str] = &["part_of_flows", "of_rate", "delay_p50_ms", "delay_p90_ms", "backoffs_per_s", "timeouts"];

fn measure(run: &Run) -> Row {
    if run.cell.at.word("path") == "mixed" {
        let mut tally = Tally::of_each(Grid::new(20.0, 40.0, 20.0), &run.scenario);
        run.listen(&mut tally);
        let [cdg, newreno] = [0, 1].map(|flow| goodput::between(&tally, flow, 20.0, 40.0));
        return Row::new().number("part_of_flows", cdg / (cdg + newreno));
    }
    let rate_bps = PATHS.iter().find(|path| path.0 == run.cell.at.word("path")).map_or(f64::NAN, |path| path.1);
    // One transmission is shorter on the wider link.
    let empty_ms = 40.0 + (EMPTY_MS - 40.0) * (10e6 / rate_bps);
    let mut delays = Delays { empty_ms, ..Delays::default() };
    let simulation = run.listen(&mut delays);
    let counters = simulation.flow_counters(0);
    Row::new()
        .number("of_rate", goodput::of_flow(&simulation, 0).map(|bps| bps / rate_bps))
        .number("delay_p50_ms", delays.delays.percentile(0.5))
        .number("delay_p90_ms", delays.delays.percentile(0.9))
        .number("backoffs_per_s", counters.delay_backoffs as f64 / 60.0)
        .number("timeouts", counters.timeouts as f64)
}

fn of<'a>(results: &Results<'a>, path: &str, rtts: f64, loss: f64) -> Rows<'a> {
    results.at(&point!(path: path, rtts: rtts, loss: loss))
}

/// A median on the paper's path with 1 % random loss, over that of the published growth.
fn more(results: &Results, rtts: f64, number: &str) -> Option<f64> {
    let [own, published] = [rtts, 0.0].map(|rtts| of(results, PATHS[0].0, rtts, 0.01).of(number).median());
    ratio(own, published)
}

fn name(rtts: f64) -> String {
    if rtts == 0.0 { "off".into() } else { format!("{rtts}") }
}

fn plot(results: &Results, number: &str, axis: Axis) -> Plot {
    let mut plot = Plot::new(Axis::of("Rounds until growth increases", RTTS.map(name)), axis);
    let mut ink = 0;
    for (path, _, _, losses) in PATHS {
        for loss in losses {
            let points = RTTS.iter().enumerate().filter_map(|(place, &rtts)| {
                let [low, middle, high] = of(results, path, rtts, loss).of(number).bar()?;
                Some([place as f64, low, middle, high])
            });
            plot = plot.with(Series::new(format!("{path}, loss {loss}"), ink, Marks::Medians(points.collect())));
            ink += 1;
        }
    }
    plot
}

fn figure(results: &Results) -> Figure {
    let mut table = Vec::new();
    for (path, _, _, losses) in PATHS {
        for loss in losses {
            for rtts in RTTS {
                let rows = of(results, path, rtts, loss);
                let median = |number: &str, digits| Entry::Number(rows.of(number).median(), digits);
                table.push(vec![
                    Entry::text(format!("{path}, loss {loss}")),
                    Entry::text(name(rtts)),
                    median("of_rate", 3),
                    median("delay_p50_ms", 1),
                    median("delay_p90_ms", 1),
                    median("backoffs_per_s", 2),
                    median("timeouts", 1),
                ]);
            }
        }
    }
    let heads =
        ["Path", "Rounds", "Of the rate", "Median queueing delay (ms)", "p90 (ms)", "Delay backoffs per s", "Timeouts"];
    let beside = RTTS.map(|rtts| {
        let part = results.at(&point!(path: "mixed", rtts: rtts)).of("part_of_flows").median();
        vec![Entry::text(name(rtts)), Entry::Number(part, 3)]
    });
    Figure::new(vec![
        Panel::plot("Goodput", plot(results, "of_rate", Axis::new("Of the rate", "").range(0.0, 1.0))),
        Panel::plot("Queueing delay", plot(results, "delay_p90_ms", Axis::new("90th percentile", "ms"))),
        Panel::table("One flow, medians", &heads, table),
        Panel::table("Figure 8 (a), 20 to 40 s", &["Rounds", "CDG 1's share of both flows"], beside.to_vec()),
    ])
    .columns(2)
}
