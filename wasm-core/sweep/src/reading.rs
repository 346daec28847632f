//! Reading of fields that are texts, and of a scenario within a document. Not here: any document.

use sawtooth_scenario::error::Errors;
use sawtooth_scenario::fields::{Fields, Place, Reader};

/// Adds a scenario's errors, with the place of the scenario before theirs.
pub(crate) fn take(reader: &mut Reader, errors: Errors, before: &str) {
    for mut error in errors.list {
        // A scenario that is no object has no place within itself.
        let whole = error.place == "document";
        error.place = if whole { before.trim_end_matches('.').into() } else { format!("{before}{}", error.place) };
        reader.errors.add(|| error);
    }
    reader.errors.more += errors.more;
}

/// A field that is a text, if it is given.
pub(crate) fn text(reader: &mut Reader, fields: &Fields, name: &str, place: &Place) -> Option<String> {
    let given = fields.iter().find(|(other, _)| other == name).map(|(_, value)| value)?;
    if given.text().is_none() {
        reader.wrong_type(given, &Place::Field(place, name), || "\"…\"".into());
    }
    given.text().map(String::from)
}

/// A field that must be a text.
pub(crate) fn needed(reader: &mut Reader, fields: &Fields, name: &str, place: &Place) -> Option<String> {
    if !fields.iter().any(|(other, _)| other == name) {
        reader.missing(&Place::Field(place, name), || "\"…\"".into());
    }
    text(reader, fields, name, place)
}
