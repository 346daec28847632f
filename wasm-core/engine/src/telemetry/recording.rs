//! A recording: the columns of a run, filled by listening to it, within one budget of memory however long the run and
//! however many flows. Only the first flows and cross traffic have columns of their own; the bottleneck always has.
//! Not here: what a column keeps when it shrinks (`column.rs`), nor what is simulated again (`history.rs`).

use super::column::{BLOCK, Column};
use crate::observe::{Observer, Signal, Source, signals};
use crate::units::Time;

/// Flows, and cross traffic, with columns of their own; more of them would leave too few points for each.
pub const RECORDED_SOURCES: u32 = 32;

/// Points of all columns together: 32 MiB. A run of 80 s at 10 Mbps (66 000 packets) needs about 0.7 million, so it is exact.
pub const BUDGET_POINTS: usize = 1 << 21;

/// Told with every packet, wanted by traces only: columns of them would be half of all points.
const UNRECORDED: [&Signal; 5] =
    [&signals::ARRIVE, &signals::DEPART, &signals::ACK, &signals::IN_FLIGHT, &signals::QUEUE_BYTES];

const SLOTS: usize = 4096;

#[derive(Clone, Debug)]
struct Entry {
    source: Source,
    signal: &'static Signal,
    column: Column,
    /// Heard, not recorded.
    mute: bool,
}

