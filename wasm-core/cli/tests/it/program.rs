//! The program from outside: exit codes, what stands on which stream, what is written and what is not.

use crate::common::{place, sawtooth, text};
use sawtooth_scenario::{Json, parse};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const CONTRACT: &str = include_str!("../contract.json");

/// The contract's example with one field changed.
fn with(path: &[&str], value: &str) -> String {
    let mut tree = parse(CONTRACT).unwrap();
    let (last, steps) = path.split_last().unwrap();
    let mut at = &mut tree;
    for step in steps {
        at = match at {
            Json::Array(elements) => &mut elements[step.parse::<usize>().unwrap()],
            Json::Object(fields) => &mut fields.iter_mut().find(|(name, _)| name == step).unwrap().1,
            _ => panic!("{path:?}"),
        };
    }
    at.set(last, parse(value).unwrap());
    tree.to_string()
}

fn refused(input: &[u8], expected: &[&str]) {
    let test = std::thread::current().name().unwrap_or_default().replace("::", "-");
    let trace = place(&format!("refused-{test}.csv"));
    let output = sawtooth(&["run", "-", "--summary", "json", "--trace", trace.to_str().unwrap()], input);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(output.stdout.is_empty(), "standard output stays empty");
    assert!(!trace.exists(), "no file is created");
    for words in expected {
        assert!(errors.contains(words), "{words:?} is not said: {errors}");
    }
}

