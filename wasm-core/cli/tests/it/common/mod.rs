//! The program as tests start it. Not here: any expectation.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::thread::{self, ThreadId};

/// Output of the program with these arguments and this input.
pub fn sawtooth(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sawtooth"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input");
    // A program that refuses early does not read all of it.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

/// Bytes as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// Standard output of a run that must end with code 0.
pub fn done(arguments: &[&str], input: &[u8]) -> String {
    let output = sawtooth(arguments, input);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// Standard error of a run that must be rejected, with nothing on standard output.
pub fn refused(arguments: &[&str], input: &[u8]) -> String {
    let output = sawtooth(arguments, input);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    errors
}

/// Names that tests have taken, each by its thread: tests run beside each other.
static TAKEN: Mutex<BTreeMap<String, ThreadId>> = Mutex::new(BTreeMap::new());

/// A path of its own in the tests' folder, with nothing there yet.
pub fn place(name: &str) -> PathBuf {
    let here = thread::current().id();
    let owner = TAKEN.lock().map_or(here, |mut taken| *taken.entry(name.to_owned()).or_insert(here));
    assert_eq!(owner, here, "two tests use {name}");
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    let _ = fs::remove_dir_all(&path);
    path
}
