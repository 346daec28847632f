//! From a JSON tree to a checked document, by the engine's tables; all errors are reported at once (contract 1 to 1.3,
//! 1.6). Not here: parts of every document (`fields.rs`), changes during a run (`interventions.rs`), JSON text
//! (`parse.rs`).

use crate::copies::Listed;
use crate::error::{Code, Error, Errors, found};
use crate::fields::{Fields, Place, Reader};
use crate::json::{Json, shortest};
use crate::paths::{Who, root};
use crate::sorted::Sorted;
use crate::trace_file::TraceFile;
use crate::{Document, tables, value};
use sawtooth_engine::host::{self, FlowSettings};
use sawtooth_engine::params::{Choice, Section, Value};
use sawtooth_engine::path::queue;
use sawtooth_engine::scenario::{BOTTLENECK, Bottleneck, CrossTraffic, Flow, RUN, RunSettings, Scenario, Transfers};
use sawtooth_engine::units::Time;

/// The version of documents that this engine reads.
pub const SCHEMA: f64 = 1.0;
/// Objects within a bottleneck.
pub(crate) const PARTS: &[&str] =
    &["queue", "loss", "policer", "reordering", "delay_variation", "rate_model", "rate_trace_file"];

/// Checks a tree.
pub fn check(raw: Json) -> Result<Document, Errors> {
    check_with(raw, &[])
}

/// Checks a tree that may name the files of these traces.
pub fn check_with(raw: Json, files: &[TraceFile]) -> Result<Document, Errors> {
    let mut reader = Reader::with(files);
    match reader.document(&raw) {
        Some((scenario, title, run)) if reader.errors.count() == 0 => {
            Ok(Document { raw, scenario, title, run, entries: reader.entries })
        }
        _ => Err(reader.errors),
    }
}

impl Reader {
    fn document(&mut self, raw: &Json) -> Option<(Scenario, Option<String>, Choice)> {
        let root = Place::Root;
        let Some(fields) = raw.fields() else {
            self.errors.add(|| Error::new(Code::WrongType, "document".into(), found(raw), "{ … }".into()));
            return None;
        };
        self.schema(raw);
        let own = ["schema", "title", "bottleneck", "reverse_bottleneck", "flows", "cross_traffic", "interventions"];
        let run = self.section(fields, &RUN, &root, &own);
        let title = raw.get("title").and_then(|title| {
            if title.text().is_none() {
                self.wrong_type(title, &Place::Field(&root, "title"), || "\"…\"".into());
            }
            title.text().map(String::from)
        });
        if raw.get("bottleneck").is_none() {
            self.missing(&Place::Field(&root, "bottleneck"), || "{ … }".into());
        }
        let bottleneck = self.bottleneck(raw.get("bottleneck"), "bottleneck");
        let reverse = raw.get("reverse_bottleneck");
        let reverse_bottleneck = reverse.map(|given| self.bottleneck(Some(given), "reverse_bottleneck"));
        let settings = RunSettings::read(&run.values);
        let mut names = Sorted::default();
        let flows = self.flows(raw.get("flows"), reverse_bottleneck.is_some(), &mut names);
        let cross_traffic = self.cross_traffic(raw.get("cross_traffic"), &mut names);
        let entries = |name| raw.get(name).is_some_and(|list| list.elements().is_none_or(|e| !e.is_empty()));
        if !entries("flows") && !entries("cross_traffic") {
            self.errors.add(|| Error::new(Code::NoTraffic, "flows".into(), "0".into(), "flows|cross_traffic".into()));
        }
        let mut scenario = Scenario {
            seed: settings.seed,
            // Any positive value is legal: a run lasts at least a nanosecond.
            duration: Time::from_seconds(settings.duration_s).max(Time(1)),
            packet_bytes: settings.packet_bytes,
            bottleneck,
            reverse_bottleneck,
            flows,
            cross_traffic,
            interventions: Vec::new(),
        };
        self.limits(&mut scenario);
        scenario.interventions = self.interventions(raw.get("interventions"), scenario.clone(), &names);
        self.packets_fit(&scenario);
        Some((scenario, title, run))
    }

    /// Checks the version of a document's format.
    pub fn schema(&mut self, raw: &Json) {
        let place = || "schema".to_string();
        match raw.get("schema") {
            None => self.errors.add(|| Error::new(Code::MissingField, place(), String::new(), "1".into())),
            Some(Json::Number(n)) if n.value == SCHEMA => {}
            Some(other) => self.errors.add(|| Error::new(Code::BadSchemaVersion, place(), found(other), "1".into())),
        }
    }

