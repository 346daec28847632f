//! NewReno driven by a loss discriminator: what does not concern it leaves every run as it was, and what it calls random does not reduce the
//! window. Not here: the rules (`cc/discriminators`), single losses (`cc/newreno`).

use crate::common::*;
use sawtooth_engine::cc::discriminators::driver::Driving;
use sawtooth_engine::cc::newreno;
use sawtooth_engine::observe::{NullObserver, Observer, Rule, Signal, Source, signals};
use sawtooth_engine::params::{Choice, Value};
use sawtooth_engine::path::loss;
use sawtooth_engine::scenario::{Change, Scenario};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::units::Time;

/// One flow on 10 Mbit/s and 40 ms with a queue of 84 packets, 20 s.
fn driven(word: &'static str, settings: &[(&str, Value)]) -> Scenario {
    let mut scenario = with_flow(path(20.0), &newreno::SECTION, settings);
    let flow = &mut scenario.flows[0];
    flow.algorithm = flow.algorithm.clone().with("discriminator", Value::Word(word));
    scenario
}

/// Decisions and cuts of a flow.
#[derive(Default)]
struct Decisions {
    ignored: u64,
    halved: u64,
    kept: u64,
    cuts: u64,
    /// When losses were ignored, first and last.
    span: Option<(Time, Time)>,
}

impl Observer for Decisions {
    fn signal(&mut self, _: Time, _: Source, signal: &'static Signal, _: f64) {
        self.kept += u64::from(std::ptr::eq(signal, &signals::LOSS_TOLERATED));
        self.cuts += u64::from(std::ptr::eq(signal, &signals::WINDOW_CUT));
    }
    fn decision(&mut self, at: Time, _: Source, rule: &'static Rule, _: &[f64]) {
        if rule.key == "newreno.ignore_random" {
            self.ignored += 1;
            self.span = Some((self.span.map_or(at, |(first, _)| first), at));
        }
        self.halved += u64::from(rule.key == "newreno.halve_judged");
    }
}

fn decide(scenario: &Scenario) -> (Simulation, Decisions) {
    let (mut simulation, mut decisions) = (Simulation::new(scenario), Decisions::default());
    simulation.run_until(Time::NEVER, &mut Listener::of_decisions(&mut decisions));
    (simulation, decisions)
}

/// Alone without random loss, the queue of two BDP is full at every loss and the delay at its maximum, so these rules call each of
/// them congestion.
#[test]
fn who_is_never_told_of_random_loss_is_plain_newreno() {
    let mut plain = Simulation::new(&driven("none", &[]));
    plain.run_until(Time::NEVER, &mut NullObserver);
    for rule in ["vegas_rate", "veno_backlog", "biaz", "mbiaz", "spike"] {
        let (simulation, decisions) = decide(&driven(rule, &[]));
        assert!(decisions.ignored == 0 && decisions.halved > 2, "{rule}: {} ignored", decisions.ignored);
        assert_eq!(simulation.digest_hex(), plain.digest_hex(), "{rule}");
    }
}

/// At 1 % loss after the queue.
#[test]
fn each_rule_drives_in_every_stack_and_the_window_follows() {
    let lossy = Choice::of(&loss::bernoulli::SECTION).with("probability", number(0.01));
    for rule in Driving::WORDS {
        for host in ["freebsd", "linux", "linux_2_6", "ns2"] {
            let mut scenario = driven(rule, &[("host", Value::Word(host))]);
            scenario.bottleneck.loss = lossy.clone().with("position", word("after_queue"));
            let (simulation, decisions) = decide(&scenario);
            assert_eq!(decisions.kept, decisions.ignored, "{rule}, {host}: a loss that is ignored reduces nothing");
            assert!(decisions.cuts >= decisions.halved, "{rule}, {host}");
            assert_eq!(decisions.ignored + decisions.halved > 0, *rule != "none", "{rule}, {host}");
            // The same without shortcuts, and from a clone.
            let mut slow = Simulation::plain(&scenario);
            slow.run_until(seconds(7.0), &mut NullObserver);
            let mut slow = slow.clone();
            slow.run_until(Time::NEVER, &mut NullObserver);
            assert_same(&simulation, &slow);
        }
    }
}

/// At 1 % loss before the queue, with another choice from 10 s on.
#[test]
fn the_choice_may_change_during_the_run() {
    let row = newreno::SECTION.index("discriminator").expect("a setting");
    let changed = |from: &'static str, to: &'static str| {
        let mut scenario = driven(from, &[]);
        scenario.bottleneck.loss = Choice::of(&loss::bernoulli::SECTION).with("probability", number(0.01));
        with_change(scenario, 10.0, Change::Algorithm(0, row, Value::Word(to)))
    };
    let [plain, driven, no_more] =
        [("none", "none"), ("none", "spike"), ("spike", "none")].map(|(from, to)| decide(&changed(from, to)).1);
    assert_eq!((plain.ignored, plain.halved), (0, 0));
    assert!(driven.ignored > 20 && driven.span.expect("some").0 >= seconds(10.0), "{}", driven.ignored);
    assert!(no_more.ignored > 20 && no_more.span.expect("some").1 < seconds(10.0), "{}", no_more.ignored);
}
