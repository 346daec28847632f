//! Losses in BBR v3's model (draft-ietf-ccwg-bbr, 5.5.10 and 5.5.11): the long-term bound while it probes, the short-term
//! ones otherwise, and the return from a needless recovery. Not here: the end of Startup by losses (`cycle.rs`).

use super::Bbr3;
use super::parts::{Repair, ShortTerm, State};
use super::settings::{MARK, SLOW_DOWN, TOO_HIGH};
use crate::cc::{Context, LostPacket};

impl Bbr3 {
    /// IsInflightTooHigh.
    pub(super) fn is_too_high(&self, lost: u64, sent_in_flight: u64) -> bool {
        lost as f64 > sent_in_flight as f64 * self.settings.loss_threshold
    }

    /// HandleLostPacket.
    pub(super) fn take_loss(&mut self, packet: &LostPacket, cx: &mut Context) {
        self.delivered = packet.delivered;
        if self.losses.note(packet.delivered) && self.repair == Repair::Open {
            self.save_for_undo(cx);
        }
        self.losses.count(packet);
        if self.probes.sampling && self.is_too_high(packet.lost_since, packet.sent_in_flight) {
            let bound = self.inflight_at_loss(packet);
            self.take_too_high((!packet.app_limited).then_some(bound), cx);
            let [lost, sent] = [packet.lost_since, packet.sent_in_flight].map(|packets| packets as f64);
            cx.decide(&TOO_HIGH, &[lost, sent, self.long_term]);
        }
    }

    /// InflightAtLoss: how much was in flight where losses exceeded the threshold, perhaps within the packet.
    pub(super) fn inflight_at_loss(&self, packet: &LostPacket) -> f64 {
        let threshold = self.settings.loss_threshold;
        let before = packet.sent_in_flight as f64 - 1.0;
        let lost_before = packet.lost_since as f64 - 1.0;
        before + (threshold * before - lost_before) / (1.0 - threshold).max(f64::EPSILON)
    }

    /// HandleInflightTooHigh, once per probe. `bound`: what was in flight; none if the application limited it.
    fn take_too_high(&mut self, bound: Option<f64>, cx: &mut Context) {
        (self.probes.too_high, self.probes.sampling) = (true, false);
        if let Some(bound) = bound {
            // After a timeout the window is 1 already.
            let cwnd = if self.repair == Repair::Loss { self.kept.restored(cx.window.cwnd) } else { cx.window.cwnd };
            self.long_term = bound.max(self.target(cwnd, cx) * self.settings.beta);
        }
        if self.state == State::Up {
            self.undo.state = Some(State::Up);
            self.start_down(cx);
        }
    }

    /// AdaptLowerBoundsFromCongestion, once per round.
    pub(super) fn adapt_short_term(&mut self, cx: &mut Context) {
        if !self.losses.started {
            return;
        }
        let lossy = std::mem::replace(&mut self.losses.lossy, false);
        if !lossy || self.state.probes() {
            return;
        }
        let beta = self.settings.beta;
        let ShortTerm { mut rate, mut in_flight } = self.short_term;
        if rate.is_infinite() {
            rate = self.rates.max();
        }
        if in_flight.is_infinite() {
            in_flight = cx.window.cwnd;
        }
        self.short_term = ShortTerm {
            rate: self.losses.rate.max(beta * rate),
            in_flight: self.losses.delivered.max(beta * in_flight),
        };
        let bits = cx.packet_bits() / 1e6;
        let latest = [self.losses.rate * bits, self.losses.delivered];
        let bounds = [self.short_term.rate * bits, self.short_term.in_flight];
        cx.decide(&SLOW_DOWN, &[latest[0], latest[1], bounds[0], bounds[1]]);
    }

    /// A mark, once per window of data, is congestion (RFC 8311; the draft leaves open which): it counts as a loss in the round, ends
    /// Startup, and a probe as excess loss does.
    pub(super) fn take_mark(&mut self, cx: &mut Context) {
        cx.decide(&MARK, &[cx.in_flight]);
        if self.losses.note(self.delivered) && self.repair == Repair::Open {
            self.save_for_undo(cx);
        }
        if self.state == State::Startup {
            self.end_startup_by_congestion(cx);
        } else if self.probes.sampling {
            self.take_too_high(Some(cx.in_flight), cx);
        }
    }

    /// SaveCwnd.
    pub(super) fn save_window(&mut self, cx: &Context) {
        let undisturbed = self.repair == Repair::Open && self.state != State::ProbeRtt;
        self.kept.save(cx.window.cwnd, undisturbed);
    }

    /// SaveStateUponLoss: a recovery begins.
    pub(super) fn save_for_undo(&mut self, cx: &Context) {
        self.save_window(cx);
        self.undo = super::parts::Undo { state: None, short: self.short_term, long: self.long_term };
    }

    /// HandleSpuriousLossDetection.
    pub(super) fn undo(&mut self, cx: &mut Context) {
        cx.window.cwnd = self.kept.restored(cx.window.cwnd);
        self.losses.lossy = false;
        self.pipe.ask(0.0);
        self.short_term.rate = self.short_term.rate.max(self.undo.short.rate);
        self.short_term.in_flight = self.short_term.in_flight.max(self.undo.short.in_flight);
        self.long_term = self.long_term.max(self.undo.long);
        let state = self.undo.state.take();
        if state == Some(State::Startup) && self.state != State::Startup {
            self.pipe.reached = false;
            if self.state != State::ProbeRtt {
                self.state = State::Startup;
            }
        } else if state == Some(State::Up) && !matches!(self.state, State::Up | State::ProbeRtt) {
            self.start_refill();
        }
    }
}
