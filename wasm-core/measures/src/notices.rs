//! Notices about what is legal in a scenario, but perhaps not intended. Each is a code with its place and arguments,
//! derived from the checked document before a run; the catalogue has its sentence under `notice.<code>`. A new one is a
//! function here, a line in `RULES`, and its words. Not here: sentences, errors (crate `scenario`).

use sawtooth_engine::cc::uses_exit_rules;
use sawtooth_engine::ecn::EcnCodepoint;
use sawtooth_engine::host::{Direction, FlowSettings};
use sawtooth_engine::params::{Choice, FromValue, Value};
use sawtooth_engine::random::{Purpose, RandomStream, Stream};
use sawtooth_engine::scenario::{Bottleneck, Change, Flow, Scenario, Side};
use sawtooth_engine::units::{Span, Time, sort_by_time};
use sawtooth_scenario::{Document, Json, object};

/// One notice.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// Key of the sentence, `notice.<code>`.
    pub code: &'static str,
    /// The setting's place in the document (`flows[0].stop_s`).
    pub place: String,
    /// Arguments of the sentence: numbers in the units of its words, and names.
    pub arguments: Vec<(&'static str, Json)>,
}

impl Notice {
    /// JSON for the page, which words it.
    pub fn json(&self) -> Json {
        let arguments = self.arguments.iter().map(|(name, value)| (String::from(*name), value.clone())).collect();
        object! { "code" => self.code, "place" => self.place.as_str(), "arguments" => Json::Object(arguments) }
    }

    /// JSON for the summary, in words.
    pub fn worded(&self, text: &str) -> Json {
        object! { "code" => self.code, "place" => self.place.as_str(), "text" => text }
    }
}

/// Rule that adds the notices it finds.
type Rule = fn(&Document, &mut Vec<Notice>);

/// Every rule, in the order of the list.
const RULES: &[Rule] = &[
    no_time_to_run,
    changes_after_the_end,
    phase_effects,
    unmarkable,
    small_burst,
    no_marks,
    always_sends,
    without_effect,
    classic_codepoint,
    nominal_rate,
];

/// All notices of a document.
pub fn of(document: &Document) -> Vec<Notice> {
    let mut notices = Vec::new();
    RULES.iter().for_each(|rule| rule(document, &mut notices));
    notices
}

/// A flow or cross traffic that never runs: it starts at or after the end of the run, or stops at or before its start.
fn no_time_to_run(document: &Document, notices: &mut Vec<Notice>) {
    let scenario = &document.scenario;
    let flows = scenario
        .flows
        .iter()
        .enumerate()
        .map(|(index, flow)| (format!("flows[{index}]"), &flow.name, &flow.settings, Stream::Flow(flow.stream)));
    let crossing = scenario.cross_traffic.iter().enumerate().map(|(index, cross)| {
        (format!("cross_traffic[{index}]"), &cross.name, &cross.traffic, Stream::Cross(cross.stream))
    });
    let end = scenario.duration;
    for (place, name, settings, stream) in flows.chain(crossing) {
        let (start, stop) = span(settings, scenario.seed, stream);
        if start >= end {
            notices.push(Notice {
                code: "starts_after_end",
                place: format!("{place}.start_s"),
                arguments: vec![
                    ("name", name.as_str().into()),
                    ("start", start.seconds().into()),
                    ("end", end.seconds().into()),
                ],
            });
        }
        if let Some(stop) = stop.filter(|stop| *stop <= start) {
            notices.push(Notice {
                code: "stops_before_start",
                place: format!("{place}.stop_s"),
                arguments: vec![
                    ("name", name.as_str().into()),
                    ("start", start.seconds().into()),
                    ("stop", stop.seconds().into()),
                ],
            });
        }
    }
}

