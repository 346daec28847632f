//! Setting by path (contract 1.5): a path leads to one scalar of the current document, found in the engine's tables,
//! and becomes the engine's `Change`. Not here: the order of changes (`interventions.rs`), the range of a value
//! (`value.rs`).

use crate::error::{Code, Error, found, nearest, shorten};
use crate::json::Json;
use crate::sorted::Sorted;
use crate::{tables, value};
use sawtooth_engine::host;
use sawtooth_engine::params::{Choice, Param, Section, Value};
use sawtooth_engine::scenario::{Bottleneck, Change, Flow, RUN, Scenario, Side};

/// Owner of a name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Who {
    /// The list of its entry: `flows` or `cross_traffic`.
    pub(crate) list: &'static str,
    /// Place of its entry in that list of the document.
    pub(crate) entry: usize,
    /// Its index among the scenario's flows or cross traffic; none for an entry of which there are several copies: each of them has
    /// a name of its own.
    pub(crate) index: Option<usize>,
}

impl Who {
    /// Place of its entry in the document.
    pub(crate) fn place(self) -> String {
        format!("{}[{}]", self.list, self.entry)
    }
}

/// Reason for rejecting a path or its value.
pub(crate) struct Refusal<'a> {
    /// Makes the error, with its place in the document. It is called only if the error is listed, because it may search
    /// all names.
    pub(crate) make: Box<dyn FnOnce() -> Error + 'a>,
    /// The part whose fields were searched: if that part itself has an error, this is no further one.
    pub(crate) within: String,
    /// The part that would have been switched: later changes cannot know it.
    pub(crate) spoils: Option<String>,
    /// Whether the path itself is wrong, whatever the value.
    leads: bool,
}

impl<'a> Refusal<'a> {
    fn new(within: &str, make: impl FnOnce() -> Error + 'a) -> Refusal<'a> {
        Refusal { within: within.into(), make: Box::new(make), spoils: None, leads: false }
    }
}

/// A named part of the document with the fields and parts inside it.
struct Part<'p> {
    place: String,
    choice: &'p Choice,
    /// Options of a flash crowd's transfers, which are beside its own settings.
    options: Option<&'p Choice>,
    /// The field that switches the whole part, with its list; always changeable.
    switch: Option<(&'static str, &'static [&'static Section])>,
    /// Fields that exist and never change.
    fixed: &'static [&'static str],
    /// TCP stack of the flow whose algorithm it is; empty elsewhere.
    host: &'static str,
    /// Parts inside it.
    inner: &'static [&'static str],
}

impl<'p> Part<'p> {
    fn new(place: String, choice: &'p Choice) -> Part<'p> {
        Part { place, choice, options: None, switch: None, fixed: &[], host: "", inner: &[] }
    }
    /// A part that a field switches as a whole.
    fn switched(
        place: String,
        choice: &'p Choice,
        field: &'static str,
        sections: &'static [&'static Section],
    ) -> Part<'p> {
        Part { switch: Some((field, sections)), ..Part::new(place, choice) }
    }
    /// The row of a field, and the choice that contains it.
    fn row(&self, field: &str) -> Option<(&'p Choice, usize)> {
        let own = self.choice.section.index(field).map(|row| (self.choice, row));
        own.or_else(|| {
            let options = self.options.filter(|_| tables::is_transfer_option(field))?;
            Some((options, options.section.index(field)?))
        })
    }
    /// Fields that can change during a run.
    fn changeable(&self) -> Vec<&'static str> {
        let section = self.choice.section;
        let live = |param: &&Param| param.live || self.switch.is_some() && param.name == section.selector;
        let own = section.params.iter().filter(live).map(|p| p.name);
        let mut known: Vec<&str> = own.filter(|name| value::lacking(self.choice, name).is_none()).collect();
        if self.options.is_some() {
            known.extend(tables::transfer_options().filter(|p| p.live).map(|p| p.name));
        }
        known.extend(self.switch.iter().map(|(name, _)| *name).chain(self.inner.iter().copied()));
        known
    }
}

/// Target of a path's last step.
enum Step {
    /// The whole part becomes this.
    Switch(Choice),
    /// A row of the table that has the field.
    Row(usize, Value),
}

