//! Setting any field of a document by its path, before the document is checked: for `--set` and the axes of a sweep. The
//! same rules as on the page (`session/scenario.ts`). Not here: whether path and value are legal, which the check of the
//! document finds; changes during a run (`paths.rs`).

use crate::copies::{copy_name, count_of, name_of, write_out};
use crate::error::{Code, Error, found, nearest, shorten};
use crate::json::Json;
use crate::tables;
use sawtooth_engine::params::Section;

/// Sets fields by path, in the given order, but those that select a section (`kind`, `discipline`, `model`) first, so that
/// none removes what another has set.
///
/// # Errors
/// A path that leads nowhere: a name of no flow or cross traffic, an empty step, a step into a value.
pub fn set_all<'a>(
    document: &mut Json,
    settings: impl Iterator<Item = (&'a str, &'a Json)> + Clone,
) -> Result<(), Error> {
    for selectors in [true, false] {
        for (path, value) in settings.clone().filter(|(path, _)| selector(path).is_some() == selectors) {
            set(document, path, value)?;
        }
    }
    Ok(())
}

/// A section within a document, by the name of its field: the field that selects its kind, its kinds, the default one.
type Selected = (&'static str, &'static str, &'static [&'static Section], Option<&'static Section>);

fn sections() -> [Selected; 6] {
    [
        ("algorithm", "kind", tables::nameable_algorithms(), Some(tables::default_algorithm())),
        ("application", "kind", tables::applications(), Some(tables::default_application())),
        ("queue", "discipline", tables::disciplines(), Some(tables::default_discipline())),
        ("loss", "model", tables::models(), Some(tables::default_model())),
        ("reordering", "model", tables::reorderings(), Some(tables::default_reordering())),
        ("rate_model", "model", tables::rate_models(), None),
    ]
}

/// The section of which a path's last step selects the kind.
fn selector(path: &str) -> Option<Selected> {
    let mut steps = path.rsplit('.');
    let (field, section) = (steps.next()?, steps.next()?);
    sections().into_iter().find(|(name, select, ..)| *name == section && *select == field)
}

fn set(document: &mut Json, path: &str, value: &Json) -> Result<(), Error> {
    let mut steps: Vec<&str> = path.split('.').collect();
    if steps.iter().any(|step| step.is_empty()) {
        return Err(Error::new(Code::NoSuchPath, path.into(), found(&Json::from(path)), "\"…\"".into()));
    }
    let last = steps.pop().unwrap_or_default();
    let mut at = document;
    let mut before = String::new();
    let mut list = "";
    for step in steps {
        not_by_index(at, step, path)?;
        at = match at {
            Json::Array(entries) => entry(entries, list, step, path)?,
            Json::Object(fields) => child(fields, step),
            _ => return Err(Error::new(Code::PathTooLong, path.into(), shorten(step), before)),
        };
        list = step;
        before = if before.is_empty() { step.into() } else { format!("{before}.{step}") };
    }
    not_by_index(at, last, path)?;
    match at {
        Json::Array(entries) => *entry(entries, list, last, path)? = value.clone(),
        Json::Object(fields) => {
            make_way(fields, path, last, value);
            *child(fields, last) = value.clone();
        }
        _ => return Err(Error::new(Code::PathTooLong, path.into(), shorten(last), before)),
    }
    Ok(())
}

/// Rejects an entry's index, as errors print it (`flows[0]`): names stay with their entries, indices do not.
fn not_by_index(at: &Json, step: &str, path: &str) -> Result<(), Error> {
    let Some((list, _)) = step.split_once('[') else { return Ok(()) };
    let Some(entries) = at.get(list).and_then(Json::elements) else { return Ok(()) };
    let names: Vec<String> = named(list, entries).into_iter().map(|name| format!("{list}.{name}")).collect();
    let allowed = names.join("|");
    Err(Error::new(Code::NoSuchPath, path.into(), shorten(step), allowed))
}

/// A field of an object, added as an empty object if it is missing.
fn child<'j>(fields: &'j mut Vec<(String, Json)>, name: &str) -> &'j mut Json {
    let place = fields.iter().position(|(other, _)| other == name).unwrap_or_else(|| {
        fields.push((name.into(), Json::Object(Vec::new())));
        fields.len() - 1
    });
    &mut fields[place].1
}

