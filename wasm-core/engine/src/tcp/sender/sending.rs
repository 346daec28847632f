//! Transmissions that a sender's window allows, in recovery and outside it, and the end of its data. Not here: the size of the
//! window, send jitter.

use super::Sender;
use super::state::{FRto, Recovery, State};
use crate::cc::{CongestionControl, SentPacket};
use crate::ecn::{EcnCodepoint, EcnFeedback};
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
    /// New segments before this one may be sent: the application has written them, and a finite transfer goes so far.
    pub(super) end: u64,
    /// Segments of a finite transfer; `u64::MAX` if it is endless.
    pub(super) transfer_end: u64,
    /// Payload of its last segment.
    last_bytes: u32,
}

impl Bounds {
    pub(super) fn new(settings: &FlowSettings, mss: u32) -> Bounds {
        let greatest = (GREATEST_WINDOW_BYTES / u64::from(mss)).min(GREATEST_WINDOW_SEGMENTS);
        let receive_window = settings.receive_window_packets.map_or(greatest, |packets| packets as u64);
        let Some(bytes) = settings.transfer_bytes else {
            return Bounds { receive_window, end: u64::MAX, transfer_end: u64::MAX, last_bytes: mss };
        };
        let (bytes, mss) = (bytes as u64, u64::from(mss));
        let end = bytes.div_ceil(mss);
        Bounds { receive_window, end, transfer_end: end, last_bytes: (bytes - (end - 1) * mss) as u32 }
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
        let outstanding = max - self.board.una();
        outstanding < self.bounds.receive_window
            && max < self.bounds.end
            && !(self.wants.keeps_window && room_is_used(outstanding, self.window.cwnd))
    }

    /// Total number of segments of the flow; none if it is endless.
    pub fn transfer_segments(&self) -> Option<u64> {
        (self.bounds.transfer_end < u64::MAX).then_some(self.bounds.transfer_end)
    }

    /// Payload of a segment, in bytes: the last one of a finite transfer may be shorter.
    pub fn payload_bytes(&self, sequence: u64) -> u32 {
        if sequence + 1 == self.bounds.transfer_end { self.bounds.last_bytes } else { self.mss }
    }

    /// Size of a segment's packet on the wire, in bytes.
    pub fn wire_bytes(&self, sequence: u64) -> u32 {
        self.payload_bytes(sequence) + HEADER_BYTES
    }

    /// Sends everything allowed now.
    pub(super) fn send(&mut self, now: Time, out: &mut Vec<Transmission>) {
        match self.state {
            State::Recovery(Recovery { point, .. }) => {
                while self.may_leave(now) {
                    let new = self.finds_new(now);
                    let Some(next) = self.engine.next(&self.window, &self.board, point, new) else { break };
                    match next {
                        Next::New => {
                            self.on_packet_sent(now);
                            self.transmit_next(now, out);
                        }
                        Next::Retransmit { sequence, counts } => {
                            if self.timers.restart.at_retransmission(sequence == self.board.una()) {
                                self.timers.retransmission = now + self.rtt.rto();
                            }
                            let leaves = self.jitter.leaves(now, self.settings.send_jitter_ms);
                            self.on_packet_sent(now);
                            self.board.resend(sequence, leaves, counts);
                            self.count_retransmission(leaves);
                            let ecn = self.codepoint(true);
                            out.push(Transmission {
                                sequence,
                                retransmission: true,
                                leaves,
                                ecn,
                                cwr: false,
                                syn: false,
                            });
                        }
                    }
                }
            }
            _ => self.send_outside_recovery(now, out),
        }
        self.arm(now);
    }

    /// In a recovery that may be needless: new segments leave, and none again.
    #[cold]
    pub(super) fn send_new_in_recovery(&mut self, now: Time, out: &mut Vec<Transmission>) {
        while self.window.cwnd - self.board.pipe() as f64 >= 1.0 && self.finds_new(now) && self.may_leave(now) {
            self.engine.on_new_sent();
            self.on_packet_sent(now);
            self.transmit_next(now, out);
        }
        self.arm(now);
    }

    /// The same outside recovery.
    pub(super) fn send_outside_recovery(&mut self, now: Time, out: &mut Vec<Transmission>) {
        let before = out.len();
        self.send_window(now, out);
        if matches!(self.state, State::Cwr(_)) {
            self.on_sent((out.len() - before) as u64);
        }
        if self.timers.sends_probes && out.len() > before {
            self.postpone_probe(now);
        }
    }

    /// Arms the timer if something is in flight.
    #[inline(always)]
    pub(super) fn arm(&mut self, now: Time) {
        if self.timers.retransmission == Time::NEVER && self.board.max() > self.board.una() {
            self.restart_timer(now);
        }
    }

    /// Sends while F + 1 <= cwnd: first retransmissions after a timeout, then new segments.
    fn send_window(&mut self, now: Time, out: &mut Vec<Transmission>) {
        if matches!(self.state, State::Loss { .. }) { self.send_repair(now, out) } else { self.send_new(now, out) }
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
        if self.pacer.is_some() || self.wants.path_model || self.application.is_some() {
            return self.send_new_checked(now, out);
        }
        let before = self.board.max();
        loop {
            if room_is_used(self.board.in_flight(), self.window.cwnd) {
                return self.limit.fill(self.board.max());
            }
            if !self.may_send_new() {
                return self.leave_room(before);
            }
            self.transmit_next(now, out);
        }
    }

