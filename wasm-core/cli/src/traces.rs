//! Traces of a link's opportunities from files: those of `--rate-trace` and `--reverse-rate-trace`, and those that a document names. Not here: their text
//! (crate `scenario`), which files a document may name (crate `sweep`), reading of documents (`run`).

use crate::input::input;
use crate::options::Origin;
use crate::{Failure, remark};
use sawtooth_scenario::{Json, TraceFile};
use sawtooth_sweep::traces::{self, FILE, STEPS, read_steps, read_trace, same};
use std::path::Path;

/// Maximum size of a file: more than any legal one.
const MAX_BYTES: usize = 130_000_000;

/// Maximum number of entries that a document itself takes: of a longer one it has the name.
const MOST_IN_DOCUMENT: usize = 1_000_000;

/// The file of `--rate-trace` for a link. A trace of opportunities is the file that the document names, if it names one; otherwise its
/// entries replace the document's. Of a file with two columns, seconds and Mbit/s, the document gets the steps.
pub fn given_trace(path: &Path, side: &str, tree: &mut Json) -> Result<Vec<TraceFile>, Failure> {
    let bytes = input(path, MAX_BYTES)?;
    if let Some(steps) = read_steps(&bytes, path).map_err(Failure::Refused)? {
        let rows = steps.elements().map_or(0, <[Json]>::len);
        remark(format_args!("{}: {rows} rows of seconds and Mbit/s, as {side}.{STEPS}", path.display()));
        if let Some(mut bottleneck) = tree.get(side).cloned() {
            bottleneck.set(STEPS, steps);
            tree.set(side, bottleneck);
        }
        return Ok(Vec::new());
    }
    let mut file = read_trace("", &bytes, path).map_err(Failure::Refused)?;
    if let Some(mut bottleneck) = tree.get(side).cloned() {
        match bottleneck.get(FILE) {
            Some(named) => {
                same(&file, named, path).map_err(Failure::refused)?;
                file.name = named.get("name").and_then(Json::text).unwrap_or_default().into();
            }
            None if file.times_ms.len() > MOST_IN_DOCUMENT => {
                file.name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                let mut named = Json::Object(Vec::new());
                named.set("name", file.name.as_str());
                named.set("entries", file.times_ms.len() as u64);
                named.set("digest", file.digest.as_str());
                bottleneck.set(FILE, named);
                tree.set(side, bottleneck);
            }
            None => {
                let times_ms = file.times_ms.iter().copied().map(Json::from);
                bottleneck.set("rate_trace_ms", Json::Array(times_ms.collect()));
                tree.set(side, bottleneck);
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
        let options = [("bottleneck", "--rate-trace"), ("reverse_bottleneck", "--reverse-rate-trace")];
        if let Some((_, option)) = options.iter().find(|(side, _)| refused.place == format!("{side}.{FILE}")) {
            refused.reasons.push(format!("{option} FILE gives another place of the bottleneck's file."));
        }
        Failure::Refused(refused.reasons)
    })
}
