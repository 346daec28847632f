//! Traces of a link's opportunities that a document names: files beside it. One rule for every program that reads documents from
//! files. Not here: the text of a trace (crate `scenario`).

use sawtooth_scenario::words::Words;
use sawtooth_scenario::{Json, TraceFile, TraceReader, is_name};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Maximum size of a file in bytes: more than any legal one.
const MAX_BYTES: u64 = 130_000_000;

/// The field that names a file.
pub const FILE: &str = "rate_trace_file";

/// The field with steps of a rate.
pub const STEPS: &str = "rate_steps";

/// Reason why a named file is rejected.
#[derive(Debug)]
pub struct Refused {
    /// Place of the field in the document.
    pub place: String,
    /// Mistakes, one sentence or more for each.
    pub reasons: Vec<String>,
}

/// The traces that the bottlenecks of a scenario name: files in the document's own folder. A link that leads out of it is rejected, so
/// that a document from elsewhere reaches nothing else.
///
/// # Errors
/// A name that is a path; a file that is missing, elsewhere, no trace, or another trace than the document says.
pub fn named_traces(tree: &Json, folder: &Path) -> Result<Vec<TraceFile>, Refused> {
    let mut files = Vec::new();
    for side in SIDES {
        let Some(named) = tree.get(side).and_then(|side| side.get(FILE)) else { continue };
        // A missing name is an error of the document.
        let Some(name) = named.get("name").and_then(Json::text) else { continue };
        files.push(beside(folder, name, named).map_err(|wrong| wrong.at(format!("{side}.{FILE}")))?);
    }
    Ok(files)
}

/// The same, and the document then has the number of entries and the digest of each trace, so that it names no other.
///
/// # Errors
/// As above.
pub fn traces_of_scenario(tree: &mut Json, folder: &Path) -> Result<Vec<TraceFile>, Refused> {
    let files = named_traces(tree, folder)?;
    let mut left = files.iter();
    for side in SIDES {
        if let Some(named) = field(tree, side).and_then(|it| field(it, FILE))
            && named.get("name").and_then(Json::text).is_some()
            && let Some(file) = left.next()
        {
            identify(named, file);
        }
    }
    Ok(files)
}

/// Sets what a document says of a trace.
fn identify(named: &mut Json, file: &TraceFile) {
    named.set("entries", file.times_ms.len() as u64);
    named.set("digest", file.digest.as_str());
}

/// The same for the document of a sweep: files that its scenario or values of an axis name. Its own digest then depends on them.
///
/// # Errors
/// As above; an axis of the name alone, whose values would have no digest.
pub fn traces_of_sweep(tree: &mut Json, folder: &Path) -> Result<Vec<TraceFile>, Refused> {
    let mut files: Vec<TraceFile> = Vec::new();
    each(tree, &mut |place, named| {
        let Some(name) = named.get("name").and_then(Json::text) else { return Ok(()) };
        let file = beside(folder, name, named).map_err(|wrong| wrong.at(place))?;
        identify(named, &file);
        if !files.contains(&file) {
            files.push(file);
        }
        Ok(())
    })?;
    Ok(files)
}

/// Stands in for the traces that the document of a sweep names by their digests, where its runs are only joined.
pub(crate) fn stand_ins(tree: &Json) -> Vec<TraceFile> {
    let mut files = Vec::new();
    let _ = each(&mut tree.clone(), &mut |_, named| {
        let text = |name: &str| named.get(name).and_then(Json::text).unwrap_or_default().to_owned();
        files.push(TraceFile { name: text("name"), times_ms: [1.0].into(), digest: text("digest") });
        Ok(())
    });
    files
}

/// Visits each object of a sweep's document that names a file, with its place.
fn each(tree: &mut Json, visit: &mut dyn FnMut(String, &mut Json) -> Result<(), Refused>) -> Result<(), Refused> {
    for side in SIDES {
        if let Some(named) = field(tree, "scenario").and_then(|it| field(it, side)).and_then(|it| field(it, FILE)) {
            visit(format!("scenario.{side}.{FILE}"), named)?;
        }
    }
    // The one axis of a search.
    if let Some(axis) = field(tree, "axis") {
        each_value(axis, "axis", visit)?;
    }
    let Some(Json::Array(axes)) = field(tree, "axes") else { return Ok(()) };
    for (index, axis) in axes.iter_mut().enumerate() {
        let place = format!("axes[{index}]");
        match field(axis, "together") {
            Some(Json::Array(tracks)) => {
                for (index, track) in tracks.iter_mut().enumerate() {
                    each_value(track, &format!("{place}.together[{index}]"), visit)?;
                }
            }
            _ => each_value(axis, &place, visit)?,
        }
    }
    Ok(())
}

