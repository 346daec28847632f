//! Transmissions that a sender's window allows, in recovery and outside it, and the end of its data. Not here: the size of the
//! window, send jitter.

use super::Sender;
use crate::ecn::EcnCodepoint;
use crate::host::{FlowSettings, HostKind};
use crate::tcp::Transmission;
use crate::tcp::recovery::{Next, RecoveryEngine};
use crate::units::HEADER_BYTES;
use crate::units::Time;

/// Maximum window that TCP can announce (RFC 7323, 2.3).
const GREATEST_WINDOW_BYTES: u64 = 1 << 30;
/// The same for tiny segments, so that no window exceeds a machine's memory.
const GREATEST_WINDOW_SEGMENTS: u64 = 1 << 20;

/// Cached limits of new data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The receiver's window; where none is set, TCP's own bound.
    receive_window: u64,
    /// Segments of a finite transfer; `u64::MAX` if it is endless.
    end: u64,
    /// Payload of its last segment.
    last_bytes: u32,
}

impl Bounds {
    pub(super) fn new(settings: &FlowSettings, mss: u32) -> Bounds {
        let greatest = (GREATEST_WINDOW_BYTES / u64::from(mss)).min(GREATEST_WINDOW_SEGMENTS);
        let receive_window = settings.receive_window_packets.map_or(greatest, |packets| packets as u64);
        let Some(bytes) = settings.transfer_bytes else {
            return Bounds { receive_window, end: u64::MAX, last_bytes: mss };
        };
        let (bytes, mss) = (bytes as u64, u64::from(mss));
        let end = bytes.div_ceil(mss);
        Bounds { receive_window, end, last_bytes: (bytes - (end - 1) * mss) as u32 }
    }
}

/// Whether one more packet in flight would exceed the window. Whole packets below a real number need no rounding of it.
fn room_is_used(in_flight: u64, cwnd: f64) -> bool {
    (in_flight + 1) as i64 as f64 > cwnd
}

impl Sender {
    /// Whether there is data left, and the receiver's window has space for one more new segment.
    pub(super) fn may_send_new(&self) -> bool {
        let max = self.board.max();
        max - self.board.una() < self.bounds.receive_window && max < self.bounds.end
    }

    /// Total number of segments of the flow; none if it is endless.
    pub fn transfer_segments(&self) -> Option<u64> {
        (self.bounds.end < u64::MAX).then_some(self.bounds.end)
    }

    /// Payload of a segment, in bytes: the last one of a finite transfer may be shorter.
    pub fn payload_bytes(&self, sequence: u64) -> u32 {
        if sequence + 1 == self.bounds.end { self.bounds.last_bytes } else { self.mss }
    }

    /// Size of a segment's packet on the wire, in bytes.
    pub fn wire_bytes(&self, sequence: u64) -> u32 {
        self.payload_bytes(sequence) + HEADER_BYTES
    }

    /// Sends everything allowed now.
    pub(super) fn send(&mut self, now: Time, out: &mut Vec<Transmission>) {
        match self.recovery {
            Some(point) => {
                while let Some(next) = self.engine.next(&self.window, &self.board, point, self.may_send_new()) {
                    match next {
                        Next::New => self.transmit_next(now, out),
                        Next::Retransmit { sequence, counts } => {
                            if self.rto_restart.at_retransmission(sequence == self.board.una()) {
                                self.deadline = now + self.rtt.rto();
                            }
                            let leaves = self.jitter.leaves(now, self.settings.send_jitter_ms);
                            self.board.resend(sequence, leaves, counts);
                            out.push(Transmission { sequence, retransmission: true, leaves, ecn: None, cwr: false });
                        }
                    }
                }
            }
            None => self.send_outside_recovery(now, out),
        }
        self.arm(now);
    }

    /// The same outside recovery.
    pub(super) fn send_outside_recovery(&mut self, now: Time, out: &mut Vec<Transmission>) {
        let before = out.len();
        self.send_window(now, out);
        if self.reduction.is_some() {
            self.on_sent((out.len() - before) as u64);
        }
    }

    /// Arms the timer if something is in flight.
    #[inline(always)]
    pub(super) fn arm(&mut self, now: Time) {
        if self.deadline == Time::NEVER && self.board.max() > self.board.una() {
            self.deadline = now + self.rtt.rto();
        }
    }

    /// Sends while F + 1 <= cwnd: first retransmissions after a timeout, then new segments.
    fn send_window(&mut self, now: Time, out: &mut Vec<Transmission>) {
        if self.repair.is_some() { self.send_repair(now, out) } else { self.send_new(now, out) }
    }

    /// Times this segment in ns-2's stack, which times one segment at a time, and only new ones.
    #[inline(always)]
    fn time_one(&mut self, sequence: u64, leaves: Time) {
        if self.settings.host == HostKind::Ns2 && self.timed.is_none() {
            self.timed = Some((sequence, leaves));
        }
    }

    /// Sends new segments while F + 1 <= cwnd.
    #[inline(always)]
    pub(super) fn send_new(&mut self, now: Time, out: &mut Vec<Transmission>) {
        loop {
            self.cwnd_limited = room_is_used(self.board.in_flight(), self.window.cwnd);
            if self.cwnd_limited || !self.may_send_new() {
                return;
            }
            self.transmit_next(now, out);
        }
    }

    /// After a timeout: SACKed segments are skipped and do not count.
    #[inline(never)]
    fn send_repair(&mut self, now: Time, out: &mut Vec<Transmission>) {
        loop {
            if self.engine.uses_sack() {
                self.board.skip_sacked();
            }
            self.cwnd_limited = room_is_used(self.board.in_flight_unsacked(), self.window.cwnd);
            if self.cwnd_limited || (self.board.next() == self.board.max() && !self.may_send_new()) {
                return;
            }
            self.transmit_next(now, out);
        }
    }

    /// Sends the next segment: a new one, or after a timeout an earlier one.
    #[inline(always)]
    pub(super) fn transmit_next(&mut self, now: Time, out: &mut Vec<Transmission>) {
        let leaves = self.jitter.leaves(now, self.settings.send_jitter_ms);
        let sequence = self.board.next();
        let retransmission = self.board.send_next(leaves);
        if !retransmission {
            self.time_one(sequence, leaves);
        }
        let ecn = (self.settings.ecn && !retransmission).then_some(EcnCodepoint::Ect0);
        // RFC 3168, 6.1.2: the first new packet after a reduction carries CWR.
        let cwr = ecn.is_some() && std::mem::take(&mut self.cwr_pending);
        out.push(Transmission { sequence, retransmission, leaves, ecn, cwr });
    }
}
