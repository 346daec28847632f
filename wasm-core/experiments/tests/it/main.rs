//! Experiments, from outside: one program, so that what all of these tests use is compiled and linked once.

mod accounts;
mod central;
mod registry;
