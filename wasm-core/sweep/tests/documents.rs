//! The document of a sweep: the cells and runs that it means, and the errors of malformed ones, each at its place.

use sawtooth_scenario::{Json, parse};
use sawtooth_sweep::{Kind, Sweep, Value, schema};

const WHOLE: &str = r#"{
    "schema": 1,
    "scenario": { "schema": 1, "seed": 3, "duration_s": 10,
        "bottleneck": { "rate_bps": 3e6, "queue": { "limit_packets": 25 } },
        "flows": [{ "name": "a", "algorithm": { "kind": "cdg", "g_ms": 3 } }, { "name": "b", "start_s": 2 }] },
    "axes": [
        { "path": "bottleneck.loss.probability", "values": [0, 0.01] },
        { "together": [{ "path": "flows.a.base_rtt_ms", "from": 10, "to": 90, "steps": 3 },
            { "path": "flows.b.base_rtt_ms", "from": 10, "to": 1000, "steps": 3, "scale": "logarithmic" }] },
        { "path": "flows.b.algorithm.kind", "values": ["newreno", "cubic"] }
    ],
    "seeds": { "from": 5, "to": 6 },
    "measures": ["flows.a.goodput_bps", { "signal": "queue_packets", "source": "bottleneck" }]
}"#;

/// The whole document with a field (of the document, or within its first axis or last measure) set or removed.
fn with(path: &[&str], value: Option<&str>) -> String {
    let mut tree = parse(WHOLE).unwrap();
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
    let sweep = read(WHOLE);
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
    let mut tree = parse(WHOLE).unwrap();
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

/// A change of the document, and place, found and allowed of the first error that it causes.
type Case<'c> = (&'c [&'c str], Option<String>, &'c str, &'c str, &'c str);

#[test]
fn malformed_documents_are_rejected_with_place_found_and_allowed() {
    let axis = |fields: &str| format!(r#"[{{ "path": "bottleneck.rate_bps", {fields} }}]"#);
    let measure = |fields: &str| format!(r#"[{{ "signal": "rtt_ms", "source": "a", {fields} }}]"#);
    let cases: Vec<Case> = vec![
        (&["schema"], None, "schema", "", "1"),
        (&["schema"], Some("2".into()), "schema", "2", "1"),
        (&["title"], Some("5".into()), "title", "5", "\"…\""),
        (&["titel"], Some("\"x\"".into()), "titel", "titel", "schema|title|scenario|axes|seeds|measures|from_s|to_s"),
        (&["from_s"], Some("-1".into()), "from_s", "-1", "0 <= x"),
        (&["from_s"], Some("10".into()), "from_s", "10", "0 <= x <= 10"),
        (&["to_s"], Some("10.5".into()), "to_s", "10.5", "0 < x <= 10"),
        (&["to_s"], Some("\"10\"".into()), "to_s", "\"10\"", "0 < x"),
        (&["scenario"], None, "scenario", "", "{ … }"),
        (&["scenario"], Some("[]".into()), "scenario.document", "[]", "{ … }"),
        (&["scenario", "duration_s"], Some("0".into()), "scenario.duration_s", "0", "0 < x <= 10000000"),
        (&["scenario", "flows", "0", "g_ms"], Some("3".into()), "scenario.flows[0].g_ms", "g_ms", "…"),
        (&["seeds"], Some("[1, 2]".into()), "seeds", "[1,2]", "{ … }"),
        (&["seeds"], Some("{ \"from\": 1 }".into()), "seeds.to", "", "0 <= x <= 9007199254740991, whole"),
        (&["seeds", "from"], Some("7".into()), "seeds.from", "7", "x <= 6 (to)"),
        (&["seeds", "to"], Some("6.5".into()), "seeds.to", "6.5", "0 <= x <= 9007199254740991, whole"),
        (&["seeds", "step"], Some("2".into()), "seeds.step", "step", "from|to"),
        (&["seeds", "to"], Some("1000000".into()), "runs", "11999952", "<= 10000000"),
        (&["axes"], Some("{}".into()), "axes", "{}", "[ … ]"),
        (&["axes", "0"], Some("5".into()), "axes[0]", "5", "{ … }"),
        (&["axes", "0", "path"], None, "axes[0].path", "", "\"…\""),
        (&["axes", "0", "path"], Some("7".into()), "axes[0].path", "7", "\"…\""),
        (&["axes", "0", "path"], Some("\"seed\"".into()), "axes[0].path", "\"seed\"", "path ≠ seed"),
        (
            &["axes", "0", "path"],
            Some("\"flows.c.base_rtt_ms\"".into()),
            "axes[0].path: flows.c.base_rtt_ms",
            "c",
            "a|b",
        ),
        (
            &["axes", "0", "path"],
            Some("\"bottleneck..x\"".into()),
            "axes[0].path: bottleneck..x",
            "\"bottleneck..x\"",
            "…",
        ),
        (
            &["axes", "0", "path"],
            Some("\"flows.a.base_rtt_ms\"".into()),
            "axes[0].values[0]: flows[0].base_rtt_ms",
            "0",
            "0 < x <= 100000",
        ),
        (
            &["axes", "2", "path"],
            Some("\"flows.a.base_rtt_ms\"".into()),
            "axes[2].path",
            "\"flows.a.base_rtt_ms\" = axes[1].together[0]",
            "≠ \"flows.a.base_rtt_ms\"",
        ),
        (&["axes", "0", "values"], Some("[]".into()), "axes[0].values", "[]", "[ … ]"),
        (&["axes", "0", "values"], Some("0.01".into()), "axes[0].values", "0.01", "[ … ]"),
        (
            &["axes", "0", "values"],
            Some("[0, 1.5]".into()),
            "axes[0].values[1]: bottleneck.loss.probability",
            "1.5",
            "0 <= x <= 1",
        ),
        (
            &["axes", "2", "values", "1"],
            Some("\"cubix\"".into()),
            "axes[2].values[1]: flows[1].algorithm.kind",
            "\"cubix\"",
            "…",
        ),
        (&["axes", "0", "steps"], Some("3".into()), "axes[0]", "values, steps", "values|steps"),
        (&["axes", "0", "value"], Some("3".into()), "axes[0].value", "value", "path|values|together|…"),
        (&["axes", "0", "values"], None, "axes[0]", "", "values|steps"),
        (&["axes"], Some(axis("\"from\": 1e6, \"steps\": 3")), "axes[0].to", "", "…"),
        (&["axes"], Some(axis("\"from\": 1e6, \"to\": 2e6")), "axes[0].steps", "", "2 <= x <= 100000, whole"),
        (
            &["axes"],
            Some(axis("\"from\": 1e6, \"to\": 2e6, \"steps\": 1")),
            "axes[0].steps",
            "1",
            "2 <= x <= 100000, whole",
        ),
        (
            &["axes"],
            Some(axis("\"from\": 1e6, \"to\": 2e6, \"steps\": 3, \"scale\": \"log\"")),
            "axes[0].scale",
            "\"log\"",
            "linear|logarithmic",
        ),
        (
            &["axes"],
            Some(axis("\"from\": 0, \"to\": 2e6, \"steps\": 3, \"scale\": \"logarithmic\"")),
            "axes[0].from",
            "0",
            "0 < x",
        ),
        (
            &["axes"],
            Some(axis("\"from\": 10, \"to\": 2e6, \"steps\": 3")),
            "axes[0]: bottleneck.rate_bps",
            "10",
            "1000 <= x <= 1000000000000",
        ),
        (&["axes", "1", "together"], Some("[]".into()), "axes[1].together", "[]", "[ … ]"),
        (&["axes", "1", "together"], Some("{}".into()), "axes[1].together", "{}", "[ … ]"),
        (&["axes", "1", "path"], Some("\"duration_s\"".into()), "axes[1].path", "path", "together"),
        (&["axes", "1", "together", "1", "steps"], Some("4".into()), "axes[1].together[1].steps", "[ 4 … ]", "[ 3 … ]"),
        (&["measures"], None, "measures", "", "[ … ]"),
        (&["measures"], Some("[]".into()), "measures", "[]", "[ … ]"),
        (&["measures", "0"], Some("7".into()), "measures[0]", "7", "\"…\"|{ … }"),
        (&["measures", "0"], Some("\"flows.a.goodput\"".into()), "measures[0]", "\"flows.a.goodput\"", "…"),
        (&["measures", "0"], Some("{ \"field\": \"jain\" }".into()), "measures[0].field", "\"jain\"", "…"),
        (&["measures", "0"], Some("{ \"name\": \"x\" }".into()), "measures[0].field", "", "\"…\""),
        (
            &["measures", "0"],
            Some("{ \"field\": \"jain_index\", \"name\": \"seed\" }".into()),
            "measures[0].name",
            "\"seed\"",
            "≠ \"seed\"",
        ),
        (
            &["measures", "0"],
            Some("{ \"field\": \"jain_index\", \"name\": \"\" }".into()),
            "measures[0].name",
            "\"\"",
            "1 <= … <= 200",
        ),
        (
            &["measures"],
            Some("[\"jain_index\", \"jain_index\"]".into()),
            "measures[1]",
            "\"jain_index\"",
            "≠ \"jain_index\"",
        ),
        (&["measures", "1", "signal"], Some("\"rtt\"".into()), "measures[1].signal", "\"rtt\"", "…"),
        (&["measures", "1", "signal"], Some("\"true_state\"".into()), "measures[1].signal", "\"true_state\"", "…"),
        (&["measures", "1", "source"], None, "measures[1].source", "", "\"…\""),
        (&["measures", "1", "source"], Some("\"c\"".into()), "measures[1].source", "\"c\"", "a|b|bottleneck"),
        (
            &["measures"],
            Some(measure("\"statistic\": \"median\"")),
            "measures[0].statistic",
            "\"median\"",
            "mean|min|max|quantile|count",
        ),
        (&["measures"], Some(measure("\"statistic\": \"quantile\"")), "measures[0].quantile", "", "0 <= x <= 1"),
        (
            &["measures"],
            Some(measure("\"statistic\": \"quantile\", \"quantile\": 95")),
            "measures[0].quantile",
            "95",
            "0 <= x <= 1",
        ),
        (&["measures"], Some(measure("\"quantile\": 0.5")), "measures[0].quantile", "0.5", "statistic ≠ mean"),
        (&["measures"], Some(measure("\"from_s\": 12")), "measures[0].from_s", "12", "0 <= x <= 10"),
        (&["measures"], Some(measure("\"from_s\": 5, \"to_s\": 4")), "measures[0].from_s", "5", "x <= 4 (to_s)"),
        (&["measures"], Some(measure("\"from_s\": 5, \"to_s\": 5")), "measures[0].to_s", "5", "5 < x <= 10"),
        (&["measures"], Some(measure("\"span\": 4")), "measures[0].span", "span", "…"),
    ];
    assert!(cases.len() >= 50);
    for (path, value, place, found, allowed) in cases {
        let text = with(path, value.as_deref());
        let Err(errors) = Sweep::read(text.as_bytes()) else { panic!("accepted: {text}") };
        let error = &errors.list[0];
        let about = format!("{path:?} {value:?}: {error:?}");
        assert_eq!((&*error.place, &*error.found), (place, found), "{about}");
        match allowed.strip_suffix('…') {
            Some(begins) if !allowed.contains("[ …") => {
                assert!(error.allowed.starts_with(begins) && !error.allowed.is_empty(), "{about}")
            }
            _ => assert_eq!(error.allowed, allowed, "{about}"),
        }
    }
    for (text, place) in
        [("{", "line 1, column 2"), ("[]", "document"), ("{ \"schema\": 1, \"schema\": 1 }", "line 1, column 16")]
    {
        assert_eq!(Sweep::read(text.as_bytes()).err().unwrap().list[0].place, place, "{text}");
    }
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
    let guide = include_str!("../../../docs/sweeps.md");
    let (_, rest) = guide.split_once("```json\n").unwrap();
    let sweep = read(rest.split_once("```").unwrap().0);
    assert_eq!(sweep.runs(), 3000);
    let names: Vec<&str> = sweep.measures.iter().map(|measure| measure.column.name.as_str()).collect();
    assert_eq!(names.last(), Some(&"bottleneck.queue_packets.max.5-"));
}
