//! The few calls by which the page runs many simulations: an experiment's list of jobs, one job at a time, and what the rows so
//! far make; the binned series of a scenario of the reader's own under a seed. Text and numbers in, text and numbers out. A module of
//! its own, since no reader of the laboratory needs it. Not here: any experiment, nor workers (the page's
//! pool), nor texts (`web/src/generated`), nor scores of loss discriminators (`judged`), nor sweeps (`sweep`).

mod judged;
mod sweep;

use sawtooth_experiments::sweep::{Amount, Job};
use sawtooth_experiments::{Experiment, Row, Table, registry, store};
use sawtooth_measures::binned_series::{BinnedSeries, OF_QUEUE, OF_SOURCE};
use sawtooth_scenario::{Document, Json, TraceFile, check_with, object, parse};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Receives how far a run is.
    pub type Meter;
    /// Called now and then with a share from 0 to 1.
    #[wasm_bindgen(method)]
    fn tell(this: &Meter, share: f64);
}

/// Sums of one run of a scenario with this seed, in this number of bins of time (`sawtooth_measures::binned_series`): by quantity, then by
/// bin; empty if the scenario is rejected. `file`: the text of the trace's file that it names; empty if it names none.
#[wasm_bindgen(js_name = binnedSeries)]
pub fn binned_series(scenario: &str, file: &[u8], seed: f64, bins: usize, meter: &Meter) -> Vec<f64> {
    sums(scenario, file, seed, bins, &|share| meter.tell(share))
}

/// Quantities of binned series, in order: `{ source, queue }`, the quantities of each source, then those of the queue.
#[wasm_bindgen]
pub fn quantities() -> String {
    let names = |names: &[&str]| Json::Array(names.iter().map(|name| Json::from(*name)).collect());
    object! { "source" => names(OF_SOURCE), "queue" => names(OF_QUEUE) }.to_string()
}

fn sums(scenario: &str, file: &[u8], seed: f64, bins: usize, tell: &dyn Fn(f64)) -> Vec<f64> {
    seeded(scenario, file, seed).map_or(Vec::new(), |document| BinnedSeries::run(&document.scenario, bins, tell))
}

/// The scenario with this seed and the trace's file that it names, if any; nothing if it is rejected.
fn seeded(scenario: &str, file: &[u8], seed: f64) -> Option<Document> {
    let mut document = parse(scenario).ok()?;
    document.set("seed", seed);
    check_with(document, TraceFile::read("", file).ok().as_slice()).ok()
}

/// An experiment and the rows of it that there are.
#[wasm_bindgen]
pub struct Figure {
    experiment: &'static Experiment,
    amount: Amount,
    jobs: Vec<Job>,
    tables: Vec<Table>,
}

#[wasm_bindgen]
impl Figure {
    /// An experiment by its id, with so many repetitions of each cell: 0 as many as the paper, -1 a few, for a look.
    /// Nothing if there is no such experiment.
    pub fn open(id: &str, repetitions: f64) -> Option<Figure> {
        #[cfg(target_arch = "wasm32")]
        std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
        let experiment = registry::find(id)?;
        let amount = match repetitions as i32 {
            0 => Amount::Full,
            count if count < 0 => Amount::Quick,
            count => Amount::Exactly(count as u32),
        };
        let tables = experiment.sweeps.iter().map(|sweep| Table::new(sweep)).collect();
        Some(Figure { experiment, amount, jobs: experiment.jobs(amount), tables })
    }

    /// All runs, in the order in which a picture fills evenly, what is shown beside last: `[{ sweep, at, seed, beside, cost,
    /// moment_s }]`. A job's number is its place.
    pub fn jobs(&self) -> String {
        let jobs = self.jobs.iter().map(|job| {
            let cell = &self.table(job).cells[job.cell];
            object! {
                "sweep" => job.sweep.id,
                "at" => cell.at.json(),
                "seed" => u64::from(job.repetition) + 1,
                "beside" => job.beside,
                "cost" => job.cost,
                "moment_s" => cell.moment_s,
            }
        });
        Json::Array(jobs.collect()).to_string()
    }

    /// The scenario of a job, seed included: what the laboratory opens.
    pub fn scenario(&self, job: usize) -> String {
        self.jobs.get(job).map_or("null".into(), |job| {
            self.table(job).cells[job.cell].seeded(u64::from(job.repetition) + 1).to_string()
        })
    }

