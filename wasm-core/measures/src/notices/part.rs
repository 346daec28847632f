//! The tables of settings of a scenario: where each is in a document, its path, and its values. Not here:
//! which settings have an effect (`no_effect.rs`).

use super::{root, time_to_run};
use sawtooth_engine::params::Choice;
use sawtooth_engine::random::Stream;
use sawtooth_engine::scenario::{Change, Scenario, Side};
use sawtooth_scenario::{Document, Json, tables};

/// One table of settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Part {
    /// A bottleneck's own settings.
    Link(Side),
    /// Its queue discipline.
    Queue(Side),
    /// Its model of random loss.
    Loss(Side),
    /// Its policer.
    Policer(Side),
    /// Its model of reordering.
    Reordering(Side),
    /// Its delay that varies.
    DelayVariation(Side),
    /// The model of its rate.
    RateModel(Side),
    /// A flow's own settings, by its place in the list.
    Flow(usize),
    /// Its algorithm.
    Algorithm(usize),
    /// Its application.
    Application(usize),
    /// Cross traffic, by its place in the list.
    Traffic(usize),
    /// The options of a flash crowd's transfers.
    Transfers(usize),
    /// Their algorithm.
    TransfersAlgorithm(usize),
}

/// Every table of a scenario but those of entries that never run.
pub(super) fn all(scenario: &Scenario) -> Vec<Part> {
    let mut parts = Vec::new();
    for side in [Side::Forward, Side::Reverse] {
        parts.extend(
            [
                Part::Link,
                Part::Queue,
                Part::Loss,
                Part::Policer,
                Part::Reordering,
                Part::DelayVariation,
                Part::RateModel,
            ]
            .map(|of| of(side)),
        );
    }
    for (index, flow) in scenario.flows.iter().enumerate() {
        if time_to_run(scenario, &flow.settings, Stream::Flow(flow.stream)).is_some() {
            parts.extend([Part::Flow, Part::Algorithm, Part::Application].map(|of| of(index)));
        }
    }
    for (index, cross) in scenario.cross_traffic.iter().enumerate() {
        if time_to_run(scenario, &cross.traffic, Stream::Cross(cross.stream)).is_some() {
            parts.extend([Part::Traffic, Part::Transfers, Part::TransfersAlgorithm].map(|of| of(index)));
        }
    }
    parts.retain(|part| part.choice(scenario).is_some());
    parts
}

/// The table and row of a setting that a change sets; none for a change of a whole table.
pub(super) fn changed(change: &Change) -> Option<(Part, usize)> {
    Some(match *change {
        Change::Bottleneck(side, row, _) => (Part::Link(side), row),
        Change::Queue(side, row, _) => (Part::Queue(side), row),
        Change::Loss(side, row, _) => (Part::Loss(side), row),
        Change::Policer(side, row, _) => (Part::Policer(side), row),
        Change::Reordering(side, row, _) => (Part::Reordering(side), row),
        Change::DelayVariation(side, row, _) => (Part::DelayVariation(side), row),
        Change::Flow(flow, row, _) => (Part::Flow(flow), row),
        Change::Algorithm(flow, row, _) => (Part::Algorithm(flow), row),
        Change::Application(flow, row, _) => (Part::Application(flow), row),
        Change::Traffic(cross, row, _) => (Part::Traffic(cross), row),
        Change::Transfers(cross, row, _) => (Part::Transfers(cross), row),
        Change::TransfersAlgorithm(cross, row, _) => (Part::TransfersAlgorithm(cross), row),
        _ => return None,
    })
}

impl Part {
    /// Its values.
    pub(super) fn choice(self, scenario: &Scenario) -> Option<&Choice> {
        let flow = |index: usize| scenario.flows.get(index);
        let transfers = |index: usize| scenario.cross_traffic.get(index)?.transfers.as_ref();
        match self {
            Part::Link(side) => scenario.side(side).map(|bottleneck| &bottleneck.settings),
            Part::Queue(side) => scenario.side(side).map(|bottleneck| &bottleneck.queue),
            Part::Loss(side) => scenario.side(side).map(|bottleneck| &bottleneck.loss),
            Part::Policer(side) => scenario.side(side)?.policer.as_ref(),
            Part::Reordering(side) => scenario.side(side)?.reordering.as_ref(),
            Part::DelayVariation(side) => scenario.side(side)?.delay_variation.as_ref(),
            Part::RateModel(side) => scenario.side(side)?.rate_model.as_ref(),
            Part::Flow(index) => flow(index).map(|flow| &flow.settings),
            Part::Algorithm(index) => flow(index).map(|flow| &flow.algorithm),
            Part::Application(index) => flow(index).map(|flow| &flow.application),
            Part::Traffic(index) => scenario.cross_traffic.get(index).map(|cross| &cross.traffic),
            Part::Transfers(index) => transfers(index).map(|transfers| &transfers.settings),
            Part::TransfersAlgorithm(index) => transfers(index).map(|transfers| &transfers.algorithm),
        }
    }

    /// Its object in the document.
    pub(super) fn given(self, document: &Document) -> Option<&Json> {
        let (within, field) = self.within();
        let within = match within {
            Within::Side(side) => document.raw.get(root(side)),
            Within::Entry(list, index) => document.given(list, index),
        };
        if field.is_empty() { within } else { within?.get(field) }
    }

    /// Its place in the document (`flows[0].algorithm`).
    pub(super) fn place(self) -> String {
        self.named(|list, index| format!("{list}[{index}]"))
    }

    /// Its path (`flows.cdg.algorithm`).
    pub(super) fn path(self, scenario: &Scenario) -> String {
        self.named(|list, index| {
            let names = scenario.flows.get(index).map(|flow| &flow.name);
            let crossing = scenario.cross_traffic.get(index).map(|cross| &cross.name);
            let name = if list == "flows" { names } else { crossing };
            format!("{list}.{}", name.map_or("", String::as_str))
        })
    }

    /// Whether a setting of its table belongs to it: the options of transfers have the table of flows, but not all of its rows.
    pub(super) fn has(self, setting: &str) -> bool {
        !matches!(self, Part::Transfers(_)) || tables::is_transfer_option(setting)
    }

    fn named(self, entry: impl Fn(&'static str, usize) -> String) -> String {
        let (within, field) = self.within();
        let within = match within {
            Within::Side(side) => String::from(root(side)),
            Within::Entry(list, index) => entry(list, index),
        };
        if field.is_empty() { within } else { format!("{within}.{field}") }
    }

    /// The part of the document that contains it, and its field there; none if it is all of that part.
    fn within(self) -> (Within, &'static str) {
        match self {
            Part::Link(side) => (Within::Side(side), ""),
            Part::Queue(side) => (Within::Side(side), "queue"),
            Part::Loss(side) => (Within::Side(side), "loss"),
            Part::Policer(side) => (Within::Side(side), "policer"),
            Part::Reordering(side) => (Within::Side(side), "reordering"),
            Part::DelayVariation(side) => (Within::Side(side), "delay_variation"),
            Part::RateModel(side) => (Within::Side(side), "rate_model"),
            Part::Flow(index) => (Within::Entry("flows", index), ""),
            Part::Algorithm(index) => (Within::Entry("flows", index), "algorithm"),
            Part::Application(index) => (Within::Entry("flows", index), "application"),
            Part::Traffic(index) | Part::Transfers(index) => (Within::Entry("cross_traffic", index), ""),
            Part::TransfersAlgorithm(index) => (Within::Entry("cross_traffic", index), "algorithm"),
        }
    }
}

/// The part of a document that contains a table.
enum Within {
    Side(Side),
    Entry(&'static str, usize),
}
