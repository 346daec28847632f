//! Interventions: changes during a run, as defined in contract 1.5. Not here: which changes a document may contain, and
//! how a path becomes a change (crate `scenario`).

use std::sync::Arc;

use super::endpoints::Endpoints;
use super::{Simulation, emit_queue};
use crate::observe::{NullObserver, Observer, Source};
use crate::params::Value;
use crate::params::{Choice, FromValue};
use crate::random::Stream;
use crate::scenario::{BOTTLENECK, Change};
use crate::units::{Rate, Time};

impl Simulation {
    /// The next intervention takes effect.
    pub(super) fn on_intervention<O: Observer>(&mut self, observer: &mut O) {
        self.deliver_deferred(observer);
        let interventions = Arc::clone(&self.interventions);
        let change = &interventions[self.next_intervention].change;
        self.next_intervention += 1;
        self.schedule_intervention();
        match change {
            Change::Bottleneck(side, row, value) => {
                if BOTTLENECK.params[*row].name == "rate_bps" {
                    self.bottlenecks[*side as usize].set_rate(Rate(f64::from_value(value)), self.now);
                    let side = *side as usize;
                    emit_queue(self.now, side, &mut self.bottlenecks[side], None, observer);
                }
            }
            Change::Queue(side, row, value) => self.bottlenecks[*side as usize].set_queue(*row, value),
            Change::Discipline(side, choice) => self.bottlenecks[*side as usize].set_discipline(choice.clone()),
            Change::Loss(side, row, value) => self.bottlenecks[*side as usize].set_loss(*row, value, self.now),
            Change::LossModel(side, choice) => {
                self.bottlenecks[*side as usize].set_loss_model(choice.clone(), self.now)
            }
            Change::Policer(side, row, value) => self.bottlenecks[*side as usize].set_policer(*row, value, self.now),
            Change::NewPolicer(side, choice) => self.bottlenecks[*side as usize].add_policer(choice, self.now),
            Change::Reordering(side, row, value) => self.bottlenecks[*side as usize].set_reordering(*row, value),
            Change::ReorderingModel(side, choice) => {
                (0..self.flows.own.len()).for_each(|index| self.end_round_trips(index));
                self.bottlenecks[*side as usize].set_reordering_model(choice);
            }
            Change::DelayVariation(side, row, value) => {
                self.bottlenecks[*side as usize].set_delay_variation(*row, value)
            }
            _ => {
                if let Some(index) = self.change_source(change) {
                    self.after_sender(index as u32, observer);
                }
            }
        }
    }

    /// Applies a past intervention to an entry that has not started.
    pub(super) fn change_waiting(&mut self, change: &Change) {
        use Change::{
            Algorithm, Application, ApplicationKind, Flow, Kind, Traffic, Transfers, TransfersAlgorithm, TransfersKind,
        };
        let waiting = match change {
            Flow(flow, ..)
            | Algorithm(flow, ..)
            | Kind(flow, ..)
            | Application(flow, ..)
            | ApplicationKind(flow, _) => self.flows.own.get(*flow).is_some_and(|flow| flow.lifecycle.waiting()),
            Traffic(cross, ..) | Transfers(cross, ..) | TransfersAlgorithm(cross, ..) | TransfersKind(cross, _) => {
                self.cross.get(*cross).is_some_and(|cross| cross.lifecycle.waiting())
            }
            _ => false,
        };
        if waiting {
            let sends = self.change_source(change);
            debug_assert!(sends.is_none(), "who has not started sends nothing");
        }
    }

    /// Changes a flow or cross traffic; returns the flow whose sender was called, which may have emitted something and
    /// may have something to send.
    fn change_source(&mut self, change: &Change) -> Option<usize> {
        match change {
            Change::Flow(flow, row, value) => return self.change_flow(*flow, *row, value),
            Change::Algorithm(flow, row, value) => return self.change_algorithm(*flow, *row, value),
            Change::Kind(flow, choice) => return self.change_kind(*flow, choice),
            Change::Application(flow, row, value) => {
                return self
                    .change_application(*flow, |ends, now, running| ends.set_application(now, *row, value, running));
            }
            Change::ApplicationKind(flow, choice) => {
                return self
                    .change_application(*flow, |ends, now, running| ends.replace_application(now, choice, running));
            }
            Change::Traffic(cross, row, value) => self.change_traffic(*cross, *row, value),
            Change::Transfers(cross, ..) | Change::TransfersAlgorithm(cross, ..) | Change::TransfersKind(cross, _) => {
                // It applies to transfers that begin from now on.
                if let Some(transfers) = &mut self.cross[*cross].transfers {
                    transfers.apply(change);
                }
            }
            _ => {}
        }
        None
    }

    fn change_flow(&mut self, index: usize, row: usize, value: &Value) -> Option<usize> {
        let flow = &mut self.flows.own[index];
        flow.endpoints.set(row, value);
        let base_rtt_ms = flow.endpoints.settings().base_rtt_ms;
        if !flow.is_at(base_rtt_ms) || !self.takes_round_trips(index as u32) {
            self.end_round_trips(index);
        }
        let flow = &mut self.flows.own[index];
        flow.renew_ack_path(self.seed);
        flow.set_base_rtt(base_rtt_ms, &mut self.net);
        let running = flow.running();
        if running {
            flow.endpoints.refresh(self.now, &mut self.out);
        }
        running.then_some(index)
    }

    fn change_algorithm(&mut self, index: usize, row: usize, value: &Value) -> Option<usize> {
        let flow = &mut self.flows.own[index];
        flow.endpoints.set_algorithm(self.now, row, value, &mut self.emitter);
        self.after_algorithm(index)
    }

    fn change_kind(&mut self, index: usize, choice: &Choice) -> Option<usize> {
        if choice.section.rate_based {
            self.end_round_trips(index);
        }
        let flow = &mut self.flows.own[index];
        flow.section = choice.section;
        let (running, before) = (flow.running(), flow.endpoints.counters());
        let with = (self.net.packet_bytes, (self.seed, Stream::Flow(flow.stream)));
        flow.endpoints.replace(self.now, choice, with, running, (&mut self.out, &mut self.emitter));
        // A sender that replaces another starts its counters again.
        if flow.endpoints.counters() != before {
            flow.past = flow.past.and(before);
        }
        self.after_algorithm(index)
    }

    fn change_application(&mut self, index: usize, change: impl FnOnce(&mut Endpoints, Time, bool)) -> Option<usize> {
        let flow = &mut self.flows.own[index];
        let running = flow.running();
        change(&mut flow.endpoints, self.now, running);
        if running {
            flow.endpoints.refresh(self.now, &mut self.out);
        }
        running.then_some(index)
    }

    fn after_algorithm(&mut self, index: usize) -> Option<usize> {
        let flow = &mut self.flows.own[index];
        if flow.running() {
            flow.endpoints.refresh(self.now, &mut self.out);
            return Some(index);
        }
        // Nothing is emitted for a flow that does not run.
        self.emitter.flush(self.now, Source::Flow(index as u32), &mut NullObserver);
        None
    }

    fn change_traffic(&mut self, index: usize, row: usize, value: &Value) {
        let cross = &mut self.cross[index];
        cross.set(row, value, index as u32, &mut self.net);
        if cross.awaits_its_turn() {
            cross.schedule_next(self.now, &mut self.net.events);
        }
    }
}
