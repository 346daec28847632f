//! Congestion events at a sender: fast recovery, timeouts, marks, and reductions of the window that answer no loss but take
//! a round trip (Linux's state CWR). The algorithm says to which ssthresh, the engine how the window comes there.
//! Not here: how events are found (`acks`, `recovery`).
//!
//! A mark (RFC 3168) is answered once per window of data, by the algorithm's own reduction; growth stops until the receiver
//! has learnt of it. The window falls at once, or the way the host's engine takes it down (rate halving, PRR). A loss found
//! meanwhile is repaired without a second cut. Departure: a window of one packet that is marked again sends on, where RFC
//! 3168, 6.1.2, waits for the retransmission timer.

use super::Sender;
use crate::cc::{CongestionControl, Loss, Trigger};
use crate::observe::{Tell, signals};
use crate::tcp::Transmission;
use crate::tcp::recovery::prr::Proportional;
use crate::tcp::recovery::rate_halving::Halving;
use crate::tcp::recovery::{Entry, Recovery, RecoveryEngine};
use crate::units::Time;

/// A reduction without a loss to repair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reduction {
    /// It ends with an acknowledgement beyond this: the packet that tells the receiver of it is the first one sent after.
    point: u64,
    way: Way,
}

/// How the window comes down.
#[derive(Clone, Copy, Debug)]
enum Way {
    AtOnce,
    Halving(Halving),
    Proportional(Proportional),
}

impl Sender {
    /// The timers are looked at; each fires if its deadline has come (they are re-armed lazily).
    pub fn on_timer(&mut self, now: Time, out: &mut Vec<Transmission>, tell: &mut Tell) {
        if self.reordering_deadline <= now {
            self.on_reordering_timer(now, out, tell);
        }
        if self.deadline > now {
            return;
        }
        self.counters.timeouts += 1;
        tell.signal(&signals::TIMEOUT, 1.0);
        let each = self.settings.host.cuts_at_each_timeout();
        let cut_already = !each && (self.recovery.is_some() || self.reduction.is_some());
        let first = self.timed_out != Some(self.board.una()) && !cut_already;
        let (before, loss) = (self.window.cwnd, self.loss(Trigger::Loss));
        let ssthresh = self.call(now, tell, |algorithm, cx| algorithm.on_timeout(first, &loss, cx));
        if first {
            self.window.ssthresh = ssthresh.max(2.0);
        } else if each {
            self.window.ssthresh = 2.0; // half of a window of one packet, whatever the algorithm wants
        }
        self.window.cwnd = 1.0;
        if before > 1.0 {
            tell.signal(&signals::WINDOW_CUT, before);
        }
        self.cut_untold = true;
        if self.recovery.take().is_some() {
            tell.signal(&signals::RECOVERY_END, 1.0);
        }
        self.reduction = None;
        (self.timed, self.timed_out) = (None, Some(self.board.una()));
        self.after_timeout = true;
        self.repair = Some(self.board.max());
        (self.duplicates, self.limited) = (0, 0);
        self.renew_calm();
        self.board.go_back();
        self.rtt.back_off();
        (self.deadline, self.reordering_deadline) = (Time::NEVER, Time::NEVER);
        self.send(now, out);
    }

    /// A loss begins fast recovery.
    pub(super) fn enter_recovery(&mut self, now: Time, tell: &mut Tell) {
        self.counters.fast_recoveries += 1;
        let before = self.window.cwnd;
        tell.signal(&signals::RECOVERY_START, before);
        if self.reduction.take().is_some() {
            tell.signal(&signals::LOSS_TOLERATED, before); // the window of this round trip has been cut already
        } else {
            self.window.ssthresh = self.new_ssthresh(now, Trigger::Loss, tell);
        }
        let entry = Entry {
            target: self.target(before),
            floor: self.algorithm.recovery_floor(self.window.ssthresh),
            duplicates: self.duplicates,
            window: before,
        };
        self.recovery = Some(self.board.max());
        self.after_timeout = false;
        (self.partial_seen, self.timed) = (false, None);
        self.engine.enter(&entry, &mut self.window, &self.board);
        (self.duplicates, self.limited) = (0, 0);
        // Without this a recovery times out whenever two round trips last longer than the timeout: the retransmission's
        // acknowledgement comes that late after the last one of new data.
        if self.rto_restart.at_entry() {
            self.deadline = now + self.rtt.rto();
        }
    }

    /// Recovery has repaired what it began with.
    pub(super) fn leave_recovery(&mut self, now: Time, tell: &mut Tell) {
        self.recovery = None;
        self.engine.exit(&mut self.window, &self.board);
        self.window.cwnd = self.window.cwnd.max(1.0);
        self.call(now, tell, |algorithm, cx| algorithm.on_recovery_exit(cx));
        tell.signal(&signals::RECOVERY_END, self.window.cwnd);
    }