    /// Does a job; its row, for `add` of this figure or of another worker's.
    pub fn run(&self, job: usize, meter: &Meter) -> String {
        self.jobs.get(job).map_or("null".into(), |job| {
            let cell = &self.table(job).cells[job.cell];
            job.run(cell, &|share| meter.tell(share)).json().to_string()
        })
    }

    /// Takes the row of a job in. False if it is none, or was there.
    pub fn add(&mut self, job: usize, row: &str) -> bool {
        let row = parse(row).ok().as_ref().and_then(Row::read);
        let Some((job, row)) = self.jobs.get(job).copied().zip(row) else { return false };
        let own = row.cell == job.cell && row.repetition == job.repetition;
        let table = self.tables.iter_mut().find(|table| std::ptr::eq(table.sweep, job.sweep));
        own && table.is_some_and(|table| table.add(row))
    }

    /// The drawing of what there is, as the page takes it.
    pub fn drawing(&self) -> String {
        store::figure(self.experiment, &self.tables).to_string()
    }

    /// The claims with what is measured so far, as `sawtooth claims --json` has them, without texts.
    pub fn claims(&self) -> String {
        let quick = self.amount == Amount::Quick;
        Json::Array(store::verdicts(self.experiment, &self.tables, quick)).to_string()
    }

    /// A file of what there is: `csv`, `json`; else nothing.
    pub fn file(&self, form: &str) -> String {
        match form {
            "csv" => store::csv(self.experiment, &self.tables),
            "json" => store::json(self.experiment, &self.tables, self.amount, None),
            _ => String::new(),
        }
    }
}

impl Figure {
    fn table(&self, job: &Job) -> &Table {
        let table = self.tables.iter().find(|table| std::ptr::eq(table.sweep, job.sweep));
        table.expect("each job's sweep has its table")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The scenario's own seed does not count, the given one does.
    #[test]
    fn a_binned_series_is_that_of_the_seed() {
        let text = |seed: u64| {
            format!(
                r#"{{ "schema": 1, "duration_s": 5, "seed": {seed}, "flows": [{{}}], "bottleneck": {{ "rate_bps": 1e7,
                "queue": {{ "limit_packets": 40 }}, "loss": {{ "model": "bernoulli", "probability": 0.02 }} }} }}"#
            )
        };
        let of = |own: u64, seed: f64| sums(&text(own), b"", seed, 10, &|_| ());
        assert_eq!(of(1, 7.0), of(2, 7.0));
        assert_ne!(of(1, 7.0), of(1, 8.0));
        assert_eq!(of(1, 7.0).len(), 10 * (OF_SOURCE.len() + OF_QUEUE.len()));
        assert!(quantities().starts_with(r#"{"source":["delivered_bytes","#));
        for junk in ["{}", "junk"] {
            assert!(sums(junk, b"", 1.0, 10, &|_| ()).is_empty());
        }
        let named = text(1).replace(
            "\"rate_bps\"",
            "\"rate_trace_file\":{\"name\":\"a\",\"digest\":\"89cd31291d2aefa4\"},\"rate_bps\"",
        );
        assert!(!sums(&named, b"1", 1.0, 10, &|_| ()).is_empty(), "{named}");
        assert!(sums(&named, b"2", 1.0, 10, &|_| ()).is_empty() && sums(&named, b"", 1.0, 10, &|_| ()).is_empty());
    }

    /// All but `run`, which needs a browser's listener: rows come from the crate itself.
    #[test]
    fn rows_make_a_figure_and_its_files() {
        assert!(Figure::open("cdg_fig0", 0.0).is_none());
        let mut figure = Figure::open("cdg_fig1", 2.0).unwrap();
        let jobs = parse(&figure.jobs()).unwrap();
        assert_eq!(jobs.elements().unwrap().len(), 2);
        assert!(figure.scenario(1).contains("\"seed\":2") && figure.scenario(2) == "null");
        assert!(sawtooth_scenario::read(&figure.scenario(0)).is_ok());
        let before = figure.drawing();
        for place in 0..2 {
            let job = figure.jobs[place];
            let row = job.run(&figure.table(&job).cells[job.cell], &|_| ()).json().to_string();
            assert!(!figure.add(1 - place, &row) && figure.add(place, &row) && !figure.add(place, &row));
        }
        assert!(!figure.add(0, "junk"));
        assert_ne!(figure.drawing(), before);
        assert!(figure.claims().contains("cdg.fig1.full_lag"));
        assert!(figure.file("csv").starts_with("sweep,"));
        assert_eq!(store::read(&figure.file("json")).unwrap().amount, Amount::Exactly(2));
        assert_eq!(figure.file("exe"), "");
    }
}
