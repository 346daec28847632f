//! Changes while a run goes on (contract 1.5): each is resolved to the engine's `Change` against the document as it
//! stands at that moment, in order of effect. Not here: what the engine does with them.

use crate::error::{Code, Error, nearest, shorten};
use crate::json::Json;
use crate::read::{Place, Reader};
use crate::{tables, value};
use sawtooth_engine::params::{Choice, Section, Value};
use sawtooth_engine::scenario::{Change, Intervention, RUN, Scenario};
use sawtooth_engine::units::Time;
use std::collections::BTreeMap;

/// Whom a name means.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Who {
    /// A flow, by its place in the list.
    Flow(usize),
    /// Cross traffic, by its place in the list.
    Cross(usize),
}

impl Who {
    pub(crate) fn list(self) -> &'static str {
        match self {
            Who::Flow(_) => "flows",
            Who::Cross(_) => "cross_traffic",
        }
    }
    pub(crate) fn place(self) -> String {
        let (Who::Flow(i) | Who::Cross(i)) = self;
        format!("{}[{i}]", self.list())
    }
}

/// The document as it stands at some moment.
#[derive(Clone, Debug)]
pub(crate) struct Stand {
    pub(crate) bottleneck: Choice,
    pub(crate) scenario: Scenario,
}

impl Stand {
    /// The document after one more change.
    pub(crate) fn apply(&mut self, change: &Change) {
        let Scenario { bottleneck, flows, cross_traffic, .. } = &mut self.scenario;
        match change {
            Change::Bottleneck(row, value) => {
                self.bottleneck.set(*row, *value);
                bottleneck.settings.set(*row, *value);
            }
            Change::Queue(row, value) => bottleneck.queue.set(*row, *value),
            Change::Discipline(choice) => bottleneck.queue = choice.clone(),
            Change::Loss(row, value) => bottleneck.loss.set(*row, *value),
            Change::LossModel(choice) => bottleneck.loss = choice.clone(),
            Change::Flow(flow, row, value) => flows[*flow].settings.set(*row, *value),
            Change::Algorithm(flow, row, value) => flows[*flow].algorithm.set(*row, *value),
            Change::Kind(flow, choice) => flows[*flow].algorithm = choice.clone(),
            Change::Traffic(cross, row, value) => cross_traffic[*cross].traffic.set(*row, *value),
        }
    }
}

/// One entry of the list whose own fields are right.
struct Entry<'a> {
    index: usize,
    at: Time,
    path: &'a str,
    value: &'a Json,
}

impl Reader {
    /// Reads the list: first each entry by itself, then all in order of effect.
    pub(crate) fn interventions(
        &mut self,
        given: Option<&Json>,
        mut stand: Stand,
        names: &BTreeMap<String, Who>,
    ) -> Vec<Intervention> {
        let list = Place::Field(&Place::Root, "interventions");
        let mut entries = Vec::new();
        for (index, entry) in self.list(given, &list, usize::MAX).iter().enumerate() {
            entries.extend(self.entry(entry, index, &Place::Index(&list, index)));
        }
        entries.sort_by_key(|e| e.at); // stable: entries of one instant stay in list order
        let mut changes = Vec::with_capacity(entries.len());
        for Entry { index, at, path, value } in entries {
            match (Resolver { stand: &stand, names, path, value }).resolve() {
                Ok(change) => {
                    stand.apply(&change);
                    changes.push(Intervention { at, change });
                }
                Err(refusal) if self.unsure.contains(&refusal.within) => {}
                Err(refusal) => self.errors.add(|| refusal.error(index, path)),
            }
        }
        changes
    }

    fn entry<'a>(&mut self, given: &'a Json, index: usize, place: &Place) -> Option<Entry<'a>> {
        let fields = self.object(given, place)?;
        let known = ["at_s", "path", "value"];
        for (name, _) in fields.iter().filter(|(n, _)| !known.contains(&n.as_str())) {
            let at = Place::Field(place, name);
            self.errors.add(|| {
                Error::new(Code::UnknownField, at.text(), shorten(name), known.join("|")).nearest(nearest(name, known))
            });
        }
        let row = &tables::InterventionSettings::PARAMS[0];
        let at_place = Place::Field(place, "at_s");
        let at = match given.get("at_s").map(|at| value::check(row, at, || at_place.text())) {
            Some(Ok(Value::Number(at))) => Some(Time::from_seconds(at)),
            Some(Ok(_)) => None,
            Some(Err(error)) => {
                self.errors.add(|| error);
                None
            }
            None => {
                self.missing(&at_place, &value::allowed(row));
                None
            }
        };
        let path_place = Place::Field(place, "path");
        let path = match given.get("path") {
            Some(Json::String(path)) => Some(path.as_str()),
            Some(other) => {
                self.wrong_type(other, &path_place, "\"…\"");
                None
            }
            None => {
                self.missing(&path_place, "\"…\"");
                None
            }
        };
        let value = given.get("value");
        if value.is_none() {
            self.missing(&Place::Field(place, "value"), "");
        }
        Some(Entry { index, at: at?, path: path?, value: value? })
    }
}

