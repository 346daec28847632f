//! Congestion events at a sender: fast recovery, timeouts, ECN marks, and reductions without a loss that take a round
//! trip (Linux's state CWR). The algorithm chooses ssthresh, the engine how the window gets there. Not here: detection
//! of events (`acks`, `recovery`).
//!
//! The sender responds to ECN marks (RFC 3168) once per window of data, by the algorithm's own reduction; growth stops
//! until the receiver knows of it. The window falls at once, or as the TCP stack's engine reduces it (rate halving,
//! PRR). A loss detected meanwhile is repaired without a second reduction. Departure: a window of one packet that is
//! marked again continues to send, where RFC 3168, 6.1.2, waits for the retransmission timer.

use super::Sender;
use super::state::{FRto, Recovery, Reduction, State, Way};
use crate::cc::{CongestionControl, Ended, Loss, MarkedPackets, Trigger};
use crate::host;
use crate::observe::{Emitter, Interests, signals};
use crate::tcp::delivery::DeliveryRate;
use crate::tcp::recovery::prr::Proportional;
use crate::tcp::recovery::rate_halving::Halving;
use crate::tcp::recovery::{Entry, RecoveryEngine};
use crate::tcp::{Acknowledgement, Transmission};
use crate::units::Time;

impl Sender {
    /// Checks the timers; each expires if its deadline has come (they are re-armed lazily).
    pub fn on_timer(&mut self, now: Time, out: &mut Vec<Transmission>, emitter: &mut Emitter) {
        if self.timers.wake <= now {
            self.on_wake(now, out, emitter);
        }
        if self.pacer.as_mut().is_some_and(|pacer| pacer.expires(now)) {
            self.send(now, out);
        }
        if self.timers.retransmission > now || self.send_syn(now, out) {
            return;
        }
        if self.timers.probes {
            return self.send_probe(now, out, emitter);
        }
        self.counters.timeouts += 1;
        self.end_first_slow_start();
        emitter.signal(&signals::TIMEOUT, 1.0);
        let each = self.settings.host.cuts_at_each_timeout();
        let cut_already = !each && self.state.is_reducing();
        let again = self.timers.expired_for == Some(self.board.una());
        let first = !again && !cut_already;
        let (before, loss) = (self.window.cwnd, self.loss(Trigger::Loss));
        // Where ssthresh is kept, the algorithm decides nothing, whatever it returns.
        let interests = emitter.interests;
        if !first && !each {
            emitter.interests = interests.without(Interests::DECISIONS);
        }
        if first {
            self.remember_timeout(now);
        } else if matches!(self.state, State::Cwr(_)) {
            self.remember(false);
        }
        // Linux: no F-RTO within a recovery, or after progress since another timeout.
        let tries = self.settings.f_rto && (self.state.is_undisturbed() || again);
        let ssthresh = self.call(now, emitter, |algorithm, cx| algorithm.on_timeout(first, &loss, cx));
        emitter.interests = interests;
        if first {
            self.window.ssthresh = ssthresh.max(2.0);
        } else if each && !self.wants.path_model {
            self.window.ssthresh = 2.0; // half of a window of one packet, whatever the algorithm wants
        }
        if !self.wants.keeps_window {
            self.window.cwnd = 1.0;
        }
        if before > self.window.cwnd {
            emitter.signal(&signals::WINDOW_CUT, before);
        }
        self.marks.cwr_pending = true;
        if self.in_recovery() {
            emitter.signal(&signals::RECOVERY_END, 1.0);
        }
        (self.timed, self.timers.expired_for) = (None, Some(self.board.una()));
        self.slow_start.after_timeout = true;
        self.state = State::Loss { end: self.board.max(), f_rto: if tries { FRto::Waits } else { FRto::Off } };
        self.probe = None;
        self.board.go_back();
        self.report_losses(now, emitter);
        self.rtt.back_off();
        (self.timers.retransmission, self.timers.reordering) = (Time::NEVER, Time::NEVER);
        self.set_wake();
        if self.wants.keeps_window {
            // The rest waits for an ACK, as in Linux, whose window is one packet until then.
            self.on_packet_sent(now);
            self.transmit_next(now, out);
            self.arm(now);
        } else {
            self.send(now, out);
        }
    }

    /// Tahoe: the first hole and all after it leave again in slow start, as after a timeout.
    #[cold]
    fn start_over(&mut self, now: Time, emitter: &mut Emitter) {
        self.window.ssthresh = self.new_ssthresh(now, Trigger::Loss, emitter);
        self.window.cwnd = 1.0;
        (self.slow_start.after_timeout, self.timed, self.undo, self.probe) = (true, None, None, None);
        self.state = State::Loss { end: self.board.max(), f_rto: FRto::Off };
        self.board.go_back();
        self.timers.retransmission = Time::NEVER;
    }

