//! Interventions: changes of a run while it goes on, each as contract 1.5 defines it. Not here: which changes a document
//! may ask for, and how a path becomes a change (crate `scenario`).

use std::sync::Arc;

use super::Simulation;
use super::flow::Phase;
use crate::observe::{Observer, Source};
use crate::params::Value;
use crate::params::{Choice, FromValue};
use crate::scenario::{BOTTLENECK, Change, Side, halves};
use crate::units::Rate;

impl Simulation {
    /// The next intervention takes effect.
    pub(super) fn on_intervention<O: Observer>(&mut self, observer: &mut O) {
        let interventions = Arc::clone(&self.interventions);
        let change = &interventions[self.next_intervention].change;
        self.next_intervention += 1;
        self.schedule_intervention();
        match change {
            Change::Bottleneck(Side::Forward, row, value) => {
                if BOTTLENECK.params[*row].name == "rate_bps" {
                    self.bottleneck.set_rate(Rate(f64::from_value(value)), self.now);
                    self.tell_queue(None, observer);
                }
            }
            Change::Queue(Side::Forward, row, value) => self.bottleneck.set_queue(*row, value.clone()),
            Change::Discipline(Side::Forward, choice) => self.bottleneck.set_discipline(choice.clone()),
            Change::Loss(Side::Forward, row, value) => self.bottleneck.set_loss(*row, value.clone()),
            Change::LossModel(Side::Forward, choice) => self.bottleneck.set_loss_model(choice.clone()),
            Change::Flow(flow, row, value) => self.change_flow(*flow, *row, value.clone(), observer),
            Change::Algorithm(flow, row, value) => self.change_algorithm(*flow, *row, value.clone(), observer),
            Change::Kind(flow, choice) => self.change_kind(*flow, choice, observer),
            Change::Traffic(cross, row, value) => self.change_traffic(*cross, *row, value.clone()),
            _ => {}
        }
    }

    /// What an intervention of the past did to an entry that has not started.
    pub(super) fn change_waiting(&mut self, change: &Change) {
        let waiting = match change {
            Change::Flow(flow, ..) | Change::Algorithm(flow, ..) | Change::Kind(flow, ..) => {
                self.flows.get(*flow).is_some_and(|flow| flow.phase() == Phase::Waiting)
            }
            Change::Traffic(cross, ..) => self.cross.get(*cross).is_some_and(|c| c.phase() == Phase::Waiting),
            _ => false,
        };
        if !waiting {
            return;
        }
        let silence = &mut crate::observe::Silence;
        match change {
            Change::Flow(flow, row, value) => self.change_flow(*flow, *row, value.clone(), silence),
            Change::Algorithm(flow, row, value) => self.change_algorithm(*flow, *row, value.clone(), silence),
            Change::Kind(flow, choice) => self.change_kind(*flow, choice, silence),
            Change::Traffic(cross, row, value) => self.change_traffic(*cross, *row, value.clone()),
            _ => {}
        }
    }

    fn change_flow<O: Observer>(&mut self, index: usize, row: usize, value: Value, observer: &mut O) {
        let flow = &mut self.flows[index];
        flow.sender.set(row, value);
        flow.delays = halves(flow.sender.settings().base_rtt_ms);
        if flow.running() {
            flow.sender.refresh(self.now, &mut self.out, &mut self.tell);
            self.after_sender(index as u32, observer);
        }
    }

    fn change_algorithm<O: Observer>(&mut self, index: usize, row: usize, value: Value, observer: &mut O) {
        let flow = &mut self.flows[index];
        flow.sender.set_algorithm(self.now, row, value, &mut self.tell);
        self.after_algorithm(index, observer);
    }

    fn change_kind<O: Observer>(&mut self, index: usize, choice: &Choice, observer: &mut O) {
        let flow = &mut self.flows[index];
        flow.section = choice.section;
        let running = flow.running();
        flow.sender.replace_algorithm(self.now, choice, running, &mut self.tell);
        self.after_algorithm(index, observer);
    }

    fn after_algorithm<O: Observer>(&mut self, index: usize, observer: &mut O) {
        if self.flows[index].running() {
            let flow = &mut self.flows[index];
            flow.sender.refresh(self.now, &mut self.out, &mut self.tell);
            self.after_sender(index as u32, observer);
        } else {
            // Nothing is said of a flow that does not run.
            self.tell.flush(self.now, Source::Flow(index as u32), &mut crate::observe::Silence);
        }
    }

    fn change_traffic(&mut self, index: usize, row: usize, value: Value) {
        let cross = &mut self.cross[index];
        cross.set(row, value);
        if cross.running() && cross.sent > 0 {
            cross.schedule_next(self.now, &mut self.agenda);
        }
    }
}
