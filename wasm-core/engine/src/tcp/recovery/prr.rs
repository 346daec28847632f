//! Proportional rate reduction (RFC 6937), as in Linux since 3.2: the window is reduced to ssthresh within one round
//! trip, with a transmission for every ACK; further losses are made up for no faster than in slow start.
//!
//!   each ACK, D segments newly delivered: delivered <- delivered + D
//!   pipe > ssthresh   send ceil(delivered ssthresh / RecoverFS) - out
//!   else              send min(ssthresh - pipe, max(delivered - out, D) + 1)      (slow-start reduction bound)
//!   cwnd <- pipe + that; out counts what was sent; RecoverFS: the window before the cut, as in Linux (the RFC: F)
//!
//! As in Linux the extra packet is sent only if the ACK advances and shows no further loss.
//!
//! Begins, detects losses and chooses segments as RFC 6675 does; the first retransmission is always sent. Ends with
//! cwnd <- ssthresh. With the option `rack`, as in the stack `linux`, RACK detects the losses instead, and lost
//! retransmissions are retransmitted. Departure: RFC 6675's rescue is used, which Linux lacks. Not
//! here: which ssthresh, the timeout.

use super::next_segment::NextSegment;
use super::{Entry, Next, RecoveryEngine};
use crate::cc::Window;
use crate::tcp::scoreboard::Scoreboard;

/// A window that is being reduced, in proportion to what is delivered.
#[derive(Clone, Copy, Debug, Default)]
pub struct Proportional {
    /// RecoverFS: the window at the beginning, in whole packets.
    before: u64,
    delivered: u64,
    out: u64,
}

impl Proportional {
    /// A reduction from this window.
    pub fn new(cwnd: f64) -> Proportional {
        Proportional { before: (cwnd as u64).max(1), delivered: 0, out: 0 }
    }

    /// Processes an ACK of `delivered` more segments; `safe`: it advances, and shows no further loss; `pipe` packets
    /// are in flight.
    pub fn on_ack(&mut self, delivered: u64, safe: bool, window: &mut Window, pipe: u64) {
        self.delivered += delivered;
        let (pipe, ssthresh) = (pipe as f64, window.ssthresh);
        let may_send = if pipe > ssthresh {
            (self.delivered as f64 * ssthresh / self.before as f64).ceil() - self.out as f64
        } else {
            let limit = self.delivered.saturating_sub(self.out).max(delivered) + u64::from(safe);
            (ssthresh - pipe).min(limit as f64)
        };
        window.cwnd = pipe + may_send.max(0.0);
    }

    /// Counts transmissions.
    pub fn sent(&mut self, segments: u64) {
        self.out += segments;
    }
}

/// State of the engine within one recovery.
#[derive(Clone, Debug, Default)]
pub struct Prr {
    segment: NextSegment,
    reduction: Proportional,
}

impl RecoveryEngine for Prr {
    fn enter(&mut self, entry: &Entry, _window: &mut Window, board: &Scoreboard) {
        *self = Prr { segment: NextSegment::start(board), reduction: Proportional::new(entry.window) };
    }

    fn on_ack(&mut self, delivered: u64, safe: bool, window: &mut Window, board: &Scoreboard) {
        self.reduction.on_ack(delivered, safe, window, board.pipe());
    }

    fn next(&mut self, window: &Window, board: &Scoreboard, point: u64, may_send_new: bool) -> Option<Next> {
        let next = self.segment.first(board).or_else(|| {
            if window.cwnd - (board.pipe() as f64) < 1.0 {
                return None;
            }
            self.segment.next(board, may_send_new).or_else(|| self.segment.rescue(board, point))
        });
        self.reduction.sent(u64::from(next.is_some()));
        next
    }

    fn on_new_sent(&mut self) {
        self.reduction.sent(1);
    }

    fn exit(&mut self, window: &mut Window, _board: &Scoreboard) {
        window.cwnd = window.ssthresh;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test] // RecoverFS = 20, ssthresh = 10: after k segments delivered ceil(k/2) have been sent
    fn as_much_is_sent_as_was_delivered_times_the_ratio_of_the_cut() {
        let (pipe, mut sent) = (50, 0);
        let mut window = Window { cwnd: 20.0, ssthresh: 10.0 };
        let mut reduction = Proportional::new(20.0);
        for k in 1_u64..=19 {
            reduction.on_ack(1, true, &mut window, pipe);
            let now = window.cwnd as u64 - pipe;
            reduction.sent(now);
            sent += now;
            assert_eq!(sent, k.div_ceil(2), "{k}");
        }
        assert_eq!(sent, 10);
    }

    #[test] // RFC 6937, section 3: once pipe is below ssthresh, one more than delivered
    fn what_is_missing_below_ssthresh_comes_back_as_in_slow_start() {
        let mut window = Window { cwnd: 20.0, ssthresh: 10.0 };
        let mut reduction = Proportional::new(20.0);
        reduction.on_ack(1, true, &mut window, 4);
        assert_eq!(window.cwnd, 6.0);
        reduction.sent(2);
        reduction.on_ack(3, true, &mut window, 4);
        assert_eq!(window.cwnd, 8.0, "max(4 - 2, 3) + 1");
        reduction.on_ack(1, true, &mut window, 9);
        assert_eq!(window.cwnd, 10.0, "never above ssthresh");
    }

    #[test] // tcp_cwnd_reduction: FLAG_SND_UNA_ADVANCED, newly_lost
    fn an_acknowledgement_that_only_sacks_brings_back_no_more_than_it_tells_of() {
        let mut window = Window { cwnd: 20.0, ssthresh: 10.0 };
        Proportional::new(20.0).on_ack(1, false, &mut window, 4);
        assert_eq!(window.cwnd, 5.0);
    }
}
