//! The part of a trace that is wanted, from numbers as people give them, and how much it will be. Not here: the rows themselves
//! (`trace`), names of options and messages (the programs).

use crate::trace::{Choice, Rows, Trace, signals};
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::truth::{Truth, WithTruth};
use sawtooth_engine::units::{Span, Time};

/// Allowed intervals of levels, in words.
pub const ALLOWED_INTERVAL: &str = "more than 0, in seconds";

/// An end of a span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// The start.
    From,
    /// The end.
    To,
}

/// An end of a span, and the numbers that are allowed for it, in words.
#[derive(Clone, Debug, PartialEq)]
pub enum Refused {
    /// The start.
    From(String),
    /// The end.
    To(String),
}

/// A span in seconds, half open; the whole run where nothing is given.
///
/// # Errors
/// A start that is not in the run, an end that is not after the start or later than the run's.
pub fn span(from: Option<f64>, to: Option<f64>, duration: Time) -> Result<(Time, Time), Refused> {
    let end = duration.seconds();
    within(from, to, duration).map_err(|refused| match refused {
        End::From => Refused::From(format!("from 0 to less than {end}, the end of the run, in seconds")),
        End::To => {
            let from = from.map_or(0.0, |from| Time::from_seconds(from).seconds());
            Refused::To(format!("more than {from}, up to {end}, in seconds"))
        }
    })
}

/// The same without words: which end is not allowed.
///
/// # Errors
/// As `span`.
pub fn within(from: Option<f64>, to: Option<f64>, duration: Time) -> Result<(Time, Time), End> {
    let time = |s: f64| Some(s).filter(|s| s.is_finite() && *s >= 0.0).map(Time::from_seconds);
    let from = from.map_or(Some(Time::ZERO), |s| time(s).filter(|from| *from < duration)).ok_or(End::From)?;
    let to = to.map_or(Some(duration), |s| time(s).filter(|to| from < *to && *to <= duration)).ok_or(End::To)?;
    Ok((from, to))
}

/// An interval of levels, in seconds; `None` if it is not allowed.
pub fn interval(seconds: f64) -> Option<Span> {
    Some(seconds).filter(|s| s.is_finite()).map(Span::from_seconds).filter(|span| *span > Span::ZERO)
}

/// One row in this many is written for an estimate; a number that is unlikely to match a pattern of rows.
const EACH: u64 = 17;

/// About how many levels are counted for an estimate, for each that a source has.
const LEVELS: u64 = 200_000;

/// Approximate amount of a trace, in whatever `amount` counts of `rows`. The run is executed without writing: a short run completely,
/// a long run for its first `look` events, and the rest is assumed to be like their second half. `advance` processes what comes before
/// a time, unless that number of events has occurred since the run's start; it returns whether the time is reached.
///
/// # Errors
/// Those of `advance`.
pub fn estimate<R: Rows + Default, E>(
    scenario: &Scenario,
    choice: &Choice,
    look: u64,
    amount: fn(&R) -> u64,
    advance: &mut impl FnMut(&mut Simulation, Time, u64, &mut WithTruth<Trace<R>>) -> Result<bool, E>,
) -> Result<f64, E> {
    let samples = (LEVELS / (scenario.flows.len() as u64 + 20)).max(100);
    let longest_s = (choice.to.seconds() - choice.from.seconds()) / samples as f64;
    if let Some(every) = choice.every.filter(|every| every.seconds() < longest_s) {
        // Levels at each of a few of its times are in proportion; the rest does not depend on it.
        let mut each = (longest_s / every.seconds()).ceil() as u64;
        // Times of as many decimals.
        while each.is_multiple_of(2) || each.is_multiple_of(5) {
            each += 1;
        }
        let mut of = |holds: bool| {
            let wanted = |name: &str| choice.signals.is_empty() || choice.signals.iter().any(|other| other == name);
            let some = signals().into_iter().filter(|signal| signal.kind.holds() == holds && wanted(signal.name));
            let signals: Vec<String> = some.map(|signal| signal.name.into()).collect();
            if signals.is_empty() {
                return Ok(0.0);
            }
            let every = Some(Span::from_seconds(every.seconds() * each as f64));
            estimate(scenario, &Choice { signals, every, ..choice.clone() }, look, amount, advance)
        };
        return Ok(of(true)? * each as f64 + of(false)?);
    }
    let mut simulation = Simulation::new(scenario);
    let mut trace = Trace::new(R::default(), scenario).choose(choice).sample(EACH);
    let mut truth = Truth::new(scenario);
    // Whether the span's end is reached, with the amount so far.
    let mut until = |simulation: &mut Simulation, events: u64| {
        let mut listener = WithTruth { truth: &mut truth, listener: &mut trace };
        let reached = advance(simulation, choice.to, events, &mut listener)?;
        Ok((reached, (amount(trace.out()) * EACH) as f64))
    };
    let (_, before) = until(&mut simulation, look / 2)?;
    let half = simulation.now();
    let (reached, so_far) = until(&mut simulation, look)?;
    let now = simulation.now();
    if reached {
        return Ok(so_far);
    }
    // At least a nanosecond: everything may occur at one instant.
    let seconds = |from: Time, to: Time| (to.seconds() - from.seconds()).max(1e-9);
    if now <= choice.from {
        // The span has not begun: as much as from the run's start, in proportion.
        let whole = estimate(scenario, &Choice { from: Time::ZERO, ..choice.clone() }, look, amount, advance)?;
        return Ok(whole * seconds(choice.from, choice.to) / choice.to.seconds());
    }
    let per_s = (so_far - before) / seconds(half.max(choice.from), now);
    Ok(so_far + per_s * seconds(now, choice.to))
}
