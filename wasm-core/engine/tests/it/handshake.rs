//! A handshake that crosses the path. Not here: the sender's rules (`tcp/tests/handshake`), what it leaves behind in whole runs (`measures`).

use crate::common::*;
use sawtooth_engine::cc;
use sawtooth_engine::observe::{Source, signals};
use sawtooth_engine::params::{Choice, Section, Value};
use sawtooth_engine::path::{loss, queue};
use sawtooth_engine::scenario::{Bottleneck, Change, Scenario, Side};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::{Span, Time};

const FLOW: Source = Source::Flow(0);

/// One flow of NewReno, 100 ms, over 10 Mbit/s: a SYN takes 32 us of the link.
fn on(host: &'static str, duration_s: f64, handshake: &'static str, settings: &[(&str, Value)]) -> Scenario {
    let mut all = vec![
        ("host", word(host)),
        ("base_rtt_ms", number(100.0)),
        ("send_jitter_ms", number(0.0)),
        ("handshake", word(handshake)),
    ];
    all.extend_from_slice(settings);
    with_flow(path(duration_s), &cc::newreno::SECTION, &all)
}

fn scenario(duration_s: f64, handshake: &'static str, settings: &[(&str, Value)]) -> Scenario {
    on("linux", duration_s, handshake, settings)
}

fn with_model(mut scenario: Scenario, section: &'static Section, settings: &[(&str, Value)]) -> Scenario {
    let choice = settings.iter().fold(Choice::of(section), |choice, (name, value)| choice.with(name, value.clone()));
    scenario.bottleneck.loss = choice;
    scenario
}

/// When data packets arrive at the bottleneck.
fn data(scenario: &Scenario) -> (Simulation, Vec<Time>, Vec<Time>) {
    let (simulation, log) = run(scenario);
    let arrivals = log.of(FLOW, &signals::ARRIVE);
    let of = |syn: bool| arrivals.iter().filter(|(_, bytes)| (*bytes == 40.0) == syn).map(|(at, _)| *at).collect();
    (simulation, of(false), of(true))
}

/// Whatever loses data by the n-th packet: the run with a handshake is the one without, later by an RTT of it.
#[test] // SYN and SYN-ACK have draws of their own, and are none of the n packets
fn a_simulated_handshake_delays_a_run_and_changes_nothing_else() {
    let wait = Span(100_032_000);
    for (section, settings) in [
        (&loss::none::SECTION, vec![]),
        (&loss::bernoulli::SECTION, vec![("probability", number(0.01))]),
        (&loss::bernoulli::SECTION, vec![("probability", number(0.01)), ("position", word("after_queue"))]),
        (&loss::bit_errors::SECTION, vec![("bit_error_rate", number(1e-6))]),
        (&loss::periodic::SECTION, vec![]),
        (&loss::gilbert_elliott::SECTION, vec![("clock", word("flow_packets"))]),
        (&loss::gilbert_elliott::SECTION, vec![("clock", word("link_packets"))]),
    ] {
        for position in ["drop_tail", "red"] {
            let of = |duration_s, handshake| {
                let mut scenario = with_model(scenario(duration_s, handshake, &[]), section, &settings);
                if position == "red" {
                    scenario.bottleneck.queue = Choice::of(&queue::red::SECTION);
                }
                data(&scenario)
            };
            let (_, assumed, none) = of(20.0, "assumed");
            let (_, simulated, syns) = of(20.100032, "simulated");
            let later: Vec<Time> = assumed.iter().map(|at| *at + wait).collect();
            assert_eq!((none.len(), syns), (0, vec![Time::ZERO]));
            assert!(later == simulated && later.len() > 1000, "{} {position}", section.kind);
        }
    }
}

/// A link that loses everything for a time: the SYNs of then are lost, and the packets balance.
fn silent_until(end_s: f64, host: &'static str) -> (Simulation, Vec<Time>, Vec<Time>) {
    let begins = on(host, 40.0, "simulated", &[("initial_window_packets", number(10.0))]);
    let lossy = with_model(begins, &loss::bernoulli::SECTION, &[("probability", number(1.0))]);
    let none = Change::LossModel(Side::Forward, Choice::of(&loss::none::SECTION));
    data(&with_change(lossy, end_s, none))
}

