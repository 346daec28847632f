//! The explanation of a claim that is not reproduced ("account" in JSON): four labelled parts, a table of what was tried, and
//! numbers that are filled in from the results, so that they change with them. Not here: any one explanation, nor the check
//! that its sentences are short (`tests/it/accounts.rs`).

use crate::measured::Measured;
use crate::results::Results;
use sawtooth_scenario::{Json, object};

/// Names of the four parts, in order, as the command prints them; the page has its own words for them.
pub const LABELS: [&str; 4] = ["The paper says", "We measured", "What we tried", "Our explanation"];

/// Where a number comes from.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// The claim's own value of this place.
    Claim(usize),
    /// A function of the results.
    Results(fn(&Results) -> Option<f64>),
}

/// A number of a text: `{name}` stands for it.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Its name between the braces: lower-case letters, digits, underscores.
    pub name: &'static str,
    /// Decimals that are shown.
    pub digits: usize,
    times: f64,
    source: Source,
}

impl Number {
    /// A function of the results.
    pub const fn new(name: &'static str, digits: usize, value: fn(&Results) -> Option<f64>) -> Number {
        Number { name, digits, times: 1.0, source: Source::Results(value) }
    }
    /// The claim's own measured value of this place, from 0. For explanations only.
    pub const fn own(name: &'static str, digits: usize, place: usize) -> Number {
        Number { name, digits, times: 1.0, source: Source::Claim(place) }
    }
    /// In percent: the text has "{name} %".
    pub const fn percent(self) -> Number {
        self.times(100.0)
    }
    /// In Mbit/s, from bit/s.
    pub const fn mbit(self) -> Number {
        self.times(1e-6)
    }
    /// In another unit: multiplied by this.
    pub const fn times(mut self, factor: f64) -> Number {
        self.times *= factor;
        self
    }

    /// Its value, given the values of the claim whose text it belongs to.
    pub fn value(&self, results: &Results, measured: &[Measured]) -> Option<f64> {
        let value = match self.source {
            Source::Claim(place) => measured.get(place)?.value,
            Source::Results(value) => value(results),
        };
        value.map(|value| value * self.times).filter(|value| value.is_finite())
    }

    /// As a text has it; a dash if it is not known.
    fn shown(&self, value: Option<f64>) -> String {
        let Some(value) = value else { return "–".into() };
        let text = format!("{value:.*}", self.digits);
        // No -0.0.
        if text.parse::<f64>() == Ok(0.0) { text.trim_start_matches('-').to_owned() } else { text }
    }

    /// Description from which the page shows it.
    pub(crate) fn describe(numbers: &[Number]) -> Json {
        let one = |number: &Number| object! { "name" => number.name, "digits" => number.digits as u64 };
        numbers.iter().map(one).collect::<Vec<Json>>().into()
    }
}

/// Values of numbers, by name.
#[derive(Clone, Debug, Default)]
pub struct Values(Vec<(Number, Option<f64>)>);

impl Values {
    /// Of some numbers.
    pub fn of(numbers: &[Number], results: &Results, measured: &[Measured]) -> Values {
        Values(numbers.iter().map(|number| (*number, number.value(results, measured))).collect())
    }

    /// A text with its numbers. A name that nobody knows stays.
    pub fn fill(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, (number, value)| {
            text.replace(&format!("{{{}}}", number.name), &number.shown(*value))
        })
    }

    /// By name; none if there are none.
    pub fn json(&self) -> Option<Json> {
        let fields = self.0.iter().map(|(number, value)| (number.name.to_owned(), Json::from(*value)));
        (!self.0.is_empty()).then(|| Json::Object(fields.collect()))
    }
}

/// An explanation, with `{name}` for each number of ours. No sentence has more than three numbers.
#[derive(Clone, Copy, Debug)]
pub struct Account {
    /// *The paper says*: with the section.
    pub says: &'static str,
    /// *We measured*: quantity, unit, condition.
    pub measured: &'static str,
    /// *What we tried*, in sentences.
    pub tried: &'static str,
    /// Its table, once there are more than two numbers: heads, then a row for each attempt.
    pub table: &'static [&'static [&'static str]],
    /// *Our explanation*, with how sure we are: "we think", "shown by", "we do not know".
    pub explanation: &'static str,
    /// The numbers of all parts.
    pub numbers: &'static [Number],
}

impl Account {
    /// This, or nothing of it where texts are not carried.
    pub(crate) const fn kept(self) -> Account {
        if cfg!(feature = "docs") {
            return self;
        }
        Account { says: "", measured: "", tried: "", table: &[], explanation: "", numbers: &[] }
    }

