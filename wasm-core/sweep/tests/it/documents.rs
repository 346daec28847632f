//! The document of a sweep: the cells and runs that it means, and the errors of malformed ones, each at its place.

use sawtooth_scenario::{Json, parse};
use sawtooth_sweep::{Kind, Sweep, Value, schema};

/// A document, and changes of it that make it malformed, each with place, found and allowed of the first error that it causes. The Python
/// package's tests read them as well.
const MALFORMED: &str = include_str!("../malformed.json");

/// The document.
fn whole() -> Json {
    parse(MALFORMED).unwrap().get("document").unwrap().clone()
}

/// The whole document with a field (of the document, or within its first axis or last measure) set or removed.
fn with(path: &[&str], value: Option<&str>) -> String {
    let mut tree = whole();
    let (last, steps) = path.split_last().unwrap();
    let mut at = &mut tree;
    for step in steps {
        at = match at {
            Json::Array(elements) => &mut elements[step.parse::<usize>().unwrap()],
            Json::Object(fields) => &mut fields.iter_mut().find(|(name, _)| name == step).unwrap().1,
            _ => panic!("{path:?}"),
        };
    }
    match (at, value) {
        (Json::Object(fields), None) => fields.retain(|(name, _)| name != last),
        (Json::Array(elements), Some(value)) => elements[last.parse::<usize>().unwrap()] = parse(value).unwrap(),
        (at, Some(value)) => at.set(last, parse(value).unwrap()),
        _ => panic!("{path:?}"),
    }
    tree.to_string()
}

fn read(text: &str) -> Sweep {
    Sweep::read(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"))
}

#[test]
fn axes_cross_and_settings_of_one_axis_move_together() {
    let sweep = read(&whole().to_string());
    assert_eq!((sweep.cells(), sweep.seed_count(), sweep.runs()), (12, 2, 24));
    let at = |cell: usize| {
        let settings = sweep.settings(cell).into_iter().map(|(_, value)| value.to_string().replace('"', ""));
        settings.collect::<Vec<String>>().join(" ")
    };
    let cells: Vec<String> = (0..12).map(at).collect();
    assert_eq!(
        cells,
        [
            "0 10 10 newreno",
            "0 10 10 cubic",
            "0 50 100 newreno",
            "0 50 100 cubic",
            "0 90 1000 newreno",
            "0 90 1000 cubic",
            "0.01 10 10 newreno",
            "0.01 10 10 cubic",
            "0.01 50 100 newreno",
            "0.01 50 100 cubic",
            "0.01 90 1000 newreno",
            "0.01 90 1000 cubic",
        ]
    );
    // Cell by cell, and within a cell seed by seed.
    let places: Vec<(usize, u64)> = (0..5).map(|run| sweep.place(run)).collect();
    assert_eq!(places, [(0, 5), (0, 6), (1, 5), (1, 6), (2, 5)]);
    let document = sweep.document(23).unwrap();
    assert_eq!(document.get("seed").and_then(Json::number), Some(6.0));
    let flow = |index: usize| document.get("flows").and_then(Json::elements).unwrap()[index].to_string();
    assert_eq!(flow(0), r#"{"name":"a","algorithm":{"kind":"cdg","g_ms":3},"base_rtt_ms":90}"#);
    assert_eq!(flow(1), r#"{"name":"b","start_s":2,"algorithm":{"kind":"cubic"},"base_rtt_ms":1000}"#);
    let columns: Vec<(&str, &str, Kind)> =
        sweep.columns.iter().map(|column| (&*column.name, &*column.unit, column.kind)).collect();
    assert_eq!(
        columns,
        [
            ("cell", "", Kind::Whole),
            ("seed", "", Kind::Whole),
            ("bottleneck.loss.probability", "", Kind::Number),
            ("flows.a.base_rtt_ms", "ms", Kind::Number),
            ("flows.b.base_rtt_ms", "ms", Kind::Number),
            ("flows.b.algorithm.kind", "", Kind::Text),
            ("flows.a.goodput_bps", "bit/s", Kind::Number),
            ("bottleneck.queue_packets.mean", "packets", Kind::Number),
            ("digest", "", Kind::Text),
            ("error", "", Kind::Text),
        ]
    );
}

#[test]
fn without_axes_and_seeds_there_is_one_run() {
    let mut tree = whole();
    if let Json::Object(fields) = &mut tree {
        fields.retain(|(name, _)| name != "axes" && name != "seeds");
    }
    let sweep = read(&tree.to_string());
    assert_eq!((sweep.runs(), sweep.place(0)), (1, (0, 3)));
    // A range of whole numbers, and values of other types.
    let axes = r#"[{ "path": "bottleneck.queue.limit_packets", "from": 10, "to": 200, "steps": 4, "scale": "logarithmic",
        "whole": true }, { "path": "flows.a.receive_window_packets", "values": [null, 20] }, { "path": "flows.a.delayed_ack",
        "values": [true, false] }, { "path": "flows.a.algorithm", "values": [{ "kind": "cdg" }, { "kind": "cubic" }] }]"#;
    let sweep = read(&with(&["axes"], Some(axes)));
    let limits: Vec<String> = sweep.axes[0].tracks[0].values.iter().map(Json::to_string).collect();
    assert_eq!(limits, ["10", "27", "74", "200"]);
    let kinds: Vec<Kind> = sweep.axes.iter().map(|axis| axis.tracks[0].kind).collect();
    assert_eq!(kinds, [Kind::Number, Kind::Number, Kind::Switch, Kind::Text]);
    let known = sweep.known(sweep.runs() - 1);
    assert_eq!(known[5], Value::Text(r#"{"kind":"cubic"}"#.into()));
}

#[test]
fn malformed_documents_are_rejected_with_place_found_and_allowed() {
    let file = parse(MALFORMED).unwrap();
    let cases = file.get("cases").and_then(Json::elements).unwrap();
    assert!(cases.len() >= 50);
    for case in cases {
        let text = |name: &str| case.get(name).and_then(Json::text).unwrap();
        let path: Vec<&str> = case.get("at").and_then(Json::elements).unwrap().iter().filter_map(Json::text).collect();
        let changed = with(&path, case.get("value").map(Json::to_string).as_deref());
        let Err(errors) = Sweep::read(changed.as_bytes()) else { panic!("accepted: {changed}") };
        let error = &errors.list[0];
        assert_eq!((&*error.place, &*error.found), (text("place"), text("found")), "{case}: {error:?}");
        // "…" as a whole means any.
        assert!(
            error.allowed == text("allowed") || text("allowed") == "…" && !error.allowed.is_empty(),
            "{case}: {error:?}"
        );
    }
    for (text, place) in
        [("{", "line 1, column 2"), ("[]", "document"), ("{ \"schema\": 1, \"schema\": 1 }", "line 1, column 16")]
    {
        assert_eq!(Sweep::read(text.as_bytes()).err().unwrap().list[0].place, place, "{text}");
    }
}

/// A sweep of two flows and a call with an axis and measures.
fn renaming(axis: &str, measures: &str) -> Result<Sweep, Vec<String>> {
    let text = format!(
        r#"{{ "schema": 1, "scenario": {{ "schema": 1, "duration_s": 1, "flows": [{{ "name": "a" }}, {{ "name": "b" }}],
        "bottleneck": {{ "rate_bps": 2e6, "queue": {{ "limit_packets": 9 }} }},
        "reverse_bottleneck": {{ "rate_bps": 2e6, "queue": {{ "limit_packets": 9 }} }},
        "cross_traffic": [{{ "name": "call", "kind": "voip" }}] }}, "axes": [{axis}], "measures": [{measures}] }}"#
    );
    Sweep::read(text.as_bytes())
        .map_err(|errors| errors.list.iter().map(|error| format!("{} {}", error.place, error.found)).collect())
}

