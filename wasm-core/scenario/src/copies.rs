//! Copies of an entry (`count`): a document whose entry NAME has `count` n is the one that has n entries in its place, NAME 1 to
//! NAME n, with streams in order. This is the only place that knows so (the page's is `session/scenario.ts`, for changes of one copy).
//! Not here: the other fields of an entry (`read.rs`).

use crate::error::{Code, Error, found};
use crate::fields::{Place, Reader};
use crate::json::Json;
use crate::letters::is_alphanumeric;
use crate::paths::Who;
use crate::sorted::Sorted;
use crate::tables::{MAX_FLOWS, MAX_STREAM};
use crate::{tables, value};
use sawtooth_engine::params::Value;

/// Maximum length of a name in characters.
pub const MAX_NAME: usize = 64;
/// Reserved names.
pub const TAKEN: &[&str] = &["bottleneck", "reverse_bottleneck"];

/// Number of copies that an entry asks for; 1 where it asks for none, or for a number that is not allowed.
pub(crate) fn count_of(entry: &Json) -> usize {
    match entry.get("count") {
        Some(Json::Number(count)) if count.is_whole() && (1.0..=MAX_FLOWS as f64).contains(&count.value) => {
            count.value as usize
        }
        _ => 1,
    }
}

/// The name of a copy, counted from 1; 0 is the entry itself, and with a count of 1 there is nothing else.
pub(crate) fn copy_name(name: &str, count: usize, copy: usize) -> String {
    if count == 1 || copy == 0 { name.into() } else { format!("{name} {copy}") }
}

/// The name of an entry of a list, given or by default. `first`: index of its first copy among those of the list.
pub(crate) fn name_of(list: &str, entry: &Json, first: usize) -> String {
    let text = |field| entry.get(field).and_then(Json::text);
    let prefix = if list == "flows" { "flow" } else { text("kind").unwrap_or("") };
    text("name").map_or_else(|| format!("{prefix}{}", first + 1), String::from)
}

/// Writes out the copies of the entry at this place of a list, with names and streams of their own, so that one of them can be changed.
pub(crate) fn write_out(entries: &mut Vec<Json>, list: &str, place: usize) {
    let first = entries[..place].iter().map(count_of).sum::<usize>();
    let (entry, count) = (&entries[place], count_of(&entries[place]));
    let name = name_of(list, entry, first);
    let stream = entry.get("stream").and_then(Json::number).map_or(first as u64, |stream| stream as u64);
    let copies: Vec<Json> = (0..count)
        .map(|copy| {
            let mut own = entry.clone();
            own.set("name", copy_name(&name, count, copy + 1));
            own.set("stream", stream + copy as u64);
            if let Json::Object(fields) = &mut own {
                fields.retain(|(name, _)| name != "count");
            }
            own
        })
        .collect();
    entries.splice(place..=place, copies);
}

/// The copies of an entry.
pub(crate) struct Copies {
    name: String,
    stream: u64,
    count: usize,
}

impl Copies {
    /// Adds each to a list, as `make` makes it of its name and its stream.
    pub(crate) fn push<T>(self, list: &mut Vec<T>, make: impl Fn(String, u64) -> T) {
        let Copies { name, stream, count } = self;
        for copy in 0..count {
            list.push(make(copy_name(&name, count, copy + 1), stream + copy as u64));
        }
    }
}

/// A list that is being read.
pub(crate) struct Listed<'a> {
    /// `flows` or `cross_traffic`.
    pub(crate) list: &'static str,
    /// Names of all lists.
    pub(crate) names: &'a mut Sorted<String, Who>,
    /// Streams of this one, each with the place of its entry.
    pub(crate) streams: Sorted<u64, usize>,
}

