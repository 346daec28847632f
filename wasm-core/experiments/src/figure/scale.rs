//! Where the values of an axis lie and which of them are written: ends that take the data in, round ticks. Not here: pixels
//! of any one panel.

use super::Axis;
use sawtooth_engine::math;

const TEN: f64 = std::f64::consts::LN_10;

/// An axis with its ends settled.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    /// Least value.
    pub from: f64,
    /// Greatest value.
    pub until: f64,
    log: bool,
}

impl Scale {
    /// Of an axis that shows these values.
    pub fn new(axis: &Axis, values: impl Iterator<Item = f64>) -> Scale {
        let usable = |value: &f64| value.is_finite() && (!axis.log || *value > 0.0);
        let (mut from, mut until) = values.filter(usable).fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), value| {
            (if value < a { value } else { a }, if value > b { value } else { b })
        });
        if let Some(ends) = axis.range {
            (from, until) = ends;
        } else if from > until {
            (from, until) = if axis.log { (1.0, 10.0) } else { (0.0, 1.0) };
        } else if axis.log {
            (from, until) = (power(exponent(from).floor()), power(exponent(until).ceil()));
        } else {
            // Zero belongs to what comes near it.
            if from > 0.0 && from < 0.5 * until {
                from = 0.0;
            }
            let step = step(until - from);
            (from, until) = ((from / step).floor() * step, (until / step).ceil() * step);
        }
        if from >= until {
            until = if axis.log { from * 10.0 } else { from + 1.0 };
        }
        Scale { from, until, log: axis.log }
    }

    /// Share of the way from the least to the greatest value, a little beyond for what lies outside.
    pub fn place(&self, value: f64) -> f64 {
        let share = if self.log {
            let value = if value > 0.0 { value } else { f64::MIN_POSITIVE };
            math::ln(value / self.from) / math::ln(self.until / self.from)
        } else {
            (value - self.from) / (self.until - self.from)
        };
        math::clamp(share, -0.02, 1.02)
    }

    /// Whether a value lies on the axis.
    pub fn has(&self, value: f64) -> bool {
        value >= self.from && value <= self.until
    }

    /// Round values to be written.
    pub fn ticks(&self) -> Vec<f64> {
        if self.log && self.until / self.from >= 10.0 {
            let first = (exponent(self.from) + 1e-9).floor() as i32;
            let last = (exponent(self.until) + 1e-9).floor() as i32;
            let within = |value: &f64| *value >= self.from * (1.0 - 1e-9) && *value <= self.until * (1.0 + 1e-9);
            let digits: &[f64] = if last - first > 2 { &[1.0] } else { &[1.0, 2.0, 5.0] };
            let all = (first..=last).flat_map(|n| digits.iter().map(move |digit| digit * power(f64::from(n))));
            let all: Vec<f64> = all.filter(within).collect();
            return all.iter().copied().step_by(all.len() / 9 + 1).collect();
        }
        let step = step(self.until - self.from);
        let first = (self.from / step - 1e-9).ceil() as i64;
        let last = (self.until / step + 1e-9).floor() as i64;
        (first..=last).map(|n| n as f64 * step).collect()
    }

    /// A tick's text.
    pub fn label(&self, value: f64) -> String {
        let size = value.abs();
        if size >= 1e6 || (size > 0.0 && size < 1e-4) {
            return format!("{value:e}");
        }
        let step = if self.log { size } else { step(self.until - self.from) };
        let digits = if step > 0.0 { (-exponent(step) - 1e-9).ceil() } else { 0.0 };
        let digits = math::clamp(digits, 0.0, 6.0) as usize;
        format!("{:.*}", digits, if size < 1e-12 { 0.0 } else { value })
    }
}

/// A round step that divides a length into four to eight parts.
fn step(length: f64) -> f64 {
    let rough = length / 5.0;
    let base = power(exponent(rough).floor());
    let times = rough / base;
    base * if times < 1.5 {
        1.0
    } else if times < 3.5 {
        2.0
    } else if times < 7.5 {
        5.0
    } else {
        10.0
    }
}

fn exponent(value: f64) -> f64 {
    math::ln(value) / TEN
}

fn power(exponent: f64) -> f64 {
    // Powers of ten are read, not computed: they come out exact.
    format!("1e{exponent:.0}").parse().unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(axis: Axis, values: &[f64]) -> Scale {
        Scale::new(&axis, values.iter().copied())
    }

    #[test]
    fn ends_and_ticks_are_round() {
        let plain = scale(Axis::new("", ""), &[0.31, 9.2]);
        assert_eq!((plain.from, plain.until), (0.0, 10.0));
        assert_eq!(plain.ticks(), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        let given = scale(Axis::new("", "").range(0.0, 0.05), &[]);
        assert_eq!(
            given.ticks().iter().map(|tick| given.label(*tick)).collect::<Vec<_>>(),
            ["0.00", "0.01", "0.02", "0.03", "0.04", "0.05"]
        );
        let log = scale(Axis::new("", "").log(), &[3.0, 700.0]);
        assert_eq!((log.ticks(), log.place(31.622776601683793)), (vec![1.0, 10.0, 100.0, 1000.0], 0.5));
        assert_eq!(
            scale(Axis::new("", "").log().range(1.0, 256.0), &[]).ticks(),
            [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0]
        );
        assert_eq!(log.label(1000.0), "1000");
    }

    #[test]
    fn nothing_and_a_single_value_have_an_axis_too() {
        assert_eq!(scale(Axis::new("", ""), &[]).ticks().len(), 6);
        let one = scale(Axis::new("", ""), &[5.0]);
        assert!(one.from < one.until);
        assert!(scale(Axis::new("", "").log(), &[0.0, -1.0]).place(0.0) < 0.0);
    }
}
