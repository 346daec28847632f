//! The seal of a part: its origin, and a checksum of its content, so that damaged parts and parts of other programs are
//! detected. Not here: the content of a part (crate `experiments`).

use crate::{BUILD, SOURCES, VERSION};
use sawtooth_experiments::{Amount, Experiment};
use sawtooth_scenario::{Json, object, parse};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Separators around the checksum at the end of the file.
const CHECKSUM: &str = ",\n\"sha256\":\"";
const END: &str = "\"}\n";

/// A part with its seal: three more fields at the end of the JSON object, and last the checksum of every byte before
/// it.
pub fn seal(text: &str, documents: &str) -> String {
    let made = object! { "version" => VERSION, "build" => BUILD, "sources" => SOURCES, "documents" => documents };
    let open = text.trim_end().strip_suffix('}').unwrap_or(text);
    let sealed = format!("{open},\n\"made\":{made}");
    let sum = hex(&sealed);
    format!("{sealed}{CHECKSUM}{sum}{END}")
}

/// Digest of the documents that a part was made from, after checking its checksum and program.
///
/// # Errors
/// The reason for a rejection.
pub fn check(text: &str) -> Result<String, String> {
    let (sealed, sum) = text
        .strip_suffix(END)
        .and_then(|text| text.rsplit_once(CHECKSUM))
        .ok_or("damaged, or not a part: it does not end with a checksum")?;
    if hex(sealed) != sum {
        return Err("damaged: its checksum does not match".into());
    }
    let whole = parse(text).map_err(|error| format!("not valid JSON ({} at {})", error.code.key(), error.place))?;
    let made = |name: &str| whole.get("made").and_then(|made| made.get(name)).and_then(Json::text).unwrap_or("?");
    if (made("version"), made("sources")) != (VERSION, SOURCES) {
        let of =
            |version: &str, build: &str, sources: &str| format!("version {version}, build {build}, sources {sources}");
        return Err(format!(
            "made by another program ({}); this one is {}",
            of(made("version"), made("build"), made("sources")),
            of(VERSION, BUILD, SOURCES)
        ));
    }
    Ok(made("documents").to_owned())
}

/// Digest of an experiment's documents: all scenarios of its runs, and the number of runs of each.
pub fn documents(experiment: &Experiment, amount: Amount) -> String {
    let mut all = String::new();
    for sweep in experiment.sweeps {
        for cell in (sweep.cells)() {
            let _ = writeln!(all, "{} {} {} {}", sweep.id, cell.at.json(), amount.of(sweep, &cell), cell.document);
        }
    }
    hex(&all)
}

fn hex(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PART: &str = "{\"format\":1,\n\"rows\":[1,\n2]}\n";

    #[test]
    fn a_seal_is_json_and_says_of_what_it_was_made() {
        let sealed = seal(PART, "00ff");
        assert_eq!(check(&sealed).as_deref(), Ok("00ff"));
        let json = parse(&sealed).unwrap();
        assert_eq!(json.get("rows").map(Json::to_string), Some("[1,2]".into()));
        assert_eq!(json.get("sha256").and_then(Json::text).map(str::len), Some(64));
    }

    /// Another byte, one more, one less, at every place: none passes.
    #[test]
    fn no_damaged_byte_passes() {
        let sealed = seal(PART, "00ff");
        for place in 0..sealed.len() {
            for other in ["", "0", "}", "\n"] {
                for rest in [&sealed[place..], &sealed[place + 1..]] {
                    let damaged = format!("{}{other}{rest}", &sealed[..place]);
                    assert!(damaged == sealed || check(&damaged).is_err(), "{damaged}");
                }
            }
            assert!(check(&sealed[..place]).is_err(), "cut off at {place}");
        }
        assert!(check(PART).is_err());
    }

    #[test]
    fn a_part_of_other_sources_is_another_programs() {
        let foreign = seal(PART, "00ff").replace(SOURCES, "0123456789abcdef");
        let (sealed, _) = foreign.rsplit_once(CHECKSUM).unwrap();
        let foreign = format!("{sealed}{CHECKSUM}{}{END}", hex(sealed));
        let reason = check(&foreign).unwrap_err();
        assert!(reason.contains("another program") && reason.contains("0123456789abcdef"), "{reason}");
    }
}