    /// The receiver echoes a mark.
    pub(super) fn on_mark(&mut self, now: Time, tell: &mut Tell) {
        if !self.is_open() {
            return;
        }
        let before = self.window.cwnd;
        self.window.ssthresh = self.new_ssthresh(now, Trigger::Ecn, tell);
        let way = match self.settings.recovery {
            Recovery::RateHalving => Way::Halving(Halving::new(self.algorithm.recovery_floor(self.window.ssthresh))),
            Recovery::Prr => Way::Proportional(Proportional::new(self.window.cwnd)),
            _ => {
                self.window.cwnd = self.target(before);
                Way::AtOnce
            }
        };
        self.after_timeout = false;
        self.reduction = Some(Reduction { point: self.board.max(), way });
    }

    /// The algorithm has asked for a reduction to its new ssthresh within a round trip, which takes PRR's way but on hosts
    /// that halve the rate. Where another reduction is under way it is part of that.
    fn reduce_gradually(&mut self) {
        if self.recovery.is_some() || self.reduction.is_some() {
            return;
        }
        if self.repair.is_some() {
            self.window.cwnd = self.window.cwnd.min(self.window.ssthresh);
            return;
        }
        let way = match self.settings.recovery {
            Recovery::RateHalving => Way::Halving(Halving::new(self.algorithm.recovery_floor(self.window.ssthresh))),
            _ => Way::Proportional(Proportional::new(self.window.cwnd)),
        };
        self.cut_untold = true;
        self.reduction = Some(Reduction { point: self.board.max(), way });
    }

    /// An acknowledgement has told of so many segments more: a window on its way down moves on. `safe`: it advanced, and nothing
    /// more was found lost.
    pub(super) fn on_delivered(&mut self, delivered: u64, safe: bool) {
        if delivered > 0 {
            if self.recovery.is_some() {
                self.engine.on_ack(delivered, safe, &mut self.window, &self.board);
                self.window.cwnd = self.window.cwnd.max(1.0);
            } else if let Some(reduction) = &mut self.reduction {
                match &mut reduction.way {
                    Way::AtOnce => {}
                    Way::Halving(halving) => halving.on_ack(&mut self.window, self.board.pipe()),
                    Way::Proportional(way) => way.on_ack(delivered, safe, &mut self.window, self.board.pipe()),
                }
                self.window.cwnd = self.window.cwnd.max(1.0);
            }
        }
        self.obey();
    }

    /// Does what the algorithm has asked for beside moving its window.
    pub(super) fn obey(&mut self) {
        if self.gradual {
            self.gradual = false;
            self.reduce_gradually();
            self.renew_calm();
        }
    }

    /// So many segments have been sent outside of recovery.
    pub(super) fn on_sent(&mut self, segments: u64) {
        if let Some(Reduction { way: Way::Proportional(way), .. }) = &mut self.reduction {
            way.sent(segments);
        }
    }

    /// A cumulative acknowledgement during a reduction: beyond its point it is over.
    pub(super) fn end_reduction(&mut self, now: Time, next: u64, tell: &mut Tell) {
        let Some(reduction) = self.reduction.filter(|reduction| next > reduction.point) else { return };
        self.reduction = None;
        self.window.cwnd = match reduction.way {
            Way::AtOnce => self.window.cwnd,
            Way::Halving(_) => self.window.cwnd.min(self.window.ssthresh),
            Way::Proportional(_) => self.window.ssthresh,
        };
        self.call(now, tell, |algorithm, cx| algorithm.on_recovery_exit(cx));
    }

    /// Asks the algorithm for its new ssthresh.
    fn new_ssthresh(&mut self, now: Time, trigger: Trigger, tell: &mut Tell) -> f64 {
        let (before, loss) = (self.window.cwnd, self.loss(trigger));
        let ssthresh = self.call(now, tell, |algorithm, cx| algorithm.ssthresh_on_loss(&loss, cx)).max(2.0);
        let tolerated = ssthresh >= before;
        tell.signal(if tolerated { &signals::LOSS_TOLERATED } else { &signals::WINDOW_CUT }, before);
        self.cut_untold = true;
        ssthresh
    }

    /// Where the window goes: to ssthresh. A window below the least ssthresh is not raised to it; an algorithm that asks for
    /// more than its window means it (CDG's shadow window).
    fn target(&self, before: f64) -> f64 {
        let ssthresh = self.window.ssthresh;
        if ssthresh > 2.0 { ssthresh } else { ssthresh.min(before) }
    }

    /// The congestion event as it is found now.
    fn loss(&self, trigger: Trigger) -> Loss {
        let in_flight = (self.board.in_flight() - u64::from(self.limited)) as f64;
        let cwnd = self.window.cwnd;
        Loss { trigger, in_flight, base: cwnd }
    }

    /// Neither recovery nor a timeout's repair is under way.
    pub(super) fn is_undisturbed(&self) -> bool {
        self.recovery.is_none() && self.repair.is_none()
    }
}