    /// The four parts, in order.
    pub fn parts(&self) -> [&'static str; 4] {
        [self.says, self.measured, self.tried, self.explanation]
    }

    /// With its numbers.
    pub fn filled(&self, values: &Values) -> Filled {
        Filled {
            parts: self.parts().map(|part| values.fill(part)),
            table: self.table.iter().map(|row| row.iter().map(|cell| values.fill(cell)).collect()).collect(),
        }
    }

    /// For the page: texts as they are written, and how to show their numbers.
    pub(crate) fn describe(&self) -> Json {
        let row = |row: &&[&str]| Json::from(row.iter().map(|cell| Json::from(*cell)).collect::<Vec<Json>>());
        object! {
            "says" => self.says,
            "measured" => self.measured,
            "tried" => self.tried,
            "table" => self.table.iter().map(row).collect::<Vec<Json>>(),
            "explanation" => self.explanation,
            "numbers" => Number::describe(self.numbers),
        }
    }
}

/// An explanation whose numbers are filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Filled {
    /// The four parts.
    pub parts: [String; 4],
    /// Table of the trials: heads, then rows.
    pub table: Vec<Vec<String>>,
}

impl Filled {
    /// All in one text.
    pub fn joined(&self) -> String {
        let mut parts = self.parts.clone();
        if let Some((heads, rows)) = self.table.split_first() {
            for row in rows {
                let cells = heads.iter().zip(row).skip(1).map(|(head, cell)| format!("{head}: {cell}"));
                let name = row.first().map_or("", String::as_str);
                parts[2] = format!("{} {name} ({}).", parts[2], cells.collect::<Vec<_>>().join("; ")).trim().to_owned();
            }
        }
        let labelled = LABELS.iter().zip(&parts).map(|(label, part)| format!("{label}: {part}"));
        if parts.iter().all(String::is_empty) { String::new() } else { labelled.collect::<Vec<_>>().join(" ") }
    }

    /// Its parts by name.
    pub fn json(&self) -> Json {
        let [says, measured, tried, explanation] = self.parts.clone();
        let row = |row: &Vec<String>| Json::from(row.iter().map(|cell| Json::from(cell.as_str())).collect::<Vec<_>>());
        object! {
            "says" => says,
            "measured" => measured,
            "tried" => tried,
            "table" => self.table.iter().map(row).collect::<Vec<Json>>(),
            "explanation" => explanation,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::Band;

    const NUMBERS: &[Number] = &[
        Number::own("share", 0, 0).percent(),
        Number::new("rate", 2, |results| results.at(&crate::point!()).of("goodput_bps").median()).mbit(),
        Number::new("none", 1, |_| None),
    ];

    fn filled(value: f64) -> String {
        let experiment = crate::find("cdg_fig4").unwrap();
        let measured = [Measured::new("", Some(value), Band::above(0.0))];
        let values = Values::of(NUMBERS, &experiment.results(&[]), &measured);
        values.fill("{share} % at {rate} Mbit/s, {none}, {unknown}")
    }

    #[test]
    fn numbers_are_filled_in_and_change_with_the_results() {
        assert_eq!(filled(0.354), "35 % at – Mbit/s, –, {unknown}");
        assert_eq!(filled(-0.001), "0 % at – Mbit/s, –, {unknown}");
        let experiment = crate::find("cdg_fig4").unwrap();
        let rate = |bps: f64| {
            let mut table = crate::Table::new(experiment.sweeps[0]);
            assert!(table.add(crate::Row::new().number("goodput_bps", bps)));
            Values::of(NUMBERS, &experiment.results(&[&table]), &[]).fill("{rate}")
        };
        assert_eq!((rate(1.126e6), rate(9.7e6)), ("1.13".into(), "9.70".into()));
    }

    #[test]
    fn parts_and_table_are_joined_under_their_labels() {
        let texts = ["a.", "b.", "c.", "d."].map(str::to_owned);
        let table =
            vec![vec!["".into(), "at 1 %".into(), "at 2 %".into()], vec!["x".into(), "0.9".into(), "0.8".into()]];
        assert_eq!(
            Filled { parts: texts, table }.joined(),
            "The paper says: a. We measured: b. What we tried: c. x (at 1 %: 0.9; at 2 %: 0.8). Our explanation: d."
        );
    }
}
