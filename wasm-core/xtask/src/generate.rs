//! Writes `web/src/generated` from the engine's tables and opening comments, the presets, the experiments and a
//! short run of each algorithm. Not here: the content of the files (`sawtooth_scenario::{generate, pages}`,
//! `sawtooth_measures::{presets, alone}`, `sawtooth_experiments::registry`).

use crate::wasm::root;
use std::fs;

/// `cargo xtask generate`.
pub fn write() -> Result<(), String> {
    let folder = root().join("web/src/generated");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files = sawtooth_scenario::generate::files();
    files.push(("presets.json", sawtooth_measures::presets::generated()));
    files.push(("windows.json", sawtooth_measures::alone::generated()));
    let pages = sawtooth_scenario::pages::generated(&root()).map_err(|wrong| wrong.join("\n"))?;
    files.push(("pages.json", pages));
    files.push(("experiments.json", sawtooth_experiments::registry::generated()));
    for (name, text) in files {
        let path = folder.join(name);
        let changed = fs::read_to_string(&path).ok().as_ref() != Some(&text);
        if changed {
            fs::write(&path, &text).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        println!("web/src/generated/{name}: {}", if changed { "written" } else { "unchanged" });
    }
    Ok(())
}
