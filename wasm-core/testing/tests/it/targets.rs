//! The fuzz targets on stable: over the corpus that is kept, over changes of it, and over bytes by chance.

use sawtooth_scenario::document;
use sawtooth_testing::draw::Draw;
use sawtooth_testing::{random, targets};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

/// The kept inputs of a target.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target);
    let mut files: Vec<_> = fs::read_dir(folder).expect("a corpus").map(|file| file.expect("a file").path()).collect();
    files.sort();
    assert!(files.len() >= 20, "{target}: a corpus of {}", files.len());
    files.iter().map(|file| fs::read(file).expect("it can be read")).collect()
}

/// Bytes with a few of them changed, left out, doubled, or taken from elsewhere.
fn changed(bytes: &[u8], other: &[u8], draw: &mut Draw) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + draw.below(6) {
        let at = draw.below(bytes.len() + 1);
        let length = draw.below((bytes.len() - at).min(40) + 1);
        match draw.below(5) {
            0 => bytes.get_mut(at).into_iter().for_each(|byte| *byte = draw.below(256) as u8),
            1 => drop(bytes.drain(at..at + length)),
            2 => drop(bytes.splice(at..at, bytes[at..at + length].to_vec())),
            3 => bytes.insert(at, b"0123456789-+.eE{}[]:,\"\\ \n"[draw.below(25)]),
            _ => {
                let from = draw.below(other.len() + 1);
                let until = from + draw.below((other.len() - from).min(60) + 1);
                bytes.splice(at..at + length, other[from..until].iter().copied());
            }
        }
    }
    bytes
}

/// Calls a target, and tells the input that it fails on.
fn call(target: fn(&[u8]), bytes: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| target(bytes))) {
        eprintln!("fails on {:?}\n{}", bytes, String::from_utf8_lossy(bytes));
        resume_unwind(panic);
    }
}

fn try_all(name: &str, target: fn(&[u8]), count: usize, more: impl Fn(&mut Draw) -> Vec<u8>) {
    let kept = corpus(name);
    kept.iter().for_each(|bytes| call(target, bytes));
    let mut draw = Draw::seeded(1);
    for _ in 0..count {
        let base = if draw.chance(0.3) { more(&mut draw) } else { kept[draw.below(kept.len())].clone() };
        let other = &kept[draw.below(kept.len())];
        call(target, &changed(&base, other, &mut draw));
    }
}

#[test]
fn any_bytes_are_a_scenario_or_refused() {
    try_all("scenario", targets::scenario, 3000, |draw| document(&random::scenario(draw)).to_string().into());
}

#[test]
fn any_bytes_are_a_run_that_keeps_its_books() {
    try_all("run", targets::run, 500, |draw| (0..draw.below(300)).map(|_| draw.below(256) as u8).collect());
}
