//! One buffer for each view: how far the run is computed, the lengths, then the lists. `web/src/engine/service.ts` unpacks
//! it. Not here: the meaning of the numbers.

use crate::Run;
use sawtooth_engine::math::clamp;
use sawtooth_engine::observe::Source;
use sawtooth_engine::telemetry::history::Series;
use sawtooth_engine::telemetry::view::{Mode, Reduction};
use sawtooth_engine::units::{Span, Time};
use sawtooth_scenario::{Json, parse};

/// Averaging window of a rate without one.
const RATE_WINDOW_S: f64 = 1.0;

/// Replies to a `ViewRequest`.
pub fn view(run: &mut Run, request: &str) -> Vec<f64> {
    let request = parse(request).unwrap_or(Json::Null);
    let number = |json: &Json, name: &str| json.get(name).and_then(Json::number);
    let columns = clamp(number(&request, "columns").unwrap_or(1.0), 1.0, 1e5) as u32;
    let wanted = request.get("series").and_then(Json::elements).unwrap_or_default();
    let text = |json: &Json, name: &str| json.get(name).and_then(Json::text).unwrap_or("").to_owned();
    let series: Vec<Series> = wanted
        .iter()
        .map(|json| {
            let mode = Reduction::named(&text(json, "mode")).map(|reduction| match reduction {
                Reduction::Line => Mode::Line,
                Reduction::Mean => Mode::Mean,
                Reduction::Max => Mode::Max,
                Reduction::Rate => Mode::Rate(Span::from_seconds(number(json, "window_s").unwrap_or(RATE_WINDOW_S))),
                Reduction::Marks => {
                    Mode::Marks(number(json, "limit").map_or(2 * columns as usize, |limit| limit as usize))
                }
                Reduction::State => Mode::State,
            });
            // An unknown source has no columns, and nothing can be reduced in an unknown way: the series is empty.
            let source = run.source(&text(json, "source")).filter(|_| mode.is_some());
            Series {
                source: source.unwrap_or(Source::Flow(u32::MAX)),
                signal: text(json, "signal"),
                mode: mode.unwrap_or(Mode::Line),
            }
        })
        .collect();
    let moment = |name: &str| Time::from_seconds(number(&request, name).unwrap_or(0.0));
    let frame = run.history.view(moment("t0_s"), moment("t1_s"), columns, &series);
    frame.numbers(run.history.computed())
}

#[cfg(test)]
mod tests {
    use crate::Engine;

