//! One column: the values of one (source, signal) in order of time, in blocks of fixed size. The newest values are
//! exact; a full block of them is stored, in a thinned column as thin as the rest. Thinning keeps what a reader looks
//! for: minimum and maximum of each stretch, evenly spread events, the longer of two states (`thin.rs`). Not here:
//! which columns exist and when one must shrink (`recording.rs`), pixels (`view.rs`).

use super::thin::{Point, thin};
use crate::observe::Kind;
use crate::units::Time;

/// Points per block; 16 bytes each.
pub const BLOCK: usize = 256;
/// Maximum number of times that the newest values are halved before they are stored: groups of 256.
const MOST_AT_ONCE: u8 = 6;

/// Points in two rows: appending takes two stores, and a search for extremes reads only the values.
#[derive(Clone, Debug)]
struct Rows {
    at: [Time; BLOCK],
    values: [f64; BLOCK],
}

impl Rows {
    fn new() -> Box<Rows> {
        Box::new(Rows { at: [Time::ZERO; BLOCK], values: [0.0; BLOCK] })
    }
    fn get(&self, place: usize) -> Point {
        Point { at: self.at[place], value: self.values[place] }
    }
}

/// Up to `BLOCK` points in a row, at least one, all thinned equally.
#[derive(Clone, Debug)]
struct Block {
    /// Number of times its points were halved; 0 = exact.
    level: u8,
    length: usize,
    rows: Box<Rows>,
}

impl Block {
    fn new(level: u8) -> Block {
        Block { level, length: 0, rows: Rows::new() }
    }
    fn at(&self) -> &[Time] {
        &self.rows.at[..self.length]
    }
    fn values(&self) -> &[f64] {
        &self.rows.values[..self.length]
    }
    fn first(&self) -> Time {
        self.at().first().copied().unwrap_or(Time::NEVER)
    }
    fn last(&self) -> Option<Point> {
        Some(self.rows.get(self.length.checked_sub(1)?))
    }
    fn push(&mut self, point: Point) {
        (self.rows.at[self.length], self.rows.values[self.length]) = (point.at, point.value);
        self.length += 1;
    }
    /// Adds what `thin` keeps of these points.
    #[inline(never)]
    fn add(&mut self, kind: Kind, times: u8, (at, values): (&[Time], &[f64]), end: Time) {
        thin(kind, times, at, values, end, |point| self.push(point));
    }
    /// Merges this block and the next one into half of their points.
    fn join(&self, next: &Block, kind: Kind) -> Block {
        let mut joined = Block::new(self.level.max(next.level).saturating_add(1));
        let end = next.last().expect("a block has a point").at;
        joined.add(kind, 1, (self.at(), self.values()), next.first());
        joined.add(kind, 1, (next.at(), next.values()), end);
        joined
    }
}

/// The values of one (source, signal).
#[derive(Clone, Debug)]
pub struct Column {
    kind: Kind,
    /// Number of values in `newest`; a full block of them is stored at once.
    count: u8,
    /// Number of times that stored values are halved.
    grain: u8,
    /// Value emitted last, of a signal whose values last; otherwise, and before, a value unlike any other.
    standing: f64,
    newest: Box<Rows>,
    blocks: Vec<Block>,
}

impl Column {
    /// An empty column of a kind of signal.
    pub fn new(kind: Kind) -> Column {
        Column { kind, count: 0, grain: 0, standing: f64::NAN, newest: Rows::new(), blocks: Vec::new() }
    }

    /// How to read its signal.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Blocks in use, the newest values counting as one: its memory, in units of `BLOCK` points.
    pub fn blocks(&self) -> usize {
        self.blocks.len() + 1
    }

