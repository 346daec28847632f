//! Errors of a document: codes with arguments, worded from the catalogue by `words.rs` (native) and by the page. Not
//! here: sentences.

use crate::json::Json;

/// Maximum length of `found`, in characters.
const LONGEST: usize = 60;
/// Maximum number of listed errors; the rest is counted.
const MOST: usize = 100;

macro_rules! codes {
    ($($(#[$doc:meta])* $Code:ident = $key:literal),+ $(,)?) => {
        /// Kind of error. Its key names the sentence of the catalogue, `error.<key>`.
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
    /// The text is not valid JSON.
    NotJson = "not_json",
    /// The text is too long.
    TooLarge = "too_large",
    /// Arrays and objects are nested too deeply.
    TooDeep = "too_deep",
    /// One name twice in one object.
    DuplicateKey = "duplicate_key",
    /// A `schema` that this program does not read.
    BadSchemaVersion = "bad_schema_version",
    /// A value of another type than the field's.
    WrongType = "wrong_type",
    /// A value outside its range.
    OutOfRange = "out_of_range",
    /// A value that does not fit another field's value.
    WrongOrder = "wrong_order",
    /// A fraction where only whole numbers go.
    NotWhole = "not_whole",
    /// A field that does not exist.
    UnknownField = "unknown_field",
    /// A kind, discipline, model, TCP stack or word that does not exist.
    UnknownName = "unknown_name",
    /// An algorithm that is a recovery here: `allowed` is that setting, `nearest` the algorithm.
    IsRecovery = "is_recovery",
    /// A required field is missing.
    MissingField = "missing_field",
    /// Two fields of which only one is allowed.
    OneOfBoth = "one_of_both",
    /// Neither of two fields of which one is required.
    OneOfNeither = "one_of_neither",
    /// A field that the chosen variant does not have.
    LacksField = "lacks_field",
    /// A name with forbidden characters or length, or a reserved name.
    BadName = "bad_name",
    /// Two flows or sources of cross traffic with the same name.
    DuplicateName = "duplicate_name",
    /// A value that is there already, where each is to be another one.
    EqualValues = "equal_values",
    /// A row of a table that is not that of the run at hand: `allowed` is what that has.
    OtherRun = "other_run",
    /// Two entries of a list with the same random stream.
    DuplicateStream = "duplicate_stream",
    /// A flow in the reverse direction, which has no bottleneck.
    NoReverse = "no_reverse",
    /// A setting of ECN of a flow that does not use ECN.
    NoEcn = "no_ecn",
    /// An option of a flow that lacks the signal that the option reads.
    NoSignal = "no_signal",
    /// Neither flows nor cross traffic.
    NoTraffic = "no_traffic",
    /// Too many entries in a list.
    TooMany = "too_many",
    /// An intervention's path that does not exist.
    NoSuchPath = "no_such_path",
    /// An intervention's path that ends before a single setting.
    PathGoesOn = "path_goes_on",
    /// An intervention's path that continues after a single setting.
    PathTooLong = "path_too_long",
    /// An intervention's path to a field that cannot change during a run.
    NotLive = "not_live",
    /// The file of a trace that is not at hand.
    NoTraceFile = "no_trace_file",
}

/// One error.
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    /// Kind of error.
    pub code: Code,
    /// Place: a setting's path in the document, line and column, or a size.
    pub place: String,
    /// Value found, shortened.
    pub found: String,
    /// Allowed values in a short form without words (`0 < x <= 100000`, `newreno|cdg`).
    pub allowed: String,
    /// Nearest valid name, or empty.
    pub nearest: String,
}

impl Error {
    /// An error without a nearest name.
    pub fn new(code: Code, place: String, found: String, allowed: String) -> Error {
        Error { code, place, found, allowed, nearest: String::new() }
    }
    /// A name that is none of `names`, with the nearest of them. A textbook's algorithm comes with the setting that it is here.
    pub fn unknown_name(place: String, given: &str, names: &[&str]) -> Error {
        let (shown, near) = (found(&Json::from(given)), nearest(given, names.iter().copied()));
        let (code, allowed) = match recovery_of(given).filter(|_| near == Some("newreno")) {
            Some(recovery) => (Code::IsRecovery, format!("\"recovery\": \"{recovery}\"")),
            None => (Code::UnknownName, names.join("|")),
        };
        Error::new(code, place, shown, allowed).nearest(near)
    }
    /// The same with the nearest valid name, if there is one.
    pub fn nearest(mut self, name: Option<&str>) -> Error {
        self.nearest = name.unwrap_or("").into();
        self
    }
    /// The error as JSON for the page.
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

/// All errors of a document: at most 100 listed, the rest counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Errors {
    /// The first errors, in the document's order.
    pub list: Vec<Error>,
    /// Number of errors that are not listed.
    pub more: usize,
}

impl Errors {
    /// Adds an error, which is made only if it will be listed: junk has millions.
    pub fn add(&mut self, make: impl FnOnce() -> Error) {
        if self.list.len() < MOST {
            self.list.push(make());
        } else {
            self.more += 1;
        }
    }
    /// Number of errors, listed or not.
    pub fn count(&self) -> usize {
        self.list.len() + self.more
    }
}

impl From<Error> for Errors {
    fn from(error: Error) -> Errors {
        Errors { list: vec![error], more: 0 }
    }
}

/// At most 60 characters of a text, with control and invisible characters escaped.
pub fn shorten(text: &str) -> String {
    let hidden = |c: char| {
        c.is_control()
            || (c != ' ' && c.is_whitespace())
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let mut short = String::new();
    let mut length = 0;
    for c in text.chars() {
        if length > LONGEST {
            break;
        }
        if hidden(c) {
            let escaped = format!("\\u{:04x}", c as u32);
            length += escaped.len();
            short.push_str(&escaped);
        } else {
            length += 1;
            short.push(c);
        }
    }
    if length > LONGEST {
        let kept = short.char_indices().nth(LONGEST - 1).map_or(short.len(), |(at, _)| at);
        short.truncate(kept);
        short.push('…');
    }
    short
}

/// A value as it is shown in an error, shortened without printing all of it.
pub fn found(value: &Json) -> String {
    match value {
        Json::Array(elements) if elements.len() > 8 => format!("[ {} … ]", elements.len()),
        Json::Object(fields) if fields.len() > 8 => format!("{{ {} … }}", fields.len()),
        value => shorten(&value.to_string()),
    }
}

/// Names in other tools, each with ours for the same thing: `sysctl net.ipv4.tcp_congestion_control`, ns-2, ns-3, `tc`, textbooks.
/// BBR's second version is not here, its third is.
const ELSEWHERE: &[(&str, &str)] = &[
    ("reno", "newreno"),
    ("tahoe", "newreno"),
    ("linuxreno", "newreno"),
    ("bbr1", "bbr"),
    ("bbr2", "bbr3"),
    ("ctcp", "compound"),
    ("hstcp", "highspeed"),
    ("stcp", "scalable"),
    ("fifo", "drop_tail"),
    ("pfifo", "drop_tail"),
    ("bfifo", "drop_tail"),
    ("pfifo_fast", "drop_tail"),
];

/// Textbooks' algorithms that are NewReno's window with another recovery.
const RECOVERIES: &[&str] = &["reno", "tahoe"];

/// The recovery that a name of an algorithm means, with or without another tool's `tcp` before it.
fn recovery_of(given: &str) -> Option<&'static str> {
    let given = given.to_ascii_lowercase();
    RECOVERIES.iter().find(|recovery| **recovery == bare(&given)).copied()
}

/// A name without another tool's `tcp` before it.
fn bare(given: &str) -> &str {
    given.strip_prefix("tcp").unwrap_or(given).trim_start_matches(['_', '/'])
}

/// Our name for one that another tool has, with or without its `tcp` before it; any other name as it is.
fn translated(given: &str) -> &str {
    let bare = bare(given);
    let elsewhere = ELSEWHERE.iter().find(|(other, _)| *other == bare).map(|(_, ours)| *ours);
    let known = || crate::tables::nameable_algorithms().iter().any(|algorithm| algorithm.kind == bare);
    elsewhere.unwrap_or_else(|| if known() { bare } else { given })
}

/// The name nearest to a given one, if it is near enough: at most a third of its characters may differ, and at most
/// six. One that another tool has counts as ours for it.
pub fn nearest<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if given.is_empty() || given.len() > 64 {
        return None;
    }
    // Names of algorithms have `pp` for the "++" of their papers.
    let given = given.to_ascii_lowercase().replace('+', "p");
    let given: Vec<char> = translated(&given).chars().collect();
    let mut best: Option<(usize, &str)> = None;
    for name in names {
        let length = name.chars().count();
        let enough = (given.len().max(length) / 3).min(6);
        // Only a nearer name than the best so far is of interest.
        let most = match best {
            Some((0, _)) => break,
            Some((distance, _)) => enough.min(distance - 1),
            None => enough,
        };
        if given.len().abs_diff(length) <= most
            && let Some(distance) = distance(&given, name, most)
        {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// Number of edits (insert, remove, replace, swap neighbours) from one name to the other, if it is at most `most`. Only
/// the band around the diagonal is computed.
fn distance(a: &[char], b: &str, most: usize) -> Option<usize> {
    let b: Vec<char> = b.to_ascii_lowercase().chars().collect();
    let far = most + 1;
    let mut two_back = vec![far; b.len() + 1];
    let mut back: Vec<usize> = (0..=b.len()).map(|j| j.min(far)).collect();
    let mut row = vec![far; b.len() + 1];
    for i in 1..=a.len() {
        row.fill(far);
        row[0] = i.min(far);
        let mut least = row[0];
        for j in i.saturating_sub(most).max(1)..=(i + most).min(b.len()) {
            let replace = back[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut edits = replace.min(back[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                edits = edits.min(two_back[j - 2] + 1);
            }
            row[j] = edits.min(far);
            least = least.min(row[j]);
        }
        // A swap refers to two rows back.
        if least >= far && back.iter().all(|&edits| edits >= far) {
            return None;
        }
        std::mem::swap(&mut two_back, &mut back);
        std::mem::swap(&mut back, &mut row);
    }
    Some(back[b.len()]).filter(|&edits| edits <= most)
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
        assert_eq!(nearest("", names), None);
        // Half of it would have to change: that is no slip of the finger.
        assert_eq!(nearest("cbr", ["cdg", "cubic"]), None);
        assert_eq!(nearest("c", ["a", "b"]), None);
        assert_eq!(nearest("hystart++", ["hystart", "hystart_pp"]), Some("hystart_pp"));
    }

    #[test]
    fn a_name_of_another_tool_leads_to_ours() {
        let algorithms = || crate::tables::nameable_algorithms().iter().map(|algorithm| algorithm.kind);
        for (given, ours) in [
            ("reno", "newreno"),
            ("TcpLinuxReno", "newreno"),
            ("TcpCubic", "cubic"),
            ("tcp_bbr", "bbr"),
            ("bbr2", "bbr3"),
            ("TcpHighSpeed", "highspeed"),
        ] {
            assert_eq!(nearest(given, algorithms()), Some(ours), "{given}");
        }
        assert_eq!(nearest("pfifo", ["drop_tail", "pie"]), Some("drop_tail"));
        assert_eq!(
            [recovery_of("TcpTahoe"), recovery_of("reno"), recovery_of("newreno")],
            [Some("tahoe"), Some("reno"), None]
        );
        assert_eq!(nearest("tcp2", ["tcp1", "udp"]), Some("tcp1"), "a flow's name stays as it is");
    }

    #[test]
    fn long_values_are_shortened() {
        assert_eq!(shorten(&"é".repeat(200)).chars().count(), 60);
        assert_eq!(shorten("a\u{1b}[2J\u{202e}"), "a\\u001b[2J\\u202e");
        assert_eq!(shorten(&"\u{1}".repeat(200)).chars().count(), 60);
        assert_eq!(found(&Json::Array(vec![Json::Null; 1000])), "[ 1000 … ]");
    }
}
