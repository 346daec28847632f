//! A recording: the columns of a run, filled by an observer, within a fixed amount of memory for any length and number
//! of flows. Only the first flows and cross traffic have columns of their own; the bottlenecks always have. Values that
//! follow from other columns have none (`curve.rs`). Not here: what a shrinking column keeps (`column.rs`), what is
//! simulated again (`history.rs`).

use super::column::{BLOCK, Column};
use super::curve::Curve;
use crate::math::float;
use crate::observe::{Interests, Kind, Observer, QueueLevel, Signal, Source, Value, signals};
use crate::units::{Rate, Time};
use std::ptr;

/// Maximum number of flows, and of cross traffic, with columns of their own. Charts group that many by algorithm; with
/// about ten columns of a block each, more sources would leave too few points for the first ones.
pub const RECORDED_SOURCES: u32 = 64;

/// Points of all columns together: 16 MiB. A run of 80 s at 10 Mbit/s (66,000 packets) needs about 0.6 million, so it
/// is exact.
pub const BUDGET_POINTS: usize = 1 << 20;

/// Signals emitted with every packet and never drawn: traces have them, columns would be half of all points.
/// A queue's delay follows from its bytes.
const UNRECORDED: [&Signal; 5] =
    [&signals::ARRIVE, &signals::DEPART, &signals::ACK, &signals::SRTT, &signals::QUEUE_DELAY];

/// Rate of a bottleneck's link, from which the queue's delay follows.
static LINK_RATE: Signal = Signal::new("rate_bps", "bit/s", Kind::Level);

/// Events of single packets, each with its total in the bottleneck's row: over all sources, also those without columns of their
/// own.
static BEFALLEN: [(&Signal, &Signal); 4] = [
    (&signals::DROP_QUEUE, &DROPPED),
    (&signals::DROP_RANDOM, &LOST),
    (&signals::LOST_AFTER_QUEUE, &LOST),
    (&signals::MARK, &signals::MARKED),
];

/// Packets that queues dropped.
static DROPPED: Signal = Signal::new("dropped_packets", "packets", Kind::Total);

/// Packets that were lost at random.
static LOST: Signal = Signal::new("lost_packets", "packets", Kind::Total);

/// Columns of a source: each of the engine's signals has a fixed place, so that none is searched for.
#[derive(Clone, Debug)]
struct Row {
    engine: [Option<Box<Column>>; Interests::CLASSES],
    others: Vec<(&'static Signal, Box<Column>)>,
}

impl Row {
    const EMPTY: Row = Row { engine: [const { None }; Interests::CLASSES], others: Vec::new() };

    fn columns(&self) -> impl Iterator<Item = (&'static Signal, &Column)> {
        let engine = signals::ALL.iter().zip(&self.engine);
        let engine = engine.filter_map(|(signal, column)| Some((*signal, &**column.as_ref()?)));
        engine.chain(self.others.iter().map(|(signal, column)| (*signal, &**column)))
    }

    fn columns_mut(&mut self) -> impl Iterator<Item = &mut Column> {
        let others = self.others.iter_mut().map(|(_, column)| &mut **column);
        self.engine.iter_mut().flatten().map(|column| &mut **column).chain(others)
    }
}

/// State of a bottleneck's queue.
#[derive(Clone, Copy, Debug)]
struct Queue {
    /// Bytes of each packet, while all that ever waited had the same size; 0 = none has waited yet.
    each: u64,
    /// Whether sizes differed, so that bytes have a column of their own.
    mixed: bool,
    /// Rate of the link emitted last.
    rate: f64,
}

/// Levels at one moment of everything recorded.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    levels: Vec<(Source, &'static Signal, f64)>,
    queues: Vec<QueueLevel>,
}

/// Columns of a run. A column may be missing because nothing was emitted, or because it is not recorded.
#[derive(Clone, Debug)]
pub struct Recording {
    /// Columns by the sources' numbers (`number`).
    rows: Vec<Row>,
    queues: [Queue; 2],
    blocks: usize,
    budget: usize,
    /// Points to be recorded before the next check whether later values must be thinned.
    stretch: Option<(Time, Time)>,
}

/// Whether a signal has a column.
pub fn recorded(source: Source, signal: &str) -> bool {
    let unrecorded = UNRECORDED.iter().any(|unrecorded| unrecorded.name == signal);
    !unrecorded && number(source).is_some()
}

/// Number of a source's row, if it has one.
#[inline(always)]
fn number(source: Source) -> Option<usize> {
    match source {
        Source::Bottleneck => Some(0),
        Source::ReverseBottleneck => Some(1),
        Source::Flow(n) => (n < RECORDED_SOURCES).then_some(2 + 2 * n as usize),
        Source::Cross(n) => (n < RECORDED_SOURCES).then_some(3 + 2 * n as usize),
    }
}

