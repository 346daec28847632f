//! The sender of a rate-based flow: paces one packet a gap, at the rate that its algorithm chooses. It measures round trips
//! from the reports, keeps the clock of the gaps and the headers that packets carry. Not here: how the rate comes to be
//! (the algorithms), what happens to the packets (`sim`).
//!
//! The wait for a packet is always reckoned from the one before: when the rate changes, the next packet leaves one new gap
//! after the last one, or now if that has passed (RFC 5348, 4.6, leaves this open). Gaps are rounded to nanoseconds without
//! drift. A gap is never longer than 64 s, so that a dead path is tried again; nor does the rate go beyond TCP's maximum
//! window in a round trip, or twice the fastest link.

use crate::ring::Ring;

use super::{Context, LONGEST_GAP_S, RateAlgorithm, RateControl, Report, Takeover};
use crate::ecn::EcnCodepoint;
use crate::host::FlowSettings;
use crate::observe::{Emitter, signals};
use crate::params::{Choice, Value};
use crate::tcp::Transmission;
use crate::tcp::jitter::SendJitter;
use crate::tcp::sender::SenderCounters;
use crate::units::{Carry, NANOS_PER_SECOND, Rate, Span, Time};

/// Most packets in a round trip: as many as a TCP sender may have in flight.
const GREATEST_WINDOW_PACKETS: f64 = (1u64 << 20) as f64;
/// Most bytes in a round trip (RFC 7323, 2.3).
const GREATEST_WINDOW_BYTES: f64 = (1u64 << 30) as f64;
/// Twice the fastest link that a scenario may have: more can never be of use.
const GREATEST_RATE_BPS: f64 = 2e12;

/// State of a sender. Plain data: a clone is a fork.
#[derive(Clone, Debug)]
pub struct Sender {
    settings: FlowSettings,
    /// ECN codepoint of its packets.
    codepoint: Option<EcnCodepoint>,
    packet_bytes: u32,
    control: RateAlgorithm,
    jitter: SendJitter,
    counters: SenderCounters,
    running: bool,
    /// The first packet of its own; those before belong to the sender whose place it took.
    first: u64,
    next: u64,
    /// When the last packet was sent, and what its rounding left over.
    last: (Time, Carry),
    /// When the next one is due, likewise.
    due: (Time, Carry),
    /// The smoothed RTT in the headers, from which packet on; the one of the packet that arrived last.
    headers: Ring<(u64, Span)>,
    header: Option<Span>,
    /// Number of the present round, and the packet whose report ends it.
    round: u64,
    mark: u64,
    /// Rate in bit/s and window in packets, as last emitted.
    emitted: (f64, f64),
}

impl Sender {
    /// A sender that has not started. `jitter` is the flow's: new, or as another sender leaves it.
    pub fn new(jitter: SendJitter, choice: &Choice, settings: FlowSettings, packet_bytes: u32) -> Sender {
        Sender {
            codepoint: settings.ecn_use(choice.section).codepoint,
            settings,
            packet_bytes,
            control: RateAlgorithm::new(choice.section, &choice.values),
            jitter,
            counters: SenderCounters::default(),
            running: false,
            first: 0,
            next: 0,
            last: (Time::ZERO, Carry::default()),
            due: (Time::NEVER, Carry::default()),
            headers: Ring::default(),
            header: None,
            round: 0,
            mark: 0,
            emitted: (0.0, 0.0),
        }
    }

    /// The flow starts, or takes over from a window: its first packet is number `first_sequence`.
    pub fn start(
        &mut self,
        now: Time,
        takeover: Option<Takeover>,
        first_sequence: u64,
        out: &mut Vec<Transmission>,
        emitter: &mut Emitter,
    ) {
        (self.first, self.next, self.mark) = (first_sequence, first_sequence, first_sequence);
        let packet_bits = 8.0 * f64::from(self.packet_bytes);
        let takeover = takeover.map(|from| (from.rate.0 / packet_bits, from.srtt));
        self.call(now, emitter, |control, cx| control.on_start(takeover, cx));
        self.running = true;
        self.due = (now, Carry::default());
        self.send(now, out, emitter);
        self.emit_rate(emitter);
    }

    /// A report arrives. One that another sender's packet caused is not for this one.
    pub fn on_report(&mut self, now: Time, report: &Report, out: &mut Vec<Transmission>, emitter: &mut Emitter) {
        if report.sequence < self.first || !self.running {
            return;
        }
        // At least 1 ns, so that timers of a round trip move on.
        let rtt = Span(now.since(report.echo).0.saturating_sub(report.held.0).max(1));
        emitter.signal(&signals::RTT, rtt.ms());
        self.call(now, emitter, |control, cx| control.on_report(report, rtt, cx));
        emitter.signal(&signals::SRTT, self.control.srtt().map_or(0.0, Span::ms));
        if report.sequence >= self.mark {
            emitter.signal(&signals::ROUND, self.round as f64);
            self.round += 1;
            self.mark = self.next;
        }
        self.send(now, out, emitter);
        self.emit_rate(emitter);
    }

    /// The timer is looked at: the gap may be over, or the algorithm's own deadline has come.
    pub fn on_timer(&mut self, now: Time, out: &mut Vec<Transmission>, emitter: &mut Emitter) {
        if self.running && self.control.deadline() <= now {
            self.call(now, emitter, |control, cx| control.on_timer(cx));
        }
        self.send(now, out, emitter);
        self.emit_rate(emitter);
    }