/// An entry of a list by its name, given or by default. A copy (`count`) is addressed by a name of its own, too: its entry is then written out.
fn entry<'j>(entries: &'j mut Vec<Json>, list: &str, name: &str, path: &str) -> Result<&'j mut Json, Error> {
    let names = named(list, entries);
    if let Some((place, copy)) = copy_of(entries, &names, name) {
        write_out(entries, list, place);
        return Ok(&mut entries[place + copy]);
    }
    match names.iter().position(|other| other == name) {
        Some(index) => Ok(&mut entries[index]),
        None => {
            let near = nearest(name, names.iter().map(String::as_str));
            Err(Error::new(Code::NoSuchPath, path.into(), shorten(name), names.join("|")).nearest(near))
        }
    }
}

/// The place of the entry one of whose copies has this name, and the copy's number from 0.
fn copy_of(entries: &[Json], names: &[String], name: &str) -> Option<(usize, usize)> {
    let (own, number) = name.rsplit_once(' ')?;
    let place = names.iter().position(|other| other == own)?;
    let copy = number.parse::<usize>().ok()?.checked_sub(1)?;
    let count = count_of(&entries[place]);
    (copy < count && name == copy_name(own, count, copy + 1)).then_some((place, copy))
}

/// Names of the entries of a list.
fn named(list: &str, entries: &[Json]) -> Vec<String> {
    let mut first = 0;
    let name = |entry: &Json| {
        let name = name_of(list, entry, first);
        first += count_of(entry);
        name
    };
    entries.iter().map(name).collect()
}

