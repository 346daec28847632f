//! From a JSON tree to a checked document, by walking the engine's tables; all that is wrong is told at once
//! (contract 1 to 1.3, 1.6). Not here: changes while a run goes on (`interventions.rs`), JSON text (`parse.rs`).

use crate::error::{Code, Error, Errors, found, nearest, shorten};
use crate::interventions::Who;
use crate::json::Json;
use crate::{Document, tables, value};
use sawtooth_engine::params::{Choice, Section, Value};
use sawtooth_engine::scenario::{BOTTLENECK, Bottleneck, CrossTraffic, Flow, RUN, RunSettings, Scenario};
use sawtooth_engine::tcp::host;
use sawtooth_engine::units::Time;
use std::collections::{BTreeMap, BTreeSet};

/// The version of documents that this engine reads.
pub const SCHEMA: f64 = 1.0;
/// Most entries of `flows`, and of `cross_traffic`.
pub const MAX_FLOWS: usize = 10_000;
/// Most characters of a name.
pub const MAX_NAME: usize = 64;
/// Names that are the laboratory's own.
pub const TAKEN: &[&str] = &["bottleneck", "reverse_bottleneck"];

/// Checks a tree.
pub fn check(raw: Json) -> Result<Document, Errors> {
    let mut reader = Reader::default();
    match reader.document(&raw) {
        Some((scenario, title, run)) if reader.errors.count() == 0 => Ok(Document { raw, scenario, title, run }),
        _ => Err(reader.errors),
    }
}

/// Where a value stands, built only when an error needs it.
#[derive(Clone, Copy)]
pub(crate) enum Place<'a> {
    Root,
    Field(&'a Place<'a>, &'a str),
    Index(&'a Place<'a>, usize),
}

impl Place<'_> {
    pub(crate) fn text(&self) -> String {
        match self {
            Place::Root => String::new(),
            Place::Field(Place::Root, name) => shorten(name),
            Place::Field(parent, name) => format!("{}.{}", parent.text(), shorten(name)),
            Place::Index(parent, index) => format!("{}[{index}]", parent.text()),
        }
    }
}

type Fields = [(String, Json)];

/// Collects what is wrong on the way.
#[derive(Default)]
pub(crate) struct Reader {
    pub(crate) errors: Errors,
    /// Places whose content is unknown after an error: what a path finds missing there is no further error.
    pub(crate) unsure: BTreeSet<String>,
}

impl Reader {
    fn document(&mut self, raw: &Json) -> Option<(Scenario, Option<String>, Choice)> {
        let root = Place::Root;
        let Some(fields) = raw.fields() else {
            self.errors.add(|| Error::new(Code::WrongType, "document".into(), found(raw), "{ … }".into()));
            return None;
        };
        self.schema(raw);
        let own = ["schema", "title", "bottleneck", "flows", "cross_traffic", "interventions"];
        let run = self.section(fields, &RUN, &root, &own);
        let title = raw.get("title").and_then(|title| {
            if title.text().is_none() {
                self.wrong_type(title, &Place::Field(&root, "title"), "\"…\"");
            }
            title.text().map(String::from)
        });
        let bottleneck = self.bottleneck(raw.get("bottleneck"));
        let settings = RunSettings::read(&run.values);
        let mut names = BTreeMap::new();
        let flows = self.flows(raw.get("flows"), &mut names);
        let cross_traffic = self.cross_traffic(raw.get("cross_traffic"), &mut names);
        let entries = |name| raw.get(name).is_some_and(|list| list.elements().is_none_or(|e| !e.is_empty()));
        if !entries("flows") && !entries("cross_traffic") {
            self.errors.add(|| Error::new(Code::NoTraffic, "flows".into(), "0".into(), "flows|cross_traffic".into()));
        }
        let mut scenario = Scenario {
            seed: settings.seed,
            // Above 0 is legal, however little: a run lasts a nanosecond at least.
            duration: Time::from_seconds(settings.duration_s).max(Time(1)),
            packet_bytes: settings.packet_bytes,
            bottleneck,
            reverse_bottleneck: None,
            flows,
            cross_traffic,
            interventions: Vec::new(),
        };
        scenario.interventions = self.interventions(raw.get("interventions"), scenario.clone(), &names);
        Some((scenario, title, run))
    }

