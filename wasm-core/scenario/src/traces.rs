//! What a table cannot say of a link that serves in opportunities: the order of its trace, and that no packet is longer than an
//! opportunity. A trace as text, as Mahimahi's files have it. Not here: how the link serves (crate `engine`).

use crate::error::{Code, Error, Errors, shorten};
use crate::fields::{Place, Reader};
use crate::json::{Json, shortest};
use sawtooth_engine::params::{Choice, Value};
use sawtooth_engine::path::opportunities::OPPORTUNITY_BYTES;
use sawtooth_engine::scenario::{Bottleneck, Change, Scenario};

/// Maximum number of entries.
pub const MAX_OPPORTUNITIES: usize = 1_000_000;

const TRACE: &str = "rate_trace_ms";

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

/// The entries of a trace's text, one whole number of milliseconds a line: as an array for `rate_trace_ms`. The place of an error is
/// its line.
pub fn trace(text: &str) -> Result<Json, Errors> {
    let refuse = |code, line: usize, found: &str, allowed: &str| {
        Errors::from(Error::new(code, format!("line {}", line + 1), shorten(found), allowed.into()))
    };
    let mut times_ms = Vec::new();
    for (line, entry) in text.lines().enumerate() {
        let digits = !entry.is_empty() && entry.len() <= 11 && entry.bytes().all(|byte| byte.is_ascii_digit());
        match entry.parse::<u64>() {
            _ if line == MAX_OPPORTUNITIES => {
                let most = format!("<= {MAX_OPPORTUNITIES}");
                return Err(refuse(Code::TooMany, line, &text.lines().count().to_string(), &most));
            }
            Ok(ms) if digits && ms <= 10_000_000_000 => times_ms.push(ms as f64),
            _ => return Err(refuse(Code::NotWhole, line, &format!("{entry:?}"), "0 <= x <= 10000000000, whole")),
        }
    }
    if times_ms.is_empty() {
        return Err(refuse(Code::OutOfRange, 0, "[]", &format!("[ 1 … {MAX_OPPORTUNITIES} ]")));
    }
    match disorder(&times_ms) {
        Some((code, line, allowed)) => Err(refuse(code, line, &shortest(times_ms[line]), &allowed)),
        None => Ok(Json::Array(times_ms.into_iter().map(Json::from).collect())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> (Code, String, String) {
        let error = trace(text).expect_err("refused").list.remove(0);
        (error.code, error.place, error.found)
    }

    #[test] // the facts sheet, F.1, and the issue: refused with its line
    fn a_trace_is_refused_with_its_line() {
        assert_eq!(trace("3\n3\n7\n10\n").map(|json| json.to_string()), Ok("[3,3,7,10]".into()));
        let of = |code, line: &str, found: &str| (code, line.to_string(), found.to_string());
        assert_eq!(refused(""), of(Code::OutOfRange, "line 1", "[]"));
        assert_eq!(refused("3\n\n7\n"), of(Code::NotWhole, "line 2", "\"\""));
        assert_eq!(refused("3\n4.5\n"), of(Code::NotWhole, "line 2", "\"4.5\""));
        assert_eq!(refused("3\n-4\n"), of(Code::NotWhole, "line 2", "\"-4\""));
        assert_eq!(refused("3\n+4\n"), of(Code::NotWhole, "line 2", "\"+4\""));
        assert_eq!(refused("3\n7\n5\n"), of(Code::WrongOrder, "line 3", "5"));
        assert_eq!(refused("0\n0\n"), of(Code::OutOfRange, "line 2", "0"));
        assert_eq!(refused(&"1\n".repeat(1_000_002)), of(Code::TooMany, "line 1000001", "1000002"));
        assert!(trace(&"1\n".repeat(MAX_OPPORTUNITIES)).is_ok());
    }
}
