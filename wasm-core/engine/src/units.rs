//! Instants, spans and rates, and the only conversions between them and the numbers of a scenario.
//! Not here: anything that knows what the units are used for.

use crate::math::{float, whole};
use std::collections::BinaryHeap;
use std::ops::{Add, AddAssign, Sub};

/// Nanoseconds in a second.
pub const NANOS_PER_SECOND: u64 = 1_000_000_000;

/// Bytes of TCP and IP header in each packet, and the size of an ACK (contract, section 1).
pub const HEADER_BYTES: u32 = 40;
/// Bytes of one opportunity of a link that serves in opportunities (Mahimahi).
pub const OPPORTUNITY_BYTES: u32 = 1500;

/// An instant: nanoseconds since the start of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub u64);

/// A length of time in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span(pub u64);

impl Time {
    /// The start of the run.
    pub const ZERO: Time = Time(0);
    /// Later than anything that happens.
    pub const NEVER: Time = Time(u64::MAX);

    /// From seconds, rounded to the nearest nanosecond (contract, section 1). Saturates.
    pub fn from_seconds(seconds: f64) -> Time {
        Time((seconds * NANOS_PER_SECOND as f64).round() as u64)
    }

    /// In seconds.
    pub fn seconds(self) -> f64 {
        self.0 as f64 / NANOS_PER_SECOND as f64
    }

    /// The span since an earlier instant; zero if `earlier` is later.
    pub fn since(self, earlier: Time) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

impl Span {
    /// No time at all.
    pub const ZERO: Span = Span(0);

    /// From seconds, rounded to the nearest nanosecond. Saturates.
    pub fn from_seconds(seconds: f64) -> Span {
        Span((seconds * NANOS_PER_SECOND as f64).round() as u64)
    }

    /// From milliseconds, rounded to the nearest nanosecond. Saturates.
    pub fn from_ms(ms: f64) -> Span {
        Span((ms * 1e6).round() as u64)
    }

    /// In seconds.
    pub fn seconds(self) -> f64 {
        self.0 as f64 / NANOS_PER_SECOND as f64
    }

    /// In milliseconds.
    pub fn ms(self) -> f64 {
        float(self.0) / 1e6
    }
}

impl Add<Span> for Time {
    type Output = Time;
    fn add(self, span: Span) -> Time {
        Time(self.0.saturating_add(span.0))
    }
}

impl AddAssign<Span> for Time {
    fn add_assign(&mut self, span: Span) {
        *self = *self + span;
    }
}

impl Sub<Span> for Time {
    type Output = Time;
    fn sub(self, span: Span) -> Time {
        Time(self.0.saturating_sub(span.0))
    }
}

impl Add for Span {
    type Output = Span;
    fn add(self, other: Span) -> Span {
        Span(self.0.saturating_add(other.0))
    }
}

/// Bits per second on a link or out of a sender.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Rate(pub f64);

impl Rate {
    /// Nanoseconds that `bytes` take at this rate, not rounded: use `Carry` for whole ones.
    pub fn nanoseconds_of(self, bytes: u32) -> f64 {
        f64::from(bytes) * 8.0 * NANOS_PER_SECOND as f64 / self.0
    }
}

/// Rounding error of a row of spans, in nanoseconds (behind the exact ones if positive): at most a half, so that the
/// row never drifts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Carry(f64);

impl Carry {
    /// Whether the row has no rounding error.
    #[inline(always)]
    pub fn is_none(self) -> bool {
        self.0.to_bits() == 0
    }

    /// The next span of the row, which takes this many nanoseconds exactly. May be zero.
    #[inline]
    pub fn next(&mut self, nanoseconds: f64) -> Span {
        let exact = nanoseconds + self.0;
        // Adding a half and truncating rounds to the nearest, without a function call on any target.
        let whole = whole(exact + 0.5);
        self.0 = exact - float(whole);
        Span(whole)
    }
}

/// Sorts by time, those without one first; entries of one instant keep their order. One copy of a small sort serves every type: the library's stable sort
/// would add 2 KB to the browser's module for each.
pub fn sort_by_time<T>(entries: &mut Vec<T>, at: impl Fn(&T) -> Option<Time>) {
    let places = order(entries.iter().map(at).zip(0..).collect());
    let mut taken: Vec<Option<T>> = entries.drain(..).map(Some).collect();
    entries.extend(places.into_iter().filter_map(|place| taken[place].take()));
}

/// The places of these times, in order.
#[inline(never)]
fn order(times: BinaryHeap<(Option<Time>, usize)>) -> Vec<usize> {
    times.into_sorted_vec().into_iter().map(|(_, place)| place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_packet_at_ten_megabits_takes_1_2_ms() {
        assert_eq!(Rate(10e6).nanoseconds_of(1500), 1_200_000.0);
    }

    #[test] // 180 bytes at 1 Tbit/s take 1.44 ns
    fn rounded_spans_do_not_drift() {
        let mut carry = Carry::default();
        let spans: Vec<u64> = (0..25).map(|_| carry.next(Rate(1e12).nanoseconds_of(180)).0).collect();
        assert_eq!(spans[..7], [1, 2, 1, 2, 1, 2, 1]);
        assert_eq!(spans.iter().sum::<u64>(), 36);
        let mut carry = Carry::default();
        assert_eq!((0..1000).map(|_| carry.next(0.008).0).sum::<u64>(), 8);
    }

    #[test]
    fn seconds_round_to_the_nearest_nanosecond() {
        assert_eq!(Time::from_seconds(0.1), Time(100_000_000));
        assert_eq!(Span::from_ms(0.0000006), Span(1));
        assert_eq!(Time::from_seconds(1e300), Time(u64::MAX));
    }

    #[test]
    fn entries_of_one_instant_keep_their_order() {
        let mut entries = vec![(5, 'a'), (3, 'b'), (5, 'c'), (0, 'd'), (3, 'e'), (u64::MAX, 'f'), (3, 'g'), (9, 'h')];
        sort_by_time(&mut entries, |(at, _)| (*at != 9).then_some(Time(*at)));
        assert_eq!(entries.iter().map(|(_, name)| name).collect::<String>(), "hdbegacf");
        let mut none: Vec<Time> = Vec::new();
        sort_by_time(&mut none, |at| Some(*at));
        assert!(none.is_empty());
    }
}
