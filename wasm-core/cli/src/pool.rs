//! Runs on several threads, with progress and the time left on standard error. The order in which runs
//! end does not affect the results. Not here: what a run is (crates `experiments`, `sweep`).

use crate::Failure;
use crate::clock::{Left, duration, now};
use sawtooth_engine::math::clamp;
use sawtooth_experiments::{Job, Row, Table};
use std::cell::{Cell, RefCell};
use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Intervals between updates: on a terminal, and where lines accumulate.
const RENEW: Duration = Duration::from_millis(250);
const RENEW_LINES: Duration = Duration::from_secs(10);

/// Number of threads that the machine runs at once.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

thread_local! {
    /// Description of the thread's current run, for panic messages.
    static DOING: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Ends the program with exit code 3 on a panic, and names the run in which it occurred.
fn name_faults() {
    std::panic::set_hook(Box::new(|fault| {
        let run = DOING.with_borrow(Clone::clone);
        let _ = writeln!(stderr(), "sawtooth: internal error in a run: {run}: {fault}");
        std::process::exit(3);
    }));
}

/// Performs these runs and adds their rows to the tables.
pub fn perform(jobs: &[Job], tables: &mut [Table], threads: usize) {
    let place = |job: &Job| tables.iter().position(|table| std::ptr::eq(table.sweep, job.sweep)).expect("its table");
    // Long runs first, so that no thread is left with one at the end.
    let mut jobs: Vec<(usize, Job)> = jobs.iter().map(|job| (place(job), *job)).collect();
    jobs.sort_by(|a, b| b.1.cost.total_cmp(&a.1.cost));
    let mut rows: Vec<(usize, Row)> = Vec::with_capacity(jobs.len());
    let work = Work {
        runs: jobs.len(),
        before: 0,
        cost: &|run| jobs[run].1.cost,
        name: &|run| {
            let (table, job) = jobs[run];
            format!("{} {}, seed {}", job.sweep.id, tables[table].cells[job.cell].at.json(), job.repetition + 1)
        },
        make: &|run, progress| {
            let (table, job) = jobs[run];
            (table, job.run(&tables[table].cells[job.cell], progress))
        },
    };
    let kept = each(threads, &work, |_, row| {
        rows.push(row);
        Ok(())
    });
    assert!(kept.is_ok(), "nothing rejects a row");
    for (table, row) in rows {
        assert!(tables[table].add(row), "each run once");
    }
}

/// Performs a run; its second argument hears how far it is, from 0 to 1.
type Make<'w, T> = dyn Fn(usize, &dyn Fn(f64)) -> T + Sync + 'w;

/// Runs, numbered from 0.
pub struct Work<'w, T> {
    /// Number of runs.
    pub runs: usize,
    /// Number of runs that were finished before, for the progress.
    pub before: usize,
    /// Cost of a run, in any unit.
    pub cost: &'w (dyn Fn(usize) -> f64 + Sync),
    /// Description of a run.
    pub name: &'w (dyn Fn(usize) -> String + Sync),
    /// Performs a run; the second argument hears how far it is, from 0 to 1.
    pub make: &'w Make<'w, T>,
}

/// Performs runs on several threads, in the order of their numbers, and hands on each result as it comes.
///
/// # Errors
/// The first error of `keep`, which ends the work.
pub fn each<T: Send>(
    threads: usize,
    work: &Work<T>,
    mut keep: impl FnMut(usize, T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let mut meter = Meter::new(work.before, work.runs, (0..work.runs).map(work.cost).sum());
    name_faults();
    let mut outcome = Ok(());
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.clamp(1, work.runs.max(1)) {
            let (sender, next, failed) = (sender.clone(), &next, &failed);
            scope.spawn(move || {
                loop {
                    let run = next.fetch_add(1, Ordering::Relaxed);
                    if run >= work.runs || failed.load(Ordering::Relaxed) {
                        return;
                    }
                    let (reported, cost) = (Cell::new(0.0), (work.cost)(run));
                    DOING.set((work.name)(run));
                    let made = (work.make)(run, &|share| {
                        let _ = sender.send((run, cost * (share - reported.replace(share)), None));
                    });
                    if sender.send((run, cost * (1.0 - reported.get()), Some(made))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (run, cost, made) in receiver {
            meter.go_on(cost, made.is_some());
            if let (Some(made), Ok(())) = (made, &outcome) {
                outcome = keep(run, made);
                failed.store(outcome.is_err(), Ordering::Relaxed);
            }
        }
    });
    meter.close();
    outcome
}

/// Printer of progress.
struct Meter {
    before: usize,
    runs: usize,
    whole: f64,
    done_runs: usize,
    done: f64,
    left: Left,
    begun: Instant,
    reported: Instant,
    terminal: bool,
    shown: bool,
}

impl Meter {
    fn new(before: usize, runs: usize, whole: f64) -> Meter {
        let begun = now();
        Meter {
            before,
            runs,
            whole,
            done_runs: 0,
            done: 0.0,
            left: Left::new(),
            begun,
            reported: begun,
            terminal: stderr().is_terminal(),
            shown: false,
        }
    }

    fn go_on(&mut self, cost: f64, run: bool) {
        self.done += cost;
        self.done_runs += usize::from(run);
        let now = now();
        if now - self.reported < if self.terminal { RENEW } else { RENEW_LINES } {
            return;
        }
        self.reported = now;
        let share = clamp(self.done / self.whole, 0.0, 1.0);
        let left = self.left.at((now - self.begun).as_secs_f64(), share);
        let left = left.map_or(String::new(), |left_s| format!("  about {} left", duration(left_s)));
        let (done, all) = (self.before + self.done_runs, self.before + self.runs);
        let percent = done as f64 / all as f64 * 100.0;
        let percent = if self.before > 0 { percent } else { share * 100.0 };
        let line = format!("{percent:3.0} %  {done} of {all} runs{left}");
        // A terminal's line is overwritten; failures are ignored.
        let _ = if self.terminal { write!(stderr(), "\r\x1b[K{line}") } else { writeln!(stderr(), "{line}") };
        self.shown = true;
    }

    fn close(&self) {
        if self.terminal && self.shown {
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}
