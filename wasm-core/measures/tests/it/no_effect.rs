//! Settings without effect, for every setting of every table: whatever values a setting is given, the runs are the same where the
//! notices name it, and differ where they do not. Each group of scenarios is about one table: runs full of events in which
//! whatever can act does. The tables come from the engine's registries, so that a new setting is tried without an edit here.

use sawtooth_engine::observe::{NullObserver, Observer, Signal, Source, signals};
use sawtooth_engine::params::{Choice, Domain, List, Need, Param, Section, Value};
use sawtooth_engine::path::{loss, queue, rate_model};
use sawtooth_engine::scenario::{ALGORITHMS, Scenario};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::tcp::application;
use sawtooth_engine::traffic;
use sawtooth_engine::units::Time;
use sawtooth_measures::notices;
use sawtooth_scenario::{Document, Json, check, document, parse, set_all, value_json};
use sawtooth_testing::draw::Draw;
use sawtooth_testing::{cases, random};
use std::cell::{Cell, OnceCell};
use std::fmt::Write;

/// A hash of all signals of a run: what its trace has. Without ssthresh, which every sender has, read or not.
struct Trace(u64);

impl Trace {
    fn add(&mut self, bits: u64) {
        self.0 = (self.0 ^ bits).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
    }
}

impl Observer for Trace {
    fn signal(&mut self, at: Time, _source: Source, signal: &'static Signal, value: f64) {
        if signal.name == signals::SSTHRESH.name {
            return;
        }
        for bits in [at.0, signal.name.as_ptr() as u64, value.to_bits()] {
            self.add(bits);
        }
    }
}

/// A scenario with its run: the digest, which is quicker, and the trace, in which all is.
struct Run<'a> {
    scenario: &'a Scenario,
    digest: OnceCell<String>,
    trace: OnceCell<u64>,
}

impl Run<'_> {
    fn of(scenario: &Scenario) -> Run<'_> {
        Run { scenario, digest: OnceCell::new(), trace: OnceCell::new() }
    }

    fn digest(&self) -> &str {
        self.digest.get_or_init(|| {
            let mut simulation = Simulation::new(self.scenario);
            simulation.run_until(self.scenario.duration, &mut NullObserver);
            format!("{:?}", simulation.digest())
        })
    }

    fn trace(&self) -> u64 {
        *self.trace.get_or_init(|| {
            let mut trace = Trace(1);
            Simulation::new(self.scenario).run_until(self.scenario.duration, &mut trace);
            trace.0
        })
    }

    fn is_as(&self, changed: &Scenario) -> bool {
        self.trace() == Run::of(changed).trace()
    }

    fn differs(&self, changed: &Scenario) -> bool {
        let changed = Run::of(changed);
        self.digest() != changed.digest() || self.trace() != changed.trace()
    }
}

/// A table within a scenario.
type At<'a> = &'a dyn Fn(&mut Scenario) -> &mut Choice;

/// Values of a setting other than the present one: all words, numbers near and far.
fn others(param: &Param, present: &Value) -> Vec<Value> {
    let mut values = match param.domain {
        Domain::Switch => vec![Value::Bool(true), Value::Bool(false)],
        Domain::Words(words) => words.iter().map(|word| Value::Word(word)).collect(),
        Domain::List(fields) => {
            let entry = |scale: f64| fields.iter().map(move |_| 2.0 * scale);
            [1.0, 7.0].map(|scale| Value::List(List::Given(entry(scale).collect()))).to_vec()
        }
        Domain::Number { min, max, above, integer } => {
            let number = |value: &Value| {
                if let Value::Number(number) = value { Some(*number).filter(|n| *n > 0.0) } else { None }
            };
            let around = number(present).or(number(&param.default)).unwrap_or(min.max(1.0));
            let far = [0.5, 2.0, 0.1, 20.0].map(|factor| factor * around);
            let legal = |n: f64| if integer { n.round() } else { n }.max(min).min(max);
            let numbers = far.into_iter().chain([min, min + 1.0]).map(legal).filter(|n| !above || *n > min);
            numbers.map(Value::Number).collect()
        }
    };
    if param.nullable {
        values.push(Value::Null);
    }
    values.retain(|value| value != present);
    values
}

