//! Notices about queues, policers and links: phase effects, a queue for one packet, a small token bucket, a nominal rate. Not here:
//! marks (`marks.rs`).

use super::{Entry, Notice, flow_path, root, rounded, running, sides};
use sawtooth_engine::params::{FromValue, Value};
use sawtooth_engine::path::queue;
use sawtooth_engine::scenario::Bottleneck;
use sawtooth_scenario::{Document, Json};

/// Algorithms whose window responds to losses: phase effects were measured among them (`docs/jitter.md`). Those that
/// respond to delay or set a rate showed none.
const BY_LOSS: &[&str] = &["newreno", "cubic", "htcp", "africa", "compound", "aimd", "sqrt"];
/// Send jitter below this share of a packet's transmission time leaves phase effects in place.
const ENOUGH_JITTER: f64 = 0.8;
/// Largest send jitter that a flow may have, in ms.
const MOST_JITTER_MS: f64 = 1e5;
/// Base RTTs that differ by less than this share of a packet's transmission time act like equal ones.
const SAME_RTT: f64 = 0.5;
/// From this share of random losses on, random losses decide, whatever the phases.
const ENOUGH_LOSS: f64 = 0.001;

/// Phase effects (S. Floyd and V. Jacobson, On traffic phase effects in packet-switched gateways, 1992): at a full
/// drop-tail queue the arrival just before a departure is dropped, and it belongs to the same flow again and again as
/// long as packets keep in step with the link. They decide the shares where flows that respond to losses have different
/// base RTTs, hardly any loss is random, and the send jitter is well below a packet's transmission time. Only the
/// scenario at the start of the run is examined.
pub(super) fn phase_effects(document: &Document, notices: &mut Vec<Notice>) {
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
            let arguments = vec![
                ("name", still.flow.name.as_str().into()),
                ("other", other.flow.name.as_str().into()),
                ("jitter_ms", still.settings.send_jitter_ms.into()),
                ("packet_ms", rounded(packet_ms)),
            ];
            // All of them, so that no other pair is left; a very slow link has no such jitter.
            let jitter = |entry: &Entry| (flow_path(entry.flow, "send_jitter_ms"), rounded(packet_ms));
            let remedy = flows.iter().filter(|entry| packet_ms <= MOST_JITTER_MS && few(entry)).map(jitter).collect();
            let place = format!("flows[{}].send_jitter_ms", still.index);
            notices.push(Notice::new("phase_effects", place, arguments).with_remedy(remedy));
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

/// A policer whose token bucket never holds the tokens of a full packet, at the start of the run.
pub(super) fn small_burst(document: &Document, notices: &mut Vec<Notice>) {
    let scenario = &document.scenario;
    for (side, bottleneck) in sides(scenario) {
        let Some(policer) = &bottleneck.policer else { continue };
        let burst = f64::from_value(&policer.get("burst_bytes"));
        let packet = f64::from(scenario.packet_bytes);
        if burst < packet {
            let path = format!("{}.policer.burst_bytes", root(side));
            let arguments = vec![("burst", burst.into()), ("packet", packet.into())];
            let remedy = vec![(path.clone(), packet.into())];
            notices.push(Notice::new("small_burst", path, arguments).with_remedy(remedy));
        }
    }
}

/// Smallest limit that a remedy sets: also ns-2's counting lets two packets wait then.
const LEAST_LIMIT: f64 = 3.0;
/// Largest limit of a queue, in packets and in bytes.
const MOST_LIMIT: f64 = 1e7;

/// A queue in which at most one full packet may wait, and a sender that does not space its packets: of any two that it sends at once,
/// as a growing window does, the second one is dropped unless the queue is empty. Only the scenario at the start of the run is
/// examined. The remedy is a queue for one BDP.
pub(super) fn no_queue(document: &Document, notices: &mut Vec<Notice>) {
    let scenario = &document.scenario;
    for (side, bottleneck) in sides(scenario) {
        let queue = &bottleneck.queue;
        if queue::holds(queue, scenario.packet_bytes, 2) > 1 {
            continue;
        }
        let spaced = |entry: &Entry| {
            let algorithm = entry.flow.algorithm.section;
            algorithm.rate_based || entry.settings.paces(algorithm)
        };
        let flows = running(scenario, side);
        let Some(bursty) = flows.iter().find(|entry| !spaced(entry)) else { continue };
        let field = if queue.get("limit_bytes") == Value::Null { "limit_packets" } else { "limit_bytes" };
        let unit = if field == "limit_bytes" { f64::from(scenario.packet_bytes) } else { 1.0 };
        let longest_ms = flows.iter().map(|entry| entry.settings.base_rtt_ms).fold(0.0, f64::max);
        let bdp = bottleneck.rate_bps() * longest_ms / 8e3 / f64::from(scenario.packet_bytes);
        let limit = (bdp.ceil().max(LEAST_LIMIT) * unit).min(MOST_LIMIT);
        let path = format!("{}.queue.{field}", root(side));
        let arguments =
            vec![("name", bursty.flow.name.as_str().into()), ("path", path.as_str().into()), ("limit", limit.into())];
        let remedy = vec![(path.clone(), limit.into())];
        notices.push(Notice::new("no_queue", path, arguments).with_remedy(remedy));
    }
}

/// A limit in time or BDPs that a change of rate or RTT does not move: it is in bytes since the start.
pub(super) fn limit_stays(document: &Document, notices: &mut Vec<Notice>) {
    for (side, bottleneck) in sides(&document.scenario) {
        let queue = document.raw.get(root(side)).and_then(|raw| raw.get("queue"));
        let field =
            ["limit_ms", "limit_bdp"].into_iter().find(|field| queue.is_some_and(|queue| queue.get(field).is_some()));
        let (Some(field), Value::Number(bytes)) = (field, bottleneck.queue.get("limit_bytes")) else { continue };
        let given = document.raw.get("interventions").and_then(Json::elements).unwrap_or(&[]);
        let of_rate = format!("{}.rate_bps", root(side));
        let moves = |path: &str| path == of_rate || field == "limit_bdp" && path.ends_with(".base_rtt_ms");
        let path = |entry: &Json| entry.get("path").and_then(Json::text).map(String::from);
        if let Some((index, path)) =
            given.iter().enumerate().find_map(|(index, entry)| Some((index, path(entry).filter(|path| moves(path))?)))
        {
            let limit = format!("{}.queue.{field}", root(side));
            let arguments = vec![("path", path.into()), ("limit", limit.into()), ("bytes", bytes.into())];
            notices.push(Notice::new("limit_stays", format!("interventions[{index}].path"), arguments));
        }
    }
}

/// A link with a trace or a model, whose rate is not that of the scenario.
pub(super) fn nominal_rate(document: &Document, notices: &mut Vec<Notice>) {
    for (side, bottleneck) in sides(&document.scenario) {
        if bottleneck.sends_by_itself() {
            let arguments = vec![("rate", (bottleneck.rate_bps() / 1e6).into())];
            notices.push(Notice::new("nominal_rate", format!("{}.rate_bps", root(side)), arguments));
        }
    }
}
