//! Which hole is retransmitted next, for the engines that read SACK (RFC 6675, section 4, NextSeg). Not here: how much
//! may be sent, whether a hole is lost (`scoreboard`).

use super::Next;
use crate::tcp::scoreboard::Scoreboard;

/// Progress of a recovery's retransmissions.
#[derive(Clone, Debug, Default)]
pub struct NextSegment {
    /// Whether the first retransmission has yet to be sent.
    first: bool,
    /// HighRxt + 1: all holes below have been retransmitted.
    resent_below: u64,
    /// RescueRxt: no second rescue before this is acknowledged.
    rescue: Option<u64>,
}

impl NextSegment {
    /// Recovery begins.
    pub fn start(board: &Scoreboard) -> NextSegment {
        NextSegment { first: true, resent_below: board.una(), rescue: None }
    }

    /// The first hole, once: it is sent regardless of the window. Where losses are detected by time, the first lost
    /// one.
    pub fn first(&mut self, board: &Scoreboard) -> Option<Next> {
        if !std::mem::take(&mut self.first) {
            return None;
        }
        let first = if board.finds_by_time() { board.first_awaiting() } else { Some(board.una()) };
        first.map(|sequence| self.again(sequence))
    }

    /// (1) A lost hole, (2) new data, (3) a hole below the highest SACKed segment. With RACK, as in Linux, none of
    /// these leaves before it is lost.
    pub fn next(&mut self, board: &Scoreboard, may_send_new: bool) -> Option<Next> {
        if let Some(lost) = self.lost(board) {
            return Some(lost);
        }
        if may_send_new {
            return Some(Next::New);
        }
        if board.finds_by_time() { None } else { self.hole(board) }
    }

    /// The first lost hole that has not been retransmitted since it was lost last.
    fn lost(&mut self, board: &Scoreboard) -> Option<Next> {
        if let Some(sequence) = board.first_awaiting() {
            return Some(self.again(sequence));
        }
        if board.finds_by_time() {
            return None;
        }
        let lost = board.first_hole(self.resent_below, board.lost_below()).map(|sequence| self.again(sequence));
        if lost.is_none() {
            // All lost holes have been retransmitted, so they are not searched again.
            self.resent_below = self.resent_below.max(board.lost_below());
        }
        lost
    }

    /// A hole below the highest SACKed segment, lost or not; lost retransmissions come first.
    pub fn hole(&mut self, board: &Scoreboard) -> Option<Next> {
        if let Some(sequence) = board.first_awaiting() {
            return Some(self.again(sequence));
        }
        let sequence = board.first_hole(self.resent_below, board.sacked_below())?;
        Some(self.again(sequence))
    }

    /// (4) The last hole, once.
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
