//! A sender whose application has data at times: it asks for more, waits without a timer of its own, and reduces its window after
//! an idle time. Not here: what the application writes (`tcp/application`), what the window allows (`sending`).
//!
//! A window that its application does not fill does not grow (`window_limit`; RFC 5681 leaves that open, RFC 7661, FreeBSD and Linux
//! want it). Linux's stacks also reduce one of which only a part is used for an RTO: halfway to that part, but not below the initial
//! window (RFC 2861; `tcp_cwnd_application_limited`). After a time without new data longer than the RTO, with nothing in
//! flight, the window restarts: at the initial window (RFC 5681, section 4.1; FreeBSD), or in Linux's stacks at half for each RTO of
//! it, but not below the initial window (RFC 2861; `tcp_cwnd_restart`). Both raise ssthresh to three quarters of the
//! window in Linux. An algorithm that models the path keeps its window.

use super::Sender;
use crate::cc::CongestionControl;
use crate::host::HostKind;
use crate::observe::Emitter;
use crate::params::{Choice, Value};
use crate::tcp::Transmission;
use crate::tcp::application::{Moment, Writer};
use crate::units::{Span, Time};

impl Sender {
    /// Its state, for its application.
    fn moment(&self, now: Time) -> Moment {
        Moment { now, acknowledged: self.board.una(), sent: self.board.max(), mss: self.mss }
    }

    /// Replaces the application. `running`: it starts at once.
    pub fn replace_application(&mut self, now: Time, choice: &Choice, running: bool) {
        self.application = Writer::of(choice);
        self.bounds.end = self.bounds.transfer_end;
        if running && self.is_open() {
            self.start_application(now);
        }
    }

    /// The application starts with the flow, or in the place of another one.
    pub(super) fn start_application(&mut self, now: Time) {
        let moment = self.moment(now);
        if let Some(application) = &mut self.application {
            application.start(&moment);
            self.bounds.end = moment.sent.min(self.bounds.transfer_end);
        }
        self.set_wake();
    }

    /// Changes a parameter of the application.
    pub fn set_application(&mut self, now: Time, row: usize, value: &Value, running: bool) {
        let moment = self.moment(now);
        if let Some(application) = &mut self.application {
            application.set(row, value, &moment);
            if running {
                self.ask_application(now);
            }
        }
    }

    /// Whether a new segment may be sent, once the application has been asked for more if nothing is left.
    #[inline(always)]
    pub(super) fn finds_new(&mut self, now: Time) -> bool {
        self.may_send_new() || (self.application.is_some() && self.ask_application(now) && self.may_send_new())
    }

    /// Asks the application what it has; returns whether there is something that was not sent.
    #[cold]
    fn ask_application(&mut self, now: Time) -> bool {
        let moment = self.moment(now);
        let Some(application) = &mut self.application else { return false };
        let idle = now.since(application.idle_since());
        let had_none = self.bounds.end <= moment.sent;
        application.ask(&moment);
        if moment.sent >= self.bounds.transfer_end {
            application.stop();
        }
        self.bounds.end = application.end().min(self.bounds.transfer_end);
        self.set_wake();
        let more = moment.sent < self.bounds.end;
        if more && had_none && moment.acknowledged == moment.sent && !self.wants.path_model {
            if idle > self.rtt.rto() {
                self.restart_after_idle(now, idle);
            }
            if let Some(events) = self.algorithm.packet_events() {
                events.on_idle_end(now);
            }
        }
        if !more && self.settings.host.is_linux() && !self.wants.path_model {
            self.validate_window(now);
        }
        more
    }

    /// Linux remembers three quarters of a window that it reduces without a congestion event (`tcp_current_ssthresh`).
    fn keep_three_quarters(&mut self) {
        self.window.ssthresh = self.window.ssthresh.max((0.75 * self.window.cwnd).trunc());
    }

    /// Nothing is left to send: Linux reduces a window of which only a part has been used for an RTO. Every ACK leads here unless the
    /// window is full then, so that a gap in their numbers shows that it was.
    fn validate_window(&mut self, now: Time) {
        let (in_flight, sent, acks) = (self.board.in_flight(), self.board.max(), self.acks);
        let (rto, calm, slow_start) = (self.rtt.rto(), self.state.is_calm(), self.in_slow_start());
        let Some(before) = self.application.as_ref().map(|application| application.usage.sent) else { return };
        self.leave_room(before);
        let Some(application) = &mut self.application else { return };
        let usage = &mut application.usage;
        let remembered = self.settings.host == HostKind::Linux && self.limit.lets_grow(self.window.cwnd, slow_start);
        let was_full = remembered || acks > usage.acks + 1 || (in_flight + 1) as f64 > self.window.cwnd;
        usage.acks = acks;
        if was_full {
            (usage.since, usage.most) = (now, 0);
        }
        if sent == std::mem::replace(&mut usage.sent, sent) {
            return;
        }
        usage.most = usage.most.max(in_flight);
        if now.since(usage.since) < rto {
            return;
        }
        usage.since = now;
        if calm {
            let used = (std::mem::take(&mut usage.most) as f64).max(self.settings.initial_window_packets);
            if used < self.window.cwnd {
                self.keep_three_quarters();
                self.window.cwnd = ((self.window.cwnd + used) / 2.0).trunc().max(1.0);
            }
        }
    }

    /// The first data after an idle time: the window no longer says what the path can take.
    fn restart_after_idle(&mut self, now: Time, idle: Span) {
        let restart = self.settings.initial_window_packets.min(self.window.cwnd);
        if self.settings.host.is_linux() {
            self.keep_three_quarters();
            let rto = self.rtt.rto().0.max(1);
            let halvings = (idle.0.div_ceil(rto) - 1).min(64);
            let halved = (0..halvings).fold(self.window.cwnd, |cwnd, _| (cwnd / 2.0).trunc());
            self.window.cwnd = halved.max(restart).max(1.0);
        } else {
            self.window.cwnd = restart.max(1.0);
        }
        if let Some(application) = &mut self.application {
            (application.usage.since, application.usage.most) = (now, 0);
        }
    }

    /// Sets when the earlier one of the reordering timer and the application's next data is due.
    pub(super) fn set_wake(&mut self) {
        let data = self.application.as_ref().map_or(Time::NEVER, |application| application.due());
        self.timers.wake = self.timers.reordering.min(data);
    }

    /// The reordering timer expires, or the application has more data or pauses.
    #[cold]
    pub(super) fn on_wake(&mut self, now: Time, out: &mut Vec<Transmission>, emitter: &mut Emitter) {
        if self.timers.reordering <= now {
            self.on_reordering_timer(now, out, emitter);
        }
        if self.application.as_ref().is_some_and(|application| application.due() <= now) {
            self.ask_application(now);
            self.send(now, out);
        }
    }
}
