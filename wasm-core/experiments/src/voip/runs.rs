//! The runs that several figures and tables of the VoIP report read: every path of table II with the senders, measured in
//! one way over the whole epochs after the start-up. Not here: cwnd within an epoch (`teeth`), what is drawn or claimed.

use super::bed::{LINKS, Link, document, five};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_engine::observe::{Interests, Observer, QueueLevel, Signal, Source, signals};
use sawtooth_engine::units::Time;
use sawtooth_measures::measures::delay::Delays;
use sawtooth_measures::measures::epochs::{Bounds, Epoch, Epochs};
use std::ptr;

/// Figure 9's link.
pub static LINK_100_16: Sweep = sweep("voip_100_16", || full_queue("100/16"));
/// Figures 2 to 8, and our choice for figure 10.
pub static LINK_10_80: Sweep = sweep("voip_10_80", || full_queue("10/80"));
/// For ratios over several links.
pub static LINK_10_160: Sweep = sweep("voip_10_160", || full_queue("10/160"));
/// The other reading of figure 10.
pub static LINK_100_80: Sweep = sweep("voip_100_80", || full_queue("100/80"));
/// Our choice for figure 11.
pub static LINK_100_160: Sweep = sweep("voip_100_160", || full_queue("100/160"));
/// The small links with a queue of one BDP, and all links with a quarter of it.
pub static OTHERS: Sweep = sweep("voip_others", || {
    let small = LINKS.iter().take(4).map(|link| (*link, 1.0));
    let paths = small.chain(LINKS.iter().map(|link| (*link, 0.25)));
    paths.flat_map(|(link, bdp)| five().map(move |sender| cell(link, bdp, sender.name))).collect()
});

/// All of them: table II.
pub static ALL: &[&Sweep] = &[&OTHERS, &LINK_10_80, &LINK_10_160, &LINK_100_16, &LINK_100_80, &LINK_100_160];

const fn sweep(id: &'static str, cells: fn() -> Vec<Cell>) -> Sweep {
    Sweep { id, cells, repetitions: 2, quick: 1, names: &[CYCLE, NAMES], measure }
}

/// Claims use events after the second congestion event and after so many seconds (the report's footnote 1).
pub const SETTLED_S: f64 = 20.0;
/// The grid of the distributions kept: x = 0, 0.005 … 1.05.
pub const GRID: usize = 211;
/// Its step.
pub const GRID_STEP: f64 = 0.005;

/// The report's five senders, and Linux's H-TCP with the bug, on the links of figures 9 to 14.
fn full_queue(name: &str) -> Vec<Cell> {
    let link = Link::of(name);
    let fault = (name != "10/160").then_some("htcp_linux_fault");
    five().map(|sender| sender.name).chain(fault).map(|sender| cell(link, 1.0, sender)).collect()
}

fn cell(link: Link, bdp: f64, sender: &str) -> Cell {
    let at = point!(link: link.name, bdp: bdp, sender: sender);
    Cell::new(at, document(link, bdp, Some(sender), true, duration_s(link, bdp, sender))).moment(SETTLED_S)
}

/// The report's 180 s, unless that holds fewer than three epochs of the sender.
pub fn duration_s(link: Link, bdp: f64, sender: &str) -> f64 {
    let newreno = sender.starts_with("nr_");
    match (link.name, bdp) {
        ("100/160", 1.0) if newreno => 2400.0,
        ("100/160", 1.0) if sender == "htcp_linux_fault" => 1200.0,
        ("100/80", 1.0) => 1200.0,
        ("100/160", 0.25) if newreno => 1200.0,
        ("100/160", _) | ("100/80", _) => 400.0,
        ("10/160", 1.0) if sender == "nr_linux" => 400.0,
        _ => 180.0,
    }
}

/// CUBIC's cycle has two parts: only pairs of epochs count.
pub fn at_once(sender: &str) -> u64 {
    if sender.starts_with("cubic") { 2 } else { 1 }
}

/// Which path and sender a run is of.
pub fn path(run: &Run) -> (Link, f64, String) {
    let at = &run.cell.at;
    (Link::of(at.word("link")), at.number("bdp"), at.word("sender").to_owned())
}

/// Sums over a span.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    ns: u64,
    ns_above: u64,
    departed_bytes: u64,
    tcp_drops: u64,
    call_drops: u64,
    /// Most bytes that arrived within a millisecond.
    peak_bytes: u64,
}

impl Sums {
    fn add(&mut self, other: Sums) {
        self.ns += other.ns;
        self.ns_above += other.ns_above;
        self.departed_bytes += other.departed_bytes;
        self.tcp_drops += other.tcp_drops;
        self.call_drops += other.call_drops;
        self.peak_bytes = self.peak_bytes.max(other.peak_bytes);
    }
}

/// Sums over the whole epochs of the bulk flow.
struct Watch {
    bounds: Bounds,
    at_once: u64,
    three_quarters_bytes: f64,
    above: bool,
    since: Time,
    millisecond: u64,
    arrived_bytes: u64,
    open: Sums,
    whole: Sums,
}

impl Watch {
    fn advance(&mut self, at: Time) {
        let ns = at.since(self.since).0;
        self.open.ns += ns;
        self.open.ns_above += if self.above { ns } else { 0 };
        self.since = at;
    }
}

