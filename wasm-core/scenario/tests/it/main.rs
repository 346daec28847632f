//! Scenarios as documents, from outside: one program, so that what all of these tests use is compiled and linked once.

mod common;
mod copies;
mod junk;
mod limits;
mod paths;
mod reading;
mod trace_files;
