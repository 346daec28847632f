//! Changes while a run goes on (contract 1.5): each is resolved to the engine's `Change` against the document as it
//! stands at that moment, in order of effect. Not here: what the engine does with them.

use crate::error::{Code, Error, nearest, shorten};
use crate::json::Json;
use crate::read::{Place, Reader};
use crate::{tables, value};
use sawtooth_engine::params::{Choice, Section, Value};
use sawtooth_engine::scenario::{Change, Intervention, RUN, Scenario, Side};
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

/// One entry of the list whose path can be looked up; what else it lacks has been told.
struct Entry<'a> {
    index: usize,
    at: Option<Time>,
    path: &'a str,
    value: Option<&'a Json>,
}

/// Stands in for a value that is missing: no setting takes it, so that the refusal tells what the setting allows.
static NO_VALUE: Json = Json::Array(Vec::new());
/// What a value may be where its setting is unknown.
const ANY_VALUE: &str = "x|\"…\"|true|false|null";

impl Reader {
    /// Reads the list: first each entry by itself, then all in order of effect.
    pub(crate) fn interventions(
        &mut self,
        given: Option<&Json>,
        mut stand: Scenario,
        names: &BTreeMap<String, Who>,
    ) -> Vec<Intervention> {
        let list = Place::Field(&Place::Root, "interventions");
        let mut entries = Vec::new();
        for (index, entry) in self.list(given, &list, usize::MAX).iter().enumerate() {
            entries.extend(self.entry(entry, index, &Place::Index(&list, index)));
        }
        // An entry without a moment has no place in that order: only what is wrong at the start and at the end is told.
        let (mut entries, timeless): (Vec<Entry>, Vec<Entry>) = entries.into_iter().partition(|e| e.at.is_some());
        for Entry { path, value, .. } in &timeless {
            let value = value.unwrap_or(&NO_VALUE);
            match (Resolver { stand: &stand, names, path, value }).resolve() {
                Ok(change) => self.unsure.extend(switched(&change)),
                Err(refusal) => self.unsure.extend(refusal.spoils),
            }
        }
        let start = (!timeless.is_empty()).then(|| stand.clone());
        entries.sort_by_key(|e| e.at); // stable: entries of one instant stay in list order
        let mut changes = Vec::with_capacity(entries.len());
        for entry in &entries {
            let value = entry.value.unwrap_or(&NO_VALUE);
            match (Resolver { stand: &stand, names, path: entry.path, value }).resolve() {
                Ok(change) => {
                    if let Some(part) = switched(&change) {
                        self.unsure.remove(&part);
                    }
                    stand.apply(&change);
                    changes.push(Intervention { at: entry.at.unwrap_or(Time::ZERO), change });
                }
                Err(refusal) => self.refuse(entry, refusal),
            }
        }
        for entry in &timeless {
            let value = entry.value.unwrap_or(&NO_VALUE);
            let resolve = |stand| Resolver { stand, names, path: entry.path, value }.resolve();
            if let Some(Err(refusal)) = start.as_ref().map(resolve)
                && resolve(&stand).is_err()
            {
                self.refuse(entry, refusal);
            }
        }
        changes
    }

    fn refuse(&mut self, entry: &Entry, refusal: Refusal) {
        let excused = self.unsure.contains(&refusal.within);
        self.unsure.extend(refusal.spoils);
        let error = || {
            let mut error = (refusal.make)();
            // Place: the entry, the path as given, and (where it differs) the place in the document.
            let mut place = format!("interventions[{}]: {}", entry.index, shorten(entry.path));
            let leads = matches!(error.code, Code::NoSuchPath | Code::PathGoesOn | Code::PathTooLong);
            if error.place != entry.path && !leads {
                place.push_str(&format!(" ({})", error.place));
            }
            error.place = place;
            if entry.value.is_none() && error.code == Code::NotLive {
                error.found = "…".into(); // not the stand-in
            }
            error
        };
        if entry.value.is_some() {
            if !excused {
                self.errors.add(error);
            }
            return;
        }
        let place = format!("interventions[{}].value", entry.index);
        self.errors.add(|| Error::new(Code::MissingField, place.clone(), String::new(), ANY_VALUE.into()));
        if excused {
            return;
        }
        self.errors.add(error);
        // What the setting allows says more than that the stand-in is refused.
        if let [.., missing, last] = &mut self.errors.list[..]
            && missing.place == place
            && matches!(last.code, Code::WrongType | Code::LacksField)
        {
            missing.allowed = std::mem::take(&mut last.allowed);
            self.errors.list.pop();
        }
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
        if value.is_none() && path.is_none() {
            self.missing(&Place::Field(place, "value"), ANY_VALUE);
        }
        Some(Entry { index, at, path: path?, value })
    }
}

