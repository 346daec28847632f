//! One column: the values of one (source, signal) in order of time, in blocks of fixed size. A column can be thinned so
//! that what a reader looks for survives: least and greatest value of each stretch, marks evenly, the longer of two states.
//! Not here: which columns there are and when one must shrink (`recording.rs`), nor pixels (`view.rs`).

use crate::observe::Kind;
use crate::units::Time;

/// Points of a block; 16 bytes each.
pub const BLOCK: usize = 256;

/// A value and its instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// When.
    pub at: Time,
    /// What.
    pub value: f64,
}

/// Up to `BLOCK` points in a row, all thinned equally often.
#[derive(Clone, Debug)]
struct Block {
    /// How often its points were halved; 0 = exact.
    level: u8,
    points: Vec<Point>,
}

impl Block {
    fn new(level: u8) -> Block {
        Block { level, points: Vec::with_capacity(BLOCK) }
    }
    fn first(&self) -> Time {
        self.points.first().map_or(Time::NEVER, |p| p.at)
    }
    /// This block and the next one in half the points.
    fn join(&self, next: &Block, kind: Kind) -> Block {
        let mut joined = Block::new(self.level.max(next.level).saturating_add(1));
        let end = next.points.last().expect("a block has a point").at;
        thin_into(kind, &self.points, next.first(), &mut joined.points);
        thin_into(kind, &next.points, end, &mut joined.points);
        joined
    }
}

/// The values of one (source, signal).
#[derive(Clone, Debug)]
pub struct Column {
    kind: Kind,
    blocks: Vec<Block>,
}

impl Column {
    /// An empty column of a kind of signal.
    pub fn new(kind: Kind) -> Column {
        Column { kind, blocks: Vec::new() }
    }

    /// How its signal is to be read.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Blocks in use: its memory, in units of `BLOCK` points.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Points held.
    pub fn len(&self) -> usize {
        self.blocks.iter().map(|b| b.points.len()).sum()
    }

    /// Nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The newest point.
    pub fn last(&self) -> Option<Point> {
        self.blocks.last()?.points.last().copied()
    }

    /// Appends a value, not earlier than the last one. What holds anyway is not written again. True if a block was added.
    pub fn push(&mut self, at: Time, value: f64) -> bool {
        let added = match self.blocks.last() {
            Some(block) => {
                let last = block.points.last().expect("a block has a point");
                if last.value == value && self.kind.holds() {
                    return false;
                }
                block.points.len() == BLOCK || block.level > 0
            }
            None => true,
        };
        if added {
            self.blocks.push(Block::new(0));
        }
        self.blocks.last_mut().expect("just looked at").points.push(Point { at, value });
        added
    }

    /// Forgets everything from `at` on. Where it was thinned, the point that is the last one then need not be what held.
    pub fn truncate(&mut self, at: Time) {
        self.blocks.retain(|b| b.first() < at);
        if let Some(last) = self.blocks.last_mut() {
            let keep = last.points.partition_point(|p| p.at < at);
            last.points.truncate(keep);
        }
    }

    /// Place (block, point) of the first point at or after `at`.
    fn place(&self, at: Time) -> (usize, usize) {
        let block = self.blocks.partition_point(|b| b.points[b.points.len() - 1].at < at);
        let point = self.blocks.get(block).map_or(0, |b| b.points.partition_point(|p| p.at < at));
        (block, point)
    }

