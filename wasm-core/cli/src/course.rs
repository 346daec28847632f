//! How a run is let happen: part by part, with looks at its limits between, its progress told. Not here: what is measured.

use crate::clock::{Left, duration, now};
use crate::{Failure, remark};
use sawtooth_engine::observe::Observer;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_scenario::words::Words;
use std::time::{Duration, Instant};

/// Parts of the run between two looks at the disk.
const PARTS: u64 = 200;

/// Events between two looks at the clock: some hundredths of a second.
const LOOK: u64 = 100_000;

/// Progress is told as often, and at each twentieth of the run.
const RENEW: Duration = Duration::from_secs(10);

/// What ends a run before it is over.
pub struct Limits {
    /// Events that may happen.
    events: Option<u64>,
    /// Seconds that may pass, and since when.
    seconds: Option<f64>,
    begun: Instant,
}

impl Limits {
    /// From now on; none where none is given.
    pub fn new(events: Option<u64>, seconds: Option<f64>) -> Limits {
        Limits { events, seconds, begun: now() }
    }

    /// Lets everything before `until` happen, until so many events have happened since the run's start; `true` when `until`
    /// is reached.
    ///
    /// # Errors
    /// The sentence that says which limit ended it.
    pub fn advance<O: Observer>(
        &self,
        simulation: &mut Simulation,
        until: Time,
        events: u64,
        observer: &mut O,
    ) -> Result<bool, Failure> {
        loop {
            let most = events.min(self.events.unwrap_or(u64::MAX)).saturating_sub(simulation.events()).min(LOOK);
            let reached = simulation.advance(until, most, observer);
            if reached && self.elapsed_s() <= self.seconds.unwrap_or(f64::INFINITY) {
                return Ok(true);
            }
            self.check(simulation, reached)?;
            if simulation.events() >= events {
                return Ok(false);
            }
        }
    }

    fn elapsed_s(&self) -> f64 {
        (now() - self.begun).as_secs_f64()
    }

    fn check(&self, simulation: &Simulation, reached: bool) -> Result<(), Failure> {
        let reason = match (self.events, self.seconds) {
            (Some(most), _) if !reached && simulation.events() >= most => format!("--limit-events is {most}"),
            (_, Some(most)) if self.elapsed_s() > most => format!("--limit-seconds is {most}"),
            _ => return Ok(()),
        };
        Err(Failure::Broken(format!(
            "the run was stopped at {:.3} s of {} s, after {} events: {reason}",
            simulation.now().seconds(),
            simulation.duration().seconds(),
            simulation.events()
        )))
    }
}

/// How a run is let happen.
pub struct Course {
    /// What summary and trace are of, half open.
    span: (Time, Time),
    limits: Limits,
    progress: Option<Progress>,
}

impl Course {
    /// With a span at whose ends it stands still, limits, and whether its progress is told on standard error.
    pub fn new(span: (Time, Time), limits: Limits, progress: bool) -> Course {
        Course { span, limits, progress: progress.then(Progress::new) }
    }

    /// Lets the run happen to its end, part by part; it stands still at both ends of the span, too. `look` may give it up.
    ///
    /// # Errors
    /// What `look` says, a limit, or that the run was halted.
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
                while !self.limits.advance(simulation, stop, simulation.events() + LOOK, observer)? {
                    self.tell(simulation, false);
                }
                look(observer, simulation)?;
            }
            if let Some(halt) = simulation.halted() {
                return Err(Failure::Broken(Words::errors().halt(halt)));
            }
            self.tell(simulation, part.is_multiple_of(PARTS / 20));
        }
        Ok(())
    }

    fn tell(&mut self, simulation: &Simulation, due: bool) {
        if let Some(progress) = &mut self.progress {
            progress.tell(simulation, due);
        }
    }
}

/// Tells how far a run is.
struct Progress {
    begun: Instant,
    told: Instant,
    left: Left,
}

impl Progress {
    fn new() -> Progress {
        let begun = now();
        Progress { begun, told: begun, left: Left::new() }
    }

    /// A line, if it is due or the last one was long ago.
    fn tell(&mut self, simulation: &Simulation, due: bool) {
        let now = now();
        let (at_s, end_s) = (simulation.now().seconds(), simulation.duration().seconds());
        let left = self.left.at((now - self.begun).as_secs_f64(), at_s / end_s);
        if !due && now - self.told < RENEW {
            return;
        }
        self.told = now;
        let left = left.map_or(String::new(), |left_s| format!("  about {} left", duration(left_s)));
        let percent = (at_s / end_s * 100.0).floor();
        remark(format_args!("{percent:3.0} %  {at_s:.3} s  {} events{left}", simulation.events()));
    }
}
