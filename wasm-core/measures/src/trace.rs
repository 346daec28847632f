//! The trace of a run (contract, section 4; `docs/measurements.md` lists the signals), as CSV or in another form: one row
//! per sample or event, never thinned; or a selection of it. States are words, CSV's numbers the shortest that read back
//! exactly. The last row confirms that the trace is complete. Not here: the file's place, Parquet (crate `sweep`).

use sawtooth_engine::host::FlowSettings;
use sawtooth_engine::observe::{Kind, Observer, Signal, Source, signals};
use sawtooth_engine::params::Section;
use sawtooth_engine::scenario::{Change, Scenario};
use sawtooth_engine::units::{NANOS_PER_SECOND, Span, Time};
use sawtooth_scenario::json::shortest;
use sawtooth_scenario::tables;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ptr;

/// Value in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Written<'a> {
    /// A number in the signal's unit.
    Number(f64),
    /// A word of a state.
    Word(&'a str),
    /// The number of rows before the last one.
    Rows(u64),
}

/// Destination of a trace's rows: text as CSV, or another form.
pub trait Rows {
    /// Begins the trace.
    ///
    /// # Errors
    /// The disk rejects it, as in the other calls.
    fn begin(&mut self) -> io::Result<()>;
    /// Writes a row.
    fn row(&mut self, at: Time, source: &str, signal: &str, value: Written) -> io::Result<()>;
    /// Writes what has not been written yet.
    fn complete(&mut self) -> io::Result<()>;
}

/// CSV.
impl<W: Write> Rows for W {
    fn begin(&mut self) -> io::Result<()> {
        writeln!(self, "time_s,source,signal,value")
    }
    fn row(&mut self, at: Time, source: &str, signal: &str, value: Written) -> io::Result<()> {
        let at = seconds(at);
        match value {
            Written::Number(value) => writeln!(self, "{at},{source},{signal},{}", shortest(value)),
            Written::Word(word) => writeln!(self, "{at},{source},{signal},{word}"),
            Written::Rows(rows) => writeln!(self, "{at},{source},{signal},{rows}"),
        }
    }
    fn complete(&mut self) -> io::Result<()> {
        self.flush()
    }
}

/// Observer that writes rows. A write error is remembered and ends the writing; `finish` returns it.
pub struct Trace<W: Rows> {
    out: W,
    /// Names of the two bottlenecks, of flows, of cross traffic.
    paths: [Name; 2],
    flows: Vec<Name>,
    cross: Vec<Name>,
    /// Changes of flows' algorithms, the next one last.
    switches: Vec<Switch>,
    failed: Option<io::Error>,
    /// Span to be written.
    from: Time,
    to: Time,
    /// Sources and signals to be written; empty means all.
    only: Vec<(Source, String)>,
    /// Signals to be written of all these sources; empty means all.
    signals: Vec<String>,
    /// Interval of levels, counted from the start of the span.
    every: Option<Span>,
    /// Time of the next levels to be written.
    next: Time,
    /// Rows so far, without the header.
    rows: u64,
    /// One row in this many is written; 1 means all.
    each: u64,
    /// Length of the run.
    duration: Time,
}

/// Selection of what is written of a run.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Start. The levels at that moment are written first.
    pub from: Time,
    /// End, excluded.
    pub to: Time,
    /// Sources; empty means all.
    pub sources: Vec<Source>,
    /// Names of signals; empty means all.
    pub signals: Vec<String>,
    /// Interval of levels (above 0); samples and events are written as they occur, always.
    pub every: Option<Span>,
}

struct Name {
    text: String,
    /// Whether its algorithm infers the queue's state, so that the true one is emitted too.
    infers: bool,
    /// The true state emitted last.
    truth: Option<f64>,
    /// Whether it is written.
    wanted: bool,
    /// Its stop: levels end there.
    stops: Time,
    /// Present levels, in the order in which they were first emitted; kept only if they will be written later.
    levels: Vec<(&'static Signal, f64)>,
}

impl Name {
    fn new(name: &str, infers: bool, stops: Time) -> Name {
        Name { text: quoted(name), infers, truth: None, wanted: true, stops, levels: Vec::new() }
    }

