//! Nothing is allocated per packet once a run goes: an allocator that counts watches a run in its steady state.
#![allow(unsafe_code, reason = "an allocator can be written in no other way")]

#[path = "it/common/mod.rs"]
#[allow(dead_code)]
mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use common::*;
use sawtooth_engine::params::{Choice, Section, Value};
use sawtooth_engine::path::{loss, queue};
use sawtooth_engine::scenario::{ALGORITHMS, Scenario};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::{cc, traffic};

/// The system's allocator, counting for each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: all calls go to the system's allocator unchanged; the counter neither allocates nor needs to be dropped.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's own promise.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's own promise.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's own promise.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Runs for 600 s, until records of the window are rare, then watches 200 s more.
#[track_caller]
fn allocates_nothing(scenario: &Scenario, what: &str) {
    let mut simulation = Simulation::new(scenario);
    simulation.run_silently(seconds(600.0));
    let before = (ALLOCATIONS.get(), simulation.events());
    simulation.run_silently(seconds(800.0));
    let (allocations, events) = (ALLOCATIONS.get() - before.0, simulation.events() - before.1);
    assert!(events > 100_000, "{what}");
    // A ring buffer may still grow when a window is higher than all before it.
    assert!(allocations <= 4, "{what}: {allocations} allocations in {events} events");
}

fn calls(scenario: Scenario) -> Scenario {
    with_cross(scenario, &traffic::voip::SECTION, &[])
}

/// Two flows of an algorithm.
fn two(section: &'static Section) -> Scenario {
    let one = with_flow(path(800.0), section, &[("delayed_ack", Value::Bool(true))]);
    with_flow(one, section, &[("recovery", word("newreno"))])
}

#[test]
fn a_run_that_goes_allocates_nothing() {
    for section in ALGORITHMS {
        allocates_nothing(&calls(two(section)), section.kind);
    }
}

#[test]
fn a_run_with_random_loss_allocates_nothing() {
    for section in ALGORITHMS {
        allocates_nothing(&calls(with_loss(two(section), 0.01)), section.kind);
    }
}

#[test]
fn nothing_is_allocated_whatever_the_packets_meet() {
    let newreno = &cc::newreno::SECTION;
    let waves = |scenario| {
        let on_off = with_cross(scenario, &traffic::on_off::SECTION, &[]);
        with_cross(on_off, &traffic::sawtooth::SECTION, &[("off_s", number(0.4))])
    };
    for section in queue::DISCIPLINES {
        let mut scenario = with_flow(with_flow(waves(path(800.0)), newreno, &[]), newreno, &[]);
        scenario.bottleneck.queue = Choice::of(section).with("limit_packets", number(60.0));
        allocates_nothing(&scenario, section.kind);
    }
    for section in loss::MODELS {
        let mut scenario = with_flow(waves(path(800.0)), newreno, &[]);
        scenario.bottleneck.loss = Choice::of(section);
        allocates_nothing(&scenario, section.kind);
    }
}