/// Source of a row.
fn source(number: usize) -> Source {
    let place = (number.wrapping_sub(2) / 2) as u32;
    match number {
        0 => Source::Bottleneck,
        1 => Source::ReverseBottleneck,
        n if n % 2 == 0 => Source::Flow(place),
        _ => Source::Cross(place),
    }
}

impl Recording {
    /// A recording of about this number of points in all, for a stretch of a run.
    pub fn with_budget(points: usize, stretch: (Time, Time)) -> Recording {
        let queue = Queue { each: 0, mixed: false, rate: f64::NAN };
        Recording { rows: Vec::new(), queues: [queue; 2], blocks: 0, budget: points / BLOCK, stretch: Some(stretch) }
    }

    /// The column of a (source, signal), if anything was emitted.
    pub fn column(&self, source: Source, signal: &str) -> Option<&Column> {
        let row = self.rows.get(number(source)?)?;
        row.columns().find(|(other, _)| other.name == signal).map(|(_, column)| column)
    }

    /// A series as a reader asks for it: a column, or a derived curve.
    pub fn curve(&self, source: Source, signal: &str) -> Option<Curve<'_>> {
        if signal == signals::QUEUE_DELAY.name {
            let bytes = self.curve(source, signals::QUEUE_BYTES.name)?;
            return Some(bytes.times(8000.0).over(self.column(source, LINK_RATE.name)?));
        }
        if signal == signals::QUEUE_BYTES.name
            && let Some(queue) = self.queue_of(source).filter(|queue| !queue.mixed)
        {
            let packets = self.column(source, signals::QUEUE_PACKETS.name)?;
            return Some(Curve::of(packets).times(queue.each as f64));
        }
        self.column(source, signal).map(Curve::of)
    }

    /// Every column.
    pub fn columns(&self) -> impl Iterator<Item = (Source, &'static Signal, &Column)> {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(number, row)| row.columns().map(move |(signal, column)| (source(number), signal, column)))
    }

    /// Present values of each recorded level, state and total, whose last value thinning keeps.
    pub fn standing(&self) -> Standing {
        let holding = self.columns().filter(|(_, signal, _)| signal.kind.holds());
        let levels = holding.filter_map(|(source, signal, column)| Some((source, signal, column.last()?.value)));
        let last = |source, signal: &Signal| Some(self.curve(source, signal.name)?.before(Time::NEVER)?.value);
        let queue = |bottleneck| {
            Some(QueueLevel {
                bottleneck,
                owner: None,
                packets: last(bottleneck, &signals::QUEUE_PACKETS)? as u64,
                bytes: last(bottleneck, &signals::QUEUE_BYTES)? as u64,
                rate: Rate(last(bottleneck, &LINK_RATE)?),
            })
        };
        let queues = [Source::Bottleneck, Source::ReverseBottleneck].into_iter().filter_map(queue);
        Standing { levels: levels.collect(), queues: queues.collect() }
    }

    /// Writes the levels at `at`; known ones are not written again.
    pub fn stand(&mut self, at: Time, standing: &Standing) {
        for level in &standing.queues {
            self.queue(at, level);
        }
        for (source, signal, value) in &standing.levels {
            self.signal(at, *source, signal, *value);
        }
    }

    /// Approximate maximum number of points.
    pub fn budget(&self) -> usize {
        self.budget * BLOCK
    }

    /// Memory in use, in points.
    pub fn points(&self) -> usize {
        self.blocks * BLOCK
    }

    /// Removes everything from `at` on.
    pub fn truncate(&mut self, at: Time) {
        self.rows.iter_mut().flat_map(Row::columns_mut).for_each(|column| column.truncate(at));
        self.blocks = self.columns().map(|(_, _, column)| column.blocks()).sum();
        for source in [Source::Bottleneck, Source::ReverseBottleneck] {
            let rate = self.column(source, LINK_RATE.name).and_then(Column::last).map_or(f64::NAN, |rate| rate.value);
            self.queues[usize::from(source != Source::Bottleneck)].rate = rate;
        }
    }

    fn queue_of(&self, source: Source) -> Option<&Queue> {
        match source {
            Source::Bottleneck => Some(&self.queues[0]),
            Source::ReverseBottleneck => Some(&self.queues[1]),
            Source::Flow(_) | Source::Cross(_) => None,
        }
    }

    #[cold]
    #[inline(never)]
    fn add(&mut self, number: usize, signal: &'static Signal, column: Column) {
        self.blocks += column.blocks();
        self.shrink();
        while self.rows.len() <= number {
            self.rows.push(Row::EMPTY);
        }
        let column = Box::new(column);
        match &mut self.rows[number] {
            row if signal.is_engines() => row.engine[signal.class()] = Some(column),
            row => row.others.push((signal, column)),
        }
    }

    /// Notes that a column has used another block.
    #[cold]
    #[inline(never)]
    fn added(&mut self, at: Time) {
        self.blocks += 1;
        if let Some((from, to)) = self.stretch.take_if(|_| 2 * self.blocks > self.budget) {
            self.foresee(at.since(from).seconds() / to.since(from).seconds());
        }
        self.shrink();
    }

    /// Half of the space is used after this share of the stretch. Later values are stored thin enough for the other
    /// half, which is cheaper than thinning all of it later, and again.
    #[cold]
    fn foresee(&mut self, share: f64) {
        let times = halvings(1.0 / share - 1.0);
        let columns = self.rows.iter().flat_map(Row::columns).count().max(1);
        let (rows, average) = (&mut self.rows, self.blocks / columns);
        let large = rows.iter_mut().flat_map(Row::columns_mut).filter(|column| column.blocks() >= average);
        large.for_each(|column| column.put_away_thinner(times));
    }

    /// Appends to the column of a signal in a source's row.
    #[inline(always)]
    fn push(&mut self, number: usize, at: Time, signal: &'static Signal, value: f64) {
        let row = self.rows.get_mut(number);
        match row.and_then(|row| row.engine[signal.class() % Interests::CLASSES].as_mut()) {
            Some(column) => {
                if column.push_of(signal.kind, at, value) {
                    self.added(at);
                }
            }
            None => self.push_other(number, at, signal, value),
        }
    }

    /// The same for a new signal, or one that is not the engine's.
    #[inline(never)]
    fn push_other(&mut self, number: usize, at: Time, signal: &'static Signal, value: f64) {
        let others = self.rows.get_mut(number).map(|row| &mut row.others);
        let column = others.and_then(|others| others.iter_mut().find(|(other, _)| ptr::eq(*other, signal)));
        if let Some((_, column)) = column {
            if column.push(at, value) {
                self.added(at);
            }
            return;
        }
        let mut column = Column::new(signal.kind);
        column.push(at, value);
        self.add(number, signal, column);
    }

    /// Notes that the queue's bytes do not follow from its packets, or that the rate has changed.
    #[inline(never)]
    fn queue_differs(&mut self, at: Time, side: usize, level: &QueueLevel) {
        let Queue { each, mixed, rate } = self.queues[side];
        if level.rate.0 != rate {
            self.queues[side].rate = level.rate.0;
            self.push(side, at, &LINK_RATE, level.rate.0);
        }
        if each == 0 && level.packets > 0 && level.bytes.is_multiple_of(level.packets) {
            self.queues[side].each = level.bytes / level.packets;
        } else if mixed || level.bytes != level.packets * each {
            if !mixed {
                self.queues[side].mixed = true;
                let packets = self.column(level.bottleneck, signals::QUEUE_PACKETS.name);
                let bytes = packets.map(|packets| packets.mapped(|packets| packets * each as f64));
                let bytes = bytes.unwrap_or_else(|| Column::new(Kind::Level));
                self.add(side, &signals::QUEUE_BYTES, bytes);
            }
            self.push(side, at, &signals::QUEUE_BYTES, float(level.bytes));
        }
    }

    /// Thins the largest column: rare events (reductions, timeouts, drops) are thinned last, usually never.
    #[cold]
    #[inline(never)]
    fn shrink(&mut self) {
        while self.blocks > self.budget {
            let columns = self.rows.iter_mut().flat_map(Row::columns_mut);
            match columns.max_by_key(|column| column.blocks()).map_or(0, Column::thin) {
                0 => break,
                freed => self.blocks -= freed,
            }
        }
    }
}

