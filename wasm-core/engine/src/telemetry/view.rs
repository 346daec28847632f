//! One series as the screen requests it: a span of the run, a number of pixel columns, and a way to reduce. Extremes of
//! a line are kept, shares are means, crowded events are thinned by rule. The cost depends on the points within the
//! span and on the columns, never on the length of the run. Pixel columns start at whole multiples of their width from
//! 0 s, so that a moving span does not shimmer. Not here: simulating a stretch again.

use super::curve::Curve;
use super::thin::Point;
use crate::units::{NANOS_PER_SECOND, Span, Time};

/// Pixels per mean: narrower shares would flicker.
const MEAN_PIXELS: u64 = 9;
/// Pixels within which the longest state represents all.
const STATE_PIXELS: u64 = 4;

crate::choices! {
    /// How a series is reduced to what the screen can show.
    pub enum Reduction {
        /// First, minimum, maximum and last value of each pixel column: no extreme is lost. A level begins with what holds
        /// at the start, and ends at the end or where the run is computed to.
        Line = "line",
        /// Time-weighted mean of each column of 9 px, at its middle, for shares in a stack.
        Mean = "mean",
        /// Maximum of each pixel column, the level at its start included; its time is the column's start.
        Max = "max",
        /// Growth per second over a window that ends with each pixel column.
        Rate = "rate",
        /// The points themselves; above a number of them, the minimum and maximum of each even stretch.
        Marks = "marks",
        /// Runs of a state: start, and the word's number.
        State = "state",
    }
}

/// A reduction with its number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// `Reduction::Line`.
    Line,
    /// `Reduction::Mean`.
    Mean,
    /// `Reduction::Max`.
    Max,
    /// `Reduction::Rate`, over this window.
    Rate(Span),
    /// `Reduction::Marks`, above this number.
    Marks(usize),
    /// `Reduction::State`.
    State,
}

/// A stretch of the run, as wide as the screen.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// First instant shown.
    pub from: Time,
    /// End of the stretch.
    pub to: Time,
    /// Pixel columns, at least 1.
    pub columns: u32,
    /// End of known values: the run is computed to here, or the source has stopped.
    pub known: Time,
}

impl Window {
    fn width(&self) -> u64 {
        (self.to.since(self.from).0 / u64::from(self.columns.max(1))).max(1)
    }
    /// End of what can be shown.
    fn end(&self) -> Time {
        self.to.min(self.known)
    }
    /// Bins of `width` ns that touch the shown stretch: (start, end), cut off where nothing is known.
    fn bins(&self, width: u64) -> impl Iterator<Item = (Time, Time)> + use<> {
        let end = self.end();
        let first = self.from.0 / width;
        (first..)
            .map(move |k| k.saturating_mul(width))
            .map(move |start| (Time(start), Time(start.saturating_add(width).min(end.0))))
            .take_while(move |(start, _)| *start < end)
    }
}

/// Points alternate: time in seconds, value.
fn put(out: &mut Vec<f64>, at: Time, value: f64) {
    out.push(at.seconds());
    out.push(value);
}

/// Reduces a column to a window.
pub fn reduce(column: &Curve, mode: Mode, window: &Window, out: &mut Vec<f64>) {
    match mode {
        Mode::Line => line(column, window, out),
        Mode::Mean => mean(column, window, out),
        Mode::Max => max(column, window, out),
        Mode::Rate(over) => rate(column, window, over, out),
        Mode::Marks(limit) => marks(column, window, limit, out),
        Mode::State => state(column, window, out),
    }
}

/// Whether the column has less than the window and the mode could show: thinned points, and few of them.
pub fn is_coarse(column: &Curve, mode: Mode, window: &Window) -> bool {
    let (points, thinned) = column.density(window.from, window.end());
    let columns = window.columns as usize;
    let enough = match mode {
        Mode::Line | Mode::Max => 4 * columns,
        Mode::Mean | Mode::Rate(_) => columns / 2,
        Mode::Marks(limit) => limit,
        Mode::State => columns,
    };
    thinned && points < enough
}

