//! What a table cannot say of a link that serves in opportunities: the order of its trace, the file that a document names instead of
//! its entries, and that no packet is longer than an opportunity. Not here: the text of such a file (`trace_file.rs`), and how the
//! link serves (crate `engine`).

use crate::error::{Code, Error, found};
use crate::fields::{Place, Reader};
use crate::json::{Json, shortest};
use crate::tables::{self, TraceFileSettings};
use crate::trace_file::{NAME, TraceFile, hex, is_name};
use sawtooth_engine::params::{Choice, List, Value};
use sawtooth_engine::path::opportunities::OPPORTUNITY_BYTES;
use sawtooth_engine::scenario::{Bottleneck, Change, Scenario, row};

/// Field of a bottleneck with the entries themselves.
pub(crate) const TRACE: &str = "rate_trace_ms";
/// Field of a bottleneck that names the file with them.
pub(crate) const FILE: &str = "rate_trace_file";
/// Fields of a bottleneck that make its link serve in opportunities: a document has one of them at most.
pub(crate) const ORIGINS: &[&str] = &[TRACE, FILE, "rate_model"];

/// The first entry that is out of order: its place, its value, and what is allowed.
fn disorder(times_ms: &[f64]) -> Option<(Code, usize, String)> {
    if let Some(place) = times_ms.windows(2).position(|pair| pair[1] < pair[0]) {
        return Some((Code::WrongOrder, place + 1, format!("x >= {}", shortest(times_ms[place]))));
    }
    (times_ms.last() == Some(&0.0)).then(|| (Code::OutOfRange, times_ms.len() - 1, "0 < x".into()))
}

/// What a document says of the file of its trace.
struct Reference {
    name: String,
    entries: Option<usize>,
    digest: Option<String>,
}

impl Reference {
    fn fits(&self, file: &TraceFile) -> bool {
        let same = match &self.digest {
            Some(digest) => file.digest == *digest,
            None => file.name == self.name,
        };
        same && self.entries.is_none_or(|entries| entries == file.times_ms.len())
    }
}

/// What tells traces apart: how many entries, and their digest.
fn described(entries: Option<usize>, digest: Option<&str>) -> String {
    match (entries, digest) {
        (Some(entries), Some(digest)) => format!("{entries}, {digest}"),
        (Some(entries), None) => format!("{entries}"),
        (None, digest) => digest.unwrap_or_default().into(),
    }
}

impl Reader {
    /// The trace of a bottleneck: no entry less than the one before, the last above 0.
    pub(crate) fn trace(&mut self, settings: &Choice, place: &Place) {
        let Value::List(times_ms) = settings.get(TRACE) else { return };
        if let Some((code, entry, allowed)) = disorder(&times_ms) {
            let (list, found) = (Place::Field(place, TRACE), shortest(times_ms[entry]));
            self.errors.add(|| Error::new(code, Place::Index(&list, entry).text(), found, allowed));
        }
    }

    /// At most one origin of opportunities.
    #[inline(never)]
    pub(crate) fn one_origin(&mut self, given: &Json, place: &Place) {
        let (mut found, mut allowed) = (String::new(), String::new());
        let mut several = false;
        for name in ORIGINS {
            if given.get(name).is_none() {
                continue;
            }
            if !found.is_empty() {
                several = true;
                found.push_str(", ");
                allowed.push('|');
            }
            found.push_str(name);
            allowed.push_str(name);
        }
        if several {
            self.errors.add(|| Error::new(Code::OneOfBoth, place.text(), found, allowed));
        }
    }

    /// The entries of the file that a bottleneck names become its trace. The file is among those that were read before, or it is an
    /// error: `wanted` is its name, with a number of entries and a digest where the document has them.
    #[inline(never)]
    pub(crate) fn trace_file(&mut self, given: &Json, settings: &mut Choice, parent: &Place) {
        let place = Place::Field(parent, FILE);
        let before = self.errors.count();
        let Some(wanted) = self.reference(given, &place) else { return };
        if self.errors.count() > before {
            return;
        }
        if let Some(file) = self.files.iter().find(|file| wanted.fits(file)) {
            let row = row(settings.section.params, TRACE);
            settings.set(row, Value::List(List::Given(file.times_ms.clone())));
            return;
        }
        let allowed = described(wanted.entries, wanted.digest.as_deref());
        let error = match self.files.iter().find(|file| file.name == wanted.name) {
            Some(file) => {
                let found = described(Some(file.times_ms.len()), Some(&file.digest));
                Error::new(Code::OtherTrace, place.text(), format!("{}: {found}", wanted.name), allowed)
            }
            None => Error::new(Code::NoTraceFile, place.text(), wanted.name, allowed),
        };
        self.errors.add(|| error);
    }

    /// What a document says of a trace's file; none if that is no object.
    fn reference(&mut self, given: &Json, place: &Place) -> Option<Reference> {
        let fields = self.object(given, place)?;
        let own = self.section(fields, &tables::TRACE_FILE, place, &["name", "digest"]);
        let mut text = |name: &str, form: &str, fits: fn(&str) -> bool| {
            let at = Place::Field(place, name);
            let other = match given.get(name)? {
                Json::String(text) if fits(text) => return Some(text.clone()),
                other => other,
            };
            self.errors.add(|| Error::new(Code::OutOfRange, at.text(), found(other), form.into()));
            None
        };
        let name = text("name", NAME, is_name);
        let digest = text("digest", "[0-9a-f]{16}", |text| u64::from_str_radix(text, 16).is_ok_and(|n| hex(n) == text));
        if given.get("name").is_none() {
            self.missing(&Place::Field(place, "name"), || NAME.into());
        }
        let entries = TraceFileSettings::read(&own.values).entries.map(|n| n as usize);
        Some(Reference { name: name.unwrap_or_default(), entries, digest })
    }

    /// No packet is longer than an opportunity, at the start or after a change.
    pub(crate) fn packets_fit(&mut self, scenario: &Scenario) {
        if !scenario.bottleneck.sends_by_itself()
            && !scenario.reverse_bottleneck.as_ref().is_some_and(|reverse| reverse.sends_by_itself())
        {
            return;
        }
        let most = OPPORTUNITY_BYTES;
        let modelled = |bottleneck: &Bottleneck| bottleneck.rate_model.is_some();
        let by_model = modelled(&scenario.bottleneck) || scenario.reverse_bottleneck.as_ref().is_some_and(modelled);
        let by = if by_model { "rate_model" } else { TRACE };
        let mut check = |place: String, bytes: f64| {
            if bytes > f64::from(most) {
                let allowed = format!("x <= {most} ({by})");
                self.errors.add(|| Error::new(Code::WrongOrder, place, shortest(bytes), allowed));
            }
        };
        check("packet_bytes".into(), f64::from(scenario.packet_bytes));
        for (index, cross) in scenario.cross_traffic.iter().enumerate() {
            if let Value::Number(bytes) = cross.traffic.get("packet_bytes") {
                check(format!("cross_traffic[{index}].packet_bytes"), bytes);
            }
        }
        for intervention in &scenario.interventions {
            if let Change::Traffic(cross, row, Value::Number(bytes)) = &intervention.change
                && scenario.cross_traffic[*cross].traffic.section.params[*row].name == "packet_bytes"
            {
                check(format!("cross_traffic.{}.packet_bytes", scenario.cross_traffic[*cross].name), *bytes);
            }
        }
    }
}