impl Observer for Recording {
    const INTERESTS: Interests = Interests::ALL.without(Interests::DECISIONS).without(Interests::these(&UNRECORDED));
    fn in_order(&self) -> bool {
        false
    }
    #[inline(always)]
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        if let Some(number) = number(source) {
            self.push(number, at, signal, value);
        }
    }

    fn packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, _: u64) {
        if let Some((_, total)) = BEFALLEN.iter().find(|(befallen, _)| ptr::eq(*befallen, signal)) {
            let last = self.column(Source::Bottleneck, total.name).and_then(Column::last);
            self.push(0, at, total, last.map_or(0.0, |last| last.value) + 1.0);
        }
        self.signal(at, source, signal, f64::from(bytes));
    }

    #[inline]
    fn signals(&mut self, at: Time, source: Source, signals: &[Value]) {
        let Some(number) = number(source) else { return };
        for (signal, value) in signals {
            if Self::INTERESTS.has(signal) {
                self.push(number, at, signal, *value);
            }
        }
    }

    #[inline(always)]
    fn queue(&mut self, at: Time, level: &QueueLevel) {
        if let Some((owner, own)) = level.owner {
            self.signal(at, owner, &signals::QUEUE_PACKETS, float(own));
        }
        let side = usize::from(level.bottleneck != Source::Bottleneck);
        let Queue { each, mixed, rate } = self.queues[side];
        if mixed || level.bytes != level.packets * each || level.rate.0 != rate {
            self.queue_differs(at, side, level);
        }
        self.push(side, at, &signals::QUEUE_PACKETS, float(level.packets));
    }
}

