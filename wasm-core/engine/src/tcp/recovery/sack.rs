//! Loss recovery by selective acknowledgements (RFC 6675): the window limits the estimated number of packets in flight.
//!
//!   begins   3 duplicates, or the first hole has 3 SACKed segments above it      section 5, steps 1 and 2
//!   cwnd     ssthresh at once                                                    section 5, step 4.2
//!   sends    while cwnd - pipe >= 1: NextSeg                                     section 5, step C
//!   NextSeg  (1) the lowest lost hole that is not retransmitted, (2) new data, (3) a hole below the highest SACKed one,
//!            (4) once, the last hole (rescue)                                    section 4
//!   ends     when the recovery point is acknowledged; cwnd is ssthresh already
//!
//! Not here: IsLost and pipe (`scoreboard`), which ssthresh, and the timeout.

use super::next_segment::NextSegment;
use super::{Entry, Next, RecoveryEngine};
use crate::cc::Window;
use crate::tcp::scoreboard::Scoreboard;

/// State of the engine within one recovery.
#[derive(Clone, Debug, Default)]
pub struct Sack {
    segment: NextSegment,
}

impl RecoveryEngine for Sack {
    fn enter(&mut self, entry: &Entry, window: &mut Window, board: &Scoreboard) {
        window.cwnd = entry.target;
        self.segment = NextSegment::start(board);
    }

    fn next(&mut self, window: &Window, board: &Scoreboard, point: u64, may_send_new: bool) -> Option<Next> {
        if let Some(first) = self.segment.first(board) {
            return Some(first);
        }
        if window.cwnd - (board.pipe() as f64) < 1.0 {
            return None;
        }
        self.segment.next(board, may_send_new).or_else(|| self.segment.rescue(board, point))
    }

    fn exit(&mut self, _window: &mut Window, _board: &Scoreboard) {}
}
