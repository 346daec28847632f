//! Traces of a link's opportunities from files: `--rate-trace`, and files that a document names. Not here: their text and its errors
//! (crate `scenario`).

use sawtooth_scenario::{Json, TraceFile, parse};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const DOCUMENT: &str = r#"{ "schema": 1, "duration_s": 5,
    "bottleneck": { "rate_bps": 10000000, "queue": { "limit_packets": 84 } }, "flows": [{}] }"#;
const TRACE: &str = "3\n3\n7\n10\n";

/// A folder of its own, empty.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn run(document: &Path, options: &[&str]) -> Output {
    let document = document.to_str().expect("UTF-8");
    let arguments = [&["run", document, "--summary", "json"], options].concat();
    Command::new(env!("CARGO_BIN_EXE_sawtooth")).args(arguments).output().expect("the program runs")
}

fn refused(output: &Output) -> String {
    let errors = String::from_utf8(output.stderr.clone()).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(output.stdout.is_empty());
    errors
}

fn summary(output: Output) -> Json {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    parse(&String::from_utf8(output.stdout).expect("UTF-8")).expect("JSON")
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).expect("a file");
}

#[test] // the facts sheet, F.1: a trace from a file, refused with its line
fn a_trace_is_read_from_its_file() {
    let folder = folder("given");
    let (document, file) = (folder.join("run.json"), folder.join("opportunities.txt"));
    write(&document, DOCUMENT);
    let with = |text: &str| {
        write(&file, text);
        run(&document, &["--rate-trace", file.to_str().unwrap()])
    };
    let summary = summary(with(TRACE));
    assert!(summary.get("scenario").unwrap().to_string().contains("\"rate_trace_ms\":[3,3,7,10]"));
    for (trace, line) in [("3\n7\n5\n", "line 3"), ("3\n\n", "line 2"), ("0\n", "line 1"), ("", "line 1")] {
        let errors = refused(&with(trace));
        assert!(errors.contains("opportunities.txt") && errors.contains(line), "{errors}");
    }
}

#[test] // contract 2: a document has at most 10^6 entries of a trace itself, of more their file's name, and with it runs as it did
fn a_long_trace_goes_by_its_name() {
    let folder = folder("long");
    let (document, named, file) = (folder.join("run.json"), folder.join("named.json"), folder.join("long.txt"));
    write(&document, DOCUMENT);
    let with = |entries: u32| {
        let lines: String = (0..entries).map(|entry| format!("{}\n", 1 + entry / 200)).collect();
        write(&file, &lines);
        run(&document, &["--rate-trace", file.to_str().unwrap(), "--duration", "0.1"])
    };
    // More than our reader takes.
    let short = String::from_utf8(with(1_000_000).stdout).unwrap();
    assert!(short.contains("\"rate_trace_ms\"") && !short.contains("\"rate_trace_file\""));
    let long = summary(with(1_000_001));
    let scenario = long.get("scenario").unwrap();
    let link = scenario.get("bottleneck").unwrap();
    let of_file = link.get("rate_trace_file").unwrap();
    assert_eq!(of_file.get("name").and_then(Json::text), Some("long.txt"));
    assert_eq!(of_file.get("entries").and_then(Json::number), Some(1_000_001.0));
    assert!(link.get("rate_trace_ms").is_none());
    write(&named, &scenario.to_string());
    assert_eq!(summary(run(&named, &[])).get("digest"), long.get("digest"));
}

