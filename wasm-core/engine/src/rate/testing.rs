//! A bench for rate-based algorithms: calls by hand, and a closed loop of sender and receiver over a delay, with losses by
//! a rule and, if wanted, a link with a queue. Compiled for tests only.

use std::collections::VecDeque;

use super::receiver::Receiver;
use super::sender::Sender;
use super::{Arrival, Context, Report, Takeover};
use crate::host::{self, FlowSettings};
use crate::observe::{Emitter, Interests, Signal, signals};
use crate::params::{Choice, Value};
use crate::random::Stream;
use crate::tcp::Transmission;
use crate::tcp::jitter::SendJitter;
use crate::units::{Carry, Rate, Span, Time};

pub use crate::cc::testing::assert_close;

/// Bytes of the bench's packets.
pub const PACKET_BYTES: u32 = 1500;

/// Arguments of a half's calls.
pub struct Hand {
    /// The present.
    pub now: Time,
    /// Signals and rules emitted.
    pub emitter: Emitter,
}

impl Hand {
    /// At 10 s, everything wanted.
    pub fn new() -> Hand {
        Hand { now: Time::from_seconds(10.0), emitter: Emitter { interests: Interests::ALL, ..Emitter::default() } }
    }
    /// For one call.
    pub fn cx(&mut self) -> Context<'_> {
        Context::new(self.now, PACKET_BYTES, &mut self.emitter)
    }
    /// Time passes.
    pub fn wait(&mut self, ms: f64) -> &mut Hand {
        self.now += Span::from_ms(ms);
        self
    }
    /// Takes the values of a signal that were emitted since the last look.
    pub fn told(&mut self, signal: &'static Signal) -> Vec<f64> {
        let values = self.emitter.signals.iter().filter(|(told, _)| std::ptr::eq(*told, signal)).map(|(_, v)| *v);
        let values = values.collect();
        self.emitter.signals.clear();
        values
    }
    /// A report with these numbers, of a packet that left a round trip of `rtt_ms` ago.
    pub fn report(&self, sequence: u64, rtt_ms: f64, numbers: [f64; 3]) -> Report {
        let (echo, held) = (self.now - Span::from_ms(rtt_ms), Span::ZERO);
        Report { sequence, serial: sequence, echo, held, marked: false, numbers, entered: self.now }
    }
}

/// A flow's settings: no jitter unless it is set.
pub fn settings(changes: &[(&str, Value)]) -> FlowSettings {
    let mut choice = Choice::of(&host::SECTION).with("send_jitter_ms", Value::Number(0.0));
    for (name, value) in changes {
        choice = choice.with(name, value.clone());
    }
    FlowSettings::read(&choice.values)
}

/// A sender of this algorithm.
pub fn sender(choice: &Choice, changes: &[(&str, Value)]) -> Sender {
    Sender::new(SendJitter::new(1, Stream::Flow(0)), choice, settings(changes), PACKET_BYTES)
}

/// A link with a drop-tail queue.
struct Link {
    rate: Rate,
    limit: usize,
    carry: Carry,
    free: Time,
    /// When each queued or served packet leaves.
    leaves: VecDeque<Time>,
}

/// Sender and receiver, half of the round trip apart each way.
pub struct ClosedLoop {
    now: Time,
    half: Span,
    /// The two ends.
    pub sender: Sender,
    receiver: Receiver,
    forward: VecDeque<(Time, Arrival)>,
    back: VecDeque<(Time, Report)>,
    link: Option<Link>,
    lose: Box<dyn FnMut(u64) -> bool>,
    out: Vec<Transmission>,
    emitter: Emitter,
    /// Packets that left the sender, and those that arrived.
    pub sent: u64,
    pub delivered: u64,
    /// Signals emitted, with their times.
    pub told: Vec<(Time, &'static Signal, f64)>,
}

impl ClosedLoop {
    /// Starts at 0 s; packet n (from 0) is lost if the rule says so.
    pub fn new(choice: &Choice, rtt_ms: f64, lose: impl FnMut(u64) -> bool + 'static) -> ClosedLoop {
        let mut new = ClosedLoop {
            now: Time::ZERO,
            half: Span::from_ms(rtt_ms / 2.0),
            sender: sender(choice, &[]),
            receiver: Receiver::new(choice, PACKET_BYTES, 0),
            forward: VecDeque::new(),
            back: VecDeque::new(),
            link: None,
            lose: Box::new(lose),
            out: Vec::new(),
            emitter: Emitter { interests: Interests::ALL, ..Emitter::default() },
            sent: 0,
            delivered: 0,
            told: Vec::new(),
        };
        new.sender.start(Time::ZERO, None, 0, &mut new.out, &mut new.emitter);
        new.after();
        new
    }

