//! Outside view of a run, one line for each document on standard input (JSON, one a line): its digest; hashes of its
//! summary, its trace and its decisions with their numbers; how often each rule fired. A document that is refused has its
//! errors' codes and places instead. Not here: which documents, comparing (`scripts/freeze.mjs`).

use sawtooth_engine::observe::{NullObserver, Observer, Rule, Signal, Source};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_measures::summary::Summary;
use sawtooth_measures::trace::Trace;
use sawtooth_scenario::{Document, Json, object, read};
use std::collections::BTreeMap;
use std::io::{self, Write, stdin, stdout};

/// FNV-1a of all that is written to it.
struct Hash(u64);

impl Default for Hash {
    fn default() -> Hash {
        Hash(0xCBF2_9CE4_8422_2325)
    }
}

impl Write for Hash {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Hash {
    fn hex(&self) -> String {
        format!("{:016x}", self.0)
    }
}

/// Decisions of a run.
#[derive(Default)]
struct Decisions {
    hash: Hash,
    fired: BTreeMap<&'static str, u64>,
}

impl Observer for Decisions {
    fn signal(&mut self, _: Time, _: Source, _: &'static Signal, _: f64) {}
    fn decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]) {
        *self.fired.entry(rule.key).or_default() += 1;
        writeln!(self.hash, "{} {source:?} {} {numbers:?}", at.0, rule.key).expect("a hash takes all");
    }
}

fn frozen(document: &Document) -> Json {
    let scenario = &document.scenario;
    let mut simulation = Simulation::new(scenario);
    simulation.run_until(Time::NEVER, &mut NullObserver);

    let mut summary = Hash::default();
    write!(summary, "{}", Summary::of(scenario)).expect("a hash takes all");

    let mut trace = Trace::new(Hash::default(), scenario);
    Simulation::new(scenario).run_until(scenario.duration, &mut trace);
    let trace = trace.finish().expect("a hash takes all");

    let mut decisions = Decisions::default();
    Simulation::new(scenario).run_until(scenario.duration, &mut decisions);
    let fired = decisions.fired.iter().map(|(rule, count)| format!("{rule} {count}")).collect::<Vec<_>>().join(", ");
    object! {
        "digest" => simulation.digest_hex(),
        "summary" => summary.hex(),
        "trace" => trace.hex(),
        "decisions" => decisions.hash.hex(),
        "rules" => fired,
    }
}

fn main() -> io::Result<()> {
    let mut out = stdout().lock();
    for line in stdin().lines() {
        match read(&line?) {
            Ok(document) => writeln!(out, "{}", frozen(&document))?,
            Err(errors) => {
                let each = errors.list.iter().map(|error| format!("{} {}", error.code.key(), error.place));
                writeln!(out, "{}", object! { "refused" => each.collect::<Vec<_>>().join(", ") })?;
            }
        }
    }
    Ok(())
}
