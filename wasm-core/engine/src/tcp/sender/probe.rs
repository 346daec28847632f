//! Tail loss probes (RFC 8985, section 7; Linux: `tcp_schedule_loss_probe`): two smoothed RTTs after the last ACK or transmission a
//! packet leaves, so that the loss of the last ones shows in its ACK instead of a timeout. It is a new segment, beyond the window, or
//! else the last one again. If only the probe has repaired the loss, the window is reduced for it.
//!
//! The timer that retransmits is used for both: `timers.probes` is on while a probe is due. Not here: the timeout (`congestion`).

use super::Sender;
use super::state::State;
use crate::cc::{Ended, Trigger};
use crate::decisions::PROBE;
use crate::observe::{Emitter, signals};
use crate::tcp::{Acknowledgement, Transmission};
use crate::units::{Span, Time};

/// Margin for timers, where more than one packet is in flight (Linux: `TCP_TIMEOUT_MIN`, two ticks).
const MARGIN: Span = Span(2_000_000);

/// A probe whose ACK has yet to come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probe {
    /// One past the last segment then (`TLP.end_seq`).
    pub end: u64,
    /// It was sent before.
    pub again: bool,
}

impl Sender {
    /// Restarts the timer: a probe is due after two smoothed RTTs, or a timeout if that is earlier or no probe may be sent.
    #[inline(always)]
    pub(super) fn restart_timer(&mut self, now: Time) {
        self.timers.retransmission = now + self.rtt.rto();
        if self.timers.sends_probes {
            self.schedule_probe(now);
        }
    }

    /// When a probe is due, where one may be sent: an RTT is known, nothing is being repaired, and no segment is known to have come out of
    /// order.
    fn next_probe(&self, now: Time) -> Option<Time> {
        let board = &self.board;
        let may = match self.state {
            State::Open(_) => board.sacked() + board.lost() + board.resent() == 0,
            State::Cwr(_) => true,
            State::Recovery(_) | State::Loss { .. } => false,
        };
        let srtt = self.rtt.srtt().filter(|_| may)?;
        // One packet alone may wait for the receiver's delayed ACK.
        let margin = if board.in_flight() == 1 { Span::from_ms(self.settings.min_rto_ms) } else { MARGIN };
        Some(now + srtt + srtt + margin)
    }

    /// Puts a probe before the timeout, where one may be sent.
    #[inline(never)]
    fn schedule_probe(&mut self, now: Time) {
        let probe = self.next_probe(now);
        self.timers.probes = probe.is_some();
        self.timers.retransmission = self.timers.retransmission.min(probe.unwrap_or(Time::NEVER));
    }

    /// Segments have left outside a repair: the probe is due two smoothed RTTs from now, or at the timeout of the first segment.
    #[inline(never)]
    pub(super) fn postpone_probe(&mut self, now: Time) {
        let Some(probe) = self.next_probe(now) else { return self.cancel_probe(now) };
        let timeout = self.first_timeout();
        self.timers.probes = true;
        self.timers.retransmission = if timeout > now { probe.min(timeout) } else { probe };
    }

    /// When the timeout of the first segment in flight is due.
    fn first_timeout(&self) -> Time {
        self.board.first_left().map_or(Time::NEVER, |left| left + self.rtt.rto())
    }

    /// Losses may show without a probe: the timer waits for the timeout of the first segment.
    pub(super) fn cancel_probe(&mut self, now: Time) {
        if self.timers.probes {
            self.timers.probes = false;
            self.timers.retransmission = self.first_timeout().max(now + MARGIN);
        }
    }

    /// The timer expires with a probe due. One at a time is on its way.
    #[cold]
    pub(super) fn send_probe(&mut self, now: Time, out: &mut Vec<Transmission>, emitter: &mut Emitter) {
        if self.probe.is_some() {
            return self.cancel_probe(now);
        }
        let in_flight = self.board.in_flight() as f64;
        let again = !self.finds_new(now);
        self.on_packet_sent(now);
        if again {
            let sequence = self.board.max() - 1;
            let leaves = self.jitter.leaves(now, self.settings.send_jitter_ms);
            self.board.resend(sequence, leaves, false);
            let ecn = self.codepoint(true);
            out.push(Transmission { sequence, retransmission: true, leaves, ecn, cwr: false, syn: false });
        } else {
            self.transmit_next(now, out);
        }
        self.probe = Some(Probe { end: self.board.max(), again });
        self.counters.loss_probes += 1;
        emitter.signal(&signals::LOSS_PROBE, 1.0);
        emitter.decide(&PROBE, &[self.rtt.srtt().map_or(0.0, Span::ms), in_flight]);
        self.timers.probes = false;
        self.timers.retransmission = now + self.rtt.rto();
    }

    /// An ACK arrives while a probe is out (RFC 8985, 7.4.2; Linux: `tcp_process_tlp_ack`). `news`: it advances or reports a segment.
    pub(super) fn judge_probe(&mut self, now: Time, ack: &Acknowledgement, news: bool, emitter: &mut Emitter) {
        let Some(Probe { end, again }) = self.probe else { return };
        if ack.next < end {
            return;
        }
        let both_arrived = (ack.duplicate && ack.arrived + 1 == end) || !news;
        if !again || both_arrived {
            self.probe = None;
        } else if ack.next > end {
            self.probe = None;
            self.reduce_for_probe(now, emitter);
        }
    }

    /// The probe has repaired a loss: the window is reduced at once.
    fn reduce_for_probe(&mut self, now: Time, emitter: &mut Emitter) {
        let before = self.window.cwnd;
        self.window.ssthresh = self.new_ssthresh(now, Trigger::Loss, emitter);
        if !self.wants.path_model {
            self.window.cwnd = self.target(before);
        }
        self.end_disturbance(Ended::Recovery, now, emitter);
    }
}