/// The same for the values of one setting of an axis.
fn each_value(
    track: &mut Json,
    place: &str,
    visit: &mut dyn FnMut(String, &mut Json) -> Result<(), Refused>,
) -> Result<(), Refused> {
    let Some(path) = track.get("path").and_then(Json::text).map(str::to_owned) else { return Ok(()) };
    for side in SIDES {
        let Some(rest) = path.strip_prefix(side) else { continue };
        let whole = format!(".{FILE}");
        if rest.strip_prefix(&whole).is_some_and(|rest| rest.starts_with('.')) {
            let place = format!("{place}.path");
            let reason =
                format!("{place} is {path:?}. Allowed: {side}.{FILE}, with values such as {{ \"name\": \"a.down\" }}.");
            return Err(Refused { place, reasons: vec![reason] });
        }
        let Some(Json::Array(values)) = field(track, "values") else { continue };
        for (index, value) in values.iter_mut().enumerate() {
            let place = format!("{place}.values[{index}]");
            match field(value, FILE) {
                _ if rest == whole => visit(place, value)?,
                Some(named) if rest.is_empty() => visit(format!("{place}.{FILE}"), named)?,
                _ => {}
            }
        }
    }
    Ok(())
}

fn field<'a>(tree: &'a mut Json, name: &str) -> Option<&'a mut Json> {
    let Json::Object(fields) = tree else { return None };
    fields.iter_mut().find(|(other, _)| other == name).map(|(_, value)| value)
}

/// Parts of a scenario that may name a file.
const SIDES: [&str; 2] = ["bottleneck", "reverse_bottleneck"];

/// Reasons, to follow the place of a field.
struct Wrong(Vec<String>);

impl Wrong {
    fn at(self, place: String) -> Refused {
        let reasons = self.0.into_iter().map(|reason| format!("{place}{reason}")).collect();
        Refused { place, reasons }
    }
}

/// The file of this name in a folder.
fn beside(folder: &Path, name: &str, named: &Json) -> Result<TraceFile, Wrong> {
    let wrong = |reason: String| Wrong(vec![format!(": {reason}")]);
    if !is_name(name) {
        let allowed = "Allowed: the name of a file beside the document, without a folder.";
        return Err(Wrong(vec![format!(".name is {name:?}. {allowed}")]));
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
    let file = read_trace(name, &bytes, &path)
        .map_err(|reasons| Wrong(reasons.into_iter().map(|reason| format!(": {reason}")).collect()))?;
    same(&file, named, &path).map_err(wrong)?;
    Ok(file)
}

/// The bytes of a file as a trace.
///
/// # Errors
/// A mistake, with the file and its line.
pub fn read_trace(name: &str, bytes: &[u8], path: &Path) -> Result<TraceFile, Vec<String>> {
    TraceFile::read(name, bytes).map_err(|errors| {
        let lines = Words::errors().list(&errors);
        lines.iter().map(|line| format!("{}: {line}", path.display())).collect()
    })
}

/// The steps of a file with two columns, seconds and Mbit/s; `None` of a file that has one column.
///
/// # Errors
/// The mistake in words, with the file and the line.
pub fn read_steps(bytes: &[u8], path: &Path) -> Result<Option<Json>, Vec<String>> {
    let mut reader = TraceReader::default();
    // A file of one column is another reader's.
    let first = bytes.split_inclusive(|byte| *byte == b'\n').next().unwrap_or_default();
    if reader.push(first).is_err() || !reader.has_columns() {
        return Ok(None);
    }
    reader.push(&bytes[first.len()..]).and_then(|()| reader.finish_steps()).map_err(|errors| {
        let lines = Words::errors().list(&errors);
        lines.iter().map(|line| format!("{}: {line}", path.display())).collect()
    })
}

/// Rejects a file with other entries than those that a document names.
///
/// # Errors
/// The file's trace, and the one that the document names.
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
