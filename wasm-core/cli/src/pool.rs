//! Runs of experiments on several threads, with progress and the time left on standard error. The order in which runs end
//! has no part in what comes of them. Not here: what a run is (crate `experiments`).

use crate::clock::{Left, duration, now};
use sawtooth_engine::math::clamp;
use sawtooth_experiments::{Job, Row, Table, run};
use std::cell::{Cell, RefCell};
use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Between two looks at the clock: on a terminal, and where lines stay.
const RENEW: Duration = Duration::from_millis(250);
const RENEW_LINES: Duration = Duration::from_secs(10);

/// As many threads as the machine runs at once.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

thread_local! {
    /// What the thread is doing, for the words of a fault.
    static DOING: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A fault of an experiment ends the program like any other failure of it, and says in which run it lies.
fn name_faults() {
    std::panic::set_hook(Box::new(|fault| {
        let run = DOING.with_borrow(Clone::clone);
        let _ = writeln!(stderr(), "sawtooth: internal error in a run: {run}: {fault}");
        std::process::exit(3);
    }));
}

/// Does these runs and adds their rows to the tables.
pub fn perform(jobs: &[Job], tables: &mut [Table], threads: usize) {
    let place = |job: &Job| tables.iter().position(|table| std::ptr::eq(table.sweep, job.sweep)).expect("its table");
    // Long ones first, so that no thread is left with one at the end.
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
                    let (told, cell) = (Cell::new(0.0), &tables[*table].cells[job.cell]);
                    DOING.set(format!("{} {}, seed {}", job.sweep.id, cell.at.json(), job.repetition + 1));
                    let row = run::run(job, cell, &|share| {
                        let _ = sender.send((*table, job.cost * (share - told.replace(share)), None));
                    });
                    if sender.send((*table, job.cost * (1.0 - told.get()), Some(row))).is_err() {
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

/// Tells how far it is.
struct Meter {
    runs: usize,
    whole: f64,
    done_runs: usize,
    done: f64,
    left: Left,
    begun: Instant,
    told: Instant,
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
            told: begun,
            terminal: stderr().is_terminal(),
            shown: false,
        }
    }

    fn go_on(&mut self, cost: f64, run: bool) {
        self.done += cost;
        self.done_runs += usize::from(run);
        let now = now();
        if now - self.told < if self.terminal { RENEW } else { RENEW_LINES } {
            return;
        }
        self.told = now;
        let share = clamp(self.done / self.whole, 0.0, 1.0);
        let left = self.left.at((now - self.begun).as_secs_f64(), share);
        let left = left.map_or(String::new(), |left_s| format!("  about {} left", duration(left_s)));
        let line = format!("{:3.0} %  {} of {} runs{left}", share * 100.0, self.done_runs, self.runs);
        // A terminal's line is written over; if nobody reads, nobody misses it.
        let _ = if self.terminal { write!(stderr(), "\r\x1b[K{line}") } else { writeln!(stderr(), "{line}") };
        self.shown = true;
    }

    fn close(&self) {
        if self.terminal && self.shown {
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}
