//! `sawtooth sweep` and `sawtooth merge` from outside: exit codes, files, interruption, parts. Not here: documents and stored
//! rows (tests of the crate `sweep`).

use crate::common::{done, place, refused, sawtooth, text};
use sawtooth_scenario::{Json, parse};
use sawtooth_sweep::{Grown, PARQUET, Part, Scale, Store, Sweep};
use std::fs;
use std::path::Path;

const DOCUMENT: &str = r#"{ "schema": 1,
    "scenario": { "schema": 1, "duration_s": 5, "bottleneck": { "rate_bps": 2e6, "queue": { "limit_packets": 20 } },
        "flows": [{ "name": "a" }] },
    "axes": [{ "path": "bottleneck.loss.probability", "from": 0.001, "to": 0.1, "steps": 5, "scale": "logarithmic" },
        { "path": "flows.a.base_rtt_ms", "values": [10, 40, 160] }],
    "seeds": { "from": 1, "to": 12 },
    "measures": ["flows.a.goodput_bps", { "signal": "queue_packets", "source": "bottleneck", "statistic": "max" }] }"#;

const TABLE: &str = if PARQUET { "results.parquet" } else { "results.csv" };

/// The bytes of the table in this folder.
fn table(folder: &Path) -> Vec<u8> {
    fs::read(folder.join(TABLE)).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
}

fn sweep(folder: &Path, more: &[&str]) -> Vec<u8> {
    let arguments = [&["sweep", "-", "--out", folder.to_str().unwrap()], more].concat();
    assert!(done(&arguments, DOCUMENT.as_bytes()).is_empty());
    table(folder)
}

#[test]
fn a_dry_run_counts_and_estimates_and_writes_nothing() {
    let folder = place("dry");
    let out = ["--out", folder.to_str().unwrap()];
    let said = done(&[&["sweep", "-", "--dry-run", "--jobs", "1"], &out[..]].concat(), DOCUMENT.as_bytes());
    assert!(
        said.starts_with("180 runs: 15 cells with 12 seeds\nabout ") && said.contains(" s on 1 thread, from "),
        "{said}"
    );
    assert!(!folder.exists());
    let said = done(&["sweep", "-", "--dry-run", "--shard", "7/7"], DOCUMENT.as_bytes());
    assert!(said.starts_with("25 runs in part 7 of 7: "), "{said}");
}

