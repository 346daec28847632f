//! Measures, from outside: one program, so that what all of these tests use is compiled and linked once.

mod cases;
mod copies;
mod courses;
mod discriminators;
mod generated;
mod handshake;
mod lesson_scores;
mod measures;
mod no_effect;
mod notices;
mod presets;
mod random;
mod summary;
mod undo;
