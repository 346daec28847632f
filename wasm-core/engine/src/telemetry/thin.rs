//! How values are thinned so that what a reader looks for survives: the least and the greatest of each stretch, and where
//! it begins and ends of what holds; marks evenly; of two states the longer one. Not here: when (`column.rs`).

use super::column::Point;
use crate::observe::Kind;
use crate::units::Time;

/// Values of a group of which half are kept: of what holds until the next value the first, the least, the greatest and the
/// last, since the last may hold for long; of samples and marks the least and the greatest.
fn group(kind: Kind) -> usize {
    if kind.holds() { 8 } else { 4 }
}

/// Halves points. States: of each two in a row the one that held longer, from the first one's start; `end` is where the
/// last one ends.
pub fn thin_points(kind: Kind, points: &[Point], end: Time, out: &mut Vec<Point>) {
    if kind == Kind::State {
        return thin_states(points, end, out);
    }
    for points in points.chunks(group(kind)) {
        let mut values = [0.0; 8];
        values.iter_mut().zip(points).for_each(|(value, point)| *value = point.value);
        keep(kind, &values[..points.len()], |place| out.push(points[place]));
    }
}

/// Halves values so many times at once, in groups as long as that needs. Not for states.
pub fn thin_newest(kind: Kind, times: u8, at: &[Time], values: &[f64], out: &mut Vec<Point>) {
    let mut put = |place: usize| out.push(Point { at: at[place], value: values[place] });
    if times == 0 {
        return (0..values.len()).for_each(put);
    }
    let length = group(kind) << (times - 1);
    for (n, values) in values.chunks(length).enumerate() {
        keep(kind, values, |place| put(n * length + place));
    }
}

/// Gives the places in a group of those that stay, in order.
fn keep(kind: Kind, values: &[f64], put: impl FnMut(usize)) {
    let (least, greatest) = extremes(values);
    let mut kept = Kept { places: [0; 4], count: 0 };
    if kind.holds() {
        [0, values.len() - 1, least, greatest].into_iter().for_each(|place| kept.add(place));
        // Where they coincide (a ramp), one or two from the middle keep the stretch as dense as the others.
        for middle in [values.len() / 4, values.len() * 5 / 8] {
            if kept.count < values.len() / 2 {
                kept.add(middle);
            }
        }
    } else {
        // Of equals every second one: marks without a value of their own stay spread over time.
        let equal = values[least] == values[greatest];
        [least, if equal { values.len() / 2 } else { greatest }].into_iter().for_each(|place| kept.add(place));
    }
    let places = &mut kept.places[..kept.count];
    places.sort_unstable();
    places.iter().copied().for_each(put);
}

/// Up to four places, each once.
struct Kept {
    places: [usize; 4],
    count: usize,
}

impl Kept {
    fn add(&mut self, place: usize) {
        if self.count < self.places.len() && !self.places[..self.count].contains(&place) {
            self.places[self.count] = place;
            self.count += 1;
        }
    }
}

/// Where the least of some values stands first, and the greatest last.
fn extremes(values: &[f64]) -> (usize, usize) {
    /// Looked at side by side.
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

    fn points(values: &[(u64, f64)]) -> Vec<Point> {
        values.iter().map(|(at, value)| Point { at: Time(*at), value: *value }).collect()
    }

    #[test]
    fn of_two_states_the_longer_one_stays() {
        let mut out = Vec::new();
        thin_points(Kind::State, &points(&[(0, 1.0), (10, 2.0), (90, 3.0), (190, 1.0)]), Time(200), &mut out);
        assert_eq!(out, points(&[(0, 2.0), (90, 3.0)]));
    }

    #[test]
    fn a_group_keeps_its_ends_and_extremes_and_a_ramp_its_density() {
        let thin = |kind, times, values: &[f64]| {
            let at: Vec<Time> = (0..values.len() as u64).map(Time).collect();
            let mut out = Vec::new();
            thin_newest(kind, times, &at, values, &mut out);
            out.iter().map(|p| (p.at.0, p.value)).collect::<Vec<_>>()
        };
        let wave = [3.0, 4.0, 9.0, 5.0, 2.0, 6.0, 9.0, 7.0];
        assert_eq!(thin(Kind::Level, 1, &wave), [(0, 3.0), (4, 2.0), (6, 9.0), (7, 7.0)]);
        assert_eq!(thin(Kind::Sample, 2, &wave), [(4, 2.0), (6, 9.0)]);
        assert_eq!(thin(Kind::Mark, 1, &[1.0; 8]), [(0, 1.0), (2, 1.0), (4, 1.0), (6, 1.0)]);
        let ramp: Vec<f64> = (0..16).map(f64::from).collect();
        assert_eq!(thin(Kind::Total, 2, &ramp), [(0, 0.0), (4, 4.0), (10, 10.0), (15, 15.0)]);
        assert_eq!(thin(Kind::Level, 0, &ramp).len(), 16);
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
