//! Path and value of an engine's change: the inverse of `paths.rs`. Not here: the rest of a document (`write.rs`).

use crate::json::Json;
use crate::paths::root;
use crate::value;
use sawtooth_engine::host;
use sawtooth_engine::params::{Choice, Value};
use sawtooth_engine::scenario::{Change, Scenario, Side};

/// Path and value of a change to the current document.
pub(crate) fn written(stand: &Scenario, change: &Change) -> (String, Json) {
    let side = |side: &Side| stand.side(*side).expect("a change names a bottleneck that exists");
    let flow = |flow: &usize| &stand.flows[*flow];
    let cross = |cross: &usize| &stand.cross_traffic[*cross];
    let transfers = |index: &usize| cross(index).transfers.as_ref().expect("only transfers are changed so");
    let (place, (field, value)) = match change {
        Change::Bottleneck(at, row, value) => (root(*at).into(), setting(&side(at).settings, *row, value)),
        Change::Queue(at, row, value) => (format!("{}.queue", root(*at)), setting(&side(at).queue, *row, value)),
        Change::Discipline(at, new) => {
            // The limit is kept, whatever the new discipline's default is.
            (format!("{}.queue", root(*at)), ("discipline", new.section.kind.into()))
        }
        Change::Loss(at, row, value) => (format!("{}.loss", root(*at)), setting(&side(at).loss, *row, value)),
        Change::LossModel(at, new) => (format!("{}.loss", root(*at)), switch("model", new, "")),
        Change::Policer(at, row, value) => {
            let policer = side(at).policer.as_ref().expect("a policer that is changed exists");
            (format!("{}.policer", root(*at)), setting(policer, *row, value))
        }
        // The setting that is not at its default adds it; if none is, the first one does.
        Change::NewPolicer(at, new) => {
            let defaults = new.section.defaults(None);
            let row = (0..defaults.len()).find(|row| new.values[*row] != defaults[*row]).unwrap_or(0);
            (format!("{}.policer", root(*at)), setting(new, row, &new.values[row]))
        }
        Change::Reordering(at, row, value) => {
            let model = side(at).reordering.as_ref().expect("a model that is changed exists");
            (format!("{}.reordering", root(*at)), setting(model, *row, value))
        }
        Change::ReorderingModel(at, new) => (format!("{}.reordering", root(*at)), switch("model", new, "")),
        Change::DelayVariation(at, row, value) => {
            let variation = side(at).delay_variation.as_ref().expect("a delay that is changed exists");
            (format!("{}.delay_variation", root(*at)), setting(variation, *row, value))
        }
        Change::Flow(index, row, value) => {
            (format!("flows.{}", flow(index).name), setting(&flow(index).settings, *row, value))
        }
        Change::Algorithm(index, row, value) => {
            (format!("flows.{}.algorithm", flow(index).name), setting(&flow(index).algorithm, *row, value))
        }
        Change::Kind(index, new) => {
            let host = host::name(&flow(index).settings);
            (format!("flows.{}.algorithm", flow(index).name), switch("kind", new, host))
        }
        Change::Application(index, row, value) => {
            (format!("flows.{}.application", flow(index).name), setting(&flow(index).application, *row, value))
        }
        Change::ApplicationKind(index, new) => {
            (format!("flows.{}.application", flow(index).name), switch("kind", new, ""))
        }
        Change::Traffic(index, row, value) => {
            (format!("cross_traffic.{}", cross(index).name), setting(&cross(index).traffic, *row, value))
        }
        Change::Transfers(index, row, value) => {
            (format!("cross_traffic.{}", cross(index).name), setting(&transfers(index).settings, *row, value))
        }
        Change::TransfersAlgorithm(index, row, value) => {
            let algorithm = &transfers(index).algorithm;
            (format!("cross_traffic.{}.algorithm", cross(index).name), setting(algorithm, *row, value))
        }
        Change::TransfersKind(index, new) => {
            let host = host::name(&transfers(index).settings);
            (format!("cross_traffic.{}.algorithm", cross(index).name), switch("kind", new, host))
        }
    };
    (format!("{place}.{field}"), value)
}

fn setting(choice: &Choice, row: usize, value: &Value) -> (&'static str, Json) {
    let param = &choice.section.params[row];
    (param.name, value::json(param, value))
}

/// Fields that define a part: its kind, its variant, or the one setting that adds a model where there was none. `host`:
/// TCP stack of the flow whose algorithm it is; empty elsewhere.
fn switch(field: &'static str, new: &Choice, host: &str) -> (&'static str, Json) {
    let section = new.section;
    if *new == Choice::on_host(section, host) {
        return (field, section.kind.into());
    }
    if let Some(row) = section.index(section.selector) {
        return (section.selector, value::json(&section.params[row], &new.values[row]));
    }
    let defaults = section.defaults(None);
    let differs = (0..defaults.len()).find(|row| new.values[*row] != defaults[*row]);
    let row = differs.expect("it is not at its defaults");
    setting(new, row, &new.values[row])
}
