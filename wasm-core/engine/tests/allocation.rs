//! Nothing is allocated per packet once a run goes: an allocator that counts watches a run in its steady state.
#![allow(unsafe_code, reason = "an allocator can be written in no other way")]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use common::*;
use sawtooth_engine::observe::Silence;
use sawtooth_engine::params::Value;
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

#[test]
fn a_run_that_goes_allocates_nothing() {
    let calls = |scenario| with_cross(scenario, &traffic::voip::SECTION, &[]);
    for section in cc::ALGORITHMS {
        let one = with_flow(path(400.0), section, &[("delayed_ack", Value::Bool(true))]);
        let two = with_flow(one, section, &[("recovery", word("newreno"))]);
        let lossy = with_loss(two.clone(), 0.01);
        for scenario in [calls(two), calls(lossy)] {
            let mut simulation = Simulation::new(&scenario);
            simulation.run_until(seconds(200.0), &mut Silence);
            let before = (ALLOCATIONS.get(), simulation.events());
            simulation.run_until(seconds(400.0), &mut Silence);
            let (allocations, events) = (ALLOCATIONS.get() - before.0, simulation.events() - before.1);
            assert!(events > 100_000);
            // A ring buffer may still grow when a window is higher than all before it.
            assert!(allocations <= 4, "{}: {allocations} allocations in {events} events", section.kind);
        }
    }
}
