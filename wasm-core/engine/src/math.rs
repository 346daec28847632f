//! Transcendental functions of the engine, through `libm`, so that native and WebAssembly results agree to the bit. The
//! only place that calls them: `clippy.toml` forbids the standard library's.

/// e^x.
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// e^x - 1, exact for small x.
pub fn exp_m1(x: f64) -> f64 {
    libm::expm1(x)
}

/// Natural logarithm.
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// Inverse tangent, in radians.
pub fn atan(x: f64) -> f64 {
    libm::atan(x)
}

/// Complementary error function.
pub fn erfc(x: f64) -> f64 {
    libm::erfc(x)
}

/// Cube root.
pub fn cbrt(x: f64) -> f64 {
    libm::cbrt(x)
}

/// x, or the nearer end of a range. Unlike `f64::clamp` it cannot panic.
pub fn clamp(x: f64, least: f64, greatest: f64) -> f64 {
    if x < least {
        least
    } else if x > greatest {
        greatest
    } else {
        x
    }
}

/// The larger of two numbers. One instruction, where `f64::max` takes seven to handle NaN.
#[inline(always)]
pub fn greater(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}

/// A whole number below 2^63 as a float, as all times, counts and sizes are. Processors convert signed numbers by one
/// instruction, and unsigned ones by ten.
#[inline(always)]
pub fn float(whole: u64) -> f64 {
    whole as i64 as f64
}

/// The whole part of a number from 0 up to 2^63, for the same reason.
#[inline(always)]
pub fn whole(x: f64) -> u64 {
    x as i64 as u64
}

/// The whole number nearest to one from 0 up to 2^63, a half rounded up: `f64::round` without a function call.
#[inline(always)]
pub fn nearest(x: f64) -> u64 {
    let least = whole(x);
    least + u64::from(x - float(least) >= 0.5)
}

/// x^y.
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_whole_number_is_that_of_the_standard_library() {
        let many = (0..1000).map(|n| 1234.567 * f64::from(n));
        let ends = [0.0, 0.499_999_999_999_999_94, 0.5, 1.5, 2.5, 4_503_599_627_370_495.5, 9e15, 9e18];
        for x in many.chain(ends) {
            assert_eq!(nearest(x), x.round() as u64, "{x}");
        }
    }
}