    /// Sends what is due: one packet, more only where gaps are shorter than a nanosecond.
    fn send(&mut self, now: Time, out: &mut Vec<Transmission>, emitter: &mut Emitter) {
        while self.running && self.due.0 <= now {
            self.call(now, emitter, |control, cx| control.before_sending(cx));
            if self.due.0 > now {
                return;
            }
            let leaves = self.jitter.leaves(now, self.settings.send_jitter_ms);
            out.push(Transmission {
                sequence: self.next,
                retransmission: false,
                leaves,
                ecn: self.codepoint,
                cwr: false,
                syn: false,
            });
            self.control.on_sent(self.next, leaves);
            self.next += 1;
            self.last = self.due;
            self.pace(now);
        }
    }

    /// Reckons anew when the next packet is due.
    fn pace(&mut self, now: Time) {
        let (last, mut carry) = self.last;
        let due = last + carry.next(self.gap_s() * NANOS_PER_SECOND as f64);
        self.due = if due < now { (now, Carry::default()) } else { (due, carry) };
    }

    /// Seconds from the last packet to the next, within the bounds.
    fn gap_s(&self) -> f64 {
        self.control.gap().max(1.0 / self.maximum()).min(LONGEST_GAP_S)
    }

    /// The largest rate, in packets per second.
    fn maximum(&self) -> f64 {
        let bytes = f64::from(self.packet_bytes);
        let window = GREATEST_WINDOW_PACKETS.min(GREATEST_WINDOW_BYTES / bytes);
        let link = GREATEST_RATE_BPS / (8.0 * bytes);
        self.control.srtt().map_or(link, |srtt| link.min(window / srtt.seconds()))
    }

    /// Calls the algorithm; then a changed gap moves the next packet, and a changed RTT goes into its header.
    fn call(&mut self, now: Time, emitter: &mut Emitter, f: impl FnOnce(&mut RateAlgorithm, &mut Context)) {
        let (gap, srtt) = (self.gap_s(), self.control.srtt());
        let mut cx = Context::new(now, self.packet_bytes, emitter);
        f(&mut self.control, &mut cx);
        self.counters.timeouts += cx.timeouts;
        if self.running && self.gap_s() != gap {
            self.pace(now);
        }
        match self.control.srtt() {
            Some(new) if srtt != Some(new) && self.control.header_has_rtt() => {
                if self.headers.back().is_some_and(|(from, _)| *from == self.next) {
                    self.headers.pop_back();
                }
                self.headers.push_back((self.next, new));
            }
            _ => {}
        }
    }

    /// The smoothed RTT in the header of a packet that arrives now; `None` before there was one. What earlier packets
    /// carried is forgotten: one that comes out of order is taken to carry the same.
    pub fn header_rtt(&mut self, sequence: u64) -> Option<Span> {
        while let Some((from, srtt)) = self.headers.front() {
            if *from > sequence {
                break;
            }
            self.header = Some(*srtt);
            self.headers.pop_front();
        }
        self.header
    }

    /// A setting of the flow or its TCP stack changes.
    pub fn set(&mut self, row: usize, value: &Value) {
        self.settings.set(row, value);
    }

    /// A parameter of the algorithm changes.
    pub fn set_algorithm(&mut self, now: Time, row: usize, value: &Value, emitter: &mut Emitter) {
        self.call(now, emitter, |control, _| control.set(row, value));
        self.emit_rate(emitter);
    }

    /// Stops: nothing is sent any more.
    pub fn stop(&mut self) {
        self.running = false;
    }

    /// Tells the rate, and what it amounts to in a round trip, where they have changed.
    fn emit_rate(&mut self, emitter: &mut Emitter) {
        if emitter.interests.has(&signals::RATE) && self.rate().0 != self.emitted.0 {
            self.emitted.0 = self.rate().0;
            emitter.signal(&signals::RATE, self.emitted.0);
        }
        if emitter.interests.has(&signals::RATE_PACKETS) {
            let packets = self.packets_per_rtt();
            if let Some(packets) = packets.filter(|packets| *packets != self.emitted.1) {
                self.emitted.1 = packets;
                emitter.signal(&signals::RATE_PACKETS, packets);
            }
        }
    }

    /// When `on_timer` is due; `NEVER` while it does not run.
    pub fn deadline(&self) -> Time {
        if self.running { self.due.0.min(self.control.deadline()) } else { Time::NEVER }
    }
    /// The rate in wire bits: what the digest takes.
    pub fn rate(&self) -> Rate {
        let least = 1.0 / LONGEST_GAP_S;
        Rate(self.control.rate().min(self.maximum()).max(least) * 8.0 * f64::from(self.packet_bytes))
    }
    /// The rate times the smoothed RTT: the window that would send as fast. `None` before there is a sample.
    fn packets_per_rtt(&self) -> Option<f64> {
        let packet_bits = 8.0 * f64::from(self.packet_bytes);
        self.srtt().map(|srtt| self.rate().0 * srtt.seconds() / packet_bits)
    }
    /// Smoothed RTT, once there is a sample.
    pub fn srtt(&self) -> Option<Span> {
        self.control.srtt()
    }
    /// Counts so far: `timeouts` are times that feedback was missing for too long; it has no fast recovery.
    pub fn counters(&self) -> SenderCounters {
        self.counters
    }
    /// The flow's settings.
    pub fn settings(&self) -> &FlowSettings {
        &self.settings
    }
    /// The algorithm's half, to be looked at.
    pub fn algorithm(&self) -> &RateAlgorithm {
        &self.control
    }
    /// The packet that is sent next.
    pub fn next_sequence(&self) -> u64 {
        self.next
    }
    /// The send jitter as it is, for the sender that takes this one's place.
    pub fn jitter(&self) -> SendJitter {
        self.jitter
    }
    /// Number of the present round.
    pub fn round(&self) -> u64 {
        self.round
    }
}
