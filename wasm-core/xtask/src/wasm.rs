//! Builds the engine for the browser into `web/pkg`: the module, its glue and their types. wasm-bindgen is used as a
//! library, so that Cargo.lock is the only place that says which version. Not here: how the page loads the module.

use std::path::{Path, PathBuf};
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

const PACKAGE: &str = "sawtooth-wasm";
const MODULE: &str = "sawtooth_wasm";
const PROFILE: &str = "wasm";
const TARGET: &str = "wasm32-unknown-unknown";

/// The root of the repository: two folders above this crate.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate lies in wasm-core/xtask").to_path_buf()
}

/// `cargo xtask wasm`.
pub fn build() -> Result<(), String> {
    let root = root();
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let status = Command::new(cargo)
        .args(["build", "--profile", PROFILE, "--lib", "--locked", "--target", TARGET, "--package", PACKAGE])
        .current_dir(&root)
        .status()
        .map_err(|error| format!("cargo did not start: {error}"))?;
    if !status.success() {
        return Err("the engine did not build for WebAssembly (see above)".to_owned());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |dir| root.join(dir));
    let module = target.join(TARGET).join(PROFILE).join(format!("{MODULE}.wasm"));
    let out = root.join("web/pkg");
    bindgen(&module, &out).map_err(|error| format!("wasm-bindgen: {error:#}"))?;
    let written = out.join(format!("{MODULE}_bg.wasm"));
    let size = std::fs::metadata(&written).map_err(|error| format!("{}: {error}", written.display()))?.len();
    println!("web/pkg/{MODULE}_bg.wasm: {size} bytes");
    Ok(())
}

fn bindgen(module: &Path, out: &Path) -> Result<(), impl std::fmt::Display + use<>> {
    let mut bindgen = Bindgen::new();
    // The module is handed over as bytes: an address relative to the glue would not exist in a classic worker.
    bindgen
        .input_path(module)
        .web(true)?
        .omit_default_module_path(true)
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(out)
}
