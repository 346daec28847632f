//! The few calls of the worker: text and numbers in, text and numbers out. An engine has one run with its past. Errors
//! are replies; a panic is a bug and ends the engine with its text. Not here: rules of the simulation, reading of
//! documents.

mod answer;
mod asked;
mod export;
mod frame;
pub mod own;

use sawtooth_engine::observe::Source;
use sawtooth_engine::params::FromValue;
use sawtooth_engine::telemetry::history::History;
use sawtooth_engine::telemetry::watch::Playhead;
use sawtooth_engine::units::{Span, Time};
use sawtooth_scenario::{Document, Errors, TraceFile, TraceReader, read_with};
use wasm_bindgen::prelude::wasm_bindgen;

/// A document and its run.
struct Run {
    document: Document,
    history: History,
    playhead: Option<Playhead>,
    asked: asked::Asked,
}

impl Run {
    fn new(document: Document) -> Run {
        let history = History::new(document.scenario.clone());
        Run { document, history, playhead: None, asked: asked::Asked::default() }
    }

    /// The source of a name.
    fn source(&self, name: &str) -> Option<Source> {
        let scenario = &self.document.scenario;
        if let Some(source) = Source::path(name) {
            return Some(source);
        }
        let flow = scenario.flows.iter().position(|flow| flow.name == name).map(|n| Source::Flow(n as u32));
        flow.or_else(|| scenario.cross_traffic.iter().position(|c| c.name == name).map(|n| Source::Cross(n as u32)))
    }
}

/// As many traces of files are kept: the latest. Each has up to a million entries.
const MOST_FILES: usize = 8;

/// The engine as the worker uses it.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {
    run: Option<Run>,
    /// Traces that were read from files, the latest last: documents may name them.
    files: Vec<TraceFile>,
    /// The one that is being read.
    reading: TraceReader,
}

#[wasm_bindgen]
impl Engine {
    /// An engine with nothing loaded.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Engine {
        #[cfg(target_arch = "wasm32")]
        std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
        Engine::default()
    }

    /// Loads a scenario and starts its run; a rejected one changes nothing. Returns `Loaded` of `protocol.ts`.
    pub fn load(&mut self, scenario: &str) -> String {
        match read_with(scenario, &self.files) {
            Ok(document) => {
                let loaded = answer::loaded(&document);
                self.run = Some(Run::new(document));
                loaded
            }
            Err(errors) => answer::refused(&errors),
        }
    }

    /// Continues with a changed document from `at_s`. Returns `Loaded`.
    pub fn change(&mut self, scenario: &str, at_s: f64) -> String {
        let Some(run) = &mut self.run else { return self.load(scenario) };
        match read_with(scenario, &self.files) {
            Ok(document) => {
                let loaded = answer::loaded(&document);
                run.history.change(document.scenario.clone(), Time::from_seconds(at_s));
                run.document = document;
                run.playhead = None;
                run.asked = asked::Asked::default();
                loaded
            }
            Err(errors) => answer::refused(&errors),
        }
    }

    /// Only checks a document. Returns `Loaded`.
    pub fn check(&self, scenario: &str) -> String {
        match read_with(scenario, &self.files) {
            Ok(document) => answer::loaded(&document),
            Err(errors) => answer::refused(&errors),
        }
    }

    /// Reads a piece of a trace's file, which documents may name once it is whole. Returns `TraceFileRead` of `protocol.ts`.
    pub fn trace_file(&mut self, name: &str, bytes: &[u8], begins: bool, ends: bool) -> String {
        if begins {
            self.reading = TraceReader::default();
        }
        self.read_piece(name, bytes, ends).unwrap_or_else(|errors| answer::refused(&errors))
    }

    /// Computes about this number of events: ahead, or again for a coarse view. Returns how far the run is computed.
    pub fn advance(&mut self, events: f64) -> f64 {
        if let Some(run) = &mut self.run {
            run.history.advance(events as u64);
        }
        self.computed_s()
    }

    /// If the run was halted before its end: the time in seconds, and the limit of packets in flight; else empty.
    pub fn halted(&self) -> Vec<f64> {
        let halt = self.run.as_ref().and_then(|run| run.history.halted());
        halt.map_or(Vec::new(), |halt| vec![halt.at.seconds(), halt.most_packets as f64])
    }

    /// Own times of flows that a document does not have: the flow's index, its start in seconds, start jitter included, and its end if it
    /// is a transfer that is complete, else infinity.
    pub fn own_times(&self) -> Vec<f64> {
        let Some(Run { document, history, .. }) = &self.run else { return Vec::new() };
        let flows = document.scenario.flows.iter().enumerate().filter_map(|(index, flow)| {
            let (start, end) = history.own_time(index);
            let given = Time::from_seconds(f64::from_value(&flow.settings.get("start_s")));
            let start = start.filter(|start| end.is_some() || *start != given)?;
            Some([index as f64, start.seconds(), end.map_or(f64::INFINITY, Time::seconds)])
        });
        flows.flatten().collect()
    }

    /// Whether `advance` has work to do.
    pub fn busy(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.history.busy())
    }

    /// How far the run is computed, in seconds.
    pub fn computed_s(&self) -> f64 {
        self.run.as_ref().map_or(0.0, |run| run.history.computed().seconds())
    }

    /// The run's length, in seconds.
    pub fn duration_s(&self) -> f64 {
        self.run.as_ref().map_or(0.0, |run| run.history.scenario().duration.seconds())
    }

    /// Events processed so far.
    pub fn events(&self) -> f64 {
        self.run.as_ref().map_or(0.0, |run| run.history.events() as f64)
    }

    /// The digest as 16 hexadecimal digits; empty until the run is computed to its end.
    pub fn digest(&self) -> String {
        let digest = self.run.as_ref().and_then(|run| run.history.digest());
        digest.map_or(String::new(), |digest| format!("{digest:016x}"))
    }

    /// Series for a span of the screen: `ViewRequest` as JSON. Returns the computed time, 1 if coarse, the length of
    /// each series, then the series with times and values alternating.
    pub fn view(&mut self, request: &str) -> Vec<f64> {
        self.run.as_mut().map_or(Vec::new(), |run| frame::view(run, request))
    }

    /// The path at `t_s`. Returns its values, the lengths of its lists, and the lists, in the order of `Picture`;
    /// nothing while the playhead is being simulated: call again.
    pub fn picture(&mut self, t_s: f64, screen_second_s: f64) -> Vec<f64> {
        let Some(Run { history, playhead, .. }) = &mut self.run else { return Vec::new() };
        let (t, second) = (Time::from_seconds(t_s), Span::from_seconds(screen_second_s));
        match playhead {
            Some(playhead) => playhead.go(history, t, second),
            None => *playhead = Some(Playhead::new(history, t, second)),
        }
        playhead.as_ref().filter(|p| p.arrived()).map_or(Vec::new(), |playhead| playhead.picture(history).numbers())
    }

    /// The document with every default written out, at `t_s`, without its interventions.
    pub fn settings(&self, t_s: f64) -> String {
        let run = self.run.as_ref();
        run.map_or("null".into(), |run| answer::standing(&run.document, Some(Time::from_seconds(t_s))).to_string())
    }
}