#[test]
fn malformed_documents_are_refused_with_place_found_and_allowed() {
    let change = |path: &[&str], value: &str, expected: &[&str]| refused(with(path, value).as_bytes(), expected);
    change(&["duration_s"], "\"long\"", &["`duration_s`", "\"long\"", "more than 0, up to 10000000"]);
    change(&["duration_s"], "0", &["`duration_s`", "is 0", "more than 0, up to 10000000"]);
    change(&["bottleneck", "rate_bps"], "-5", &["`bottleneck.rate_bps`", "-5", "1000 to 1000000000000"]);
    change(
        &["flows", "1", "algorithm"],
        r#"{"kind": "newrneo"}"#,
        &["`flows[1].algorithm.kind`", "newrneo", "newreno, cdg", "Did you mean `newreno`?"],
    );
    change(&["flows", "0", "base_rtt_ms"], "1e300", &["`flows[0].base_rtt_ms`", "1e300", "more than 0, up to 100000"]);
    change(&["flows", "0", "base_rtt_ms"], "1e999", &["`flows[0].base_rtt_ms`", "1e999", "more than 0, up to 100000"]);
    change(&["flows", "1", "name"], "\"cdg\"", &["`flows[1].name`", "\"cdg\"", "flows[0]"]);
    change(&["flows", "0", "base_rtt"], "40", &["`flows[0].base_rtt`", "Did you mean `base_rtt_ms`?"]);
    change(&["bottleneck", "queue", "limit_bytes"], "9000", &["`bottleneck.queue`", "limit_packets, limit_bytes"]);
    change(
        &["interventions", "0", "path"],
        "\"bottleneck.loss.probabilty\"",
        &["interventions[0]: bottleneck.loss.probabilty", "probabilty", "Did you mean `probability`?"],
    );
    change(&["interventions", "1", "path"], "\"flows.nobody.algorithm.g_ms\"", &["flows.nobody", "cdg or newreno"]);
    change(
        &["interventions", "1", "value"],
        "0",
        &["flows.cdg.algorithm.g_ms (flows[0].algorithm.g_ms)", "is 0", "more than 0"],
    );
    let queue = &["bottleneck", "queue"][..];
    change(queue, r#"{"limit_packets": 9, "limit_ms": 5}"#, &["`bottleneck.queue`", "limit_packets, limit_ms"]);
    change(
        &["bottleneck", "delay_variation"],
        r#"{"mean_ms": -1}"#,
        &["`bottleneck.delay_variation.mean_ms` is -1", "0 to 100000"],
    );
    change(
        &["bottleneck", "rate_steps"],
        r#"[{"at_s": 0, "rate_bps": 5e6}, {"at_s": 3, "rate_bps": 6e6}, {"at_s": 2, "rate_bps": 5e6}]"#,
        &["`bottleneck.rate_steps[2].at_s` is 2", "x >= 3"],
    );
    change(&["flows", "0", "ack_thinning"], "0", &["`flows[0].ack_thinning` is 0", "1 to 1000, a whole number"]);
    change(&["flows", "0", "count"], "10001", &["`flows[0].count` is 10001", "1 to 10000"]);
    change(
        &["cross_traffic"],
        r#"[{"kind": "fetch", "transfer_bytes": 0}]"#,
        &["`cross_traffic[0].transfer_bytes` is 0", "1 to 1000000000000"],
    );
    refused(
        br#"{"schema": 1, "duration_s": 1, "bottleneck": {"rate_bps": 1e6, "queue": {"limit_packets": 9}}}"#,
        &["flows or cross_traffic"],
    );
    refused(b"{\n  \"schema\": 1,\n  oops\n}", &["line 3, column 3", "oops"]);
    refused(b"{\"seed\": 1, \"seed\": 2}", &["line 1, column 13", "seed"]);
    refused(b"{\"seed\": \xff}", &["line 1, column 10", "UTF-8"]);
    refused(&vec![b'x'; 10_000_000], &["> 8000000 bytes", "at most 8000000 bytes"]);
    refused("[".repeat(1_000_000).as_bytes(), &["line 1, column 65", "64 levels"]);
}

#[test]
fn all_errors_of_a_document_are_told_at_once() {
    let text = with(&["duration_s"], "0").replace("\"g_ms\":3", "\"g_ms\":-3,\"junk\":0");
    refused(text.as_bytes(), &["`duration_s`", "`flows[0].algorithm.g_ms`", "`flows[0].algorithm.junk`"]);
}

#[test]
fn wrong_options_are_refused_with_the_nearest() {
    for (arguments, expected) in [
        (&["rnu"][..], "Did you mean `run`?"),
        (&["run", "\u{1b}[2J"], "\\u{1b}[2J"),
        (&["run", "-", "--sede", "1"], "Did you mean `--seed`?"),
        (&["run", "-", "--summary", "jsno"], "Did you mean `json`?"),
        (&["run"], "FILE"),
        (&["run", "--preset", "two_way_rde"], "Did you mean `two_way_red`?"),
        (&["run", "-", "--preset", "two_way_red"], "--preset"),
        (&["run", "--preset", "two_way_red", "file.json"], "`file.json`"),
        (&["run", "-", "twice"], "`twice`"),
        (&["run", "-", "--seed"], "--seed"),
        (&["run", "no-such-file.json"], "no-such-file.json"),
        (&["run", "-", "--seed", "-1"], "`seed` is -1"),
        (&["run", "-", "--seed", "many"], "`seed` is \"many\""),
        (&["run", "-", "--duration", "1e999"], "`duration_s` is 1e999"),
        (&["run", "-", "--duration", "20", "--from", "20"], "--from is `20`. Allowed: from 0 to less than 20"),
        (&["run", "-", "--from", "-1"], "--from is `-1`. Allowed: from 0 to less than 80"),
        (&["run", "-", "--from", "NaN"], "--from is `NaN`"),
        (&["run", "-", "--to", "80.5"], "--to is `80.5`. Allowed: more than 0, up to 80"),
        (&["run", "-", "--from", "5", "--to", "5"], "--to is `5`. Allowed: more than 5, up to 80"),
        (&["run", "-", "--from", "5", "--to", "5.0000000001"], "--to is `5.0000000001`"),
        (
            &["run", "-", "--trace", "x.csv", "--sources", "cdg,newrneo"],
            "unknown source `newrneo`. Allowed: cdg, newreno",
        ),
        (&["run", "-", "--trace", "x.csv", "--sources", "newrneo"], "Did you mean `newreno`?"),
        (&["run", "-", "--trace", "x.csv", "--sources", "reverse_bottleneck"], "unknown source `reverse_bottleneck`"),
        (&["run", "-", "--trace", "x.csv", "--signals", "cwnd,mark"], "unknown signal `cwnd`"),
        (&["run", "-", "--trace", "x.csv", "--signals", "queue_packet"], "Did you mean `queue_packets`?"),
        (&["run", "-", "--trace", "x.csv", "--every", "0"], "--every is `0`. Allowed: more than 0"),
        (&["run", "-", "--trace", "x.csv", "--every", "fast"], "--every is `fast`"),
        (&["run", "-", "--every", "0.1"], "--every needs --trace"),
        (&["run", "-", "--force"], "--force needs --trace or --out"),
        (&["run", "-", "--large-trace"], "--large-trace needs --trace"),
        (&["run", "-", "--wide"], "--wide needs --trace"),
        (&["run", "-", "--trace", ""], "--trace is ``. Allowed: a path."),
        (&["sweep", "-", "--out", ""], "--out is ``. Allowed: a path."),
        (&["run", "-", "--limit-events", "0"], "--limit-events is `0`. Allowed: 1 to 18446744073709551615"),
        (&["run", "-", "--limit-events", "1e6"], "--limit-events is `1e6`"),
        (&["run", "-", "--limit-seconds", "0"], "--limit-seconds is `0`. Allowed: more than 0, in seconds"),
        (&["run", "-", "--limit-seconds", "inf"], "--limit-seconds is `inf`"),
        (&["run", "-", "--limit-second", "1"], "Did you mean `--limit-seconds`?"),
        (&["run", "-", "--form", "5"], "Did you mean `--from`?"),
        (&["schema", "--json"], "unknown option `--json`"),
        (&[], "a command is missing"),
    ] {
        let output = sawtooth(arguments, CONTRACT.as_bytes());
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(output.stdout.is_empty() && errors.contains(expected), "{arguments:?}: {errors}");
    }
}

#[test]
fn overrides_apply_before_the_document_is_checked() {
    let broken = with(&["duration_s"], "0");
    let output = sawtooth(&["run", "-", "--duration", "2", "--seed=7", "--summary", "json"], broken.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let summary = parse(&text(&output.stdout)).expect("one JSON document");
    assert_eq!(summary.get("simulated_s").and_then(Json::number), Some(2.0));
    // The example's second flow and its changes lie beyond.
    assert_eq!(text(&output.stderr).lines().filter(|line| line.contains("notice: ")).count(), 3);
    assert_eq!(text(&output.stderr).lines().count(), 3);
}

/// Notices about legal settings that are perhaps not meant go to standard error, whatever standard output has.
#[test]
fn notices_are_said_beside_every_form_of_output() {
    let scenario = with(&["flows", "1", "stop_s"], "20");
    let said = "sawtooth: notice: flows[1].stop_s: newreno never runs: it stops at 20 s, which is not after its start at 20 s. Set a later stop.";
    let remedy = " To change this, add --set flows.newreno.stop_s=80.";
    for form in [&["--summary", "json"][..], &["--summary", "table"], &["--trace", "-"]] {
        let output = sawtooth(&[&["run", "-"], form].concat(), scenario.as_bytes());
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(text(&output.stderr).lines().collect::<Vec<&str>>(), [format!("{said}{remedy}")], "{form:?}");
        if form[1] == "json" {
            let summary = parse(&text(&output.stdout)).expect("one JSON document");
            let notices = summary.get("notices").and_then(Json::elements).expect("a list");
            let fields: Vec<Option<&str>> = ["code", "place", "text"].map(|name| notices[0].get(name)?.text()).into();
            let words = said.rsplit("stop_s: ").next();
            assert_eq!(fields, [Some("stops_before_start"), Some("flows[1].stop_s"), words]);
            assert_eq!(notices.len(), 1);
            let remedy = notices[0].get("remedy").map(Json::to_string);
            assert_eq!(remedy.as_deref(), Some(r#"[{"path":"flows.newreno.stop_s","value":80}]"#));
        }
    }
    // None at all: the list is there, and empty.
    let output = sawtooth(&["run", "-", "--summary", "json"], CONTRACT.as_bytes());
    let summary = parse(&text(&output.stdout)).expect("one JSON document");
    assert_eq!(summary.get("notices"), Some(&Json::Array(Vec::new())));
    assert!(output.stderr.is_empty());
    // A great many: the first of them, and how many more.
    let many = vec![r#"{ "start_s": 90 }"#; 30].join(", ");
    let mut tree = parse(CONTRACT).unwrap();
    tree.set("flows", parse(&format!("[{many}]")).unwrap());
    tree.set("interventions", parse("[]").unwrap());
    let output = sawtooth(&["run", "-"], tree.to_string().as_bytes());
    let errors = text(&output.stderr);
    assert_eq!(
        (errors.lines().count(), errors.lines().last()),
        (21, Some("sawtooth: notice: 10 more notices are not listed."))
    );
}

#[test]
fn a_summary_carries_the_document_as_it_was_run() {
    let run = |more: &[&str]| {
        let arguments = [&["run", "-", "--seed", "7", "--duration", "3", "--summary", "json"], more].concat();
        let output = sawtooth(&arguments, CONTRACT.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        parse(&text(&output.stdout)).expect("one JSON document")
    };
    let whole = run(&[]);
    let (last, scenario) = whole.fields().and_then(|fields| fields.last()).unwrap();
    let mut given = parse(CONTRACT).unwrap();
    given.set("seed", 7.0);
    given.set("duration_s", 3.0);
    assert_eq!((last.as_str(), scenario), ("scenario", &given));
    assert_eq!(whole.get("version").and_then(Json::text), Some(env!("CARGO_PKG_VERSION")));
    let build = whole.get("build").and_then(Json::text).unwrap();
    let commit = build.strip_suffix("-dirty").unwrap_or(build);
    assert!(build == "unknown" || commit.len() >= 12 && commit.chars().all(|c| c.is_ascii_hexdigit()), "{build}");
    // A span is of the same run.
    let part = run(&["--from", "1", "--to", "2.5"]);
    for name in ["digest", "events", "simulated_s", "build", "scenario"] {
        assert_eq!(part.get(name), whole.get(name), "{name}");
    }
    let span = |json: &Json| json.get("span_s").map(Json::to_string);
    assert_eq!((span(&whole), span(&part)), (Some("[0,3]".into()), Some("[1,2.5]".into())));
}

#[test]
fn a_run_prints_a_table_by_default_and_progress_aside() {
    let output = sawtooth(&["run", "-", "--progress", "--duration", "3"], CONTRACT.as_bytes());
    assert_eq!(output.status.code(), Some(0));
    let table = text(&output.stdout);
    for words in ["digest", "goodput Mbit/s", "newreno", "voip", "Jain's index"] {
        assert!(table.contains(words), "{table}");
    }
    assert!(text(&output.stderr).contains("100 %"));
}

/// A run of some gigabytes of trace, and of some hours.
const LONG: &str = r#"{ "schema": 1, "duration_s": 1e6, "flows": [{}], "bottleneck": { "rate_bps": 1e8, "queue": { "limit_packets": 400 } } }"#;

#[test]
fn a_limit_ends_a_run_without_summary_and_without_file() {
    let path = place("limited.csv");
    fs::write(&path, "of another run\n").unwrap();
    let trace = ["--large-trace", "--force", "--trace", path.to_str().unwrap()];
    for (limit, trace) in [
        (["--limit-events", "5000"], &[][..]),
        (["--limit-events", "5000"], &trace),
        (["--limit-seconds", "0.3"], &["--summary", "json"]),
        (["--limit-seconds", "0.3"], &trace),
        (["--limit-seconds", "0.3"], &trace[1..]), // while the size is estimated, or then
    ] {
        let output = sawtooth(&[&["run", "-"], &limit[..], trace].concat(), LONG.as_bytes());
        let errors = text(&output.stderr);
        if output.status.code() == Some(2) {
            assert!(trace.len() == 3 && errors.contains("would be about"), "{limit:?} {trace:?}: {errors}");
            continue;
        }
        assert_eq!(output.status.code(), Some(3), "{limit:?} {trace:?}: {errors}");
        assert!(output.stdout.is_empty(), "{limit:?} {trace:?}");
        let reason = format!("{} is {}", limit[0], limit[1]);
        assert!(errors.contains("the run was stopped at ") && errors.contains(&reason), "{errors}");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), "of another run\n");
    assert_eq!(drafts_of(&path), Vec::<PathBuf>::new());
    // A limit that is not reached changes nothing.
    let plain = sawtooth(&["run", "-", "--duration", "5"], CONTRACT.as_bytes());
    let limits = ["--limit-events", "100000", "--limit-seconds", "600"];
    let limited = sawtooth(&[&["run", "-", "--duration", "5"], &limits[..]].concat(), CONTRACT.as_bytes());
    assert_eq!((text(&limited.stdout), limited.status.code()), (text(&plain.stdout), Some(0)));
}

#[test]
fn the_time_left_is_told_once_there_is_something_to_estimate_from() {
    let output = sawtooth(&["run", "-", "--progress", "--duration", "3"], CONTRACT.as_bytes());
    assert!(!text(&output.stderr).contains("left"), "{}", text(&output.stderr));
    // Each twentieth of it takes a moment; it is ended once the time is told.
    let mut child = Command::new(env!("CARGO_BIN_EXE_sawtooth"))
        .args(["run", "-", "--progress", "--duration", "2e3", "--limit-seconds", "120"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(LONG.as_bytes()).unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let told = lines.filter(|line| line.contains(" % ")).find(|line| line.ends_with(" left"));
    assert!(told.is_some_and(|line| line.contains(" events  about ")));
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Temporary files beside a file that is being written.
fn drafts_of(path: &Path) -> Vec<PathBuf> {
    let name = format!(".{}.", path.file_name().unwrap().to_str().unwrap());
    let all = fs::read_dir(path.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path());
    all.filter(|other| other.file_name().unwrap().to_string_lossy().starts_with(&name)).collect()
}

#[test]
fn a_trace_of_more_than_a_gigabyte_is_refused_unless_it_is_asked_for() {
    let path = place("huge.csv");
    let arguments = ["run", "-", "--trace", path.to_str().unwrap()];
    let output = sawtooth(&arguments, LONG.as_bytes());
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(output.stdout.is_empty() && !path.exists() && drafts_of(&path).is_empty());
    assert!(
        errors.contains("about ") && errors.contains(" GB. Allowed: up to 1 GB, or any size with --large-trace"),
        "{errors}"
    );
    // Only the chosen part of it counts, and the summary needs none.
    for small in [&["--to", "10"][..], &["--signals", "timeout"]] {
        let limit = ["--limit-events", "20000"];
        let output = sawtooth(&[&arguments[..], small, &limit].concat(), LONG.as_bytes());
        assert_eq!(output.status.code(), Some(3), "{small:?}: {}", text(&output.stderr));
    }
    let forced = sawtooth(&[&arguments[..], &["--large-trace", "--limit-events", "20000"]].concat(), LONG.as_bytes());
    assert_eq!(forced.status.code(), Some(3), "{}", text(&forced.stderr));
}

#[cfg(unix)]
mod files {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::process::ExitStatusExt;

    const OLD: &str = "of another run\n";

    /// An interrupted run leaves the file that stood there, and nothing beside it.
    #[test]
    fn an_interrupted_trace_harms_no_file() {
        for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
            for old in [true, false] {
                let path = place(&format!("interrupted-{signal}-{old}.csv"));
                if old {
                    fs::write(&path, OLD).unwrap();
                }
                let mut child = Command::new(env!("CARGO_BIN_EXE_sawtooth"))
                    .args([
                        "run",
                        "-",
                        "--force",
                        "--large-trace",
                        "--limit-seconds",
                        "60",
                        "--trace",
                        path.to_str().unwrap(),
                    ])
                    .stdin(Stdio::piped())
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .spawn()
                    .unwrap();
                child.stdin.take().unwrap().write_all(LONG.as_bytes()).unwrap();
                // Some of it is written. Should it never be, the limit ends the run.
                while !drafts_of(&path).iter().any(|draft| fs::metadata(draft).is_ok_and(|file| file.len() > 100_000)) {
                    assert!(child.try_wait().unwrap().is_none());
                    std::thread::yield_now();
                }
                let pid = child.id().to_string();
                assert!(Command::new("kill").args([&format!("-{signal}"), &pid]).status().unwrap().success());
                assert_eq!(child.wait().unwrap().signal(), Some(number));
                assert_eq!(fs::read_to_string(&path).ok().as_deref(), old.then_some(OLD));
                assert_eq!(drafts_of(&path), Vec::<PathBuf>::new());
            }
        }
    }

    #[test]
    fn a_hang_up_that_is_ignored_stays_ignored() {
        let path = place("nohup.csv");
        let ignoring = "trap '' HUP; exec \"$@\"";
        let program = ["-c", ignoring, "sh", env!("CARGO_BIN_EXE_sawtooth"), "run", "-", "--limit-events", "30000000"];
        let mut child = Command::new("sh")
            .args(program)
            .args(["--large-trace", "--trace", path.to_str().unwrap()])
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(LONG.as_bytes()).unwrap();
        while drafts_of(&path).is_empty() {
            assert!(child.try_wait().unwrap().is_none());
            std::thread::yield_now();
        }
        let kill =
            |signal: &str| Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success();
        assert!(kill("-HUP") && kill("-TERM"));
        // The hang-up came first, and would have ended it.
        assert_eq!(child.wait().unwrap().signal(), Some(15));
        assert_eq!(drafts_of(&path), Vec::<PathBuf>::new());
    }

    /// A file that may not grow any more is refused like one on a full disk.
    fn with_little_room(arguments: &[&str]) -> Output {
        let limited = "trap '' XFSZ; ulimit -f 16; exec \"$@\"";
        let program = [&["-c", limited, "sh", env!("CARGO_BIN_EXE_sawtooth")], arguments].concat();
        Command::new("sh").args(program).stdin(Stdio::null()).output().unwrap()
    }

    #[test]
    fn a_disk_that_is_full_harms_no_file() {
        let path = place("full.csv");
        fs::write(&path, OLD).unwrap();
        let output =
            with_little_room(&["run", "--preset", "two_way_red", "--force", "--trace", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
        assert!(output.stdout.is_empty() && text(&output.stderr).contains("full.csv: "), "{}", text(&output.stderr));
        assert_eq!(fs::read_to_string(&path).unwrap(), OLD);
        assert_eq!(drafts_of(&path), Vec::<PathBuf>::new());
        // An experiment's files, too.
        let folder = place("full-experiment");
        fs::create_dir_all(&folder).unwrap();
        let old = folder.join("cdg_fig1.json");
        fs::write(&old, OLD).unwrap();
        let out = folder.to_str().unwrap();
        let arguments = ["experiments", "run", "cdg_fig1", "--repetitions", "1", "--force", "--out", out];
        let output = with_little_room(&arguments);
        assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
        assert!(fs::read_to_string(&old).unwrap() == OLD);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[test]
    fn links_pipes_and_devices_are_written_as_before() {
        let trace = |path: &Path| {
            let arguments = ["run", "-", "--duration", "2", "--force", "--trace", path.to_str().unwrap()];
            let output = sawtooth(&arguments, CONTRACT.as_bytes());
            assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        };
        let whole =
            |path: &Path| fs::read_to_string(path).unwrap().lines().last().unwrap().starts_with("2,bottleneck,end,");
        // A link stays, whether something stands where it leads to or not; a file keeps its permissions.
        let (link, target) = (place("link.csv"), place("linked.csv"));
        symlink("linked.csv", &link).unwrap();
        trace(&link);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink() && whole(&target));
        fs::write(&target, OLD).unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
        trace(&link);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink() && whole(&target));
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(drafts_of(&target), Vec::<PathBuf>::new());
        // A name as long as any.
        let longest = place(&"x".repeat(255));
        trace(&longest);
        assert!(whole(&longest));
        // Links in a circle lead nowhere.
        let circle = place("circle.csv");
        symlink("circle.csv", &circle).unwrap();
        let output =
            sawtooth(&["run", "-", "--duration", "2", "--trace", circle.to_str().unwrap()], CONTRACT.as_bytes());
        assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
        // A pipe and standard output, which is a file of somebody else.
        let pipe = place("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe).unwrap()
        });
        trace(&pipe);
        assert!(reader.join().unwrap().lines().last().unwrap().starts_with("2,bottleneck,end,"));
        let out = place("out.txt");
        let output = fs::File::create(&out).unwrap();
        let preset = ["run", "--preset", "two_way_red", "--duration", "2", "--trace", "/dev/stdout"];
        let status = Command::new(env!("CARGO_BIN_EXE_sawtooth")).args(preset).stdout(output).status().unwrap();
        assert!(status.success() && fs::metadata(&out).unwrap().len() > 1000);
    }
}

#[test]
fn presets_are_listed_and_run() {
    let list = text(&sawtooth(&["presets"], b"").stdout);
    let json = parse(&text(&sawtooth(&["presets", "--json"], b"").stdout)).expect("JSON");
    for preset in json.elements().unwrap() {
        let field = |name: &str| preset.get(name).and_then(Json::text).unwrap_or("");
        let title = preset.get("scenario").and_then(|scenario| scenario.get("title")).and_then(Json::text).unwrap();
        assert!(list.lines().any(|line| line.starts_with(field("id")) && line.ends_with(title)), "{list}");
    }
    let options = ["--seed", "7", "--duration", "3", "--summary", "json"];
    let run = |arguments: &[&str], input: &[u8]| sawtooth(&[&["run"], arguments, &options[..]].concat(), input);
    let preset = run(&["--preset", "two_way_red"], b"");
    assert_eq!(preset.status.code(), Some(0), "{}", text(&preset.stderr));
    let two_way = |one: &&Json| one.get("id").and_then(Json::text) == Some("two_way_red");
    let scenario = json.elements().unwrap().iter().find(two_way).unwrap().get("scenario").unwrap().to_string();
    assert_eq!(text(&preset.stdout), text(&run(&["-"], scenario.as_bytes()).stdout));
}

#[test]
fn a_trace_changes_nothing_and_is_whole() {
    let path = place("whole.csv");
    let plain = sawtooth(&["run", "-", "--duration", "5", "--summary", "json"], CONTRACT.as_bytes());
    let arguments = ["run", "-", "--duration", "5", "--summary", "json", "--trace", path.to_str().unwrap()];
    let traced = sawtooth(&arguments, CONTRACT.as_bytes());
    assert_eq!(text(&plain.stdout), text(&traced.stdout));
    let csv = fs::read_to_string(path).unwrap();
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("time_s,source,signal,value"));
    assert!(lines.all(|line| line.split(',').count() == 4));
    assert!(csv.ends_with('\n'));
    let rows = csv.lines().count() - 2;
    assert!(rows > 1000 && csv.lines().last() == Some(&format!("5,bottleneck,end,{rows}")), "{rows}");
}

#[test]
fn a_trace_holds_what_is_chosen() {
    let options = ["--sources", "cdg,bottleneck", "--signals", "cwnd_packets,queue_packets", "--signals", "depart"];
    let more = ["--every", "0.5", "--from", "1", "--to", "2.5", "--trace", "-"];
    let arguments = [&["run", "-", "--duration", "5"], &options[..], &more].concat();
    let output = sawtooth(&arguments, CONTRACT.as_bytes());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let csv = text(&output.stdout);
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let kept =
        |signal: &str| rows.iter().filter(|row| row[2] == signal).map(|row| (row[0], row[1])).collect::<Vec<_>>();
    assert_eq!(kept("cwnd_packets"), [("1", "cdg"), ("1.5", "cdg"), ("2", "cdg")]);
    let queues = ["1", "1.5", "2"].map(|time| [(time, "bottleneck"), (time, "cdg")]).concat();
    assert_eq!(kept("queue_packets"), queues);
    let departed = kept("depart");
    assert!(
        departed.len() > 100
            && departed
                .iter()
                .all(|(time, source)| { *source == "cdg" && (1.0..2.5).contains(&time.parse::<f64>().unwrap()) })
    );
    // The last row is there whatever was chosen.
    let count = 9 + departed.len();
    assert_eq!(csv.lines().last(), Some(&*format!("5,bottleneck,end,{count}")));
    assert_eq!(rows.len(), count + 1);
}

#[test]
fn a_trace_to_standard_output_stands_there_alone() {
    let path = place("alone.csv");
    let file = ["run", "-", "--duration", "5", "--trace", path.to_str().unwrap()];
    assert!(sawtooth(&file, CONTRACT.as_bytes()).status.success());
    let output = sawtooth(&["run", "-", "--duration", "5", "--trace", "-"], CONTRACT.as_bytes());
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), fs::read_to_string(path).unwrap());
    // Two tables in one stream are neither.
    let both = ["run", "-", "--duration", "5", "--trace", "-", "--summary", "json"];
    let output = sawtooth(&both, CONTRACT.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty() && text(&output.stderr).contains("--trace -"));
}

#[test]
fn a_file_that_is_too_large_is_told_its_size() {
    let path = place("large.json");
    fs::write(&path, vec![b' '; 10_000_000]).unwrap();
    let output = sawtooth(&["run", path.to_str().unwrap()], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("10000000 bytes"), "{}", text(&output.stderr));
}

#[test]
fn help_is_given_behind_every_command() {
    for command in ["run", "presets", "schema", "algorithms"] {
        let output = sawtooth(&[command, "--help"], b"");
        assert_eq!(output.status.code(), Some(0), "{command}");
        assert!(text(&output.stdout).contains("sawtooth run FILE"));
    }
}

#[test]
fn schema_and_algorithms_are_printed() {
    for arguments in [&["schema"][..], &["algorithms", "--json"]] {
        let output = sawtooth(arguments, b"");
        assert_eq!(output.status.code(), Some(0));
        assert!(parse(&text(&output.stdout)).is_ok(), "{arguments:?}");
    }
    let list = text(&sawtooth(&["algorithms"], b"").stdout);
    assert!(list.contains("g_ms") && list.contains("CDG paper") && list.contains("NewReno"), "{list}");
    assert!(list.contains("at most one of relation, a"), "{list}");
    // Constants of variants, and pairs in order.
    for words in ["a loss leaves 819/1024 (0.8)", "adaptive_backoff 0.5 to 102/128", "alpha must be at most beta"] {
        assert!(list.contains(words), "{words:?} is not in: {list}");
    }
    let json = parse(&text(&sawtooth(&["algorithms", "--json"], b"").stdout)).unwrap();
    let rate_based = json.elements().unwrap().iter().filter(|one| one.get("rate_based") == Some(&Json::Bool(true)));
    let kinds: Vec<&str> = rate_based.map(|one| one.get("kind").and_then(Json::text).unwrap()).collect();
    assert_eq!(kinds, ["rap", "tfrc", "tear"]);
    for one in json.elements().unwrap() {
        let kind = one.get("kind").and_then(Json::text).unwrap();
        assert!(
            ["title", "about", "source"].iter().all(|name| one.get(name).and_then(Json::text) != Some("")),
            "{kind}"
        );
        for variant in one.get("variants").and_then(Json::elements).unwrap() {
            assert!(
                variant.get("about").and_then(Json::text).is_some_and(|about| !about.is_empty()),
                "{kind} {variant}"
            );
        }
        for row in one.get("parameters").and_then(Json::elements).unwrap() {
            assert!(
                ["help", "source"].iter().all(|name| row.get(name).and_then(Json::text) != Some("")),
                "{kind} {row}"
            );
        }
    }
}

#[test]
fn the_table_has_rows_for_both_directions_transfers_and_crowds() {
    let document = r#"{ "schema": 1, "duration_s": 5,
        "bottleneck": { "rate_bps": 10000000, "queue": { "limit_packets": 84 } },
        "reverse_bottleneck": { "rate_bps": 2000000, "queue": { "limit_packets": 20 } },
        "flows": [{ "name": "short", "transfer_bytes": 14600 }, { "name": "back", "direction": "reverse" }],
        "cross_traffic": [{ "kind": "flash_crowd", "name": "crowd", "arrivals_per_s": 5, "stop_s": 2 },
            { "kind": "fetch", "name": "page", "interval_s": 1 }, { "kind": "ping", "name": "echo" }] }"#;
    let output = sawtooth(&["run", "-"], document.as_bytes());
    let table = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{table}");
    let line = |begins: &str| table.lines().find(|line| line.starts_with(begins)).unwrap_or_else(|| panic!("{table}"));
    for begins in
        ["forward", "reverse", "short", "back", "crowd", "transfer", "flash crowd", "page", "fetch", "echo", "ping"]
    {
        line(begins);
    }
    assert!(!table.contains("whole run's"), "{table}");
    let part = text(&sawtooth(&["run", "-", "--from", "1", "--to", "2.5"], document.as_bytes()).stdout);
    assert!(part.contains("of 1.000 to 2.500 s; digest and events are the whole run's"), "{part}");
    let completed = table.lines().skip_while(|line| !line.starts_with("transfer")).nth(1).unwrap();
    assert!(completed.starts_with("short") && completed.contains("0.1"), "{completed}");
}

#[test]
fn a_run_that_no_memory_holds_ends_in_words() {
    let flood = r#"[{ "name": "flood", "kind": "cbr", "rate_bps": 1e12, "base_rtt_ms": 1e5 }]"#;
    let mut document = parse(&with(&["bottleneck", "rate_bps"], "1e12")).unwrap();
    document.set("cross_traffic", parse(flood).unwrap());
    let document = document.to_string();
    let output = sawtooth(&["run", "-", "--summary", "json"], document.as_bytes());
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{errors}");
    assert!(output.stdout.is_empty());
    assert!(errors.contains("more than 4000000 packets would be in flight"), "{errors}");
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_no_refusal() {
    if !PathBuf::from("/dev/full").exists() {
        return;
    }
    let output = sawtooth(&["run", "-", "--duration", "5", "--trace", "/dev/full"], CONTRACT.as_bytes());
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_sawtooth")).arg("schema").stdout(full).stderr(Stdio::null()).status();
    assert_eq!(status.unwrap().code(), Some(3));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_panic() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sawtooth"))
        .arg("schema")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(output.stderr.is_empty());
}

/// Scenarios that take work without an event, or much of it for each: limits end the run all the same, soon.
#[cfg(unix)]
#[test]
fn limits_hold_for_every_legal_document() {
    let folder = place("limits");
    fs::create_dir_all(&folder).unwrap();
    // A million opportunities at each millisecond; and one at each, which nobody uses for eleven days.
    fs::write(folder.join("crowded"), "1\n".repeat(1_000_000)).unwrap();
    let path = |rest: &str| format!(r#""bottleneck": {{ "rate_bps": 1e7, "queue": {{ "limit_packets": 84 }}{rest} }}"#);
    let crowded = path(r#", "rate_trace_file": { "name": "crowded" }"#);
    let idle = path(r#", "rate_trace_ms": [1]"#);
    let many: Vec<String> =
        (0..5000).map(|at| format!(r#"{{ "at_s": {at}, "path": "bottleneck.rate_bps", "value": 1e6 }}"#)).collect();
    let documents = [
        format!(r#"{{ "schema": 1, "duration_s": 1e6, {crowded}, "flows": [{{}}] }}"#),
        format!(r#"{{ "schema": 1, "duration_s": 1e6, {crowded}, "flows": [{{ "start_s": 999999 }}] }}"#),
        format!(r#"{{ "schema": 1, "duration_s": 1e6, {idle}, "flows": [{{ "start_s": 999999 }}] }}"#),
        format!(
            r#"{{ "schema": 1, "duration_s": 1e6, {}, "flows": [{{}}], "interventions": [{}] }}"#,
            path(""),
            many.join(", ")
        ),
    ];
    for (index, document) in documents.iter().enumerate() {
        let file = folder.join(format!("{index}.json"));
        fs::write(&file, document).unwrap();
        for limit in [["--limit-events", "50000"], ["--limit-seconds", "0.5"]] {
            let output = Command::new("timeout")
                .args(["30", env!("CARGO_BIN_EXE_sawtooth"), "run", file.to_str().unwrap()])
                .args(limit)
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(3), "{index} {limit:?}: {}", text(&output.stderr));
            assert!(
                text(&output.stderr).contains(&format!("{} is {}", limit[0], limit[1])),
                "{}",
                text(&output.stderr)
            );
        }
    }
    // And the crowded one is run to its end in no time.
    let crowded = folder.join("0.json");
    let whole = ["30", env!("CARGO_BIN_EXE_sawtooth"), "run", crowded.to_str().unwrap(), "--duration", "5"];
    let output = Command::new("timeout").args(whole).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}
