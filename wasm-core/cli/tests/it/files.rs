//! No file that a command reads is one that it writes, and none that exists is lost: every command, every way that a name leads to a file.
//! Not here: drafts, signals, full disks (`program.rs`), stores of sweeps (`sweep.rs`).
#![cfg(unix)]

use crate::common::{place, text};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const DOCUMENT: &str = r#"{ "schema": 1, "duration_s": 1,
    "bottleneck": { "rate_bps": 10000000, "queue": { "limit_packets": 84 } }, "flows": [{}] }"#;
const NAMED: &str = r#"{ "schema": 1, "duration_s": 1,
    "bottleneck": { "rate_trace_file": { "name": "trace.csv" }, "rate_bps": 10000000, "queue": { "limit_packets": 84 } },
    "flows": [{}] }"#;
const TRACE: &str = "3\n3\n7\n10\n";
const SWEEP: &str = r#"{ "schema": 1, "scenario": { "schema": 1, "duration_s": 1,
    "bottleneck": { "rate_bps": 10000000, "queue": { "limit_packets": 84 } }, "flows": [{ "name": "a" }] },
    "axes": [{ "path": "flows.a.base_rtt_ms", "values": [10, 40] }], "seeds": { "from": 1, "to": 1 }, "measures": ["flows.a.goodput_bps"] }"#;

/// The program in a folder.
fn run(folder: &Path, arguments: &[&str], input: Option<&Path>) -> Output {
    let input = input.map_or(Stdio::null(), |path| fs::File::open(path).unwrap().into());
    let mut command = Command::new(env!("CARGO_BIN_EXE_sawtooth"));
    command.args(arguments).current_dir(folder).stdin(input).output().unwrap()
}

/// All files of a folder with their content.
fn content(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    all.into_iter()
        .map(|path| (path.clone(), if path.is_file() { fs::read(&path).unwrap() } else { Vec::new() }))
        .collect()
}

/// Names that lead to the file of this name in a folder.
fn aliases(folder: &Path, name: &str) -> Vec<String> {
    let (ending, inner) = (name.rsplit('.').next().unwrap(), folder.join("inner"));
    let _ = fs::create_dir(&inner);
    let (link, chain, hard) = (format!("link.{ending}"), format!("chain.{ending}"), format!("hard.{ending}"));
    symlink(name, folder.join(&link)).unwrap();
    symlink(&link, folder.join(&chain)).unwrap();
    fs::hard_link(folder.join(name), folder.join(&hard)).unwrap();
    let absolute = folder.join(name).to_str().unwrap().to_owned();
    vec![name.into(), format!("./{name}"), format!("inner/../{name}"), absolute, link, chain, hard]
}

#[test]
fn no_input_is_an_output() {
    let cases: &[(&[&str], &str, &[&str])] = &[
        (&["run", "run.json"], "run.json", &["--out"]),
        (&["run", "run.csv"], "run.csv", &["--out", "--trace"]),
        (&["run", "run.json", "--rate-trace", "trace.csv"], "trace.csv", &["--out", "--trace"]),
        (&["run", "named.json"], "trace.csv", &["--out", "--trace"]),
        (&["run", "named.json", "--seeds", "1-2"], "trace.csv", &["--out"]),
    ];
    for (index, (arguments, input, options)) in cases.iter().enumerate() {
        let folder = place(&format!("inputs-{index}"));
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in [("run.json", DOCUMENT), ("run.csv", DOCUMENT), ("named.json", NAMED), ("trace.csv", TRACE)]
        {
            fs::write(folder.join(name), text).unwrap();
        }
        for alias in aliases(&folder, input) {
            for option in *options {
                let before = content(&folder);
                let arguments = [arguments, &[*option, &alias, "--force"][..]].concat();
                let output = run(&folder, &arguments, None);
                let errors = text(&output.stderr);
                assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
                assert!(errors.contains(&format!("{option}: {alias} is read by this command")), "{errors}");
                assert!(content(&folder) == before, "{arguments:?}");
            }
        }
    }
}