    const SCENARIO: &str = r#"{ "schema": 1, "duration_s": 5,
        "bottleneck": { "rate_bps": 1e7, "queue": { "discipline": "drop_tail", "limit_packets": 84 } },
        "flows": [{ "name": "cdg", "algorithm": { "kind": "cdg" } }, { "name": "newreno", "start_s": 1 }] }"#;

    fn engine() -> Engine {
        let mut engine = Engine::new();
        assert!(engine.load(SCENARIO).starts_with("{\"ok\":true"));
        while engine.busy() {
            engine.advance(10_000.0);
        }
        engine
    }

    #[test]
    fn a_view_has_computed_time_lengths_and_then_its_points() {
        let request = r#"{ "t0_s": 0, "t1_s": 5, "columns": 100, "series": [
            { "source": "cdg", "signal": "cwnd_packets", "mode": "line" },
            { "source": "nobody", "signal": "cwnd_packets", "mode": "line" },
            { "source": "bottleneck", "signal": "queue_packets", "mode": "max" }] }"#;
        let view = engine().view(request);
        assert_eq!(&view[..2], [5.0, 0.0]);
        assert_eq!((view[3], view[4]), (0.0, 200.0));
        assert_eq!(view.len(), 5 + (view[2] + view[3] + view[4]) as usize);
        assert!(engine().view("nonsense").len() == 2);
        let unknown = request.replace("\"line\"", "\"lines\"");
        assert_eq!(engine().view(&unknown)[2..5], [0.0, 0.0, view[4]]);
    }

    /// The last point of each series over the whole run.
    fn last(engine: &mut Engine, series: &[(&str, &str, &str)]) -> Vec<f64> {
        let of = |(source, signal, mode): &(&str, &str, &str)| {
            format!(r#"{{ "source": "{source}", "signal": "{signal}", "mode": "{mode}" }}"#)
        };
        let list = series.iter().map(of).collect::<Vec<_>>().join(",");
        let view = engine.view(&format!(r#"{{ "t0_s": 0, "t1_s": 5, "columns": 100, "series": [{list}] }}"#));
        let mut end = 2 + series.len();
        let lengths = &view[2..end];
        let values = lengths.iter().map(|length| {
            end += *length as usize;
            if *length > 0.0 { view[end - 1] } else { f64::NAN }
        });
        values.collect()
    }

    // A step of 10 packets marks what would wait longer: the queue stays about there, 10 Mbit/s are 833 packets/s.
    #[test]
    fn packets_in_flight_and_the_rate_of_marks_are_recorded() {
        let mut engine = engine();
        let dctcp = SCENARIO.replace("\"limit_packets\": 84", "\"limit_packets\": 84, \"step_mark_packets\": 10");
        assert!(engine.load(&dctcp.replace("\"cdg\" }", "\"dctcp\" }")).starts_with("{\"ok\":true"));
        while engine.busy() {
            engine.advance(10_000.0);
        }
        let got = last(
            &mut engine,
            &[
                ("cdg", "in_flight_packets", "line"),
                ("cdg", "cwnd_packets", "line"),
                ("cdg", "marked_packets", "rate"),
                ("newreno", "marked_packets", "rate"),
            ],
        );
        assert!((got[0] - got[1]).abs() < 3.0, "{got:?}");
        assert!(got[2] > 5.0 && got[2] < 833.0 && got[3].is_nan(), "{got:?}");
    }

    #[test]
    fn a_picture_has_its_lengths_after_nine_values() {
        let picture = engine().picture(3.0, 0.05);
        assert_eq!(picture[..7], [3.0, 1e7, 84.0, 0.0, 0.0, 0.0, 1500.0]);
        assert_eq!(picture.len(), 13 + picture[9..13].iter().sum::<f64>() as usize);
        assert_eq!((picture[9] % 6.0, picture[11], picture[12]), (0.0, 8.0, 2.0));
    }

    #[test]
    fn the_summary_is_that_of_the_same_run() {
        let mut engine = engine();
        let mut summary = String::new();
        while summary.is_empty() {
            summary = engine.summarise(1000.0, None, None);
        }
        assert!(summary.contains(&format!("\"digest\":\"{}\"", engine.digest())), "{summary}");
    }

    #[test]
    fn own_times_are_those_of_transfers_that_are_complete_and_of_starts_with_jitter() {
        let mut engine = engine();
        assert!(engine.own_times().is_empty());
        let transfer = r#""start_s": 1, "transfer_bytes": 30000"#;
        let late = r#"{ "name": "late", "start_s": 1, "start_jitter_s": 1 }"#;
        engine.load(&SCENARIO.replace(r#""start_s": 1 }"#, &format!("{transfer} }}, {late}")));
        assert!(engine.own_times().is_empty());
        while engine.busy() {
            engine.advance(10_000.0);
        }
        let [which, start, end, next, jittered, forever] = engine.own_times()[..] else { panic!("two flows") };
        assert!(which == 1.0 && start == 1.0 && end > 1.1 && end < 1.5, "{end}");
        assert!(next == 2.0 && jittered > 1.0 && jittered < 2.0 && forever == f64::INFINITY, "{jittered}");
    }

    #[test]
    fn refusals_and_settings_are_text() {
        let mut engine = engine();
        let refused = engine.change(&SCENARIO.replace("84", "0"), 1.0);
        assert!(refused.starts_with("{\"ok\":false"), "{refused}");
        assert_eq!(engine.digest().len(), 16);
        assert!(engine.settings(2.0).contains("\"limit_packets\":84"));
        assert!(engine.step("congestion", "", 0.0, true).is_nan());
        assert!(engine.step("ack", "newreno", 2.0, false) > 2.0);
    }
}
