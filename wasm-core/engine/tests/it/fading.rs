//! Gilbert-Elliott loss in whole runs: whose the state is by each clock, what a fork keeps, what interventions change. Not
//! here: the chain by itself (`path/loss/gilbert_elliott.rs`).

use crate::common::*;
use sawtooth_engine::observe::{NullObserver, Source, signals};
use sawtooth_engine::params::{Choice, Section};
use sawtooth_engine::path::loss::gilbert_elliott;
use sawtooth_engine::scenario::{BOTTLENECK, Change, Scenario, Side, row};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_engine::{cc, traffic};

const PROBE: Source = Source::Cross(0);

fn fading(clock: &'static str) -> Choice {
    Choice::of(&gilbert_elliott::SECTION).with("clock", word(clock))
}

/// A probe of 100 packets a second and a flow, on a link that fades: what is sent in a bad interval is lost.
fn probed(clock: &'static str, algorithm: &'static Section, flows: usize) -> Scenario {
    let mut scenario = path(60.0);
    scenario.bottleneck.loss = fading(clock).with("good_s", number(2.0)).with("bad_s", number(0.5));
    let probe = [("interval_ms", number(10.0)), ("packet_bytes", number(100.0))];
    scenario = with_cross(scenario, &traffic::cbr::SECTION, &probe);
    (0..flows).fold(scenario, |scenario, _| with_flow(scenario, algorithm, &[]))
}

/// When packets of a source were lost by chance.
fn lost(scenario: &Scenario, source: Source) -> Vec<Time> {
    let (mut simulation, mut log) = (Simulation::new(scenario), Log::default());
    simulation.run_until(Time::NEVER, &mut log);
    log.times(source, &signals::DROP_RANDOM)
}

/// Contract 6: by `time` the good and bad intervals are the link's, the same in both branches of a fork, whatever the flows
/// do; by `link_packets` what the flows send moves the state.
#[test]
fn by_time_two_branches_see_the_same_intervals() {
    for (clock, same) in [("time", true), ("link_packets", false)] {
        let one = lost(&probed(clock, &cc::newreno::SECTION, 1), PROBE);
        let other = lost(&probed(clock, &cc::cubic::SECTION, 3), PROBE);
        assert!(one.len() > 50, "{clock}: {} lost", one.len());
        assert_eq!(one == other, same, "{clock}");
    }
    // A fork in the middle of a run: the probe meets what it would have met.
    let scenario = probed("time", &cc::newreno::SECTION, 1);
    let fork = with_change(scenario.clone(), 20.0, Change::Kind(0, Choice::of(&cc::vegas::SECTION)));
    assert_eq!(lost(&scenario, PROBE), lost(&fork, PROBE));
    assert_ne!(lost(&scenario, Source::Flow(0)), lost(&fork, Source::Flow(0)));
}

/// Nobody arrives before 8 s, or a flow from 0 s on: the intervals are the same, also where model, rate, mean or clock were
/// changed in the silence.
#[test]
fn by_time_the_state_passes_while_nothing_arrives() {
    let section = &gilbert_elliott::SECTION;
    let at = |name| section.index(name).expect("a field of the model");
    let short = fading("time").with("good_s", number(0.2)).with("bad_s", number(0.2));
    let changes = [
        (short.clone(), None),
        (path(1.0).bottleneck.loss, Some(Change::LossModel(Side::Forward, short.clone()))),
        (
            fading("link_packets").with("good_s", number(0.2)),
            Some(Change::Loss(Side::Forward, at("clock"), word("time"))),
        ),
        (short, Some(Change::Loss(Side::Forward, at("bad_s"), number(0.7)))),
        (
            fading("time").with("p_bad_good", number(0.004)),
            Some(Change::Bottleneck(Side::Forward, row(BOTTLENECK.params, "rate_bps"), number(2e6))),
        ),
    ];
    for (loss, change) in changes {
        let mut alone = path(60.0);
        alone.bottleneck.loss = loss;
        let probe = [("interval_ms", number(10.0)), ("packet_bytes", number(100.0)), ("start_s", number(8.0))];
        alone = with_cross(alone, &traffic::cbr::SECTION, &probe);
        if let Some(change) = &change {
            alone = with_change(alone, 3.3, change.clone());
        }
        let among = with_flow(alone.clone(), &cc::newreno::SECTION, &[]);
        let [one, other] = [&alone, &among].map(|scenario| lost(scenario, PROBE));
        assert!(one.len() > 10 && one == other, "{change:?}: {} and {} lost", one.len(), other.len());
    }
}

