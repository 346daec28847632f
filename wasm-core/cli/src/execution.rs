//! Execution of a run in parts, with limits checked and progress printed between them. Not here: measurements.

use crate::clock::{Left, duration, now};
use crate::{Failure, remark};
use sawtooth_engine::observe::Observer;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_scenario::words::Words;
use std::time::{Duration, Instant};

/// Parts of a run, between which the disk is checked.
const PARTS: u64 = 200;

/// Events between two checks of the clock: a few hundredths of a second.
const LOOK: u64 = 100_000;

/// Longest time between two progress lines; one is also printed at each twentieth of the run.
const RENEW: Duration = Duration::from_secs(10);

/// Limits that end a run early.
#[derive(Clone)]
pub struct Limits {
    /// Maximum number of events.
    events: Option<u64>,
    /// Maximum number of seconds, and their start.
    seconds: Option<f64>,
    begun: Instant,
}

impl Limits {
    /// Limits from now on; `None` means no limit.
    pub fn new(events: Option<u64>, seconds: Option<f64>) -> Limits {
        Limits { events, seconds, begun: now() }
    }

    /// Processes everything before `until`, unless `events` steps have been taken since the run's start; `true` when
    /// `until` is reached.
    ///
    /// # Errors
    /// The message that names the limit reached.
    pub fn advance<O: Observer>(
        &self,
        simulation: &mut Simulation,
        until: Time,
        events: u64,
        observer: &mut O,
    ) -> Result<bool, Failure> {
        loop {
            let most = events.min(self.events.unwrap_or(u64::MAX)).saturating_sub(simulation.steps()).min(LOOK);
            let reached = simulation.advance(until, most, observer);
            if reached && self.elapsed_s() <= self.seconds.unwrap_or(f64::INFINITY) {
                return Ok(true);
            }
            self.check(simulation, reached)?;
            if simulation.steps() >= events {
                return Ok(false);
            }
        }
    }

    fn elapsed_s(&self) -> f64 {
        (now() - self.begun).as_secs_f64()
    }

    fn check(&self, simulation: &Simulation, reached: bool) -> Result<(), Failure> {
        let reason = match (self.events, self.seconds) {
            (Some(most), _) if !reached && simulation.steps() >= most => format!("--limit-events is {most}"),
            (_, Some(most)) if self.elapsed_s() > most => format!("--limit-seconds is {most}"),
            _ => return Ok(()),
        };
        Err(Failure::Broken(format!(
            "the run was stopped at {:.3} s of {} s, after {} events: {reason}",
            simulation.now().seconds(),
            simulation.duration().seconds(),
            simulation.steps()
        )))
    }
}

/// Execution of a run.
pub struct Execution {
    /// Span of summary and trace, half open.
    span: (Time, Time),
    limits: Limits,
    progress: Option<Progress>,
}

impl Execution {
    /// Execution with a span at whose ends it pauses, with limits, and with progress on standard error if wanted.
    pub fn new(span: (Time, Time), limits: Limits, progress: bool) -> Execution {
        Execution { span, limits, progress: progress.then(Progress::new) }
    }

    /// Executes the run to its end in parts, with pauses at both ends of the span. `look` may stop it.
    ///
    /// # Errors
    /// The error of `look`, a limit, or a halt of the run.
    pub fn go<O: Observer>(
        &mut self,
        simulation: &mut Simulation,
        observer: &mut O,
        mut look: impl FnMut(&mut O, &Simulation) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let end = simulation.duration();
        for part in 1..=PARTS {
            let until = if part == PARTS { end } else { Time(end.0 / PARTS * part) };
            let begun = simulation.now();
            let edges = [self.span.0, self.span.1].into_iter().filter(|edge| begun < *edge && *edge < until);
            for stop in edges.chain([until]) {
                while !self.limits.advance(simulation, stop, simulation.steps() + LOOK, observer)? {
                    self.report(simulation, false);
                }
                look(observer, simulation)?;
            }
            if let Some(halt) = simulation.halted() {
                return Err(Failure::Broken(Words::errors().halt(halt)));
            }
            self.report(simulation, part.is_multiple_of(PARTS / 20));
        }
        Ok(())
    }

    fn report(&mut self, simulation: &Simulation, due: bool) {
        if let Some(progress) = &mut self.progress {
            progress.report(simulation, due);
        }
    }
}

/// Printer of progress.
struct Progress {
    begun: Instant,
    reported: Instant,
    left: Left,
}

impl Progress {
    fn new() -> Progress {
        let begun = now();
        Progress { begun, reported: begun, left: Left::new() }
    }

    /// Prints a line if it is due or the last one was long ago.
    fn report(&mut self, simulation: &Simulation, due: bool) {
        let now = now();
        let (at_s, end_s) = (simulation.now().seconds(), simulation.duration().seconds());
        let left = self.left.at((now - self.begun).as_secs_f64(), at_s / end_s);
        if !due && now - self.reported < RENEW {
            return;
        }
        self.reported = now;
        let left = left.map_or(String::new(), |left_s| format!("  about {} left", duration(left_s)));
        let percent = (at_s / end_s * 100.0).floor();
        remark(format_args!("{percent:3.0} %  {at_s:.3} s  {} events{left}", simulation.events()));
    }
}