#[test]
fn the_same_table_whoever_runs_it() {
    let one = sweep(&place("jobs-1"), &["--jobs", "1"]);
    let folder = place("jobs-3");
    assert!(one == sweep(&folder, &["--jobs", "3"]));
    // Once more: nothing is left to run, and the table is the same.
    assert!(one == sweep(&folder, &[]));
    let joined = place("joined");
    let parts: Vec<String> =
        (1..=3).map(|index| place(&format!("shard-{index}")).to_str().unwrap().to_owned()).collect();
    for (part, folder) in ["3/3", "1/3", "2/3"].iter().zip(&parts) {
        let output = sawtooth(&["sweep", "-", "--out", folder, "--shard", part], DOCUMENT.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains("sawtooth merge joins the parts"));
        assert!(!Path::new(folder).join(TABLE).exists());
    }
    fn into<'a>(out: &'a Path, folders: &[&'a str]) -> Vec<&'a str> {
        [&["merge", "--out", out.to_str().unwrap()], folders].concat()
    }
    let folders: Vec<&str> = parts.iter().map(String::as_str).collect();
    let errors = refused(&into(&joined, &folders[..2]), b"");
    assert!(errors.contains("found 2 of 3 parts. Allowed: all of them; missing: 2."), "{errors}");
    let errors = refused(&into(&joined, &[folders[0], folders[1], folders[0]]), b"");
    assert!(errors.contains("found this folder twice"), "{errors}");
    let nowhere = place("nowhere");
    let errors = refused(&into(&joined, &[nowhere.to_str().unwrap()]), b"");
    assert!(errors.contains("found no finished.jsonl"), "{errors}");
    assert!(!joined.exists());
    assert!(done(&into(&joined, &folders), b"").is_empty());
    assert!(one == table(&joined));
    assert!(refused(&into(&joined, &folders), b"").contains("exists; --force replaces it"));
    assert!(one == table(&joined));
}

#[test]
fn a_part_that_is_not_finished_is_not_joined() {
    let folder = place("begun");
    let document = Sweep::read(DOCUMENT.as_bytes()).ok().unwrap();
    let made_by = text(&sawtooth(&["--version"], b"").stdout);
    let (_, made_by) = made_by.trim_end().split_once(", sources ").unwrap();
    let mut store = Store::open(&folder, &document, Part::WHOLE, made_by).ok().unwrap();
    for run in [170, 3] {
        store.add(&document, run, &document.run(run, &|_| ())).ok().unwrap();
    }
    let path = folder.to_str().unwrap();
    let out = place("begun-joined");
    let merge = ["merge", path, "--out", out.to_str().unwrap()];
    // In use, as long as the store is open.
    let errors = refused(&["sweep", "-", "--out", path], DOCUMENT.as_bytes());
    assert!(errors.contains("found in use by another program. Allowed: one at a time"), "{errors}");
    assert!(refused(&merge, b"").contains("found in use by another program"));
    drop(store);
    let errors = refused(&merge, b"");
    assert!(errors.contains("found 2 finished runs. Allowed: 180"), "{errors}");
    // The same command goes on.
    let output = sawtooth(&["sweep", "-", "--out", path], DOCUMENT.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("2 of 180 runs are finished already"));
    assert!(table(&folder) == sweep(&place("not-begun"), &[]));
}

#[test]
fn a_run_that_fails_is_a_row_and_exit_code_3() {
    let document = DOCUMENT
        .replace(
            "\"limit_packets\": 20",
            "\"discipline\": \"red\", \"min_threshold_packets\": 5, \"max_threshold_packets\": 15",
        )
        .replace(
            "\"flows.a.base_rtt_ms\", \"values\": [10, 40, 160]",
            "\"bottleneck.queue.min_threshold_packets\", \"values\": [5, 9]",
        )
        .replace(
            "bottleneck.loss.probability\", \"from\": 0.001, \"to\": 0.1, \"steps\": 5, \"scale\": \"logarithmic\"",
            "bottleneck.queue.max_threshold_packets\", \"values\": [7, 15]",
        );
    for _ in 0..2 {
        let folder = place("failing");
        let output = sawtooth(&["sweep", "-", "--out", folder.to_str().unwrap()], document.as_bytes());
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{errors}");
        assert!(errors.contains("12 of 48 runs failed; the column `error` contains the reasons"), "{errors}");
        assert!(!table(&folder).is_empty());
    }
}

#[test]
fn what_is_wrong_is_rejected_before_anything_is_written() {
    let folder = place("wrong");
    let out = folder.to_str().unwrap();
    let wrong = DOCUMENT.replace("160]", "-160, \"x\"]").replace("goodput_bps", "goodput");
    let errors = refused(&["sweep", "-", "--out", out], wrong.as_bytes());
    for expected in [
        "`axes[1].values[2]: flows[0].base_rtt_ms` is -160, which is out of range. Allowed: more than 0, up to 100000.",
        "`axes[1].values[3]: flows[0].base_rtt_ms` is \"x\"",
        "`measures[0]` is \"flows.a.goodput\", which is not a known name.",
        "Did you mean `flows.a.goodput_bps`?",
    ] {
        assert!(errors.contains(expected), "{expected} is not in: {errors}");
    }
    for (arguments, expected) in [
        (&["sweep", "-"][..], "--out"),
        (&["sweep", "--out", out], "give a FILE"),
        (&["sweep", "-", "--out", out, "--shard", "3/2"], "--shard is `3/2`"),
        (&["sweep", "-", "--out", out, "--dryrun"], "Did you mean `--dry-run`?"),
        (&["merge", "--out", out], "give the folders"),
        (&["merge", "x"], "--out"),
        (&["schema", "sweeps"], "Did you mean `sweep`?"),
    ] {
        let errors = refused(arguments, DOCUMENT.as_bytes());
        assert!(errors.contains(expected), "{arguments:?}: {errors}");
    }
    assert!(!folder.exists());
    assert!(parse(&done(&["schema", "sweep"], b"")).is_ok());
}

/// The table that every program makes of these documents: command, page and Python.
#[test]
fn the_table_as_csv_is_that_of_every_program() {
    let (small, harm) =
        (include_bytes!("../../../sweep/tests/small.json"), include_bytes!("../../../sweep/tests/harm.json"));
    table_of("small", small, include_str!("../../../sweep/tests/small.csv"));
    table_of("harm", harm, include_str!("../../../sweep/tests/harm.csv"));
    let said = done(&["sweep", "-", "--dry-run"], harm);
    assert!(said.starts_with("6 runs: 3 cells with 2 seeds, each with 2 more of a flow alone\nabout "), "{said}");
}

fn table_of(name: &str, document: &[u8], expected: &str) {
    let (folder, joined) = (place(&format!("csv-{name}")), place(&format!("csv-joined-{name}")));
    let (out, joined_out) = (folder.to_str().unwrap(), joined.to_str().unwrap());
    let output = sawtooth(&["sweep", "-", "--csv", "--out", out], document);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(!text(&output.stderr).contains("without Parquet"));
    assert!(done(&["merge", out, "--csv", "--out", joined_out], b"").is_empty());
    for folder in [&folder, &joined] {
        assert_eq!(fs::read_to_string(folder.join("results.csv")).unwrap(), expected);
        assert!(!folder.join("results.parquet").exists());
    }
}

const FIND: &str = r#"{ "schema": 1, "find": "smallest", "measure": "bottleneck.utilisation", "at_least": 0.9,
    "scenario": { "schema": 1, "duration_s": 10, "flows": [{ "name": "a", "base_rtt_ms": 60 }],
        "bottleneck": { "rate_bps": 4e6, "queue": { "limit_packets": 20 } } },
    "axis": { "path": "bottleneck.queue.limit_packets", "from": 1, "to": 64, "steps": 64, "whole": true },
    "seeds": { "from": 1, "to": 6 } }"#;

