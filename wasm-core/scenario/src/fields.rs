//! Parts of every document: an object with a table's fields, a choice among sections, a list. Errors are collected with
//! their place. Not here: which parts a document has (`read.rs`).

use crate::entries::Entries;
use crate::error::{Code, Error, Errors, found, nearest, shorten};
use crate::json::Json;
use crate::sorted::Sorted;
use crate::trace_file::TraceFile;
use crate::{tables, value};
use sawtooth_engine::params::{Choice, Domain, List, Param, Section, Value};

/// Place of a value, built only when an error needs it.
#[derive(Clone, Copy)]
pub enum Place<'a> {
    /// The document itself.
    Root,
    /// A field of a place.
    Field(&'a Place<'a>, &'a str),
    /// An entry of a place.
    Index(&'a Place<'a>, usize),
}

impl Place<'_> {
    /// The place as errors print it.
    pub fn text(&self) -> String {
        match self {
            Place::Root => String::new(),
            Place::Field(Place::Root, name) => shorten(name),
            Place::Field(parent, name) => format!("{}.{}", parent.text(), shorten(name)),
            Place::Index(parent, index) => format!("{}[{index}]", parent.text()),
        }
    }
}

/// Fields of an object, in order.
pub type Fields = [(String, Json)];

/// Collector of errors.
#[derive(Default)]
pub struct Reader {
    /// The errors so far.
    pub errors: Errors,
    /// Traces that were read from files: those that a document may name.
    pub(crate) files: Vec<TraceFile>,
    /// The document's entries of flows and of cross traffic.
    pub(crate) entries: Entries,
    /// Places with unknown content after an error: whatever a path does not find there is no further error.
    unsure: Sorted<String, ()>,
}

impl Reader {
    /// A collector for a document that may name these traces.
    pub(crate) fn with(files: &[TraceFile]) -> Reader {
        Reader { files: files.to_vec(), ..Reader::default() }
    }

    /// Marks the content of a place as unknown after an error.
    pub(crate) fn doubt(&mut self, place: String) {
        self.unsure.insert(place, ());
    }
    /// Marks the content of a place as known again.
    pub(crate) fn trust(&mut self, place: &str) {
        self.unsure.remove(place);
    }
    /// Whether the content of a place is unknown.
    pub(crate) fn doubts(&self, place: &str) -> bool {
        self.unsure.get(place).is_some()
    }

