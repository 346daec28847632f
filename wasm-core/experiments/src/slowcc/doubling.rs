//! The runs of figure 13: ten flows of one scheme of which five stop, so that the bandwidth of the others doubles; and a TFRC
//! flow that loses nothing any more. Not here: what the figure claims.

use super::bed::{Bed, PACKET_BYTES, RTT_S, SLOW_BPS, bdp_packets, flow};
use super::counts;
use super::lossy::{self, periodic};
use super::schemes::{Family, Scheme, TFRC};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Point};
use sawtooth_engine::formulas;
use sawtooth_engine::observe::{Interests, Observer, Signal, Source, signals};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Ignore;
use sawtooth_engine::units::Time;
use sawtooth_measures::measures::tally::Grid;
use sawtooth_measures::measures::use_after_doubling;

/// Half of the flows stop, in seconds.
pub const STOP_S: f64 = 500.0;
/// Flows that remain, and as many that stop.
const REMAIN: usize = 5;
/// RTTs over which use is averaged.
pub const FEW: usize = 20;
/// Likewise.
pub const MANY: usize = 200;
/// Packets per second of each flow before: a tenth of the link.
const LAMBDA: f64 = SLOW_BPS / (8.0 * PACKET_BYTES * 2.0 * REMAIN as f64);
/// Losses before the flow of `growth` loses nothing any more, every 225th packet.
const GAPS: (usize, f64) = (40, 225.0);
/// How long that flow runs, in seconds.
const GROWTH_S: f64 = 60.0;
/// Its growth is averaged over so many RTTs, since packets per RTT are whole.
const AVERAGED: usize = 10;

/// The point of a cell.
pub fn at(scheme: Scheme) -> Point {
    crate::point!(scheme: scheme.word(), gamma: scheme.gamma)
}

/// Ten flows, of which the later five stop.
pub fn cell(scheme: Scheme) -> Cell {
    let title = format!("Five of ten flows of {} stop: SlowCC paper, figure 13", scheme.title());
    let bed = Bed::new(title, SLOW_BPS, STOP_S + 15.0).flows(REMAIN, &[scheme]);
    let bed = (REMAIN..2 * REMAIN).fold(bed, |bed, place| {
        let mut stops = flow(&format!("fwd{place}"), scheme, place as f64 / 5.0);
        stops.set("stop_s", STOP_S);
        bed.flow_with(stops)
    });
    Cell::new(at(scheme), bed.document()).moment(STOP_S)
}

/// Measures of a run, in order.
pub const NAMES: &[&str] = &["f20", "f200", "link_20", "window_packets", "queue_packets", "corrected_20"];

/// f(20) and f(200) of the flows that remain, the link's use, the mechanism's models from their true windows.
pub fn measure(run: &Run) -> Row {
    let mut simulation = Simulation::new(&run.scenario);
    run.advance(&mut simulation, Time::from_seconds(STOP_S), &mut Ignore);
    let windows: Vec<f64> = (0..REMAIN).map(|flow| simulation.flow_state(flow).cwnd).collect();
    let queue = simulation.bottleneck_state().queue_packets as f64;
    let busy_s = |simulation: &Simulation| simulation.bottleneck_counters().busy.seconds();
    let before_s = busy_s(&simulation);
    let until_s = |k: usize| STOP_S + k as f64 * RTT_S;
    let mut tally = counts::by_flow(Grid::new(STOP_S, until_s(MANY), RTT_S), &run.scenario);
    run.advance(&mut simulation, Time::from_seconds(until_s(FEW)), &mut tally);
    let link = (busy_s(&simulation) - before_s) / (FEW as f64 * RTT_S);
    run.advance(&mut simulation, Time::from_seconds(until_s(MANY)), &mut tally);
    let f = |k| use_after_doubling::f(k, &tally, &[0, 1, 2, 3, 4], STOP_S, SLOW_BPS);
    let a = formulas::aimd_increase_slowcc(1.0 / run.cell.at.number("gamma"));
    let corrected = formulas::use_from_windows(FEW as u32, a, &windows, bdp_packets(SLOW_BPS));
    Row::new()
        .number("f20", f(FEW))
        .number("f200", f(MANY))
        .number("link_20", link)
        .number("window_packets", windows.iter().sum::<f64>() / REMAIN as f64)
        .number("queue_packets", queue)
        .number("corrected_20", Some(corrected).filter(|_| run.cell.at.word("scheme") == Family::Tcp.word()))
}

/// The paper's model of f(k) for TCP(1/γ): growth by a from half of the link, until all of it is used.
pub fn model(k: usize, gamma: f64) -> f64 {
    let a = formulas::aimd_increase_slowcc(1.0 / gamma);
    let (k, full) = (k as f64, LAMBDA * RTT_S / a);
    let growing = formulas::use_after_doubling(k.min(full), a, RTT_S, LAMBDA);
    (growing * k.min(full) + (k - k.min(full))) / k
}

/// The point of a cell of `growth`.
pub fn growing(discounting: bool) -> Point {
    crate::point!(discounting: if discounting { "on" } else { "off" })
}

/// A TFRC(8) flow that loses every 225th packet, then nothing any more.
pub fn growth(discounting: bool) -> Cell {
    let mut gaps = vec![GAPS.1; GAPS.0];
    gaps.push(1e9);
    let mut algorithm = TFRC.algorithm();
    algorithm.set("history_discounting", discounting);
    let mut flow = flow("flow", TFRC, 0.0);
    flow.set("algorithm", algorithm);
    let words = if discounting { "with" } else { "without" };
    let title = format!("TFRC {words} discounting, after its last loss: SlowCC paper, section 4.2.3");
    Cell::new(growing(discounting), lossy::with_flow(&title, GROWTH_S, periodic(&gaps), flow)).moment(lossy_until_s())
}

/// About when the losses end: 225 packets take 13 RTTs.
fn lossy_until_s() -> f64 {
    13.0 * RTT_S * GAPS.0 as f64
}

/// Observes what a flow's rate amounts to in packets per RTT, since its last loss, once an RTT.
#[derive(Default)]
struct Growth {
    lost: usize,
    rates: Vec<f64>,
    since: Option<Time>,
    latest: f64,
}

impl Observer for Growth {
    const INTERESTS: Interests = Interests::these(&[&signals::RATE_PACKETS, &signals::DROP_RANDOM]);
    fn signal(&mut self, at: Time, _: Source, signal: &'static Signal, value: f64) {
        if std::ptr::eq(signal, &signals::DROP_RANDOM) {
            self.lost += 1;
            self.since = (self.lost == GAPS.0).then_some(at);
            return;
        }
        if let Some(since) = self.since {
            while at.seconds() >= since.seconds() + self.rates.len() as f64 * RTT_S {
                self.rates.push(self.latest);
            }
        }
        self.latest = value;
    }
}

/// The largest growth without loss, in packets per RTT and RTT.
pub fn measure_growth(run: &Run) -> Row {
    let mut growth = Growth::default();
    run.listen(&mut growth);
    let grown = growth.rates.windows(AVERAGED + 1).map(|rates| (rates[AVERAGED] - rates[0]) / AVERAGED as f64);
    Row::new().number("growth", grown.reduce(f64::max))
}
