//! Golden traces: for each registered algorithm and variant a run of 12 s on the CDG paper's path, with random loss for the
//! first 6 s, as a short table that is kept and compared to the digit. Not here: comparing (`engine/tests/golden.rs`), showing
//! a difference and accepting it (`cargo xtask golden`).
//!
//! The table has a row each half second with the last value of each signal, then a line for each mark (a cut, a timeout),
//! at last the digest, which also catches what the rows leave out.

use sawtooth_engine::host;
use sawtooth_engine::observe::{Kind, Observer, Signal, Source, signals};
use sawtooth_engine::params::{Choice, Section, Value};
use sawtooth_engine::path::{loss, queue};
use sawtooth_engine::scenario::{ALGORITHMS, Bottleneck, Change, Flow, Intervention, Scenario, Side, row};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::ptr;

/// Length of the run, in seconds.
const DURATION_S: f64 = 12.0;
/// From one row to the next, in nanoseconds.
const STEP: u64 = 500_000_000;

/// One trace.
pub struct Golden {
    /// Its file's name: the algorithm, and its variant if it has any.
    pub file: String,
    /// The table.
    pub text: String,
}

/// Where the kept traces lie.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/golden")
}

/// The traces of everything registered, as they are now.
pub fn all() -> Vec<Golden> {
    let variants = |section: &'static Section| {
        let names: Vec<_> = section.variants.iter().map(|variant| Some(variant.name)).collect();
        if names.is_empty() { vec![None] } else { names }
    };
    let each = ALGORITHMS.iter().flat_map(|section| variants(section).into_iter().map(move |name| (*section, name)));
    each.map(|(section, variant)| Golden {
        file: [Some(section.kind), variant].into_iter().flatten().collect::<Vec<_>>().join("_") + ".csv",
        text: trace(section, variant),
    })
    .collect()
}

/// The trace of an algorithm at its defaults, or at those of a variant.
fn trace(section: &'static Section, variant: Option<&str>) -> String {
    let scenario = scenario(section, variant);
    let mut table = Table::of(section);
    let mut simulation = Simulation::new(&scenario);
    simulation.run_until(scenario.duration, &mut table);
    table.finish(&simulation)
}

fn scenario(section: &'static Section, variant: Option<&str>) -> Scenario {
    let bernoulli = &loss::bernoulli::SECTION;
    let losses = Choice::of(bernoulli).with("probability", Value::Number(0.005));
    let quiet = Change::Loss(Side::Forward, row(bernoulli.params, "probability"), Value::Number(0.0));
    let algorithm = Choice { section, values: section.defaults(variant) };
    let settings = Choice::of(&host::SECTION).with("start_jitter_s", Value::Number(0.1));
    Scenario {
        seed: 1,
        duration: Time::from_seconds(DURATION_S),
        packet_bytes: 1500,
        bottleneck: Bottleneck::new(10e6, Choice::of(&queue::drop_tail::SECTION), losses),
        reverse_bottleneck: None,
        flows: vec![Flow { name: "flow1".into(), stream: 0, algorithm, settings }],
        cross_traffic: vec![],
        interventions: vec![Intervention { at: Time::from_seconds(DURATION_S / 2.0), change: quiet }],
    }
}

/// Listens to the flow's window and rate, and to the algorithm's own signals.
struct Table {
    levels: Vec<&'static Signal>,
    marks: Vec<&'static Signal>,
    present: Vec<Option<f64>>,
    /// The end of each row's half second, and the values there.
    rows: Vec<(Time, Vec<Option<f64>>)>,
    marked: Vec<(Time, &'static Signal, f64)>,
}

impl Table {
    fn of(section: &Section) -> Table {
        let engine = [&signals::CWND, &signals::RATE, &signals::SSTHRESH];
        let mut marks = vec![&signals::WINDOW_CUT, &signals::LOSS_TOLERATED, &signals::TIMEOUT];
        let own = || section.signals.iter().copied();
        marks.extend(own().filter(|signal| signal.kind == Kind::Mark));
        let levels: Vec<&'static Signal> =
            engine.into_iter().chain(own().filter(|signal| signal.kind != Kind::Mark)).collect();
        Table { present: vec![None; levels.len()], levels, marks, rows: Vec::new(), marked: Vec::new() }
    }

    /// Ends the rows that end before or at an instant.
    fn advance(&mut self, at: Time) {
        while STEP * (self.rows.len() as u64 + 1) <= at.0 {
            let end = Time(STEP * (self.rows.len() as u64 + 1));
            self.rows.push((end, self.present.clone()));
        }
    }

    fn finish(mut self, simulation: &Simulation) -> String {
        self.advance(simulation.now());
        let told: Vec<usize> = (0..self.levels.len()).filter(|column| self.present[*column].is_some()).collect();
        let mut text = String::from("time_s");
        told.iter().for_each(|column| text.extend([",", self.levels[*column].name]));
        for (end, values) in &self.rows {
            write!(text, "\n{}", end.seconds()).expect("a string takes all");
            for column in &told {
                let words = self.levels[*column].words;
                let cell =
                    values[*column].map(|v| words.get(v as usize).map_or(v.to_string(), |word| word.to_string()));
                text.extend([",", &cell.unwrap_or_default()]);
            }
        }
        text.push_str("\n\ntime_s,mark,value\n");
        for (at, signal, value) in &self.marked {
            writeln!(text, "{},{},{value}", at.seconds(), signal.name).expect("a string takes all");
        }
        writeln!(text, "{},digest,{}", simulation.now().seconds(), simulation.digest_hex())
            .expect("a string takes all");
        text
    }
}

impl Observer for Table {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        if source != Source::Flow(0) {
            return;
        }
        self.advance(at);
        if let Some(column) = self.levels.iter().position(|level| ptr::eq(*level, signal)) {
            self.present[column] = Some(value);
        } else if self.marks.iter().any(|mark| ptr::eq(*mark, signal)) {
            self.marked.push((at, signal, value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_a_row_each_half_second_then_marks_then_the_digest() {
        let text = trace(ALGORITHMS[0], None);
        let (rows, marks) = text.split_once("\n\n").expect("two parts");
        assert_eq!(rows.lines().count(), 1 + (DURATION_S / 0.5) as usize);
        assert!(rows.lines().next().is_some_and(|head| head.starts_with("time_s,cwnd_packets,ssthresh_packets")));
        let columns = rows.lines().map(|line| line.split(',').count()).collect::<Vec<_>>();
        assert!(columns.iter().all(|count| *count == columns[0]));
        assert!(marks.lines().last().is_some_and(|last| last.starts_with("12,digest,")));
        assert!(marks.contains(",window_cut,"));
    }
}
