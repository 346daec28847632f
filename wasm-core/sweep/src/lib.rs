//! Many runs of one scenario, and tables of them: the columns of a summary, rows as CSV and Parquet, a trace as Parquet.
//! The command and other programs write the same bytes with it. Not here: how one run goes (crate `engine`), what a summary
//! contains (crate `measures`), options and messages (crate `cli`).

#[cfg(feature = "arrow")]
pub mod columns;
pub mod csv;
pub mod fields;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod table;
mod writer;

pub use table::{Column, Kind, Row, Value};
pub use writer::{Form, PARQUET, Writer};

/// Version of this crate, which tables name; the command and the wheel have the same.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Short commit of the sources of command and wheel (`build.rs`).
pub const BUILD: &str = env!("SAWTOOTH_BUILD");

/// Digest of these sources (`build.rs`). Other sources may give other results, whatever their version.
pub const SOURCES: &str = env!("SAWTOOTH_SOURCES");
