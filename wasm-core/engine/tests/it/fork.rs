//! A clone is a fork: wherever a run is cut, cloned, stepped or listened to, it goes the same way; and a run that takes a
//! changed document over in the middle goes on as that document's own run does.

use crate::common::*;
use sawtooth_engine::observe::{NullObserver, Observer, Signal, Source};
use sawtooth_engine::params::Choice;
use sawtooth_engine::scenario::{BOTTLENECK, Change, Scenario, Side};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_engine::{cc, traffic};

fn to_the_end(mut simulation: Simulation) -> Simulation {
    simulation.run_until(Time::NEVER, &mut NullObserver);
    simulation
}

/// A simulation may move to another thread, and be read by several: Python and pools of threads rely on it.
#[test]
fn a_simulation_is_plain_data_for_threads_too() {
    fn moves<T: Send + Sync>() {}
    moves::<Simulation>();
    moves::<Scenario>();
}

#[test]
fn a_clone_of_any_moment_goes_the_same_way() {
    let scenario = mixture(8.0);
    let whole = to_the_end(Simulation::new(&scenario));
    let mut cut = Simulation::new(&scenario);
    for n in 1..40 {
        cut.run_until(seconds(0.2 * f64::from(n)), &mut NullObserver);
        assert_same(&to_the_end(cut.clone()), &whole);
    }
}

#[test]
fn slices_and_single_steps_make_no_difference() {
    let scenario = mixture(4.0);
    let whole = to_the_end(Simulation::new(&scenario));
    let mut sliced = Simulation::new(&scenario);
    while !sliced.advance(Time::NEVER, 100, &mut NullObserver) {}
    assert_same(&sliced, &whole);
    let mut stepped = Simulation::new(&scenario);
    let mut last = Time::ZERO;
    while let Some(next) = stepped.next_event() {
        assert_eq!(stepped.step(&mut NullObserver), Some(next));
        assert!(next >= last && stepped.now() == next);
        last = next;
    }
    assert_eq!(stepped.step(&mut NullObserver), None);
    assert_same(&stepped, &whole);
}

#[test]
fn what_falls_on_the_end_does_not_happen() {
    let scenario = with_cross(path(1.0), &traffic::cbr::SECTION, &[("interval_ms", number(100.0))]);
    let simulation = to_the_end(Simulation::new(&scenario));
    assert_eq!(simulation.cross_counters(0).sent, 10);
    assert!(simulation.finished() && simulation.now() == seconds(1.0));
    let mut half = Simulation::new(&scenario);
    half.run_until(seconds(0.3), &mut NullObserver);
    assert_eq!(half.cross_counters(0).sent, 3);
    assert_eq!(half.next_event(), Some(seconds(0.3)));
}

/// Checks that time never goes back.
#[derive(Default)]
struct Clock(Time, u64);
impl Observer for Clock {
    fn signal(&mut self, at: Time, _: Source, _: &'static Signal, _: f64) {
        assert!(at >= self.0);
        (self.0, self.1) = (at, self.1 + 1);
    }
}

#[test]
fn who_listens_makes_no_difference() {
    let scenario = mixture(6.0);
    let silent = to_the_end(Simulation::new(&scenario));
    let (mut log, mut clock) = (Log::default(), Clock::default());
    let mut heard = Simulation::new(&scenario);
    heard.run_until(Time::NEVER, &mut (&mut log, &mut clock));
    assert_same(&heard, &silent);
    assert_eq!(clock.1, log.0.len() as u64);
    let mut sometimes = Simulation::new(&scenario);
    sometimes.run_until(seconds(2.0), &mut NullObserver);
    sometimes.run_until(seconds(4.0), &mut Clock::default());
    assert_same(&to_the_end(sometimes), &silent);
}

/// Runs `before` up to `at`, lets it adopt `after`, and compares with `after` from the beginning.
#[track_caller]
fn assert_adopts(before: &Scenario, after: &Scenario, at: f64) {
    let mut simulation = Simulation::new(before);
    simulation.run_until(seconds(at), &mut NullObserver);
    simulation.adopt(after);
    assert_same(&to_the_end(simulation), &to_the_end(Simulation::new(after)));
}

#[test]
fn a_changed_document_is_taken_over_in_the_middle() {
    let rate = Change::Bottleneck(Side::Forward, BOTTLENECK.index("rate_bps").unwrap(), number(4e6));
    let before = with_change(mixture(8.0), 2.0, rate.clone());
    assert_adopts(&before, &with_change(before.clone(), 5.0, Change::Kind(0, Choice::of(&cc::newreno::SECTION))), 5.0);
    assert_adopts(&before, &with_change(before.clone(), 6.5, rate), 5.0);
    assert_adopts(&before, &with_flow(before.clone(), &cc::cdg::SECTION, &[("start_s", number(5.0))]), 5.0);
    assert_adopts(&before, &with_flow(before.clone(), &cc::newreno::SECTION, &[("start_s", number(6.0))]), 2.0);
    let call = with_cross(before.clone(), &traffic::cbr::SECTION, &[("start_s", number(3.0))]);
    assert_adopts(&before, &call, 3.0);
    assert_adopts(&call, &before, 2.9);
    let mut stopped = before.clone();
    let settings = stopped.flows[0].settings.clone();
    stopped.flows[0].settings = settings.with("stop_s", number(4.0));
    stopped.cross_traffic[0].traffic = stopped.cross_traffic[0].traffic.clone().with("stop_s", number(4.5));
    assert_adopts(&before, &stopped, 4.0);
    assert_adopts(&stopped, &before, 3.0);
    let mut longer = before.clone();
    longer.duration = seconds(12.0);
    assert_adopts(&before, &longer, 8.0);
    // Interventions of the future are replaced, those of the past stay in force.
    assert_adopts(&with_change(before.clone(), 7.0, Change::Kind(1, Choice::of(&cc::cdg::SECTION))), &before, 3.0);
}

#[test]
fn what_was_changed_before_its_start_stays_so() {
    let early = with_flow(path(6.0), &cc::newreno::SECTION, &[]);
    let late = with_flow(early, &cc::newreno::SECTION, &[("start_s", number(4.0))]);
    let late = with_cross(late, &traffic::cbr::SECTION, &[("start_s", number(4.0))]);
    let row = traffic::cbr::SECTION.index("interval_ms").unwrap();
    let changed = with_change(late, 1.0, Change::Kind(1, Choice::of(&cc::cdg::SECTION)));
    let changed = with_change(changed, 1.5, Change::Flow(1, flow_row("base_rtt_ms"), number(90.0)));
    let changed = with_change(changed, 1.5, Change::Traffic(0, row, number(7.0)));
    let more = with_change(changed.clone(), 3.0, Change::Flow(0, flow_row("base_rtt_ms"), number(70.0)));
    assert_adopts(&changed, &more, 2.0);
    assert_eq!(to_the_end(Simulation::new(&more)).algorithm_section(1).kind, "cdg");
}
