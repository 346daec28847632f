//! Tasks of the repository that need Rust: `cargo xtask wasm` builds the engine for the browser, `cargo xtask generate` writes
//! what the page takes from the engine's tables. Not here: anything that runs in the product.

mod generate;
mod wasm;

use std::process::ExitCode;

fn main() -> ExitCode {
    let task = std::env::args().nth(1).unwrap_or_default();
    let done = match task.as_str() {
        "wasm" => wasm::build(),
        "generate" => generate::write(),
        _ => Err("usage: cargo xtask wasm | generate".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask {task}: {reason}");
            ExitCode::FAILURE
        }
    }
}
