//! Traces of a link's opportunities that a document names: files beside it. One rule for every program that reads documents from
//! files. Not here: the text of a trace (crate `scenario`).

use sawtooth_scenario::words::Words;
use sawtooth_scenario::{Json, TraceFile, is_name};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Maximum size of a file in bytes: more than any legal one.
const MAX_BYTES: u64 = 16_000_000;

/// The field that names a file.
pub const FILE: &str = "rate_trace_file";

/// Reason why a named file is rejected.
#[derive(Debug)]
pub struct Refused {
    /// Place of the field in the document.
    pub place: String,
    /// What is wrong, one sentence or more for each.
    pub reasons: Vec<String>,
}

/// The traces that the bottlenecks of a scenario name: files in the document's own folder. A link that leads out of it is rejected, so
/// that a document from elsewhere reaches nothing else.
///
/// # Errors
/// A name that is a path; a file that is missing, elsewhere, no trace, or another trace than the document says.
pub fn named_traces(tree: &Json, folder: &Path) -> Result<Vec<TraceFile>, Refused> {
    let mut files = Vec::new();
    for side in ["bottleneck", "reverse_bottleneck"] {
        let Some(named) = tree.get(side).and_then(|side| side.get(FILE)) else { continue };
        // A missing name is an error of the document.
        let Some(name) = named.get("name").and_then(Json::text) else { continue };
        let file = beside(folder, name, named);
        files.push(file.map_err(|(field, reasons)| {
            let place = format!("{side}.{FILE}");
            let reasons = reasons.into_iter().map(|reason| format!("{place}{field}{reason}")).collect();
            Refused { place, reasons }
        })?);
    }
    Ok(files)
}

/// The file of this name in a folder; else the end of its place, and what is wrong.
fn beside(folder: &Path, name: &str, named: &Json) -> Result<TraceFile, (&'static str, Vec<String>)> {
    let wrong = |reason: String| (": ", vec![reason]);
    if !is_name(name) {
        let allowed = "Allowed: the name of a file beside the document, without a folder.";
        return Err((".name", vec![format!(" is {name:?}. {allowed}")]));
    }
    let path = folder.join(name);
    let shown = path.display();
    // An empty path is the current folder.
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    match (path.canonicalize(), here.canonicalize()) {
        (Ok(file), Ok(here)) if !file.starts_with(&here) => {
            return Err(wrong(format!(
                "{shown} is a link to another folder. Allowed: a file beside the document; copy it there."
            )));
        }
        (Ok(file), Ok(_)) if file.is_file() => {}
        (Ok(_), Ok(_)) => {
            return Err(wrong(format!("{shown} is not a regular file. Allowed: a file beside the document.")));
        }
        _ => return Err(wrong(format!("{shown} does not exist. Put the file beside the document."))),
    }
    let mut bytes = Vec::new();
    let read = File::open(&path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error: io::Error| wrong(format!("{shown}: {error}")))?;
    let file = read_trace(name, &bytes, &path).map_err(|reasons| (": ", reasons))?;
    same(&file, named, &path).map_err(wrong)?;
    Ok(file)
}

/// The bytes of a file as a trace.
///
/// # Errors
/// What is wrong, with the file and its line.
pub fn read_trace(name: &str, bytes: &[u8], path: &Path) -> Result<TraceFile, Vec<String>> {
    TraceFile::read(name, bytes).map_err(|errors| {
        let lines = Words::errors().list(&errors);
        lines.iter().map(|line| format!("{}: {line}", path.display())).collect()
    })
}

/// Rejects a file with other entries than those that a document names.
///
/// # Errors
/// What the file has, and what the document names.
pub fn same(file: &TraceFile, named: &Json, path: &Path) -> Result<(), String> {
    let entries = named.get("entries").and_then(Json::number);
    let digest = named.get("digest").and_then(Json::text);
    let found = file.times_ms.len();
    if entries.is_none_or(|entries| entries == found as f64) && digest.is_none_or(|digest| digest == file.digest) {
        return Ok(());
    }
    let wanted: Vec<String> = entries.map(|n| n.to_string()).into_iter().chain(digest.map(String::from)).collect();
    Err(format!(
        "{}: the document names another trace. Entries, digest: {found}, {}. Allowed: {}.",
        path.display(),
        file.digest,
        wanted.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sawtooth_scenario::parse;
    use std::fs;
    use std::path::PathBuf;

    /// A folder of its own, empty, with a file beside it.
    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("sawtooth-{}-{name}", std::process::id())).join("own");
        let _ = fs::remove_dir_all(path.parent().unwrap());
        fs::create_dir_all(&path).unwrap();
        fs::write(path.with_file_name("outside.txt"), "secret\n").unwrap();
        path
    }

    fn named(folder: &Path, name: &str, rest: &str) -> Result<Vec<TraceFile>, Refused> {
        let text = format!(r#"{{ "reverse_bottleneck": {{ "rate_trace_file": {{ "name": {name:?}{rest} }} }} }}"#);
        named_traces(&parse(&text).unwrap(), folder)
    }

    #[test]
    fn only_files_beside_the_document_are_read() {
        let folder = folder("beside");
        fs::write(folder.join("a.down"), "3\n7\n").unwrap();
        fs::create_dir(folder.join("b")).unwrap();
        let said = |name: &str| {
            let refused = named(&folder, name, "").expect_err("refused");
            assert_eq!(refused.place, "reverse_bottleneck.rate_trace_file");
            assert!(!refused.reasons.concat().contains("secret"), "{refused:?}");
            refused.reasons.concat()
        };
        assert_eq!(*named(&folder, "a.down", "").unwrap()[0].times_ms, [3.0, 7.0]);
        assert!(said("../outside.txt").contains("rate_trace_file.name is \"../outside.txt\". Allowed: "));
        assert!(said("c").contains("does not exist. Put the file beside the document."));
        assert!(said("b").contains("is not a regular file"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink(folder.join("a.down"), folder.join("inside")).unwrap();
            symlink("../outside.txt", folder.join("outside")).unwrap();
            symlink("..", folder.join("up")).unwrap();
            symlink("/dev/zero", folder.join("device")).unwrap();
            assert!(named(&folder, "inside", "").is_ok());
            for name in ["outside", "up", "device"] {
                assert!(said(name).contains("is a link to another folder"), "{name}");
            }
        }
        fs::remove_dir_all(folder.parent().unwrap()).unwrap();
    }

    #[test]
    fn another_trace_than_the_document_says_is_noticed() {
        let folder = folder("other");
        fs::write(folder.join("a.down"), "3\n7\n").unwrap();
        assert!(named(&folder, "a.down", r#", "entries": 2"#).is_ok());
        for rest in [r#", "entries": 3"#, r#", "digest": "89cd31291d2aefa4""#] {
            let refused = named(&folder, "a.down", rest).expect_err("refused");
            assert!(refused.reasons[0].contains("the document names another trace"), "{refused:?}");
        }
        fs::write(folder.join("a.down"), "7\n3\n").unwrap();
        let refused = named(&folder, "a.down", "").expect_err("refused");
        assert!(refused.reasons[0].contains("a.down: `line 2` is 3"), "{refused:?}");
        fs::remove_dir_all(folder.parent().unwrap()).unwrap();
    }
}