/// Removes fields that cannot stay beside a new value: those of the old kind (contract 1.5; the same kind changes nothing),
/// and the limit in the other unit. A probability given to the model `none` makes it `bernoulli` (contract 1.1).
fn make_way(fields: &mut Vec<(String, Json)>, path: &str, last: &str, value: &Json) {
    let given = |fields: &[(String, Json)], name: &str| fields.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone());
    if let Some((_, select, kinds, default)) = selector(path) {
        let old = given(fields, select).or(default.map(|section| section.kind.into()));
        if old.as_ref() != Some(value) {
            let kept = tables::SELECTORS.iter().find(|(field, _)| *field == select).map_or(&[][..], |(_, kept)| *kept);
            let new = value.text().and_then(|kind| tables::find(kinds, kind));
            let has = |name: &str| new.is_none_or(|section| section.index(name).is_some());
            fields.retain(|(name, _)| name == select || kept.contains(&name.as_str()) && has(name));
        }
    }
    if tables::LIMITS.contains(&last) {
        fields.retain(|(name, _)| name == last || !tables::LIMITS.contains(&name.as_str()));
    }
    let (none, model) = tables::MODEL_OF_A_PROBABILITY;
    if last == "probability" && given(fields, "model").as_ref().and_then(Json::text) == Some(none) {
        *child(fields, "model") = model.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    const BASE: &str = r#"{ "schema": 1, "bottleneck": { "rate_bps": 1e7, "queue": { "discipline": "red", "limit_packets": 84,
        "gentle": true }, "loss": { "model": "none" } }, "flows": [{ "algorithm": { "kind": "cdg", "g_ms": 5 } },
        { "name": "b" }], "cross_traffic": [{ "kind": "voip", "interval_ms": 20 }] }"#;

    fn after(settings: &[(&str, &str)]) -> Result<Json, Error> {
        let mut document = parse(BASE).unwrap();
        let values: Vec<Json> = settings.iter().map(|(_, value)| parse(value).unwrap()).collect();
        set_all(&mut document, settings.iter().map(|(path, _)| *path).zip(&values)).map(|()| document)
    }

    fn at<'j>(document: &'j Json, list: &str, index: usize) -> &'j Json {
        &document.get(list).and_then(Json::elements).unwrap()[index]
    }

    #[test]
    fn any_field_is_set_at_its_place() {
        let document = after(&[
            ("duration_s", "5"),
            ("flows.flow1.base_rtt_ms", "10"),
            ("flows.b.algorithm.kind", "\"cubic\""),
            ("cross_traffic.voip1.interval_ms", "10"),
            ("reverse_bottleneck.queue.limit_bytes", "9000"),
        ])
        .unwrap();
        assert_eq!(document.get("duration_s").unwrap().to_string(), "5");
        assert_eq!(at(&document, "flows", 0).get("base_rtt_ms").unwrap().to_string(), "10");
        assert_eq!(at(&document, "flows", 1).to_string(), r#"{"name":"b","algorithm":{"kind":"cubic"}}"#);
        assert_eq!(at(&document, "cross_traffic", 0).to_string(), r#"{"kind":"voip","interval_ms":10}"#);
        assert_eq!(document.get("reverse_bottleneck").unwrap().to_string(), r#"{"queue":{"limit_bytes":9000}}"#);
    }

    #[test]
    fn a_new_kind_takes_its_defaults_and_keeps_the_limit() {
        let queue = |settings: &[(&str, &str)]| {
            let document = after(settings).unwrap();
            document.get("bottleneck").unwrap().get("queue").unwrap().to_string()
        };
        assert_eq!(
            queue(&[("bottleneck.queue.discipline", "\"codel\"")]),
            r#"{"discipline":"codel","limit_packets":84}"#
        );
        assert_eq!(
            queue(&[("bottleneck.queue.discipline", "\"red\"")]),
            r#"{"discipline":"red","limit_packets":84,"gentle":true}"#
        );
        assert_eq!(
            queue(&[("bottleneck.queue.limit_bytes", "9000")]),
            r#"{"discipline":"red","gentle":true,"limit_bytes":9000}"#
        );
        // Whatever the order, the kind comes first.
        let both = [("flows.flow1.algorithm.beta_loss", "0.7"), ("flows.flow1.algorithm.kind", "\"cubic\"")];
        let document = after(&both).unwrap();
        assert_eq!(at(&document, "flows", 0).to_string(), r#"{"algorithm":{"kind":"cubic","beta_loss":0.7}}"#);
    }

    #[test]
    fn a_probability_makes_a_model_of_none() {
        let document = after(&[("bottleneck.loss.probability", "0.01")]).unwrap();
        let loss = document.get("bottleneck").unwrap().get("loss").unwrap();
        assert_eq!(loss.to_string(), r#"{"model":"bernoulli","probability":0.01}"#);
    }

    #[test] // by the entry's name all copies are set, by a copy's own name that one
    fn copies_are_set_together_or_each_alone() {
        let after = |path: &str| {
            let mut document =
                parse(r#"{ "flows": [{ "count": 2 }, { "name": "a", "count": 3, "stream": 7 }, {}] }"#).unwrap();
            set_all(&mut document, [(path, &Json::from(9.0))].into_iter())
                .map(|()| document.get("flows").unwrap().to_string())
        };
        assert_eq!(
            after("flows.a.base_rtt_ms").unwrap(),
            r#"[{"count":2},{"name":"a","count":3,"stream":7,"base_rtt_ms":9},{}]"#
        );
        assert_eq!(after("flows.a.count").unwrap(), r#"[{"count":2},{"name":"a","count":9,"stream":7},{}]"#);
        assert_eq!(
            after("flows.flow6.base_rtt_ms").unwrap(),
            r#"[{"count":2},{"name":"a","count":3,"stream":7},{"base_rtt_ms":9}]"#
        );
        assert_eq!(
            after("flows.a 2.base_rtt_ms").unwrap(),
            r#"[{"count":2},{"name":"a 1","stream":7},{"name":"a 2","stream":8,"base_rtt_ms":9},{"name":"a 3","stream":9},{}]"#
        );
        assert_eq!(
            after("flows.flow1 2.base_rtt_ms").unwrap(),
            r#"[{"name":"flow1 1","stream":0},{"name":"flow1 2","stream":1,"base_rtt_ms":9},{"name":"a","count":3,"stream":7},{}]"#
        );
        for path in ["flows.a 4.base_rtt_ms", "flows.a 0.base_rtt_ms", "flows.a 02.base_rtt_ms"] {
            assert_eq!(after(path).unwrap_err().allowed, "flow1|a|flow6", "{path}");
        }
    }

    #[test]
    fn a_path_that_leads_nowhere_is_an_error() {
        let error = |path: &str| after(&[(path, "1")]).unwrap_err();
        let nobody = error("flows.flwo1.base_rtt_ms");
        assert_eq!(
            (nobody.code, &*nobody.found, &*nobody.allowed, &*nobody.nearest),
            (Code::NoSuchPath, "flwo1", "flow1|b", "flow1")
        );
        // Errors of a document print indices; a path has the name instead.
        for path in ["flows[0].base_rtt_ms", "flows[0]"] {
            let index = error(path);
            assert_eq!((&*index.found, &*index.allowed), ("flows[0]", "flows.flow1|flows.b"), "{path}");
        }
        let beyond = error("bottleneck.rate_bps.more");
        assert_eq!((beyond.code, &*beyond.found, &*beyond.allowed), (Code::PathTooLong, "more", "bottleneck.rate_bps"));
        for path in ["", "bottleneck..rate_bps", ".seed", "flows."] {
            assert_eq!(error(path).code, Code::NoSuchPath, "{path:?}");
        }
    }
}
