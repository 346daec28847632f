//! Invariants of every run, tried on random scenarios: nothing is lost or made on the way, windows keep their floors,
//! time goes on, equal seeds give equal runs however they are cut, no source's random draws depend on another's, and what is not used
//! changes nothing. `SAWTOOTH_CASES` sets how many scenarios each is tried on (10,000 take some minutes in a release build),
//! `SAWTOOTH_SEED` names one. Not here: how scenarios are drawn, and the books (`sawtooth_testing`).

use crate::common::{path, with_flow};
use sawtooth_engine::cc;
use sawtooth_engine::observe::{NullObserver, Observer, Signal, Source, signals};
use sawtooth_engine::params::{Choice, Value};
use sawtooth_engine::path::loss;
use sawtooth_engine::scenario::{CrossTraffic, Flow, Scenario, Side};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::history::History;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::traffic::has_replies;
use sawtooth_engine::units::{HEADER_BYTES, Time};
use sawtooth_testing::cases::{Case, hold};
use sawtooth_testing::draw::Draw;
use sawtooth_testing::ledger::Ledger;
use sawtooth_testing::random;
use std::collections::BTreeMap;

/// Cases of each property where nobody says otherwise.
const CASES: u64 = 200;
/// Events that no random run comes near: one that has more does not end.
const ENDLESS: u64 = 50_000_000;

fn run(scenario: &Scenario) -> Simulation {
    let mut simulation = Simulation::new(scenario);
    assert!(simulation.advance(Time::NEVER, ENDLESS, &mut NullObserver), "the run does not end");
    simulation
}

/// Summary and digest, which tell two runs apart.
fn outcome(simulation: &Simulation) -> (String, u64) {
    (simulation.digest_hex(), simulation.events())
}

#[test]
fn packets_are_conserved_and_windows_keep_their_floors() {
    hold(CASES, random::scenario, |scenario, _| {
        let (mut simulation, mut ledger) = (Simulation::new(scenario), Ledger::default());
        for n in 1..=16 {
            simulation.run_until(Time(scenario.duration.0 / 16 * n), &mut Listener::of_decisions(&mut ledger));
            ledger.balances(&simulation);
        }
        simulation.run_until(Time::NEVER, &mut Listener::of_decisions(&mut ledger));
        ledger.balances(&simulation);
        assert!(simulation.finished());
    });
}

#[test]
fn nothing_panics_at_the_ends_of_the_ranges() {
    hold(CASES, random::wild, |scenario, _| {
        let (mut simulation, mut ledger) = (Simulation::new(scenario), Ledger::default());
        simulation.advance(Time::NEVER, 3000, &mut Listener::of_decisions(&mut ledger));
        // Opportunities of a link that nobody uses are not counted as events.
        for _ in 0..3000 {
            if simulation.events() >= 6000 || simulation.step(&mut Listener::of_decisions(&mut ledger)).is_none() {
                break;
            }
        }
        assert!(simulation.events() <= 6000);
    });
}

#[test]
fn a_run_ends_and_time_never_goes_back() {
    hold(CASES, random::scenario, |scenario, _| {
        let mut simulation = Simulation::new(scenario);
        let mut before = Time::ZERO;
        while let Some(next) = simulation.next_event() {
            assert!(next >= before && next < scenario.duration, "{next:?} after {before:?}");
            assert_eq!(simulation.step(&mut NullObserver), Some(next));
            assert!(simulation.events() < ENDLESS, "the run does not end");
            before = next;
        }
        assert_eq!(simulation.step(&mut NullObserver), None);
        assert!(simulation.finished() && simulation.now() == scenario.duration || simulation.halted().is_some());
    });
}

#[test]
fn equal_seeds_give_equal_runs() {
    hold(CASES, random::scenario, |scenario, _| {
        assert_eq!(outcome(&run(scenario)), outcome(&run(&scenario.clone())));
    });
}

