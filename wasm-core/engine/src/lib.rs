//! The engine of Sawtooth: a deterministic, packet-level simulator of one bottleneck.
//!
//! Read in this order: `units`, `random`, `params`, `scenario`; then `sim/mod.rs`, `sim/forward.rs` (the path of a
//! packet) and `sim/endpoints.rs` (senders and receivers); `tcp/sender/mod.rs`; `cc/mod.rs` and `cc/newreno.rs`;
//! `rate/mod.rs`. `sim/fast_path.rs` can be left out: it changes nothing but the time.
//! Modelled: TCP and rate-based senders and receivers; in each direction random loss, a queue, a link, reordering and delay;
//! ECN; traffic without congestion control, short transfers.
//! Not modelled: several bottlenecks in a row, routing, link layers that retransmit other than Wi-Fi, segmentation offload.
//!
//! Invariants: no wall clock, no JSON, no files, no browser; integer nanoseconds; events of one instant in a stable
//! order; every draw a function of (seed, purpose, stream, ordinal); a simulation is plain data that can be cloned;
//! observers change nothing.
//!
//! # Example
//!
//! One NewReno flow on a link of 10 Mbit/s with a base RTT of 40 ms and a queue of 30 packets, for 20 s:
//!
//! ```
//! use sawtooth_engine::observe::NullObserver;
//! use sawtooth_engine::params::{Choice, Value};
//! use sawtooth_engine::path::{loss, queue};
//! use sawtooth_engine::scenario::{Bottleneck, Flow, Scenario};
//! use sawtooth_engine::sim::Simulation;
//! use sawtooth_engine::units::Time;
//! use sawtooth_engine::{cc, host};
//!
//! let queue = Choice::of(&queue::drop_tail::SECTION).with("limit_packets", Value::Number(30.0));
//! let settings = Choice::of(&host::SECTION).with("base_rtt_ms", Value::Number(40.0));
//! let scenario = Scenario {
//!     seed: 1,
//!     duration: Time::from_seconds(20.0),
//!     packet_bytes: 1500,
//!     bottleneck: Bottleneck::new(10e6, queue, Choice::of(&loss::none::SECTION)),
//!     reverse_bottleneck: None,
//!     flows: vec![Flow::bulk("one".into(), 0, Choice::of(&cc::newreno::SECTION), settings)],
//!     cross_traffic: vec![],
//!     interventions: vec![],
//! };
//!
//! let mut simulation = Simulation::new(&scenario);
//! simulation.run_until(scenario.duration, &mut NullObserver);
//! let counters = simulation.flow_counters(0);
//! let goodput_mbps = counters.delivered_bytes as f64 * 8.0 / 20.0 / 1e6;
//! assert!(goodput_mbps > 8.5 && counters.fast_recoveries > 0);
//! // A simulation is plain data: both copies go on alike.
//! assert_eq!(simulation.clone().flow_counters(0), counters);
//! ```

#![forbid(unsafe_code)]

#[macro_use]
pub mod params;
pub mod cc;
pub mod decisions;
pub mod digest;
pub mod ecn;
pub mod event_queue;
pub mod formulas;
pub mod host;
pub mod math;
pub mod observe;
pub mod path;
pub mod picture;
pub mod random;
pub mod rate;
mod ring;
pub mod scenario;
pub mod sim;
pub mod slow_start;
pub mod tcp;
pub mod telemetry;
pub mod traffic;
pub mod units;
