//! The transcendental functions of the engine, through `libm` so that native and WebAssembly agree to
//! the bit. The only place that calls them: `clippy.toml` forbids the standard library's.

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

/// Cube root.
pub fn cbrt(x: f64) -> f64 {
    libm::cbrt(x)
}

/// x^y.
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}
