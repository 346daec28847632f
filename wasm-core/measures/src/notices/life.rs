//! Notices about what never happens in a run: entries without time to run, changes after its end. Not here: settings without
//! effect (`no_effect.rs`).

use super::{Notice, span};
use sawtooth_engine::random::Stream;
use sawtooth_engine::units::Time;
use sawtooth_scenario::{Document, Json};

/// A flow or cross traffic that never runs: it starts at or after the end of the run, or stops at or before its start.
pub(super) fn no_time_to_run(document: &Document, notices: &mut Vec<Notice>) {
    let scenario = &document.scenario;
    let flows = scenario
        .flows
        .iter()
        .enumerate()
        .map(|(index, flow)| ("flows", index, &flow.name, &flow.settings, Stream::Flow(flow.stream)));
    let crossing = scenario
        .cross_traffic
        .iter()
        .enumerate()
        .map(|(index, cross)| ("cross_traffic", index, &cross.name, &cross.traffic, Stream::Cross(cross.stream)));
    let end = scenario.duration;
    for (list, index, name, settings, stream) in flows.chain(crossing) {
        let place = format!("{list}[{index}]");
        let (start, stop) = span(settings, scenario.seed, stream);
        if start >= end {
            let arguments =
                vec![("name", name.as_str().into()), ("start", start.seconds().into()), ("end", end.seconds().into())];
            notices.push(Notice::new("starts_after_end", format!("{place}.start_s"), arguments));
        }
        if let Some(stop) = stop.filter(|stop| *stop <= start) {
            let arguments = vec![
                ("name", name.as_str().into()),
                ("start", start.seconds().into()),
                ("stop", stop.seconds().into()),
            ];
            let notice = Notice::new("stops_before_start", format!("{place}.stop_s"), arguments);
            // As long as the run; of no use to an entry that starts too late.
            let until_the_end = (format!("{list}.{name}.stop_s"), end.seconds().into());
            notices.push(if start < end { notice.with_remedy(vec![until_the_end]) } else { notice });
        }
    }
}

/// An intervention at or after the end of the run, which never takes effect.
pub(super) fn changes_after_the_end(document: &Document, notices: &mut Vec<Notice>) {
    let end = document.scenario.duration;
    // In the document's order; the scenario's order is by time.
    let given = document.raw.get("interventions").and_then(Json::elements).unwrap_or(&[]);
    for (index, entry) in given.iter().enumerate() {
        let at_s = entry.get("at_s").and_then(Json::number).unwrap_or(0.0);
        if Time::from_seconds(at_s) >= end {
            let path = entry.get("path").cloned().unwrap_or(Json::Null);
            let arguments = vec![("path", path), ("at", at_s.into()), ("end", end.seconds().into())];
            notices.push(Notice::new("changes_after_end", format!("interventions[{index}].at_s"), arguments));
        }
    }
}
