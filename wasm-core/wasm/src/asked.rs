//! Requests beside the view: steps, fired rules, traces, summaries. Each simulates again, a part at a time. Not here:
//! the run itself (`lib.rs`).

use sawtooth_engine::observe::Source;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::{Ignore, Listener};
use sawtooth_engine::telemetry::steps::{Search, Step, Unit};
use sawtooth_engine::telemetry::why::{Found, Question, Toward};
use sawtooth_engine::units::Time;
use sawtooth_measures::notices;
use sawtooth_measures::selection::{self, End};
use sawtooth_measures::summary::Summary;
use sawtooth_scenario::json::shortest;
use sawtooth_scenario::{Code, Document, Error, Json, object, parse, read_with};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::export::Export;
use crate::{Engine, Run, answer};

/// Maximum number of events that one call of `step` or `why` simulates.
const SEARCHED_AT_ONCE: u64 = 10_000;

/// A summary in progress.
struct Measured {
    span: (Time, Time),
    /// Ends of the span, and of the run, at which it has paused.
    paused: usize,
    simulation: Simulation,
    summary: Summary,
}

/// Requests in progress.
#[derive(Default)]
pub struct Asked {
    /// The step in progress.
    search: Option<Search>,
    /// The run once more from its start, for its summary: a summary never uses the thinned columns.
    measured: Option<Measured>,
    /// The run on its way to an instant, for its counters there.
    counted: Option<(Time, Simulation)>,
    /// The question in progress.
    question: Option<Question>,
    /// The trace in progress.
    export: Option<Export>,
}

impl Asked {
    /// Progress of the run for its summary, in s; 0 before and after.
    pub fn summarised_s(&self) -> f64 {
        self.measured.as_ref().map_or(0.0, |measured| measured.simulation.now().seconds())
    }
}

#[wasm_bindgen]
impl Engine {
    /// Target of a step in seconds: NaN if there is none, or no such unit (`Unit::WORDS`), infinite if the run must be computed further or the search is
    /// not complete: call again. `flow` empty: any.
    pub fn step(&mut self, unit: &str, flow: &str, t_s: f64, back: bool) -> f64 {
        let (Some(run), Some(unit)) = (&mut self.run, Unit::named(unit)) else { return f64::NAN };
        let flow = match run.source(flow) {
            Some(Source::Flow(n)) => Some(n),
            _ => None,
        };
        let t = Time::from_seconds(t_s);
        let search = run.asked.search.take().filter(|search| search.is_for(unit, flow, t, back));
        let mut search = search.unwrap_or_else(|| Search::new(unit, flow, t, back));
        let found = search.go_on(&run.history, SEARCHED_AT_ONCE);
        match found {
            Step::At(t) => t.seconds(),
            Step::Nowhere => f64::NAN,
            Step::Later | Step::Searching => {
                run.asked.search = Some(search);
                f64::INFINITY
            }
        }
    }

    /// Rules of a flow that fired at `t_s`, or (`toward` above or below 0) at the next or previous such instant.
    /// Returns JSON: `null` if there are none; empty if the run must be computed further or the search is not complete:
    /// call again.
    pub fn why(&mut self, flow: &str, t_s: f64, toward: f64) -> String {
        let Some(run) = &mut self.run else { return "null".into() };
        let Some(Source::Flow(flow)) = run.source(flow) else { return "null".into() };
        let t = Time::from_seconds(t_s);
        let toward = match toward {
            side if side > 0.0 => Toward::After,
            side if side < 0.0 => Toward::Before,
            _ => Toward::Here,
        };
        let question = run.asked.question.take().filter(|question| question.is_for(flow, t, toward));
        let mut question = question.unwrap_or_else(|| Question::new(flow, t, toward));
        match question.go_on(&run.history, SEARCHED_AT_ONCE) {
            Found::These(fired) => answer::fired(&fired),
            Found::Nothing => "null".into(),
            Found::Later | Found::Searching => {
                run.asked.question = Some(question);
                String::new()
            }
        }
    }

    /// Starts the trace of a span: `{ t0_s, t1_s, series: [{ source, signal }] }` as JSON, without series for all of
    /// them.
    pub fn export(&mut self, request: &str) {
        if let Some(run) = &mut self.run {
            run.asked.export = parse(request).ok().map(|request| Export::new(run, &request));
        }
    }

    /// The next rows of the trace (CSV, UTF-8) of about this number of events.
    pub fn exported(&mut self, events: f64) -> Vec<u8> {
        let export = self.run.as_mut().and_then(|run| run.asked.export.as_mut());
        export.map_or(Vec::new(), |export| export.go_on(events as u64))
    }

