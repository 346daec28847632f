//! Rules beyond the table for a link that serves in opportunities: the order of its trace, the file that a document names instead of
//! its entries, and that no packet is longer than an opportunity. Not here: the text of such a file (`trace_file.rs`), and how the
//! link serves (crate `engine`).

use crate::error::{Code, Error, shorten};
use crate::fields::{Place, Reader};
use crate::json::{Json, shortest};
use crate::tables;
use crate::trace_file::{TraceFile, is_name};
use sawtooth_engine::params::{Choice, List, Value};
use sawtooth_engine::scenario::{Bottleneck, Change, Scenario, row};
use sawtooth_engine::units::OPPORTUNITY_BYTES;

/// Field of a bottleneck with the entries themselves.
pub(crate) const TRACE: &str = "rate_trace_ms";
/// Field of a bottleneck that names the file with them.
pub(crate) const FILE: &str = "rate_trace_file";
/// Fields of a bottleneck that make its link serve in opportunities: a document has one of them at most.
pub(crate) const ORIGINS: &[&str] = &[TRACE, FILE, "rate_model", STEPS];
/// Field of a bottleneck with steps of its rate.
pub(crate) const STEPS: &str = "rate_steps";

/// The first entry that is out of order: its place, its value, and what is allowed.
fn disorder(times_ms: &[f64]) -> Option<(Code, usize, String)> {
    if let Some(place) = times_ms.windows(2).position(|pair| pair[1] < pair[0]) {
        return Some((Code::WrongOrder, place + 1, format!("x >= {}", shortest(times_ms[place]))));
    }
    (times_ms.last() == Some(&0.0)).then(|| (Code::OutOfRange, times_ms.len() - 1, "0 < x".into()))
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

    /// The steps of a bottleneck's rate: no row before the one above it, and one that lasts has a rate.
    pub(crate) fn steps(&mut self, settings: &Choice, place: &Place) {
        let Value::List(numbers) = settings.get(STEPS) else { return };
        let (list, rows) = (Place::Field(place, STEPS), numbers.chunks(2));
        if let Some(row) = numbers.chunks(2).zip(rows.clone().skip(1)).position(|(before, row)| row[0] < before[0]) {
            let (found, allowed) = (shortest(numbers[2 * row + 2]), format!("x >= {}", shortest(numbers[2 * row])));
            let at = Place::Index(&list, row + 1);
            self.errors.add(|| Error::new(Code::WrongOrder, Place::Field(&at, "at_s").text(), found, allowed));
        } else if numbers.chunks(2).all(|row| row[1] == 0.0) {
            let at = Place::Index(&list, 0);
            self.errors
                .add(|| Error::new(Code::OutOfRange, Place::Field(&at, "rate_bps").text(), "0".into(), "0 < x".into()));
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

    /// The entries of the file that a bottleneck names become its trace: of the one with the digest that the document has, or else of
    /// this name. It is an error if no such file was read before.
    #[inline(never)]
    pub(crate) fn trace_file(&mut self, given: &Json, settings: &mut Choice, parent: &Place) {
        let place = Place::Field(parent, FILE);
        let before = self.errors.count();
        let Some(fields) = self.object(given, &place) else { return };
        self.section(fields, &tables::TRACE_FILE, &place, &["name", "digest"]);
        let text = |field: &str| given.get(field).and_then(Json::text);
        let Some(name) = text("name") else {
            return self.missing(&Place::Field(&place, "name"), || "\"…\"".into());
        };
        let fits = |file: &&TraceFile| match given.get("digest") {
            Some(digest) => digest.text() == Some(&file.digest),
            None => file.name == name,
        };
        if self.errors.count() > before {
            return;
        }
        match self.files.iter().filter(|_| is_name(name)).find(fits) {
            Some(file) => {
                settings.set(row(settings.section.params, TRACE), Value::List(List::Given(file.times_ms.clone())))
            }
            None => self.errors.add(|| Error::new(Code::NoTraceFile, place.text(), shorten(name), String::new())),
        }
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
        let stepped = |bottleneck: &Bottleneck| bottleneck.settings.get(STEPS) != Value::Null;
        let by_steps = stepped(&scenario.bottleneck) || scenario.reverse_bottleneck.as_ref().is_some_and(stepped);
        let by = if by_model {
            "rate_model"
        } else if by_steps {
            STEPS
        } else {
            TRACE
        };
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
