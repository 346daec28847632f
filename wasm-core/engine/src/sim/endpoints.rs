//! The two ends of a flow: a window's sender with TCP's receiver, or a rate-based pair; and what the rest of the
//! simulation asks of a flow regardless of its kind. Not here: the rules of the ends (`tcp`, `rate`), the path between
//! them (`forward`).

use crate::cc::Window;
use crate::host::{FlowSettings, Handshake};
use crate::observe::Emitter;
use crate::params::{Choice, Value};
use crate::path::Packet;
use crate::random::Stream;
use crate::rate::{self, Takeover};
use crate::ring::Ring;
use crate::scenario;
use crate::tcp::jitter::SendJitter;
use crate::tcp::receiver::{Received, Receiver};
use crate::tcp::sender::{Sender, SenderCounters};
use crate::tcp::{Acknowledgement, Segment, SynAck, Transmission};
use crate::units::HEADER_BYTES;
use crate::units::{Rate, Span, Time};

/// The reply to a packet of cross traffic.
#[derive(Clone, Copy, Debug)]
pub(super) struct Echo {
    /// When the packet left that it answers.
    pub sent: Time,
    /// Sequence number of that packet, and its serial number.
    pub sequence: u64,
    pub serial: u64,
    /// Size on the wire.
    pub bytes: u32,
    /// When it left the receiver.
    pub entered: Time,
}

/// Reply of a receiver.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reply {
    Ack(Acknowledgement),
    SynAck(SynAck),
    Report(rate::Report),
    Echo(Echo),
}

impl Reply {
    /// When it left the receiver, and the serial number of the data packet that caused it.
    pub fn origin(&self) -> (Time, u64) {
        match self {
            Reply::Ack(ack) => (ack.entered, ack.serial),
            Reply::SynAck(answer) => (answer.entered, answer.serial),
            Reply::Report(report) => (report.entered, report.serial),
            Reply::Echo(echo) => (echo.entered, echo.serial),
        }
    }

    /// Sequence number of its packet, for the digest: the next one expected, or the last one that arrived.
    pub fn sequence(&self) -> u64 {
        match self {
            Reply::Ack(ack) => ack.next,
            Reply::SynAck(answer) => answer.number,
            Reply::Report(report) => report.sequence,
            Reply::Echo(echo) => echo.sequence,
        }
    }

    /// Size on the wire.
    pub fn bytes(&self) -> u32 {
        if let Reply::Echo(echo) = self { echo.bytes } else { HEADER_BYTES }
    }
}

/// Removes the reply with this serial number from those at a bottleneck.
#[inline(never)]
pub(super) fn take_reply(replies: &mut Ring<(u64, Reply)>, serial: u64) -> Reply {
    let place = replies.partition_point(|(other, _)| *other < serial);
    replies.remove(place).expect("a reply for each of its packets").1
}

/// Sender and receiver of a window-based flow.
#[derive(Clone, Debug)]
pub(super) struct WindowEndpoints {
    pub sender: Sender,
    pub receiver: Receiver,
}

/// Sender and receiver of a rate-based flow.
#[derive(Clone, Debug)]
pub(super) struct RateEndpoints {
    pub sender: rate::sender::Sender,
    pub receiver: rate::receiver::Receiver,
    /// The flow's application, for a window's sender that may follow; this one always has data.
    pub application: Choice,
}

impl WindowEndpoints {
    /// The receiver reports marks and times, and judges losses, as the sender and its algorithm want it.
    #[inline(never)]
    fn agree(&mut self) {
        self.receiver.set_feedback(self.sender.ecn().feedback);
        self.receiver.set_judges(self.sender.wants().labels);
        self.receiver.set_stamps(self.sender.settings().reads_time_stamps());
    }

    /// A packet arrives at the receiver. `delay`: maximum delay of its ACK, if it may be delayed.
    #[inline(always)]
    pub fn on_packet(&mut self, at: Time, packet: &Packet, delay: Option<Span>) -> Received {
        let segment = segment_of(at, packet);
        if self.receiver.judges() {
            self.judge(at, &segment);
        }
        self.receiver.on_segment(at, &segment, delay)
    }

    /// The same at a receiver with offload.
    #[inline(never)]
    pub fn on_packet_offloaded(
        &mut self,
        at: Time,
        packet: &Packet,
        delay: Option<Span>,
        offload: (u32, Span),
    ) -> Received {
        let segment = segment_of(at, packet);
        if self.receiver.judges() {
            self.judge(at, &segment);
        }
        self.receiver.on_segment_offloaded(at, &segment, delay, offload)
    }

    /// The algorithm labels what is missing before a segment; the label leaves with the next ACK.
    #[inline(never)]
    fn judge(&mut self, at: Time, segment: &Segment) {
        if let Some(label) = self.sender.judge(at, segment) {
            self.receiver.report(label);
        }
    }
}

