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

/// x^y.
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}
