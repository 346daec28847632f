//! Segments that a receiver has beyond the first gap, and the ranges that its ACKs report (RFC 2018). Not here: when it
//! acknowledges (`receiver`).

use crate::ring::Ring;

/// SACK blocks of one ACK, beside a timestamp (RFC 2018, section 3).
const BLOCKS: usize = 3;
/// Ranges remembered as reported; one that drops out is reported again when a segment joins it.
const REMEMBERED: usize = 4;

/// Segments from `start` to before `end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// The first of them.
    pub start: u64,
    /// One past the last of them.
    pub end: u64,
}

/// The SACK blocks of an ACK, relative to the segment that it expects next; an empty block means none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blocks([(u32, u32); BLOCKS]);

impl Blocks {
    /// None.
    pub const NONE: Blocks = Blocks([(0, 0); BLOCKS]);

    /// The ranges of an ACK that expects `next`, the newest first.
    pub fn ranges(self, next: u64) -> impl Iterator<Item = Range> {
        let range =
            move |(start, end): (u32, u32)| Range { start: next + u64::from(start), end: next + u64::from(end) };
        self.0.into_iter().take_while(|block| block.1 > 0).map(range)
    }
}

/// Segments that arrived, in order and beyond gaps.
#[derive(Clone, Debug, Default)]
pub struct Reassembly {
    /// The first segment expected at the start.
    first: u64,
    /// Ranges that changed last, the newest first. A range below `next` is complete.
    recent: [Range; REMEMBERED],
    /// Ranges beyond `next`, ascending, with gaps before and between them.
    ranges: Ring<Range>,
    next: u64,
}

impl Reassembly {
    /// A receiver to which segment `first` is the first missing one.
    pub fn starting_at(first: u64) -> Reassembly {
        Reassembly { first, next: first, ..Reassembly::default() }
    }

    /// The first segment that is missing.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Whether something has arrived beyond a gap.
    pub fn has_gap(&self) -> bool {
        !self.ranges.is_empty()
    }

    /// Whether a segment has arrived.
    pub fn has(&self, sequence: u64) -> bool {
        let after = self.ranges.partition_point(|range| range.start <= sequence);
        sequence < self.next || after.checked_sub(1).is_some_and(|before| sequence < self.ranges[before].end)
    }

    /// Takes a segment; returns how many segments can now be delivered in order, or nothing for a duplicate.
    #[inline(always)]
    pub fn take(&mut self, sequence: u64) -> Option<u64> {
        if sequence == self.next {
            self.next += 1;
            if let Some(&Range { start, end }) = self.ranges.front()
                && start == self.next
            {
                self.next = end;
                self.ranges.pop_front();
            }
            return Some(self.next - sequence);
        }
        if sequence < self.next {
            return (sequence < self.first).then_some(0);
        }
        let (range, new) = self.hold(sequence);
        self.report(range);
        new.then_some(0)
    }

    /// Adds a segment to the ranges; returns its range, and whether the segment is new.
    #[inline(never)]
    fn hold(&mut self, sequence: u64) -> (Range, bool) {
        let ranges = &mut self.ranges;
        // The place behind the last range that starts no later; almost always the very last.
        let place = match ranges.back() {
            Some(last) if sequence < last.start => ranges.partition_point(|range| range.start <= sequence),
            _ => ranges.len(),
        };
        let before = place.checked_sub(1).filter(|&before| ranges[before].end >= sequence);
        let new = before.is_none_or(|before| ranges[before].end == sequence);
        let joins_after = ranges.get(place).is_some_and(|after| after.start == sequence + 1);
        let held = match (before, joins_after) {
            (Some(before), true) => {
                ranges[before].end = ranges[place].end;
                ranges.remove(place);
                before
            }
            (Some(before), false) => {
                ranges[before].end = ranges[before].end.max(sequence + 1);
                before
            }
            (None, true) => {
                ranges[place].start = sequence;
                place
            }
            (None, false) => {
                ranges.insert(place, Range { start: sequence, end: sequence + 1 });
                place
            }
        };
        (ranges[held], new)
    }