/// The scenario with another value of a setting, if that is legal. Of a variant or TCP stack only what it has other defaults for changes.
fn with(scenario: &Scenario, at: At, row: usize, value: &Value) -> Option<Document> {
    let mut changed = scenario.clone();
    let choice = at(&mut changed);
    let section = choice.section;
    if let (true, Value::Word(variant)) = (section.params[row].name == section.selector, value) {
        for (index, new) in section.defaults(Some(variant)).into_iter().enumerate() {
            let is_its_own = section
                .variants
                .iter()
                .any(|variant| variant.defaults.iter().any(|(name, _)| *name == section.params[index].name));
            if index == row || is_its_own {
                choice.values[index] = new;
            }
        }
    } else {
        choice.set(row, value.clone());
    }
    check(document(&changed)).ok()
}

/// Whether a value is that of a setting which is not given: of the table, or of the flow's algorithm.
fn is_default(scenario: &Scenario, at: At, row: usize, value: &Value) -> bool {
    let choice = at(&mut scenario.clone()).clone();
    let name = choice.section.params[row].name;
    let algorithm = scenario.flows.first().map_or(Value::Null, |flow| flow.algorithm.section.flow_default(name));
    let variant = if let Value::Word(variant) = choice.get(choice.section.selector) { Some(variant) } else { None };
    let default = choice.section.defaults(variant)[row].clone();
    *value == default || *value == algorithm || (["ecn", "pacing"].contains(&name) && *value == Value::Bool(false))
}

/// Whether a notice names a setting or its whole table as without effect.
fn is_named(document: &Document, place: &str, name: &str) -> bool {
    let is_about = |code: &str| code.starts_with("no_effect") || code.ends_with("_unused") || code == "always_sends";
    let places = [place, &format!("{place}.{name}"), place.split('.').next().unwrap_or("")];
    notices::of(document).iter().any(|notice| is_about(notice.code) && places.contains(&notice.place.as_str()))
}

/// Settings that notices of their own are about: when something runs; the rate of a link that does not send at it.
const OF_OTHER_NOTICES: &[&str] = &["stop_s", "direction", "rate_bps"];

/// Seeds with which a setting is tried.
const SEEDS: u64 = 12;

/// Settings that act in none of these runs: Linux's LP takes a spurious timeout back, but has one packet in flight before and after.
const RARE: &[(&str, &str)] = &[("lp linux", "bad_retransmit")];

/// The rows of a table that are judged wrongly in a group of scenarios, in words.
fn wrong(group: &[Scenario], place: &str, at: At, title: &str, found: &mut String) {
    let runs: Vec<Run> = group.iter().map(Run::of).collect();
    let choice = at(&mut group[0].clone()).clone();
    for (row, param) in choice.section.params.iter().enumerate() {
        // A variant is a kind.
        if OF_OTHER_NOTICES.contains(&param.name) || (param.name == choice.section.selector && param.name != "host") {
            continue;
        }
        let values = others(param, &choice.values[row]);
        let (mut acts, mut unnamed, mut named) = (false, false, 0);
        for value in &values {
            let changed = |scenario: &Scenario| with(scenario, at, row, value);
            let changed: Vec<_> = runs.iter().filter_map(|run| Some((run, changed(run.scenario)?))).collect();
            for (before, changed) in &changed {
                let is_named = is_named(changed, place, param.name);
                unnamed |= !is_named && !is_default(before.scenario, at, row, value);
                if !is_named {
                    acts = acts || before.differs(&changed.scenario);
                } else if !before.is_as(&changed.scenario) {
                    let _ = writeln!(found, "{title}: {place}.{} = {value:?} acts, but is named", param.name);
                }
                named += usize::from(is_named);
            }
            if (acts && unnamed) || named == group.len() {
                break;
            }
        }
        // A rare effect may take another run.
        let mut others = (2..=SEEDS).flat_map(|seed| group.iter().map(move |run| Scenario { seed, ..run.clone() }));
        acts |= unnamed
            && !acts
            && others.any(|scenario| {
                let before = Run::of(&scenario);
                let mut changed = values.iter().filter_map(|value| with(&scenario, at, row, value));
                changed.any(|changed| before.differs(&changed.scenario))
            });
        if unnamed && !acts && !RARE.contains(&(title, param.name)) {
            let _ = writeln!(found, "{title}: {place}.{} has no effect, and is not named", param.name);
        }
    }
}

