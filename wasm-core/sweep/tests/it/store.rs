//! The runs of a sweep and its folder: rows are those of single runs, and however a sweep is interrupted, divided or damaged,
//! its table has the same bytes or the damage is an error.

use sawtooth_engine::sim::Simulation;
use sawtooth_measures::summary::Summary;
use sawtooth_scenario::check;
use sawtooth_scenario::{Json, parse};
use sawtooth_sweep::store::{self, FILE, Failed};
use sawtooth_sweep::{Form, MAX_PARTS, Part, Store, Sweep, Value, fields};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// Twelve short runs in six cells; the last cell's thresholds are in the wrong order, so that its runs fail.
const DOCUMENT: &str = r#"{ "schema": 1,
    "scenario": { "schema": 1, "duration_s": 2, "bottleneck": { "rate_bps": 2e6, "loss": { "probability": 0.01 },
        "queue": { "discipline": "red", "limit_packets": 40, "min_threshold_packets": 4, "max_threshold_packets": 30 } },
        "flows": [{ "name": "a", "start_s": 0.1 }] },
    "axes": [{ "path": "bottleneck.queue.min_threshold_packets", "values": [2, 8, 14] },
        { "path": "bottleneck.queue.max_threshold_packets", "values": [25, 10] }],
    "seeds": { "from": 3, "to": 4 }, "from_s": 0.5, "to_s": 1.5,
    "measures": ["flows.a.goodput_bps", "flows.a.packets_sent", "bottleneck.queue_packets.mean",
        { "name": "again", "signal": "queue_packets", "source": "bottleneck" },
        { "signal": "rtt_ms", "source": "a", "statistic": "max" },
        { "signal": "cwnd_packets", "source": "a", "statistic": "quantile", "quantile": 0.9, "from_s": 0, "to_s": 2 },
        { "signal": "rtt_ms", "source": "a", "statistic": "count", "to_s": 2 }] }"#;

const MADE_BY: &str = "a test";

