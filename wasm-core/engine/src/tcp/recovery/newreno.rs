//! NewReno's fast recovery, without SACK (RFC 6582): one hole repaired per round trip.
//!
//!   3rd duplicate   retransmit the first hole; cwnd <- ssthresh; inflation <- 3
//!   each further    inflation <- inflation + 1
//!   partial ACK     retransmit the next hole; inflation <- inflation - acked + 1
//!   full ACK        cwnd <- min(ssthresh, max(F, 1) + 1)                                            (burst-safe, step 3, option 1)
//!
//! FreeBSD 7 to 9 starts the inflation without the segments of limited transmit; here it is the RFC's in every stack
//! (contract 1.2).
//! Departure: the RFC adds the inflation to cwnd itself; here cwnd stays ssthresh, and F may grow to cwnd + inflation.
//! Not here: which ssthresh, and the timeout.

use super::{Entry, Next, RecoveryEngine};
use crate::cc::Window;
use crate::tcp::scoreboard::{DUPLICATE_THRESHOLD, Scoreboard};

/// State of the engine within one recovery.
#[derive(Clone, Debug, Default)]
pub struct NewReno {
    /// Inflation of cwnd for segments that left the network; may fall below zero.
    inflation: f64,
    /// Whether the first segment in flight is a hole that is still to be retransmitted.
    hole: bool,
}

impl RecoveryEngine for NewReno {
    fn uses_sack(&self) -> bool {
        false
    }

    fn detects(&self, _board: &Scoreboard, duplicates: u32) -> bool {
        duplicates >= DUPLICATE_THRESHOLD
    }

    fn enter(&mut self, entry: &Entry, window: &mut Window, _board: &Scoreboard) {
        window.cwnd = entry.target;
        *self = NewReno { inflation: f64::from(entry.duplicates), hole: true };
    }

    fn on_duplicate(&mut self, _window: &mut Window, _board: &Scoreboard) {
        self.inflation += 1.0;
    }

    fn on_partial(&mut self, acked: u64, _window: &mut Window, _board: &Scoreboard) {
        self.inflation += 1.0 - acked as f64;
        self.hole = true;
    }

    fn next(&mut self, window: &Window, board: &Scoreboard, _point: u64, may_send_new: bool) -> Option<Next> {
        if std::mem::take(&mut self.hole) {
            return Some(Next::Retransmit { sequence: board.una(), counts: true });
        }
        let room = board.in_flight() as f64 + 1.0 <= (window.cwnd + self.inflation).floor();
        (room && may_send_new).then_some(Next::New)
    }

    fn exit(&mut self, window: &mut Window, board: &Scoreboard) {
        window.cwnd = window.ssthresh.min((board.in_flight() as f64).max(1.0) + 1.0);
    }
}
