//! Every preset can be read; its nudge leads to a setting that may change.

use sawtooth_lab::presets::PRESETS;
use sawtooth_scenario::{Json, check, parse};

#[test]
fn every_preset_reads_and_its_nudge_is_an_intervention() {
    for (id, text) in PRESETS {
        let preset = parse(text).unwrap();
        let mut scenario = preset.get("scenario").expect("a scenario").clone();
        check(scenario.clone()).unwrap_or_else(|errors| panic!("{id}: {errors:?}"));
        if let Some(nudge) = preset.get("nudge") {
            let mut change = nudge.clone();
            change.set("at_s", 1.0);
            scenario.set("interventions", Json::Array(vec![change]));
            check(scenario).unwrap_or_else(|errors| panic!("{id}: {errors:?}"));
        }
    }
}