/// The answer is the same in any number of threads, in words and as JSON, and a sweep of all values confirms it.
#[test]
fn a_search_finds_what_a_sweep_of_all_values_has() {
    let json = done(&["find", "-", "--json", "--jobs", "1"], FIND.as_bytes());
    assert_eq!(json, done(&["find", "-", "--json", "--jobs", "3"], FIND.as_bytes()));
    let answer = parse(&json).unwrap();
    let number = |name: &str| answer.get(name).and_then(Json::number).unwrap();
    let value = number("value");
    let said = done(&["find", "-"], FIND.as_bytes());
    let first = format!(
        "smallest bottleneck.queue.limit_packets with bottleneck.utilisation >= 0.9: {value} packets\n95 % interval "
    );
    assert!(said.starts_with(&first) && said.contains("6 seeds, "), "{said}");
    let axis = |values: String| {
        FIND.replace("\"find\": \"smallest\", \"measure\": \"bottleneck.utilisation\", \"at_least\": 0.9", "\"measures\": [\"bottleneck.utilisation\"]")
        .replace("\"axis\": { \"path\": \"bottleneck.queue.limit_packets\", \"from\": 1, \"to\": 64, \"steps\": 64, \"whole\": true }", &format!("\"axes\": [{{ \"path\": \"bottleneck.queue.limit_packets\", \"values\": {values} }}]"))
    };
    let folder = place("find");
    let whole = axis("[1, 8, 16, 24, 32, 40, 48, 56, 64]".replace(']', &format!(", {}, {value}]", value - 1.0)));
    let out = folder.to_str().unwrap();
    done(&["sweep", "-", "--csv", "--out", out], whole.as_bytes());
    let table = fs::read_to_string(folder.join("results.csv")).unwrap();
    let kept = |queue: f64| {
        let rows = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let own = rows.filter(|row| row[2] == queue.to_string());
        own.filter(|row| row[3].parse::<f64>().unwrap() >= 0.9).count()
    };
    // At the answer at least half of the seeds keep the bound, just before it fewer.
    assert!(kept(value) >= 3 && kept(value - 1.0) <= 3 && kept(value - 1.0) < kept(value), "{value} {table}");
    let none = FIND.replace("0.9", "1.1");
    let said = done(&["find", "-"], none.as_bytes());
    assert!(said.contains(": none from 1 to 64 packets\n95 % interval above the range to above the range"), "{said}");
    let errors = refused(&["find", "-"], FIND.replace("\"find\"", "\"fnd\"").as_bytes());
    assert!(
        errors.contains("`fnd`") && errors.contains("Did you mean `find`?") && errors.contains("`find` is missing"),
        "{errors}"
    );
    assert!(refused(&["find"], b"").contains("give a FILE"));
    assert!(parse(&done(&["schema", "find"], b"")).unwrap().get("properties").is_some());
}