    /// Behind a link whose queue holds so many packets beside the one in service.
    pub fn with_link(mut self, rate_bps: f64, limit: usize) -> ClosedLoop {
        let (carry, leaves) = (Carry::default(), VecDeque::new());
        self.link = Some(Link { rate: Rate(rate_bps), limit, carry, free: Time::ZERO, leaves });
        self
    }

    /// Another algorithm takes over the rate.
    pub fn replace(&mut self, choice: &Choice) {
        let takeover = self.sender.srtt().map(|srtt| Takeover { rate: self.sender.rate(), srtt });
        let first = self.sender.next_sequence();
        self.sender = Sender::new(self.sender.jitter(), choice, settings(&[]), PACKET_BYTES);
        self.receiver = Receiver::new(choice, PACKET_BYTES, first);
        self.sender.start(self.now, takeover, first, &mut self.out, &mut self.emitter);
        self.after();
    }

    /// Another rule of loss.
    pub fn lose(&mut self, lose: impl FnMut(u64) -> bool + 'static) {
        self.lose = Box::new(lose);
    }

    /// Does everything that falls before `seconds`.
    pub fn run_until(&mut self, seconds: f64) {
        let end = Time::from_seconds(seconds);
        loop {
            let head = |lane: Option<&(Time, Arrival)>| lane.map_or(Time::NEVER, |(at, _)| *at);
            let forward = head(self.forward.front());
            let back = self.back.front().map_or(Time::NEVER, |(at, _)| *at);
            let next = forward.min(back).min(self.sender.deadline()).min(self.receiver.deadline());
            if next >= end {
                self.now = end;
                return;
            }
            assert!(next >= self.now, "time goes back");
            self.now = next;
            if forward == next {
                self.arrive();
            } else if back == next {
                let (_, report) = self.back.pop_front().expect("it is the next");
                self.sender.on_report(next, &report, &mut self.out, &mut self.emitter);
            } else if self.sender.deadline() == next {
                self.sender.on_timer(next, &mut self.out, &mut self.emitter);
            } else {
                let report = self.receiver.on_timer(next, &mut self.emitter);
                self.send_back(report);
            }
            self.after();
        }
    }

    fn arrive(&mut self) {
        let (_, mut arrival) = self.forward.pop_front().expect("it is the next");
        arrival.srtt = self.sender.header_rtt(arrival.sequence);
        let received = self.receiver.on_packet(self.now, &arrival, &mut self.emitter);
        self.delivered += received.delivered;
        self.send_back(received.report);
    }

    fn send_back(&mut self, report: Option<Report>) {
        self.back.extend(report.map(|report| (self.now + self.half, report)));
    }

    fn after(&mut self) {
        let now = self.now;
        self.told.extend(self.emitter.signals.drain(..).map(|(signal, value)| (now, signal, value)));
        self.emitter.decisions.clear();
        self.emitter.numbers.clear();
        for sent in std::mem::take(&mut self.out) {
            self.sent += 1;
            if (self.lose)(sent.sequence) {
                continue;
            }
            let mut leaves = sent.leaves;
            if let Some(link) = &mut self.link {
                while link.leaves.front().is_some_and(|at| *at <= leaves) {
                    link.leaves.pop_front();
                }
                if link.leaves.len() > link.limit {
                    continue;
                }
                link.free = link.free.max(leaves) + link.carry.next(link.rate.nanoseconds_of(PACKET_BYTES));
                link.leaves.push_back(link.free);
                leaves = link.free;
            }
            let Transmission { sequence, leaves: left, .. } = sent;
            let arrival = Arrival { sequence, serial: sequence, left, srtt: None, marked: false };
            self.forward.push_back((leaves + self.half, arrival));
        }
    }

    /// The values of a signal, with their times in seconds.
    pub fn values(&self, signal: &'static Signal) -> Vec<(f64, f64)> {
        let of = self.told.iter().filter(|(_, told, _)| std::ptr::eq(*told, signal));
        of.map(|(at, _, value)| (at.seconds(), *value)).collect()
    }

    /// The rate as emitted, in packets per second, averaged over a stretch of time.
    pub fn mean_rate(&self, from: f64, to: f64) -> f64 {
        let values = self.values(&signals::RATE);
        let ends = values.iter().skip(1).map(|(at, _)| *at).chain([to]);
        let area: f64 = values.iter().zip(ends).map(|((at, v), end)| v * (end.min(to) - at.max(from)).max(0.0)).sum();
        area / (to - from) / (8.0 * f64::from(PACKET_BYTES))
    }
}
