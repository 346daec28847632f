//! Distributions gathered during a run in bounded memory: of whole numbers exactly, of others in buckets a thousandth
//! wide (contract, section 3). A percentile is the smallest value with at least the given share of the weight at or
//! below it. Not here: what is measured.

use sawtooth_engine::units::Span;
use sawtooth_scenario::{Json, object};

/// Percentiles that a summary lists.
const SHARES: [(&str, f64); 7] =
    [("p10", 0.1), ("p20", 0.2), ("p50", 0.5), ("p80", 0.8), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99)];

/// Summary form: `buckets` are values with positive weights, ascending; `null` without any.
fn json(buckets: &[(f64, f64)], min: f64, max: f64, mean: f64) -> Json {
    if buckets.is_empty() {
        return Json::Null;
    }
    let whole: f64 = buckets.iter().map(|(_, weight)| weight).sum();
    let mut out = object! { "min" => min };
    let (mut below, mut shares) = (0.0, SHARES.iter().peekable());
    for (value, weight) in buckets {
        below += weight;
        // Sums of weights have rounding errors, so a share within that tolerance counts as reached.
        while let Some((name, _)) = shares.next_if(|(_, share)| below >= share * whole * (1.0 - 1e-12)) {
            out.set(name, sawtooth_engine::math::clamp(*value, min, max));
        }
    }
    for (name, _) in shares {
        out.set(name, max);
    }
    out.set("max", max);
    out.set("mean", mean);
    out
}

/// Distribution of whole numbers from 0 on, weighted by time; exact.
#[derive(Clone, Debug, Default)]
pub struct Whole {
    /// Nanoseconds of each value.
    weights: Vec<u64>,
}

impl Whole {
    /// Adds the time for which a value lasted; without time the value is ignored.
    #[inline]
    pub fn add(&mut self, value: u64, span: Span) {
        match self.weights.get_mut(value as usize) {
            Some(weight) => *weight += span.0,
            None if span > Span::ZERO => self.grow(value, span),
            None => {}
        }
    }

    #[cold]
    fn grow(&mut self, value: u64, span: Span) {
        self.weights.resize(value as usize + 1, 0);
        self.weights[value as usize] = span.0;
    }

    /// Every value that occurred, ascending, with its time.
    pub fn each(&self, mut look: impl FnMut(u64, Span)) {
        let met = self.weights.iter().zip(0..).filter(|(weight, _)| **weight > 0);
        met.for_each(|(weight, value)| look(value, Span(*weight)));
    }

    /// Summary form of the distribution.
    pub fn json(&self) -> Json {
        let met = self.weights.iter().enumerate().filter(|(_, weight)| **weight > 0);
        let buckets: Vec<(f64, f64)> = met.map(|(value, weight)| (value as f64, *weight as f64)).collect();
        let (min, max) = (buckets.first().map_or(0.0, |b| b.0), buckets.last().map_or(0.0, |b| b.0));
        let (whole, sum) = buckets.iter().fold((0.0, 0.0), |(whole, sum), (v, w)| (whole + w, sum + v * w));
        json(&buckets, min, max, sum / whole)
    }
}

/// Bits of a double below the bucket's number: it keeps the exponent and ten bits of the mantissa, so that a bucket is
/// at most 1/1024 of its value wide.
const SHIFT: u32 = 42;
/// The bucket of 2^-32, and the number of octaves of buckets above it; other values go into the outermost bucket.
const FIRST: u64 = (1023 - 32) << 10;
const BUCKETS: u64 = 72 << 10;
/// Buckets are stored in pages, created on first use.
const PAGE: usize = 64;
const NO_PAGE: u16 = u16::MAX;

/// Distribution of positive numbers: minimum, maximum and mean exact, percentiles within 0.1 % (exact for values that
/// repeat).
#[derive(Clone, Debug)]
pub struct Real {
    min: f64,
    max: f64,
    /// The bucket used last, and the sums added to it since: a value is usually near the previous one.
    bucket: u64,
    weight: f64,
    sum: f64,
    /// Page of each stretch of buckets, from the stretch `first` on.
    table: Vec<u16>,
    first: usize,
    /// Weight and weighted sum of each bucket, whose mean represents it.
    pages: Vec<[(f64, f64); PAGE]>,
}

impl Default for Real {
    fn default() -> Real {
        let (min, max) = (f64::INFINITY, f64::NEG_INFINITY);
        Real { min, max, bucket: 0, weight: 0.0, sum: 0.0, table: Vec::new(), first: 0, pages: Vec::new() }
    }
}

