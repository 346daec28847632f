//! Notices: what is legal in a scenario, but perhaps not what was meant. Each is a code with its place and arguments, derived
//! from the checked document before anything runs; the catalogue has its sentence under `notice.<code>`. A new one is a
//! function here and a line in `RULES`, with its words. Not here: any sentence, what is refused (crate `scenario`).

use sawtooth_engine::params::{Choice, FromValue};
use sawtooth_engine::random::{Draws, Purpose, Stream};
use sawtooth_engine::units::{Span, Time};
use sawtooth_scenario::{Document, Json, object};

/// One notice.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// Key of the sentence, `notice.<code>`.
    pub code: &'static str,
    /// The setting's place in the document (`flows[0].stop_s`).
    pub place: String,
    /// What the sentence names: numbers in the units of its words, and names.
    pub arguments: Vec<(&'static str, Json)>,
}

impl Notice {
    /// As the page receives it, to be worded there.
    pub fn json(&self) -> Json {
        let arguments = self.arguments.iter().map(|(name, value)| (String::from(*name), value.clone())).collect();
        object! { "code" => self.code, "place" => self.place.as_str(), "arguments" => Json::Object(arguments) }
    }

    /// As the summary has it, in words.
    pub fn worded(&self, text: &str) -> Json {
        object! { "code" => self.code, "place" => self.place.as_str(), "text" => text }
    }
}

/// A rule adds what it finds.
type Rule = fn(&Document, &mut Vec<Notice>);

/// Every rule, in the order of the list.
const RULES: &[Rule] = &[no_time_to_run, changes_after_the_end];

/// All notices of a document.
pub fn of(document: &Document) -> Vec<Notice> {
    let mut notices = Vec::new();
    RULES.iter().for_each(|rule| rule(document, &mut notices));
    notices
}

/// A flow or cross traffic that starts at or after the end of the run, or stops at or before its start: it never runs.
fn no_time_to_run(document: &Document, notices: &mut Vec<Notice>) {
    let scenario = &document.scenario;
    let flows = scenario
        .flows
        .iter()
        .enumerate()
        .map(|(index, flow)| (format!("flows[{index}]"), &flow.name, &flow.settings, Stream::Flow(flow.stream)));
    let crossing = scenario.cross_traffic.iter().enumerate().map(|(index, cross)| {
        (format!("cross_traffic[{index}]"), &cross.name, &cross.traffic, Stream::Cross(cross.stream))
    });
    let end = scenario.duration;
    for (place, name, settings, stream) in flows.chain(crossing) {
        let (start, stop) = span(settings, scenario.seed, stream);
        if start >= end {
            notices.push(Notice {
                code: "starts_after_end",
                place: format!("{place}.start_s"),
                arguments: vec![
                    ("name", name.as_str().into()),
                    ("start", start.seconds().into()),
                    ("end", end.seconds().into()),
                ],
            });
        }
        if let Some(stop) = stop.filter(|stop| *stop <= start) {
            notices.push(Notice {
                code: "stops_before_start",
                place: format!("{place}.stop_s"),
                arguments: vec![
                    ("name", name.as_str().into()),
                    ("start", start.seconds().into()),
                    ("stop", stop.seconds().into()),
                ],
            });
        }
    }
}

/// When an entry starts, its start jitter included, and when it stops, if that is said.
fn span(settings: &Choice, seed: u64, stream: Stream) -> (Time, Option<Time>) {
    let seconds = |name: &str| f64::from_value(&settings.get(name));
    let draw = Draws::new(seed, Purpose::StartJitter, stream).uniform(0);
    let start = Time::from_seconds(seconds("start_s")) + Span::from_seconds(draw * seconds("start_jitter_s"));
    (start, Option::<f64>::from_value(&settings.get("stop_s")).map(Time::from_seconds))
}

/// An intervention at or after the end of the run: it never takes effect.
fn changes_after_the_end(document: &Document, notices: &mut Vec<Notice>) {
    let end = document.scenario.duration;
    // In the document's order: that of the scenario is by time.
    let given = document.raw.get("interventions").and_then(Json::elements).unwrap_or(&[]);
    for (index, entry) in given.iter().enumerate() {
        let at_s = entry.get("at_s").and_then(Json::number).unwrap_or(0.0);
        if Time::from_seconds(at_s) >= end {
            notices.push(Notice {
                code: "changes_after_end",
                place: format!("interventions[{index}].at_s"),
                arguments: vec![
                    ("path", entry.get("path").cloned().unwrap_or(Json::Null)),
                    ("at", at_s.into()),
                    ("end", end.seconds().into()),
                ],
            });
        }
    }
}