    /// Points held.
    pub fn len(&self) -> usize {
        self.blocks.iter().map(|b| b.length).sum::<usize>() + usize::from(self.count)
    }

    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.count == 0
    }

    /// The newest point; of stored samples and events, one of the newest.
    pub fn last(&self) -> Option<Point> {
        match self.count.checked_sub(1) {
            Some(last) => Some(self.newest.get(usize::from(last))),
            None => self.blocks.last()?.last(),
        }
    }

    /// Appends a value, not earlier than the last one. An unchanged level is not written again. Returns whether another
    /// block was needed.
    #[inline(always)]
    pub fn push(&mut self, at: Time, value: f64) -> bool {
        self.push_of(self.kind, at, value)
    }

    /// The same for a kind known at compile time.
    #[inline(always)]
    pub fn push_of(&mut self, kind: Kind, at: Time, value: f64) -> bool {
        debug_assert!(kind == self.kind);
        if kind.holds() {
            if value == self.standing {
                return false;
            }
            self.standing = value;
        }
        let place = usize::from(self.count);
        self.newest.at[place] = at;
        self.newest.values[place] = value;
        self.count = self.count.wrapping_add(1);
        self.count == 0 && self.put_away()
    }

    /// Stores the newest values, which fill their block.
    #[cold]
    #[inline(never)]
    fn put_away(&mut self) -> bool {
        // The longer of two states is kept, and the length of the last one is not known yet.
        let grain = if self.kind == Kind::State { 0 } else { self.grain };
        if grain == 0 {
            let rows = std::mem::replace(&mut self.newest, Rows::new());
            self.blocks.push(Block { level: 0, length: BLOCK, rows });
            return true;
        }
        let fits = |block: &&mut Block| block.level == grain && block.length + (BLOCK >> grain) <= BLOCK;
        let added = self.blocks.last_mut().filter(fits).is_none();
        if added {
            self.blocks.push(Block::new(grain));
        }
        let block = self.blocks.last_mut().expect("just looked at");
        block.add(self.kind, grain, (&self.newest.at, &self.newest.values), Time::NEVER);
        added
    }

    /// Removes everything from `at` on. In a thinned column the last remaining point need not be the latest level.
    pub fn truncate(&mut self, at: Time) {
        self.count = self.newest.at[..usize::from(self.count)].partition_point(|t| *t < at) as u8;
        if self.count == 0 {
            self.blocks.retain(|b| b.first() < at);
            if let Some(last) = self.blocks.last_mut() {
                last.length = last.at().partition_point(|t| *t < at);
                // An exact block with free space becomes the newest again.
                if last.level == 0 && last.length < BLOCK {
                    self.count = last.length as u8;
                    self.newest = self.blocks.pop().expect("just looked at").rows;
                }
            }
        }
        let last = if self.kind.holds() { self.last() } else { None };
        self.standing = last.map_or(f64::NAN, |last| last.value);
    }

    /// Place (block, point) of the first point at or after `at`; the newest values are the last block.
    fn place(&self, at: Time) -> (usize, usize) {
        let block = self.blocks.partition_point(|b| b.rows.at[b.length - 1] < at);
        let point = match self.blocks.get(block) {
            Some(block) => block.at().partition_point(|t| *t < at),
            None => self.newest.at[..usize::from(self.count)].partition_point(|t| *t < at),
        };
        (block, point)
    }

    /// The points from `t0` (included) to `t1` (not included).
    pub fn range(&self, t0: Time, t1: Time) -> impl Iterator<Item = Point> + '_ {
        let (block, skip) = self.place(t0);
        let blocks = self.blocks.get(block..).unwrap_or_default();
        let newest = (&*self.newest, usize::from(self.count));
        let rows = blocks.iter().map(|block| (&*block.rows, block.length)).chain([newest]);
        let points = rows.enumerate().flat_map(move |(i, (rows, length))| {
            let first = if i == 0 { skip } else { 0 };
            (first..length).map(|place| rows.get(place))
        });
        points.take_while(move |p| p.at < t1)
    }

    /// The last point before `at`.
    pub fn before(&self, at: Time) -> Option<Point> {
        let (block, point) = self.place(at);
        match (self.blocks.get(block), point.checked_sub(1)) {
            (Some(block), Some(last)) => Some(block.rows.get(last)),
            (None, Some(last)) => Some(self.newest.get(last)),
            _ => self.blocks.get(block.checked_sub(1)?)?.last(),
        }
    }

    /// The level, state or total at `at` (included).
    pub fn value_at(&self, at: Time) -> Option<f64> {
        self.before(Time(at.0.saturating_add(1))).map(|p| p.value)
    }

    /// Approximate number of points in [t0, t1), and whether any of them is thinned.
    pub fn density(&self, t0: Time, t1: Time) -> (usize, bool) {
        let ((b0, p0), (b1, p1)) = (self.place(t0), self.place(t1));
        let (mut points, mut thinned) = (0, false);
        let newest = (usize::from(self.count), 0);
        let lengths = self.blocks.iter().map(|block| (block.length, block.level)).chain([newest]);
        // If the span begins between two blocks, a point of the first may represent one inside.
        let begin = if p0 > 0 { b0 } else { b0.saturating_sub(1) };
        for (i, (length, level)) in lengths.enumerate().take(b1 + 1).skip(begin) {
            let from = if i == b0 { p0 } else { 0 };
            let to = if i == b1 { p1 } else { length };
            if i >= b0 {
                points += to.saturating_sub(from);
            }
            thinned |= level > 0;
        }
        (points, thinned)
    }

    /// Halves the finest stretches until an eighth of the blocks is free, or nothing more can be halved; later values
    /// are stored equally thin. Returns the number of blocks freed.
    pub fn thin(&mut self) -> usize {
        let before = self.blocks.len();
        let aim = (before / 8).max(1);
        let levels = || self.blocks.iter().map(|b| b.level);
        let (Some(finest), Some(coarsest)) = (levels().min(), levels().max()) else { return 0 };
        let mut grain = finest;
        for level in finest..=coarsest {
            if before - self.blocks.len() >= aim {
                break;
            }
            self.halve(level);
            grain = level.saturating_add(1);
        }
        if self.blocks.len() < before {
            self.grain = grain.min(MOST_AT_ONCE);
        } else {
            self.join_finest();
        }
        before - self.blocks.len()
    }

    /// Later values are stored halved at least this number of times.
    pub fn put_away_thinner(&mut self, times: u8) {
        self.grain = self.grain.max(times).min(MOST_AT_ONCE);
    }

    /// Merges each pair of neighbouring blocks of this level.
    fn halve(&mut self, level: u8) {
        let blocks = std::mem::take(&mut self.blocks);
        let mut waiting: Option<Block> = None;
        for block in blocks {
            let fits = block.level == level;
            match waiting.take() {
                Some(first) if fits => self.blocks.push(first.join(&block, self.kind)),
                first => {
                    self.blocks.extend(first);
                    if fits {
                        waiting = Some(block);
                    } else {
                        self.blocks.push(block);
                    }
                }
            }
        }
        self.blocks.extend(waiting);
    }

    /// For few blocks of different levels: merges the two finest neighbours, so that the oldest are not halved again
    /// and again.
    fn join_finest(&mut self) {
        let pairs = 1..self.blocks.len();
        if let Some(i) = pairs.min_by_key(|i| self.blocks[i - 1].level.max(self.blocks[*i].level)) {
            let second = self.blocks.remove(i);
            self.blocks[i - 1] = self.blocks[i - 1].join(&second, self.kind);
        }
    }

    /// A column with the same points and other values.
    pub fn mapped(&self, value: impl Fn(f64) -> f64) -> Column {
        let mut mapped = self.clone();
        let blocks = mapped.blocks.iter_mut().flat_map(|block| &mut block.rows.values);
        blocks.chain(&mut mapped.newest.values).chain([&mut mapped.standing]).for_each(|old| *old = value(*old));
        mapped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(kind: Kind, values: impl IntoIterator<Item = f64>) -> Column {
        let mut column = Column::new(kind);
        for (i, value) in values.into_iter().enumerate() {
            column.push(Time(i as u64 * 10), value);
        }
        column
    }
    fn all(column: &Column) -> Vec<Point> {
        column.range(Time::ZERO, Time::NEVER).collect()
    }

    #[test]
    fn finds_spans_and_what_holds_before_them() {
        let c = column(Kind::Level, (0..1000).map(f64::from));
        assert_eq!(c.range(Time(2555), Time(2600)).map(|p| p.value).collect::<Vec<_>>(), [256.0, 257.0, 258.0, 259.0]);
        assert_eq!(c.before(Time(2560)).map(|p| p.value), Some(255.0));
        assert_eq!(c.value_at(Time(2560)), Some(256.0));
        assert_eq!(c.before(Time(0)), None);
        assert_eq!(c.before(Time::NEVER).map(|p| p.value), Some(999.0));
        assert_eq!(c.density(Time(100), Time(5000)), (490, false));
    }

    #[test]
    fn what_holds_anyway_is_not_written() {
        assert_eq!(column(Kind::Level, [1.0, 1.0, 2.0, 2.0]).len(), 2);
        assert_eq!(column(Kind::Sample, [1.0, 1.0, 2.0, 2.0]).len(), 4);
    }

    #[test]
    fn forgets_from_an_instant_on() {
        let mut c = column(Kind::Level, (0..1000).map(f64::from));
        c.truncate(Time(5120));
        assert_eq!(c.len(), 512);
        c.truncate(Time(5));
        assert_eq!(all(&c), [Point { at: Time(0), value: 0.0 }]);
        c.truncate(Time(0));
        assert!(c.is_empty());
    }

    #[test]
    fn extremes_survive_any_number_of_thinnings() {
        let spiky = (0..200_000).map(|i| {
            if i == 777 {
                1e6
            } else if i == 90_001 {
                -1e6
            } else {
                f64::from(i % 97)
            }
        });
        let mut c = column(Kind::Level, spiky);
        while c.blocks() > 16 {
            assert!(c.thin() > 0);
            let points = all(&c);
            assert!(points.windows(2).all(|w| w[0].at <= w[1].at));
            assert!(points.contains(&Point { at: Time(7770), value: 1e6 }));
            assert!(points.contains(&Point { at: Time(900_010), value: -1e6 }));
        }
        // Every stretch still reaches from the sawtooth's bottom to its top.
        for stretch in all(&c).chunks_exact(128) {
            assert!(stretch.iter().any(|p| p.value < 1.0) && stretch.iter().any(|p| p.value > 95.0));
        }
    }

    #[test]
    fn what_comes_after_a_thinning_is_as_thin() {
        let mut c = column(Kind::Level, (0..102_400).map(f64::from));
        c.thin();
        let (points, blocks) = (c.len(), c.blocks());
        (0..102_400).for_each(|i| {
            c.push(Time(1_024_000 + 10 * i), i as f64);
        });
        assert_eq!((c.len(), c.blocks() - 1), (2 * points, 2 * (blocks - 1)));
        assert!(c.density(Time(1_100_000), Time(1_200_000)).1);
        c.push(Time(2_048_000), -1.0);
        assert_eq!(c.density(Time(2_048_000), Time(2_048_001)), (1, true), "the point before may stand for one after");
        assert_eq!(c.last(), Some(Point { at: Time(2_048_000), value: -1.0 }));
        // Each further thinning frees half of it, however often.
        for _ in 0..8 {
            let before = c.blocks() - 1;
            assert!(c.thin() >= before / 3, "{before}");
        }
    }

    #[test]
    fn a_mapped_column_goes_on_like_the_first() {
        let mut first = column(Kind::Level, (0..300).map(f64::from));
        let mut second = first.mapped(|value| 10.0 * value);
        assert!(!first.push(Time(9000), 299.0) && !second.push(Time(9000), 2990.0));
        assert_eq!((first.len(), second.len()), (300, 300));
        assert_eq!(second.value_at(Time(1230)), Some(1230.0));
        assert_eq!(second.last().map(|p| p.value), Some(2990.0));
    }

    #[test]
    fn what_holds_for_long_is_not_changed_by_thinning() {
        let mut c = column(Kind::Level, (0..4096).map(|i| [0.0, 3.0, 1.0, 2.0][i % 4]));
        c.push(Time(1_000_000), 7.0);
        while c.thin() > 0 {}
        assert_eq!(c.value_at(Time(999_999)), Some(2.0));
    }

    #[test]
    fn equal_marks_are_thinned_evenly() {
        let mut c = column(Kind::Mark, std::iter::repeat_n(1500.0, 51_200));
        for _ in 0..4 {
            c.thin();
        }
        let points = all(&c);
        let gaps: Vec<u64> = points.windows(2).map(|w| w[1].at.0 - w[0].at.0).collect();
        assert!(gaps.iter().max() == Some(&(16 * 10)), "{:?}", gaps.iter().max());
    }
}
