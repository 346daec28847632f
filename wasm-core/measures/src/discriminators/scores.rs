//! Scores of a discriminator: its four counts, Biaz and Vaidya's accuracies with Wilson intervals, and J. Not here: the
//! discriminators, and which losses they are asked about.

use sawtooth_engine::cc::discriminators::Label;
use sawtooth_scenario::{Json, object};

/// Quantile of the normal distribution for intervals of 95 %, in the customary rounding.
const Z: f64 = 1.96;

/// A share with its 95 % interval (E. B. Wilson, 1927).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// Share, 0 to 1.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Share {
    /// Share of `count` in `n`; `None` where there is nothing to count.
    pub fn of(count: u64, n: u64) -> Option<Share> {
        if n == 0 {
            return None;
        }
        let (p, n) = (count as f64 / n as f64, n as f64);
        let middle = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt() / (1.0 + Z * Z / n);
        Some(Share { value: p, low: (middle - half).max(0.0), high: (middle + half).min(1.0) })
    }

    fn json(&self) -> Json {
        object! { "value" => self.value, "low" => self.low, "high" => self.high }
    }
}

/// Counts of judged losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Congestion losses.
    pub congestion: u64,
    /// Those of them that were labelled so.
    pub congestion_right: u64,
    /// Random losses.
    pub random: u64,
    /// Those of them that were labelled so.
    pub random_right: u64,
}

impl Score {
    /// Counts a judged loss.
    pub fn count(&mut self, truth: Label, label: Label) {
        let right = u64::from(truth == label);
        match truth {
            Label::Congestion => {
                self.congestion += 1;
                self.congestion_right += right;
            }
            Label::Random => {
                self.random += 1;
                self.random_right += right;
            }
        }
    }

    /// A_c: share of the congestion losses that were labelled so.
    pub fn of_congestion(&self) -> Option<Share> {
        Share::of(self.congestion_right, self.congestion)
    }

    /// A_w: share of the random losses that were labelled so.
    pub fn of_random(&self) -> Option<Share> {
        Share::of(self.random_right, self.random)
    }

    /// J = A_c + A_w - 1: 0 for a coin, 1 for the truth; `None` unless there were losses of both causes.
    pub fn j(&self) -> Option<f64> {
        Some(self.of_congestion()?.value + self.of_random()?.value - 1.0)
    }

    /// J with its 95 % interval: Wilson's intervals of the two shares put together by the square-and-add method (R. G. Newcombe,
    /// Statistics in Medicine 17, 1998, method 10, whose difference p1 - p2 is J with p2 = 1 - A_w).
    pub fn j_interval(&self) -> Option<Share> {
        let (c, w, j) = (self.of_congestion()?, self.of_random()?, self.j()?);
        let both = |c: f64, w: f64| (c * c + w * w).sqrt();
        let (below, above) = (both(c.value - c.low, w.value - w.low), both(c.high - c.value, w.high - w.value));
        Some(Share { value: j, low: j - below, high: j + above })
    }

    /// Share of the losses that were labelled congestion.
    pub fn predicted(&self) -> Option<f64> {
        let (labelled, all) = (self.congestion_right + self.random - self.random_right, self.congestion + self.random);
        (all > 0).then(|| labelled as f64 / all as f64)
    }

    /// For the summary.
    pub fn json(&self, name: &str) -> Json {
        object! {
            "name" => name,
            "congestion_losses" => self.congestion,
            "congestion_right" => self.congestion_right,
            "random_losses" => self.random,
            "random_right" => self.random_right,
            "a_c" => self.of_congestion().map(|share| share.json()),
            "a_w" => self.of_random().map(|share| share.json()),
            "j" => self.j(),
            "congestion_predicted" => self.predicted(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-6, "{found} instead of {expected}");
    }

    /// Facts sheet, A.8; its upper end of A_w, 0.52221, is a slip: the middle is (41 + z^2/2)/(97 + z^2) = 0.425626, and the
    /// lower end 0.096461 below it.
    #[test]
    fn accuracies_have_wilson_intervals() {
        let score = Score { congestion: 183, congestion_right: 151, random: 97, random_right: 41 };
        for (share, expected) in
            [(score.of_congestion(), [0.82514, 0.76358, 0.87333]), (score.of_random(), [0.42268, 0.32916, 0.52209])]
        {
            let Share { value, low, high } = share.unwrap();
            [value, low, high].iter().zip(expected).for_each(|(found, expected)| close(*found, expected));
        }
        close(score.predicted().unwrap(), 0.73929);
        close(score.j().unwrap(), 0.24782);
        // sqrt(0.06156^2 + 0.09352^2) = 0.11196, sqrt(0.04819^2 + 0.09941^2) = 0.11048
        let Share { value, low, high } = score.j_interval().unwrap();
        assert!(
            value == score.j().unwrap() && (low - 0.13586).abs() < 2e-5 && (high - 0.35830).abs() < 2e-5,
            "{low} {high}"
        );
    }

    #[test]
    fn where_nothing_is_counted_nothing_is_said() {
        let mut score = Score::default();
        assert_eq!((score.of_congestion(), score.of_random(), score.j(), score.predicted()), (None, None, None, None));
        score.count(Label::Congestion, Label::Random);
        assert_eq!((score.of_congestion().map(|share| share.value), score.j()), (Some(0.0), None));
        score.count(Label::Random, Label::Random);
        assert_eq!((score.j(), score.predicted()), (Some(0.0), Some(0.0)));
        assert_eq!(score, Score { congestion: 1, congestion_right: 0, random: 1, random_right: 1 });
        // All of a few: the interval does not end at 1 on both sides, nor beyond it.
        let all = Share::of(3, 3).unwrap();
        assert!(all.high == 1.0 && (0.43..0.45).contains(&all.low), "{all:?}");
    }

    #[test]
    fn the_summary_has_null_for_what_is_undefined() {
        let json = Score { congestion: 4, congestion_right: 1, ..Score::default() }.json("spike");
        assert_eq!(json.get("a_w"), Some(&Json::Null));
        assert_eq!(json.get("j"), Some(&Json::Null));
        assert_eq!(json.get("a_c").and_then(|share| share.get("value")).and_then(Json::number), Some(0.25));
    }
}