/// Why a path or its value is refused.
struct Refusal {
    /// Its place is the one in the document.
    error: Box<Error>,
    /// The part whose fields were looked through: if that part is itself in error, this is no further one.
    within: String,
}

impl Refusal {
    fn new(within: &str, error: Error) -> Refusal {
        Refusal { within: within.into(), error: Box::new(error) }
    }

    /// Place: the entry, the path as given, and (where it differs) the place in the document.
    fn error(self, index: usize, path: &str) -> Error {
        let mut place = format!("interventions[{index}]: {}", shorten(path));
        if self.error.place != path && self.error.code != Code::NoSuchPath {
            place.push_str(&format!(" ({})", self.error.place));
        }
        Error { place, ..*self.error }
    }
}

/// A named part of the document with what a path may find in it.
struct Part<'a> {
    place: String,
    choice: &'a Choice,
    /// The field that switches the whole part, and its list; its switch is always live.
    switch: Option<(&'static str, &'static [&'static Section])>,
    /// Fields that exist and never change.
    fixed: &'static [&'static str],
    /// Parts inside it.
    inner: &'static [&'static str],
}

/// What a path's last step meets.
enum Step {
    /// The whole part becomes this.
    Switch(Choice),
    /// A row of the part's table.
    Row(usize, Value),
}

struct Resolver<'a> {
    stand: &'a Stand,
    names: &'a BTreeMap<String, Who>,
    path: &'a str,
    value: &'a Json,
}