    fn keep(&mut self, signal: &'static Signal, value: f64) {
        match self.levels.iter_mut().find(|(other, _)| ptr::eq(*other, signal)) {
            Some((_, level)) => *level = value,
            None => self.levels.push((signal, value)),
        }
    }
}

/// A flow's change to another algorithm.
struct Switch {
    at: Time,
    flow: usize,
    /// Whether the new algorithm infers the queue's state, and whether it sets a rate.
    infers: bool,
    rate_based: bool,
}

impl<W: Rows> Trace<W> {
    /// Starts with the header.
    pub fn new(out: W, scenario: &Scenario) -> Trace<W> {
        let infers = |section: &Section| section.signals.iter().any(|s| s.name == "queue_state");
        let flows = scenario.flows.iter().map(|flow| {
            let stop_s = FlowSettings::read(&flow.settings.values).stop_s;
            Name::new(&flow.name, infers(flow.algorithm.section), stop_s.map_or(Time::NEVER, Time::from_seconds))
        });
        let cross = scenario.cross_traffic.iter().map(|cross| Name::new(&cross.name, false, Time::NEVER));
        let switches = scenario.interventions.iter().rev().filter_map(|intervention| match &intervention.change {
            Change::Kind(flow, choice) => Some(Switch {
                at: intervention.at,
                flow: *flow,
                infers: infers(choice.section),
                rate_based: choice.section.rate_based,
            }),
            _ => None,
        });
        let mut trace = Trace {
            out,
            paths: ["bottleneck", "reverse_bottleneck"].map(|name| Name::new(name, false, Time::NEVER)),
            flows: flows.collect(),
            cross: cross.collect(),
            switches: switches.collect(),
            failed: None,
            from: Time::ZERO,
            to: Time::NEVER,
            only: Vec::new(),
            signals: Vec::new(),
            every: None,
            next: Time::NEVER,
            rows: 0,
            each: 1,
            duration: scenario.duration,
        };
        trace.failed = trace.out.begin().err();
        trace
    }

    /// A trace of a span only, and of these signals, or all if none is named. For callers that do not process the run
    /// from its start: the levels at the start of the span are unknown then, and not written.
    pub fn excerpt(self, from: Time, to: Time, only: Vec<(Source, String)>) -> Trace<W> {
        Trace { from, to, only, ..self }
    }

    /// A trace of this selection, for a run processed from its start.
    pub fn choose(mut self, choice: &Choice) -> Trace<W> {
        for source in self.sources() {
            self.name(source).wanted = choice.sources.is_empty() || choice.sources.contains(&source);
        }
        let Choice { from, to, every, .. } = *choice;
        // From its start a run emits all of its levels.
        let next = if every.is_some() || from > Time::ZERO { from } else { Time::NEVER };
        Trace { from, to, every, next, signals: choice.signals.clone(), ..self }
    }

    /// A trace that writes one row in this many, to estimate its size.
    pub fn sample(self, each: u64) -> Trace<W> {
        Trace { each, ..self }
    }

    /// The rows written so far, to be removed from the buffer.
    pub fn out(&mut self) -> &mut W {
        &mut self.out
    }

    /// Whether a row could not be written, so that the run may be stopped.
    pub fn failed(&self) -> bool {
        self.failed.is_some()
    }

    /// Writes the last row: the run's duration, `bottleneck`, `end`, and the number of rows between the header and this
    /// one. Only for a complete run: a trace without this row is incomplete.
    pub fn end(&mut self) {
        self.advance(self.duration);
        if self.failed.is_none() {
            self.failed = self.out.row(self.duration, "bottleneck", "end", Written::Rows(self.rows)).err();
        }
    }

    /// Ends the trace (`end`), and returns the writer, flushed.
    ///
    /// # Errors
    /// The first write error, now or earlier.
    pub fn finish(mut self) -> io::Result<W> {
        self.end();
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.out.complete().map(|()| self.out),
        }
    }

    /// All sources, in the order in which their levels are written.
    fn sources(&self) -> impl Iterator<Item = Source> + use<W> {
        let (flows, cross) = (self.flows.len() as u32, self.cross.len() as u32);
        let paths = [Source::Bottleneck, Source::ReverseBottleneck].into_iter();
        paths.chain((0..flows).map(Source::Flow)).chain((0..cross).map(Source::Cross))
    }

    fn name(&mut self, source: Source) -> &mut Name {
        match source {
            Source::Bottleneck => &mut self.paths[0],
            Source::ReverseBottleneck => &mut self.paths[1],
            Source::Flow(index) => &mut self.flows[index as usize],
            Source::Cross(index) => &mut self.cross[index as usize],
        }
    }

    /// Whether a signal of a source is not written.
    fn leaves_out(&self, source: Source, signal: &Signal) -> bool {
        let named = || self.only.iter().any(|(whose, name)| *whose == source && name == signal.name);
        let chosen = || self.signals.iter().any(|name| name == signal.name);
        !self.only.is_empty() && !named() || !self.signals.is_empty() && !chosen()
    }

    /// Advances to `now`: writes what precedes it in the file.
    fn advance(&mut self, now: Time) {
        while let Some(switch) = self.switches.pop_if(|switch| switch.at <= now) {
            self.write_due(switch.at);
            self.switch(&switch);
        }
        if self.next <= now {
            self.write_due(now);
        }
    }