/// The line through the table is that of the crate; what is not of the document is named.
#[test]
fn a_line_is_fitted_to_a_table() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sweep/tests");
    let (document, table) = (cases.join("small.json"), cases.join("small.csv"));
    let files = ["fit", document.to_str().unwrap(), table.to_str().unwrap()];
    let (x, y) = ("bottleneck.loss.probability:inverse_root", "flows.a.goodput_bps:of_rtt");
    let json = done(&[&files[..], &["--x", x, "--y", y, "--json"]].concat(), b"");
    let mut grown = Grown::check(parse(&fs::read_to_string(&document).unwrap()).unwrap(), &[]).ok().unwrap();
    grown.read(&fs::read_to_string(&table).unwrap()).unwrap();
    let line = grown.fit(("bottleneck.loss.probability", Scale::InverseRoot), ("flows.a.goodput_bps", Scale::OfRtt));
    assert_eq!(json, line.unwrap().json().pretty());
    let said = done(&[&files[..], &["--x", x, "--y", y]].concat(), b"");
    assert!(
        said.starts_with(
            "flows.a.goodput_bps (of_rtt) over bottleneck.loss.probability (inverse_root), 9 runs\nslope 0."
        ),
        "{said}"
    );
    for (x, y, expected) in [
        ("flows.a.goodput", "seed", "Did you mean `flows.a.goodput_bps`?"),
        ("seed:root", "seed", "unknown scale `root`. Allowed: as_is, logarithm,"),
        ("digest", "seed", "found fewer than three points"),
    ] {
        let errors = refused(&[&files[..], &["--x", x, "--y", y]].concat(), b"");
        assert!(errors.contains(expected), "{errors}");
    }
    let other = place("other.csv");
    fs::write(&other, fs::read_to_string(&table).unwrap().replace("probability", "model")).unwrap();
    let errors = refused(&["fit", files[1], other.to_str().unwrap(), "--x", "seed", "--y", "seed"], b"");
    assert!(errors.contains("other.csv: `column 3` is \"bottleneck.loss.model\""), "{errors}");
    assert!(
        refused(&["fit", files[1], "--x", "seed", "--y", "seed"], b"")
            .contains("give the document of a sweep and its table")
    );
    assert!(refused(&files, b"").contains("give --x and --y"));
}

/// Killed or interrupted at several moments, a sweep goes on to the same table.
#[cfg(unix)]
#[test]
fn an_interrupted_sweep_goes_on() {
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, Stdio};
    // Long enough that a signal comes before the end.
    let file = place("document.json");
    fs::write(&file, DOCUMENT.replace("\"duration_s\": 5", "\"duration_s\": 30")).unwrap();
    let whole = place("whole");
    done(&["sweep", file.to_str().unwrap(), "--out", whole.to_str().unwrap()], b"");
    let folder = place("interrupted");
    let arguments = ["sweep", file.to_str().unwrap(), "--jobs", "2", "--out", folder.to_str().unwrap()];
    let rows =
        || fs::read(folder.join("finished.jsonl")).map_or(0, |all| all.iter().filter(|byte| **byte == b'\n').count());
    for (signal, number, enough) in [("INT", 2, 2), ("KILL", 9, 20), ("TERM", 15, 50)] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sawtooth"))
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        while rows() < enough {
            assert!(child.try_wait().unwrap().is_none());
            std::thread::yield_now();
        }
        let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(sent.success() && output.status.signal() == Some(number), "{signal}: {:?}", output.status);
        let said = text(&output.stderr);
        assert_eq!(said.contains("the same command goes on"), signal != "KILL", "{signal}: {said}");
        assert!(!folder.join(TABLE).exists() && (enough..180).contains(&rows()));
    }
    let output = sawtooth(&arguments, b"");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(table(&folder) == table(&whole));
}

