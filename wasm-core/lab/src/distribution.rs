//! Distributions that are gathered while a run goes on, in bounded memory: of whole numbers exactly, of others in buckets
//! a thousandth wide (contract, section 3). A percentile is the least value that the given share of the weight does not
//! exceed. Not here: what is measured.

use sawtooth_scenario::{Json, object};

/// Percentiles that a summary lists.
const SHARES: [(&str, f64); 5] = [("p10", 0.1), ("p20", 0.2), ("p50", 0.5), ("p80", 0.8), ("p90", 0.9)];

/// What all distributions keep: weight, weighted sum, least and greatest value.
#[derive(Clone, Copy, Debug)]
struct Moments {
    weight: f64,
    sum: f64,
    min: f64,
    max: f64,
}

impl Moments {
    const NONE: Moments = Moments { weight: 0.0, sum: 0.0, min: f64::INFINITY, max: f64::NEG_INFINITY };

    fn add(&mut self, value: f64, weight: f64) {
        self.weight += weight;
        self.sum += value * weight;
        self.min = self.min.min(value);
        self.max = self.max.max(value);
    }

    /// `null` without samples. `buckets`: value and weight, ascending.
    fn json(&self, buckets: impl Iterator<Item = (f64, f64)>) -> Json {
        if self.weight <= 0.0 {
            return Json::Null;
        }
        let mut out = object! { "min" => self.min };
        let (mut below, mut shares) = (0.0, SHARES.iter().peekable());
        for (value, weight) in buckets {
            below += weight;
            // The weights' sum differs from their total by rounding; a share is met once it is as good as met.
            while let Some((name, _)) = shares.next_if(|(_, share)| below >= share * self.weight * (1.0 - 1e-12)) {
                out.set(name, sawtooth_engine::math::clamp(value, self.min, self.max));
            }
        }
        for (name, _) in shares {
            out.set(name, self.max);
        }
        out.set("max", self.max);
        out.set("mean", self.sum / self.weight);
        out
    }
}

/// Of whole numbers from 0 on, exact.
#[derive(Clone, Debug)]
pub struct Whole {
    moments: Moments,
    weights: Vec<f64>,
}

impl Default for Whole {
    fn default() -> Whole {
        Whole { moments: Moments::NONE, weights: Vec::new() }
    }
}

impl Whole {
    /// Adds a value; without weight it has not been.
    pub fn add(&mut self, value: u64, weight: f64) {
        if weight <= 0.0 {
            return;
        }
        let place = value as usize;
        if place >= self.weights.len() {
            self.weights.resize(place + 1, 0.0);
        }
        self.weights[place] += weight;
        self.moments.add(value as f64, weight);
    }
    /// As the summary has it.
    pub fn json(&self) -> Json {
        self.moments.json(self.weights.iter().enumerate().map(|(value, weight)| (value as f64, *weight)))
    }
}

/// Bits of a double below the bucket's number: it keeps the exponent and ten bits of the mantissa, so that a bucket is at
/// most 1/1024 of its value wide.
const SHIFT: u32 = 42;
/// The bucket of 2^-32, and how many octaves of buckets follow it; what lies outside goes into the outermost bucket.
const FIRST: u64 = (1023 - 32) << 10;
const BUCKETS: u64 = 72 << 10;
/// Buckets are kept in pages, made when first met.
const PAGE: usize = 64;
const NO_PAGE: u16 = u16::MAX;

/// Of any numbers above 0: least, greatest and mean exact, percentiles within 0.1 % (of values that repeat: exact).
#[derive(Clone, Debug)]
pub struct Real {
    moments: Moments,
    /// Which page holds a stretch of buckets.
    table: Vec<u16>,
    /// Weight and weighted sum of each bucket: its mean stands for it.
    pages: Vec<[(f64, f64); PAGE]>,
}

impl Default for Real {
    fn default() -> Real {
        Real { moments: Moments::NONE, table: Vec::new(), pages: Vec::new() }
    }
}

impl Real {
    /// Adds a value; without weight it has not been.
    #[inline]
    pub fn add(&mut self, value: f64, weight: f64) {
        if weight <= 0.0 {
            return;
        }
        self.moments.add(value, weight);
        let bucket = (value.max(0.0).to_bits() >> SHIFT).saturating_sub(FIRST).min(BUCKETS - 1) as usize;
        if self.table.is_empty() {
            self.table.resize(BUCKETS as usize / PAGE, NO_PAGE);
        }
        let entry = &mut self.table[bucket / PAGE];
        if *entry == NO_PAGE {
            *entry = self.pages.len() as u16;
            self.pages.push([(0.0, 0.0); PAGE]);
        }
        let (total, sum) = &mut self.pages[*entry as usize][bucket % PAGE];
        *total += weight;
        *sum += value * weight;
    }

    /// As the summary has it.
    pub fn json(&self) -> Json {
        let pages = self.table.iter().filter(|page| **page != NO_PAGE).map(|page| &self.pages[*page as usize]);
        let filled = pages.flatten().filter(|(weight, _)| *weight > 0.0);
        self.moments.json(filled.map(|(weight, sum)| (sum / weight, *weight)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(json: &Json, name: &str) -> f64 {
        json.get(name).and_then(Json::number).unwrap()
    }

    #[test]
    fn nothing_measured_is_null() {
        assert_eq!(Whole::default().json(), Json::Null);
        let mut real = Real::default();
        real.add(3.0, 0.0);
        assert_eq!(real.json(), Json::Null);
    }

    #[test]
    fn whole_numbers_are_exact_and_weighted() {
        let mut whole = Whole::default();
        for (value, weight) in [(0, 1.0), (84, 5.0), (3, 4.0), (90, 0.0)] {
            whole.add(value, weight);
        }
        let json = whole.json();
        let got: Vec<f64> =
            ["min", "p10", "p20", "p50", "p80", "p90", "max"].iter().map(|n| number(&json, n)).collect();
        assert_eq!(got, [0.0, 0.0, 3.0, 3.0, 84.0, 84.0, 84.0]);
        assert!((number(&json, "mean") - 43.2).abs() < 1e-12);
    }

    #[test]
    fn others_are_within_a_thousandth() {
        let mut real = Real::default();
        // 1 to 1000 by an uneven law, in a scattered order: the percentile is known.
        let value = |n: u32| 0.37 * f64::from(n).sqrt() * (1.0 + f64::from(n) / 300.0);
        for n in 0..1000u32 {
            real.add(value((n * 617) % 1000 + 1), 1.0);
        }
        let json = real.json();
        for (name, n) in [("p10", 100), ("p20", 200), ("p50", 500), ("p80", 800), ("p90", 900)] {
            let (got, exact) = (number(&json, name), value(n));
            assert!((got / exact - 1.0).abs() <= 0.001, "{name}: {got} for {exact}");
        }
        assert_eq!((number(&json, "min"), number(&json, "max")), (value(1), value(1000)));
    }

    #[test]
    fn one_value_is_itself_at_any_size() {
        for value in [1e-30, 0.001, 41.2, 118.0, 1e9, 1e30] {
            let mut real = Real::default();
            real.add(value, 3.0);
            let json = real.json();
            for name in ["min", "p10", "p50", "p90", "max"] {
                assert_eq!(number(&json, name), value);
            }
        }
    }
}
