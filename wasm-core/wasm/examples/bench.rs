//! Times one scenario natively: reads it from standard input and prints, as JSON, what `bench/` compares: without a listener,
//! with the summary, and recorded as the page does it, the fastest of a few runs each. Arguments: how many runs, and which
//! of `silent`, `summary` and `recorded` (all, if none is named). Not here: which scenarios.

use std::io::Read;
use std::time::{Duration, Instant};

use sawtooth_engine::observe::NullObserver;
use sawtooth_engine::sim::Simulation;
use sawtooth_measures::summary::Summary;
use sawtooth_wasm::Engine;

/// The shortest time of several runs: what else the machine does only makes a run slower.
#[expect(clippy::disallowed_methods, reason = "a benchmark has a wall clock; the engine has none")]
fn fastest<T>(runs: u32, mut work: impl FnMut() -> T) -> f64 {
    let mut best = Duration::MAX;
    for _ in 0..runs {
        let begun = Instant::now();
        let done = work();
        best = best.min(begun.elapsed());
        drop(done);
    }
    best.as_secs_f64()
}

/// The most memory that this process has had, in bytes, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? * 1024)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runs = arguments.first().and_then(|runs| runs.parse().ok()).unwrap_or(1);
    let wanted = |what: &str| arguments.len() < 2 || arguments[1..].iter().any(|one| one == what);
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("standard input is text");
    let document = sawtooth_scenario::read(&text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let scenario = &document.scenario;
    let mut out = Vec::new();
    let mut simulation = Simulation::new(scenario);
    if wanted("silent") {
        let seconds = fastest(runs, || {
            simulation = Simulation::new(scenario);
            simulation.run_until(scenario.duration, &mut NullObserver);
        });
        out.push(format!(r#""silent_s":{seconds}"#));
    }
    if wanted("summary") {
        let seconds = fastest(runs, || {
            let mut summary = Summary::new(scenario);
            simulation = Simulation::new(scenario);
            simulation.run_until(scenario.duration, &mut summary);
            summary.finish(&simulation)
        });
        out.push(format!(r#""summary_s":{seconds}"#));
    }
    if wanted("recorded") {
        let mut digest = String::new();
        let seconds = fastest(runs, || {
            let mut engine = Engine::new();
            engine.load(&text);
            while engine.busy() {
                engine.advance(20_000.0);
            }
            digest = engine.digest();
        });
        assert!(simulation.events() == 0 || digest == simulation.digest_hex(), "who listens changes nothing");
        out.push(format!(r#""recorded_s":{seconds}"#));
    }
    let packets: u64 = (0..simulation.flow_count()).map(|flow| simulation.flow_counters(flow).packets_delivered).sum();
    out.push(format!(r#""packets":{packets},"events":{}"#, simulation.events()));
    out.push(format!(r#""digest":"{}""#, simulation.digest_hex()));
    out.push(peak().map_or(r#""peak_bytes":null"#.into(), |bytes| format!(r#""peak_bytes":{bytes}"#)));
    println!("{{{}}}", out.join(","));
}