    /// A loss begins fast recovery.
    pub(super) fn enter_recovery(&mut self, now: Time, emitter: &mut Emitter) {
        if self.settings.recovery == host::Recovery::Tahoe && !self.wants.path_model {
            return self.start_over(now, emitter);
        }
        self.counters.fast_recoveries += 1;
        let before = self.window.cwnd;
        self.remember(!matches!(self.state, State::Cwr(_)));
        self.probe = None;
        emitter.signal(&signals::RECOVERY_START, before);
        if matches!(self.state, State::Cwr(_)) {
            emitter.signal(&signals::LOSS_TOLERATED, before); // the window of this round trip has already been reduced
        } else {
            self.window.ssthresh = self.new_ssthresh(now, Trigger::Loss, emitter);
        }
        let entry = Entry {
            target: self.target(before),
            floor: self.algorithm.recovery_floor(self.window.ssthresh),
            duplicates: self.state.disorder().duplicates,
            window: before,
        };
        self.state = State::Recovery(Recovery { point: self.board.max(), partial_seen: false });
        (self.slow_start.after_timeout, self.timed) = (false, None);
        self.engine.enter(&entry, &mut self.window, &self.board);
        // Without this a recovery times out whenever two round trips exceed the timeout: the ACK of the retransmission
        // comes that late after the last ACK of new data.
        self.cancel_probe(now);
        if self.timers.restart.at_entry() {
            self.timers.retransmission = now + self.rtt.rto();
        }
    }

    /// Recovery has repaired the losses of its start.
    pub(super) fn leave_recovery(&mut self, now: Time, emitter: &mut Emitter) {
        self.state = State::CALM;
        self.board.end_recovery();
        self.engine.exit(&mut self.window, &self.board);
        self.window.cwnd = self.window.cwnd.max(1.0);
        self.end_disturbance(Ended::Recovery, now, emitter);
        emitter.signal(&signals::RECOVERY_END, self.window.cwnd);
    }

    /// Reads the ECN feedback of an ACK.
    pub(super) fn read_marks(&mut self, now: Time, ack: &Acknowledgement, emitter: &mut Emitter) {
        if !self.marks.ecn.is_accurate() {
            let ignored = self.wants.path_model && self.wants.own_marks;
            if ack.echo && self.marks.ecn.codepoint.is_some() && !ignored {
                self.on_mark(now, emitter);
            }
            return;
        }
        let news = MarkedPackets {
            arrived: ack.received.wrapping_sub(self.marks.reported.arrived),
            marked: ack.marked.wrapping_sub(self.marks.reported.marked),
        };
        // An ACK that was overtaken says nothing new.
        if news.arrived == 0 || news.arrived >= 1 << 31 {
            return;
        }
        self.marks.reported = MarkedPackets { arrived: ack.received, marked: ack.marked };
        self.report(now, emitter, |events, cx| events.on_ecn_feedback(&news, cx));
        if news.marked > 0 && !self.wants.own_marks {
            self.on_mark(now, emitter);
        }
    }

    /// Reports every loss that was detected to an algorithm that models the path.
    pub(super) fn report_losses(&mut self, now: Time, emitter: &mut Emitter) {
        while let Some(packet) = self.board.delivery().and_then(DeliveryRate::next_loss) {
            self.report(now, emitter, |events, cx| events.on_packet_lost(&packet, cx));
        }
    }

    /// Reports to it what an ACK has delivered; `in_flight`: before the ACK.
    pub(super) fn report_delivery(&mut self, now: Time, in_flight: u64, emitter: &mut Emitter) {
        self.report_losses(now, emitter);
        let (rtt, least, in_flight) = (self.samples.latest, self.rtt.min(), (in_flight, self.board.outstanding()));
        let Some(delivery) = self.board.delivery().map(|delivery| delivery.sample(rtt, least, in_flight)) else {
            return;
        };
        self.report(now, emitter, |events, cx| events.on_delivery(&delivery, cx));
        if self.algorithm.packet_events().is_some_and(|events| events.limits_samples())
            && let Some(rates) = self.board.delivery()
        {
            rates.limit_by_application(delivery.in_flight);
        }
    }

    /// The receiver reports an ECN mark.
    pub(super) fn on_mark(&mut self, now: Time, emitter: &mut Emitter) {
        let State::Open(disorder) = self.state else { return };
        let before = self.window.cwnd;
        self.window.ssthresh = self.new_ssthresh(now, Trigger::Ecn, emitter);
        let way = match self.settings.recovery {
            _ if self.wants.path_model => Way::AtOnce, // it sets its window itself
            host::Recovery::RateHalving => self.halving(),
            host::Recovery::Prr => Way::Proportional(Proportional::new(self.window.cwnd)),
            _ => {
                self.window.cwnd = self.target(before);
                Way::AtOnce
            }
        };
        self.slow_start.after_timeout = false;
        self.probe = None;
        self.state = State::Cwr(Reduction { point: self.board.max(), way, disorder });
    }