#[test] // a clone between two instants, or between two events of one
fn a_clone_of_any_moment_goes_on_as_straight_through() {
    hold(CASES, random::scenario, |scenario, draw| {
        let whole = run(scenario);
        let mut cut = Simulation::new(scenario);
        if draw.chance(0.5) {
            cut.run_until(random::moment(draw, scenario.duration), &mut Listener::of_decisions(&mut Ledger::default()));
        } else {
            cut.advance(Time::NEVER, draw.between(0.0, whole.events() as f64) as u64, &mut NullObserver);
        }
        let mut clone = cut.clone();
        let slice = 1 + draw.below(5000) as u64;
        while !clone.advance(Time::NEVER, slice, &mut Listener::of_decisions(&mut Ledger::default())) {}
        cut.run_until(Time::NEVER, &mut NullObserver);
        for other in [clone, cut] {
            assert_eq!(outcome(&other), outcome(&whole));
        }
    });
}

/// Random scenarios reach few of them, and are often over before a queue has built up.
#[test]
fn every_setting_of_every_algorithm_conserves_packets_and_is_cloned() {
    let settings = random::each_setting(&mut Draw::seeded(0));
    assert!(settings.iter().any(|choice| choice.get("delay_target_ms") != Value::Number(0.0)), "CDG's target is on");
    for (seed, algorithm) in settings.into_iter().enumerate() {
        let mut draw = Draw::seeded(seed as u64);
        let flow = random::flow_of(&mut draw, 0, false, algorithm);
        // From the start and to the end, and with NewReno, which fills the queue: so the setting acts.
        let life = [("start_s", Value::Number(0.0)), ("stop_s", Value::Null), ("transfer_bytes", Value::Null)];
        let settings = life.into_iter().fold(flow.settings, |settings, (name, value)| settings.with(name, value));
        let mut scenario = path(6.0);
        scenario.flows = vec![Flow { settings, ..flow }];
        let scenario = with_flow(scenario, &cc::newreno::SECTION, &[]);
        hold_of(&scenario, random::moment(&mut draw, scenario.duration));
    }
}

fn hold_of(scenario: &Scenario, at: Time) {
    let (mut original, mut ledger) = (Simulation::new(scenario), Ledger::default());
    original.run_until(at, &mut Listener::of_decisions(&mut ledger));
    let mut clone = original.clone();
    original.run_until(Time::NEVER, &mut Listener::of_decisions(&mut ledger));
    ledger.balances(&original);
    clone.run_until(Time::NEVER, &mut NullObserver);
    assert_eq!(outcome(&clone), outcome(&original), "{}", scenario.told());
}

#[test]
fn a_document_taken_over_is_as_if_it_had_been_there() {
    hold(CASES, random::scenario, |scenario, draw| {
        let at = random::moment(draw, scenario.duration);
        // Without what takes effect later, and then with it.
        let mut before = scenario.clone();
        before.interventions.retain(|intervention| intervention.at < at);
        let later = |choice: Choice, draw: &mut Draw| {
            let start_s = Time(at.0 + 1).seconds() + draw.between(0.0, 2.0);
            choice.with("start_s", Value::Number(start_s)).with("stop_s", Value::Number(100.0))
        };
        let mut after = scenario.clone();
        let streams = 1 << 40;
        let flow = random::flow(draw, streams, scenario.reverse_bottleneck.is_some());
        let settings = later(flow.settings.clone(), draw);
        after.flows.push(Flow { settings, ..flow });
        let cross = random::cross_traffic(draw, streams);
        let traffic = later(cross.traffic.clone(), draw);
        after.cross_traffic.push(CrossTraffic { traffic, ..cross });
        let mut simulation = Simulation::new(&before);
        simulation.run_until(at, &mut NullObserver);
        simulation.adopt(&after);
        simulation.run_until(Time::NEVER, &mut NullObserver);
        assert_eq!(outcome(&simulation), outcome(&run(&after)));
    });
}

#[test] // the run computed ahead, with its clones: what is looked up in it, and what a change in the past makes of it
fn the_past_simulated_again_is_the_same() {
    hold(CASES, random::scenario, |scenario, draw| {
        let slice = 1 + draw.below(20_000) as u64;
        let finished = |mut history: History| {
            while history.busy() {
                history.advance(slice);
            }
            history
        };
        let mut before = scenario.clone();
        let at = random::moment(draw, scenario.duration);
        before.interventions.retain(|intervention| intervention.at < at);
        let mut history = finished(History::new(before));
        history.change(scenario.clone(), at);
        let history = finished(history);
        assert_eq!(history.digest(), Some(run(scenario).digest()));
        let moment = random::moment(draw, scenario.duration);
        let mut fresh = Simulation::new(scenario);
        fresh.run_until(moment, &mut NullObserver);
        assert_eq!(outcome(&history.at(moment)), outcome(&fresh));
    });
}

