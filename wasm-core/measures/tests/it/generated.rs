//! Generated files are as the engine's tables give them now, and the catalogue has a word for everything that the tables
//! name.

use sawtooth_engine::host;
use sawtooth_engine::params::Section;
use sawtooth_engine::scenario::{BOTTLENECK, RUN};
use sawtooth_measures::presets::PRESETS;
use sawtooth_scenario::words::{COPIED, Words};
use sawtooth_scenario::{pages, parse, python, tables};
use std::fs;
use std::path::{Path, PathBuf};

fn web(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src").join(path)
}

fn words(file: &str) -> Words {
    Words::of(&fs::read_to_string(web("i18n/en").join(file)).unwrap())
}

#[test]
fn every_page_of_the_algorithms_can_be_written() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    pages::generated(&root).unwrap_or_else(|wrong| panic!("{}", wrong.join("\n")));
}

#[test]
fn the_types_for_python_are_fresh() {
    let path = web("../../python/sawtooth_lab/_scenario.py");
    let there = fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    assert!(there == python::types(), "python/sawtooth_lab/_scenario.py is stale; run `npm run generate`");
}

#[test]
fn the_words_that_the_crate_carries_are_those_of_the_page() {
    for (name, carried) in COPIED {
        let there = fs::read_to_string(web("i18n/en").join(name)).unwrap().replace("\r\n", "\n");
        assert!(
            there == carried.replace("\r\n", "\n"),
            "wasm-core/scenario/words/{name} is stale; run `npm run generate`"
        );
    }
}

#[test]
fn every_setting_has_a_label() {
    let words = words("settings.json");
    let mut sections: Vec<&Section> = vec![&RUN, &BOTTLENECK, &host::SECTION];
    let lists =
        [tables::algorithms(), tables::disciplines(), tables::models(), tables::reorderings(), tables::traffic()];
    lists.iter().for_each(|list| sections.extend(*list));
    let missing: Vec<String> = sections
        .iter()
        .flat_map(|section| section.params.iter().map(move |param| (section.kind, param.name)))
        .filter(|(kind, name)| !words.has(&format!("setting.{kind}.{name}")) && !words.has(&format!("setting.{name}")))
        .map(|(kind, name)| format!("setting.{name} ({kind})"))
        .collect();
    assert!(missing.is_empty(), "web/src/i18n/en/settings.json has no {missing:?}");
}

#[test]
fn every_preset_has_its_words() {
    // Of the courses' exercises the page's first view has the titles.
    let (first, courses) = (words("presets.json"), words("courses.json"));
    for (id, text) in PRESETS {
        let words = if id.starts_with("course_") { &courses } else { &first };
        let preset = parse(text).unwrap();
        assert_eq!(preset.get("id").and_then(|v| v.text()), Some(*id));
        assert!(first.has(&format!("preset.{id}.title")) && words.has(&format!("preset.{id}.hook")), "{id}");
        // Others are shown nowhere.
        let own = words.keys().filter_map(|key| key.strip_prefix("preset.")?.strip_prefix(id)?.strip_prefix('.'));
        for key in own {
            assert!(["title", "hook", "nudge", "who"].contains(&key), "preset.{id}.{key}");
        }
        assert_eq!(preset.get("nudge").is_some(), words.has(&format!("preset.{id}.nudge")), "{id}");
        let hook = words.say(&format!("preset.{id}.hook"), &[]);
        let sentences: Vec<&str> = hook.split_inclusive(". ").collect();
        assert!(sentences.len() <= 2 && sentences.iter().all(|s| s.split_whitespace().count() <= 16), "{hook}");
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("presets");
    assert_eq!(fs::read_dir(folder).unwrap().count(), PRESETS.len(), "each file of presets/ stands in the list");
}
