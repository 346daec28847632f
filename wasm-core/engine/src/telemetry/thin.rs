//! Thinning of values that keeps what a reader looks for: minimum and maximum of each stretch, and start and end of a
//! level; evenly spread events; the longer of two states. Not here: when (`column.rs`).

use crate::observe::Kind;
use crate::units::Time;

/// A value at its instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Instant.
    pub at: Time,
    /// Value.
    pub value: f64,
}

/// Values of a group of which half are kept: of levels the first, the minimum, the maximum and the last, since the last
/// may last long; of samples and events the minimum and the maximum.
fn group(kind: Kind) -> usize {
    if kind.holds() { 8 } else { 4 }
}

/// Halves points this number of times at once, in groups of the necessary length. States once only: of each two in a
/// row the one that lasted longer, from the first one's start; `end` is the end of the last one.
pub fn thin(kind: Kind, times: u8, at: &[Time], values: &[f64], end: Time, mut put: impl FnMut(Point)) {
    debug_assert!(times > 0 && at.len() == values.len());
    if kind == Kind::State {
        return thin_states(at, values, end, put);
    }
    let length = group(kind) << (times - 1);
    for (n, values) in values.chunks(length).enumerate() {
        keep(kind, values, |place| put(Point { at: at[n * length + place], value: values[place] }));
    }
}

/// Places in a group of the values that are kept, in order.
#[inline(always)]
fn keep(kind: Kind, values: &[f64], mut put: impl FnMut(usize)) {
    let last = values.len() - 1;
    if !kind.holds() {
        let (least, greatest) = extremes(values);
        // Every second one of equal values: events without a value stay spread over time.
        let equal = values[least] == values[greatest];
        let other = if equal { values.len() / 2 } else { greatest };
        put(least.min(other));
        if least != other {
            put(least.max(other));
        }
        return;
    }
    // A total only grows: its minimum is the first, its maximum the last.
    let (least, greatest) = if kind == Kind::Total { (0, last) } else { extremes(values) };
    let (one, two) = (least.min(greatest), least.max(greatest));
    // Where they coincide with the ends (a ramp), one or two from the middle keep the stretch as dense as the others.
    let (middle, second) = (values.len() / 4, values.len() * 5 / 8);
    let beside = |own: usize| {
        let other = if own == middle { second } else { middle };
        (own.min(other), own.max(other))
    };
    let at_end = |place| place == 0 || place == last;
    let (one, two) = match (at_end(one), at_end(two)) {
        (false, false) => (one, two),
        (true, true) => (middle, second),
        (true, false) => beside(two),
        (false, true) => beside(one),
    };
    put(0);
    [(0, one), (one, two), (two, last)]
        .into_iter()
        .filter(|(before, place)| before != place)
        .for_each(|(_, place)| put(place));
}

/// Place of the first minimum, and of the last maximum.
fn extremes(values: &[f64]) -> (usize, usize) {
    /// Compared side by side.
    const LANES: usize = 4;
    let (mut least, mut greatest) = ([f64::INFINITY; LANES], [f64::NEG_INFINITY; LANES]);
    let rows = values.chunks_exact(LANES);
    let rest = rows.remainder();
    for row in rows {
        for lane in 0..LANES {
            least[lane] = if row[lane] < least[lane] { row[lane] } else { least[lane] };
            greatest[lane] = if row[lane] > greatest[lane] { row[lane] } else { greatest[lane] };
        }
    }
    let least = least.iter().chain(rest).fold(f64::INFINITY, |a, b| if *b < a { *b } else { a });
    let greatest = greatest.iter().chain(rest).fold(f64::NEG_INFINITY, |a, b| if *b > a { *b } else { a });
    let place = values.iter().position(|value| *value == least);
    (place.unwrap_or(0), values.iter().rposition(|value| *value == greatest).unwrap_or(0))
}

fn thin_states(at: &[Time], values: &[f64], end: Time, mut put: impl FnMut(Point)) {
    for first in (0..at.len()).step_by(2) {
        let second = first + 1;
        let until = at.get(first + 2).copied().unwrap_or(end);
        let longer = second < at.len() && until.since(at[second]) > at[second].since(at[first]);
        put(Point { at: at[first], value: values[if longer { second } else { first }] });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(values: &[(u64, f64)]) -> Vec<Point> {
        values.iter().map(|(at, value)| Point { at: Time(*at), value: *value }).collect()
    }

    #[test]
    fn of_two_states_the_longer_one_stays() {
        let thin = |at: &[Time], values: &[f64]| {
            let mut out = Vec::new();
            thin(Kind::State, 1, at, values, Time(200), |point| out.push(point));
            out
        };
        let (at, values) = ([0, 10, 90, 190].map(Time), [1.0, 2.0, 3.0, 1.0]);
        assert_eq!(thin(&at, &values), points(&[(0, 2.0), (90, 3.0)]));
        assert_eq!(thin(&at[..3], &values[..3]), points(&[(0, 2.0), (90, 3.0)]));
    }

    #[test]
    fn a_group_keeps_its_ends_and_extremes_and_a_ramp_its_density() {
        let thin = |kind, times, values: &[f64]| {
            let at: Vec<Time> = (0..values.len() as u64).map(Time).collect();
            let mut out = Vec::new();
            super::thin(kind, times, &at, values, Time::NEVER, |point| out.push(point));
            out.iter().map(|p| (p.at.0, p.value)).collect::<Vec<_>>()
        };
        let wave = [3.0, 4.0, 9.0, 5.0, 2.0, 6.0, 9.0, 7.0];
        assert_eq!(thin(Kind::Level, 1, &wave), [(0, 3.0), (4, 2.0), (6, 9.0), (7, 7.0)]);
        assert_eq!(thin(Kind::Sample, 2, &wave), [(4, 2.0), (6, 9.0)]);
        assert_eq!(thin(Kind::Mark, 1, &[1.0; 8]), [(0, 1.0), (2, 1.0), (4, 1.0), (6, 1.0)]);
        let ramp: Vec<f64> = (0..16).map(f64::from).collect();
        assert_eq!(thin(Kind::Total, 2, &ramp), [(0, 0.0), (4, 4.0), (10, 10.0), (15, 15.0)]);
    }

    #[test]
    fn extremes_are_found_in_any_length() {
        for length in 1..40usize {
            let values: Vec<f64> = (0..length).map(|i| f64::from((i * 7 % 11) as u32)).collect();
            let least = (0..length).min_by(|a, b| values[*a].total_cmp(&values[*b]));
            let greatest = (0..length).max_by(|a, b| values[*a].total_cmp(&values[*b]));
            assert_eq!(Some(extremes(&values)), least.zip(greatest));
        }
    }
}
