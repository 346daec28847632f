//! Summary and trace of random scenarios: whatever ran, the figures are numbers, in their order and within their bounds,
//! and the trace tells as often what the summary counts.

use sawtooth_engine::scenario::{Change, Intervention};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_measures::summary::Summary;
use sawtooth_measures::trace::Trace;
use sawtooth_scenario::{Json, parse};
use sawtooth_testing::{cases, random};
use std::collections::BTreeMap;

fn number(json: &Json, name: &str) -> f64 {
    json.get(name).and_then(Json::number).unwrap_or_else(|| panic!("{name} of {json}"))
}

/// Every number is finite, every distribution in order.
fn sound(json: &Json) {
    match json {
        Json::Number(number) => assert!(number.value.is_finite()),
        Json::Array(elements) => elements.iter().for_each(sound),
        Json::Object(fields) => {
            fields.iter().for_each(|(_, value)| sound(value));
            if json.get("p50").is_some() {
                let order = ["min", "p10", "p20", "p50", "p80", "p90", "max"].map(|name| number(json, name));
                assert!(order.windows(2).all(|pair| pair[0] <= pair[1]), "{json}");
                let slack = 1e-9 * order[6].abs();
                let mean = number(json, "mean");
                assert!(order[0] - slack <= mean && mean <= order[6] + slack, "{json}");
            }
        }
        _ => {}
    }
}

fn bottleneck(json: &Json, rate_changes: bool) {
    let of = |name| number(json, name);
    let lost = of("dropped_queue") + of("dropped_random") + of("lost_after_queue");
    assert_eq!(of("arrived"), lost + of("departed") + of("queued_at_end"));
    // A packet whose transmission began at a higher rate counts whole, though the link could have sent less meanwhile.
    assert!(of("utilisation") >= 0.0 && (rate_changes || of("utilisation") <= 1.0 + 1e-9), "{json}");
    assert!((0.0..=1.0).contains(&of("time_above_three_quarters")), "{json}");
}

#[test]
fn the_summary_is_the_same_without_shortcuts() {
    cases::hold(100, random::scenario, |scenario, _| {
        let [fast, plain] = [Simulation::new(scenario), Simulation::plain(scenario)].map(|mut simulation| {
            let mut summary = Summary::new(scenario);
            simulation.run_until(scenario.duration, &mut summary);
            summary.finish(&simulation).to_string()
        });
        assert_eq!(fast, plain);
    });
}

#[test]
fn every_run_has_a_sound_summary_and_a_trace_that_says_the_same() {
    cases::hold(150, random::scenario, |scenario, _| {
        let (mut simulation, mut summary, mut csv) = (Simulation::new(scenario), Summary::new(scenario), Vec::new());
        let mut trace = Trace::new(&mut csv, scenario);
        simulation.run_until(scenario.duration, &mut Listener::of_decisions(&mut (&mut summary, &mut trace)));
        trace.finish().expect("memory takes all");
        let summary = parse(&summary.finish(&simulation).to_string()).expect("a summary is JSON");
        sound(&summary);
        let field = |name| summary.get(name).expect("a field");
        let of_link = |change: &Intervention| matches!(change.change, Change::Bottleneck(..));
        let rate_changes = scenario.interventions.iter().any(of_link);
        bottleneck(field("bottleneck"), rate_changes);
        assert_eq!(field("reverse_bottleneck") == &Json::Null, scenario.reverse_bottleneck.is_none());
        if scenario.reverse_bottleneck.is_some() {
            bottleneck(field("reverse_bottleneck"), rate_changes);
        }
        if let Some(jain) = field("jain_index").number() {
            assert!(jain > 0.0 && jain <= 1.0 + 1e-12, "{jain}");
        }
        let csv = String::from_utf8(csv).expect("text");
        let mut told = BTreeMap::<(&str, &str), f64>::new();
        for line in csv.lines().skip(1) {
            let cells: Vec<&str> = line.split(',').collect();
            *told.entry((cells[1], cells[2])).or_default() += 1.0;
        }
        let told = |source: &str, signal: &str| told.get(&(source, signal)).copied().unwrap_or(0.0);
        let flows = field("flows").elements().expect("a list").iter();
        for (flow, name) in flows.zip(scenario.flows.iter().map(|flow| flow.name.as_str())) {
            assert_eq!(flow.get("name").and_then(Json::text), Some(name));
            for (counted, signal) in [
                ("packets_sent", "arrive"),
                ("packets_retransmitted", "retransmit"),
                ("fast_recoveries", "recovery_start"),
                ("timeouts", "timeout"),
                ("delay_backoffs", "delay_backoff"),
                ("window_undos", "window_undo"),
                ("loss_probes", "loss_probe"),
                ("lost_after_queue", "lost_after_queue"),
            ] {
                assert_eq!(number(flow, counted), told(name, signal), "{name}: {counted}");
            }
        }
        let cross = field("cross_traffic").elements().expect("a list").iter();
        for (entry, name) in cross.zip(scenario.cross_traffic.iter().map(|cross| cross.name.as_str())) {
            assert_eq!(number(entry, "sent"), told(name, "arrive"), "{name}");
            let lost = ["drop_queue", "drop_random", "lost_after_queue"].map(|signal| told(name, signal));
            assert_eq!(number(entry, "lost"), lost.iter().sum::<f64>(), "{name}");
            if entry.get("replies_received").is_some() {
                assert_eq!(number(entry, "replies_received"), told(name, "rtt_ms"), "{name}");
                assert_eq!(
                    number(entry, "replies_lost"),
                    told(name, "ack_drop_queue") + told(name, "ack_lost_after_queue")
                );
            }
        }
    });
}
