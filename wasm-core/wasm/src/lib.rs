//! The few calls that the worker makes: text and numbers in, text and numbers out. An engine holds one run with its past.
//! Refusals are answers; a panic is a bug, and ends the engine with its text. Not here: any rule of the simulation, nor how
//! documents are read.

mod answer;
mod export;
mod frame;
#[cfg(feature = "own")]
pub mod own;

use sawtooth_engine::observe::Source;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::history::History;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::telemetry::steps::{Search, Step, Unit};
use sawtooth_engine::telemetry::watch::Playhead;
use sawtooth_engine::telemetry::why::{Found, Question, Toward};
use sawtooth_engine::units::{Span, Time};
use sawtooth_lab::summary::Summary;
use sawtooth_scenario::{Document, parse, resolved};
use wasm_bindgen::prelude::wasm_bindgen;

use export::Export;

/// Events that one call of `step` or `why` simulates at most.
const SEARCHED_AT_ONCE: u64 = 10_000;

/// A document and its run.
struct Run {
    document: Document,
    history: History,
    playhead: Option<Playhead>,
    /// The step that is looked for.
    search: Option<Search>,
    /// The run once more from its start, measured: the columns are thinned, a summary never reads them.
    measured: Option<(Simulation, Summary)>,
    /// The question that is looked into.
    question: Option<Question>,
    /// The trace that is being written.
    export: Option<Export>,
}

