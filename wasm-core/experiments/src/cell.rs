//! A cell: a point of named coordinates with its scenario and its number of repetitions. Not here: lists of cells (`sweep`).

use sawtooth_scenario::Json;

/// A value of a coordinate.
#[derive(Clone, Debug, PartialEq)]
pub enum Coordinate {
    /// A name: an algorithm, a series, a discipline.
    Word(String),
    /// A number, in the unit that the coordinate's name ends with.
    Number(f64),
}

impl From<&str> for Coordinate {
    fn from(word: &str) -> Coordinate {
        Coordinate::Word(word.into())
    }
}
impl From<String> for Coordinate {
    fn from(word: String) -> Coordinate {
        Coordinate::Word(word)
    }
}
impl From<f64> for Coordinate {
    fn from(number: f64) -> Coordinate {
        Coordinate::Number(number)
    }
}
impl From<u32> for Coordinate {
    fn from(number: u32) -> Coordinate {
        Coordinate::Number(f64::from(number))
    }
}
impl From<Coordinate> for Json {
    fn from(coordinate: Coordinate) -> Json {
        match coordinate {
            Coordinate::Word(word) => word.into(),
            Coordinate::Number(number) => number.into(),
        }
    }
}

/// Named coordinates; written by `point!`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Point(pub Vec<(&'static str, Coordinate)>);

/// A point from its coordinates: `point!(algorithm: "cdg", loss: 0.01)`.
#[macro_export]
macro_rules! point {
    ($($name:ident: $value:expr),* $(,)?) => {
        $crate::cell::Point(vec![$((stringify!($name), $crate::cell::Coordinate::from($value))),*])
    };
}

impl Point {
    /// The value of a coordinate.
    pub fn get(&self, name: &str) -> Option<&Coordinate> {
        self.0.iter().find(|(n, _)| *n == name).map(|(_, value)| value)
    }
    /// The word of a coordinate; empty if it has none.
    pub fn word(&self, name: &str) -> &str {
        if let Some(Coordinate::Word(word)) = self.get(name) { word } else { "" }
    }
    /// The number of a coordinate; NaN if it has none.
    pub fn number(&self, name: &str) -> f64 {
        if let Some(Coordinate::Number(number)) = self.get(name) { *number } else { f64::NAN }
    }
    /// Has all coordinates of another one.
    pub fn agrees(&self, other: &Point) -> bool {
        other.0.iter().all(|(name, value)| self.get(name) == Some(value))
    }
    /// As an object.
    pub fn json(&self) -> Json {
        Json::Object(self.0.iter().map(|(name, value)| ((*name).into(), value.clone().into())).collect())
    }
}

/// A setting of the flows that a paper may leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Initial congestion window.
    InitialWindow,
    /// Start of the flows, relative to each other and to everything else.
    Start,
    /// Random delay of each data packet at its sender.
    SendJitter,
}

/// A point of a sweep.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Where it lies.
    pub at: Point,
    /// The scenario of its runs; each run sets the seed.
    pub document: Json,
    /// Runs of it, if not as many as the sweep's.
    pub repetitions: Option<u32>,
    /// Published for comparison (another TCP stack, another variant): no claim needs it.
    pub beside: bool,
    /// Beside, and quoted by an explanation: `sawtooth claims` runs it, too.
    pub quoted: bool,
    /// The moment of a run at which to look, in seconds.
    pub moment_s: f64,
    /// Settings of its flows that the paper states or the figure is about: not moved in search of knife edges.
    pub stated: &'static [Setting],
}

impl Cell {
    /// An evaluated cell.
    pub fn new(at: Point, document: Json) -> Cell {
        Cell { at, document, repetitions: None, beside: false, quoted: false, moment_s: 0.0, stated: &[] }
    }
    /// Published for comparison.
    pub fn beside(mut self) -> Cell {
        self.beside = true;
        self
    }
    /// Published for comparison, and quoted by an explanation.
    pub fn quoted(mut self) -> Cell {
        (self.beside, self.quoted) = (true, true);
        self
    }
    /// With settings that the paper states, or that the figure is about.
    pub fn stated(mut self, settings: &'static [Setting]) -> Cell {
        self.stated = settings;
        self
    }
    /// With another number of repetitions than the sweep's.
    pub fn repetitions(mut self, repetitions: u32) -> Cell {
        self.repetitions = Some(repetitions);
        self
    }
    /// A run of it is best looked at there.
    pub fn moment(mut self, t_s: f64) -> Cell {
        self.moment_s = t_s;
        self
    }
    /// Its scenario with a seed.
    pub fn seeded(&self, seed: u64) -> Json {
        let mut document = self.document.clone();
        document.set("seed", seed);
        document
    }
    /// About how long its run takes, in packets that the link could carry: only to share work out.
    pub fn cost(&self) -> f64 {
        let number = |json: Option<&Json>| json.and_then(Json::number).unwrap_or(1.0);
        let rate_bps = number(self.document.get("bottleneck").and_then(|part| part.get("rate_bps")));
        number(self.document.get("duration_s")) * rate_bps / (8.0 * 1500.0)
    }
}

/// Sets a field of a document by its path (`bottleneck.queue.limit_packets`, `flows.0.stop_s`), objects made as needed.
///
/// # Panics
/// If the path names an element that a list does not have: a bug of the experiment.
pub fn set(document: &mut Json, path: &str, value: impl Into<Json>) {
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    if let Json::Array(elements) = document {
        let element = first.parse::<usize>().ok().and_then(|place| elements.get_mut(place));
        let element = element.unwrap_or_else(|| panic!("{path}: no such element"));
        match rest {
            Some(rest) => set(element, rest, value),
            None => *element = value.into(),
        }
        return;
    }
    match rest {
        None => document.set(first, value),
        Some(rest) => {
            let mut inner = document.get(first).cloned().unwrap_or(Json::Object(Vec::new()));
            set(&mut inner, rest, value);
            document.set(first, inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_to_one_field() {
        let mut document = sawtooth_scenario::parse(r#"{"bottleneck":{"rate_bps":1},"flows":[{"name":"a"}]}"#).unwrap();
        set(&mut document, "bottleneck.queue.limit_packets", 84.0);
        set(&mut document, "flows.0.stop_s", 3.0);
        set(&mut document, "seed", 7.0);
        let expected =
            r#"{"bottleneck":{"rate_bps":1,"queue":{"limit_packets":84}},"flows":[{"name":"a","stop_s":3}],"seed":7}"#;
        assert_eq!(document.to_string(), expected);
    }

    #[test]
    fn a_point_agrees_with_its_parts() {
        let point = point!(algorithm: "cdg", loss: 0.01, host: "sack");
        assert!(point.agrees(&point!(loss: 0.01, algorithm: "cdg")) && point.agrees(&Point::default()));
        assert!(!point.agrees(&point!(loss: 0.02)) && !point.agrees(&point!(rtt: 40.0)));
        assert_eq!((point.word("algorithm"), point.number("loss")), ("cdg", 0.01));
        assert_eq!(point.json().to_string(), r#"{"algorithm":"cdg","loss":0.01,"host":"sack"}"#);
    }
}
