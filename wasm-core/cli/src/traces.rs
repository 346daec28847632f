//! Traces of a link's opportunities from files: the one of `--rate-trace`, and those that a document names. Not here: their text
//! (crate `scenario`), which files a document may name (crate `sweep`), reading of documents (`run`).

use crate::Failure;
use crate::input::input;
use crate::options::Origin;
use sawtooth_scenario::{Json, TraceFile};
use sawtooth_sweep::traces::{self, FILE, read_trace, same};
use std::path::Path;

/// Maximum size of a file: more than any legal one.
const MAX_BYTES: usize = 16_000_000;

/// The trace of `--rate-trace`. It is the file that the document names, if it names one; otherwise its entries replace the
/// document's.
pub fn given_trace(path: &Path, tree: &mut Json) -> Result<Vec<TraceFile>, Failure> {
    let mut file = read_trace("", &input(path, MAX_BYTES)?, path).map_err(Failure::Refused)?;
    if let Some(mut bottleneck) = tree.get("bottleneck").cloned() {
        match bottleneck.get(FILE) {
            Some(named) => {
                same(&file, named, path).map_err(Failure::refused)?;
                file.name = named.get("name").and_then(Json::text).unwrap_or_default().into();
            }
            None => {
                let times_ms = file.times_ms.iter().copied().map(Json::from);
                bottleneck.set("rate_trace_ms", Json::Array(times_ms.collect()));
                tree.set("bottleneck", bottleneck);
            }
        }
    }
    Ok(vec![file])
}

/// The traces that a document names: files in its own folder; in the current one, if it comes from standard input.
pub fn named_traces(tree: &Json, source: &Origin) -> Result<Vec<TraceFile>, Failure> {
    let folder = match source {
        Origin::File(path) => path.parent().unwrap_or(Path::new("")),
        Origin::Preset(_) => Path::new(""),
    };
    traces::named_traces(tree, folder).map_err(|mut refused| {
        if refused.place == format!("bottleneck.{FILE}") {
            refused.reasons.push("--rate-trace FILE gives another place of the bottleneck's file.".into());
        }
        Failure::Refused(refused.reasons)
    })
}
