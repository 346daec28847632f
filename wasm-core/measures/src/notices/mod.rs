//! Notices about what is legal in a scenario, but perhaps not intended. Each is a code with its place and arguments,
//! derived from the checked document before a run; the catalogue has its sentence under `notice.<code>`. Where only one change of
//! the document ends what it is about, it has that as its remedy. A new one is a function in one of these files, a line in `RULES`,
//! and its words. Not here: sentences, errors (crate `scenario`).

mod life;
mod marks;
mod no_effect;
mod part;
mod queues;

use sawtooth_engine::host::{Direction, FlowSettings};
use sawtooth_engine::params::{Choice, FromValue};
use sawtooth_engine::random::{Purpose, RandomStream, Stream};
use sawtooth_engine::scenario::{Bottleneck, Flow, Scenario, Side};
use sawtooth_engine::units::{Span, Time};
use sawtooth_scenario::{Document, Json, object};

/// One notice.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// Key of the sentence, `notice.<code>`.
    pub code: &'static str,
    /// The setting's place in the document (`flows[0].stop_s`).
    pub place: String,
    /// Arguments of the sentence: numbers in the units of its words, and names.
    pub arguments: Vec<(&'static str, Json)>,
    /// Changes of the document that end it: path and value of each. Empty if there is no clear one.
    pub remedy: Vec<Setting>,
}

/// Path and value of a setting, as `--set` has them.
pub type Setting = (String, Json);

impl Notice {
    /// A notice without a remedy.
    fn new(code: &'static str, place: String, arguments: Vec<(&'static str, Json)>) -> Notice {
        Notice { code, place, arguments, remedy: Vec::new() }
    }

    /// The same with a remedy.
    fn with_remedy(self, remedy: Vec<Setting>) -> Notice {
        Notice { remedy, ..self }
    }

    /// JSON for the page, which words it.
    pub fn json(&self) -> Json {
        let arguments = self.arguments.iter().map(|(name, value)| (String::from(*name), value.clone())).collect();
        self.and_remedy(
            object! { "code" => self.code, "place" => self.place.as_str(), "arguments" => Json::Object(arguments) },
        )
    }

    /// JSON for the summary, in words.
    pub fn worded(&self, text: &str) -> Json {
        self.and_remedy(object! { "code" => self.code, "place" => self.place.as_str(), "text" => text })
    }

    fn and_remedy(&self, mut json: Json) -> Json {
        if !self.remedy.is_empty() {
            let remedy = self.remedy.iter();
            let changes = remedy.map(|(path, value)| object! { "path" => path.as_str(), "value" => value.clone() });
            json.set("remedy", changes.collect::<Vec<Json>>());
        }
        json
    }
}

/// Rule that adds the notices it finds.
type Rule = fn(&Document, &mut Vec<Notice>);

/// Every rule, in the order of the list.
const RULES: &[Rule] = &[
    life::no_time_to_run,
    life::changes_after_the_end,
    queues::phase_effects,
    queues::no_queue,
    marks::unmarkable,
    queues::small_burst,
    marks::no_marks,
    no_effect::always_sends,
    marks::classic_codepoint,
    queues::nominal_rate,
    queues::limit_stays,
    no_effect::without_effect,
];

/// All notices of a document.
pub fn of(document: &Document) -> Vec<Notice> {
    let mut notices = Vec::new();
    RULES.iter().for_each(|rule| rule(document, &mut notices));
    notices
}

/// Start of an entry, start jitter included, and its stop, if given.
fn span(settings: &Choice, seed: u64, stream: Stream) -> (Time, Option<Time>) {
    let seconds = |name: &str| f64::from_value(&settings.get(name));
    let draw = RandomStream::new(seed, Purpose::StartJitter, stream).uniform(0);
    let start = Time::from_seconds(seconds("start_s")) + Span::from_seconds(draw * seconds("start_jitter_s"));
    (start, Option::<f64>::from_value(&settings.get("stop_s")).map(Time::from_seconds))
}

/// A flow as these rules see it.
struct Entry<'a> {
    index: usize,
    flow: &'a Flow,
    settings: FlowSettings,
    /// Its start and stop.
    span: (Time, Time),
}

impl Entry<'_> {
    /// Its packets can be marked.
    fn uses_ecn(&self) -> bool {
        self.settings.ecn_use(self.flow.algorithm.section).codepoint.is_some()
    }
}

/// The flows of a direction that have time to run, in the document's order.
fn running(scenario: &Scenario, side: Side) -> Vec<Entry<'_>> {
    let mut entries = Vec::new();
    for (index, flow) in scenario.flows.iter().enumerate() {
        let settings = FlowSettings::read(&flow.settings.values);
        let there = (settings.direction == Direction::Forward) == (side == Side::Forward);
        if let Some(span) = time_to_run(scenario, &flow.settings, Stream::Flow(flow.stream)).filter(|_| there) {
            entries.push(Entry { index, flow, settings, span });
        }
    }
    entries
}

/// Start and stop of an entry, if it ever runs.
fn time_to_run(scenario: &Scenario, settings: &Choice, stream: Stream) -> Option<(Time, Time)> {
    let (start, stop) = span(settings, scenario.seed, stream);
    let stop = stop.unwrap_or(Time::NEVER).min(scenario.duration);
    (start < stop).then_some((start, stop))
}

/// Each direction with its bottleneck.
fn sides(scenario: &Scenario) -> impl Iterator<Item = (Side, &Bottleneck)> {
    [Side::Forward, Side::Reverse].into_iter().filter_map(|side| Some((side, scenario.side(side)?)))
}

/// A notice at a setting of a flow, about its algorithm.
#[inline(never)]
fn of_algorithm(code: &'static str, index: usize, flow: &Flow, setting: &str) -> Notice {
    let arguments = vec![("name", flow.name.as_str().into()), ("algorithm", flow.algorithm.section.title.into())];
    Notice::new(code, format!("flows[{index}].{setting}"), arguments)
}

/// A number with nine decimals, for a sentence.
fn rounded(value: f64) -> Json {
    ((value * 1e9).round() / 1e9).into()
}

/// The path of a flow's setting.
fn flow_path(flow: &Flow, setting: &str) -> String {
    format!("flows.{}.{setting}", flow.name)
}

/// The bottleneck of a direction in a document.
fn root(side: Side) -> &'static str {
    if side == Side::Forward { "bottleneck" } else { "reverse_bottleneck" }
}