    fn schema(&mut self, raw: &Json) {
        let place = || "schema".to_string();
        match raw.get("schema") {
            None => self.errors.add(|| Error::new(Code::MissingField, place(), String::new(), "1".into())),
            Some(Json::Number(n)) if n.value == SCHEMA => {}
            Some(other) => self.errors.add(|| Error::new(Code::BadSchemaVersion, place(), found(other), "1".into())),
        }
    }

    fn bottleneck(&mut self, given: Option<&Json>) -> Bottleneck {
        let place = Place::Field(&Place::Root, "bottleneck");
        let fields = match given {
            Some(given) => self.object(given, &place),
            None => {
                self.missing(&place, "{ … }");
                None
            }
        };
        let (Some(fields), Some(given)) = (fields, given) else {
            self.unsure.insert("bottleneck.queue".into());
            self.unsure.insert("bottleneck.loss".into());
            return Bottleneck {
                settings: Choice::of(&BOTTLENECK),
                queue: Choice::of(tables::default_discipline()),
                loss: Choice::of(tables::default_model()),
                reordering: None,
            };
        };
        let settings = self.section(fields, &BOTTLENECK, &place, &["queue", "loss"]);
        let at = Place::Field(&place, "queue");
        if given.get("queue").is_none() {
            self.missing(&at, "{ … }");
        }
        let queue = self.choice(
            given.get("queue"),
            "discipline",
            tables::disciplines(),
            Some(tables::default_discipline()),
            &at,
        );
        let at = Place::Field(&place, "loss");
        let loss = self.choice(given.get("loss"), "model", tables::models(), Some(tables::default_model()), &at);
        Bottleneck { settings, queue, loss, reordering: None }
    }

    fn flows(&mut self, given: Option<&Json>, names: &mut BTreeMap<String, Who>) -> Vec<Flow> {
        let list = Place::Field(&Place::Root, "flows");
        let mut streams = BTreeMap::new();
        let mut flows = Vec::new();
        for (i, entry) in self.list(given, &list, MAX_FLOWS).iter().enumerate() {
            let place = Place::Index(&list, i);
            let Some(fields) = self.object(entry, &place) else {
                self.unsure.insert("flows".into());
                continue;
            };
            let name = self.name(entry, &place, || format!("flow{}", i + 1), Who::Flow(i), names);
            let stream = self.stream(entry, &place, i, &mut streams);
            let settings = self.section(fields, &host::SECTION, &place, &["name", "stream", "algorithm"]);
            let at = Place::Field(&place, "algorithm");
            let default = tables::default_algorithm();
            let algorithm = self.choice(entry.get("algorithm"), "kind", tables::algorithms(), Some(default), &at);
            flows.push(Flow { name, stream, algorithm, settings });
        }
        flows
    }

    fn cross_traffic(&mut self, given: Option<&Json>, names: &mut BTreeMap<String, Who>) -> Vec<CrossTraffic> {
        let list = Place::Field(&Place::Root, "cross_traffic");
        let mut streams = BTreeMap::new();
        let mut traffic = Vec::new();
        for (i, entry) in self.list(given, &list, MAX_FLOWS).iter().enumerate() {
            let place = Place::Index(&list, i);
            let Some(fields) = self.object(entry, &place) else {
                self.unsure.insert("cross_traffic".into());
                continue;
            };
            let section = self.kind(entry, "kind", tables::traffic(), None, &place);
            let choice = match section {
                Some(section) => self.section(fields, section, &place, &["kind", "name", "stream"]),
                None => {
                    self.unsure.insert(place.text());
                    self.common(fields, &place);
                    Choice::of(tables::traffic()[0])
                }
            };
            let kind = choice.section.kind;
            let name = self.name(entry, &place, || format!("{kind}{}", i + 1), Who::Cross(i), names);
            let stream = self.stream(entry, &place, i, &mut streams);
            traffic.push(CrossTraffic { name, stream, traffic: choice, transfers: None });
        }
        traffic
    }