#[test]
fn a_table_of_something_else_is_not_replaced() {
    let folder = place("foreign-table");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(TABLE), "precious").unwrap();
    let errors = refused(&["sweep", "-", "--out", folder.to_str().unwrap()], DOCUMENT.as_bytes());
    assert!(errors.contains("found a table that is not of this sweep"), "{errors}");
    assert_eq!(table(&folder), b"precious");
    assert!(!folder.join("finished.jsonl").exists());
}

/// A sweep's traces lie beside its document; an axis of them; parts are joined without them.
#[test]
fn a_sweep_reads_the_traces_that_it_names() {
    let folder = place("traces");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("fast.down"), "1\n2\n3\n").unwrap();
    fs::write(folder.join("slow.down"), "5\n40\n").unwrap();
    let document = folder.join("sweep.json");
    let axis =
        r#"{ "path": "bottleneck.rate_trace_file", "values": [{ "name": "fast.down" }, { "name": "slow.down" }] }"#;
    let text = DOCUMENT
        .replace("\"rate_bps\": 2e6", r#""rate_bps": 2e6, "rate_trace_file": { "name": "slow.down" }"#)
        .replace(r#"{ "path": "flows.a.base_rtt_ms", "values": [10, 40, 160] }"#, axis);
    fs::write(&document, &text).unwrap();
    let document = document.to_str().unwrap();
    let out = folder.join("whole");
    assert!(done(&["sweep", document, "--out", out.to_str().unwrap()], b"").is_empty());
    let lines = fs::read_to_string(out.join("finished.jsonl")).unwrap();
    // Files of two and three entries, known by their digests.
    assert!(lines.contains(r#"{"name":"fast.down","entries":3,"digest":""#), "{}", &lines[..2000]);
    assert!(lines.contains(r#""rate_trace_file":{"name":"slow.down","entries":2,"digest":""#));
    let parts: Vec<String> = (1..=2).map(|n| folder.join(format!("part-{n}")).to_str().unwrap().into()).collect();
    for (part, out) in ["1/2", "2/2"].iter().zip(&parts) {
        assert!(done(&["sweep", document, "--out", out, "--shard", part], b"").is_empty());
    }
    let joined = folder.join("joined");
    fs::rename(folder.join("fast.down"), folder.join("gone")).unwrap();
    assert!(done(&["merge", "--out", joined.to_str().unwrap(), &parts[0], &parts[1]], b"").is_empty());
    assert!(table(&out) == table(&joined));
    let errors = refused(&["sweep", document, "--out", out.to_str().unwrap()], b"");
    assert!(errors.contains("axes[1].values[0]: ") && errors.contains("fast.down does not exist"), "{errors}");
    // Another file of the name is another sweep.
    fs::write(folder.join("fast.down"), "1\n2\n4\n").unwrap();
    let errors = refused(&["sweep", document, "--out", out.to_str().unwrap()], b"");
    assert!(errors.contains("found sweep_sha256"), "{errors}");
    let named = text.replace("bottleneck.rate_trace_file\", \"values", "bottleneck.rate_trace_file.name\", \"values");
    fs::write(document, named).unwrap();
    let errors = refused(&["sweep", document, "--dry-run"], b"");
    assert!(errors.contains("axes[1].path is") && errors.contains("Allowed: bottleneck.rate_trace_file,"), "{errors}");
}
