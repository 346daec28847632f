//! Traces that were looked at once and must not change unnoticed: a file for each registered algorithm and variant, compared
//! literally. `cargo xtask golden` shows what has changed, with `--accept` it becomes the new one. What is in a trace:
//! `sawtooth_testing::golden`; whether its numbers are right: `rules/mod.rs`.

use sawtooth_testing::golden;
use std::fs;

#[test]
fn traces_are_what_they_were() {
    let now = golden::all();
    let mut wrong = Vec::new();
    for trace in &now {
        let then = fs::read_to_string(golden::folder().join(&trace.file)).unwrap_or_default().replace("\r\n", "\n");
        if then.is_empty() {
            wrong.push(format!("{} is missing", trace.file));
        } else if then != trace.text {
            let line = then.lines().zip(trace.text.lines()).take_while(|(then, now)| then == now).count() + 1;
            wrong.push(format!("{} differs, first in line {line}", trace.file));
        }
    }
    for file in fs::read_dir(golden::folder()).expect("a folder") {
        let file = file.expect("a file").file_name().to_string_lossy().into_owned();
        if !now.iter().any(|trace| trace.file == file) {
            wrong.push(format!("{file} belongs to nothing registered"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{wrong:#?}\nlook at it by `cargo xtask golden`, take it by `cargo xtask golden --accept`"
    );
}
