//! The engine of Sawtooth: a deterministic, packet-level simulator of one bottleneck.
//!
//! Read in this order: `units`, `random`, `params`, `scenario`; then `sim/mod.rs`, `sim/forward.rs` (the path of a
//! packet) and `sim/endpoints.rs` (senders and receivers); `tcp/sender/mod.rs`; `cc/mod.rs` and `cc/newreno.rs`;
//! `rate/mod.rs`. `sim/fast_path.rs` can be left out: it changes nothing but the time.
//! Modelled: TCP and rate-based senders and receivers; in each direction random loss, a queue, a link, reordering and delay;
//! ECN; traffic without congestion control, short transfers.
//! Not modelled: several bottlenecks in a row, routing, link layers that retransmit, segmentation offload.
//!
//! Invariants: no wall clock, no JSON, no files, no browser; integer nanoseconds; events of one instant in a stable
//! order; every draw a function of (seed, purpose, stream, ordinal); a simulation is plain data that can be cloned;
//! observers change nothing.

#![forbid(unsafe_code)]

#[macro_use]
pub mod params;
pub mod cc;
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
