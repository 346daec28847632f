//! Times an ensemble natively: one scenario under so many seeds, on one thread, on two, and in two processes of their own as a
//! control, in turn. Reads the scenario from standard input; arguments: how many seeds, and how many rounds. Prints JSON: the
//! seconds of each round. `part I SEEDS` is the I-th of the two processes. Not here: the same in the page (`bench/`).

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use sawtooth_engine::observe::NullObserver;
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::sim::Simulation;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |word: &str| word.parse::<u64>().expect("a number");
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("standard input is text");
    let document = sawtooth_scenario::read(&text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let scenario = &document.scenario;
    match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["part", first, seeds] => run(scenario, number(first), number(seeds), 2),
        [seeds, rounds] => {
            let seeds = number(seeds);
            let rounds: Vec<String> = (0..number(rounds)).map(|_| round(&text, scenario, seeds)).collect();
            println!("[{}]", rounds.join(","));
        }
        _ => panic!("arguments: seeds and rounds"),
    }
}

/// The seconds of one round.
fn round(text: &str, scenario: &Scenario, seeds: u64) -> String {
    let one_s = timed(|| threads(scenario, seeds, 1));
    let two_s = timed(|| threads(scenario, seeds, 2));
    let processes_s = timed(|| processes(text, seeds));
    format!(r#"{{"one_s":{one_s},"two_s":{two_s},"processes_s":{processes_s}}}"#)
}

#[expect(clippy::disallowed_methods, reason = "a benchmark has a wall clock; the engine has none")]
fn timed(work: impl FnOnce()) -> f64 {
    let begun = Instant::now();
    work();
    begun.elapsed().as_secs_f64()
}

/// Each `step`-th seed from the first on.
fn run(scenario: &Scenario, first: u64, seeds: u64, step: usize) {
    for seed in (first..seeds).step_by(step) {
        let scenario = Scenario { seed, ..scenario.clone() };
        Simulation::new(&scenario).run_until(scenario.duration, &mut NullObserver);
    }
}

fn threads(scenario: &Scenario, seeds: u64, threads: u64) {
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || run(scenario, thread, seeds, threads as usize));
        }
    });
}

/// Two processes, begun and ended within the time: nothing is shared between them, not even memory's bookkeeping.
fn processes(text: &str, seeds: u64) {
    let program = std::env::current_exe().expect("this program has a path");
    let begin = |first: u64| -> Child {
        let mut command = Command::new(&program);
        let mut child = command
            .args(["part", &first.to_string(), &seeds.to_string()])
            .stdin(Stdio::piped())
            .spawn()
            .expect("this program begins again");
        child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("the child reads");
        child
    };
    for mut child in [begin(0), begin(1)] {
        assert!(child.wait().expect("the child ends").success());
    }
}
