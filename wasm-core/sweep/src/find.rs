//! A search: the smallest or the largest value of a setting for which a measure keeps a bound. Its document, which run is next, and its
//! answer with an interval; a run is that of the sweep with this axis, these seeds and this measure. Not here: threads and workers.
//!
//! Each seed has a search of its own: the values at the ends, the middle and the quarters of the axis are run, then the gap before the first
//! one that keeps the bound is halved until two neighbours are left. So all seeds are searched at once, with the same random
//! draws at each value, and their answers have a median and an interval as other measures have.

use crate::document::SCHEMA;
use crate::grown::Grown;
use crate::measures::What;
use crate::scale::Scale;
use crate::table::{Kind, Row};
use sawtooth_engine::params::{FromValue, OneOf, Section, Value};
use sawtooth_measures::measures::percentiles::median_interval;
use sawtooth_scenario::error::Errors;
use sawtooth_scenario::fields::{Place, Reader};
use sawtooth_scenario::{Json, TraceFile, object};

sawtooth_engine::choices! {
    /// Which end of the values that keep the bound is looked for.
    pub enum End {
        /// The smallest value.
        Smallest = "smallest",
        /// The largest value.
        Largest = "largest",
    }
}

sawtooth_engine::params! {
    /// Fields of a search that are settings.
    pub struct FindSettings {
        /// Which value of the setting is looked for: the smallest or the largest one for which the measure keeps its bound.
        find: End = word("smallest", End::WORDS).required(), "choice";
        /// Lower bound of the measure, in its unit: a value that is equal keeps it.
        at_least: Option<f64> = number(0.0, f64::MIN, f64::MAX).absent(), "choice";
        /// Upper bound of the measure, likewise.
        at_most: Option<f64> = number(0.0, f64::MIN, f64::MAX).absent(), "choice";
    }
}

/// The settings of a search.
pub static FIND: Section = Section::new("find", "Sawtooth search", FindSettings::PARAMS)
    .about("The smallest or the largest value of a setting for which a measure keeps a bound, by bisection with several seeds.", "choice")
    .one_of(&[OneOf { fields: &["at_least", "at_most"], required: true }]);

/// Fields that are those of a sweep.
const OWN: &[&str] = &["schema", "title", "scenario", "axis", "measure", "seeds", "from_s", "to_s"];

/// A search with the rows that there are.
pub struct Find {
    grown: Grown,
    end: End,
    bound: Bound,
}

/// A bound of a measure.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bound {
    AtLeast(f64),
    AtMost(f64),
}

/// Where the search of a seed stands.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stand {
    /// The place that is to be run next.
    Next(usize),
    /// The place that it has found.
    Found(usize),
    /// None of the values that were run keeps the bound.
    Nothing,
}

/// Result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A value, with a neighbour for which the measure does not keep the bound.
    Found,
    /// The first value already: there may be others beyond the axis.
    First,
    /// No value, for at least half of the seeds.
    Nothing,
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Its result.
    pub outcome: Outcome,
    /// The value: with it or beyond it, seen from the end of the axis where the search begins, the answers of at least half of the seeds lie.
    pub value: Option<f64>,
    /// 95 % interval of the median of the seeds' answers (`percentiles::median_interval`); an end is none where the interval reaches beyond
    /// the axis. None for fewer than six seeds.
    pub interval: Option<(Option<f64>, Option<f64>)>,
    /// The answer of each seed, in order; none where no value keeps the bound.
    pub seeds: Vec<Option<f64>>,
    /// Number of seeds of which a run behind the answer does not keep the bound: there the measure is not monotone.
    pub not_monotone: usize,
    /// Number of runs.
    pub runs: usize,
    /// Number of runs with an error, or whose measure is not defined: they do not keep the bound.
    pub undefined: usize,
}

/// The document of the sweep whose runs those of a search are.
pub fn sweep_of(raw: &Json) -> Json {
    let mut sweep = object! { "schema" => SCHEMA };
    for name in ["title", "scenario", "seeds", "from_s", "to_s"] {
        if let Some(value) = raw.get(name) {
            sweep.set(name, value.clone());
        }
    }
    for (name, one) in [("axes", "axis"), ("measures", "measure")] {
        if let Some(value) = raw.get(one) {
            sweep.set(name, vec![value.clone()]);
        }
    }
    sweep
}

