//! Goodput and throughput of a group over a span, and in bins.

use super::Definition;
use super::tally::{Count, Tally};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Span;

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "goodput",
    unit: "bit/s",
    text: "Payload delivered in order to the application, each byte once, over the span. Throughput: wire bits that left \
           the bottleneck, likewise.",
    source: "CDG paper, footnote 5; contract, section 1",
};

impl Count {
    /// Goodput over a span, in bit/s.
    pub fn goodput_bps(&self, span: Span) -> f64 {
        self.delivered_bytes as f64 * 8.0 / span.seconds()
    }

    /// Throughput over a span, in bit/s.
    pub fn throughput_bps(&self, span: Span) -> f64 {
        self.departed_bytes as f64 * 8.0 / span.seconds()
    }
}

/// Goodput of a flow over its own time, from its actual start to its stop or to now, as in the summary, in bit/s;
/// `None` if it never ran. Counted by the simulation itself, without an observer.
pub fn of_flow(simulation: &Simulation, flow: usize) -> Option<f64> {
    let counters = simulation.flow_counters(flow);
    let own = counters.stopped.since(counters.started?).seconds();
    (own > 0.0).then(|| counters.delivered_bytes as f64 * 8.0 / own)
}

/// A group's goodput in each bin, in bit/s.
pub fn per_bin(tally: &Tally, group: usize) -> Vec<f64> {
    tally.bins(group).iter().map(|count| count.goodput_bps(tally.grid().width)).collect()
}

/// A group's goodput over a span given in seconds, whose ends lie on bins' edges, in bit/s.
#[track_caller]
pub fn between(tally: &Tally, group: usize, from_s: f64, until_s: f64) -> f64 {
    tally.between(group, from_s, until_s).goodput_bps(Span::from_seconds(until_s - from_s))
}

/// Time in seconds that a joining flow needs to reach its share: from its start, on a bin's edge, to the end of the
/// first bin with a goodput of at least `share_bps`; `None` if never (CDG paper, section 4.2: the time to a share).
#[track_caller]
pub fn reaches(tally: &Tally, group: usize, start_s: f64, share_bps: f64) -> Option<f64> {
    let first = tally.grid().bins(start_s, start_s).start;
    let mut later = tally.bins(group)[first..].iter();
    let bin = later.position(|count| count.goodput_bps(tally.grid().width) >= share_bps)?;
    Some(tally.grid().start(first + bin + 1).since(tally.grid().start(first)).seconds())
}

#[cfg(test)]
mod tests {
    use super::super::tally::testing::tally;
    use super::*;

    fn delivered(bytes: u64) -> Count {
        Count { delivered_bytes: bytes, departed_bytes: bytes + 40, ..Count::default() }
    }

    #[test]
    fn bits_over_time() {
        let tally = tally(&[&[delivered(1000), delivered(250), delivered(500)]]);
        assert_eq!(per_bin(&tally, 0), [8000.0, 2000.0, 4000.0]);
        assert_eq!(between(&tally, 0, 1.0, 3.0), 3000.0);
        assert_eq!(tally.between(0, 1.0, 3.0).throughput_bps(Span::from_seconds(2.0)), 3320.0);
    }

    #[test] // the bin's end counts, from the joining flow's start
    fn a_newcomer_reaches_its_share_at_the_end_of_a_bin() {
        let tally = tally(&[&[delivered(900), delivered(100), delivered(799), delivered(800), delivered(0)]]);
        assert_eq!(reaches(&tally, 0, 1.0, 6400.0), Some(3.0));
        assert_eq!(reaches(&tally, 0, 0.0, 6400.0), Some(1.0));
        assert_eq!(reaches(&tally, 0, 4.0, 6400.0), None);
    }
}
