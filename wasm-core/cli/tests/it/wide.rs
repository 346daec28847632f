//! The trace as a wide table: its rows from those of the long one, its limit, its options. Not here: the page's file with the same bytes
//! (`e2e/take-away.spec.ts`).

use crate::common::{done, place, refused, sawtooth, text};
use sawtooth_measures::trace::signals;
use std::collections::{BTreeMap, BTreeSet};

/// A long trace as a wide table: each field of a row by its definition, from all rows up to then.
fn columns(long: &str) -> String {
    let rows: Vec<Vec<&str>> = long.lines().skip(1).map(|row| row.split(',').collect()).collect();
    let rows: Vec<(&str, (&str, &str), &str)> =
        rows.iter().filter(|row| row[2] != "end").map(|row| (row[0], (row[1], row[2]), row[3])).collect();
    let mut columns: Vec<(&str, &str)> = Vec::new();
    for (_, series, _) in &rows {
        if !columns.contains(series) {
            columns.push(*series);
        }
    }
    let one = columns.iter().all(|(_, signal)| *signal == columns[0].1);
    let name = |(source, signal): &(&str, &str)| if one { (*source).into() } else { format!("{source} {signal}") };
    let mut table = format!("time_s,{}\n", columns.iter().map(name).collect::<Vec<String>>().join(","));
    let holding: BTreeSet<&str> = signals().iter().filter(|known| known.kind.holds()).map(|known| known.name).collect();
    let mut last = BTreeMap::new();
    for (index, (at, series, value)) in rows.iter().enumerate() {
        last.insert(*series, (*at, *value));
        if rows.get(index + 1).is_some_and(|next| next.0 == *at) {
            continue;
        }
        let field = |series: &(&str, &str)| match last.get(series) {
            Some((when, value)) if when == at || holding.contains(series.1) => *value,
            _ => "",
        };
        table += &format!("{at},{}\n", columns.iter().map(field).collect::<Vec<&str>>().join(","));
    }
    table
}

#[test]
fn a_wide_trace_has_a_row_for_each_time_and_a_column_for_each_series() {
    let cases: [&[&str]; 4] = [
        &["--preset", "course_three_reno", "--duration", "8"],
        &["--preset", "course_bufferbloat_20", "--duration", "3", "--from", "1", "--to", "2.5"],
        &["--preset", "course_three_reno", "--duration", "8", "--signals", "cwnd_packets", "--every", "0.5"],
        &["--preset", "course_three_reno", "--duration", "1", "--signals", "timeout"],
    ];
    for (index, case) in cases.iter().enumerate() {
        let run = |more: &[&str]| done(&[&["run", "--trace", "-"], *case, more].concat(), b"");
        let wide = run(&["--wide"]);
        assert!(wide == columns(&run(&[])), "{case:?}");
        assert_eq!(wide.lines().count() > 10, index < 3, "{case:?}: {wide:.300}");
        let file = place(&format!("wide-{index}.csv"));
        let path = file.to_str().unwrap();
        done(&[&["run", "--wide", "--trace", path], *case].concat(), b"");
        assert!(std::fs::read_to_string(path).unwrap() == wide, "{case:?}: its file");
    }
}

#[test] // of many flows nearly every field is a repeated level
fn a_wide_trace_that_is_too_large_is_refused_with_its_size() {
    let long = r#"{ "schema": 1, "duration_s": 1, "bottleneck": { "rate_bps": 1e8, "queue": { "limit_packets": 300 } },
        "flows": [{ "name": "a", "count": 2000, "base_rtt_ms": 20 }] }"#;
    let file = place("wide-huge.csv");
    let arguments = ["run", "-", "--wide", "--trace", file.to_str().unwrap()];
    let errors = refused(&arguments, long.as_bytes());
    assert!(errors.contains(" bytes. Allowed: up to 1000000000 bytes, or any size with --large-trace"), "{errors}");
    assert!(!file.exists());
    let few = ["--signals", "cwnd_packets", "--every", "0.5"];
    let output = sawtooth(&[&arguments[..], &few].concat(), long.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn a_wide_trace_is_csv() {
    let errors = refused(&["run", "--preset", "course_three_reno", "--wide", "--trace", "a.parquet"], b"");
    assert!(errors.contains("arquet"), "{errors}");
}
