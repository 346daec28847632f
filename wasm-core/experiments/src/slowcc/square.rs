//! The runs of figures 7 to 9: five TCP flows and five of another scheme share 15 Mbit/s with a constant source that comes and
//! goes, as a square wave or a sawtooth. Not here: what each figure claims.

use super::bed::{Bed, FAST_BPS, PACKET_BYTES, RTT_S, WARM_UP_S, forward_flows, square_wave};
use super::counts;
use super::schemes::{Scheme, TCP};
use crate::figure::{Axis, Marks, Plot, Series};
use crate::results::{Results, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Point};
use sawtooth_measures::measures::tally::{Grid, Tally};
use sawtooth_scenario::{Json, object};
use std::ops::Range;

/// Periods of the square wave, on and off together, in seconds.
pub const PERIODS_S: [f64; 14] = [0.05, 0.1, 0.2, 0.4, 0.8, 1.0, 1.6, 2.0, 3.0, 3.2, 6.4, 12.8, 25.6, 51.2];
/// Those at which 10:1 is run, too.
pub const EXTREMES_S: [f64; 3] = [1.6, 3.2, 6.4];
/// Flows that share the link, every second one TCP.
const FLOWS: usize = 10;
/// Time at once after a reduction: ten RTTs, in bins of one.
const AT_ONCE: usize = 10;

/// Course of the constant source's rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wave {
    /// There is none.
    None,
    /// 10 Mbit/s on and off: 15 and 5 Mbit/s are left (section 4.2.1).
    Square,
    /// 13.5 Mbit/s on and off: 10:1.
    Extreme,
    /// Rises to 10 Mbit/s over the period.
    Rising,
    /// Falls from 10 Mbit/s over the period.
    Falling,
}

impl Wave {
    /// Its value of the coordinate `wave`.
    pub fn word(self) -> &'static str {
        match self {
            Wave::None => "none",
            Wave::Square => "square",
            Wave::Extreme => "square_10_to_1",
            Wave::Rising => "sawtooth",
            Wave::Falling => "reverse_sawtooth",
        }
    }

    /// Mean available rate, in bit/s.
    pub fn available_bps(self) -> f64 {
        let peak = match self {
            Wave::None => 0.0,
            Wave::Extreme => 13.5e6,
            _ => 10e6,
        };
        FAST_BPS - peak / 2.0
    }

    fn traffic(self, period_s: f64) -> Option<Json> {
        let square = |rate_bps| square_wave(rate_bps, period_s / 2.0, period_s / 2.0);
        let sawtooth = |rising: bool| {
            object! {
                "kind" => "sawtooth", "name" => "cbr", "peak_bps" => 10e6, "packet_bytes" => PACKET_BYTES,
                "period_s" => period_s, "rising" => rising, "base_rtt_ms" => 1000.0 * RTT_S, "start_s" => 0.0,
            }
        };
        match self {
            Wave::None => None,
            Wave::Square => Some(square(10e6)),
            Wave::Extreme => Some(square(13.5e6)),
            Wave::Rising => Some(sawtooth(true)),
            Wave::Falling => Some(sawtooth(false)),
        }
    }
}

/// Measured span of a run with this period: whole periods, after the warm-up, at least 200 s and 20 of them; in seconds.
pub fn span_s(period_s: f64) -> (f64, f64) {
    // A period that divides 20 s or 200 s in all but rounding does.
    let up = |span_s: f64| (span_s / period_s - 1e-9).ceil() * period_s;
    let from_s = up(WARM_UP_S);
    (from_s, from_s + up(200.0).max(20.0 * period_s))
}

/// The point of a cell.
pub fn at(other: Scheme, wave: Wave, period_s: f64) -> Point {
    crate::point!(other: other.word(), gamma: other.gamma, wave: wave.word(), period_s: period_s)
}

/// Five TCP flows and five of another scheme, interleaved; a period without a wave only says how long the run is.
pub fn cell(figure: &str, other: Scheme, wave: Wave, period_s: f64) -> Cell {
    let (from_s, until_s) = span_s(period_s);
    let title = format!("TCP beside {}, available bandwidth rises and falls: SlowCC paper, {figure}", other.title());
    let bed = Bed::new(title, FAST_BPS, until_s).flows(FLOWS, &[TCP, other]);
    let bed = wave.traffic(period_s).into_iter().fold(bed, Bed::cross);
    Cell::new(at(other, wave, period_s), bed.document()).moment(from_s)
}

/// All periods of the square wave, the extremes of 10:1, and no wave at all.
pub fn cells(figure: &str, other: Scheme) -> Vec<Cell> {
    let mut cells: Vec<Cell> = PERIODS_S.map(|period_s| cell(figure, other, Wave::Square, period_s)).to_vec();
    cells.extend(EXTREMES_S.map(|period_s| cell(figure, other, Wave::Extreme, period_s)));
    cells.push(cell(figure, other, Wave::None, 1.0));
    cells
}

