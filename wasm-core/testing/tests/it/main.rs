//! The helpers of tests themselves, from outside: one program, so that what all of these tests use is compiled and linked once.

mod coverage;
mod documents;
mod targets;
