//! `sawtooth run` with fields set by path, with many seeds, and its files of summaries and traces in each form.

use crate::common::{done, place, refused};
use sawtooth_scenario::{Json, parse};
use std::fs;

const CONTRACT: &[u8] = include_bytes!("../contract.json");

fn json(arguments: &[&str]) -> Json {
    let all = [&["run", "-", "--duration", "5", "--summary", "json"], arguments].concat();
    parse(&done(&all, CONTRACT)).unwrap()
}

fn digest(summary: &Json) -> &str {
    summary.get("digest").and_then(Json::text).unwrap()
}

#[test]
fn a_field_is_set_by_its_path_before_the_document_is_checked() {
    let set = json(&["--set", "flows.cdg.algorithm.g_ms = 9", "--set", "flows.newreno.algorithm.kind=cubic"]);
    let flows = set.get("scenario").and_then(|scenario| scenario.get("flows")).and_then(Json::elements).unwrap();
    assert_eq!(flows[0].get("algorithm").unwrap().to_string(), r#"{"kind":"cdg","g_ms":9}"#);
    assert_eq!(flows[1].get("algorithm").unwrap().to_string(), r#"{"kind":"cubic"}"#);
    assert_ne!(digest(&set), digest(&json(&[])));
    assert_eq!(digest(&json(&["--set", "seed=7"])), digest(&json(&["--seed", "7"])));
    for (set, expected) in [
        ("flows.cdq.base_rtt_ms=9", "there is no `cdq`. Allowed in its place: cdg or newreno. Did you mean `cdg`?"),
        ("flows.cdg.base_rtt=9", "`flows[0].base_rtt` is not a known field"),
        ("flows.cdg.base_rtt_ms=long", "`flows[0].base_rtt_ms` is \"long\""),
        ("bottleneck.rate_bps.x=1", "`bottleneck.rate_bps` is already a setting"),
        ("bottleneck.rate_bps", "--set is `bottleneck.rate_bps`. Allowed: PATH=VALUE"),
        ("=1", "--set is `=1`. Allowed: PATH=VALUE"),
    ] {
        let errors = refused(&["run", "-", "--set", set], CONTRACT);
        assert!(errors.contains(expected), "{set}: {errors}");
    }
}

#[test]
fn many_seeds_are_the_single_runs() {
    let all = json(&["--seeds", "3-5", "--jobs", "2"]);
    assert_eq!(all.get("seeds").unwrap().to_string(), "[3,4,5]");
    let runs = all.get("runs").and_then(Json::elements).unwrap();
    for (run, seed) in runs.iter().zip(["3", "4", "5"]) {
        assert_eq!(*run, json(&["--seed", seed]));
    }
    let (one, two) = (place("seeds-1.csv"), place("seeds-2.csv"));
    for (jobs, file) in [("1", &one), ("2", &two)] {
        let options =
            ["run", "-", "--duration", "5", "--seeds", "1-7", "--jobs", jobs, "--out", file.to_str().unwrap()];
        let table = done(&options, CONTRACT);
        assert!(table.contains("7 runs, seeds 1 to 7: medians with their 95 % intervals"), "{table}");
        let line = table.lines().find(|line| line.starts_with("flows.cdg.goodput_bps")).unwrap();
        assert!(line.contains(" to ") && line.contains("bit/s"), "{line}");
    }
    let csv = fs::read_to_string(&one).unwrap();
    assert_eq!(csv, fs::read_to_string(&two).unwrap());
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), ["seed", "1", "2", "3", "4", "5", "6", "7"]);
    let column = rows[0].iter().position(|name| *name == "digest").unwrap();
    assert_eq!(rows[3][column], digest(&runs[0]));
    let column = rows[0].iter().position(|name| *name == "flows.newreno.rtt_ms.p50").unwrap();
    assert_eq!(rows[3][column], "", "it has not begun");
    for (arguments, expected) in [
        (&["--seeds", "5-3"][..], "--seeds is `5-3`. Allowed: A-B"),
        (&["--seeds", "7"], "--seeds is `7`. Allowed: A-B"),
        (&["--seeds", "1-10001"], "at most 10000 seeds"),
        (&["--seeds", "1-3", "--seed", "1"], "--seed: --seeds already names the seeds"),
        (&["--seeds", "1-3", "--trace", "x.csv"], "--trace: a trace is of one run"),
        (&["--jobs", "2"], "--jobs: it needs --seeds"),
        (&["--seeds", "1-3", "--jobs", "0"], "--jobs is `0`"),
    ] {
        let errors = refused(&[&["run", "-"], arguments].concat(), CONTRACT);
        assert!(errors.contains(expected), "{arguments:?}: {errors}");
    }
}

#[test]
fn a_limit_names_the_seed_and_leaves_no_file() {
    let file = place("limited-runs.csv");
    let options =
        ["run", "-", "--seeds", "8-9", "--jobs", "1", "--limit-events", "900", "--out", file.to_str().unwrap()];
    let output = crate::common::sawtooth(&options, CONTRACT);
    let errors = crate::common::text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{errors}");
    assert!(errors.contains("seed 8: the run was stopped") && output.stdout.is_empty() && !file.exists(), "{errors}");
}

#[test]
fn a_name_and_its_content_agree_or_it_is_rejected() {
    let file = place("summary.json");
    let path = file.to_str().unwrap();
    let printed = json(&["--out", path]);
    assert_eq!(parse(&fs::read_to_string(&file).unwrap()).unwrap(), printed);
    // Once it exists, it is replaced on request only.
    fs::write(&file, "{}").unwrap();
    assert!(refused(&["run", "-", "--out", path], CONTRACT).contains("exists; --force replaces it"));
    assert_eq!(fs::read_to_string(&file).unwrap(), "{}");
    json(&["--out", path, "--force"]);
    assert_eq!(parse(&fs::read_to_string(&file).unwrap()).unwrap(), printed);
    for (option, name, expected) in [
        ("--out", "x.txt", "--out is `x.txt`. Allowed: a name that ends in .json, .csv or .parquet."),
        ("--out", "summary", "--out is `summary`"),
        ("--out", "x.csv.gz", "--out is `x.csv.gz`"),
        ("--trace", "x.json", "--trace is `x.json`. Allowed: a name that ends in .csv or .parquet."),
        ("--trace", "x.parquet.gz", "--trace is `x.parquet.gz`"),
    ] {
        let errors = refused(&["run", "-", option, name], CONTRACT);
        assert!(errors.contains(expected), "{option} {name}: {errors}");
    }
}

#[cfg(feature = "parquet")]
#[test]
fn the_same_run_gives_the_same_parquet() {
    let [one, two] = ["same-1.parquet", "same-2.parquet"].map(place);
    for (jobs, file) in [("1", &one), ("2", &two)] {
        done(
            &["run", "-", "--duration", "5", "--seeds", "1-7", "--jobs", jobs, "--out", file.to_str().unwrap()],
            CONTRACT,
        );
    }
    let bytes = fs::read(&one).unwrap();
    assert!(bytes == fs::read(&two).unwrap() && bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    let trace = place("trace.parquet");
    done(&["run", "-", "--duration", "5", "--trace", trace.to_str().unwrap()], CONTRACT);
    assert!(fs::read(&trace).unwrap().ends_with(b"PAR1"));
}
