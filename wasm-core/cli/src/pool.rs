//! Runs of experiments on several threads, with progress and the time left on standard error. The order in which runs
//! end does not affect the results. Not here: what a run is (crate `experiments`).

use crate::clock::{Left, duration, now};
use sawtooth_engine::math::clamp;
use sawtooth_experiments::{Job, Row, Table, run};
use std::cell::{Cell, RefCell};
use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicUsize, Ordering};
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
    let whole: f64 = jobs.iter().map(|(_, job)| job.cost).sum();
    let next = AtomicUsize::new(0);
    let mut rows: Vec<(usize, Row)> = Vec::with_capacity(jobs.len());
    let mut meter = Meter::new(jobs.len(), whole);
    name_faults();
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            let (sender, next, jobs, tables) = (sender.clone(), &next, &jobs, &*tables);
            scope.spawn(move || {
                while let Some((table, job)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (reported, cell) = (Cell::new(0.0), &tables[*table].cells[job.cell]);
                    DOING.set(format!("{} {}, seed {}", job.sweep.id, cell.at.json(), job.repetition + 1));
                    let row = run::run(job, cell, &|share| {
                        let _ = sender.send((*table, job.cost * (share - reported.replace(share)), None));
                    });
                    if sender.send((*table, job.cost * (1.0 - reported.get()), Some(row))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (table, cost, row) in receiver {
            meter.go_on(cost, row.is_some());
            rows.extend(row.map(|row| (table, row)));
        }
    });
    meter.close();
    for (table, row) in rows {
        assert!(tables[table].add(row), "each run once");
    }
}

/// Printer of progress.
struct Meter {
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
    fn new(runs: usize, whole: f64) -> Meter {
        let begun = now();
        Meter {
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
        let line = format!("{:3.0} %  {} of {} runs{left}", share * 100.0, self.done_runs, self.runs);
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
