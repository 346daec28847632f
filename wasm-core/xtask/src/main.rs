//! Tasks of the repository that need Rust: `cargo xtask wasm` builds the engine for the browser, `cargo xtask generate`
//! writes the page's tables, `cargo xtask golden` shows and accepts changed golden traces, `cargo xtask scenarios`
//! prints random scenarios with their digests. Not here: anything that is part of the product.

mod generate;
mod golden;
mod scenarios;
mod wasm;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let task = arguments.next().unwrap_or_default();
    let rest: Vec<String> = arguments.collect();
    let done = match task.as_str() {
        "wasm" => wasm::build(),
        "generate" => generate::write(),
        "golden" => golden::run(&rest),
        "scenarios" => scenarios::print(&rest),
        _ => Err("usage: cargo xtask wasm | generate | golden [--accept] [NAME…] | scenarios COUNT".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask {task}: {reason}");
            ExitCode::FAILURE
        }
    }
}
