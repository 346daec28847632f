//! Counters of packets in equal bins of time, for groups of sources, on which most measures are based. Its memory grows
//! with bins and groups, not with packets. Not here: what is derived from the counters.

use sawtooth_engine::observe::{Interests, Observer, Signal, Source, signals};
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::units::{Span, Time};
use std::ops::{AddAssign, Range};
use std::ptr;

/// Equal, half-open bins of time, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Start of the first bin.
    pub from: Time,
    /// Length of each bin.
    pub width: Span,
    /// Number of bins.
    pub bins: usize,
}

impl Grid {
    /// Bins of `width_s` between two moments, all in seconds. A remainder shorter than a bin is left out.
    pub fn new(from_s: f64, until_s: f64, width_s: f64) -> Grid {
        let (from, until, width) =
            (Time::from_seconds(from_s), Time::from_seconds(until_s), Span::from_seconds(width_s));
        assert!(width > Span::ZERO, "a bin has a length");
        Grid { from, width, bins: (until.since(from).0 / width.0) as usize }
    }

    /// The bin of an instant.
    fn bin(&self, at: Time) -> Option<usize> {
        let bin = (at.0.checked_sub(self.from.0)? / self.width.0) as usize;
        (bin < self.bins).then_some(bin)
    }

    /// Start of a bin; of one past the last: the end of the last.
    pub fn start(&self, bin: usize) -> Time {
        Time(self.from.0 + self.width.0 * bin as u64)
    }

    /// The bins of a span, in seconds; its ends must lie on bins' edges.
    #[track_caller]
    pub fn bins(&self, from_s: f64, until_s: f64) -> Range<usize> {
        let edge = |s: f64| {
            let at = Time::from_seconds(s);
            let bin = (at.since(self.from).0 / self.width.0) as usize;
            assert!(at == self.start(bin) && bin <= self.bins, "{s} s is no edge of a bin");
            bin
        };
        edge(from_s)..edge(until_s)
    }
}

/// Counters of a group in a bin, or in several. Data only: ACKs are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Packets that arrived at their bottleneck, that is, were sent.
    pub arrived: u64,
    /// Packets dropped by the queue.
    pub dropped_queue: u64,
    /// Packets lost at random, before the queue or after it.
    pub dropped_random: u64,
    /// Wire bytes that left the link, those of packets lost after it included.
    pub departed_bytes: u64,
    /// Payload delivered in order, once.
    pub delivered_bytes: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.arrived += other.arrived;
        self.dropped_queue += other.dropped_queue;
        self.dropped_random += other.dropped_random;
        self.departed_bytes += other.departed_bytes;
        self.delivered_bytes += other.delivered_bytes;
    }
}

/// Observer that counts the packets of groups of sources in the bins of a grid.
#[derive(Clone, Debug)]
pub struct Tally {
    grid: Grid,
    /// Group of each flow, then of each cross traffic.
    groups: Vec<Option<usize>>,
    flows: usize,
    /// Bytes delivered so far, of each flow.
    delivered: Vec<u64>,
    /// By group, then by bin.
    counts: Vec<Vec<Count>>,
}

impl Tally {
    /// Tally of a run with this number of flows and sources of cross traffic: `group` assigns each to a group, or to
    /// none.
    pub fn new(grid: Grid, flows: usize, cross: usize, group: impl Fn(Source) -> Option<usize>) -> Tally {
        let sources = (0..flows as u32).map(Source::Flow).chain((0..cross as u32).map(Source::Cross));
        let groups: Vec<Option<usize>> = sources.map(group).collect();
        let count = groups.iter().flatten().max().map_or(0, |most| most + 1);
        Tally { grid, groups, flows, delivered: vec![0; flows], counts: vec![vec![Count::default(); grid.bins]; count] }
    }

    /// Each flow in a group of its own, by its index; then each source of cross traffic.
    pub fn of_each(grid: Grid, scenario: &Scenario) -> Tally {
        let (flows, cross) = (scenario.flows.len(), scenario.cross_traffic.len());
        Tally::new(grid, flows, cross, |source| match source {
            Source::Flow(flow) => Some(flow as usize),
            Source::Cross(cross) => Some(flows + cross as usize),
            _ => None,
        })
    }

    /// The grid.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// A group's bins, in order.
    pub fn bins(&self, group: usize) -> &[Count] {
        &self.counts[group]
    }

    /// A group's count over a span, in seconds; its ends must lie on bins' edges.
    #[track_caller]
    pub fn between(&self, group: usize, from_s: f64, until_s: f64) -> Count {
        sum(&self.counts[group][self.grid.bins(from_s, until_s)])
    }

    /// A group's count over each run of `bins` neighbouring bins, with the bin behind the last of them.
    pub fn sliding(&self, group: usize, bins: usize) -> impl Iterator<Item = (usize, Count)> + '_ {
        self.counts[group].windows(bins).enumerate().map(move |(first, window)| (first + bins, sum(window)))
    }

    fn count(&mut self, at: Time, source: Source) -> Option<&mut Count> {
        let place = match source {
            Source::Flow(flow) => flow as usize,
            Source::Cross(cross) => self.flows + cross as usize,
            _ => return None,
        };
        let (group, bin) = ((*self.groups.get(place)?)?, self.grid.bin(at)?);
        Some(&mut self.counts[group][bin])
    }
}