/// The settings of the same table that a need is about, each with a value that it is about.
fn turning(need: &Need) -> Vec<(&'static str, Option<f64>)> {
    match *need {
        Need::On(name) | Need::Off(name) | Need::Is(name, _) | Need::Given(name) | Need::Unset(name) => {
            vec![(name, None)]
        }
        Need::Above(name, number) | Need::Not(name, number) => vec![(name, Some(number))],
        Need::Any(needs) | Need::All(needs) => needs.iter().flat_map(turning).collect(),
        _ => Vec::new(),
    }
}

/// The same, also with other values of the settings that rows of the table need, one at a time.
fn wrong_beside(group: &[Scenario], place: &str, at: At, title: &str, found: &mut String) {
    wrong(group, place, at, title, found);
    let choice = at(&mut group[0].clone()).clone();
    let needed: Vec<_> = choice.section.params.iter().flat_map(|param| param.needs).flat_map(turning).collect();
    for (row, param) in
        choice.section.params.iter().enumerate().filter(|(_, param)| param.name != choice.section.selector)
    {
        let numbers: Vec<f64> =
            needed.iter().filter(|(name, _)| *name == param.name).filter_map(|(_, number)| *number).collect();
        let is_needed = needed.iter().any(|(name, _)| *name == param.name);
        let turns = match param.domain {
            Domain::Switch | Domain::Words(_) if is_needed => others(param, &choice.values[row]),
            Domain::Number { .. } if param.nullable && is_needed => others(param, &choice.values[row])
                .into_iter()
                .filter(|value| *value == Value::Null || choice.values[row] == Value::Null)
                .take(1)
                .chain(numbers.into_iter().map(Value::Number))
                .collect(),
            _ => numbers.into_iter().map(Value::Number).collect(),
        };
        for value in turns {
            let turned: Option<Vec<Scenario>> =
                group.iter().map(|scenario| Some(with(scenario, at, row, &value)?.scenario)).collect();
            if let Some(turned) = turned {
                wrong(&turned, place, at, &format!("{title}, {} = {value:?}", param.name), found);
            }
        }
    }
}

fn scenario(text: &str) -> Scenario {
    let tree = parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    check(tree).unwrap_or_else(|errors| panic!("{text}: {errors:?}")).scenario
}

#[track_caller]
fn assert_none(found: &str) {
    assert!(found.is_empty(), "\n{found}");
}

