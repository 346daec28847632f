//! BBR v3's states: Startup, Drain, the cycle of probes for bandwidth, Probe RTT (draft-ietf-ccwg-bbr, 5.3). Not here: what losses do
//! to the model (`losses.rs`), window and pacing rate (`window.rs`).

use super::parts::{Feedback, Repair, ShortTerm, State};
use super::settings::{
    CRUISE, DRAIN_LATE, DRAINED, FULL_PIPE, HIGH_LOSS, PLATEAU, PRECAUTION, PROBE_AGAIN, PROBE_RTT, PROBE_RTT_DONE,
    PROBE_UP, RAISE, REFILL,
};
use super::{Bbr3, LEAST_WINDOW};
use crate::cc::path_model::Dwell;
use crate::cc::{Context, Delivery};
use crate::units::Span;

/// Separate ranges of lost packets that end Startup (BBRStartupFullLossCnt).
const FULL_LOSS_RANGES: u32 = 6;
/// Rounds after which Drain ends at the next one.
const DRAIN_ROUNDS: u64 = 3;
/// A probe is due after this time and up to a second more, or this number of rounds.
const LEAST_WAIT_S: f64 = 2.0;
const MOST_ROUNDS: f64 = 63.0;

impl Bbr3 {
    /// CheckFullBWReached.
    pub(super) fn look_for_full_pipe(&mut self, delivery: &Delivery) {
        let sample = delivery.sample.filter(|sample| self.rounds.started && !sample.app_limited);
        if let Some(rate) = sample.and_then(|sample| sample.rate) {
            self.pipe.look(rate);
        }
    }

    /// CheckStartupDone.
    pub(super) fn end_startup(&mut self, delivery: &Delivery, cx: &mut Context) {
        if self.state != State::Startup {
            return;
        }
        self.look_for_high_loss(delivery, cx);
        if self.pipe.reached {
            if self.pipe.now {
                cx.decide(&FULL_PIPE, &self.rates_of_pipe(cx));
            }
            (self.state, self.drain_since) = (State::Drain, self.rounds.count);
        }
    }

    /// CheckStartupHighLoss: a round of recovery with much loss, in several places.
    fn look_for_high_loss(&mut self, delivery: &Delivery, cx: &mut Context) {
        let Some(sample) = delivery.sample.filter(|_| self.losses.started && !self.pipe.reached) else { return };
        let whole_round = self.repair == Repair::Recovery && sample.prior_delivered >= self.repair_since;
        let much = self.is_too_high(sample.lost_since, sample.sent_in_flight);
        if whole_round && much && self.losses.ranges >= FULL_LOSS_RANGES {
            self.end_startup_by_congestion(cx);
            let [lost, sent] = [sample.lost_since, sample.sent_in_flight].map(|packets| packets as f64);
            cx.decide(&HIGH_LOSS, &[lost, sent, f64::from(self.losses.ranges), self.long_term]);
        }
    }

    /// Losses or a mark end Startup.
    pub(super) fn end_startup_by_congestion(&mut self, cx: &Context) {
        self.undo.state = Some(State::Startup);
        self.pipe.reached = true;
        self.long_term = self.bdp(1.0, cx).max(self.losses.delivered);
    }

    /// The delivery rate of the full-pipe estimator, its baseline and rounds.
    fn rates_of_pipe(&self, cx: &Context) -> [f64; 3] {
        let bits = cx.packet_bits() / 1e6;
        [self.rate * bits, self.pipe.baseline * bits, f64::from(self.pipe.rounds)]
    }

    /// CheckDrainDone.
    pub(super) fn end_drain(&mut self, delivery: &Delivery, cx: &mut Context) {
        if self.state != State::Drain {
            return;
        }
        let (in_flight, target) = (delivery.in_flight as f64, self.inflight(self.bandwidth, cx));
        let rounds = self.rounds.count - self.drain_since;
        if in_flight <= target {
            cx.decide(&DRAINED, &[in_flight, target]);
        } else if rounds > DRAIN_ROUNDS {
            cx.decide(&DRAIN_LATE, &[in_flight, target, rounds as f64]);
        } else {
            return;
        }
        self.start_down(cx);
    }