impl Engine {
    fn read_piece(&mut self, name: &str, bytes: &[u8], ends: bool) -> Result<String, Errors> {
        self.reading.push(bytes)?;
        if !ends {
            return Ok(r#"{"ok":true}"#.into());
        }
        if let Some(steps) = self.reading.finish_steps()? {
            return Ok(answer::read_steps(steps));
        }
        let file = std::mem::take(&mut self.reading).finish(name)?;
        let answer = answer::read_whole(&file);
        self.files.retain(|other| other.digest != file.digest || other.name != file.name);
        self.files.push(file);
        if self.files.len() > MOST_FILES {
            self.files.remove(0);
        }
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sawtooth_scenario::{Json, parse};

    #[test]
    fn a_file_of_two_columns_becomes_steps_of_a_rate() {
        let mut engine = Engine::new();
        assert_eq!(engine.trace_file("a", b"5 4\n6 1", true, false), r#"{"ok":true}"#);
        let steps = r#"[{"at_s":0,"rate_bps":4000000},{"at_s":1,"rate_bps":1000000},{"at_s":4,"rate_bps":0}]"#;
        let read = format!(r#"{{"ok":true,"entries":3,"rate_bps":1750000,"rate_steps":{steps}}}"#);
        assert_eq!(engine.trace_file("a", b"\n9 0\n", false, true), read);
        assert!(engine.trace_file("a", b"5 4\n4 4\n", true, true).contains("line 2"));
    }

    #[test]
    fn a_file_is_read_in_pieces_and_then_named() {
        let mut engine = Engine::new();
        let text: String = (1..=20_001).map(|n| format!("{}\n", 2 * n)).collect();
        let (first, rest) = text.as_bytes().split_at(10_001);
        // A file begun before counts no more.
        assert_eq!(engine.trace_file("b", b"7\n", true, false), r#"{"ok":true}"#);
        assert_eq!(engine.trace_file("a.down", first, true, false), r#"{"ok":true}"#);
        let read = parse(&engine.trace_file("a.down", rest, false, true)).expect("JSON");
        assert_eq!(read.get("entries").and_then(Json::number), Some(20_001.0));
        assert_eq!(read.get("rate_bps").and_then(Json::number), Some(6e6));
        let digest = read.get("digest").and_then(Json::text).expect("a digest");
        let file = format!(r#"{{"name":"renamed","entries":20001,"digest":"{digest}"}}"#);
        let bottleneck = format!(r#"{{"rate_bps":6000000,"queue":{{"limit_packets":84}},"rate_trace_file":{file}}}"#);
        let scenario = format!(r#"{{"schema":1,"duration_s":1,"flows":[{{}}],"bottleneck":{bottleneck}}}"#);
        assert!(engine.load(&scenario).starts_with(r#"{"ok":true"#));
        assert!(!engine.settings(0.0).contains("rate_trace_ms"));
        assert!(Engine::new().load(&scenario).contains(r#""code":"no_trace_file""#));

        // Of sixty files the latest are kept, and one that is read again is one.
        for ms in 1..=60 {
            engine.trace_file("many", format!("{ms}\n").as_bytes(), true, true);
            engine.trace_file("a.down", [first, rest].concat().as_slice(), true, true);
        }
        assert_eq!(engine.files.len(), MOST_FILES);
        assert!(engine.load(&scenario).contains(r#""ok":true"#));
        let refused = engine.trace_file("c", b"3\n2\n", true, true);
        assert!(refused.contains(r#""place":"line 2""#) && refused.starts_with(r#"{"ok":false"#), "{refused}");
    }
}
