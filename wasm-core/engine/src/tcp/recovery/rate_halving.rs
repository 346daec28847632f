//! Loss recovery as in Linux 2.6.25: forward acknowledgement (FACK) detects the losses, and the window is not cut at
//! once but reduced by one packet with every second ACK, so that sending never pauses (M. Mathis, J. Mahdavi, Forward
//! acknowledgement, SIGCOMM 1996; M. Mathis, J. Semke, J. Mahdavi, The rate-halving algorithm for TCP congestion
//! control, draft, 1999).
//!
//!   begins   3 duplicates, or the highest SACK lies more than 3 packets beyond the first hole (FACK)
//!   each ACK with progress   every second one: cwnd <- cwnd - 1, not below the floor; then cwnd <- min(cwnd, pipe + 1)
//!   floor    ssthresh, or what the algorithm allows: ssthresh/2 for Linux's Reno
//!   sends    while cwnd - pipe >= 1: NextSeg of RFC 6675, without the rescue
//!   ends     when the recovery point is acknowledged: cwnd <- min(cwnd, ssthresh, pipe + 3)
//!
//! After it cwnd is usually below ssthresh, and slow start restores it. Not here: which ssthresh, the timeout, FACK's rule and how its
//! threshold adapts to reordering (`scoreboard`), recoveries that were needless (`sender/undo`).

use super::next_segment::NextSegment;
use super::{Entry, Next, RecoveryEngine};
use crate::cc::Window;
use crate::tcp::scoreboard::Scoreboard;

/// Maximum number of packets that leave at once after a recovery.
pub const MAX_BURST: f64 = 3.0;

/// A window that is being reduced, by one packet with every second ACK.
#[derive(Clone, Copy, Debug, Default)]
pub struct Halving {
    floor: f64,
    /// Whether the next ACK reduces it by a packet.
    second: bool,
}

impl Halving {
    /// A reduction to `floor`.
    pub fn new(floor: f64) -> Halving {
        Halving { floor, second: false }
    }

    /// Processes an ACK with progress; `pipe` packets are in flight.
    pub fn on_ack(&mut self, window: &mut Window, pipe: u64) {
        if self.second && window.cwnd > self.floor {
            window.cwnd = (window.cwnd - 1.0).max(self.floor);
        }
        self.second = !self.second;
        window.cwnd = window.cwnd.min(pipe as f64 + 1.0);
    }
}

/// State of the engine within one recovery.
#[derive(Clone, Debug, Default)]
pub struct RateHalving {
    segment: NextSegment,
    halving: Halving,
}

impl RecoveryEngine for RateHalving {
    fn enter(&mut self, entry: &Entry, _window: &mut Window, board: &Scoreboard) {
        *self = RateHalving { segment: NextSegment::start(board), halving: Halving::new(entry.floor) };
    }

    fn on_ack(&mut self, _delivered: u64, _safe: bool, window: &mut Window, board: &Scoreboard) {
        self.halving.on_ack(window, board.pipe());
    }

    fn next(&mut self, window: &Window, board: &Scoreboard, _point: u64, may_send_new: bool) -> Option<Next> {
        if let Some(first) = self.segment.first(board) {
            return Some(first);
        }
        if window.cwnd - (board.pipe() as f64) < 1.0 {
            return None;
        }
        self.segment.next(board, may_send_new)
    }

    fn exit(&mut self, window: &mut Window, board: &Scoreboard) {
        window.cwnd = window.cwnd.min(window.ssthresh).min(board.pipe() as f64 + MAX_BURST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The window after each of `acks` acknowledgements, from 40 packets, the network never being the limit.
    fn windows(floor: f64, acks: usize) -> Vec<f64> {
        let mut window = Window { cwnd: 40.0, ssthresh: 20.0 };
        let mut halving = Halving::new(floor);
        let step = |_| {
            halving.on_ack(&mut window, 1000);
            window.cwnd
        };
        (0..acks).map(step).collect()
    }

    #[test] // w = 40: CUBIC's ssthresh of 32 is the floor; Reno's of 20 is not, but its half
    fn every_second_acknowledgement_takes_a_packet_off() {
        let cubic = windows(32.0, 60);
        assert_eq!((cubic[0], cubic[1], cubic[13], cubic[14], cubic[15]), (40.0, 39.0, 33.0, 33.0, 32.0));
        assert!(cubic[15..].iter().all(|&w| w == 32.0));
        let reno = windows(10.0, 80);
        assert_eq!((reno[19], reno[39], reno[59], reno[79]), (30.0, 20.0, 10.0, 10.0));
        assert_eq!(windows(38.5, 6)[3..], [38.5, 38.5, 38.5], "no lower than the floor, by no part of a packet");
    }

    #[test]
    fn the_window_lies_at_most_a_packet_above_what_is_in_the_network() {
        let mut window = Window { cwnd: 40.0, ssthresh: 20.0 };
        Halving::new(20.0).on_ack(&mut window, 30);
        assert_eq!(window.cwnd, 31.0);
    }
}