    fn bottleneck(&mut self, given: Option<&Json>, name: &str) -> Bottleneck {
        let place = Place::Field(&Place::Root, name);
        let fields = given.and_then(|given| self.object(given, &place));
        let (Some(given), Some(fields)) = (given, fields) else {
            for part in PARTS {
                self.doubt(format!("{name}.{part}"));
            }
            return Bottleneck {
                settings: Choice::of(&BOTTLENECK),
                queue: Choice::of(tables::default_discipline()),
                loss: Choice::of(tables::default_model()),
                policer: None,
                reordering: None,
                delay_variation: None,
                rate_model: None,
            };
        };
        let mut settings = self.section(fields, &BOTTLENECK, &place, PARTS);
        self.trace(&settings, &place);
        self.steps(&settings, &place);
        self.one_origin(given, &place);
        if let Some(file) = given.get("rate_trace_file") {
            self.trace_file(file, &mut settings, &place);
        }
        let at = Place::Field(&place, "queue");
        if given.get("queue").is_none() {
            self.missing(&at, || "{ … }".into());
        }
        let default = Some(tables::default_discipline());
        let queue = self.choice(given.get("queue"), "discipline", tables::disciplines(), default, "", &at);
        let at = Place::Field(&place, "loss");
        let loss = self.choice(given.get("loss"), "model", tables::models(), Some(tables::default_model()), "", &at);
        let policer = self.part(given, "policer", tables::policer(), &place);
        let at = Place::Field(&place, "reordering");
        let reordering = given.get("reordering").map(|given| {
            self.choice(Some(given), "model", tables::reorderings(), Some(tables::default_reordering()), "", &at)
        });
        let delay_variation = self.part(given, "delay_variation", tables::delay_variation(), &place);
        let at = Place::Field(&place, "rate_model");
        let rate_model = given
            .get("rate_model")
            .map(|given| self.choice(Some(given), "model", tables::rate_models(), None, "", &at));
        Bottleneck { settings, queue, loss, policer, reordering, delay_variation, rate_model }
    }

    /// An object within a bottleneck that has one table, if it is given.
    fn part(&mut self, given: &Json, name: &str, section: &'static Section, place: &Place) -> Option<Choice> {
        let at = Place::Field(place, name);
        given.get(name).map(|given| match self.object(given, &at) {
            Some(fields) => self.section(fields, section, &at, &[]),
            None => {
                self.doubt(at.text());
                Choice::of(section)
            }
        })
    }

    /// A limit that is a time or a number of BDPs becomes one in bytes, which a queue can have.
    fn limits(&mut self, scenario: &mut Scenario) {
        for (side, field, value, bytes) in scenario.settle_limits() {
            if !(1.0..=queue::MOST_BYTES).contains(&bytes) {
                let place = format!("{}.queue.{field}", root(side));
                let found = format!("{} = {} bytes", shortest(value), shortest(bytes));
                let allowed = format!("1 <= x <= {} (limit_bytes)", shortest(queue::MOST_BYTES));
                self.errors.add(|| Error::new(Code::OutOfRange, place, found, allowed));
            }
        }
    }

    fn flows(&mut self, given: Option<&Json>, reverse: bool, names: &mut Sorted<String, Who>) -> Vec<Flow> {
        let list = Place::Field(&Place::Root, "flows");
        let mut all = Listed { list: "flows", names, streams: Sorted::default() };
        let mut flows = Vec::new();
        for (i, entry) in self.listed(given, &list).iter().enumerate() {
            let place = Place::Index(&list, i);
            let Some(fields) = self.object(entry, &place) else {
                self.doubt("flows".into());
                continue;
            };
            let copies = self.copies(entry, &place, "flow", &mut all);
            let also = ["name", "stream", "count", "algorithm", "application"];
            let settings = self.section(fields, &host::SECTION, &place, &also);
            if !reverse && settings.get("direction") == Value::Word("reverse") {
                let at = Place::Field(&place, "direction");
                self.errors.add(|| Error::new(Code::NoReverse, at.text(), "\"reverse\"".into(), "forward".into()));
            }
            let algorithm = self.algorithm(entry, &settings, &place);
            let application = self.application(entry, &place);
            let flow = Flow { name: String::new(), stream: 0, algorithm, settings, application };
            copies.push(&mut flows, |name, stream| Flow { name, stream, ..flow.clone() });
        }
        flows
    }

