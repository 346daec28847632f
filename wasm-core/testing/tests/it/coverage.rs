//! Random scenarios reach everything that is registered: every kind, every setting, every word, every change.

use sawtooth_engine::params::{Choice, Domain, Section, Value};
use sawtooth_engine::path::{loss, policer, queue, rate_model, reordering};
use sawtooth_engine::scenario::{ALGORITHMS, BOTTLENECK, Intervention, Scenario};
use sawtooth_engine::tcp::application;
use sawtooth_engine::{host, traffic};
use sawtooth_testing::draw::Draw;
use sawtooth_testing::random;
use std::collections::BTreeSet;

/// Names in a scenario and its changes: kinds, variants, settings that are not at their defaults.
fn seen(scenario: &Scenario) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut note = |what: &str, choice: &Choice| {
        let section = choice.section;
        seen.insert(format!("{what} {}", section.kind));
        let plain = Choice::of(section);
        for (param, (value, default)) in section.params.iter().zip(choice.values.iter().zip(&plain.values)) {
            if let (Value::Word(word), Domain::Words(_)) = (value, param.domain) {
                seen.insert(format!("{what} {} {} {word}", section.kind, param.name));
            }
            if value != default {
                seen.insert(format!("{what} {} {}", section.kind, param.name));
            }
        }
    };
    for bottleneck in [Some(&scenario.bottleneck), scenario.reverse_bottleneck.as_ref()].into_iter().flatten() {
        note("", &bottleneck.settings);
        note("queue", &bottleneck.queue);
        note("loss", &bottleneck.loss);
        bottleneck.policer.iter().for_each(|choice| note("", choice));
        bottleneck.reordering.iter().for_each(|choice| note("reordering", choice));
        bottleneck.rate_model.iter().for_each(|choice| note("rate_model", choice));
    }
    for flow in &scenario.flows {
        note("flow", &flow.algorithm);
        note("", &flow.settings);
        note("application", &flow.application);
    }
    for cross in &scenario.cross_traffic {
        note("cross", &cross.traffic);
        cross.transfers.iter().for_each(|transfers| note("transfers", &transfers.algorithm));
    }
    for Intervention { change, .. } in &scenario.interventions {
        let text = format!("{change:?}");
        seen.insert(format!("change {}", text.split('(').next().unwrap_or_default()));
    }
    seen
}

/// All that the registries and tables hold.
fn everything() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let registries: [(&str, Vec<&'static Section>); 9] = [
        ("", vec![&BOTTLENECK, &policer::SECTION, &host::SECTION]),
        ("queue", queue::DISCIPLINES.to_vec()),
        ("loss", loss::MODELS.to_vec()),
        ("reordering", reordering::MODELS.to_vec()),
        ("rate_model", rate_model::MODELS.to_vec()),
        ("flow", ALGORITHMS.to_vec()),
        ("application", application::KINDS.to_vec()),
        ("cross", traffic::KINDS.to_vec()),
        ("transfers", ALGORITHMS.to_vec()),
    ];
    for (what, section) in registries.iter().flat_map(|(what, list)| list.iter().map(move |one| (what, *one))) {
        all.insert(format!("{what} {}", section.kind));
        // A limit in time or in BDPs is one in bytes as soon as its document is read.
        for param in section.params.iter().filter(|param| !["limit_ms", "limit_bdp"].contains(&param.name)) {
            all.insert(format!("{what} {} {}", section.kind, param.name));
            if let Domain::Words(words) = param.domain {
                all.extend(words.iter().map(|word| format!("{what} {} {} {word}", section.kind, param.name)));
            }
        }
    }
    for change in [
        "Bottleneck",
        "Queue",
        "Discipline",
        "Loss",
        "LossModel",
        "Policer",
        "NewPolicer",
        "Reordering",
        "ReorderingModel",
        "Flow",
        "Algorithm",
        "Kind",
        "Application",
        "ApplicationKind",
        "Traffic",
        "Transfers",
        "TransfersAlgorithm",
        "TransfersKind",
    ] {
        all.insert(format!("change {change}"));
    }
    all
}

#[test]
fn everything_registered_is_drawn() {
    let mut missing = everything();
    for seed in 0..20_000 {
        if missing.is_empty() {
            return;
        }
        let scenario = random::scenario(&mut Draw::seeded(seed));
        seen(&scenario).iter().for_each(|one| {
            missing.remove(one);
        });
    }
    panic!("never drawn: {missing:#?}");
}

#[test]
fn a_seed_is_a_scenario() {
    let text = |seed| format!("{:?}", random::scenario(&mut Draw::seeded(seed)));
    assert_eq!(text(3), text(3));
    assert_ne!(text(3), text(4));
}