impl Observer for Watch {
    const INTERESTS: Interests = Interests::these(&[
        &signals::WINDOW_CUT,
        &signals::ARRIVE,
        &signals::DEPART,
        &signals::DROP_QUEUE,
        &signals::QUEUE_PACKETS,
    ]);

    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, _: f64) {
        if let Some(epochs) = self.bounds.record(at, source, signal)
            && epochs % self.at_once == 0
        {
            self.advance(at);
            if epochs > 0 {
                self.whole.add(self.open);
            }
            self.open = Sums::default();
        }
    }
    fn packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, _: u64) {
        let bytes = u64::from(bytes);
        if ptr::eq(signal, &signals::DEPART) {
            self.open.departed_bytes += bytes;
        } else if ptr::eq(signal, &signals::DROP_QUEUE) {
            let call = source == Source::Cross(0);
            *(if call { &mut self.open.call_drops } else { &mut self.open.tcp_drops }) += 1;
        } else {
            let millisecond = at.0 / 1_000_000;
            self.arrived_bytes = if millisecond == self.millisecond { self.arrived_bytes + bytes } else { bytes };
            self.millisecond = millisecond;
            self.open.peak_bytes = self.open.peak_bytes.max(self.arrived_bytes);
        }
    }
    fn queue(&mut self, at: Time, level: &QueueLevel) {
        let above = level.bytes as f64 > self.three_quarters_bytes;
        if above != self.above {
            self.advance(at);
            self.above = above;
        }
    }
}

/// Measures of a run besides its cycle, in order.
const NAMES: &[&str] = &[
    "alternation",
    "drops_per_epoch",
    "call_drops_per_epoch",
    "time_above",
    "departed_share",
    "peak_bps",
    "x_least",
    "x_p10",
    "x_p50",
    "x_p90",
    "x_most",
    "x_mean",
    "owd_above",
    "cdf",
];

fn measure(run: &Run) -> Row {
    let (link, bdp, sender) = path(run);
    let settled = Time::from_seconds(SETTLED_S);
    let bounds = Bounds::new(0, settled);
    let limit_bytes = bdp * link.bdp_bytes();
    let mut epochs = Epochs::new(0, settled);
    // A hair less, so that rounding makes no delay negative.
    let less_ms = link.unloaded_ms() - 1e-9;
    let mut delays = Delays::in_whole_epochs(Source::Cross(0), less_ms, bounds.clone(), at_once(&sender));
    let mut watch = Watch {
        bounds,
        at_once: at_once(&sender),
        three_quarters_bytes: 0.75 * limit_bytes,
        above: false,
        since: Time::ZERO,
        millisecond: 0,
        arrived_bytes: 0,
        open: Sums::default(),
        whole: Sums::default(),
    };
    let mut both = (&mut epochs, &mut delays);
    run.listen(&mut (&mut both, &mut watch));
    let sums = watch.whole;
    let share = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
    let whole = counted(epochs.whole(), at_once(&sender));
    let induced = delays.distribution();
    let full_ms = link.delay_ms(limit_bytes);
    let x = |share: f64| induced.percentile(share).map(|ms| ms / full_ms);
    let most_ms = induced.percentile(1.0);
    let cdf = (0..GRID).filter_map(|at| induced.share_above(at as f64 * GRID_STEP * full_ms));
    let capacity_bytes = (link.rate_bps * sums.ns as f64 / 8e9).round() as u64;
    of_epochs(whole)
        .number("alternation", epochs.alternation())
        .number("drops_per_epoch", share(sums.tcp_drops, whole.len() as u64))
        .number("call_drops_per_epoch", share(sums.call_drops, whole.len() as u64))
        .number("time_above", share(sums.ns_above, sums.ns))
        .number("departed_share", share(sums.departed_bytes, capacity_bytes))
        .number("peak_bps", sums.peak_bytes as f64 * 8e3)
        .number("x_least", x(0.0))
        .number("x_p10", x(0.1))
        .number("x_p50", x(0.5))
        .number("x_p90", x(0.9))
        .number("x_most", x(1.0))
        .number("x_mean", induced.json().get("mean").and_then(sawtooth_scenario::Json::number).map(|ms| ms / full_ms))
        .number(
            "owd_above",
            most_ms.and_then(|most| induced.share_above(0.75 * (most + link.unloaded_ms()) - link.unloaded_ms())),
        )
        .list("cdf", cdf.map(|above| 1.0 - above).collect())
}

/// So many epochs that cycles are whole.
pub fn counted(epochs: &[Epoch], at_once: u64) -> &[Epoch] {
    &epochs[..epochs.len() - epochs.len() % at_once as usize]
}

/// Measures of a cycle, in order.
pub const CYCLE: &[&str] = &["epochs", "epoch_s", "epoch_spread", "w_max", "w_largest", "kept"];

/// Statistics of epochs: their number, mean length, standard deviation over mean, cwnd at their ends, share kept.
pub fn of_epochs(epochs: &[Epoch]) -> Row {
    let lengths: Vec<f64> = epochs.iter().map(|epoch| epoch.end.since(epoch.begin).seconds()).collect();
    let mean = |values: &[f64]| (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64);
    let length = mean(&lengths);
    let spread = length.and_then(|length| {
        let squares: Vec<f64> = lengths.iter().map(|one| (one - length) * (one - length)).collect();
        Some(mean(&squares)?.sqrt() / length)
    });
    let kept: Vec<f64> = epochs.iter().filter_map(|epoch| Some(epoch.kept_packets? / epoch.from_packets)).collect();
    let tops: Vec<f64> = epochs.iter().map(|epoch| epoch.top_packets).collect();
    let largest = epochs.iter().map(|epoch| epoch.from_packets.max(epoch.top_packets));
    Row::new()
        .number("epochs", epochs.len() as f64)
        .number("epoch_s", length)
        .number("epoch_spread", spread)
        .number("w_max", mean(&tops))
        .number("w_largest", largest.fold(None, |most: Option<f64>, one| Some(most.map_or(one, |most| most.max(one)))))
        .number("kept", mean(&kept))
}