    /// The algorithm has requested a reduction to its new ssthresh within a round trip, by PRR or, in stacks with rate
    /// halving, by that. During another reduction it is part of that one.
    fn reduce_gradually(&mut self) {
        let disorder = match self.state {
            State::Open(disorder) => disorder,
            State::Cwr(_) | State::Recovery(_) => return,
            State::Loss { .. } => {
                self.window.cwnd = self.window.cwnd.min(self.window.ssthresh);
                return;
            }
        };
        let way = match self.settings.recovery {
            host::Recovery::RateHalving => self.halving(),
            _ => Way::Proportional(Proportional::new(self.window.cwnd)),
        };
        self.marks.cwr_pending = true;
        self.state = State::Cwr(Reduction { point: self.board.max(), way, disorder });
    }

    /// Rate halving to the algorithm's floor.
    pub(super) fn halving(&self) -> Way {
        Way::Halving(Halving::new(self.algorithm.recovery_floor(self.window.ssthresh)))
    }

    /// The window is no longer reduced by the engine, but by an algorithm that models the path: what a gradual reduction still lacks is its
    /// business.
    pub(super) fn leave_reduction_to_model(&mut self) {
        if let State::Cwr(reduction) = &mut self.state {
            reduction.way = Way::AtOnce;
        }
    }

    /// An ACK has newly reported this number of segments, so a gradual reduction advances. `safe`: it advanced, and no
    /// further loss was detected.
    pub(super) fn on_delivered(&mut self, delivered: u64, safe: bool) {
        if delivered > 0 {
            match &mut self.state {
                State::Open(_) | State::Loss { .. } => {}
                State::Recovery(_) => self.engine.on_ack(delivered, safe, &mut self.window, &self.board),
                State::Cwr(reduction) => match &mut reduction.way {
                    Way::AtOnce => {}
                    Way::Halving(halving) => halving.on_ack(&mut self.window, self.board.pipe()),
                    Way::Proportional(way) => way.on_ack(delivered, safe, &mut self.window, self.board.pipe()),
                },
            }
            self.window.cwnd = self.window.cwnd.max(1.0);
        }
        self.obey();
    }

    /// Performs the requests of the algorithm other than window changes.
    pub(super) fn obey(&mut self) {
        if self.gradual {
            self.gradual = false;
            self.reduce_gradually();
        }
    }

    /// Counts segments sent outside recovery.
    pub(super) fn on_sent(&mut self, segments: u64) {
        if let State::Cwr(Reduction { way: Way::Proportional(way), .. }) = &mut self.state {
            way.sent(segments);
        }
    }

    /// A cumulative ACK covers the point of a reduction, which is over.
    pub(super) fn end_reduction(&mut self, way: Way, now: Time, emitter: &mut Emitter) {
        self.state = State::CALM;
        self.window.cwnd = match way {
            Way::AtOnce => self.window.cwnd,
            Way::Halving(_) => self.window.cwnd.min(self.window.ssthresh),
            Way::Proportional(_) => self.window.ssthresh,
        };
        self.end_disturbance(Ended::Recovery, now, emitter);
    }

    /// Asks the algorithm for its new ssthresh.
    pub(super) fn new_ssthresh(&mut self, now: Time, trigger: Trigger, emitter: &mut Emitter) -> f64 {
        self.end_first_slow_start();
        let (before, loss) = (self.window.cwnd, self.loss(trigger));
        let ssthresh = self.call(now, emitter, |algorithm, cx| algorithm.ssthresh_on_loss(&loss, cx)).max(2.0);
        let tolerated = self.wants.path_model || ssthresh >= before; // a model's window does not follow ssthresh
        emitter.signal(if tolerated { &signals::LOSS_TOLERATED } else { &signals::WINDOW_CUT }, before);
        self.marks.cwr_pending = true;
        ssthresh
    }

    /// Target of the window: ssthresh. A window below the minimum ssthresh is not raised to it; an algorithm may ask
    /// for more than its window (CDG's shadow window).
    pub(super) fn target(&self, before: f64) -> f64 {
        let ssthresh = self.window.ssthresh;
        if ssthresh > 2.0 { ssthresh } else { ssthresh.min(before) }
    }

    /// The congestion event as it is now.
    fn loss(&self, trigger: Trigger) -> Loss {
        let in_flight = (self.board.in_flight() - u64::from(self.state.disorder().limited)) as f64;
        let cwnd = self.window.cwnd;
        Loss { trigger, in_flight, base: cwnd, label: self.label }
    }
}