    /// The points from `t0` (included) to `t1` (not included).
    pub fn range(&self, t0: Time, t1: Time) -> impl Iterator<Item = Point> + '_ {
        let (block, skip) = self.place(t0);
        let blocks = self.blocks.get(block..).unwrap_or_default();
        let points = blocks.iter().enumerate().flat_map(move |(i, b)| &b.points[if i == 0 { skip } else { 0 }..]);
        points.copied().take_while(move |p| p.at < t1)
    }

    /// The last point before `at`.
    pub fn before(&self, at: Time) -> Option<Point> {
        let (block, point) = self.place(at);
        if point > 0 {
            return Some(self.blocks[block].points[point - 1]);
        }
        self.blocks.get(block.checked_sub(1)?)?.points.last().copied()
    }

    /// The value that holds at `at` (included), of a level, state or total.
    pub fn value_at(&self, at: Time) -> Option<f64> {
        self.before(Time(at.0.saturating_add(1))).map(|p| p.value)
    }

    /// How many points lie in [t0, t1), about, and whether any of them stand for more than themselves.
    pub fn density(&self, t0: Time, t1: Time) -> (usize, bool) {
        let ((b0, p0), (b1, p1)) = (self.place(t0), self.place(t1));
        let (mut points, mut thinned) = (0, false);
        // The block before the span counts too: a point of it may stand for one inside.
        for (i, block) in self.blocks.iter().enumerate().take(b1 + 1).skip(b0.saturating_sub(1)) {
            let from = if i == b0 { p0 } else { 0 };
            let to = if i == b1 { p1 } else { block.points.len() };
            if i >= b0 {
                points += to.saturating_sub(from);
            }
            thinned |= block.level > 0;
        }
        (points, thinned)
    }

    /// Halves the finest stretches among the older three quarters until an eighth of the blocks is free, or nothing
    /// more can be halved. Returns how many blocks became free.
    pub fn thin(&mut self) -> usize {
        let before = self.blocks.len();
        let aim = (before / 8).max(1);
        let mut level = self.blocks.iter().map(|b| b.level).min().unwrap_or(0);
        let coarsest = self.blocks.iter().map(|b| b.level).max().unwrap_or(0);
        while before - self.blocks.len() < aim && level <= coarsest {
            self.halve(level);
            level += 1;
        }
        if self.blocks.len() == before {
            self.join_finest();
        }
        before - self.blocks.len()
    }

    /// How many blocks are old enough to be thinned.
    fn old(&self) -> usize {
        self.blocks.len().saturating_sub((self.blocks.len() / 4).max(1))
    }

    /// Joins each pair of old neighbouring blocks of this level.
    fn halve(&mut self, level: u8) {
        let old = self.old();
        let blocks = std::mem::take(&mut self.blocks);
        let mut waiting: Option<Block> = None;
        for (i, block) in blocks.into_iter().enumerate() {
            let fits = block.level == level && i < old;
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

    /// Few blocks, all of different levels: joins the two old neighbours that are finest, so that the oldest are not
    /// halved again and again.
    fn join_finest(&mut self) {
        let pairs = 1..self.old();
        if let Some(i) = pairs.min_by_key(|i| self.blocks[i - 1].level.max(self.blocks[*i].level)) {
            let second = self.blocks.remove(i);
            self.blocks[i - 1] = self.blocks[i - 1].join(&second, self.kind);
        }
    }
}

/// Halves points. Samples and marks: of each four in a row the least and the greatest. What holds until the next value: of
/// each eight the first, the least, the greatest and the last, since the last may hold for long. States: of each two in a row
/// the one that held longer, from the first one's start; `end` is where the last one ends.
fn thin_into(kind: Kind, points: &[Point], end: Time, out: &mut Vec<Point>) {
    match kind {
        Kind::State => thin_states(points, end, out),
        Kind::Sample | Kind::Mark => points.chunks(4).for_each(|four| keep_extremes(four, false, out)),
        Kind::Level | Kind::Total => points.chunks(8).for_each(|eight| keep_extremes(eight, true, out)),
    }
}

fn keep_extremes(points: &[Point], ends: bool, out: &mut Vec<Point>) {
    let (mut least, mut greatest) = (0, 0);
    for (i, p) in points.iter().enumerate() {
        if p.value < points[least].value {
            least = i;
        }
        // Of equals the later one: marks without a value of their own stay spread over time.
        if p.value >= points[greatest].value {
            greatest = i;
        }
    }
    let mut keep = [false; 8];
    (keep[least], keep[greatest]) = (true, true);
    if ends {
        (keep[0], keep[points.len() - 1]) = (true, true);
    }
    // Where they coincide (a ramp), one or two from the middle keep the stretch as dense as the others.
    for middle in [2, 5] {
        let kept = keep.iter().filter(|kept| **kept).count();
        keep[middle] |= middle < points.len() && kept < points.len() / 2;
    }
    out.extend(points.iter().zip(keep).filter(|(_, kept)| *kept).map(|(p, _)| *p));
}

fn thin_states(points: &[Point], end: Time, out: &mut Vec<Point>) {
    for (i, pair) in points.chunks(2).enumerate() {
        let Some(second) = pair.get(1) else {
            out.push(pair[0]);
            continue;
        };
        let next = points.get(2 * i + 2).map_or(end, |p| p.at);
        let longer = if next.since(second.at) > second.at.since(pair[0].at) { second.value } else { pair[0].value };
        out.push(Point { at: pair[0].at, value: longer });
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
    fn the_newest_quarter_stays_exact() {
        let mut c = column(Kind::Level, (0..102_400).map(f64::from));
        c.thin();
        assert_eq!(c.density(Time(900_000), Time(1_024_000)), (12_400, false));
        assert!(c.density(Time(0), Time(100_000)).1);
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
        assert!(*gaps.iter().max().unwrap() <= 16 * 10, "{:?}", gaps.iter().max());
    }

    #[test]
    fn of_two_states_the_longer_one_stays() {
        let points = [(0, 1.0), (10, 2.0), (90, 3.0), (190, 1.0)].map(|(at, value)| Point { at: Time(at), value });
        let mut out = Vec::new();
        thin_into(Kind::State, &points, Time(200), &mut out);
        assert_eq!(out, [(0, 2.0), (90, 3.0)].map(|(at, value)| Point { at: Time(at), value }));
    }
}