impl Find {
    /// Checks a document that may name these traces.
    ///
    /// # Errors
    /// All that is wrong, each with its place.
    pub fn check(raw: &Json, files: &[TraceFile]) -> Result<Find, Errors> {
        let mut reader = Reader::default();
        let root = Place::Root;
        let Some(fields) = reader.object(raw, &root) else { return Err(reader.errors) };
        reader.schema(raw);
        let settings = reader.section(fields, &FIND, &root, OWN);
        if raw.get("axis").is_none() {
            reader.missing(&Place::Field(&root, "axis"), || "{ … }".into());
        }
        if raw.get("measure").is_none() {
            reader.missing(&Place::Field(&root, "measure"), || "\"…\"|{ … }".into());
        }
        let grown = Grown::check(sweep_of(raw), files).map_err(|errors| {
            // A sweep's own error about what is missing here is said already.
            for mut error in errors.list.into_iter().filter(|error| error.place != "measures") {
                error.place = error.place.replacen("axes[0]", "axis", 1).replacen("measures[0]", "measure", 1);
                reader.errors.add(|| error);
            }
            reader.errors.more += errors.more;
        });
        if let Ok(grown) = &grown {
            let sweep = grown.sweep();
            if let Some(track) = sweep.axes.first().and_then(|axis| axis.tracks.first())
                && !(track.kind == Kind::Number && track.values.iter().all(|value| value.number().is_some()))
            {
                let at = Place::Field(&root, "axis");
                reader.wrong_type(&track.values[0], &at, || "x".into());
            }
            if let Some(measure) = sweep.measures.first()
                && !matches!(measure.column.kind, Kind::Number | Kind::Whole)
            {
                reader.wrong_type(&Json::from(&*measure.column.name), &Place::Field(&root, "measure"), || "x".into());
            }
        }
        match grown {
            Ok(grown) if reader.errors.count() == 0 => {
                let end = End::from_value(&settings.get("find"));
                let bound = match (settings.get("at_least"), settings.get("at_most")) {
                    (Value::Number(least), _) => Bound::AtLeast(least),
                    (_, most) => Bound::AtMost(f64::from_value(&most)),
                };
                Ok(Find { grown, end, bound })
            }
            _ => Err(reader.errors),
        }
    }

    /// The sweep whose runs those of the search are, with the rows that there are.
    pub fn grown(&self) -> &Grown {
        &self.grown
    }

    /// Takes the row of a run in. False if it is of none.
    pub fn add(&mut self, row: Row) -> bool {
        self.grown.add(row)
    }

    /// The same for a row as text.
    pub fn add_text(&mut self, row: &str) -> bool {
        self.grown.add_text(row)
    }

    /// Which value is looked for.
    pub fn end(&self) -> End {
        self.end
    }

    /// Name of the measure's column.
    pub fn measure(&self) -> &str {
        &self.grown.sweep().measures[0].column.name
    }

    /// The search, in short: `smallest x with measure >= bound`.
    pub fn text(&self) -> String {
        let sweep = self.grown.sweep();
        let (sign, bound) = match self.bound {
            Bound::AtLeast(bound) => (">=", bound),
            Bound::AtMost(bound) => ("<=", bound),
        };
        let (end, path) = (End::WORDS[self.end as usize], &sweep.axes[0].tracks[0].path);
        let measure = &sweep.measures[0];
        let name = match &measure.what {
            What::Field(path) => path,
            What::Signal(_) => &measure.column.name,
        };
        format!("{end} {path} with {name} {sign} {}", sawtooth_scenario::json::shortest(bound))
    }

    /// Number of runs that the search takes at most.
    pub fn most_runs(&self) -> usize {
        let (cells, first) = (self.grown.sweep().cells(), self.first());
        let gap = first.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(1);
        let halvings = usize::BITS - (gap - 1).leading_zeros();
        (first.len() + halvings as usize).min(cells) * self.grown.sweep().seed_count()
    }

    /// Runs that are to be done next, at most one for each seed and for each value that is run first; none when the search has ended.
    pub fn left(&self) -> Vec<usize> {
        let seeds = self.grown.sweep().seed_count();
        let kept = self.kept();
        let run = |place: usize, seed: usize| self.cell(place) * seeds + seed;
        let firsts = self.first().into_iter().flat_map(|place| (0..seeds).map(move |seed| (place, seed)));
        let mut left: Vec<usize> = firsts
            .filter(|(place, seed)| kept[run(*place, *seed)].is_none())
            .map(|(place, seed)| run(place, seed))
            .collect();
        if left.is_empty() {
            let next = |seed: usize| {
                if let Stand::Next(place) = self.stand(&kept, seed) { Some(run(place, seed)) } else { None }
            };
            left.extend((0..seeds).filter_map(next));
        }
        left
    }