/// Which data packets of a source were lost at random: by their place among its arrivals, and, after the link, among its departures.
#[derive(Default)]
struct LossDraws(BTreeMap<(Source, bool), Vec<bool>>);

impl Observer for LossDraws {
    fn signal(&mut self, _: Time, source: Source, signal: &'static Signal, bytes: f64) {
        if bytes == f64::from(HEADER_BYTES) {
            return; // a SYN has draws of its own
        }
        if std::ptr::eq(signal, &signals::ARRIVE) {
            self.0.entry((source, false)).or_default().push(false);
        } else if std::ptr::eq(signal, &signals::DROP_RANDOM) {
            *self.0.get_mut(&(source, false)).and_then(|fates| fates.last_mut()).expect("it has arrived") = true;
        } else if std::ptr::eq(signal, &signals::DEPART) || std::ptr::eq(signal, &signals::LOST_AFTER_QUEUE) {
            let lost = std::ptr::eq(signal, &signals::LOST_AFTER_QUEUE);
            self.0.entry((source, true)).or_default().push(lost);
        }
    }
}

#[test]
fn nobodys_luck_hangs_on_another() {
    hold(CASES, random::still, |scenario, draw| {
        let mut scenario = scenario.clone();
        // Models that draw for each stream; the others count all packets of all streams, or read the link's state, and so do the
        // failures of a Wi-Fi link.
        for bottleneck in [Some(&mut scenario.bottleneck), scenario.reverse_bottleneck.as_mut()].into_iter().flatten() {
            bottleneck.rate_model.take_if(|model| model.section.kind == "wifi");
            let models = [&loss::bernoulli::SECTION, &loss::gilbert_elliott::SECTION];
            let model = draw.one_of(&models);
            bottleneck.loss = random::choice(draw, model);
            if let Some(row) = bottleneck.loss.section.index("clock") {
                bottleneck.loss.set(row, Value::Word("flow_packets"));
            }
        }
        let Some(first) = scenario.flows.first() else { return };
        let mut changed = scenario.clone();
        let direction = first.settings.get("direction");
        let other = random::flow(draw, first.stream, scenario.reverse_bottleneck.is_some());
        changed.flows[0] = Flow { settings: other.settings.with("direction", direction), ..other };
        let fates = |scenario: &Scenario| {
            let (mut simulation, mut draw) = (Simulation::new(scenario), LossDraws::default());
            simulation.run_until(Time::NEVER, &mut Listener::of_decisions(&mut draw));
            draw.0
        };
        let (one, other) = (fates(&scenario), fates(&changed));
        // Each transfer of a flash crowd has its own random stream, but all of them emit as one source.
        let crowd = |source: &Source| match source {
            Source::Cross(index) => scenario.cross_traffic[*index as usize].transfers.is_some(),
            _ => false,
        };
        for (key, fates) in one.iter().filter(|((source, _), _)| !crowd(source)) {
            let Some(others) = other.get(key) else { continue };
            let common = fates.len().min(others.len());
            assert_eq!(&fates[..common], &others[..common], "{key:?}");
        }
    });
}

#[test] // whatever stands in the document of a flow or source that never starts, of a direction that nobody uses
fn what_never_runs_changes_nothing() {
    hold(CASES, random::still, |scenario, draw| {
        let mut scenario = scenario.clone();
        let never = |choice: Choice| choice.with("start_s", Value::Number(50.0));
        let mut changed = scenario.clone();
        let reverse = scenario.reverse_bottleneck.is_some();
        for (flow, other) in scenario.flows.iter_mut().zip(&mut changed.flows).skip(draw.below(4)) {
            flow.settings = never(flow.settings.clone());
            let drawn = random::flow(draw, flow.stream, reverse);
            *other = Flow { settings: never(drawn.settings), ..drawn };
        }
        for (cross, other) in scenario.cross_traffic.iter_mut().zip(&mut changed.cross_traffic).skip(draw.below(3)) {
            cross.traffic = never(cross.traffic.clone());
            let drawn = random::cross_traffic(draw, cross.stream);
            *other = CrossTraffic { traffic: never(drawn.traffic), ..drawn };
        }
        let is_answered = |cross: &CrossTraffic| cross.transfers.is_some() || has_replies(cross.traffic.section);
        if scenario.flows.is_empty() && !scenario.cross_traffic.iter().any(is_answered) {
            scenario.reverse_bottleneck = None;
        }
        assert_eq!(outcome(&run(&changed)), outcome(&run(&scenario)));
    });
}