/// Looks up one path in the current document.
pub(crate) struct Resolver<'s, 'a> {
    pub(crate) stand: &'s Scenario,
    pub(crate) names: &'a Sorted<String, Who>,
    pub(crate) path: &'a str,
    pub(crate) value: &'a Json,
}

/// Parts of a bottleneck with settings that can change.
const INNER: &[&str] = &["queue", "loss", "policer", "reordering", "delay_variation"];

/// Those of a bottleneck: of the last one only if it has it.
fn inner(bottleneck: &Bottleneck) -> &'static [&'static str] {
    if bottleneck.delay_variation.is_some() { INNER } else { &INNER[..INNER.len() - 1] }
}

/// The name of a direction's bottleneck.
pub(crate) fn root(side: Side) -> &'static str {
    match side {
        Side::Forward => "bottleneck",
        Side::Reverse => "reverse_bottleneck",
    }
}

impl<'a> Resolver<'_, 'a> {
    /// First steps that a path may have.
    fn roots(&self) -> Vec<&'static str> {
        let reverse = self.stand.reverse_bottleneck.is_some().then_some(root(Side::Reverse));
        [root(Side::Forward)].into_iter().chain(reverse).chain(["flows", "cross_traffic"]).collect()
    }

    pub(crate) fn resolve(&self) -> Result<Change, Refusal<'a>> {
        let path: &'a str = self.path;
        let steps: Vec<&'a str> = path.split('.').collect();
        let named = |side: &Side| steps[0] == root(*side);
        let side = [Side::Forward, Side::Reverse].into_iter().find(named);
        let bottleneck = side.and_then(|side| Some((side, self.stand.side(side)?)));
        match (bottleneck, &steps[1..]) {
            (Some((side, at)), []) => self.bottleneck(side, at, ""),
            (Some((side, at)), ["queue"]) => self.queue(side, at, ""),
            (Some((side, at)), ["queue", field]) => self.queue(side, at, field),
            (Some((side, at)), ["loss"]) => self.loss(side, at, ""),
            (Some((side, at)), ["loss", field]) => self.loss(side, at, field),
            (Some((side, at)), ["policer"]) => self.policer(side, at, ""),
            (Some((side, at)), ["policer", field]) => self.policer(side, at, field),
            (Some((side, at)), ["reordering"]) => self.reordering(side, at, ""),
            (Some((side, at)), ["reordering", field]) => self.reordering(side, at, field),
            (Some((side, at)), ["delay_variation"]) => self.delay_variation(side, at, ""),
            (Some((side, at)), ["delay_variation", field]) => self.delay_variation(side, at, field),
            (Some((side, at)), ["rate_model", ..]) if at.rate_model.is_some() => {
                let live = self.live_fields(side, at);
                Err(self.not_live(path.into(), live))
            }
            (Some((side, at)), [field]) => self.bottleneck(side, at, field),
            (Some(_), [.., last]) => self.too_long(last),
            (None, rest) => self.entry(steps[0], rest),
        }
    }

    /// A path without a bottleneck.
    fn entry(&self, list: &'a str, rest: &[&'a str]) -> Result<Change, Refusal<'a>> {
        match (list, rest) {
            ("flows", [name, "algorithm"]) => self.algorithm(name, ""),
            ("flows", [name, "algorithm", field]) => self.algorithm(name, field),
            ("flows", [name, "application"]) => self.application(name, ""),
            ("flows", [name, "application", field]) => self.application(name, field),
            ("flows", [name]) => self.flow(name, ""),
            ("flows", [name, field]) => self.flow(name, field),
            ("cross_traffic", [name, "algorithm"]) => self.transfers(name, ""),
            ("cross_traffic", [name, "algorithm", field]) => self.transfers(name, field),
            ("cross_traffic", [name]) => self.cross(name, ""),
            ("cross_traffic", [name, field]) => self.cross(name, field),
            ("flows" | "cross_traffic", []) => self.who(list, "").map(|_| unreachable!("no name is empty")),
            ("flows" | "cross_traffic", [.., last]) => self.too_long(last),
            ("schema" | "title" | "interventions", _) => Err(self.not_live(self.path.into(), self.roots())),
            (field, _) if tables::names(RUN.params).any(|n| n == field) => {
                Err(self.not_live(self.path.into(), self.roots()))
            }
            _ if self.path.is_empty() => Err(self.nowhere("", self.known(), "")),
            _ => Err(self.nowhere(list, self.known(), "")),
        }
    }

    fn known(&self) -> impl FnOnce() -> Vec<&'a str> + 'a + use<'a> {
        let roots = self.roots();
        move || roots
    }

    /// A path with one step too many, unless an earlier step is wrong.
    fn too_long(&self, last: &'a str) -> Result<Change, Refusal<'a>> {
        let path = self.path;
        let before = path.get(..path.len() - last.len() - 1).unwrap_or("");
        match (Resolver { path: before, ..*self }).resolve() {
            Err(refusal) if refusal.leads => Err(refusal),
            _ => Err(Refusal::new("", move || {
                Error::new(Code::PathTooLong, path.into(), shorten(last), shorten(before))
            })),
        }
    }

    /// Names in a bottleneck that can change.
    fn live_fields(&self, side: Side, at: &Bottleneck) -> Vec<&'static str> {
        Part { inner: inner(at), ..Part::new(root(side).into(), &at.settings) }.changeable()
    }

    fn bottleneck(&self, side: Side, at: &Bottleneck, field: &'a str) -> Result<Change, Refusal<'a>> {
        let part = Part { inner: inner(at), ..Part::new(root(side).into(), &at.settings) };
        match self.step(&part, field)? {
            Step::Row(row, value) => Ok(Change::Bottleneck(side, row, value)),
            Step::Switch(_) => unreachable!("a bottleneck has no kinds"),
        }
    }

    fn queue(&self, side: Side, at: &Bottleneck, field: &'a str) -> Result<Change, Refusal<'a>> {
        let old = &at.queue;
        let part = Part::switched(format!("{}.queue", root(side)), old, "discipline", tables::disciplines());
        Ok(match self.step(&part, field)? {
            Step::Switch(mut new) => {
                // The limit stays, in its unit.
                for name in tables::LIMITS {
                    if let (value @ Value::Number(_), Some(row)) = (old.get(name), new.section.index(name)) {
                        new.set(row, value);
                    }
                }
                Change::Discipline(side, new)
            }
            Step::Row(row, value) => Change::Queue(side, row, value),
        })
    }

    fn loss(&self, side: Side, at: &Bottleneck, field: &'a str) -> Result<Change, Refusal<'a>> {
        let place = format!("{}.loss", root(side));
        let missing = at.loss.section.kind == tables::MODEL_OF_A_PROBABILITY.0 && field == "probability";
        // Setting the probability where there is no model makes the model Bernoulli (contract 1.1).
        let old = if missing { &Choice::of(tables::default_model()) } else { &at.loss };
        Ok(match self.step(&Part::switched(place, old, "model", tables::models()), field)? {
            Step::Switch(new) => Change::LossModel(side, new),
            Step::Row(row, value) if missing => Change::LossModel(side, changed(old, row, value)),
            Step::Row(row, value) => Change::Loss(side, row, value),
        })
    }

    fn policer(&self, side: Side, at: &Bottleneck, field: &'a str) -> Result<Change, Refusal<'a>> {
        // Where there is none, any setting adds one whose other setting is at its default.
        let missing = at.policer.is_none();
        let old = at.policer.clone().unwrap_or_else(|| Choice::of(tables::policer()));
        match self.step(&Part::new(format!("{}.policer", root(side)), &old), field)? {
            Step::Row(row, value) if missing => Ok(Change::NewPolicer(side, changed(&old, row, value))),
            Step::Row(row, value) => Ok(Change::Policer(side, row, value)),
            Step::Switch(_) => unreachable!("a policer has no kinds"),
        }
    }

    fn reordering(&self, side: Side, at: &Bottleneck, field: &'a str) -> Result<Change, Refusal<'a>> {
        let place = format!("{}.reordering", root(side));
        // Where there is no model, any setting adds the default model with probability 0, as for loss.
        let missing = at.reordering.is_none();
        let old = at.reordering.clone().unwrap_or_else(|| Choice::of(tables::default_reordering()));
        Ok(match self.step(&Part::switched(place, &old, "model", tables::reorderings()), field)? {
            Step::Switch(new) => Change::ReorderingModel(side, new),
            Step::Row(row, value) if missing => Change::ReorderingModel(side, changed(&old, row, value)),
            Step::Row(row, value) => Change::Reordering(side, row, value),
        })
    }

    /// It changes where the document has it from the start: elsewhere the path's delay is fixed.
    fn delay_variation(&self, side: Side, at: &Bottleneck, field: &'a str) -> Result<Change, Refusal<'a>> {
        let Some(old) = &at.delay_variation else {
            return Err(self.not_live(self.path.into(), self.live_fields(side, at)));
        };
        match self.step(&Part::new(format!("{}.delay_variation", root(side)), old), field)? {
            Step::Row(row, value) => Ok(Change::DelayVariation(side, row, value)),
            Step::Switch(_) => unreachable!("a delay has no kinds"),
        }
    }

    fn algorithm(&self, name: &'a str, field: &'a str) -> Result<Change, Refusal<'a>> {
        let (flow, place) = self.who("flows", name)?;
        let Flow { algorithm, settings, .. } = &self.stand.flows[flow];
        let part = Part::switched(format!("{place}.algorithm"), algorithm, "kind", tables::nameable_algorithms());
        match self.step(&Part { host: host::name(settings), ..part }, field)? {
            Step::Switch(choice) => Ok(Change::Kind(flow, choice)),
            Step::Row(row, value) => Ok(Change::Algorithm(flow, row, value)),
        }
    }

    fn application(&self, name: &'a str, field: &'a str) -> Result<Change, Refusal<'a>> {
        let (flow, place) = self.who("flows", name)?;
        let old = &self.stand.flows[flow].application;
        let part = Part::switched(format!("{place}.application"), old, "kind", tables::applications());
        match self.step(&part, field)? {
            Step::Switch(choice) => Ok(Change::ApplicationKind(flow, choice)),
            Step::Row(row, value) => Ok(Change::Application(flow, row, value)),
        }
    }

    fn flow(&self, name: &'a str, field: &'a str) -> Result<Change, Refusal<'a>> {
        let (flow, place) = self.who("flows", name)?;
        let own = Part::new(place, &self.stand.flows[flow].settings);
        match self
            .step(&Part { fixed: &["name", "stream", "count"], inner: &["algorithm", "application"], ..own }, field)?
        {
            Step::Row(row, value) => Ok(Change::Flow(flow, row, value)),
            Step::Switch(_) => unreachable!("a host does not switch"),
        }
    }

    fn cross(&self, name: &'a str, field: &'a str) -> Result<Change, Refusal<'a>> {
        let (cross, place) = self.who("cross_traffic", name)?;
        let entry = &self.stand.cross_traffic[cross];
        let mut part = Part::new(place, &entry.traffic);
        part.fixed = &["kind", "name", "stream", "count"];
        if let Some(transfers) = &entry.transfers {
            part.options = Some(&transfers.settings);
            part.inner = &["algorithm"];
        }
        match self.step(&part, field)? {
            Step::Row(row, value) if entry.traffic.section.index(field).is_some() => {
                Ok(Change::Traffic(cross, row, value))
            }
            Step::Row(row, value) => Ok(Change::Transfers(cross, row, value)),
            Step::Switch(_) => unreachable!("cross traffic does not switch"),
        }
    }

    /// The algorithm of a flash crowd's transfers.
    fn transfers(&self, name: &'a str, field: &'a str) -> Result<Change, Refusal<'a>> {
        let (cross, place) = self.who("cross_traffic", name)?;
        let Some(transfers) = &self.stand.cross_traffic[cross].transfers else {
            return self.cross(name, "algorithm"); // no such field
        };
        let part =
            Part::switched(format!("{place}.algorithm"), &transfers.algorithm, "kind", tables::nameable_algorithms());
        match self.step(&Part { host: host::name(&transfers.settings), ..part }, field)? {
            Step::Switch(choice) => Ok(Change::TransfersKind(cross, choice)),
            Step::Row(row, value) => Ok(Change::TransfersAlgorithm(cross, row, value)),
        }
    }

    /// The index of a name in the scenario, and the place of its entry in the document.
    fn who(&self, list: &'a str, name: &'a str) -> Result<(usize, String), Refusal<'a>> {
        match self.names.get(name) {
            Some(who @ Who { index: Some(index), .. }) if who.list == list => Ok((*index, who.place())),
            _ => {
                let names = self.names;
                let is_known = move |who: &Who| who.list == list && who.index.is_some();
                let known = move || names.iter().filter(|(_, who)| is_known(who)).map(|(n, _)| n.as_str()).collect();
                Err(self.nowhere(name, known, list))
            }
        }
    }

    /// The last step of a path, within a part.
    fn step(&self, part: &Part, field: &'a str) -> Result<Step, Refusal<'a>> {
        let place = format!("{}.{field}", part.place);
        if let Some((_, sections)) = part.switch.filter(|(switch, _)| *switch == field) {
            let kinds: Vec<&str> = sections.iter().map(|s| s.kind).collect();
            let kind = self.word(part, place, kinds)?;
            let section = tables::find(sections, kind).unwrap_or(part.choice.section);
            return Ok(Step::Switch(Choice::on_host(section, part.host)));
        }
        let Some((choice, row)) = part.row(field) else {
            let known = part.changeable();
            if part.fixed.contains(&field) {
                return Err(self.not_live(place, known));
            }
            return Err(self.nowhere(field, move || known, &part.place));
        };
        let section = choice.section;
        let param = &section.params[row];
        if part.switch.is_some() && field == section.selector {
            let names: Vec<&str> = section.variants.iter().map(|v| v.name).collect();
            let variant = self.word(part, place, names)?;
            return Ok(Step::Switch(Choice { section, values: section.defaults(Some(variant)) }));
        }
        if let Some(variant) = value::lacking(choice, param.name) {
            let allowed = format!("{} ≠ {variant}", section.selector);
            let given = self.value;
            let make = move || Error::new(Code::LacksField, place, found(given), allowed);
            return Err(Refusal::new(&part.place, make));
        }
        if !param.live {
            return Err(self.not_live(place, part.changeable()));
        }
        let checked = value::check(param, self.value, || place.clone());
        let value = checked.map_err(|error| Refusal::new(&part.place, move || error))?;
        if let Some(allowed) = value::bounded(&changed(choice, row, value.clone()), param.name) {
            let given = self.value;
            let make = move || Error::new(Code::WrongOrder, place, found(given), allowed);
            return Err(Refusal::new(&part.place, make));
        }
        Ok(Step::Row(row, value))
    }

    /// The value as one of some words, which switches the part.
    fn word(&self, part: &Part, place: String, words: Vec<&'static str>) -> Result<&'static str, Refusal<'a>> {
        let given = self.value;
        let text = given.text();
        if let Some(word) = words.iter().find(|w| Some(**w) == text) {
            return Ok(word);
        }
        // A word is right or wrong regardless of other errors in the part.
        let mut refusal = Refusal::new("", move || match text {
            Some(text) => Error::unknown_name(place, text, &words),
            None => Error::new(Code::WrongType, place, found(given), words.join("|")),
        });
        refusal.spoils = Some(part.place.clone());
        Err(refusal)
    }

    fn not_live(&self, place: String, live: Vec<&'static str>) -> Refusal<'a> {
        let given = self.value;
        let make = move || Error::new(Code::NotLive, place, found(given), live.join("|"));
        Refusal { leads: true, ..Refusal::new("", make) }
    }

    /// A step that is not among the known ones; an empty step is the end of a path that must continue.
    fn nowhere(&self, step: &'a str, known: impl FnOnce() -> Vec<&'a str> + 'a, within: &str) -> Refusal<'a> {
        let path = self.path;
        let make = move || {
            let known = known();
            let most = known.len().min(40);
            let more = if known.len() > most { "|…" } else { "" };
            let allowed = format!("{}{more}", known[..most].join("|"));
            if step.is_empty() {
                return Error::new(Code::PathGoesOn, path.into(), found(&Json::from(path)), allowed);
            }
            Error::new(Code::NoSuchPath, path.into(), shorten(step), allowed).nearest(nearest(step, known))
        };
        Refusal { leads: true, ..Refusal::new(within, make) }
    }
}

/// A choice with one row changed.
fn changed(choice: &Choice, row: usize, value: Value) -> Choice {
    let mut choice = choice.clone();
    choice.set(row, value);
    choice
}
