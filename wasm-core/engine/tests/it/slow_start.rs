//! How slow start ends on a whole path by each word of `slow_start`: CUBIC on Linux, 10 Mbit/s, 120 ms and a queue of 330 packets
//! (the path holds 101), without send jitter and with up to 20 ms of it. Not here: the exit rules by themselves
//! (`slow_start/`), the numbers of their decisions (`rules/`).

use crate::common::{number, path, seconds, with_flow, word};
use sawtooth_engine::cc;
use sawtooth_engine::observe::{Observer, Rule, Signal, Source, signals};
use sawtooth_engine::params::Choice;
use sawtooth_engine::path::queue;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::units::Time;

/// Packets on the path, and those that the queue holds.
const PATH: f64 = 101.0;
const QUEUE: f64 = 330.0;

/// A decision of an exit rule: when, which, the window before and after it, and the smoothed RTT in seconds.
#[derive(Debug)]
struct Exit {
    at_s: f64,
    rule: &'static str,
    before: f64,
    after: f64,
    srtt_s: f64,
}

/// A flow's first three seconds, as an observer hears them.
#[derive(Debug, Default)]
struct Start {
    drops: u64,
    first_drop_s: Option<f64>,
    /// When the window first filled the path.
    full_s: Option<f64>,
    exits: Vec<Exit>,
    cwnd: f64,
    srtt_s: f64,
}

impl Observer for Start {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        if std::ptr::eq(signal, &signals::DROP_QUEUE) {
            self.drops += 1;
            self.first_drop_s.get_or_insert(at.seconds());
        } else if std::ptr::eq(signal, &signals::SRTT) {
            self.srtt_s = value / 1e3;
        } else if std::ptr::eq(signal, &signals::CWND) && source == Source::Flow(0) {
            self.cwnd = value;
            if value >= PATH {
                self.full_s.get_or_insert(at.seconds());
            }
        }
    }

    fn decision(&mut self, at: Time, _: Source, rule: &'static Rule, numbers: &[f64]) {
        if ["hystart", "search"].iter().any(|kind| rule.key.starts_with(kind)) {
            let after = *numbers.last().expect("a window");
            let (before, srtt_s) = (self.cwnd, self.srtt_s);
            self.exits.push(Exit { at_s: at.seconds(), rule: rule.key, before, after, srtt_s });
        }
    }
}

fn start(slow_start: &'static str, jitter_ms: f64, seed: u64) -> Start {
    let mut scenario = path(3.0);
    scenario.seed = seed;
    scenario.bottleneck.queue = Choice::of(&queue::drop_tail::SECTION).with("limit_packets", number(QUEUE));
    let settings = [
        ("host", word("linux")),
        ("initial_window_packets", number(10.0)),
        ("base_rtt_ms", number(120.0)),
        ("send_jitter_ms", number(jitter_ms)),
        ("slow_start", word(slow_start)),
    ];
    let scenario = with_flow(scenario, &cc::cubic::SECTION, &settings);
    let mut start = Start::default();
    Simulation::new(&scenario).run_until(seconds(3.0), &mut Listener::of_decisions(&mut start));
    println!(
        "{slow_start}, jitter {jitter_ms} ms, seed {seed}: {} drops, the first at {:?} s",
        start.drops, start.first_drop_s
    );
    start.exits.iter().for_each(|exit| println!("  {exit:?}"));
    start
}

/// Each run, and the one without an exit rule beside it.
fn runs(slow_start: &'static str) -> impl Iterator<Item = (Start, Start)> {
    let cases = [(0.0, 1), (20.0, 1), (20.0, 2), (20.0, 3)];
    cases.into_iter().map(move |(jitter, seed)| (start(slow_start, jitter, seed), start("standard", jitter, seed)))
}

#[test]
fn slow_start_alone_loses_about_a_window() {
    for (_, standard) in runs("standard") {
        assert!(standard.exits.is_empty() && standard.drops as f64 > QUEUE, "{}", standard.drops);
    }
}

#[test]
fn hystart_ends_it_before_a_drop() {
    for (start, _) in runs("hystart") {
        let [exit] = &start.exits[..] else { panic!("{:?}", start.exits) };
        assert!(exit.after > PATH && exit.after < PATH + QUEUE && start.drops == 0, "{start:?}");
    }
}

#[test] // a quarter of the growth still fills the queue in some round trips
fn hystart_pp_slows_it_down_before_a_drop() {
    for (start, standard) in runs("hystart_pp") {
        let first = &start.exits[0];
        assert_eq!(first.rule, "hystart_pp.conservative");
        assert!(start.first_drop_s.is_none_or(|drop| first.at_s < drop), "{start:?}");
        assert!(4 * start.drops < standard.drops, "{} of {}", start.drops, standard.drops);
    }
}

#[test] // at the RTT of that time: the queue grows meanwhile, beyond its limit, too
fn search_ends_it_two_rtts_after_the_path_is_full() {
    for (start, standard) in runs("search") {
        let [exit] = &start.exits[..] else { panic!("{:?}", start.exits) };
        let full_s = start.full_s.expect("it fills the path");
        let rtts = (exit.at_s - full_s) / exit.srtt_s;
        println!("  {rtts:.2} RTTs after {full_s:.3} s");
        assert!((1.5..3.0).contains(&rtts), "{rtts}");
        assert!((exit.before - exit.after - 2.0 * PATH).abs() < 10.0, "it gives up two RTTs' deliveries: {exit:?}");
        assert!(3 * start.drops < 2 * standard.drops, "{} of {}", start.drops, standard.drops);
    }
}