    /// UpdateProbeBWCyclePhase.
    pub(super) fn cycle_on(&mut self, delivery: &Delivery, cx: &mut Context) {
        if !self.pipe.reached || self.adapt_long_term(delivery, cx) {
            return;
        }
        let state = self.state;
        match state {
            State::Down if self.is_time_to_probe(cx) => self.start_refill(),
            State::Down => self.look_for_cruise(delivery, cx),
            State::Cruise if self.is_time_to_probe(cx) => self.start_refill(),
            State::Refill if self.rounds.started => self.start_up(cx),
            State::Up if self.is_time_to_go_down(delivery, cx) => {
                self.probes.too_high = false;
                self.start_down(cx);
            }
            _ => {}
        }
    }

    /// AdaptLongTermModel; returns whether it has changed the state.
    fn adapt_long_term(&mut self, delivery: &Delivery, cx: &mut Context) -> bool {
        let sample = delivery.sample;
        if self.probes.feedback == Feedback::Starting && self.rounds.started {
            self.probes.feedback = Feedback::Coming;
        }
        if self.probes.feedback == Feedback::Stopping && self.rounds.started {
            (self.probes.sampling, self.probes.feedback) = (false, Feedback::Init);
            if self.state.is_probe_bw() {
                if sample.is_some_and(|sample| !sample.app_limited) {
                    self.rates.advance();
                }
                if self.probes.precautionary && !self.probes.too_high {
                    cx.decide(&PROBE_AGAIN, &[self.long_term]);
                    self.start_refill();
                    return true;
                }
            }
        }
        let Some(sample) = sample else { return false };
        if self.long_term.is_finite() && !self.is_too_high(sample.lost_since, sample.sent_in_flight) {
            self.long_term = self.long_term.max(sample.sent_in_flight as f64);
            if self.state == State::Up {
                self.raise_long_term(delivery.acked as f64, cx);
            }
        }
        false
    }

    /// ProbeInflightLongtermUpward.
    fn raise_long_term(&mut self, acked: f64, cx: &mut Context) {
        if !self.full_window.lately() || cx.window.cwnd < self.long_term {
            return;
        }
        self.long_term += self.probes.growth(acked);
        if self.rounds.started {
            let packets = self.probes.grow_faster(cx.window.cwnd);
            cx.decide(&RAISE, &[packets, self.long_term]);
        }
    }

    /// IsTimeToProbeBW.
    fn is_time_to_probe(&self, cx: &mut Context) -> bool {
        let waited = cx.now.since(self.probes.since);
        let limit = self.target(cx.window.cwnd, cx).min(MOST_ROUNDS);
        let due = waited > self.probes.wait || self.probes.rounds as f64 >= limit;
        if due {
            let times = [waited.seconds(), self.probes.wait.seconds()];
            cx.decide(&REFILL, &[times[0], times[1], self.probes.rounds as f64, limit]);
        }
        due
    }

    /// IsTimeToCruise.
    fn look_for_cruise(&mut self, delivery: &Delivery, cx: &mut Context) {
        let target = self.with_headroom().min(self.inflight(self.rates.max(), cx));
        let in_flight = delivery.in_flight as f64;
        if in_flight <= target {
            cx.decide(&CRUISE, &[in_flight, target]);
            self.state = State::Cruise;
        }
    }

    /// IsTimeToGoDown. A bound that is no whole number is reached when not one more packet fits.
    fn is_time_to_go_down(&mut self, delivery: &Delivery, cx: &mut Context) -> bool {
        let in_flight = delivery.in_flight_before as f64;
        if self.probes.too_high && in_flight + 1.0 > self.long_term {
            self.probes.precautionary = true;
            cx.decide(&PRECAUTION, &[in_flight, self.long_term]);
            return true;
        }
        if self.full_window.lately() && cx.window.cwnd >= self.long_term {
            self.pipe.ask(self.rate);
            return false;
        }
        if self.pipe.now {
            cx.decide(&PLATEAU, &self.rates_of_pipe(cx));
        }
        self.pipe.now
    }