    /// The same for a flow that is paced, models the path or has an application.
    #[inline(never)]
    fn send_new_checked(&mut self, now: Time, out: &mut Vec<Transmission>) {
        let before = self.board.max();
        loop {
            let in_flight = if self.wants.path_model { self.board.outstanding() } else { self.board.in_flight() };
            if room_is_used(in_flight, self.window.cwnd) {
                return self.limit.fill(self.board.max());
            }
            if !self.finds_new(now) || !self.may_leave(now) {
                if self.wants.path_model {
                    self.note_application_limit();
                }
                return self.leave_room(before);
            }
            self.note_sending(now);
            self.transmit_next(now, out);
        }
    }

    /// The sender stops though its window has room; `before`: the next new segment when it began.
    #[inline(never)]
    pub(super) fn leave_room(&mut self, before: u64) {
        let (una, max) = (self.board.una(), self.board.max());
        if self.settings.host != HostKind::Linux && self.pacer.is_none() {
            self.limit.leave_room();
        } else if max > before {
            self.limit.remember(una, max);
        }
    }

    /// Whether a packet may leave now: always, unless the flow is paced. If not, the pacing timer is set.
    #[inline(always)]
    pub(super) fn may_leave(&mut self, now: Time) -> bool {
        self.pacer.as_mut().is_none_or(|pacer| pacer.may_leave(now))
    }

    /// Nothing is left to be sent, though the window is open.
    fn note_application_limit(&mut self) {
        if self.board.max() >= self.bounds.end {
            let in_flight = self.board.outstanding();
            if let Some(delivery) = self.board.delivery() {
                delivery.limit_by_application(in_flight);
            }
        }
    }

    /// A packet is about to leave: the next one of a paced flow waits, and an algorithm that models the path hears of it.
    #[inline(always)]
    pub(super) fn on_packet_sent(&mut self, now: Time) {
        if self.pacer.is_some() || self.wants.path_model {
            self.note_sending(now);
        }
    }

    fn note_sending(&mut self, now: Time) {
        if self.wants.path_model {
            let idle = self.board.max() == self.board.una();
            let app_limited = self.board.delivery().is_some_and(|delivery| delivery.is_app_limited());
            let fills_window = room_is_used(self.board.outstanding() + 1, self.window.cwnd);
            if let Some(events) = self.algorithm.packet_events() {
                events.on_packet_sent(&SentPacket { now, idle, app_limited, fills_window });
            }
        }
        if let Some(rate) = self.pacing_rate()
            && let Some(pacer) = &mut self.pacer
        {
            pacer.on_send(now, rate);
        }
    }

    /// Codepoint of a packet. Not of a retransmission (RFC 3168, 6.1.5), unless the feedback is accurate: then every packet has
    /// it, as in Linux.
    #[inline(never)]
    pub(super) fn codepoint(&self, retransmission: bool) -> Option<EcnCodepoint> {
        self.marks.ecn.codepoint.filter(|_| !retransmission || self.marks.ecn.feedback == EcnFeedback::Accurate)
    }

    /// F-RTO: new segments leave, and none again. If none can, the loss is taken for real.
    #[cold]
    fn send_beyond(&mut self, now: Time, out: &mut Vec<Transmission>) {
        while !room_is_used(self.board.in_flight_unsacked(), self.window.cwnd)
            && self.finds_new(now)
            && self.may_leave(now)
        {
            self.on_packet_sent(now);
            let leaves = self.jitter.leaves(now, self.settings.send_jitter_ms);
            let sequence = self.board.max();
            self.board.send_beyond(leaves);
            self.transmit(sequence, leaves, false, out);
        }
    }

    /// After a timeout: SACKed segments are skipped and do not count.
    #[inline(never)]
    fn send_repair(&mut self, now: Time, out: &mut Vec<Transmission>) {
        if let State::Loss { end, f_rto: FRto::Sends } = self.state {
            self.send_beyond(now, out);
            if self.board.max() > end {
                return;
            }
            self.state = State::Loss { end, f_rto: FRto::Off };
        }
        let before = self.board.max();
        loop {
            if self.engine.uses_sack() {
                self.board.skip_sacked();
            }
            if room_is_used(self.board.in_flight_unsacked(), self.window.cwnd) {
                return self.limit.fill(self.board.max());
            }
            let nothing_left = self.board.next() == self.board.max() && !self.finds_new(now);
            if nothing_left || !self.may_leave(now) {
                return self.leave_room(before);
            }
            self.on_packet_sent(now);
            self.transmit_next(now, out);
        }
    }

    /// Sends the next segment: a new one, or after a timeout an earlier one. `on_packet_sent` comes before it.
    #[inline(always)]
    pub(super) fn transmit_next(&mut self, now: Time, out: &mut Vec<Transmission>) {
        let leaves = self.jitter.leaves(now, self.settings.send_jitter_ms);
        let sequence = self.board.next();
        let retransmission = self.board.send_next(leaves);
        if retransmission {
            self.count_retransmission(leaves);
        } else {
            self.time_one(sequence, leaves);
        }
        self.transmit(sequence, leaves, retransmission, out);
    }

    /// Hands a segment to the host.
    #[inline(always)]
    fn transmit(&mut self, sequence: u64, leaves: Time, retransmission: bool, out: &mut Vec<Transmission>) {
        let (mut ecn, mut cwr) = (None, false);
        if self.marks.ecn.codepoint.is_some() {
            ecn = self.codepoint(retransmission);
            // RFC 3168, 6.1.2: the first new packet after a reduction carries CWR.
            cwr = ecn.is_some() && !self.marks.ecn.is_accurate() && std::mem::take(&mut self.marks.cwr_pending);
        }
        out.push(Transmission { sequence, retransmission, leaves, ecn, cwr, syn: false });
    }
}
