//! Loss recovery by selective acknowledgements (RFC 6675): the window limits what is estimated to be in the network.
//!
//!   begins   3 duplicates, or the first hole has 3 SACKed segments above it      section 5, steps 1 and 2
//!   sends    while cwnd - pipe >= 1: NextSeg                                     section 5, step C
//!   NextSeg  (1) the lowest hole that is lost and not sent again, (2) new data, (3) a hole below the highest SACKed one,
//!            (4) once, the last hole (rescue)                                    section 4
//!   ends     when the recovery point is acknowledged; cwnd is ssthresh already
//!
//! Not here: IsLost and pipe (`scoreboard`), which ssthresh, and the timeout.

use super::{Next, RecoveryEngine};
use crate::cc::Window;
use crate::tcp::scoreboard::{DUPLICATE_THRESHOLD, Scoreboard};

/// State of the engine within one recovery.
#[derive(Clone, Debug, Default)]
pub struct Sack {
    /// The first retransmission goes out whatever pipe says.
    first: bool,
    /// HighRxt + 1: all holes below have been sent again.
    resent_below: u64,
    /// RescueRxt: no second rescue before this is acknowledged.
    rescue: Option<u64>,
}

impl RecoveryEngine for Sack {
    fn uses_sack(&self) -> bool {
        true
    }

    fn detects(&self, board: &Scoreboard, duplicates: u32) -> bool {
        duplicates >= DUPLICATE_THRESHOLD || board.una() < board.lost_below()
    }

    fn enter(&mut self, board: &Scoreboard) {
        *self = Sack { first: true, resent_below: board.una(), rescue: None };
    }

    fn on_duplicate(&mut self) {}

    fn on_partial(&mut self, _acked: u64, _board: &Scoreboard) -> bool {
        true
    }

    fn next(&mut self, window: &Window, board: &Scoreboard, point: u64, may_send_new: bool) -> Option<Next> {
        if std::mem::take(&mut self.first) {
            self.resent_below = board.una() + 1;
            return Some(Next::Retransmit { sequence: board.una(), counts: true });
        }
        if window.cwnd - (board.pipe() as f64) < 1.0 {
            return None;
        }
        if let Some(sequence) = board.first_hole(self.resent_below, board.lost_below()) {
            self.resent_below = sequence + 1;
            return Some(Next::Retransmit { sequence, counts: true });
        }
        // All lost holes have been sent again: do not look at them a second time.
        self.resent_below = self.resent_below.max(board.lost_below());
        if may_send_new {
            return Some(Next::New);
        }
        if let Some(sequence) = board.first_hole(self.resent_below, board.sacked_below()) {
            self.resent_below = sequence + 1;
            return Some(Next::Retransmit { sequence, counts: true });
        }
        if self.rescue.is_none_or(|rescue| board.una() > rescue) {
            self.rescue = Some(point);
            return board.last_hole().map(|sequence| Next::Retransmit { sequence, counts: false });
        }
        None
    }

    fn exit(&mut self, _window: &mut Window, _board: &Scoreboard) {}
}
