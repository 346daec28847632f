//! Traces of a link's opportunities from files: the one of `--rate-trace`, and those that a document names. Not here: their text
//! (crate `scenario`), reading of documents (`run`).

use crate::Failure;
use crate::input::input;
use crate::options::Origin;
use sawtooth_scenario::words::Words;
use sawtooth_scenario::{Json, TraceFile, is_name};
use std::path::Path;

/// Maximum size of a file: more than any legal one.
const MAX_BYTES: usize = 16_000_000;
const FILE: &str = "rate_trace_file";

/// The trace of `--rate-trace`. It is the file that the document names, if it names one; otherwise its entries replace the
/// document's.
pub fn given_trace(path: &Path, tree: &mut Json) -> Result<Vec<TraceFile>, Failure> {
    let mut file = read(path, "")?;
    if let Some(mut bottleneck) = tree.get("bottleneck").cloned() {
        match bottleneck.get(FILE) {
            Some(named) => {
                same(&file, named, path)?;
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
    let mut files = Vec::new();
    for side in ["bottleneck", "reverse_bottleneck"] {
        let Some(named) = tree.get(side).and_then(|side| side.get(FILE)) else { continue };
        // A missing name is an error of the document.
        let Some(name) = named.get("name").and_then(Json::text) else { continue };
        if !is_name(name) {
            return Err(Failure::refused(format_args!(
                "{side}.{FILE}.name is {name:?}. Allowed: the name of a file beside the document, without a folder."
            )));
        }
        let path = folder.join(name);
        if !path.is_file() {
            let hint = if side == "bottleneck" { ", or give another place with --rate-trace FILE" } else { "" };
            return Err(Failure::refused(format_args!(
                "{side}.{FILE}: {} does not exist. Put the file beside the document{hint}.",
                path.display()
            )));
        }
        let file = read(&path, name)?;
        same(&file, named, &path)?;
        files.push(file);
    }
    Ok(files)
}

/// A file as a trace; an error names the file and the line.
fn read(path: &Path, name: &str) -> Result<TraceFile, Failure> {
    TraceFile::read(name, &input(path, MAX_BYTES)?).map_err(|errors| {
        let lines = Words::errors().list(&errors);
        Failure::Refused(lines.iter().map(|line| format!("{}: {line}", path.display())).collect())
    })
}

/// Rejects a file with other entries than those that the document names.
fn same(file: &TraceFile, named: &Json, path: &Path) -> Result<(), Failure> {
    let entries = named.get("entries").and_then(Json::number);
    let digest = named.get("digest").and_then(Json::text);
    let found = file.times_ms.len();
    if entries.is_none_or(|entries| entries == found as f64) && digest.is_none_or(|digest| digest == file.digest) {
        return Ok(());
    }
    let wanted: Vec<String> = entries.map(|n| n.to_string()).into_iter().chain(digest.map(String::from)).collect();
    Err(Failure::refused(format_args!(
        "{}: the document names another trace. Entries, digest: {found}, {}. Allowed: {}.",
        path.display(),
        file.digest,
        wanted.join(", ")
    )))
}