    /// Applies changes of algorithms. The true state is emitted from then on, starting with its present value.
    fn switch(&mut self, switch: &Switch) {
        let gone: &[&Signal] = match switch.rate_based {
            true => &[&signals::CWND, &signals::SSTHRESH, &signals::IN_FLIGHT],
            false => &[&signals::RATE, &signals::RATE_PACKETS],
        };
        let flow = &mut self.flows[switch.flow];
        flow.levels.retain(|(signal, _)| signal.is_engines() && !gone.iter().any(|other| ptr::eq(*other, *signal)));
        let begins = switch.infers && !std::mem::replace(&mut flow.infers, switch.infers);
        if begins && let Some(state) = flow.truth {
            self.put(switch.at, Source::Flow(switch.flow as u32), &signals::TRUE_STATE, state);
        }
    }

    /// Writes the present levels at each time due before `now`: without an interval at the start of the span, before
    /// all its events; with one, after all events of each time.
    #[cold]
    fn write_due(&mut self, now: Time) {
        while self.next < self.to && (self.next < now || self.every.is_none() && self.next == now) {
            let at = self.next;
            self.next = self.every.map_or(Time::NEVER, |every| at + every);
            for source in self.sources() {
                let levels = std::mem::take(&mut self.name(source).levels);
                // A stopped flow has no levels.
                if at < self.name(source).stops {
                    levels.iter().for_each(|(signal, value)| self.write(at, source, signal, *value));
                    self.name(source).levels = levels;
                }
            }
        }
    }

    /// Writes a value that is selected, or keeps it until it is written.
    fn put(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        if !self.name(source).wanted || self.leaves_out(source, signal) {
            return;
        }
        let holds = signal.kind.holds();
        if holds && self.next != Time::NEVER {
            self.name(source).keep(signal, value);
        }
        let sampled = holds && self.every.is_some();
        if self.from <= at && at < self.to && !sampled {
            self.write(at, source, signal, value);
        }
    }

    fn write(&mut self, at: Time, source: Source, signal: &Signal, value: f64) {
        self.rows += 1;
        if self.failed.is_some() || !self.rows.is_multiple_of(self.each) {
            return;
        }
        let name = match source {
            Source::Bottleneck => &self.paths[0],
            Source::ReverseBottleneck => &self.paths[1],
            Source::Flow(index) => &self.flows[index as usize],
            Source::Cross(index) => &self.cross[index as usize],
        };
        let value = match signal.kind {
            Kind::State => Written::Word(signal.words.get(value as usize).unwrap_or(&"unknown")),
            _ => Written::Number(value),
        };
        self.failed = self.out.row(at, &name.text, signal.name, value).err();
    }
}

impl<W: Rows> Observer for Trace<W> {
    // One copy in the program instead of one per caller: in WebAssembly every byte counts.
    #[inline(never)]
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        if self.failed.is_some() {
            return;
        }
        self.advance(at);
        let name = self.name(source);
        if ptr::eq(signal, &signals::TRUE_STATE) {
            name.truth = Some(value);
            if !name.infers {
                return;
            }
        } else if ptr::eq(signal, &signals::COMPLETED) && matches!(source, Source::Flow(_)) {
            name.stops = at;
        }
        self.put(at, source, signal, value);
    }
}

/// Sources of signals in a run, by name.
pub fn sources(scenario: &Scenario) -> Vec<(&str, Source)> {
    let flows = scenario.flows.iter().zip(0..).map(|(flow, index)| (flow.name.as_str(), Source::Flow(index)));
    let cross = scenario.cross_traffic.iter().zip(0..).map(|(one, index)| (one.name.as_str(), Source::Cross(index)));
    let reverse = scenario.reverse_bottleneck.as_ref().map(|_| ("reverse_bottleneck", Source::ReverseBottleneck));
    flows.chain(cross).chain([("bottleneck", Source::Bottleneck)]).chain(reverse).collect()
}

/// All signals that a run may emit, whatever its algorithms and disciplines; one of each name.
pub fn signals() -> Vec<&'static Signal> {
    let sections = [tables::algorithms(), tables::disciplines()].concat();
    let of_sections = sections.iter().flat_map(|section| section.signals).copied();
    let mut all: Vec<&Signal> = signals::ALL.iter().copied().chain(of_sections).collect();
    let mut seen = BTreeSet::new();
    all.retain(|signal| seen.insert(signal.name));
    all
}

/// An instant in seconds, exact to the nanosecond, as a trace has it.
pub fn seconds(at: Time) -> String {
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