    /// The kind that a field selects; none after an error.
    pub(crate) fn kind(
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
                    self.missing(&place, allowed);
                }
                default
            }
            Some(Json::String(kind)) => {
                let section = tables::find(sections, kind);
                if section.is_none() {
                    self.errors.add(|| Error::unknown_name(place.text(), kind, &kinds().collect::<Vec<_>>()));
                }
                section
            }
            Some(other) => {
                self.wrong_type(other, &place, allowed);
                None
            }
        }
    }

    /// An object with one field that selects a section and the fields of that section. `host`: TCP stack whose default
    /// variant applies if none is named; empty elsewhere.
    pub(crate) fn choice(
        &mut self,
        given: Option<&Json>,
        field: &'static str,
        sections: &'static [&'static Section],
        default: Option<&'static Section>,
        host: &str,
        place: &Place,
    ) -> Choice {
        let fallback = Choice::on_host(default.unwrap_or(sections[0]), host);
        let Some(given) = given else { return fallback };
        let Some(fields) = self.object(given, place) else {
            self.doubt(place.text());
            return fallback;
        };
        match self.kind(given, field, sections, default, place) {
            Some(section) => self.section_on(host, fields, section, place, &[field]),
            None => {
                self.doubt(place.text());
                fallback
            }
        }
    }

    /// The fields of an object that belong to a section; `also` lists other tables' fields.
    pub fn section(&mut self, fields: &Fields, section: &'static Section, place: &Place, also: &[&str]) -> Choice {
        self.section_on("", fields, section, place, also)
    }

    /// The same for a flow with a TCP stack, which may imply another default variant.
    fn section_on(
        &mut self,
        host: &str,
        fields: &Fields,
        section: &'static Section,
        place: &Place,
        also: &[&str],
    ) -> Choice {
        let named = |name: &str| fields.iter().find(|(n, _)| n == name).map(|(_, v)| v);
        let variant = section.variants.iter().find(|v| named(section.selector).and_then(Json::text) == Some(v.name));
        let variant = variant.or(section.variant_on(host));
        let mut choice = Choice { section, values: section.defaults(variant.map(|v| v.name)) };
        let lacks = |name: &str| variant.is_some_and(|v| v.lacks.contains(&name));
        let before = self.errors.count();
        for (name, given) in fields {
            let at = Place::Field(place, name);
            match section.index(name) {
                Some(_) if lacks(name) => {
                    let variant = variant.map_or("", |v| v.name);
                    let allowed = || format!("{} ≠ {variant}", section.selector);
                    self.errors.add(|| Error::new(Code::LacksField, at.text(), found(given), allowed()));
                }
                Some(row) => match self.setting(&section.params[row], given, &at) {
                    Some(value) if name != section.selector => choice.set(row, value),
                    None if name == section.selector => {
                        self.doubt(place.text());
                    }
                    _ => {}
                },
                None if also.contains(&name.as_str()) => {}
                None => self.unknown(name, &at, || {
                    let mut known: Vec<&str> = also.to_vec();
                    known.extend(section.params.iter().map(|p| p.name).filter(|n| !lacks(n)));
                    known
                }),
            }
        }
        for param in section.params.iter().filter(|p| p.required && named(p.name).is_none()) {
            self.missing(&Place::Field(place, param.name), || value::allowed(param));
        }
        self.alternatives(fields, section, place);
        // A rejected value is replaced by its default, so its order is not checked.
        if self.errors.count() == before {
            self.order(fields, &choice, place);
        }
        choice
    }

    /// A value against its row.
    fn setting(&mut self, param: &Param, given: &Json, place: &Place) -> Option<Value> {
        if let Domain::List(fields) = param.domain {
            return self.entries(param, fields, given, place);
        }
        value::check(param, given, || place.text()).map_err(|error| self.errors.add(|| error)).ok()
    }

    /// A list of numbers, or of objects of numbers; all errors of all entries are reported.
    fn entries(&mut self, param: &Param, fields: &[Param], given: &Json, place: &Place) -> Option<Value> {
        let before = self.errors.count();
        let Some(entries) = given.elements() else {
            self.wrong_type(given, place, || value::allowed(param));
            return None;
        };
        if entries.is_empty() {
            self.errors.add(|| Error::new(Code::OutOfRange, place.text(), found(given), value::allowed(param)));
        }
        let mut numbers = Vec::new();
        for (i, entry) in self.list(Some(given), place, param.most).iter().enumerate() {
            let place = Place::Index(place, i);
            if let [bare] = fields
                && bare.name.is_empty()
            {
                numbers.extend(self.setting(bare, entry, &place));
                continue;
            }
            for (name, _) in self.object(entry, &place).unwrap_or(&[]) {
                let known = || fields.iter().map(|f| f.name);
                if !known().any(|n| n == name) {
                    self.unknown(name, &Place::Field(&place, name), || known().collect());
                }
            }
            for field in fields.iter().filter(|_| entry.fields().is_some()) {
                let place = Place::Field(&place, field.name);
                match entry.get(field.name) {
                    Some(given) => numbers.extend(self.setting(field, given, &place)),
                    None => self.missing(&place, || value::allowed(field)),
                }
            }
        }
        let number = |value| if let Value::Number(n) = value { n } else { unreachable!("lists are of numbers") };
        (self.errors.count() == before).then(|| Value::List(List::Given(numbers.into_iter().map(number).collect())))
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

    /// Reports pairs of fields in the wrong order, defaults included: once, at the first of the two that is given.
    fn order(&mut self, fields: &Fields, choice: &Choice, place: &Place) {
        for pair in choice.section.ordered {
            let given = |name: &str| fields.iter().find(|(n, _)| n == name);
            let Some((name, given)) = given(pair.less).or_else(|| given(pair.more)) else { continue };
            if let Some(allowed) = value::bounded(choice, name) {
                let at = Place::Field(place, name);
                self.errors.add(|| Error::new(Code::WrongOrder, at.text(), found(given), allowed));
            }
        }
    }

    /// The fields of an object.
    pub fn object<'a>(&mut self, given: &'a Json, place: &Place) -> Option<&'a Fields> {
        if given.fields().is_none() {
            self.wrong_type(given, place, || "{ … }".into());
        }
        given.fields()
    }

    /// The entries of a list, at most `most`; none if it is missing.
    pub fn list<'a>(&mut self, given: Option<&'a Json>, place: &Place, most: usize) -> &'a [Json] {
        let Some(given) = given else { return &[] };
        let Some(elements) = given.elements() else {
            self.wrong_type(given, place, || "[ … ]".into());
            self.doubt(place.text());
            return &[];
        };
        if elements.len() > most {
            self.errors
                .add(|| Error::new(Code::TooMany, place.text(), elements.len().to_string(), format!("<= {most}")));
            self.doubt(place.text());
        }
        &elements[..elements.len().min(most)]
    }

    fn unknown<'a>(&mut self, name: &'a str, at: &Place, known: impl FnOnce() -> Vec<&'a str>) {
        self.errors.add(|| {
            let known = known();
            Error::new(Code::UnknownField, at.text(), shorten(name), known.join("|")).nearest(nearest(name, known))
        });
    }

    /// Adds the error of a value of the wrong type.
    pub fn wrong_type(&mut self, given: &Json, place: &Place, allowed: impl FnOnce() -> String) {
        self.errors.add(|| Error::new(Code::WrongType, place.text(), found(given), allowed()));
    }

    /// Adds the error of a missing field.
    pub fn missing(&mut self, place: &Place, allowed: impl FnOnce() -> String) {
        self.errors.add(|| Error::new(Code::MissingField, place.text(), String::new(), allowed()));
    }
}