/// A packet as its receiver sees it.
#[inline(always)]
fn segment_of(at: Time, packet: &Packet) -> Segment {
    let &Packet { sequence, serial, marked, cwr, arrived, .. } = packet;
    Segment { sequence, serial, one_way: at.since(arrived), marked, cwr }
}

/// Ends of a flow.
#[derive(Clone, Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "a window's ends lie within their flow: they are looked at with every packet"
)]
pub(super) enum Endpoints {
    Window(WindowEndpoints),
    /// Boxed, because it is rarer and larger than the other case.
    Rate(Box<RateEndpoints>),
}

impl Endpoints {
    pub fn new(seed: u64, stream: Stream, entry: &scenario::Flow, packet_bytes: u32) -> Endpoints {
        let settings = FlowSettings::read(&entry.settings.values);
        let choice = &entry.algorithm;
        if choice.section.rate_based {
            let jitter = SendJitter::new(seed, stream);
            Endpoints::rate(jitter, (choice, entry.application.clone()), settings, packet_bytes, 0)
        } else {
            let mut sender = Sender::new(seed, stream, choice, settings, packet_bytes - HEADER_BYTES);
            sender.replace_application(Time::ZERO, &entry.application, false);
            Endpoints::window(sender, 0)
        }
    }

    #[inline(never)]
    fn window(sender: Sender, first: u64) -> Endpoints {
        let mut ends = WindowEndpoints { sender, receiver: Receiver::starting_at(first) };
        ends.agree();
        Endpoints::Window(ends)
    }

    fn rate(
        jitter: SendJitter,
        (choice, application): (&Choice, Choice),
        settings: FlowSettings,
        packet_bytes: u32,
        first: u64,
    ) -> Endpoints {
        Endpoints::Rate(Box::new(RateEndpoints {
            application,
            sender: rate::sender::Sender::new(jitter, choice, settings, packet_bytes),
            receiver: rate::receiver::Receiver::new(choice, packet_bytes, first),
        }))
    }

    /// The sender, if a handshake was over before its start; a rate-based one does not use it.
    pub fn after_handshake(&mut self) -> Option<&mut Sender> {
        let Endpoints::Window(ends) = self else { return None };
        (ends.sender.settings().handshake == Handshake::Assumed).then_some(&mut ends.sender)
    }

    pub fn start(&mut self, now: Time, out: &mut Vec<Transmission>, emitter: &mut Emitter) {
        match self {
            Endpoints::Window(ends) => ends.sender.start(now, out, emitter),
            Endpoints::Rate(ends) => ends.sender.start(now, None, 0, out, emitter),
        }
    }

    /// The answer to a SYN arrives. One to a sender of another kind is ignored.
    pub fn on_syn_ack(&mut self, now: Time, answer: &SynAck, out: &mut Vec<Transmission>, emitter: &mut Emitter) {
        if let Endpoints::Window(ends) = self {
            ends.sender.on_syn_ack(now, answer, out, emitter);
        }
    }

    /// A report arrives. One caused by packets of another kind of sender is ignored.
    pub fn on_report(&mut self, now: Time, report: &rate::Report, out: &mut Vec<Transmission>, emitter: &mut Emitter) {
        if let Endpoints::Rate(ends) = self {
            ends.sender.on_report(now, report, out, emitter);
        }
    }

    pub fn on_timer(&mut self, now: Time, out: &mut Vec<Transmission>, emitter: &mut Emitter) {
        match self {
            Endpoints::Window(ends) => ends.sender.on_timer(now, out, emitter),
            Endpoints::Rate(ends) => ends.sender.on_timer(now, out, emitter),
        }
    }

    /// When the sender's timer may expire; `NEVER` if it is off.
    #[inline(always)]
    pub fn deadline(&self) -> Time {
        match self {
            Endpoints::Window(ends) => ends.sender.deadline(),
            Endpoints::Rate(ends) => ends.sender.deadline(),
        }
    }

    /// When the receiver's timer may expire; `NEVER` if it is off.
    #[inline]
    pub fn receiver_deadline(&self) -> Time {
        match self {
            Endpoints::Window(ends) => ends.receiver.deadline(),
            Endpoints::Rate(ends) => ends.receiver.deadline(),
        }
    }

    pub fn stop(&mut self) {
        match self {
            Endpoints::Window(ends) => {
                ends.sender.stop();
                ends.receiver.settle();
            }
            Endpoints::Rate(ends) => ends.sender.stop(),
        }
    }

    pub fn settings(&self) -> &FlowSettings {
        match self {
            Endpoints::Window(ends) => ends.sender.settings(),
            Endpoints::Rate(ends) => ends.sender.settings(),
        }
    }

