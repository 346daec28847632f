//! `sawtooth --version`.

use std::process::Command;

#[test]
fn the_program_names_its_sources() {
    let output = Command::new(env!("CARGO_BIN_EXE_sawtooth")).arg("--version").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(concat!("sawtooth ", env!("CARGO_PKG_VERSION"))));
    assert_eq!(lines.next().unwrap().split_once(", sources ").unwrap().1, sawtooth_sweep::SOURCES);
}