    /// Of cross traffic whose kind is unknown: the fields that every kind has, in the same range.
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

    /// The kind that a field chooses; none after an error.
    fn kind(
        &mut self,
        given: &Json,
        field: &str,
        sections: &'static [&'static Section],
        default: Option<&'static Section>,
        parent: &Place,
    ) -> Option<&'static Section> {
        let place = Place::Field(parent, field);
        let kinds = || sections.iter().map(|s| s.kind);
        let allowed = || kinds().collect::<Vec<_>>().join("|");
        match given.get(field) {
            None => {
                if default.is_none() {
                    self.missing(&place, &allowed());
                }
                default
            }
            Some(Json::String(kind)) => {
                let section = tables::find(sections, kind);
                if section.is_none() {
                    self.errors.add(|| {
                        Error::new(Code::UnknownName, place.text(), shorten(&format!("{kind:?}")), allowed())
                            .nearest(nearest(kind, kinds()))
                    });
                }
                section
            }
            Some(other) => {
                self.wrong_type(other, &place, &allowed());
                None
            }
        }
    }

    /// An object whose one field chooses a section and whose others are that section's.
    fn choice(
        &mut self,
        given: Option<&Json>,
        field: &'static str,
        sections: &'static [&'static Section],
        default: Option<&'static Section>,
        place: &Place,
    ) -> Choice {
        let fallback = Choice::of(default.unwrap_or(sections[0]));
        let Some(given) = given else { return fallback };
        let Some(fields) = self.object(given, place) else {
            self.unsure.insert(place.text());
            return fallback;
        };
        match self.kind(given, field, sections, default, place) {
            Some(section) => self.section(fields, section, place, &[field]),
            None => {
                self.unsure.insert(place.text());
                fallback
            }
        }
    }

    /// The fields of an object that are a section's; `also` are other tables'.
    fn section(&mut self, fields: &Fields, section: &'static Section, place: &Place, also: &[&str]) -> Choice {
        let named = |name: &str| fields.iter().find(|(n, _)| n == name).map(|(_, v)| v);
        let variant = section.variants.iter().find(|v| named(section.selector).and_then(Json::text) == Some(v.name));
        let mut choice = Choice { section, values: section.defaults(variant.map(|v| v.name)) };
        let variant = variant.or(section.variants.first());
        let lacks = |name: &str| variant.is_some_and(|v| v.lacks.contains(&name));
        for (name, given) in fields {
            let at = Place::Field(place, name);
            match section.index(name) {
                Some(_) if lacks(name) => {
                    let variant = variant.map_or("", |v| v.name);
                    let allowed = format!("{} ≠ {variant}", section.selector);
                    self.errors.add(|| Error::new(Code::LacksField, at.text(), found(given), allowed));
                }
                Some(row) => match value::check(&section.params[row], given, || at.text()) {
                    Ok(value) if name != section.selector => choice.set(row, value),
                    Ok(_) => {}
                    Err(error) => {
                        if name == section.selector {
                            self.unsure.insert(place.text());
                        }
                        self.errors.add(|| error);
                    }
                },
                None if also.contains(&name.as_str()) => {}
                None => self.errors.add(|| {
                    let mut known: Vec<&str> = also.to_vec();
                    known.extend(section.params.iter().map(|p| p.name).filter(|n| !lacks(n)));
                    Error::new(Code::UnknownField, at.text(), shorten(name), known.join("|"))
                        .nearest(nearest(name, known))
                }),
            }
        }
        for param in section.params.iter().filter(|p| p.required && named(p.name).is_none()) {
            self.missing(&Place::Field(place, param.name), &value::allowed(param));
        }
        self.alternatives(fields, section, place);
        choice
    }

    fn alternatives(&mut self, fields: &Fields, section: &'static Section, place: &Place) {
        for group in section.one_of {
            let given: Vec<&str> =
                group.fields.iter().copied().filter(|f| fields.iter().any(|(n, _)| n == f)).collect();
            let code = match given.len() {
                0 if group.required => Code::OneOfNeither,
                0 | 1 => continue,
                _ => Code::OneOfBoth,
            };
            self.errors.add(|| Error::new(code, place.text(), given.join(", "), group.fields.join("|")));
        }
    }

    fn name(
        &mut self,
        entry: &Json,
        parent: &Place,
        default: impl FnOnce() -> String,
        who: Who,
        names: &mut BTreeMap<String, Who>,
    ) -> String {
        let place = Place::Field(parent, "name");
        let name = match entry.get("name") {
            None => default(),
            Some(Json::String(name)) => name.clone(),
            Some(other) => {
                self.wrong_type(other, &place, "\"…\"");
                self.unsure.insert(who.list().into());
                return default();
            }
        };
        let fits = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-');
        let length = name.chars().count();
        if !(1..=MAX_NAME).contains(&length) || !name.chars().all(fits) || TAKEN.contains(&name.as_str()) {
            let allowed = format!("1 <= n <= {MAX_NAME}: \\p{{L}} \\p{{N}} ␠ _ -; ≠ {}", TAKEN.join(", "));
            self.errors.add(|| Error::new(Code::BadName, place.text(), shorten(&format!("{name:?}")), allowed));
            self.unsure.insert(who.list().into());
        } else if let Some(other) = names.get(&name) {
            let found = format!("{name:?} = {}", other.place());
            let allowed = format!("≠ {name:?}");
            self.errors.add(|| Error::new(Code::DuplicateName, place.text(), found, allowed));
        } else {
            names.insert(name.clone(), who);
        }
        name
    }

    fn stream(&mut self, entry: &Json, parent: &Place, index: usize, streams: &mut BTreeMap<u64, usize>) -> u64 {
        let place = Place::Field(parent, "stream");
        let stream = match entry.get("stream") {
            None => index as u64,
            Some(given) => match value::check(&tables::EntrySettings::PARAMS[0], given, || place.text()) {
                Ok(Value::Number(stream)) => stream as u64,
                Ok(_) => index as u64,
                Err(error) => {
                    self.errors.add(|| error);
                    return index as u64;
                }
            },
        };
        if let Some(other) = streams.insert(stream, index) {
            let found = format!("{stream} = [{other}]");
            let allowed = format!("≠ {stream}");
            self.errors.add(|| Error::new(Code::DuplicateStream, place.text(), found, allowed));
        }
        stream
    }

    pub(crate) fn object<'a>(&mut self, given: &'a Json, place: &Place) -> Option<&'a Fields> {
        if given.fields().is_none() {
            self.wrong_type(given, place, "{ … }");
        }
        given.fields()
    }

    pub(crate) fn list<'a>(&mut self, given: Option<&'a Json>, place: &Place, most: usize) -> &'a [Json] {
        let Some(given) = given else { return &[] };
        let Some(elements) = given.elements() else {
            self.wrong_type(given, place, "[ … ]");
            self.unsure.insert(place.text());
            return &[];
        };
        if elements.len() > most {
            self.errors
                .add(|| Error::new(Code::TooMany, place.text(), elements.len().to_string(), format!("<= {most}")));
            self.unsure.insert(place.text());
        }
        &elements[..elements.len().min(most)]
    }

    pub(crate) fn wrong_type(&mut self, given: &Json, place: &Place, allowed: &str) {
        self.errors.add(|| Error::new(Code::WrongType, place.text(), found(given), allowed.into()));
    }

    pub(crate) fn missing(&mut self, place: &Place, allowed: &str) {
        self.errors.add(|| Error::new(Code::MissingField, place.text(), String::new(), allowed.into()));
    }
}
