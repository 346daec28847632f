//! The measures of experiments beside the summary: what both measure of one run is the same.

use sawtooth_engine::formulas::jain_index;
use sawtooth_engine::observe::Source;
use sawtooth_engine::scenario::Side;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::units::Time;
use sawtooth_measures::measures::delay::Delays;
use sawtooth_measures::measures::epochs::Epochs;
use sawtooth_measures::measures::occupancy::Occupancy;
use sawtooth_measures::measures::tally::{Grid, Tally};
use sawtooth_measures::measures::{fairness, goodput, utilisation};
use sawtooth_measures::summary::Summary;
use sawtooth_scenario::{Json, read};

const DOCUMENT: &str = r#"{ "schema": 1, "duration_s": 60,
    "bottleneck": { "rate_bps": 1e7, "queue": { "limit_bytes": 100000 }, "loss": { "probability": 0.0005 } },
    "flows": [{ "base_rtt_ms": 80 }, { "algorithm": { "kind": "cubic" } }],
    "cross_traffic": [{ "kind": "voip", "base_rtt_ms": 80 }],
    "interventions": [{ "at_s": 30, "path": "bottleneck.queue.limit_bytes", "value": 50000 }] }"#;

fn number(json: &Json, path: &str) -> f64 {
    let step = |at: &Json, name: &str| match name.parse::<usize>() {
        Ok(index) => at.elements().expect("a list")[index].clone(),
        Err(_) => at.get(name).expect("a field").clone(),
    };
    path.split('.').fold(json.clone(), |at, name| step(&at, name)).number().expect("a number")
}

#[track_caller]
fn close(value: f64, expected: f64) {
    assert!((value - expected).abs() <= 1e-9 * expected.abs(), "{value} is not {expected}");
}

#[test]
fn measures_and_summary_agree() {
    let scenario = read(DOCUMENT).unwrap().scenario;
    let end = scenario.duration;
    let mut simulation = Simulation::new(&scenario);
    let mut summary = Summary::new(&scenario);
    let mut tally = Tally::of_each(Grid::new(0.0, 60.0, 0.5), &scenario);
    let mut epochs = Epochs::new(0, Time::ZERO);
    let mut delays = Delays::within(Source::Cross(0), 0.0, Time::ZERO, end);
    let mut queue = Occupancy::of(&scenario, Side::Forward, 0.75, (Time::ZERO, end));
    let mut pair = (&mut epochs, &mut delays);
    let mut others = (&mut tally, &mut queue);
    let mut measures = (&mut pair, &mut others);
    simulation.run_until(end, &mut Listener::of_decisions(&mut (&mut summary, &mut measures)));
    queue.close();
    let summary = summary.finish(&simulation);
    for flow in [0, 1] {
        close(goodput::between(&tally, flow, 0.0, 60.0), number(&summary, &format!("flows.{flow}.goodput_bps")));
        let count = tally.between(flow, 0.0, 60.0);
        close(count.departed_bytes as f64 * 8.0 / 60.0, number(&summary, &format!("flows.{flow}.throughput_bps")));
        close(count.arrived as f64, number(&summary, &format!("flows.{flow}.packets_sent")));
    }
    let call = tally.between(2, 0.0, 60.0);
    close((call.dropped_queue + call.dropped_random) as f64, number(&summary, "cross_traffic.0.lost"));
    close(utilisation::between(&tally, &[0, 1, 2], 0.0, 60.0, 1e7), number(&summary, "bottleneck.utilisation"));
    close(fairness::between(&tally, &[0, 1], 0.0, 60.0).unwrap(), number(&summary, "jain_index"));
    close(jain_index([0, 1].map(|flow| goodput::between(&tally, flow, 0.0, 60.0)).into_iter()).unwrap(), {
        number(&summary, "jain_index")
    });
    assert_eq!(epochs.whole().len() as f64, number(&summary, "flows.0.epoch_s.count"));
    close(epochs.mean_s().unwrap(), number(&summary, "flows.0.epoch_s.mean"));
    close(delays.distribution().percentile(0.5).unwrap(), number(&summary, "cross_traffic.0.one_way_delay_ms.p50"));
    close(delays.distribution().percentile(0.9).unwrap(), number(&summary, "cross_traffic.0.one_way_delay_ms.p90"));
    close(queue.time_above(), number(&summary, "bottleneck.time_above_three_quarters"));
}
