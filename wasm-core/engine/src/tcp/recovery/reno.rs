//! Reno's fast recovery, without SACK (RFC 2581, section 3.2): one loss of a window is repaired in a round trip.
//!
//!   3rd duplicate   retransmit the first hole; cwnd <- ssthresh; inflation <- 3
//!   each further    inflation <- inflation + 1
//!   ACK of new data cwnd <- ssthresh: it is over, even if more of the window is missing
//!
//! A second loss in the window is found by three further duplicates, with a reduction of its own, or by a timeout: what
//! NewReno's partial ACKs (`newreno.rs`) were made for.
//!
//! Departure: as in NewReno's, the inflation is not part of cwnd. Not here: which ssthresh, and the timeout.

use super::newreno::NewReno;
use super::{Entry, Next, RecoveryEngine};
use crate::cc::Window;
use crate::tcp::scoreboard::Scoreboard;

/// State of the engine within one recovery: NewReno's, which differs in what ends it.
#[derive(Clone, Debug, Default)]
pub struct Reno(NewReno);

impl RecoveryEngine for Reno {
    fn uses_sack(&self) -> bool {
        false
    }

    fn detects(&self, board: &Scoreboard, duplicates: u32) -> bool {
        self.0.detects(board, duplicates)
    }

    fn enter(&mut self, entry: &Entry, window: &mut Window, board: &Scoreboard) {
        self.0.enter(entry, window, board);
    }

    fn on_duplicate(&mut self, window: &mut Window, board: &Scoreboard) {
        self.0.on_duplicate(window, board);
    }

    fn ends_early(&self) -> bool {
        true
    }

    fn next(&mut self, window: &Window, board: &Scoreboard, point: u64, may_send_new: bool) -> Option<Next> {
        self.0.next(window, board, point, may_send_new)
    }

    fn exit(&mut self, window: &mut Window, _board: &Scoreboard) {
        window.cwnd = window.ssthresh;
    }
}
