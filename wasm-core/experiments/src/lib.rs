//! The figures and tables of the three papers, and what the literature says of today's algorithms, as experiments: which
//! scenarios are run, what is measured of each run, what is drawn, what is claimed. One definition serves the command line,
//! the page and the checks. An experiment is a file in `cdg`, `slowcc`, `voip` or `today` and a line in the list of that folder's `mod.rs`; `cdg/fig4.rs` is the one to read first.
//!
//! The way of a number: `Experiment` -> its `Sweep`s -> their `Cell`s (a point of the sweep with its scenario) -> a `Run`
//! (cell and seed) -> a `Row` of named numbers and short lists -> `Results` -> `Figure` and `Claim`s. Results may be
//! incomplete at any time. Everything here is deterministic and single-threaded; a run is a function of cell and seed.
//!
//! Not here: threads, files and progress bars (crate `cli`), measures of general use (`sawtooth_measures::measures`).

#[macro_use]
pub mod cell;
pub mod account;
pub mod claim;
pub mod edges;
pub mod experiment;
pub mod figure;
pub mod fresh;
pub mod measured;
pub mod registry;
pub mod results;
pub mod row;
pub mod run;
pub mod store;
pub mod sweep;

pub mod cdg;
pub mod slowcc;
pub mod today;
pub mod voip;

pub use account::{Account, Number};
pub use claim::{Band, Claim, Measured};
pub use experiment::{Choice, Experiment, Paper, Words};
pub use registry::{EXPERIMENTS, find};
pub use results::{Results, Table};
pub use row::Row;
pub use run::Run;
pub use sweep::{Amount, Cell, Job, Point, Sweep};
