//! The loss rate: of a span, and over a sliding window of ten RTTs.

use super::Definition;
use super::tally::{Count, Tally};

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "loss_rate",
    unit: "",
    text: "Packets dropped over packets that arrived at the bottleneck in the same span; as a curve over the last ten \
           RTTs, of one fixed length each.",
    source: "SlowCC, section 4.1: averaged over ten RTTs",
};

/// RTTs over which the curve averages.
pub const AVERAGED_RTTS: usize = 10;

/// Losses that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Losses {
    /// Drops by the queue.
    Queue,
    /// Random losses, before the queue or after it.
    Random,
    /// Both.
    All,
}

impl Count {
    /// Packets lost.
    pub fn lost(&self, losses: Losses) -> u64 {
        match losses {
            Losses::Queue => self.dropped_queue,
            Losses::Random => self.dropped_random,
            Losses::All => self.dropped_queue + self.dropped_random,
        }
    }

    /// The loss rate, from 0 to 1 (a queue that drops what arrived before the span may exceed it); `None` if nothing arrived.
    pub fn loss_rate(&self, losses: Losses) -> Option<f64> {
        (self.arrived > 0).then(|| self.lost(losses) as f64 / self.arrived as f64)
    }
}

/// The curve: end of the window in seconds, and the loss rate within it; bins are one RTT long. Where nothing arrives
/// the rate is 0.
pub fn curve(tally: &Tally, group: usize, losses: Losses) -> Vec<(f64, f64)> {
    let windows = tally.sliding(group, AVERAGED_RTTS);
    windows.map(|(end, count)| (tally.grid().start(end).seconds(), count.loss_rate(losses).unwrap_or(0.0))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tally::testing::tally;
    use super::*;

    fn bin(arrived: u64, dropped_queue: u64) -> Count {
        Count { arrived, dropped_queue, dropped_random: 1, ..Count::default() }
    }

    #[test]
    fn of_what_arrived() {
        let count = bin(200, 9);
        assert_eq!(count.loss_rate(Losses::Queue), Some(0.045));
        assert_eq!(count.loss_rate(Losses::Random), Some(0.005));
        assert_eq!(count.loss_rate(Losses::All), Some(0.05));
        assert_eq!(Count::default().loss_rate(Losses::All), None);
    }

    #[test] // drops over arrivals of the whole window, not the mean of the bins' rates
    fn the_curve_weighs_bins_by_their_packets() {
        let mut bins = vec![bin(10, 0); 10];
        bins.push(bin(100, 19));
        let curve = curve(&tally(&[&bins]), 0, Losses::Queue);
        assert_eq!(curve, [(10.0, 0.0), (11.0, 0.1)]);
    }
}