/// A measure of a flow that no cell of a value has is rejected, not silently missing.
#[test]
fn an_axis_takes_no_measure_its_flow() {
    let renamed = r#"{ "path": "flows.a.name", "values": ["a", "mine"] }"#;
    let fewer = r#"{ "path": "flows", "values": [[{ "name": "a" }], [{ "name": "a" }, { "name": "b" }]] }"#;
    let swapped =
        r#"{ "together": [{ "path": "flows.a.name", "values": ["x"] }, { "path": "flows.b.name", "values": ["a"] }] }"#;
    let quiet = r#"{ "path": "cross_traffic", "values": [[]] }"#;
    let moved = r#"{ "together": [{ "path": "cross_traffic.call.name", "values": ["x"] },
        { "path": "flows.a.name", "values": ["call"] }] }"#;
    let rtt = r#"{ "signal": "rtt_ms", "source": "b" }"#;
    for (axis, measures, expected) in [
        (renamed, "\"flows.a.goodput_bps\"", "axes[0], value 2: measures[0] \"flows.a.goodput_bps\""),
        (fewer, rtt, "axes[0], value 1: measures[0] \"b.rtt_ms.mean\""),
        (swapped, rtt, "axes[0], value 1: measures[0] \"b.rtt_ms.mean\""),
        (quiet, "\"cross_traffic.call.sent\"", "axes[0], value 1: measures[0] \"cross_traffic.call.sent\""),
        (moved, "\"cross_traffic.call.sent\"", "axes[0], value 1: measures[0] \"cross_traffic.call.sent\""),
    ] {
        assert_eq!(renaming(axis, measures).err(), Some(vec![expected.into()]), "{axis}");
    }
    // Each measure is there in every cell.
    for (axis, measures) in [
        (renamed, "\"flows.b.goodput_bps\""),
        (fewer, "\"flows.a.goodput_bps\", \"jain_index\", \"bottleneck.utilisation\""),
        (swapped, "\"flows.a.goodput_bps\""),
    ] {
        let sweep = renaming(axis, measures).unwrap_or_else(|errors| panic!("{errors:?}"));
        for run in 0..sweep.runs() {
            assert_eq!(sweep.run(run, &|_| ()).last(), Some(&Value::None), "{axis}");
        }
    }
}

