//! A sweep that grows: its table is the command's, values are added where neighbours differ, rows stay.

use sawtooth_scenario::{Json, parse};
use sawtooth_sweep::grown::row_text;
use sawtooth_sweep::span::Window;
use sawtooth_sweep::{Form, Grown, Part, Row, SOURCES, Scale, Store, Sweep, Value, store};
use std::fs;

/// A document, and the table that every program makes of it; a test of the page reads both as well.
const DOCUMENT: &str = include_str!("../small.json");
const TABLE: &str = include_str!("../small.csv");

fn grown(text: &str) -> Grown {
    Grown::check(parse(text).unwrap(), &[]).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Runs all that is left.
fn run(grown: &mut Grown) -> usize {
    let left = grown.left();
    for run in &left {
        let row = grown.sweep().run(*run, &|_| ());
        assert!(grown.add(row));
    }
    left.len()
}

/// The table that the command writes of a document.
fn commands(document: &str, name: &str) -> String {
    let sweep = Sweep::read(document.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let folder = std::env::temp_dir().join(format!("sawtooth-{}-{name}", std::process::id()));
    let mut store = Store::open(&folder, &sweep, Part::WHOLE, SOURCES).unwrap();
    for run in 0..sweep.runs() {
        store.add(&sweep, run, &sweep.run(run, &|_| ())).unwrap();
    }
    let table = store::write(&sweep, &[(Part::WHOLE, &store)], Form::Csv, Vec::new()).unwrap();
    fs::remove_dir_all(folder).unwrap();
    String::from_utf8(table).unwrap()
}

#[test]
fn the_table_is_that_of_the_command_before_and_after_it_has_grown() {
    let mut grown = grown(DOCUMENT);
    let runs = run(&mut grown);
    assert_eq!(grown.csv(), TABLE);
    assert_eq!(commands(DOCUMENT, "coarse"), TABLE);
    assert_eq!(grown.cells().len(), grown.sweep().cells());
    let added = grown.refine(true, 6);
    assert_eq!(grown.cells().len(), grown.sweep().cells(), "theory is asked again for the new values");
    assert!(added > 0 && grown.sweep().cells() <= 6, "{added}");
    assert_eq!(run(&mut grown), added * grown.sweep().seed_count(), "earlier rows stay");
    assert!(grown.sweep().runs() > runs && grown.left().is_empty());
    assert_eq!(grown.csv(), commands(&grown.sweep().raw.pretty(), "fine"));
    // The coarse table is a part of it.
    let mut again = Grown::check(grown.sweep().raw.clone(), &[]).ok().unwrap();
    assert_eq!(again.read(TABLE), Ok(runs));
    assert_eq!(again.left().len(), grown.sweep().runs() - runs);
}

#[test]
fn too_many_runs_are_rejected_before_their_values_are_checked() {
    let refused = |axes: &str, seeds: &str| {
        let mut tree = parse(DOCUMENT).unwrap();
        tree.set("axes", parse(axes).unwrap());
        tree.set("seeds", parse(seeds).unwrap());
        let errors = Grown::check(tree, &[]).err().unwrap();
        errors.list.into_iter().map(|error| (error.place, error.found)).collect::<Vec<_>>()
    };
    // No value of this axis is one of its setting: only the number of runs is said.
    let axis = r#"{ "path": "bottleneck.rate_bps", "from": -2, "to": -1, "steps": 100000 }"#;
    assert_eq!(refused(&format!("[{axis}]"), r#"{ "from": 1, "to": 20 }"#), [("runs".into(), "2000000".into())]);
    let together = format!(r#"[{{ "together": [{axis}] }}, {{ "path": "x", "values": [1, 2, 3] }}]"#);
    assert_eq!(refused(&together, r#"{ "from": 1, "to": 1 }"#), [("runs".into(), "300000".into())]);
}

/// A sweep whose measure is a function of the axis and the seed; nothing is run.
fn made(axis: &str, measure: &dyn Fn(f64, u64) -> Option<f64>, rounds: usize, logarithmic: bool) -> (Grown, Vec<f64>) {
    let mut tree = parse(DOCUMENT).unwrap();
    tree.set("axes", parse(axis).unwrap());
    tree.set("seeds", parse(r#"{ "from": 1, "to": 10 }"#).unwrap());
    let mut grown = Grown::check(tree, &[]).unwrap_or_else(|errors| panic!("{errors:?}"));
    fill(&mut grown, measure);
    for _ in 0..rounds {
        if grown.refine(logarithmic, 200) == 0 {
            break;
        }
        fill(&mut grown, measure);
    }
    let values = grown.sweep().axes[0].tracks[0].values.iter().map(|value| value.number().unwrap()).collect();
    (grown, values)
}

fn fill(grown: &mut Grown, measure: &dyn Fn(f64, u64) -> Option<f64>) {
    for run in grown.left() {
        let mut row: Row = grown.sweep().known(run);
        let (Value::Number(x), Value::Whole(seed)) = (&row[2], &row[1]) else { panic!("{row:?}") };
        let value = measure(*x, *seed);
        row.extend([Value::number(value), Value::None, Value::Text("0123456789abcdef".into()), Value::None]);
        assert!(grown.add_text(&row_text(&row)));
    }
}

#[test]
fn values_are_added_where_neighbours_differ() {
    let axis = |from: &str, to: &str, steps: u32| {
        format!(r#"[{{ "path": "bottleneck.queue.limit_bytes", "from": {from}, "to": {to}, "steps": {steps} }}]"#)
    };
    let bytes = axis("10000", "90000", 9);
    // A straight line: each of eight steps is an eighth of the whole, each of sixteen is fine enough.
    let (_, line) = made(&bytes, &|x, _| Some(x), 10, false);
    assert_eq!(line, (0..17).map(|step| 10_000.0 + 5_000.0 * f64::from(step)).collect::<Vec<_>>());
    // A cliff: only around it.
    let (_, cliff) = made(&bytes, &|x, _| Some(if x < 33_333.0 { 0.0 } else { 1.0 }), 20, false);
    let near: Vec<f64> = cliff.iter().copied().filter(|x| (x - 33_333.0).abs() < 320.0).collect();
    assert!(cliff.len() < 16 && near.len() >= 2 && near[0] < 33_333.0 && near[near.len() - 1] > 33_333.0, "{cliff:?}");
    // Where it is not defined any more, likewise; nothing, and nothing but luck, have no neighbours that differ.
    let (_, end) = made(&bytes, &|x, _| (x < 33_333.0).then_some(5.0), 20, false);
    assert_eq!(end, cliff);
    assert_eq!(made(&bytes, &|_, _| None, 5, false).1.len(), 9);
    let luck = |x: f64, seed: u64| Some(((x as u64 / 5000 + seed * 5) % 11) as f64);
    assert_eq!(made(&bytes, &luck, 5, false).1.len(), 9);
    // Geometric middles; whole numbers only, none twice.
    let (_, logarithmic) = made(&axis("1000", "16000", 2), &|x, _| Some(x), 1, true);
    assert_eq!(logarithmic, [1000.0, 4000.0, 16000.0]);
    let packets = axis("1", "6", 2).replace("bytes", "packets");
    assert_eq!(made(&packets, &|x, _| Some(x), 9, false).1, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
}

const WHOLE: Window = Window { from_s: None, to_s: None };

/// The table alone, beside the run on which it was made: the document that it had, to the byte; incomplete, the rest is left.
#[test]
fn a_table_of_this_scenario_has_its_document_again() {
    let mut first = grown(DOCUMENT);
    run(&mut first);
    first.refine(true, 6);
    run(&mut first);
    let scenario = || first.sweep().base.raw.clone();
    let again = Grown::of_scenario(scenario(), WHOLE, &[], &first.csv()).unwrap_or_else(|errors| panic!("{errors:?}"));
    assert_eq!(again.csv(), first.csv());
    let own = |grown: &Grown, name: &str| grown.sweep().raw.get(name).unwrap().to_string();
    for name in ["schema", "scenario", "axes", "seeds", "measures"] {
        assert_eq!(own(&again, name), own(&first, name));
    }
    let lines: Vec<&str> = TABLE.lines().collect();
    let part =
        Grown::of_scenario(scenario(), WHOLE, &[], &[lines[0], lines[5], lines[1], lines[4], lines[3]].join("\n"));
    assert_eq!(part.ok().unwrap().left(), [1, 5]);

    // Measured over a part of the run.
    let mut late = parse(DOCUMENT).unwrap();
    late.set("from_s", 2_u64);
    let mut late = grown(&late.to_string());
    run(&mut late);
    let span = Window { from_s: Some(2.0), to_s: None };
    assert!(Grown::of_scenario(scenario(), WHOLE, &[], &late.csv()).is_err());
    let again = Grown::of_scenario(scenario(), span, &[], &late.csv()).ok().unwrap();
    assert_eq!(again.sweep().raw.get("from_s"), Some(&Json::from(2_u64)));

    let refused = |scenario: Json, from: &str, to: &str| {
        let error = Grown::of_scenario(scenario, WHOLE, &[], &TABLE.replace(from, to)).err().unwrap().list.remove(0);
        [error.place, error.found, error.allowed]
    };
    let measure = refused(scenario(), "a.timeouts", "b.timeouts");
    assert_eq!(measure, ["column 5: flows.b.timeouts", "b", "a"]);
    let setting = refused(scenario(), "loss.probability", "loss.share");
    assert_eq!(setting[0], "axes[0].values[0]: bottleneck.loss.share");
    // Of another run with the same settings and fields.
    let mut other = scenario();
    other.set("duration_s", 6_u64);
    let [place, found, allowed] = refused(other, "", "");
    assert_eq!((&*place, &*found), ("cell 0, seed 1: flows.a.goodput_bps", "1866464"));
    assert_ne!(allowed, found);
    let [place, found, _] = refused(scenario(), "c91da8705105295a", "c91da8705105295b");
    assert_eq!((&*place, &*found), ("cell 0, seed 1: digest", "\"c91da8705105295b\""));
}

#[test]
fn numbers_are_put_in_order_and_equal_values_of_a_range_are_one() {
    let axes = r#"[{ "path": "bottleneck.queue.limit_packets", "values": [30, 5, 20] },
        { "path": "flows.a.base_rtt_ms", "from": 3, "to": 1, "steps": 9, "whole": true },
        { "together": [{ "path": "bottleneck.rate_bps", "values": [2e6, 1e6] }, { "path": "bottleneck.tick_ms", "values": [1, 1] }] }]"#;
    let mut tree = parse(DOCUMENT).unwrap();
    tree.set("axes", parse(axes).unwrap());
    let grown = Grown::check(tree, &[]).unwrap_or_else(|errors| panic!("{errors:?}"));
    assert_eq!(
        grown.sweep().raw.get("axes").unwrap().to_string(),
        r#"[{"path":"bottleneck.queue.limit_packets","values":[5,20,30]},{"path":"flows.a.base_rtt_ms","values":[1,2,3]},{"together":[{"path":"bottleneck.rate_bps","values":[2e6,1e6]},{"path":"bottleneck.tick_ms","values":[1,1]}]}]"#
    );
    // A picture of several axes fills evenly: the corners, then what is between.
    let cells: Vec<usize> = grown.left()[..18].iter().map(|run| run / 3).collect();
    assert_eq!(cells, [0, 1, 4, 5, 12, 13, 16, 17, 2, 3, 6, 7, 8, 9, 10, 11, 14, 15]);
}

#[test]
fn the_table_of_another_document_is_refused_by_name() {
    let refused = |from: &str, to: &str| {
        let mut grown = grown(DOCUMENT);
        let error = grown.read(&TABLE.replace(from, to)).unwrap_err().list.remove(0);
        assert_eq!(grown.left().len(), grown.sweep().runs(), "nothing of it is taken in");
        [error.place, error.found, error.allowed]
    };
    assert_eq!(
        refused("loss.probability", "rate_bps"),
        ["column 3", "\"bottleneck.rate_bps\"", "bottleneck.loss.probability"]
    );
    assert_eq!(refused(",digest,", ",flows.a.marked,digest,"), ["column 6", "\"flows.a.marked\"", "digest"]);
    assert_eq!(refused("1,2,0.01,", "1,2,0.02,"), ["line 6: bottleneck.loss.probability", "0.02", "0.001|0.01|0.1"]);
    assert_eq!(refused("1,2,0.01,", "1,9,0.01,"), ["line 6: seed", "9", "1 <= x <= 3, whole"]);
    assert_eq!(refused("\n2,3,0.1,", "\n2,3,x,"), ["line 10: bottleneck.loss.probability", "\"x\"", "x"]);
    assert_eq!(refused(TABLE, "time_s,source\n"), ["column 1", "\"time_s\"", "cell"]);
    // A run without results and without an error.
    let digest = TABLE.lines().nth(1).unwrap().rsplit(',').nth(1).unwrap();
    assert_eq!(refused(digest, ""), ["line 2: digest", "", "digest|error"]);
}

/// The documents that people were given, each with the values that they were to find.
fn case(name: &str) -> Json {
    let path = format!("{}/../testing/cases/{name}", env!("CARGO_MANIFEST_DIR"));
    parse(&fs::read_to_string(path).unwrap()).unwrap()
}

/// CMU 15-441, checkpoint 4: throughput against 1/√p, a straight line with a slope of 1.2 to 1.5 packets per RTT and r > 0.99.
#[test]
fn throughput_is_proportional_to_the_inverse_root_of_the_loss() {
    let mut document = case("other/l7b_sweep.json");
    document.set("seeds", parse(r#"{ "from": 1, "to": 3 }"#).unwrap());
    let mut grown = Grown::check(document, &[]).ok().unwrap();
    run(&mut grown);
    let line = grown.fit(("bottleneck.loss.probability", Scale::InverseRoot), ("flows.reno.goodput_bps", Scale::OfRtt));
    let line = line.unwrap();
    assert_eq!(line.n, 24);
    assert!((1.2..=1.5).contains(&line.slope) && line.r.unwrap() > 0.99, "{line:?}");
    assert!(line.interval.0 < line.slope && line.interval.1 - line.interval.0 < 0.1, "{line:?}");
}