fn line(column: &Curve, window: &Window, out: &mut Vec<f64>) {
    let holds = column.kind().holds();
    let mut last = None;
    if holds && let Some(before) = column.before(window.from).filter(|_| window.from < window.end()) {
        put(out, window.from, before.value);
        last = Some(before.value);
    }
    // First, minimum, maximum and last of the present pixel column, with their places in it.
    let mut four: Option<[(usize, Point); 4]> = None;
    let (mut number, mut count) = (0, 0);
    for point in column.range(window.from, window.to) {
        let k = point.at.0 / window.width();
        if let Some(held) = four.take_if(|_| k != number) {
            flush(held, out);
            count = 0;
        }
        number = k;
        count += 1;
        let this = (count, point);
        let [_, least, greatest, exit] = four.get_or_insert([this; 4]);
        if point.value < least.1.value {
            *least = this;
        }
        if point.value > greatest.1.value {
            *greatest = this;
        }
        *exit = this;
        last = Some(point.value);
    }
    if let Some(held) = four {
        flush(held, out);
    }
    // A level continues to the edge of what is known.
    if holds && let Some(value) = last {
        let end = window.end().seconds();
        if out[out.len() - 2] < end {
            out.extend([end, value]);
        }
    }
}

/// Gives four points in order of their places, each once.
fn flush(held: [(usize, Point); 4], out: &mut Vec<f64>) {
    let mut last = 0;
    for _ in 0..held.len() {
        let next = held.iter().filter(|(place, _)| *place > last).min_by_key(|(place, _)| *place);
        let Some((place, point)) = next else { break };
        put(out, point.at, point.value);
        last = *place;
    }
}

fn max(column: &Curve, window: &Window, out: &mut Vec<f64>) {
    let width = window.width();
    let first = Time(window.from.0 / width * width);
    let mut held = column.before(first).map_or(0.0, |p| p.value);
    let mut points = column.range(first, window.to).peekable();
    for (start, end) in window.bins(width) {
        let mut top = held;
        while let Some(point) = points.next_if(|p| p.at < end) {
            held = point.value;
            top = top.max(held);
        }
        put(out, start, top);
    }
}

fn mean(column: &Curve, window: &Window, out: &mut Vec<f64>) {
    let width = window.width().saturating_mul(MEAN_PIXELS);
    let first = Time(window.from.0 / width * width);
    let mut held = column.before(first).map_or(0.0, |p| p.value);
    // Bins are whole at the right edge too, as far as the run is known: a share must not change as the span moves.
    let edge = Time(window.end().0.div_ceil(width).saturating_mul(width)).min(window.known);
    let mut points = column.range(first, edge).peekable();
    for (start, _) in window.bins(width) {
        let end = Time(start.0.saturating_add(width).min(edge.0));
        let (mut since, mut integral) = (start, 0.0);
        while let Some(point) = points.next_if(|p| p.at < end) {
            integral += held * point.at.since(since).0 as f64;
            since = point.at;
            held = point.value;
        }
        integral += held * end.since(since).0 as f64;
        put(out, Time(start.0 + end.since(start).0 / 2), integral / end.since(start).0 as f64);
    }
}

fn rate(column: &Curve, window: &Window, over: Span, out: &mut Vec<f64>) {
    // A window narrower than a pixel would skip what happens between two.
    let over = over.0.max(window.width());
    let total = |at: Time| column.before(at).map_or(0.0, |p| p.value);
    for (_, end) in window.bins(window.width()) {
        let grown = total(end) - total(Time(end.0.saturating_sub(over)));
        put(out, end, grown * NANOS_PER_SECOND as f64 / over as f64);
    }
}

fn marks(column: &Curve, window: &Window, limit: usize, out: &mut Vec<f64>) {
    let (from, to) = (window.from, window.to);
    if column.density(from, to).0 <= limit {
        for point in column.range(from, to) {
            put(out, point.at, point.value);
        }
        return;
    }
    let width = (to.since(from).0 / (limit as u64 / 2).max(1)).max(1);
    let mut pair: Option<(Point, Point)> = None;
    let mut number = 0;
    let mut give = |least: Point, greatest: Point| {
        let (a, b) = if least.at <= greatest.at { (least, greatest) } else { (greatest, least) };
        put(out, a.at, a.value);
        if a != b {
            put(out, b.at, b.value);
        }
    };
    for point in column.range(from, to) {
        let k = point.at.0 / width;
        if let Some((least, greatest)) = pair.take_if(|_| k != number) {
            give(least, greatest);
        }
        number = k;
        let (least, greatest) = pair.get_or_insert((point, point));
        if point.value < least.value {
            *least = point;
        }
        if point.value > greatest.value {
            *greatest = point;
        }
    }
    if let Some((least, greatest)) = pair {
        give(least, greatest);
    }
}

