//! A search for Python: the smallest or the largest value of a setting for which a measure keeps a bound, on threads of this process.
//! Python's lock is released meanwhile. Not here: which runs it takes and what they say (crate `sweep`).

use crate::errors::{no_trace, raised, refused};
use crate::{Files, traces};
use pyo3::prelude::*;
use sawtooth_scenario::parse_bytes;
use sawtooth_sweep::table::Row;
use sawtooth_sweep::traces::traces_of_sweep;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Interval between two looks at interrupts.
const LOOK: Duration = Duration::from_millis(50);

/// A run that was not completed: it was stopped, or there was an internal error.
enum Ended {
    Stopped,
    Failed,
}

/// Does a search, and returns its answer as JSON. Traces are these files or lie in the document's folder.
///
/// Raises `ScenarioError` with every error of the document at once.
#[pyfunction]
#[pyo3(signature = (document, files, folder, threads))]
pub fn find(
    py: Python<'_>,
    document: &[u8],
    files: Files,
    folder: Option<PathBuf>,
    threads: usize,
) -> PyResult<String> {
    let mut tree = parse_bytes(document).map_err(|error| refused(py, &error.into()))?;
    let mut files = traces(py, &files)?;
    if let Some(folder) = folder {
        files.extend(traces_of_sweep(&mut tree, &folder).map_err(|refused| no_trace(py, refused))?);
    }
    let find = py.detach(|| sawtooth_sweep::Find::check(&tree, &files));
    let mut find = find.map_err(|errors| refused(py, &errors))?;
    loop {
        let left = find.left();
        if left.is_empty() {
            return Ok(find.answer().json().to_string());
        }
        for row in py.detach(|| rows(&find, &left, threads))? {
            find.add(row);
        }
    }
}

/// The rows of these runs.
fn rows(find: &sawtooth_sweep::Find, left: &[usize], threads: usize) -> PyResult<Vec<Row>> {
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let sweep = find.grown().sweep();
    thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..threads.clamp(1, left.len()) {
            let (sender, next, stopped) = (sender.clone(), &next, &stopped);
            scope.spawn(move || {
                while let Some(run) = left.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut between = |_| if stopped.load(Ordering::Relaxed) { Err(Ended::Stopped) } else { Ok(()) };
                    // A bug of the engine ends this call, not the process.
                    let row = catch_unwind(AssertUnwindSafe(|| sweep.run_unless(*run, &mut between)));
                    if sender.send(row.unwrap_or(Err(Ended::Failed)).map_err(|ended| (ended, *run))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut rows = Vec::with_capacity(left.len());
        loop {
            let wrong = match receiver.recv_timeout(LOOK) {
                Ok(Ok(row)) => {
                    rows.push(row);
                    Python::attach(|py| py.check_signals()).err()
                }
                Ok(Err((Ended::Failed, run))) => {
                    let reason = format!("internal error in a run: {}", sweep.name(run));
                    Some(Python::attach(|py| raised(py, "SawtoothError", (reason,))))
                }
                Ok(Err((Ended::Stopped, _))) => None,
                Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals()).err(),
                Err(RecvTimeoutError::Disconnected) => return Ok(rows),
            };
            if let Some(wrong) = wrong {
                stopped.store(true, Ordering::Relaxed);
                next.store(left.len(), Ordering::Relaxed);
                return Err(wrong);
            }
        }
    })
}