fn sweep() -> Sweep {
    Sweep::read(DOCUMENT.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// A folder of its own, not there yet.
fn place(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

fn open(folder: &Path, part: Part) -> Result<Store, String> {
    Store::open(folder, &sweep(), part, MADE_BY).map_err(|failed| match failed {
        Failed::Refused(reason) => reason,
        Failed::Broken(path, error) => panic!("{}: {error}", path.display()),
    })
}

/// Runs some more of the runs of a part, the last ones first, as threads may.
fn go_on(store: &mut Store, part: Part, most: usize) {
    let sweep = sweep();
    let left: Vec<usize> =
        (0..sweep.runs()).rev().filter(|run| part.has(*run) && !store.has(*run)).take(most).collect();
    for run in left {
        store.add(&sweep, run, &sweep.run(run, &|_| ())).unwrap();
    }
}

fn table(parts: &[(Part, &Store)]) -> String {
    String::from_utf8(store::write(&sweep(), parts, Form::Csv, Vec::new()).unwrap()).unwrap()
}

fn whole(name: &str) -> (PathBuf, String) {
    let folder = place(name);
    let mut store = open(&folder, Part::WHOLE).unwrap();
    go_on(&mut store, Part::WHOLE, usize::MAX);
    let table = table(&[(Part::WHOLE, &store)]);
    (folder, table)
}

#[test]
fn a_row_has_what_a_single_run_has() {
    let sweep = sweep();
    let run = 5; // the third cell, the second seed
    let row = sweep.run(run, &|_| ());
    let scenario = check(sweep.document(run).unwrap()).unwrap().scenario;
    assert_eq!(scenario.seed, 4);
    let span = (sawtooth_engine::units::Time::from_seconds(0.5), sawtooth_engine::units::Time::from_seconds(1.5));
    let summary = Summary::of_span(&scenario, span);
    for (value, column) in row.iter().zip(&sweep.columns) {
        match column.name.as_str() {
            name @ ("flows.a.goodput_bps" | "flows.a.packets_sent" | "bottleneck.queue_packets.mean" | "digest") => {
                assert_eq!(*value, fields::value(&summary, name, column.kind), "{name}");
            }
            "cell" => assert_eq!(*value, Value::Whole(2)),
            "bottleneck.queue.min_threshold_packets" => assert_eq!(*value, Value::Number(8.0)),
            "error" => assert_eq!(*value, Value::None),
            _ => assert_ne!(*value, Value::None, "{}", column.name),
        }
    }
    // The mean of the signal is that of the summary, and so are extremes.
    let of = |name: &str| match &row[sweep.columns.iter().position(|column| column.name == name).unwrap()] {
        Value::Number(value) => *value,
        other => panic!("{name}: {other:?}"),
    };
    assert!((of("again") - of("bottleneck.queue_packets.mean")).abs() < 1e-9);
    let max = fields::value(&summary, "flows.a.rtt_ms.max", sawtooth_sweep::Kind::Number);
    assert_eq!(Value::Number(of("a.rtt_ms.max")), max);
    // Observers do not change a run.
    let mut simulation = Simulation::new(&scenario);
    simulation.run_until(scenario.duration, &mut sawtooth_engine::observe::NullObserver);
    assert_eq!(row[row.len() - 2], Value::Text(simulation.digest_hex()));
}

#[test]
fn a_run_that_fails_has_its_reason_and_no_results() {
    let (_, table) = whole("failing");
    let rows: Vec<Vec<String>> = table.lines().map(|line| line.split(',').map(String::from).collect()).collect();
    assert_eq!(rows.len(), 13);
    for (place, row) in rows.iter().enumerate().skip(1) {
        let fails = place > 10; // a minimum of 14 above a maximum of 10
        assert_eq!(row[4].is_empty(), fails, "{row:?}");
        assert_eq!(row.last().unwrap().is_empty(), !fails, "{row:?}");
    }
    assert!(table.contains("conflicts with another setting"), "{table}");
}

/// An axis may shorten the run, so that a span no longer fits.
#[test]
fn a_span_beyond_a_runs_end_is_the_error_of_that_run() {
    let text = |measure: &str, to_s: &str| {
        format!(
            r#"{{ "schema": 1, "scenario": {{ "schema": 1, "duration_s": 2, "flows": [{{ "name": "a" }}],
            "bottleneck": {{ "rate_bps": 2e6, "queue": {{ "limit_packets": 9 }} }} }}, "to_s": {to_s},
            "axes": [{{ "path": "duration_s", "values": [2, 1] }}], "measures": [{measure}] }}"#
        )
    };
    let signal = r#"{ "signal": "rtt_ms", "source": "a", "to_s": 1.75 }"#;
    for (text, reason) in [
        (text("\"jain_index\"", "1.5"), "`to_s` is 1.5, which is out of range. Allowed: more than 0, up to 1."),
        (text(signal, "1"), "`to_s` is 1.75, which is out of range. Allowed: more than 0, up to 1."),
    ] {
        let sweep = Sweep::read(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
        let rows: Vec<Vec<Value>> = (0..2).map(|run| sweep.run(run, &|_| ())).collect();
        assert_eq!((rows[0].last(), rows[1].last()), (Some(&Value::None), Some(&Value::Text(reason.into()))));
        assert!(rows[0][3] != Value::None && rows[1][3] == Value::None);
    }
}

#[test]
fn an_interrupted_sweep_goes_on_to_the_same_bytes() {
    let (folder, expected) = whole("uninterrupted");
    let bytes = fs::read(folder.join(FILE)).unwrap();
    // After each number of finished runs.
    for finished in 0..=12 {
        let folder = place(&format!("interrupted-{finished}"));
        let mut store = open(&folder, Part::WHOLE).unwrap();
        go_on(&mut store, Part::WHOLE, finished);
        drop(store);
        let mut store = open(&folder, Part::WHOLE).unwrap();
        assert_eq!(store.finished(), finished);
        go_on(&mut store, Part::WHOLE, usize::MAX);
        assert_eq!(table(&[(Part::WHOLE, &store)]), expected, "after {finished}");
        assert_eq!(store.failed(), 2);
    }
    // Cut off at each byte: at most the row that was being written is lost.
    let folder = place("cut");
    fs::create_dir_all(&folder).unwrap();
    let head = bytes.iter().position(|byte| *byte == b'\n').unwrap();
    for length in (0..bytes.len()).filter(|length| *length < 60 || *length > head - 5) {
        fs::write(folder.join(FILE), &bytes[..length]).unwrap();
        let mut store = open(&folder, Part::WHOLE).unwrap();
        let lines = bytes[..length].iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(store.finished(), lines.saturating_sub(1), "cut off at {length}");
        if length % 97 == 0 {
            go_on(&mut store, Part::WHOLE, usize::MAX);
            assert_eq!(table(&[(Part::WHOLE, &store)]), expected, "cut off at {length}");
        }
    }
}

