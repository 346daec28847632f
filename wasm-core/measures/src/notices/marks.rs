//! Notices about ECN: packets that cannot be marked, marks that never come, packets in the wrong queue. Not here: settings about
//! ECN without effect (`no_effect.rs`).

use super::{Entry, Notice, Setting, flow_path, of_algorithm, root, running, sides, time_to_run};
use sawtooth_engine::ecn::EcnCodepoint;
use sawtooth_engine::params::{Choice, FromValue, Value};
use sawtooth_engine::random::Stream;
use sawtooth_engine::scenario::{Change, Side};
use sawtooth_engine::units::{Time, sort_by_time};
use sawtooth_scenario::Document;

/// Packets per RTT that a window-based sender with ECN sends at least, however often it is marked.
const LEAST_WINDOW: f64 = 2.0;

/// CoDel with ECN and enough flows with ECN to fill the link with their minimum windows: no ECN mark brings the delay
/// below CoDel's target, its count grows without bound, and it drops more and more packets of flows without ECN.
/// FQ-CoDel controls each flow, and RED and PIE drop with the same probability for all. Measured with 1 to 100 flows
/// and a call, they treat such packets no worse with ECN marks than without.
pub(super) fn unmarkable(document: &Document, notices: &mut Vec<Notice>) {
    let scenario = &document.scenario;
    for (side, bottleneck) in sides(scenario) {
        let queue = &bottleneck.queue;
        if queue.section.kind != "codel" || queue.get("ecn") != Value::Bool(true) {
            continue;
        }
        let target_ms = f64::from_value(&queue.get("target_ms"));
        let flows = running(scenario, side);
        let (marking, others): (Vec<Entry>, Vec<Entry>) = flows.into_iter().partition(Entry::uses_ecn);
        let bits = LEAST_WINDOW * f64::from(scenario.packet_bytes) * 8.0;
        let loads = marking
            .iter()
            .filter(|entry| !entry.flow.algorithm.section.rate_based && entry.flow.application.section.kind == "bulk")
            .map(|entry| (entry.span, bits / (entry.settings.base_rtt_ms + target_ms) * 1e3 / bottleneck.rate_bps()));
        let full = overloaded(loads.collect());
        // `list`: that of the entry; it may use ECN.
        let mut add = |list: &str, index: usize, field: &str, name: &str, span: (Time, Time)| {
            if full.iter().any(|(from, to)| span.0 < *to && *from < span.1) {
                let notice = Notice::new("unmarkable", format!("{list}[{index}].{field}"), vec![("name", name.into())]);
                let remedy = vec![(format!("{list}.{name}.ecn"), true.into())];
                notices.push(if field == "ecn" { notice.with_remedy(remedy) } else { notice });
            }
        };
        for Entry { index, flow, span, .. } in &others {
            add("flows", *index, "ecn", &flow.name, *span);
        }
        // Cross traffic is in the forward direction.
        for (index, cross) in scenario.cross_traffic.iter().enumerate().filter(|_| side == Side::Forward) {
            let field = match &cross.transfers {
                Some(transfers) if transfers.settings.get("ecn") == Value::Bool(true) => continue,
                Some(_) => "ecn",
                None => "kind",
            };
            if let Some(span) = time_to_run(scenario, &cross.traffic, Stream::Cross(cross.stream)) {
                add("cross_traffic", index, field, &cross.name, span);
            }
        }
    }
}

/// A flow whose algorithm responds to marks (DCTCP, Prague), and that gets none: it does not use ECN, or its queue never marks.
pub(super) fn no_marks(document: &Document, notices: &mut Vec<Notice>) {
    let scenario = &document.scenario;
    for (side, bottleneck) in sides(scenario) {
        let changes = scenario.interventions.iter().map(|intervention| &intervention.change);
        let queues = changes.filter_map(|change| match change {
            Change::Discipline(to, queue) if *to == side => Some(queue),
            _ => None,
        });
        let set_later =
            scenario.interventions.iter().any(|each| matches!(each.change, Change::Queue(to, ..) if to == side));
        let marks = set_later || std::iter::once(&bottleneck.queue).chain(queues).any(may_mark);
        for entry in running(scenario, side) {
            let algorithm = entry.flow.algorithm.section;
            if algorithm.flow_default("ecn") == Value::Bool(true) && !(marks && entry.uses_ecn()) {
                let setting = if entry.uses_ecn() { "algorithm.kind" } else { "ecn" };
                let notice = of_algorithm("no_marks", entry.index, entry.flow, setting);
                let ecn = (!entry.uses_ecn()).then(|| (flow_path(entry.flow, "ecn"), true.into()));
                let marking = if marks { Some(Vec::new()) } else { marking_remedy(side, &bottleneck.queue) };
                let remedy = marking.map_or(Vec::new(), |marking| marking.into_iter().chain(ecn).collect());
                notices.push(notice.with_remedy(remedy));
            }
        }
    }
}

/// The change with which a queue marks, where a switch decides on it.
pub(super) fn marking_remedy(side: Side, queue: &Choice) -> Option<Vec<Setting>> {
    queue.section.index("ecn").map(|_| vec![(format!("{}.queue.ecn", root(side)), true.into())])
}

/// A flow whose algorithm expects the marks of an L4S queue (RFC 9331: ECT(1)), and whose packets ask for the classic one.
pub(super) fn classic_codepoint(document: &Document, notices: &mut Vec<Notice>) {
    let scenario = &document.scenario;
    for (side, bottleneck) in sides(scenario) {
        for entry in running(scenario, side).iter().filter(|_| bottleneck.queue.section.kind == "dualpi2") {
            let algorithm = entry.flow.algorithm.section;
            let expected = EcnCodepoint::from_value(&algorithm.flow_default("ecn_codepoint"));
            let sent = entry.settings.ecn_use(algorithm).codepoint;
            if expected == EcnCodepoint::Ect1 && sent == Some(EcnCodepoint::Ect0) {
                let remedy = vec![(flow_path(entry.flow, "ecn_codepoint"), "ect1".into())];
                let notice = of_algorithm("classic_codepoint", entry.index, entry.flow, "ecn_codepoint");
                notices.push(notice.with_remedy(remedy));
            }
        }
    }
}

/// Whether a queue may mark packets instead of dropping them.
pub(super) fn may_mark(queue: &Choice) -> bool {
    queue.section.kind == "dualpi2"
        || queue.get("ecn") == Value::Bool(true)
        || matches!(queue.get("step_mark_packets"), Value::Number(_))
}

/// Spans in which the loads, as shares of the link, add up to more than 1.
fn overloaded(loads: Vec<((Time, Time), f64)>) -> Vec<(Time, Time)> {
    let mut edges: Vec<(Time, f64)> =
        loads.iter().flat_map(|((from, to), load)| [(*from, *load), (*to, -load)]).collect();
    sort_by_time(&mut edges, |(at, _)| Some(*at));
    let mut spans = Vec::new();
    let mut sum = 0.0;
    for (n, (at, load)) in edges.iter().enumerate() {
        sum += load;
        let until = edges.get(n + 1).map_or(*at, |next| next.0);
        if sum > 1.0 && until > *at {
            spans.push((*at, until));
        }
    }
    spans
}
