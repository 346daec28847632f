//! A document that names the file of its trace: accepted where the file was read before, refused otherwise. Not here: the file's text
//! (`src/trace_file.rs`).

use crate::common::*;
use sawtooth_engine::units::Time;
use sawtooth_scenario::{Code, Error, TraceFile, check_with, parse, resolved};

#[test] // contract 1.1: a document names the file instead of its entries
fn the_file_of_a_trace_is_named_and_refused() {
    use Code::*;
    let file = TraceFile::read("a.down", b"3\n3\n7\n10").expect("a trace");
    let digest = file.digest.clone();
    let checked = |named: &str, files: &[TraceFile]| {
        let text = with(&[("bottleneck.rate_trace_file", named)]);
        check_with(parse(&text).expect("JSON"), files).map_err(|errors| {
            let [Error { code, place, found, allowed, .. }] = &errors.list[..] else { panic!("{errors:?}") };
            (*code, place.clone(), found.clone(), allowed.clone())
        })
    };
    let refused = |code, place: &str, found: &str, allowed: &str| {
        Err((code, format!("bottleneck.rate_trace_file{place}"), found.to_string(), allowed.to_string()))
    };
    let said = |named: &str, files: &[TraceFile]| checked(named, files).map(|document| document.scenario.bottleneck);
    let one = [file.clone()];
    for named in [
        r#"{"name": "a.down"}"#.to_string(),
        r#"{"name": "a.down", "entries": 4}"#.into(),
        format!(r#"{{"name": "renamed", "entries": 4, "digest": "{digest}"}}"#),
    ] {
        let document = checked(&named, &one).expect("accepted");
        let given = accepted(&[("bottleneck.rate_trace_ms", "[3, 3, 7, 10]")]);
        assert_eq!(document.scenario.bottleneck, given.scenario.bottleneck, "{named}");
        // Written with its name, and read again.
        let text = resolved(&document, Some(Time::ZERO)).to_string();
        assert!(text.contains("rate_trace_file") && !text.contains("rate_trace_ms"), "{text}");
        assert_eq!(check_with(parse(&text).unwrap(), &one).unwrap().scenario.bottleneck, document.scenario.bottleneck);
    }
    for other in [r#"{"name": "b"}"#, r#"{"name": "b", "digest": "0123456789abcdef"}"#] {
        assert_eq!(said(other, &one), refused(NoTraceFile, "", "b", ""));
    }
    assert_eq!(said(r#"{"name": "a.down"}"#, &[]), refused(NoTraceFile, "", "a.down", ""));
    let other = r#"{"name": "a.down", "digest": "0123456789abcdef"}"#;
    assert_eq!(said(other, &one), refused(NoTraceFile, "", "a.down", ""));
    // A name with a folder is no name of a file that was read, even of the right digest.
    let outside = format!(r#"{{"name": "../a", "digest": "{digest}"}}"#);
    assert_eq!(said(&outside, &one), refused(NoTraceFile, "", "../a", ""));
    for nameless in ["{}", r#"{"name": 3}"#] {
        assert_eq!(said(nameless, &one), refused(MissingField, ".name", "", "\"…\""));
    }
    assert_eq!(said(r#"{"name": "a", "entries": 0}"#, &one).unwrap_err().1, "bottleneck.rate_trace_file.entries");
    assert_eq!(said(r#"{"name": "a", "lines": 4}"#, &one).unwrap_err().0, UnknownField);
    assert_eq!(said("3", &one).unwrap_err().0, WrongType);
    let both = with(&[("bottleneck.rate_trace_file", r#"{"name": "a.down"}"#), ("bottleneck.rate_trace_ms", "[1]")]);
    assert_eq!(check_with(parse(&both).unwrap(), &one).unwrap_err().list[0].code, OneOfBoth);
}
