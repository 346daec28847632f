//! Hosts of our own: those that say in other words what an algorithm of ours says are it to the bit, and clones go the same way.

use super::*;
use crate::cc::testing::{Bench, assert_close};
use crate::host;
use crate::observe::{NullObserver, Observer, Signal, Source};
use crate::params::Choice;
use crate::path::{loss, queue};
use crate::scenario::{Bottleneck, Flow, Scenario};
use crate::sim::Simulation;
use crate::units::Time;

/// Where a slot lies among a call's numbers.
const SLOT: usize = FIELDS.len();

/// TCP, as a reader would write it: AIMD with one packet and a half, in whole packets as FreeBSD has it.
fn tcp(hook: Hook, numbers: &mut Numbers) -> Answer {
    let [base, limited] = [numbers[OF_CALL], numbers[OF_CALL + 1]];
    match hook {
        Hook::Ack if limited == 0.0 => {}
        Hook::Ack => numbers[CWND] += if numbers[2] == 1.0 { 1.0 } else { 1.0 / numbers[CWND] },
        Hook::Loss | Hook::Timeout => numbers[SSTHRESH] = (base / 2.0).floor().max(2.0),
        Hook::Start | Hook::Round => {}
    }
    Answer::Done
}

/// AIMD(1/8) with all that ours does (`binomial.rs`): first loss, one in slow start and one after a timeout halve.
fn eighth(hook: Hook, numbers: &mut Numbers) -> Answer {
    let base = numbers[OF_CALL];
    match hook {
        Hook::Start => numbers[SLOT] = 1.0,
        Hook::Ack if numbers[OF_CALL + 1] == 0.0 => {}
        Hook::Ack if numbers[2] == 1.0 => numbers[CWND] += 1.0,
        Hook::Ack => numbers[CWND] += 0.3125 * (1.0 / numbers[CWND]),
        Hook::Loss => {
            let halves = numbers[SLOT] == 1.0 || numbers[CWND] < numbers[SSTHRESH];
            numbers[SLOT] = 0.0;
            numbers[CWND] = (numbers[CWND] - if halves { 0.5 } else { 0.125 } * numbers[CWND]).max(1.0);
            (numbers[SSTHRESH], numbers[SET + 1]) = (numbers[CWND].floor(), 1.0);
        }
        Hook::Timeout => (numbers[SLOT], numbers[SSTHRESH]) = (1.0, (base / 2.0).floor().max(2.0)),
        Hook::Round => {}
    }
    Answer::Done
}

/// Halves, and one packet more for each eighth of its own count.
fn counting(hook: Hook, numbers: &mut Numbers) -> Answer {
    match hook {
        Hook::Start => numbers[SLOT] = 3.0,
        Hook::Ack => {
            numbers[SLOT] += numbers[OF_CALL];
            if numbers[SLOT] >= 8.0 {
                numbers[SLOT] -= 8.0;
                numbers[CWND] += 1.0;
            }
        }
        Hook::Loss => numbers[CWND] *= 0.5,
        Hook::Timeout => return Answer::Absent,
        Hook::Round => numbers[SLOT + 63] += 1.0,
    }
    Answer::Done
}

