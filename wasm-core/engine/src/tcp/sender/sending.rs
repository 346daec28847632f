//! What a sender's window lets leave, in recovery and outside of it, and when each transmission leaves its host.
//! Not here: how the window came to be.

use super::Sender;
use crate::tcp::Transmission;
use crate::tcp::recovery::{Next, RecoveryEngine};
use crate::units::Time;

/// The greatest window that TCP can announce (RFC 7323, 2.3).
const GREATEST_WINDOW_BYTES: u64 = 1 << 30;
/// The same for tiny segments, so that no window outgrows a machine's memory.
const GREATEST_WINDOW_SEGMENTS: u64 = 1 << 20;

impl Sender {
    /// The receiver's window has room for one more new segment. Where none is set, TCP's own bound holds.
    pub(super) fn may_send_new(&self) -> bool {
        let bound = (GREATEST_WINDOW_BYTES / u64::from(self.mss)).min(GREATEST_WINDOW_SEGMENTS);
        let window = self.settings.receive_window_packets.map_or(bound, |packets| packets as u64);
        self.board.max() - self.board.una() < window
    }

    /// Sends all that may be sent now.
    pub(super) fn send(&mut self, now: Time, out: &mut Vec<Transmission>) {
        match self.recovery {
            Some(point) => {
                while let Some(next) = self.engine.next(&self.window, &self.board, point, self.may_send_new()) {
                    match next {
                        Next::New => self.transmit_next(now, out),
                        Next::Retransmit { sequence, counts } => {
                            let leaves = self.leaves(now);
                            self.board.resend(sequence, leaves, counts);
                            out.push(Transmission { sequence, retransmission: true, leaves });
                        }
                    }
                }
            }
            None => self.send_window(now, out),
        }
        if self.deadline == Time::NEVER && self.board.max() > self.board.una() {
            self.deadline = now + self.rtt.rto();
        }
    }

    /// Sends while F + 1 <= floor(cwnd), again what a timeout left behind, then new segments.
    fn send_window(&mut self, now: Time, out: &mut Vec<Transmission>) {
        let allowed = self.window.cwnd as u64;
        loop {
            if self.engine.uses_sack() {
                self.board.skip_sacked();
            }
            let in_flight =
                if self.repair.is_some() { self.board.in_flight_unsacked() } else { self.board.in_flight() };
            self.cwnd_limited = in_flight + 1 > allowed;
            if self.cwnd_limited || (self.board.next() == self.board.max() && !self.may_send_new()) {
                return;
            }
            self.transmit_next(now, out);
        }
    }

    pub(super) fn transmit_next(&mut self, now: Time, out: &mut Vec<Transmission>) {
        let leaves = self.leaves(now);
        let sequence = self.board.next();
        let retransmission = self.board.send_next(leaves);
        out.push(Transmission { sequence, retransmission, leaves });
    }

    /// When the next transmission leaves: up to the host's jitter later, in order.
    fn leaves(&mut self, now: Time) -> Time {
        self.jitter.leaves(now, self.settings.send_jitter_ms)
    }
}
