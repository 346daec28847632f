//! Recording of a simulation: columns bounded in memory, clones from which the past is simulated again, views for a
//! span of the screen, and what the picture of the path needs beside the simulation. It uses `sim`; nothing outside
//! this folder except the crates above uses it, so that observers change nothing.

pub mod column;
pub mod curve;
pub mod drawn;
pub mod history;
pub mod listen;
pub mod past;
pub mod recording;
pub mod steps;
mod thin;
pub mod truth;
pub mod view;
pub mod watch;
pub mod why;