    /// Makes a range the newest to report, and forgets the ones it has absorbed.
    #[inline(never)]
    fn report(&mut self, range: Range) {
        let newest = &mut self.recent[0];
        if newest.start == range.start && newest.end + 1 >= range.end {
            *newest = range;
            return;
        }
        let others = self
            .recent
            .into_iter()
            .filter(|other| other.start > self.next && !(range.start <= other.start && other.end <= range.end));
        let mut recent = [Range::default(); REMEMBERED];
        for (place, kept) in recent.iter_mut().zip(std::iter::once(range).chain(others)) {
            *place = kept;
        }
        self.recent = recent;
    }

    /// The blocks of the ACK that leaves now: the range that changed last, then the ones before it.
    pub fn blocks(&self) -> Blocks {
        let mut blocks = Blocks::default();
        if self.ranges.is_empty() {
            return blocks;
        }
        let offset = |sequence: u64| (sequence - self.next) as u32;
        let live = self.recent.iter().filter(|range| range.start > self.next);
        for (block, range) in blocks.0.iter_mut().zip(live) {
            *block = (offset(range.start), offset(range.end));
        }
        blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(held: &Reassembly) -> Vec<(u64, u64)> {
        held.blocks().ranges(held.next()).map(|range| (range.start, range.end)).collect()
    }

    #[test] // RFC 2018, section 4, and its examples: the newest first, then those reported before it
    fn the_range_that_changed_last_is_reported_first() {
        let mut held = Reassembly::default();
        let mut arrive = |sequence, expected: &[(u64, u64)]| {
            let again = blocks(&held).iter().any(|(start, end)| (*start..*end).contains(&sequence));
            assert_eq!(held.take(sequence).is_none(), again, "{sequence}");
            assert_eq!(blocks(&held), expected, "{sequence}");
        };
        arrive(1, &[(1, 2)]);
        arrive(3, &[(3, 4), (1, 2)]);
        arrive(5, &[(5, 6), (3, 4), (1, 2)]);
        arrive(7, &[(7, 8), (5, 6), (3, 4)]);
        arrive(3, &[(3, 4), (7, 8), (5, 6)]); // again: nothing new, but the newest
        arrive(4, &[(3, 6), (7, 8), (1, 2)]); // joins two
        arrive(0, &[(3, 6), (7, 8)]);
        arrive(9, &[(9, 10), (3, 6), (7, 8)]);
        arrive(2, &[(9, 10), (7, 8)]);
        arrive(6, &[(9, 10)]);
        arrive(8, &[]);
        arrive(12, &[(12, 13)]);
    }

    #[test] // against a plain list of what has arrived, in an order that leaves and fills many gaps
    fn ranges_are_what_arrived() {
        let (mut held, mut there, mut delivered) = (Reassembly::default(), [false; 200], 0);
        for n in 0..400_u64 {
            let sequence = (n * n * 7 + n * 3) % 199;
            let again = std::mem::replace(&mut there[sequence as usize], true);
            let taken = held.take(sequence);
            assert_eq!(taken.is_none(), again, "{sequence}");
            delivered += taken.unwrap_or(0);
            let next = there.iter().position(|here| !here).unwrap() as u64;
            assert_eq!((held.next(), delivered), (next, next));
            let mut listed = [false; 200];
            for range in held.ranges.iter() {
                assert!(range.start > next && range.start < range.end);
                assert!(!there[range.start as usize - 1] && !there[range.end as usize]);
                listed[range.start as usize..range.end as usize].fill(true);
            }
            assert_eq!(listed[next as usize..], there[next as usize..]);
            let reported = blocks(&held);
            assert!(reported.iter().all(|&(start, end)| held.ranges.contains(&Range { start, end })));
            if held.has_gap() && sequence > next {
                assert!(reported[0].0 <= sequence && sequence < reported[0].1);
            }
        }
    }
}