impl Reader {
    /// The entries of a list. Copies count towards its limit.
    pub(crate) fn listed<'a>(&mut self, given: Option<&'a Json>, place: &Place) -> &'a [Json] {
        let before = self.errors.count();
        let entries = self.list(given, place, MAX_FLOWS);
        let total = entries.iter().map(count_of).sum::<usize>();
        if total > MAX_FLOWS && self.errors.count() == before {
            let allowed = || format!("<= {MAX_FLOWS}");
            self.errors.add(|| Error::new(Code::TooMany, place.text(), total.to_string(), allowed()));
            self.doubt(place.text());
        }
        entries
    }

    /// The copies of an entry: one, with the entry's own name, unless it asks for more. `prefix`: the default name is this
    /// and the number of the first copy in its list.
    pub(crate) fn copies(&mut self, entry: &Json, parent: &Place, prefix: &str, all: &mut Listed) -> Copies {
        if let Some(None) = self.number(entry, "count", parent) {
            self.doubt(all.list.into());
        }
        let Place::Index(_, own) = *parent else { unreachable!("an entry has a place in its list") };
        let first = self.entries.list(all.list).len();
        // More than the list may have are an error already.
        let count = count_of(entry).min(MAX_FLOWS - first.min(MAX_FLOWS - 1));
        self.entries.list(all.list).extend((0..count).map(|_| own));
        let (name, is_name) = self.name(entry, parent, || format!("{prefix}{}", first + 1), count, all.list);
        // The own name of an entry with copies, number 0, is that of none of them, but a setting's path may begin with it (`--set`).
        let names = if count == 1 { 1..=1 } else { 0..=count };
        for number in names.filter(|_| is_name) {
            let name = copy_name(&name, count, number);
            let index = number.checked_sub(1).map(|copy| first + copy);
            if let Some(other) = all.names.insert(name.clone(), Who { list: all.list, entry: own, index }) {
                let at = Place::Field(parent, "name");
                let shown = Json::from(name.as_str());
                let found = || format!("{shown} = {}", other.place());
                self.errors.add(|| Error::new(Code::DuplicateName, at.text(), found(), format!("≠ {shown}")));
                all.names.insert(name, other);
                break; // one error is enough for all copies
            }
        }
        let stream = self.streams(entry, parent, (first, own, count), &mut all.streams);
        Copies { name, stream, count }
    }

    /// The name of an entry, and whether all copies may have it.
    fn name(
        &mut self,
        entry: &Json,
        parent: &Place,
        default: impl FnOnce() -> String,
        count: usize,
        list: &str,
    ) -> (String, bool) {
        let place = Place::Field(parent, "name");
        let name = match entry.get("name") {
            None => default(),
            Some(Json::String(name)) => name.clone(),
            Some(other) => {
                self.wrong_type(other, &place, || "\"…\"".into());
                self.doubt(list.into());
                return (default(), false);
            }
        };
        let fits = |c: char| is_alphanumeric(c) || matches!(c, ' ' | '_' | '-');
        let last = copy_name(&name, count, count);
        let length = last.chars().count();
        let is_name =
            !name.is_empty() && length <= MAX_NAME && name.chars().all(fits) && !TAKEN.contains(&name.as_str());
        if !is_name {
            let allowed = || format!("1 <= n <= {MAX_NAME}: \\p{{L}} \\p{{N}} ␠ _ -; ≠ {}", TAKEN.join(", "));
            self.errors.add(|| Error::new(Code::BadName, place.text(), found(&Json::from(last)), allowed()));
            self.doubt(list.into());
        }
        (name, is_name)
    }

    /// The stream of an entry's first copy; the others follow it.
    fn streams(
        &mut self,
        entry: &Json,
        parent: &Place,
        (first, own, count): (usize, usize, usize),
        streams: &mut Sorted<u64, usize>,
    ) -> u64 {
        let place = Place::Field(parent, "stream");
        let stream = match self.number(entry, "stream", parent) {
            Some(None) => return first as u64,
            Some(Some(stream)) => stream as u64,
            None => first as u64,
        };
        let last = MAX_STREAM - (count as u64 - 1);
        if stream > last {
            let allowed = || format!("0 <= x <= {last}, whole");
            self.errors.add(|| Error::new(Code::OutOfRange, place.text(), stream.to_string(), allowed()));
        }
        for stream in stream..stream + count as u64 {
            if let Some(other) = streams.insert(stream, own) {
                let found = || format!("{stream} = [{other}]");
                self.errors.add(|| Error::new(Code::DuplicateStream, place.text(), found(), format!("≠ {stream}")));
                break;
            }
        }
        stream
    }

    /// A number of an entry beside its settings: absent, wrong (and reported), or its value.
    fn number(&mut self, entry: &Json, name: &str, parent: &Place) -> Option<Option<f64>> {
        let param = tables::EntrySettings::PARAMS.iter().find(|param| param.name == name)?;
        let given = entry.get(name)?;
        Some(match value::check(param, given, || Place::Field(parent, name).text()) {
            Ok(Value::Number(number)) => Some(number),
            Ok(_) => None,
            Err(error) => {
                self.errors.add(|| error);
                None
            }
        })
    }
}
