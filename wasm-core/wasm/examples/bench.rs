//! Times one scenario natively: reads it from standard input and prints, as JSON, what `bench/bench.mjs` compares with the same
//! run in WebAssembly. Recorded as the page does it, and without a listener. Not here: which scenarios.

use std::io::Read;
use std::time::{Duration, Instant};

use sawtooth_engine::observe::Silence;
use sawtooth_engine::sim::Simulation;
use sawtooth_wasm::Engine;

#[expect(clippy::disallowed_methods, reason = "a benchmark has a wall clock; the engine has none")]
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = Instant::now();
    let done = work();
    (done, begun.elapsed())
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("standard input is text");
    let document = sawtooth_scenario::read(&text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let (simulation, silent) = timed(|| {
        let mut simulation = Simulation::new(&document.scenario);
        simulation.run_until(document.scenario.duration, &mut Silence);
        simulation
    });
    let (engine, recorded) = timed(|| {
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
        r#"{{"packets":{packets},"events":{},"silent_s":{},"recorded_s":{},"digest":"{}"}}"#,
        simulation.events(),
        silent.as_secs_f64(),
        recorded.as_secs_f64(),
        engine.digest()
    );
}