    /// Progress of the trace, in s: infinite once it is complete, NaN without one.
    pub fn exported_s(&self) -> f64 {
        let export = self.run.as_ref().and_then(|run| run.asked.export.as_ref());
        export.map_or(f64::NAN, Export::at_s)
    }

    /// Simulates the run for its summary, or that of a span, about this number of events per call; empty until it is complete. Returns
    /// JSON; of a span that is not in the run the errors, as `Loaded` of `protocol.ts`.
    pub fn summarise(&mut self, events: f64, from_s: Option<f64>, to_s: Option<f64>) -> String {
        let Some(Run { document, asked: Asked { measured, .. }, .. }) = &mut self.run else { return "null".into() };
        let scenario = &document.scenario;
        let span = match selection::within(from_s, to_s, scenario.duration) {
            Ok(span) => span,
            Err(refused) => return answer::refused(&outside(refused, (from_s, to_s), scenario.duration).into()),
        };
        if measured.as_ref().is_none_or(|measured| measured.span != span) {
            let (simulation, summary) = (Simulation::new(scenario), Summary::over(scenario, span));
            *measured = Some(Measured { span, paused: 0, simulation, summary });
        }
        let Some(going) = measured else { return String::new() };
        // It pauses at both ends of the span, where it keeps its counters.
        let stops = [span.0, span.1, scenario.duration];
        if going.simulation.advance(stops[going.paused], events as u64, &mut Listener::new(&mut going.summary)) {
            going.summary.stand(&going.simulation);
            going.paused += 1;
        }
        if going.paused < stops.len() {
            return String::new();
        }
        let Some(going) = measured.take() else { return String::new() };
        let mut summary = going.summary.finish(&going.simulation);
        summary.set("notices", noticed(document));
        summary.to_string()
    }

    /// Counters of each source at `t_s`, flows first: bytes delivered in order, packets that a queue dropped, backoffs caused by delay
    /// alone. Empty until the run is simulated to there, about this number of events per call: call again.
    pub fn counters(&mut self, t_s: f64, events: f64) -> Vec<f64> {
        let Some(Run { history, asked: Asked { counted, .. }, .. }) = &mut self.run else { return Vec::new() };
        let t = Time::from_seconds(t_s);
        let (_, mut simulation) =
            counted.take().filter(|(target, _)| *target == t).unwrap_or_else(|| (t, history.before(t)));
        if !simulation.advance(t, events as u64, &mut Listener::new(&mut Ignore)) {
            *counted = Some((t, simulation));
            return Vec::new();
        }
        let flows = (0..simulation.flow_count()).map(|index| simulation.flow_counters(index));
        let flows = flows.map(|counters| [counters.delivered_bytes, counters.dropped_queue, counters.delay_backoffs]);
        let cross = (0..simulation.cross_count()).map(|index| [0, simulation.cross_counters(index).dropped_queue, 0]);
        flows.chain(cross).flatten().map(|count| count as f64).collect()
    }

    /// Notices of a document: `{ notices: [{ code, place, arguments }] }`, none for a rejected one.
    pub fn notices(&self, scenario: &str) -> String {
        let notices = read_with(scenario, &self.files).map_or(Vec::new(), |document| noticed(&document));
        object! { "notices" => notices }.to_string()
    }
}

/// The error of an end of a span that is not allowed.
fn outside(refused: End, (from_s, to_s): (Option<f64>, Option<f64>), duration: Time) -> Error {
    let end = shortest(duration.seconds());
    let found = |given: Option<f64>| given.filter(|s| s.is_finite()).map_or(String::new(), shortest);
    let (place, found, allowed) = match refused {
        End::From => ("from_s", found(from_s), format!("0 <= x < {end}")),
        End::To => ("to_s", found(to_s), format!("{} < x <= {end}", shortest(from_s.unwrap_or(0.0)))),
    };
    Error::new(Code::OutOfRange, place.into(), found, allowed)
}