impl Real {
    /// Adds a value; without weight it is ignored.
    #[inline(always)]
    pub fn add(&mut self, value: f64, weight: f64) {
        if weight <= 0.0 {
            return;
        }
        if value < self.min {
            self.min = value;
        }
        if value > self.max {
            self.max = value;
        }
        let bucket = value.to_bits() >> SHIFT;
        if bucket != self.bucket {
            self.put_away();
            self.bucket = bucket;
        }
        self.weight += weight;
        self.sum += value * weight;
    }

    /// Moves the sums of the last bucket to its place.
    #[inline(never)]
    fn put_away(&mut self) {
        if self.weight > 0.0 {
            let bucket = self.bucket.saturating_sub(FIRST).min(BUCKETS - 1) as usize;
            let stretch = bucket / PAGE;
            let page = match self.table.get(stretch.wrapping_sub(self.first)) {
                Some(&page) if page != NO_PAGE => page,
                _ => self.new_page(stretch),
            };
            let (total, sum) = &mut self.pages[page as usize][bucket % PAGE];
            *total += self.weight;
            *sum += self.sum;
            (self.weight, self.sum) = (0.0, 0.0);
        }
    }

    #[cold]
    fn new_page(&mut self, stretch: usize) -> u16 {
        if self.table.is_empty() {
            self.first = stretch;
        }
        let before = self.first.saturating_sub(stretch);
        self.table.splice(0..0, std::iter::repeat_n(NO_PAGE, before));
        self.first -= before;
        let place = stretch - self.first;
        self.table.resize(self.table.len().max(place + 1), NO_PAGE);
        self.table[place] = self.pages.len() as u16;
        self.pages.push([(0.0, 0.0); PAGE]);
        self.table[place]
    }

    /// Adds another distribution's samples.
    pub fn merge(&mut self, other: &Real) {
        for (value, weight) in other.buckets() {
            self.add(value, weight);
        }
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }

    /// The smallest value with at least the given share of the weight at or below it; `None` without samples.
    pub fn percentile(&self, share: f64) -> Option<f64> {
        let buckets = self.buckets();
        let needed = share * buckets.iter().map(|(_, weight)| weight).sum::<f64>() * (1.0 - 1e-12);
        let mut below = 0.0;
        let reaches = |(_, weight): &&(f64, f64)| {
            below += weight;
            below >= needed
        };
        let value = buckets.iter().find(reaches).or(buckets.last())?.0;
        Some(sawtooth_engine::math::clamp(value, self.min, self.max))
    }

    /// Share of the weight above a value, within 0.1 % of that; `None` without samples.
    pub fn share_above(&self, bound: f64) -> Option<f64> {
        let buckets = self.buckets();
        let weigh = |of: &dyn Fn(f64) -> bool| buckets.iter().filter(|(v, _)| of(*v)).map(|(_, w)| w).sum::<f64>();
        (!buckets.is_empty()).then(|| weigh(&|value| value > bound) / weigh(&|_| true))
    }

    /// Value and weight of each used bucket, ascending.
    pub fn buckets(&self) -> Vec<(f64, f64)> {
        let mut all = self.clone();
        all.put_away();
        let pages = all.table.iter().filter(|page| **page != NO_PAGE).map(|page| &all.pages[*page as usize]);
        let met = pages.flatten().filter(|(weight, _)| *weight > 0.0);
        met.map(|(weight, sum)| (sum / weight, *weight)).collect()
    }

    /// Summary form of the distribution.
    pub fn json(&self) -> Json {
        let buckets = self.buckets();
        let (whole, sum) = buckets.iter().fold((0.0, 0.0), |(whole, sum), (v, w)| (whole + w, sum + v * w));
        json(&buckets, self.min, self.max, sum / whole)
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
        for (value, weight) in [(0, 1), (84, 5), (3, 4), (90, 0)] {
            whole.add(value, Span(weight));
        }
        let json = whole.json();
        let got: Vec<f64> =
            ["min", "p10", "p20", "p50", "p80", "p90", "p95", "p99", "max"].map(|n| number(&json, n)).to_vec();
        assert_eq!(got, [0.0, 0.0, 3.0, 3.0, 84.0, 84.0, 84.0, 84.0, 84.0]);
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
        let shares = [("p10", 100), ("p20", 200), ("p50", 500), ("p80", 800), ("p90", 900), ("p95", 950), ("p99", 990)];
        for (name, n) in shares {
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