/// Two axes that only together take a flow away: the rows of those cells have the error.
#[test]
fn a_cell_without_a_measures_flow_has_an_error() {
    let axes = r#"{ "path": "flows.a.name", "values": ["a", "c"] },
        { "path": "flows", "values": [[{ "name": "c" }, { "name": "b" }, { "name": "a" }]] }"#;
    // The second axis alone has all flows; the first one names the flow that it then replaces.
    let sweep = renaming(axes, "\"flows.b.goodput_bps\"").unwrap_or_else(|errors| panic!("{errors:?}"));
    assert!((0..sweep.runs()).all(|run| sweep.run(run, &|_| ()).last() == Some(&Value::None)));
    let axes = r#"{ "path": "flows", "values": [[{ "name": "a" }, { "name": "b" }], [{ "name": "b" }, { "name": "a" }]] },
        { "together": [{ "path": "flows.a.name", "values": ["x", "a"] }, { "path": "flows.x.name", "values": ["a", "a"] }] }"#;
    assert!(renaming(axes, "\"flows.a.goodput_bps\"").is_err(), "a path that leads nowhere");
    // A document that was checked, and a cell that lacks the flow all the same.
    let mut sweep = renaming(r#"{ "path": "flows.b.name", "values": ["b"] }"#, "\"flows.b.goodput_bps\"").unwrap();
    sweep.axes[0].tracks[0].values[0] = Json::from("mine");
    let row = sweep.run(0, &|_| ());
    let Some(Value::Text(reason)) = row.last() else { panic!("{row:?}") };
    assert!(reason.contains("measures[0]") && reason.contains("flows.b.goodput_bps"), "{reason}");
    assert!(row[3..row.len() - 1].iter().all(|value| *value == Value::None));
}

#[test]
fn all_errors_are_reported_at_once() {
    let text = r#"{ "schema": 1, "scenario": { "schema": 1, "duration_s": 0 }, "axes": [{ "path": 5 }, { "together": 7 }],
        "seeds": {}, "measures": [{ "signal": "x", "source": "a" }], "more": 1 }"#;
    let errors = Sweep::read(text.as_bytes()).err().unwrap();
    let places: Vec<&str> = errors.list.iter().map(|error| &*error.place).collect();
    for place in [
        "more",
        "scenario.duration_s",
        "scenario.bottleneck",
        "axes[0].path",
        "axes[1].together",
        "seeds.from",
        "seeds.to",
        "measures[0].signal",
    ] {
        assert!(places.contains(&place), "{place} is not in {places:?}");
    }
    let many = format!(r#"[{{ "path": "bottleneck.loss.probability", "values": [{}] }}]"#, ["-1"; 5000].join(", "));
    let errors = Sweep::read(with(&["axes"], Some(&many)).as_bytes()).err().unwrap();
    assert_eq!(errors.list.len(), 100);
    assert!(errors.more > 0);
}

/// The schema's sections have the fields that reading knows.
#[test]
fn the_schema_describes_what_is_read() {
    let schema = schema::schema();
    let at = |path: &[&str]| path.iter().try_fold(&schema, |at, step| at.get(step)).cloned();
    let names =
        |json: Option<Json>| json.unwrap().fields().unwrap().iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(
        names(at(&["properties"])),
        ["schema", "title", "scenario", "axes", "seeds", "measures", "from_s", "to_s"]
    );
    assert_eq!(at(&["required"]).unwrap().to_string(), r#"["schema","scenario","measures"]"#);
    assert_eq!(names(at(&["properties", "seeds", "properties"])), ["from", "to"]);
    assert_eq!(at(&["properties", "scenario", "$id"]).unwrap().text(), Some("sawtooth-scenario"));
    let kinds = at(&["properties", "measures", "items", "oneOf"]).unwrap();
    let signal = kinds.elements().unwrap()[2].get("properties").cloned();
    assert_eq!(names(signal), ["signal", "source", "name", "statistic", "quantile", "from_s", "to_s"]);
}

/// The example of the guide is a sweep, and has the number of runs that the guide states.
#[test]
fn the_guides_example_is_valid() {
    let guide = include_str!("../../../../docs/sweeps.md");
    let (_, rest) = guide.split_once("```json\n").unwrap();
    let sweep = read(rest.split_once("```").unwrap().0);
    assert_eq!(sweep.runs(), 3000);
    let names: Vec<&str> = sweep.measures.iter().map(|measure| measure.column.name.as_str()).collect();
    assert_eq!(names.last(), Some(&"bottleneck.queue_packets.max.5-"));
}