#[test]
fn parts_join_to_the_whole() {
    let (_, expected) = whole("undivided");
    for of in [2, 5, 12, 20] {
        let parts: Vec<(Part, Store)> = (1..=of)
            .rev()
            .map(|index| {
                let part = Part { index, of };
                let folder = place(&format!("part-{index}-of-{of}"));
                go_on(&mut open(&folder, part).unwrap(), part, usize::MAX);
                let (read, again, made_by, store) = Store::read(&folder).unwrap_or_else(|failed| panic!("{failed:?}"));
                assert_eq!((again, made_by.as_str(), read.digest()), (part, MADE_BY, sweep().digest()));
                (part, store)
            })
            .collect();
        let parts: Vec<(Part, &Store)> = parts.iter().map(|(part, store)| (*part, store)).collect();
        assert_eq!(table(&parts), expected, "{of} parts");
    }
}

#[test]
fn a_folder_in_use_is_locked() {
    let folder = place("locked");
    let store = open(&folder, Part::WHOLE).unwrap();
    let reason = open(&folder, Part::WHOLE).err().unwrap();
    assert!(reason.contains("found in use by another program. Allowed: one at a time"), "{reason}");
    assert!(matches!(Store::read(&folder), Err(Failed::Refused(reason)) if reason.contains("in use")));
    drop(store);
    assert!(open(&folder, Part::WHOLE).is_ok());
}