/// Start of an entry, start jitter included, and its stop, if given.
fn span(settings: &Choice, seed: u64, stream: Stream) -> (Time, Option<Time>) {
    let seconds = |name: &str| f64::from_value(&settings.get(name));
    let draw = RandomStream::new(seed, Purpose::StartJitter, stream).uniform(0);
    let start = Time::from_seconds(seconds("start_s")) + Span::from_seconds(draw * seconds("start_jitter_s"));
    (start, Option::<f64>::from_value(&settings.get("stop_s")).map(Time::from_seconds))
}

/// An intervention at or after the end of the run, which never takes effect.
fn changes_after_the_end(document: &Document, notices: &mut Vec<Notice>) {
    let end = document.scenario.duration;
    // In the document's order; the scenario's order is by time.
    let given = document.raw.get("interventions").and_then(Json::elements).unwrap_or(&[]);
    for (index, entry) in given.iter().enumerate() {
        let at_s = entry.get("at_s").and_then(Json::number).unwrap_or(0.0);
        if Time::from_seconds(at_s) >= end {
            notices.push(Notice {
                code: "changes_after_end",
                place: format!("interventions[{index}].at_s"),
                arguments: vec![
                    ("path", entry.get("path").cloned().unwrap_or(Json::Null)),
                    ("at", at_s.into()),
                    ("end", end.seconds().into()),
                ],
            });
        }
    }
}

/// Algorithms whose window responds to losses: phase effects were measured among them (`docs/jitter.md`). Those that
/// respond to delay or set a rate showed none.
const BY_LOSS: &[&str] = &["newreno", "cubic", "htcp", "africa", "compound", "aimd", "sqrt"];
/// Send jitter below this share of a packet's transmission time leaves phase effects in place.
const ENOUGH_JITTER: f64 = 0.8;
/// Base RTTs that differ by less than this share of a packet's transmission time act like equal ones.
const SAME_RTT: f64 = 0.5;
/// From this share of random losses on, random losses decide, whatever the phases.
const ENOUGH_LOSS: f64 = 0.001;

/// A flow as these rules see it.
struct Entry<'a> {
    index: usize,
    flow: &'a Flow,
    settings: FlowSettings,
    /// Its start and stop.
    span: (Time, Time),
}

impl Entry<'_> {
    /// Its packets can be marked.
    fn uses_ecn(&self) -> bool {
        self.settings.ecn_use(self.flow.algorithm.section).codepoint.is_some()
    }
}

/// The flows of a direction that have time to run, in the document's order.
fn running(scenario: &Scenario, side: Side) -> Vec<Entry<'_>> {
    let mut entries = Vec::new();
    for (index, flow) in scenario.flows.iter().enumerate() {
        let settings = FlowSettings::read(&flow.settings.values);
        let there = (settings.direction == Direction::Forward) == (side == Side::Forward);
        if let Some(span) = time_to_run(scenario, &flow.settings, Stream::Flow(flow.stream)).filter(|_| there) {
            entries.push(Entry { index, flow, settings, span });
        }
    }
    entries
}

/// Start and stop of an entry, if it ever runs.
fn time_to_run(scenario: &Scenario, settings: &Choice, stream: Stream) -> Option<(Time, Time)> {
    let (start, stop) = span(settings, scenario.seed, stream);
    let stop = stop.unwrap_or(Time::NEVER).min(scenario.duration);
    (start < stop).then_some((start, stop))
}

/// Each direction with its bottleneck.
fn sides(scenario: &Scenario) -> impl Iterator<Item = (Side, &Bottleneck)> {
    [Side::Forward, Side::Reverse].into_iter().filter_map(|side| Some((side, scenario.side(side)?)))
}

/// A notice at a setting of a flow, about its algorithm.
#[inline(never)]
fn of_algorithm(code: &'static str, index: usize, flow: &Flow, setting: &str) -> Notice {
    let arguments = vec![("name", flow.name.as_str().into()), ("algorithm", flow.algorithm.section.title.into())];
    Notice { code, place: format!("flows[{index}].{setting}"), arguments }
}