/// Measures of a run, in order.
pub const NAMES: &[&str] = &["q", "tcp", "other", "use", "ahead_after_cut", "loss", "shares"];

/// Shares of the flows, normalised throughput, use, and what each scheme gets at once after each reduction.
pub fn measure(run: &Run) -> Row {
    let wave = run.cell.at.word("wave");
    let waves = [Wave::None, Wave::Square, Wave::Extreme, Wave::Rising, Wave::Falling];
    let available_bps = waves.into_iter().find(|one| one.word() == wave).map_or(f64::NAN, Wave::available_bps);
    let period_s = run.cell.at.number("period_s");
    let (from_s, until_s) = span_s(period_s);
    let mut tally = counts::by_flow(Grid::new(from_s, until_s, RTT_S), &run.scenario);
    run.listen(&mut tally);
    let flows = forward_flows(&run.scenario);
    let groups = flows + run.scenario.cross_traffic.len();
    let shares: Vec<f64> = (0..flows)
        .map(|flow| counts::throughput_bps(&tally, flow, from_s, until_s) * flows as f64 / available_bps)
        .collect();
    let of = |first: usize| shares.iter().skip(first).step_by(2).sum::<f64>() / (flows / 2) as f64;
    let (tcp, other) = (of(0), of(1));
    let period = (period_s / RTT_S).round() as usize;
    let at_once = (wave.starts_with("square") && period >= 2 * AT_ONCE).then(|| ahead_at_once(&tally, flows, period));
    Row::new()
        .number("q", ratio(Some(tcp), Some(other)))
        .number("tcp", tcp)
        .number("other", other)
        .number("use", shares.iter().sum::<f64>() / flows as f64)
        .number("ahead_after_cut", at_once.flatten())
        .number("loss", counts::loss_rate(&tally, 0..groups, from_s, until_s))
        .list("shares", shares)
}

/// Others over TCP, in what left the bottleneck in the first RTTs after each start of the source.
fn ahead_at_once(tally: &Tally, flows: usize, period: usize) -> Option<f64> {
    let bytes = |flow: usize, bins: Range<usize>| -> u64 {
        tally.bins(flow)[bins].iter().map(|count| count.departed_bytes).sum()
    };
    let of = |first: usize| -> f64 {
        let starts = (0..tally.grid().bins).step_by(period);
        let all = starts.map(|start| {
            let bins = start..start + AT_ONCE;
            (first..flows).step_by(2).map(|flow| bytes(flow, bins.clone())).sum::<u64>()
        });
        all.sum::<u64>() as f64
    };
    ratio(Some(of(1)), Some(of(0)))
}

/// A number of the evaluated runs with this wave: their mean.
pub fn mean(results: &Results, wave: Wave, period_s: f64, name: &str) -> Option<f64> {
    results.at(&crate::point!(wave: wave.word(), period_s: period_s)).of(name).mean()
}

/// Q: what a TCP flow got over what another one got.
pub fn q(results: &Results, wave: Wave, period_s: f64) -> Option<f64> {
    mean(results, wave, period_s, "q")
}

/// Q without any wave.
pub fn q_still(results: &Results) -> Option<f64> {
    q(results, Wave::None, 1.0)
}

/// Q at 10:1 over Q at 3:1.
pub fn q_extreme(results: &Results, period_s: f64) -> Option<f64> {
    ratio(q(results, Wave::Extreme, period_s), q(results, Wave::Square, period_s))
}

/// The figure's panel: a mark for each flow of the first seed, lines of means over all seeds.
pub fn plot(results: &Results, other: Scheme, wave: Wave, periods_s: &[f64]) -> Plot {
    let lines = |name: &str| {
        let points = periods_s.iter().filter_map(|&period_s| Some([period_s, mean(results, wave, period_s, name)?]));
        Marks::Line(points.collect())
    };
    let marks = |first: usize| {
        let points = periods_s.iter().flat_map(|&period_s| {
            let row = results.at(&crate::point!(wave: wave.word(), period_s: period_s)).one();
            let shares = row.map_or(&[][..], |row| row.values("shares"));
            shares.iter().skip(first).step_by(2).map(move |share| [period_s, *share]).collect::<Vec<_>>()
        });
        Marks::Dots(points.collect())
    };
    let (x, y) = (Axis::new("Period (on plus off)", "s").log(), Axis::new("Throughput relative to the fair share", ""));
    let (tcp, theirs) = (TCP.family.ink(), if other.family == TCP.family { 4 } else { other.family.ink() });
    Plot::new(x.range(periods_s[0], periods_s[periods_s.len() - 1]), y.range(0.0, 2.0))
        .with(Series::new("TCP, mean", tcp, lines("tcp")))
        .with(Series::new(format!("{}, mean", other.title()), theirs, lines("other")))
        .with(Series::new("TCP, each flow", tcp, marks(0)))
        .with(Series::new(format!("{}, each flow", other.title()), theirs, marks(1)))
        .level(1.0, "fair share")
}
