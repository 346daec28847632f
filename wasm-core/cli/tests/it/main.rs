//! The command `sawtooth`, from outside: one program, so that what all of these tests use is compiled and linked once.

mod common;
mod discriminators;
mod experiments;
mod files;
mod many;
mod program;
mod rate_traces;
mod sweep;
mod version;
mod wide;
