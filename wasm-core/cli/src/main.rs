//! The command `sawtooth`: runs scenarios and prints the laboratory's tables. Exit codes (contract, section 2): 0 done;
//! 1 a claim's result does not match its explanation; 2 rejected (reasons on standard error, nothing on standard
//! output, no file changed); 3 any other failure. Not here: rules of the simulation, measurements.

mod algorithms;
mod claims;
mod clock;
mod drawing;
mod edges;
mod execution;
mod experiments;
mod files;
mod find;
mod input;
mod job;
mod options;
mod output;
mod parts;
mod pool;
mod repeat;
mod run;
mod sweep;
mod table;
mod traces;
mod verdicts;
mod wide;

use options::Command;
use sawtooth_measures::presets;
pub use sawtooth_sweep::{BUILD, SOURCES, VERSION};
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// Reason why a command ends early.
pub enum Failure {
    /// The document or an option is rejected: the reasons, one per line.
    Refused(Vec<String>),
    /// The machine failed (a full disk, for example), or a run was halted or stopped by a limit.
    Broken(String),
    /// A claim is not reproduced without an explanation, or is reproduced although it has one; everything is printed.
    Differs,
    /// Standard output was closed by its reader.
    Closed,
}

impl Failure {
    /// A rejection with one reason.
    pub fn refused(reason: impl Display) -> Failure {
        Failure::Refused(vec![reason.to_string()])
    }
    /// The program's exit code (contract 2).
    fn code(&self) -> u8 {
        match self {
            Failure::Closed => 0,
            Failure::Differs => 1,
            Failure::Refused(_) => 2,
            Failure::Broken(_) => 3,
        }
    }
    /// Failure for an operating system's error on standard output.
    pub fn on_output(error: &io::Error) -> Failure {
        match error.kind() {
            ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Broken(format!("standard output: {error}")),
        }
    }
}

/// Prints to standard output; unlike `println!` it does not panic when the output is closed or full.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| Failure::on_output(&error))
}

/// Writes a line to standard error, ignoring failures.
pub fn remark(text: impl Display) {
    let mut line = String::new();
    // Names of files and options come from outside: control characters are escaped.
    for c in text.to_string().chars() {
        if c.is_control() { line.extend(c.escape_default()) } else { line.push(c) }
    }
    let _ = writeln!(io::stderr().lock(), "{line}");
}

fn main() -> ExitCode {
    let Err(failure) = options::read(std::env::args_os().skip(1)).and_then(perform) else { return ExitCode::SUCCESS };
    let reasons = match &failure {
        Failure::Refused(reasons) => reasons.as_slice(),
        Failure::Broken(reason) => std::slice::from_ref(reason),
        Failure::Differs | Failure::Closed => &[],
    };
    for reason in reasons {
        remark(format_args!("sawtooth: {reason}"));
    }
    ExitCode::from(failure.code())
}

fn perform(command: Command) -> Result<(), Failure> {
    match command {
        Command::Help => print(options::HELP),
        Command::Version => print(&format!("sawtooth {VERSION}\nbuild {BUILD}, sources {SOURCES}\n")),
        Command::Schema => print(&sawtooth_scenario::schema::schema().pretty()),
        Command::SweepSchema => print(&sawtooth_sweep::schema::schema().pretty()),
        Command::FindSchema => print(&sawtooth_sweep::schema::find().pretty()),
        Command::Find(options) => find::find(&options),
        Command::Fit(options) => find::fit(&options),
        Command::Sweep(options) => sweep::perform(&options),
        Command::Merge(options) => sweep::merge(&options),
        Command::Algorithms { json: true } => print(&sawtooth_scenario::generate::algorithms().pretty()),
        Command::Algorithms { json: false } => print(&algorithms::text()),
        Command::Presets { json: true } => print(&presets::generated()),
        Command::Presets { json: false } => print(&run::presets()),
        Command::Run(options) => run::run(&options),
        Command::Experiments(command) => experiments::perform(&command),
        Command::Edges(options) => edges::perform(&options),
        Command::Claims(options) => claims::perform(&options),
    }
}

#[cfg(test)]
mod tests {
    use super::Failure;

    #[test]
    fn exit_codes_are_those_of_the_contract() {
        let all = [Failure::Closed, Failure::Differs, Failure::refused("one"), Failure::Broken("a disk".to_string())];
        assert_eq!(all.map(|failure| failure.code()), [0, 1, 2, 3]);
    }
}
