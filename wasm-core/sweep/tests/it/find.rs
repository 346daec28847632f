//! Searches: the runs that they ask for, the answer, and the course exercise on DCTCP's threshold.

use sawtooth_scenario::{Json, parse};
use sawtooth_sweep::find::{Answer, Find, Outcome};
use sawtooth_sweep::grown::row_text;
use sawtooth_sweep::{Grown, Row, Scale, Theory, Value, schema};

const DOCUMENT: &str = r#"{ "schema": 1, "find": "smallest", "measure": "bottleneck.utilisation", "at_least": 0.9,
    "scenario": { "schema": 1, "duration_s": 20, "bottleneck": { "rate_bps": 4000000, "queue": { "limit_packets": 20 } },
        "flows": [{ "name": "a", "base_rtt_ms": 60, "algorithm": { "kind": "newreno" }, "start_jitter_s": 0.1 }] },
    "axis": { "path": "bottleneck.queue.limit_packets", "from": 1, "to": 100, "steps": 100, "whole": true },
    "seeds": { "from": 1, "to": 7 } }"#;

fn find(document: &str) -> Find {
    Find::check(&parse(document).unwrap(), &[]).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Searches with a measure that is a function of the value and the seed; nothing is run.
fn made(document: &str, measure: &dyn Fn(f64, u64) -> Option<f64>) -> Answer {
    let mut find = find(document);
    loop {
        let left = find.left();
        if left.is_empty() {
            let answer = find.answer();
            assert!(answer.runs <= find.most_runs(), "{} of at most {}", answer.runs, find.most_runs());
            return answer;
        }
        for run in left {
            let mut row: Row = find.grown().sweep().known(run);
            let (Value::Number(x), Value::Whole(seed)) = (&row[2], &row[1]) else { panic!("{row:?}") };
            let value = measure(*x, *seed);
            row.extend([Value::number(value), Value::Text("0123456789abcdef".into()), Value::None]);
            assert!(find.add_text(&row_text(&row)) && !find.left().contains(&run));
        }
    }
}

#[test]
fn each_seed_has_the_first_value_that_keeps_the_bound() {
    // Its own threshold: 31, 34, ... 49 packets.
    let own = |x: f64, seed: u64| Some(if x >= 28.0 + 3.0 * seed as f64 { 0.95 } else { 0.5 });
    let answer = made(DOCUMENT, &own);
    assert_eq!(answer.seeds, [31, 34, 37, 40, 43, 46, 49].map(|packets| Some(f64::from(packets))));
    assert_eq!((answer.outcome, answer.value), (Outcome::Found, Some(40.0)));
    assert_eq!(answer.interval, Some((Some(31.0), Some(49.0))));
    assert_eq!((answer.not_monotone, answer.undefined), (0, 0));
    assert!(answer.runs <= 7 * 10, "{}", answer.runs);
    // The largest one, with a bound from above: the mirror image.
    let mirror = DOCUMENT.replace("smallest", "largest").replace("\"at_least\": 0.9", "\"at_most\": 0.5");
    let answer = made(&mirror, &own);
    assert_eq!(answer.seeds, [30, 33, 36, 39, 42, 45, 48].map(|packets| Some(f64::from(packets))));
    assert_eq!((answer.outcome, answer.value), (Outcome::Found, Some(39.0)));
    // A bound that is met exactly is kept; with two seeds the value is one at which both keep it, and there is no interval.
    let two = DOCUMENT.replace("\"to\": 7", "\"to\": 2");
    let answer = made(&two, &|x, seed| Some(if x < 30.0 + seed as f64 { 0.0 } else { 0.9 }));
    assert_eq!((answer.value, answer.interval, answer.seeds), (Some(32.0), None, vec![Some(31.0), Some(32.0)]));
}

/// By trying every value: whatever the thresholds, the search finds the same.
#[test]
fn a_search_finds_what_trying_every_value_finds() {
    for threshold in 1..=102 {
        for (end, bound) in [("smallest", "at_least"), ("largest", "at_most")] {
            let document =
                DOCUMENT.replace("smallest", end).replace("at_least", bound).replace("\"to\": 7", "\"to\": 1");
            let measure = |x: f64| if x >= f64::from(threshold) { 1.0 } else { 0.1 };
            let keeps = |x: &f64| if end == "smallest" { measure(*x) >= 0.9 } else { measure(*x) <= 0.9 };
            let mut all = (1..=100).map(f64::from).filter(keeps);
            let right = if end == "smallest" { all.next() } else { all.next_back() };
            let answer = made(&document, &|x, _| Some(measure(x)));
            assert_eq!(answer.value, right, "{end} {threshold}");
            let first = if end == "smallest" { 1.0 } else { 100.0 };
            let outcome = match right {
                None => Outcome::Nothing,
                Some(value) if value == first => Outcome::First,
                Some(_) => Outcome::Found,
            };
            assert_eq!(answer.outcome, outcome, "{end} {threshold}");
        }
    }
}

#[test]
fn it_says_when_nothing_keeps_the_bound_and_when_the_measure_is_not_monotone() {
    let answer = made(DOCUMENT, &|_, _| Some(0.5));
    assert_eq!((answer.outcome, answer.value, answer.runs), (Outcome::Nothing, None, 7 * 5));
    assert_eq!(answer.interval, Some((None, None)));
    assert!(answer.seeds.iter().all(Option::is_none));
    let answer = made(DOCUMENT, &|_, _| None);
    assert_eq!((answer.outcome, answer.undefined, answer.runs), (Outcome::Nothing, 35, 35));
    // Three of seven seeds have none: the median is among the others.
    let answer = made(DOCUMENT, &|x, seed| Some(if seed > 3 && x >= 60.0 { 1.0 } else { 0.0 }));
    assert_eq!((answer.outcome, answer.value), (Outcome::Found, Some(60.0)));
    assert_eq!(answer.interval, Some((Some(60.0), None)));
    // It falls again, with four seeds.
    let answer = made(DOCUMENT, &|x, seed| Some(if x >= 40.0 && (seed < 4 || x < 80.0) { 1.0 } else { 0.0 }));
    assert_eq!((answer.outcome, answer.value, answer.not_monotone), (Outcome::Found, Some(40.0), 4));
}

#[test]
fn wrong_documents_are_refused_with_place_found_and_allowed() {
    for (from, to, place, found, allowed) in [
        ("\"find\": \"smallest\"", "\"find\": \"least\"", "find", "\"least\"", "smallest|largest"),
        ("\"find\": \"smallest\",", "", "find", "", "smallest|largest"),
        (", \"at_least\": 0.9", "", "", "", "at_least|at_most"),
        ("\"at_least\": 0.9", "\"at_least\": 0.9, \"at_most\": 1", "", "at_least, at_most", "at_least|at_most"),
        ("bottleneck.utilisation", "bottleneck.utilization", "measure", "\"bottleneck.utilization\"", ""),
        ("bottleneck.utilisation", "flows.a.algorithm", "measure", "\"flows.a.algorithm\"", "x"),
        ("\"from\": 1,", "\"from\": -1,", "axis: bottleneck.queue.limit_packets", "-1", "1 <= x <= 10000000, whole"),
        ("\"axis\"", "\"axes\"", "axes", "axes", ""),
        ("\"steps\": 100", "\"steps\": 1", "axis.steps", "1", "2 <= x <= 100000, whole"),
        (
            "limit_packets\", \"from\": 1, \"to\": 100, \"steps\": 100, \"whole\": true",
            "limit_packets\", \"values\": [3, 4, 3]",
            "axis.values[2]",
            "3",
            "",
        ),
        (
            "bottleneck.queue.limit_packets\", \"from\": 1, \"to\": 100, \"steps\": 100, \"whole\": true",
            "flows.a.algorithm.kind\", \"values\": [\"bbr\"]",
            "axis",
            "\"bbr\"",
            "x",
        ),
    ] {
        let text = DOCUMENT.replace(from, to);
        let errors = Find::check(&parse(&text).unwrap(), &[]).err().unwrap_or_else(|| panic!("{text}"));
        let error = &errors.list[0];
        assert_eq!((&*error.place, &*error.found), (place, found), "{errors:?}");
        assert!(allowed.is_empty() || error.allowed == allowed, "{error:?}");
    }
    let errors = Find::check(&parse("[]").unwrap(), &[]).err().unwrap();
    assert_eq!(errors.count(), 1);
}

/// A document that has every field is one that the schema has.
#[test]
fn the_schema_has_every_field() {
    let schema = schema::find();
    let names: Vec<&str> =
        schema.get("properties").unwrap().fields().unwrap().iter().map(|(name, _)| &**name).collect();
    for (name, _) in parse(DOCUMENT).unwrap().fields().unwrap() {
        assert!(names.contains(&name.as_str()), "{name}: {names:?}");
    }
    let required = schema.get("required").unwrap().to_string();
    assert!(required.contains("\"axis\"") && required.contains("\"find\""), "{required}");
}

fn run(find: &mut Find) {
    loop {
        let left = find.left();
        if left.is_empty() {
            break;
        }
        for run in left {
            let row = find.grown().sweep().run(run, &|_| ());
            assert!(find.add(row));
        }
    }
}

fn case(name: &str) -> Json {
    let path = format!("{}/../testing/cases/{name}", env!("CARGO_MANIFEST_DIR"));
    parse(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// CS244: DCTCP's queue does not run empty for K > C RTT / 7, here 4.8 packets; at K = 5 the link is full, at K = 1 it is not.
#[test]
fn dctcp_needs_a_seventh_of_the_bdp() {
    let mut scenario = case("l13_dctcp.json");
    scenario.set("duration_s", 8.0);
    let mut document = parse(DOCUMENT).unwrap();
    document.set("scenario", scenario);
    document.set("at_least", 0.999);
    document.set("from_s", 2.0);
    document.set("seeds", parse(r#"{ "from": 1, "to": 1 }"#).unwrap());
    let axis = r#"{ "path": "bottleneck.queue.step_mark_packets", "from": 1, "to": 17, "steps": 17, "whole": true }"#;
    document.set("axis", parse(axis).unwrap());
    let mut find = Find::check(&document, &[]).unwrap_or_else(|errors| panic!("{errors:?}"));
    run(&mut find);
    let answer = find.answer();
    assert_eq!((answer.outcome, answer.not_monotone), (Outcome::Found, 0));
    let theory = find.grown().theory(Theory::DctcpThreshold, "bottleneck.queue.step_mark_packets", Scale::AsIs);
    assert!((theory[0] - 100e6 * 0.004 / 8.0 / 1500.0 / 7.0).abs() < 1e-9, "{theory:?}");
    let found = answer.value.unwrap();
    assert!((2.0..=5.0).contains(&found) && theory[0] < 5.0, "{answer:?}");
    assert!(find.grown().numbers("bottleneck.utilisation", Scale::AsIs)[0] < 0.97, "K = 1");
}

/// Loyola, net2: the mean window times the root of the loss rate is the law's constant, 1.31, where losses are rare.
#[test]
fn the_mean_window_follows_the_inverse_root_of_the_loss() {
    let mut scenario = case("l16_ucr_lossy.json");
    scenario.set("duration_s", 2000.0);
    let mut document = parse(r#"{ "schema": 1, "measures": ["flows.tcp.cwnd_packets.mean"] }"#).unwrap();
    let settings = [
        ("flows.tcp.send_jitter_ms", Json::from(0.0)),
        ("bottleneck.rate_bps", Json::from(1e9)),
        ("bottleneck.queue.limit_packets", Json::from(1000.0)),
        ("flows.tcp.base_rtt_ms", Json::from(100.0)),
    ];
    sawtooth_scenario::set_all(&mut scenario, settings.iter().map(|(path, value)| (*path, value))).unwrap();
    document.set("scenario", scenario);
    document
        .set("axes", parse(r#"[{ "path": "bottleneck.loss.probability", "values": [0.001, 0.002, 0.01] }]"#).unwrap());
    let mut grown = Grown::check(document, &[]).unwrap_or_else(|errors| panic!("{errors:?}"));
    for run in grown.left() {
        let row = grown.sweep().run(run, &|_| ());
        grown.add(row);
    }
    let windows = grown.numbers("flows.tcp.cwnd_packets.mean", Scale::AsIs);
    let constants: Vec<f64> =
        windows.iter().zip([0.001, 0.002, 0.01_f64]).map(|(window, p)| window * p.sqrt()).collect();
    assert!((1.25..=1.35).contains(&constants[0]), "{constants:?}");
    let line =
        grown.fit(("bottleneck.loss.probability", Scale::InverseRoot), ("flows.tcp.cwnd_packets.mean", Scale::AsIs));
    let line = line.unwrap();
    assert!((1.2..=1.5).contains(&line.slope) && line.r.unwrap() > 0.999, "{line:?} {constants:?}");
}