/// Phase effects (S. Floyd and V. Jacobson, On traffic phase effects in packet-switched gateways, 1992): at a full
/// drop-tail queue the arrival just before a departure is dropped, and it belongs to the same flow again and again as
/// long as packets keep in step with the link. They decide the shares where flows that respond to losses have different
/// base RTTs, hardly any loss is random, and the send jitter is well below a packet's transmission time. Only the
/// scenario at the start of the run is examined.
fn phase_effects(document: &Document, notices: &mut Vec<Notice>) {
    let scenario = &document.scenario;
    for (side, bottleneck) in sides(scenario) {
        if bottleneck.queue.section.kind != "drop_tail" || has_random_loss(bottleneck) {
            continue;
        }
        let packet_ms = f64::from(scenario.packet_bytes) * 8e3 / bottleneck.rate_bps();
        let few = |entry: &Entry| entry.settings.send_jitter_ms < ENOUGH_JITTER * packet_ms;
        let mut flows = running(scenario, side);
        flows.retain(|entry| BY_LOSS.contains(&entry.flow.algorithm.section.kind));
        let clash = |one: &Entry, other: &Entry| {
            let apart_ms = (one.settings.base_rtt_ms - other.settings.base_rtt_ms).abs();
            let together = one.span.0 < other.span.1 && other.span.0 < one.span.1;
            apart_ms >= SAME_RTT * packet_ms && together && (few(one) || few(other))
        };
        let pairs = flows.iter().enumerate().flat_map(|(n, one)| flows[n + 1..].iter().map(move |other| (one, other)));
        if let Some((one, other)) = pairs.into_iter().find(|(one, other)| clash(one, other)) {
            let [still, other] = if few(one) { [one, other] } else { [other, one] };
            notices.push(Notice {
                code: "phase_effects",
                place: format!("flows[{}].send_jitter_ms", still.index),
                arguments: vec![
                    ("name", still.flow.name.as_str().into()),
                    ("other", other.flow.name.as_str().into()),
                    ("jitter_ms", still.settings.send_jitter_ms.into()),
                    ("packet_ms", rounded(packet_ms)),
                ],
            });
        }
    }
}

/// Whether enough packets are lost at random, or by a pattern, to decide the shares.
fn has_random_loss(bottleneck: &Bottleneck) -> bool {
    match bottleneck.loss.section.kind {
        "none" => false,
        "bernoulli" => f64::from_value(&bottleneck.loss.get("probability")) >= ENOUGH_LOSS,
        _ => true,
    }
}

/// A number with nine decimals, for a sentence.
fn rounded(value: f64) -> Json {
    ((value * 1e9).round() / 1e9).into()
}

/// Packets per RTT that a window-based sender with ECN sends at least, however often it is marked.
const LEAST_WINDOW: f64 = 2.0;

/// CoDel with ECN and enough flows with ECN to fill the link with their minimum windows: no ECN mark brings the delay
/// below CoDel's target, its count grows without bound, and it drops more and more packets of flows without ECN.
/// FQ-CoDel controls each flow, and RED and PIE drop with the same probability for all. Measured with 1 to 100 flows
/// and a call, they treat such packets no worse with ECN marks than without.
fn unmarkable(document: &Document, notices: &mut Vec<Notice>) {
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
        let mut tell = |place: String, name: &str, span: (Time, Time)| {
            if full.iter().any(|(from, to)| span.0 < *to && *from < span.1) {
                let arguments = vec![("name", name.into())];
                notices.push(Notice { code: "unmarkable", place, arguments });
            }
        };
        for Entry { index, flow, span, .. } in &others {
            tell(format!("flows[{index}].ecn"), &flow.name, *span);
        }
        // Cross traffic is in the forward direction.
        for (index, cross) in scenario.cross_traffic.iter().enumerate().filter(|_| side == Side::Forward) {
            let field = match &cross.transfers {
                Some(transfers) if transfers.settings.get("ecn") == Value::Bool(true) => continue,
                Some(_) => "ecn",
                None => "kind",
            };
            if let Some(span) = time_to_run(scenario, &cross.traffic, Stream::Cross(cross.stream)) {
                tell(format!("cross_traffic[{index}].{field}"), &cross.name, span);
            }
        }
    }
}

