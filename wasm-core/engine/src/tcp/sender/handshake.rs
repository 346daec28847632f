//! The opening of a connection (RFC 9293, section 3.5) by the side that then sends data: a SYN, again whenever no answer has come within
//! the timeout, and what the answer teaches. Not here: the answer itself (`sim`), a handshake that was over before the start.
//!
//! The first data leave when the SYN-ACK arrives. The other side sends its answer again only when another SYN arrives: its own timer would
//! expire at the same instant. A SYN is sent again without end.

use super::Sender;
use crate::host::Handshake;
use crate::observe::Emitter;
use crate::tcp::{SynAck, Transmission};
use crate::units::{Span, Time};

/// The timeout for data after a lost SYN, if no time stamp has given an RTT (RFC 6298, 5.7).
const RTO_AFTER_LOST_SYN: Span = Span(3_000_000_000);

/// A connection that is being opened.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Opening {
    /// SYNs sent.
    sent: u64,
}

impl Opening {
    /// That of a flow with this option; none if its handshake is not simulated.
    pub fn of(handshake: Handshake) -> Option<Opening> {
        (handshake == Handshake::Simulated).then(Opening::default)
    }
}

impl Sender {
    /// Whether data may leave: no handshake is in progress.
    pub(super) fn is_open(&self) -> bool {
        self.opening.is_none()
    }

    /// Sends a SYN, and sets the timer for its answer. Returns false if the connection is open.
    pub(super) fn send_syn(&mut self, now: Time, out: &mut Vec<Transmission>) -> bool {
        let Some(Opening { sent }) = &mut self.opening else { return false };
        let sequence = *sent;
        *sent += 1;
        self.timers.retransmission = now + self.rtt.syn_timeout(sequence, self.settings.host);
        let retransmission = sequence > 0;
        out.push(Transmission { sequence, retransmission, leaves: now, ecn: None, cwr: false, syn: true });
        true
    }

    /// The answer to a SYN arrives: the first one opens the connection. With time stamps on Linux it gives an RTT even if a SYN was sent
    /// again, otherwise only if none was (Karn).
    pub fn on_syn_ack(&mut self, now: Time, answer: &SynAck, out: &mut Vec<Transmission>, emitter: &mut Emitter) {
        let Some(Opening { sent }) = self.opening.take() else { return };
        let resent = sent - 1;
        self.timers.retransmission = Time::NEVER;
        if resent == 0 || self.settings.timestamps && self.settings.host.is_linux() {
            self.rtt.shake_hands(now.since(answer.echoed));
        } else {
            self.rtt.forget_backoff(RTO_AFTER_LOST_SYN);
        }
        if resent > self.settings.host.lost_syns_forgiven() {
            self.window.cwnd = 1.0;
        }
        self.start(now, out, emitter);
    }
}
