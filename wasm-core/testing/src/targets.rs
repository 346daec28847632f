//! The bodies of the fuzz targets: what is done with a fuzzer's bytes, and what must hold then. They panic where it does not.
//! The tests call them, too, over the kept corpus and over changes of it. Not here: the fuzzer (`wasm-core/fuzz`).

use crate::draw::Draw;
use crate::ledger::Ledger;
use crate::random;
use sawtooth_engine::observe::NullObserver;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::units::Time;
use sawtooth_scenario::words::Words;
use sawtooth_scenario::{Errors, check, document as written, parse, parse_bytes, read, resolved};

/// Events of a run that are simulated at most.
const MOST_EVENTS: u64 = 2000;

/// Any bytes as a document: they are refused in words, or read; what is read is written and reads back as the same.
pub fn scenario(bytes: &[u8]) {
    let tree = match parse_bytes(bytes) {
        Ok(tree) => tree,
        Err(error) => return refused(&error.into()),
    };
    assert!(parse(&tree.to_string()).is_ok_and(|again| again == tree), "a tree reads back as the same");
    let document = match check(tree) {
        Ok(document) => document,
        Err(errors) => return refused(&errors),
    };
    let text = written(&document.scenario).to_string();
    match read(&text) {
        Ok(again) => assert!(again.scenario == document.scenario, "a scenario reads back as the same: {text}"),
        Err(errors) => panic!("{:?}\n{text}", Words::errors().list(&errors)),
    }
    for at in [None, Some(Time::ZERO), Some(document.scenario.duration)] {
        let text = resolved(&document, at).to_string();
        assert!(parse(&text).is_ok(), "{text}");
    }
    // Its first moments do not panic, however large it is.
    if document.scenario.flows.len() + document.scenario.cross_traffic.len() < 50 {
        Simulation::new(&document.scenario).advance(
            Time::NEVER,
            50,
            &mut Listener::of_decisions(&mut Ledger::default()),
        );
    }
}

fn refused(errors: &Errors) {
    assert!(!errors.list.is_empty() && errors.list.len() <= 100);
    let words = Words::errors().list(errors);
    assert!(words.iter().all(|line| !line.is_empty()), "{words:?}");
}

/// Bytes as the choices of a random scenario, run for a while: its books balance, and a clone goes on as the original.
pub fn run(bytes: &[u8]) {
    let mut draw = Draw::bytes(bytes);
    let scenario = if draw.chance(0.25) { random::wild(&mut draw) } else { random::scenario(&mut draw) };
    let (mut simulation, mut ledger) = (Simulation::new(&scenario), Ledger::default());
    let cut = draw.between(0.0, MOST_EVENTS as f64) as u64;
    let over = simulation.advance(Time::NEVER, cut, &mut Listener::of_decisions(&mut ledger));
    let mut clone = simulation.clone();
    if !over {
        simulation.advance(Time::NEVER, MOST_EVENTS - cut, &mut Listener::of_decisions(&mut ledger));
    }
    // Books balance, and events are counted alike by who hears in order and who does not, between instants only.
    let next = Time(simulation.now().0.saturating_add(1));
    if simulation.advance(next, MOST_EVENTS, &mut Listener::of_decisions(&mut ledger)) {
        ledger.balances(&simulation);
        clone.run_until(next, &mut NullObserver);
        assert_eq!((simulation.digest(), simulation.events()), (clone.digest(), clone.events()));
    }
}
