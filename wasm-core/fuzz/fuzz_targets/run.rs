//! Bytes as the choices of a random scenario, which is run. The body is `sawtooth_testing::targets::run`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sawtooth_testing::targets::run(bytes));
