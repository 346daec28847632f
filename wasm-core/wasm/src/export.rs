//! The trace of a span, computed from the nearest clone, part by part: an export never uses the thinned columns. Not
//! here: what a row is (`lab::trace`).

use crate::Run;
use sawtooth_engine::observe::Source;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::telemetry::truth::{Truth, WithTruth};
use sawtooth_engine::units::Time;
use sawtooth_measures::trace::Trace;
use sawtooth_scenario::Json;

/// A trace in progress.
pub struct Export {
    simulation: Simulation,
    truth: Truth,
    trace: Trace<Vec<u8>>,
    to: Time,
    whole: bool,
}

impl Export {
    /// A trace of a span of the run, half open; of these series only, if any are named.
    pub fn new(run: &Run, request: &Json) -> Export {
        let moment = |name: &str, otherwise: Time| {
            request.get(name).and_then(Json::number).map_or(otherwise, Time::from_seconds)
        };
        let scenario = &run.document.scenario;
        let (from, to) = (moment("t0_s", Time::ZERO), moment("t1_s", scenario.duration).min(scenario.duration));
        let series = request.get("series").and_then(Json::elements).unwrap_or_default();
        let text = |json: &Json, name: &str| json.get(name).and_then(Json::text).unwrap_or_default().to_owned();
        let only = series.iter().map(|json| {
            // A source that is not in the run has no rows.
            (run.source(&text(json, "source")).unwrap_or(Source::Flow(u32::MAX)), text(json, "signal"))
        });
        let trace = Trace::new(Vec::new(), scenario).excerpt(from, to, only.collect());
        let (simulation, truth) = run.history.before_with_truth(from);
        Export { simulation, truth, trace, to, whole: false }
    }

    /// Continues writing, at most this number of events.
    pub fn go_on(&mut self, events: u64) -> Vec<u8> {
        let mut listener = WithTruth { truth: &mut self.truth, listener: &mut self.trace };
        let whole = self.simulation.advance(self.to, events, &mut Listener::new(&mut listener));
        // A halted run is never complete.
        if whole && !self.whole && self.simulation.halted().is_none() {
            self.trace.end();
        }
        self.whole = whole;
        std::mem::take(self.trace.out())
    }

    /// Progress in s; infinite once it is complete.
    pub fn at_s(&self) -> f64 {
        if self.whole { f64::INFINITY } else { self.simulation.now().seconds() }
    }
}

#[cfg(test)]
mod tests {
    use crate::Engine;

    /// An export without its last row, which says that it is whole.
    fn exported(engine: &mut Engine, request: &str) -> String {
        engine.export(request);
        let mut csv = Vec::new();
        while engine.exported_s() < f64::INFINITY {
            csv.extend(engine.exported(5000.0));
        }
        let csv = String::from_utf8(csv).unwrap();
        let (rows, last) = csv.trim_end().rsplit_once('\n').unwrap();
        assert_eq!(last, format!("12,bottleneck,end,{}", rows.lines().count() - 1), "{request}");
        rows.to_owned()
    }

    fn engine() -> Engine {
        let mut engine = Engine::new();
        engine.load(
            r#"{ "schema": 1, "duration_s": 12,
            "bottleneck": { "rate_bps": 1e7, "queue": { "discipline": "drop_tail", "limit_packets": 84 } },
            "flows": [{ "name": "cdg", "algorithm": { "kind": "cdg" } }, { "name": "newreno", "start_s": 1 }] }"#,
        );
        while engine.busy() {
            engine.advance(10_000.0);
        }
        engine
    }

    /// A stretch begins at a clone, and yet says what the whole trace says of it.
    #[test]
    fn a_stretch_is_a_part_of_the_whole() {
        let mut engine = engine();
        let whole = exported(&mut engine, "{}");
        let part = exported(&mut engine, r#"{ "t0_s": 7, "t1_s": 9 }"#);
        let time = |row: &str| row.split(',').next().unwrap().parse::<f64>().unwrap();
        let inside: Vec<&str> = whole.lines().skip(1).filter(|row| (7.0..9.0).contains(&time(row))).collect();
        assert!(inside.len() > 1000);
        assert_eq!(part.lines().skip(1).collect::<Vec<&str>>(), inside);
        assert_eq!(part.lines().next(), Some("time_s,source,signal,value"));
    }

    #[test]
    fn only_what_is_named_is_written() {
        let mut engine = engine();
        let request =
            r#"{ "series": [{ "source": "cdg", "signal": "delay_backoff" }, { "source": "x", "signal": "ack" }] }"#;
        let csv = exported(&mut engine, request);
        assert!(csv.lines().count() > 2);
        assert!(csv.lines().skip(1).all(|row| row.contains(",cdg,delay_backoff,")), "{csv}");
    }

    /// P = 1 - e^(-g/G), X < P, w = 0.7 w: the numbers of a backoff give it again (CDG paper, equations 5 to 7).
    #[test]
    fn why_tells_numbers_that_give_the_decision_again() {
        let mut engine = engine();
        let backoffs = exported(&mut engine, r#"{ "series": [{ "source": "cdg", "signal": "delay_backoff" }] }"#);
        let mut seen = 0;
        for row in backoffs.lines().skip(1) {
            let t_s: f64 = row.split(',').next().unwrap().parse().unwrap();
            let ask = |engine: &mut Engine, t_s: f64, toward: f64| loop {
                let told = engine.why("cdg", t_s, toward);
                if !told.is_empty() {
                    return told;
                }
            };
            let told = ask(&mut engine, t_s, 0.0);
            assert_eq!(ask(&mut engine, t_s - 1e-9, 1.0), told);
            assert_eq!(ask(&mut engine, t_s + 1e-9, -1.0), told);
            if !told.contains("cdg.delay_backoff") {
                continue;
            }
            let number = |name: &str| {
                let rest = told.split(&format!("\"{name}\":")).nth(1).unwrap();
                rest.split([',', '}']).next().unwrap().parse::<f64>().unwrap()
            };
            let p = 1.0 - sawtooth_engine::math::exp(-number("gradient_ms") / number("g_ms"));
            assert!((p - number("probability")).abs() < 1e-12, "{told}");
            assert!(number("draw") < p, "{told}");
            assert!((number("after") - 0.7 * number("before")).abs() < 1e-9 || number("after") == 2.0, "{told}");
            seen += 1;
        }
        assert!(seen > 3, "{seen}");
        assert_eq!(engine.why("cdg", 0.0, -1.0), "null");
        assert_eq!(engine.why("nobody", 1.0, 1.0), "null");
    }
}