/// A value that holds, of a source's signal.
pub type Standing = (Source, &'static Signal, f64);

/// The columns of a run. A column may be missing because nothing was heard of it, or because it is not recorded.
#[derive(Clone, Debug)]
pub struct Recording {
    columns: Vec<Entry>,
    /// Open addressing from (source, address of the signal) to a column's number plus one; 0 = free.
    slots: Vec<u16>,
    blocks: usize,
    budget: usize,
}

/// Whether there is a column of it.
pub fn recorded(source: Source, signal: &str) -> bool {
    let unrecorded = UNRECORDED.iter().any(|unrecorded| unrecorded.name == signal);
    !unrecorded && has_columns(source)
}

fn has_columns(source: Source) -> bool {
    match source {
        Source::Bottleneck | Source::ReverseBottleneck => true,
        Source::Flow(n) | Source::Cross(n) => n < RECORDED_SOURCES,
    }
}

fn address(signal: &'static Signal) -> usize {
    std::ptr::from_ref(signal) as usize
}

fn first_slot(source: Source, signal: &'static Signal) -> usize {
    let class = match source {
        Source::Bottleneck => 0,
        Source::ReverseBottleneck => 1,
        Source::Flow(n) => 2 * n as usize + 2,
        Source::Cross(n) => 2 * n as usize + 3,
    };
    // Addresses differ between builds, so nothing but the speed of finding a column may hang on this number.
    ((address(signal) >> 2) ^ (class << 7)).wrapping_mul(0x9E37_79B1) >> 8 & (SLOTS - 1)
}

impl Recording {
    /// With room for about so many points in all.
    pub fn with_budget(points: usize) -> Recording {
        Recording { columns: Vec::new(), slots: vec![0; SLOTS], blocks: 0, budget: points / BLOCK }
    }

    /// The column of a (source, signal), if anything was heard of it.
    pub fn column(&self, source: Source, signal: &str) -> Option<&Column> {
        self.columns
            .iter()
            .find(|entry| entry.source == source && entry.signal.name == signal)
            .map(|entry| &entry.column)
    }

    /// Every column.
    pub fn columns(&self) -> impl Iterator<Item = (Source, &'static Signal, &Column)> {
        self.columns.iter().map(|entry| (entry.source, entry.signal, &entry.column))
    }

    /// What holds now of each level, state and total that is recorded: the newest block of a column is never thinned, so
    /// these are the very values told last.
    pub fn standing(&self) -> Vec<Standing> {
        let holding = self.columns().filter(|(_, signal, _)| signal.kind.holds());
        holding.filter_map(|(source, signal, column)| Some((source, signal, column.last()?.value))).collect()
    }

    /// Says at `at` what holds; what is known anyway is not written again.
    pub fn stand(&mut self, at: Time, standing: &[Standing]) {
        for (source, signal, value) in standing {
            self.signal(at, *source, signal, *value);
        }
    }

    /// Most points in all, about.
    pub fn budget(&self) -> usize {
        self.budget * BLOCK
    }

    /// Memory in use, in points.
    pub fn points(&self) -> usize {
        self.blocks * BLOCK
    }

    /// Forgets everything from `at` on.
    pub fn truncate(&mut self, at: Time) {
        for entry in &mut self.columns {
            entry.column.truncate(at);
        }
        self.blocks = self.columns.iter().map(|entry| entry.column.blocks()).sum();
    }

    fn find(&mut self, source: Source, signal: &'static Signal) -> Option<usize> {
        let mut slot = first_slot(source, signal);
        while self.slots[slot] != 0 {
            let number = usize::from(self.slots[slot]) - 1;
            let entry = &self.columns[number];
            if entry.source == source && std::ptr::eq(entry.signal, signal) {
                return Some(number);
            }
            slot = (slot + 1) & (SLOTS - 1);
        }
        if self.columns.len() >= SLOTS / 2 {
            return None;
        }
        let mute = !recorded(source, signal.name);
        self.columns.push(Entry { source, signal, column: Column::new(signal.kind), mute });
        self.slots[slot] = self.columns.len() as u16;
        Some(self.columns.len() - 1)
    }

    /// Thins the largest column: what is rare (cuts, timeouts, drops) is reached last, mostly never.
    fn shrink(&mut self) {
        let largest = self.columns.iter_mut().max_by_key(|entry| entry.column.blocks()).expect("over the budget");
        self.blocks -= largest.column.thin();
    }
}

impl Observer for Recording {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        if !has_columns(source) {
            return;
        }
        let Some(number) = self.find(source, signal) else { return };
        let entry = &mut self.columns[number];
        if !entry.mute && entry.column.push(at, value) {
            self.blocks += 1;
            if self.blocks > self.budget {
                self.shrink();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_bounded_and_the_rare_survives_ten_million_points() {
        let mut r = Recording::with_budget(1 << 16);
        let mut timeouts = 0;
        for i in 0..10_000_000u64 {
            let at = Time(i * 1000);
            match i % 5 {
                0 => r.signal(at, Source::Flow(0), &signals::CWND, (i % 1_234_567) as f64),
                1 => r.signal(at, Source::Bottleneck, &signals::QUEUE_PACKETS, (i % 101) as f64),
                2 => r.signal(at, Source::Flow(1), &signals::RTT, 40.0 + (i % 31) as f64),
                3 => r.signal(at, Source::Flow(0), &signals::DELIVERED, i as f64),
                _ => r.signal(at, Source::Flow((i % 5000) as u32), &signals::ONE_WAY_DELAY, 20.0),
            }
            if i % 100_003 == 0 {
                timeouts += 1;
                r.signal(at, Source::Flow(0), &signals::TIMEOUT, 1.0);
            }
            if i % 65_536 == 0 {
                assert!(r.points() <= 1 << 16);
            }
        }
        assert_eq!(r.column(Source::Flow(0), "timeout").unwrap().len(), timeouts);
        assert!(r.column(Source::Flow(RECORDED_SOURCES), "one_way_delay_ms").is_none());
        // The whole past is there, and its greatest value at its own instant.
        let cwnd = r.column(Source::Flow(0), "cwnd_packets").unwrap();
        let all: Vec<_> = cwnd.range(Time::ZERO, Time::NEVER).collect();
        assert!(all.len() > 4000 && all[0].at.0 < 10_000_000);
        let top = all.iter().map(|p| p.value).fold(0.0, f64::max);
        assert_eq!(top, 1_234_566.0);
        let gap = all.windows(2).map(|w| w[1].at.since(w[0].at).0).max().unwrap();
        assert!(gap < 10_000_000_000 / 100, "no hole in the past: {gap}");
    }

    #[test]
    fn truncating_gives_the_memory_back() {
        let mut r = Recording::with_budget(1 << 14);
        for i in 0..10_000u64 {
            r.signal(Time(i), Source::Bottleneck, &signals::QUEUE_PACKETS, (i % 7) as f64);
        }
        r.truncate(Time(100));
        assert_eq!(r.points(), BLOCK);
        assert_eq!(r.column(Source::Bottleneck, "queue_packets").unwrap().len(), 100);
    }
}