/// The part that a change switches as a whole, if it does.
fn switched(change: &Change) -> Option<String> {
    match change {
        Change::Kind(flow, _) => Some(format!("flows[{flow}].algorithm")),
        Change::Discipline(..) => Some("bottleneck.queue".into()),
        Change::LossModel(..) => Some("bottleneck.loss".into()),
        _ => None,
    }
}

/// Why a path or its value is refused.
struct Refusal<'a> {
    /// Makes the error, its place the one in the document: only if it is to be listed, for it may look through all names.
    make: Box<dyn FnOnce() -> Error + 'a>,
    /// The part whose fields were looked through: if that part is itself in error, this is no further one.
    within: String,
    /// The part that would have been switched: what follows cannot know it.
    spoils: Option<String>,
    /// The path itself is wrong, whatever the value.
    leads: bool,
}

impl<'a> Refusal<'a> {
    fn new(within: &str, make: impl FnOnce() -> Error + 'a) -> Refusal<'a> {
        Refusal { within: within.into(), make: Box::new(make), spoils: None, leads: false }
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

struct Resolver<'s, 'a> {
    stand: &'s Scenario,
    names: &'a BTreeMap<String, Who>,
    path: &'a str,
    value: &'a Json,
}

/// What a path begins with.
const ROOTS: &[&str] = &["bottleneck", "flows", "cross_traffic"];

impl<'a> Resolver<'_, 'a> {
    fn resolve(&self) -> Result<Change, Refusal<'a>> {
        let path: &'a str = self.path;
        let steps: Vec<&'a str> = path.split('.').collect();
        match steps[..] {
            ["bottleneck"] => self.bottleneck(""),
            ["bottleneck", "queue"] => self.queue(""),
            ["bottleneck", "queue", field] => self.queue(field),
            ["bottleneck", "loss"] => self.loss(""),
            ["bottleneck", "loss", field] => self.loss(field),
            ["bottleneck", field] => self.bottleneck(field),
            ["flows", name, "algorithm"] => self.algorithm(name, ""),
            ["flows", name, "algorithm", field] => self.algorithm(name, field),
            ["flows", name] => self.flow(name, ""),
            ["flows", name, field] => self.flow(name, field),
            ["cross_traffic", name] => self.cross(name, ""),
            ["cross_traffic", name, field] => self.cross(name, field),
            ["flows" | "cross_traffic"] => self.who(steps[0], "").map(|_| unreachable!("no name is empty")),
            [""] => Err(self.nowhere("", || ROOTS.to_vec(), "")),
            [field, ..] if ["schema", "title", "interventions"].contains(&field) => {
                Err(self.not_live(path.into(), ROOTS.to_vec()))
            }
            [field, ..] if tables::names(RUN.params).any(|n| n == field) => {
                Err(self.not_live(path.into(), ROOTS.to_vec()))
            }
            ["bottleneck" | "flows" | "cross_traffic", .., last] => {
                let end = path.len() - last.len() - 1;
                let shorter = Resolver { path: &path[..end], ..*self }.resolve();
                match shorter {
                    Err(refusal) if refusal.leads => Err(refusal),
                    _ => Err(Refusal::new("", move || {
                        Error::new(Code::PathTooLong, path.into(), shorten(last), shorten(&path[..end]))
                    })),
                }
            }
            _ => Err(self.nowhere(steps[0], || ROOTS.to_vec(), "")),
        }
    }

    fn bottleneck(&self, field: &'a str) -> Result<Change, Refusal<'a>> {
        let choice = &self.stand.bottleneck.settings;
        let inner = &["queue", "loss"];
        let part = Part { place: "bottleneck".into(), choice, switch: None, fixed: &[], inner };
        match self.step(&part, field)? {
            Step::Row(row, value) => Ok(Change::Bottleneck(Side::Forward, row, value)),
            Step::Switch(_) => unreachable!("a bottleneck has no kinds"),
        }
    }

    fn algorithm(&self, name: &'a str, field: &'a str) -> Result<Change, Refusal<'a>> {
        let flow = self.who("flows", name)?;
        let choice = &self.stand.flows[flow].algorithm;
        let place = format!("flows[{flow}].algorithm");
        let switch = Some(("kind", tables::algorithms()));
        match self.step(&Part { place, choice, switch, fixed: &[], inner: &[] }, field)? {
            Step::Switch(choice) => Ok(Change::Kind(flow, choice)),
            Step::Row(row, value) => Ok(Change::Algorithm(flow, row, value)),
        }
    }

    fn flow(&self, name: &'a str, field: &'a str) -> Result<Change, Refusal<'a>> {
        let flow = self.who("flows", name)?;
        let choice = &self.stand.flows[flow].settings;
        let place = format!("flows[{flow}]");
        let part = Part { place, choice, switch: None, fixed: &["name", "stream"], inner: &["algorithm"] };
        match self.step(&part, field)? {
            Step::Row(row, value) => Ok(Change::Flow(flow, row, value)),
            Step::Switch(_) => unreachable!("a host does not switch"),
        }
    }

