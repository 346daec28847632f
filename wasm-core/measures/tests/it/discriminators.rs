//! Loss discriminators on whole runs: they change nothing, each loss is judged once with its true cause, and where a run is simple
//! their labels are known. Not here: the rules by their vectors, and scores by hand (beside the code).

use sawtooth_engine::cc::discriminators::DEFINITIONS;
use sawtooth_engine::observe::NullObserver;
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::units::Time;
use sawtooth_measures::discriminators::observer::Discriminators;
use sawtooth_measures::discriminators::scores::Score;
use sawtooth_scenario::read;
use sawtooth_testing::{cases, random};

/// Rules of the receiver, which judge a gap when the packet after it arrives.
const RECEIVER: [&str; 5] = ["biaz", "mbiaz", "spike", "zigzag", "zbs"];
/// Rules of the sender but `wmta`, which needs cross traffic: they judge a loss when it is repaired.
const SENDER: [&str; 5] = ["vegas_rate", "ntg", "ndg", "veno_backlog", "cdg_queue"];

fn scenario(bottleneck: &str, rest: &str) -> Scenario {
    let text = format!(
        r#"{{ "schema": 1, "duration_s": 60, "bottleneck": {{ "rate_bps": 10000000, {bottleneck} }}, "flows": [{{}}] {rest} }}"#
    );
    read(&text).unwrap_or_else(|errors| panic!("{errors:?}")).scenario
}

fn observe(scenario: &Scenario, span: (Time, Time)) -> (Simulation, Discriminators) {
    let (mut simulation, mut discriminators) = (Simulation::new(scenario), Discriminators::new(scenario, span));
    simulation.run_until(scenario.duration, &mut Listener::of_decisions(&mut discriminators));
    (simulation, discriminators)
}

fn whole(scenario: &Scenario) -> (Simulation, Discriminators) {
    observe(scenario, (Time::ZERO, scenario.duration))
}

fn score(discriminators: &Discriminators, name: &str) -> Score {
    let place = DEFINITIONS.iter().position(|definition| definition.name == name);
    discriminators.scores(0)[place.expect("a discriminator")]
}

#[test]
fn they_change_nothing_and_judge_no_loss_twice() {
    cases::hold(150, random::scenario, |scenario, _| {
        let mut silent = Simulation::new(scenario);
        silent.run_until(scenario.duration, &mut NullObserver);
        let (simulation, discriminators) = whole(scenario);
        assert_eq!((simulation.digest(), simulation.events()), (silent.digest(), silent.events()));
        for flow in 0..scenario.flows.len() {
            let counters = simulation.flow_counters(flow);
            for (definition, score) in DEFINITIONS.iter().zip(discriminators.scores(flow)) {
                let name = definition.name;
                assert!(score.congestion <= counters.dropped_queue, "{name}: {score:?}, {counters:?}");
                assert!(score.random <= counters.dropped_random + counters.lost_after_queue, "{name}: {score:?}");
                assert!(score.congestion_right <= score.congestion && score.random_right <= score.random, "{name}");
            }
        }
    });
}

/// Of the losses of a run of a minute all but the last few are judged, retransmissions left out.
#[test]
fn nearly_every_loss_is_judged_with_its_cause() {
    let lossy = r#""queue": { "limit_packets": 84 }, "loss": { "probability": 0.002 }"#;
    let (simulation, discriminators) = whole(&scenario(lossy, ""));
    let counters = simulation.flow_counters(0);
    assert!(counters.dropped_queue > 50 && counters.dropped_random > 50, "{counters:?}");
    for name in RECEIVER.iter().chain(&SENDER) {
        let score = score(&discriminators, name);
        let close = |judged: u64, lost: u64| judged <= lost && judged as f64 >= 0.9 * lost as f64 - 3.0;
        assert!(close(score.congestion, counters.dropped_queue), "{name}: {score:?} of {counters:?}");
        assert!(close(score.random, counters.dropped_random), "{name}: {score:?} of {counters:?}");
    }
    assert_eq!(score(&discriminators, "wmta"), Score::default(), "no smaller packets to compare with");
    // Two spans that meet are together the whole.
    let (middle, end) = (Time::from_seconds(25.0), Time::from_seconds(60.0));
    let parts = [(Time::ZERO, middle), (middle, end)].map(|span| observe(&scenario(lossy, ""), span).1);
    for name in RECEIVER.iter().chain(&SENDER) {
        let [one, other, all] = [&parts[0], &parts[1], &discriminators].map(|part| score(part, name));
        assert_eq!((one.congestion + other.congestion, one.random + other.random), (all.congestion, all.random));
        assert_eq!(one.random_right + other.random_right, all.random_right);
    }
}

/// Every 3000th packet is lost, so that the window halves from about 89 packets to 45, and the link, which holds 34, stays busy. After
/// the link a loss leaves T of two packet times, 2.4 ms, which the inter-arrival rules see; before the queue it leaves none.
#[test]
fn where_the_random_loss_is_decides_what_inter_arrival_times_show() {
    let flow = |position: &str| {
        let loss = format!(r#""loss": {{ "model": "periodic", "gaps": [3000], "position": "{position}" }}"#);
        let mut scenario = scenario(&format!(r#""queue": {{ "limit_packets": 1000 }}, {loss}"#), "");
        scenario.duration = Time::from_seconds(200.0);
        observe(&scenario, (Time::from_seconds(20.0), scenario.duration)).1
    };
    let (before, after) = (flow("before_queue"), flow("after_queue"));
    for name in ["biaz", "mbiaz"] {
        let [before, after] = [&before, &after].map(|run| score(run, name));
        assert!(before.random > 40 && before.random_right == 0, "{name}: {before:?}");
        assert!(after.random > 40 && after.random_right == after.random, "{name}: {after:?}");
    }
}

/// Packets of cross traffic of 200 bytes meet the same Bernoulli loss as the flow's: WMTA, which needs a loss by size, sees none.
#[test]
fn wmta_needs_a_loss_that_depends_on_size() {
    let lossy = r#""queue": { "limit_packets": 84 }, "loss": { "probability": 0.02 }"#;
    let voip = r#", "cross_traffic": [{ "kind": "voip", "packet_bytes": 200, "interval_ms": 5 }]"#;
    let wmta = score(&whole(&scenario(lossy, voip)).1, "wmta");
    assert!(wmta.random > 80 && wmta.random_right * 2 < wmta.random, "{wmta:?}");
}

/// With reordering a late packet is no loss, and a lost one still is.
#[test]
fn packets_out_of_order_are_not_judged() {
    let reordering = r#""queue": { "limit_packets": 84 }, "loss": { "probability": 0.002 },
        "reordering": { "model": "bernoulli", "probability": 0.05, "depth_packets": 2 }"#;
    let (simulation, discriminators) = whole(&scenario(reordering, r#", "seed": 2"#));
    let counters = simulation.flow_counters(0);
    let spike = score(&discriminators, "spike");
    assert!(counters.dropped_random > 10 && spike.random <= counters.dropped_random, "{spike:?}");
    assert!(spike.random as f64 >= 0.9 * counters.dropped_random as f64 - 3.0, "{spike:?} of {counters:?}");
}
