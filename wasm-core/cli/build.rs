//! Names the build: the short commit of the sources that go into the program, `-dirty` behind it if these differ from the
//! commit, `unknown` where git cannot say. No clock, so that the same sources give the same program. Not here: the version,
//! which is Cargo's.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What the program is built of, from the project's root.
const SOURCES: &[&str] = &[
    "Cargo.toml",
    "Cargo.lock",
    "wasm-core/engine/src",
    "wasm-core/scenario/src",
    "wasm-core/lab/src",
    "wasm-core/lab/presets",
    "wasm-core/experiments/src",
    "wasm-core/cli/src",
    "wasm-core/cli/build.rs",
];

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    println!("cargo::rustc-env=SAWTOOTH_BUILD={}", name(&root).unwrap_or_else(|| "unknown".into()));
    // What is not there would make Cargo run this every time.
    let watched = SOURCES.iter().map(|path| root.join(path)).chain(head(&root)).filter(|path| path.exists());
    for path in watched {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

/// The commit and whether the sources differ from it. `None` outside of a repository of our own: sources that were unpacked
/// within another one are none of its commits.
fn name(root: &Path) -> Option<String> {
    let top = PathBuf::from(git(root, &["rev-parse", "--show-toplevel"])?);
    if top.canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    let commit = git(root, &["rev-parse", "--short=12", "HEAD"])?;
    let status = git(root, &[&["status", "--porcelain", "--"], SOURCES].concat())?;
    Some(if status.is_empty() { commit } else { format!("{commit}-dirty") })
}

/// The files that change with the commit: which branch is looked at, and each move of it.
fn head(root: &Path) -> impl Iterator<Item = PathBuf> {
    let path = |name| git(root, &["rev-parse", "--git-path", name]).map(|path| root.join(path));
    ["HEAD", "logs/HEAD"].into_iter().filter_map(path).collect::<Vec<_>>().into_iter()
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(root).arg("--no-optional-locks").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim_end().to_owned())
}
