//! Sweeps, from outside: one program, so that what all of these tests use is compiled and linked once.

mod build;
mod documents;
mod find;
mod grown;
mod harm;
mod parquet;
mod store;
