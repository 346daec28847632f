//! Whether two documents have one past: whether all that acts before a moment is the same in both. Only then may a run go on
//! from that moment under the other document. Not here: going on (`history.rs`, `Simulation::adopt`).

use crate::params::{Choice, Value};
use crate::scenario::{Change, Intervention, Scenario};
use crate::units::Time;

/// Whether everything that acts before `t` is the same in both documents.
pub fn one_past(a: &Scenario, b: &Scenario, t: Time) -> bool {
    let flows = pairs(&a.flows, &b.flows).all(|pair| match pair {
        (Some(x), Some(y)) => {
            waiting(&x.settings, t) && waiting(&y.settings, t)
                || x.stream == y.stream && alike(&x.algorithm, &y.algorithm, t) && alike(&x.settings, &y.settings, t)
        }
        (Some(only), None) | (None, Some(only)) => waiting(&only.settings, t),
        (None, None) => true,
    });
    let cross = pairs(&a.cross_traffic, &b.cross_traffic).all(|pair| match pair {
        (Some(x), Some(y)) => {
            waiting(&x.traffic, t) && waiting(&y.traffic, t) || x.stream == y.stream && alike(&x.traffic, &y.traffic, t)
        }
        (Some(only), None) | (None, Some(only)) => waiting(&only.traffic, t),
        (None, None) => true,
    });
    let (before_a, before_b) = (before(&a.interventions, t), before(&b.interventions, t));
    a.seed == b.seed
        && a.packet_bytes == b.packet_bytes
        && (a.duration == b.duration || a.duration >= t && b.duration >= t)
        && a.bottleneck.settings.rate_bps == b.bottleneck.settings.rate_bps
        && alike(&a.bottleneck.queue, &b.bottleneck.queue, t)
        && alike(&a.bottleneck.loss, &b.bottleneck.loss, t)
        && flows
        && cross
        && before_a.len() == before_b.len()
        && before_a.iter().zip(before_b).all(|(x, y)| x.at == y.at && same(&x.change, &y.change, t))
}

fn pairs<'a, T>(a: &'a [T], b: &'a [T]) -> impl Iterator<Item = (Option<&'a T>, Option<&'a T>)> {
    (0..a.len().max(b.len())).map(|i| (a.get(i), b.get(i)))
}

/// Interventions before `t`; a scenario has them in order of effect.
fn before(interventions: &[Intervention], t: Time) -> &[Intervention] {
    &interventions[..interventions.partition_point(|intervention| intervention.at < t)]
}

fn moment(choice: &Choice, name: &str) -> Time {
    if let Value::Number(seconds) = choice.get(name) { Time::from_seconds(seconds) } else { Time::NEVER }
}

/// Does not start before `t`.
fn waiting(choice: &Choice, t: Time) -> bool {
    moment(choice, "start_s") >= t
}

/// The same settings, but for a stop that lies ahead in both.
fn alike(a: &Choice, b: &Choice, t: Time) -> bool {
    let settings = a.section.params.iter().zip(a.values.iter().zip(&b.values));
    std::ptr::eq(a.section, b.section)
        && settings.into_iter().all(|(param, (x, y))| {
            x == y || param.name == "stop_s" && moment(a, "stop_s") >= t && moment(b, "stop_s") >= t
        })
}

fn same(a: &Change, b: &Change, t: Time) -> bool {
    match (a, b) {
        (Change::Bottleneck(i, x), Change::Bottleneck(j, y))
        | (Change::Queue(i, x), Change::Queue(j, y))
        | (Change::Loss(i, x), Change::Loss(j, y)) => (i, x) == (j, y),
        (Change::Flow(f, i, x), Change::Flow(g, j, y))
        | (Change::Algorithm(f, i, x), Change::Algorithm(g, j, y))
        | (Change::Traffic(f, i, x), Change::Traffic(g, j, y)) => (f, i, x) == (g, j, y),
        (Change::Discipline(x), Change::Discipline(y)) | (Change::LossModel(x), Change::LossModel(y)) => alike(x, y, t),
        (Change::Kind(f, x), Change::Kind(g, y)) => f == g && alike(x, y, t),
        _ => false,
    }
}
