//! The trace of a run as CSV (contract, section 4): one row per sample or event, never thinned. States are words, numbers
//! the shortest that read back exactly. Not here: where the file lies.

use sawtooth_engine::observe::{Kind, Observer, Signal, Source, signals};
use sawtooth_engine::scenario::{Change, Scenario};
use sawtooth_engine::units::{NANOS_PER_SECOND, Time};
use sawtooth_scenario::json::shortest;
use std::io::{self, Write};
use std::ptr;

/// Writes rows as it hears them. What a disk refuses is remembered and ends the writing; `finish` tells of it.
pub struct Trace<W: Write> {
    out: W,
    flows: Vec<Name>,
    cross: Vec<Name>,
    /// When flows change their algorithm, the next one last: flow, and whether the new one infers the queue's state.
    switches: Vec<(Time, usize, bool)>,
    failed: Option<io::Error>,
    /// The stretch that is written; nothing else is.
    from: Time,
    to: Time,
    /// What is written: source and signal; empty: all.
    only: Vec<(Source, String)>,
}

struct Name {
    text: String,
    /// Its algorithm infers the queue's state, so that the true one is told beside it.
    infers: bool,
    /// The true state as it was last told.
    truth: Option<f64>,
}

impl<W: Write> Trace<W> {
    /// Begins with the header.
    pub fn new(out: W, scenario: &Scenario) -> Trace<W> {
        let infers =
            |section: &sawtooth_engine::params::Section| section.signals.iter().any(|s| s.name == "queue_state");
        let name = |name: &str, infers| Name { text: quoted(name), infers, truth: None };
        let flows = scenario.flows.iter().map(|flow| name(&flow.name, infers(flow.algorithm.section)));
        let cross = scenario.cross_traffic.iter().map(|cross| name(&cross.name, false));
        let switches = scenario.interventions.iter().rev().filter_map(|intervention| match &intervention.change {
            Change::Kind(flow, choice) => Some((intervention.at, *flow, infers(choice.section))),
            _ => None,
        });
        let (flows, cross, switches) = (flows.collect(), cross.collect(), switches.collect());
        let (from, to, only) = (Time::ZERO, Time::NEVER, Vec::new());
        let mut trace = Trace { out, flows, cross, switches, failed: None, from, to, only };
        trace.row(format_args!("time_s,source,signal,value"));
        trace
    }

    /// Writes a stretch only, and of it these signals, or all if none is named.
    pub fn excerpt(self, from: Time, to: Time, only: Vec<(Source, String)>) -> Trace<W> {
        Trace { from, to, only, ..self }
    }

    /// What was written so far, to be taken away.
    pub fn out(&mut self) -> &mut W {
        &mut self.out
    }

    fn leaves_out(&self, at: Time, source: Source, signal: &Signal) -> bool {
        let named = || self.only.iter().any(|(whose, name)| *whose == source && name == signal.name);
        at < self.from || at >= self.to || !self.only.is_empty() && !named()
    }

    /// Whether a row could not be written: the rest need not be run.
    pub fn failed(&self) -> bool {
        self.failed.is_some()
    }

    /// Ends the file.
    pub fn finish(mut self) -> io::Result<()> {
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }

    /// Switches of algorithm until now. The true state is told from then on, beginning with what it is.
    fn switch(&mut self, now: Time) {
        while let Some((at, index, infers)) = self.switches.pop_if(|(at, ..)| *at <= now) {
            let flow = &mut self.flows[index];
            let begins = infers && !std::mem::replace(&mut flow.infers, infers);
            let signal = &signals::TRUE_STATE;
            if begins
                && let Some(state) = flow.truth
                && !self.leaves_out(at, Source::Flow(index as u32), signal)
            {
                let flow = &self.flows[index];
                let word = signal.words.get(state as usize).unwrap_or(&"unknown");
                let text = flow.text.clone();
                self.row(format_args!("{},{text},{},{word}", seconds(at), signal.name));
            }
        }
    }

    fn row(&mut self, row: std::fmt::Arguments) {
        if self.failed.is_none()
            && let Err(error) = writeln!(self.out, "{row}")
        {
            self.failed = Some(error);
        }
    }
}

impl<W: Write> Observer for Trace<W> {
    // Once in the program, not at each of the places that tell: in WebAssembly every byte travels.
    #[inline(never)]
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        if self.failed.is_some() {
            return;
        }
        self.switch(at);
        if let Source::Flow(index) = source
            && ptr::eq(signal, &signals::TRUE_STATE)
        {
            self.flows[index as usize].truth = Some(value);
        }
        let (name, infers) = match source {
            Source::Bottleneck => ("bottleneck", false),
            Source::ReverseBottleneck => ("reverse_bottleneck", false),
            Source::Flow(index) => (&*self.flows[index as usize].text, self.flows[index as usize].infers),
            Source::Cross(index) => (&*self.cross[index as usize].text, false),
        };
        if ptr::eq(signal, &signals::TRUE_STATE) && !infers || self.leaves_out(at, source, signal) {
            return;
        }
        let written = match signal.kind {
            Kind::State => {
                let word = signal.words.get(value as usize).unwrap_or(&"unknown");
                writeln!(self.out, "{},{name},{},{word}", seconds(at), signal.name)
            }
            _ => writeln!(self.out, "{},{name},{},{}", seconds(at), signal.name, shortest(value)),
        };
        self.failed = written.err();
    }
}

/// An instant in seconds, to the nanosecond and no further.
fn seconds(at: Time) -> String {
    let (whole, rest) = (at.0 / NANOS_PER_SECOND, at.0 % NANOS_PER_SECOND);
    if rest == 0 {
        return whole.to_string();
    }
    let mut text = format!("{whole}.{rest:09}");
    text.truncate(text.trim_end_matches('0').len());
    text
}

/// A name as a field of CSV (RFC 4180).
fn quoted(name: &str) -> String {
    if name.contains([',', '"', '\n', '\r']) { format!("\"{}\"", name.replace('"', "\"\"")) } else { name.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_exact() {
        for (at, text) in [(0, "0"), (1, "0.000000001"), (1_500_000_000, "1.5"), (80_000_000_000, "80")] {
            assert_eq!(seconds(Time(at)), text);
            assert_eq!(Time::from_seconds(text.parse().unwrap()), Time(at));
        }
    }

    #[test]
    fn a_name_is_one_field() {
        assert_eq!(quoted("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(quoted("flow 1"), "flow 1");
    }
}