    pub fn counters(&self) -> SenderCounters {
        match self {
            Endpoints::Window(ends) => ends.sender.counters(),
            Endpoints::Rate(ends) => ends.sender.counters(),
        }
    }

    pub fn srtt(&self) -> Option<Span> {
        match self {
            Endpoints::Window(ends) => ends.sender.srtt(),
            Endpoints::Rate(ends) => ends.sender.srtt(),
        }
    }

    /// The sender's value in the digest: cwnd in packets, or its rate in bit/s.
    #[inline]
    pub fn level(&self) -> f64 {
        match self {
            Endpoints::Window(ends) => ends.sender.window().cwnd,
            Endpoints::Rate(ends) => ends.sender.rate().0,
        }
    }

    /// Changes a setting of the flow or its TCP stack.
    pub fn set(&mut self, row: usize, value: &Value) {
        match self {
            Endpoints::Window(ends) => ends.sender.set(row, value),
            Endpoints::Rate(ends) => ends.sender.set(row, value),
        }
    }

    /// Called after a setting changed during the run: more may be sent than before.
    pub fn refresh(&mut self, now: Time, out: &mut Vec<Transmission>) {
        if let Endpoints::Window(ends) = self {
            ends.sender.refresh(now, out);
        }
    }

    /// Changes a parameter of the application.
    pub fn set_application(&mut self, now: Time, row: usize, value: &Value, running: bool) {
        match self {
            Endpoints::Window(ends) => ends.sender.set_application(now, row, value, running),
            Endpoints::Rate(ends) => ends.application.set(row, value.clone()),
        }
    }

    /// Replaces the application.
    pub fn replace_application(&mut self, now: Time, choice: &Choice, running: bool) {
        match self {
            Endpoints::Window(ends) => ends.sender.replace_application(now, choice, running),
            Endpoints::Rate(ends) => ends.application = choice.clone(),
        }
    }

    /// Changes a parameter of the algorithm.
    pub fn set_algorithm(&mut self, now: Time, row: usize, value: &Value, emitter: &mut Emitter) {
        match self {
            Endpoints::Window(ends) => {
                ends.sender.set_algorithm(now, row, value, emitter);
                ends.receiver.set_judges(ends.sender.wants().labels);
            }
            Endpoints::Rate(ends) => {
                ends.sender.set_algorithm(now, row, value, emitter);
                ends.receiver.set_algorithm(row, value);
            }
        }
    }

    /// Replaces the algorithm (contract 1.5). The window is kept; between a window and a rate, rate = cwnd x packet /
    /// SRTT. A sender that follows another kind of sender, or another rate, starts its own row of packets where the
    /// other ended; losses of the old row are not repaired.
    pub fn replace(
        &mut self,
        now: Time,
        choice: &Choice,
        (packet_bytes, draw): (u32, (u64, Stream)),
        running: bool,
        (out, emitter): (&mut Vec<Transmission>, &mut Emitter),
    ) {
        if let (Endpoints::Window(ends), false) = (&mut *self, choice.section.rate_based) {
            ends.sender.replace_algorithm(now, choice, running, emitter);
            return ends.agree();
        }
        let (settings, srtt) = (*self.settings(), self.srtt());
        let packet_bits = 8.0 * f64::from(packet_bytes);
        let (first, jitter, rate, application) = match self {
            Endpoints::Window(ends) => {
                let cwnd = ends.sender.window().cwnd;
                let rate = srtt.map(|srtt| Rate(cwnd * packet_bits / srtt.seconds()));
                (ends.sender.board().max(), ends.sender.jitter(), rate, ends.sender.application())
            }
            Endpoints::Rate(ends) => {
                let sender = &ends.sender;
                (sender.next_sequence(), sender.jitter(), Some(sender.rate()), ends.application.clone())
            }
        };
        let from = rate.zip(srtt);
        *self = if choice.section.rate_based {
            Endpoints::rate(jitter, (choice, application), settings, packet_bytes, first)
        } else {
            let mss = packet_bytes - HEADER_BYTES;
            let cwnd = from.map(|(rate, srtt)| rate.0 * srtt.seconds() / packet_bits);
            let window = cwnd.map(|cwnd| Window { cwnd: cwnd.max(1.0), ssthresh: cwnd.max(2.0) });
            let mut sender = Sender::taking_over(choice, settings, mss, (first, jitter), draw, window);
            sender.replace_application(now, &application, false);
            Endpoints::window(sender, first)
        };
        if running {
            match self {
                Endpoints::Window(ends) => ends.sender.start(now, out, emitter),
                Endpoints::Rate(ends) => {
                    let takeover = from.map(|(rate, srtt)| Takeover { rate, srtt });
                    ends.sender.start(now, takeover, first, out, emitter);
                }
            }
        }
    }
}