impl Resolver<'_> {
    fn resolve(&self) -> Result<Change, Refusal> {
        let steps: Vec<&str> = self.path.split('.').collect();
        match steps[..] {
            ["bottleneck", "queue", field] => self.queue(field),
            ["bottleneck", "loss", field] => self.loss(field),
            ["bottleneck", field] => {
                let inner = &["queue", "loss"];
                let choice = &self.stand.bottleneck;
                let part = Part { place: "bottleneck".into(), choice, switch: None, fixed: &[], inner };
                match self.step(&part, field)? {
                    Step::Row(row, value) => Ok(Change::Bottleneck(row, value)),
                    Step::Switch(_) => unreachable!("a bottleneck has no kinds"),
                }
            }
            ["flows", name, "algorithm", field] => {
                let flow = self.who("flows", name)?;
                let choice = &self.stand.scenario.flows[flow].algorithm;
                let place = format!("flows[{flow}].algorithm");
                let switch = Some(("kind", tables::algorithms()));
                match self.step(&Part { place, choice, switch, fixed: &[], inner: &[] }, field)? {
                    Step::Switch(choice) => Ok(Change::Kind(flow, choice)),
                    Step::Row(row, value) => Ok(Change::Algorithm(flow, row, value)),
                }
            }
            ["flows", name, field] => {
                let flow = self.who("flows", name)?;
                let choice = &self.stand.scenario.flows[flow].settings;
                let place = format!("flows[{flow}]");
                let part = Part { place, choice, switch: None, fixed: &["name", "stream"], inner: &["algorithm"] };
                match self.step(&part, field)? {
                    Step::Row(row, value) => Ok(Change::Flow(flow, row, value)),
                    Step::Switch(_) => unreachable!("a host does not switch"),
                }
            }
            ["cross_traffic", name, field] => {
                let cross = self.who("cross_traffic", name)?;
                let choice = &self.stand.scenario.cross_traffic[cross].traffic;
                let place = format!("cross_traffic[{cross}]");
                let part = Part { place, choice, switch: None, fixed: &["kind", "name", "stream"], inner: &[] };
                match self.step(&part, field)? {
                    Step::Row(row, value) => Ok(Change::Traffic(cross, row, value)),
                    Step::Switch(_) => unreachable!("cross traffic does not switch"),
                }
            }
            [field] if ["schema", "title"].contains(&field) => Err(self.not_live(field.into())),
            [field] if tables::names(RUN.params).any(|n| n == field) => Err(self.not_live(field.into())),
            _ => Err(self.nowhere(steps[0], &["bottleneck", "flows", "cross_traffic"], "")),
        }
    }

    fn queue(&self, field: &str) -> Result<Change, Refusal> {
        let old = &self.stand.scenario.bottleneck.queue;
        let switch = Some(("discipline", tables::disciplines()));
        let part = Part { place: "bottleneck.queue".into(), choice: old, switch, fixed: &[], inner: &[] };
        Ok(match self.step(&part, field)? {
            Step::Switch(mut new) => {
                // The limit stays, in its unit.
                for name in ["limit_packets", "limit_bytes"] {
                    if let (value @ Value::Number(_), Some(row)) = (old.get(name), new.section.index(name)) {
                        new.set(row, value);
                    }
                }
                Change::Discipline(new)
            }
            Step::Row(row, value) => Change::Queue(row, value),
        })
    }

    fn loss(&self, field: &str) -> Result<Change, Refusal> {
        let old = &self.stand.scenario.bottleneck.loss;
        let switch = Some(("model", tables::models()));
        let place = "bottleneck.loss".to_string();
        if field == "probability" && old.section.kind == "none" {
            // Setting the probability where there is no model makes it Bernoulli (contract 1.1).
            let mut new = Choice::of(tables::default_model());
            let part = Part { place, choice: &new.clone(), switch, fixed: &[], inner: &[] };
            if let Step::Row(row, value) = self.step(&part, field)? {
                new.set(row, value);
            }
            return Ok(Change::LossModel(new));
        }
        Ok(match self.step(&Part { place, choice: old, switch, fixed: &[], inner: &[] }, field)? {
            Step::Switch(new) => Change::LossModel(new),
            Step::Row(row, value) => Change::Loss(row, value),
        })
    }

    fn who(&self, list: &str, name: &str) -> Result<usize, Refusal> {
        match self.names.get(name) {
            Some(Who::Flow(index)) if list == "flows" => Ok(*index),
            Some(Who::Cross(index)) if list == "cross_traffic" => Ok(*index),
            _ => {
                let known: Vec<&str> =
                    self.names.iter().filter(|(_, who)| who.list() == list).map(|(n, _)| n.as_str()).collect();
                Err(self.nowhere(name, &known, list))
            }
        }
    }

    /// The last step of a path, within a part.
    fn step(&self, part: &Part, field: &str) -> Result<Step, Refusal> {
        let section = part.choice.section;
        let place = format!("{}.{field}", part.place);
        if let Some((_, sections)) = part.switch.filter(|(switch, _)| *switch == field) {
            let kinds: Vec<&str> = sections.iter().map(|s| s.kind).collect();
            let kind = self.word(place, &kinds)?;
            return Ok(Step::Switch(Choice::of(tables::find(sections, kind).unwrap_or(section))));
        }
        let Some(row) = section.index(field) else {
            if part.fixed.contains(&field) {
                return Err(self.not_live(place));
            }
            let mut known: Vec<&str> = tables::names(section.params).collect();
            known.extend(part.switch.iter().map(|(name, _)| *name).chain(part.inner.iter().copied()));
            return Err(self.nowhere(field, &known, &part.place));
        };
        let param = &section.params[row];
        if part.switch.is_some() && field == section.selector {
            let names: Vec<&str> = section.variants.iter().map(|v| v.name).collect();
            let variant = self.word(place, &names)?;
            return Ok(Step::Switch(Choice { section, values: section.defaults(Some(variant)) }));
        }
        if let Some(variant) = value::lacking(part.choice, param.name) {
            let allowed = format!("{} ≠ {variant}", section.selector);
            let found = crate::error::found(self.value);
            return Err(Refusal::new(&part.place, Error::new(Code::LacksField, place, found, allowed)));
        }
        if !param.live {
            return Err(self.not_live(place));
        }
        let value = value::check(param, self.value, || place).map_err(|error| Refusal::new(&part.place, error))?;
        Ok(Step::Row(row, value))
    }

    /// The value as one of some words.
    fn word<'a>(&self, place: String, words: &[&'a str]) -> Result<&'a str, Refusal> {
        let text = self.value.text();
        if let Some(word) = words.iter().find(|w| Some(**w) == text) {
            return Ok(word);
        }
        let code = if text.is_some() { Code::UnknownName } else { Code::WrongType };
        let error = Error::new(code, place, crate::error::found(self.value), words.join("|"));
        let near = text.and_then(|text| nearest(text, words.iter().copied()));
        // A word is right or wrong whatever else is wrong with the part: nothing excuses it.
        Err(Refusal::new("", error.nearest(near)))
    }

    fn not_live(&self, place: String) -> Refusal {
        let found = crate::error::found(self.value);
        Refusal::new("", Error::new(Code::NotLive, place, found, String::new()))
    }

    fn nowhere(&self, step: &str, known: &[&str], within: &str) -> Refusal {
        let most = known.len().min(40);
        let more = if known.len() > most { "|…" } else { "" };
        let allowed = format!("{}{more}", known[..most].join("|"));
        let error = Error::new(Code::NoSuchPath, self.path.into(), shorten(step), allowed);
        Refusal::new(within, error.nearest(nearest(step, known.iter().copied())))
    }
}
