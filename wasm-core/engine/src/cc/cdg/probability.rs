//! The probability of a delay backoff, P = 1 - exp(-gradient / G) (CDG paper, equation 5), as the two
//! kernels compute it in integers. Not here: the exact one (`formulas::backoff_probability`), which gradient, and what follows from the draw.

use crate::math::{exp, exp_m1};

/// Last entry of FreeBSD's table, at a gradient of 5 G.
const LAST_ENTRY: u32 = 640;

/// Entry `k` of FreeBSD's table: 32768 (1 - exp(-k / 128)), to the nearest; the first is 10 instead of 0, so that
/// the smallest sign of growth has a probability above 0.
pub fn freebsd_entry(k: u32) -> u32 {
    if k == 0 { 10 } else { (-32768.0 * exp_m1(-f64::from(k) / 128.0)).round() as u32 }
}

/// FreeBSD's index into the table, for a gradient in 1/128 tick and G in ticks; `None` beyond its end: certain.
pub fn freebsd_index(gradient_128: i64, g_ticks: f64) -> Option<u32> {
    if gradient_128 as f64 > f64::from(LAST_ENTRY) * g_ticks {
        return None;
    }
    let index = ((gradient_128 as f64 + g_ticks / 2.0) / g_ticks).floor() as u32;
    Some(index.min(LAST_ENTRY))
}

/// FreeBSD: a 32-bit draw is held against 131071 times the entry.
pub fn freebsd(gradient_128: i64, g_ticks: f64) -> f64 {
    if gradient_128 <= 0 {
        return 0.0;
    }
    match freebsd_index(gradient_128, g_ticks) {
        None => 1.0,
        Some(index) => 131_071.0 * f64::from(freebsd_entry(index)) / 4_294_967_296.0,
    }
}

/// Linux's factor for bit `8 + i` of the exponent in millionths, in 1/65536.
fn linux_factor(i: u32) -> u64 {
    let nearest = (65536.0 * exp(-f64::from(256_u32 << i) * 1e-6)).round() as u64;
    // Two of the kernel's factors are one above the nearest.
    nearest + u64::from(i == 5 || i == 10)
}

/// Linux: the exponent is the sum of gradients in microseconds times the backoff factor, in millionths; its exponential
/// is a product of one factor for each bit but the lowest eight, which are taken linearly. Certain from 16.78 on.
pub fn linux(sum_us: f64, backoff_factor: f64) -> f64 {
    let exponent = sum_us * backoff_factor;
    if exponent <= 0.0 {
        return 0.0;
    }
    if exponent >= f64::from(1_u32 << 24) {
        return 1.0;
    }
    let exponent = exponent as u64;
    let mut left = 0xFFFF_FFFF_u64 - (exponent & 0xFF) * (0xFFFF_FFFF / 1_000_000);
    for i in (0..16).filter(|i| exponent >> (8 + i) & 1 == 1) {
        left = (left * linux_factor(i)) >> 16;
    }
    1.0 - left as f64 / 4_294_967_296.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::testing::assert_close;
    use crate::formulas::backoff_probability;

    #[test] // equation 5 at G = 3 ms
    fn probability_of_the_paper() {
        for (gradient, p) in [
            (0.15, 0.048771),
            (0.3, 0.095163),
            (1.0, 0.283469),
            (1.2, 0.329680),
            (1.5, 0.393469),
            (3.0, 0.632121),
            (6.0, 0.864665),
            (15.0, 0.993262),
        ] {
            assert_close(backoff_probability(gradient, 3.0), p, 5e-7);
        }
        assert_eq!(backoff_probability(0.0, 3.0), 0.0);
        assert_eq!(backoff_probability(-1.0, 3.0), 0.0);
    }

    #[test]
    fn freebsd_table_has_its_published_entries() {
        let entries: Vec<u32> = [0, 1, 2, 3, 128, 256, 640].into_iter().map(freebsd_entry).collect();
        assert_eq!(entries, [10, 255, 508, 759, 20713, 28333, 32547]);
    }

    #[test] // sum of 8 gradients in ticks -> average in 1/128 tick, index, entry, P; G = 3
    fn freebsd_index_and_probability() {
        for (sum, average, index, entry, p) in [
            (1, 16, 5, 1255, 0.03830),
            (4, 64, 21, 4958, 0.15131),
            (8, 128, 43, 9350, 0.28534),
            (10, 160, 53, 11110, 0.33905),
            (24, 384, 128, 20713, 0.63211),
            (119, 1904, 635, 32538, 0.99298),
        ] {
            assert_eq!(sum * 128 / 8, average);
            assert_eq!(freebsd_index(average, 3.0), Some(index));
            assert_eq!(freebsd_entry(index), entry);
            assert_close(freebsd(average, 3.0), p, 1e-5);
        }
        assert_eq!(freebsd(121 * 16, 3.0), 1.0);
        assert_eq!(freebsd(0, 3.0), 0.0);
        assert_eq!(freebsd_index(77, 1.0), Some(77));
    }

    #[test] // sum of gradients in microseconds, backoff factor 42
    fn linux_probability() {
        for (sum, p) in
            [(1000.0, 0.041124), (8000.0, 0.285358), (9600.0, 0.331815), (24_000.0, 0.635043), (400_000.0, 1.0)]
        {
            assert_close(linux(sum, 42.0), p, 5e-7);
        }
        assert_eq!(linux(-5.0, 42.0), 0.0);
    }
}
