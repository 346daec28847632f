//! Writes `web/src/generated` from the engine's tables and opening comments, the presets, the experiments and a
//! short run of each algorithm; Python's types of a scenario; and copies into `scenario` the words that it shares with the page. Not here: the content of the files (`sawtooth_scenario::{generate, pages}`,
//! `sawtooth_measures::{presets, alone}`, `sawtooth_experiments::registry`, `sawtooth_sweep::scale`).

use crate::root;
use sawtooth_scenario::words::COPIED;
use std::fs;

/// `cargo xtask generate`.
pub fn write() -> Result<(), String> {
    let mut files = sawtooth_scenario::generate::files();
    files.extend(sawtooth_measures::presets::of_page());
    files.push(("windows.json", sawtooth_measures::alone::generated()));
    let pages = sawtooth_scenario::pages::generated(&root()).map_err(|wrong| wrong.join("\n"))?;
    files.push(("pages.json", pages));
    files.push(("experiments.json", sawtooth_experiments::registry::generated()));
    files.push(("scales.json", sawtooth_sweep::scale::generated()));
    for (name, text) in files {
        refresh("web/src/generated", name, &text)?;
    }
    refresh("python/sawtooth_lab", "_scenario.py", &sawtooth_scenario::python::types())?;
    for (name, _) in COPIED {
        let path = root().join("web/src/i18n/en").join(name);
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        refresh("wasm-core/scenario/words", name, &text)?;
    }
    Ok(())
}

/// Writes a file of the project if it has another content.
fn refresh(folder: &str, name: &str, text: &str) -> Result<(), String> {
    let path = root().join(folder).join(name);
    let fails = |error| format!("{}: {error}", path.display());
    let changed = fs::read_to_string(&path).ok().as_deref() != Some(text);
    if changed {
        fs::create_dir_all(root().join(folder)).map_err(fails)?;
        fs::write(&path, text).map_err(fails)?;
    }
    println!("{folder}/{name}: {}", if changed { "written" } else { "unchanged" });
    Ok(())
}
