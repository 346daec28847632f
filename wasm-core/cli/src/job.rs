//! A run and its summary: of one run (`run`) or of each of several (`repeat`). Not here: execution in parts (`execution`).

use crate::execution::Execution;
use crate::{BUILD, Failure};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_measures::discriminators::observer::Discriminators;
use sawtooth_measures::summary::Summary;
use sawtooth_scenario::{Document, Json};

/// A run to be summarised.
pub struct Job<'a> {
    /// The document.
    pub document: &'a Document,
    /// Span of the summary, half open.
    pub span: (Time, Time),
    /// Notices of the document.
    pub notices: Vec<Json>,
    /// Whether loss discriminators are scored.
    pub discriminators: bool,
}

/// Observers of a run: the summary, and the discriminators if they are asked for.
pub type Observing = (Summary, Option<Discriminators>);

impl Job<'_> {
    pub fn observer(self) -> Observing {
        let scenario = &self.document.scenario;
        let summary = Summary::over(scenario, self.span).of_document(BUILD, &self.document.raw, self.notices);
        (summary, self.discriminators.then(|| Discriminators::new(scenario, self.span)))
    }
}

/// Executes a run without a trace and returns its summary; `progress` hears how far it is, from 0 to 1.
///
/// # Errors
/// A limit, or a halt of the run.
pub fn summarised(job: Job, execution: &mut Execution, progress: &dyn Fn(f64)) -> Result<Json, Failure> {
    let mut simulation = Simulation::new(&job.document.scenario);
    let mut observer = job.observer();
    let look = |summary: &mut Summary, simulation: &Simulation| {
        summary.stand(simulation);
        progress(simulation.now().seconds() / simulation.duration().seconds());
    };
    // Without discriminators, nobody listens to what only they need.
    match &mut observer {
        (summary, None) => execution.go(&mut simulation, summary, |summary, simulation| {
            look(summary, simulation);
            Ok(())
        })?,
        (summary, Some(discriminators)) => {
            execution.go(&mut simulation, &mut (&mut *summary, discriminators), |both, simulation| {
                look(both.0, simulation);
                Ok(())
            })?;
        }
    }
    Ok(finished(observer, &simulation))
}

/// The summary at the end of its run.
pub fn finished((summary, discriminators): Observing, simulation: &Simulation) -> Json {
    match &discriminators {
        Some(discriminators) => summary.with_scores(discriminators).finish(simulation),
        None => summary.finish(simulation),
    }
}
