//! The receiver of a rate-based flow: hands arrivals to the algorithm's half, and makes its numbers into reports. Each
//! packet is delivered as it comes, once, since none is sent again. Not here: what is measured (the algorithms), the
//! report's reverse path.

use super::{Arrival, Context, Feedback, RateFeedback, Report};
use crate::observe::Emitter;
use crate::params::{Choice, Value};
use crate::units::{Span, Time};

/// Effects of an arrival.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Received {
    /// Packets delivered to the application.
    pub delivered: u64,
    /// A report leaves now.
    pub report: Option<Report>,
}

/// State of a receiver. Plain data: a clone is a fork.
#[derive(Clone, Debug)]
pub struct Receiver {
    feedback: RateFeedback,
    packet_bytes: u32,
    /// The first packet that is the sender's; those before belong to another, whose place it took.
    first: u64,
    /// The packet that arrived last, and when.
    last: Option<(Arrival, Time)>,
}

impl Receiver {
    /// A receiver of packets from `first_sequence` on.
    pub fn new(choice: &Choice, packet_bytes: u32, first_sequence: u64) -> Receiver {
        let feedback = RateFeedback::new(choice.section, &choice.values, first_sequence);
        Receiver { feedback, packet_bytes, first: first_sequence, last: None }
    }

    /// A packet arrives. One of before this sender's time does nothing.
    pub fn on_packet(&mut self, now: Time, arrival: &Arrival, emitter: &mut Emitter) -> Received {
        if arrival.sequence < self.first {
            return Received { delivered: 0, report: None };
        }
        self.last = Some((*arrival, now));
        let numbers = self.feedback.on_packet(arrival, &mut Context::new(now, self.packet_bytes, emitter));
        Received { delivered: 1, report: numbers.and_then(|numbers| self.report(now, numbers)) }
    }

    /// The algorithm's timer is looked at; it fires if its deadline has come.
    pub fn on_timer(&mut self, now: Time, emitter: &mut Emitter) -> Option<Report> {
        if self.deadline() > now {
            return None;
        }
        let numbers = self.feedback.on_timer(&mut Context::new(now, self.packet_bytes, emitter));
        numbers.and_then(|numbers| self.report(now, numbers))
    }

    /// When `on_timer` is due; `NEVER` if it is off.
    pub fn deadline(&self) -> Time {
        self.feedback.deadline()
    }

    /// A parameter of the algorithm changes.
    pub fn set_algorithm(&mut self, row: usize, value: &Value) {
        self.feedback.set(row, value);
    }

    /// The algorithm's half, to be looked at.
    pub fn feedback(&self) -> &RateFeedback {
        &self.feedback
    }

    fn report(&self, now: Time, numbers: [f64; 3]) -> Option<Report> {
        let (arrival, at) = self.last?;
        let Arrival { sequence, serial, left, marked, .. } = arrival;
        Some(Report { sequence, serial, echo: left, held: now.since(at), marked, numbers, entered: now })
    }
}

/// When reports leave that are due once per round trip: when the last one is a round trip old, or with the next packet if
/// none has arrived since. Before the first RTT is known each packet is reported.
#[derive(Clone, Copy, Debug)]
pub struct EachRtt {
    due: Time,
    /// A packet has arrived since the last report.
    fresh: bool,
}

impl EachRtt {
    /// The first packet is reported at once.
    pub fn new() -> EachRtt {
        EachRtt { due: Time::NEVER, fresh: false }
    }
    /// A packet arrives; true: report now.
    pub fn on_packet(&mut self) -> bool {
        self.fresh = true;
        self.due == Time::NEVER
    }
    /// The timer fires; true: report now.
    pub fn on_timer(&mut self) -> bool {
        self.due = Time::NEVER;
        self.fresh
    }
    /// A report leaves now.
    pub fn reported(&mut self, now: Time, rtt: Option<Span>) {
        self.due = rtt.map_or(Time::NEVER, |rtt| now + rtt);
        self.fresh = false;
    }
    /// When the next one is due; `NEVER`: with the next packet.
    pub fn due(&self) -> Time {
        self.due
    }
}

impl Default for EachRtt {
    fn default() -> EachRtt {
        EachRtt::new()
    }
}