#[test]
fn standard_input_is_an_input() {
    let folder = place("inputs-standard");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("run.csv"), DOCUMENT).unwrap();
    let output = run(&folder, &["run", "-", "--trace", "run.csv", "--force"], Some(&folder.join("run.csv")));
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(folder.join("run.csv")).unwrap(), DOCUMENT);
}

/// The program by a line of the shell, with `$0` as its name.
#[cfg(target_os = "linux")]
fn line(folder: &Path, line: &str) -> Output {
    Command::new("sh").args(["-c", line, env!("CARGO_BIN_EXE_sawtooth")]).current_dir(folder).output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_descriptor_of_a_file_is_that_file() {
    let folder = place("descriptors");
    fs::create_dir_all(&folder).unwrap();
    let (document, log) = (folder.join("run.json"), folder.join("log.csv"));
    fs::write(&document, DOCUMENT).unwrap();
    for command in [
        "\"$0\" run run.json --trace /dev/fd/3 3<> run.json",
        "\"$0\" run run.json --trace /dev/stdout >> run.json",
        "\"$0\" run run.json --trace /dev/stdout --out log.csv --force >> log.csv",
    ] {
        fs::write(&log, "kept\n").unwrap();
        let output = line(&folder, command);
        assert_eq!(output.status.code(), Some(2), "{command}: {}", text(&output.stderr));
        assert_eq!(fs::read_to_string(&document).unwrap(), DOCUMENT, "{command}");
        assert_eq!(fs::read_to_string(&log).unwrap(), "kept\n", "{command}");
    }
    // Rows that are there stay in front.
    assert!(line(&folder, "\"$0\" run run.json --trace /dev/stdout >> log.csv").status.success());
    let log = fs::read_to_string(&log).unwrap();
    assert!(log.starts_with("kept\ntime_s,source,signal,value\n") && log.contains(",bottleneck,end,"));
}

#[test]
fn no_pipe_in_a_folder_is_waited_for() {
    let folder = place("pipes");
    for (name, arguments) in [
        ("finished.jsonl", &["merge", "in", "--out", "out"][..]),
        ("voip_fig1.part-1-of-2.json", &["experiments", "merge", "in", "--out", "out"]),
    ] {
        fs::create_dir_all(folder.join("in")).unwrap();
        assert!(Command::new("mkfifo").arg(folder.join("in").join(name)).status().unwrap().success());
        let output = run(&folder, arguments, None);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains("regular file"), "{}", text(&output.stderr));
        fs::remove_dir_all(folder.join("in")).unwrap();
    }
}

#[test]
fn a_place_that_takes_no_file_costs_no_run() {
    let folder = place("no-place");
    fs::create_dir_all(&folder).unwrap();
    // It would take days.
    let long = DOCUMENT.replace("\"duration_s\": 1", "\"duration_s\": 10000000");
    fs::write(folder.join("run.json"), long).unwrap();
    for arguments in [
        &["--out", "none/a.csv"][..],
        &["--trace", "none/a.csv", "--large-trace"],
        &["--out", "none/a.json", "--seeds", "1-9"],
    ] {
        let output = run(&folder, &[&["run", "run.json", "--limit-seconds", "5"], arguments].concat(), None);
        assert_eq!(output.status.code(), Some(3));
        assert!(text(&output.stderr).contains("its folder does not exist"), "{}", text(&output.stderr));
    }
    // A sweep makes its folder, whatever leads there.
    fs::write(folder.join("sweep.json"), SWEEP).unwrap();
    let output = run(&folder, &["sweep", "sweep.json", "--out", "none/../made"], None);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn the_document_of_a_sweep_is_neither_its_store_nor_its_table() {
    for name in ["finished.jsonl", "results.parquet", "results.csv"] {
        let folder = place(&format!("inputs-sweep-{name}"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(name), SWEEP).unwrap();
        let output = run(&folder, &["sweep", name, "--out", "."], None);
        let is_other = cfg!(feature = "parquet") != (name == "results.parquet") && name != "finished.jsonl";
        assert_eq!(output.status.code(), Some(if is_other { 0 } else { 2 }), "{}", text(&output.stderr));
        assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), SWEEP);
    }
}