/// A setting that does nothing as long as another one is as it is.
struct Idle {
    name: &'static str,
    while_so: fn(&Choice) -> bool,
}

fn off(choice: &Choice, name: &str) -> bool {
    choice.get(name) == Value::Bool(false)
}

const IDLE: &[Idle] = &[
    Idle { name: "delayed_ack_ms", while_so: |choice| off(choice, "delayed_ack") },
    Idle { name: "byte_counting_limit_packets", while_so: |choice| off(choice, "byte_counting") },
    Idle { name: "depth_packets", while_so: |choice| choice.get("probability") == Value::Number(0.0) },
    Idle { name: "good_s", while_so: |choice| choice.get("clock") != Value::Word("time") },
    Idle { name: "bad_s", while_so: |choice| choice.get("clock") != Value::Word("time") },
    Idle { name: "p_good_bad", while_so: |choice| choice.get("good_s") != Value::Null && by_time(choice) },
    Idle { name: "p_bad_good", while_so: |choice| choice.get("bad_s") != Value::Null && by_time(choice) },
];

fn by_time(choice: &Choice) -> bool {
    choice.get("clock") == Value::Word("time")
}

/// TCP's own options, which a flow without a window does not have.
const OF_WINDOWS: &[&str] = &[
    "recovery",
    "delayed_ack",
    "delayed_ack_ms",
    "byte_counting",
    "byte_counting_limit_packets",
    "whole_byte_growth",
    "limited_transmit",
    "slow_start_at_ssthresh",
    "slow_start",
];

#[test]
fn a_parameter_that_is_not_used_changes_nothing() {
    hold(CASES, random::still, |scenario, draw| {
        let mut changed = scenario.clone();
        let mut redraw = |choice: &mut Choice, name: &str| {
            if let Some(row) = choice.section.index(name) {
                let value = random::value(draw, &choice.section.params[row]);
                choice.set(row, value);
            }
        };
        let mut idle = |choice: &mut Choice| {
            for Idle { name, while_so } in IDLE {
                if while_so(choice) {
                    redraw(choice, name);
                }
            }
        };
        let sides = [Some(&mut changed.bottleneck), changed.reverse_bottleneck.as_mut()];
        for side in sides.into_iter().flatten() {
            idle(&mut side.loss);
            side.reordering.iter_mut().for_each(&mut idle);
        }
        changed.flows.iter_mut().for_each(|flow| idle(&mut flow.settings));
        changed.cross_traffic.iter_mut().flat_map(|cross| &mut cross.transfers).for_each(|t| idle(&mut t.settings));
        for flow in changed.flows.iter_mut().filter(|flow| flow.algorithm.section.rate_based) {
            OF_WINDOWS.iter().for_each(|name| redraw(&mut flow.settings, name));
        }
        // Marks need a sender that understands them and a discipline that sets them.
        let sets = |queue: &Choice| {
            let always = queue.section.kind == "dualpi2";
            always || queue.get("ecn") == Value::Bool(true) || queue.get("step_mark_packets") != Value::Null
        };
        let marks = |side: Side| changed.side(side).is_some_and(|side| sets(&side.queue));
        if marks(Side::Forward) || marks(Side::Reverse) {
            let deaf = changed.flows.iter().all(|flow| off(&flow.settings, "ecn"))
                && changed.cross_traffic.iter().flat_map(|cross| &cross.transfers).all(|t| off(&t.settings, "ecn"));
            if deaf {
                redraw(&mut changed.bottleneck.queue, "ecn");
            }
        } else {
            changed.flows.iter_mut().for_each(|flow| redraw(&mut flow.settings, "ecn"));
        }
        changed.flows.iter_mut().for_each(|flow| flow.name.push_str(" by another name"));
        assert_eq!(outcome(&run(&changed)), outcome(&run(scenario)));
    });
}