#[test]
fn damage_is_an_error_that_loses_nothing() {
    let (folder, _) = whole("damaged");
    let file = folder.join(FILE);
    let bytes = fs::read(&file).unwrap();
    let text = String::from_utf8(bytes.clone()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let refused = |bytes: &[u8], expected: &[&str]| {
        fs::write(&file, bytes).unwrap();
        let reason = open(&folder, Part::WHOLE).err().unwrap_or_else(|| panic!("accepted; expected {expected:?}"));
        assert!(expected.iter().all(|words| reason.contains(words)), "{reason}");
        assert!(fs::read(&file).unwrap() == bytes, "nothing is changed");
    };
    // Another byte anywhere but at the very end, where a line might have been cut off.
    let last = bytes.len() - lines.last().unwrap().len() - 1;
    for at in (0..last).step_by(13).chain(last - 1..bytes.len() - 1) {
        let mut other = bytes.clone();
        other[at] ^= 1;
        let line = bytes[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        refused(&other, &[&format!("{FILE}, line {line}: found"), "Allowed: "]);
    }
    let again = format!("{text}{}\n", lines[4]);
    refused(again.as_bytes(), &["line 14", "again", "each run once"]);
    refused(b"something else\n", &["line 1: found \"something else\"", "the head of a sweep's finished runs"]);
    // Runs of something else.
    fs::write(&file, &bytes).unwrap();
    let part = Part { index: 1, of: 2 };
    assert!(open(&folder, part).err().unwrap().contains("found part [1,1]. Allowed: [1,2]."));
    let other = Sweep::read(DOCUMENT.replace("\"to\": 4", "\"to\": 5").as_bytes()).ok().unwrap();
    for (sweep, made_by, expected) in
        [(&other, MADE_BY, "found sweep_sha256 "), (&sweep(), "x", "found made_by \"a test\". Allowed: \"x\"")]
    {
        let Err(Failed::Refused(reason)) = Store::open(&folder, sweep, Part::WHOLE, made_by) else {
            panic!("accepted")
        };
        assert!(reason.contains(expected), "{reason}");
    }
    assert!(fs::read(&file).unwrap() == bytes);
}

/// Rows that others have computed, as lines, and other stores of the same sweep.
#[test]
fn rows_of_others_are_taken_once_and_checked() {
    let (folder, expected) = whole("of-others");
    let text = fs::read_to_string(folder.join(FILE)).unwrap();
    let (head, rows) = text.split_once('\n').unwrap();
    let sweep = sweep();
    let run = 7;
    let line = store::row_line(&sweep, run, &sweep.run(run, &|_| ()));
    assert!(rows.contains(&line));
    let mut store = open(&place("of-others-joined"), Part::WHOLE).unwrap();
    assert_eq!(store.head(), format!("{head}\n"));
    let reason = |taken: Result<usize, Failed>| match taken {
        Err(Failed::Refused(reason)) => reason,
        other => panic!("{other:?}"),
    };
    let take = |store: &mut Store, runs: std::ops::Range<usize>, text: &str| {
        store.take(&sweep, runs, text.as_bytes(), "there").map(|()| 1)
    };
    assert!(take(&mut store, 7..8, &line).is_ok() && take(&mut store, 7..8, &line).is_ok());
    let other = store::row_line(&sweep, run, &sweep.run(8, &|_| ()));
    let said = reason(take(&mut store, 7..8, &other));
    assert!(said.starts_with("there, line 1: found \"run 7 again, with other values\"."), "{said}");
    // Rows of other runs than those that were asked for, in any number: none is added.
    let eight = store::row_line(&sweep, 8, &sweep.run(8, &|_| ()));
    for (runs, text, expected) in [
        (8..9, line.clone(), "there, line 1: found \"run 7\". Allowed: run 8, as asked for."),
        (8..10, eight.clone(), "there, line 2: found \"the end\". Allowed: run 9, as asked for."),
        (8..9, format!("{eight}{line}"), "there, line 2: found \"run 7\". Allowed: the end."),
        (8..10, format!("{eight}{eight}"), "there, line 2: found \"run 8\". Allowed: run 9, as asked for."),
    ] {
        assert_eq!(reason(take(&mut store, runs, &text)), expected);
    }
    assert_eq!(store.finished(), 1);
    // A text that ends within a row, within its head, or before it.
    let cut = text.trim_end().rfind('\n').unwrap() + 30;
    for (length, rows) in [(cut, 11), (20, 0), (0, 0)] {
        assert_eq!(store.join(&sweep, &text.as_bytes()[..length], "x").ok(), Some(rows));
    }
    let said = reason(store.join(&sweep, text.replace(MADE_BY, "another").as_bytes(), "there"));
    assert!(said.starts_with("there, line 1: found"), "{said}");
    store.join(&sweep, text.as_bytes(), "x").unwrap();
    assert_eq!((store.finished(), store.failed()), (12, 2));
    assert_eq!(table(&[(Part::WHOLE, &store)]), expected);
}

/// A line with its checksum, as any program can make it.
fn line(text: &str) -> String {
    let sum: String = Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("{sum} {text}\n")
}

/// The reason for which the folder's finished runs are refused when they are read, and when a sweep goes on with them.
fn refusals(folder: &Path) -> [String; 2] {
    let reason = |failed: Option<Failed>| match failed {
        Some(Failed::Refused(reason)) => reason,
        other => panic!("{other:?}: {}", fs::read_to_string(folder.join(FILE)).unwrap()),
    };
    let read = reason(Store::read(folder).err());
    [read, reason(Store::open(folder, &sweep(), Part::WHOLE, MADE_BY).err())]
}

/// Rows with right checksums: each value is checked as strictly as a document.
#[test]
fn a_row_has_values_of_its_columns_types() {
    let (folder, _) = whole("forged-rows");
    let text = fs::read_to_string(folder.join(FILE)).unwrap();
    let row = text.lines().find(|line| line.contains(" [9,")).unwrap()[17..].to_owned();
    let cells = parse(&row).unwrap().elements().unwrap().to_vec();
    let failed = text.lines().find(|line| line.contains("conflicts")).unwrap()[17..].to_owned();
    let last = cells.len() - 1;
    let with = |cell: usize, value: &str| {
        let cells: Vec<String> = cells.iter().map(Json::to_string).collect();
        let cells: Vec<&str> = cells.iter().enumerate().map(|(at, own)| if at == cell { value } else { own }).collect();
        format!("[{}]", cells.join(","))
    };
    let mut cases = vec![row.replacen(',', ",1,", 1), failed.replacen("null", "1", 1), "[]".into(), "7".into()];
    cases.push(row.replacen(']', ",null]", 1));
    // The run, a number, a count, the digest, the error.
    for (cell, values) in [
        (0, &["0.5", "-0.5", "-1", "\"1\"", "null", "12", "1e0", "1e999", "18446744073709551616"][..]),
        (1, &["\"abc\"", "true", "[[]]", "{}", "1e999", "-1e999"]),
        (2, &["-1", "1.5", "1e300", "1e999", "9223372036854775808", "\"1\"", "[1]", "false"]),
        (last - 1, &["5", "null", "\"zz\"", "\"0123456789ABCDEF\"", "\"0123456789abcde\"", "\"0123456789abcdef0\""]),
        (last, &["\"\"", "\"also an error\"", "5", "false"]),
    ] {
        cases.extend(values.iter().map(|value| with(cell, value)));
    }
    let file = folder.join(FILE);
    for case in cases {
        let forged = text.replacen(&line(&row), &line(&case), 1);
        let forged = if forged == text { text.replacen(&line(&failed), &line(&case), 1) } else { forged };
        fs::write(&file, &forged).unwrap();
        for reason in refusals(&folder) {
            assert!(reason.contains("Allowed: a row of this part of the sweep"), "{case}: {reason}");
            assert!(reason.contains(", line ") && reason.len() < 1000, "{reason}");
        }
        assert!(fs::read_to_string(&file).unwrap() == forged, "nothing is changed");
        let mut store = open(&place("forged-rows-taken"), Part::WHOLE).unwrap();
        assert!(store.take(&sweep(), 9..10, line(&case).as_bytes(), "x").is_err(), "{case}");
    }
}

/// Heads with right checksums, before anything is computed with their numbers.
#[test]
fn a_head_is_one_that_a_program_writes() {
    let (folder, _) = whole("forged-heads");
    let file = folder.join(FILE);
    let text = fs::read_to_string(&file).unwrap();
    let (head, rows) = text.split_once('\n').unwrap();
    let head = &head[17..];
    let digest = sweep().digest();
    let part = |value: &str| head.replacen("[1,1]", value, 1);
    let cases = [
        part("[0,0]"),
        part("[0,1]"),
        part("[2,1]"),
        part("[1,100000000]"),
        part("[1,4294967295]"),
        part("[1,4294967297]"),
        part(&format!("[1,{}]", MAX_PARTS + 1)),
        part("[1,1,1]"),
        part("[1.0,1]"),
        part("[1e0,1]"),
        part("[-1,1]"),
        part("[\"1\",1]"),
        part("null"),
        head.replacen("\"format\":1", "\"format\":2", 1),
        head.replacen("\"format\":1", "\"format\":1.0", 1),
        head.replacen(&digest, &"0".repeat(64), 1),
        head.replacen("\"to\":4", "\"to\":3", 1),
        head.replacen("\"a test\"", "7", 1),
        head.replacen("{", "{\"more\":1,", 1),
        "{}".into(),
        "[]".into(),
    ];
    for case in cases {
        assert_ne!(case, head);
        fs::write(&file, format!("{}{rows}", line(&case))).unwrap();
        for reason in refusals(&folder) {
            assert!(
                reason.contains("line 1: found") && reason.contains("Allowed: ") && reason.len() < 1000,
                "{reason}"
            );
        }
    }
    for (case, expected) in [
        (part("[1,100000000]"), "found \"part [1,100000000]\". Allowed: I and N of N parts"),
        (head.replacen(&digest, &"0".repeat(64), 1), "that of the sweep in this line"),
    ] {
        fs::write(&file, format!("{}{rows}", line(&case))).unwrap();
        assert!(refusals(&folder)[0].contains(expected), "{}", refusals(&folder)[0]);
    }
    for part in [(0, 1), (2, 1), (0, 0), (1, MAX_PARTS + 1)] {
        assert_eq!(Part::new(part.0, part.1), None);
    }
    assert_eq!(Part::new(MAX_PARTS, MAX_PARTS).map(|part| part.index), Some(MAX_PARTS));
}

/// Only what a program that ended while it wrote can have left is passed over.
#[test]
fn a_hole_is_an_error_with_its_line() {
    let (folder, _) = whole("holes");
    let file = folder.join(FILE);
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (before, after) = (lines[..5].concat(), lines[5..].concat());
    let zeros = |bytes: usize| vec![0; bytes];
    let begun = |text: &str| text.as_bytes().to_vec();
    for (hole, rest) in [
        // Longer than any line, and shorter, with and without lines behind.
        (zeros((1 << 26) + 4096), after.as_str()),
        (zeros((1 << 22) + 1), after.as_str()),
        (zeros(100_000), after.as_str()),
        (zeros(100_000), ""),
        (zeros(1), ""),
        (begun("0123456789abcdef {"), ""),
        (begun("0123456789abcdeg"), ""),
        (begun("no row"), ""),
        ([begun("0123456789abcdef [1,"), vec![0xFF, b'x']].concat(), ""),
        ([begun("0123456789abcdef ["), vec![b'1'; 1 << 22]].concat(), ""),
    ] {
        let bytes = [before.as_bytes(), &hole, rest.as_bytes()].concat();
        fs::write(&file, &bytes).unwrap();
        for reason in refusals(&folder) {
            assert!(reason.contains("line 6: found") && reason.len() < 1000, "{} bytes: {reason}", hole.len());
        }
        assert!(fs::read(&file).unwrap() == bytes, "nothing is changed");
    }
    // A character that was cut, too.
    let cut = [before.as_bytes(), b"0123456789abcdef [1,\"\xE2\x80"].concat();
    fs::write(&file, cut).unwrap();
    assert_eq!(open(&folder, Part::WHOLE).unwrap().finished(), 4);
}

/// Parts are joined without the right to write, and by several programs at once.
#[test]
fn reading_changes_nothing_and_shares() {
    let (folder, expected) = whole("read-only");
    let file = folder.join(FILE);
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, &text[..text.len() - 30]).unwrap();
    let mut permissions = fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions.clone()).unwrap();
    {
        let (.., one) = Store::read(&folder).unwrap_or_else(|failed| panic!("{failed:?}"));
        let (.., other) = Store::read(&folder).unwrap_or_else(|failed| panic!("{failed:?}"));
        assert_eq!((one.finished(), other.finished()), (11, 11));
        assert_eq!(fs::read_to_string(&file).unwrap().len(), text.len() - 30, "the row that was cut off is left there");
    }
    #[allow(clippy::permissions_set_readonly_false)]
    permissions.set_readonly(false);
    fs::set_permissions(&file, permissions).unwrap();
    fs::write(&file, text).unwrap();
    let (.., store) = Store::read(&folder).unwrap_or_else(|failed| panic!("{failed:?}"));
    assert!(open(&folder, Part::WHOLE).err().unwrap().contains("in use"), "a reader keeps writers out");
    assert_eq!(table(&[(Part::WHOLE, &store)]), expected);
}

