//! Spans of time of which a measure is taken. Not here: their settings (`document`, `measures`).

use sawtooth_engine::params::{Choice, Value};
use sawtooth_scenario::json::shortest;

/// Span of a measure as given.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Window {
    /// Start in seconds; the run's start if none.
    pub from_s: Option<f64>,
    /// End in seconds, excluded; the run's end if none.
    pub to_s: Option<f64>,
}

/// End of a span that a run does not have.
#[derive(Debug)]
pub struct Outside {
    /// Its field.
    pub field: &'static str,
    /// Its value in seconds.
    pub found: f64,
    /// Allowed values, in short form.
    pub allowed: String,
}

impl Window {
    /// The span of checked settings.
    pub fn of(choice: &Choice) -> Window {
        let number = |name| if let Value::Number(value) = choice.get(name) { Some(value) } else { None };
        Window { from_s: number("from_s"), to_s: number("to_s") }
    }

    /// The span in a run of this length, in seconds.
    ///
    /// # Errors
    /// It is empty or beyond the run's end: the field, its value, and what is allowed.
    pub fn within(self, duration_s: f64) -> Result<(f64, f64), Outside> {
        let (from, to) = (self.from_s.unwrap_or(0.0), self.to_s.unwrap_or(duration_s));
        let end = shortest(duration_s);
        if from >= duration_s {
            return Err(Outside { field: "from_s", found: from, allowed: format!("0 <= x <= {end}") });
        }
        if to > duration_s || to <= from {
            return Err(Outside { field: "to_s", found: to, allowed: format!("{} < x <= {end}", shortest(from)) });
        }
        Ok((from, to))
    }
}
