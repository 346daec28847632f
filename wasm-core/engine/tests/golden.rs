//! Traces that were looked at once and must not change unnoticed: for each registered algorithm and variant 12 s on the
//! test-bed's path, with random loss for the first 6 s, compared to the digit. A change on purpose is written by
//! `SAWTOOTH_GOLDEN=write cargo test -p sawtooth-engine --test golden`, and then shows in the diff.

mod common;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs, ptr};

use common::{number, path, seconds, with_change, with_flow, with_loss, word};
use sawtooth_engine::cc::ALGORITHMS;
use sawtooth_engine::observe::{Kind, Observer, Signal, Source, signals};
use sawtooth_engine::params::Section;
use sawtooth_engine::path::loss;
use sawtooth_engine::scenario::{Change, Side};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;

/// Signals are thinned to their last value in each span of so many nanoseconds; marks are all kept.
const SPAN: u64 = 250_000_000;

/// Writes the window and the algorithm's own signals.
struct Trace {
    wanted: Vec<&'static Signal>,
    last: Vec<Option<(Time, f64)>>,
    text: String,
}

impl Trace {
    fn of(section: &Section) -> Trace {
        let mut wanted: Vec<&'static Signal> = vec![&signals::CWND, &signals::SSTHRESH, &signals::WINDOW_CUT];
        wanted.extend([&signals::LOSS_TOLERATED, &signals::TIMEOUT]);
        wanted.extend(section.signals);
        Trace { last: vec![None; wanted.len()], wanted, text: String::from("time_s,signal,value\n") }
    }

    fn write(&mut self, index: usize, at: Time, value: f64) {
        let signal = self.wanted[index];
        let (time, name) = (at.seconds(), signal.name);
        match signal.words.get(value as usize) {
            Some(word) => writeln!(self.text, "{time},{name},{word}"),
            None => writeln!(self.text, "{time},{name},{value}"),
        }
        .expect("a string takes all");
    }

    fn finish(mut self, simulation: &Simulation) -> String {
        for index in 0..self.wanted.len() {
            if let Some((at, value)) = self.last[index].take() {
                self.write(index, at, value);
            }
        }
        writeln!(self.text, "{},digest,{}", simulation.now().seconds(), simulation.digest_hex()).expect("takes all");
        self.text
    }
}

impl Observer for Trace {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        let index = self.wanted.iter().position(|wanted| ptr::eq(*wanted, signal));
        let (Source::Flow(0), Some(index)) = (source, index) else { return };
        if signal.kind == Kind::Mark {
            return self.write(index, at, value);
        }
        match self.last[index].replace((at, value)) {
            Some((before, value)) if before.0 / SPAN < at.0 / SPAN => self.write(index, before, value),
            _ => {}
        }
    }
}

/// The trace of an algorithm at its defaults, or at those of a variant.
fn trace(section: &'static Section, variant: Option<&'static str>) -> String {
    let quiet =
        Change::Loss(Side::Forward, loss::bernoulli::SECTION.index("probability").expect("a parameter"), number(0.0));
    let mut scenario = with_change(with_loss(path(12.0), 0.005), 6.0, quiet);
    scenario = with_flow(scenario, section, &[("start_jitter_s", number(0.1))]);
    if let Some(variant) = variant {
        let algorithm = scenario.flows[0].algorithm.clone();
        scenario.flows[0].algorithm = algorithm.with(section.selector, word(variant));
    }
    let mut trace = Trace::of(section);
    let mut simulation = Simulation::new(&scenario);
    simulation.run_until(seconds(12.0), &mut trace);
    trace.finish(&simulation)
}

fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "golden"].iter().collect()
}

#[test]
fn traces_are_what_they_were() {
    let writing = env::var("SAWTOOTH_GOLDEN").is_ok_and(|value| value == "write");
    let mut expected = Vec::new();
    for section in ALGORITHMS {
        let variants: Vec<_> = section.variants.iter().map(|variant| Some(variant.name)).collect();
        for variant in if variants.is_empty() { vec![None] } else { variants } {
            let name = [Some(section.kind), variant].into_iter().flatten().collect::<Vec<_>>().join("_") + ".csv";
            let (file, now) = (folder().join(&name), trace(section, variant));
            if writing {
                fs::create_dir_all(folder()).expect("a folder");
                fs::write(&file, &now).expect("written");
            }
            assert!(
                file.exists(),
                "{name} is missing: write it by `SAWTOOTH_GOLDEN=write cargo test -p sawtooth-engine --test golden`"
            );
            let then = fs::read_to_string(&file).unwrap_or_default();
            let differs = then.lines().zip(now.lines()).position(|(then, now)| then != now);
            assert!(then == now, "{name} differs, first in line {:?}", differs.map(|line| line + 1));
            expected.push(name);
        }
    }
    let mut found: Vec<String> = fs::read_dir(folder())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "one trace for each algorithm and variant");
}