#[test]
fn drafts_of_killed_runs_are_removed_and_others_are_not() {
    let folder = place("drafts");
    fs::create_dir_all(&folder).unwrap();
    let names = [
        ".results.parquet.a1b2c3.part",
        ".results.csv.XyZ.part",
        ".results.parquet.used.part",
        ".trace.parquet.a1.part",
        ".results.parquet.part",
        "results.parquet.a.part",
        ".results.parquet.old",
    ];
    names.iter().for_each(|name| fs::write(folder.join(name), "draft").unwrap());
    fs::create_dir(folder.join(".results.csv.folder.part")).unwrap();
    // Another program's, which it writes at this moment.
    let used = fs::File::open(folder.join(names[2])).unwrap();
    used.lock().unwrap();
    drop(open(&folder, Part::WHOLE).unwrap());
    let left: Vec<bool> = names.iter().map(|name| folder.join(name).exists()).collect();
    assert_eq!(left, [false, false, true, true, true, true, true]);
    assert!(folder.join(".results.csv.folder.part").exists());
}

#[test]
fn a_table_of_something_else_is_not_replaced() {
    let folder = place("occupied");
    let file = folder.join("results.csv");
    let accept = |force| store::accept(&folder, &file, force);
    assert!(accept(false).is_ok(), "a folder that is not there");
    fs::create_dir_all(&folder).unwrap();
    assert!(accept(false).is_ok());
    fs::write(&file, "precious").unwrap();
    let refused = |allowed: bool| match accept(false) {
        Ok(()) => assert!(allowed),
        Err(Failed::Refused(reason)) => {
            assert!(!allowed && reason.contains("results.csv: found a table that is not of this sweep"), "{reason}");
        }
        Err(failed) => panic!("{failed:?}"),
    };
    refused(false);
    fs::write(folder.join(FILE), "").unwrap();
    refused(false);
    assert!(accept(true).is_ok());
    // Finished runs: of this sweep, or refused by `open`.
    go_on(&mut open(&folder, Part::WHOLE).unwrap(), Part::WHOLE, 1);
    refused(true);
}
