//! Builds the modules for the browser: the engine into `web/pkg`, the experiments into `web/pkg-figures`, and the
//! engine for readers' own algorithms into `web/pkg-own`, each with glue and types. wasm-bindgen is used as a library, so that only Cargo.lock names its version. Not here: how the page
//! loads the modules.

use std::path::{Path, PathBuf};
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

/// A module: package, features, profile, and destination folder.
struct Module {
    package: &'static str,
    features: &'static [&'static str],
    profile: &'static str,
    folder: &'static str,
}

const MODULES: [Module; 3] = [
    Module { package: "sawtooth-wasm", features: &[], profile: "wasm", folder: "web/pkg" },
    Module { package: "sawtooth-wasm-figures", features: &[], profile: "wasm-figures", folder: "web/pkg-figures" },
    // Cargo writes it over the first module, which has been read by then.
    Module { package: "sawtooth-wasm", features: &["--features", "own"], profile: "wasm", folder: "web/pkg-own" },
];
const TARGET: &str = "wasm32-unknown-unknown";

/// The root of the repository: two folders above this crate.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate lies in wasm-core/xtask").to_path_buf()
}

/// `cargo xtask wasm`.
pub fn build() -> Result<(), String> {
    MODULES.iter().try_for_each(module)
}

fn module(module: &Module) -> Result<(), String> {
    let root = root();
    let Module { package, features, profile, folder } = module;
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    // As a cdylib alone: built as a Rust library, too, it gets no link-time optimisation, and is 6 % larger as sent.
    let status = Command::new(cargo)
        .args(["rustc", "--profile", profile, "--lib", "--locked", "--target", TARGET, "--package", package])
        .args(*features)
        .args(["--crate-type", "cdylib"])
        .current_dir(&root)
        .status()
        .map_err(|error| format!("cargo did not start: {error}"))?;
    if !status.success() {
        return Err(format!("{package} did not build for WebAssembly (see above)"));
    }
    let name = package.replace('-', "_");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |dir| root.join(dir));
    let built = target.join(TARGET).join(profile).join(format!("{name}.wasm"));
    let out = root.join(folder);
    bindgen(&built, &out).map_err(|error| format!("wasm-bindgen: {error:#}"))?;
    let written = out.join(format!("{name}_bg.wasm"));
    let size = std::fs::metadata(&written).map_err(|error| format!("{}: {error}", written.display()))?.len();
    println!("{folder}/{name}_bg.wasm: {size} bytes");
    Ok(())
}

fn bindgen(module: &Path, out: &Path) -> Result<(), impl std::fmt::Display + use<>> {
    let mut bindgen = Bindgen::new();
    // The module is passed as bytes: a URL relative to the glue would not exist in a classic worker.
    bindgen
        .input_path(module)
        .web(true)?
        .omit_default_module_path(true)
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(out)
}