/// How many halvings bring `times` to 1 or below.
fn halvings(times: f64) -> u8 {
    let (mut halved, mut count) = (times, 0);
    while halved > 1.0 && count < 63 {
        halved /= 2.0;
        count += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_bounded_and_the_rare_survives_ten_million_points() {
        let mut r = Recording::with_budget(1 << 16, (Time::ZERO, Time(10_000_000_000)));
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

    // Each column has a block of newest values; of more columns than the budget has blocks every other block is merged at once.
    #[test]
    fn more_columns_than_blocks_are_thinned_as_long_as_values_come() {
        let mut r = Recording::with_budget(8 * BLOCK, (Time::ZERO, Time(10_000_000)));
        for i in 0..10_000_000u64 {
            r.signal(Time(i), Source::Flow((i % 16) as u32), &signals::RTT, (i % 1009) as f64);
        }
        assert!(r.points() <= 2 * 16 * BLOCK, "{}", r.points());
        for n in 0..16 {
            let column = r.column(Source::Flow(n), signals::RTT.name).unwrap();
            let [first, .., last] = *column.range(Time::ZERO, Time::NEVER).collect::<Vec<_>>() else {
                panic!("values")
            };
            assert!(first.at.0 < 100_000 && last.at.0 > 9_900_000, "{first:?} {last:?}");
        }
    }

    #[test]
    fn halvings_are_the_logarithm_to_base_two_rounded_up() {
        let cases =
            [(-0.5, 0), (0.0, 0), (1.0, 0), (1.001, 1), (2.0, 1), (3.0, 2), (4.0, 2), (4.1, 3), (f64::INFINITY, 63)];
        for (times, count) in cases {
            assert_eq!(halvings(times), count, "{times}");
        }
    }

    #[test]
    fn what_befalls_packets_is_counted_of_all_sources() {
        let mut r = Recording::with_budget(1 << 14, (Time::ZERO, Time(10_000)));
        for i in 0..1000 {
            let signal = [&signals::DROP_QUEUE, &signals::DROP_RANDOM, &signals::LOST_AFTER_QUEUE, &signals::MARK]
                [i as usize % 4];
            r.packet(Time(u64::from(i)), Source::Flow(i), signal, 1500, 0);
        }
        let total = |r: &Recording, name| r.column(Source::Bottleneck, name).and_then(Column::last).unwrap().value;
        let totals = |r: &Recording| ["dropped_packets", "lost_packets", "marked_packets"].map(|name| total(r, name));
        assert_eq!(totals(&r), [250.0, 500.0, 250.0]);
        assert_eq!(r.column(Source::Flow(0), "drop_queue").unwrap().len(), 1);
        // It goes on from where it was cut off, and from levels of before.
        r.truncate(Time(500));
        assert_eq!(totals(&r), [125.0, 250.0, 125.0]);
        let mut again = Recording::with_budget(1 << 14, (Time(500), Time(10_000)));
        again.stand(Time(500), &r.standing());
        again.packet(Time(501), Source::Cross(70), &signals::DROP_QUEUE, 200, 0);
        assert_eq!(totals(&again), [126.0, 250.0, 125.0]);
    }

    #[test]
    fn truncating_gives_the_memory_back() {
        let mut r = Recording::with_budget(1 << 14, (Time::ZERO, Time(10_000)));
        for i in 0..10_000u64 {
            r.signal(Time(i), Source::Bottleneck, &signals::QUEUE_PACKETS, (i % 7) as f64);
        }
        r.truncate(Time(100));
        assert_eq!(r.points(), BLOCK);
        assert_eq!(r.column(Source::Bottleneck, "queue_packets").unwrap().len(), 100);
    }
}