    /// Places of the axis in the order of the search: from its first value for the smallest one, from its last for the largest one.
    fn cell(&self, place: usize) -> usize {
        match self.end {
            End::Smallest => place,
            End::Largest => self.grown.sweep().cells() - 1 - place,
        }
    }

    /// The value at a place.
    fn value(&self, place: usize) -> f64 {
        let value = &self.grown.sweep().axes[0].tracks[0].values[self.cell(place)];
        value.number().unwrap_or(f64::NAN)
    }

    /// Places that are run first: ends, middle, quarters.
    fn first(&self) -> Vec<usize> {
        let last = self.grown.sweep().cells() - 1;
        let mut places = vec![0, last / 4, last / 2, last - last / 4, last];
        places.dedup();
        places
    }

    /// Whether each run keeps the bound; none if it has no row yet.
    fn kept(&self) -> Vec<Option<bool>> {
        let numbers = self.grown.numbers(self.measure(), Scale::AsIs);
        let keeps = |number: f64| match self.bound {
            Bound::AtLeast(bound) => number >= bound,
            Bound::AtMost(bound) => number <= bound,
        };
        numbers.into_iter().enumerate().map(|(run, number)| self.grown.has(run).then(|| keeps(number))).collect()
    }

    /// Where the search of a seed stands, once its first values are run.
    fn stand(&self, kept: &[Option<bool>], seed: usize) -> Stand {
        let at = |place: usize| kept[self.cell(place) * self.grown.sweep().seed_count() + seed];
        // The last one before that does not keep it, and the first one that does.
        let (mut before, mut found) = (None, None);
        for place in 0..self.grown.sweep().cells() {
            match at(place) {
                Some(true) => {
                    found = Some(place);
                    break;
                }
                Some(false) => before = Some(place),
                None => {}
            }
        }
        match (before, found) {
            (_, None) => Stand::Nothing,
            (Some(before), Some(found)) if found - before > 1 => Stand::Next(before.midpoint(found)),
            (_, Some(found)) => Stand::Found(found),
        }
    }

    /// The answer; of a search that has not ended, what it would be if no other run kept the bound.
    pub fn answer(&self) -> Answer {
        let (kept, seeds) = (self.kept(), self.grown.sweep().seed_count());
        let places: Vec<Option<usize>> = (0..seeds)
            .map(|seed| if let Stand::Found(place) = self.stand(&kept, seed) { Some(place) } else { None })
            .collect();
        let fails_behind = |seed: usize| {
            let behind = places[seed].map_or(0..0, |place| place + 1..self.grown.sweep().cells());
            behind.into_iter().any(|place| kept[self.cell(place) * seeds + seed] == Some(false))
        };
        // Seeds without an answer have theirs beyond the axis.
        let beyond = if self.end == End::Smallest { f64::INFINITY } else { f64::NEG_INFINITY };
        let values: Vec<f64> = places.iter().map(|place| place.map_or(beyond, |place| self.value(place))).collect();
        let mut sorted: Vec<Option<usize>> = places.clone();
        sorted.sort_by_key(|place| place.unwrap_or(usize::MAX));
        let middle = sorted[seeds / 2];
        let finite = |value: f64| value.is_finite().then_some(value);
        let numbers = self.grown.numbers(self.measure(), Scale::AsIs);
        let undefined = (0..numbers.len()).filter(|run| self.grown.has(*run) && numbers[*run].is_nan()).count();
        Answer {
            outcome: match middle {
                None => Outcome::Nothing,
                Some(0) => Outcome::First,
                Some(_) => Outcome::Found,
            },
            value: middle.map(|place| self.value(place)),
            interval: median_interval(&values).map(|(low, high)| (finite(low), finite(high))),
            seeds: values.iter().map(|value| finite(*value)).collect(),
            not_monotone: (0..seeds).filter(|seed| fails_behind(*seed)).count(),
            runs: kept.iter().flatten().count(),
            undefined,
        }
    }
}

impl Answer {
    /// The answer as JSON.
    pub fn json(&self) -> Json {
        let outcome = match self.outcome {
            Outcome::Found => "found",
            Outcome::First => "first",
            Outcome::Nothing => "nothing",
        };
        let interval = self.interval.map(|(low, high)| object! { "low" => low, "high" => high });
        object! {
            "outcome" => outcome,
            "value" => self.value,
            "interval" => interval,
            "seeds" => self.seeds.iter().map(|value| Json::from(*value)).collect::<Vec<Json>>(),
            "not_monotone" => self.not_monotone as u64,
            "runs" => self.runs as u64,
            "undefined" => self.undefined as u64,
        }
    }
}
