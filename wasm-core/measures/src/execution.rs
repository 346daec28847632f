//! Execution of a run to its end for programs that measure it. Not here: what is measured (`summary`, `trace`), limits and progress
//! (the programs).

use sawtooth_engine::observe::Observer;
use sawtooth_engine::sim::{Halt, Simulation};
use sawtooth_engine::units::Time;

/// Executes a run to its end. It pauses at both ends of the span and at its own end, where `stand` is called (as `Summary::stand`
/// must be), and every `events` events, where `between` may stop it.
///
/// # Errors
/// That of `between`; within, the reason if the run was halted.
pub fn execute<O: Observer, E>(
    simulation: &mut Simulation,
    observer: &mut O,
    span: (Time, Time),
    stand: impl Fn(&mut O, &Simulation),
    events: u64,
    mut between: impl FnMut(&Simulation) -> Result<(), E>,
) -> Result<Result<(), Halt>, E> {
    for until in [span.0, span.1, simulation.duration()] {
        while !simulation.advance(until, events, observer) {
            between(simulation)?;
        }
        if let Some(halt) = simulation.halted() {
            return Ok(Err(halt));
        }
        stand(observer, simulation);
    }
    Ok(Ok(()))
}
