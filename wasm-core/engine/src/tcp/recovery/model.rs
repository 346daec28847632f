//! Loss recovery of algorithms that set cwnd themselves (BBR): what is lost is sent again as the window allows, which neither the
//! beginning nor the end of a recovery moves. It always reads SACK, whatever the flow's `recovery` says. Linux does the same where a
//! congestion control brings `cong_control`. Not here: the window (`cc`), which segments are lost (`scoreboard`).

use super::next_segment::NextSegment;
use super::{Entry, Next, RecoveryEngine};
use crate::cc::Window;
use crate::tcp::scoreboard::Scoreboard;

/// State of the engine within one recovery.
#[derive(Clone, Debug, Default)]
pub struct Model {
    segment: NextSegment,
}

impl RecoveryEngine for Model {
    fn enter(&mut self, _entry: &Entry, _window: &mut Window, board: &Scoreboard) {
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