/// Two probes fade together by `time`; each by itself by `flow_packets`.
#[test]
fn by_time_flows_fade_together() {
    for (clock, same) in [("time", true), ("flow_packets", false)] {
        let mut scenario = path(60.0);
        scenario.bottleneck.loss = fading(clock).with("p_bad_good", number(0.02));
        for _ in 0..2 {
            let probe = [("interval_ms", number(1.0)), ("packet_bytes", number(100.0))];
            scenario = with_cross(scenario, &traffic::cbr::SECTION, &probe);
        }
        let [one, other] = [0, 1].map(|source| lost(&scenario, Source::Cross(source)));
        assert!(one.len() > 100 && (one == other) == same, "{clock}: {} and {} lost", one.len(), other.len());
    }
}

/// The two directions have links, and draws, of their own.
#[test]
fn each_direction_fades_by_itself() {
    let mut scenario = probed("time", &cc::newreno::SECTION, 1);
    scenario.reverse_bottleneck = Some(scenario.bottleneck.clone());
    let reverse = [("direction", word("reverse"))];
    let scenario = with_flow(scenario, &cc::newreno::SECTION, &reverse);
    let [forward, backward] = [0, 1].map(|flow| lost(&scenario, Source::Flow(flow)));
    let near = |at: &&Time| backward.iter().any(|other| at.since(*other).seconds() + other.since(**at).seconds() < 0.1);
    assert!(forward.iter().filter(near).count() < forward.len() / 2, "{} and {}", forward.len(), backward.len());
}

/// Set while the run goes on: the model begins good, another clock too, and a run that is cut anywhere goes on the same.
#[test]
fn a_model_set_later_begins_in_the_good_state_and_is_cloned_with_the_run() {
    let mut scenario = probed("time", &cc::newreno::SECTION, 1);
    scenario.bottleneck.loss = path(1.0).bottleneck.loss;
    let section = &gilbert_elliott::SECTION;
    let at = |name| section.index(name).expect("a field of the model");
    let rate = Change::Bottleneck(Side::Forward, row(BOTTLENECK.params, "rate_bps"), number(2e6));
    for (at_s, change) in [
        (10.0, Change::LossModel(Side::Forward, Choice::of(section))),
        (20.0, Change::Loss(Side::Forward, at("bad_s"), number(0.4))),
        (30.0, rate),
        (40.0, Change::Loss(Side::Forward, at("clock"), word("flow_packets"))),
        (45.0, Change::Loss(Side::Forward, at("p_bad_good"), number(0.02))),
        (50.0, Change::Loss(Side::Forward, at("clock"), word("time"))),
    ] {
        scenario = with_change(scenario, at_s, change);
    }
    let losses = lost(&scenario, PROBE);
    let spans = [(0.0, 10.0), (20.0, 30.0), (30.0, 40.0), (40.0, 50.0), (50.0, 60.0)];
    let of = |(from, to): (f64, f64)| losses.iter().filter(|at| (seconds(from)..seconds(to)).contains(at)).count();
    let counts = spans.map(of);
    assert!(counts[0] == 0 && counts[1..].iter().all(|count| *count > 0), "{counts:?}");
    let mut whole = Simulation::new(&scenario);
    whole.run_until(Time::NEVER, &mut NullObserver);
    let mut cut = Simulation::new(&scenario);
    for n in 1..60 {
        cut.run_until(seconds(f64::from(n)), &mut NullObserver);
        let mut rest = cut.clone();
        rest.run_until(Time::NEVER, &mut NullObserver);
        assert_same(&rest, &whole);
    }
}

/// Nothing arrives for ten million seconds, on the fastest link, by the shortest sojourns: no hang.
#[test]
fn a_long_silence_ends() {
    let mut scenario = path(1e7);
    scenario.bottleneck.set_rate(1e12);
    scenario.bottleneck.loss = fading("time").with("p_good_bad", number(1.0)).with("p_bad_good", number(1.0));
    let late = [("start_s", number(9_999_999.0)), ("transfer_bytes", number(14600.0))];
    let scenario = with_flow(scenario, &cc::newreno::SECTION, &late);
    let mut simulation = Simulation::new(&scenario);
    simulation.run_until(Time::NEVER, &mut NullObserver);
    assert!(simulation.flow_counters(0).packets_sent > 0);
}
