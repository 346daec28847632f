//! The harm that other flows do to a flow: the part that they take of what it has alone (`goodput_harm` and `delay_harm` of the engine's
//! `formulas`). Alone is the same scenario with the same seed, in which no other flow starts: path, cross traffic and the flow's random
//! draws stay. Not here: how a run goes (`run`).

use crate::fields;
use crate::table::{Column, Kind, Value};
use sawtooth_engine::formulas::{delay_harm, goodput_harm};
use sawtooth_engine::params;
use sawtooth_engine::scenario::Scenario;
use sawtooth_scenario::Json;

/// Harm to one quantity of a flow.
#[derive(Clone, Copy, Debug)]
pub struct Harm {
    /// Name of the measure.
    pub name: &'static str,
    /// Field of the flow's summary that is compared.
    field: &'static str,
    /// From its values alone and beside the others.
    of: fn(f64, f64) -> f64,
}

/// Every harm that can be measured.
pub const HARMS: [Harm; 2] = [
    Harm { name: "goodput_harm", field: "goodput_bps", of: goodput_harm },
    Harm { name: "rtt_harm", field: "rtt_ms.mean", of: delay_harm },
];

impl Harm {
    /// The harm that a measure's path names, and its flow.
    pub fn named(path: &str) -> Option<(&str, Harm)> {
        let (flow, name) = path.strip_prefix("flows.")?.rsplit_once('.')?;
        HARMS.into_iter().find(|harm| harm.name == name).map(|harm| (flow, harm))
    }

    /// Its value for a flow, from the summaries of both runs; missing where one of them lacks the field.
    pub fn value(self, flow: &str, beside: &Json, alone: &Json) -> Value {
        let of = |summary| fields::value(summary, &format!("flows.{flow}.{}", self.field), Kind::Number).as_number();
        Value::number(of(alone).zip(of(beside)).map(|(alone, beside)| (self.of)(alone, beside)))
    }
}

/// Columns that measures may name.
pub fn columns(scenario: &Scenario) -> impl Iterator<Item = Column> {
    let of = |harm: &Harm, flow: &str| Column::new(format!("flows.{flow}.{}", harm.name), "", Kind::Number);
    scenario.flows.iter().flat_map(move |flow| HARMS.iter().map(move |harm| of(harm, &flow.name)))
}

/// The scenario in which this flow is alone: the others would start at the end of the run, where nothing happens.
pub fn alone(scenario: &Scenario, name: &str) -> Scenario {
    let mut alone = scenario.clone();
    let end = params::Value::Number(scenario.duration.seconds());
    for flow in alone.flows.iter_mut().filter(|flow| flow.name != name) {
        let settings =
            flow.settings.clone().with("start_s", end.clone()).with("start_jitter_s", params::Value::Number(0.0));
        flow.settings = settings.with("stop_s", params::Value::Null);
    }
    alone
}

#[cfg(test)]
mod tests {
    use super::*;
    use sawtooth_scenario::object;

    #[test]
    fn harm_is_what_is_missing_beside_the_others() {
        let summary = |goodput_bps: f64, mean: f64| {
            let flow = object! { "name" => "a", "goodput_bps" => goodput_bps, "rtt_ms" => object! { "mean" => mean } };
            object! { "flows" => vec![flow] }
        };
        let value = |path: &str| {
            let (flow, harm) = Harm::named(path)?;
            harm.value(flow, &summary(3e6, 80.0), &summary(8e6, 50.0)).as_number()
        };
        assert_eq!(value("flows.a.goodput_harm"), Some(0.625));
        assert_eq!(value("flows.a.rtt_harm"), Some(0.375));
        assert_eq!(value("flows.b.rtt_harm"), None);
        assert!(Harm::named("flows.a.goodput_bps").is_none());
        // Nothing to lose.
        let (flow, harm) = Harm::named("flows.a.goodput_harm").unwrap();
        assert_eq!(harm.value(flow, &summary(3e6, 80.0), &summary(0.0, 50.0)), Value::None);
    }
}