/// A policer whose token bucket never holds the tokens of a full packet, at the start of the run.
fn small_burst(document: &Document, notices: &mut Vec<Notice>) {
    let scenario = &document.scenario;
    for (side, bottleneck) in sides(scenario) {
        let Some(policer) = &bottleneck.policer else { continue };
        let burst = f64::from_value(&policer.get("burst_bytes"));
        let packet = f64::from(scenario.packet_bytes);
        if burst < packet {
            notices.push(Notice {
                code: "small_burst",
                place: format!("{}.policer.burst_bytes", root(side)),
                arguments: vec![("burst", burst.into()), ("packet", packet.into())],
            });
        }
    }
}

/// A flow whose algorithm responds to marks (DCTCP, Prague), and that gets none: it does not use ECN, or its queue never marks.
fn no_marks(document: &Document, notices: &mut Vec<Notice>) {
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
                notices.push(of_algorithm("no_marks", entry.index, entry.flow, setting));
            }
        }
    }
}

/// A flow with an application whose algorithm sets a rate, and always sends at it.
fn always_sends(document: &Document, notices: &mut Vec<Notice>) {
    for (index, flow) in document.scenario.flows.iter().enumerate() {
        if flow.algorithm.section.rate_based && flow.application.section.kind != "bulk" {
            notices.push(of_algorithm("always_sends", index, flow, "application"));
        }
    }
}

/// A setting that the document gives to a flow whose algorithm does not use it: an end of slow start, pacing.
fn without_effect(document: &Document, notices: &mut Vec<Notice>) {
    let given = document.raw.get("flows").and_then(Json::elements).unwrap_or(&[]);
    for (index, (flow, given)) in document.scenario.flows.iter().zip(given).enumerate() {
        let exit = given.get("slow_start").and_then(Json::text).is_some_and(|word| word != "standard");
        if exit && !uses_exit_rules(&flow.algorithm) {
            notices.push(of_algorithm("slow_start_unused", index, flow, "slow_start"));
        }
        if given.get("pacing") == Some(&Json::Bool(true)) && flow.algorithm.section.rate_based {
            notices.push(of_algorithm("pacing_unused", index, flow, "pacing"));
        }
    }
}

/// A flow whose algorithm expects the marks of an L4S queue (RFC 9331: ECT(1)), and whose packets ask for the classic one.
fn classic_codepoint(document: &Document, notices: &mut Vec<Notice>) {
    let scenario = &document.scenario;
    for (side, bottleneck) in sides(scenario) {
        for entry in running(scenario, side).iter().filter(|_| bottleneck.queue.section.kind == "dualpi2") {
            let algorithm = entry.flow.algorithm.section;
            let expected = EcnCodepoint::from_value(&algorithm.flow_default("ecn_codepoint"));
            let sent = entry.settings.ecn_use(algorithm).codepoint;
            if expected == EcnCodepoint::Ect1 && sent == Some(EcnCodepoint::Ect0) {
                notices.push(of_algorithm("classic_codepoint", entry.index, entry.flow, "ecn_codepoint"));
            }
        }
    }
}

/// A link with a trace or a model, whose rate is not that of the scenario.
fn nominal_rate(document: &Document, notices: &mut Vec<Notice>) {
    for (side, bottleneck) in sides(&document.scenario) {
        if bottleneck.sends_by_itself() {
            let place = format!("{}.rate_bps", root(side));
            notices.push(Notice {
                code: "nominal_rate",
                place,
                arguments: vec![("rate", (bottleneck.rate_bps() / 1e6).into())],
            });
        }
    }
}

/// The bottleneck of a direction in a document.
fn root(side: Side) -> &'static str {
    if side == Side::Forward { "bottleneck" } else { "reverse_bottleneck" }
}

/// Whether a queue may mark packets instead of dropping them.
fn may_mark(queue: &Choice) -> bool {
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
