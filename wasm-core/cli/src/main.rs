//! The command `sawtooth`: runs scenarios and prints what the laboratory knows of itself. Exit codes (contract, section 2):
//! 0 done, 1 a claim is not as its account says, 2 refused (reasons on standard error, nothing on standard output, no file touched), 3 anything else.
//! Not here: any rule of the simulation, any measure of a run.

mod algorithms;
mod claims;
mod clock;
mod course;
mod experiments;
mod files;
mod options;
mod parts;
mod pool;
mod run;
mod table;

use options::Command;
use sawtooth_lab::presets;
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// The program's version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit of the program's sources (`build.rs`).
pub const BUILD: &str = env!("SAWTOOTH_BUILD");

/// A digest of the program's sources (`build.rs`): programs of other sources may give other results, whatever their version.
pub const SOURCES: &str = env!("SAWTOOTH_SOURCES");

/// Why a command ends early.
pub enum Failure {
    /// The document or an option is refused: the reasons, a line each.
    Refused(Vec<String>),
    /// The machine failed (a full disk, say), or is spared from it: a run that was halted, or ended by a limit.
    Broken(String),
    /// A claim differs without an account, or holds although it carries one; all has been said.
    Differs,
    /// Whoever reads standard output has closed it.
    Closed,
}

impl Failure {
    /// One reason for a refusal.
    pub fn refused(reason: impl Display) -> Failure {
        Failure::Refused(vec![reason.to_string()])
    }
    /// What an operating system's error on standard output means.
    pub fn on_output(error: &io::Error) -> Failure {
        match error.kind() {
            ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Broken(format!("standard output: {error}")),
        }
    }
}

/// Prints to standard output; unlike `println!` it does not panic when that is closed or full.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| Failure::on_output(&error))
}

/// Says something on standard error, if anybody listens there.
pub fn remark(text: impl Display) {
    let mut line = String::new();
    // Names of files and options are others': what would move a terminal's cursor is written out.
    for c in text.to_string().chars() {
        if c.is_control() { line.extend(c.escape_default()) } else { line.push(c) }
    }
    let _ = writeln!(io::stderr().lock(), "{line}");
}

fn main() -> ExitCode {
    match options::read(std::env::args_os().skip(1)).and_then(perform) {
        Ok(()) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(Failure::Refused(reasons)) => {
            for reason in reasons {
                remark(format_args!("sawtooth: {reason}"));
            }
            ExitCode::from(2)
        }
        Err(Failure::Differs) => ExitCode::from(1),
        Err(Failure::Broken(reason)) => {
            remark(format_args!("sawtooth: {reason}"));
            ExitCode::from(3)
        }
    }
}

fn perform(command: Command) -> Result<(), Failure> {
    match command {
        Command::Help => print(options::HELP),
        Command::Version => print(&format!("sawtooth {VERSION}\nbuild {BUILD}, sources {SOURCES}\n")),
        Command::Schema => print(&sawtooth_scenario::schema::schema().pretty()),
        Command::Algorithms { json: true } => print(&sawtooth_scenario::generate::algorithms().pretty()),
        Command::Algorithms { json: false } => print(&algorithms::text()),
        Command::Presets { json: true } => print(&presets::generated()),
        Command::Presets { json: false } => print(&run::presets()),
        Command::Run(options) => run::run(&options),
        Command::Experiments(command) => experiments::perform(&command),
        Command::Claims(options) => claims::perform(&options),
    }
}
