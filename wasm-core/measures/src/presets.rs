//! Presets of the laboratory: single runs, one file each in `presets/`, in the order of the list. Their words are in
//! the catalogue under `preset.<id>`. Not here: how the page opens them.

use sawtooth_scenario::{Json, parse};

macro_rules! presets {
    ($($id:literal),+ $(,)?) => {
        /// Ids and texts, in the laboratory's order.
        pub const PRESETS: &[(&str, &str)] = &[$(($id, include_str!(concat!("../presets/", $id, ".json")))),+];
    };
}

presets! {
    "cdg_beside_newreno",
    "full_home_router",
    "adsl",
    "lossy_radio_link",
    "cellular",
    "satellite",
    "cdg_fig3",
    "cdg_fig4",
    "cdg_fig5",
    "cdg_fig6",
    "cdg_fig7",
    "cdg_fig8a",
    "cdg_fig8b",
    "cdg_fig9",
    "vegas_beside_newreno",
    "bbr_beside_cubic",
    "prague_beside_cubic",
    "tfrc_beside_tcp",
    "flash_crowd",
    "two_way_red",
    "codel_and_call",
    "new_scenario",
}

/// The ids, in order.
pub fn ids() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().map(|(id, _)| *id)
}

/// The scenario of a preset.
pub fn scenario(id: &str) -> Option<Json> {
    let (_, text) = PRESETS.iter().find(|(one, _)| *one == id)?;
    parse(text).ok()?.get("scenario").cloned()
}

/// All presets as one file of the page.
pub fn generated() -> String {
    let all = PRESETS.iter().map(|(id, text)| match parse(text) {
        Ok(preset) => preset,
        Err(error) => panic!("preset {id}: {error:?}"),
    });
    Json::Array(all.collect()).pretty()
}
