//! Sweeps: many runs of one scenario, which differ in settings and seeds, and tables of them as CSV and Parquet. The command and
//! other programs write the same bytes with it.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use sawtooth_sweep::{Form, Part, Store, Sweep, store};
//! let sweep = Sweep::read(&std::fs::read("sweep.json")?).map_err(|errors| format!("{errors:?}"))?;
//! let mut store = Store::open("folder".as_ref(), &sweep, Part::WHOLE, "my program").map_err(|_| "not usable")?;
//! for run in (0..sweep.runs()).filter(|run| !store.has(*run)).collect::<Vec<_>>() {
//!     store.add(&sweep, run, &sweep.run(run, &|_| ())).map_err(|_| "the disk is full")?;
//! }
//! store::write(&sweep, &[(Part::WHOLE, &store)], Form::Csv, std::fs::File::create("folder/results.csv")?)?;
//! # Ok(())
//! # }
//! ```
//!
//! Not here: how one run goes (crate `engine`), what a summary contains (crate `measures`), threads, options and messages (crate
//! `cli`).

pub mod axes;
#[cfg(feature = "arrow")]
pub mod columns;
pub mod csv;
pub mod document;
pub mod fields;
pub mod find;
pub mod fit;
pub mod grown;
pub mod harm;
pub mod measures;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod read_table;
mod reading;
mod run;
pub mod scale;
#[cfg(feature = "docs")]
pub mod schema;
mod signal;
pub mod span;
pub mod store;
pub mod table;
pub mod theory;
pub mod traces;
mod writer;

pub use document::Sweep;
pub use find::Find;
pub use grown::Grown;
pub use scale::Scale;
pub use store::Store;
pub use table::{Column, Kind, Row, Value};
pub use theory::Theory;
pub use writer::{Form, PARQUET, Writer};

/// Version of this crate, which tables name; the command and the wheel have the same.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Short commit of the sources of command and wheel (`build.rs`).
pub const BUILD: &str = env!("SAWTOOTH_BUILD");

/// Digest of these sources (`build.rs`). Other sources may give other results, whatever their version.
pub const SOURCES: &str = env!("SAWTOOTH_SOURCES");

/// Maximum number of parts of a sweep.
pub const MAX_PARTS: u32 = 100_000;

/// Part of a sweep: every `of`-th run, from run `index` - 1 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which part, from 1.
    pub index: u32,
    /// Number of parts.
    pub of: u32,
}

impl Part {
    /// All runs.
    pub const WHOLE: Part = Part { index: 1, of: 1 };

    /// A part, unless there is none such.
    pub fn new(index: u32, of: u32) -> Option<Part> {
        ((1..=of).contains(&index) && of <= MAX_PARTS).then_some(Part { index, of })
    }

    /// Whether a run belongs to it.
    pub fn has(self, run: usize) -> bool {
        run % self.of as usize + 1 == self.index as usize
    }
}
