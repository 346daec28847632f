//! One flow alone on a path that only loses packets, by a pattern of the figure's own: no queue ever forms in it. Bins of
//! what the flow sends, losses, cuts of the window, all of one run. Not here: any one pattern.

use super::bed::{PACKET_BYTES, RTT_S, WARM_UP_S, flow};
use super::schemes::Scheme;
use crate::figure::{Axis, Marks, Plot, Series};
use crate::row::Row;
use crate::run::Run;
use sawtooth_engine::observe::{Interests, Observer, Signal, Source, signals};
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::units::Time;
use sawtooth_measures::measures::epochs::Epochs;
use sawtooth_measures::measures::smoothness;
use sawtooth_measures::measures::tally::{Grid, Tally};
use sawtooth_scenario::{Json, object};
use std::ptr;

/// Rate of the link, which limits nobody, in bit/s.
const RATE_BPS: f64 = 100e6;
/// Room that is never filled, in packets.
const LIMIT_PACKETS: f64 = 100_000.0;
/// Bins of the paper's two lines, in seconds.
pub const SHORT_S: f64 = 0.2;
/// The longer of them.
pub const LONG_S: f64 = 1.0;
/// How long a drawing is, from the end of the warm-up, in seconds.
pub const DRAWN_S: f64 = 40.0;
/// TFRC's mean loss interval, as its receiver tells it.
const INTERVAL: &str = "tfrc_loss_interval_packets";

/// The path with one flow and its losses.
pub fn document(title: &str, duration_s: f64, loss: Json, scheme: Scheme) -> Json {
    with_flow(title, duration_s, loss, flow("flow", scheme, 0.0))
}

/// The same with a flow of its own kind.
pub fn with_flow(title: &str, duration_s: f64, loss: Json, mut flow: Json) -> Json {
    flow.set("send_jitter_ms", 0.0);
    object! {
        "schema" => 1.0, "title" => title, "duration_s" => duration_s, "packet_bytes" => PACKET_BYTES,
        "bottleneck" => object! {
            "rate_bps" => RATE_BPS,
            "queue" => object! { "discipline" => "drop_tail", "limit_packets" => LIMIT_PACKETS },
            "loss" => loss,
        },
        "flows" => vec![flow],
    }
}

/// Losses by gaps in packets, repeated.
pub fn periodic(gaps: &[f64]) -> Json {
    let gaps: Vec<Json> = gaps.iter().map(|gap| Json::from(*gap)).collect();
    object! { "model" => "periodic", "gaps" => gaps }
}

/// Packets that the flow sends in bins, from the warm-up's end to the run's.
pub fn tally(width_s: f64, scenario: &Scenario) -> Tally {
    Tally::of_each(Grid::new(WARM_UP_S, scenario.duration.seconds(), width_s), scenario)
}

/// Packets sent in each bin.
pub fn sent(tally: &Tally) -> Vec<f64> {
    tally.bins(0).iter().map(|count| count.arrived as f64).collect()
}

/// Packets sent per RTT, on average.
pub fn packets_per_rtt(tally: &Tally) -> f64 {
    let sent = sent(tally);
    sent.iter().sum::<f64>() * RTT_S / (sent.len() as f64 * tally.grid().width.seconds())
}

/// Observes each loss, and TFRC's mean loss interval, once the warm-up is over.
#[derive(Default)]
struct Losses {
    arrived: u64,
    /// Of each loss: its place among the packets that arrived, and its instant in seconds.
    lost: Vec<(u64, f64)>,
    /// The least and the greatest mean loss interval, in packets.
    interval: Option<(f64, f64)>,
}

impl Observer for Losses {
    const INTERESTS: Interests = Interests::these(&[&signals::ARRIVE, &signals::DROP_RANDOM]).and(Interests::OTHERS);

    fn signal(&mut self, at: Time, _: Source, signal: &'static Signal, value: f64) {
        self.arrived += u64::from(ptr::eq(signal, &signals::ARRIVE));
        if at < Time::from_seconds(WARM_UP_S) {
            return;
        }
        if ptr::eq(signal, &signals::DROP_RANDOM) {
            self.lost.push((self.arrived, at.seconds()));
        } else if signal.name == INTERVAL {
            let (least, most) = self.interval.unwrap_or((value, value));
            self.interval = Some((least.min(value), most.max(value)));
        }
    }
}

/// Loss events: losses within an RTT of the first one of an event belong to it (RFC 5348, 5.2).
pub fn events_s(lost_s: &[f64]) -> Vec<f64> {
    let mut events: Vec<f64> = Vec::new();
    for &at in lost_s {
        if events.last().is_none_or(|first| at >= first + RTT_S) {
            events.push(at);
        }
    }
    events
}

/// Measures of a run, in order.
pub const NAMES: &[&str] = &[
    "packets_per_rtt",
    "variation_short",
    "variation_long",
    "ratio_short",
    "ratio_long",
    "loss_interval",
    "loss_rate",
    "memory",
    "sent",
    "lost_s",
    "before_cut",
    "after_cut",
];