fn scenario(kinds: &[&'static Section]) -> Scenario {
    let losses = Choice::of(&loss::bernoulli::SECTION).with("probability", Value::Number(0.005));
    let flow = |(n, section): (usize, &&'static Section)| {
        Flow::bulk(format!("flow{n}"), n as u64, Choice::of(section), Choice::of(&host::SECTION))
    };
    Scenario {
        seed: 1,
        duration: Time::from_seconds(20.0),
        packet_bytes: 1500,
        bottleneck: Bottleneck::new(10e6, Choice::of(&queue::drop_tail::SECTION), losses),
        reverse_bottleneck: None,
        flows: kinds.iter().enumerate().map(flow).collect(),
        cross_traffic: vec![],
        interventions: vec![],
    }
}

fn digest(kinds: &[&'static Section]) -> String {
    let mut simulation = Simulation::new(&scenario(kinds));
    simulation.run_until(Time::NEVER, &mut NullObserver);
    simulation.digest_hex()
}

#[test]
fn tcp_from_outside_is_newreno_to_the_bit() {
    let newreno = &newreno::SECTION;
    set_host(tcp);
    assert_eq!(digest(&[&SECTION, newreno]), digest(&[newreno, newreno]));
}

#[test]
fn aimd_from_outside_is_ours_to_the_bit() {
    set_host(eighth);
    let mut scenario = scenario(&[&crate::cc::aimd::SECTION, &newreno::SECTION]);
    scenario.flows[0].algorithm = Choice::of(&crate::cc::aimd::SECTION).with("b", Value::Number(0.125));
    let mut ours = Simulation::new(&scenario);
    ours.run_until(Time::NEVER, &mut NullObserver);
    assert_eq!(digest(&[&SECTION, &newreno::SECTION]), ours.digest_hex());
}

#[test]
fn without_a_host_it_is_newreno_to_the_bit() {
    for host in [(|_, _| Answer::Absent) as Host, |_, _| Answer::Fault] {
        set_host(host);
        assert_eq!(digest(&[&SECTION]), digest(&[&newreno::SECTION]));
    }
}

#[test]
fn a_clone_of_any_moment_goes_the_same_way() {
    set_host(counting);
    let whole = digest(&[&SECTION, &SECTION]);
    let mut cut = Simulation::new(&scenario(&[&SECTION, &SECTION]));
    for n in 1..40 {
        cut.run_until(Time::from_seconds(0.5 * f64::from(n)), &mut NullObserver);
        let mut clone = cut.clone();
        clone.run_until(Time::NEVER, &mut NullObserver);
        assert_eq!(clone.digest_hex(), whole);
    }
}

#[test]
fn a_call_has_its_numbers_and_keeps_the_slots() {
    set_host(counting);
    let (mut own, mut bench) = (Own::new(&[]), Bench::new(20.0, 10.0));
    own.on_start(&mut bench.cx());
    bench.sample(&mut own, 50.0, 1);
    bench.sample(&mut own, 70.0, 1);
    bench.ack(&mut own, 2.0);
    assert_eq!((own.slots[0], bench.window.cwnd), (5.0, 20.0));
    bench.ack(&mut own, 3.5);
    assert_eq!((own.slots[0], bench.window.cwnd), (0.5, 21.0));
    set_host(|hook, numbers| {
        let own = &numbers[OF_CALL..SET];
        match hook {
            Hook::Round => assert_eq!(*own, [0.0, 50.0, 70.0, 5.5]),
            Hook::Ack => assert_eq!(*own, [1.0, 1.0, 0.0, 35.0]),
            _ => unreachable!(),
        }
        assert_eq!(numbers[..OF_CALL], [21.0, 10.0, 0.0, 0.0, 20.0, 70.0, 50.0, 40.0, 10.0, 0.0]);
        Answer::Done
    });
    bench.round(&mut own);
    bench.ack(&mut own, 1.0);
    assert_eq!((own.rounds, own.round.newly_acked), (1, 1.0));
}

#[test]
fn a_window_set_at_a_loss_is_ssthresh_and_one_left_alone_stays() {
    let lose = |host: Host| {
        set_host(host);
        let mut bench = Bench::new(20.0, f64::INFINITY);
        bench.lose(&mut Own::new(&[]))
    };
    assert_close(lose(counting), 10.0, 0.0);
    assert_close(lose(tcp), 10.0, 0.0);
    assert_close(lose(|_, _| Answer::Done), 20.0, 0.0);
    set_host(counting);
    assert_close(Bench::new(21.0, 30.0).time_out(&mut Own::new(&[])), 10.0, 0.0);
}

#[test]
fn what_no_window_can_be_changes_nothing() {
    for wrong in [f64::NAN, -1.0, 0.0] {
        thread_local!(static WRONG: Cell<f64> = const { Cell::new(0.0) });
        WRONG.set(wrong);
        set_host(|_, numbers| {
            (numbers[CWND], numbers[SSTHRESH]) = (WRONG.get(), WRONG.get());
            Answer::Done
        });
        let mut bench = Bench::new(20.0, 10.0);
        bench.ack(&mut Own::new(&[]), 1.0);
        assert_eq!((bench.window.cwnd, bench.window.ssthresh), (20.0, 10.0));
    }
}

/// Widens its window without end, and paces at 4 Mbit/s.
fn paced(hook: Hook, numbers: &mut Numbers) -> Answer {
    if hook == Hook::Ack {
        (numbers[CWND], numbers[PACING]) = (500.0, 4e6);
    }
    Answer::Done
}

/// Greatest queue in packets after the first second, the pacing rates emitted, and bytes that departed.
#[derive(Default)]
struct Heard(f64, Vec<f64>, f64);
impl Observer for Heard {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        match signal.name {
            "queue_packets" if source == Source::Bottleneck && at > Time::from_seconds(1.0) => {
                self.0 = self.0.max(value)
            }
            "pacing_rate_bps" => self.1.push(value),
            "depart" => self.2 += value,
            _ => {}
        }
    }
}

#[test] // a window of 500 packets on a path of 33 stays without a queue: 4 of the link's 10 Mbit/s are used
fn a_program_may_pace() {
    set_host(paced);
    let run = |pacing: Option<bool>| {
        let mut scenario = scenario(&[&SECTION]);
        scenario.bottleneck.loss = Choice::of(&loss::none::SECTION);
        if let Some(on) = pacing {
            scenario.flows[0].settings = Choice::of(&host::SECTION).with("pacing", Value::Bool(on));
        }
        let (mut simulation, mut heard) = (Simulation::new(&scenario), Heard::default());
        simulation.run_until(Time::NEVER, &mut heard);
        heard
    };
    let Heard(queue, rates, bytes) = run(None);
    assert_eq!((queue, rates), (0.0, vec![4e6]));
    assert!((bytes * 8.0 / 20.0 / 4e6 - 1.0).abs() < 0.01, "{bytes} bytes");
    let Heard(queue, rates, _) = run(Some(false));
    assert!(queue > 50.0 && rates.is_empty(), "{queue} packets, {rates:?}");
}

#[test]
fn what_no_rate_can_be_changes_nothing() {
    let (mut own, mut bench) = (Own::new(&[]), Bench::new(20.0, 10.0));
    for (bps, rate) in [
        (-1.0, None),
        (f64::NAN, None),
        (12e6, Some(1000.0)),
        (f64::INFINITY, Some(1000.0)),
        (0.0, Some(f64::INFINITY)),
    ] {
        own.pace(bps, bench.cx().packet_bits());
        assert_eq!(own.pacing_rate(), rate, "{bps}");
    }
}
