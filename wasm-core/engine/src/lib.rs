//! The engine of Sawtooth: a deterministic, packet-level simulator of one bottleneck.
//!
//! Read in this order: `units`, `random`, `params`, `scenario`; then `sim/mod.rs` and
//! `sim/packets.rs`, the way of a packet; `tcp/sender.rs`; `cc/mod.rs` and `cc/newreno.rs`.
//! Modelled: TCP senders and receivers, random loss, a queue, a link, propagation delays, the way back.
//! Not modelled: several bottlenecks in a row, routing, link layers that retransmit, segmentation offload.
//!
//! Invariants: no wall clock, no JSON, no files, no browser; integer nanoseconds; events of one instant in a stable
//! order; every draw a function of (seed, purpose, stream, ordinal); a simulation is plain data that can be cloned;
//! who listens changes nothing.

#[macro_use]
pub mod params;
pub mod cc;
pub mod digest;
pub mod event;
pub mod formulas;
pub mod math;
pub mod observe;
pub mod path;
pub mod picture;
pub mod random;
pub mod rate;
pub mod scenario;
pub mod sim;
pub mod tcp;
pub mod telemetry;
pub mod traffic;
pub mod units;
