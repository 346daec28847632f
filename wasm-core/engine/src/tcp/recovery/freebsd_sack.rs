//! Loss recovery with SACK as in FreeBSD 7 to 9, known from descriptions only: the window starts again from one packet
//! and returns to ssthresh within the recovery, so that a plot of it dives and climbs (VoIP report, CAIA TR 080818A:
//! "rapid increments up to the backoff value").
//!
//!   begins         3 duplicates
//!   3rd duplicate  cwnd <- 1; the first hole is retransmitted
//!   each further   cwnd <- min(cwnd + 1, ssthresh)  while  (snd_nxt - highest SACK) + retransmitted < ssthresh
//!   partial ACK    cwnd <- what this recovery has in flight + 1 (+ 2 if it covers more than two), at most ssthresh
//!   sends          while what this recovery has in flight (retransmitted and not acknowledged, and all new data) < cwnd:
//!                  the next hole below the highest SACK, lost or not, else new data
//!   full ACK       cwnd <- ssthresh, or F + 1 where F is below it
//!
//! Not here: which ssthresh, and the timeout.

use super::next_segment::NextSegment;
use super::{Entry, Next, RecoveryEngine};
use crate::cc::Window;
use crate::tcp::scoreboard::{DUPLICATE_THRESHOLD, Scoreboard};

/// State of the engine within one recovery.
#[derive(Clone, Debug, Default)]
pub struct FreeBsdSack {
    segment: NextSegment,
    /// The first new segment of this recovery.
    first_new: u64,
}

impl FreeBsdSack {
    /// Packets that this recovery has in flight.
    fn sent(&self, board: &Scoreboard) -> f64 {
        (board.resent() + board.max() - self.first_new) as f64
    }
}

impl RecoveryEngine for FreeBsdSack {
    fn detects(&self, _board: &Scoreboard, duplicates: u32) -> bool {
        duplicates >= DUPLICATE_THRESHOLD
    }

    fn enter(&mut self, _entry: &Entry, window: &mut Window, board: &Scoreboard) {
        window.cwnd = 1.0;
        *self = FreeBsdSack { segment: NextSegment::start(board), first_new: board.max() };
    }

    fn on_duplicate(&mut self, window: &mut Window, board: &Scoreboard) {
        let estimate = (board.max().saturating_sub(board.sacked_below()) + board.resent()) as f64;
        if estimate < window.ssthresh {
            window.cwnd = (window.cwnd + 1.0).min(window.ssthresh);
        }
    }

    fn on_partial(&mut self, acked: u64, window: &mut Window, board: &Scoreboard) {
        let more = if acked > 2 { 2.0 } else { 1.0 };
        window.cwnd = (self.sent(board) + more).min(window.ssthresh);
    }

    fn next(&mut self, window: &Window, board: &Scoreboard, _point: u64, may_send_new: bool) -> Option<Next> {
        if let Some(first) = self.segment.first(board) {
            return Some(first);
        }
        if self.sent(board) + 1.0 > window.cwnd.floor() {
            return None;
        }
        self.segment.hole(board).or(may_send_new.then_some(Next::New))
    }

    fn exit(&mut self, window: &mut Window, board: &Scoreboard) {
        window.cwnd = window.ssthresh.min(board.in_flight() as f64 + 1.0);
    }
}
