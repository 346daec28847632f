//! Any bytes as a document. The body is an ordinary function, `sawtooth_testing::targets::scenario`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sawtooth_testing::targets::scenario(bytes));
