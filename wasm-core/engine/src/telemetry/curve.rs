//! A series as a reader sees it: a column, or what follows from one at every instant. Bytes in a queue follow from its
//! packets while these are alike, and its delay from its bytes and the rate of the link: none of this is recorded
//! twice. Not here: which columns there are (`recording.rs`), nor pixels (`view.rs`).

use super::column::{Column, Point};
use crate::observe::Kind;
use crate::units::Time;

/// A column's values, times a factor, over what another column holds.
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
    /// Its values over what a level holds, which changes rarely.
    pub fn over(self, level: &'a Column) -> Curve<'a> {
        Curve { over: Some(level), ..self }
    }

    /// How it is to be read.
    pub fn kind(&self) -> Kind {
        self.column.kind()
    }

    /// How many points lie in [t0, t1), about, and whether any of them stand for more than themselves.
    pub fn density(&self, t0: Time, t1: Time) -> (usize, bool) {
        self.column.density(t0, t1)
    }

    /// The last point before `at`.
    pub fn before(&self, at: Time) -> Option<Point> {
        let point = self.column.before(at)?;
        let change = self.over.and_then(|over| over.before(at));
        let divisor = change.map_or(1.0, |change| change.value);
        // Where the divisor changed later, the curve did so then.
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
                // Of one instant the divisor comes first: the column's own point then is told once, and rightly.
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