    fn cross_traffic(&mut self, given: Option<&Json>, names: &mut Sorted<String, Who>) -> Vec<CrossTraffic> {
        let list = Place::Field(&Place::Root, "cross_traffic");
        let mut listed = Listed { list: "cross_traffic", names, streams: Sorted::default() };
        let mut all = Vec::new();
        for (i, entry) in self.listed(given, &list).iter().enumerate() {
            let place = Place::Index(&list, i);
            let Some(fields) = self.object(entry, &place) else {
                self.doubt("cross_traffic".into());
                continue;
            };
            let mut transfers = None;
            let traffic = match self.kind(entry, "kind", tables::traffic(), None, &place) {
                Some(section) if tables::has_transfers(section) => {
                    transfers = Some(self.transfers(entry, fields, &place));
                    let mut also = vec!["kind", "name", "stream", "count", "algorithm"];
                    also.extend(tables::transfer_options().map(|p| p.name));
                    self.section(fields, section, &place, &also)
                }
                Some(section) => self.section(fields, section, &place, &["kind", "name", "stream", "count"]),
                None => {
                    self.doubt(place.text());
                    self.common(fields, &place);
                    let Some(any) = tables::traffic().first() else { continue };
                    Choice::of(any)
                }
            };
            let copies = self.copies(entry, &place, traffic.section.kind, &mut listed);
            let cross = CrossTraffic { name: String::new(), stream: 0, traffic, transfers };
            copies.push(&mut all, |name, stream| CrossTraffic { name, stream, ..cross.clone() });
        }
        all
    }

    /// The algorithm of a flow, or of a flash crowd's transfers, with these settings.
    fn algorithm(&mut self, entry: &Json, settings: &Choice, place: &Place) -> Choice {
        let at = Place::Field(place, "algorithm");
        let default = Some(tables::default_algorithm());
        let algorithm = self.choice(
            entry.get("algorithm"),
            "kind",
            tables::nameable_algorithms(),
            default,
            host::name(settings),
            &at,
        );
        if !self.doubts(&at.text()) {
            self.feedback(settings, algorithm.section, place);
        }
        self.means(entry, settings, place);
        algorithm
    }

    /// Options that only some TCP stacks have: the document may turn on those of the flow's stack whose needs are met.
    fn means(&mut self, entry: &Json, settings: &Choice, place: &Place) {
        let read = FlowSettings::read(&settings.values);
        for means in &host::MEANS {
            if entry.get(means.name) != Some(&Json::Bool(true)) {
                continue;
            }
            let at = Place::Field(place, means.name);
            let allowed = if !means.hosts.contains(&host::name(settings)) {
                (Code::LacksField, format!("host: {}", means.hosts.join("|")))
            } else if !means.needs.are_met(&read) {
                let needs = if means.needs == host::Needs::Sack { "recovery: ≠ newreno" } else { "timestamps: true" };
                (Code::NoSignal, needs.to_string())
            } else {
                continue;
            };
            self.errors.add(|| Error::new(allowed.0, at.text(), "true".into(), allowed.1));
        }
    }

    /// Accurate feedback about ECN marks needs ECN, by the flow's own setting or its algorithm's default.
    fn feedback(&mut self, settings: &Choice, algorithm: &Section, place: &Place) {
        let accurate = settings.get("ecn_feedback") == Value::Word("accurate");
        if accurate && FlowSettings::read(&settings.values).ecn_use(algorithm).codepoint.is_none() {
            let at = Place::Field(place, "ecn_feedback");
            self.errors.add(|| Error::new(Code::NoEcn, at.text(), "\"accurate\"".into(), "classic".into()));
        }
    }

    /// The application of a flow.
    fn application(&mut self, entry: &Json, place: &Place) -> Choice {
        let at = Place::Field(place, "application");
        let default = Some(tables::default_application());
        self.choice(entry.get("application"), "kind", tables::applications(), default, "", &at)
    }

    /// A flash crowd's entry about its transfers.
    fn transfers(&mut self, entry: &Json, fields: &Fields, place: &Place) -> Transfers {
        let options: Vec<(String, Json)> =
            fields.iter().filter(|(name, _)| tables::is_transfer_option(name)).cloned().collect();
        let settings = self.section(&options, &host::SECTION, place, &[]);
        Transfers { algorithm: self.algorithm(entry, &settings, place), settings }
    }

    /// Cross traffic of an unknown kind: the fields that every kind has, with the same range.
    fn common(&mut self, fields: &Fields, place: &Place) {
        let kinds = tables::traffic();
        for (name, given) in fields {
            let mut rows = kinds.iter().map(|kind| kind.index(name).map(|row| &kind.params[row]));
            let Some(Some(first)) = rows.next() else { continue };
            if rows.all(|row| row.is_some_and(|row| row.domain == first.domain && row.nullable == first.nullable))
                && let Err(error) = value::check(first, given, || Place::Field(place, name).text())
            {
                self.errors.add(|| error);
            }
        }
    }
}