impl Run {
    fn new(document: Document) -> Run {
        let history = History::new(document.scenario.clone());
        Run { document, history, playhead: None, search: None, measured: None, question: None, export: None }
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

/// The engine as the worker has it.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {
    run: Option<Run>,
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

    /// Takes a scenario and begins its run; a refused one leaves everything as it is. Returns `Loaded` of `protocol.ts`.
    pub fn load(&mut self, scenario: &str) -> String {
        match sawtooth_scenario::read(scenario) {
            Ok(document) => {
                let loaded = answer::loaded(&document);
                self.run = Some(Run::new(document));
                loaded
            }
            Err(errors) => answer::refused(&errors),
        }
    }

    /// Goes on under a changed document from `at_s`. Returns `Loaded`.
    pub fn change(&mut self, scenario: &str, at_s: f64) -> String {
        let Some(run) = &mut self.run else { return self.load(scenario) };
        match sawtooth_scenario::read(scenario) {
            Ok(document) => {
                let loaded = answer::loaded(&document);
                run.history.change(document.scenario.clone(), Time::from_seconds(at_s));
                run.document = document;
                run.playhead = None;
                run.search = None;
                run.measured = None;
                run.question = None;
                run.export = None;
                loaded
            }
            Err(errors) => answer::refused(&errors),
        }
    }

    /// Only checks a document. Returns `Loaded`.
    pub fn check(&self, scenario: &str) -> String {
        match sawtooth_scenario::read(scenario) {
            Ok(document) => answer::loaded(&document),
            Err(errors) => answer::refused(&errors),
        }
    }

    /// Computes so many events, about: ahead, or again what a coarse view waits for. Returns how far the run is computed.
    pub fn advance(&mut self, events: f64) -> f64 {
        if let Some(run) = &mut self.run {
            run.history.advance(events as u64);
        }
        self.computed_s()
    }

    /// If the run was halted before its end: when, in seconds, and the bound on packets under way; else empty.
    pub fn halted(&self) -> Vec<f64> {
        let halt = self.run.as_ref().and_then(|run| run.history.halted());
        halt.map_or(Vec::new(), |halt| vec![halt.at.seconds(), halt.most_packets as f64])
    }

    /// `advance` has something to do.
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

    /// Events that the run has taken so far.
    pub fn events(&self) -> f64 {
        self.run.as_ref().map_or(0.0, |run| run.history.events() as f64)
    }

    /// The digest as 16 hexadecimal digits; empty until the run is computed to its end.
    pub fn digest(&self) -> String {
        let digest = self.run.as_ref().and_then(|run| run.history.digest());
        digest.map_or(String::new(), |digest| format!("{digest:016x}"))
    }

    /// Series for a span of the screen: `ViewRequest` as JSON. Returns how far computed, 1 if coarse, the length of each
    /// series, then the series, times and values alternating.
    pub fn view(&mut self, request: &str) -> Vec<f64> {
        self.run.as_mut().map_or(Vec::new(), |run| frame::view(run, request))
    }

    /// The path at `t_s`. Returns eight values, the lengths of four lists, the lists, in the order of `Picture`; nothing
    /// while the playhead is on its way there: ask again.
    pub fn picture(&mut self, t_s: f64, screen_second_s: f64) -> Vec<f64> {
        let Some(Run { history, playhead, .. }) = &mut self.run else { return Vec::new() };
        let (t, second) = (Time::from_seconds(t_s), Span::from_seconds(screen_second_s));
        match playhead {
            Some(playhead) => playhead.go(history, t, second),
            None => *playhead = Some(Playhead::new(history, t, second)),
        }
        playhead
            .as_ref()
            .filter(|p| p.arrived())
            .map_or(Vec::new(), |playhead| frame::picture(&playhead.picture(history)))
    }

    /// Where a step leads, in seconds: NaN if nowhere, infinite if the run must be computed further or the search is not
    /// over: ask again. `flow` empty: any.
    pub fn step(&mut self, unit: &str, flow: &str, t_s: f64, back: bool) -> f64 {
        let Some(run) = &mut self.run else { return f64::NAN };
        let unit = match unit {
            "ack" => Unit::Ack,
            "rtt" => Unit::Rtt,
            "congestion" => Unit::Congestion,
            _ => Unit::Event,
        };
        let flow = match run.source(flow) {
            Some(Source::Flow(n)) => Some(n),
            _ => None,
        };
        let t = Time::from_seconds(t_s);
        let search = run.search.take().filter(|search| search.is_for(unit, flow, t, back));
        let mut search = search.unwrap_or_else(|| Search::new(unit, flow, t, back));
        let found = search.go_on(&run.history, SEARCHED_AT_ONCE);
        match found {
            Step::At(t) => t.seconds(),
            Step::Nowhere => f64::NAN,
            Step::Later | Step::Searching => {
                run.search = Some(search);
                f64::INFINITY
            }
        }
    }

    /// The rules of a flow that fired at `t_s`, or (`toward` above or below 0) at the next or last such instant. Returns JSON:
    /// `null` if there are none; empty if the run must be computed further or the search is not over: ask again.
    pub fn why(&mut self, flow: &str, t_s: f64, toward: f64) -> String {
        let Some(run) = &mut self.run else { return "null".into() };
        let Some(Source::Flow(flow)) = run.source(flow) else { return "null".into() };
        let t = Time::from_seconds(t_s);
        let toward = match toward {
            side if side > 0.0 => Toward::After,
            side if side < 0.0 => Toward::Before,
            _ => Toward::Here,
        };
        let question = run.question.take().filter(|question| question.is_for(flow, t, toward));
        let mut question = question.unwrap_or_else(|| Question::new(flow, t, toward));
        match question.go_on(&run.history, SEARCHED_AT_ONCE) {
            Found::These(fired) => answer::fired(&fired),
            Found::Nothing => "null".into(),
            Found::Later | Found::Searching => {
                run.question = Some(question);
                String::new()
            }
        }
    }

    /// Begins the trace of a stretch: `{ t0_s, t1_s, series: [{ source, signal }] }` as JSON, no series for all of them.
    pub fn export(&mut self, request: &str) {
        if let Some(run) = &mut self.run {
            run.export = parse(request).ok().map(|request| Export::new(run, &request));
        }
    }

    /// The next rows of the trace (CSV, UTF-8): those of so many events, about.
    pub fn exported(&mut self, events: f64) -> Vec<u8> {
        let export = self.run.as_mut().and_then(|run| run.export.as_mut());
        export.map_or(Vec::new(), |export| export.go_on(events as u64))
    }

    /// How far the trace is written, in s: infinite once it is whole, NaN if none is.
    pub fn exported_s(&self) -> f64 {
        let export = self.run.as_ref().and_then(|run| run.export.as_ref());
        export.map_or(f64::NAN, Export::at_s)
    }

    /// Simulates the run for its summary, so many events a call, about; empty until it is done. Returns JSON.
    pub fn summarise(&mut self, events: f64) -> String {
        let Some(Run { document, measured, .. }) = &mut self.run else { return "null".into() };
        let scenario = &document.scenario;
        let (simulation, summary) = measured.get_or_insert_with(|| (Simulation::new(scenario), Summary::new(scenario)));
        if !simulation.advance(scenario.duration, events as u64, &mut Listener::new(summary)) {
            return String::new();
        }
        measured.take().map_or(String::new(), |(simulation, summary)| summary.finish(&simulation).to_string())
    }

    /// The document with every default written out, as it stands at `t_s`.
    pub fn settings(&self, t_s: f64) -> String {
        let run = self.run.as_ref();
        run.map_or("null".into(), |run| resolved(&run.document, Some(Time::from_seconds(t_s))).to_string())
    }
}