/// Measures of a run for figures 17 to 19. `pattern`: losses until the pattern begins anew.
pub fn measure(run: &Run, pattern: usize) -> Row {
    let mut short = tally(SHORT_S, &run.scenario);
    let mut losses = Losses::default();
    let mut epochs = Epochs::new(0, Time::from_seconds(WARM_UP_S));
    run.listen(&mut (&mut short, &mut (&mut losses, &mut epochs)));
    let bins = sent(&short);
    let per_long = (LONG_S / SHORT_S).round() as usize;
    let long: Vec<f64> = bins.chunks_exact(per_long).map(|bins| bins.iter().sum()).collect();
    let whole = losses.lost.len().saturating_sub(1) / pattern * pattern;
    let packets = losses.lost.first().zip(losses.lost.get(whole)).map(|(first, last)| (last.0 - first.0) as f64);
    let interval = packets.filter(|_| whole > 0).map(|packets| packets / whole as f64);
    let rate = packets.filter(|packets| *packets > 0.0).map(|packets| whole as f64 / packets);
    let drawn = (DRAWN_S / SHORT_S).round() as usize;
    Row::new()
        .number("packets_per_rtt", packets_per_rtt(&short))
        .number("variation_short", smoothness::variation(&bins))
        .number("variation_long", smoothness::variation(&long))
        .number("ratio_short", smoothness::largest_ratio(&bins))
        .number("ratio_long", smoothness::largest_ratio(&long))
        .number("loss_interval", interval)
        .number("loss_rate", rate)
        .number("memory", losses.interval.map(|(least, most)| most / least))
        .list("sent", bins.into_iter().take(drawn).collect())
        .list("lost_s", losses.lost.iter().map(|(_, at_s)| *at_s).collect())
        .list("before_cut", kept(&epochs).map(|(before, _)| before).collect())
        .list("after_cut", kept(&epochs).map(|(_, after)| after).collect())
}

/// Windows before and after each cut that a fast recovery followed.
fn kept(epochs: &Epochs) -> impl Iterator<Item = (f64, f64)> + '_ {
    epochs.whole().iter().filter_map(|epoch| Some((epoch.from_packets, epoch.kept_packets?)))
}

/// Something made of the windows before and after each cut of a row: the least and the greatest.
pub fn of_cuts(row: Option<&Row>, make: impl Fn(f64, f64) -> f64) -> [Option<f64>; 2] {
    let Some(row) = row else { return [None; 2] };
    let cuts = row.values("before_cut").iter().zip(row.values("after_cut"));
    let values: Vec<f64> = cuts.map(|(before, after)| make(*before, *after)).collect();
    [values.iter().copied().reduce(f64::min), values.iter().copied().reduce(f64::max)]
}

/// The paper's drawing: the rate in bins of 0.2 s and of 1 s, and a mark where a packet is lost.
pub fn plot(row: Option<&Row>, ink: u8, most: f64) -> Plot {
    let axis = Axis::new("Time", "s").range(WARM_UP_S, WARM_UP_S + DRAWN_S);
    let mut plot = Plot::new(axis, Axis::new("Sending rate", "packets/s").range(0.0, most));
    let Some(row) = row else { return plot };
    let bins = row.values("sent");
    let per_long = (LONG_S / SHORT_S).round() as usize;
    let steps = |values: &[f64], width_s: f64| {
        let at = |(bin, value): (usize, &f64)| [WARM_UP_S + bin as f64 * width_s, value / width_s];
        Marks::Steps(values.iter().enumerate().map(at).collect())
    };
    let long: Vec<f64> = bins.chunks_exact(per_long).map(|bins| bins.iter().sum()).collect();
    let end = WARM_UP_S + bins.len() as f64 * SHORT_S;
    let lost = row.values("lost_s").iter().filter(|at| **at < end).map(|at| [*at, most * 0.03]);
    plot = plot.with(Series::new("0.2 s", ink, steps(bins, SHORT_S)));
    plot = plot.with(Series::new("1 s", 6, steps(&long, LONG_S)));
    plot.with(Series::new("lost", 7, Marks::Dots(lost.collect())))
}

/// A span in which the pattern of a schedule is, for counting what falls into each of its phases: whole cycles of the
/// run after the warm-up, each from `phase_s` to `phase_s + length_s` of its cycle.
pub fn per_phase(at_s: &[f64], until_s: f64, cycle_s: f64, phase_s: f64, length_s: f64) -> Option<f64> {
    let first = (WARM_UP_S / cycle_s).ceil();
    let cycles = ((until_s - first * cycle_s) / cycle_s).floor();
    let within = |at: &&f64| {
        let cycle = (**at / cycle_s).floor();
        let into = **at - cycle * cycle_s;
        cycle >= first && cycle < first + cycles && into >= phase_s && into < phase_s + length_s
    };
    (cycles > 0.0).then(|| at_s.iter().filter(within).count() as f64 / cycles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_within_an_rtt_of_the_first_are_one_event() {
        assert_eq!(events_s(&[1.0, 1.03, 1.049, 1.06, 1.2]), [1.0, 1.06, 1.2]);
        assert_eq!(events_s(&[]), [] as [f64; 0]);
    }

    #[test] // cycles of 7 s from 21 s to 63 s: six of them
    fn phases_are_counted_in_whole_cycles() {
        let at = [20.5, 21.0, 27.5, 28.0, 62.9, 63.0];
        assert_eq!(per_phase(&at, 64.0, 7.0, 6.0, 1.0), Some(2.0 / 6.0));
        assert_eq!(per_phase(&at, 64.0, 7.0, 0.0, 6.0), Some(2.0 / 6.0));
        assert_eq!(per_phase(&at, 22.0, 7.0, 0.0, 6.0), None);
    }
}