/// All of these together.
pub fn sum(counts: &[Count]) -> Count {
    let mut all = Count::default();
    counts.iter().for_each(|count| all += *count);
    all
}

impl Observer for Tally {
    const INTERESTS: Interests = Interests::these(&[
        &signals::ARRIVE,
        &signals::DROP_QUEUE,
        &signals::DROP_RANDOM,
        &signals::LOST_AFTER_QUEUE,
        &signals::DEPART,
        &signals::DELIVERED,
    ]);

    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        let mut more = 0;
        if ptr::eq(signal, &signals::DELIVERED)
            && let Source::Flow(flow) = source
        {
            let total = value as u64;
            more = total - std::mem::replace(&mut self.delivered[flow as usize], total);
        }
        let Some(count) = self.count(at, source) else { return };
        count.delivered_bytes += more;
        if ptr::eq(signal, &signals::ARRIVE) {
            count.arrived += 1;
        } else if ptr::eq(signal, &signals::DROP_QUEUE) {
            count.dropped_queue += 1;
        } else if ptr::eq(signal, &signals::DROP_RANDOM) {
            count.dropped_random += 1;
        } else if ptr::eq(signal, &signals::LOST_AFTER_QUEUE) {
            count.dropped_random += 1;
            count.departed_bytes += value as u64;
        } else if ptr::eq(signal, &signals::DEPART) {
            count.departed_bytes += value as u64;
        }
    }
}

#[cfg(test)]
pub mod testing {
    //! Tallies made by hand.

    use super::*;

    /// Of one bin a second from 0 s: each group's counts.
    pub fn tally(counts: &[&[Count]]) -> Tally {
        let bins = counts.iter().map(|bins| bins.len()).max().unwrap_or(0);
        let grid = Grid::new(0.0, bins as f64, 1.0);
        let mut tally = Tally::new(grid, counts.len(), 0, |source| match source {
            Source::Flow(flow) => Some(flow as usize),
            _ => None,
        });
        for (group, bins) in counts.iter().enumerate() {
            tally.counts[group][..bins.len()].copy_from_slice(bins);
        }
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(tally: &mut Tally, at_s: f64, source: Source, signal: &'static Signal, value: f64) {
        tally.emit(Time::from_seconds(at_s), source, signal, value);
    }

    #[test]
    fn what_falls_on_an_edge_belongs_to_the_later_bin() {
        let grid = Grid::new(1.0, 2.05, 0.1);
        assert_eq!(grid.bins, 10);
        assert_eq!(grid.bins(1.2, 1.5), 2..5);
        assert_eq!(grid.start(10), Time::from_seconds(2.0));
        let mut tally = Tally::new(grid, 1, 0, |_| Some(0));
        for at in [0.9999, 1.0, 1.0999, 1.1, 1.9999, 2.0] {
            record(&mut tally, at, Source::Flow(0), &signals::ARRIVE, 1500.0);
        }
        let arrived: Vec<u64> = tally.bins(0).iter().map(|count| count.arrived).collect();
        assert_eq!(arrived, [2, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
    }

    #[test]
    fn groups_are_counted_apart_and_delivered_bytes_by_their_growth() {
        // Two flows together, the call by itself, the third flow not at all.
        let mut tally = Tally::new(Grid::new(1.0, 3.0, 1.0), 3, 1, |source| match source {
            Source::Flow(2) => None,
            Source::Flow(_) => Some(0),
            _ => Some(1),
        });
        record(&mut tally, 0.5, Source::Flow(0), &signals::DELIVERED, 1460.0);
        record(&mut tally, 1.5, Source::Flow(0), &signals::DELIVERED, 4380.0);
        record(&mut tally, 1.6, Source::Flow(1), &signals::DELIVERED, 100.0);
        record(&mut tally, 2.5, Source::Flow(0), &signals::DELIVERED, 5840.0);
        record(&mut tally, 2.5, Source::Flow(2), &signals::DEPART, 1500.0);
        record(&mut tally, 2.6, Source::Flow(1), &signals::DROP_QUEUE, 1500.0);
        record(&mut tally, 2.7, Source::Cross(0), &signals::DROP_RANDOM, 200.0);
        record(&mut tally, 2.8, Source::Cross(0), &signals::DEPART, 200.0);
        assert_eq!(tally.between(0, 1.0, 2.0), Count { delivered_bytes: 3020, ..Count::default() });
        let both = tally.between(0, 1.0, 3.0);
        assert_eq!(both, Count { delivered_bytes: 4480, dropped_queue: 1, ..Count::default() });
        assert_eq!(tally.bins(1)[1], Count { dropped_random: 1, departed_bytes: 200, ..Count::default() });
    }

    #[test]
    fn a_window_slides_by_bins() {
        let of = |arrived| Count { arrived, ..Count::default() };
        let tally = testing::tally(&[&[of(1), of(10), of(100), of(1000)]]);
        let sums: Vec<(usize, u64)> = tally.sliding(0, 3).map(|(end, count)| (end, count.arrived)).collect();
        assert_eq!(sums, [(3, 111), (4, 1110)]);
    }
}
