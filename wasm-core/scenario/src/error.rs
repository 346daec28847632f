//! A refusal: a code with its arguments. Worded from the catalogue of words, here by `words.rs` (native) and in the page
//! by its own. Not here: a sentence.

use crate::json::Json;

/// Longest `found`, in characters.
const LONGEST: usize = 60;
/// Most errors listed; the rest is counted.
const MOST: usize = 100;

macro_rules! codes {
    ($($(#[$doc:meta])* $Code:ident = $key:literal),+ $(,)?) => {
        /// What is wrong. Its key names the sentence of the catalogue, `error.<key>`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code { $($(#[$doc])* $Code),+ }
        impl Code {
            /// Every code.
            pub const ALL: &'static [Code] = &[$(Code::$Code),+];
            /// The key.
            pub fn key(self) -> &'static str {
                match self { $(Code::$Code => $key),+ }
            }
        }
    };
}

codes! {
    /// The text is no JSON.
    NotJson = "not_json",
    /// The text is too long.
    TooLarge = "too_large",
    /// Arrays and objects are nested too deeply.
    TooDeep = "too_deep",
    /// One name twice in one object.
    DuplicateKey = "duplicate_key",
    /// The document is of a version that this engine does not know.
    BadSchemaVersion = "bad_schema_version",
    /// Another type than the field has.
    WrongType = "wrong_type",
    /// Outside its range.
    OutOfRange = "out_of_range",
    /// A fraction where only whole numbers go.
    NotWhole = "not_whole",
    /// No field of this name.
    UnknownField = "unknown_field",
    /// No kind, discipline, model, host or word of this name.
    UnknownName = "unknown_name",
    /// A field that must be given is not.
    MissingField = "missing_field",
    /// Two fields of which only one may be given.
    OneOfBoth = "one_of_both",
    /// Neither of two fields of which one must be given.
    OneOfNeither = "one_of_neither",
    /// The chosen variant does not have this field.
    LacksField = "lacks_field",
    /// Characters or length that a name may not have, or a name that is taken by the laboratory itself.
    BadName = "bad_name",
    /// Two flows or cross traffics of one name.
    DuplicateName = "duplicate_name",
    /// Two entries of one list with one stream of luck.
    DuplicateStream = "duplicate_stream",
    /// Neither flows nor cross traffic.
    NoTraffic = "no_traffic",
    /// Too many entries in a list.
    TooMany = "too_many",
    /// An intervention's path leads nowhere.
    NoSuchPath = "no_such_path",
    /// An intervention's path leads to a field that cannot change while a run goes on.
    NotLive = "not_live",
}

/// One refusal.
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    /// What is wrong.
    pub code: Code,
    /// Where: a setting's path in the document, or line and column, or a size.
    pub place: String,
    /// What stands there, shortened.
    pub found: String,
    /// What is allowed, in a short form without words (`0 < x <= 100000`, `newreno|cdg`).
    pub allowed: String,
    /// The nearest valid name, or nothing.
    pub nearest: String,
}

impl Error {
    pub(crate) fn new(code: Code, place: String, found: String, allowed: String) -> Error {
        Error { code, place, found, allowed, nearest: String::new() }
    }
    pub(crate) fn nearest(mut self, name: Option<&str>) -> Error {
        self.nearest = name.unwrap_or("").into();
        self
    }
    /// As the page receives it.
    pub fn json(&self) -> Json {
        crate::object! {
            "code" => self.code.key(),
            "place" => self.place.as_str(),
            "found" => self.found.as_str(),
            "allowed" => self.allowed.as_str(),
            "nearest" => self.nearest.as_str(),
        }
    }
}

/// All refusals of a document: at most 100 listed, the rest counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Errors {
    /// The first ones, in the document's order.
    pub list: Vec<Error>,
    /// How many more there are.
    pub more: usize,
}

impl Errors {
    /// Adds one. It is made only if it is to be listed: junk has millions.
    pub(crate) fn add(&mut self, make: impl FnOnce() -> Error) {
        if self.list.len() < MOST {
            self.list.push(make());
        } else {
            self.more += 1;
        }
    }
    pub(crate) fn count(&self) -> usize {
        self.list.len() + self.more
    }
}

impl From<Error> for Errors {
    fn from(error: Error) -> Errors {
        Errors { list: vec![error], more: 0 }
    }
}

/// At most 60 characters of a text.
pub(crate) fn shorten(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.into();
    }
    let mut short: String = text.chars().take(LONGEST - 1).collect();
    short.push('…');
    short
}

/// A value as it is shown in an error, shortened without printing all of it.
pub(crate) fn found(value: &Json) -> String {
    match value {
        Json::Array(elements) if elements.len() > 8 => format!("[ {} … ]", elements.len()),
        Json::Object(fields) if fields.len() > 8 => format!("{{ {} … }}", fields.len()),
        value => shorten(&value.to_string()),
    }
}

/// The name nearest to a given one, if one is near enough to be meant.
pub fn nearest<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if given.len() > 64 {
        return None;
    }
    let given: Vec<char> = given.to_ascii_lowercase().chars().collect();
    let (distance, name) = names.into_iter().map(|name| (distance(&given, name), name)).min_by_key(|(d, _)| *d)?;
    let enough = (given.len().max(name.len()) / 2).clamp(1, 6);
    (distance <= enough).then_some(name)
}

/// Edits (insert, remove, replace, swap neighbours) from one name to the other.
fn distance(a: &[char], b: &str) -> usize {
    let b: Vec<char> = b.to_ascii_lowercase().chars().collect();
    let mut two_back: Vec<usize> = Vec::new();
    let mut back: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replace = back[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replace.min(back[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(two_back[j - 2] + 1);
            }
        }
        two_back = std::mem::replace(&mut back, row);
    }
    back[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_the_one_meant() {
        let names = ["newreno", "cdg", "cubic", "htcp"];
        assert_eq!(nearest("newrneo", names), Some("newreno"));
        assert_eq!(nearest("Cubik", names), Some("cubic"));
        assert_eq!(nearest("bbr2_experimental", names), None);
        assert_eq!(nearest(&"x".repeat(1000), names), None);
    }

    #[test]
    fn long_values_are_shortened() {
        assert_eq!(shorten(&"é".repeat(200)).chars().count(), 60);
        assert_eq!(found(&Json::Array(vec![Json::Null; 1000])), "[ 1000 … ]");
    }
}
