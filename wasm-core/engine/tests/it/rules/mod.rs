//! Every rule that *Why?* can show fires in a golden trace, and its numbers are right: they agree with the window, rate and
//! signals that an observer sees, and with the algorithm's equation, worked out from those (`equations.rs`). Not here: the
//! golden traces, which also keep the numbers that cannot be worked out from outside (`golden.rs`).

mod delay_based;
mod equations;
mod look;
mod watch;

use look::Look;
use sawtooth_engine::host;
use sawtooth_engine::observe::Rule;
use sawtooth_engine::scenario::{ALGORITHMS, Change, Flow};
use sawtooth_testing::golden;
use std::collections::BTreeMap;
use watch::{Decision, Watch};

/// Every rule, once.
fn rules() -> BTreeMap<&'static str, &'static Rule> {
    let sections = ALGORITHMS.iter().copied().chain([&host::SECTION]);
    sections.flat_map(|section| section.rules).map(|rule| (rule.key, *rule)).collect()
}

/// Mistakes in a decision, and whether there are equations for its rule.
fn wrong(name: &str, decision: &Decision, flow: &Flow) -> (Vec<String>, bool) {
    let mut look = Look { name, decision, flow, wrong: Vec::new() };
    equations::by_name(&mut look);
    let known = equations::by_rule(&mut look);
    (look.wrong, known)
}

/// An error that a number of a decision may have.
type Error = (&'static str, fn(f64) -> f64);
const ERRORS: [Error; 4] = [
    ("doubled", |number| 2.0 * number),
    ("halved", |number| number / 2.0),
    ("1 % more", |number| 1.01 * number),
    ("taken from 1", |number| 1.0 - number),
];

/// Shares that are 1/2 in each of these runs: what they leave is the same.
const HALVES: &[(&str, &str)] = &[
    ("aimd.give_up", "beta"),
    ("cdg.loss_congestion", "beta_loss"),
    ("cdg.loss_slow_start", "beta_loss"),
    ("compound.reduce", "beta"),
    ("fast.multiply", "gamma"),
    ("fast.step", "gamma"),
    ("htcp.high_speed", "beta"),
    ("rap.give_up", "b"),
    ("sqrt.give_up", "beta"),
];

/// Numbers of which a wrong value may pass here: they cannot be worked out from outside, and only the golden traces keep them.
const KEPT_ONLY: &[(&str, &str)] = &[
    ("copa.compete", "least_rtt_ms"),
    ("copa.compete", "most_rtt_ms"),
    ("copa.heavy_loss", "delivered"),
    ("copa.heavy_loss", "lost"),
    ("copa.relax", "least_rtt_ms"),
    ("nv.forget", "next_s"),
    ("nv.grow", "divisor"),
    ("nv.grow", "rate"),
    ("nv.stop", "rate"),
    ("nv.stop", "rounds"),
    ("nv.timeout", "divisor"),
    ("pert.adapt", "early_rate"),
    ("pert.adapt", "loss_rate"),
    ("undo.bad_retransmit", "half_srtt_ms"),
    ("undo.bad_retransmit", "reduced"),
    ("undo.bad_retransmit", "waited_ms"),
    ("undo.dsack", "reduced"),
    ("undo.dsack", "resent"),
    ("undo.eifel", "echoed_s"),
    ("undo.eifel", "reduced"),
    ("undo.eifel", "resent_s"),
    ("undo.f_rto", "reduced"),
];

/// No number of any decision is wrong; and where one is made wrong, that is noticed.
#[test]
fn numbers_are_right_and_wrong_ones_are_noticed() {
    let mut found = Vec::new();
    // Rule, number, error: whether it was noticed somewhere.
    let mut noticed: BTreeMap<(&str, &str, &str), bool> = BTreeMap::new();
    for (name, scenario) in golden::scenarios() {
        let changes = |change: &Change| matches!(change, Change::Algorithm(..) | Change::Kind(..) | Change::Flow(..));
        assert!(!scenario.interventions.iter().any(|entry| changes(&entry.change)), "settings are those at the start");
        for mut decision in Watch::of(&scenario) {
            let flow = &scenario.flows[decision.flow];
            let (errors, known) = wrong(&name, &decision, flow);
            found.extend(errors);
            for (place, number) in decision.rule.numbers.iter().enumerate().filter(|_| known) {
                let right = decision.numbers[place];
                for (error, make) in ERRORS {
                    let noticed = noticed.entry((decision.rule.key, number, error)).or_default();
                    if !*noticed {
                        decision.numbers[place] = make(right);
                        *noticed = !wrong(&name, &decision, flow).0.is_empty();
                        decision.numbers[place] = right;
                    }
                }
            }
        }
    }
    let some: Vec<_> = found.iter().take(20).collect();
    assert!(found.is_empty(), "{} wrong numbers: {some:#?}", found.len());
    let excused = |rule, number, error| {
        KEPT_ONLY.contains(&(rule, number)) || error == "taken from 1" && HALVES.contains(&(rule, number))
    };
    noticed.retain(|(rule, number, error), noticed| !*noticed && !excused(*rule, *number, *error));
    let missed: Vec<_> = noticed.into_keys().collect();
    assert!(missed.is_empty(), "{missed:?} pass");
}

/// Numbers of each rule in the golden traces: each number as it is there.
fn kept() -> BTreeMap<String, Vec<Vec<f64>>> {
    let mut kept: BTreeMap<String, Vec<Vec<f64>>> = BTreeMap::new();
    for trace in golden::all() {
        for line in trace.text.lines() {
            let Some((head, numbers)) = line.strip_suffix(" }").and_then(|line| line.split_once(" { ")) else {
                continue;
            };
            let rule = head.split(' ').nth(1).expect("a time and a rule");
            let number =
                |pair: &str| pair.split_once(": ").and_then(|(_, number)| number.parse().ok()).expect("a number");
            kept.entry(rule.to_owned()).or_default().push(numbers.split(", ").map(number).collect());
        }
    }
    kept
}

#[test]
fn every_rule_fires_in_a_golden_trace() {
    let kept = kept();
    let silent: Vec<_> = rules().into_keys().filter(|rule| !kept.contains_key(*rule)).collect();
    assert!(
        silent.is_empty(),
        "{silent:#?} fire in no golden trace: add a scenario to `RARE` in testing/src/golden.rs"
    );
}

/// Whatever is multiplied by a wrong factor changes in the trace: each number is somewhere neither 0 nor infinite.
#[test]
fn every_number_of_every_rule_is_kept_where_it_means_something() {
    let kept = kept();
    let mut empty = Vec::new();
    for rule in rules().into_values() {
        for (place, name) in rule.numbers.iter().enumerate() {
            let means = |numbers: &Vec<f64>| numbers[place] != 0.0 && numbers[place].is_finite();
            if !kept.get(rule.key).is_some_and(|all| all.iter().any(means)) {
                empty.push((rule.key, *name));
            }
        }
    }
    assert!(empty.is_empty(), "{empty:#?}");
}
