//! `cargo xtask scenarios COUNT` prints this number of random scenarios, one JSON line each, with the digest of their
//! native run: `{ "digest": …, "scenario": … }`. Tests run the same documents elsewhere. Not here: how scenarios are
//! drawn.

use sawtooth_engine::observe::NullObserver;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_scenario::{document, object, read};
use sawtooth_testing::draw::Draw;
use sawtooth_testing::random;
use std::io::{Write, stdout};

/// Prints them.
pub fn print(arguments: &[String]) -> Result<(), String> {
    let count = match arguments {
        [count] => count.parse::<u64>().map_err(|error| format!("COUNT `{count}`: {error}"))?,
        _ => return Err("usage: cargo xtask scenarios COUNT".to_owned()),
    };
    let mut out = stdout().lock();
    for seed in 0..count {
        let raw = document(&random::scenario(&mut Draw::seeded(seed)));
        // Parsed as any other reader would.
        let scenario = read(&raw.to_string()).map_err(|errors| format!("seed {seed}: {errors:?}"))?.scenario;
        let mut simulation = Simulation::new(&scenario);
        simulation.run_until(Time::NEVER, &mut NullObserver);
        let line = object! { "digest" => simulation.digest_hex(), "scenario" => raw };
        writeln!(out, "{line}").map_err(|error| format!("standard output: {error}"))?;
    }
    Ok(())
}