/// Paths full of events for a flow, each able to mark: random loss and early marks; reordering at a short queue; a link that is silent
/// again and again, for less and for more than a timeout; a long queue; ACKs that are lost.
fn paths(flows: &str) -> Vec<Scenario> {
    // Fifty packets in 400 ms, then the silence.
    let silent = |silence_ms: fn(u32) -> u32| {
        let (mut at_ms, mut trace) = (0, Vec::new());
        for silence in 0..12 {
            trace.extend((0..50).map(|n| (at_ms + 8 * n).to_string()));
            at_ms += 400 + silence_ms(silence);
        }
        format!(r#""rate_bps": 1e6, "rate_trace_ms": [{}], "loss": {{"probability": 0.03}}"#, trace.join(","))
    };
    let marking = |limit: u32| format!(r#""queue": {{"limit_packets": {limit}, "step_mark_packets": {}}}"#, limit - 2);
    [
        (4, String::from(r#""bottleneck": {"rate_bps": 2e6, "queue": {"discipline": "red", "ecn": true}, "loss": {"probability": 0.005}}"#)),
        (
            4,
            format!(
                r#""bottleneck": {{"rate_bps": 3e6, {}, "loss": {{"probability": 0.01}},
                "reordering": {{"probability": 0.02, "depth_packets": 5}}}}"#,
                marking(15)
            ),
        ),
        (10, format!(r#""bottleneck": {{{}, {}}}"#, silent(|n| 230 + 40 * n), marking(30))),
        (10, format!(r#""bottleneck": {{{}, {}}}"#, silent(|_| 1000), marking(30))),
        (3, format!(r#""bottleneck": {{"rate_bps": 4e6, {}}}"#, marking(150))),
        (
            4,
            format!(
                r#""bottleneck": {{"rate_bps": 3e6, {}}},
                "reverse_bottleneck": {{"rate_bps": 4e4, "queue": {{"limit_packets": 3}}}}"#,
                marking(30)
            ),
        ),
    ]
    .map(|(duration_s, path)| scenario(&format!(r#"{{"schema": 1, "duration_s": {duration_s}, {path}, "flows": [{flows}]}}"#)))
    .to_vec()
}

/// Runs beside the others in which an algorithm does within seconds what it does rarely: settings of the algorithm and of the flow,
/// link rate and probability of loss.
const LIVELY: &[(&str, &str, &str, f64, f64)] = &[
    ("cdg", r#""g_ms": 100"#, r#""initial_window_packets": 40, "initial_ssthresh_packets": 10"#, 4e6, 0.1),
    ("cdg", r#""g_ms": 100"#, r#""base_rtt_ms": 20"#, 2e7, 0.01),
    ("cdg", r#""g_ms": 0.5, "ineffectual_backoffs": 1"#, r#""base_rtt_ms": 15"#, 4e6, 0.03),
    ("bbr", r#""min_rtt_window_s": 1"#, "", 4e6, 0.0),
    ("bbr3", r#""min_rtt_window_s": 1, "probe_rtt_interval_s": 0.5"#, "", 4e6, 0.0),
    ("prague", r#""rtt_target_rounds": 5"#, r#""base_rtt_ms": 5"#, 4e6, 0.0),
    ("compound", r#""low_window_packets": 5"#, r#""base_rtt_ms": 200"#, 4e6, 0.0),
    ("compound", r#""low_window_packets": 5, "gamma_packets": 3"#, r#""base_rtt_ms": 60"#, 4e6, 0.005),
    ("illinois", r#""low_window_packets": 5, "low_rounds": 2"#, r#""base_rtt_ms": 60"#, 4e6, 0.005),
    ("aimd", r#""b": 0.3"#, "", 4e6, 0.0),
    ("rap", r#""b": 0.3"#, "", 4e6, 0.0),
    ("westwood", r#""min_interval_ms": 5"#, r#""base_rtt_ms": 5"#, 4e6, 0.01),
    ("ledbat", "", r#""application": {"kind": "on_off", "on_s": 0.5, "off_s": 0.5}"#, 4e6, 0.0),
    ("ledbat_pp", "", r#""application": {"kind": "on_off", "on_s": 0.5, "off_s": 0.5}"#, 4e6, 0.0),
    ("fixed", "", r#""pacing": true, "handshake": "simulated""#, 4e6, 0.0),
    ("tfrc", r#""no_feedback_rtts": 3"#, "", 4e6, 0.4),
];

#[test]
fn what_an_algorithm_does_not_use_is_said() {
    judge_algorithms(&ALGORITHMS[..ALGORITHMS.len() / 2]);
}

#[test]
fn what_another_algorithm_does_not_use_is_said() {
    judge_algorithms(&ALGORITHMS[ALGORITHMS.len() / 2..]);
}

/// Every variant of these: its own settings, and those of the flow.
fn judge_algorithms(sections: &[&Section]) {
    let mut found = String::new();
    for section in sections {
        let names: Vec<&str> = section.variants.iter().map(|variant| variant.name).collect();
        for variant in if names.is_empty() { vec![""] } else { names } {
            let flow = |algorithm: &str, flow: &str| {
                let variant = if variant.is_empty() {
                    String::new()
                } else {
                    format!(r#", "{}": "{variant}""#, section.selector)
                };
                let [algorithm, flow] =
                    [algorithm, flow].map(|more| if more.is_empty() { String::new() } else { format!(", {more}") });
                let kind = section.kind;
                format!(
                    r#"{{"name": "a", "algorithm": {{"kind": "{kind}"{variant}{algorithm}}}, "ecn": true, "delayed_ack": true{flow}}}"#
                )
            };
            let lively = LIVELY.iter().filter(|(kind, ..)| *kind == section.kind);
            let mut group: Vec<Scenario> = lively
                .map(|(_, own, of_flow, rate, loss)| {
                    let path = format!(r#"{{"rate_bps": {rate}, "queue": {{"limit_packets": 60, "step_mark_packets": 50}}, "loss": {{"probability": {loss}}}}}"#);
                    scenario(&format!(r#"{{"schema": 1, "duration_s": 5, "bottleneck": {path}, "flows": [{}]}}"#, flow(own, of_flow)))
                })
                .collect();
            if section.kind.starts_with("ledbat") {
                // Its history counts minutes.
                group.push(scenario(&format!(
                    r#"{{"schema": 1, "duration_s": 150, "bottleneck": {{"rate_bps": 1e5, "queue": {{"limit_packets": 20, "step_mark_packets": 18}}}},
                    "flows": [{}], "interventions": [{{"at_s": 61, "path": "flows.a.base_rtt_ms", "value": 150}}]}}"#,
                    flow("", "")
                )));
            }
            group.extend(paths(&format!(r#"{}, {{"start_s": 1, "stop_s": 3, "base_rtt_ms": 30}}"#, flow("", ""))));
            let title = format!("{} {variant}", section.kind);
            wrong_beside(
                &group,
                "flows[0].algorithm",
                &|scenario| &mut scenario.flows[0].algorithm,
                &title,
                &mut found,
            );
            wrong(&group, "flows[0]", &|scenario| &mut scenario.flows[0].settings, &title, &mut found);
        }
    }
    assert_none(&found);
}

/// Options of TCP stacks beside each other.
#[test]
fn what_a_tcp_stack_does_not_use_is_said() {
    let mut found = String::new();
    for (host, kind) in [("freebsd", "newreno"), ("linux_2_6", "newreno"), ("linux", "newreno"), ("ns2", "newreno")] {
        let flow =
            format!(r#"{{"host": "{host}", "algorithm": {{"kind": "{kind}"}}, "ecn": true, "delayed_ack": true}}"#);
        let group = paths(&format!(r#"{flow}, {{"start_s": 1, "stop_s": 3, "base_rtt_ms": 30}}"#));
        wrong_beside(&group, "flows[0]", &|scenario| &mut scenario.flows[0].settings, host, &mut found);
    }
    assert_none(&found);
}

/// Flows of several kinds, with and without ECN, and a call.
const MIX: &str = r#""flows": [{"ecn": true}, {"algorithm": {"kind": "prague"}}, {"algorithm": {"kind": "cubic"}, "start_s": 1}],
    "cross_traffic": [{"kind": "voip"}]"#;

/// A scenario with a bottleneck, a direction of it, and the traffic.
fn behind(side: &str, link: &str, traffic: &str) -> Scenario {
    let forward =
        if side == "bottleneck" { "" } else { r#""bottleneck": {"rate_bps": 6e6, "queue": {"limit_packets": 20}}, "# };
    scenario(&format!(r#"{{"schema": 1, "duration_s": 4, {forward}"{side}": {{{link}}}, {traffic}}}"#))
}

/// Every queue discipline among several flows, without ECN, with DCTCP alone, for one flow, and for ACKs only.
#[test]
fn what_a_queue_does_not_use_is_said() {
    let mut found = String::new();
    let traffics = [
        ("mix", MIX),
        ("no ECN", r#""flows": [{}, {"algorithm": {"kind": "cubic"}}]"#),
        ("one flow", r#""flows": [{}]"#),
        (
            "L4S only",
            r#""flows": [{"algorithm": {"kind": "prague"}}, {"algorithm": {"kind": "prague"}, "base_rtt_ms": 20}]"#,
        ),
    ];
    for section in queue::DISCIPLINES {
        let limit = match section.kind {
            "drop_tail" => r#", "limit_packets": 5, "step_mark_packets": 3"#,
            "pie" => r#", "target_ms": 5, "max_burst_ms": 20, "mark_probability": 0.5, "mean_packet_bytes": 60"#,
            "dualpi2" => r#", "step_ms": 30, "target_ms": 5"#,
            _ => "",
        };
        let queue = format!(r#""queue": {{"discipline": "{}"{limit}}}"#, section.kind);
        for (title, traffic) in traffics {
            let group =
                [4e6, 2e6].map(|rate| behind("bottleneck", &format!(r#""rate_bps": {rate}, {queue}"#), traffic));
            let title = format!("{}, {title}", section.kind);
            wrong_beside(&group, "bottleneck.queue", &|scenario| &mut scenario.bottleneck.queue, &title, &mut found);
        }
        let acks = [1e4, 6e4].map(|rate| behind("reverse_bottleneck", &format!(r#""rate_bps": {rate}, {queue}"#), MIX));
        let at: At = &|scenario| &mut scenario.reverse_bottleneck.as_mut().expect("a reverse bottleneck").queue;
        wrong(&acks, "reverse_bottleneck.queue", at, &format!("{}, ACKs", section.kind), &mut found);
    }
    assert_none(&found);
}

/// Every loss model where data crosses, where only ACKs do, and where packets of handshakes do, too.
#[test]
fn what_a_loss_model_does_not_use_is_said() {
    let mut found = String::new();
    let handshakes = r#""cross_traffic": [{"kind": "flash_crowd", "transfer_packets": 2, "arrivals_per_s": 60, "handshake": "simulated"}]"#;
    for section in loss::MODELS {
        let more = match section.kind {
            "bernoulli" => r#", "probability": 0.3"#,
            "bit_errors" => r#", "bit_error_rate": 1e-5"#,
            "gilbert_elliott" => r#", "loss_good": 0.2"#,
            _ => "",
        };
        let link = format!(
            r#""rate_bps": 2e6, "queue": {{"limit_packets": 20}}, "loss": {{"model": "{}"{more}}}"#,
            section.kind
        );
        let forward = [behind("bottleneck", &link, MIX)];
        wrong_beside(&forward, "bottleneck.loss", &|scenario| &mut scenario.bottleneck.loss, section.kind, &mut found);
        for (title, traffic) in [("ACKs", MIX), ("handshakes", handshakes)] {
            let reverse: Vec<Scenario> =
                (1..=4).map(|seed| Scenario { seed, ..behind("reverse_bottleneck", &link, traffic) }).collect();
            let at: At = &|scenario| &mut scenario.reverse_bottleneck.as_mut().expect("a reverse bottleneck").loss;
            wrong(&reverse, "reverse_bottleneck.loss", at, &format!("{}, {title}", section.kind), &mut found);
        }
    }
    assert_none(&found);
}

/// Links with a rate, a trace and every model; policers and reordering, where data crosses and where only ACKs do.
#[test]
fn what_a_link_does_not_use_is_said() {
    let mut found = String::new();
    let queue = r#""queue": {"limit_packets": 20}"#;
    for side in ["bottleneck", "reverse_bottleneck"] {
        let forward = side == "bottleneck";
        let more = r#""policer": {"rate_bps": 1e6, "burst_bytes": 20000}, "reordering": {"probability": 0.1},
            "delay_variation": {"deviation_ms": 8}"#;
        let rate = if forward { "3e6" } else { "3e5" };
        let link = behind(side, &format!(r#""rate_bps": {rate}, {queue}, {more}"#), MIX);
        let group = [link];
        macro_rules! side {
            ($scenario:ident) => {
                if forward {
                    &mut $scenario.bottleneck
                } else {
                    $scenario.reverse_bottleneck.as_mut().expect("a reverse bottleneck")
                }
            };
        }
        let at: At = &|scenario| &mut side!(scenario).settings;
        wrong(&group, side, at, "rate", &mut found);
        let at: At = &|scenario| side!(scenario).policer.as_mut().expect("a policer");
        wrong_beside(&group, &format!("{side}.policer"), at, "policer", &mut found);
        let at: At = &|scenario| side!(scenario).reordering.as_mut().expect("reordering");
        wrong_beside(&group, &format!("{side}.reordering"), at, "reordering", &mut found);
        let at: At = &|scenario| side!(scenario).delay_variation.as_mut().expect("a delay that varies");
        wrong_beside(&group, &format!("{side}.delay_variation"), at, "delay variation", &mut found);
        let steps = r#"[{"at_s": 0, "rate_bps": 3e5}, {"at_s": 0.7, "rate_bps": 1e6}, {"at_s": 1.5, "rate_bps": 1e6}]"#;
        let stepped = [behind(side, &format!(r#""rate_bps": {rate}, {queue}, "rate_steps": {steps}"#), MIX)];
        let at: At = &|scenario| &mut side!(scenario).settings;
        wrong(&stepped, side, at, "steps", &mut found);
        let trace = (0..400).map(|n| (3 * n).to_string()).collect::<Vec<_>>().join(",");
        let traced = [behind(side, &format!(r#""rate_bps": {rate}, {queue}, "rate_trace_ms": [{trace}]"#), MIX)];
        let at: At = &|scenario| &mut side!(scenario).settings;
        wrong(&traced, side, at, "trace", &mut found);
        for section in rate_model::MODELS {
            let more = match section.kind {
                "leo" => r#", "handover_s": 2"#,
                "cellular" => r#", "sigma_packets": 800, "outage_escape": 5"#,
                _ => "",
            };
            let model = format!(r#""rate_model": {{"model": "{}"{more}}}"#, section.kind);
            let group = [behind(side, &format!(r#""rate_bps": {rate}, {queue}, {model}"#), MIX)];
            let at: At = &|scenario| side!(scenario).rate_model.as_mut().expect("a model");
            wrong_beside(&group, &format!("{side}.rate_model"), at, section.kind, &mut found);
            let at: At = &|scenario| &mut side!(scenario).settings;
            wrong(&group, side, at, section.kind, &mut found);
        }
    }
    assert_none(&found);
}

/// Every application, every kind of cross traffic, and a flash crowd's transfers.
#[test]
fn what_traffic_does_not_use_is_said() {
    let mut found = String::new();
    let link = r#""rate_bps": 3e6, "queue": {"limit_packets": 20}"#;
    for section in application::KINDS {
        let more = if section.kind == "segments" { r#", "segment_bytes": 5e4, "period_s": 0.4"# } else { "" };
        for kind in ["newreno", "tfrc"] {
            let flow = format!(
                r#""flows": [{{"algorithm": {{"kind": "{kind}"}}, "application": {{"kind": "{}"{more}}}}}]"#,
                section.kind
            );
            let group = [behind("bottleneck", link, &flow)];
            let at: At = &|scenario| &mut scenario.flows[0].application;
            wrong_beside(&group, "flows[0].application", at, &format!("{} {kind}", section.kind), &mut found);
        }
    }
    for section in traffic::KINDS {
        let cross = format!(r#""flows": [{{}}], "cross_traffic": [{{"kind": "{}"}}]"#, section.kind);
        let group = [behind("bottleneck", link, &cross)];
        wrong_beside(
            &group,
            "cross_traffic[0]",
            &|scenario| &mut scenario.cross_traffic[0].traffic,
            section.kind,
            &mut found,
        );
    }
    assert_none(&found);
}

/// In random scenarios, changes while they run included, a setting that is named may have any other value: the run is the same.
#[test]
fn what_is_said_to_have_no_effect_has_none() {
    let tried = Cell::new(0);
    cases::hold(60, random::scenario, |scenario, draw| {
        let document = check(document(scenario)).expect("what is written can be read");
        let before = Run::of(&document.scenario);
        for notice in notices::of(&document) {
            let path = notice.arguments.iter().find(|(name, _)| *name == "path").and_then(|(_, path)| path.text());
            let Some((path, value)) = path.and_then(|path| another(draw, scenario, path)) else { continue };
            // A change of it may have an effect of its own: FQ-CoDel's queues begin anew with another number of them.
            let changes = document.raw.get("interventions").and_then(Json::elements).unwrap_or(&[]);
            if changes.iter().any(|change| change.get("path").and_then(Json::text) == Some(&path)) {
                continue;
            }
            let mut tree = document.raw.clone();
            set_all(&mut tree, [(path.as_str(), &value)].into_iter()).expect("a path of the document");
            if let Ok(changed) = check(tree) {
                // A link that no packet crosses still has a rate, which its trace shows.
                let is_as = match notice.code {
                    "no_effect_no_packets" => before.digest() == Run::of(&changed.scenario).digest(),
                    _ => before.is_as(&changed.scenario),
                };
                assert!(is_as, "{path} = {value}");
                tried.set(tried.get() + 1);
            }
        }
    });
    assert!(tried.get() > 100 || std::env::var("SAWTOOTH_SEED").is_ok(), "{}", tried.get());
}

/// Another value of a setting, or of one of a table's, with its path.
fn another(draw: &mut Draw, scenario: &Scenario, path: &str) -> Option<(String, Json)> {
    let steps: Vec<&str> = path.split('.').collect();
    let side = if steps[0] == "bottleneck" { Some(&scenario.bottleneck) } else { scenario.reverse_bottleneck.as_ref() };
    let (choice, rest) = match (steps[0], steps.get(1).copied(), steps.get(2).copied()) {
        ("flows", Some(name), field) => {
            let flow = scenario.flows.iter().find(|flow| flow.name == name)?;
            match field {
                Some("algorithm") => (&flow.algorithm, &steps[3..]),
                Some("application") => (&flow.application, &steps[3..]),
                _ => (&flow.settings, &steps[2..]),
            }
        }
        ("cross_traffic", Some(name), field) => {
            let cross = scenario.cross_traffic.iter().find(|cross| cross.name == name)?;
            let transfers = cross.transfers.as_ref();
            match field {
                Some("algorithm") => (&transfers?.algorithm, &steps[3..]),
                Some(field) if cross.traffic.section.index(field).is_none() => (&transfers?.settings, &steps[2..]),
                _ => (&cross.traffic, &steps[2..]),
            }
        }
        (_, Some("queue"), _) => (&side?.queue, &steps[2..]),
        (_, Some("loss"), _) => (&side?.loss, &steps[2..]),
        (_, Some("policer"), _) => (side?.policer.as_ref()?, &steps[2..]),
        (_, Some("reordering"), _) => (side?.reordering.as_ref()?, &steps[2..]),
        (_, Some("delay_variation"), _) => (side?.delay_variation.as_ref()?, &steps[2..]),
        (_, Some("rate_model"), _) => (side?.rate_model.as_ref()?, &steps[2..]),
        _ => (&side?.settings, &steps[1..]),
    };
    let params = choice.section.params;
    let (param, path) = match rest {
        [name] => (&params[choice.section.index(name)?], String::from(path)),
        _ => {
            let param = params.get(draw.below(params.len().max(1)))?;
            (param, format!("{path}.{}", param.name))
        }
    };
    let value = random::value(draw, param);
    Some((path, value_json(param, &value)))
}
