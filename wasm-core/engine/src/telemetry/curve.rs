//! A series as a reader sees it: a column, or values derived from one at every instant. Bytes in a queue follow from
//! its packets while all have the same size, and its delay from its bytes and the link rate, so neither is recorded
//! twice. Not here: which columns exist (`recording.rs`), pixels (`view.rs`).

use super::column::Column;
use super::thin::Point;
use crate::observe::Kind;
use crate::units::Time;

/// A column's values, times a factor, divided by those of another column.
#[derive(Clone, Copy, Debug)]
pub struct Curve<'a> {
    column: &'a Column,
    factor: f64,
    over: Option<&'a Column>,
}

impl<'a> Curve<'a> {
    /// A column itself.
    pub fn of(column: &'a Column) -> Curve<'a> {
        Curve { column, factor: 1.0, over: None }
    }
    /// Its values times a factor.
    pub fn times(self, factor: f64) -> Curve<'a> {
        Curve { factor: self.factor * factor, ..self }
    }
    /// Its values divided by a level that rarely changes.
    pub fn over(self, level: &'a Column) -> Curve<'a> {
        Curve { over: Some(level), ..self }
    }

    /// How to read it.
    pub fn kind(&self) -> Kind {
        self.column.kind()
    }

    /// Approximate number of points in [t0, t1), and whether any of them is thinned.
    pub fn density(&self, t0: Time, t1: Time) -> (usize, bool) {
        self.column.density(t0, t1)
    }

    /// The last point before `at`.
    pub fn before(&self, at: Time) -> Option<Point> {
        let point = self.column.before(at)?;
        let change = self.over.and_then(|over| over.before(at));
        let divisor = change.map_or(1.0, |change| change.value);
        // If the divisor changed later, the curve changed then.
        let at = change.map_or(point.at, |change| change.at.max(point.at));
        Some(Point { at, value: point.value * self.factor / divisor })
    }

    /// The points from `t0` (included) to `t1` (not included).
    pub fn range(&self, t0: Time, t1: Time) -> impl Iterator<Item = Point> + use<'a> {
        let Curve { column, factor, over } = *self;
        let mut divisor = over.and_then(|over| over.before(t0)).map_or(1.0, |point| point.value);
        let mut value = column.before(t0).map(|point| point.value);
        let mut points = column.range(t0, t1).peekable();
        let mut changes = over.map(|over| over.range(t0, t1)).into_iter().flatten().peekable();
        std::iter::from_fn(move || {
            loop {
                // At one instant the divisor comes first, so that the column's own point is emitted once, and
                // correctly.
                let next = points.peek().map_or(Time::NEVER, |point| point.at);
                if let Some(change) = changes.next_if(|change| change.at <= next) {
                    divisor = change.value;
                    if let Some(value) = value.filter(|_| change.at < next) {
                        return Some(Point { at: change.at, value: value * factor / divisor });
                    }
                    continue;
                }
                let point = points.next()?;
                value = Some(point.value);
                return Some(Point { at: point.at, value: point.value * factor / divisor });
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(values: &[(u64, f64)]) -> Column {
        let mut column = Column::new(Kind::Level);
        values.iter().for_each(|(at, value)| {
            column.push(Time(*at), *value);
        });
        column
    }

    #[test]
    fn a_quotient_changes_with_either() {
        let (bytes, rate) =
            (column(&[(0, 0.0), (10, 6.0), (30, 12.0), (40, 3.0)]), column(&[(0, 1.0), (20, 2.0), (30, 3.0)]));
        let curve = Curve::of(&bytes).times(10.0).over(&rate);
        let got = |t0, t1| curve.range(Time(t0), Time(t1)).map(|p| (p.at.0, p.value)).collect::<Vec<_>>();
        assert_eq!(got(0, 100), [(0, 0.0), (10, 60.0), (20, 30.0), (30, 40.0), (40, 10.0)]);
        assert_eq!(got(15, 30), [(20, 30.0)]);
        assert_eq!(got(50, 90), []);
        let before = |t| curve.before(Time(t)).map(|p| (p.at.0, p.value));
        assert_eq!(
            [before(0), before(20), before(25), before(99)],
            [None, Some((10, 60.0)), Some((20, 30.0)), Some((40, 10.0))]
        );
    }

    #[test]
    fn a_column_is_its_own_curve() {
        let column = column(&[(5, 1.0), (7, 2.0)]);
        let points: Vec<Point> = Curve::of(&column).range(Time(0), Time(9)).collect();
        assert_eq!(points, column.range(Time(0), Time(9)).collect::<Vec<_>>());
        assert_eq!(Curve::of(&column).density(Time(0), Time(9)), (2, false));
    }
}
