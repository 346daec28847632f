//! Times one scenario natively: reads it from standard input and prints, as JSON, what `bench/bench.mjs` compares with the same
//! run in WebAssembly: without a listener, with the summary, and recorded as the page does it, the fastest of a few runs
//! each (an argument says how many). Not here: which scenarios.

use std::io::Read;
use std::time::{Duration, Instant};

use sawtooth_engine::observe::Silence;
use sawtooth_engine::sim::Simulation;
use sawtooth_lab::summary::Summary;
use sawtooth_wasm::Engine;

/// The last result of several runs, and the shortest time: what else the machine does only makes a run slower.
#[expect(clippy::disallowed_methods, reason = "a benchmark has a wall clock; the engine has none")]
fn fastest<T>(runs: u32, mut work: impl FnMut() -> T) -> (T, f64) {
    let mut best = Duration::MAX;
    let mut once = || {
        let begun = Instant::now();
        let done = work();
        best = best.min(begun.elapsed());
        done
    };
    let mut done = once();
    for _ in 1..runs {
        done = once();
    }
    (done, best.as_secs_f64())
}

fn main() {
    let runs = std::env::args().nth(1).and_then(|runs| runs.parse().ok()).unwrap_or(1);
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("standard input is text");
    let document = sawtooth_scenario::read(&text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let (simulation, silent) = fastest(runs, || {
        let mut simulation = Simulation::new(&document.scenario);
        simulation.run_until(document.scenario.duration, &mut Silence);
        simulation
    });
    let (_, summary) = fastest(runs, || Summary::of(&document.scenario));
    let (engine, recorded) = fastest(runs, || {
        let mut engine = Engine::new();
        engine.load(&text);
        while engine.busy() {
            engine.advance(2000.0);
        }
        engine
    });
    assert_eq!(engine.digest(), simulation.digest_hex(), "who listens changes nothing");
    let packets: u64 = (0..simulation.flow_count()).map(|flow| simulation.flow_counters(flow).packets_delivered).sum();
    println!(
        r#"{{"packets":{packets},"events":{},"silent_s":{silent},"summary_s":{summary},"recorded_s":{recorded},"digest":"{}"}}"#,
        simulation.events(),
        engine.digest()
    );
}
