//! `wasm-build MODULE FOLDER` writes the JavaScript and the types of a module that Cargo has built in the profile `wasm`, and the module
//! itself, into a folder, both below the folder that it is run in. wasm-bindgen is used as a library, so that only Cargo.lock names
//! its version. Not here: compiling the module (`package.json`), how the page loads it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = arguments.as_slice() else {
        eprintln!("usage: wasm-build MODULE FOLDER");
        return ExitCode::from(2);
    };
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let built = target.join("wasm32-unknown-unknown").join("wasm").join(format!("{module}.wasm"));
    match write(&built, Path::new(folder)) {
        Ok(written) => {
            println!("{}", written.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("wasm-bindgen: {}: {error}", built.display());
            ExitCode::FAILURE
        }
    }
}

/// Writes everything that belongs to a module. Returns the folder.
fn write(module: &Path, folder: &Path) -> Result<PathBuf, String> {
    let mut bindgen = Bindgen::new();
    // The page passes the module as bytes: a URL relative to the JavaScript would not exist in a classic worker.
    bindgen
        .input_path(module)
        .web(true)
        .and_then(|bindgen| {
            bindgen
                .omit_default_module_path(true)
                .typescript(true)
                .remove_name_section(true)
                .remove_producers_section(true)
                .generate(folder)
        })
        .map_err(|error| format!("{error:#}"))?;
    Ok(folder.to_path_buf())
}
