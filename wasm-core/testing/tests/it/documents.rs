//! A random scenario, written as a document and read again, is the same scenario; and so is what its changes make of it.

use sawtooth_scenario::{document, read};
use sawtooth_testing::draw::Draw;
use sawtooth_testing::random;

#[test]
fn what_is_written_reads_back_as_the_same() {
    for seed in 0..2000 {
        let scenario = random::scenario(&mut Draw::seeded(seed));
        let text = document(&scenario).to_string();
        let again = read(&text).unwrap_or_else(|errors| panic!("seed {seed}: {errors:?}\n{text}"));
        assert!(again.scenario == scenario, "seed {seed}: {text}");
    }
}

#[test]
fn the_ends_of_the_ranges_are_legal() {
    for seed in 0..500 {
        let text = document(&random::wild(&mut Draw::seeded(seed))).to_string();
        read(&text).unwrap_or_else(|errors| panic!("seed {seed}: {errors:?}\n{text}"));
    }
}
