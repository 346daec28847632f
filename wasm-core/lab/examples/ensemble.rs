//! Times an ensemble natively: one scenario under so many seeds, on one thread and on two. Reads the scenario from standard
//! input; arguments: how many seeds, and how many runs of which the fastest counts. Prints JSON. Not here: the same in the
//! page (`bench/`).

use std::io::Read;
use std::time::{Duration, Instant};

use sawtooth_engine::observe::Silence;
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::sim::Simulation;

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|word| word.parse().expect("a number")).collect();
    let [seeds, runs] = numbers[..] else { panic!("seeds, runs") };
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("standard input is text");
    let document = sawtooth_scenario::read(&text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let [one, two] = [1, 2].map(|threads| {
        let times = (0..runs).map(|_| ensemble(&document.scenario, seeds, threads));
        times.min().unwrap_or(Duration::MAX).as_secs_f64()
    });
    println!(r#"{{"one_s":{one},"two_s":{two}}}"#);
}

#[expect(clippy::disallowed_methods, reason = "a benchmark has a wall clock; the engine has none")]
fn ensemble(scenario: &Scenario, seeds: u64, threads: u64) -> Duration {
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                for seed in (thread..seeds).step_by(threads as usize) {
                    let scenario = Scenario { seed, ..scenario.clone() };
                    Simulation::new(&scenario).run_until(scenario.duration, &mut Silence);
                }
            });
        }
    });
    begun.elapsed()
}
