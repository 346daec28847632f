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

    /// The first hole, once: it goes out whatever the window says. Where losses are found by time, the first one that is lost.
    pub fn first(&mut self, board: &Scoreboard) -> Option<Next> {
        if !std::mem::take(&mut self.first) {
            return None;
        }
        let first = if board.finds_by_time() { board.first_awaiting() } else { Some(board.una()) };
        first.map(|sequence| self.again(sequence))
    }

    /// (1) A lost hole, (2) new data, (3) a hole below the highest SACKed segment. RACK lets none of these leave before it is lost:
    /// Linux gave that up with it.
    pub fn next(&mut self, board: &Scoreboard, may_send_new: bool) -> Option<Next> {
        if let Some(lost) = self.lost(board) {
            return Some(lost);
        }
        if may_send_new {
            return Some(Next::New);
        }
        if board.finds_by_time() { None } else { self.hole(board) }
    }

    /// The first lost hole that has not been sent again; where losses are found by time, since it was lost last.
    fn lost(&mut self, board: &Scoreboard) -> Option<Next> {
        if board.finds_by_time() {
            return board.first_awaiting().map(|sequence| self.again(sequence));
        }
        let lost = board.first_hole(self.resent_below, board.lost_below()).map(|sequence| self.again(sequence));
        if lost.is_none() {
            // All lost holes have been sent again: do not look at them a second time.
            self.resent_below = self.resent_below.max(board.lost_below());
        }
        lost
    }

    /// A hole below the highest SACKed segment, lost or not; before it what is lost again.
    pub fn hole(&mut self, board: &Scoreboard) -> Option<Next> {
        if let Some(sequence) = board.first_awaiting() {
            return Some(self.again(sequence));
        }
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
        self.resent_below = self.resent_below.max(sequence + 1);
        Next::Retransmit { sequence, counts: true }
    }
}
