//! Losses detected by time at a sender (RFC 8985, RACK): the reordering window, its timer, and the recovery that
//! follows. Nothing happens where the TCP stack uses another rule. Departure: a timeout marks everything in flight as lost (section 6.3
//! spares what left within the last round trip). Not here: tail loss probes (`probe`), which segments are lost (`scoreboard`), retransmissions
//! (`recovery`).

use super::Sender;
use super::state::State;
use crate::observe::Emitter;
use crate::tcp::Transmission;
use crate::tcp::recovery::RecoveryEngine;
use crate::tcp::scoreboard::DUPLICATE_THRESHOLD;
use crate::units::{Span, Time};

impl Sender {
    /// Whether fast recovery begins, after `duplicates` duplicate ACKs in a row.
    pub(super) fn detects(&self, duplicates: u32) -> bool {
        if self.board.finds_by_time() { self.board.awaits() } else { self.engine.detects(&self.board, duplicates) }
    }

    /// RACK.reo_wnd (section 6.2, step 4): zero while losses are repaired or once three segments are SACKed, until
    /// reordering was seen; else as many quarters of the minimum RTT as duplicates have shown to be needed, and at most the smoothed one.
    fn reordering_window(&self) -> Span {
        let hurries = !self.state.is_undisturbed() || self.board.sacked() >= u64::from(DUPLICATE_THRESHOLD);
        if hurries && !self.board.reordering_seen() {
            return Span::ZERO;
        }
        let quarter = self.rtt.least().map_or(0, |least| least.0 / 4);
        self.rtt.srtt().map_or(Span::ZERO, |srtt| Span(quarter * self.board.reordering_quarters()).min(srtt))
    }

    /// Marks segments that are lost by now, and sets the reordering timer for those that may soon be; returns whether a
    /// retransmission is lost.
    pub(super) fn find_lost(&mut self, now: Time) -> bool {
        if !self.board.finds_by_time() {
            return false;
        }
        let (again, due) = self.board.find_lost(now, self.reordering_window());
        self.timers.reordering = due;
        if due != Time::NEVER {
            self.cancel_probe(now); // Linux has one timer for both
        }
        self.set_wake();
        again
    }

    /// Begins a recovery for detected losses, if none is in progress. Linux also does for those that the recovery before has
    /// already retransmitted and that are not acknowledged yet (`tcp_time_to_recover`): an algorithm that models the path then
    /// sees one recovery instead of two, and conserves packets once. `again`: a retransmission is among them, which
    /// alone ends the repair of a timeout (Linux: `FLAG_LOST_RETRANS`).
    pub(super) fn repair_lost(&mut self, again: bool, now: Time, emitter: &mut Emitter) {
        let lost = self.board.awaits() || (self.wants.path_model && self.board.lost() > 0);
        match self.state {
            _ if !lost => return,
            State::Open(_) | State::Cwr(_) => {}
            State::Loss { .. } if again => {
                self.state = State::CALM;
                self.board.stop_going_back();
            }
            State::Loss { .. } | State::Recovery(_) => return,
        }
        self.enter_recovery(now, emitter);
    }

    /// The reordering timer expires: the segments it waited for are lost. Linux counts one segment as delivered.
    #[cold]
    pub(super) fn on_reordering_timer(&mut self, now: Time, out: &mut Vec<Transmission>, emitter: &mut Emitter) {
        let again = self.find_lost(now);
        if self.board.awaits() {
            let before = self.in_recovery();
            self.repair_lost(again, now, emitter);
            self.find_lost(now);
            if self.in_recovery() != before {
                self.on_delivered(1, false);
            }
            self.send(now, out);
        }
    }
}
