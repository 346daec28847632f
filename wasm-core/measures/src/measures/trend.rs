//! A straight line through points, and how well it fits. It stores only sums, so there may be as many points as
//! packets.

use super::Definition;

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "trend",
    unit: "",
    text: "The line of least squares through the points: slope, intercept, and r², the share of the variance that it \
           explains.",
    source: "least squares",
};

/// Number of points so far. The first one is the origin of the sums, so that distant points lose no digits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trend {
    origin: Option<(f64, f64)>,
    count: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
}

/// The line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Rise of y for each x.
    pub slope: f64,
    /// y at x = 0.
    pub intercept: f64,
    /// Share of y's variance that the line explains; 1 where y does not vary.
    pub r2: f64,
}

impl Trend {
    /// Adds a point.
    pub fn add(&mut self, x: f64, y: f64) {
        let origin = *self.origin.get_or_insert((x, y));
        let (x, y) = (x - origin.0, y - origin.1);
        self.count += 1.0;
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.xy += x * y;
        self.yy += y * y;
    }

    /// The line of least squares; `None` unless there are two different x.
    pub fn line(&self) -> Option<Line> {
        let origin = self.origin?;
        let spread = |sum: f64, a: f64, b: f64| sum - a * b / self.count;
        let (xx, xy, yy) =
            (spread(self.xx, self.x, self.x), spread(self.xy, self.x, self.y), spread(self.yy, self.y, self.y));
        if xx <= 0.0 {
            return None;
        }
        let slope = xy / xx;
        let (mean_x, mean_y) = (origin.0 + self.x / self.count, origin.1 + self.y / self.count);
        let r2 = if yy > 0.0 { xy * xy / (xx * yy) } else { 1.0 };
        Some(Line { slope, intercept: mean_y - slope * mean_x, r2 })
    }
}

impl FromIterator<(f64, f64)> for Trend {
    fn from_iter<I: IntoIterator<Item = (f64, f64)>>(points: I) -> Trend {
        let mut trend = Trend::default();
        points.into_iter().for_each(|(x, y)| trend.add(x, y));
        trend
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(value: f64, expected: f64) {
        assert!((value - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{value} is not {expected}");
    }

    #[test] // 0.8 ms for each 1000 bytes, from 40.16 ms on
    fn a_line_is_found_again() {
        let line =
            (0..100).map(|n| (1e3 * f64::from(n), 40.16 + 0.8 * f64::from(n))).collect::<Trend>().line().unwrap();
        close(line.slope, 0.0008);
        close(line.intercept, 40.16);
        close(line.r2, 1.0);
    }

    #[test] // (0, 0), (1, 2), (2, 1): mean (1, 1), xy 1, xx 2, yy 2
    fn what_scatters_is_explained_in_part() {
        let line = [(0.0, 0.0), (1.0, 2.0), (2.0, 1.0)].into_iter().collect::<Trend>().line().unwrap();
        close(line.slope, 0.5);
        close(line.intercept, 0.5);
        close(line.r2, 0.25);
    }

    #[test]
    fn one_place_has_no_slope() {
        assert_eq!([(1.0, 2.0), (1.0, 3.0)].into_iter().collect::<Trend>().line(), None);
        assert_eq!(Trend::default().line(), None);
        assert_eq!(
            [(1.0, 2.0), (2.0, 2.0)].into_iter().collect::<Trend>().line().map(|line| (line.slope, line.r2)),
            Some((0.0, 1.0))
        );
    }
}
