//! Duration and cost of the disturbance after a change of the bandwidth.
//!
//! The paper counts "from the onset"; here the search for the end starts at the worst moment, since a queue needs a few
//! RTTs to fill and the loss rate just after the onset is still that of before.

use super::Definition;
use super::loss_rate::{self, Losses};
use super::tally::{Tally, sum};

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "stabilisation",
    unit: "RTTs",
    text: "RTTs from a change until the loss rate over ten RTTs is within 1.5 times its steady state under that load. \
           Its cost: that time times the mean loss rate within it; 1 is one RTT's worth of packets.",
    source: "SlowCC, section 4.1",
};

/// Factor of its steady state within which the loss rate is stable.
pub const WITHIN: f64 = 1.5;

/// A change of the bandwidth, in seconds, all on the edges of bins of one RTT each.
#[derive(Clone, Copy, Debug)]
pub struct Transient {
    /// Time of the change.
    pub onset_s: f64,
    /// A span under the same load in its steady state.
    pub steady_s: (f64, f64),
    /// Time before which the worst moment lies.
    pub worst_before_s: f64,
}

/// Result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stabilisation {
    /// Stable again after this number of RTTs, at this cost.
    After {
        /// RTTs since the onset.
        rtts: usize,
        /// Packets of this number of RTTs.
        cost: f64,
    },
    /// Not within the measured time: more RTTs than these.
    MoreThan(usize),
}

/// Measures one change in the packets of a group; `None` where the steady state has no packets.
#[track_caller]
pub fn stabilisation(tally: &Tally, group: usize, transient: &Transient) -> Option<Stabilisation> {
    let steady = tally.between(group, transient.steady_s.0, transient.steady_s.1).loss_rate(Losses::Queue)?;
    let onset = tally.grid().bins(transient.onset_s, transient.onset_s).start;
    let curve = loss_rate::curve(tally, group, Losses::Queue);
    // The windows that lie wholly after the onset.
    let after = &curve[onset.min(curve.len())..];
    let (mut worst, mut greatest) = (0, f64::NEG_INFINITY);
    for (place, (_, rate)) in after.iter().enumerate().take_while(|(_, (end, _))| *end <= transient.worst_before_s) {
        if *rate > greatest {
            (worst, greatest) = (place, *rate);
        }
    }
    let Some(calm) = after.iter().skip(worst).position(|(_, rate)| *rate <= WITHIN * steady) else {
        return Some(Stabilisation::MoreThan(tally.grid().bins - onset));
    };
    let rtts = worst + calm + loss_rate::AVERAGED_RTTS;
    let within = sum(&tally.bins(group)[onset..onset + rtts]);
    Some(Stabilisation::After { rtts, cost: rtts as f64 * within.loss_rate(Losses::Queue).unwrap_or(0.0) })
}

#[cfg(test)]
mod tests {
    use super::super::tally::{Count, testing::tally};
    use super::*;

    fn bin(dropped_queue: u64) -> Count {
        Count { arrived: 100, dropped_queue, ..Count::default() }
    }

    /// 20 RTTs at 2 %, then 5 at 40 % after two quiet ones, then 3 %.
    fn upset(quiet_after: usize) -> Vec<Count> {
        let mut bins = vec![bin(2); 20];
        bins.extend(vec![bin(2); 2]);
        bins.extend(vec![bin(40); 5]);
        bins.extend(vec![bin(3); quiet_after]);
        bins
    }

    const CHANGE: Transient = Transient { onset_s: 20.0, steady_s: (0.0, 20.0), worst_before_s: 40.0 };

    /// The first window with none of the five in it begins at 27 s, 7 RTTs after the onset, and ends 10 later: 3 % is
    /// exactly 1.5 times the steady state. Within these 17 RTTs 2 · 2 + 5 · 40 + 10 · 3 packets of 100 each are dropped.
    #[test]
    fn the_time_runs_from_the_onset_to_the_first_calm_window_after_the_worst() {
        let bins = upset(30);
        let Some(Stabilisation::After { rtts, cost }) = stabilisation(&tally(&[&bins]), 0, &CHANGE) else { panic!() };
        assert_eq!(rtts, 17);
        assert!((cost - 2.34).abs() < 1e-12, "{cost}");
    }

    #[test]
    fn what_is_not_calm_at_the_end_takes_longer_than_was_measured() {
        let bins = upset(8);
        assert_eq!(stabilisation(&tally(&[&bins]), 0, &CHANGE), Some(Stabilisation::MoreThan(15)));
    }

    #[test]
    fn a_steady_state_without_packets_is_no_measure() {
        assert_eq!(stabilisation(&tally(&[&[Count::default(); 40]]), 0, &CHANGE), None);
    }
}
