//! A straight line through points by least squares, with the correlation and the interval of its slope. One rule for page, command
//! and Python. Not here: which points (`grown`, `read_table`), their scales (`scale`).

use sawtooth_engine::math;
use sawtooth_scenario::{Json, object};

/// A straight line y = `intercept` + `slope` x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Number of points.
    pub n: usize,
    /// Its slope, in units of y per unit of x.
    pub slope: f64,
    /// Its value at x = 0.
    pub intercept: f64,
    /// Pearson's correlation, from -1 to 1; none if all y are equal.
    pub r: Option<f64>,
    /// Ends of the slope's 95 % interval, by Student's t with n - 2 degrees of freedom: for points that scatter independently, and
    /// equally everywhere, around a straight line.
    pub interval: (f64, f64),
}

impl Line {
    /// The line through points with numbers; none through fewer than three, or where all x are equal.
    pub fn through(points: impl Iterator<Item = (f64, f64)>) -> Option<Line> {
        let points: Vec<(f64, f64)> = points.filter(|(x, y)| x.is_finite() && y.is_finite()).collect();
        let n = points.len();
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n as f64;
        let (x0, y0) = (mean(|point| point.0), mean(|point| point.1));
        let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
        for (x, y) in &points {
            let (dx, dy) = (x - x0, y - y0);
            (xx, xy, yy) = (xx + dx * dx, xy + dx * dy, yy + dy * dy);
        }
        if n < 3 || xx <= 0.0 || !(xx + yy).is_finite() {
            return None;
        }
        let slope = xy / xx;
        let r = (yy > 0.0).then(|| math::clamp(xy / (xx.sqrt() * yy.sqrt()), -1.0, 1.0));
        // Rounding must not make a square negative.
        let left = (yy - slope * xy).max(0.0);
        let half = student(n - 2) * (left / (n - 2) as f64 / xx).sqrt();
        Some(Line { n, slope, intercept: y0 - slope * x0, r, interval: (slope - half, slope + half) })
    }

    /// The line as JSON.
    pub fn json(&self) -> Json {
        object! {
            "n" => self.n as u64,
            "slope" => self.slope,
            "intercept" => self.intercept,
            "r" => self.r,
            "low" => self.interval.0,
            "high" => self.interval.1,
        }
    }
}

/// The value that |t| exceeds with a probability of 5 % under Student's distribution with this number of degrees of freedom, from 1 on.
pub fn student(degrees: usize) -> f64 {
    let (mut least, mut most) = (1.9, 12.8);
    // Halves the span to its last bit.
    for _ in 0..60 {
        let middle = (least + most) / 2.0;
        if within(middle, degrees) < 0.95 {
            least = middle;
        } else {
            most = middle;
        }
    }
    most
}

/// Probability that |t| is at most this, by the finite sums of M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4.
fn within(t: f64, degrees: usize) -> f64 {
    let nu = degrees as f64;
    let square = nu / (nu + t * t);
    let (sine, cosine) = ((1.0 - square).sqrt(), square.sqrt());
    let odd = degrees % 2 == 1;
    // The terms' factors: 2/3, 4/5, ... after cos, or 1/2, 3/4, ... after 1; none for one degree.
    let (mut term, mut sum) = match (odd, degrees) {
        (true, 1) => (0.0, 0.0),
        (true, _) => (cosine, cosine),
        (false, _) => (1.0, 1.0),
    };
    let mut place = if odd { 3 } else { 2 };
    while place + 2 <= degrees && term > 1e-17 * sum {
        term *= square * (place - 1) as f64 / place as f64;
        sum += term;
        place += 2;
    }
    if odd { std::f64::consts::FRAC_2_PI * (math::atan(t / nu.sqrt()) + sine * sum) } else { sine * sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The 97.5 % column of NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, and more digits where R prints them (`qt(0.975, n)`).
    #[test]
    fn quantiles_of_t_are_those_of_the_tables() {
        for (degrees, table) in [
            (1, 12.706),
            (2, 4.303),
            (3, 3.182),
            (4, 2.776),
            (5, 2.571),
            (6, 2.447),
            (7, 2.365),
            (8, 2.306),
            (9, 2.262),
            (10, 2.228),
            (15, 2.131),
            (20, 2.086),
            (25, 2.060),
            (30, 2.042),
            (50, 2.009),
            (78, 1.991),
            (99, 1.984),
            (100, 1.984),
        ] {
            assert!((student(degrees) - table).abs() <= 0.0005 + 1e-9, "{degrees}: {}", student(degrees));
        }
        assert!((student(10) - 2.228_138_851_986_274).abs() < 1e-12, "{}", student(10));
        assert!((student(1) - 12.706_204_736_174_7).abs() < 1e-9, "{}", student(1));
        assert!((student(1_000_000) - 1.959_966_356_813_6).abs() < 1e-9, "{}", student(1_000_000));
    }

    /// NIST's data set Norris (Statistical Reference Datasets, linear regression, lower difficulty) with its certified values.
    #[test]
    fn a_line_has_the_certified_values() {
        const X: [f64; 36] = [
            0.2, 337.4, 118.2, 884.6, 10.1, 226.5, 666.3, 996.3, 448.6, 777.0, 558.2, 0.4, 0.6, 775.5, 666.9, 338.0,
            447.5, 11.6, 556.0, 228.1, 995.8, 887.6, 120.2, 0.3, 0.3, 556.8, 339.1, 887.2, 999.0, 779.0, 11.1, 118.3,
            229.2, 669.1, 448.9, 0.5,
        ];
        const Y: [f64; 36] = [
            0.1, 338.8, 118.1, 888.0, 9.2, 228.1, 668.5, 998.5, 449.1, 778.9, 559.2, 0.3, 0.1, 778.1, 668.8, 339.3,
            448.9, 10.8, 557.7, 228.3, 998.0, 888.8, 119.6, 0.3, 0.6, 557.6, 339.3, 888.0, 998.5, 778.9, 10.2, 117.6,
            228.9, 668.4, 449.2, 0.2,
        ];
        let line = Line::through(X.into_iter().zip(Y)).unwrap();
        let near = |found: f64, certified: f64| assert!((found - certified).abs() < 1e-11, "{found} {certified}");
        near(line.slope, 1.002_116_818_020_45);
        near(line.intercept, -0.262_323_073_774_029);
        assert!((line.r.unwrap() * line.r.unwrap() - 0.999_993_745_883_712).abs() < 1e-13);
        let half = (line.interval.1 - line.interval.0) / 2.0;
        // The certified standard deviation of the slope, and t for 34 degrees.
        near(half, 0.429_796_848_199_937e-3 * student(34));
    }

    #[test]
    fn a_line_needs_three_points_and_different_x() {
        let through = |points: &[(f64, f64)]| Line::through(points.iter().copied());
        assert_eq!(through(&[(1.0, 1.0), (2.0, 2.0)]), None);
        assert_eq!(through(&[(1.0, 1.0), (1.0, 2.0), (1.0, 4.0)]), None);
        assert_eq!(through(&[(1.0, 1.0), (2.0, 2.0), (f64::NAN, 3.0)]), None);
        let flat = through(&[(1.0, 7.0), (2.0, 7.0), (3.0, 7.0)]).unwrap();
        assert_eq!((flat.slope, flat.r, flat.interval), (0.0, None, (0.0, 0.0)));
        let exact = through(&[(0.0, 3.0), (1.0, 1.0), (2.0, -1.0)]).unwrap();
        assert_eq!((exact.slope, exact.intercept), (-2.0, 3.0));
        assert!((exact.r.unwrap() + 1.0).abs() < 1e-15);
    }
}
