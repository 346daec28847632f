//! Scenarios for the integration tests, built directly from the tables, and listeners that they share.
use sawtooth_engine::observe::{Observer, Signal, Source};
use sawtooth_engine::params::{Choice, Section, Value};
use sawtooth_engine::path::{loss, queue};
use sawtooth_engine::scenario::{Bottleneck, Change, CrossTraffic, Flow, Intervention, Scenario, Transfers};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_engine::{cc, host, traffic};

pub fn seconds(s: f64) -> Time {
    Time::from_seconds(s)
}

pub fn number(n: f64) -> Value {
    Value::Number(n)
}

pub fn word(word: &'static str) -> Value {
    Value::Word(word)
}

/// 10 Mbps, 84 packets of drop tail, no loss, nobody who sends.
pub fn path(duration_s: f64) -> Scenario {
    Scenario {
        seed: 1,
        duration: seconds(duration_s),
        packet_bytes: 1500,
        bottleneck: Bottleneck::new(
            10e6,
            Choice::of(&queue::drop_tail::SECTION),
            Choice::of(&loss::bernoulli::SECTION),
        ),
        reverse_bottleneck: None,
        flows: vec![],
        cross_traffic: vec![],
        interventions: vec![],
    }
}

/// With this probability of loss.
pub fn with_loss(mut scenario: Scenario, probability: f64) -> Scenario {
    scenario.bottleneck.loss = Choice::of(&loss::bernoulli::SECTION).with("probability", number(probability));
    scenario
}

/// With one more flow; its stream is its place.
pub fn with_flow(mut scenario: Scenario, algorithm: &'static Section, settings: &[(&str, Value)]) -> Scenario {
    let stream = scenario.flows.len() as u64;
    let mut choice = Choice::of(&host::SECTION);
    for (name, value) in settings {
        choice = choice.with(name, value.clone());
    }
    let algorithm = Choice::of(algorithm);
    scenario.flows.push(Flow::bulk(format!("flow{stream}"), stream, algorithm, choice));
    scenario
}

/// With one more source of cross traffic; its stream is its place.
pub fn with_cross(mut scenario: Scenario, kind: &'static Section, settings: &[(&str, Value)]) -> Scenario {
    let stream = scenario.cross_traffic.len() as u64;
    let mut traffic = Choice::of(kind);
    for (name, value) in settings {
        traffic = traffic.with(name, value.clone());
    }
    let transfers = traffic::has_transfers(kind)
        .then(|| Transfers { algorithm: Choice::of(cc::ALGORITHMS[0]), settings: Choice::of(&host::SECTION) });
    scenario.cross_traffic.push(CrossTraffic { name: format!("cross{stream}"), stream, traffic, transfers });
    scenario
}

/// One source of cross traffic: packets of this size at this interval, the first at 0.
pub fn steady(duration_s: f64, bytes: f64, interval_ms: f64) -> Scenario {
    let settings = [("packet_bytes", number(bytes)), ("interval_ms", number(interval_ms))];
    with_cross(path(duration_s), &traffic::cbr::SECTION, &settings)
}

/// With one more intervention.
pub fn with_change(mut scenario: Scenario, at_s: f64, change: Change) -> Scenario {
    scenario.interventions.push(Intervention { at: seconds(at_s), change });
    scenario
}

/// The row of a flow's setting.
pub fn flow_row(name: &str) -> usize {
    host::SECTION.index(name).expect("a flow's setting")
}

/// Two flows that differ, some loss, a call: something of everything.
pub fn mixture(duration_s: f64) -> Scenario {
    let scenario = with_loss(path(duration_s), 0.005);
    let scenario = with_flow(scenario, &cc::cdg::SECTION, &[]);
    let late = [("start_s", number(1.0)), ("recovery", Value::Word("newreno")), ("delayed_ack", Value::Bool(true))];
    let scenario = with_flow(scenario, &cc::newreno::SECTION, &late);
    with_cross(scenario, &traffic::voip::SECTION, &[("start_s", number(0.5))])
}

/// Everything that was told, in order.
#[derive(Default)]
pub struct Log(pub Vec<(Time, Source, &'static Signal, f64)>);

impl Observer for Log {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        self.0.push((at, source, signal, value));
    }
}

/// A run to its end, with everything that an observer hears.
pub fn run(scenario: &Scenario) -> (Simulation, Log) {
    let (mut simulation, mut log) = (Simulation::new(scenario), Log::default());
    simulation.run_until(Time::NEVER, &mut log);
    (simulation, log)
}

impl Log {
    /// Times and values of one signal of one source.
    pub fn of(&self, source: Source, signal: &'static Signal) -> Vec<(Time, f64)> {
        let wanted = |entry: &&(Time, Source, &'static Signal, f64)| entry.1 == source && std::ptr::eq(entry.2, signal);
        self.0.iter().filter(wanted).map(|entry| (entry.0, entry.3)).collect()
    }

    /// Times of one signal of one source.
    pub fn times(&self, source: Source, signal: &'static Signal) -> Vec<Time> {
        self.of(source, signal).into_iter().map(|(at, _)| at).collect()
    }
}

/// All that can be asked of two runs is equal.
#[track_caller]
pub fn assert_same(a: &Simulation, b: &Simulation) {
    assert_eq!((a.now(), a.events(), a.digest_hex()), (b.now(), b.events(), b.digest_hex()));
    assert_eq!(a.bottleneck_counters(), b.bottleneck_counters());
    assert_eq!((a.flow_count(), a.cross_count()), (b.flow_count(), b.cross_count()));
    for flow in 0..a.flow_count() {
        assert_eq!(a.flow_counters(flow), b.flow_counters(flow));
        assert_eq!(a.flow_state(flow), b.flow_state(flow));
        assert_eq!(a.algorithm_section(flow).kind, b.algorithm_section(flow).kind);
    }
    (0..a.cross_count()).for_each(|cross| assert_eq!(a.cross_counters(cross), b.cross_counters(cross)));
    let packets = |simulation: &Simulation| {
        let mut all = Vec::new();
        simulation.packets(|packet| all.push(packet));
        all
    };
    assert_eq!(packets(a), packets(b));
}