    fn cross(&self, name: &'a str, field: &'a str) -> Result<Change, Refusal<'a>> {
        let cross = self.who("cross_traffic", name)?;
        let choice = &self.stand.cross_traffic[cross].traffic;
        let place = format!("cross_traffic[{cross}]");
        let part = Part { place, choice, switch: None, fixed: &["kind", "name", "stream"], inner: &[] };
        match self.step(&part, field)? {
            Step::Row(row, value) => Ok(Change::Traffic(cross, row, value)),
            Step::Switch(_) => unreachable!("cross traffic does not switch"),
        }
    }

    fn queue(&self, field: &'a str) -> Result<Change, Refusal<'a>> {
        let old = &self.stand.bottleneck.queue;
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
                Change::Discipline(Side::Forward, new)
            }
            Step::Row(row, value) => Change::Queue(Side::Forward, row, value),
        })
    }

    fn loss(&self, field: &'a str) -> Result<Change, Refusal<'a>> {
        let old = &self.stand.bottleneck.loss;
        let switch = Some(("model", tables::models()));
        let place = "bottleneck.loss".to_string();
        if field == "probability" && old.section.kind == "none" {
            // Setting the probability where there is no model makes it Bernoulli (contract 1.1).
            let mut new = Choice::of(tables::default_model());
            let part = Part { place, choice: &new.clone(), switch, fixed: &[], inner: &[] };
            if let Step::Row(row, value) = self.step(&part, field)? {
                new.set(row, value);
            }
            return Ok(Change::LossModel(Side::Forward, new));
        }
        Ok(match self.step(&Part { place, choice: old, switch, fixed: &[], inner: &[] }, field)? {
            Step::Switch(new) => Change::LossModel(Side::Forward, new),
            Step::Row(row, value) => Change::Loss(Side::Forward, row, value),
        })
    }

    fn who(&self, list: &'a str, name: &'a str) -> Result<usize, Refusal<'a>> {
        match self.names.get(name) {
            Some(Who::Flow(index)) if list == "flows" => Ok(*index),
            Some(Who::Cross(index)) if list == "cross_traffic" => Ok(*index),
            _ => {
                let names = self.names;
                let known =
                    move || names.iter().filter(|(_, who)| who.list() == list).map(|(n, _)| n.as_str()).collect();
                Err(self.nowhere(name, known, list))
            }
        }
    }

    /// The last step of a path, within a part.
    fn step(&self, part: &Part, field: &'a str) -> Result<Step, Refusal<'a>> {
        let section = part.choice.section;
        let place = format!("{}.{field}", part.place);
        if let Some((_, sections)) = part.switch.filter(|(switch, _)| *switch == field) {
            let kinds: Vec<&str> = sections.iter().map(|s| s.kind).collect();
            let kind = self.word(part, place, kinds)?;
            return Ok(Step::Switch(Choice::of(tables::find(sections, kind).unwrap_or(section))));
        }
        let Some(row) = section.index(field) else {
            let known = changeable(part);
            if part.fixed.contains(&field) {
                return Err(self.not_live(place, known));
            }
            return Err(self.nowhere(field, move || known, &part.place));
        };
        let param = &section.params[row];
        if part.switch.is_some() && field == section.selector {
            let names: Vec<&str> = section.variants.iter().map(|v| v.name).collect();
            let variant = self.word(part, place, names)?;
            return Ok(Step::Switch(Choice { section, values: section.defaults(Some(variant)) }));
        }
        if let Some(variant) = value::lacking(part.choice, param.name) {
            let allowed = format!("{} ≠ {variant}", section.selector);
            let given = self.value;
            let make = move || Error::new(Code::LacksField, place, crate::error::found(given), allowed);
            return Err(Refusal::new(&part.place, make));
        }
        if !param.live {
            return Err(self.not_live(place, changeable(part)));
        }
        let value =
            value::check(param, self.value, || place).map_err(|error| Refusal::new(&part.place, move || error))?;
        Ok(Step::Row(row, value))
    }

    /// The value as one of some words, which switches the part.
    fn word(&self, part: &Part, place: String, words: Vec<&'static str>) -> Result<&'static str, Refusal<'a>> {
        let given = self.value;
        let text = given.text();
        if let Some(word) = words.iter().find(|w| Some(**w) == text) {
            return Ok(word);
        }
        let code = if text.is_some() { Code::UnknownName } else { Code::WrongType };
        // A word is right or wrong whatever else is wrong with the part: nothing excuses it.
        let mut refusal = Refusal::new("", move || {
            let near = text.and_then(|text| nearest(text, words.iter().copied()));
            Error::new(code, place, crate::error::found(given), words.join("|")).nearest(near)
        });
        refusal.spoils = Some(part.place.clone());
        Err(refusal)
    }

    fn not_live(&self, place: String, live: Vec<&'static str>) -> Refusal<'a> {
        let given = self.value;
        let make = move || Error::new(Code::NotLive, place, crate::error::found(given), live.join("|"));
        Refusal { leads: true, ..Refusal::new("", make) }
    }

    /// A step that is not among those known; an empty one is the end of a path that must go on.
    fn nowhere(&self, step: &'a str, known: impl FnOnce() -> Vec<&'a str> + 'a, within: &str) -> Refusal<'a> {
        let path = self.path;
        let make = move || {
            let known = known();
            let most = known.len().min(40);
            let more = if known.len() > most { "|…" } else { "" };
            let allowed = format!("{}{more}", known[..most].join("|"));
            if step.is_empty() {
                let found = shorten(&format!("{path:?}"));
                return Error::new(Code::PathGoesOn, path.into(), found, allowed);
            }
            Error::new(Code::NoSuchPath, path.into(), shorten(step), allowed).nearest(nearest(step, known))
        };
        Refusal { leads: true, ..Refusal::new(within, make) }
    }
}

/// What a path may find in a part that changes while a run goes on.
fn changeable(part: &Part) -> Vec<&'static str> {
    let section = part.choice.section;
    let selects = |name: &str| part.switch.is_some() && name == section.selector;
    let rows = section.params.iter().filter(|p| p.live || selects(p.name));
    let mut known: Vec<&'static str> =
        rows.map(|p| p.name).filter(|name| value::lacking(part.choice, name).is_none()).collect();
    known.extend(part.switch.iter().map(|(name, _)| *name).chain(part.inner.iter().copied()));
    known
}