fn state(column: &Curve, window: &Window, out: &mut Vec<f64>) {
    let width = window.width().saturating_mul(STATE_PIXELS);
    let first = Time(window.from.0 / width * width);
    let mut holding = column.before(first).map(|p| p.value);
    let mut shown = None;
    let mut show = |at: Time, word: f64| {
        if shown != Some(word) {
            shown = Some(word);
            put(out, at.max(window.from), word);
        }
    };
    let mut points = column.range(first, window.end()).peekable();
    let mut runs: Vec<Point> = Vec::new();
    for (start, end) in window.bins(width) {
        runs.clear();
        runs.extend(holding.map(|value| Point { at: start, value }));
        while let Some(point) = points.next_if(|p| p.at < end) {
            runs.push(point);
        }
        holding = runs.last().map(|p| p.value);
        // One change within the bin is shown where it is; of several, the state that lasts longest takes the bin.
        if runs.len() <= 2 {
            runs.iter().for_each(|p| show(p.at, p.value));
        } else {
            show(start, majority(&runs, end));
        }
    }
}

fn majority(runs: &[Point], end: Time) -> f64 {
    let held = |word: f64| -> u64 {
        let ends = runs.iter().skip(1).map(|p| p.at).chain([end]);
        runs.iter().zip(ends).filter(|(p, _)| p.value == word).map(|(p, next)| next.since(p.at).0).sum()
    };
    runs.iter().map(|p| p.value).max_by_key(|word| held(*word)).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Kind;
    use crate::telemetry::column::{BLOCK, Column};

    fn column(kind: Kind, points: impl IntoIterator<Item = (u64, f64)>) -> Column {
        let mut column = Column::new(kind);
        for (at, value) in points {
            column.push(Time(at * 1_000_000), value);
        }
        column
    }
    /// Window in ms.
    fn window(from: u64, to: u64, columns: u32) -> Window {
        Window { from: Time(from * 1_000_000), to: Time(to * 1_000_000), columns, known: Time(to * 1_000_000) }
    }
    fn view(column: &Column, mode: Mode, window: &Window) -> Vec<(f64, f64)> {
        let mut out = Vec::new();
        reduce(&Curve::of(column), mode, window, &mut out);
        out.chunks(2).map(|p| (p[0] * 1000.0, p[1])).collect()
    }

    #[test]
    fn a_line_keeps_entry_extremes_and_exit_of_each_column() {
        let c = column(Kind::Level, [(0, 5.0), (11, 3.0), (12, 9.0), (13, 1.0), (14, 4.0), (15, 6.0), (27, 2.0)]);
        let got = view(&c, Mode::Line, &window(10, 30, 2));
        assert_eq!(got, [(10.0, 5.0), (11.0, 3.0), (12.0, 9.0), (13.0, 1.0), (15.0, 6.0), (27.0, 2.0), (30.0, 2.0)]);
        let still = view(&c, Mode::Line, &window(16, 20, 100));
        assert_eq!(still, [(16.0, 6.0), (20.0, 6.0)]);
    }

    #[test]
    fn a_line_is_at_most_four_points_a_column_and_loses_no_peak() {
        let c = column(Kind::Level, (0..100_000).map(|i| (i, if i == 54_321 { 1e9 } else { (i % 13) as f64 })));
        let got = view(&c, Mode::Line, &window(0, 100_000, 500));
        assert!(got.len() <= 4 * 500 + 2);
        assert!(got.contains(&(54_321.0, 1e9)));
    }

    #[test]
    fn samples_do_not_hold() {
        let c = column(Kind::Sample, [(5, 40.0), (25, 41.0)]);
        assert_eq!(view(&c, Mode::Line, &window(10, 30, 20)), [(25.0, 41.0)]);
    }

    #[test]
    fn maximum_includes_what_holds() {
        let c = column(Kind::Level, [(0, 7.0), (15, 2.0), (31, 3.0)]);
        assert_eq!(view(&c, Mode::Max, &window(10, 40, 3)), [(10.0, 7.0), (20.0, 2.0), (30.0, 3.0)]);
    }

    #[test]
    fn means_are_weighted_by_time_and_stand_still_when_the_span_moves() {
        let c = column(Kind::Level, (0..300).map(|i| (i, if i % 3 == 0 { 6.0 } else { 0.0 })));
        let got = view(&c, Mode::Mean, &window(0, 270, 270));
        assert_eq!(got[0], (4.5, 2.0));
        assert!(got.iter().all(|(_, v)| (*v - 2.0).abs() < 1e-9));
        let wavy = column(Kind::Level, (0..2000).map(|i| (i, (i * i % 37) as f64)));
        let whole = |w: &Window| view(&wavy, Mode::Mean, &Window { known: Time(2_000_000_000), ..*w });
        let (a, b) = (whole(&window(0, 900, 900)), whole(&window(100, 1000, 900)));
        let shared = b.iter().filter(|p| a.contains(p)).count();
        assert_eq!(shared, b.iter().filter(|(at, _)| *at < 900.0).count());
    }

    #[test]
    fn a_rate_is_the_growth_over_its_window() {
        let c = column(Kind::Total, (1..=1000).map(|i| (i, 1460.0 * i as f64)));
        let got = view(&c, Mode::Rate(Span::from_ms(100.0)), &window(0, 1000, 100));
        assert_eq!(got.len(), 100);
        let (at, value) = got[60];
        assert!((at - 610.0).abs() < 1e-6 && (value - 1_460_000.0).abs() < 1.0, "{at} {value}");
        let (_, early) = got[4];
        assert!((early - 730_000.0).abs() < 15_000.0, "half of the window lies before the start: {early}");
    }

    #[test]
    fn a_window_may_reach_to_the_end_of_time() {
        let c = column(Kind::Level, [(0, 1.0), (10, 3.0)]);
        for columns in [1, 3, 1000] {
            let endless = Window { from: Time::ZERO, to: Time::NEVER, columns, known: Time::from_seconds(20.0) };
            assert_eq!(view(&c, Mode::Mean, &endless), [(10_000.0, 2.999)]);
            assert_eq!(view(&c, Mode::Max, &endless), [(0.0, 3.0)]);
            assert_eq!(view(&c, Mode::State, &endless), [(0.0, 1.0), (10.0, 3.0)]);
        }
    }

    #[test]
    fn marks_stay_as_they_are_until_there_are_too_many() {
        let c = column(Kind::Mark, (0..1000).map(|i| (i, if i == 500 { 9.0 } else { 1.0 })));
        assert_eq!(view(&c, Mode::Marks(10), &window(20, 25, 5)).len(), 5);
        let few = view(&c, Mode::Marks(100), &window(0, 1000, 800));
        assert!(few.len() <= 102 && few.contains(&(500.0, 9.0)), "{}", few.len());
    }

    #[test]
    fn crowded_states_show_the_majority() {
        let long = column(Kind::State, [(0, 1.0), (100, 2.0), (200, 0.0)]);
        assert_eq!(view(&long, Mode::State, &window(50, 300, 250)), [(50.0, 1.0), (100.0, 2.0), (200.0, 0.0)]);
        let crowded = column(Kind::State, (0..400).map(|i| (i, if i % 4 == 0 { 3.0 } else { 1.0 + (i % 2) as f64 })));
        let got = view(&crowded, Mode::State, &window(0, 400, 10));
        assert_eq!(got, [(0.0, 2.0)]);
    }

    #[test]
    fn only_thinned_and_sparse_stretches_are_coarse() {
        let mut c = column(Kind::Level, (0..10_300).map(|i| (i, i as f64)));
        let coarse = |c: &Column, from, to, columns| is_coarse(&Curve::of(c), Mode::Line, &window(from, to, columns));
        assert!(!coarse(&c, 0, 100, 1000));
        c.thin();
        assert!(coarse(&c, 0, 100, 1000));
        assert!(!coarse(&c, 0, 9000, 100));
        let newest = 10_300 / BLOCK as u64 * BLOCK as u64;
        assert!(coarse(&c, newest - 1, 10_300, 1000));
        assert!(!coarse(&c, newest + 1, 10_300, 1000), "what is not put away yet is exact");
    }
}
