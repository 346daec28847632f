//! Experiments, from outside: one program, so that what all of these tests use is compiled and linked once.

mod accounts;
mod central;
mod registry;

use sawtooth_experiments::sweep::{Job, jobs};
use sawtooth_experiments::{Amount, Row, Sweep};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

/// The first run of a sweep's cheapest cell.
fn cheapest(sweep: &'static Sweep) -> Job {
    let all = jobs(&[sweep], Amount::Exactly(1));
    all.into_iter().min_by(|a, b| a.cost.total_cmp(&b.cost)).unwrap()
}

/// Its row, simulated once for all tests.
fn cheapest_row(sweep: &'static Sweep) -> Row {
    static ROWS: Mutex<BTreeMap<&str, Arc<OnceLock<Row>>>> = Mutex::new(BTreeMap::new());
    let row = ROWS.lock().unwrap().entry(sweep.id).or_default().clone();
    let simulated = || {
        let job = cheapest(sweep);
        let progress = |share: f64| assert!((0.0..=1.0).contains(&share), "{}: {share}", sweep.id);
        job.run(&(sweep.cells)()[job.cell], &progress)
    };
    row.get_or_init(simulated).clone()
}
