//! Copies of an entry (`count`) in random documents: the run of a document that asks for copies is, to the digest and the summary, that of
//! the document with all of them written out. Not here: what is rejected (`scenario/tests/it/copies.rs`).

use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_measures::notices;
use sawtooth_measures::summary::Summary;
use sawtooth_scenario::{Document, Json, check, document, read};
use sawtooth_testing::{cases, random};
use std::cell::Cell;

/// The summary of a run, and with it the digest.
fn summary(document: &Document) -> Json {
    Summary::of(&document.scenario)
}

fn entries(document: &Json, list: &str) -> Vec<Json> {
    document.get(list).and_then(Json::elements).unwrap_or_default().to_vec()
}

fn without(entry: &Json, field: &str) -> Json {
    Json::Object(entry.fields().unwrap().iter().filter(|(name, _)| name != field).cloned().collect())
}

#[test]
fn copies_run_as_entries_written_out() {
    let tried = Cell::new(0);
    cases::hold(60, random::scenario, |scenario, draw| {
        let plain = document(scenario);
        let list = if scenario.cross_traffic.is_empty() || (!scenario.flows.is_empty() && draw.chance(0.7)) {
            "flows"
        } else {
            "cross_traffic"
        };
        let all = entries(&plain, list);
        let (place, count) = (draw.below(all.len()), 2 + draw.below(3));
        let name = all[place].get("name").unwrap().text().unwrap().to_owned();
        let own_stream = all[place].get("stream").unwrap().number().unwrap();
        // Streams that are places are left to their defaults.
        let placed = own_stream == place as f64;
        let bare = |entry: &Json| if placed { without(entry, "stream") } else { entry.clone() };
        let (mut short, mut long): (Vec<Json>, Vec<Json>) = (Vec::new(), Vec::new());
        for (index, entry) in all.iter().enumerate() {
            let mut entry = bare(entry);
            if index != place {
                short.push(entry.clone());
                long.push(entry);
                continue;
            }
            for copy in 0..count {
                let mut own = entry.clone();
                own.set("name", format!("{name} {}", copy + 1));
                if !placed {
                    own.set("stream", own_stream + copy as f64);
                }
                long.push(own);
            }
            entry.set("count", count as f64);
            short.push(entry);
        }
        let copy = 1 + draw.below(count);
        let changes = entries(&plain, "interventions").into_iter().map(|mut change| {
            let path = change.get("path").unwrap().text().unwrap().replacen(
                &format!("{list}.{name}."),
                &format!("{list}.{name} {copy}."),
                1,
            );
            change.set("path", path);
            change
        });
        let changes = Json::Array(changes.collect());
        let [short, long] = [short, long].map(|entries| {
            let mut document = plain.clone();
            document.set(list, Json::Array(entries));
            document.set("interventions", changes.clone());
            check(document)
        });
        // Streams that run backwards can meet: in both documents.
        let (Ok(short), Ok(long)) = (&short, &long) else {
            assert_eq!(short.is_err(), long.is_err());
            return;
        };
        assert_eq!(short.scenario, long.scenario);
        assert_eq!(summary(short).to_string(), summary(long).to_string());
        assert_eq!(notices::of(short), notices::of(long));
        tried.set(tried.get() + 1);
    });
    assert!(tried.get() > 40 || std::env::var("SAWTOOTH_SEED").is_ok(), "{}", tried.get());
}

/// The incast of CS244 in one entry: the digest of the twenty written out.
#[test]
fn an_incast_is_one_entry() {
    let digest = |text: &str| {
        let scenario = read(text).unwrap().scenario;
        let mut simulation = Simulation::new(&scenario);
        simulation.run_until(Time::from_seconds(3.0), &mut sawtooth_engine::observe::NullObserver);
        (scenario.flows.len(), simulation.digest_hex())
    };
    let written = include_str!("../../../testing/cases/l13_incast20.json");
    let short = include_str!("../../../testing/cases/incast20_count.json");
    assert!(short.len() < written.len() / 5);
    assert_eq!(digest(short), digest(written));
}
