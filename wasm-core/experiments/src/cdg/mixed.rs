//! CDG and NewReno flows together, section 4.3 of the CDG paper: the four flows of figure 8, from which figure 2 is drawn, too.
//! Not here: what is measured of them.

use super::{Host, flow, kind, test_bed};
use crate::sweep::{Cell, Point};
use sawtooth_scenario::Json;

/// End of the run.
pub const END_S: f64 = 140.0;
/// Name and time of each flow, in seconds: CDG's are the first and the last.
pub const FLOWS: [(&str, f64, f64); 4] =
    [("cdg1", 0.0, 80.0), ("newreno1", 20.0, 100.0), ("newreno2", 40.0, 120.0), ("cdg2", 60.0, 140.0)];

/// The four flows, with a CDG and a random loss.
pub fn document(title: &str, cdg: &Json, loss: f64, host: Host) -> Json {
    let flows = FLOWS.iter().map(|(name, from, until)| {
        let algorithm = if is_cdg(name) { cdg.clone() } else { kind("newreno") };
        flow(name, algorithm, *from, *until, host)
    });
    test_bed(title, END_S, loss, flows.collect())
}

/// A cell of them.
pub fn cell(at: Point, title: &str, cdg: &Json, loss: f64, host: Host) -> Cell {
    Cell::new(at, document(title, cdg, loss, host)).moment(30.0)
}

/// A flow's algorithm, by its name.
pub fn is_cdg(name: &str) -> bool {
    name.starts_with("cdg")
}

/// How many flows run throughout a span that lies within such a time.
pub fn active(from_s: f64, until_s: f64) -> usize {
    FLOWS.iter().filter(|(_, from, until)| *from <= from_s && *until >= until_s).count()
}
