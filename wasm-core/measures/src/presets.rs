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
    "course_bufferbloat_20",
    "course_bufferbloat_100",
    "course_three_reno",
    "course_fixed_window",
    "course_selfish_sender",
    "course_no_control",
    "course_rtt_fairness",
    "course_kurose_p40",
    "course_kurose_p46",
    "course_incast",
    "course_chiu_jain",
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

/// All presets as one file.
pub fn generated() -> String {
    Json::Array(all()).pretty()
}

/// The page's files: what its first view has, the courses' exercises, which it fetches when one is opened, and their ids.
pub fn of_page() -> [(&'static str, String); 3] {
    let (courses, first): (Vec<Json>, Vec<Json>) = all().into_iter().partition(of_course);
    let ids = courses.iter().filter_map(|preset| preset.get("id").cloned()).collect();
    [("presets.json", first), ("courses.json", courses), ("course-ids.json", ids)]
        .map(|(file, list)| (file, Json::Array(list).pretty()))
}

fn of_course(preset: &Json) -> bool {
    preset.get("group").and_then(Json::text) == Some("course")
}

fn all() -> Vec<Json> {
    let read = |(id, text): &(&str, &str)| match parse(text) {
        Ok(preset) => preset,
        Err(error) => panic!("preset {id}: {error:?}"),
    };
    PRESETS.iter().map(read).collect()
}