#[test] // timers of 1 s on Linux, of 3 s on FreeBSD
fn lost_syns_are_sent_again_and_balance() {
    for (end_s, host, syns, first_flight) in
        [(0.5, "linux", vec![0, 1], 10), (1.5, "linux", vec![0, 1, 2], 1), (2.5, "freebsd", vec![0, 3], 1)]
    {
        let (simulation, data, sent) = silent_until(end_s, host);
        assert_eq!(sent, syns.iter().map(|s| seconds(f64::from(*s))).collect::<Vec<_>>());
        let began = *sent.last().unwrap() + Span(100_032_000);
        assert_eq!(data.iter().filter(|at| **at == began).count(), first_flight, "{host}");
        assert_eq!(data[0], began);
        let (counters, link) = (simulation.flow_counters(0), simulation.bottleneck_counters());
        assert_eq!((counters.dropped_random, counters.timeouts), (sent.len() as u64 - 1, 0));
        assert_eq!(counters.packets_sent, data.len() as u64 + sent.len() as u64);
        assert_eq!(link.arrived, link.dropped_random + link.dropped_queue + link.departed + link.queued);
    }
}

/// The answer is lost on the way back: another SYN, another answer.
#[test]
fn a_lost_answer_costs_a_timeout() {
    let mut scenario = scenario(20.0, "simulated", &[]);
    let certain = Choice::of(&loss::bernoulli::SECTION).with("probability", number(1.0));
    let queue = Choice::of(&queue::drop_tail::SECTION).with("limit_packets", number(100.0));
    scenario.reverse_bottleneck = Some(Bottleneck::new(1e7, queue, certain));
    let none = Change::LossModel(Side::Reverse, Choice::of(&loss::none::SECTION));
    let (simulation, data, syns) = data(&with_change(scenario.clone(), 0.5, none));
    assert_eq!(syns, [Time::ZERO, seconds(1.0)]);
    assert_eq!(data[0], seconds(1.0) + Span(100_064_000));
    let back = simulation.counters_of(Side::Reverse).expect("it has one");
    assert_eq!((back.dropped_random, simulation.flow_counters(0).dropped_random), (1, 0));
    // ACKs of data pass.
    let (alone, _) = run(&scenario);
    assert_eq!(alone.flow_counters(0).packets_delivered, 0);
}

/// An answer that is lost after the reverse link is none of the flow's data: its link has sent two SYNs.
#[test]
fn a_lost_answer_is_no_data_of_its_flow() {
    let mut scenario = scenario(1.2, "simulated", &[]);
    let certain = Choice::of(&loss::bernoulli::SECTION).with("probability", number(1.0));
    let queue = Choice::of(&queue::drop_tail::SECTION).with("limit_packets", number(100.0));
    scenario.reverse_bottleneck = Some(Bottleneck::new(1e7, queue, certain.with("position", word("after_queue"))));
    let (simulation, _) = run(&scenario);
    assert_eq!(simulation.counters_of(Side::Reverse).expect("it has one").lost_after_queue, 2);
    assert_eq!(simulation.flow_counters(0).departed_bytes, 80);
}

/// On a path of 4 s two more SYNs leave before the first answer: the answers to them change nothing, and the run can be cloned meanwhile.
#[test]
fn needless_syns_change_nothing() {
    let scenario =
        scenario(60.0, "simulated", &[("base_rtt_ms", number(2500.0)), ("transfer_bytes", number(29_200.0))]);
    let (simulation, data, syns) = data(&scenario);
    assert_eq!((syns.len(), data[0], data.len()), (3, Time(2_500_032_000), 20));
    assert!(simulation.flow_counters(0).completed);
    let mut begun = Simulation::new(&scenario);
    begun.run_until(seconds(1.5), &mut sawtooth_engine::observe::NullObserver);
    let mut fork = begun.clone();
    for simulation in [&mut begun, &mut fork] {
        simulation.run_until(scenario.duration, &mut sawtooth_engine::observe::NullObserver);
    }
    assert_same(&begun, &fork);
    assert_same(&begun, &simulation);
}
