//! Which hole is sent again next, for the engines that read SACK (RFC 6675, section 4, NextSeg). Not here: how much may be
//! sent, and whether a hole is lost (`scoreboard`).

use super::Next;
use crate::tcp::scoreboard::Scoreboard;

/// How far a recovery has sent again.
#[derive(Clone, Debug, Default)]
pub struct NextSegment {
    /// The first retransmission has yet to go out.
    first: bool,
    /// HighRxt + 1: all holes below have been sent again.
    resent_below: u64,
    /// RescueRxt: no second rescue before this is acknowledged.
    rescue: Option<u64>,
}

impl NextSegment {
    /// Recovery begins.
    pub fn start(board: &Scoreboard) -> NextSegment {
        NextSegment { first: true, resent_below: board.una(), rescue: None }
    }

    /// The first hole, once: it goes out whatever the window says.
    pub fn first(&mut self, board: &Scoreboard) -> Option<Next> {
        std::mem::take(&mut self.first).then(|| self.again(board.una()))
    }

    /// (1) A lost hole, (2) new data, (3) a hole below the highest SACKed segment.
    pub fn next(&mut self, board: &Scoreboard, may_send_new: bool) -> Option<Next> {
        if let Some(sequence) = board.first_hole(self.resent_below, board.lost_below()) {
            return Some(self.again(sequence));
        }
        // All lost holes have been sent again: do not look at them a second time.
        self.resent_below = self.resent_below.max(board.lost_below());
        if may_send_new {
            return Some(Next::New);
        }
        self.hole(board)
    }

    /// A hole below the highest SACKed segment, lost or not.
    pub fn hole(&mut self, board: &Scoreboard) -> Option<Next> {
        let sequence = board.first_hole(self.resent_below, board.sacked_below())?;
        Some(self.again(sequence))
    }

    /// (4) Once, the last hole.
    pub fn rescue(&mut self, board: &Scoreboard, point: u64) -> Option<Next> {
        if self.rescue.is_some_and(|rescue| board.una() <= rescue) {
            return None;
        }
        self.rescue = Some(point);
        board.last_hole().map(|sequence| Next::Retransmit { sequence, counts: false })
    }

    fn again(&mut self, sequence: u64) -> Next {
        self.resent_below = sequence + 1;
        Next::Retransmit { sequence, counts: true }
    }
}