    /// StartProbeBW_DOWN.
    pub(super) fn start_down(&mut self, cx: &Context) {
        self.losses.reset();
        self.probes.acked_per_packet = f64::INFINITY;
        self.pick_wait(cx);
        self.probes.since = cx.now;
        self.probes.feedback = Feedback::Stopping;
        self.rounds.next = self.delivered;
        self.state = State::Down;
    }

    /// PickProbeWait: the count of rounds begins at 0 or 1, the wait lasts 2 to 3 s.
    fn pick_wait(&mut self, cx: &Context) {
        let draw = |n: u64| cx.draw_of_interval(2 * self.probes.waits + n);
        let (half, part) = (draw(0), draw(1));
        self.probes.rounds = u64::from(half >= 0.5);
        self.probes.wait = Span::from_seconds(LEAST_WAIT_S + part);
        self.probes.waits += 1;
    }

    /// StartProbeBW_REFILL.
    pub(super) fn start_refill(&mut self) {
        self.short_term = ShortTerm::NONE;
        (self.probes.rounds_up, self.probes.acked, self.probes.precautionary) = (0, 0.0, false);
        self.probes.feedback = Feedback::Refilling;
        self.rounds.next = self.delivered;
        self.state = State::Refill;
    }

    /// StartProbeBW_UP.
    fn start_up(&mut self, cx: &mut Context) {
        self.probes.sampling = true;
        self.probes.feedback = Feedback::Starting;
        self.rounds.next = self.delivered;
        self.pipe.ask(self.rate);
        self.state = State::Up;
        self.probes.grow_faster(cx.window.cwnd);
        let least = self.min_rtt.rtt.unwrap_or_default().ms();
        cx.decide(&PROBE_UP, &[self.bandwidth * cx.packet_bits() / 1e6, least]);
    }

    /// UpdateMinRTT and CheckProbeRTT.
    pub(super) fn probe_rtt(&mut self, delivery: &Delivery, cx: &mut Context) {
        let [window, interval] =
            [self.settings.min_rtt_window_s, self.settings.probe_rtt_interval_s].map(Span::from_seconds);
        let age = cx.now.since(self.min_rtt.recent_at);
        self.min_rtt.look(delivery.rtt, cx.now, window, interval);
        if self.min_rtt.expired && self.state != State::ProbeRtt && !self.idle_restart {
            self.start_probe_rtt(age, cx);
        }
        if self.state == State::ProbeRtt {
            let little = delivery.in_flight as f64 <= self.probe_rtt_window(cx);
            let lasts = Span::from_ms(self.settings.probe_rtt_ms);
            if self.dwell.look(cx.now, little, lasts, &mut self.rounds, delivery.total) {
                self.end_probe_rtt(cx);
            }
        }
        if delivery.acked > 0 {
            self.idle_restart = false;
        }
    }

    fn start_probe_rtt(&mut self, age: Span, cx: &mut Context) {
        self.save_window(cx);
        self.state = State::ProbeRtt;
        self.dwell = Dwell::default();
        self.probes.feedback = Feedback::Stopping;
        self.rounds.next = self.delivered;
        let least = self.min_rtt.rtt.unwrap_or_default().ms();
        cx.decide(&PROBE_RTT, &[least, age.seconds(), cx.window.cwnd, self.probe_rtt_window(cx)]);
    }

    /// ExitProbeRTT.
    fn end_probe_rtt(&mut self, cx: &mut Context) {
        self.min_rtt.recent_at = cx.now;
        cx.window.cwnd = self.kept.restored(cx.window.cwnd);
        self.short_term = ShortTerm::NONE;
        if self.pipe.reached {
            self.start_down(cx);
            self.state = State::Cruise;
        } else {
            self.state = State::Startup;
        }
        cx.decide(&PROBE_RTT_DONE, &[self.min_rtt.rtt.unwrap_or_default().ms(), cx.window.cwnd]);
    }

    /// ProbeRTTCwnd.
    pub(super) fn probe_rtt_window(&self, cx: &Context) -> f64 {
        self.bdp(State::ProbeRtt.gains().1, cx).max(LEAST_WINDOW)
    }
}
