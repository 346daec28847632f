//! What a simulation tells, and how one listens. A *signal* is a number over time or an instant; a *decision* is a rule
//! that fired, with the numbers that let it be recomputed by hand. Nothing is stored here: recording lives in `telemetry`
//! and in the crates above, and a run without a listener costs nothing and goes the same way.

use crate::units::Time;

/// How a signal is to be read between its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Holds its value until the next one (a window, a queue).
    Level,
    /// A value of its instant only (an RTT sample).
    Sample,
    /// Something that happened; the value is 1 or the event's own (bytes).
    Mark,
    /// Grows only (delivered bytes).
    Total,
    /// A word that holds until the next; the value is its place in `words`.
    State,
}

impl Kind {
    /// A value stands until the next one.
    pub fn holds(self) -> bool {
        matches!(self, Kind::Level | Kind::Total | Kind::State)
    }
}

/// One entry of the catalogue of signals. Always a `static`: its address is its identity.
#[derive(Debug)]
pub struct Signal {
    /// Its name in traces and frames, unit included.
    pub name: &'static str,
    /// Unit in the words of the screen.
    pub unit: &'static str,
    /// How to read it.
    pub kind: Kind,
    /// The words of a `State`.
    pub words: &'static [&'static str],
}

impl Signal {
    /// A signal without words.
    pub const fn new(name: &'static str, unit: &'static str, kind: Kind) -> Signal {
        Signal { name, unit, kind, words: &[] }
    }
    /// A state with its words.
    pub const fn state(name: &'static str, words: &'static [&'static str]) -> Signal {
        Signal { name, unit: "", kind: Kind::State, words }
    }
}

/// Whom a signal is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The forward bottleneck.
    Bottleneck,
    /// A flow, by its place in the scenario.
    Flow(u32),
    /// Cross traffic, by its place in the scenario.
    Cross(u32),
}

/// A rule of an algorithm, as *Why?* words it. Always a `static`.
#[derive(Debug)]
pub struct Rule {
    /// Unique key, `algorithm.rule`; the catalogue of words has its sentence.
    pub key: &'static str,
    /// The names of its numbers, in order.
    pub numbers: &'static [&'static str],
}

/// Listens to a simulation. Values of one (source, signal) come in order of time.
pub trait Observer {
    /// False for the listener that hears nothing: the engine then skips the work.
    const LISTENS: bool = true;
    /// A signal has a new value.
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64);
    /// Something happened to one packet (it arrives, is dropped, departs): a mark of so many bytes, for most listeners.
    /// `serial` is the packet's number among all transmissions of the run.
    fn packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64) {
        let _ = serial;
        self.signal(at, source, signal, f64::from(bytes));
    }
    /// A rule fired.
    fn decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]) {
        let _ = (at, source, rule, numbers);
    }
}

/// Nobody listens.
pub struct Silence;
impl Observer for Silence {
    const LISTENS: bool = false;
    fn signal(&mut self, _: Time, _: Source, _: &'static Signal, _: f64) {}
}

/// Two listeners at once.
impl<A: Observer, B: Observer> Observer for (&mut A, &mut B) {
    const LISTENS: bool = A::LISTENS || B::LISTENS;
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        self.0.signal(at, source, signal, value);
        self.1.signal(at, source, signal, value);
    }
    fn packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64) {
        self.0.packet(at, source, signal, bytes, serial);
        self.1.packet(at, source, signal, bytes, serial);
    }
    fn decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]) {
        self.0.decision(at, source, rule, numbers);
        self.1.decision(at, source, rule, numbers);
    }
}

