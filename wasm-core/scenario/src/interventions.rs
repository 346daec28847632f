//! Changes during a run (contract 1.5): each is resolved to the engine's `Change` against the document at that moment,
//! in order of effect. Not here: looking up a path (`paths.rs`), the effect of a change (the engine).

use crate::error::{Code, Error, nearest, shorten};
use crate::fields::{Place, Reader};
use crate::json::Json;
use crate::paths::{Refusal, Resolver, Who, root};
use crate::sorted::Sorted;
use crate::{tables, value};
use sawtooth_engine::params::Value;
use sawtooth_engine::scenario::{Change, Intervention, Scenario};
use sawtooth_engine::units::{Time, sort_by_time};

/// An entry of the list with a usable path; its other errors are already reported.
struct Entry<'a> {
    index: usize,
    at: Option<Time>,
    path: &'a str,
    value: Option<&'a Json>,
}

/// Stand-in for a missing value. No setting accepts it, so the error names what the setting allows.
static NO_VALUE: Json = Json::Array(Vec::new());
/// Allowed values where the setting is unknown.
const ANY_VALUE: &str = "x|\"…\"|true|false|null";

impl Reader {
    /// Reads the list: first each entry separately, then all in order of effect.
    pub(crate) fn interventions(
        &mut self,
        given: Option<&Json>,
        mut stand: Scenario,
        names: &Sorted<String, Who>,
    ) -> Vec<Intervention> {
        let list = Place::Field(&Place::Root, "interventions");
        let mut entries = Vec::new();
        for (index, entry) in self.list(given, &list, usize::MAX).iter().enumerate() {
            entries.extend(self.entry(entry, index, &Place::Index(&list, index)));
        }
        // An entry without a time has no place in that order: only errors both at the start and at the end are
        // reported.
        let (mut entries, timeless): (Vec<Entry>, Vec<Entry>) = entries.into_iter().partition(|e| e.at.is_some());
        for Entry { path, value, .. } in &timeless {
            let value = value.unwrap_or(&NO_VALUE);
            match (Resolver { stand: &stand, names, path, value }).resolve() {
                Ok(change) => self.switched(&change).into_iter().for_each(|part| self.doubt(part)),
                Err(refusal) => refusal.spoils.into_iter().for_each(|part| self.doubt(part)),
            }
        }
        let start = (!timeless.is_empty()).then(|| stand.clone());
        sort_by_time(&mut entries, |e| e.at);
        let mut changes = Vec::with_capacity(entries.len());
        for entry in &entries {
            let value = entry.value.unwrap_or(&NO_VALUE);
            match (Resolver { stand: &stand, names, path: entry.path, value }).resolve() {
                Ok(change) => {
                    if let Some(part) = self.switched(&change) {
                        self.trust(&part);
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
        let excused = self.doubts(&refusal.within);
        refusal.spoils.into_iter().for_each(|part| self.doubt(part));
        let error = || {
            let mut error = (refusal.make)();
            // The place names the entry, the path as given, and the place in the document if it differs.
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
        // The setting's allowed values are more useful than the rejection of the stand-in.
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
                self.missing(&at_place, || value::allowed(row));
                None
            }
        };
        let path_place = Place::Field(place, "path");
        let path = match given.get("path") {
            Some(Json::String(path)) => Some(path.as_str()),
            Some(other) => {
                self.wrong_type(other, &path_place, || "\"…\"".into());
                None
            }
            None => {
                self.missing(&path_place, || "\"…\"".into());
                None
            }
        };
        let value = given.get("value");
        if value.is_none() && path.is_none() {
            self.missing(&Place::Field(place, "value"), || ANY_VALUE.into());
        }
        Some(Entry { index, at, path: path?, value })
    }

    /// The part that a change switches as a whole, if any.
    fn switched(&self, change: &Change) -> Option<String> {
        let (list, index, part) = match change {
            Change::Kind(index, _) => ("flows", index, "algorithm"),
            Change::ApplicationKind(index, _) => ("flows", index, "application"),
            Change::TransfersKind(index, _) => ("cross_traffic", index, "algorithm"),
            _ => return switched_side(change),
        };
        Some(format!("{list}[{}].{part}", self.entries.of(list, *index)))
    }
}

/// The part of a bottleneck that a change switches as a whole, if any.
fn switched_side(change: &Change) -> Option<String> {
    let (side, part) = match change {
        Change::Discipline(side, _) => (side, "queue"),
        Change::LossModel(side, _) => (side, "loss"),
        Change::NewPolicer(side, _) => (side, "policer"),
        Change::ReorderingModel(side, _) => (side, "reordering"),
        _ => return None,
    };
    Some(format!("{}.{part}", root(*side)))
}
