//! Names the build of command and wheel by the short commit of their sources, followed by `-dirty` if they differ from it, or
//! `unknown` without git; and by a digest of the sources that decide results, which needs no git and detects uncommitted changes. It
//! uses no clock, so that the same sources give the same program. Not here: the version, which is Cargo's.

use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Sources that decide results, relative to the project's root: those that the command, the wheel and the wheel's source distribution
/// have in common. Of a crate unpacked from a registry: its own files, whose manifest names the exact versions of the other crates.
pub(crate) const SOURCES: &[&str] = &[
    "Cargo.toml",
    "wasm-core/engine/Cargo.toml",
    "wasm-core/engine/src",
    "wasm-core/scenario/Cargo.toml",
    "wasm-core/scenario/src",
    "wasm-core/scenario/words",
    "wasm-core/measures/Cargo.toml",
    "wasm-core/measures/src",
    "wasm-core/measures/presets",
    "wasm-core/experiments/Cargo.toml",
    "wasm-core/experiments/src",
    "wasm-core/sweep/Cargo.toml",
    "wasm-core/sweep/src",
    "wasm-core/sweep/build.rs",
];

/// The command's own, which the digest leaves out: a build is also dirty if one of these differs from its commit.
const OF_COMMAND: &[&str] = &["Cargo.lock", "wasm-core/cli/Cargo.toml", "wasm-core/cli/src"];

/// Sources of a package.
const OF_PACKAGE: &[&str] = &["Cargo.toml", "build.rs", "src"];

fn main() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let project = package.join("../..");
    let (root, sources, build) = if project.join("wasm-core/sweep/build.rs").exists() {
        let build = name(&project);
        (project, SOURCES, build)
    } else {
        (package.to_owned(), OF_PACKAGE, packaged(package))
    };
    println!("cargo::rustc-env=SAWTOOTH_BUILD={}", build.unwrap_or_else(|| "unknown".into()));
    println!("cargo::rustc-env=SAWTOOTH_SOURCES={}", digest(&root, sources));
    // A missing path would make Cargo run this every time.
    let watched =
        sources.iter().chain(OF_COMMAND).map(|path| root.join(path)).chain(head(&root)).filter(|path| path.exists());
    for path in watched {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

/// The first 64 bits of the SHA-256 of all sources by name, in the order of their names: independent of where they are.
pub(crate) fn digest(root: &Path, sources: &[&str]) -> String {
    let mut files: Vec<PathBuf> = Vec::new();
    for path in sources {
        collect(&root.join(path), &mut files);
    }
    let name = |path: &Path| {
        let parts = path.strip_prefix(root).unwrap_or(path).iter();
        parts.map(|part| part.to_string_lossy().into_owned()).collect::<Vec<String>>().join("/")
    };
    let mut named: Vec<(String, PathBuf)> = files.into_iter().map(|path| (name(&path), path)).collect();
    named.sort();
    let mut hash = Sha256::new();
    for (name, path) in &named {
        let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        // Lengths keep names and contents apart.
        for part in [name.as_bytes(), &bytes] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    }
    hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Files of a folder and its subfolders, or the one file; none if nothing exists there. Hidden files belong to editors.
fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_file() {
        files.push(path.to_owned());
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        if !entry.file_name().to_string_lossy().starts_with('.') {
            collect(&entry.path(), files);
        }
    }
}

/// The commit, and whether the sources differ from it. `None` outside of our own repository: sources unpacked within
/// another one belong to none of its commits.
fn name(root: &Path) -> Option<String> {
    let top = PathBuf::from(git(root, &["rev-parse", "--show-toplevel"])?);
    if top.canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    let commit = git(root, &["rev-parse", "--short=12", "HEAD"])?;
    let status = git(root, &[&["status", "--porcelain", "--"], SOURCES, OF_COMMAND].concat())?;
    Some(if status.is_empty() { commit } else { format!("{commit}-dirty") })
}

/// The commit of which `cargo package` made a package, as it notes it.
pub(crate) fn packaged(package: &Path) -> Option<String> {
    let note = fs::read_to_string(package.join(".cargo_vcs_info.json")).ok()?;
    let (_, rest) = note.split_once("\"sha1\": \"")?;
    let commit = rest.get(..12)?;
    Some(if note.contains("\"dirty\": true") { format!("{commit}-dirty") } else { commit.into() })
}

/// Files that change with the commit: the branch in use, and each move of it.
fn head(root: &Path) -> impl Iterator<Item = PathBuf> {
    let path = |name| git(root, &["rev-parse", "--git-path", name]).map(|path| root.join(path));
    ["HEAD", "logs/HEAD"].into_iter().filter_map(path).collect::<Vec<_>>().into_iter()
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(root).arg("--no-optional-locks").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim_end().to_owned())
}