#[test] // Pensieve's form; both directions; what was converted is said
fn two_columns_and_the_reverse_link() {
    let folder = folder("columns");
    let (document, file, acks) = (folder.join("run.json"), folder.join("rates.txt"), folder.join("acks.txt"));
    let link = r#"{ "rate_bps": 10000000, "queue": { "limit_packets": 84 } }"#;
    write(&document, &DOCUMENT.replace(r#""flows""#, &format!(r#""reverse_bottleneck": {link}, "flows""#)));
    write(&file, "100.5 4\n102.5 8.5\n");
    write(&acks, TRACE);
    let paths = [&file, &acks].map(|path| path.to_str().unwrap());
    let output = run(&document, &["--rate-trace", paths[0], "--reverse-rate-trace", paths[1]]);
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(said.contains("rates.txt: 2 rows of seconds and Mbit/s, as bottleneck.rate_steps"), "{said}");
    let summary = summary(output);
    let given = summary.get("scenario").unwrap().to_string();
    assert!(given.contains(r#""rate_steps":[{"at_s":0,"rate_bps":4000000},{"at_s":2,"rate_bps":8500000}]"#), "{given}");
    assert!(given.contains("\"rate_trace_ms\":[3,3,7,10]"), "{given}");
    // 2 s of 4 and 3 s of 8.5 Mbit/s.
    let capacity = summary.get("bottleneck").unwrap().get("capacity_bps").unwrap().number().unwrap();
    assert!((capacity / 6.7e6 - 1.0).abs() < 0.001, "{capacity}");
    let many = "5 4\n".repeat(100_001);
    let backwards = ("0 4\n3 4\n2 4\n", "rates.txt: `line 3` is 2, which is out of range. Allowed: 3 to 10000000.");
    let long = (&*many, "rates.txt: `line 100001` has 100001 entries. Allowed: at most 100000.");
    for (text, error) in [backwards, long] {
        write(&file, text);
        for option in ["--rate-trace", "--reverse-rate-trace"] {
            let errors = refused(&run(&document, &[option, paths[0]]));
            assert!(errors.contains(error), "{option}: {errors}");
        }
    }
}

#[test] // contract 1.1: beside the document, or by --rate-trace; another file is noticed
fn a_document_names_its_file() {
    let folder = folder("named");
    let digest = TraceFile::read("", TRACE.as_bytes()).expect("a trace").digest;
    let document = folder.join("run.json");
    let named = format!(r#""rate_trace_file": {{ "name": "a.down", "entries": 4, "digest": "{digest}" }}, "rate_bps""#);
    write(&document, &DOCUMENT.replace("\"rate_bps\"", &named));
    let errors = refused(&run(&document, &[]));
    assert!(errors.contains("bottleneck.rate_trace_file: ") && errors.contains("a.down does not exist"), "{errors}");
    assert!(errors.contains("--rate-trace FILE"), "{errors}");

    let file = folder.join("a.down");
    write(&file, TRACE);
    let own = summary(run(&document, &[]));
    assert!(!own.get("scenario").unwrap().to_string().contains("rate_trace_ms"));
    let elsewhere = folder.join("elsewhere.txt");
    write(&elsewhere, TRACE);
    let given = summary(run(&document, &["--rate-trace", elsewhere.to_str().unwrap()]));
    assert_eq!(own.get("digest"), given.get("digest"));
    let plain = folder.join("plain.json");
    write(&plain, &DOCUMENT.replace("\"rate_bps\"", "\"rate_trace_ms\": [3, 3, 7, 10], \"rate_bps\""));
    assert_eq!(own.get("digest"), summary(run(&plain, &[])).get("digest"));

    write(&file, "3\n3\n7\n11\n");
    let errors = refused(&run(&document, &[]));
    assert!(errors.contains("a.down: the document names another trace"), "{errors}");
    assert!(errors.contains(&format!("Allowed: 4, {digest}.")), "{errors}");
    write(&elsewhere, "3\n");
    let errors = refused(&run(&document, &["--rate-trace", elsewhere.to_str().unwrap()]));
    assert!(errors.contains("elsewhere.txt: the document names another trace. Entries, digest: 1, "), "{errors}");
}

#[test]
fn a_document_reaches_no_other_folder() {
    let folder = folder("outside");
    let document = folder.join("run.json");
    write(&folder.with_file_name("outside.txt"), "secret\n");
    write(
        &document,
        &DOCUMENT.replace("\"rate_bps\"", r#""rate_trace_file": { "name": "../outside.txt" }, "rate_bps""#),
    );
    let errors = refused(&run(&document, &[]));
    assert!(errors.contains("bottleneck.rate_trace_file.name") && !errors.contains("secret"), "{errors}");
}
