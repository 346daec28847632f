//! Every preset can be read and run; its nudge leads to a setting that may change. The opening keeps its promise.

use sawtooth_engine::observe::{Observer, Signal, Source, signals};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_lab::presets::PRESETS;
use sawtooth_lab::summary::Summary;
use sawtooth_scenario::{Document, Json, check, parse};

fn preset(id: &str) -> Document {
    let (_, text) = PRESETS.iter().find(|(name, _)| *name == id).unwrap();
    check(parse(text).unwrap().get("scenario").unwrap().clone()).unwrap()
}

#[test]
fn every_preset_reads_and_its_nudge_is_an_intervention() {
    for (id, text) in PRESETS {
        let preset = parse(text).unwrap();
        let mut scenario = preset.get("scenario").expect("a scenario").clone();
        let document = check(scenario.clone()).unwrap_or_else(|errors| panic!("{id}: {errors:?}"));
        if let Some(still) = preset.get("still_t_s").and_then(Json::number) {
            assert!(Time::from_seconds(still) < document.scenario.duration, "{id}");
        }
        if let Some(nudge) = preset.get("nudge") {
            let mut change = nudge.clone();
            change.set("at_s", 1.0);
            scenario.set("interventions", Json::Array(vec![change]));
            check(scenario).unwrap_or_else(|errors| panic!("{id}: {errors:?}"));
        }
    }
}

#[test]
fn every_preset_runs() {
    for (id, _) in PRESETS {
        let summary = Summary::of(&preset(id).scenario);
        for flow in summary.get("flows").unwrap().elements().unwrap() {
            let goodput = flow.get("goodput_bps").and_then(Json::number).unwrap_or(0.0);
            assert!((1e5..1e7).contains(&goodput), "{id}: {flow}");
        }
    }
}

/// When the queue drops its first packet after a moment.
struct FirstDrop(Time, Option<Time>);

impl Observer for FirstDrop {
    fn signal(&mut self, at: Time, _: Source, signal: &'static Signal, _: f64) {
        if std::ptr::eq(signal, &signals::DROP_QUEUE) && at >= self.0 {
            self.1.get_or_insert(at);
        }
    }
}

#[test] // product: CDG alone keeps the queue short; NewReno joins at 12 s, and the first drop falls before 12.4 s
fn the_opening_shows_its_first_drop_in_time() {
    let document = preset("cdg_beside_newreno");
    let mut simulation = Simulation::new(&document.scenario);
    let mut first = FirstDrop(Time::from_seconds(12.0), None);
    simulation.run_until(Time::from_seconds(13.0), &mut first);
    let drop = first.1.expect("a drop").seconds();
    assert!((12.2..12.4).contains(&drop), "{drop}");
}
