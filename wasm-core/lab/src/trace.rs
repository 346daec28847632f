//! The trace of a run as CSV (contract, section 4; `docs/measurements.md` lists the signals): one row per sample or event,
//! never thinned; or what was chosen of it. States are words, numbers the shortest that read back exactly. The last row says
//! that the trace is whole. Not here: where the file lies.

use sawtooth_engine::observe::{Kind, Observer, Signal, Source, signals};
use sawtooth_engine::params::Section;
use sawtooth_engine::scenario::{Change, Scenario};
use sawtooth_engine::tcp::host::FlowSettings;
use sawtooth_engine::units::{NANOS_PER_SECOND, Span, Time};
use sawtooth_scenario::json::shortest;
use std::io::{self, Write};
use std::ptr;

/// Writes rows as it hears them. What a disk refuses is remembered and ends the writing; `finish` tells of it.
pub struct Trace<W: Write> {
    out: W,
    /// Names of the two bottlenecks, of flows, of cross traffic.
    paths: [Name; 2],
    flows: Vec<Name>,
    cross: Vec<Name>,
    /// When flows change their algorithm, the next one last.
    switches: Vec<Switch>,
    failed: Option<io::Error>,
    /// The stretch that is written; nothing else is.
    from: Time,
    to: Time,
    /// What is written: source and signal; empty: all.
    only: Vec<(Source, String)>,
    /// Of all sources that are written, these signals; empty: all.
    signals: Vec<String>,
    /// Levels are written at such intervals only, from the stretch's begin on.
    every: Option<Span>,
    /// When the levels that hold then are to be written next.
    next: Time,
    /// Rows so far, the header not counted.
    rows: u64,
    /// Of so many rows one is written; 1: all of them.
    each: u64,
    /// How long the run takes.
    duration: Time,
}

/// What is written of a run, where it is not all of it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Where it begins. The levels that hold there are written first.
    pub from: Time,
    /// Where it ends; what falls on it is not written.
    pub to: Time,
    /// Of whom; empty: of all.
    pub sources: Vec<Source>,
    /// Which signals, by their names; empty: all.
    pub signals: Vec<String>,
    /// Levels are written at such intervals only (above 0); samples and events as they come, always.
    pub every: Option<Span>,
}

struct Name {
    text: String,
    /// Its algorithm infers the queue's state, so that the true one is told beside it.
    infers: bool,
    /// The true state as it was last told.
    truth: Option<f64>,
    /// It is written.
    wanted: bool,
    /// When it stops: no level of it holds from then on.
    stops: Time,
    /// The levels that hold, in the order in which they were first told; kept only if they will be written later.
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

/// A flow gets another algorithm.
struct Switch {
    at: Time,
    flow: usize,
    /// The new one infers the queue's state, and sends by a rate.
    infers: bool,
    rate_based: bool,
}

impl<W: Write> Trace<W> {
    /// Begins with the header.
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
        trace.line(format_args!("time_s,source,signal,value"));
        trace
    }

    /// Writes a stretch only, and of it these signals, or all if none is named. For whoever does not let the run happen from
    /// its start: what levels hold where the stretch begins is not known then, and not written.
    pub fn excerpt(self, from: Time, to: Time, only: Vec<(Source, String)>) -> Trace<W> {
        Trace { from, to, only, ..self }
    }

    /// Writes what was chosen only, of a run that happens from its start.
    pub fn choose(mut self, choice: &Choice) -> Trace<W> {
        for source in self.sources() {
            self.name(source).wanted = choice.sources.is_empty() || choice.sources.contains(&source);
        }
        let Choice { from, to, every, .. } = *choice;
        // From its start a run tells all of its levels.
        let next = if every.is_some() || from > Time::ZERO { from } else { Time::NEVER };
        Trace { from, to, every, next, signals: choice.signals.clone(), ..self }
    }

    /// Writes one of so many rows only: for whoever wants to know how long the trace would be.
    pub fn sample(self, each: u64) -> Trace<W> {
        Trace { each, ..self }
    }

    /// What was written so far, to be taken away.
    pub fn out(&mut self) -> &mut W {
        &mut self.out
    }

    /// Whether a row could not be written: the rest need not be run.
    pub fn failed(&self) -> bool {
        self.failed.is_some()
    }

    /// Writes the last row: the run's duration, `bottleneck`, `end`, and how many rows stand between the header and this one.
    /// Only of a run that came to its end: a trace without this row was cut off.
    pub fn end(&mut self) {
        self.advance(self.duration);
        let (at, rows) = (seconds(self.duration), self.rows);
        self.line(format_args!("{at},bottleneck,end,{rows}"));
    }

    /// Ends the trace (`end`), and gives back what it was written to, with nothing left on the way there.
    ///
    /// # Errors
    /// The first that the writing met, now or before.
    pub fn finish(mut self) -> io::Result<W> {
        self.end();
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.out.flush().map(|()| self.out),
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

    /// A signal of a source that is written is not.
    fn leaves_out(&self, source: Source, signal: &Signal) -> bool {
        let named = || self.only.iter().any(|(whose, name)| *whose == source && name == signal.name);
        let chosen = || self.signals.iter().any(|name| name == signal.name);
        !self.only.is_empty() && !named() || !self.signals.is_empty() && !chosen()
    }

    /// It is `now`: what was to happen before it in the file does.
    fn advance(&mut self, now: Time) {
        while let Some(switch) = self.switches.pop_if(|switch| switch.at <= now) {
            self.write_due(switch.at);
            self.switch(&switch);
        }
        if self.next <= now {
            self.write_due(now);
        }
    }

    /// Switches to another algorithm. The true state is told from then on, beginning with what it is.
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

    /// Writes the levels that hold, at each moment at which that is due before `now`: without samples that is where the stretch
    /// begins, before all that falls on it; as samples, after all that falls on their moment.
    #[cold]
    fn write_due(&mut self, now: Time) {
        while self.next < self.to && (self.next < now || self.every.is_none() && self.next == now) {
            let at = self.next;
            self.next = self.every.map_or(Time::NEVER, |every| at + every);
            for source in self.sources() {
                let levels = std::mem::take(&mut self.name(source).levels);
                // Who has stopped has none any more.
                if at < self.name(source).stops {
                    levels.iter().for_each(|(signal, value)| self.write(at, source, signal, *value));
                    self.name(source).levels = levels;
                }
            }
        }
    }

    /// A value that is not left out: written, or kept until it is.
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
        let name = &*name.text;
        let written = match signal.kind {
            Kind::State => {
                let word = signal.words.get(value as usize).unwrap_or(&"unknown");
                writeln!(self.out, "{},{name},{},{word}", seconds(at), signal.name)
            }
            _ => writeln!(self.out, "{},{name},{},{}", seconds(at), signal.name, shortest(value)),
        };
        self.failed = written.err();
    }

    /// A line that is no signal's row.
    fn line(&mut self, line: std::fmt::Arguments) {
        if self.failed.is_none()
            && let Err(error) = writeln!(self.out, "{line}")
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