/// The notices of a document, to be worded by the page.
fn noticed(document: &Document) -> Vec<Json> {
    notices::of(document).iter().map(notices::Notice::json).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The summary of the whole run.
    fn summarised(engine: &mut Engine) -> String {
        let mut parts = std::iter::repeat_with(|| engine.summarise(1e9, None, None));
        parts.find(|text| !text.is_empty()).expect("it ends")
    }

    #[test]
    fn notices_come_with_their_arguments_and_none_of_a_refused_document() {
        let document = r#"{ "schema": 1, "duration_s": 20, "flows": [{ "name": "late", "start_s": 30 }],
            "bottleneck": { "rate_bps": 1e7, "queue": { "limit_packets": 84 } } }"#;
        let engine = Engine::new();
        let expected = concat!(
            r#"{"notices":[{"code":"starts_after_end","place":"flows[0].start_s","#,
            r#""arguments":{"name":"late","start":30,"end":20}}]}"#
        );
        assert_eq!(engine.notices(document), expected);
        assert_eq!(engine.notices("{}"), r#"{"notices":[]}"#);
    }

    #[test]
    fn counters_at_an_instant_are_of_all_sources_and_at_the_end_the_summarys() {
        let flows: Vec<String> = (0..100).map(|i| format!(r#"{{"name":"f{i}"}}"#)).collect();
        let mut engine = Engine::new();
        let loaded = engine.load(&format!(
            r#"{{ "schema": 1, "duration_s": 3, "flows": [{}], "cross_traffic": [{{ "name": "call", "kind": "voip" }}],
            "bottleneck": {{ "rate_bps": 1e7, "queue": {{ "limit_packets": 84 }} }} }}"#,
            flows.join(",")
        ));
        assert!(loaded.starts_with(r#"{"ok":true"#), "{loaded}");
        while engine.busy() {
            engine.advance(10_000.0);
        }
        let mut at = |t_s: f64| {
            let mut parts = std::iter::repeat_with(|| engine.counters(t_s, 500.0));
            parts.find(|numbers| !numbers.is_empty()).expect("it ends")
        };
        let (start, middle, end) = (at(0.0), at(1.5), at(3.0));
        assert_eq!((start.len(), start.iter().sum::<f64>()), (3 * 101, 0.0));
        assert!(start.iter().zip(&middle).zip(&end).all(|((a, b), c)| a <= b && b <= c) && middle != end);
        let summary = parse(&summarised(&mut engine)).expect("the run is short");
        for (list, first) in [("flows", 0), ("cross_traffic", 100)] {
            for (i, source) in summary.get(list).and_then(Json::elements).expect("a list").iter().enumerate() {
                let dropped = source.get("dropped_queue").and_then(Json::number);
                assert_eq!(Some(end[3 * (first + i) + 1]), dropped, "{list}[{i}]");
            }
        }
    }

    /// In small parts, and another span asked for in between.
    #[test]
    fn a_summary_of_a_span_is_that_of_the_command() {
        let text = r#"{ "schema": 1, "duration_s": 6, "flows": [{}, { "start_s": 1, "transfer_bytes": 100000 }],
            "bottleneck": { "rate_bps": 1e7, "queue": { "limit_packets": 84 } } }"#;
        let mut engine = Engine::new();
        engine.load(text);
        assert_eq!(engine.summarise(500.0, Some(1.0), None), "");
        let mut parts = std::iter::repeat_with(|| engine.summarise(500.0, Some(2.0), Some(5.0)));
        let mut found = parse(&parts.find(|text| !text.is_empty()).expect("it ends")).expect("JSON");
        found.set("notices", Json::Null);
        let scenario = read_with(text, &[]).expect("a scenario").scenario;
        let span = (Time::from_seconds(2.0), Time::from_seconds(5.0));
        let mut expected = Summary::of_span(&scenario, span);
        expected.set("notices", Json::Null);
        assert_eq!(found.to_string(), expected.to_string());
        for (from, to, error) in [
            (Some(6.0), None, r#""place":"from_s","found":"6","allowed":"0 <= x < 6""#),
            (Some(3.0), Some(2.5), r#""place":"to_s","found":"2.5","allowed":"3 < x <= 6""#),
            (None, Some(f64::NAN), r#""place":"to_s","found":"","allowed":"0 < x <= 6""#),
        ] {
            let refused = engine.summarise(1e9, from, to);
            assert!(refused.contains(error) && refused.contains(r#""code":"out_of_range""#), "{refused}");
        }
    }

    #[test]
    fn a_summary_has_the_notices_of_its_document() {
        let mut engine = Engine::new();
        engine.load(
            r#"{ "schema": 1, "duration_s": 1, "flows": [{}, { "stop_s": 0 }],
            "bottleneck": { "rate_bps": 1e7, "queue": { "limit_packets": 84 } } }"#,
        );
        let summary = parse(&summarised(&mut engine)).expect("the run is short");
        let notices = summary.get("notices").and_then(Json::elements).expect("a list");
        assert_eq!(notices[0].get("place").and_then(Json::text), Some("flows[1].stop_s"));
    }
}
