//! Whether two documents have the same past: everything that acts before a moment is the same in both. Only then can a
//! run continue from that moment with the other document. Not here: continuing (`history.rs`, `Simulation::adopt`).

use crate::params::{Choice, Value};
use crate::scenario::{Bottleneck, CrossTraffic, Intervention, Scenario};
use crate::units::Time;

/// Whether everything that acts before `t` is the same in both documents.
pub fn one_past(a: &Scenario, b: &Scenario, t: Time) -> bool {
    let flows = pairs(&a.flows, &b.flows).all(|pair| match pair {
        (Some(x), Some(y)) => {
            waiting(&x.settings, t) && waiting(&y.settings, t)
                || x.stream == y.stream
                    && alike(&x.algorithm, &y.algorithm, t)
                    && alike(&x.settings, &y.settings, t)
                    && x.application == y.application
        }
        (Some(only), None) | (None, Some(only)) => waiting(&only.settings, t),
        (None, None) => true,
    });
    let cross = pairs(&a.cross_traffic, &b.cross_traffic).all(|pair| match pair {
        (Some(x), Some(y)) => {
            waiting(&x.traffic, t) && waiting(&y.traffic, t) || x.stream == y.stream && alike_cross(x, y, t)
        }
        (Some(only), None) | (None, Some(only)) => waiting(&only.traffic, t),
        (None, None) => true,
    });
    let (before_a, before_b) = (before(&a.interventions, t), before(&b.interventions, t));
    a.seed == b.seed
        && a.packet_bytes == b.packet_bytes
        && (a.duration == b.duration || a.duration >= t && b.duration >= t)
        && alike_path(Some(&a.bottleneck), Some(&b.bottleneck))
        && alike_path(a.reverse_bottleneck.as_ref(), b.reverse_bottleneck.as_ref())
        && flows
        && cross
        && before_a == before_b
}

fn alike_path(a: Option<&Bottleneck>, b: Option<&Bottleneck>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => {
            a.settings == b.settings
                && a.queue == b.queue
                && a.loss == b.loss
                && a.policer == b.policer
                && a.reordering == b.reordering
                && a.delay_variation == b.delay_variation
        }
        (a, b) => a.is_none() && b.is_none(),
    }
}

fn alike_cross(a: &CrossTraffic, b: &CrossTraffic, t: Time) -> bool {
    let transfers = match (&a.transfers, &b.transfers) {
        (Some(a), Some(b)) => a.algorithm == b.algorithm && a.settings == b.settings,
        (a, b) => a.is_none() && b.is_none(),
    };
    transfers && alike(&a.traffic, &b.traffic, t)
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

/// Whether it does not start before `t`.
fn waiting(choice: &Choice, t: Time) -> bool {
    moment(choice, "start_s") >= t
}

/// Whether the settings are the same, except for a stop that is later in both.
fn alike(a: &Choice, b: &Choice, t: Time) -> bool {
    let settings = a.section.params.iter().zip(a.values.iter().zip(&b.values));
    std::ptr::eq(a.section, b.section)
        && settings.into_iter().all(|(param, (x, y))| {
            x == y || param.name == "stop_s" && moment(a, "stop_s") >= t && moment(b, "stop_s") >= t
        })
}
