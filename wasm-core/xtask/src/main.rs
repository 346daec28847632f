//! Tasks of the repository that need Rust: `cargo xtask generate` writes the page's tables, `cargo xtask golden` shows and accepts
//! changed golden traces, `cargo xtask scenarios` prints random scenarios with their digests. Not here: the modules for the browser
//! (`wasm-build`), anything that is part of the product.

mod generate;
mod golden;
mod scenarios;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let task = arguments.next().unwrap_or_default();
    let rest: Vec<String> = arguments.collect();
    let done = match task.as_str() {
        "generate" => generate::write(),
        "golden" => golden::run(&rest),
        "scenarios" => scenarios::print(&rest),
        _ => Err("usage: cargo xtask generate | golden [--accept] [NAME…] | scenarios COUNT".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask {task}: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository: two folders above this crate. Cargo says where that is now: a clone may have been moved since it was built.
fn root() -> PathBuf {
    let crate_folder = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs this");
    Path::new(&crate_folder).ancestors().nth(2).expect("the crate lies in wasm-core/xtask").to_path_buf()
}