#[test]
fn the_trace_of_a_sweep_is_neither_its_store_nor_its_table() {
    let folder = place("inputs-sweep-trace");
    fs::create_dir_all(&folder).unwrap();
    let table = if cfg!(feature = "parquet") { "results.parquet" } else { "results.csv" };
    for name in ["finished.jsonl", table] {
        let named = format!(r#""rate_trace_file": {{ "name": "{name}" }}, "rate_bps""#);
        fs::write(folder.join("sweep.json"), SWEEP.replace("\"rate_bps\"", &named)).unwrap();
        fs::write(folder.join(name), TRACE).unwrap();
        let output = run(&folder, &["sweep", "sweep.json", "--out", ".", "--force"], None);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains("is read by this command"), "{}", text(&output.stderr));
        assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), TRACE);
        fs::remove_file(folder.join(name)).unwrap();
    }
}

#[test]
fn no_file_is_written_twice() {
    let folder = place("twice");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("run.json"), DOCUMENT).unwrap();
    symlink("one.csv", folder.join("link.csv")).unwrap();
    for out in ["one.csv", "./one.csv", "link.csv"] {
        let output = run(&folder, &["run", "run.json", "--trace", "one.csv", "--out", out], None);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains(&format!("--out: {out} would be written twice")), "{out}");
    }
    let both = ["experiments", "run", "cdg_fig1", "--out", "same", "--page", "./same"];
    assert!(text(&run(&folder, &both, None).stderr).contains("cdg_fig1.json would be written twice"));
    assert!(!folder.join("one.csv").exists());
}

#[test]
fn what_exists_is_replaced_only_if_asked_for() {
    let folder = place("existing");
    fs::create_dir_all(folder.join("dir.csv")).unwrap();
    fs::write(folder.join("run.json"), DOCUMENT).unwrap();
    fs::write(folder.join("sweep.json"), SWEEP).unwrap();
    let table = if cfg!(feature = "parquet") { "results.parquet" } else { "results.csv" };
    for (arguments, file) in [
        (&["run", "run.json", "--trace", "out.csv"][..], "out.csv"),
        (&["run", "run.json", "--out", "out.json"], "out.json"),
        (&["run", "run.json", "--seeds", "1-2", "--out", "many.csv"], "many.csv"),
        (&["experiments", "run", "cdg_fig1", "--repetitions", "1", "--out", "."], "cdg_fig1.svg"),
        (
            &["experiments", "run", "cdg_fig1", "--repetitions", "1", "--out", ".", "--shard", "1/2"],
            "cdg_fig1.part-1-of-2.json",
        ),
        (&["sweep", "sweep.json", "--out", "."], table),
    ] {
        let path = folder.join(file);
        fs::write(&path, "precious").unwrap();
        let output = run(&folder, arguments, None);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stderr));
        assert!(
            text(&output.stderr).contains(file)
                && ["exists", "a table that is not of this sweep"]
                    .iter()
                    .any(|said| text(&output.stderr).contains(said))
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious", "{arguments:?}");
        let output = run(&folder, &[arguments, &["--force"]].concat(), None);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
        assert_ne!(fs::read(&path).unwrap(), b"precious", "{arguments:?}");
    }
    // The store and the table of the very same sweep are its own.
    assert_eq!(run(&folder, &["sweep", "sweep.json", "--out", "."], None).status.code(), Some(0));
    let output = run(&folder, &["run", "run.json", "--trace", "dir.csv", "--force"], None);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("dir.csv is a folder"));
}