/// What an algorithm says during one call: the sender hands it on to the observer with time and source.
/// Keeps its memory between calls, so that nothing is allocated once a run goes.
#[derive(Clone, Debug, Default)]
pub struct Tell {
    /// Somebody listens; otherwise nothing is kept.
    pub listening: bool,
    /// Signals said.
    pub signals: Vec<(&'static Signal, f64)>,
    /// Rules that fired, each with how many of `numbers` are its own.
    pub decisions: Vec<(&'static Rule, usize)>,
    /// The decisions' numbers, one after the other.
    pub numbers: Vec<f64>,
    /// Delay backoffs reported, listening or not: a flow's counter, not a signal.
    pub delay_backoffs: u64,
}

impl Tell {
    /// Says a signal's new value.
    pub fn signal(&mut self, signal: &'static Signal, value: f64) {
        if self.listening {
            self.signals.push((signal, value));
        }
    }
    /// Says which rule fired, with its numbers in the rule's order.
    pub fn decide(&mut self, rule: &'static Rule, numbers: &[f64]) {
        debug_assert_eq!(rule.numbers.len(), numbers.len(), "{}", rule.key);
        if self.listening {
            self.decisions.push((rule, numbers.len()));
            self.numbers.extend_from_slice(numbers);
        }
    }
    /// Hands everything on and forgets it.
    pub fn flush<O: Observer>(&mut self, at: Time, source: Source, observer: &mut O) {
        for (signal, value) in self.signals.drain(..) {
            observer.signal(at, source, signal, value);
        }
        let mut start = 0;
        for (rule, count) in self.decisions.drain(..) {
            observer.decision(at, source, rule, &self.numbers[start..start + count]);
            start += count;
        }
        self.numbers.clear();
    }
}

/// The signals that the engine itself tells, whatever the algorithm. Algorithms declare their own beside their rules.
pub mod signals {
    use super::{Kind, Signal};
    use Kind::{Level, Mark, Sample, Total};

    /// Congestion window.
    pub static CWND: Signal = Signal::new("cwnd_packets", "packets", Level);
    /// Slow-start threshold; not told while it is infinite.
    pub static SSTHRESH: Signal = Signal::new("ssthresh_packets", "packets", Level);
    /// Sent and not yet acknowledged.
    pub static IN_FLIGHT: Signal = Signal::new("in_flight_packets", "packets", Level);
    /// One measured round-trip time.
    pub static RTT: Signal = Signal::new("rtt_ms", "ms", Sample);
    /// Smoothed round-trip time (RFC 6298).
    pub static SRTT: Signal = Signal::new("srtt_ms", "ms", Level);
    /// Payload delivered in order to the application, cumulative.
    pub static DELIVERED: Signal = Signal::new("delivered_bytes", "bytes", Total);
    /// Occupancy of the queue; for a flow or cross traffic: its own packets in the queue.
    pub static QUEUE_PACKETS: Signal = Signal::new("queue_packets", "packets", Level);
    /// Occupancy of the queue in bytes; likewise.
    pub static QUEUE_BYTES: Signal = Signal::new("queue_bytes", "bytes", Level);
    /// What an arriving packet would wait: bytes queued over the rate.
    pub static QUEUE_DELAY: Signal = Signal::new("queue_delay_ms", "ms", Level);
    /// A packet arrives at its bottleneck; value: bytes.
    pub static ARRIVE: Signal = Signal::new("arrive", "bytes", Mark);
    /// Dropped by the queue; value: bytes.
    pub static DROP_QUEUE: Signal = Signal::new("drop_queue", "bytes", Mark);
    /// Lost by chance before the queue; value: bytes.
    pub static DROP_RANDOM: Signal = Signal::new("drop_random", "bytes", Mark);
    /// Leaves the link (its last bit); value: bytes.
    pub static DEPART: Signal = Signal::new("depart", "bytes", Mark);
    /// An acknowledgement arrives at its sender.
    pub static ACK: Signal = Signal::new("ack", "", Mark);
    /// A segment is sent again.
    pub static RETRANSMIT: Signal = Signal::new("retransmit", "", Mark);
    /// Fast recovery begins; value: cwnd just before.
    pub static RECOVERY_START: Signal = Signal::new("recovery_start", "packets", Mark);
    /// Fast recovery ends; value: cwnd after.
    pub static RECOVERY_END: Signal = Signal::new("recovery_end", "packets", Mark);
    /// The congestion event shrank the window; value: cwnd just before.
    pub static WINDOW_CUT: Signal = Signal::new("window_cut", "packets", Mark);
    /// Fast recovery began, but the algorithm kept its window; value: cwnd.
    pub static LOSS_TOLERATED: Signal = Signal::new("loss_tolerated", "packets", Mark);
    /// The retransmission timer fired.
    pub static TIMEOUT: Signal = Signal::new("timeout", "", Mark);
    /// A measured RTT interval ended; value: its number.
    pub static ROUND: Signal = Signal::new("round", "", Mark);
    /// From the arrival at the bottleneck to the receiver.
    pub static ONE_WAY_DELAY: Signal = Signal::new("one_way_delay_ms", "ms", Sample);

    /// The words of a queue's state, as an algorithm infers it and as it is in truth (contract, section 4).
    pub static QUEUE_STATES: &[&str] = &["full", "empty", "rising", "falling", "unknown"];

    /// The true state of the queue over a flow's last RTT interval; told when the interval ends (`telemetry::truth`).
    pub static TRUE_STATE: Signal = Signal::state("true_state", QUEUE_STATES);

    /// All of the above: traces, generated files and tests walk this list. An algorithm's own stand in its `Section`.
    pub static ALL: &[&Signal] = &[
        &CWND,
        &SSTHRESH,
        &IN_FLIGHT,
        &RTT,
        &SRTT,
        &DELIVERED,
        &QUEUE_PACKETS,
        &QUEUE_BYTES,
        &QUEUE_DELAY,
        &ARRIVE,
        &DROP_QUEUE,
        &DROP_RANDOM,
        &DEPART,
        &ACK,
        &RETRANSMIT,
        &RECOVERY_START,
        &RECOVERY_END,
        &WINDOW_CUT,
        &LOSS_TOLERATED,
        &TIMEOUT,
        &ROUND,
        &ONE_WAY_DELAY,
        &TRUE_STATE,
    ];
}
